//! What can be wrong with a drawing, said with its place, so that the document layer can name the panel around it.

use kurbo::Point;
use std::fmt;

/// Which line of a panel's drawing something belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The panel's outline.
    Outline,
    /// The hole of this index.
    Hole(usize),
    /// The internal line of this index; it has one edge, numbered 0.
    Line(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Outline => write!(f, "outline"),
            Place::Hole(k) => write!(f, "hole {k}"),
            Place::Line(k) => write!(f, "internal line {k}"),
        }
    }
}

/// One geometric problem and where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What is wrong.
    pub kind: ProblemKind,
    /// The loop or line it was found on.
    pub place: Place,
    /// The edge of that loop.
    pub edge: usize,
    /// Where in the panel, in metres. Not finite only when the drawing itself is not.
    pub at: Point,
}

impl Problem {
    /// A problem of this kind at this place.
    pub fn new(kind: ProblemKind, place: Place, edge: usize, at: Point) -> Self {
        Problem { kind, place, edge, at }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = (self.at.x * 1e3, self.at.y * 1e3);
        write!(f, "{}, edge {}, near ({x:.2}, {y:.2}) mm: {}", self.place, self.edge, self.kind)
    }
}

/// What is wrong with a drawing or with what was asked of the mesher.
#[derive(Clone, Debug, PartialEq)]
pub enum ProblemKind {
    /// A closed loop needs two edges when they are curved and three when they are straight.
    TooFewEdges {
        /// How many edges the loop has.
        edges: usize,
    },
    /// A coordinate is not a number, or larger than [`super::LARGEST_COORDINATE`].
    NotFinite,
    /// An edge has no length.
    ZeroLength,
    /// An edge does not begin where the edge before it ends.
    Open {
        /// Distance between the two points, m.
        gap: f64,
    },
    /// An arc's radius is shorter than half its chord.
    ArcRadius {
        /// The radius given, m.
        radius: f64,
        /// The smallest radius that reaches from end to end, m.
        least: f64,
    },
    /// Two edges (or two parts of one) cross or touch.
    Crosses {
        /// The loop or line that is met.
        other: Place,
        /// Its edge.
        other_edge: usize,
    },
    /// The outline runs clockwise.
    Clockwise,
    /// The loop encloses no area to speak of.
    NoArea,
    /// The hole, or a part of it, is not inside the outline.
    HoleOutside,
    /// The hole lies inside another hole.
    HoleInHole {
        /// The hole around it.
        other: usize,
    },
    /// The internal line, or a part of it, is not on the cloth.
    LineOutside,
    /// The division of this edge is missing, does not run from 0 to the edge's length, or does not increase.
    Division,
    /// The drawing is sound, but its edges are divided so coarsely that the straight pieces between the
    /// division's points cross.
    DivisionCrosses {
        /// The loop or line that is met.
        other: Place,
        /// Its edge.
        other_edge: usize,
    },
    /// The size field gave something that is not a positive number.
    Size {
        /// What it gave, m.
        size: f64,
    },
    /// The mesh would be larger than the request allows.
    TooManyTriangles {
        /// Estimated number of triangles.
        estimate: f64,
        /// The limit of the request.
        limit: usize,
    },
    /// The smallest triangles asked for are too small next to the panel to be laid out.
    TooUneven {
        /// The smallest size, m.
        smallest: f64,
    },
    /// The seam allowance cannot be drawn here.
    Offset {
        /// The distance asked for, m.
        distance: f64,
    },
    /// An edge cannot serve as the fold of a half panel because it is not straight.
    FoldNotStraight,
    /// No edge, or no length along it, of this number exists.
    NoSuchEdge,
    /// The triangulation could not be built although the drawing passed every check.
    Triangulation,
}

