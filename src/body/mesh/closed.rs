//! Whether triangles close a solid: every problem, not only the first.

use super::across;
use glam::DVec3;
use std::fmt;

/// What stands against triangles being the surface of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshProblem {
    /// There is no triangle.
    Empty,
    /// A vertex has a coordinate that is no number.
    NotFinite {
        /// Index of the vertex.
        vertex: u32,
    },
    /// A triangle names a vertex that does not exist.
    NoVertex {
        /// Index of the triangle.
        triangle: u32,
        /// The vertex it names.
        vertex: u32,
    },
    /// A triangle has no area.
    Degenerate {
        /// Index of the triangle.
        triangle: u32,
    },
    /// An edge of two triangles that do not run along it in opposite directions, or of one or more than two.
    Edge {
        /// Its vertices, the smaller index first.
        vertices: [u32; 2],
        /// How many triangles run along it from the first to the second.
        forth: u32,
        /// And how many back.
        back: u32,
    },
    /// Parts of the surface that meet in a point alone.
    Pinched {
        /// Index of the vertex.
        vertex: u32,
    },
    /// The volume is not positive: the triangles run clockwise, and the inside is out.
    InsideOut {
        /// m³.
        volume: f64,
    },
    /// Moved vertices are not as many as before.
    Count {
        /// How many there are.
        found: usize,
        /// How many there were.
        wanted: usize,
    },
}

impl fmt::Display for MeshProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeshProblem::Empty => write!(f, "there is no triangle"),
            MeshProblem::NotFinite { vertex } => write!(f, "vertex {vertex} has a coordinate that is no number"),
            MeshProblem::NoVertex { triangle, vertex } => {
                write!(f, "triangle {triangle} names vertex {vertex}, which does not exist")
            }
            MeshProblem::Degenerate { triangle } => write!(f, "triangle {triangle} has no area"),
            MeshProblem::Edge { vertices: [a, b], forth, back } if forth + back == 1 => {
                write!(f, "the surface is open between vertices {a} and {b}")
            }
            MeshProblem::Edge { vertices: [a, b], forth, back } => write!(
                f,
                "between vertices {a} and {b} {forth} triangles run forth and {back} back, where one each is needed"
            ),
            MeshProblem::Pinched { vertex } => write!(f, "parts of the surface meet in vertex {vertex} alone"),
            MeshProblem::InsideOut { volume } => {
                write!(f, "the volume is {volume} m³: turn every triangle round, so that it runs counter-clockwise")
            }
            MeshProblem::Count { found, wanted } => write!(f, "{found} vertices were moved, of {wanted}"),
        }
    }
}

/// A triangle's doubled area over its longest side squared, below which it has no normal to speak of.
const THIN: f64 = 1e-10;

