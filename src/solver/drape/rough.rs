//! Cloth of larger triangles that goes ahead.
//!
//! From flat to worn a garment travels far and swings long, and where it goes the size of its triangles hardly matters. So the panels
//! are cut a second time, from triangles twice as large, which cost a fifth per step; these are sewn and left to settle, and the
//! cloth itself lies on them, each point at its place on the drawing, until they are calm. From there it goes on by itself: what is
//! left to it is what larger triangles cannot have, small folds and round seams. Rest is judged of the cloth itself alone.

use super::settle::{CALMING_STEP, Falling, SEWING_STEP, Settling};
use super::{Drape, StepReport, restart_stitches, take};
use crate::cloth::{Cut, Joined, Spot, assemble_larger, carry, spots};
use crate::document::Document;
use glam::DVec3;

/// How much larger the triangles are.
const LARGER: f64 = 2.0;
/// Cloth of fewer triangles is its own.
const WORTH_IT: usize = 3000;
/// Slower than this everywhere, m/s, …
const CALM_SPEED: f64 = 0.01;
/// … for so long, s, the cloth goes on by itself. …
const CALM_TIME: f64 = 0.1;
/// … It does so in any case this long after the seams closed, s, …
const LONGEST: f64 = 3.0;
/// … or where they do not close in so many times the time that they should take: triangles can be too large to go where a seam does.
const PATIENCE: f64 = 2.0;

/// The cloth of larger triangles, and where the points of the cloth itself lie on it.
#[derive(Debug)]
pub(super) struct Rough {
    drape: Box<Drape>,
    spots: Vec<Option<Spot>>,
    /// Time since its seams closed, s, and how much of it it has been calm.
    sewn_s: f64,
    calm_s: f64,
}

/// The panels of a document cut from larger triangles; nothing where that would gain nothing, or cannot be done.
pub(super) fn cut_larger(document: &Document, cut: &Cut) -> Option<Cut> {
    let triangles: usize = cut.sheets.iter().map(|sheet| sheet.triangles.len()).sum();
    let sewn_on = cut.settings.worn && !cut.seams.is_empty() && cut.pins.is_empty();
    if sewn_on && triangles >= WORTH_IT { assemble_larger(document, cut, LARGER) } else { None }
}

impl Rough {
    pub(super) fn perturb(&mut self, seed: u64) {
        self.drape.state.perturb(seed);
    }
}

impl Drape {
    /// Sets out for rest where panels are still apart: lets cloth of larger triangles go ahead, or, where there is none, the cloth
    /// itself in long steps. What has nothing to be sewn moves as it falls, which is what one looks at, and settles when it only swings.
    pub(super) fn set_out(&mut self) {
        let still_air = self.cut.settings.wind == DVec3::ZERO;
        self.falling = (self.cut.seams.is_empty() && still_air).then_some(Falling::Begins);
        if self.joined != Joined::Apart || !self.stands_still(self.cut.settings.sewing) {
            return;
        }
        let Some(larger) = &self.larger else {
            self.settling = Some(Settling::by([SEWING_STEP, CALMING_STEP]));
            return;
        };
        let spots = spots(larger, &self.cut);
        let mut drape = Box::new(Self::of_cut(larger.clone()));
        (drape.wants_rest, drape.settling) = (true, Some(Settling::by([SEWING_STEP; 2])));
        self.rough = Some(Rough { drape, spots, sewn_s: 0.0, calm_s: 0.0 });
    }

    /// Whether nothing is done to the cloth by hand.
    pub(super) fn is_left_alone(&self) -> bool {
        self.grab.is_none() && self.anchors.is_empty() && self.tearing.is_none()
    }

    /// Steps the cloth that goes ahead, and lays the cloth itself onto it.
    pub(super) fn step_ahead(&mut self, mut rough: Rough) -> StepReport {
        let start = (self.clock)();
        rough.drape.clock = self.clock;
        let report = rough.drape.step();
        let step = rough.drape.model.settings.step;
        if report.sewn {
            rough.sewn_s += step;
        }
        let calm = report.sewn && report.max_speed_m_s < CALM_SPEED && report.tangled == 0;
        rough.calm_s = if calm { rough.calm_s + step } else { 0.0 };
        self.lie_on(&rough);
        // A step that was too long for it was undone; shorter ones may do.
        let shortens = report.halted.is_some() && rough.drape.settling.take().is_some();
        let late = !report.sewn && rough.drape.worked_s > PATIENCE * self.cut.settings.sewing;
        let waits = rough.calm_s < CALM_TIME && rough.sewn_s < LONGEST && self.stands_still(SEWING_STEP);
        if waits && !late && (report.halted.is_none() || shortens) {
            self.rough = Some(rough);
        } else {
            self.go_on_from(&rough);
        }
        StepReport {
            wall_ms: (self.clock)() - start,
            max_speed_m_s: self.state.max_speed(),
            sewn: self.is_sewn(),
            at_rest: false,
            halted: None,
            ..report
        }
    }

    /// Takes positions and velocities from the cloth that goes ahead.
    fn lie_on(&mut self, rough: &Rough) {
        if rough.drape.is_sewn() && self.joined == Joined::Apart {
            self.weld();
        }
        let values = |of: &[DVec3]| {
            let of = rough.drape.model.spread(of);
            let each = rough.spots.iter().map(|spot| spot.map_or(DVec3::ZERO, |spot| spot.blend(&of)));
            each.collect::<Vec<DVec3>>()
        };
        self.state.positions = self.model.gather(&values(&rough.drape.state.positions));
        self.state.velocities = self.model.gather(&values(&rough.drape.state.velocities));
        self.state.past = None;
        (self.state.steps, self.state.time) = (rough.drape.state.steps, rough.drape.state.time);
        self.worked_s = rough.drape.worked_s;
    }

    /// Goes on by itself from where the other cloth is now.
    fn go_on_from(&mut self, rough: &Rough) {
        let from = &rough.drape;
        take(carry((&from.cut, &from.model, &from.state), &self.cut), &self.model, &mut self.state);
        self.settling = Some(Settling::by([CALMING_STEP; 2]));
        if self.joined == Joined::Apart {
            self.settling = None;
            restart_stitches(&mut self.model, &self.state);
        }
    }

    /// Ends the cloth that goes ahead before it is calm: something is to be done to the cloth itself.
    pub(super) fn go_on(&mut self) {
        if let Some(rough) = self.rough.take() {
            self.go_on_from(&rough);
        }
    }
}
