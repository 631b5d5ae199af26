//! Other engines on the hanging square, one thread, measured on the class of machine of `docs/speed.md`.

/// Where a peer ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    Native,
    Wasm,
}

/// What was measured of an engine with 8,192 triangles.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    pub name: &'static str,
    pub method: &'static str,
    pub host: Host,
    /// Million triangle steps of 10 ms per CPU second.
    pub speed: f64,
    /// Largest strain, %.
    pub strain: f64,
    /// RMS distance at 0.25/0.5/1 s from backward Euler with converged steps of 10 ms, mm.
    pub from_steps: [f64; 3],
    /// The same from converged steps of 1 ms, with 2,048 triangles, mm; nothing where it was not measured.
    pub from_one: Option<[f64; 3]>,
    /// How many times faster we want to be at no larger error.
    pub goal: f64,
}

pub const PEERS: &[Peer] = &[
    Peer {
        name: "Jolt 1.1, 50 substeps",
        method: "XPBD springs",
        host: Host::Wasm,
        speed: 0.70,
        strain: 2.4,
        from_steps: [8.0, 36.0, 157.0],
        from_one: Some([1.8, 8.0, 19.0]), // 20 substeps, which suffice with 2,048 triangles
        goal: 1.0,
    },
    Peer {
        name: "Jolt 1.1, 20 substeps",
        method: "XPBD springs",
        host: Host::Wasm,
        speed: 1.6,
        strain: 89.0,
        from_steps: [24.0, 29.0, 141.0],
        from_one: None,
        goal: 1.0,
    },
    Peer {
        name: "ammo.js, 50 iterations",
        method: "PBD springs",
        host: Host::Wasm,
        speed: 0.58,
        strain: 44.0,
        from_steps: [29.0, 113.0, 26.0],
        from_one: None,
        goal: 10.0,
    },
    Peer {
        name: "MuJoCo 3.14",
        method: "implicit StVK, one solve",
        host: Host::Wasm,
        speed: 0.22,
        strain: 4.9,
        from_steps: [25.0, 60.0, 40.0],
        from_one: Some([20.0, 92.0, 167.0]),
        goal: 10.0,
    },
    Peer {
        name: "MuJoCo 4.0, 4 substeps",
        method: "implicit StVK, one solve",
        host: Host::Native,
        speed: 0.054,
        strain: 0.58,
        from_steps: [11.0, 5.0, 86.0],
        from_one: Some([6.0, 37.0, 55.0]),
        goal: 10.0,
    },
    Peer {
        name: "Blender 5.0, quality 5",
        method: "implicit springs",
        host: Host::Native,
        speed: 0.058,
        strain: 0.50,
        from_steps: [7.0, 11.0, 95.0],
        from_one: Some([1.6, 30.0, 46.0]),
        goal: 10.0,
    },
    Peer {
        name: "STARK",
        method: "converged Newton",
        host: Host::Native,
        speed: 0.033,
        strain: 0.37,
        from_steps: [0.1, 0.3, 0.6],
        from_one: Some([7.0, 34.0, 135.0]),
        goal: 10.0,
    },
    Peer {
        name: "Newton VBD 20×5",
        method: "VBD, single precision",
        host: Host::Native,
        speed: 0.045,
        strain: 15.0,
        from_steps: [13.0, 50.0, 185.0],
        from_one: Some([11.0, 46.0, 74.0]),
        goal: 10.0,
    },
];
