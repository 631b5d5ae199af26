//! Something is pulled over the floor by a spring whose other end moves evenly, and moves in jerks (Wong 2013, fig. 5).
//!
//! ```text
//!   block                              cloth
//!                                            ● → held edge, moves at the speed
//!   ┌──────┐  k                            ╱
//!   │  m   ├─/\/\/─● → speed         ▁▁▁▁▁╱    its own weight is the spring
//!   └──────┘                         lower part
//! ```
//!
//! It sticks until the spring pulls with μ_s N, then slips with the smaller μ(v) N, overshoots, and sticks again. With one
//! coefficient for both there is no such cycle. The block is stiff cloth pulled at its middle by the hand of the page, whose
//! spring is linear up to its reach: m dv/dt = k (V t − x) − μ(v) m g. The cloth is the fabric, of which a part lies on the
//! floor and the rest hangs from the held edge.
//!
//! A cycle ends where what was stuck (slower than a tenth of the pull) is faster than the pull. The first quarter of the time
//! does not count, so that the start is forgotten.

use super::friction::{MODEL, Moving, law, plane, rigid, steps, tilted};
use super::sample::{METRES_PER_MM, Rectangle, WEFT};
use super::{Bench, Experiment, Experiments, OneOf, Outcome};
use crate::cloth::{Cut, Fabric, Settings, build_fabric};
use crate::forces::grab;
use crate::issue::{Issue, Issues};
use crate::{Drape, parameters, row::RowOf};
use glam::DVec3;

parameters! {
    /// Stick and slip.
    pub struct StickSlip {
        /// Speed of the pull.
        speed_m_s: "m/s" = 0.05, soft [0.005, 0.1], hard [0.0001, 10.0], source "chosen; much faster and nothing sticks any more";
        /// Friction force over normal force in fast sliding.
        mu_c: "1" = 0.1, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, stick-slip";
        /// The same at rest.
        mu_s: "1" = 0.4, soft [0.0, 1.0], hard [0.0, 5.0], source "Wong 2013, table 1, stick-slip";
        /// Stribeck speed.
        v_s_m_per_s: "m/s" = 0.4, soft [0.05, 2.0], hard [0.0001, 100.0], source "Wong 2013, table 1";
        /// Stribeck shape.
        delta_s: "1" = 0.2, soft [0.1, 1.0], hard [0.01, 1.0], source "Wong 2013, table 1";
        /// Viscous stress at 1 m/s.
        f_v_n_per_m2: "N/m²" = 0.24, soft [0.0, 2.0], hard [0.0, 10000.0], source "Wong 2013, table 1, card, on contacts of 2.5 cm²";
        /// Power of the speed in the viscous stress.
        delta_v: "1" = 1.0, soft [0.5, 2.0], hard [0.1, 4.0], source "Wong 2013, table 1, card";
        /// Mass of the block.
        block_kg: "kg" = 2.0, soft [0.1, 3.0], hard [0.001, 50.0], source "slips of a fifth of a second on the hand's spring, long beside the step";
        /// Side of the block.
        block_mm: "mm" = 1400.0, soft [100.0, 2000.0], hard [10.0, 10000.0], source "a board of 1 kg/m²: under much more what sticks creeps visibly";
        /// Length of the cloth that lies on the floor.
        lying_mm: "mm" = 300.0, soft [100.0, 1000.0], hard [10.0, 10000.0], source "Wong 2013, fig. 5, by eye";
        /// Height at which its other edge is held.
        height_mm: "mm" = 300.0, soft [100.0, 1000.0], hard [10.0, 10000.0], source "Wong 2013, fig. 5, by eye";
        /// Width of the cloth.
        width_mm: "mm" = 100.0, soft [50.0, 1000.0], hard [10.0, 10000.0], source "chosen";
        /// Triangles, about.
        triangles: "count" = 240.0, soft [50.0, 5000.0], hard [8.0, 100000.0], source "chosen";
        /// Time of the pull.
        seconds: "s" = 8.0, soft [1.0, 20.0], hard [0.01, 600.0], source "a dozen cycles";
        /// Length of a step.
        dt_ms: "ms" = 1.0, soft [0.5, 10.0], hard [0.01, 100.0], source "a slip of the block takes 200 ms, of which steps of 10 ms take much away";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.stick-slip",
    title: "Stick and slip",
    help: "A rigid block on a spring, or the fabric held by its other edge, is pulled evenly over a floor with the friction of the settings: how it moves, how long a cycle of sticking and slipping lasts, and how far it swings to either side of the even pull. Both are 0 where nothing repeats.",
    parameters: StickSlip::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[
            MODEL,
            OneOf {
                id: "pulled",
                words: &["block", "cloth"],
                default: "block",
                help: "A rigid block on a spring, or cloth of which a part lies on the floor.",
            },
        ],
        columns: &["time_s", "displacement_m", "velocity_m_s"],
        run,
    },
};

