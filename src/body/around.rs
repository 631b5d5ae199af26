//! A cylinder around a part of the body, on which panels lie without strain.
//!
//! ```text
//!        back                 the section is the convex hull of all sections of the part, seen along its axis,
//!      ╭──────╮               widened by a clearance. Length s runs along it from the front over the left to
//!   right│ part │left         the back, so that a panel with its right side outwards has its x along s and its
//!      ╰──────╯               y along the axis: a cylinder unrolls into the plane, and nothing is stretched.
//!       front ──► s
//! ```
//!
//! Arms taper and bend: around them it is a cone whose axis leans as they do, so that a sleeve which narrows to the wrist
//! reaches around the arm everywhere. On it the edges of a sleeve are sheared, by some percent. Sleeves are cut for arms that
//! bend: along a straight one they are drawn up, or they would reach over the hand.

use super::{Frame, Part, PartId, Station};
use crate::math::real::{atan2, cos, sin};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// Directions in which the hull is asked for; with as many its chords are within 0.1 mm of a torso's outline.
const DIRECTIONS: usize = 256;
/// Radius in which cloth turns off the section where it stands off the body, m: a triangle's side of 25 mm is 1.6 % longer than
/// its chord there.
const TURN: f64 = 0.04;
/// Least distance between cloth that stands off the body and the plane in which it meets its neighbour, m.
const APART: f64 = 0.01;

/// Length of a straight arm from the shoulder to the wrist over that of a sleeve. Measured over the bent elbow the arm is 5 % longer,
/// and the cloth keeps a finger's breadth from the thumb.
const DRAWN_UP: f64 = 0.93;

/// A side of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Where the part's front is.
    Front,
    /// To the wearer's left.
    Left,
    /// Opposite to the front.
    Back,
    /// To the wearer's right.
    Right,
}

impl Side {
    /// All sides, in the order they are met along the section.
    pub const ALL: [Side; 4] = [Side::Front, Side::Left, Side::Back, Side::Right];
}

/// Where a panel can be put on a part: on one of its sides, or across its axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartPoint {
    /// The part.
    pub part: PartId,
    /// The side; nothing for a panel that lies across the axis, its right side along it and its y to the back.
    pub side: Option<Side>,
}

macro_rules! part_points {
    ($($part:ident $id:literal;)*) => {
        impl PartPoint {
            /// Its name in documents.
            pub fn id(self) -> &'static str {
                match self.part {
                    $(PartId::$part => match self.side {
                        Some(Side::Front) => concat!($id, "-front"),
                        Some(Side::Left) => concat!($id, "-left"),
                        Some(Side::Back) => concat!($id, "-back"),
                        Some(Side::Right) => concat!($id, "-right"),
                        None => concat!($id, "-across"),
                    },)*
                }
            }
        }
    };
}

part_points! {
    Torso "torso";
    ArmLeft "arm-left";
    ArmRight "arm-right";
    LegLeft "leg-left";
    LegRight "leg-right";
    Neck "neck";
    Head "head";
}

impl PartPoint {
    /// Every point of every part.
    pub fn all() -> impl Iterator<Item = PartPoint> {
        let sides = || Side::ALL.map(Some).into_iter().chain([None]);
        PartId::ALL.into_iter().flat_map(move |part| sides().map(move |side| PartPoint { part, side }))
    }

    /// The point of this name.
    pub fn find(id: &str) -> Option<PartPoint> {
        PartPoint::all().find(|point| point.id() == id)
    }
}

/// The cylinder around a part.
#[derive(Clone, Debug, PartialEq)]
pub struct Around {
    /// Middle of the axis.
    middle: DVec3,
    /// To the side, to the front, along the axis.
    axes: [DVec3; 3],
    /// Corners of the section, to the side and to the front, from the frontmost over the left.
    corners: Vec<DVec2>,
    /// Length along the section up to each corner; the last is once around.
    ends: Vec<f64>,
    /// How it changes with height; corners and ends are those in the middle of the part.
    slope: Slope,
}

