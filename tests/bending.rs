//! Bending against closed forms: what a cylinder stores, whatever the mesh; what folds, seams and layers add.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

mod common;
#[path = "common/bending.rs"]
mod strips;

use common::{equilateral, fabric, quiet};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;
use strips::*;
use toile::cloth::{Cut, Fabric, FoldLine, Joined, Model, Sheet, Stitches};
use toile::fabric::bending::{Bending, BendingLaws, Curvature};
use toile::fabric::seam::{SeamTypes, Weave};
use toile::forces::bending;
use toile::lab;
use toile::row::{Given, Table, Values};

const SIDE: f64 = 0.005;
/// The largest angle that a hinge may have to count as fine enough is 0.1.
const CURVATURE: f64 = 0.1 / SIDE;

fn meshes() -> Vec<(&'static str, Sheet)> {
    vec![
        ("equilateral", equilateral(20, 20, SIDE)),
        ("diagonal", diagonal(20, 20, SIDE)),
        ("Delaunay", delaunay(20, 20, SIDE, 1)),
        ("another Delaunay", delaunay(20, 20, SIDE, 2)),
    ]
}

fn energy(model: &Model, positions: &[DVec3]) -> f64 {
    bending::Scratch::new(model).energy(model, positions)
}

/// Leaves the triangles within two rings of the border without stiffness; the area of the others, m².
fn leave_border_out(model: &mut Model) -> f64 {
    let rings = rings(model);
    let inside = |triangle: &[u32; 3]| triangle.iter().all(|p| rings[*p as usize] >= 2);
    let inside: Vec<bool> = model.triangles.iter().map(inside).collect();
    for (stiffening, inside) in model.stiffening.iter_mut().zip(&inside) {
        *stiffening = f64::from(u8::from(*inside));
    }
    for hinge in &mut model.hinges {
        let parts = hinge.triangles.iter().filter(|t| inside[**t as usize]).count();
        hinge.strength *= 0.5 * parts as f64;
    }
    model.rest.iter().zip(&inside).filter(|(_, inside)| **inside).map(|(rest, _)| rest.area).sum()
}

/// Energy of a cylinder over the closed form, for twelve directions of its axis.
fn cylinders(model: &mut Model, strips: &Strips) -> Vec<f64> {
    let area = leave_border_out(model);
    let ratio = |k: u32| {
        let angle = PI * f64::from(k) / 12.0;
        energy(model, &rolled(&model.start, CURVATURE, angle)) / (area * strips.cylinder(CURVATURE, angle))
    };
    (0..12).map(ratio).collect()
}

#[test]
fn a_cylinder_stores_what_the_law_says_on_every_mesh_and_in_every_direction() {
    for (name, sheet) in meshes() {
        for (i, t) in sheet.triangles.iter().enumerate() {
            assert!(name == "diagonal" || smallest_angle(t.map(|p| sheet.points[p as usize])) > 24.9, "{name} {i}");
        }
        for strips in [LINEAR, ANISOTROPIC, NONLINEAR] {
            let ratios = cylinders(&mut cloth(sheet.clone(), strips.fabric()), &strips);
            assert!(ratios.iter().all(|ratio| (ratio - 1.0).abs() < 0.01), "{name} {strips:?}: {ratios:?}");
        }
    }
}

/// The same with the law of hinges, for comparison: right on equilateral triangles alone. (Halved squares 0.75 to 3.0.)
#[test]
fn single_hinges_are_right_on_equilateral_triangles_only() {
    let hinges = || fabric(("membrane.isotropic", Values::new()), LINEAR.0[0][0]);
    let extremes = |sheet: Sheet| {
        let ratios = cylinders(&mut cloth(sheet, hinges()), &LINEAR);
        ratios.iter().fold([f64::INFINITY, 0.0], |[low, high]: [f64; 2], r| [low.min(*r), high.max(*r)])
    };
    let [low, high] = extremes(equilateral(20, 20, SIDE));
    assert!(low > 0.99 && high < 1.01, "equilateral: {low} {high}");
    let [low, high] = extremes(diagonal(20, 20, SIDE));
    assert!((low - 0.75).abs() < 0.03 && (high - 3.0).abs() < 0.1, "halved squares: {low} {high}");
    let [low, high] = extremes(delaunay(20, 20, SIDE, 1));
    assert!(low > 1.03 && high < 1.6, "Delaunay: {low} {high}");
}

