//! The laboratory's experiments on contact friction against closed forms and equations of motion integrated here.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

#[path = "common/wong.rs"]
mod wong;

use toile::issue::Issues;
use toile::lab::{self, Bench, Figure, Outcome};
use wong::{Coefficients, Contact, impulse};

const GRAVITY: f64 = 9.81;

fn try_run(name: &str, given: &[&str]) -> Result<Outcome, Issues> {
    let row = lab::find(name).expect("known");
    let settings = lab::settings(row, given)?;
    let fabric = lab::default_fabric();
    (row.make.run)(&mut Bench {
        fabric: &fabric,
        settings: &settings,
        progress: &mut |_| {},
        clock: || 0.0,
        frames: None,
    })
}

fn run(name: &str, given: &[&str]) -> Outcome {
    try_run(name, given).unwrap_or_else(|issues| panic!("{name} {given:?}: {issues:?}"))
}

fn number(outcome: &Outcome, name: &str) -> f64 {
    outcome.number(name).unwrap_or_else(|| panic!("no {name} in {:?}", outcome.figures))
}

/// The four laws with the coefficients of one scene, as the paper's velocity filter takes them. Without the Stribeck effect
/// a Stribeck speed of next to nothing makes the exponential vanish as soon as something slides.
fn laws(mu_c: f64, mu_s: f64, f_v: f64) -> [(&'static str, Coefficients); 4] {
    let dry = Coefficients { mu_c, mu_s, v_s: 0.4, delta_s: 0.2, f_v: 0.0, delta_v: 1.0 };
    let steps = Coefficients { v_s: 1e-300, delta_s: 1.0, ..dry };
    [("c", Coefficients { mu_s: mu_c, ..steps }), ("cs", steps), ("css", dry), ("cssv", Coefficients { f_v, ..dry })]
}

/// Half a degree below tan⁻¹ μ_s the cloth moves less than a millimetre in five seconds; half a degree above it slides.
#[test]
fn cloth_sticks_below_the_angle_of_its_stiction_and_slides_above() {
    for (model, law) in laws(0.2, 0.3, 0.24) {
        let angle = law.mu_s.atan().to_degrees();
        for (off, sticks) in [(-0.5, true), (0.5, false)] {
            let angle = angle + off;
            let model = format!("model={model}");
            let given = [model.as_str(), &format!("angle_deg={angle}"), "triangles=60"];
            let outcome = run("incline", &given);
            assert_eq!(outcome.find("sticks"), Some(&Figure::Flag(sticks)), "{given:?}: {:?}", outcome.figures);
            assert_eq!(outcome.columns, ["time_s", "distance_m", "speed_m_s", "friction_n"]);
            let distance = outcome.column("distance_m");
            assert_eq!(distance.len(), 500);
            if sticks {
                assert!(distance.iter().all(|d| d.abs() < 1e-3));
                // The plane holds exactly the weight's part along it.
                let held = number(&outcome, "mass_kg") * GRAVITY * angle.to_radians().sin();
                let friction = outcome.column("friction_n");
                assert!((friction[499] / held - 1.0).abs() < 1e-3, "{} N, not {held}", friction[499]);
            } else {
                assert!(distance[499] > 0.01, "{given:?}: {}", distance[499]);
            }
        }
    }
}

/// Steeper it slides as the equation says: with one coefficient evenly accelerated.
#[test]
fn cloth_on_a_steep_incline_is_evenly_accelerated() {
    let outcome = run("incline", &["model=c", "mu_c=0.2", "angle_deg=30", "seconds=1", "triangles=60"]);
    let acceleration = GRAVITY * (0.5 - 0.2 * 0.75_f64.sqrt());
    for row in &outcome.rows {
        assert!((row[2] - acceleration * row[0]).abs() < 2e-3 * acceleration, "{row:?}");
    }
    let friction = number(&outcome, "mass_kg") * GRAVITY * 0.2 * 0.75_f64.sqrt();
    assert!((outcome.rows[50][3] / friction - 1.0).abs() < 5e-3, "{} N, not {friction}", outcome.rows[50][3]);
}

/// Speeds of the four cards on a plane of tan⁻¹ 0.3, by the paper's own velocity filter in steps of 10 µs: within a per cent
/// from 0.2 s on, in the paper's order.
#[test]
fn four_cards_slide_as_with_the_papers_filter() {
    let outcome = run("cards", &["seconds=1", "triangles=8"]);
    let slope = 0.3_f64.atan();
    // One contact of a square metre, which has the card's weight per area: F_v per contact is that per area.
    let (dt, mass) = (1e-5, 0.3);
    let mut last = Vec::new();
    for (model, law) in laws(0.1, 0.2, 0.24) {
        let found = outcome.column(&format!("{model}_speed_m_s"));
        let beside = outcome.column(&format!("{model}_model_speed_m_s"));
        let mut speed = 0.0;
        for (step, (found, beside)) in found.iter().zip(&beside).enumerate() {
            for _ in 0..100 {
                let pulled = speed + GRAVITY * slope.sin() * dt;
                let contact = Contact { speed: pulled, normal_change: GRAVITY * slope.cos() * dt, dt, mass };
                speed = pulled - 2.0 * impulse(&law, &contact);
            }
            if step >= 200 {
                assert!((found / speed - 1.0).abs() < 0.01, "{model}, step {step}: {found} m/s, not {speed}");
                assert!((beside / speed - 1.0).abs() < 2e-3, "{model}, step {step}: {beside} m/s, not {speed}");
            }
        }
        last.push(speed);
    }
    assert!((last[0] - last[1]).abs() < 1e-9 && last[1] > last[2] && last[2] > last[3], "{last:?}");
    assert!(number(&outcome, "max_relative_error") < 0.01);
}

/// Stick and slip of m v' = k (V t − x) − μ(v) m g, in steps of 10 µs: period and amplitude.
fn block(law: &Coefficients, (mass, spring, pull, seconds): (f64, f64, f64, f64)) -> (f64, f64) {
    let (h, normal) = (1e-5, mass * GRAVITY);
    let (mut x, mut v, mut stuck) = (0.0, 0.0_f64, true);
    let mut slips: Vec<f64> = Vec::new();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for step in 0..(seconds / h) as u32 {
        let time = f64::from(step) * h;
        let force = spring * (pull * time - x);
        if stuck && force.abs() > law.mu_s * normal {
            stuck = false;
            slips.push(time);
        }
        if !stuck {
            let mu = law.mu_c + (law.mu_s - law.mu_c) * (-(v / law.v_s).powf(law.delta_s)).exp();
            v += h * (force - mu * normal) / mass;
            stuck = v <= 0.0;
            v = v.max(0.0);
            x += h * v;
        }
        if slips.len() > 1 {
            low = low.min(x - pull * time);
            high = high.max(x - pull * time);
        }
    }
    ((slips[slips.len() - 1] - slips[1]) / (slips.len() - 2) as f64, 0.5 * (high - low))
}

#[test]
fn a_block_on_a_spring_sticks_and_slips_as_its_equation_says() {
    let given = ["triangles=32", "seconds=4"];
    for (model, law) in laws(0.1, 0.4, 0.0).into_iter().take(3) {
        let outcome = run("stick-slip", &[given[0], given[1], &format!("model={model}")]);
        assert_eq!(outcome.columns, ["time_s", "displacement_m", "velocity_m_s"]);
        if model == "c" {
            assert_eq!((number(&outcome, "period_s"), number(&outcome, "amplitude_m")), (0.0, 0.0), "{model}");
            // In the end it follows evenly.
            let last = outcome.column("velocity_m_s");
            assert!(last[last.len() - 500..].iter().all(|v| *v > 0.25 * 0.05), "{model} comes to rest again");
            continue;
        }
        let numbers = (number(&outcome, "mass_kg"), number(&outcome, "spring_n_per_m"), 0.05, 6.0);
        let (period, amplitude) = block(&law, numbers);
        assert!(number(&outcome, "cycles") >= 3.0 && number(&outcome, "period_variation") < 0.02);
        let found = (number(&outcome, "period_s"), number(&outcome, "amplitude_m"));
        assert!((found.0 / period - 1.0).abs() < 0.05, "{model}: {found:?}, not {period} s");
        assert!((found.1 / amplitude - 1.0).abs() < 0.05, "{model}: {found:?}, not {amplitude} m");
    }
    let issues = try_run("stick-slip", &["block_kg=20"]).expect_err("too heavy for the spring");
    assert_eq!((issues.len(), issues[0].code.as_str()), (1, "lab.setting-range"));
}

/// The paper's cloth: with stiction it moves in jerks that repeat, with one coefficient it does not.
#[test]
fn cloth_pulled_over_the_floor_moves_in_jerks() {
    let given = ["pulled=cloth", "dt_ms=10", "seconds=6", "triangles=120"];
    let jerks = run("stick-slip", &[&given[..], &["model=css"]].concat());
    assert!(number(&jerks, "cycles") >= 2.0, "{:?}", jerks.figures);
    assert!(number(&jerks, "period_variation") < 0.1, "{:?}", jerks.figures);
    // It covers as much ground as the pull in each period.
    let moved = jerks.column("displacement_m");
    assert!((moved[moved.len() - 1] / 0.3 - 1.0).abs() < 0.35, "{:?}", moved.last());
    let even = run("stick-slip", &[&given[..], &["model=c"]].concat());
    assert_eq!(number(&even, "period_s"), 0.0, "{:?}", even.figures);
}

/// Spin of a flat square of cloth on top of a large sphere that turns with even acceleration, rad/s, after each of these times:
/// dω/dt = ∫ (μ(v)·g + F_v·v/ρ)·r dA / ∫ r² dA with v = (Ω − ω)·r, in steps of 0.1 ms over 40 × 40 places. With one coefficient and
/// no viscosity it is constant, since ∫ r dA / ∫ r² dA = (√2 + asinh 1)/side.
fn spun_up(law: &Coefficients, (side, density): (f64, f64), sphere: f64, times: &[f64]) -> Vec<f64> {
    let places: Vec<f64> = (0..1600)
        .map(|k| [k / 40, k % 40].map(|i| side * ((f64::from(i) + 0.5) / 40.0 - 0.5)))
        .map(|[x, y]| x.hypot(y))
        .collect();
    let inertia: f64 = places.iter().map(|r| r * r).sum();
    let (h, mut time, mut spin) = (1e-4, 0.0, 0.0_f64);
    let until = |end: &f64| {
        while time < end - 0.5 * h {
            time += h;
            let behind = (sphere * time - spin).max(0.0);
            let moment = |r: &f64| {
                let v = behind * r;
                let mu = law.mu_c + (law.mu_s - law.mu_c) * (-(v / law.v_s).powf(law.delta_s)).exp();
                (mu * GRAVITY + law.f_v * v.powf(law.delta_v) / density) * r
            };
            spin += h * places.iter().map(moment).sum::<f64>() / inertia;
        }
        spin
    };
    times.iter().map(until).collect()
}

/// On a sphere so large that the square lies almost flat: at a constant rate with one coefficient, sooner with the Stribeck effect
/// and viscosity, as the equation says. On one of 1 m the cloth is stretched in the middle and pushed together at its border by as much as
/// its weight presses; it then rests on its middle and spins up 5 % slower.
#[test]
fn a_turning_sphere_spins_cloth_up_as_the_moment_of_friction_says() {
    let density = 1e-3 * lab::default_fabric().sheet.weight_g_per_m2;
    let set = [
        "radius_mm=5000",
        "size_mm=200",
        "acceleration_deg_per_s2=4000",
        "seconds=0.32",
        "settle_s=1",
        "dt_ms=1",
        "triangles=450",
    ];
    let times = [0.1, 0.2, 0.3];
    for (model, law) in laws(0.2, 0.35, 0.24) {
        let model = format!("model={model}");
        let outcome = run("spinning-sphere", &[&set[..], &[&model]].concat());
        let [at, spins] = ["time_s", "cloth_rad_per_s"].map(|name| outcome.column(name));
        let expected = spun_up(&law, (0.2, density), 4000_f64.to_radians(), &times);
        if model == "model=c" {
            let rate = 0.2 * GRAVITY * (2_f64.sqrt() + 1_f64.asinh()) / 0.2;
            assert!((expected[2] / (0.3 * rate) - 1.0).abs() < 2e-3, "{expected:?}, not {rate} rad/s²");
        }
        for (time, expected) in times.iter().zip(expected) {
            let found = spins[at.iter().position(|at| (at - time).abs() < 1e-6).expect("a step ends then")];
            println!("{model}, {time} s: {found} rad/s, the equation {expected}");
            assert!((found / expected - 1.0).abs() < 0.02, "{model}, {time} s: {found} rad/s, not {expected}");
        }
    }
}

/// What lifts cloth off the sphere is its spin, which is the same with either law; the viscous cloth spins up sooner, so that it is
/// cast off earlier.
#[test]
fn a_turning_sphere_casts_the_viscous_cloth_off_earlier_at_the_same_spin() {
    for size in ["size_mm=400", "size_mm=600"] {
        let [coulomb, viscous] = ["model=c", "model=cssv"].map(|model| {
            let outcome = run("spinning-sphere", &[model, size, "triangles=200", "seconds=2"]);
            println!("{model} {size}: {:?}", outcome.figures);
            assert_eq!(outcome.find("end"), Some(&Figure::Text("cast off".to_owned())), "{model} {size}");
            ["half_lifted_s", "half_lifted_rad_per_s"].map(|name| number(&outcome, name))
        });
        assert!(viscous[0] < 0.85 * coulomb[0], "{size}: {} s, with one coefficient {} s", viscous[0], coulomb[0]);
        assert!((viscous[1] / coulomb[1] - 1.0).abs() < 0.15, "{size}: {} and {} rad/s", viscous[1], coulomb[1]);
    }
}

#[test]
fn friction_at_rest_below_that_of_sliding_is_refused_where_the_law_has_both() {
    for name in ["incline", "stick-slip", "spinning-sphere", "square-on-sphere"] {
        let issues = try_run(name, &["model=cs", "mu_c=0.5", "mu_s=0.25"]).expect_err("no contact could rest");
        assert_eq!((issues.len(), issues[0].code.as_str(), issues[0].value.as_str()), (1, "friction.stiction", "0.25"));
    }
    assert!(run("incline", &["model=c", "mu_c=0.5", "mu_s=0.25", "seconds=0.01"]).rows.len() == 1);
}
