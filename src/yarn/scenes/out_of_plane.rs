//! The two legs of a slit swatch are pulled out of its plane, one to each side (fig. 11a): the trouser test of textile laboratories.

use super::super::{Body, Shape};
use super::{Hold, Scene, Scenes, Setting, Stage};
use crate::row::RowOf;
use glam::DVec3;

pub(super) const ROW: RowOf<Scenes> = RowOf::<Scenes> {
    id: "tear.out-of-plane",
    title: "Legs pulled apart",
    help: "Cloth with a slit in its upper edge; one leg is pulled forwards, the other backwards, and the slit runs on (Metaaphanon 2009, fig. 11a).",
    parameters: &[],
    curves: &[],
    make: Scene { speed: 0.03, load: 0.0, seconds: 1.2, mover: 1, grip: 1, set },
};

fn set(stage: &Stage) -> Setting {
    let ([east, north], [warps, wefts]) = (stage.last(), stage.size);
    let middle = warps / 2;
    let half = DVec3::new(0.24 * east * stage.spacing, stage.bar(), stage.bar());
    let body =
        |i: f64, way: f64| Body::driven(Shape::Block { half }, stage.at(i, north - 0.5), way * stage.speed * DVec3::Z);
    let top = [wefts - 2, wefts];
    let bottom = Body::driven(
        Shape::Block { half: DVec3::new(0.55 * east * stage.spacing, stage.bar(), stage.bar()) },
        stage.at(0.5 * east, 0.5),
        DVec3::ZERO,
    );
    Setting {
        bodies: vec![
            (body(0.25 * east, 1.0), Hold { warps: [0, middle], wefts: top }),
            (body(0.75 * east, -1.0), Hold { warps: [middle, warps], wefts: top }),
            (bottom, Hold { warps: [0, warps], wefts: [0, 2] }),
        ],
        slit: Some((middle - 1, [wefts - wefts / 4, wefts])),
    }
}