/// Everything that stands against triangles being the surface of a solid.
pub fn problems(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Vec<MeshProblem> {
    check(vertices, triangles).err().unwrap_or_default()
}

/// The triangle beyond each side of each triangle, or everything that is wrong.
pub(super) fn check(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Result<Vec<[u32; 3]>, Vec<MeshProblem>> {
    let mut problems = Vec::new();
    if triangles.is_empty() {
        problems.push(MeshProblem::Empty);
    }
    for (index, triangle) in triangles.iter().enumerate() {
        let missing = triangle.iter().filter(|vertex| **vertex as usize >= vertices.len());
        problems.extend(missing.map(|vertex| MeshProblem::NoVertex { triangle: index as u32, vertex: *vertex }));
    }
    // Without its vertices a triangle has neither edges nor area.
    if !problems.is_empty() {
        return Err(problems);
    }
    let beyond = neighbours(triangles, &mut problems);
    if problems.is_empty() {
        pinched(vertices.len(), triangles, &beyond, &mut problems);
    }
    measures(vertices, triangles, &mut problems);
    if problems.is_empty() { Ok(beyond) } else { Err(problems) }
}

/// The same for vertices that have moved: the triangles have been checked.
pub(super) fn check_moved(vertices: &[DVec3], triangles: &[[u32; 3]], wanted: usize) -> Result<(), Vec<MeshProblem>> {
    let found = vertices.len();
    if found != wanted {
        return Err(vec![MeshProblem::Count { found, wanted }]);
    }
    let mut problems = Vec::new();
    measures(vertices, triangles, &mut problems);
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// A side of a triangle: its ends in order, whether it runs from the larger to the smaller, and whose it is.
type Side = ([u32; 2], bool, u32, usize);

fn neighbours(triangles: &[[u32; 3]], problems: &mut Vec<MeshProblem>) -> Vec<[u32; 3]> {
    let mut sides: Vec<Side> = Vec::with_capacity(3 * triangles.len());
    for (index, triangle) in triangles.iter().enumerate() {
        for side in 0..3 {
            let [from, to] = [triangle[side], triangle[(side + 1) % 3]];
            sides.push(([from.min(to), from.max(to)], from > to, index as u32, side));
        }
    }
    sides.sort_unstable();
    let mut beyond = vec![[u32::MAX; 3]; triangles.len()];
    for edge in sides.chunk_by(|a, b| a.0 == b.0) {
        let back = edge.iter().filter(|side| side.1).count() as u32;
        let forth = edge.len() as u32 - back;
        if let ([a, b], 1, 1) = (edge, forth, back) {
            beyond[a.2 as usize][a.3] = b.2;
            beyond[b.2 as usize][b.3] = a.2;
        } else {
            problems.push(MeshProblem::Edge { vertices: edge[0].0, forth, back });
        }
    }
    beyond
}

/// Round every vertex one closed fan of triangles must go; a second one makes the vertex a pinch.
fn pinched(vertices: usize, triangles: &[[u32; 3]], beyond: &[[u32; 3]], problems: &mut Vec<MeshProblem>) {
    let mut degrees = vec![0_u32; vertices];
    triangles.iter().flatten().for_each(|vertex| degrees[*vertex as usize] += 1);
    let mut walked = vec![false; vertices];
    for (index, triangle) in triangles.iter().enumerate() {
        for vertex in triangle {
            if std::mem::replace(&mut walked[*vertex as usize], true) {
                continue;
            }
            let (mut at, mut count) = (index, 0);
            loop {
                count += 1;
                let side = triangles[at].iter().position(|other| other == vertex);
                at = beyond[at][side.expect("the neighbour across a side from a vertex has that vertex")] as usize;
                // The fan of a closed surface comes back to its first triangle.
                if at == index {
                    break;
                }
            }
            if count != degrees[*vertex as usize] {
                problems.push(MeshProblem::Pinched { vertex: *vertex });
            }
        }
    }
}

/// Coordinates, areas and the volume.
fn measures(vertices: &[DVec3], triangles: &[[u32; 3]], problems: &mut Vec<MeshProblem>) {
    let wrong = vertices.iter().enumerate().filter(|(_, point)| !point.is_finite());
    problems.extend(wrong.map(|(index, _)| MeshProblem::NotFinite { vertex: index as u32 }));
    // From a vertex, so that the volume is exact however far from the origin.
    let origin = vertices[triangles[0][0] as usize];
    let mut volume = 0.0;
    for (index, triangle) in triangles.iter().enumerate() {
        let corners = triangle.map(|vertex| vertices[vertex as usize] - origin);
        let [a, b, c] = corners;
        let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
        // Vertices that are no numbers are told already.
        if corners.iter().all(|corner| corner.is_finite()) && across(&corners).length() <= THIN * longest {
            problems.push(MeshProblem::Degenerate { triangle: index as u32 });
        }
        volume += a.dot(b.cross(c)) / 6.0;
    }
    // Coordinates so large that the volume is no number are no solid either; those that are none themselves are told already.
    if volume <= 0.0 || (!volume.is_finite() && problems.is_empty()) {
        problems.push(MeshProblem::InsideOut { volume });
    }
}
