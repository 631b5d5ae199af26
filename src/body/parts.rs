//! What a body that wears clothes says of itself: its parts as stacks of sections, and its landmarks.
//!
//! ```text
//!          ● to            half_width
//!      ────┼────   station ├────┤          axis from the far or lower end to the near or upper one:
//!       ───┼───            ╭─────────╮     crotch to neck base, wrist to shoulder, ankle to hip
//!      ────┼────           │    ×    │ half_depth
//!          ● from          ╰─────────╯
//! ```

use super::{Around, Frame, Measurements, PartPoint};
use glam::DVec3;

/// A part of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartId {
    /// From the crotch to the base of the neck, without the arms.
    Torso,
    /// From the wearer's left wrist to the shoulder.
    ArmLeft,
    /// From the wearer's right wrist to the shoulder.
    ArmRight,
    /// From the wearer's left ankle to the crotch.
    LegLeft,
    /// From the wearer's right ankle to the crotch.
    LegRight,
    /// From the base of the neck to the chin.
    Neck,
    /// From the chin to the top.
    Head,
}

impl PartId {
    /// Every part.
    pub const ALL: [PartId; 7] = [
        PartId::Torso,
        PartId::ArmLeft,
        PartId::ArmRight,
        PartId::LegLeft,
        PartId::LegRight,
        PartId::Neck,
        PartId::Head,
    ];

    /// Its name in documents.
    pub fn id(self) -> &'static str {
        match self {
            PartId::Torso => "torso",
            PartId::ArmLeft => "arm-left",
            PartId::ArmRight => "arm-right",
            PartId::LegLeft => "leg-left",
            PartId::LegRight => "leg-right",
            PartId::Neck => "neck",
            PartId::Head => "head",
        }
    }
}

/// A section of a part, at right angles to its axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Station {
    /// Distance from the axis' beginning, m.
    pub at: f64,
    /// Half of the extent to the side, m.
    pub half_width: f64,
    /// Half of the extent to the front, m.
    pub half_depth: f64,
    /// Where the section's middle lies off the axis, to the side ([`Part::side`]) and to the front, m.
    pub middle: [f64; 2],
}

/// A part of a body as panels are laid around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Which part.
    pub id: PartId,
    /// Lower or outer end of its axis, m.
    pub from: DVec3,
    /// Upper or inner end of its axis, m.
    pub to: DVec3,
    /// Unit vector to its front, at right angles to the axis.
    pub front: DVec3,
    /// Its sections, at least two, from the axis' beginning to its end.
    pub stations: Vec<Station>,
}

impl Part {
    /// Unit vector along the axis.
    pub fn along(&self) -> DVec3 {
        (self.to - self.from).normalize()
    }

    /// Unit vector to the side: to the wearer's left on the torso.
    pub fn side(&self) -> DVec3 {
        self.along().cross(self.front)
    }

    /// Length of the axis, m.
    pub fn length(&self) -> f64 {
        (self.to - self.from).length()
    }
}

macro_rules! landmarks {
    ($($(#[doc = $help:expr])+ $name:ident $id:literal;)*) => {
        /// A place of the body that garments are held to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Landmark {
            $($(#[doc = $help])+ $name,)*
        }

        impl Landmark {
            /// Every landmark.
            pub const ALL: &'static [Landmark] = &[$(Landmark::$name),*];

            /// Its name.
            pub fn id(self) -> &'static str {
                match self { $(Landmark::$name => $id,)* }
            }

            /// What it is.
            pub fn help(self) -> &'static str {
                match self { $(Landmark::$name => concat!($($help),+),)* }
            }
        }
    };
}

landmarks! {
    /// The highest point of the head.
    HeadTop "head-top";
    /// The lowest point of the chin.
    Chin "chin";
    /// The middle of the neck's base.
    NeckBase "neck-base";
    /// The hollow of the throat, on the skin.
    NeckFront "neck-front";
    /// The nape: the lowest bone of the neck, on the skin.
    NeckBack "neck-back";
    /// Where the shoulder line begins at the neck, on the wearer's left.
    NeckSideLeft "neck-side-left";
    /// Where the shoulder line begins at the neck, on the wearer's right.
    NeckSideRight "neck-side-right";
    /// Where the shoulder line ends and the arm begins, on the wearer's left.
    ShoulderLeft "shoulder-left";
    /// Where the shoulder line ends and the arm begins, on the wearer's right.
    ShoulderRight "shoulder-right";
    /// The armpit on the wearer's left.
    ArmpitLeft "armpit-left";
    /// The armpit on the wearer's right.
    ArmpitRight "armpit-right";
    /// The middle of the section with the bust girth.
    Bust "bust";
    /// The middle of the section with the waist girth.
    Waist "waist";
    /// The middle of the section with the hip girth.
    Hip "hip";
    /// The lowest point between the legs.
    Crotch "crotch";
    /// The middle of the elbow on the wearer's left.
    ElbowLeft "elbow-left";
    /// The middle of the elbow on the wearer's right.
    ElbowRight "elbow-right";
    /// The middle of the wrist on the wearer's left.
    WristLeft "wrist-left";
    /// The middle of the wrist on the wearer's right.
    WristRight "wrist-right";
    /// The middle of the knee on the wearer's left.
    KneeLeft "knee-left";
    /// The middle of the knee on the wearer's right.
    KneeRight "knee-right";
    /// The middle of the ankle on the wearer's left.
    AnkleLeft "ankle-left";
    /// The middle of the ankle on the wearer's right.
    AnkleRight "ankle-right";
}

/// Where the landmarks of a body are, m.
#[derive(Clone, Debug, PartialEq)]
pub struct Landmarks {
    /// In the order of [`Landmark::ALL`].
    places: Vec<DVec3>,
}

impl Landmarks {
    /// Asks `place` for every landmark.
    pub fn new(place: impl FnMut(Landmark) -> DVec3) -> Self {
        Landmarks { places: Landmark::ALL.iter().copied().map(place).collect() }
    }

    /// Where a landmark is.
    pub fn at(&self, landmark: Landmark) -> DVec3 {
        self.places[landmark as usize]
    }
}

/// A body that wears clothes: what it measures, its parts and its landmarks.
#[derive(Clone, Debug, PartialEq)]
pub struct Anatomy {
    /// What garments for it are drafted from.
    pub measurements: Measurements,
    /// Its parts, each once.
    pub parts: Vec<Part>,
    /// Its landmarks.
    pub landmarks: Landmarks,
}

impl Anatomy {
    /// A part of it.
    pub fn part(&self, id: PartId) -> Option<&Part> {
        self.parts.iter().find(|part| part.id == id)
    }

    /// The places where panels can be put, each touching the part.
    pub fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        let frame = |point: PartPoint| Some((point.id(), Around::new(self.part(point.part)?, 0.0).frame(point.side)));
        PartPoint::all().filter_map(frame).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn landmarks_are_found_by_their_place_in_the_list() {
        let landmarks = Landmarks::new(|landmark| DVec3::new(landmark as usize as f64, 0.0, 0.0));
        for (index, landmark) in Landmark::ALL.iter().enumerate() {
            assert_eq!(landmarks.at(*landmark).x, index as f64);
        }
    }

    #[test]
    fn the_torsos_side_is_the_wearers_left() {
        let (from, to) = (DVec3::ZERO, DVec3::Y);
        let torso = Part { id: PartId::Torso, from, to, front: DVec3::Z, stations: Vec::new() };
        assert_eq!(torso.side(), DVec3::X);
    }
}
