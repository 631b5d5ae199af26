//! `toile fit`: what a tester of known cloth would have written gives that cloth again, and bad tables say why not.

#![cfg(not(target_arch = "wasm32"))]

#[path = "common/program.rs"]
mod program;

use program::Folder;
use toile::document::{self, Fabric};
use toile::fit::curve::Shape;
use toile::fit::tensile::{Options, Tensile, tensile};
use toile::math::random::Random;
use toile::math::spline::Spline;

/// Kawabata's sample, m.
const LENGTH: f64 = 0.05;
const WIDTH: f64 = 0.2;

/// A cloth's stress at a strain, written out from the definition of a curve and not by the engine.
fn stress(spline: &Spline, strain: f64) -> f64 {
    let (mut start, mut value, mut slope) = (0.0, 0.0, spline.slope);
    for segment in &spline.segments {
        let length = segment.to - start;
        let t = (strain.abs().min(segment.to) - start) / length;
        if t < 0.0 {
            break;
        }
        let mut next = value + slope * length * t;
        let mut turn = 0.0;
        for (j, bend) in segment.bend.iter().enumerate() {
            let power = (0..j + 1).fold(1.0, |product, _| product * t);
            next += bend * power * t;
            turn += (j + 2) as f64 * bend * power / length;
        }
        (value, slope, start) = (next, slope + turn, segment.to);
    }
    (value + slope * (strain.abs() - start).max(0.0)) * if strain < 0.0 { -1.0 } else { 1.0 }
}

/// Curves with knots equally spaced up to these strains, which the readings reach exactly.
fn cloth() -> [Spline; 3] {
    // d_u = 5 mm of 50 mm is a strain of 0.105; d_v = 10 mm a shear of 0.2.
    let (third, shear) = (0.105 / 3.0, 0.2 / 3.0);
    [
        Spline::new(300.0, &[(third, &[4.0, 1.0]), (2.0 * third, &[6.0, 3.0]), (0.105, &[5.0, -2.0])]),
        Spline::new(500.0, &[(third, &[9.0, -2.0]), (2.0 * third, &[8.0, 2.0]), (0.105, &[6.0, -2.5])]),
        Spline::new(60.0, &[(shear, &[-0.9]), (2.0 * shear, &[0.4]), (0.2, &[1.1])]),
    ]
}

/// What the tester reads: (16) with d_v = 0 for elongation and d_u = 0 for shear; displacement in m, force in N.
fn elongation_force(curve: &Spline, d: f64) -> f64 {
    let strain = d / LENGTH + d * d / (2.0 * LENGTH * LENGTH);
    WIDTH * stress(curve, strain) * (LENGTH + d) / LENGTH
}

fn shear_force(shear: &Spline, along: &Spline, d: f64) -> f64 {
    let lengthened = d * d / (2.0 * LENGTH * LENGTH);
    WIDTH * stress(shear, d / LENGTH) + WIDTH * stress(along, lengthened) * d / LENGTH
}

/// A test of `n` readings out to `reach` metres.
fn sweep(reach: f64, n: u32) -> impl Iterator<Item = f64> + Clone {
    (0..=n).map(move |i| reach * f64::from(i) / f64::from(n))
}

/// A table of all four tests with this many readings each; `force` may spoil each force, N.
fn table(curves: &[Spline; 3], n: u32, mut force: impl FnMut(&str, f64, f64) -> f64) -> String {
    let [weft, warp, shear] = curves;
    let mut text = "test,displacement_mm,force_n\n".to_owned();
    for test in ["weft", "warp", "shear-weft", "shear-warp"] {
        for d in sweep(if test.starts_with("shear") { 0.01 } else { 0.005 }, n) {
            let exact = match test {
                "weft" => elongation_force(weft, d),
                "warp" => elongation_force(warp, d),
                "shear-weft" => shear_force(shear, weft, d),
                _ => shear_force(shear, warp, d),
            };
            text += &format!("{test},{},{}\n", d * 1e3, force(test, d, exact));
        }
    }
    text
}

