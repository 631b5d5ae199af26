//! The size of triangles over the panel, reconciled with the divisions of its edges.
//!
//! Edges are divided before the inside is meshed, so near them the inside has to follow: fine next to fine pieces,
//! coarse next to coarse ones. In between the field asked for holds, and nowhere does the size change faster than
//! [`GRADING`], whatever the field asks: that is what keeps the angles good.
//!
//! The field is kept on a square grid and read by linear interpolation, so a costly field is asked a few times per
//! triangle, not at every step of the smoothing.

use super::border::Border;
use super::problem::{Place, Problem, ProblemKind};
use super::sample::Size;
use glam::DVec2;
use kurbo::Point;

/// Largest change of size over distance. Neighbouring triangles then differ by about a quarter; 0.5 still meshes but
/// loses some ten degrees in the worst angle, 0.15 makes large panels with small details needlessly heavy.
pub(super) const GRADING: f64 = 0.25;

/// How far an edge's pieces may be from the size asked for before the inside has to follow them. Inside the band an
/// even field stays even, and its lattice unbroken.
const BAND: f64 = 1.35;

/// How far it may stay behind them once it does.
const SLACK: f64 = 1.1;

/// The grid has at least this many cells along the longer side of the panel: a spot the field makes finer is found if it
/// is wider than that.
const COARSEST_GRID: f64 = 32.0;

/// Size on a grid.
pub(super) struct SizeField {
    origin: DVec2,
    /// Distance between grid points, m.
    pub(super) cell: f64,
    pub(super) nx: usize,
    pub(super) ny: usize,
    size: Vec<f64>,
}

impl SizeField {
    /// Builds the field. `most` bounds the number of grid points.
    pub(super) fn new(border: &Border, size: Size<'_>, most: usize) -> Result<SizeField, Problem> {
        let (low, high) = border.bounds();
        let ask = |p: DVec2| {
            let h = size(p);
            let problem = || Problem::new(ProblemKind::Size { size: h }, Place::Outline, 0, Point::new(p.x, p.y));
            if h > 0.0 && h.is_finite() { Ok(h) } else { Err(problem()) }
        };
        // What the border asks for: (middle of a piece, its length).
        let mut marks = Vec::with_capacity(border.pieces.len());
        let mut least = f64::INFINITY;
        for piece in &border.pieces {
            let (a, b) = border.segment(piece);
            let middle = 0.5 * (a + b);
            let (length, wanted) = ((b - a).length(), ask(middle)?);
            least = least.min(wanted.max(length / BAND)).min(length * BAND);
            marks.push((middle, length, length > wanted * BAND, length * BAND < wanted));
        }
        let extent = high - low;
        let coarsest = (extent.x * extent.y / most as f64).sqrt().max(2.0 * (extent.x + extent.y) / most as f64);
        let mut cell = least.min(extent.max_element() / COARSEST_GRID).max(coarsest);
        let mut field = SizeField::sampled((low, high), cell, &ask)?;
        // A field that is finer inside than along the edges needs a finer grid to be seen.
        for _ in 0..8 {
            let smallest = field.range().0;
            if smallest > 0.7 * cell || cell <= coarsest {
                break;
            }
            cell = smallest.max(coarsest);
            field = SizeField::sampled((low, high), cell, &ask)?;
        }
        if marks.iter().any(|m| m.2) {
            field.raise(marks.iter().filter(|m| m.2).map(|m| (m.0, m.1)));
        }
        field.lower(marks.iter().filter(|m| m.3).map(|m| (m.0, m.1)));
        Ok(field)
    }

    /// The field asked for, at the points of a grid.
    fn sampled(
        (low, high): (DVec2, DVec2),
        cell: f64,
        ask: &dyn Fn(DVec2) -> Result<f64, Problem>,
    ) -> Result<SizeField, Problem> {
        let count = |l: f64| (l / cell).ceil().max(1.0) as usize + 1;
        let (nx, ny) = (count(high.x - low.x), count(high.y - low.y));
        let mut field = SizeField { origin: low, cell, nx, ny, size: Vec::with_capacity(nx * ny) };
        for j in 0..ny {
            for i in 0..nx {
                // Grid points outlie the panel by less than a cell; the field is only defined on it.
                field.size.push(ask(field.node(i, j).min(high))?);
            }
        }
        Ok(field)
    }

