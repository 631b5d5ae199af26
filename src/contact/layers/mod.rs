//! Cloth against cloth.
//!
//! ```text
//!   begin     pairs of features that could come near in this step        a tree of swept boxes, kept while it holds
//!   press     nearer than the thickness: push and friction, implicit     every Newton iteration, as links
//!   land      what their solution presses and they did not know      told to them, and solved again
//!   advance   the motion of the iteration, swept: what would pass is stopped
//! ```
//!
//! Cloth goes from one place without crossings to the next, from the start of the step over every Newton iteration to its
//! end. So each iteration feels the layers where they really are, and answers to what stopped it; whatever number of
//! iterations there is time for, no step leads to a crossing.

mod detect;
mod land;
mod press;
mod safe;
mod tangle;
mod tree;

pub(super) use detect::least;
pub use safe::Kept;

use super::distance::{Closest, Pair};
use crate::fabric::friction::FrictionLaw;
use glam::DVec3;

/// What cloth against cloth needs to know of the cloth.
#[derive(Clone, Debug)]
pub struct Sheets {
    /// Particles of the triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Weights that give each triangle's weft direction, 1/m.
    pub wefts: Vec<[f64; 3]>,
    /// Where each triangle is on the panels, m: weft, warp, and the panel's number.
    pub places: Vec<DVec3>,
    /// Distance that two layers of each particle's fabric keep, m.
    pub thickness: Vec<f64>,
    /// Area of each particle, m².
    pub areas: Vec<f64>,
    /// One over the mass of each particle, 1/kg; zero for those that are held.
    pub inverse_masses: Vec<f64>,
    /// Particles that are or will be sewn to one another have the same number; their features are neighbours.
    pub sewn: Vec<u32>,
}

/// A pair that could come near, as it is at the start of the step.
#[derive(Clone, Copy, Debug)]
struct Near {
    pair: Pair,
    /// Distance to keep, m.
    thickness: f64,
    /// Area that presses, m².
    area: f64,
    /// The features are at least this far apart where the cloth is now, m.
    apart: f64,
    /// From the second feature to the first where they were measured last: along it most pairs keep a gap.
    normal: DVec3,
    /// The distance at which the pair is stopped, and the least it may come to, m.
    least: [f64; 2],
    /// Whether the equations of this iteration know of it.
    linked: bool,
    /// How far what holds it was stretched when the step began, m.
    held: DVec3,
}

/// How a pair holds on to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// Which pair.
    pub pair: Pair,
    /// How far the first feature has been pulled along the second from where it would lie without load, m.
    pub stretch: DVec3,
}

/// Cloth against cloth: topology and scratch.
#[derive(Clone, Debug)]
pub struct Layers {
    sheets: Sheets,
    search: detect::Search,
    near: Vec<Near>,
    /// What held pairs when the step began, in their order.
    holds: Vec<Hold>,
    tangle: tangle::Tangle,
    /// Where the step began.
    start: Vec<DVec3>,
    /// Where the cloth is now: no pair is nearer than it may be.
    safe: Vec<DVec3>,
    /// Where it was expected to go when `near` was found.
    expected: Vec<DVec3>,
    changed: Vec<bool>,
    /// Scratch of a sweep: which particles its last round moved.
    moved: Vec<bool>,
}

/// Friction of cloth on cloth and the time in which it acts.
#[derive(Clone, Copy)]
pub struct Rubbing<'a> {
    /// The law of a particle's fabric on itself.
    pub law: &'a dyn Fn(u32) -> &'a dyn FrictionLaw,
    /// Velocities when the step began, m/s.
    pub velocities: &'a [DVec3],
    /// From the start of the step to now, s.
    pub seconds: f64,
}

impl Layers {
    /// For this cloth.
    pub fn new(sheets: Sheets) -> Self {
        let search = detect::Search::new(&sheets);
        Layers {
            sheets,
            search,
            near: Vec::new(),
            holds: Vec::new(),
            tangle: tangle::Tangle::default(),
            start: Vec::new(),
            safe: Vec::new(),
            expected: Vec::new(),
            changed: Vec::new(),
            moved: Vec::new(),
        }
    }
}

/// A unit vector along the nearest points' connection.
fn direction(closest: &Closest) -> DVec3 {
    closest.vector.normalize_or(DVec3::Y)
}

