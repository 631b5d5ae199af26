//! What seams and interlinings do to the cloth: stiffness by distance, weight by length, triangles that show both.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // references may use the standard library's functions

mod patterns;

use glam::{DVec2, DVec3};
use patterns::{dart, document, panel, rectangle_panel, seam, t_shirt, tube};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toile::cloth::{Cut, Joined, Model, Sheet, assemble};
use toile::document::{Fabric, read};
use toile::fabric::seam::{SeamTypes, Stiffening, Weave};
use toile::forces::{bending, membrane};
use toile::issue::Issues;
use toile::lab::{self, Bench};
use toile::pattern::quality;
use toile::row::{Given, Table, Values};

/// Table 2 of Pabst 2008 as it is printed: a d² − b d + c, d in mm.
const TABLE: [(&str, Weave, u32, [f64; 3]); 6] = [
    ("seam.plain", Weave::Plain, 2, [5.0e-5, 0.0211, 3.46]),
    ("seam.plain", Weave::Twill, 2, [2.0e-5, 0.0127, 2.64]),
    ("seam.safety", Weave::Plain, 3, [4.0e-5, 0.0322, 5.92]),
    ("seam.safety", Weave::Twill, 3, [4.0e-5, 0.0287, 4.37]),
    ("seam.lap", Weave::Plain, 4, [2.0e-4, 0.0702, 9.07]),
    ("seam.lap", Weave::Twill, 4, [1.0e-4, 0.0524, 6.86]),
];

/// S(d) written out from its definition: the polynomial, then Hermite's cubic by its four basis functions.
fn stated([a, b, c]: [f64; 3], mm: f64) -> f64 {
    let value = |d: f64| a * d * d - b * d + c;
    if mm <= 100.0 {
        return value(mm).max(1.0);
    }
    if mm >= 200.0 {
        return 1.0;
    }
    let t = (mm - 100.0) / 100.0;
    let (h00, h10) = (2.0 * t.powi(3) - 3.0 * t.powi(2) + 1.0, t.powi(3) - 2.0 * t.powi(2) + t);
    let h01 = -2.0 * t.powi(3) + 3.0 * t.powi(2);
    h00 * value(100.0) + h10 * 100.0 * (2.0 * a * 100.0 - b) + h01
}

fn coefficients(kind: &str, weave: Weave) -> [f64; 3] {
    TABLE.iter().find(|row| row.0 == kind && row.1 == weave).expect("a row of the table").3
}

