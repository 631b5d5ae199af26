//! Shapes of the table against closed forms and finite differences; bodies that move.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

#[path = "common/document.rs"]
mod document;
#[path = "common/solid.rs"]
mod solid;

use document::{garment, issues};
use glam::{DMat3, DVec3, Vec3};
use serde_json::json;
use solid::{bumpy_torus, random_point};
use std::f64::consts::PI;
use toile::body::Assets;
use toile::body::mesh::MeshShape;
use toile::body::motion::{Motion, Motions, Pose};
use toile::body::{NO_HINT, Nearest, Shape, Shapes};
use toile::cloth::Body;
use toile::math::random::Random;
use toile::row::{Table, Values};

fn values(pairs: &[(&str, f64)]) -> Values {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

fn shape(kind: &str, numbers: &[(&str, f64)]) -> Box<dyn Shape> {
    (Shapes::find(kind).expect("a row").make)(&values(numbers))
}

fn motion(kind: &str, numbers: &[(&str, f64)]) -> Box<dyn Motion> {
    (Motions::find(kind).expect("a row").make)(&values(numbers))
}

const TILTED: &[(&str, f64)] = &[("tilt_deg", 20.0), ("turn_deg", 35.0), ("rounding_mm", 40.0), ("x_mm", 100.0)];
const SLANTED: &[(&str, f64)] = &[("from_x_mm", -300.0), ("to_z_mm", 150.0), ("radius_mm", 90.0)];

/// Every row with its defaults, those with angles also askew, and a mesh.
fn shapes() -> Vec<(String, Box<dyn Shape>)> {
    let mut all: Vec<(String, Box<dyn Shape>)> =
        Shapes::rows().iter().map(|row| (row.id.to_owned(), (row.make)(&Values::new()))).collect();
    // Mannequins are made of data, and their distance is a field's: `tests/mannequin.rs` holds it against the exact one.
    // A body of one's own is made of the document's triangles; a mesh of them is below.
    all.retain(|(_, shape)| shape.equipped(&Assets::default()).is_none() && shape.of_triangles(&[], &[]).is_none());
    all.push(("tilted box".into(), shape("body.box", TILTED)));
    all.push(("sharp box".into(), shape("body.box", &[("rounding_mm", 0.0)])));
    all.push(("slanted capsule".into(), shape("body.capsule", SLANTED)));
    all.push((
        "level capsule".into(),
        shape("body.capsule", &[("from_y_mm", 0.0), ("to_y_mm", 0.0), ("from_z_mm", 400.0)]),
    ));
    let (vertices, triangles) = bumpy_torus(60, 30);
    all.push(("mesh".into(), Box::new(MeshShape::new(vertices, triangles).expect("closed"))));
    all
}

/// Checks unit normals and that they are the gradient of the distance, leaving out places where it has a kink or bends
/// within 3 mm, too sharply for the step.
fn check_gradient(name: &str, nearest: impl Fn(DVec3) -> Nearest) {
    let mut random = Random::new(11);
    let (mut kinks, count, h) = (0, 2000, 1e-6);
    for _ in 0..count {
        let point = random_point(&mut random, 0.8);
        let normal = nearest(point).normal;
        assert!((normal.length() - 1.0).abs() < 1e-12, "{name} at {point}: {normal} is no unit vector");
        let steps = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| [nearest(point + axis * h), nearest(point - axis * h)]);
        if steps.iter().flatten().any(|near| near.normal.dot(normal) < 1.0 - 4e-8) {
            kinks += 1;
            continue;
        }
        let gradient = steps.map(|[up, down]| (up.distance - down.distance) / (2.0 * h));
        assert!(
            (DVec3::from_array(gradient) - normal).length() < 1e-7,
            "{name} at {point}: {gradient:?}, not {normal}"
        );
    }
    assert!(kinks < count / 50, "{name}: {kinks} kinks");
}

#[test]
fn normals_are_unit_gradients_of_the_distance() {
    for (name, shape) in shapes() {
        check_gradient(&name, |point| shape.nearest(point));
    }
}

