//! Mending the few triangles that smoothing leaves bad: particles are moved by search, taken out where they crowd and
//! added where they lack.

use super::border::Border;
use super::fill::Nearby;
use super::flip::Flipper;
use super::quality::smallest_angle;
use super::size::SizeField;
use super::smooth::{Stars, sweep, worst};
use super::{delaunay, smooth};
use glam::DVec2;

/// Triangles with a smaller angle are worked on, rad: 32°. Above the 25° promised, since a mended triangle may cost its
/// neighbours a little.
const WANTED: f64 = 0.5585;

/// Rounds of taking out and adding. Each costs a triangulation; later ones find next to nothing.
const ROUNDS: usize = 4;

/// A mesh on its way.
pub(super) struct Draft<'a> {
    /// What may not move.
    pub(super) border: &'a Border,
    /// Wanted sizes.
    pub(super) field: &'a SizeField,
    /// The border's pieces by place.
    pub(super) nearby: &'a Nearby<'a>,
    /// Particles, the border's first.
    pub(super) points: Vec<DVec2>,
    /// Triangles and their neighbours.
    pub(super) flipper: Flipper,
}

impl Draft<'_> {
    fn fixed(&self) -> usize {
        self.border.points.len()
    }

    /// Rounds of sweeps, each followed by flips.
    pub(super) fn smooth(&mut self, rounds: usize, sweeps: usize) {
        let fixed = self.fixed();
        for _ in 0..rounds {
            for _ in 0..sweeps {
                sweep(&mut self.points, &self.flipper.triangles, fixed, self.field);
            }
            self.flipper.restore(&self.points);
        }
    }

    /// Mends what it can. The mesh never gets worse: the best state seen is kept.
    pub(super) fn repair(&mut self) {
        self.search();
        let mut score = self.score();
        for _ in 0..ROUNDS {
            if score.0 == 0 {
                return;
            }
            let kept = (self.points.clone(), self.flipper.clone());
            let done = self.exchange();
            if done {
                self.smooth(2, 2);
                self.search();
            }
            let now = self.score();
            if !done || !better(now, score) {
                (self.points, self.flipper) = kept;
                return;
            }
            score = now;
        }
    }

    fn bad(&self) -> Vec<(usize, f64)> {
        let fixed = self.fixed();
        let mut bad = Vec::new();
        for (k, t) in self.flipper.triangles.iter().enumerate() {
            let [a, b, c] = t.map(|i| self.points[i as usize]);
            // A corner cut off by the border's own points cannot be mended from the inside.
            if t.iter().all(|&v| (v as usize) < fixed) && self.is_excused(*t) {
                continue;
            }
            let angle = smallest_angle(a, b, c);
            if angle < WANTED {
                bad.push((k, angle));
            }
        }
        bad.sort_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
        bad
    }

    /// Whether a triangle of three fixed particles has no room for a fourth.
    fn is_excused(&self, t: [u32; 3]) -> bool {
        let [a, b, c] = t.map(|i| self.points[i as usize]);
        let longest = (b - a).length().max((c - b).length()).max((a - c).length());
        longest < 1.3 * self.field.at((a + b + c) / 3.0)
    }

    /// Number of bad triangles and the worst angle.
    fn score(&self) -> (usize, f64) {
        let bad = self.bad();
        (bad.len(), bad.first().map_or(WANTED, |b| b.1))
    }

    /// Moves the particles of bad triangles to where their worst triangle is best.
    fn search(&mut self) {
        for _ in 0..3 {
            let bad = self.bad();
            if bad.is_empty() {
                return;
            }
            let fixed = self.fixed();
            let triangles = &self.flipper.triangles;
            let stars = Stars::new(self.points.len(), triangles);
            let mut movers: Vec<usize> = bad.iter().flat_map(|b| triangles[b.0]).map(|v| v as usize).collect();
            // Neighbours give way too, otherwise a particle between good triangles is stuck.
            let around: Vec<usize> = movers
                .iter()
                .flat_map(|&v| stars.of(v))
                .flat_map(|&k| triangles[k as usize])
                .map(|v| v as usize)
                .collect();
            movers.extend(around);
            movers.retain(|&v| v >= fixed);
            movers.sort_unstable();
            movers.dedup();
            for _ in 0..3 {
                for &v in &movers {
                    let star = stars.of(v);
                    self.points[v] = climb(&self.points, triangles, star, v);
                }
            }
            self.flipper.restore(&self.points);
        }
    }

    /// Takes out and adds particles at bad triangles, then triangulates anew. False if nothing could be done.
    fn exchange(&mut self) -> bool {
        let fixed = self.fixed();
        let triangles = &self.flipper.triangles;
        let stars = Stars::new(self.points.len(), triangles);
        let mut touched = vec![false; self.points.len()];
        let mut gone = vec![false; self.points.len()];
        let mut added = Vec::new();
        for (k, _) in self.bad() {
            let t = triangles[k].map(|v| v as usize);
            if t.iter().any(|&v| touched[v]) {
                continue;
            }
            let [a, b, c] = t.map(|v| self.points[v]);
            let sides = [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
            let length = |s: &(usize, usize)| (self.points[s.0] - self.points[s.1]).length();
            let by_length = |x: &&(usize, usize), y: &&(usize, usize)| length(x).total_cmp(&length(y));
            let (Some(&short), Some(&long)) = (sides.iter().min_by(by_length), sides.iter().max_by(by_length)) else {
                continue;
            };
            let h = self.field.at((a + b + c) / 3.0);
            let free = |v: usize| v >= fixed;
            let middle = 0.5 * (self.points[long.0] + self.points[long.1]);
            let can_add = (free(long.0) || free(long.1)) || self.nearby.is_clear(middle, 0.4 * h);
            if length(&short) < 0.75 * h && (free(short.0) || free(short.1)) {
                let (out, stays) = if free(short.0) { short } else { (short.1, short.0) };
                gone[out] = true;
                if free(stays) {
                    self.points[stays] = 0.5 * (self.points[out] + self.points[stays]);
                }
            } else if length(&long) > 1.35 * h && can_add {
                added.push(middle);
            } else if let Some(&apex) = t.iter().find(|&&v| free(v) && stars.of(v).len() <= 4) {
                // Four triangles around a particle cannot all be good.
                gone[apex] = true;
            } else {
                continue;
            }
            for v in t {
                for &k in stars.of(v) {
                    for w in triangles[k as usize] {
                        touched[w as usize] = true;
                    }
                }
            }
        }
        if added.is_empty() && !gone.contains(&true) {
            return false;
        }
        let mut points: Vec<DVec2> =
            self.points.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(p, _)| *p).collect();
        points.extend(added);
        match delaunay::triangulate(self.border, &points) {
            Ok(triangles) => {
                self.flipper = Flipper::new(self.border, triangles);
                self.points = points;
                true
            }
            Err(_) => false,
        }
    }
}

