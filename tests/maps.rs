//! Every map against a state that can be worked out by hand.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

#[path = "common/bending.rs"]
mod bending;
mod common;

use bending::{LINEAR, delaunay, diagonal, rings, rolled};
use common::{cut, equilateral, fabric, grid, quiet, values};
use glam::{DVec2, DVec3};
use std::collections::BTreeSet;
use toile::Drape;
use toile::body::Shapes;
use toile::cloth::{Body, Cut, Fabric, Settings, Sheet, State, Stitches};
use toile::fabric::friction::FrictionLaws;
use toile::fabric::internal_friction::{InternalFrictionLaws, Stiffness};
use toile::fabric::seam::{SeamTypes, Weave};
use toile::fabric::strength::Strength;
use toile::inspect::{self, MapDomain, MapScale, Maps, probe};
use toile::integrator::{backward_euler, relaxation};
use toile::row::{Given, Table, Values};

/// Each map with the test that holds it to a closed form.
const CHECKED: &[(&str, fn())] = &[
    ("map.strain-weft", strain_is_that_of_the_stretch),
    ("map.strain-warp", strain_is_that_of_the_stretch),
    ("map.strain-shear", strain_is_that_of_the_stretch),
    ("map.stress-weft", stress_is_the_laws_at_that_strain),
    ("map.stress-warp", stress_is_the_laws_at_that_strain),
    ("map.stress-shear", stress_is_the_laws_at_that_strain),
    ("map.strength", nearness_to_tearing_is_the_worse_stretch_over_its_limit),
    ("map.pressure", pressure_carries_the_weight),
    ("map.ease", ease_is_the_distance_to_the_nearest_body),
    ("map.seam-tension", a_seam_carries_what_hangs_on_it),
    ("map.curvature", curvature_is_one_over_the_radius),
    ("map.hysteresis-weft", hysteresis_is_dahls_friction_over_its_limit),
    ("map.hysteresis-warp", hysteresis_is_dahls_friction_over_its_limit),
    ("map.hysteresis-shear", hysteresis_is_dahls_friction_over_its_limit),
    ("map.hysteresis-bending", hysteresis_of_bending_is_dahls_too),
    ("map.slip", cloth_on_an_incline_sticks_below_the_angle_of_friction_and_slips_above),
];

#[test]
fn every_map_has_a_test() {
    let rows: BTreeSet<&str> = Maps::rows().iter().map(|row| row.id).collect();
    let checked: BTreeSet<&str> = CHECKED.iter().map(|(id, _)| *id).collect();
    assert_eq!(rows, checked, "a map is checked against a closed form here, by one line in CHECKED");
}

fn map(id: &str, drape: &Drape) -> Vec<f64> {
    inspect::values(&Maps::find(id).expect(id).make, drape)
}

#[track_caller]
fn all_near(id: &str, drape: &Drape, wanted: f64, off: f64) {
    let found = map(id, drape);
    assert!(!found.is_empty());
    for (index, value) in found.iter().enumerate() {
        assert!((value - wanted).abs() <= off, "{id}[{index}]: {value} instead of {wanted}");
    }
    // Where all triangles agree, so do the points.
    for value in inspect::of_points(&Maps::find(id).unwrap().make, drape) {
        assert!((f64::from(value) - wanted).abs() <= off.max(1e-5 * wanted.abs()), "{id} of points: {value}");
    }
}

/// Numbers of an isotropic cloth, and of the way it is pulled: U = (1.06, 0, 0), V = (0.04, 0.97, 0).
const YOUNG: f64 = 500.0;
const POISSON: f64 = 0.2;
const WEFT: DVec3 = DVec3::new(1.06, 0.0, 0.0);
const WARP: DVec3 = DVec3::new(0.04, 0.97, 0.0);

fn isotropic(poisson: f64) -> Fabric {
    fabric(("membrane.isotropic", values(&[("young_n_per_m", YOUNG), ("poisson", poisson)])), 0.0)
}

