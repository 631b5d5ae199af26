//! A tree over the triangles, by their place on the panels: which triangles may meet which.
//!
//! Each node has the box that its triangles sweep in the step, and the box of their unit normals and unit weft directions.
//! A node whose directions all lie close together, and whose triangles hardly change their shape in the step, is a patch of
//! cloth that bends little: it cannot touch itself, and is passed over as a whole. That leaves folds, and parts that lie on
//! other parts.

use super::Sheets;
use crate::math::box_tree::Aabb;
use crate::math::each::Each;
use glam::{DVec3, Vec3A, Vec4};

/// Triangles in a leaf.
const LEAF: usize = 4;
/// Largest diagonal of the box of a patch's unit vectors: below it any two are at most 50° apart. A patch whose normals
/// and weft directions keep within that is the graph of a function over a plane.
const FLAT: f32 = 0.85;
/// Furthest that a corner of such a triangle may move against its other corners, as a part of its height: its directions turn
/// by less than 20° from those at the ends of the way, so that any two of the patch stay less than a right angle apart.
const STEADY: f32 = 0.35;
/// Single precision is off by less than this part of a number.
const ROUNDING: f32 = 2e-7;

/// A box in single precision, rounded outwards: one comparison serves all axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    low: Vec4,
    high: Vec4,
}

impl Bounds {
    const EMPTY: Bounds = Bounds { low: Vec4::INFINITY, high: Vec4::NEG_INFINITY };

    /// Around two points, with a margin.
    pub(super) fn around(a: DVec3, b: DVec3, margin: f64) -> Self {
        let (low, high) = (a.min(b).as_vec3().extend(0.0), a.max(b).as_vec3().extend(0.0));
        let margin = Vec4::splat(margin as f32) + low.abs().max(high.abs()) * ROUNDING;
        Bounds { low: low - margin, high: high + margin }
    }

    /// Around both.
    pub(super) fn join(&self, other: &Bounds) -> Self {
        Bounds { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether the two share a point.
    #[inline(always)]
    pub(super) fn overlaps(&self, other: &Bounds) -> bool {
        (self.low.cmple(other.high) & other.low.cmple(self.high)).all()
    }

    /// Whether unit vectors that lie in this box all point about the same way.
    fn is_small(&self) -> bool {
        (self.high - self.low).length_squared() < FLAT * FLAT
    }
}

/// What a node or a triangle spans.
#[derive(Clone, Copy, Debug)]
struct Span {
    swept: Bounds,
    normals: Bounds,
    wefts: Bounds,
    /// Whether one of its particles has to be looked at.
    changed: bool,
    /// Whether its triangles keep about their shape on the way.
    steady: bool,
}

impl Span {
    const EMPTY: Span =
        Span { swept: Bounds::EMPTY, normals: Bounds::EMPTY, wefts: Bounds::EMPTY, changed: false, steady: true };

    fn with(self, other: &Span) -> Self {
        Span {
            swept: self.swept.join(&other.swept),
            normals: self.normals.join(&other.normals),
            wefts: self.wefts.join(&other.wefts),
            changed: self.changed || other.changed,
            steady: self.steady && other.steady,
        }
    }
}

/// The directions of the triangles around a particle.
#[derive(Clone, Copy, Debug)]
struct Fan {
    normals: Bounds,
    wefts: Bounds,
    /// Whether its triangles keep about their shape on the way; in the end, whether they are a patch that bends little.
    flat: bool,
}

impl Fan {
    const EMPTY: Fan = Fan { normals: Bounds::EMPTY, wefts: Bounds::EMPTY, flat: true };
}

/// The motion of a step, as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'a> {
    /// Where particles are.
    pub(super) from: &'a [DVec3],
    /// Where they are expected to go.
    pub(super) to: &'a [DVec3],
    /// Which of them to look at.
    pub(super) changed: &'a [bool],
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its triangles in `order`.
    first: u32,
    count: u32,
    /// The second child; the first follows its parent. Zero for a leaf.
    second: u32,
    /// Whether none of its particles is on the border of the cloth, where parts that are far along the cloth may be near.
    inner: bool,
}

/// The tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    order: Vec<u32>,
    spans: Vec<Span>,
    triangle_spans: Vec<Span>,
    /// Whether each particle is on the border of the cloth.
    border: Vec<bool>,
    /// What the triangles around each particle span.
    fans: Vec<Fan>,
    /// By how much a particle may end elsewhere than expected, m.
    slack: f32,
}

