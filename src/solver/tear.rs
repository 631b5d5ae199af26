//! Cloth that tears along its yarns, and scissors.
//!
//! Where the yarns around a point of the mesh are stretched by more than they bear there ([`crate::fabric::strength`]) they break, and
//! a slit opens across them: along the warp where weft yarns break, along the weft where warp yarns do. From then on the slit has tips;
//! one advances by a triangle in each step in which the yarns ahead of it, where the stress gathers, are overstretched. Only while no tear
//! runs a new one opens, one in a step and where the cloth is worst: it relieves what is beside it, and whether that breaks too is for
//! the next step to say.
//!
//! A slit follows its yarn exactly, whatever the triangles are ([`crate::cloth::Slits`]). What is asked at a tip, and how tears cross seams,
//! is in `tip`. Ends of a cut that scissors made are tips, too: cloth that is pulled tears on from a snip.

use super::Drape;
use super::step::Workspace;
use super::tip::Tip;
use crate::cloth::{Cut, InternalStress, Opened, Sheet, Slits, State};
use crate::forces::grab::Grab;
use crate::forces::membrane::Frame;
use crate::yarn::band::Band;
use crate::yarn::fringe::Fringe;
use crate::yarn::pull_out::PullOut;
use glam::DVec2;
use std::collections::BTreeSet;

/// Lips this many thicknesses apart are cloth against cloth like any other; nearer ones lie in each other's way from the start.
const APART: f64 = 2.0;
/// Tears that can be taken back. Each keeps the cut and the state, some megabytes for a whole garment.
const REMEMBERED: usize = 16;

/// An edge of the cloth that was torn or cut, by weft and warp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rip {
    /// Index of the sheet.
    pub sheet: usize,
    /// Its points in the sheet; of those that were parted, the one that kept its number.
    pub points: [u32; 2],
    /// Where it begins, m.
    pub from: DVec2,
    /// Where it ends, m.
    pub to: DVec2,
}

/// What is torn of a cloth.
#[derive(Clone, Debug)]
pub(super) struct Torn {
    /// The cloth before anything was torn.
    pub whole: Cut,
    tips: Vec<Tip>,
    /// Pairs of points of a sheet that were one and are still close.
    lips: Vec<(usize, [u32; 2])>,
    /// Every point on a rip, with its sheet.
    pub edge: BTreeSet<(usize, u32)>,
    pub rips: Vec<Rip>,
    /// Tears whose yarns have not come loose yet: they are not open from end to end.
    pub fresh: Vec<Rip>,
    /// Yarns that are being drawn out of the lips.
    pub pulled: Vec<PullOut>,
    /// Loose ends of yarns.
    pub fringe: Fringe,
    /// Yarns along the tears that have come off.
    pub band: Band,
}

impl Torn {
    fn new(whole: Cut) -> Self {
        Torn {
            whole,
            tips: Vec::new(),
            lips: Vec::new(),
            edge: BTreeSet::new(),
            rips: Vec::new(),
            fresh: Vec::new(),
            pulled: Vec::new(),
            fringe: Fringe::default(),
            band: Band::default(),
        }
    }
}

/// A place on a triangle of the cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Index of the triangle.
    pub triangle: u32,
    /// Weights of its corners.
    pub weights: [f64; 3],
}

/// The cloth at a moment.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    cut: Cut,
    state: State,
    torn: Option<Torn>,
}

impl Drape {
    /// Lets overstretched yarns break, with the chance of this seed; `None` makes them hold whatever comes. What is torn from here on is
    /// taken back by one [`Drape::mend`].
    pub fn set_tearing(&mut self, seed: Option<u64>) {
        self.tearing = seed;
        self.torn_since = false;
    }

    /// What is torn or cut, edge by edge of the mesh.
    pub fn rips(&self) -> &[Rip] {
        self.torn.as_ref().map_or(&[], |torn| &torn.rips)
    }

    /// How many tears and cuts can be taken back, and how many that were can be made again.
    pub fn mendable(&self) -> [usize; 2] {
        [self.before.len(), self.after.len()]
    }

