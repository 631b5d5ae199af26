//! Garments from flat to rest on figures of every size: what fails, and what it costs.
//!
//! ```text
//!   cargo bench --bench study_garments                            every garment on six women's and four men's figures
//!   cargo bench --bench study_garments -- cape shirt woman-88     these garments on these figures; each may be left out
//!   cargo bench --bench study_garments -- cape out=DIR            and writes where the cloth has come to rest, as OBJ
//!   cargo bench --bench study_garments -- cape table=FILE         and puts each row into the table of that document, in its place
//! ```
//!
//! Prints a row as soon as it is known, so that parts of the table can run side by side. A row is a miss where cloth crosses itself,
//! lies in the body, keeps a seam open by more than 0.1 mm, has moved further than 3 cm from its anchor after 5 s, is strained beyond
//! what tears its fabric, gave numbers that are not finite, is not at rest after 12 s, or moves by more than 2 mm in the two seconds
//! after it was. The study fails where there is one.

#[path = "common/mod.rs"]
mod common;

use common::cpu_ms;
use glam::DVec3;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toile::Drape;
use toile::body::{Assets, SIZES};
use toile::garment::{Garments, figure, garment, made_to_measure};
use toile::row::{Table, Values};

/// Cloth that is not at rest by then, s, is told.
const LONGEST_S: f64 = 12.0;
/// What came to rest is looked at so much longer, s, and stays: no particle may move further than this, m.
const LOOKED_AT_S: f64 = 2.0;
const MOST_MOVED: f64 = 2e-3;
/// When garments are looked for at their anchors, s, and how far they may have moved there, m.
const ANCHORED_S: f64 = 5.0;
const NEAR_ANCHOR: f64 = 0.03;
/// The columns.
const HEADING: &str = "| garment | figure | triangles | sewn s | rest s | CPU s | crossings | depth mm | gap mm | strain % | anchor mm | moved mm | |";
/// Widest seam, mm.
const WIDEST_GAP_MM: f64 = 0.1;

/// What the command line asks for.
struct Wanted {
    garments: Vec<&'static str>,
    sizes: Vec<&'static str>,
    out: Option<PathBuf>,
    table: Option<PathBuf>,
}

impl Wanted {
    fn new(words: &[String]) -> Result<Self, String> {
        let mut wanted = Wanted { garments: Vec::new(), sizes: Vec::new(), out: None, table: None };
        for word in words {
            let row = Garments::rows().iter().find(|row| row.id.trim_start_matches("garment.") == word);
            let size = SIZES.iter().find(|size| size.id == word);
            match (row, size, word.split_once('=')) {
                (Some(row), ..) => wanted.garments.push(row.id),
                (_, Some(size), _) => wanted.sizes.push(size.id),
                (.., Some(("out", folder))) => wanted.out = Some(PathBuf::from(folder)),
                (.., Some(("table", document))) => wanted.table = Some(PathBuf::from(document)),
                _ => return Err(format!("there is no garment, no figure and no option '{word}'")),
            }
        }
        if wanted.garments.is_empty() {
            wanted.garments = Garments::rows().iter().map(|row| row.id).collect();
        }
        if wanted.sizes.is_empty() {
            wanted.sizes = SIZES.iter().map(|size| size.id).filter(|id| *id != "child-128").collect();
        }
        Ok(wanted)
    }
}

