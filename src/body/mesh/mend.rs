//! A surface from elsewhere made fit to be a body: turned upright, brought to metres, mended where that is safe.
//!
//! ```text
//! up ─ unit ─ floor ─ collapsed and doubled triangles ─ weld ─ closed? ─ one way round ─ shells ─► solid
//! ```
//!
//! What is mended changes no shape that one could touch, and is told. Holes are not filled: nobody but the owner knows what
//! should be there. Surfaces that pass through themselves are not found.

use super::edges::{Faces, holes, oriented};
use super::{MeshProblem, MeshShape, closed};
use crate::body::Shape;
use crate::math::box_tree::Aabb;
use glam::DVec3;
use std::collections::BTreeSet;
use std::fmt;

/// Heights that a body may have, m. They span a factor of ten, so that the unit follows from the height.
const HEIGHTS: [f64; 2] = [0.25, 2.5];
/// Units that files come in, m, and their names.
const UNITS: [(f64, &str); 4] = [(1.0, "metres"), (0.1, "decimetres"), (0.01, "centimetres"), (0.001, "millimetres")];
/// A surface this much longer along z than along y lies on its back: it was drawn with z up.
const LYING: f64 = 1.5;
/// Vertices nearer than this part of the body's size are one, where the surface is open between them.
const SAME: f64 = 1e-5;
/// Most triangles: more are no help to cloth, and a document has to hold them.
const MOST_TRIANGLES: usize = 100_000;

/// What is known of a file that its numbers do not say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Known {
    /// Its unit, m.
    pub unit: Option<f64>,
    /// Whether z is up in it, and not y.
    pub z_up: Option<bool>,
}

/// A surface that is ready to be a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Mended {
    /// Corners, m: y up, on the floor, in the middle.
    pub vertices: Vec<DVec3>,
    /// Triangles, counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
    /// What was done to it.
    pub mendings: Vec<Mending>,
}

/// What was done to a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mending {
    /// It was turned so that its z is up.
    Upright,
    /// It was brought to metres.
    Scaled {
        /// Name of the unit it was in.
        from: &'static str,
        /// Its height, m.
        height: f64,
    },
    /// It was moved onto the middle of the floor.
    Moved {
        /// m.
        by: DVec3,
    },
    /// Vertices in one place became one.
    Welded {
        /// How many fewer there are.
        count: usize,
    },
    /// Triangles that had shrunk to a line or a point, or were there twice, were left out.
    Dropped {
        /// How many.
        count: usize,
    },
    /// Triangles that ran the other way round than their neighbours were turned.
    Turned {
        /// How many.
        count: usize,
    },
    /// Shells that were inside out were turned.
    Inverted {
        /// How many.
        shells: usize,
    },
    /// Shells inside of others, which nothing can touch, were left out.
    Enclosed {
        /// How many.
        shells: usize,
    },
    /// It consists of several shells.
    Several {
        /// How many.
        shells: usize,
    },
}

/// Why a surface cannot be a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// It is not as high as a body in any unit.
    Height {
        /// In the file's own unit.
        height: f64,
    },
    /// It has too many triangles.
    TooMany {
        /// How many.
        triangles: usize,
    },
    /// It has a hole.
    Hole {
        /// How many edges are around it.
        edges: usize,
        /// Their length, m.
        around: f64,
        /// Its middle, m.
        near: DVec3,
    },
    /// More than two triangles meet in edges.
    Branched {
        /// In how many.
        edges: usize,
        /// The middle of the first, m.
        near: DVec3,
    },
    /// A shell has only one side, as a Möbius strip.
    OneSided {
        /// A place on it, m.
        near: DVec3,
    },
    /// Something else stands against it being a solid.
    Solid(MeshProblem),
}

