//! The constrained Delaunay triangulation of the particles, cut back to the cloth.

use super::border::{Border, Piece};
use glam::DVec2;
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation as _};

/// A particle as spade sees it.
#[derive(Clone, Copy)]
struct Particle(Point2<f64>);

impl HasPosition for Particle {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        self.0
    }
}

/// Triangles of the cloth, counter-clockwise; or the piece of the border that could not be kept, if one is to blame.
pub(super) fn triangulate(border: &Border, points: &[DVec2]) -> Result<Vec<[u32; 3]>, Option<Piece>> {
    // spade refuses numbers this close to zero, which only round-off produces.
    let plain = |x: f64| if x.abs() < 1e-40 { 0.0 } else { x };
    let particles = points.iter().map(|p| Particle(Point2::new(plain(p.x), plain(p.y)))).collect();
    let edges = border.pieces.iter().map(|p| p.ends.map(|i| i as usize)).collect();
    let mut conflict = None;
    let cdt = ConstrainedDelaunayTriangulation::<Particle>::try_bulk_load_cdt(particles, edges, |ends| {
        conflict.get_or_insert(ends);
    })
    .map_err(|_| None)?;
    if let Some(ends) = conflict {
        let same = |p: &&Piece| p.ends.map(|i| i as usize) == ends;
        return Err(border.pieces.iter().find(same).copied());
    }
    // Two particles at one place would shift every number after them.
    if cdt.num_vertices() != points.len() {
        return Err(None);
    }

    // Flood from the left of the bounding pieces; bounding pieces are the dams.
    let mut bounding: Vec<(u32, u32)> =
        border.pieces[..border.bounding].iter().map(|p| (p.ends[0], p.ends[1])).collect();
    bounding.sort_unstable();
    let is_bounding = |a: u32, b: u32| bounding.binary_search(&(a, b)).is_ok();
    let mut seen = vec![false; cdt.num_all_faces()];
    let mut stack = Vec::new();
    for edge in cdt.directed_edges() {
        let ends = (edge.from().fix().index() as u32, edge.to().fix().index() as u32);
        if is_bounding(ends.0, ends.1) {
            stack.extend(edge.face().as_inner().map(|face| face.fix()));
        }
    }
    while let Some(face) = stack.pop() {
        if std::mem::replace(&mut seen[face.index()], true) {
            continue;
        }
        for edge in cdt.face(face).adjacent_edges() {
            let (a, b) = (edge.from().fix().index() as u32, edge.to().fix().index() as u32);
            if !is_bounding(a, b) && !is_bounding(b, a) {
                stack.extend(edge.rev().face().as_inner().map(|face| face.fix()));
            }
        }
    }
    let kept = cdt.inner_faces().filter(|f| seen[f.fix().index()]);
    let triangles: Vec<[u32; 3]> = kept.map(|f| f.vertices().map(|v| v.fix().index() as u32)).collect();
    match missing(border, &triangles) {
        Some(piece) => Err(Some(piece)),
        None => Ok(triangles),
    }
}

/// A piece of the border that is no side of any triangle: one that runs outside the cloth, or that spade split
/// because a particle lies on it.
fn missing(border: &Border, triangles: &[[u32; 3]]) -> Option<Piece> {
    let fixed = border.points.len() as u32;
    let mut sides: Vec<(u32, u32)> = Vec::new();
    for t in triangles {
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            if a < fixed && b < fixed {
                sides.push((a.min(b), a.max(b)));
            }
        }
    }
    sides.sort_unstable();
    let is_side = |p: &Piece| sides.binary_search(&(p.ends[0].min(p.ends[1]), p.ends[0].max(p.ends[1]))).is_ok();
    border.pieces.iter().find(|p| !is_side(p)).copied()
}
