//! One implicit step: the equations of [`crate::integrator`]'s stages, solved by Newton's method.
//!
//! With y = a + γh·w and w = b + γh·M⁻¹f, each Newton iteration solves
//!
//! ```text
//!   (M/(γh)² + cM/(γh) + K) δ = f(y) − M(y − a − γh·b)/(γh)² − cM(y − a)/(γh)
//! ```
//!
//! with K = −∂f/∂y kept positive and c the rate of air drag. Positions, strains and forces are in double precision; the
//! solve is in single precision, because its result is a correction whose error the next iteration sees and removes.

mod contacts;
mod linear;
mod parts;
mod relaxation;
mod together;

use crate::body::NO_HINT;
use crate::body::mesh::MeshShape;
use crate::body::motion::Between;
use crate::cloth::{Model, Past, Patch, State};
use crate::contact::bodies::{Bearing, Grip, Nearest, Obstacle};
use crate::contact::brute_force::crossings;
use crate::contact::chords::{Chord, chords};
use crate::contact::guard::{Guard, Guarded};
use crate::contact::layers::{Kept, Layers, Rubbing, Sheets};
use crate::contact::memory::Memory;
use crate::contact::ridges::Ridges;
use crate::forces::air::{Air, area_vectors};
use crate::forces::ties::{self, Draw};
use crate::forces::{Geometric, Stencils, System, bending, grab::Grab, membrane};
use crate::integrator::{self, Scheme, backward_euler};
use crate::math::conjugate_gradient::{Operator, Preconditioner, Scratch as LinearScratch, Solve, Stop};
use crate::math::links::Links;
use crate::math::multigrid::Multigrid;
use crate::math::pieces::Pieces;
use contacts::obstacles;
use glam::{DVec3, Vec4};
use linear::{tangent, tolerance};
use std::sync::Arc;

pub use together::stay_together;

/// Iterations after which a linear solve gives up; the step report says so by its residual.
const MOST_ITERATIONS: u32 = 1000;

/// Newton iterations that a step may add while contacts are not settled.
const EXTRA_ITERATIONS: u32 = 6;
/// Layers are not settled while stopping them takes more than this of a particle's motion away from it, m: a tenth of a
/// millimetre that the equations know nothing of is a visible strain in a triangle of ten.
const LOST: f64 = 1e-4;
/// Bodies are not settled while particles are put out of them by more than this, m. It may be more, because cloth lies along
/// bodies: a millimetre across a triangle of ten strains it by half a percent.
const SHOVED: f64 = 1e-3;
/// Contacts that an iteration has not settled at least so much better than any before, as a factor, are left to the next step: what
/// is still moved then by force is moved by force for ever.
const SETTLING: f64 = 0.8;
/// Times that a linear system is solved again because its solution takes particles into bodies.
const LANDINGS: u32 = 2;
/// A step gets more iterations as well while the last one still found so many tolerances of the step's first residual. It
/// happens in few steps, in which one fold snaps: the equations as a whole are nearly solved, and single triangles are
/// strained by tenths. While seams are drawn together nobody measures.
const UNSOLVED: f64 = 10.0;
/// What the last iteration moved by less, m, is solved: near rest the first residual is small, and nothing is small beside it.
const MOVING: f64 = 1e-3;
/// Rounds of impulses for motion that no equation has seen yet.
const GUESS_IMPULSES: u32 = 8;

