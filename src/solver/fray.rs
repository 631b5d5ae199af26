//! How the yarns of a tear are drawn out of a garment's cloth ([`crate::yarn::pull_out`]) and hang loose ([`crate::yarn::fringe`]). What comes off
//! beside them is in `band`.

mod band;
mod touch;

use super::Drape;
use super::tear::{Rip, Torn};
use crate::cloth::{Cut, Joined, Model, Sheet};
use crate::yarn::band::{Band, Crossing, Node, Place as Spot};
use crate::yarn::fringe::{Anchor, End, Fringe, Given, Hold, Lips, NODES, SPACING, Surroundings, Touch, share};
use crate::yarn::pull_out::PullOut;
use glam::DVec3;
use std::collections::BTreeMap;
use touch::Nearby;

/// Distance that ends keep from bodies, m.
const CLEAR: f64 = 0.5e-3;
/// Distance that yarns which came off keep from cloth, m: they begin on it, and lie on it.
const LYING: f64 = 0.25e-3;

/// Part of its cloth's mass that a particle keeps at least, whatever yarns are drawn out there. Near 0 particles become so light that the
/// rest of the cloth throws them about.
const KEPT: f64 = 0.5;

/// Part of it below which ends go back into the cloth, where it was divided more finely since.
const LEAST: f64 = 0.2;

/// How many times as heavy as each particle torn yarns are that it carries.
struct Burden {
    ratios: Vec<f64>,
}

impl Burden {
    /// What particles take in a step of what yarns pull at them.
    fn share(&self, particles: impl Iterator<Item = (usize, f64)>) -> f64 {
        let carrying = particles.filter(|(_, weight)| *weight > 0.0).map(|(particle, _)| self.ratios[particle]);
        share(carrying.fold(0.0, f64::max))
    }
}

/// An edge by the places of its ends on the cloth: its lips have the same.
type Place = (usize, [[u64; 2]; 2]);

fn place(sheet: usize, ends: [glam::DVec2; 2]) -> Place {
    let [a, b] = ends.map(|end| end.to_array().map(f64::to_bits));
    (sheet, if a < b { [a, b] } else { [b, a] })
}

impl Drape {
    /// Loose ends of torn yarns, if there are any.
    pub fn fringe(&self) -> Option<&Fringe> {
        self.torn.as_ref().map(|torn| &torn.fringe).filter(|fringe| !fringe.ends.is_empty())
    }

    /// Yarns that are being drawn out of the lips of tears.
    pub fn pull_outs(&self) -> &[PullOut] {
        self.torn.as_ref().map_or(&[], |torn| &torn.pulled)
    }

    /// What is seen of torn yarns between and beyond the lips: the nodes of each, and the index of its fabric.
    pub fn torn_yarns(&self) -> Vec<([DVec3; NODES], usize)> {
        let down = self.model.settings.gravity.normalize_or_zero();
        let across = |yarn: &PullOut| {
            let [from, to] = [&yarn.end.hold, &yarn.end.source].map(|hold| self.held_at(hold).0);
            let gap = from.distance(to);
            // A parabola of height h over a chord g is longer than it by about 8h²/3g.
            let sag = (0.375 * gap * (yarn.drawn - gap).max(0.0)).sqrt();
            let node = |k: usize| {
                let t = k as f64 / (NODES - 1) as f64;
                from.lerp(to, t) + down * (4.0 * sag * t * (1.0 - t))
            };
            (std::array::from_fn(node), yarn.end.fabric)
        };
        let loose = self.fringe().into_iter().flat_map(|fringe| {
            let nodes = fringe.positions.chunks_exact(NODES).zip(&fringe.ends);
            nodes.map(|(nodes, end)| (std::array::from_fn(|k| nodes[k]), end.fabric))
        });
        let along = self.band().into_iter().flat_map(|band| band.drawn());
        loose.chain(self.pull_outs().iter().map(across)).chain(along).collect()
    }

