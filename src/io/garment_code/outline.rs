//! Edges put end to end, in whatever order the file lists them.

use std::collections::BTreeMap;

/// An edge on the way round: its index in the file and whether it is walked from its end to its start.
pub(super) type Step = (usize, bool);

/// Why edges do not make one closed outline.
#[derive(Debug, PartialEq)]
pub(super) enum Break {
    /// At this vertex only this edge ends.
    Open { edge: usize, vertex: usize },
    /// At this vertex more than two edges meet; these.
    Branch { vertex: usize, edges: Vec<usize> },
    /// This edge is on another loop than the first.
    Apart { edge: usize },
}

/// The way round that begins with the first edge, in its own direction. Edges are given by their vertices; none begins
/// where it ends.
pub(super) fn chain(ends: &[[usize; 2]]) -> Result<Vec<Step>, Vec<Break>> {
    let mut at: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (edge, vertices) in ends.iter().enumerate() {
        for vertex in vertices {
            at.entry(*vertex).or_default().push(edge);
        }
    }
    let breaks: Vec<Break> = at
        .iter()
        .filter_map(|(&vertex, edges)| match edges.as_slice() {
            [edge] => Some(Break::Open { edge: *edge, vertex }),
            [_, _] => None,
            _ => Some(Break::Branch { vertex, edges: edges.clone() }),
        })
        .collect();
    if !breaks.is_empty() {
        return Err(breaks);
    }
    let mut steps: Vec<Step> = Vec::with_capacity(ends.len());
    let mut seen = vec![false; ends.len()];
    let mut next = (!ends.is_empty()).then_some((0, false));
    while let Some((edge, back)) = next {
        steps.push((edge, back));
        seen[edge] = true;
        let vertex = ends[edge][usize::from(!back)];
        let other = at[&vertex].iter().copied().find(|other| !seen[*other]);
        next = other.map(|other| (other, ends[other][0] != vertex));
    }
    match seen.iter().position(|seen| !seen) {
        Some(edge) => Err(vec![Break::Apart { edge }]),
        None => Ok(steps),
    }
}

/// The same way round, walked backwards.
pub(super) fn backwards(steps: &[Step]) -> Vec<Step> {
    steps.iter().rev().map(|(edge, back)| (*edge, !back)).collect()
}
