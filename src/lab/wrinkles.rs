//! What experiments on wrinkles share (Miguel 2013, §6): the fabric without its internal friction, damped alike, and numbers that
//! say what eyes see of a wrinkled cloth.

use super::OneOf;
use super::sample::WEFT;
use super::strip::moment;
use crate::Drape;
use crate::cloth::{CurvatureRest, Fabric, Model, build_fabric, shapes};
use crate::document::{self, Choice};
use crate::fabric::bending::BendingLaws;
use crate::fabric::membrane::{Response, Strain};
use crate::fabric::viscosity::ViscosityLaws;
use crate::forces::{bending, membrane};
use crate::issue::Issues;
use crate::math::dihedral::angle;
use crate::math::real::cos;
use crate::row::{Given, Table, Values};
use glam::DVec3;
use std::f64::consts::PI;

/// How time advances in experiments that watch motion die out: the midpoint rule takes no energy of its own.
pub(super) const INTEGRATOR: OneOf = OneOf {
    id: "integrator",
    words: &["midpoint", "backward-euler", "bdf2", "sdirk2"],
    default: "midpoint",
    help: "How time advances. The midpoint rule damps nothing by itself; the others calm the cloth as friction would.",
};

/// The name of a bending law's own damping, where it has one.
const BENDING_DAMPING: &str = "damping_un_m_s";

/// The fabric as it is and the same without internal friction, both with a viscosity of so many seconds times their stiffness
/// at rest, as Baraff and Witkin damp: of stretch and shear always, of bending where its law knows damping.
pub(super) fn both(fabric: &document::Fabric, damping: f64) -> Result<[Fabric; 2], Issues> {
    Ok([damped(fabric, damping)?, damped(&smooth(fabric), damping)?])
}

/// The same fabric without internal friction.
pub(super) fn smooth(fabric: &document::Fabric) -> document::Fabric {
    document::Fabric { internal_friction: Choice::of("internal-friction.none"), ..fabric.clone() }
}

/// The fabric whose bending has a viscosity of so many seconds times its stiffness at rest; nothing where its law knows none.
pub(super) fn bending_damped(fabric: &document::Fabric, seconds: f64) -> Result<Option<document::Fabric>, Issues> {
    let row = BendingLaws::find(&fabric.bending.kind);
    if !row.is_some_and(|row| row.parameters.iter().any(|parameter| parameter.id == BENDING_DAMPING)) {
        return Ok(None);
    }
    let [_, stiffness] = moment(&build_fabric(fabric)?.bending, WEFT, 0.0);
    let mut fabric = fabric.clone();
    fabric.bending.parameters.insert(BENDING_DAMPING.to_owned(), seconds * stiffness * 1e6);
    Ok(Some(fabric))
}

fn damped(fabric: &document::Fabric, seconds: f64) -> Result<Fabric, Issues> {
    if seconds == 0.0 {
        return build_fabric(fabric);
    }
    let bending = bending_damped(fabric, seconds)?;
    let built = build_fabric(bending.as_ref().unwrap_or(fabric))?;
    let mut rest = [Response::default()];
    built.membrane.respond_all(&[Strain::default()], &mut rest);
    let names = ["weft_n_s_per_m", "warp_n_s_per_m", "shear_n_s_per_m"];
    let viscous: Values =
        names.iter().enumerate().map(|(m, name)| ((*name).to_owned(), seconds * rest[0].tangent.col(m)[m])).collect();
    let row = ViscosityLaws::find("viscosity.linear").expect("a row of the table");
    Ok(Fabric { viscosity: (row.make)(&Given::from(&viscous)), ..built })
}

/// From 0 to 1 in the course of a motion, beginning and ending gently: a jerk would ring in the cloth.
pub(super) fn gently(part: f64) -> f64 {
    0.5 - 0.5 * cos(PI * part.clamp(0.0, 1.0))
}

