//! Garments drafted to measure: every row of the table on every figure of the size tables.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

use glam::DVec2;
use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;
use toile::body::{Measurements, SIZES, Size};
use toile::cloth::{Cut, Joined, Model, Stitches, assemble};
use toile::document::{Curve, Document, Edge, Panel, Symmetry};
use toile::garment::{self, Draft, Garment, Garments};
use toile::issue::Issues;
use toile::row::{Row, Table, Values};

/// How many openings the sewn garment has: hems, sleeves, neck, waist, or the whole rim of a cloth.
const OPENINGS: &[(&str, usize)] = &[
    ("garment.circle-skirt", 2),
    ("garment.a-line-skirt", 2),
    ("garment.t-shirt", 4),
    ("garment.tank-dress", 4),
    ("garment.trousers", 3),
    ("garment.shirt", 4),
    ("garment.hooded-top", 4),
    ("garment.kimono-dress", 4),
    ("garment.cape", 2),
    ("garment.tablecloth", 1),
];

fn measured(size: &Size) -> Measurements {
    Measurements::from(size.measurements)
}

fn woman() -> Measurements {
    measured(Size::find("woman-88").unwrap())
}

fn drafted(row: &Row<Garment>, m: &Measurements, values: &Values) -> Draft {
    (row.make.draft)(m, values).unwrap_or_else(|issues| panic!("{}: {issues:?}", row.id))
}

/// The draft in a document of its own, every panel flat at the origin.
fn flat(draft: &Draft) -> Document {
    let mut document = garment::all().swap_remove(0);
    document.bodies.clear();
    document.panels = draft.panels.clone();
    document.seams = draft.seams.clone();
    document.panels.iter_mut().for_each(|panel| panel.fabric.clone_from(&document.fabrics[0].id));
    document
}

fn cut(row: &Row<Garment>, m: &Measurements) -> Cut {
    let found: Result<Cut, Issues> = assemble(&flat(&drafted(row, m, &Values::new())));
    found.unwrap_or_else(|issues| panic!("{}: {issues:?}", row.id))
}

/// Every garment on every figure.
fn each(mut check: impl FnMut(&str, &Row<Garment>, &Measurements)) {
    for row in Garments::rows() {
        for size in SIZES {
            check(&format!("{} on {}", row.id, size.id), row, &measured(size));
        }
    }
}

fn row(id: &str) -> &'static Row<Garment> {
    Garments::find(id).unwrap()
}

/// Lengths of both sides of a seam on the flat panels, chord by chord, m.
fn lengths(cut: &Cut, seam: &Stitches) -> [f64; 2] {
    let points: Vec<_> = cut.sheets.iter().flat_map(|sheet| sheet.drawing.iter().copied()).collect();
    let side = |side: usize| {
        let at = |pair: usize| points[seam.pairs[pair][side] as usize];
        seam.segments.iter().map(|([from, to], _)| at(*from).distance(at(*to))).sum()
    };
    [side(0), side(1)]
}

/// By how much the first side of a seam may be longer than the second, in m for caps and as a part for the neckband; the
/// defaults of the rows.
fn stated(row: &str, seam: &str, other: f64) -> f64 {
    let cap = |ease: f64, share: f64| share * ease;
    match (row, seam) {
        ("garment.t-shirt", "neckband") => -0.04 * other,
        ("garment.t-shirt" | "garment.hooded-top", s) if s.starts_with("sleeve") && !s.ends_with("under") => {
            cap(0.005, 0.5)
        }
        ("garment.shirt", s) if s.starts_with("sleeve") && !s.ends_with("under") => cap(0.01, 0.5),
        _ => 0.0,
    }
}

#[test]
fn what_is_sewn_together_is_equally_long_but_for_the_stated_ease() {
    each(|name, row, m| {
        let draft = drafted(row, m, &Values::new());
        let cut = cut(row, m);
        for (seam, stitches) in draft.seams.iter().zip(&cut.seams) {
            let [a, b] = lengths(&cut, stitches);
            let ease = stated(row.id, &seam.id, b);
            // Chords of 20 mm on curves of 100 mm radius are short by 0.2 %; front and back halves share a cap's ease nearly
            // evenly.
            let tolerance = 0.001 + 0.001 * a + 0.1 * ease.abs();
            assert!((a - b - ease).abs() < tolerance, "{name}, {}: {a} and {b}, ease {ease}", seam.id);
        }
    });
}

