//! What loose ends run into of the cloth itself.

use super::Burden;
use crate::cloth::{Model, State};
use crate::contact::distance::{Kind, Pair};
use crate::math::box_tree::{Aabb, BoxTree};
use crate::yarn::fringe::Touch;
use glam::DVec3;

/// Room around the ends in which triangles are looked at, m: further than one goes in a step.
const ROOM: f64 = 0.02;

/// The triangles around loose ends.
pub(super) struct Nearby<'a> {
    model: &'a Model,
    state: &'a State,
    burden: &'a Burden,
    triangles: Vec<u32>,
    tree: BoxTree,
}

impl<'a> Nearby<'a> {
    /// Those near some nodes.
    pub fn new((model, state): (&'a Model, &'a State), burden: &'a Burden, nodes: &[DVec3]) -> Self {
        let around = Aabb::of(nodes).padded(ROOM);
        let bounds = |triangle: &[u32; 3]| Aabb::of(&triangle.map(|particle| state.positions[particle as usize]));
        let near = model.triangles.iter().map(bounds).enumerate().filter(|(_, bounds)| bounds.overlaps(&around));
        let (triangles, boxes): (Vec<u32>, Vec<Aabb>) = near.map(|(k, bounds)| (k as u32, bounds)).unzip();
        Nearby { model, state, burden, triangles, tree: BoxTree::new(&boxes) }
    }

    /// Where a node that goes from one place to another comes nearer to a triangle than it may, or through it; of several, the one
    /// that moves it furthest.
    pub fn touched(&self, [from, to]: [DVec3; 2], clear: f64) -> Option<Touch> {
        let way = Aabb::of(&[from, to]).padded(clear);
        let mut worst: Option<Touch> = None;
        self.tree.overlapping(&way, |index| {
            let triangle = self.triangles[index as usize];
            let found = self.touch(triangle, [from, to], clear);
            let least = worst.map_or(0.0, |worst| worst.out.length_squared());
            worst = found.filter(|touch| touch.out.length_squared() > least).or(worst);
        });
        worst
    }

    fn touch(&self, triangle: u32, way: [DVec3; 2], clear: f64) -> Option<Touch> {
        let particles = self.model.triangles[triangle as usize].map(|particle| particle as usize);
        let (out, weights) = out_of(particles.map(|particle| self.state.positions[particle]), way, clear)?;
        let velocity = (0..3).map(|k| weights[k] * self.state.velocities[particles[k]]).sum();
        let share = self.burden.share(particles.into_iter().zip(weights));
        Some(Touch { out, velocity, share, triangle, weights })
    }
}

/// How a node that goes from one place to another is to be moved to stay clear of a triangle and on its side of it, and where on the
/// triangle that is.
fn out_of([a, b, c]: [DVec3; 3], [from, to]: [DVec3; 2], clear: f64) -> Option<(DVec3, [f64; 3])> {
    let normal = (b - a).cross(c - a).try_normalize()?;
    let [before, after] = [from, to].map(|place| normal.dot(place - a));
    let passes = before * after < 0.0;
    let place = if passes { from.lerp(to, before / (before - after)) } else { to };
    let closest = Pair { kind: Kind::PointTriangle, particles: [0; 4] }.closest([place, a, b, c]);
    let distance = closest.vector.length();
    let out = if passes && distance < 1e-3 * clear {
        normal * (before.signum() * clear - after)
    } else if !passes && distance > 0.0 && distance < clear {
        closest.vector * (clear / distance - 1.0)
    } else {
        return None;
    };
    Some((out, [1, 2, 3].map(|k| -closest.weights[k])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

    /// Whatever its way, a node ends up clear of the triangle and on the side from which it came; beside it nothing is met.
    #[test]
    fn nodes_stay_on_their_side() {
        let at = |z: f64| DVec3::new(0.3, 0.2, z);
        for side in [1.0, -1.0] {
            for (from, to) in [(0.5, 0.2), (0.5, 0.02), (0.5, -0.001), (0.2, -3.0), (0.03, 0.01)] {
                let (from, to) = (at(side * from), at(side * to));
                let moved = to + out_of(CORNERS, [from, to], 0.1).map_or(DVec3::ZERO, |(out, _)| out);
                assert!(side * moved.z >= 0.1 - 1e-12, "{from} to {to}: {moved}");
                assert!((moved.truncate() - to.truncate()).length() < 1e-12);
            }
        }
        let beside = [DVec3::new(0.9, 0.9, 0.3), DVec3::new(0.9, 0.9, -0.3)];
        assert_eq!(out_of(CORNERS, beside, 0.1), None);
    }

    /// Where it is met is told by weights that sum to 1 and lead there.
    #[test]
    fn weights_are_of_the_place() {
        let ways = [[DVec3::new(0.2, 0.5, 1.0), DVec3::new(0.2, 0.5, -1.0)], [DVec3::new(0.2, 0.5, 0.05); 2]];
        for way in ways {
            let (_, weights) = out_of(CORNERS, way, 0.1).expect("it is met");
            let place: DVec3 = (0..3).map(|k| weights[k] * CORNERS[k]).sum();
            assert!(
                (place - DVec3::new(0.2, 0.5, 0.0)).length() < 1e-12
                    && (weights.iter().sum::<f64>() - 1.0).abs() < 1e-12
            );
        }
    }
}
