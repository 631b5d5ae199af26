//! Yarns that run along a tear of a garment and have come off the cloth beside it.
//!
//! ```text
//!   lip  ═╪══╪══.══.══╪══╪═     ╪  a crossing that holds: yarns are part of the cloth there, which is triangles
//!         │  │        │  │      .  an empty one: the yarn across was drawn out of it ([`super::pull_out`])
//!        ═╪══╪══.══.══╪══╪═
//!         │  │     │  │  │      Over empty crossings a yarn is a *span*, a chain of nodes between the crossings that still hold it; where
//!        ═╪══╪══.══╪══╪══╪═     the cloth ends nothing does, so that it hangs by one end, or falls off.
//! ```
//!
//! Crossings lie on one lattice per sheet, as far apart as yarns are. A yarn that is out of its lip leaves every crossing empty to where it broke. What
//! comes loose with an empty crossing is its float: the same yarn on the same side of the next ones across, up to the first of the other sign, as far
//! as no yarn outside of it is still woven in. Plain weaves have no floats, twills and satins do, and fray further.
//!
//! A node weighs what its yarn weighs from one crossing to the next, half of the cloth there, which the triangle around it weighs less. It begins on
//! the side of the cloth on which it lay and as fast as that, so that mass and momentum stay. What a span gives what holds it, its nodes get with the other sign. Freed of its
//! crossings a yarn is longer by its crimp than the cloth it lay in, and bows out of it. The triangles keep their own stiffness, so that a span
//! never pulls them together: where they are stretched beyond its length, it is as long as they are.

use super::fringe::{Anchor, DRAG, NODES, SMALL_STEPS, SPACING, STRAIGHTENING, Surroundings, Touch, stopped};
use super::weave::Weave;
use glam::{DVec2, DVec3};
use std::collections::{BTreeMap, BTreeSet};

/// How much longer a yarn is than the cloth that it lies in: cottons have 5 to 10 %. At 0 spans would not bow.
const CRIMP: f64 = 0.08;
/// Half of the angle by which an arc turns that is longer than its chord by the crimp: θ/sin θ = 1 + CRIMP.
const HALF_TURN: f64 = 0.68;
/// Sweeps over a span in a small step.
const SWEEPS: usize = 2;
/// A yarn that lies nearer to the tear than this part of the distance of yarns is of neither lip.
const BESIDE: f64 = 0.1;

/// A crossing beside a tear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crossing {
    /// Index of the sheet.
    pub sheet: usize,
    /// Which yarns the tear broke, those of the weft (0) or the warp (1): the others run along it.
    pub broken: usize,
    /// Number of the yarn along the tear.
    pub yarn: i32,
    /// Number of the yarn across.
    pub column: i32,
}

impl Crossing {
    /// Where it is by weft and warp, m.
    pub fn at(&self) -> DVec2 {
        let [across, along] = [self.yarn, self.column].map(|number| f64::from(number) * SPACING);
        if self.broken == 0 { DVec2::new(across, along) } else { DVec2::new(along, across) }
    }

    /// The crossing of its yarn so many columns on.
    pub fn beside(&self, columns: i32) -> Crossing {
        Crossing { column: self.column + columns, ..*self }
    }

    /// The crossing of its column so many yarns on.
    pub fn within(&self, yarns: i32) -> Crossing {
        Crossing { yarn: self.yarn + yarns, ..*self }
    }

    /// 1 where the yarn along the tear is on top, −1 where it is under the one across.
    pub fn side(&self, weave: &Weave) -> f64 {
        f64::from(self.sign(weave)) * if self.broken == 0 { 1.0 } else { -1.0 }
    }

    fn sign(&self, weave: &Weave) -> i8 {
        let [warp, weft] = if self.broken == 0 { [self.yarn, self.column] } else { [self.column, self.yarn] };
        weave.sign_at(warp, weft)
    }
}

/// A column of a lip that a yarn was drawn out of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Emptied {
    /// The yarn across, at any of its crossings.
    pub column: Crossing,
    /// Where the tear is across itself, m.
    pub line: f64,
    /// From the tear into the lip yarns' numbers grow (1) or fall (−1).
    pub inward: i32,
    /// To where the yarn was broken, m.
    pub depth: f64,
}

