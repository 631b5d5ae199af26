//! No triangle of the cloth enters a body.
//!
//! ```text
//!      ▲───── way ─────▶ ▲        Bodies see the cloth go from a place where no triangle is inside to the next. As far as
//!             ┌─┐                 the distance at the start allows nothing can happen; from there it is measured again, until
//!             │ │ body            the way is over or the triangle is as near as it may come (conservative advancement).
//! ```
//!
//! A triangle that would enter is first pushed off where it touches, by its weights. What still enters then goes no further than its own
//! room allows, as layers of cloth do: each of its corners by less than the triangle was away. So there is an end, and
//! from a start outside no step leads inside. A body that moves sees the cloth begin where it has carried it: two bodies, or a
//! body and a layer, can then ask a particle for two places at once, and a skin that folds carries the corners of a triangle apart
//! until its middle is inside. Such a triangle is pushed out by its deepest point. What stays inside is told, and the step is made shorter.

use super::bodies::{Nearest, Obstacle};
use super::clearance::{Sight, clearance, deepest};
use super::layers::least;
use super::memory::Memory;
use crate::math::each::Each;
use glam::DVec3;

/// No point of a triangle is further from its nearest corner than this part of its longest side.
const WITHIN: f64 = 0.6;
/// Triangles that end further away than this part of their thickness, on a smooth part of a body, are not looked at closer.
const CLEAR: f64 = 0.1;
/// Normals that differ by less, as a distance of unit vectors, are of one side of a body: 1.2 is 74°.
const ONE_SIDE: f64 = 1.2;
/// Rounds in which triangles are pushed off; then they are held back.
const PUSHES: u32 = 6;
/// Rounds after which the guard gives up: bodies and layers ask for what cannot be.
const MOST_ROUNDS: u32 = 40;
/// Part of its room that a corner uses.
const OWN_ROOM: f64 = 0.9;
/// Triangles that are pushed off end so far from the body, as a part of their thickness.
const OFF: f64 = 0.25;
/// The room of triangles that the body has moved against.
const UNSEEN: f64 = -1.0;
/// Advances after which a triangle counts as touching.
const MOST_ADVANCES: u32 = 60;

/// The cloth as one body sees it.
#[derive(Clone, Debug, Default)]
struct View {
    /// Where no triangle is inside, but for those that began so.
    base: Vec<Sight>,
    /// Where the particles are.
    now: Vec<Sight>,
    memories: Vec<Memory>,
    /// How far each particle has gone from its base, m.
    ways: Vec<f64>,
    /// Particles that are not where they were when triangles were last looked at.
    changed: Vec<bool>,
    /// How far the corners of each triangle may go from their base for certain, m; zero where it is not known, less where the body may
    /// have come into a triangle that stays.
    rooms: Vec<f64>,
    /// Triangles that are inside, and were not pushed out.
    inside: Vec<bool>,
    /// Those that were when the step began.
    began: Vec<bool>,
}

/// What it took to keep triangles out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Guarded {
    /// Triangles that would have entered a body.
    pub stopped: u32,
    /// The most that one particle was held back, m.
    pub lost: f64,
    /// Triangles that are inside and were not when the step began: those for which there was no place.
    pub entered: u32,
}

impl Guarded {
    /// Counts what was stopped later in the same step; what is inside in the end is what counts.
    pub fn add(&mut self, later: Guarded) {
        *self = Guarded { stopped: self.stopped + later.stopped, ..later };
    }
}

/// Where a triangle meets a body: the nearest point's weights, and how it sees the body.
type Touch = ([f64; 3], Sight);

/// How a triangle meets a body on its way.
enum Meeting {
    /// It stays outside, or nothing is to be done about it.
    Never,
    /// It comes too near.
    Stopped(Touch),
    /// It begins inside and ends so.
    Inside(Touch),
}

