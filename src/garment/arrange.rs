//! Panels around a body: each on its part, curved around it, clear of it and of the others.
//!
//! Every part has one cylinder for all panels on it, so that neighbours meet edge to edge. It is widened until the panels fit
//! side by side. Then whatever comes too near to the body or crosses another panel moves its part's panels: outwards, or
//! along the axis where the body bars the way there, as the torso does for sleeves. What was found is written into the
//! document as an arrangement point and offsets.

use super::draft::{Lay, Spot};
use crate::body::{Anatomy, Around, NO_HINT, Part, PartId, Shape, Side};
use crate::cloth::{Body, Cut, assemble_on, start_of};
use crate::contact::brute_force::crossing_pairs;
use crate::document::{Document, Lie, Placement};
use crate::issue::{Issue, Issues};
use crate::math::real::{cos, sin};
use glam::{DVec2, DVec3};

/// Distance between edges that meet, m: panels are sewn from there.
const GAP: f64 = 0.02;
/// Least distance of panels from the body at the start, m: triangles between points reach nearer by a few millimetres.
pub(super) const CLEAR: f64 = 0.008;
/// Step of the search for room, m.
const STEP: f64 = 0.01;
/// Steps of that search; half a metre is further than any part of a figure is wide.
const MOST_STEPS: usize = 60;
/// How much of a surface's normal must point along the part's axis for the way out to be along it.
const BARS_THE_AXIS: f64 = 0.6;

/// Panels that move together: both arms and both legs are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Torso,
    Arms,
    Legs,
    Neck,
    Head,
    /// Rings across an axis, such as a cape around the neck.
    Rings,
}

impl Group {
    fn of(spot: &Spot) -> Self {
        match (spot.point.part, spot.point.side) {
            (_, None) => Group::Rings,
            (PartId::Torso, _) => Group::Torso,
            (PartId::ArmLeft | PartId::ArmRight, _) => Group::Arms,
            (PartId::LegLeft | PartId::LegRight, _) => Group::Legs,
            (PartId::Neck, _) => Group::Neck,
            (PartId::Head, _) => Group::Head,
        }
    }

    /// The way from a surface of the body whose normal points along the part's axis by so much.
    fn away(self, along: f64) -> Room {
        let bars = along.abs() > BARS_THE_AXIS;
        match self {
            // Legs and arms beside the torso are passed outside.
            Group::Torso => Room { out: STEP, along: 0.0 },
            Group::Rings => Room { out: 0.0, along: STEP },
            // Shoulders below are passed above, chin and ears outside: upwards and downwards by turns would have no end.
            Group::Neck | Group::Head if along < 0.0 => Room { out: 0.5 * STEP, along: 0.0 },
            // Hands are wider than the wrists above them: they are passed outside. Upwards, the torso would push back.
            Group::Arms if along > 0.0 => Room { out: 0.5 * STEP, along: 0.0 },
            _ if bars => Room { out: 0.0, along: if along > 0.0 { STEP } else { -STEP } },
            _ => Room { out: 0.5 * STEP, along: 0.0 },
        }
    }

    /// Room around the part to begin with, m.
    fn clearance(self) -> f64 {
        match self {
            Group::Torso => 0.015,
            Group::Arms | Group::Legs => 0.015,
            Group::Neck => 0.008,
            Group::Head | Group::Rings => 0.0,
        }
    }
}

/// Where a group lies: away from the part and along its axis, m.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    out: f64,
    along: f64,
}

/// Moves every panel that has a spot to where it is worn on the body named `on`. The bodies are those of the document.
pub fn arrange(document: &mut Document, spots: &[Option<Spot>], on: &str, bodies: Vec<Body>) -> Result<(), Issues> {
    let cut = flat_cut(document)?;
    let body = bodies.iter().find(|body| body.id == on);
    let Some((body, anatomy)) = body.and_then(|body| Some((body, body.shape.anatomy()?))) else {
        let issue = Issue::new("arrangement.no-figure", "bodies", "there is no body that wears clothes").value(on);
        return Err(vec![issue.cure("Choose a mannequin.")]);
    };
    let mut search = Search { anatomy, shape: body.shape.as_ref(), cut: &cut, spots, rooms: [Room::default(); 6] };
    search.fit_side_by_side();
    let mut trouble = None;
    for _ in 0..MOST_STEPS {
        search.place(document, on);
        let mut starts = Vec::new();
        for (index, (panel, sheet)) in document.panels.iter().zip(&cut.sheets).enumerate() {
            starts.push(start_of(panel, index, &bodies, &sheet.drawing)?);
        }
        trouble = search.make_room(&starts);
        if trouble.is_none() {
            return Ok(());
        }
    }
    let Some(panel) = trouble else { return Ok(()) };
    let place = format!("panels[{panel}].placement");
    let issue =
        Issue::new("arrangement.no-room", place, "found no place for the panel clear of the body and of the others");
    Err(vec![
        issue
            .value(&document.panels[panel].id)
            .cure("Place the panel by hand, or choose numbers nearer to the body's."),
    ])
}

