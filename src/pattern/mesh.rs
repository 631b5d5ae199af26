//! From a divided drawing to triangles.
//!
//! The points of the divisions are taken as they are. Inside, particles are laid out by [`super::fill`], joined by a
//! constrained Delaunay triangulation ([`super::delaunay`]), moved and flipped in turns ([`super::smooth`],
//! [`super::flip`]); the few bad triangles left are mended by [`super::repair`].

use super::border::Border;
use super::check::{Drawing, check};
use super::delaunay;
use super::fill::{Nearby, Overrun, fill, on_cloth};
use super::flip::Flipper;
use super::problem::{Place, Problem, ProblemKind};
use super::repair::Draft;
use super::sample::{EdgeDivision, Size};
use super::size::SizeField;
use super::{Edge, Outline};
use glam::DVec2;
use kurbo::Point;

/// Default bound on the number of triangles of one panel: 2 million are a 10 m² panel at 3.4 mm.
pub const MOST_TRIANGLES: usize = 2_000_000;

/// Rounds of triangulating anew and smoothing.
const ROUNDS: usize = 5;

/// Sweeps of smoothing per round.
const SWEEPS: usize = 2;

/// Most grid points of the size field: 2 mm apart on a square metre.
const MOST_NODES: usize = 250_000;

/// What to mesh.
#[derive(Clone, Copy)]
pub struct MeshRequest<'a> {
    /// The outline, counter-clockwise.
    pub outline: &'a Outline,
    /// Holes, each inside the outline and apart from the others.
    pub holes: &'a [Outline],
    /// Internal lines the triangles must follow. They may end on the outline, on a hole or on each other, and cross
    /// each other.
    pub lines: &'a [Edge],
    /// One division per edge of the outline.
    pub outline_divisions: &'a [EdgeDivision],
    /// Per hole, one division per edge.
    pub hole_divisions: &'a [Vec<EdgeDivision>],
    /// One division per internal line.
    pub line_divisions: &'a [EdgeDivision],
    /// Wanted length of the sides of triangles at each place, m. Near edges the divisions have the last word, and the
    /// size never changes faster than a quarter over the distance.
    pub size: Size<'a>,
    /// Refuse a mesh estimated above this many triangles; see [`MOST_TRIANGLES`].
    pub most_triangles: usize,
}

/// A meshed panel.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelMesh {
    /// Particles in the plane of the panel, m: first the border's, then the inside.
    pub points: Vec<DVec2>,
    /// Triangles, counter-clockwise, none without area.
    pub triangles: Vec<[u32; 3]>,
    /// Per edge of the outline, its particles in order, both ends included.
    pub edge_points: Vec<Vec<u32>>,
    /// Per hole and edge, the same.
    pub hole_points: Vec<Vec<Vec<u32>>>,
    /// Per internal line, the same. Particles where lines cross come in addition to those of the line's division.
    pub line_points: Vec<Vec<u32>>,
}

/// Meshes a panel.
///
/// # Errors
///
/// Every problem found in the drawing, or in its divisions.
pub fn triangulate(request: &MeshRequest<'_>) -> Result<PanelMesh, Vec<Problem>> {
    let mut problems = check(&Drawing { outline: request.outline, holes: request.holes, lines: request.lines });
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut border = Border::of_loops(request, &mut problems);
    if problems.is_empty() {
        border.check_crossings(&mut problems);
        border.add_lines(request, &mut problems);
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let field = SizeField::new(&border, request.size, MOST_NODES).map_err(|p| vec![p])?;
    let inside = on_cloth(&border, &field);
    check_count(&border, &field, &inside, request.most_triangles).map_err(|p| vec![p])?;
    let nearby = Nearby::new(&border, field.range().0);
    // Two triangles per particle, and half as many again for what the estimate may have missed.
    let inner = fill(&nearby, &field, &inside, request.most_triangles / 4 * 3 + 16);
    let mut points = border.points.clone();
    points.extend(inner.map_err(|overrun| vec![over(&border, &field, overrun, request.most_triangles)])?);
    let triangles = delaunay::triangulate(&border, &points).map_err(|piece| vec![border.unkept(piece)])?;
    let flipper = Flipper::new(&border, triangles);
    let mut draft = Draft { border: &border, field: &field, nearby: &nearby, points, flipper };
    draft.smooth(ROUNDS, SWEEPS);
    draft.repair();
    let (points, triangles) = (draft.points, draft.flipper.triangles);
    Ok(PanelMesh {
        points,
        triangles,
        edge_points: border.outline,
        hole_points: border.holes,
        line_points: border.lines,
    })
}

fn over(border: &Border, field: &SizeField, overrun: Overrun, limit: usize) -> Problem {
    let kind = match overrun {
        Overrun::Particles(n) => ProblemKind::TooManyTriangles { estimate: 2.0 * n as f64, limit },
        Overrun::Crowding => ProblemKind::TooUneven { smallest: field.range().0 },
    };
    let at = border.points.first().copied().unwrap_or_default();
    Problem::new(kind, Place::Outline, 0, Point::new(at.x, at.y))
}

/// Refuses a mesh that would be too large, before anything of its size is allocated.
fn check_count(border: &Border, field: &SizeField, inside: &[bool], limit: usize) -> Result<(), Problem> {
    // Triangles per area, averaged over the grid points on the cloth, or over all where a strap slips between them.
    let mut sums = [(0.0, 0.0); 2];
    for j in 0..field.ny {
        for i in 0..field.nx {
            let h = field.at_node(i, j);
            let sum = &mut sums[usize::from(inside[j * field.nx + i])];
            *sum = (sum.0 + 4.0 / (3f64.sqrt() * h * h), sum.1 + 1.0);
        }
    }
    let (density, count) = if sums[1].1 > 0.0 { sums[1] } else { sums[0] };
    let estimate = border.pieces.len() as f64 + border.area() * density / count;
    if estimate <= limit as f64 {
        return Ok(());
    }
    let at = border.points.first().copied().unwrap_or_default();
    let kind = ProblemKind::TooManyTriangles { estimate, limit };
    Err(Problem::new(kind, Place::Outline, 0, Point::new(at.x, at.y)))
}
