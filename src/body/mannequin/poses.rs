//! Poses and motions as tables. One more is one more row.
//!
//! A motion is a list of curves, each through its extremes: between two keys an angle goes from one to the other with no
//! speed and no acceleration at either, so that the whole is twice differentiable.

use super::skeleton::{Angles, Limbs};
use serde::Serialize;

/// A pose or a motion as people choose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Named {
    /// Stable name.
    pub id: &'static str,
    /// Name shown to people.
    pub title: &'static str,
}

pub(super) struct PoseRow {
    pub name: Named,
    pub angles: Angles,
}

const REST: Limbs = Limbs {
    shrug: 0.0,
    arm_down: 0.0,
    arm_forward: 0.0,
    arm_turn: 0.0,
    elbow: 0.0,
    thigh_forward: 0.0,
    thigh_out: 0.0,
    leg_turn: 0.0,
    knee: 0.0,
    ankle: 0.0,
    toes: 0.0,
};

const fn even(limbs: Limbs) -> Angles {
    let (left, right) = (limbs, limbs);
    let (bend, turn, nod) = (0.0, 0.0, 0.0);
    let (pelvis_tip, pelvis_turn, pelvis_list) = (0.0, 0.0, 0.0);
    Angles { bend, turn, pelvis_tip, pelvis_turn, pelvis_list, nod, jump: 0.0, planted: 0.0, left, right }
}

const fn pose(id: &'static str, title: &'static str, angles: Angles) -> PoseRow {
    PoseRow { name: Named { id, title }, angles }
}

/// Arms half down, away from the body: the pose to dress in.
const A: Limbs = Limbs { arm_down: 47.0, elbow: 8.0, thigh_out: 5.0, leg_turn: 3.0, ..REST };
const RELAXED: Limbs =
    Limbs { arm_down: 66.0, arm_forward: 4.0, arm_turn: 30.0, elbow: 16.0, thigh_out: 4.0, leg_turn: 4.0, ..REST };
const SITTING: Limbs = Limbs {
    arm_down: 64.0,
    arm_forward: 14.0,
    arm_turn: 20.0,
    elbow: 40.0,
    thigh_forward: 84.0,
    thigh_out: 7.0,
    knee: 86.0,
    ankle: 2.0,
    ..REST
};

/// The poses. The first is the one to dress in.
pub(super) const POSES: &[PoseRow] = &[
    pose("a", "A pose", even(A)),
    pose("t", "T pose", even(Limbs { shrug: 4.0, arm_down: 0.0, thigh_out: 5.0, leg_turn: 3.0, ..REST })),
    pose("relaxed", "Relaxed", even(RELAXED)),
    pose(
        "arms-raised",
        "Arms raised",
        even(Limbs { shrug: 18.0, arm_down: -48.0, elbow: 10.0, thigh_out: 5.0, leg_turn: 3.0, ..REST }),
    ),
    pose("sitting", "Sitting", Angles { bend: 4.0, pelvis_tip: -4.0, ..even(SITTING) }),
    pose(
        "knee-lifted",
        "One knee lifted",
        Angles {
            pelvis_tip: -4.0,
            left: Limbs { thigh_forward: 78.0, knee: 82.0, thigh_out: 3.0, ..RELAXED },
            ..even(RELAXED)
        },
    ),
];

/// An angle through a period: keys of (phase 0 to 1, degrees), at its extremes, in order of their phases.
type Keys = &'static [(f64, f64)];
type Pick = fn(&mut Limbs) -> &mut f64;
type PickTrunk = fn(&mut Angles) -> &mut f64;

/// Which sides a curve moves.
#[derive(Clone, Copy)]
enum Sides {
    /// Both at once.
    Both,
    /// The right one half a period after the left.
    InTurn,
}

struct Curve {
    pick: Pick,
    sides: Sides,
    keys: Keys,
}

pub(super) struct MotionRow {
    pub name: Named,
    /// Seconds.
    period: f64,
    /// What the curves do not move.
    around: Angles,
    curves: &'static [Curve],
    /// Curves of what is not a limb.
    trunk: &'static [(PickTrunk, Keys)],
}

