//! Friction laws against closed forms, finite differences and the paper's own velocity filter.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

#[path = "common/document.rs"]
mod document;
#[path = "common/wong.rs"]
mod wong;

use document::{garment, issues, read};
use serde_json::json;
use toile::fabric::friction::paper::{Against, SCENES, Scene};
use toile::fabric::friction::{FrictionLaw, FrictionLaws, Mixed, SLOWEST, Scaled};
use toile::row::{Table, Values};

const SPEEDS: [f64; 9] = [2e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.4, 1.0, 20.0];

fn law(kind: &str, numbers: &[(&str, f64)]) -> Box<dyn FrictionLaw> {
    let numbers: Values = numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    (FrictionLaws::find(kind).expect("a row").make)(&numbers)
}

/// Every row with its defaults and, where it has them, with exponents of all kinds.
fn laws() -> Vec<(String, Box<dyn FrictionLaw>)> {
    let mut all = Vec::new();
    for row in FrictionLaws::rows() {
        all.push((row.id.to_owned(), (row.make)(&Values::new())));
        for (delta_s, delta_v) in [(0.2, 1.0), (0.5, 0.5), (1.0, 2.0)] {
            let numbers = Values::from([("delta_s".to_owned(), delta_s), ("delta_v".to_owned(), delta_v)]);
            all.push((format!("{} δ_S {delta_s} δ_v {delta_v}", row.id), (row.make)(&numbers)));
        }
    }
    all
}

fn close(found: f64, wanted: f64, name: &str) {
    assert!((found - wanted).abs() <= 1e-14 * wanted.abs().max(1.0), "{name}: {found}, not {wanted}");
}

#[test]
fn closed_forms_at_rest_at_the_stribeck_speed_and_far_beyond() {
    let e = std::f64::consts::E;
    let [mu_c, mu_s] = [0.2, 0.35];
    let numbers = [("mu_c", mu_c), ("mu_s", mu_s), ("v_s_m_per_s", 0.4), ("delta_s", 0.2)];
    let c = law("friction.c", &numbers[..1]);
    let cs = law("friction.cs", &numbers[..2]);
    for speed in [0.0, 0.4, f64::INFINITY] {
        assert_eq!(c.coefficient(speed), mu_c);
        assert_eq!(cs.coefficient(speed), mu_c, "stiction is a threshold, not a friction of sliding");
    }
    assert_eq!(c.stiction(), mu_c);
    assert_eq!(cs.stiction(), mu_s);
    for kind in ["friction.css", "friction.cssv"] {
        let law = law(kind, &numbers);
        assert_eq!(law.stiction(), mu_s);
        assert_eq!(law.coefficient(0.0), mu_s);
        close(law.coefficient(0.4), mu_c + (mu_s - mu_c) / e, kind);
        assert_eq!(law.coefficient(f64::INFINITY), mu_c);
        // A quarter of the gap is gone at 1 mm/s: (1/400)^0.2 = 0.3017, e^-0.3017 = 0.7395.
        let left = (law.coefficient(1e-3) - mu_c) / (mu_s - mu_c);
        assert!((left - 0.7395).abs() < 1e-4, "{left}");
    }
}

#[test]
fn viscous_stress_is_a_power_of_the_speed() {
    for (delta, speed, wanted) in [(1.0, 2.0, 6.0), (0.5, 4.0, 6.0), (2.0, 0.5, 0.75), (1.0, 0.0, 0.0)] {
        let law = law("friction.cssv", &[("f_v_n_per_m2", 3.0), ("delta_v", delta)]);
        close(law.viscous(speed), wanted, "F_v v^δ");
    }
    for kind in ["friction.c", "friction.cs", "friction.css"] {
        assert_eq!(law(kind, &[]).viscous(1.0), 0.0, "{kind} is dry");
    }
}

#[test]
fn slopes_are_those_of_finite_differences() {
    let laws = laws();
    let plain: Vec<&dyn FrictionLaw> = laws.iter().map(|(_, law)| law.as_ref()).collect();
    let named = laws.iter().map(|(name, law)| (name.clone(), law.as_ref())).collect::<Vec<_>>();
    let scaled = Scaled { law: plain[plain.len() - 1], factor: 1.7 };
    let mixed = Mixed([plain[plain.len() - 1], plain[plain.len() - 2]]);
    let pairs: [(String, &dyn FrictionLaw); 2] = [("scaled".into(), &scaled), ("mixed".into(), &mixed)];
    for (name, law) in named.into_iter().chain(pairs) {
        for v in SPEEDS {
            let h = 1e-4 * v;
            let difference =
                |f: &dyn Fn(f64) -> f64| (8.0 * (f(v + h) - f(v - h)) - f(v + 2.0 * h) + f(v - 2.0 * h)) / (12.0 * h);
            let dry = difference(&|v| law.coefficient(v));
            let wet = difference(&|v| law.viscous(v));
            // Differences of values near 0.3 are rounded to about 1e-16 over the step.
            let rounding = 1e-15 / h;
            let slope = law.coefficient_slope(v);
            assert!((slope - dry).abs() < 1e-9 * dry.abs() + rounding, "{name} at {v}: {slope}, not {dry}");
            let slope = law.viscous_slope(v);
            assert!((slope - wet).abs() < 1e-9 * wet.abs() + rounding, "{name} at {v}: {slope}, not {wet}");
        }
    }
}

