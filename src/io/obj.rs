//! Wavefront OBJ: text that every modeller reads. One group per panel; no colours.

use super::{Mesh, SurfaceFormat};
use crate::row::Row;

pub(super) const ROW: Row<SurfaceFormat> = Row {
    id: "format.obj",
    title: "Wavefront OBJ",
    help: "Points, weft and warp coordinates, normals and one group per panel, in metres. Large, and readable by eye.",
    parameters: &[],
    curves: &[],
    make: SurfaceFormat { extension: "obj", write },
};

/// Positions and weft/warp coordinates to the nanometre, so that what is measured on the file is what the engine
/// measured.
fn write(mesh: &Mesh) -> Vec<u8> {
    let mut text = String::from("# Toile: metres, y up\n");
    for [x, y, z] in &mesh.positions {
        text += &format!("v {x:.9} {y:.9} {z:.9}\n");
    }
    for [u, v] in &mesh.uvs {
        text += &format!("vt {u:.9} {v:.9}\n");
    }
    for [x, y, z] in &mesh.normals {
        text += &format!("vn {x:.6} {y:.6} {z:.6}\n");
    }
    for group in &mesh.groups {
        text += &format!("g {}\n", one_word(&group.name));
        for triangle in group.triangles(mesh) {
            let [a, b, c] = triangle.map(|index| index + 1);
            text += &format!("f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}\n");
        }
    }
    text.into_bytes()
}

/// A group's name ends at white space, so there can be none in it.
fn one_word(name: &str) -> String {
    let word: String = name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect();
    if word.is_empty() { "panel".to_owned() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::samples::two_squares;

    #[test]
    fn the_file_holds_every_point_triangle_and_group() {
        let mesh = two_squares();
        let text = String::from_utf8(write(&mesh)).expect("OBJ is text");
        let lines = |keyword: &str| -> Vec<Vec<&str>> {
            let words = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
            words.filter(|words| words[0] == keyword).map(|words| words[1..].to_vec()).collect()
        };
        let numbers = |keyword| -> Vec<Vec<f64>> {
            lines(keyword).iter().map(|l| l.iter().map(|n| n.parse().expect("a number")).collect()).collect()
        };
        assert_eq!(numbers("v"), mesh.positions);
        assert_eq!(numbers("vt"), mesh.uvs);
        assert_eq!(numbers("vn"), mesh.normals);
        assert_eq!(lines("g"), [["left_front"], ["right"]]);
        assert_eq!(lines("f").len(), 4);
        assert_eq!(lines("f")[3], ["2/2/2", "6/6/6", "3/3/3"]);
    }

    #[test]
    fn a_name_stays_one_word() {
        assert_eq!(one_word("front\nf 1 2 3"), "front_f_1_2_3");
        assert_eq!(one_word(""), "panel");
    }
}
