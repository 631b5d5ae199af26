//! Cloth that is cut and torn while it moves: nothing is lost, no node hangs, and tears follow yarns.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

#[path = "common/bending.rs"]
mod bending;
mod common;

use bending::delaunay;
use common::{cut, fabric, grid, quiet, values};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use toile::Drape;
use toile::cloth::{Cut, Fabric, Joined, Model, Sheet, Slits, State, Stitches};
use toile::fabric::seam::{SeamTypes, Weave};
use toile::fabric::strength::Strength;
use toile::forces::membrane::Frame;
use toile::lab::{self, Figure};
use toile::math::random::Random;
use toile::row::{Given, Table, Values};
use toile::solver::{Spot, ZONE};
use toile::yarn::fringe::{Anchor, End, Fringe, Hold, NODES, SPACING, Surroundings};

fn cloth(strength: Strength) -> Fabric {
    Fabric { strength, ..fabric(("membrane.isotropic", values(&[("young_n_per_m", 500.0), ("poisson", 0.2)])), 5.0) }
}

/// Mass and momentum of the cloth, of its loose ends and of yarns that came off.
fn with_fringe(drape: &Drape) -> (f64, DVec3) {
    let cloth = sums(drape.model(), drape.state());
    let ends = drape.fringe().map(|fringe| fringe.momentum()).unwrap_or_default();
    let along = drape.band().map(|band| band.momentum()).unwrap_or_default();
    (cloth.0 + ends.0 + along.0, cloth.1 + ends.1 + along.1)
}

/// Mass, momentum and angular momentum about the origin.
fn sums(model: &Model, state: &State) -> (f64, DVec3, DVec3) {
    let mut sums = (0.0, DVec3::ZERO, DVec3::ZERO);
    for ((mass, x), v) in model.masses.iter().zip(&state.positions).zip(&state.velocities) {
        sums.0 += mass;
        sums.1 += *mass * *v;
        sums.2 += *mass * x.cross(*v);
    }
    sums
}

/// Kinetic energy and that of stretch, J: by the law's own energy, which `tests/forces.rs` holds to its stress.
fn energy(model: &Model, state: &State) -> f64 {
    let kinetic: f64 =
        model.masses.iter().zip(&state.velocities).map(|(mass, v)| 0.5 * mass * v.length_squared()).sum();
    let stretch = |(triangle, rest): (&[u32; 3], &toile::cloth::TriangleRest)| {
        let strain = Frame::new(rest, triangle.map(|i| state.positions[i as usize])).strain();
        rest.area * model.fabrics[0].membrane.energy(strain)
    };
    kinetic + model.triangles.iter().zip(&model.rest).map(stretch).sum::<f64>()
}

/// How many triangles each edge of the mesh has.
fn edges(triangles: &[[u32; 3]]) -> BTreeMap<(u32, u32), usize> {
    let mut edges = BTreeMap::new();
    for [a, b, c] in triangles {
        for (from, to) in [(*a, *b), (*b, *c), (*c, *a)] {
            *edges.entry((from.min(to), from.max(to))).or_insert(0) += 1;
        }
    }
    edges
}

fn border(triangles: &[[u32; 3]], points: &[DVec2]) -> f64 {
    let length = |(a, b): &(u32, u32)| points[*a as usize].distance(points[*b as usize]);
    edges(triangles).iter().filter(|(_, count)| **count == 1).map(|(edge, _)| length(edge)).sum()
}

/// A waved sheet of irregular triangles that flies and whirls.
fn flying(seed: u64) -> (Cut, Model, State) {
    let sheet = delaunay(14, 12, 0.01, seed);
    let cut = cut(sheet, cloth(Strength::ENDLESS), vec![], quiet());
    let model = Model::new(&cut, Joined::Sewn);
    let mut state = State::start(&model);
    let mut random = Random::new(seed);
    for (x, v) in state.positions.iter_mut().zip(&mut state.velocities) {
        x.z = 0.004 * (x.x * 90.0).sin() * (x.y * 70.0).cos();
        *v = DVec3::new(random.signed(), random.signed(), random.signed());
    }
    (cut, model, state)
}

