//! What the law itself gives when a whole sample deforms affinely.
//!
//! ```text
//!    y                     X = F e_x, Y = F e_y: images of the sample's axes
//!    │  ╱ v    ╲           U = c X − s Y, V = s X + c Y: weft and warp, turned by the
//!    │ ╱   ╲    u          sample's angle (cos c, sin s) against the axes
//!    └────── x             ε_uu = ½(U·U−1), ε_vv = ½(V·V−1), ε_uv = U·V
//! ```
//!
//! A displacement d of the clamp changes F by dF, the strains by dε_uu = U·dU, dε_vv = V·dV, dε_uv = U·dV + V·dU, and the
//! energy A w by A Σ σ_m dε_m (1): that is the force conjugate to d. For X = (1 + d_u/l_u, d_v/l_u), Y = (0, 1) and c = 1
//! it is Volino's (15) and (16): f_u = l_v σ_uu (1 + d_u/l_u), f_v = l_v (σ_uv + σ_uu d_v/l_u).

use crate::fabric::membrane::{MembraneLaw, Strain};
use glam::DVec2;

/// A sample of a law, its axes turned against the threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Affine<'a> {
    /// The law.
    pub(super) law: &'a dyn MembraneLaw,
    /// Cosine and sine of the angle by which the sample's axes are turned to be those of the threads.
    pub(super) turn: DVec2,
    /// Area at rest, m².
    pub(super) area: f64,
}

/// Images of the sample's axes, or their change.
pub(super) type Axes = [DVec2; 2];

impl Affine<'_> {
    /// Force conjugate to a displacement that changes the images of the axes by `change` per metre, N.
    pub(super) fn force(&self, axes: Axes, change: Axes) -> f64 {
        let [u, v] = self.threads(axes);
        let [du, dv] = self.threads(change);
        let [uu, vv, uv] = self.law.respond(strain([u, v])).stress;
        self.area * (uu * u.dot(du) + vv * v.dot(dv) + uv * (u.dot(dv) + v.dot(du)))
    }

    fn threads(&self, [x, y]: Axes) -> Axes {
        let DVec2 { x: c, y: s } = self.turn;
        [c * x - s * y, s * x + c * y]
    }
}

fn strain([u, v]: Axes) -> Strain {
    Strain { uu: 0.5 * (u.length_squared() - 1.0), vv: 0.5 * (v.length_squared() - 1.0), uv: u.dot(v) }
}
