//! What does bending cost? Pabst 2008, table 3: a piece of 0.5 × 0.5 m of 3,600 triangles, bending under its own weight.
//!
//! Forces alone, as the table has them: the linear model of Volino and Magnenat-Thalmann 2006, that of Bridson, Marino and
//! Fedkiw 2003 (both written here, on the engine's hinges), moment against curvature on hinges, and on the curvature tensor.
//! Then forces with their Jacobian blocks, as a Newton iteration takes them. Rounds are interleaved and the fastest of
//! each is told, so that a busy machine disturbs all alike. Prints a table for people and one JSON line per row for
//! programs.

use glam::{DVec2, DVec3};
use std::hint::black_box;
use std::time::Instant;
use toile::cloth::{Fabric, HingeRest, Model};
use toile::fabric::bending::{Bend, Bending, Directions, HingeLaw, moment_curve};
use toile::forces::{Stencils, System, bending};
use toile::lab::hanging_square;
use toile::math::{real::sin, spline::Prepared};

/// Cells along the piece's sides; each is halved.
const CELLS: [u32; 2] = [40, 45];
const SIZE: f64 = 0.5;
/// Rounds, and evaluations in each.
const ROUNDS: u32 = 40;
const REPEATS: u32 = 20;
/// {b₁, b₂, c₁} of the drapemeter's fabric (Pabst 2008, fig. 8), from gf·cm²/cm and gf·cm³/cm.
const FABRIC: [f64; 3] = [0.1 * 98.07e-6, 0.0892 * 98.07e-6, -0.0092 * 0.9807e-6];

#[derive(Debug)]
struct Curve(Prepared);

impl HingeLaw for Curve {
    fn bend(&self, curvature: f64) -> Bend {
        let point = self.0.at(curvature);
        Bend { moment: point.value, tangent: point.slope, energy: point.integral }
    }

    fn is_limp(&self) -> bool {
        false
    }
}

fn model(bending: Bending) -> Model {
    let fabric = Fabric { bending, ..hanging_square::fabric() };
    let mut cut = hanging_square::cut(2, fabric, hanging_square::steps("accurate"));
    let sheet = &mut cut.sheets[0];
    let [columns, rows] = CELLS;
    let at = |i: u32, j: u32| SIZE * DVec2::new(f64::from(i) / f64::from(columns), f64::from(j) / f64::from(rows));
    sheet.points = (0..=columns).flat_map(|i| (0..=rows).map(move |j| at(i, j))).collect();
    sheet.drawing.clone_from(&sheet.points);
    sheet.start = sheet.points.iter().map(|p| DVec3::new(p.x, 0.0, p.y)).collect();
    let index = |i: u32, j: u32| i * (rows + 1) + j;
    let cell = |i: u32, j: u32| {
        let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
        [[a, b, c], [a, c, d]]
    };
    sheet.triangles = (0..columns).flat_map(|i| (0..rows).flat_map(move |j| cell(i, j))).collect();
    cut.pins.clear();
    Model::new(&cut, toile::cloth::Joined::Sewn)
}

/// The piece hanging over its held border, with ripples.
fn hanging(model: &Model) -> Vec<DVec3> {
    let place = |p: &DVec3| {
        let turn = (8.0 * p.x).min(1.5);
        let over = sin(turn) / 8.0;
        DVec3::new(over, 0.004 * sin(40.0 * p.z) - (p.x - over).max(0.0), p.z)
    };
    model.start.iter().map(place).collect()
}

/// Bridson's force, k_e |E|²/(|N₁|+|N₂|) sin(θ/2) uᵢ, with k_e = 4B: hinges of 2A = |N|.
fn bridson(hinges: &[HingeRest], stiffness: f64, positions: &[DVec3], force: &mut [DVec3]) {
    for hinge in hinges {
        // Written out like the engine's: `map` of arrays is not always inlined.
        let [a, b, c, d] = hinge.particles;
        let (x0, x1, x2, x3) =
            (positions[a as usize], positions[b as usize], positions[c as usize], positions[d as usize]);
        let edge = x1 - x0;
        let (left, right) = (edge.cross(x2 - x0), (x3 - x0).cross(edge));
        let squared = edge.length_squared();
        let length = squared.sqrt();
        let (l2, r2) = (left.length_squared(), right.length_squared());
        let (ll, rl) = (l2.sqrt(), r2.sqrt());
        let u2 = left * (length / l2);
        let u3 = right * (length / r2);
        let along = |x: DVec3| (x - x0).dot(edge) / squared;
        let (t2, t3) = (along(x2), along(x3));
        let sine = (0.5 * (1.0 - left.dot(right) / (ll * rl)).max(0.0)).sqrt();
        let sign = -left.cross(right).dot(edge).signum();
        let scale = 4.0 * stiffness * squared / (ll + rl) * sine * sign;
        let gradient = [u2 * (t2 - 1.0) + u3 * (t3 - 1.0), -(u2 * t2 + u3 * t3), u2, u3];
        for (gradient, particle) in gradient.into_iter().zip(hinge.particles) {
            force[particle as usize] -= scale * gradient;
        }
    }
}

