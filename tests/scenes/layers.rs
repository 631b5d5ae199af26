//! Cloth against cloth.

use crate::common::{cut, equilateral};
use crate::judge::Solid;
use crate::scene::{Scene, falling, sheet, soft};
use glam::{DVec2, DVec3};
use serde_json::{Value, json};
use toile::Drape;
use toile::body::Assets;
use toile::cloth::{Cut, Patch, Settings, Sheet};
use toile::contact::brute_force::crossings;

/// A long strip dropped on end onto the floor piles up on itself.
#[test]
fn a_falling_strip_piles_up_on_itself() {
    let mut strip = equilateral(8, 60, 0.01);
    strip.start = strip.points.iter().map(|p| DVec3::new(p.x, 0.005 + p.y, 0.002 * (40.0 * p.y).sin())).collect();
    let seen = Scene::new(strip, soft(5.0), vec![Solid::Floor(0.0)], falling()).watch(120, |_, _| {});
    seen.is_clean();
    assert!(seen.pressed > 20);
}

/// Heights of ten sheets dropped on one another, m, after so many steps; nothing crosses on the way.
fn pile(settings: Settings, steps: usize) -> Vec<f64> {
    let sheets: Vec<Sheet> = (0..10)
        .map(|k| {
            let shift = 0.003 * f64::from(k % 3);
            Sheet {
                panel: format!("sheet {k}"),
                ..sheet(5, 0.02, |p| DVec3::new(p.x + shift, 0.002 + 0.004 * f64::from(k), p.y - shift))
            }
        })
        .collect();
    let pile = Cut { sheets, ..cut(equilateral(1, 1, 0.01), soft(10.0), vec![], settings) };
    let mut scene = Scene::of(pile, vec![(Solid::Floor(0.0), None)]);
    scene.watch(steps, |_, _| {}).is_clean();
    let (model, positions) = (scene.drape.model(), &scene.drape.state().positions);
    let mean = |first: usize, count: usize| {
        let corners = model.triangles[first..first + count].as_flattened();
        corners.iter().map(|p| positions[*p as usize].y).sum::<f64>() / corners.len() as f64
    };
    model.patches.iter().map(|patch| mean(patch.first_triangle as usize, patch.triangle_count as usize)).collect()
}

/// Ten sheets dropped on one another come to lie in their order, each its thickness above the one below.
#[test]
fn ten_sheets_lie_on_each_other() {
    let heights = pile(Settings { drag: 2.0, newton_iterations: 4, tolerance: 1e-3, ..falling() }, 150);
    let thickness = 0.5e-3;
    for pair in heights.windows(2) {
        let apart = pair[1] - pair[0];
        assert!(apart > 0.5 * thickness && apart < 1.6 * thickness, "{heights:?}");
    }
}

/// Ten sheets of a document, each turned a little, dropped on one another as the page does it: in every step nothing crosses, they come to rest
/// soon, and lie in their order, hardly nearer than their thickness. (Steps of two iterations at 1e-2, by which cloth moves that is
/// far from rest, would shake such a pile apart.)
#[test]
fn ten_sheets_of_a_document_come_to_rest() {
    let text = include_str!("../../src/garment/square-on-sphere.json");
    let mut document: Value = serde_json::from_str(text).expect("a document");
    let square = document["panels"][0].clone();
    let sheet = |k: usize| {
        let mut sheet = square.clone();
        sheet["id"] = json!(format!("sheet-{k}"));
        for edge in sheet["outline"].as_array_mut().expect("edges") {
            let corner = edge["from_mm"].as_array_mut().expect("a corner");
            corner.iter_mut().for_each(|at| *at = json!(0.1 * at.as_f64().expect("a number")));
        }
        sheet["placement"]["translation_mm"] = json!([k % 3, 5 + 4 * k, 0]);
        sheet["placement"]["rotation_deg"] = json!([-90, 7 * k, 0]);
        sheet["mesh"]["size_mm"] = json!(20);
        sheet
    };
    document["panels"] = (0..10).map(sheet).collect();
    document["bodies"] = json!([{ "id": "floor", "shape": { "kind": "body.floor", "parameters": {} } }]);
    let document = toile::document::read(&document.to_string()).expect("sound");
    let mut drape = Drape::towards_rest(&document, &Assets::default()).expect("can be draped");
    while !drape.at_rest() {
        drape.step();
        assert_eq!(crossings(&drape.state().positions, &drape.model().triangles), 0);
        assert!(drape.state().time < 3.0, "not at rest");
    }
    let (model, positions) = (drape.model(), &drape.state().positions);
    let thickness = model.fabrics[0].thickness;
    let mean = |patch: &Patch| {
        let first = patch.first_triangle as usize;
        let corners = model.triangles[first..first + patch.triangle_count as usize].as_flattened();
        corners.iter().map(|p| positions[*p as usize].y).sum::<f64>() / corners.len() as f64
    };
    let heights: Vec<f64> = model.patches.iter().map(mean).collect();
    for pair in heights.windows(2) {
        let apart = pair[1] - pair[0];
        assert!(apart > 0.8 * thickness && apart < 1.05 * thickness, "{heights:?}");
    }
}

