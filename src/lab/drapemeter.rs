//! The drapemeter (Cusick 1965; Pabst 2008, §5.2 and fig. 8): a round sample held on a smaller disc hangs over its rim, and
//! light from above throws its shadow on the table.
//!
//! ```text
//!       ▁▁▁▁▁▁▁▁▁  disc           seams: none, weft, cross, shifted
//!     ╱            ╲ cloth         ╭───╮  ╭───╮  ╭─┬─╮  ╭───╮
//!    ╱              ╲              │   │  ├───┤  ├─┼─┤  ├───┤
//!   ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ shadow      ╰───╯  ╰───╯  ╰─┴─╯  ╰───╯
//! ```
//!
//! Drape coefficient = (shadow − disc)/(sample − disc), areas. The sample is sewn from panels as a document would be and
//! stepped to rest. It is held between two discs: the particles on the disc stay where they are. The row of hinges along
//! the clamp bends over half a triangle to either side, so that cloth is held up to half a triangle's height outside the
//! disc: the bend then begins where the disc ends. There is no closed form, and which folds form is chance: the seed moves
//! the particles a little at the start, and `make study` shows mean and spread over seeds and meshes.

use super::{Bench, Experiment, Experiments, OneOf, Outcome};
use crate::cloth::assemble;
use crate::document::{
    CURRENT_VERSION, Choice, Curve, Document, Edge, Fabric, Fold, Line, MeshSettings, Panel, Placement, Seam, SeamPart,
    Simulation,
};
use crate::document::{Direction, Elastic, Stiffening, Weave};
use crate::issue::{Issue, Issues};
use crate::math::random::Random;
use crate::math::real::atan2;
use crate::{Drape, parameters, row::RowOf};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

parameters! {
    /// The drapemeter.
    pub struct Drapemeter {
        /// Diameter of the sample.
        sample_mm: "mm" = 300.0, soft [200.0, 400.0], hard [20.0, 5000.0], source "Pabst 2008, §5.2; Cusick";
        /// Diameter of the disc.
        disc_mm: "mm" = 180.0, soft [100.0, 250.0], hard [10.0, 4000.0], source "Pabst 2008, §5.2; Cusick";
        /// Distance of the shifted seam from the centre.
        shift_mm: "mm" = 45.0, soft [0.0, 80.0], hard [0.0, 2000.0], source "chosen: half of the disc's radius";
        /// Triangles of the sample, about.
        triangles: "count" = 2500.0, soft [500.0, 10000.0], hard [100.0, 100000.0], source "as the tensile tester";
        /// By which part the stiffness of neighbouring triangles may differ near seams; 0 for even triangles.
        seam_step: "1" = 0.0, soft [0.0, 0.3], hard [0.0, 1.0], source "even triangles";
        /// Which small disorder the cloth starts from.
        seed: "count" = 1.0, soft [0.0, 100.0], hard [0.0, 1e9], source "chosen";
        /// Most time until the cloth is at rest.
        longest_s: "s" = 10.0, soft [2.0, 20.0], hard [0.1, 1000.0], source "chosen: samples are at rest after 2 to 5 s";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.drapemeter",
    title: "Drapemeter",
    help: "A round sample hangs over a disc; the outline of its shadow, the drape coefficient and the number of folds.",
    parameters: Drapemeter::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[
            OneOf {
                id: "seams",
                words: &["none", "weft", "cross", "shifted"],
                default: "none",
                help: "Seams of the sample: none, one along the weft through the centre, two along weft and warp, or one along the weft beside the centre.",
            },
            OneOf { id: "seam", words: &["plain", "safety", "lap"], default: "lap", help: "How they are sewn." },
            OneOf { id: "weave", words: &["plain", "twill"], default: "plain", help: "Weave of the cloth." },
        ],
        columns: &["angle_deg", "radius_m"],
        run,
    },
};