/// Slower than this part of the pull is stuck.
const STUCK: f64 = 0.1;
/// Part of the time that does not count.
const WARM_UP: f64 = 0.25;
/// Time in which the cloth comes to rest before it is pulled, s.
const SETTLE: f64 = 1.0;

/// What is pulled, and where.
struct Scene {
    drape: Drape,
    /// Particles whose motion is measured.
    measured: Vec<usize>,
    /// The points that are pulled, and from where: one by the hand, several by being held.
    pulled: Vec<(usize, DVec3)>,
}

impl Scene {
    fn block(set: &StickSlip, model: &str, numbers: &crate::row::Values) -> Result<Self, Issues> {
        let friction = law(model, numbers)?;
        let side = set.block_mm * METRES_PER_MM;
        let (most, reach) =
            (friction.stiction() * set.block_kg * super::tester::GRAVITY, grab::STIFFNESS * grab::REACH);
        if most > 0.9 * reach {
            let issue = Issue::new("lab.setting-range", "set block_kg", "friction is more than the spring can pull");
            let cure = format!("Use a lighter block or less friction: the spring pulls with at most {reach} N.");
            return Err(vec![issue.value(set.block_kg).cure(cure)]);
        }
        let fabric = rigid(set.block_kg / (side * side), friction);
        let thickness = fabric.thickness;
        // An even number of cells, so that there is a particle in the middle.
        let cells = 2.0 * (set.triangles / 8.0).sqrt().round().max(1.0);
        let sample =
            Rectangle { length: side, width: side, triangles: 2.0 * cells * cells, irregular: false, turn: WEFT };
        let sheet = sample.sheet(|p| DVec3::new(p.x, thickness, -p.y))?;
        let middle = DVec3::new(0.5 * side, thickness, -0.5 * side);
        let nearest = |a: &(usize, &DVec3), b: &(usize, &DVec3)| {
            a.1.distance_squared(middle).total_cmp(&b.1.distance_squared(middle)).then(a.0.cmp(&b.0))
        };
        let point = sheet.start.iter().enumerate().min_by(nearest).map_or(0, |(point, _)| point);
        let pulled = vec![(point, sheet.start[point])];
        let mut drape = Drape::of_cut(Cut {
            sheets: vec![sheet],
            seams: Vec::new(),
            pins: Vec::new(),
            fabrics: vec![fabric].into(),
            bodies: vec![plane()].into(),
            settings: Settings { gravity: tilted(0.0), ..steps(set.dt_ms * 1e-3) },
        });
        drape.grab(point, pulled[0].1);
        Ok(Scene { measured: (0..drape.model().particles()).collect(), drape, pulled })
    }

    fn cloth(set: &StickSlip, fabric: Fabric) -> Result<Self, Issues> {
        let [lying, height, width] = [set.lying_mm, set.height_mm, set.width_mm].map(|mm| mm * METRES_PER_MM);
        let thickness = fabric.thickness;
        let sample =
            Rectangle { length: lying + height, width, triangles: set.triangles, irregular: false, turn: WEFT };
        let place = |p: glam::DVec2| DVec3::new(p.x.min(lying), thickness + (p.x - lying).max(0.0), -p.y);
        let sheet = sample.sheet(place)?;
        let points = || sheet.drawing.iter().enumerate();
        let pins: Vec<u32> =
            points().filter(|(_, p)| p.x > (lying + height) * (1.0 - 1e-9)).map(|(i, _)| i as u32).collect();
        let measured = points().filter(|(_, p)| p.x <= lying).map(|(i, _)| i).collect();
        let pulled = pins.iter().map(|pin| (*pin as usize, sheet.start[*pin as usize])).collect();
        let mut drape = Drape::of_cut(Cut {
            sheets: vec![sheet],
            seams: Vec::new(),
            pins,
            fabrics: vec![fabric].into(),
            bodies: vec![plane()].into(),
            settings: Settings { gravity: tilted(0.0), self_contact: true, ..steps(set.dt_ms * 1e-3) },
        });
        for _ in 0..(SETTLE / drape.model().settings.step).round() as u32 {
            if let Some(issue) = drape.step().halted {
                return Err(vec![issue]);
            }
        }
        Ok(Scene { drape, measured, pulled })
    }

    /// Pulls to so far along x in the next step.
    fn pull(&mut self, way: f64) {
        for (point, from) in &self.pulled {
            let target = *from + way * DVec3::X;
            if !self.drape.move_grab(target) {
                self.drape.move_pin(*point, target);
            }
        }
    }

