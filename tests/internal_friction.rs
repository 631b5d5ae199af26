//! Internal friction follows Dahl's equation along any path, is remembered once per step, and survives whatever the cloth does.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

mod common;
mod patterns;

use common::{cut, equilateral, fabric, quiet, values};
use glam::{DVec2, DVec3};
use patterns::{rectangle_panel, tube};
use serde_json::json;
use toile::Drape;
use toile::cloth::{Fabric, Settings, State};
use toile::document::{self, Choice, Document};
use toile::fabric::internal_friction::{
    Ends, Form, Friction, InternalFriction, InternalFrictionLaws, MANY, Mode, Side, Start, Starts, Stiffness, follow,
};
use toile::integrator::Integrators;
use toile::lab::{self, Bench, Outcome};
use toile::math::random::Random;
use toile::row::{Given, Table};

const STIFFNESS: Stiffness = Stiffness { membrane: [135.6, 135.6, 40.0], bending: [2e-5; 3] };

fn law(kind: &str, numbers: &[(&str, f64)]) -> InternalFriction {
    (InternalFrictionLaws::find(kind).expect("a row").make)(&Given::from(&values(numbers)), &STIFFNESS)
}

/// dσ/dε of the two equations, written from the paper: `s` the sign of the strain's change.
fn slope(form: Form, sides: &[Side; 2], s: f64, strain: f64, stress: f64) -> f64 {
    let side = if strain < 0.0 { sides[1] } else { sides[0] };
    let max = side.limit + side.growth * strain.abs();
    let moving = if form == Form::Eq3 { s * side.growth * if strain < 0.0 { -1.0 } else { 1.0 } } else { 0.0 };
    (max - s * stress) / side.reach + moving
}

/// The equation integrated over a straight way by Runge and Kutta's fourth order, in steps that do not straddle zero.
fn integrated(form: Form, sides: &[Side; 2], (from, mut stress): (f64, f64), to: f64) -> f64 {
    let mut stops = vec![from];
    if from * to < 0.0 {
        stops.push(0.0);
    }
    stops.push(to);
    for pair in stops.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let reach = sides[0].reach.min(sides[1].reach);
        let n = ((to - from).abs() / reach * 40.0).ceil().max(1.0);
        let h = (to - from) / n;
        let s = (to - from).signum();
        // Ends of a part lie on zero, where the side is that of its inside.
        let side = |x: f64| if from + to < 0.0 { x.min(-1e-300) } else { x.max(0.0) };
        for i in 0..n as usize {
            let x = from + h * i as f64;
            let k1 = slope(form, sides, s, side(x), stress);
            let k2 = slope(form, sides, s, side(x + 0.5 * h), stress + 0.5 * h * k1);
            let k3 = slope(form, sides, s, side(x + 0.5 * h), stress + 0.5 * h * k2);
            let k4 = slope(form, sides, s, side(x + h), stress + h * k3);
            stress += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        }
    }
    stress
}

/// Turning points up to `reach` to both sides, with ways from a hundredth of it to all of it.
fn turns(seed: u64, count: usize, reach: f64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let mut at = 0.0;
    let mut up = true;
    (0..count)
        .map(|_| {
            let way = reach * (0.01 + 1.99 * random.signed().abs() * random.signed().abs());
            at = if up { (at + way).min(reach) } else { (at - way).max(-reach) };
            up = !up;
            at
        })
        .collect()
}

fn random_sides(random: &mut Random) -> [Side; 2] {
    let mut positive = |scale: f64| scale * (1.0 + 0.9 * random.signed());
    [0; 2].map(|_| Side { limit: positive(2.0), growth: positive(20.0), reach: positive(0.02) })
}

#[test]
fn the_path_function_solves_both_equations_through_arbitrary_reversals() {
    let mut random = Random::new(3);
    for (case, form) in (0..40).flat_map(|case| [(case, Form::Ode), (case, Form::Eq3)]) {
        let sides = random_sides(&mut random);
        let (mut strain, mut stress, mut expected) = (0.0, 0.0, 0.0);
        for to in turns(case, 25, 0.1) {
            let found = follow(form, &sides, Start { strain, stress, drift: 0.0 }, to);
            expected = integrated(form, &sides, (strain, expected), to);
            let max = sides.map(|side| side.max(0.1)).into_iter().fold(0.0, f64::max);
            assert!((found.stress - expected).abs() < 1e-6 * max, "{form:?} {sides:?}: {} {expected}", found.stress);
            (strain, stress) = (to, found.stress);
        }
    }
}

