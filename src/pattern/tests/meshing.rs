//! Meshes of known panels: their angles, their area, and what survives in narrow places.

use super::fixtures::{Panel, ell, p, rectangle, sleeve};
use super::sound::{area, assert_sound};
use crate::pattern::{
    Edge, EdgeDivision, Locator, MOST_TRIANGLES, MeshRequest, Outline, PanelMesh, quality, triangulate,
};
use glam::DVec2;
use kurbo::{Affine, Point};

#[test]
fn a_square_metre_at_20_mm_is_near_equilateral() {
    let mesh = Panel::of(rectangle(1.0, 1.0)).mesh(0.02);
    let expected = 1.0 / (0.02f64 * 0.02 * 0.25 * 3f64.sqrt());
    let count = mesh.triangles.len() as f64;
    assert!((count / expected - 1.0).abs() < 0.1, "{count} triangles, {expected:.0} expected");
    let q = quality(&mesh.points, &mesh.triangles);
    assert!(q.smallest_deg >= 25.0 && q.mean_smallest_deg >= 50.0, "{q:?}");
    assert!((area(&mesh) - 1.0).abs() < 1e-12);
}

#[test]
fn a_sleeve_of_4000_triangles_has_good_angles_and_its_area() {
    let mesh = Panel::of(sleeve()).mesh(0.0126);
    assert!((3600..4800).contains(&mesh.triangles.len()), "{}", mesh.triangles.len());
    let q = quality(&mesh.points, &mesh.triangles);
    assert!(q.smallest_deg >= 25.0 && q.mean_smallest_deg >= 50.0, "{q:?}");
    assert!((area(&mesh) / sleeve().area() - 1.0).abs() < 1e-4);
}

#[test]
fn corners_of_60_degrees_and_more_keep_25_degrees_everywhere() {
    let circle = |x: f64, y: f64, r: f64| Outline::circle(p(x, y), r).expect("a circle");
    let with_hole = |o: Outline, h: Outline| Panel { outline: o, holes: vec![h], lines: Vec::new() };
    let triangle = Outline::polygon(&[p(0.0, 0.0), p(0.6, 0.0), p(0.3, 0.3 * 3f64.sqrt())]);
    let panels = [
        ("square", Panel::of(rectangle(0.5, 0.5))),
        ("ell", Panel::of(ell())),
        ("triangle", Panel::of(triangle)),
        ("circle", Panel::of(circle(0.0, 0.0, 0.3))),
        ("sleeve", Panel::of(sleeve())),
        ("annulus", with_hole(circle(0.0, 0.0, 0.4), circle(0.05, 0.0, 0.15))),
        ("window", with_hole(rectangle(0.6, 0.5), rectangle(0.2, 0.2).transformed(Affine::translate((0.2, 0.15))))),
    ];
    for (name, panel) in panels {
        for (k, size) in [0.03, 0.021, 0.0133].into_iter().enumerate() {
            let turn = Affine::rotate(0.37 * k as f64);
            let turned = Panel {
                outline: panel.outline.transformed(turn),
                holes: panel.holes.iter().map(|h| h.transformed(turn)).collect(),
                lines: Vec::new(),
            };
            let mesh = turned.mesh(size);
            let q = quality(&mesh.points, &mesh.triangles);
            assert!(q.smallest_deg >= 25.0, "{name} at {size}: {q:?}");
            assert!(q.mean_smallest_deg >= 45.0, "{name} at {size}: {q:?}");
        }
    }
}

#[test]
fn a_graded_field_keeps_its_angles_and_is_followed() {
    let panel = Panel::of(rectangle(0.6, 0.4));
    let size = |q: DVec2| 0.005 + 0.1 * (q.x - 0.1).abs();
    let mesh = panel.mesh_with(&size, |request, result| {
        let mesh = result.expect("meshes");
        assert_sound(request, &mesh);
        mesh
    });
    let q = quality(&mesh.points, &mesh.triangles);
    assert!(q.smallest_deg >= 25.0 && q.mean_smallest_deg >= 45.0, "{q:?}");
    // Sides are as long as the field says, within a third on the average of each tenth of the panel.
    for tenth in 0..10 {
        let mut ratio = (0.0, 0);
        for t in &mesh.triangles {
            let c = t.map(|i| mesh.points[i as usize]);
            let middle = (c[0] + c[1] + c[2]) / 3.0;
            if (middle.x / 0.06) as usize == tenth {
                let side = ((c[1] - c[0]).length() + (c[2] - c[1]).length() + (c[0] - c[2]).length()) / 3.0;
                ratio = (ratio.0 + side / size(middle), ratio.1 + 1);
            }
        }
        let mean = ratio.0 / f64::from(ratio.1);
        assert!((0.75..1.33).contains(&mean), "tenth {tenth}: {mean}");
    }
}

#[test]
fn a_sudden_change_of_size_is_spread_out() {
    let panel = Panel::of(rectangle(1.0, 0.5));
    let size = |q: DVec2| if q.x < 0.4 { 0.008 } else { 0.05 };
    panel.mesh_with(&size, |request, result| {
        let mesh = result.expect("meshes");
        assert_sound(request, &mesh);
        let q = quality(&mesh.points, &mesh.triangles);
        assert!(q.smallest_deg >= 25.0, "{q:?}");
        assert!(largest_step(&mesh) < 2.5, "neighbours differ by {}", largest_step(&mesh));
    });
}

