//! What somebody may have meant who misspelt a word.

/// How many slips (a letter wrong, missing, too many, or two letters swapped) lie between two
/// words; case does not count. Damerau's distance with adjacent swaps.
#[must_use]
pub fn slips(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().map(|c| c.to_ascii_lowercase()).collect();
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let wrong = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (last[j - 1] + wrong).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

/// The nearest of the words that could be meant, the first of equals; `None` when nothing is near enough:
/// one slip in short words, two in words of six letters and more.
pub fn nearest<'a>(word: &str, among: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > 40 {
        return None;
    }
    let most = match length {
        0 | 1 => 0,
        2..=5 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in among {
        if candidate.chars().count().abs_diff(length) > most {
            continue;
        }
        let distance = slips(word, candidate);
        if distance <= most && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted() {
        assert_eq!(slips("move", "MOVE"), 0);
        assert_eq!(slips("moev", "move"), 1);
        assert_eq!(slips("activte", "activate"), 1);
        assert_eq!(slips("H35", "H34"), 1);
        assert_eq!(slips("", "abc"), 3);
    }

    #[test]
    fn only_near_words_are_proposed() {
        let keys = ["move", "fire", "finish", "recover"];
        assert_eq!(nearest("mvoe", keys), Some("move"));
        assert_eq!(nearest("finnish", keys), Some("finish"));
        assert_eq!(nearest("hello", keys), None);
        assert_eq!(nearest("", keys), None);
    }
}
