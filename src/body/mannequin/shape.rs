//! The mannequin as a body of a document: its row, its settings, and the shape that cloth falls on.

use super::anatomy::anatomy;
use super::figure::{Mannequin, Mannequins};
use super::poses::{MOTIONS, Named, POSES, eased};
use super::skeleton::Angles;
use crate::body::field::DistanceField;
use crate::body::mesh::{MeshProblem, MeshShape};
use crate::body::wrap::Wrap;
use crate::body::{
    Anatomy, Assets, Fault, Frame, Landmark, Measurements, MeasurementsCm, Miss, Nearest, PartId, SIZES, Shape, Shapes,
    Size, Surface,
};
use crate::row::{Parameter, RowOf, Values};
use crate::{body::assets::CURE, parameters};
use glam::DVec3;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Side of the distance field's cells near a standing mannequin, m.
const CELL: f64 = 0.008;
/// A measurement that the body misses by more than this is told, m.
const TOLD: f64 = 0.005;

parameters! {
    /// How a mannequin stands and moves.
    pub struct MannequinSettings {
        /// Which figure of the size tables it is, by its number there: 0 to 5 women of bust 80 to 100 cm, 6 to 9 men 46-170, 50-176, 54-176 and 58-182, 10 a child of 128 cm.
        size: "count" = 2.0, soft [0.0, 10.0], hard [0.0, 10.0], source "a woman of bust 88 cm";
        /// The pose it takes: 0 arms half down, to dress in, 1 arms out, 2 relaxed, 3 arms raised, 4 sitting, 5 one knee lifted.
        pose: "count" = 0.0, soft [0.0, 5.0], hard [0.0, 5.0], source "the pose to dress in";
        /// How it moves once it has its pose: 0 not at all, 1 walks on the spot, 2 raises its arms, 3 lifts its knees, 4 squats, 5 jumps with arms and legs apart.
        motion: "count" = 0.0, soft [0.0, 5.0], hard [0.0, 5.0], source "a mannequin stands still";
        /// Time during which it stands with its arms half down, so that garments can be sewn around it.
        dressing_s: "s" = 0.0, soft [0.0, 10.0], hard [0.0, 3600.0], source "the pose is there from the beginning";
        /// Time in which it goes over from there to its pose or motion. Below half a second cloth is torn along.
        transition_s: "s" = 1.5, soft [0.0, 5.0], hard [0.0, 60.0], source "an unhurried movement";
        /// Time after dressing at which it stops moving and goes back to where it began, in the time of the transition; 0 never.
        until_s: "s" = 0.0, soft [0.0, 20.0], hard [0.0, 3600.0], source "a motion goes on";
    }
}

const OWN: usize = MannequinSettings::PARAMETERS.len();
const ALL: usize = OWN + MeasurementsCm::PARAMETERS.len();

/// The settings, then the measurements, where 0 stands for that of the size.
const PARAMETERS: [Parameter; ALL] = {
    let mut all = [MannequinSettings::PARAMETERS[0]; ALL];
    let mut k = 0;
    while k < ALL {
        all[k] = if k < OWN {
            MannequinSettings::PARAMETERS[k]
        } else {
            let Parameter { soft, hard, .. } = MeasurementsCm::PARAMETERS[k - OWN];
            let (soft, hard) = ([0.0, soft[1]], [0.0, hard[1]]);
            let source = "0: as the size tables have it";
            Parameter { default: 0.0, soft, hard, source, ..MeasurementsCm::PARAMETERS[k - OWN] }
        };
        k += 1;
    }
    all
};

/// What a document says of a mannequin.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    figure: &'static Size,
    wanted: MeasurementsCm,
    stands: MannequinSettings,
}

impl Settings {
    /// Reads them; numbers that are left out, or 0, are those of the size.
    pub fn of(values: &Values) -> Self {
        let stands = MannequinSettings::from_values(values);
        let figure = &SIZES[(stands.size as usize).min(SIZES.len() - 1)];
        let mut wanted = figure.measurements.to_values();
        for parameter in MeasurementsCm::PARAMETERS {
            if let Some(own) = values.get(parameter.id).filter(|value| **value > 0.0) {
                wanted.insert(parameter.id.to_owned(), *own);
            }
        }
        // The body rise follows from the heights of waist and crotch, one of which gives way where it is asked for.
        let given = |id: &str| values.get(id).is_some_and(|value| *value > 0.0);
        let mut wanted = MeasurementsCm::from_values(&wanted);
        if given("body_rise_cm") && !given("crotch_height_cm") {
            wanted.crotch_height_cm = wanted.waist_to_floor_cm - wanted.body_rise_cm;
        }
        Settings { figure, wanted, stands }
    }

    /// Whether both are the same body, in whatever pose.
    pub(crate) fn measures_as(&self, other: &Settings) -> bool {
        self.figure.figure == other.figure.figure && self.wanted == other.wanted
    }

    fn pose(&self) -> usize {
        (self.stands.pose as usize).min(POSES.len() - 1)
    }