/// A thousand cuts in all directions, in twenty sheets: mass, momentum and angular momentum stay to round-off, every cut lengthens
/// the border by twice its own length, and all triangles keep their side up.
#[test]
fn a_thousand_random_cuts_lose_nothing() {
    let mut done = 0;
    for seed in 1..=20 {
        let (mut cut, mut model, mut state) = flying(seed);
        let mut random = Random::new(100 + seed);
        for _ in 0..50 {
            let sheet = &cut.sheets[0];
            let (before, area) = (sums(&model, &state), model.areas.iter().sum::<f64>());
            let open = border(&sheet.triangles, &sheet.points);
            let from = (random.bits() % sheet.points.len() as u64) as u32;
            let way = DVec2::new(random.signed(), random.signed());
            let mut slits = Slits::new(&cut, &model, &state);
            // From a point to both sides, so that it opens.
            let ends =
                [way, -way].map(|way| slits.advance(0, from, way).map(|end| slits.sheet(0).points[end as usize]));
            let from = slits.sheet(0).points[from as usize];
            let opened = slits.finish((&model, &state), &[]);
            done += 1;
            let after = sums(&opened.model, &opened.state);
            assert!((after.0 - before.0).abs() < 1e-13 * before.0, "mass");
            assert!((after.1 - before.1).length() < 1e-13 * before.0, "momentum {}", (after.1 - before.1).length());
            assert!((after.2 - before.2).length() < 1e-14 * before.0, "angular {}", (after.2 - before.2).length());
            let sheet = &opened.cut.sheets[0];
            assert!((opened.model.areas.iter().sum::<f64>() - area).abs() < 1e-13 * area);
            assert!(opened.model.rest.iter().all(|rest| rest.area > 0.0), "a triangle is turned over");
            let cut_by: f64 = ends.iter().flatten().map(|end| end.distance(from)).sum();
            // An edge counts on both its sides once it has two: where a lone edge ends in cloth it has two triangles still.
            let longer = border(&sheet.triangles, &sheet.points) - open;
            let opens = !opened.lips[0].is_empty();
            assert!((longer - if opens { 2.0 * cut_by } else { 0.0 }).abs() < 1e-12, "{longer} for {cut_by}");
            assert!(edges(&sheet.triangles).values().all(|count| *count <= 2));
            (cut, model, state) = (opened.cut, opened.model, opened.state);
        }
    }
    assert_eq!(done, 1000);
}

/// Every point is where it was on the surface: a sheet in homogeneous strain has the same strain everywhere after the cut, and its
/// energy is the same.
#[test]
fn cutting_moves_nothing() {
    let mut sheet = delaunay(10, 10, 0.01, 3);
    sheet.start = sheet.points.iter().map(|p| DVec3::new(1.07 * p.x + 0.02 * p.y, 0.96 * p.y, 0.1 * p.x)).collect();
    let cut = cut(sheet, cloth(Strength::ENDLESS), vec![], quiet());
    let model = Model::new(&cut, Joined::Sewn);
    let state = State::start(&model);
    let mut slits = Slits::new(&cut, &model, &state);
    let (mut tip, mut cuts) = (slits.sheet(0).triangles[0][0], 0);
    while let Some(next) = slits.advance(0, tip, DVec2::new(0.6, 0.5)) {
        (tip, cuts) = (next, cuts + 1);
    }
    assert!(cuts > 5, "{cuts}");
    let opened = slits.finish((&model, &state), &[]);
    let before = Frame::new(&model.rest[0], model.triangles[0].map(|i| state.positions[i as usize]));
    for (triangle, rest) in opened.model.triangles.iter().zip(&opened.model.rest) {
        let frame = Frame::new(rest, triangle.map(|i| opened.state.positions[i as usize]));
        assert!((frame.weft - before.weft).length() < 1e-10 && (frame.warp - before.warp).length() < 1e-10);
    }
    let [old, new] = [energy(&model, &state), energy(&opened.model, &opened.state)];
    assert!((old - new).abs() < 1e-12 * old, "{old} {new}");
}

