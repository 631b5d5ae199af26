//! A drape in progress: the model, its state and the scratch to step it.

mod rough;
mod settle;
mod stored;

use self::rough::{Rough, cut_larger};
use self::settle::{Calm, Falling, Settling};
use super::step::{Influence, Workspace};
use super::tear::{Moment, Torn};
use crate::body::{Assets, NO_HINT};
use crate::cloth::{Carried, Cut, Joined, Model, State, assemble_with, carry};
use crate::contact::bodies::Grip;
use crate::contact::brute_force::crossings;
use crate::document::Document;
use crate::forces::air::Air;
use crate::forces::grab::Grab;
use crate::forces::membrane::max_strain;
use crate::forces::ties::Draw;
use crate::issue::{Issue, Issues};
use glam::DVec3;
use serde::Serialize;

/// Cloth slower than this everywhere, m/s, …
const REST_SPEED: f64 = 0.01;
/// … for so long, s, is at rest. One slow instant is not enough: a swing turns at zero speed.
const REST_TIME: f64 = 0.25;

/// Stitches shorter than this, m, are closed: the seam is welded.
const CLOSED: f64 = 1e-3;
/// Time in which late stitches come to pull with their first strength once more, s.
const PULL_GROWTH: f64 = 0.05;
/// Fastest that stitches are reeled in, m/s, and as a multiple of the speed that closes them in time. Those that are held up by a
/// body or a layer pull no harder than what they would be reeled in by in a step; faster and they are torn through what is in
/// the way.
const REEL: f64 = 0.4;
const CATCH_UP: f64 = 2.0;
/// So late, as a multiple of the time that sewing should take, layers in the way let the stitches through. Cloth that is
/// crossed by it is drawn apart once it is sewn.
const LET_THROUGH: f64 = 1.5;
/// Most that late stitches pull, as a factor: beyond it they are stiffer than any cloth and the solver's work.
const MOST_PULL: f64 = 100.0;
/// Air that keeps panels from swinging past each other while they are sewn, 1/s.
const SEWING_DRAG: f64 = 5.0;

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
    /// Residual the last linear solve reached, relative to the right-hand side of the step's first.
    pub residual: f64,
    /// Speed of the fastest particle, m/s.
    pub max_speed_m_s: f64,
    /// Part of it that looked for cloth near cloth and kept it apart, ms.
    pub layers_ms: f64,
    /// Part of that which swept the step's motion and kept it safe, ms.
    pub sweep_ms: f64,
    /// Particles that touch a body.
    pub contacts: u32,
    /// Pairs of cloth features that press on each other.
    pub layer_contacts: u32,
    /// Edges that pass through triangles because the step began so; they are being drawn apart.
    pub tangled: u32,
    /// Pairs that would have passed through each other and were stopped.
    pub stopped: u32,
    /// Particles that had to give up a part of their motion because stopping was not enough.
    pub held_back: u32,
    /// Parts in which the step was taken: more than one where the whole would have been too fast or not safe.
    pub parts: u32,
    /// Triangles that would have entered a body and were stopped.
    pub kept_out: u32,
    /// Triangles that entered a body all the same, where bodies squeeze the cloth to nothing.
    pub entered: u32,
    /// Edges of the mesh that were torn after the step: the cloth has other points then.
    pub torn: u32,
    /// Whether the seams are closed.
    pub sewn: bool,
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
    /// xxh64 of positions, velocities and friction stresses, 16 hexadecimal digits.
    pub state_hash: String,
}

