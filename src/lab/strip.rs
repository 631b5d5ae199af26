//! What a fabric's law says of a strip, and strips that bend under their own weight.

use super::sample::Rectangle;
use super::sewn::{Sewn, place};
use super::tester::Tester;
use crate::cloth::build_fabric;
use crate::document::Fabric;
use crate::fabric::bending::{Bending, Curvature};
use crate::issue::Issues;
use glam::{DVec2, DVec3};

/// Moment per width, N, and stiffness, N·m, of a wide strip along `turn` that is bent to a cylinder.
pub(super) fn moment(law: &Bending, turn: DVec2, curvature: f64) -> [f64; 2] {
    match law {
        Bending::Hinge(law) => {
            let bend = law.bend(curvature);
            [bend.moment, bend.tangent]
        }
        Bending::Tensor(law) => {
            let parts = [turn.x * turn.x, turn.y * turn.y, turn.x * turn.y];
            let [uu, vv, uv] = parts.map(|part| part * curvature);
            let answer = law.bend(Curvature { uu, vv, uv });
            let sum = |of: [f64; 3], weights: [f64; 3]| (0..3).map(|mode| of[mode] * weights[mode]).sum();
            [sum(answer.moment, parts), sum(answer.tangent, parts.map(|part| part * part))]
        }
    }
}

/// A point of a strip's mid-line: the length of cloth to the clamp, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) s: f64,
    pub(super) at: DVec3,
}

/// A strip held out of a clamp at x = 0, bending down under its own weight.
#[derive(Debug)]
pub(super) struct Overhang {
    pub(super) tester: Tester,
    sample: Rectangle,
}

/// Parts in which the weight is put on, each from the equilibrium before.
const PARTS: u32 = 8;

impl Overhang {
    /// The strip under its weight.
    pub(super) fn new(sample: Rectangle, fabric: &Fabric) -> Result<Self, Issues> {
        Self::sewn(sample, fabric, None)
    }

    /// The same with a seam, if there is one.
    pub(super) fn sewn(sample: Rectangle, fabric: &Fabric, seam: Option<&Sewn>) -> Result<Self, Issues> {
        let cloth = build_fabric(fabric)?;
        let density = cloth.density;
        let stiffening = |at: DVec2| seam.map_or(1.0, |seam| seam.factor(at));
        let mut model = sample.in_jaws_stiffened(cloth, false, &stiffening)?;
        if let Some(seam) = seam {
            seam.weigh(&mut model, density);
        }
        let mut tester = Tester::clamped(model);
        tester.effort.iterations = 2000;
        tester.effort.accuracy = 1e-2;
        for part in 1..PARTS {
            tester.weigh(f64::from(part) / f64::from(PARTS) * DVec3::NEG_Z);
            tester.lead();
        }
        tester.effort.accuracy = 1e-7;
        tester.weigh(DVec3::NEG_Z);
        tester.settle();
        Ok(Overhang { tester, sample })
    }

    /// The strip's line at this part of its width, at as many places as it has triangles along it.
    pub(super) fn line(&self, across: f64) -> Vec<Place> {
        let Rectangle { length, width, triangles, .. } = self.sample;
        let places = (2.0 * (0.5 * triangles * length / width).sqrt()).ceil().max(4.0) as u32;
        let place = |k: u32| {
            let s = length * f64::from(k) / f64::from(places);
            Place { s, at: self.at(DVec2::new(s, across * width)) }
        };
        (0..=places).map(place).collect()
    }

    /// Where a place of the sample at rest is.
    pub(super) fn at(&self, rest: DVec2) -> DVec3 {
        let (parts, triangle) = place(&self.tester.model, rest);
        (0..3).map(|k| parts[k] * self.tester.positions[triangle[k] as usize]).sum()
    }
}