    /// Takes the last tear or cut back: the cloth is whole again where it was, and as it was then. Tells whether there was one.
    pub fn mend(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        let now = self.now();
        self.after.push(now);
        self.go_to(before);
        true
    }

    /// Makes the last tear that was taken back again; tells whether there was one.
    pub fn tear_again(&mut self) -> bool {
        let Some(after) = self.after.pop() else { return false };
        let now = self.now();
        self.before.push(now);
        self.go_to(after);
        true
    }

    fn now(&self) -> Moment {
        Moment { cut: self.cut.clone(), state: self.state.clone(), torn: self.torn.clone() }
    }

    /// The clock goes on: bodies that move do not jump back.
    fn go_to(&mut self, Moment { cut, state, torn }: Moment) {
        self.torn = torn;
        let model = self.lightened(&cut);
        let state = State { steps: self.state.steps, time: self.state.time, past: None, ..state };
        self.replace(Opened { cut, model, state, lips: Vec::new() });
        self.torn_since = false;
    }

    /// Remembers the cloth as it is, for [`Drape::mend`] to come back to.
    fn remember(&mut self) {
        let now = self.now();
        self.before.push(now);
        let spare = self.before.len().saturating_sub(REMEMBERED);
        self.before.drain(..spare);
        self.after.clear();
    }

    /// Takes the fabrics, bodies and settings of another cut of the same panels, if something is torn; tells whether it did.
    pub(super) fn stays_torn(&mut self, cut: &Cut) -> bool {
        let same = |torn: &Torn| is_same_cloth(&torn.whole, cut);
        if !self.torn.as_ref().is_some_and(same) {
            return false;
        }
        let renewed = |old: &Cut| {
            let (fabrics, bodies) = (cut.fabrics.clone(), cut.bodies.clone());
            Cut { fabrics, bodies, settings: cut.settings, ..old.clone() }
        };
        let torn = renewed(&self.cut);
        self.before.iter_mut().chain(&mut self.after).for_each(|moment| moment.cut = renewed(&moment.cut));
        if let Some(torn) = &mut self.torn {
            torn.whole = cut.clone();
        }
        let model = self.lightened(&torn);
        let friction = InternalStress::start(&model);
        let mut state = State { past: None, ..self.state.clone() };
        if !state.friction.fits(&friction) {
            state.friction = friction;
        }
        self.replace(Opened { cut: torn, model, state, lips: Vec::new() });
        true
    }

    /// Cuts along a line of places on the cloth, as scissors do, and tells how many edges of the mesh are cut. Places on another panel
    /// are reached across the seam that the line leads to.
    pub fn snip(&mut self, line: &[Spot]) -> usize {
        let line: Option<Vec<(usize, DVec2)>> = line.iter().map(|spot| self.place_of(spot)).collect();
        let Some(line) = line.filter(|line| line.len() > 1 && self.is_sewn()) else { return 0 };
        let mut walk = Walk { slits: self.slits(), rips: Vec::new() };
        walk.along(self, &line);
        let tips = walk.ends();
        let Walk { slits, rips } = walk;
        if rips.is_empty() {
            return 0;
        }
        self.remember();
        self.rip(slits, rips, (tips, false))
    }

    /// The cloth as it is, to be cut.
    fn slits(&self) -> Slits {
        Slits::new(&self.cut, &self.model, &self.state).lightened(&self.taken())
    }

    /// The sheet of a place and its weft and warp there.
    fn place_of(&self, spot: &Spot) -> Option<(usize, DVec2)> {
        let points = self.model.point_triangles.get(spot.triangle as usize)?;
        let at: DVec2 = (0..3).map(|k| spot.weights[k] * self.model.material[points[k] as usize]).sum();
        let sheet = self.cut.offsets().partition_point(|first| *first <= points[0]) - 1;
        at.is_finite().then_some((sheet, at))
    }

