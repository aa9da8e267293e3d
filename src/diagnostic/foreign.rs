//! What strangers wrote, made safe to be shown: the one place that says which characters do more on a screen
//! than stand there.
//!
//! A terminal obeys escape sequences (ESC, and the controls of the second set, U+0080 to U+009F), and every
//! reader's screen obeys the marks that turn writing round or take no room. A name that holds them could set
//! colours, write over the line above, or show another address than the one it is.

/// Does a character do more than stand there?
#[must_use]
pub fn is_wild(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            // of no width, ends of lines, and directions
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            // tags, with which a text hides in a text
            | '\u{e0000}'..='\u{e0fff}')
}

/// A text of several lines with a `?` for every character that does more than stand there. Ends of lines and
/// tabs stay, and a carriage return goes where it stands before an end of a line.
#[must_use]
pub fn tame(text: &str) -> String {
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        match c {
            '\r' if rest.peek() == Some(&'\n') => {}
            '\n' | '\t' => out.push(c),
            c if is_wild(c) => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

/// Makes what has to stay on its line, such as a name, safe to print: blanks for ends of lines and tabs.
#[must_use]
pub fn tame_line(text: &str) -> String {
    let one = |c: char| match c {
        '\n' | '\r' | '\t' => ' ',
        c if is_wild(c) => '?',
        c => c,
    };
    text.chars().map(one).collect()
}

/// JSON that says the same, and holds no such character but the ends of its lines: there they can only stand
/// in a text, where they can be written by their numbers.
#[must_use]
pub fn tame_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\n' | '\t') || !is_wild(c) {
            out.push(c);
        } else {
            let mut units = [0; 2];
            out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_obeyed_is_shown_as_a_question_mark() {
        let name = "a\u{1b}[2J\u{9b}1m\u{202e}b\u{7f}\r\nc\td\re";
        assert_eq!(tame(name), "a?[2J?1m?b?\nc\td?e");
        assert_eq!(tame_line(name), "a?[2J?1m?b?  c d e");
        assert_eq!(tame("Größe, Ἀλέξανδρος, 象 \u{1F418}"), "Größe, Ἀλέξανδρος, 象 \u{1F418}");
    }

    #[test]
    fn json_still_says_the_same() {
        let name = "x\u{202e}\u{9b}\u{e0041}\u{1F418}\n";
        let text = tame_json(&serde_json::to_string(name).unwrap());
        assert!(!text.chars().any(is_wild));
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), name);
    }

    proptest! {
        #[test]
        fn nothing_wild_is_left_of_any_text(text in "(?s).{0,80}") {
            prop_assert!(!tame_line(&text).chars().any(is_wild));
            let kept = |c: char| matches!(c, '\n' | '\t');
            prop_assert!(!tame(&text).chars().any(|c| is_wild(c) && !kept(c)));
            prop_assert_eq!(tame(&tame(&text)), tame(&text));
        }
    }
}
