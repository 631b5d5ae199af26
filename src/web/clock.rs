//! The host's clock: a browser's worker or window, or node.

use wasm_bindgen::JsCast;
use web_sys::Performance;

/// Milliseconds since the page started; zero where there is no clock.
pub(super) fn now_ms() -> f64 {
    let performance = js_sys::Reflect::get(&js_sys::global(), &"performance".into()).ok();
    performance.and_then(|found| found.dyn_into::<Performance>().ok()).map_or(0.0, |performance| performance.now())
}