/// Watches over the triangles of the cloth.
#[derive(Clone, Debug)]
pub struct Guard {
    triangles: Vec<[u32; 3]>,
    /// Of the cloth at each particle, m.
    thickness: Vec<f64>,
    /// One over the mass of each particle, 1/kg; zero for those that are held.
    inverse_masses: Vec<f64>,
    views: Vec<View>,
    /// Scratch of a round: which particles the one before it moved.
    before: Vec<bool>,
    /// Rounds since the sweep began.
    rounds: u32,
    guarded: Guarded,
}

impl Guard {
    /// Over these triangles, for so many bodies.
    pub fn new(triangles: &[[u32; 3]], thickness: Vec<f64>, inverse_masses: Vec<f64>, bodies: usize) -> Self {
        let nothing = Sight { at: DVec3::INFINITY, seen: Nearest { distance: f64::INFINITY, normal: DVec3::Y } };
        let n = thickness.len();
        let view = View {
            base: vec![nothing; n],
            now: vec![nothing; n],
            memories: vec![Memory::NONE; n],
            ways: vec![0.0; n],
            changed: vec![false; n],
            rooms: vec![0.0; triangles.len()],
            inside: vec![false; triangles.len()],
            began: vec![false; triangles.len()],
        };
        let triangles = if bodies > 0 { triangles.to_vec() } else { Vec::new() };
        Guard {
            triangles,
            thickness,
            inverse_masses,
            views: vec![view; bodies],
            before: Vec::new(),
            rounds: 0,
            guarded: Guarded::default(),
        }
    }

    /// The step begins where a body has carried the particles, which see it so. What is known of triangles that are where they
    /// were still holds, if the body is where it was.
    pub fn begin(&mut self, body: usize, still: bool, carried: &[DVec3], seen: &[Nearest]) {
        let view = &mut self.views[body];
        if !still {
            view.memories.iter_mut().for_each(Memory::forget);
        }
        for (room, corners) in view.rooms.iter_mut().zip(&self.triangles) {
            if !still {
                *room = UNSEEN;
            } else if corners.iter().any(|p| view.now[*p as usize].at != carried[*p as usize]) {
                *room = 0.0;
            }
        }
        let base = carried.iter().zip(seen).map(|(at, seen)| Sight { at: *at, seen: *seen });
        view.base.clear();
        view.base.extend(base);
    }

    /// Particles are here and see a body so, and remember this of it, which saves asking again.
    pub fn look(&mut self, body: usize, positions: &[DVec3], (seen, memories): (&[Nearest], &[Memory])) {
        let view = &mut self.views[body];
        for (now, (at, seen)) in view.now.iter_mut().zip(positions.iter().zip(seen)) {
            *now = Sight { at: *at, seen: *seen };
        }
        view.memories.copy_from_slice(memories);
    }

    /// A sweep begins.
    pub fn set_out(&mut self) {
        self.rounds = 0;
        self.guarded = Guarded::default();
    }

    /// The sweep has ended: where the cloth is now the next one begins. Returns what it took.
    pub fn arrive(&mut self, bodies: &[Obstacle], positions: &[DVec3]) -> Guarded {
        for (view, body) in self.views.iter_mut().zip(bodies) {
            view.follow(body, positions);
            for (t, corners) in self.triangles.iter().enumerate() {
                view.rooms[t] = (view.rooms[t] - view.furthest(corners.each(|p| p as usize))).max(0.0);
            }
            view.base.copy_from_slice(&view.now);
            let entered = view.inside.iter().zip(&view.began).filter(|(now, began)| **now && !**began);
            self.guarded.entered += entered.count() as u32;
        }
        self.guarded
    }

    /// The step is kept: what is inside now was so when the next one began.
    pub fn settle(&mut self) {
        self.views.iter_mut().for_each(|view| view.began.copy_from_slice(&view.inside));
    }

