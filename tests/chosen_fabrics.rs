//! A fabric that is chosen acts on the cloth as it hangs: every preset goes on from where another has left off.

use toile::Drape;
use toile::document::Document;
use toile::fabric::presets;
use toile::garment;

fn square() -> Document {
    garment::all().into_iter().find(|document| document.panels.len() == 1).expect("a square to begin with")
}

/// The softest, cotton with spandex, is two hundred times softer than denim: what the sphere carries is a million times stiffer.
#[test]
fn presets_take_over_from_running_cloth() {
    let document = square();
    let mut begun = Drape::new(&document).unwrap();
    for _ in 0..70 {
        assert!(begun.step().halted.is_none());
    }
    let state = begun.state().clone();
    for preset in presets::all() {
        let id = preset.id.clone();
        let mut changed = document.clone();
        changed.panels[0].fabric.clone_from(&id);
        changed.fabrics = vec![preset];
        let mut drape = Drape::new(&document).unwrap();
        assert!(drape.set_state(state.clone()));
        drape.update(&changed).unwrap();
        for step in 0..20 {
            let report = drape.step();
            assert!(report.halted.is_none(), "{id} in step {step}: {:?}", report.halted);
        }
        let strain = drape.report().max_strain;
        assert!(strain < 0.2, "{id}: {strain}");
    }
}
