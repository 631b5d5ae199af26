//! How far a Newton correction takes one particle from its neighbours.

use crate::cloth::Model;
use glam::Vec4;

/// Furthest that a particle goes ahead of its neighbours in one Newton iteration, as a multiple of the side of the square that it
/// stands for: beyond them the equations it was found with mean nothing. Crumpled cloth that is pulled at hardly resists, and
/// would send single particles metres away.
const AHEAD: f32 = 1.0;

/// Keeps every particle within its limit of what its neighbours do on the whole: one that would run ahead is held back, and those around
/// it go a part of the way with it. (To leave those where they are was tried: sewn tubes kept folds strained by a fifth.) Cloth that
/// swings as one goes any way. `around` is scratch of as many places.
pub fn stay_together(model: &Model, correction: &mut [Vec4], around: &mut [Vec4]) {
    let limit = |i: usize| AHEAD * model.areas[i].sqrt() as f32;
    if correction.iter().enumerate().all(|(i, correction)| correction.length() <= limit(i)) {
        return;
    }
    // The sum of what neighbours do, and in the last place how many they are.
    around.fill(Vec4::ZERO);
    for corners in &model.triangles {
        let [a, b, c] = corners.map(|p| correction[p as usize].truncate().extend(1.0));
        for (p, others) in corners.iter().zip([b + c, c + a, a + b]) {
            around[*p as usize] += others;
        }
    }
    for (i, (correction, around)) in correction.iter_mut().zip(around).enumerate() {
        let together = (*around / around.w.max(1.0)).truncate();
        let ahead = (correction.truncate() - together).clamp_length_max(limit(i));
        *correction = (together + ahead).extend(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::{Joined, assemble};
    use crate::document::built_in;

    /// A cloth that moves as one goes as far as it should; one particle alone goes as far as its own side.
    #[test]
    fn one_goes_no_further_than_its_own_side_and_all_go_any_way() {
        let cut = assemble(&built_in(include_str!("../../garment/square-on-sphere.json"))).unwrap();
        let model = Model::new(&cut, Joined::Sewn);
        let mut around = vec![Vec4::ZERO; model.particles()];
        let far = Vec4::new(3.0, -4.0, 0.0, 0.0);
        let mut all = vec![far; model.particles()];
        stay_together(&model, &mut all, &mut around);
        assert!(all.iter().all(|way| (*way - far).length() < 1e-5));
        let mut one = vec![Vec4::ZERO; model.particles()];
        one[7] = far;
        stay_together(&model, &mut one, &mut around);
        let side = model.areas[7].sqrt() as f32;
        assert!((one[7].length() / side - 1.0).abs() < 1e-6 && one[7].dot(far) > 0.0, "{}", one[7]);
    }
}
