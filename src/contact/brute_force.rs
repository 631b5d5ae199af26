//! The judge: which edges of the cloth cross which triangles, by exact predicates on the positions alone.
//!
//! It shares nothing with the solver's own contact data. Boxes are swept along one axis only to skip pairs that
//! cannot touch; every pair that might is decided exactly.

use glam::DVec3;
use robust::{Coord3D, orient3d};
use std::collections::BTreeSet;

/// An edge and a triangle that cross, by their particles.
pub type Crossing = ([u32; 2], [u32; 3]);

/// Number of pairs of an edge and a triangle without a common particle that cross.
pub fn crossings(positions: &[DVec3], triangles: &[[u32; 3]]) -> usize {
    crossing_pairs(positions, triangles).len()
}

/// The pairs themselves.
pub fn crossing_pairs(positions: &[DVec3], triangles: &[[u32; 3]]) -> Vec<Crossing> {
    let edges: BTreeSet<(u32, u32)> = triangles
        .iter()
        .flat_map(|t| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])])
        .map(|(a, b)| (a.min(b), a.max(b)))
        .collect();
    let edges: Vec<(u32, u32)> = edges.into_iter().collect();
    let mut edge_boxes: Vec<(Bounds, usize)> =
        edges.iter().enumerate().map(|(i, (a, b))| (Bounds::of(positions, &[*a, *b]), i)).collect();
    let mut triangle_boxes: Vec<(Bounds, usize)> =
        triangles.iter().enumerate().map(|(i, t)| (Bounds::of(positions, t), i)).collect();
    let by_low_x = |a: &(Bounds, usize), b: &(Bounds, usize)| a.0.low.x.total_cmp(&b.0.low.x).then(a.1.cmp(&b.1));
    edge_boxes.sort_by(by_low_x);
    triangle_boxes.sort_by(by_low_x);

    let widest = edge_boxes.iter().map(|(bounds, _)| bounds.high.x - bounds.low.x).fold(0.0, f64::max);
    let mut found = Vec::new();
    let mut first = 0;
    for (bounds, triangle) in &triangle_boxes {
        // Edges that begin further left than the widest edge reaches are out of reach for good.
        while first < edge_boxes.len() && edge_boxes[first].0.low.x < bounds.low.x - widest {
            first += 1;
        }
        let candidates = edge_boxes[first..].iter().take_while(|(edge, _)| edge.low.x <= bounds.high.x);
        for (_, edge) in candidates.filter(|(edge, _)| edge.overlaps(bounds)) {
            let (a, b) = edges[*edge];
            let corners = triangles[*triangle];
            if !corners.contains(&a) && !corners.contains(&b) {
                let at = corners.map(|i| positions[i as usize]);
                if crosses([positions[a as usize], positions[b as usize]], at) {
                    found.push(([a, b], corners));
                }
            }
        }
    }
    found
}

/// Whether a segment passes through a triangle; touching does not count.
fn crosses([a, b]: [DVec3; 2], [p, q, r]: [DVec3; 3]) -> bool {
    let side = |x, y, z, w| orient3d(coord(x), coord(y), coord(z), coord(w));
    let (above, below) = (side(p, q, r, a), side(p, q, r, b));
    if above == 0.0 || below == 0.0 || (above > 0.0) == (below > 0.0) {
        return false;
    }
    let turns = [side(a, b, p, q), side(a, b, q, r), side(a, b, r, p)];
    turns.iter().all(|turn| *turn > 0.0) || turns.iter().all(|turn| *turn < 0.0)
}

fn coord(v: DVec3) -> Coord3D<f64> {
    Coord3D { x: v.x, y: v.y, z: v.z }
}

#[derive(Clone, Copy)]
struct Bounds {
    low: DVec3,
    high: DVec3,
}

impl Bounds {
    fn of(positions: &[DVec3], particles: &[u32]) -> Self {
        let mut bounds = Bounds { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY };
        for particle in particles {
            bounds.low = bounds.low.min(positions[*particle as usize]);
            bounds.high = bounds.high.max(positions[*particle as usize]);
        }
        bounds
    }

    fn overlaps(&self, other: &Bounds) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    #[test]
    fn two_sheets_that_pass_through_each_other_are_counted() {
        let flat = [DVec3::ZERO, DVec3::X, DVec3::Z];
        let through = [DVec3::new(0.2, -0.5, 0.2), DVec3::new(0.25, 0.5, 0.2), DVec3::new(2.0, 0.5, 2.0)];
        let positions: Vec<DVec3> = flat.into_iter().chain(through).collect();
        // Both edges of the second triangle that span the plane pierce the first one or pass beside it.
        assert_eq!(crossings(&positions, &[[0, 1, 2], [3, 4, 5]]), 2);
        let lifted: Vec<DVec3> =
            positions.iter().enumerate().map(|(i, p)| if i > 2 { *p + DVec3::Y } else { *p }).collect();
        assert_eq!(crossings(&lifted, &[[0, 1, 2], [3, 4, 5]]), 0);
    }

    #[test]
    fn the_sweep_finds_what_all_pairs_find() {
        let mut random = Random::new(5);
        let mut point = || DVec3::new(random.signed(), random.signed(), random.signed());
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for i in 0..60_u32 {
            let centre = point();
            positions.extend([centre, centre + 0.4 * point(), centre + 0.4 * point()]);
            triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
        }
        let mut expected = 0;
        for t in &triangles {
            for e in triangles.iter().filter(|e| *e != t).flat_map(|e| [(e[0], e[1]), (e[1], e[2]), (e[2], e[0])]) {
                let ends = [positions[e.0 as usize], positions[e.1 as usize]];
                expected += usize::from(crosses(ends, t.map(|i| positions[i as usize])));
            }
        }
        assert!(expected > 0);
        assert_eq!(crossings(&positions, &triangles), expected);
    }
}
