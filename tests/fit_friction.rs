//! `toile fit stretch` and `toile fit kes` and rolled strips: what testers of a known cloth would have read gives that cloth
//! again, intervals hold the truth, and bad tables say why not.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // the testers here are independent of the engine's own functions

#[path = "common/hung.rs"]
mod hung;
#[path = "common/program.rs"]
mod program;

use hung::{Cloth, Spoilt, series, table};
use program::Folder;
use toile::document;
use toile::fabric::internal_friction::Form;
use toile::fit::friction::{Estimate, Found, Noise};
use toile::fit::kes::{self, Kes};
use toile::fit::rolled::{Options as Strips, rolled};
use toile::fit::stretch::{Options, stretch};
use toile::issue::Issue;
use toile::math::random::Random;

/// The paper's three fabrics.
fn measured(form: Form) -> [Cloth; 3] {
    [[135.6, 64.03, 2.22, 3.16, 0.006], [4.42, 32.19, 0.40, 4.84, 0.088], [26.62, 3.64, 2.10, 5.41, 0.031]]
        .map(|[k1, k2, a, b, tau]| Cloth { k1, k2, a, b, tau, form })
}

fn found(text: &str, options: &Options) -> Found {
    stretch(text, options).unwrap_or_else(|issues| panic!("{issues:?}")).pulled.swap_remove(0).found
}

fn estimate<'a>(found: &'a [Estimate], name: &str) -> &'a Estimate {
    found.iter().find(|e| e.name == name).expect("an estimate of every number")
}

#[test]
fn weights_without_noise_return_every_number() {
    for form in [Form::Ode, Form::Eq3] {
        for noise in [Noise::Stress, Noise::Length] {
            for cloth in measured(form) {
                let found =
                    found(&table(&cloth, Spoilt::Nothing, 0.0, 1), &Options { form, noise, ..Options::default() });
                for (name, truth) in cloth.truths() {
                    let value = estimate(&found.estimates, name).value;
                    assert!((value / truth - 1.0).abs() < 1e-3, "{form:?} {noise:?} {cloth:?} {name}: {value}");
                }
                assert!(found.largest < 1e-4, "{}", found.largest);
            }
        }
    }
}

/// What a cloth pulls with, N, at these strains of a square of 0.1 m, one after the other.
fn pull(cloth: &Cloth, strains: &[f64]) -> Vec<f64> {
    let mut at = (0.0, 0.0);
    let of = |strain: &f64| {
        at = (*strain, cloth.rub(at, *strain));
        (cloth.elastic(*strain) + at.1) * 0.1 * (1.0 + 2.0 * strain).sqrt()
    };
    strains.iter().map(of).collect()
}

/// The cloth that a fit found.
fn refitted(found: &Found, form: Form) -> Cloth {
    let [k1, k2, a, b, tau] = ["k1", "k2", "a", "b", "tau"].map(|name| found.value(name));
    Cloth { k1, k2, a, b, tau, form }
}

/// The force that is reported beside each reading is that of the law along the lengths that were read, integrated here.
#[test]
fn the_fitted_force_is_that_of_the_law_along_the_measured_path() {
    for noise in [Noise::Stress, Noise::Length] {
        let text = table(&measured(Form::Eq3)[2], Spoilt::Lengths, 2.0, 5);
        let pulled = stretch(&text, &Options { noise, ..Options::default() }).expect("a fit").pulled.swap_remove(0);
        let strains: Vec<f64> = pulled.curve.iter().map(|[l, ..]| 0.5 * ((l / 0.1).powi(2) - 1.0)).collect();
        let expected = pull(&refitted(&pulled.found, Form::Eq3), &strains);
        for ([length, load, fitted], expected) in pulled.curve.iter().zip(&expected) {
            assert!((fitted - expected).abs() < 1e-4 * 6.0, "{noise:?} {length} {load}: {fitted} {expected}");
        }
        // What is left over is taken of stresses, F/L, over the largest of them.
        let stress = |k: usize| pulled.curve.iter().map(move |row| row[k] / row[0]);
        let peak = stress(1).fold(0.0, f64::max);
        let left: Vec<f64> = stress(2).zip(stress(1)).map(|(fitted, read)| (fitted - read) / peak).collect();
        let rms = (left.iter().map(|x| x * x).sum::<f64>() / left.len() as f64).sqrt();
        let largest = left.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        assert!((pulled.found.rms - rms).abs() < 1e-9 && (pulled.found.largest - largest).abs() < 1e-9);
    }
}

