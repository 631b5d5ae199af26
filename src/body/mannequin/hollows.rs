//! Flesh fills the hollow of a joint that is bent.
//!
//! ```text
//!        │ thigh │                       │ thigh │             Each bone carries its flesh on rigidly, past the plane that
//!        │       │                       │       │             halves the joint and into the other's. Where skin is blended
//!        │       ├────────  calf         │       ╰───────      between the two it is drawn into a crease, whose sides lie on
//!        │     ╱╱│                       │                     each other or have changed places. Here both stay on their own
//!        ╲     ╱─┴────────               ╲       ────────      side, on a curve that turns from the one wall to the other.
//!         ╲________________               ╲______________
//!          blended linearly                filled
//! ```
//!
//! In the plane of the bend, with the joint as origin, u out of the hollow along the line that halves the angle between the bones, and s
//! across it towards the bone itself, a point that a bone carries lies on its own wall u = u₀ + k s, with k the cotangent of half the
//! angle. It goes to
//!
//! ```text
//!     s' = ½ (s + √(s² + c²)) > 0           u' = u₀ + k √(s'² + a²)
//! ```
//!
//! a hyperbola between both walls, on the bone's own side however far the bone would carry it, and in the order in which it lies along the limb. Far from
//! the joint nothing changes. The ways of both bones' points are blended as the skin is. They begin with a bend of 25° and are whole from 70° on, so that
//! slight bends, the pose to dress in among them, are as they were to the last bit; they are smooth in between, as is the speed of the skin.
//!
//! Known limits: the hollow of an armpit is left as it is. The other side, a knee's cap, is not rounded. The trunk is taken to be one piece with the pelvis.

use super::asset::Asset;
use super::poses::eased;
use super::skeleton::{CALF, FOOT, Frames, HAND, LOWER_ARM, PELVIS, RIGHT, SPINE, THIGH, UPPER_ARM};
use glam::DVec3;

/// Cosines of the bends, 25° and 70°, at which filling begins and is whole. Walking knees reach 60°.
const BEGINS: f64 = 0.906;
const WHOLE: f64 = 0.342;
/// The length c, as a part of how deep the flesh is. A fifth folds the skin of a groin over itself.
const SPREAD: f64 = 0.5;
/// Flesh is moved from the middle of a limb outwards, wholly from this part of its depth on.
const SKIN_DEEP: f64 = 0.6;
/// From where along the limb, in depths, to where it is moved less and less.
const FADES: [f64; 2] = [2.0, 3.5];
/// How far beyond the body's middle a groin reaches, and over what width it fades there, m.
const BEYOND_MIDDLE: f64 = 0.03;
const MIDDLE: f64 = 0.06;
/// Skin that hangs less than this on the bones of a joint is not moved by it.
const SHARED: f64 = 0.01;

/// A joint of the left side.
struct Joint {
    /// Bones above, the first of which carries the others.
    above: &'static [usize],
    below: usize,
    /// Bone whose joint ends the one below.
    next: usize,
    /// Where the hollow is in the resting body.
    into: DVec3,
    /// The length a, m: a larger one fills more and turns wider. The least room behind a knee bent by 98° was 38 mm with 15 mm and 58 with 30.
    round: f64,
}

/// All joints whose hollows are filled.
const JOINTS: [Joint; 3] = [
    Joint { above: &[UPPER_ARM], below: LOWER_ARM, next: HAND, into: DVec3::Z, round: 0.03 },
    Joint { above: &[THIGH], below: CALF, next: FOOT, into: DVec3::NEG_Z, round: 0.03 },
    Joint { above: &[PELVIS, SPINE[0], SPINE[1]], below: THIGH, next: CALF, into: DVec3::Z, round: 0.015 },
];

/// The hollows of one body.
#[derive(Debug)]
pub(super) struct Hollows(Vec<Hollow>);

/// The hollow of a joint between two bones, above and below.
#[derive(Debug)]
struct Hollow {
    bones: [usize; 2],
    /// The ways from the joint along both, in the resting body.
    along: [DVec3; 2],
    flesh: Vec<Flesh>,
    /// The lengths a and c, m.
    round: f64,
    spread: f64,
}

/// A point of the skin that the filling moves.
#[derive(Debug)]
struct Flesh {
    row: usize,
    /// Seen from where both bones begin, in the resting body, m.
    from: [DVec3; 2],
    /// Of the ways that the bones' points go.
    parts: [f64; 2],
}

impl Hollows {
    /// Of a body at rest.
    pub fn new(asset: &Asset, rest: &[DVec3]) -> Self {
        let of = |side: usize| JOINTS.iter().map(move |joint| Hollow::new(asset, rest, joint, side));
        Hollows([0, RIGHT].into_iter().flat_map(of).collect())
    }