impl Emptied {
    /// How deep in the lip a yarn along the tear lies, m.
    fn depth_of(&self, yarn: i32) -> f64 {
        f64::from(self.inward) * (f64::from(yarn) * SPACING - self.line)
    }

    /// Its crossings, from the edge inwards.
    pub fn crossings(&self) -> impl Iterator<Item = Crossing> {
        let this = *self;
        let nearest = (self.line / SPACING).round() as i32 - self.inward;
        let yarns = (0..).map(move |k| nearest + k * this.inward);
        let lip = yarns.skip_while(move |yarn| !this.is_in_lip(*yarn));
        lip.take_while(move |yarn| this.depth_of(*yarn) < this.depth).map(move |yarn| Crossing { yarn, ..this.column })
    }

    fn is_in_lip(&self, yarn: i32) -> bool {
        self.depth_of(yarn) >= BESIDE * SPACING
    }
}

/// A place in a triangle of a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Points of the sheet.
    pub points: [u32; 3],
    /// Their weights, sum 1.
    pub weights: [f64; 3],
}

/// A crossing at which a yarn has come off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Where it was woven in, and what weighs so much less.
    pub place: Place,
    /// From the tear into the lip yarns' numbers grow (1) or fall (−1).
    pub inward: i32,
    /// kg.
    pub mass: f64,
    /// Index of the fabric that it is a yarn of.
    pub fabric: usize,
    /// m.
    pub position: DVec3,
    /// m/s.
    pub velocity: DVec3,
}

/// A crossing that holds the end of a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// Where it is on the cloth.
    pub place: Place,
    /// Where that was at the end of the last step, m.
    pub position: DVec3,
}

/// All yarns along tears that have come off.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Band {
    /// The crossings that they have come off. In this order those of a span follow each other.
    pub nodes: BTreeMap<Crossing, Node>,
    /// The crossings beside them that hold.
    pub holds: BTreeMap<Crossing, Hold>,
    /// Crossings from which their yarn does not go on to the next column, because another tear cut it there.
    pub cuts: BTreeSet<Crossing>,
}

/// What spans give.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// Momentum to the crossings that hold them, kg m/s.
    pub holds: Vec<(Crossing, Place, DVec3)>,
    /// The same where they lie on cloth.
    pub touched: Vec<(Touch, DVec3)>,
    /// What gravity and air gave them: nothing else comes from outside but what bodies push.
    pub outside: DVec3,
}

/// What a span is made of: a node, or a crossing that holds.
#[derive(Clone, Copy)]
struct Bead {
    position: DVec3,
    /// 1/kg; 0 where the cloth holds it.
    yields: f64,
    /// What it was pushed by where it is held, kg m.
    push: DVec3,
}

impl Bead {
    fn push(&mut self, push: DVec3) {
        self.position += self.yields * push;
        self.push += push;
    }
}

impl Band {
    /// Lets what held only by an emptied column come off, as far as `hand_over` makes nodes of crossings; tells how many it made.
    pub fn unravel(
        &mut self,
        emptied: &Emptied,
        weave: &Weave,
        hand_over: &mut dyn FnMut(&Crossing) -> Option<Node>,
    ) -> usize {
        let (known, mut fresh) = (self.nodes.len(), Vec::new());
        for crossing in emptied.crossings() {
            if !self.nodes.contains_key(&crossing) && !self.loosen(&crossing, hand_over) {
                break;
            }
            fresh.push(crossing);
        }
        let mut done = 0;
        while let Some(loose) = fresh.get(done).copied() {
            done += 1;
            // Of its own float, and of the one within that this crossing kept in.
            let inner = loose.within(emptied.inward);
            for crossing in [loose.beside(-1), loose.beside(1), inner] {
                let floats =
                    |beside: Crossing| self.nodes.contains_key(&beside) && beside.sign(weave) == crossing.sign(weave);
                let outer = crossing.within(-emptied.inward);
                let is_outermost = self.nodes.contains_key(&outer) || !emptied.is_in_lip(outer.yarn);
                let comes = is_outermost && (floats(crossing.beside(-1)) || floats(crossing.beside(1)));
                if comes && !self.nodes.contains_key(&crossing) && self.loosen(&crossing, hand_over) {
                    fresh.push(crossing);
                }
            }
        }
        self.nodes.len() - known
    }