fn fitted(text: &str) -> Tensile {
    tensile(text, &Options::default()).unwrap_or_else(|issues| panic!("{issues:?}"))
}

/// Slopes and bends of a curve, in one list.
fn numbers(spline: &Spline) -> Vec<f64> {
    std::iter::once(spline.slope).chain(spline.segments.iter().flat_map(|s| s.bend.iter().copied())).collect()
}

#[test]
fn a_known_cloth_is_found_again() {
    let curves = cloth();
    let found = fitted(&table(&curves, 60, |_, _, force| force));
    for (fit, curve) in found.curves.iter().zip(&curves) {
        for (found, wanted) in numbers(&fit.fit.spline).iter().zip(numbers(curve)) {
            assert!((found - wanted).abs() < 1e-7 * fit.fit.peak, "{}: {found} {wanted}", fit.id);
        }
        assert!(fit.fit.rms < 1e-9 * fit.fit.peak && !fit.fit.held, "{fit:?}");
    }
    let agreement = found.agreement.expect("both shear tests are there");
    assert!(!agreement.coupled() && agreement.relative < 1e-9, "{agreement:?}");
}

/// Noise of 0.5 % of the peak: every number within 4 of its standard errors, and these not larger than they need be: the
/// mean square of the deviations over the errors is near one.
#[test]
fn noise_leaves_each_number_within_its_standard_errors() {
    let curves = cloth();
    let (mut squares, mut count) = (0.0, 0.0);
    for seed in 1..=20 {
        let mut random = Random::new(seed);
        // The sum of twelve uniform numbers is near a normal one; uniform on −1…1 has variance ⅓.
        let mut normal = || (0..12).map(|_| random.signed()).sum::<f64>() / 2.0;
        let text =
            table(&curves, 200, |test, _, force| force + normal() * if test.starts_with("shear") { 0.02 } else { 0.1 });
        let found = fitted(&text);
        for (fit, curve) in found.curves.iter().zip(&curves).take(2) {
            let errors = numbers(&fit.fit.errors);
            for ((found, wanted), error) in numbers(&fit.fit.spline).iter().zip(numbers(curve)).zip(errors) {
                let off = (found - wanted) / error;
                assert!(off.abs() < 4.5, "seed {seed}, {}: {found} ± {error}, wanted {wanted}", fit.id);
                squares += off * off;
                count += 1.0;
            }
        }
        let agreement = found.agreement.expect("both shear tests are there");
        assert!(!agreement.coupled(), "seed {seed}: {agreement:?}");
    }
    let mean: f64 = squares / count;
    assert!((0.6..1.6).contains(&mean), "deviations are {mean} of what the errors say, squared");
}

/// Friction adds 3 N on the way out and takes 3 N on the way back, in a loop through both ends; readings of the two ways
/// are not at the same displacements.
#[test]
fn a_hysteresis_loop_averages_to_the_elastic_curve() {
    let curves = cloth();
    let [weft, warp, shear] = &curves;
    let exact = |test: &str, d: f64| match test {
        "weft" => elongation_force(weft, d),
        "warp" => elongation_force(warp, d),
        _ => shear_force(shear, weft, d),
    };
    let half = |test: &str| if test == "shear-weft" { 0.3 } else { 3.0 };
    for labelled in [false, true] {
        let mut text = format!("test;displacement_m;force_n{}\n", if labelled { ";branch" } else { "" });
        for (test, reach) in [("weft", 0.005), ("warp", 0.005), ("shear-weft", 0.01)] {
            let mut line = |d: f64, force: f64, branch: &str| {
                let branch = if labelled { format!(";{branch}") } else { String::new() };
                text += &format!("{test};{d};{force}{branch}\n").replace('.', ",");
            };
            sweep(reach, 300).for_each(|d| line(d, exact(test, d) + half(test), "load"));
            sweep(reach, 270).map(|d| reach - d).for_each(|d| line(d, exact(test, d) - half(test), "unload"));
        }
        let found = fitted(&text);
        for (fit, curve) in found.curves.iter().zip(&curves) {
            assert!(fit.tests[0].is_loop && fit.tests[0].alone == 0, "{:?}", fit.tests[0]);
            // The unload branch is read between its points by straight lines: a chord leaves the curve by h²y''/8.
            for strain in [0.01, 0.03, 0.06, 0.1] {
                let (found, wanted) = (stress(&fit.fit.spline, strain), stress(curve, strain));
                assert!((found - wanted).abs() < 1e-3 * fit.fit.peak, "{} at {strain}: {found} {wanted}", fit.id);
            }
        }
        assert_eq!(found.agreement, None, "only one shear test is there");
    }
}

