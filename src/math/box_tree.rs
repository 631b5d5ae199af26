//! A tree of axis-aligned boxes: which of many things is nearest to a point, and which overlap a box.
//!
//! ```text
//!            0               nodes in the order of a walk that goes left first:
//!         ╱     ╲            the left child follows its parent, so that refitting
//!        1       4           is one pass from the end
//!      ╱   ╲    ╱ ╲
//!     2     3  5   6         leaves hold up to four things
//! ```
//!
//! The tree is built once, by halving along the longest axis, and keeps its shape; [`BoxTree::refit`] follows things that
//! move. What is found does not depend on the tree: of things equally near, the one with the smallest number counts.

use super::each::Each;
use glam::{DVec3, Vec4};

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lowest coordinates.
    pub min: DVec3,
    /// Highest coordinates.
    pub max: DVec3,
}

impl Aabb {
    /// The box of nothing: joined with any other it gives the other.
    pub const EMPTY: Aabb = Aabb { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The smallest box around points.
    pub fn of(points: &[DVec3]) -> Self {
        points.iter().fold(Aabb::EMPTY, |all, point| Aabb { min: all.min.min(*point), max: all.max.max(*point) })
    }

    /// The smallest box around both.
    pub fn join(&self, other: &Aabb) -> Self {
        Aabb { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box with a margin on every side.
    pub fn padded(&self, margin: f64) -> Self {
        Aabb { min: self.min - DVec3::splat(margin), max: self.max + DVec3::splat(margin) }
    }

    /// Its sizes.
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Its middle.
    pub fn centre(&self) -> DVec3 {
        (self.min + self.max) * 0.5
    }

    /// Whether the two share a point; touching counts.
    pub fn overlaps(&self, other: &Aabb) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Square of the distance from a point; 0 inside.
    pub fn distance_squared(&self, point: DVec3) -> f64 {
        (self.min - point).max(point - self.max).max(DVec3::ZERO).length_squared()
    }
}

/// Things per leaf at most. Fewer and the walk meets more nodes, more and it asks more things in vain: on a body of 14,000
/// triangles 2, 4 and 8 could not be told apart.
const LEAF: usize = 4;
/// Deeper than any tree of halves with 2³² things.
const DEEPEST: usize = 64;

/// Single precision is off by less than this part of a number, and sums and products of a few by less than twice this.
const ROUNDING: f32 = 2e-7;

/// A box in single precision, rounded outwards: one instruction serves all axes.
#[derive(Clone, Copy, Debug)]
struct Outer {
    low: Vec4,
    high: Vec4,
}

impl Outer {
    const EMPTY: Outer = Outer { low: Vec4::INFINITY, high: Vec4::NEG_INFINITY };

    fn around(bounds: &Aabb) -> Self {
        let (low, high) = (bounds.min.as_vec3().extend(0.0), bounds.max.as_vec3().extend(0.0));
        Outer { low: low - low.abs() * ROUNDING, high: high + high.abs() * ROUNDING }
    }

    fn join(&self, other: &Outer) -> Self {
        Outer { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn overlaps(&self, other: &Outer) -> bool {
        (self.low.cmple(other.high) & other.low.cmple(self.high)).all()
    }

    #[inline(always)]
    fn distance_squared(&self, point: Vec4) -> f32 {
        (self.low - point).max(point - self.high).max(Vec4::ZERO).length_squared()
    }
}

/// Squared distances of [`Outer`] boxes beyond which nothing is as near as the best: its own, with room for the rounding of the point.
fn limit(best: Option<Found>, point: Vec4) -> f32 {
    let Some(best) = best else { return f32::INFINITY };
    let reach = best.squared.sqrt() as f32 + 2.0 * ROUNDING * point.abs().max_element();
    reach * reach * (1.0 + 8.0 * ROUNDING)
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Outer,
    /// Of a leaf: where its things begin in the order of the tree. Of others: the right child; the left one follows.
    link: u32,
    /// How many things a leaf holds; 0 for other nodes.
    count: u32,
}

/// The tree. Things are known by their number.
#[derive(Clone, Debug)]
pub struct BoxTree {
    nodes: Vec<Node>,
    order: Vec<u32>,
    /// Boxes of the things, in the order of the tree.
    things: Vec<Outer>,
    whole: Aabb,
}

/// The nearest thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// Its number.
    pub item: u32,
    /// Square of its distance.
    pub squared: f64,
}

impl BoxTree {
    /// A tree of things with these boxes.
    pub fn new(boxes: &[Aabb]) -> Self {
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let centres: Vec<DVec3> = boxes.iter().map(Aabb::centre).collect();
        let mut nodes = Vec::with_capacity(boxes.len());
        if !boxes.is_empty() {
            split(&mut nodes, &mut order, 0, &centres);
        }
        let mut tree = BoxTree { nodes, order, things: Vec::new(), whole: Aabb::EMPTY };
        tree.refit(boxes);
        tree
    }

    /// The things in the order of the tree, in which neighbours lie together.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The box around everything.
    pub fn bounds(&self) -> Aabb {
        self.whole
    }

    /// Follows things that have moved: as many boxes as at the start.
    pub fn refit(&mut self, boxes: &[Aabb]) {
        self.whole = boxes.iter().fold(Aabb::EMPTY, |all, each| all.join(each));
        self.things.clear();
        self.things.extend(self.order.iter().map(|item| Outer::around(&boxes[*item as usize])));
        for index in (0..self.nodes.len()).rev() {
            let Node { link, count, .. } = self.nodes[index];
            self.nodes[index].bounds = if count > 0 {
                let things = &self.things[link as usize..(link + count) as usize];
                things.iter().fold(Outer::EMPTY, |all, each| all.join(each))
            } else {
                self.nodes[index + 1].bounds.join(&self.nodes[link as usize].bounds)
            };
        }
    }

    /// The thing nearest to a point, of equals the one with the smallest number. `squared(slot)` is the square of the distance of
    /// the thing at this place in [`BoxTree::order`]; it must not be less than that of its box by more than double precision rounds.
    /// `start` is a thing that is known to be near, which shortens the search and changes nothing else.
    pub fn nearest(&self, point: DVec3, start: Option<Found>, squared: impl Fn(usize) -> f64) -> Option<Found> {
        let at = point.as_vec3().extend(0.0);
        let mut best = start;
        let mut limit_squared = limit(best, at);
        let mut stack = [(0_u32, 0.0_f32); DEEPEST];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let (mut index, bound) = stack[depth];
            // Equal is not further: a thing with a smaller number may be there.
            if bound > limit_squared {
                continue;
            }
            let mut beyond = false;
            while self.nodes[index as usize].count == 0 && !beyond {
                let [left, right] = [index + 1, self.nodes[index as usize].link];
                let [a, b] = [left, right].each(|node| self.nodes[node as usize].bounds.distance_squared(at));
                let ((near, near_bound), far) = if b < a { ((right, b), (left, a)) } else { ((left, a), (right, b)) };
                if far.1 <= limit_squared {
                    stack[depth] = far;
                    depth += 1;
                }
                index = near;
                beyond = near_bound > limit_squared;
            }
            if beyond {
                continue;
            }
            let Node { link, count, .. } = self.nodes[index as usize];
            for slot in link as usize..link as usize + count as usize {
                if self.things[slot].distance_squared(at) > limit_squared {
                    continue;
                }
                let (item, squared) = (self.order[slot], squared(slot));
                let nearer = |best: Found| squared < best.squared || (squared == best.squared && item < best.item);
                if best.is_none_or(nearer) {
                    best = Some(Found { item, squared });
                    limit_squared = limit(best, at);
                }
            }
        }
        best
    }

    /// Calls `visit` with every thing whose leaf overlaps a box, in the order of the tree; the thing itself may miss it.
    pub fn overlapping(&self, bounds: &Aabb, mut visit: impl FnMut(u32)) {
        let bounds = Outer::around(bounds);
        let mut stack = [0_u32; DEEPEST];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let index = stack[depth];
            let node = &self.nodes[index as usize];
            if !node.bounds.overlaps(&bounds) {
                continue;
            }
            if node.count > 0 {
                self.order[node.link as usize..(node.link + node.count) as usize].iter().for_each(|item| visit(*item));
            } else {
                stack[depth] = node.link;
                stack[depth + 1] = index + 1;
                depth += 2;
            }
        }
    }
}

/// Adds the node of these things, which begin at `first` in the order of the tree, and the nodes below it.
fn split(nodes: &mut Vec<Node>, things: &mut [u32], first: usize, centres: &[DVec3]) {
    let index = nodes.len();
    nodes.push(Node { bounds: Outer::EMPTY, link: first as u32, count: things.len() as u32 });
    if things.len() <= LEAF {
        return;
    }
    let spread = things.iter().fold(Aabb::EMPTY, |all, item| {
        let centre = centres[*item as usize];
        Aabb { min: all.min.min(centre), max: all.max.max(centre) }
    });
    let size = spread.size();
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { usize::from(size.y < size.z) + 1 };
    let middle = things.len() / 2;
    // By number where coordinates are equal; −0 and 0 are.
    things.select_nth_unstable_by(middle, |a, b| {
        let [x, y] = [a, b].each(|item| centres[*item as usize][axis]);
        x.partial_cmp(&y).unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(b))
    });
    let (left, right) = things.split_at_mut(middle);
    nodes[index].count = 0;
    split(nodes, left, first, centres);
    nodes[index].link = nodes.len() as u32;
    split(nodes, right, first + middle, centres);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    fn point(random: &mut Random) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    fn boxes(random: &mut Random, count: usize) -> Vec<Aabb> {
        (0..count).map(|_| Aabb::of(&[point(random)]).join(&Aabb::of(&[point(random)])).padded(0.0)).collect()
    }

    /// The same by asking everything.
    fn brute(boxes: &[Aabb], at: DVec3) -> Option<Found> {
        let all =
            boxes.iter().enumerate().map(|(i, each)| Found { item: i as u32, squared: each.distance_squared(at) });
        all.reduce(|best, each| if each.squared < best.squared { each } else { best })
    }

    #[test]
    fn finds_what_asking_everything_finds_with_any_start() {
        let mut random = Random::new(1);
        for count in [0, 1, 4, 5, 9, 300] {
            let mut things: Vec<Aabb> = (0..count).map(|_| Aabb::of(&[point(&mut random)]).padded(0.01)).collect();
            let mut tree = BoxTree::new(&things);
            for round in 0..200 {
                if round == 100 {
                    things = boxes(&mut random, count);
                    tree.refit(&things);
                }
                let at = point(&mut random) * 2.0;
                let order = tree.order();
                let squared = |slot: usize| things[order[slot] as usize].distance_squared(at);
                let wanted = brute(&things, at);
                assert_eq!(tree.nearest(at, None, squared), wanted);
                let start = round % count.max(1);
                let start =
                    things.get(start).map(|each| Found { item: start as u32, squared: each.distance_squared(at) });
                assert_eq!(tree.nearest(at, start, squared), wanted, "the start changes nothing");
            }
        }
    }

    #[test]
    fn nothing_that_overlaps_is_missed() {
        let mut random = Random::new(2);
        let things = boxes(&mut random, 200);
        let tree = BoxTree::new(&things);
        for _ in 0..100 {
            let asked = Aabb::of(&[point(&mut random), point(&mut random)]);
            let mut seen = Vec::new();
            tree.overlapping(&asked, |item| seen.push(item));
            let mut once = seen.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), seen.len(), "nothing is visited twice");
            for (item, each) in things.iter().enumerate() {
                assert!(!each.overlaps(&asked) || once.contains(&(item as u32)));
            }
        }
    }

    #[test]
    fn the_tree_is_the_same_for_zeros_of_either_sign() {
        let at = |x: f64| Aabb::of(&[DVec3::new(x, 0.0, 0.0)]);
        let plain = BoxTree::new(&[0.0; 9].map(at));
        let signed = BoxTree::new(&[0.0, -0.0, 0.0, -0.0, -0.0, 0.0, 0.0, -0.0, 0.0].map(at));
        assert_eq!(plain.order(), signed.order());
    }
}
