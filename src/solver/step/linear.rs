//! What the linear systems of a step are built with, and how far they are solved.

use super::Influence;
use crate::cloth::{Model, Settings};
use crate::forces::Geometric;

/// The geometric part of a step's matrix. Folds that can be stopped by something, a body or other folds, are thrown out of their
/// plane by less in an iteration: what overshoots is not brought back. Cloth that can meet nothing goes further with the softer
/// matrix: a hanging square by SDIRK-2 with one iteration a stage is strained by 1.8 % with it and by 3.3 % with the other. So does cloth in a
/// hand: pulled across itself at 5 m/s it was not seen to the end with the other. Folds that nearly rest hardly resist, and with the stiffer matrix crept for
/// seconds to where they hang: 6 mm/s at a circle skirt's hem, which was not at rest after 12 s and is after 7 s.
pub(super) fn tangent(model: &Model, now: &Influence) -> Geometric {
    let meets = model.settings.self_contact || !model.bodies.is_empty();
    if meets && now.grab.is_none() && !now.calm { Geometric::Absolute } else { Geometric::Positive }
}

/// The tolerance of a step's n-th linear solve: what later Newton iterations remove anyway need not be solved for. Begun
/// looser than this, the later ones no longer catch up. Where cloth `meets` something the first solve does not know yet what
/// presses on what: solved further it takes folds further past where they are stopped, and strains them by another percent.
pub(super) fn tolerance(settings: &Settings, nth: u32, meets: bool) -> f64 {
    const FIRST: f64 = 0.03;
    const FIRST_MEETING: f64 = 0.1;
    const TIGHTER: f64 = 0.1;
    let last = nth + 1 >= settings.newton_iterations;
    let mut loose = match (last, meets) {
        (true, _) => 0.0,
        (false, true) => FIRST_MEETING,
        (false, false) => FIRST,
    };
    for _ in 0..nth {
        loose *= TIGHTER;
    }
    settings.tolerance.max(loose)
}