/// Scratch of a step: nothing in it is needed to go on from a saved state.
#[derive(Clone, Debug)]
pub struct Workspace {
    system: System,
    /// Whether strains are known at these positions, where the step before has ended.
    settled: bool,
    membrane: membrane::Scratch,
    bending: bending::Scratch,
    linear: LinearScratch,
    links: Links,
    preconditioner: Multigrid,
    pieces: Pieces,
    /// Where the integrator's stage would be without forces, and its velocity: a and b.
    known: Vec<[DVec3; 2]>,
    /// Positions and velocities of the stages solved so far in this step.
    solved: Vec<[Vec<DVec3>; 2]>,
    positions: Vec<DVec3>,
    velocities: Vec<DVec3>,
    /// Area vectors of the particles at the start of the step; empty without air.
    areas: Vec<DVec3>,
    right_side: Vec<Vec4>,
    correction: Vec<Vec4>,
    /// The corrections around each particle, and in the last place how many.
    around: Vec<Vec4>,
    touching: Vec<bool>,
    /// Edges and triangles that may cut into bodies.
    chords: Vec<Chord>,
    /// Which of them may span a ridge.
    ridges: Ridges,
    /// Hints for questions from the middle of each of them: those of one body after another.
    hints: Vec<u32>,
    /// No side of theirs becomes longer than this in the step, m.
    longest: f64,
    /// How near each of them is to a body that presses on it between its corners, m.
    pressed: Vec<f64>,
    /// Particles that lie as deep in a body's layer as they may: which body, which particle.
    floored: Vec<(usize, usize)>,
    /// How each body bears each particle in the linear equations: those of one body after another.
    bearings: Vec<Bearing>,
    /// How far from each body each particle stands that it bears, m, as the equations have it: those of one body after another.
    stands: Vec<Option<f64>>,
    /// With how much force bodies bear each particle, N, as the equations have it.
    borne: Vec<f64>,
    /// The round in which chords last moved each particle out of a body, from one.
    lifted: Vec<u32>,
    /// With how much force bodies push each particle off, N, as of the last Newton iteration.
    body_forces: Vec<f64>,
    /// How each particle holds on to a body, in this Newton iteration and in the one before.
    grips: Vec<Grip>,
    grips_before: Vec<Grip>,
    /// Whether there was a Newton iteration before.
    gripped: bool,
    /// How each particle sees each body: those of one body after another.
    seen: Vec<Nearest>,
    /// Where each body has carried each particle's place since the step began, m: those of one body after another.
    carried: Vec<DVec3>,
    /// What each particle remembers of each body: those of one body after another.
    memories: Vec<Memory>,
    /// The skins that they remember, of bodies that deform.
    skins: Vec<Option<Arc<MeshShape>>>,
    /// How deep each body bulges into the cloth around each particle, m: those of one body after another.
    sags: Vec<f64>,
    /// What each body does to chords, shared out to their particles, N: those of one body after another.
    loads: Vec<f64>,
    layers: Option<Layers>,
    guard: Guard,
    relaxing: relaxation::Scratch,
}

/// What acts on the cloth during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Influence<'a> {
    /// Time that the step takes, s.
    pub(super) seconds: f64,
    /// How bodies move meanwhile where that is not their own motion: one for each body, or none at all.
    pub(super) courses: &'a [Option<Between>],
    /// Where particles that are held are taken by the end of the step; those not named stay.
    pub(super) anchors: &'a [(usize, DVec3)],
    /// Acceleration, m/s².
    pub(super) gravity: DVec3,
    /// Rate at which air takes a free particle's speed, 1/s.
    pub(super) drag: f64,
    /// The air around it.
    pub(super) air: Air,
    /// The user's hand.
    pub(super) grab: Option<Grab>,
    /// How stitches are drawn in.
    pub(super) stitches: Draw,
    /// How far folds are pressed in, from 0 at the start to 1.
    pub(super) pressed: f64,
    /// Whether the cloth nearly rests, around bodies that stand.
    pub(super) calm: bool,
    /// Whether folds of it press on each other besides: then it is guessed to stay where it is, and not to go on as it moves.
    pub(super) folds: bool,
}

/// What a step did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outcome {
    pub(super) newton_iterations: u32,
    pub(super) linear: Solve,
    pub(super) contacts: u32,
    pub(super) kept: Kept,
    pub(super) guarded: Guarded,
    /// In how many parts the step was taken.
    pub(super) parts: u32,
    pub(super) tangled: u32,
    pub(super) layer_contacts: u32,
    pub(super) layers_ms: f64,
    pub(super) sweep_ms: f64,
    pub(super) assembly_ms: f64,
    pub(super) solve_ms: f64,
}

