//! Distances along the cloth: how far it is from a place to a line on the panel's border, without leaving the panel.
//!
//! ```text
//!   ────────┐   ┌────────
//!      ×    │   │           From × the straight way to the line on the right leads over the notch:
//!       ╲   │   │  ║line    the cloth's way turns at the notch's inner corners.
//!        ╲__└───┘__║
//! ```
//!
//! Where the straight way stays on the cloth it is the shortest. Otherwise the shortest way is a chain of straight ones
//! that turns at corners of the border which point into the cloth, so that it is found among finitely many, exactly:
//! Dijkstra's algorithm over the corners that see each other.

use super::cross::{nearest, side};
use glam::DVec2;

/// Ends of a way nearer to a piece of the border than this, m, lie on it: well below what scissors follow, well above
/// what rounding does to a foot point.
const ON: f64 = 1e-7;

/// A panel's border as chords, the cloth to the left of each.
#[derive(Clone, Debug)]
pub struct AlongCloth {
    pieces: Vec<[DVec2; 2]>,
    corners: Vec<Corner>,
}

/// A corner of the border that points into the cloth.
#[derive(Clone, Copy, Debug)]
struct Corner {
    at: DVec2,
    arriving: DVec2,
    leaving: DVec2,
}

impl Corner {
    /// Whether a way that sets out from here towards a point is on the cloth at first.
    fn opens(&self, to: DVec2) -> bool {
        let way = to - self.at;
        self.arriving.perp_dot(way) >= 0.0 || self.leaving.perp_dot(way) >= 0.0
    }
}

impl AlongCloth {
    /// From closed loops of points: the outline first, then the holes, whichever way they run.
    pub fn new(loops: &[Vec<DVec2>]) -> Self {
        let mut cloth = AlongCloth { pieces: Vec::new(), corners: Vec::new() };
        for (index, points) in loops.iter().enumerate() {
            let mut points = points.clone();
            points.dedup();
            if points.first() == points.last() {
                points.pop();
            }
            let n = points.len();
            let area: f64 = (0..n).map(|i| (points[i] - points[0]).perp_dot(points[(i + 1) % n] - points[0])).sum();
            // The cloth lies to the left of an outline that runs counter-clockwise and of a hole that does not.
            if (area > 0.0) != (index == 0) {
                points.reverse();
            }
            for i in 0..n {
                let [before, at, after] = [points[(i + n - 1) % n], points[i], points[(i + 1) % n]];
                cloth.pieces.push([at, after]);
                if side(before, at, after) < 0 {
                    cloth.corners.push(Corner { at, arriving: at - before, leaving: after - at });
                }
            }
        }
        cloth
    }

    /// Distances from lines, each a row of points on the border; places further than `most` are not looked for.
    pub fn from_lines(&self, lines: &[Vec<DVec2>], most: f64) -> Distances {
        let segments: Vec<[DVec2; 2]> = lines.iter().flat_map(|line| line.windows(2).map(|w| [w[0], w[1]])).collect();
        let direct = |corner: &Corner| {
            let sees = |q: DVec2| corner.opens(q) && self.is_clear(corner.at, q);
            nearest_seen(&segments, corner.at, most, sees).unwrap_or(f64::INFINITY)
        };
        let mut distances: Vec<f64> = self.corners.iter().map(direct).collect();
        let mut open: Vec<usize> = (0..distances.len()).collect();
        while !open.is_empty() {
            let next = (0..open.len()).fold(0, |a, b| if distances[open[b]] < distances[open[a]] { b } else { a });
            let from = open.swap_remove(next);
            if distances[from] > most {
                break;
            }
            for to in &open {
                let (a, b) = (&self.corners[from], &self.corners[*to]);
                let through = distances[from] + a.at.distance(b.at);
                if through < distances[*to] && a.opens(b.at) && b.opens(a.at) && self.is_clear(a.at, b.at) {
                    distances[*to] = through;
                }
            }
        }
        Distances { cloth: self.clone(), segments, corners: distances, most }
    }

    /// Whether the straight way between two places meets no piece of the border but those its ends lie on. A way that
    /// grazes a corner counts as blocked: the one that turns there is as short.
    fn is_clear(&self, p: DVec2, q: DVec2) -> bool {
        let (low, high) = (p.min(q), p.max(q));
        self.pieces.iter().all(|[a, b]| {
            let apart = a.min(*b).cmpgt(high).any() || a.max(*b).cmplt(low).any();
            let on = |end: DVec2| end.distance(nearest(end, *a, *b)) <= ON;
            apart || side(p, q, *a) * side(p, q, *b) > 0 || side(*a, *b, p) * side(*a, *b, q) > 0 || on(p) || on(q)
        })
    }
}

/// Distance to the nearest of the segments' nearest points that is seen, up to `most`.
fn nearest_seen(segments: &[[DVec2; 2]], p: DVec2, most: f64, sees: impl Fn(DVec2) -> bool) -> Option<f64> {
    let mut feet: Vec<(f64, DVec2)> = segments
        .iter()
        .map(|[a, b]| nearest(p, *a, *b))
        .map(|foot| (p.distance(foot), foot))
        .filter(|(distance, _)| *distance <= most)
        .collect();
    feet.sort_by(|a, b| a.0.total_cmp(&b.0));
    feet.into_iter().find(|(distance, foot)| *distance <= ON || sees(*foot)).map(|(distance, _)| distance)
}