/// Kinetic energy of the cloth that nobody holds, J.
pub(super) fn kinetic_energy(drape: &Drape) -> f64 {
    let model = drape.model();
    let each = model.masses.iter().zip(&model.fixed).zip(&drape.state().velocities);
    0.5 * each.filter(|((_, fixed), _)| !**fixed).map(|((mass, _), v)| mass * v.length_squared()).sum::<f64>()
}

/// Measures the energy that a cloth stores, without what friction does.
#[derive(Debug)]
pub(super) struct Energies {
    membrane: membrane::Scratch,
    bending: bending::Scratch,
}

impl Energies {
    pub(super) fn new(model: &Model) -> Self {
        Energies { membrane: membrane::Scratch::new(model), bending: bending::Scratch::new(model) }
    }

    /// Of stretch, shear and bending, J.
    pub(super) fn elastic(&mut self, drape: &Drape) -> f64 {
        let (model, positions) = (drape.model(), &drape.state().positions);
        self.membrane.energy(model, positions) + self.bending.energy(model, positions)
    }
}

/// Measures how much a cloth is bent more, or less, than it was at first.
#[derive(Debug)]
pub(super) struct Wrinkles {
    shapes: Vec<CurvatureRest>,
    smooth: Vec<DVec3>,
}

impl Wrinkles {
    /// The cloth where it starts is smooth.
    pub(super) fn new(model: &Model) -> Self {
        Self::since(model, &model.start)
    }

    /// The cloth at these positions is as it should be.
    pub(super) fn since(model: &Model, positions: &[DVec3]) -> Self {
        let shapes = shapes(model);
        let smooth = curvatures(&shapes, model, positions);
        Wrinkles { shapes, smooth }
    }

    /// Root of the mean square, by area, of what was added to the curvature tensor, 1/m.
    pub(super) fn rms_curvature(&self, drape: &Drape) -> f64 {
        let (mut sum, mut area) = (0.0, 0.0);
        for (share, now, smooth) in self.pairs(drape) {
            let added = now - smooth;
            sum += share * inner(added, added);
            area += share;
        }
        (sum / area).sqrt()
    }

    /// How much the cloth is bent where and as it was at first, however strongly: 1 alike, 0 nothing in common. The cosine between the
    /// two fields of curvature tensors.
    pub(super) fn likeness(&self, drape: &Drape) -> f64 {
        let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
        for (share, now, before) in self.pairs(drape) {
            both += share * inner(now, before);
            first += share * inner(before, before);
            second += share * inner(now, now);
        }
        // Flat cloth is like nothing.
        both / (first * second).sqrt().max(f64::MIN_POSITIVE)
    }

    /// Area, curvature now and at first of each triangle.
    fn pairs(&self, drape: &Drape) -> impl Iterator<Item = (f64, DVec3, DVec3)> {
        let model = drape.model();
        let now = curvatures(&self.shapes, model, &drape.state().positions);
        let area = |shape: &CurvatureRest| model.rest[shape.triangle as usize].area;
        self.shapes.iter().map(area).zip(now).zip(&self.smooth).map(|((area, now), smooth)| (area, now, *smooth))
    }
}

/// The product of two tensors, whose shear component stands twice in them.
fn inner(a: DVec3, b: DVec3) -> f64 {
    a.x * b.x + a.y * b.y + 2.0 * a.z * b.z
}

/// K_uu, K_vv and K_uv of triangles, 1/m.
fn curvatures(shapes: &[CurvatureRest], model: &Model, positions: &[DVec3]) -> Vec<DVec3> {
    let mut angles: Vec<f64> =
        model.hinges.iter().map(|hinge| angle(hinge.particles.map(|particle| positions[particle as usize]))).collect();
    // Edges without a hinge read a zero there.
    angles.push(0.0);
    let tensor = |shape: &CurvatureRest| {
        let [first, second, third] = shape.hinges_or(model.hinges.len()).map(|hinge| angles[hinge]);
        shape.map * DVec3::new(first, second, third)
    };
    shapes.iter().map(tensor).collect()
}

/// Root of the mean square of numbers.
pub(super) fn rms(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len() as f64;
    (numbers.map(|x| x * x).sum::<f64>() / count).sqrt()
}