/// A drape in progress.
///
/// While its seams are open the panels are apart: stitches pull them together without gravity. When every stitch is
/// closed the panels become one surface, and gravity sets in.
#[derive(Debug)]
pub struct Drape {
    pub(super) cut: Cut,
    joined: Joined,
    worked_s: f64,
    pub(super) model: Model,
    pub(super) state: State,
    pub(super) workspace: Workspace,
    pub(super) grab: Option<Grab>,
    pub(super) anchors: Vec<(usize, DVec3)>,
    pub(super) calm: Calm,
    clock: fn() -> f64,
    assets: Assets,
    /// The panels cut from larger triangles, where these go ahead from flat.
    larger: Option<Cut>,
    rough: Option<Rough>,
    settling: Option<Settling>,
    falling: Option<Falling>,
    /// Whether rest is wanted: then it sets out for it from flat, each time anew.
    wants_rest: bool,
    /// Seed by which yarns break; none where they hold.
    pub(super) tearing: Option<u64>,
    pub(super) torn: Option<Torn>,
    /// Whether anything was torn since tearing was last asked for.
    pub(super) torn_since: bool,
    /// Before each tear that can be taken back.
    pub(super) before: Vec<Moment>,
    /// After each tear that was.
    pub(super) after: Vec<Moment>,
}

impl Drape {
    /// Builds the cloth of a document, at rest where the document places it.
    pub fn new(document: &Document) -> Result<Self, Issues> {
        Self::with_assets(document, Assets::built_in())
    }

    /// The same with the data that bodies are made from.
    pub fn with_assets(document: &Document, assets: &Assets) -> Result<Self, Issues> {
        let cut = assemble_with(document, assets)?;
        Ok(Drape { assets: assets.clone(), ..Self::of_cut(cut) })
    }

    /// The same on the shortest way to rest: cloth of larger triangles goes ahead where that gains something, and long steps and
    /// thicker air calm it. Where it hangs is the document's own; how it came there is not.
    pub fn towards_rest(document: &Document, assets: &Assets) -> Result<Self, Issues> {
        let mut drape = Self::with_assets(document, assets)?;
        drape.larger = cut_larger(document, &drape.cut);
        drape.wants_rest = true;
        drape.set_out();
        Ok(drape)
    }

    /// A drape of panels cut by hand.
    pub fn of_cut(cut: Cut) -> Self {
        Self::begun(cut, None)
    }

