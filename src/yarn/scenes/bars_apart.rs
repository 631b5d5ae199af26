//! Two bars hold the left and the right edge and move apart (fig. 11b).

use super::super::{Body, Shape};
use super::{Hold, Scene, Scenes, Setting, Stage};
use crate::row::RowOf;
use glam::DVec3;

pub(super) const ROW: RowOf<Scenes> = RowOf::<Scenes> {
    id: "tear.bars-apart",
    title: "Bars moving apart",
    help: "Two bars hold the left and the right edge and move apart until the cloth tears across (Metaaphanon 2009, fig. 11b).",
    parameters: &[],
    curves: &[],
    make: Scene { speed: 0.01, load: 0.0, seconds: 0.8, mover: 1, grip: 1, set },
};

fn set(stage: &Stage) -> Setting {
    let ([east, north], [warps, wefts]) = (stage.last(), stage.size);
    let bar = Shape::Block { half: DVec3::new(stage.bar(), 0.55 * north * stage.spacing, stage.bar()) };
    let away = DVec3::X * stage.speed;
    let body = |i: f64, velocity| Body::driven(bar, stage.at(i, 0.5 * north), velocity);
    let all = [0, wefts];
    Setting {
        bodies: vec![
            (body(0.5, -away), Hold { warps: [0, 2], wefts: all }),
            (body(east - 0.5, away), Hold { warps: [warps - 2, warps], wefts: all }),
        ],
        slit: None,
    }
}
