//! The divided drawing: the fixed particles and the pieces between them that must be sides of triangles.

use super::cross::{Chain, meetings};
use super::mesh::MeshRequest;
use super::problem::{Place, Problem, ProblemKind};
use super::sample::EdgeDivision;
use glam::DVec2;
use kurbo::Point;

/// A straight piece between two neighbouring points of a division.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Its particles; on the outline and on holes the cloth lies to the left.
    pub(super) ends: [u32; 2],
    /// The drawing's line it comes from.
    pub(super) place: Place,
    /// The edge of that line.
    pub(super) edge: u32,
}

/// Everything the mesher may not move.
pub(super) struct Border {
    /// Particles of outline, holes and lines, in this order.
    pub(super) points: Vec<DVec2>,
    /// Pieces of the outline and of the holes, then those of lines.
    pub(super) pieces: Vec<Piece>,
    /// How many of the pieces bound the cloth.
    pub(super) bounding: usize,
    /// Per edge of the outline, its particles in order.
    pub(super) outline: Vec<Vec<u32>>,
    /// Per hole and edge, the same.
    pub(super) holes: Vec<Vec<Vec<u32>>>,
    /// Per internal line, the same.
    pub(super) lines: Vec<Vec<u32>>,
}

impl Border {
    /// Places the points of all divisions of the loops; internal lines are added by [`super::inner`].
    pub(super) fn of_loops(request: &MeshRequest<'_>, problems: &mut Vec<Problem>) -> Border {
        let mut border = Border {
            points: Vec::new(),
            pieces: Vec::new(),
            bounding: 0,
            outline: Vec::new(),
            holes: Vec::new(),
            lines: Vec::new(),
        };
        border.outline = border.add_loop(Place::Outline, request.outline, request.outline_divisions, problems);
        for (k, hole) in request.holes.iter().enumerate() {
            let divisions = request.hole_divisions.get(k).map_or(&[][..], |d| &d[..]);
            let added = border.add_loop(Place::Hole(k), hole, divisions, problems);
            border.holes.push(added);
        }
        border.bounding = border.pieces.len();
        border
    }

    fn add_loop(
        &mut self,
        place: Place,
        outline: &super::Outline,
        divisions: &[EdgeDivision],
        problems: &mut Vec<Problem>,
    ) -> Vec<Vec<u32>> {
        let before = problems.len();
        for (i, edge) in outline.edges.iter().enumerate() {
            if !divisions.get(i).is_some_and(|d| d.fits(edge)) {
                problems.push(Problem::new(ProblemKind::Division, place, i, edge.start()));
            }
        }
        if divisions.len() > outline.edges.len() {
            problems.push(Problem::new(ProblemKind::Division, place, outline.edges.len(), Point::ORIGIN));
        }
        if problems.len() > before {
            return Vec::new();
        }
        let first = self.points.len() as u32;
        let mut edges: Vec<Vec<u32>> = Vec::with_capacity(outline.edges.len());
        for (edge, division) in outline.edges.iter().zip(divisions) {
            let points = division.points(edge);
            if points.windows(2).any(|w| w[0] == w[1]) {
                // Lengths that differ by less than the coordinates can tell apart.
                problems.push(Problem::new(ProblemKind::Division, place, edges.len(), edge.start()));
                return Vec::new();
            }
            let from = self.points.len() as u32;
            // The last point of an edge is the first of the next, so it is added there.
            self.points.extend(points[..points.len() - 1].iter().map(|p| DVec2::new(p.x, p.y)));
            edges.push((from..=self.points.len() as u32).collect());
        }
        if let Some(last) = edges.last_mut().and_then(|e| e.last_mut()) {
            *last = first;
        }
        // A hole that runs counter-clockwise has its cloth on the right.
        let hole_ccw = matches!(place, Place::Hole(_)) && outline.area() > 0.0;
        for (i, edge) in edges.iter().enumerate() {
            for w in edge.windows(2) {
                let ends = if hole_ccw { [w[1], w[0]] } else { [w[0], w[1]] };
                self.pieces.push(Piece { ends, place, edge: i as u32 });
            }
        }
        edges
    }

    /// Reports loops whose straight pieces meet although their curves do not.
    pub(super) fn check_crossings(&self, problems: &mut Vec<Problem>) {
        let loops = std::iter::once((Place::Outline, &self.outline))
            .chain(self.holes.iter().enumerate().map(|(k, h)| (Place::Hole(k), h)));
        let chains: Vec<Chain> = loops.map(|(place, edges)| self.chain(place, edges)).collect();
        let mut reported = Vec::new();
        for m in meetings(&chains, 0.0) {
            let (a, b) = (&chains[m.a.0], &chains[m.b.0]);
            let (edge, other_edge) = (a.edges[m.a.1] as usize, b.edges[m.b.1] as usize);
            let key = (a.place, edge, b.place, other_edge);
            if !reported.contains(&key) {
                reported.push(key);
                let kind = ProblemKind::DivisionCrosses { other: b.place, other_edge };
                problems.push(Problem::new(kind, a.place, edge, Point::new(m.at.x, m.at.y)));
            }
        }
    }

    fn chain(&self, place: Place, edges: &[Vec<u32>]) -> Chain {
        let mut chain =
            Chain { points: Vec::new(), edges: Vec::new(), closed: true, place, edge_count: edges.len() as u32 };
        for (i, ids) in edges.iter().enumerate() {
            for &id in &ids[..ids.len() - 1] {
                chain.points.push(self.points[id as usize]);
                chain.edges.push(i as u32);
            }
        }
        chain
    }

    /// The problem of a piece that is not a side of the triangulation.
    pub(super) fn unkept(&self, piece: Option<Piece>) -> Problem {
        let Some(piece) = piece else {
            let at = self.points.first().map_or(Point::ORIGIN, |p| Point::new(p.x, p.y));
            return Problem::new(ProblemKind::Triangulation, Place::Outline, 0, at);
        };
        let (a, b) = self.segment(&piece);
        let middle = 0.5 * (a + b);
        let kind = match piece.place {
            // Loops were compared exactly before; what is left is a line between a curve and its chords.
            Place::Line(_) => ProblemKind::DivisionCrosses { other: Place::Outline, other_edge: 0 },
            _ => ProblemKind::Triangulation,
        };
        Problem::new(kind, piece.place, piece.edge as usize, Point::new(middle.x, middle.y))
    }

    /// The two ends of a piece.
    pub(super) fn segment(&self, piece: &Piece) -> (DVec2, DVec2) {
        (self.points[piece.ends[0] as usize], self.points[piece.ends[1] as usize])
    }

    /// Area between the bounding pieces, m².
    pub(super) fn area(&self) -> f64 {
        let home = self.points.first().copied().unwrap_or_default();
        let cross = |piece: &Piece| {
            let (a, b) = self.segment(piece);
            (a - home).perp_dot(b - home)
        };
        0.5 * self.pieces[..self.bounding].iter().map(cross).sum::<f64>()
    }

    /// Corners of the box around all points.
    pub(super) fn bounds(&self) -> (DVec2, DVec2) {
        let mut low = DVec2::splat(f64::INFINITY);
        let mut high = DVec2::splat(f64::NEG_INFINITY);
        for &p in &self.points {
            low = low.min(p);
            high = high.max(p);
        }
        (low, high)
    }
}
