//! Loose ends along a tear of a garment: yarns that the tear broke and drew out of the weave.
//!
//! ```text
//!      lip      gap      lip        An end that was drawn out of the lip beyond ([`super::pull_out`]) hangs from this one: a chain of nodes, the
//!   ══════╡~~~~~~~     ╞══════      first held by the edge of the cloth.
//!   ══════╡     ~~~~~~~╞══════
//! ```
//!
//! Mass is the yarn's: what an end weighs the lip that it was drawn out of has less. A chain is stepped in small steps against its anchor, which
//! goes where the cloth goes; what the anchor gives the nodes in momentum, the cloth gets back with the other sign, so that cloth and ends
//! together keep theirs. Ends lie on bodies and on cloth, which feels them, and pass through each other.

use crate::math::random::Random;
use glam::DVec3;

/// Nodes of an end, the anchor among them.
pub const NODES: usize = 5;
/// From one yarn to the next, m: a coarse cotton, as its weave is drawn.
pub const SPACING: f64 = 1e-3;
/// Longest end, in spacings: the length over which a plain weave holds a yarn by friction.
const LONGEST: f64 = 9.0;
/// Small steps in a step of the cloth. With fewer, ends stretch visibly where the cloth jerks.
pub(super) const SMALL_STEPS: u32 = 8;
/// How much of its way back to straight a node goes in a small step: a stiff yarn. At 1 ends are wires, at 0 they are chains.
pub(super) const STRAIGHTENING: f64 = 0.04;
/// Friction of a yarn on cloth: sideways force over the force that presses.
const RUBBING: f64 = 0.3;
/// Rate at which air takes a node's speed, 1/s: a yarn in air stops within some centimetres.
pub(super) const DRAG: f64 = 12.0;

/// A place on an edge of a sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// Index of the sheet.
    pub sheet: usize,
    /// Points of the sheet.
    pub points: [u32; 2],
    /// Their weights, sum 1.
    pub weights: [f64; 2],
}

/// Where an edge that holds an end is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// m.
    pub position: DVec3,
    /// m/s.
    pub velocity: DVec3,
    /// The way out of the cloth, along its surface; unit.
    pub outward: DVec3,
    /// What it takes in a step of what its yarn pulls, by [`share`]; the rest stays with the yarn until the next.
    pub share: f64,
}

/// What a place of the cloth takes in a step of what yarns pull at it, given how many times as heavy as it they are. A yarn that comes to the
/// speed of its anchor takes too much from one that is not much heavier, which would turn round and throw it: from r = 1 on they throw each
/// other further in every step. Taking 1/(1 + r) of it both have the speed that they have together. A weight that hangs still is
/// taken whole, but for some thousandths that air takes of what is kept.
pub fn share(heavier: f64) -> f64 {
    1.0 / (1.0 + heavier)
}

/// One loose end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// What holds it.
    pub hold: Hold,
    /// The corner of the cloth opposite the edge that holds it: the way out leads from there.
    pub inside: u32,
    /// The edge that it was drawn out of.
    pub source: Hold,
    /// m.
    pub length: f64,
    /// kg.
    pub mass: f64,
    /// Index of the fabric that it is a yarn of.
    pub fabric: usize,
}

/// A place of the cloth that a node runs into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// How far it is to be moved out, m.
    pub out: DVec3,
    /// Velocity of the cloth there, m/s.
    pub velocity: DVec3,
    /// What the cloth takes in a step of what presses on it there, by [`share`].
    pub share: f64,
    /// The triangle and the weights of its corners.
    pub triangle: u32,
    /// Sum 1.
    pub weights: [f64; 3],
}

/// Momentum that ends give the cloth, kg m/s.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    /// Where each end is held.
    pub anchors: Vec<DVec3>,
    /// Where one lies on cloth.
    pub touched: Vec<(Touch, DVec3)>,
}

