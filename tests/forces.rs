//! Every force is the negative gradient of its energy, and every Jacobian the derivative of its force.

#![allow(clippy::disallowed_methods)] // closed forms here are independent of the engine's own functions

mod common;

use common::{equilateral, fabric, model, quiet, values};
use glam::DVec3;
use toile::cloth::{Fabric, FoldLine, Model, State};
use toile::fabric::bending::BendingLaws;
use toile::fabric::internal_friction::{InternalFrictionLaws, Stiffness};
use toile::fabric::membrane::{MembraneLaw, MembraneLaws, Strain};
use toile::fabric::viscosity::ViscosityLaws;
use toile::forces::{Geometric, Stencils, System, bending, membrane};
use toile::math::random::Random;
use toile::row::{CurveParameter, Curves, Given, Table, Values};

/// Step of central differences, m.
const STEP: f64 = 1e-6;

fn shaken(model: &Model, reach: f64, seed: u64) -> Vec<DVec3> {
    let mut random = Random::new(seed);
    let mut shake = || reach * DVec3::new(random.signed(), random.signed(), random.signed());
    model.start.iter().map(|p| *p + shake()).collect()
}

/// Derivative by one coordinate of one particle, by central differences.
fn slope<T>(positions: &[DVec3], particle: usize, axis: usize, mut f: impl FnMut(&[DVec3]) -> T) -> [T; 2] {
    let mut moved = positions.to_vec();
    moved[particle][axis] += STEP;
    let ahead = f(&moved);
    moved[particle][axis] -= 2.0 * STEP;
    [f(&moved), ahead]
}

fn check_forces(model: &Model, positions: &[DVec3], force: &[DVec3], mut energy: impl FnMut(&[DVec3]) -> f64) {
    let scale = force.iter().map(|f| f.length()).fold(0.0, f64::max);
    assert!(scale > 0.0, "the test must load the cloth");
    for (particle, axis) in (0..model.particles()).flat_map(|particle| (0..3).map(move |axis| (particle, axis))) {
        let [behind, ahead] = slope(positions, particle, axis, &mut energy);
        let expected = -(ahead - behind) / (2.0 * STEP);
        let found = force[particle][axis];
        assert!((found - expected).abs() < 1e-6 * scale, "particle {particle} axis {axis}: {found} {expected}");
    }
}

fn laws() -> impl Iterator<Item = (&'static str, Values)> {
    MembraneLaws::rows().iter().map(|row| (row.id, Values::new()))
}

#[test]
fn membrane_force_is_the_gradient_of_its_energy_for_every_law() {
    for law in laws() {
        let model = model(equilateral(3, 3, 0.02), fabric(law, 0.0), vec![], quiet());
        let positions = shaken(&model, 0.003, 1);
        let mut scratch = membrane::Scratch::new(&model);
        let mut system = System::new(&model, Stencils::Coupled);
        scratch.add(&model, &positions, Geometric::Exact, &mut system);
        check_forces(&model, &positions, &system.force, |x| scratch.energy(&model, x));
    }
}

#[test]
fn membrane_jacobian_is_the_derivative_of_its_force_for_every_law() {
    for law in laws() {
        let model = model(equilateral(3, 2, 0.02), fabric(law, 0.0), vec![], quiet());
        let positions = shaken(&model, 0.003, 2);
        let mut scratch = membrane::Scratch::new(&model);
        let mut system = System::new(&model, Stencils::Coupled);
        scratch.add(&model, &positions, Geometric::Exact, &mut system);
        let matrix = system.matrix.clone();
        let largest = (0..model.particles())
            .map(|i| {
                matrix.block(matrix.diagonal_slot(i)).to_cols_array().into_iter().fold(0.0_f32, |a, b| a.max(b.abs()))
            })
            .fold(0.0, f32::max);
        for column in 0..model.particles() {
            for axis in 0..3 {
                let [behind, ahead] = slope(&positions, column, axis, |x| {
                    system.clear();
                    scratch.add(&model, x, Geometric::Exact, &mut system);
                    system.force.clone()
                });
                for row in 0..model.particles() {
                    let expected = -(ahead[row] - behind[row]) / (2.0 * STEP);
                    let found = match matrix.slot(row as u32, column as u32) {
                        Some(slot) => matrix.block(slot).col(axis).as_dvec3(),
                        None => DVec3::ZERO,
                    };
                    // The matrix is in single precision.
                    assert!((found - expected).length() < 3e-6 * f64::from(largest), "{found} {expected}");
                }
            }
        }
    }
}

