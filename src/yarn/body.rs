//! Rigid balls, bars and cubes that hold the swatch, hit it or hang from it.
//!
//! A driven body moves as it is told, whatever pulls on it; a free one has mass, falls, and is pulled by the yarns it holds and by
//! what it runs into. Balls and cubes turn alike about every axis, so that their inertia is one number.

use super::step::STEP;
use glam::{DQuat, DVec3};

/// What it looks like, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A ball.
    Ball {
        /// Its radius.
        radius: f64,
    },
    /// A block: a bar or a cube.
    Block {
        /// Half of its edges.
        half: DVec3,
    },
}

/// A rigid body.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// What it looks like.
    pub shape: Shape,
    /// Where its middle is, m.
    pub position: DVec3,
    /// How it is turned.
    pub turn: DQuat,
    /// m/s; of a driven body, what it is told.
    pub velocity: DVec3,
    /// rad/s.
    pub spin: DVec3,
    /// 1/kg; 0 for a driven body.
    pub inverse_mass: f64,
    /// Whether cloth runs into it; grips do not push the cloth they hold.
    pub solid: bool,
    /// Impulse per time of the yarns that it holds, N, in the last step.
    pub pull: DVec3,
    /// Crossings that it holds, and where in its own frame.
    held: Vec<(u32, DVec3)>,
    before: (DVec3, DQuat),
}

impl Body {
    /// A body that moves at a velocity, whatever pulls on it.
    pub fn driven(shape: Shape, position: DVec3, velocity: DVec3) -> Self {
        Body { inverse_mass: 0.0, velocity, ..Body::still(shape, position) }
    }

    /// A body of a mass, kg, that begins at a velocity.
    pub fn free(shape: Shape, position: DVec3, velocity: DVec3, mass: f64) -> Self {
        Body { inverse_mass: 1.0 / mass, velocity, solid: true, ..Body::still(shape, position) }
    }

    fn still(shape: Shape, position: DVec3) -> Self {
        Body {
            shape,
            position,
            turn: DQuat::IDENTITY,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
            inverse_mass: 0.0,
            solid: false,
            pull: DVec3::ZERO,
            held: Vec::new(),
            before: (position, DQuat::IDENTITY),
        }
    }

    /// Takes hold of a crossing that is here.
    pub(super) fn hold(&mut self, c: u32, position: DVec3) {
        self.held.push((c, position - self.position));
    }

    /// 1/(kg·m²): that of a ball is 2/5 m r², that of a cube 2/3 m h² for half an edge h.
    fn inverse_inertia(&self) -> f64 {
        let arm = match self.shape {
            Shape::Ball { radius } => 0.4 * radius * radius,
            Shape::Block { half } => half.length_squared() * (2.0 / 9.0),
        };
        self.inverse_mass / arm
    }

    /// Begins a sweep of this time: moves as velocities and gravity lead it.
    pub(super) fn begin(&mut self, time: f64, gravity: DVec3) {
        self.before = (self.position, self.turn);
        if self.inverse_mass > 0.0 {
            self.velocity += time * gravity;
        }
        self.position += time * self.velocity;
        self.rotate(time * self.spin);
    }

    /// Ends it: velocities are what the sweep moved. A driven body keeps its own.
    pub(super) fn end(&mut self, time: f64) {
        if self.inverse_mass > 0.0 {
            self.velocity = (self.position - self.before.0) / time;
            let turned = self.turn * self.before.1.conjugate();
            self.spin = turned.xyz() * (2.0 * turned.w.signum() / time);
        }
    }

    /// Where the crossings that it holds are now, m.
    pub(super) fn held(&self) -> impl Iterator<Item = (usize, DVec3)> + '_ {
        self.held.iter().map(|(c, local)| (*c as usize, self.position + self.turn * *local))
    }

    /// Inverse mass against a push at a point along a unit direction, 1/kg.
    pub(super) fn yields(&self, point: DVec3, direction: DVec3) -> f64 {
        if self.inverse_mass == 0.0 {
            return 0.0;
        }
        self.inverse_mass + self.inverse_inertia() * (point - self.position).cross(direction).length_squared()
    }

    /// Moves by a push (impulse times step, kg·m) at a point.
    pub(super) fn push(&mut self, point: DVec3, push: DVec3) {
        if self.inverse_mass > 0.0 {
            let turn = self.inverse_inertia() * (point - self.position).cross(push);
            self.position += self.inverse_mass * push;
            self.rotate(turn);
        }
    }

    fn rotate(&mut self, by: DVec3) {
        let rate = DQuat::from_xyzw(by.x, by.y, by.z, 0.0) * self.turn;
        self.turn = (self.turn + rate * 0.5).normalize();
    }

    /// Where the way of a point from `from`, now, to `to`, a step later, meets the surface widened by `margin`: outward normal there
    /// and distance of that plane from the middle, both in the body's frame. Nothing where it stays out.
    pub(super) fn entered(&self, from: DVec3, to: DVec3, margin: f64) -> Option<(DVec3, f64)> {
        let back = self.turn.conjugate();
        let (from, to) = (back * (from - self.position), back * (to - self.position - STEP * self.velocity));
        match self.shape {
            Shape::Ball { radius } => ball(from, to, radius + margin),
            Shape::Block { half } => block(from, to, half + margin),
        }
    }

    /// How far a point is behind a plane of the body's frame, m, the plane's normal in the world; positive inside.
    pub(super) fn depth(&self, point: DVec3, (normal, offset): (DVec3, f64)) -> (f64, DVec3) {
        let normal = self.turn * normal;
        (offset - normal.dot(point - self.position), normal)
    }

    /// Velocity of its material at a point, m/s.
    pub(super) fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(point - self.position)
    }

    /// Radius of a ball around its middle that holds it, m.
    pub(super) fn reach(&self) -> f64 {
        match self.shape {
            Shape::Ball { radius } => radius,
            Shape::Block { half } => half.length(),
        }
    }
}

