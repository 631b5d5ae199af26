//! Bones, joint angles, and the skin that follows them.
//!
//! ```text
//!                 head
//!                  │ neck
//!     ●────●───────●───────●────●      straight: arms out to the sides, legs down. Angles count from there.
//!  hand  elbow  clavicle      shoulder
//!                  │ spine 3, 2, 1
//!               ●──●──● hips
//!               │     │
//!               ● knees
//!               │     │
//!               ●─  ●─ ankles, balls of the feet
//! ```
//!
//! The baked body stands with its arms half down and its elbows a little bent. A turn that takes each bone of the limbs from
//! there to straight depends on the body alone; the joint angles come after it, so that a pose is the same for every body.
//! Skin is blended linearly: v' = Σ w_b (x_b + S_b (v − j_b)), with the joint j_b of the resting body, its place x_b and the
//! turn S_b of the bone.

use super::asset::Asset;
use crate::math::real::{cos, sin};
use glam::{DMat3, DVec3};
use std::f64::consts::PI;

/// Bones that move a point, with their parts of it, which sum to one.
pub(super) type Influence = [(u8, f64); 4];

/// A bone of the asset.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoneRow {
    pub name: &'static str,
    pub parent: Option<usize>,
}

const fn bone(name: &'static str, parent: usize) -> BoneRow {
    BoneRow { name, parent: Some(parent) }
}

pub(super) const PELVIS: usize = 0;
pub(super) const SPINE: [usize; 3] = [1, 2, 3];
pub(super) const NECK: usize = 4;
pub(super) const HEAD: usize = 5;
/// Bones of the left side; those of the right follow by [`RIGHT`].
pub(super) const CLAVICLE: usize = 6;
pub(super) const UPPER_ARM: usize = 7;
pub(super) const LOWER_ARM: usize = 8;
pub(super) const HAND: usize = 9;
pub(super) const THIGH: usize = 10;
pub(super) const CALF: usize = 11;
pub(super) const FOOT: usize = 12;
pub(super) const BALL: usize = 13;
/// From a bone of the left side to that of the right.
pub(super) const RIGHT: usize = 8;

/// The bones, parents before children.
pub(super) const BONES: [BoneRow; 22] = [
    BoneRow { name: "pelvis", parent: None },
    bone("spine_01", PELVIS),
    bone("spine_02", 1),
    bone("spine_03", 2),
    bone("neck_01", 3),
    bone("head", NECK),
    bone("clavicle_l", 3),
    bone("upperarm_l", CLAVICLE),
    bone("lowerarm_l", UPPER_ARM),
    bone("hand_l", LOWER_ARM),
    bone("thigh_l", PELVIS),
    bone("calf_l", THIGH),
    bone("foot_l", CALF),
    bone("ball_l", FOOT),
    bone("clavicle_r", 3),
    bone("upperarm_r", CLAVICLE + RIGHT),
    bone("lowerarm_r", UPPER_ARM + RIGHT),
    bone("hand_r", LOWER_ARM + RIGHT),
    bone("thigh_r", PELVIS),
    bone("calf_r", THIGH + RIGHT),
    bone("foot_r", CALF + RIGHT),
    bone("ball_r", FOOT + RIGHT),
];

/// Joint angles of one arm and one leg, degrees; 0 is the arm out to the side with the palm down, and the leg straight down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Limbs {
    /// The shoulder lifted.
    pub shrug: f64,
    /// The upper arm lowered towards the side: 90 hangs, −90 points up.
    pub arm_down: f64,
    /// The hanging arm swung to the front.
    pub arm_forward: f64,
    /// The upper arm turned about itself, palm to the front.
    pub arm_turn: f64,
    /// The elbow bent.
    pub elbow: f64,
    /// The thigh lifted to the front.
    pub thigh_forward: f64,
    /// The thigh spread to the side.
    pub thigh_out: f64,
    /// The leg turned with the toes out.
    pub leg_turn: f64,
    /// The knee bent.
    pub knee: f64,
    /// The toes lifted at the ankle.
    pub ankle: f64,
    /// The toes bent up.
    pub toes: f64,
}

