//! Cutting cloth that is already sewn and worn: slits along lines that need not follow the triangles.
//!
//! A slit is cut corner by corner ([`Slits::advance`]) and opened at the end ([`Slits::finish`]): points along it become as many as
//! there are pieces of cloth around them. Where one ends inside the cloth its last point stays whole. A slit that ends at a seam is
//! held by it; one that goes on beyond parts the seam too.
//!
//! Mass stays exactly. The lumped masses of another mesh have a little other momentum and angular momentum for the same motion; what is missing
//! is given back as a rigid motion of the particles around.

mod leaf;

use super::{Cut, InternalStress, Joined, Model, Sheet, State, Stitches};
use crate::contact::bodies::Grip;
use glam::{DMat3, DVec2, DVec3};
use leaf::{Halves, Leaf, Place, Shift};
use std::collections::BTreeMap;

/// Cloth that is being cut.
#[derive(Debug)]
pub struct Slits {
    cut: Cut,
    leaves: Vec<Leaf>,
    shifts: Vec<(usize, Shift)>,
}

/// Cloth that was cut.
#[derive(Debug)]
pub struct Opened {
    /// Its panels.
    pub cut: Cut,
    /// Built from them, sewn.
    pub model: Model,
    /// Where it is.
    pub state: State,
    /// Per sheet, pairs of its points that were one.
    pub lips: Vec<Vec<[u32; 2]>>,
}

impl Slits {
    /// Begins to cut a sewn cloth where it is.
    pub fn new(cut: &Cut, model: &Model, state: &State) -> Self {
        let offsets = cut.offsets();
        let mut sewn = vec![false; cut.points()];
        cut.seams.iter().flat_map(|seam| seam.pairs.as_flattened()).for_each(|point| sewn[*point as usize] = true);
        let densities: Vec<f64> = cut.fabrics.iter().map(|fabric| fabric.density).collect();
        let place = |point: usize| {
            let particle = model.particle_of[point];
            let index = particle as usize;
            Place { position: state.positions[index], velocity: state.velocities[index], particle: Some(particle) }
        };
        let leaf = |(sheet, first): (&Sheet, &u32)| {
            let range = *first as usize..*first as usize + sheet.points.len();
            Leaf::new(sheet.clone(), range.clone().map(place).collect(), sewn[range].to_vec(), densities.clone())
        };
        let mut leaves: Vec<Leaf> = cut.sheets.iter().zip(&offsets).map(leaf).collect();
        for pin in &cut.pins {
            let (sheet, point) = local(&offsets, *pin);
            leaves[sheet].bind(point);
        }
        Slits { cut: cut.clone(), leaves, shifts: Vec::new() }
    }

    /// The same of cloth that points weigh less of by so much, kg: what a corner that is moved has in momentum is the less.
    pub fn lightened(mut self, taken: &[(usize, u32, f64)]) -> Self {
        taken.iter().for_each(|(sheet, point, mass)| self.leaves[*sheet].lighten(*point, *mass));
        self
    }

    /// A sheet as it is now.
    pub fn sheet(&self, sheet: usize) -> &Sheet {
        &self.leaves[sheet].sheet
    }

    /// Cuts from a point of a sheet in a direction (weft, warp) to the far side of the triangle there, and tells in which point the
    /// cut ends. Nothing where there is no cloth ahead, or where it is cut already.
    pub fn advance(&mut self, sheet: usize, tip: u32, towards: DVec2) -> Option<u32> {
        let mut shift = Shift::default();
        let next = self.leaves[sheet].advance(tip, towards, &mut shift);
        if !shift.points.is_empty() {
            self.shifts.push((sheet, shift));
        }
        next
    }

    /// How far it is from a point in a direction to the far side of the triangle there, m.
    pub fn room(&self, sheet: usize, tip: u32, towards: DVec2) -> Option<f64> {
        self.leaves[sheet].room(tip, towards)
    }