/// What acts on nodes besides their yarn.
pub struct Surroundings<'a> {
    /// m/s².
    pub gravity: DVec3,
    /// Length of a step of the cloth, s.
    pub seconds: f64,
    /// How far a place is to be moved out of bodies, if it is inside one.
    pub out_of_bodies: &'a dyn Fn(DVec3) -> DVec3,
    /// What a node that goes from one place to another, as seen from where its end is held, meets of the cloth.
    pub cloth: &'a dyn Fn(DVec3, DVec3) -> Option<Touch>,
}

/// All loose ends of a cloth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fringe {
    /// The ends.
    pub ends: Vec<End>,
    /// Of each end its nodes, from the anchor outwards, m.
    pub positions: Vec<DVec3>,
    /// m/s.
    pub velocities: Vec<DVec3>,
}

/// Both lips of an edge that was torn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lips {
    /// Index of the sheet.
    pub sheet: usize,
    /// The edge on either side, both from the same end to the same.
    pub edges: [[u32; 2]; 2],
    /// The corner opposite it on either side.
    pub inside: [u32; 2],
    /// How deep the triangles are from the edge, m: ends are not longer than half of it, so that the lips keep mass.
    pub depth: [f64; 2],
    /// Places of the edge's ends along it, m.
    pub along: [f64; 2],
    /// Mass per area, kg/m².
    pub density: f64,
    /// Index of the fabric.
    pub fabric: usize,
}

