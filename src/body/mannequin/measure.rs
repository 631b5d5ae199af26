//! The tape: girths around sections and lengths over the body, as a dressmaker takes them.
//!
//! A tape does not follow hollows, so a girth is the length around the convex hull of a plane section:
//!
//! ```text
//!     ╭──── tape ────╮
//!    ╱ ╭─╮        ╭─╮ ╲
//!   │ ╱   ╲______╱   ╲ │   the body's section
//!    ╲________________╱
//! ```

use super::asset::{Asset, Mark};
use super::skeleton::{BALL, BONES, CLAVICLE, HAND, LOWER_ARM, RIGHT, THIGH, UPPER_ARM};
use crate::body::{Figure, Measurements};
use glam::{DVec2, DVec3};

/// How far below the crotch the thigh is measured, m.
const BELOW_CROTCH: f64 = 0.015;
/// Where the upper arm is measured, from the shoulder's joint to the elbow's.
const BICEPS: f64 = 0.55;
/// How far above the joint of the hand the wrist is measured, m.
const ABOVE_HAND: f64 = 0.01;

/// What a triangle belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    Trunk,
    ArmLeft,
    ArmRight,
    LegLeft,
    LegRight,
}

impl Region {
    fn of_bone(bone: usize) -> Self {
        let left = bone < CLAVICLE + RIGHT;
        match if left { bone } else { bone - RIGHT } {
            UPPER_ARM..=HAND if left => Region::ArmLeft,
            UPPER_ARM..=HAND => Region::ArmRight,
            THIGH..=BALL if left => Region::LegLeft,
            THIGH..=BALL => Region::LegRight,
            _ => Region::Trunk,
        }
    }

    /// The region of every triangle: where most of its skin hangs.
    pub fn all(asset: &Asset) -> Vec<Region> {
        let of = |triangle: &[u32; 3]| {
            let mut shares = [0.0; BONES.len()];
            for (bone, part) in triangle.iter().flat_map(|corner| asset.influences[*corner as usize]) {
                shares[usize::from(bone)] += part;
            }
            let mut best = (0.0, Region::Trunk);
            for region in [Region::Trunk, Region::ArmLeft, Region::ArmRight, Region::LegLeft, Region::LegRight] {
                let own = (0..shares.len()).filter(|bone| Region::of_bone(*bone) == region);
                let share: f64 = own.map(|bone| shares[bone]).sum();
                if share > best.0 {
                    best = (share, region);
                }
            }
            best.1
        };
        asset.triangles.iter().map(of).collect()
    }
}

/// A plane with two axes in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub origin: DVec3,
    pub axes: [DVec3; 2],
}

impl Plane {
    pub fn level(height: f64) -> Self {
        Plane { origin: DVec3::Y * height, axes: [DVec3::X, DVec3::Z] }
    }

    /// The plane at right angles to a direction.
    fn across(origin: DVec3, along: DVec3) -> Self {
        let along = along.normalize();
        let first = (DVec3::Z - along * along.z).normalize();
        Plane { origin, axes: [first, along.cross(first)] }
    }
}

/// A resting body as the tape sees it: all rows, the floor at 0.
pub(super) struct Taped<'a> {
    pub asset: &'a Asset,
    pub figure: Figure,
    pub regions: &'a [Region],
    pub rows: &'a [DVec3],
}

