//! Closed surfaces for tests and benches, and slow, plain answers about them.
#![allow(dead_code)] // each test file uses a part

use glam::DVec3;
use std::f64::consts::PI;
use toile::math::random::Random;

pub type Mesh = (Vec<DVec3>, Vec<[u32; 3]>);

/// A torus with bumps, 2·around·across triangles, about 0.8 m wide.
pub fn bumpy_torus(around: u32, across: u32) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..around {
        for j in 0..across {
            let u = 2.0 * PI * f64::from(i) / f64::from(around);
            let w = 2.0 * PI * f64::from(j) / f64::from(across);
            let radius = 0.1 * (1.0 + 0.1 * (7.0 * u).sin() * (5.0 * w).cos());
            let far = 0.3 + radius * w.cos();
            vertices.push(DVec3::new(far * u.cos(), radius * w.sin(), -far * u.sin()));
            let at = |i: u32, j: u32| (i % around) * across + j % across;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}

/// A torus about the vertical: radius of the ring and of the tube.
pub fn torus([ring, tube]: [f64; 2], around: u32, across: u32) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..around {
        for j in 0..across {
            let u = 2.0 * PI * f64::from(i) / f64::from(around);
            let w = 2.0 * PI * f64::from(j) / f64::from(across);
            let far = ring + tube * w.cos();
            vertices.push(DVec3::new(far * u.cos(), tube * w.sin(), -far * u.sin()));
            let at = |i: u32, j: u32| (i % around) * across + j % across;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}

/// A cube of this half size about the origin.
pub fn cube(half: f64) -> Mesh {
    let sign = |bit: u32| if bit == 0 { -half } else { half };
    let vertices = (0..8).map(|i| DVec3::new(sign(i & 1), sign(i & 2), sign(i & 4))).collect();
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    (vertices, quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect())
}

/// A cone with a sharp tip at the origin, along z, many-sided: 2 cm thick at 1 m.
pub fn needle() -> Mesh {
    let mut vertices = vec![DVec3::ZERO, DVec3::Z];
    let sides = 7;
    for side in 0..sides {
        let turn = 2.0 * PI * f64::from(side) / f64::from(sides);
        vertices.push(DVec3::new(0.01 * turn.cos(), 0.01 * turn.sin(), 1.0));
    }
    let at = |side: u32| 2 + side % sides;
    let triangles = (0..sides).flat_map(|side| [[0, at(side + 1), at(side)], [1, at(side), at(side + 1)]]).collect();
    (vertices, triangles)
}

/// A wedge with a sharp edge along z from the origin: 10° between its sides.
pub fn wedge() -> Mesh {
    let corner = |degrees: f64, z: f64| DVec3::new(degrees.to_radians().cos(), degrees.to_radians().sin(), z);
    let vertices =
        vec![DVec3::ZERO, corner(0.0, 0.0), corner(10.0, 0.0), DVec3::Z, corner(0.0, 1.0), corner(10.0, 1.0)];
    let triangles = vec![[0, 2, 1], [3, 4, 5], [0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4], [2, 0, 3], [2, 3, 5]];
    (vertices, triangles)
}

pub fn random_point(random: &mut Random, size: f64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed()) * size
}

/// How often the surface winds around a point: 1 inside, 0 outside (van Oosterom and Strackee 1983).
pub fn winding((vertices, triangles): &Mesh, point: DVec3) -> f64 {
    let solid_angle = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|i| vertices[i as usize] - point);
        let [x, y, z] = [a, b, c].map(DVec3::length);
        2.0 * a.dot(b.cross(c)).atan2(x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
    };
    triangles.iter().map(solid_angle).sum::<f64>() / (4.0 * PI)
}

/// Distance to the nearest triangle by asking all: the plane where the foot lies inside, else the nearest of three segments.
pub fn brute_distance((vertices, triangles): &Mesh, point: DVec3) -> f64 {
    let to_segment = |a: DVec3, b: DVec3| {
        let along = b - a;
        let part = ((point - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        (point - (a + along * part)).length()
    };
    let to_triangle = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|i| vertices[i as usize]);
        let normal = (b - a).cross(c - a).normalize();
        let height = normal.dot(point - a);
        let foot = point - normal * height;
        let left = |from: DVec3, to: DVec3| normal.dot((to - from).cross(foot - from)) >= 0.0;
        if left(a, b) && left(b, c) && left(c, a) {
            return height.abs();
        }
        to_segment(a, b).min(to_segment(b, c)).min(to_segment(c, a))
    };
    triangles.iter().map(to_triangle).fold(f64::INFINITY, f64::min)
}