impl Fringe {
    /// The ends that an edge which was torn will have, one of each broken yarn, on one lip or the other as chance has it.
    pub fn ends_of(lips: &Lips, seed: u64) -> Vec<End> {
        let [from, to] = lips.along;
        let (low, high) = (from.min(to), from.max(to));
        let mut ends = Vec::new();
        let mut yarn = (low / SPACING).ceil();
        while yarn * SPACING < high {
            let part = (yarn * SPACING - from) / (to - from);
            let mut random = Random::new(seed ^ (yarn as i64 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let drawn = random.signed();
            let side = usize::from(drawn < 0.0);
            let hold = |side: usize| Hold { sheet: lips.sheet, points: lips.edges[side], weights: [1.0 - part, part] };
            let length = (drawn.abs() * LONGEST * SPACING).min(0.5 * lips.depth[1 - side]);
            // Half of the cloth is weft, half is warp.
            let mass = 0.5 * lips.density * SPACING * length;
            ends.push(End {
                hold: hold(side),
                inside: lips.inside[side],
                source: hold(1 - side),
                length,
                mass,
                fabric: lips.fabric,
            });
            yarn += 1.0;
        }
        ends.retain(|end| end.length > SPACING);
        ends
    }

    /// Adds an end that goes straight from where it is held along a unit vector, with this velocity.
    pub fn add(&mut self, end: End, [from, way]: [DVec3; 2], velocity: DVec3) {
        let piece = end.length / (NODES - 1) as f64;
        for node in 0..NODES {
            self.positions.push(from + way * (piece * node as f64));
            self.velocities.push(velocity);
        }
        self.ends.push(end);
    }

    /// Mean velocity of an end, m/s.
    pub fn velocity(&self, end: usize) -> DVec3 {
        self.velocities[NODES * end + 1..NODES * (end + 1)].iter().sum::<DVec3>() / (NODES - 1) as f64
    }

    /// Leaves out the ends that are not wanted.
    pub fn keep(&mut self, wanted: &[bool]) {
        let of_nodes = |values: &[DVec3]| -> Vec<DVec3> {
            let chunks = values.chunks_exact(NODES).zip(wanted);
            chunks.filter(|(_, wanted)| **wanted).flat_map(|(nodes, _)| nodes).copied().collect()
        };
        (self.positions, self.velocities) = (of_nodes(&self.positions), of_nodes(&self.velocities));
        let mut wanted = wanted.iter();
        self.ends.retain(|_| wanted.next().copied().unwrap_or(true));
    }

    /// Mass of the ends, and their momentum.
    pub fn momentum(&self) -> (f64, DVec3) {
        let mut sums = (0.0, DVec3::ZERO);
        for (end, velocities) in self.ends.iter().zip(self.velocities.chunks_exact(NODES)) {
            sums.0 += end.mass;
            sums.1 += velocities[1..].iter().sum::<DVec3>() * node_mass(end);
        }
        sums
    }

    /// Advances by a step of the cloth, whose edges are now at `anchors`. Returns the momentum that the cloth gets.
    pub fn step(&mut self, anchors: &[Anchor], around: &Surroundings<'_>) -> Given {
        let time = around.seconds / f64::from(SMALL_STEPS);
        let slowed = 1.0 / (1.0 + DRAG * time);
        let mut given = Given { anchors: vec![DVec3::ZERO; self.ends.len()], touched: Vec::new() };
        for (index, (end, anchor)) in self.ends.iter().zip(anchors).enumerate() {
            let range = NODES * index..NODES * (index + 1);
            let (positions, velocities) = (&mut self.positions[range.clone()], &mut self.velocities[range]);
            let (mass, piece, from) = (node_mass(end), end.length / (NODES - 1) as f64, positions[0]);
            let start: [DVec3; NODES] = std::array::from_fn(|node| positions[node] + (anchor.position - from));
            for small in 1..=SMALL_STEPS {
                let before: [DVec3; NODES] = std::array::from_fn(|node| positions[node]);
                positions[0] = from.lerp(anchor.position, f64::from(small) / f64::from(SMALL_STEPS));
                let mut free = DVec3::ZERO;
                for node in 1..NODES {
                    let falling = velocities[node] * slowed + time * around.gravity;
                    free += falling;
                    positions[node] += time * falling;
                }
                straighten(positions, anchor.outward, piece);
                for node in 1..NODES {
                    let way = positions[node] - positions[node - 1];
                    positions[node] = positions[node - 1] + way.normalize_or(anchor.outward) * piece;
                }
                let mut moved = DVec3::ZERO;
                for node in 1..NODES {
                    velocities[node] = (positions[node] - before[node]) / time;
                    moved += velocities[node];
                }
                // What the yarn did beyond gravity and air, it did by pulling at its anchor.
                given.anchors[index] -= mass * (moved - free);
            }
            let left = (1.0 - anchor.share) * given.anchors[index];
            given.anchors[index] -= left;
            velocities[1..].iter_mut().for_each(|velocity| *velocity += left / end.mass);
            // Bodies and cloth are asked once a step: an end moves by less than its length in one.
            for node in 1..NODES {
                let out = (around.out_of_bodies)(positions[node]);
                positions[node] += out;
                velocities[node] = if out == DVec3::ZERO { velocities[node] } else { anchor.velocity };
                if let Some(touch) = (around.cloth)(start[node], positions[node]) {
                    positions[node] += touch.out;
                    let change =
                        touch.share * stopped(velocities[node] - touch.velocity, touch.out.normalize_or_zero());
                    velocities[node] += change;
                    given.touched.push((touch, -mass * change));
                }
                // Moved out it would be further from the node before it than its yarn is long, and jerked back in the next step.
                let way = positions[node] - positions[node - 1];
                positions[node] = positions[node - 1] + way.normalize_or(anchor.outward) * piece;
            }
            velocities[0] = anchor.velocity;
        }
        given
    }
}

/// What a yarn's velocity along cloth that it runs into changes by: it does not go further in, and is rubbed.
pub(super) fn stopped(velocity: DVec3, normal: DVec3) -> DVec3 {
    let into = (-velocity.dot(normal)).max(0.0);
    let sliding = velocity.reject_from(normal);
    let rubbed = (RUBBING * into / sliding.length().max(f64::MIN_POSITIVE)).min(1.0);
    into * normal - rubbed * sliding
}

/// Mass of a node that is not the anchor.
fn node_mass(end: &End) -> f64 {
    end.mass / (NODES - 1) as f64
}

/// Brings each node a little nearer to where the two before it point.
fn straighten(positions: &mut [DVec3], outward: DVec3, piece: f64) {
    for node in 1..NODES {
        let last = positions[node - 1];
        let way = if node == 1 { outward * piece } else { last - positions[node - 2] };
        positions[node] = positions[node].lerp(last + way, STRAIGHTENING);
    }
}