/// Strains, or rates, inside every segment of a law's curves and beyond them, of both signs.
fn loads(curves: &[CurveParameter]) -> Vec<f64> {
    let mut knots = vec![0.0, 0.05, 0.3];
    knots.extend(curves.iter().flat_map(|curve| (curve.default)().segments).map(|segment| segment.to));
    knots.sort_by(f64::total_cmp);
    let last = knots[knots.len() - 1];
    let inside = knots.windows(2).filter(|pair| pair[1] > pair[0]).map(|pair| 0.37 * pair[0] + 0.63 * pair[1]);
    inside.chain([1.7 * last]).flat_map(|x| [x, -x]).collect()
}

/// Stress is the gradient of the energy, the tangent the derivative of the stress, and no tangent below the softest.
fn check_law(id: &str, law: &dyn MembraneLaw, curves: &[CurveParameter]) {
    let loads = loads(curves);
    let mut random = Random::new(7);
    for _ in 0..500 {
        let at: [f64; 3] = std::array::from_fn(|_| {
            let pick = (random.signed().abs() * loads.len() as f64) as usize;
            loads[pick.min(loads.len() - 1)]
        });
        let strain = |at: [f64; 3]| Strain { uu: at[0], vv: at[1], uv: at[2] };
        let (respond, energy) = (|at| law.respond(strain(at)), |at| law.energy(strain(at)));
        let here = respond(at);
        for mode in 0..3 {
            let h = 1e-6 * at[mode].abs().max(1e-3);
            let [mut behind, mut ahead] = [at; 2];
            behind[mode] -= h;
            ahead[mode] += h;
            let stress = (energy(ahead) - energy(behind)) / (2.0 * h);
            let (behind, ahead) = (respond(behind), respond(ahead));
            let scale = here.tangent.col(mode)[mode] * at[mode].abs() + here.stress[mode].abs();
            let rounding = 1e-15 * energy(at) / h;
            let found = here.stress[mode];
            assert!((found - stress).abs() < 1e-7 * scale + rounding, "{id} {at:?}: {found} {stress}");
            for other in 0..3 {
                let tangent = (ahead.stress[other] - behind.stress[other]) / (2.0 * h);
                let found = here.tangent.col(mode)[other];
                let rounding = 1e-15 * here.stress[other].abs() / h;
                assert!((found - tangent).abs() < 1e-7 * scale / at[mode].abs() + rounding, "{id} {at:?}");
            }
        }
        let above = here.tangent - law.softest();
        assert!((0..3).all(|mode| above.col(mode)[mode] >= -1e-9), "{id} {at:?}: below its softest");
    }
}

#[test]
fn every_law_is_the_gradient_of_its_energy_in_every_segment() {
    for row in MembraneLaws::rows() {
        check_law(row.id, &*(row.make)(&Given::from(&Values::new())), row.curves);
    }
    let mut viscous = 0;
    for row in ViscosityLaws::rows() {
        if let Some(law) = (row.make)(&Given::from(&Values::new())) {
            check_law(row.id, &*law, row.curves);
            viscous += 1;
        }
    }
    assert_eq!(viscous, ViscosityLaws::rows().len() - 1, "only the first row, the default, is nothing");
}

/// Eq. (4) where both stiffnesses are one, and what strip testers measure whatever the contraction: a strip with free
/// sides has the stiffness that the document says.
#[test]
fn orthotropic_contraction_keeps_what_a_strip_shows() {
    let numbers = [("weft_n_per_m", 400.0), ("warp_n_per_m", 900.0), ("poisson", 0.3)];
    let row = MembraneLaws::find("membrane.orthotropic").unwrap();
    let tangent = (row.make)(&Given::from(&values(&numbers))).softest();
    // Pulled along the weft with no stress along the warp: ε_vv = −C_uv/C_vv ε_uu.
    let contraction = tangent.col(0).y / tangent.col(1).y;
    let shown = tangent.col(0).x - tangent.col(1).x * contraction;
    assert!((shown / 400.0 - 1.0).abs() < 1e-14, "{shown}");
    assert!((contraction * tangent.col(1).x / tangent.col(0).x - 0.09).abs() < 1e-14);
    let numbers = [("weft_n_per_m", 700.0), ("warp_n_per_m", 700.0), ("poisson", 0.3), ("shear_n_per_m", 350.0 / 1.3)];
    let tangent = (row.make)(&Given::from(&values(&numbers))).softest();
    let isotropic = MembraneLaws::find("membrane.isotropic").unwrap();
    let like = (isotropic.make)(&Given::from(&values(&[("young_n_per_m", 700.0), ("poisson", 0.3)]))).softest();
    assert!((tangent - like).to_cols_array().iter().all(|d| d.abs() < 1e-10), "{tangent} {like}");
}

