//! Every table in one value: what panels, `toile schema` and the documentation show.

use crate::body::mannequin::{self, Named};
use crate::body::{MeasurementsCm, SIZES, Shapes, Size, motion::Motions};
use crate::document::{BodyContact, Document, Elastic, Fabric, Finish, Fold, MeshSettings, Sheet, Simulation};
pub use crate::fabric::presets::DrapeBand;
use crate::fabric::{bending::BendingLaws, friction::FrictionLaws, membrane::MembraneLaws, viscosity::ViscosityLaws};
use crate::fabric::{internal_friction::InternalFrictionLaws, presets, seam::SeamTypes};
pub use crate::garment::Sketch;
use crate::garment::{self, Garments};
use crate::inspect::MapInfo;
use crate::integrator::Integrators;
use crate::lab::ExperimentInfo;
use crate::row::{Parameter, RowInfo, Table, Values};
use serde::Serialize;

/// What can be chosen and set in a document, and what to begin with.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Tables {
    /// Membrane laws.
    pub membrane: Vec<RowInfo>,
    /// Viscosity laws.
    pub viscosity: Vec<RowInfo>,
    /// Internal friction laws.
    pub internal_friction: Vec<RowInfo>,
    /// Bending laws.
    pub bending: Vec<RowInfo>,
    /// Friction laws.
    pub friction: Vec<RowInfo>,
    /// Seam types.
    pub seams: Vec<RowInfo>,
    /// Integrators.
    pub integrators: Vec<RowInfo>,
    /// Shapes of bodies.
    pub shapes: Vec<RowInfo>,
    /// Motions of bodies.
    pub motions: Vec<RowInfo>,
    /// Numbers of a body's surface.
    pub body_contact: &'static [Parameter],
    /// Numbers of a fabric as a sheet.
    pub sheet: &'static [Parameter],
    /// Numbers of a fabric's look.
    pub finish: &'static [Parameter],
    /// Numbers of a panel's mesh.
    pub mesh: &'static [Parameter],
    /// Numbers of a fold, along a line or a seam.
    pub fold: &'static [Parameter],
    /// Numbers of an elastic sewn into a seam.
    pub elastic: &'static [Parameter],
    /// Numbers of the simulation.
    pub simulation: &'static [Parameter],
    /// Fabrics to begin with.
    pub fabrics: Vec<Fabric>,
    /// What the literature says of the drape of cloth of their kinds.
    pub drape_bands: &'static [DrapeBand],
    /// Maps over the cloth.
    pub maps: Vec<MapInfo>,
    /// Experiments of the virtual laboratory.
    pub experiments: Vec<ExperimentInfo>,
    /// Garments to begin with; the page opens on the first.
    pub garments: Vec<Document>,
    /// Garments that are drafted to measure.
    pub wardrobe: Vec<GarmentInfo>,
    /// Figures that they are drafted for.
    pub figures: Vec<FigureInfo>,
    /// What is measured of a figure.
    pub measurements: &'static [Parameter],
    /// Poses of a mannequin, by their numbers.
    pub poses: Vec<Named>,
    /// How a mannequin moves, by numbers from 1.
    pub paces: Vec<Named>,
    /// Version of the engine.
    pub version: &'static str,
}

/// A garment of the wardrobe.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct GarmentInfo {
    /// Its row.
    pub row: RowInfo,
    /// What it looks like.
    pub sketch: Sketch,
}

/// A figure of a size table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct FigureInfo {
    /// Stable name, such as `woman-88`.
    pub id: &'static str,
    /// Name shown to people.
    pub title: &'static str,
    /// What the table says of it, cm.
    pub measurements: Values,
}

impl Tables {
    /// Every table.
    pub fn all() -> Self {
        Tables {
            membrane: rows::<MembraneLaws>(),
            viscosity: rows::<ViscosityLaws>(),
            internal_friction: rows::<InternalFrictionLaws>(),
            bending: rows::<BendingLaws>(),
            friction: rows::<FrictionLaws>(),
            seams: rows::<SeamTypes>(),
            integrators: rows::<Integrators>(),
            shapes: rows::<Shapes>(),
            motions: rows::<Motions>(),
            body_contact: BodyContact::PARAMETERS,
            sheet: Sheet::PARAMETERS,
            finish: Finish::PARAMETERS,
            mesh: MeshSettings::PARAMETERS,
            fold: Fold::PARAMETERS,
            elastic: Elastic::PARAMETERS,
            simulation: Simulation::PARAMETERS,
            fabrics: presets::all(),
            drape_bands: presets::DRAPE_BANDS,
            maps: MapInfo::all(),
            experiments: experiments(),
            garments: garment::all(),
            wardrobe: Garments::rows()
                .iter()
                .map(|row| GarmentInfo { row: row.info(), sketch: row.make.sketch })
                .collect(),
            figures: SIZES.iter().map(FigureInfo::of).collect(),
            measurements: MeasurementsCm::PARAMETERS,
            poses: mannequin::poses().collect(),
            paces: mannequin::motions().collect(),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

impl FigureInfo {
    fn of(size: &Size) -> Self {
        FigureInfo { id: size.id, title: size.title, measurements: size.measurements.to_values() }
    }
}

/// The experiments, where the laboratory is there: a row holds the experiment's code, and the page's module has none of it.
fn experiments() -> Vec<ExperimentInfo> {
    #[cfg(any(not(target_arch = "wasm32"), feature = "lab"))]
    return ExperimentInfo::all();
    #[cfg(not(any(not(target_arch = "wasm32"), feature = "lab")))]
    Vec::new()
}

fn rows<T: Table>() -> Vec<RowInfo> {
    T::rows().iter().map(|row| row.info()).collect()
}
