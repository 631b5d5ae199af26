//! The mannequins: sizes, poses, motions, distances. They need the baked bodies: `scripts/setup.sh bodies`.

#![cfg(not(target_arch = "wasm32"))]

use glam::DVec3;
use std::sync::{Arc, OnceLock};
use toile::body::mannequin::{Mannequin, Mannequins, motions, poses};
use toile::body::mesh::MeshShape;
use toile::body::{Assets, Landmark, Measurements, MeasurementsCm, Miss, NO_HINT, PartId, SIZES, Shape, Shapes, Size};
use toile::cloth::Body;
use toile::contact::brute_force::crossings;
use toile::math::random::Random;
use toile::row::{Table, Values};

fn mannequins() -> &'static Arc<Mannequins> {
    Assets::built_in().mannequins().expect("run `scripts/setup.sh bodies` before the tests")
}

/// Every figure of the tables, fitted once for all tests.
fn figures() -> &'static [Mannequin] {
    static FIGURES: OnceLock<Vec<Mannequin>> = OnceLock::new();
    let fit = |size: &Size| mannequins().fitted(size.figure, &Measurements::from(size.measurements));
    FIGURES.get_or_init(|| SIZES.iter().map(fit).collect())
}

fn values(numbers: &[(&str, f64)]) -> Values {
    numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

fn body(numbers: &[(&str, f64)]) -> Box<dyn Shape> {
    mannequins();
    let row = Shapes::find("body.mannequin").expect("a row of the table");
    let made = (row.make)(&values(numbers)).equipped(Assets::built_in()).expect("a mannequin needs the baked bodies");
    made.unwrap_or_else(|fault| panic!("{fault:?}"))
}

fn vertices(shape: &dyn Shape) -> Vec<DVec3> {
    let positions = shape.surface().positions;
    positions.chunks_exact(3).map(|p| DVec3::new(p[0].into(), p[1].into(), p[2].into())).collect()
}

fn solid(shape: &dyn Shape) -> MeshShape {
    MeshShape::new(vertices(shape), mannequins().triangles().to_vec()).expect("closed")
}

/// Every figure of the tables is reached within half a centimetre, and the table is printed.
#[test]
fn sizes_measure_what_the_tables_say() {
    let (mut out, mut worst) = (Vec::new(), 0.0_f64);
    for (size, fitted) in SIZES.iter().zip(figures()) {
        let wanted = Measurements::from(size.measurements);
        println!("{}", size.id);
        for each in Miss::between(&wanted, fitted.reached(), -1.0) {
            println!("  {:18} {:6.2} cm, reached {:6.2}", each.measurement, each.wanted_cm, each.reached_cm);
        }
        for each in Miss::between(&wanted, fitted.reached(), -1.0) {
            worst = worst.max((each.wanted_cm - each.reached_cm).abs());
        }
        out.extend(Miss::between(&wanted, fitted.reached(), 0.005).into_iter().map(|miss| (size.id, miss)));
        assert!(fitted.rest().iter().fold(1.0_f64, |low, p| p.y.min(low)).abs() < 1e-12, "{} stands", size.id);
    }
    println!("worst miss {worst:.2} cm");
    assert!(out.is_empty(), "{out:#?}");
}

/// The tape against another way to measure: the length around a convex hull is the integral of its width over half a turn
/// (Cauchy). Heights, waist and thigh as the body itself says where they are.
#[test]
#[allow(clippy::disallowed_methods)]
fn the_tape_agrees_with_cauchys_formula() {
    for (size, fitted) in SIZES.iter().zip(figures()) {
        let (rest, reached) = (fitted.rest(), fitted.reached());
        let around = |height: f64, within: &dyn Fn(DVec3) -> bool| {
            let mut points = Vec::new();
            for triangle in mannequins().triangles() {
                let corners = triangle.map(|corner| rest[corner as usize]);
                for (a, b) in [(corners[0], corners[1]), (corners[1], corners[2]), (corners[2], corners[0])] {
                    if (a.y - height) * (b.y - height) < 0.0 {
                        points.push(a.lerp(b, (height - a.y) / (b.y - a.y)));
                    }
                }
            }
            points.retain(|point| within(*point));
            let turns = 2000;
            let width = |turn: i32| {
                let angle = std::f64::consts::PI * f64::from(turn) / f64::from(turns);
                let along = points.iter().map(|point| point.x * angle.cos() + point.z * angle.sin());
                let (low, high) = along.fold((9.0_f64, -9.0_f64), |(low, high), at| (low.min(at), high.max(at)));
                high - low
            };
            (0..turns).map(width).sum::<f64>() * std::f64::consts::PI / f64::from(turns)
        };
        // Arms are out to the sides.
        let waist = around(reached.waist_to_floor, &|point| point.x.abs() < 0.26);
        assert!((waist - reached.waist).abs() < 1e-4, "{}: waist {waist} for {}", size.id, reached.waist);
        let thigh = around(reached.crotch_height - 0.015, &|point| point.x > 0.0 && point.x < 0.3);
        assert!((thigh - reached.thigh).abs() < 1e-4, "{}: thigh {thigh} for {}", size.id, reached.thigh);
        let top = rest.iter().fold(0.0_f64, |top, point| point.y.max(top));
        assert_eq!(top, reached.stature, "{}", size.id);
    }
}

/// Own measurements: reached where the body can, told where it cannot.
#[test]
fn own_measurements_are_reached_or_told() {
    let own = body(&[("size", 3.0), ("waist_cm", 82.0), ("hip_cm", 97.0), ("stature_cm", 171.0)]);
    assert_eq!(own.misses(), &[]);
    let reached = own.anatomy().unwrap().measurements;
    assert!((reached.waist - 0.82).abs() < 0.005 && (reached.stature - 1.71).abs() < 0.005);
    // From one end of the ranges to the other: a body or an issue, never a panic.
    let sampled = ["stature_cm", "waist_cm", "shoulder_cm"];
    for parameter in MeasurementsCm::PARAMETERS.iter().filter(|each| sampled.contains(&each.id)) {
        for end in parameter.hard {
            let row = Shapes::find("body.mannequin").unwrap();
            let made = (row.make)(&values(&[("size", 10.0), (parameter.id, end)])).equipped(Assets::built_in());
            if let Ok(shape) = made.expect("a mannequin needs the baked bodies") {
                assert!(vertices(shape.as_ref()).iter().all(|point| point.is_finite()), "{} {end}", parameter.id);
            }
        }
    }
    let odd = body(&[("size", 2.0), ("waist_cm", 170.0), ("wrist_cm", 9.0)]);
    let told = odd.misses().iter().find(|miss| miss.measurement == "waist_cm").expect("no body is such a barrel");
    let reached = odd.anatomy().unwrap().measurements;
    assert!((told.reached_cm - 100.0 * reached.waist).abs() < 1e-9 && told.wanted_cm == 170.0);
    assert!(vertices(odd.as_ref()).iter().all(|point| point.is_finite()));
}

/// As baked, every size is a closed solid that does not pass through itself.
#[test]
fn resting_bodies_are_solid() {
    for (size, fitted) in SIZES.iter().zip(figures()) {
        let triangles = mannequins().triangles();
        if let Err(problems) = MeshShape::new(fitted.rest().to_vec(), triangles.to_vec()) {
            panic!("{}: {problems:?}", size.id);
        }
        assert_eq!(crossings(fitted.rest(), triangles), 0, "{}", size.id);
    }
}

#[test]
fn every_pose_stands_on_the_floor() {
    for size in [0.0, 9.0, 10.0] {
        for pose in 0..poses().count() {
            let shape = body(&[("size", size), ("pose", pose as f64)]);
            assert!(shape.posed(0.0).is_none());
            let low = vertices(shape.as_ref()).iter().fold(f64::INFINITY, |low, point| point.y.min(low));
            assert!(low.abs() < 1e-6, "pose {pose} of size {size}: {low}");
            solid(shape.as_ref());
        }
    }
}

/// No point jumps: over a step ten times shorter every point moves about ten times less. Feet never sink.
#[test]
fn motions_are_continuous_and_keep_to_the_floor() {
    /// Faster than any hand of these motions, m/s.
    const FASTEST: f64 = 9.0;
    for (index, motion) in motions().enumerate() {
        let shape = body(&[("motion", 1.0 + index as f64), ("dressing_s", 0.5), ("transition_s", 0.8)]);
        let skin = |seconds: f64| shape.posed(seconds).expect("it moves").vertices().to_vec();
        let widest = |from: f64, step: f64| {
            let (before, after) = (skin(from), skin(from + step));
            before.iter().zip(&after).fold(0.0_f64, |most, (a, b)| most.max(a.distance(*b)))
        };
        let start = skin(0.0);
        assert_eq!(skin(0.4), start, "{}: it stands while it is dressed", motion.id);
        let (mut coarse, mut fine) = (0.0_f64, 0.0_f64);
        for frame in 0..90 {
            let seconds = 0.45 + f64::from(frame) * 0.047;
            coarse = coarse.max(widest(seconds, 0.01));
            fine = fine.max(widest(seconds, 0.001));
            let low = skin(seconds).iter().fold(f64::INFINITY, |low, point| point.y.min(low));
            assert!((-1e-12..0.08).contains(&low), "{} at {seconds} s: {low}", motion.id);
            assert!(low < 1e-9 || motion.id == "jumping-jack", "{} leaves the floor", motion.id);
        }
        println!("{}: fastest point {:.2} m/s", motion.id, coarse / 0.01);
        assert!(coarse < FASTEST * 0.01 && fine < 0.13 * coarse, "{}: {coarse} {fine}", motion.id);
    }
}

/// A motion with an end leads back to where it began, without a jump, and stays there.
#[test]
fn a_motion_that_ends_leads_back() {
    for (index, motion) in motions().enumerate() {
        let ends = [("dressing_s", 0.5), ("transition_s", 0.8), ("until_s", 1.1)];
        let shape = body(&[&[("motion", 1.0 + index as f64)], &ends[..]].concat());
        let endless = body(&[&[("motion", 1.0 + index as f64)], &ends[..2]].concat());
        let skin = |shape: &dyn Shape, seconds: f64| shape.posed(seconds).expect("it moves").vertices().to_vec();
        let start = skin(&*shape, 0.0);
        assert_eq!(skin(&*shape, 1.6), skin(&*endless, 1.6), "{}: until then it moves", motion.id);
        assert_ne!(skin(&*shape, 2.0), start, "{}: it goes back in time", motion.id);
        assert_eq!(skin(&*shape, 2.41), start, "{}", motion.id);
        assert_eq!(skin(&*shape, 9.0), start, "{}", motion.id);
        let widest = |from: f64| {
            let (before, after) = (skin(&*shape, from), skin(&*shape, from + 1e-3));
            before.iter().zip(&after).fold(0.0_f64, |most, (a, b)| most.max(a.distance(*b)))
        };
        let fastest = (0..30).map(|k| widest(1.55 + 0.03 * f64::from(k))).fold(0.0, f64::max);
        assert!(fastest < 9e-3, "{}: {fastest} m in a millisecond", motion.id);
    }
}

/// A body that moves is where its skin is, at any time and in any order of asking, and carries along what lies on it.
#[test]
fn what_lies_on_moving_skin_is_carried_along() {
    let body = Body::still("walker", body(&[("motion", 1.0), ("transition_s", 0.0)]));
    let skin = |seconds: f64| body.shape.posed(seconds).expect("it walks");
    let [before, after] = [0.30, 0.35].map(skin);
    let passage = body.passage(0.30, 0.35);
    let placed = body.placed(0.35);
    let mut hint = NO_HINT;
    for vertex in (0..after.vertices().len()).step_by(97) {
        let [from, to] = [before.vertices()[vertex], after.vertices()[vertex]];
        assert!(placed.nearest_hinted(to, &mut hint).distance.abs() < 1e-9);
        assert!(passage.apply(from, NO_HINT).distance(to) < 1e-6, "vertex {vertex}");
    }
    for seconds in [2.0, 0.1, 0.30] {
        skin(seconds);
    }
    assert_eq!(skin(0.35).vertices(), after.vertices());
}

/// Thigh and calf do not pass through each other behind a knee, however far a motion bends it: blended linearly they did, with 6 to 47 of the
/// vertices around both knees inside.
#[test]
fn bent_knees_do_not_pass_through_themselves() {
    for size in [2, 9, 10] {
        let standing = body(&[("size", size as f64)]);
        let knee = standing.anatomy().expect("a mannequin wears clothes").landmarks.at(Landmark::KneeLeft);
        let rest = figures()[size].rest();
        let near = |corner: &u32| {
            let off = rest[*corner as usize] - knee;
            rest[*corner as usize].x > 0.0 && off.y.abs() < 0.1 * knee.y.max(1.5) && off.length() < 0.25
        };
        let around: Vec<[u32; 3]> = mannequins().triangles().iter().filter(|t| t.iter().all(near)).copied().collect();
        assert!(around.len() > 300, "{}", around.len());
        // Knees lifted and squats, on the way there and at their most.
        for (motion, most) in [(3.0, 0.8), (4.0, 2.0)] {
            let shape = body(&[("size", size as f64), ("motion", motion), ("transition_s", 0.0)]);
            for part in [0.5, 0.6, 0.7, 0.8, 1.0] {
                let skin = shape.posed(part * most).expect("it moves");
                assert_eq!(crossings(skin.vertices(), &around), 0, "size {size}, motion {motion}, {part} of the way");
            }
        }
    }
}

/// The field of a standing mannequin against the exact distance.
#[test]
fn the_field_is_the_distance() {
    let shape = body(&[]);
    let exact = solid(shape.as_ref());
    let chin = shape.anatomy().expect("a figure").landmarks.at(Landmark::Chin).y;
    let (mut random, mut sum, mut worst, mut count) = (Random::new(7), 0.0, 0.0_f64, 0);
    let (vertices, mut turned) = (exact.vertices(), 0.0);
    for _ in 0..10_000 {
        let vertex = vertices[((random.signed() * 0.5 + 0.5) * vertices.len() as f64) as usize % vertices.len()];
        let off = DVec3::new(random.signed(), random.signed(), random.signed());
        let near = vertex + off * 0.006;
        let (found, wanted) = (shape.nearest(near), exact.nearest(near));
        let error = (found.distance - wanted.distance).abs();
        // Half of the vertices are those of head, hands and feet, which are finer than a cell.
        if (0.15..1.35).contains(&near.y) && near.x.abs() < 0.40 {
            sum += error;
            turned += found.normal.dot(wanted.normal);
            count += 1;
            worst = worst.max(error);
        }
        let far = vertex + off * 0.2;
        let (found, wanted) = (shape.nearest(far), exact.nearest(far));
        // The head has a wrap around it.
        if wanted.distance > 0.015 && far.y < chin - 0.1 {
            assert!(found.distance > 0.006, "far stays far: {} for {}", found.distance, wanted.distance);
        }
        assert!(found.distance < wanted.distance.max(0.0) + 0.016, "{} for {}", found.distance, wanted.distance);
    }
    let (mean, cosine) = (sum / f64::from(count), turned / f64::from(count));
    println!("mean error {:.2} mm, worst {:.2} mm, mean cosine {cosine:.4}", mean * 1e3, worst * 1e3);
    assert!(mean < 0.5e-3 && cosine > 0.98, "mean {mean} m, cosine {cosine}");
}

/// What lies outside of the field lies outside of the skin: no point of it, ears and noses among them, is outside by more than facets
/// can bend between the points that are looked at. And on trunk and limbs it is hardly larger than the skin.
#[test]
fn no_skin_stands_out_of_the_field() {
    for numbers in [&[("size", 2.0)][..], &[("size", 9.0)], &[("size", 10.0), ("pose", 3.0)]] {
        let shape = body(numbers);
        let exact = solid(shape.as_ref());
        let chin = shape.anatomy().expect("a figure").landmarks.at(Landmark::Chin).y;
        let (mut outermost, mut depths) = (0.0_f64, Vec::new());
        for triangle in exact.triangles() {
            let [a, b, c] = triangle.map(|i| exact.vertices()[i as usize]);
            for (i, j) in (0..=7).flat_map(|i| (0..=7 - i).map(move |j| (i, j))) {
                let point = a + (b - a) * (f64::from(i) / 7.0) + (c - a) * (f64::from(j) / 7.0);
                let distance = shape.nearest(point).distance;
                outermost = outermost.max(distance);
                // Hands and feet are finer than a cell.
                if (0.15..chin - 0.1).contains(&point.y) && point.x.abs() < 0.4 {
                    depths.push(-distance);
                }
            }
        }
        depths.sort_by(f64::total_cmp);
        let [median, most] = [0.5, 0.95].map(|part| depths[(part * depths.len() as f64) as usize]);
        println!("{numbers:?}: {outermost} m out; {median} m and {most} m deep");
        // Cloth sinks no deeper than to 0.15 mm.
        assert!(outermost < 1e-4, "{numbers:?}: {outermost} m");
        assert!(median < 5e-4 && most < 1.5e-3, "{numbers:?}: {median} m, {most} m");
    }
}

/// Landmarks lie where they belong, left and right alike, and sections are those of a body.
#[test]
fn anatomy_is_that_of_a_body() {
    for size in [0, 5, 8, 10] {
        let shape = body(&[("size", size as f64)]);
        let anatomy = shape.anatomy().expect("a mannequin wears clothes");
        let at = |landmark| anatomy.landmarks.at(landmark);
        use Landmark::*;
        let down = [HeadTop, Chin, ShoulderLeft, ArmpitLeft, Bust, Waist, Hip, Crotch, KneeLeft, AnkleLeft];
        for pair in down.windows(2) {
            assert!(at(pair[0]).y > at(pair[1]).y, "size {size}: {pair:?}");
        }
        let sides = [
            (NeckSideLeft, NeckSideRight),
            (ShoulderLeft, ShoulderRight),
            (ElbowLeft, ElbowRight),
            (WristLeft, WristRight),
            (KneeLeft, KneeRight),
        ];
        for (left, right) in sides {
            let mirrored = at(right) * DVec3::new(-1.0, 1.0, 1.0);
            assert!(at(left).x > 0.0 && at(left).distance(mirrored) < 0.003, "size {size}: {left:?}");
        }
        let m = &anatomy.measurements;
        assert!((at(Waist).y - m.waist_to_floor).abs() < 0.03, "the pose moves the waist a little");
        for id in PartId::ALL {
            let part = anatomy.part(id).expect("every part is there");
            assert!(part.front.dot(part.along()).abs() < 1e-9 && part.stations.len() >= 2);
            assert!(part.stations.iter().all(|s| s.half_width > 0.01 && s.half_depth > 0.01), "size {size}: {id:?}");
        }
        // An ellipse through the section at the waist is nearly as long as the tape.
        let torso = anatomy.part(PartId::Torso).unwrap();
        let off = |at: f64| ((torso.from + torso.along() * at).y - m.waist_to_floor).abs();
        let station = torso.stations.iter().min_by(|a, b| off(a.at).total_cmp(&off(b.at))).unwrap();
        let (a, b) = (station.half_width, station.half_depth);
        let ellipse = std::f64::consts::PI * (3.0 * (a + b) - ((3.0 * a + b) * (a + 3.0 * b)).sqrt());
        assert!((ellipse / m.waist - 1.0).abs() < 0.1, "size {size}: {ellipse} for {}", m.waist);
    }
}

/// Without the baked bodies a document says how to get them; a damaged file is refused, not believed.
#[test]
fn missing_and_damaged_bodies_are_told() {
    let row = Shapes::find("body.mannequin").unwrap();
    let fault = (row.make)(&Values::new()).equipped(&Assets::default()).unwrap().unwrap_err();
    assert!(fault.cure.contains("scripts/setup.sh bodies"), "{fault:?}");
    let small = (row.make)(&values(&[("waist_cm", 3.0)])).fault().expect("too small");
    assert_eq!(small.parameter, "waist_cm");
    let mut document = toile::garment::all()[0].clone();
    document.bodies[0].shape = toile::document::Choice::of("body.mannequin");
    let issues = toile::cloth::assemble_with(&document, &Assets::default()).unwrap_err();
    assert!(issues.iter().any(|issue| issue.code == "body.missing"), "{issues:?}");

    mannequins();
    let whole = std::fs::read("assets/mannequin.bin").expect("run `scripts/setup.sh bodies` before the tests");
    for length in [0, 5, 10, 200, 5_000, whole.len() / 2, whole.len() - 1] {
        assert!(Mannequins::read(&whole[..length]).is_err(), "{length} bytes");
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(Mannequins::read(&longer).is_err());
}

#[test]
fn every_measurement_is_a_setting() {
    let row = Shapes::find("body.mannequin").unwrap();
    for parameter in MeasurementsCm::PARAMETERS {
        let own = row.parameters.iter().find(|own| own.id == parameter.id).expect("a setting for each");
        assert_eq!((own.default, own.hard[1]), (0.0, parameter.hard[1]));
    }
    assert_eq!(row.parameters[0].hard[1] as usize, SIZES.len() - 1, "sizes are chosen by their number");
    assert_eq!(row.parameters[1].hard[1] as usize, poses().count() - 1);
    assert_eq!(row.parameters[2].hard[1] as usize, motions().count());
}