fn stretched(fabric: Fabric) -> Drape {
    let sheet = grid([4, 5], [0.2, 0.3], |p| p.x * WEFT + p.y * WARP);
    Drape::of_cut(cut(sheet, fabric, vec![], quiet()))
}

/// (9) by hand.
fn strain_by_hand() -> [f64; 3] {
    [0.5 * (1.06 * 1.06 - 1.0), 0.5 * (0.04 * 0.04 + 0.97 * 0.97 - 1.0), 1.06 * 0.04]
}

/// Plane stress of St. Venant and Kirchhoff by hand.
fn stress_by_hand() -> [f64; 3] {
    let [uu, vv, uv] = strain_by_hand();
    let direct = YOUNG / (1.0 - POISSON * POISSON);
    [direct * (uu + POISSON * vv), direct * (vv + POISSON * uu), YOUNG / (2.0 * (1.0 + POISSON)) * uv]
}

const NAMES: [&str; 3] = ["weft", "warp", "shear"];

#[test]
fn strain_is_that_of_the_stretch() {
    let drape = stretched(isotropic(POISSON));
    for (name, strain) in NAMES.iter().zip(strain_by_hand()) {
        all_near(&format!("map.strain-{name}"), &drape, 100.0 * strain, 1e-10);
    }
}

#[test]
fn stress_is_the_laws_at_that_strain() {
    let drape = stretched(isotropic(POISSON));
    for (name, stress) in NAMES.iter().zip(stress_by_hand()) {
        all_near(&format!("map.stress-{name}"), &drape, stress, 1e-9);
    }
}

/// Longer by 6 % along the weft and shorter along the warp; then the same turned round, so that the warp is the worse one.
#[test]
fn nearness_to_tearing_is_the_worse_stretch_over_its_limit() {
    let strength = Strength { tear: [0.12, 0.08], spread: 0.3 };
    let drape = stretched(Fabric { strength, ..isotropic(POISSON) });
    all_near("map.strength", &drape, 100.0 * 0.06 / 0.12, 1e-10);
    let pulled = |warp: f64| {
        let sheet = grid([4, 5], [0.2, 0.3], |p| DVec3::new(1.03 * p.x, warp * p.y, 0.0));
        Drape::of_cut(cut(sheet, Fabric { strength, ..isotropic(POISSON) }, vec![], quiet()))
    };
    all_near("map.strength", &pulled(1.06), 100.0 * 0.06 / 0.08, 1e-10);
    all_near("map.strength", &pulled(0.9), 100.0 * 0.03 / 0.12, 1e-10);
    // Slack cloth is as safe as can be, and cloth that cannot tear always is.
    let slack = grid([4, 5], [0.2, 0.3], |p| DVec3::new(0.95 * p.x, 0.9 * p.y, 0.0));
    all_near("map.strength", &Drape::of_cut(cut(slack, isotropic(POISSON), vec![], quiet())), 0.0, 0.0);
}

fn floor() -> Body {
    Body::still("floor", (Shapes::find("body.floor").unwrap().make)(&Values::new()))
}

const GRAVITY: f64 = 9.81;

/// A sheet lies on the floor: it presses with its weight, ρg everywhere, whether the layer carries that by itself or the cloth
/// lies as deep as it may.
#[test]
fn pressure_carries_the_weight() {
    let weights = [(0.15, backward_euler::SCHEME), (300.0, backward_euler::SCHEME), (0.15, relaxation::SCHEME)];
    for (density, integrator) in weights {
        let cloth = Fabric { density, ..isotropic(0.0) };
        let thickness = cloth.thickness;
        let sheet = grid([6, 6], [0.3, 0.3], |p| DVec3::new(p.x, thickness, -p.y));
        let settings = Settings { gravity: DVec3::NEG_Y * GRAVITY, drag: 5.0, integrator, ..quiet() };
        let mut drape = Drape::of_cut(cut(sheet, cloth, vec![floor()], settings));
        for _ in 0..150 {
            assert!(drape.step().halted.is_none());
        }
        let pressure = map("map.pressure", &drape);
        let carried: f64 = pressure.iter().zip(&drape.model().areas).map(|(p, area)| 1e3 * p * area).sum();
        let weight = density * 0.09 * GRAVITY;
        assert!((carried / weight - 1.0).abs() < 1e-3, "{density}: {carried} N of {weight} N");
        let each = 1e-3 * density * GRAVITY;
        assert!(pressure.iter().all(|p| (p / each - 1.0).abs() < 1e-2), "{density}: {pressure:?}");
    }
}

