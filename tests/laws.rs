//! What a panel draws of a fabric's laws is what the laws say, and what is wrong with them is shown where it is.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

use serde_json::{Value, json};
use toile::fabric::presets;
use toile::lab::{Branch, Laws, Plot, Trace, laws};

fn drawn(fabric: &Value) -> Laws {
    laws(&fabric.to_string())
}

fn plot<'a>(laws: &'a Laws, id: &str) -> &'a Plot {
    laws.plots.iter().find(|plot| plot.id == id).unwrap_or_else(|| panic!("no plot {id}"))
}

fn trace<'a>(laws: &'a Laws, id: &str, of: &str, branch: Branch) -> &'a Trace {
    let traces = &plot(laws, id).traces;
    traces.iter().find(|trace| trace.id == of && trace.branch == branch).unwrap_or_else(|| panic!("no trace {of}"))
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * (1.0 + expected.abs()), "{found} against {expected}");
}

/// A fabric of numbers that are easy to compute with.
fn simple() -> Value {
    json!({
        "id": "simple", "name": "Simple", "source": "Typical: a test",
        "membrane": { "kind": "membrane.orthotropic",
            "parameters": { "weft_n_per_m": 300, "warp_n_per_m": 500, "shear_n_per_m": 40 } },
        "bending": { "kind": "bend.moment-curvature", "parameters": {
            "weft_b1_un_m": 10, "weft_b2_un_m": 4, "weft_c1_un_m2": -0.05,
            "warp_b1_un_m": 12, "warp_b2_un_m": 12, "bias_b1_un_m": 9, "bias_b2_un_m": 9 } },
        "friction": { "kind": "friction.css",
            "parameters": { "mu_c": 0.2, "mu_s": 0.5, "v_s_m_per_s": 0.4, "delta_s": 0.5 } },
    })
}

#[test]
fn linear_laws_are_straight_lines_of_their_stiffness() {
    let laws = drawn(&simple());
    assert!(laws.issues.is_empty(), "{:?}", laws.issues);
    for (id, of, stiffness) in [("tension", "weft", 300.0), ("tension", "warp", 500.0), ("shear", "shear", 40.0)] {
        for [x, y] in &trace(&laws, id, of, Branch::Elastic).points {
            close(*y, stiffness * x);
        }
    }
}

/// M = b₁κ + c₁κ² to κ₀ = (b₂ − b₁)/(2c₁) = 60 1/m, then straight with b₂; the bias strip of three numbers is 9κ.
#[test]
fn bending_is_drawn_in_micronewtons_as_the_strips_show_it() {
    let laws = drawn(&simple());
    let knee = |k: f64| if k < 60.0 { 10.0 * k - 0.05 * k * k } else { 10.0 * 60.0 - 0.05 * 3600.0 + 4.0 * (k - 60.0) };
    let weft = &trace(&laws, "bending", "weft", Branch::Elastic).points;
    assert!(weft.iter().any(|[k, _]| *k > 60.0) && weft.iter().any(|[k, _]| *k > 0.0 && *k < 60.0));
    weft.iter().for_each(|[k, m]| close(*m, knee(*k)));
    trace(&laws, "bending", "warp", Branch::Elastic).points.iter().for_each(|[k, m]| close(*m, 12.0 * k));
    trace(&laws, "bending", "bias", Branch::Elastic).points.iter().for_each(|[k, m]| close(*m, 9.0 * k));
}

#[test]
fn contact_friction_falls_with_speed_from_its_threshold() {
    let laws = drawn(&simple());
    assert_eq!(trace(&laws, "friction", "at rest", Branch::Rest).points, [[0.0, 0.5]]);
    for [v, mu] in &trace(&laws, "friction", "sliding", Branch::Elastic).points {
        close(*mu, 0.2 + 0.3 * (-(v / 0.4).sqrt()).exp());
    }
    // Left out: 0.4 at every speed.
    trace(&laws, "self_friction", "sliding", Branch::Elastic).points.iter().for_each(|[_, mu]| close(*mu, 0.4));
}

/// Equation (3) with b = 0 from rest: a(1 − e^(−ε/τ)) on top of kε; back from ε₁: −a + (σ₁ + a)e^(−(ε₁−ε)/τ).
#[test]
fn load_and_unload_part_by_the_friction_of_the_yarns() {
    let mut fabric = simple();
    let (k, a, tau) = (300.0, 2.0, 0.01);
    fabric["internal_friction"] = json!({ "kind": "internal-friction.dahl-eq3",
        "parameters": { "weft_a_n_per_m": a, "weft_b_n_per_m": 0.0, "weft_tau": tau } });
    let laws = drawn(&fabric);
    let load = &trace(&laws, "tension-loop", "weft", Branch::Load).points;
    load.iter().for_each(|[e, s]| close(*s, k * e + a * (1.0 - (-e / tau).exp())));
    let [far, _] = load[load.len() - 1];
    let turned = a * (1.0 - (-far / tau).exp());
    let unload = &trace(&laws, "tension-loop", "weft", Branch::Unload).points;
    unload.iter().for_each(|[e, s]| close(*s, k * e - a + (turned + a) * (-(far - e) / tau).exp()));
    assert_eq!((unload[0][0], unload[unload.len() - 1][0]), (far, 0.0));
}

