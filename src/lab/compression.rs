//! Force against elongation of one element, pulled and pressed (Volino 2009, fig. 2).
//!
//! ```text
//!   ┌──┐          λ = 1 + d/l.   Law on Green–Lagrange strain: f = w σ(½(λ²−1)) λ, cubic where σ is linear: its
//!   │╱ │ → d      force of compression is largest at λ = 1/√3 (−E/(3√3) per width) and gone at λ = 0.
//!   └──┘          Linear material, w = ½E(λ−1)²: f = w E (λ − 1), no collapse.
//! ```
//!
//! Both are simulated on the same two triangles, held all round, and stand beside their closed forms. Cloth seldom comes
//! near the collapse, because it buckles first.

use super::affine::Affine;
use super::sample::{METRES_PER_MM, Rectangle, along};
use super::settings::DIRECTION;
use super::tester::{Tester, same};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Fabric, build_fabric};
use crate::fabric::membrane::{MembraneLaw, Response, Strain};
use crate::issue::Issues;
use crate::{parameters, row::RowOf};
use glam::{DMat3, DVec2, DVec3};

parameters! {
    /// One element, pulled and pressed.
    pub struct Compression {
        /// Side of the element.
        size_mm: "mm" = 10.0, soft [1.0, 100.0], hard [0.1, 1000.0], source "any: the force is proportional to it";
        /// Elongation to begin with, over length; at −1 nothing would be left that a force could have the direction of.
        min_strain: "1" = -0.99, soft [-0.99, -0.1], hard [-0.999, -0.001], source "Volino 2009, fig. 2";
        /// Elongation to end with, over length.
        max_strain: "1" = 1.0, soft [0.1, 2.0], hard [0.001, 10.0], source "Volino 2009, fig. 2";
        /// Points of the curve.
        points: "count" = 200.0, soft [20.0, 500.0], hard [2.0, 10000.0], source "chosen: every hundredth";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.compression",
    title: "Collapse under compression",
    help: "Force against elongation of one element, of the fabric's law and of a linear material; simulated and in closed form.",
    parameters: Compression::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[DIRECTION],
        lists: &[],
        columns: &["elongation", "force_n", "model_force_n", "linear_force_n", "linear_model_force_n"],
        run,
    },
};

/// Forces proportional to elongation along each thread: σ = E(λ − 1)/λ, so that the force σλ per width is E(λ − 1).
#[derive(Debug)]
struct Engineering {
    stiffness: [f64; 2],
}

impl MembraneLaw for Engineering {
    fn respond(&self, strain: Strain) -> Response {
        let mut response = Response::default();
        for (mode, strain) in [strain.uu, strain.vv].into_iter().enumerate() {
            let length = (1.0 + 2.0 * strain).sqrt();
            let stiffness = self.stiffness[mode];
            response.stress[mode] = stiffness * (1.0 - 1.0 / length);
            // dσ/dε = E/λ³, because dλ/dε = 1/λ.
            response.tangent.col_mut(mode)[mode] = stiffness / (length * length * length);
        }
        response
    }

    fn energy(&self, strain: Strain) -> f64 {
        let stored = |stiffness: f64, strain: f64| {
            let elongation = (1.0 + 2.0 * strain).sqrt() - 1.0;
            0.5 * stiffness * elongation * elongation
        };
        stored(self.stiffness[0], strain.uu) + stored(self.stiffness[1], strain.vv)
    }
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Compression::from_values(&bench.settings.numbers);
    let size = set.size_mm * METRES_PER_MM;
    let turn = along(bench.settings.word("direction"));
    let sample = Rectangle { length: size, width: size, triangles: 2.0, irregular: false, turn };
    let law = build_fabric(bench.fabric)?.membrane;
    let tangent: DMat3 = law.respond(Strain::default()).tangent;
    let stiffness = [tangent.x_axis.x, tangent.y_axis.y];
    let young = if turn.x > 0.5 { stiffness[0] } else { stiffness[1] };
    let linear = Fabric { membrane: Box::new(Engineering { stiffness }), ..build_fabric(bench.fabric)? };
    let tester = |fabric: Fabric| Ok::<_, Issues>(Tester::in_plane(sample.model(fabric)?, |_| true));
    let mut testers = [tester(build_fabric(bench.fabric)?)?, tester(linear)?];
    let model = Affine { law: law.as_ref(), turn, area: size * size };
    let mut outcome = Outcome::new(ROW.make.columns);
    let (mut worst, mut lowest) = (0.0_f64, [0.0_f64; 2]);
    for point in 0..set.points as u32 {
        let part = f64::from(point) / (set.points - 1.0);
        let elongation = set.min_strain + (set.max_strain - set.min_strain) * part;
        let measured = testers.each_mut().map(|tester| {
            tester.drive(|p| DVec3::new((1.0 + elongation) * p.x, p.y, 0.0));
            tester.settle();
            tester.reaction(|p| if same(p.x, size) { DVec3::X } else { DVec3::ZERO })
        });
        let axes = [DVec2::new(1.0 + elongation, 0.0), DVec2::Y];
        let expected = model.force(axes, [DVec2::X / size, DVec2::ZERO]);
        let straight = size * young * elongation;
        worst = worst.max((measured[0] - expected).abs()).max((measured[1] - straight).abs());
        if measured[0] < lowest[1] {
            lowest = [elongation, measured[0]];
        }
        outcome.row(&[elongation, measured[0], expected, measured[1], straight]);
    }
    let largest = outcome.rows.iter().map(|row| row[1].abs().max(row[3].abs())).fold(0.0, f64::max);
    outcome.figure("max_relative_error", worst / largest);
    outcome.figure("collapse_elongation", lowest[0]);
    outcome.figure("collapse_force_n", lowest[1]);
    outcome.figure("stvk_collapse_elongation", 1.0 / 3.0_f64.sqrt() - 1.0);
    outcome.figure("stvk_collapse_force_n", -size * young / (3.0 * 3.0_f64.sqrt()));
    Ok(outcome)
}