impl Tree {
    pub(super) fn new(sheets: &Sheets, slack: f64) -> Self {
        let order = (0..sheets.triangles.len() as u32).collect();
        let mut tree = Tree { order, slack: slack as f32, ..Tree::default() };
        let border = border(sheets);
        tree.fans = vec![Fan::EMPTY; border.len()];
        if !tree.order.is_empty() {
            let mut order = std::mem::take(&mut tree.order);
            tree.split(sheets, &border, &mut order, 0);
            tree.order = order;
        }
        tree.border = border;
        tree
    }

    /// Adds the node of these triangles and those below it.
    fn split(&mut self, sheets: &Sheets, border: &[bool], order: &mut [u32], first: usize) {
        let index = self.nodes.len();
        let inner = order.iter().all(|t| sheets.triangles[*t as usize].iter().all(|p| !border[*p as usize]));
        self.nodes.push(Node { first: first as u32, count: order.len() as u32, second: 0, inner });
        if order.len() <= LEAF {
            return;
        }
        // Panels are far apart along z, so that they are parted first.
        let places: Vec<DVec3> = order.iter().map(|t| sheets.places[*t as usize]).collect();
        let size = Aabb::of(&places).size();
        let axis = if size.z > 0.0 { 2 } else { usize::from(size.y > size.x) };
        let key = |t: &u32| (sheets.places[*t as usize][axis], *t);
        order.sort_by(|a, b| key(a).0.total_cmp(&key(b).0).then(a.cmp(b)));
        let mut middle = order.len() / 2;
        if axis == 2 {
            // Between two panels, not through one.
            let at = sheets.places[order[middle] as usize].z;
            let start = order.partition_point(|t| sheets.places[*t as usize].z < at);
            middle = if start > 0 { start } else { order.partition_point(|t| sheets.places[*t as usize].z <= at) };
        }
        let (left, right) = order.split_at_mut(middle);
        self.split(sheets, border, left, first);
        self.nodes[index].second = self.nodes.len() as u32;
        self.split(sheets, border, right, first + middle);
    }

    /// Takes the motion of the step; `paths` are the boxes that particles sweep.
    pub(super) fn refit(&mut self, sheets: &Sheets, way: Way, paths: &[Bounds]) {
        self.triangle_spans.clear();
        self.triangle_spans.extend(sheets.triangles.iter().zip(&sheets.wefts).map(|(triangle, weft)| {
            let [a, b, c] = triangle.each(|p| paths[p as usize]);
            let sides = |positions: &[DVec3]| {
                let [a, b, c] = triangle.each(|p| positions[p as usize]);
                // Differences first: they are small, and single precision serves for directions.
                [(b - a).as_vec3a(), (c - a).as_vec3a()]
            };
            let frame = |[ab, ac]: [Vec3A; 2]| {
                let across = ab.cross(ac);
                let longest = ab.length_squared().max(ac.length_squared()).max(ab.distance_squared(ac));
                let along = ab * weft[1] as f32 + ac * weft[2] as f32;
                (unit(across), unit(along), across.length_squared() / longest)
            };
            let (start, end) = (sides(way.from), sides(way.to));
            let ((n0, u0, height0), (n1, u1, height1)) = (frame(start), frame(end));
            let moved = start[0].distance(end[0]).max(start[1].distance(end[1])) + 2.0 * self.slack;
            Span {
                swept: a.join(&b).join(&c),
                normals: Bounds { low: n0.min(n1), high: n0.max(n1) },
                wefts: Bounds { low: u0.min(u1), high: u0.max(u1) },
                changed: triangle.iter().any(|p| way.changed[*p as usize]),
                // Heights squared. A triangle without one is never steady.
                steady: moved * moved < STEADY * STEADY * height0.min(height1),
            }
        }));
        self.fit_fans(sheets);
        self.spans.clear();
        self.spans.resize(self.nodes.len(), Span::EMPTY);
        for (index, node) in self.nodes.iter().enumerate().rev() {
            self.spans[index] = if node.second == 0 {
                let range = node.first as usize..(node.first + node.count) as usize;
                let spans = self.order[range].iter().map(|t| &self.triangle_spans[*t as usize]);
                spans.fold(Span::EMPTY, |all, span| all.with(span))
            } else {
                self.spans[index + 1].with(&self.spans[node.second as usize])
            };
        }
    }

