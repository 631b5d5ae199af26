//! Linear bending of single hinges: M = Bκ.
//!
//! Right on meshes of near-equilateral triangles (a cylinder stores ½Bκ² per area in every direction);
//! on a diagonal-split square grid it is wrong by 0.75 to 3 times, and it knows one stiffness only.

use super::{Bend, Bending, BendingLaws, Fault, HingeLaw};
use crate::{parameters, row::Given, row::RowOf};

parameters! {
    /// Linear bending of single hinges.
    pub struct Hinge {
        /// Moment per width and curvature. Cube root of stiffness over weight is the length the cloth can hold out: 10 µN·m at 150 g/m² is about 2 cm.
        stiffness_un_m: "µN·m" = 9.0, soft [1.0, 60.0], hard [0.0, 1e5], source "median of 618 fabrics of 100 to 150 g/m²";
    }
}

#[derive(Debug)]
struct Linear {
    stiffness: f64,
}

impl HingeLaw for Linear {
    fn bend(&self, curvature: f64) -> Bend {
        Bend { moment: self.stiffness * curvature, tangent: self.stiffness }
    }

    fn energy(&self, curvature: f64) -> f64 {
        0.5 * self.stiffness * curvature * curvature
    }

    fn is_limp(&self) -> bool {
        self.stiffness == 0.0
    }
}

fn make(given: &Given<'_>) -> Result<Bending, Vec<Fault>> {
    let stiffness = Hinge::from_values(given.numbers).stiffness_un_m * 1e-6;
    Ok(Bending::Hinge(Box::new(Linear { stiffness })))
}

pub(super) const ROW: RowOf<BendingLaws> = RowOf::<BendingLaws> {
    id: "bend.hinge",
    title: "Linear, one stiffness",
    help: "Moment proportional to the angle of single hinges, the same along weft and warp. For comparison, and for meshes of near-equilateral triangles.",
    parameters: Hinge::PARAMETERS,
    curves: &[],
    make,
};
