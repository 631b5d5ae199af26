//! Small loads that erase what a large one left (Miguel 2013, §2.2).
//!
//! ```text
//!  strain │   ╱╲
//!         │  ╱  ╲___            friction holds the cloth where elasticity would draw it back
//!         │ ╱       ‾╲╱╲╱╲╱╲__  pulses of a small load: each comes back a little further
//!         └──────────────────── loads put on and taken off
//! ```
//!
//! A small load and its way back meet different slopes of friction, (σ_max − σ)/τ and (σ_max + σ)/τ: each pulse of a strain δ takes
//! about 2σδ/τ from the friction stress σ, and with it goes the strain that it holds. A plastic strain would stay. The square is
//! that of [`super::weights`].

use super::settings::DIRECTION;
use super::weights::{Loaded, balance, torn};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::build_fabric;
use crate::fabric::internal_friction::Mode;
use crate::issue::Issues;
use crate::parameters;
use crate::row::RowOf;

parameters! {
    /// One large load, then many small ones.
    pub struct ShakeOut {
        /// Side of the square.
        side_mm: "mm" = 100.0, soft [20.0, 300.0], hard [1.0, 10000.0], source "Miguel 2013, section 4.2";
        /// The load that is remembered.
        max_n: "N" = 6.0, soft [1.0, 20.0], hard [0.001, 10000.0], source "Miguel 2013, section 4.2";
        /// The load of each pulse.
        pulse_n: "N" = 0.3, soft [0.01, 1.0], hard [0.0, 10000.0], source "chosen: a twentieth of the load that is remembered";
        /// How many pulses.
        pulses: "count" = 50.0, soft [10.0, 200.0], hard [1.0, 10000.0], source "chosen";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.shake-out",
    title: "Shaking out a stretch",
    help: "A square of cloth is stretched by a weight that is taken off again; then small weights are put on and taken off many times: how much of the strain that stayed is erased by them.",
    parameters: ShakeOut::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[DIRECTION],
        lists: &[],
        columns: &["pulse", "strain", "length_mm", "friction_n_per_m"],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = ShakeOut::from_values(&bench.settings.numbers);
    let fabric = build_fabric(bench.fabric)?;
    let mode = if bench.settings.word("direction") == "warp" { Mode::Warp } else { Mode::Weft };
    let side = set.side_mm * 1e-3;
    let pulled = |from: Loaded, newton: f64| {
        balance(&fabric, mode, from, newton / side).ok_or_else(|| vec![torn("set max_n", newton)])
    };
    let loaded = pulled(Loaded::default(), set.max_n)?;
    let mut state = pulled(loaded, 0.0)?;
    let before = state.strain;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut row = |pulse: u32, state: &Loaded| {
        let length = set.side_mm * (1.0 + 2.0 * state.strain).sqrt();
        outcome.row(&[f64::from(pulse), state.strain, length, state.friction]);
    };
    row(0, &state);
    for pulse in 1..=set.pulses as u32 {
        state = pulled(pulled(state, set.pulse_n)?, 0.0)?;
        row(pulse, &state);
    }
    outcome.figure("max_strain", loaded.strain);
    outcome.figure("strain_left", before);
    outcome.figure("strain_left_shaken", state.strain);
    outcome.figure("erased_pct", if before > 0.0 { 100.0 * (1.0 - state.strain / before) } else { 0.0 });
    Ok(outcome)
}
