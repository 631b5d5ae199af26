//! Statics: find x with f(x) + load = 0, by Newton's method on the energy.
//!
//! ```text
//! repeat:
//!   residual  r = f(x) + load, on the axes that are free                      forces
//!   matrix    K = −∂f/∂x, exact; plus sM, s → 0 with r                        forces, linear
//!   solve     (K + sM) p = r; where curvature is negative once more with
//!             compressive stress left out of K, and a larger s                linear
//!   search    x ← x + t p, t = 1, ½, ¼ …: the energy must fall (Armijo),
//!             or |r| where energy differences drown in rounding
//! until r is what rounding of the positions alone makes it
//! ```
//!
//! Forces, energies and vectors are in double precision, so that the residual goes down to its rounding; the matrix blocks
//! are in single precision, and the error they bring the next iteration removes. The exact tangent makes the end quadratic
//! (5 to 10 iterations from one point of a tester's curve to the next), but it is indefinite where cloth is compressed. Far
//! from equilibrium and where cloth is slack the mass term sM makes an iteration what a damped step of length 1/√s would
//! be (pseudo-transient continuation).
//!
//! Limits: bodies, friction and stitches have no part in it. The matrix of bending is its Gauss–Newton part, so that
//! strongly bent cloth converges linearly, not quadratically.

mod linear;

use crate::cloth::Model;
use crate::forces::ties::{self, Draw};
use crate::forces::{Geometric, Stencils, System, bending, membrane};
use crate::math::random::Random;
use glam::DVec3;
use linear::{Linear, dot};

/// Conjugate-gradient iterations after which a direction is taken as it is; the line search judges it.
const MOST_LINEAR: u32 = 4000;
/// Residual of a linear solve, relative: of the first, and the loosest of the later ones, which tighten with the square of
/// the progress made (Eisenstat and Walker). Looser, and the quadratic end of Newton's method is lost.
const FIRST_TOLERANCE: f64 = 1e-3;
const LOOSEST: f64 = 1e-2;
const TIGHTEST: f64 = 1e-8;
/// Part of the decrease promised by the slope that a step must bring (Armijo).
const SUFFICIENT: f64 = 1e-4;
/// Halvings after which a direction leads nowhere.
const HALVINGS: u32 = 30;
/// Smallest shift once curvature was negative, 1/s²: a step of a tenth of a second.
const LEAST_SHIFT: f64 = 1e2;
/// Largest shift, 1/s²: a step of ten microseconds. Who needs more has no descent direction at all.
const MOST_SHIFT: f64 = 1e10;
/// A residual below so many times the rounding of positions is at the floor. The rounding is a sample of one, and is
/// exceeded somewhere in thousands of particles: below 2 relaxations would end in a stall instead.
const FLOOR: f64 = 4.0;
/// Once no step helps any more, a residual below so many times is still called the floor.
const DROWNED: f64 = 100.0;
/// Residual over the largest force so far, below which rounding is worth measuring.
const NEAR_FLOOR: f64 = 1e-7;
/// Rounding of the sum of all energies, relative: promised decreases below it cannot be seen.
const ENERGY_NOISE: f64 = 1e-13;

/// Which part of the exact Jacobian is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tangent {
    /// All of it, and where curvature is negative without compressive stresses.
    #[default]
    Exact,
    /// Always without compressive stresses in the geometric part.
    Positive,
    /// Without the geometric part: stiffness alone, as for small deformations. For comparison.
    Truncated,
}

/// What is wanted of a relaxation.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Newton iterations after which it gives up.
    pub iterations: u32,
    /// Residual, relative to the largest force, that is good enough; 0 goes on to the rounding of positions.
    pub accuracy: f64,
    /// Mass shift to begin with, 1/s²: 0 for cloth that is taut, 10³ to 10⁵ for cloth that is slack or far away. Too small
    /// and the first iterations are spent halving wild steps, too large and they creep.
    pub shift: f64,
    /// Which Jacobian.
    pub tangent: Tangent,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { iterations: 200, accuracy: 0.0, shift: 0.0, tangent: Tangent::Exact }
    }
}

/// Why a relaxation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The residual is what rounding of the positions makes it.
    Floor,
    /// The residual is as small as was asked for.
    Accuracy,
    /// Too many iterations.
    Iterations,
    /// No direction lowers energy or residual any more, above the floor.
    Stalled,
    /// A number was not finite; the positions are those before it.
    NotFinite,
}