const fn both(pick: Pick, keys: Keys) -> Curve {
    Curve { pick, sides: Sides::Both, keys }
}

const fn in_turn(pick: Pick, keys: Keys) -> Curve {
    Curve { pick, sides: Sides::InTurn, keys }
}

/// The motions. Phase 0 of the walk is the left heel's strike; its extremes are those of gait charts for level walking.
pub(super) const MOTIONS: &[MotionRow] = &[
    MotionRow {
        name: Named { id: "walk", title: "Walk" },
        period: 1.15,
        around: Angles { bend: 3.0, ..even(Limbs { thigh_out: 1.0, ..RELAXED }) },
        curves: &[
            in_turn(|l| &mut l.thigh_forward, &[(0.0, 27.0), (0.53, -11.0), (0.86, 30.0)]),
            in_turn(|l| &mut l.knee, &[(0.0, 4.0), (0.14, 16.0), (0.40, 5.0), (0.72, 60.0), (0.97, 3.0)]),
            in_turn(|l| &mut l.ankle, &[(0.0, 1.0), (0.07, -6.0), (0.44, 9.0), (0.63, -17.0), (0.83, 2.0)]),
            in_turn(|l| &mut l.toes, &[(0.30, 0.0), (0.56, 26.0), (0.70, 0.0)]),
            in_turn(|l| &mut l.arm_forward, &[(0.0, -19.0), (0.5, 21.0)]),
            in_turn(|l| &mut l.elbow, &[(0.0, 13.0), (0.5, 32.0)]),
        ],
        trunk: &[
            (|a| &mut a.pelvis_turn, &[(0.0, -5.0), (0.5, 5.0)]),
            (|a| &mut a.turn, &[(0.0, 10.0), (0.5, -10.0)]),
            (|a| &mut a.pelvis_list, &[(0.12, 3.0), (0.62, -3.0)]),
        ],
    },
    MotionRow {
        name: Named { id: "arm-raise", title: "Arms raised and lowered" },
        period: 4.0,
        around: even(RELAXED),
        curves: &[
            both(|l| &mut l.arm_down, &[(0.0, 66.0), (0.5, -50.0)]),
            both(|l| &mut l.shrug, &[(0.05, 0.0), (0.5, 18.0)]),
            both(|l| &mut l.arm_turn, &[(0.0, 30.0), (0.5, 0.0)]),
        ],
        trunk: &[],
    },
    MotionRow {
        name: Named { id: "knee-lift", title: "Knees lifted in turn" },
        period: 3.2,
        around: even(RELAXED),
        curves: &[
            in_turn(|l| &mut l.thigh_forward, &[(0.02, 0.0), (0.25, 82.0), (0.48, 0.0)]),
            in_turn(|l| &mut l.knee, &[(0.02, 0.0), (0.25, 88.0), (0.48, 0.0)]),
        ],
        trunk: &[(|a| &mut a.pelvis_tip, &[(0.0, 0.0), (0.25, -5.0), (0.5, 0.0), (0.75, -5.0)])],
    },
    MotionRow {
        name: Named { id: "squat", title: "Squat" },
        period: 4.0,
        around: Angles { planted: 1.0, ..even(Limbs { leg_turn: 14.0, ..RELAXED }) },
        curves: &[
            both(|l| &mut l.thigh_forward, &[(0.0, 0.0), (0.5, 88.0)]),
            both(|l| &mut l.thigh_out, &[(0.0, 5.0), (0.5, 14.0)]),
            both(|l| &mut l.knee, &[(0.0, 0.0), (0.5, 98.0)]),
            both(|l| &mut l.ankle, &[(0.0, 0.0), (0.5, 24.0)]),
            both(|l| &mut l.arm_forward, &[(0.0, 4.0), (0.5, 78.0)]),
            both(|l| &mut l.arm_down, &[(0.0, 66.0), (0.5, 86.0)]),
        ],
        trunk: &[
            (|a| &mut a.bend, &[(0.0, 0.0), (0.5, 18.0)]),
            (|a| &mut a.pelvis_tip, &[(0.0, 0.0), (0.5, 16.0)]),
            (|a| &mut a.nod, &[(0.0, 0.0), (0.5, -14.0)]),
        ],
    },
    MotionRow {
        name: Named { id: "jumping-jack", title: "Jumping jack" },
        period: 1.3,
        around: even(RELAXED),
        curves: &[
            both(|l| &mut l.arm_down, &[(0.0, 66.0), (0.5, -46.0)]),
            both(|l| &mut l.shrug, &[(0.1, 0.0), (0.5, 18.0)]),
            both(|l| &mut l.arm_turn, &[(0.0, 30.0), (0.5, 0.0)]),
            both(|l| &mut l.thigh_out, &[(0.0, 4.0), (0.5, 22.0)]),
            both(|l| &mut l.knee, &[(0.0, 14.0), (0.25, 4.0), (0.5, 14.0), (0.75, 4.0)]),
            both(|l| &mut l.thigh_forward, &[(0.0, 7.0), (0.25, 2.0), (0.5, 7.0), (0.75, 2.0)]),
            both(|l| &mut l.ankle, &[(0.0, 7.0), (0.25, -18.0), (0.5, 7.0), (0.75, -18.0)]),
        ],
        trunk: &[(|a| &mut a.jump, &[(0.04, 0.0), (0.25, 7.0), (0.46, 0.0), (0.54, 0.0), (0.75, 7.0), (0.96, 0.0)])],
    },
];

