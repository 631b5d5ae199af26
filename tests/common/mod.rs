//! Cloth built by hand, for tests that need to know every particle.
#![allow(dead_code)] // each test file uses a part

use glam::{DVec2, DVec3};
use toile::cloth::{Body, Cut, Fabric, Joined, Model, Settings, Sheet};
use toile::document::Surface;
use toile::fabric::strength::Strength;
use toile::fabric::{bending::BendingLaws, friction::FrictionLaws, membrane::MembraneLaws};
use toile::integrator::backward_euler;
use toile::row::{Given, Table, Values};

/// Values by name.
pub fn values(pairs: &[(&str, f64)]) -> Values {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

/// A fabric of 0.15 kg/m² with these laws.
pub fn fabric((membrane, numbers): (&str, Values), bending_un_m: f64) -> Fabric {
    let bending = BendingLaws::find("bend.hinge").unwrap();
    let friction = FrictionLaws::find("friction.c").unwrap();
    Fabric {
        id: "test".into(),
        density: 0.15,
        thickness: 0.5e-3,
        membrane: (MembraneLaws::find(membrane).unwrap().make)(&Given::from(&numbers)),
        viscosity: None,
        internal_friction: None,
        strength: Strength::ENDLESS,
        surface: Surface::Plain,
        bending: (bending.make)(&Given::from(&values(&[("stiffness_un_m", bending_un_m)]))).unwrap(),
        friction: (friction.make)(&Values::new()),
        self_friction: (friction.make)(&Values::new()),
    }
}

/// Steps of 10 ms, converged, without gravity and air.
pub fn quiet() -> Settings {
    Settings {
        air: [0.0; 2],
        self_contact: false,
        wind: DVec3::ZERO,
        integrator: backward_euler::SCHEME,
        step: 0.01,
        newton_iterations: 8,
        still: 1e-9,
        tolerance: 1e-5,
        gravity: DVec3::ZERO,
        drag: 0.0,
        worn: false,
        sewing: 0.5,
    }
}

/// A sheet of equilateral triangles in rows along x, `columns` × `rows` cells of this side, in the plane y up.
pub fn equilateral(columns: u32, rows: u32, side: f64) -> Sheet {
    let height = side * 0.75_f64.sqrt();
    let mut points = Vec::new();
    for row in 0..=rows {
        for column in 0..=columns {
            let shift = 0.5 * f64::from(row % 2);
            points.push(DVec2::new((f64::from(column) + shift) * side, f64::from(row) * height));
        }
    }
    let index = |column: u32, row: u32| row * (columns + 1) + column;
    let mut triangles = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let [a, b] = [index(column, row), index(column + 1, row)];
            let [c, d] = [index(column, row + 1), index(column + 1, row + 1)];
            if row % 2 == 0 {
                triangles.extend([[a, b, c], [b, d, c]]);
            } else {
                triangles.extend([[a, b, d], [a, d, c]]);
            }
        }
    }
    let start = points.iter().map(|p| DVec3::new(p.x, p.y, 0.0)).collect();
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

/// One sheet of one fabric.
pub fn cut(sheet: Sheet, fabric: Fabric, bodies: Vec<Body>, settings: Settings) -> Cut {
    let (fabrics, bodies) = (vec![fabric].into(), bodies.into());
    Cut { sheets: vec![sheet], seams: vec![], pins: vec![], fabrics, bodies, settings }
}

/// The same as a model.
pub fn model(sheet: Sheet, fabric: Fabric, bodies: Vec<Body>, settings: Settings) -> Model {
    Model::new(&cut(sheet, fabric, bodies, settings), Joined::Sewn)
}

/// A sheet of `columns` × `rows` rectangles, their diagonals alternating, each point placed by `place`.
pub fn grid([columns, rows]: [u32; 2], size: [f64; 2], place: impl Fn(DVec2) -> DVec3) -> Sheet {
    let at = |i: u32, j: u32| {
        DVec2::new(size[0] * f64::from(i) / f64::from(columns), size[1] * f64::from(j) / f64::from(rows))
    };
    let points: Vec<DVec2> = (0..=columns).flat_map(|i| (0..=rows).map(move |j| at(i, j))).collect();
    let index = |i: u32, j: u32| i * (rows + 1) + j;
    let mut triangles = Vec::new();
    for i in 0..columns {
        for j in 0..rows {
            let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
            triangles.extend(if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] });
        }
    }
    let start = points.iter().map(|p| place(*p)).collect();
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