fn ball(from: DVec3, to: DVec3, radius: f64) -> Option<(DVec3, f64)> {
    let out = |normal: DVec3| Some((normal, radius));
    if from.length_squared() <= radius * radius {
        // Inside already: out the way it came, or any way from the very middle.
        return (to.length_squared() < radius * radius)
            .then_some(())
            .and_then(|()| out(from.try_normalize().unwrap_or(DVec3::Z)));
    }
    // |from + t·way|² = r²: the smaller root in 0 … 1.
    let way = to - from;
    let (a, b, c) = (way.length_squared(), from.dot(way), from.length_squared() - radius * radius);
    let discriminant = b * b - a * c;
    if b >= 0.0 || discriminant < 0.0 {
        return None;
    }
    let t = c / (discriminant.sqrt() - b);
    (t <= 1.0).then_some(()).and_then(|()| out((from + t * way) / radius))
}

fn block(from: DVec3, to: DVec3, half: DVec3) -> Option<(DVec3, f64)> {
    let face = |axis: usize, sign: f64| Some((sign * DVec3::AXES[axis], half[axis]));
    let inside = |p: DVec3| p.abs().cmplt(half).all();
    if inside(from) {
        if !inside(to) {
            return None;
        }
        let gaps = half - from.abs();
        let axis = if gaps.x <= gaps.y.min(gaps.z) {
            0
        } else if gaps.y <= gaps.z {
            1
        } else {
            2
        };
        return face(axis, if from[axis] < 0.0 { -1.0 } else { 1.0 });
    }
    // Slabs: inside all three between the last entry and the first exit.
    let (mut enter, mut exit, mut hit) = (0.0, 1.0, None);
    for axis in 0..3 {
        let way = to[axis] - from[axis];
        let sign = if way > 0.0 { -1.0 } else { 1.0 };
        if way == 0.0 {
            if from[axis].abs() >= half[axis] {
                return None;
            }
            continue;
        }
        let near = (sign * half[axis] - from[axis]) / way;
        let far = (-sign * half[axis] - from[axis]) / way;
        if near >= enter {
            (enter, hit) = (near, Some((axis, sign)));
        }
        exit = f64::min(exit, far);
    }
    if enter > exit { None } else { hit.and_then(|(axis, sign)| face(axis, sign)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BALL: Shape = Shape::Ball { radius: 1.0 };
    const CUBE: Shape = Shape::Block { half: DVec3::ONE };

    /// However fast, a point is stopped on the side from which it came.
    #[test]
    fn ways_into_a_body_are_found_at_any_speed() {
        for shape in [BALL, CUBE] {
            let body = Body::driven(shape, DVec3::ZERO, DVec3::ZERO);
            for end in [-0.5, -3.0, -100.0] {
                let (normal, offset) = body.entered(DVec3::new(0.0, 2.0, 0.0), DVec3::new(0.0, end, 0.0), 0.1).unwrap();
                assert!((normal - DVec3::Y).length() < 1e-12 && (offset - 1.1).abs() < 1e-12, "{shape:?} {normal}");
            }
            assert_eq!(body.entered(DVec3::new(0.0, 2.0, 0.0), DVec3::new(0.0, 1.2, 0.0), 0.1), None);
            assert_eq!(body.entered(DVec3::new(1.2, 2.0, 0.0), DVec3::new(1.2, -2.0, 0.0), 0.1), None);
            assert!(body.entered(DVec3::new(0.0, 0.4, 0.1), DVec3::new(0.1, 0.3, 0.0), 0.1).unwrap().0.y > 0.9);
        }
    }

    /// A push off the middle moves and turns: momentum m v = J, and I ω = r × J.
    #[test]
    fn a_push_gives_momentum_and_spin() {
        let mass = 0.2;
        for (shape, inertia) in [(BALL, 0.4 * mass), (CUBE, mass * 2.0 / 3.0)] {
            let mut body = Body::free(shape, DVec3::ZERO, DVec3::ZERO, mass);
            body.begin(STEP, DVec3::ZERO);
            let (arm, push) = (DVec3::new(0.0, 1.0, 0.0), DVec3::new(1e-6, 0.0, 0.0));
            let yielded = body.yields(arm, DVec3::X);
            assert!((yielded - (1.0 / mass + 1.0 / inertia)).abs() < 1e-9);
            body.push(arm, push);
            body.end(STEP);
            assert!((body.velocity * mass * STEP - push).length() < 1e-15);
            assert!((body.spin * inertia * STEP - arm.cross(push)).length() < 1e-12, "{}", body.spin);
        }
    }
}