    /// Breaks what is overstretched; tells how many edges of the mesh were torn.
    pub(super) fn tear(&mut self) -> usize {
        let Some(seed) = self.tearing.filter(|_| self.is_sewn()) else { return 0 };
        let strains = Strains::of(self);
        let tips = self.torn.as_ref().map(|torn| torn.tips.clone()).unwrap_or_default();
        let advancing = self.overstretched(&tips, &strains.of_triangles, seed);
        let running = advancing.contains(&true);
        let fresh = if running { None } else { self.weakest_place(&strains, seed) };
        if fresh.is_none() && !running {
            return 0;
        }
        let mut walk = Walk { slits: self.slits(), rips: Vec::new() };
        let mut next: Vec<Tip> = Vec::new();
        for (tip, advances) in tips.iter().zip(advancing) {
            if advances {
                next.extend(walk.advance(tip).and_then(|tip| self.beyond(&walk.slits, tip)));
            } else {
                next.push(*tip);
            }
        }
        for tip in fresh.iter().flatten() {
            next.extend(walk.advance(tip).and_then(|tip| self.beyond(&walk.slits, tip)));
        }
        let Walk { slits, rips } = walk;
        if !std::mem::replace(&mut self.torn_since, true) {
            self.remember();
        }
        self.rip(slits, rips, (next, true))
    }

    /// Goes on with the cloth that was cut, or torn, and with these tips.
    fn rip(&mut self, slits: Slits, rips: Vec<Rip>, (tips, by_force): (Vec<Tip>, bool)) -> usize {
        let mut torn = self.torn.take().unwrap_or_else(|| Torn::new(self.cut.clone()));
        // Yarns that were torn fray; scissors leave none loose.
        if by_force {
            torn.fresh.extend(&rips);
            torn.tips = tips;
        } else {
            torn.tips.extend(tips);
        }
        let count = rips.len();
        torn.edge.extend(rips.iter().flat_map(|rip| rip.points.map(|point| (rip.sheet, point))));
        torn.rips.extend(rips);
        self.torn = Some(torn);
        if slits.is_cut() {
            let opened = slits.finish((&self.model, &self.state), &self.taken());
            self.replace(opened);
        }
        count
    }

    /// Takes cloth of the same panels with other points.
    fn replace(&mut self, opened: Opened) {
        let held = self.grabbed().map(|point| {
            let offsets = self.cut.offsets();
            let sheet = offsets.partition_point(|first| *first as usize <= point) - 1;
            (sheet, point as u32 - offsets[sheet])
        });
        let Opened { cut, mut model, state, lips } = opened;
        let offsets = cut.offsets();
        if let Some(torn) = &mut self.torn {
            let fresh =
                lips.into_iter().enumerate().flat_map(|(sheet, lips)| lips.into_iter().map(move |lip| (sheet, lip)));
            let fresh: Vec<(usize, [u32; 2])> = fresh.collect();
            torn.edge.extend(fresh.iter().map(|(sheet, lip)| (*sheet, lip[1])));
            torn.lips.extend(fresh);
            let near = |(sheet, lip): &(usize, [u32; 2])| {
                let particles = lip.map(|point| model.particle_of[(offsets[*sheet] + point) as usize] as usize);
                let thickness = model.fabrics[model.particle_fabrics[particles[0]] as usize].thickness;
                let [a, b] = particles.map(|particle| state.positions[particle]);
                a.distance(b) < APART * thickness
            };
            torn.lips.retain(near);
            let pairs: Vec<[u32; 2]> =
                torn.lips.iter().map(|(sheet, lip)| lip.map(|point| offsets[*sheet] + point)).collect();
            model.lay_beside(&pairs);
        }
        // A hand that holds a point which only the torn cloth had holds nothing.
        let held = held.filter(|(sheet, point)| (*point as usize) < cut.sheets[*sheet].points.len());
        let particle = held.map(|(sheet, point)| model.particle_of[(offsets[sheet] + point) as usize] as usize);
        self.grab = self.grab.zip(particle).map(|(grab, particle)| Grab { particle, ..grab });
        (self.cut, self.model, self.state) = (cut, model, state);
        let owed = self.relocate();
        self.reweave();
        self.repay(owed);
        self.fray();
        self.workspace = Workspace::new(&self.model);
        self.anchors.clear();
        self.calm = Default::default();
    }

