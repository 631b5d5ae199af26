//! The search against all pairs: none that comes within the thickness during a step is left out, and none is told twice.

use super::*;
use crate::math::random::Random;
use crate::yarn::{Design, Levels, Numbers, Weave, Workspace, scenes};
use std::collections::BTreeSet;

/// Where the ends of a spring were and are, m.
type Way = [[DVec3; 2]; 2];

/// Part of the thickness below which pairs must be found: the search is in single precision.
const SURE: f64 = 0.999;

/// Whether two springs come within a distance during the step. Goes through it by what is left between them over how fast that may shrink.
fn come_within(distance: f64, [a, b]: [&Way; 2]) -> bool {
    let ends = [a[0], a[1], b[0], b[1]];
    let speeds = ends.map(|[from, to]| to - from);
    let between = |k: usize, l: usize| (speeds[k] - speeds[l]).length();
    let speed = between(0, 2).max(between(0, 3)).max(between(1, 2)).max(between(1, 3));
    let pair = Pair { kind: Kind::EdgeEdge, particles: [0, 1, 2, 3] };
    let mut time = 0.0;
    while time <= 1.0 {
        let gap = pair.closest(ends.map(|[from, to]| from.lerp(to, time))).vector.length() - distance;
        if gap <= 0.0 {
            return true;
        }
        // What comes nearer than that for less than a thousandth of the step alone is not asked for.
        time += (gap / speed.max(f64::MIN_POSITIVE)).max(1e-3);
    }
    false
}

/// All pairs that come within a distance and are not passed over.
fn all_within(distance: f64, ways: &[Way], passed_over: impl Fn(usize, usize) -> bool) -> BTreeSet<[u32; 2]> {
    let bounds = |way: &Way| {
        let all = [way[0][0], way[0][1], way[1][0], way[1][1]];
        (all.into_iter().fold(all[0], DVec3::min), all.into_iter().fold(all[0], DVec3::max))
    };
    let bounds: Vec<_> = ways.iter().map(bounds).collect();
    let mut found = BTreeSet::new();
    for a in 0..ways.len() {
        for b in a + 1..ways.len() {
            let apart = (bounds[a].0 - bounds[b].1).max(bounds[b].0 - bounds[a].1).max_element();
            if apart < distance && !passed_over(a, b) && come_within(distance, [&ways[a], &ways[b]]) {
                found.insert([a as u32, b as u32]);
            }
        }
    }
    found
}

/// Pairs in order; panics where one is there twice.
fn once(pairs: &[[u32; 2]]) -> BTreeSet<[u32; 2]> {
    let mut set = BTreeSet::new();
    for [a, b] in pairs {
        assert!(set.insert([*a.min(b), *a.max(b)]), "{a} and {b} are found twice");
    }
    set
}

/// Springs of any direction and length that fly any way, most slowly and some far.
#[test]
fn springs_of_any_direction_that_come_near_are_found() {
    let mut random = Random::new(11);
    let mut any = || DVec3::new(random.signed(), random.signed(), random.signed());
    let ([spacing, thickness], count) = ([1e-3, 0.1e-3], 4000);
    let way = |k: usize| {
        let start = 9.0 * any() * DVec3::new(1.0, 1.0, 0.3);
        let along = 1.5 * any().normalize() * any().x;
        let far = if k.is_multiple_of(50) { 12.0 } else { 0.3 };
        let (fly, turn) = (far * any(), 0.2 * any());
        [[start, start + fly], [start + along, start + along + fly + turn]].map(|end| end.map(|point| spacing * point))
    };
    let ways: Vec<Way> = (0..count).map(way).collect();
    let mut search = Search::default();
    let scale = Scale { spacing: spacing as f32, margin: 0.5 * thickness as f32 };
    for (k, way) in ways.iter().enumerate() {
        // Nothing is woven: each a weft of its own, far from the others.
        let woven = Woven { spring: k as u32, at: [0, 10 * k], direction: WEFT };
        search.add(woven, way.map(|end| end.map(single)), scale);
    }
    let mut pairs = Vec::new();
    search.meet(&mut pairs);
    let (found, wanted) = (once(&pairs), all_within(SURE * thickness, &ways, |_, _| false));
    let missed = wanted.difference(&found).count();
    assert!(wanted.len() > 1000, "{} come near", wanted.len());
    assert_eq!(missed, 0, "of {} that come near", wanted.len());
}