/// A stage of this step.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// Weights of the states and stages that it begins from.
    from: &'static [f64],
    /// γh, s.
    span: f64,
    /// Time from the start of the step to the stage, s.
    ahead: f64,
    /// How far the step reaches, as a multiple of the way to the stage.
    reach: f64,
    /// The membrane's part of the matrix.
    tangent: Geometric,
}

impl Stage {
    /// A stage of a step so long, s, with this geometric part of its matrix.
    fn of(stage: &integrator::Stage, h: f64, tangent: Geometric) -> Self {
        Stage { from: stage.from, span: stage.gamma * h, ahead: stage.at * h, reach: 1.0 / stage.at, tangent }
    }
}

/// What a linear solve begins with.
#[derive(Clone, Copy, Debug)]
enum Begin {
    /// Zero; the preconditioner takes all values of the matrix.
    Anew,
    /// Zero; it takes only those that iterations of one step change much.
    Again,
    /// The correction that was found before a few rows changed.
    FromCorrection,
}

/// Whether cloth feels cloth. Panels that are still being drawn together have to pass each other somehow, but for those that
/// begin around a body, clear of each other.
fn feels_layers(model: &Model) -> bool {
    let clear = || model.settings.worn && crossings(&model.start, &model.triangles) == 0;
    model.settings.self_contact && (model.stitches.is_empty() || clear())
}

/// The thickness of the cloth at each particle, m, and one over its mass, 1/kg; zero for those that are held.
fn thickness_and_inverse_masses(model: &Model) -> (Vec<f64>, Vec<f64>) {
    // A particle that no triangle has is of no fabric.
    let thickness = |fabric: &u32| model.fabrics.get(*fabric as usize).map_or(0.0, |fabric| fabric.thickness);
    let inverse = |(mass, fixed): (&f64, &bool)| if *fixed { 0.0 } else { 1.0 / *mass };
    let thickness = model.particle_fabrics.iter().map(thickness).collect();
    (thickness, model.masses.iter().zip(&model.fixed).map(inverse).collect())
}

/// What cloth against cloth needs of the model.
fn sheets(model: &Model) -> Sheets {
    let place = |(panel, patch): (usize, &Patch)| {
        let first = patch.first_triangle as usize;
        (first..first + patch.triangle_count as usize).map(move |t| {
            let [a, b, c] = model.point_triangles[t].map(|p| model.material[p as usize]);
            ((a + b + c) / 3.0).extend(panel as f64)
        })
    };
    let (thickness, inverse_masses) = thickness_and_inverse_masses(model);
    Sheets {
        triangles: model.triangles.clone(),
        wefts: model.rest.iter().map(|rest| rest.weft).collect(),
        places: model.patches.iter().enumerate().flat_map(place).collect(),
        thickness,
        areas: model.areas.clone(),
        inverse_masses,
        sewn: model.sewn.clone(),
    }
}

/// What keeps triangles out of the bodies.
fn guard(model: &Model) -> Guard {
    let (thickness, inverse_masses) = thickness_and_inverse_masses(model);
    Guard::new(&model.triangles, thickness, inverse_masses, model.bodies.len())
}

impl Workspace {
    /// Remembers what internal friction has come to, once the step has ended where it does.
    fn settle_friction(&mut self, model: &Model, state: &mut State, pressed: f64) {
        self.membrane.settle_friction(model, state);
        self.bending.settle_friction(model, state, pressed);
        self.settled = true;
    }

