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
/// How many times as long as it is a piece may be drawn: sweeps leave a few per cent, and by those a span at rest pulls at what holds it with its weight.
const DRAWN: f64 = 1.1;
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
            beads[first + k].position = node.position;
            self.nodes.insert(*crossing, node);
        }
        // Cloth that springs back takes it along faster than sweeps reach its middle.
        shape.shorten(&mut beads, now.map(|held| held.is_some()));
        for (crossing, bead) in span.iter().zip(&beads[own]) {
            if let Some(node) = self.nodes.get_mut(crossing) {
                node.position = bead.position;
            }
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

impl Shape {
    /// Brings beads to where no piece is drawn out much, from the ends that are held.
    fn shorten(&self, beads: &mut [Bead], held: [bool; 2]) {
        let last = beads.len() - 1;
        if held != [false, true] {
            (1..=last).for_each(|k| self.follow(beads, [k - 1, k]));
        }
        if held[1] {
            // The first one is where it was before, if it is held too.
            let first = usize::from(held[0]);
            (first..last).rev().for_each(|k| self.follow(beads, [k + 1, k]));
        }
        if held == [true; 2] {
            self.straighten(beads);
        }
    }

    fn follow(&self, beads: &mut [Bead], [leader, follower]: [usize; 2]) {
        let [from, to] = [leader, follower].map(|k| beads[k].position);
        if beads[follower].yields > 0.0 && from.distance(to) > DRAWN * self.piece {
            beads[follower].position = from + (to - from).normalize_or_zero() * (DRAWN * self.piece);
        }
    }

    /// Brings beads so near to the line between their ends that no piece is too long: each becomes a blend of what it is and of its part of that line.
    fn straighten(&self, beads: &mut [Bead]) {
        let last = beads.len() - 1;
        let [from, to] = [beads[0].position, beads[last].position];
        let least = from.distance(to) / last as f64;
        let longest = beads.windows(2).map(|pair| pair[0].position.distance(pair[1].position)).fold(0.0, f64::max);
        let allowed = DRAWN * self.piece;
        if longest > allowed {
            let part = ((longest - allowed) / (longest - least)).clamp(0.0, 1.0);
            for (k, bead) in beads.iter_mut().enumerate().take(last).skip(1) {
                bead.position = bead.position.lerp(from.lerp(to, k as f64 / last as f64), part);
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
mod tests;
