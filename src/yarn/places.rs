//! Where particles are in the sweeps: coordinate by coordinate, in an order in which springs side by side have their ends side by side, so that
//! processors read, add and multiply them in pairs.

use glam::DVec3;

/// Points by slot, m.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub axes: [Vec<f64>; 3],
}

impl Places {
    /// All points at the origin.
    pub fn clear(&mut self, slots: usize) {
        for axis in &mut self.axes {
            axis.clear();
            axis.resize(slots, 0.0);
        }
    }

    #[inline(always)]
    pub fn at(&self, slot: usize) -> DVec3 {
        let [x, y, z] = &self.axes;
        DVec3::new(x[slot], y[slot], z[slot])
    }

    #[inline(always)]
    pub fn set(&mut self, slot: usize, point: DVec3) {
        let [x, y, z] = &mut self.axes;
        (x[slot], y[slot], z[slot]) = (point.x, point.y, point.z);
    }

    #[inline(always)]
    pub fn shift(&mut self, slot: usize, by: DVec3) {
        self.set(slot, self.at(slot) + by);
    }

    /// The axes, seen to be of one length: a slot that is on the first is on all, and is asked for once.
    #[inline(always)]
    pub fn even(&self) -> [&[f64]; 3] {
        let [x, y, z] = &self.axes;
        let count = x.len();
        [&x[..count], &y[..count], &z[..count]]
    }

    /// The same to be changed.
    #[inline(always)]
    pub fn even_mut(&mut self) -> [&mut [f64]; 3] {
        let [x, y, z] = &mut self.axes;
        let count = x.len();
        [&mut x[..count], &mut y[..count], &mut z[..count]]
    }
}

#[cfg(test)]
impl<const N: usize> From<[[f64; 3]; N]> for Places {
    fn from(points: [[f64; 3]; N]) -> Self {
        Places { axes: std::array::from_fn(|axis| points.iter().map(|point| point[axis]).collect()) }
    }
}
