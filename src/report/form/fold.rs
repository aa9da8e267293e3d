//! Folding text to the width of a mail.

use super::WIDTH;

/// Folds one paragraph at [`WIDTH`]: the first line begins with `first`, the others with `hang`. Words
/// longer than a line are cut. Ends with a newline; anything but printable ASCII becomes `?`.
#[must_use]
pub fn fold(text: &str, first: &str, hang: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut line = plain(first);
    let mut bare = true;
    let hang = plain(hang);
    let room = WIDTH.saturating_sub(hang.len()).max(1);
    for word in plain(text).split_whitespace() {
        let mut word = word;
        loop {
            let gap = usize::from(!bare);
            if line.len() + gap + word.len() <= WIDTH {
                line.push_str(&" "[..gap]);
                line.push_str(word);
                bare = false;
                break;
            }
            if bare && word.len() > room {
                let (head, tail) = word.split_at(WIDTH.saturating_sub(line.len()).clamp(1, word.len() - 1));
                line.push_str(head);
                word = tail;
            }
            out.push_str(line.trim_end());
            out.push('\n');
            line.clone_from(&hang);
            bare = true;
        }
    }
    out.push_str(line.trim_end());
    out.push('\n');
    out
}

/// The text with everything but printable ASCII made `?` (tabs and line ends: a blank).
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            ' '..='~' => c,
            '\t' | '\n' | '\r' => ' ',
            _ => '?',
        })
        .collect()
}

/// The same of several lines, which stay lines.
#[must_use]
pub fn plain_lines(text: &str) -> String {
    text.split('\n').map(plain).collect::<Vec<_>>().join("\n")
}

/// One line, cut at [`WIDTH`], with a newline.
#[must_use]
pub fn line(text: &str) -> String {
    let mut text = plain(text);
    text.truncate(WIDTH);
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// A heading: capitals, underlined.
#[must_use]
pub fn heading(text: &str) -> String {
    let text = line(&text.to_uppercase());
    let rule = "-".repeat(text.trim_end().len());
    format!("{text}{rule}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_second_line_hangs() {
        let text = "word ".repeat(20);
        let folded = fold(&text, "  * ", "    ");
        let lines: Vec<&str> = folded.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("  * word") && lines[1].starts_with("    word"));
    }

    proptest! {
        #[test]
        fn nothing_is_wider_than_a_mail_and_nothing_is_lost(
            text in "[a-z]{0,200}( [a-zA-Z\u{e9}]{1,120}){0,9}",
            hang in " {0,20}"
        ) {
            let folded = fold(&text, &hang, &hang);
            prop_assert!(folded.lines().all(|l| l.len() <= WIDTH && l.is_ascii()));
            let strip = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(strip(&folded), strip(&plain(&text)));
        }
    }
}
