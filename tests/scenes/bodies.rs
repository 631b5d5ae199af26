//! Cloth against bodies.

use crate::common::{cut, grid};
use crate::judge::Solid;
use crate::scene::{Scene, falling, motion, sheet, soft};
use crate::solid::torus;
use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use toile::cloth::{Cut, Settings, Stitches};
use toile::fabric::seam::{SeamTypes, Weave};
use toile::row::{Given, Table, Values};

/// A square over a sphere: its corners hang in folds that meet.
#[test]
fn a_square_on_a_sphere_folds_without_passing_through_itself() {
    let place = |p: DVec2| DVec3::new(p.x - 0.4, 0.21, p.y - 0.35);
    let sphere = Solid::Ball(DVec3::ZERO, 0.2);
    let seen = Scene::new(sheet(40, 0.02, place), soft(2.0), vec![sphere], falling()).watch(120, |_, _| {});
    seen.is_clean();
    assert!(seen.pressed > 20);
}

/// A strip falls across a knife, a wall 2 mm thick with a round edge, and piles up on the floor to both sides of it.
#[test]
fn cloth_falls_over_a_knife_edge_onto_itself() {
    let place = |p: DVec2| DVec3::new(p.x - 0.25, 0.06, 0.05 - p.y);
    let knife = Solid::Block(DVec3::new(0.0, -0.1, 0.0), DVec3::new(0.0, 0.149, 0.299), 1e-3);
    let solids = vec![knife, Solid::Floor(-0.08)];
    let seen = Scene::new(grid([50, 10], [0.5, 0.1], place), soft(2.0), solids, falling()).watch(120, |_, _| {});
    seen.is_clean();
    assert!(seen.pressed > 20 && seen.touched > 20, "{seen:?}");
}

/// A square is pulled by its middle through a ring of half its width.
#[test]
fn a_square_is_stuffed_through_a_ring() {
    let cells = 20;
    let place = |p: DVec2| DVec3::new(p.x - 0.15, 0.0215, 0.15 - p.y);
    let square = grid([cells; 2], [0.3; 2], place);
    let middle = (cells / 2) * (cells + 1) + cells / 2;
    let ring = Solid::Mesh(torus([0.07, 0.02], 32, 16));
    let square = Cut { pins: vec![middle], ..cut(square, soft(2.0), vec![], falling()) };
    let mut scene = Scene::of(square, vec![(ring, None)]);
    let seen = scene.watch(100, |drape, step| {
        let down = 0.003 * step as f64;
        assert!(drape.move_pin(middle as usize, DVec3::new(0.0, 0.0215 - down, 0.0)));
    });
    let lowest = scene.drape.state().positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
    assert!(lowest < -0.2 && seen.touched > 20 && seen.pressed > 20, "{lowest} {seen:?}");
    seen.is_clean();
}

/// A closed tube over two rods that meet in an elbow; one of them turns by a right angle.
#[test]
fn a_tube_follows_a_bending_elbow() {
    let (around, along, radius, length) = (24_u32, 36_u32, 0.045, 0.4);
    let place = |p: DVec2| {
        let angle = p.y / (2.0 * PI * radius) * 2.0 * PI;
        DVec3::new(p.x - 0.5 * length, radius * angle.cos(), radius * angle.sin())
    };
    let tube = grid([along, around], [length, 2.0 * PI * radius], place);
    let point = |i: u32, j: u32| i * (around + 1) + j;
    let pairs: Vec<[u32; 2]> = (0..=along).map(|i| [point(i, 0), point(i, around)]).collect();
    let plain = (SeamTypes::find("seam.plain").unwrap().make)(&Given::from(&Values::new()), Weave::Plain);
    let seam = Stitches {
        seam: plain,
        segments: (0..along as usize).map(|i| ([i, i + 1], length / f64::from(along))).collect(),
        pairs,
        fold: (0.0, 1.0),
        elastic: (1.0, 0.0),
    };
    let settings = Settings { gravity: DVec3::ZERO, drag: 2.0, ..falling() };
    let upper = Solid::Rod([DVec3::new(-0.3, 0.0, 0.0), DVec3::ZERO], 0.04);
    let lower = Solid::Rod([DVec3::ZERO, DVec3::new(0.3, 0.0, 0.0)], 0.04);
    let bend = motion("motion.turn", &[("speed_deg_per_s", 90.0)]);
    let tube = Cut { seams: vec![seam], ..cut(tube, soft(5.0), vec![], settings) };
    let mut scene = Scene::of(tube, vec![(upper, None), (lower, Some(bend))]);
    assert!(scene.drape.is_sewn());
    let seen = scene.watch(100, |_, _| {});
    // The far end went round with the rod, from x to −z.
    let far = scene.drape.state().positions.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
    assert!(far < -0.15 && seen.touched > 20, "{far} {seen:?}");
    seen.is_clean();
}
