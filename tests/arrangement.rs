//! Panels around a body: curved without strain, clear of the body and of each other, whatever the garment and the figure.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

#[path = "common/figure.rs"]
mod figure;

use figure::StandIn;
use glam::DVec3;
use toile::body::{Measurements, SIZES, Shape, Size};
use toile::cloth::{Body, Cut, Joined, Model, assemble_on};
use toile::contact::brute_force::crossings;
use toile::document::{self, BodyContact, Choice, Document, Placement};
use toile::garment::{self, Garment, Garments, dress};
use toile::row::{Row, Table, Values};

const FIGURE: &str = "figure";

fn figure(size: &Size) -> StandIn {
    StandIn::new(&Measurements::from(size.measurements))
}

/// A document with nothing in it but a body of that name; its shape is never built.
fn empty() -> Document {
    let mut document = garment::all().swap_remove(0);
    let (contact, motion) = (BodyContact::default(), Choice::default());
    document.bodies = vec![document::Body { id: FIGURE.to_owned(), shape: Choice::of("body.sphere"), contact, motion }];
    document
}

fn worn(row: &Row<Garment>, size: &Size) -> (Document, Cut) {
    let m = Measurements::from(size.measurements);
    let draft = (row.make.draft)(&m, &Values::new()).unwrap();
    let mut document = empty();
    let bodies = || vec![Body::still(FIGURE, Box::new(figure(size)))];
    dress(&mut document, row, draft, FIGURE, bodies())
        .unwrap_or_else(|issues| panic!("{} on {}: {issues:?}", row.id, size.id));
    let cut = assemble_on(&document, bodies()).unwrap();
    (document, cut)
}

fn garments() -> impl Iterator<Item = &'static Row<Garment>> {
    Garments::rows().iter().filter(|row| row.make.stand.is_none())
}

/// Positions and triangles of the cloth with the solids of the figure.
fn all_triangles(cut: &Cut, figure: &StandIn) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let model = Model::new(cut, Joined::Apart);
    let (mut positions, mut triangles) = (model.start.clone(), model.triangles.clone());
    for solid in figure.solids() {
        let first = positions.len() as u32;
        positions.extend(solid.vertices());
        triangles.extend(solid.triangles().iter().map(|t| t.map(|i| i + first)));
    }
    (positions, triangles)
}

/// Crossings of the figure's parts with one another.
fn own(figure: &StandIn) -> usize {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for solid in figure.solids() {
        let first = positions.len() as u32;
        positions.extend(solid.vertices());
        triangles.extend(solid.triangles().iter().map(|t| t.map(|i| i + first)));
    }
    crossings(&positions, &triangles)
}

fn check(row: &Row<Garment>, size: &Size) {
    let name = format!("{} on {}", row.id, size.id);
    let (document, cut) = worn(row, size);
    let figure = figure(size);
    let (positions, triangles) = all_triangles(&cut, &figure);
    assert_eq!(crossings(&positions, &triangles), own(&figure), "{name}: something crosses");
    let points = cut.sheets.iter().flat_map(|sheet| &sheet.start);
    let nearest = points.map(|point| figure.nearest(*point).distance).fold(f64::INFINITY, f64::min);
    assert!(nearest > 0.005, "{name}: {nearest} m from the body");
    let worst = strain(&cut);
    assert!(worst < 1.0, "{name}: strained {worst} times as much as chords are");
    for panel in &document.panels {
        assert!(matches!(panel.placement, Placement::Arrangement { .. }), "{name}: {} is not arranged", panel.id);
    }
}

/// Largest relative difference between a triangle's side at the start and on the flat panel, over what a chord is shorter
/// than its arc on the tightest radius R, the 40 mm in which cloth turns off the body: h²/24R², with a tenth more for the
/// next term and the corners of the section.
fn strain(cut: &Cut) -> f64 {
    let mut worst = 0.0f64;
    for sheet in &cut.sheets {
        for t in &sheet.triangles {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                let (a, b) = (a as usize, b as usize);
                let rest = sheet.drawing[a].distance(sheet.drawing[b]);
                let strain = (sheet.start[a].distance(sheet.start[b]) / rest - 1.0).abs();
                worst = worst.max(strain / (1.1 * (rest / 0.04).powi(2) / 24.0 + 2e-4));
            }
        }
    }
    worst
}

#[test]
fn every_garment_starts_clear_of_the_body_and_of_itself() {
    for row in garments() {
        for size in ["woman-88", "man-58-182", "child-128"] {
            check(row, Size::find(size).unwrap());
        }
    }
}

/// The whole table, for `make study`.
#[test]
#[ignore = "a minute: the three figures at the ends of the table stand for it"]
fn every_garment_on_every_figure_starts_clear() {
    for row in garments() {
        for size in SIZES {
            check(row, size);
        }
    }
}
