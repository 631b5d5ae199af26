//! Whether a tear goes on, and where.
//!
//! At the tip of a slit stress grows without bound as triangles shrink: what a mesh shows there is a matter of the mesh. What breaks yarns is the
//! mean over a length of the cloth's own, some yarns, over which they share the load (Whitney and Nuismer 1974, for sheets of fibres). Beside a
//! slit of length 2a in a sheet that is stretched by ε the mean over a length ℓ ahead of the tip is
//!
//! ```text
//!     ε √((2a + ℓ)/ℓ),      so that a mean over ℓ is that over the zone R when it is taken   √(ℓ (2a + R) / (R (2a + ℓ)))   times
//! ```
//!
//! That is exact for stress; of the stretch 1 − ν grows so and ν stays, which is left out: ν of wovens is small.
//! With a = 0 the factor is 1: a tear begins where cloth without one would. Triangles around a tip make a half disc of radius ρ, over which
//! the field next to the tip, r^(−½) cos(θ/2)(1 + sin(θ/2) sin(3θ/2)), has the mean that it has over ℓ = 1.64 ρ of the line ahead.
//!
//! A tear that comes to a seam goes on beyond it along the yarns that lead on best, once these are overstretched as many times as layers
//! lie in the seam: its allowances have to be torn as well.

use super::Drape;
use crate::cloth::Slits;
use crate::forces::membrane::Frame;
use glam::{DVec2, DVec3};

/// Length over which yarns share the load at a tip, m: five of them.
pub const ZONE: f64 = 5e-3;
/// Length of the line ahead that a half disc stands for, in its radii.
const DISC: f64 = 1.64;
/// Cosine of the angle by which a tear may turn at a seam. Beyond, it has come to run along the seam, which leads it nowhere.
const LEAST_TURN: f64 = 0.6;

/// Where a tear goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tip {
    pub sheet: usize,
    /// Its point in the sheet.
    pub point: u32,
    /// Which yarns break, those of the weft (0) or the warp (1).
    pub broken: usize,
    /// Along the other ones: unit vector of weft and warp.
    pub heading: DVec2,
    /// The yarn that the tear follows: a place on it.
    pub line: DVec2,
    /// Length of the tear behind it, m; of one that runs both ways, of its half.
    pub behind: f64,
    /// Layers of cloth in its way.
    pub layers: f64,
}

impl Tip {
    /// One that follows the yarn nearest to a direction.
    pub fn along(direction: DVec2, (sheet, point, line): (usize, u32, DVec2), behind: f64) -> Self {
        let warpwise = direction.y.abs() > direction.x.abs();
        let axis = if warpwise { DVec2::Y } else { DVec2::X };
        let heading = if direction.dot(axis) < 0.0 { -axis } else { axis };
        Tip { sheet, point, broken: usize::from(!warpwise), heading, line, behind, layers: 1.0 }
    }

    /// From a place on its sheet, the way along its yarn, back to it if the cut was turned aside.
    pub fn way(&self, at: DVec2, length: f64) -> DVec2 {
        let ahead = self.heading * length;
        let aside = (self.line - at).reject_from_normalized(self.heading);
        ahead + aside
    }
}

/// What a mean over triangles of an area ahead of a tip is to be taken times, to be that over the zone.
fn to_zone(area: f64, behind: f64) -> f64 {
    let length = DISC * (area * (2.0 / std::f64::consts::PI)).sqrt();
    let slit = 2.0 * behind;
    (length * (slit + ZONE) / (ZONE * (slit + length))).sqrt()
}