/// A strip between two clamps that draw apart: it tears across the pull.
fn pulled(weft: bool, seed: u64) -> (Drape, usize) {
    let strength = Strength { tear: [0.12, 0.12], spread: 0.2 };
    let sheet = delaunay(24, 14, 0.008, seed);
    let (high, low) = sheet.points.iter().fold((DVec2::MIN, DVec2::MAX), |(h, l), p| (h.max(*p), l.min(*p)));
    let along = |p: &DVec2| if weft { [p.x, low.x, high.x] } else { [p.y, low.y, high.y] };
    let held = |p: &DVec2| {
        let [x, from, to] = along(p);
        x - from < 1e-9 || to - x < 1e-9
    };
    let pins: Vec<u32> = (0..sheet.points.len() as u32).filter(|i| held(&sheet.points[*i as usize])).collect();
    let far: Vec<(u32, DVec3)> = pins
        .iter()
        .filter(|i| along(&sheet.points[**i as usize])[0] > along(&sheet.points[**i as usize])[1] + 1e-9)
        .map(|i| (*i, sheet.start[*i as usize]))
        .collect();
    let settings = toile::cloth::Settings { newton_iterations: 6, tolerance: 1e-4, ..quiet() };
    let mut drape = Drape::of_cut(Cut { pins, ..cut(sheet, cloth(strength), vec![], settings) });
    drape.set_tearing(Some(seed));
    let [_, from, to] = along(&high);
    let pull = (to - from) * if weft { DVec3::X } else { DVec3::Y };
    let mut first = 0;
    for step in 1..=90 {
        for (pin, at) in &far {
            drape.move_pin(*pin as usize, *at + pull * (0.003 * f64::from(step)));
        }
        let report = drape.step();
        assert!(report.halted.is_none() && drape.state().is_finite());
        first = if first == 0 && report.torn > 0 { step as usize } else { first };
    }
    (drape, first)
}

/// Length of what is torn, and the share of it that runs within 15° of a direction.
fn torn_along(drape: &Drape, direction: DVec2) -> (f64, f64) {
    let (mut all, mut along) = (0.0, 0.0);
    for rip in drape.rips() {
        let way = rip.to - rip.from;
        all += way.length();
        if way.normalize().dot(direction).abs() > 15.0_f64.to_radians().cos() {
            along += way.length();
        }
    }
    (all, along / all)
}

/// Pulled along the weft, weft yarns break and the tear runs along the warp through the whole strip; pulled along the warp, the other way.
/// It begins when the clamps have drawn apart by a tear strain, not before the weakest and not after the strongest.
#[test]
fn a_strip_tears_across_the_pull() {
    for (weft, direction, width) in [(true, DVec2::Y, 14.0 * 0.008 * 0.75_f64.sqrt()), (false, DVec2::X, 24.0 * 0.008)]
    {
        let (drape, first) = pulled(weft, 4);
        let strain = 0.003 * first as f64;
        // Clamped ends strain more than the middle by their held width, and edges of the strip less.
        assert!((0.08..0.125).contains(&strain), "began at a strain of {strain}");
        let (length, share) = torn_along(&drape, direction);
        eprintln!("weft {weft}: began at {strain}, torn {length} m, {share} of it along the yarns");
        assert!(share > 0.95, "{share}");
        assert!(length > width - 1e-9, "{length} of {width}");
        // The clamps are a quarter further apart, and the cloth is in two: it hangs slack.
        let left = energy(drape.model(), drape.state());
        let whole: f64 = drape.model().areas.iter().sum::<f64>() * 0.5 * 500.0 * 0.12 * 0.12;
        assert!(left < 0.5 * whole, "{left} of {whole}");
    }
}

/// Tearing is an event between steps: whatever it does to the mesh, it does not push. The same step without tearing is the one to compare with,
/// as long as no yarn hangs loose; then mass and momentum of cloth and ends together stay.
#[test]
fn a_tear_adds_no_energy_and_loses_no_momentum() {
    let compared: u32 = (1..=4).map(torn_in_flight).sum();
    assert!(compared > 3, "{compared} tears before the first loose end");
}

