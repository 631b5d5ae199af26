//! Ways to tear a swatch: one file each, one row of the table.
//!
//! The swatch hangs in the plane x, y: wefts run along x, warps along y, gravity pulls along −y.

mod bars_apart;
mod corner_load;
mod corners;
mod hanging_cube;
mod out_of_plane;
mod thrown_ball;

use super::{Body, Design, Grip, Numbers, Swatch, Workspace};
use crate::issue::{Issue, Issues};
use crate::row::{Row, RowOf, Table};
use glam::DVec3;

/// What a scene is besides its id, title and help.
#[derive(Debug)]
pub struct Scene {
    /// How fast its grips move or its ball flies, m/s.
    pub speed: f64,
    /// Mass of its ball or cube, kg; 0 where it has none.
    pub load: f64,
    /// How long it is worth watching, s.
    pub seconds: f64,
    /// The body whose way is the displacement of the curve.
    pub mover: usize,
    /// The body whose pull is the force of the curve.
    pub grip: usize,
    /// What stands around the swatch, and what is cut before it begins.
    pub set: fn(&Stage) -> Setting,
}

/// What a scene is set up from.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Warps and wefts.
    pub size: [usize; 2],
    /// Distance of yarns, m.
    pub spacing: f64,
    /// m/s.
    pub speed: f64,
    /// kg.
    pub load: f64,
}

/// Which crossings a body holds: warps and wefts from … up to, without the last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hold {
    /// Warps.
    pub warps: [usize; 2],
    /// Wefts.
    pub wefts: [usize; 2],
}

/// A scene set up.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// Bodies with what they hold.
    pub bodies: Vec<(Body, Hold)>,
    /// A slit before it begins: between warp i and the next, through the wefts of a range.
    pub slit: Option<(usize, [usize; 2])>,
}

impl Stage {
    /// Where the crossing (i, j) is at rest, m; also between and beyond them.
    pub fn at(&self, i: f64, j: f64) -> DVec3 {
        let [warps, wefts] = self.size;
        let centred = |k: f64, n: usize| self.spacing * (k - 0.5 * (n - 1) as f64);
        DVec3::new(centred(i, warps), centred(j, wefts), 0.0)
    }

    /// The last warp and the last weft.
    pub fn last(&self) -> [f64; 2] {
        self.size.map(|n| (n - 1) as f64)
    }

    /// Crossings along the side of what a ball or cube holds at a corner.
    pub fn patch(&self) -> usize {
        let least = self.size[0].min(self.size[1]);
        (least / 8).clamp(1, 12)
    }

    /// Half of the thickness of a bar, m.
    pub fn bar(&self) -> f64 {
        1.5 * self.spacing
    }
}

/// The table of scenes.
#[derive(Debug)]
pub struct Scenes;

impl Table for Scenes {
    type Make = Scene;
    const NOUN: &'static str = "scene";

    fn rows() -> &'static [Row<Scene>] {
        const ROWS: &[Row<Scene>] =
            &[corners::ROW, thrown_ball::ROW, hanging_cube::ROW, out_of_plane::ROW, bars_apart::ROW, corner_load::ROW];
        ROWS
    }
}

/// What ids of scenes begin with; settings leave it out.
pub const PREFIX: &str = "tear.";

/// Names of the scenes without their prefix, in the order of the table.
pub const NAMES: &[&str] = &["corners", "thrown-ball", "hanging-cube", "out-of-plane", "bars-apart", "corner-load"];

/// The scene of a name without its prefix.
pub fn find(name: &str) -> Result<&'static RowOf<Scenes>, Issue> {
    Scenes::find(&format!("{PREFIX}{name}")).ok_or_else(|| {
        Issue::new("tear.unknown-scene", "scene", "there is no such scene")
            .value(name)
            .cure(format!("Use one of {}.", NAMES.join(", ")))
    })
}

/// The swatch of a design in a scene, or everything that is wrong with the design.
pub fn open(scene: &RowOf<Scenes>, design: &Design) -> Result<Swatch, Issues> {
    let numbers = &design.numbers;
    numbers.check()?;
    let or = |given: f64, own: f64| if given > 0.0 { given } else { own };
    let speed = or(numbers.speed_m_s, scene.make.speed);
    let load = or(numbers.load_g * 1e-3, scene.make.load);
    if numbers.sweeps > 0.0 {
        return placed(scene, design, [speed, load]);
    }
    let sweeps = needed_sweeps(scene, design)?;
    placed(scene, &Design { numbers: Numbers { sweeps, ..*numbers }, ..design.clone() }, [speed, load])
}

/// The fewest sweeps of a list at which no spring loosens in half a second without the tearing load (section 4.1): grips stay where they
/// are, balls and cubes weigh nothing.
fn needed_sweeps(scene: &RowOf<Scenes>, design: &Design) -> Result<f64, Issues> {
    const LIST: [f64; 9] = [10.0, 15.0, 20.0, 30.0, 40.0, 60.0, 90.0, 130.0, 180.0];
    let least = design.numbers.transition * design.numbers.tear_strain_low;
    for sweeps in LIST {
        let tried = Design { numbers: Numbers { sweeps, ..design.numbers }, ..design.clone() };
        let mut swatch = placed(scene, &tried, [0.0, 1e-9])?;
        swatch.tears = false;
        let mut workspace = Workspace::default();
        if (0..15).all(|_| swatch.frame(&mut workspace).strain < least) {
            return Ok(sweeps);
        }
    }
    let issue =
        Issue::new("tear.sweeps", "sweeps", "cloth in this scene loosens under its own weight, whatever the sweeps");
    Err(vec![issue.value(LIST[LIST.len() - 1]).cure("Lower gravity_m_per_s2, or give a number of sweeps.")])
}

/// The swatch in the scene's setting at a speed and with a load.
fn placed(scene: &RowOf<Scenes>, design: &Design, [speed, load]: [f64; 2]) -> Result<Swatch, Issues> {
    let numbers = &design.numbers;
    let size = [numbers.warps as usize, numbers.wefts as usize];
    let stage = Stage { size, spacing: numbers.spacing(), speed, load };
    let Setting { bodies, slit } = (scene.make.set)(&stage);
    let holds: Vec<Box<dyn Fn(usize, usize) -> bool>> = bodies
        .iter()
        .map(|(_, Hold { warps, wefts })| {
            let ([i0, i1], [j0, j1]) = (*warps, *wefts);
            Box::new(move |i, j| (i0..i1).contains(&i) && (j0..j1).contains(&j)) as Box<dyn Fn(usize, usize) -> bool>
        })
        .collect();
    let grips: Vec<Grip<'_>> = bodies
        .iter()
        .zip(&holds)
        .map(|((body, _), holds)| Grip { body: body.clone(), holds: holds.as_ref() })
        .collect();
    let mut swatch = Swatch::new(design, &grips)?;
    if let Some((warp, [from, to])) = slit {
        swatch.slit(warp, from..to);
    }
    Ok(swatch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_table() {
        let ids: Vec<&str> = Scenes::rows().iter().filter_map(|row| row.id.strip_prefix(PREFIX)).collect();
        assert_eq!(ids, NAMES);
        assert_eq!(find("felt").unwrap_err().code, "tear.unknown-scene");
    }
}
