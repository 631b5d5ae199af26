//! Moving the inside particles so that their triangles become equilateral.
//!
//! A particle goes to the mean of the circumcentres of the triangles around it, weighted by their area over the size
//! field (Chen's optimal Delaunay triangulation). The mean is exact for an even lattice and spreads a misfit over
//! many rows. A move that would spoil a triangle is halved, then refused.

use super::quality::{area2, shape};
use super::size::SizeField;
use glam::DVec2;

/// A triangle of at least this shape may get worse when the mean asks for it. 0.7 is a smallest angle of about 33°:
/// lower values let flat triangles live from sweep to sweep, higher ones freeze the mesh before it is even.
const GOOD_ENOUGH: f64 = 0.7;

/// The triangles around each particle.
pub(super) struct Stars {
    start: Vec<u32>,
    triangles: Vec<u32>,
}

impl Stars {
    /// Files the triangles by particle, in the order of the triangles.
    pub(super) fn new(particles: usize, triangles: &[[u32; 3]]) -> Self {
        let mut start = vec![0u32; particles + 1];
        for t in triangles {
            for &v in t {
                start[v as usize + 1] += 1;
            }
        }
        for v in 0..particles {
            start[v + 1] += start[v];
        }
        let mut fill = start.clone();
        let mut list = vec![0u32; 3 * triangles.len()];
        for (k, t) in triangles.iter().enumerate() {
            for &v in t {
                list[fill[v as usize] as usize] = k as u32;
                fill[v as usize] += 1;
            }
        }
        Stars { start, triangles: list }
    }

    /// The triangles around a particle.
    pub(super) fn of(&self, v: usize) -> &[u32] {
        &self.triangles[self.start[v] as usize..self.start[v + 1] as usize]
    }
}

/// The triangle's other two particles, in its order.
pub(super) fn others(t: [u32; 3], v: usize) -> (usize, usize) {
    let [a, b, c] = t.map(|i| i as usize);
    if a == v {
        (b, c)
    } else if b == v {
        (c, a)
    } else {
        (a, b)
    }
}

/// Worst shape around particle `v` if it were at `p`.
pub(super) fn worst(points: &[DVec2], triangles: &[[u32; 3]], star: &[u32], (v, p): (usize, DVec2)) -> f64 {
    let shapes = star.iter().map(|&k| {
        let (b, c) = others(triangles[k as usize], v);
        shape(p, points[b], points[c])
    });
    shapes.fold(f64::INFINITY, f64::min)
}

/// One sweep over all particles from number `fixed` on, in order.
pub(super) fn sweep(points: &mut [DVec2], triangles: &[[u32; 3]], fixed: usize, field: &SizeField) {
    let stars = Stars::new(points.len(), triangles);
    for v in fixed..points.len() {
        let star = stars.of(v);
        let Some(target) = target(points, triangles, star, (v, field)) else { continue };
        let here = points[v];
        let bar = worst(points, triangles, star, (v, here)).min(GOOD_ENOUGH);
        let mut step = target - here;
        for _ in 0..3 {
            if worst(points, triangles, star, (v, here + step)) >= bar {
                points[v] = here + step;
                break;
            }
            step *= 0.5;
        }
    }
}

fn target(points: &[DVec2], triangles: &[[u32; 3]], star: &[u32], (v, field): (usize, &SizeField)) -> Option<DVec2> {
    let p = points[v];
    let mut sum = DVec2::ZERO;
    let mut total = 0.0;
    for &k in star {
        let (b, c) = others(triangles[k as usize], v);
        let (q, r) = (points[b], points[c]);
        let double = area2(p, q, r);
        if double <= 0.0 {
            return None;
        }
        let (e, f) = (q - p, r - p);
        let circumcentre = (e.perp() * f.length_squared() - f.perp() * e.length_squared()) / (2.0 * double);
        let h = field.at((p + q + r) / 3.0);
        let weight = double / (h * h * h);
        // A flat triangle has its circumcentre far away; its middle is the better witness.
        let far = circumcentre.length_squared() > 4.0 * e.length_squared().max(f.length_squared());
        let witness = if far { (e + f) / 3.0 } else { circumcentre };
        sum += weight * witness;
        total += weight;
    }
    let target = p + sum / total;
    (total > 0.0 && target.is_finite()).then_some(target)
}
