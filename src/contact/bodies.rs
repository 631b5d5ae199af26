//! Cloth against bodies.
//!
//! Each particle keeps the fabric's thickness from every body, and by how much cloth sags between particles. Closer than that
//! [`pressure`] times its area pushes it back.
//! Friction is a state that lasts from step to step: a particle that *sticks* hangs on a spring ([`Grip`]), so short that
//! nobody sees it, up to μ_s N; it does not creep, because the spring remembers how far it is stretched. One that *slips* is
//! dragged by μ(v) N and the viscous stress, and sticks again when holding takes less. Both are inside the implicit solve.
//! Before and after it [`keep_out`] moves particles that would have passed the layer in one step back to its rim, however
//! fast they or the body came, so that no step length and no speed can push a particle through.

pub use crate::body::Nearest;
use crate::body::Placed;
use crate::contact::memory::Memory;
use crate::contact::pressure::{distance_at, pressure};
use crate::fabric::friction::FrictionLaw;
use glam::{DMat3, DVec3, Mat3A};

/// Way over which a held particle's friction rises to its limit, m. Where it is shorter than what loosely solved steps leave
/// open, particles are torn from rest one by one, and cloth with more friction at rest than in motion slides too early or never
/// comes to rest; where it is longer, cloth that begins to slide is late: at 20 µm a card that has slid for 0.2 s is 1.1 % too
/// fast.
const GRIP: f64 = 1.5e-5;
/// Pressure that grips feel at least in the first Newton iteration of a step, Pa. It has not pressed the cloth on yet, and would
/// let go of what rests.
const LIGHT: f64 = 20.0;
/// Deepest a particle may sink into the layer, as a part of its thickness.
const DEEPEST: f64 = 0.5;
/// Stiffness per area of what lies as deep as it may, N/m³: it goes no deeper whatever pulls at it.
const FLOOR: f64 = 1e9;
/// Depths are compared with this slack, m: a particle moved to the rim is there only so nearly, and would otherwise be let go at
/// once.
const SLACK: f64 = 1e-6;
/// Times that a particle is moved towards the rim; distances in a field are not quite those that its slope promises.
const MOST_MOVES: u32 = 6;
/// Ways longer than this relative to the body, m, are followed instead of looking at their end alone.
const FAST: f64 = 5e-3;
/// Furthest that friction alone sends a sliding particle back in a Newton iteration, as a multiple of its slide. Cloth that begins to
/// slide on a slope is sent back three times as far, and held there by the next iteration if that was too much.
const BACK: f64 = 10.0;
/// Cosine between the normals where a particle meets a body and where it would be put out of it, above which it has slid
/// along a side and not passed through.
const SAME_SIDE: f64 = 0.5;
/// Steps in which a fast way is followed; each goes as far as the body's distance allows.
const MOST_ADVANCES: u32 = 64;

/// A body during a step.
#[derive(Debug)]
pub struct Obstacle<'a> {
    /// Where it is now.
    pub placed: Placed<'a>,
    /// How it turned since the start of the step.
    pub turn: DMat3,
    /// Roughness: a factor of every friction on it.
    pub roughness: f64,
}

/// What a particle keeps from a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer {
    /// Thickness of the cloth, m.
    pub thickness: f64,
    /// How deep the body bulges into the cloth between this particle and its neighbours, m.
    pub sag: f64,
}

impl Layer {
    /// Where nothing is felt beyond, m.
    pub fn rim(self) -> f64 {
        self.thickness + self.sag
    }

    /// Nearest that a particle comes, m.
    pub fn deepest(self) -> f64 {
        self.thickness * (1.0 - DEEPEST) + self.sag
    }

    /// Where it stands with this pressure on it, Pa; what the body carries beyond that it does not feel.
    pub fn standing(self, pressure: f64) -> f64 {
        (distance_at(pressure, self.thickness) + self.sag).max(self.deepest())
    }

    /// Nearest that a particle may be put: one that was already `touching` may sink in a little, because its depth carries its
    /// contact force; one that arrives is put on the rim.
    pub fn allowed(self, touching: bool) -> f64 {
        if touching { self.deepest() } else { self.rim() }
    }
}

