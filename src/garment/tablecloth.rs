//! A tablecloth on its table.

use super::draft::{Draft, Pen};
use super::{Garment, Garments, Sketch, Stand};
use crate::body::Measurements;
use crate::document::{Body, BodyContact, Choice};
use crate::issue::Issues;
use crate::parameters;
use crate::row::{RowOf, Values};
use kurbo::Point;

parameters! {
    /// A tablecloth.
    pub struct Tablecloth {
        /// Width of the table.
        width_cm: "cm" = 120.0, soft [60.0, 250.0], hard [20.0, 400.0], source "a table for four";
        /// Depth of the table.
        depth_cm: "cm" = 80.0, soft [60.0, 120.0], hard [20.0, 400.0], source "a table for four";
        /// Height of the table's top.
        height_cm: "cm" = 75.0, soft [45.0, 110.0], hard [20.0, 200.0], source "an ordinary table";
        /// How far the cloth hangs over the edges.
        drop_cm: "cm" = 25.0, soft [10.0, 60.0], hard [0.0, 150.0], source "chosen";
    }
}

/// Thickness of the table's top, mm.
const TOP_MM: f64 = 40.0;
/// How far above the table the cloth starts, m.
const ABOVE: f64 = 0.02;

fn draft(_: &Measurements, values: &Values) -> Result<Draft, Issues> {
    let with = Tablecloth::from_values(values);
    let (x, y) = (0.005 * with.width_cm + 0.01 * with.drop_cm, 0.005 * with.depth_cm + 0.01 * with.drop_cm);
    let cloth = Pen::at(Point::new(-x, -y))
        .line("hem-front", Point::new(x, -y))
        .line("hem-right", Point::new(x, y))
        .line("hem-back", Point::new(-x, y))
        .close("hem-left")
        .piece("cloth", "Cloth");
    let mut draft = Draft::default();
    draft.lay(cloth);
    Ok(draft)
}

/// A table top that floats: legs would never touch the cloth.
fn table(values: &Values) -> Body {
    let with = Tablecloth::from_values(values);
    let mut shape = Choice::of("body.box");
    let numbers = [
        ("width_mm", 10.0 * with.width_cm),
        ("depth_mm", 10.0 * with.depth_cm),
        ("height_mm", TOP_MM),
        ("y_mm", 10.0 * with.height_cm - 0.5 * TOP_MM),
    ];
    shape.parameters.extend(numbers.map(|(name, value)| (name.to_owned(), value)));
    Body { id: "table".to_owned(), shape, contact: BodyContact::default(), motion: Choice::default(), mesh: None }
}

pub(super) const ROW: RowOf<Garments> = RowOf::<Garments> {
    id: "garment.tablecloth",
    title: "Tablecloth",
    help: "A rectangle of cloth on a table, which it brings along.",
    parameters: Tablecloth::PARAMETERS,
    curves: &[],
    make: Garment {
        anchor: None,
        fabric: "polyester-tablecloth",
        draft,
        stand: Some(Stand { body: table, point: "top", above: ABOVE }),
        sketch: Sketch {
            outline: "M34 12l25 9v20c-3-2-5 4-9 2c-4-2-6 5-10 3c-4-1-6 5-9 5c-3 0-5-5-9-6c-4-1-6 2-9-2c-2-2-5-3-7-1V20z",
            lines: "M6 20l25 10l28-9M31 30v21M11 45v10M54 43.5V54M31 52v9",
        },
    },
};