#[test]
fn a_capsule_has_the_distance_of_its_segment() {
    let capsule = shape("body.capsule", SLANTED);
    let (from, to) = (DVec3::new(-0.3, -0.2, 0.0), DVec3::new(0.0, 0.2, 0.15));
    let mut random = Random::new(12);
    for _ in 0..2000 {
        let point = random_point(&mut random, 1.0);
        // The nearest of many points of the segment, to second order in their spacing.
        let wanted =
            (0..=20000).map(|i| from.lerp(to, f64::from(i) / 20000.0).distance(point)).fold(f64::INFINITY, f64::min);
        let found = capsule.nearest(point).distance + 0.09;
        assert!(found <= wanted + 1e-12 && wanted - found < 1e-7, "{point}: {found}, not {wanted}");
    }
    assert_eq!(capsule.nearest(to).distance, -0.09);
    let ball = shape("body.capsule", &[("from_y_mm", 0.0), ("to_y_mm", 0.0), ("radius_mm", 300.0)]);
    let sphere = shape("body.sphere", &[]);
    for _ in 0..100 {
        let point = random_point(&mut random, 1.0);
        assert!((ball.nearest(point).distance - sphere.nearest(point).distance).abs() < 1e-15);
    }
}

#[test]
fn a_box_is_exact_inside_and_out() {
    // 0.6 × 0.4 × 0.6 with edges of 0.05.
    let block = shape("body.box", &[("rounding_mm", 50.0)]);
    let close = |at: [f64; 3], wanted: f64, normal: [f64; 3]| {
        let found = block.nearest(DVec3::from_array(at));
        assert!((found.distance - wanted).abs() < 1e-15, "{at:?}: {found:?}");
        assert!((found.normal - DVec3::from_array(normal).normalize()).length() < 1e-12, "{at:?}: {found:?}");
    };
    close([0.0, 0.5, 0.0], 0.3, [0.0, 1.0, 0.0]);
    close([0.1, -0.3, 0.1], 0.1, [0.0, -1.0, 0.0]);
    close([0.0, 0.0, 0.0], -0.2, [0.0, 1.0, 0.0]);
    close([-0.29, 0.0, 0.0], -0.01, [-1.0, 0.0, 0.0]);
    close([0.0, 0.0, 0.2], -0.1, [0.0, 0.0, 1.0]);
    // Beyond an edge and a corner of the smaller box, 0.25 × 0.15 × 0.25.
    close([0.25 + 0.3, 0.15 + 0.4, 0.0], 0.45, [3.0, 4.0, 0.0]);
    close([0.25 + 0.02, 0.15 + 0.02, -0.25 - 0.01], -0.02, [2.0, 2.0, -1.0]);
    // A sharp box tilted by 30°: its top is an inclined plane.
    let numbers = [("tilt_deg", 30.0), ("rounding_mm", 0.0), ("width_mm", 2000.0), ("depth_mm", 2000.0)];
    let incline = shape("body.box", &numbers);
    let normal = DVec3::new(-0.5, 0.75_f64.sqrt(), 0.0);
    let found = incline.nearest(normal * 0.25);
    assert!((found.distance - 0.05).abs() < 1e-15 && (found.normal - normal).length() < 1e-15, "{found:?}");
}