/// Every law of the table, for as many ways as are followed at once and for fewer: through zero, to and fro, and no way at all.
#[test]
fn many_ways_are_those_of_each() {
    let mut random = Random::new(17);
    let lopsided = [("bend_weft_neg_a_mn", 0.6), ("twist_pos_b_un_m", 30.0), ("twist_neg_tau_per_m", 3.0)];
    for row in InternalFrictionLaws::rows() {
        let given: &[(&str, f64)] = if row.id.contains("dahl") { &lopsided } else { &[] };
        let Some(law) = law(row.id, given) else { continue };
        for (mode, count) in Mode::ALL.into_iter().flat_map(|mode| [(mode, MANY), (mode, 7)]) {
            let [Side { limit, reach, .. }, _] = law.sides(mode);
            let mut some = |scale: f64| -> Vec<f64> { (0..count).map(|_| scale * random.signed()).collect() };
            let (strain, stress, drift) = (some(2.0 * reach), some(limit), some(reach));
            let mut ends = Ends::default();
            ends.strain[..count].copy_from_slice(&some(2.0 * reach));
            (ends.strain[3], ends.strain[4]) = (strain[3], 0.0);
            let starts = Starts { strain: &strain, stress: &stress, drift: &drift };
            let mut settled = ends.clone();
            law.feel_all(mode, starts, &mut ends);
            law.settle_all(mode, starts, &mut settled);
            for i in 0..count {
                let Friction { stress, tangent, secant } = law.feel(mode, starts.at(i), ends.strain[i]);
                let near = |found: f64, expected: f64, scale: f64| (found - expected).abs() <= 1e-12 * scale;
                let slope = limit / reach;
                let alike = near(ends.stress[i], stress, limit)
                    && near(ends.tangent[i], tangent, slope)
                    && near(ends.secant[i], secant, slope);
                assert!(alike, "{} {mode:?} {i}", row.id);
                let expected = law.settle(mode, starts.at(i), ends.strain[i]);
                assert!(near(settled.stress[i], expected, limit), "{} {mode:?} {i}", row.id);
            }
        }
    }
}

#[test]
fn tangents_are_derivatives_and_never_negative() {
    let mut random = Random::new(5);
    let (mut rising, mut falling) = (0, 0);
    for case in 0..2000 {
        let sides = random_sides(&mut random);
        let form = if case % 2 == 0 { Form::Ode } else { Form::Eq3 };
        let start = Start { strain: 0.1 * random.signed(), stress: 3.0 * random.signed(), drift: 0.0 };
        let to = start.strain + 0.05 * random.signed();
        let at = |strain: f64| follow(form, &sides, start, strain);
        let h = 1e-8;
        if (to - start.strain).abs() < 1e-6 || to.abs() < 1e-6 {
            continue;
        }
        // However short the way, no slope is larger than the steepest that the equation knows.
        let steepest = sides.iter().map(|s| (s.max(0.2) + 3.0) / s.reach + s.growth).fold(0.0, f64::max);
        for way in [1e-300, -1e-300, 1e-18, -1e-18, 1e-12] {
            let first = at(start.strain + way)
                .first_slope()
                .max(follow(form, &sides, Start { strain: way, ..start }, -way).first_slope());
            assert!((0.0..=steepest).contains(&first), "{way}: {first}");
        }
        let slope = (at(to + h).stress - at(to - h).stress) / (2.0 * h);
        let found = at(to).tangent;
        assert!((found - slope.max(0.0)).abs() < 1e-4 * slope.abs() + 1e-3, "{form:?}: {found} {slope}");
        if slope > 0.0 { rising += 1 } else { falling += 1 }
    }
    assert!(rising > 500 && falling > 50, "both kinds must occur: {rising} {falling}");
}