/// How a cone differs from a cylinder, per metre of height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Slope {
    /// How much further out the section lies.
    widens: f64,
    /// How far the axis moves, to the side and to the front.
    leans: DVec2,
    /// Height above and below the middle of the part up to which it does, m: a sleeve that is longer than the arm has to pass the
    /// hand, which does not taper.
    up_to: f64,
    /// Part of a length of cloth below the upper end that is left along the axis, less one.
    shortens: f64,
}

impl Slope {
    /// The slope that fits a part's sections best, as seen from all directions.
    fn of(part: &Part) -> Self {
        if !matches!(part.id, PartId::ArmLeft | PartId::ArmRight) {
            return Slope::default();
        }
        let count = part.stations.len() as f64;
        let mean = part.stations.iter().map(|station| station.at).sum::<f64>() / count;
        let spread: f64 = part.stations.iter().map(|station| (station.at - mean) * (station.at - mean)).sum();
        let mut slope = Slope { up_to: 0.5 * part.length(), shortens: DRAWN_UP - 1.0, ..Slope::default() };
        for k in 0..DIRECTIONS {
            let out = direction(k as f64);
            let rise = |station: &Station| (station.at - mean) * farthest_of(station, out).dot(out);
            let rise = part.stations.iter().map(rise).sum::<f64>() / spread;
            slope.widens += rise / DIRECTIONS as f64;
            slope.leans += 2.0 * rise * out / DIRECTIONS as f64;
        }
        slope
    }

    /// The height above the middle of the part of cloth that is laid at a height.
    fn height_of(&self, height: f64) -> f64 {
        height + self.shortens * (height - self.up_to)
    }

    /// How much further a corner in a direction lies at this height.
    fn at(&self, out: DVec2, height: f64) -> DVec2 {
        self.leans * height.clamp(-self.up_to, self.up_to) + self.wider(height) * out
    }

    /// How much further out the section lies at this height.
    fn wider(&self, height: f64) -> f64 {
        self.widens * height.clamp(-self.up_to, self.up_to)
    }
}

impl Around {
    /// The cylinder at a clearance from the part, m.
    pub fn new(part: &Part, clearance: f64) -> Self {
        let slope = Slope::of(part);
        let farthest = |k: usize| {
            let out = direction(k as f64);
            let in_the_middle =
                |station: &Station| farthest_of(station, out) - slope.at(out, station.at - 0.5 * part.length());
            let points = part.stations.iter().map(in_the_middle);
            points.max_by(|a, b| a.dot(out).total_cmp(&b.dot(out))).unwrap_or_default() + out * clearance
        };
        let corners: Vec<DVec2> = (0..DIRECTIONS).map(farthest).collect();
        let mut ends = vec![0.0];
        for k in 0..DIRECTIONS {
            ends.push(ends[k] + corners[k].distance(corners[(k + 1) % DIRECTIONS]));
        }
        let axes = [part.side(), part.front, part.along()];
        Around { middle: (part.from + part.to) / 2.0, axes, corners, ends, slope }
    }

    /// Once around at a height above the middle of the part, m.
    pub fn girth(&self, height: f64) -> f64 {
        self.end(DIRECTIONS, self.slope.height_of(height))
    }

    /// Length along the section at which a side begins, m, in the middle of the part.
    pub fn start(&self, side: Side) -> f64 {
        self.end(first_of(side), 0.0)
    }

    /// Length along the section up to a corner, m. A section that is moved out grows by its turn times the way.
    fn end(&self, k: usize, height: f64) -> f64 {
        let turn = k as f64 * 2.0 * sin(PI / DIRECTIONS as f64);
        self.ends[k] + turn * self.slope.wider(height)
    }

    /// The frame of a flat panel on a side, in the middle of the part's length.
    pub fn frame(&self, side: Option<Side>) -> Frame {
        let [across, front, along] = self.axes;
        let Some(side) = side else { return Frame::facing(self.middle, along, -front) };
        let out = match side {
            Side::Front => front,
            Side::Left => across,
            Side::Back => -front,
            Side::Right => -across,
        };
        let reach = self.corners[first_of(side)];
        let reach = (across * reach.x + front * reach.y).dot(out);
        Frame::facing(self.middle + out * reach, out, along)
    }

