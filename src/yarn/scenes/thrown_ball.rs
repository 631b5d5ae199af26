//! A ball is thrown at cloth that two bars hold (figs. 7 and 11d).

use super::super::{Body, Shape};
use super::{Hold, Scene, Scenes, Setting, Stage};
use crate::row::RowOf;
use glam::DVec3;

pub(super) const ROW: RowOf<Scenes> = RowOf::<Scenes> {
    id: "tear.thrown-ball",
    title: "Thrown ball",
    help: "A ball is thrown at cloth that two bars hold on its left and right, and tears it (Metaaphanon 2009, figs. 7 and 11d).",
    parameters: &[],
    curves: &[],
    make: Scene { speed: 1.0, load: 0.005, seconds: 0.8, mover: 2, grip: 1, set },
};

fn set(stage: &Stage) -> Setting {
    let [east, north] = stage.last();
    let [warps, wefts] = stage.size;
    let bar = Shape::Block { half: DVec3::new(stage.bar(), 0.55 * north * stage.spacing, stage.bar()) };
    let body = |i: f64| Body::driven(bar, stage.at(i, 0.5 * north), DVec3::ZERO);
    let radius = 0.16 * east.min(1.5 * north) * stage.spacing;
    let start = stage.at(0.5 * east, 0.5 * north) + DVec3::new(0.0, 0.0, 1.5 * radius);
    let ball = Body::free(Shape::Ball { radius }, start, DVec3::new(0.0, 0.0, -stage.speed), stage.load);
    let all = [0, wefts];
    Setting {
        bodies: vec![
            (body(0.5), Hold { warps: [0, 2], wefts: all }),
            (body(east - 0.5), Hold { warps: [warps - 2, warps], wefts: all }),
            (ball, Hold::default()),
        ],
        slit: None,
    }
}
