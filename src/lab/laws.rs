//! The laws of a fabric as curves to draw: what a panel shows beside their numbers.
//!
//! Every point comes from the law that steps use, never from its coefficients. A fabric that cannot be draped is drawn as
//! far as it goes, with what is wrong beside it and, on a measured curve, the place where it gives way: that is what one
//! needs to see in order to mend it.

use super::strip::moment;
use crate::cloth::build_fabric;
use crate::document::{self, Choice, Fabric};
use crate::fabric::bending::{Bending, BendingLaws, MomentCurvature, moment_curve};
use crate::fabric::friction::{FrictionLaw, FrictionLaws};
use crate::fabric::internal_friction::{InternalFrictionLaw, Mode, Start};
use crate::fabric::membrane::{MembraneLaw, MembraneLaws, Strain};
use crate::fabric::viscosity::ViscosityLaws;
use crate::issue::Issues;
use crate::math::spline::{Prepared, Spline, Steepness};
use crate::row::{Curves, Table, Values};
use glam::DVec2;
use serde::Serialize;
use std::f64::consts::FRAC_1_SQRT_2;

/// The laws of a fabric, and what stands against draping it.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Laws {
    /// Plots in the order of the fabric's fields; those of a law that cannot be built are left out.
    pub plots: Vec<Plot>,
    /// What is wrong; places are paths into the fabric.
    pub issues: Issues,
}

/// Traces that share their axes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Plot {
    /// Stable name, such as `tension`.
    pub id: &'static str,
    /// Field of the fabric that it shows.
    pub law: &'static str,
    /// Name shown to people.
    pub title: &'static str,
    /// What is set.
    pub x: Axis,
    /// What the law answers.
    pub y: Axis,
    /// The curves.
    pub traces: Vec<Trace>,
    /// The same law written as measured curves, where it is not and can be.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "Option<crate::document::ChoiceShape>"))]
    pub as_curves: Option<Written>,
}

/// One axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Axis {
    /// Name shown to people.
    pub name: &'static str,
    /// Unit; `1` for a ratio.
    pub unit: &'static str,
}

/// One curve.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Trace {
    /// What is strained, such as `weft`.
    pub id: &'static str,
    /// On which way.
    pub branch: Branch,
    /// x and y, in the units of the axes.
    pub points: Vec<[f64; 2]>,
    /// Knots of the document's curve of this id, where the law has one; its origin first.
    pub knots: Vec<Knot>,
    /// Where such a curve does not rise, and so gives way.
    pub gives_way: Option<[f64; 2]>,
}

/// Which way a curve is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Branch {
    /// There is but one.
    Elastic,
    /// Strain grows from rest.
    Load,
    /// Strain goes back from there.
    Unload,
    /// The threshold of rest, one point.
    Rest,
}

/// A knot of a measured curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS))]
pub struct Knot {
    /// Argument.
    pub at: f64,
    /// Value.
    pub value: f64,
    /// Slope.
    pub slope: f64,
}

/// A choice from a table, as a document writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Written {
    kind: &'static str,
    parameters: Values,
    curves: Curves,
}

/// Points of a curve; of a loop each way.
const POINTS: usize = 96;
/// How far a curve is drawn beyond its last knot.
const BEYOND: f64 = 1.2;
/// How far laws without knots are drawn: strain, shear, 1/s, 1/m and m/s.
const STRAIN: f64 = 0.1;
const SHEAR: f64 = 0.3;
const RATE: f64 = 2.0;
const CURVATURE: f64 = 100.0;
const SPEED: f64 = 1.0;
/// A slope below this part of the one at the origin counts as none, as for the document's checks.
const FLAT: f64 = 1e-9;
/// µN of moment per N.
const MICRO: f64 = 1e6;

const STRAIN_AXIS: Axis = Axis { name: "strain", unit: "1" };
const STRESS_AXIS: Axis = Axis { name: "stress", unit: "N/m" };
const CURVATURE_AXIS: Axis = Axis { name: "curvature", unit: "1/m" };
const MOMENT_AXIS: Axis = Axis { name: "moment per width", unit: "µN" };
const SPEED_AXIS: Axis = Axis { name: "sliding speed", unit: "m/s" };

/// Weft, warp and shear of a strain.
const MODES: [&str; 3] = ["weft", "warp", "shear"];

