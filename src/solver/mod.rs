//! Time: one implicit step, and a drape in progress. Without time: equilibrium.

mod drape;
mod equilibrium;
mod fray;
mod step;
mod tear;
mod tip;

pub use drape::{Drape, DrapeReport, StepReport};
pub use equilibrium::{Effort, Equilibrium, Settled, Stopped, Tangent};
pub use step::{Workspace, stay_together};
pub use tear::{Rip, Spot};
pub use tip::ZONE;