fn torn_in_flight(seed: u64) -> u32 {
    let strength = Strength { tear: [0.12, 0.12], spread: 0.2 };
    let mut sheet = delaunay(24, 14, 0.008, 4);
    // Pulled by a quarter, and let go.
    sheet.start = sheet.points.iter().map(|p| DVec3::new(1.25 * p.x, p.y, 0.0)).collect();
    // Waves of stretch go 58 m/s: in a fifth of a millisecond the middle has not heard yet that the ends are free.
    let settings = toile::cloth::Settings { step: 2e-4, ..quiet() };
    let mut drape = Drape::of_cut(cut(sheet, cloth(strength), vec![], settings));
    let (start, whole) = (energy(drape.model(), drape.state()), sums(drape.model(), drape.state()).0);
    drape.set_tearing(Some(seed));
    let (mut torn, mut compared) = (0, 0);
    for _ in 0..15 {
        let loose = drape.fringe().is_some();
        let mut holds = Drape::of_cut(drape.cut().clone());
        assert!(holds.set_state(drape.state().clone()));
        holds.step();
        let before = with_fringe(&drape);
        let report = drape.step();
        torn += report.torn;
        let after = with_fringe(&drape);
        assert!((after.0 - whole).abs() < 1e-13 * whole, "mass {}", after.0 - whole);
        // From outside only air acts, on torn yarns: at some 30 m/s it takes 12 Δt of their momentum.
        let along = drape.band().map_or(0.0, |band| band.momentum().0);
        let ends = drape.fringe().map_or(0.0, |fringe| fringe.momentum().0) + along;
        let change = (after.1 - before.1).length();
        assert!(change < ends * 30.0 * 12.0 * 2e-4 + 1e-9 * whole, "momentum {change}");
        if loose {
            continue;
        }
        let [held, now] = [&holds, &drape].map(|drape| energy(drape.model(), drape.state()));
        assert!(now <= held + 1e-3 * start, "step {}: {held} to {now}", report.step);
        let held = sums(holds.model(), holds.state());
        assert!((after.1 - held.1).length() < 1e-13 * whole, "{}", (after.1 - held.1).length());
        if drape.fringe().is_none() {
            let now = sums(drape.model(), drape.state());
            assert!((now.2 - held.2).length() < 1e-13 * whole);
            compared += report.torn;
        }
    }
    assert!(torn > 0, "a pull of a quarter must tear a cloth that bears an eighth");
    compared
}

/// A loose end that hangs at rest pulls at its anchor with its weight; one that is carried along keeps its length.
#[test]
fn a_loose_end_hangs_by_its_weight() {
    let hold = Hold { sheet: 0, points: [0, 1], weights: [0.5, 0.5] };
    let end = End { hold, inside: 2, source: hold, length: 6e-3, mass: 2e-7, fabric: 0 };
    let anchor = Anchor { position: DVec3::new(0.1, 0.2, 0.3), velocity: DVec3::ZERO, outward: DVec3::X, share: 1.0 };
    let mut fringe = Fringe::default();
    fringe.add(end, [anchor.position, anchor.outward], DVec3::ZERO);
    let gravity = DVec3::new(0.0, -9.81, 0.0);
    let around = Surroundings { gravity, seconds: 0.01, out_of_bodies: &|_| DVec3::ZERO, cloth: &|_, _| None };
    let mut pull = DVec3::ZERO;
    for step in 0..600 {
        let given = fringe.step(&[anchor], &around).anchors[0];
        pull += if step >= 400 { given / (200.0 * 0.01) } else { DVec3::ZERO };
    }
    assert!((pull - end.mass * gravity).length() < 1e-3 * end.mass * 9.81, "{pull}");
    let length = |fringe: &Fringe| fringe.positions.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f64>();
    assert!((length(&fringe) - 6e-3).abs() < 1e-12);
    assert!(fringe.positions[NODES - 1].y < 0.2 - 1e-3, "it bends down");
    let far = Anchor { position: DVec3::new(0.5, 0.2, 0.3), velocity: DVec3::X * 40.0, ..anchor };
    fringe.step(&[far], &around);
    assert!((length(&fringe) - 6e-3).abs() < 1e-12 && fringe.positions[0] == far.position);
}