    fn loosen(&mut self, crossing: &Crossing, hand_over: &mut dyn FnMut(&Crossing) -> Option<Node>) -> bool {
        let node = hand_over(crossing);
        node.map(|node| self.nodes.insert(*crossing, node)).is_some()
    }

    /// The spans, each by the crossings of its nodes in their order.
    pub fn spans(&self) -> Vec<Vec<Crossing>> {
        let crossings: Vec<Crossing> = self.nodes.keys().copied().collect();
        let goes_on = |a: &Crossing, b: &Crossing| a.beside(1) == *b && !self.cuts.contains(a);
        crossings.chunk_by(goes_on).map(<[Crossing]>::to_vec).collect()
    }

    /// What holds a span at both of its ends.
    fn held(&self, span: &[Crossing]) -> [Option<(Crossing, Hold)>; 2] {
        let [Some(first), Some(last)] = [span.first(), span.last()] else { return [None; 2] };
        let before = Some(first.beside(-1)).filter(|crossing| !self.cuts.contains(crossing));
        let after = Some(last.beside(1)).filter(|_| !self.cuts.contains(last));
        [before, after].map(|crossing| crossing.and_then(|c| Some((c, *self.holds.get(&c)?))))
    }

    /// What each crossing carries that holds a span, kg.
    pub fn carried(&self) -> Vec<(Crossing, Place, f64)> {
        let mut carried = Vec::new();
        for span in self.spans() {
            let held: Vec<(Crossing, Hold)> = self.held(&span).into_iter().flatten().collect();
            let mass: f64 = span.iter().map(|crossing| self.nodes[crossing].mass).sum();
            carried.extend(held.iter().map(|(crossing, hold)| (*crossing, hold.place, mass / held.len() as f64)));
        }
        carried
    }

    /// Mass of the nodes, and their momentum.
    pub fn momentum(&self) -> (f64, DVec3) {
        let sum =
            |(mass, momentum): (f64, DVec3), node: &Node| (mass + node.mass, momentum + node.mass * node.velocity);
        self.nodes.values().fold((0.0, DVec3::ZERO), sum)
    }

    /// Advances by a step of the cloth, of which `anchor` tells where a place is now and where from it a way of weft and warp leads.
    pub fn step(&mut self, anchor: &dyn Fn(usize, &Place, DVec2) -> Anchor, around: &Surroundings<'_>) -> Given {
        let mut given = Given::default();
        for span in self.spans() {
            self.step_span(&span, anchor, around, &mut given);
        }
        given
    }