/// A model for each bending law, with triangles that are stiffened and a fold that is pressed.
fn bent_models() -> Vec<(&'static str, Model)> {
    let cases = BendingLaws::rows().iter().map(|row| {
        let law = (row.make)(&Given::from(&Values::new())).unwrap();
        let cloth = Fabric { bending: law, ..fabric(("membrane.isotropic", Values::new()), 0.0) };
        let mut sheet = equilateral(3, 3, 0.02);
        sheet.folds = vec![FoldLine { points: vec![4, 5, 6, 7], angle: 0.3, strength: 2.0 }];
        let mut model = model(sheet, cloth, vec![], quiet());
        for (t, stiffening) in model.stiffening.iter_mut().enumerate() {
            *stiffening = 1.0 + 0.1 * t as f64;
        }
        (row.id, model)
    });
    cases.collect()
}

#[test]
fn bending_force_is_the_gradient_of_its_energy_for_every_law() {
    for (id, model) in bent_models() {
        let positions = shaken(&model, 0.004, 3);
        let mut scratch = bending::Scratch::new(&model);
        let mut system = System::new(&model, Stencils::Coupled);
        scratch.add(&model, &positions, 1.0, &mut system);
        assert!(model.hinges.iter().any(|hinge| hinge.angle == 0.3), "{id}");
        check_forces(&model, &positions, &system.force, |x| scratch.energy(&model, x));
    }
}

/// Near the flat state the neglected part of the Jacobian vanishes with the moment, so that the Gauss–Newton matrix is
/// the exact one there.
#[test]
fn bending_jacobian_is_exact_at_rest_for_every_law() {
    for (id, model) in bent_models() {
        let mut scratch = bending::Scratch::new(&model);
        let mut system = System::new(&model, Stencils::Coupled);
        // Folds not pressed yet: flat is without load.
        scratch.add(&model, &model.start, 0.0, &mut system);
        let matrix = system.matrix.clone();
        let mut largest = 0.0_f64;
        for column in 0..model.particles() {
            let [behind, ahead] = slope(&model.start, column, 2, |x| {
                system.clear();
                scratch.add(&model, x, 0.0, &mut system);
                system.force.clone()
            });
            for row in 0..model.particles() {
                let expected = -(ahead[row].z - behind[row].z) / (2.0 * STEP);
                let slot = matrix.slot(row as u32, column as u32);
                let found = slot.map_or(0.0, |slot| f64::from(matrix.block(slot).col(2).z));
                // A measured curve bends at once: over the step its slope changes in the fifth digit.
                assert!((found - expected).abs() < 5e-5, "{id} {row} {column}: {found} {expected}");
                largest = largest.max(expected.abs());
            }
        }
        assert!(largest > 0.1, "{id} must resist: {largest}");
    }
}

