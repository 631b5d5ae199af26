//! Is any point of any triangle of the cloth inside a body? Closed forms for whole triangles, written from geometry alone;
//! for a mesh the exact test of crossing triangles. Nothing here is shared with the solver.
#![allow(dead_code)] // each test file uses a part

use super::solid::{Mesh, winding};
use glam::{DMat3, DVec3};
use toile::Drape;
use toile::body::mesh::MeshShape;
use toile::body::{Shape, Shapes};
use toile::cloth::Body;
use toile::contact::brute_force::crossings;
use toile::row::Table;

/// A solid as the judge knows it, where its shape puts it.
#[derive(Clone, Debug)]
pub enum Solid {
    /// Centre and radius.
    Ball(DVec3, f64),
    /// All points within a radius of a segment.
    Rod([DVec3; 2], f64),
    /// Centre, half sizes without the rounding, rounding; its sides along the axes.
    Block(DVec3, DVec3, f64),
    /// Everything below this height.
    Floor(f64),
    /// A closed surface.
    Mesh(Mesh),
}

impl Solid {
    /// The body of the table, still.
    pub fn body(&self) -> Body {
        let mm = 1e3;
        let (kind, numbers): (&str, Vec<(&str, f64)>) = match self {
            Solid::Ball(c, r) => {
                ("body.sphere", vec![("radius_mm", r * mm), ("x_mm", c.x * mm), ("y_mm", c.y * mm), ("z_mm", c.z * mm)])
            }
            Solid::Rod([a, b], r) => (
                "body.capsule",
                vec![
                    ("radius_mm", r * mm),
                    ("from_x_mm", a.x * mm),
                    ("from_y_mm", a.y * mm),
                    ("from_z_mm", a.z * mm),
                    ("to_x_mm", b.x * mm),
                    ("to_y_mm", b.y * mm),
                    ("to_z_mm", b.z * mm),
                ],
            ),
            Solid::Block(c, half, r) => (
                "body.box",
                vec![
                    ("width_mm", 2.0 * (half.x + r) * mm),
                    ("height_mm", 2.0 * (half.y + r) * mm),
                    ("depth_mm", 2.0 * (half.z + r) * mm),
                    ("rounding_mm", r * mm),
                    ("x_mm", c.x * mm),
                    ("y_mm", c.y * mm),
                    ("z_mm", c.z * mm),
                ],
            ),
            Solid::Floor(height) => ("body.floor", vec![("height_mm", height * mm)]),
            Solid::Mesh((vertices, triangles)) => {
                let shape = MeshShape::new(vertices.clone(), triangles.clone()).expect("a closed surface");
                return Body::still("mesh", Box::new(shape) as Box<dyn Shape>);
            }
        };
        Body::still(kind, (Shapes::find(kind).unwrap().make)(&super::common::values(&numbers)))
    }

    /// The least distance of a triangle from the solid, m; zero or less where it reaches in. The number below zero is a
    /// depth for balls, rods and floors, and only a sign for the others.
    pub fn gap(&self, triangle: [DVec3; 3]) -> f64 {
        match self {
            Solid::Ball(centre, radius) => point_triangle(*centre, triangle) - radius,
            Solid::Rod(axis, radius) => segment_triangle(*axis, triangle) - radius,
            Solid::Block(centre, half, rounding) => block_triangle(*half, triangle.map(|p| p - *centre)) - rounding,
            Solid::Floor(height) => triangle.iter().map(|p| p.y).fold(f64::INFINITY, f64::min) - height,
            Solid::Mesh(_) => f64::INFINITY,
        }
    }
}

/// The least distance of any triangle of the cloth from a body, m, at the drape's time; for a mesh 1, or −1 if an edge of one
/// crosses a triangle of the other or the first particle is inside.
pub fn nearest(drape: &Drape, solid: &Solid, body: usize) -> f64 {
    let (model, state) = (drape.model(), drape.state());
    let pose = model.bodies[body].motion.pose(state.time);
    let back = DMat3::transpose(&pose.turn);
    let positions: Vec<DVec3> = state.positions.iter().map(|p| back * (*p - pose.shift)).collect();
    if let Solid::Mesh(mesh) = solid {
        let (vertices, triangles) = mesh;
        let first = positions.len() as u32;
        let all: Vec<DVec3> = positions.iter().chain(vertices).copied().collect();
        let shifted = triangles.iter().map(|t| t.map(|i| first + i));
        let both: Vec<[u32; 3]> = model.triangles.iter().copied().chain(shifted).collect();
        let apart = crossings(&positions, &model.triangles) + crossings(vertices, triangles);
        let clear = crossings(&all, &both) == apart && winding(mesh, positions[0]).abs() < 0.5;
        return if clear { 1.0 } else { -1.0 };
    }
    let gap = |t: &[u32; 3]| solid.gap(t.map(|i| positions[i as usize]));
    model.triangles.iter().map(gap).fold(f64::INFINITY, f64::min)
}

