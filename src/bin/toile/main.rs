//! `toile`: the engine without the page, for batches, CI and research.

#[cfg(not(target_arch = "wasm32"))]
mod commands;
#[cfg(not(target_arch = "wasm32"))]
mod files;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    commands::run()
}

// Building the browser's tests builds every binary of the package; there is no command line in a browser.
#[cfg(target_arch = "wasm32")]
fn main() {}
