//! Embeds the baked mannequins in native builds. The page fetches them as a file of its own, so that its module stays small.

use std::path::Path;
use std::{env, fs};

const ASSET: &str = "assets/mannequin.bin";

fn main() {
    println!("cargo::rerun-if-changed={ASSET}");
    println!("cargo::rerun-if-changed=build.rs");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let asset = Path::new(&root).join(ASSET);
    let native = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|target| target != "wasm32");
    let embedded = if native && asset.exists() {
        asset
    } else {
        let none = Path::new(&out).join("no-mannequin.bin");
        fs::write(&none, []).expect("the build's own folder can be written");
        none
    };
    println!("cargo::rustc-env=TOILE_MANNEQUIN={}", embedded.display());
}
