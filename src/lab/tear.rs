//! A swatch is torn along its yarns and frays (Metaaphanon 2009).
//!
//! The swatch is that of the paper, in one of the scenes of [`crate::yarn::scenes`]. The force is the impulse per time of the yarns that a grip
//! holds, in steps of 1/240 s; a frame is 1/30 s.

use super::{Bench, Experiment, Experiments, ListOf, OneOf, Outcome};
use crate::issue::{Issue, Issues};
use crate::row::RowOf;
use crate::yarn::{Design, Levels, Numbers, STEP, STEPS_PER_FRAME, Swatch, Weave, Workspace, scenes};

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.tear",
    title: "Tear",
    help: "A swatch of yarns is torn: pull on the grip against its way, force at the first break, how far ends are frayed and whether cuts lie in lines along the yarns. The cloth is the paper's, or has the fabric's weight and thickness.",
    parameters: Numbers::PARAMETERS,
    curves: &[],
    make: Experiment {
        choices: &[
            OneOf { id: "scene", words: scenes::NAMES, default: "corners", help: "How the swatch is held and torn." },
            OneOf {
                id: "weave",
                words: &["plain", "twill", "satin", "own"],
                default: "plain",
                help: "Which yarn is on top where; own is the setting matrix.",
            },
            OneOf {
                id: "model",
                words: &["two-level", "all-yarn"],
                default: "two-level",
                help: "A sheet that becomes yarns where it is overstrained, or yarns everywhere from the start.",
            },
            OneOf {
                id: "cloth",
                words: &["paper", "fabric"],
                default: "paper",
                help: "Whether weight and thickness are those of the settings or the fabric's.",
            },
        ],
        lists: &[ListOf {
            id: "matrix",
            unit: "1",
            default: &[1.0, -1.0, -1.0, 1.0],
            hard: [-1000.0, 1000.0],
            most: 4096,
            help: "The repeat of the weave own, weft by weft: 1 where the warp is on top, -1 where the weft is.",
        }],
        columns: &[
            "time_s",
            "displacement_m",
            "grip_force_n",
            "wefts_cut",
            "warps_cut",
            "yarn_crossings",
            "fray_mean_m",
        ],
        run,
    },
};

/// The swatch that the settings ask for, in its scene, or everything that is wrong.
pub fn open(bench: &Bench<'_>) -> Result<(&'static RowOf<scenes::Scenes>, Swatch), Issues> {
    let settings = bench.settings;
    let mut numbers = Numbers::from_values(&settings.numbers);
    if settings.word("cloth") == "fabric" {
        numbers.weight_g_per_m2 = bench.fabric.sheet.weight_g_per_m2;
        numbers.thickness_mm = bench.fabric.sheet.thickness_mm;
        // Twice the thickness, as in the paper.
        numbers.couple_distance_mm = 2.0 * numbers.thickness_mm;
    }
    let weave = match settings.word("weave") {
        "own" => Weave::new(settings.list("matrix").chunks(numbers.matrix_warps as usize)),
        name => {
            Weave::named(name).ok_or_else(|| vec![Issue::new("weave.unknown", "weave", "no such weave").value(name)])
        }
    };
    let weave = match (weave, numbers.check()) {
        (Ok(weave), Ok(())) => weave,
        (weave, checked) => return Err([weave.err(), checked.err()].into_iter().flatten().flatten().collect()),
    };
    let levels = if settings.word("model") == "all-yarn" { Levels::AllYarn } else { Levels::Two };
    let scene = scenes::find(settings.word("scene")).map_err(|issue| vec![issue])?;
    Ok((scene, scenes::open(scene, &Design { numbers, weave, levels })?))
}

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let (scene, mut swatch) = open(bench)?;
    let given = bench.settings.numbers.get("seconds").copied().unwrap_or_default();
    let seconds = if given > 0.0 { given } else { scene.make.seconds };
    let count = (seconds / (STEP * f64::from(STEPS_PER_FRAME))).round().max(1.0) as u32;
    let start = swatch.bodies[scene.make.mover].position;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut workspace = Workspace::default();
    let (mut peak, mut first, mut costs) = (0.0_f64, None, Vec::new());
    let mut strain = 0.0_f64;
    for frame in 1..=count {
        let mut spent = 0.0;
        for _ in 0..STEPS_PER_FRAME {
            let before = (bench.clock)();
            let report = swatch.step(&mut workspace);
            spent += (bench.clock)() - before;
            let force = swatch.bodies[scene.make.grip].pull.length();
            peak = peak.max(force);
            let way = (swatch.bodies[scene.make.mover].position - start).length();
            if first.is_none() {
                strain = strain.max(report.strain);
                first = (report.cut > 0).then_some((force, way, swatch.time));
            }
        }
        costs.push(spent);
        if !swatch.is_finite() {
            let issue = Issue::new("tear.not-finite", "scene", "positions are no longer finite").value(frame);
            return Err(vec![issue.cure("Use more sweeps, more weight or a slower pull.")]);
        }
        let damage = swatch.damage();
        let body = &swatch.bodies[scene.make.mover];
        let (way, force) = ((body.position - start).length(), swatch.bodies[scene.make.grip].pull.length());
        let counts = [damage.wefts_cut, damage.warps_cut, damage.yarn_crossings].map(|n| n as f64);
        outcome.row(&[swatch.time, way, force, counts[0], counts[1], counts[2], damage.fray_mean]);
        bench.frame(&swatch.particles.position);
        (bench.progress)(f64::from(frame) / f64::from(count));
    }
    let damage = swatch.damage();
    let (force, way, time) = first.unwrap_or_default();
    outcome.figure("torn", first.is_some());
    outcome.figure("first_break_force_n", force);
    outcome.figure("first_break_displacement_m", way);
    outcome.figure("first_break_s", time);
    outcome.figure("peak_force_n", peak);
    outcome.figure("strain_before_break", strain);
    outcome.figure("wefts_cut", damage.wefts_cut);
    outcome.figure("warps_cut", damage.warps_cut);
    outcome.figure("cuts_in_line", damage.in_line);
    outcome.figure("fray_mean_m", damage.fray_mean);
    outcome.figure("fray_max_m", damage.fray_most);
    outcome.figure("yarn_crossings", damage.yarn_crossings);
    outcome.figure("free_crossings", damage.free_crossings);
    outcome.figure("pieces", damage.pieces);
    outcome.figure("crossings", swatch.levels.len());
    outcome.figure("sweeps", swatch.numbers.sweeps);
    outcome.figure("ms_per_frame", costs.iter().sum::<f64>() / f64::from(count));
    costs.sort_unstable_by(f64::total_cmp);
    outcome.figure("ms_per_frame_median", costs[costs.len() / 2]);
    outcome.figure("ms_per_frame_max", costs[costs.len() - 1]);
    outcome.figure("state_hash", format!("{:016x}", swatch.hash()).as_str());
    Ok(outcome)
}
