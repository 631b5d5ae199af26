//! What a file says about all of its numbers.

use super::fields::Found;
use super::json::{Json, quoted};
use crate::issue::Issue;

/// Units in a metre when the file is silent: centimetres.
const UNITS_IN_METER: f64 = 100.0;

/// Largest coordinate, mm, as documents have it: no garment reaches there, but a wrong unit does.
const FARTHEST_MM: f64 = 100_000.0;

/// Where a file says its unit.
pub(super) const UNITS_PLACE: &str = "properties.units_in_meter";

/// How numbers of the file become millimetres, and how control points are meant.
#[derive(Debug)]
pub(super) struct Units {
    /// Millimetres in one unit of the file.
    pub(super) mm: f64,
    /// Whether control points are relative to their edge.
    pub(super) relative: bool,
}

impl Units {
    /// What the file's properties say; what is wrong with them is found, and the rest is read as if they were silent.
    pub(super) fn read(file: &Json, found: &mut Found) -> Units {
        let properties = file.get("properties");
        let property = |name: &str| properties.and_then(|properties| properties.get(name));
        let in_meter = match property("units_in_meter") {
            None => UNITS_IN_METER,
            Some(value) => match found.number(value, UNITS_PLACE) {
                // A micrometre and a kilometre: what lies beyond is no unit for clothes.
                Some(number) if !(1e-3..=1e6).contains(&number) => {
                    let issue = Issue::new("garmentcode.units", UNITS_PLACE, "there is no such unit");
                    found
                        .add(issue.value(value).cure("Write 100 for centimetres, 1000 for millimetres, 1 for metres."));
                    UNITS_IN_METER
                }
                number => number.unwrap_or(UNITS_IN_METER),
            },
        };
        let place = "properties.curvature_coords";
        let relative = match property("curvature_coords").and_then(|value| found.text(value, place)) {
            None | Some("relative") => true,
            Some("absolute") => false,
            Some(other) => {
                let issue = Issue::new("garmentcode.curvature-coords", place, "there is no such kind of coordinates");
                found.add(issue.value(quoted(other)).cure("Use \"relative\" or \"absolute\"."));
                true
            }
        };
        Units { mm: 1000.0 / in_meter, relative }
    }

    /// A point of the file, in millimetres.
    pub(super) fn point(&self, value: &Json, place: &str, found: &mut Found) -> Option<[f64; 2]> {
        let [x, y] = found.numbers(value, place)?;
        self.near([x * self.mm, y * self.mm], value, place, found)
    }

    /// The same coordinates, in millimetres, unless they are far from any garment.
    pub(super) fn near<const N: usize>(
        &self,
        coordinates: [f64; N],
        value: &Json,
        place: &str,
        found: &mut Found,
    ) -> Option<[f64; N]> {
        if coordinates.iter().all(|mm| mm.abs() <= FARTHEST_MM) {
            return Some(coordinates);
        }
        let problem = format!("is more than {} m from the origin", FARTHEST_MM / 1000.0);
        let cure = format!("Check the numbers and {UNITS_PLACE}; one unit is {} mm now.", self.mm);
        found.add(Issue::new("garmentcode.too-far", place, problem).value(value).cure(cure));
        None
    }
}
