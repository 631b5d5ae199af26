//! Bodies and hands that move faster than cloth can follow in one step.

use crate::common::cut;
use crate::judge::Solid;
use crate::scene::{Scene, falling, motion, sheet, soft};
use glam::{DMat3, DVec2, DVec3};
use toile::body::motion::{Motion, Pose};
use toile::cloth::Settings;

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

/// A sphere shot through the cloth at twenty metres per second carries it along.
#[test]
fn a_sphere_shot_at_the_cloth_carries_it_along() {
    let place = |p: DVec2| DVec3::new(p.x - 0.2, 0.3, p.y - 0.2);
    let ball = Solid::Ball(DVec3::new(0.0, -0.3, 0.0), 0.08);
    let shot = motion("motion.travel", &[("velocity_y_m_per_s", 20.0)]);
    let settings = Settings { gravity: DVec3::ZERO, ..falling() };
    let cloth = cut(sheet(20, 0.02, place), soft(5.0), vec![], settings);
    let mut scene = Scene::of(cloth, vec![(ball, Some(shot))]);
    let seen = scene.watch(12, |_, _| {});
    let carried = scene.drape.state().positions.iter().filter(|p| p.y > 0.35).count();
    assert!(carried > 100 && seen.parts > 8, "{carried} {seen:?}");
    seen.is_clean();
}

/// A body that is suddenly elsewhere.
#[derive(Debug)]
struct Jump {
    at: f64,
    to: Pose,
}

impl Motion for Jump {
    fn pose(&self, seconds: f64) -> Pose {
        if seconds < self.at { Pose::IDENTITY } else { self.to }
    }
}

/// A box with cloth on it jumps to another pose, to the side and turned; a ball jumps into the cloth from below.
#[test]
fn bodies_that_jump_take_the_cloth_along_or_leave_it() {
    let place = |p: DVec2| DVec3::new(p.x - 0.2, 0.052, p.y - 0.2);
    let turn = DMat3::from_rotation_y(0.5);
    let aside = Jump { at: 0.4, to: Pose { turn, shift: DVec3::new(0.08, 0.03, 0.0) } };
    let block = Solid::Block(DVec3::ZERO, DVec3::new(0.11, 0.03, 0.11), 0.02);
    let cloth = cut(sheet(20, 0.02, place), soft(5.0), vec![], falling());
    let seen = Scene::of(cloth, vec![(block, Some(Box::new(aside)))]).watch(80, |_, _| {});
    assert!(seen.touched > 20, "{seen:?}");
    seen.is_clean();

    let up = Jump { at: 0.05, to: Pose { turn: DMat3::IDENTITY, shift: DVec3::new(0.0, 0.25, 0.0) } };
    let ball = Solid::Ball(DVec3::new(0.0, -0.2, 0.0), 0.1);
    let cloth = cut(sheet(20, 0.02, place), soft(5.0), vec![], falling());
    let seen = Scene::of(cloth, vec![(ball, Some(Box::new(up)))]).watch(60, |_, _| {});
    assert!(seen.touched > 20, "{seen:?}");
    seen.is_clean();
}
