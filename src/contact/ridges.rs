//! Which edges and triangles may span a ridge of a body.
//!
//! Most cloth is far from every body or on a smooth part of it, and that an edge is there is told by any triangle it belongs to: no side is longer than
//! the longest, and no two of three corners differ by more than all three. So triangles are looked at, of which there are two thirds as many as edges, and
//! chords of none that may span a ridge are left out.

use super::bodies::Nearest;
use super::chords::Chord;
use crate::math::each::Each;
use glam::DVec3;

/// Chords that may span a ridge, as of the last look.
#[derive(Clone, Debug, Default)]
pub struct Ridges {
    /// For every triangle the places of its edges among the chords.
    sides: Vec<[u32; 3]>,
    may: Vec<bool>,
}

impl Ridges {
    /// Of [`chords`](super::chords::chords): edges in rising order of their particles, and then triangles.
    pub fn new(chords: &[Chord]) -> Self {
        let edges = &chords[..chords.partition_point(Chord::is_edge)];
        let side = |a: u32, b: u32| {
            let [a, b] = [a.min(b), a.max(b)];
            let found = edges.binary_search_by(|edge| edge.particles.cmp(&[a, b, b]));
            found.expect("sides of triangles are edges") as u32
        };
        let sides = chords[edges.len()..].iter().map(|chord| {
            let [a, b, c] = chord.particles;
            [side(a, b), side(b, c), side(c, a)]
        });
        Ridges { sides: sides.collect(), may: vec![true; chords.len()] }
    }

    /// Finds them where particles are here and see a body so; `thickness` is that of the cloth at a particle.
    pub fn look(
        &mut self,
        chords: &[Chord],
        (positions, seen): (&[DVec3], &[Nearest]),
        thickness: impl Fn(usize) -> f64,
    ) {
        self.may.fill(false);
        let first = chords.len() - self.sides.len();
        for (t, (chord, sides)) in chords[first..].iter().zip(&self.sides).enumerate() {
            let corners = chord.particles.each(|p| p as usize);
            let [a, b, c] = corners.each(&thickness);
            if chord.may_span(a.max(b).max(c), corners.each(|p| positions[p]), corners.each(|p| seen[p])) {
                self.may[first + t] = true;
                sides.iter().for_each(|edge| self.may[*edge as usize] = true);
            }
        }
    }

    /// Particles are elsewhere now: nothing is known.
    pub fn forget(&mut self) {
        self.may.fill(true);
    }

    /// Whether a chord may span a ridge.
    pub fn may_span(&self, chord: usize) -> bool {
        self.may[chord]
    }
}
