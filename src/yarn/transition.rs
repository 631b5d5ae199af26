//! From sheet to yarns, and from yarns to loose ends (Metaaphanon 2009, section 3.4).
//!
//! ```text
//!   strain > θ_trans   both ends of the spring and their neighbours are split into mass couples      ● → ⊙
//!   strain > θ_tear    the spring is cut, and with it the bend springs over it and the cells beside it
//!   distance > θ_dist  a couple lets go, and along its two yarns crossings are split up to the first at which the other
//!                      yarn is on top, that one included: beyond it the weave still holds
//! ```

use super::soft;
use super::swatch::{Level, Swatch, WARP, WEFT};

/// Splits a crossing of the sheet into a mass couple by (2): half of the mass each, the same velocity, half a thickness to each
/// side along the normal. Mass, momentum and angular momentum stay what they are, (3) and (4). In the model that is all yarns
/// a connected couple becomes a loose one. Crossings that a body holds stay as they are.
pub(super) fn split(swatch: &mut Swatch, c: usize, to: Level) {
    if swatch.inverse_mass_of(c) == 0.0 {
        return;
    }
    match swatch.levels[c] {
        Level::Sheet => {}
        Level::Connected => {
            swatch.levels[c] = to;
            return;
        }
        Level::Loose | Level::Free => return,
    }
    let normal = swatch.normal(c) * f64::from(swatch.signs[c]);
    let half = 0.5e-3 * swatch.numbers.thickness_mm * normal;
    let new = swatch.particles.position.len() as u32;
    let particles = &mut swatch.particles;
    let (position, before) = (particles.position[c], particles.before[c]);
    particles.inverse_mass[c] *= 2.0;
    particles.position[c] = position + half;
    particles.before[c] = before + half;
    particles.position.push(position - half);
    particles.before.push(before - half);
    particles.velocity.push(particles.velocity[c]);
    particles.inverse_mass.push(particles.inverse_mass[c]);
    swatch.weft[c] = new;
    swatch.levels[c] = to;
    swatch.normals[c] = normal;
    swatch.couples.push(c as u32);
    for (direction, ends) in [(WARP, [c as u32; 2]), (WEFT, [c as u32, new])] {
        for spring in swatch.at(direction, c).into_iter().flatten() {
            swatch.springs.reattach(spring, ends, &swatch.particles);
        }
    }
    soft::reattach(swatch, c);
    // Its two particles are of one piece.
    if let Some((piece_of, _)) = &mut swatch.pieces {
        piece_of.push(piece_of[c]);
    }
}

/// Cuts a spring.
pub(super) fn cut(swatch: &mut Swatch, spring: usize) {
    if swatch.springs.is_cut(spring) {
        return;
    }
    let direction = usize::from(swatch.springs.direction[spring]);
    let c = swatch.springs.crossings[spring][0] as usize;
    swatch.springs.sever(spring);
    swatch.softs.cut(swatch.size, direction, c);
    swatch.pieces = None;
}

/// What the strains after a step ask for. Tells whether anything was cut.
pub(super) fn apply(swatch: &mut Swatch) -> bool {
    let (cuts, ratio) = (swatch.springs.cut, swatch.numbers.transition);
    for spring in 0..swatch.springs.list.len() {
        if swatch.springs.is_cut(spring) {
            continue;
        }
        let tear = swatch.springs.tear[spring];
        if let Some(strain) = swatch.springs.strain_above(ratio * tear, spring, &swatch.particles.position) {
            loosen(swatch, spring);
            if strain > tear {
                cut(swatch, spring);
            }
        }
    }
    let mut couples = std::mem::take(&mut swatch.couples);
    couples.retain(|c| !lets_go(swatch, *c as usize));
    // Crossings that were split on the way are behind those that were there before.
    couples.append(&mut swatch.couples);
    swatch.couples = couples;
    swatch.springs.cut > cuts
}

/// Splits both ends of a spring and their neighbours.
fn loosen(swatch: &mut Swatch, spring: usize) {
    for c in swatch.springs.crossings[spring].map(|c| c as usize) {
        split(swatch, c, Level::Loose);
        for (direction, steps) in [(WARP, 1), (WARP, -1), (WEFT, 1), (WEFT, -1)] {
            if let Some(other) = swatch.along(direction, c, steps) {
                split(swatch, other, Level::Loose);
            }
        }
    }
}

