//! Numbers without physics: the libm wrapper, boxes in a tree, sparse block matrices, conjugate gradients, multigrid, splines, least squares.

pub mod bernstein;
pub mod block_matrix;
pub mod box_tree;
pub mod conjugate_gradient;
pub mod dihedral;
pub mod double_gradient;
pub mod each;
pub mod groups;
pub mod least_squares;
pub mod links;
pub mod multigrid;
pub mod nonlinear;
pub mod pieces;
pub mod random;
pub mod real;
pub mod spline;
