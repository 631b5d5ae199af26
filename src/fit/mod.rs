//! From measurements to laws: reads what a tester wrote and finds the curves that follow it.
//!
//! Nothing here knows a file or a screen, so that the command line and the page can both use it.

pub mod csv;
pub mod curve;
pub mod friction;
pub mod kes;
pub mod profile;
pub mod rolled;
pub mod stretch;
pub mod tensile;

mod elastica;
mod loops;