/// The matrix of strongly bent cloth, a little of its largest number added to the diagonal, has a Cholesky factor: nothing
/// of it is below zero by more than the rounding of single precision.
#[test]
fn bending_jacobian_is_positive_however_the_cloth_is_bent_for_every_law() {
    for (id, model) in bent_models() {
        for (seed, stencils) in (0..5).flat_map(|seed| [(seed, Stencils::Coupled), (seed, Stencils::Bounded)]) {
            let positions = shaken(&model, 0.008, seed);
            let mut system = System::new(&model, stencils);
            bending::Scratch::new(&model).add(&model, &positions, 1.0, &mut system);
            let n = 3 * model.particles();
            let mut dense = vec![vec![0.0_f64; n]; n];
            for row in 0..model.particles() {
                for (column, block) in system.matrix.row(row) {
                    for (r, c) in (0..3).flat_map(|r| (0..3).map(move |c| (r, c))) {
                        dense[3 * row + r][3 * column + c] = f64::from(block.col(c)[r]);
                    }
                }
            }
            let largest = (0..n).map(|i| dense[i][i]).fold(0.0, f64::max);
            assert!(largest > 0.0, "{id}");
            for i in 0..n {
                for j in 0..=i {
                    assert!((dense[i][j] - dense[j][i]).abs() < 1e-5 * largest, "{id} {seed}: not symmetric");
                    let sum: f64 = (0..j).map(|k| dense[i][k] * dense[j][k]).sum();
                    let rest = dense[i][j] - sum;
                    if i == j {
                        let pivot = rest + 1e-5 * largest;
                        assert!(pivot > 0.0, "{id} {seed}: pivot {pivot} of {largest}");
                        dense[i][i] = pivot.sqrt();
                    } else {
                        dense[i][j] = rest / dense[j][j];
                    }
                }
            }
        }
    }
}

/// The matrix with the pattern of hinges is nowhere below the coupled one: for any motion it resists at least as much.
#[test]
fn bounded_stencils_resist_at_least_as_much_as_coupled_ones() {
    for (id, model) in bent_models() {
        let positions = shaken(&model, 0.006, 4);
        let energy = |stencils: Stencils, motion: &[DVec3]| -> f64 {
            let mut system = System::new(&model, stencils);
            bending::Scratch::new(&model).add(&model, &positions, 1.0, &mut system);
            let product = |row: usize| -> DVec3 {
                system.matrix.row(row).map(|(column, block)| glam::Mat3::from(block).as_dmat3() * motion[column]).sum()
            };
            (0..model.particles()).map(|row| motion[row].dot(product(row))).sum()
        };
        let mut more = 0.0_f64;
        for seed in 0..20 {
            let motion: Vec<DVec3> = shaken(&model, 1.0, seed).iter().zip(&model.start).map(|(a, b)| *a - *b).collect();
            let [coupled, bounded] = [Stencils::Coupled, Stencils::Bounded].map(|stencils| energy(stencils, &motion));
            assert!(coupled > 0.0 && bounded >= coupled * (1.0 - 1e-5), "{id} {seed}: {coupled} {bounded}");
            more = more.max(bounded / coupled);
        }
        assert!(id == "bend.hinge" || more > 1.01, "{id}: the bound is no other matrix");
    }
}

/// The moment of viscosity changes with velocity as the part of the matrix that it adds says, takes energy from every
/// motion that bends, and nothing from one that does not.
#[test]
fn bending_viscosity_resists_the_rate_of_curvature() {
    for row in BendingLaws::rows().iter().filter(|row| row.parameters.iter().any(|p| p.id == "damping_un_m_s")) {
        let law = (row.make)(&Given::from(&values(&[("damping_un_m_s", 3.0)]))).unwrap();
        let cloth = Fabric { bending: law, ..fabric(("membrane.isotropic", Values::new()), 0.0) };
        let model = model(equilateral(3, 3, 0.02), cloth, vec![], quiet());
        let positions = shaken(&model, 0.003, 5);
        let velocities: Vec<DVec3> = shaken(&model, 0.02, 6).iter().zip(&model.start).map(|(a, b)| *a - *b).collect();
        let mut scratch = bending::Scratch::new(&model);
        let mut at = |velocities: &[DVec3], per_second: f64| {
            let mut system = System::new(&model, Stencils::Coupled);
            let motion = Some(membrane::Motion { velocities, per_second });
            scratch.add_moving(&model, (&positions, motion), 1.0, &mut system);
            system
        };
        let still = vec![DVec3::ZERO; model.particles()];
        let (elastic, moving) = (at(&still, 0.0), at(&velocities, 0.0));
        let power = |velocities: &[DVec3], force: &[DVec3]| -> f64 {
            (0..velocities.len()).map(|i| velocities[i].dot(force[i] - elastic.force[i])).sum()
        };
        let bending_power = power(&velocities, &moving.force);
        assert!(bending_power < -1e-6, "{}: {bending_power}", row.id);
        let spin = DVec3::new(0.3, -0.2, 0.5);
        let rigid: Vec<DVec3> = positions.iter().map(|p| spin.cross(*p) + spin).collect();
        let rigid_power = power(&rigid, &at(&rigid, 0.0).force);
        assert!(rigid_power.abs() < 1e-12, "{}: {rigid_power}", row.id);
        let (without, with) = (at(&velocities, 0.0), at(&velocities, 10.0));
        for (column, axis) in (0..model.particles()).flat_map(|column| (0..3).map(move |axis| (column, axis))) {
            let [behind, ahead] = slope(&velocities, column, axis, |v| at(v, 0.0).force);
            for row in 0..model.particles() {
                let expected = -(ahead[row] - behind[row]) / (2.0 * STEP);
                let block = |system: &System| match system.matrix.slot(row as u32, column as u32) {
                    Some(slot) => system.matrix.block(slot).col(axis).as_dvec3(),
                    None => DVec3::ZERO,
                };
                let found = (block(&with) - block(&without)) / 10.0;
                assert!((found - expected).length() < 1e-5, "{row} {column}: {found} {expected}");
            }
        }
    }
}

