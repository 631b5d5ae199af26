//! Everything wrong is reported, with its place, and nothing panics.

use super::fixtures::{Panel, p, rectangle};
use crate::pattern::{
    Edge, EdgeDivision, MeshRequest, Outline, Place, Problem, ProblemKind, check, suggested_count, triangulate,
};
use glam::DVec2;
use kurbo::{Affine, Point};
use proptest::prelude::*;

fn problems(outline: Outline) -> Vec<Problem> {
    check(&Panel::of(outline).drawing())
}

#[test]
fn a_sound_panel_has_no_problems() {
    assert_eq!(problems(rectangle(0.3, 0.2)), vec![]);
    assert_eq!(problems(super::fixtures::sleeve()), vec![]);
}

#[test]
fn crossing_edges_are_named_with_the_place() {
    let found = problems(Outline::polygon(&[p(0.0, 0.0), p(1.0, 1.0), p(1.0, 0.0), p(0.0, 2.0)]));
    let kind = ProblemKind::Crosses { other: Place::Outline, other_edge: 2 };
    let crossing = found.iter().find(|q| q.kind == kind).expect("edges 0 and 2 cross");
    assert_eq!((crossing.place, crossing.edge), (Place::Outline, 0));
    assert!((crossing.at - p(2.0 / 3.0, 2.0 / 3.0)).hypot() < 1e-9);
}

#[test]
fn a_curve_that_crosses_itself_or_another_is_found() {
    let looped = Outline::new(vec![
        Edge::cubic(p(0.0, 0.0), p(1.5, 0.6), p(-0.5, 0.6), p(1.0, 0.0)),
        Edge::line(p(1.0, 0.0), p(0.5, -0.5)),
        Edge::line(p(0.5, -0.5), p(0.0, 0.0)),
    ]);
    let found = problems(looped.reversed());
    assert!(
        found.iter().any(|q| q.kind == ProblemKind::Crosses { other: Place::Outline, other_edge: 2 } && q.edge == 2)
    );
    let bulging = Outline::new(vec![
        Edge::quadratic(p(0.0, 0.0), p(0.5, 1.0), p(1.0, 0.0)),
        Edge::line(p(1.0, 0.0), p(1.0, 0.3)),
        Edge::line(p(1.0, 0.3), p(0.0, 0.3)),
        Edge::line(p(0.0, 0.3), p(0.0, 0.0)),
    ]);
    assert!(problems(bulging).iter().any(|q| q.edge == 0 && matches!(q.kind, ProblemKind::Crosses { .. })));
}

#[test]
fn touching_counts_and_nearly_touching_does_not() {
    let notched = |gap: f64| {
        Outline::new(vec![
            Edge::line(p(0.0, 0.0), p(1.0, 0.0)),
            Edge::line(p(1.0, 0.0), p(1.0, 0.5)),
            Edge::quadratic(p(1.0, 0.5), p(0.5, -0.5 + 2.0 * gap), p(0.0, 0.5)),
            Edge::line(p(0.0, 0.5), p(0.0, 0.0)),
        ])
    };
    assert!(!problems(notched(0.0)).is_empty());
    assert!(!problems(notched(1e-6)).is_empty(), "a micrometre is no gap");
    assert_eq!(problems(notched(1e-3)), vec![]);
}

#[test]
fn a_tangent_cusp_is_no_crossing() {
    // Two circles that touch inside at the origin, drawn as one crescent.
    let crescent = Outline::new(vec![
        Edge::arc(p(0.0, 0.0), p(0.0, 1.0), 0.5, false, true).expect("an arc"),
        Edge::arc(p(0.0, 1.0), p(0.0, 0.8), 0.1, false, true).expect("an arc"),
        Edge::arc(p(0.0, 0.8), p(0.0, 0.0), 0.4, false, false).expect("an arc"),
    ]);
    assert_eq!(problems(crescent), vec![]);
}

#[test]
fn clockwise_open_empty_flat_and_missing_are_told() {
    let kinds = |o: Outline| problems(o).into_iter().map(|q| q.kind).collect::<Vec<_>>();
    assert_eq!(kinds(rectangle(1.0, 1.0).reversed()), vec![ProblemKind::Clockwise]);
    assert_eq!(kinds(Outline::new(vec![])), vec![ProblemKind::TooFewEdges { edges: 0 }]);
    let mut open = rectangle(1.0, 1.0);
    open.edges[2] = Edge::line(p(1.0, 1.5), p(0.0, 1.0));
    assert_eq!(kinds(open), vec![ProblemKind::Open { gap: 0.5 }]);
    let repeated = Outline::polygon(&[p(0.0, 0.0), p(1.0, 0.0), p(1.0, 0.0), p(0.0, 1.0)]);
    assert_eq!(kinds(repeated), vec![ProblemKind::ZeroLength]);
    let flat = kinds(Outline::polygon(&[p(0.0, 0.0), p(1.0, 0.0), p(0.5, 0.0)]));
    assert!(flat.contains(&ProblemKind::NoArea), "{flat:?}");
    let nan = kinds(Outline::polygon(&[p(0.0, 0.0), p(f64::NAN, 0.0), p(0.0, 1.0)]));
    assert!(nan.iter().all(|k| *k == ProblemKind::NotFinite) && !nan.is_empty(), "{nan:?}");
}