#[test]
fn ease_is_the_distance_to_the_nearest_body() {
    let sphere = |x: f64| {
        let shape = (Shapes::find("body.sphere").unwrap().make)(&values(&[("radius_mm", 100.0), ("x_mm", x)]));
        Body::still("sphere", shape)
    };
    let sheet = grid([1, 1], [0.4, 0.4], |p| DVec3::new(p.x, 0.25, -p.y));
    let lone = Drape::of_cut(cut(sheet.clone(), isotropic(0.0), vec![], quiet()));
    assert!(map("map.ease", &lone).iter().all(|value| value.is_nan()), "without a body there is no ease");
    let over = Drape::of_cut(cut(sheet.clone(), isotropic(0.0), vec![floor()], quiet()));
    all_near("map.ease", &over, 250.0, 1e-9);
    let between = Drape::of_cut(cut(sheet, isotropic(0.0), vec![sphere(0.0), sphere(400.0), floor()], quiet()));
    for (value, place) in map("map.ease", &between).iter().zip(&between.state().positions) {
        let from = |x: f64| place.distance(DVec3::new(x, 0.0, 0.0)) - 0.1;
        let wanted = 1e3 * from(0.0).min(from(0.4)).min(place.y);
        assert!((value - wanted).abs() < 1e-9, "{place}: {value} mm instead of {wanted}");
    }
    // Inside a body it is below zero.
    let inside = Drape::of_cut(cut(
        grid([1, 1], [0.01, 0.01], |p| DVec3::new(p.x, 0.05, -p.y)),
        isotropic(0.0),
        vec![sphere(0.0)],
        quiet(),
    ));
    assert!((map("map.ease", &inside)[0] + 50.0).abs() < 1e-9);
}

/// Two panels one above the other, sewn along a level line; the upper hangs by its upper edge.
fn hung(rows: u32, [width, height]: [f64; 2], settings: Settings) -> Cut {
    let panel = |name: &str, top: f64| {
        let sheet = grid([6, rows], [width, height], |p: DVec2| DVec3::new(p.x, top - height + p.y, 0.0));
        Sheet { panel: name.into(), ..sheet }
    };
    let (upper, lower) = (panel("upper", 0.0), panel("lower", -height));
    let first = upper.points.len() as u32;
    let along = |sheet: &Sheet, y: f64, from: u32| -> Vec<u32> {
        (0..sheet.points.len() as u32)
            .filter(|i| (sheet.points[*i as usize].y - y).abs() < 1e-9)
            .map(|i| i + from)
            .collect()
    };
    let pairs: Vec<[u32; 2]> =
        along(&upper, 0.0, 0).into_iter().zip(along(&lower, height, first)).map(|(a, b)| [a, b]).collect();
    let segments = (1..pairs.len()).map(|k| ([k - 1, k], width / 6.0)).collect();
    let mut seam = (SeamTypes::find("seam.plain").unwrap().make)(&Given::from(&Values::new()), Weave::Plain);
    // Its own weight is left out: the layers of a seam lie on both sides of it.
    seam.width = 0.0;
    let pins = along(&upper, height, 0);
    Cut {
        sheets: vec![upper, lower],
        seams: vec![Stitches { pairs, segments, fold: (0.0, 1.0), elastic: (1.0, 0.0), seam }],
        pins,
        fabrics: vec![Fabric { density: 2.0, ..isotropic(0.0) }].into(),
        bodies: vec![].into(),
        settings,
    }
}

