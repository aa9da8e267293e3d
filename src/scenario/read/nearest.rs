//! Which known word a mistyped one was meant to be.

/// The known word with the fewest letters changed, when they are few enough to be a slip.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + word.chars().count() / 4;
    known
        .into_iter()
        .map(|k| (letters_changed(&word.to_lowercase(), &k.to_lowercase()), k))
        .filter(|&(changed, _)| changed <= limit)
        .min()
        .map(|(_, k)| k)
}

/// ``did you mean `x`?`` or, when nothing is near, all the known words.
pub(crate) fn hint<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let all: Vec<&str> = known.into_iter().collect();
            if all.is_empty() { String::new() } else { format!("write one of: {}", all.join(", ")) }
        }
    }
}

/// Insertions, deletions and changes of a letter between two words.
fn letters_changed(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_word_and_nonsense_gets_the_list() {
        assert_eq!(nearest("hastait", ["hastati", "principes"]), Some("hastati"));
        assert_eq!(nearest("xyzzy", ["hastati", "principes"]), None);
        assert_eq!(hint("xyzzy", ["a", "b"]), "write one of: a, b");
        assert_eq!(letters_changed("woods", "wood"), 1);
    }
}
