//! Which integrator, and how long a step? The hanging square with every integrator, several steps and solver settings:
//! distance from the motion itself (Δt → 0), beside the cost; and for every peer the fastest setting of ours that is no
//! further off.
//!
//! Three yardsticks, never mixed: backward Euler with converged steps of 10 ms (what the solver leaves undone), the same
//! with steps of 1 ms (what the peers' errors in time were measured from), and Δt → 0. Steps of 1 ms still lose so much that
//! they are tens of millimetres from Δt → 0 after a second. What a peer's distance from that is at least follows from the
//! triangle inequality. Δt → 0 itself is known no better than two methods with ever shorter steps agree about it, which
//! stands first.
//!
//! ```text
//!   cargo bench --bench study_integrators               everything
//!   cargo bench --bench study_integrators -- limit      how well Δt → 0 is known
//!   cargo bench --bench study_integrators -- settings   ours, and against the peers
//! ```
//!
//! Writes the plot `docs/w1.svg`; `docs/speed.md` quotes the tables.

mod common;

use common::peers::{Host, PEERS, Peer};
use common::svg::{Panel, Point, Series, plot};
use common::{Run, converged, median, reference, second, three};
use serde_json::json;
use toile::cloth::Settings;
use toile::integrator::{Integrators, Scheme, backward_euler, bdf2, midpoint, sdirk2};
use toile::lab::hanging_square;
use toile::row::Table;

/// Steps, ms; a quarter of a second is a whole number of each.
const STEPS: [f64; 7] = [15.625, 12.5, 10.0, 6.25, 5.0, 2.5, 5.0 / 3.0];
/// Newton iterations and tolerances.
const EFFORTS: [(u32, f64); 8] =
    [(1, 1e-1), (1, 3e-2), (1, 1e-2), (1, 7e-3), (1, 3e-3), (2, 3e-2), (2, 1e-2), (4, 3e-4)];
/// With steps shorter than this, ms, only the first efforts are worth a try.
const SHORT: (f64, usize) = (2.0, 5);
/// The step that stands for Δt → 0, ms.
const FINE: f64 = 0.25;
const REPEATS: usize = 3;
/// A run that strains more than this has no speed: it is not repeated, and not in the plot.
const TORN: f64 = 0.1;

/// Largest time error after a second, mm, and largest strain, %, of the goal for motion that is true in time.
const TRUE_IN_TIME: (f64, f64) = (20.0, 2.5);

/// A setting of ours with what it costs and how far off it is.
struct Ours {
    integrator: &'static str,
    step_ms: f64,
    effort: (u32, f64),
    run: Run,
    /// RMS mm from backward Euler with converged steps of 10 ms; with 8,192 triangles.
    from_steps: [f64; 3],
    /// RMS mm from converged steps of 1 ms; with 2,048 and 8,192 triangles.
    from_one: [[f64; 3]; 2],
    /// RMS mm from Δt → 0; with 2,048 and 8,192 triangles.
    from_truth: [[f64; 3]; 2],
}

/// What runs with one mesh are compared with.
struct Yardsticks {
    /// Backward Euler with converged steps of 1 ms.
    one: Run,
    /// Δt → 0.
    truth: Run,
}

impl Ours {
    fn name(&self) -> String {
        let (newton, tolerance) = self.effort;
        let step = (self.step_ms * 100.0).round() / 100.0;
        format!("{} {step} ms, {newton} Newton, {tolerance:.0e}", self.integrator)
    }
}

/// Short names of the integrators, in the order of their table, with the colours of the plot.
const NAMES: [(&str, &str); 4] =
    [("backward Euler", "#3b82c4"), ("midpoint", "#c2571a"), ("BDF-2", "#2f9e6b"), ("SDIRK-2", "#8a4fbe")];

/// The parts of the study by name.
const PARTS: &[(&str, fn())] = &[("limit", limit), ("settings", ours)];

fn main() {
    // Cargo itself adds --bench.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    for (name, part) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            part();
        }
    }
}

