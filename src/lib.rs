//! Toile: a garment prototyper. Sewing patterns become cloth that stretches, bends and falls as measured.
//!
//! A saved [`document::Document`] is assembled into a [`cloth::Cut`]: panels meshed, seams laid out. From it a constant
//! [`cloth::Model`] is built, apart or sewn; a [`cloth::State`] is what steps change; [`Drape`] holds them and the
//! scratch between them. One step, in twelve lines:
//!
//! ```text
//! guess    x = x_prev + h v, stopped by the bodies               solver::step
//! repeat, at most newton_iterations times:
//!   strain   U, V of each triangle; θ of each hinge, curvature     forces::membrane, forces::bending
//!   stress   each fabric's laws, batch by batch                   fabric
//!   force    f(x), and K = −∂f/∂x kept positive; stitches, hand   forces
//!   contact  push and friction of bodies and of layers            contact::bodies, contact::layers
//!   solve    (M/h² + K) δ = f − M(x − x_prev − h v)/h²            math::conjugate_gradient, math::multigrid
//!   move     x ← x + δ, out of bodies, swept past other layers    contact::bodies, contact::layers
//! commit   v = (x − x_prev)/h; not finite: undone and reported    solver::drape
//! ```
//!
//! Without time, [`solver::Equilibrium`] finds where forces balance, and [`lab`] tests fabrics with it.
//!
//! The map of modules and what may know what is in ARCHITECTURE.md.

pub mod body;
pub mod cloth;
pub mod contact;
pub mod document;
pub mod fabric;
pub mod fit;
pub mod forces;
pub mod garment;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod generated;
pub mod inspect;
pub mod integrator;
pub mod io;
pub mod issue;
pub mod lab;
pub mod math;
pub mod pattern;
pub mod row;
pub mod solver;
pub mod tables;

pub mod yarn;

#[cfg(target_arch = "wasm32")]
pub mod web;

pub use solver::Drape;
