//! One sheet while it is being cut.
//!
//! ```text
//!      c                c          A cut goes from a corner, its tip, straight through the triangle ahead and ends on the
//!     ╱│╲              ╱ ╲         side opposite, at q. Where q is near a corner that is free to move, that corner is
//!    ╱ q──e    or    tip──c′       brought there along the side; elsewhere q becomes a new corner, of the triangle and of
//!   ╱ ╱│ ╱             ╲ ╱         its neighbour. Either way the next tip is a corner of every triangle it touches.
//!  tip─b╱               b
//! ```
//!
//! So the cut follows its line whatever the triangles are, no node hangs, and the surface stays where it is: a new corner lies on
//! the side it divides, a corner that is moved goes along a side.

use crate::cloth::Sheet;
use glam::{DVec2, DVec3};
use std::collections::{BTreeMap, BTreeSet};

/// A corner is brought to the cut if it is nearer to it than this part of the side. Smaller, and cuts leave slivers; from a half
/// on corners would be moved further than to the middle of their triangles.
const NEAR: f64 = 0.3;
/// A corner that cannot be moved is taken as it is if it is so near: the cut bends a little rather than leave a sliver.
const TOUCHING: f64 = 0.12;
/// Least area over the sum of squared sides, as a part of that of an equilateral triangle, to which moving a corner may squeeze a
/// triangle. Below it angles fall under ten degrees.
const SQUEEZED: f64 = 0.3;

/// An edge of the mesh, smaller number first.
pub(super) type Edge = (u32, u32);

pub(super) fn edge(a: u32, b: u32) -> Edge {
    (a.min(b), a.max(b))
}

/// What moves with a point of the sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// m.
    pub position: DVec3,
    /// m/s.
    pub velocity: DVec3,
    /// The particle that it was, if it is still where it was on the cloth.
    pub particle: Option<u32>,
}

/// What a cut did to the lumped momentum of the cloth: meshes that differ lump the same motion differently.
#[derive(Clone, Debug, Default)]
pub(super) struct Shift {
    /// Corners of the triangles that changed.
    pub points: BTreeSet<u32>,
    /// Momentum that is missing, kg m/s.
    pub momentum: DVec3,
    /// Angular momentum about the origin that is missing, kg m²/s.
    pub angular: DVec3,
}

/// What opening a sheet came from.
#[derive(Debug)]
pub(super) struct Halves {
    /// The triangles before.
    pub triangles: Vec<[u32; 3]>,
    /// Pairs of points that were one.
    pub lips: Vec<[u32; 2]>,
}

/// A sheet that is being cut.
#[derive(Debug)]
pub(super) struct Leaf {
    pub sheet: Sheet,
    /// Of each point.
    pub places: Vec<Place>,
    /// The triangle that each triangle was, or was a part of.
    pub parents: Vec<u32>,
    /// Triangles around each point.
    around: Vec<Vec<u32>>,
    /// Points that stay where they are on the cloth: borders, pressed lines, pins and what is cut.
    bound: Vec<bool>,
    /// Points of seams.
    sewn: Vec<bool>,
    /// Edges that are cut.
    pub cuts: BTreeSet<Edge>,
    /// Mass per area of each fabric, kg/m².
    densities: Vec<f64>,
    /// What points weigh less than their cloth, kg.
    taken: BTreeMap<u32, f64>,
}

