//! "Did you mean …": the known word nearest to one that is not known.

/// A sentence that offers the known word nearest to `word`, or nothing when none is near.
pub(super) fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, known).map(|guess| format!("Did you mean \"{guess}\"?"))
}

/// The known word at the smallest edit distance, if a slip of the fingers explains the difference: at most a
/// third of the letters.
fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = word.chars().count();
    known
        .into_iter()
        // Lengths first: a word of megabytes must not be compared letter by letter.
        .filter(|candidate| letters.abs_diff(candidate.chars().count()) <= tolerance(candidate))
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
    }
}