fn main() -> ExitCode {
    // Cargo itself adds --bench.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let wanted = match Wanted::new(&words) {
        Ok(wanted) => wanted,
        Err(problem) => {
            eprintln!("study_garments: {problem}");
            return ExitCode::FAILURE;
        }
    };
    let mut misses = 0;
    println!("{HEADING}\n|{}", "---|".repeat(HEADING.matches('|').count() - 1));
    for id in &wanted.garments {
        for size in &wanted.sizes {
            let (text, sound) = row(id, size, wanted.out.as_deref());
            println!("{text}");
            misses += usize::from(!sound);
            if let Some(Err(problem)) = wanted.table.as_deref().map(|document| put_into(document, &text)) {
                eprintln!("study_garments: {problem}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("\n{misses} misses");
    if misses == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Puts a row into the table of a document: in the place of an older one of the same garment and figure, or in the order of the tables.
fn put_into(document: &Path, row: &str) -> Result<(), String> {
    let told = |problem: std::io::Error| format!("{}: {problem}", document.display());
    let text = std::fs::read_to_string(document).map_err(told)?;
    let (before, rest) = text.split_once(HEADING).ok_or_else(|| format!("{}: has no table", document.display()))?;
    let mut lines: Vec<&str> = rest.trim_start_matches('\n').split('\n').collect();
    let end = lines.iter().position(|line| !line.starts_with('|')).unwrap_or(lines.len());
    let order = |line: &str| {
        let mut cells = line.split('|').map(str::trim).skip(1);
        let (garment, figure) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        let garment = Garments::rows().iter().position(|row| row.id.trim_start_matches("garment.") == garment);
        (garment, SIZES.iter().position(|size| size.id == figure))
    };
    // The first line is the rule under the heading.
    let mut rows: Vec<&str> = lines.drain(1..end).filter(|line| order(line) != order(row)).collect();
    rows.push(row);
    rows.sort_by_key(|line| order(line));
    lines.splice(1..1, rows);
    std::fs::write(document, format!("{before}{HEADING}\n{}", lines.join("\n"))).map_err(told)
}

/// Drapes one garment on one figure; how that went, and whether all was well.
fn row(id: &'static str, size: &'static str, out: Option<&Path>) -> (String, bool) {
    let (row, body) = (garment(id, "garment").expect("a row"), figure(size, "size").expect("a size"));
    let document = made_to_measure(row, &Values::new(), body, Assets::built_in()).expect("can be drafted");
    let mut drape = Drape::towards_rest(&document, Assets::built_in()).expect("can be draped");
    drape.set_clock(cpu_ms);
    let (mut cpu, mut sewn, mut anchor, mut halted) = (0.0, None, None, false);
    while !drape.at_rest() && drape.state().time < LONGEST_S {
        let step = drape.step();
        cpu += step.wall_ms * 1e-3;
        halted |= step.halted.is_some();
        if halted {
            break;
        }
        if step.sewn && sewn.is_none() {
            sewn = Some(step.simulated_s);
            anchor = row.make.anchor.and_then(|landmark| {
                let anatomy = drape.model().bodies.iter().find_map(|body| body.shape.anatomy())?;
                Some(Anchor::put(&drape, anatomy.landmarks.at(landmark)))
            });
        }
    }
    let report = drape.report();
    if let Some(folder) = out {
        let name = format!("{}-{size}", id.trim_start_matches("garment."));
        write(&drape, &folder.join(format!("{name}.obj"))).expect("can be written");
    }
    let mut run = |drape: &mut Drape, until: f64| {
        while !halted && drape.state().time < until {
            halted |= drape.step().halted.is_some();
        }
    };
    let at_rest = drape.state().positions.clone();
    let looked_at = drape.state().time + LOOKED_AT_S;
    let stays = report.at_rest.then(|| {
        run(&mut drape, looked_at);
        let ways = drape.state().positions.iter().zip(&at_rest).map(|(a, b)| a.distance(*b));
        ways.fold(0.0, f64::max)
    });
    run(&mut drape, ANCHORED_S);
    let moved = anchor.map(|anchor| anchor.moved(&drape));
    let troubles = [
        (report.self_intersections > 0, "crosses itself"),
        (report.body_penetration_max_mm > 0.0, "in the body"),
        (sewn.is_none(), "not sewn"),
        (report.seam_gap_max_mm > WIDEST_GAP_MM, "seam open"),
        (report.max_strain >= strength(&drape), "torn"),
        (!report.at_rest, "not at rest"),
        (stays.is_some_and(|way| way > MOST_MOVED), "moves on"),
        (halted, "not finite"),
        (moved.is_some_and(|moved| moved.abs() > NEAR_ANCHOR), "off its anchor"),
    ];
    let troubles: Vec<&str> = troubles.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect();
    let seconds = |time: Option<f64>| time.map_or_else(|| "never".to_owned(), |time| format!("{time:.2}"));
    let text = format!(
        "| {} | {size} | {} | {} | {} | {cpu:.1} | {} | {:.3} | {:.3} | {:.1} | {} | {} | {} |",
        id.trim_start_matches("garment."),
        report.triangles,
        seconds(sewn),
        seconds(report.at_rest.then_some(report.simulated_s)),
        report.self_intersections,
        report.body_penetration_max_mm,
        report.seam_gap_max_mm,
        report.max_strain * 100.0,
        moved.map_or_else(|| "–".to_owned(), |moved| format!("{:+.1}", moved * 1e3)),
        stays.map_or_else(|| "–".to_owned(), |way| format!("{:.2}", way * 1e3)),
        troubles.join(", "),
    );
    (text, troubles.is_empty())
}

/// The points of a garment that were put next to its landmark when its seams closed.
struct Anchor {
    points: Vec<usize>,
    /// Their mean height, m.
    height: f64,
}

impl Anchor {
    /// Those that are nearest to the landmark, and what is within 3 cm more.
    fn put(drape: &Drape, landmark: DVec3) -> Self {
        let positions = drape.point_positions();
        let least = positions.iter().map(|point| point.distance(landmark)).fold(f64::INFINITY, f64::min);
        let near = |p: &usize| positions[*p].distance(landmark) < least + NEAR_ANCHOR;
        let points: Vec<usize> = (0..positions.len()).filter(near).collect();
        let height = mean_height(&positions, &points);
        Anchor { points, height }
    }

    /// How far they have gone up since, m.
    fn moved(&self, drape: &Drape) -> f64 {
        mean_height(&drape.point_positions(), &self.points) - self.height
    }
}

fn mean_height(positions: &[DVec3], points: &[usize]) -> f64 {
    points.iter().map(|p| positions[*p].y).sum::<f64>() / points.len() as f64
}

/// Least strain that tears a fabric of the cloth, as Green and Lagrange measure it.
fn strength(drape: &Drape) -> f64 {
    let tears = drape.cut().fabrics.iter().flat_map(|fabric| fabric.strength.tear);
    let least = tears.fold(f64::INFINITY, f64::min);
    least + 0.5 * least * least
}

/// Cloth and figure, one group each.
fn write(drape: &Drape, path: &Path) -> std::io::Result<()> {
    let mut text = String::new();
    let mut first = 1;
    let mut group = |name: &str, points: &[DVec3], triangles: &[[u32; 3]]| {
        text += &format!("g {name}\n");
        points.iter().for_each(|p| text += &format!("v {:.6} {:.6} {:.6}\n", p.x, p.y, p.z));
        triangles.iter().map(|t| t.map(|i| i + first)).for_each(|[a, b, c]| text += &format!("f {a} {b} {c}\n"));
        first += points.len() as u32;
    };
    group("cloth", &drape.state().positions, &drape.model().triangles);
    for surface in drape.model().bodies.iter().map(|body| body.shape.surface()) {
        let points = surface.positions.chunks_exact(3).map(|p| DVec3::new(p[0].into(), p[1].into(), p[2].into()));
        let triangles = surface.indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]);
        group("figure", &points.collect::<Vec<_>>(), &triangles.collect::<Vec<_>>());
    }
    std::fs::write(path, text)
}
