//! How the pieces are sewn together.

use super::Choice;
use super::panel::Fold;
use crate::fabric::seam::SeamTypes;
pub use crate::fabric::seam::{Stiffening, Weave};
use crate::parameters;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A seam between two rows of edges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Seam {
    /// Stable name.
    pub id: String,
    /// One side: edges or parts of edges, in the order they are sewn.
    pub a: Vec<SeamPart>,
    /// The other side, in the same order.
    pub b: Vec<SeamPart>,
    /// Which end of side b meets the beginning of side a.
    #[serde(default)]
    pub direction: Direction,
    /// Whether the longer side is gathered evenly into the shorter. Otherwise sides that differ by more than ease are an
    /// issue.
    #[serde(default)]
    pub gathered: bool,
    /// How it is sewn.
    #[serde(default)]
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "super::choice::ChoiceShape"))]
    pub stitching: Choice<SeamTypes>,
    /// Weave of the cloth in it.
    #[serde(default)]
    pub weave: Weave,
    /// What is made of the stiffness measured beside such a seam.
    #[serde(default)]
    pub stiffening: Stiffening,
    /// Whether it is pressed into a fold.
    #[serde(default)]
    pub fold: Fold,
    /// An elastic sewn into it.
    #[serde(default)]
    pub elastic: Elastic,
}

/// An edge, or a part of one, on one side of a seam.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SeamPart {
    /// Id of the panel.
    pub panel: String,
    /// Id of the edge: of the outline, of a hole, or a dart's leg (`DART-left`, `DART-right`).
    pub edge: String,
    /// Where the part begins, as a ratio of the edge's length, in the direction its own panel's outline runs; a mirrored
    /// edge runs the other way than its original.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub from: f64,
    /// Where it ends.
    #[serde(default = "whole")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub to: f64,
    /// Whether it is walked against the outline's direction.
    #[serde(default)]
    pub reversed: bool,
}

fn whole() -> f64 {
    1.0
}

impl SeamPart {
    /// A whole edge, along the outline.
    pub fn whole_edge(panel: &str, edge: &str) -> Self {
        SeamPart { panel: panel.to_owned(), edge: edge.to_owned(), from: 0.0, to: whole(), reversed: false }
    }
}

/// Which end of side b meets the beginning of side a.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Found from where the panels are placed, so that the seam does not twist.
    #[default]
    Auto,
    /// The beginnings meet.
    Same,
    /// The end of b meets the beginning of a, as where two outlines run against each other.
    Opposite,
}

parameters! {
    /// An elastic sewn along a seam.
    pub struct Elastic {
        /// Length of the elastic at rest over the length of the seam on the pattern. 1 with stiffness 0 is none; below 0.3 cloth bunches up.
        ratio: "1" = 1.0, soft [0.5, 1.0], hard [0.1, 2.0], source "no elastic";
        /// Force that would double its length. 20 N is a light waistband; 0 is no elastic.
        stiffness_n: "N" = 0.0, soft [0.0, 100.0], hard [0.0, 10000.0], source "no elastic";
    }
}
