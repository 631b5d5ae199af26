//! Edges and triangles against bodies: between corners that are outside, both can still cut into a body.
//!
//! ```text
//!      •───────────────•     a smooth part of a body: the corners keep by the sag more than the thickness, and nothing else
//!       ╲ ____ | ____ ╱      is felt
//!        ╱    sag    ╲
//!
//!      •───────────────•     a ridge: the deepest point of the chord is sought and pushed out, carrying the corners by its
//!        ╲     ×     ╱       weights
//!          ╲  ╱ ╲  ╱
//! ```
//!
//! A body's ridge enters and leaves a triangle through its edges, and along an edge the deepest point hardly moves from one
//! iteration to the next: so edges are looked at first. What is left is a tip that pokes into the middle of a triangle.
//! Smooth bodies are not met so: where all edges around a particle press, and it presses too, they take turns and never settle.

use super::bodies::{Layer, Obstacle};
use super::clearance::{Sight, bound, sunk};
use crate::body::Nearest;
use crate::math::each::Each;
use glam::DVec3;

/// Part of the thickness that chords keep from bodies. Corners keep all of it and may sink by half when pressed: a chord
/// that is no nearer than this adds nothing to what its corners feel.
const KEEP: f64 = 0.5;
/// Most that a chord sags, m. Cloth that is too coarse for what it lies on, as a sleeve on fingers, would hover.
const MOST_SAG: f64 = 6e-3;
/// A chord whose middle is further than this from a body, m, cuts less into it, and none that is [`MOST_SAG`] away: its corners need
/// not keep off. Where one corner alone touched, beside a hollow, the sag of such chords came and went with the directions in which their
/// corners saw the body, and the corner jumped by 2 mm in every step for ever.
const CUTS: f64 = 0.5 * MOST_SAG;
/// Part of the thickness that a whole triangle keeps from a body: the guard, which pushes off to a quarter, has nothing to do then. …
const STAYS_OFF: f64 = 0.3;
/// … Corners are thought to sink no deeper than this for it, m: those that are further away have a way to go.
const SINKS: f64 = 1e-3;
/// How exactly it is found what keeps it so, as a part of the thickness.
const EXACT: f64 = 0.02;
/// Room for rounding where distances are compared, m.
const SLACK: f64 = 1e-9;
/// Corners that see the body in directions that differ by less, as a distance of unit vectors (1.2 is 74°), lie on a smooth
/// part of it.
const SHARP: f64 = 1.2;
/// Corners that see it in directions that differ by more (1.7 is 116°) are on two sides of it: what joins them and is inside passes
/// through, and has no way out that leads past both. Over a thin ridge it lies outside, and is kept there.
const OPPOSITE: f64 = 1.7;
/// Least weight of each corner in the deepest point of a triangle; nearer to its edges the edges see to it.
const INNER: f64 = 0.1;
/// What is by so much more than it keeps from a body, as a part of that, still touches it: what was moved out is there only so
/// nearly, and would otherwise be let go at once.
const TOUCH: f64 = 0.05;
/// Steps in which the deepest point is followed downhill; one that does not lead down halves those after it.
const ROUNDS: u32 = 8;

/// Where the corners of a chord are, how they see a body, and a hint for questions from between them.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// m.
    pub corners: [DVec3; 3],
    /// The body, seen from each.
    pub seen: [Nearest; 3],
    /// As [`Shape::nearest_hinted`](crate::body::Shape::nearest_hinted) takes it.
    pub hint: u32,
}

/// An edge or a triangle of the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chord {
    /// Its corners; the last of an edge is there twice.
    pub particles: [u32; 3],
    /// Area that presses through it, m².
    pub area: f64,
}

impl Chord {
    /// Whether it is an edge.
    pub fn is_edge(&self) -> bool {
        self.particles[1] == self.particles[2]
    }