    fn measure(&self) -> Moving {
        Moving::of(&self.drape, self.measured.iter().copied())
    }
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = StickSlip::from_values(&bench.settings.numbers);
    let (model, numbers) = (bench.settings.word("model"), &bench.settings.numbers);
    let mut scene = match bench.settings.word("pulled") {
        "block" => Scene::block(&set, model, numbers)?,
        _ => Scene::cloth(&set, Fabric { friction: law(model, numbers)?, ..build_fabric(bench.fabric)? })?,
    };
    let step = scene.drape.model().settings.step;
    let start = scene.measure();
    let mut outcome = Outcome::new(ROW.make.columns);
    let count = (set.seconds / step).round().max(1.0) as u32;
    for k in 1..=count {
        let time = f64::from(k) * step;
        scene.pull(set.speed_m_s * time);
        if let Some(issue) = scene.drape.step().halted {
            return Err(vec![issue]);
        }
        let now = scene.measure();
        outcome.row(&[time, now.centre.x - start.centre.x, now.velocity.x]);
        bench.frame(&scene.drape.state().positions);
        (bench.progress)(f64::from(k) / f64::from(count));
    }
    let cycles = Cycles::of(&outcome.rows, set.speed_m_s);
    outcome.figure("period_s", cycles.period);
    outcome.figure("amplitude_m", cycles.amplitude);
    outcome.figure("cycles", cycles.count);
    outcome.figure("period_variation", cycles.variation);
    outcome.figure("mass_kg", start.mass);
    if bench.settings.word("pulled") == "block" {
        outcome.figure("spring_n_per_m", grab::STIFFNESS);
    }
    outcome.figure("triangles", scene.drape.model().triangles.len());
    Ok(outcome)
}

/// What repeats in a curve of time, displacement and velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cycles {
    count: usize,
    /// Mean length, s.
    period: f64,
    /// Standard deviation of the lengths over their mean.
    variation: f64,
    /// Mean of half the way between the ends of the swing about the even pull, m.
    amplitude: f64,
}

impl Cycles {
    fn of(rows: &[Vec<f64>], speed: f64) -> Self {
        let counted = &rows[(WARM_UP * rows.len() as f64) as usize..];
        let mut slips = Vec::new();
        let mut stuck = false;
        for (at, row) in counted.iter().enumerate() {
            if row[2] < STUCK * speed {
                stuck = true;
            } else if stuck && row[2] > speed {
                slips.push(at);
                stuck = false;
            }
        }
        let count = slips.len().saturating_sub(1);
        if count == 0 {
            return Cycles::default();
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let lengths: Vec<f64> = slips.windows(2).map(|w| counted[w[1]][0] - counted[w[0]][0]).collect();
        let swing = |w: &[usize]| {
            let off = || counted[w[0]..w[1]].iter().map(|row| row[1] - speed * row[0]);
            0.5 * (off().fold(f64::NEG_INFINITY, f64::max) - off().fold(f64::INFINITY, f64::min))
        };
        let swings: Vec<f64> = slips.windows(2).map(swing).collect();
        let period = mean(&lengths);
        let squares: Vec<f64> = lengths.iter().map(|length| (length - period) * (length - period)).collect();
        Cycles { count, period, variation: mean(&squares).sqrt() / period, amplitude: mean(&swings) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A saw tooth: stuck for 0.3 s, then 20 mm in 0.1 s.
    #[test]
    fn cycles_of_a_saw_tooth() {
        let row = |k: u32| {
            let (whole, part) = (f64::from(k / 400), f64::from(k % 400) * 1e-3);
            let slid = (part - 0.3).max(0.0);
            vec![f64::from(k) * 1e-3, 0.02 * whole + 0.2 * slid, if part > 0.3 { 0.2 } else { 0.0 }]
        };
        let rows: Vec<Vec<f64>> = (0..4000).map(row).collect();
        let found = Cycles::of(&rows, 0.05);
        // After a quarter of the rows it slips from 1.1 s to 3.9 s, every 0.4 s: eight slips.
        assert_eq!(found.count, 7);
        assert!((found.period - 0.4).abs() < 1e-9 && found.variation < 1e-9, "{found:?}");
        // It falls behind by 0.3 s of pull while stuck.
        assert!((found.amplitude - 0.5 * 0.3 * 0.05).abs() < 1e-4, "{found:?}");
        let even: Vec<Vec<f64>> = (0..4000).map(|k| vec![f64::from(k) * 1e-3, 5e-5 * f64::from(k), 0.05]).collect();
        assert_eq!(Cycles::of(&even, 0.05), Cycles::default());
    }
}