#[test]
fn surfaces_lie_on_the_shape_and_enclose_its_volume() {
    let volumes = [
        ("body.sphere", 4.0 / 3.0 * PI * 0.027),
        ("body.capsule", PI * 0.0036 * (0.4 + 4.0 / 3.0 * 0.06)),
        ("sharp box", 0.6 * 0.4 * 0.6),
        // Steiner's formula for the box 0.52 × 0.32 × 0.52 and a ball of 0.04.
        (
            "tilted box",
            0.52 * 0.32 * 0.52
                + 0.04 * 2.0 * (2.0 * 0.52 * 0.32 + 0.52 * 0.52)
                + PI * 0.0016 * (0.52 + 0.32 + 0.52)
                + 4.0 / 3.0 * PI * 6.4e-5,
        ),
    ];
    let mut checked = 0;
    for (name, shape) in shapes() {
        let surface = shape.surface();
        let point = |list: &[f32], index: u32| Vec3::from_slice(&list[3 * index as usize..]).as_dvec3();
        let count = surface.positions.len() as u32 / 3;
        assert_eq!(surface.normals.len(), surface.positions.len(), "{name}");
        for index in 0..count {
            let nearest = shape.nearest(point(&surface.positions, index));
            assert!(nearest.distance.abs() < 1e-6, "{name}: point {index} is off by {}", nearest.distance);
            assert!((point(&surface.normals, index).length() - 1.0).abs() < 1e-6, "{name}");
        }
        let mut volume = 0.0;
        for triangle in surface.indices.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|i| point(&surface.positions, triangle[i]));
            let normal = (b - a).cross(c - a);
            assert!(normal.length() > 0.0, "{name}: a triangle without area");
            let mean: DVec3 = triangle.iter().map(|i| point(&surface.normals, *i)).sum();
            assert!(normal.dot(mean) > 0.0, "{name}: a triangle faces inwards");
            volume += a.dot(b.cross(c)) / 6.0;
        }
        if let Some((_, wanted)) = volumes.iter().find(|(row, _)| *row == name) {
            checked += 1;
            assert!((volume / wanted - 1.0).abs() < 5e-3, "{name}: {volume} m³, not {wanted}");
        }
    }
    assert_eq!(checked, volumes.len());
}

#[test]
fn panels_are_put_on_the_surface_with_their_right_side_out() {
    for (name, shape) in shapes() {
        for (place, frame) in shape.arrangement() {
            let axes = DMat3::from_cols(frame.right, frame.up, frame.out);
            assert!(
                (axes.transpose() * axes - DMat3::IDENTITY).to_cols_array().iter().all(|x| x.abs() < 1e-12),
                "{name}"
            );
            assert!((axes.determinant() - 1.0).abs() < 1e-12, "{name} {place}: mirrored");
            if name == "mesh" {
                continue; // Its places are on the box around it.
            }
            let nearest = shape.nearest(frame.origin + frame.out * 0.01);
            assert!((nearest.distance - 0.01).abs() < 1e-12, "{name} {place}: {nearest:?}");
            assert!((nearest.normal - frame.out).length() < 1e-9, "{name} {place}: {nearest:?}");
        }
    }
}

#[test]
fn numbers_of_a_shape_that_do_not_go_together_are_an_issue() {
    let numbers = json!({"kind": "body.box", "parameters": {"height_mm": 100, "rounding_mm": 60}});
    let found = issues(garment(), |v| v["bodies"][0]["shape"] = numbers);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].code.as_str(), found[0].value.as_str()), ("body.shape", "60"));
    assert_eq!(found[0].place, "bodies[0].shape.parameters.rounding_mm");
    let mut round = garment();
    round["bodies"][0]["shape"] = json!({"kind": "body.box", "parameters": {"height_mm": 100, "rounding_mm": 50}});
    assert!(document::read(&round).is_ok(), "half of the height is in order");
}

fn travelling() -> Box<dyn Motion> {
    let numbers = [("velocity_x_m_per_s", 0.5), ("acceleration_y_m_per_s2", 2.0), ("delay_s", 1.0)];
    motion("motion.travel", &numbers)
}

fn turning() -> Box<dyn Motion> {
    let numbers = [("speed_deg_per_s", 90.0), ("x_mm", 200.0), ("z_mm", -100.0), ("delay_s", 0.5)];
    motion("motion.turn", &numbers)
}

#[test]
fn poses_are_rigid_and_begin_where_the_document_says() {
    for row in Motions::rows() {
        let motion = (row.make)(&Values::new());
        assert_eq!(motion.pose(0.0), Pose::IDENTITY, "{}", row.id);
    }
    for motion in [travelling(), turning()] {
        assert_eq!(motion.pose(0.4), Pose::IDENTITY, "before the delay is over nothing moves");
        for time in [0.7, 1.3, 5.0, 12.3] {
            let pose = motion.pose(time);
            let error = pose.turn.transpose() * pose.turn - DMat3::IDENTITY;
            assert!(error.to_cols_array().iter().all(|x| x.abs() < 1e-15));
            let point = DVec3::new(0.3, -0.2, 0.5);
            assert!((pose.back(pose.apply(point)) - point).length() < 1e-12);
        }
    }
    assert!(motion("motion.still", &[]).is_still() && !turning().is_still());
}

