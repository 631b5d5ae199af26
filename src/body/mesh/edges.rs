//! Who meets whom along the edges of a surface that may not be closed yet: holes, branches, shells and which way round they run.

use super::mend::Unfit;
use glam::DVec3;
use std::collections::BTreeMap;

/// The triangles at each edge, by its vertices, the smaller first: which, and whether it runs from the larger to the smaller.
pub(super) struct Faces(BTreeMap<[u32; 2], Vec<(u32, bool)>>);

impl Faces {
    pub(super) fn of(triangles: &[[u32; 3]]) -> Self {
        let mut edges: BTreeMap<[u32; 2], Vec<(u32, bool)>> = BTreeMap::new();
        for (index, triangle) in triangles.iter().enumerate() {
            for side in 0..3 {
                let [from, to] = [triangle[side], triangle[(side + 1) % 3]];
                edges.entry([from.min(to), from.max(to)]).or_default().push((index as u32, from > to));
            }
        }
        Faces(edges)
    }

    /// Whether two triangles meet in every edge, whichever way they run.
    pub(super) fn is_closed(&self) -> bool {
        self.0.values().all(|faces| faces.len() == 2)
    }
}

/// Every hole, and the edges in which more than two triangles meet.
pub(super) fn holes(faces: &Faces, vertices: &[DVec3]) -> Vec<Unfit> {
    let at = |vertex: u32| vertices[vertex as usize];
    let middle = |[a, b]: [u32; 2]| (at(a) + at(b)) / 2.0;
    let branched: Vec<[u32; 2]> = faces.0.iter().filter(|(_, faces)| faces.len() > 2).map(|(edge, _)| *edge).collect();
    let mut found: Vec<Unfit> = branched
        .first()
        .map(|first| Unfit::Branched { edges: branched.len(), near: middle(*first) })
        .into_iter()
        .collect();
    let mut ends: BTreeMap<u32, Vec<[u32; 2]>> = BTreeMap::new();
    for edge in faces.0.iter().filter(|(_, faces)| faces.len() == 1).map(|(edge, _)| *edge) {
        edge.iter().for_each(|vertex| ends.entry(*vertex).or_default().push(edge));
    }
    // The rim of a hole is what hangs together of the open edges.
    while let Some((vertex, _)) = ends.first_key_value() {
        let (mut rim, mut next) = (std::collections::BTreeSet::new(), vec![*vertex]);
        while let Some(vertex) = next.pop() {
            for edge in ends.remove(&vertex).unwrap_or_default() {
                rim.insert(edge);
                next.extend(edge.iter().filter(|end| **end != vertex));
            }
        }
        let around = rim.iter().map(|[a, b]| at(*a).distance(at(*b))).sum();
        let near = rim.iter().map(|edge| middle(*edge)).sum::<DVec3>() / rim.len() as f64;
        found.push(Unfit::Hole { edges: rim.len(), around, near });
    }
    found
}

/// A connected part of a surface, all of it one way round and its inside in.
pub(super) struct Shell {
    pub(super) triangles: Vec<[u32; 3]>,
    /// How many triangles ran the other way round than the others.
    pub(super) turned: usize,
    /// Whether those others were inside out.
    pub(super) inverted: bool,
}

/// The shells of a closed surface; refused where one has only one side.
pub(super) fn oriented(faces: &Faces, triangles: &[[u32; 3]], vertices: &[DVec3]) -> Result<Vec<Shell>, Vec<Unfit>> {
    let mut turned: Vec<Option<bool>> = vec![None; triangles.len()];
    let (mut shells, mut unfit) = (Vec::new(), Vec::new());
    for first in 0..triangles.len() {
        if turned[first].is_some() {
            continue;
        }
        turned[first] = Some(false);
        let (mut members, mut next, mut two_sided) = (vec![first], 0, true);
        while let Some(&triangle) = members.get(next) {
            next += 1;
            let own = turned[triangle] == Some(true);
            let corners = triangles[triangle];
            for side in 0..3 {
                let [from, to] = [corners[side], corners[(side + 1) % 3]];
                let both = &faces.0[&[from.min(to), from.max(to)]];
                let same_way = both[0].1 == both[1].1;
                for (other, _) in both.iter().filter(|(other, _)| *other as usize != triangle) {
                    // Neighbours run along their edge in opposite directions; one that does not is turned if this one is not.
                    let wanted = own != same_way;
                    match turned[*other as usize] {
                        None => {
                            turned[*other as usize] = Some(wanted);
                            members.push(*other as usize);
                        }
                        Some(known) => two_sided &= known == wanted,
                    }
                }
            }
        }
        if two_sided {
            shells.push(outwards(&members, &turned, triangles, vertices));
        } else {
            unfit.push(Unfit::OneSided { near: vertices[triangles[first][0] as usize] });
        }
    }
    if unfit.is_empty() { Ok(shells) } else { Err(unfit) }
}

/// The triangles of a shell with those turned that must be, and all of them where its volume is then negative.
fn outwards(members: &[usize], turned: &[Option<bool>], triangles: &[[u32; 3]], vertices: &[DVec3]) -> Shell {
    let flipped = |[a, b, c]: [u32; 3]| [a, c, b];
    let count = members.iter().filter(|triangle| turned[**triangle] == Some(true)).count();
    let mut own: Vec<[u32; 3]> =
        members.iter().map(|k| if turned[*k] == Some(true) { flipped(triangles[*k]) } else { triangles[*k] }).collect();
    let origin = vertices[own[0][0] as usize];
    let volume: f64 = own
        .iter()
        .map(|triangle| {
            let [a, b, c] = triangle.map(|vertex| vertices[vertex as usize] - origin);
            a.dot(b.cross(c))
        })
        .sum();
    let inward = volume < 0.0;
    if inward {
        own.iter_mut().for_each(|triangle| *triangle = flipped(*triangle));
    }
    // Of two ways round the one that most triangles have is the shell's; the others were turned.
    let majority = 2 * count <= members.len();
    let turned = if majority { count } else { members.len() - count };
    Shell { triangles: own, turned, inverted: inward == majority }
}