    /// By how much its middle lies deeper in a smooth part of a body than its corners do on average, m. Where chords do not touch
    /// it or span a ridge it is zero. On a skin that moves under the cloth it is the most that a point on the way from the middle to
    /// a corner can lie deeper: what bulges beside the middle would be found by the guard alone, in every iteration of every step.
    /// Its hint is left for the next question.
    pub fn sag(&self, body: &Obstacle, Span { corners, seen, hint }: &mut Span) -> f64 {
        let (corners, seen) = (*corners, *seen);
        let [a, b, c] = seen.each(|nearest| nearest.distance);
        if a.min(b).min(c) > 2.0 * MOST_SAG || turn(seen) >= SHARP {
            return 0.0;
        }
        let weights = if self.is_edge() { [0.5, 0.5, 0.0] } else { [1.0 / 3.0; 3] };
        let mean = weights[0] * a + weights[1] * b + weights[2] * c;
        let at = blend(weights, corners);
        // Exact distances grow by no more than the way: the middle of a chord that reaches far out needs no question.
        let reaches = |k: usize| seen[k].distance - corners[k].distance(at) > MOST_SAG + SLACK;
        if body.placed.skin().is_some() && (reaches(0) || reaches(1) || reaches(2)) {
            return 0.0;
        }
        let middle = body.placed.nearest_hinted(at, hint);
        let cuts = ((MOST_SAG - middle.distance) / (MOST_SAG - CUTS)).clamp(0.0, 1.0);
        let sag = if body.placed.changes() && cuts > 0.0 {
            bulge((at, middle, mean), (corners, seen))
        } else {
            mean - middle.distance
        };
        cuts * sag.clamp(0.0, MOST_SAG)
    }

    /// How much further than by their sags the corners of a triangle have to keep off, so that all of it stays clear of a smooth part of a
    /// body when they sink as deep as they may, m. The middle tells of most triangles; where a body bulges beside it, as at a shoulder,
    /// the guard would stop the triangle in every iteration, and the equations would never hear of it. What is sought is the point
    /// that is lowest once the corners have sunk, whose height changes steadily as they move: asked of the point that is lowest
    /// now, which jumps, a corner was lifted and let go in turn for ever.
    pub fn lift(&self, body: &Obstacle, corners: [Sight; 3], hint: u32, layers: [Layer; 3]) -> f64 {
        let [a, b, c] = corners.each(|corner| corner.seen.distance);
        if a.min(b).min(c) > 2.0 * MOST_SAG {
            return 0.0;
        }
        let keep = STAYS_OFF * layers[0].thickness;
        let sinks = [0, 1, 2].each(|i| (corners[i].seen.distance - layers[i].deepest()).clamp(0.0, SINKS));
        if turn(corners.each(|corner| corner.seen)) >= SHARP || bound(&corners, sinks) >= keep {
            return 0.0;
        }
        let exact = EXACT * layers[0].thickness;
        (keep - sunk(body, corners, hint, (sinks, keep, exact))).clamp(0.0, MOST_SAG)
    }

    /// Whether it is near enough to a body that its corners see so, and they see it in directions that differ enough, for it to span a ridge that
    /// touches it. It does not if a triangle that it is a side of, of cloth as thick, does not.
    pub fn may_span(&self, thickness: f64, [a, b, c]: [DVec3; 3], seen: [Nearest; 3]) -> bool {
        // No point of a chord is further from its nearest corner than this part of its longest side, and distances grow by no
        // more than the way.
        const WITHIN: f64 = 0.6;
        if turn(seen) < SHARP {
            return false;
        }
        let room = seen.iter().map(|nearest| nearest.distance).fold(f64::INFINITY, f64::min) - 2.0 * thickness;
        let longest = a.distance_squared(b).max(b.distance_squared(c)).max(c.distance_squared(a));
        room <= 0.0 || room * room <= WITHIN * WITHIN * longest
    }

    /// Its deepest point, if it spans a ridge that touches it between its corners.
    pub fn deepest(&self, body: &Obstacle, thickness: f64, span: Span) -> Option<Deepest> {
        if !self.may_span(thickness, span.corners, span.seen) {
            return None;
        }
        let reach = KEEP * thickness * (1.0 + TOUCH);
        let found = match self.is_edge() {
            true => along(body, span, reach),
            false => within(body, span.corners, span.hint),
        };
        let deepest = if turn(span.seen) < OPPOSITE { f64::NEG_INFINITY } else { 0.0 };
        found.filter(|found| found.nearest.distance < reach && found.nearest.distance > deepest)
    }
}

/// The most by which a point between the middle of a chord and a corner can lie deeper in a convex body than the corners do at its
/// place: below the tangent planes of both no point of the body's distance is. `mean` is what the corners' distances are at the middle.
fn bulge((at, middle, mean): (DVec3, Nearest, f64), (corners, seen): ([DVec3; 3], [Nearest; 3])) -> f64 {
    let sag = mean - middle.distance;
    let towards = |k: usize| {
        let way = corners[k] - at;
        let rise = seen[k].distance - mean;
        // How fast the sag changes along the way, at the middle and at the corner, where there is none.
        let (here, there) = (rise - middle.normal.dot(way), rise - seen[k].normal.dot(way));
        let part = -(there + sag) / (here - there);
        if here > 0.0 && there < 0.0 && part > 0.0 && part < 1.0 { sag + here * part } else { sag }
    };
    towards(0).max(towards(1)).max(towards(2))
}

