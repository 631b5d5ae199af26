//! Springs side by side: a sweep does eight at a time that have no particle in common, so that the roots and divisions of one do not wait for
//! those of another.
//!
//! Each waits for the ones before it in the list that share a particle with it, and for no other: the sweep does exactly what it would one by
//! one.

use super::swatch::NONE;

/// Springs side by side.
pub(super) const LANES: usize = 8;

/// Batches between two that share a particle: the processor begins with the next while it waits for the roots of one.
const BETWEEN: u32 = 2;

/// Numbers of springs side by side; `NONE` where a lane is empty.
pub(super) type Batch = [u32; LANES];

/// Puts springs into batches, given the particles of each: into the first batch with a free lane after those of the springs before it that
/// touch a particle of its own.
pub(super) fn arrange(springs: impl Iterator<Item = (u32, [u32; 2])>, particles: usize) -> Vec<Batch> {
    let mut batches: Vec<(Batch, usize)> = Vec::new();
    // The first batch that is later than all which touch a particle, and from each batch on the next that may have room.
    let mut after = vec![0_u32; particles];
    let mut room: Vec<u32> = Vec::new();
    for (number, touched) in springs {
        let mut at = touched.iter().map(|p| after[*p as usize]).max().unwrap_or(0) as usize;
        while at < batches.len() && batches[at].1 == LANES {
            let next = room[at] as usize;
            // Halving the ways over full ones makes the next ways short.
            if next < batches.len() && batches[next].1 == LANES {
                room[at] = room[next];
            }
            at = next;
        }
        while at >= batches.len() {
            batches.push(([NONE; LANES], 0));
            room.push(batches.len() as u32);
        }
        let (batch, used) = &mut batches[at];
        batch[*used] = number;
        *used += 1;
        touched.iter().for_each(|p| after[*p as usize] = at as u32 + BETWEEN);
    }
    batches.into_iter().map(|(batch, _)| batch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Whatever springs share, each comes after those before it that touch its particles, and none is lost.
    #[test]
    fn batches_keep_the_order_of_what_depends_on_each_other() {
        let mut random = Random::new(9);
        for particles in [4, 20, 300] {
            let mut pick = || (random.bits() % particles as u64) as u32;
            let all: Vec<[u32; 2]> = (0..500).map(|_| [pick(), pick()]).collect();
            let batches = arrange(all.iter().enumerate().map(|(k, touched)| (k as u32, *touched)), particles);
            let mut place = vec![None; all.len()];
            for (at, batch) in batches.iter().enumerate() {
                for number in batch.iter().filter(|number| **number != NONE) {
                    assert_eq!(place[*number as usize].replace(at), None);
                }
            }
            let place: Vec<usize> = place.into_iter().map(|at| at.expect("none is lost")).collect();
            for b in 0..all.len() {
                for a in 0..b {
                    if all[a].iter().any(|p| all[b].contains(p)) {
                        assert!(place[a] < place[b], "{a} before {b}");
                    }
                }
            }
        }
        // Those that share nothing fill every lane.
        let apart = arrange((0..96).map(|k| (k, [2 * k, 2 * k + 1])), 192);
        assert!(apart.len() == 12 && apart.iter().flatten().all(|number| *number != NONE));
    }
}
