//! Time: one implicit step, and a drape in progress.

mod backward_euler;
mod drape;

pub use backward_euler::Workspace;
pub use drape::{Drape, DrapeReport, StepReport};