/// Corners along the outline as it is drawn, 24 on every curve, mm.
fn corners(outline: &[Edge]) -> Vec<[f64; 2]> {
    const STEPS: usize = 24;
    let mut corners = Vec::new();
    for (index, edge) in outline.iter().enumerate() {
        let to = outline[(index + 1) % outline.len()].from_mm;
        let from = edge.from_mm;
        for k in 0..if edge.curve == Curve::Line { 1 } else { STEPS } {
            let t = k as f64 / STEPS as f64;
            let blend = |weights: [f64; 4], points: [[f64; 2]; 4]| {
                [0, 1].map(|axis| (0..4).map(|i| weights[i] * points[i][axis]).sum::<f64>())
            };
            let u = 1.0 - t;
            corners.push(match edge.curve {
                Curve::Cubic { control_1_mm, control_2_mm } => blend(
                    [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t],
                    [from, control_1_mm, control_2_mm, to],
                ),
                Curve::Arc { radius_mm, counter_clockwise, .. } => on_arc(from, to, radius_mm, counter_clockwise, t),
                _ => from,
            });
        }
    }
    corners
}

/// A point of the arc of less than half a circle.
fn on_arc(from: [f64; 2], to: [f64; 2], radius: f64, counter_clockwise: bool, t: f64) -> [f64; 2] {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let chord = dx.hypot(dy);
    let apothem = (radius * radius - 0.25 * chord * chord).max(0.0).sqrt();
    let sign = if counter_clockwise { 1.0 } else { -1.0 };
    // The centre lies to the left of the chord for an arc that turns left.
    let centre = [from[0] + 0.5 * dx - sign * apothem * dy / chord, from[1] + 0.5 * dy + sign * apothem * dx / chord];
    let start = (from[1] - centre[1]).atan2(from[0] - centre[0]);
    let angle = start + sign * t * 2.0 * (0.5 * chord / radius).min(1.0).asin();
    [centre[0] + radius * angle.cos(), centre[1] + radius * angle.sin()]
}

fn area_mm2(corners: &[[f64; 2]]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    0.5 * corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>()
}

fn crosses(a: [[f64; 2]; 2], b: [[f64; 2]; 2]) -> bool {
    let side = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) < 0.0 && side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) < 0.0
}

fn drawn(panels: &[Panel]) -> impl Iterator<Item = &Panel> {
    panels.iter().filter(|panel| !matches!(panel.symmetry, Symmetry::MirrorOf { .. }))
}

#[test]
fn outlines_are_simple_and_run_counter_clockwise() {
    each(|name, row, m| {
        for panel in drawn(&drafted(row, m, &Values::new()).panels) {
            let corners = corners(&panel.outline);
            assert!(area_mm2(&corners) > 1000.0, "{name}, {}", panel.id);
            let n = corners.len();
            let edge = |k: usize| [corners[k], corners[(k + 1) % n]];
            let crossed = (0..n).any(|i| (i + 2..n).any(|j| crosses(edge(i), edge(j))));
            assert!(!crossed, "{name}, {} crosses itself", panel.id);
        }
    });
}

/// Number of connected pieces, Euler characteristic and number of openings of the sewn surface.
fn topology(cut: &Cut) -> (usize, i64, usize) {
    let model = Model::new(cut, Joined::Sewn);
    let mut sides: BTreeMap<[u32; 2], usize> = BTreeMap::new();
    for t in &model.triangles {
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            *sides.entry([a.min(b), a.max(b)]).or_default() += 1;
        }
    }
    assert!(sides.values().all(|count| *count <= 2), "three triangles share an edge");
    let particles: BTreeSet<u32> = model.triangles.iter().flatten().copied().collect();
    let euler = particles.len() as i64 - sides.len() as i64 + model.triangles.len() as i64;
    let rim: Vec<[u32; 2]> = sides.iter().filter(|(_, count)| **count == 1).map(|(side, _)| *side).collect();
    let all: Vec<[u32; 2]> = sides.keys().copied().collect();
    (pieces(&all), euler, pieces(&rim))
}

/// Number of connected pieces of a graph.
fn pieces(edges: &[[u32; 2]]) -> usize {
    let mut root: BTreeMap<u32, u32> = edges.iter().flatten().map(|p| (*p, *p)).collect();
    fn find(root: &mut BTreeMap<u32, u32>, mut p: u32) -> u32 {
        while root[&p] != p {
            let above = root[&root[&p]];
            root.insert(p, above);
            p = above;
        }
        p
    }
    for [a, b] in edges {
        let (a, b) = (find(&mut root, *a), find(&mut root, *b));
        root.insert(a, b);
    }
    root.iter().filter(|(p, above)| p == above).count()
}

