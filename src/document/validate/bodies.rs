//! Numbers of a body's shape that do not go together, and triangles that are no solid.

use super::{Findings, Lookup};
use crate::body::mesh::problems;
use crate::body::{Shape, Shapes};
use crate::document::Body;
use crate::issue::Issue;
use crate::row::Table;

/// The shapes of every body.
pub(super) fn check(lookup: &Lookup<'_>, found: &mut Findings) {
    for (index, body) in lookup.document.bodies.iter().enumerate() {
        // A number out of its range is told already.
        let Some(row) = Shapes::find(&body.shape.kind).filter(|_| body.shape.in_range()) else { continue };
        let shape = (row.make)(&body.shape.parameters);
        mesh(body, index, shape.as_ref(), found);
        if let Some(fault) = shape.fault() {
            found.add(|| {
                let place = format!("bodies[{index}].shape.parameters.{}", fault.parameter);
                Issue::new("body.shape", place, fault.problem).value(fault.value).cure(fault.cure)
            });
        }
    }
}

/// A body of one's own has triangles that close a solid, and no other body has any.
fn mesh(body: &Body, index: usize, shape: &dyn Shape, found: &mut Findings) {
    let place = || format!("bodies[{index}].mesh");
    let takes_triangles = shape.of_triangles(&[], &[]).is_some();
    match &body.mesh {
        Some(mesh) if takes_triangles => {
            for problem in problems(&mesh.vertices(), &mesh.triangles) {
                found.add(|| {
                    let cure =
                        "Load the body's file again: it is then mended, or everything that stands against it is told.";
                    Issue::new("body.mesh", place(), problem.to_string()).cure(cure)
                });
            }
        }
        Some(_) => found.add(|| {
            let issue =
                Issue::new("body.mesh-unused", place(), "this shape takes no triangles").value(&body.shape.kind);
            issue.cure("Remove them, or use the shape body.own.")
        }),
        None if takes_triangles => found.add(|| {
            let issue = Issue::new("body.mesh-missing", place(), "the body has no surface").value(&body.shape.kind);
            issue.cure("Load a file, or choose another shape.")
        }),
        None => {}
    }
}
