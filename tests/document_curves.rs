//! Curves of a document: good ones survive, bad ones are refused at their place, with the value and a cure.

#![cfg(not(target_arch = "wasm32"))]

#[path = "common/document.rs"]
mod common;

use common::{garment, issues, read};
use proptest::prelude::*;
use serde_json::{Value, json};
use toile::document::{self, Choice, Fabric};
use toile::math::spline::{Prepared, Segment, Spline};

/// The garment with its first fabric of this law.
fn with_membrane(membrane: Value) -> Value {
    let mut value = garment();
    value["fabrics"][0]["membrane"] = membrane;
    value
}

/// The garment with this curve along the weft.
fn with_weft(weft: Value) -> Value {
    with_membrane(json!({"kind": "membrane.spline", "curves": {"weft": weft}}))
}

#[test]
fn a_curve_survives_writing_and_the_others_take_their_defaults() {
    let weft = json!({"slope": 120.0, "segments": [{"to": 0.02, "bend": [1.5, -0.3]}, {"to": 0.05}]});
    let document = read(&with_weft(weft)).expect("in order");
    let again = document::read(&document::write(&document)).expect("what was written reads");
    assert_eq!(again, document);
    let curves = &document.fabrics[0].membrane.curves;
    assert_eq!(curves["weft"], Spline::new(120.0, &[(0.02, &[1.5, -0.3]), (0.05, &[])]));
    assert_eq!(curves.len(), 1);
    assert_eq!(document.fabrics[0].viscosity, Choice::of("viscosity.none"), "a document may be silent on viscosity");
    let text = document::write(&read(&garment()).expect("in order"));
    assert!(!text.contains("\"curves\""), "a law without curves does not speak of them");
    // Empty is silent, for a law without curves too.
    let mut value = garment();
    value["fabrics"][0]["membrane"]["curves"] = json!({});
    assert!(read(&value).is_ok());
}

#[test]
fn a_straight_line_is_a_curve() {
    assert!(read(&with_weft(json!({"slope": 120}))).is_ok());
    assert!(read(&with_weft(json!({"slope": 120, "segments": []}))).is_ok());
}