    /// Moves the skin of a body whose bones are there.
    pub fn fill(&self, frames: &Frames, rows: &mut [DVec3]) {
        self.0.iter().for_each(|hollow| hollow.fill(frames, rows));
    }
}

impl Hollow {
    fn new(asset: &Asset, rest: &[DVec3], joint: &Joint, side: usize) -> Self {
        let at = |bone: usize| rest[asset.joint(bone)];
        let (below, trunk) = (joint.below + side, joint.above[0] == PELVIS);
        let above = if trunk { PELVIS } else { joint.above[0] + side };
        let here = at(below);
        let up = if trunk { DVec3::Y } else { (at(above) - here).normalize() };
        let along = [up, (at(joint.next + side) - here).normalize()];
        let shares = |row: usize| {
            let share = |of: &dyn Fn(usize) -> bool| {
                let own = asset.influences[row].iter().filter(|(bone, _)| of(usize::from(*bone)));
                own.map(|(_, part)| *part).sum::<f64>()
            };
            [share(&|bone| bone == above || trunk && joint.above.contains(&bone)), share(&|bone| bone == below)]
        };
        // How far a point is from the nearer bone towards the hollow, and along that bone.
        let place = |row: usize| {
            let off = rest[row] - here;
            let along = if off.dot(along[1] - along[0]) < 0.0 { along[0] } else { along[1] };
            (off.dot((joint.into - along * joint.into.dot(along)).normalize()), off.dot(along))
        };
        let rows = 0..asset.influences.len();
        let between = rows.clone().filter(|row| shares(*row).iter().all(|share| *share > 0.3));
        let depth = between.map(|row| place(row).0).fold(0.0, f64::max);
        let flesh = |row: usize| {
            let (shares, (deep, far)) = (shares(row), place(row));
            let middle = if trunk { eased((rest[row].x * here.x.signum() + BEYOND_MIDDLE) / MIDDLE) } else { 1.0 };
            let far = (far / depth - FADES[0]) / (FADES[1] - FADES[0]);
            let part = middle * eased(deep / (SKIN_DEEP * depth)) * (1.0 - eased(far));
            let from = [rest[row] - at(above), rest[row] - here];
            let moved = part > 0.0 && shares[0] + shares[1] > SHARED;
            moved.then(|| Flesh { row, from, parts: shares.map(|share| share * part) })
        };
        let flesh = rows.filter_map(flesh).collect();
        Hollow { bones: [above, below], along, flesh, round: joint.round, spread: SPREAD * depth }
    }

