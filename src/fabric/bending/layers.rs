//! Two sheets bonded face to face: an interlining bends with the cloth it is fused to, and moments add up.

use super::{Bend, Bending, Curvature, HingeLaw, Moments, TensorLaw};

/// Two laws of hinges.
#[derive(Debug)]
pub(super) struct Hinges(pub(super) [Box<dyn HingeLaw>; 2]);

impl HingeLaw for Hinges {
    fn bend(&self, curvature: f64) -> Bend {
        let [a, b] = self.0.each_ref().map(|layer| layer.bend(curvature));
        Bend { moment: a.moment + b.moment, tangent: a.tangent + b.tangent }
    }

    fn energy(&self, curvature: f64) -> f64 {
        self.0.iter().map(|layer| layer.energy(curvature)).sum()
    }

    fn is_limp(&self) -> bool {
        self.0.iter().all(|layer| layer.is_limp())
    }
}

/// Two laws of the tensor.
#[derive(Debug)]
pub(super) struct Tensors(pub(super) [Box<dyn TensorLaw>; 2]);

impl TensorLaw for Tensors {
    fn bend(&self, curvature: Curvature) -> Moments {
        let [a, b] = self.0.each_ref().map(|layer| layer.bend(curvature));
        Moments {
            moment: std::array::from_fn(|mode| a.moment[mode] + b.moment[mode]),
            tangent: std::array::from_fn(|mode| a.tangent[mode] + b.tangent[mode]),
        }
    }

    fn energy(&self, curvature: Curvature) -> f64 {
        self.0.iter().map(|layer| layer.energy(curvature)).sum()
    }

    fn is_limp(&self) -> bool {
        self.0.iter().all(|layer| layer.is_limp())
    }

    fn damping(&self) -> f64 {
        self.0.iter().map(|layer| layer.damping()).sum()
    }
}

/// A law of hinges that acts on the tensor, because what it is bonded to does: M along weft and warp, and the twist
/// of a sheet that is alike in all directions, W = ∫M dK_uu + ∫M dK_vv + B(0) K_uv².
#[derive(Debug)]
struct Alike(Box<dyn HingeLaw>);

impl TensorLaw for Alike {
    fn bend(&self, curvature: Curvature) -> Moments {
        let [u, v] = [curvature.uu, curvature.vv].map(|curvature| self.0.bend(curvature));
        let twist = 2.0 * self.0.bend(0.0).tangent;
        Moments { moment: [u.moment, v.moment, twist * curvature.uv], tangent: [u.tangent, v.tangent, twist] }
    }

    fn energy(&self, Curvature { uu, vv, uv }: Curvature) -> f64 {
        self.0.energy(uu) + self.0.energy(vv) + self.0.bend(0.0).tangent * uv * uv
    }

    fn is_limp(&self) -> bool {
        self.0.is_limp()
    }
}

/// The law as one of the tensor.
pub(super) fn on_tensor(law: Bending) -> Box<dyn TensorLaw> {
    match law {
        Bending::Tensor(law) => law,
        Bending::Hinge(law) => Box::new(Alike(law)),
    }
}
