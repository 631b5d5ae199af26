//! What comes off a lip, and how spans hang.

use super::*;
use crate::math::random::Random;

const MASS: f64 = 7.5e-8;

fn emptied(column: i32, depth: f64) -> Emptied {
    let column = Crossing { sheet: 0, broken: 0, yarn: 0, column };
    Emptied { column, line: 0.4 * SPACING, inward: 1, depth: depth * SPACING }
}

fn node(crossing: &Crossing) -> Node {
    let place = Place { points: [0, 1, 2], weights: [1.0, 0.0, 0.0] };
    let position = crossing.at().extend(0.0);
    Node { place, inward: 1, mass: MASS, fabric: 0, position, velocity: DVec3::ZERO }
}

/// A span between two crossings that hold it.
fn span(columns: i32) -> Band {
    let crossing = |column: i32| Crossing { sheet: 0, broken: 0, yarn: 0, column };
    let hold = |c: Crossing| (c, Hold { place: node(&c).place, position: c.at().extend(0.0) });
    Band {
        nodes: (1..=columns).map(crossing).map(|c| (c, node(&c))).collect(),
        holds: [0, columns + 1].map(crossing).map(hold).into(),
        cuts: BTreeSet::new(),
    }
}

fn still(gravity: DVec3) -> Surroundings<'static> {
    Surroundings { gravity, seconds: 0.01, out_of_bodies: &|_| DVec3::ZERO, cloth: &|_, _| None }
}

/// Places of the holds of [`span`], by their sheet's only point.
fn at(hold: &Hold) -> Anchor {
    Anchor { position: hold.position, velocity: DVec3::ZERO, outward: DVec3::NEG_X, share: 0.6 }
}

#[test]
fn a_column_is_empty_from_the_edge_to_its_break() {
    let yarns = |emptied: Emptied| emptied.crossings().map(|crossing| crossing.yarn).collect::<Vec<_>>();
    assert_eq!(yarns(emptied(3, 2.7)), [1, 2, 3]);
    assert_eq!(yarns(Emptied { inward: -1, ..emptied(3, 2.7) }), [0, -1, -2]);
    assert_eq!(yarns(Emptied { line: 0.0, ..emptied(3, 1.5) }), [1], "a yarn in the tear itself is of neither lip");
    assert_eq!(yarns(emptied(3, 0.5)), [0; 0]);
    assert_eq!(emptied(3, 2.7).crossings().next().map(|crossing| crossing.at()), Some(DVec2::new(1e-3, 3e-3)));
    let weft = Crossing { broken: 1, ..emptied(3, 2.7).column };
    assert_eq!(weft.within(2).at(), DVec2::new(3e-3, 2e-3));
}

/// What comes loose, beside the rule looked up crossing by crossing until nothing changes: empty ones, and those on the same side as a
/// loose one beside them, unless a yarn outside is woven in there.
#[test]
fn floats_come_off_and_nothing_else() {
    let mut counts = Vec::new();
    for name in ["plain", "twill", "satin"] {
        let weave = Weave::named(name).unwrap();
        let (mut band, mut random) = (Band::default(), Random::new(7));
        let columns: Vec<Emptied> = (0..60)
            .filter_map(|column| {
                let depth = 9.0 * random.signed();
                (depth > 0.0).then(|| emptied(column, depth))
            })
            .collect();
        for column in &columns {
            band.unravel(column, &weave, &mut |crossing| Some(node(crossing)));
        }
        let mut expected: BTreeSet<(i32, i32)> =
            columns.iter().flat_map(Emptied::crossings).map(|c| (c.yarn, c.column)).collect();
        loop {
            let known = expected.clone();
            for yarn in 1..12 {
                for column in -9..70 {
                    let same = |other: i32| weave.sign_at(yarn, other) == weave.sign_at(yarn, column);
                    let floats = [-1, 1].iter().any(|s| known.contains(&(yarn, column + s)) && same(column + s));
                    if floats && (yarn == 1 || known.contains(&(yarn - 1, column))) {
                        expected.insert((yarn, column));
                    }
                }
            }
            if known == expected {
                break;
            }
        }
        let found: BTreeSet<(i32, i32)> = band.nodes.keys().map(|c| (c.yarn, c.column)).collect();
        assert_eq!(found, expected, "{name}");
        counts.push(found.len());
    }
    eprintln!("plain, twill and satin: {counts:?}");
    assert!(counts[1] > counts[0] && counts[2] > counts[1]);
}

/// Where a crossing is not handed over, what lies within stays too.
#[test]
fn what_lies_within_stays() {
    let mut band = Band::default();
    let weave = Weave::named("twill").unwrap();
    let mut hand_over = |crossing: &Crossing| (crossing.yarn < 3).then(|| node(crossing));
    band.unravel(&emptied(0, 6.0), &weave, &mut hand_over);
    assert!(band.nodes.keys().all(|crossing| crossing.yarn < 3) && band.nodes.len() >= 2);
}

#[test]
fn spans_end_where_yarns_hold_or_are_cut() {
    let mut band = span(5);
    assert_eq!(band.spans().len(), 1);
    let third = *band.nodes.keys().nth(2).unwrap();
    band.cuts.insert(third);
    let spans = band.spans();
    assert_eq!(spans.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2]);
    assert!(band.held(&spans[0])[0].is_some() && band.held(&spans[0])[1].is_none());
    assert!(band.held(&spans[1])[0].is_none() && band.held(&spans[1])[1].is_some());
}

