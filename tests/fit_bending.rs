//! `toile fit bending`: the profile of a heavy strip of known law gives that law again, and bad tables say why not.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // the reference may use the standard library's functions

#[path = "common/program.rs"]
mod program;

use program::Folder;
use toile::fit::profile::{MomentCurvature, Options, Profile, profile};
use toile::math::random::Random;

/// Weight per area of 200 g/m², N/m².
const DENSITY: f64 = 0.2;
const WEIGHT: f64 = DENSITY * 9.80665;

/// κ(M), the inverse of (1), by bisection: nothing of the engine has a part in it.
fn curvature(law: &MomentCurvature, moment: f64) -> f64 {
    let of = |k: f64| {
        let knee = if law.c1 == 0.0 { f64::INFINITY } else { (law.b2 - law.b1) / (2.0 * law.c1) };
        if k <= knee { law.b1 * k + law.c1 * k * k } else { law.b1 * knee + law.c1 * knee * knee + law.b2 * (k - knee) }
    };
    if moment < 0.0 {
        return -curvature(law, -moment);
    }
    let (mut low, mut high) = (0.0, 2000.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if of(middle) < moment { low = middle } else { high = middle }
    }
    low
}

/// The heavy elastica ψ′ = κ(M), M′ = −w(L − s) cos ψ, ψ(0) = 0, M(L) = 0: fourth-order Runge–Kutta, the moment at the clamp
/// found by bisection. Points (x, z) at equal arc lengths.
fn strip(law: &MomentCurvature, length: f64, points: usize) -> Vec<(f64, f64)> {
    const STEPS: usize = 2000;
    let h = length / STEPS as f64;
    let slope =
        |s: f64, [psi, m, ..]: [f64; 4]| [curvature(law, m), -WEIGHT * (length - s) * psi.cos(), psi.cos(), -psi.sin()];
    let shoot = |clamp: f64| {
        let mut state = [0.0, clamp, 0.0, 0.0];
        let mut path = vec![state];
        for k in 0..STEPS {
            let s = k as f64 * h;
            let add = |a: [f64; 4], b: [f64; 4], f: f64| std::array::from_fn(|i| a[i] + f * b[i]);
            let k1 = slope(s, state);
            let k2 = slope(s + 0.5 * h, add(state, k1, 0.5 * h));
            let k3 = slope(s + 0.5 * h, add(state, k2, 0.5 * h));
            let k4 = slope(s + h, add(state, k3, h));
            state = std::array::from_fn(|i| state[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
            path.push(state);
        }
        path
    };
    let (mut low, mut high) = (0.0, 0.5 * WEIGHT * length * length);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        // Too small a moment at the clamp is used up before the free end.
        if shoot(middle)[STEPS][1] < 0.0 { low = middle } else { high = middle }
    }
    let path = shoot(0.5 * (low + high));
    (0..=points).map(|k| path[k * STEPS / points]).map(|state| (state[2], state[3])).collect()
}

fn table(points: &[(f64, f64)], noise: f64, seed: u64) -> String {
    let mut random = Random::new(seed);
    // The sum of three even numbers is near enough to normal; its standard deviation is 1 for numbers in [−1, 1].
    let mut digitised = |value: f64| value + noise * (random.signed() + random.signed() + random.signed());
    let lines: Vec<String> = points.iter().map(|(x, z)| format!("{},{}", digitised(*x), digitised(*z))).collect();
    format!("# a strip\nx_m,z_m\n{}\n", lines.join("\n"))
}

fn fitted(points: &[(f64, f64)], noise: f64, seed: u64) -> Profile {
    let options = Options { density: DENSITY, order: 5 };
    profile(&table(points, noise, seed), &options).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

const UN: f64 = 98.0665e-6;

/// b₁ and b₂ in gf·cm²/cm, c₁ in gf·cm³/cm, as the paper prints them.
fn of_paper(b1: f64, b2: f64, c1: f64) -> MomentCurvature {
    MomentCurvature { b1: b1 * UN, b2: b2 * UN, c1: c1 * 0.980665e-6 }
}

/// The paper's drapemeter fabric, its dress, a fabric that softens and one that stiffens, with strips that bend past the knee.
fn laws() -> [(&'static str, MomentCurvature, f64); 4] {
    [
        ("drapemeter", of_paper(0.1, 0.0892, -0.0092), 0.06),
        ("dress", of_paper(0.0973, 0.0973, 0.0), 0.06),
        ("softening", of_paper(0.2, 0.1, -0.12), 0.09),
        ("stiffening", of_paper(0.15, 0.30, 0.15), 0.09),
    ]
}

/// Largest difference of two laws' moments up to a curvature, over the largest moment.
fn apart(a: &MomentCurvature, b: &MomentCurvature, reach: f64) -> f64 {
    let at = |k: i32| reach * f64::from(k) / 100.0;
    (1..=100).map(|k| (a.moment(at(k)) - b.moment(at(k))).abs()).fold(0.0, f64::max) / b.moment(reach)
}

/// Without noise every number comes back to a thousandth, the knee with them.
#[test]
fn exact_profiles_return_the_law() {
    for (name, law, length) in laws() {
        let found = fitted(&strip(&law, length, 80), 0.0, 1);
        assert_eq!(found.knee_found, law.c1 != 0.0, "{name}");
        for (found, expected) in [(found.law.b1, law.b1), (found.law.b2, law.b2)] {
            assert!((found / expected - 1.0).abs() < 1e-3, "{name}: {found} {expected}");
        }
        assert!((found.law.c1 - law.c1).abs() < 2e-3 * law.c1.abs() + 1e-12, "{name}: {:?}", found.law);
        assert!(found.off[0] < 1e-6 && (found.length / length - 1.0).abs() < 1e-4, "{name}: {found:?}");
    }
}

/// Points off by 0.1 mm (one standard deviation), as from a good photo: moments within 4 % of the largest over the whole range, b₁
/// within 10 %, and b₂ within 5 % where the knee is seen. Where it is not, b₂ is the slope of the quadratic at its end.
#[test]
fn digitised_profiles_return_the_law() {
    for (name, law, length) in laws() {
        let points = strip(&law, length, 80);
        for seed in 1..=2 {
            let found = fitted(&points, 1e-4, seed);
            let moments = apart(&found.law, &law, found.reach);
            println!(
                "{name}: b1 {:+.3} ± {:.3}, b2 {:+.3} ± {:.3}, c1 {:.2e} ± {:.0e} of {:.2e}, knee {}, moments {moments:.3}",
                found.law.b1 / law.b1 - 1.0,
                found.errors.b1 / law.b1,
                found.law.b2 / law.b2 - 1.0,
                found.errors.b2 / law.b2,
                found.law.c1,
                found.errors.c1,
                law.c1,
                found.knee_found
            );
            assert!(moments < 0.04, "{name}: {moments}");
            assert!((found.law.b1 / law.b1 - 1.0).abs() < 0.1, "{name}: {:?}", found.law);
            assert!(!found.knee_found || (found.law.b2 / law.b2 - 1.0).abs() < 0.05, "{name}: {:?}", found.law);
            // The errors told are those that noise makes: neither nothing nor anything.
            let told = found.errors.b1 / law.b1;
            assert!((0.002..0.2).contains(&told), "{name}: {told}");
            assert!((0.5e-4..2e-4).contains(&found.off[0]), "{name}: {:?}", found.off);
        }
    }
}

fn folder(test: &str, text: &str) -> Folder {
    let folder = Folder::new(test);
    folder.put("strip.csv", text);
    folder
}

#[test]
fn the_command_writes_a_fabric_of_the_law() {
    let (_, law, length) = laws()[3];
    let folder = folder("fit-bending", &table(&strip(&law, length, 80), 0.0, 1));
    let arguments = ["fit", "bending", "strip.csv", "--weight-g-per-m2", "200", "--direction", "weft"];
    let files = ["--out", "f.json", "--report", "r.json", "--name", "Stiff one"];
    let out = folder.toile(&[&arguments[..], &files].concat()).succeeds();
    assert!(out.contains("b1") && out.contains("µN·m²") && out.contains("RMS"), "{out}");
    let written = folder.json("f.json");
    assert_eq!((&written["id"], &written["bending"]["kind"]), (&"stiff-one".into(), &"bend.moment-curvature".into()));
    assert_eq!(written["sheet"]["weight_g_per_m2"], 200.0);
    let report = folder.json("r.json");
    for (k, (name, expected)) in
        [("b1_un_m", law.b1), ("b2_un_m", law.b2), ("c1_un_m2", law.c1)].into_iter().enumerate()
    {
        for direction in ["weft", "warp", "bias"] {
            let found = &written["bending"]["parameters"][format!("{direction}_{name}")];
            let found = found.as_f64().unwrap_or_else(|| panic!("{name}: {written}"));
            assert!((found * 1e-6 / expected - 1.0).abs() < 0.02, "{name}: {found}");
        }
        let told = &report["tests"][0]["parameters"][k];
        assert_eq!(told["name"], format!("weft_{name}"));
        assert!(told["standard_error"].as_f64().is_some_and(|error| error >= 0.0), "{report}");
    }
    // What was written is a fabric that an experiment takes.
    let lab = ["lab", "bending", "--fabric", "f.json", "--set", "points=1", "--set", "triangles=100"];
    folder.toile(&[&lab[..], &["--csv", "m.csv"]].concat()).succeeds();
    let help = folder.toile(&["fit", "bending", "--help"]).succeeds();
    assert!(help.contains("x_m") && help.contains("cylinder_radius_mm"), "{help}");
}

/// A law that softens to less than half cannot be that of the bias as well: the fabric is written all the same.
#[test]
fn a_law_that_softens_far_still_makes_a_fabric() {
    let law = of_paper(0.3, 0.1, -0.25);
    let folder = folder("fit-bending-soft", &table(&strip(&law, 0.06, 80), 0.0, 1));
    for direction in ["warp", "bias"] {
        let arguments = ["fit", "bending", "strip.csv", "--weight-g-per-m2", "200", "--direction", direction];
        folder.toile(&[&arguments[..], &["--out", "f.json"]].concat()).succeeds();
        let found = folder.json("f.json")["bending"]["parameters"][format!("{direction}_b2_un_m")].as_f64();
        assert!(found.is_some_and(|b2| (b2 * 1e-6 / law.b2 - 1.0).abs() < 0.05), "{direction}: {found:?}");
    }
}

#[test]
fn bad_profiles_say_where() {
    let good = table(&strip(&laws()[1].1, 0.06, 40), 0.0, 1);
    let line = |text: &str, number: usize, with: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines[number - 1] = with;
        lines.join("\n")
    };
    let backwards = {
        let mut lines: Vec<&str> = good.lines().collect();
        lines[2..].reverse();
        lines.join("\n")
    };
    let cases: [(&str, String, &[&str], &str); 9] = [
        ("empty", String::new(), &["csv.empty"], ""),
        ("columns", "a,b\n1,2\n".to_owned(), &["csv.column"], "x_m"),
        ("one-column", "x_m\n0.1\n".to_owned(), &["csv.column"], "z_m"),
        ("word", line(&good, 9, "0.01,low"), &["csv.number"], "line 9, z_m"),
        ("fields", line(&good, 7, "0.01"), &["csv.fields"], "line 7"),
        ("millimetres", line(&good, 12, "14.1,-0.02"), &["fit.length"], "line 12, x_m"),
        ("few", good.lines().take(8).collect::<Vec<_>>().join("\n"), &["fit.too-few"], "points"),
        ("upwards", good.replace(",-", ","), &["fit.sign"], "z_m"),
        ("backwards", backwards, &["fit.order"], "line 7, x_m"),
    ];
    for (name, text, codes, place) in cases {
        let folder = folder(&format!("fit-bending-{name}"), &text);
        let run = folder.toile(&["fit", "bending", "strip.csv", "--weight-g-per-m2", "200", "--out", "f.json"]);
        assert!(run.err.contains(place), "{name}: {}", run.err);
        run.refuses(codes);
        assert_eq!(folder.names(), ["strip.csv"]);
    }
    let folder = folder("fit-bending-weight", &good);
    folder.toile(&["fit", "bending", "strip.csv", "--out", "f.json"]).refuses(&["option.number"]);
}