impl Drape {
    /// Which of the tips have more ahead of them than the yarns there bear.
    pub(super) fn overstretched(&self, tips: &[Tip], stretches: &[[f64; 2]], seed: u64) -> Vec<bool> {
        let (offsets, material) = (self.cut.offsets(), &self.model.material);
        let at: Vec<DVec2> = tips.iter().map(|tip| material[(offsets[tip.sheet] + tip.point) as usize]).collect();
        let mut sums = vec![[0.0; 2]; tips.len()];
        let near = (ZONE / DISC) * (ZONE / DISC);
        for (triangle, points) in self.model.point_triangles.iter().enumerate().filter(|_| !tips.is_empty()) {
            let middle: DVec2 = points.iter().map(|p| material[*p as usize]).sum::<DVec2>() / 3.0;
            for ((tip, at), [sum, area]) in tips.iter().zip(&at).zip(&mut sums) {
                let first = offsets[tip.sheet];
                let on_sheet = points[0] >= first && points[0] < first + self.cut.sheets[tip.sheet].points.len() as u32;
                let there = points.contains(&(first + tip.point)) || middle.distance_squared(*at) < near;
                if on_sheet && there && (middle - *at).dot(tip.heading) > 0.0 {
                    *sum += self.model.rest[triangle].area * stretches[triangle][tip.broken];
                    *area += self.model.rest[triangle].area;
                }
            }
        }
        let breaks = |(tip, [sum, area]): (&Tip, &[f64; 2])| {
            let bears = tip.layers * self.bears(offsets[tip.sheet] + tip.point, tip.broken, seed);
            *area > 0.0 && sum / area * to_zone(*area, tip.behind) > bears
        };
        tips.iter().zip(&sums).map(breaks).collect()
    }

    /// Where a tear goes on that has come to a point: there, beyond the seam, or nowhere.
    pub(super) fn beyond(&self, slits: &Slits, tip: Tip) -> Option<Tip> {
        if slits.room(tip.sheet, tip.point, tip.heading).is_some() {
            return Some(tip);
        }
        let offsets = self.cut.offsets();
        // A point that was made on the way is on no seam.
        if tip.point as usize >= self.cut.sheets[tip.sheet].points.len() {
            return None;
        }
        let here = offsets[tip.sheet] + tip.point;
        let way = self.in_space(here, tip.heading)?;
        let sewn = self.cut.seams.iter().flat_map(|seam| {
            let partner = move |[a, b]: &[u32; 2]| if *a == here { Some(*b) } else { (*b == here).then_some(*a) };
            seam.pairs.iter().filter_map(partner).map(|other| (other, f64::from(seam.seam.layers.max(1))))
        });
        let mut best: Option<(f64, Tip)> = None;
        for (other, layers) in sewn {
            let sheet = offsets.partition_point(|first| *first <= other) - 1;
            let place = (sheet, other - offsets[sheet], self.model.material[other as usize]);
            for heading in [DVec2::X, DVec2::NEG_X, DVec2::Y, DVec2::NEG_Y] {
                let Some(turn) = self.in_space(other, heading).map(|there| there.dot(way)) else { continue };
                let better = turn > best.map_or(LEAST_TURN, |(best, _)| best);
                if better && slits.room(sheet, place.1, heading).is_some() {
                    best = Some((turn, Tip { layers, ..Tip::along(heading, place, tip.behind) }));
                }
            }
        }
        best.map(|(_, tip)| tip)
    }

    /// Where a direction of weft and warp at a point leads in space: unit, by the mean of the triangles there.
    fn in_space(&self, point: u32, direction: DVec2) -> Option<DVec3> {
        let model = &self.model;
        let mut sum = DVec3::ZERO;
        for (triangle, _) in model.point_triangles.iter().enumerate().filter(|(_, points)| points.contains(&point)) {
            let corners = model.triangles[triangle].map(|particle| self.state.positions[particle as usize]);
            let frame = Frame::new(&model.rest[triangle], corners);
            sum += model.rest[triangle].area * (direction.x * frame.weft + direction.y * frame.warp);
        }
        sum.try_normalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However large the triangles are over which the closed form is averaged, the zone has the same.
    #[test]
    fn means_over_any_triangles_become_that_over_the_zone() {
        for behind in [0.0, 3e-3, 0.02, 0.5] {
            for size in [1e-3, 5e-3, 0.02, 0.06] {
                let area = 0.5 * std::f64::consts::PI * (size / DISC) * (size / DISC);
                let mean = |length: f64| ((2.0 * behind + length) / length).sqrt();
                let found = mean(size) * to_zone(area, behind);
                assert!((found - mean(ZONE)).abs() < 1e-12 * found, "{behind} {size}: {found}");
            }
        }
    }

    #[test]
    fn tips_follow_the_nearest_yarn() {
        let tip = |x: f64, y: f64| Tip::along(DVec2::new(x, y), (0, 0, DVec2::ZERO), 0.0);
        assert_eq!((tip(0.9, 0.3).heading, tip(0.9, 0.3).broken), (DVec2::X, 1));
        assert_eq!((tip(0.2, -0.3).heading, tip(0.2, -0.3).broken), (DVec2::NEG_Y, 0));
    }
}
