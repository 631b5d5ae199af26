//! How what lies on a body is carried along from one time to another.

use super::mesh::MeshShape;
use super::motion::{Motion, Pose};
use super::{NO_HINT, Nearest, Shape};
use glam::{DMat3, DVec3};
use std::sync::Arc;

/// The way of a body from one time to another: made once for many points.
#[derive(Clone, Debug)]
pub struct Passage {
    /// Its poses; nothing for a body that never moves.
    poses: Option<[Pose; 2]>,
    /// Its skins, where it deforms.
    skins: Option<[Arc<MeshShape>; 2]>,
}

impl Passage {
    /// From one time to another, s.
    pub fn new(shape: &dyn Shape, motion: &dyn Motion, times: [f64; 2]) -> Self {
        let [from, to] = times.map(|seconds| shape.posed(seconds));
        let skins = from.zip(to).map(|(from, to)| [from, to]);
        Passage { poses: (!motion.is_still()).then(|| times.map(|seconds| motion.pose(seconds))), skins }
    }

    /// Whether the body is in the end as and where it was: one that deforms has a single skin while it stands.
    pub fn stands(&self) -> bool {
        let same = |[before, after]: &[Arc<MeshShape>; 2]| Arc::ptr_eq(before, after);
        self.poses.is_none() && self.skins.as_ref().is_none_or(same)
    }

    /// Whether it begins with this skin, seen in the world as it is: then what is known of that need not be asked.
    pub fn begins_at(&self, skin: Option<&Arc<MeshShape>>) -> bool {
        let same = |skins: &[Arc<MeshShape>; 2]| skin.is_some_and(|skin| Arc::ptr_eq(skin, &skins[0]));
        self.poses.is_none() && self.skins.as_ref().is_some_and(same)
    }

    /// Where the body takes a place of the first time: with the point of its skin that is nearest, where it deforms. The hint is that
    /// of questions from there.
    pub fn apply(&self, place: DVec3, hint: u32) -> DVec3 {
        self.carry(place, hint, None)
    }

    /// The same where the answer may be known already, with the hint that it left.
    pub fn carry(&self, place: DVec3, hint: u32, known: Option<(Nearest, u32)>) -> DVec3 {
        let own = self.poses.map_or(place, |[from, _]| from.back(place));
        let carried = match &self.skins {
            Some([before, after]) if Arc::ptr_eq(before, after) => own,
            Some([before, after]) => own + motion_of_skin([before, after], own, (hint, known)),
            None if self.poses.is_none() => return place,
            None => own,
        };
        self.poses.map_or(carried, |[_, to]| to.apply(carried))
    }

    /// How it turns directions; those of a skin are left as they are, which differ by some degrees.
    pub fn turn(&self) -> DMat3 {
        self.poses.map_or(DMat3::IDENTITY, |[from, to]| from.to(&to).turn)
    }
}

/// How the point of a skin nearest to a place moves between two times, m.
fn motion_of_skin(
    [before, after]: [&Arc<MeshShape>; 2],
    place: DVec3,
    (hint, known): (u32, Option<(Nearest, u32)>),
) -> DVec3 {
    let ask = || before.nearest_on(place, (hint != NO_HINT).then_some(hint));
    let (nearest, triangle) = known.unwrap_or_else(ask);
    let corners = before.triangles()[triangle as usize].map(|corner| corner as usize);
    let [a, b, c] = corners.map(|corner| before.vertices()[corner]);
    let foot = place - nearest.normal * nearest.distance;
    let normal = (b - a).cross(c - a);
    let part = |p: DVec3, q: DVec3| (p - foot).cross(q - foot).dot(normal) / normal.length_squared();
    let parts = [part(b, c), part(c, a), part(a, b)];
    (0..3).map(|k| (after.vertices()[corners[k]] - before.vertices()[corners[k]]) * parts[k]).sum()
}