    /// The point at a length along the section from the beginning of a side, and a height above the middle of the part, m.
    pub fn at(&self, side: Side, s: f64, height: f64) -> DVec3 {
        let height = self.slope.height_of(height);
        self.lifted(self.on_section(side, s, height).0, height)
    }

    /// The same for cloth that leaves the section at a length of `joint`, where it meets its neighbour: there it turns off the
    /// body and runs straight outwards beside the plane in which both meet.
    ///
    /// ```text
    ///            │ │  ◄ joint: the normal of the section there
    ///   ─────────╯ ╰─────────  section
    ///      panel     neighbour
    /// ```
    pub fn fluted(&self, side: Side, [s, height]: [f64; 2], joint: f64) -> DVec3 {
        let sign = if s < 0.0 { -1.0 } else { 1.0 };
        let from = sign * (joint - TURN - APART);
        let beyond = sign * (s - from);
        if beyond <= 0.0 {
            return self.at(side, s, height);
        }
        let height = self.slope.height_of(height);
        let (start, normal) = self.on_section(side, from, height);
        let tangent = DVec2::new(normal.y, -normal.x) * sign;
        let (_, wanted) = self.on_section(side, sign * joint, height);
        // Angle from the tangent to the way out, a little more than a right one on a round section.
        let turn = atan2(wanted.dot(normal), wanted.dot(tangent));
        let angle = (beyond / TURN).min(turn);
        let curved = start + TURN * (tangent * sin(angle) + normal * (1.0 - cos(angle)));
        let straight = (beyond - TURN * turn).max(0.0);
        self.lifted(curved + wanted * straight, height)
    }

    fn lifted(&self, point: DVec2, height: f64) -> DVec3 {
        let [across, front, along] = self.axes;
        self.middle + across * point.x + front * point.y + along * height
    }

    /// The point of the section at a height and a length from the beginning of a side, and the unit vector outwards there.
    fn on_section(&self, side: Side, s: f64, height: f64) -> (DVec2, DVec2) {
        let girth = self.end(DIRECTIONS, height);
        let s = self.end(first_of(side), height) + s;
        let s = s - girth * (s / girth).floor();
        let (mut k, mut beyond) = (0, DIRECTIONS);
        while beyond - k > 1 {
            let between = (k + beyond) / 2;
            *(if self.end(between, height) <= s { &mut k } else { &mut beyond }) = between;
        }
        let part = (s - self.end(k, height)) / (self.end(k + 1, height) - self.end(k, height));
        let corner = |k: usize| self.corners[k % DIRECTIONS] + self.slope.at(direction(k as f64), height);
        let (from, to) = (corner(k), corner(k + 1));
        (from + (to - from) * part, direction(k as f64 + part))
    }
}

/// The direction with this number, to the side and to the front; 0 is the front.
fn direction(k: f64) -> DVec2 {
    let turn = 2.0 * PI * k / DIRECTIONS as f64;
    DVec2::new(sin(turn), cos(turn))
}

/// The number of the direction in which a side lies.
fn first_of(side: Side) -> usize {
    side as usize * (DIRECTIONS / 4)
}

