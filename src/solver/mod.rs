//! Time: one implicit step, and a drape in progress. Without time: equilibrium.

mod backward_euler;
mod drape;
mod equilibrium;

pub use backward_euler::Workspace;
pub use drape::{Drape, DrapeReport, StepReport};
pub use equilibrium::{Effort, Equilibrium, Settled, Stopped, Tangent};
