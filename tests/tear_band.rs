//! Yarns along a garment's tear that come off its lips: nothing is lost when they do, they come off where the weave lets them and nowhere
//! else, and they stay with what holds them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)]

#[path = "common/bending.rs"]
mod bending;
mod common;

use bending::delaunay;
use common::{cut, fabric, quiet, values};
use glam::{DVec2, DVec3};
use toile::Drape;
use toile::cloth::{Cut, Fabric, Settings};
use toile::document::Surface;
use toile::fabric::strength::Strength;
use toile::yarn::fringe::SPACING;

fn cloth(surface: Surface) -> Fabric {
    let membrane = ("membrane.isotropic", values(&[("young_n_per_m", 500.0), ("poisson", 0.2)]));
    let strength = Strength { tear: [0.12, f64::INFINITY], spread: 0.2 };
    Fabric { strength, surface, ..fabric(membrane, 5.0) }
}

/// Mass and momentum of the cloth and of all torn yarns.
fn sums(drape: &Drape) -> (f64, DVec3) {
    let ends = drape.fringe().map(|fringe| fringe.momentum()).unwrap_or_default();
    let along = drape.band().map(|band| band.momentum()).unwrap_or_default();
    let mut sums = (ends.0 + along.0, ends.1 + along.1);
    for (mass, velocity) in drape.model().masses.iter().zip(&drape.state().velocities) {
        sums.0 += mass;
        sums.1 += *mass * *velocity;
    }
    sums
}

fn loose(drape: &Drape) -> usize {
    drape.band().map_or(0, |band| band.nodes.len())
}

/// A strip between two clamps.
struct Strip {
    drape: Drape,
    /// Points of the clamp that is moved, and where they were.
    far: Vec<(usize, DVec3)>,
    length: f64,
}

impl Strip {
    fn new(surface: Surface, settings: Settings) -> Self {
        let sheet = delaunay(14, 8, 0.012, 4);
        let (high, low) = sheet.points.iter().fold((DVec2::MIN, DVec2::MAX), |(h, l), p| (h.max(*p), l.min(*p)));
        let at = |x: f64| move |point: &DVec2| (point.x - x).abs() < 1e-9;
        let all = 0..sheet.points.len();
        let pins = all.clone().filter(|i| at(low.x)(&sheet.points[*i]) || at(high.x)(&sheet.points[*i]));
        let pins: Vec<u32> = pins.map(|i| i as u32).collect();
        let far = all.filter(|i| at(high.x)(&sheet.points[*i])).map(|i| (i, sheet.start[i])).collect();
        let mut drape = Drape::of_cut(Cut { pins, ..cut(sheet, cloth(surface), vec![], settings) });
        drape.set_tearing(Some(5));
        Strip { drape, far, length: high.x - low.x }
    }

    fn pull(&mut self, strain: f64) {
        for (pin, at) in &self.far {
            assert!(self.drape.move_pin(*pin, *at + DVec3::X * (self.length * strain)));
        }
        let report = self.drape.step();
        assert!(report.halted.is_none() && self.drape.state().is_finite());
    }

    /// Draws the clamps apart until it is in two and its yarns are out.
    fn torn(surface: Surface) -> Self {
        let settings = Settings { newton_iterations: 6, tolerance: 1e-4, ..quiet() };
        let mut strip = Strip::new(surface, settings);
        (1..=90).for_each(|step| strip.pull(0.003 * f64::from(step)));
        strip
    }
}