/// The largest angle between directions in which corners see a body, as a distance of unit vectors.
fn turn(seen: [Nearest; 3]) -> f64 {
    let [a, b, c] = seen.each(|nearest| nearest.normal);
    a.distance_squared(b).max(b.distance_squared(c)).max(c.distance_squared(a)).sqrt()
}

/// Whether chords with sides no longer than this, m, may span a ridge of a body: seen from outside of a shape whose roundness is R,
/// directions from two places differ by their distance over R at most, because the nearest points of a convex core are no
/// further apart than the places are.
pub fn may_span_ridges(body: &Obstacle, longest: f64) -> bool {
    longest >= SHARP * body.placed.roundness()
}

/// What chords keep from bodies at ridges, m, of cloth of this thickness.
pub fn keeps(thickness: f64) -> f64 {
    KEEP * thickness
}

/// All edges of triangles with these rest areas, each with a third of the area of its triangles, and the triangles.
pub fn chords(triangles: &[[u32; 3]], areas: impl Fn(usize) -> f64) -> Vec<Chord> {
    let sides = |(t, [a, b, c]): (usize, &[u32; 3])| {
        let edge = move |a: u32, b: u32| ([a.min(b), a.max(b)], t);
        [edge(*a, *b), edge(*b, *c), edge(*c, *a)]
    };
    let mut sides: Vec<_> = triangles.iter().enumerate().flat_map(sides).collect();
    sides.sort_unstable();
    let same = |x: &([u32; 2], usize), y: &([u32; 2], usize)| x.0 == y.0;
    let edge = |group: &[([u32; 2], usize)]| {
        let [a, b] = group[0].0;
        Chord { particles: [a, b, b], area: group.iter().map(|(_, t)| areas(*t)).sum::<f64>() / 3.0 }
    };
    let triangle = |(t, particles): (usize, &[u32; 3])| Chord { particles: *particles, area: areas(t) };
    sides.chunk_by(same).map(edge).chain(triangles.iter().enumerate().map(triangle)).collect()
}

/// The deepest point of a chord.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deepest {
    /// Its barycentric coordinates.
    pub weights: [f64; 3],
    /// The body, seen from there.
    pub nearest: Nearest,
}

/// The deepest point of an edge. Distances from a convex body along a line are convex: tangents at two places bound them from
/// below, and meet where a ridge is.
fn along(body: &Obstacle, span: Span, keep: f64) -> Option<Deepest> {
    let Span { corners: [a, b, _], seen: [near, far, _], mut hint } = span;
    let way = b - a;
    // Place along the edge, distance and slope there.
    let mut low = (0.0, near.distance, near.normal.dot(way));
    let mut high = (1.0, far.distance, far.normal.dot(way));
    if low.2 >= 0.0 || high.2 <= 0.0 {
        return None;
    }
    let mut best: Option<Deepest> = None;
    for _ in 0..ROUNDS {
        let s = (high.1 - low.1 + low.2 * low.0 - high.2 * high.0) / (low.2 - high.2);
        let bound = low.1 + low.2 * (s - low.0);
        let reached = best.map_or(f64::INFINITY, |best| best.nearest.distance);
        if bound > keep || reached - bound < 0.02 * keep {
            break;
        }
        let margin = 0.05 * (high.0 - low.0);
        let s = s.clamp(low.0 + margin, high.0 - margin);
        let nearest = body.placed.nearest_hinted(a + s * way, &mut hint);
        if nearest.distance < reached {
            best = Some(Deepest { weights: [1.0 - s, s, 0.0], nearest });
        }
        let slope = nearest.normal.dot(way);
        *(if slope < 0.0 { &mut low } else { &mut high }) = (s, nearest.distance, slope);
        if low.2 == high.2 {
            break;
        }
    }
    best.filter(|best| best.nearest.distance < near.distance.min(far.distance))
}

/// The deepest point in the middle of a triangle that spans a ridge.
fn within(body: &Obstacle, corners: [DVec3; 3], hint: u32) -> Option<Deepest> {
    let found = descend(body, corners, hint);
    found.weights.iter().all(|weight| *weight > INNER).then_some(found)
}

