//! A measured curve each for weft, warp and shear, independent of each other (Volino 2009, eq. 14).
//!
//! σ_uu(ε_uu), σ_vv(ε_vv), σ_uv(ε_uv): stress in N/m against Green–Lagrange strain, ε_uv the whole shear U·V. The energy is
//! the sum of the three areas below the curves. Compression mirrors extension, which no tester measures (cloth buckles
//! first); beyond the last knot the law is straight, so that it never stiffens without bound.

use super::{MembraneLaw, MembraneLaws, Response, Strain};
use crate::math::spline::{Point, Prepared, Spline};
use crate::row::{CurveParameter, Given, RowOf};
use glam::{DMat3, DVec3};

/// Weft, warp and shear, in this order, as [`Strain`] has them.
pub(super) const CURVES: &[CurveParameter] = &[
    CurveParameter {
        id: "weft",
        x_unit: "1",
        y_unit: "N/m",
        default: || Spline::new(300.0, &[(0.02, &[4.0, 1.0]), (0.05, &[6.0, 3.0]), (0.1, &[5.0, -2.0])]),
        knots: [1e-6, 5.0],
        slopes: [0.01, 1e6],
        help: "Stress along the weft against its Green–Lagrange strain. Cloth begins soft while its yarns straighten, then stiffens; without the soft beginning it hangs like foil.",
        source: "the shape of a plain cotton, typical",
    },
    CurveParameter {
        id: "warp",
        x_unit: "1",
        y_unit: "N/m",
        default: || Spline::new(500.0, &[(0.015, &[3.0, 2.0]), (0.04, &[8.0, 2.0]), (0.08, &[6.0, -2.5])]),
        knots: [1e-6, 5.0],
        slopes: [0.01, 1e6],
        help: "Stress along the warp against its Green–Lagrange strain. Usually stiffer than the weft, since the loom holds the warp taut.",
        source: "the shape of a plain cotton, typical",
    },
    CurveParameter {
        id: "shear",
        x_unit: "1",
        y_unit: "N/m",
        default: || Spline::new(60.0, &[(0.03, &[-0.4]), (0.15, &[0.3]), (0.4, &[3.0])]),
        knots: [1e-6, 5.0],
        slopes: [0.01, 1e6],
        help: "Shear stress against the shear strain U·V, the sine of the angle for unstretched yarns. Stiff at first by the friction between yarns, then soft, then stiff again as they jam.",
        source: "the shape of a plain cotton, typical",
    },
];

/// Three curves made ready.
#[derive(Clone, Debug)]
pub struct Splines {
    /// Weft, warp and shear.
    curves: [Prepared; 3],
    /// Whether all are evaluated without a branch.
    usual: bool,
    /// Their lowest slopes, N/m.
    lowest: DVec3,
}

impl Splines {
    /// The curves of the rows `parameters`: weft, warp and shear.
    pub fn new(given: &Given<'_>, parameters: &[CurveParameter]) -> Self {
        let splines: [Spline; 3] = std::array::from_fn(|mode| given.curve(&parameters[mode]));
        let lowest = DVec3::from_array(std::array::from_fn(|mode| splines[mode].slopes()[0].slope));
        let curves = splines.each_ref().map(Prepared::new);
        Splines { usual: curves.iter().all(Prepared::is_usual), curves, lowest }
    }

    #[inline(always)]
    fn at(&self, strain: Strain) -> [Point; 3] {
        let [weft, warp, shear] = &self.curves;
        [weft.at(strain.uu), warp.at(strain.vv), shear.at(strain.uv)]
    }

    #[inline(always)]
    fn usual(&self, strain: Strain) -> Response {
        let [weft, warp, shear] = &self.curves;
        response([weft.usual(strain.uu), warp.usual(strain.vv), shear.usual(strain.uv)])
    }
}

#[inline(always)]
fn response([weft, warp, shear]: [Point; 3]) -> Response {
    Response {
        stress: [weft.value, warp.value, shear.value],
        tangent: DMat3::from_diagonal(DVec3::new(weft.slope, warp.slope, shear.slope)),
    }
}

impl MembraneLaw for Splines {
    #[inline]
    fn respond(&self, strain: Strain) -> Response {
        response(self.at(strain))
    }

    fn respond_all(&self, strains: &[Strain], out: &mut [Response]) {
        let each = out.iter_mut().zip(strains);
        if self.usual {
            each.for_each(|(response, strain)| *response = self.usual(*strain));
        } else {
            each.for_each(|(response, strain)| *response = self.respond(*strain));
        }
    }

    fn energy(&self, strain: Strain) -> f64 {
        self.at(strain).map(|point| point.integral).into_iter().sum()
    }

    fn softest(&self) -> DMat3 {
        DMat3::from_diagonal(self.lowest)
    }
}

fn make(given: &Given<'_>) -> Box<dyn MembraneLaw> {
    Box::new(Splines::new(given, CURVES))
}

pub(super) const ROW: RowOf<MembraneLaws> = RowOf::<MembraneLaws> {
    id: "membrane.spline",
    title: "Weft, warp and shear, measured curves",
    help: "A curve each for weft, warp and shear, as tensile testers give them, without transverse contraction.",
    parameters: &[],
    curves: CURVES,
    make,
};
