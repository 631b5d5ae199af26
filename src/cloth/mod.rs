//! The cloth as the engine knows it: a [`Cut`] is the document's panels meshed and its seams laid out; a [`Model`] is
//! built from it, apart or sewn, and stays constant; a [`State`] is what a step changes.

mod assemble;
mod breaks;
mod curvatures;
mod cut;
mod draft;
mod drawing;
mod graded;
mod hinges;
mod larger;
mod model;
mod placing;
mod regions;
mod seams;
mod slit;
mod state;
mod stiffening;
mod transfer;

pub use assemble::{assemble, assemble_on, assemble_with, bodies, bodies_with, fabric as build_fabric};
pub use curvatures::{CurvatureRest, shapes};
pub use cut::{Cut, FoldLine, Local, Sheet};
pub use draft::{Draft, DraftEdge, DraftPanel, DraftSeam, Stretch, Thread, draft};
pub use larger::assemble_larger;
pub use model::{Body, Fabric, HingeRest, Joined, Model, Patch, Settings, Tie, TriangleRest};
pub use placing::start_of;
pub use seams::Stitches;
pub use slit::{Opened, Slits};
pub use state::{InternalStress, Past, State};
pub use transfer::{Carried, Spot, carry, spots};