    /// Whether it changes its pose in the course of time.
    fn moves(&self) -> bool {
        let motion = self.stands.motion > 0.0;
        motion || (self.pose() != 0 && self.stands.dressing_s > 0.0)
    }

    /// Joint angles after so many seconds.
    fn angles(&self, seconds: f64) -> Angles {
        let dressed = seconds - self.stands.dressing_s;
        let pose = POSES[self.pose()].angles;
        if !self.moves() {
            return pose;
        }
        let MannequinSettings { transition_s, until_s, .. } = self.stands;
        let last = if until_s > 0.0 { until_s } else { f64::INFINITY };
        let goal = match (self.stands.motion as usize).min(MOTIONS.len()) {
            0 => pose,
            motion => MOTIONS[motion - 1].angles(dressed.clamp(0.0, last)),
        };
        // It begins in its pose where there is no time to dress, and with its arms half down where there is.
        let start = if self.stands.dressing_s > 0.0 { POSES[0].angles } else { pose };
        let since = |begin: f64| {
            let seconds = dressed - begin;
            if transition_s > 0.0 { eased(seconds / transition_s) } else { f64::from(seconds >= 0.0) }
        };
        start.towards(goal, since(0.0) * (1.0 - since(last)))
    }
}

/// A mannequin that is fitted and stands in its first pose, with what questions about it need. Shared by every cloth around it.
#[derive(Debug)]
pub struct Prepared {
    settings: Settings,
    body: Arc<Mannequin>,
    anatomy: Anatomy,
    misses: Vec<Miss>,
    mesh: MeshShape,
    field: OnceLock<DistanceField>,
}

impl Prepared {
    /// Fits and poses a mannequin, or says why its surface is no solid; one with the same measurements needs no new fit.
    pub fn new(
        mannequins: &Arc<Mannequins>,
        settings: &Settings,
        known: Option<&Prepared>,
    ) -> Result<Self, Vec<MeshProblem>> {
        let wanted = Measurements::from(settings.wanted);
        let same = |known: &&Prepared| known.settings.measures_as(settings);
        let fit = || Arc::new(mannequins.fitted(settings.figure.figure, &wanted));
        let body = known.filter(same).map_or_else(fit, |known| Arc::clone(&known.body));
        let rows = body.posed(&settings.angles(0.0));
        let anatomy = anatomy(&body, &rows);
        let misses = Miss::between(&wanted, body.reached(), TOLD);
        let surface = rows[..body.rest().len()].to_vec();
        let mesh = MeshShape::new(surface, mannequins.triangles().to_vec())?;
        Ok(Prepared { settings: settings.clone(), body, anatomy, misses, mesh, field: OnceLock::new() })
    }

    /// What it was made from.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    fn skin(&self, seconds: f64) -> Vec<DVec3> {
        let mut rows = self.body.posed(&self.settings.angles(seconds));
        rows.truncate(self.mesh.vertices().len());
        rows
    }
}

/// A mannequin that stands still.
#[derive(Debug)]
struct Standing(Arc<Prepared>);

impl Standing {
    fn field(&self) -> &DistanceField {
        let Prepared { field, body, mesh, .. } = self.0.as_ref();
        field.get_or_init(|| DistanceField::new(mesh, Wrap::around(&body.head(mesh.vertices())).as_ref(), CELL))
    }
}

/// A mannequin that moves.
#[derive(Debug)]
struct Moving {
    prepared: Arc<Prepared>,
    /// Its skins at the last two times it was asked for: steps go from one to the next.
    recent: Mutex<[Posed; 2]>,
}

/// A skin and its time, s.
type Posed = (f64, Arc<MeshShape>);

impl Moving {
    fn new(prepared: Arc<Prepared>) -> Self {
        let start = Arc::new(prepared.mesh.clone());
        Moving { prepared, recent: Mutex::new([(0.0, Arc::clone(&start)), (0.0, start)]) }
    }
}

/// A mannequin without the baked bodies: what can be said of its numbers.
#[derive(Debug)]
struct Described {
    values: Values,
}

/// Places on the torso.
fn arrangement(anatomy: &Anatomy) -> Vec<(&'static str, Frame)> {
    let Some(torso) = anatomy.part(PartId::Torso) else { return Vec::new() };
    let height = (anatomy.landmarks.at(Landmark::Bust).y + anatomy.landmarks.at(Landmark::Waist).y) * 0.5;
    let (up, front, side) = (DVec3::Y, DVec3::Z, DVec3::X);
    let station = torso.stations.iter().min_by(|a, b| {
        let off = |at: f64| ((torso.from + torso.along() * at).y - height).abs();
        off(a.at).total_cmp(&off(b.at))
    });
    let Some(station) = station else { return Vec::new() };
    let [x, z] = station.middle;
    let middle = torso.from + torso.along() * station.at + torso.side() * x + torso.front * z;
    let at = |out: DVec3, half: f64| Frame::facing(middle + out * half, out, up);
    vec![
        ("front", at(front, station.half_depth)),
        ("back", at(-front, station.half_depth)),
        ("left", at(side, station.half_width)),
        ("right", at(-side, station.half_width)),
    ]
}