    fn step_span(
        &mut self,
        span: &[Crossing],
        anchor: &dyn Fn(usize, &Place, DVec2) -> Anchor,
        around: &Surroundings<'_>,
        given: &mut Given,
    ) {
        let held = self.held(span);
        let mut nodes: Vec<Node> = span.iter().map(|crossing| self.nodes[crossing]).collect();
        let out = f64::from(-nodes[0].inward) * if span[0].broken == 0 { DVec2::X } else { DVec2::Y };
        let now = held.map(|held| held.map(|(crossing, hold)| anchor(crossing.sheet, &hold.place, out)));
        let time = around.seconds / f64::from(SMALL_STEPS);
        let slowed = 1.0 / (1.0 + DRAG * time);
        let mut beads: Vec<Bead> = Vec::with_capacity(nodes.len() + 2);
        let held_bead = |(_, hold): (Crossing, Hold)| Bead { position: hold.position, yields: 0.0, push: DVec3::ZERO };
        beads.extend(held[0].map(held_bead));
        let first = beads.len();
        beads.extend(nodes.iter().map(|node| Bead {
            position: node.position,
            yields: 1.0 / node.mass,
            push: DVec3::ZERO,
        }));
        beads.extend(held[1].map(held_bead));
        let own = first..first + nodes.len();
        let shape = Shape::of(now, beads.len() - 1);
        // As seen from what holds it: by so much it was carried along.
        let carried: [DVec3; 2] = [0, 1].map(|end| match (held[end], now[end]) {
            (Some((_, hold)), Some(now)) => now.position - hold.position,
            _ => DVec3::ZERO,
        });
        let last = nodes.len().max(2) as f64 - 1.0;
        let start: Vec<DVec3> = nodes
            .iter()
            .enumerate()
            .map(|(k, node)| {
                node.position
                    + match held {
                        [Some(_), Some(_)] => carried[0].lerp(carried[1], k as f64 / last),
                        _ => carried[0] + carried[1],
                    }
            })
            .collect();
        for small in 1..=SMALL_STEPS {
            let part = f64::from(small) / f64::from(SMALL_STEPS);
            for (end, bead) in [(0, 0), (1, beads.len() - 1)] {
                if let (Some((_, hold)), Some(now)) = (held[end], now[end]) {
                    beads[bead].position = hold.position.lerp(now.position, part);
                }
            }
            let before: Vec<DVec3> = beads[own.clone()].iter().map(|bead| bead.position).collect();
            for (bead, node) in beads[own.clone()].iter_mut().zip(&nodes) {
                let falling = node.velocity * slowed + time * around.gravity;
                given.outside += node.mass * (falling - node.velocity);
                bead.position += time * falling;
            }
            shape.bend(&mut beads);
            for _ in 0..SWEEPS {
                shape.tauten(&mut beads);
            }
            for ((bead, node), before) in beads[own.clone()].iter().zip(&mut nodes).zip(before) {
                node.velocity = (bead.position - before) / time;
            }
        }
        let mass: f64 = nodes.iter().map(|node| node.mass).sum();
        for (end, bead) in [(0, 0), (1, beads.len() - 1)] {
            if let (Some((crossing, hold)), Some(now)) = (held[end], now[end]) {
                let pull = beads[bead].push / time;
                given.holds.push((crossing, hold.place, now.share * pull));
                nodes.iter_mut().for_each(|node| node.velocity += (1.0 - now.share) * pull / mass);
                self.holds.insert(crossing, Hold { position: now.position, ..hold });
            }
        }
        let carrier = now.into_iter().flatten().map(|anchor| anchor.velocity).next();
        for (k, (crossing, mut node)) in span.iter().zip(nodes).enumerate() {
            node.position = beads[first + k].position;
            let out = (around.out_of_bodies)(node.position);
            node.position += out;
            if out != DVec3::ZERO {
                node.velocity = carrier.unwrap_or_default();
            }
            if let Some(touch) = (around.cloth)(start[k], node.position) {
                node.position += touch.out;
                let change = touch.share * stopped(node.velocity - touch.velocity, touch.out.normalize_or_zero());
                node.velocity += change;
                given.touched.push((touch, -node.mass * change));
            }
            self.nodes.insert(*crossing, node);
        }
    }

    /// What is seen of the spans: nodes in pieces of yarns that follow each other, and the index of the fabric.
    pub fn drawn(&self) -> Vec<([DVec3; NODES], usize)> {
        let mut pieces = Vec::new();
        for span in self.spans() {
            let [before, after] = self.held(&span).map(|held| held.map(|(_, hold)| hold.position));
            let nodes = span.iter().map(|crossing| self.nodes[crossing].position);
            let line: Vec<DVec3> = before.into_iter().chain(nodes).chain(after).collect();
            if line.len() < 2 {
                continue;
            }
            let fabric = self.nodes[&span[0]].fabric;
            let segments = (line.len() - 1).next_multiple_of(NODES - 1);
            let at = |k: usize| smooth(&line, (line.len() - 1) as f64 * k as f64 / segments as f64);
            for piece in 0..segments / (NODES - 1) {
                pieces.push((std::array::from_fn(|k| at((NODES - 1) * piece + k)), fabric));
            }
        }
        pieces
    }
}

