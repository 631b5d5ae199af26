//! Random panels: whatever passes the check can be meshed, and the mesh is sound.

use super::fixtures::{Panel, p};
use super::sound::{area, assert_sound};
use crate::pattern::{Edge, Outline, ProblemKind, check, quality, smallest_angle};
use glam::DVec2;
use kurbo::{Affine, Point, Vec2};
use proptest::prelude::*;
use std::f64::consts::PI;

/// How an edge between two corners is drawn.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Line,
    Quadratic(f64),
    Cubic(f64, f64),
    Arc(f64, bool),
}

fn shape(bend: f64) -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Line),
        (-bend..bend).prop_map(Shape::Quadratic),
        (-bend..bend, -bend..bend).prop_map(|(a, b)| Shape::Cubic(a, b)),
        (0.55f64..3.0, any::<bool>()).prop_map(|(r, ccw)| Shape::Arc(r, ccw)),
    ]
}

fn edge(a: Point, b: Point, shape: Shape) -> Edge {
    let d = b - a;
    let side = Vec2::new(d.y, -d.x);
    match shape {
        Shape::Line => Edge::line(a, b),
        Shape::Quadratic(k) => Edge::quadratic(a, a + 0.5 * d + k * side, b),
        Shape::Cubic(k, l) => Edge::cubic(a, a + 0.3 * d + k * side, a + 0.7 * d + l * side, b),
        Shape::Arc(r, ccw) => Edge::arc(a, b, r * d.hypot(), false, ccw).expect("the radius is large enough"),
    }
}

/// A loop of corners seen from the origin one after another, at these distances.
fn star(radii: &[f64], shapes: &[Shape], turn: f64) -> Outline {
    let n = radii.len();
    let corner = |i: usize| {
        let angle = turn + i as f64 / n as f64 * std::f64::consts::TAU;
        p(radii[i] * libm::cos(angle), radii[i] * libm::sin(angle))
    };
    Outline::new((0..n).map(|i| edge(corner(i), corner((i + 1) % n), shapes[i])).collect())
}

fn stars(bend: f64, least: f64) -> impl Strategy<Value = Outline> {
    (4usize..12).prop_flat_map(move |n| {
        let radii = prop::collection::vec(least..0.5, n);
        let shapes = prop::collection::vec(shape(bend), n);
        (radii, shapes, 0.0f64..6.0).prop_map(|(r, s, t)| star(&r, &s, t))
    })
}

/// A simple outline that is not star-shaped: a wavy band, its two sides moving together.
fn bands() -> impl Strategy<Value = Outline> {
    (3usize..8).prop_flat_map(|n| {
        let rise = prop::collection::vec(-0.2f64..0.2, n);
        let width = prop::collection::vec(0.008f64..0.1, n);
        (rise, width).prop_map(move |(rise, width)| {
            let x = |i: usize| 0.15 * i as f64;
            let below = (0..n).map(|i| p(x(i), rise[i] - width[i]));
            let above = (0..n).rev().map(|i| p(x(i), rise[i] + width[i]));
            Outline::polygon(&below.chain(above).collect::<Vec<_>>())
        })
    })
}