fn cut_of(value: &Value) -> Cut {
    let document = read(&value.to_string()).unwrap_or_else(|issues| panic!("{issues:#?}"));
    assemble(&document).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

/// Everything that reading and assembling find.
fn issues_of(value: &Value) -> Issues {
    match read(&value.to_string()) {
        Err(issues) => issues,
        Ok(document) => assemble(&document).expect_err("the document was spoilt"),
    }
}

fn centroid(sheet: &Sheet, triangle: usize) -> DVec2 {
    sheet.triangles[triangle].iter().map(|i| sheet.drawing[*i as usize]).sum::<DVec2>() / 3.0
}

/// Two rectangles side by side, the right edge of one sewn to the left edge of the other.
fn pair(kind: &str, weave: &str, [width, height]: [f64; 2]) -> Value {
    let mut right = rectangle_panel("right", width, height);
    right["placement"] = json!({"kind": "free", "translation_mm": [width, 0.0, 0.0]});
    let mut join = seam("s", &[("left", "e1")], &[("right", "e3")]);
    join["stitching"] = json!({"kind": kind});
    join["weave"] = json!(weave);
    document(&[rectangle_panel("left", width, height), right], &[join])
}

#[test]
fn the_rows_are_table_2_and_fade_out_evenly() {
    for (kind, weave, layers, row) in TABLE {
        let make = SeamTypes::find(kind).expect("a row").make;
        let built = make(&Given::from(&Values::new()), weave);
        assert_eq!(built.layers, layers);
        let at = |mm: f64| built.influence.stiffening(mm * 1e-3, Stiffening::Measured);
        let mut before = f64::INFINITY;
        for step in 0..=2500 {
            let mm = f64::from(step) * 0.1;
            let (found, expected) = (at(mm), stated(row, mm));
            assert!((found - expected).abs() < 1e-12, "{kind} {weave:?} {mm}: {found} {expected}");
            assert!(found <= before && found >= 1.0, "{kind} {weave:?} rises at {mm}");
            before = found;
        }
        // No kink where the curves join.
        for joint in [100.0, 200.0] {
            let slopes = [-1.0, 0.0].map(|side| (at(joint + (side + 1.0) * 1e-4) - at(joint + side * 1e-4)) / 1e-4);
            assert!((slopes[0] - slopes[1]).abs() < 1e-6, "{kind} {weave:?}: {slopes:?}");
        }
        let printed = built.influence.stiffening(0.03, Stiffening::Printed);
        assert!((printed - (1.0 + stated(row, 30.0) * (row[2] - 1.0))).abs() < 1e-12);
        assert_eq!(built.influence.stiffening(0.0, Stiffening::None), 1.0);
    }
}

#[test]
fn every_triangle_has_the_factor_of_its_distance() {
    for (kind, weave, _, row) in TABLE {
        let word = if weave == Weave::Twill { "twill" } else { "plain" };
        let cut = cut_of(&pair(kind, word, [300.0, 200.0]));
        for joined in [Joined::Apart, Joined::Sewn] {
            let model = Model::new(&cut, joined);
            let mut index = 0;
            for (sheet, line) in cut.sheets.iter().zip([0.3, 0.0]) {
                for triangle in 0..sheet.triangles.len() {
                    let expected = stated(row, (centroid(sheet, triangle).x - line).abs() * 1e3);
                    assert!((model.stiffening[index] - expected).abs() < 1e-9, "{kind} {weave:?}");
                    index += 1;
                }
            }
            assert!(model.hinges.iter().any(|hinge| hinge.strength > 0.95 * row[2]), "{kind}: hinges follow");
        }
    }
}

#[test]
fn the_printed_form_and_none_can_be_chosen() {
    let row = coefficients("seam.lap", Weave::Plain);
    for (word, expected) in [("printed", 1.0 + row[2] * (row[2] - 1.0)), ("none", 1.0)] {
        let mut value = pair("seam.lap", "plain", [300.0, 200.0]);
        value["seams"][0]["stiffening"] = json!(word);
        let model = Model::new(&cut_of(&value), Joined::Sewn);
        let most = model.stiffening.iter().copied().fold(0.0, f64::max);
        assert!(most <= expected && most > 0.9 * expected, "{word}: {most} {expected}");
    }
}

/// A notch from above between the seam on the right and what lies left of it: the way leads below.
#[test]
fn a_notch_is_gone_around() {
    let line = || json!({"kind": "line"});
    let corners = [
        (0.0, 0.0),
        (150.0, 0.0),
        (150.0, 150.0),
        (90.0, 150.0),
        (90.0, 40.0),
        (60.0, 40.0),
        (60.0, 150.0),
        (0.0, 150.0),
    ];
    let edges: Vec<_> = corners.iter().map(|(x, y)| (*x, *y, line())).collect();
    let mut right = rectangle_panel("right", 100.0, 150.0);
    right["placement"] = json!({"kind": "free", "translation_mm": [150.0, 0.0, 0.0]});
    let mut notched = panel("left", &edges);
    notched["mesh"]["size_mm"] = json!(10.0);
    let value = document(&[notched, right], &[seam("s", &[("left", "e1")], &[("right", "e3")])]);
    let cut = cut_of(&value);
    let sheet = &cut.sheets[0];
    let (near, far) = (DVec2::new(0.09, 0.04), DVec2::new(0.06, 0.04));
    let mut hidden = 0;
    for triangle in 0..sheet.triangles.len() {
        let c = centroid(sheet, triangle);
        let straight = 0.15 - c.x;
        let blocked = c.x < 0.06 && c.y > 0.04;
        // Around the lower corners, then straight to the seam.
        let way = if blocked { c.distance(far) + far.distance(near) + 0.06 } else { straight };
        hidden += usize::from(blocked);
        let expected = stated(coefficients("seam.plain", Weave::Plain), way * 1e3);
        assert!((sheet.local(triangle).stiffening - expected).abs() < 1e-9, "{c}");
    }
    assert!(hidden > 50);
}

#[test]
fn darts_are_seams_and_of_several_seams_the_largest_factor_holds() {
    let mut value = dart();
    value["panels"][0]["darts"][0]["stitching"] = json!({"kind": "seam.safety"});
    value["panels"][0]["darts"][0]["weave"] = json!("twill");
    // A second panel on the right edge, sewn with lap.
    let mut other = rectangle_panel("q", 200.0, 250.0);
    other["placement"] = json!({"kind": "free", "translation_mm": [300.0, 0.0, 0.0]});
    value["panels"].as_array_mut().unwrap().push(other);
    let mut join = seam("s", &[("p", "e1")], &[("q", "e3")]);
    join["stitching"] = json!({"kind": "seam.lap"});
    value["seams"] = json!([join]);
    let cut = cut_of(&value);
    let sheet = &cut.sheets[0];
    let tip = DVec2::new(0.15, 0.12);
    let to_leg = |c: DVec2, mouth: DVec2| {
        let along = tip - mouth;
        let t = ((c - mouth).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        c.distance(mouth + t * along)
    };
    let mut led = [0, 0];
    for triangle in 0..sheet.triangles.len() {
        let c = centroid(sheet, triangle);
        // Left and right of the dart the nearer leg is on the same side; the lap seam is straight ahead unless the
        // wedge is between, and then the dart is nearer by far.
        let dart = to_leg(c, DVec2::new(0.13, 0.0)).min(to_leg(c, DVec2::new(0.17, 0.0)));
        let of_dart = stated(coefficients("seam.safety", Weave::Twill), dart * 1e3);
        let of_lap = stated(coefficients("seam.lap", Weave::Plain), (0.3 - c.x) * 1e3);
        let behind = c.x < 0.15 && c.y < 0.12;
        if !behind {
            let found = sheet.local(triangle).stiffening;
            assert!((found - of_dart.max(of_lap)).abs() < 1e-9, "{c}: {found} {of_dart} {of_lap}");
            led[usize::from(of_lap > of_dart)] += 1;
        } else {
            assert!(sheet.local(triangle).stiffening >= of_dart - 1e-9);
        }
    }
    assert!(led.iter().all(|count| *count > 20), "{led:?}");
}

/// (layers − 1)·ρ·width·length, on any mesh, apart and sewn, straight and curved, half on each side.
#[test]
fn a_seams_mass_is_its_closed_form() {
    let density = 0.15;
    let mass = |model: &Model| model.masses.iter().sum::<f64>();
    let with = |value: &Value, width: f64, mesh: Value| {
        let mut value = value.clone();
        for panel in value["panels"].as_array_mut().unwrap() {
            panel["mesh"] = mesh.clone();
        }
        for seam in value["seams"].as_array_mut().unwrap() {
            seam["stitching"]["parameters"] = json!({"width_mm": width});
        }
        cut_of(&value)
    };
    let mut straight = tube();
    straight["seams"][0]["stitching"] = json!({"kind": "seam.lap"});
    // Two quarter discs of radius 200 mm sewn along their arcs.
    let arc = json!({"kind": "arc", "radius_mm": 200.0, "large": false, "counter_clockwise": true});
    let line = || json!({"kind": "line"});
    let quarter = |id| panel(id, &[(0.0, 0.0, line()), (200.0, 0.0, arc.clone()), (0.0, 200.0, line())]);
    let mut curved = document(&[quarter("a"), quarter("b")], &[seam("s", &[("a", "e1")], &[("b", "e1")])]);
    curved["seams"][0]["stitching"] = json!({"kind": "seam.safety"});
    for (value, layers, length) in [(straight, 4.0, 0.3), (curved, 3.0, 0.2 * std::f64::consts::FRAC_PI_2)] {
        for mesh in [
            json!({"size_mm": 40.0}),
            json!({"size_mm": 20.0}),
            json!({"size_mm": 11.0}),
            json!({"size_mm": 25.0, "seam_step": 0.2}),
        ] {
            let expected = (layers - 1.0) * density * 0.012 * length;
            let (heavy, light) = (with(&value, 12.0, mesh.clone()), with(&value, 0.0, mesh.clone()));
            for joined in [Joined::Apart, Joined::Sewn] {
                let found = mass(&Model::new(&heavy, joined)) - mass(&Model::new(&light, joined));
                assert!((found / expected - 1.0).abs() < 1e-6, "{mesh}: {found} {expected}");
            }
            // Apart, each side has its half.
            let [heavy_apart, light_apart] = [&heavy, &light].map(|cut| Model::new(cut, Joined::Apart));
            let side = |side: usize| {
                let mut points: Vec<u32> = heavy.seams[0].pairs.iter().map(|pair| pair[side]).collect();
                points.sort_unstable();
                points.dedup();
                let of = |model: &Model, p: u32| model.masses[model.particle_of[p as usize] as usize];
                points.iter().map(|p| of(&heavy_apart, *p) - of(&light_apart, *p)).sum::<f64>()
            };
            assert!((side(0) / expected - 0.5).abs() < 1e-6 && (side(1) / expected - 0.5).abs() < 1e-6);
        }
    }
}

/// Pairs of triangles that share an edge.
fn neighbours(model: &Model) -> Vec<[usize; 2]> {
    let mut edges: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    for (index, t) in model.triangles.iter().enumerate() {
        for k in 0..3 {
            let (a, b) = (t[k], t[(k + 1) % 3]);
            edges.entry((a.min(b), a.max(b))).or_default().push(index);
        }
    }
    // A hanging node would leave an edge of one triangle inside the cloth, or give one to more than two.
    assert!(edges.values().all(|triangles| triangles.len() <= 2));
    edges.into_values().filter(|triangles| triangles.len() == 2).map(|t| [t[0], t[1]]).collect()
}

/// Largest ratio of the factors of neighbours.
fn roughest(model: &Model) -> f64 {
    let ratio = |[a, b]: &[usize; 2]| {
        let (a, b) = (model.stiffening[*a], model.stiffening[*b]);
        a.max(b) / a.min(b)
    };
    neighbours(model).iter().map(ratio).fold(1.0, f64::max)
}

#[test]
fn refined_neighbours_differ_by_less_than_was_asked_for() {
    let mut cases: Vec<(String, Value)> = TABLE
        .iter()
        .map(|(kind, weave, ..)| {
            let word = if *weave == Weave::Twill { "twill" } else { "plain" };
            (format!("{kind} {word}"), pair(kind, word, [300.0, 250.0]))
        })
        .collect();
    let mut shirt = t_shirt();
    for (seam, kind) in shirt["seams"].as_array_mut().unwrap().iter_mut().zip(["seam.lap", "seam.plain"].iter().cycle())
    {
        seam["stitching"] = json!({"kind": kind});
    }
    cases.push(("shirt".to_owned(), shirt));
    for (name, value) in cases {
        let step = if name == "shirt" { 0.3 } else { 0.15 };
        let mut graded = value.clone();
        for panel in graded["panels"].as_array_mut().unwrap() {
            panel["mesh"] = json!({"size_mm": 25.0, "seam_step": step});
        }
        let cut = cut_of(&graded);
        let model = Model::new(&cut, Joined::Sewn);
        let (even, fine) = (Model::new(&cut_of(&value), Joined::Sewn), roughest(&model));
        assert!(fine < 1.0 + step, "{name}: neighbours differ by {fine}");
        for sheet in &cut.sheets {
            let found = quality(&sheet.drawing, &sheet.triangles);
            println!(
                "{name} {}: {} triangles, angles from {:.1}°, {:.1}° on average, ratio {:.3} ({:.3} even)",
                sheet.panel,
                sheet.triangles.len(),
                found.smallest_deg,
                found.mean_smallest_deg,
                fine,
                roughest(&even)
            );
            assert!(found.smallest_deg > 20.0 && found.mean_smallest_deg > 48.0, "{name}: {found:?}");
        }
        // Both sides of a seam are divided at the same ratios of their length.
        for (index, seam) in cut.seams.iter().enumerate() {
            let points: Vec<DVec2> = cut.sheets.iter().flat_map(|sheet| sheet.drawing.iter().copied()).collect();
            let ratios = |side: usize| -> Vec<f64> {
                let place = |pair: usize| points[seam.pairs[pair][side] as usize];
                let lengths = seam.segments.iter().map(|([from, to], _)| place(*from).distance(place(*to)));
                let along: Vec<f64> = lengths
                    .scan(0.0, |sum, length| {
                        *sum += length;
                        Some(*sum)
                    })
                    .collect();
                along.iter().map(|s| s / along[along.len() - 1]).collect()
            };
            for (a, b) in ratios(0).iter().zip(ratios(1)) {
                // Chords of curves of different curvature are shorter by different parts.
                assert!((a - b).abs() < 2e-3, "{name}, seam {index}: {a} {b}");
            }
        }
    }
}

/// A mesh that would be too large is refused as a whole.
#[test]
fn a_refinement_beyond_the_budget_is_an_issue() {
    let mut value = pair("seam.lap", "plain", [1500.0, 1500.0]);
    for panel in value["panels"].as_array_mut().unwrap() {
        panel["mesh"] = json!({"size_mm": 30.0, "seam_step": 0.004});
    }
    let issues = issues_of(&value);
    assert!(issues.iter().all(|issue| issue.code.contains("too-many-triangles")), "{issues:#?}");
}

/// Cotton, and an interlining of other numbers.
fn lined(mut value: Value) -> Value {
    let mut lining = serde_json::to_value(Fabric::plain_cotton("lining")).unwrap();
    lining["sheet"]["weight_g_per_m2"] = json!(60.0);
    lining["membrane"]["parameters"] = json!({});
    lining["bending"]["parameters"] = json!({"stiffness_un_m": 40.0});
    value["fabrics"].as_array_mut().unwrap().push(lining);
    value
}

fn region(corners: &[[f64; 2]]) -> Value {
    let outline: Vec<Value> = corners.iter().map(|from| json!({"from_mm": from})).collect();
    json!([{"id": "r", "fabric": "lining", "outline": outline}])
}

/// Area of the triangles of more than one layer.
fn lined_area(model: &Model) -> f64 {
    let lined = model.patches.iter().zip(&model.patch_fabrics).filter(|(_, fabric)| **fabric > 1);
    let area = |first: u32, count: u32| -> f64 {
        model.rest[first as usize..(first + count) as usize].iter().map(|rest| rest.area).sum()
    };
    lined.map(|(patch, _)| area(patch.first_triangle, patch.triangle_count)).sum()
}

#[test]
fn an_interlined_region_adds_exactly() {
    let plain = || lined(document(&[rectangle_panel("p", 300.0, 200.0)], &[]));
    // Inside; along two edges of the panel; the whole of it.
    let shapes: [(&[[f64; 2]], f64); 3] = [
        (&[[53.0, 41.0], [187.0, 41.0], [187.0, 139.0], [53.0, 139.0]], 0.134 * 0.098),
        (&[[0.0, 0.0], [111.0, 0.0], [111.0, 77.0], [0.0, 77.0]], 0.111 * 0.077),
        (&[[0.0, 0.0], [300.0, 0.0], [300.0, 200.0], [0.0, 200.0]], 0.06),
    ];
    // An affine stretch, the same in every triangle, so that energies go by area.
    let stretched = |model: &Model| -> Vec<DVec3> {
        model.start.iter().map(|p| DVec3::new(1.02 * p.x + 0.01 * p.y, 0.99 * p.y, 0.0)).collect()
    };
    let strain_energy = |model: &Model| membrane::Scratch::new(model).energy(model, &stretched(model));
    let of_fabric = |fabric: &str| {
        let mut value = plain();
        value["panels"][0]["fabric"] = json!(fabric);
        Model::new(&cut_of(&value), Joined::Sewn)
    };
    let (cotton, lining) = (of_fabric("cotton"), of_fabric("lining"));
    for (corners, area) in shapes {
        let mut value = plain();
        value["panels"][0]["interlined"] = region(corners);
        let model = Model::new(&cut_of(&value), Joined::Sewn);
        assert!((lined_area(&model) / area - 1.0).abs() < 1e-6, "{} {area}", lined_area(&model));
        let mass: f64 = model.masses.iter().sum();
        assert!((mass - (0.15 * 0.06 + 0.06 * area)).abs() < 1e-9);
        let expected = strain_energy(&cotton) + strain_energy(&lining) * area / 0.06;
        assert!((strain_energy(&model) / expected - 1.0).abs() < 1e-6);
        let triangles: u32 = model.patches.iter().map(|patch| patch.triangle_count).sum();
        assert_eq!(triangles as usize, model.triangles.len());
    }
    // Over the whole panel bending adds too, in any shape.
    let mut value = plain();
    value["panels"][0]["interlined"] = region(shapes[2].0);
    let model = Model::new(&cut_of(&value), Joined::Sewn);
    let rolled = |model: &Model| -> Vec<DVec3> {
        model.start.iter().map(|p| DVec3::new(p.x, p.y, 0.3 * p.x * p.x - 0.2 * p.x * p.y)).collect()
    };
    let bent = |model: &Model| bending::Scratch::new(model).energy(model, &rolled(model));
    assert!((bent(&model) / (bent(&cotton) + bent(&lining)) - 1.0).abs() < 1e-9);
    // The same as an interlining of the panel.
    let mut value = plain();
    value["panels"][0]["interlining"] = json!("lining");
    let whole = Model::new(&cut_of(&value), Joined::Sewn);
    assert_eq!((whole.masses, whole.triangles), (model.masses.clone(), model.triangles.clone()));
}

#[test]
fn regions_follow_symmetry_and_overlap() {
    // Half a panel, unfolded over its left edge, with a region that reaches the fold.
    let mut half = rectangle_panel("p", 150.0, 200.0);
    half["symmetry"] = json!({"kind": "unfold", "edge": "e3"});
    half["interlined"] = region(&[[0.0, 50.0], [80.0, 50.0], [80.0, 120.0], [0.0, 120.0]]);
    let model = Model::new(&cut_of(&lined(document(&[half], &[]))), Joined::Sewn);
    assert!((lined_area(&model) / (2.0 * 0.08 * 0.07) - 1.0).abs() < 1e-6, "{}", lined_area(&model));
    // Two regions that overlap: three layers there.
    let mut value = lined(document(&[rectangle_panel("p", 300.0, 200.0)], &[]));
    let mut both = region(&[[40.0, 40.0], [160.0, 40.0], [160.0, 120.0], [40.0, 120.0]]);
    let mut second = region(&[[100.0, 80.0], [240.0, 80.0], [240.0, 160.0], [100.0, 160.0]])[0].clone();
    second["id"] = json!("second");
    both.as_array_mut().unwrap().push(second);
    value["panels"][0]["interlined"] = both;
    let model = Model::new(&cut_of(&value), Joined::Sewn);
    let mass: f64 = model.masses.iter().sum();
    let expected = 0.15 * 0.06 + 0.06 * (0.12 * 0.08 + 0.14 * 0.08);
    assert!((mass / expected - 1.0).abs() < 1e-6, "{mass} {expected}");
}

/// A curve of the user's own: 5 at the seam, down to 2 at 60 mm along a straight line, gone at 90 mm.
#[test]
fn a_seam_may_have_its_own_curve() {
    let mut value = pair("seam.measured", "plain", [300.0, 200.0]);
    value["seams"][0]["stitching"] = json!({
        "kind": "seam.measured",
        "parameters": {"layers": 5, "width_mm": 8, "at_seam": 5, "measured_mm": 60, "faded_mm": 90},
        "curves": {"fall": {"slope": 0.05, "segments": [{"to": 60}]}},
    });
    let cut = cut_of(&value);
    let sheet = &cut.sheets[1];
    for triangle in 0..sheet.triangles.len() {
        let mm = centroid(sheet, triangle).x * 1e3;
        let found = sheet.local(triangle).stiffening;
        if mm <= 60.0 {
            assert!((found - (5.0 - 0.05 * mm)).abs() < 1e-9, "{mm}: {found}");
        } else if mm >= 90.0 {
            assert_eq!(found, 1.0);
        } else {
            let t = (mm - 60.0) / 30.0;
            let expected = 1.0 + (1.0 - t) * (1.0 - t) * ((1.0 + 2.0 * t) - 0.05 * 30.0 * t);
            assert!((found - expected).abs() < 1e-9, "{mm}: {found} {expected}");
        }
    }
}

#[test]
fn what_is_wrong_with_seams_and_regions_is_told() {
    let seamed = |change: &dyn Fn(&mut Value)| {
        let mut value = pair("seam.measured", "plain", [300.0, 200.0]);
        change(&mut value["seams"][0]);
        value
    };
    let with_region = |corners: &[[f64; 2]], fabric: &str| {
        let mut panel = rectangle_panel("p", 300.0, 200.0);
        panel["holes"] = json!([{"id": "h", "outline": [
            {"id": "h0", "from_mm": [200.0, 80.0]}, {"id": "h1", "from_mm": [240.0, 80.0]}, {"id": "h2", "from_mm": [220.0, 120.0]}]}]);
        panel["interlined"] = region(corners);
        panel["interlined"][0]["fabric"] = json!(fabric);
        lined(document(&[panel], &[]))
    };
    let square = [[40.0, 40.0], [120.0, 40.0], [120.0, 120.0], [40.0, 120.0]];
    let parameters = |values: Value| move |seam: &mut Value| seam["stitching"]["parameters"] = values.clone();
    let cases: Vec<(&str, &str, Value)> = vec![
        ("value.choice", "seams[0].stitching.kind", seamed(&|s| s["stitching"]["kind"] = json!("seam.french"))),
        ("value.choice", "seams[0].weave", seamed(&|s| s["weave"] = json!("satin"))),
        ("value.choice", "seams[0].stiffening", seamed(&|s| s["stiffening"] = json!("twice"))),
        ("value.range", "seams[0].stitching.parameters.at_seam", seamed(&parameters(json!({"at_seam": -3})))),
        ("value.range", "seams[0].stitching.parameters.width_mm", seamed(&parameters(json!({"width_mm": -1})))),
        ("seam.negative-stiffness", "seams[0].stitching.curves.fall", seamed(&parameters(json!({"at_seam": 1.2})))),
        ("seam.fades-early", "seams[0].stitching.parameters.faded_mm", seamed(&parameters(json!({"faded_mm": 80})))),
        ("seam.fades-steeply", "seams[0].stitching.parameters.faded_mm", seamed(&parameters(json!({"faded_mm": 900})))),
        (
            "curve.slope-not-positive",
            "seams[0].stitching.curves.fall",
            seamed(&|s| {
                s["stitching"]["curves"] = json!({"fall": {"slope": 0.01, "segments": [{"to": 100, "bend": [-2]}]}});
            }),
        ),
        ("seam.unknown-edge", "seams[0].a[0].edge", seamed(&|s| s["a"][0]["edge"] = json!("e7"))),
        ("value.range", "seams[0].a[0].to", seamed(&|s| s["a"][0]["to"] = json!(1.5))),
        ("fabric.unknown", "panels[0].interlined[0].fabric", with_region(&square, "felt")),
        (
            "interlining.leaves-panel",
            "panels[0].interlined[0].outline",
            with_region(&[[240.0, 10.0], [360.0, 10.0], [360.0, 60.0], [240.0, 60.0]], "lining"),
        ),
        (
            "interlining.leaves-panel",
            "panels[0].interlined[0].outline",
            with_region(&[[400.0, 10.0], [460.0, 10.0], [460.0, 60.0]], "lining"),
        ),
        (
            "interlining.half-on-border",
            "panels[0].interlined[0].outline",
            with_region(&[[100.0, 0.0], [350.0, 0.0], [290.0, 90.0], [100.0, 90.0]], "lining"),
        ),
        (
            "interlining.empty",
            "panels[0].interlined[0].outline",
            with_region(&[[200.0, 80.0], [240.0, 80.0], [220.0, 120.0]], "lining"),
        ),
        ("interlining.too-few-edges", "panels[0].interlined[0].outline", with_region(&square[..2], "lining")),
    ];
    for (code, place, value) in cases {
        let issues = issues_of(&value);
        let found: Vec<(&str, &str)> = issues.iter().map(|i| (i.code.as_str(), i.place.as_str())).collect();
        assert!(found.contains(&(code, place)), "{code} at {place}: {issues:#?}");
        assert!(issues.iter().all(|issue| issue.code == code && !issue.cure.is_empty()), "{code}: {issues:#?}");
    }
    // Crossed over itself.
    let bow_tie = with_region(&[[40.0, 40.0], [120.0, 120.0], [120.0, 40.0], [40.0, 120.0]], "lining");
    assert!(issues_of(&bow_tie).iter().all(|issue| issue.place == "panels[0].interlined[0].outline"));
}

/// A sample of `make study WORK=drapemeter`: one seed, one mesh. A lap seam's influence covers the whole sample, so that the
/// second adds little to the first, and between seeds more is chance.
#[test]
fn the_drape_coefficient_rises_with_every_seam() {
    let row = lab::find("drapemeter").unwrap();
    let mut fabric = Fabric::plain_cotton("fig-8");
    fabric.bending.parameters.insert("stiffness_un_m".to_owned(), 9.807);
    let run = |given: &[&str]| {
        let settings = lab::settings(row, given).unwrap();
        let mut bench =
            Bench { fabric: &fabric, settings: &settings, progress: &mut |_| {}, clock: || 0.0, frames: None };
        (row.make.run)(&mut bench).unwrap_or_else(|issues| panic!("{issues:#?}"))
    };
    let coefficients = ["none", "weft", "cross"].map(|seams| {
        let outcome = run(&[&format!("seams={seams}"), "triangles=700", "seed=3"]);
        assert_eq!(outcome.find("at_rest"), Some(&lab::Figure::Flag(true)), "{:?}", outcome.figures);
        assert_eq!(outcome.columns, ["angle_deg", "radius_m"]);
        // The coefficient is that of the contour: ½ Σ r² dφ.
        let radii = outcome.column("radius_m");
        assert!(radii.iter().all(|r| (0.09..0.155).contains(r)));
        let area = std::f64::consts::PI / radii.len() as f64 * radii.iter().map(|r| r * r).sum::<f64>();
        let disc = std::f64::consts::PI * 0.09 * 0.09;
        let whole = std::f64::consts::PI * 0.15 * 0.15;
        let found = outcome.number("drape_coefficient_pct").unwrap();
        assert!((found - 100.0 * (area - disc) / (whole - disc)).abs() < 1e-9);
        // The seams weigh (4 − 1)·ρ·10 mm on each 300 mm.
        let lengths = [("none", 0.0), ("weft", 0.3), ("cross", 0.6)];
        let length = lengths.iter().find(|(name, _)| *name == seams).unwrap().1;
        let mass = 0.15 * (whole + 3.0 * 0.01 * length) * 1e3;
        assert!((outcome.number("mass_g").unwrap() / mass - 1.0).abs() < 1e-3, "{:?}", outcome.figures);
        assert!((2.0..15.0).contains(&outcome.number("nodes").unwrap()), "{:?}", outcome.figures);
        found
    });
    println!("drape coefficients {coefficients:?}");
    assert!(coefficients[0] + 5.0 < coefficients[1] && coefficients[1] < coefficients[2], "{coefficients:?}");
}

#[test]
fn a_sample_that_cannot_be_laid_out_is_refused() {
    let row = lab::find("drapemeter").unwrap();
    let fabric = Fabric::plain_cotton("f");
    for (given, place) in
        [(&["disc_mm=290"][..], "set disc_mm"), (&["seams=shifted", "shift_mm=120"][..], "set shift_mm")]
    {
        let settings = lab::settings(row, given).unwrap();
        let mut bench =
            Bench { fabric: &fabric, settings: &settings, progress: &mut |_| {}, clock: || 0.0, frames: None };
        let issues = (row.make.run)(&mut bench).expect_err("no sample");
        assert_eq!((issues.len(), issues[0].place.as_str()), (1, place));
    }
}
