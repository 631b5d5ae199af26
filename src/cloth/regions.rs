//! Interlined regions of a panel: a second fabric bonded to a part of it.
//!
//! ```text
//!   ┌───────────────┐
//!   │   ┌───────┐   │   The region's border becomes lines that triangles follow, so that each triangle lies inside
//!   │   │region │   │   or outside. Where it runs along the panel's own border there is nothing to follow; its
//!   └───┴───────┴───┘   corners there become points of the border.
//! ```
//!
//! Regions may overlap: the layers of all that a triangle lies in are bonded to it.

use super::assemble::issues_at;
use super::drawing::PanelDrawing;
use crate::issue::{Issue, Issues};
use crate::pattern::{self, Edge, Outline, PanelMesh, Problem, ProblemKind};
use glam::DVec2;
use kurbo::{Affine, Point};

/// Places of an edge that are looked at to tell whether it runs along the border.
const SAMPLES: usize = 32;
/// Nearer to the border than this, m, an edge runs along it.
const ON_BORDER: f64 = 1e-5;

/// A region with a fabric bonded to it, m.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// Its border, closed.
    pub(super) outline: Outline,
    /// Id of the fabric.
    pub(super) fabric: String,
    /// Where it stands in the document.
    pub(super) place: String,
}

impl Region {
    pub(super) fn transformed(&self, map: Affine) -> Region {
        Region { outline: self.outline.transformed(map), ..self.clone() }
    }

    /// What is wrong with its border as a closed line.
    pub(super) fn check(&self) -> Issues {
        // Either way round will do for a region.
        let outline = if self.outline.area() < 0.0 { self.outline.reversed() } else { self.outline.clone() };
        let problems = pattern::check(&pattern::Drawing { outline: &outline, holes: &[], lines: &[] });
        issues_at(&problems, &|_| format!("{}.outline", self.place))
    }
}

/// How an edge of a region lies to the panel's border.
enum Lies {
    Along,
    Within,
    Both,
}

impl PanelDrawing {
    /// Every line that triangles follow: those drawn, then those of the regions' borders that lie within the panel.
    pub(super) fn all_lines(&self) -> Vec<Edge> {
        let drawn = self.lines.iter().map(|(edge, _)| edge.clone());
        let of_regions = self.regions.iter().flat_map(|region| &region.outline.edges);
        drawn.chain(of_regions.filter(|edge| !matches!(self.lies(edge), Lies::Along)).cloned()).collect()
    }

