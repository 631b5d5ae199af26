//! Weights hung on a square of cloth and taken off again (Miguel 2013, §4.2, fig. 6).
//!
//! ```text
//!   ▔▔▔▔▔▔▔▔   held along its upper side
//!   │  L   │   L₀ × L₀ at rest, stretched alike everywhere and held in its width
//!   ▁▁▁▁▁▁▁▁
//!      ▼ F     0, 1, …, n, …, 1, 0 N, n growing from cycle to cycle
//! ```
//!
//! In balance the weight is F = σ(ε) A ∇ε = σ L (5), σ the elastic and the friction stress along the pull. Each weight is put
//! on gently: the length goes straight to where forces balance, and friction remembers the way. The curve has the columns that
//! `toile fit stretch` reads.

use super::settings::DIRECTION;
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Fabric, build_fabric};
use crate::fabric::internal_friction::{Mode, Start};
use crate::fabric::membrane::Strain;
use crate::issue::{Issue, Issues};
use crate::parameters;
use crate::row::RowOf;

parameters! {
    /// Weights on a square.
    pub struct Weights {
        /// Side of the square.
        side_mm: "mm" = 100.0, soft [20.0, 300.0], hard [1.0, 10000.0], source "Miguel 2013, section 4.2";
        /// Largest weight; cycles go to every whole multiple of the step up to it.
        max_n: "N" = 6.0, soft [1.0, 20.0], hard [0.001, 10000.0], source "Miguel 2013, section 4.2";
        /// Weight that is added at a time.
        step_n: "N" = 1.0, soft [0.1, 2.0], hard [0.001, 1000.0], source "Miguel 2013, section 4.2";
        /// How often the whole series is repeated.
        repeats: "count" = 3.0, soft [1.0, 3.0], hard [1.0, 100.0], source "Miguel 2013, section 4.2";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.weights",
    title: "Weights on a square",
    help: "Hangs weights on a square of cloth and takes them off, in cycles that grow, and measures its length: loading and unloading part by the internal friction.",
    parameters: Weights::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[DIRECTION],
        lists: &[],
        columns: &["weight_n", "length_mm", "strain", "friction_n_per_m", "stress_n_per_m"],
        run,
    },
};

/// Most weights of a series.
const MOST_STEPS: f64 = 1000.0;
/// Strain that no cloth reaches under such weights.
const TORN: f64 = 50.0;
/// Halvings of the interval in which the balance lies: below rounding.
const HALVINGS: u32 = 200;

/// Strain, friction and whole stress along the pull.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loaded {
    pub(super) strain: f64,
    pub(super) friction: f64,
    pub(super) stress: f64,
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Weights::from_values(&bench.settings.numbers);
    let fabric = build_fabric(bench.fabric)?;
    let mode = if bench.settings.word("direction") == "warp" { Mode::Warp } else { Mode::Weft };
    let steps = (set.max_n / set.step_n).floor();
    if !(1.0..=MOST_STEPS).contains(&steps) {
        let issue = Issue::new("lab.weights", "set step_n", "does not divide the largest weight into a series");
        return Err(vec![issue.value(set.step_n).cure(format!("Use 1 to {MOST_STEPS} steps up to max_n."))]);
    }
    let side = set.side_mm * 1e-3;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut state = Loaded::default();
    let mut most = 0.0_f64;
    for weight in series(steps as u32, set.repeats as u32) {
        let newton = f64::from(weight) * set.step_n;
        state = balance(&fabric, mode, state, newton / side).ok_or_else(|| vec![torn("set max_n", newton)])?;
        most = most.max(state.strain);
        let length = (1.0 + 2.0 * state.strain).sqrt();
        outcome.row(&[newton, set.side_mm * length, state.strain, state.friction, state.stress]);
    }
    outcome.figure("max_strain", most);
    outcome.figure("strain_left", state.strain);
    Ok(outcome)
}

/// The cloth does not carry so many newtons.
pub(super) fn torn(place: &str, newton: f64) -> Issue {
    let issue = Issue::new("lab.torn", place, "the cloth stretches without end under this weight");
    issue.value(newton).cure("Use smaller weights or a stiffer fabric.")
}

/// Weights in steps: 0, 1, 0, 1, 2, 1, 0, 1, 2, 3 …
fn series(most: u32, repeats: u32) -> Vec<u32> {
    let mut weights = vec![0];
    for _ in 0..repeats {
        for n in 1..=most {
            weights.extend((1..=n).chain((0..n).rev()));
        }
    }
    weights
}

/// The strain at which the cloth carries a weight, N per metre of its side, on the way from where it is.
pub(super) fn balance(fabric: &Fabric, mode: Mode, from: Loaded, weight: f64) -> Option<Loaded> {
    let start = Start { strain: from.strain, stress: from.friction, drift: 0.0 };
    let at = |strain: f64| {
        let friction = fabric.internal_friction.as_ref().map_or(0.0, |law| law.settle(mode, start, strain));
        let alone = match mode {
            Mode::Warp => Strain { vv: strain, ..Strain::default() },
            _ => Strain { uu: strain, ..Strain::default() },
        };
        Loaded { strain, friction, stress: fabric.membrane.respond(alone).stress[mode as usize] + friction }
    };
    let excess = |loaded: &Loaded| loaded.stress * (1.0 + 2.0 * loaded.strain).sqrt() - weight;
    let (mut low, mut high) = (from.strain, from.strain);
    if excess(&at(from.strain)) > 0.0 {
        // Unloading goes back at most to where the cloth would push.
        low = -0.25;
    } else {
        let mut reach = 1e-4;
        while excess(&at(high)) < 0.0 {
            (low, high) = (high, from.strain + reach);
            reach *= 2.0;
            if reach > TORN {
                return None;
            }
        }
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if excess(&at(middle)) > 0.0 { high = middle } else { low = middle }
    }
    Some(at(0.5 * (low + high)))
}
