//! A body given by its triangles, against brute force, winding numbers and closed forms.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

#[path = "common/solid.rs"]
mod solid;

use glam::DVec3;
use solid::{Mesh, brute_distance, bumpy_torus, cube, needle, random_point, wedge, winding};
use toile::body::mesh::{MeshProblem, MeshShape};
use toile::body::{NO_HINT, Shape};
use toile::math::random::Random;

fn shape((vertices, triangles): &Mesh) -> MeshShape {
    MeshShape::new(vertices.clone(), triangles.clone()).expect("a closed surface")
}

/// Everything that is wrong with a mesh.
fn problems((vertices, triangles): Mesh) -> Vec<MeshProblem> {
    MeshShape::new(vertices, triangles).expect_err("not a solid")
}

/// Random points around a mesh: all over, and close to its surface.
fn points(mesh: &Mesh, count: usize) -> Vec<DVec3> {
    let mut random = Random::new(3);
    let mut points: Vec<DVec3> = (0..count).map(|_| random_point(&mut random, 1.0)).collect();
    for reach in [1e-2, 1e-4, 1e-6] {
        points.extend((0..count).map(|i| mesh.0[i * 7919 % mesh.0.len()] + random_point(&mut random, reach)));
        points.extend((0..count).map(|i| {
            let [a, b, c] = mesh.1[i * 6007 % mesh.1.len()].map(|v| mesh.0[v as usize]);
            let middle = if i % 2 == 0 { (a + b + c) / 3.0 } else { (a + b) / 2.0 };
            middle + random_point(&mut random, reach)
        }));
    }
    points
}

#[test]
fn distance_and_sign_are_those_of_brute_force() {
    for (name, mesh, count) in [
        ("torus", bumpy_torus(60, 30), 60),
        ("cube", cube(0.5), 2000),
        ("needle", needle(), 2000),
        ("wedge", wedge(), 2000),
    ] {
        let shape = shape(&mesh);
        for point in points(&mesh, count) {
            let nearest = shape.nearest(point);
            let wanted = brute_distance(&mesh, point);
            assert!((nearest.distance.abs() - wanted).abs() < 1e-12, "{name} {point}: {nearest:?}, not {wanted}");
            assert!((nearest.normal.length() - 1.0).abs() < 1e-12, "{name} {point}: {nearest:?}");
            let winding = winding(&mesh, point);
            let clear = wanted > 1e-9;
            assert!(!clear || (nearest.distance < 0.0) == (winding > 0.5), "{name} {point}: {nearest:?}, {winding}");
        }
    }
}

#[test]
fn a_hint_changes_nothing_to_the_last_bit() {
    for mesh in [bumpy_torus(60, 30), cube(0.5), needle()] {
        let shape = shape(&mesh);
        let mut hint = NO_HINT;
        // Corners and middles of edges are as near to several triangles.
        let ties =
            mesh.0.iter().copied().chain(mesh.1.iter().map(|t| (mesh.0[t[0] as usize] + mesh.0[t[1] as usize]) / 2.0));
        for point in points(&mesh, 300).into_iter().chain(ties).chain([DVec3::ZERO]) {
            let plain = shape.nearest(point);
            assert_eq!(shape.nearest_hinted(point, &mut hint), plain);
            for hint in [0, mesh.1.len() as u32 / 2, mesh.1.len() as u32 - 1, u32::MAX - 1] {
                assert_eq!(shape.nearest_on(point, Some(hint)).0, plain);
            }
        }
    }
}

#[test]
fn a_cube_has_the_distance_of_its_closed_form() {
    let shape = shape(&cube(0.5));
    let mut random = Random::new(5);
    for _ in 0..5000 {
        let point = random_point(&mut random, 1.5);
        let beyond = point.abs() - DVec3::splat(0.5);
        let wanted = beyond.max(DVec3::ZERO).length() + beyond.max_element().min(0.0);
        let nearest = shape.nearest(point);
        assert!((nearest.distance - wanted).abs() < 1e-14, "{point}: {nearest:?}, not {wanted}");
    }
    let corner = shape.nearest(DVec3::splat(0.5));
    assert_eq!(corner.distance, 0.0);
    assert!((corner.normal - DVec3::ONE.normalize()).length() < 1e-15, "on the corner itself the normal is the mean");
}

#[test]
fn a_fine_sphere_has_nearly_the_distance_of_a_sphere() {
    // A cube's grid blown up: no facet is further inside than h²/8r for sides h.
    let n = 24;
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let index = |p: [i32; 3], vertices: &mut Vec<DVec3>| {
        let point = DVec3::new(p[0].into(), p[1].into(), p[2].into()).normalize();
        let known = vertices.iter().position(|other: &DVec3| other.distance(point) < 1e-9);
        known.unwrap_or_else(|| {
            vertices.push(point);
            vertices.len() - 1
        }) as u32
    };
    for axis in 0..3 {
        for side in [-n, n] {
            for u in 0..n {
                for v in 0..n {
                    let mut at = |u: i32, v: i32| {
                        let mut p = [0; 3];
                        p[axis] = side;
                        p[(axis + 1) % 3] = 2 * u - n;
                        p[(axis + 2) % 3] = 2 * v - n;
                        index(p, &mut vertices)
                    };
                    let [a, b, c, d] = [at(u, v), at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)];
                    let quad = if side > 0 { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] };
                    triangles.extend(quad);
                }
            }
        }
    }
    let shape = MeshShape::new(vertices, triangles).expect("a closed surface");
    let mut random = Random::new(6);
    for _ in 0..2000 {
        let point = random_point(&mut random, 2.0);
        let nearest = shape.nearest(point);
        let off = point.length() - 1.0 - nearest.distance;
        assert!((-2e-3..1e-12).contains(&off), "{point}: {nearest:?} is off by {off}");
    }
}

