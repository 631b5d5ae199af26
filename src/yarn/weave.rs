//! Which yarn is on top at each crossing.
//!
//! ```text
//!   plain      twill 2/2     satin 5
//!   ■ □        ■ ■ □ □       ■ □ □ □ □       ■: the warp is over the weft, +1
//!   □ ■        □ ■ ■ □       □ □ ■ □ □       □: the weft is over the warp, −1
//!              □ □ ■ ■       □ □ □ □ ■
//!              ■ □ □ ■       □ ■ □ □ □
//!                            □ □ □ ■ □
//! ```

use crate::issue::{Issue, Issues, none_or};

/// One repeat of a weave: a row per weft, an entry per warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weave {
    warps: usize,
    signs: Vec<i8>,
}

/// Weaves by name; any other one is given as a matrix.
pub const NAMED: &[(&str, &[&[f64]])] = &[
    ("plain", &[&[1.0, -1.0], &[-1.0, 1.0]]),
    ("twill", &[&[1.0, 1.0, -1.0, -1.0], &[-1.0, 1.0, 1.0, -1.0], &[-1.0, -1.0, 1.0, 1.0], &[1.0, -1.0, -1.0, 1.0]]),
    (
        "satin",
        &[
            &[1.0, -1.0, -1.0, -1.0, -1.0],
            &[-1.0, -1.0, 1.0, -1.0, -1.0],
            &[-1.0, -1.0, -1.0, -1.0, 1.0],
            &[-1.0, 1.0, -1.0, -1.0, -1.0],
            &[-1.0, -1.0, -1.0, 1.0, -1.0],
        ],
    ),
];

impl Weave {
    /// The weave of this name.
    pub fn named(name: &str) -> Option<Self> {
        let (_, rows) = NAMED.iter().find(|(known, _)| *known == name)?;
        Weave::new(rows.iter().copied()).ok()
    }

    /// The weave of a matrix, or everything that is wrong with it: no entries, rows of different length, entries that are
    /// neither 1 nor −1, yarns that pass on one side of all others and so are not woven in.
    pub fn new<'a>(rows: impl IntoIterator<Item = &'a [f64]>) -> Result<Self, Issues> {
        let rows: Vec<&[f64]> = rows.into_iter().collect();
        let warps = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        if warps == 0 {
            let issue = Issue::new("weave.empty", "weave", "the matrix has no entries");
            return Err(vec![issue.cure("Give a row for each weft of the repeat, such as 1, −1 and −1, 1.")]);
        }
        let mut issues = Issues::new();
        for (j, row) in rows.iter().enumerate() {
            if row.len() != warps {
                let issue = Issue::new("weave.ragged", format!("weave row {}", j + 1), "rows differ in length");
                issues.push(issue.value(row.len()).cure(format!("Give {warps} entries, one for each warp.")));
            }
            for (i, entry) in row.iter().enumerate().filter(|(_, entry)| **entry != 1.0 && **entry != -1.0) {
                let place = format!("weave row {}, warp {}", j + 1, i + 1);
                let issue = Issue::new("weave.entry", place, "an entry is neither 1 nor −1").value(entry);
                issues.push(issue.cure("Write 1 where the warp is over the weft and −1 where it is under it."));
            }
        }
        let mut floats = |place: String, mut entries: Box<dyn Iterator<Item = f64> + '_>| {
            let first = entries.next();
            if entries.all(|entry| Some(entry) == first) {
                let issue =
                    Issue::new("weave.floats", place, "this yarn never interlaces: it would fall off the cloth");
                issues.push(issue.value(first.unwrap_or_default()).cure("Let it change sides at least once."));
            }
        };
        for (j, row) in rows.iter().enumerate() {
            floats(format!("weave row {}", j + 1), Box::new(row.iter().copied()));
        }
        for i in 0..warps {
            floats(format!("weave warp {}", i + 1), Box::new(rows.iter().filter_map(move |row| row.get(i).copied())));
        }
        none_or(issues)?;
        let signs = rows.iter().flat_map(|row| row.iter().map(|entry| *entry as i8)).collect();
        Ok(Weave { warps, signs })
    }

    /// 1 where warp i is over weft j, −1 where it is under it.
    pub fn sign(&self, i: usize, j: usize) -> i8 {
        let wefts = self.signs.len() / self.warps;
        self.signs[(j % wefts) * self.warps + i % self.warps]
    }

    /// The same on a lattice without a beginning.
    pub fn sign_at(&self, i: i32, j: i32) -> i8 {
        let wefts = self.signs.len() / self.warps;
        self.sign(i.rem_euclid(self.warps as i32) as usize, j.rem_euclid(wefts as i32) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_weaves_are_in_order_and_repeat() {
        for (name, rows) in NAMED {
            let weave = Weave::named(name).unwrap_or_else(|| panic!("{name}"));
            for (j, row) in rows.iter().enumerate() {
                for (i, entry) in row.iter().enumerate() {
                    assert_eq!(f64::from(weave.sign(i + 3 * row.len(), j + 2 * rows.len())), *entry, "{name}");
                }
            }
        }
        assert_eq!(Weave::named("felt"), None);
    }

    #[test]
    fn everything_wrong_with_a_matrix_is_told_at_once() {
        let codes = |rows: &[&[f64]]| {
            let issues = Weave::new(rows.iter().copied()).unwrap_err();
            issues.iter().map(|issue| format!("{} {}", issue.code, issue.place)).collect::<Vec<_>>()
        };
        assert_eq!(codes(&[]), ["weave.empty weave"]);
        assert_eq!(codes(&[&[], &[]]), ["weave.empty weave"]);
        assert_eq!(codes(&[&[1.0, 1.0], &[-1.0, 1.0]]), ["weave.floats weave row 1", "weave.floats weave warp 2"]);
        assert_eq!(
            codes(&[&[1.0, -1.0, 0.5], &[-1.0, 1.0], &[-1.0, 1.0, f64::NAN]]),
            ["weave.entry weave row 1, warp 3", "weave.ragged weave row 2", "weave.entry weave row 3, warp 3"]
        );
    }
}
