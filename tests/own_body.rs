//! Bodies from files: what is mended, what is refused, and a garment on one.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

#[path = "common/solid.rs"]
mod solid;

use glam::{DVec2, DVec3};
use serde_json::json;
use solid::{Mesh, cube, random_point, torus, winding};
use std::f64::consts::PI;
use toile::Drape;
use toile::body::mesh::{Known, Mended, Mending, MeshProblem, MeshShape, Unfit, mend};
use toile::body::{Assets, Shape};
use toile::document::{self, Body, Document, Placement};
use toile::garment::{FileSurface, figure, garment, made_to_measure, own_body, put_on_own_body};
use toile::math::random::Random;
use toile::row::Values;

/// A sphere of unit diameter about the origin, of triangles between rings.
fn sphere() -> Mesh {
    let (rings, around) = (24, 48);
    let mut vertices = vec![DVec3::Y * 0.5, DVec3::NEG_Y * 0.5];
    let mut triangles = Vec::new();
    let at = |ring: u32, k: u32| 2 + (ring - 1) * around + k % around;
    for ring in 1..rings {
        let polar = PI * f64::from(ring) / f64::from(rings);
        for k in 0..around {
            let turn = 2.0 * PI * f64::from(k) / f64::from(around);
            vertices.push(0.5 * DVec3::new(polar.sin() * turn.cos(), polar.cos(), -polar.sin() * turn.sin()));
            if ring + 1 < rings {
                let [a, b, c, d] = [at(ring, k), at(ring + 1, k), at(ring + 1, k + 1), at(ring, k + 1)];
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    for k in 0..around {
        triangles.extend([[0, at(1, k), at(1, k + 1)], [1, at(rings - 1, k + 1), at(rings - 1, k)]]);
    }
    (vertices, triangles)
}

fn mended((vertices, triangles): &Mesh) -> Mended {
    mend(vertices, triangles, Known::default()).unwrap_or_else(|unfit| panic!("{unfit:?}"))
}

fn refused((vertices, triangles): &Mesh) -> Vec<Unfit> {
    mend(vertices, triangles, Known::default()).expect_err("not a body")
}

/// By the solid angles of its triangles, which shares nothing with the code: 1 inside, 0 outside.
fn is_solid(found: &Mended, inside: DVec3) {
    let mesh = (found.vertices.clone(), found.triangles.clone());
    assert!((winding(&mesh, inside) - 1.0).abs() < 1e-9);
    assert!(winding(&mesh, DVec3::new(5.0, 0.1, 0.2)).abs() < 1e-9);
    MeshShape::new(mesh.0, mesh.1).expect("a solid");
}

fn moved((vertices, triangles): &Mesh, by: impl Fn(DVec3) -> DVec3) -> Mesh {
    (vertices.iter().map(|point| by(*point)).collect(), triangles.clone())
}

/// Both in one file.
fn both(a: &Mesh, b: &Mesh) -> Mesh {
    let first = a.0.len() as u32;
    let shifted = b.1.iter().map(|triangle| triangle.map(|vertex| vertex + first));
    (a.0.iter().chain(&b.0).copied().collect(), a.1.iter().copied().chain(shifted).collect())
}

/// A cube that stands on the floor, one metre high: nothing is to be mended.
fn standing() -> Mesh {
    moved(&cube(0.5), |point| point + 0.5 * DVec3::Y)
}

#[test]
fn a_sound_body_is_left_as_it_is() {
    let found = mended(&standing());
    assert_eq!(found.mendings, []);
    assert_eq!(found.triangles.len(), 12);
    is_solid(&found, DVec3::new(0.1, 0.4, 0.1));
}

#[test]
fn a_cube_with_holes_is_refused_with_every_hole() {
    let (vertices, mut triangles) = standing();
    // The left and right faces, two triangles each: rims of four edges of a metre.
    triangles.drain(0..4);
    let found = refused(&(vertices, triangles));
    let hole = |x: f64| Unfit::Hole { edges: 4, around: 4.0, near: DVec3::new(x, 0.5, 0.0) };
    assert_eq!(found.len(), 2);
    assert!(found.contains(&hole(-0.5)) && found.contains(&hole(0.5)), "{found:?}");
}

#[test]
fn an_inverted_sphere_is_turned() {
    let (vertices, triangles) = moved(&sphere(), |point| point + 0.5 * DVec3::Y);
    let inverted: Mesh = (vertices, triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect());
    let found = mended(&inverted);
    assert_eq!(found.mendings, [Mending::Inverted { shells: 1 }]);
    is_solid(&found, DVec3::new(0.0, 0.5, 0.0));
    let shape = MeshShape::new(found.vertices, found.triangles).unwrap();
    // Chords of rings 7.5° apart lie up to 0.5 (1 − cos 3.75° cos 3.75°) = 2.2 mm inside the sphere.
    let centre = shape.nearest(DVec3::new(0.0, 0.5, 0.0)).distance;
    assert!((-0.5..-0.4975).contains(&centre), "{centre}");
}

#[test]
fn millimetres_centimetres_and_decimetres_are_known_by_the_height() {
    for (unit, name) in [(1000.0, "millimetres"), (100.0, "centimetres"), (10.0, "decimetres")] {
        let found = mended(&moved(&standing(), |point| 1.7 * unit * point));
        let [Mending::Scaled { from, height }] = found.mendings[..] else { panic!("{:?}", found.mendings) };
        assert_eq!(from, name);
        assert!((height - 1.7).abs() < 1e-12);
        is_solid(&found, DVec3::new(0.0, 1.6, 0.0));
    }
    // Told that they are metres, 1700 of them are refused.
    let (vertices, triangles) = moved(&standing(), |point| 1700.0 * point);
    let told = mend(&vertices, &triangles, Known { unit: Some(1.0), z_up: None });
    assert_eq!(told, Err(vec![Unfit::Height { height: 1700.0 }]));
}

#[test]
fn a_body_with_z_up_is_turned_upright() {
    // 1.8 m high, its front, where it is nearest to the floor's middle, towards −y as modellers with z up have it.
    let figure = moved(&cube(0.5), |p| DVec3::new(0.5 * p.x, 0.3 * p.y, 1.8 * (p.z + 0.5)));
    let found = mended(&figure);
    assert_eq!(found.mendings, [Mending::Upright]);
    for (old, new) in figure.0.iter().zip(&found.vertices) {
        assert!(found.vertices.contains(&DVec3::new(old.x, old.z, -old.y)), "{old} became {new}");
    }
    is_solid(&found, DVec3::new(0.0, 1.7, 0.0));
    // Told that y is up, it lies.
    let lying = mend(&figure.0, &figure.1, Known { unit: None, z_up: Some(false) }).unwrap();
    assert!(!lying.mendings.contains(&Mending::Upright));
}

#[test]
fn it_is_put_onto_the_middle_of_the_floor() {
    let found = mended(&moved(&standing(), |point| point + DVec3::new(3.0, -0.25, 7.0)));
    assert_eq!(found.mendings, [Mending::Moved { by: DVec3::new(-3.0, 0.25, -7.0) }]);
    is_solid(&found, DVec3::new(0.0, 0.5, 0.0));
}

#[test]
fn corners_that_each_face_has_for_itself_are_welded() {
    let (vertices, triangles) = standing();
    // As written by modellers that keep normals per face, and a hundredth of a millimetre inexact.
    let apart: Mesh = (
        triangles
            .iter()
            .flatten()
            .enumerate()
            .map(|(k, v)| vertices[*v as usize] + 1e-5 * (k % 2) as f64 * DVec3::X)
            .collect(),
        (0..12).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
    );
    let found = mended(&apart);
    assert_eq!(found.mendings, [Mending::Welded { count: 36 - 8 }]);
    assert_eq!(found.vertices.len(), 8);
    is_solid(&found, DVec3::new(0.0, 0.5, 0.0));
}

#[test]
fn stray_triangles_are_turned_or_left_out() {
    let (vertices, mut triangles) = standing();
    triangles[5].swap(0, 1);
    triangles.extend([[0, 0, 1], triangles[3], [2, 3, 2]]);
    let found = mended(&(vertices, triangles));
    assert_eq!(found.mendings, [Mending::Dropped { count: 3 }, Mending::Turned { count: 1 }]);
    is_solid(&found, DVec3::new(0.0, 0.5, 0.0));
}

#[test]
fn shells_inside_others_are_left_out_and_others_told() {
    let eye = moved(&torus([0.1, 0.02], 24, 12), |point| point + DVec3::new(0.2, 0.8, 0.2));
    let found = mended(&both(&standing(), &eye));
    assert_eq!(found.mendings, [Mending::Enclosed { shells: 1 }]);
    assert_eq!(found.triangles.len(), 12);
    let beside = moved(&standing(), |point| point + 2.0 * DVec3::X);
    let found = mended(&both(&standing(), &beside));
    assert_eq!(found.mendings, [Mending::Moved { by: DVec3::new(-1.0, 0.0, 0.0) }, Mending::Several { shells: 2 }]);
    is_solid(&found, DVec3::new(-1.0, 0.5, 0.0));
}

#[test]
fn walls_inside_and_surfaces_without_sides_are_refused() {
    // A wall through the cube along a diagonal that is no edge of its faces is not; along one that is, four triangles meet.
    let (vertices, mut triangles) = standing();
    triangles.extend([[0, 5, 7], [0, 7, 2]]);
    let found = refused(&(vertices, triangles));
    assert!(matches!(found[..], [Unfit::Branched { .. }, ..]), "{found:?}");
    // The projective plane of six vertices: every edge has two triangles, and there is no outside.
    let faces =
        [[1, 2, 3], [1, 3, 4], [1, 4, 5], [1, 5, 6], [1, 2, 6], [2, 3, 5], [3, 4, 6], [2, 4, 5], [3, 5, 6], [2, 4, 6]];
    let mut random = Random::new(4);
    let plane: Mesh = (
        (0..6).map(|_| random_point(&mut random, 0.5)).collect(),
        faces.map(|face: [u32; 3]| face.map(|v| v - 1)).to_vec(),
    );
    assert!(matches!(refused(&plane)[..], [Unfit::OneSided { .. }]));
}

#[test]
fn heights_of_no_body_and_nothing_at_all_are_refused() {
    let flat = moved(&standing(), |point| point * DVec3::new(1.0, 1e-3, 1e-3));
    assert!(matches!(refused(&flat)[..], [Unfit::Height { .. }]));
    assert_eq!(refused(&(vec![], vec![])), [Unfit::Solid(MeshProblem::Empty)]);
    // Four corners in a plane have edges but no inside.
    let sheet: Mesh = (
        vec![DVec3::ZERO, DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::new(0.5, 0.3, 0.0)],
        vec![[0, 1, 3], [1, 2, 3], [2, 0, 3], [0, 2, 1]],
    );
    assert!(refused(&sheet).iter().all(|unfit| matches!(unfit, Unfit::Solid(_))));
}

/// Whatever triangles come: a solid, or reasons.
#[test]
fn chance_never_breaks_it() {
    let mut random = Random::new(9);
    let mut solids = 0;
    for round in 0..400 {
        let count = 4 + round % 9;
        let vertices: Vec<DVec3> = (0..count).map(|_| random_point(&mut random, 0.8)).collect();
        let mut pick = || (((random.signed() + 1.0) / 2.0 * f64::from(count)) as u32).min(count - 1);
        let mut triangles: Vec<[u32; 3]> = (0..3 * count).map(|_| [pick(), pick(), pick()]).collect();
        if round % 2 == 0 && count >= 8 {
            // A cube whose triangles face anywhere, some of them missing or twice.
            triangles =
                cube(1.0).1.into_iter().map(|[a, b, c]| if pick() % 2 == 0 { [a, b, c] } else { [b, a, c] }).collect();
            let chosen = triangles[pick() as usize];
            match round % 6 {
                0 => triangles.push(chosen),
                2 => drop(triangles.pop()),
                _ => {}
            }
        }
        let vertices = if round % 4 == 0 && count >= 8 { cube(0.4).0 } else { vertices };
        solids += match mend(&vertices, &triangles, Known::default()) {
            Ok(found) => MeshShape::new(found.vertices, found.triangles).map(|_| 1).expect("a solid"),
            Err(unfit) => i32::from(unfit.is_empty()) * -1000,
        };
    }
    assert!((30..400).contains(&solids), "{solids} of 400 were solids");
}

fn body_of((vertices, triangles): &Mesh) -> Body {
    let vertices: Vec<[f64; 3]> = vertices.iter().map(|point| point.to_array()).collect();
    let surface = FileSurface { name: "figure", vertices: &vertices, triangles };
    own_body(surface, Known::default()).unwrap_or_else(|issues| panic!("{issues:#?}")).0
}

fn worn(id: &str) -> Document {
    let (row, figure) = (garment(id, "").unwrap(), figure("woman-88", "").unwrap());
    made_to_measure(row, &Values::new(), figure, Assets::built_in()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

fn on(mut document: Document, mesh: &Mesh) -> Document {
    put_on_own_body(&mut document, body_of(mesh), Assets::built_in()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    // What is saved is what was made.
    let again = document::read(&document::write(&document)).unwrap_or_else(|issues| panic!("{issues:#?}"));
    assert_eq!(again, document);
    document
}

#[test]
fn a_tablecloth_falls_over_it() {
    let stool = moved(&sphere(), |point| 0.6 * (point + 0.5 * DVec3::Y));
    let mut document = on(worn("garment.tablecloth"), &stool);
    document.panels[0].mesh.size_mm = 40.0;
    assert!(document.made_to_measure.is_none());
    let mut drape = Drape::new(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
    for _ in 0..100 {
        assert!(drape.step().halted.is_none());
    }
    let report = drape.report();
    assert!(report.body_penetration_max_mm < 0.5, "{} mm", report.body_penetration_max_mm);
    assert_eq!(report.self_intersections, 0);
    // It lies on the top, 60 cm above the floor, and hangs down beside it.
    let heights = || drape.state().positions.iter().map(|point| point.y);
    let (low, high) = (heights().fold(f64::INFINITY, f64::min), heights().fold(0.0, f64::max));
    assert!((0.599..0.61).contains(&high) && low < 0.45, "from {low} to {high}");
}

/// Panels that lay around the mannequin stand flat before and behind the new body, as they faced, and clear of it.
#[test]
fn a_skirt_is_taken_from_the_mannequin_onto_it() {
    let figure = moved(&sphere(), |point| (point + 0.5 * DVec3::Y) * DVec3::new(0.4, 1.7, 0.3));
    let document = on(worn("garment.a-line-skirt"), &figure);
    let bodies = toile::cloth::bodies(&document).unwrap();
    assert_eq!(document.bodies[0].id, "mannequin");
    let mut sides = Vec::new();
    for (index, panel) in document.panels.iter().enumerate() {
        assert!(matches!(panel.placement, Placement::Free { .. }), "{:?}", panel.placement);
        let corners: Vec<_> = panel.outline.iter().map(|edge| DVec2::from_array(edge.from_mm) * 1e-3).collect();
        for start in toile::cloth::start_of(panel, index, &bodies, &corners).unwrap() {
            assert!(bodies[0].shape.nearest(start).distance > 0.007, "{} {start}", panel.id);
        }
        let axes = [DVec2::ZERO, DVec2::X, DVec2::Y];
        let axes = toile::cloth::start_of(panel, index, &bodies, &axes).unwrap();
        let faces = (axes[1] - axes[0]).cross(axes[2] - axes[0]);
        sides.push((panel.id.clone(), faces.z > 0.0));
    }
    for (id, towards_front) in [("front", true), ("back", false)] {
        assert!(sides.contains(&(id.to_owned(), towards_front)), "{sides:?}");
    }
    Drape::new(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
}

/// What is not a solid is refused when a document is read, so that it never reaches the distance.
#[test]
fn a_document_with_a_broken_mesh_is_refused() {
    let document = on(worn("garment.tablecloth"), &standing());
    let value = serde_json::to_value(&document).unwrap();
    let issues = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = value.clone();
        change(&mut value["bodies"][0]);
        let issues = document::read(&value.to_string()).expect_err("broken");
        assert!(issues.iter().all(|issue| issue.place.starts_with("bodies[0]")), "{issues:#?}");
        issues.into_iter().map(|issue| issue.code).collect::<Vec<_>>()
    };
    assert_eq!(issues(&|body| body["mesh"]["triangles"] = json!([])), ["body.mesh"]);
    assert_eq!(issues(&|body| body["mesh"]["triangles"][0] = json!([0, 1, 99])), ["body.mesh"]);
    assert!(issues(&|body| body["mesh"]["triangles"][0] = json!([0, 0, 1])).len() >= 3);
    assert_eq!(issues(&|body| drop(body["mesh"]["triangles"].as_array_mut().unwrap().pop())).len(), 3);
    assert_eq!(issues(&|body| body["mesh"]["triangles"][0] = json!([0, -1, 2])), ["value.range"]);
    let huge = issues(&|body| body["mesh"]["vertices_mm"][0] = json!([1e300, -1e300, 1e300]));
    assert!(huge.iter().all(|code| code == "body.mesh"), "{huge:?}");
    assert_eq!(issues(&|body| drop(body.as_object_mut().unwrap().remove("mesh"))), ["body.mesh-missing"]);
    assert_eq!(issues(&|body| body["shape"] = json!({"kind": "body.sphere"})), ["body.mesh-unused"]);
}
