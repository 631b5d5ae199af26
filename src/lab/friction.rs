//! What experiments on contact friction share (Wong 2013): the law their settings ask for, cloth lying on a plane or a body
//! and stepped as in the page, and how a part of it moves.

use super::OneOf;
use crate::cloth::{Body, Fabric, Settings};
use crate::document::Surface;
use crate::fabric::friction::{FrictionLaw, FrictionLaws};
use crate::fabric::strength::Strength;
use crate::fabric::{bending::BendingLaws, membrane::MembraneLaws};
use crate::integrator::backward_euler;
use crate::issue::{Issue, Issues};
use crate::row::{Given, Table, Values};
use crate::{Drape, body::Shapes};
use glam::DVec3;

/// Which of the paper's four laws.
pub(super) const MODEL: OneOf = OneOf {
    id: "model",
    words: &["c", "cs", "css", "cssv"],
    default: "css",
    help: "The friction law on bodies: Coulomb; and stiction; and the Stribeck effect; and viscosity. A law leaves alone the settings it has no use for.",
};

/// The law of this model from the settings; the names of the settings are those of the law's own parameters.
pub(super) fn law(model: &str, numbers: &Values) -> Result<Box<dyn FrictionLaw>, Issues> {
    let row = FrictionLaws::find(&format!("friction.{model}")).expect("the words are rows of the table");
    let law = (row.make)(numbers);
    let sliding = law.coefficient(f64::INFINITY);
    if law.stiction() < sliding {
        let issue = Issue::new("friction.stiction", "set mu_s", "friction at rest is below that of sliding, mu_c");
        return Err(vec![issue.value(law.stiction()).cure(format!("Use {sliding} or more, or a smaller mu_c."))]);
    }
    Ok(law)
}

/// Steps so nearly converged that what is measured is the law and the step, not the solver; no air.
pub(super) fn steps(seconds: f64) -> Settings {
    Settings {
        integrator: backward_euler::SCHEME,
        step: seconds,
        newton_iterations: 8,
        still: 1e-9,
        tolerance: 1e-4,
        drag: 0.0,
        air: [0.0; 2],
        self_contact: false,
        ..Settings::default()
    }
}

/// Gravity as seen by someone who stands upright on a plane that falls off by this angle along x, m/s².
pub(super) fn tilted(angle_deg: f64) -> DVec3 {
    let angle = angle_deg.to_radians();
    super::tester::GRAVITY * DVec3::new(crate::math::real::sin(angle), -crate::math::real::cos(angle), 0.0)
}

/// A plane without end, at height 0.
pub(super) fn plane() -> Body {
    Body::still("plane", (Shapes::find("body.floor").expect("a row of the table").make)(&Values::new()))
}

/// Stuff of a rigid card or block: cloth that neither stretches nor bends by anything that could be seen.
pub(super) fn rigid(density: f64, friction: Box<dyn FrictionLaw>) -> Fabric {
    let values = |pairs: &[(&str, f64)]| pairs.iter().map(|(id, value)| ((*id).to_owned(), *value)).collect::<Values>();
    let membrane = MembraneLaws::find("membrane.isotropic").expect("a row of the table");
    let bending = BendingLaws::find("bend.hinge").expect("a row of the table");
    let own = FrictionLaws::find("friction.c").expect("a row of the table");
    Fabric {
        id: "rigid".to_owned(),
        density,
        thickness: 0.5e-3,
        membrane: (membrane.make)(&Given::from(&values(&[("young_n_per_m", RIGID), ("poisson", 0.0)]))),
        viscosity: None,
        internal_friction: None,
        bending: (bending.make)(&Given::from(&values(&[("stiffness_un_m", 1e4)]))).expect("a stiffness in its range"),
        strength: Strength::ENDLESS,
        surface: Surface::Plain,
        friction,
        self_friction: (own.make)(&Values::new()),
    }
}

/// Stiffness of what is rigid, N/m: ten thousand times a stiff cloth's. With a tenth of it the particle by which a block is pulled
/// breaks loose before the others, and the block slips at 95 % of its stiction.
const RIGID: f64 = 1e7;

/// How some particles move as a whole, by mass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    /// Where their centre is, m.
    pub(super) centre: DVec3,
    /// Its velocity, m/s.
    pub(super) velocity: DVec3,
    /// Their mass, kg.
    pub(super) mass: f64,
}

impl Moving {
    pub(super) fn of(drape: &Drape, particles: impl Iterator<Item = usize>) -> Self {
        let (masses, state) = (&drape.model().masses, drape.state());
        let mut sum = Moving { centre: DVec3::ZERO, velocity: DVec3::ZERO, mass: 0.0 };
        for i in particles {
            sum.mass += masses[i];
            sum.centre += masses[i] * state.positions[i];
            sum.velocity += masses[i] * state.velocities[i];
        }
        Moving { centre: sum.centre / sum.mass, velocity: sum.velocity / sum.mass, mass: sum.mass }
    }

    /// The force besides gravity that made this of what was so long `before`: its change of momentum less its weight. A step
    /// of backward Euler keeps this balance exactly.
    pub(super) fn force_since(&self, before: &Moving, gravity: DVec3, seconds: f64) -> DVec3 {
        self.mass * ((self.velocity - before.velocity) / seconds - gravity)
    }
}