fn point_segment(p: DVec3, [a, b]: [DVec3; 2]) -> f64 {
    let along = b - a;
    let part = ((p - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    p.distance(a + along * part)
}

fn sides([a, b, c]: [DVec3; 3]) -> [[DVec3; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// The height over the plane where the foot lies inside, else the nearest of three sides.
fn point_triangle(p: DVec3, t: [DVec3; 3]) -> f64 {
    let normal = (t[1] - t[0]).cross(t[2] - t[0]).normalize();
    let height = normal.dot(p - t[0]);
    let foot = p - normal * height;
    let inside = sides(t).iter().all(|[from, to]| normal.dot((*to - *from).cross(foot - *from)) >= 0.0);
    let nearest = sides(t).iter().map(|side| point_segment(p, *side)).fold(f64::INFINITY, f64::min);
    if inside { height.abs() } else { nearest }
}

/// Where the lines' common perpendicular lies within both segments its length, else the nearest of the four ends.
fn segment_segment([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> f64 {
    let ends = point_segment(a, [c, d]).min(point_segment(b, [c, d])).min(point_segment(c, [a, b]));
    let ends = ends.min(point_segment(d, [a, b]));
    let (u, v, w) = (b - a, d - c, a - c);
    let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
    let determinant = uu * vv - uv * uv;
    if determinant <= 1e-14 * uu * vv {
        return ends;
    }
    let s = (uv * v.dot(w) - vv * u.dot(w)) / determinant;
    let t = (uu * v.dot(w) - uv * u.dot(w)) / determinant;
    let within = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    if within { ends.min((w + u * s - v * t).length()) } else { ends }
}

/// Whether a segment goes through a triangle.
fn pierces([a, b]: [DVec3; 2], t: [DVec3; 3]) -> bool {
    let normal = (t[1] - t[0]).cross(t[2] - t[0]);
    let (above, below) = (normal.dot(a - t[0]), normal.dot(b - t[0]));
    if above * below > 0.0 || above == below {
        return false;
    }
    let at = a + (b - a) * (above / (above - below));
    sides(t).iter().all(|[from, to]| normal.dot((*to - *from).cross(at - *from)) >= 0.0)
}

fn segment_triangle(segment: [DVec3; 2], t: [DVec3; 3]) -> f64 {
    if pierces(segment, t) {
        return 0.0;
    }
    let ends = segment.map(|end| point_triangle(end, t));
    let edges = sides(t).iter().map(|side| segment_segment(segment, *side)).fold(f64::INFINITY, f64::min);
    ends[0].min(ends[1]).min(edges)
}

/// Distance of a triangle from a solid box about the origin: zero where a corner is inside, a side enters or an edge of the box
/// pierces it; else the nearest of corners, and of edges against sides.
fn block_triangle(half: DVec3, t: [DVec3; 3]) -> f64 {
    let corner = |bits: usize| {
        let sign = |bit: usize| if bits & bit == 0 { -1.0 } else { 1.0 };
        half * DVec3::new(sign(1), sign(2), sign(4))
    };
    let edges = (0..8)
        .flat_map(|bits| [1, 2, 4].into_iter().filter(move |bit| bits & bit == 0).map(move |bit| (bits, bits | bit)));
    let edges: Vec<[DVec3; 2]> = edges.map(|(a, b)| [corner(a), corner(b)]).collect();
    let mut least = t.iter().map(|p| (p.abs() - half).max(DVec3::ZERO).length()).fold(f64::INFINITY, f64::min);
    for edge in &edges {
        least = least.min(segment_triangle(*edge, t));
    }
    if sides(t).iter().any(|side| enters(half, *side)) { 0.0 } else { least }
}

/// Whether a segment meets a box, by clipping it at each pair of sides.
fn enters(half: DVec3, [a, b]: [DVec3; 2]) -> bool {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for axis in 0..3 {
        let (start, way, size) = (a[axis], b[axis] - a[axis], half[axis]);
        if way == 0.0 {
            if start.abs() > size {
                return false;
            }
            continue;
        }
        let [p, q] = [(-size - start) / way, (size - start) / way];
        from = from.max(p.min(q));
        to = to.min(p.max(q));
    }
    from <= to
}
