//! Cloth that is still on its way from flat to where it will hang, around bodies that stand still: nobody measures how it moves, so that
//! it goes by longer steps, which cost no more each, and through thicker air that thins out. What it does from then on, rest among it, is
//! the document's own: own steps, own air.

use super::{Drape, REST_SPEED};
use crate::integrator::Scheme;

/// Longest step, s, of cloth that is being sewn, and of cloth that is only calmed. Sewn in steps of 30 ms, a T-shirt was
/// not at rest after 7.7 s.
pub(super) const SEWING_STEP: f64 = 0.02;
pub(super) const CALMING_STEP: f64 = 0.05;
/// The air beside the document's at first, 1/s, and the time in which it thins out, s: near the critical damping of what swings
/// below a waist, and soon so thin that slack folds, which are slow, are not held up.
const DRAG: f64 = 8.0;
const THINNING: f64 = 0.3;
/// No particle is faster than this, m/s, …
const SLOW: f64 = 0.4 * REST_SPEED;
/// … so long, s, before the cloth goes by its own steps. Cloth that is only as slow as rest allows comes to life again in them: long
/// steps dampen, and it is not where it will hang.
const CALM: f64 = 0.15;
/// It does so in any case after this long, s.
const LONGEST: f64 = 3.0;

/// How far cloth has settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settling {
    /// Longest step, s.
    step: f64,
    /// Air beside the document's, 1/s.
    pub(super) drag: f64,
    since_s: f64,
    calm_s: f64,
}

impl Settling {
    pub(super) fn by(step: f64) -> Self {
        Settling { step, drag: DRAG, since_s: 0.0, calm_s: 0.0 }
    }
}

impl Drape {
    /// Whether the bodies stand still, and time passes, so long from now, s.
    pub(super) fn stands_still(&self, seconds: f64) -> bool {
        let until = self.state.time + seconds;
        let settings = &self.cut.settings;
        settings.integrator != Scheme::Rest && self.model.bodies.iter().all(|body| body.still_until() >= until)
    }

    /// Takes the length of the next step, and gives up settling where a hand or a body is about to move the cloth.
    pub(super) fn pace(&mut self) {
        if self.settling.is_some_and(|settling| !self.is_left_alone() || !self.stands_still(settling.step)) {
            self.settling = None;
        }
        let own = self.cut.settings.step;
        let step = self.settling.map_or(own, |settling| settling.step.max(own));
        if step != self.model.settings.step {
            // Integrators that look back do so by equal steps.
            self.state.past = None;
            self.model.settings.step = step;
        }
    }

    /// Goes on settling after a step; ends it once the cloth is calm.
    pub(super) fn calm_down(&mut self, fastest: f64) {
        let (step, sewn) = (self.model.settings.step, self.is_sewn());
        let Some(settling) = self.settling.as_mut().filter(|_| sewn) else { return };
        settling.drag /= 1.0 + step / THINNING;
        settling.since_s += step;
        settling.calm_s = if fastest < SLOW { settling.calm_s + step } else { 0.0 };
        if settling.calm_s >= CALM || settling.since_s >= LONGEST {
            self.settling = None;
        }
    }
}
