//! The virtual laboratory: one file per experiment, one row of the table.
//!
//! An experiment takes a fabric and settings, builds its sample, loads it, and returns a curve (columns named
//! `quantity_unit`) and figures by name. Where a closed form exists it stands in the curve beside what was measured, so
//! that every run checks itself.
//!
//! | file | what |
//! |---|---|
//! | `settings`, `outcome`, `read` | what goes in and what comes out |
//! | `sample` | rectangles and rings of cloth, meshed regularly or not |
//! | `tester` | a sample held by its particles, brought from one equilibrium to the next |
//! | `friction` | what experiments on friction share: the law of their settings, cloth stepped in time |
//! | `wrinkles` | what experiments on wrinkles share: the fabric without internal friction, and numbers for what eyes see |
//! | `strip` | what the law says of a strip that bends, and strips under their own weight |
//! | `affine` | forces of the law itself under an affine deformation: what testers should return |
//! | `laws` | the laws of a fabric as curves to draw |
//!
//! Nothing here knows time: a clock is passed in, so that experiments run in a browser too.

mod affine;
mod bending;
mod bending_element;
mod bending_factor;
mod bending_timing;
mod bias_extension;
mod biaxial;
mod cantilever;
mod cards;
mod character;
mod combined;
mod compression;
mod drapemeter;
mod friction;
mod hanging_angles;
pub mod hanging_square;
mod hysteresis;
mod incline;
mod large_deformation;
mod laws;
mod outcome;
mod patch;
mod poisson_square;
mod preferred_wrinkle;
mod pressed_disc;
mod read;
mod sample;
mod settings;
mod sewn;
mod shake_out;
mod shear;
mod spinning_sphere;
pub mod square_on_sphere;
mod stick_slip;
mod strip;
pub mod tear;
mod tensile;
mod tester;
mod tight_skirt;
mod twist;
mod two_corner_hang;
mod unroll;
mod weights;
mod wrinkles;

use crate::document::{self, Fabric};
use crate::fabric::presets;
use crate::issue::{Issue, Issues};
use crate::row::{Parameter, Row, RowOf, Table};
use glam::DVec3;
use serde::Serialize;

pub use laws::{Axis, Branch, Knot, Laws, Plot, Trace, laws};
pub use outcome::{Figure, Outcome};
pub use read::read_fabric;
pub use settings::{ListOf, OneOf, Settings, settings};

/// What an experiment is besides its id, title, help and numbers.
#[derive(Debug)]
pub struct Experiment {
    /// Settings that are words.
    pub choices: &'static [OneOf],
    /// Settings that are lists of numbers.
    pub lists: &'static [ListOf],
    /// Columns of its curve, `quantity_unit`.
    pub columns: &'static [&'static str],
    /// Does it.
    pub run: fn(&mut Bench<'_>) -> Result<Outcome, Issues>,
}

/// What an experiment is given to work with.
pub struct Bench<'a> {
    /// The fabric to test.
    pub fabric: &'a Fabric,
    /// Its settings, complete and checked.
    pub settings: &'a Settings,
    /// Called now and then with the part that is done, 0 to 1.
    pub progress: &'a mut dyn FnMut(f64),
    /// Tells milliseconds; differences are reported as times.
    pub clock: fn() -> f64,
    /// Who looks on, point by point of the curve; nobody where frames are not wanted.
    pub frames: Option<&'a mut dyn Film>,
}

impl Bench<'_> {
    /// Shows what hangs together, before the first frame.
    fn mesh(&mut self, triangles: &[[u32; 3]]) {
        if let Some(film) = &mut self.frames {
            film.mesh(triangles);
        }
    }

    /// Shows where all particles are.
    fn frame(&mut self, positions: &[DVec3]) {
        if let Some(film) = &mut self.frames {
            film.frame(positions);
        }
    }
}

