//! Samples of cloth: rectangles and rings, meshed regularly or not.

use crate::cloth::{Cut, Fabric, Joined, Local, Model, Settings, Sheet};
use crate::issue::{Issue, Issues};
use crate::math::random::Random;
use crate::pattern::{EdgeDivision, MOST_TRIANGLES, MeshRequest, Outline, PanelMesh, Problem, triangulate};
use glam::{DVec2, DVec3};
use kurbo::Point;

pub(super) const METRES_PER_MM: f64 = 1e-3;

/// Sample axes along the threads: x is weft.
pub(super) const WEFT: DVec2 = DVec2::new(1.0, 0.0);
/// x is warp.
pub(super) const WARP: DVec2 = DVec2::new(0.0, 1.0);
/// x is halfway between them.
pub(super) const BIAS: DVec2 = DVec2::new(std::f64::consts::FRAC_1_SQRT_2, std::f64::consts::FRAC_1_SQRT_2);

/// The axes of the setting `direction`.
pub(super) fn along(direction: &str) -> DVec2 {
    match direction {
        "warp" => WARP,
        "bias" => BIAS,
        _ => WEFT,
    }
}

/// How far an irregular mesh's inner points are moved, as a part of the triangles' side. Above 0.3 triangles turn over and
/// most moves are taken back.
const JITTER: f64 = 0.22;
/// Moves that leave a triangle with less than this part of the mean area are taken back.
const LEAST_AREA: f64 = 0.25;

/// A rectangle of cloth with a corner at the origin, in the plane z = 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    /// Along x, m.
    pub(super) length: f64,
    /// Along y, m.
    pub(super) width: f64,
    /// About so many triangles.
    pub(super) triangles: f64,
    /// Whether they are irregular.
    pub(super) irregular: bool,
    /// Cosine and sine of the angle that turns the sample's axes onto weft and warp.
    pub(super) turn: DVec2,
}

impl Rectangle {
    /// The sample of a fabric.
    pub(super) fn model(&self, fabric: Fabric) -> Result<Model, Issues> {
        Ok(model(fabric, sheet(self.mesh(false)?, self.turn, |p| p.extend(0.0))))
    }

    /// The sample as a sheet of the first fabric, for experiments in time, each point put where `place` says.
    pub(super) fn sheet(&self, place: impl Fn(DVec2) -> DVec3) -> Result<Sheet, Issues> {
        Ok(sheet(self.mesh(false)?, self.turn, place))
    }

    /// The same with a row of triangles before the side x = 0, and if wanted one beyond the other, between the jaws of
    /// clamps.
    pub(super) fn in_jaws(&self, fabric: Fabric, both: bool) -> Result<Model, Issues> {
        self.in_jaws_stiffened(fabric, both, &|_| 1.0)
    }

    /// The same, each triangle as many times stiffer in bending as `stiffening` says of its centroid.
    pub(super) fn in_jaws_stiffened(
        &self,
        fabric: Fabric,
        both: bool,
        stiffening: &dyn Fn(DVec2) -> f64,
    ) -> Result<Model, Issues> {
        let (mut points, mut triangles) = self.mesh(true)?;
        let reach = side(self.length * self.width, self.triangles);
        for (x, outwards) in [(0.0, -reach), (self.length, reach)].into_iter().take(if both { 2 } else { 1 }) {
            let mut line: Vec<u32> = (0..points.len() as u32).filter(|i| points[*i as usize].x == x).collect();
            line.sort_by(|a, b| points[*a as usize].y.total_cmp(&points[*b as usize].y));
            let first = points.len() as u32;
            points.extend(line.iter().map(|i| points[*i as usize] + DVec2::new(outwards, 0.0)).collect::<Vec<_>>());
            for (k, pair) in line.windows(2).enumerate() {
                let (jaw, beside) = (first + k as u32, [pair[0], pair[1]]);
                let mut cell = [[beside[0], beside[1], jaw], [beside[1], jaw + 1, jaw]];
                if outwards > 0.0 {
                    cell.iter_mut().for_each(|triangle| triangle.swap(0, 1));
                }
                triangles.extend(cell);
            }
        }
        let mut sheet = sheet((points, triangles), self.turn, |p| p.extend(0.0));
        let centroid = |triangle: &[u32; 3]| triangle.iter().map(|i| sheet.drawing[*i as usize]).sum::<DVec2>() / 3.0;
        let local = |triangle| Local { fabric: 0, stiffening: stiffening(centroid(triangle)) };
        sheet.local = sheet.triangles.iter().map(local).collect();
        let mut model = model(fabric, sheet);
        model.clamp(|p| p.x <= 0.0 || (both && p.x >= self.length));
        Ok(model)
    }

