//! Our element against others (Volino 2009, fig. 11), and our laws against each other.
//!
//! | element | strain | its Jacobian |
//! |---|---|---|
//! | ours | Green–Lagrange, any law | (12) with stress without compression |
//! | corotational | F = R S by polar decomposition, ε = S − I, linear | exact, its three rotation modes kept from going negative |
//! | springs | elongation of the mesh's edges | exact, without compression |
//!
//! All three are stepped by one loop with one matrix, one preconditioner and one tolerance: only elements differ. With our
//! element the loop gives the same bits as the engine's own.

use crate::common::{cpu_ms, middle, second};
use glam::{DMat2, DMat3, DVec2, DVec3, Mat3A, Vec3, Vec3A, Vec4};
use serde_json::json;
use std::collections::BTreeMap;
use toile::cloth::{Fabric, Joined, Model, Settings};
use toile::fabric::membrane::{Linear, MembraneLaw, MembraneLaws, Response, Strain};
use toile::forces::membrane::{self, Frame};
use toile::forces::{Geometric, Stencils, System};
use toile::lab::hanging_square;
use toile::math::block_matrix::Packed;
use toile::math::conjugate_gradient::{Operator, Preconditioner, Scratch, Stop};
use toile::math::links::Links;
use toile::math::multigrid::Multigrid;
use toile::math::random::Random;
use toile::math::spline::Spline;
use toile::row::{Curves, Given, Table, Values};
use toile::solver::stay_together;

/// Young's modulus times thickness, N/m; Poisson's ratio is zero.
const YOUNG: f64 = 1000.0;
const REPEATS: usize = 5;
const STEPS: usize = 100;

trait Element {
    /// Adds forces and blocks of the whole square.
    fn add(&mut self, model: &Model, positions: &[DVec3], system: &mut System);
}

struct Ours(membrane::Scratch);

impl Element for Ours {
    fn add(&mut self, model: &Model, positions: &[DVec3], system: &mut System) {
        self.0.add(model, positions, Geometric::Positive, system);
    }
}

/// The corotational linear triangle. With F = (U V) and P = 2μ(F − R) + λ tr(S − I) R, forces are −A P r_j.
struct Corotational {
    /// Lamé's constants of plane stress, N/m.
    mu: f64,
    lambda: f64,
}

impl Element for Corotational {
    fn add(&mut self, model: &Model, positions: &[DVec3], system: &mut System) {
        for (i, (triangle, rest)) in model.triangles.iter().zip(&model.rest).enumerate() {
            let Frame { weft: u, warp: v } = Frame::new(rest, triangle.map(|p| positions[p as usize]));
            // S² = FᵀF; its eigenvectors are the directions of principal strain.
            let (uu, vv, uv) = (u.length_squared(), v.length_squared(), u.dot(v));
            let (mean, half) = (0.5 * (uu + vv), 0.5 * (uu - vv));
            let radius = (half * half + uv * uv).sqrt();
            let along = if radius > 0.0 { DVec2::new(half + radius, uv) } else { DVec2::X };
            let along = along.try_normalize().unwrap_or(DVec2::Y);
            let across = along.perp();
            let (long, short) = ((mean + radius).sqrt(), (mean - radius).max(1e-12).sqrt());
            // R = F S⁻¹.
            let outer = |a: DVec2| DMat2::from_cols(a * a.x, a * a.y);
            let inverse = outer(along) * (1.0 / long) + outer(across) * (1.0 / short);
            let turned = [0, 1].map(|k| u * inverse.col(k).x + v * inverse.col(k).y);
            let dilation = self.lambda * (long + short - 2.0);
            let [pu, pv] = [(u, turned[0]), (v, turned[1])].map(|(f, r)| 2.0 * self.mu * (f - r) + dilation * r);
            for (k, particle) in triangle.iter().enumerate() {
                system.force[*particle as usize] -= rest.area * (rest.weft[k] * pu + rest.warp[k] * pv);
            }
            // ∂R/∂F turns in the plane by 2/(s₁+s₂) and out of it by 1/s along each principal direction.
            let turning = 2.0 * self.mu - dilation;
            let twist = (2.0 * self.mu).min(2.0 * turning / (long + short));
            let [out_long, out_short] = [long, short].map(|s| (2.0 * self.mu - turning / s).max(0.0));
            let out = outer(along) * out_long + outer(across) * out_short;
            let normal = turned[0].cross(turned[1]).as_vec3a();
            let flat = Mat3A::from_diagonal(Vec3::ONE) - product(normal, normal);
            let sides = [1, 2].map(|k| DVec2::new(rest.weft[k], rest.warp[k]));
            let block = |j: DVec2, k: DVec2| {
                let stretch = |r: DVec2| (r.x * turned[0] + r.y * turned[1]).as_vec3a();
                let (rj, rk, tj, tk) = (stretch(j), stretch(k), stretch(j.perp()), stretch(k.perp()));
                let scale = |x: f64| (rest.area * x) as f32;
                flat * scale(2.0 * self.mu * j.dot(k)) + product(normal, normal) * scale(j.dot(out * k))
                    - product(tj, tk) * scale(0.5 * twist)
                    + product(rj, rk) * scale(self.lambda)
            };
            let [a, b] = sides;
            system.add_triangle(i, [block(a, a), block(a, b), block(b, a), block(b, b)].map(Packed::from));
        }
    }
}

