//! Triangles against bodies: between corners that are outside, a triangle can still cut into a body that is curved.
//!
//! ```text
//!      •───────────────•     the corners keep their distance, the chord between them does not; its deepest point is
//!        ╲ ___×___ ╱         sought and pushed out, carrying the corners by its weights
//!         ╱       ╲
//! ```
//!
//! On a smooth body a chord of length l that spans the angle α of its surface sinks in by lα/8, some tenths of a millimetre, which
//! the thickness of the cloth hides or nearly so; there it is left as it is. At edges, on thin bodies and under cloth that is
//! drawn out the deepest point is looked for.

use super::bodies::Obstacle;
use crate::body::Nearest;
use glam::DVec3;

/// Part of the thickness that triangles keep from bodies. Corners keep all of it and may sink by half when pressed: a chord
/// that is no nearer than this adds nothing to what its corners feel.
pub const CHORDS_KEEP: f64 = 0.5;
/// Triangles whose corners see the body in directions that differ by less, as a distance of unit vectors (1 is 60°), are passed
/// over: on smooth bodies the deepest point wanders over the triangle, and cloth that should rest would be pushed now here,
/// now there.
const SHARP: f64 = 1.0;
/// Steps in which the deepest point is followed downhill; one that does not lead down halves those after it.
const ROUNDS: u32 = 8;

/// The deepest point of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deepest {
    /// Its barycentric coordinates.
    pub weights: [f64; 3],
    /// The body, seen from there.
    pub nearest: Nearest,
}

/// The deepest point of a triangle whose corners see the body so, if it is nearer to the body than `keep` and lies between
/// its corners.
pub fn deepest(body: &Obstacle, corners: [DVec3; 3], seen: [Nearest; 3], keep: f64) -> Option<Deepest> {
    let least = seen.iter().map(|nearest| nearest.distance).fold(f64::INFINITY, f64::min);
    let sides = [[0, 1], [1, 2], [2, 0]].map(|[a, b]| {
        let length = corners[a].distance(corners[b]);
        (length, seen[a].normal.distance(seen[b].normal))
    });
    let longest = sides.iter().map(|side| side.0).fold(0.0, f64::max);
    // No point of a triangle is further from its nearest corner than this, and distances grow by no more than the way.
    if least > keep + 0.6 * longest {
        return None;
    }
    if sides.iter().all(|side| side.1 < SHARP) {
        return None;
    }
    let found = descend(body, corners, longest);
    // What its corners keep is theirs.
    let inner = found.weights.iter().all(|weight| *weight < 1.0);
    (inner && found.nearest.distance < keep).then_some(found)
}