/// Kawabata's shear test goes to one side, to the other and back: out along the virgin curve, then a whole loop.
#[test]
fn a_cycle_to_both_sides_averages_to_the_elastic_curve() {
    let [weft, warp, shear] = cloth();
    let mut text = "test,displacement_mm,force_n\n".to_owned();
    for (test, curve) in [("weft", &weft), ("warp", &warp)] {
        sweep(0.005, 60).for_each(|d| text += &format!("{test},{},{}\n", d * 1e3, elongation_force(curve, d)));
    }
    let out = sweep(0.01, 100).map(|d| (d, 0.3));
    let back = sweep(0.02, 190).map(|d| (0.01 - d, -0.3));
    let again = sweep(0.02, 210).map(|d| (d - 0.01, 0.3));
    for (d, friction) in out.chain(back.skip(1)).chain(again.skip(1)) {
        text += &format!("shear-weft,{},{}\n", d * 1e3, shear_force(&shear, &weft, d) + friction);
    }
    let found = fitted(&text);
    let fit = &found.curves[2];
    assert!(fit.tests[0].is_loop, "{:?}", fit.tests[0]);
    for strain in [0.01, 0.05, 0.1, 0.19] {
        let (found, wanted) = (stress(&fit.fit.spline, strain), stress(&shear, strain));
        assert!((found - wanted).abs() < 0.01 * fit.fit.peak, "{strain}: {found} {wanted}");
    }
}

/// In a cloth with a term c ε_uu ε_uv the shear stress along the weft gains c ε_uu = c d_v²/(2 l_u²); along the warp nothing.
#[test]
fn coupled_modes_are_found_by_their_shear_curves() {
    let curves = cloth();
    for (coupling, is_coupled) in [(0.0, false), (1.0, false), (150.0, true)] {
        let mut random = Random::new(5);
        let text = table(&curves, 100, |test, d, force| {
            let lengthened = d * d / (2.0 * LENGTH * LENGTH);
            let extra = if test == "shear-weft" { WIDTH * coupling * lengthened } else { 0.0 };
            force + extra + if test.starts_with("shear") { 0.01 * random.signed() } else { 0.0 }
        });
        let agreement = fitted(&text).agreement.expect("both shear tests are there");
        assert_eq!(agreement.coupled(), is_coupled, "{coupling}: {agreement:?}");
    }
}

/// With a constant tension T the reading is f_v/l_v = σ_uv + T d_v/l_u (16).
#[test]
fn a_constant_tension_is_taken_off_the_shear() {
    let [weft, warp, shear] = cloth();
    let mut text = "test\tdisplacement_mm\tforce_n_per_m\n".to_owned();
    for (test, curve) in [("weft", &weft), ("warp", &warp)] {
        sweep(0.005, 40)
            .for_each(|d| text += &format!("{test}\t{}\t{}\n", d * 1e3, elongation_force(curve, d) / WIDTH));
    }
    // To both sides, as Kawabata's tester goes.
    let both = sweep(0.02, 80).map(|d| d - 0.01);
    both.for_each(|d| {
        text += &format!("shear-warp\t{}\t{}\n", d * 1e3, stress(&shear, d / LENGTH) + 9.8 * d / LENGTH);
    });
    let options = Options { shear_tension: Some(9.8), ..Options::default() };
    let found = tensile(&text, &options).unwrap_or_else(|issues| panic!("{issues:?}"));
    let fit = &found.curves[2].fit;
    for (found, wanted) in numbers(&fit.spline).iter().zip(numbers(&shear)) {
        assert!((found - wanted).abs() < 1e-7 * fit.peak, "{found} {wanted}");
    }
}