#[test]
fn sewn_surfaces_have_their_openings_and_no_others() {
    assert_eq!(OPENINGS.len(), Garments::rows().len());
    for (id, openings) in OPENINGS {
        for size in ["woman-88", "man-58-182", "child-128"] {
            let cut = cut(row(id), &measured(Size::find(size).unwrap()));
            // One surface without handles: a sphere with as many holes.
            assert_eq!(topology(&cut), (1, 2 - *openings as i64, *openings), "{id} on {size}");
        }
    }
}

#[test]
fn a_circle_skirt_is_a_ring() {
    for (circle, length_cm) in [(1.0, 55.0), (0.5, 70.0)] {
        let m = woman();
        let values = Values::from([("circle".to_owned(), circle), ("length_cm".to_owned(), length_cm)]);
        let draft = drafted(row("garment.circle-skirt"), &m, &values);
        let gores = draft.panels.iter().filter(|panel| panel.id != "waistband");
        let area: f64 = gores.map(|panel| 2.0 * area_mm2(&corners(&panel.outline)) * 1e-6).sum();
        let inner = m.waist / (2.0 * PI * circle);
        let outer = inner + 0.01 * length_cm;
        let wanted = circle * PI * (outer * outer - inner * inner);
        // 24 chords on 45° have (π/4/24)²/6 less area.
        assert!((area / wanted - 1.0).abs() < 5e-4, "{area} and {wanted}");
    }
}

#[test]
fn girths_are_the_bodys_and_their_ease() {
    let total = |cut: &Cut, draft: &Draft, seam: &str, side: usize| {
        let at = draft.seams.iter().position(|each| each.id == seam).unwrap();
        lengths(cut, &cut.seams[at])[side]
    };
    for size in SIZES {
        let m = measured(size);
        let of = |id: &str| (cut(row(id), &m), drafted(row(id), &m, &Values::new()));
        // Darts closed, the waist of each skirt and of trousers is the body's and the ease of the row.
        for (id, ease) in [("garment.circle-skirt", 0.0), ("garment.a-line-skirt", 0.01), ("garment.trousers", 0.01)] {
            let (cut, draft) = of(id);
            let waist = total(&cut, &draft, "waistband", 1);
            assert!((waist - m.waist - ease).abs() < 0.001, "{id} on {}: {waist}", size.id);
        }
        let (cut, draft) = of("garment.shirt");
        let neck = total(&cut, &draft, "collar", 1);
        assert!((neck - m.neck - 0.03).abs() < 0.001 + 0.003 * neck, "{}: {neck}", size.id);
    }
}

#[test]
fn darts_take_up_what_the_hip_has_more_than_the_waist() {
    for size in SIZES {
        let m = measured(size);
        let draft = drafted(row("garment.a-line-skirt"), &m, &Values::new());
        let surplus = 0.25 * (m.hip + 0.04 - m.waist - 0.01) * 1e3;
        for panel in draft.panels.iter().filter(|panel| panel.id != "waistband") {
            let darts: f64 = panel.darts.iter().map(|dart| dart.width_mm).sum();
            assert!((darts - 0.5 * surplus).abs() < 1e-9, "{}: {darts} of {surplus}", size.id);
            let side = panel.outline.iter().find(|edge| edge.id == "waist").unwrap().from_mm[0];
            let hip = panel.outline.iter().find(|edge| edge.id == "side-hip").unwrap().from_mm[0];
            // The other half is between hip and waist at the side; the waist's rise makes it a little longer.
            assert!((hip - side - 0.5 * surplus).abs() < 1.0, "{}: {}", size.id, hip - side);
        }
    }
}

#[test]
fn another_body_gives_another_pattern() {
    for row in Garments::rows().iter().filter(|row| row.make.stand.is_none()) {
        let [small, large] = ["woman-80", "woman-100"].map(|id| {
            let draft = drafted(row, &measured(Size::find(id).unwrap()), &Values::new());
            drawn(&draft.panels).map(|panel| area_mm2(&corners(&panel.outline))).sum::<f64>()
        });
        assert!(large > 1.02 * small, "{}: {small} and {large} mm²", row.id);
    }
}

#[test]
fn every_number_changes_the_pattern() {
    for row in Garments::rows() {
        let plain = drafted(row, &woman(), &Values::new());
        for parameter in row.parameters {
            let [least, most] = parameter.soft;
            let value = if parameter.default - least > most - parameter.default { least } else { most };
            let draft = drafted(row, &woman(), &Values::from([(parameter.id.to_owned(), value)]));
            // The table's height moves the table alone.
            let moves_the_stand = row.make.stand.is_some() && parameter.id == "height_cm";
            assert!(draft.panels != plain.panels || moves_the_stand, "{}: {}", row.id, parameter.id);
            let found = assemble(&flat(&draft)).err();
            assert!(found.is_none(), "{}: {} = {value}: {found:?}", row.id, parameter.id);
        }
    }
}

