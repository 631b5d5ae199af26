//! The same document and seed give the same bits, natively and in wasm.
#![cfg(not(target_arch = "wasm32"))]

use toile::{Drape, garment};

fn run(seed: u64, steps: usize) -> String {
    let mut drape = Drape::new(&garment::all()[0]).unwrap();
    drape.perturb(seed);
    for _ in 0..steps {
        assert!(drape.step().halted.is_none());
    }
    format!("{:016x}", drape.state().hash())
}

/// The recorded hash is what both sides are held to: `tests/wasm.rs` checks it in the browser. When the physics changes,
/// `TOILE_UPDATE=1 cargo test --test determinism` records it anew, and the browser must then agree.
#[test]
fn two_hundred_steps_give_the_recorded_bits() {
    let hash = run(1, 200);
    if std::env::var_os("TOILE_UPDATE").is_some() {
        std::fs::write("tests/determinism.hash", format!("{hash}\n")).unwrap();
    }
    assert_eq!(hash, std::fs::read_to_string("tests/determinism.hash").unwrap().trim());
}

#[test]
fn the_seed_decides_and_nothing_else() {
    assert_eq!(run(0, 20), run(0, 20));
    assert_ne!(run(0, 20), run(2, 20));
}
