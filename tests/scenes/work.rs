//! The work W2 as the laboratory runs it: its layout, and its own judgement against this one's.

use crate::common::grid;
use crate::judge::Solid;
use glam::{DVec3, Vec3};
use toile::contact::brute_force::crossings;
use toile::lab::{self, Bench, Figure, Outcome};

/// Figures and every step's positions.
fn run(given: &[&str]) -> (Outcome, Vec<Vec3>) {
    let row = lab::find("square-on-sphere").expect("known");
    let settings = lab::settings(row, given).expect("in order");
    let mut frames = Vec::new();
    let outcome = (row.make.run)(&mut Bench {
        fabric: &lab::default_fabric(),
        settings: &settings,
        progress: &mut |_| {},
        clock: || 0.0,
        frames: Some(&mut frames),
    });
    (outcome.expect("it runs"), frames.chunks(3).map(Vec3::from_slice).collect())
}

#[test]
fn frames_hold_every_step_in_the_order_of_the_grid() {
    let n = 8;
    let (outcome, frames) = run(&["n=8", "seconds=0.02"]);
    let count = (n + 1) * (n + 1);
    assert_eq!(frames.len(), 2 * count);
    assert_eq!((outcome.number("triangles"), outcome.number("particles")), (Some(128.0), Some(81.0)));
    for (k, there) in frames.iter().enumerate() {
        let (i, j) = (k % count / (n + 1), k % count % (n + 1));
        // Backward Euler of a free fall: h²g in the first step, 3 h²g after the second.
        let fallen = if k < count { 9.81e-4 } else { 3.0 * 9.81e-4 };
        let wanted = DVec3::new(i as f64 / n as f64 - 0.5, 0.35 - fallen, j as f64 / n as f64 - 0.5);
        assert!(there.as_dvec3().distance(wanted) < 1e-6, "{k}: {there}, not {wanted}");
    }
    assert_eq!(outcome.number("cpu_s_per_simulated_s"), Some(0.0), "without a clock there is no speed");
}

/// Two seconds of a coarse square: nothing crosses, and the report says so and how near the sphere the triangles came.
#[test]
fn the_report_says_what_an_independent_judge_sees() {
    let n = 20;
    let (outcome, frames) = run(&["n=20"]);
    let count = (n as usize + 1) * (n as usize + 1);
    assert_eq!(frames.len(), 200 * count);
    // The work's own diagonals all run one way.
    let corner = |i: u32, j: u32| i * (n + 1) + j;
    let square = grid([n; 2], [1.0; 2], |p| p.extend(0.0));
    let halves = (0..n * n).flat_map(|k| {
        let (i, j) = (k / n, k % n);
        let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    let triangles: Vec<[u32; 3]> = halves.collect();
    assert_eq!(triangles.len(), square.triangles.len());
    let sphere = Solid::Ball(DVec3::ZERO, 0.3);
    let mut least = f64::INFINITY;
    for frame in frames.chunks(count) {
        let positions: Vec<DVec3> = frame.iter().map(|p| p.as_dvec3()).collect();
        assert_eq!(crossings(&positions, &triangles), 0);
        let gap = |t: &[u32; 3]| sphere.gap(t.map(|i| positions[i as usize]));
        least = least.min(triangles.iter().map(gap).fold(f64::INFINITY, f64::min));
    }
    assert_eq!(outcome.number("crossings_max"), Some(0.0));
    let depth = outcome.number("depth_max_m").expect("a number");
    // Frames are in single precision.
    assert!((depth + least).abs() < 1e-6, "{depth} deep, {least} away");
    assert!(outcome.find("state_hash").is_some_and(|hash| matches!(hash, Figure::Text(text) if text.len() == 16)));
    assert_eq!(outcome.number("thickness_m"), Some(1e-3));
}
