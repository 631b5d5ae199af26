//! The force of a single bending element against its angle, ours beside two others (Pabst 2008, §5.5 and fig. 10).
//!
//! ```text
//!       2        edge 0→1 of length E, heights h; bent by θ.     ours      f = M(θ/h) E/h
//!      ╱ ╲                                                      Bridson   f = k_e E sin(θ/2)/(2h²),  k_e = 4B
//!     0───1                                                     Volino    f = λ(h/4) sin θ,          λ = 4BE/h³
//!      ╲ ╱
//!       3        f is the force on a wing, normal to it; B = M′(0): all three begin alike.
//! ```
//!
//! Bridson, Marino and Fedkiw 2003 take sin(θ/2), so that the force levels off at 180°. Volino and Magnenat-Thalmann 2006
//! pull along the element's bisector, linear in the positions: the part normal to the wing falls beyond 90°.

use super::patch::relative;
use super::sample::{METRES_PER_MM, WARP, WEFT, along};
use super::settings::DIRECTION;
use super::strip::moment;
use super::{Bench, Experiment, Experiments, Outcome};
use crate::cloth::{Cut, Joined, Model, Settings, Sheet, build_fabric};
use crate::forces::{Stencils, System, bending};
use crate::issue::Issues;
use crate::math::real::{cos, sin};
use crate::{parameters, row::RowOf};
use glam::{DVec2, DVec3};

parameters! {
    /// One bending element.
    pub struct BendingElement {
        /// Length of the edge.
        edge_mm: "mm" = 10.0, soft [1.0, 50.0], hard [0.1, 1000.0], source "chosen";
        /// Height of each wing.
        height_mm: "mm" = 10.0, soft [1.0, 50.0], hard [0.1, 1000.0], source "chosen";
        /// Largest angle.
        max_angle_deg: "°" = 170.0, soft [10.0, 175.0], hard [0.1, 179.0], source "Pabst 2008, fig. 10";
        /// Points of the curve.
        points: "count" = 34.0, soft [10.0, 180.0], hard [1.0, 10000.0], source "chosen: every five degrees";
    }
}

pub(super) const ROW: RowOf<Experiments> = RowOf::<Experiments> {
    id: "lab.bending-element",
    title: "Force of one bending element",
    help: "Two triangles are folded: the force on a wing against the angle, of the fabric's law and of the models of Bridson and of Volino with the same initial stiffness.",
    parameters: BendingElement::PARAMETERS,
    curves: &[],
    make: Experiment {
        lists: &[],
        choices: &[DIRECTION],
        columns: &["angle_deg", "force_n", "model_force_n", "bridson_force_n", "volino_force_n"],
        run,
    },
};

fn run(bench: &mut Bench<'_>) -> Result<Outcome, Issues> {
    let set = BendingElement::from_values(&bench.settings.numbers);
    let (edge, height) = (set.edge_mm * METRES_PER_MM, set.height_mm * METRES_PER_MM);
    let turn = along(bench.settings.word("direction"));
    let law = build_fabric(bench.fabric)?.bending;
    let initial = moment(&law, turn, 0.0)[1];
    let model = element(bench, turn, [edge, height])?;
    let mut outcome = Outcome::new(ROW.make.columns);
    let mut worst = 0.0_f64;
    for point in 1..=set.points as u32 {
        let degrees = set.max_angle_deg * f64::from(point) / set.points;
        let theta = degrees * std::f64::consts::PI / 180.0;
        let (c, s) = (cos(0.5 * theta), sin(0.5 * theta));
        let wing = |side: f64| DVec3::new(side * height * c, 0.0, height * s);
        let half = 0.5 * edge;
        let positions = [DVec3::new(0.0, -half, 0.0), DVec3::new(0.0, half, 0.0), wing(-1.0), wing(1.0)];
        let mut system = System::new(&model, Stencils::Coupled);
        bending::Scratch::new(&model).add(&model, &positions, 1.0, &mut system);
        // Outwards, against the fold: down on the right wing, whose normal this is.
        let force = system.force[3].dot(DVec3::new(s, 0.0, -c));
        let expected = moment(&law, turn, theta / height)[0] * edge / height;
        let bridson = 4.0 * initial * edge * s / (2.0 * height * height);
        let volino = initial * edge / (height * height) * sin(theta);
        worst = worst.max(relative([force, expected]));
        outcome.row(&[degrees, force, expected, bridson, volino]);
        bench.frame(&positions);
        (bench.progress)(f64::from(point) / set.points);
    }
    outcome.figure("max_relative_error", worst);
    outcome.figure("initial_stiffness_un_m", 1e6 * initial);
    Ok(outcome)
}

/// Two triangles on the edge x = 0, bent along x.
fn element(bench: &Bench<'_>, turn: DVec2, [edge, height]: [f64; 2]) -> Result<Model, Issues> {
    debug_assert!(turn == WEFT || turn == WARP, "a wing's only hinge bends across itself, along one of the threads");
    let half = 0.5 * edge;
    let drawing: Vec<DVec2> = [[0.0, -half], [0.0, half], [-height, 0.0], [height, 0.0]].map(DVec2::from_array).into();
    let sheet = Sheet {
        panel: "element".to_owned(),
        fabric: 0,
        points: drawing.iter().map(|p| turn.rotate(*p)).collect(),
        start: drawing.iter().map(|p| p.extend(0.0)).collect(),
        drawing,
        triangles: vec![[0, 1, 2], [1, 0, 3]],
        folds: Vec::new(),
        local: Vec::new(),
    };
    let cut = Cut {
        sheets: vec![sheet],
        seams: Vec::new(),
        pins: Vec::new(),
        fabrics: vec![build_fabric(bench.fabric)?].into(),
        bodies: Vec::new().into(),
        settings: Settings::default(),
    };
    Ok(Model::new(&cut, Joined::Sewn))
}
