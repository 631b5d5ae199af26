//! Load and unload, averaged at equal displacement.
//!
//! ```text
//!  force │        ╱╱      A fabric pulls less on the way back than on the way out, by the friction between its yarns.
//!        │   load╱╱ ←     The elastic curve runs between the two: the mean of both at the same displacement.
//!        │     ╱╱unload
//!        └────────── displacement
//! ```

/// Half of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    /// Outwards, or towards larger displacement.
    Load,
    /// Backwards.
    Unload,
}

/// A displacement and what was measured there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) displacement: f64,
    pub(super) force: f64,
}

/// The mean of both branches.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Averaged {
    /// In order of displacement.
    pub(super) readings: Vec<Reading>,
    /// Whether there were two branches.
    pub(super) is_loop: bool,
    /// Readings of the load branch where the unload branch has none: they are left out.
    pub(super) alone: usize,
}

/// A turn counts when the way back is longer than this part of the whole range; below it, the displacement is noisy.
const TURN: f64 = 0.02;
/// Fewer readings make no branch.
const FEWEST: usize = 3;

/// The branch of each reading, by the turning points of the displacement.
pub(super) fn branches(readings: &[Reading]) -> Vec<Branch> {
    let range = readings.iter().map(|r| r.displacement);
    let (low, high) = range.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), d| (a.min(d), b.max(d)));
    let turn = TURN * (high - low);
    let mut branches = Vec::with_capacity(readings.len());
    let mut way = Branch::Load;
    // The furthest reading on the way, to which a turn goes back.
    let (mut furthest, mut extreme) = (0, readings.first().map_or(0.0, |r| r.displacement));
    let first = readings.iter().map(|r| r.displacement - extreme).find(|moved| moved.abs() > turn);
    if first.is_some_and(|moved| moved < 0.0) {
        way = Branch::Unload;
    }
    for (index, Reading { displacement, .. }) in readings.iter().enumerate() {
        let ahead = if way == Branch::Load { displacement - extreme } else { extreme - displacement };
        if ahead >= 0.0 {
            (furthest, extreme) = (index, *displacement);
        } else if ahead < -turn {
            way = if way == Branch::Load { Branch::Unload } else { Branch::Load };
            branches[furthest + 1..].iter_mut().for_each(|branch| *branch = way);
            (furthest, extreme) = (index, *displacement);
        }
        branches.push(way);
    }
    branches
}

/// Averages the branches where both are; a single branch stays as it is.
pub(super) fn average(readings: &[(Branch, Reading)]) -> Averaged {
    let [mut load, mut unload] = [Branch::Load, Branch::Unload].map(|branch| {
        let of_branch = readings.iter().filter(|(b, _)| *b == branch).map(|(_, reading)| *reading);
        in_order(of_branch.collect())
    });
    if load.len() < FEWEST || unload.len() < FEWEST {
        let all = in_order(readings.iter().map(|(_, reading)| *reading).collect());
        return Averaged { readings: all, is_loop: false, alone: 0 };
    }
    share_turning_points(&mut load, &mut unload);
    let mean = |reading: &Reading| {
        let back = interpolate(&unload, reading.displacement)?;
        Some(Reading { displacement: reading.displacement, force: 0.5 * (reading.force + back) })
    };
    let mean: Vec<Reading> = load.iter().filter_map(mean).collect();
    Averaged { alone: load.len() - mean.len(), readings: mean, is_loop: true }
}

/// A turning point belongs to both branches but is read on one: where the other begins a little short of it, it is
/// lent the reading, so that the loop closes.
fn share_turning_points(load: &mut Vec<Reading>, unload: &mut Vec<Reading>) {
    let near = TURN * (load[load.len() - 1].displacement - load[0].displacement);
    let (top, back) = (load[load.len() - 1], unload[unload.len() - 1]);
    match top.displacement - back.displacement {
        gap if gap > 0.0 && gap < near => unload.push(top),
        gap if gap < 0.0 && -gap < near => load.push(back),
        _ => {}
    }
    let (start, end) = (load[0], unload[0]);
    match end.displacement - start.displacement {
        gap if gap > 0.0 && gap < near => unload.insert(0, start),
        gap if gap < 0.0 && -gap < near => load.insert(0, end),
        _ => {}
    }
}

/// By displacement, equal ones merged into their mean.
fn in_order(mut readings: Vec<Reading>) -> Vec<Reading> {
    readings.sort_by(|a, b| a.displacement.total_cmp(&b.displacement));
    let same = |a: &Reading, b: &Reading| a.displacement == b.displacement;
    let mean = |group: &[Reading]| Reading {
        displacement: group[0].displacement,
        force: group.iter().map(|r| r.force).sum::<f64>() / group.len() as f64,
    };
    readings.chunk_by(same).map(mean).collect()
}

/// The force at a displacement between the readings.
fn interpolate(readings: &[Reading], displacement: f64) -> Option<f64> {
    let after = readings.partition_point(|r| r.displacement < displacement);
    let next = readings.get(after)?;
    if next.displacement == displacement {
        return Some(next.force);
    }
    let last = readings.get(after.checked_sub(1)?)?;
    let part = (displacement - last.displacement) / (next.displacement - last.displacement);
    Some(last.force + part * (next.force - last.force))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(displacements: &[f64]) -> Vec<Reading> {
        displacements.iter().map(|d| Reading { displacement: *d, force: 0.0 }).collect()
    }

    #[test]
    fn branches_turn_where_the_displacement_does() {
        use Branch::{Load, Unload};
        assert_eq!(branches(&readings(&[0.0, 1.0, 2.0, 1.0, 0.0])), [Load, Load, Load, Unload, Unload]);
        // A jitter of a hundredth is no turn; a cycle to both sides turns twice.
        let noisy = [0.0, 0.5, 0.495, 1.0, 0.5, 0.505, -1.0, -0.5, 1.0];
        assert_eq!(branches(&readings(&noisy)), [Load, Load, Load, Load, Unload, Unload, Unload, Load, Load]);
        assert_eq!(branches(&readings(&[0.0, -1.0, -2.0, -1.0])), [Unload, Unload, Unload, Load]);
        assert_eq!(branches(&readings(&[])), []);
    }

    /// A loop of half width 2 around 10 d, sampled at different displacements on its two ways.
    #[test]
    fn a_loop_averages_to_its_middle() {
        let out = (0..=20).map(|i| 0.05 * f64::from(i)).map(|d| (Branch::Load, d, 10.0 * d + 2.0));
        let back = (0..=13).map(|i| 1.0 - f64::from(i) / 13.0).map(|d| (Branch::Unload, d, 10.0 * d - 2.0));
        let all: Vec<_> =
            out.chain(back).map(|(branch, displacement, force)| (branch, Reading { displacement, force })).collect();
        let mean = average(&all);
        assert!(mean.is_loop && mean.alone == 0 && mean.readings.len() == 21, "{mean:?}");
        assert!(mean.readings.iter().all(|r| (r.force - 10.0 * r.displacement).abs() < 1e-12), "{mean:?}");
    }

    #[test]
    fn what_has_no_counterpart_is_left_out_and_counted() {
        let out = (0..=20).map(|i| (Branch::Load, 0.05 * f64::from(i)));
        let back = (6..=20).rev().map(|i| (Branch::Unload, 0.05 * f64::from(i)));
        let all: Vec<_> =
            out.chain(back).map(|(branch, displacement)| (branch, Reading { displacement, force: 1.0 })).collect();
        let mean = average(&all);
        assert_eq!((mean.readings.len(), mean.alone), (15, 6));
    }
}
