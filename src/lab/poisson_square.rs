//! A square pulled by two opposite edges, for several Poisson coefficients (Volino 2009, fig. 3).
//!
//! ```text
//!   ┃┐      ┌┃         With edges that slide the square is uniform: σ_vv = 0, so ε_vv = −ν ε_uu and the width is
//!   ┃ )    ( ┃ → d     √(1 − 2ν ε_uu) of what it was, the force w e ε_uu (1 + d/l).
//!   ┃┘      └┃         With edges that are clamped, as in the figure, the middle narrows less.
//! ```
//!
//! The material is linear with the stiffnesses of the fabric at rest: E_u and E_v against a pull along weft and warp, G
//! against shear. Only the contraction is tried anew, by −ν/√(E_u E_v) between weft and warp in the compliance (4), which is a
//! material for every ν below 1: pulled along the weft the square narrows by ν√(E_u/E_v). With an isotropic fabric it is
//! the figure's.

use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::settings::IRREGULAR;
use super::tester::{Log, Tester, same};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Fabric, build_fabric};
use crate::fabric::membrane::{Linear, MembraneLaw, Strain};
use crate::issue::{Issue, Issues};
use crate::{parameters, row::RowOf};
use glam::{DMat3, DVec3};

parameters! {
    /// A square pulled by two edges.
    pub struct PoissonSquare {
        /// Side of the square.
        size_mm: "mm" = 200.0, soft [50.0, 1000.0], hard [1.0, 5000.0], source "any: only ratios are reported";
        /// Elongation over length.
        elongation: "1" = 0.5, soft [0.05, 0.5], hard [1e-6, 0.7], source "Volino 2009, fig. 3";
        /// Largest Poisson coefficient; five are tried, from 0. Where 2ν ε reaches 1 a free square would have no width left.
        max_poisson: "1" = 0.5, soft [0.1, 0.5], hard [0.0, 0.7], source "Volino 2009, fig. 3";
        /// Triangles of the sample, about.
        triangles: "count" = 1000.0, soft [100.0, 5000.0], hard [8.0, 100000.0], source "chosen";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.poisson-square",
    title: "Contraction of a pulled square",
    help: "A square with the fabric's stiffnesses at rest is stretched along the weft by two edges, sliding or clamped, for Poisson coefficients from 0; width of the middle against the law. The fabric's own coefficient is reported beside them.",
    parameters: PoissonSquare::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[IRREGULAR],
        lists: &[],
        columns: &[
            "poisson",
            "clamped_width_ratio",
            "sliding_width_ratio",
            "model_width_ratio",
            "clamped_force_n",
            "sliding_force_n",
            "model_force_n",
        ],
        run,
    },
};

/// Coefficients tried.
const TRIED: u32 = 5;
/// Steps to the whole elongation: with fewer the first row of triangles is torn three times its length.
const STEPS: u32 = 5;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = PoissonSquare::from_values(&bench.settings.numbers);
    let size = set.size_mm * METRES_PER_MM;
    let irregular = bench.settings.is("irregular");
    let sample = Rectangle { length: size, width: size, triangles: set.triangles, irregular, turn: WEFT };
    let moduli = Moduli::of(build_fabric(bench.fabric)?.membrane.as_ref());
    let strain = set.elongation + 0.5 * set.elongation * set.elongation;
    moduli.leave_width(set.max_poisson, strain)?;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut worst = 0.0_f64;
    let mut log: Option<Log> = None;
    for tried in 0..TRIED {
        let poisson = set.max_poisson * f64::from(tried) / f64::from(TRIED - 1);
        let fabric = || -> Result<Fabric, Issues> {
            Ok(Fabric { membrane: Box::new(moduli.contracting(poisson)), ..build_fabric(bench.fabric)? })
        };
        let mut pulled = [[0.0; 2]; 2];
        for (pulled, slides) in pulled.iter_mut().zip([false, true]) {
            let clamps = |p: DVec3| same(p.x, 0.0) || same(p.x, size);
            let mut tester = Tester::in_plane(sample.model(fabric()?)?, clamps);
            if slides {
                let_slide(&mut tester, size);
            }
            *pulled = pull(&mut tester, size, set.elongation);
            bench.frame(&tester.positions);
            log = Some(log.map_or(tester.log.clone(), |log| log.joined(&tester.log)));
        }
        let width = (1.0 - 2.0 * moduli.narrowing(poisson) * strain).sqrt();
        let force = size * moduli.weft * strain * (1.0 + set.elongation);
        let [[clamped_width, clamped_force], [sliding_width, sliding_force]] = pulled;
        worst = worst.max((sliding_width / width - 1.0).abs()).max((sliding_force / force - 1.0).abs());
        outcome.row(&[poisson, clamped_width, sliding_width, width, clamped_force, sliding_force, force]);
        (bench.progress)(f64::from(tried + 1) / f64::from(TRIED));
    }
    outcome.figure("max_relative_error", worst);
    outcome.figure("fabric_poisson", moduli.poisson);
    if let Some(log) = log {
        outcome.effort(&log);
    }
    Ok(outcome)
}

