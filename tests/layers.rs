//! Cloth against cloth: at no step of any scene does an edge pass through a triangle, as an exact test sees it that knows
//! nothing of the solver's contacts; and no particle enters a body.

#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

mod common;

use common::{cut, equilateral, fabric, quiet, values};
use glam::{DVec2, DVec3};
use toile::Drape;
use toile::body::Shapes;
use toile::cloth::{Body, Cut, Settings, Sheet};
use toile::contact::brute_force::crossings;
use toile::row::{Table, Values};

fn soft() -> (&'static str, Values) {
    ("membrane.isotropic", values(&[("young_n_per_m", 500.0), ("poisson", 0.2)]))
}

/// Ordinary steps under gravity, with contact of cloth with cloth.
fn falling() -> Settings {
    Settings {
        self_contact: true,
        newton_iterations: 2,
        tolerance: 1e-2,
        still: 1e-6,
        gravity: DVec3::new(0.0, -9.81, 0.0),
        drag: 0.5,
        ..quiet()
    }
}

fn body(kind: &str, numbers: &[(&str, f64)]) -> Body {
    Body::still(kind, (Shapes::find(kind).unwrap().make)(&values(numbers)))
}

/// A sheet of cells × cells, placed by `place`.
fn sheet(cells: u32, side: f64, place: impl Fn(DVec2) -> DVec3) -> Sheet {
    let mut sheet = equilateral(cells, cells, side);
    sheet.start = sheet.points.iter().map(|p| place(*p)).collect();
    sheet
}

/// Steps and judges every step; returns how many pairs pressed on each other at most.
fn watch(drape: &mut Drape, steps: usize, mut each: impl FnMut(&mut Drape, usize)) -> u32 {
    let mut most = 0;
    for step in 0..steps {
        each(drape, step);
        let report = drape.step();
        assert!(report.halted.is_none(), "step {step}: {:?}", report.halted);
        assert_eq!(report.tangled, 0, "step {step} began with crossings");
        most = most.max(report.layer_contacts);
        let found = crossings(&drape.state().positions, &drape.model().triangles);
        assert_eq!(found, 0, "step {step}: {found} crossings, {report:?}");
        for body in drape.model().bodies.iter() {
            let placed = body.placed(drape.state().time);
            let nearest =
                drape.state().positions.iter().map(|p| placed.nearest(*p).distance).fold(f64::INFINITY, f64::min);
            assert!(nearest > 0.0, "step {step}: a particle {nearest} m inside a body");
        }
    }
    most
}

/// A square over a sphere: its corners hang in folds that meet.
#[test]
fn a_square_on_a_sphere_folds_without_passing_through_itself() {
    let place = |p: DVec2| DVec3::new(p.x - 0.4, 0.21, p.y - 0.35);
    let sphere = body("body.sphere", &[("radius_mm", 200.0)]);
    let mut drape = Drape::of_cut(cut(sheet(40, 0.02, place), fabric(soft(), 2.0), vec![sphere], falling()));
    assert!(watch(&mut drape, 120, |_, _| {}) > 20);
}

/// A long strip dropped on end onto the floor piles up on itself.
#[test]
fn a_falling_strip_piles_up_on_itself() {
    let mut strip = equilateral(8, 60, 0.01);
    strip.start = strip.points.iter().map(|p| DVec3::new(p.x, 0.005 + p.y, 0.002 * (40.0 * p.y).sin())).collect();
    let floor = body("body.floor", &[]);
    let mut drape = Drape::of_cut(cut(strip, fabric(soft(), 5.0), vec![floor], falling()));
    assert!(watch(&mut drape, 120, |_, _| {}) > 20);
}