/// What hangs below a seam pulls on it with its weight.
#[test]
fn a_seam_carries_what_hangs_on_it() {
    let size = [0.3, 0.2];
    let settings = Settings { gravity: DVec3::NEG_Y * GRAVITY, integrator: relaxation::SCHEME, ..quiet() };
    let mut drape = Drape::of_cut(hung(12, size, settings));
    for _ in 0..40 {
        assert!(drape.step().halted.is_none());
    }
    assert!(drape.is_sewn());
    let wanted = 2.0 * size[1] * GRAVITY;
    let tension = map("map.seam-tension", &drape);
    let on_seam = |i: &usize| (drape.model().start[*i].y + size[1]).abs() < 1e-9;
    let mut seen = 0;
    for (i, value) in tension.iter().enumerate() {
        if on_seam(&i) {
            seen += 1;
            assert!((value / wanted - 1.0).abs() < 5e-3, "{value} N/m instead of {wanted}");
        } else {
            assert!(value.is_nan(), "what is on no seam has no tension");
        }
    }
    assert_eq!(seen, 7);
}

/// The same seam, the cloth above it strained by hand: the pull is that of the first Piola–Kirchhoff stress, also where weft and warp
/// are sheared, and a push is below zero.
#[test]
fn a_seam_feels_the_part_of_a_pull_that_opens_it() {
    let mut drape = Drape::of_cut(hung(2, [0.3, 0.2], quiet()));
    for (warp, shear) in [(1.08, 0.0), (0.95, 0.0), (1.05, 0.1)] {
        let place = |p: &DVec3| DVec3::new(p.x + shear * p.y, warp * p.y, 0.0);
        let positions = drape.model().start.iter().map(place).collect();
        let state = State { positions, ..drape.state().clone() };
        assert!(drape.set_state(state));
        // The seam runs along the weft: T = σ_vv V + σ_uv U, of which y opens it; V = (shear, warp, 0), U = (1, 0, 0).
        let wanted = YOUNG * 0.5 * (warp * warp + shear * shear - 1.0) * warp;
        for value in map("map.seam-tension", &drape).into_iter().filter(|value| !value.is_nan()) {
            assert!((value - wanted).abs() < 1e-9, "{warp}: {value} N/m instead of {wanted}");
        }
    }
}

/// A fabric whose bending knows single hinges and no tensor: the map asks for the shape alone.
fn springy() -> Fabric {
    fabric(("membrane.isotropic", values(&[("young_n_per_m", YOUNG), ("poisson", 0.0)])), 10.0)
}

/// On regular triangles, on squares halved alike and on irregular triangles, bent along any direction.
#[test]
fn curvature_is_one_over_the_radius() {
    let sheets = [equilateral(30, 30, 0.01), diagonal(30, 30, 0.01), delaunay(30, 30, 0.01, 1)];
    for (mesh, sheet) in sheets.into_iter().enumerate() {
        let cloth = bending::cloth(sheet.clone(), springy());
        let rings = rings(&cloth);
        for (curvature, angle) in [(20.0, 0.0), (-12.0, 0.4), (5.0, 1.2)] {
            let mut drape = Drape::of_cut(cut(sheet.clone(), springy(), vec![], quiet()));
            let positions = rolled(&cloth.start, curvature, angle);
            let state = State { positions, ..drape.state().clone() };
            assert!(drape.set_state(state));
            let mut inside = 0;
            for (value, triangle) in map("map.curvature", &drape).iter().zip(&cloth.triangles) {
                if triangle.iter().all(|particle| rings[*particle as usize] > 1) {
                    inside += 1;
                    // The roll bends towards +z, the right side: it is hollow there.
                    let off = value / -curvature - 1.0;
                    assert!(off.abs() < 0.02, "mesh {mesh}: {value} instead of {}", -curvature);
                }
            }
            assert!(inside > 1000);
        }
    }
    let flat = Drape::of_cut(cut(equilateral(6, 6, 0.01), springy(), vec![], quiet()));
    all_near("map.curvature", &flat, 0.0, 1e-9);
}

