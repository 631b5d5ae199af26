//! A figure of stacked ellipses with the girths and lengths of its measurements: what garments are arranged on in tests that
//! must not depend on the shape of a real mannequin.

use glam::DVec3;
use std::f64::consts::PI;
use toile::body::mesh::MeshShape;
use toile::body::{Anatomy, Frame, Landmark, Landmarks, Measurements, Nearest, Part, PartId, Shape, Station, Surface};

const AROUND: usize = 24;

/// Parts that stand in for a body. They overlap where they meet; the surface is that of each part alone.
#[derive(Debug)]
pub struct StandIn {
    anatomy: Anatomy,
    solids: Vec<MeshShape>,
}

/// Half axes of an ellipse with this girth whose depth is `ratio` of its width.
fn ellipse(girth: f64, ratio: f64) -> [f64; 2] {
    let steps = 4000;
    let length: f64 = (0..steps)
        .map(|k| {
            let t = 2.0 * PI * (f64::from(k) + 0.5) / f64::from(steps);
            t.sin().hypot(ratio * t.cos()) * 2.0 * PI / f64::from(steps)
        })
        .sum();
    [girth / length, ratio * girth / length]
}

fn part(id: PartId, [from, to]: [DVec3; 2], sections: &[(f64, f64, f64)]) -> Part {
    let along = (to - from).normalize();
    let front = (DVec3::Z - along * along.z).normalize();
    let length = from.distance(to);
    let station = |(at, girth, ratio): &(f64, f64, f64)| {
        let [half_width, half_depth] = ellipse(*girth, *ratio);
        Station { at: at * length, half_width, half_depth, middle: [0.0; 2] }
    };
    Part { id, from, to, front, stations: sections.iter().map(station).collect() }
}

/// The part as a closed surface: rings of points and two flat ends.
fn solid(part: &Part) -> MeshShape {
    let mut points = Vec::new();
    let ring = |station: &Station| -> Vec<DVec3> {
        let centre = part.from + part.along() * station.at;
        let at = |k: usize| {
            let t = 2.0 * PI * k as f64 / AROUND as f64;
            centre + part.side() * station.half_width * t.sin() + part.front * station.half_depth * t.cos()
        };
        (0..AROUND).map(at).collect()
    };
    for station in &part.stations {
        points.extend(ring(station));
    }
    let rings = part.stations.len();
    let mut triangles = Vec::new();
    let at = |ring: usize, k: usize| (ring * AROUND + k % AROUND) as u32;
    for r in 0..rings - 1 {
        for k in 0..AROUND {
            triangles.push([at(r, k), at(r, k + 1), at(r + 1, k)]);
            triangles.push([at(r, k + 1), at(r + 1, k + 1), at(r + 1, k)]);
        }
    }
    let ends = points.len() as u32;
    let middle = |station: &Station| part.from + part.along() * station.at;
    points.push(middle(&part.stations[0]));
    points.push(middle(&part.stations[rings - 1]));
    for k in 0..AROUND {
        triangles.push([ends, at(0, k + 1), at(0, k)]);
        triangles.push([ends + 1, at(rings - 1, k), at(rings - 1, k + 1)]);
    }
    MeshShape::new(points, triangles).unwrap_or_else(|problems| panic!("{problems:?}"))
}

