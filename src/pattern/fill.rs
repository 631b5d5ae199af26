//! First guess of the inside particles: a lattice of equilateral triangles that grows out of one point.
//!
//! Every particle proposes its six neighbours at the distance the size field asks for. A proposal stands if it is on
//! the cloth, keeps its distance from the border and has no particle too close already. In an even field the
//! proposals of different particles fall on each other and the result is the perfect lattice, its rows along the
//! weft; in a graded one the lattice stretches and breaks where it must, and the smoothing heals the breaks.
//! Everything happens in a fixed order, so the same panel always gives the same particles.

use super::bins::Bins;
use super::border::Border;
use super::size::SizeField;
use glam::DVec2;
use std::cell::Cell;
use std::collections::VecDeque;

/// Distance of a particle from the border, in units of the size. The row of particles along a straight edge ends up at
/// 0.87 on average; starting from anything between 0.5 and 1.3 smooths to it, much less leaves flat triangles behind.
const FROM_BORDER: f64 = 0.55;

/// Least distance between particles, in units of the size.
const APART: f64 = 0.72;

/// A place with nothing closer than this, in units of the size, has room for a particle the lattice did not reach.
const GAP: f64 = 0.98;

/// The border's pieces, filed by place.
pub(super) struct Nearby<'a> {
    border: &'a Border,
    bins: Bins,
}

impl<'a> Nearby<'a> {
    /// Files the pieces.
    pub(super) fn new(border: &'a Border, cell: f64) -> Self {
        let (low, high) = border.bounds();
        let mut bins = Bins::new(low, high, cell, (8 * border.pieces.len()).max(65_536));
        for (k, piece) in border.pieces.iter().enumerate() {
            let (a, b) = border.segment(piece);
            bins.insert(k as u32, a.min(b), a.max(b));
        }
        Nearby { border, bins }
    }

    /// Whether no piece comes closer to a point than `distance`.
    pub(super) fn is_clear(&self, p: DVec2, distance: f64) -> bool {
        let reach = DVec2::splat(distance);
        let mut clear = true;
        self.bins.visit(p - reach, p + reach, |k| {
            let (a, b) = self.border.segment(&self.border.pieces[k as usize]);
            clear = distance_squared(p, a, b) >= distance * distance;
            clear
        });
        clear
    }

    /// Whether the straight way between two points crosses a piece other than `own`.
    fn is_crossed(&self, p: DVec2, q: DVec2, own: Option<usize>) -> bool {
        let mut crossed = false;
        self.bins.visit(p.min(q), p.max(q), |k| {
            if own == Some(k as usize) {
                return true;
            }
            let (a, b) = self.border.segment(&self.border.pieces[k as usize]);
            let sides = (q - p).perp_dot(a - p) * (q - p).perp_dot(b - p);
            let ends = (b - a).perp_dot(p - a) * (b - a).perp_dot(q - a);
            crossed = sides <= 0.0 && ends <= 0.0;
            !crossed
        });
        crossed
    }
}

fn distance_squared(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let d = b - a;
    let l2 = d.length_squared();
    let t = if l2 > 0.0 { ((p - a).dot(d) / l2).clamp(0.0, 1.0) } else { 0.0 };
    (p - a - t * d).length_squared()
}

/// For every grid point of the size field, whether it is on the cloth: along each row, between an odd and an even
/// crossing of the border.
pub(super) fn on_cloth(border: &Border, field: &SizeField) -> Vec<bool> {
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); field.ny];
    let y0 = field.node(0, 0).y;
    for piece in &border.pieces[..border.bounding] {
        let (a, b) = border.segment(piece);
        let (low, high) = if a.y <= b.y { (a, b) } else { (b, a) };
        let first = (((low.y - y0) / field.cell) as usize).saturating_sub(1);
        for (j, row) in rows.iter_mut().enumerate().skip(first) {
            let y = field.node(0, j).y;
            if y >= high.y {
                break;
            }
            if y >= low.y {
                row.push(low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y)));
            }
        }
    }
    let mut inside = Vec::with_capacity(field.nx * field.ny);
    for (j, row) in rows.iter_mut().enumerate() {
        row.sort_by(f64::total_cmp);
        let mut crossed = 0;
        for i in 0..field.nx {
            let x = field.node(i, j).x;
            while crossed < row.len() && row[crossed] <= x {
                crossed += 1;
            }
            inside.push(crossed % 2 == 1);
        }
    }
    inside
}

