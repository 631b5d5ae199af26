//! How the three hinges of a triangle tell its curvature.
//!
//! ```text
//!        d₂───────c───────d₁        edge a→b of length l, n across it towards c;
//!          ╲    ╱   ╲    ╱          c and d₀ stand at the heights h_c, h_d over the places t_c, t_d of the edge (0…1).
//!           ╲  ╱     ╲  ╱
//!            a────────b             θ = ½(h_c + h_d) K_nn + (t_c − t_d) l K_ne
//!             ╲      ╱                  − ½l² (t_c(1−t_c)/h_c + t_d(1−t_d)/h_d) K_ee
//!               ╲  ╱
//!                d₀
//! ```
//!
//! That is the angle at the edge of the surface z = ½ xᵀKx on the unfolded stencil, for angles that are small. Three
//! edges give three such rows for (K_uu, K_vv, K_uv), whose inverse is the map from angles to curvature: exact for
//! quadratic surfaces whatever the triangles, within a panel or across a seam.
//!
//! - **Free border.** No moment acts across a free edge. An edge without neighbour gives the row K_nn = 0: exact where
//!   a sheet bends along its border. A triangle with one hinge bends across that hinge alone.
//! - **Clamped border.** Cloth in a clamp has its slope up to the edge, not to the middle of the triangle inside: with d₀ held
//!   the row is θ = ½h_c K_nn + (t_c − ½) l K_ne − ½l² t_c(1−t_c)/h_c K_ee, and the held triangle has no energy.
//! - **Six points on a conic** have a quadratic surface without any angle. Near that the inverse is damped, so that no
//!   curvature is larger than [`LARGEST`]/2 times what the hinge alone would say.

use super::{HingeRest, Model};
use glam::{DMat3, DVec2, DVec3};

/// Stands for a hinge or a particle that is not there.
const NONE: u32 = u32::MAX;

/// Largest norm of the map, times the heights of the hinges, that is taken as it is. That of an equilateral triangle is 1.7,
/// and in Delaunay meshes of angles above 25° 99 of 100 are below 2.7. Larger, and the rounding of a mesh decides about
/// folds; much smaller, and sound stencils lose their exactness.
const LARGEST: f64 = 12.0;

/// A triangle that resists bending by its curvature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvatureRest {
    /// Index of the triangle.
    pub triangle: u32,
    /// Index of its fabric.
    pub fabric: u32,
    /// The hinges of its edges 01, 12 and 20; `u32::MAX` where there is none.
    hinges: [u32; 3],
    /// Corners, then the opposite corner beyond each edge; `u32::MAX` where there is none.
    particles: [u32; 6],
    /// For each hinge, which of `particles` its four are.
    places: [[u8; 4]; 3],
    /// (K_uu, K_vv, K_uv) per angle of each hinge, 1/m: columns are hinges, zero where there is none.
    pub map: DMat3,
}

impl CurvatureRest {
    /// The hinges of its edges with which edge, 0 to 2, they are.
    pub fn hinges(&self) -> impl Iterator<Item = (usize, usize)> {
        self.hinges.into_iter().enumerate().filter(|(_, hinge)| *hinge != NONE).map(|(e, hinge)| (e, hinge as usize))
    }

    /// The hinges of its edges, `none` where there is none: for arrays with one place more than there are hinges, so that
    /// nothing has to be asked.
    #[inline]
    pub fn hinges_or(&self, none: usize) -> [usize; 3] {
        // The mark of a missing hinge is larger than every index.
        let [first, second, third] = self.hinges;
        [(first as usize).min(none), (second as usize).min(none), (third as usize).min(none)]
    }

    /// Corners, then opposite corners, with their place among the six.
    pub fn particles(&self) -> impl Iterator<Item = (usize, u32)> + Clone {
        self.particles.into_iter().enumerate().filter(|(_, particle)| *particle != NONE)
    }

    /// Which of the six the four particles of the hinge on an edge are.
    pub fn places(&self, edge: usize) -> [usize; 4] {
        self.places[edge].map(usize::from)
    }
}

/// Every triangle whose fabric's law acts on its curvature, or rubs when it changes, in the order of triangles.
pub(super) fn all(model: &Model) -> Vec<CurvatureRest> {
    let bends = |fabric: usize| {
        let cloth = &model.fabrics[fabric];
        cloth.bending.tensor().is_some() || cloth.bending_friction().is_some()
    };
    chosen(model, bends, |hinge| hinge.fold.sqrt())
}