/// Walks downhill from the deepest of seven points.
fn descend(body: &Obstacle, corners: [DVec3; 3], mut hint: u32) -> Deepest {
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
    let mut at = |weights: [f64; 3]| Deepest {
        weights,
        nearest: body.placed.nearest_hinted(blend(weights, corners), &mut hint),
    };
    let start = FROM.map(&mut at);
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
    let mut step = 0.25 * uu.max(vv).max((v - u).length_squared()).sqrt();
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
    let kept = weights.each(|weight| weight.max(0.0));
    let sum: f64 = kept.iter().sum();
    kept.each(|weight| weight / sum)
}

/// The point with these weights.
fn blend(weights: [f64; 3], corners: [DVec3; 3]) -> DVec3 {
    weights[0] * corners[0] + weights[1] * corners[1] + weights[2] * corners[2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::motion::Still;
    use crate::body::{NO_HINT, Placed, Shape, Shapes};
    use crate::math::random::Random;
    use crate::row::{Table, Values};
    use glam::DMat3;

    fn shape(kind: &str, numbers: &[(&str, f64)]) -> Box<dyn Shape> {
        let values: Values = numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        (Shapes::find(kind).unwrap().make)(&values)
    }

    fn found(shape: &dyn Shape, particles: [u32; 3], corners: [DVec3; 3], thickness: f64) -> Option<Deepest> {
        let body = Obstacle { placed: Placed::new(shape, &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        Chord { particles, area: 1e-4 }.deepest(&body, thickness, span(&body, corners))
    }

    fn span(body: &Obstacle, corners: [DVec3; 3]) -> Span {
        Span { corners, seen: corners.map(|corner| body.placed.nearest(corner)), hint: NO_HINT }
    }

    const EDGE: [u32; 3] = [0, 1, 1];
    const TRIANGLE: [u32; 3] = [0, 1, 2];

    fn ball() -> Box<dyn Shape> {
        shape("body.sphere", &[("radius_mm", 20.0), ("x_mm", 0.0), ("y_mm", 0.0), ("z_mm", 0.0)])
    }

    /// Corners of a triangle on a ball that bulges into it, beside its middle too, are asked to keep off by what the lowest of 861 points
    /// lacks once they have sunk; where none comes near, by nothing.
    #[test]
    fn corners_keep_off_by_what_the_lowest_point_lacks() {
        let (ball, thickness, mut random) = (ball(), 3e-4, Random::new(5));
        let body = Obstacle { placed: Placed::new(ball.as_ref(), &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        let (mut lifted, mut left) = (0, 0);
        for _ in 0..300 {
            let mut corner = || {
                let beside = DVec3::new(0.15 * random.signed(), 1.0, 0.15 * random.signed());
                beside.normalize() * (0.02 + thickness * (1.0 + 0.5 * random.signed()))
            };
            let corners = [corner(), corner(), corner()];
            let sights = corners.map(|at| Sight { at, seen: body.placed.nearest(at) });
            let layers = [Layer { thickness, sag: 2e-5 }; 3];
            let sinks = sights.map(|sight| (sight.seen.distance - layers[0].deepest()).max(0.0));
            let mut low = f64::INFINITY;
            for i in 0..=40 {
                for j in 0..=40 - i {
                    let weights = [f64::from(i) / 40.0, f64::from(j) / 40.0, f64::from(40 - i - j) / 40.0];
                    let sunk: f64 = (0..3).map(|k| weights[k] * sinks[k]).sum();
                    low = low.min(blend(weights, corners).length() - 0.02 - sunk);
                }
            }
            let lacks = (STAYS_OFF * thickness - low).max(0.0);
            let lift = Chord { particles: TRIANGLE, area: 1e-4 }.lift(&body, sights, NO_HINT, layers);
            let slack = 0.1 * low.abs().max(lacks) + 2.0 * EXACT * thickness;
            assert!((lift - lacks).abs() < slack, "{lift} {lacks}");
            *(if lacks > 0.0 { &mut lifted } else { &mut left }) += 1;
        }
        assert!(lifted > 50 && left > 50, "{lifted} {left}");
    }

    /// The point of a triangle nearest to a sphere's centre has a closed form: it is found within a twentieth of the triangle's
    /// size where the chord cuts off no more than a quarter of the radius.
    #[test]
    fn the_deepest_point_is_found_on_a_small_sphere() {
        let ball = ball();
        let mut random = Random::new(3);
        let mut seen = 0;
        for _ in 0..1000 {
            let mut point = || 0.04 * DVec3::new(random.signed(), random.signed(), random.signed());
            let corners = [point(), point(), point()];
            let pair = super::super::distance::Pair {
                kind: super::super::distance::Kind::PointTriangle,
                particles: [0, 1, 2, 3],
            };
            let exact = pair.closest([DVec3::ZERO, corners[0], corners[1], corners[2]]).vector.length() - 0.02;
            // Through the middle of the ball there is no way that leads down.
            let found = found(ball.as_ref(), TRIANGLE, corners, 1e-3).filter(|_| exact > -0.005);
            let Some(deepest) = found else { continue };
            seen += 1;
            assert!(deepest.nearest.distance >= exact - 1e-12);
            assert!(deepest.nearest.distance < exact + 0.05 * 0.04, "{} {exact}", deepest.nearest.distance);
        }
        assert!(seen > 20, "{seen}");
    }

    /// So has the point of an edge nearest to it: every edge that bends around the sphere and cuts in between its ends is found
    /// there, and no other.
    #[test]
    fn the_deepest_point_of_an_edge_is_found_on_a_small_sphere() {
        let (ball, thickness) = (ball(), 1e-3);
        let mut random = Random::new(7);
        let (mut some, mut none) = (0, 0);
        for _ in 0..20_000 {
            let mut point = || 0.04 * DVec3::new(random.signed(), random.signed(), random.signed());
            let [a, b] = [point(), point()];
            let s = -a.dot(b - a) / (b - a).length_squared();
            let distance = |s: f64| (a + s * (b - a)).length() - 0.02;
            let turned = a.normalize().distance(b.normalize());
            // Of those seen from opposite sides, which are let be inside, the deepest point is known only so nearly.
            let nearly = 0.05 * thickness;
            let bends = |above: f64| (SHARP..OPPOSITE).contains(&turned) || (turned >= OPPOSITE && distance(s) > above);
            if let Some(deepest) = found(ball.as_ref(), EDGE, [a, b, b], thickness) {
                some += 1;
                let right = (deepest.nearest.distance - distance(s)).abs() < nearly;
                assert!(bends(-nearly) && (0.0..1.0).contains(&s) && right);
            } else {
                none += 1;
                // Next to an end it is the end's.
                let inner = (0.02..0.98).contains(&s);
                assert!(!bends(nearly) || !inner || distance(s) > KEEP * thickness * 0.95, "{} {s}", distance(s));
            }
        }
        assert!(some > 1000 && none > 1000, "{some} {none}");
    }

    /// Corners that keep the sag more than they must leave edges and triangles outside, on a sphere that has a closed form for both:
    /// an edge of length l between points at the same distance R from the centre sags by R − √(R² − l²/4), an equilateral
    /// triangle by R − √(R² − l²/3).
    #[test]
    fn the_sag_on_a_sphere_is_the_height_of_its_cap() {
        let ball = shape("body.sphere", &[("radius_mm", 50.0), ("x_mm", 0.0), ("y_mm", 0.0), ("z_mm", 0.0)]);
        let body = Obstacle { placed: Placed::new(ball.as_ref(), &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        let (radius, side) = (0.0505_f64, 0.012_f64);
        let height = (radius * radius - side * side / 3.0).sqrt();
        let corner = |k: f64| {
            let (sin, cos) = (libm::sin(k * std::f64::consts::TAU / 3.0), libm::cos(k * std::f64::consts::TAU / 3.0));
            DVec3::new(cos * side / 3f64.sqrt(), height, sin * side / 3f64.sqrt())
        };
        let corners = [corner(0.0), corner(1.0), corner(2.0)];
        let triangle = Chord { particles: TRIANGLE, area: 1e-4 }.sag(&body, &mut span(&body, corners));
        assert!((triangle - (radius - height)).abs() < 1e-12, "{triangle}");
        let ends = [corners[0], corners[1], corners[1]];
        let edge = Chord { particles: EDGE, area: 1e-4 }.sag(&body, &mut span(&body, ends));
        assert!((edge - (radius - (radius * radius - side * side / 4.0).sqrt())).abs() < 1e-12, "{edge}");
        let off = ends.map(|end| end * 1.3);
        assert_eq!(Chord { particles: EDGE, area: 1e-4 }.sag(&body, &mut span(&body, off)), 0.0);
    }

    /// The ridge of a box under an edge of the cloth whose ends are clear of it is found where it is; cloth on a flat side has
    /// nothing to add, and the box's tip under the middle of a triangle is found by the triangle.
    #[test]
    fn ridges_are_found_by_edges_and_tips_by_triangles() {
        let numbers = [("width_mm", 200.0), ("height_mm", 200.0), ("depth_mm", 200.0), ("rounding_mm", 0.0)];
        let centre = [("x_mm", 0.0), ("y_mm", 0.0), ("z_mm", 0.0)];
        let block = shape("body.box", &[&numbers[..], &centre[..]].concat());
        let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * 1e-3;
        let flat = [at(0.0, 100.5, 0.0), at(10.0, 100.5, 0.0), at(0.0, 100.5, 10.0)];
        assert_eq!(found(block.as_ref(), TRIANGLE, flat, 1e-3), None);
        assert_eq!(found(block.as_ref(), EDGE, [flat[0], flat[1], flat[1]], 1e-3), None);
        let (a, b) = (at(94.0, 101.0, 0.0), at(101.0, 94.0, 0.0));
        let ridge = found(block.as_ref(), EDGE, [a, b, b], 1e-3).unwrap();
        assert!((ridge.weights[1] - 0.5).abs() < 0.01 && (ridge.nearest.distance + 2.5e-3).abs() < 1e-4, "{ridge:?}");
        let tip = [at(95.0, 95.0, 106.0), at(106.0, 95.0, 95.0), at(95.0, 106.0, 95.0)];
        let poked = found(block.as_ref(), TRIANGLE, tip, 1e-3).unwrap();
        assert!((poked.nearest.distance + 4e-3 / 3.0).abs() < 2e-4, "{poked:?}");
    }

    /// A roof of 10° whose ridge lies anywhere between the ends of an edge above it: the bulge is what the edge sags by at the ridge,
    /// which points along it tell, and hardly more.
    #[test]
    fn the_bulge_is_the_sag_of_the_deepest_point() {
        let (slope, half) = (0.176, 0.2);
        let profile = [[0.0, 0.0], [-half, -slope * half], [-half, -0.3], [half, -0.3], [half, -slope * half]];
        let end = |z: f64| profile.iter().map(move |[x, y]| DVec3::new(*x, *y, z));
        let vertices: Vec<DVec3> = end(0.5).chain(end(-0.5)).collect();
        let side = |i: u32| [[i, 5 + i, 5 + (i + 1) % 5], [i, 5 + (i + 1) % 5, (i + 1) % 5]];
        let caps = (1..4).flat_map(|i| [[0, i, i + 1], [5, 6 + i, 5 + i]]);
        let triangles: Vec<[u32; 3]> = (0..5).flat_map(side).chain(caps).collect();
        let roof = crate::body::mesh::MeshShape::new(vertices, triangles).expect("closed");
        let body = Obstacle { placed: Placed::new(&roof, &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        for from in 1..12 {
            let a = DVec3::new(-1e-3 * f64::from(from), 1e-3, 0.0);
            let b = a + DVec3::new(12e-3, 0.0, 2e-3);
            let span = span(&body, [a, b, b]);
            let (at, mean) = (0.5 * (a + b), 0.5 * (span.seen[0].distance + span.seen[1].distance));
            let said = bulge((at, body.placed.nearest(at), mean), (span.corners, span.seen));
            let at = |k: u32| f64::from(k) / 400.0;
            let deeper = |k: u32| {
                let corners = (1.0 - at(k)) * span.seen[0].distance + at(k) * span.seen[1].distance;
                corners - body.placed.nearest(a + at(k) * (b - a)).distance
            };
            let most = (0..=400).map(deeper).fold(0.0, f64::max);
            assert!(said > most - 1e-9 && said < 1.1 * most, "{from}: {said} {most}");
        }
    }

    /// Two triangles that share an edge have five edges, and all area is carried once by edges and once by triangles.
    #[test]
    fn every_edge_is_a_chord_once() {
        let all = chords(&[[0, 1, 2], [2, 1, 3]], |t| [3.0, 6.0][t]);
        let edges: Vec<_> = all.iter().filter(|chord| chord.is_edge()).collect();
        assert_eq!((edges.len(), all.len()), (5, 7));
        assert_eq!(edges.iter().find(|edge| edge.particles[..2] == [1, 2]).unwrap().area, 3.0);
        assert_eq!(edges.iter().map(|edge| edge.area).sum::<f64>(), 9.0);
    }
}
