//! Meshes and fabrics to bend, and what bending them takes in closed form.
#![allow(dead_code)] // each test file uses a part

use super::common::{fabric, model, quiet, values};
use glam::{DVec2, DVec3};
use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation};
use std::collections::BTreeMap;
use toile::cloth::{Fabric, Model, Sheet};
use toile::fabric::bending::{Bending, BendingLaws};
use toile::math::random::Random;
use toile::row::{Given, Table, Values};

/// Coefficients {b₁, b₂, c₁} of a direction, µN·m and µN·m².
pub type Coefficients = [f64; 3];

/// Weft, warp and bias.
#[derive(Clone, Copy, Debug)]
pub struct Strips(pub [Coefficients; 3]);

/// A fabric alike in all directions, one much stiffer along the warp, and one that softens and one that stiffens.
pub const LINEAR: Strips = Strips([[12.0, 12.0, 0.0]; 3]);
pub const ANISOTROPIC: Strips = Strips([[10.0, 10.0, 0.0], [30.0, 30.0, 0.0], [14.0, 14.0, 0.0]]);
pub const NONLINEAR: Strips = Strips([[20.0, 8.0, -0.5], [12.0, 30.0, 0.6], [14.0, 18.0, 0.1]]);

impl Strips {
    pub fn values(&self) -> Values {
        let mut pairs = Vec::new();
        for (direction, numbers) in ["weft", "warp", "bias"].into_iter().zip(self.0) {
            for (name, number) in ["b1_un_m", "b2_un_m", "c1_un_m2"].into_iter().zip(numbers) {
                pairs.push((format!("{direction}_{name}"), number));
            }
        }
        pairs.into_iter().collect()
    }

    pub fn law(&self) -> Bending {
        let row = BendingLaws::find("bend.moment-curvature").unwrap();
        (row.make)(&Given::from(&self.values())).unwrap()
    }

    pub fn fabric(&self) -> Fabric {
        Fabric { bending: self.law(), ..fabric(("membrane.isotropic", values(&[("poisson", 0.0)])), 0.0) }
    }

    /// Moment per width and its integral along a direction (0 weft, 1 warp, 2 bias), Pabst's eq. (1), SI.
    pub fn strip(&self, direction: usize, curvature: f64) -> [f64; 2] {
        let [b1, b2, c1] = self.0[direction].map(|number| number * 1e-6);
        let far = curvature.abs();
        let knee = if c1 == 0.0 { f64::INFINITY } else { (b2 - b1) / (2.0 * c1) };
        let energy = |k: f64| 0.5 * b1 * k * k + c1 * k * k * k / 3.0;
        let [moment, energy] = if far <= knee {
            [b1 * far + c1 * far * far, energy(far)]
        } else {
            let base = (b1 - b2) * knee + c1 * knee * knee;
            [base + b2 * far, energy(knee) + base * (far - knee) + 0.5 * b2 * (far * far - knee * knee)]
        };
        [moment * curvature.signum(), energy]
    }

    /// Energy per area of a cylinder of this curvature whose direction of bending is at this angle to the weft.
    pub fn cylinder(&self, curvature: f64, angle: f64) -> f64 {
        let (c, s) = (angle.cos(), angle.sin());
        let energy = |direction: usize, k: f64| self.strip(direction, k)[1];
        let twist = curvature * c * s;
        let along = energy(0, curvature * c * c) + energy(1, curvature * s * s);
        along + energy(2, 2.0 * twist) - energy(0, twist) - energy(1, twist)
    }
}

fn sheet(points: Vec<DVec2>, triangles: Vec<[u32; 3]>) -> Sheet {
    let start = points.iter().map(|p| p.extend(0.0)).collect();
    Sheet {
        panel: "sheet".into(),
        fabric: 0,
        drawing: points.clone(),
        points,
        start,
        triangles,
        folds: vec![],
        local: vec![],
    }
}

/// A grid of squares, all halved alike.
pub fn diagonal(columns: u32, rows: u32, side: f64) -> Sheet {
    let points = (0..=columns).flat_map(|i| (0..=rows).map(move |j| DVec2::new(f64::from(i), f64::from(j)) * side));
    let index = |i: u32, j: u32| i * (rows + 1) + j;
    let cells = (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    sheet(points.collect(), triangles.collect())
}

struct Site(DVec2);

impl HasPosition for Site {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        Point2::new(self.0.x, self.0.y)
    }
}