/// a bᵀ.
fn product(a: Vec3A, b: Vec3A) -> Mat3A {
    Mat3A::from_cols(a * b.x, a * b.y, a * b.z)
}

/// Springs along the edges of the mesh.
struct Springs(Vec<Spring>);

struct Spring {
    ends: [u32; 2],
    length: f64,
    stiffness: f64,
    /// Where the blocks 00, 01, 10 and 11 go.
    slots: [u32; 4],
}

impl Springs {
    /// Each triangle gives its legs a quarter of E and its diagonal half of it: stretched along a thread, or sheared, the
    /// grid is as stiff as the continuum. (Other ways it is not: springs cannot.)
    fn new(model: &Model, system: &System) -> Self {
        let mut stiffnesses: BTreeMap<[u32; 2], (f64, f64)> = BTreeMap::new();
        for triangle in &model.triangles {
            for k in 0..3 {
                let (a, b) = (triangle[k], triangle[(k + 1) % 3]);
                let length = model.start[a as usize].distance(model.start[b as usize]);
                let side = model.start[a as usize] - model.start[b as usize];
                let share = if side.x * side.z == 0.0 { 0.25 } else { 0.5 };
                let entry = stiffnesses.entry([a.min(b), a.max(b)]).or_insert((length, 0.0));
                entry.1 += share * YOUNG;
            }
        }
        let slot = |i: u32, j: u32| system.matrix.slot(i, j).expect("an edge of the mesh");
        let spring = |(ends, (length, stiffness)): (&[u32; 2], &(f64, f64))| {
            let [a, b] = *ends;
            let slots = [slot(a, a), slot(a, b), slot(b, a), slot(b, b)];
            Spring { ends: *ends, length: *length, stiffness: *stiffness, slots }
        };
        Springs(stiffnesses.iter().map(spring).collect())
    }
}

impl Element for Springs {
    fn add(&mut self, _: &Model, positions: &[DVec3], system: &mut System) {
        for spring in &self.0 {
            let [a, b] = spring.ends.map(|i| i as usize);
            let side = positions[b] - positions[a];
            let length = side.length();
            let along = side / length;
            let force = spring.stiffness * (length - spring.length) * along;
            system.force[a] += force;
            system.force[b] -= force;
            let across = (1.0 - spring.length / length).max(0.0) * spring.stiffness;
            let along = along.as_vec3a();
            let block = product(along, along) * (spring.stiffness - across) as f32
                + Mat3A::from_diagonal(Vec3::splat(across as f32));
            for (slot, block) in spring.slots.iter().zip([block, -block, -block, block]) {
                system.matrix.add(*slot, &block);
            }
        }
    }
}

/// Backward Euler as in the engine, for any element.
struct Stepper {
    model: Model,
    system: System,
    linear: Scratch,
    preconditioner: Multigrid,
    links: Links,
    positions: Vec<DVec3>,
    velocities: Vec<DVec3>,
}

#[derive(Default)]
struct Cost {
    assembly_ms: f64,
    whole_ms: f64,
    assemblies: usize,
    cg: u32,
}

impl Stepper {
    fn new(n: u32, settings: Settings) -> Self {
        let model = Model::new(&hanging_square::cut(n, hanging_square::fabric(), settings), Joined::Sewn);
        let system = System::new(&model, Stencils::Coupled);
        let preconditioner = Multigrid::new(&system.matrix, &model.fixed);
        let (positions, velocities) = (model.start.clone(), vec![DVec3::ZERO; model.particles()]);
        Stepper {
            linear: Scratch::new(model.particles()),
            links: Links::default(),
            system,
            preconditioner,
            positions,
            velocities,
            model,
        }
    }