/// The strains of a user: loaded to ε_sat with saturated friction, unloading meets ε_per with c = 95 % of the limit; loaded far
/// beyond it, the strain at which nothing pulls any more is ε_per (Miguel 2013, §3.1).
#[test]
fn persistent_and_saturation_strain_are_what_the_formulas_say() {
    let (stays, saturates) = (0.02, 0.09);
    let numbers = [("weft_persistent", stays), ("weft_saturation", saturates)];
    let law = law("internal-friction.persistent", &numbers).expect("friction");
    let [side, _] = law.sides(Mode::Weft);
    let k = STIFFNESS.membrane[0];
    assert!((side.limit - k * stays).abs() < 1e-12 && side.growth == 0.0);
    // α = σ_max/(ε_sat − ε_per)·ln(2/(1−c)); τ = σ_max/α.
    assert!((side.reach - (saturates - stays) / (2.0_f64 / 0.05).ln()).abs() < 1e-12);
    let anchor = Start { strain: saturates, stress: side.limit, drift: 0.0 };
    let back = law.settle(Mode::Weft, anchor, stays);
    assert!((back + 0.95 * side.limit).abs() < 1e-9, "{back}");
    let far = Start { strain: 1.0, stress: side.limit, drift: 0.0 };
    let pull = |strain: f64| k * strain + law.settle(Mode::Weft, far, strain);
    let (mut low, mut high) = (0.0, 0.5);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if pull(middle) > 0.0 { high = middle } else { low = middle }
    }
    assert!((low / stays - 1.0).abs() < 1e-6, "{low}");
}

/// Work against friction along a path, by fine steps.
fn work(sides: &[Side; 2], form: Form, start: Start, path: &[f64]) -> (f64, Start) {
    let (mut sum, mut at) = (0.0, start);
    for to in path {
        let n = 400;
        for i in 1..=n {
            let strain = at.strain;
            let next = if i == n { *to } else { strain + (to - strain) / f64::from(n - i + 1) };
            let stress = follow(form, sides, at, next).stress;
            sum += 0.5 * (at.stress + stress) * (next - strain);
            at = Start { strain: next, stress, drift: 0.0 };
        }
    }
    (sum, at)
}

#[test]
fn cycles_dissipate_once_the_loop_closes_and_a_first_loop_returns_little() {
    let mut random = Random::new(8);
    for case in 0..60 {
        let form = if case % 2 == 0 { Form::Ode } else { Form::Eq3 };
        let sides = random_sides(&mut random);
        let (low, high) = (0.1 * random.signed(), 0.1 * random.signed());
        let mut at = Start { strain: low, stress: 0.0, drift: 0.0 };
        for _ in 0..60 {
            at = work(&sides, form, at, &[high, low]).1;
        }
        let (lost, end) = work(&sides, form, at, &[high, low]);
        assert!((end.stress - at.stress).abs() < 1e-6 * sides[0].max(0.1), "the loop has closed");
        assert!(lost > 0.0, "{form:?} {sides:?} {low} {high}: {lost}");
    }
    // b = 0: from a stress σ₀ a loop back to its strain returns at most τσ₀²/(2a).
    let mut most = 0.0_f64;
    for _ in 0..300 {
        let (a, reach) = (1.0 + 0.9 * random.signed(), 0.02 * (1.0 + 0.9 * random.signed()));
        let sides = [Side { limit: a, growth: 0.0, reach }; 2];
        let start = Start { strain: 0.05, stress: a * random.signed(), drift: 0.0 };
        let turn = 0.05 + 0.03 * random.signed();
        let (lost, _) = work(&sides, Form::Ode, start, &[turn, 0.05]);
        let bound = reach * start.stress * start.stress / (2.0 * a);
        assert!(lost > -bound - 1e-9, "{lost} {bound}");
        most = most.max(-lost / bound);
    }
    assert!(most > 0.1, "some first loops return energy, else the bound says nothing: {most}");
}