/// What a panel draws of a fabric, given as JSON text.
pub fn laws(text: &str) -> Laws {
    let issues = document::read_fabric(text).err().unwrap_or_default();
    let value: Result<serde_json::Value, _> = serde_json::from_str(text);
    let Ok(fabric) = value.and_then(serde_json::from_value::<Fabric>) else {
        return Laws { plots: Vec::new(), issues };
    };
    let mut plots = membrane(&fabric.membrane);
    plots.extend(viscosity(&fabric.viscosity));
    // Laws that lean on others are drawn where all of them stand.
    plots.extend(if issues.is_empty() { loops(&fabric) } else { Vec::new() });
    plots.extend(bending(&fabric.bending));
    plots.extend(friction(&fabric.friction, ["friction", "Friction on a body"]));
    plots.extend(friction(&fabric.self_friction, ["self_friction", "Friction on itself"]));
    Laws { plots, issues }
}

fn sampled(reach: f64, value: impl Fn(f64) -> f64) -> Vec<[f64; 2]> {
    (0..=POINTS).map(|k| reach * k as f64 / POINTS as f64).map(|x| [x, value(x)]).collect()
}

impl Trace {
    fn new(id: &'static str, branch: Branch, points: Vec<[f64; 2]>) -> Self {
        Trace { id, branch, points, knots: Vec::new(), gives_way: None }
    }

    /// The curve behind a trace, if the document has one.
    fn of_curve(mut self, curve: Option<&Spline>) -> Self {
        let Some(spline) = curve else { return self };
        let prepared = Prepared::new(spline);
        let knot = |at: f64| Knot { at, value: prepared.at(at).value, slope: prepared.at(at).slope };
        self.knots = std::iter::once(0.0).chain(spline.segments.iter().map(|segment| segment.to)).map(knot).collect();
        let [Steepness { at, slope }, _] = spline.slopes();
        self.gives_way = (slope <= FLAT * spline.slope).then(|| [at, prepared.at(at).value]);
        self
    }
}

/// The measured curve of a law, its default where the document is silent; nothing where the law has none or its knots are
/// out of order.
fn curve_of<T: Table>(choice: &Choice<T>, id: &str) -> Option<Spline> {
    let parameter = T::find(&choice.kind)?.curves.iter().find(|curve| curve.id == id)?;
    let spline = choice.given().curve(parameter);
    let ends = || spline.segments.iter().map(|segment| segment.to);
    let ordered = ends().zip(ends().skip(1)).all(|(a, b)| a < b) && ends().all(|end| end > 0.0);
    ordered.then_some(spline)
}

/// Whether none of the law's curves is out of order.
fn drawable<T: Table>(choice: &Choice<T>) -> bool {
    T::find(&choice.kind).is_some_and(|row| row.curves.iter().all(|curve| curve_of(choice, curve.id).is_some()))
}

/// As far as the last knot of these curves and a little beyond, or `otherwise` where there is none.
fn reach<'a>(curves: impl Iterator<Item = Option<&'a Spline>>, otherwise: f64) -> f64 {
    let last = curves.flatten().filter_map(|curve| curve.segments.last()).map(|segment| BEYOND * segment.to);
    let furthest = last.fold(0.0, f64::max);
    if furthest > 0.0 { furthest } else { otherwise }
}

fn strained(mode: usize, strain: f64) -> Strain {
    let mut parts = [0.0; 3];
    parts[mode] = strain;
    Strain { uu: parts[0], vv: parts[1], uv: parts[2] }
}

/// The traces of modes of a law of the membrane, as far as their curves go.
fn modes<T: Table>(choice: &Choice<T>, law: &dyn MembraneLaw, modes: &[usize], otherwise: f64) -> Vec<Trace> {
    let curves = modes.iter().map(|mode| curve_of(choice, MODES[*mode])).collect::<Vec<_>>();
    let reach = reach(curves.iter().map(Option::as_ref), otherwise);
    let trace = |(mode, curve): (&usize, &Option<Spline>)| {
        let points = sampled(reach, |x| law.respond(strained(*mode, x)).stress[*mode]);
        Trace::new(MODES[*mode], Branch::Elastic, points).of_curve(curve.as_ref())
    };
    modes.iter().zip(&curves).map(trace).collect()
}

fn membrane(choice: &Choice<MembraneLaws>) -> Vec<Plot> {
    let Some(row) = MembraneLaws::find(&choice.kind).filter(|_| drawable(choice)) else { return Vec::new() };
    let law = (row.make)(&choice.given());
    let plot = |id, title, traces, as_curves| Plot {
        id,
        law: "membrane",
        title,
        x: STRAIN_AXIS,
        y: STRESS_AXIS,
        traces,
        as_curves,
    };
    let written = row.curves.is_empty().then(|| straight(law.as_ref())).flatten();
    vec![
        plot("tension", "Stretch", modes(choice, law.as_ref(), &[0, 1], STRAIN), written),
        plot("shear", "Shear", modes(choice, law.as_ref(), &[2], SHEAR), None),
    ]
}

