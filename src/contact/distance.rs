//! Nearest points of two features of the cloth: a particle and a triangle, or two edges.
//!
//! ```text
//!        0              0 ─── 1       Both are four particles and four weights: the vector from the second
//!        │                │           feature's nearest point to the first one's is Σ w_i x_i.
//!   1 ───┼── 2            │
//!     ╲  │ ╱          2 ──┴─ 3
//!        3
//! ```

use glam::DVec3;

/// Two features that may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// What they are.
    pub kind: Kind,
    /// Their particles.
    pub particles: [u32; 4],
}

/// The kinds of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Particle 0 against the triangle 1, 2, 3.
    PointTriangle,
    /// The edge 0, 1 against the edge 2, 3.
    EdgeEdge,
}

/// The nearest points of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// w: positive on the first feature, where they sum to 1, negative on the second, where they sum to −1.
    pub weights: [f64; 4],
    /// From the second feature to the first, m.
    pub vector: DVec3,
}

impl Pair {
    /// How many of its particles are on the first feature.
    pub fn first(&self) -> usize {
        match self.kind {
            Kind::PointTriangle => 1,
            Kind::EdgeEdge => 2,
        }
    }

    /// The nearest points when its particles are here.
    pub fn closest(&self, corners: [DVec3; 4]) -> Closest {
        match self.kind {
            Kind::PointTriangle => point_triangle(corners),
            Kind::EdgeEdge => edge_edge(corners),
        }
    }
}

/// Σ w_i x_i.
pub fn blend(weights: [f64; 4], corners: [DVec3; 4]) -> DVec3 {
    (weights[0] * corners[0] + weights[1] * corners[1]) + (weights[2] * corners[2] + weights[3] * corners[3])
}

fn point_triangle([p, a, b, c]: [DVec3; 4]) -> Closest {
    let [u, v, w] = on_triangle(p, [a, b, c]);
    let weights = [1.0, -u, -v, -w];
    Closest { weights, vector: blend(weights, [p, a, b, c]) }
}

/// Barycentric coordinates of the point of a triangle nearest to p, by the regions of its corners, edges and inside.
fn on_triangle(p: DVec3, [a, b, c]: [DVec3; 3]) -> [f64; 3] {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let t = d1 / (d1 - d3);
        return [1.0 - t, t, 0.0];
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let t = d2 / (d2 - d6);
        return [1.0 - t, 0.0, t];
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return [0.0, 1.0 - t, t];
    }
    let (v, w) = (vb / (va + vb + vc), vc / (va + vb + vc));
    [1.0 - v - w, v, w]
}

fn edge_edge([a0, a1, b0, b1]: [DVec3; 4]) -> Closest {
    let (u, v, r) = (a1 - a0, b1 - b0, a0 - b0);
    let (uu, vv, uv) = (u.length_squared(), v.length_squared(), u.dot(v));
    let (ur, vr) = (u.dot(r), v.dot(r));
    let denominator = uu * vv - uv * uv;
    // Parallel edges have a line of nearest points; any of them will do, and the clamping below finds one.
    let s = if denominator > 1e-12 * uu * vv { ((uv * vr - vv * ur) / denominator).clamp(0.0, 1.0) } else { 0.5 };
    let t = (uv * s + vr) / vv;
    let clamped = t.clamp(0.0, 1.0);
    // With t on its edge, s is nearest to that point; if t was inside already this changes nothing.
    let s = ((uv * clamped - ur) / uu).clamp(0.0, 1.0);
    let weights = [1.0 - s, s, -(1.0 - clamped), -clamped];
    Closest { weights, vector: blend(weights, [a0, a1, b0, b1]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// The nearest points by trying a fine lattice of both features.
    fn tried(pair: &Pair, corners: [DVec3; 4]) -> f64 {
        let n = 60;
        let share = |k: u32| f64::from(k) / f64::from(n);
        let mut least = f64::INFINITY;
        for i in 0..=n {
            for j in 0..=n {
                let weights = match pair.kind {
                    Kind::EdgeEdge => [1.0 - share(i), share(i), share(j) - 1.0, -share(j)],
                    Kind::PointTriangle if i + j <= n => [1.0, share(i) + share(j) - 1.0, -share(i), -share(j)],
                    Kind::PointTriangle => continue,
                };
                least = least.min(blend(weights, corners).length());
            }
        }
        least
    }

    #[test]
    fn no_point_tried_is_nearer_and_the_weights_are_on_the_features() {
        let mut random = Random::new(8);
        for case in 0..400 {
            let kind = if case % 2 == 0 { Kind::PointTriangle } else { Kind::EdgeEdge };
            let pair = Pair { kind, particles: [0, 1, 2, 3] };
            let corners = std::array::from_fn(|_| DVec3::new(random.signed(), random.signed(), random.signed()));
            let closest = pair.closest(corners);
            let (first, second) = closest.weights.split_at(pair.first());
            assert!((first.iter().sum::<f64>() - 1.0).abs() < 1e-12 && first.iter().all(|w| *w >= 0.0));
            assert!((second.iter().sum::<f64>() + 1.0).abs() < 1e-12 && second.iter().all(|w| *w <= 0.0));
            let (found, least) = (closest.vector.length(), tried(&pair, corners));
            assert!(found <= least + 1e-12 && least < found + 0.1, "{kind:?} {found} {least}");
        }
    }

    #[test]
    fn parallel_edges_have_their_distance() {
        let pair = Pair { kind: Kind::EdgeEdge, particles: [0, 1, 2, 3] };
        let corners = [DVec3::ZERO, DVec3::X, DVec3::new(0.7, 0.2, 0.0), DVec3::new(1.9, 0.2, 0.0)];
        assert!((pair.closest(corners).vector.length() - 0.2).abs() < 1e-12);
    }
}