/// A bad curve with its name and what is found: code, place below the curve, and what the issue says.
type Case = (&'static str, Value, &'static [(&'static str, &'static str, &'static str)]);

/// Each bad curve along the weft gives exactly its issues.
#[test]
fn bad_curves_are_refused() {
    let many: Vec<Value> = (1..=65).map(|i| json!({"to": 0.01 * f64::from(i)})).collect();
    let cases: &[Case] = &[
        ("empty", json!({}), &[("value.missing", ".slope", "slope")]),
        ("no slope", json!({"slope": 0}), &[("value.range", ".slope", "found 0")]),
        ("falling", json!({"slope": -20}), &[("value.range", ".slope", "found -20")]),
        ("million", json!({"slope": 2e9}), &[("value.range", ".slope", "gf/cm for N/m")]),
        (
            "percent",
            json!({"slope": 9, "segments": [{"to": 12}]}),
            &[("value.range", ".segments[0].to", "5 % is 0.05")],
        ),
        ("knot 0", json!({"slope": 9, "segments": [{"to": 0}]}), &[("value.range", ".segments[0].to", "found 0")]),
        (
            "knots fall",
            json!({"slope": 9, "segments": [{"to": 0.2}, {"to": 0.1}, {"to": 0.1}]}),
            &[("curve.knots", ".segments[1].to", "found 0.1"), ("curve.knots", ".segments[2].to", "begins, at 0.1")],
        ),
        ("no knot", json!({"slope": 9, "segments": [{"bend": [1]}]}), &[("value.missing", ".segments[0].to", "")]),
        ("text", json!({"slope": "9"}), &[("value.type", ".slope", "\"9\"")]),
        (
            "null",
            json!({"slope": 9, "segments": [{"to": 0.1, "bend": [null]}]}),
            &[("value.type", ".segments[0].bend[0]", "null")],
        ),
        ("misspelt", json!({"slope": 9, "segmets": []}), &[("value.unknown-field", ".segmets", "\"segments\"")]),
        ("many", json!({"slope": 9, "segments": many}), &[("value.length", ".segments", "65 values")]),
        (
            "order",
            json!({"slope": 9, "segments": [{"to": 0.1, "bend": vec![0.0; 16]}]}),
            &[("value.length", ".segments[0].bend", "16 values")],
        ),
        // 100 − 2·(2/0.01)t: −300 at the end, and for ever after.
        (
            "falls off",
            json!({"slope": 100, "segments": [{"to": 0.01, "bend": [-2]}]}),
            &[(
                "curve.slope-not-positive",
                "",
                "lowest at 0.010000, where the straight continuation begins (found -3.000000e2)",
            )],
        ),
        // The slope 1000·(3(t−½)² + …) with bends −15 and 10 over 0.01: 1000 − 3000t + 3000t², lowest 250 at t = ½; with
        // 700 at the origin it is −50 there, though both ends are at 700.
        (
            "dips between its ends",
            json!({"slope": 700, "segments": [{"to": 0.01, "bend": [-15, 10]}]}),
            &[("curve.slope-not-positive", "", "lowest at 0.005000 (found -5.000000e1)")],
        ),
        // 750 touches nothing at ½ exactly.
        (
            "touches zero",
            json!({"slope": 750, "segments": [{"to": 0.01, "bend": [-15, 10]}]}),
            &[("curve.slope-not-positive", "", "lowest at 0.005000")],
        ),
        (
            "too steep",
            json!({"slope": 100, "segments": [{"to": 0.001, "bend": [1000]}]}),
            &[("curve.too-steep", "", "steeper than 1000000 at 0.001000 (found 2.000100e6)")],
        ),
        (
            "knots next to each other",
            json!({"slope": 100, "segments": [{"to": 1e-3, "bend": []}, {"to": 0.0010000000000000002, "bend": [1e6]}]}),
            &[("curve.too-steep", "", "steeper than")],
        ),
    ];
    for (name, weft, wanted) in cases {
        let found = issues(with_weft(weft.clone()), |_| {});
        assert_eq!(found.len(), wanted.len(), "{name}: {found:?}");
        for (issue, (code, place, says)) in found.iter().zip(*wanted) {
            let place = format!("fabrics[0].membrane.curves.weft{place}");
            assert_eq!((issue.code.as_str(), issue.place.as_str()), (*code, place.as_str()), "{name}");
            assert!(issue.to_string().contains(says), "{name}: {issue}");
        }
    }
}

#[test]
fn an_unknown_curve_is_refused_with_a_suggestion() {
    let found = issues(with_membrane(json!({"kind": "membrane.spline", "curves": {"wefd": {"slope": 1}}})), |_| {});
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].code.as_str(), found[0].place.as_str()),
        ("value.unknown-field", "fabrics[0].membrane.curves.wefd")
    );
    assert_eq!(found[0].cure, "Did you mean \"weft\"?");
}

#[test]
fn everything_wrong_with_several_curves_is_found_at_once() {
    let falling = json!({"slope": 100, "segments": [{"to": 0.01, "bend": [-2]}]});
    let found = issues(garment(), |v| {
        v["fabrics"][0]["membrane"] = json!({"kind": "membrane.spline", "curves": {
            "weft": falling, "warp": {"slope": 1e12}, "shear": {"slope": 5, "segments": [{"to": 0.2}, {"to": 0.1}]},
        }});
        v["fabrics"][0]["viscosity"] = json!({"kind": "viscosity.spline", "curves": {"warp": falling}});
    });
    let mut told: Vec<(&str, &str)> = found.iter().map(|issue| (issue.code.as_str(), issue.place.as_str())).collect();
    told.sort_unstable();
    assert_eq!(
        told,
        [
            ("curve.knots", "fabrics[0].membrane.curves.shear.segments[1].to"),
            ("curve.slope-not-positive", "fabrics[0].membrane.curves.weft"),
            ("curve.slope-not-positive", "fabrics[0].viscosity.curves.warp"),
            ("value.range", "fabrics[0].membrane.curves.warp.slope"),
        ]
    );
}

