//! From a row of the table and a body to a whole document.

use super::{Draft, Garment, arrange::arrange};
use crate::body::{Assets, Measurements, MeasurementsCm};
use crate::cloth;
use crate::document::{
    Body, BodyContact, CURRENT_VERSION, Choice, Document, Fabric, Lie, Placement, Simulation, validate,
};
use crate::fabric::presets;
use crate::issue::{Issue, Issues, none_or};
use crate::row::{Row, Values};

/// Drafts the garment for the body, cuts it from its fabric and arranges it: a document that is ready to drape. A garment
/// with its own stand leaves the body out.
pub fn made_to_measure(row: &Row<Garment>, values: &Values, body: Body, assets: &Assets) -> Result<Document, Issues> {
    none_or(unfit(row, values))?;
    let worn = match row.make.stand {
        Some(stand) => (stand.body)(values),
        None => body,
    };
    let on = worn.id.clone();
    let mut document = Document {
        toile: CURRENT_VERSION,
        name: row.title.to_owned(),
        fabrics: vec![presets::find(row.make.fabric).unwrap_or_else(|| Fabric::plain_cotton(row.make.fabric))],
        panels: Vec::new(),
        seams: Vec::new(),
        pins: Vec::new(),
        bodies: vec![worn, floor()],
        simulation: Simulation::default(),
        integrator: Choice::default(),
    };
    let bodies = cloth::bodies_with(&document, assets)?;
    let figure = bodies.first().and_then(|body| body.shape.anatomy());
    // What lies on a stand is not drafted to a figure.
    let default = Measurements::from(MeasurementsCm::default());
    let measurements = figure.map_or(default, |anatomy| anatomy.measurements);
    let draft = (row.make.draft)(&measurements, values)?;
    dress(&mut document, row, draft, &on, bodies)?;
    Ok(document)
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

fn floor() -> Body {
    let (contact, motion) = (BodyContact::default(), Choice::default());
    Body { id: "floor".to_owned(), shape: Choice::of("body.floor"), contact, motion }
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