    /// Finds the particles in the middle of patches that bend little. Most triangles that are near each other are neighbours in one of these, far
    /// below the nodes that are flat as a whole.
    fn fit_fans(&mut self, sheets: &Sheets) {
        self.fans.fill(Fan::EMPTY);
        for (triangle, span) in sheets.triangles.iter().zip(&self.triangle_spans) {
            for p in triangle {
                let fan = &mut self.fans[*p as usize];
                fan.normals = fan.normals.join(&span.normals);
                fan.wefts = fan.wefts.join(&span.wefts);
                fan.flat &= span.steady;
            }
        }
        for (fan, border) in self.fans.iter_mut().zip(&self.border) {
            fan.flat &= !border && fan.normals.is_small() && fan.wefts.is_small();
        }
    }

    /// Calls `found` with every two triangles whose boxes meet and of which one is to be looked at, each pair once, but for
    /// those inside a flat patch.
    pub(super) fn pairs(&self, sheets: &Sheets, mut found: impl FnMut(u32, u32)) {
        let mut found = |a: u32, b: u32| {
            let [first, second] = [a, b].each(|t| sheets.triangles[t as usize]);
            let flat = |p: &u32| second.contains(p) && self.fans[*p as usize].flat;
            if !first.iter().any(flat) {
                found(a, b);
            }
        };
        let mut todo: Vec<(u32, u32)> = Vec::new();
        if !self.nodes.is_empty() {
            todo.push((0, 0));
        }
        while let Some((a, b)) = todo.pop() {
            let (left, right) = (&self.nodes[a as usize], &self.nodes[b as usize]);
            let [span, other] = [&self.spans[a as usize], &self.spans[b as usize]];
            if !span.changed && !other.changed {
                continue;
            }
            if a == b {
                if left.inner && span.steady && span.normals.is_small() && span.wefts.is_small() {
                    continue;
                }
                if left.second == 0 {
                    self.inside(left, &mut found);
                } else {
                    todo.extend([(a + 1, a + 1), (left.second, left.second), (a + 1, left.second)]);
                }
                continue;
            }
            if !span.swept.overlaps(&other.swept) {
                continue;
            }
            match (left.second, right.second) {
                (0, 0) => self.across(left, right, &mut found),
                (second, 0) => todo.extend([(a + 1, b), (second, b)]),
                (second, _) if second > 0 && left.count > right.count => todo.extend([(a + 1, b), (second, b)]),
                (_, second) => todo.extend([(a, b + 1), (a, second)]),
            }
        }
    }

    fn triangles(&self, node: &Node) -> &[u32] {
        &self.order[node.first as usize..(node.first + node.count) as usize]
    }

    fn inside(&self, node: &Node, found: &mut impl FnMut(u32, u32)) {
        let triangles = self.triangles(node);
        for (i, a) in triangles.iter().enumerate() {
            for b in &triangles[i + 1..] {
                self.try_pair(*a, *b, found);
            }
        }
    }

    fn across(&self, left: &Node, right: &Node, found: &mut impl FnMut(u32, u32)) {
        for a in self.triangles(left) {
            for b in self.triangles(right) {
                self.try_pair(*a, *b, found);
            }
        }
    }

    fn try_pair(&self, a: u32, b: u32, found: &mut impl FnMut(u32, u32)) {
        let [left, right] = [&self.triangle_spans[a as usize], &self.triangle_spans[b as usize]];
        if (left.changed || right.changed) && left.swept.overlaps(&right.swept) {
            found(a, b);
        }
    }

    /// The box of a triangle.
    pub(super) fn swept(&self, triangle: u32) -> &Bounds {
        &self.triangle_spans[triangle as usize].swept
    }
}

/// The unit vector, as four numbers; zero for one without length.
fn unit(v: Vec3A) -> Vec4 {
    v.normalize_or_zero().extend(0.0)
}

/// Whether each particle is on an edge that only one triangle has.
fn border(sheets: &Sheets) -> Vec<bool> {
    let mut edges: Vec<[u32; 2]> = Vec::new();
    for [a, b, c] in &sheets.triangles {
        edges.extend([[*a, *b], [*b, *c], [*c, *a]].map(|[a, b]| [a.min(b), a.max(b)]));
    }
    edges.sort_unstable();
    let mut border = vec![false; sheets.areas.len()];
    for run in edges.chunk_by(|a, b| a == b).filter(|run| run.len() != 2) {
        run[0].iter().for_each(|p| border[*p as usize] = true);
    }
    border
}
