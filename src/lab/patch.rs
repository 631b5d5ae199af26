//! The patch test: the whole border of a sample is moved affinely, and its inside must follow.
//!
//! Every law is uniform under it, whatever the mesh, so that simulation and law agree to rounding. The force that belongs
//! to a displacement d is the one that does its work: with x = F(d) X on the border, Σ R_i · (∂F/∂d X_i) over all border
//! particles, R_i the force that holds each. (The sum over one clamp alone would be off by a triangle's side: its corner
//! particles also carry traction of the sides.) By the equilibrium of the inside it is dW/dd, the force of
//! [`Affine`].

use super::affine::{Affine, Axes};
use super::sample::Rectangle;
use super::tester::{Tester, same};
use crate::cloth::build_fabric;
use crate::document;
use crate::fabric::membrane::MembraneLaw;
use crate::issue::Issues;
use glam::{DVec2, DVec3};

/// A rectangle whose border is driven.
#[derive(Debug)]
pub(super) struct Patch {
    sample: Rectangle,
    law: Box<dyn MembraneLaw>,
    pub(super) tester: Tester,
}

impl Patch {
    /// The whole border is driven.
    pub(super) fn new(sample: Rectangle, fabric: &document::Fabric) -> Result<Self, Issues> {
        let Rectangle { length, width, .. } = sample;
        Self::held(sample, fabric, |p| same(p.x, 0.0) || same(p.x, length) || same(p.y, 0.0) || same(p.y, width))
    }

    /// Only the clamps at both ends are, and the sides are free, as in a tester. The force that belongs to a displacement of
    /// the far clamp is then the sum over that clamp.
    pub(super) fn clamped(sample: Rectangle, fabric: &document::Fabric) -> Result<Self, Issues> {
        Self::held(sample, fabric, |p| same(p.x, 0.0) || same(p.x, sample.length))
    }

    fn held(sample: Rectangle, fabric: &document::Fabric, held: impl Fn(DVec3) -> bool) -> Result<Self, Issues> {
        let tester = Tester::in_plane(sample.model(build_fabric(fabric)?)?, held);
        Ok(Patch { sample, law: build_fabric(fabric)?.membrane, tester })
    }

    /// Moves what is held to these images of the axes and lets the rest follow.
    pub(super) fn deform(&mut self, axes: Axes) {
        self.tester.drive(|p| carried(axes, p));
        self.tester.settle();
    }

    /// Force that belongs to a displacement which changes the images of the axes so much per metre: measured, and as the
    /// law has it at `axes`, N.
    pub(super) fn force(&self, axes: Axes, change: Axes) -> [f64; 2] {
        let Rectangle { length, width, turn, .. } = self.sample;
        let law = Affine { law: self.law.as_ref(), turn, area: length * width };
        [self.tester.reaction(|p| carried(change, p)), law.force(axes, change)]
    }
}

fn carried([x, y]: [DVec2; 2], p: DVec3) -> DVec3 {
    (p.x * x + p.y * y).extend(0.0)
}

/// Difference over what is expected, its size.
pub(super) fn relative([measured, expected]: [f64; 2]) -> f64 {
    if measured == expected { 0.0 } else { (measured / expected - 1.0).abs() }
}