/// K_uu, K_vv, K_uv of z = ½(K_uu u² + K_vv v²) + K_uv uv are what the engine tells, up to the square of the angles.
#[test]
fn a_quadratic_surface_has_its_own_curvature_in_every_triangle() {
    let expected = Curvature { uu: 0.3, vv: -0.2, uv: 0.15 };
    let height = |p: &DVec3| 0.5 * (expected.uu * p.x * p.x + expected.vv * p.y * p.y) + expected.uv * p.x * p.y;
    for (name, sheet) in meshes() {
        let model = cloth(sheet, ANISOTROPIC.fabric());
        let positions: Vec<DVec3> = model.start.iter().map(|p| DVec3::new(p.x, p.y, height(p))).collect();
        let rings = rings(&model);
        let mut scratch = bending::Scratch::new(&model);
        for (rest, found) in model.curvatures.iter().zip(scratch.curvatures(&model, &positions)) {
            if model.triangles[rest.triangle as usize].iter().any(|p| rings[*p as usize] == 0) {
                continue;
            }
            let off = (found.uu - expected.uu).abs() + (found.vv - expected.vv).abs() + (found.uv - expected.uv).abs();
            // Slopes reach 0.05: their squares change curvatures by a thousandth or so.
            assert!(off < 4e-3, "{name}: {found:?}");
        }
    }
}

/// A strip bent along its border is exact up to the border; a free edge takes nothing.
#[test]
fn a_cylinder_along_the_border_is_right_up_to_the_border() {
    let model = cloth(diagonal(20, 8, SIDE), LINEAR.fabric());
    let positions = rolled(&model.start, CURVATURE, 0.0);
    for (rest, found) in model.curvatures.iter().zip(bending::Scratch::new(&model).curvatures(&model, &positions)) {
        let middle =
            model.triangles[rest.triangle as usize].map(|p| model.start[p as usize].x).iter().sum::<f64>() / 3.0;
        if middle > SIDE && middle < 19.0 * SIDE {
            assert!(
                (found.uu / CURVATURE - 1.0).abs() < 0.01 && found.vv.abs() < 0.2 && found.uv.abs() < 0.2,
                "{found:?}"
            );
        }
    }
}

fn tensor_laws() -> Vec<(&'static str, Bending)> {
    let made = BendingLaws::rows().iter().map(|row| (row.id, (row.make)(&Given::from(&Values::new())).unwrap()));
    let mut laws: Vec<_> = made.filter(|(_, law)| law.tensor().is_some()).collect();
    assert!(laws.len() >= 2, "{laws:?}");
    laws.push(("nonlinear", NONLINEAR.law()));
    let hinge = (BendingLaws::find("bend.hinge").unwrap().make)(&Given::from(&Values::new())).unwrap();
    laws.push(("layers", Bending::bonded(ANISOTROPIC.law(), hinge)));
    laws
}

