//! Coulomb friction, stiction, the Stribeck effect and viscosity (model CSSV of Wong 2013, eq. 7): to μ(v)·F_n of the
//! Stribeck law is added a stress that grows with the speed,
//!
//! ```text
//! τ(v) = F_v·v^δ_v     N per m² of contact
//! ```
//!
//! The paper's F_v is a force per contact (9), so that its effect depends on the mesh; here it is per area, which does
//! not. Its own unit is N·s^δ/m^(2+δ), which depends on δ_v; with v counted in m/s it is the stress at 1 m/s, in N/m².

use super::{FrictionLaw, FrictionLaws, SLOWEST, Stribeck};
use crate::math::real::powf;
use crate::{parameters, row::RowOf, row::Values};

parameters! {
    /// Friction that falls from its value at rest and rises again with a viscous stress.
    pub struct StribeckViscous {
        /// Friction force over normal force in fast sliding, without the viscous part.
        mu_c: "1" = 0.2, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, sphere";
        /// The same at rest, not below mu_c. Far above it cloth moves in jerks: it sticks, breaks loose, sticks again.
        mu_s: "1" = 0.35, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, sphere";
        /// Stribeck speed v_S: here the excess over mu_c has fallen to 37 %. Small and the law is that of stiction alone.
        v_s_m_per_s: "m/s" = 0.4, soft [0.05, 2.0], hard [0.0001, 100.0], source "Wong 2013, table 1";
        /// Shape δ_S: the smaller, the steeper the fall just above rest and the longer the tail. 1 is a plain exponential.
        delta_s: "1" = 0.2, soft [0.1, 1.0], hard [0.01, 1.0], source "Wong 2013, §3.1, dry cloth";
        /// F_v: viscous stress at a sliding speed of 1 m/s; at v m/s it is F_v·v^delta_v, so that F_v itself is in N·s^δ/m^(2+δ). Cloth of 150 g/m² presses on a level table with 1.5 N/m²; much more than that and nothing slides fast.
        f_v_n_per_m2: "N/m²" = 0.24, soft [0.0, 2.0], hard [0.0, 10000.0], source "Wong 2013, table 1, on contacts of 2.5 cm²";
        /// Power δ_v of the speed: 1 is a viscous film, 0.5 grows slower.
        delta_v: "1" = 1.0, soft [0.5, 2.0], hard [0.1, 4.0], source "Wong 2013, table 1";
    }
}

impl StribeckViscous {
    /// The law without its viscous part.
    pub fn dry(&self) -> Stribeck {
        let Self { mu_c, mu_s, v_s_m_per_s, delta_s, .. } = *self;
        Stribeck { mu_c, mu_s, v_s_m_per_s, delta_s }
    }
}

impl FrictionLaw for StribeckViscous {
    fn stiction(&self) -> f64 {
        self.mu_s
    }

    fn coefficient(&self, speed: f64) -> f64 {
        self.dry().coefficient(speed)
    }

    fn coefficient_slope(&self, speed: f64) -> f64 {
        self.dry().coefficient_slope(speed)
    }

    fn viscous(&self, speed: f64) -> f64 {
        self.f_v_n_per_m2 * powf(speed, self.delta_v)
    }

    fn viscous_slope(&self, speed: f64) -> f64 {
        self.f_v_n_per_m2 * self.delta_v * powf(speed.max(SLOWEST), self.delta_v - 1.0)
    }
}

fn make(values: &Values) -> Box<dyn FrictionLaw> {
    Box::new(StribeckViscous::from_values(values))
}

pub(super) const ROW: RowOf<FrictionLaws> = RowOf::<FrictionLaws> {
    id: "friction.cssv",
    title: "Coulomb, stiction, Stribeck and viscous",
    help: "Friction falls from its value at rest, then rises with the speed. Choose it for moist cloth and fast bodies.",
    parameters: StribeckViscous::PARAMETERS,
    curves: &[],
    make,
};
