//! Words of a line, each with its place.

use std::fmt;

use tess_diagnostic::Span;

/// A word as written and where. Two words are equal when their letters are, in either case,
/// wherever they stand.
#[derive(Clone, Debug)]
pub struct Word {
    /// As written.
    pub text: String,
    /// Where in its line, in bytes.
    pub span: Span,
}

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.text.eq_ignore_ascii_case(&other.text)
    }
}

impl Eq for Word {}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Word {
    /// A word that stands nowhere, for sheets that a program writes.
    #[must_use]
    pub fn bare(text: impl Into<String>) -> Word {
        Word { text: text.into(), span: Span::default() }
    }

    /// Is it this keyword, in either case?
    #[must_use]
    pub fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }

    /// Is it one of these keywords, in either case?
    #[must_use]
    pub fn is_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|k| self.is(k))
    }

    /// Looks like the number of a hex: four digits.
    #[must_use]
    pub fn is_hex(&self) -> bool {
        is_hex(&self.text)
    }

    /// A small number, 0 to 99; `x3` and `3x` are 3.
    #[must_use]
    pub fn count(&self) -> Option<u8> {
        let digits = self.text.trim_start_matches(['x', 'X']).trim_end_matches(['x', 'X']);
        (digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit()))
            .then(|| digits.parse().ok())
            .flatten()
    }
}

fn is_hex(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit())
}

/// The words of a line. A comment runs from a word that begins with `#` or `--` to the end of the line
/// (`#` inside a word, as in the id of a question, begins none).
///
/// `, ; { }` and `:` at the end of a word stand for themselves, so do the comparisons `= != < <= > >=`;
/// hexes may be joined: `2213-2214`, `2213>2214`, `2213->2214`.
#[must_use]
pub fn words(line: &str) -> Vec<Word> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(skip) = line[rest..].find(|c: char| !c.is_whitespace()) {
        let start = rest + skip;
        let length = line[start..].find(char::is_whitespace).unwrap_or(line.len() - start);
        let run = &line[start..start + length];
        let before = found.len();
        cut(run, start, &mut found);
        let comment = |w: &Word| w.text.starts_with('#') || w.text.starts_with("--");
        if let Some(at) = found[before..].iter().position(comment) {
            found.truncate(before + at);
            break;
        }
        rest = start + length;
    }
    found
}

/// Cuts a run of letters without spaces into words.
fn cut(run: &str, at: usize, found: &mut Vec<Word>) {
    let mut push = |from: usize, to: usize| {
        let mut push = |from: usize, to: usize| {
            if from < to {
                found.push(Word { text: run[from..to].to_owned(), span: Span::new(at + from, at + to) });
            }
        };
        let bare = from + run[from..to].trim_end_matches(':').len();
        push(from, bare);
        (bare..to).for_each(|colon| push(colon, colon + 1));
    };
    let joined = run.trim_end_matches([',', ';']);
    let is_path = joined.len() > 4
        && joined.split(['-', '>']).all(|part| part.is_empty() || is_hex(part))
        && joined.starts_with(|c: char| c.is_ascii_digit());
    let mut word = 0;
    let mut chars = run.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        let next = chars.peek().map(|&(_, c)| c);
        match c {
            ',' | ';' | '{' | '}' => {
                push(word, i);
                push(i, i + 1);
                word = i + 1;
            }
            '-' | '>' if is_path => {
                push(word, i);
                word = i + 1;
            }
            '<' | '>' | '=' | '!' => {
                push(word, i);
                let mut end = i + 1;
                if next == Some('=') {
                    chars.next();
                    end += 1;
                }
                push(i, end);
                word = end;
            }
            _ => {}
        }
    }
    push(word, run.len());
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(line: &str) -> Vec<String> {
        words(line).into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn words_know_their_places() {
        let found = words("  move H31\t2213 # north");
        assert_eq!(texts("  move H31\t2213 # north"), ["move", "H31", "2213"]);
        assert_eq!(found[2].span, Span::new(11, 15));
    }

    #[test]
    fn marks_stand_for_themselves() {
        assert_eq!(texts("line hastati: fwd"), ["line", "hastati", ":", "fwd"]);
        assert_eq!(texts("L1,L2;x{}"), ["L1", ",", "L2", ";", "x", "{", "}"]);
        assert_eq!(texts("hits H31>=4"), ["hits", "H31", ">=", "4"]);
    }

    #[test]
    fn hexes_may_be_joined() {
        for path in ["2213-2214-2215", "2213>2214>2215", "2213->2214->2215"] {
            assert_eq!(texts(path), ["2213", "2214", "2215"], "{path}");
        }
        assert_eq!(texts("2213-2214, 2"), ["2213", "2214", ",", "2"]);
    }

    #[test]
    fn the_id_of_a_question_stays_whole_and_is_no_comment() {
        assert_eq!(texts("answer withdraw:v31#2 no -- why"), ["answer", "withdraw:v31#2", "no"]);
    }

    proptest! {
        #[test]
        fn every_word_is_where_it_says(line in "(?s).{0,80}") {
            for word in words(&line) {
                prop_assert_eq!(line.get(word.span.start..word.span.end), Some(word.text.as_str()));
            }
        }
    }
}
