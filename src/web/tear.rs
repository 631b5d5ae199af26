//! A swatch that is torn, frame by frame, for JavaScript.

use super::{clock, thrown, to_js};
use crate::lab::{self, Bench, tear};
use crate::row::RowOf;
use crate::yarn::scenes::Scenes;
use crate::yarn::{Shape, Swatch, Workspace};
use glam::DVec3;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a frame did.
#[derive(Serialize)]
struct Frame {
    time_s: f64,
    displacement_m: f64,
    grip_force_n: f64,
    wefts_cut: usize,
    warps_cut: usize,
    yarn_crossings: usize,
    fray_mean_m: f64,
    wall_ms: f64,
    finite: bool,
}

/// A ball (radius, 0, 0) or a block (half its edges), where it is and how it is turned.
#[derive(Serialize)]
struct Rigid {
    ball: bool,
    size_m: [f64; 3],
    position_m: [f64; 3],
    turn: [f64; 4],
}

/// A swatch in a scene of tearing.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tear {
    swatch: Swatch,
    scene: &'static RowOf<Scenes>,
    start: DVec3,
    relief: Vec<f32>,
    workspace: Workspace,
}

#[wasm_bindgen]
impl Tear {
    /// The swatch of the experiment `tear` with settings `key=value`; throws their issues.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: Vec<String>) -> Result<Tear, JsValue> {
        let experiment = lab::find("tear").map_err(|issue| thrown(vec![issue]))?;
        let given: Vec<&str> = settings.iter().map(String::as_str).collect();
        let settings = lab::settings(experiment, &given).map_err(thrown)?;
        let (fabric, progress) = (lab::default_fabric(), &mut |_| {});
        let bench = Bench { fabric: &fabric, settings: &settings, progress, clock: clock::now_ms, frames: None };
        let (scene, swatch) = tear::open(&bench).map_err(thrown)?;
        let start = swatch.bodies[scene.make.mover].position;
        Ok(Tear { swatch, scene, start, relief: Vec::new(), workspace: Workspace::default() })
    }

    /// Warps, wefts and their distance, m.
    pub fn lattice(&self) -> Vec<f64> {
        let [warps, wefts] = self.swatch.size;
        vec![warps as f64, wefts as f64, self.swatch.numbers.spacing()]
    }

    /// How long the scene is worth watching, s.
    #[wasm_bindgen(getter)]
    pub fn seconds(&self) -> f64 {
        self.scene.make.seconds
    }

    /// Advances by a frame of 1/30 s and tells what it did.
    pub fn frame(&mut self) -> Result<JsValue, JsValue> {
        let before = clock::now_ms();
        self.swatch.frame(&mut self.workspace);
        let wall_ms = clock::now_ms() - before;
        let damage = self.swatch.damage();
        to_js(&Frame {
            time_s: self.swatch.time,
            displacement_m: (self.swatch.bodies[self.scene.make.mover].position - self.start).length(),
            grip_force_n: self.swatch.bodies[self.scene.make.grip].pull.length(),
            wefts_cut: damage.wefts_cut,
            warps_cut: damage.warps_cut,
            yarn_crossings: damage.yarn_crossings,
            fray_mean_m: damage.fray_mean,
            wall_ms,
            finite: self.swatch.is_finite(),
        })
    }

    /// Numbers that `readYarns` writes.
    #[wasm_bindgen(getter, js_name = yarnNumbers)]
    pub fn yarn_numbers(&self) -> u32 {
        self.swatch.drawn() as u32
    }

    /// Writes x, y, z (m) and whether the yarn goes on, of the warps and then of the wefts at every crossing.
    #[wasm_bindgen(js_name = readYarns)]
    pub fn read_yarns(&mut self, out: &mut [f32]) {
        self.swatch.draw(&mut self.relief, out);
    }

    /// The bodies: `{ ball, size_m, position_m, turn }` each.
    pub fn bodies(&self) -> Result<JsValue, JsValue> {
        let rigid = |body: &crate::yarn::Body| {
            let (ball, size) = match body.shape {
                Shape::Ball { radius } => (true, DVec3::new(radius, 0.0, 0.0)),
                Shape::Block { half } => (false, half),
            };
            Rigid { ball, size_m: size.to_array(), position_m: body.position.to_array(), turn: body.turn.to_array() }
        };
        to_js(&self.swatch.bodies.iter().map(rigid).collect::<Vec<_>>())
    }
}