fn rubbing() -> Fabric {
    let row = InternalFrictionLaws::find("internal-friction.dahl").unwrap();
    let stiffness = Stiffness { membrane: [YOUNG; 3], bending: [1e-5; 3] };
    let internal_friction = (row.make)(&Given::from(&Values::new()), &stiffness);
    Fabric { internal_friction, ..isotropic(0.0) }
}

/// Every point is led from its start to its place in one step.
fn led(sheet: Sheet, cloth: Fabric, place: impl Fn(DVec2) -> DVec3) -> Drape {
    let points = sheet.points.clone();
    let pins = (0..points.len() as u32).collect();
    let mut drape = Drape::of_cut(Cut { pins, ..cut(sheet, cloth, vec![], quiet()) });
    for (index, point) in points.iter().enumerate() {
        assert!(drape.move_pin(index, place(*point)));
    }
    assert!(drape.step().halted.is_none());
    drape
}

/// Dahl's law on one monotone path from rest, (2): σ = s(a + b|ε|) − g b τ + (g b τ − s a) exp(−|ε|/τ), g and s both the sign
/// of the strain. Limits of the default cotton.
fn dahl([a, b, tau]: [f64; 3], strain: f64) -> f64 {
    let size = strain.abs();
    let stress = a + b * size - b * tau + (b * tau - a) * (-size / tau).exp();
    stress * strain.signum() / (a + b * size)
}

#[test]
fn hysteresis_is_dahls_friction_over_its_limit() {
    let drape = led(grid([3, 3], [0.1, 0.1], |p| p.extend(0.0)), rubbing(), |p| p.x * WEFT + p.y * WARP);
    let numbers = [[2.22, 3.16, 0.006], [2.22, 3.16, 0.006], [0.38, 12.5, 0.01]];
    for ((name, numbers), strain) in NAMES.iter().zip(numbers).zip(strain_by_hand()) {
        all_near(&format!("map.hysteresis-{name}"), &drape, 100.0 * dahl(numbers, strain), 1e-6);
    }
    // The stress has the friction in it.
    let [a, b, tau] = numbers[0];
    let strain = strain_by_hand()[0];
    let wanted = YOUNG * strain + dahl([a, b, tau], strain) * (a + b * strain);
    all_near("map.stress-weft", &drape, wanted, 1e-6);
    let smooth = stretched(isotropic(0.0));
    assert!(map("map.hysteresis-weft", &smooth).iter().all(|value| value.is_nan()), "what does not rub has no loop");
}

#[test]
fn hysteresis_of_bending_is_dahls_too() {
    let sheet = equilateral(20, 20, 0.01);
    let cloth = bending::cloth(sheet.clone(), LINEAR.fabric());
    let curvature = 8.0;
    let drape = led(sheet, rubbing(), |p| rolled(&[p.extend(0.0)], curvature, 0.0)[0]);
    let wanted = 100.0 * dahl([0.25e-3, 0.0, 10.0], curvature).abs();
    let rings = rings(&cloth);
    let mut inside = 0;
    for (value, triangle) in map("map.hysteresis-bending", &drape).iter().zip(&cloth.triangles) {
        if triangle.iter().all(|particle| rings[*particle as usize] > 1) {
            inside += 1;
            assert!((value.abs() - wanted).abs() < 0.5, "{value} % instead of {wanted}");
        }
    }
    assert!(inside > 300);
}

