//! Cloth that is still on its way from flat to where it will hang, around bodies that stand still: nobody measures how it moves, so that
//! it goes by longer steps, which cost no more each, through thicker air that thins out, and is halted whenever a swing is at its
//! fastest. What it does from then on, rest among it, is the document's own: own steps, own air.

use super::{Drape, REST_SPEED, REST_TIME};
use crate::integrator::Scheme;
use glam::DVec3;

/// Longest step, s, of cloth that is being sewn, and of cloth that is only calmed. Sewn in steps of 30 ms, a T-shirt was
/// not at rest after 7.7 s. Slow cloth that is calmed by such steps as one that is sewn is one whose folds meet: in steps of 50 ms others of them
/// press and are stopped by force each time, and a circle skirt goes on at 1 to 8 cm/s for ever.
pub(super) const SEWING_STEP: f64 = 0.02;
pub(super) const CALMING_STEP: f64 = 0.05;
/// The air beside the document's at first, 1/s, and the time in which it thins out, s: near the critical damping of what swings
/// below a waist, and soon so thin that slack folds, which are slow, are not held up.
const DRAG: f64 = 8.0;
const THINNING: f64 = 0.3;
/// Steps at least from one halt to the next, and time, s: cloth that is halted at every flicker of a fold creeps, and looks calm where it
/// is not.
const SWING: u32 = 3;
const SWING_TIME: f64 = 0.06;
/// No particle is faster than this, m/s, …
const SLOW: f64 = 0.4 * REST_SPEED;
/// … so long, s, before the cloth goes by its own steps, or, where it does so already, is halted no more. Cloth that is only as slow as rest allows comes to life again in them: long
/// steps dampen, and it is not where it will hang.
const CALM: f64 = 0.15;
/// It does so in any case after this long, s.
const LONGEST: f64 = 5.0;
/// Cloth without seams falls by its own steps, because that is what one looks at. Once it has been faster than this, m/s, as a root of
/// mean squares, and is slower again, it only swings, and settles.
const FALLS: f64 = 0.05;
/// Cloth slower than this everywhere, m/s, has so many Newton iterations a step at most, until one moves no particle by more than this
/// part of what rest allows. A step's first iteration is solved loosely and tells less than there is to do: with a tenth, most steps of a
/// calm T-shirt ended with it, folds at the hem crept on at 4 mm/s for ever, and what long steps called calm woke in short ones. What two iterations leave unsolved, of stiff bending above all, is small beside a motion that is seen, but
/// pushes cloth at rest: a tablecloth that hung at 3 mm/s was at 16 cm/s again after 1.5 s of steps of 10 ms. While it settles
/// it has fewer, so that a T-shirt rests after 5.2 s instead of 4.8 s and in three quarters of the time that it takes; with two it did after 9.6 s.
const NEARLY_STILL: f64 = 0.2;
const ITERATIONS: u32 = 8;
const ITERATIONS_SETTLING: u32 = 4;
const SOLVED: f64 = 0.02;
/// Around bodies that never move it is solved further, to this part of the first residual, in as many iterations where folds press on each other: slack
/// cloth hardly pushes back, so that a residual that is small leaves much of its way, and what one particle at a waist leaves of it hides a whole hem, which
/// crept on with 5 to 10 mm/s for ever. Solved to a hundredth it goes on where its speed leads more than where forces do: the free front edge of a cape, 27 mm from
/// anything, swung further with every swing, from 4 to 40 mm/s in a second, and fronts of T-shirts crept by 7 mm.
const TOLERANCE: f64 = 1e-3;
/// Cloth whose energy of motion in the second half of the time for which it is judged is so many times that in the first is about to move: a
/// hem that stood on edge at 3 mm/s was called at rest, and fell by 33 mm in the two seconds after. …
const GROWS: f64 = 1.2;
/// … Less than that of this speed, m/s, is the flicker of single particles.
const FLICKER: f64 = 3e-4;

/// Cloth of which a particle has gone on faster than this on the whole while it was judged, m/s, is still on its way, however slow: a fold that
/// crept at 3 mm/s from one side of a front to the other was called at rest, and had moved by 7 mm two seconds later.
const CREEPS: f64 = 1e-3;

/// For how long cloth has been slow, whether it becomes slower, and how far it has come.
#[derive(Clone, Debug, Default)]
pub(in crate::solver) struct Calm {
    seconds: f64,
    /// Where its particles were when that began, m, and how long ago, s.
    from: Vec<DVec3>,
    since: f64,
    /// Energy of motion by time in the first and in the second half of the time for which it is judged, J s.
    halves: [f64; 2],
}

