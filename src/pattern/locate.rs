//! Which triangle a place of the panel lies in, for carrying state from an old mesh to a new one.

use super::bins::Bins;
use super::cross::nearest;
use super::quality::area2;
use glam::DVec2;

/// How far below 0 a weight may be by rounding and still count as inside.
const ROUNDING: f64 = 1e-12;

/// Triangles filed by place; a query looks at a handful of them.
pub struct Locator {
    corners: Vec<[DVec2; 3]>,
    low: DVec2,
    high: DVec2,
    cell: f64,
    bins: Bins,
}

/// A place in a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// The triangle.
    pub triangle: u32,
    /// Weights of its three particles: none negative, sum 1.
    pub weights: [f64; 3],
    /// Distance from the place asked for to the mesh, m; 0 inside. Points of a curved edge that is divided otherwise
    /// lie outside by the height of an arc over its chord.
    pub outside_by: f64,
}

impl Locator {
    /// Files the triangles of a mesh.
    pub fn new(points: &[DVec2], triangles: &[[u32; 3]]) -> Self {
        let corners: Vec<[DVec2; 3]> = triangles.iter().map(|t| t.map(|i| points[i as usize])).collect();
        let mut low = DVec2::splat(f64::INFINITY);
        let mut high = DVec2::splat(f64::NEG_INFINITY);
        let mut sides = 0.0;
        for &[a, b, c] in &corners {
            low = low.min(a.min(b).min(c));
            high = high.max(a.max(b).max(c));
            sides += (b - a).length();
        }
        if corners.is_empty() {
            (low, high) = (DVec2::ZERO, DVec2::ZERO);
        }
        let cell = sides / corners.len().max(1) as f64;
        let mut bins = Bins::new(low, high, cell, 4 * corners.len() + 16);
        let cell = bins.cell();
        for (k, &[a, b, c]) in corners.iter().enumerate() {
            bins.insert(k as u32, a.min(b).min(c), a.max(b).max(c));
        }
        Locator { corners, low, high, cell, bins }
    }

    /// The triangle around a point, or the nearest one. `None` only for an empty mesh or a point that is not a number.
    /// Of several triangles that share the place, the first one.
    pub fn find(&self, p: DVec2) -> Option<Location> {
        if self.corners.is_empty() || !p.is_finite() {
            return None;
        }
        let mut inside: Option<Location> = None;
        self.bins.visit(p, p, |k| {
            if inside.is_none_or(|l| k < l.triangle)
                && let Some(weights) = weights_inside(self.corners[k as usize], p)
            {
                inside = Some(Location { triangle: k, weights, outside_by: 0.0 });
            }
            true
        });
        inside.or_else(|| self.nearest(p))
    }

    /// Widens a box around the point until nothing outside the box can be nearer than the best inside it.
    fn nearest(&self, p: DVec2) -> Option<Location> {
        let beyond = (self.low - p).max(p - self.high).max(DVec2::ZERO).length();
        let mut reach = beyond + self.cell;
        loop {
            let mut best: Option<(f64, u32, DVec2)> = None;
            let pad = DVec2::splat(reach);
            self.bins.visit(p - pad, p + pad, |k| {
                let q = nearest_in_triangle(self.corners[k as usize], p);
                let d = (p - q).length_squared();
                if best.is_none_or(|(e, j, _)| d < e || (d == e && k < j)) {
                    best = Some((d, k, q));
                }
                true
            });
            let covers = (p - pad).cmple(self.low).all() && (p + pad).cmpge(self.high).all();
            if let Some((d, triangle, q)) = best
                && (d.sqrt() <= reach || covers)
            {
                let weights = weights_on(self.corners[triangle as usize], q);
                return Some(Location { triangle, weights, outside_by: d.sqrt() });
            }
            if covers {
                return None;
            }
            reach *= 2.0;
        }
    }
}

