//! A mannequin with its measurements, its skeleton and its skin.

use super::asset::{Asset, Mark};
use super::fit::{Fitted, fit};
use super::hollows::Hollows;
use super::measure::{Region, Taped};
use super::skeleton::{Angles, BONES, FOOT, HEAD, RIGHT, Skeleton};
use crate::body::{Figure, Measurements};
use glam::DVec3;
use std::sync::Arc;

/// The baked bodies, ready to be fitted.
#[derive(Debug)]
pub struct Mannequins {
    pub(super) asset: Asset,
    pub(super) regions: Vec<Region>,
}

impl Mannequins {
    /// Reads the baked bodies, or says what is wrong with them.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let asset = Asset::read(bytes)?;
        let regions = Region::all(&asset);
        Ok(Mannequins { asset, regions })
    }

    /// Triangles of the surface, the same for every body.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.asset.triangles
    }

    /// The body that comes nearest to measurements.
    pub fn fitted(self: &Arc<Self>, figure: Figure, wanted: &Measurements) -> Mannequin {
        let Fitted { rows, reached } = fit(&self.asset, &self.regions, figure, wanted);
        let joints = rows[self.asset.joint(0)..].to_vec();
        let skeleton = Skeleton::new(joints);
        let hollows = Hollows::new(&self.asset, &rows);
        Mannequin { source: Arc::clone(self), figure, rows, reached, skeleton, hollows }
    }
}

/// One body.
#[derive(Debug)]
pub struct Mannequin {
    source: Arc<Mannequins>,
    figure: Figure,
    /// At rest: vertices, marks and joints.
    rows: Vec<DVec3>,
    reached: Measurements,
    skeleton: Skeleton,
    hollows: Hollows,
}

impl Mannequin {
    /// What the body measures: where the model cannot reach what was asked for, what it reaches.
    pub fn reached(&self) -> &Measurements {
        &self.reached
    }

    /// The surface as it was baked, its soles on the floor.
    pub fn rest(&self) -> &[DVec3] {
        &self.rows[..self.source.asset.vertices]
    }

    /// Vertices, marks and joints with the joints turned, the lowest vertex as high above the floor as the body jumps.
    pub(super) fn posed(&self, angles: &Angles) -> Vec<DVec3> {
        let asset = &self.source.asset;
        let frames = self.skeleton.posed(angles);
        let mut rows = self.skeleton.skin(asset, &self.rows, &frames);
        self.hollows.fill(&frames, &mut rows);
        rows.extend(frames.iter().map(|(_, place)| *place));
        let low = rows[..asset.vertices].iter().fold(f64::INFINITY, |low, point| point.y.min(low));
        let ankles = |rows: &[DVec3]| (rows[asset.joint(FOOT)].z + rows[asset.joint(FOOT + RIGHT)].z) * 0.5;
        let forth = angles.planted * (ankles(&self.rows) - ankles(&rows));
        let shift = DVec3::new(0.0, angles.jump * 0.01 - low, forth);
        for row in &mut rows {
            *row += shift;
        }
        rows
    }

    /// Of the vertices of a pose those of the head above the chin.
    pub(super) fn head(&self, surface: &[DVec3]) -> Vec<DVec3> {
        let asset = &self.source.asset;
        let chin = self.mark(&self.rows, Mark::Chin).y;
        let of_head = |v: &usize| {
            let part = |(bone, part): &(u8, f64)| if usize::from(*bone) == HEAD { *part } else { 0.0 };
            self.rows[*v].y > chin && asset.influences[*v].iter().map(part).sum::<f64>() > 0.5
        };
        (0..surface.len()).filter(of_head).map(|v| surface[v]).collect()
    }

    /// The tape for a body in any pose.
    pub(super) fn taped<'a>(&'a self, rows: &'a [DVec3]) -> Taped<'a> {
        debug_assert_eq!(rows.len(), self.rows.len());
        Taped { asset: &self.source.asset, figure: self.figure, regions: &self.source.regions, rows }
    }

    pub(super) fn mark(&self, rows: &[DVec3], mark: Mark) -> DVec3 {
        rows[self.source.asset.mark(self.figure, mark)]
    }

    pub(super) fn joint(&self, rows: &[DVec3], bone: usize) -> DVec3 {
        debug_assert!(bone < BONES.len());
        rows[self.source.asset.joint(bone)]
    }
}