/// A strip that was torn through has an end for most of its broken yarns, on both lips, and is as heavy with them as it was.
#[test]
fn a_torn_strip_frays_on_both_sides() {
    let (drape, _) = pulled(true, 4);
    let fringe = drape.fringe().expect("loose ends");
    let torn: f64 = drape.rips().iter().map(|rip| rip.from.distance(rip.to)).sum();
    let yarns = torn / SPACING;
    // Ends shorter than a spacing are none: a ninth of them at most, where triangles are not too small for long ones.
    assert!((0.6 * yarns..yarns + 1.0).contains(&(fringe.ends.len() as f64)), "{} of {yarns}", fringe.ends.len());
    let left = fringe.ends.iter().filter(|end| {
        let points = end.hold.points.map(|point| drape.cut().sheets[0].points[point as usize]);
        let inside = drape.cut().sheets[0].points[end.inside as usize];
        inside.x < points[0].x
    });
    let left = left.count();
    assert!(left > fringe.ends.len() / 4 && left < 3 * fringe.ends.len() / 4, "{left} of {}", fringe.ends.len());
    assert!(fringe.positions.iter().all(|node| node.is_finite()));
    let (mass, _) = with_fringe(&drape);
    let area: f64 = drape.model().areas.iter().sum();
    assert!((mass - 0.15 * area).abs() < 1e-12 * mass);
    let light = drape.model().masses.iter().zip(&drape.model().areas).map(|(mass, area)| mass / (0.15 * area));
    let lightest = light.filter(|part| part.is_finite()).fold(1.0, f64::min);
    assert!(lightest > 0.15, "a lip keeps {lightest} of its mass");
}

/// Without the word, cloth holds whatever comes; with it, cloth that is not pulled holds too.
#[test]
fn cloth_tears_only_where_it_may_and_must() {
    let strength = Strength { tear: [0.12, 0.12], spread: 0.2 };
    for (stretch, tearing) in [(1.25, None), (1.09, Some(1))] {
        let sheet = grid([8, 8], [0.1, 0.1], |p| DVec3::new(stretch * p.x, p.y, 0.0));
        let mut drape = Drape::of_cut(cut(sheet, cloth(strength), vec![], quiet()));
        drape.set_tearing(tearing);
        for _ in 0..20 {
            assert_eq!(drape.step().torn, 0);
        }
    }
}

/// What of torn yarns is out of the lips, m, and how many there are.
fn drawn_out(drape: &Drape) -> (f64, usize) {
    let free = drape.fringe().map_or(&[][..], |fringe| &fringe.ends);
    let lengths = free.iter().map(|end| end.length).chain(drape.pull_outs().iter().map(|yarn| yarn.drawn));
    (lengths.sum(), free.len() + drape.pull_outs().len())
}

/// Yarns are drawn out as a tear opens: at first none is, then all by as much as the lips have parted, until each is out to where it broke.
/// What is out never goes back.
#[test]
fn frays_grow_as_a_tear_opens() {
    let sheet = grid([4, 12], [0.04, 0.12], |p| DVec3::new(p.x, p.y, 0.0));
    let pins: Vec<u32> = (0..sheet.points.len() as u32)
        .filter(|i| [0.0, 0.12].iter().any(|y| (sheet.points[*i as usize].y - y).abs() < 1e-9))
        .collect();
    let far: Vec<(u32, DVec3)> =
        pins.iter().map(|i| (*i, sheet.start[*i as usize])).filter(|(_, at)| at.y > 0.1).collect();
    let strength = Strength { tear: [f64::INFINITY, 0.06], spread: 0.0 };
    let mut drape = Drape::of_cut(Cut { pins, ..cut(sheet, cloth(strength), vec![], quiet()) });
    drape.set_tearing(Some(2));
    let (mut last, mut rows) = (0.0, Vec::new());
    for step in 1..=60 {
        // To 8 % quickly, and once it is torn through by a tenth of a millimetre a step.
        let pull = if step <= 20 { 0.004 * f64::from(step) * 0.12 } else { 0.0096 + 1e-4 * f64::from(step - 20) };
        far.iter().for_each(|(pin, at)| assert!(drape.move_pin(*pin as usize, *at + DVec3::Y * pull)));
        assert!(drape.step().halted.is_none());
        let (out, count) = drawn_out(&drape);
        assert!(out >= last - 1e-12, "step {step}: {last} to {out}");
        last = out;
        rows.push((out, count, drape.fringe().map_or(0, |fringe| fringe.ends.len())));
    }
    let opened = rows.iter().position(|row| row.1 > 0).expect("it tears");
    let (first, end) = (rows[opened], rows[59]);
    eprintln!("opened at step {opened}: {first:?}, at the end {end:?}");
    assert!(end.0 > 2.0 * rows[opened + 1].0.max(1e-3) || end.2 > end.1 / 2, "{rows:?}");
    assert!(end.2 > 0, "some are free: {end:?}");
    // No yarn is out by more than to its break.
    assert!(end.0 <= 9e-3 * end.1 as f64);
}