/// At the sharp edge the nearest triangle's own normal tells the wrong side for one of its two faces.
#[test]
fn thin_wedges_are_told_inside_from_outside() {
    for (name, mesh) in [("wedge", wedge()), ("needle", needle())] {
        let shape = shape(&mesh);
        let mut random = Random::new(7);
        let mut misled = 0;
        for _ in 0..5000 {
            let point = random_point(&mut random, 0.05) + DVec3::Z * if name == "wedge" { 0.5 } else { 0.0 };
            let (nearest, triangle) = shape.nearest_on(point, None);
            let inside = winding(&mesh, point) > 0.5;
            assert_eq!(nearest.distance < 0.0, inside, "{name} {point}: {nearest:?}");
            // What any one of the triangles that are equally near would say.
            for other in &mesh.1 {
                let [a, b, c] = other.map(|i| mesh.0[i as usize]);
                let single = (vec![a, b, c], vec![[0, 1, 2]]);
                if brute_distance(&single, point) <= nearest.distance.abs() + 1e-12 {
                    misled += u32::from(((b - a).cross(c - a).dot(point - a) < 0.0) != inside);
                }
            }
            assert!((triangle as usize) < mesh.1.len());
        }
        assert!(misled > 100, "{name}: the points are no trap, {misled}");
    }
}

#[test]
fn moved_vertices_are_followed() {
    let mesh = bumpy_torus(40, 20);
    let mut moving = shape(&mesh);
    let stretched: Vec<DVec3> =
        mesh.0.iter().map(|p| *p * DVec3::new(1.5, 0.7, 1.0) + DVec3::new(0.3, -0.2, 0.1)).collect();
    moving.moved(&stretched).expect("still a solid");
    let fresh = (stretched, mesh.1.clone());
    let built = shape(&fresh);
    for point in points(&fresh, 100) {
        // The trees differ, what they find does not.
        assert_eq!(moving.nearest(point), built.nearest(point));
    }
    let before = moving.vertices().to_vec();
    let flat: Vec<DVec3> = before.iter().map(|p| DVec3::new(p.x, 0.0, p.z)).collect();
    assert!(moving.moved(&flat).is_err(), "flattened it is no solid");
    assert!(moving.moved(&before[1..]).is_err(), "a vertex is missing");
    assert_eq!(moving.vertices(), before, "it stays as it was");
}

#[test]
fn every_problem_of_a_surface_is_told() {
    let (vertices, triangles) = cube(0.5);
    assert_eq!(problems((vertices.clone(), vec![])), [MeshProblem::Empty]);

    let mut open = triangles.clone();
    open.pop();
    let found = problems((vertices.clone(), open));
    assert_eq!(found.len(), 3, "three edges are open: {found:?}");
    assert!(found.iter().all(|each| matches!(each, MeshProblem::Edge { forth, back, .. } if forth + back == 1)));

    let mut turned = triangles.clone();
    turned[0].swap(0, 1);
    let found = problems((vertices.clone(), turned));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|each| matches!(
        each,
        MeshProblem::Edge { forth: 2, back: 0, .. } | MeshProblem::Edge { forth: 0, back: 2, .. }
    )));

    let inside_out = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let found = problems((vertices.clone(), inside_out));
    assert!(matches!(found[..], [MeshProblem::InsideOut { volume }] if (volume + 1.0).abs() < 1e-14), "{found:?}");

    let mut missing = triangles.clone();
    missing[3][1] = 99;
    assert_eq!(problems((vertices.clone(), missing)), [MeshProblem::NoVertex { triangle: 3, vertex: 99 }]);

    let mut broken = vertices.clone();
    broken[5].y = f64::NAN;
    assert_eq!(problems((broken, triangles.clone())), [MeshProblem::NotFinite { vertex: 5 }]);

    // A vertex laid onto its neighbour: the triangles that hold both have no area.
    let mut folded = vertices.clone();
    folded[1] = folded[0];
    let found = problems((folded, triangles.clone()));
    assert!(!found.is_empty() && found.iter().all(|each| matches!(each, MeshProblem::Degenerate { .. })), "{found:?}");

    // Two cubes that share one corner.
    let second: Vec<DVec3> = vertices.iter().map(|p| *p + DVec3::ONE).collect();
    let place = |i: u32| if i == 0 { 7 } else { i + 7 };
    let both = [triangles.clone(), triangles.iter().map(|t| t.map(place)).collect()].concat();
    let all = [vertices, second[1..].to_vec()].concat();
    assert_eq!(problems((all, both)), [MeshProblem::Pinched { vertex: 7 }]);

    for problem in [
        MeshProblem::Empty,
        MeshProblem::Edge { vertices: [1, 2], forth: 1, back: 0 },
        MeshProblem::Edge { vertices: [1, 2], forth: 2, back: 1 },
        MeshProblem::InsideOut { volume: -1.0 },
        MeshProblem::Count { found: 1, wanted: 2 },
    ] {
        assert!(problem.to_string().len() > 15);
    }
}

#[test]
fn two_solids_in_one_mesh_are_both_solid() {
    let (vertices, triangles) = cube(0.5);
    let far: Vec<DVec3> = vertices.iter().map(|p| *p + DVec3::X * 3.0).collect();
    let shifted: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|i| i + 8)).collect();
    let shape = MeshShape::new([vertices, far].concat(), [triangles, shifted].concat()).expect("closed");
    assert_eq!(shape.nearest(DVec3::ZERO).distance, -0.5);
    assert_eq!(shape.nearest(DVec3::X * 3.0).distance, -0.5);
    assert_eq!(shape.nearest(DVec3::X * 1.25).distance, 0.75);
}
