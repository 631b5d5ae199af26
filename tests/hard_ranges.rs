//! Fabrics at the ends of what their tables allow still move, without a number that is not finite.

mod common;

use serde_json::{Value, json};
use toile::Drape;
use toile::cloth::build_fabric;
use toile::document::{Fabric, read_fabric};
use toile::fabric::bending::BendingLaws;
use toile::fabric::internal_friction::InternalFrictionLaws;
use toile::fabric::membrane::MembraneLaws;
use toile::fabric::viscosity::ViscosityLaws;
use toile::lab::hanging_square;
use toile::row::{CurveParameter, Parameter, Table};

/// A plain fabric with one law of its own.
fn with(part: &str, law: Value) -> Value {
    let mut file = json!({
        "id": "edge", "name": "Edge", "source": "the ends of the table's ranges", "sheet": {},
        "membrane": { "kind": "membrane.orthotropic" },
        "bending": { "kind": "bend.moment-curvature" },
        "friction": { "kind": "friction.c" },
    });
    file[part] = law;
    file
}

/// Every parameter at either end with the others at their defaults, and all of them at the same end.
fn ends(parameters: &[Parameter]) -> Vec<serde_json::Map<String, Value>> {
    let mut all = Vec::new();
    for end in 0..2 {
        let pair = |p: &Parameter| (p.id.to_owned(), json!(p.hard[end]));
        all.extend(parameters.iter().map(|p| std::iter::once(pair(p)).collect()));
        all.push(parameters.iter().map(pair).collect());
    }
    all
}

/// Every curve at the softest and stiffest slope that is allowed, with knots as near and as far.
fn bent(curves: &[CurveParameter]) -> Vec<Value> {
    let mut all = Vec::new();
    for end in 0..2 {
        for knot in 0..2 {
            let curve = |c: &CurveParameter| {
                let curve =
                    json!({ "slope": c.slopes[end], "segments": [{ "to": c.knots[knot], "bend": [0.0, 0.0] }] });
                (c.id.to_owned(), curve)
            };
            all.push(Value::Object(curves.iter().map(curve).collect()));
        }
    }
    all
}

/// Fabrics of one table; those that its own checks refuse (a bias too soft for its threads, say) are left out.
fn fabrics_of<T: Table>(part: &str) -> Vec<(String, Fabric)> {
    let mut all = Vec::new();
    for row in T::rows() {
        let mut laws: Vec<Value> =
            ends(row.parameters).into_iter().map(|values| json!({ "kind": row.id, "parameters": values })).collect();
        if !row.curves.is_empty() {
            laws.extend(bent(row.curves).into_iter().map(|curves| json!({ "kind": row.id, "curves": curves })));
        }
        for law in laws {
            let name = law.to_string();
            if let Ok(fabric) = read_fabric(&with(part, law).to_string()) {
                all.push((name, fabric));
            }
        }
    }
    all
}

/// Steps as a document has them, of a square held along an edge.
fn moves(name: &str, fabric: &Fabric) {
    let built = build_fabric(fabric).unwrap_or_else(|issues| panic!("{name}: {issues:?}"));
    let settings = toile::cloth::Settings { self_contact: false, ..toile::cloth::Settings::default() };
    let mut drape = Drape::of_cut(hanging_square::cut(6, built, settings));
    for step in 0..20 {
        let report = drape.step();
        assert!(report.halted.is_none(), "{name}, step {step}: {:?}", report.halted);
        let state = drape.state();
        let finite = state.positions.iter().chain(&state.velocities).all(|v| v.is_finite());
        assert!(finite && report.residual.is_finite(), "{name}, step {step}: {report:?}");
    }
}

#[test]
fn every_law_runs_at_the_ends_of_its_ranges() {
    let tables = [
        fabrics_of::<MembraneLaws>("membrane"),
        fabrics_of::<ViscosityLaws>("viscosity"),
        fabrics_of::<BendingLaws>("bending"),
        fabrics_of::<InternalFrictionLaws>("internal_friction"),
    ];
    for fabrics in tables {
        // Nearly all are in order: the test must not come to nothing by refusals.
        assert!(fabrics.len() > 3, "{}", fabrics.len());
        for (name, fabric) in fabrics {
            moves(&name, &fabric);
        }
    }
}

#[test]
fn every_weight_and_thickness_runs() {
    for values in ends(toile::document::Sheet::PARAMETERS) {
        let file = with("sheet", Value::Object(values));
        let name = file["sheet"].to_string();
        let fabric = read_fabric(&file.to_string()).unwrap_or_else(|issues| panic!("{name}: {issues:?}"));
        moves(&name, &fabric);
    }
}

/// The stiffest cloth of the least weight, and the softest of the greatest.
#[test]
fn extremes_together_run() {
    for (weight, stiffness, bending) in [(1.0, 1e6, 1e5), (5000.0, 0.1, 0.0), (1.0, 0.1, 1e5), (5000.0, 1e6, 0.0)] {
        let mut file = with("sheet", json!({ "weight_g_per_m2": weight }));
        file["membrane"] =
            json!({ "kind": "membrane.isotropic", "parameters": { "young_n_per_m": stiffness, "poisson": 0.95 } });
        file["bending"] = json!({ "kind": "bend.hinge", "parameters": { "stiffness_un_m": bending } });
        let name = file.to_string();
        moves(&name, &read_fabric(&name).unwrap_or_else(|issues| panic!("{name}: {issues:?}")));
    }
}