/// The point of a section, an ellipse, that lies farthest along a direction.
fn farthest_of(station: &Station, out: DVec2) -> DVec2 {
    let half = DVec2::new(station.half_width, station.half_depth);
    let reach = (half * out).length().max(f64::MIN_POSITIVE);
    DVec2::from_array(station.middle) + half * half * out / reach
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods)]
    use super::*;

    fn drum() -> Part {
        let station = |at, half_width, half_depth| Station { at, half_width, half_depth, middle: [0.0; 2] };
        let stations = vec![station(0.0, 0.15, 0.15), station(0.4, 0.1, 0.12)];
        Part { id: PartId::Torso, from: DVec3::Y, to: DVec3::Y * 1.4, front: DVec3::Z, stations }
    }

    #[test]
    fn the_section_is_the_hull_and_its_clearance() {
        let around = Around::new(&drum(), 0.05);
        // The larger disc contains the other section: a circle of 0.2 m, whose chords are short of it by (π/256)²/6.
        assert!((around.girth(0.1) / (2.0 * PI * 0.2) - 1.0).abs() < 1e-4, "{}", around.girth(0.1));
        let quarter = around.start(Side::Left);
        assert!((around.at(Side::Front, quarter, 0.0) - DVec3::new(0.2, 1.2, 0.0)).length() < 1e-12);
        assert!((around.at(Side::Left, 0.0, 0.0) - DVec3::new(0.2, 1.2, 0.0)).length() < 1e-12);
        assert!((around.at(Side::Front, 0.0, 0.1) - DVec3::new(0.0, 1.3, 0.2)).length() < 1e-12);
        assert!((around.at(Side::Front, -quarter, 0.0) - DVec3::new(-0.2, 1.2, 0.0)).length() < 1e-12);
        assert!((around.frame(Some(Side::Back)).origin - DVec3::new(0.0, 1.2, -0.2)).length() < 1e-12);
    }

    #[test]
    fn nothing_is_stretched_on_the_way_off_the_body() {
        let around = Around::new(&drum(), 0.05);
        let joint = 0.15;
        let at = |s: f64| around.fluted(Side::Back, [s, 0.0], joint);
        for k in -400..400 {
            let (from, to) = (f64::from(k) * 1e-3, f64::from(k + 1) * 1e-3);
            let length = at(from).distance(at(to));
            assert!((length / 1e-3 - 1.0).abs() < 2e-3, "{from}: {length}");
        }
        // Far out the cloth stands beside the plane of the joint; the round section adds some millimetres to its distance.
        let plane = direction(joint / around.girth(0.0) * DIRECTIONS as f64 + DIRECTIONS as f64 / 2.0);
        let far = at(0.4);
        let off = DVec2::new(far.x, far.z).perp_dot(plane).abs();
        assert!((APART..2.0 * APART).contains(&off), "{off}");
    }

    /// Round sections of an arm that narrow and lean evenly: the cone keeps the clearance from each of them, all around, and a
    /// length around it is that length at every height.
    #[test]
    fn an_arm_is_surrounded_by_a_cone() {
        let station = |at: f64| Station {
            at,
            half_width: 0.04 + 0.03 * at,
            half_depth: 0.04 + 0.03 * at,
            middle: [0.05 * at, -0.02 * at],
        };
        let stations = vec![station(0.0), station(0.2), station(0.6)];
        let part = Part { id: PartId::ArmLeft, from: DVec3::ZERO, to: DVec3::Y * 0.6, front: DVec3::Z, stations };
        let around = Around::new(&part, 0.015);
        for station in &part.stations {
            // Cloth hangs from the upper end, and each length of it takes up less of the arm.
            let height = 0.3 - (0.6 - station.at) / DRAWN_UP;
            let radius = station.half_width + 0.015;
            assert!((around.girth(height) / (2.0 * PI * radius) - 1.0).abs() < 1e-4);
            for k in 0..40 {
                let s = 0.005 * f64::from(k);
                let at = around.at(Side::Left, s, height);
                let off = DVec2::new(at.x, at.z) - DVec2::from_array(station.middle);
                assert!((off.length() / radius - 1.0).abs() < 1e-4 && (at.y - station.at).abs() < 1e-12);
                let next = around.at(Side::Left, s + 1e-4, height);
                assert!((at.distance(next) / 1e-4 - 1.0).abs() < 1e-3);
            }
        }
    }

    #[test]
    fn points_are_found_by_their_names() {
        let all: Vec<PartPoint> = PartPoint::all().collect();
        assert_eq!(all.len(), 35);
        for point in all {
            assert_eq!(PartPoint::find(point.id()), Some(point));
        }
        assert_eq!(PartPoint::find("torso"), None);
    }
}