    /// Room for the steps of a model.
    pub fn new(model: &Model) -> Self {
        let n = model.particles();
        let system = System::new(model, Stencils::Bounded);
        let pieces = Pieces::new(&system.matrix, &model.fixed);
        let preconditioner = Multigrid::new(&system.matrix, &model.fixed);
        let chords =
            if model.bodies.is_empty() { Vec::new() } else { chords(&model.triangles, |t| model.rest[t].area) };
        Workspace {
            system,
            settled: false,
            membrane: membrane::Scratch::new(model),
            bending: bending::Scratch::new(model),
            linear: LinearScratch::new(n),
            links: Links::default(),
            preconditioner,
            pieces,
            known: vec![[DVec3::ZERO; 2]; n],
            solved: Vec::new(),
            positions: vec![DVec3::ZERO; n],
            velocities: vec![DVec3::ZERO; n],
            areas: Vec::new(),
            right_side: vec![Vec4::ZERO; n],
            correction: vec![Vec4::ZERO; n],
            around: vec![Vec4::ZERO; n],
            touching: vec![false; n],
            pressed: vec![f64::INFINITY; chords.len()],
            ridges: Ridges::new(&chords),
            hints: vec![NO_HINT; chords.len() * model.bodies.len()],
            chords,
            longest: 0.0,
            floored: Vec::new(),
            bearings: vec![Bearing::default(); n * model.bodies.len()],
            stands: vec![None; n * model.bodies.len()],
            borne: vec![0.0; n],
            lifted: vec![0; n],
            body_forces: vec![0.0; n],
            grips: vec![Grip::default(); n],
            grips_before: vec![Grip::default(); n],
            gripped: false,
            seen: vec![Nearest { distance: f64::INFINITY, normal: DVec3::Y }; n * model.bodies.len()],
            carried: vec![DVec3::ZERO; n * model.bodies.len()],
            memories: vec![Memory::NONE; n * model.bodies.len()],
            skins: vec![None; model.bodies.len()],
            sags: vec![0.0; n * model.bodies.len()],
            loads: vec![0.0; n * model.bodies.len()],
            layers: feels_layers(model).then(|| Layers::new(sheets(model))),
            guard: guard(model),
            relaxing: relaxation::Scratch::default(),
        }
    }

    /// With how much force bodies push each particle off, N, as of the last step.
    pub(super) fn body_forces(&self) -> &[f64] {
        &self.body_forces
    }

    /// From now on cloth does not feel cloth.
    pub(super) fn let_layers_through(&mut self) {
        self.layers = None;
    }

    /// Advances the state by one step. `clock` tells milliseconds; the outcome's times are its differences.
    pub(super) fn step(&mut self, model: &Model, state: &mut State, now: Influence, clock: fn() -> f64) -> Outcome {
        let mut scheme = model.settings.integrator;
        if scheme.looks_back() && state.past.is_none() {
            scheme = backward_euler::SCHEME; // nothing to look back at
        }
        let mut outcome = Outcome::default();
        let start = clock();
        if let Some(layers) = &mut self.layers {
            outcome.tangled = layers.find_tangles(&state.positions) as u32;
            layers.begin(&state.positions);
            layers.recall(if now.calm { &state.holds } else { &[] });
        }
        outcome.layers_ms += clock() - start;
        // Mostly nobody has moved the cloth since the step before, and friction knows its strains.
        let stayed = std::mem::take(&mut self.settled) && self.positions == state.positions;
        self.membrane.begin(model, state, (now.seconds, stayed));
        self.bending.begin(model, state, (now.pressed, now.seconds, stayed));
        let end = match scheme {
            Scheme::Rest => self.relax(model, state, now, (&mut outcome, clock)),
            Scheme::Stages(stages) => self.advance(model, state, now, (stages, &mut outcome, clock)),
        };
        let solved = clock();
        self.commit(model, state, (now, end), &mut outcome);
        outcome.sweep_ms += clock() - solved;
        outcome.layers_ms += outcome.sweep_ms;
        self.settle_friction(model, state, now.pressed);
        let law = |p: u32| model.fabrics[model.particle_fabrics[p as usize] as usize].self_friction.as_ref();
        let layers = self.layers.as_ref().filter(|_| now.calm);
        state.holds = layers.map_or_else(Vec::new, |layers| layers.hold(&law));
        outcome.layer_contacts = self.links.len() as u32;
        state.time += now.seconds;
        outcome
    }