fn triangulated(points: &[DVec2]) -> Vec<[u32; 3]> {
    let sites = points.iter().map(|p| Site(*p)).collect();
    let mesh = DelaunayTriangulation::<Site>::bulk_load_stable(sites).unwrap();
    mesh.inner_faces().map(|face| face.vertices().map(|vertex| vertex.fix().index() as u32)).collect()
}

/// Smallest angle of a triangle, degrees.
pub fn smallest_angle(points: [DVec2; 3]) -> f64 {
    let angle = |k: usize| (points[(k + 1) % 3] - points[k]).angle_to(points[(k + 2) % 3] - points[k]).abs();
    (0..3).map(angle).fold(f64::INFINITY, f64::min).to_degrees()
}

/// Delaunay's triangles of points strewn about, no angle below 25°, on a rectangle whose short sides are straight.
pub fn delaunay(columns: u32, rows: u32, side: f64, seed: u64) -> Sheet {
    let height = side * 0.75_f64.sqrt();
    let lattice: Vec<(DVec2, bool)> = (0..=rows)
        .flat_map(|row| {
            (0..=columns).map(move |column| {
                let shift = if row % 2 == 1 && column < columns { 0.5 } else { 0.0 };
                let x = if row % 2 == 1 && column == columns { f64::from(columns) } else { f64::from(column) + shift };
                let border = row == 0 || row == rows || column == 0 || column == columns;
                (DVec2::new(x * side, f64::from(row) * height), border)
            })
        })
        .collect();
    let mut random = Random::new(seed);
    let mut points: Vec<DVec2> = lattice
        .iter()
        .map(|(p, border)| {
            let shake = DVec2::new(random.signed(), random.signed()) * 0.45 * side;
            if *border { *p } else { *p + shake }
        })
        .collect();
    loop {
        let mut triangles = triangulated(&points);
        let mut bad = vec![false; points.len()];
        for triangle in &triangles {
            let at_border = triangle.iter().filter(|i| lattice[**i as usize].1).count() > 1;
            if !at_border && smallest_angle(triangle.map(|i| points[i as usize])) < 25.0 {
                triangle.iter().for_each(|i| bad[*i as usize] = true);
            }
        }
        if !bad.contains(&true) {
            // Slivers along the border are left out; nothing is asked of it.
            triangles.retain(|triangle| smallest_angle(triangle.map(|i| points[i as usize])) >= 25.0);
            return sheet(points, triangles);
        }
        for (i, point) in points.iter_mut().enumerate().filter(|(i, _)| bad[*i]) {
            *point = point.lerp(lattice[i].0, 0.3);
        }
    }
}

/// How many edges of the mesh lie between each particle and the border.
pub fn rings(model: &Model) -> Vec<u32> {
    let mut edges: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for t in &model.triangles {
        for k in 0..3 {
            let (a, b) = (t[k], t[(k + 1) % 3]);
            *edges.entry((a.min(b), a.max(b))).or_default() += 1;
        }
    }
    let mut rings = vec![u32::MAX; model.particles()];
    for ((a, b), _) in edges.iter().filter(|(_, count)| **count == 1) {
        rings[*a as usize] = 0;
        rings[*b as usize] = 0;
    }
    loop {
        let mut changed = false;
        for (a, b) in edges.keys().map(|(a, b)| (*a as usize, *b as usize)) {
            let near = rings[a].min(rings[b]).saturating_add(1);
            for i in [a, b] {
                changed |= near < rings[i];
                rings[i] = rings[i].min(near);
            }
        }
        if !changed {
            return rings;
        }
    }
}

/// The sheet rolled onto a cylinder, its direction of bending at an angle to x.
pub fn rolled(start: &[DVec3], curvature: f64, angle: f64) -> Vec<DVec3> {
    let (c, s) = (angle.cos(), angle.sin());
    let place = |p: &DVec3| {
        let (across, along) = (c * p.x + s * p.y, c * p.y - s * p.x);
        let turn = across * curvature;
        let bent = turn.sin() / curvature;
        DVec3::new(c * bent - s * along, s * bent + c * along, (1.0 - turn.cos()) / curvature)
    };
    start.iter().map(place).collect()
}

/// A sheet of a fabric.
pub fn cloth(sheet: Sheet, fabric: Fabric) -> Model {
    model(sheet, fabric, vec![], quiet())
}