    /// Position of a grid point.
    pub(super) fn node(&self, i: usize, j: usize) -> DVec2 {
        self.origin + self.cell * DVec2::new(i as f64, j as f64)
    }

    /// Size at a grid point.
    pub(super) fn at_node(&self, i: usize, j: usize) -> f64 {
        self.size[j * self.nx + i]
    }

    /// Smallest and largest size anywhere.
    pub(super) fn range(&self) -> (f64, f64) {
        self.size.iter().fold((f64::INFINITY, 0.0), |(l, h), &s| (l.min(s), h.max(s)))
    }

    /// Size at a place; outside the grid, at its nearest border.
    pub(super) fn at(&self, p: DVec2) -> f64 {
        let q = (p - self.origin) / self.cell;
        let x = q.x.clamp(0.0, (self.nx - 1) as f64);
        let y = q.y.clamp(0.0, (self.ny - 1) as f64);
        let (i, j) = ((x as usize).min(self.nx - 2), (y as usize).min(self.ny - 2));
        let (fx, fy) = (x - i as f64, y - j as f64);
        let k = j * self.nx + i;
        let s = &self.size;
        let bottom = s[k] + fx * (s[k + 1] - s[k]);
        let top = s[k + self.nx] + fx * (s[k + self.nx + 1] - s[k + self.nx]);
        bottom + fy * (top - bottom)
    }

    /// Makes room for pieces longer than the size asked for: around each, no size below its length less the grading.
    fn raise(&mut self, long: impl Iterator<Item = (DVec2, f64)>) {
        let mut floor = vec![0.0f64; self.size.len()];
        self.seed(long, |k, length, distance| {
            let wanted = length / SLACK - GRADING * distance;
            floor[k] = floor[k].max(wanted);
        });
        self.sweep(&mut floor, |here, there, step| here.max(there - step));
        for (s, f) in self.size.iter_mut().zip(&floor) {
            *s = s.max(*f);
        }
    }

    /// Takes the size down next to short pieces and limits its growth everywhere.
    fn lower(&mut self, short: impl Iterator<Item = (DVec2, f64)>) {
        let mut size = std::mem::take(&mut self.size);
        self.seed(short, |k, length, distance| {
            let wanted = length * SLACK + GRADING * distance;
            size[k] = size[k].min(wanted);
        });
        self.sweep(&mut size, |here, there, step| here.min(there + step));
        self.size = size;
    }

    /// Calls `f` with the grid points around each mark, its length and the distance to it.
    fn seed(&self, marks: impl Iterator<Item = (DVec2, f64)>, mut f: impl FnMut(usize, f64, f64)) {
        for (at, length) in marks {
            let q = (at - self.origin) / self.cell;
            let (i0, j0) = ((q.x as usize).min(self.nx - 2), (q.y as usize).min(self.ny - 2));
            for (i, j) in [(i0, j0), (i0 + 1, j0), (i0, j0 + 1), (i0 + 1, j0 + 1)] {
                f(j * self.nx + i, length, (self.node(i, j) - at).length());
            }
        }
    }

    /// Two rounds of forward and backward passes carry a bound from every grid point to all others: distances along
    /// the grid's eight directions, at most 8 % longer than straight ones.
    fn sweep(&self, values: &mut [f64], bound: impl Fn(f64, f64, f64) -> f64) {
        let (nx, ny) = (self.nx, self.ny);
        let straight = GRADING * self.cell;
        let diagonal = straight * std::f64::consts::SQRT_2;
        let mut visit = |i: usize, j: usize, back: bool| {
            let k = j * nx + i;
            let mut v = values[k];
            let (row_ok, row) = if back { (j + 1 < ny, k + nx) } else { (j > 0, k.wrapping_sub(nx)) };
            let (col_ok, col) = if back { (i + 1 < nx, k + 1) } else { (i > 0, k.wrapping_sub(1)) };
            if col_ok {
                v = bound(v, values[col], straight);
            }
            if row_ok {
                v = bound(v, values[row], straight);
                if i > 0 {
                    v = bound(v, values[row - 1], diagonal);
                }
                if i + 1 < nx {
                    v = bound(v, values[row + 1], diagonal);
                }
            }
            values[k] = v;
        };
        for _ in 0..2 {
            for j in 0..ny {
                for i in 0..nx {
                    visit(i, j, false);
                }
            }
            for j in (0..ny).rev() {
                for i in (0..nx).rev() {
                    visit(i, j, true);
                }
            }
        }
    }
}