    /// Solves the stages of a step; returns the last.
    fn advance(
        &mut self,
        model: &Model,
        state: &State,
        now: Influence,
        (stages, outcome, clock): (&[integrator::Stage], &mut Outcome, fn() -> f64),
    ) -> Stage {
        let tangent = tangent(model, &now);
        let mut last = Stage::of(&stages[0], now.seconds, tangent);
        for (nth, stage) in stages.iter().enumerate() {
            last = Stage::of(stage, now.seconds, tangent);
            self.solve(model, state, now, (last, outcome, clock));
            if nth + 1 < stages.len() {
                self.keep_stage(nth, last);
            }
        }
        last
    }

    /// Remembers a stage for those that come after it.
    fn keep_stage(&mut self, nth: usize, stage: Stage) {
        if self.solved.len() <= nth {
            self.solved.resize(nth + 1, [Vec::new(), Vec::new()]);
        }
        let [positions, velocities] = &mut self.solved[nth];
        positions.clone_from(&self.positions);
        velocities.clear();
        let velocity = |(y, [a, _]): (&DVec3, &[DVec3; 2])| (*y - *a) / stage.span;
        velocities.extend(self.positions.iter().zip(&self.known).map(velocity));
    }

    /// Solves the equations of one stage.
    fn solve(
        &mut self,
        model: &Model,
        state: &State,
        now: Influence,
        (stage, outcome, clock): (Stage, &mut Outcome, fn() -> f64),
    ) {
        // Every solve of a step aims at a residual relative to the first one's: solving the small rest of a later iteration
        // to its own last digits would be work nobody sees.
        let mut stop = Stop { tolerance: model.settings.tolerance, reference: None, iterations: MOST_ITERATIONS };
        let bodies = obstacles(model, state, &now, stage.ahead);
        self.meet_bodies(model, state, (&now, stage.ahead, &bodies));
        self.guess(model, state, (stage, now.folds), &bodies);
        for (particle, target) in now.anchors {
            let start = state.positions[*particle];
            self.positions[*particle] = start + (*target - start) / stage.reach;
        }
        self.gripped = false;
        self.pressed.fill(f64::INFINITY);
        let start = clock();
        self.sweep(model, &bodies, GUESS_IMPULSES, outcome);
        outcome.layers_ms += clock() - start;
        if !now.air.is_none() {
            area_vectors(model, &state.positions, &mut self.areas);
        }
        // Where contacts change, more iterations are needed to find who presses on whom: each stops what it must by force, and
        // the next answers to that.
        let most = model.settings.newton_iterations + EXTRA_ITERATIONS;
        let meets = now.grab.is_none() && (self.layers.is_some() || !bodies.is_empty());
        let mut nth = 0;
        let mut unfinished = false;
        let mut least_unsettled = f64::INFINITY;
        while nth < model.settings.newton_iterations || (unfinished && nth < most) {
            let start = clock();
            outcome.contacts = self.assemble(model, state, now, (stage, &bodies));
            let assembled = clock();
            stop.tolerance = tolerance(&model.settings, nth, meets);
            // What touches changes from iteration to iteration, and coarse levels that do not know of it cost a quarter more
            // iterations.
            let touches = outcome.contacts > 0 || !self.links.is_empty();
            let solve = self.solve_linear(if nth == 0 || touches { Begin::Anew } else { Begin::Again }, stop);
            let first = *stop.reference.get_or_insert(solve.start);
            let mut left = solve;
            outcome.linear.iterations += solve.iterations;
            for _ in 0..LANDINGS {
                let lands = self.land(model, bodies.len());
                let meets = self
                    .layers
                    .as_mut()
                    .filter(|_| now.folds)
                    .is_some_and(|layers| layers.land(&self.correction, &mut self.right_side, &mut self.links));
                if !lands && !meets {
                    break;
                }
                left = self.solve_linear(Begin::FromCorrection, stop);
                outcome.linear.iterations += left.iterations;
            }
            let solved = clock();
            nth += 1;
            // Relative to the first as well: what is left of the step's equations, not of its last small correction.
            outcome.linear.residual = if first > 0.0 { left.residual * (left.start / first) } else { left.residual };
            outcome.assembly_ms += assembled - start;
            outcome.solve_ms += solved - assembled;
            let (moved, shoved) = self.correct(model, &bodies);
            let lost = self.sweep(model, &bodies, 0, outcome);
            outcome.sweep_ms += clock() - solved;
            let unsettlement = (lost / LOST).max(shoved / SHOVED);
            let unsettled = unsettlement > 1.0;
            if moved < model.settings.still && !unsettled {
                break;
            }
            // The first iteration has nothing to be compared with.
            let judged = nth > 1 && moved > MOVING && model.stitches.is_empty();
            let unsolved = judged && solve.start > UNSOLVED * model.settings.tolerance * first;
            let settling = unsettled && (nth <= 2 || unsettlement < SETTLING * least_unsettled);
            unfinished = settling || unsolved;
            least_unsettled = least_unsettled.min(unsettlement);
        }
        outcome.newton_iterations += nth;
    }

