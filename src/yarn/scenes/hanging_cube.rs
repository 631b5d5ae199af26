//! A cube hangs from the lower right corner of cloth that a bar holds along its upper edge (fig. 8).

use super::super::{Body, Shape};
use super::{Hold, Scene, Scenes, Setting, Stage};
use crate::row::RowOf;
use glam::DVec3;

pub(super) const ROW: RowOf<Scenes> = RowOf::<Scenes> {
    id: "tear.hanging-cube",
    title: "Hanging cube",
    help: "A cube hangs from the lower right corner of cloth that a bar holds along its upper edge, and tears it (Metaaphanon 2009, fig. 8).",
    parameters: &[],
    curves: &[],
    make: Scene { speed: 0.0, load: 0.02, seconds: 1.2, mover: 1, grip: 0, set },
};

fn set(stage: &Stage) -> Setting {
    let ([east, north], [warps, wefts], patch) = (stage.last(), stage.size, stage.patch());
    let half = DVec3::new(0.55 * east * stage.spacing, stage.bar(), stage.bar());
    let bar = Body::driven(Shape::Block { half }, stage.at(0.5 * east, north), DVec3::ZERO);
    let middle = 0.5 * (patch - 1) as f64;
    let side = 0.8 * patch as f64 * stage.spacing;
    let cube = Shape::Block { half: DVec3::splat(side) };
    let start = stage.at(east - middle, middle);
    let mut cube = Body::free(cube, start, DVec3::new(0.0, -stage.speed, 0.0), stage.load);
    // It holds a corner inside itself: the cloth that leaves it must not run into it.
    cube.solid = false;
    Setting {
        bodies: vec![
            (bar, Hold { warps: [0, warps], wefts: [wefts - 1, wefts] }),
            (cube, Hold { warps: [warps - patch, warps], wefts: [0, patch] }),
        ],
        slit: None,
    }
}
