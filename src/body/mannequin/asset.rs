//! The baked bodies: what `scripts/bake-bodies.py` writes, read and checked.
//!
//! ```text
//! "toilebody1"
//! four lists of names: figures, bones, marks, morphs          u32 length, lines of text
//! vertices, triangles, rows                                   u32 each
//! parent of each bone                                         u8, 255 for none
//! corners of the triangles                                    16 bits
//! four bones, then four weights in 255ths of each point       u8
//! per figure x, y, z of every row                             16 bits, 0.05 mm
//! per morph how many rows it moves, which, and x, y, z        u32, 16 bits, 16 bits
//! ```
//!
//! A row is a vertex of the surface, a mark or a joint. 16-bit numbers lie with their low bytes first and then all their
//! high bytes, which compresses better.

use super::skeleton::{BONES, Influence};
use crate::body::Figure;
use glam::DVec3;

const MAGIC: &[u8] = b"toilebody1";
/// Metres per unit of a packed coordinate.
const STEP: f64 = 0.05e-3;

/// Vertices that tape measures are held to, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    HeadTop,
    Chin,
    NeckFront,
    NeckBack,
    NeckSideLeft,
    NeckSideRight,
    ShoulderLeft,
    ShoulderRight,
    ArmpitLeft,
    ArmpitRight,
    BustLeft,
    BustRight,
    Underbust,
    WaistBack,
    HipFront,
    Crotch,
    ElbowLeft,
    WristLeft,
    CalfLeft,
}

/// Marks that lie on other vertices of men and of children, in the order of the file after all others.
const OTHERS: [Mark; 6] =
    [Mark::NeckFront, Mark::NeckBack, Mark::NeckSideLeft, Mark::NeckSideRight, Mark::ShoulderLeft, Mark::ShoulderRight];

const MARKS: [&str; 31] = [
    "head-top",
    "chin",
    "neck-front",
    "neck-back",
    "neck-side-left",
    "neck-side-right",
    "shoulder-left",
    "shoulder-right",
    "armpit-left",
    "armpit-right",
    "bust-left",
    "bust-right",
    "underbust",
    "waist-back",
    "hip-front",
    "crotch",
    "elbow-left",
    "wrist-left",
    "calf-left",
    "man-neck-front",
    "man-neck-back",
    "man-neck-side-left",
    "man-neck-side-right",
    "man-shoulder-left",
    "man-shoulder-right",
    "child-neck-front",
    "child-neck-back",
    "child-neck-side-left",
    "child-neck-side-right",
    "child-shoulder-left",
    "child-shoulder-right",
];
const FIGURES: [&str; 3] = ["woman", "man", "child"];

/// How some rows move.
pub(super) type Morph = Vec<(u32, DVec3)>;

/// A number that changes a body: below zero by one morph, above by another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dial {
    /// Its name in the file, without sign.
    pub name: String,
    /// What −1 and +1 do.
    pub morphs: [Morph; 2],
}

/// One figure: where its rows are, and what changes it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FigureData {
    /// Rows as they come.
    pub rows: Vec<DVec3>,
    /// Its own dials and those that all figures share.
    pub dials: Vec<Dial>,
}

/// Everything that is baked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asset {
    /// Vertices of the surface; marks and joints follow.
    pub vertices: usize,
    pub triangles: Vec<[u32; 3]>,
    /// Of vertices and marks.
    pub influences: Vec<Influence>,
    pub figures: [FigureData; 3],
}

impl Asset {
    pub fn figure(&self, figure: Figure) -> &FigureData {
        &self.figures[match figure {
            Figure::Woman => 0,
            Figure::Man => 1,
            Figure::Child => 2,
        }]
    }

    /// The row of a mark.
    pub fn mark(&self, figure: Figure, mark: Mark) -> usize {
        let sets = match figure {
            Figure::Woman => return self.vertices + mark as usize,
            Figure::Man => 2,
            Figure::Child => 1,
        };
        let other = OTHERS.iter().position(|other| *other == mark);
        self.vertices + other.map_or(mark as usize, |index| MARKS.len() - sets * OTHERS.len() + index)
    }

    /// The row of a bone's joint.
    pub fn joint(&self, bone: usize) -> usize {
        self.vertices + MARKS.len() + bone
    }