    /// Whether anything is cut.
    pub fn is_cut(&self) -> bool {
        self.leaves.iter().any(|leaf| !leaf.cuts.is_empty())
    }

    /// Opens everything that was cut. `taken` is what points of sheets weigh less than their cloth, kg.
    pub fn finish(mut self, old: (&Model, &State), taken: &[(usize, u32, f64)]) -> Opened {
        let old_offsets = self.cut.offsets();
        let opened: Vec<Halves> = self.leaves.iter_mut().map(Leaf::open).collect();
        let mut offsets = vec![0];
        for leaf in &self.leaves {
            offsets.push(offsets[offsets.len() - 1] + leaf.sheet.points.len() as u32);
        }
        let numbering = Numbering { old: &old_offsets, new: &offsets };
        let seams: Vec<Stitches> = self.cut.seams.iter().map(|seam| self.resewn(seam, &opened, &numbering)).collect();
        let mut pins: Vec<u32> = self.cut.pins.iter().map(|pin| numbering.of(*pin)).collect();
        for (sheet, Halves { lips, .. }) in opened.iter().enumerate() {
            let held = lips.iter().map(|lip| lip.map(|point| offsets[sheet] + point));
            let copies: Vec<u32> = held.filter(|[first, _]| pins.contains(first)).map(|[_, copy]| copy).collect();
            pins.extend(copies);
        }
        self.leaves.iter_mut().for_each(Leaf::sorted);
        let friction = self.friction(&old.1.friction);
        self.cut.sheets = self.leaves.iter().map(|leaf| leaf.sheet.clone()).collect();
        self.cut.seams = seams;
        self.cut.pins = pins;
        let mut model = Model::new(&self.cut, Joined::Sewn);
        model.lighten(taken.iter().map(|(sheet, point, mass)| (offsets[*sheet] + point, *mass)));
        let places = || self.leaves.iter().flat_map(|leaf| &leaf.places);
        let mut state = State {
            positions: model.gather(&places().map(|place| place.position).collect::<Vec<_>>()),
            velocities: model.gather(&places().map(|place| place.velocity).collect::<Vec<_>>()),
            grips: vec![Grip::default(); model.particles()],
            holds: Vec::new(),
            friction: if friction.fits(&InternalStress::start(&model)) {
                friction
            } else {
                InternalStress::start(&model)
            },
            steps: old.1.steps,
            time: old.1.time,
            past: None,
        };
        for (place, particle) in places().zip(&model.particle_of) {
            if let Some(known) = place.particle {
                state.grips[*particle as usize] = old.1.grips[known as usize];
            }
        }
        for (sheet, shift) in &self.shifts {
            give_back(&model, &mut state, shift, offsets[*sheet]);
        }
        Opened { cut: self.cut, model, state, lips: opened.into_iter().map(|halves| halves.lips).collect() }
    }

    /// Each triangle keeps the friction stress of the one it was a part of.
    fn friction(&self, old: &InternalStress) -> InternalStress {
        let mut friction = InternalStress::default();
        for (kind, old) in friction.kinds_mut().into_iter().zip(old.kinds()).filter(|(_, old)| !old.is_empty()) {
            let mut first = 0;
            for (leaf, sheet) in self.leaves.iter().zip(&self.cut.sheets) {
                kind.extend(leaf.parents.iter().map(|parent| old[first + *parent as usize]));
                first += sheet.triangles.len();
            }
        }
        friction
    }