/// A linear law without terms between its modes as curves, with knots to take hold of.
fn straight(law: &dyn MembraneLaw) -> Option<Written> {
    let tangent = law.respond(Strain::default()).tangent;
    let between = (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).filter(|(i, j)| i != j);
    if between.into_iter().any(|(i, j)| tangent.col(i)[j] != 0.0) {
        return None;
    }
    let line = |mode: usize, reach: f64| Spline::new(tangent.col(mode)[mode], &[(0.5 * reach, &[]), (reach, &[])]);
    let curves = [line(0, STRAIN), line(1, STRAIN), line(2, SHEAR)];
    let curves = MODES.iter().zip(curves).map(|(id, curve)| ((*id).to_owned(), curve)).collect();
    Some(Written { kind: "membrane.spline", parameters: Values::new(), curves })
}

fn viscosity(choice: &Choice<ViscosityLaws>) -> Option<Plot> {
    let row = ViscosityLaws::find(&choice.kind).filter(|_| drawable(choice))?;
    let law = (row.make)(&choice.given())?;
    Some(Plot {
        id: "viscosity",
        law: "viscosity",
        title: "Viscous stress",
        x: Axis { name: "strain rate", unit: "1/s" },
        y: STRESS_AXIS,
        traces: modes(choice, law.as_ref(), &[0, 1, 2], RATE),
        as_curves: None,
    })
}

/// Strips cut along weft, warp and bias.
const STRIPS: [(&str, DVec2); 3] = [("weft", DVec2::X), ("warp", DVec2::Y), ("bias", DVec2::splat(FRAC_1_SQRT_2))];