#[test]
fn every_law_of_the_tensor_is_the_convex_gradient_of_its_energy() {
    for (id, law) in tensor_laws() {
        let law = law.tensor().unwrap();
        let curvature = |at: [f64; 3]| Curvature { uu: at[0], vv: at[1], uv: at[2] };
        let (bend, energy) = (|at| law.bend(curvature(at)), |at| law.energy(curvature(at)));
        for at in [[3.0, -7.0, 2.0], [-25.0, 11.0, -9.0], [90.0, 130.0, 61.0], [0.3, 0.2, -0.1]] {
            let here = bend(at);
            for mode in 0..3 {
                let step = 1e-5 * at[mode].abs();
                let moved = |by: f64| {
                    let mut at = at;
                    at[mode] += by;
                    at
                };
                let [behind, ahead] = [moved(-step), moved(step)];
                let moment = (energy(ahead) - energy(behind)) / (2.0 * step);
                let tangent = (bend(ahead).moment[mode] - bend(behind).moment[mode]) / (2.0 * step);
                let scale = here.moment[mode].abs();
                // Energies of the other modes drown some digits of the difference.
                let rounding = 1e-15 * energy(at) / step;
                assert!((here.moment[mode] - moment).abs() < 1e-6 * scale + rounding, "{id} {at:?} {mode}: {moment}");
                assert!((here.tangent[mode] - tangent).abs() < 1e-6 * scale / at[mode].abs(), "{id} {at:?} {mode}");
                assert!(here.tangent[mode] >= 0.0, "{id} {at:?} {mode}");
            }
        }
    }
}

/// Strips along weft, warp and bias show exactly what was measured on them, Pabst's eq. (1).
#[test]
fn strips_show_their_own_moment() {
    for strips in [ANISOTROPIC, NONLINEAR] {
        let law = strips.law();
        for curvature in [-80.0_f64, -3.0, 5.0, 11.9, 12.1, 30.0, 200.0] {
            let half = 0.5 * curvature;
            let at = [[curvature, 0.0, 0.0], [0.0, curvature, 0.0], [half, half, half]];
            for (direction, [uu, vv, uv]) in at.into_iter().enumerate() {
                let at = Curvature { uu, vv, uv };
                let (found, stored) = (law.tensor().unwrap().bend(at), law.tensor().unwrap().energy(at));
                let [moment, energy] = strips.strip(direction, curvature);
                let work = (found.moment[0] * uu + found.moment[1] * vv + found.moment[2] * uv) / curvature;
                assert!((work / moment - 1.0).abs() < 1e-12, "{direction} {curvature}: {work} {moment}");
                assert!((stored / energy - 1.0).abs() < 1e-12, "{direction} {curvature}");
            }
        }
    }
}

#[test]
fn the_linear_factor_multiplies_every_moment() {
    let row = BendingLaws::find("bend.moment-curvature").unwrap();
    let mut numbers = NONLINEAR.values();
    numbers.insert("beta".to_owned(), 0.5);
    let law = (row.make)(&Given::from(&numbers)).unwrap();
    for at in [Curvature { uu: 4.0, vv: 9.0, uv: 1.0 }, Curvature { uu: -60.0, vv: 70.0, uv: 44.0 }] {
        let [half, whole] = [law.tensor().unwrap().bend(at), NONLINEAR.law().tensor().unwrap().bend(at)];
        for mode in 0..3 {
            assert!((half.moment[mode] / whole.moment[mode] - 0.5).abs() < 1e-12, "{mode}");
        }
    }
}

#[test]
fn stiffening_multiplies_energy_triangle_by_triangle() {
    let mut model = cloth(delaunay(8, 8, SIDE, 3), NONLINEAR.fabric());
    let positions = rolled(&model.start, CURVATURE, 0.4);
    let plain = energy(&model, &positions);
    model.stiffening.fill(2.5);
    assert!((energy(&model, &positions) / plain - 2.5).abs() < 1e-12);
    model.stiffening.fill(0.0);
    for triangle in 0..model.triangles.len() {
        model.stiffening[triangle] = 1.0;
    }
    assert!((energy(&model, &positions) / plain - 1.0).abs() < 1e-12);
}

/// A sheet with a fold along the line x = 10 sides.
fn folded(angle: f64, strength: f64) -> Model {
    let mut sheet = diagonal(20, 6, SIDE);
    sheet.folds = vec![FoldLine { points: (70..77).collect(), angle, strength }];
    cloth(sheet, LINEAR.fabric())
}

