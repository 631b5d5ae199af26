//! One step of the paper's loop (section 4), eight of which make a frame of 1/30 s.
//!
//! ```text
//! 1, 3  soft springs push; velocities are damped towards those of stiff pieces      soft, damping
//! repeat as often as the paper sweeps:
//!   2, 4  gravity; positions follow velocities, bodies theirs                       body
//!   5     springs from the held ones outwards, couples, bodies                    springs, couples, contacts
//!   8     velocities are what positions did
//! 6     yarns that would pass through each other are kept apart                     collide
//! 8     sliding on bodies is rubbed                                                 contacts
//! 7     crossings split, couples let go, springs tear                               transition
//! ```
//!
//! The paper sweeps 30 to 50 times over a step of 1/240 s. In such a step a swatch of a few centimetres falls and turns by more than the
//! distance of its yarns, and no number of sweeps at its end mends what the straight prediction broke; so each sweep advances its share
//! of the step instead, at the same cost (Macklin 2019, small steps).

use super::body::Body;
use super::collide::Collisions;
use super::contacts::Contacts;
use super::couples::{self, Hold, Slide};
use super::damping;
use super::places::Places;
use super::swatch::{NONE, Particles, Swatch};
use super::transition;
use glam::DVec3;

/// Length of a step, s.
pub const STEP: f64 = 1.0 / 240.0;
/// Steps in a frame of 1/30 s.
pub const STEPS_PER_FRAME: u32 = 8;

/// Scratch of steps: nothing that decides what comes next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    slides: Vec<Slide>,
    contacts: Contacts,
    collisions: Collisions,
    /// Where particles are in the sweeps, and where they were before the last: between sweeps the way from there is their velocity.
    places: Places,
    start: Places,
}

/// What a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Springs cut.
    pub cut: u32,
    /// Edge pairs kept apart.
    pub collisions: u32,
    /// Largest strain of a spring that is not cut, before any was.
    pub strain: f64,
}

impl Swatch {
    /// Advances by a frame of 1/30 s.
    pub fn frame(&mut self, workspace: &mut Workspace) -> Report {
        let mut all = Report::default();
        for _ in 0..STEPS_PER_FRAME {
            let one = self.step(workspace);
            all.cut += one.cut;
            all.collisions += one.collisions;
            all.strain = all.strain.max(one.strain);
        }
        all
    }

    /// Advances by one step.
    pub fn step(&mut self, workspace: &mut Workspace) -> Report {
        self.softs.push(&mut self.particles);
        damping::damp(self);
        self.particles.before.copy_from_slice(&self.particles.position);
        workspace.contacts.find(self);
        self.springs.lanes.arrange(&self.springs.list, &self.weft);
        couples::gather(self, &mut workspace.slides);
        self.bodies.iter_mut().for_each(|body| body.pull = DVec3::ZERO);
        self.sweeps(workspace);
        let collisions = workspace.collisions.keep_apart(self);
        workspace.contacts.rub(self);
        self.time += STEP;
        let strain = self.largest_strain();
        let before = self.springs.cut;
        if self.tears {
            transition::apply(self);
        }
        Report { cut: (self.springs.cut - before) as u32, collisions, strain }
    }

    /// Largest strain of a spring that is not cut.
    pub fn largest_strain(&self) -> f64 {
        let whole = (0..self.springs.list.len()).filter(|spring| !self.springs.is_cut(*spring));
        // The root of the largest is the largest of the roots.
        let most = whole.map(|spring| self.springs.squared(spring, &self.particles.position)).fold(0.0, f64::max);
        (most.sqrt() / self.springs.rest - 1.0).max(0.0)
    }

    /// Sweeps through the step, each advancing its share of it.
    fn sweeps(&mut self, workspace: &mut Workspace) {
        let time = self.springs.time;
        let slots = &self.springs.lanes.slots;
        let Workspace { places, start, .. } = workspace;
        let Particles { position: x, velocity: v, .. } = &self.particles;
        places.clear(self.springs.lanes.slot_count());
        start.clear(self.springs.lanes.slot_count());
        for ((x, v), slot) in x.iter().zip(v).zip(slots) {
            places.set(*slot as usize, *x);
            start.set(*slot as usize, *x - time * *v);
        }
        for _ in 0..self.numbers.sweeps.max(1.0) as u32 {
            self.sweep(workspace);
        }
        let Particles { position: x, velocity: v, .. } = &mut self.particles;
        for ((x, v), slot) in x.iter_mut().zip(v).zip(&self.springs.lanes.slots) {
            *x = workspace.places.at(*slot as usize);
            *v = (*x - workspace.start.at(*slot as usize)) / time;
        }
    }

    fn sweep(&mut self, Workspace { slides, contacts, places, start, .. }: &mut Workspace) {
        let time = self.springs.time;
        let fall = (time * time * self.gravity).to_array();
        for (axis, fall) in fall.into_iter().enumerate() {
            for (x, start) in places.axes[axis].iter().zip(&mut start.axes[axis]) {
                *start = *x + ((*x - *start) + fall);
            }
        }
        // What was written over where they were is where they go.
        std::mem::swap(places, start);
        self.bodies.iter_mut().for_each(|body| body.begin(time, self.gravity));
        self.bodies.iter().for_each(|body| follow(body, &self.springs.lanes.slots, places));
        self.sweep_held(places);
        self.springs.lanes.sweep(self.springs.lengths(), places);
        let (thickness, friction) =
            (1e-3 * self.numbers.thickness_mm, 1e-3 * self.numbers.crossing_friction_mn * time * time);
        let hold = Hold { start, thickness, friction };
        slides.iter().for_each(|slide| slide.project(places, &hold));
        contacts.press(self, places);
        self.bodies.iter_mut().for_each(|body| body.end(time));
    }

    /// Sweeps over the springs with a held end, which may move the body that holds it.
    fn sweep_held(&mut self, places: &mut Places) {
        let slots = &self.springs.lanes.slots;
        for spring in &self.springs.list[..self.springs.anchored] {
            let [held, other] = spring.ends;
            if held == NONE {
                continue;
            }
            let [slot, other] = [held, other].map(|end| slots[end as usize] as usize);
            let point = places.at(slot);
            let between = places.at(other) - point;
            let inverse = 1.0 / between.length().max(f64::MIN_POSITIVE);
            let body = &mut self.bodies[self.holder[held as usize] as usize];
            let yields = body.yields(point, between * inverse);
            let pull = self.springs.tension(spring, yields, inverse) * between;
            body.pull += pull / (self.springs.time * STEP);
            places.shift(other, -(spring.inverse_mass[1] * pull));
            if body.inverse_mass > 0.0 {
                body.push(point, pull);
                follow(body, slots, places);
            }
        }
    }
}

/// Held particles are where their body has them.
fn follow(body: &Body, slots: &[u32], places: &mut Places) {
    for (c, place) in body.held() {
        places.set(slots[c] as usize, place);
    }
}