/// Equation (9) is near the law while the strain goes on as it did, and wrong by a fifth of the limit and more where it turns
/// back: 15 ms at 2/s.
#[test]
fn the_linearised_form_fails_at_reversals_alone() {
    let numbers = [("weft_a_n_per_m", 2.22), ("weft_b_n_per_m", 3.16), ("weft_tau", 0.031)];
    let (exact, linear) =
        (law("internal-friction.dahl", &numbers).unwrap(), law("internal-friction.dahl-linearised", &numbers).unwrap());
    let max = 2.22 + 3.16 * 0.1;
    let feel = |start: Start, to: f64| [&exact, &linear].map(|law| law.feel(Mode::Weft, start, to).stress);
    let slow = Start { strain: 0.1, stress: 1.0, drift: 1e-4 };
    let [a, b] = feel(slow, 0.1 + 1e-4);
    assert!((a - b).abs() < 1e-4 * max, "{a} {b}");
    let fast = Start { strain: 0.1, stress: 0.9 * max, drift: 0.03 };
    let [a, b] = feel(fast, 0.1 - 0.03);
    assert!((a - b).abs() > 0.2 * max, "{a} {b}");
    assert_eq!(exact.settle(Mode::Weft, fast, 0.07), linear.settle(Mode::Weft, fast, 0.07));
}

/// A preset-like fabric of the document with this internal friction.
fn rubbing(kind: &str, numbers: &[(&str, f64)]) -> document::Fabric {
    let mut fabric = document::Fabric::plain_cotton("cotton");
    fabric.internal_friction = Choice::of(kind);
    fabric.internal_friction.parameters = values(numbers);
    fabric
}

fn run_lab(name: &str, fabric: &document::Fabric, set: &[String]) -> Result<Outcome, Vec<toile::issue::Issue>> {
    let row = lab::find(name).expect("an experiment");
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let settings = lab::settings(row, &set)?;
    (row.make.run)(&mut Bench { fabric, settings: &settings, progress: &mut |_| {}, clock: || 0.0, frames: None })
}

/// One element of the product whose strain is driven through 20 arbitrary reversals in steps of 1, 5 and 15 ms.
#[test]
fn one_element_follows_the_equation_whatever_the_step() {
    let numbers = [("weft_a_n_per_m", 2.22), ("weft_b_n_per_m", 3.16), ("weft_tau", 0.006)];
    let shear = [("shear_a_n_per_m", 0.4), ("shear_b_n_per_m", 12.0), ("shear_tau", 0.02)];
    let bending = [("bend_weft_pos_a_mn", 0.5), ("bend_weft_pos_b_un_m", 4.5), ("bend_weft_pos_tau_per_m", 10.0)];
    let numbers: Vec<(&str, f64)> = [&numbers[..], &shear, &bending].concat();
    for (kind, form) in [("internal-friction.dahl", Form::Ode), ("internal-friction.dahl-eq3", Form::Eq3)] {
        let fabric = rubbing(kind, &numbers);
        let built = law(kind, &numbers).unwrap();
        for (mode, id, reach) in [
            (Mode::Weft, "weft", 0.1),
            (Mode::Warp, "warp", 0.1),
            (Mode::Shear, "shear", 0.2),
            (Mode::BendWeft, "bending direction=weft", 200.0),
            (Mode::BendWarp, "bending direction=warp", 200.0),
            (Mode::Twist, "bending direction=twist", 200.0),
        ] {
            let sides = built.sides(mode);
            for dt_ms in [1.0, 5.0, 15.0] {
                // Legs of 150 to 300 ms at whatever speed takes the strain there: turning points lie on steps of all lengths.
                let mut path = Vec::new();
                let mut from = 0.0;
                for (leg, to) in turns(77, 21, reach).into_iter().enumerate() {
                    let steps = ((150.0 + 15.0 * (leg % 11) as f64) / dt_ms).round();
                    path.extend((1..=steps as u32).map(|i| from + (to - from) * f64::from(i) / steps));
                    from = to;
                }
                let list = path.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
                let mut set = vec![format!("path={list}"), format!("dt_ms={dt_ms}")];
                set.extend(format!("mode={id}").split(' ').map(str::to_owned));
                let found = run_lab("hysteresis", &fabric, &set).expect("it runs");
                let (strains, frictions) = (found.column("strain"), found.column("friction"));
                let max = sides.map(|side| side.max(reach)).into_iter().fold(0.0, f64::max);
                let (mut strain, mut expected) = (0.0, 0.0);
                for ((wanted, reached), friction) in path.iter().zip(strains).zip(frictions) {
                    assert!((wanted - reached).abs() < 1e-12 * reach.max(1.0), "{wanted} {reached}");
                    expected = integrated(form, &sides, (strain, expected), *wanted);
                    assert!((friction - expected).abs() < 0.005 * max, "{kind} {id} {dt_ms} ms: {friction} {expected}");
                    strain = *wanted;
                }
            }
        }
    }
}

