//! How yarns along a tear come off a garment's cloth ([`crate::yarn::band`]), and what of it they are held by.

use super::{Burden, Drape, End, KEPT, LYING, Torn};
use crate::cloth::{Cut, Model, State};
use crate::document::Surface;
use crate::math::box_tree::{Aabb, BoxTree};
use crate::solver::tear::Rip;
use crate::yarn::Weave;
use crate::yarn::band::{Band, Crossing, Emptied, Hold, Node, Place};
use crate::yarn::fringe::{Anchor, SPACING};
use glam::{DVec2, DVec3, Vec2Swizzles};
use std::collections::BTreeMap;

/// Weights down to this count as in a triangle: places on an edge belong to either side.
const ON_EDGE: f64 = -1e-9;

/// Finds places on sheets by weft and warp.
pub(super) struct Flat<'a> {
    cut: &'a Cut,
    trees: BTreeMap<usize, BoxTree>,
}

impl<'a> Flat<'a> {
    pub fn new(cut: &'a Cut) -> Self {
        Flat { cut, trees: BTreeMap::new() }
    }

    /// The triangle around a place and its weights there, of several the one that has it deepest inside; none beside the sheet.
    pub fn find(&mut self, sheet: usize, at: DVec2) -> Option<(usize, Place)> {
        let cloth = &self.cut.sheets[sheet];
        let corners = |triangle: &[u32; 3]| triangle.map(|point| cloth.points[point as usize]);
        let tree = self.trees.entry(sheet).or_insert_with(|| {
            let bounds = |triangle: &[u32; 3]| Aabb::of(&corners(triangle).map(|point| point.extend(0.0)));
            BoxTree::new(&cloth.triangles.iter().map(bounds).collect::<Vec<_>>())
        });
        let mut best: Option<(f64, usize, [f64; 3])> = None;
        tree.overlapping(&Aabb::of(&[at.extend(0.0)]).padded(1e-9), |index| {
            let weights = weights_of(corners(&cloth.triangles[index as usize]), at);
            let least = weights.into_iter().fold(f64::INFINITY, f64::min);
            let deepest = best
                .is_none_or(|(known, triangle, _)| least > known || (least == known && (index as usize) < triangle));
            if least >= ON_EDGE && deepest {
                best = Some((least, index as usize, weights));
            }
        });
        best.map(|(_, triangle, weights)| (triangle, Place { points: cloth.triangles[triangle], weights }))
    }
}

/// Weights of a triangle's corners at a place.
fn weights_of([a, b, c]: [DVec2; 3], at: DVec2) -> [f64; 3] {
    let whole = (b - a).perp_dot(c - a);
    let [second, third] = [(at - a).perp_dot(c - a) / whole, (b - a).perp_dot(at - a) / whole];
    [1.0 - second - third, second, third]
}

/// The weave whose crossings a surface has; none where there are no yarns to come off.
fn weave_of(surface: Surface) -> Option<Weave> {
    match surface {
        Surface::Plain => Weave::named("plain"),
        Surface::Twill => Weave::named("twill"),
        Surface::Satin => Weave::named("satin"),
        Surface::Knit | Surface::Rib | Surface::Felt | Surface::Leather => None,
    }
}

/// Particles of a place, with their weights.
pub(super) fn particles<'a>(
    cut: &Cut,
    model: &'a Model,
    (sheet, place): (usize, &Place),
) -> impl Iterator<Item = (usize, f64)> + use<'a> {
    let first = cut.offsets()[sheet];
    let all = place.points.into_iter().zip(place.weights);
    all.map(move |(point, weight)| (model.particle_of[(first + point) as usize] as usize, weight))
}

impl Drape {
    /// Yarns along tears that have come off the cloth, if there are any.
    pub fn band(&self) -> Option<&Band> {
        self.torn.as_ref().map(|torn| &torn.band).filter(|band| !band.nodes.is_empty())
    }

    /// Lets yarns come off the lip that an end was drawn out of; tells how many crossings came loose.
    pub(super) fn unravel(&mut self, torn: &mut Torn, end: &End) -> usize {
        let emptied = self.emptied(end);
        let sheet = emptied.column.sheet;
        let surface = self.cut.fabrics[self.cut.sheets[sheet].fabric].surface;
        let Some(weave) = weave_of(surface) else { return 0 };
        let (cut, state, model) = (&self.cut, &self.state, &mut self.model);
        let mut flat = Flat::new(cut);
        let Torn { band, rips, .. } = torn;
        let mut hand_over = |crossing: &Crossing| {
            if !rips.iter().any(|rip| is_beside(rip, crossing, emptied.line)) {
                return None;
            }
            let (triangle, place) = flat.find(sheet, crossing.at())?;
            let density = cut.fabrics[cut.sheets[sheet].local(triangle).fabric].density;
            // Half of the cloth is weft, half is warp.
            let mass = 0.5 * density * SPACING * SPACING;
            let spared = particles(cut, model, (sheet, &place)).all(|(particle, weight)| {
                let density = model.fabrics[model.particle_fabrics[particle] as usize].density;
                model.masses[particle] - weight * mass > KEPT * density * model.areas[particle]
            });
            if !spared {
                return None;
            }
            let taken: Vec<(usize, f64)> = particles(cut, model, (sheet, &place)).collect();
            let blend = |values: &[DVec3]| taken.iter().map(|(particle, weight)| *weight * values[*particle]).sum();
            let (middle, velocity): (DVec3, _) = (blend(&state.positions), blend(&state.velocities));
            let [a, b, c] = [0, 1, 2].map(|k| state.positions[taken[k].0]);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let position = middle + crossing.side(&weave) * LYING * normal;
            taken.iter().for_each(|(particle, weight)| model.masses[*particle] -= weight * mass);
            let fabric = cut.sheets[sheet].fabric;
            Some(Node { place, inward: emptied.inward, mass, fabric, position, velocity })
        };
        band.unravel(&emptied, &weave, &mut hand_over)
    }

