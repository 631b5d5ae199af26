//! Internal lines: their particles, and the particles where they meet the border or each other.

use super::border::{Border, Piece};
use super::cross::{meet, nearest};
use super::mesh::MeshRequest;
use super::problem::{Place, Problem, ProblemKind};
use glam::DVec2;

/// Points closer together than this fraction of the panel's extent are one point of the drawing.
const SAME: f64 = 3e-5;

impl Border {
    /// Adds the internal lines to the border of the loops.
    ///
    /// A line that ends on the outline ends on a point of its division: on the nearest one if no break was put there.
    /// Lines may share points, end on each other and cross; each crossing becomes a particle of both.
    pub(super) fn add_lines(&mut self, request: &MeshRequest<'_>, problems: &mut Vec<Problem>) {
        let before = problems.len();
        for (k, line) in request.lines.iter().enumerate() {
            if !request.line_divisions.get(k).is_some_and(|d| d.fits(line)) {
                problems.push(Problem::new(ProblemKind::Division, Place::Line(k), 0, line.start()));
            }
        }
        if problems.len() > before {
            return;
        }
        let (low, high) = self.bounds();
        let same = SAME * (high - low).max_element();
        let loop_points = self.points.len();
        let mut rows: Vec<Vec<DVec2>> = Vec::with_capacity(request.lines.len());
        for (line, division) in request.lines.iter().zip(request.line_divisions) {
            let mut row: Vec<DVec2> = division.points(line).iter().map(|p| DVec2::new(p.x, p.y)).collect();
            let last = row.len() - 1;
            let closed = row[0] == row[last];
            if !closed {
                for k in [0, last] {
                    if let Some(p) = self.border_point(row[k], request, same) {
                        row[k] = p;
                    }
                }
            }
            rows.push(row);
        }
        let rows = joined(rows, same);
        for (k, row) in rows.into_iter().enumerate() {
            let ids = row.iter().map(|&p| self.particle(p, loop_points, same)).collect::<Vec<u32>>();
            let mut ids_clean: Vec<u32> = Vec::with_capacity(ids.len());
            for id in ids {
                if ids_clean.last() != Some(&id) {
                    ids_clean.push(id);
                }
            }
            for w in ids_clean.windows(2) {
                let known = |p: &Piece| p.ends == [w[0], w[1]] || p.ends == [w[1], w[0]];
                // Lines that share a stretch, or run along the outline, share its pieces.
                if !self.pieces.iter().any(known) {
                    self.pieces.push(Piece { ends: [w[0], w[1]], place: Place::Line(k), edge: 0 });
                }
            }
            self.lines.push(ids_clean);
        }
    }

    /// The division's point for a line's end that lies on a loop of the drawing.
    fn border_point(&self, p: DVec2, request: &MeshRequest<'_>, same: f64) -> Option<DVec2> {
        let all = std::iter::once((request.outline, &self.outline)).chain(request.holes.iter().zip(&self.holes));
        let mut best: Option<(f64, DVec2)> = None;
        for (outline, ids) in all {
            for (edge, ids) in outline.edges.iter().zip(ids) {
                let chords = edge.flatten(0.3 * same);
                let near = chords.windows(2).any(|w| {
                    let [a, b] = [w[0], w[1]].map(|p| DVec2::new(p.x, p.y));
                    (p - nearest(p, a, b)).length() <= same
                });
                if near {
                    for &i in ids {
                        let q = self.points[i as usize];
                        let d = (p - q).length_squared();
                        if best.is_none_or(|(b, _)| d < b) {
                            best = Some((d, q));
                        }
                    }
                }
            }
        }
        best.map(|(_, q)| q)
    }

    /// The particle at a point: one of the loops or of earlier lines, or a new one.
    fn particle(&mut self, p: DVec2, loop_points: usize, same: f64) -> u32 {
        let exact = self.points[..loop_points].iter().position(|&q| q == p);
        let close = || self.points[loop_points..].iter().position(|&q| (q - p).length() <= same);
        if let Some(i) = exact.or_else(|| close().map(|i| i + loop_points)) {
            return i as u32;
        }
        self.points.push(p);
        (self.points.len() - 1) as u32
    }
}

/// The rows with a point added to both wherever two of them (or two parts of one) meet.
fn joined(rows: Vec<Vec<DVec2>>, same: f64) -> Vec<Vec<DVec2>> {
    let mut added: Vec<Vec<(usize, f64, DVec2)>> = vec![Vec::new(); rows.len()];
    let pieces: Vec<(usize, usize)> =
        rows.iter().enumerate().flat_map(|(r, row)| (0..row.len() - 1).map(move |k| (r, k))).collect();
    for (n, &(r, k)) in pieces.iter().enumerate() {
        for &(q, j) in &pieces[..n] {
            if r == q && (k == j + 1 || j == k + 1) {
                continue;
            }
            let (s, t) = ((rows[r][k], rows[r][k + 1]), (rows[q][j], rows[q][j + 1]));
            let Some(at) = meet(s, t, same) else { continue };
            for (row, piece, (a, b)) in [(r, k, s), (q, j, t)] {
                // Where a point of the row is there already, it serves.
                if (at - a).length() > same && (at - b).length() > same {
                    added[row].push((piece, (at - a).length(), at));
                }
            }
        }
    }
    let mut out = Vec::with_capacity(rows.len());
    for (row, mut extra) in rows.into_iter().zip(added) {
        extra.sort_by(|x, y| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)));
        let mut extra = extra.into_iter().peekable();
        let mut full = Vec::with_capacity(row.len());
        for (k, p) in row.into_iter().enumerate() {
            full.push(p);
            while let Some((_, _, at)) = extra.next_if(|x| x.0 == k) {
                full.push(at);
            }
        }
        out.push(full);
    }
    out
}
