//! What the benches of worn garments share.
#![allow(dead_code)] // each bench uses a part

use super::common::cpu_ms;
use glam::DVec3;
use serde_json::{Value, json};
use std::f64::consts::PI;
use toile::Drape;
use toile::body::Assets;
use toile::fabric::presets;
use toile::garment::{figure, garment, made_to_measure};
use toile::math::real::atan2;
use toile::row::Values;
use toile::solver::StepReport;

/// A garment made to measure, and how its figure moves.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    pub title: &'static str,
    pub garment: &'static str,
    pub size: &'static str,
    /// The preset it is cut from; none for the garment's own.
    pub fabric: Option<&'static str>,
    /// Side of the triangles, mm; bands have smaller ones.
    pub mesh_mm: f64,
    /// Length of the document's steps, ms.
    pub step_ms: f64,
    /// Numbers of the figure beside its size.
    pub moving: &'static [(&'static str, f64)],
    /// When time begins to count, s, and when it ends; none for rest.
    pub from_s: f64,
    pub until_s: Option<f64>,
}

impl Work {
    /// The cloth, ready to be stepped and timed.
    pub fn drape(&self) -> Drape {
        let (row, body) = (garment(self.garment, "garment"), figure(self.size, "size"));
        let (row, body) = (row.expect("a row of the table"), body.expect("a size of the table"));
        let mut document = made_to_measure(row, &Values::new(), body, Assets::built_in()).expect("can be drafted");
        if let Some(fabric) = self.fabric {
            let preset = presets::find(fabric).expect("a preset");
            document.panels.iter_mut().for_each(|panel| panel.fabric.clone_from(&preset.id));
            document.fabrics = vec![preset];
        }
        for panel in &mut document.panels {
            panel.mesh.size_mm = panel.mesh.size_mm.min(self.mesh_mm);
        }
        document.simulation.step_ms = self.step_ms;
        for (name, value) in self.moving {
            document.bodies[0].shape.parameters.insert((*name).to_owned(), *value);
        }
        let mut drape = Drape::towards_rest(&document, Assets::built_in()).expect("can be draped");
        drape.set_clock(cpu_ms);
        drape
    }

    /// What another host needs to do the same.
    pub fn settings(&self) -> Value {
        let moving: serde_json::Map<String, Value> =
            self.moving.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        json!({
            "title": self.title, "garment": self.garment, "size": self.size, "fabric": self.fabric, "mesh_mm": self.mesh_mm,
            "step_ms": self.step_ms, "moving": moving, "from_s": self.from_s, "until_s": self.until_s,
        })
    }
}

/// Where the time of steps went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    steps: u32,
    ms: f64,
    detection_ms: f64,
    assembly_ms: f64,
    solve_ms: f64,
    sweep_ms: f64,
    newton: u32,
    cg: u32,
}

impl Tally {
    pub const HEADING: &str = "detection  assembly  solve  safe step  Newton  CG/step";

    pub fn add(&mut self, step: &StepReport) {
        self.steps += 1;
        self.ms += step.wall_ms;
        self.detection_ms += step.layers_ms - step.sweep_ms;
        self.assembly_ms += step.assembly_ms;
        self.solve_ms += step.solve_ms;
        self.sweep_ms += step.sweep_ms;
        self.newton += step.newton_iterations;
        self.cg += step.cg_iterations;
    }

    /// CPU seconds of the stepping calls.
    pub fn cpu_s(&self) -> f64 {
        self.ms * 1e-3
    }

    /// The columns of the heading; seconds are divided by `per`.
    pub fn columns(&self, per: f64) -> String {
        let [detection, assembly, solve, sweep] =
            [self.detection_ms, self.assembly_ms, self.solve_ms, self.sweep_ms].map(|ms| ms * 1e-3 / per);
        let steps = f64::from(self.steps.max(1));
        let (newton, cg) = (f64::from(self.newton) / steps, f64::from(self.cg) / steps);
        format!("{detection:>9.3} {assembly:>9.3} {solve:>6.3} {sweep:>10.3} {newton:>7.2} {cg:>8.1}")
    }
}

/// How deep the cloth is in the figure's skin, m: where the skin is one surface, and where it passes through itself, as at thighs
/// that press on each other, so that nothing between them can be outside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depth {
    pub single: f64,
    pub overlapped: f64,
}

impl Depth {
    pub fn of(drape: &Drape) -> Self {
        let (model, state) = (drape.model(), drape.state());
        let skins: Vec<_> = model.bodies.iter().filter_map(|body| body.shape.posed(state.time)).collect();
        let mut depth = Depth::default();
        for triangle in &model.triangles {
            let [a, b, c] = triangle.map(|i| state.positions[i as usize]);
            for point in [a, b, c, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0, (a + b + c) / 3.0] {
                for skin in &skins {
                    let inside = -skin.nearest_on(point, None).0.distance;
                    if inside <= depth.single.min(depth.overlapped) {
                        continue;
                    }
                    let winding = windings(point, skin.vertices(), skin.triangles());
                    let deepest = if winding > 1.5 { &mut depth.overlapped } else { &mut depth.single };
                    *deepest = deepest.max(inside);
                }
            }
        }
        depth
    }

    pub fn most(self, other: Depth) -> Depth {
        Depth { single: self.single.max(other.single), overlapped: self.overlapped.max(other.overlapped) }
    }
}

/// How often a closed surface goes around a point (van Oosterom and Strackee 1983): 1 inside, 2 where it overlaps itself.
fn windings(point: DVec3, vertices: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let angle = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|i| vertices[i as usize] - point);
        let (la, lb, lc) = (a.length(), b.length(), c.length());
        let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        2.0 * atan2(a.dot(b.cross(c)), below)
    };
    triangles.iter().map(angle).sum::<f64>() / (4.0 * PI)
}