/// The stretch at which a slit across the middle of a square begins to tear on, and the length of the slit.
fn tears_on(side: f64, slit: f64) -> (f64, f64) {
    const WIDTH: f64 = 0.16;
    let columns = (WIDTH / side).round() as u32;
    let rows = (WIDTH / (side * 0.75_f64.sqrt())).round() as u32;
    let sheet = delaunay(columns, rows, side, 7);
    let (high, low) = sheet.points.iter().fold((DVec2::MIN, DVec2::MAX), |(h, l), p| (h.max(*p), l.min(*p)));
    let is_at = |p: &DVec2, x: f64| (p.x - x).abs() < 1e-9;
    let pins: Vec<u32> = (0..sheet.points.len() as u32)
        .filter(|i| is_at(&sheet.points[*i as usize], low.x) || is_at(&sheet.points[*i as usize], high.x))
        .collect();
    let far: Vec<(u32, DVec3)> = pins
        .iter()
        .filter(|i| is_at(&sheet.points[**i as usize], high.x))
        .map(|i| (*i, sheet.start[*i as usize]))
        .collect();
    let strength = Strength { tear: [0.12, f64::INFINITY], spread: 0.0 };
    let settings = toile::cloth::Settings { newton_iterations: 6, tolerance: 1e-4, ..quiet() };
    let mut drape = Drape::of_cut(Cut { pins, ..cut(sheet, cloth(strength), vec![], settings) });
    let middle = 0.5 * (low + high);
    let ends = [-0.5, 0.5].map(|part| spot(&drape, middle + DVec2::new(0.0, part * slit)));
    assert!(drape.snip(&ends) > 0);
    let length = drape.rips().iter().map(|rip| rip.from.distance(rip.to)).sum();
    drape.set_tearing(Some(1));
    for step in 1..=100 {
        let strain = 0.001 * f64::from(step);
        for (pin, at) in &far {
            drape.move_pin(*pin as usize, *at + DVec3::X * ((high.x - low.x) * strain));
        }
        let report = drape.step();
        assert!(report.halted.is_none());
        if report.torn > 0 {
            return (strain, length);
        }
    }
    panic!("it never tears on");
}

/// A slit tears on at a stretch that is the cloth's and not the mesh's. Beside one of length 2a the mean stress over R ahead is √((2a + R)/R) times
/// that far away (Whitney and Nuismer 1974), and the stress along the slit is by that far away less: the mean stretch is
/// (1 − ν) √((2a + R)/R) + ν times, ν being 0.2 here. Without the zone, halving the triangles would lower the stretch by √2.
#[test]
fn a_slit_tears_on_at_the_same_stretch_whatever_the_mesh() {
    let ratio = |side: f64| {
        let (strain, slit) = tears_on(side, 0.04);
        let expected = 0.12 / (0.8 * ((slit + ZONE) / ZONE).sqrt() + 0.2);
        eprintln!("triangles of {side} m, slit of {slit} m: {strain} for {expected}");
        strain / expected
    };
    let found = [0.016, 0.01, 0.005].map(ratio);
    let (least, most) = found.iter().fold((f64::MAX, 0.0_f64), |(l, m), x| (l.min(*x), m.max(*x)));
    assert!(most < 1.15 * least, "{found:?}");
    // Triangles of one strain each show less than the field has.
    assert!(least > 0.75 && most < 1.35, "{found:?}");
}