/// Straight curves of 100, 400 and 50 N/m: a term between weft and warp must stay below √(100·400) = 200 N/m, one
/// between weft and shear below √5000 = 70.7, and three terms together have a determinant of their own.
#[test]
fn terms_between_the_modes_must_leave_the_law_positive() {
    let law = |numbers: Value| {
        let curves = json!({"weft": {"slope": 100}, "warp": {"slope": 400}, "shear": {"slope": 50}});
        with_membrane(json!({"kind": "membrane.spline-coupled", "parameters": numbers, "curves": curves}))
    };
    for (numbers, modes, value) in [
        (json!({"weft_warp_n_per_m": 201}), "weft and warp", "-4.010000e2"),
        (json!({"weft_warp_n_per_m": -201}), "weft and warp", "-4.010000e2"),
        (json!({"weft_warp_n_per_m": 0, "weft_shear_n_per_m": 71}), "weft and shear", "-4.100000e1"),
        (json!({"weft_warp_n_per_m": 0, "warp_shear_n_per_m": 142}), "warp and shear", "-1.640000e2"),
        // Each pair is positive: 40000 − 150², 5000 − 50², 20000 − 100². Together 2e6 + 2·150·50·100·(−1) − 100·100²
        // − 400·50² − 50·150² = −2.625e6.
        (
            json!({"weft_warp_n_per_m": 150, "weft_shear_n_per_m": 50, "warp_shear_n_per_m": -100}),
            "weft, warp and shear together",
            "-2.625000e6",
        ),
    ] {
        let found = issues(law(numbers), |_| {});
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].code.as_str(), found[0].place.as_str()), ("law.not-positive", "fabrics[0].membrane"));
        assert!(found[0].problem.contains(modes) && found[0].value.starts_with(value), "{}", found[0]);
    }
    for numbers in [json!({"weft_warp_n_per_m": 199}), json!({"weft_warp_n_per_m": 0, "weft_shear_n_per_m": 70})] {
        assert!(read(&law(numbers)).is_ok());
    }
    // Out of its range it is told once.
    let found = issues(law(json!({"weft_warp_n_per_m": 1e9})), |_| {});
    assert_eq!(found.iter().map(|issue| issue.code.as_str()).collect::<Vec<_>>(), ["value.range"]);
}

/// A document built by a program never passed the schema; what would become NaN in the cloth is found all the same.
#[test]
fn a_program_cannot_bring_in_what_is_no_curve() {
    let mut document = read(&garment()).expect("in order");
    document.fabrics[0].membrane = Choice::of("membrane.spline");
    assert_eq!(document::validate(&document), []);
    for (spline, place) in [
        (Spline::new(f64::NAN, &[]), "fabrics[0].membrane.curves.warp.slope"),
        (Spline::new(1.0, &[(f64::INFINITY, &[])]), "fabrics[0].membrane.curves.warp.segments[0].to"),
        (Spline::new(1.0, &[(0.1, &[0.0, f64::NAN])]), "fabrics[0].membrane.curves.warp.segments[0].bend[1]"),
    ] {
        document.fabrics[0].membrane.curves.insert("warp".into(), spline);
        let found = document::validate(&document);
        assert_eq!(found.iter().map(|issue| issue.place.as_str()).collect::<Vec<_>>(), [place]);
        assert!(toile::cloth::assemble(&document).is_err());
    }
    document.fabrics[0].membrane.curves.clear();
    document.fabrics[0].membrane.curves.insert("wrap".into(), Spline::new(1.0, &[]));
    let found = document::validate(&document);
    assert_eq!((found[0].code.as_str(), found[0].cure.as_str()), ("value.unknown-field", "Did you mean \"warp\"?"));
}

