//! Two balls hold the upper corners and move apart (figs. 6 and 9).

use super::super::{Body, Shape};
use super::{Hold, Scene, Scenes, Setting, Stage};
use crate::row::RowOf;
use glam::DVec3;

pub(super) const ROW: RowOf<Scenes> = RowOf::<Scenes> {
    id: "tear.corners",
    title: "Corners pulled apart",
    help: "Two balls hold the upper corners and move apart; from a small slit between them the cloth tears (Metaaphanon 2009, figs. 6 and 9).",
    parameters: &[],
    curves: &[],
    make: Scene { speed: 0.03, load: 0.0, seconds: 1.5, mover: 1, grip: 1, set },
};

fn set(stage: &Stage) -> Setting {
    let ([east, north], patch) = (stage.last(), 2 * stage.patch());
    let ([warps, wefts], middle) = (stage.size, 0.5 * (patch - 1) as f64);
    let ball = Shape::Ball { radius: 0.5 * patch as f64 * stage.spacing };
    let away = DVec3::X * stage.speed;
    let body = |i: f64, velocity| Body::driven(ball, stage.at(i, north - middle), velocity);
    let wefts = [wefts - patch, wefts];
    Setting {
        bodies: vec![
            (body(middle, -away), Hold { warps: [0, patch], wefts }),
            (body(east - middle, away), Hold { warps: [warps - patch, warps], wefts }),
        ],
        // Without it the cloth tears where the balls hold it, and not between them.
        slit: Some((warps / 2 - 1, [stage.size[1] - stage.size[1].div_ceil(8), stage.size[1]])),
    }
}