    /// Solves the linear system for the correction.
    fn solve_linear(&mut self, begin: Begin, stop: Stop) -> Solve {
        let operator = Operator { matrix: &self.system.matrix, links: &self.links };
        match begin {
            Begin::Anew => self.preconditioner.refresh(operator),
            Begin::Again | Begin::FromCorrection => self.preconditioner.touch_up(operator),
        }
        let system = (operator, &mut self.preconditioner);
        let solve = match begin {
            Begin::Anew | Begin::Again => self.linear.solve(system, &self.right_side, &mut self.correction, stop),
            Begin::FromCorrection => self.linear.resume(system, &self.right_side, &mut self.correction, stop),
        };
        self.pieces.settle(operator, self.linear.residual(), &mut self.correction);
        solve
    }

    /// Newton's start: the cloth goes on as it moved, stopped by the bodies, or stays where it is if it is calm. (To extrapolate the change of velocity too is
    /// closer while motion is smooth, but feeds errors of one step into the next: with few iterations it diverges.)
    fn guess(&mut self, model: &Model, state: &State, (stage, folds): (Stage, bool), bodies: &[Obstacle]) {
        let (states, stages) = stage.from.split_at(2);
        let [before, last] = [states[0], states[1]];
        // Slow folds that lie on each other would be guessed to be pressed into each other by their noise, with forces of thousands of times
        // their weight, which the equations take back by throwing them apart: a hem so jumped by half a millimetre in every few steps, for ever.
        let ahead = if folds { 0.0 } else { stage.ahead };
        for (i, guess) in self.positions.iter_mut().enumerate() {
            let (x, v) = (state.positions[i], state.velocities[i]);
            if model.fixed[i] {
                *guess = x;
                self.known[i] = [x, v];
                continue;
            }
            let mut known = match &state.past {
                Some(past) => [last * x + before * past.positions[i], last * v + before * past.velocities[i]],
                None => [last * x, last * v],
            };
            *guess = x + ahead * v;
            for (weight, [positions, velocities]) in stages.iter().zip(&self.solved) {
                known = [known[0] + *weight * positions[i], known[1] + *weight * velocities[i]];
                // By now it is known better where the motion leads.
                *guess = known[0] + stage.span * velocities[i];
            }
            self.known[i] = known;
        }
        self.stand_as_before(model, state, bodies.len());
        self.keep_outside(model, bodies);
    }