#[test]
fn a_sleeve_that_no_armhole_takes_is_refused() {
    let values = Values::from([("arm_ease_cm".to_owned(), 40.0)]);
    let issues = (row("garment.t-shirt").make.draft)(&woman(), &values).unwrap_err();
    assert_eq!(issues[0].code, "garment.sleeve-too-wide");
    let values = Values::from([("sleeve_cm".to_owned(), 12.0), ("armhole_cm".to_owned(), 20.0)]);
    let issues = (row("garment.t-shirt").make.draft)(&woman(), &values).unwrap_err();
    assert_eq!(issues[0].code, "garment.sleeve-too-short");
}

#[test]
fn fabrics_and_titles_are_there() {
    for row in Garments::rows() {
        assert!(toile::fabric::presets::find(row.make.fabric).is_some(), "{}: {}", row.id, row.make.fabric);
        assert!(row.id.starts_with("garment.") && !row.title.is_empty() && !row.help.is_empty(), "{}", row.id);
        assert_eq!(row.make.anchor.is_none(), row.make.stand.is_some(), "{}", row.id);
        for parameter in row.parameters {
            let inside = |value: f64, range: [f64; 2]| (range[0]..=range[1]).contains(&value);
            assert!(inside(parameter.default, parameter.soft), "{}: {}", row.id, parameter.id);
            assert!(parameter.soft.iter().all(|end| inside(*end, parameter.hard)), "{}: {}", row.id, parameter.id);
        }
    }
}

/// A narrow curve under the arm would gather the whole pull of the sleeve in a few threads.
#[test]
fn a_kimono_sleeve_meets_the_side_in_a_wide_arc() {
    let row = Garments::find("garment.kimono-dress").unwrap();
    for size in SIZES {
        for panel in &drafted(row, &measured(size), &Values::new()).panels {
            let at = |id: &str| panel.outline.iter().position(|edge| edge.id == id).expect("has the edge");
            let (from, to) = (&panel.outline[at("side")], &panel.outline[at("under")]);
            let Curve::Cubic { control_1_mm, control_2_mm } = from.curve else { panic!("a curve") };
            let [p0, p1, p2, p3] = [from.from_mm, control_1_mm, control_2_mm, to.from_mm].map(DVec2::from_array);
            // Curvature of a cubic from its derivatives; an arc of 50 mm, or a narrower one where the sleeve is short.
            let sharpest = (0..=100).map(|k| f64::from(k) / 100.0).map(|t| {
                let first =
                    3.0 * ((p1 - p0) * (1.0 - t) * (1.0 - t) + (p2 - p1) * 2.0 * t * (1.0 - t) + (p3 - p2) * t * t);
                let second = 6.0 * ((p2 - 2.0 * p1 + p0) * (1.0 - t) + (p3 - 2.0 * p2 + p1) * t);
                first.perp_dot(second).abs() / first.length().powi(3)
            });
            let radius = 1.0 / sharpest.fold(0.0, f64::max);
            assert!(radius > 30.0, "{} {}: {radius} mm", size.id, panel.id);
        }
    }
}

/// Where shoulder and sleeve meet at a corner, the corners of front and back stand up from the arm as the tip of a cone.
#[test]
fn a_kimono_sleeve_goes_over_the_arm_without_a_corner() {
    let row = Garments::find("garment.kimono-dress").unwrap();
    for (size, sleeve_cm) in SIZES.iter().flat_map(|size| [(size, 38.0), (size, 12.0)]) {
        let values = Values::from([("sleeve_cm".to_owned(), sleeve_cm), ("cuff_cm".to_owned(), 10.0)]);
        for panel in &drafted(row, &measured(size), &values).panels {
            let at = |id: &str| panel.outline.iter().position(|edge| edge.id == id).expect("has the edge");
            let point = |id: &str| DVec2::from_array(panel.outline[at(id)].from_mm);
            let curve = &panel.outline[at("over-shoulder")].curve;
            let Curve::Cubic { control_1_mm, control_2_mm } = *curve else { panic!("a curve") };
            let [c1, c2] = [control_1_mm, control_2_mm].map(DVec2::from_array);
            let sleeve = (point("over-shoulder") - point("over")).normalize();
            let shoulder = (point("neck") - point("shoulder")).normalize();
            for (way, handle) in [(sleeve, c1 - point("over-shoulder")), (shoulder, point("shoulder") - c2)] {
                assert!(way.dot(handle.normalize()) > 1.0 - 1e-9, "{} {}: {way} {handle}", size.id, panel.id);
            }
            assert!(point("over").distance(point("over-shoulder")) > 10.0, "{} {}: a straight end", size.id, panel.id);
        }
    }
}