/// All joint angles, degrees, and how high the body jumps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Angles {
    /// The back bent to the front, over the whole spine.
    pub bend: f64,
    /// The back turned to the left, over the whole spine.
    pub turn: f64,
    /// The pelvis tipped to the front.
    pub pelvis_tip: f64,
    /// The pelvis turned to the left.
    pub pelvis_turn: f64,
    /// The pelvis higher on the left.
    pub pelvis_list: f64,
    /// The head bowed.
    pub nod: f64,
    /// How far the feet leave the floor, cm.
    pub jump: f64,
    /// 1 where the feet stay and the pelvis gives way to the back and front, 0 where the pelvis stays.
    pub planted: f64,
    pub left: Limbs,
    pub right: Limbs,
}

impl Limbs {
    fn numbers(&mut self) -> [&mut f64; 11] {
        [
            &mut self.shrug,
            &mut self.arm_down,
            &mut self.arm_forward,
            &mut self.arm_turn,
            &mut self.elbow,
            &mut self.thigh_forward,
            &mut self.thigh_out,
            &mut self.leg_turn,
            &mut self.knee,
            &mut self.ankle,
            &mut self.toes,
        ]
    }
}

impl Angles {
    /// On the way from these angles to others: 0 here, 1 there.
    pub fn towards(mut self, mut other: Angles, part: f64) -> Angles {
        let mix = |a: &mut f64, b: f64| *a += (b - *a) * part;
        mix(&mut self.bend, other.bend);
        mix(&mut self.turn, other.turn);
        mix(&mut self.pelvis_tip, other.pelvis_tip);
        mix(&mut self.pelvis_turn, other.pelvis_turn);
        mix(&mut self.pelvis_list, other.pelvis_list);
        mix(&mut self.nod, other.nod);
        mix(&mut self.jump, other.jump);
        mix(&mut self.planted, other.planted);
        for (own, its) in [(&mut self.left, &mut other.left), (&mut self.right, &mut other.right)] {
            own.numbers().into_iter().zip(its.numbers()).for_each(|(a, b)| mix(a, *b));
        }
        self
    }

    /// Turns of the joints in the frame of the straight body.
    fn turns(&self) -> [DMat3; BONES.len()] {
        let mut turns = [DMat3::IDENTITY; BONES.len()];
        turns[PELVIS] = about_y(self.pelvis_turn) * about_z(self.pelvis_list) * about_x(self.pelvis_tip);
        for bone in SPINE {
            turns[bone] = about_y(self.turn / 3.0) * about_x(self.bend / 3.0);
        }
        turns[NECK] = about_x(self.nod / 2.0);
        turns[HEAD] = about_x(self.nod / 2.0);
        for (first, limbs, left) in [(0, &self.left, 1.0), (RIGHT, &self.right, -1.0)] {
            turns[CLAVICLE + first] = about_z(left * limbs.shrug);
            turns[UPPER_ARM + first] =
                about_x(-limbs.arm_forward) * about_z(-left * limbs.arm_down) * about_x(-limbs.arm_turn);
            turns[LOWER_ARM + first] = about_y(-left * limbs.elbow);
            turns[THIGH + first] =
                about_x(-limbs.thigh_forward) * about_z(left * limbs.thigh_out) * about_y(left * limbs.leg_turn);
            turns[CALF + first] = about_x(limbs.knee);
            turns[FOOT + first] = about_x(-limbs.ankle);
            turns[BALL + first] = about_x(-limbs.toes);
        }
        turns
    }
}

fn radians(degrees: f64) -> (f64, f64) {
    let angle = degrees * (PI / 180.0);
    (sin(angle), cos(angle))
}

fn about_x(degrees: f64) -> DMat3 {
    let (s, c) = radians(degrees);
    DMat3::from_cols(DVec3::X, DVec3::new(0.0, c, s), DVec3::new(0.0, -s, c))
}

fn about_y(degrees: f64) -> DMat3 {
    let (s, c) = radians(degrees);
    DMat3::from_cols(DVec3::new(c, 0.0, -s), DVec3::Y, DVec3::new(s, 0.0, c))
}