    /// Builds the linear system at the current guess; returns how many particles touch a body.
    fn assemble(&mut self, model: &Model, state: &State, now: Influence, (stage, bodies): (Stage, &[Obstacle])) -> u32 {
        self.system.clear();
        let per_second = 1.0 / stage.span;
        for (i, velocity) in self.velocities.iter_mut().enumerate() {
            let (place, seconds) =
                if model.fixed[i] { (state.positions[i], stage.ahead) } else { (self.known[i][0], stage.span) };
            *velocity = (self.positions[i] - place) / seconds;
        }
        let motion = membrane::Motion { velocities: &self.velocities, per_second };
        let moving = (self.positions.as_slice(), Some(motion));
        self.membrane.add_moving(model, moving, stage.tangent, &mut self.system);
        if !now.air.is_none() {
            now.air.add(&self.areas, &self.velocities, per_second, &mut self.system);
        }
        self.bending.add_moving(model, moving, now.pressed, &mut self.system);
        let way = [state.positions.as_slice(), &self.positions];
        ties::add(&model.elastics, Draw::AS_BUILT, way, &mut self.system);
        ties::add(&model.stitches, now.stitches, way, &mut self.system);
        if let Some(hand) = now.grab {
            hand.add(&self.positions, &mut self.system);
        }
        self.links.clear();
        if let Some(layers) = &mut self.layers {
            let law = |p: u32| model.fabrics[model.particle_fabrics[p as usize] as usize].self_friction.as_ref();
            let rubbing = Rubbing { law: &law, velocities: &state.velocities, seconds: stage.ahead };
            layers.press(rubbing, &mut self.system.force, &mut self.links);
        }
        self.press_bodies(model, state, (stage.ahead, bodies));
        for (i, mass) in model.masses.iter().enumerate() {
            let velocity = self.velocities[i];
            let inertia = (velocity - self.known[i][1]) * per_second + now.drag * velocity;
            let right = self.system.force[i] + *mass * (now.gravity - inertia);
            self.right_side[i] = right.as_vec3().extend(0.0);
            self.system.matrix.add_diagonal(i, (mass * per_second * (per_second + now.drag)) as f32);
        }
        self.carry_floored(model);
        self.touching.iter().filter(|touching| **touching).count() as u32
    }

    /// Goes through the stage to the end of the step; what was the present becomes the past.
    fn commit(&mut self, model: &Model, state: &mut State, (now, stage): (Influence, Stage), outcome: &mut Outcome) {
        let beyond = stage.reach - 1.0;
        let empty = || Past { positions: Vec::new(), velocities: Vec::new() };
        let mut past = state.past.take().unwrap_or_else(empty);
        past.positions.clone_from(&state.positions);
        past.velocities.clone_from(&state.velocities);
        let bodies = obstacles(model, state, &now, stage.ahead);
        self.settle_grips(model, state, (stage.ahead, &bodies));
        state.grips.clone_from(&self.grips);
        for (i, position) in self.positions.iter_mut().enumerate() {
            let end = *position + beyond * (*position - state.positions[i]);
            state.velocities[i] = if model.fixed[i] {
                (end - state.positions[i]) / now.seconds
            } else {
                let velocity = (*position - self.known[i][0]) / stage.span;
                velocity + beyond * (velocity - state.velocities[i])
            };
            *position = end;
        }
        if beyond != 0.0 {
            // The way from the stage to the end was not swept yet; what is moved apart on it gets an impulse.
            let wanted = self.positions.clone();
            let bodies = obstacles(model, state, &now, now.seconds);
            self.meet_bodies(model, state, (&now, now.seconds, &bodies));
            self.sweep(model, &bodies, GUESS_IMPULSES, outcome);
            for (i, wanted) in wanted.iter().enumerate() {
                state.velocities[i] += (self.positions[i] - *wanted) / now.seconds;
            }
        }
        state.positions.clone_from(&self.positions);
        state.past = Some(past);
    }
}