#[test]
fn a_fine_spot_inside_is_seen_although_the_edges_are_coarse() {
    let panel = Panel::of(rectangle(0.6, 0.6));
    let spot = DVec2::new(0.31, 0.29);
    let size = |q: DVec2| (0.003 + 0.2 * (q - spot).length()).min(0.04);
    panel.mesh_with(&size, |request, result| {
        let mesh = result.expect("meshes");
        assert_sound(request, &mesh);
        let near = mesh.points.iter().filter(|q| (**q - spot).length() < 0.01).count();
        // Sides of 3 to 5 mm: about 3.14 cm² / (0.866 · 4.3² mm²) particles.
        assert!((12..40).contains(&near), "{near}");
        assert!(quality(&mesh.points, &mesh.triangles).smallest_deg >= 25.0);
    });
}

/// Largest ratio of the square roots of the areas of two triangles that share a side.
fn largest_step(mesh: &PanelMesh) -> f64 {
    let mut by_side = std::collections::BTreeMap::new();
    let mut largest = 1.0f64;
    for t in &mesh.triangles {
        let [a, b, c] = t.map(|i| mesh.points[i as usize]);
        let root = (b - a).perp_dot(c - a).sqrt();
        for k in 0..3 {
            let (i, j) = (t[k], t[(k + 1) % 3]);
            if let Some(other) = by_side.insert((i.min(j), i.max(j)), root) {
                largest = largest.max(root / other).max(other / root);
            }
        }
    }
    largest
}

#[test]
fn a_strap_narrower_than_the_size_survives() {
    // 5 mm wide at 20 mm, between two wide parts.
    let outline = Outline::polygon(&[
        p(0.0, 0.0),
        p(0.2, 0.0),
        p(0.2, 0.0975),
        p(0.5, 0.0975),
        p(0.5, 0.0),
        p(0.7, 0.0),
        p(0.7, 0.2),
        p(0.5, 0.2),
        p(0.5, 0.1025),
        p(0.2, 0.1025),
        p(0.2, 0.2),
        p(0.0, 0.2),
    ]);
    let mesh = Panel::of(outline).mesh(0.02);
    let across = |x: f64| {
        let crosses = |t: &&[u32; 3]| {
            let xs = t.map(|i| mesh.points[i as usize].x);
            xs.iter().any(|&v| v < x) && xs.iter().any(|&v| v > x)
        };
        mesh.triangles.iter().filter(crosses).count()
    };
    assert!((0..29).all(|k| across(0.205 + 0.01 * f64::from(k) + 1e-4) >= 1));
}

#[test]
fn a_bare_strap_and_a_curved_one_survive() {
    Panel::of(rectangle(0.5, 0.005)).mesh(0.02);
    let arc = |a: Point, b: Point, r: f64, ccw: bool| Edge::arc(a, b, r, false, ccw).expect("an arc");
    let band = Outline::new(vec![
        Edge::line(p(0.1, 0.0), p(0.105, 0.0)),
        arc(p(0.105, 0.0), p(0.0, 0.105), 0.105, true),
        Edge::line(p(0.0, 0.105), p(0.0, 0.1)),
        arc(p(0.0, 0.1), p(0.1, 0.0), 0.1, false),
    ]);
    let mesh = Panel::of(band.clone()).mesh(0.02);
    assert!((area(&mesh) / band.area() - 1.0).abs() < 1e-4);
}

#[test]
fn a_dart_of_3_degrees_survives_to_its_tip() {
    let depth = 0.15;
    let half = depth * libm::tan(1.5f64.to_radians());
    let outline = Outline::polygon(&[
        p(0.0, 0.0),
        p(0.2 - half, 0.0),
        p(0.2, depth),
        p(0.2 + half, 0.0),
        p(0.4, 0.0),
        p(0.4, 0.3),
        p(0.0, 0.3),
    ]);
    let mesh = Panel::of(outline).mesh(0.015);
    // The cloth around the tip is open on the far side only: angles there are the mesher's own.
    let q = quality(&mesh.points, &mesh.triangles);
    assert!(q.smallest_deg >= 25.0, "{q:?}");
}

#[test]
fn a_sharp_tip_of_cloth_survives() {
    let mesh = Panel::of(Outline::polygon(&[p(0.0, 0.0), p(0.4, -0.01), p(0.4, 0.01)])).mesh(0.015);
    assert!((area(&mesh) - 0.004).abs() < 1e-12);
}

