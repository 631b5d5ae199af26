//! Cloth against bodies.

use crate::judge::Solid;
use crate::scene::{Scene, falling, sheet, soft};
use glam::{DVec2, DVec3};

/// A square over a sphere: its corners hang in folds that meet.
#[test]
fn a_square_on_a_sphere_folds_without_passing_through_itself() {
    let place = |p: DVec2| DVec3::new(p.x - 0.4, 0.21, p.y - 0.35);
    let sphere = Solid::Ball(DVec3::ZERO, 0.2);
    let seen = Scene::new(sheet(40, 0.02, place), soft(2.0), vec![sphere], falling()).watch(120, |_, _| {});
    seen.is_clean();
    assert!(seen.pressed > 20);
}

/// A corner pulled across the cloth at five metres per second.
#[test]
fn a_fast_hand_leaves_no_crossing() {
    let place = |p: DVec2| DVec3::new(p.x - 0.2, 0.3, p.y - 0.2);
    let mut scene = Scene::new(sheet(20, 0.02, place), soft(5.0), vec![Solid::Floor(0.0)], falling());
    let seen = scene.watch(60, |drape, step| {
        let target = DVec3::new(-0.2, 0.3, -0.2) + DVec3::new(0.05, 0.0, 0.05) * step as f64;
        if step == 0 {
            assert!(drape.grab(0, target));
        }
        drape.move_grab(if step < 15 { target } else { DVec3::new(0.0, 0.4, 0.0) });
    });
    seen.is_clean();
}