impl MotionRow {
    /// The angles after so many seconds.
    pub fn angles(&self, seconds: f64) -> Angles {
        let phase = seconds / self.period;
        let mut angles = self.around;
        for Curve { pick, sides, keys } in self.curves {
            let later = match sides {
                Sides::Both => phase,
                Sides::InTurn => phase + 0.5,
            };
            *pick(&mut angles.left) = at(keys, phase);
            *pick(&mut angles.right) = at(keys, later);
        }
        for (pick, keys) in self.trunk {
            *pick(&mut angles) = at(keys, phase);
        }
        angles
    }
}

/// The angle at a phase of any size; the last key leads back to the first.
fn at(keys: Keys, phase: f64) -> f64 {
    let phase = phase - phase.floor();
    let next = keys.iter().position(|(at, _)| *at > phase).unwrap_or(0);
    let (to, there) = keys[next];
    let (from, here) = keys[(next + keys.len() - 1) % keys.len()];
    let (since, whole) = ((phase - from).rem_euclid(1.0), (to - from).rem_euclid(1.0));
    here + (there - here) * eased(since / if whole > 0.0 { whole } else { 1.0 })
}

/// From 0 to 1 with no speed and no acceleration at either end.
pub(super) fn eased(part: f64) -> f64 {
    let s = part.clamp(0.0, 1.0);
    s * s * s * (10.0 - s * (15.0 - 6.0 * s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_pass_through_their_keys_and_close() {
        let keys: Keys = &[(0.1, 5.0), (0.4, -3.0), (0.9, 8.0)];
        for (phase, degrees) in keys {
            assert!((at(keys, *phase) - degrees).abs() < 1e-12);
            assert!((at(keys, phase + 7.0) - degrees).abs() < 1e-9);
        }
        // Between the last key and the first, around the end of the period.
        assert!((at(keys, 0.0) - 6.5).abs() < 1e-12);
        assert!((at(keys, 1.0 - 1e-12) - at(keys, 0.0)).abs() < 1e-9);
    }

    #[test]
    fn keys_are_in_order_and_within_a_period() {
        for motion in MOTIONS {
            let curves = motion.curves.iter().map(|curve| curve.keys).chain(motion.trunk.iter().map(|(_, keys)| *keys));
            for keys in curves {
                assert!(keys.windows(2).all(|pair| pair[0].0 < pair[1].0), "{}", motion.name.id);
                assert!(keys.iter().all(|(phase, _)| (0.0..1.0).contains(phase)), "{}", motion.name.id);
            }
        }
    }
}