fn about_z(degrees: f64) -> DMat3 {
    let (s, c) = radians(degrees);
    DMat3::from_cols(DVec3::new(c, s, 0.0), DVec3::new(-s, c, 0.0), DVec3::Z)
}

/// The smallest turn from one unit vector to another that is not opposite to it.
fn turn_between(from: DVec3, to: DVec3) -> DMat3 {
    let (axis, cosine) = (from.cross(to), from.dot(to));
    let cross = DMat3::from_cols(
        DVec3::new(0.0, axis.z, -axis.y),
        DVec3::new(-axis.z, 0.0, axis.x),
        DVec3::new(axis.y, -axis.x, 0.0),
    );
    DMat3::IDENTITY + cross + cross * cross * (1.0 / (1.0 + cosine))
}

/// Where each bone is: its turn from rest and the place of its joint.
pub(super) type Frames = Vec<(DMat3, DVec3)>;

/// The skeleton of one body.
#[derive(Clone, Debug)]
pub(super) struct Skeleton {
    joints: Vec<DVec3>,
    /// From rest to straight.
    straight: Vec<DMat3>,
}

impl Skeleton {
    pub fn new(joints: Vec<DVec3>) -> Self {
        let mut straight = vec![DMat3::IDENTITY; BONES.len()];
        for (side, out) in [(0, DVec3::X), (RIGHT, DVec3::NEG_X)] {
            let along = |bone: usize, next: usize| (joints[next + side] - joints[bone + side]).normalize();
            straight[UPPER_ARM + side] = turn_between(along(UPPER_ARM, LOWER_ARM), out);
            straight[LOWER_ARM + side] = turn_between(along(LOWER_ARM, HAND), out);
            straight[HAND + side] = straight[LOWER_ARM + side];
            straight[THIGH + side] = turn_between(along(THIGH, CALF), DVec3::NEG_Y);
            straight[CALF + side] = turn_between(along(CALF, FOOT), DVec3::NEG_Y);
        }
        Skeleton { joints, straight }
    }

    /// The bones with their joints turned, the pelvis where it was.
    pub fn posed(&self, angles: &Angles) -> Frames {
        let turns = angles.turns();
        let mut frames: Frames = Vec::with_capacity(BONES.len());
        // The frame of the straight body carried along, without the turn from rest to straight.
        let mut carried: Vec<DMat3> = Vec::with_capacity(BONES.len());
        for (bone, row) in BONES.iter().enumerate() {
            let (above, place) = row.parent.map_or((DMat3::IDENTITY, self.joints[bone]), |parent| {
                let (turn, place) = frames[parent];
                (carried[parent], place + turn * (self.joints[bone] - self.joints[parent]))
            });
            carried.push(above * turns[bone]);
            frames.push((carried[bone] * self.straight[bone], place));
        }
        frames
    }

