//! The drawing of a panel and its mesh, in the plane.
//!
//! Everything is in metres; x is the weft (u), y the warp (v). Outlines run counter-clockwise.
//!
//! | file | what |
//! |---|---|
//! | `edge` | one edge: lines, Béziers, arcs; arc length, splitting, notches |
//! | `outline`, `offset` | closed loops: area, mirror, unfold; seam allowance |
//! | `problem`, `check` | everything that can be wrong, with its place; finding it all at once (`cross`: exact crossings) |
//! | `sample` | dividing edges into pieces; suggested counts |
//! | `mesh` | the mesher, in this order: `border` and `inner` (fixed particles), `size` (grading), `fill` (lattice), |
//! | | `delaunay`, then `smooth` and `flip` in turns, `repair` |
//! | `quality` | angles of triangles |
//! | `along` | distances along the cloth, around notches and holes |
//! | `locate` | the triangle at a place, to carry state to a new mesh |
//! | `bins` | a uniform grid of lists, used by several of them |
//!
//! Native and wasm give the same bits: transcendentals come from `libm`, decisions about crossings and flips from exact
//! predicates, and nothing depends on the order of a hash map.

mod along;
mod bins;
mod border;
mod check;
mod cross;
mod delaunay;
mod edge;
mod fill;
mod flip;
mod inner;
mod locate;
mod mesh;
mod offset;
mod outline;
mod problem;
mod quality;
mod repair;
mod sample;
mod size;
mod smooth;

pub use along::{AlongCloth, Distances};
pub use check::{Drawing, check};
pub use edge::{ARC_ACCURACY, Edge, Notch};
pub use locate::{Location, Locator};
pub use mesh::{MOST_TRIANGLES, MeshRequest, PanelMesh, triangulate};
pub use outline::Outline;
pub use problem::{Place, Problem, ProblemKind};
pub use quality::{Quality, quality, smallest_angle};
pub use sample::{EdgeDivision, Size, longest_on_curves, suggested_count};

/// Largest coordinate of a drawing, m. Beyond it the squares of lengths lose their meaning.
pub const LARGEST_COORDINATE: f64 = 1e12;

#[cfg(test)]
mod tests;