#[test]
fn holes_and_lines_in_the_wrong_place_are_told() {
    let hole = |x: f64, y: f64, s: f64| rectangle(s, s).transformed(Affine::translate((x, y)));
    let panel = |holes: Vec<Outline>, lines: Vec<Edge>| Panel { outline: rectangle(1.0, 1.0), holes, lines };
    let kinds = |panel: Panel| check(&panel.drawing()).into_iter().map(|q| (q.kind, q.place)).collect::<Vec<_>>();
    assert_eq!(kinds(panel(vec![hole(0.2, 0.2, 0.2), hole(0.6, 0.2, 0.2)], vec![])), vec![]);
    assert_eq!(kinds(panel(vec![hole(2.0, 0.2, 0.2)], vec![])), vec![(ProblemKind::HoleOutside, Place::Hole(0))]);
    let inside = kinds(panel(vec![hole(0.2, 0.2, 0.5), hole(0.3, 0.3, 0.1)], vec![]));
    assert_eq!(inside, vec![(ProblemKind::HoleInHole { other: 0 }, Place::Hole(1))]);
    let over = kinds(panel(vec![hole(0.2, 0.2, 0.3), hole(0.4, 0.4, 0.3)], vec![]));
    assert!(over.iter().all(|k| matches!(k.0, ProblemKind::Crosses { other: Place::Hole(1), .. })) && !over.is_empty());
    let across = kinds(panel(vec![hole(0.9, 0.4, 0.3)], vec![]));
    assert!(
        across.iter().all(|k| matches!(k.0, ProblemKind::Crosses { other: Place::Hole(0), .. })) && !across.is_empty()
    );
    let line = |a: Point, b: Point| kinds(panel(vec![hole(0.4, 0.4, 0.2)], vec![Edge::line(a, b)]));
    assert_eq!(line(p(0.0, 0.2), p(1.0, 0.3)), vec![]);
    for (a, b) in [(p(0.1, 0.5), p(0.9, 0.5)), (p(0.5, 0.1), p(0.5, 1.5)), (p(1.2, 0.0), p(1.2, 1.0))] {
        assert_eq!(line(a, b), vec![(ProblemKind::LineOutside, Place::Line(0))], "{a:?} {b:?}");
    }
    let inside_the_hole = line(p(0.45, 0.45), p(0.55, 0.55));
    assert_eq!(inside_the_hole, vec![(ProblemKind::LineOutside, Place::Line(0))]);
}

#[test]
fn an_arc_too_small_for_its_chord_is_refused() {
    let found = Edge::arc(p(0.0, 0.0), p(1.0, 0.0), 0.4, false, true);
    assert_eq!(found, Err(ProblemKind::ArcRadius { radius: 0.4, least: 0.5 }));
    assert_eq!(Edge::arc(p(0.0, 0.0), p(0.0, 0.0), 0.4, false, true), Err(ProblemKind::ZeroLength));
    assert_eq!(Edge::arc(p(0.0, 0.0), p(1.0, 0.0), f64::NAN, false, true), Err(ProblemKind::NotFinite));
}

fn meshed(divisions: &[EdgeDivision], size: &dyn Fn(DVec2) -> f64) -> Vec<ProblemKind> {
    let outline = rectangle(1.0, 1.0);
    let request = MeshRequest {
        outline: &outline,
        holes: &[],
        lines: &[],
        outline_divisions: divisions,
        hole_divisions: &[],
        line_divisions: &[],
        size,
        most_triangles: 100_000,
    };
    triangulate(&request).err().unwrap_or_default().into_iter().map(|q| q.kind).collect()
}

#[test]
fn divisions_and_sizes_that_make_no_sense_are_refused() {
    let edge = |breaks: &[f64]| EdgeDivision { breaks: breaks.to_vec() };
    let good = edge(&[0.0, 0.5, 1.0]);
    let four = vec![good.clone(); 4];
    assert_eq!(meshed(&four, &|_| 0.1), vec![]);
    assert_eq!(meshed(&four[..3], &|_| 0.1), vec![ProblemKind::Division]);
    for bad in [&[0.0, 0.5][..], &[0.0, 0.7, 0.6, 1.0], &[0.1, 1.0], &[0.0, f64::NAN, 1.0], &[], &[0.0, 0.5, 0.5, 1.0]]
    {
        let divisions = vec![good.clone(), edge(bad), good.clone(), good.clone()];
        assert_eq!(meshed(&divisions, &|_| 0.1), vec![ProblemKind::Division], "{bad:?}");
    }
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(meshed(&four, &|_| size)[..], [ProblemKind::Size { .. }]), "{size}");
    }
}

