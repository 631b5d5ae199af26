//! Curves of laws: knots that increase, slopes that stay positive, and terms between modes that no slope can hold.
//!
//! A law whose tangent is not positive gives way under load: a triangle would stretch further by itself, and the step
//! that looks for its rest finds none.

use super::{Findings, Lookup};
use crate::document::spelling::did_you_mean;
use crate::document::{Choice, Fabric};
use crate::fabric::membrane::MembraneLaws;
use crate::fabric::seam::{SeamTypes, Weave};
use crate::issue::Issue;
use crate::math::spline::{Segment, Spline};
use crate::row::{CurveParameter, Row, Table};
use glam::DMat3;

/// A slope below this part of the one at the origin counts as none.
const FLAT: f64 = 1e-9;

/// What the numbers of a curve, or of a law, say together. Numbers out of their ranges are told elsewhere.
pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, fabric) in lookup.document.fabrics.iter().enumerate() {
        of_fabric(fabric, &format!("fabrics[{index}]."), found);
    }
    for (choice, weave, place) in seams(lookup) {
        let before = found.count();
        meaning(choice, &place, found);
        if found.count() == before {
            influence(choice, weave, &place, found);
        }
    }
}

/// How every seam and dart is sewn, with where it stands.
fn seams<'a>(lookup: &Lookup<'a>) -> Vec<(&'a Choice<SeamTypes>, Weave, String)> {
    let document = lookup.document;
    let seams = document.seams.iter().enumerate();
    let mut all: Vec<_> =
        seams.map(|(index, seam)| (&seam.stitching, seam.weave, format!("seams[{index}].stitching"))).collect();
    for (index, panel) in document.panels.iter().enumerate() {
        let place = |at: usize| format!("panels[{index}].darts[{at}].stitching");
        all.extend(panel.darts.iter().enumerate().map(|(at, dart)| (&dart.stitching, dart.weave, place(at))));
    }
    all
}

/// A seam cannot make cloth less than limp, and its influence must come down to none.
fn influence(choice: &Choice<SeamTypes>, weave: Weave, place: &str, found: &mut Findings) {
    let Some(row) = SeamTypes::find(&choice.kind).filter(|_| curves_in_range(choice, place) && choice.in_range())
    else {
        return;
    };
    let influence = (row.make)(&choice.given(), weave).influence;
    let ([measured, faded], (value, _)) =
        ([influence.measured_mm, influence.faded_mm], influence.as_measured(influence.measured_mm));
    if faded <= measured {
        found.add(|| {
            let problem = format!("the influence has faded before the {measured} mm to which it was measured");
            Issue::new("seam.fades-early", format!("{place}.parameters.faded_mm"), problem)
                .value(faded)
                .cure("Make \"faded_mm\" larger than \"measured_mm\".")
        });
    } else if value < 0.0 {
        found.add(|| {
            let problem = format!("the stiffness would be negative {measured} mm from the seam");
            Issue::new("seam.negative-stiffness", format!("{place}.curves.fall"), problem)
                .value(format!("{value:.6}"))
                .cure("Let the curve fall by less than \"at_seam\" in all.")
        });
    } else if !influence.fades_evenly() {
        found.add(|| {
            let problem = "the curve is so steep where it ends that the factor would fall below that of the cloth";
            Issue::new("seam.fades-steeply", format!("{place}.parameters.faded_mm"), problem)
                .value(faded)
                .cure("Let it fade nearer to the end of the curve, or let the curve come down further.")
        });
    }
}

/// The same for one fabric; `place` stands before its fields.
pub(in crate::document) fn of_fabric(fabric: &Fabric, place: &str, found: &mut Findings) {
    let membrane = format!("{place}membrane");
    let before = found.count();
    meaning(&fabric.membrane, &membrane, found);
    if found.count() == before {
        positive(&fabric.membrane, &membrane, found);
    }
    meaning(&fabric.viscosity, &format!("{place}viscosity"), found);
    meaning(&fabric.internal_friction, &format!("{place}internal_friction"), found);
    meaning(&fabric.bending, &format!("{place}bending"), found);
    meaning(&fabric.friction, &format!("{place}friction"), found);
    meaning(&fabric.self_friction, &format!("{place}self_friction"), found);
}

