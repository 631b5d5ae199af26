//! Garments: documents to begin with, and garments that are drafted to a body's measurements.
//!
//! | file | what |
//! |---|---|
//! | `square-on-sphere.json` | a whole document |
//! | `draft`, `blocks` | drawing pieces and seams; what several garments share: bodice, sleeve, skirt, bands, joins |
//! | `wear`, `arrange` | from a row and a body to a document; panels around the body |
//! | `labels`, `facing`, `clear` | where panels are worn by their names or by where they lie; imports on a body |
//! | `own_body` | a body from a file in place of the one that a garment is on |
//! | one file per garment | its parameters and its draft |

mod a_line_skirt;
mod arrange;
mod blocks;
mod cape;
mod circle_skirt;
mod clear;
mod draft;
mod facing;
mod hooded_top;
mod kimono_dress;
mod labels;
mod own_body;
mod shirt;
mod t_shirt;
mod tablecloth;
mod tank_dress;
mod trousers;
mod wear;

pub use arrange::arrange;
pub use clear::{arrange_by_name, arrange_by_place, move_out_of_bodies, put_on};
pub use draft::{Draft, Lay, Spot};
pub use own_body::{FileSurface, own_body, put_on_own_body};
pub use wear::{dress, figure, garment, made_to_measure, redrafted};

use crate::body::{Landmark, Measurements};
use crate::document::{self, Document, built_in};
use crate::issue::Issues;
use crate::row::{Row, Table, Values};
use serde::Serialize;

/// The files, in the order the page shows them; the page opens on the first.
const FILES: &[&str] = &[include_str!("square-on-sphere.json")];

/// Every garment that is a document.
pub fn all() -> Vec<Document> {
    FILES.iter().map(|text| built_in(text)).collect()
}

/// A garment that is drafted to measure.
#[derive(Clone, Copy, Debug)]
pub struct Garment {
    /// The landmark near which it must stay; nothing for one that lies on its own stand.
    pub anchor: Option<Landmark>,
    /// Id of the preset it is cut from unless another is chosen.
    pub fabric: &'static str,
    /// Drafts it from a figure's measurements and the row's numbers.
    pub draft: fn(&Measurements, &Values) -> Result<Draft, Issues>,
    /// What it lies on instead of a figure.
    pub stand: Option<Stand>,
    /// What it looks like, for who chooses one.
    pub sketch: Sketch,
}

/// A garment as a maker sketches it, flat and from the front: paths of SVG in a square of 64.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Sketch {
    /// Around it, closed.
    pub outline: &'static str,
    /// Seams, hems and folds on it.
    pub lines: &'static str,
}

/// What a garment that is not worn lies on.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// The body that it brings along.
    pub body: fn(&Values) -> document::Body,
    /// The point of it on which every panel starts.
    pub point: &'static str,
    /// How far above, m.
    pub above: f64,
}

/// The table of garments that are drafted to measure.
#[derive(Debug)]
pub struct Garments;

impl Table for Garments {
    type Make = Garment;
    const NOUN: &'static str = "garment";

    fn rows() -> &'static [Row<Garment>] {
        &[
            circle_skirt::ROW,
            a_line_skirt::ROW,
            t_shirt::ROW,
            tank_dress::ROW,
            trousers::ROW,
            shirt::ROW,
            hooded_top::ROW,
            kimono_dress::ROW,
            cape::ROW,
            tablecloth::ROW,
        ]
    }
}
