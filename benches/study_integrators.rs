//! Which integrator, and how long a step? The hanging square with every integrator, several steps and solver settings:
//! distance from the motion itself (steps → 0), beside the cost; and for every peer the fastest setting of ours that is no
//! further from it.
//!
//! Writes the plot `docs/w1.svg`; `docs/speed.md` quotes the tables.

mod common;

use common::peers::{Host, PEERS, Peer};
use common::svg::{Panel, Point, Series, plot};
use common::{Run, converged, median, reference, second, three};
use serde_json::json;
use toile::cloth::Settings;
use toile::integrator::{Integrators, bdf2};
use toile::lab::hanging_square;
use toile::row::Table;

/// Steps, ms.
const STEPS: [f64; 5] = [20.0, 10.0, 5.0, 2.5, 1.25];
/// Newton iterations and tolerances.
const EFFORTS: [(u32, f64); 5] = [(1, 3e-2), (1, 3e-3), (2, 1e-2), (3, 5e-4), (4, 1e-4)];
/// The step that stands for Δt → 0, ms.
const FINE: f64 = 0.5;
const REPEATS: usize = 3;

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
    /// RMS mm from the motion itself; with 2,048 and 8,192 triangles.
    from_truth: [[f64; 3]; 2],
}

impl Ours {
    fn name(&self) -> String {
        let (newton, tolerance) = self.effort;
        format!("{} {} ms, {newton} Newton, {tolerance:.0e}", self.integrator, self.step_ms)
    }
}

/// Short names of the integrators, in the order of their table, with the colours of the plot.
const NAMES: [(&str, &str); 3] = [("backward Euler", "#3b82c4"), ("midpoint", "#c2571a"), ("BDF-2", "#2f9e6b")];

fn main() {
    let coarse = truth(32);
    let fine = truth(64);
    let steps = reference(64, hanging_square::steps("accurate"));
    println!("Backward Euler, converged steps of 10 ms, is {} mm from that.\n", three(steps.off(&fine)));
    let mut all = Vec::new();
    println!(
        "                                                    M  CG/step  strain %  time error mm, 2k            8k  from steps of 10 ms"
    );
    assert_eq!(Integrators::rows().len(), NAMES.len(), "name the new integrator");
    for (row, (integrator, _)) in Integrators::rows().iter().zip(NAMES) {
        for step_ms in STEPS {
            for effort in EFFORTS {
                let settings = Settings { integrator: row.make, ..settings(step_ms, effort) };
                let small = second(32, hanging_square::fabric(), settings);
                let run = median(REPEATS, || second(64, hanging_square::fabric(), settings));
                let from_truth = [small.off(&coarse), run.off(&fine)];
                let from_steps = run.off(&steps);
                let ours = Ours { integrator, step_ms, effort, run, from_steps, from_truth };
                print(&ours);
                all.push(ours);
            }
        }
    }
    goal(&all);
    against_peers(&all);
    std::fs::write("docs/w1.svg", picture(&all)).expect("docs can be written");
}

fn settings(step_ms: f64, (newton_iterations, tolerance): (u32, f64)) -> Settings {
    Settings { step: step_ms * 1e-3, newton_iterations, tolerance, ..hanging_square::steps("accurate") }
}

/// The motion itself, and how well it is known.
fn truth(n: u32) -> Run {
    let run = |step_ms: f64, integrator| {
        let settings = converged(Settings { integrator, ..settings(step_ms, (1, 1.0)) });
        second(n, hanging_square::fabric(), settings)
    };
    let truth = run(FINE, bdf2::SCHEME);
    println!("n = {n}: Δt → 0 is BDF-2 with converged steps of {FINE} ms. Others, converged, are from it:");
    for (row, (name, _)) in Integrators::rows().iter().zip(NAMES) {
        let other = run(2.0 * FINE, row.make);
        println!("  {name:<15} {} ms  {} mm", 2.0 * FINE, three(other.off(&truth)));
    }
    println!();
    truth
}