/// The form that a span takes by itself.
struct Shape {
    /// Longest distance of its beads, m.
    piece: f64,
    /// How far a bead stands out between the next ones, m.
    bulge: DVec3,
}

impl Shape {
    /// Of a span of so many pieces between what holds it.
    fn of(held: [Option<Anchor>; 2], pieces: usize) -> Self {
        let longest = SPACING * (1.0 + CRIMP);
        let [Some(a), Some(b)] = held else { return Shape { piece: longest, bulge: DVec3::ZERO } };
        let piece = longest.max(a.position.distance(b.position) / pieces as f64);
        let slack = if piece > longest { 0.0 } else { HALF_TURN };
        Shape { piece, bulge: (a.outward + b.outward).normalize_or_zero() * (piece * slack / pieces as f64) }
    }

    /// Brings each bead a little nearer to where it stands between the next ones; pushes of three sum to nothing.
    fn bend(&self, beads: &mut [Bead]) {
        for k in 1..beads.len().max(1) - 1 {
            let [a, b, c] = [k - 1, k, k + 1].map(|k| beads[k]);
            let off = b.position - 0.5 * (a.position + c.position) - self.bulge;
            let push = STRAIGHTENING * off / (b.yields + 0.25 * (a.yields + c.yields));
            beads[k].push(-push);
            beads[k - 1].push(0.5 * push);
            beads[k + 1].push(0.5 * push);
        }
    }

    /// Draws together what is further apart than a piece is long.
    fn tauten(&self, beads: &mut [Bead]) {
        for k in 1..beads.len() {
            let [a, b] = [beads[k - 1], beads[k]];
            let way = b.position - a.position;
            let length = way.length();
            if length > self.piece {
                let push = way * ((1.0 - self.piece / length) / (a.yields + b.yields));
                beads[k - 1].push(push);
                beads[k].push(-push);
            }
        }
    }
}

