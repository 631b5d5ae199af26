//! The virtual laboratory for JavaScript.

use super::{clock, thrown, to_js};
use crate::lab::{self, Bench, Film};
use glam::DVec3;
use js_sys::{Float32Array, Function, Uint32Array};
use wasm_bindgen::prelude::*;

/// What the laws of a fabric (its JSON text) look like as curves, and what is wrong with it: `Laws`. Never throws for a
/// fabric that is not in order.
#[wasm_bindgen]
pub fn laws(fabric: &str) -> Result<JsValue, JsValue> {
    to_js(&lab::laws(fabric))
}

/// Whoever looks on while an experiment runs. What they throw is their own affair; the experiment goes on.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Onlooker {
    progress: Option<Function>,
    mesh: Option<Function>,
    frame: Option<Function>,
}

#[wasm_bindgen]
impl Onlooker {
    /// `progress` is called with the part that is done, 0 to 1; `mesh` with three particles per triangle, before the first
    /// frame; `frame` with x, y, z of every particle after each point of the curve.
    #[wasm_bindgen(constructor)]
    pub fn new(progress: Option<Function>, mesh: Option<Function>, frame: Option<Function>) -> Onlooker {
        Onlooker { progress, mesh, frame }
    }
}

impl Film for Onlooker {
    fn mesh(&mut self, triangles: &[[u32; 3]]) {
        if let Some(mesh) = &self.mesh {
            let _ = mesh.call1(&JsValue::NULL, &Uint32Array::from(triangles.as_flattened()));
        }
    }

    fn frame(&mut self, positions: &[DVec3]) {
        if let Some(frame) = &self.frame {
            let numbers: Vec<f32> = positions.iter().flat_map(|p| p.as_vec3().to_array()).collect();
            let _ = frame.call1(&JsValue::NULL, &Float32Array::from(numbers.as_slice()));
        }
    }
}

/// Runs an experiment on a fabric (its JSON text; without one, the first preset) with settings `key=value`, and gives
/// `{ columns, rows, figures, csv }`; throws the issues of name, fabric and settings.
#[wasm_bindgen]
pub fn lab(
    name: &str,
    fabric: Option<String>,
    settings: Vec<String>,
    onlooker: Option<Onlooker>,
) -> Result<JsValue, JsValue> {
    let experiment = lab::find(name).map_err(|issue| thrown(vec![issue]))?;
    let given: Vec<&str> = settings.iter().map(String::as_str).collect();
    let settings = lab::settings(experiment, &given).map_err(thrown)?;
    let fabric = fabric.map_or_else(|| Ok(lab::default_fabric()), |text| lab::read_fabric(&text)).map_err(thrown)?;
    let mut onlooker = onlooker.unwrap_or_default();
    let progress = onlooker.progress.take();
    let outcome = (experiment.make.run)(&mut Bench {
        fabric: &fabric,
        settings: &settings,
        progress: &mut |part| {
            if let Some(progress) = &progress {
                let _ = progress.call1(&JsValue::NULL, &part.into());
            }
        },
        clock: clock::now_ms,
        frames: Some(&mut onlooker),
    });
    let outcome = outcome.map_err(thrown)?;
    let object = to_js(&outcome)?;
    // The very bytes that the command line writes.
    js_sys::Reflect::set(&object, &"csv".into(), &outcome.csv().into())?;
    Ok(object)
}