fn print(ours: &Ours) {
    let strain = 100.0 * ours.run.strain;
    println!(
        "{:<44} {:>8.3} {:>8.1} {strain:>9.2} {:>18} {:>14} {:>20}",
        ours.name(),
        ours.run.speed(),
        ours.run.cg,
        three(ours.from_truth[0]),
        three(ours.from_truth[1]),
        three(ours.from_steps)
    );
    println!(
        "{}",
        json!({ "bench": "w1-time", "integrator": ours.integrator, "step_ms": ours.step_ms, "newton": ours.effort.0,
            "tolerance": ours.effort.1, "m": ours.run.speed(), "max_strain": ours.run.strain,
            "time_error_2k_mm": ours.from_truth[0], "time_error_8k_mm": ours.from_truth[1],
            "from_10_ms_mm": ours.from_steps })
    );
}

fn fastest<'a>(all: &'a [Ours], suits: impl Fn(&Ours) -> bool) -> Option<&'a Ours> {
    all.iter().filter(|ours| suits(ours)).max_by(|a, b| a.run.speed().total_cmp(&b.run.speed()))
}

fn goal(all: &[Ours]) {
    let (error, strain) = TRUE_IN_TIME;
    println!(
        "\nTrue in time: error at 1 s at most {error} mm, strain at most {strain} %, 8,192 triangles; fastest first"
    );
    let mut good: Vec<&Ours> =
        all.iter().filter(|o| o.from_truth[1][2] <= error && 100.0 * o.run.strain <= strain).collect();
    good.sort_by(|a, b| b.run.speed().total_cmp(&a.run.speed()));
    for ours in good.iter().take(5) {
        print(ours);
    }
}

/// For each peer and each of its two errors, the fastest of ours that is nowhere further off and strains no more.
fn against_peers(all: &[Ours]) {
    println!("\nAgainst the peers: ours with no larger error at any mark and no larger strain (ours native)");
    println!(
        "peer                      host        M  strain %  judged by             mm  ours                                          M   strain %             mm  times faster"
    );
    for peer in PEERS {
        let strains_less = |ours: &Ours| 100.0 * ours.run.strain <= peer.strain;
        let within = |errors: &[f64; 3], limits: &[f64; 3]| errors.iter().zip(limits).all(|(a, b)| a <= b);
        let by_steps = fastest(all, |o| strains_less(o) && within(&o.from_steps, &peer.from_steps));
        line(peer, "10 ms steps", peer.from_steps, by_steps.map(|o| (o, o.from_steps)));
        if let Some(limits) = peer.from_truth {
            let by_truth = fastest(all, |o| strains_less(o) && within(&o.from_truth[0], &limits));
            line(peer, "time, 2k", limits, by_truth.map(|o| (o, o.from_truth[0])));
        }
    }
}

fn line(peer: &Peer, judged: &str, limits: [f64; 3], ours: Option<(&Ours, [f64; 3])>) {
    let host = if peer.host == Host::Wasm { "wasm" } else { "native" };
    print!("{:<25} {host:<7} {:>5.3} {:>9.2}  {judged:<11} {:>12}", peer.name, peer.speed, peer.strain, three(limits));
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
    let panel = |title: &str, y: &str, of_ours: fn(&Ours) -> f64, of_peer: fn(&Peer) -> Option<f64>| {
        let ours = NAMES.iter().map(|(name, colour)| Series {
            name: format!("ours, {name}"),
            colour,
            disc: true,
            points: all
                .iter()
                .filter(|ours| ours.integrator == *name && ours.run.strain < 0.1)
                .map(|ours| Point { x: ours.run.speed(), y: of_ours(ours), label: String::new() })
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
            axes: ["million triangle steps of 10 ms per CPU second".to_owned(), y.to_owned()],
            ranges: [[0.02, 5.0], [0.1, 500.0]],
            series: ours.chain([peers]).collect(),
        }
    };
    plot(&[
        panel(
            "from converged steps of 10 ms, 8k triangles",
            "RMS distance after 1 s, mm",
            |ours| ours.from_steps[2],
            |peer| Some(peer.from_steps[2]),
        ),
        panel(
            "from the motion itself (steps → 0), 2k triangles",
            "RMS distance after 1 s, mm",
            |ours| ours.from_truth[0][2],
            |peer| peer.from_truth.map(|errors| errors[2]),
        ),
    ])
}