/// Ten sheets dropped on one another come to lie in their order, each its thickness above the one below.
#[test]
fn ten_sheets_lie_on_each_other() {
    let sheets: Vec<Sheet> = (0..10)
        .map(|k| {
            let shift = 0.003 * f64::from(k % 3);
            Sheet {
                panel: format!("sheet {k}"),
                ..sheet(5, 0.02, |p| DVec3::new(p.x + shift, 0.002 + 0.004 * f64::from(k), p.y - shift))
            }
        })
        .collect();
    let settings = Settings { drag: 2.0, ..falling() };
    let pile =
        Cut { sheets, ..cut(equilateral(1, 1, 0.01), fabric(soft(), 10.0), vec![body("body.floor", &[])], settings) };
    let mut drape = Drape::of_cut(pile);
    watch(&mut drape, 150, |_, _| {});
    let model = drape.model();
    let heights: Vec<f64> = model
        .patches
        .iter()
        .map(|patch| {
            let first = patch.first_triangle as usize;
            let corners = model.triangles[first..first + patch.triangle_count as usize].as_flattened();
            corners.iter().map(|p| drape.state().positions[*p as usize].y).sum::<f64>() / corners.len() as f64
        })
        .collect();
    let thickness = 0.5e-3;
    for pair in heights.windows(2) {
        let apart = pair[1] - pair[0];
        assert!(apart > 0.5 * thickness && apart < 1.6 * thickness, "{heights:?}");
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
    let mut drape = Drape::of_cut(Cut { pins, ..cut(tube, fabric(soft(), 5.0), vec![], settings) });
    let pressed = watch(&mut drape, 150, |drape, step| {
        // Three turns in a second and a half, the upper end also coming down so that the cloth is not torn.
        if step < 150 {
            let (s, c) = (6.0 * std::f64::consts::PI / 150.0).sin_cos();
            for point in upper.iter().copied() {
                let p = drape.state().positions[drape.model().particle_of[point] as usize];
                let target = DVec3::new(c * p.x - s * p.z, p.y - 0.0007, s * p.x + c * p.z);
                assert!(drape.move_pin(point, target));
            }
        }
    });
    assert!(pressed > 20);
}

/// A corner pulled across the cloth at five metres per second, and a sphere shot through at twenty.
#[test]
fn fast_hands_and_fast_bodies_leave_no_crossing() {
    let place = |p: DVec2| DVec3::new(p.x - 0.2, 0.3, p.y - 0.2);
    let floor = body("body.floor", &[]);
    let mut drape = Drape::of_cut(cut(sheet(20, 0.02, place), fabric(soft(), 5.0), vec![floor], falling()));
    watch(&mut drape, 60, |drape, step| {
        let target = DVec3::new(-0.2, 0.3, -0.2) + DVec3::new(0.05, 0.0, 0.05) * step as f64;
        if step == 0 {
            assert!(drape.grab(0, target));
        }
        drape.move_grab(if step < 15 { target } else { DVec3::new(0.0, 0.4, 0.0) });
    });

    let travel = [("velocity_y_m_per_s", 20.0)];
    let motion = toile::body::motion::Motions::find("motion.travel").unwrap();
    let names: Vec<&str> = motion.parameters.iter().map(|p| p.id).collect();
    assert!(names.contains(&travel[0].0), "{names:?}");
    let shot = Body {
        motion: (motion.make)(&values(&travel)),
        ..body("body.sphere", &[("radius_mm", 80.0), ("y_mm", -300.0)])
    };
    let settings = Settings { gravity: DVec3::ZERO, ..falling() };
    let place = |p: DVec2| DVec3::new(p.x - 0.2, 0.3, p.y - 0.2);
    let mut drape = Drape::of_cut(cut(sheet(20, 0.02, place), fabric(soft(), 5.0), vec![shot], settings));
    for step in 0..12 {
        let report = drape.step();
        assert!(report.halted.is_none());
        let state = drape.state();
        assert_eq!(crossings(&state.positions, &drape.model().triangles), 0, "step {step}");
        // Particles are outside; the triangles between them, drawn out to several times their size, are chords of the sphere.
        let sphere = drape.model().bodies[0].placed(state.time);
        let nearest = state.positions.iter().map(|p| sphere.nearest(*p).distance).fold(f64::INFINITY, f64::min);
        assert!(nearest > 0.0, "step {step}: {nearest}");
    }
    // It was hit: most of it has been carried along.
    let carried = drape.state().positions.iter().filter(|p| p.y > 0.35).count();
    assert!(carried > 100, "{carried}");
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
    let mut drape =
        Drape::of_cut(Cut { sheets, ..cut(equilateral(1, 1, 0.01), fabric(soft(), 10.0), vec![], settings) });
    assert!(drape.step().tangled > 0);
    let left = (0..300).map(|_| drape.step().tangled).find(|tangled| *tangled == 0);
    assert_eq!(left, Some(0), "still {} crossings", crossings(&drape.state().positions, &drape.model().triangles));
    watch(&mut drape, 20, |_, _| {});
}
