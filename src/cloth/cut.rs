//! Panels cut and meshed, with the seams that will join them: what a model is built from, apart or sewn.

use super::seams::Stitches;
use super::{Body, Fabric, Settings};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A flat sheet of triangles placed in space: what a panel becomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Id of the panel.
    pub panel: String,
    /// Index of its fabric.
    pub fabric: usize,
    /// Coordinates on the panel's drawing, m: what a re-meshed panel shares with the one before.
    pub drawing: Vec<DVec2>,
    /// Material coordinates, m: weft and warp.
    pub points: Vec<DVec2>,
    /// Where each point starts, m.
    pub start: Vec<DVec3>,
    /// Point indices, counter-clockwise from the right side.
    pub triangles: Vec<[u32; 3]>,
    /// Lines along which it is pressed.
    pub folds: Vec<FoldLine>,
    /// What each triangle is, where they differ; those of one fabric stand together. Empty: all are of the sheet's fabric,
    /// and none is stiffened.
    pub local: Vec<Local>,
}

/// What a triangle of a sheet is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Local {
    /// Index of its fabric.
    pub fabric: usize,
    /// How many times stiffer in bending than its fabric it is.
    pub stiffening: f64,
}

impl Sheet {
    /// What a triangle of it is.
    pub fn local(&self, triangle: usize) -> Local {
        self.local.get(triangle).copied().unwrap_or(Local { fabric: self.fabric, stiffening: 1.0 })
    }
}

/// A line of points along which cloth is pressed.
#[derive(Clone, Debug, PartialEq)]
pub struct FoldLine {
    /// Points of the sheet, in order.
    pub points: Vec<u32>,
    /// Angle without load, rad.
    pub angle: f64,
    /// How many times stiffer than the fabric.
    pub strength: f64,
}

/// Everything a model is built from.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The panels.
    pub sheets: Vec<Sheet>,
    /// The seams between them; points are numbered through all sheets.
    pub seams: Vec<Stitches>,
    /// Points that are held.
    pub pins: Vec<u32>,
    /// Built fabrics.
    pub fabrics: Arc<Vec<Fabric>>,
    /// What the cloth falls on.
    pub bodies: Arc<Vec<Body>>,
    /// How time advances.
    pub settings: Settings,
}

impl Cut {
    /// Number of points of all sheets.
    pub fn points(&self) -> usize {
        self.sheets.iter().map(|sheet| sheet.points.len()).sum()
    }

    /// Index of the first point of each sheet.
    pub fn offsets(&self) -> Vec<u32> {
        let mut next = 0;
        let start = |sheet: &Sheet| {
            let first = next;
            next += sheet.points.len() as u32;
            first
        };
        self.sheets.iter().map(start).collect()
    }

    /// Index of the first triangle of each sheet in a model of all.
    pub fn first_triangles(&self) -> Vec<usize> {
        let before = |next: &mut usize, sheet: &Sheet| Some(std::mem::replace(next, *next + sheet.triangles.len()));
        self.sheets.iter().scan(0, before).collect()
    }
}
