//! What cannot be seen of a drape, made visible: maps over the cloth, and a probe that looks at one place.
//!
//! | file | what |
//! |---|---|
//! | `strain`, `strength`, `stress`, `hysteresis`, `curvature` | maps of triangles |
//! | `pressure`, `ease`, `slip` | maps of particles |
//! | `seam_tension` | a map of seams |
//! | `probe` | strain, stress and where the fabric works on its own curve, at one triangle |
//!
//! A map is a pure function of a drape: nothing here changes one, and nothing is computed that nobody looks at.

mod curvature;
mod ease;
mod hysteresis;
mod pressure;
mod probe;
mod seam_tension;
mod slip;
mod strain;
mod strength;
mod stress;
mod triangles;

pub use probe::{Principal, Probe, ProbeMode, probe};

use crate::Drape;
use crate::row::{Row, RowOf, Table};
use serde::Serialize;

/// How a map's colours run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MapScale {
    /// From little to much.
    Sequential,
    /// From one side over zero to the other: both ends are as far from zero.
    Diverging,
}

/// What a map has a value of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum MapDomain {
    /// Each triangle.
    Triangle,
    /// Each particle.
    Particle,
    /// Each particle of a seam; what is between the seams has none.
    Seam,
}

/// What a map is besides its id, title and help.
#[derive(Debug)]
pub struct Map {
    /// Unit of its values.
    pub unit: &'static str,
    /// The range that its colours cover when nobody has chosen another.
    pub range: [f64; 2],
    /// How its colours run.
    pub scale: MapScale,
    /// What it has a value of.
    pub domain: MapDomain,
    /// What the low and the high end mean, in a word each.
    pub ends: [&'static str; 2],
    /// Its values, as many as the domain has; not a number where there is nothing to tell.
    pub values: fn(&Drape) -> Vec<f64>,
}

/// A row of the table: a map has neither parameters nor curves.
const fn row(id: &'static str, title: &'static str, help: &'static str, make: Map) -> RowOf<Maps> {
    RowOf::<Maps> { id, title, help, parameters: &[], curves: &[], make }
}

/// A map of triangles that are off from zero either way, by `most` where its colours end.
const fn either_way(unit: &'static str, most: f64, ends: [&'static str; 2], values: fn(&Drape) -> Vec<f64>) -> Map {
    Map { unit, range: [-most, most], scale: MapScale::Diverging, domain: MapDomain::Triangle, ends, values }
}

/// The table of maps.
#[derive(Debug)]
pub struct Maps;

impl Table for Maps {
    type Make = Map;
    const NOUN: &'static str = "map";

    fn rows() -> &'static [Row<Self::Make>] {
        const ROWS: &[Row<Map>] = &[
            strain::WEFT,
            strain::WARP,
            strain::SHEAR,
            stress::WEFT,
            stress::WARP,
            stress::SHEAR,
            strength::ROW,
            pressure::ROW,
            ease::ROW,
            seam_tension::ROW,
            curvature::ROW,
            hysteresis::WEFT,
            hysteresis::WARP,
            hysteresis::SHEAR,
            hysteresis::BENDING,
            slip::ROW,
        ];
        ROWS
    }
}

/// What the page shows of a map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct MapInfo {
    /// Stable name.
    pub id: &'static str,
    /// Name shown to people.
    pub title: &'static str,
    /// What it shows, and what it leaves out.
    pub help: &'static str,
    /// Unit of its values.
    pub unit: &'static str,
    /// The range that its colours cover when nobody has chosen another.
    pub range: [f64; 2],
    /// How its colours run.
    pub scale: MapScale,
    /// What it has a value of.
    pub domain: MapDomain,
    /// What the low and the high end mean.
    pub ends: [&'static str; 2],
}

impl MapInfo {
    /// Every map.
    pub fn all() -> Vec<Self> {
        let info = |row: &RowOf<Maps>| {
            let Row { id, title, help, make: Map { unit, range, scale, domain, ends, .. }, .. } = row;
            MapInfo { id, title, help, unit, range: *range, scale: *scale, domain: *domain, ends: *ends }
        };
        Maps::rows().iter().map(info).collect()
    }
}

/// The values of a map, as many as its domain has. Whatever is not finite is not a number: nothing else leaves here.
pub fn values(map: &Map, drape: &Drape) -> Vec<f64> {
    let mut values = (map.values)(drape);
    values.iter_mut().filter(|value| !value.is_finite()).for_each(|value| *value = f64::NAN);
    values
}

/// A map's value at each point of the panels, to be drawn; not a number where there is none. A point has the mean of the
/// triangles around it on its own panel, by area, since weft and warp change direction at a seam.
pub fn of_points(map: &Map, drape: &Drape) -> Vec<f32> {
    let (model, values) = (drape.model(), values(map, drape));
    if map.domain != MapDomain::Triangle {
        return model.particle_of.iter().map(|particle| values[*particle as usize] as f32).collect();
    }
    let mut sums = vec![[0.0; 2]; model.particle_of.len()];
    for ((value, rest), points) in values.iter().zip(&model.rest).zip(&model.point_triangles) {
        if value.is_nan() {
            continue;
        }
        for point in points {
            let [sum, weight] = &mut sums[*point as usize];
            *sum += rest.area * value;
            *weight += rest.area;
        }
    }
    // Where no triangle has a value, zero over zero is not a number.
    sums.iter().map(|[sum, weight]| (sum / weight) as f32).collect()
}