/// What a particle meets a body with.
#[derive(Clone, Copy, Debug)]
pub struct Skin<'a> {
    /// Distance to keep.
    pub layer: Layer,
    /// Area of the particle, m².
    pub area: f64,
    /// Its mass, kg.
    pub mass: f64,
    /// What presses on it besides its own nearness, N: its share of what the body does to edges and triangles between particles.
    /// It has pushed them already; here it only rubs.
    pub load: f64,
    /// Friction of its fabric.
    pub friction: &'a dyn FrictionLaw,
}

/// How a particle holds on to a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Grip {
    /// How far it has been pulled from where it would hang without load, m. Zero where nothing is touched.
    pub stretch: DVec3,
    /// Whether it slips.
    pub slips: bool,
    /// With how much force the body bears it, N.
    pub force: f64,
    /// The sag of its layer there, m.
    pub sag: f64,
}

impl Grip {
    /// The part of its largest hold that it carries, 0 to 1.
    pub fn load(&self) -> f64 {
        self.stretch.length() / GRIP
    }
}

/// A particle's way in the current step.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Where the step began, m, carried along by the body since then.
    pub from: DVec3,
    /// Where it is now, m.
    pub to: DVec3,
    /// Time between, s.
    pub seconds: f64,
    /// How it held on when the step began.
    pub grip: Grip,
    /// How it did in the Newton iteration before, if there was one.
    pub before: Option<Grip>,
}

/// How a body bears a particle in the linear equations: along its normal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bearing {
    /// The force where the particle is, N.
    pub force: f64,
    /// By how much that falls with the way along the normal, N/m; zero where the body does not bear it.
    pub stiffness: f64,
}

impl Bearing {
    /// Both together.
    pub fn add(&mut self, other: Bearing) {
        self.force += other.force;
        self.stiffness += other.stiffness;
    }

    /// The force as the equations have it once the particle has gone so far along the normal, N.
    pub fn after(self, way: f64) -> f64 {
        self.force - self.stiffness * way
    }
}

/// Force on a particle and −∂f/∂x.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    /// N.
    pub force: DVec3,
    /// N/m.
    pub block: Mat3A,
    /// How it holds on.
    pub grip: Grip,
    /// The part of both along the normal.
    pub bearing: Bearing,
}

/// What a body does to a particle that sees it so, or `None` when they do not touch.
pub fn push(body: &Obstacle, nearest: Nearest, skin: &Skin, motion: &Motion) -> Option<Push> {
    let touches = nearest.distance <= skin.layer.rim() + SLACK;
    if !touches && skin.load <= 0.0 {
        return None;
    }
    let distance = nearest.distance - skin.layer.sag;
    let (pressed, stiffness) = if touches { pressure(distance, skin.layer.thickness) } else { (0.0, 0.0) };
    let (own, stiffness) = (skin.area * pressed, skin.area * stiffness);
    let normal_force = own + skin.load;
    let bearing = Bearing { force: own, stiffness };
    let n = nearest.normal;
    let along = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
    let across = DMat3::IDENTITY - along;
    let slide = across * (motion.to - motion.from);
    let speed = slide.length() / motion.seconds;
    let sliding = skin.friction.coefficient(speed) * normal_force + skin.friction.viscous(speed) * skin.area;
    let stiction = skin.friction.stiction() * normal_force;
    let least = if motion.before.is_none() { LIGHT * skin.area } else { 0.0 };
    let hold = body.roughness * skin.friction.stiction() * normal_force.max(least) / GRIP;
    let stretch = across * (body.turn * motion.grip.stretch) + slide;
    let length = stretch.length();
    // Newton's method has gone past the point of rest if the particle now slides the other way: then it is held there.
    let turned = motion.before.is_some_and(|before| before.slips && before.stretch.dot(stretch) < 0.0);
    let holds = if motion.grip.slips { length * stiction <= GRIP * sliding } else { length <= GRIP };
    if turned || holds {
        // What it moved in this step counts twice: a spring that is loaded at once would swing, and let go of less than it
        // can hold.
        let (force, block) = (n * own - hold * (stretch + slide), along * stiffness + across * (2.0 * hold));
        let grip = Grip { stretch: stretch.clamp_length_max(GRIP), slips: false, force: own, sag: skin.layer.sag };
        return Some(Push { force, block: Mat3A::from(block.as_mat3()), grip, bearing });
    }
    let heading = stretch / length;
    let forward = DMat3::from_cols(heading * heading.x, heading * heading.y, heading * heading.z);
    let drag = body.roughness * sliding;
    // Along its way a sliding particle meets a force that hardly depends on how far it slides; what there is of friction
    // that falls with the speed is left out, because the matrix has to stay positive.
    let slope = skin.friction.coefficient_slope(speed) * normal_force + skin.friction.viscous_slope(speed) * skin.area;
    // What is pressed much harder than its weight, as by a guess that was too near, would be thrown back by it for metres.
    let stops = drag / (BACK * length) - skin.mass / (motion.seconds * motion.seconds);
    let slope = (body.roughness * slope / motion.seconds).max(stops).max(0.0);
    let block = along * stiffness + (across - forward) * (drag / length) + forward * slope;
    let held = if sliding < stiction { sliding / stiction } else { 1.0 };
    let grip = Grip { stretch: heading * (held * GRIP), slips: true, force: own, sag: skin.layer.sag };
    Some(Push { force: n * own - heading * drag, block: Mat3A::from(block.as_mat3()), grip, bearing })
}

