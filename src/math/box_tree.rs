//! A tree of axis-aligned boxes: which of many things is nearest to a point, and which overlap a box.
//!
//! ```text
//!              0                four children a node, whose boxes are looked at together: x of all four
//!       ╱    ╱   ╲    ╲         in one vector, then y, then z
//!      1    2     9   12        children come after their parents, so that refitting is one pass from the end
//!     ╱│╲╲ …                    a leaf holds up to four things, whose boxes lie side by side as well
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

/// Children of a node and things of a leaf at most: what one instruction looks at.
const FOUR: usize = 4;
/// More than three children left for later on each level of any tree of 2³¹ things.
const DEEPEST: usize = 48;

/// Single precision is off by less than this part of a number, and sums and products of a few by less than twice this.
const ROUNDING: f32 = 2e-7;

/// A box in single precision, rounded outwards: one instruction serves all axes.
#[derive(Clone, Copy, Debug)]
struct Outer {
    low: Vec4,
    high: Vec4,
}

impl Outer {
    fn around(bounds: &Aabb) -> Self {
        let (low, high) = (bounds.min.as_vec3().extend(0.0), bounds.max.as_vec3().extend(0.0));
        Outer { low: low - low.abs() * ROUNDING, high: high + high.abs() * ROUNDING }
    }
}

/// Four such boxes, axis by axis; those that are not there have nothing in them.
#[derive(Clone, Copy, Debug)]
struct Boxes {
    low: [Vec4; 3],
    high: [Vec4; 3],
}

impl Boxes {
    const EMPTY: Boxes = Boxes { low: [Vec4::INFINITY; 3], high: [Vec4::NEG_INFINITY; 3] };

    fn set(&mut self, lane: usize, bounds: &Outer) {
        for axis in 0..3 {
            self.low[axis][lane] = bounds.low[axis];
            self.high[axis][lane] = bounds.high[axis];
        }
    }

    /// The box around all.
    fn joined(&self) -> Outer {
        let [x, y, z] = self.low.each(|axis| axis.min_element());
        let [to_x, to_y, to_z] = self.high.each(|axis| axis.max_element());
        Outer { low: Vec4::new(x, y, z, 0.0), high: Vec4::new(to_x, to_y, to_z, 0.0) }
    }

    /// Squared distances from a point that is given axis by axis.
    #[inline(always)]
    fn distances_squared(&self, point: &[Vec4; 3]) -> Vec4 {
        let along = |axis: usize| {
            let way = (self.low[axis] - point[axis]).max(point[axis] - self.high[axis]).max(Vec4::ZERO);
            way * way
        };
        along(0) + along(1) + along(2)
    }

    /// Which of them share a point with a box that is given axis by axis, as bits.
    #[inline(always)]
    fn overlapping(&self, [low, high]: &[[Vec4; 3]; 2]) -> u32 {
        let along = |axis: usize| self.low[axis].cmple(high[axis]) & low[axis].cmple(self.high[axis]);
        (along(0) & along(1) & along(2)).bitmask()
    }
}

/// A number in all lanes, for each axis.
fn spread(point: Vec4) -> [Vec4; 3] {
    [Vec4::splat(point.x), Vec4::splat(point.y), Vec4::splat(point.z)]
}

/// Squared distances of [`Outer`] boxes beyond which nothing is as near as the best: its own, with room for the rounding of the point.
fn limit(best: Option<Found>, point: Vec4) -> f32 {
    let Some(best) = best else { return f32::MAX };
    let reach = best.squared.sqrt() as f32 + 2.0 * ROUNDING * point.abs().max_element();
    reach * reach * (1.0 + 8.0 * ROUNDING)
}

/// What a node leads to, in one number: what waits to be looked at is a list on the stack, which every question begins by clearing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Child(u32);

/// The same, told apart.
enum Led {
    Node(usize),
    /// Its number; its things are at four times that in the order of the tree and after.
    Leaf(usize),
}

impl Child {
    const ROOT: Child = Child(0);
    const NONE: Child = Child(u32::MAX);
    const LEAF: u32 = 1 << 31;