/// In every step of a tear mass stays to round-off while yarns leave the triangles, and no particle is left without.
#[test]
fn yarns_that_come_off_take_their_mass_along() {
    let settings = Settings { newton_iterations: 6, tolerance: 1e-4, ..quiet() };
    let mut strip = Strip::new(Surface::Twill, settings);
    let whole = sums(&strip.drape).0;
    for step in 1..=90 {
        strip.pull(0.003 * f64::from(step));
        let (mass, _) = sums(&strip.drape);
        assert!((mass - whole).abs() < 1e-13 * whole, "step {step}: {}", mass - whole);
        let model = strip.drape.model();
        let parts = model.masses.iter().zip(&model.areas).map(|(mass, area)| mass / (0.15 * area));
        assert!(parts.filter(|part| part.is_finite()).fold(1.0, f64::min) > 0.15, "step {step}");
    }
    let band = strip.drape.band().expect("yarns came off");
    let crossing = 0.5 * 0.15 * SPACING * SPACING;
    assert!((band.momentum().0 - crossing * band.nodes.len() as f64).abs() < 1e-12 * band.momentum().0);
}

/// Torn in flight, without clamps: momentum of cloth and yarns together is what air leaves of it, through every cut and whenever yarns come off or
/// are woven in again.
#[test]
fn a_tear_in_flight_keeps_momentum_while_yarns_come_off() {
    let mut most = 0;
    for seed in 1..=3 {
        let mut sheet = delaunay(24, 14, 0.008, 4);
        sheet.start = sheet.points.iter().map(|p| DVec3::new(1.25 * p.x, p.y, 0.0)).collect();
        let settings = Settings { step: 2e-4, ..quiet() };
        let mut drape = Drape::of_cut(cut(sheet, cloth(Surface::Twill), vec![], settings));
        drape.set_tearing(Some(seed));
        for step in 0..60 {
            let before = sums(&drape);
            drape.step();
            let after = sums(&drape);
            assert!((after.0 - before.0).abs() < 1e-13 * before.0, "step {step}: mass {}", after.0 - before.0);
            let ends = drape.fringe().map_or(0.0, |fringe| fringe.momentum().0);
            let along = drape.band().map_or(0.0, |band| band.momentum().0);
            let fastest = drape.state().max_speed().max(30.0);
            let change = (after.1 - before.1).length();
            let air = (ends + along) * fastest * 12.0 * 2e-4;
            assert!(change < air + 1e-9 * before.0, "step {step}: {change} of {air}");
        }
        most = most.max(loose(&drape));
    }
    assert!(most > 10, "{most} crossings came loose");
}

/// What comes off lies beside the tear, no deeper than yarns break, where the weave is that of the same place; each span hangs by crossings
/// whose yarns still hold. Twill has floats and so frays further than plain weave, felt has no yarns.
#[test]
fn twill_frays_further_than_plain_weave() {
    let strips = [Surface::Plain, Surface::Twill, Surface::Satin, Surface::Felt].map(Strip::torn);
    let counts = strips.each_ref().map(|strip| loose(&strip.drape));
    let spans = |strip: &Strip| {
        let spans = strip.drape.band().map(|band| band.spans()).unwrap_or_default();
        spans.iter().map(Vec::len).max().unwrap_or(0)
    };
    eprintln!("crossings {counts:?}, longest spans {:?}", strips.each_ref().map(spans));
    assert!(counts[0] > 30 && counts[1] > counts[0] && counts[2] > counts[1] && counts[3] == 0, "{counts:?}");
    for strip in &strips[..3] {
        let (drape, band) = (&strip.drape, strip.drape.band().unwrap());
        for (crossing, node) in &band.nodes {
            let near = drape.rips().iter().map(|rip| (rip.from.x - crossing.at().x).abs());
            assert!(near.fold(f64::MAX, f64::min) < 9.0 * SPACING + 1e-9);
            let sheet = &drape.cut().sheets[0];
            let at: DVec2 = (0..3).map(|k| node.place.weights[k] * sheet.points[node.place.points[k] as usize]).sum();
            assert!(at.distance(crossing.at()) < 1e-12, "it was woven in at its own place");
            assert!(sheet.triangles.contains(&node.place.points));
        }
        let inward: Vec<i32> = band.nodes.values().map(|node| node.inward).collect();
        assert!(inward.contains(&1) && inward.contains(&-1), "on both lips");
        assert!(band.holds.keys().all(|crossing| !band.nodes.contains_key(crossing)));
        assert_eq!(
            drape.torn_yarns().len() - band.drawn().len(),
            drape.fringe().unwrap().ends.len() + drape.pull_outs().len()
        );
    }
}

