//! The point of a triangle that is nearest to another point.

use crate::math::each::Each;
use glam::DVec3;

/// Where on a triangle a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Inside.
    Face,
    /// On the side from this corner to the next.
    Side(usize),
    /// At this corner.
    Corner(usize),
}

/// The way from the nearest point of the triangle to `point`, and where that nearest point is.
///
/// ```text
///        C╲          Outside of the triangle the nearest point is on a side or at a
///   side 2│ ╲side 1  corner. The signs of projections onto the sides tell the corners
///        A└──╲B      apart, those of areas the sides (Ericson 2005, §5.1.5).
///        side 0
/// ```
///
/// Everything is taken relative to `point`, so that small distances are not differences of large coordinates.
pub(super) fn offset(corners: &[DVec3; 3], point: DVec3) -> (DVec3, Part) {
    let [a, b, c] = corners.each(|corner| point - corner);
    let (ab, ac) = (a - b, a - c);
    let (a_ab, a_ac) = (ab.dot(a), ac.dot(a));
    if a_ab <= 0.0 && a_ac <= 0.0 {
        return (a, Part::Corner(0));
    }
    let (b_ab, b_ac) = (ab.dot(b), ac.dot(b));
    if b_ab >= 0.0 && b_ac <= b_ab {
        return (b, Part::Corner(1));
    }
    let (c_ab, c_ac) = (ab.dot(c), ac.dot(c));
    if c_ac >= 0.0 && c_ab <= c_ac {
        return (c, Part::Corner(2));
    }
    let over_c = a_ab * b_ac - b_ab * a_ac;
    if over_c <= 0.0 && a_ab >= 0.0 && b_ab <= 0.0 {
        return (a - ab * (a_ab / (a_ab - b_ab)), Part::Side(0));
    }
    let over_b = c_ab * a_ac - a_ab * c_ac;
    if over_b <= 0.0 && a_ac >= 0.0 && c_ac <= 0.0 {
        return (a - ac * (a_ac / (a_ac - c_ac)), Part::Side(2));
    }
    let over_a = b_ab * c_ac - c_ab * b_ac;
    let (past_b, past_c) = (b_ac - b_ab, c_ab - c_ac);
    if over_a <= 0.0 && past_b >= 0.0 && past_c >= 0.0 {
        return (b - (b - c) * (past_b / (past_b + past_c)), Part::Side(1));
    }
    // The way to a plane is along its normal; by weights of the corners it would be their rounding for near points.
    let normal = ab.cross(ac);
    (normal * (normal.dot(a) / normal.length_squared()), Part::Face)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_found_by_a_point_over_it() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let height = DVec3::Z * 0.25;
        for (at, nearest, part) in [
            ([0.25, 0.25], [0.25, 0.25], Part::Face),
            ([0.5, -1.0], [0.5, 0.0], Part::Side(0)),
            ([1.0, 1.0], [0.5, 0.5], Part::Side(1)),
            ([-2.0, 0.25], [0.0, 0.25], Part::Side(2)),
            ([-1.0, -1.0], [0.0, 0.0], Part::Corner(0)),
            ([3.0, 0.0], [1.0, 0.0], Part::Corner(1)),
            ([0.0, 2.0], [0.0, 1.0], Part::Corner(2)),
        ] {
            let [at, nearest] = [at, nearest].map(|[x, y]| DVec3::new(x, y, 0.0));
            let (way, found) = offset(&corners, at + height);
            assert_eq!(found, part);
            assert!((way - (at + height - nearest)).length() < 1e-15, "{part:?}");
        }
    }
}
