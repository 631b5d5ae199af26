//! Time: one implicit step, and a drape in progress.

mod drape;
mod step;

pub use drape::{Drape, DrapeReport, StepReport};
pub use step::Workspace;
