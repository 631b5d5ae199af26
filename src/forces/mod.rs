//! Forces on the particles and their Jacobian blocks.
//!
//! Each force reads the model and the positions and adds to a [`System`]: the force vector f and the
//! matrix −∂f/∂x, kept positive so that conjugate gradients can solve it.

pub mod air;
pub mod bending;
pub mod grab;
pub mod membrane;
mod rubbing;
mod system;
pub mod ties;

pub use system::{Geometric, Stencils, System};
