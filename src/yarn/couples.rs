//! What holds warp and weft together at a crossing of yarns.
//!
//! ```text
//!        q_a                The nearest points of the warp's and the weft's springs at the crossing, at shares t_a and t_b of
//!         │                 them, stay a thickness T apart (Metaaphanon 2009, (1)). With c = (1−t_a, t_a, −(1−t_b), −t_b), the
//!   p_b ──┼───── q_b        unit vector n from weft to warp and w the inverse masses, particle i moves by
//!         │                     w_i c_i n · (T − n·Σ c x)/Σ w c².
//!        p_a                The paper leaves the sum out: that overshoots at the ends of springs, where crossings begin, for ever.
//! ```
//!
//! The pair and n are those of the start of the step. n keeps its side: yarns that passed through each other come back.
//!
//! Sliding itself takes a force, which the paper leaves out: a yarn that broke then runs back through its whole row, every crossing on
//! its way lets go, and the swatch unravels by itself. So what the nearest points moved along each other in a sweep is undone, by a push of at
//! most the crossing's friction: a broken yarn is held again after as many crossings as its tension takes.

use super::places::Places;
use super::swatch::{Level, Particles, Swatch, WARP, WEFT};
use crate::contact::distance::{Kind, Pair};
use glam::DVec3;

/// One crossing's constraint in one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    slots: [u32; 4],
    shares: [f64; 4],
    /// Inverse mass times share.
    moves: [f64; 4],
    normal: DVec3,
    /// 1/Σ w c².
    inverse: f64,
}

/// What holds in a sweep.
pub(super) struct Hold<'a> {
    /// Where particles were before it, m.
    pub start: &'a Places,
    /// Distance of the yarns, m.
    pub thickness: f64,
    /// Friction of a crossing times the square of the sweep's time, kg·m.
    pub friction: f64,
}

/// The constraints of all crossings of yarns in one step.
pub(super) fn gather(swatch: &mut Swatch, slides: &mut Vec<Slide>) {
    slides.clear();
    let couples = std::mem::take(&mut swatch.couples);
    for c in couples.iter().map(|c| *c as usize) {
        let found = match swatch.levels[c] {
            Level::Connected => Some(together(swatch, c)),
            Level::Loose => sliding(swatch, c),
            Level::Sheet | Level::Free => None,
        };
        slides.extend(found.map(|slide| slide.placed(&swatch.springs.lanes.slots)));
    }
    swatch.couples = couples;
}

/// The two particles themselves.
fn together(swatch: &mut Swatch, c: usize) -> Slide {
    let [warp, weft] = [c as u32, swatch.weft[c]];
    let position = &swatch.particles.position;
    let vector = position[warp as usize] - position[weft as usize];
    let normal = faced(swatch, c, vector);
    Slide::new(&swatch.particles, [warp, warp, weft, weft], [1.0, 0.0, -1.0, 0.0], normal)
}

/// The nearest of the springs of warp and weft; nothing where one of the yarns has none left.
fn sliding(swatch: &mut Swatch, c: usize) -> Option<Slide> {
    let mut nearest: Option<(f64, [u32; 4], [f64; 4], DVec3)> = None;
    for warp in swatch.at(WARP, c).into_iter().flatten() {
        for weft in swatch.at(WEFT, c).into_iter().flatten() {
            if swatch.springs.is_cut(warp) || swatch.springs.is_cut(weft) {
                continue;
            }
            let ([a0, a1], [b0, b1]) = (swatch.springs.list[warp].ends, swatch.springs.list[weft].ends);
            let particles = [a0, a1, b0, b1];
            let corner = |p: u32| swatch.particles.position[p as usize];
            let corners = [corner(a0), corner(a1), corner(b0), corner(b1)];
            let closest = Pair { kind: Kind::EdgeEdge, particles }.closest(corners);
            let squared = closest.vector.length_squared();
            if nearest.is_none_or(|(least, ..)| squared < least) {
                nearest = Some((squared, particles, closest.weights, closest.vector));
            }
        }
    }
    let (_, particles, shares, vector) = nearest?;
    let normal = faced(swatch, c, vector);
    let slide = Slide::new(&swatch.particles, particles, shares, normal);
    slide.inverse.is_finite().then_some(slide)
}

/// The unit normal along a vector, on the side on which it was before; the one before where the vector is too short to tell.
fn faced(swatch: &mut Swatch, c: usize, vector: DVec3) -> DVec3 {
    let (old, least) = (swatch.normals[c], 1e-4 * swatch.numbers.thickness_mm);
    let length = vector.length();
    if length > least && vector.dot(old) > 0.0 {
        swatch.normals[c] = vector / length;
    }
    swatch.normals[c]
}

impl Slide {
    fn new(all: &Particles, particles: [u32; 4], shares: [f64; 4], normal: DVec3) -> Self {
        let share = |k: usize| all.inverse_mass[particles[k] as usize] * shares[k];
        let moves = [share(0), share(1), share(2), share(3)];
        let sum: f64 = moves.iter().zip(shares).map(|(m, c)| m * c).sum();
        Slide { slots: particles, shares, moves, normal, inverse: 1.0 / sum }
    }

