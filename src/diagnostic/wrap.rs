//! Lines for mail: plain ASCII, at most 78 columns.

use super::foreign::is_wild;

/// Columns of everything a person reads.
pub const WIDTH: usize = 78;

/// The text with a `?` for every character that is not printable ASCII, and a space for tabs and
/// line breaks, so that each character takes one column.
#[must_use]
pub fn plain_ascii(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            ' '..='~' => c,
            c if c.is_whitespace() => ' ',
            _ => '?',
        })
        .collect()
}

/// Breaks a text at its spaces into lines of at most `width` columns; the first begins with `first`,
/// the others with `rest`. A word that is too long for a line is cut, and what is not safe to be shown
/// becomes a `?`. The result has no line break at its end.
#[must_use]
pub fn wrap(text: &str, width: usize, first: &str, rest: &str) -> String {
    let mut out = String::from(first);
    let mut column = first.chars().count();
    let mut fresh = true;
    for word in text.split_whitespace() {
        let mut letters: Vec<char> = word.chars().map(|c| if is_wild(c) { '?' } else { c }).collect();
        loop {
            let gap = usize::from(!fresh);
            if column + gap + letters.len() <= width {
                if !fresh {
                    out.push(' ');
                }
                column += gap + letters.len();
                out.extend(letters);
                fresh = false;
                break;
            }
            if fresh {
                // Even an empty line is too short for it; at least one letter goes down, so this ends.
                let room = width.saturating_sub(column).clamp(1, letters.len());
                out.extend(letters.drain(..room));
            }
            out.push('\n');
            out.push_str(rest);
            column = rest.chars().count();
            fresh = true;
            if letters.is_empty() {
                break;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_never_wider_than_asked() {
        let text = "short words and one that is averyveryverylongwordindeed at the end";
        for width in 12..60 {
            let wrapped = wrap(text, width, "error: ", "  ");
            assert!(wrapped.lines().all(|l| l.chars().count() <= width), "{width}: {wrapped}");
            let together: String = wrapped.split_whitespace().collect();
            assert_eq!(together, format!("error:{}", text.replace(' ', "")));
        }
    }

    #[test]
    fn a_width_narrower_than_the_indent_still_ends() {
        assert!(wrap("abc def", 1, "long first ", "  ").contains('f'));
    }

    #[test]
    fn each_character_becomes_one_column() {
        assert_eq!(plain_ascii("a\tb\u{e9}\u{1F418}\r"), "a b?? ");
    }
}