#[test]
fn impossible_strains_are_refused_by_place() {
    let fabric = rubbing("internal-friction.dahl", &[]);
    let issues = |mode: &str, path: &str| {
        let found = run_lab("hysteresis", &fabric, &[format!("mode={mode}"), format!("path={path}")]);
        found.expect_err("it is wrong").into_iter().map(|issue| (issue.code, issue.place)).collect::<Vec<_>>()
    };
    let place = |n: u32| ("lab.strain-range".to_owned(), format!("set path, entry {n}"));
    assert_eq!(issues("weft", "0.1,-0.6,0.2,-0.5"), [place(2), place(4)]);
    assert_eq!(issues("shear", "0.1,1.0"), [place(2)]);
    assert_eq!(issues("weft", "0.1,x")[0].0, "lab.setting-number");
    assert_eq!(issues("weft", "0.1,,0.2")[0].0, "lab.setting-number");
    assert_eq!(issues("weft", "0.1,1e9")[0].0, "lab.setting-range");
}

fn sheet_with(kind: &str, settings: Settings) -> Drape {
    let cloth = fabric(("membrane.isotropic", values(&[("young_n_per_m", 200.0), ("poisson", 0.0)])), 5.0);
    let friction = law(kind, &[("weft_tau", 0.02), ("warp_tau", 0.02)]);
    let mut cut = cut(equilateral(5, 5, 0.02), Fabric { internal_friction: friction, ..cloth }, vec![], settings);
    cut.pins = vec![0, 5];
    Drape::of_cut(cut)
}

/// Green–Lagrange strains of a triangle from its corners, written out.
fn strains(material: [DVec2; 3], corners: [DVec3; 3]) -> [f64; 3] {
    let (m1, m2) = (material[1] - material[0], material[2] - material[0]);
    let (e1, e2) = (corners[1] - corners[0], corners[2] - corners[0]);
    let det = m1.x * m2.y - m1.y * m2.x;
    let (weft, warp) = ((e1 * m2.y - e2 * m1.y) / det, (e2 * m1.x - e1 * m2.x) / det);
    [0.5 * (weft.dot(weft) - 1.0), 0.5 * (warp.dot(warp) - 1.0), weft.dot(warp)]
}

/// However many iterations a step takes, what it leaves is the law on the straight way from one state to the next.
#[test]
fn friction_is_remembered_once_per_step_for_every_integrator() {
    for row in Integrators::rows() {
        for newton_iterations in [1, 6] {
            let gravity = DVec3::new(0.0, 0.0, -9.81);
            let settings = Settings { gravity, newton_iterations, integrator: row.make, ..quiet() };
            let mut drape = sheet_with("internal-friction.dahl", settings);
            let rule = law("internal-friction.dahl", &[("weft_tau", 0.02), ("warp_tau", 0.02)]).unwrap();
            let mut largest = 0.0_f64;
            for _ in 0..30 {
                let before = drape.state().clone();
                assert!(drape.step().halted.is_none());
                let (model, after) = (drape.model(), drape.state());
                for (i, triangle) in model.triangles.iter().enumerate() {
                    let material = model.point_triangles[i].map(|p| model.material[p as usize]);
                    let at = |state: &State| strains(material, triangle.map(|p| state.positions[p as usize]));
                    let (from, to) = (at(&before), at(after));
                    for (m, mode) in Mode::MEMBRANE.into_iter().enumerate() {
                        let stress = before.friction.membrane[i][m];
                        let expected = integrated(Form::Ode, &rule.sides(mode), (from[m], stress), to[m]);
                        let found = after.friction.membrane[i][m];
                        assert!((found - expected).abs() < 1e-6, "{} {found} {expected}", row.id);
                        largest = largest.max(found.abs());
                    }
                }
            }
            assert!(largest > 0.1, "the cloth must rub: {largest}");
        }
    }
}