/// A cylinder held at both ends and twisted by three turns wrinkles into a rope.
#[test]
fn a_twisted_cylinder_never_passes_through_itself() {
    let (around, along, radius) = (24_u32, 30_u32, 0.06);
    let mut tube = equilateral(around, along, 0.5 / f64::from(around) * 0.754);
    let width = f64::from(around) * 0.5 / f64::from(around) * 0.754;
    tube.start = tube
        .points
        .iter()
        .map(|p| {
            // Not quite closed: a slit stays open, so that no seam is needed.
            let angle = p.x / width * 6.1;
            DVec3::new(radius * angle.cos(), p.y, radius * angle.sin())
        })
        .collect();
    let top = tube.points.iter().map(|p| p.y).fold(0.0, f64::max);
    let upper: Vec<usize> = (0..tube.points.len()).filter(|i| tube.points[*i].y > top - 1e-9).collect();
    let held = |y: f64| y < 1e-9 || y > top - 1e-9;
    let pins = tube.points.iter().enumerate().filter(|(_, p)| held(p.y)).map(|(i, _)| i as u32).collect();
    let settings = Settings { gravity: DVec3::ZERO, drag: 2.0, ..falling() };
    let mut scene = Scene::of(Cut { pins, ..cut(tube, soft(5.0), vec![], settings) }, vec![]);
    let seen = scene.watch(150, |drape, _| {
        // Three turns in a second and a half, the upper end also coming down so that the cloth is not torn.
        let (s, c) = (6.0 * std::f64::consts::PI / 150.0).sin_cos();
        for point in upper.iter().copied() {
            let p = drape.state().positions[drape.model().particle_of[point] as usize];
            let target = DVec3::new(c * p.x - s * p.z, p.y - 0.0007, s * p.x + c * p.z);
            assert!(drape.move_pin(point, target));
        }
    });
    seen.is_clean();
    assert!(seen.pressed > 20);
}

/// Two sheets that begin crossed are drawn apart and reported until they are.
#[test]
fn cloth_that_begins_tangled_is_untangled() {
    let flat = |p: DVec2| DVec3::new(p.x, 0.0, p.y);
    // The corner of an upright sheet pokes through the flat one.
    let poking = |p: DVec2| DVec3::new(0.07 + 0.7 * (p.x - p.y), 0.7 * (p.x + p.y) - 0.012, 0.08);
    let sheets = vec![
        Sheet { panel: "flat".into(), ..sheet(8, 0.02, flat) },
        Sheet { panel: "poking".into(), ..sheet(8, 0.02, poking) },
    ];
    let settings = Settings { gravity: DVec3::ZERO, drag: 3.0, ..falling() };
    let mut scene = Scene::of(Cut { sheets, ..cut(equilateral(1, 1, 0.01), soft(10.0), vec![], settings) }, vec![]);
    assert!(scene.drape.step().tangled > 0);
    let left = (0..300).map(|_| scene.drape.step().tangled).find(|tangled| *tangled == 0);
    assert_eq!(left, Some(0), "still tangled");
    scene.watch(20, |_, _| {}).is_clean();
}
