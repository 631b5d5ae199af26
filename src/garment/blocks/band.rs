//! Straight bands: waistbands, neckbands, cuffs. Closed where their ends meet, opposite to the fold.

use crate::document::Elastic;
use crate::garment::draft::{Draft, Pen, Piece, Sewn, Spot, edge, image};
use kurbo::Point;

/// Triangles of bands, mm: three rows on a waistband.
const MESH_MM: f64 = 12.0;

/// How a band is cut, m.
#[derive(Clone, Copy, Debug)]
pub(in crate::garment) struct Band {
    pub length: f64,
    pub height: f64,
}

/// An elastic that holds a waist: a little shorter than the seam it is sewn into.
pub(in crate::garment) const WAIST_ELASTIC: Elastic = Elastic { ratio: 0.94, stiffness_n: 40.0 };

impl Band {
    /// Half of it, opened over its middle: `lower`, `end`, `upper`.
    pub(in crate::garment) fn piece(&self, [id, name]: [&str; 2]) -> Piece {
        let half = 0.5 * self.length;
        Pen::at(Point::ORIGIN)
            .line("lower", Point::new(half, 0.0))
            .line("end", Point::new(half, self.height))
            .line("upper", Point::new(0.0, self.height))
            .close("middle")
            .piece(id, name)
            .meshed(MESH_MM)
            .unfolded("middle")
    }

    /// Adds the band above a ring of edges, which are listed from behind over the left, and closes it behind.
    pub(in crate::garment) fn above(&self, draft: &mut Draft, names: [&str; 2], spot: Spot, ring: &[Sewn]) {
        let [id, _] = names;
        draft.add(self.piece(names), spot);
        draft.sew(id, &[image(id, "lower"), edge(id, "lower")], ring);
        draft.sew(&format!("{id}-end"), &[edge(id, "end")], &[image(id, "end")]);
    }
}
