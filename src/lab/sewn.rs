//! A seam on a strip: how much stiffer and heavier it makes it.
//!
//! ```text
//!   ▓▓▓┌──────────────┐     ▓▓▓┌─────╫────────┐
//!   ▓▓▓╞══════════════╡     ▓▓▓│     ║        │      B → S(d)·B, d the distance from the seam's line;
//!   ▓▓▓└──────────────┘     ▓▓▓└─────╫────────┘      (layers − 1)·ρ·width more mass per length of it
//!         along                   across
//! ```
//!
//! The line needs no edges of triangles: S is that of each triangle's centroid, as in a garment, and the seam's mass is laid
//! down point by point, so that weight and its moment do not depend on the mesh.

use super::OneOf;
use super::sample::{METRES_PER_MM, Rectangle};
use crate::cloth::Model;
use crate::fabric::seam::{SeamType, SeamTypes, Weave};
use crate::issue::{Issue, Issues};
use crate::row::{Table, Values};
use glam::DVec2;

/// Which seam the strip has and how it runs.
pub(super) const SEAM: OneOf = OneOf {
    id: "seam",
    words: &["none", "plain-along", "plain-across", "safety-along", "safety-across", "lap-along", "lap-across"],
    default: "none",
    help: "Seam of the strip: none, or how it is sewn and whether it runs along the middle of the strip or across it.",
};

/// What is sewn.
pub(super) const WEAVE: OneOf =
    OneOf { id: "weave", words: &["plain", "twill"], default: "plain", help: "Weave of the cloth in the seam." };

/// Places along a seam at which its mass is laid down.
const PLACES: u32 = 256;

/// A straight seam on a strip that lies in the plane z = 0.
#[derive(Clone, Debug)]
pub(super) struct Sewn {
    line: [DVec2; 2],
    seam: SeamType,
}

/// Where and how a seam is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The words of [`SEAM`] and [`WEAVE`].
    pub(super) words: [&'static str; 2],
    /// Distance of a seam across from the clamp, m.
    pub(super) at: f64,
    /// Width of the seam, mm.
    pub(super) width_mm: f64,
}

impl Wanted {
    /// The seam on a strip, if there is one.
    pub(super) fn on(&self, sample: &Rectangle) -> Result<Option<Sewn>, Issues> {
        let [word, weave] = self.words;
        let Some((kind, way)) = word.split_once('-') else { return Ok(None) };
        let Some(row) = SeamTypes::find(&format!("seam.{kind}")) else { return Ok(None) };
        if way == "across" && self.at > sample.length {
            let issue = Issue::new("lab.no-sample", "set seam_at_mm", "the seam lies beyond the end of the strip");
            let cure = format!("Use at most the overhang, {} mm.", sample.length / METRES_PER_MM);
            return Err(vec![issue.value(self.at / METRES_PER_MM).cure(cure)]);
        }
        let numbers = Values::from([("width_mm".to_owned(), self.width_mm)]);
        let weave = if weave == "twill" { Weave::Twill } else { Weave::Plain };
        let line = if way == "across" {
            [DVec2::new(self.at, 0.0), DVec2::new(self.at, sample.width)]
        } else {
            [DVec2::new(0.0, 0.5 * sample.width), DVec2::new(sample.length, 0.5 * sample.width)]
        };
        Ok(Some(Sewn { line, seam: (row.make)(&(&numbers).into(), weave) }))
    }
}

impl Sewn {
    /// How many times stiffer the cloth is at a place of the strip.
    pub(super) fn factor(&self, at: DVec2) -> f64 {
        let [from, to] = self.line;
        let way = to - from;
        let part = ((at - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        self.seam.influence.factor(at.distance(from + part * way))
    }

    /// Adds the seam's mass to the particles around it.
    pub(super) fn weigh(&self, model: &mut Model, density: f64) {
        let [from, to] = self.line;
        let mass = self.seam.mass_per_length(density) * from.distance(to) / f64::from(PLACES);
        for k in 0..PLACES {
            let (parts, triangle) = place(model, from.lerp(to, (f64::from(k) + 0.5) / f64::from(PLACES)));
            for (part, particle) in parts.into_iter().zip(triangle) {
                model.masses[particle as usize] += part * mass;
            }
        }
    }
}

/// The triangle in which a place of a sample at rest lies, and the parts of its corners there.
pub(super) fn place(model: &Model, rest: DVec2) -> ([f64; 3], [u32; 3]) {
    let inside = |triangle: &[u32; 3]| {
        let corners = triangle.map(|i| model.start[i as usize].truncate());
        let [a, b, c] = corners;
        let whole = (b - a).perp_dot(c - a);
        let parts = [0, 1, 2].map(|k| {
            let (p, q) = (corners[(k + 1) % 3], corners[(k + 2) % 3]);
            (p - rest).perp_dot(q - rest) / whole
        });
        (parts, *triangle)
    };
    let least = |parts: &[f64; 3]| parts.iter().copied().fold(f64::INFINITY, f64::min);
    let found = model.triangles.iter().map(inside).max_by(|a, b| least(&a.0).total_cmp(&least(&b.0)));
    found.unwrap_or_default()
}