fn better(now: (usize, f64), before: (usize, f64)) -> bool {
    now.1 > before.1 + 1e-3 || (now.1 >= before.1 - 1e-3 && now.0 < before.0)
}

/// The best of eight directions, in shrinking steps.
fn climb(points: &[DVec2], triangles: &[[u32; 3]], star: &[u32], v: usize) -> DVec2 {
    let d = std::f64::consts::FRAC_1_SQRT_2;
    let ways = [(1.0, 0.0), (d, d), (0.0, 1.0), (-d, d), (-1.0, 0.0), (-d, -d), (0.0, -1.0), (d, -d)];
    let mut here = points[v];
    let mut value = worst(points, triangles, star, (v, here));
    let reach = star.iter().map(|&k| {
        let (b, c) = smooth::others(triangles[k as usize], v);
        (points[b] - here).length().max((points[c] - here).length())
    });
    let mut step = 0.25 * reach.fold(0.0, f64::max);
    for _ in 0..6 {
        let mut best = (value, here);
        for (x, y) in ways {
            let p = here + step * DVec2::new(x, y);
            let w = worst(points, triangles, star, (v, p));
            if w > best.0 {
                best = (w, p);
            }
        }
        if best.0 > value {
            (value, here) = best;
        } else {
            step *= 0.5;
        }
    }
    here
}