/// Ranges and names, for a document that a program has built; of a text the structure check has told them.
pub(super) fn ranges(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, fabric) in lookup.document.fabrics.iter().enumerate() {
        let place = |law: &str| format!("fabrics[{index}].{law}");
        each_range(&fabric.membrane, &place("membrane"), found);
        each_range(&fabric.viscosity, &place("viscosity"), found);
        each_range(&fabric.internal_friction, &place("internal_friction"), found);
        each_range(&fabric.bending, &place("bending"), found);
        each_range(&fabric.friction, &place("friction"), found);
        each_range(&fabric.self_friction, &place("self_friction"), found);
    }
    for (choice, _, place) in seams(lookup) {
        each_range(choice, &place, found);
    }
}

/// The curves that the choice gives for its row, with where they stand.
fn given<'a, T: Table>(
    choice: &'a Choice<T>,
    place: &'a str,
) -> impl Iterator<Item = (&'static CurveParameter, &'a Spline, String)> {
    let known = T::find(&choice.kind).map_or(&[][..], |row: &Row<T::Make>| row.curves);
    let found = known.iter().filter_map(|parameter| Some((parameter, choice.curves.get(parameter.id)?)));
    found.map(move |(parameter, spline)| (parameter, spline, format!("{place}.curves.{}", parameter.id)))
}

fn meaning<T: Table>(choice: &Choice<T>, place: &str, found: &mut Findings) {
    for (parameter, spline, place) in given(choice, place) {
        // What is told already would only be told again in other words.
        if out_of_range(parameter, spline, &place).is_empty() && increasing(spline, &place, found) {
            steep(parameter, spline, &place, found);
        }
    }
}

/// Whether every curve of the choice is in its ranges, in order and rising.
pub(super) fn sound<T: Table>(choice: &Choice<T>, place: &str) -> bool {
    let mut found = Findings::default();
    meaning(choice, place, &mut found);
    found.count() == 0
        && given(choice, place).all(|(parameter, spline, place)| out_of_range(parameter, spline, &place).is_empty())
}

fn each_range<T: Table>(choice: &Choice<T>, place: &str, found: &mut Findings) {
    for (parameter, spline, place) in given(choice, place) {
        out_of_range(parameter, spline, &place).into_iter().for_each(|issue| found.add(|| issue));
    }
    let Some(row) = T::find(&choice.kind) else { return };
    let known = || row.curves.iter().map(|curve| curve.id);
    for id in choice.curves.keys().filter(|id| known().all(|known| known != id.as_str())) {
        found.add(|| {
            let cure = did_you_mean(id, known()).unwrap_or_else(|| "Remove it.".to_owned());
            Issue::new("value.unknown-field", format!("{place}.curves.{id}"), "there is no such curve here").cure(cure)
        });
    }
}

/// Every number of a curve that is outside what its row allows, and lists that are too long.
fn out_of_range(parameter: &CurveParameter, spline: &Spline, place: &str) -> Vec<Issue> {
    let mut issues = Vec::new();
    let mut number = |place: String, value: f64, [least, most]: [f64; 2]| {
        if !(least..=most).contains(&value) {
            let problem = format!("is not between {least} and {most}");
            let cure = format!("Use a number from {least} to {most}. {}", parameter.hint());
            issues.push(Issue::new("value.range", place, problem).value(value).cure(cure));
        }
    };
    number(format!("{place}.slope"), spline.slope, parameter.slopes);
    for (index, Segment { to, bend }) in spline.segments.iter().enumerate() {
        number(format!("{place}.segments[{index}].to"), *to, parameter.knots);
        for (power, bend) in bend.iter().enumerate() {
            number(format!("{place}.segments[{index}].bend[{power}]"), *bend, parameter.bends());
        }
    }
    let lists = spline.segments.iter().enumerate().map(|(index, segment)| {
        (format!("{place}.segments[{index}].bend"), segment.bend.len(), CurveParameter::MOST_BENDS)
    });
    let segments = (format!("{place}.segments"), spline.segments.len(), CurveParameter::MOST_SEGMENTS);
    for (place, length, most) in lists.chain([segments]).filter(|(_, length, most)| length > most) {
        let issue = Issue::new("value.length", place, format!("a list of 0 to {most} is needed"));
        issues.push(issue.value(format!("{length} values")).cure(format!("Write {most} values at most.")));
    }
    issues
}