/// Every triangle with a neighbour, whatever its law, for those who ask how the cloth is shaped: pressed folds count as any
/// other hinge.
pub fn shapes(model: &Model) -> Vec<CurvatureRest> {
    chosen(model, |_| true, |_| 1.0)
}

/// The triangles of some fabrics; `counts` is how many times a hinge's angle counts.
fn chosen(model: &Model, wanted: impl Fn(usize) -> bool, counts: impl Fn(&HingeRest) -> f64) -> Vec<CurvatureRest> {
    let mut at_edges = vec![[NONE; 3]; model.triangles.len()];
    for (index, hinge) in model.hinges.iter().enumerate() {
        for triangle in hinge.triangles.map(|t| t as usize) {
            // Where three layers meet in a seam an edge has two hinges: each triangle keeps to its first.
            if let Some(edge) = edge_of(model.triangles[triangle], hinge)
                && at_edges[triangle][edge] == NONE
            {
                at_edges[triangle][edge] = index as u32;
            }
        }
    }
    let mut rests = Vec::new();
    for (patch, fabric) in model.patches.iter().zip(&model.patch_fabrics) {
        if !wanted(*fabric) {
            continue;
        }
        let range = patch.first_triangle as usize..(patch.first_triangle + patch.triangle_count) as usize;
        for (triangle, hinges) in range.clone().zip(&at_edges[range]) {
            if *hinges != [NONE; 3] && !model.is_clamped(triangle) {
                rests.push(rest(model, triangle, (*hinges, *fabric as u32), &counts));
            }
        }
    }
    rests
}

/// The edge of a triangle on which a hinge lies: from this corner to the next.
fn edge_of(triangle: [u32; 3], hinge: &HingeRest) -> Option<usize> {
    let [p, q, ..] = hinge.particles;
    (0..3).find(|e| {
        let (a, b) = (triangle[*e], triangle[(e + 1) % 3]);
        (a, b) == (p, q) || (a, b) == (q, p)
    })
}

fn rest(
    model: &Model,
    triangle: usize,
    (hinges, fabric): ([u32; 3], u32),
    counts: impl Fn(&HingeRest) -> f64,
) -> CurvatureRest {
    let corners = model.point_triangles[triangle].map(|point| model.material[point as usize]);
    let own = model.triangles[triangle];
    let mut particles = [own[0], own[1], own[2], NONE, NONE, NONE];
    let mut places = [[0; 4]; 3];
    let (mut rows, mut gains) = ([DVec3::ZERO; 3], [0.0; 3]);
    let mut lone = None;
    for e in 0..3 {
        let edge = Edge::new(corners, e);
        if hinges[e] == NONE {
            rows[e] = edge.across();
            continue;
        }
        let hinge = &model.hinges[hinges[e] as usize];
        let is_left = hinge.triangles[0] as usize == triangle;
        let other = hinge.triangles[usize::from(is_left)] as usize;
        let (p, q, beyond) = (hinge.particles[0], hinge.particles[1], hinge.particles[if is_left { 3 } else { 2 }]);
        let forward = (p, q) == (own[e], own[(e + 1) % 3]);
        let ends = if forward { [e, (e + 1) % 3] } else { [(e + 1) % 3, e] };
        let wings = if is_left { [(e + 2) % 3, 3 + e] } else { [3 + e, (e + 2) % 3] };
        places[e] = [ends[0], ends[1], wings[0], wings[1]].map(|place| place as u8);
        particles[3 + e] = beyond;
        let wing = (!model.is_clamped(other)).then(|| wing(model, other, [own[e], own[(e + 1) % 3]]));
        let (row, height) = edge.row(wing);
        // Seen from a panel that is sewn on with its other side out, curvature has the other sign.
        let runs_along = is_left || !forward;
        let sign = if runs_along { 1.0 } else { -1.0 };
        // A fold is so many times stiffer because its angle counts so many times more, squared.
        gains[e] = sign * counts(hinge) / height;
        rows[e] = row / height;
        lone = Some((e, edge.lone()));
    }
    let map = match lone {
        Some((e, column)) if hinges.iter().filter(|hinge| **hinge != NONE).count() == 1 => {
            let mut map = DMat3::ZERO;
            *map.col_mut(e) = column;
            map
        }
        _ => inverse(rows),
    };
    let map = DMat3::from_cols(map.x_axis * gains[0], map.y_axis * gains[1], map.z_axis * gains[2]);
    CurvatureRest { triangle: triangle as u32, fabric, hinges, particles, places, map }
}