    /// One round: moves triangles that would enter a body; `moved` says which particles. Returns how many there were.
    pub fn hold(&mut self, bodies: &[Obstacle], to: &mut [DVec3], moved: &mut [bool]) -> u32 {
        self.rounds += 1;
        // Where layers and bodies leave no room, layers have the last word: what the last round moved they would not see.
        let last = (self.rounds >= MOST_ROUNDS).then(|| to.to_vec());
        let mut found = 0;
        for (k, body) in bodies.iter().enumerate() {
            self.views[k].follow(body, to);
            let held = self.round(k, body, (to, moved));
            found += held;
        }
        self.guarded.stopped += found;
        if found > 0
            && let Some(last) = last
        {
            to.copy_from_slice(&last);
            self.guarded.entered = found;
            return 0;
        }
        found
    }

    /// One round against one body.
    fn round(&mut self, k: usize, body: &Obstacle, (to, moved): (&mut [DVec3], &mut [bool])) -> u32 {
        let mut found = 0;
        let mut held = Vec::new();
        let all = self.rounds == 1;
        let mut before = std::mem::take(&mut self.before);
        std::mem::swap(&mut before, &mut self.views[k].changed);
        self.views[k].changed.clear();
        self.views[k].changed.resize(to.len(), false);
        for t in 0..self.triangles.len() {
            let corners = self.triangles[t].each(|p| p as usize);
            let view = &mut self.views[k];
            if !all && corners.iter().all(|p| !before[*p] && !view.changed[*p]) {
                continue;
            }
            let meeting = view.meet(body, (t, corners), self.thickness[corners[0]]);
            view.inside[t] = matches!(meeting, Meeting::Inside(_));
            let (Meeting::Stopped(touch) | Meeting::Inside(touch)) = meeting else { continue };
            if self.rounds <= PUSHES && self.push_off(corners, touch, to) {
                found += 1;
                corners.iter().for_each(|p| moved[*p] = true);
                self.views[k].follow_some(body, corners, to);
            } else if matches!(meeting, Meeting::Stopped(_)) {
                found += 1;
                held.extend(corners);
            }
        }
        if !held.is_empty() {
            self.hold_back((k, body), held, (to, moved));
        }
        self.before = before;
        found
    }

    /// Pushes a triangle off where it touches, as far as that is where it comes too near; whether it did.
    fn push_off(&self, corners: [usize; 3], (weights, touch): Touch, to: &mut [DVec3]) -> bool {
        let n = touch.seen.normal;
        let place: DVec3 = (0..3).map(|i| weights[i] * to[corners[i]]).sum();
        let gap = touch.seen.distance + n.dot(place - touch.at);
        let goal = OFF * self.thickness[corners[0]];
        let inverse = corners.each(|p| self.inverse_masses[p]);
        let share: f64 = (0..3).map(|i| weights[i] * weights[i] * inverse[i]).sum();
        if share <= 0.0 || gap >= goal {
            return false;
        }
        let impulse = (goal - gap) / share;
        for (i, p) in corners.into_iter().enumerate() {
            to[p] += impulse * weights[i] * inverse[i] * n;
        }
        true
    }

    /// These particles go no further than every triangle around them allows.
    fn hold_back(&mut self, (k, body): (usize, &Obstacle), held: Vec<usize>, (to, moved): (&mut [DVec3], &mut [bool])) {
        let view = &self.views[k];
        let mut room = vec![f64::NAN; to.len()];
        held.iter().for_each(|p| room[*p] = f64::INFINITY);
        for corners in self.triangles.iter().map(|corners| corners.each(|p| p as usize)) {
            if corners.iter().all(|p| room[*p].is_nan()) {
                continue;
            }
            let thickness = self.thickness[corners[0]];
            let furthest = corners.iter().map(|p| to[*p].distance(view.base[*p].at)).fold(0.0, f64::max);
            let known =
                clearance(body, corners.each(|p| view.base[p]), view.memories[corners[0]].hint, furthest + thickness);
            if known.least > 0.0 {
                let own = OWN_ROOM * (known.least - least(thickness, known.least)[0]);
                corners.iter().for_each(|p| room[*p] = if room[*p] > own { own } else { room[*p] });
            }
        }
        for p in (0..to.len()).filter(|p| room[*p].is_finite()) {
            let base = view.base[p].at;
            let place = base + (to[p] - base).clamp_length_max(room[p]);
            self.guarded.lost = self.guarded.lost.max(place.distance(to[p]));
            moved[p] |= place != to[p];
            to[p] = place;
        }
    }
}

