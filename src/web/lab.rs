//! The virtual laboratory for JavaScript.

use super::{clock, thrown, to_js};
use crate::lab::{self, Bench};
use wasm_bindgen::prelude::*;

/// Runs an experiment on a fabric (its JSON text; without one, the first preset) with settings `key=value`, and gives
/// `{ columns, rows, figures }`; throws the issues of name, fabric and settings. `progress` is called with the part that is
/// done, 0 to 1.
#[wasm_bindgen]
pub fn lab(
    name: &str,
    fabric: Option<String>,
    settings: Vec<String>,
    progress: Option<js_sys::Function>,
) -> Result<JsValue, JsValue> {
    let experiment = lab::find(name).map_err(|issue| thrown(vec![issue]))?;
    let given: Vec<&str> = settings.iter().map(String::as_str).collect();
    let settings = lab::settings(experiment, &given).map_err(thrown)?;
    let fabric = fabric.map_or_else(|| Ok(lab::default_fabric()), |text| lab::read_fabric(&text)).map_err(thrown)?;
    let outcome = (experiment.make.run)(&mut Bench {
        fabric: &fabric,
        settings: &settings,
        progress: &mut |part| {
            if let Some(progress) = &progress {
                // What the listener throws is its own affair; the experiment goes on.
                let _ = progress.call1(&JsValue::NULL, &part.into());
            }
        },
        clock: clock::now_ms,
        frames: None,
    });
    to_js(&outcome.map_err(thrown)?)
}
