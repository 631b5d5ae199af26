//! Edges and outlines against closed forms.

use super::fixtures::{p, rectangle, sleeve};
use crate::pattern::{Edge, EdgeDivision, Outline, ProblemKind, longest_on_curves, suggested_count};
use kurbo::{Affine, Point};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

fn close(a: f64, b: f64, relative: f64) -> bool {
    (a - b).abs() <= relative * a.abs().max(b.abs())
}

#[test]
fn arcs_have_the_length_area_and_radius_of_circles() {
    for r in [1e-3, 0.05, 0.5, 3.0] {
        let circle = Outline::circle(p(0.2, -0.1), r).expect("a circle");
        assert!(close(circle.perimeter(), 2.0 * PI * r, 1e-6));
        assert!(close(circle.area(), PI * r * r, 2e-6));
        for e in &circle.edges {
            for q in e.flatten(1e-4 * r) {
                assert!(((q - p(0.2, -0.1)).hypot() - r).abs() <= 1e-6 * r.min(1.0), "{q:?}");
            }
        }
    }
}

#[test]
fn the_four_arcs_between_two_points_are_told_apart() {
    let (a, b) = (p(0.0, 0.0), p(1.0, 0.0));
    let r = 1.0;
    let minor = 2.0 * libm::asin(0.5);
    for (large, ccw, length, above) in [
        (false, true, minor, false),
        (false, false, minor, true),
        (true, true, 2.0 * PI - minor, false),
        (true, false, 2.0 * PI - minor, true),
    ] {
        let e = Edge::arc(a, b, r, large, ccw).expect("an arc");
        assert!(close(e.length(), length * r, 1e-6), "{large} {ccw}: {}", e.length());
        assert_eq!(e.point_at(0.5 * e.length()).y > 0.0, above, "{large} {ccw}");
        assert_eq!((e.start(), e.end()), (a, b));
    }
}

#[test]
fn a_flat_arc_of_a_huge_radius_is_its_chord() {
    let e = Edge::arc(p(0.0, 0.0), p(0.1, 0.0), 1e9, false, true).expect("an arc");
    assert!(close(e.length(), 0.1, 1e-12));
    assert!(e.is_straight(1e-9));
}

#[test]
fn a_parabola_has_its_closed_length() {
    // y = x² from 0 to 1: length √5/2 + asinh(2)/4.
    let e = Edge::quadratic(p(0.0, 0.0), p(0.5, 0.0), p(1.0, 1.0));
    let exact = 5f64.sqrt() / 2.0 + libm::asinh(2.0) / 4.0;
    assert!(close(e.length(), exact, 1e-10), "{} {exact}", e.length());
}

#[test]
fn a_cusp_and_vanishing_ends_are_measured() {
    // (t³ stretched): control points on the ends make the speed vanish there.
    let e = Edge::cubic(p(0.0, 0.0), p(0.0, 0.0), p(1.0, 0.0), p(1.0, 0.0));
    assert!(close(e.length(), 1.0, 1e-9));
    for k in 0..=10 {
        let s = 0.1 * f64::from(k);
        assert!((e.point_at(s).x - s).abs() < 1e-9);
        assert!((e.tangent_at(s) - kurbo::Vec2::new(1.0, 0.0)).hypot() < 1e-6, "{s}");
    }
}

#[test]
fn notches_point_out_of_the_cloth() {
    let outline = rectangle(0.4, 0.3);
    let n = outline.edges[0].notch(0.1);
    assert_eq!((n.at, n.outward), (p(0.1, 0.0), kurbo::Vec2::new(0.0, -1.0)));
    let circle = Outline::circle(p(0.0, 0.0), 0.5).expect("a circle");
    for e in &circle.edges {
        let n = e.notch(0.3 * e.length());
        assert!((n.outward - n.at.to_vec2() / 0.5).hypot() < 1e-4);
    }
}