/// What came of fits of random fabrics.
#[derive(Debug, Default)]
struct Campaign {
    /// How many intervals held the truth, and how many numbers were determined: k1, k2, a, b, tau.
    held: [(usize, usize); 5],
    /// Fabrics whose refitted curve is off by 5 % or more at a reading where it is said to be known to 2 %.
    off: Vec<(Cloth, f64)>,
    /// Fabrics whose refitted curve passes a reading without errors by 5 % or more, both of the largest load and of the longest
    /// elongation.
    away: Vec<(Cloth, f64)>,
    /// The largest deviations of force, over the largest load, and of length, over the longest elongation, whatever was said; and
    /// readings at which the curve was not determined.
    worst: [f64; 2],
    vague: usize,
    /// Where a force is off by 5 % or more: by how much, and the least standard error that any unbiased estimate of it can have.
    beyond: Vec<[f64; 2]>,
}

/// Cramér and Rao's bound: the least standard error, over the largest load, that an unbiased estimate of a cloth's force at a reading
/// can have where lengths are misread by this part of the longest elongation. Of the true cloth, by differences of its own equation.
fn least_error(cloth: &Cloth, part: f64, reading: usize) -> f64 {
    let weights = series();
    let strains = cloth.hang(&weights);
    let lengths = |cloth: &Cloth| cloth.hang(&weights).iter().map(|e| (1.0 + 2.0 * e).sqrt()).collect::<Vec<f64>>();
    let noise = part * (lengths(cloth).into_iter().fold(0.0, f64::max) - 1.0);
    let by = |k: usize, factor: f64| {
        let mut other = *cloth;
        *[&mut other.k1, &mut other.k2, &mut other.a, &mut other.b, &mut other.tau][k] *= factor;
        other
    };
    const STEP: f64 = 1e-3;
    let (mut rates, mut force) = (Vec::new(), [0.0; 5]);
    for (k, force) in force.iter_mut().enumerate() {
        let (more, less) = (by(k, 1.0 + STEP), by(k, 1.0 - STEP));
        let change = lengths(&more).into_iter().zip(lengths(&less));
        rates.push(change.map(|(more, less)| (more - less) / (2.0 * STEP * noise)).collect::<Vec<f64>>());
        *force = (pull(&more, &strains)[reading] - pull(&less, &strains)[reading]) / (2.0 * STEP * 6.0);
    }
    // gᵀ(JᵀJ)⁻¹g by Cholesky's root L of JᵀJ: the square of L⁻¹g.
    let mut root = [[0.0; 5]; 5];
    let mut solved = [0.0; 5];
    for i in 0..5 {
        for j in 0..=i {
            let inner: f64 = (0..j).map(|k| root[i][k] * root[j][k]).sum();
            let left = rates[i].iter().zip(&rates[j]).map(|(a, b)| a * b).sum::<f64>() - inner;
            root[i][j] = if i == j { left.sqrt() } else { left / root[j][j] };
        }
        solved[i] = (force[i] - (0..i).map(|k| root[i][k] * solved[k]).sum::<f64>()) / root[i][i];
    }
    solved.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Fits so many random fabrics whose readings have 2 % noise.
fn campaign(fabrics: u64, spoilt: Spoilt, noise: Noise) -> Campaign {
    let mut random = Random::new(21);
    let Campaign { mut held, mut off, mut away, mut worst, mut vague, mut beyond } = Campaign::default();
    for seed in 0..fabrics {
        let cloth = Cloth::random(&mut random, Form::Eq3);
        let found = found(&table(&cloth, spoilt, 2.0, seed), &Options { noise, ..Options::default() });
        for ((name, truth), (held, known)) in cloth.truths().into_iter().zip(&mut held) {
            let Estimate { value, error, interval, determined, .. } = *estimate(&found.estimates, name);
            *held += usize::from((interval[0]..=interval[1]).contains(&truth));
            *known += usize::from(determined);
            assert!(!determined || error < 0.02 * value, "{cloth:?} {name}: what is determined has a small error");
            assert!(determined || name == "tau" || error >= 0.02 * value, "{cloth:?} {name}: and the other way round");
            assert!(!determined || (value / truth - 1.0).abs() < 0.05, "{cloth:?} {name}: {value} ± {error}");
        }
        // The data without errors of reading: weights, and what they stretch the true cloth to.
        let weights = series();
        let again = refitted(&found, Form::Eq3);
        let (strains, guessed) = (cloth.hang(&weights), again.hang(&weights));
        let longest = strains.iter().copied().fold(0.0, f64::max);
        let peak = found.curve.iter().map(|(reading, _)| reading.stress.abs()).fold(0.0, f64::max);
        let (mut most, mut passes) = (0.0_f64, 0.0_f64);
        for (i, force) in pull(&again, &strains).iter().enumerate() {
            let by_force = (force - weights[i]).abs() / 6.0;
            let by_length = (guessed[i] - strains[i]).abs() / longest;
            if found.errors[i] < 0.02 * peak {
                most = most.max(by_force);
            } else {
                vague += 1;
            }
            worst = [worst[0].max(by_force), worst[1].max(by_length)];
            passes = passes.max(by_force.min(by_length));
            if by_force >= 0.05 {
                beyond.push([by_force, least_error(&cloth, 0.02, i)]);
            }
        }
        off.extend((most >= 0.05).then_some((cloth, most)));
        away.extend((passes >= 0.05).then_some((cloth, passes)));
    }
    Campaign { held, off, away, worst, vague, beyond }
}

/// 2 % noise on what was read: intervals hold the truth, what has a small standard error is near it, and the curve is near the
/// data. `make study` does the same for a hundred fabrics.
#[test]
fn weights_with_noise_are_as_near_as_they_say() {
    let Campaign { held, off, away, .. } = campaign(12, Spoilt::Lengths, Noise::Length);
    assert!(off.is_empty() && away.is_empty(), "{off:?} {away:?}");
    let all: usize = held.iter().map(|(held, _)| held).sum();
    // 95 % of 60 are 57; fewer than 52 would have a chance of one in two hundred.
    assert!(all >= 52, "{held:?}");
}

fn hundred(spoilt: Spoilt, noise: Noise) {
    let Campaign { held, off, away, worst, vague, beyond } = campaign(100, spoilt, noise);
    println!("{spoilt:?}: intervals that held the truth, and numbers determined, of 100: {held:?}");
    let [force, length] = worst.map(|part| 100.0 * part);
    println!(
        "{spoilt:?}: largest deviations: force {force:.2} %, length {length:.2} %; {vague} of 12700 readings not determined"
    );
    println!("{spoilt:?}: determined forces off by 5 % or more: {off:?}; readings passed by 5 % or more: {away:?}");
    println!("{spoilt:?}: forces off by 5 % or more, with the least standard error of any estimate: {beyond:.4?}");
    assert!(held.iter().all(|(held, _)| *held >= 90), "{held:?}");
    // Only where no estimate could promise them: twice its error, which one in twenty exceeds, is above 5 % already.
    assert!(beyond.iter().all(|[off, least]| 2.0 * least > 0.05 && *off < 4.0 * least), "{beyond:.4?}");
    assert!(off.is_empty() && away.is_empty(), "{off:?} {away:?}");
}

#[test]
#[ignore = "minutes: make study"]
fn a_hundred_fabrics_with_noisy_lengths_are_as_near_as_they_say() {
    hundred(Spoilt::Lengths, Noise::Length);
}

#[test]
#[ignore = "minutes: make study"]
fn a_hundred_fabrics_with_noisy_weights_are_as_near_as_they_say() {
    hundred(Spoilt::Weights, Noise::Stress);
}

/// Steps of strain longer than 2τ say little of τ, and that is said.
#[test]
fn a_reach_below_the_steps_of_strain_is_not_determined() {
    let cloth = Cloth { k1: 10.0, k2: 2.0, a: 2.0, b: 1.0, tau: 0.01, form: Form::Eq3 };
    let found = found(&table(&cloth, Spoilt::Lengths, 2.0, 4), &Options::default());
    assert!(found.undetermined().contains(&"tau"), "{found:?}");
    let slow = Cloth { k1: 10.0, k2: 2.0, a: 2.0, b: 1.0, tau: 0.5, form: Form::Eq3 };
    let exact = self::found(&table(&slow, Spoilt::Nothing, 0.0, 4), &Options::default());
    assert!(!exact.undetermined().contains(&"tau"), "{exact:?}");
}

/// A loop to both sides in steps of a fiftieth: deformation and load in the tester's units.
fn kes_loop(cloth: &Cloth, reach: f64, convert: impl Fn(f64, f64) -> [f64; 2]) -> Vec<[f64; 2]> {
    let legs = [(0.0, reach), (reach, -reach), (-reach, reach)];
    let mut at = (0.0, 0.0);
    let mut rows = Vec::new();
    for (from, to) in legs {
        for i in 1..=100 {
            let x = from + (to - from) * f64::from(i) / 100.0;
            at = (x, cloth.rub(at, x));
            rows.push(convert(x, cloth.elastic(x) + at.1));
        }
    }
    rows
}

fn lines(test: &str, rows: &[[f64; 2]]) -> String {
    rows.iter().map(|[x, y]| format!("{test},{x},{y}\n")).collect()
}

fn loops() -> (String, [Cloth; 3]) {
    let form = Form::Eq3;
    // B = 0.1 gf·cm²/cm, 2HB = 0.05 gf·cm/cm; G = 0.8 gf/(cm·°), 2HG = 2 gf/cm.
    let bending = Cloth { k1: 9.807e-6, k2: 0.0, a: 0.025 * 9.80665e-3, b: 2e-7, tau: 15.0, form };
    let shear = Cloth { k1: 45.0, k2: 20.0, a: 0.9, b: 8.0, tau: 0.012, form };
    let tensile = Cloth { k1: 300.0, k2: 4000.0, a: 4.0, b: 150.0, tau: 0.004, form };
    let mut text = "test,deformation_kes,load_kes\n".to_owned();
    text += &lines("bending-weft", &kes_loop(&bending, 250.0, |x, y| [x / 100.0, y / 9.80665e-3]));
    let angle = |x: f64| x.atan().to_degrees();
    text += &lines("shear-weft", &kes_loop(&shear, 0.14, |x, y| [angle(x), y / 0.980665]));
    // Out to a strain of 6 % and back.
    let mut at = (0.0, 0.0);
    let mut rows = Vec::new();
    for i in 0..=240 {
        let e = 0.06 * if i <= 120 { f64::from(i) / 120.0 } else { f64::from(240 - i) / 120.0 };
        let x = e + 0.5 * e * e;
        at = (x, tensile.rub(at, x));
        rows.push([100.0 * e, (tensile.elastic(x) + at.1) * (1.0 + e) / 0.980665]);
    }
    text += &lines("tensile-warp", &rows);
    (text, [bending, shear, tensile])
}

#[test]
fn loops_of_kawabata_return_every_number_and_his_figures() {
    let (text, cloths) = loops();
    let Kes { tests, .. } = kes::kes(&text, &kes::Options::default()).unwrap_or_else(|issues| panic!("{issues:?}"));
    let test = |name: &str| tests.iter().find(|test| test.name == name).expect("the test is there");
    for (name, cloth) in [("bending-weft", &cloths[0]), ("shear-weft", &cloths[1]), ("tensile-warp", &cloths[2])] {
        let found = &test(name).found;
        for (id, truth) in cloth.truths() {
            let value = estimate(&found.estimates, id).value;
            let scale = if truth == 0.0 { cloth.k1 / 250.0 } else { truth };
            assert!((value - truth).abs() < 1e-3 * scale, "{name} {id}: {value} {truth}");
        }
    }
    let figure = |test_name: &str, name: &str| {
        let found = test(test_name).figures.iter().find(|figure| figure.name == name).expect("a figure");
        (found.value.expect("the loop reaches so far"), found.si)
    };
    // Saturated far from the turn, the outward branch of bending rises by k₁ + b and the loop is 2(a + bκ) wide.
    let (b, b_si) = figure("bending-weft", "B");
    assert!((b * b_si / (9.807e-6 + 2e-7) - 1.0).abs() < 2e-2, "{}", b * b_si);
    let (h, h_si) = figure("bending-weft", "2HB");
    assert!((h * h_si / (2.0 * (cloths[0].a + 2e-7 * 100.0)) - 1.0).abs() < 2e-2, "{}", h * h_si);
    let (h5, h5_si) = figure("shear-weft", "2HG5");
    let at = 5.0_f64.to_radians().tan();
    // The way back from 0.14 to 5° is four τ: friction is still 3.6 % of twice the limit away from it.
    let left = (0.9 + 8.0 * at) * 2.0 - 2.0 * (0.9 + 8.0 * 0.14) * (-(0.14 - at) / 0.012_f64).exp();
    assert!((h5 * h5_si / left - 1.0).abs() < 2e-2, "{} {left}", h5 * h5_si);
    // 1 gf/(cm·°) = 56.19 N/m per rad; 1 gf·cm²/cm = 98.07 µN·m (physics of the units alone).
    assert!((figure("shear-weft", "G").1 - 56.19).abs() < 0.005 && (b_si - 98.07e-6).abs() < 0.005e-6);
    // WT = LT·F_m·EMT/2.
    let [(emt, emt_si), (lt, _), (wt, wt_si), (rt, _)] =
        ["EMT", "LT", "WT", "RT"].map(|name| figure("tensile-warp", name));
    let most = cloths[2].elastic(0.0618) + cloths[2].a + cloths[2].b * 0.0618;
    assert!((emt - 6.0).abs() < 1e-9);
    assert!((wt * wt_si / (lt * most * 1.06 * emt * emt_si / 2.0) - 1.0).abs() < 2e-3, "{wt} {lt}");
    assert!(rt > 30.0 && rt < 95.0, "{rt}");
}

/// A strip that hangs by its own weight after a roll: from its free end, where no moment acts, inwards to where it is straight.
/// dM/ds = ρ g (L − s) cos θ. Its end points up, so that its weight unrolls it.
fn spiral(cloth: &Cloth, density: f64, radius: f64) -> Vec<[f64; 2]> {
    let h = 2e-5;
    let anchor = 1.0 / radius;
    let max = cloth.a + cloth.b * anchor;
    // (3): saturated at the cylinder, from there down.
    let total = |x: f64| cloth.elastic(x) - (cloth.a + cloth.b * x) + 2.0 * max * (-(anchor - x) / cloth.tau).exp();
    let curvature = |moment: f64| {
        let (mut low, mut high) = (0.0, anchor);
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            if total(middle) > moment { high = middle } else { low = middle }
        }
        0.5 * (low + high)
    };
    let (mut place, mut angle, mut moment) = ([0.0_f64, 0.0_f64], 1.3_f64, 0.0);
    let mut points = vec![place];
    for i in 0..5000 {
        let half = angle - 0.5 * h * curvature(moment);
        moment -= h * density * 9.80665 * h * (f64::from(i) + 0.5) * half.cos();
        if moment < 0.95 * total(0.0) {
            break;
        }
        place = [place[0] - h * half.cos(), place[1] - h * half.sin()];
        angle = half - 0.5 * h * curvature(moment);
        if i % 10 == 9 {
            points.push(place);
        }
    }
    points.reverse();
    points
}

