//! A uniform grid of lists, for everything near a place.

use glam::DVec2;

/// Marks the end of a list.
const NONE: u32 = u32::MAX;

/// Items filed by the grid cells they touch.
pub(super) struct Bins {
    origin: DVec2,
    cell: f64,
    nx: usize,
    ny: usize,
    head: Vec<u32>,
    /// (item, next entry of the same cell).
    entries: Vec<(u32, u32)>,
}

impl Bins {
    /// An empty grid over a box, with cells of about this size, but never more than `most` of them.
    pub(super) fn new(low: DVec2, high: DVec2, cell: f64, most: usize) -> Self {
        let extent = (high - low).max(DVec2::ZERO);
        let coarsest = (extent.x * extent.y / most as f64).sqrt().max((extent.x + extent.y) / most as f64);
        let cell = cell.max(coarsest).max(f64::MIN_POSITIVE);
        let count = |length: f64| ((length / cell).floor() as usize).min(most) + 1;
        let (nx, ny) = (count(extent.x), count(extent.y));
        Bins { origin: low, cell, nx, ny, head: vec![NONE; nx * ny], entries: Vec::new() }
    }

    /// Size of a cell.
    pub(super) fn cell(&self) -> f64 {
        self.cell
    }

    fn column(&self, x: f64) -> usize {
        // Casting saturates: what lies beyond the box is filed in its last cells.
        (((x - self.origin.x) / self.cell) as usize).min(self.nx - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.origin.y) / self.cell) as usize).min(self.ny - 1)
    }

    /// Files an item in every cell its box touches.
    pub(super) fn insert(&mut self, item: u32, low: DVec2, high: DVec2) {
        for j in self.row(low.y)..=self.row(high.y) {
            for i in self.column(low.x)..=self.column(high.x) {
                let cell = j * self.nx + i;
                let entry = self.entries.len() as u32;
                self.entries.push((item, self.head[cell]));
                self.head[cell] = entry;
            }
        }
    }

    /// Files a segment, widened by `reach`, in the cells it passes, and calls `f` with what lies there already.
    ///
    /// Row by row, so that a long slanted segment does not fill its whole box.
    pub(super) fn insert_along(&mut self, item: u32, (a, b): (DVec2, DVec2), reach: f64, mut f: impl FnMut(u32)) {
        let (low, high) = if a.y <= b.y { (a, b) } else { (b, a) };
        // Wider by a sliver of a cell: rounding must not put the segment beside the cell it runs in.
        let reach = reach + 1e-6 * self.cell;
        let slope = if high.y > low.y { (high.x - low.x) / (high.y - low.y) } else { 0.0 };
        let (left, right) = (low.x.min(high.x) - reach, low.x.max(high.x) + reach);
        for j in self.row(low.y - reach)..=self.row(high.y + reach) {
            let bottom = self.origin.y + j as f64 * self.cell - reach;
            let top = bottom + self.cell + 2.0 * reach;
            let (mut x0, mut x1) = (left, right);
            if high.y > low.y {
                let at = |y: f64| low.x + slope * (y.clamp(low.y, high.y) - low.y);
                let (p, q) = (at(bottom), at(top));
                x0 = x0.max(p.min(q) - reach);
                x1 = x1.min(p.max(q) + reach);
            }
            for i in self.column(x0)..=self.column(x1) {
                let cell = j * self.nx + i;
                let mut entry = self.head[cell];
                while entry != NONE {
                    let (other, next) = self.entries[entry as usize];
                    f(other);
                    entry = next;
                }
                let entry = self.entries.len() as u32;
                self.entries.push((item, self.head[cell]));
                self.head[cell] = entry;
            }
        }
    }

    /// Calls `f` with the items of every cell a box touches, until `f` returns false. An item that touches several
    /// cells may come several times.
    pub(super) fn visit(&self, low: DVec2, high: DVec2, mut f: impl FnMut(u32) -> bool) {
        for j in self.row(low.y)..=self.row(high.y) {
            for i in self.column(low.x)..=self.column(high.x) {
                let mut entry = self.head[j * self.nx + i];
                while entry != NONE {
                    let (item, next) = self.entries[entry as usize];
                    if !f(item) {
                        return;
                    }
                    entry = next;
                }
            }
        }
    }
}
