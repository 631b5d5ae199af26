//! A drape in progress: the model, its state and the scratch to step it.

use super::Workspace;
use crate::cloth::{Model, State, assemble};
use crate::contact::brute_force::crossings;
use crate::document::Document;
use crate::forces::grab::Grab;
use crate::forces::membrane::max_strain;
use crate::issue::{Issue, Issues};
use glam::DVec3;
use serde::Serialize;

/// Cloth slower than this everywhere, m/s, …
const REST_SPEED: f64 = 0.01;
/// … for so long, s, is at rest. One slow instant is not enough: a swing turns at zero speed.
const REST_TIME: f64 = 0.25;

/// What one step did.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct StepReport {
    /// Steps since the start.
    pub step: u32,
    /// Simulated time since the start, s.
    pub simulated_s: f64,
    /// Wall time of this step, ms.
    pub wall_ms: f64,
    /// Part of it that built linear systems, ms.
    pub assembly_ms: f64,
    /// Part of it that solved them, ms.
    pub solve_ms: f64,
    /// Newton iterations used.
    pub newton_iterations: u32,
    /// Conjugate-gradient iterations of all of them.
    pub cg_iterations: u32,
    /// Relative residual the last linear solve reached.
    pub residual: f64,
    /// Speed of the fastest particle, m/s.
    pub max_speed_m_s: f64,
    /// Particles that touch a body.
    pub contacts: u32,
    /// Whether the cloth has been still for a while.
    pub at_rest: bool,
    /// Why the step was undone, if it was: non-finite numbers are contained, never kept.
    pub halted: Option<Issue>,
}

/// The state of a drape in figures, as `toile drape --report` writes them.
#[derive(Clone, Debug, Serialize)]
pub struct DrapeReport {
    /// Particles.
    pub vertices: usize,
    /// Triangles.
    pub triangles: usize,
    /// Steps taken.
    pub steps: u64,
    /// Simulated time, s.
    pub simulated_s: f64,
    /// Speed of the fastest particle, m/s.
    pub max_speed_m_s: f64,
    /// Largest principal Green–Lagrange strain of any triangle.
    pub max_strain: f64,
    /// Widest gap between two sides of a seam, mm.
    pub seam_gap_max_mm: f64,
    /// Deepest point of the cloth inside a body, mm; zero when none is inside.
    pub body_penetration_max_mm: f64,
    /// Pairs of an edge and a triangle that cross, neighbours left out.
    pub self_intersections: usize,
    /// Whether the cloth has been still for a while.
    pub at_rest: bool,
    /// xxh64 of positions and velocities, 16 hexadecimal digits.
    pub state_hash: String,
}

/// A drape in progress.
#[derive(Debug)]
pub struct Drape {
    model: Model,
    state: State,
    workspace: Workspace,
    grab: Option<Grab>,
    calm_s: f64,
    clock: fn() -> f64,
}

impl Drape {
    /// Builds the cloth of a document, at rest where the document places it.
    pub fn new(document: &Document) -> Result<Self, Issues> {
        Ok(Self::of_model(assemble(document)?))
    }

    /// A drape of a model built by hand.
    pub fn of_model(model: Model) -> Self {
        let state = State::start(&model);
        let workspace = Workspace::new(&model);
        Drape { model, state, workspace, grab: None, calm_s: 0.0, clock: || 0.0 }
    }

    /// Measures steps with this clock, in milliseconds. Without one, reported times are zero.
    pub fn set_clock(&mut self, clock: fn() -> f64) {
        self.clock = clock;
    }

    /// The constant part.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Positions and velocities.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Moves the particles a little, as the seed says; see [`State::perturb`].
    pub fn perturb(&mut self, seed: u64) {
        self.state.perturb(seed);
    }

    /// Goes on from another state of the same cloth; refused when it has another number of particles.
    pub fn set_state(&mut self, state: State) -> bool {
        let fits = state.positions.len() == self.model.particles() && state.velocities.len() == self.model.particles();
        if fits {
            self.state = state;
            self.calm_s = 0.0;
        }
        fits
    }

    /// Back to the start.
    pub fn reset(&mut self) {
        self.state = State::start(&self.model);
        self.workspace = Workspace::new(&self.model);
        self.grab = None;
        self.calm_s = 0.0;
    }