/// Whoever looks on while an experiment runs.
pub trait Film {
    /// The sample's triangles, told once before its first frame.
    fn mesh(&mut self, _triangles: &[[u32; 3]]) {}

    /// All particles after a point of the curve.
    fn frame(&mut self, positions: &[DVec3]);
}

/// Keeps x y z of every particle, frame after frame.
impl Film for Vec<f32> {
    fn frame(&mut self, positions: &[DVec3]) {
        self.extend(positions.iter().flat_map(|p| p.as_vec3().to_array()));
    }
}

/// The table of experiments.
#[derive(Debug)]
pub struct Experiments;

impl Table for Experiments {
    type Make = Experiment;
    const NOUN: &'static str = "experiment";

    fn rows() -> &'static [Row<Self::Make>] {
        const ROWS: &[Row<Experiment>] = &[
            tensile::ROW,
            shear::ROW,
            combined::ROW,
            biaxial::ROW,
            bias_extension::ROW,
            poisson_square::ROW,
            hanging_angles::ROW,
            compression::ROW,
            two_corner_hang::ROW,
            large_deformation::ROW,
            pressed_disc::ROW,
            incline::ROW,
            cards::ROW,
            stick_slip::ROW,
            spinning_sphere::ROW,
            bending::ROW,
            cantilever::ROW,
            bending_factor::ROW,
            bending_element::ROW,
            bending_timing::ROW,
            drapemeter::ROW,
            hysteresis::ROW,
            weights::ROW,
            shake_out::ROW,
            unroll::ROW,
            twist::ROW,
            preferred_wrinkle::ROW,
            character::ROW,
            tear::ROW,
            tight_skirt::ROW,
            hanging_square::ROW,
            square_on_sphere::ROW,
        ];
        ROWS
    }
}

/// What panels, `toile schema` and `toile lab --list` show of an experiment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct ExperimentInfo {
    /// Stable name.
    pub id: &'static str,
    /// Name shown to people.
    pub title: &'static str,
    /// What it does and what it shows.
    pub help: &'static str,
    /// Its settings that are numbers.
    pub parameters: &'static [Parameter],
    /// Its settings that are words.
    pub choices: &'static [OneOf],
    /// Its settings that are lists of numbers.
    pub lists: &'static [ListOf],
    /// Columns of its curve.
    pub columns: &'static [&'static str],
}

impl ExperimentInfo {
    /// Every experiment.
    pub fn all() -> Vec<Self> {
        let info = |row: &RowOf<Experiments>| ExperimentInfo {
            id: row.id,
            title: row.title,
            help: row.help,
            parameters: row.parameters,
            choices: row.make.choices,
            lists: row.make.lists,
            columns: row.make.columns,
        };
        Experiments::rows().iter().map(info).collect()
    }
}

/// What ids of experiments begin with; the command line leaves it out.
pub const PREFIX: &str = "lab.";

/// The experiment of this name, with or without its prefix.
pub fn find(name: &str) -> Result<&'static RowOf<Experiments>, Issue> {
    let short = name.strip_prefix(PREFIX).unwrap_or(name);
    let names = || Experiments::rows().iter().map(|row| row.id.trim_start_matches(PREFIX));
    Experiments::rows().iter().find(|row| row.id.strip_prefix(PREFIX) == Some(short)).ok_or_else(|| {
        Issue::new("lab.unknown-experiment", "experiment", "there is no such experiment")
            .value(name)
            .cure(document::instead(short, names, ""))
    })
}

/// The fabric that is tested when none is named: the first preset.
pub fn default_fabric() -> Fabric {
    presets::all().swap_remove(0)
}

/// The preset of this name.
pub fn preset(id: &str) -> Result<Fabric, Issue> {
    presets::find(id).ok_or_else(|| {
        let all = presets::all();
        let names = || all.iter().map(|fabric| fabric.id.as_str());
        Issue::new("lab.unknown-preset", "preset", "there is no such fabric")
            .value(id)
            .cure(document::instead(id, names, ""))
    })
}
