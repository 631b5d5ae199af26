//! Scenes in which cloth meets cloth and bodies, judged after every step.
#![allow(dead_code)] // each test file uses a part

use super::common::{cut, equilateral, fabric, quiet, values};
use super::judge::{Solid, nearest};
use glam::{DVec2, DVec3};
use toile::Drape;
use toile::body::motion::{Motion, Motions};
use toile::cloth::{Body, Cut, Fabric, Settings, Sheet};
use toile::contact::brute_force::crossings;
use toile::row::Table;

/// Cloth of 500 N/m and this bending stiffness, µN·m.
pub fn soft(bending_un_m: f64) -> Fabric {
    fabric(("membrane.isotropic", values(&[("young_n_per_m", 500.0), ("poisson", 0.2)])), bending_un_m)
}

/// Ordinary steps under gravity, with contact of cloth with cloth.
pub fn falling() -> Settings {
    Settings {
        self_contact: true,
        newton_iterations: 2,
        tolerance: 1e-2,
        still: 1e-6,
        gravity: DVec3::new(0.0, -9.81, 0.0),
        drag: 0.5,
        ..quiet()
    }
}

/// A sheet of cells × cells, placed by `place`.
pub fn sheet(cells: u32, side: f64, place: impl Fn(DVec2) -> DVec3) -> Sheet {
    let mut sheet = equilateral(cells, cells, side);
    sheet.start = sheet.points.iter().map(|p| place(*p)).collect();
    sheet
}

/// A motion of the table.
pub fn motion(kind: &str, numbers: &[(&str, f64)]) -> Box<dyn Motion> {
    (Motions::find(kind).unwrap().make)(&values(numbers))
}

/// Cloth, solids and how each of these moves.
pub struct Scene {
    pub drape: Drape,
    solids: Vec<Solid>,
}

/// What was seen in a scene.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Pairs of layers that pressed on each other, at most.
    pub pressed: u32,
    /// Particles that touched a body, at most.
    pub touched: u32,
    /// Parts in which a step was taken, at most.
    pub parts: u32,
    /// Triangles that the report says have entered a body, in all steps.
    pub entered: u32,
    /// Least distance of any triangle from each body, m, and the step it was seen at.
    pub nearest: Vec<(f64, usize)>,
    /// Crossing edges and triangles, at most, and the first step they were seen at.
    pub crossings: (usize, usize),
}

impl Scene {
    /// A sheet and still solids.
    pub fn new(sheet: Sheet, fabric: Fabric, solids: Vec<Solid>, settings: Settings) -> Self {
        Self::of(cut(sheet, fabric, vec![], settings), solids.into_iter().map(|solid| (solid, None)).collect())
    }

    /// Anything, with solids that may move.
    pub fn of(cut: Cut, solids: Vec<(Solid, Option<Box<dyn Motion>>)>) -> Self {
        let (mut bodies, mut known) = (Vec::new(), Vec::new());
        for (solid, motion) in solids {
            let still = solid.body();
            bodies.push(match motion {
                Some(motion) => Body { motion, ..still },
                None => still,
            });
            known.push(solid);
        }
        Scene { drape: Drape::of_cut(Cut { bodies: bodies.into(), ..cut }), solids: known }
    }

    /// Steps and judges every step; `each` may do something before it.
    pub fn watch(&mut self, steps: usize, mut each: impl FnMut(&mut Drape, usize)) -> Seen {
        let mut seen = Seen { nearest: vec![(f64::INFINITY, 0); self.solids.len()], ..Seen::default() };
        for step in 0..steps {
            each(&mut self.drape, step);
            let report = self.drape.step();
            assert!(report.halted.is_none(), "step {step}: {:?}", report.halted);
            seen.pressed = seen.pressed.max(report.layer_contacts);
            seen.touched = seen.touched.max(report.contacts);
            seen.parts = seen.parts.max(report.parts);
            seen.entered += report.entered;
            let found = crossings(&self.drape.state().positions, &self.drape.model().triangles);
            if found > seen.crossings.0 {
                seen.crossings = (found, step);
            }
            for (body, solid) in self.solids.iter().enumerate() {
                let gap = nearest(&self.drape, solid, body);
                if gap < seen.nearest[body].0 {
                    seen.nearest[body] = (gap, step);
                }
            }
        }
        seen
    }
}

impl Seen {
    /// Nothing crossed and nothing was inside a body, at any step.
    #[track_caller]
    pub fn is_clean(&self) {
        assert_eq!((self.crossings.0, self.entered), (0, 0), "{self:?}");
        assert!(self.nearest.iter().all(|(gap, _)| *gap > 0.0), "inside a body: {self:?}");
    }
}