impl Calm {
    /// Counts a step of so many seconds after which cloth of this mass, kg, that is slow everywhere and is here has this energy of motion, J.
    fn add(&mut self, positions: &[DVec3], (energy, mass): (f64, f64), seconds: f64) {
        if self.lasts() {
            return;
        }
        if self.from.is_empty() {
            self.from.extend_from_slice(positions);
        } else {
            self.since += seconds;
        }
        let half = 0.5 * REST_TIME;
        self.halves[usize::from(self.seconds >= half)] += energy * seconds;
        self.seconds += seconds;
        let flicker = 0.5 * mass * FLICKER * FLICKER * half;
        if self.lasts() && self.halves[1] > GROWS * self.halves[0].max(flicker) {
            (self.seconds, self.halves) = (half, [self.halves[1], 0.0]);
        }
        let far = CREEPS * self.since;
        if self.lasts() && self.from.iter().zip(positions).any(|(from, to)| from.distance(*to) > far) {
            *self = Calm::default();
        }
    }

    /// Whether it is at rest.
    pub(super) fn lasts(&self) -> bool {
        self.seconds >= REST_TIME
    }
}

/// How far cloth has settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settling {
    /// Longest step, s, while seams are open and after.
    steps: [f64; 2],
    /// Air beside the document's, 1/s.
    pub(super) drag: f64,
    since_s: f64,
    calm_s: f64,
    /// Energy of motion after the last step, J, and steps since the cloth was halted.
    energy: f64,
    swing: u32,
}

impl Settling {
    /// By steps of this length while seams are open, s, and of that after.
    pub(super) fn by(steps: [f64; 2]) -> Self {
        Settling { steps, drag: DRAG, since_s: 0.0, calm_s: 0.0, energy: 0.0, swing: 0 }
    }

    /// Whether a swing has passed its fastest, now that the energy of motion is this, J (kinetic damping; Cundall 1976): there the
    /// cloth is near where it would come to rest, and what it loses it would only carry to the other side.
    fn has_swung(&mut self, energy: f64, step: f64) -> bool {
        self.swing += 1;
        let falls = energy < self.energy && self.swing >= SWING && f64::from(self.swing) * step > 0.99 * SWING_TIME;
        self.energy = if falls { 0.0 } else { energy };
        if falls {
            self.swing = 0;
        }
        falls
    }
}

/// Cloth that goes by its own steps, on its way to rest.
#[derive(Clone, Copy, Debug)]
pub(super) enum Falling {
    /// Falls freely, and has not moved yet.
    Begins,
    /// Falls freely, and has been fast.
    Fast,
    /// Has settled, and was not at rest since.
    LetGo,
}

impl Drape {
    /// Whether the bodies stand still, and time passes, so long from now, s.
    pub(super) fn stands_still(&self, seconds: f64) -> bool {
        let until = self.state.time + seconds;
        let settings = &self.cut.settings;
        settings.integrator != Scheme::Rest && self.model.bodies.iter().all(|body| body.still_until() >= until)
    }

    /// Whether no body will ever move.
    fn stays_as_it_is(&self) -> bool {
        self.model.bodies.iter().all(|body| !body.moves())
    }

    /// Takes the length of the next step and how far it is solved, and gives up settling where a hand or a body is about to move the cloth.
    /// Whether the cloth is on its way to rest and nearly there, and whether folds of it press on each other besides.
    pub(super) fn pace(&mut self) -> [bool; 2] {
        let (own, sewn) = (self.cut.settings.step, self.is_sewn());
        let step = self.settling.map_or(own, |settling| settling.steps[usize::from(sewn)].max(own));
        let gives_up = self.settling.is_some() && !(self.is_left_alone() && self.stands_still(step));
        let step = if gives_up { own } else { step };
        if gives_up {
            self.settling = None;
        }
        // Who pulls at the cloth wants it to follow at once.
        let waits = self.wants_rest && sewn && self.is_left_alone() && self.stands_still(step);
        let exact = waits && self.state.max_speed() < NEARLY_STILL;
        // Figures that will move are dressed as before: what walks on from elsewhere is another walk, and one was 0.75 mm inside in a step.
        let calm = exact && self.stays_as_it_is();
        let folds = calm && !self.state.holds.is_empty();
        let settling = self.settling.is_some();
        let (settings, cut) = (&mut self.model.settings, &self.cut.settings);
        let settles = settling && !folds && (step > own || !calm);
        let most = if settles { ITERATIONS_SETTLING } else { ITERATIONS };
        settings.newton_iterations = if exact { cut.newton_iterations.max(most) } else { cut.newton_iterations };
        settings.tolerance = if calm { cut.tolerance.min(TOLERANCE) } else { cut.tolerance };
        settings.still = if exact { cut.still.max(SOLVED * REST_SPEED * step) } else { cut.still };
        if step != self.model.settings.step {
            // Integrators that look back do so by equal steps.
            self.state.past = None;
            self.model.settings.step = step;
        }
        [calm, folds]
    }

