//! How much stiffer the seams make a panel, place by place, and how small the triangles have to be to show it.
//!
//! The factor of a triangle is that of its centroid. The distance to a seam is measured on the flat panel along the cloth
//! ([`crate::pattern::AlongCloth`]): a seam beyond a notch, a dart or a hole is as far as the way around it. A seam acts
//! on the panels it sews and not beyond their other seams. Where several seams are near, the largest factor holds: each
//! was measured as the stiffness of the cloth with one seam over that without, so that adding or multiplying factors would
//! count the cloth itself more than once, and two seams of one kind would not be what the nearer one is alone.

use super::assemble::METRES_PER_MM;
use crate::fabric::seam::{SeamType, Stiffening};
use crate::pattern::{AlongCloth, Distances};
use glam::DVec2;

/// A seam's line on a panel.
#[derive(Clone, Debug)]
pub(super) struct SeamLine {
    /// Points along it, m.
    pub(super) points: Vec<DVec2>,
    /// How it is sewn.
    pub(super) seam: SeamType,
    /// What is made of its stiffness.
    pub(super) stiffening: Stiffening,
}

/// How triangles are graded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grading {
    /// Length of a triangle's side away from seams, m.
    pub(super) size: f64,
    /// By which part the factors of neighbours may differ; 0 for even triangles.
    pub(super) step: f64,
}

/// The seams' influence on one panel.
#[derive(Debug)]
pub(super) struct SeamField {
    kinds: Vec<Kind>,
    grading: Grading,
}

/// All seams of one kind on the panel.
#[derive(Debug)]
struct Kind {
    seam: SeamType,
    stiffening: Stiffening,
    distances: Distances,
    /// Size of triangles at distances of whole [`STEP`]s, m; empty where triangles are even.
    sizes: Vec<f64>,
}

/// Distance between the entries of a table of sizes, m.
const STEP: f64 = 1e-3;
/// Largest change of size over distance: what the mesher would make of it anyway.
const STEEPEST: f64 = 0.25;
/// Distance of the centroids of neighbouring triangles over the size asked for: 0.58 where they are equilateral, up to
/// this where the mesh is uneven. Smaller, and a few pairs of triangles differ by more than was asked for.
const NEIGHBOURS: f64 = 0.75;

impl SeamField {
    /// The field of a panel with this border (outline first, then holes).
    pub(super) fn new(border: &[Vec<DVec2>], lines: &[SeamLine], grading: Grading) -> Self {
        let mut field = SeamField { kinds: Vec::new(), grading };
        let acting: Vec<&SeamLine> = lines.iter().filter(|line| line.stiffening != Stiffening::None).collect();
        if acting.is_empty() {
            return field;
        }
        let cloth = AlongCloth::new(border);
        let same = |a: &SeamLine, b: &SeamLine| a.stiffening == b.stiffening && a.seam.influence == b.seam.influence;
        for (index, line) in acting.iter().enumerate() {
            if acting[..index].iter().any(|before| same(before, line)) {
                continue;
            }
            let points: Vec<Vec<DVec2>> =
                acting.iter().filter(|other| same(other, line)).map(|other| other.points.clone()).collect();
            let sizes = sizes(line, grading);
            // Far enough to see where sizes have grown back.
            let most = line.seam.influence.faded_mm * METRES_PER_MM + sizes.len() as f64 * STEP;
            let distances = cloth.from_lines(&points, most);
            let (seam, stiffening) = (line.seam.clone(), line.stiffening);
            field.kinds.push(Kind { seam, stiffening, distances, sizes });
        }
        field
    }

    /// How many times stiffer in bending the cloth is at a place.
    pub(super) fn factor(&self, p: DVec2) -> f64 {
        let of = |kind: &Kind| kind.seam.influence.stiffening(kind.distances.at(p), kind.stiffening);
        self.kinds.iter().map(of).fold(1.0, f64::max)
    }

    /// Whether no seam changes the factor anywhere.
    pub(super) fn is_even(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Whether the triangles are to be smaller somewhere.
    pub(super) fn is_graded(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.sizes.is_empty())
    }

    /// Wanted length of a triangle's side at a place, m.
    pub(super) fn size(&self, p: DVec2) -> f64 {
        let graded = |kind: &&Kind| !kind.sizes.is_empty();
        self.kinds.iter().filter(graded).map(|kind| kind.size(p)).fold(self.grading.size, f64::min)
    }
}

impl Kind {
    fn size(&self, p: DVec2) -> f64 {
        let place = self.distances.at(p) / STEP;
        let last = self.sizes.len() - 1;
        if place >= last as f64 {
            return self.sizes[last];
        }
        let (k, part) = (place as usize, place.fract());
        self.sizes[k] + part * (self.sizes[k + 1] - self.sizes[k])
    }
}

/// Sizes at whole steps of distance, up to where they are those of the panel again.
///
/// Two rules, the smaller of their sizes: the paper's (§4.3), by which a triangle becomes as many as the factor says, so
/// that its side is divided by √S; and that over the distance between two centroids ln S changes by less than ln(1 + step).
fn sizes(line: &SeamLine, Grading { size, step }: Grading) -> Vec<f64> {
    if step <= 0.0 {
        return Vec::new();
    }
    let reach = line.seam.influence.faded_mm * METRES_PER_MM + size / STEEPEST;
    let count = (reach / STEP).ceil() as usize + 1;
    let at = |d: f64| line.seam.influence.stiffening(d, line.stiffening);
    let wanted = |k: usize| {
        let d = k as f64 * STEP;
        let (before, after) = (at((d - STEP).max(0.0)), at(d + STEP));
        let change = (before - after).abs() / (before.min(after) * if k == 0 { STEP } else { 2.0 * STEP });
        let smooth = if change > 0.0 { step / (1.0 + step) / (NEIGHBOURS * change) } else { size };
        (size / at(d).sqrt()).min(smooth).min(size)
    };
    let mut sizes: Vec<f64> = (0..count).map(wanted).collect();
    for k in 1..count {
        sizes[k] = sizes[k].min(sizes[k - 1] + STEEPEST * STEP);
    }
    for k in (1..count).rev() {
        sizes[k - 1] = sizes[k - 1].min(sizes[k] + STEEPEST * STEP);
    }
    sizes
}