    fn node(node: usize) -> Self {
        Child(node as u32)
    }

    fn leaf(leaf: usize) -> Self {
        Child(leaf as u32 | Child::LEAF)
    }

    #[inline(always)]
    fn led(self) -> Led {
        let number = (self.0 & !Child::LEAF) as usize;
        if self.0 & Child::LEAF == 0 { Led::Node(number) } else { Led::Leaf(number) }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    boxes: Boxes,
    children: [Child; FOUR],
}

/// The tree. Things are known by their number.
#[derive(Clone, Debug)]
pub struct BoxTree {
    nodes: Vec<Node>,
    order: Vec<u32>,
    /// Boxes of the things, four to a leaf, in the order of the tree.
    leaves: Vec<Boxes>,
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
        let mut nodes = Vec::with_capacity(boxes.len() / FOUR);
        if !boxes.is_empty() {
            divide(&mut nodes, &mut order, 0, &centres);
        }
        let mut tree = BoxTree { nodes, order, leaves: Vec::new(), whole: Aabb::EMPTY };
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
        self.leaves.clear();
        self.leaves.extend(self.order.chunks(FOUR).map(|things| {
            let mut leaf = Boxes::EMPTY;
            things.iter().enumerate().for_each(|(lane, item)| leaf.set(lane, &Outer::around(&boxes[*item as usize])));
            leaf
        }));
        for index in (0..self.nodes.len()).rev() {
            for lane in 0..FOUR {
                let child = self.nodes[index].children[lane];
                if child == Child::NONE {
                    continue;
                }
                let below = match child.led() {
                    Led::Node(node) => self.nodes[node].boxes.joined(),
                    Led::Leaf(leaf) => self.leaves[leaf].joined(),
                };
                self.nodes[index].boxes.set(lane, &below);
            }
        }
    }

    /// The thing nearest to a point, of equals the one with the smallest number. `squared(slot)` is the square of the distance of
    /// the thing at this place in [`BoxTree::order`]; it must not be less than that of its box by more than double precision rounds.
    /// `start` is a thing that is known to be near, which shortens the search and changes nothing else.
    pub fn nearest(&self, point: DVec3, start: Option<Found>, squared: impl Fn(usize) -> f64) -> Option<Found> {
        let axes = spread(point.as_vec3().extend(0.0));
        self.nearest_within(point, start, |leaf| self.leaves[leaf].distances_squared(&axes), squared)
    }

