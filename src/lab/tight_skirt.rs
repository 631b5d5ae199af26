//! A skirt without ease on a figure whose hips grow until it tears.
//!
//! Drafting, dressing, draping and tearing are those of the page: the skirt is made to measure for the figure, sewn around it and left
//! to settle; then the figure's hip girth is changed, a little at a time, as an edit of the document, and the skirt stays as it was cut.

use super::{Bench, Experiment, Experiments, Outcome};
use crate::Drape;
use crate::body::Assets;
use crate::document::Fabric;
use crate::forces::membrane::max_strain;
use crate::garment::{figure, garment, made_to_measure};
use crate::issue::{Issue, Issues};
use crate::parameters;
use crate::row::{RowOf, Values};
use glam::DVec2;

parameters! {
    /// A skirt that becomes too tight.
    pub struct TightSkirt {
        /// How much the hips grow in all.
        growth_cm: "cm" = 24.0, soft [4.0, 40.0], hard [0.0, 80.0], source "chosen: a quarter of the hip, more than wovens bear";
        /// Sizes on the way there.
        points: "count" = 12.0, soft [2.0, 24.0], hard [1.0, 200.0], source "chosen: 2 cm at a time";
        /// Time at each of them.
        seconds: "s" = 0.25, soft [0.1, 2.0], hard [0.01, 60.0], source "chosen: a tear runs through a skirt in it";
        /// Time to put it on and let it hang.
        settle_s: "s" = 2.0, soft [1.0, 5.0], hard [0.01, 60.0], source "chosen: sewn after 1 s, calm a second later";
        /// Side of its triangles.
        mesh_mm: "mm" = 20.0, soft [8.0, 40.0], hard [4.0, 60.0], source "chosen: the page's own size";
        /// Chance of where yarns are weak.
        seed: "count" = 1.0, soft [0.0, 100.0], hard [0.0, 1000000.0], source "chosen";
    }
}

/// Within so many degrees a tear runs along a yarn.
const ALONG_DEG: f64 = 15.0;

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.tight-skirt",
    title: "Tight skirt",
    help: "A skirt drafted without ease is put on a figure of size 88, whose hips then grow until it tears: at which girth, how far, and whether along the yarns.",
    parameters: TightSkirt::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[],
        lists: &[],
        columns: &["time_s", "hip_m", "max_strain", "torn_m", "torn_edges", "kinetic_j", "max_speed_m_s"],
        run,
    },
};

/// Length of what is torn, and what of it runs along weft or warp, m.
fn torn(drape: &Drape) -> [f64; 2] {
    let least = crate::math::real::cos(ALONG_DEG.to_radians());
    let mut sums = [0.0; 2];
    for rip in drape.rips() {
        let way: DVec2 = rip.to - rip.from;
        let length = way.length();
        sums[0] += length;
        if way.abs().max_element() >= least * length {
            sums[1] += length;
        }
    }
    sums
}

fn kinetic(drape: &Drape) -> f64 {
    let each = |(mass, v): (&f64, &glam::DVec3)| 0.5 * mass * v.length_squared();
    drape.model().masses.iter().zip(&drape.state().velocities).map(each).sum()
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = TightSkirt::from_values(&bench.settings.numbers);
    let one = |issue: Issue| vec![issue];
    let row = garment("garment.a-line-skirt", "garment").map_err(one)?;
    let body = figure("woman-88", "size").map_err(one)?;
    let cut = [("hip_ease_cm", 0.0), ("flare_cm", 0.0), ("waist_ease_cm", 1.0)];
    let cut: Values = cut.into_iter().map(|(id, value)| (id.to_owned(), value)).collect();
    let mut document = made_to_measure(row, &cut, body, Assets::built_in())?;
    document.fabrics[0] = Fabric { id: document.fabrics[0].id.clone(), ..bench.fabric.clone() };
    document.panels.iter_mut().for_each(|panel| panel.mesh.size_mm = set.mesh_mm);
    let mut drape = Drape::with_assets(&document, Assets::built_in())?;
    let worn = drape.model().bodies.iter().find_map(|body| body.shape.anatomy());
    let hip = 100.0 * worn.map_or(0.0, |anatomy| anatomy.measurements.hip);
    let mut outcome = Outcome::new(ROW.make.columns);
    let count = set.points as u32;
    let (mut first, mut fastest) = (None, 0.0_f64);
    for point in 0..=count {
        let grown = set.growth_cm * f64::from(point) / f64::from(count);
        if point > 0 {
            document.bodies[0].shape.parameters.insert("hip_cm".to_owned(), hip + grown);
            drape.update(&document)?;
            drape.set_tearing(Some(set.seed as u64));
        }
        let until = drape.state().time + if point == 0 { set.settle_s } else { set.seconds };
        while drape.state().time < until - 1e-9 {
            let report = drape.step();
            if let Some(issue) = report.halted {
                return Err(vec![issue]);
            }
            fastest = if point > 0 { fastest.max(report.max_speed_m_s) } else { 0.0 };
            if report.torn > 0 && first.is_none() {
                first = Some(hip + grown);
            }
        }
        let strain = max_strain(drape.model(), &drape.state().positions);
        let (time, speed) = (drape.state().time, drape.state().max_speed());
        let edges = drape.rips().len() as f64;
        outcome.row(&[time, 0.01 * (hip + grown), strain, torn(&drape)[0], edges, kinetic(&drape), speed]);
        (bench.progress)(f64::from(point) / f64::from(count));
    }
    let [length, along] = torn(&drape);
    let report = drape.report();
    outcome.figure("torn", first.is_some());
    outcome.figure("hip_start_m", 0.01 * hip);
    outcome.figure("hip_at_first_tear_m", 0.01 * first.unwrap_or_default());
    outcome.figure("torn_m", length);
    outcome.figure("torn_along_yarns", if length > 0.0 { along / length } else { 0.0 });
    outcome.figure("max_speed_m_s", fastest);
    outcome.figure("triangles", report.triangles);
    outcome.figure("crossings", report.self_intersections);
    outcome.figure("body_penetration_max_m", report.body_penetration_max_mm * 1e-3);
    outcome.figure("sewn", drape.is_sewn());
    outcome.figure("state_hash", report.state_hash.as_str());
    Ok(outcome)
}