/// Two sewn panels, notched at the border and pulled along the seam: the tear runs to the seam, is held there by its layers while the pull
/// grows, and goes on in the other panel, along its yarns, until the cloth is in two.
#[test]
fn a_tear_crosses_a_seam_when_its_layers_break() {
    let strength = Strength { tear: [f64::INFINITY, 0.1], spread: 0.0 };
    let rows = |offset: u32, j: u32| (0..7).map(move |i| offset + 7 * i + j);
    let pins: Vec<u32> = [0, 49].into_iter().flat_map(|offset| rows(offset, 0).chain(rows(offset, 6))).collect();
    let mut drape = sewn_of(strength, pins);
    let notch = [0.0, 0.012].map(|x| spot(&drape, DVec2::new(x, 0.031)));
    assert!(drape.snip(&notch) > 0);
    drape.set_tearing(Some(1));
    let mut first = [None; 2];
    for step in 1..=150 {
        let lift = 0.06 * 0.002 * f64::from(step);
        let second = drape.cut().sheets[0].points.len() as u32;
        for (sheet, offset) in [0, second].into_iter().enumerate() {
            for point in rows(offset, 6) {
                let flat = drape.cut().sheets[sheet].points[(point - offset) as usize];
                let left = if sheet == 0 { 0.0 } else { 0.06 };
                assert!(drape.move_pin(point as usize, DVec3::new(left + flat.x, flat.y + lift, 0.0)));
            }
        }
        let known = drape.rips().len();
        assert!(drape.step().halted.is_none());
        for rip in &drape.rips()[known..] {
            first[rip.sheet].get_or_insert(step);
        }
    }
    eprintln!("torn from steps {first:?}, {} rips", drape.rips().len());
    let [Some(left), Some(right)] = first else { panic!("torn on both sides of the seam: {first:?}") };
    assert!(right > left, "{left} {right}");
    assert_eq!(pieces(&drape), 2, "torn through");
    let (_, share) = torn_along(&drape, DVec2::X);
    assert!(share > 0.8, "{share} along the weft");
}

/// Two panels side by side, sewn along a line of the warp.
fn sewn() -> Drape {
    sewn_of(Strength::ENDLESS, vec![])
}

fn sewn_of(strength: Strength, pins: Vec<u32>) -> Drape {
    let panel = |name: &str, left: f64| {
        let sheet = grid([6, 6], [0.06, 0.06], |p: DVec2| DVec3::new(left + p.x, p.y, 0.0));
        Sheet { panel: name.into(), ..sheet }
    };
    let sheets = [panel("left", 0.0), panel("right", 0.06)];
    let pairs: Vec<[u32; 2]> = (0..7).map(|k| [42 + k, 49 + k]).collect();
    let segments = (0..6).map(|k| ([k, k + 1], 0.01)).collect();
    let seam = (SeamTypes::find("seam.plain").unwrap().make)(&Given::from(&Values::new()), Weave::Plain);
    Drape::of_cut(Cut {
        sheets: sheets.to_vec(),
        seams: vec![Stitches { pairs, segments, fold: (0.0, 1.0), elastic: (1.0, 0.0), seam }],
        pins,
        ..cut(panel("none", 0.0), cloth(strength), vec![], quiet())
    })
}

/// The place of the cloth nearest to a point in space.
fn spot(drape: &Drape, at: DVec2) -> Spot {
    let place = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|i| drape.state().positions[i as usize].truncate());
        let whole = (b - a).perp_dot(c - a);
        let weights =
            [(b - at).perp_dot(c - at) / whole, (c - at).perp_dot(a - at) / whole, (a - at).perp_dot(b - at) / whole];
        weights.iter().all(|weight| *weight > -1e-9).then_some(weights)
    };
    let found = drape.model().triangles.iter().enumerate().find_map(|(k, triangle)| Some((k, place(triangle)?)));
    let (triangle, weights) = found.expect("a place on the cloth");
    Spot { triangle: triangle as u32, weights }
}

/// Pieces of the cloth that hang together.
fn pieces(drape: &Drape) -> usize {
    let model = drape.model();
    let mut groups = toile::math::groups::Groups::new(model.particles());
    for [a, b, c] in &model.triangles {
        groups.join(*a as usize, *b as usize);
        groups.join(*b as usize, *c as usize);
    }
    groups.numbered().1
}

