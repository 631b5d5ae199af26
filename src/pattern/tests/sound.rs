//! What must hold for every mesh.

use crate::pattern::{EdgeDivision, MeshRequest, Outline, PanelMesh, triangulate};
use glam::DVec2;
use std::collections::BTreeMap;

/// Area of a mesh, m².
pub(super) fn area(mesh: &PanelMesh) -> f64 {
    let doubled = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|i| mesh.points[i as usize]);
        (b - a).perp_dot(c - a)
    };
    0.5 * mesh.triangles.iter().map(doubled).sum::<f64>()
}

/// Panics unless the mesh is what was asked for.
pub(super) fn assert_sound(request: &MeshRequest<'_>, mesh: &PanelMesh) {
    let mut sides: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut used = vec![false; mesh.points.len()];
    for t in &mesh.triangles {
        let [a, b, c] = t.map(|i| mesh.points[i as usize]);
        let longest = (b - a).length().max((c - b).length()).max((a - c).length());
        let doubled = (b - a).perp_dot(c - a);
        assert!(doubled > 1e-9 * longest * longest, "triangle {t:?} is flat or turned over: {a} {b} {c}");
        for k in 0..3 {
            used[t[k] as usize] = true;
            *sides.entry((t[k], t[(k + 1) % 3])).or_default() += 1;
        }
    }
    assert!(used.iter().all(|&u| u), "a particle belongs to no triangle");
    // Manifold and oriented: every directed side once, and those without a partner are exactly the border.
    assert!(sides.values().all(|&n| n == 1), "two triangles overlap along a side");
    let mut open: Vec<(u32, u32)> = sides.keys().filter(|(a, b)| !sides.contains_key(&(*b, *a))).copied().collect();
    open.sort_unstable();
    let mut border = Vec::new();
    let mut polygon_area = 0.0;
    let mut add = |rows: &[Vec<u32>], hole: bool| {
        let doubled: f64 = rows
            .iter()
            .flat_map(|r| r.windows(2))
            .map(|w| mesh.points[w[0] as usize].perp_dot(mesh.points[w[1] as usize]))
            .sum();
        polygon_area += 0.5 * if hole { -doubled.abs() } else { doubled };
        let turned = hole && doubled > 0.0;
        let pieces = rows.iter().flat_map(|r| r.windows(2));
        border.extend(pieces.map(|w| if turned { (w[1], w[0]) } else { (w[0], w[1]) }));
    };
    add(&mesh.edge_points, false);
    for hole in &mesh.hole_points {
        add(hole, true);
    }
    border.sort_unstable();
    assert_eq!(open, border, "the mesh ends somewhere else than at the divisions");
    let area = area(mesh);
    assert!((area - polygon_area).abs() <= 1e-9 * polygon_area, "area {area}, polygon {polygon_area}");
    let edges = (sides.len() + open.len()) / 2;
    let euler = mesh.points.len() as i64 - edges as i64 + mesh.triangles.len() as i64;
    assert_eq!(euler, 1 - request.holes.len() as i64, "Euler characteristic");

    assert_divided(request.outline, request.outline_divisions, &mesh.edge_points, &mesh.points);
    assert_eq!(mesh.hole_points.len(), request.holes.len());
    for (k, hole) in request.holes.iter().enumerate() {
        assert_divided(hole, &request.hole_divisions[k], &mesh.hole_points[k], &mesh.points);
    }
    assert_eq!(mesh.line_points.len(), request.lines.len());
    for row in &mesh.line_points {
        for w in row.windows(2) {
            let joined = sides.contains_key(&(w[0], w[1])) || sides.contains_key(&(w[1], w[0]));
            assert!(joined, "an internal line is interrupted");
        }
    }
    assert_eq!(triangulate(request).as_ref(), Ok(mesh), "a second run differs");
}

/// The particles of every edge are the points of its division, and nothing else.
fn assert_divided(outline: &Outline, divisions: &[EdgeDivision], rows: &[Vec<u32>], points: &[DVec2]) {
    assert_eq!(rows.len(), outline.edges.len());
    for (i, edge) in outline.edges.iter().enumerate() {
        let wanted: Vec<DVec2> = divisions[i].points(edge).iter().map(|q| DVec2::new(q.x, q.y)).collect();
        let got: Vec<DVec2> = rows[i].iter().map(|&k| points[k as usize]).collect();
        assert_eq!(got, wanted, "edge {i}");
        assert_eq!(rows[i].last(), rows[(i + 1) % rows.len()].first());
    }
}