    /// Reads the file, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut from = Reader { left: bytes };
        if from.take(MAGIC.len())? != MAGIC {
            return Err("this is no file of mannequins, or one of another version".to_owned());
        }
        let [figures, bones, marks, morphs] = [from.names()?, from.names()?, from.names()?, from.names()?];
        let known: Vec<&str> = BONES.iter().map(|bone| bone.name).collect();
        if figures != FIGURES || bones != known || marks != MARKS {
            return Err("its figures, bones or marks are not those of this version".to_owned());
        }
        let [vertices, triangles, rows] = [from.count()?, from.count()?, from.count()?];
        if rows != vertices + MARKS.len() + BONES.len() || vertices > 1 << 16 {
            return Err(format!("{rows} rows do not go with {vertices} vertices"));
        }
        let none = u8::MAX as usize;
        let parents = from.take(BONES.len())?.iter().map(|parent| usize::from(*parent));
        if !parents.eq(BONES.iter().map(|bone| bone.parent.unwrap_or(none))) {
            return Err("its bones hang together in another way".to_owned());
        }
        let corners: Vec<u32> = from.words(3 * triangles)?.map(u32::from).collect();
        if corners.iter().any(|corner| *corner as usize >= vertices) {
            return Err("a triangle names a vertex that does not exist".to_owned());
        }
        let triangles = corners.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
        let influences = from.influences(vertices + MARKS.len())?;
        let bodies = [from.points(rows)?, from.points(rows)?, from.points(rows)?];
        let mut moved = Vec::new();
        for name in morphs {
            moved.push((name, from.morph(rows)?));
        }
        let of = |figure: usize, rows: Vec<DVec3>| FigureData { rows, dials: dials(&moved, FIGURES[figure]) };
        let [woman, man, child] = bodies;
        let figures = [of(0, woman), of(1, man), of(2, child)];
        if from.left.is_empty() {
            Ok(Asset { vertices, triangles, influences, figures })
        } else {
            Err(Reader::END.into())
        }
    }
}

/// Pairs of morphs of a figure, which lie one after the other, and of all figures.
fn dials(morphs: &[(&str, Morph)], figure: &str) -> Vec<Dial> {
    let pairs = morphs.windows(2).filter_map(|pair| {
        let [(low, less), (high, more)] = pair else { return None };
        let (owner, name) = low.strip_suffix('-')?.split_once('/')?;
        let both = high.strip_suffix('+') == low.strip_suffix('-');
        let ours = owner == figure || owner == "any";
        (both && ours).then(|| Dial { name: name.to_owned(), morphs: [less.clone(), more.clone()] })
    });
    pairs.collect()
}

/// What is left of the file.
struct Reader<'a> {
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    const END: &'static str = "it is longer or shorter than it says";

    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, left) = self.left.split_at_checked(count).ok_or(Self::END)?;
        self.left = left;
        Ok(taken)
    }

    fn count(&mut self) -> Result<usize, String> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
    }

    fn names(&mut self) -> Result<Vec<&'a str>, String> {
        let length = self.count()?;
        let text = std::str::from_utf8(self.take(length)?).map_err(|_| "its names are no text")?;
        Ok(text.split('\n').collect())
    }

    fn words(&mut self, count: usize) -> Result<impl Iterator<Item = u16> + use<'a>, String> {
        let (low, high) = (self.take(count)?, self.take(count)?);
        Ok(low.iter().zip(high).map(|(low, high)| u16::from_le_bytes([*low, *high])))
    }

    fn points(&mut self, count: usize) -> Result<Vec<DVec3>, String> {
        let mut axis = || Ok::<_, String>(self.words(count)?.map(|word| f64::from(word.cast_signed()) * STEP));
        let (x, y, z) = (axis()?, axis()?, axis()?);
        Ok(x.zip(y).zip(z).map(|((x, y), z)| DVec3::new(x, y, z)).collect())
    }

    fn morph(&mut self, rows: usize) -> Result<Morph, String> {
        let count = self.count()?;
        let which: Vec<u32> = self.words(count)?.map(u32::from).collect();
        if which.iter().any(|row| *row as usize >= rows) {
            return Err("a morph moves a row that does not exist".to_owned());
        }
        Ok(which.into_iter().zip(self.points(count)?).collect())
    }

    fn influences(&mut self, count: usize) -> Result<Vec<Influence>, String> {
        let mut columns = [&[][..]; 8];
        for column in &mut columns {
            *column = self.take(count)?;
        }
        let of = |point: usize| [0, 1, 2, 3].map(|k| (columns[k][point], f64::from(columns[4 + k][point]) / 255.0));
        let found: Vec<Influence> = (0..count).map(of).collect();
        let fits = |(bone, _): &(u8, f64)| usize::from(*bone) < BONES.len();
        if found.iter().flatten().all(fits) {
            Ok(found)
        } else {
            Err("a point hangs on a bone that does not exist".into())
        }
    }
}