/// How the work of laying out particles went over its bounds.
pub(super) enum Overrun {
    /// More particles than allowed.
    Particles(usize),
    /// Particles crowd in cells that cannot be made small enough, and looking around each takes too long.
    Crowding,
}

/// Particles for the inside, `most` at most.
pub(super) fn fill(
    nearby: &Nearby<'_>,
    field: &SizeField,
    inside: &[bool],
    most: usize,
) -> Result<Vec<DVec2>, Overrun> {
    let border = nearby.border;
    let (low, high) = border.bounds();
    let bins = Bins::new(low, high, field.range().0, 1 << 20);
    let mut grown = Grown { points: Vec::new(), bins, looks: Cell::new(0) };
    let root3 = 0.5 * 3f64.sqrt();
    let around = [(1.0, 0.0), (0.5, root3), (-0.5, root3), (-1.0, 0.0), (-0.5, -root3), (0.5, -root3)];
    let around = around.map(|(x, y)| DVec2::new(x, y));
    let mut queue = VecDeque::new();
    for seed in seeds(nearby, field, inside) {
        let h = field.at(seed);
        if !nearby.is_clear(seed, FROM_BORDER * h) || !grown.has_room(seed, GAP * h) {
            continue;
        }
        grown.push(seed);
        queue.push_back(seed);
        while let Some(p) = queue.pop_front() {
            grown.check(most)?;
            let here = field.at(p);
            for way in around {
                let h = field.at(p + 0.5 * here * way);
                let q = p + h * way;
                let there = field.at(q);
                if grown.has_room(q, APART * there)
                    && nearby.is_clear(q, FROM_BORDER * there)
                    && !nearby.is_crossed(p, q, None)
                {
                    grown.push(q);
                    queue.push_back(q);
                }
            }
        }
    }
    Ok(grown.points)
}

/// Places from where the lattice may start: the grid's points on the cloth, row by row, then the tips of equilateral
/// triangles on the border's pieces, for parts so narrow that no grid point lies in them.
fn seeds<'a>(nearby: &'a Nearby<'_>, field: &'a SizeField, inside: &'a [bool]) -> impl Iterator<Item = DVec2> + 'a {
    let border = nearby.border;
    let on_grid = (0..field.ny)
        .flat_map(|j| (0..field.nx).map(move |i| (i, j)))
        .filter(|&(i, j)| inside[j * field.nx + i])
        .map(|(i, j)| field.node(i, j));
    let on_border = border.pieces[..border.bounding].iter().enumerate().filter_map(|(k, piece)| {
        let (a, b) = border.segment(piece);
        let middle = 0.5 * (a + b);
        let tip = middle + 0.87 * (b - a).perp();
        (!nearby.is_crossed(middle, tip, Some(k))).then_some(tip)
    });
    on_grid.chain(on_border)
}

/// The particles so far, filed by place.
struct Grown {
    points: Vec<DVec2>,
    bins: Bins,
    /// Neighbours looked at so far.
    looks: Cell<usize>,
}

impl Grown {
    /// Stops work that would not end in reasonable time. A lattice takes some 300 looks per particle.
    fn check(&self, most: usize) -> Result<(), Overrun> {
        if self.points.len() > most {
            return Err(Overrun::Particles(self.points.len()));
        }
        if self.looks.get() > 20_000_000 + 2_000 * self.points.len() { Err(Overrun::Crowding) } else { Ok(()) }
    }

    fn has_room(&self, p: DVec2, distance: f64) -> bool {
        let reach = DVec2::splat(distance);
        let mut room = true;
        let mut looks = 0;
        self.bins.visit(p - reach, p + reach, |k| {
            looks += 1;
            room = (self.points[k as usize] - p).length_squared() >= distance * distance;
            room
        });
        self.looks.set(self.looks.get() + looks);
        room
    }

    fn push(&mut self, p: DVec2) {
        self.bins.insert(self.points.len() as u32, p, p);
        self.points.push(p);
    }
}