/// A force from a displacement, both about one.
type Force = fn(f64) -> f64;

/// Whatever the readings do, a curve that comes out is one that a document takes.
#[test]
fn no_curve_is_written_that_a_document_refuses() {
    let wild: [(&str, Force); 4] = [
        ("falls at the end", |x| x * (1.2 - x)),
        ("falls in the middle", |x| x + 0.4 * (1.0 - (2.0 * x - 1.0) * (2.0 * x - 1.0))),
        ("a step", |x| if x < 0.6 { 0.1 * x } else { 1.0 + 0.1 * x }),
        ("flat", |x| 1e-3 + 1e-9 * x),
    ];
    for (name, force) in wild {
        for (segments, order) in [(1, 1), (1, 5), (3, 3), (8, 2), (5, 4)] {
            let mut text = "test,displacement_mm,force_n\n".to_owned();
            for test in ["weft", "warp", "shear-weft"] {
                sweep(1.0, 100).for_each(|x| text += &format!("{test},{},{}\n", 5.0 * x, 20.0 * force(x)));
            }
            let shape = Shape { segments, order };
            let options = Options { elongation: shape, shear: shape, ..Options::default() };
            let found = tensile(&text, &options).unwrap_or_else(|issues| panic!("{name}: {issues:?}"));
            let mut fabric = Fabric::plain_cotton("wild");
            fabric.membrane = found.law();
            let read = document::read_fabric(&document::write_fabric(&fabric));
            assert!(read.is_ok(), "{name}, {segments} of order {order}: {read:?}");
        }
    }
}

#[test]
fn the_command_writes_a_fabric_that_reads_back() {
    let folder = Folder::new("fit-good");
    // As a spreadsheet in another country writes it: byte-order mark, semicolons, decimal commas, CRLF, comments.
    let plain = table(&cloth(), 40, |_, _, force| force);
    let text = plain.replace(',', ";").replace('.', ",").replace('\n', "\r\n");
    folder.put(
        "twill.csv",
        format!(
            "\u{feff}# tester 7\r\n\r\n{}",
            text.replace("force_n\r", "force_n;note\r")
                .lines()
                .map(|line| if line.contains("note") { format!("{line}\r\n") } else { format!("{line};x\r\n") })
                .collect::<String>()
        ),
    );
    let arguments =
        ["fit", "tensile", "twill.csv", "--out", "twill.json", "--name", "Blue Twill", "--weight-g-per-m2", "210"];
    let out = folder.toile(&arguments).succeeds();
    let fabric = document::read_fabric(&folder.text("twill.json")).expect("what was written reads");
    assert_eq!((fabric.id.as_str(), fabric.name.as_str()), ("blue-twill", "Blue Twill"));
    assert_eq!((fabric.sheet.weight_g_per_m2, fabric.membrane.kind.as_str()), (210.0, "membrane.spline"));
    assert!(fabric.source.contains("twill.csv") && fabric.source.contains("0.00 %"), "{}", fabric.source);
    assert!((fabric.membrane.curves["warp"].slope - 500.0).abs() < 1e-3);
    for said in [
        "weft   41 points",
        "residual RMS",
        "standard error",
        "Shear along weft and along warp agree",
        "not used: note",
    ] {
        assert!(out.contains(said), "{said} is not in {out}");
    }
    // The fabric drapes.
    let mut garment = toile::garment::all().swap_remove(0);
    garment.panels[0].fabric = fabric.id.clone();
    garment.panels[0].mesh.size_mm = 100.0;
    garment.fabrics = vec![fabric];
    folder.put("doc.json", document::write(&garment));
    folder.toile(&["drape", "doc.json", "--seconds", "0.1"]).succeeds();
}