#[test]
fn unfolding_doubles_the_area_and_closes_exactly() {
    // The right half of the sleeve, its fold along x = 0.3.
    let half = Outline::new(vec![
        Edge::line(p(0.3, 0.0), p(0.5, 0.0)),
        Edge::line(p(0.5, 0.0), p(0.6, 0.45)),
        Edge::cubic(p(0.6, 0.45), p(0.45, 0.46), p(0.45, 0.62), p(0.3, 0.62)),
        Edge::line(p(0.3, 0.62), p(0.3, 0.0)),
    ]);
    let whole = half.unfold(3).expect("the fold is straight");
    assert_eq!(whole.edges.len(), 6);
    assert!(close(whole.area(), 2.0 * half.area(), 1e-12));
    assert!(close(whole.area(), sleeve().area(), 1e-12));
    for i in 0..6 {
        assert_eq!(whole.edges[i].end(), whole.edges[(i + 1) % 6].start());
        assert!(
            close(whole.edges[i].length(), whole.edges[5 - i].length(), 1e-12),
            "edge {i} is the image of {}",
            5 - i
        );
    }
    let turned = half.transformed(Affine::rotate(0.7)).unfold(3).expect("still straight");
    assert!(close(turned.area(), whole.area(), 1e-12));
    assert_eq!(half.unfold(2).map_err(|q| q.kind), Err(ProblemKind::FoldNotStraight));
    assert_eq!(half.unfold(9).map_err(|q| q.kind), Err(ProblemKind::NoSuchEdge));
}

#[test]
fn mirroring_twice_gives_the_panel_back() {
    let (a, b) = (p(0.1, 0.2), p(0.9, -0.3));
    let once = sleeve().mirrored(a, b);
    assert!(once.area() > 0.0 && close(once.area(), sleeve().area(), 1e-12));
    let twice = once.mirrored(a, b);
    for (e, f) in twice.edges.iter().zip(&sleeve().edges) {
        assert!((e.start() - f.start()).hypot() < 1e-15 + 1e-14 && close(e.length(), f.length(), 1e-12));
    }
}

#[test]
fn allowance_of_a_rectangle_is_a_larger_rectangle() {
    let cut = rectangle(0.4, 0.3).offset(&[0.01, 0.02, 0.0, 0.03]).expect("fits");
    assert_eq!(cut.edges.len(), 4);
    assert!(close(cut.area(), 0.45 * 0.31, 1e-12), "{}", cut.area());
    let corners: Vec<Point> = cut.edges.iter().map(Edge::start).collect();
    let wanted = [p(-0.03, -0.01), p(0.42, -0.01), p(0.42, 0.3), p(-0.03, 0.3)];
    assert!(corners.iter().zip(wanted).all(|(a, b)| (*a - b).hypot() < 1e-12), "{corners:?}");
}

#[test]
fn allowance_of_a_circle_is_a_larger_circle() {
    let cut = Outline::circle(p(0.0, 0.0), 0.2).expect("a circle").offset(&[0.015; 4]).expect("fits");
    assert!(close(cut.area(), PI * 0.215 * 0.215, 1e-4));
    for e in &cut.edges {
        assert!(e.flatten(1e-5).iter().all(|q| (q.to_vec2().hypot() - 0.215).abs() < 2e-5));
    }
}

#[test]
fn allowance_in_a_hollow_corner_is_trimmed_and_sharp_corners_are_cut_off() {
    let cut = super::fixtures::ell().offset(&[0.01; 6]).expect("fits");
    // Perimeter 4 m at 10 mm; each of the five outer corners adds a square, the inner one takes one.
    assert!(close(cut.area(), 0.64 + 4.0 * 0.01 + 4.0 * 1e-4, 1e-9), "{}", cut.area());
    let sharp = Outline::polygon(&[p(0.0, 0.0), p(0.5, -0.03), p(0.5, 0.03)]);
    let cut = sharp.offset(&[0.01; 3]).expect("fits");
    let reach = cut.edges.iter().flat_map(|e| e.flatten(1e-4)).map(|q| -q.x).fold(0.0, f64::max);
    assert!(close(reach, 0.02, 1e-9), "the tip reaches {reach}");
}

#[test]
fn allowance_wider_than_a_hollow_curve_is_refused() {
    let hollow = Outline::new(vec![
        Edge::line(p(0.0, 0.0), p(0.3, 0.0)),
        Edge::line(p(0.3, 0.0), p(0.3, 0.2)),
        Edge::line(p(0.3, 0.2), p(0.17, 0.2)),
        Edge::arc(p(0.17, 0.2), p(0.13, 0.2), 0.02, false, false).expect("an arc"),
        Edge::line(p(0.13, 0.2), p(0.0, 0.2)),
        Edge::line(p(0.0, 0.2), p(0.0, 0.0)),
    ]);
    assert!(hollow.offset(&[0.01; 6]).is_ok());
    let found = hollow.offset(&[0.025; 6]).expect_err("the hollow is 20 mm round");
    assert!(found.iter().any(|q| q.edge == 3 && q.kind == ProblemKind::Offset { distance: 0.025 }), "{found:?}");
    assert!(rectangle(1.0, 1.0).offset(&[0.01, f64::NAN, 0.01, 0.01]).is_err());
    assert!(rectangle(1.0, 1.0).offset(&[0.01]).is_err());
}

