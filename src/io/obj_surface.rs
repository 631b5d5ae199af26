//! Wavefront OBJ in: the corners and triangles of a surface, whatever else the file holds. Polygons are cut into fans.

use crate::issue::{Issue, Issues};

/// After this many the rest is only counted: a file with a thousand bad lines has one cause.
const MOST_ISSUES: usize = 20;
/// Most corners of a surface that is worth reading on; a body of a million is no body for cloth.
const MOST_CORNERS: usize = 1_000_000;

// Code, problem and cure of what can be wrong with a line.
const NO_CORNER: [&str; 3] = ["obj.corner", "is not a corner of three finite numbers", "Write v x y z."];
const NO_FACE: [&str; 3] = ["obj.face", "is not a face of three corners or more", "Write f 1 2 3."];
const MISSING: [&str; 3] = ["obj.no-corner", "names a corner that the file does not have", "Export it again."];
const TOO_LARGE: [&str; 3] = ["obj.too-large", "has more corners than any body needs", "Simplify the surface."];
const EMPTY: [&str; 3] = ["obj.empty", "has no faces", "Export the body as a surface of triangles or polygons."];

/// Corners, in the file's own unit, and triangles by their corners' numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjSurface {
    /// Every coordinate is finite.
    pub vertices: Vec<[f64; 3]>,
    /// Every number names a corner.
    pub triangles: Vec<[u32; 3]>,
}

/// Reads a surface, or tells every line that cannot be read.
pub fn read_obj_surface(text: &str) -> Result<ObjSurface, Issues> {
    let mut surface = ObjSurface::default();
    // Faces may name corners that come later, so that they are looked at last.
    let mut faces: Vec<(usize, Vec<i64>)> = Vec::new();
    let mut found = Found::default();
    for (index, line) in text.lines().enumerate() {
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
        match words.next() {
            Some("v") => match corner(words) {
                Some(point) => surface.vertices.push(point),
                None => {
                    // It keeps its number, so that the faces after it are not wrong for it.
                    surface.vertices.push([0.0; 3]);
                    found.add(index, line, NO_CORNER);
                }
            },
            Some("f") => match numbers(words) {
                Some(face) => faces.push((index, from_first(face, surface.vertices.len()))),
                None => found.add(index, line, NO_FACE),
            },
            _ => {}
        }
        if surface.vertices.len() > MOST_CORNERS {
            found.add(index, line, TOO_LARGE);
            return Err(found.into_issues());
        }
    }
    let count = surface.vertices.len() as i64;
    for (index, face) in faces {
        if let Some(missing) = face.iter().find(|corner| !(0..count).contains(*corner)) {
            found.add(index, &format!("corner {} of {count}", missing + 1), MISSING);
            continue;
        }
        let fan = face.windows(2).skip(1).map(|pair| [face[0] as u32, pair[0] as u32, pair[1] as u32]);
        surface.triangles.extend(fan);
    }
    if surface.triangles.is_empty() && found.is_empty() {
        found.add(0, "", EMPTY);
    }
    if found.is_empty() { Ok(surface) } else { Err(found.into_issues()) }
}

/// Three finite numbers; what follows, such as a colour, is passed over.
fn corner<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<[f64; 3]> {
    let mut next = || words.next()?.parse::<f64>().ok().filter(|number| number.is_finite());
    Some([next()?, next()?, next()?])
}

/// The numbers of a face's corners, without those of their textures and normals.
fn numbers<'a>(words: impl Iterator<Item = &'a str>) -> Option<Vec<i64>> {
    let number = |word: &str| word.split('/').next()?.parse::<i64>().ok().filter(|number| *number != 0);
    let all = words.map(number).collect::<Option<Vec<i64>>>()?;
    (all.len() >= 3).then_some(all)
}

/// Numbers from 0; negative ones count back from the last corner so far.
fn from_first(face: Vec<i64>, so_far: usize) -> Vec<i64> {
    face.into_iter().map(|k| if k > 0 { k - 1 } else { k.saturating_add(so_far as i64) }).collect()
}

#[derive(Default)]
struct Found {
    issues: Issues,
    more: usize,
}

impl Found {
    fn add(&mut self, line: usize, value: &str, [code, problem, cure]: [&str; 3]) {
        if self.issues.len() < MOST_ISSUES {
            self.issues.push(Issue::new(code, format!("line {}", line + 1), problem).value(value.trim()).cure(cure));
        } else {
            self.more += 1;
        }
    }

    fn is_empty(&self) -> bool {
        self.issues.is_empty()
    }

    fn into_issues(mut self) -> Issues {
        if self.more > 0 {
            self.issues.push(Issue::new("obj.more-issues", "", format!("and {} more lines", self.more)));
        }
        self.issues
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_negative_numbers_textures_and_colours_are_read() {
        let text = "# a pyramid\nmtllib none\nv 0 0 0 1 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0.5 1e0 0.5\nvn 0 1 0\n\
                    f 1/1/1 2//1 3 4\nf -5 -1 -4 # side\nf 2 5 3\nf 3 5 4\nf 4 5 1\n";
        let surface = read_obj_surface(text).expect("sound");
        assert_eq!(surface.vertices.len(), 5);
        assert_eq!(surface.vertices[4], [0.5, 1.0, 0.5]);
        assert_eq!(surface.triangles, [[0, 1, 2], [0, 2, 3], [0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]]);
    }

    #[test]
    fn every_bad_line_is_named() {
        let text = "v 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2\nf 1 2 0\nf 1 2 9\nf -4 1 2\nf 1 x 3\n";
        let issues = read_obj_surface(text).expect_err("bad");
        let found: Vec<(&str, &str)> = issues.iter().map(|i| (i.code.as_str(), i.place.as_str())).collect();
        assert_eq!(
            found,
            [
                ("obj.corner", "line 1"),
                ("obj.corner", "line 2"),
                ("obj.face", "line 4"),
                ("obj.face", "line 5"),
                ("obj.face", "line 8"),
                ("obj.no-corner", "line 6"),
                ("obj.no-corner", "line 7"),
            ]
        );
        assert_eq!(read_obj_surface("").expect_err("empty")[0].code, "obj.empty");
        let many = read_obj_surface(&"v x\n".repeat(100)).expect_err("bad");
        assert_eq!((many.len(), many[20].problem.as_str()), (21, "and 80 more lines"));
    }
}
