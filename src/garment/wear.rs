//! From a row of the table and a body to a whole document, and again when the body changes.

use super::{Draft, Garment, Garments, arrange::arrange};
use crate::body::{Assets, Measurements, MeasurementsCm, SIZES};
use crate::cloth;
use crate::document::{Body, BodyContact, CURRENT_VERSION, Choice, Document, Fabric, Lie, MadeToMeasure, Placement};
use crate::document::{Panel, Simulation, validate};
use crate::fabric::presets;
use crate::issue::{Issue, Issues, none_or};
use crate::row::{Row, Table, Values};

/// Id of the figure in a document.
const FIGURE: &str = "mannequin";

/// Time in which seams close around a figure, s: with 0.6 s sleeves are dragged over the arms so fast that they bunch up.
pub(super) const SEWING_S: f64 = 1.5;

/// The mannequin of a size; `place` is where its name was given.
pub fn figure(id: &str, place: &str) -> Result<Body, Issue> {
    let Some(size) = SIZES.iter().position(|size| size.id == id) else {
        let known: Vec<&str> = SIZES.iter().map(|size| size.id).collect();
        let issue = Issue::new("garment.unknown-size", place, "there is no such figure").value(id);
        return Err(issue.cure(format!("Use one of: {}.", known.join(", "))));
    };
    let mut shape = Choice::of("body.mannequin");
    shape.parameters.insert("size".to_owned(), size as f64);
    Ok(Body { id: FIGURE.to_owned(), shape, contact: BodyContact::default(), motion: Choice::default(), mesh: None })
}

/// The garment of this id; `place` is where it was given.
pub fn garment(id: &str, place: &str) -> Result<&'static Row<Garment>, Issue> {
    Garments::find(id).ok_or_else(|| {
        let known: Vec<&str> = Garments::rows().iter().map(|row| row.id).collect();
        let issue = Issue::new("garment.unknown", place, "there is no such garment").value(id);
        issue.cure(format!("Use one of: {}.", known.join(", ")))
    })
}

/// Drafts the garment for the body, cuts it from its fabric and arranges it: a document that is ready to drape. A garment
/// with its own stand leaves the body out.
pub fn made_to_measure(row: &Row<Garment>, values: &Values, body: Body, assets: &Assets) -> Result<Document, Issues> {
    none_or(unfit(row, values))?;
    let worn = match row.make.stand {
        Some(stand) => (stand.body)(values),
        None => body,
    };
    let made = MadeToMeasure { garment: row.id.to_owned(), parameters: values.clone(), body: worn.id.clone() };
    let mut document = Document {
        toile: CURRENT_VERSION,
        name: row.title.to_owned(),
        fabrics: vec![presets::find(row.make.fabric).unwrap_or_else(|| Fabric::plain_cotton(row.make.fabric))],
        panels: Vec::new(),
        seams: Vec::new(),
        pins: Vec::new(),
        bodies: vec![worn, floor()],
        simulation: Simulation { sewing_s: SEWING_S, ..Simulation::default() },
        integrator: Choice::default(),
        made_to_measure: Some(made),
    };
    fit(&mut document, row, values, assets)?;
    Ok(document)
}

/// The document with its garment drafted again, for the body as it is now and with the numbers as they are now. Fabrics,
/// settings and everything but panels and seams stay; panels keep their fabrics, layers and mesh sizes.
pub fn redrafted(document: &Document, assets: &Assets) -> Result<Document, Issues> {
    let place = |field: &str| format!("made_to_measure{field}");
    let Some(made) = &document.made_to_measure else {
        let issue = Issue::new("garment.drawn", place(""), "the pattern was drawn, not drafted from a body");
        return Err(vec![issue.cure("Choose a garment that is made to measure.")]);
    };
    let row = garment(&made.garment, &place(".garment")).map_err(|issue| vec![issue])?;
    let within = |issue: Issue| Issue { place: format!("made_to_measure.{}", issue.place), ..issue };
    none_or(unfit(row, &made.parameters).into_iter().map(within).collect())?;
    let mut again = document.clone();
    if let Some(stand) = row.make.stand {
        let stand = (stand.body)(&made.parameters);
        again.bodies.iter_mut().filter(|body| body.id == made.body).for_each(|body| body.shape = stand.shape.clone());
    }
    fit(&mut again, row, &made.parameters, assets)?;
    for panel in &mut again.panels {
        if let Some(before) = document.panels.iter().find(|before| before.id == panel.id) {
            let Panel { fabric, layer, interlining, mesh, .. } = before;
            (panel.layer, panel.mesh) = (*layer, *mesh);
            panel.fabric.clone_from(fabric);
            panel.interlining.clone_from(interlining);
        }
    }
    none_or(validate(&again))?;
    Ok(again)
}