/// Stiffnesses of a fabric at rest, N/m: stress over strain when nothing else pulls.
#[derive(Clone, Copy, Debug)]
struct Moduli {
    weft: f64,
    warp: f64,
    shear: f64,
    /// Its own ν.
    poisson: f64,
}

impl Moduli {
    fn of(law: &dyn MembraneLaw) -> Self {
        let compliance = law.respond(Strain::default()).tangent.inverse();
        let [weft, warp, shear] = [0, 1, 2].map(|mode| 1.0 / compliance.col(mode)[mode]);
        Moduli { weft, warp, shear, poisson: -compliance.col(0)[1] * (weft * warp).sqrt() }
    }

    /// Strain along the warp over that along the weft, when pulled along the weft.
    fn narrowing(&self, poisson: f64) -> f64 {
        poisson * (self.weft / self.warp).sqrt()
    }

    /// Refuses a contraction that would leave a free square no width.
    fn leave_width(&self, poisson: f64, strain: f64) -> Result<(), Issues> {
        if 2.0 * self.narrowing(poisson) * strain < 1.0 {
            return Ok(());
        }
        let most = 0.5 / (self.narrowing(1.0) * strain);
        let problem = "pulled so far, a square with the fabric's stiffnesses at rest would have no width left";
        let cure = format!("Set max_poisson below {most:.3}, or a smaller elongation.");
        Err(vec![Issue::new("lab.poisson-too-large", "max_poisson", problem).value(poisson).cure(cure)])
    }

    /// The same with another contraction, linear and without terms between stretch and shear.
    fn contracting(&self, poisson: f64) -> Linear {
        let between = -poisson / (self.weft * self.warp).sqrt();
        let compliance = DMat3::from_cols(
            DVec3::new(1.0 / self.weft, between, 0.0),
            DVec3::new(between, 1.0 / self.warp, 0.0),
            DVec3::new(0.0, 0.0, 1.0 / self.shear),
        );
        Linear { stiffness: compliance.inverse() }
    }
}

/// Lets the clamped edges slide along themselves, all but one particle that keeps the sample from drifting.
fn let_slide(tester: &mut Tester, size: f64) {
    let held: Vec<usize> = (0..tester.model.particles()).filter(|i| tester.model.fixed[*i]).collect();
    let from_middle = |i: &usize| {
        let p = tester.model.start[*i];
        p.x + (p.y - 0.5 * size).abs()
    };
    let anchor = held.iter().copied().min_by(|a, b| from_middle(a).total_cmp(&from_middle(b)));
    for particle in held.into_iter().filter(|i| Some(*i) != anchor) {
        tester.statics.set_free(particle, DVec3::Y);
    }
}

/// Width of the middle over that at rest, and force of the far edge, N.
fn pull(tester: &mut Tester, size: f64, elongation: f64) -> [f64; 2] {
    for step in 1..=STEPS {
        let stretch = 1.0 + elongation * f64::from(step) / f64::from(STEPS);
        for (i, position) in tester.positions.iter_mut().enumerate().filter(|(i, _)| tester.model.fixed[*i]) {
            position.x = stretch * tester.model.start[i].x;
        }
        tester.settle();
    }
    let middle = |y: f64| {
        let on_side = (0..tester.model.particles()).filter(|i| same(tester.model.start[*i].y, y));
        let from_middle = |i: &usize| (tester.model.start[*i].x - 0.5 * size).abs();
        on_side.min_by(|a, b| from_middle(a).total_cmp(&from_middle(b))).map_or(0.0, |i| tester.positions[i].y)
    };
    let force = tester.reaction(|p| if same(p.x, size) { DVec3::X } else { DVec3::ZERO });
    [(middle(size) - middle(0.0)) / size, force]
}
