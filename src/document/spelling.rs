//! "Did you mean …": the known word nearest to one that is not known.

use super::place::quoted;

/// A sentence that offers the known word nearest to `word`, or nothing when none is near.
pub(super) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, known).map(|guess| format!("Did you mean {}?", quoted(guess)))
}

/// A sentence that leads from an unknown word to a known one: the nearest, and the first of them all; `none` where there
/// is none.
pub(crate) fn instead<'a, I: Iterator<Item = &'a str>>(word: &str, known: impl Fn() -> I, none: &str) -> String {
    const LISTED: usize = 10;
    let names: Vec<String> = known().take(LISTED).map(quoted).collect();
    if names.is_empty() {
        return none.to_owned();
    }
    let guess = did_you_mean(word, known()).map(|guess| format!("{guess} ")).unwrap_or_default();
    let more = match known().count() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{guess}Known: {}{more}.", names.join(", "))
}

/// Longest word that is offered, in bytes.
const LONGEST: usize = 200;
/// Most words that are compared: a guess must not take longer than reading the document.
const COMPARED: usize = 2000;

/// The known word at the smallest edit distance, if a slip of the fingers explains the difference: at most a
/// third of the letters.
fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    known
        .into_iter()
        .take(COMPARED)
        // Lengths first: words of megabytes must not be compared letter by letter.
        .filter(|candidate| {
            candidate.len() <= LONGEST && letters.abs_diff(candidate.chars().count()) <= tolerance(candidate)
        })
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= tolerance(candidate))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

fn tolerance(word: &str) -> usize {
    (word.chars().count() / 3).max(1)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other (Levenshtein
/// distance with adjacent transpositions).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // edits[i][j] turns the first i letters of a into the first j of b.
    let mut edits = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            edits[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = edits[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let least = replaced.min(edits[i - 1][j] + 1).min(edits[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped { least.min(edits[i - 2][j - 2] + 1) } else { least }
            };
        }
    }
    edits[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_textbook_words() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("fabric", "fabric"), 0);
        assert_eq!(distance("naem", "name"), 1);
    }

    #[test]
    fn the_nearest_word_is_offered_and_a_far_one_is_not() {
        let known = ["outline", "placement", "id"];
        assert_eq!(nearest("outlin", known), Some("outline"));
        assert_eq!(nearest("placment", known), Some("placement"));
        assert_eq!(nearest("ix", known), Some("id"));
        assert_eq!(nearest("colour", known), None);
        assert_eq!(nearest(&"o".repeat(1_000_000), known), None);
        let (long, longer) = ("o".repeat(1_000_000), "o".repeat(1_000_001));
        assert_eq!(nearest(&longer, [long.as_str()]), None);
    }

    #[test]
    fn what_to_write_instead_names_the_nearest_and_the_others() {
        let edges = ["hem", "side"];
        assert_eq!(
            instead("hen", || edges.into_iter(), "Draw one."),
            "Did you mean \"hem\"? Known: \"hem\", \"side\"."
        );
        assert_eq!(instead("zip", || edges.into_iter(), "Draw one."), "Known: \"hem\", \"side\".");
        assert_eq!(instead("zip", std::iter::empty, "Draw one."), "Draw one.");
        let many: Vec<String> = (0..25).map(|i| format!("edge {i}")).collect();
        let cure = instead("zip", || many.iter().map(String::as_str), "Draw one.");
        assert!(cure.ends_with("\"edge 9\" and 15 more."), "{cure}");
    }
}