/// Bent about the fold alone.
fn about_the_fold(model: &Model, angle: f64) -> Vec<DVec3> {
    let fold = 10.0 * SIDE;
    let raised = |p: &DVec3| {
        let beyond = (p.x - fold).max(0.0);
        DVec3::new(p.x.min(fold) + beyond * angle.cos(), p.y, beyond * angle.sin())
    };
    model.start.iter().map(raised).collect()
}

#[test]
fn a_fold_has_its_angle_without_load_and_resists_as_many_times_more() {
    let pressed = folded(1.2, 4.0);
    assert!(pressed.hinges.iter().any(|hinge| hinge.angle == 1.2 && hinge.fold == 4.0));
    let at_rest = energy(&pressed, &about_the_fold(&pressed, 1.2));
    assert!(at_rest < 1e-18, "{at_rest}");
    let (plain, strong) = (folded(0.0, 1.0), folded(0.0, 4.0));
    let bent = about_the_fold(&plain, 0.1);
    let ratio = energy(&strong, &bent) / energy(&plain, &bent);
    assert!((ratio - 4.0).abs() < 1e-9, "{ratio}");
    let ratio = energy(&pressed, &about_the_fold(&pressed, 1.3)) / energy(&strong, &bent);
    assert!((ratio - 1.0).abs() < 1e-9, "{ratio}");
}

/// Two panels sewn along x = 0, the second drawn anywhere, turned by a quarter and, if wanted, with its other side out.
fn sewn(flipped: bool) -> Model {
    let (left, right) = (diagonal(8, 16, SIDE), diagonal(8, 16, SIDE));
    let shift = DVec3::new(8.0 * SIDE, 0.0, 0.0);
    let mut right = Sheet { start: right.start.iter().map(|p| *p + shift).collect(), panel: "right".into(), ..right };
    let turned = |p: &DVec2| if flipped { DVec2::new(0.3 - p.y, 0.1 - p.x) } else { DVec2::new(0.3 - p.y, 0.1 + p.x) };
    right.points = right.points.iter().map(turned).collect();
    if flipped {
        right.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    }
    let first = left.points.len() as u32;
    let pairs: Vec<[u32; 2]> = (0..=16).map(|j| [8 * 17 + j, first + j]).collect();
    let segments = (0..16).map(|j| ([j, j + 1], SIDE)).collect();
    let seam = (SeamTypes::find("seam.plain").unwrap().make)(&Given::from(&Values::new()), Weave::Plain);
    let seam = Stitches { pairs, segments, fold: (0.0, 1.0), elastic: (1.0, 0.0), seam };
    let cut = Cut {
        sheets: vec![left, right],
        seams: vec![seam],
        pins: vec![],
        fabrics: vec![LINEAR.fabric()].into(),
        bodies: vec![].into(),
        settings: quiet(),
    };
    Model::new(&cut, Joined::Sewn)
}

#[test]
fn curvature_runs_across_seams_whichever_way_a_panel_is_drawn() {
    for flipped in [false, true] {
        let ratios = cylinders(&mut sewn(flipped), &LINEAR);
        assert!(ratios.iter().all(|ratio| (ratio - 1.0).abs() < 0.01), "flipped {flipped}: {ratios:?}");
    }
}

#[test]
fn bonded_layers_add_up_whatever_they_act_on() {
    let hinge = |stiffness: f64| fabric(("membrane.isotropic", Values::new()), stiffness).bending;
    let cases = [
        Bending::bonded(Strips([[7.0, 7.0, 0.0]; 3]).law(), hinge(5.0)),
        Bending::bonded(hinge(4.0), Strips([[8.0, 8.0, 0.0]; 3]).law()),
        Bending::bonded(Strips([[2.0, 2.0, 0.0]; 3]).law(), Strips([[10.0, 10.0, 0.0]; 3]).law()),
        Bending::bonded(hinge(3.0), hinge(9.0)),
    ];
    for bending in cases {
        let ratios = cylinders(&mut cloth(equilateral(16, 16, SIDE), Fabric { bending, ..LINEAR.fabric() }), &LINEAR);
        assert!(ratios.iter().all(|ratio| (ratio - 1.0).abs() < 0.01), "{ratios:?}");
    }
}