#[test]
fn knots_carry_value_and_slope_of_the_curve() {
    let mut fabric = simple();
    let weft =
        json!({ "slope": 100, "segments": [ { "to": 0.02, "bend": [1.5] }, { "to": 0.05, "bend": [0.5, 0.3] } ] });
    fabric["membrane"] = json!({ "kind": "membrane.spline", "curves": { "weft": weft } });
    let laws = drawn(&fabric);
    let knots = &trace(&laws, "tension", "weft", Branch::Elastic).knots;
    // 100·0.02 + 1.5 and 100 + 2·1.5/0.02; then 250·0.03 + 0.8 and 250 + (2·0.5 + 3·0.3)/0.03 more.
    let expected = [[0.0, 0.0, 100.0], [0.02, 3.5, 250.0], [0.05, 11.8, 250.0 + 1.9 / 0.03]];
    assert_eq!(knots.len(), expected.len());
    for (knot, [at, value, slope]) in knots.iter().zip(expected) {
        close(knot.at, at);
        close(knot.value, value);
        close(knot.slope, slope);
    }
}

#[test]
fn a_curve_that_falls_is_drawn_and_marked_where_it_falls() {
    let mut fabric = simple();
    // The slope goes straight from 100 to 100 − 2·8/0.1 at the end.
    fabric["membrane"] = json!({ "kind": "membrane.spline", "curves": { "warp": { "slope": 100, "segments": [{ "to": 0.1, "bend": [-8] }] } } });
    let laws = drawn(&fabric);
    assert_eq!(laws.issues.len(), 1);
    assert_eq!(
        (laws.issues[0].code.as_str(), laws.issues[0].place.as_str()),
        ("curve.slope-not-positive", "membrane.curves.warp")
    );
    let [at, value] = trace(&laws, "tension", "warp", Branch::Elastic).gives_way.expect("it falls");
    close(at, 0.1);
    close(value, 2.0);
    assert!(trace(&laws, "tension", "weft", Branch::Elastic).gives_way.is_none());
}

#[test]
fn strips_that_no_sheet_shows_together_are_drawn_each_by_itself() {
    let mut fabric = simple();
    let line = |slope: f64| json!({ "slope": slope, "segments": [{ "to": 50 }] });
    fabric["bending"] =
        json!({ "kind": "bend.spline", "curves": { "weft": line(20.0), "warp": line(20.0), "bias": line(2.0) } });
    let laws = drawn(&fabric);
    assert_eq!(laws.issues.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["bending.twist"]);
    trace(&laws, "bending", "bias", Branch::Elastic).points.iter().for_each(|[k, m]| close(*m, 2.0 * k));
}

#[test]
fn nonsense_is_answered_with_issues_and_never_with_a_panic() {
    for text in ["", "{", "[]", "7", "{\"id\":1}"] {
        let found = laws(text);
        assert!(found.plots.is_empty() && !found.issues.is_empty(), "{text}");
    }
    let mut fabric = simple();
    fabric["membrane"] = json!({ "kind": "membrane.spline",
        "curves": { "weft": { "slope": 100, "segments": [{ "to": 0.1 }, { "to": 0.05 }] } } });
    let found = drawn(&fabric);
    assert_eq!(found.issues[0].code, "curve.knots");
    assert!(found.plots.iter().all(|plot| plot.law != "membrane"));
    fabric["membrane"] = json!({ "kind": "membrane.none" });
    assert!(!drawn(&fabric).issues.is_empty());
}

#[test]
fn every_preset_is_drawn_says_its_source_and_can_be_written_as_curves_that_say_the_same() {
    let presets = presets::all();
    assert!(presets.len() >= 12);
    for preset in presets {
        assert!(preset.source.starts_with("Measured: ") || preset.source.starts_with("Typical: "), "{}", preset.id);
        let value = serde_json::to_value(&preset).expect("JSON");
        let before = drawn(&value);
        assert!(before.issues.is_empty(), "{}: {:?}", preset.id, before.issues);
        for id in ["tension", "shear", "bending", "friction", "self_friction"] {
            let traces = &plot(&before, id).traces;
            let finite = traces.iter().flat_map(|trace| &trace.points).all(|point| point.iter().all(|n| n.is_finite()));
            assert!(finite && !traces.is_empty(), "{} {id}", preset.id);
        }
        for plot in before.plots.iter().filter(|plot| plot.as_curves.is_some()) {
            let mut written = value.clone();
            written[plot.law] = serde_json::to_value(&plot.as_curves).expect("JSON");
            let after = drawn(&written);
            assert!(after.issues.is_empty(), "{} {}: {:?}", preset.id, plot.id, after.issues);
            for before in &plot.traces {
                let after = trace(&after, plot.id, before.id, Branch::Elastic);
                let [x, y] = before.points[before.points.len() - 1];
                let [u, v] = after.points[after.points.len() - 1];
                // Straight laws are drawn to another place, the others to the same.
                assert!(x == u || after.knots.iter().all(|knot| (knot.slope * x / y - 1.0).abs() < 1e-9));
                assert!((v / u / (y / x) - 1.0).abs() < 1e-9, "{} {} {}", preset.id, plot.id, before.id);
            }
        }
    }
}