impl Taped<'_> {
    fn mark(&self, mark: Mark) -> DVec3 {
        self.rows[self.asset.mark(self.figure, mark)]
    }

    fn joint(&self, bone: usize) -> DVec3 {
        self.rows[self.asset.joint(bone)]
    }

    /// Points where the edges of some triangles pass through a plane, in its axes.
    pub fn section(&self, plane: &Plane, wanted: impl Fn(Region) -> bool) -> Vec<DVec2> {
        let normal = plane.axes[0].cross(plane.axes[1]);
        let offset = normal.dot(plane.origin);
        let vertices = &self.rows[..self.asset.vertices];
        let heights: Vec<f64> = vertices.iter().map(|vertex| normal.dot(*vertex) - offset).collect();
        let mut points = Vec::new();
        for (triangle, region) in self.asset.triangles.iter().zip(self.regions) {
            let heights = triangle.map(|corner| heights[corner as usize]);
            let below = heights.map(|height| height < 0.0);
            if below == [below[0]; 3] || !wanted(*region) {
                continue;
            }
            let corners = triangle.map(|corner| self.rows[corner as usize]);
            for k in 0..3 {
                let (a, b) = (heights[k], heights[(k + 1) % 3]);
                // Each edge of a closed surface is seen twice; once is enough.
                if a < 0.0 && b >= 0.0 {
                    let at = corners[k] + (corners[(k + 1) % 3] - corners[k]) * (a / (a - b)) - plane.origin;
                    points.push(DVec2::new(at.dot(plane.axes[0]), at.dot(plane.axes[1])));
                }
            }
        }
        points
    }

    fn girth(&self, plane: &Plane, wanted: impl Fn(Region) -> bool) -> f64 {
        around(&hull(self.section(plane, wanted)))
    }

    /// The plane of the neck's base, through nape and throat.
    fn neck_plane(&self) -> Plane {
        let (front, back) = (self.mark(Mark::NeckFront), self.mark(Mark::NeckBack));
        Plane { origin: (front + back) * 0.5, axes: [DVec3::X, (front - back).normalize()] }
    }

    fn upper_arm_plane(&self) -> Plane {
        let (shoulder, elbow) = (self.joint(UPPER_ARM), self.joint(LOWER_ARM));
        Plane::across(shoulder.lerp(elbow, BICEPS), elbow - shoulder)
    }

    fn wrist_plane(&self) -> Plane {
        let (elbow, hand) = (self.joint(LOWER_ARM), self.joint(HAND));
        let along = (hand - elbow).normalize();
        Plane::across(hand - along * ABOVE_HAND, along)
    }

    /// The highest point.
    fn stature(&self) -> f64 {
        self.rows[..self.asset.vertices].iter().fold(0.0, |high, point| point.y.max(high))
    }

    pub fn bust_height(&self) -> f64 {
        (self.mark(Mark::BustLeft).y + self.mark(Mark::BustRight).y) * 0.5
    }

    /// Nape to waist down the back: the taut line on the outside of the middle section.
    fn back_waist(&self) -> f64 {
        let (nape, waist) = (self.mark(Mark::NeckBack), self.mark(Mark::WaistBack));
        let middle = Plane { origin: DVec3::ZERO, axes: [DVec3::Z, DVec3::Y] };
        let between = |p: &DVec2| {
            let part = (p.y - waist.y) / (nape.y - waist.y);
            // Only the back: behind the straight line from waist to nape, and a hand's breadth before it.
            (0.0..=1.0).contains(&part) && p.x < waist.z + (nape.z - waist.z) * part + 0.04
        };
        let mut points: Vec<DVec2> =
            self.section(&middle, |region| region == Region::Trunk).into_iter().filter(between).collect();
        let (top, bottom) = (DVec2::new(nape.z, nape.y), DVec2::new(waist.z, waist.y));
        points.extend([top, bottom]);
        // Around the hull and back along the straight line, which is its other side.
        let hulled = hull(points.into_iter().filter(|p| (*p - bottom).perp_dot(top - bottom) <= 1e-12).collect());
        around(&hulled) - top.distance(bottom)
    }

    /// Everything that garments are drafted from.
    pub fn measurements(&self) -> Measurements {
        let trunk_and_legs = |region| !matches!(region, Region::ArmLeft | Region::ArmRight);
        let level = |height: f64| self.girth(&Plane::level(height), trunk_and_legs);
        // The seat reaches down the thigh: which leg it is, is told by the side and not by the bone.
        let leg = |height: f64| {
            let both = self.section(&Plane::level(height), trunk_and_legs);
            around(&hull(both.into_iter().filter(|point| point.x > 0.0).collect()))
        };
        let arm = |plane: &Plane| self.girth(plane, |region| region == Region::ArmLeft);
        // The tape goes over the points where the shoulders begin: what is further out is no neck.
        let side = self.mark(Mark::NeckSideLeft).x;
        let neck = self.section(&self.neck_plane(), trunk_and_legs).into_iter().filter(|p| p.x.abs() <= side).collect();
        let waist = self.mark(Mark::WaistBack).y;
        let crotch = self.mark(Mark::Crotch).y;
        let [shoulder, elbow, wrist] =
            [Mark::ShoulderLeft, Mark::ElbowLeft, Mark::WristLeft].map(|mark| self.mark(mark));
        Measurements {
            stature: self.stature(),
            bust: level(self.bust_height()),
            underbust: level(self.mark(Mark::Underbust).y),
            waist: level(waist),
            hip: level(self.mark(Mark::HipFront).y),
            neck: around(&hull(neck)),
            shoulder: self.mark(Mark::NeckSideLeft).distance(shoulder),
            arm: shoulder.distance(elbow) + elbow.distance(wrist),
            back_waist: self.back_waist(),
            waist_to_floor: waist,
            body_rise: waist - crotch,
            crotch_height: crotch,
            thigh: leg(crotch - BELOW_CROTCH),
            calf: leg(self.mark(Mark::CalfLeft).y),
            upper_arm: arm(&self.upper_arm_plane()),
            wrist: arm(&self.wrist_plane()),
        }
    }
}

/// The convex hull of points, counter-clockwise (Andrew's monotone chain).
pub(super) fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut found: Vec<DVec2> = Vec::with_capacity(points.len());
    for round in 0..2 {
        let first = found.len();
        let each = |found: &mut Vec<DVec2>, point: DVec2| {
            while found.len() >= first + 2 {
                let [a, b] = [found[found.len() - 2], found[found.len() - 1]];
                if (b - a).perp_dot(point - a) > 0.0 {
                    break;
                }
                found.pop();
            }
            found.push(point);
        };
        if round == 0 {
            points.iter().for_each(|point| each(&mut found, *point));
        } else {
            points.iter().rev().for_each(|point| each(&mut found, *point));
        }
        // The end of one chain is the beginning of the other.
        found.pop();
    }
    found
}

/// Length around a closed line.
fn around(line: &[DVec2]) -> f64 {
    (0..line.len()).map(|k| line[k].distance(line[(k + 1) % line.len()])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square with a notch and points inside: the tape sees the square.
    #[test]
    fn the_tape_bridges_hollows() {
        let points = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.3], [1.0, 1.0], [0.0, 1.0], [0.4, 0.9], [0.5, 0.0]];
        let line = hull(points.into_iter().map(DVec2::from_array).collect());
        assert_eq!(line.len(), 4);
        assert!((around(&line) - 4.0).abs() < 1e-15);
        assert_eq!(around(&hull(Vec::new())), 0.0);
    }
}