impl fmt::Display for Mending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mending::Upright => write!(f, "it was drawn with z up and has been turned upright"),
            Mending::Scaled { from, height } => {
                write!(f, "its numbers were taken for {from}, so that it is {:.0} cm high", height * 100.0)
            }
            Mending::Moved { by } => {
                // Plus nothing: −0 is no way to write where nothing moved.
                let by = (*by * 1000.0).round() + DVec3::ZERO;
                write!(f, "it was moved by {}, {}, {} mm onto the middle of the floor", by.x, by.y, by.z)
            }
            Mending::Welded { count } => write!(f, "{count} vertices that lay on others were joined to them"),
            Mending::Dropped { count } => write!(f, "{count} triangles without area, or there twice, were left out"),
            Mending::Turned { count } => write!(f, "{count} triangles that faced the other way were turned round"),
            Mending::Inverted { shells } => write!(f, "{shells} shells were inside out and have been turned"),
            Mending::Enclosed { shells } => {
                write!(f, "{shells} shells inside of others, which no cloth can touch, were left out")
            }
            Mending::Several { shells } => {
                write!(
                    f,
                    "it consists of {shells} shells; where they overlap, cloth that begins inside is not pushed out"
                )
            }
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mm = |near: &DVec3| {
            let near = *near * 1000.0;
            format!("x {:.0}, y {:.0}, z {:.0} mm", near.x, near.y, near.z)
        };
        match self {
            Unfit::Height { height } => write!(f, "it is {height} high, which is no body's height in m, dm, cm or mm"),
            Unfit::TooMany { triangles } => write!(f, "it has {triangles} triangles, more than {MOST_TRIANGLES}"),
            Unfit::Hole { edges, around, near } => {
                write!(f, "it has a hole of {edges} edges, {:.0} mm around, near {}", around * 1000.0, mm(near))
            }
            Unfit::Branched { edges, near } => {
                write!(f, "more than two triangles meet in {edges} edges, the first near {}", mm(near))
            }
            Unfit::OneSided { near } => write!(f, "the surface near {} has neither inside nor outside", mm(near)),
            Unfit::Solid(problem) => problem.fmt(f),
        }
    }
}

/// Makes a solid of a surface whose coordinates are all finite and whose triangles name vertices that exist, or tells
/// everything that stands against it.
pub fn mend(vertices: &[DVec3], triangles: &[[u32; 3]], known: Known) -> Result<Mended, Vec<Unfit>> {
    if triangles.is_empty() {
        return Err(vec![Unfit::Solid(MeshProblem::Empty)]);
    }
    let mut mendings = Vec::new();
    let mut unfit = Vec::new();
    if triangles.len() > MOST_TRIANGLES {
        unfit.push(Unfit::TooMany { triangles: triangles.len() });
    }
    let mut vertices = used(vertices, triangles);
    place(&mut vertices, known, &mut mendings).unwrap_or_else(|problem| unfit.push(problem));
    if !unfit.is_empty() {
        return Err(unfit);
    }
    let mut kept = without_degenerate(triangles, &mut mendings);
    if !Faces::of(&kept).is_closed() {
        kept = weld(&vertices, &kept, &mut mendings);
    }
    let faces = Faces::of(&kept);
    unfit.extend(holes(&faces, &vertices));
    if !unfit.is_empty() {
        return Err(unfit);
    }
    let shells = oriented(&faces, &kept, &vertices)?;
    let turned = shells.iter().map(|shell| shell.turned).sum();
    let inverted = shells.iter().filter(|shell| shell.inverted).count();
    let shells: Vec<Vec<[u32; 3]>> = shells.into_iter().map(|shell| shell.triangles).collect();
    let outer = outer(&shells, &vertices);
    let said = [
        (turned, Mending::Turned { count: turned }),
        (inverted, Mending::Inverted { shells: inverted }),
        (shells.len() - outer.len(), Mending::Enclosed { shells: shells.len() - outer.len() }),
        (outer.len().saturating_sub(1), Mending::Several { shells: outer.len() }),
    ];
    mendings.extend(said.into_iter().filter(|(count, _)| *count > 0).map(|(_, mending)| mending));
    let triangles: Vec<[u32; 3]> = outer.into_iter().flat_map(|shell| shells[shell].iter().copied()).collect();
    let (vertices, triangles) = compact(&vertices, &triangles);
    match closed::check(&vertices, &triangles) {
        Ok(_) => Ok(Mended { vertices, triangles, mendings }),
        Err(problems) => Err(problems.into_iter().map(Unfit::Solid).collect()),
    }
}