/// Meshes a panel that passes the check; only a division too coarse for its curves may be refused.
fn mesh_or_coarse(panel: &Panel, size: f64) -> Result<(), TestCaseError> {
    panel.mesh_with(&|_| size, |request, result| {
        match result {
            Ok(mesh) => {
                assert_sound(request, &mesh);
                let exact = panel.outline.area() - panel.holes.iter().map(|h| h.area().abs()).sum::<f64>();
                prop_assert!((area(&mesh) / exact - 1.0).abs() < 1e-4, "area {} of {exact}", area(&mesh));
            }
            Err(problems) => {
                let coarse = |k: &ProblemKind| matches!(k, ProblemKind::DivisionCrosses { .. });
                prop_assert!(problems.iter().all(|q| coarse(&q.kind)), "{problems:?}");
            }
        }
        Ok(())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn straight_stars_always_mesh(outline in stars(0.1, 0.08).prop_map(straightened), size in 0.008f64..0.08) {
        let panel = Panel::of(outline);
        prop_assert_eq!(check(&panel.drawing()), vec![]);
        panel.mesh(size);
    }

    #[test]
    fn bands_always_mesh(outline in bands(), size in 0.005f64..0.06) {
        let panel = Panel::of(outline);
        prop_assume!(check(&panel.drawing()).is_empty());
        panel.mesh(size);
    }

    #[test]
    fn curved_stars_that_pass_the_check_mesh(outline in stars(0.4, 0.05), size in 0.008f64..0.08) {
        let panel = Panel::of(outline);
        prop_assume!(check(&panel.drawing()).is_empty());
        mesh_or_coarse(&panel, size)?;
    }

    #[test]
    fn panels_with_holes_and_lines_mesh(
        outline in stars(0.2, 0.3),
        hole in stars(0.3, 0.2),
        at in (-0.1f64..0.1, -0.1f64..0.1),
        ends in prop::collection::vec((-0.3f64..0.3, -0.3f64..0.3), 4),
        size in 0.01f64..0.05,
    ) {
        let holes = vec![
            hole.transformed(Affine::translate((at.0 + 0.12, at.1)) * Affine::scale(0.15)),
            hole.transformed(Affine::translate((at.0 - 0.12, at.1)) * Affine::scale(0.1)).reversed(),
        ];
        let lines = vec![
            Edge::line(p(ends[0].0, ends[0].1), p(ends[1].0, ends[1].1)),
            Edge::line(p(ends[2].0, ends[2].1), p(ends[3].0, ends[3].1)),
        ];
        let mut panel = Panel { outline, holes, lines };
        if !check(&panel.drawing()).is_empty() {
            panel.lines.clear();
        }
        prop_assume!(check(&panel.drawing()).is_empty());
        mesh_or_coarse(&panel, size)?;
    }

    /// Angles below 25° are the outline's own: they lie at corners sharper than 60°.
    #[test]
    fn only_sharp_corners_have_sharp_triangles(
        outline in stars(0.1, 0.1).prop_map(straightened), size in 0.008f64..0.05,
    ) {
        let corners: Vec<DVec2> = outline.edges.iter().map(|e| DVec2::new(e.start().x, e.start().y)).collect();
        let n = corners.len();
        let sharp = |i: usize| {
            let (to, from) = (corners[(i + 1) % n] - corners[i], corners[(i + n - 1) % n] - corners[i]);
            let angle = libm::atan2(to.perp_dot(from), to.dot(from));
            (0.0..PI / 3.0).contains(&angle)
        };
        let mesh = Panel::of(outline).mesh(size);
        for t in &mesh.triangles {
            let c = t.map(|i| mesh.points[i as usize]);
            let near = |i: usize| c.iter().any(|q| (*q - corners[i]).length() < 3.0 * size);
            if smallest_angle(c[0], c[1], c[2]).to_degrees() < 25.0 {
                prop_assert!((0..n).any(|i| sharp(i) && near(i)), "{c:?}");
            }
        }
    }

    /// Corners of at least 60°, pieces that suit the size, nothing narrower than four sizes: then 25° everywhere.
    #[test]
    fn blunt_panels_keep_25_degrees(
        n in 4usize..9,
        squash in 0.75f64..1.0,
        turn in 0.0f64..6.0,
        size in 0.01f64..0.06,
        bulge in prop::collection::vec(0.0f64..0.15, 9),
    ) {
        let shapes: Vec<Shape> = bulge[..n].iter().map(|&b| Shape::Quadratic(b)).collect();
        let outline = star(&vec![0.4; n], &shapes, turn).transformed(Affine::scale_non_uniform(1.0, squash));
        let mesh = Panel::of(outline).mesh(size);
        let q = quality(&mesh.points, &mesh.triangles);
        prop_assert!(q.smallest_deg >= 25.0, "{q:?}");
    }

    #[test]
    fn graded_fields_keep_25_degrees(
        fine in 0.006f64..0.02,
        slope in 0.0f64..1.0,
        at in (0.0f64..0.5, 0.0f64..0.4),
        turn in 0.0f64..1.5,
    ) {
        let outline = super::fixtures::rectangle(0.5, 0.4).transformed(Affine::rotate(turn));
        let centre = Affine::rotate(turn) * p(at.0, at.1);
        let centre = DVec2::new(centre.x, centre.y);
        // Steeper than the mesher lets it grow for slopes above a quarter: it has to hold back.
        let size = |q: DVec2| fine + slope.min(0.25) * (q - centre).length();
        Panel::of(outline).mesh_with(&size, |request, result| {
            let mesh = result.expect("meshes");
            assert_sound(request, &mesh);
            let q = quality(&mesh.points, &mesh.triangles);
            prop_assert!(q.smallest_deg >= 25.0, "{q:?}");
            Ok(())
        })?;
    }
}

fn straightened(outline: Outline) -> Outline {
    Outline::polygon(&outline.edges.iter().map(Edge::start).collect::<Vec<_>>())
}