    fn step(&mut self, element: &mut dyn Element, cost: &mut Cost) {
        let start = cpu_ms();
        let settings = self.model.settings;
        let rate = 1.0 / settings.step;
        let before = self.positions.clone();
        for (x, v) in self.positions.iter_mut().zip(&self.velocities) {
            *x += settings.step * *v;
        }
        let mut right = vec![Vec4::ZERO; before.len()];
        let mut correction = right.clone();
        let mut around = right.clone();
        let mut stop = Stop { tolerance: 0.0, reference: None, iterations: 1000 };
        let mut nth = 0;
        let mut unfinished = false;
        while nth < settings.newton_iterations || (unfinished && nth < settings.newton_iterations + 6) {
            let assembly = cpu_ms();
            self.system.clear();
            element.add(&self.model, &self.positions, &mut self.system);
            cost.assembly_ms += cpu_ms() - assembly;
            cost.assemblies += 1;
            for (i, mass) in self.model.masses.iter().enumerate() {
                let inertia = ((self.positions[i] - before[i]) * rate - self.velocities[i]) * rate;
                right[i] = (self.system.force[i] + *mass * (settings.gravity - inertia)).as_vec3().extend(0.0);
                self.system.matrix.add_diagonal(i, (mass * rate * rate) as f32);
            }
            let operator = Operator { matrix: &self.system.matrix, links: &self.links };
            if nth == 0 {
                self.preconditioner.refresh(operator);
            } else {
                self.preconditioner.touch_up(operator);
            }
            // The engine's own schedule: a digit more each time, the last one as set, more where that was not enough.
            let loose = if nth + 1 >= settings.newton_iterations { 0.0 } else { (0..nth).fold(0.03, |t, _| t * 0.1) };
            stop.tolerance = settings.tolerance.max(loose);
            let system = (operator, &mut self.preconditioner);
            let solve = self.linear.solve(system, &right, &mut correction, stop);
            let first = *stop.reference.get_or_insert(solve.start);
            cost.cg += solve.iterations;
            nth += 1;
            stay_together(&self.model, &mut correction, &mut around);
            let moved = correction.iter().map(|way| way.length()).fold(0.0, f32::max);
            unfinished = nth > 1 && moved > 1e-3 && solve.start > 10.0 * settings.tolerance * first;
            for ((x, correction), fixed) in self.positions.iter_mut().zip(&correction).zip(&self.model.fixed) {
                if !fixed {
                    *x += correction.truncate().as_dvec3();
                }
            }
        }
        for (i, velocity) in self.velocities.iter_mut().enumerate() {
            *velocity = (self.positions[i] - before[i]) / settings.step;
        }
        cost.whole_ms += cpu_ms() - start;
    }

    fn run(&mut self, element: &mut dyn Element) -> Cost {
        self.positions.clone_from(&self.model.start);
        self.velocities.fill(DVec3::ZERO);
        let mut cost = Cost::default();
        for _ in 0..STEPS {
            self.step(element, &mut cost);
        }
        cost
    }
}

pub fn elements() {
    println!("Elements, same system and solver, 100 steps of 10 ms, 2 Newton iterations (medians of {REPEATS})\n");
    println!("    n  element        ns/triangle  of ours  ms/step  of ours  CG/step  elements/s  lowest point m");
    for n in [32, 64, 100] {
        let mut stepper = Stepper::new(n, hanging_square::steps("interactive"));
        let springs = Springs::new(&stepper.model, &stepper.system);
        let ours = Ours(membrane::Scratch::new(&stepper.model));
        let mut all: [(&str, Box<dyn Element>); 3] = [
            ("ours, StVK", Box::new(ours)),
            ("corotational", Box::new(Corotational { mu: 0.5 * YOUNG, lambda: 0.0 })),
            ("springs", Box::new(springs)),
        ];
        let mut costs: [Vec<Cost>; 3] = Default::default();
        let mut lowest = [0.0; 3];
        // One after the other in each round, so that whatever disturbs the machine disturbs all.
        for round in 0..REPEATS {
            for (k, (_, element)) in all.iter_mut().enumerate() {
                costs[k].push(stepper.run(element.as_mut()));
                lowest[k] = stepper.positions.iter().map(|p| p.y).fold(0.0, f64::min);
                if round == 0 && k == 0 {
                    let engine = second(n, hanging_square::fabric(), stepper.model.settings);
                    assert_eq!(engine.marks.last(), Some(&stepper.positions), "this loop is the engine's");
                }
            }
        }
        let triangles = stepper.model.triangles.len() as f64;
        let assembly = |costs: &[Cost]| {
            middle(costs.iter().map(|c| c.assembly_ms * 1e6 / c.assemblies as f64 / triangles).collect())
        };
        let whole = |costs: &[Cost]| middle(costs.iter().map(|c| c.whole_ms / STEPS as f64).collect());
        for (k, (name, _)) in all.iter().enumerate() {
            let (ns, ms) = (assembly(&costs[k]), whole(&costs[k]));
            let cg = f64::from(costs[k][0].cg) / STEPS as f64;
            println!(
                "{n:>5}  {name:<14} {ns:>11.1} {:>8.2} {ms:>8.2} {:>8.2} {cg:>8.1} {:>11.0} {:>15.3}",
                ns / assembly(&costs[0]),
                ms / whole(&costs[0]),
                triangles / ms * 1e3,
                lowest[k]
            );
            println!(
                "{}",
                json!({ "bench": "w1.elements", "n": n, "element": name, "ns_per_triangle": ns, "ms_per_step": ms,
                    "cg_iterations": cg })
            );
        }
    }
    println!();
}

