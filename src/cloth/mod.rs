//! The cloth as the engine knows it: [`Model`] is built once from a document and stays constant,
//! [`State`] is what a step changes.

mod assemble;
mod model;
mod state;

pub use assemble::assemble;
pub use model::{Body, Fabric, HingeRest, Model, Patch, Settings, Sheet, TriangleRest};
pub use state::State;