/// A cloth in curvature, B = 3k₁ + 9k₂κ, a, 3b, τ/3, with its weight.
struct Rolling {
    density: f64,
    cloth: Cloth,
}

/// The paper's felt and doublecloth.
fn rolling() -> [Rolling; 2] {
    let of = |density: f64, [k1, k2]: [f64; 2], [a, b, tau]: [f64; 3]| Rolling {
        density,
        cloth: Cloth { k1, k2, a, b, tau, form: Form::Eq3 },
    };
    [
        of(0.208, [3.0 * 145.3e-7, 9.0 * 0.15e-7], [5.12e-4, 3.0 * 0.15e-4, 29.9 / 3.0]),
        of(0.255, [3.0 * 62.19e-7, 9.0 * 0.07e-7], [12.84e-4, 3.0 * 0.05e-4, 7.67 / 3.0]),
    ]
}

/// Profiles from cylinders of the paper's radii.
fn strips(Rolling { density, cloth }: &Rolling) -> String {
    let mut text = "strip,cylinder_radius_mm,x_mm,z_mm\n".to_owned();
    for radius in [3.0, 4.0, 5.0, 6.0, 7.0, 7.5, 10.0, 16.0, 23.0, 27.5, 31.5, 50.0] {
        for [x, z] in spiral(cloth, *density, radius * 1e-3) {
            text += &format!("{radius},{radius},{},{}\n", x * 1e3, z * 1e3);
        }
    }
    text
}