impl Shape for Standing {
    fn nearest(&self, point: DVec3) -> Nearest {
        self.field().nearest(point)
    }

    fn nearest_exactly(&self, point: DVec3, hint: &mut u32) -> Nearest {
        self.0.mesh.nearest_hinted(point, hint)
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        arrangement(&self.0.anatomy)
    }

    fn anatomy(&self) -> Option<&Anatomy> {
        Some(&self.0.anatomy)
    }

    fn misses(&self) -> &[Miss] {
        &self.0.misses
    }

    fn surface(&self) -> Surface {
        self.0.mesh.surface()
    }
}

impl Shape for Moving {
    fn nearest(&self, point: DVec3) -> Nearest {
        self.prepared.mesh.nearest(point)
    }

    fn nearest_hinted(&self, point: DVec3, hint: &mut u32) -> Nearest {
        self.prepared.mesh.nearest_hinted(point, hint)
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        arrangement(&self.prepared.anatomy)
    }

    fn anatomy(&self) -> Option<&Anatomy> {
        Some(&self.prepared.anatomy)
    }

    fn misses(&self) -> &[Miss] {
        &self.prepared.misses
    }

    fn surface(&self) -> Surface {
        self.prepared.mesh.surface()
    }

    fn deforms(&self) -> bool {
        true
    }

    fn still_until(&self) -> f64 {
        self.prepared.settings.stands.dressing_s
    }

    fn posed(&self, seconds: f64) -> Option<Arc<MeshShape>> {
        // Before it moves it has one skin, which need not be made anew for every step.
        let seconds = seconds.max(self.still_until());
        // What a panic elsewhere left behind is still a skin of its time.
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, skin)) = recent.iter().find(|(time, _)| *time == seconds) {
            return Some(Arc::clone(skin));
        }
        recent.swap(0, 1);
        let vertices = self.prepared.skin(seconds);
        // The older one, if nobody looks at it any more, is moved itself.
        let moved = Arc::get_mut(&mut recent[1].1).is_some_and(|oldest| oldest.moved(&vertices).is_ok());
        if !moved {
            let mut mesh = MeshShape::clone(&recent[0].1);
            // A skin that is no solid for a moment, as where a fold has no area, leaves the body where it was.
            let _ = mesh.moved(&vertices);
            recent[1].1 = Arc::new(mesh);
        }
        recent[1].0 = seconds;
        Some(Arc::clone(&recent[1].1))
    }
}

impl Shape for Described {
    /// Far away: there is no body.
    fn nearest(&self, _: DVec3) -> Nearest {
        Nearest { distance: 1e3, normal: DVec3::Y }
    }

    fn fault(&self) -> Option<Fault> {
        MeasurementsCm::PARAMETERS.iter().find_map(|parameter| {
            let value = *self.values.get(parameter.id)?;
            let [least, most] = parameter.hard;
            (value != 0.0 && value < least).then(|| Fault {
                parameter: parameter.id,
                value,
                problem: "no body measures this".to_owned(),
                cure: format!("Use {least} to {most} {}, or 0 for that of the size.", parameter.unit),
            })
        })
    }

    fn equipped(&self, assets: &Assets) -> Option<Result<Box<dyn Shape>, Fault>> {
        let settings = Settings::of(&self.values);
        let fault = |problem: String, cure: &str| {
            let (parameter, value) = ("size", settings.stands.size);
            Some(Err(Fault { parameter, value, problem, cure: cure.to_owned() }))
        };
        let prepared = match assets.prepared(&settings) {
            None => return fault("the mannequins are not there".to_owned(), CURE),
            Some(Err(problems)) => {
                let first = problems.first().map_or_else(String::new, |problem| format!(": {problem}"));
                let cure = "Use measurements that go together; start from those of a size.";
                return fault(format!("no body has these measurements in this pose{first}"), cure);
            }
            Some(Ok(prepared)) => prepared,
        };
        Some(Ok(if settings.moves() { Box::new(Moving::new(prepared)) } else { Box::new(Standing(prepared)) }))
    }

    fn arrangement(&self) -> Vec<(&'static str, Frame)> {
        Vec::new()
    }

    fn surface(&self) -> Surface {
        Surface::default()
    }
}

fn make(values: &Values) -> Box<dyn Shape> {
    Box::new(Described { values: values.clone() })
}

/// The poses by their numbers.
pub fn poses() -> impl Iterator<Item = Named> {
    POSES.iter().map(|row| row.name)
}

/// The motions by their numbers, the first of which is 1.
pub fn motions() -> impl Iterator<Item = Named> {
    MOTIONS.iter().map(|row| row.name)
}

pub(crate) const ROW: RowOf<Shapes> = RowOf::<Shapes> {
    id: "body.mannequin",
    title: "Mannequin",
    help: "A woman, a man or a child of a size or of own measurements, standing on the floor and facing to the front, in a pose or moving.",
    parameters: &PARAMETERS,
    curves: &[],
    make,
};