/// Weights of a point in a triangle, if it is inside.
fn weights_inside([a, b, c]: [DVec2; 3], p: DVec2) -> Option<[f64; 3]> {
    let total = area2(a, b, c);
    let w = [area2(p, b, c) / total, area2(a, p, c) / total, area2(a, b, p) / total];
    (total > 0.0 && w.iter().all(|&x| x >= -ROUNDING)).then(|| normalised(w))
}

/// Weights of a point known to be on the triangle, which may be flat.
fn weights_on([a, b, c]: [DVec2; 3], p: DVec2) -> [f64; 3] {
    let total = area2(a, b, c);
    if total > 0.0 {
        normalised([area2(p, b, c) / total, area2(a, p, c) / total, area2(a, b, p) / total])
    } else {
        [1.0, 0.0, 0.0]
    }
}

fn normalised(w: [f64; 3]) -> [f64; 3] {
    let w = w.map(|x| if x > 0.0 { x } else { 0.0 });
    let sum = w[0] + w[1] + w[2];
    if sum > 0.0 && sum.is_finite() { w.map(|x| x / sum) } else { [1.0, 0.0, 0.0] }
}

/// The point of a triangle nearest to `p`, which is outside it.
fn nearest_in_triangle([a, b, c]: [DVec2; 3], p: DVec2) -> DVec2 {
    let on = [nearest(p, a, b), nearest(p, b, c), nearest(p, c, a)];
    let mut best = on[0];
    for q in on {
        if (p - q).length_squared() < (p - best).length_squared() {
            best = q;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Two triangles of the unit square and one beside it.
    fn mesh() -> (Vec<DVec2>, Vec<[u32; 3]>) {
        let p = |x: f64, y: f64| DVec2::new(x, y);
        let points = vec![p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(0.0, 1.0), p(3.0, 0.0), p(4.0, 0.0), p(3.0, 1.0)];
        (points, vec![[0, 1, 2], [0, 2, 3], [4, 5, 6]])
    }

    #[test]
    fn a_far_point_goes_to_the_nearest_triangle() {
        let (points, triangles) = mesh();
        let locator = Locator::new(&points, &triangles);
        let l = locator.find(DVec2::new(2.9, -2.0)).unwrap();
        assert_eq!((l.triangle, l.weights), (2, [1.0, 0.0, 0.0]));
        assert!((l.outside_by - (0.01f64 + 4.0).sqrt()).abs() < 1e-12);
        let l = locator.find(DVec2::new(-1e6, 0.5)).unwrap();
        assert_eq!(l.triangle, 1);
        assert!((l.outside_by - 1e6).abs() < 1e-6);
    }

    #[test]
    fn an_empty_mesh_and_a_point_that_is_not_a_number_give_nothing() {
        assert_eq!(Locator::new(&[], &[]).find(DVec2::ZERO), None);
        let (points, triangles) = mesh();
        assert_eq!(Locator::new(&points, &triangles).find(DVec2::new(f64::NAN, 0.0)), None);
    }

    proptest! {
        /// Brute force is the oracle: no triangle is nearer, and the weights give the point back.
        #[test]
        fn agrees_with_looking_at_every_triangle(x in -1.0f64..5.0, y in -1.0f64..2.0) {
            let (points, triangles) = mesh();
            let p = DVec2::new(x, y);
            let l = Locator::new(&points, &triangles).find(p).unwrap();
            let best = triangles.iter().map(|t| {
                let c = t.map(|i| points[i as usize]);
                if weights_inside(c, p).is_some() { 0.0 } else { (nearest_in_triangle(c, p) - p).length() }
            }).fold(f64::INFINITY, f64::min);
            prop_assert!((l.outside_by - best).abs() < 1e-12);
            let t = triangles[l.triangle as usize];
            let q: DVec2 = (0..3).map(|k| l.weights[k] * points[t[k] as usize]).sum();
            prop_assert!(((q - p).length() - l.outside_by).abs() < 1e-9);
            prop_assert!(l.weights.iter().all(|&w| w >= 0.0));
        }
    }
}