/// Frees a loose couple that has drawn apart, and splits what it held together with.
fn lets_go(swatch: &mut Swatch, c: usize) -> bool {
    let (warp, weft) = (swatch.particles.position[c], swatch.particles.position[swatch.weft[c] as usize]);
    let most = 1e-3 * swatch.numbers.couple_distance_mm;
    if swatch.levels[c] != Level::Loose || (warp - weft).length_squared() <= most * most {
        return false;
    }
    swatch.levels[c] = Level::Free;
    swatch.pieces = None;
    for (direction, steps) in [(WARP, 1), (WARP, -1), (WEFT, 1), (WEFT, -1)] {
        let mut next = swatch.along(direction, c, steps);
        while let Some(other) = next {
            split(swatch, other, Level::Loose);
            next = swatch.along(direction, other, steps).filter(|_| swatch.signs[other] == swatch.signs[c]);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::design::{Design, Levels, Numbers};
    use super::super::weave::Weave;
    use super::*;
    use crate::math::random::Random;
    use glam::DVec3;

    fn swatch(weave: &str, side: f64) -> Swatch {
        let numbers = Numbers { warps: side, wefts: side, ..Numbers::default() };
        let weave = Weave::named(weave).unwrap();
        Swatch::new(&Design { numbers, weave, levels: Levels::Two }, &[]).unwrap()
    }

    fn shaken(swatch: &mut Swatch, random: &mut Random) {
        let mut any = |size: f64| size * DVec3::new(random.signed(), random.signed(), random.signed());
        for p in 0..swatch.particles.position.len() {
            swatch.particles.position[p] += any(2e-4);
            swatch.particles.velocity[p] = any(3.0);
        }
    }

    /// (3) and (4), on sheets in any shape and motion: 1,000 splits, each to round-off.
    #[test]
    fn a_split_keeps_mass_momentum_and_angular_momentum() {
        let mut random = Random::new(11);
        let mut splits = 0;
        while splits < 1000 {
            let mut swatch = swatch("twill", 16.0);
            shaken(&mut swatch, &mut random);
            for _ in 0..100 {
                let c = (random.bits() % 256) as usize;
                let (mass, linear, angular) = swatch.momentum();
                let fresh = swatch.levels[c] == Level::Sheet;
                split(&mut swatch, c, Level::Loose);
                let after = swatch.momentum();
                // Sums of 256 terms of about m·3 m/s and m·3 m/s·6 mm.
                let most = mass * 3.0 * 1e-14;
                assert!((after.0 - mass).abs() < 1e-14 * mass);
                assert!((after.1 - linear).length() < most, "{}", (after.1 - linear).length() / mass);
                assert!((after.2 - angular).length() < most * 0.01, "{}", (after.2 - angular).length() / mass);
                splits += usize::from(fresh);
            }
        }
    }

    /// Fig. 5: structural and bend springs follow their yarns; each shear spring becomes two of half its stiffness.
    #[test]
    fn springs_follow_their_yarns_and_shear_keeps_its_sum() {
        let mut swatch = swatch("plain", 7.0);
        let (count, stiffness) = swatch.softs.shear_total();
        let c = 3 * 7 + 3;
        split(&mut swatch, c, Level::Loose);
        let weft = swatch.weft[c];
        assert_eq!(weft, 49);
        for (direction, particle) in [(WARP, c as u32), (WEFT, weft)] {
            for spring in swatch.at(direction, c).into_iter().flatten() {
                assert!(swatch.springs.list[spring].ends.contains(&particle));
                assert!(swatch.springs.crossings[spring].contains(&(c as u32)));
            }
            let bend = swatch.softs.bend(direction, c);
            assert_eq!(bend[0], particle);
            let back = swatch.along(direction, c, -2).unwrap();
            assert_eq!(swatch.softs.bend(direction, back)[1], particle);
        }
        let after = swatch.softs.shear_total();
        // Four diagonals end at a crossing.
        assert_eq!(after.0, count + 4);
        assert!((after.1 - stiffness).abs() < 1e-15 * stiffness.abs().max(1.0));
    }

    /// The warp of a couple is above where the weave says so.
    #[test]
    fn the_weave_decides_which_yarn_is_on_top() {
        let mut swatch = swatch("satin", 10.0);
        for c in 0..100 {
            split(&mut swatch, c, Level::Loose);
        }
        for c in 0..100 {
            let rise = swatch.particles.position[c].z - swatch.particles.position[swatch.weft[c] as usize].z;
            assert!((rise - 1e-4 * f64::from(swatch.signs[c])).abs() < 1e-18);
        }
    }

    /// Plain weave changes sides at every crossing: four neighbours come loose. Twill 2/2 has one more of the same side next to
    /// each, in one way of each direction: along each yarn one neighbour stops at once and the other a crossing later.
    #[test]
    fn loosening_runs_along_the_yarns_up_to_the_other_side() {
        for (weave, expected) in [("plain", 4), ("twill", 6)] {
            let mut swatch = swatch(weave, 12.0);
            let c = 6 * 12 + 6;
            split(&mut swatch, c, Level::Loose);
            swatch.particles.position[c].x += 3e-4;
            apply_couples(&mut swatch);
            assert_eq!(swatch.levels[c], Level::Free);
            let loose = swatch.levels.iter().filter(|level| **level == Level::Loose).count();
            assert_eq!(loose, expected, "{weave}");
            assert_eq!(swatch.couples.len(), expected);
        }
    }

    fn apply_couples(swatch: &mut Swatch) {
        swatch.tears = false;
        for tear in &mut swatch.springs.tear {
            *tear = f64::INFINITY;
        }
        assert!(!apply(swatch));
    }

    /// A spring between its two thresholds splits its ends and their six neighbours and stays; beyond, it goes.
    #[test]
    fn overstrained_springs_loosen_first_and_tear_later() {
        let mut swatch = swatch("plain", 9.0);
        let c = 4 * 9 + 4;
        let spring = swatch.springs.leaving(WEFT, c).unwrap();
        let all: Vec<usize> = (0..swatch.springs.list.len()).collect();
        for s in all {
            swatch.springs.tear[s] = if s == spring { 0.08 } else { 1.0 };
        }
        let rest = swatch.springs.rest;
        for i in 5..9 {
            swatch.particles.position[4 * 9 + i].x += 0.075 * rest;
        }
        assert!(!apply(&mut swatch));
        let loose = swatch.levels.iter().filter(|level| **level == Level::Loose).count();
        assert_eq!((loose, swatch.springs.cut), (8, 0));
        for i in 5..9 {
            let weft = swatch.weft[4 * 9 + i] as usize;
            swatch.particles.position[weft].x += 0.02 * rest;
        }
        assert!(apply(&mut swatch));
        assert!(swatch.springs.is_cut(spring) && swatch.springs.cut == 1);
    }
}