/// The inverse of the matrix of these rows, damped where it would be too large.
fn inverse(rows: [DVec3; 3]) -> DMat3 {
    // Twist stands twice in the tensor: weighted so, the norm does not depend on the axes.
    let weights = DVec3::new(1.0, 1.0, std::f64::consts::SQRT_2);
    let matrix = DMat3::from_cols(rows[0] / weights, rows[1] / weights, rows[2] / weights).transpose();
    let exact = matrix.inverse();
    let norm = |m: &DMat3| m.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
    // Written so that an inverse that is no number is damped.
    let map = if norm(&exact) <= LARGEST {
        exact
    } else {
        let damping = DMat3::from_diagonal(DVec3::splat(1.0 / (LARGEST * LARGEST)));
        matrix.transpose() * (matrix * matrix.transpose() + damping).inverse()
    };
    DMat3::from_diagonal(1.0 / weights) * map
}

/// An edge of a triangle, seen from the triangle.
struct Edge {
    /// Unit vectors along it and across it, towards the triangle's third corner.
    along: DVec2,
    across: DVec2,
    length: f64,
    wing: Wing,
}

/// Where a triangle's corner stands over an edge: part of the edge's length, and height.
#[derive(Clone, Copy)]
struct Wing {
    part: f64,
    height: f64,
}

impl Wing {
    fn new([a, b, c]: [DVec2; 3]) -> Self {
        let edge = b - a;
        Wing { part: (c - a).dot(edge) / edge.length_squared(), height: edge.perp_dot(c - a).abs() / edge.length() }
    }

    /// t(1−t)/h.
    fn sag(&self) -> f64 {
        self.part * (1.0 - self.part) / self.height
    }
}

impl Edge {
    fn new(corners: [DVec2; 3], e: usize) -> Self {
        let [a, b, c] = [corners[e], corners[(e + 1) % 3], corners[(e + 2) % 3]];
        let along = (b - a).normalize();
        let across = along.perp();
        let across = if across.dot(c - a) < 0.0 { -across } else { across };
        Edge { along, across, length: a.distance(b), wing: Wing::new([a, b, c]) }
    }

    /// The angle per (K_uu, K_vv, K_uv) and the height over which the hinge bends; without the neighbour's corner the
    /// cloth is clamped beyond the edge.
    fn row(&self, other: Option<Wing>) -> (DVec3, f64) {
        let Edge { along, across, length, wing } = self;
        let (height, part, sag) = other.map_or((0.0, 0.5, 0.0), |other| (other.height, other.part, other.sag()));
        let height = 0.5 * (wing.height + height);
        let row = height * form(*across, *across) + (wing.part - part) * length * form(*across, *along)
            - 0.5 * length * length * (wing.sag() + sag) * form(*along, *along);
        (row, height)
    }

    /// K_nn.
    fn across(&self) -> DVec3 {
        form(self.across, self.across)
    }

    /// The curvature that is 1 across the edge and nothing else.
    fn lone(&self) -> DVec3 {
        let n = self.across;
        DVec3::new(n.x * n.x, n.y * n.y, n.x * n.y)
    }
}

/// aᵀKb by (K_uu, K_vv, K_uv).
fn form(a: DVec2, b: DVec2) -> DVec3 {
    DVec3::new(a.x * b.x, a.y * b.y, a.x * b.y + a.y * b.x)
}

/// Where the third corner of a neighbour stands over the edge from the first of these particles to the second.
fn wing(model: &Model, triangle: usize, [from, to]: [u32; 2]) -> Wing {
    let particles = model.triangles[triangle];
    let point = |k: usize| model.material[model.point_triangles[triangle][k] as usize];
    let at = |particle: u32| particles.iter().position(|p| *p == particle);
    let (Some(a), Some(b)) = (at(from), at(to)) else { unreachable!("a hinge lies on an edge of both triangles") };
    Wing::new([point(a), point(b), point(3 - a - b)])
}