#[test]
fn a_mesh_beyond_the_limit_is_refused_before_it_is_built() {
    let outline = rectangle(1.0, 1.0);
    let divisions: Vec<_> = outline.edges.iter().map(|e| EdgeDivision::equal(e, 10_000)).collect();
    let found = meshed(&divisions, &|_| 1e-4);
    let [ProblemKind::TooManyTriangles { estimate, limit }] = found[..] else { panic!("{found:?}") };
    assert_eq!(limit, 100_000);
    assert!(estimate > 1e7, "{estimate}");
}

#[test]
fn loops_divided_too_coarsely_are_told_from_crossing_ones() {
    // A thin ring: with four pieces each, the inner square pokes through the outer one's sides if turned by 45°.
    let outer = Outline::circle(p(0.0, 0.0), 0.1).expect("a circle");
    let inner = Outline::circle(p(0.0, 0.0), 0.09).expect("a circle").transformed(Affine::rotate(0.785));
    let one = |o: &Outline| o.edges.iter().map(|e| EdgeDivision::equal(e, 1)).collect::<Vec<_>>();
    let (outline_divisions, hole_divisions) = (one(&outer), vec![one(&inner)]);
    let holes = [inner];
    let request = MeshRequest {
        outline: &outer,
        holes: &holes,
        lines: &[],
        outline_divisions: &outline_divisions,
        hole_divisions: &hole_divisions,
        line_divisions: &[],
        size: &|_| 0.1,
        most_triangles: 1000,
    };
    let found = triangulate(&request).expect_err("too coarse");
    assert!(found.iter().all(|q| matches!(q.kind, ProblemKind::DivisionCrosses { .. })), "{found:?}");
}

/// Numbers a hostile or broken file may hold.
fn hostile() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1.0f64..1.0,
        prop_oneof![Just(0.0), Just(-0.0), Just(1.0), Just(0.5)],
        (-1.0f64..1.0).prop_map(|x| x * 1e-9),
        (-1.0f64..1.0).prop_map(|x| x * 1e9),
        prop_oneof![Just(f64::NAN), Just(f64::INFINITY), Just(f64::MAX), Just(f64::MIN_POSITIVE), Just(1e-300)],
    ]
}

fn hostile_point() -> impl Strategy<Value = Point> {
    (hostile(), hostile()).prop_map(|(x, y)| p(x, y))
}

fn hostile_loop() -> impl Strategy<Value = Outline> {
    prop::collection::vec((hostile_point(), hostile_point(), hostile_point(), 0..4u8, hostile()), 0..6).prop_map(
        |corners| {
            let n = corners.len();
            let edges = (0..n).map(|i| {
                let (a, c1, c2, kind, r) = corners[i];
                let b = corners[(i + 1) % n].0;
                match kind {
                    0 => Edge::line(a, b),
                    1 => Edge::quadratic(a, c1, b),
                    2 => Edge::cubic(a, c1, c2, b),
                    _ => Edge::arc(a, b, r, r > 0.3, true).unwrap_or_else(|_| Edge::line(a, b)),
                }
            });
            Outline::new(edges.collect())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_panics(
        outline in hostile_loop(),
        hole in hostile_loop(),
        (a, b) in (hostile_point(), hostile_point()),
        size in hostile(),
        at in hostile(),
    ) {
        for e in &outline.edges {
            e.split(at);
            e.notch(at);
            suggested_count(e, (0.0, at), &|_| size, f64::INFINITY);
        }
        let _ = outline.unfold(0);
        let _ = outline.mirrored(a, b).bounding_box();
        let _ = outline.offset(&vec![0.01; outline.edges.len()]);
        let panel = Panel { outline, holes: vec![hole], lines: vec![Edge::line(a, b)] };
        let found = check(&panel.drawing());
        let divide = |o: &Outline| o.edges.iter().map(|e| EdgeDivision::equal(e, 3)).collect::<Vec<_>>();
        let request = MeshRequest {
            outline: &panel.outline,
            holes: &panel.holes,
            lines: &panel.lines,
            outline_divisions: &divide(&panel.outline),
            hole_divisions: &[divide(&panel.holes[0])],
            line_divisions: &[EdgeDivision::equal(&panel.lines[0], 3)],
            size: &|_| size,
            most_triangles: 20_000,
        };
        let result = triangulate(&request);
        prop_assert!(found.is_empty() || result.is_err());
    }

    /// Without the holes more drawings are valid, so that the mesher itself is reached.
    #[test]
    fn nothing_panics_in_the_mesher(
        corners in prop::collection::vec(hostile_point(), 3..7),
        size in 1e-3f64..1.0,
    ) {
        let panel = Panel::of(Outline::polygon(&corners));
        let divisions: Vec<_> = panel.outline.edges.iter().map(|e| EdgeDivision::equal(e, 2)).collect();
        let request = MeshRequest {
            outline: &panel.outline,
            holes: &[],
            lines: &[],
            outline_divisions: &divisions,
            hole_divisions: &[],
            line_divisions: &[],
            size: &|_| size,
            most_triangles: 20_000,
        };
        if let Ok(mesh) = triangulate(&request) {
            prop_assert!(!mesh.triangles.is_empty());
        }
    }
}
