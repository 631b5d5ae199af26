//! How long does a particle take to find the nearest point of a body? `cargo bench --bench mesh_distance`
//!
//! A bumpy torus of 14,400 triangles, asked from points within 2 mm of its surface, where cloth lies, and from a cube of
//! 2 m around it; plain, with the last triangle as a hint, and from points in a row, as a particle moves.

#![allow(clippy::disallowed_methods)] // the torus is shared with tests, which need no reproducible bits

#[path = "../tests/common/solid.rs"]
mod solid;

use glam::DVec3;
use solid::{bumpy_torus, random_point};
use std::hint::black_box;
use std::time::Instant;
use toile::body::mesh::MeshShape;
use toile::body::{NO_HINT, Shape};
use toile::math::random::Random;

const POINTS: usize = 100_000;

fn main() {
    let (vertices, triangles) = bumpy_torus(120, 60);
    let count = triangles.len();
    let start = Instant::now();
    let mut shape = MeshShape::new(vertices.clone(), triangles).expect("a closed surface");
    let built = start.elapsed().as_secs_f64();
    let start = Instant::now();
    shape.moved(&vertices).expect("as before");
    let moved = start.elapsed().as_secs_f64();
    println!("{count} triangles: built in {:.1} ms, moved in {:.1} ms", built * 1e3, moved * 1e3);

    let mut random = Random::new(1);
    let near: Vec<DVec3> =
        (0..POINTS).map(|i| vertices[i * 7919 % vertices.len()] + random_point(&mut random, 2e-3)).collect();
    let far: Vec<DVec3> = (0..POINTS).map(|_| random_point(&mut random, 1.0)).collect();
    println!("{:>24} {:>12} {:>16}", "ns per question", "plain", "with a hint");
    for (name, points) in [("within 2 mm", &near), ("in a cube of 2 m", &far)] {
        let plain = nanoseconds(points, |point, _| shape.nearest(point).distance);
        // Each point is asked twice, a tenth of a millimetre apart, as from one step to the next; the second is timed.
        let mut hints = vec![NO_HINT; points.len()];
        for (point, hint) in points.iter().zip(&mut hints) {
            shape.nearest_hinted(*point + DVec3::splat(1e-4), hint);
        }
        let hinted = nanoseconds(points, |point, i| shape.nearest_hinted(point, &mut hints[i]).distance);
        println!("{name:>24} {plain:>12.0} {hinted:>16.0}");
    }
}

fn nanoseconds(points: &[DVec3], mut ask: impl FnMut(DVec3, usize) -> f64) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..9 {
        let start = Instant::now();
        let sum: f64 = points.iter().enumerate().map(|(i, point)| ask(*point, i)).sum();
        black_box(sum);
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e9 / points.len() as f64
}