impl Stopped {
    /// In words, for reports.
    pub fn in_words(self) -> &'static str {
        match self {
            Stopped::Floor => "floating-point floor",
            Stopped::Accuracy => "accuracy asked for",
            Stopped::Iterations => "iteration limit",
            Stopped::Stalled => "no further descent",
            Stopped::NotFinite => "not finite",
        }
    }
}

/// How a relaxation went.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// Newton iterations: linear systems built and solved, those with another tangent for the same step not counted.
    pub iterations: u32,
    /// Conjugate-gradient iterations of all of them.
    pub cg_iterations: u32,
    /// Largest residual force on a free axis, N.
    pub residual: f64,
    /// The same over the largest force on any particle, reactions included. Cloth in balance with itself alone, as with an
    /// elastic, has no force on any particle in the end: then it is no measure.
    pub relative_residual: f64,
    /// Iterations that had to leave compressive stress out of the matrix.
    pub indefinite: u32,
    /// Why it ended.
    pub stopped: Stopped,
}

impl Settled {
    /// Whether an equilibrium was found: to the floor or to the accuracy asked for.
    pub fn found(&self) -> bool {
        matches!(self.stopped, Stopped::Floor | Stopped::Accuracy)
    }
}

/// Finds equilibria of one model. Scratch, and which axes of which particles are free.
#[derive(Clone, Debug)]
pub struct Equilibrium {
    /// Per particle 1 for each axis that is free, 0 for one that is held where it is.
    free: Vec<DVec3>,
    system: System,
    membrane: membrane::Scratch,
    bending: bending::Scratch,
    linear: Linear,
    internal: Vec<DVec3>,
    residual: Vec<DVec3>,
    direction: Vec<DVec3>,
    trial: Vec<DVec3>,
}

impl Equilibrium {
    /// For a model, particles that it calls fixed held on all axes.
    pub fn new(model: &Model) -> Self {
        let n = model.particles();
        Equilibrium {
            free: model.fixed.iter().map(|fixed| if *fixed { DVec3::ZERO } else { DVec3::ONE }).collect(),
            system: System::new(model, Stencils::Coupled),
            membrane: membrane::Scratch::new(model),
            bending: bending::Scratch::new(model),
            linear: Linear::default(),
            internal: vec![DVec3::ZERO; n],
            residual: vec![DVec3::ZERO; n],
            direction: vec![DVec3::ZERO; n],
            trial: vec![DVec3::ZERO; n],
        }
    }

    /// The same for experiments in the plane z = 0: z is held everywhere. A flat sheet has no stiffness across its plane
    /// but that of its stress, which may be none or negative: left free, z would make the matrix singular.
    pub fn in_plane(model: &Model) -> Self {
        let mut plane = Self::new(model);
        plane.free.iter_mut().for_each(|free| free.z = 0.0);
        plane
    }

    /// Says which axes of a particle are free (1) and which are held where they are (0).
    pub fn set_free(&mut self, particle: usize, axes: DVec3) {
        self.free[particle] = axes;
    }

    /// Force of the cloth on each particle at the last positions looked at, N, loads left out. The force that holds a
    /// particle is the opposite of it and of its load.
    pub fn internal_forces(&self) -> &[DVec3] {
        &self.internal
    }

    /// Forces of the cloth at these positions, N.
    pub fn forces_at(&mut self, model: &Model, positions: &[DVec3]) -> &[DVec3] {
        self.assemble(model, positions, Geometric::Positive);
        &self.internal
    }

    /// Energy stored in the cloth at these positions, J.
    pub fn energy_at(&mut self, model: &Model, positions: &[DVec3]) -> f64 {
        self.membrane.energy(model, positions)
            + self.bending.energy(model, positions)
            + ties::energy(&model.elastics, positions)
    }