fn bending(choice: &Choice<BendingLaws>) -> Option<Plot> {
    let row = BendingLaws::find(&choice.kind).filter(|_| drawable(choice))?;
    let law = (row.make)(&choice.given()).ok();
    let curves = STRIPS.map(|(id, _)| curve_of(choice, id));
    let written = row.curves.is_empty().then(|| bent(choice, law.as_ref())).flatten();
    let knees = written.iter().flat_map(|written| written.curves.values()).map(Some);
    let reach = reach(curves.iter().map(Option::as_ref).chain(knees), CURVATURE);
    let trace = |((id, turn), curve): (&(&'static str, DVec2), &Option<Spline>)| {
        // Strips that no sheet shows together are still curves of their own.
        let points = match (&law, curve) {
            (Some(law), _) => sampled(reach, |x| MICRO * moment(law, *turn, x)[0]),
            (None, Some(curve)) => sampled(reach, |x| Prepared::new(curve).at(x).value),
            (None, None) => Vec::new(),
        };
        Trace::new(id, Branch::Elastic, points).of_curve(curve.as_ref())
    };
    Some(Plot {
        id: "bending",
        law: "bending",
        title: "Bending",
        x: CURVATURE_AXIS,
        y: MOMENT_AXIS,
        traces: STRIPS.iter().zip(&curves).map(trace).collect(),
        as_curves: written,
    })
}

/// A law of bending that is stated in numbers as curves, with knots to take hold of.
fn bent(choice: &Choice<BendingLaws>, law: Option<&Bending>) -> Option<Written> {
    let with_knots = |curve: Spline| match curve.segments.is_empty() {
        true => Spline::new(curve.slope, &[(0.5 * CURVATURE, &[]), (CURVATURE, &[])]),
        false => curve,
    };
    let curves: Vec<Spline> = match law? {
        Bending::Hinge(law) => vec![with_knots(Spline::new(MICRO * law.bend(0.0).tangent, &[])); 3],
        Bending::Tensor(_) => {
            let p = MomentCurvature::from_values(&choice.parameters);
            let strips = [
                [p.weft_b1_un_m, p.weft_b2_un_m, p.weft_c1_un_m2],
                [p.warp_b1_un_m, p.warp_b2_un_m, p.warp_c1_un_m2],
                [p.bias_b1_un_m, p.bias_b2_un_m, p.bias_c1_un_m2],
            ];
            let strip = |numbers: [f64; 3]| moment_curve(numbers.map(|number| number * p.beta)).map(with_knots);
            strips.into_iter().map(strip).collect::<Result<_, _>>().ok()?
        }
    };
    let damping = choice.parameters.get(DAMPING).map(|damping| (DAMPING.to_owned(), *damping));
    let curves = STRIPS.iter().zip(curves).map(|((id, _), curve)| ((*id).to_owned(), curve)).collect();
    Some(Written { kind: "bend.spline", parameters: damping.into_iter().collect(), curves })
}

/// The viscosity that laws of the curvature tensor share.
const DAMPING: &str = "damping_un_m_s";

/// Loading from rest and unloading to rest, with the friction of the yarns on top of what is elastic.
fn loops(fabric: &Fabric) -> Vec<Plot> {
    let Ok(built) = build_fabric(fabric) else { return Vec::new() };
    let Some(friction) = &built.internal_friction else { return Vec::new() };
    let curves = |id: &str| curve_of(&fabric.membrane, id);
    let tension = reach([curves("weft"), curves("warp")].iter().map(Option::as_ref), STRAIN);
    let shear = reach([curves("shear")].iter().map(Option::as_ref), SHEAR);
    let of_membrane = |mode: usize, reach: f64| {
        let elastic = |x: f64| built.membrane.respond(strained(mode, x)).stress[mode];
        walked(friction.as_ref(), MODES[mode], Mode::MEMBRANE[mode], reach, elastic)
    };
    let of_bending = |mode: usize| {
        let (id, turn) = STRIPS[mode];
        let elastic = |x: f64| moment(&built.bending, turn, x)[0];
        walked(friction.as_ref(), id, Mode::BENDING[mode], CURVATURE, elastic).map(|mut trace| {
            trace.points.iter_mut().for_each(|point| point[1] *= MICRO);
            trace
        })
    };
    let plot = |id, title, [x, y]: [Axis; 2], traces: Vec<Trace>| Plot {
        id,
        law: "internal_friction",
        title,
        x,
        y,
        traces,
        as_curves: None,
    };
    let plots = [
        plot(
            "tension-loop",
            "Stretch, there and back",
            [STRAIN_AXIS, STRESS_AXIS],
            [0, 1].map(|mode| of_membrane(mode, tension)).concat(),
        ),
        plot("shear-loop", "Shear, there and back", [STRAIN_AXIS, STRESS_AXIS], of_membrane(2, shear).to_vec()),
        plot("bending-loop", "Bending, there and back", [CURVATURE_AXIS, MOMENT_AXIS], [0, 1].map(of_bending).concat()),
    ];
    plots.into()
}

/// What is felt on the way from rest to a strain and back to rest.
fn walked(
    law: &dyn InternalFrictionLaw,
    id: &'static str,
    mode: Mode,
    reach: f64,
    elastic: impl Fn(f64) -> f64,
) -> [Trace; 2] {
    let there = (0..=POINTS).map(|k| reach * k as f64 / POINTS as f64);
    let back = (0..=POINTS).map(|k| reach * (POINTS - k) as f64 / POINTS as f64);
    let mut here = Start::default();
    let mut go = |strain: f64| {
        let start = Start { drift: strain - here.strain, ..here };
        here = Start { strain, stress: law.settle(mode, start, strain), drift: 0.0 };
        [strain, elastic(strain) + here.stress]
    };
    let load: Vec<[f64; 2]> = there.map(&mut go).collect();
    let unload = back.map(&mut go).collect();
    [Trace::new(id, Branch::Load, load), Trace::new(id, Branch::Unload, unload)]
}

fn friction(choice: &Choice<FrictionLaws>, [field, title]: [&'static str; 2]) -> Vec<Plot> {
    let Some(row) = FrictionLaws::find(&choice.kind) else { return Vec::new() };
    let law: Box<dyn FrictionLaw> = (row.make)(&choice.parameters);
    // Friction falls steepest just above rest: points are close together there.
    let speeds = || (0..=POINTS).map(|k| k as f64 / POINTS as f64).map(|part| SPEED * part * part * part);
    let sliding = |value: &dyn Fn(f64) -> f64| speeds().map(|speed| [speed, value(speed)]).collect::<Vec<_>>();
    let plot = |id, title, y, traces| Plot { id, law: field, title, x: SPEED_AXIS, y, traces, as_curves: None };
    let dry = vec![
        Trace::new("sliding", Branch::Elastic, sliding(&|speed| law.coefficient(speed))),
        Trace::new("at rest", Branch::Rest, vec![[0.0, law.stiction()]]),
    ];
    let mut plots = vec![plot(field, title, Axis { name: "friction over pressure", unit: "1" }, dry)];
    if law.viscous(SPEED) != 0.0 {
        let wet = vec![Trace::new("sliding", Branch::Elastic, sliding(&|speed| law.viscous(speed)))];
        let id = if field == "friction" { "friction-viscous" } else { "self-friction-viscous" };
        plots.push(plot(id, "Viscous part", Axis { name: "stress", unit: "N/m²" }, wet));
    }
    plots
}