    /// The same, where another drape has left off. Seams that are closed already are welded before there is room for a step to
    /// be made, which takes as long as all the rest.
    fn begun(cut: Cut, carried: Option<Carried>) -> Self {
        let mut joined = if cut.seams.is_empty() { Joined::Sewn } else { Joined::Apart };
        let mut model = Model::new(&cut, joined);
        let mut state = State::start(&model);
        if let Some(carried) = carried {
            take(carried, &model, &mut state);
            restart_stitches(&mut model, &state);
        }
        // Panels drawn edge to edge need no pulling, and those that were sewn are together.
        if joined == Joined::Apart && widest_gap(&model, &state) < CLOSED {
            let apart = std::mem::replace(&mut model, Model::new(&cut, Joined::Sewn));
            weld(&apart, &model, &mut state);
            joined = Joined::Sewn;
        }
        let workspace = Workspace::new(&model);
        Drape {
            cut,
            joined,
            worked_s: 0.0,
            model,
            state,
            workspace,
            grab: None,
            anchors: Vec::new(),
            calm: Calm::default(),
            clock: || 0.0,
            assets: Assets::default(),
            larger: None,
            rough: None,
            settling: None,
            falling: None,
            wants_rest: false,
            tearing: None,
            torn: None,
            torn_since: false,
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    /// Goes over to a changed document from where the cloth is: every point of the new panels starts at its place on the
    /// old ones. Panels that are new start where they are placed, and new seams close. Torn cloth stays torn while its panels,
    /// seams and pins are the same; cut anew it is whole.
    pub fn update(&mut self, document: &Document) -> Result<(), Issues> {
        let cut = assemble_with(document, &self.assets)?;
        if self.stays_torn(&cut) {
            return Ok(());
        }
        self.go_on();
        let carried = carry((&self.cut, &self.model, &self.state), &cut);
        let mut next = Self::begun(cut, Some(carried));
        next.state.steps = self.state.steps;
        next.state.time = self.state.time;
        if next.joined == Joined::Sewn {
            next.worked_s = self.worked_s;
        }
        next.clock = self.clock;
        next.assets = self.assets.clone();
        (next.tearing, next.wants_rest) = (self.tearing, self.wants_rest);
        *self = next;
        Ok(())
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

    /// With how much force bodies push each particle off, N, as of the last step.
    pub fn body_forces(&self) -> &[f64] {
        self.workspace.body_forces()
    }

    /// Moves the particles a little, as the seed says; see [`State::perturb`].
    pub fn perturb(&mut self, seed: u64) {
        self.state.perturb(seed);
        if let Some(rough) = &mut self.rough {
            rough.perturb(seed);
        }
    }

    /// What the model is built from.
    pub fn cut(&self) -> &Cut {
        &self.cut
    }

    /// Whether the seams are closed.
    pub fn is_sewn(&self) -> bool {
        self.joined == Joined::Sewn
    }

    /// For how long the seams have been closing, and how long that should take, s; nothing once they are closed.
    pub fn sewing(&self) -> Option<[f64; 2]> {
        (!self.is_sewn()).then_some([self.worked_s, self.model.settings.sewing])
    }

    /// Positions of the points of all panels, m; points that are sewn together share one.
    pub fn point_positions(&self) -> Vec<DVec3> {
        self.model.spread(&self.state.positions)
    }

    /// Goes on from another state of the same cloth; refused when it has another number of particles or of stresses.
    pub fn set_state(&mut self, state: State) -> bool {
        let fits = state.positions.len() == self.model.particles()
            && state.velocities.len() == self.model.particles()
            && state.grips.len() == self.model.particles()
            && state.friction.fits(&self.state.friction);
        if fits {
            self.state = state;
            self.calm = Calm::default();
            self.rough = None;
        }
        fits
    }

    /// Back to the start; what was torn is whole again.
    pub fn reset(&mut self) {
        let whole = self.torn.take().map_or_else(|| self.cut.clone(), |torn| torn.whole);
        let (clock, assets, tearing) = (self.clock, std::mem::take(&mut self.assets), self.tearing);
        let (larger, wants_rest) = (self.larger.take(), self.wants_rest);
        *self = Drape { clock, assets, larger, wants_rest, tearing, ..Self::of_cut(whole) };
        if wants_rest {
            self.set_out();
        }
    }

    /// Pulls a point of the cloth to a place until released; a point that does not exist or a place that is not finite
    /// is refused.
    pub fn grab(&mut self, point: usize, target: DVec3) -> bool {
        let particle = self.model.particle_of.get(point).filter(|_| target.is_finite());
        if let Some(particle) = particle {
            self.grab = Some(Grab { particle: *particle as usize, target });
        }
        particle.is_some()
    }

    /// A point that the hand holds.
    pub fn grabbed(&self) -> Option<usize> {
        let grab = self.grab?;
        self.model.particle_of.iter().position(|particle| *particle as usize == grab.particle)
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

    /// Takes a pinned point to a place in the next step, swept like all other motion: nothing is passed through on the
    /// way, and the pin stops short if it would be. Refused if the point is not pinned or the place not finite.
    pub fn move_pin(&mut self, point: usize, target: DVec3) -> bool {
        let particle = self.model.particle_of.get(point).map(|particle| *particle as usize);
        let pinned = particle.filter(|particle| self.model.fixed[*particle] && target.is_finite());
        if let Some(particle) = pinned {
            self.anchors.retain(|(known, _)| *known != particle);
            self.anchors.push((particle, target));
        }
        pinned.is_some()
    }

    /// Advances by one step.
    pub fn step(&mut self) -> StepReport {
        if !self.is_left_alone() {
            self.go_on();
        }
        if let Some(rough) = self.rough.take() {
            return self.step_ahead(rough);
        }
        let start = (self.clock)();
        let [calm, folds] = self.pace();
        let before = self.state.clone();
        let anchors = std::mem::take(&mut self.anchors);
        let now = Influence { calm, folds, ..self.influence(&anchors) };
        let outcome = self.workspace.step_safely(&self.model, (&before, &mut self.state), now, self.clock);
        let sound = self.state.is_finite() && outcome.linear.residual.is_finite();
        let halted = (!sound).then(|| {
            self.state = before;
            self.workspace = Workspace::new(&self.model);
            Issue::new("solver.not-finite", "simulation", "the step gave numbers that are not finite and was undone")
                .value(format!("step {}", self.state.steps + 1))
                .cure("Use a shorter step or a softer fabric, or let go of the cloth.")
        });
        self.sew();
        self.step_fringe();
        let torn = if halted.is_none() { self.tear() } else { 0 };
        let max_speed = self.state.max_speed();
        let slow = max_speed < REST_SPEED && self.settling.is_none() && outcome.tangled == 0;
        self.calm_down((max_speed, slow), outcome.kept.stopped);
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
            layers_ms: outcome.layers_ms,
            sweep_ms: outcome.sweep_ms,
            contacts: outcome.contacts,
            layer_contacts: outcome.layer_contacts,
            tangled: outcome.tangled,
            stopped: outcome.kept.stopped,
            held_back: outcome.kept.held_back,
            parts: outcome.parts,
            kept_out: outcome.guarded.stopped,
            entered: outcome.guarded.entered,
            torn: torn as u32,
            sewn: self.is_sewn(),
            at_rest: self.at_rest(),
            halted,
        }
    }

    fn influence<'a>(&self, anchors: &'a [(usize, DVec3)]) -> Influence<'a> {
        let settings = &self.model.settings;
        // Folds and seams are worked in over the same time: a sharp fold pressed into flat cloth at once would crumple it.
        let done = (self.worked_s / settings.sewing).min(1.0);
        let sewn = Influence {
            seconds: settings.step,
            courses: &[],
            gravity: settings.gravity,
            drag: settings.drag + self.settling.map_or(0.0, |settling| settling.drag),
            air: Air { wind: settings.wind, across: settings.air[0], along: settings.air[1] },
            anchors,
            grab: self.grab,
            stitches: Draw::AS_BUILT,
            pressed: done,
            calm: false,
            folds: false,
        };
        let reel = [REEL * settings.step, CATCH_UP * settings.step / settings.sewing];
        match self.joined {
            Joined::Sewn => sewn,
            Joined::Apart => Influence {
                gravity: DVec3::ZERO,
                air: Air::NONE,
                drag: settings.drag.max(SEWING_DRAG),
                stitches: Draw { length: 1.0 - done, stiffness: self.late_pull(), reel },
                ..sewn
            },
        }
    }

    /// How much harder stitches pull because they should be closed by now: gathers and taut cloth resist, and a seam that
    /// hangs open would never end the sewing.
    fn late_pull(&self) -> f64 {
        let late = (self.worked_s - self.model.settings.sewing).max(0.0);
        (1.0 + late / PULL_GROWTH).min(MOST_PULL)
    }

    /// Closes the seams a little further, and for good once they are closed.
    fn sew(&mut self) {
        self.worked_s += self.model.settings.step;
        let sewing = self.model.settings.sewing;
        if self.joined == Joined::Apart && self.worked_s >= sewing {
            if widest_gap(&self.model, &self.state) < CLOSED {
                self.weld();
            } else if self.worked_s > LET_THROUGH * sewing {
                self.workspace.let_layers_through();
            }
        }
    }

    /// Joins the panels into one surface.
    fn weld(&mut self) {
        let apart = std::mem::replace(&mut self.model, Model::new(&self.cut, Joined::Sewn));
        weld(&apart, &self.model, &mut self.state);
        let held = self.grab.and_then(|grab| apart.particle_of.iter().position(|p| *p as usize == grab.particle));
        if let (Some(grab), Some(point)) = (&mut self.grab, held) {
            grab.particle = self.model.particle_of[point] as usize;
        }
        self.workspace = Workspace::new(&self.model);
        self.joined = Joined::Sewn;
    }

    /// Whether the cloth has been still for a while.
    pub fn at_rest(&self) -> bool {
        self.joined == Joined::Sewn && self.calm.lasts()
    }

    /// Unit normals of the points towards the right side, area-weighted; smooth across seams.
    pub fn normals(&self) -> Vec<DVec3> {
        let mut normals = vec![DVec3::ZERO; self.model.particles()];
        for triangle in &self.model.triangles {
            let [a, b, c] = triangle.map(|i| self.state.positions[i as usize]);
            let normal = (b - a).cross(c - a);
            for particle in triangle {
                normals[*particle as usize] += normal;
            }
        }
        self.model.spread(&normals).into_iter().map(|normal| normal.normalize_or(DVec3::Z)).collect()
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
            seam_gap_max_mm: widest_gap(model, &self.state) * 1e3,
            body_penetration_max_mm: self.deepest() * 1e3,
            self_intersections: crossings(positions, &model.triangles),
            at_rest: self.at_rest(),
            state_hash: format!("{:016x}", self.state.hash()),
        }
    }