/// Without load nothing comes off: not beside a cut, and once the clamps go back nothing more beside a tear. Yarns hang still then.
#[test]
fn cloth_without_load_does_not_unravel() {
    let gravity = DVec3::new(0.0, 0.0, -9.81);
    let settings = Settings { gravity, drag: 2.0, newton_iterations: 6, tolerance: 1e-4, ..quiet() };
    let mut strip = Strip::new(Surface::Satin, settings);
    let spot = |triangle: u32| toile::solver::Spot { triangle, weights: [0.4, 0.3, 0.3] };
    assert!(strip.drape.snip(&[spot(20), spot(120)]) > 0);
    (0..50).for_each(|_| strip.pull(0.0));
    assert_eq!((loose(&strip.drape), strip.drape.fringe().is_none()), (0, true), "scissors leave yarns woven in");
    let mut strip = Strip::new(Surface::Satin, settings);
    (1..=90).for_each(|step| strip.pull(0.003 * f64::from(step)));
    let came_off = loose(&strip.drape);
    assert!(came_off > 0);
    (0..400).for_each(|_| strip.pull(0.27));
    let rest = loose(&strip.drape);
    (0..400).for_each(|_| strip.pull(0.27));
    eprintln!("{came_off} crossings, {rest} at rest");
    assert_eq!(loose(&strip.drape), rest);
    for node in strip.drape.band().unwrap().nodes.values() {
        assert!(node.position.is_finite() && node.velocity.is_finite());
    }
}

/// Two thousand steps under gravity, the torn halves swinging from their clamps: everything stays finite, and yarns stay with the cloth.
#[test]
fn torn_cloth_swings_for_long_and_stays_finite() {
    let gravity = DVec3::new(0.0, 0.0, -9.81);
    let settings = Settings { gravity, drag: 0.1, newton_iterations: 2, tolerance: 1e-2, ..quiet() };
    let mut strip = Strip::new(Surface::Twill, settings);
    (1..=90).for_each(|step| strip.pull(0.003 * f64::from(step)));
    let count = loose(&strip.drape);
    assert!(count > 30);
    for step in 0..2_000 {
        strip.pull(0.27 + 0.02 * (0.05 * f64::from(step)).sin());
        assert!(strip.drape.state().max_speed() < 20.0, "step {step}");
    }
    let band = strip.drape.band().unwrap();
    for (crossing, node) in &band.nodes {
        let at: DVec3 = (0..3)
            .map(|k| {
                let particle = strip.drape.model().particle_of[node.place.points[k] as usize];
                node.place.weights[k] * strip.drape.state().positions[particle as usize]
            })
            .sum();
        assert!(node.position.is_finite() && node.velocity.length() < 20.0);
        // One that hangs by an end and has turned back is away by its own length and by that of the cloth it lay in.
        let longest = 2.0 * (band.spans().iter().map(Vec::len).max().unwrap_or(0) as f64 + 1.0);
        assert!(
            node.position.distance(at) < longest * 1.2 * SPACING,
            "{crossing:?} is {} away",
            node.position.distance(at)
        );
    }
}

/// Taking a tear back takes what came off back with it, and making it again brings it again.
#[test]
fn undo_weaves_yarns_in_again() {
    let mut strip = Strip::torn(Surface::Twill);
    let (torn, hash) = (loose(&strip.drape), strip.drape.state().hash());
    let mass = sums(&strip.drape).0;
    assert!(strip.drape.mend());
    assert_eq!((loose(&strip.drape), strip.drape.torn_yarns().len()), (0, 0));
    let whole: f64 = strip.drape.model().masses.iter().sum();
    assert!((whole - mass).abs() < 1e-13 * mass);
    assert!(strip.drape.tear_again());
    assert_eq!((loose(&strip.drape), strip.drape.state().hash()), (torn, hash));
    assert!((sums(&strip.drape).0 - mass).abs() < 1e-13 * mass);
}
