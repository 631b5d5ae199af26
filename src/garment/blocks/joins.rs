//! How the body of a garment is sewn: sides, shoulders, sleeves and rings around neck and waist.
//!
//! The back is one piece, opened over its centre, and so is the front, unless it is split into a left and a right one.
//! Seen from outside, positive x is the wearer's left in front and the wearer's right behind.

use super::band::Band;
use super::sleeve::{Fit, sleeve};
use crate::body::{Landmark, PartId, Side};
use crate::garment::draft::{Draft, Lay, Sewn, Spot, edge, image};
use crate::issue::Issues;

/// Whether the front is one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::garment) enum Front {
    /// One piece, `front`.
    Whole,
    /// Two, `front-left` and its mirror image `front-right`.
    Split,
}

impl Front {
    /// The front's edge on the wearer's left.
    fn left(self, name: &str) -> Sewn {
        edge(if self == Front::Whole { "front" } else { "front-left" }, name)
    }

    /// The front's edge on the wearer's right.
    fn right(self, name: &str) -> Sewn {
        if self == Front::Whole { image("front", name) } else { edge("front-right", name) }
    }

    /// Edges that run round the body, such as the neckline, from the middle of the back over the left.
    pub(in crate::garment) fn ring(self, name: &str) -> [Sewn; 4] {
        [image("back", name), self.left(name), self.right(name), edge("back", name)]
    }

    /// Sews the sides; the edges are listed upwards.
    pub(in crate::garment) fn sew_sides(self, draft: &mut Draft, edges: &[&str]) {
        let up = |of: &dyn Fn(&str) -> Sewn| -> Vec<Sewn> { edges.iter().map(|name| of(name)).collect() };
        let down = |of: &dyn Fn(&str) -> Sewn| -> Vec<Sewn> { edges.iter().rev().map(|name| of(name)).collect() };
        draft.sew("side-left", &up(&|name| self.left(name)), &down(&|name| image("back", name)));
        draft.sew("side-right", &up(&|name| edge("back", name)), &down(&|name| self.right(name)));
    }

    /// Sews the shoulders; the edges are listed towards the neck.
    pub(in crate::garment) fn sew_shoulders(self, draft: &mut Draft, edges: &[&str]) {
        let inwards = |of: &dyn Fn(&str) -> Sewn| -> Vec<Sewn> { edges.iter().map(|name| of(name)).collect() };
        let outwards = |of: &dyn Fn(&str) -> Sewn| -> Vec<Sewn> { edges.iter().rev().map(|name| of(name)).collect() };
        draft.sew("shoulder-left", &inwards(&|name| self.left(name)), &outwards(&|name| image("back", name)));
        draft.sew("shoulder-right", &inwards(&|name| edge("back", name)), &outwards(&|name| self.right(name)));
    }

    /// Drafts both sleeves and sews them in; with `cuff` the sleeves end in such a band.
    pub(in crate::garment) fn set_in(self, draft: &mut Draft, fit: &Fit, cuff: Option<Band>) -> Result<(), Issues> {
        let sleeve = sleeve(fit).map_err(|issue| vec![issue])?;
        let left = |y: f64| ARM_LEFT.moved([0.0, y]);
        let right = |y: f64| ARM_RIGHT.moved([0.0, y]);
        draft.add(sleeve.piece, left(-sleeve.cap));
        draft.mirror(["sleeve-right", "Right sleeve"], "sleeve-left", right(-sleeve.cap));
        let armholes = [("left", self.left("armhole"), image("back", "armhole"))];
        let armholes = armholes.into_iter().chain([("right", self.right("armhole"), edge("back", "armhole"))]);
        for (side, front, back) in armholes {
            let id = format!("sleeve-{side}");
            draft.sew(&format!("{id}-front"), &[edge(&id, "cap-front")], &[front]);
            draft.sew(&format!("{id}-back"), &[edge(&id, "cap-back")], &[back]);
            draft.sew(&format!("{id}-under"), &[edge(&id, "under-front")], &[edge(&id, "under-back")]);
        }
        let Some(band) = cuff else { return Ok(()) };
        let below = -fit.length - band.height - CUFF_BELOW;
        for (id, name, spot) in [("cuff-left", "Left cuff", left(below)), ("cuff-right", "Right cuff", right(below))] {
            draft.add(band.piece([id, name]), spot);
            let sleeve = id.replace("cuff", "sleeve");
            draft.sew(id, &[edge(id, "upper"), image(id, "upper")], &[edge(&sleeve, "hem")]);
            draft.sew(&format!("{id}-end"), &[edge(id, "end")], &[image(id, "end")]);
        }
        Ok(())
    }
}

/// Distance of a cuff from its sleeve before they are sewn, m.
const CUFF_BELOW: f64 = 0.01;

const ARM_LEFT: Spot = Spot::on(PartId::ArmLeft, Side::Left, Landmark::ShoulderLeft, Lay::Round);
const ARM_RIGHT: Spot = Spot::on(PartId::ArmRight, Side::Right, Landmark::ShoulderRight, Lay::Round);