    /// Goes on after a step with this fastest particle, m/s, slow or not, in which so many pairs of layers were stopped; ends settling once the cloth is calm.
    pub(super) fn calm_down(&mut self, (fastest, slow): (f64, bool), stopped: u32) {
        let (own, step, sewn) = (self.cut.settings.step, self.model.settings.step, self.is_sewn());
        let energy = self.model.masses.iter().zip(&self.state.velocities).map(|(m, v)| 0.5 * m * v.length_squared());
        let energy: f64 = energy.sum();
        if slow {
            let mass: f64 = self.model.masses.iter().sum();
            let energy = if self.stays_as_it_is() { energy } else { 0.0 };
            self.calm.add(&self.state.positions, (energy, mass), step);
        } else {
            self.calm = Calm::default();
        }
        self.land(energy, fastest);
        let stays = self.stays_as_it_is();
        let Some(settling) = self.settling.as_mut().filter(|_| sewn) else { return };
        settling.drag /= 1.0 + step / THINNING;
        settling.since_s += step;
        if stopped > 0 && fastest < NEARLY_STILL {
            settling.steps[1] = settling.steps[1].min(SEWING_STEP);
        }
        let slow = if settling.steps[1] > own || !stays { SLOW } else { REST_SPEED };
        settling.calm_s = if fastest < slow { settling.calm_s + step } else { 0.0 };
        if settling.has_swung(energy, step) {
            self.state.velocities.fill(DVec3::ZERO);
            self.state.past = None;
        }
        if settling.calm_s >= CALM || settling.since_s >= LONGEST {
            (self.settling, self.falling) = (None, Some(Falling::LetGo));
        }
    }

    /// Settles once cloth that fell freely only swings, now that its energy of motion is this, J, and its fastest particle's speed that,
    /// m/s; and again, by its own steps and in its own air, where it wakes in them.
    fn land(&mut self, energy: f64, fastest: f64) {
        let mass: f64 = self.model.masses.iter().sum();
        let is_fast = energy > 0.5 * mass * FALLS * FALLS;
        let left_alone = self.is_left_alone() && self.stands_still(self.cut.settings.step);
        match self.falling {
            Some(Falling::Begins) if is_fast => self.falling = Some(Falling::Fast),
            Some(Falling::Fast) if !is_fast => {
                (self.falling, self.settling) = (None, Some(Settling::by([CALMING_STEP; 2])));
            }
            // What a hand or a body does to it is looked at, and so is all that comes after it was at rest.
            Some(Falling::LetGo) if self.at_rest() || !left_alone => self.falling = None,
            Some(Falling::LetGo) if fastest > REST_SPEED => {
                (self.falling, self.settling) = (None, Some(Settling { drag: 0.0, ..Settling::by([0.0; 2]) }));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What creeps along faster than a millimetre in a second is not at rest, what goes to and fro is, and so is what stops.
    #[test]
    fn what_creeps_is_not_at_rest() {
        let step = 0.01;
        let rests = |place: &dyn Fn(f64) -> f64| {
            let mut calm = Calm::default();
            (1..=100).map(|k| f64::from(k) * step).find(|time| {
                calm.add(&[DVec3::X, 1e-3 * DVec3::Y * place(*time)], (1e-9, 1.0), step);
                calm.lasts()
            })
        };
        assert_eq!(rests(&|time| 3.0 * time), None);
        assert!(rests(&|time| 0.5 * time).is_some_and(|time| time < 0.3));
        assert!(rests(&|time| 0.2 * libm::sin(15.0 * time)).is_some_and(|time| time < 0.3));
        let stops = rests(&|time| 3.0 * time.min(0.4)).expect("it stops");
        assert!((0.5..0.9).contains(&stops), "{stops}");
    }

    /// After how long a hem of this speed, as a multiple of 1 mm/s, is called at rest, s; nothing within a second.
    fn rests(speed: impl Fn(f64) -> f64) -> Option<f64> {
        let (mut calm, step) = (Calm::default(), 0.01);
        (1..=100).map(|k| f64::from(k) * step).find(|time| {
            let speed = 1e-3 * speed(*time);
            calm.add(&[], (0.5 * speed * speed, 1.0), step);
            calm.lasts()
        })
    }

    /// Cloth whose speed falls or stays rests after a quarter of a second; what falls off its edge, e-fold in half a second, does not,
    /// and a flicker below what counts does.
    #[test]
    fn what_becomes_faster_is_not_at_rest() {
        let soon = |time: Option<f64>| time.is_some_and(|time| (time - REST_TIME).abs() < 0.011);
        assert!(soon(rests(|_| 3.0)) && soon(rests(|time| 3.0 * libm::exp(-2.0 * time))));
        assert_eq!(rests(|time| libm::exp(2.0 * time)), None);
        assert!(soon(rests(|time| 0.1 * libm::exp(2.0 * time))));
        // It swings: rest waits until it becomes slower.
        let swing = rests(|time| 3.0 * libm::sin(3.0 * time)).unwrap();
        assert!(swing > 1.2 * REST_TIME && swing < 0.8, "{swing}");
    }
}