impl StandIn {
    pub fn new(m: &Measurements) -> Self {
        let up = |x: f64, y: f64| DVec3::new(x, y, 0.0);
        let waist = m.waist_to_floor;
        let neck_y = waist + 0.97 * m.back_waist;
        let neck_half = m.neck / (2.0 * PI);
        let shoulder_y = neck_y - 0.36 * m.shoulder;
        let shoulder_x = neck_half + 0.93 * m.shoulder;
        let rise = |y: f64| (y - m.crotch_height) / (neck_y - m.crotch_height);
        let torso = part(
            PartId::Torso,
            [up(0.0, m.crotch_height), up(0.0, neck_y)],
            &[
                (0.0, 0.97 * m.hip, 0.7),
                (rise(waist - 0.124 * m.stature), m.hip, 0.7),
                (rise(waist), m.waist, 0.75),
                (rise(waist + 0.45 * m.back_waist), m.bust, 0.72),
                (rise(shoulder_y - 0.03), 4.4 * shoulder_x, 0.45),
                (1.0, m.neck * 1.1, 0.9),
            ],
        );
        let arm = |id: PartId, sign: f64| {
            let shoulder = up(sign * (shoulder_x - 0.01), shoulder_y - 0.04);
            let wrist = shoulder + m.arm * up(sign * 47f64.to_radians().cos(), -(47f64.to_radians().sin()));
            let sections = [(0.0, m.wrist, 0.8), (0.55, 0.9 * m.upper_arm, 1.0), (1.0, m.upper_arm, 1.0)];
            part(id, [wrist, shoulder], &sections)
        };
        let leg = |id: PartId, sign: f64| {
            let ends = [up(sign * 0.085 * m.stature, 0.06), up(sign * 0.25 * m.hip / 1.35, m.crotch_height + 0.02)];
            part(id, ends, &[(0.0, 0.65 * m.calf, 1.0), (0.4, m.calf, 1.0), (1.0, m.thigh, 1.0)])
        };
        let chin = neck_y + 0.045 * m.stature;
        let top = m.stature;
        let neck =
            part(PartId::Neck, [up(0.0, neck_y), up(0.0, chin)], &[(0.0, m.neck, 0.95), (1.0, 0.9 * m.neck, 0.95)]);
        let head_girth = 0.42 + 0.085 * m.stature;
        let head = part(
            PartId::Head,
            [up(0.0, chin), up(0.0, top)],
            &[
                (0.0, 0.7 * head_girth, 1.25),
                (0.5, head_girth, 1.25),
                (0.85, 0.8 * head_girth, 1.25),
                (1.0, 0.3 * head_girth, 1.25),
            ],
        );
        let parts = vec![
            torso,
            arm(PartId::ArmLeft, 1.0),
            arm(PartId::ArmRight, -1.0),
            leg(PartId::LegLeft, 1.0),
            leg(PartId::LegRight, -1.0),
            neck,
            head,
        ];
        let landmarks = Landmarks::new(|landmark| match landmark {
            Landmark::HeadTop => up(0.0, top),
            Landmark::Chin => up(0.0, chin),
            Landmark::Waist => up(0.0, waist),
            Landmark::Hip => up(0.0, waist - 0.124 * m.stature),
            Landmark::Bust => up(0.0, waist + 0.45 * m.back_waist),
            Landmark::Crotch => up(0.0, m.crotch_height),
            Landmark::ShoulderLeft | Landmark::ArmpitLeft => parts[1].to,
            Landmark::ShoulderRight | Landmark::ArmpitRight => parts[2].to,
            Landmark::ElbowLeft => (parts[1].from + parts[1].to) / 2.0,
            Landmark::ElbowRight => (parts[2].from + parts[2].to) / 2.0,
            Landmark::WristLeft => parts[1].from,
            Landmark::WristRight => parts[2].from,
            Landmark::KneeLeft => (parts[3].from + parts[3].to) / 2.0,
            Landmark::KneeRight => (parts[4].from + parts[4].to) / 2.0,
            Landmark::AnkleLeft => parts[3].from,
            Landmark::AnkleRight => parts[4].from,
            _ => up(0.0, neck_y),
        });
        let solids = parts.iter().map(solid).collect();
        StandIn { anatomy: Anatomy { measurements: *m, parts, landmarks }, solids }
    }

    /// Every part's surface.
    pub fn solids(&self) -> &[MeshShape] {
        &self.solids
    }
}

impl Shape for StandIn {
    fn nearest(&self, point: DVec3) -> Nearest {
        let all = self.solids.iter().map(|solid| solid.nearest(point));
        all.min_by(|a, b| a.distance.total_cmp(&b.distance)).unwrap()
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        Vec::new()
    }

    fn anatomy(&self) -> Option<&Anatomy> {
        Some(&self.anatomy)
    }

    fn surface(&self) -> Surface {
        Surface::default()
    }
}
