//! What is drawn of a swatch: every yarn, with its over and under.

use super::swatch::{Level, Swatch, WARP, WEFT};

/// Half the height between warp and weft as drawn, in spacings: yarns are drawn as thick as they are wide, which is more than the thickness at
/// which they are held.
const RELIEF: f64 = 0.2;

impl Swatch {
    /// Numbers that [`Swatch::draw`] writes.
    pub fn drawn(&self) -> usize {
        8 * self.levels.len()
    }

    /// Writes x, y, z (m) and whether the yarn goes on to the next crossing (1 or 0), for the warp at every crossing and then for the weft
    /// at every crossing. `relief` is how far each crossing stands out, 0 to 1, from frame to frame: one that has let go sinks back.
    pub fn draw(&self, relief: &mut Vec<f32>, out: &mut [f32]) {
        relief.resize(self.levels.len(), 1.0);
        let (wefts, half) = (4 * self.levels.len(), 0.5e-3 * self.numbers.thickness_mm);
        let height = RELIEF * self.springs.rest;
        for (c, relief) in relief.iter_mut().enumerate() {
            let normal = match self.levels[c] {
                Level::Sheet => f64::from(self.signs[c]) * self.normal(c),
                _ => self.normals[c],
            };
            let held = if self.levels[c] == Level::Sheet { 0.0 } else { half };
            *relief = if self.levels[c] == Level::Free { 0.8 * *relief } else { 1.0 };
            let lift = (height - held).max(0.0) * f64::from(*relief) * normal;
            for (direction, side) in [(WARP, lift), (WEFT, -lift)] {
                let particle = if direction == WARP { c } else { self.weft[c] as usize };
                let [x, y, z] = (self.particles.position[particle] + side).as_vec3().to_array();
                let next = self.along(direction, c, 1);
                // Between crossings that are held there is no spring; two bodies may have taken them apart.
                let ends = next.is_none_or(|next| {
                    self.is_torn(direction, c)
                        || (self.springs.leaving(direction, c).is_none() && self.holder[c] != self.holder[next])
                });
                let slot = 4 * c + direction * wefts;
                if let Some(slot) = out.get_mut(slot..slot + 4) {
                    slot.copy_from_slice(&[x, y, z, if ends { 0.0 } else { 1.0 }]);
                }
            }
        }
    }
}
