//! Panels to test with.

use crate::pattern::{
    Drawing, Edge, EdgeDivision, MOST_TRIANGLES, MeshRequest, Outline, PanelMesh, Problem, longest_on_curves,
    triangulate,
};
use glam::DVec2;
use kurbo::Point;

/// A point, short.
pub(super) fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

/// A rectangle with a corner at the origin.
pub(super) fn rectangle(width: f64, height: f64) -> Outline {
    Outline::polygon(&[p(0.0, 0.0), p(width, 0.0), p(width, height), p(0.0, height)])
}

/// A sleeve: straight hem and seams, curved cap. 0.6 m wide, 0.62 m high.
pub(super) fn sleeve() -> Outline {
    Outline::new(vec![
        Edge::line(p(0.1, 0.0), p(0.5, 0.0)),
        Edge::line(p(0.5, 0.0), p(0.6, 0.45)),
        Edge::cubic(p(0.6, 0.45), p(0.45, 0.46), p(0.45, 0.62), p(0.3, 0.62)),
        Edge::cubic(p(0.3, 0.62), p(0.15, 0.62), p(0.15, 0.46), p(0.0, 0.45)),
        Edge::line(p(0.0, 0.45), p(0.1, 0.0)),
    ])
}

/// An L, its two arms 0.4 m wide.
pub(super) fn ell() -> Outline {
    Outline::polygon(&[p(0.0, 0.0), p(1.0, 0.0), p(1.0, 0.4), p(0.4, 0.4), p(0.4, 1.0), p(0.0, 1.0)])
}

/// A drawing with divisions that follow a size field.
pub(super) struct Panel {
    /// The outline.
    pub(super) outline: Outline,
    /// Holes.
    pub(super) holes: Vec<Outline>,
    /// Internal lines.
    pub(super) lines: Vec<Edge>,
}

impl Panel {
    /// An outline alone.
    pub(super) fn of(outline: Outline) -> Self {
        Panel { outline, holes: Vec::new(), lines: Vec::new() }
    }

    /// The drawing, for checking.
    pub(super) fn drawing(&self) -> Drawing<'_> {
        Drawing { outline: &self.outline, holes: &self.holes, lines: &self.lines }
    }

    /// Divides by size, the curves finely enough for 0.01 % of area, meshes, and hands request and result to `look`.
    pub(super) fn mesh_with<T>(
        &self,
        size: &dyn Fn(DVec2) -> f64,
        look: impl FnOnce(&MeshRequest<'_>, Result<PanelMesh, Vec<Problem>>) -> T,
    ) -> T {
        let longest = longest_on_curves(&self.outline, &self.holes, 1e-4);
        let divide = |e: &Edge| EdgeDivision::by_size(e, size, longest);
        let outline_divisions: Vec<_> = self.outline.edges.iter().map(divide).collect();
        let hole_divisions: Vec<Vec<_>> = self.holes.iter().map(|h| h.edges.iter().map(divide).collect()).collect();
        let line_divisions: Vec<_> = self.lines.iter().map(divide).collect();
        let request = MeshRequest {
            outline: &self.outline,
            holes: &self.holes,
            lines: &self.lines,
            outline_divisions: &outline_divisions,
            hole_divisions: &hole_divisions,
            line_divisions: &line_divisions,
            size,
            most_triangles: MOST_TRIANGLES,
        };
        look(&request, triangulate(&request))
    }

    /// The mesh at one size, checked for soundness.
    pub(super) fn mesh(&self, size: f64) -> PanelMesh {
        self.mesh_with(&|_| size, |request, result| {
            let mesh = result.expect("a sound panel meshes");
            super::sound::assert_sound(request, &mesh);
            mesh
        })
    }
}