#[test]
fn rolled_strips_return_bending_friction() {
    for rolling in rolling() {
        let Rolling { density, cloth: Cloth { k1, k2, a, b, tau, .. } } = rolling;
        let found =
            rolled(&strips(&rolling), &Strips::new(density, k1, k2)).unwrap_or_else(|issues| panic!("{issues:?}"));
        assert!(found.curve.len() > 20, "{} used, {} discarded", found.curve.len(), found.discarded);
        for (name, truth) in [("a", a), ("b", b), ("tau", tau)] {
            let value = estimate(&found.estimates, name).value;
            assert!((value / truth - 1.0).abs() < 1e-3, "{name}: {value} {truth}");
        }
    }
}

/// `toile fit bending` knows a table of rolled strips by its columns, and writes their friction beside the stiffness given.
#[test]
fn the_command_for_bending_takes_rolled_strips() {
    let [rolling, _] = rolling();
    let Rolling { density, cloth: Cloth { k1, k2, a, b, tau, .. } } = rolling;
    let folder = Folder::new("fit-rolled");
    folder.put("strips.csv", strips(&rolling));
    let weight = (density * 1e3).to_string();
    let fit = ["fit", "bending", "strips.csv", "--weight-g-per-m2", &weight, "--out", "f.json", "--report", "r.json"];
    folder.toile(&fit).refuses(&["option.number"]);
    let [stiffness, stiffening] = [k1, k2].map(|k| (k * 1e6).to_string());
    let elastic = ["--stiffness-un-m", &stiffness, "--stiffening-un-m2", &stiffening];
    folder.toile(&[&fit[..], &elastic, &["--direction", "bias"]].concat()).refuses(&["option.direction"]);
    let out = folder.toile(&[&fit[..], &elastic].concat()).succeeds();
    assert!(out.contains("tau") && out.contains("discarded"), "{out}");
    let written = document::read_fabric(&folder.json("f.json").to_string()).unwrap_or_else(|i| panic!("{i:?}"));
    let numbers = &written.internal_friction.parameters;
    for (name, truth) in [("a_mn", a * 1e3), ("b_un_m", b * 1e6), ("tau_per_m", tau)] {
        for way in ["warp_pos", "warp_neg", "weft_pos"] {
            let found = numbers[&format!("bend_{way}_{name}")];
            assert!((found / truth - 1.0).abs() < 1e-3, "{way} {name}: {found} {truth}");
        }
    }
    // M = (3k₁ + 9k₂κ)κ has the slope 3k₁ at rest, and at the narrowest cylinder 3k₁ + 2·9k₂/R.
    assert_eq!(written.bending.kind, "bend.moment-curvature");
    for (name, truth) in [("b1_un_m", k1), ("c1_un_m2", k2), ("b2_un_m", k1 + 2.0 * k2 / 3e-3)] {
        let found = written.bending.parameters[&format!("warp_{name}")];
        assert!((found * 1e-6 / truth - 1.0).abs() < 1e-9, "{name}: {found} {truth}");
    }
    assert_eq!(folder.json("r.json")["tests"][0]["name"], "rolled-warp");
}