#[test]
fn motions_follow_their_closed_forms() {
    // 2 s after the delay: 0.5·2 along x, ½·2·2² upwards.
    assert_eq!(travelling().pose(3.0).apply(DVec3::ZERO), DVec3::new(1.0, 4.0, 0.0));
    // A quarter turn, counter-clockwise from above, takes the front (z) to the left (x).
    let quarter = turning().pose(1.5);
    let axis = DVec3::new(0.2, 0.0, -0.1);
    assert!((quarter.apply(axis + DVec3::Z) - (axis + DVec3::X)).length() < 1e-15);
    assert!((quarter.apply(axis + DVec3::Y) - (axis + DVec3::Y)).length() < 1e-15);
    // Whole turns leave nothing, and an accelerated turn covers ½·α·t².
    assert_eq!(turning().pose(0.5 + 4000.0).turn, DMat3::IDENTITY);
    let faster = motion("motion.turn", &[("speed_deg_per_s", 0.0), ("acceleration_deg_per_s2", 45.0)]);
    assert!((faster.pose(2.0).apply(DVec3::Z) - DVec3::X).length() < 1e-15);
}

#[test]
fn a_moving_body_is_where_its_motion_takes_it() {
    let mut ball = Body::still("ball", shape("body.sphere", &[]));
    assert_eq!(ball.placed(5.0).nearest(DVec3::Y), ball.shape.nearest(DVec3::Y), "a still body is asked as it is");
    ball.motion = travelling();
    let centre = DVec3::new(1.0, 4.0, 0.0);
    let nearest = ball.placed(3.0).nearest(centre + DVec3::Z);
    assert!((nearest.distance - 0.7).abs() < 1e-15 && (nearest.normal - DVec3::Z).length() < 1e-15, "{nearest:?}");

    for make in [travelling, turning] {
        let mut block = Body::still("block", shape("body.box", TILTED));
        block.motion = make();
        let placed = block.placed(1.1);
        check_gradient("moving box", |point| placed.nearest(point));
        let mut hint = NO_HINT;
        assert_eq!(placed.nearest_hinted(DVec3::ONE, &mut hint), placed.nearest(DVec3::ONE));
        // A point fixed to the body keeps its distance.
        let point = DVec3::new(0.4, 0.1, 0.2);
        let later = block.passage(1.1, 2.7).apply(point, NO_HINT);
        let [before, after] = [placed.nearest(point), block.placed(2.7).nearest(later)];
        assert!((before.distance - after.distance).abs() < 1e-14);
        assert!((block.passage(2.7, 1.1).apply(later, NO_HINT) - point).length() < 1e-14, "and goes back the same way");
    }
}

#[test]
fn the_surface_moves_under_the_cloth_at_its_own_speed() {
    let mut disc = Body::still("disc", shape("body.sphere", &[]));
    let point = DVec3::new(0.5, 0.3, 0.2);
    assert_eq!(disc.passage(0.0, 9.0).apply(point, NO_HINT), point);
    disc.motion = turning();
    let speed_of = |disc: &Body| {
        let h = 1e-5;
        let [after, before] = [h, -h].map(|h| disc.passage(2.0, 2.0 + h).apply(point, NO_HINT));
        (after - before) / (2.0 * h)
    };
    let speed = speed_of(&disc);
    let wanted = (DVec3::Y * PI / 2.0).cross(point - DVec3::new(0.2, 0.0, -0.1));
    assert!((speed - wanted).length() < 1e-9, "{speed}, not {wanted}");
    disc.motion = travelling();
    let speed = speed_of(&disc);
    assert!((speed - DVec3::new(0.5, 2.0, 0.0)).length() < 1e-9, "{speed}");
}
