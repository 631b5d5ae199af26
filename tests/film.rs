//! Experiments that the page shows as scenes tell their triangles, then where all particles are, and change nothing by it.

#![cfg(not(target_arch = "wasm32"))]

use glam::DVec3;
use toile::lab::{self, Bench, Film, Outcome};

/// What an onlooker sees.
#[derive(Debug, Default)]
struct Seen {
    triangles: Vec<[u32; 3]>,
    frames: Vec<Vec<DVec3>>,
}

impl Film for Seen {
    fn mesh(&mut self, triangles: &[[u32; 3]]) {
        assert!(self.frames.is_empty(), "the triangles come before the first frame");
        self.triangles = triangles.to_vec();
    }

    fn frame(&mut self, positions: &[DVec3]) {
        self.frames.push(positions.to_vec());
    }
}

fn run(name: &str, given: &[&str], film: Option<&mut Seen>) -> Outcome {
    let row = lab::find(name).expect("an experiment");
    let settings = lab::settings(row, given).expect("settings in order");
    let fabric = lab::preset("cotton-weights").expect("a preset");
    let mut bench = Bench {
        fabric: &fabric,
        settings: &settings,
        progress: &mut |_| {},
        clock: || 0.0,
        frames: film.map(|film| film as &mut dyn Film),
    };
    (row.make.run)(&mut bench).expect("an outcome")
}

#[test]
fn testers_can_be_watched() {
    let testers: [(&str, &[&str]); 7] = [
        ("tensile", &["triangles=60", "points=3"]),
        ("shear", &["triangles=60", "points=3"]),
        ("bending", &["triangles=60", "points=2"]),
        ("cantilever", &["triangles=60"]),
        ("drapemeter", &["triangles=300", "longest_s=0.1"]),
        ("hysteresis", &["path=0,0.01,0"]),
        ("hysteresis", &["mode=bending", "path=0,10,0"]),
    ];
    for (name, given) in testers {
        let mut seen = Seen::default();
        let watched = run(name, given, Some(&mut seen));
        assert!(!seen.triangles.is_empty() && !seen.frames.is_empty(), "{name} shows nothing");
        let most = seen.triangles.iter().flatten().max().copied().unwrap_or(0) as usize;
        for frame in &seen.frames {
            assert!(frame.len() > most, "{name}: a triangle of particles that are not there");
            assert!(frame.iter().all(|p| p.is_finite()), "{name}");
        }
        let alone = run(name, given, None);
        assert_eq!(watched.rows, alone.rows, "{name} is changed by being watched");
    }
}