impl ProblemKind {
    /// Stable name for programs, such as `panel.crosses`.
    pub fn code(&self) -> &'static str {
        match self {
            ProblemKind::TooFewEdges { .. } => "panel.too-few-edges",
            ProblemKind::NotFinite => "panel.not-finite",
            ProblemKind::ZeroLength => "panel.zero-length",
            ProblemKind::Open { .. } => "panel.open",
            ProblemKind::ArcRadius { .. } => "panel.arc-radius",
            ProblemKind::Crosses { .. } => "panel.crosses",
            ProblemKind::Clockwise => "panel.clockwise",
            ProblemKind::NoArea => "panel.no-area",
            ProblemKind::HoleOutside => "panel.hole-outside",
            ProblemKind::HoleInHole { .. } => "panel.hole-in-hole",
            ProblemKind::LineOutside => "panel.line-outside",
            ProblemKind::Division => "mesh.division",
            ProblemKind::DivisionCrosses { .. } => "mesh.division-crosses",
            ProblemKind::Size { .. } => "mesh.size",
            ProblemKind::TooManyTriangles { .. } => "mesh.too-many-triangles",
            ProblemKind::TooUneven { .. } => "mesh.too-uneven",
            ProblemKind::Offset { .. } => "panel.seam-allowance",
            ProblemKind::FoldNotStraight => "panel.fold-not-straight",
            ProblemKind::NoSuchEdge => "panel.no-such-edge",
            ProblemKind::Triangulation => "mesh.triangulation",
        }
    }

    /// What to do about it.
    pub fn cure(&self) -> &'static str {
        match self {
            ProblemKind::TooFewEdges { .. } => "Add edges until the loop encloses an area.",
            ProblemKind::NotFinite => "Give every coordinate as a plain number of reasonable size.",
            ProblemKind::ZeroLength => "Delete the edge or move one of its ends.",
            ProblemKind::Open { .. } => "Let the edge begin where the one before it ends.",
            ProblemKind::ArcRadius { .. } => "Use a larger radius or bring the arc's ends closer together.",
            ProblemKind::Crosses { .. } => "Move the edges apart.",
            ProblemKind::Clockwise => "Reverse the outline.",
            ProblemKind::NoArea => "Move the points apart.",
            ProblemKind::HoleOutside => "Move the hole inside the outline, or make it part of the outline.",
            ProblemKind::HoleInHole { .. } => "Delete one of the two holes.",
            ProblemKind::LineOutside => "Move or shorten the line so that it stays on the cloth.",
            ProblemKind::Division => "Give increasing lengths from 0 to the length of the edge.",
            ProblemKind::DivisionCrosses { .. } => "Use a smaller mesh size here, or move the edges apart.",
            ProblemKind::Size { .. } => "Give a positive mesh size everywhere on the panel.",
            ProblemKind::TooManyTriangles { .. } => "Use a larger mesh size.",
            ProblemKind::TooUneven { .. } => "Use a larger mesh size, and no edges that are far shorter than it.",
            ProblemKind::Offset { .. } => "Use a smaller seam allowance.",
            ProblemKind::FoldNotStraight => "Choose a straight edge as the fold.",
            ProblemKind::NoSuchEdge => "Name an edge of the loop and a length along it.",
            ProblemKind::Triangulation => "Move the points nearby a little; please report the panel.",
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mm = |m: f64| m * 1e3;
        match self {
            ProblemKind::TooFewEdges { edges } => write!(f, "a closed loop cannot be made of {edges} edges"),
            ProblemKind::NotFinite => write!(f, "a coordinate is not a number or is too large"),
            ProblemKind::ZeroLength => write!(f, "the edge has no length"),
            ProblemKind::Open { gap } => write!(f, "begins {:.4} mm away from the end of the edge before it", mm(*gap)),
            ProblemKind::ArcRadius { radius, least } => {
                write!(f, "radius {:.2} mm, but its ends need {:.2} mm at least", mm(*radius), mm(*least))
            }
            ProblemKind::Crosses { other, other_edge } => write!(f, "crosses or touches {other}, edge {other_edge}"),
            ProblemKind::Clockwise => write!(f, "the outline runs clockwise"),
            ProblemKind::NoArea => write!(f, "the loop encloses no area"),
            ProblemKind::HoleOutside => write!(f, "the hole is not inside the outline"),
            ProblemKind::HoleInHole { other } => write!(f, "the hole lies inside hole {other}"),
            ProblemKind::LineOutside => write!(f, "the line leaves the cloth"),
            ProblemKind::Division => write!(f, "the division does not run from one end of the edge to the other"),
            ProblemKind::DivisionCrosses { other, other_edge } => {
                write!(f, "divided too coarsely: its straight pieces meet those of {other}, edge {other_edge}")
            }
            ProblemKind::Size { size } => write!(f, "mesh size {} mm", mm(*size)),
            ProblemKind::TooManyTriangles { estimate, limit } => {
                write!(f, "about {estimate:.0} triangles, more than the limit of {limit}")
            }
            ProblemKind::TooUneven { smallest } => {
                write!(f, "sizes down to {:.6} mm are too small for a panel this large", mm(*smallest))
            }
            ProblemKind::Offset { distance } => write!(f, "an allowance of {:.2} mm does not fit", mm(*distance)),
            ProblemKind::FoldNotStraight => write!(f, "the fold is not a straight edge"),
            ProblemKind::NoSuchEdge => write!(f, "no such edge or length"),
            ProblemKind::Triangulation => write!(f, "the triangulation failed"),
        }
    }
}