    /// The column of its lip that an end was drawn out of.
    pub(super) fn emptied(&self, end: &End) -> Emptied {
        let points = &self.cut.sheets[end.source.sheet].points;
        let [a, b] = end.source.points.map(|point| points[point as usize]);
        let at = end.source.weights[0] * a + end.source.weights[1] * b;
        let way = (b - a).abs();
        let broken = usize::from(way.y <= way.x);
        // Across and along the tear.
        let turned = |place: DVec2| if broken == 0 { place } else { place.yx() };
        let (at, holds) = (turned(at), turned(points[end.inside as usize]));
        let column = (at.y / SPACING).round() as i32;
        Emptied {
            column: Crossing { sheet: end.source.sheet, broken, yarn: 0, column },
            line: at.x,
            inward: if holds.x > at.x { -1 } else { 1 },
            depth: end.length,
        }
    }

    /// Says anew what holds the spans, and where other tears cut them.
    pub(super) fn hold_spans(&self, Torn { band, rips, .. }: &mut Torn) {
        let beside = |crossing: &Crossing| [crossing.beside(-1), *crossing];
        let cut_at = |crossing: &Crossing| {
            let ends = [crossing.at(), crossing.beside(1).at()];
            rips.iter().any(|rip| rip.sheet == crossing.sheet && cross(ends, [rip.from, rip.to]))
        };
        band.cuts = band.nodes.keys().flat_map(beside).filter(cut_at).collect();
        let mut flat = Flat::new(&self.cut);
        let mut holds = BTreeMap::new();
        for (crossing, node) in &band.nodes {
            for (step, cut) in [(-1, crossing.beside(-1)), (1, *crossing)] {
                let next = crossing.beside(step);
                if band.nodes.contains_key(&next) || band.cuts.contains(&cut) {
                    continue;
                }
                // Where the cloth ends in a seam or at a pin, that holds the yarn; a free border does not.
                let found = flat.find(next.sheet, next.at()).map(|(_, place)| place);
                let sewn = || Some(node.place).filter(|place| self.is_bound(next.sheet, place));
                if let Some(place) = found.or_else(sewn) {
                    let known = band.holds.get(&next).filter(|hold| hold.place == place);
                    let position = known.map_or_else(|| self.place_at(next.sheet, &place).0, |hold| hold.position);
                    holds.insert(next, Hold { place, position });
                }
            }
        }
        band.holds = holds;
    }

    /// Whether a corner of a place is sewn or pinned.
    fn is_bound(&self, sheet: usize, place: &Place) -> bool {
        let first = self.cut.offsets()[sheet];
        let bound = |point: u32| {
            let sewn = self.cut.seams.iter().flat_map(|seam| seam.pairs.as_flattened());
            sewn.chain(&self.cut.pins).any(|other| *other == point)
        };
        place.points.iter().any(|point| bound(first + point))
    }

    /// Where a place on a triangle is, and how fast.
    fn place_at(&self, sheet: usize, place: &Place) -> (DVec3, DVec3) {
        let State { positions, velocities, .. } = &self.state;
        let mut sums = (DVec3::ZERO, DVec3::ZERO);
        for (particle, weight) in particles(&self.cut, &self.model, (sheet, place)) {
            sums.0 += weight * positions[particle];
            sums.1 += weight * velocities[particle];
        }
        sums
    }

    /// The same, with where a way of weft and warp leads from there.
    pub(super) fn span_anchor(&self, sheet: usize, place: &Place, out: DVec2, burden: &Burden) -> Anchor {
        let (position, velocity) = self.place_at(sheet, place);
        let corners = place.points.map(|point| self.cut.sheets[sheet].points[point as usize]);
        let [from, to] = [DVec2::ZERO, out].map(|way| weights_of(corners, corners[0] + way));
        let weights = [0, 1, 2].map(|k| to[k] - from[k]);
        let way = self.place_at(sheet, &Place { weights, ..*place }).0;
        let share = burden.share(particles(&self.cut, &self.model, (sheet, place)));
        Anchor { position, velocity, outward: way.normalize_or_zero(), share }
    }