/// tan α of friction is in use of μ; above μ nothing holds.
#[test]
fn cloth_on_an_incline_sticks_below_the_angle_of_friction_and_slips_above() {
    let (mu, cloth) = (0.4, || {
        let friction = (FrictionLaws::find("friction.c").unwrap().make)(&values(&[("mu_c", 0.4)]));
        Fabric { friction, ..isotropic(0.0) }
    });
    let lying = |degrees: f64| {
        let thickness = cloth().thickness;
        let sheet = grid([5, 5], [0.2, 0.2], |p| DVec3::new(p.x, thickness, -p.y));
        let slope = degrees.to_radians();
        let gravity = GRAVITY * DVec3::new(slope.sin(), -slope.cos(), 0.0);
        let mut drape = Drape::of_cut(cut(sheet, cloth(), vec![floor()], Settings { gravity, ..quiet() }));
        for _ in 0..100 {
            assert!(drape.step().halted.is_none());
        }
        map("map.slip", &drape)
    };
    let share = 10.0_f64.to_radians().tan() / mu;
    for value in lying(10.0) {
        assert!((value + 100.0 * (1.0 - share)).abs() < 2.0, "{value} % instead of {}", -100.0 * (1.0 - share));
    }
    assert!(lying(30.0).iter().all(|value| *value == 100.0), "above the angle of friction everything slips");
    let flying = stretched(isotropic(0.0));
    assert!(map("map.slip", &flying).iter().all(|value| value.is_nan()), "what touches nothing has no value");
}

#[test]
fn a_probe_sees_the_strain_its_directions_and_the_law() {
    let drape = stretched(isotropic(POISSON));
    let seen = probe(&drape, 7, None).expect("there is such a triangle");
    assert_eq!((seen.panel.as_str(), seen.fabric.as_str(), seen.triangle), ("sheet", "test", 7));
    let ([uu, vv, uv], stress) = (strain_by_hand(), stress_by_hand());
    let direct = YOUNG / (1.0 - POISSON * POISSON);
    for (mode, ((name, strain), stress)) in seen.modes.iter().zip(NAMES.iter().zip([uu, vv, uv]).zip(stress)) {
        assert_eq!(mode.title, *name);
        assert!((mode.strain - strain).abs() < 1e-12 && (mode.stress - stress).abs() < 1e-9);
        assert_eq!((mode.friction, mode.saturation), (0.0, 0.0));
        let [first, last] = [mode.curve[0], mode.curve[mode.curve.len() - 1]];
        assert!(first[0] < strain && strain < last[0], "the place is within its curve");
    }
    // The other strains stay as they are along a curve.
    for [x, y] in &seen.modes[0].curve {
        assert!((y - direct * (x + POISSON * vv)).abs() < 1e-9);
    }
    // The principal strains are those for which the tensor's determinant vanishes, and the directions are at right angles on
    // the panel: |E − λ| = 0, and λ = ½(|F d|² − 1) along each.
    assert!(seen.principal[0].strain > seen.principal[1].strain);
    for principal in &seen.principal {
        let lambda = principal.strain;
        assert!(((uu - lambda) * (vv - lambda) - 0.25 * uv * uv).abs() < 1e-12);
        let angle = principal.from_weft_deg.to_radians();
        let led = angle.cos() * WEFT + angle.sin() * WARP;
        assert!((0.5 * (led.length_squared() - 1.0) - lambda).abs() < 1e-12);
        assert!(led.normalize().distance(DVec3::from_array(principal.direction)) < 1e-12);
    }
    let turn = (seen.principal[0].from_weft_deg - seen.principal[1].from_weft_deg).abs();
    assert!((turn - 90.0).abs() < 1e-9);
    assert!(probe(&drape, 1_000_000, None).is_none());
    let asked = |id: &str| probe(&drape, 7, Some(&Maps::find(id).unwrap().make)).unwrap().value;
    assert!((asked("map.strain-shear").unwrap() - 100.0 * uv).abs() < 1e-10);
    assert_eq!([seen.value, asked("map.ease"), asked("map.hysteresis-weft")], [None; 3]);
}