    /// What the yarns at a point bear, as a stretch.
    pub(super) fn bears(&self, point: u32, broken: usize, seed: u64) -> f64 {
        let particle = self.model.particle_of[point as usize] as usize;
        let strength = &self.model.fabrics[self.model.particle_fabrics[particle] as usize].strength;
        let sheet = self.cut.offsets().partition_point(|first| *first <= point) as u64;
        strength.at(broken, self.model.material[point as usize].to_array(), seed.wrapping_add(sheet))
    }

    /// Both tips of the tear that opens where the cloth is overstretched most; none where it holds. Seams hold: two layers lie there.
    /// What is beside a tear is for its tips to tell.
    fn weakest_place(&self, strains: &Strains, seed: u64) -> Option<[Tip; 2]> {
        let offsets = self.cut.offsets();
        let mut spared: Vec<bool> = vec![false; self.model.particle_of.len()];
        self.cut.seams.iter().flat_map(|seam| seam.pairs.as_flattened()).for_each(|p| spared[*p as usize] = true);
        self.cut.pins.iter().for_each(|pin| spared[*pin as usize] = true);
        if let Some(torn) = &self.torn {
            let mut cut = vec![false; spared.len()];
            torn.edge.iter().for_each(|(sheet, point)| cut[(offsets[*sheet] + point) as usize] = true);
            for points in &self.model.point_triangles {
                if points.iter().any(|point| cut[*point as usize]) {
                    points.iter().for_each(|point| spared[*point as usize] = true);
                }
            }
        }
        let mut worst: Option<(f64, u32, usize)> = None;
        for (point, [weft, warp, area]) in strains.of_points.iter().enumerate() {
            if spared[point] || *area <= 0.0 {
                continue;
            }
            for (broken, sum) in [weft, warp].into_iter().enumerate() {
                let used = sum / area / self.bears(point as u32, broken, seed);
                if used > worst.map_or(1.0, |(worst, ..)| worst) {
                    worst = Some((used, point as u32, broken));
                }
            }
        }
        let (_, point, broken) = worst?;
        let sheet = offsets.partition_point(|first| *first <= point) - 1;
        let heading = if broken == 0 { DVec2::Y } else { DVec2::X };
        let place = (sheet, point - offsets[sheet], self.model.material[point as usize]);
        Some([heading, -heading].map(|heading| Tip::along(heading, place, 0.0)))
    }
}

/// A cut that is being made.
struct Walk {
    slits: Slits,
    rips: Vec<Rip>,
}

impl Walk {
    fn at(&self, sheet: usize, point: u32) -> DVec2 {
        self.slits.sheet(sheet).points[point as usize]
    }

    /// Cuts through the next triangle and tells the point beyond it.
    fn step(&mut self, sheet: usize, point: u32, way: DVec2) -> Option<u32> {
        let next = self.slits.advance(sheet, point, way)?;
        let [from, to] = [point, next].map(|point| self.at(sheet, point));
        self.rips.push(Rip { sheet, points: [point, next], from, to });
        Some(next)
    }

    /// Takes a tear a triangle further, if there is cloth ahead that is not torn yet.
    fn advance(&mut self, tip: &Tip) -> Option<Tip> {
        let at = self.at(tip.sheet, tip.point);
        let room = self.slits.room(tip.sheet, tip.point, tip.heading)?;
        let point = self.step(tip.sheet, tip.point, tip.way(at, room))?;
        let behind = tip.behind + at.distance(self.at(tip.sheet, point));
        Some(Tip { point, behind, layers: 1.0, ..*tip })
    }

    /// The ends of a cut that lie in the cloth.
    fn ends(&self) -> Vec<Tip> {
        let [Some(first), Some(last)] = [self.rips.first(), self.rips.last()] else { return Vec::new() };
        let ends = [(first, 0, first.from - first.to), (last, 1, last.to - last.from)];
        let tip = |(rip, end, way): (&Rip, usize, DVec2)| {
            let place = (rip.sheet, rip.points[end], if end == 0 { rip.from } else { rip.to });
            let tip = Tip::along(way, place, 0.0);
            self.slits.room(tip.sheet, tip.point, tip.heading).map(|_| tip)
        };
        let tips: Vec<Tip> = ends.into_iter().filter_map(tip).collect();
        let length: f64 = self.rips.iter().map(|rip| rip.from.distance(rip.to)).sum();
        let behind = length / tips.len().max(1) as f64;
        tips.into_iter().map(|tip| Tip { behind, ..tip }).collect()
    }