/// What a body does to a point of this area that keeps so much from it, without friction: the force along the normal, N, and −∂f/∂x.
pub fn press(nearest: Nearest, keep: f64, area: f64) -> (f64, Mat3A) {
    let (pressed, stiffness) = pressure(nearest.distance.min(keep), keep);
    (area * pressed, along(nearest.normal, area * stiffness))
}

/// A stiffness along a normal.
pub fn along(n: DVec3, stiffness: f64) -> Mat3A {
    Mat3A::from((DMat3::from_cols(n * n.x, n * n.y, n * n.z) * stiffness).as_mat3())
}

/// Whether a particle that sees a body so lies as deep in its layer as it may. What presses it further is carried by the body.
pub fn lies_on_floor(nearest: Nearest, layer: Layer) -> bool {
    nearest.distance <= layer.deepest() + SLACK
}

/// What bears such a particle of this area while it goes so far along the normal and no less.
pub fn land(way: f64, area: f64) -> Bearing {
    Bearing { force: way * FLOOR * area, stiffness: FLOOR * area }
}

/// The end of a particle's way, moved out of a body; also how it sees the body then. The way is as the body sees it: it begins where
/// the body has carried its start.
pub fn keep_out(
    body: &Obstacle,
    layer: Layer,
    [from, to]: [DVec3; 2],
    (touching, memory): (bool, &mut Memory),
) -> (DVec3, Nearest) {
    let allowed = layer.allowed(touching);
    let nearest = memory.ask(body, to);
    // Whoever is further away now than it has come was nowhere inside.
    let passed = !touching && nearest.distance - allowed < from.distance(to) + SLACK;
    if passed && let Some((at, normal)) = arrival(body, allowed, [from, to], &mut memory.hint) {
        // It came in on another side than it is on now: it has passed through, and stays where it met the body.
        if nearest.normal.dot(normal) < SAME_SIDE {
            return (at, Nearest { distance: allowed, normal });
        }
    }
    if nearest.distance >= allowed {
        return (to, nearest);
    }
    stand_at(body, allowed, (to, nearest), memory)
}

/// Moves a particle, which sees a body so, to this distance from it along its normal; also how it sees the body then.
pub fn stand_at(
    body: &Obstacle,
    distance: f64,
    (mut at, mut seen): (DVec3, Nearest),
    memory: &mut Memory,
) -> (DVec3, Nearest) {
    for _ in 0..MOST_MOVES {
        if (seen.distance - distance).abs() < 0.5 * SLACK {
            break;
        }
        at += seen.normal * (distance - seen.distance);
        seen = memory.ask_exactly(body, at);
    }
    (at, seen)
}

