//! Keeping a triangulation Delaunay while its particles move, by flipping diagonals: a fraction of the cost of
//! triangulating anew, and exact through robust predicates.

use super::border::Border;
use glam::DVec2;
use robust::{Coord, incircle, orient2d};

/// No triangle on this side.
const NONE: u32 = u32::MAX;

/// Triangles that know their neighbours.
#[derive(Clone)]
pub(super) struct Flipper {
    /// Counter-clockwise triangles.
    pub(super) triangles: Vec<[u32; 3]>,
    /// Triangle across the side opposite each particle.
    across: Vec<[u32; 3]>,
    /// Whether that side is a piece of an internal line.
    kept: Vec<[bool; 3]>,
}

fn coord(p: DVec2) -> Coord<f64> {
    Coord { x: p.x, y: p.y }
}

/// Exact test whether three points turn left.
pub(super) fn turns_left(a: DVec2, b: DVec2, c: DVec2) -> bool {
    orient2d(coord(a), coord(b), coord(c)) > 0.0
}

impl Flipper {
    /// Finds the neighbours.
    pub(super) fn new(border: &Border, triangles: Vec<[u32; 3]>) -> Self {
        let mut sides: Vec<(u32, u32, u32, u8)> = Vec::with_capacity(3 * triangles.len());
        for (t, tri) in triangles.iter().enumerate() {
            for k in 0..3 {
                let (a, b) = (tri[(k + 1) % 3], tri[(k + 2) % 3]);
                sides.push((a.min(b), a.max(b), t as u32, k as u8));
            }
        }
        sides.sort_unstable();
        let lines = &border.pieces[border.bounding..];
        let mut lines: Vec<(u32, u32)> =
            lines.iter().map(|p| (p.ends[0].min(p.ends[1]), p.ends[0].max(p.ends[1]))).collect();
        lines.sort_unstable();
        let mut across = vec![[NONE; 3]; triangles.len()];
        let mut kept = vec![[false; 3]; triangles.len()];
        for w in sides.windows(2) {
            let ((a0, b0, t0, k0), (a1, b1, t1, k1)) = (w[0], w[1]);
            if (a0, b0) == (a1, b1) {
                across[t0 as usize][k0 as usize] = t1;
                across[t1 as usize][k1 as usize] = t0;
                if lines.binary_search(&(a0, b0)).is_ok() {
                    kept[t0 as usize][k0 as usize] = true;
                    kept[t1 as usize][k1 as usize] = true;
                }
            }
        }
        Flipper { triangles, across, kept }
    }

    /// Flips until every free side is Delaunay. All triangles must run counter-clockwise.
    pub(super) fn restore(&mut self, points: &[DVec2]) {
        let mut stack: Vec<(u32, u8)> = Vec::new();
        for t in (0..self.triangles.len()).rev() {
            for k in 0..3u8 {
                if self.across[t][k as usize] > t as u32 && self.across[t][k as usize] != NONE {
                    stack.push((t as u32, k));
                }
            }
        }
        // Flipping towards Delaunay always ends; the bound is there for particles that are not numbers.
        let mut budget = 64 * self.triangles.len() + 64;
        while let Some((t, k)) = stack.pop() {
            if budget == 0 {
                return;
            }
            if let Some(u) = self.flip_if_better(t as usize, k as usize, points) {
                budget -= 1;
                for s in [t, u] {
                    stack.extend((0..3).map(|k| (s, k)));
                }
            }
        }
    }

    /// ```text
    ///      a              a
    ///     /|\            / \
    ///   b  |  d   →     b---d      t = (a b c), u = (a c d)
    ///     \|/            \ /
    ///      c              c
    /// ```
    /// Here the side a–c lies opposite b in `t`. Returns `u` after a flip.
    fn flip_if_better(&mut self, t: usize, k: usize, points: &[DVec2]) -> Option<u32> {
        let u = self.across[t][k];
        if u == NONE || self.kept[t][k] {
            return None;
        }
        let uu = u as usize;
        let m = self.across[uu].iter().position(|&x| x == t as u32)?;
        let b = self.triangles[t][k];
        let c = self.triangles[t][(k + 1) % 3];
        let a = self.triangles[t][(k + 2) % 3];
        let d = self.triangles[uu][m];
        let [pa, pb, pc, pd] = [a, b, c, d].map(|i| points[i as usize]);
        let better = incircle(coord(pa), coord(pb), coord(pc), coord(pd)) > 0.0;
        if !better || !turns_left(pa, pb, pd) || !turns_left(pb, pc, pd) {
            return None;
        }
        // Sides of t: opposite c is a–b, opposite a is b–c. Sides of u, which runs d a c: opposite a is c–d,
        // opposite c is d–a.
        let side = |f: &Flipper, tri: usize, v: u32| {
            let i = f.triangles[tri].iter().position(|&x| x == v).unwrap_or(0);
            (f.across[tri][i], f.kept[tri][i])
        };
        let (ab, bc) = (side(self, t, c), side(self, t, a));
        let (cd, da) = (side(self, uu, a), side(self, uu, c));
        let t32 = t as u32;
        self.triangles[t] = [a, b, d];
        self.across[t] = [u, da.0, ab.0];
        self.kept[t] = [false, da.1, ab.1];
        self.triangles[uu] = [b, c, d];
        self.across[uu] = [cd.0, t32, bc.0];
        self.kept[uu] = [cd.1, false, bc.1];
        self.rename(da.0, u, t32);
        self.rename(bc.0, t32, u);
        Some(u)
    }

    fn rename(&mut self, triangle: u32, from: u32, to: u32) {
        if triangle != NONE {
            for n in &mut self.across[triangle as usize] {
                if *n == from {
                    *n = to;
                }
            }
        }
    }
}