#[test]
fn a_saved_state_goes_on_as_if_nothing_had_happened() {
    let settings = Settings { gravity: DVec3::new(0.0, 0.0, -9.81), ..quiet() };
    let mut drape = sheet_with("internal-friction.dahl-eq3", settings);
    (0..10).for_each(|_| assert!(drape.step().halted.is_none()));
    let saved = drape.state().clone();
    let go_on = |state: State| {
        let mut drape = sheet_with("internal-friction.dahl-eq3", settings);
        assert!(drape.set_state(state));
        (0..10).for_each(|_| assert!(drape.step().halted.is_none()));
        drape.state().hash()
    };
    assert_eq!(go_on(saved.clone()), go_on(saved.clone()));
    // Friction decides what comes next, and is a part of the hash and of what must be finite.
    let mut other = saved.clone();
    other.friction.membrane[7][1] += 0.5;
    assert_ne!(saved.hash(), other.hash());
    let mut forgotten = saved.clone();
    forgotten.friction.membrane.iter_mut().for_each(|stress| *stress = [0.0; 3]);
    assert_ne!(go_on(saved.clone()), go_on(forgotten));
    other.friction.membrane[7][1] = f64::NAN;
    assert!(saved.is_finite() && !other.is_finite());
    // A state of cloth that does not rub is of another cloth.
    other.friction.membrane.clear();
    assert!(!drape.set_state(other));
}