/// Follows a fast way as the body sees it; where it meets the body, and the body's normal there.
fn arrival(body: &Obstacle, allowed: f64, [from, to]: [DVec3; 2], hint: &mut u32) -> Option<(DVec3, DVec3)> {
    let way = to - from;
    let length = way.length();
    if length < FAST {
        return None;
    }
    let mut travelled = 0.0;
    for _ in 0..MOST_ADVANCES {
        let at = from + way * (travelled / length);
        let nearest = body.placed.nearest_hinted(at, hint);
        if nearest.distance < allowed + SLACK {
            return Some((at, nearest.normal));
        }
        // A hundredth of a millimetre on, so that the rim is reached and not approached for ever.
        travelled += nearest.distance - allowed + 1e-5;
        if travelled >= length {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Shapes;
    use crate::body::motion::Still;
    use crate::fabric::friction::FrictionLaws;
    use crate::row::{Table, Values};

    const THIN: Layer = Layer { thickness: 1e-3, sag: 0.0 };

    fn at(shape: &dyn crate::body::Shape) -> Obstacle<'_> {
        Obstacle { placed: Placed::new(shape, &Still, 0.0), turn: DMat3::IDENTITY, roughness: 1.0 }
    }

    fn pushed(body: &Obstacle, skin: &Skin, motion: &Motion) -> Option<Push> {
        push(body, body.placed.nearest(motion.to), skin, motion)
    }

    fn law(kind: &str, numbers: &[(&str, f64)]) -> Box<dyn FrictionLaw> {
        let values = numbers.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        (FrictionLaws::find(kind).unwrap().make)(&values)
    }

    fn way(slide: f64, grip: Grip) -> Motion {
        let to = DVec3::new(0.0, 0.6e-3, 0.0);
        Motion { from: to - DVec3::X * slide, to, seconds: 0.01, grip, before: Some(Grip::default()) }
    }

    #[test]
    fn normal_force_is_pressure_times_area_and_friction_is_mu_times_it() {
        let floor = (Shapes::find("body.floor").unwrap().make)(&Values::new());
        let friction = law("friction.c", &[("mu_c", 0.25)]);
        let skin = Skin { layer: THIN, area: 2e-4, mass: 3e-5, load: 0.0, friction: friction.as_ref() };
        let sliding = way(0.01, Grip::default());
        let still = pushed(&at(floor.as_ref()), &skin, &sliding).unwrap();
        let normal = pressure(0.6e-3, 1e-3).0 * 2e-4;
        assert!(still.grip.slips && (still.force - DVec3::new(-0.25 * normal, normal, 0.0)).length() < 1e-12);
        // A floor that moves along does not rub: it has carried the start to where the particle is.
        let along = Motion { from: sliding.from + DVec3::X * 0.01, ..sliding };
        let carried = pushed(&at(floor.as_ref()), &skin, &along).unwrap();
        assert!(!carried.grip.slips && (carried.force - DVec3::Y * normal).length() < 1e-12);
    }

    /// What sags by half a millimetre feels at that height what flat cloth feels on the floor, and is put out so much further.
    #[test]
    fn cloth_that_sags_stands_off() {
        let floor = (Shapes::find("body.floor").unwrap().make)(&Values::new());
        let friction = law("friction.c", &[("mu_c", 0.25)]);
        let body = at(floor.as_ref());
        let skin = Skin { layer: THIN, area: 2e-4, mass: 3e-5, load: 0.0, friction: friction.as_ref() };
        let sagging = Layer { sag: 0.5e-3, ..THIN };
        let flat = push(&body, body.placed.nearest(DVec3::Y * 0.6e-3), &skin, &way(0.01, Grip::default())).unwrap();
        let skin = Skin { layer: sagging, ..skin };
        let off = push(&body, body.placed.nearest(DVec3::Y * 1.1e-3), &skin, &way(0.01, Grip::default())).unwrap();
        assert!((flat.force - off.force).length() < 1e-12);
        let (out, _) = keep_out(&body, sagging, [DVec3::Y, DVec3::ZERO], (false, &mut Memory::NONE.clone()));
        assert!((out - DVec3::Y * 1.5e-3).length() < 1e-12);
    }

    /// What sticks is held up to the larger coefficient; what slips is caught only below the smaller one.
    #[test]
    fn sticking_is_a_state() {
        let floor = (Shapes::find("body.floor").unwrap().make)(&Values::new());
        let friction = law("friction.cs", &[("mu_c", 0.2), ("mu_s", 0.6)]);
        let skin = Skin { layer: THIN, area: 2e-4, mass: 3e-5, load: 0.0, friction: friction.as_ref() };
        // Pulled so far that the spring carries 0.4 of the normal force: between both coefficients.
        let between = |slips| way(GRIP * 0.4 / 0.6, Grip { slips, ..Grip::default() });
        let body = at(floor.as_ref());
        let sticking = pushed(&body, &skin, &between(false)).unwrap();
        let held = pushed(&body, &skin, &way(0.0, sticking.grip)).unwrap();
        assert!(!sticking.grip.slips && (held.force.x.abs() / held.force.y - 0.4).abs() < 1e-9);
        let slipping = pushed(&body, &skin, &between(true)).unwrap();
        assert!(slipping.grip.slips && (slipping.force.x.abs() / slipping.force.y - 0.2).abs() < 1e-9);
    }

    /// Cloth whose edges are pressed on between particles is held at the particles, by the whole load.
    #[test]
    fn what_presses_on_edges_rubs_at_particles() {
        let floor = (Shapes::find("body.floor").unwrap().make)(&Values::new());
        let friction = law("friction.c", &[("mu_c", 0.25)]);
        let skin = Skin {
            layer: Layer { thickness: 0.3e-3, sag: 0.0 },
            area: 2e-4,
            mass: 3e-5,
            load: 0.2,
            friction: friction.as_ref(),
        };
        let body = at(floor.as_ref());
        let off = pushed(&body, &skin, &way(0.01, Grip::default())).unwrap();
        assert!((off.force + DVec3::X * 0.25 * 0.2).length() < 1e-12, "{}", off.force);
        let (own, _) = press(Nearest { distance: 0.6e-3, normal: DVec3::Y }, 1e-3, 2e-4);
        let both = pushed(&body, &Skin { layer: THIN, ..skin }, &way(0.01, Grip::default())).unwrap();
        assert!((both.force - DVec3::new(-0.25 * (0.2 + own), own, 0.0)).length() < 1e-12);
    }

    /// A grip that carries a load carries it in the next step without moving any further, also on a body that turns.
    #[test]
    fn what_holds_does_not_creep() {
        let floor = (Shapes::find("body.floor").unwrap().make)(&Values::new());
        let friction = law("friction.c", &[("mu_c", 0.5)]);
        let skin = Skin { layer: THIN, area: 2e-4, mass: 3e-5, load: 0.0, friction: friction.as_ref() };
        let first = pushed(&at(floor.as_ref()), &skin, &way(0.5 * GRIP, Grip::default())).unwrap();
        let held = pushed(&at(floor.as_ref()), &skin, &way(0.0, first.grip)).unwrap();
        let next = pushed(&at(floor.as_ref()), &skin, &way(0.0, held.grip)).unwrap();
        assert!((held.force.x + 0.5 * 0.5 * held.force.y).abs() < 1e-12);
        assert_eq!(next.force, held.force);
        let quarter = DMat3::from_cols(DVec3::Z, DVec3::Y, -DVec3::X);
        let body = Obstacle { turn: quarter, ..at(floor.as_ref()) };
        let turned = pushed(&body, &skin, &way(0.0, first.grip)).unwrap();
        assert!((turned.force - quarter * held.force).length() < 1e-15);
    }

    /// A particle sinks 2 mm into the layer of a floor that runs off 50 mm below it: it is lifted, not carried.
    #[test]
    fn what_grazes_a_fast_body_is_not_glued_to_it() {
        let floor = (Shapes::find("body.floor").unwrap().make)(&Values::new());
        let from = DVec3::new(0.05, 2e-3, 0.0);
        let (out, _) =
            keep_out(&at(floor.as_ref()), THIN, [from, DVec3::Y * -1e-3], (false, &mut Memory::NONE.clone()));
        assert!((out - DVec3::Y * 1e-3).length() < 1e-12, "{out}");
    }

    #[test]
    fn nothing_stays_inside_however_fast_it_came() {
        let sphere = (Shapes::find("body.sphere").unwrap().make)(&Values::new());
        let body = at(sphere.as_ref());
        let inside = DVec3::new(0.1, -0.05, 0.02);
        let (out, seen) = keep_out(&body, THIN, [inside, inside], (false, &mut Memory::NONE.clone()));
        assert!((seen.distance - body.placed.nearest(out).distance).abs() < 1e-12);
        assert!((out.length() - 0.301).abs() < 1e-12);
        assert_eq!(keep_out(&body, THIN, [DVec3::Y; 2], (false, &mut Memory::NONE.clone())).0, DVec3::Y);
        // Shot through in one step, along the axis and beside it: it ends on the side it came from.
        for beside in [0.0, 0.1] {
            let way = [DVec3::new(beside, 1.0, 0.0), DVec3::new(beside, -1.0, 0.0)];
            let (out, _) = keep_out(&body, THIN, way, (false, &mut Memory::NONE.clone()));
            assert!(out.y > 0.0 && out.length() > 0.3, "{out}");
        }
    }
}
