//! One step of the paper's loop (section 4), eight of which make a frame of 1/30 s.
//!
//! ```text
//! 1, 2  gravity and soft springs change velocities              soft
//! 3     velocities are damped towards those of stiff pieces     damping
//! 4     positions follow velocities, bodies theirs              body
//! 5     sweeps: springs along yarns from the held ones outwards,
//!       couples, contacts with bodies                           springs, couples, contacts
//! 6     yarns that would pass through each other are kept apart collide
//! 8     velocities are what positions did, rubbed at contacts   contacts
//! 7     crossings split, couples let go, springs tear           transition
//! ```
//!
//! Velocities are taken before crossings are split and not after, because a split moves particles without a velocity.

use super::collide::Collisions;
use super::contacts::Contacts;
use super::couples::{self, Slide};
use super::damping;
use super::springs::Spring;
use super::swatch::{NONE, Swatch};
use super::transition;
use glam::DVec3;

/// Length of a step, s.
pub const STEP: f64 = 1.0 / 240.0;
/// Steps in a frame of 1/30 s.
pub const STEPS_PER_FRAME: u32 = 8;
/// Sweeps from one pass over contacts with bodies to the next.
const CONTACTS_EVERY: u32 = 4;

/// Scratch of steps: nothing that decides what comes next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    slides: Vec<Slide>,
    contacts: Contacts,
    collisions: Collisions,
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
        let fall = STEP * self.gravity;
        let particles = &mut self.particles;
        for (v, w) in particles.velocity.iter_mut().zip(&particles.inverse_mass) {
            if *w > 0.0 {
                *v += fall;
            }
        }
        self.softs.push(&mut self.particles);
        damping::damp(self);
        self.advance();
        workspace.contacts.find(self);
        couples::gather(self, &mut workspace.slides);
        self.solve(workspace);
        let collisions = workspace.collisions.keep_apart(self);
        workspace.contacts.press(self);
        self.settle(&workspace.contacts);
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
        whole.map(|spring| self.springs.strain(spring, &self.particles.position)).fold(0.0, f64::max)
    }

    /// Where velocities lead.
    fn advance(&mut self) {
        let particles = &mut self.particles;
        particles.before.copy_from_slice(&particles.position);
        for (x, v) in particles.position.iter_mut().zip(&particles.velocity) {
            *x += STEP * *v;
        }
        for body in &mut self.bodies {
            body.begin(self.gravity);
        }
        self.follow();
    }

    /// Held particles are where their bodies have them.
    fn follow(&mut self) {
        for body in &self.bodies {
            for (c, position) in body.held() {
                self.particles.position[c] = position;
            }
        }
    }

    fn solve(&mut self, workspace: &mut Workspace) {
        self.springs.warm(&mut self.particles.position);
        self.pull_bodies();
        let thickness = 1e-3 * self.numbers.thickness_mm;
        for sweep in 0..self.numbers.sweeps as u32 {
            self.sweep_anchored();
            self.springs.sweep(&mut self.particles.position);
            for slide in &workspace.slides {
                slide.project(&mut self.particles.position, thickness);
            }
            if sweep % CONTACTS_EVERY == 0 {
                workspace.contacts.press(self);
            }
        }
    }

    /// Lets the impulses of the last step move the bodies that are free to.
    fn pull_bodies(&mut self) {
        for spring in 0..self.springs.anchored {
            let Spring { ends, lambda, .. } = self.springs.list[spring];
            if ends[0] != NONE {
                let [held, other] = ends.map(|end| self.particles.position[end as usize]);
                let direction = (other - held).normalize_or_zero();
                self.bodies[self.holder[ends[0] as usize] as usize].push(held, lambda * direction);
            }
        }
        self.follow();
    }

    /// One sweep over the springs with a held end, which may move the body that holds it.
    fn sweep_anchored(&mut self) {
        let mut moved = false;
        for index in 0..self.springs.anchored {
            let mut spring = self.springs.list[index];
            let [held, other] = spring.ends.map(|end| end as usize);
            if held == NONE as usize {
                continue;
            }
            let between = self.particles.position[other] - self.particles.position[held];
            let length = between.length();
            let direction = between / length.max(f64::MIN_POSITIVE);
            let body = &mut self.bodies[self.holder[held] as usize];
            let free = body.inverse_mass > 0.0;
            if free {
                let point = self.particles.position[held];
                let w = body.yields(point, direction) + spring.inverse_mass[1];
                spring.elastic = 1.0 / (w + self.springs.compliance);
                spring.rigid = 1.0 / w;
            }
            let w = 1.0 / spring.rigid;
            let lambda = self.springs.law(&spring, w, length - self.springs.rest);
            let pull = (lambda - spring.lambda) * direction;
            self.particles.position[other] -= spring.inverse_mass[1] * pull;
            self.springs.list[index].lambda = lambda;
            if free {
                body.push(self.particles.position[held], pull);
                for (c, position) in body.held() {
                    self.particles.position[c] = position;
                }
                moved = true;
            }
        }
        if moved {
            self.follow();
        }
    }

    /// Velocities of what moved, rubbed at contacts, and the pull on bodies.
    fn settle(&mut self, contacts: &Contacts) {
        let particles = &mut self.particles;
        for p in 0..particles.position.len() {
            particles.velocity[p] = (particles.position[p] - particles.before[p]) / STEP;
        }
        for body in &mut self.bodies {
            body.end();
            body.pull = DVec3::ZERO;
        }
        contacts.rub(self);
        for spring in self.springs.list[..self.springs.anchored].iter().filter(|spring| spring.ends[0] != NONE) {
            let [held, other] = spring.ends.map(|end| self.particles.position[end as usize]);
            let pull = spring.lambda / (STEP * STEP) * (other - held).normalize_or_zero();
            self.bodies[self.holder[spring.ends[0] as usize] as usize].pull += pull;
        }
    }
}