/// Walks downhill from the deepest of seven points.
fn descend(body: &Obstacle, corners: [DVec3; 3], longest: f64) -> Deepest {
    const HALF: f64 = 0.5;
    const THIRD: f64 = 1.0 / 3.0;
    const FROM: [[f64; 3]; 7] = [
        [THIRD, THIRD, THIRD],
        [HALF, HALF, 0.0],
        [0.0, HALF, HALF],
        [HALF, 0.0, HALF],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    let at = |weights: [f64; 3]| Deepest { weights, nearest: body.placed.nearest(blend(weights, corners)) };
    let start = FROM.map(at);
    let mut best = start[0];
    for other in &start[1..] {
        if other.nearest.distance < best.nearest.distance {
            best = *other;
        }
    }
    let [u, v] = [corners[1] - corners[0], corners[2] - corners[0]];
    let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
    let determinant = uu * vv - uv * uv;
    if determinant <= 1e-12 * uu * vv {
        return best;
    }
    let mut step = 0.25 * longest;
    for _ in 0..ROUNDS {
        // Down the slope within the plane: −n, as far as it lies in the plane, in the coordinates of its sides.
        let (nu, nv) = (-best.nearest.normal.dot(u), -best.nearest.normal.dot(v));
        let (s, t) = ((vv * nu - uv * nv) / determinant, (uu * nv - uv * nu) / determinant);
        let length = (u * s + v * t).length();
        if length < 1e-9 {
            break;
        }
        let (s, t) = (s * step / length, t * step / length);
        let other = at(inside([best.weights[0] - s - t, best.weights[1] + s, best.weights[2] + t]));
        if other.nearest.distance < best.nearest.distance {
            best = other;
        } else {
            step *= 0.5;
        }
    }
    best
}

/// Weights moved into the triangle.
fn inside(weights: [f64; 3]) -> [f64; 3] {
    let kept = weights.map(|weight| weight.max(0.0));
    let sum: f64 = kept.iter().sum();
    kept.map(|weight| weight / sum)
}

/// The point with these weights.
pub fn blend(weights: [f64; 3], corners: [DVec3; 3]) -> DVec3 {
    weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::motion::Still;
    use crate::body::{Placed, Pose, Shape, Shapes};
    use crate::math::random::Random;
    use crate::row::{Table, Values};

    fn shape(kind: &str, numbers: &[(&str, f64)]) -> Box<dyn Shape> {
        let values: Values = numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        (Shapes::find(kind).unwrap().make)(&values)
    }

    fn found(shape: &dyn Shape, corners: [DVec3; 3], thickness: f64) -> Option<Deepest> {
        let body = Obstacle { placed: Placed::new(shape, &Still, 0.0), passage: Pose::IDENTITY, roughness: 1.0 };
        deepest(&body, corners, corners.map(|corner| body.placed.nearest(corner)), thickness)
    }

    /// The point of a triangle nearest to a sphere's centre has a closed form: it is found within a twentieth of the triangle's
    /// size where the chord cuts off no more than a quarter of the radius.
    #[test]
    fn the_deepest_point_is_found_on_a_small_sphere() {
        let ball = shape("body.sphere", &[("radius_mm", 20.0), ("x_mm", 0.0), ("y_mm", 0.0), ("z_mm", 0.0)]);
        let mut random = Random::new(3);
        let mut seen = 0;
        for _ in 0..300 {
            let mut point = || 0.04 * DVec3::new(random.signed(), random.signed(), random.signed());
            let corners = [point(), point(), point()];
            let pair = super::super::distance::Pair {
                kind: super::super::distance::Kind::PointTriangle,
                particles: [0, 1, 2, 3],
            };
            let exact = pair.closest([DVec3::ZERO, corners[0], corners[1], corners[2]]).vector.length() - 0.02;
            // Through the middle of the ball there is no way that leads down.
            let Some(deepest) = found(ball.as_ref(), corners, 1e-3).filter(|_| exact > -0.005) else { continue };
            seen += 1;
            assert!(deepest.nearest.distance >= exact - 1e-12);
            assert!(deepest.nearest.distance < exact + 0.05 * 0.04, "{} {exact}", deepest.nearest.distance);
        }
        assert!(seen > 20, "{seen}");
    }

    /// A triangle laid over the edge of a box, its corners clear of it, is found; one on a flat side has nothing to add.
    #[test]
    fn an_edge_under_a_triangle_is_found() {
        let block = shape("body.box", &[]);
        let body = Placed::new(block.as_ref(), &Still, 0.0);
        let top = (0..2000).map(|k| f64::from(k) * 1e-3).find(|y| body.nearest(DVec3::Y * *y).distance > 5e-4).unwrap();
        let flat = [DVec3::new(0.0, top, 0.0), DVec3::new(0.01, top, 0.0), DVec3::new(0.0, top, 0.01)];
        assert_eq!(found(block.as_ref(), flat, 1e-3), None);
        let side =
            (0..2000).map(|k| f64::from(k) * 1e-3).find(|x| body.nearest(DVec3::X * *x).distance > 5e-4).unwrap();
        let over = [
            DVec3::new(side - 0.01, top + 1e-3, -0.01),
            DVec3::new(side - 0.01, top + 1e-3, 0.01),
            DVec3::new(side + 1e-3, top - 0.01, 0.0),
        ];
        assert!(over.iter().all(|corner| body.nearest(*corner).distance > 5e-4));
        assert!(found(block.as_ref(), over, 1e-3).unwrap().nearest.distance < 0.0);
    }
}