#[test]
fn counts_follow_the_size_field() {
    let e = Edge::line(p(0.0, 0.0), p(1.0, 0.0));
    assert_eq!(suggested_count(&e, (0.0, 1.0), &|_| 0.02, f64::INFINITY), 50);
    assert_eq!(suggested_count(&e, (0.25, 0.5), &|_| 0.02, f64::INFINITY), 13);
    assert_eq!(suggested_count(&e, (0.0, 1.0), &|_| 7.0, f64::INFINITY), 1);
    // ∫ dx / (0.01 (1 + x)) = 100 ln 2
    assert_eq!(suggested_count(&e, (0.0, 1.0), &|q| 0.01 * (1.0 + q.x), f64::INFINITY), 69);
    let d = EdgeDivision::by_size(&e, &|q| 0.01 * (1.0 + q.x), f64::INFINITY);
    assert!(d.fits(&e) && d.count() == 69);
    let piece = |k: usize| d.breaks[k + 1] - d.breaks[k];
    assert!(close(piece(0), 0.01, 0.05) && close(piece(68), 0.02, 0.05));
}

#[test]
fn intervals_meet_at_their_breaks() {
    let e = Edge::line(p(0.0, 0.0), p(1.0, 0.0));
    let d = EdgeDivision::intervals(&e, &[(0.3, 3), (1.0 + 1e-12, 2)]);
    assert!(d.fits(&e));
    assert_eq!(d.breaks.len(), 6);
    assert_eq!((d.breaks[3], d.breaks[5]), (0.3, 1.0));
    assert_eq!(d.reversed().breaks[2], 0.7);
}

#[test]
fn the_bound_on_curved_pieces_keeps_the_area() {
    let circle = Outline::circle(p(0.0, 0.0), 0.3).expect("a circle");
    let longest = longest_on_curves(&circle, &[], 1e-4);
    let pieces = 2.0 * PI * 0.3 / longest;
    // A polygon of n sides misses 2π²/3n² of the circle: 257 sides for 1e-4.
    assert!((256.0..258.0).contains(&pieces), "{pieces}");
    assert_eq!(longest_on_curves(&rectangle(1.0, 1.0), &[], 1e-4), f64::INFINITY);
    assert!(close(circle.edges[0].turning(), FRAC_PI_2, 1e-6));
}

proptest! {
    #[test]
    fn split_lengths_add_up_and_the_parts_meet(
        c in prop::collection::vec(-1.0f64..1.0, 8), at in 0.01f64..0.99,
    ) {
        let e = Edge::cubic(p(c[0], c[1]), p(c[2], c[3]), p(c[4], c[5]), p(c[6], c[7]));
        let s = at * e.length();
        let (a, b) = e.split(s).expect("inside");
        prop_assert!(close(a.length() + b.length(), e.length(), 1e-9));
        prop_assert!(close(a.length(), s, 1e-8));
        prop_assert_eq!(a.end(), b.start());
        prop_assert_eq!((a.start(), b.end()), (e.start(), e.end()));
        let back = e.reversed();
        prop_assert!((back.point_at(e.length() - s) - e.point_at(s)).hypot() < 1e-8);
        prop_assert!((a.end() - e.point_at(s)).hypot() < 1e-12);
    }

    #[test]
    fn equal_pieces_are_equal(c in prop::collection::vec(-1.0f64..1.0, 8), n in 1usize..20) {
        let e = Edge::cubic(p(c[0], c[1]), p(c[2], c[3]), p(c[4], c[5]), p(c[6], c[7]));
        let d = EdgeDivision::equal(&e, n);
        prop_assert!(d.fits(&e));
        for w in d.breaks.windows(2) {
            let piece = e.part(w[0], w[1]).expect("a piece");
            prop_assert!(close(piece.length(), e.length() / n as f64, 1e-7));
        }
    }
}