    /// A seam between the points that its pieces have now: both ends of a piece are those of the triangles on it.
    fn resewn(&self, seam: &Stitches, opened: &[Halves], numbering: &Numbering<'_>) -> Stitches {
        let mut pairs: Vec<[u32; 2]> = seam.pairs.iter().map(|pair| pair.map(|point| numbering.of(point))).collect();
        let split = |point: &u32| {
            let (sheet, point) = local(numbering.old, *point);
            opened[sheet].lips.iter().any(|lip| lip[0] == point)
        };
        let whole: Vec<bool> = seam.pairs.iter().map(|pair| !pair.iter().any(split)).collect();
        if whole.iter().all(|whole| *whole) {
            return Stitches { pairs, ..seam.clone() };
        }
        let mut known: BTreeMap<[u32; 2], usize> = pairs.iter().enumerate().map(|(k, pair)| (*pair, k)).collect();
        let mut used = whole;
        let end = |piece: [usize; 2], at: usize, side: usize| {
            let [from, to] = piece.map(|pair| local(numbering.old, seam.pairs[pair][side]));
            let here = if at == 0 { from } else { to };
            let leaf = &self.leaves[here.0];
            let beside = opened[here.0]
                .triangles
                .iter()
                .position(|corners| corners.contains(&from.1) && corners.contains(&to.1));
            let point =
                beside.map_or(here.1, |triangle| leaf.renamed(&opened[here.0].triangles, triangle as u32, here.1));
            numbering.new[here.0] + point
        };
        let mut segments = seam.segments.clone();
        for ((ends, _), (piece, _)) in segments.iter_mut().zip(&seam.segments) {
            for at in [0, 1] {
                let pair = [end(*piece, at, 0), end(*piece, at, 1)];
                let index = *known.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    used.push(true);
                    pairs.len() - 1
                });
                used[index] = true;
                ends[at] = index;
            }
        }
        // A pair whose points now belong to other pieces of the seam would hold together what is cut.
        let numbers: Vec<usize> =
            used.iter().scan(0, |next, used| Some(std::mem::replace(next, *next + usize::from(*used)))).collect();
        let pairs = pairs.into_iter().zip(&used).filter(|(_, used)| **used).map(|(pair, _)| pair).collect();
        segments.iter_mut().for_each(|(ends, _)| *ends = ends.map(|pair| numbers[pair]));
        Stitches { pairs, segments, ..seam.clone() }
    }
}

/// Numbers of points through all sheets, as they were and as they are.
struct Numbering<'a> {
    old: &'a [u32],
    new: &'a [u32],
}

impl Numbering<'_> {
    /// A point's number now; points keep their number in their sheet.
    fn of(&self, point: u32) -> u32 {
        let (sheet, point) = local(self.old, point);
        self.new[sheet] + point
    }
}

/// The sheet of a point and its number there.
fn local(offsets: &[u32], point: u32) -> (usize, u32) {
    let sheet = offsets.partition_point(|first| *first <= point) - 1;
    (sheet, point - offsets[sheet])
}

/// Moves the particles around a cut as one rigid piece, so that they have the momentum again that was lumped on them before.
fn give_back(model: &Model, state: &mut State, shift: &Shift, first: u32) {
    let mut particles: Vec<usize> =
        shift.points.iter().map(|point| model.particle_of[(first + point) as usize] as usize).collect();
    particles.sort_unstable();
    particles.dedup();
    particles.retain(|particle| !model.fixed[*particle]);
    let mass: f64 = particles.iter().map(|particle| model.masses[*particle]).sum();
    if mass <= 0.0 {
        return;
    }
    let middle = particles.iter().map(|p| model.masses[*p] * state.positions[*p]).sum::<DVec3>() / mass;
    let mut inertia = DMat3::ZERO;
    for particle in &particles {
        let arm = state.positions[*particle] - middle;
        let outer = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
        inertia += model.masses[*particle] * (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer);
    }
    let spin = inertia.inverse() * (shift.angular - middle.cross(shift.momentum));
    // Particles on one line cannot be spun about it; then momentum alone is given back.
    let spin = if spin.is_finite() { spin } else { DVec3::ZERO };
    for particle in particles {
        let arm = state.positions[particle] - middle;
        state.velocities[particle] += shift.momentum / mass + spin.cross(arm);
    }
}