    /// Depth of the deepest particle, edge middle or triangle middle inside a body, m.
    fn deepest(&self) -> f64 {
        let mut deepest = 0.0_f64;
        let placed = self.model.bodies.iter().map(|body| (body.placed(self.state.time), NO_HINT));
        let mut bodies: Vec<_> = placed.collect();
        for triangle in &self.model.triangles {
            let [a, b, c] = triangle.map(|i| self.state.positions[i as usize]);
            for point in [a, b, c, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0, (a + b + c) / 3.0] {
                for (body, hint) in &mut bodies {
                    deepest = deepest.max(-body.nearest_exactly(point, hint).distance);
                }
            }
        }
        deepest
    }
}

/// Brings the state of panels apart to the same panels sewn; momentum and centre of mass stay, and so does the friction of the
/// triangles, which are the same.
fn weld(apart: &Model, sewn: &Model, state: &mut State) {
    let mut weights = vec![0.0; sewn.particles()];
    let mut positions = vec![DVec3::ZERO; sewn.particles()];
    let mut velocities = positions.clone();
    for (own, shared) in apart.particle_of.iter().zip(&sewn.particle_of) {
        let (own, shared) = (*own as usize, *shared as usize);
        weights[shared] += apart.masses[own];
        positions[shared] += apart.masses[own] * state.positions[own];
        velocities[shared] += apart.masses[own] * state.velocities[own];
    }
    let mean = |(sum, weight): (DVec3, &f64)| sum / *weight;
    state.positions = positions.into_iter().zip(&weights).map(mean).collect();
    state.velocities = velocities.into_iter().zip(&weights).map(mean).collect();
    state.past = None;
    state.grips = vec![Grip::default(); sewn.particles()];
    state.holds.clear();
}

/// Takes what was carried over from another drape.
fn take(carried: Carried, model: &Model, state: &mut State) {
    state.positions = model.gather(&carried.positions);
    state.velocities = model.gather(&carried.velocities);
    if state.friction.fits(&carried.friction) {
        state.friction = carried.friction;
    }
    state.past = None;
    state.grips = vec![Grip::default(); model.particles()];
    state.holds.clear();
}

/// Stitches pull from the distance that is there now.
fn restart_stitches(model: &mut Model, state: &State) {
    for tie in &mut model.stitches {
        let [a, b] = tie.particles.map(|i| state.positions[i as usize]);
        tie.length = a.distance(b);
    }
}

/// Widest distance between points that a seam joins, m.
fn widest_gap(model: &Model, state: &State) -> f64 {
    let gap = |tie: &crate::cloth::Tie| {
        let [a, b] = tie.particles.map(|i| state.positions[i as usize]);
        a.distance(b)
    };
    model.stitches.iter().map(gap).fold(0.0, f64::max)
}

/// Sums of steps such as 0.01 s end in …99; nobody wants to read that.
fn to_nanoseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round() / 1e9
}
