//! Every integrator against what is known of it: its order, its loss, and what it conserves.

#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

mod common;

use common::{cut, fabric, quiet, values};
use glam::{DVec2, DVec3};
use toile::Drape;
use toile::cloth::{Cut, Joined, Model, Settings, Sheet, State};
use toile::forces::{Geometric, Stencils, System, membrane};
use toile::integrator::{Scheme, backward_euler, bdf2, midpoint, sdirk2};
use toile::lab::hanging_square;

/// Those that know time.
const ALL: [(&str, Scheme); 4] = [
    ("backward Euler", backward_euler::SCHEME),
    ("midpoint", midpoint::SCHEME),
    ("BDF-2", bdf2::SCHEME),
    ("SDIRK-2", sdirk2::SCHEME),
];

/// Steps solved to the last digits.
fn settings(integrator: Scheme, step: f64) -> Settings {
    Settings { integrator, step, newton_iterations: 60, tolerance: 1e-10, still: 1e-13, ..quiet() }
}

/// A square metre of n × n halved squares, as soft as 1 N/m so that it swings slowly; nothing holds it.
fn square(n: u32, settings: Settings) -> Cut {
    let soft = fabric(("membrane.isotropic", values(&[("young_n_per_m", 1.0), ("poisson", 0.0)])), 0.0);
    let sheet: Sheet = hanging_square::cut(n, hanging_square::fabric(), settings).sheets.swap_remove(0);
    cut(sheet, soft, vec![], settings)
}

fn started(cut: Cut, velocities: &[DVec3]) -> Drape {
    let mut drape = Drape::of_cut(cut);
    let state = State { velocities: velocities.to_vec(), ..State::start(drape.model()) };
    assert!(drape.set_state(state));
    drape
}

fn distance(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance_squared(*b)).sum::<f64>().sqrt()
}

/// Where the cloth is after `time` by Störmer and Verlet's explicit method, which shares nothing with the implicit steps
/// but the forces.
fn verlet(model: &Model, velocities: &[DVec3], time: f64, steps: u32) -> Vec<DVec3> {
    let h = time / f64::from(steps);
    let mut scratch = membrane::Scratch::new(model);
    let mut system = System::new(model, Stencils::Coupled);
    let mut accelerations = |positions: &[DVec3]| -> Vec<DVec3> {
        system.clear();
        scratch.add(model, positions, Geometric::Positive, &mut system);
        system.force.iter().zip(&model.masses).map(|(force, mass)| *force / *mass).collect()
    };
    let mut positions = model.start.clone();
    let mut velocities = velocities.to_vec();
    let mut pull = accelerations(&positions);
    for _ in 0..steps {
        for (i, x) in positions.iter_mut().enumerate() {
            velocities[i] += 0.5 * h * pull[i];
            *x += h * velocities[i];
        }
        pull = accelerations(&positions);
        velocities.iter_mut().zip(&pull).for_each(|(v, a)| *v += 0.5 * h * *a);
    }
    positions
}

/// A square that stretches and contracts in its plane by a tenth: half the step, half or a quarter of the error.
#[test]
fn errors_shrink_with_the_step_as_the_order_says() {
    let time = 0.32;
    let start = |p: &DVec3| DVec3::new(0.3 * (std::f64::consts::PI * p.x).cos(), 0.0, 0.0);
    let model = Model::new(&square(6, quiet()), Joined::Sewn);
    let velocities: Vec<DVec3> = model.start.iter().map(start).collect();
    let truth = verlet(&model, &velocities, time, 20_000);
    assert!(distance(&truth, &verlet(&model, &velocities, time, 10_000)) < 2e-8, "the reference has converged");
    for (name, scheme) in ALL {
        let error = |steps: u32| {
            let mut drape = started(square(6, settings(scheme, time / f64::from(steps))), &velocities);
            (0..steps).for_each(|_| assert!(drape.step().halted.is_none()));
            distance(&drape.state().positions, &truth)
        };
        let errors = [64, 128, 256].map(error);
        let ratios = [errors[0] / errors[1], errors[1] / errors[2]];
        let expected = if scheme == backward_euler::SCHEME { 2.0 } else { 4.0 };
        assert!((ratios[1] / expected - 1.0).abs() < 0.1, "{name}: {errors:?} {ratios:?}");
        assert!((ratios[0] / expected - 1.0).abs() < 0.2, "{name}: {errors:?} {ratios:?}");
    }
}

/// The fastest vibration of the cloth at rest, of unit length, and its angular frequency, by power iteration on M⁻¹K.
fn fastest_mode(model: &Model) -> (Vec<DVec3>, f64) {
    let mut system = System::new(model, Stencils::Coupled);
    membrane::Scratch::new(model).add(model, &model.start, Geometric::Exact, &mut system);
    let mut mode: Vec<DVec3> = (0..model.particles()).map(|i| DVec3::new((i as f64).sin(), 0.0, 1.0)).collect();
    let mut square = 0.0;
    for _ in 0..20_000 {
        let pulled = |row: usize| -> DVec3 {
            system.matrix.row(row).map(|(column, block)| block.as_dmat3() * mode[column]).sum::<DVec3>()
                / model.masses[row]
        };
        let next: Vec<DVec3> = (0..mode.len()).map(pulled).collect();
        square = next.iter().map(|v| v.length_squared()).sum::<f64>().sqrt();
        mode = next.iter().map(|v| *v / square).collect();
    }
    (mode, square.sqrt())
}