/// Scissors cut to a seam and no further, or through it: then the cloth is in two. Mass, the seam's layers included, stays, and taking it
/// back gives the same cloth to the last bit.
#[test]
fn scissors_cut_across_a_seam_and_are_taken_back() {
    let mut drape = sewn();
    assert!(drape.is_sewn());
    drape.step();
    let (mass, hash) = (sums(drape.model(), drape.state()).0, drape.state().hash());
    let level = |drape: &Drape, xs: &[f64]| xs.iter().map(|x| spot(drape, DVec2::new(*x, 0.034))).collect::<Vec<_>>();
    let half = level(&drape, &[0.0, 0.03, 0.0599]);
    assert!(drape.snip(&half) >= 5);
    assert_eq!(pieces(&drape), 1, "the seam holds");
    assert!((sums(drape.model(), drape.state()).0 - mass).abs() < 1e-13 * mass);
    let other = level(&drape, &[0.09, 0.11]);
    assert!(drape.snip(&other) >= 1);
    let torn = drape.state().hash();
    assert_eq!(drape.mendable(), [2, 0]);
    assert!(drape.mend() && drape.mend(), "both cuts are taken back");
    assert_eq!(drape.state().hash(), hash);
    assert!(!drape.mend() && drape.mendable() == [0, 2]);
    assert!(drape.tear_again() && drape.tear_again() && !drape.tear_again(), "and made again");
    assert_eq!(drape.state().hash(), torn);
    assert!(drape.mend() && drape.mend());
    assert_eq!((drape.state().hash(), drape.rips().len()), (hash, 0));
    let whole = level(&drape, &[0.0, 0.03, 0.05, 0.07, 0.09, 0.1199]);
    assert!(drape.snip(&whole) >= 10);
    assert_eq!(pieces(&drape), 2, "cut through");
    assert!((sums(drape.model(), drape.state()).0 - mass).abs() < 1e-13 * mass);
    for _ in 0..20 {
        assert!(drape.step().halted.is_none());
    }
    drape.reset();
    assert_eq!(pieces(&drape), 1);
    assert!(drape.rips().is_empty());
}

/// A line that cannot be cut along cuts nothing.
#[test]
fn scissors_beside_the_cloth_cut_nothing() {
    let mut drape = sewn();
    let triangles = drape.model().triangles.len() as u32;
    let inside = Spot { triangle: 3, weights: [0.2, 0.3, 0.5] };
    for bad in [
        Spot { triangle: triangles, ..inside },
        Spot { weights: [f64::NAN, 0.0, 1.0], ..inside },
        Spot { weights: [f64::INFINITY, 0.0, 1.0], ..inside },
    ] {
        assert_eq!(drape.snip(&[inside, bad]), 0);
    }
    assert_eq!(drape.snip(&[inside]), 0);
    assert_eq!(drape.snip(&[inside, inside]), 0);
    assert_eq!(drape.model().triangles.len() as u32, triangles);
}

/// A skirt without ease on hips that grow by more than a fifth: plain cotton bears an eighth at its weakest and a sixth at its strongest.
/// It tears in between, along its yarns, and no faster than stretched cloth recoils.
#[test]
fn a_tight_skirt_tears_along_its_yarns() {
    let row = lab::find("tight-skirt").unwrap();
    let given = ["points=4", "growth_cm=22", "mesh_mm=32", "settle_s=1.6", "seconds=0.2"];
    let settings = lab::settings(row, &given).unwrap();
    let fabric = lab::preset("cotton-plain").unwrap();
    let mut bench =
        lab::Bench { fabric: &fabric, settings: &settings, progress: &mut |_| {}, clock: || 0.0, frames: None };
    let outcome = (row.make.run)(&mut bench).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let number = |name: &str| match outcome.figures.iter().find(|(known, _)| *known == name) {
        Some((_, Figure::Number(number))) => *number,
        other => panic!("{name}: {other:?}"),
    };
    eprintln!("{:#?}", outcome.figures);
    let grown = number("hip_at_first_tear_m") / number("hip_start_m");
    // Cloth is stretched unevenly: where the seat is fullest sooner, and the girths are four steps of 6 %.
    assert!((1.05..1.25).contains(&grown), "{grown}");
    assert!(number("torn_m") > 0.05);
    assert!(number("torn_along_yarns") > 0.9);
    // Lips of cloth that was stretched by an eighth spring back at the speed of sound in it times that, 6.4 m/s by the weft's first and
    // softest slope, 300 N/m at 115 g/m². Whatever is faster got its energy from elsewhere.
    assert!(number("max_speed_m_s") < 0.125 * (300.0_f64 / 0.115).sqrt());
    assert!(number("body_penetration_max_m") < 2e-3);
    assert!(outcome.rows.iter().flatten().all(|number| number.is_finite()));
}