fn ours() {
    let [coarse, fine] = [32, 64].map(yardsticks);
    let steps = reference(64, hanging_square::steps("accurate"));
    println!("8k: backward Euler, converged steps of 10 ms, is {} mm from Δt → 0.\n", three(steps.off(&fine.truth)));
    println!(
        "                                                          RMS mm at 0.25/0.5/1 s from   10 ms   1 ms, 2k   1 ms, 8k   Δt → 0, 2k   Δt → 0, 8k"
    );
    println!("                                                  M  CG/step  strain %");
    let moving: Vec<_> = Integrators::rows().iter().filter(|row| row.make != Scheme::Rest).collect();
    assert_eq!(moving.len(), NAMES.len(), "name the new integrator");
    let mut all = Vec::new();
    for (row, (integrator, _)) in moving.iter().zip(NAMES) {
        for step_ms in STEPS {
            let efforts = if step_ms < SHORT.0 { &EFFORTS[..SHORT.1] } else { &EFFORTS[..] };
            for effort in efforts {
                let settings = Settings { integrator: row.make, ..settings(step_ms, *effort) };
                let small = second(32, hanging_square::fabric(), settings);
                let run = || second(64, hanging_square::fabric(), settings);
                let mut runs = vec![run()];
                while runs[0].strain < TORN && runs.len() < REPEATS {
                    runs.push(run());
                }
                let run = median(runs);
                let ours = Ours {
                    integrator,
                    step_ms,
                    effort: *effort,
                    from_steps: run.off(&steps),
                    from_one: [small.off(&coarse.one), run.off(&fine.one)],
                    from_truth: [small.off(&coarse.truth), run.off(&fine.truth)],
                    run,
                };
                print(&ours);
                all.push(ours);
            }
        }
    }
    goal(&all);
    let one_off = coarse.one.off(&coarse.truth);
    against_peers(&all, one_off);
    std::fs::write("docs/w1.svg", picture(&all)).expect("docs can be written");
}

fn settings(step_ms: f64, (newton_iterations, tolerance): (u32, f64)) -> Settings {
    Settings { step: step_ms * 1e-3, newton_iterations, tolerance, ..hanging_square::steps("accurate") }
}

/// A run of which every step is converged.
fn exact(n: u32, step_ms: f64, integrator: Scheme) -> Run {
    second(n, hanging_square::fabric(), converged(Settings { integrator, ..settings(step_ms, (1, 1.0)) }))
}

/// What runs are compared with.
fn yardsticks(n: u32) -> Yardsticks {
    let [one, truth] = [(1.0, backward_euler::SCHEME), (FINE, sdirk2::SCHEME)].map(|(ms, scheme)| exact(n, ms, scheme));
    println!(
        "n = {n}: Δt → 0 is SDIRK-2 with converged steps of {FINE} ms, strain at most {:.1} %; backward Euler with 1 ms is {} mm from it.",
        100.0 * truth.strain,
        three(one.off(&truth))
    );
    Yardsticks { one, truth }
}

/// How well Δt → 0 is known: other methods with ever shorter converged steps.
fn limit() {
    for n in [32, 64] {
        let truth = exact(n, FINE, sdirk2::SCHEME);
        println!("n = {n}: from SDIRK-2 with converged steps of {FINE} ms are, converged,");
        let fine = [("midpoint", midpoint::SCHEME), ("BDF-2", bdf2::SCHEME), ("SDIRK-2", sdirk2::SCHEME)];
        for (name, scheme) in fine {
            for step_ms in [1.0, 0.5, 0.25] {
                if (scheme, step_ms) != (sdirk2::SCHEME, FINE) {
                    let off = exact(n, step_ms, scheme).off(&truth);
                    println!("  {name:<15} {step_ms:>5} ms  {} mm", three(off));
                }
            }
        }
        println!();
    }
}

fn print(ours: &Ours) {
    let strain = 100.0 * ours.run.strain;
    println!(
        "{:<44} {:>6.3} {:>8.1} {strain:>9.2}   {:>12} {:>12} {:>12} {:>12} {:>12}",
        ours.name(),
        ours.run.speed(),
        ours.run.cg,
        three(ours.from_steps),
        three(ours.from_one[0]),
        three(ours.from_one[1]),
        three(ours.from_truth[0]),
        three(ours.from_truth[1]),
    );
    println!(
        "{}",
        json!({ "bench": "w1-time", "integrator": ours.integrator, "step_ms": ours.step_ms, "newton": ours.effort.0,
            "tolerance": ours.effort.1, "m": ours.run.speed(), "max_strain": ours.run.strain,
            "from_10_ms_mm": ours.from_steps, "from_1_ms_2k_mm": ours.from_one[0], "from_1_ms_8k_mm": ours.from_one[1],
            "time_error_2k_mm": ours.from_truth[0], "time_error_8k_mm": ours.from_truth[1] })
    );
}

fn fastest(all: &[Ours], suits: impl Fn(&Ours) -> bool) -> Option<&Ours> {
    all.iter().filter(|ours| suits(ours)).max_by(|a, b| a.run.speed().total_cmp(&b.run.speed()))
}

fn goal(all: &[Ours]) {
    let (error, strain) = TRUE_IN_TIME;
    println!("\nTrue in time: at most {error} mm off after 1 s, strain at most {strain} %; fastest first");
    type Error = fn(&Ours) -> f64;
    let judges: [(&str, Error); 3] = [
        ("from Δt → 0, 8k", |ours| ours.from_truth[1][2]),
        ("from steps of 1 ms, 8k", |ours| ours.from_one[1][2]),
        ("from steps of 1 ms, 2k", |ours| ours.from_one[0][2]),
    ];
    for (name, off) in judges {
        println!("{name}:");
        let mut good: Vec<&Ours> =
            all.iter().filter(|ours| off(ours) <= error && 100.0 * ours.run.strain <= strain).collect();
        good.sort_by(|a, b| b.run.speed().total_cmp(&a.run.speed()));
        good.iter().take(3).for_each(|ours| print(ours));
    }
}