    /// Corners of regions, some of which lie on the border.
    pub(super) fn region_corners(&self) -> impl Iterator<Item = DVec2> + '_ {
        let edges = self.regions.iter().flat_map(|region| &region.outline.edges);
        edges.map(|edge| DVec2::new(edge.start().x, edge.start().y))
    }

    /// Everything that is wrong with the regions themselves.
    pub(super) fn check_regions(&self) -> Issues {
        let mut issues: Issues = self.regions.iter().flat_map(Region::check).collect();
        for region in &self.regions {
            for edge in region.outline.edges.iter().filter(|edge| matches!(self.lies(edge), Lies::Both)) {
                let at = edge.start().to_vec2() * 1e3;
                let problem = "an edge of the region runs along the panel's border for a part of its length";
                issues.push(
                    Issue::new("interlining.half-on-border", format!("{}.outline", region.place), problem)
                        .value(format!("from x {:.1} mm, y {:.1} mm", at.x, at.y))
                        .cure("Add a corner where the region's border leaves the panel's."),
                );
            }
        }
        issues
    }

    /// The issues of the drawing's lines with those of regions told as what they are.
    pub(super) fn line_issues(&self, problems: &[Problem], place: &dyn Fn(&Problem) -> String) -> Issues {
        let mut issues = Issues::new();
        let mut left: Vec<usize> = Vec::new();
        for problem in problems {
            let Some(index) = self.region_of(problem) else {
                issues.extend(issues_at(std::slice::from_ref(problem), place));
                continue;
            };
            let region = &self.regions[index];
            let at = |_: &Problem| format!("{}.outline", region.place);
            if !matches!(problem.kind, ProblemKind::LineOutside | ProblemKind::Crosses { .. }) {
                issues.extend(issues_at(std::slice::from_ref(problem), &at));
            } else if !left.contains(&index) {
                left.push(index);
                let near = problem.at.to_vec2() * 1e3;
                issues.push(
                    Issue::new("interlining.leaves-panel", at(problem), "the region leaves its panel")
                        .value(format!("near x {:.1} mm, y {:.1} mm", near.x, near.y))
                        .cure("Keep the region on the panel; its border may run along the panel's."),
                );
            }
        }
        issues
    }

    /// The region whose border a problem with a line is about.
    fn region_of(&self, problem: &Problem) -> Option<usize> {
        let pattern::Place::Line(line) = problem.place else { return None };
        let mut next = self.lines.len();
        self.regions.iter().position(|region| {
            let within = region.outline.edges.iter().filter(|edge| !matches!(self.lies(edge), Lies::Along));
            let first = next;
            next += within.count();
            (first..next).contains(&line)
        })
    }

    fn lies(&self, edge: &Edge) -> Lies {
        let length = edge.length();
        let on = |k: &usize| self.is_on_border(edge.point_at(length * (*k as f64 + 0.5) / SAMPLES as f64));
        match (0..SAMPLES).filter(on).count() {
            SAMPLES => Lies::Along,
            0 => Lies::Within,
            _ => Lies::Both,
        }
    }

    fn is_on_border(&self, p: Point) -> bool {
        let p = DVec2::new(p.x, p.y);
        let near = |edge: &Edge| {
            let chords = edge.flatten(0.1 * ON_BORDER);
            chords.windows(2).any(|w| {
                let [a, b] = [w[0], w[1]].map(|q| DVec2::new(q.x, q.y));
                let (along, length) = (b - a, a.distance_squared(b));
                let t = if length > 0.0 { ((p - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
                p.distance(a + t * along) < ON_BORDER
            })
        };
        self.loops.iter().flat_map(|each| &each.outline.edges).any(near)
    }

    /// For each triangle of the panel's mesh, the regions it lies in; or the regions that have none.
    pub(super) fn regions_of(&self, mesh: &PanelMesh) -> Result<Vec<Vec<usize>>, Issues> {
        let mut line = self.lines.len();
        let mut borders: Vec<Vec<DVec2>> = Vec::new();
        for region in &self.regions {
            let mut border = Vec::new();
            for edge in &region.outline.edges {
                if matches!(self.lies(edge), Lies::Along) {
                    border.extend(edge.flatten(ON_BORDER).iter().map(|p| DVec2::new(p.x, p.y)));
                } else {
                    // As the mesh follows it: a triangle's middle is then on one side for certain.
                    border.extend(mesh.line_points[line].iter().map(|i| mesh.points[*i as usize]));
                    line += 1;
                }
            }
            borders.push(border);
        }
        let of = |triangle: &[u32; 3]| -> Vec<usize> {
            let [a, b, c] = triangle.map(|i| mesh.points[i as usize]);
            (0..borders.len()).filter(|k| is_inside(&borders[*k], (a + b + c) / 3.0)).collect()
        };
        let found: Vec<Vec<usize>> = mesh.triangles.iter().map(of).collect();
        let empty = (0..borders.len()).filter(|k| !found.iter().any(|regions| regions.contains(k)));
        let issues: Issues = empty
            .map(|k| {
                let problem = "there is no cloth in the region";
                Issue::new("interlining.empty", format!("{}.outline", self.regions[k].place), problem)
                    .cure("Draw it on the panel, not on a hole, or remove it.")
            })
            .collect();
        if issues.is_empty() { Ok(found) } else { Err(issues) }
    }
}

/// Whether a point lies within a closed row of points, by the crossings to its right.
fn is_inside(border: &[DVec2], p: DVec2) -> bool {
    let n = border.len();
    let crosses = |i: &usize| {
        let (a, b) = (border[*i], border[(*i + 1) % n]);
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))
    };
    (0..n).filter(crosses).count() % 2 == 1
}