#[test]
fn interlined_panels_take_curves_and_viscosity() {
    let mut document = read(&garment()).expect("in order");
    let mut lining = Fabric::plain_cotton("lining");
    lining.membrane = Choice::of("membrane.spline-coupled");
    document.panels[0].interlining = "lining".into();
    for (outer, inner, viscous) in [
        ("viscosity.none", "viscosity.none", None),
        ("viscosity.linear", "viscosity.none", Some(0.8)),
        ("viscosity.none", "viscosity.linear", Some(0.8)),
        ("viscosity.linear", "viscosity.linear", Some(1.6)),
    ] {
        document.fabrics.truncate(1);
        document.fabrics[0].viscosity = Choice::of(outer);
        lining.viscosity = Choice::of(inner);
        document.fabrics.push(lining.clone());
        let cut = toile::cloth::assemble(&document).expect("in order");
        let bonded = cut.fabrics.last().expect("the bonded fabric");
        assert_eq!(bonded.viscosity.as_ref().map(|law| law.softest().col(0).x), viscous);
    }
}

#[test]
fn a_fabric_reads_by_itself() {
    let mut fabric = Fabric::plain_cotton("cotton");
    fabric.membrane = Choice::of("membrane.spline");
    assert_eq!(document::read_fabric(&document::write_fabric(&fabric)).as_ref(), Ok(&fabric));
    fabric.membrane.curves.insert("weft".into(), Spline::new(100.0, &[(0.01, &[-2.0])]));
    let mut value: Value = serde_json::from_str(&document::write_fabric(&fabric)).expect("JSON");
    value["sheet"]["weight_g_per_m2"] = json!(-1);
    let found = document::read_fabric(&value.to_string()).expect_err("spoilt");
    let told: Vec<(&str, &str)> = found.iter().map(|issue| (issue.code.as_str(), issue.place.as_str())).collect();
    assert_eq!(told, [("value.range", "sheet.weight_g_per_m2"), ("curve.slope-not-positive", "membrane.curves.weft")]);
}

/// Numbers of every size, with those of real curves among them.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![4 => -1.0..1.0, 4 => 0.0..300.0, 1 => any::<f64>(), 1 => -1e6..1e6]
}

fn curve() -> impl Strategy<Value = Spline> {
    let segment = (prop_oneof![4 => 1e-4..0.5, 1 => number()], prop::collection::vec(number(), 0..8))
        .prop_map(|(to, bend)| Segment { to, bend });
    let segments = prop::collection::vec(segment, 0..6).prop_map(|mut segments| {
        segments.sort_by(|a, b| a.to.total_cmp(&b.to));
        segments
    });
    (prop_oneof![4 => 1.0..5000.0, 1 => number()], segments).prop_map(|(slope, segments)| Spline { slope, segments })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A curve is refused, or it rises wherever one looks.
    #[test]
    fn a_curve_that_is_taken_rises_everywhere(curve in curve()) {
        let mut fabric = Fabric::plain_cotton("any");
        fabric.membrane = Choice::of("membrane.spline");
        fabric.membrane.curves.insert("weft".into(), curve.clone());
        let mut document = read(&garment()).expect("in order");
        document.panels[0].fabric = "any".into();
        document.fabrics = vec![fabric];
        if document::validate(&document).is_empty() {
            let prepared = Prepared::new(&curve);
            let end = curve.segments.last().map_or(1.0, |segment| 1.2 * segment.to);
            for i in 0..=1000 {
                let slope = prepared.at(end * f64::from(i) / 1000.0).slope;
                prop_assert!(slope > 0.0 && slope < 1.000_001e6, "{slope}");
            }
        }
    }
}