    /// What points of sheets weigh less because yarns were drawn out of them, kg.
    pub(super) fn taken(&self) -> Vec<(usize, u32, f64)> {
        let ends = self.torn.iter().flat_map(|torn| &torn.fringe.ends).flat_map(taken_by);
        let along = self.torn.iter().flat_map(|torn| &torn.band.nodes).flat_map(|(crossing, node)| {
            let corners = node.place.points.into_iter().zip(node.place.weights);
            corners.map(|(point, weight)| (crossing.sheet, point, weight * node.mass))
        });
        ends.chain(along).collect()
    }

    /// The model of a cut without the yarns that were drawn out of it.
    pub(super) fn lightened(&self, cut: &Cut) -> Model {
        let (mut model, offsets) = (Model::new(cut, Joined::Sewn), cut.offsets());
        model.lighten(self.taken().into_iter().map(|(sheet, point, mass)| (offsets[sheet] + point, mass)));
        model
    }

    /// Lets the yarns of tears be drawn out that are open from end to end.
    pub(super) fn fray(&mut self) {
        let Some(mut torn) = self.torn.take() else { return };
        let lips = self.open_lips(&torn);
        let mut broken = Vec::new();
        for (rip, lips) in std::mem::take(&mut torn.fresh).into_iter().zip(lips) {
            let Some(lips) = lips else {
                torn.fresh.push(rip);
                continue;
            };
            let seed = self.tearing.unwrap_or_default() ^ rip.from.x.to_bits() ^ rip.from.y.to_bits().rotate_left(17);
            broken.extend(Fringe::ends_of(&lips, seed).into_iter().map(PullOut::new));
        }
        // A tear is open from end to end only once its tip is further, when its lips may be wide apart at the other end: what is shorter than
        // that is out of them by now.
        let held = std::mem::replace(&mut torn.pulled, broken);
        self.draw_out(&mut torn);
        torn.pulled.splice(0..0, held);
        self.torn = Some(torn);
    }

    /// Draws yarns out of lips that have parted, and lets those hang loose that nothing holds any more.
    fn draw_out(&mut self, torn: &mut Torn) {
        let seconds = self.model.settings.step;
        // Yarns of one edge stop its lips together, and each corner has two edges.
        let mut beside: BTreeMap<(usize, [u32; 2]), f64> = BTreeMap::new();
        torn.pulled.iter().for_each(|yarn| *beside.entry((yarn.end.hold.sheet, edge(&yarn.end))).or_default() += 2.0);
        for yarn in &mut torn.pulled {
            yarn.slack = self.slack(&torn.band, yarn);
            let [hold, source] = [yarn.end.hold, yarn.end.source];
            let ((from, moves), (to, leaves)) = (self.held_at(&hold), self.held_at(&source));
            let way = (to - from).normalize_or_zero();
            let opening = (leaves - moves).dot(way);
            let yields = self.yields(&hold) + self.yields(&source);
            let stops = if yields > 0.0 { opening.max(0.0) / yields } else { 0.0 };
            let stops = stops / beside[&(hold.sheet, edge(&yarn.end))];
            let impulse = yarn.follow(from.distance(to), opening, stops, seconds) * way;
            self.push(&hold, impulse);
            self.push(&source, -impulse);
        }
        let (free, held): (Vec<PullOut>, Vec<PullOut>) = torn.pulled.iter().partition(|yarn| yarn.is_free());
        torn.pulled = held;
        let offsets = self.cut.offsets();
        let mut came_off = 0;
        for PullOut { end, .. } in free {
            if !self.can_spare(&end) {
                continue;
            }
            let ((from, carried), (to, left)) = (self.held_at(&end.hold), self.held_at(&end.source));
            let way = (to - from).normalize_or(self.anchor(&end).outward);
            // The lip that holds it takes it along at once, as two things that meet and stay together: left behind it would jerk at the
            // lip later, harder than so light an edge bears.
            let lip = self.yields(&end.hold);
            let velocity = carried + (left - carried) * (end.mass * lip / (1.0 + end.mass * lip));
            self.push(&end.hold, end.mass * (left - velocity));
            torn.fringe.add(end, [from, way], velocity);
            self.model.lighten(taken_by(&end).map(|(sheet, point, mass)| (offsets[sheet] + point, mass)));
            came_off += self.unravel(torn, &end);
        }
        if came_off > 0 {
            self.hold_spans(torn);
        }
    }