fn corners(pair: &Pair, positions: &[DVec3]) -> [DVec3; 4] {
    let [a, b, c, d] = pair.particles;
    [positions[a as usize], positions[b as usize], positions[c as usize], positions[d as usize]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fabric::friction::FrictionLaws;
    use crate::math::links::Links;
    use crate::row::Table;
    use glam::Vec4;

    const THICKNESS: f64 = 3e-4;
    const SIDE: f64 = 0.01;

    /// A triangle that lies so far above another, larger one that is held, m.
    fn one_above(height: f64) -> (Layers, Vec<DVec3>) {
        let corner = |x: f64, y: f64, z: f64| SIDE * DVec3::new(x, y, z);
        let lower = [corner(-3.0, 0.0, -3.0), corner(3.0, 0.0, -3.0), corner(0.0, 0.0, 4.0)];
        let upper = [corner(-0.5, 0.0, -0.5), corner(0.5, 0.0, -0.5), corner(0.0, 0.0, 0.5)];
        let positions: Vec<DVec3> = lower.into_iter().chain(upper.map(|place| place + height * DVec3::Y)).collect();
        let layers = Layers::new(Sheets {
            triangles: vec![[0, 1, 2], [3, 4, 5]],
            wefts: vec![[1.0 / SIDE, 0.0, 0.0]; 2],
            places: vec![DVec3::ZERO, DVec3::Z],
            thickness: vec![THICKNESS; 6],
            areas: vec![1e-4; 6],
            inverse_masses: [[0.0; 3], [1e5; 3]].concat(),
            sewn: (0..6).collect(),
        });
        (layers, positions)
    }

    /// A solution that takes a triangle into the layer of another is told so: the equations of the links alone then have one
    /// that ends at first touch. One that leaves it outside is let be, and what they know they are told once.
    #[test]
    fn what_a_solution_presses_lands_at_first_touch() {
        let (mut layers, positions) = one_above(5e-4);
        layers.begin(&positions);
        let down = |way: f64| {
            let upper = Vec4::new(0.0, -way as f32, 0.0, 0.0);
            [[Vec4::ZERO; 3], [upper; 3]].concat()
        };
        let (mut right_side, mut links) = (vec![Vec4::ZERO; 6], Links::default());
        assert!(!layers.land(&down(1.9e-4), &mut right_side, &mut links) && links.is_empty());
        assert!(layers.land(&down(4.5e-4), &mut right_side, &mut links) && links.len() >= 3);
        let mut product = vec![Vec4::ZERO; 6];
        links.add_product(&down(5e-4 - THICKNESS), &mut product);
        for (product, right) in product.iter().zip(&right_side).skip(3) {
            assert!(right.y < 0.0 && (*product - *right).length() < 1e-3 * right.length(), "{product} {right}");
        }
        assert!(right_side[..3].iter().all(|right| *right == Vec4::ZERO));
        assert!(!layers.land(&down(4.5e-4), &mut right_side, &mut links));
    }

    /// What holds layers that were pulled along each other by 50 µm still holds them in the next step, with the same force, and
    /// not once it is forgotten.
    #[test]
    fn what_holds_layers_lasts_from_step_to_step() {
        let friction = FrictionLaws::find("friction.c").unwrap();
        let law = (friction.make)(&[("mu_c".to_owned(), 0.3)].into_iter().collect());
        let of = |_: u32| law.as_ref();
        let still = vec![DVec3::ZERO; 6];
        let rubbing = Rubbing { law: &of, velocities: &still, seconds: 0.01 };
        let (mut layers, positions) = one_above(2e-4);
        let pull = |layers: &mut Layers| {
            let (mut force, mut links) = (vec![DVec3::ZERO; 6], Links::default());
            layers.press(rubbing, &mut force, &mut links);
            force[3..].iter().sum::<DVec3>()
        };
        layers.begin(&positions);
        assert!(pull(&mut layers).x.abs() < 1e-12);
        let mut to = positions;
        to[3..].iter_mut().for_each(|place| place.x += 5e-5);
        layers.advance(&mut to, 0, |_, place| place, |_, _| 0);
        let (pulled, holds) = (pull(&mut layers), layers.hold(&of));
        assert!(pulled.x < 0.0 && holds.len() >= 3);
        assert!(holds.iter().all(|hold| (hold.stretch.length() - 5e-5).abs() < 1e-9), "{holds:?}");
        layers.begin(&to);
        layers.recall(&holds);
        let held = pull(&mut layers);
        assert!((held - pulled).length() < 1e-6 * pulled.length(), "{held} {pulled}");
        layers.recall(&[]);
        assert!(pull(&mut layers).x.abs() < 1e-12);
    }
}