/// A law and the one it is compared with, by its place in the list.
struct Compared<'a> {
    name: &'static str,
    with: usize,
    make: Box<dyn Fn() -> Box<dyn MembraneLaw> + 'a>,
}

/// Whole steps with measured curves against steps with a linear law, all in one round after the other.
pub fn laws() {
    let splines = |curves: &Curves| {
        let row = MembraneLaws::find("membrane.spline").expect("a row of the table");
        (row.make)(&Given { numbers: &Values::new(), curves })
    };
    // Three cubic pieces each, every bend zero: the cost of the curves on the same material.
    let straight = |slope: f64| {
        let bend: &[f64] = &[0.0, 0.0];
        Spline::new(slope, &[(0.02, bend), (0.05, bend), (0.1, bend)])
    };
    let same: Curves =
        [("weft", YOUNG), ("warp", YOUNG), ("shear", 0.5 * YOUNG)].map(|(id, k)| (id.to_owned(), straight(k))).into();
    let own = Curves::new();
    let fabric = |membrane: Box<dyn MembraneLaw>| Fabric { membrane, ..hanging_square::fabric() };
    let settings = hanging_square::steps("accurate");
    let peak = second(64, fabric(splines(&own)), settings).strain;
    let tangent = |strain: f64| splines(&own).respond(Strain { uu: strain, vv: strain, uv: strain }).tangent;
    let linear = |stiffness: DMat3| -> Box<dyn MembraneLaw> { Box::new(Linear { stiffness }) };
    let all = [
        Compared { name: "isotropic, linear", with: 0, make: Box::new(|| hanging_square::fabric().membrane) },
        Compared { name: "three curves that describe the same", with: 0, make: Box::new(|| splines(&same)) },
        Compared { name: "the curves of membrane.spline", with: 0, make: Box::new(|| splines(&own)) },
        Compared { name: "linear: their tangents at rest", with: 3, make: Box::new(|| linear(tangent(0.0))) },
        Compared { name: "the curves against these", with: 3, make: Box::new(|| splines(&own)) },
        Compared { name: "linear: their tangents at the peak", with: 5, make: Box::new(|| linear(tangent(peak))) },
        Compared { name: "the curves against these", with: 5, make: Box::new(|| splines(&own)) },
    ];
    println!("Laws, whole steps of the engine, n = 64, quality accurate (medians of {REPEATS})");
    println!("The curves' largest strain is {:.2} %; a solve takes longer the stiffer the cloth.\n", 100.0 * peak);
    println!("law                                    law ns  ms/step   ratio  CG/step  ratio per iteration");
    let mut times: Vec<Vec<f64>> = all.iter().map(|_| Vec::new()).collect();
    let mut cg = vec![0.0; all.len()];
    for _ in 0..REPEATS {
        for (k, law) in all.iter().enumerate() {
            let run = second(64, fabric((law.make)()), settings);
            times[k].push(run.cpu_s * 1e3 / run.steps as f64);
            cg[k] = run.cg;
        }
    }
    let times: Vec<f64> = times.into_iter().map(middle).collect();
    for (k, law) in all.iter().enumerate() {
        let (ms, ratio) = (times[k], times[k] / times[law.with]);
        let per_iteration = ratio / (cg[k] / cg[law.with]);
        let ns = alone((law.make)().as_ref());
        println!("{:<36} {ns:>8.1} {ms:>8.2} {ratio:>7.3} {:>8.1} {per_iteration:>20.3}", law.name, cg[k]);
        println!(
            "{}",
            json!({ "bench": "w1.laws", "law": law.name, "with": all[law.with].name, "ns": ns, "ms_per_step": ms,
                "ratio": ratio, "cg_iterations": cg[k] })
        );
    }
    println!();
}

/// Time of a law alone, ns per triangle, on strains of up to a tenth.
fn alone(law: &dyn MembraneLaw) -> f64 {
    const BATCH: usize = 64;
    const BATCHES: usize = 2000;
    let mut random = Random::new(1);
    let mut next = || 0.1 * random.signed() * random.signed();
    let strains: Vec<Strain> = (0..BATCH).map(|_| Strain { uu: next(), vv: next(), uv: next() }).collect();
    let mut out = vec![Response::default(); BATCH];
    let round = |out: &mut [Response]| {
        let start = cpu_ms();
        for _ in 0..BATCHES {
            law.respond_all(std::hint::black_box(&strains), out);
            std::hint::black_box(&out);
        }
        (cpu_ms() - start) * 1e6 / (BATCH * BATCHES) as f64
    };
    middle((0..REPEATS).map(|_| round(&mut out)).collect())
}