/// Volino's linear force −λ αᵢ Σ αⱼ Pⱼ; weights and λ are constant.
fn volino(hinges: &[([u32; 4], [f64; 4], f64)], positions: &[DVec3], force: &mut [DVec3]) {
    for (particles, weights, stiffness) in hinges {
        let mut sum = DVec3::ZERO;
        for (weight, particle) in weights.iter().zip(particles) {
            sum += *weight * positions[*particle as usize];
        }
        for (weight, particle) in weights.iter().zip(particles) {
            force[*particle as usize] -= *stiffness * *weight * sum;
        }
    }
}

/// Adds forces at positions.
type Evaluation<'a> = Box<dyn FnMut(&[DVec3], &mut [DVec3]) + 'a>;

/// What a model is called, how many elements it has, and one evaluation of it.
struct Contender<'a> {
    name: &'static str,
    elements: usize,
    run: Evaluation<'a>,
    best_ms: f64,
}

fn main() {
    let [b1, ..] = FABRIC;
    let curve = moment_curve(FABRIC).expect("a knee ahead");
    let hinged = model(Bending::Hinge(Box::new(Curve(Prepared::new(&curve)))));
    let strips = [curve.clone(), curve.clone(), curve];
    let tensor = model(Bending::Tensor(Box::new(Directions::new(&strips, 0.0).expect("alike in all directions"))));
    let positions = hanging(&hinged);
    let linear: Vec<_> = hinged
        .hinges
        .iter()
        .map(|hinge| {
            let [x0, x1, x2, x3] = hinge.particles.map(|p| hinged.start[p as usize]);
            let along = |x: DVec3| (x - x0).dot(x1 - x0) / (x1 - x0).length_squared();
            let foot = 0.5 * (along(x2) + along(x3));
            let stiffness = 4.0 * b1 * hinge.length / (hinge.height * hinge.height * hinge.height);
            (hinge.particles, [foot - 1.0, -foot, 0.5, 0.5], stiffness)
        })
        .collect();
    let [mut scratch_h, mut scratch_t, mut blocks_h, mut blocks_t, mut blocks_c] =
        [&hinged, &tensor, &hinged, &tensor, &tensor].map(bending::Scratch::new);
    let [mut system_h, mut system_t] = [&hinged, &tensor].map(|model| System::new(model, Stencils::Bounded));
    let mut system_c = System::new(&tensor, Stencils::Coupled);
    let (hinges, triangles) = (hinged.hinges.len(), tensor.curvatures.len());
    let contender = |name, elements, run| Contender { name, elements, run, best_ms: f64::INFINITY };
    let mut all: Vec<Contender<'_>> = vec![
        contender("Volino, linear", hinges, Box::new(|x, f| volino(&linear, x, f))),
        contender("Bridson", hinges, Box::new(|x, f| bridson(&hinged.hinges, b1, x, f))),
        contender("moment-curvature, hinges", hinges, Box::new(|x, f| scratch_h.add_forces(&hinged, x, f))),
        contender("moment-curvature, tensor", triangles, Box::new(|x, f| scratch_t.add_forces(&tensor, x, f))),
        contender(
            "hinges with Jacobian",
            hinges,
            Box::new(|x, _| {
                system_h.clear();
                blocks_h.add(&hinged, x, 1.0, &mut system_h);
            }),
        ),
        contender(
            "tensor with Jacobian",
            triangles,
            Box::new(|x, _| {
                system_t.clear();
                blocks_t.add(&tensor, x, 1.0, &mut system_t);
            }),
        ),
        contender(
            "tensor, coupled Jacobian",
            triangles,
            Box::new(|x, _| {
                system_c.clear();
                blocks_c.add(&tensor, x, 1.0, &mut system_c);
            }),
        ),
    ];
    let mut force = vec![DVec3::ZERO; positions.len()];
    for _ in 0..ROUNDS {
        for each in &mut all {
            let start = Instant::now();
            for _ in 0..REPEATS {
                (each.run)(black_box(&positions), &mut force);
            }
            black_box(&force);
            each.best_ms = each.best_ms.min(start.elapsed().as_secs_f64() * 1e3 / f64::from(REPEATS));
            force.fill(DVec3::ZERO);
        }
    }
    let reference = all[1].best_ms;
    println!("model                       elements  ms/evaluation  ns/element  times Bridson");
    for Contender { name, elements, best_ms, .. } in &all {
        let ns = best_ms * 1e6 / *elements as f64;
        println!("{name:<26} {elements:>9} {best_ms:>14.4} {ns:>11.1} {:>14.2}", best_ms / reference);
        println!(
            "{{\"bench\":\"bending\",\"model\":\"{name}\",\"elements\":{elements},\"ms\":{best_ms:.5},\"ns_per_element\":{ns:.2}}}"
        );
    }
}