/// Drafts the garment for the body that the document names, and arranges it there.
fn fit(document: &mut Document, row: &Row<Garment>, values: &Values, assets: &Assets) -> Result<(), Issues> {
    let on = document.made_to_measure.as_ref().map(|made| made.body.clone()).unwrap_or_default();
    let bodies = cloth::bodies_with(document, assets)?;
    let figure = bodies.iter().find(|body| body.id == on).and_then(|body| body.shape.anatomy());
    // What lies on a stand is not drafted to a figure; without a figure the arrangement says so.
    let default = Measurements::from(MeasurementsCm::default());
    let measurements = figure.map_or(default, |anatomy| anatomy.measurements);
    let draft = (row.make.draft)(&measurements, values)?;
    dress(document, row, draft, &on, bodies)
}

/// Puts a draft into a document whose first fabric it is cut from, on the body named `on`; `bodies` are the document's.
pub fn dress(
    document: &mut Document,
    row: &Row<Garment>,
    draft: Draft,
    on: &str,
    bodies: Vec<cloth::Body>,
) -> Result<(), Issues> {
    let fabric = document.fabrics.first().map(|fabric| fabric.id.clone()).unwrap_or_default();
    document.panels = draft.panels;
    document.seams = draft.seams;
    document.panels.iter_mut().for_each(|panel| panel.fabric.clone_from(&fabric));
    if let Some(stand) = row.make.stand {
        for panel in &mut document.panels {
            let (body, point) = (on.to_owned(), stand.point.to_owned());
            let offset_mm = [0.0, 0.0, stand.above * 1e3];
            panel.placement = Placement::Arrangement { body, point, offset_mm, turn_deg: 0.0, lie: Lie::Flat };
        }
        return none_or(validate(document));
    }
    let spots: Vec<_> = draft.spots.into_iter().map(Some).collect();
    none_or(validate(document))?;
    arrange(document, &spots, on, bodies)
}

/// The floor that figures stand on.
pub(super) fn floor() -> Body {
    let (contact, motion) = (BodyContact::default(), Choice::default());
    Body { id: "floor".to_owned(), shape: Choice::of("body.floor"), contact, motion, mesh: None }
}

/// Numbers that the row does not have, or that are out of their ranges.
fn unfit(row: &Row<Garment>, values: &Values) -> Issues {
    let mut issues = Issues::new();
    for (name, value) in values {
        let place = format!("parameters.{name}");
        match row.parameters.iter().find(|parameter| parameter.id == name) {
            None => {
                let known: Vec<&str> = row.parameters.iter().map(|parameter| parameter.id).collect();
                let issue = Issue::new("value.unknown-field", place, format!("{} has no such number", row.id));
                issues.push(issue.cure(format!("Use one of: {}.", known.join(", "))));
            }
            Some(parameter) if !(parameter.hard[0]..=parameter.hard[1]).contains(value) => {
                let [least, most] = parameter.hard;
                let issue =
                    Issue::new("value.range", place, format!("is not between {least} and {most} {}", parameter.unit));
                issues.push(issue.value(*value).cure(format!("Use a number from {least} to {most}.")));
            }
            Some(_) => {}
        }
    }
    issues
}