#[test]
fn slopes_at_rest_are_finite_and_those_of_the_slowest_sliding() {
    for (name, law) in laws() {
        for slope in [law.coefficient_slope(0.0), law.viscous_slope(0.0)] {
            assert!(slope.is_finite(), "{name}");
        }
        assert_eq!(law.coefficient_slope(0.0), law.coefficient_slope(SLOWEST), "{name}");
        assert_eq!(law.viscous_slope(0.5 * SLOWEST), law.viscous_slope(SLOWEST), "{name}");
    }
}

#[test]
fn sliding_faster_is_never_harder_but_for_viscosity() {
    for (name, law) in laws() {
        let mut last = law.stiction();
        for step in 0..2000 {
            let speed = 1e-7 * 1.01_f64.powi(step);
            let now = law.coefficient(speed);
            assert!(now <= last && law.coefficient_slope(speed) <= 0.0, "{name} rises at {speed}");
            assert!(law.viscous(speed) >= 0.0 && law.viscous_slope(speed) >= 0.0, "{name} at {speed}");
            last = now;
        }
    }
}

#[test]
fn pairs_scale_and_mix() {
    let rough = law("friction.cssv", &[("mu_c", 0.4), ("mu_s", 0.8), ("f_v_n_per_m2", 4.0)]);
    let smooth = law("friction.c", &[("mu_c", 0.1)]);
    let none = law("friction.c", &[("mu_c", 0.0)]);
    let twice = Scaled { law: rough.as_ref(), factor: 2.0 };
    assert_eq!(twice.stiction(), 1.6);
    assert_eq!(twice.coefficient(0.3), 2.0 * rough.coefficient(0.3));
    assert_eq!(twice.viscous(0.5), 4.0);
    let mixed = Mixed([rough.as_ref(), smooth.as_ref()]);
    close(mixed.stiction(), 0.08_f64.sqrt(), "stiction");
    close(mixed.coefficient(f64::INFINITY), 0.2, "sliding");
    assert_eq!(mixed.viscous(1.0), 0.0, "a dry partner leaves no film");
    let itself = Mixed([rough.as_ref(), rough.as_ref()]);
    for speed in SPEEDS {
        close(itself.coefficient(speed), rough.coefficient(speed), "a fabric on itself");
        close(itself.viscous(speed), rough.viscous(speed), "a fabric on itself");
        let swapped = Mixed([smooth.as_ref(), rough.as_ref()]);
        assert_eq!(swapped.coefficient(speed), mixed.coefficient(speed), "the order makes no difference");
        let slippery = Mixed([rough.as_ref(), none.as_ref()]);
        assert_eq!([slippery.coefficient(speed), slippery.coefficient_slope(speed)], [0.0, 0.0]);
    }
}

#[test]
fn the_papers_table_fits_every_row_and_its_own_text() {
    for scene in &SCENES {
        for row in FrictionLaws::rows() {
            for against in [Against::Body, Against::Cloth] {
                let numbers = scene.numbers(row.parameters, against, 2.5e-4);
                assert_eq!(numbers.len(), row.parameters.len(), "{} of {}", row.id, scene.name);
                for p in row.parameters {
                    assert!((p.hard[0]..=p.hard[1]).contains(&numbers[p.id]), "{}: {} {}", scene.name, row.id, p.id);
                }
                let law = (row.make)(&numbers);
                assert!(law.stiction() >= law.coefficient(f64::INFINITY), "{}: {}", scene.name, row.id);
            }
        }
    }
    // "In all four cases, μ_s is set to 2 μ_c … The value of μ_c in the experiment is .1" (§5).
    assert_eq!(Scene::find("card").expect("a column").on_body, [0.1, 0.2]);
    assert!(Scene::find("bowling").is_none());
}

