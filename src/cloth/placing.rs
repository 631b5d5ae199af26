//! Where the points of a panel start in space: flat and moved as it is, or curved around a part of a body.

use super::Body;
use super::assemble::{METRES_PER_MM, RADIANS_PER_DEGREE};
use crate::body::{Around, ArrangementPoint, Frame, PartPoint, Side};
use crate::document::{Lie, Panel, Placement};
use crate::issue::{Issue, Issues};
use crate::math::real::{cos, sin};
use glam::{DMat3, DVec2, DVec3};

/// How much further from its body each layer begins, mm: room for the cloth below it to hang free while seams close.
const PER_LAYER_MM: f64 = 15.0;

/// Where a panel starts.
#[derive(Clone, Debug)]
pub(super) enum Start {
    /// In a plane.
    Flat(Rigid),
    /// Around a part of a body.
    Curved(Box<Curved>),
}

/// A panel around a part.
#[derive(Clone, Debug)]
pub(super) struct Curved {
    around: Around,
    /// The side from which lengths along the section count.
    side: Side,
    /// Cosine and sine of the turn in the panel's own plane.
    turn: DVec2,
    /// Length along the section from there and height on which the panel's origin lies, m.
    origin: DVec2,
    /// Length from the side's beginning to where neighbours are met, m; nothing for a panel that stays on the section.
    joint: Option<f64>,
}

impl Start {
    /// Where nothing else is known.
    pub(super) const NOWHERE: Start = Start::Flat(Rigid { turn: DMat3::IDENTITY, shift: DVec3::ZERO });

    /// Where a point of the drawing starts, m.
    pub(super) fn of(&self, point: DVec2) -> DVec3 {
        match self {
            Start::Flat(rigid) => rigid.apply(DVec3::new(point.x, point.y, 0.0)),
            Start::Curved(curved) => {
                let at = curved.origin + curved.turn.rotate(point);
                match curved.joint {
                    None => curved.around.at(curved.side, at.x, at.y),
                    Some(joint) => curved.around.fluted(curved.side, at.to_array(), joint),
                }
            }
        }
    }
}

/// Where the document puts a panel.
pub(super) fn start(panel: &Panel, bodies: &[Body], index: usize) -> Result<Start, Issues> {
    let (body, point, offset_mm, turn_deg, lie) = match &panel.placement {
        Placement::Free { translation_mm, rotation_deg } => {
            return Ok(Start::Flat(Rigid::free(*translation_mm, *rotation_deg)));
        }
        Placement::Arrangement { body, point, offset_mm: [x, y, out], turn_deg, lie } => {
            (body, point, [*x, *y, out + PER_LAYER_MM * f64::from(panel.layer)], turn_deg, lie)
        }
    };
    let unknown = |field: &str, value: &str, known: Vec<&str>| {
        let place = format!("panels[{index}].placement.{field}");
        let issue = Issue::new(&format!("arrangement.unknown-{field}"), place, "there is none of this name");
        vec![issue.value(value).cure(format!("Use one of: {}.", known.join(", ")))]
    };
    let found = bodies.iter().find(|each| each.id == *body);
    let body = found.ok_or_else(|| unknown("body", body, bodies.iter().map(|each| each.id.as_str()).collect()))?;
    let [x, y, out] = offset_mm.map(|mm| mm * METRES_PER_MM);
    let curved = |joint: Option<f64>| {
        let point = PartPoint::find(point)?;
        let around = Around::new(body.shape.anatomy()?.part(point.part)?, out);
        let angle = turn_deg * RADIANS_PER_DEGREE;
        let turn = DVec2::new(cos(angle), sin(angle));
        Some(Start::Curved(Box::new(Curved { around, side: point.side?, turn, origin: DVec2::new(x, y), joint })))
    };
    let curves = match lie {
        Lie::Flat => None,
        Lie::Around => curved(None),
        Lie::Fluted { joint_mm } => curved(Some(joint_mm * METRES_PER_MM)),
    };
    if let Some(start) = curves {
        return Ok(start);
    }
    // The frames of all places take as long as the start of many panels.
    let points = ArrangementPoint::all(body.shape.as_ref());
    let found = points.iter().find(|each| each.name == point);
    let found = found.ok_or_else(|| unknown("point", point, points.iter().map(|each| each.name).collect()))?;
    if *lie == Lie::Flat {
        return Ok(Start::Flat(Rigid::at(&found.frame(), offset_mm, *turn_deg)));
    }
    let place = format!("panels[{index}].placement.lie");
    let issue = Issue::new("arrangement.not-around", place, "the body has no part to curve a panel around there");
    Err(vec![issue.value(point).cure("Let it lie flat, or choose a point on a side of a part, such as torso-front.")])
}

/// Where points of a panel's drawing start, m; `index` is the panel's place in the document, for issues.
pub fn start_of(panel: &Panel, index: usize, bodies: &[Body], points: &[DVec2]) -> Result<Vec<DVec3>, Issues> {
    let start = start(panel, bodies, index)?;
    Ok(points.iter().map(|point| start.of(*point)).collect())
}

/// A rotation and a translation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rigid {
    turn: DMat3,
    shift: DVec3,
}

impl Rigid {
    fn free(translation_mm: [f64; 3], rotation_deg: [f64; 3]) -> Self {
        let [x, y, z] = rotation_deg.map(|degrees| degrees * RADIANS_PER_DEGREE);
        let about_x = DMat3::from_cols(DVec3::X, DVec3::new(0.0, cos(x), sin(x)), DVec3::new(0.0, -sin(x), cos(x)));
        let about_y = DMat3::from_cols(DVec3::new(cos(y), 0.0, -sin(y)), DVec3::Y, DVec3::new(sin(y), 0.0, cos(y)));
        let shift = DVec3::from_array(translation_mm) * METRES_PER_MM;
        Rigid { turn: about_z(z) * about_y * about_x, shift }
    }

    fn at(frame: &Frame, offset_mm: [f64; 3], turn_deg: f64) -> Self {
        let axes = DMat3::from_cols(frame.right, frame.up, frame.out);
        let shift = frame.origin + axes * (DVec3::from_array(offset_mm) * METRES_PER_MM);
        Rigid { turn: axes * about_z(turn_deg * RADIANS_PER_DEGREE), shift }
    }

    pub(super) fn apply(&self, point: DVec3) -> DVec3 {
        self.turn * point + self.shift
    }
}

fn about_z(angle: f64) -> DMat3 {
    DMat3::from_cols(DVec3::new(cos(angle), sin(angle), 0.0), DVec3::new(-sin(angle), cos(angle), 0.0), DVec3::Z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placement_turns_about_x_then_y_then_z() {
        // A panel laid flat (its y to the back) and turned a quarter: its x goes to the back, its y to the left of −x.
        let map = Rigid::free([1000.0, 0.0, 0.0], [-90.0, 90.0, 0.0]);
        assert!((map.apply(DVec3::X) - DVec3::new(1.0, 0.0, -1.0)).length() < 1e-15);
        assert!((map.apply(DVec3::Y) - DVec3::new(0.0, 0.0, 0.0)).length() < 1e-15);
        // Its right side faces up.
        assert!((map.apply(DVec3::Z) - DVec3::new(1.0, 1.0, 0.0)).length() < 1e-15);
    }
}