impl View {
    /// Asks the body from where particles have gone.
    fn follow(&mut self, body: &Obstacle, to: &[DVec3]) {
        for (p, to) in to.iter().enumerate() {
            self.ask(body, p, *to);
            self.ways[p] = to.distance(self.base[p].at);
        }
    }

    fn follow_some(&mut self, body: &Obstacle, particles: [usize; 3], to: &[DVec3]) {
        for p in particles {
            self.ask(body, p, to[p]);
            self.ways[p] = to[p].distance(self.base[p].at);
        }
    }

    fn ask(&mut self, body: &Obstacle, p: usize, to: DVec3) {
        if self.now[p].at != to {
            self.changed[p] = true;
            self.now[p] = Sight { at: to, seen: self.memories[p].ask(body, to) };
        }
    }

    /// Furthest that a corner has gone, m.
    fn furthest(&self, corners: [usize; 3]) -> f64 {
        let [a, b, c] = corners.each(|p| self.ways[p]);
        a.max(b).max(c)
    }

    /// Where a triangle first comes nearer than it may on its way, if it does.
    fn meet(&mut self, body: &Obstacle, (t, corners): (usize, [usize; 3]), thickness: f64) -> Meeting {
        let furthest = self.furthest(corners);
        if furthest <= self.rooms[t] {
            return Meeting::Never;
        }
        let base = corners.each(|p| self.base[p]);
        let nearest = base.iter().map(|sight| sight.seen.distance).fold(f64::INFINITY, f64::min);
        let [a, b, c] = base.each(|sight| sight.at);
        let longest = a.distance_squared(b).max(b.distance_squared(c)).max(c.distance_squared(a)).sqrt();
        self.rooms[t] = self.rooms[t].max(nearest - WITHIN * longest - CLEAR * thickness);
        if furthest <= self.rooms[t] {
            return Meeting::Never;
        }
        let (now, hint) = (corners.each(|p| self.now[p]), self.memories[corners[0]].hint);
        if same_side(&base, &now) {
            let clear = CLEAR * thickness;
            if is_clear(&now, clear) && !body.placed.has_facets() || clearance(body, now, hint, clear).least >= clear {
                return Meeting::Never;
            }
        }
        let ways = [0, 1, 2].each(|i| now[i].at - base[i].at);
        let start = clearance(body, base, hint, furthest + thickness);
        // What begins inside is no more than pushed out, of bodies that tell where they are cut.
        if start.least <= 0.0 {
            let ends_inside = body.placed.has_facets() && clearance(body, now, hint, thickness).least <= 0.0;
            return if ends_inside { Meeting::Inside(deepest(body, now, hint)) } else { Meeting::Never };
        }
        let [stop, least] = least(thickness, start.least);
        self.rooms[t] = self.rooms[t].max(start.least - stop);
        let (mut time, mut known) = (0.0, start);
        for _ in 0..MOST_ADVANCES {
            if known.least - furthest * (1.0 - time) > stop {
                return Meeting::Never;
            }
            if known.least <= stop && time > 0.0 {
                return Meeting::Stopped(known.nearest);
            }
            time += (known.least - least) / furthest;
            if time >= 1.0 {
                return Meeting::Never;
            }
            let mut asked = hint;
            let there = [0, 1, 2].each(|i| {
                let at = base[i].at + time * ways[i];
                Sight { at, seen: body.placed.nearest_hinted(at, &mut asked) }
            });
            known = clearance(body, there, asked, furthest * (1.0 - time) + thickness);
        }
        Meeting::Stopped(known.nearest)
    }
}