/// Directions in which the shadow is measured.
const ANGLES: usize = 720;
/// Cloth slower than this everywhere, m/s, for [`STILL_FOR`] seconds hangs still: within a tenth of a millimetre.
const STILL: f64 = 1e-3;
const STILL_FOR: f64 = 0.1;
/// How far particles are moved at the start, m.
const DISORDER: f64 = 1e-4;
/// A fold stands out from those beside it by this part of the overhang.
const FOLD: f64 = 0.05;
/// Drag of the air, 1/s: calms the sample in seconds, and has no part in where it rests.
const DRAG: f64 = 2.0;

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = Drapemeter::from_values(&bench.settings.numbers);
    let sample = Sample::new(&set, bench.settings.word("seams"))?;
    let stitching = format!("seam.{}", bench.settings.word("seam"));
    let weave = if bench.settings.word("weave") == "twill" { Weave::Twill } else { Weave::Plain };
    let mut cut = assemble(&sample.document(bench.fabric, &stitching, weave))?;
    let points = cut.sheets.iter().flat_map(|sheet| &sheet.drawing);
    let held = sample.clamp * (1.0 + 1e-6) * 1e-3;
    cut.pins = points.enumerate().filter(|(_, p)| p.length() <= held).map(|(i, _)| i as u32).collect();
    let mut drape = Drape::of_cut(cut);
    disturb(&mut drape, set.seed as u64);
    bench.mesh(&drape.model().triangles);
    let mut calm = 0.0;
    let step = drape.model().settings.step;
    while calm < STILL_FOR && drape.state().time < set.longest_s {
        let report = drape.step();
        if let Some(issue) = report.halted {
            return Err(vec![issue]);
        }
        calm = if report.max_speed_m_s < STILL { calm + step } else { 0.0 };
        bench.frame(&drape.state().positions);
        (bench.progress)((drape.state().time / set.longest_s).min(1.0));
    }
    let [sample_radius, disc_radius] = [set.sample_mm, set.disc_mm].map(|mm| 0.5e-3 * mm);
    let radii = shadow(&drape, disc_radius);
    let mut outcome = Outcome::new(ROW.make.columns);
    for (k, radius) in radii.iter().enumerate() {
        outcome.row(&[360.0 * k as f64 / ANGLES as f64, *radius]);
    }
    let area = PI / ANGLES as f64 * radii.iter().map(|r| r * r).sum::<f64>();
    let [whole, disc] = [sample_radius, disc_radius].map(|r| PI * r * r);
    outcome.figure("drape_coefficient_pct", 100.0 * (area - disc) / (whole - disc));
    outcome.figure("nodes", folds(&radii, FOLD * (sample_radius - disc_radius)));
    outcome.figure("at_rest", calm >= STILL_FOR);
    outcome.figure("simulated_s", drape.state().time);
    outcome.figure("max_strain", drape.report().max_strain);
    outcome.figure("stiffening_max", drape.model().stiffening.iter().copied().fold(1.0, f64::max));
    outcome.figure("mass_g", 1e3 * drape.model().masses.iter().sum::<f64>());
    outcome.figure("triangles", drape.model().triangles.len());
    Ok(outcome)
}

/// Moves what is free a little, as the seed says: flat cloth would not know where to fold.
fn disturb(drape: &mut Drape, seed: u64) {
    let mut random = Random::new(seed);
    let mut state = drape.state().clone();
    for (position, fixed) in state.positions.iter_mut().zip(&drape.model().fixed) {
        let way = DVec3::new(random.signed(), random.signed(), random.signed());
        if !fixed {
            *position += DISORDER * way;
        }
    }
    drape.set_state(state);
}

/// Largest distance from the axis at which there is cloth, in each direction; never less than the disc.
fn shadow(drape: &Drape, disc: f64) -> Vec<f64> {
    let mut radii = vec![disc; ANGLES];
    let positions = &drape.state().positions;
    let turn = |p: DVec2| atan2(p.y, p.x) / (2.0 * PI) * ANGLES as f64;
    for triangle in &drape.model().triangles {
        for k in 0..3 {
            let [a, b] = [triangle[k], triangle[(k + 1) % 3]].map(|i| {
                let p = positions[i as usize];
                DVec2::new(p.x, -p.z)
            });
            // The ray of direction d meets the side at p = a + t(b − a) where p × d = 0.
            let (from, mut to) = (turn(a), turn(b));
            let half = 0.5 * ANGLES as f64;
            to -= ANGLES as f64 * ((to - from + half) / ANGLES as f64).floor();
            let (low, high) = (from.min(to), from.max(to));
            for ray in low.ceil() as i64..=high.floor() as i64 {
                let angle = 2.0 * PI * ray as f64 / ANGLES as f64;
                let d = DVec2::new(crate::math::real::cos(angle), crate::math::real::sin(angle));
                let across = (b - a).perp_dot(d);
                if across != 0.0 {
                    let t = (-a.perp_dot(d) / across).clamp(0.0, 1.0);
                    let k = ray.rem_euclid(ANGLES as i64) as usize;
                    radii[k] = radii[k].max((a + t * (b - a)).dot(d));
                }
            }
        }
    }
    radii
}