    /// Moves the positions to equilibrium under constant `loads` (one per particle, N), from where they are.
    pub fn find(&mut self, model: &Model, loads: &[DVec3], positions: &mut [DVec3], effort: Effort) -> Settled {
        let mut course = Course { shift: effort.shift, ..Course::default() };
        let tangent = match effort.tangent {
            Tangent::Exact => Geometric::Exact,
            Tangent::Positive => Geometric::Positive,
            Tangent::Truncated => Geometric::Absent,
        };
        loop {
            self.assemble(model, positions, tangent);
            let now = self.imbalance(loads);
            let near = course.is_near(now);
            let stopped = match () {
                // Only a start can be like this: the line search takes no step to such a place.
                () if !now.norm.is_finite() => Some(Stopped::NotFinite),
                () if now.largest == 0.0 => Some(Stopped::Floor),
                () if near && now.largest <= FLOOR * self.rounding(model, positions, tangent) => Some(Stopped::Floor),
                () if now.relative() <= effort.accuracy => Some(Stopped::Accuracy),
                () if course.iterations >= effort.iterations => Some(Stopped::Iterations),
                () => None,
            };
            if let Some(stopped) = stopped {
                return course.end(now, stopped);
            }
            course.begin(now);
            for i in 0..loads.len() {
                self.residual[i] = self.residual_of(i, loads);
            }
            let step = self.descend(model, (loads, positions), tangent, &mut course);
            // Drowned in rounding before it reached the floor's estimate: the sample was a lucky one.
            let drowned = step.is_none() && near && now.largest <= DROWNED * self.rounding(model, positions, tangent);
            let Some(step) = step else {
                return course.end(now, if drowned { Stopped::Floor } else { Stopped::Stalled });
            };
            for (position, direction) in positions.iter_mut().zip(&self.direction) {
                *position += step * *direction;
            }
        }
    }

    /// A direction and how far to go in it; nothing when no direction lowers the energy.
    fn descend(
        &mut self,
        model: &Model,
        at: (&[DVec3], &[DVec3]),
        mut tangent: Geometric,
        course: &mut Course,
    ) -> Option<f64> {
        while course.shift * course.fading() <= MOST_SHIFT {
            let shift = course.shift * course.fading();
            self.linear.take(&self.system.matrix, &self.free, |row| shift * model.masses[row]);
            let solve = self.linear.solve(&self.residual, &mut self.direction, course.tolerance(), MOST_LINEAR);
            course.cg_iterations += solve.iterations;
            let slope = -dot(&self.direction, &self.residual);
            if solve.indefinite || slope.is_nan() || slope >= 0.0 {
                if tangent == Geometric::Exact {
                    tangent = Geometric::Positive;
                    self.assemble(model, at.1, tangent);
                    course.indefinite += 1;
                    course.shift = course.shift.max(LEAST_SHIFT);
                } else {
                    course.raise_shift();
                }
                continue;
            }
            if let Some(step) = self.search(model, at, slope, course) {
                course.lower_shift(step);
                return Some(step);
            }
            if course.is_near(course.now) {
                return None; // shorter steps only move the same rounding about
            }
            // The search has left the matrix of another place behind.
            self.assemble(model, at.1, tangent);
            course.raise_shift();
        }
        None
    }

    /// Backtracks along the direction until the energy falls enough, or the residual where energies cannot tell.
    fn search(
        &mut self,
        model: &Model,
        (loads, positions): (&[DVec3], &[DVec3]),
        slope: f64,
        course: &Course,
    ) -> Option<f64> {
        let elastic = self.energy_at(model, positions);
        let work = dot(loads, positions).abs();
        let noise = ENERGY_NOISE * (elastic + work);
        let mut trial = std::mem::take(&mut self.trial);
        let mut step = 1.0;
        let mut found = None;
        for _ in 0..HALVINGS {
            for ((trial, position), direction) in trial.iter_mut().zip(positions).zip(&self.direction) {
                *trial = *position + step * *direction;
            }
            let good = if -step * slope > noise {
                let gained: f64 = loads.iter().zip(&self.direction).map(|(load, way)| step * load.dot(*way)).sum();
                self.energy_at(model, &trial) - elastic - gained <= SUFFICIENT * step * slope
            } else {
                self.assemble(model, &trial, Geometric::Positive);
                self.imbalance(loads).norm < course.now.norm
            };
            if good {
                found = Some(step);
                break;
            }
            step *= 0.5;
        }
        self.trial = trial;
        found
    }

    /// Builds forces and matrix.
    fn assemble(&mut self, model: &Model, positions: &[DVec3], geometric: Geometric) {
        self.system.clear();
        self.membrane.add(model, positions, geometric, &mut self.system);
        self.bending.add(model, positions, 1.0, &mut self.system);
        ties::add(&model.elastics, Draw::AS_BUILT, [positions; 2], &mut self.system);
        self.internal.copy_from_slice(&self.system.force);
    }

