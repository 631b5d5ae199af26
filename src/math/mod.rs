//! Numbers without physics: the libm wrapper, sparse block matrices, conjugate gradients, multigrid, dihedral angles, groups.

pub mod block_matrix;
pub mod conjugate_gradient;
pub mod dihedral;
pub mod groups;
pub mod multigrid;
pub mod pieces;
pub mod random;
pub mod real;