/// Numbers of the plane are complex numbers.
fn over(a: DVec2, b: DVec2) -> DVec2 {
    a.rotate(DVec2::new(b.x, -b.y)) / b.length_squared()
}

/// R(iωh) = (1 + (1−2γ)iωh)/(1 − γiωh)², what Alexander's method makes of the test equation in a step.
fn sdirk2_growth(angle: f64) -> DVec2 {
    let gamma = 1.0 - 0.5_f64.sqrt();
    let below = DVec2::new(1.0, -gamma * angle);
    over(DVec2::new(1.0, (1.0 - 2.0 * gamma) * angle), below.rotate(below))
}

/// The scalar test equation ż = iωz, one step at a time, and the factor by which it grows in each step in the long run.
fn scalar(scheme: Scheme, angle: f64, steps: usize) -> (Vec<DVec2>, f64) {
    let one = DVec2::X;
    let euler = |z: DVec2| over(z, DVec2::new(1.0, -angle));
    let mut z = vec![one];
    for _ in 0..steps {
        let now = z[z.len() - 1];
        z.push(match scheme {
            _ if scheme == backward_euler::SCHEME => euler(now),
            _ if scheme == midpoint::SCHEME => {
                over(now.rotate(DVec2::new(1.0, 0.5 * angle)), DVec2::new(1.0, -0.5 * angle))
            }
            _ if scheme == sdirk2::SCHEME => now.rotate(sdirk2_growth(angle)),
            _ if z.len() == 1 => euler(now),
            _ => over((4.0 * now - z[z.len() - 2]) / 3.0, DVec2::new(1.0, -2.0 / 3.0 * angle)),
        });
    }
    let growth = match scheme {
        _ if scheme == backward_euler::SCHEME => (1.0 + angle * angle).sqrt().recip(),
        _ if scheme == midpoint::SCHEME => 1.0,
        _ if scheme == sdirk2::SCHEME => sdirk2_growth(angle).length(),
        _ => {
            // The root of (3/2 − iωh) r² − 2r + 1/2 = 0 near 1: r = (2 + √(1 + 2iωh)) / (3 − 2iωh).
            let radicand = DVec2::new(1.0, 2.0 * angle);
            let real = (0.5 * (radicand.length() + radicand.x)).sqrt();
            let root = DVec2::new(real, radicand.y / (2.0 * real));
            over(DVec2::new(2.0, 0.0) + root, DVec2::new(3.0, -2.0 * angle)).length()
        }
    };
    (z, growth)
}

/// A free vibration of small amplitude follows the scalar test equation: phase, and loss per period.
#[test]
fn a_vibration_loses_what_the_test_equation_loses() {
    let model = Model::new(&square(3, quiet()), Joined::Sewn);
    let (mode, omega) = fastest_mode(&model);
    let per_period = 24;
    let step = std::f64::consts::TAU / omega / f64::from(per_period);
    let amplitude = 1e-4;
    let velocities: Vec<DVec3> = mode.iter().map(|v| amplitude * omega * *v).collect();
    let weight: f64 = mode.iter().zip(&model.masses).map(|(v, mass)| mass * v.length_squared()).sum();
    let part = |of: &dyn Fn(usize) -> DVec3| -> f64 {
        (0..mode.len()).map(|i| model.masses[i] * mode[i].dot(of(i))).sum::<f64>() / weight / amplitude
    };
    for (name, scheme) in ALL {
        let steps = 3 * per_period as usize;
        let mut drape = started(square(3, settings(scheme, step)), &velocities);
        let (expected, growth) = scalar(scheme, omega * step, steps);
        let mut sizes = vec![1.0];
        for z in &expected[1..] {
            drape.step();
            let state = drape.state();
            let along = part(&|i| state.positions[i] - model.start[i]);
            let speed = part(&|i| state.velocities[i]) / omega;
            // With ẍ = −ω²x, z = v/ω + ix has ż = iωz; it starts undeformed with full speed, at z = 1.
            assert!((DVec2::new(speed, along) - *z).length() < 2e-3, "{name}: {speed} {along} instead of {z}");
            sizes.push(DVec2::new(speed, along).length());
        }
        let period = per_period as usize;
        let lost = sizes[steps] / sizes[steps - period];
        let predicted = growth.powi(per_period);
        assert!((lost / predicted - 1.0).abs() < 1e-3, "{name}: {lost} per period instead of {predicted}");
    }
}

#[test]
fn every_integrator_conserves_momentum() {
    for (name, scheme) in ALL {
        let mut random = toile::math::random::Random::new(4);
        let mut next = || DVec3::new(random.signed(), 2.0 + random.signed(), random.signed());
        let velocities: Vec<DVec3> = (0..49).map(|_| next()).collect();
        let mut drape = started(square(6, Settings { integrator: scheme, ..quiet() }), &velocities);
        let momentum = |drape: &Drape| -> DVec3 {
            drape.model().masses.iter().zip(&drape.state().velocities).map(|(m, v)| *m * *v).sum()
        };
        let before = momentum(&drape);
        for _ in 0..50 {
            assert!(drape.step().halted.is_none());
        }
        let gone = (momentum(&drape) - before).length();
        assert!(gone < 1e-5 * before.length(), "{name}: {gone} of {before}");
    }
}
