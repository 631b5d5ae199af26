//! Where panels are worn, told from where they lie: patterns of other tools come flat, in front of and behind a figure.
//!
//! ```text
//!      ───────  front      A panel whose right side looks away from a part of the body is laid around that part on this side, as
//!        ╭─╮               high and as far from the middle as it lies, and turned as it is: a sleeve that was drawn along x
//!        ╰─╯  part         then runs along the arm. Where edges meet stays the same, and the way to be sewn gets short.
//!      ───────  back
//! ```

use super::draft::{Lay, Spot};
use crate::body::{Anatomy, Around, Frame, Landmark, Part, PartId, PartPoint, Side};
use crate::math::real::atan2;
use glam::DVec3;

/// Least cosine between a panel's right side and the way out of the part.
const FACES: f64 = 0.8;

/// Where a flat panel lies, m.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lying {
    /// Where the origin of its drawing is.
    pub(super) origin: DVec3,
    /// Unit vectors along the drawing's x and y.
    pub(super) axes: [DVec3; 2],
    /// The middle of the panel.
    pub(super) middle: DVec3,
}

/// Where a panel that lies so is worn; nothing for one that looks at the body, or past it.
pub(super) fn spot_facing(lying: &Lying, anatomy: &Anatomy) -> Option<Spot> {
    let out = lying.axes[0].cross(lying.axes[1]);
    // Legs are clothed from the torso: what hangs from the waist begins around the hips.
    let worn = anatomy.parts.iter().filter(|part| !matches!(part.id, PartId::LegLeft | PartId::LegRight));
    let part = worn.min_by(|a, b| beside(lying, a, out).total_cmp(&beside(lying, b, out)))?;
    let around = Around::new(part, 0.0);
    let side = |side: Side| (side, around.frame(Some(side)));
    let (side, frame) = Side::ALL.map(side).into_iter().max_by(|a, b| faces(&a.1, out).total_cmp(&faces(&b.1, out)))?;
    let before = (lying.middle - (part.from + part.to) / 2.0).dot(frame.out);
    if faces(&frame, out) < FACES || before < 0.0 {
        return None;
    }
    let level = Landmark::NeckBase;
    let height = (lying.origin - anatomy.landmarks.at(level)).dot(part.along());
    let aside = (lying.origin - frame.origin).dot(frame.right);
    let turn = atan2(lying.axes[0].dot(frame.up), lying.axes[0].dot(frame.right));
    let lay = if matches!(side, Side::Front | Side::Back) { Lay::Half } else { Lay::Round };
    let point = PartPoint { part: part.id, side: Some(side) };
    // To a hundredth of a degree: documents stay readable.
    let turn_deg = (turn.to_degrees() * 100.0).round() / 100.0;
    Some(Spot { point, level, shift: [aside, height], turn_deg, lay })
}

fn faces(frame: &Frame, out: DVec3) -> f64 {
    frame.out.dot(out)
}

/// Distance of a panel's middle from a part's axis, seen along the panel's normal, m.
fn beside(lying: &Lying, part: &Part, out: DVec3) -> f64 {
    let flat = |v: DVec3| v - out * v.dot(out);
    let (axis, to) = (flat(part.to - part.from), flat(lying.middle - part.from));
    let along = (to.dot(axis) / axis.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    to.distance(axis * along)
}