/// Corners pulled apart: in torn cloth only what the weave keeps apart is left out, and sheet against the sheet beside it.
#[test]
fn yarns_of_torn_cloth_that_come_near_are_found() {
    let numbers = Numbers { warps: 80.0, wefts: 40.0, sweeps: 40.0, ..Numbers::default() };
    let design = Design { numbers, weave: Weave::named("plain").expect("known"), levels: Levels::Two };
    let mut swatch = scenes::open(scenes::find("corners").expect("known"), &design).expect("in order");
    let (mut workspace, mut collisions) = (Workspace::default(), Collisions::default());
    let (mut wanted, mut missed) = (0, 0);
    for frame in 1..=45 {
        swatch.frame(&mut workspace);
        if frame % 15 == 0 {
            collisions.find(&swatch);
            let (found, near) = (once(&collisions.pairs), near_pairs(&swatch));
            wanted += near.len();
            missed += near.difference(&found).count();
        }
    }
    assert!(wanted > 1000, "{wanted} come near");
    assert_eq!(missed, 0, "of {wanted} that come near");
}

/// All pairs of a swatch that come near in its last step and that nothing else keeps apart, by their springs.
fn near_pairs(swatch: &Swatch) -> BTreeSet<[u32; 2]> {
    let mut springs = Vec::new();
    for c in 0..swatch.levels.len() {
        let leaving = [WARP, WEFT].map(|direction| (swatch.springs.leaving(direction, c), direction));
        springs.extend(leaving.into_iter().filter_map(|(spring, direction)| Some((spring?, c, direction))));
    }
    springs.retain(|(spring, ..)| !swatch.springs.is_cut(*spring));
    let Particles { position, before, .. } = &swatch.particles;
    let end = |end: u32| [before[end as usize], position[end as usize]];
    let ways: Vec<Way> = springs.iter().map(|(spring, ..)| swatch.springs.list[*spring].ends.map(end)).collect();
    let block = |c: usize| [c % swatch.size[0] / BLOCK, c / swatch.size[0] / BLOCK];
    let disturbed: BTreeSet<[usize; 2]> = (0..swatch.levels.len())
        .filter(|c| matches!(swatch.levels[*c], Level::Loose | Level::Free))
        .map(block)
        .collect();
    let passed_over = |a: usize, b: usize| {
        let ((_, c, of_c), (_, d, of_d)) = (springs[a], springs[b]);
        let [across, along] = [(c % swatch.size[0], d % swatch.size[0]), (c / swatch.size[0], d / swatch.size[0])]
            .map(|(c, d)| c.abs_diff(d));
        let woven = match (of_c, of_d) {
            (WARP, WARP) => across == 0 && along <= 1,
            (WEFT, WEFT) => across <= 1 && along == 0,
            _ => across <= 4 && along <= 4,
        };
        let (here, there) = (block(c), block(d));
        let beside = here[0].abs_diff(there[0]) <= 1 && here[1].abs_diff(there[1]) <= 1;
        woven || beside && !disturbed.contains(&here) && !disturbed.contains(&there)
    };
    let near = all_within(SURE * 1e-3 * swatch.numbers.thickness_mm, &ways, passed_over);
    near.into_iter().map(|pair| pair.map(|k| springs[k as usize].0 as u32)).map(|[a, b]| [a.min(b), a.max(b)]).collect()
}
