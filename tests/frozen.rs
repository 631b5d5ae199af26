//! Panels that stay where they are, and layers that begin further out.

use toile::Drape;
use toile::body::Assets;
use toile::cloth::assemble;
use toile::document::{Document, Placement};
use toile::garment;

fn square() -> Document {
    garment::all().into_iter().find(|document| document.panels.len() == 1).expect("a square to begin with")
}

fn run(drape: &mut Drape, steps: usize) {
    for _ in 0..steps {
        assert!(drape.step().halted.is_none());
    }
}

#[test]
fn a_frozen_panel_stays_to_the_bit_and_goes_on_from_there() {
    let loose = square();
    let mut frozen = loose.clone();
    frozen.panels[0].frozen = true;

    let mut drape = Drape::new(&loose).unwrap();
    run(&mut drape, 20);
    drape.update(&frozen).unwrap();
    let held = drape.point_positions();
    run(&mut drape, 20);
    assert_eq!(drape.point_positions(), held);
    drape.update(&loose).unwrap();
    run(&mut drape, 5);
    let fell = |(now, then): (&glam::DVec3, &glam::DVec3)| then.y - now.y;
    let most = drape.point_positions().iter().zip(&held).map(fell).fold(0.0, f64::max);
    assert!(most > 1e-3, "{most}");
}

#[test]
fn a_layer_begins_as_far_out_as_an_offset_would_put_it() {
    let assets = Assets::built_in();
    let size = garment::figure("woman-88", "size").unwrap();
    let row = garment::garment("garment.a-line-skirt", "garment").unwrap();
    let document = garment::made_to_measure(row, &Default::default(), size, assets).unwrap();
    let (mut layered, mut moved) = (document.clone(), document);
    layered.panels[0].layer = 2;
    let Placement::Arrangement { offset_mm, .. } = &mut moved.panels[0].placement else { panic!("not on a body") };
    offset_mm[2] += 30.0;
    let starts = [layered, moved].map(|document| assemble(&document).unwrap().sheets.remove(0).start);
    assert_eq!(starts[0], starts[1]);
}
