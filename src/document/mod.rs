//! The saved file: one JSON document, the same for the page and the command line.
//!
//! ```text
//! text ─ JSON ─ version ─ migrate ─ structure ─ types ─ validate ─► Document
//!        syntax            steps     schema              meaning
//! ```
//!
//! Every stage collects all it finds. A document that does not fit the types goes no further; one that fits them, with
//! a number out of its range, is also asked for its meaning, so that both are found at once.

mod choice;
mod findings;
mod migrate;
mod names;
mod panel;
mod place;
mod read;
mod schema;
mod seam;
mod size;
mod spelling;
mod structure;
mod types;
mod validate;

pub use choice::Choice;
#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) use choice::ChoiceShape;
pub use migrate::CURRENT_VERSION;
pub use names::{edge_ids, leg_ids, mirrored_id};
pub use panel::*;
pub(crate) use read::built_in;
pub use read::{LONGEST_TEXT, hash, read, read_fabric, too_long, write, write_fabric};
pub use schema::schema;
#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) use schema::{generate as generate_schema, generate_checks};
pub use seam::*;
pub use size::MOST_TRIANGLES;
pub(crate) use spelling::instead;
pub use types::*;
pub(crate) use validate::issue_of;
pub use validate::validate;