/// Everything wrong with a table is told at once, with its line, and nothing is written.
#[test]
fn bad_tables_are_refused_with_every_line() {
    let folder = Folder::new("fit-bad");
    let refuses = |text: &str, wanted: &[(&str, &str)]| {
        folder.put("data.csv", text);
        let run = folder.toile(&["fit", "tensile", "data.csv", "--out", "fabric.json"]);
        let lines: Vec<&str> = run.err.lines().collect();
        assert_eq!((run.code, lines.len()), (2, wanted.len()), "{}", run.err);
        for (line, (code, says)) in lines.iter().zip(wanted) {
            assert!(line.starts_with(code) && line.contains(says), "{line} is not {code} {says}");
        }
        assert_eq!(folder.names(), ["data.csv"]);
    };
    refuses("", &[("csv.empty", "")]);
    refuses("# nothing\n\n", &[("csv.empty", "")]);
    refuses(
        "a,b\n1,2\n",
        &[
            ("csv.column", "test"),
            ("csv.column", "displacement_mm or displacement_m"),
            ("csv.column", "force_n or force_n_per_m or force_gf_per_cm"),
        ],
    );
    refuses("test,displacement_mm,displacement_m,force_n\n", &[("csv.column", "one column too many")]);
    refuses(
        "test,displacement_mm,force_n,branch\n# note\nweft,1,x,up\nwoof,2,3,load\nweft,1\nweft,inf,1,load\n",
        &[
            ("csv.fields", "line 5"),
            ("csv.branch", "line 3, branch"),
            ("csv.number", "line 3, force_n"),
            ("csv.test", "line 4, test"),
            ("csv.number", "line 6, displacement_mm"),
        ],
    );
    refuses(
        "test,displacement_m,force_n\nweft,1.2,5\nweft,0.001,5e6\n",
        &[("fit.strain", "line 2"), ("fit.force", "line 3")],
    );
    refuses(
        "test,displacement_mm,force_n\nweft,1,5\n",
        &[("fit.missing-test", "warp"), ("fit.missing-test", "shear-weft or shear-warp")],
    );
    refuses(
        "test,displacement_mm,force_n\nweft,1,5\nwarp,1,5\nshear-warp,1,5\n",
        &[("fit.too-few", "weft"), ("fit.too-few", "warp")],
    );
    let all = table(&cloth(), 40, |test, _, force| if test == "warp" { -force } else { force });
    refuses(&all, &[("fit.sign", "warp")]);
}

#[test]
fn bad_options_are_refused_all_at_once() {
    let folder = Folder::new("fit-options");
    folder.put("data.csv", table(&cloth(), 40, |_, _, force| force));
    let bad =
        ["fit", "tensile", "none.csv", "--out", "no/such/folder.json", "--length-mm", "-5", "--thickness-mm", "thin"];
    folder.toile(&bad).refuses(&["file.unwritable", "option.number", "option.number", "file.unreadable"]);
    folder.toile(&["fit", "tensile", "data.csv", "--out", "data.csv"]).refuses(&["file.same"]);
    assert_eq!(folder.names(), ["data.csv"]);
    let help = folder.toile(&["fit", "tensile", "--help"]).succeeds();
    for said in ["displacement_mm", "force_gf_per_cm", "shear-warp", "branch", "--shear-tension-n-per-m"] {
        assert!(help.contains(said), "{said} is not in the help");
    }
    assert_ne!(folder.toile(&["fit", "stretch", "data.csv", "--out", "f.json"]).code, 0, "there is no such kind yet");
}