    /// Gives a place on a triangle a momentum.
    pub(super) fn push_place(&mut self, sheet: usize, place: &Place, momentum: DVec3) {
        for (particle, weight) in particles(&self.cut, &self.model, (sheet, place)).collect::<Vec<_>>() {
            if !self.model.fixed[particle] {
                self.state.velocities[particle] += weight * momentum / self.model.masses[particle];
            }
        }
    }

    /// Finds the places of spans anew on cloth that was divided otherwise since, and lets the triangles there weigh less in place of those
    /// before. That takes a little other momentum from the cloth: what it is owed is returned, by sheet and place.
    pub(in crate::solver) fn relocate(&mut self) -> Vec<(usize, Place, DVec3)> {
        let Some(mut torn) = self.torn.take() else { return Vec::new() };
        let mut owed = Vec::new();
        let mut flat = Flat::new(&self.cut);
        let mut changes = Vec::new();
        for (crossing, node) in &mut torn.band.nodes {
            let Some((_, place)) = flat.find(crossing.sheet, crossing.at()) else { continue };
            let old = std::mem::replace(&mut node.place, place);
            if old != place {
                let [before, after] = [&old, &place].map(|place| self.place_at(crossing.sheet, place).1);
                owed.push((crossing.sheet, place, node.mass * (after - before)));
                changes.push((crossing.sheet, [old, place], node.mass));
            }
        }
        for (sheet, [old, new], mass) in changes {
            for (place, mass) in [(old, mass), (new, -mass)] {
                for (particle, weight) in particles(&self.cut, &self.model, (sheet, &place)).collect::<Vec<_>>() {
                    self.model.masses[particle] += weight * mass;
                }
            }
        }
        self.torn = Some(torn);
        owed
    }
}

impl Drape {
    /// Gives the cloth what [`Drape::relocate`] owes it, and says anew what holds the spans.
    pub(in crate::solver) fn repay(&mut self, owed: Vec<(usize, Place, DVec3)>) {
        for (sheet, place, momentum) in owed {
            self.push_place(sheet, &place, momentum);
        }
        if let Some(mut torn) = self.torn.take() {
            self.hold_spans(&mut torn);
            self.torn = Some(torn);
        }
    }
}

/// Whether the tear of a lip, which lies at a line across itself, is open at a crossing's column.
fn is_beside(rip: &Rip, crossing: &Crossing, line: f64) -> bool {
    let turned = |place: DVec2| if crossing.broken == 0 { place } else { place.yx() };
    let (from, to, column) = (turned(rip.from), turned(rip.to), turned(crossing.at()).y);
    let along = (to - from).abs();
    let within = from.y.min(to.y) <= column && column <= from.y.max(to.y);
    rip.sheet == crossing.sheet && along.y >= along.x && within && {
        let there = from.lerp(to, (column - from.y) / (to.y - from.y));
        (there.x - line).abs() < SPACING
    }
}

/// Whether two lines in the plane cross; touching counts.
fn cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let apart = a.min(b).cmpgt(c.max(d)).any() || c.min(d).cmpgt(a.max(b)).any();
    let parts = |from: DVec2, to: DVec2, [p, q]: [DVec2; 2]| {
        (to - from).perp_dot(p - from) * (to - from).perp_dot(q - from) <= 0.0
    };
    !apart && parts(a, b, [c, d]) && parts(c, d, [a, b])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_where_they_meet() {
        let p = DVec2::new;
        assert!(cross([p(0.0, 0.0), p(1.0, 0.0)], [p(0.5, -1.0), p(0.5, 1.0)]));
        assert!(cross([p(0.0, 0.0), p(1.0, 0.0)], [p(1.0, 0.0), p(1.0, 1.0)]));
        assert!(!cross([p(0.0, 0.0), p(1.0, 0.0)], [p(0.5, 0.1), p(0.5, 1.0)]));
        assert!(!cross([p(0.0, 0.0), p(1.0, 1.0)], [p(0.6, 0.5), p(1.0, 0.9)]));
    }

    /// A tear is beside crossings of its own columns, and of no others.
    #[test]
    fn tears_lie_beside_their_columns() {
        let rip = Rip { sheet: 1, points: [0, 1], from: DVec2::new(0.02, 0.004), to: DVec2::new(0.0202, 0.009) };
        let crossing = Crossing { sheet: 1, broken: 0, yarn: 22, column: 6 };
        assert!(is_beside(&rip, &crossing, 0.0201));
        assert!(!is_beside(&rip, &crossing, 0.03), "another tear");
        for column in [3, 10] {
            assert!(!is_beside(&rip, &Crossing { column, ..crossing }, 0.0201));
        }
        assert!(!is_beside(&rip, &Crossing { sheet: 0, ..crossing }, 0.0201));
        assert!(!is_beside(&rip, &Crossing { broken: 1, ..crossing }, 0.006), "it runs the other way");
    }
}