    /// The mesh. What bends is regular with all diagonals alike, because alternating ones let a bent sheet fall into
    /// ridges and are a fifth too soft, or irregular without angles below 25°, as a mesher for panels makes it.
    fn mesh(&self, bends: bool) -> Result<(Vec<DVec2>, Vec<[u32; 3]>), Issues> {
        if self.irregular { self.irregular(bends) } else { Ok(self.regular(bends)) }
    }

    fn regular(&self, alike: bool) -> (Vec<DVec2>, Vec<[u32; 3]>) {
        let columns = (0.5 * self.triangles * self.length / self.width).sqrt().round().max(1.0);
        let rows = (0.5 * self.triangles / columns).round().max(1.0);
        let (nx, ny) = (columns as u32, rows as u32);
        let at =
            |i: u32, j: u32| DVec2::new(self.length * (f64::from(i) / columns), self.width * (f64::from(j) / rows));
        let points = (0..=nx).flat_map(|i| (0..=ny).map(move |j| at(i, j))).collect();
        let index = |i: u32, j: u32| i * (ny + 1) + j;
        let mut triangles = Vec::new();
        for i in 0..nx {
            for j in 0..ny {
                let [a, b, c, d] = [index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1)];
                // Diagonals that alternate make none of the two directions of shear stiffer.
                if alike || (i + j) % 2 == 0 {
                    triangles.extend([[a, b, c], [a, c, d]]);
                } else {
                    triangles.extend([[a, b, d], [b, c, d]]);
                }
            }
        }
        (points, triangles)
    }

    fn irregular(&self, slim: bool) -> Result<(Vec<DVec2>, Vec<[u32; 3]>), Issues> {
        let at = |x: f64, y: f64| Point::new(x * self.length, y * self.width);
        let outline = Outline::polygon(&[at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)]);
        let side = side(self.length * self.width, self.triangles);
        let mesh = mesh(&outline, &[], side)?;
        let inner = |p: &DVec2| p.x > 0.0 && p.x < self.length && p.y > 0.0 && p.y < self.width;
        let least = LEAST_AREA * side * side * 3.0_f64.sqrt() / 4.0;
        let is_thin = |corners: [DVec2; 3]| area(corners) < least || (slim && has_small_angle(corners));
        Ok((jittered(&mesh, side, inner, is_thin), mesh.triangles))
    }
}

/// A ring of cloth around the origin, in the plane z = 0, weft along x.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    /// Outer radius, m.
    pub(super) outer: f64,
    /// Inner radius, m.
    pub(super) inner: f64,
    /// About so many triangles.
    pub(super) triangles: f64,
}

impl Ring {
    /// The sample of a fabric.
    pub(super) fn model(&self, fabric: Fabric) -> Result<Model, Issues> {
        let circle = |radius: f64| Outline::circle(Point::ORIGIN, radius);
        let (Ok(outline), Ok(hole)) = (circle(self.outer), circle(self.inner)) else {
            let issue = Issue::new("lab.no-sample", "set", "the ring cannot be drawn");
            return Err(vec![issue.cure("Use radii above zero.")]);
        };
        let area = std::f64::consts::PI * (self.outer * self.outer - self.inner * self.inner);
        let mesh = mesh(&outline, &[hole], side(area, self.triangles))?;
        Ok(model(fabric, sheet((mesh.points, mesh.triangles), WEFT, |p| p.extend(0.0))))
    }
}

/// Side of equilateral triangles of which so many fill an area.
fn side(area: f64, triangles: f64) -> f64 {
    (4.0 * area / (3.0_f64.sqrt() * triangles)).sqrt()
}