/// Distances along the cloth from a set of lines.
#[derive(Clone, Debug)]
pub struct Distances {
    cloth: AlongCloth,
    segments: Vec<[DVec2; 2]>,
    /// Of the cloth's corners.
    corners: Vec<f64>,
    most: f64,
}

impl Distances {
    /// The distance of a place on the cloth, m; infinite beyond the most that was asked for.
    pub fn at(&self, p: DVec2) -> f64 {
        let sees = |q: DVec2| self.cloth.is_clear(p, q);
        let mut best = nearest_seen(&self.segments, p, self.most, sees).unwrap_or(f64::INFINITY);
        for (corner, distance) in self.cloth.corners.iter().zip(&self.corners) {
            let through = distance + p.distance(corner.at);
            if through < best && through <= self.most && corner.opens(p) && sees(corner.at) {
                best = through;
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[(f64, f64)]) -> Vec<DVec2> {
        list.iter().map(|(x, y)| DVec2::new(*x, *y)).collect()
    }

    /// A square with a notch from above, 0.2 wide and 0.6 deep, and the right border as the line.
    fn notched() -> AlongCloth {
        AlongCloth::new(&[points(&[
            (0.0, 0.0),
            (1.0, 0.0),
            (1.0, 1.0),
            (0.6, 1.0),
            (0.6, 0.4),
            (0.4, 0.4),
            (0.4, 1.0),
            (0.0, 1.0),
        ])])
    }

    #[test]
    fn a_way_goes_around_a_notch_and_straight_where_it_can() {
        let right = notched().from_lines(&[points(&[(1.0, 0.0), (1.0, 1.0)])], 10.0);
        // Below the notch, and right of it: straight across.
        assert_eq!(right.at(DVec2::new(0.25, 0.125)), 0.75);
        assert!((right.at(DVec2::new(0.7, 0.9)) - 0.3).abs() < 1e-15);
        // Left of it: to the corner (0.4, 0.4), along the notch's floor, then straight on: 0.3² + 0.4² = 0.5².
        assert!((right.at(DVec2::new(0.1, 0.8)) - (0.5 + 0.2 + 0.4)).abs() < 1e-15);
        // Too far is infinite, never a shorter wrong number.
        let near = notched().from_lines(&[points(&[(1.0, 0.0), (1.0, 1.0)])], 1.0);
        assert_eq!(near.at(DVec2::new(0.1, 0.8)), f64::INFINITY);
    }

    #[test]
    fn a_way_goes_around_a_hole_on_its_shorter_side() {
        // A hole that runs counter-clockwise, between the place and the line on the left.
        let square = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
        let hole = points(&[(0.4, 0.3), (0.6, 0.3), (0.6, 0.6), (0.4, 0.6)]);
        let left = AlongCloth::new(&[square, hole]).from_lines(&[points(&[(0.0, 1.0), (0.0, 0.5)])], 10.0);
        // The line ends at y = 0.5, so that both ways round the hole turn twice; the upper one is shorter.
        let found = left.at(DVec2::new(0.9, 0.5));
        let over = DVec2::new(0.9, 0.5).distance(DVec2::new(0.6, 0.6)) + 0.2 + 0.4;
        assert!((found - over).abs() < 1e-15, "{found} {over}");
        // A place in a line with the hole's upper side sees along it.
        assert!((left.at(DVec2::new(0.9, 0.6)) - 0.9).abs() < 1e-15);
    }

    /// Against brute force: Dijkstra on a fine grid with 32 directions can only be longer, and by little.
    #[test]
    fn no_grid_way_is_shorter() {
        let cloth = notched();
        let distances = cloth.from_lines(&[points(&[(1.0, 0.6), (1.0, 1.0)])], 10.0);
        const N: i32 = 40;
        let at = |i: i32, j: i32| DVec2::new((f64::from(i) + 0.5) / f64::from(N), (f64::from(j) + 0.5) / f64::from(N));
        let index = |i: i32, j: i32| (j * N + i) as usize;
        let free = |p: DVec2| !(p.x > 0.4 && p.x < 0.6 && p.y > 0.4);
        let mut found = vec![f64::INFINITY; (N * N) as usize];
        for j in 24..N {
            found[index(N - 1, j)] = 0.5 / f64::from(N);
        }
        // Sweeps until nothing changes: slow and simple.
        loop {
            let mut changed = false;
            for (i, j) in (0..N).flat_map(|i| (0..N).map(move |j| (i, j))).filter(|(i, j)| free(at(*i, *j))) {
                for (di, dj) in (-3..=3).flat_map(|a| (-3..=3).map(move |b| (a, b))) {
                    let (k, l) = (i + di, j + dj);
                    let inside = (0..N).contains(&k) && (0..N).contains(&l);
                    let steps = 12;
                    let clear = |s: i32| free(at(i, j).lerp(at(k, l), f64::from(s) / f64::from(steps)));
                    if inside && (0..=steps).all(clear) {
                        let through = found[index(k, l)] + at(i, j).distance(at(k, l));
                        if through < found[index(i, j)] - 1e-12 {
                            found[index(i, j)] = through;
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                break;
            }
        }
        for (i, j) in (0..N).flat_map(|i| (0..N).map(move |j| (i, j))).filter(|(i, j)| free(at(*i, *j))) {
            let (exact, grid) = (distances.at(at(i, j)), found[index(i, j)]);
            assert!(exact <= grid + 1e-9 && grid < exact * 1.03 + 0.03, "{i} {j}: {exact} {grid}");
        }
    }
}