#[test]
fn internal_lines_are_followed_meet_and_cross() {
    let lines = vec![
        Edge::line(p(0.0, 0.1), p(0.4, 0.1)),
        Edge::line(p(0.13, 0.0), p(0.13, 0.25)),
        Edge::line(p(0.13, 0.25), p(0.3, 0.2)),
        Edge::cubic(p(0.05, 0.05), p(0.1, 0.25), p(0.2, 0.25), p(0.35, 0.05)),
        Edge::line(p(0.25, 0.2147058823529412), p(0.25, 0.27)),
    ];
    let panel = Panel { outline: rectangle(0.4, 0.3), holes: Vec::new(), lines };
    let mesh = panel.mesh(0.012);
    let on_first =
        |x: f64| mesh.line_points[0].iter().any(|&i| (mesh.points[i as usize] - DVec2::new(x, 0.1)).length() < 1e-6);
    assert!(on_first(0.13), "the crossing of two lines is a particle of both");
    let ends = |k: usize| [mesh.line_points[k][0], *mesh.line_points[k].last().expect("points")];
    assert_eq!(ends(1)[1], ends(2)[0], "lines that share a point share the particle");
    assert!(mesh.edge_points[3].contains(&ends(0)[0]), "a line that ends on the outline ends on one of its particles");
    assert!(mesh.line_points[2].contains(&ends(4)[0]), "a line that ends on another one does so in a particle of it");
}

#[test]
fn a_closed_internal_line_is_followed() {
    let ring = Outline::circle(p(0.2, 0.15), 0.08).expect("a circle");
    let segments: Vec<_> = ring.edges.iter().flat_map(|e| e.segments().iter().copied()).collect();
    let line = Edge::new(segments[0], segments[1..].iter().copied());
    let mesh = Panel { outline: rectangle(0.4, 0.3), holes: Vec::new(), lines: vec![line] }.mesh(0.012);
    assert_eq!(mesh.line_points[0].first(), mesh.line_points[0].last());
}

#[test]
fn divisions_are_kept_when_they_are_much_finer_or_coarser_than_the_size() {
    let outline = rectangle(0.3, 0.2);
    for count in [1, 2, 7, 150] {
        let divisions: Vec<_> = outline
            .edges
            .iter()
            .enumerate()
            .map(|(i, e)| EdgeDivision::equal(e, if i == 0 { count } else { 15 }))
            .collect();
        let request = MeshRequest {
            outline: &outline,
            holes: &[],
            lines: &[],
            outline_divisions: &divisions,
            hole_divisions: &[],
            line_divisions: &[],
            size: &|_| 0.015,
            most_triangles: MOST_TRIANGLES,
        };
        let mesh = triangulate(&request).expect("meshes");
        assert_sound(&request, &mesh);
        assert_eq!(mesh.edge_points[0].len(), count + 1);
    }
}

#[test]
fn a_mesh_of_another_size_finds_its_places_in_the_old_one() {
    let (old, new) = (Panel::of(sleeve()).mesh(0.02), Panel::of(sleeve()).mesh(0.013));
    let locator = Locator::new(&old.points, &old.triangles);
    let field = |q: DVec2| 2.0 + 3.0 * q.x - 5.0 * q.y;
    for &q in &new.points {
        let l = locator.find(q).expect("a mesh");
        // The cap's curve bends by 1 / 0.1 m at most: arcs of 20 mm stand 20² / (8 · 100) mm above their chords.
        assert!(l.outside_by < 5e-4, "{q} is {} outside", l.outside_by);
        let t = old.triangles[l.triangle as usize];
        let carried: f64 = (0..3).map(|k| l.weights[k] * field(old.points[t[k] as usize])).sum();
        assert!((carried - field(q)).abs() <= 6.0 * l.outside_by + 1e-12);
    }
}

#[test]
fn a_strap_too_narrow_for_any_grid_is_counted_and_meshed() {
    // 30 m by 10 mm at 4 mm, aslant: the points of the size field's grid are 40 mm apart.
    let mesh = Panel::of(rectangle(30.0, 0.01).transformed(Affine::rotate(0.7))).mesh(0.004);
    let q = quality(&mesh.points, &mesh.triangles);
    assert!(mesh.points.len() > 20_000 && q.mean_smallest_deg > 40.0, "{} {q:?}", mesh.points.len());
    let strap = rectangle(200.0, 0.01);
    let divisions: Vec<_> = strap.edges.iter().map(|e| EdgeDivision::equal(e, 10)).collect();
    let request = MeshRequest {
        outline: &strap,
        holes: &[],
        lines: &[],
        outline_divisions: &divisions,
        hole_divisions: &[],
        line_divisions: &[],
        size: &|_| 1e-4,
        most_triangles: MOST_TRIANGLES,
    };
    assert_eq!(triangulate(&request).err(), None, "long pieces raise the size next to them");
}

#[test]
fn a_panel_far_from_the_origin_or_of_any_scale_meshes_alike() {
    let near = Panel::of(sleeve()).mesh(0.03);
    for map in [Affine::scale(1e-6), Affine::scale(1e6), Affine::translate((1000.0, -500.0))] {
        let scale = map.determinant().sqrt();
        let mesh = Panel::of(sleeve().transformed(map)).mesh(0.03 * scale);
        assert!((mesh.triangles.len() as f64 / near.triangles.len() as f64 - 1.0).abs() < 0.05);
        assert!(quality(&mesh.points, &mesh.triangles).smallest_deg >= 25.0);
    }
}