fn read(value: &serde_json::Value) -> Document {
    document::read(&value.to_string()).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

/// A tube whose panels lie edge to edge, still apart, is welded when its document is read again: particles are joined, and
/// every triangle keeps its stress.
#[test]
fn welding_keeps_the_friction_of_every_triangle() {
    let mut value = tube();
    value["fabrics"][0]["internal_friction"] = json!({"kind": "internal-friction.dahl"});
    let document = read(&value);
    let mut sewn = Drape::new(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
    for _ in 0..400 {
        assert!(sewn.step().halted.is_none());
        if sewn.is_sewn() {
            break;
        }
    }
    assert!(sewn.is_sewn(), "the seams close");
    let mut drape = Drape::new(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let mut state = drape.state().clone();
    state.positions = sewn.point_positions();
    let mut random = Random::new(2);
    for stress in state.friction.kinds_mut().into_iter().flatten().flatten() {
        *stress = random.signed();
    }
    let (stresses, apart) = (state.friction.clone(), state.positions.len());
    assert!(!drape.is_sewn() && drape.set_state(state));
    drape.update(&document).unwrap_or_else(|issues| panic!("{issues:#?}"));
    assert!(drape.is_sewn() && drape.state().positions.len() < apart, "points were joined");
    assert_eq!(drape.state().friction, stresses);
}

/// Carried to a finer mesh, each triangle has the stress of the old one around its middle; panels that are cut at another
/// grain, or anew, have none.
#[test]
fn friction_is_carried_to_another_mesh_by_place() {
    let panel = rectangle_panel("p", 300.0, 200.0);
    let mut value = patterns::document(&[panel], &[]);
    value["fabrics"][0]["internal_friction"] = json!({"kind": "internal-friction.dahl"});
    value["pins"] = json!([{"id": "a", "panel": "p", "at_mm": [0, 0]}, {"id": "b", "panel": "p", "at_mm": [300, 0]}]);
    let mut drape = Drape::new(&read(&value)).unwrap();
    (0..30).for_each(|_| assert!(drape.step().halted.is_none()));
    assert!(drape.state().friction.membrane.iter().flatten().any(|stress| stress.abs() > 0.1), "the cloth must rub");
    // It hangs in its plane: moments that can be told from each other are put in by hand.
    let (mut state, mut random) = (drape.state().clone(), Random::new(6));
    state.friction.bending.iter_mut().flatten().for_each(|moment| *moment = random.signed());
    assert!(drape.set_state(state));
    let (old_cut, old) = (drape.cut().clone(), drape.state().friction.clone());

    // The same document again changes nothing.
    drape.update(&read(&value)).unwrap();
    assert_eq!(drape.state().friction, old);

    value["panels"][0]["mesh"] = json!({"size_mm": 11.0});
    drape.update(&read(&value)).unwrap();
    let (sheet, old_sheet) = (&drape.cut().sheets[0], &old_cut.sheets[0]);
    assert_ne!(sheet.triangles.len(), old_sheet.triangles.len());
    let mut told = 0;
    for (index, triangle) in sheet.triangles.iter().enumerate() {
        let middle = triangle.map(|i| sheet.drawing[i as usize]).into_iter().sum::<DVec2>() / 3.0;
        let inside = |t: &[u32; 3], slack: f64| {
            let [a, b, c] = t.map(|i| old_sheet.drawing[i as usize]);
            [(a, b), (b, c), (c, a)].into_iter().all(|(p, q)| (q - p).perp_dot(middle - p) > slack)
        };
        // Middles on the border between two old triangles may take either.
        if let Some(around) = old_sheet.triangles.iter().position(|t| inside(t, 1e-9)) {
            for (kind, old) in drape.state().friction.kinds().into_iter().zip(old.kinds()) {
                assert_eq!(kind[index], old[around]);
            }
            told += 1;
        }
    }
    assert!(told > sheet.triangles.len() / 2, "most middles lie inside one old triangle: {told}");

    value["panels"][0]["grain_deg"] = json!(45.0);
    drape.update(&read(&value)).unwrap();
    assert!(drape.state().friction.kinds().into_iter().flatten().all(|stress| *stress == [0.0; 3]));

    value["fabrics"][0]["internal_friction"] = json!({"kind": "internal-friction.none"});
    drape.update(&read(&value)).unwrap();
    assert!(drape.state().friction.kinds().iter().all(|kind| kind.is_empty()));
    assert!(drape.step().halted.is_none());
}

/// Panels with interlined regions have their triangles in several patches: those of the panels after them still take what is
/// theirs. Where only the interlining rubs, the cloth around it has no stress to take.
#[test]
fn friction_is_carried_past_interlined_regions() {
    let panels = ["p", "q", "r"].map(|id| rectangle_panel(id, 300.0, 200.0));
    let mut value = patterns::document(&panels, &[]);
    let mut lining = value["fabrics"][0].clone();
    lining["id"] = json!("lining");
    lining["internal_friction"] = json!({"kind": "internal-friction.dahl"});
    value["fabrics"].as_array_mut().unwrap().push(lining);
    let corners = [[40, 40], [160, 40], [160, 120], [40, 120]].map(|from| json!({"from_mm": from}));
    for panel in 0..2 {
        value["panels"][panel]["interlined"] = json!([{"id": "r", "fabric": "lining", "outline": corners}]);
    }
    let mut drape = Drape::new(&read(&value)).unwrap_or_else(|issues| panic!("{issues:#?}"));
    assert_eq!(drape.model().patches.len(), 5, "two of p, two of q, one of r");
    let (mut state, mut random) = (drape.state().clone(), Random::new(3));
    for stress in state.friction.kinds_mut().into_iter().flatten().flatten() {
        *stress = 1.5 + random.signed();
    }
    let old = state.friction.clone();
    assert!(drape.set_state(state));
    drape.update(&read(&value)).unwrap_or_else(|issues| panic!("{issues:#?}"));
    for (patch, fabric) in drape.model().patches.iter().zip(&drape.model().patch_fabrics) {
        let rubs = drape.model().fabrics[*fabric].internal_friction.is_some();
        let triangles = patch.first_triangle as usize..(patch.first_triangle + patch.triangle_count) as usize;
        for (kind, old) in drape.state().friction.kinds().into_iter().zip(old.kinds()) {
            let none = vec![[0.0; 3]; triangles.len()];
            let expected = if rubs { &old[triangles.clone()] } else { &none[..] };
            assert_eq!(&kind[triangles.clone()], expected, "{} {}", patch.panel, patch.fabric);
        }
    }
    let rubbing = drape.state().friction.membrane.iter().filter(|stress| **stress != [0.0; 3]).count();
    assert!(rubbing > 0 && rubbing < old.membrane.len());
}

/// Bonded sheets of one τ rub as both together.
#[test]
fn an_interlined_panel_rubs_as_both_its_sheets() {
    let numbers = |a: f64, b: f64| [("weft_a_n_per_m", a), ("weft_b_n_per_m", b), ("weft_tau", 0.01)];
    let kind = "internal-friction.dahl-eq3";
    let both =
        toile::fabric::internal_friction::bonded(law(kind, &numbers(2.0, 3.0)), law(kind, &numbers(1.0, 5.0))).unwrap();
    let (one, other) = (law(kind, &numbers(2.0, 3.0)).unwrap(), law(kind, &numbers(1.0, 5.0)).unwrap());
    let mut at = [Start::default(); 3];
    for to in turns(4, 12, 0.05) {
        for (start, law) in at.iter_mut().zip([&both, &one, &other]) {
            *start = Start { strain: to, stress: law.settle(Mode::Weft, *start, to), drift: 0.0 };
        }
        assert!((at[0].stress - at[1].stress - at[2].stress).abs() < 1e-12);
    }
    let (alone, none) = (law(kind, &[]), law("internal-friction.none", &[]));
    assert!(none.is_none());
    assert_eq!(
        toile::fabric::internal_friction::bonded(none, alone).unwrap().sides(Mode::Shear),
        law(kind, &[]).unwrap().sides(Mode::Shear)
    );
}

#[test]
fn saturation_before_persistence_is_an_issue() {
    let mut value = patterns::document(&[rectangle_panel("p", 300.0, 200.0)], &[]);
    let parameters = json!({"warp_persistent": 0.03, "warp_saturation": 0.02, "twist_neg_persistent_per_m": 0.0, "twist_neg_saturation_per_m": 0.0});
    value["fabrics"][0]["internal_friction"] =
        json!({"kind": "internal-friction.persistent", "parameters": parameters});
    let issues = document::read(&value.to_string()).expect_err("it is wrong");
    let found: Vec<(&str, &str)> = issues.iter().map(|issue| (issue.code.as_str(), issue.place.as_str())).collect();
    assert_eq!(found, [("internal-friction.saturation", "fabrics[0].internal_friction.parameters.warp_saturation")]);
}

/// Friction many times as stiff as the cloth, shaken so hard that strains of many reaches turn back within a step of 15 ms:
/// Newton's method does not go around in circles, as it does with the tangent alone (eight times the iterations).
#[test]
fn steps_converge_where_friction_is_stiffer_than_the_cloth() {
    let iterations = |kind: &str| {
        let cloth = fabric(("membrane.isotropic", values(&[("young_n_per_m", 20.0), ("poisson", 0.0)])), 5.0);
        let friction = law(kind, &[("weft_tau", 0.006), ("warp_tau", 0.006), ("shear_tau", 0.003)]);
        let gravity = DVec3::new(0.0, 9.81, 0.0);
        let settings = Settings { gravity, step: 0.015, newton_iterations: 60, still: 1e-7, drag: 1.0, ..quiet() };
        let mut cut = cut(equilateral(12, 12, 0.02), Fabric { internal_friction: friction, ..cloth }, vec![], settings);
        cut.pins = vec![0, 12, 6];
        let mut drape = Drape::of_cut(cut);
        let mut state = drape.state().clone();
        let mut random = Random::new(9);
        for velocity in &mut state.velocities {
            *velocity = 2.0 * DVec3::new(random.signed(), random.signed(), random.signed());
        }
        assert!(drape.set_state(state));
        (0..30)
            .map(|_| drape.step())
            .map(|report| {
                assert!(report.halted.is_none());
                report.newton_iterations
            })
            .sum::<u32>()
    };
    let without = iterations("internal-friction.none");
    for kind in ["internal-friction.dahl", "internal-friction.dahl-eq3"] {
        let with = iterations(kind);
        assert!(with < 3 * without, "{kind}: {with} iterations against {without}");
    }
}