fn mesh(outline: &Outline, holes: &[Outline], side: f64) -> Result<PanelMesh, Issues> {
    let size = |_: DVec2| side;
    let divide = |outline: &Outline| -> Vec<EdgeDivision> {
        outline.edges.iter().map(|edge| EdgeDivision::by_size(edge, &size, f64::INFINITY)).collect()
    };
    let hole_divisions: Vec<_> = holes.iter().map(divide).collect();
    let request = MeshRequest {
        outline,
        holes,
        lines: &[],
        outline_divisions: &divide(outline),
        hole_divisions: &hole_divisions,
        line_divisions: &[],
        size: &size,
        most_triangles: MOST_TRIANGLES,
    };
    let issue = |problem: &Problem| {
        Issue::new(problem.kind.code(), "set", format!("the sample cannot be meshed: {}", problem.kind))
            .cure("Use other measures or another number of triangles.")
    };
    triangulate(&request).map_err(|problems| problems.iter().map(issue).collect())
}

/// Area of a triangle, positive if its corners run counter-clockwise.
fn area([a, b, c]: [DVec2; 3]) -> f64 {
    0.5 * (b - a).perp_dot(c - a)
}

/// Whether a triangle has an angle below 25°.
fn has_small_angle(corners: [DVec2; 3]) -> bool {
    const TANGENT: f64 = 0.466_307_658;
    (0..3).any(|k| {
        let [a, b, c] = [0, 1, 2].map(|i| corners[(k + i) % 3]);
        (b - a).perp_dot(c - a) < TANGENT * (b - a).dot(c - a)
    })
}

/// The points with the inner ones moved at random, as far as no triangle becomes thin.
fn jittered(
    mesh: &PanelMesh,
    side: f64,
    is_inner: impl Fn(&DVec2) -> bool,
    is_thin: impl Fn([DVec2; 3]) -> bool,
) -> Vec<DVec2> {
    let mut random = Random::new(1);
    let mut points = mesh.points.clone();
    for point in points.iter_mut().filter(|p| is_inner(p)) {
        *point += JITTER * side * DVec2::new(random.signed(), random.signed());
    }
    // Taking moves back may spoil a neighbour; in the end all would be back where the mesher put them.
    loop {
        let thin: Vec<_> = mesh.triangles.iter().filter(|t| is_thin(t.map(|i| points[i as usize]))).collect();
        let before = points.clone();
        for i in thin.into_iter().flatten() {
            points[*i as usize] = mesh.points[*i as usize];
        }
        if before == points {
            return points;
        }
    }
}

fn sheet((points, triangles): (Vec<DVec2>, Vec<[u32; 3]>), turn: DVec2, place: impl Fn(DVec2) -> DVec3) -> Sheet {
    Sheet {
        panel: "sample".to_owned(),
        fabric: 0,
        points: points.iter().map(|p| turn.rotate(*p)).collect(),
        start: points.iter().map(|p| place(*p)).collect(),
        drawing: points,
        triangles,
        folds: Vec::new(),
        local: Vec::new(),
    }
}

fn model(fabric: Fabric, sheet: Sheet) -> Model {
    // Statics has no steps; these are here because a model has them.
    let settings = Settings { gravity: DVec3::ZERO, drag: 0.0, ..Settings::default() };
    let cut = Cut {
        sheets: vec![sheet],
        seams: Vec::new(),
        pins: Vec::new(),
        fabrics: vec![fabric].into(),
        bodies: Vec::new().into(),
        settings,
    };
    Model::new(&cut, Joined::Sewn)
}

/// One sheet that only its own forces and its pins move: no weight, no air, no other cloth.
pub(super) fn undisturbed(sheet: Sheet, pins: Vec<u32>, fabric: Fabric, step: f64) -> Cut {
    let settings = Settings { gravity: DVec3::ZERO, ..super::friction::steps(step) };
    Cut {
        sheets: vec![sheet],
        seams: Vec::new(),
        pins,
        fabrics: vec![fabric].into(),
        bodies: Vec::new().into(),
        settings,
    }
}
