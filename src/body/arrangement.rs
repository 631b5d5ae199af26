//! The places of a body where panels can be put, its own and those of its parts.

use super::{Frame, PartPoint, Shape};
use glam::DVec3;
use serde::Serialize;

/// A place of a body where a panel can be put.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct ArrangementPoint {
    /// Its name in documents.
    pub name: &'static str,
    /// Where the panel's origin goes.
    pub origin_m: [f64; 3],
    /// Direction of the panel's x.
    pub right: [f64; 3],
    /// Direction of its y.
    pub up: [f64; 3],
    /// Direction of its right side.
    pub out: [f64; 3],
    /// Whether the panel can curve around the body there.
    pub curves: bool,
}

impl ArrangementPoint {
    /// Every place of a shape.
    pub fn all(shape: &dyn Shape) -> Vec<ArrangementPoint> {
        let own = shape.arrangement().into_iter().map(|(name, frame)| ArrangementPoint::new(name, &frame, false));
        let of_parts = shape.anatomy().map(|anatomy| anatomy.arrangement()).unwrap_or_default();
        let curves = |name| PartPoint::find(name).is_some_and(|point| point.side.is_some());
        own.chain(of_parts.iter().map(|(name, frame)| ArrangementPoint::new(name, frame, curves(name)))).collect()
    }

    fn new(name: &'static str, frame: &Frame, curves: bool) -> Self {
        let [origin_m, right, up, out] = [frame.origin, frame.right, frame.up, frame.out].map(|v| v.to_array());
        ArrangementPoint { name, origin_m, right, up, out, curves }
    }

    /// Its axes.
    pub fn frame(&self) -> Frame {
        let [origin, right, up, out] = [self.origin_m, self.right, self.up, self.out].map(DVec3::from_array);
        Frame { origin, right, up, out }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Shapes;
    use crate::row::{Table, Values};

    #[test]
    fn every_frame_is_right_handed_and_looks_away_from_the_body() {
        for row in Shapes::rows() {
            let shape = (row.make)(&Values::new());
            for point in ArrangementPoint::all(shape.as_ref()) {
                let Frame { origin, right, up, out } = point.frame();
                assert!((right.cross(up) - out).length() < 1e-12, "{} {}", row.id, point.name);
                assert!(shape.nearest(origin + out).distance > 0.9, "{} {}", row.id, point.name);
            }
        }
    }
}
