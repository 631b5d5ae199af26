//! A heavy ball hangs from the lower right corner of cloth that a bar holds along its left edge (fig. 11c).

use super::super::{Body, Shape};
use super::{Hold, Scene, Scenes, Setting, Stage};
use crate::row::RowOf;
use glam::DVec3;

pub(super) const ROW: RowOf<Scenes> = RowOf::<Scenes> {
    id: "tear.corner-load",
    title: "Load at a corner",
    help: "A ball hangs from the lower right corner of cloth that a bar holds along its left edge, and tears it open (Metaaphanon 2009, fig. 11c).",
    parameters: &[],
    curves: &[],
    make: Scene { speed: 0.0, load: 0.02, seconds: 1.0, mover: 1, grip: 0, set },
};

fn set(stage: &Stage) -> Setting {
    let ([east, north], [warps, wefts], patch) = (stage.last(), stage.size, stage.patch());
    let bar = Shape::Block { half: DVec3::new(stage.bar(), 0.55 * north * stage.spacing, stage.bar()) };
    let middle = 0.5 * (patch - 1) as f64;
    let ball = Shape::Ball { radius: 0.8 * patch as f64 * stage.spacing };
    let mut ball = Body::free(ball, stage.at(east - middle, middle), DVec3::new(0.0, -stage.speed, 0.0), stage.load);
    // It holds a corner inside itself: the cloth that leaves it must not run into it.
    ball.solid = false;
    Setting {
        bodies: vec![
            (Body::driven(bar, stage.at(0.5, 0.5 * north), DVec3::ZERO), Hold { warps: [0, 2], wefts: [0, wefts] }),
            (ball, Hold { warps: [warps - patch, warps], wefts: [0, patch] }),
        ],
        slit: None,
    }
}
