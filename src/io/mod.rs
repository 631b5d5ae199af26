//! File formats, one file or folder each. They see plain surfaces and documents, not the engine that made them.

mod garment_code;
mod glb;
mod import;
mod obj;
mod obj_surface;

pub use import::{ImportFormat, ImportFormats, Imported, import};
pub use obj_surface::{ObjSurface, read_obj_surface};

use crate::row::{Row, Table};

/// A surface to be written: what every format needs, in metres, y up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Points.
    pub positions: Vec<[f64; 3]>,
    /// Unit normals, one per point.
    pub normals: Vec<[f64; 3]>,
    /// Weft and warp coordinates in metres, one pair per point.
    pub uvs: Vec<[f64; 2]>,
    /// Point indices, counter-clockwise seen from the right side.
    pub triangles: Vec<[u32; 3]>,
    /// Runs of triangles that belong together; they cover all triangles in order.
    pub groups: Vec<Group>,
}

/// A run of triangles of one panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Name of the panel.
    pub name: String,
    /// sRGB colour, 0 to 1.
    pub colour: [f64; 3],
    /// Index of its first triangle.
    pub first_triangle: usize,
    /// Number of its triangles.
    pub triangle_count: usize,
}

impl Group {
    /// Its triangles.
    pub fn triangles<'a>(&self, mesh: &'a Mesh) -> &'a [[u32; 3]] {
        &mesh.triangles[self.first_triangle..self.first_triangle + self.triangle_count]
    }
}

/// A format that surfaces are written in.
#[derive(Clone, Copy, Debug)]
pub struct SurfaceFormat {
    /// How its files' names end, without the dot.
    pub extension: &'static str,
    /// The file's bytes.
    pub write: fn(&Mesh) -> Vec<u8>,
}

/// The table of surface formats.
#[derive(Debug)]
pub struct SurfaceFormats;

impl Table for SurfaceFormats {
    type Make = SurfaceFormat;
    const NOUN: &'static str = "surface format";

    fn rows() -> &'static [Row<SurfaceFormat>] {
        &[obj::ROW, glb::ROW]
    }
}

/// The format whose files end in `extension`, in small or capital letters.
pub fn format_of(extension: &str) -> Option<&'static SurfaceFormat> {
    let mut formats = SurfaceFormats::rows().iter().map(|row| &row.make);
    formats.find(|format| format.extension.eq_ignore_ascii_case(extension))
}

#[cfg(test)]
pub(crate) mod samples {
    use super::{Group, Mesh};

    /// Two squares side by side, one panel each.
    pub(crate) fn two_squares() -> Mesh {
        let positions: Vec<[f64; 3]> = (0..6).map(|i| [f64::from(i % 3) * 0.5, 1.25, f64::from(i / 3)]).collect();
        Mesh {
            normals: vec![[0.0, 1.0, 0.0]; 6],
            uvs: positions.iter().map(|p| [p[0], p[2]]).collect(),
            positions,
            triangles: vec![[0, 3, 4], [0, 4, 1], [1, 4, 5], [1, 5, 2]],
            groups: vec![
                Group { name: "left front".to_owned(), colour: [1.0, 0.5, 0.0], first_triangle: 0, triangle_count: 2 },
                Group { name: "right".to_owned(), colour: [0.0, 0.2, 1.0], first_triangle: 2, triangle_count: 2 },
            ],
        }
    }
}
