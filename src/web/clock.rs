//! The browser's clock, in a worker or in a window.

use wasm_bindgen::JsCast;

/// Milliseconds since the page started; zero where there is no clock.
pub(super) fn now_ms() -> f64 {
    let global = js_sys::global();
    let performance = match global.dyn_ref::<web_sys::WorkerGlobalScope>() {
        Some(worker) => worker.performance(),
        None => global.dyn_ref::<web_sys::Window>().and_then(web_sys::Window::performance),
    };
    performance.map_or(0.0, |performance| performance.now())
}
