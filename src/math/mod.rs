//! Numbers without physics: the libm wrapper, sparse block matrices, conjugate gradients, dihedral angles.

pub mod block_matrix;
pub mod conjugate_gradient;
pub mod dihedral;
pub mod random;
pub mod real;