/// Whatever its nodes do, a span has the momentum that gravity and air gave it, less what it gave what holds it.
#[test]
fn spans_keep_momentum() {
    let mut random = Random::new(3);
    for columns in 1..20 {
        let mut band = span(columns);
        for node in band.nodes.values_mut() {
            node.velocity = 5.0 * DVec3::new(random.signed(), random.signed(), random.signed());
        }
        let holds = band.holds.clone();
        for step in 0..20 {
            let away = 1e-3 * f64::from(step) * DVec3::new(0.3, -0.2, 1.0);
            let anchor = |_: usize, place: &Place, _: DVec2| {
                let hold = holds.values().find(|hold| hold.place == *place).unwrap();
                Anchor { position: hold.position + away, ..at(hold) }
            };
            let before = band.momentum();
            let given = band.step(&anchor, &still(DVec3::new(0.0, -9.81, 0.0)));
            let after = band.momentum();
            let gave: DVec3 = given.holds.iter().map(|(.., momentum)| *momentum).sum();
            let missing = after.1 - (before.1 + given.outside - gave);
            assert!(missing.length() < 1e-13 * before.0 * 5.0, "{columns}: {missing}");
            assert_eq!(after.0, before.0);
        }
    }
}

/// At rest two crossings carry the weight of a span, about half each, which bows out of the cloth and is no longer than its yarn.
#[test]
fn a_span_hangs_between_two_crossings_and_bows() {
    let gravity = DVec3::new(0.0, 0.0, -9.81);
    for columns in [1, 2, 4, 7] {
        let mut band = span(columns);
        let ends: Vec<Hold> = band.holds.values().copied().collect();
        let first = ends[0].position;
        // Both holds have the same place, so that they are told apart by the order in which they are asked for.
        let asked = std::cell::Cell::new(0);
        let anchor = |_: usize, _: &Place, _: DVec2| at(&ends[asked.replace(asked.get() + 1) % 2]);
        let mut pulls = [DVec3::ZERO; 2];
        for step in 0..600 {
            let given = band.step(&anchor, &still(gravity));
            if step >= 400 {
                [0, 1].into_iter().for_each(|end| pulls[end] += given.holds[end].2 / (200.0 * 0.01));
            }
        }
        // What is kept until the next step air slows down first, by 1/(1 + DΔt), so that of the weight f/(1 − (1 − f)/(1 + DΔt)) arrives.
        let (share, slowed) = (at(&ends[0]).share, 1.0 / (1.0 + DRAG * 0.01 / f64::from(SMALL_STEPS)));
        let half = 0.5 * MASS * f64::from(columns) * gravity * (share / (1.0 - (1.0 - share) * slowed));
        assert!(half.length() > 0.98 * 0.5 * MASS * f64::from(columns) * 9.81);
        assert!((pulls[0] + pulls[1] - 2.0 * half).length() < 1e-3 * half.length(), "{columns}: {pulls:?}");
        // Sweeps go one way, so that one end gets a little more.
        for pull in pulls {
            assert!((pull.z - half.z).abs() < 0.05 * half.length(), "{columns}: {pull} for {half}");
        }
        let line: Vec<DVec3> = std::iter::once(first)
            .chain(band.nodes.values().map(|node| node.position))
            .chain([ends[1].position])
            .collect();
        let length: f64 = line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let yarn = f64::from(columns + 1) * SPACING * (1.0 + CRIMP);
        // Two sweeps leave a yarn stretched by what its nodes fall in a small step.
        assert!(length < yarn * 1.05, "{columns}: {length} of {yarn}");
        // A taut rope that is 8 % longer than its chord hangs by a sixth of it or more; a parabola by √(3/8 · 0.08) = 0.17.
        let chord = f64::from(columns + 1) * SPACING;
        let bow = line.iter().map(|place| DVec2::new(place.x, place.z).length()).fold(0.0, f64::max);
        assert!(bow > 0.12 * chord && bow < 0.35 * chord, "{columns}: bows by {bow} of {chord}");
        assert!(line.iter().all(|place| place.x <= 0.0), "outwards");
        assert_eq!(band.drawn().len(), (columns as usize + 1).div_ceil(NODES - 1));
    }
}

/// What nothing holds falls: against air it comes to the speed g over the rate of the air, and a small step's fall more.
#[test]
fn a_yarn_that_nothing_holds_falls_off() {
    let mut band = Band { holds: BTreeMap::new(), ..span(3) };
    let anchor = |_: usize, _: &Place, _: DVec2| -> Anchor { panic!("nothing is held") };
    for _ in 0..300 {
        band.step(&anchor, &still(DVec3::new(0.0, 0.0, -9.81)));
    }
    let speed = 9.81 * (1.0 / DRAG + 0.01 / f64::from(SMALL_STEPS));
    for node in band.nodes.values() {
        assert!((node.velocity.z + speed).abs() < 1e-6, "{}", node.velocity);
    }
    assert_eq!(band.drawn().len(), 1);
}