/// How many times the outline goes out and comes back by more than `least` on its way round.
fn folds(radii: &[f64], least: f64) -> usize {
    let start = (0..radii.len()).fold(0, |a, b| if radii[b] < radii[a] { b } else { a });
    let (mut count, mut rising, mut turn) = (0, true, radii[start]);
    for k in 1..=radii.len() {
        let r = radii[(start + k) % radii.len()];
        if rising {
            turn = turn.max(r);
            if turn - r > least {
                // Out by enough to come back by enough: one fold.
                (count, rising, turn) = (count + 1, false, r);
            }
        } else {
            turn = turn.min(r);
            if r - turn > least {
                (rising, turn) = (true, r);
            }
        }
    }
    count
}

/// The sample's measures, mm.
struct Sample {
    radius: f64,
    clamp: f64,
    shift: f64,
    size: f64,
    seam_step: f64,
    seams: &'static str,
}

impl Sample {
    fn new(set: &Drapemeter, seams: &'static str) -> Result<Self, Issues> {
        let radius = 0.5 * set.sample_mm;
        let size = (4.0 * PI * radius * radius / (3.0_f64.sqrt() * set.triangles)).sqrt();
        let clamp = 0.5 * set.disc_mm + 0.25 * 3.0_f64.sqrt() * size;
        let sample = Sample { radius, clamp, shift: set.shift_mm, size, seam_step: set.seam_step, seams };
        let mut issues = Issues::new();
        if clamp + 2.0 * size > radius {
            let problem = format!("a sample of {} mm leaves no overhang of two triangles", set.sample_mm);
            let issue = Issue::new("lab.no-sample", "set disc_mm", problem).value(set.disc_mm);
            issues.push(issue.cure("Use a smaller disc, a larger sample or more triangles."));
        }
        if seams == "shifted" && set.shift_mm + size > clamp {
            let problem = "the seam does not cross the disc";
            let issue = Issue::new("lab.no-sample", "set shift_mm", problem).value(set.shift_mm);
            issues.push(issue.cure("Use a shift smaller than the disc's radius."));
        }
        crate::issue::none_or(issues)?;
        Ok(sample)
    }

    fn document(&self, fabric: &Fabric, stitching: &str, weave: Weave) -> Document {
        let (panels, joins) = match self.seams {
            "weft" => self.halves(0.0),
            "shifted" => self.halves(self.shift),
            "cross" => self.quarters(),
            _ => (vec![self.whole()], Vec::new()),
        };
        let part = |(panel, edge): &(String, String)| SeamPart::whole_edge(panel, edge);
        let seam = |(index, [a, b]): (usize, [Vec<(String, String)>; 2])| Seam {
            id: format!("seam-{index}"),
            a: a.iter().map(part).collect(),
            b: b.iter().map(part).collect(),
            // Neighbours' outlines run against each other.
            direction: Direction::Opposite,
            gathered: false,
            stitching: Choice::of(stitching),
            weave,
            stiffening: Stiffening::default(),
            fold: Fold::default(),
            elastic: Elastic::default(),
        };
        let panels = panels.into_iter().map(|drawing| self.panel(drawing, &fabric.id)).collect();
        Document {
            toile: CURRENT_VERSION,
            name: "Drapemeter".to_owned(),
            fabrics: vec![fabric.clone()],
            panels,
            seams: joins.into_iter().enumerate().map(seam).collect(),
            pins: Vec::new(),
            bodies: Vec::new(),
            simulation: Simulation { air_drag_per_s: DRAG, ..Simulation::default() },
            integrator: Choice::default(),
            made_to_measure: None,
        }
    }

    fn panel(&self, drawing: Drawn, fabric: &str) -> Panel {
        let edge = |(id, from_mm, curve): (&str, [f64; 2], Curve)| Edge {
            id: id.to_owned(),
            from_mm,
            curve,
            seam_allowance_mm: 0.0,
            notches: Vec::new(),
        };
        let line = |(k, (from_mm, to_mm, curve)): (usize, ([f64; 2], [f64; 2], Curve))| Line {
            id: format!("clamp-{k}"),
            from_mm,
            to_mm,
            curve,
            fold: Fold::default(),
        };
        Panel {
            fabric: fabric.to_owned(),
            lines: drawing.clamp.into_iter().enumerate().map(line).collect(),
            // Flat, its right side up: weft along x, warp against z.
            placement: Placement::Free { translation_mm: [0.0; 3], rotation_deg: [-90.0, 0.0, 0.0] },
            mesh: MeshSettings { size_mm: self.size, seam_step: self.seam_step },
            ..Panel::of_outline(&drawing.id, &drawing.id, drawing.outline.into_iter().map(edge).collect())
        }
    }

