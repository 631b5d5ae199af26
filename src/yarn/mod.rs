//! Tearing: a swatch of woven cloth that tears along its yarns and frays (Metaaphanon 2009).
//!
//! The swatch is a sheet of springs at the resolution of its yarns. Where it is overstrained a crossing becomes two particles,
//! one of the warp and one of the weft, that slide over each other; springs tear at strains that chance gave them; crossings that
//! have drawn apart let go, and the weave around them comes loose.
//!
//! | file | what |
//! |---|---|
//! | `weave`, `design` | what a swatch is made of, and what is wrong with it |
//! | `swatch` | the lattice, its particles and levels |
//! | `springs`, `soft`, `couples` | what acts along yarns, on bending and shear, and at crossings of yarns |
//! | `body`, `contacts` | balls, bars and cubes |
//! | `search`, `root`, `collide` | yarns against yarns |
//! | `damping`, `transition`, `step` | the rest of a step, and the step |
//! | `lanes`, `places`, `wide` | springs and positions as sweeps read them, several to an instruction |
//! | `pull_out`, `fringe`, `band` | along a tear of a garment, whose cloth is triangles: yarns that are drawn out of its lips, loose ends, and yarns along it that come off |
//! | `measure`, `view`, `scenes` | what a tear is in numbers and to the eye, and ways to tear |

pub mod band;
mod body;
mod collide;
mod contacts;
mod couples;
mod damping;
mod design;
pub mod fringe;
mod lanes;
mod measure;
mod places;
pub mod pull_out;
mod root;
pub mod scenes;
mod search;
mod soft;
mod springs;
mod step;
mod swatch;
mod transition;
mod view;
mod weave;
mod wide;

pub use body::{Body, Shape};
pub use design::{Design, Levels, Numbers};
pub use measure::Damage;
pub use step::{Report, STEP, STEPS_PER_FRAME, Workspace};
pub use swatch::{Grip, Level, Particles, Swatch};
pub use weave::{NAMED, Weave};