    /// Pulls a particle to a point until released; a particle that does not exist or a point that is not finite is
    /// refused.
    pub fn grab(&mut self, particle: usize, target: DVec3) -> bool {
        let known = particle < self.model.particles() && target.is_finite();
        if known {
            self.grab = Some(Grab { particle, target });
        }
        known
    }

    /// Moves the hand; refused when nothing is held or the point is not finite.
    pub fn move_grab(&mut self, target: DVec3) -> bool {
        match &mut self.grab {
            Some(grab) if target.is_finite() => {
                grab.target = target;
                true
            }
            _ => false,
        }
    }

    /// Lets go.
    pub fn release_grab(&mut self) {
        self.grab = None;
    }

    /// Advances by one step.
    pub fn step(&mut self) -> StepReport {
        let start = (self.clock)();
        let before = self.state.clone();
        let outcome = self.workspace.step(&self.model, &mut self.state, self.grab, self.clock);
        let sound = self.state.is_finite() && outcome.linear.residual.is_finite();
        let halted = (!sound).then(|| {
            self.state = before;
            self.workspace = Workspace::new(&self.model);
            Issue::new("solver.not-finite", "simulation", "the step gave numbers that are not finite and was undone")
                .value(format!("step {}", self.state.steps + 1))
                .cure("Use a shorter step or a softer fabric, or let go of the cloth.")
        });
        let max_speed = self.state.max_speed();
        self.calm_s = if max_speed < REST_SPEED { self.calm_s + self.model.settings.step } else { 0.0 };
        StepReport {
            step: self.state.steps as u32,
            simulated_s: to_nanoseconds(self.state.time),
            wall_ms: (self.clock)() - start,
            assembly_ms: outcome.assembly_ms,
            solve_ms: outcome.solve_ms,
            newton_iterations: outcome.newton_iterations,
            cg_iterations: outcome.linear.iterations,
            residual: outcome.linear.residual,
            max_speed_m_s: max_speed,
            contacts: outcome.contacts,
            at_rest: self.at_rest(),
            halted,
        }
    }

    /// Whether the cloth has been still for a while.
    pub fn at_rest(&self) -> bool {
        self.calm_s >= REST_TIME
    }

    /// Unit normals of the particles towards the right side, area-weighted.
    pub fn normals(&self) -> Vec<DVec3> {
        let mut normals = vec![DVec3::ZERO; self.model.particles()];
        for triangle in &self.model.triangles {
            let [a, b, c] = triangle.map(|i| self.state.positions[i as usize]);
            let normal = (b - a).cross(c - a);
            for particle in triangle {
                normals[*particle as usize] += normal;
            }
        }
        normals.into_iter().map(|normal| normal.normalize_or(DVec3::Z)).collect()
    }

    /// The drape in figures. Counts crossings exactly: too slow for every step.
    pub fn report(&self) -> DrapeReport {
        let (model, positions) = (&self.model, &self.state.positions);
        DrapeReport {
            vertices: model.particles(),
            triangles: model.triangles.len(),
            steps: self.state.steps,
            simulated_s: to_nanoseconds(self.state.time),
            max_speed_m_s: self.state.max_speed(),
            max_strain: max_strain(model, positions),
            seam_gap_max_mm: 0.0,
            body_penetration_max_mm: self.deepest() * 1e3,
            self_intersections: crossings(positions, &model.triangles),
            at_rest: self.at_rest(),
            state_hash: format!("{:016x}", self.state.hash()),
        }
    }

    /// Depth of the deepest particle, edge middle or triangle middle inside a body, m.
    fn deepest(&self) -> f64 {
        let mut deepest = 0.0_f64;
        for triangle in &self.model.triangles {
            let [a, b, c] = triangle.map(|i| self.state.positions[i as usize]);
            for point in [a, b, c, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0, (a + b + c) / 3.0] {
                for body in &self.model.bodies {
                    deepest = deepest.max(-body.shape.nearest(point).distance);
                }
            }
        }
        deepest
    }
}

/// Sums of steps such as 0.01 s end in …99; nobody wants to read that.
fn to_nanoseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round() / 1e9
}