    fn residual_of(&self, particle: usize, loads: &[DVec3]) -> DVec3 {
        self.free[particle] * (self.internal[particle] + loads[particle])
    }

    /// How far the forces last assembled are from balance.
    fn imbalance(&self, loads: &[DVec3]) -> Imbalance {
        let mut now = Imbalance::default();
        let mut squares = 0.0;
        for (i, load) in loads.iter().enumerate() {
            let residual = self.residual_of(i, loads);
            squares += residual.length_squared();
            now.largest = now.largest.max(residual.abs().max_element());
            now.scale = now.scale.max(self.internal[i].length()).max(load.length());
        }
        now.norm = squares.sqrt();
        now
    }

    /// What a change of every position by its last bit does to the largest force on a free axis, N. No residual can be
    /// expected below.
    fn rounding(&mut self, model: &Model, positions: &[DVec3], tangent: Geometric) -> f64 {
        let mut random = Random::new(1);
        let mut trial = std::mem::take(&mut self.trial);
        for (trial, position) in trial.iter_mut().zip(positions) {
            let side = DVec3::new(random.signed(), random.signed(), random.signed()).signum();
            *trial = *position + f64::EPSILON * *position * side;
        }
        let before = self.internal.clone();
        self.assemble(model, &trial, tangent);
        let changes = self.internal.iter().zip(&before).zip(&self.free).map(|((a, b), free)| *free * (*a - *b));
        let largest = changes.map(|change| change.abs().max_element()).fold(0.0, f64::max);
        self.trial = trial;
        self.assemble(model, positions, tangent);
        largest
    }
}

/// How far forces are from balance.
#[derive(Clone, Copy, Debug, Default)]
struct Imbalance {
    /// Euclidean norm of the residual, N.
    norm: f64,
    /// Its largest component, N.
    largest: f64,
    /// Largest force on any particle, N.
    scale: f64,
}

impl Imbalance {
    fn relative(&self) -> f64 {
        if self.scale > 0.0 { self.largest / self.scale } else { 0.0 }
    }
}

/// Where a relaxation is on its way.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    iterations: u32,
    cg_iterations: u32,
    indefinite: u32,
    shift: f64,
    /// Norms of the residual at the first iteration and at the last but one.
    first: Option<f64>,
    before: Option<f64>,
    now: Imbalance,
    /// Largest force on any particle so far, N.
    largest_force: f64,
}

impl Course {
    /// Whether the residual may be at the floor. A start may be already.
    fn is_near(&self, now: Imbalance) -> bool {
        self.iterations == 0 || now.largest < NEAR_FLOOR * now.scale.max(self.largest_force)
    }

    fn begin(&mut self, now: Imbalance) {
        self.largest_force = self.largest_force.max(now.scale);
        self.before = (self.iterations > 0).then_some(self.now.norm);
        self.first.get_or_insert(now.norm);
        self.now = now;
        self.iterations += 1;
    }

    /// How much of the shift is left: it goes to zero with the residual, and Newton's method is quadratic at the end.
    fn fading(&self) -> f64 {
        self.first.map_or(1.0, |first| (self.now.norm / first).min(1.0))
    }

    fn tolerance(&self) -> f64 {
        self.before.map_or(FIRST_TOLERANCE, |before| {
            let progress = self.now.norm / before;
            (0.5 * progress * progress).clamp(TIGHTEST, LOOSEST)
        })
    }

    fn raise_shift(&mut self) {
        self.shift = (10.0 * self.shift).max(LEAST_SHIFT / self.fading());
    }

    /// After a step: a full one asks for a smaller shift, a much shortened one for a larger.
    fn lower_shift(&mut self, step: f64) {
        if step == 1.0 {
            self.shift *= 0.3;
        } else if step < 0.2 {
            self.shift *= 3.0;
        }
    }

    fn end(&self, now: Imbalance, stopped: Stopped) -> Settled {
        Settled {
            iterations: self.iterations,
            cg_iterations: self.cg_iterations,
            residual: now.largest,
            relative_residual: now.relative(),
            indefinite: self.indefinite,
            stopped,
        }
    }
}