/// Whether an error is no larger than a peer's, which is known to as many digits as it is written with.
fn no_larger(ours: f64, peer: f64) -> bool {
    let digit = if peer.fract() == 0.0 { 1.0 } else { 10.0 };
    (ours * digit).round() <= (peer * digit).round()
}

/// The least distance a peer can have from Δt → 0, given its distance from the steps of 1 ms and theirs.
fn at_least(peer: &Peer, one_off: [f64; 3]) -> Option<[f64; 3]> {
    peer.from_one.map(|errors| std::array::from_fn(|k| (errors[k] - one_off[k]).abs()))
}

/// For each peer and yardstick, the fastest of ours that is nowhere further off and strains no more.
fn against_peers(all: &[Ours], one_off: [f64; 3]) {
    println!("\nAgainst the peers: ours with no larger error at any mark and no larger strain (ours native)");
    println!(
        "peer                      host        M  strain %  judged by              mm  ours                                              M  strain %            mm  times faster"
    );
    type Errors = fn(&Ours) -> [f64; 3];
    for peer in PEERS {
        let judges: [(&str, Option<[f64; 3]>, Errors); 3] = [
            ("10 ms steps", Some(peer.from_steps), |ours| ours.from_steps),
            ("1 ms, 2k", peer.from_one, |ours| ours.from_one[0]),
            ("Δt → 0, 2k", at_least(peer, one_off), |ours| ours.from_truth[0]),
        ];
        for (judged, limits, errors) in judges {
            let Some(limits) = limits else { continue };
            let suits = |ours: &Ours| {
                let within = errors(ours).iter().zip(&limits).all(|(ours, limit)| no_larger(*ours, *limit));
                within && 100.0 * ours.run.strain <= peer.strain
            };
            line(peer, judged, limits, fastest(all, suits).map(|ours| (ours, errors(ours))));
        }
    }
}

fn line(peer: &Peer, judged: &str, limits: [f64; 3], ours: Option<(&Ours, [f64; 3])>) {
    let host = if peer.host == Host::Wasm { "wasm" } else { "native" };
    print!("{:<25} {host:<7} {:>5.3} {:>9.2}  {judged:<11} {:>13}", peer.name, peer.speed, peer.strain, three(limits));
    match ours {
        Some((ours, errors)) => println!(
            "  {:<42} {:>6.3} {:>10.2} {:>14} {:>13.1}",
            ours.name(),
            ours.run.speed(),
            100.0 * ours.run.strain,
            three(errors),
            ours.run.speed() / peer.speed
        ),
        None => println!("  none"),
    }
    let json = ours
        .map(|(ours, errors)| json!({ "setting": ours.name(), "mm": errors, "ratio": ours.run.speed() / peer.speed }));
    println!(
        "{}",
        json!({ "bench": "w1-peers", "peer": peer.name, "judged": judged, "goal": peer.goal, "ours": json })
    );
}

fn picture(all: &[Ours]) -> String {
    type OfPeer = fn(&Peer) -> Option<f64>;
    let panel = |title: &str, of_ours: fn(&Ours) -> Option<f64>, of_peer: OfPeer| {
        let ours = NAMES.iter().map(|(name, colour)| Series {
            name: format!("ours, {name}"),
            colour,
            disc: true,
            points: all
                .iter()
                .filter(|ours| ours.integrator == *name && ours.run.strain < TORN)
                .filter_map(|ours| Some(Point { x: ours.run.speed(), y: of_ours(ours)?, label: String::new() }))
                .collect(),
        });
        let peer = |peer: &Peer| Some(Point { x: peer.speed, y: of_peer(peer)?, label: peer.name.to_owned() });
        let peers = Series {
            name: "others".to_owned(),
            colour: "#909090",
            disc: false,
            points: PEERS.iter().filter_map(peer).collect(),
        };
        Panel {
            title: title.to_owned(),
            axes: [
                "million triangle steps of 10 ms per CPU second".to_owned(),
                "RMS distance after 1 s, mm".to_owned(),
            ],
            ranges: [[0.02, 10.0], [0.1, 500.0]],
            series: ours.chain([peers]).collect(),
        }
    };
    // Only backward Euler's own steps of 10 ms can agree with them; whatever is truer in time cannot.
    let same_steps =
        |ours: &Ours| (ours.integrator == NAMES[0].0 && ours.step_ms == 10.0).then_some(ours.from_steps[2]);
    plot(&[
        panel("from converged steps of 10 ms, 8k", same_steps, |peer| Some(peer.from_steps[2])),
        panel(
            "from converged steps of 1 ms, 2k",
            |o| Some(o.from_one[0][2]),
            |peer| peer.from_one.map(|errors| errors[2]),
        ),
    ])
}