    /// The same where more is known of things than their boxes: `bounds(leaf)` are squares of distances that none of the four things from
    /// four times that place in the order is nearer than.
    #[inline]
    pub fn nearest_within(
        &self,
        point: DVec3,
        start: Option<Found>,
        bounds: impl Fn(usize) -> Vec4,
        squared: impl Fn(usize) -> f64,
    ) -> Option<Found> {
        let at = point.as_vec3().extend(0.0);
        let axes = spread(at);
        let (mut best, known) = (start, start.map(|start| start.item));
        let mut limit_squared = limit(best, at);
        let mut stack = [(Child::ROOT, 0.0_f32); DEEPEST];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            let (child, bound) = stack[depth];
            // Equal is not further: a thing with a smaller number may be there.
            if bound > limit_squared {
                continue;
            }
            match child.led() {
                Led::Node(node) => {
                    let Node { boxes, children } = &self.nodes[node];
                    let bounds = boxes.distances_squared(&axes);
                    let mut open = bounds.cmple(Vec4::splat(limit_squared)).bitmask();
                    let (first, mut nearest) = (depth, depth);
                    while open != 0 {
                        let lane = open.trailing_zeros() as usize;
                        open &= open - 1;
                        stack[depth] = (children[lane], bounds[lane]);
                        nearest = if stack[depth].1 < stack[nearest].1 { depth } else { nearest };
                        depth += 1;
                    }
                    // It comes first, so that the others may be too far by then.
                    if depth > first {
                        stack.swap(nearest, depth - 1);
                    }
                }
                Led::Leaf(leaf) => {
                    let bounds = bounds(leaf);
                    let mut open = bounds.cmple(Vec4::splat(limit_squared)).bitmask();
                    while open != 0 {
                        let lane = open.trailing_zeros() as usize;
                        open &= open - 1;
                        if bounds[lane] > limit_squared {
                            continue;
                        }
                        let slot = FOUR * leaf + lane;
                        let item = self.order[slot];
                        if known == Some(item) {
                            continue;
                        }
                        let squared = squared(slot);
                        let nearer =
                            |best: Found| squared < best.squared || (squared == best.squared && item < best.item);
                        if best.is_none_or(nearer) {
                            best = Some(Found { item, squared });
                            limit_squared = limit(best, at);
                        }
                    }
                }
            }
        }
        // Nothing is near a point that is no number: then any thing does, and the caller finds out.
        best.or_else(|| self.order.first().map(|item| Found { item: *item, squared: squared(0) }))
    }

    /// Calls `visit` with every thing whose box overlaps a box, in the order of the tree; where rounding decides, with one that does not too.
    pub fn overlapping(&self, bounds: &Aabb, mut visit: impl FnMut(u32)) {
        let bounds = Outer::around(bounds);
        let bounds = [spread(bounds.low), spread(bounds.high)];
        let mut stack = [Child::ROOT; DEEPEST];
        let mut depth = usize::from(!self.nodes.is_empty());
        while depth > 0 {
            depth -= 1;
            match stack[depth].led() {
                Led::Node(node) => {
                    let Node { boxes, children } = &self.nodes[node];
                    let open = boxes.overlapping(&bounds);
                    for lane in (0..FOUR).rev().filter(|lane| open & (1 << lane) != 0) {
                        stack[depth] = children[lane];
                        depth += 1;
                    }
                }
                Led::Leaf(leaf) => {
                    let open = self.leaves[leaf].overlapping(&bounds);
                    for lane in (0..FOUR).filter(|lane| open & (1 << lane) != 0) {
                        visit(self.order[FOUR * leaf + lane]);
                    }
                }
            }
        }
    }
}

/// Adds the node of these things, which begin at `first` in the order of the tree, and the nodes below it.
fn divide(nodes: &mut Vec<Node>, things: &mut [u32], first: usize, centres: &[DVec3]) {
    let index = nodes.len();
    nodes.push(Node { boxes: Boxes::EMPTY, children: [Child::NONE; FOUR] });
    let (left, right) = halve(things, centres);
    let (a, b) = halve(left, centres);
    let (c, d) = halve(right, centres);
    let (mut lane, mut begin) = (0, first);
    for part in [a, b, c, d] {
        let count = part.len();
        if count > 0 {
            nodes[index].children[lane] = if count <= FOUR {
                Child::leaf(begin / FOUR)
            } else {
                let child = Child::node(nodes.len());
                divide(nodes, part, begin, centres);
                child
            };
            lane += 1;
        }
        begin += count;
    }
}

/// The two halves of things along their longest axis; leaves before the last one are full. What fits into a leaf stays together.
fn halve<'a>(things: &'a mut [u32], centres: &[DVec3]) -> (&'a mut [u32], &'a mut [u32]) {
    let leaves = things.len().div_ceil(FOUR);
    if leaves <= 1 {
        return things.split_at_mut(things.len());
    }
    let spread = things.iter().fold(Aabb::EMPTY, |all, item| {
        let centre = centres[*item as usize];
        Aabb { min: all.min.min(centre), max: all.max.max(centre) }
    });
    let size = spread.size();
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { usize::from(size.y < size.z) + 1 };
    let middle = leaves.div_ceil(2) * FOUR;
    // By number where coordinates are equal; −0 and 0 are.
    things.select_nth_unstable_by(middle, |a, b| {
        let [x, y] = [a, b].each(|item| centres[*item as usize][axis]);
        x.partial_cmp(&y).unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(b))
    });
    things.split_at_mut(middle)
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