/// Friction moves the place off its curve by what the probe calls friction.
#[test]
fn a_probe_tells_friction_from_the_law() {
    let drape = led(grid([3, 3], [0.1, 0.1], |p| p.extend(0.0)), rubbing(), |p| p.x * WEFT + p.y * WARP);
    let mode = &probe(&drape, 3, None).unwrap().modes[0];
    let strain = strain_by_hand()[0];
    assert!((mode.saturation - (2.22 + 3.16 * strain)).abs() < 1e-9);
    assert!((mode.friction - mode.saturation * dahl([2.22, 3.16, 0.006], strain)).abs() < 1e-6);
    assert!((mode.stress - mode.friction - YOUNG * strain).abs() < 1e-6);
}

/// Where panels meet, each keeps its own: the upper is longer by a tenth, the lower as it was cut.
#[test]
fn points_of_a_seam_have_the_values_of_their_panel() {
    let mut drape = Drape::of_cut(hung(3, [0.3, 0.2], quiet()));
    let place = |p: &DVec3| DVec3::new(p.x, if p.y > -0.2 { 1.1 * (p.y + 0.2) } else { p.y + 0.2 }, 0.0);
    let positions = drape.model().start.iter().map(place).collect();
    let state = State { positions, ..drape.state().clone() };
    assert!(drape.set_state(state));
    let values = inspect::of_points(&Maps::find("map.strain-warp").unwrap().make, &drape);
    assert_eq!(drape.cut().seams[0].pairs.len(), 7);
    for [upper, lower] in &drape.cut().seams[0].pairs {
        let found = [upper, lower].map(|point| f64::from(values[*point as usize]));
        assert!((found[0] - 10.5).abs() < 1e-4 && found[1].abs() < 1e-4, "{found:?} %");
    }
}

#[test]
fn maps_have_as_many_values_as_they_say_and_ranges_that_make_sense() {
    let mut drape = Drape::new(&toile::garment::all()[0]).unwrap();
    for _ in 0..30 {
        drape.step();
    }
    for row in Maps::rows() {
        let (map, model) = (&row.make, drape.model());
        let count = if map.domain == MapDomain::Triangle { model.triangles.len() } else { model.particles() };
        let values = inspect::values(map, &drape);
        assert_eq!(values.len(), count, "{}", row.id);
        assert!(values.iter().all(|value| !value.is_infinite()), "{}", row.id);
        assert_eq!(inspect::of_points(map, &drape).len(), model.particle_of.len(), "{}", row.id);
        let [low, high] = map.range;
        assert!(low < high && low.is_finite() && high.is_finite(), "{}", row.id);
        assert_eq!(map.scale == MapScale::Diverging, low == -high, "{}: both sides of zero are as long", row.id);
        assert!(map.ends.iter().all(|word| !word.is_empty()) && !map.unit.is_empty(), "{}", row.id);
    }
}

/// Whatever has happened to the numbers, a map holds numbers or nothing.
#[test]
fn what_is_not_finite_does_not_leave() {
    let mut drape = Drape::new(&toile::garment::all()[0]).unwrap();
    let mut state = drape.state().clone();
    state.positions[0] = DVec3::new(f64::INFINITY, 0.0, 0.0);
    state.positions[5] = DVec3::new(0.0, f64::NAN, 0.0);
    let together = state.positions[20];
    state.positions.iter_mut().skip(10).take(10).for_each(|position| *position = together);
    assert!(drape.set_state(state));
    for row in Maps::rows() {
        assert!(inspect::values(&row.make, &drape).iter().all(|value| !value.is_infinite()), "{}", row.id);
        assert!(inspect::of_points(&row.make, &drape).iter().all(|value| !value.is_infinite()), "{}", row.id);
    }
    let broken = drape.model().triangles.iter().position(|triangle| triangle.contains(&0)).unwrap();
    assert!(probe(&drape, broken as u32, None).is_none());
}