/// Uniform stretch has a closed form: the energy of σ = E ε at Green–Lagrange strain ε is ½ E ε² per area.
#[test]
fn uniform_stretch_stores_the_closed_form_energy() {
    let law = ("membrane.orthotropic", values(&[("weft_n_per_m", 800.0), ("warp_n_per_m", 300.0)]));
    let model = model(equilateral(5, 4, 0.01), fabric(law, 0.0), vec![], quiet());
    let area: f64 = model.rest.iter().map(|rest| rest.area).sum();
    let (along, across) = (1.07, 0.98);
    let positions: Vec<DVec3> = model.start.iter().map(|p| DVec3::new(p.x * along, p.y * across, 0.0)).collect();
    let strain = |stretch: f64| 0.5 * (stretch * stretch - 1.0);
    let expected = area * 0.5 * (800.0 * strain(along) * strain(along) + 300.0 * strain(across) * strain(across));
    let found = membrane::Scratch::new(&model).energy(&model, &positions);
    assert!((found / expected - 1.0).abs() < 1e-12, "{found} {expected}");
    assert!((membrane::max_strain(&model, &positions) - strain(along)).abs() < 1e-12);
}

/// A sheet of equilateral triangles rolled onto a cylinder stores ½Bκ² per area, whatever the cylinder's direction.
#[test]
fn a_cylinder_of_equilateral_triangles_stores_half_b_kappa_squared() {
    let side = 0.005;
    let curvature = 4.0;
    let stiffness = 12e-6;
    for degrees in [0.0, 15.0, 30.0, 47.0, 90.0] {
        let law = ("membrane.isotropic", Values::new());
        let model = model(equilateral(40, 40, side), fabric(law, stiffness * 1e6), vec![], quiet());
        let turn = f64::to_radians(degrees);
        let (c, s) = (turn.cos(), turn.sin());
        let positions: Vec<DVec3> = model
            .start
            .iter()
            .map(|p| {
                let (across, along) = (c * p.x + s * p.y, c * p.y - s * p.x);
                let angle = across * curvature;
                DVec3::new(angle.sin() / curvature, along, (1.0 - angle.cos()) / curvature)
            })
            .collect();
        // Energy per hinge area, so that border triangles, which lack hinges, do not count.
        let hinge_area: f64 = model.hinges.iter().map(|hinge| hinge.length * hinge.height).sum::<f64>() / 3.0;
        let found = bending::Scratch::new(&model).energy(&model, &positions) / hinge_area;
        let expected = 0.5 * stiffness * curvature * curvature;
        assert!((found / expected - 1.0).abs() < 0.02, "{degrees}°: {}", found / expected);
    }
}