/// Knots must increase: a segment needs a length.
fn increasing(spline: &Spline, place: &str, found: &mut Findings) -> bool {
    let before = found.count();
    for (index, pair) in spline.segments.windows(2).enumerate() {
        if pair[1].to <= pair[0].to {
            found.add(|| {
                let place = format!("{place}.segments[{}].to", index + 1);
                let problem = format!("the segment ends before it begins, at {}", pair[0].to);
                let cure = "Write the segments in order, each with a larger \"to\" than the one before.";
                Issue::new("curve.knots", place, problem).value(pair[1].to).cure(cure)
            });
        }
    }
    found.count() == before
}

/// The slope must stay positive and below the largest, on the whole curve and beyond it.
fn steep(parameter: &CurveParameter, spline: &Spline, place: &str, found: &mut Findings) {
    let [low, high] = spline.slopes();
    let [_, most] = parameter.slopes;
    if !low.slope.is_finite() {
        return found.add(|| {
            let problem = format!("a segment is so short, or so bent, that its slope at {:.6} is no number", low.at);
            Issue::new("curve.too-steep", place, problem).cure(parameter.hint())
        });
    }
    if low.slope <= FLAT * spline.slope {
        found.add(|| {
            let end = spline.segments.last().map_or(0.0, |segment| segment.to);
            let beyond = if low.at >= end { ", where the straight continuation begins" } else { "" };
            let problem = format!("the curve does not rise everywhere: its slope is lowest at {:.6}{beyond}", low.at);
            let cure = match parameter.y_unit {
                // Stress and moment: a seam's curve may be of any kind.
                "N/m" | "µN" => {
                    "Make the bends of that segment less negative: a fabric that resists less the further it is \
                     strained or bent tears or jumps, and cannot be draped."
                }
                _ => "Make the bends of that segment less negative.",
            };
            Issue::new("curve.slope-not-positive", place, problem).value(format!("{:.6e}", low.slope)).cure(cure)
        });
    }
    if high.slope > most {
        found.add(|| {
            let problem = format!("steeper than {most} at {:.6}", high.at);
            Issue::new("curve.too-steep", place, problem).value(format!("{:.6e}", high.slope)).cure(parameter.hint())
        });
    }
}

/// Whether the choice's curves can be evaluated.
fn curves_in_range<T: Table>(choice: &Choice<T>, place: &str) -> bool {
    given(choice, place).all(|(parameter, spline, place)| {
        let knots = spline.segments.windows(2).all(|pair| pair[0].to < pair[1].to);
        knots && out_of_range(parameter, spline, &place).is_empty()
    })
}

/// The smallest tangent of the law must be positive definite: its leading minors are all positive.
fn positive(choice: &Choice<MembraneLaws>, place: &str, found: &mut Findings) {
    let Some(row) = MembraneLaws::find(&choice.kind) else { return };
    if !choice.in_range() || !curves_in_range(choice, place) {
        return;
    }
    let softest = (row.make)(&choice.given()).softest();
    if let Some((modes, minor, scale)) = weakest(&softest) {
        found.add(|| {
            let problem = format!(
                "the terms between the modes are stronger than the softest {modes}: the determinant of their smallest \
                 slopes is not positive"
            );
            let cure = "Make the terms between the modes smaller, or the curves steeper: the square of a term must stay \
                        below the product of the lowest slopes of its two curves.";
            let value = format!("{minor:.6e}, against {scale:.6e} without the terms");
            Issue::new("law.not-positive", place, problem).value(value).cure(cure)
        });
    }
}

/// The first pair of modes, or all three, whose determinant is not positive; with it and the product of the diagonal.
fn weakest(matrix: &DMat3) -> Option<(&'static str, f64, f64)> {
    let at = |row: usize, column: usize| matrix.col(column)[row];
    let pair = |a: usize, b: usize| (at(a, a) * at(b, b) - at(a, b) * at(b, a), at(a, a) * at(b, b));
    let all = (matrix.determinant(), at(0, 0) * at(1, 1) * at(2, 2));
    let minors = [
        ("weft and warp", pair(0, 1)),
        ("weft and shear", pair(0, 2)),
        ("warp and shear", pair(1, 2)),
        ("weft, warp and shear together", all),
    ];
    let bad = |(_, (minor, scale)): &(&str, (f64, f64))| minor.is_nan() || *minor <= FLAT * scale.abs();
    minors.into_iter().find(bad).map(|(modes, (minor, scale))| (modes, minor, scale))
}
