//! The measurements a figure is made and garments are drafted from, and the figures of the size tables.

use crate::{parameters, row::Values};
use serde::Serialize;

/// A measurement that a body was asked for and does not reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Miss {
    /// Its name among the parameters.
    pub measurement: &'static str,
    /// What was asked for.
    pub wanted_cm: f64,
    /// What the body measures.
    pub reached_cm: f64,
}

/// One declaration of every measurement: in centimetres for people, in metres for everything that calculates.
macro_rules! measurements {
    (
        $(
            $(#[doc = $help:expr])+
            $name:ident, $centimetres:ident = $default:expr, soft [$s0:expr, $s1:expr], hard [$h0:expr, $h1:expr],
            source $source:literal;
        )*
    ) => {
        parameters! {
            /// The measurements of a figure as people write them.
            pub struct MeasurementsCm {
                $(
                    $(#[doc = $help])+
                    $centimetres: "cm" = $default, soft [$s0, $s1], hard [$h0, $h1], source $source;
                )*
            }
        }

        /// The measurements of a figure, in metres.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Measurements {
            $(
                $(#[doc = $help])+
                pub $name: f64,
            )*
        }

        impl From<MeasurementsCm> for Measurements {
            fn from(written: MeasurementsCm) -> Self {
                Measurements { $($name: written.$centimetres * 0.01),* }
            }
        }

        impl MeasurementsCm {
            /// The measurements by their names.
            pub fn to_values(&self) -> Values {
                [$((stringify!($centimetres).to_owned(), self.$centimetres)),*].into()
            }
        }

        impl Miss {
            /// What differs by more than `most`, m.
            pub fn between(wanted: &Measurements, reached: &Measurements, most: f64) -> Vec<Miss> {
                let mut misses = Vec::new();
                $(if (wanted.$name - reached.$name).abs() > most {
                    let (wanted_cm, reached_cm) = (wanted.$name * 100.0, reached.$name * 100.0);
                    misses.push(Miss { measurement: stringify!($centimetres), wanted_cm, reached_cm });
                })*
                misses
            }
        }
    };
}

measurements! {
    /// Height without shoes.
    stature, stature_cm = 166.0, soft [100.0, 200.0], hard [80.0, 230.0], source "chosen for the bust of 88 cm";
    /// Girth of the chest at its fullest. Every bodice is drafted from it.
    bust, bust_cm = 88.0, soft [60.0, 130.0], hard [45.0, 180.0], source "EN 13402 chart, women";
    /// Girth of the chest right under the breasts.
    underbust, underbust_cm = 72.3, soft [55.0, 120.0], hard [40.0, 170.0], source "interpolated from ASTM D5585-11";
    /// Girth of the waist. Waistbands are cut to it.
    waist, waist_cm = 72.0, soft [50.0, 120.0], hard [40.0, 180.0], source "EN 13402 chart, women";
    /// Girth of the hips at their fullest. Skirts and trousers must pass over it.
    hip, hip_cm = 96.0, soft [60.0, 130.0], hard [45.0, 190.0], source "EN 13402 chart, women";
    /// Girth of the neck at its base. Necklines and collars are cut to it.
    neck, neck_cm = 37.0, soft [26.0, 48.0], hard [20.0, 65.0], source "EN 13402 chart, women";
    /// Length of the shoulder from the neck to where the arm begins.
    shoulder, shoulder_cm = 12.25, soft [8.0, 18.0], hard [5.0, 25.0], source "EN 13402 chart, women";
    /// Length of the arm from the end of the shoulder to the wrist.
    arm, arm_cm = 58.5, soft [35.0, 70.0], hard [25.0, 85.0], source "EN 13402 chart, women";
    /// Length of the back from the nape to the waist.
    back_waist, back_waist_cm = 41.0, soft [27.0, 50.0], hard [20.0, 60.0], source "EN 13402 chart, women";
    /// Height of the waist above the floor.
    waist_to_floor, waist_to_floor_cm = 104.0, soft [65.0, 125.0], hard [45.0, 150.0], source "EN 13402 chart, women";
    /// Height of the waist above the seat of a chair, sitting: how far trousers reach below the waist before the legs part.
    body_rise, body_rise_cm = 28.0, soft [17.0, 36.0], hard [12.0, 50.0], source "EN 13402 chart, women";
    /// Height of the crotch above the floor: waist to floor less the body rise.
    crotch_height, crotch_height_cm = 76.0, soft [45.0, 95.0], hard [30.0, 120.0], source "waist to floor less body rise";
    /// Girth of the thigh right under the crotch.
    thigh, thigh_cm = 53.7, soft [35.0, 80.0], hard [25.0, 110.0], source "derived, women of bust 88 cm";
    /// Girth of the calf at its fullest.
    calf, calf_cm = 35.5, soft [24.0, 50.0], hard [18.0, 70.0], source "derived, women of bust 88 cm";
    /// Girth of the upper arm at its fullest. Sleeves must leave room for it.
    upper_arm, upper_arm_cm = 28.4, soft [18.0, 45.0], hard [13.0, 70.0], source "EN 13402 chart, women";
    /// Girth of the wrist.
    wrist, wrist_cm = 16.0, soft [12.0, 24.0], hard [9.0, 35.0], source "EN 13402 chart, women";
}

/// What kind of body a figure has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A woman.
    Woman,
    /// A man.
    Man,
    /// A child.
    Child,
}

/// A figure of a size table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Stable name, such as `woman-88`.
    pub id: &'static str,
    /// Name shown to people.
    pub title: &'static str,
    /// What kind of body it is.
    pub figure: Figure,
    /// Its measurements.
    pub measurements: MeasurementsCm,
    /// Where they come from.
    pub source: &'static str,
}