    /// The same with the slots of its particles in the sweeps.
    fn placed(self, slots: &[u32]) -> Self {
        let [a, b, c, d] = self.slots;
        Slide { slots: [slots[a as usize], slots[b as usize], slots[c as usize], slots[d as usize]], ..self }
    }

    /// From the nearest point of the weft to that of the warp, given its slots.
    #[inline(always)]
    fn between(&self, at: [usize; 4], places: &Places) -> DVec3 {
        let [x, y, z] = places.even();
        let point = |k: usize| DVec3::new(x[at[k]], y[at[k]], z[at[k]]);
        let [a, b, c, d] = self.shares;
        (a * point(0) + b * point(1)) + (c * point(2) + d * point(3))
    }

    /// Brings the nearest points to the thickness and holds them against sliding.
    pub fn project(&self, places: &mut Places, hold: &Hold<'_>) {
        let [a, b, c, d] = self.slots;
        let at = [a as usize, b as usize, c as usize, d as usize];
        let between = self.between(at, places);
        let gap = dot(self.normal, between);
        let moved = between - self.between(at, hold.start);
        let slid = moved - dot(self.normal, moved) * self.normal;
        let stop = dot(slid, slid).sqrt() * self.inverse;
        // Short enough to be stopped altogether, or held back by what friction can.
        let share = if stop > hold.friction { hold.friction / stop } else { 1.0 };
        let push = ((hold.thickness - gap) * self.inverse) * self.normal - (share * self.inverse) * slid;
        let [x, y, z] = places.even_mut();
        for k in 0..4 {
            let by = self.moves[k] * push;
            x[at[k]] += by.x;
            y[at[k]] += by.y;
            z[at[k]] += by.z;
        }
    }
}

fn dot(a: DVec3, b: DVec3) -> f64 {
    (a.x * b.x + a.z * b.z) + a.y * b.y
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Wherever on the springs the nearest points are, and whatever the masses, one projection brings them to T; the momentum of
    /// the push is zero.
    #[test]
    fn one_projection_restores_the_thickness_anywhere_on_the_springs() {
        let mut random = Random::new(5);
        for case in 0..100 {
            let [ta, tb] = match case {
                0 => [0.0, 0.0],
                1 => [1.0, 0.0],
                2 => [0.5, 0.5],
                _ => [0.5 + 0.5 * random.signed(), 0.5 + 0.5 * random.signed()],
            };
            let inverse_mass: Vec<f64> = (0..4).map(|_| 1.5 + random.signed()).collect();
            let all = Particles { inverse_mass: inverse_mass.clone(), ..Particles::default() };
            let start = Places::from([[0.0, -ta, 1.4], [0.0, 1.0 - ta, 1.4], [-tb, 0.0, 0.0], [1.0 - tb, 0.0, 0.0]]);
            let mut places = start.clone();
            let slide = Slide::new(&all, [0, 1, 2, 3], [1.0 - ta, ta, tb - 1.0, -tb], DVec3::Z);
            slide.project(&mut places, &Hold { start: &start, thickness: 1.0, friction: 0.0 });
            let [before, z] = [&start.axes[2], &places.axes[2]];
            let over = (1.0 - ta) * z[0] + ta * z[1];
            let under = (1.0 - tb) * z[2] + tb * z[3];
            assert!((over - under - 1.0).abs() < 1e-12, "{ta} {tb}: {}", over - under);
            let push: f64 = (0..4).map(|k| (z[k] - before[k]) / inverse_mass[k]).sum();
            assert!(push.abs() < 1e-12);
        }
    }

    /// A yarn that slid is held where it was, or held back by as much as the friction allows; the push has no momentum.
    #[test]
    fn friction_holds_up_to_its_force() {
        let all = Particles { inverse_mass: vec![1.0, 1.0, 2.0, 2.0], ..Particles::default() };
        let start = Places::from([[0.0, -0.5, 1.0], [0.0, 0.5, 1.0], [-1.0, 0.0, 0.0], [0.0; 3]]);
        let slide = Slide::new(&all, [0, 1, 2, 3], [0.5, 0.5, 0.0, -1.0], DVec3::Z);
        let slid = DVec3::new(0.0, 0.3, 0.0);
        // Σ w c² = 2.5: 0.12 stops the yarns.
        for (friction, left) in [(1.0, 0.0), (0.12, 0.0), (0.04, 0.2), (0.0, 0.3)] {
            let mut places = start.clone();
            places.shift(0, slid);
            places.shift(1, slid);
            slide.project(&mut places, &Hold { start: &start, thickness: 1.0, friction });
            let moved = 0.5 * (places.at(0) + places.at(1)) - places.at(3);
            assert!((moved.y - left).abs() < 1e-12 && (moved.z - 1.0).abs() < 1e-12, "{friction}: {moved}");
        }
    }
}