    fn fill(&self, frames: &Frames, rows: &mut [DVec3]) {
        let [above, below] = self.bones;
        let here = frames[below].1;
        let ways = [frames[above].0 * self.along[0], frames[below].0 * self.along[1]];
        let amount = eased((BEGINS + ways[0].dot(ways[1])) / (BEGINS - WHOLE));
        if amount <= 0.0 {
            return;
        }
        let out = (ways[0] + ways[1]).normalize();
        let across = (ways[0] - ways[1]).normalize();
        let slope = out.dot(ways[0]) / across.dot(ways[0]);
        for Flesh { row, from, parts } in &self.flesh {
            for (k, bone, side) in [(0, above, across), (1, below, -across)] {
                let (turn, place) = frames[bone];
                let s = (turn * from[k] + place - here).dot(side);
                let goes = 0.5 * (s + (s * s + self.spread * self.spread).sqrt());
                let rises = slope * ((goes * goes + self.round * self.round).sqrt() - s);
                rows[*row] += (rises * out + (goes - s) * side) * (amount * parts[k]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::mannequin::poses::POSES;
    use crate::body::mannequin::skeleton::{Angles, Limbs, Skeleton};

    fn body() -> (Asset, Vec<DVec3>, Skeleton, Hollows) {
        let bytes = include_bytes!(env!("TOILE_MANNEQUIN"));
        let asset = Asset::read(bytes).expect("run `scripts/setup.sh bodies` before the tests");
        let rest = asset.figures[0].rows.clone();
        let skeleton = Skeleton::new(rest[asset.joint(0)..].to_vec());
        let hollows = Hollows::new(&asset, &rest);
        (asset, rest, skeleton, hollows)
    }

    fn bent(knee: f64) -> Angles {
        let limbs = Limbs { knee, thigh_forward: 0.9 * knee, elbow: knee, ..Limbs::default() };
        Angles { left: limbs, right: limbs, ..Angles::default() }
    }

    /// Standing poses are as they were to the last bit; where joints are bent, so is what hangs on other bones, and knees' caps to a third of
    /// a millimetre.
    #[test]
    fn only_hollows_of_bent_joints_are_filled() {
        let (asset, rest, skeleton, hollows) = body();
        for pose in POSES.iter().take(4) {
            let frames = skeleton.posed(&pose.angles);
            let blended = skeleton.skin(&asset, &rest, &frames);
            let mut filled = blended.clone();
            hollows.fill(&frames, &mut filled);
            assert_eq!(filled, blended, "{}", pose.name.id);
        }
        let frames = skeleton.posed(&bent(95.0));
        let blended = skeleton.skin(&asset, &rest, &frames);
        let mut filled = blended.clone();
        hollows.fill(&frames, &mut filled);
        let ways: Vec<f64> = filled.iter().zip(&blended).map(|(a, b)| a.distance(*b)).collect();
        let moved = ways.iter().filter(|way| **way > 0.0).count();
        let furthest = ways.iter().fold(0.0_f64, |most, way| most.max(*way));
        println!("{moved} of {} points, by up to {:.1} cm", ways.len(), furthest * 100.0);
        assert!((400..1600).contains(&moved) && (0.03..0.15).contains(&furthest), "{moved} {furthest}");
        let knee = rest[asset.joint(CALF)];
        for (row, way) in ways.iter().enumerate() {
            let ours = [PELVIS, SPINE[0], SPINE[1], UPPER_ARM, LOWER_ARM, THIGH, CALF];
            let ours = |bone: usize| ours.contains(&bone) || bone >= RIGHT && ours.contains(&(bone - RIGHT));
            let others = asset.influences[row].iter().all(|(bone, part)| *part == 0.0 || !ours(usize::from(*bone)));
            let off = rest[row] - knee;
            let cap = off.length() < 0.08 && off.z > 0.03;
            assert!(*way == 0.0 || !others && (*way < 3e-4 || !cap), "row {row} by {way}");
        }
    }

    /// Of all skin behind the knee what hangs on the thigh stays on its side of the plane that halves the joint, and what hangs on the calf on
    /// the other: blended alone, points are beyond it where the bend is wider than a right angle.
    #[test]
    fn thigh_and_calf_keep_to_their_sides() {
        let (asset, rest, skeleton, hollows) = body();
        let knee = &hollows.0[1];
        assert_eq!(knee.bones, [THIGH, CALF]);
        for angle in [75.0, 88.0, 98.0, 110.0] {
            let frames = skeleton.posed(&bent(angle));
            let blended = skeleton.skin(&asset, &rest, &frames);
            let mut filled = blended.clone();
            hollows.fill(&frames, &mut filled);
            let ways = [THIGH, CALF].map(|bone| frames[bone].0);
            let across = (ways[0] * knee.along[0] - ways[1] * knee.along[1]).normalize();
            let worst = |rows: &[DVec3]| {
                let whole = knee.flesh.iter().filter(|flesh| flesh.parts[0].max(flesh.parts[1]) > 0.98);
                let beyond = whole.map(|flesh| {
                    let s = (rows[flesh.row] - frames[CALF].1).dot(across);
                    if flesh.parts[0] > flesh.parts[1] { -s } else { s }
                });
                beyond.fold(f64::NEG_INFINITY, f64::max)
            };
            println!("{angle}°: {:.1} mm, blended {:.1} mm", worst(&filled) * 1e3, worst(&blended) * 1e3);
            assert!(worst(&filled) < -1e-3, "{angle}°: {}", worst(&filled));
            assert!(angle < 95.0 || worst(&blended) > 2e-3, "{angle}°: {}", worst(&blended));
        }
    }

    /// No point jumps, and none changes its speed at once: as joints bend evenly, half as long steps change ways by a quarter as much.
    #[test]
    fn skin_goes_smoothly() {
        let (asset, rest, skeleton, hollows) = body();
        let skin = |angle: f64| {
            let frames = skeleton.posed(&bent(angle));
            let mut rows = skeleton.skin(&asset, &rest, &frames);
            hollows.fill(&frames, &mut rows);
            rows
        };
        let bends = |step: f64| {
            let mut most = 0.0_f64;
            for k in 1..220 {
                let [a, b, c] = [-1.0, 0.0, 1.0].map(|part| skin(0.5 * f64::from(k) + part * step));
                let second = a.iter().zip(&b).zip(&c).map(|((a, b), c)| (*a - 2.0 * *b + *c).length());
                most = second.fold(most, f64::max);
            }
            most
        };
        let (coarse, fine) = (bends(0.4), bends(0.1));
        println!("{coarse:e} m {fine:e} m");
        assert!(coarse < 1e-3 && fine < coarse / 13.0, "{coarse} {fine}");
    }
}