fn codes(issues: &[Issue]) -> Vec<(&str, &str)> {
    issues.iter().map(|issue| (issue.code.as_str(), issue.place.as_str())).collect()
}

#[test]
fn bad_tables_name_line_and_column() {
    let weights = |text: &str| stretch(text, &Options::default()).expect_err("it is wrong");
    let header = "time_s,weight_n,length_mm\n";
    assert_eq!(codes(&weights("weight_n,strain\n1,2\n")), [("csv.column", "line 1, length_mm or length_m")]);
    assert_eq!(
        codes(&weights("weight_n,mass_g,length_mm\n1,2,100\n")),
        [("csv.column", "line 1, weight_n or mass_g or mass_kg")]
    );
    let early = format!("{header}0,0,100\n1,1,101\n0.5,2,102\n");
    let few = ("fit.too-few", "lines 2 to 4, length_mm");
    assert_eq!(codes(&weights(&early)), [("csv.time", "line 4, time_s"), few]);
    // A length in metres among millimetres, a word among weights.
    let mixed = format!("{header}0,0,100\n1,1,0.101\n2,x,102\n");
    let expected = [
        ("fit.strain", "line 3, length_mm"),
        ("csv.number", "line 4, weight_n"),
        ("fit.too-few", "lines 2 to 3, length_mm"),
    ];
    assert_eq!(codes(&weights(&mixed)), expected);
    assert_eq!(codes(&weights(&format!("# one\n{header}0,0,100\n"))), [("fit.too-few", "line 3, length_mm")]);
    assert_eq!(codes(&weights(header)), [("csv.empty", "")]);
    let one_way: String = (0..20).map(|i| format!("{i},{i},{}\n", 100 + i)).collect();
    assert_eq!(codes(&weights(&format!("{header}{one_way}"))), [("fit.not-determined", "warp")]);
    // Lengths that have nothing to do with the weights.
    let mut random = Random::new(1);
    let nonsense: String =
        (0..24).map(|i| format!("{i},{},{}\n", (i % 6) as f64, 110.0 + 9.0 * random.signed())).collect();
    assert_eq!(codes(&weights(&format!("{header}{nonsense}"))), [("fit.not-determined", "warp")]);

    let loops = |text: &str| kes::kes(text, &kes::Options::default()).expect_err("it is wrong");
    assert_eq!(codes(&loops("test,load_kes\nx,1\n")), [("csv.column", "line 1, deformation_kes")]);
    let text = "test,deformation_kes,load_kes\nbending-weft,250,1\ntwist,1,1\nbending-weft,,1\n";
    let expected = [
        ("fit.strain", "line 2, deformation_kes"),
        ("csv.test", "line 3, test"),
        ("csv.number", "line 4, deformation_kes"),
        ("fit.too-few", "line 2, deformation_kes"),
    ];
    assert_eq!(codes(&loops(text)), expected);

    let strips = |text: &str| rolled(text, &Strips::new(0.2, 4e-5, 0.0)).expect_err("it is wrong");
    assert_eq!(codes(&strips("strip,cylinder_radius_mm,x_mm\na,4,0\n")), [("csv.column", "line 1, z_mm or z_m")]);
    assert_eq!(
        codes(&strips("strip,cylinder_radius_mm,x_mm,z_mm\na,4,0,0\na,5,1,1\n")),
        [("fit.radius", "line 3, cylinder_radius_mm"), ("fit.too-few", "line 2, strip")]
    );
}