    /// Length of a yarn that lies in crossings which came loose before it was drawn out of them: they rub no more.
    fn slack(&self, band: &Band, yarn: &PullOut) -> f64 {
        if band.nodes.is_empty() {
            return 0.0;
        }
        let mut emptied = self.emptied(&yarn.end);
        emptied.depth -= yarn.drawn;
        SPACING * emptied.crossings().filter(|crossing| band.nodes.contains_key(crossing)).count() as f64
    }

    /// How fast a unit of momentum at a place on an edge makes its particles at most, 1/kg; 0 where they are held. No less than what the place
    /// itself yields: near a heavy or a held particle, the light one at the other end would be thrown about to stop it.
    fn yields(&self, hold: &Hold) -> f64 {
        self.moving(hold).map(|(particle, weight)| weight / self.model.masses[particle]).sum()
    }

    /// Gives a place on an edge a momentum.
    fn push(&mut self, hold: &Hold, momentum: DVec3) {
        for (particle, weight) in self.moving(hold).collect::<Vec<_>>() {
            self.state.velocities[particle] += weight * momentum / self.model.masses[particle];
        }
    }

    /// Particles of an edge that are free to move, with their weights.
    fn moving(&self, hold: &Hold) -> impl Iterator<Item = (usize, f64)> + '_ {
        let first = self.cut.offsets()[hold.sheet];
        let all = hold.points.into_iter().zip(hold.weights);
        let particle = move |(point, weight)| (self.model.particle_of[(first + point) as usize] as usize, weight);
        all.map(particle).filter(|(particle, _)| !self.model.fixed[*particle])
    }

    /// Whether the cloth that an end would be drawn out of keeps enough mass without it.
    fn can_spare(&self, end: &End) -> bool {
        let first = self.cut.offsets()[end.source.sheet];
        taken_by(end).all(|(_, point, mass)| {
            let particle = self.model.particle_of[(first + point) as usize] as usize;
            let density = self.model.fabrics[self.model.particle_fabrics[particle] as usize].density;
            self.model.masses[particle] - mass > KEPT * density * self.model.areas[particle]
        })
    }

    /// Where the cloth was divided so finely that yarns would leave it without mass, they go back into it, with their momentum.
    pub(super) fn reweave(&mut self) {
        let Some(mut torn) = self.torn.take() else { return };
        let offsets = self.cut.offsets();
        let of_end = |(k, end): (usize, &End)| {
            let particle =
                |sheet: usize, point: u32| self.model.particle_of[(offsets[sheet] + point) as usize] as usize;
            let sources = taken_by(end).map(|(sheet, point, mass)| (particle(sheet, point), mass)).collect();
            (sources, torn.fringe.velocity(k))
        };
        let of_node = |(crossing, node): (&Crossing, &Node)| {
            let sources = band::particles(&self.cut, &self.model, (crossing.sheet, &node.place));
            (sources.map(|(particle, weight)| (particle, weight * node.mass)).collect(), node.velocity)
        };
        let ends = torn.fringe.ends.iter().enumerate().map(of_end);
        let drawn: Vec<(Vec<(usize, f64)>, DVec3)> = ends.chain(torn.band.nodes.iter().map(of_node)).collect();
        let model = &mut self.model;
        let is_poor = |p: usize| {
            let density = model.fabrics[model.particle_fabrics[p] as usize].density;
            model.masses[p] < LEAST * density * model.areas[p]
        };
        let wanted: Vec<bool> = drawn.iter().map(|(taken, _)| !taken.iter().any(|(p, _)| is_poor(*p))).collect();
        let mut momenta: BTreeMap<usize, DVec3> = BTreeMap::new();
        for ((taken, velocity), _) in drawn.iter().zip(&wanted).filter(|(_, wanted)| !**wanted) {
            for (p, mass) in taken {
                let momentum = momenta.entry(*p).or_insert_with(|| model.masses[*p] * self.state.velocities[*p]);
                *momentum += *mass * *velocity;
                model.masses[*p] += mass;
            }
        }
        for (p, momentum) in momenta {
            self.state.velocities[p] = momentum / model.masses[p];
        }
        let (of_ends, of_nodes) = wanted.split_at(torn.fringe.ends.len());
        torn.fringe.keep(of_ends);
        let mut of_nodes = of_nodes.iter();
        torn.band.nodes.retain(|_, _| of_nodes.next().copied().unwrap_or(true));
        self.torn = Some(torn);
    }

    /// Both lips of each fresh tear, where it is open at both of its ends.
    fn open_lips(&self, torn: &Torn) -> Vec<Option<Lips>> {
        let mut beside: BTreeMap<Place, Vec<(usize, usize)>> =
            torn.fresh.iter().map(|rip| (place(rip.sheet, [rip.from, rip.to]), Vec::new())).collect();
        if beside.is_empty() {
            return Vec::new();
        }
        for (index, sheet) in self.cut.sheets.iter().enumerate() {
            for (triangle, corners) in sheet.triangles.iter().enumerate() {
                for corner in 0..3 {
                    let ends = [corners[corner], corners[(corner + 1) % 3]];
                    if ends.iter().all(|end| torn.edge.contains(&(index, *end)))
                        && let Some(known) = beside.get_mut(&place(index, ends.map(|end| sheet.points[end as usize])))
                    {
                        known.push((triangle, corner));
                    }
                }
            }
        }
        let lips = |rip: &Rip| {
            let known = beside.get(&place(rip.sheet, [rip.from, rip.to]))?;
            self.lips_of(rip, known)
        };
        torn.fresh.iter().map(lips).collect()
    }

    fn lips_of(&self, rip: &Rip, beside: &[(usize, usize)]) -> Option<Lips> {
        let sheet = &self.cut.sheets[rip.sheet];
        let &[first, second] = beside else { return None };
        let edges = [first, second].map(|side| edge_of(sheet, side, rip));
        if edges[0][0] == edges[1][0] || edges[0][1] == edges[1][1] {
            return None;
        }
        let way = rip.to - rip.from;
        let along = if way.y.abs() > way.x.abs() { [rip.from.y, rip.to.y] } else { [rip.from.x, rip.to.x] };
        let inside = [first, second].map(|(triangle, corner)| sheet.triangles[triangle][(corner + 2) % 3]);
        let depth = inside.map(|point| way.perp_dot(sheet.points[point as usize] - rip.from).abs() / way.length());
        let density = self.cut.fabrics[sheet.local(first.0).fabric].density;
        Some(Lips { sheet: rip.sheet, edges, inside, depth, along, density, fabric: sheet.fabric })
    }

    /// Where a place on an edge is, and how fast.
    fn held_at(&self, hold: &Hold) -> (DVec3, DVec3) {
        let first = self.cut.offsets()[hold.sheet];
        let particles = hold.points.map(|point| self.model.particle_of[(first + point) as usize] as usize);
        let blend = |values: &[DVec3]| hold.weights[0] * values[particles[0]] + hold.weights[1] * values[particles[1]];
        (blend(&self.state.positions), blend(&self.state.velocities))
    }

    fn anchor(&self, end: &End) -> Anchor {
        let (position, velocity) = self.held_at(&end.hold);
        let single = |point: u32| self.held_at(&Hold { points: [point; 2], ..end.hold }).0;
        let [a, b] = end.hold.points.map(single);
        let along = (b - a).normalize_or_zero();
        let out = position - single(end.inside);
        let outward = (out - along * out.dot(along)).normalize_or(DVec3::Y);
        Anchor { position, velocity, outward, share: 1.0 }
    }

    /// What particles carry of torn yarns.
    fn burden(&self, torn: &Torn) -> Burden {
        let mut ratios = vec![0.0; self.model.masses.len()];
        for end in &torn.fringe.ends {
            self.moving(&end.hold).for_each(|(particle, weight)| ratios[particle] += weight * end.mass);
        }
        for (crossing, place, mass) in torn.band.carried() {
            let held = band::particles(&self.cut, &self.model, (crossing.sheet, &place));
            held.for_each(|(particle, weight)| ratios[particle] += weight * mass);
        }
        ratios.iter_mut().zip(&self.model.masses).for_each(|(ratio, mass)| *ratio /= mass);
        Burden { ratios }
    }

    /// Advances torn yarns after a step of the cloth, and gives the cloth what they pull at it.
    pub(super) fn step_fringe(&mut self) {
        let Some(mut torn) = self.torn.take() else { return };
        if !torn.fringe.ends.is_empty() || !torn.band.nodes.is_empty() {
            let burden = self.burden(&torn);
            let share = |end: &End| burden.share(self.moving(&end.hold));
            let anchor = |end: &End| Anchor { share: share(end), ..self.anchor(end) };
            let anchors: Vec<Anchor> = torn.fringe.ends.iter().map(anchor).collect();
            let bodies: Vec<_> = self.model.bodies.iter().map(|body| body.placed(self.state.time)).collect();
            let out = |place: DVec3| {
                let near = bodies.iter().map(|body| body.nearest(place)).filter(|near| near.distance < CLEAR);
                near.map(|near| near.normal * (CLEAR - near.distance)).sum()
            };
            let along = torn.band.nodes.values().map(|node| node.position);
            let nodes: Vec<DVec3> = torn.fringe.positions.iter().copied().chain(along).collect();
            let nearby = Nearby::new((&self.model, &self.state), &burden, &nodes);
            let cloth = |from: DVec3, to: DVec3| nearby.touched([from, to], CLEAR);
            let settings = &self.model.settings;
            let (gravity, seconds) = (settings.gravity, settings.step);
            let around = Surroundings { gravity, seconds, out_of_bodies: &out, cloth: &cloth };
            let Given { anchors: pulls, touched } = torn.fringe.step(&anchors, &around);
            let cloth = |from: DVec3, to: DVec3| nearby.touched([from, to], LYING);
            let around = Surroundings { cloth: &cloth, ..around };
            let held = |sheet: usize, place: &Spot, way| self.span_anchor(sheet, place, way, &burden);
            let given = torn.band.step(&held, &around);
            for (end, given) in torn.fringe.ends.iter().zip(pulls) {
                self.push(&end.hold, given);
            }
            for (crossing, place, given) in given.holds {
                self.push_place(crossing.sheet, &place, given);
            }
            self.push_touched(touched.into_iter().chain(given.touched));
        }
        self.draw_out(&mut torn);
        self.torn = Some(torn);
    }

    /// Gives places of the cloth that yarns lie on their momentum.
    fn push_touched(&mut self, touched: impl Iterator<Item = (Touch, DVec3)>) {
        for (touch, given) in touched {
            let particles = self.model.triangles[touch.triangle as usize].map(|particle| particle as usize);
            for (particle, weight) in particles.into_iter().zip(touch.weights) {
                if !self.model.fixed[particle] {
                    self.state.velocities[particle] += weight * given / self.model.masses[particle];
                }
            }
        }
    }
}

/// The edge whose yarn it is, by the lip of the smaller number.
fn edge(end: &End) -> [u32; 2] {
    end.hold.points.min(end.source.points)
}

/// The edge of a triangle, from the end at which the tear begins.
fn edge_of(sheet: &Sheet, (triangle, corner): (usize, usize), rip: &Rip) -> [u32; 2] {
    let corners = sheet.triangles[triangle];
    let [a, b] = [corners[corner], corners[(corner + 1) % 3]];
    if sheet.points[a as usize] == rip.from { [a, b] } else { [b, a] }
}

/// What an end takes from the points that it was drawn out of.
fn taken_by(end: &End) -> impl Iterator<Item = (usize, u32, f64)> + use<> {
    let Hold { sheet, points, weights } = end.source;
    let mass = end.mass;
    points.into_iter().zip(weights).map(move |(point, weight)| (sheet, point, mass * weight))
}
