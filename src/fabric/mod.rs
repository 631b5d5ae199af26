//! How a fabric behaves: one file per law, one table per kind of law, and the presets.
//!
//! A law is a pure function of one element's strain, or of its rate. It knows nothing of meshes, steps or solvers.

pub mod bending;
pub mod friction;
pub mod internal_friction;
pub mod membrane;
pub mod presets;
pub mod seam;
pub mod strength;
pub mod viscosity;