#[test]
fn the_commands_write_a_fabric_that_can_be_read_and_a_report_with_the_curves() {
    let folder = Folder::new("fit-friction");
    let cloth = measured(Form::Eq3)[2];
    folder.put("weights.csv", table(&cloth, Spoilt::Nothing, 0.0, 1));
    let out =
        folder.toile(&["fit", "stretch", "weights.csv", "--out", "fabric.json", "--report", "report.json"]).succeeds();
    assert!(out.contains("tau") && out.contains("95 %"), "{out}");
    let fabric = document::read_fabric(&folder.text("fabric.json")).unwrap_or_else(|issues| panic!("{issues:?}"));
    assert_eq!(fabric.internal_friction.kind, "internal-friction.dahl-eq3");
    assert!((fabric.internal_friction.parameters["warp_a_n_per_m"] / 2.10 - 1.0).abs() < 1e-3);
    let report: serde_json::Value = serde_json::from_str(&folder.text("report.json")).expect("JSON");
    assert_eq!(report["tests"][0]["name"], "warp");
    assert!(report["tests"][0]["curve"].as_array().is_some_and(|rows| rows.len() == 127), "{report}");
    let (text, _) = loops();
    folder.put("loops.csv", &text);
    let out = folder.toile(&["fit", "kes", "loops.csv", "--out", "kes.json"]).succeeds();
    assert!(["2HB", "2HG5", "RT"].iter().all(|name| out.contains(name)), "{out}");
    let fabric = document::read_fabric(&folder.text("kes.json")).unwrap_or_else(|issues| panic!("{issues:?}"));
    assert!((fabric.internal_friction.parameters["bend_weft_pos_a_mn"] / (0.025 * 9.80665) - 1.0).abs() < 1e-3);
    folder.put("bad.csv", "weight_n\n1\n");
    folder.toile(&["fit", "stretch", "bad.csv", "--out", "none.json"]).refuses(&["csv.column"]);
    assert!(!folder.names().contains(&"none.json".to_owned()));
    for kind in ["stretch", "kes"] {
        let help = folder.toile(&["fit", kind, "--help"]).succeeds();
        assert!(help.contains("length_mm") || help.contains("deformation_kes"), "{help}");
    }
}