impl Leaf {
    pub fn new(sheet: Sheet, places: Vec<Place>, sewn: Vec<bool>, densities: Vec<f64>) -> Self {
        let mut around = vec![Vec::new(); sheet.points.len()];
        for (index, triangle) in sheet.triangles.iter().enumerate() {
            triangle.iter().for_each(|point| around[*point as usize].push(index as u32));
        }
        let parents = (0..sheet.triangles.len() as u32).collect();
        let (bound, cuts, taken) = (sewn.clone(), BTreeSet::new(), BTreeMap::new());
        let mut leaf = Leaf { sheet, places, parents, around, bound, sewn, cuts, densities, taken };
        for triangle in 0..leaf.sheet.triangles.len() {
            let [a, b, c] = leaf.sheet.triangles[triangle];
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if leaf.across(triangle as u32, [from, to]).is_none() {
                    leaf.bind(from);
                    leaf.bind(to);
                }
            }
        }
        for point in leaf.sheet.folds.iter().flat_map(|fold| fold.points.clone()).collect::<Vec<_>>() {
            leaf.bind(point);
        }
        leaf
    }

    /// Keeps a point where it is on the cloth.
    pub fn bind(&mut self, point: u32) {
        self.bound[point as usize] = true;
    }

    /// Lets a point weigh less than its cloth.
    pub fn lighten(&mut self, point: u32, mass: f64) {
        *self.taken.entry(point).or_default() += mass;
    }

    fn at(&self, point: u32) -> DVec2 {
        self.sheet.points[point as usize]
    }

    /// The triangle on the other side of an edge of a triangle.
    fn across(&self, triangle: u32, [a, b]: [u32; 2]) -> Option<u32> {
        let shares = |other: &&u32| **other != triangle && self.sheet.triangles[**other as usize].contains(&b);
        self.around[a as usize].iter().find(shares).copied()
    }

    /// A triangle that has both ends of an edge.
    pub fn beside(&self, [a, b]: [u32; 2]) -> Option<u32> {
        self.across(u32::MAX, [a, b])
    }

    /// Cuts from a corner in a direction (weft, warp) to the far side of the triangle there, and tells the corner in which the cut
    /// ends. Nothing where there is no cloth ahead, or where it is cut already.
    pub fn advance(&mut self, tip: u32, towards: DVec2, shift: &mut Shift) -> Option<u32> {
        let (triangle, side, part) = self.ahead(tip, towards)?;
        let next = self.meet(triangle, side, part, shift);
        // What has cloth on one side alone is a border, and what is cut already is not cut again.
        let inside = self.beside([tip, next]).and_then(|triangle| self.across(triangle, [tip, next])).is_some();
        let fresh = inside && self.cuts.insert(edge(tip, next));
        self.bind(tip);
        self.bind(next);
        fresh.then_some(next)
    }

    /// How far it is from a corner in a direction to the far side of the triangle there, m.
    pub fn room(&self, tip: u32, towards: DVec2) -> Option<f64> {
        let (_, [b, c], part) = self.ahead(tip, towards)?;
        Some(self.at(tip).distance(self.at(b).lerp(self.at(c), part)))
    }

    /// The triangle at a corner into which a direction leads, the side opposite and where on it.
    fn ahead(&self, tip: u32, towards: DVec2) -> Option<(u32, [u32; 2], f64)> {
        self.around[tip as usize].iter().find_map(|index| {
            let corners = self.sheet.triangles[*index as usize];
            let first = corners.iter().position(|corner| *corner == tip)?;
            let [b, c] = [1, 2].map(|k| corners[(first + k) % 3]);
            let (left, right) =
                ((self.at(b) - self.at(tip)).perp_dot(towards), towards.perp_dot(self.at(c) - self.at(tip)));
            (left >= 0.0 && right > 0.0).then(|| (*index, [b, c], left / (left + right)))
        })
    }

    /// A corner on a side of a triangle at this part of it.
    fn meet(&mut self, triangle: u32, [b, c]: [u32; 2], part: f64, shift: &mut Shift) -> u32 {
        let (near, far, off) = if part < 0.5 { (b, c, part) } else { (c, b, 1.0 - part) };
        let opposite = self.across(triangle, [b, c]);
        let sewn = opposite.is_none() && self.sewn[b as usize] && self.sewn[c as usize];
        if sewn || (off < TOUCHING && self.bound[near as usize]) {
            return near;
        }
        if off < NEAR && self.can_move(near, [far, near], off) {
            self.shifting(self.around[near as usize].clone(), shift, |leaf| leaf.slide([near, far], off));
            return near;
        }
        if off < TOUCHING {
            return near;
        }
        let changed = [Some(triangle), opposite].into_iter().flatten().collect();
        self.shifting(changed, shift, |leaf| leaf.divide(triangle, opposite, [b, c], part))
    }

    /// Whether a corner may be brought to its place on a side without squeezing a triangle.
    fn can_move(&self, corner: u32, [far, near]: [u32; 2], off: f64) -> bool {
        if self.bound[corner as usize] {
            return false;
        }
        let moved = self.at(near).lerp(self.at(far), off);
        self.around[corner as usize].iter().all(|index| {
            let corners = self.sheet.triangles[*index as usize];
            let now = shape(corners.map(|point| self.at(point)));
            let then = shape(corners.map(|point| if point == corner { moved } else { self.at(point) }));
            then >= SQUEEZED.min(0.6 * now)
        })
    }

    /// Brings a corner along the side to another one.
    fn slide(&mut self, [near, far]: [u32; 2], off: f64) -> u32 {
        let between = self.between([near, far], off);
        let near = near as usize;
        (self.sheet.points[near], self.sheet.drawing[near], self.sheet.start[near]) = between.0;
        self.places[near] = between.1;
        near as u32
    }

    /// What a point on an edge is.
    fn between(&self, [a, b]: [u32; 2], part: f64) -> ((DVec2, DVec2, DVec3), Place) {
        let [a, b] = [a as usize, b as usize];
        let sheet = &self.sheet;
        let (points, drawing) = (&sheet.points, &sheet.drawing);
        let flat = (points[a].lerp(points[b], part), drawing[a].lerp(drawing[b], part));
        let (from, to) = (&self.places[a], &self.places[b]);
        let place = Place {
            position: from.position.lerp(to.position, part),
            velocity: from.velocity.lerp(to.velocity, part),
            particle: None,
        };
        ((flat.0, flat.1, sheet.start[a].lerp(sheet.start[b], part)), place)
    }

    /// Makes a new corner on a side, and two triangles of each beside it.
    fn divide(&mut self, triangle: u32, opposite: Option<u32>, [b, c]: [u32; 2], part: f64) -> u32 {
        let ((point, drawn, start), place) = self.between([b, c], part);
        let new = self.sheet.points.len() as u32;
        self.sheet.points.push(point);
        self.sheet.drawing.push(drawn);
        self.sheet.start.push(start);
        self.places.push(place);
        self.around.push(Vec::new());
        self.sewn.push(false);
        let mut pressed = false;
        for fold in &mut self.sheet.folds {
            if let Some(k) = fold.points.windows(2).position(|pair| edge(pair[0], pair[1]) == edge(b, c)) {
                fold.points.insert(k + 1, new);
                pressed = true;
            }
        }
        self.bound.push(opposite.is_none() || pressed);
        for index in [Some(triangle), opposite].into_iter().flatten() {
            let corners = self.sheet.triangles[index as usize];
            let replaced = |old: u32| corners.map(|corner| if corner == old { new } else { corner });
            self.add_triangle(index, replaced(b));
            self.set_triangle(index, replaced(c));
        }
        new
    }

    fn set_triangle(&mut self, index: u32, corners: [u32; 3]) {
        let old = std::mem::replace(&mut self.sheet.triangles[index as usize], corners);
        old.iter().for_each(|point| self.around[*point as usize].retain(|other| *other != index));
        corners.iter().for_each(|point| self.around[*point as usize].push(index));
    }

    /// A triangle that was a part of another one.
    fn add_triangle(&mut self, whole: u32, corners: [u32; 3]) {
        let index = self.sheet.triangles.len() as u32;
        self.sheet.triangles.push(corners);
        self.parents.push(self.parents[whole as usize]);
        if let Some(local) = self.sheet.local.get(whole as usize).copied() {
            self.sheet.local.push(local);
        }
        corners.iter().for_each(|point| self.around[*point as usize].push(index));
    }

    /// Does something to some triangles and remembers what that did to their momentum.
    fn shifting(&mut self, changed: Vec<u32>, shift: &mut Shift, action: impl FnOnce(&mut Self) -> u32) -> u32 {
        let first_new = self.sheet.triangles.len() as u32;
        let before = self.lumped(&changed);
        let corner = action(self);
        let changed: Vec<u32> = changed.into_iter().chain(first_new..self.sheet.triangles.len() as u32).collect();
        let after = self.lumped(&changed);
        shift.momentum += before.0 - after.0;
        shift.angular += before.1 - after.1;
        shift.points.extend(changed.iter().flat_map(|triangle| self.sheet.triangles[*triangle as usize]));
        corner
    }

    /// Momentum and angular momentum of triangles, a third of each at each corner, without what was taken from the corners.
    fn lumped(&self, triangles: &[u32]) -> (DVec3, DVec3) {
        let mut sums = (DVec3::ZERO, DVec3::ZERO);
        let corners: BTreeSet<u32> = triangles.iter().flat_map(|index| self.sheet.triangles[*index as usize]).collect();
        for (place, taken) in corners.iter().filter_map(|p| Some((&self.places[*p as usize], self.taken.get(p)?))) {
            sums.0 -= *taken * place.velocity;
            sums.1 -= *taken * place.position.cross(place.velocity);
        }
        for index in triangles {
            let corners = self.sheet.triangles[*index as usize];
            let [a, b, c] = corners.map(|point| self.at(point));
            let density = self.densities[self.sheet.local(*index as usize).fabric];
            let third = density * (b - a).perp_dot(c - a) / 6.0;
            for place in corners.map(|point| &self.places[point as usize]) {
                sums.0 += third * place.velocity;
                sums.1 += third * place.position.cross(place.velocity);
            }
        }
        sums
    }

    /// Opens what is cut: every point on a cut edge becomes as many as there are pieces of cloth around it. Returns the triangles as
    /// they were before, and the pairs of points that were one.
    pub fn open(&mut self) -> Halves {
        let before = self.sheet.triangles.clone();
        let points: BTreeSet<u32> = self.cuts.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let mut lips = Vec::new();
        for point in points {
            for piece in self.pieces(point).into_iter().skip(1) {
                let new = self.copy(point);
                lips.push([point, new]);
                for triangle in piece {
                    let corners = self.sheet.triangles[triangle as usize];
                    self.set_triangle(triangle, corners.map(|corner| if corner == point { new } else { corner }));
                }
            }
        }
        self.mend_folds(&before);
        Halves { triangles: before, lips }
    }

    /// The triangles around a point in pieces that hang together, the piece of the first triangle first.
    fn pieces(&self, point: u32) -> Vec<Vec<u32>> {
        let mut left: Vec<u32> = self.around[point as usize].clone();
        left.sort_unstable();
        let mut pieces = Vec::new();
        while let Some(first) = left.first().copied() {
            left.remove(0);
            let mut piece = vec![first];
            let mut seen = 0;
            while let Some(triangle) = piece.get(seen).copied() {
                seen += 1;
                let joined = |other: &u32| {
                    let [mine, others] = [triangle, *other].map(|index| self.sheet.triangles[index as usize]);
                    let shared = mine.into_iter().find(|corner| *corner != point && others.contains(corner));
                    shared.is_some_and(|corner| !self.cuts.contains(&edge(point, corner)))
                };
                let (near, rest): (Vec<u32>, Vec<u32>) = left.iter().partition(|other| joined(other));
                piece.extend(near);
                left = rest;
            }
            pieces.push(piece);
        }
        pieces
    }

    fn copy(&mut self, point: u32) -> u32 {
        let index = point as usize;
        self.sheet.points.push(self.sheet.points[index]);
        self.sheet.drawing.push(self.sheet.drawing[index]);
        self.sheet.start.push(self.sheet.start[index]);
        self.places.push(self.places[index]);
        self.around.push(Vec::new());
        self.bound.push(true);
        self.sewn.push(self.sewn[index]);
        self.sheet.points.len() as u32 - 1
    }

    /// A pressed line that was cut across goes on from the points that its triangles have now.
    fn mend_folds(&mut self, before: &[[u32; 3]]) {
        let folds = std::mem::take(&mut self.sheet.folds);
        for fold in folds {
            let whole = fold.points.windows(2).all(|pair| self.beside([pair[0], pair[1]]).is_some());
            if whole {
                self.sheet.folds.push(fold);
                continue;
            }
            for pair in fold.points.windows(2) {
                let beside = before.iter().position(|corners| pair.iter().all(|point| corners.contains(point)));
                let Some(triangle) = beside else { continue };
                let now = |point: u32| self.renamed(before, triangle as u32, point);
                let points = vec![now(pair[0]), now(pair[1])];
                self.sheet.folds.push(crate::cloth::FoldLine { points, ..fold });
            }
        }
    }

    /// What the corner of a triangle that was a point before [`Leaf::open`] is now.
    pub fn renamed(&self, before: &[[u32; 3]], triangle: u32, point: u32) -> u32 {
        let corner = before[triangle as usize].iter().position(|old| *old == point);
        corner.map_or(point, |corner| self.sheet.triangles[triangle as usize][corner])
    }

    /// Brings triangles that were one back to where it stood, so that those of one fabric stand together.
    pub fn sorted(&mut self) {
        let mut order: Vec<usize> = (0..self.parents.len()).collect();
        order.sort_by_key(|index| self.parents[*index]);
        self.sheet.triangles = order.iter().map(|index| self.sheet.triangles[*index]).collect();
        if !self.sheet.local.is_empty() {
            self.sheet.local = order.iter().map(|index| self.sheet.local[*index]).collect();
        }
        self.parents = order.iter().map(|index| self.parents[*index]).collect();
    }
}

/// How well-shaped a triangle is: 1 if equilateral, 0 without area, below if turned over.
fn shape([a, b, c]: [DVec2; 3]) -> f64 {
    let sides = a.distance_squared(b) + b.distance_squared(c) + c.distance_squared(a);
    // Twice the area of an equilateral triangle of side 1 is √3/2, its squared sides are 3.
    2.0 * 3.0_f64.sqrt() * (b - a).perp_dot(c - a) / sides
}
