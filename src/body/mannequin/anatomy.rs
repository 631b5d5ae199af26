//! Landmarks and parts of a body in its pose, found by sections across each part.

use super::asset::Mark;
use super::figure::Mannequin;
use super::measure::{Plane, Region};
use super::skeleton::{CALF, FOOT, HAND, HEAD, LOWER_ARM, NECK, RIGHT, THIGH, UPPER_ARM};
use crate::body::{Anatomy, Landmark, Landmarks, Part, PartId, Station};
use glam::{DVec2, DVec3};

/// Sections of a part, both ends included.
const STATIONS: usize = 13;
/// What is further from the axis of neck and head than this, m, is no part of them.
const NECK_REACH: f64 = 0.11;
const HEAD_REACH: f64 = 0.17;

/// Everything that a body in a pose tells of itself.
pub(super) fn anatomy(body: &Mannequin, rows: &[DVec3]) -> Anatomy {
    let landmarks = Landmarks::new(|landmark| place(body, rows, landmark));
    let parts = PartId::ALL.iter().map(|id| part(body, rows, *id, &landmarks)).collect();
    Anatomy { measurements: *body.reached(), parts, landmarks }
}

fn place(body: &Mannequin, rows: &[DVec3], landmark: Landmark) -> DVec3 {
    let mark = |mark| body.mark(rows, mark);
    let joint = |bone| body.joint(rows, bone);
    let level = |height: f64| {
        let points = body.taped(rows).section(&Plane::level(height), trunk);
        let (low, high) = extent(&points).unwrap_or_default();
        let middle = (low + high) * 0.5;
        DVec3::new(middle.x, height, middle.y)
    };
    match landmark {
        Landmark::HeadTop => mark(Mark::HeadTop),
        Landmark::Chin => mark(Mark::Chin),
        Landmark::NeckBase => (mark(Mark::NeckFront) + mark(Mark::NeckBack)) * 0.5,
        Landmark::NeckFront => mark(Mark::NeckFront),
        Landmark::NeckBack => mark(Mark::NeckBack),
        Landmark::NeckSideLeft => mark(Mark::NeckSideLeft),
        Landmark::NeckSideRight => mark(Mark::NeckSideRight),
        Landmark::ShoulderLeft => mark(Mark::ShoulderLeft),
        Landmark::ShoulderRight => mark(Mark::ShoulderRight),
        Landmark::ArmpitLeft => mark(Mark::ArmpitLeft),
        Landmark::ArmpitRight => mark(Mark::ArmpitRight),
        Landmark::Bust => level(body.taped(rows).bust_height()),
        Landmark::Waist => level(mark(Mark::WaistBack).y),
        Landmark::Hip => level(mark(Mark::HipFront).y),
        Landmark::Crotch => mark(Mark::Crotch),
        Landmark::ElbowLeft => joint(LOWER_ARM),
        Landmark::ElbowRight => joint(LOWER_ARM + RIGHT),
        Landmark::WristLeft => joint(HAND),
        Landmark::WristRight => joint(HAND + RIGHT),
        Landmark::KneeLeft => joint(CALF),
        Landmark::KneeRight => joint(CALF + RIGHT),
        Landmark::AnkleLeft => joint(FOOT),
        Landmark::AnkleRight => joint(FOOT + RIGHT),
    }
}

fn trunk(region: Region) -> bool {
    !matches!(region, Region::ArmLeft | Region::ArmRight)
}

fn part(body: &Mannequin, rows: &[DVec3], id: PartId, marks: &Landmarks) -> Part {
    let joint = |bone| body.joint(rows, bone);
    let thigh_end = |side: usize| {
        let (hip, knee) = (joint(THIGH + side), joint(CALF + side));
        // Where the thigh's bone passes the crotch; a lifted thigh ends at its joint.
        let part = (hip.y - marks.at(Landmark::Crotch).y) / (hip.y - knee.y);
        if (0.0..=0.5).contains(&part) { hip.lerp(knee, part) } else { hip }
    };
    // Inside the neck, as high as the chin.
    let chin = DVec3::new(joint(NECK).x, marks.at(Landmark::Chin).y, joint(HEAD).z);
    let (from, to) = match id {
        PartId::Torso => (marks.at(Landmark::Crotch), marks.at(Landmark::NeckBase)),
        PartId::ArmLeft => (joint(HAND), joint(UPPER_ARM)),
        PartId::ArmRight => (joint(HAND + RIGHT), joint(UPPER_ARM + RIGHT)),
        PartId::LegLeft => (joint(FOOT), thigh_end(0)),
        PartId::LegRight => (joint(FOOT + RIGHT), thigh_end(RIGHT)),
        PartId::Neck => (marks.at(Landmark::NeckBase), chin),
        PartId::Head => (chin, marks.at(Landmark::HeadTop)),
    };
    let along = (to - from).normalize();
    // A part that points to the front has its front on top.
    let level = if along.z.abs() < 0.9 { DVec3::Z } else { DVec3::Y };
    let front = (level - along * along.dot(level)).normalize();
    let mut part = Part { id, from, to, front, stations: Vec::new() };
    part.stations = stations(body, rows, &part);
    part
}

fn stations(body: &Mannequin, rows: &[DVec3], part: &Part) -> Vec<Station> {
    let own = |region: Region| match part.id {
        PartId::Torso => trunk(region),
        PartId::ArmLeft => region == Region::ArmLeft,
        PartId::ArmRight => region == Region::ArmRight,
        PartId::LegLeft => region == Region::LegLeft,
        PartId::LegRight => region == Region::LegRight,
        PartId::Neck | PartId::Head => region == Region::Trunk,
    };
    let reach = match part.id {
        PartId::Neck => NECK_REACH,
        PartId::Head => HEAD_REACH,
        _ => f64::INFINITY,
    };
    let (side, taped) = (part.side(), body.taped(rows));
    let mut found: Vec<Station> = Vec::with_capacity(STATIONS);
    for k in 0..STATIONS {
        let at = part.length() * k as f64 / (STATIONS - 1) as f64;
        let plane = Plane { origin: part.from + part.along() * at, axes: [side, part.front] };
        let points: Vec<DVec2> =
            taped.section(&plane, own).into_iter().filter(|point| point.length() < reach).collect();
        // Nothing to cut, as at the very top of the head: as the section before.
        let station = extent(&points).map(|(low, high)| {
            let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
            Station { at, half_width: half.x, half_depth: half.y, middle: middle.to_array() }
        });
        let before = found.last().map(|last| Station { at, ..*last });
        found.extend(station.or(before));
    }
    found
}

fn extent(points: &[DVec2]) -> Option<(DVec2, DVec2)> {
    let first = *points.first()?;
    Some(points.iter().fold((first, first), |(low, high), point| (low.min(*point), high.max(*point))))
}