#[test]
fn limp_cloth_has_no_curvature_to_resist() {
    let limp = Strips([[0.0; 3]; 3]);
    assert!(limp.law().is_limp());
    let model = cloth(diagonal(4, 4, SIDE), limp.fabric());
    assert!(model.hinges.is_empty() && model.curvatures.is_empty());
}

/// Everything that is wrong with a bending law: code, place and value.
fn faults(bending: &serde_json::Value) -> Vec<[String; 3]> {
    let file = serde_json::json!({
        "id": "sample", "name": "Sample", "source": "made up",
        "membrane": { "kind": "membrane.isotropic" }, "bending": bending, "friction": { "kind": "friction.c" },
    });
    let issues = lab::read_fabric(&file.to_string()).err().unwrap_or_default();
    assert!(issues.iter().all(|issue| !issue.cure.is_empty() && !issue.problem.is_empty()), "{issues:?}");
    issues.into_iter().map(|issue| [issue.code, issue.place, issue.value]).collect()
}

#[test]
fn a_law_that_cannot_be_is_refused_with_place_value_and_cure() {
    let law = |parameters: serde_json::Value| serde_json::json!({ "kind": "bend.moment-curvature", "parameters": parameters });
    assert!(faults(&law(serde_json::to_value(NONLINEAR.values()).unwrap())).is_empty());
    let codes = |bending: &serde_json::Value| -> Vec<(String, String)> {
        faults(bending).into_iter().map(|[code, place, _]| (code, place)).collect()
    };
    let at = |code: &str, place: &str| (code.to_owned(), place.to_owned());
    // A negative stiffness.
    let negative = law(serde_json::json!({ "weft_b1_un_m": -3 }));
    assert_eq!(codes(&negative), [at("value.range", "bending.parameters.weft_b1_un_m")]);
    // κ₀ = (9 − 20)/(2·0.5) < 0, and in the warp as well.
    let behind =
        law(serde_json::json!({ "weft_b1_un_m": 20, "weft_c1_un_m2": 0.5, "warp_b2_un_m": 12, "warp_c1_un_m2": -1 }));
    let expected = ["weft", "warp"].map(|name| at("bending.knee", &format!("bending.parameters.{name}_c1_un_m2")));
    assert_eq!(codes(&behind), expected);
    assert_eq!(faults(&behind)[0][2], "0.500000 µN·m²");
    // H = 2·9 − (40 + 9)/2 < 0.
    let twist = law(serde_json::json!({ "weft_b1_un_m": 40, "weft_b2_un_m": 40 }));
    assert_eq!(codes(&twist), [at("bending.twist", "bending")]);
    assert!(faults(&twist)[0][2].starts_with("-6.5"), "{:?}", faults(&twist));
    // Positive at first, negative once the warp has stiffened: 4·9 − 9 − 30.
    let later = law(serde_json::json!({ "warp_b2_un_m": 30, "warp_c1_un_m2": 0.2 }));
    assert_eq!(codes(&later), [at("bending.twist", "bending")]);
    assert!(faults(&later)[0][2].starts_with("-1.5"), "{:?}", faults(&later));
    // A curve that falls.
    let falling = serde_json::json!({
        "kind": "bend.spline",
        "curves": { "warp": { "slope": 10, "segments": [{ "to": 20, "bend": [-150] }] } },
    });
    assert_eq!(codes(&falling), [at("curve.slope-not-positive", "bending.curves.warp")]);
    let soft = serde_json::json!({ "kind": "bend.spline", "curves": { "bias": { "slope": 2 } } });
    assert_eq!(codes(&soft), [at("bending.twist", "bending")]);
}