impl Size {
    /// The size named `id`.
    pub fn find(id: &str) -> Option<&'static Size> {
        SIZES.iter().find(|size| size.id == id)
    }
}

const WOMEN: &str = "girths and lengths of an EN 13402 chart; underbust interpolated from ASTM D5585-11; stature chosen; thigh and calf derived";
const MEN: &str =
    "GOST typical figures; underbust chosen 8 % below the chest, as the model has it, waist height 0.62 of the stature";
const CHILD: &str = "chosen: ordinary numbers of a child of 128 cm";

/// A woman of the chart in cm: what it steps evenly follows from `step`, 0 for the bust of 80 cm.
const fn woman(step: f64, underbust_cm: f64, thigh_cm: f64, calf_cm: f64) -> MeasurementsCm {
    let waist_to_floor_cm = 102.0 + step;
    let body_rise_cm = 26.6 + 0.7 * step;
    MeasurementsCm {
        stature_cm: 164.0 + step,
        bust_cm: 80.0 + 4.0 * step,
        underbust_cm,
        waist_cm: 64.0 + 4.0 * step,
        hip_cm: 88.0 + 4.0 * step,
        neck_cm: 35.0 + step,
        shoulder_cm: 11.75 + 0.25 * step,
        arm_cm: 57.5 + 0.5 * step,
        back_waist_cm: 40.2 + 0.4 * step,
        waist_to_floor_cm,
        body_rise_cm,
        crotch_height_cm: waist_to_floor_cm - body_rise_cm,
        thigh_cm,
        calf_cm,
        upper_arm_cm: 26.0 + 1.2 * step,
        wrist_cm: 15.0 + 0.5 * step,
    }
}

/// A man of the tables with the numbers that they do not hold: the waist's height and what follows from it.
const fn man(table: MeasurementsCm) -> MeasurementsCm {
    let waist_to_floor_cm = 0.62 * table.stature_cm;
    MeasurementsCm {
        underbust_cm: 0.92 * table.bust_cm,
        waist_to_floor_cm,
        body_rise_cm: waist_to_floor_cm - table.crotch_height_cm,
        ..table
    }
}

/// A man as the tables have him, row by row.
const fn table_of_men(upper: [f64; 8], lower: [f64; 5]) -> MeasurementsCm {
    let [stature_cm, bust_cm, waist_cm, hip_cm, neck_cm, shoulder_cm, arm_cm, back_waist_cm] = upper;
    let [crotch_height_cm, thigh_cm, calf_cm, upper_arm_cm, wrist_cm] = lower;
    man(MeasurementsCm {
        stature_cm,
        bust_cm,
        underbust_cm: 0.0,
        waist_cm,
        hip_cm,
        neck_cm,
        shoulder_cm,
        arm_cm,
        back_waist_cm,
        waist_to_floor_cm: 0.0,
        body_rise_cm: 0.0,
        crotch_height_cm,
        thigh_cm,
        calf_cm,
        upper_arm_cm,
        wrist_cm,
    })
}

