//! The bias-extension test: a strip cut at 45° to the threads, pulled between clamps.
//!
//! ```text
//!  ┃╲    ╱┃      In the middle the threads turn like a trellis: with D = length − width and threads that do not
//!  ┃ ╲  ╱ ┃ → d  stretch, the shear angle is γ = 90° − 2 acos((D + d)/(√2 D)). Threads that stretch shear less.
//!  ┃ ╱  ╲ ┃      At the start a wide uniform sheet would resist by E₄₅ = 1/(aᵀC⁻¹a), a = (½, ½, ½).
//!  ┃╱    ╲┃
//! ```

use super::sample::{BIAS, METRES_PER_MM, Rectangle};
use super::settings::IRREGULAR;
use super::tester::{Tester, same};
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::build_fabric;
use crate::fabric::membrane::{MembraneLaw, Strain};
use crate::issue::Issues;
use crate::math::real::atan2;
use crate::{parameters, row::RowOf};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

parameters! {
    /// A strip on the bias.
    pub struct BiasExtension {
        /// Distance of the clamps; three widths or more leave a middle that shears freely.
        length_mm: "mm" = 150.0, soft [100.0, 300.0], hard [2.0, 5000.0], source "usual, 3 : 1";
        /// Length of the clamps.
        width_mm: "mm" = 50.0, soft [20.0, 100.0], hard [1.0, 5000.0], source "usual";
        /// Largest elongation over length.
        max_strain: "1" = 0.2, soft [0.01, 0.3], hard [1e-6, 2.0], source "before a 3 : 1 trellis locks at 0.28";
        /// Points of the curve; each starts from the one before.
        points: "count" = 20.0, soft [5.0, 50.0], hard [1.0, 1000.0], source "chosen";
        /// Triangles of the sample, about.
        triangles: "count" = 2500.0, soft [100.0, 5000.0], hard [2.0, 100000.0], source "as the tensile tester";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.bias-extension",
    title: "Bias extension",
    help: "A strip cut at 45° is pulled; force and shear angle of the middle against that of a trellis of stiff threads.",
    parameters: BiasExtension::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[IRREGULAR],
        lists: &[],
        columns: &["displacement_m", "force_n", "shear_angle_deg", "trellis_angle_deg"],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = BiasExtension::from_values(&bench.settings.numbers);
    let (length, width) = (set.length_mm * METRES_PER_MM, set.width_mm * METRES_PER_MM);
    let irregular = bench.settings.is("irregular");
    let sample = Rectangle { length, width, triangles: set.triangles, irregular, turn: BIAS };
    let far = |p: DVec3| same(p.x, length);
    let mut tester = Tester::in_plane(sample.model(build_fabric(bench.fabric)?)?, |p| same(p.x, 0.0) || far(p));
    let middle = middle(&tester, DVec2::new(0.5 * length, 0.5 * width), 0.25 * width.min(length));
    let mut outcome = Outcome::new(ROW.make.columns);
    for point in 1..=set.points as u32 {
        let displacement = set.max_strain * f64::from(point) / set.points * length;
        tester.drive(|p| if far(p) { p + displacement * DVec3::X } else { p });
        tester.settle();
        let force = tester.reaction(|p| if far(p) { DVec3::X } else { DVec3::ZERO });
        outcome.row(&[displacement, force, shear_angle(&tester, &middle), trellis(length - width, displacement)]);
        bench.frame(&tester.positions);
        (bench.progress)(f64::from(point) / set.points);
    }
    let first = &outcome.rows[0];
    outcome.figure("initial_stiffness_n_per_m", first[1] * length / (first[0] * width));
    outcome.figure("uniform_stiffness_n_per_m", uniform(build_fabric(bench.fabric)?.membrane.as_ref()));
    outcome.effort(&tester.log);
    Ok(outcome)
}

/// Triangles within `reach` of a place of the sample.
fn middle(tester: &Tester, at: DVec2, reach: f64) -> Vec<bool> {
    let centre = |t: &[u32; 3]| t.iter().map(|i| tester.model.start[*i as usize].truncate()).sum::<DVec2>() / 3.0;
    let mut near: Vec<bool> = tester.model.triangles.iter().map(|t| centre(t).distance(at) < reach).collect();
    if !near.contains(&true) {
        near.fill(true); // a sample of few triangles is all middle
    }
    near
}

/// Mean angle by which weft and warp have left the right angle, degrees.
fn shear_angle(tester: &Tester, among: &[bool]) -> f64 {
    let chosen = tester.threads().zip(among).filter(|(_, chosen)| **chosen);
    let (sum, count) = chosen.fold((0.0, 0.0), |(sum, count), (threads, _)| {
        let (u, v) = (threads.weft, threads.warp);
        (sum + atan2(u.dot(v), u.cross(v).length()).abs(), count + 1.0)
    });
    sum / count * 180.0 / PI
}

/// Shear angle of a trellis, degrees; 90 once it has locked.
fn trellis(free: f64, displacement: f64) -> f64 {
    if free <= 0.0 {
        return 0.0; // clamps so close that every thread is held
    }
    let cosine = ((free + displacement) / (2.0_f64.sqrt() * free)).min(1.0);
    90.0 - 2.0 * atan2((1.0 - cosine * cosine).sqrt(), cosine) * 180.0 / PI
}

/// Stiffness of a uniform sheet under uniaxial tension on the bias, at the origin, N/m.
fn uniform(law: &dyn MembraneLaw) -> f64 {
    let compliance = law.respond(Strain::default()).tangent.inverse();
    let along = DVec3::splat(0.5);
    1.0 / along.dot(compliance * along)
}