    /// Follows places on the cloth, from the point nearest to the first.
    fn along(&mut self, drape: &Drape, line: &[(usize, DVec2)]) {
        let [(mut sheet, start), ..] = *line else { return };
        let mut last = start;
        let from = self.slits.sheet(sheet).points.iter().map(|point| point.distance_squared(start)).enumerate();
        let Some((nearest, _)) = from.min_by(|a, b| a.1.total_cmp(&b.1)) else { return };
        let (mut point, mut heading) = (nearest as u32, DVec2::ZERO);
        for (next_sheet, target) in &line[1..] {
            if *next_sheet != sheet {
                let Some(beyond) = self.cross(drape, [sheet, *next_sheet], &mut point, heading) else { return };
                (sheet, point) = (*next_sheet, beyond);
                last = self.at(sheet, point);
            }
            let leg = *target - std::mem::replace(&mut last, *target);
            loop {
                let way = *target - self.at(sheet, point);
                // Nearer than half way to the far side the cut goes on towards the next place, or ends here. It never turns back.
                let Some(room) = self.slits.room(sheet, point, way) else { break };
                if way.length() < 0.5 * room || way.dot(leg) <= 0.0 {
                    break;
                }
                let Some(next) = self.step(sheet, point, way) else { return };
                heading = (self.at(sheet, next) - self.at(sheet, point)).normalize_or_zero();
                point = next;
            }
        }
    }

    /// Goes straight on to a seam with another sheet, and tells the point of that sheet which is sewn to where it arrives.
    fn cross(&mut self, drape: &Drape, [from, to]: [usize; 2], point: &mut u32, heading: DVec2) -> Option<u32> {
        let offsets = drape.cut.offsets();
        let (first, count) = (offsets[to], drape.cut.sheets[to].points.len() as u32);
        loop {
            if (*point as usize) < drape.cut.sheets[from].points.len() {
                let particle_of = &drape.model.particle_of;
                let particle = particle_of[(offsets[from] + *point) as usize];
                let beyond = (0..count).find(|point| particle_of[(first + point) as usize] == particle);
                if beyond.is_some() {
                    return beyond;
                }
            }
            *point = self.step(from, *point, heading)?;
        }
    }
}

/// Whether two cuts are of the same panels, sewn alike; where they would start is not asked.
fn is_same_cloth(a: &Cut, b: &Cut) -> bool {
    let same = |(a, b): (&Sheet, &Sheet)| {
        let flat = a.drawing == b.drawing && a.points == b.points && a.triangles == b.triangles;
        flat && a.panel == b.panel && a.fabric == b.fabric && a.local == b.local && a.folds == b.folds
    };
    let sheets = a.sheets.len() == b.sheets.len() && a.sheets.iter().zip(&b.sheets).all(same);
    sheets && a.seams == b.seams && a.pins == b.pins
}

/// What yarns are stretched by.
struct Strains {
    /// Along weft and warp.
    of_triangles: Vec<[f64; 2]>,
    /// The same around points: sums by area, and the area.
    of_points: Vec<[f64; 3]>,
}

impl Strains {
    fn of(drape: &Drape) -> Self {
        let (model, positions) = (&drape.model, &drape.state.positions);
        let mut of_triangles = Vec::with_capacity(model.triangles.len());
        let mut of_points = vec![[0.0; 3]; model.particle_of.len()];
        for ((particles, rest), points) in model.triangles.iter().zip(&model.rest).zip(&model.point_triangles) {
            let stretch = Frame::new(rest, particles.map(|particle| positions[particle as usize])).stretch();
            of_triangles.push(stretch);
            for point in points {
                let sums = &mut of_points[*point as usize];
                sums[0] += rest.area * stretch[0];
                sums[1] += rest.area * stretch[1];
                sums[2] += rest.area;
            }
        }
        Strains { of_triangles, of_points }
    }
}