    fn whole(&self) -> Drawn {
        let (r, c) = (self.radius, self.clamp);
        Drawn {
            id: "sample".to_owned(),
            outline: vec![("upper", [r, 0.0], arc(r, false)), ("lower", [-r, 0.0], arc(r, false))],
            clamp: vec![([c, 0.0], [-c, 0.0], arc(c, false)), ([-c, 0.0], [c, 0.0], arc(c, false))],
        }
    }

    /// Two panels above and below the line y = `shift`, and what is sewn to what.
    fn halves(&self, shift: f64) -> (Vec<Drawn>, Vec<Join>) {
        let half_chord = |radius: f64| (radius * radius - shift * shift).sqrt();
        let (a, b) = (half_chord(self.radius), half_chord(self.clamp));
        let (r, c) = (self.radius, self.clamp);
        let upper = Drawn {
            id: "upper".to_owned(),
            outline: vec![
                ("left", [-a, shift], Curve::Line),
                ("middle", [-b, shift], Curve::Line),
                ("right", [b, shift], Curve::Line),
                ("rim", [a, shift], arc(r, false)),
            ],
            clamp: vec![([b, shift], [-b, shift], arc(c, false))],
        };
        let large = shift > 0.0;
        let lower = Drawn {
            id: "lower".to_owned(),
            outline: vec![
                ("right", [a, shift], Curve::Line),
                ("middle", [b, shift], Curve::Line),
                ("left", [-b, shift], Curve::Line),
                ("rim", [-a, shift], arc(r, large)),
            ],
            clamp: vec![([-b, shift], [b, shift], arc(c, large))],
        };
        let side = |panel: &str, edges: [&str; 3]| edges.map(|edge| (panel.to_owned(), edge.to_owned())).to_vec();
        let join = [side("upper", ["left", "middle", "right"]), side("lower", ["right", "middle", "left"])];
        (vec![upper, lower], vec![join])
    }

    /// Four panels, one for each quarter.
    fn quarters(&self) -> (Vec<Drawn>, Vec<Join>) {
        let (r, c) = (self.radius, self.clamp);
        let turned = |k: usize, [x, y]: [f64; 2]| match k {
            0 => [x, y],
            1 => [-y, x],
            2 => [-x, -y],
            _ => [y, -x],
        };
        let quarter = |k: usize| Drawn {
            id: format!("quarter-{k}"),
            outline: vec![
                ("first-inner", turned(k, [0.0, 0.0]), Curve::Line),
                ("first-outer", turned(k, [c, 0.0]), Curve::Line),
                ("rim", turned(k, [r, 0.0]), arc(r, false)),
                ("last-outer", turned(k, [0.0, r]), Curve::Line),
                ("last-inner", turned(k, [0.0, c]), Curve::Line),
            ],
            clamp: vec![(turned(k, [c, 0.0]), turned(k, [0.0, c]), arc(c, false))],
        };
        let join = |k: usize| {
            let (this, next) = (format!("quarter-{k}"), format!("quarter-{}", (k + 1) % 4));
            let side = |panel: &String, edges: [&str; 2]| edges.map(|edge| (panel.clone(), edge.to_owned())).to_vec();
            [side(&this, ["last-outer", "last-inner"]), side(&next, ["first-inner", "first-outer"])]
        };
        ((0..4).map(quarter).collect(), (0..4).map(join).collect())
    }
}

/// A panel's drawing, mm: edges with their beginnings, and arcs that the clamp follows.
struct Drawn {
    id: String,
    outline: Vec<(&'static str, [f64; 2], Curve)>,
    clamp: Vec<([f64; 2], [f64; 2], Curve)>,
}

/// Edges, by panel and name, that are sewn to each other.
type Join = [Vec<(String, String)>; 2];

fn arc(radius_mm: f64, large: bool) -> Curve {
    Curve::Arc { radius_mm, large, counter_clockwise: true }
}