/// Whether all of these see the body from one side: if none is further from the first than half of what two may be apart, no two are.
fn same_side(base: &[Sight; 3], now: &[Sight; 3]) -> bool {
    let first = base[0].seen.normal;
    let normals = base.iter().chain(now).map(|sight| sight.seen.normal);
    if normals.clone().all(|n| n.distance_squared(first) < 0.25 * ONE_SIDE * ONE_SIDE) {
        return true;
    }
    normals.clone().all(|n| normals.clone().all(|m| n.distance_squared(m) < ONE_SIDE * ONE_SIDE))
}

/// Whether the tangent plane at one corner tells already that a triangle is clear of a convex body: most are.
fn is_clear(now: &[Sight; 3], clear: f64) -> bool {
    let above = |i: usize| {
        let Sight { at, seen } = now[i];
        now.iter().all(|other| seen.distance + seen.normal.dot(other.at - at) >= clear)
    };
    now.iter().all(|sight| sight.seen.distance >= clear) && (above(0) || above(1) || above(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::motion::Still;
    use crate::body::{Placed, Shape, Shapes};
    use crate::math::random::Random;
    use crate::row::{Table, Values};
    use glam::DMat3;

    const CELLS: u32 = 8;
    const SIDE: f64 = 0.01;

    fn knife() -> Box<dyn Shape> {
        let numbers = [("width_mm", 2.0), ("height_mm", 200.0), ("depth_mm", 600.0), ("rounding_mm", 1.0)];
        let at = [("x_mm", 0.0), ("y_mm", -100.0), ("z_mm", 0.0)];
        let values: Values = numbers.iter().chain(&at).map(|(name, value)| ((*name).to_owned(), *value)).collect();
        (Shapes::find("body.box").unwrap().make)(&values)
    }

    fn sheet(height: f64) -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let row = CELLS + 1;
        let at = |k: u32| {
            let [i, j] = [k / row, k % row].map(|c| SIDE * (f64::from(c) - 0.5 * f64::from(CELLS)));
            DVec3::new(i + 0.3 * SIDE, height, j)
        };
        let square = |k: u32| {
            let (i, j) = (k / CELLS, k % CELLS);
            let [a, b, c, d] = [i * row + j, (i + 1) * row + j, (i + 1) * row + j + 1, i * row + j + 1];
            [[a, b, c], [a, c, d]]
        };
        ((0..row * row).map(at).collect(), (0..CELLS * CELLS).flat_map(square).collect())
    }

    fn deepest(body: &Obstacle, positions: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
        let mut least = f64::INFINITY;
        for t in triangles {
            let [a, b, c] = t.map(|p| positions[p as usize]);
            for i in 0..=30 {
                for j in 0..=30 - i {
                    let at = a + (b - a) * (f64::from(i) / 30.0) + (c - a) * (f64::from(j) / 30.0);
                    least = least.min(body.placed.nearest(at).distance);
                }
            }
        }
        least
    }

    /// A sheet is thrown at a knife's edge again and again, by centimetres at once: no point of it is ever inside, and there is
    /// always an end. Pushed sideways past the edge it does not pass through the blade either.
    #[test]
    fn nothing_enters_a_knife() {
        let knife = knife();
        let body = Obstacle { placed: Placed::new(knife.as_ref(), &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        let (mut positions, triangles) = sheet(0.004);
        let n = positions.len();
        let mut guard = Guard::new(&triangles, vec![1e-3; n], vec![1e4; n], 1);
        let seen: Vec<Nearest> = positions.iter().map(|p| body.placed.nearest(*p)).collect();
        guard.begin(0, true, &positions, &seen);
        let mut random = Random::new(11);
        let mut stopped = 0;
        for _ in 0..60 {
            let shared = 0.01 * DVec3::new(random.signed(), random.signed() - 0.5, random.signed());
            let mut to: Vec<DVec3> = positions
                .iter()
                .map(|p| *p + shared + 0.004 * DVec3::new(random.signed(), random.signed(), random.signed()))
                .collect();
            guard.set_out();
            let mut moved = vec![false; n];
            while guard.hold(std::slice::from_ref(&body), &mut to, &mut moved) > 0 {}
            let guarded = guard.arrive(std::slice::from_ref(&body), &to);
            assert_eq!(guarded.entered, 0);
            stopped += guarded.stopped;
            positions = to;
            let depth = deepest(&body, &positions, &triangles);
            assert!(depth > 0.0, "{depth}");
        }
        assert!(stopped > 100, "{stopped}");
    }

    /// A ridge of triangles has come up through the middle of a sheet, between particles that are outside: the sheet is pushed off it.
    /// Where it is held it stays inside, which is told once.
    #[test]
    fn what_a_ridge_has_cut_is_pushed_off_it() {
        let profile = [[0.0, 0.0], [-0.1, -0.1], [0.1, -0.1]];
        let end = |z: f64| profile.iter().map(move |[x, y]| DVec3::new(*x, *y, z));
        let vertices: Vec<DVec3> = end(0.3).chain(end(-0.3)).collect();
        let side = |i: u32| [[i, 3 + i, 3 + (i + 1) % 3], [i, 3 + (i + 1) % 3, (i + 1) % 3]];
        let facets: Vec<[u32; 3]> = (0..3).flat_map(side).chain([[0, 1, 2], [3, 5, 4]]).collect();
        let ridge = crate::body::mesh::MeshShape::new(vertices, facets).expect("closed");
        let body = Obstacle { placed: Placed::new(&ridge, &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        let (start, triangles) = sheet(-0.001);
        let n = start.len();
        assert!(
            start.iter().all(|p| body.placed.nearest(*p).distance > 0.0) && deepest(&body, &start, &triangles) < 0.0
        );
        for (inverse_mass, told) in [(1e4, false), (0.0, true)] {
            let mut guard = Guard::new(&triangles, vec![1e-3; n], vec![inverse_mass; n], 1);
            let seen: Vec<Nearest> = start.iter().map(|p| body.placed.nearest(*p)).collect();
            let mut to = start.clone();
            for first in [true, false] {
                guard.begin(0, false, &to, &seen);
                guard.look(0, &to, (&seen, &vec![Memory::NONE; n]));
                guard.set_out();
                while guard.hold(std::slice::from_ref(&body), &mut to, &mut vec![false; n]) > 0 {}
                let guarded = guard.arrive(std::slice::from_ref(&body), &to);
                assert_eq!(guarded.entered > 0, told && first);
                guard.settle();
                if !told {
                    break;
                }
            }
            assert_eq!(deepest(&body, &to, &triangles) < 0.0, told);
        }
    }

    /// What is nowhere near is left as it is, to the last bit.
    #[test]
    fn cloth_that_is_clear_goes_its_way() {
        let knife = knife();
        let body = Obstacle { placed: Placed::new(knife.as_ref(), &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 };
        let (positions, triangles) = sheet(0.1);
        let n = positions.len();
        let mut guard = Guard::new(&triangles, vec![1e-3; n], vec![1e4; n], 1);
        let seen: Vec<Nearest> = positions.iter().map(|p| body.placed.nearest(*p)).collect();
        guard.begin(0, true, &positions, &seen);
        guard.set_out();
        let mut to: Vec<DVec3> = positions.iter().map(|p| *p - 0.09 * DVec3::Y).collect();
        let wanted = to.clone();
        assert_eq!(guard.hold(std::slice::from_ref(&body), &mut to, &mut vec![false; n]), 0);
        assert_eq!(to, wanted);
    }
}