const CHILD_128: MeasurementsCm = MeasurementsCm {
    stature_cm: 128.0,
    bust_cm: 64.0,
    underbust_cm: 62.0,
    waist_cm: 58.0,
    hip_cm: 68.0,
    neck_cm: 29.0,
    shoulder_cm: 9.5,
    arm_cm: 43.0,
    back_waist_cm: 30.0,
    waist_to_floor_cm: 78.0,
    body_rise_cm: 20.0,
    crotch_height_cm: 58.0,
    thigh_cm: 39.0,
    calf_cm: 26.5,
    upper_arm_cm: 20.0,
    wrist_cm: 13.5,
};

const fn size(id: &'static str, title: &'static str, figure: Figure, measurements: MeasurementsCm) -> Size {
    let source = match figure {
        Figure::Woman => WOMEN,
        Figure::Man => MEN,
        Figure::Child => CHILD,
    };
    Size { id, title, figure, measurements, source }
}

/// Every figure of the tables: women by bust, men by GOST size and height, a child.
pub const SIZES: &[Size] = &[
    size("woman-80", "Woman, bust 80", Figure::Woman, woman(0.0, 66.5, 48.6, 32.7)),
    size("woman-84", "Woman, bust 84", Figure::Woman, woman(1.0, 69.3, 51.0, 34.0)),
    size("woman-88", "Woman, bust 88", Figure::Woman, woman(2.0, 72.3, 53.7, 35.5)),
    size("woman-92", "Woman, bust 92", Figure::Woman, woman(3.0, 76.1, 56.0, 36.4)),
    size("woman-96", "Woman, bust 96", Figure::Woman, woman(4.0, 80.1, 58.0, 37.3)),
    size("woman-100", "Woman, bust 100", Figure::Woman, woman(5.0, 84.0, 60.2, 38.1)),
    size(
        "man-46-170",
        "Man, 46-170",
        Figure::Man,
        table_of_men([170.0, 92.0, 70.0, 90.4, 38.6, 15.4, 56.9, 42.4], [79.5, 52.4, 35.8, 29.2, 17.2]),
    ),
    size(
        "man-50-176",
        "Man, 50-176",
        Figure::Man,
        table_of_men([176.0, 100.0, 78.0, 96.4, 40.4, 16.0, 59.4, 43.8], [82.6, 56.6, 38.0, 31.6, 18.0]),
    ),
    size(
        "man-54-176",
        "Man, 54-176",
        Figure::Man,
        table_of_men([176.0, 108.0, 86.0, 101.2, 42.0, 16.2, 60.0, 44.2], [82.0, 60.2, 39.6, 34.0, 18.8]),
    ),
    size(
        "man-58-182",
        "Man, 58-182",
        Figure::Man,
        table_of_men([182.0, 116.0, 94.0, 107.2, 43.8, 16.8, 62.5, 45.6], [85.1, 64.4, 41.8, 36.4, 19.6]),
    ),
    size("child-128", "Child, 128", Figure::Child, CHILD_128),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_within_the_ranges_and_agree_with_themselves() {
        for size in SIZES {
            let written = serde_json::to_value(size.measurements).unwrap();
            for parameter in MeasurementsCm::PARAMETERS {
                let value = written[parameter.id].as_f64().unwrap();
                let [least, most] = parameter.soft;
                assert!((least..=most).contains(&value), "{}: {} is {value}", size.id, parameter.id);
            }
            let m = Measurements::from(size.measurements);
            assert!((m.waist_to_floor - m.body_rise - m.crotch_height).abs() < 1e-9, "{}", size.id);
            assert!(m.waist < m.underbust.max(m.bust) && m.underbust < m.bust && m.waist < m.hip, "{}", size.id);
        }
    }

    #[test]
    fn the_default_is_a_figure_of_the_table() {
        assert_eq!(MeasurementsCm::default(), Size::find("woman-88").unwrap().measurements);
    }
}