/// The document's panels cut and meshed, each flat at the origin: what they are before they are put anywhere.
pub(super) fn flat_cut(document: &Document) -> Result<Cut, Issues> {
    let mut flat = document.clone();
    flat.panels.iter_mut().for_each(|panel| panel.placement = Placement::default());
    assemble_on(&flat, Vec::new())
}

struct Search<'a> {
    anatomy: &'a Anatomy,
    shape: &'a dyn Shape,
    cut: &'a Cut,
    spots: &'a [Option<Spot>],
    rooms: [Room; 6],
}

impl Search<'_> {
    /// Every spot with its panel's number and part.
    fn spots(&self) -> impl Iterator<Item = (usize, &Spot, &Part)> {
        let known = self.spots.iter().enumerate().filter_map(|(panel, spot)| Some((panel, spot.as_ref()?)));
        known.filter_map(|(panel, spot)| Some((panel, spot, self.anatomy.part(spot.point.part)?)))
    }

    /// How far the points of a panel lie from its point to the side, and at which height above the middle of the part, m.
    fn reaches(&self, panel: usize, spot: &Spot, part: &Part) -> Vec<[f64; 2]> {
        let height = self.height(spot, part) + spot.shift[1];
        let angle = spot.turn_deg.to_radians();
        let turn = DVec2::new(cos(angle), sin(angle));
        let drawing = self.cut.sheets[panel].drawing.iter().map(|p| turn.rotate(*p));
        drawing.map(|p| [(p.x + spot.shift[0]).abs(), p.y + height]).collect()
    }

    /// Height of a spot's landmark above the middle of the part, m.
    fn height(&self, spot: &Spot, part: &Part) -> f64 {
        (self.anatomy.landmarks.at(spot.level) - (part.from + part.to) / 2.0).dot(part.along())
    }

    /// Widens each part's cylinder until its panels fit beside each other.
    fn fit_side_by_side(&mut self) {
        for room in [Group::Torso, Group::Arms, Group::Legs, Group::Neck, Group::Head, Group::Rings] {
            self.rooms[room as usize].out = room.clearance();
        }
        let mut rooms = self.rooms;
        for (panel, spot, part) in self.spots() {
            let room = &mut rooms[Group::of(spot) as usize];
            let Some(side) = spot.point.side else { continue };
            let reaches = self.reaches(panel, spot, part);
            let fits = |out: f64| {
                let around = Around::new(part, out);
                let room = |height: f64| match spot.lay {
                    Lay::Flat(_) | Lay::Fluted => f64::INFINITY,
                    Lay::Round => 0.5 * around.girth(height),
                    Lay::Half => to_the_side(&around, side),
                };
                reaches.iter().all(|[reach, height]| reach + 0.5 * GAP <= room(*height))
            };
            while !fits(room.out) && room.out < 2.0 {
                room.out += 0.5 * STEP;
            }
        }
        self.rooms = rooms;
    }

    /// Writes where every panel starts with the present rooms.
    fn place(&self, document: &mut Document, on: &str) {
        let placements: Vec<_> =
            self.spots().map(|(panel, spot, part)| (panel, self.placement(spot, part, on))).collect();
        for (panel, placement) in placements {
            document.panels[panel].placement = placement;
        }
    }

    fn placement(&self, spot: &Spot, part: &Part, on: &str) -> Placement {
        let room = self.rooms[Group::of(spot) as usize];
        let off = self.anatomy.landmarks.at(spot.level) - (part.from + part.to) / 2.0;
        let height = self.height(spot, part) + spot.shift[1] + room.along;
        let offset = match (spot.point.side, spot.lay) {
            // A ring lies around the landmark, not around the axis; its y points to the back.
            (None, _) => [off.dot(part.side()) + spot.shift[0], -off.dot(part.front), height],
            (_, Lay::Flat(away)) => [spot.shift[0], height, away + room.out],
            _ => [spot.shift[0], height, room.out],
        };
        let lie = match (spot.point.side, spot.lay) {
            (None, _) | (_, Lay::Flat(_)) => Lie::Flat,
            (Some(side), Lay::Fluted) => {
                let around = Around::new(part, room.out);
                let quarter = [to_the_side(&around, Side::Front), to_the_side(&around, Side::Back)];
                let beside = 0.5 * quarter[0].min(quarter[1]);
                let joint = match side {
                    Side::Front => quarter[0] - beside,
                    Side::Back => quarter[1] - beside,
                    Side::Left | Side::Right => beside,
                };
                Lie::Fluted { joint_mm: mm(joint) }
            }
            _ => Lie::Around,
        };
        let point = spot.point.id().to_owned();
        let turn_deg = spot.turn_deg;
        Placement::Arrangement { body: on.to_owned(), point, offset_mm: offset.map(mm), turn_deg, lie }
    }

    /// Moves the groups that are too near to the body or cross others; tells a panel that was in trouble.
    fn make_room(&mut self, starts: &[Vec<DVec3>]) -> Option<usize> {
        let mut pushes: Vec<(usize, Group, Room)> = Vec::new();
        for (panel, spot, part) in self.spots() {
            let mut hint = NO_HINT;
            let nearest = starts[panel].iter().map(|point| self.shape.nearest_hinted(*point, &mut hint));
            let Some(nearest) = nearest.min_by(|a, b| a.distance.total_cmp(&b.distance)) else { continue };
            if nearest.distance < CLEAR {
                let group = Group::of(spot);
                let along = nearest.normal.dot(part.along());
                pushes.push((panel, group, group.away(along)));
            }
        }
        for [a, b] in self.crossing_panels(starts) {
            let groups = [a, b].map(|panel| self.spots[panel].as_ref().map(Group::of));
            let [Some(first), Some(second)] = groups else { continue };
            let (panel, group, push) = if first == second {
                (a, first, Room { out: 0.5 * STEP, along: 0.0 })
            } else if let Some(at) = [first, second].iter().position(|group| *group == Group::Arms) {
                ([a, b][at], Group::Arms, Room { out: 0.0, along: -STEP })
            } else {
                // What lies higher on the body makes room upwards.
                let (at, group) = if first as usize > second as usize { (a, first) } else { (b, second) };
                (at, group, Room { out: 0.0, along: STEP })
            };
            pushes.push((panel, group, push));
        }
        // Each group moves once a step, the first push of it counts.
        let mut moved = [false; 6];
        for (_, group, push) in &pushes {
            let at = *group as usize;
            if !moved[at] {
                moved[at] = true;
                self.rooms[at].out += push.out;
                self.rooms[at].along += push.along;
            }
        }
        pushes.first().map(|(panel, ..)| *panel)
    }

    /// Pairs of panels that cross, each once, and panels that cross themselves.
    fn crossing_panels(&self, starts: &[Vec<DVec3>]) -> Vec<[usize; 2]> {
        let offsets = self.cut.offsets();
        let positions: Vec<DVec3> = starts.iter().flatten().copied().collect();
        let sheets = self.cut.sheets.iter().zip(&offsets);
        let triangles: Vec<[u32; 3]> =
            sheets.flat_map(|(sheet, first)| sheet.triangles.iter().map(move |t| t.map(|i| i + first))).collect();
        let panel_of = |point: u32| offsets.partition_point(|first| *first <= point) - 1;
        let pairs = crossing_pairs(&positions, &triangles);
        let mut found: Vec<[usize; 2]> = pairs
            .iter()
            .map(|([a, _], [p, ..])| [panel_of(*a), panel_of(*p)])
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Length along the outline from the front or the back to the wearer's sides; from a side to the nearer of both, m.
fn to_the_side(around: &Around, side: Side) -> f64 {
    let [front, left, back, _] = Side::ALL.map(|side| around.start(side));
    match side {
        Side::Front => left - front,
        Side::Back => back - left,
        Side::Left | Side::Right => (left - front).min(back - left),
    }
}

/// Metres as millimetres, to a thousandth of one: documents stay readable.
fn mm(metres: f64) -> f64 {
    (metres * 1e6).round() * 1e-3
}