/// The force of viscosity changes with velocity as the part of the matrix that it adds says, for every law.
#[test]
fn viscous_blocks_are_the_derivative_of_the_force_by_velocity_for_every_law() {
    for row in ViscosityLaws::rows() {
        let (numbers, curves) = (Values::new(), Curves::new());
        let Some(law) = (row.make)(&Given { numbers: &numbers, curves: &curves }) else { continue };
        let cloth = fabric(("membrane.isotropic", Values::new()), 0.0);
        let model = model(equilateral(2, 2, 0.02), Fabric { viscosity: Some(law), ..cloth }, vec![], quiet());
        let positions = shaken(&model, 0.003, 5);
        let velocities: Vec<DVec3> = shaken(&model, 0.02, 6).iter().zip(&model.start).map(|(a, b)| *a - *b).collect();
        let mut scratch = membrane::Scratch::new(&model);
        let mut at = |velocities: &[DVec3], per_second: f64| {
            let mut system = System::new(&model, Stencils::Coupled);
            let motion = Some(membrane::Motion { velocities, per_second });
            scratch.add_moving(&model, (&positions, motion), Geometric::Exact, &mut system);
            system
        };
        let (still, moving) = (at(&velocities, 0.0), at(&velocities, 1.0));
        let mut loaded = false;
        for (column, axis) in (0..model.particles()).flat_map(|column| (0..3).map(move |axis| (column, axis))) {
            let [behind, ahead] = slope(&velocities, column, axis, |v| at(v, 0.0).force);
            for row in 0..model.particles() {
                let expected = -(ahead[row] - behind[row]) / (2.0 * STEP);
                let block = |system: &System| match system.matrix.slot(row as u32, column as u32) {
                    Some(slot) => system.matrix.block(slot).col(axis).as_dvec3(),
                    None => DVec3::ZERO,
                };
                // The difference of two single-precision matrices with entries of about a thousand.
                assert!((block(&moving) - block(&still) - expected).length() < 1e-3, "{row} {column}: {expected}");
                loaded |= expected.length() > 0.1;
            }
        }
        assert!(loaded, "{} must resist", row.id);
    }
}

/// The force of internal friction changes with the positions as the part of the matrix that it adds says, for every law, on
/// the way from a state with friction of its own; and it pulls against the way taken.
#[test]
fn friction_blocks_are_the_derivative_of_the_force_for_every_law() {
    let stiffness = Stiffness { membrane: [800.0, 800.0, 300.0], bending: [1e-5; 3] };
    for row in InternalFrictionLaws::rows() {
        let Some(law) = (row.make)(&Given::from(&Values::new()), &stiffness) else { continue };
        let cloth = fabric(("membrane.isotropic", Values::new()), 0.0);
        let model = model(equilateral(2, 2, 0.02), Fabric { internal_friction: Some(law), ..cloth }, vec![], quiet());
        let mut state = State::start(&model);
        state.positions = shaken(&model, 0.0004, 11);
        state.velocities = shaken(&model, 0.05, 12).iter().zip(&model.start).map(|(a, b)| *a - *b).collect();
        let mut random = Random::new(13);
        for stress in &mut state.friction.membrane {
            *stress = [1.5, 1.5, 0.3].map(|most| most * random.signed());
        }
        let positions: Vec<DVec3> = state
            .positions
            .iter()
            .zip(shaken(&model, 0.0003, 14))
            .zip(&model.start)
            .map(|((x, y), z)| *x + y - *z)
            .collect();
        let mut scratch = membrane::Scratch::new(&model);
        scratch.begin(&model, &state, (model.settings.step, false));
        let still = vec![DVec3::ZERO; model.particles()];
        let mut at = |positions: &[DVec3], rubbing: bool| {
            let mut system = System::new(&model, Stencils::Coupled);
            let motion = membrane::Motion { velocities: &still, per_second: 100.0 };
            scratch.add_moving(&model, (positions, rubbing.then_some(motion)), Geometric::Exact, &mut system);
            system
        };
        let (rubbing, elastic) = (at(&positions, true), at(&positions, false));
        let mut loaded = false;
        for (column, axis) in (0..model.particles()).flat_map(|column| (0..3).map(move |axis| (column, axis))) {
            let mut moved = positions.clone();
            let step = 1e-8;
            let mut force = |by: f64| {
                moved[column][axis] = positions[column][axis] + by;
                at(&moved, true).force
            };
            let (ahead, behind) = (force(step), force(-step));
            for row_of in 0..model.particles() {
                let expected = -(ahead[row_of] - behind[row_of]) / (2.0 * step);
                let block = |system: &System| match system.matrix.slot(row_of as u32, column as u32) {
                    Some(slot) => system.matrix.block(slot).col(axis).as_dvec3(),
                    None => DVec3::ZERO,
                };
                // Single precision of entries of a few thousand.
                assert!((block(&rubbing) - expected).length() < 5e-3, "{}: {} {expected}", row.id, block(&rubbing));
                loaded |= (block(&rubbing) - block(&elastic)).length() > 1.0;
            }
        }
        assert!(loaded, "{} must resist", row.id);
    }
}