/// The vertices with those that no triangle names taken to one that is named, so that they count for nothing.
fn used(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Vec<DVec3> {
    let mut named = vec![false; vertices.len()];
    triangles.iter().flatten().for_each(|vertex| named[*vertex as usize] = true);
    let some = vertices[triangles[0][0] as usize];
    vertices.iter().zip(named).map(|(point, named)| if named { *point } else { some }).collect()
}

/// Turns a surface upright, brings it to metres and onto the floor.
fn place(vertices: &mut [DVec3], known: Known, mendings: &mut Vec<Mending>) -> Result<(), Unfit> {
    let size = Aabb::of(vertices).size();
    if known.z_up.unwrap_or(size.z > LYING * size.y) {
        vertices.iter_mut().for_each(|point| *point = DVec3::new(point.x, point.z, -point.y));
        mendings.push(Mending::Upright);
    }
    let height = Aabb::of(vertices).size().y;
    let fits = |unit: f64| (HEIGHTS[0]..HEIGHTS[1]).contains(&(height * unit));
    let unit = match known.unit {
        Some(unit) => UNITS.iter().find(|(metres, _)| *metres == unit).filter(|(metres, _)| fits(*metres)),
        None => UNITS.iter().find(|(metres, _)| fits(*metres)),
    };
    let (metres, name) = *unit.ok_or(Unfit::Height { height })?;
    if metres != 1.0 {
        vertices.iter_mut().for_each(|point| *point *= metres);
        mendings.push(Mending::Scaled { from: name, height: height * metres });
    }
    let bounds = Aabb::of(vertices);
    let by = DVec3::new(-bounds.centre().x, bounds.size().y / 2.0 - bounds.centre().y, -bounds.centre().z);
    // Within a millimetre it stands where it should.
    if by.abs().max_element() > 1e-3 {
        vertices.iter_mut().for_each(|point| *point += by);
        mendings.push(Mending::Moved { by });
    }
    Ok(())
}

/// Triangles with three different corners, each once whichever way round.
fn without_degenerate(triangles: &[[u32; 3]], mendings: &mut Vec<Mending>) -> Vec<[u32; 3]> {
    let mut seen = BTreeSet::new();
    let sound = |triangle: &&[u32; 3]| {
        let mut corners = **triangle;
        corners.sort_unstable();
        corners[0] != corners[1] && corners[1] != corners[2] && seen.insert(corners)
    };
    let kept: Vec<[u32; 3]> = triangles.iter().filter(sound).copied().collect();
    if kept.len() < triangles.len() {
        mendings.push(Mending::Dropped { count: triangles.len() - kept.len() });
    }
    kept
}

/// Vertices in one place become the first of them: what modellers write that give each face its own corners.
fn weld(vertices: &[DVec3], triangles: &[[u32; 3]], mendings: &mut Vec<Mending>) -> Vec<[u32; 3]> {
    let near = SAME * Aabb::of(vertices).size().length();
    let named: BTreeSet<u32> = triangles.iter().flatten().copied().collect();
    let mut order: Vec<u32> = named.iter().copied().collect();
    order.sort_by(|a, b| vertices[*a as usize].x.total_cmp(&vertices[*b as usize].x).then(a.cmp(b)));
    let mut joined: Vec<u32> = (0..vertices.len() as u32).collect();
    for (k, a) in order.iter().enumerate() {
        let at = vertices[*a as usize];
        let close = order[k + 1..].iter().take_while(|b| vertices[**b as usize].x - at.x <= near);
        for b in close.filter(|b| vertices[**b as usize].distance(at) <= near) {
            let [one, other] = [*a, *b].map(|vertex| root(&joined, vertex));
            joined[one.max(other) as usize] = one.min(other);
        }
    }
    let count = order.iter().filter(|vertex| joined[**vertex as usize] != **vertex).count();
    if count == 0 {
        return triangles.to_vec();
    }
    mendings.push(Mending::Welded { count });
    let welded: Vec<[u32; 3]> = triangles.iter().map(|triangle| triangle.map(|vertex| root(&joined, vertex))).collect();
    without_degenerate(&welded, mendings)
}

/// The vertex that a vertex was joined to, directly or through others; each is joined to a smaller one.
fn root(joined: &[u32], mut vertex: u32) -> u32 {
    while joined[vertex as usize] != vertex {
        vertex = joined[vertex as usize];
    }
    vertex
}

/// Which shells are not inside of another one.
fn outer(shells: &[Vec<[u32; 3]>], vertices: &[DVec3]) -> Vec<usize> {
    if shells.len() < 2 {
        return (0..shells.len()).collect();
    }
    let solids: Vec<(Aabb, Option<MeshShape>)> = shells
        .iter()
        .map(|shell| {
            let (vertices, triangles) = compact(vertices, shell);
            (Aabb::of(&vertices), MeshShape::new(vertices, triangles).ok())
        })
        .collect();
    let inside = |shell: usize, other: usize| {
        let (own, (around, Some(solid))) = (&solids[shell].0, &solids[other]) else { return false };
        let reaches = (around.centre() - own.centre()).abs() + own.size() / 2.0;
        let fits = reaches.cmple(around.size() / 2.0).all();
        fits && shells[shell].iter().flatten().all(|vertex| solid.nearest(vertices[*vertex as usize]).distance < 0.0)
    };
    let alone = |shell: &usize| (0..shells.len()).all(|other| other == *shell || !inside(*shell, other));
    (0..shells.len()).filter(alone).collect()
}

/// A part of a surface with its own vertices alone.
fn compact(vertices: &[DVec3], triangles: &[[u32; 3]]) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut number = vec![u32::MAX; vertices.len()];
    let mut own = Vec::new();
    let renumbered = triangles.iter().map(|triangle| {
        triangle.map(|vertex| {
            let slot = &mut number[vertex as usize];
            if *slot == u32::MAX {
                *slot = own.len() as u32;
                own.push(vertices[vertex as usize]);
            }
            *slot
        })
    });
    let triangles = renumbered.collect();
    (own, triangles)
}