    /// Where points of the resting body go.
    pub fn skin(&self, asset: &Asset, rest: &[DVec3], frames: &Frames) -> Vec<DVec3> {
        let moves: Vec<(DMat3, DVec3)> =
            frames.iter().zip(&self.joints).map(|((turn, place), joint)| (*turn, *place - *turn * *joint)).collect();
        let skinned = |(point, influence): (&DVec3, &Influence)| {
            let mut sum = DVec3::ZERO;
            for (bone, part) in influence {
                if *part > 0.0 {
                    let (turn, shift) = moves[usize::from(*bone)];
                    sum += (turn * *point + shift) * *part;
                }
            }
            sum
        };
        rest.iter().zip(&asset.influences).map(skinned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset() -> Asset {
        let bytes = include_bytes!(env!("TOILE_MANNEQUIN"));
        Asset::read(bytes).expect("run `scripts/setup.sh bodies` before the tests")
    }

    fn skeleton(asset: &Asset) -> Skeleton {
        Skeleton::new(asset.figures[0].rows[asset.joint(0)..].to_vec())
    }

    /// With no bone turned, skin is where it was; with all turned as one, it turns as one.
    #[test]
    fn skin_follows_its_bones() {
        let asset = asset();
        let (rest, skeleton) = (&asset.figures[0].rows, skeleton(&asset));
        let still: Frames = skeleton.joints.iter().map(|joint| (DMat3::IDENTITY, *joint)).collect();
        let turn = about_y(40.0) * about_x(70.0);
        let shift = DVec3::new(0.3, -1.0, 2.0);
        let turned: Frames = skeleton.joints.iter().map(|joint| (turn, turn * *joint + shift)).collect();
        for (k, (same, moved)) in
            skeleton.skin(&asset, rest, &still).iter().zip(skeleton.skin(&asset, rest, &turned)).enumerate()
        {
            assert!(same.distance(rest[k]) < 1e-12);
            assert!(moved.distance(turn * rest[k] + shift) < 1e-12);
        }
    }

    /// Bones keep their lengths, and with no angle arms and legs are straight.
    #[test]
    fn straight_is_straight_and_bones_are_rigid() {
        let asset = asset();
        let skeleton = skeleton(&asset);
        let limbs = Limbs { arm_down: 33.0, elbow: 51.0, thigh_forward: 20.0, knee: 40.0, ..Limbs::default() };
        let bent = Angles { bend: 12.0, left: limbs, ..Angles::default() };
        for angles in [Angles::default(), bent] {
            let frames = skeleton.posed(&angles);
            for (bone, row) in BONES.iter().enumerate() {
                let Some(parent) = row.parent else { continue };
                let length = skeleton.joints[bone].distance(skeleton.joints[parent]);
                assert!((frames[bone].1.distance(frames[parent].1) - length).abs() < 1e-12, "{}", row.name);
            }
        }
        let places: Vec<DVec3> = skeleton.posed(&Angles::default()).iter().map(|(_, place)| *place).collect();
        for (side, out) in [(0, DVec3::X), (RIGHT, DVec3::NEG_X)] {
            for (bone, next, way) in [
                (UPPER_ARM, LOWER_ARM, out),
                (LOWER_ARM, HAND, out),
                (THIGH, CALF, DVec3::NEG_Y),
                (CALF, FOOT, DVec3::NEG_Y),
            ] {
                let along = (places[next + side] - places[bone + side]).normalize();
                assert!(along.distance(way) < 1e-12, "{}", BONES[bone + side].name);
            }
        }
    }

    /// A lowered arm hangs, a lifted thigh points to the front, a bent knee takes the foot back.
    #[test]
    fn angles_go_the_way_they_say() {
        let asset = asset();
        let skeleton = skeleton(&asset);
        let way = |limbs: Limbs, from: usize, to: usize| {
            let angles = Angles { left: limbs, right: limbs, ..Angles::default() };
            let frames = skeleton.posed(&angles);
            [0, RIGHT].map(|side| (frames[to + side].1 - frames[from + side].1).normalize())
        };
        let zero = Limbs::default();
        let both = |found: [DVec3; 2], left: DVec3| {
            assert!(found[0].distance(left) < 1e-9, "{found:?}");
            assert!(found[1].distance(left * DVec3::new(-1.0, 1.0, 1.0)) < 1e-9, "{found:?}");
        };
        both(way(Limbs { arm_down: 90.0, ..zero }, UPPER_ARM, LOWER_ARM), DVec3::NEG_Y);
        both(way(Limbs { arm_down: -90.0, ..zero }, UPPER_ARM, LOWER_ARM), DVec3::Y);
        both(way(Limbs { arm_down: 90.0, arm_forward: 90.0, ..zero }, UPPER_ARM, LOWER_ARM), DVec3::Z);
        both(way(Limbs { arm_down: 90.0, elbow: 90.0, ..zero }, LOWER_ARM, HAND), DVec3::Z);
        both(way(Limbs { thigh_forward: 90.0, ..zero }, THIGH, CALF), DVec3::Z);
        both(way(Limbs { thigh_out: 90.0, ..zero }, THIGH, CALF), DVec3::X);
        both(way(Limbs { knee: 90.0, ..zero }, CALF, FOOT), DVec3::NEG_Z);
    }
}