/// A card on an incline, by the paper's filter in small steps and by the law's force in a Runge–Kutta integration: what
/// the law returns is what the paper computes with.
#[test]
fn a_card_slides_as_with_the_papers_filter() {
    const AREA: f64 = 2.5e-4;
    let (mass, gravity, seconds) = (0.15 * AREA, 9.81, 1.0_f64);
    let slope = 20.0_f64.to_radians();
    let (pull, press) = (gravity * slope.sin(), gravity * slope.cos());
    let scene = Scene::find("card").expect("a column");
    let [mu_c, mu_s] = scene.on_body;
    for kind in ["friction.c", "friction.cs", "friction.css", "friction.cssv"] {
        let row = FrictionLaws::find(kind).expect("a row");
        let law = (row.make)(&scene.numbers(row.parameters, Against::Body, AREA));
        let has = |id: &str| row.parameters.iter().any(|p| p.id == id);
        let stribeck = has("v_s_m_per_s");
        // Without Stribeck friction a v_S of nothing makes the exponential vanish as soon as the card slides.
        let numbers = wong::Coefficients {
            mu_c,
            mu_s: if has("mu_s") { mu_s } else { mu_c },
            v_s: if stribeck { 0.4 } else { 1e-300 },
            delta_s: if stribeck { 0.2 } else { 1.0 },
            f_v: if has("delta_v") { 6e-5 } else { 0.0 },
            delta_v: 1.0,
        };
        let dt = 1e-5;
        let mut filtered = 0.0;
        for _ in 0..(seconds / dt) as u32 {
            let speed = filtered + pull * dt;
            let contact = wong::Contact { speed, normal_change: press * dt, dt, mass };
            filtered = speed - 2.0 * wong::impulse(&numbers, &contact);
        }
        let acceleration = |v: f64| pull - law.coefficient(v) * press - law.viscous(v) * AREA / mass;
        let (mut sliding, h) = (0.0, 1e-4);
        for _ in 0..(seconds / h) as u32 {
            let a = acceleration(sliding);
            let b = acceleration(sliding + 0.5 * h * a);
            let c = acceleration(sliding + 0.5 * h * b);
            let d = acceleration(sliding + h * c);
            sliding += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
        }
        assert!((filtered - sliding).abs() < 2e-4 * sliding, "{kind}: {filtered} m/s, not {sliding}");
        if !stribeck {
            let wanted = (pull - mu_c * press) * seconds;
            assert!((sliding - wanted).abs() < 1e-9, "{kind}: {sliding} m/s, not {wanted}");
        }
    }
}

#[test]
fn friction_at_rest_below_that_of_sliding_is_an_issue() {
    for field in ["friction", "self_friction"] {
        for kind in ["friction.cs", "friction.css", "friction.cssv"] {
            let found = issues(garment(), |v| {
                v["fabrics"][0][field] = json!({"kind": kind, "parameters": {"mu_c": 0.5, "mu_s": 0.25}});
            });
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(found[0].code, "friction.stiction");
            assert_eq!(found[0].place, format!("fabrics[0].{field}.parameters.mu_s"));
            assert_eq!(found[0].value, "0.25");
        }
        // The default of mu_s is below a mu_c of 2: the issue says what it found.
        let found =
            issues(garment(), |v| v["fabrics"][0][field] = json!({"kind": "friction.cs", "parameters": {"mu_c": 2}}));
        assert_eq!((found.len(), found[0].code.as_str(), found[0].value.as_str()), (1, "friction.stiction", "0.4"));
        // A number out of its range is told once.
        let found = issues(garment(), |v| {
            v["fabrics"][0][field] = json!({"kind": "friction.cs", "parameters": {"mu_c": 0.5, "mu_s": -1}});
        });
        assert_eq!((found.len(), found[0].code.as_str()), (1, "value.range"));
    }
    let mut equal = garment();
    equal["fabrics"][0]["friction"] = json!({"kind": "friction.css", "parameters": {"mu_c": 0.3, "mu_s": 0.3}});
    assert!(read(&equal).is_ok(), "equal is in order");
}

#[test]
fn a_fabric_and_a_body_bring_their_own_friction() {
    let mut value = garment();
    value["fabrics"][0].as_object_mut().expect("an object").remove("self_friction");
    value["bodies"][0].as_object_mut().expect("an object").retain(|name, _| name == "id" || name == "shape");
    let plain = toile::cloth::assemble(&read(&value).expect("older files are in order")).expect("in order");
    assert_eq!(plain.fabrics[0].self_friction.stiction(), 0.4);
    assert_eq!(plain.bodies[0].friction_factor, 1.0);
    assert!(plain.bodies[0].motion.is_still());

    value["fabrics"][0]["self_friction"] = json!({"kind": "friction.cs", "parameters": {"mu_c": 0.5, "mu_s": 0.7}});
    value["bodies"][0]["contact"] = json!({"friction_factor": 0.5});
    value["bodies"][0]["motion"] = json!({"kind": "motion.turn", "parameters": {"speed_deg_per_s": 30}});
    let cut = toile::cloth::assemble(&read(&value).expect("in order")).expect("in order");
    let fabric = &cut.fabrics[0];
    assert_eq!(fabric.self_friction.stiction(), 0.7);
    assert_eq!(fabric.friction.stiction(), plain.fabrics[0].friction.stiction(), "friction on bodies is another");
    assert_eq!(cut.bodies[0].friction_factor, 0.5);
    assert!(!cut.bodies[0].motion.is_still());
}
