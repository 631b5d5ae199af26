//! What a tear looks like in numbers: how much is cut, whether cuts lie in lines along the yarns, how far ends are frayed.

use super::swatch::{Level, Swatch, WARP, WEFT};

/// The damage of a swatch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damage {
    /// Springs of warps that are cut.
    pub warps_cut: usize,
    /// Springs of wefts that are cut.
    pub wefts_cut: usize,
    /// Part of the cut springs that go on where a cut of the next yarn, at most one crossing further, begins: lines along the
    /// other yarns. Cuts here and there have a small one.
    pub in_line: f64,
    /// Crossings that are yarns: loose or free.
    pub yarn_crossings: usize,
    /// Crossings that have let go.
    pub free_crossings: usize,
    /// Mean length of yarn between a torn end and the first crossing that still holds it, m.
    pub fray_mean: f64,
    /// The longest of these, m.
    pub fray_most: f64,
    /// Pieces that hang together.
    pub pieces: usize,
}

impl Swatch {
    /// Measures the damage.
    pub fn damage(&self) -> Damage {
        let mut found = Damage::default();
        let mut frays: Vec<f64> = Vec::new();
        let mut in_line = 0;
        for direction in [WARP, WEFT] {
            for c in 0..self.levels.len() {
                if !self.is_torn(direction, c) {
                    continue;
                }
                *(if direction == WARP { &mut found.warps_cut } else { &mut found.wefts_cut }) += 1;
                in_line += usize::from(self.goes_on(direction, c));
                frays.push(self.fray(direction, c, -1));
                frays.extend(self.along(direction, c, 1).map(|other| self.fray(direction, other, 1)));
            }
        }
        let cut = found.warps_cut + found.wefts_cut;
        found.in_line = if cut == 0 { 0.0 } else { f64::from(in_line as u32) / cut as f64 };
        found.fray_mean = if frays.is_empty() { 0.0 } else { frays.iter().sum::<f64>() / frays.len() as f64 };
        found.fray_most = frays.into_iter().fold(0.0, f64::max);
        found.free_crossings = self.levels.iter().filter(|level| **level == Level::Free).count();
        let loose = self.levels.iter().filter(|level| **level == Level::Loose).count();
        found.yarn_crossings = loose + found.free_crossings;
        found.pieces = super::damping::pieces(self).1;
        found
    }

    /// Whether the yarn of a direction is cut behind a crossing.
    pub fn is_torn(&self, direction: usize, c: usize) -> bool {
        self.springs.leaving(direction, c).is_some_and(|spring| self.springs.is_cut(spring))
    }

    /// Whether a neighbouring yarn is cut beside this cut, at most a crossing further along.
    fn goes_on(&self, direction: usize, c: usize) -> bool {
        let beside = [-1, 1].into_iter().filter_map(|steps| self.along(1 - direction, c, steps));
        let near = |other: usize| [-1, 0, 1].into_iter().filter_map(move |steps| self.along(direction, other, steps));
        beside.flat_map(near).any(|other| self.is_torn(direction, other))
    }

    /// Length of yarn from an end at a crossing to the first one that holds it, going on in steps of ±1, m.
    fn fray(&self, direction: usize, end: usize, steps: isize) -> f64 {
        let (mut length, mut next) = (0.0, Some(end));
        while let Some(c) = next.filter(|c| self.levels[*c] == Level::Free) {
            length += self.springs.rest;
            next = self.along(direction, c, steps).filter(|other| !self.is_torn(direction, (*other).min(c)));
        }
        length
    }
}