/// A place on the Catmull–Rom spline through points.
fn smooth(line: &[DVec3], at: f64) -> DVec3 {
    let k = (at as usize).min(line.len() - 2);
    let t = at - k as f64;
    let [b, c] = [line[k], line[k + 1]];
    let a = if k > 0 { line[k - 1] } else { 2.0 * b - c };
    let d = line.get(k + 2).copied().unwrap_or(2.0 * c - b);
    let [from, to] = [0.5 * (c - a), 0.5 * (d - b)];
    let (t2, t3) = (t * t, t * t * t);
    (2.0 * t3 - 3.0 * t2 + 1.0) * b + (t3 - 2.0 * t2 + t) * from + (3.0 * t2 - 2.0 * t3) * c + (t3 - t2) * to
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    const MASS: f64 = 7.5e-8;

    fn emptied(column: i32, depth: f64) -> Emptied {
        let column = Crossing { sheet: 0, broken: 0, yarn: 0, column };
        Emptied { column, line: 0.4 * SPACING, inward: 1, depth: depth * SPACING }
    }

    fn node(crossing: &Crossing) -> Node {
        let place = Place { points: [0, 1, 2], weights: [1.0, 0.0, 0.0] };
        let position = crossing.at().extend(0.0);
        Node { place, inward: 1, mass: MASS, fabric: 0, position, velocity: DVec3::ZERO }
    }

    /// A span between two crossings that hold it.
    fn span(columns: i32) -> Band {
        let crossing = |column: i32| Crossing { sheet: 0, broken: 0, yarn: 0, column };
        let hold = |c: Crossing| (c, Hold { place: node(&c).place, position: c.at().extend(0.0) });
        Band {
            nodes: (1..=columns).map(crossing).map(|c| (c, node(&c))).collect(),
            holds: [0, columns + 1].map(crossing).map(hold).into(),
            cuts: BTreeSet::new(),
        }
    }

    fn still(gravity: DVec3) -> Surroundings<'static> {
        Surroundings { gravity, seconds: 0.01, out_of_bodies: &|_| DVec3::ZERO, cloth: &|_, _| None }
    }

    /// Places of the holds of [`span`], by their sheet's only point.
    fn at(hold: &Hold) -> Anchor {
        Anchor { position: hold.position, velocity: DVec3::ZERO, outward: DVec3::NEG_X, share: 0.6 }
    }

    #[test]
    fn a_column_is_empty_from_the_edge_to_its_break() {
        let yarns = |emptied: Emptied| emptied.crossings().map(|crossing| crossing.yarn).collect::<Vec<_>>();
        assert_eq!(yarns(emptied(3, 2.7)), [1, 2, 3]);
        assert_eq!(yarns(Emptied { inward: -1, ..emptied(3, 2.7) }), [0, -1, -2]);
        assert_eq!(yarns(Emptied { line: 0.0, ..emptied(3, 1.5) }), [1], "a yarn in the tear itself is of neither lip");
        assert_eq!(yarns(emptied(3, 0.5)), [0; 0]);
        assert_eq!(emptied(3, 2.7).crossings().next().map(|crossing| crossing.at()), Some(DVec2::new(1e-3, 3e-3)));
        let weft = Crossing { broken: 1, ..emptied(3, 2.7).column };
        assert_eq!(weft.within(2).at(), DVec2::new(3e-3, 2e-3));
    }

    /// What comes loose, beside the rule looked up crossing by crossing until nothing changes: empty ones, and those on the same side as a
    /// loose one beside them, unless a yarn outside is woven in there.
    #[test]
    fn floats_come_off_and_nothing_else() {
        let mut counts = Vec::new();
        for name in ["plain", "twill", "satin"] {
            let weave = Weave::named(name).unwrap();
            let (mut band, mut random) = (Band::default(), Random::new(7));
            let columns: Vec<Emptied> = (0..60)
                .filter_map(|column| {
                    let depth = 9.0 * random.signed();
                    (depth > 0.0).then(|| emptied(column, depth))
                })
                .collect();
            for column in &columns {
                band.unravel(column, &weave, &mut |crossing| Some(node(crossing)));
            }
            let mut expected: BTreeSet<(i32, i32)> =
                columns.iter().flat_map(Emptied::crossings).map(|c| (c.yarn, c.column)).collect();
            loop {
                let known = expected.clone();
                for yarn in 1..12 {
                    for column in -9..70 {
                        let same = |other: i32| weave.sign_at(yarn, other) == weave.sign_at(yarn, column);
                        let floats = [-1, 1].iter().any(|s| known.contains(&(yarn, column + s)) && same(column + s));
                        if floats && (yarn == 1 || known.contains(&(yarn - 1, column))) {
                            expected.insert((yarn, column));
                        }
                    }
                }
                if known == expected {
                    break;
                }
            }
            let found: BTreeSet<(i32, i32)> = band.nodes.keys().map(|c| (c.yarn, c.column)).collect();
            assert_eq!(found, expected, "{name}");
            counts.push(found.len());
        }
        eprintln!("plain, twill and satin: {counts:?}");
        assert!(counts[1] > counts[0] && counts[2] > counts[1]);
    }

    /// Where a crossing is not handed over, what lies within stays too.
    #[test]
    fn what_lies_within_stays() {
        let mut band = Band::default();
        let weave = Weave::named("twill").unwrap();
        let mut hand_over = |crossing: &Crossing| (crossing.yarn < 3).then(|| node(crossing));
        band.unravel(&emptied(0, 6.0), &weave, &mut hand_over);
        assert!(band.nodes.keys().all(|crossing| crossing.yarn < 3) && band.nodes.len() >= 2);
    }

    #[test]
    fn spans_end_where_yarns_hold_or_are_cut() {
        let mut band = span(5);
        assert_eq!(band.spans().len(), 1);
        let third = *band.nodes.keys().nth(2).unwrap();
        band.cuts.insert(third);
        let spans = band.spans();
        assert_eq!(spans.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2]);
        assert!(band.held(&spans[0])[0].is_some() && band.held(&spans[0])[1].is_none());
        assert!(band.held(&spans[1])[0].is_none() && band.held(&spans[1])[1].is_some());
    }

    /// Whatever its nodes do, a span has the momentum that gravity and air gave it, less what it gave what holds it.
    #[test]
    fn spans_keep_momentum() {
        let mut random = Random::new(3);
        for columns in 1..20 {
            let mut band = span(columns);
            for node in band.nodes.values_mut() {
                node.velocity = 5.0 * DVec3::new(random.signed(), random.signed(), random.signed());
            }
            let holds = band.holds.clone();
            for step in 0..20 {
                let away = 1e-3 * f64::from(step) * DVec3::new(0.3, -0.2, 1.0);
                let anchor = |_: usize, place: &Place, _: DVec2| {
                    let hold = holds.values().find(|hold| hold.place == *place).unwrap();
                    Anchor { position: hold.position + away, ..at(hold) }
                };
                let before = band.momentum();
                let given = band.step(&anchor, &still(DVec3::new(0.0, -9.81, 0.0)));
                let after = band.momentum();
                let gave: DVec3 = given.holds.iter().map(|(.., momentum)| *momentum).sum();
                let missing = after.1 - (before.1 + given.outside - gave);
                assert!(missing.length() < 1e-13 * before.0 * 5.0, "{columns}: {missing}");
                assert_eq!(after.0, before.0);
            }
        }
    }

    /// At rest each of two crossings carries half of a span, which bows out of the cloth and is no longer than its yarn.
    #[test]
    fn a_span_hangs_between_two_crossings_and_bows() {
        let gravity = DVec3::new(0.0, 0.0, -9.81);
        for columns in [1, 2, 4, 7] {
            let mut band = span(columns);
            let ends: Vec<Hold> = band.holds.values().copied().collect();
            let first = ends[0].position;
            // Both holds have the same place, so that they are told apart by the order in which they are asked for.
            let asked = std::cell::Cell::new(0);
            let anchor = |_: usize, _: &Place, _: DVec2| at(&ends[asked.replace(asked.get() + 1) % 2]);
            let mut pulls = [DVec3::ZERO; 2];
            for step in 0..600 {
                let given = band.step(&anchor, &still(gravity));
                if step >= 400 {
                    [0, 1].into_iter().for_each(|end| pulls[end] += given.holds[end].2 / (200.0 * 0.01));
                }
            }
            let half = 0.5 * MASS * f64::from(columns) * gravity;
            for pull in pulls {
                assert!((pull.z - half.z).abs() < 1e-3 * half.length(), "{columns}: {pull} for {half}");
            }
            let line: Vec<DVec3> = std::iter::once(first)
                .chain(band.nodes.values().map(|node| node.position))
                .chain([ends[1].position])
                .collect();
            let length: f64 = line.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            let yarn = f64::from(columns + 1) * SPACING * (1.0 + CRIMP);
            assert!(length < yarn * 1.001, "{columns}: {length} of {yarn}");
            let bow = line.iter().map(|place| -place.x).fold(0.0, f64::max);
            assert!(bow > 0.1 * SPACING * f64::from(columns).sqrt(), "{columns}: bows by {bow}");
            assert_eq!(band.drawn().len(), (columns as usize + 1).div_ceil(NODES - 1));
        }
    }

    /// What nothing holds falls: against air it comes to the speed g over the rate of the air, and a small step's fall more.
    #[test]
    fn a_yarn_that_nothing_holds_falls_off() {
        let mut band = Band { holds: BTreeMap::new(), ..span(3) };
        let anchor = |_: usize, _: &Place, _: DVec2| -> Anchor { panic!("nothing is held") };
        for _ in 0..300 {
            band.step(&anchor, &still(DVec3::new(0.0, 0.0, -9.81)));
        }
        let speed = 9.81 * (1.0 / DRAG + 0.01 / f64::from(SMALL_STEPS));
        for node in band.nodes.values() {
            assert!((node.velocity.z + speed).abs() < 1e-6, "{}", node.velocity);
        }
        assert_eq!(band.drawn().len(), 1);
    }
}
