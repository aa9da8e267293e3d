//! Words in a mail or a sheet that are no orders: a block that begins with `say:`.
//!
//! `say:` or `say to opponent:` stands at the beginning of a line; what is said goes on to the next empty
//! line, or the end.

/// A block of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// For the other side alone?
    pub to_opponent: bool,
    /// The words, without blanks around them; perhaps none.
    pub text: String,
}

/// A text without its blocks, and the blocks.
#[must_use]
pub fn taken_out(text: &str) -> (String, Vec<Said>) {
    let (mut rest, mut blocks, mut open): (String, Vec<Said>, bool) = (String::new(), Vec::new(), false);
    for line in text.split_inclusive('\n') {
        if let Some((to_opponent, words)) = begins(line) {
            blocks.push(Said { to_opponent, text: words.to_owned() });
            open = true;
            // the lines of the rest keep their numbers
            rest.push('\n');
        } else if open && !line.trim().is_empty() {
            if let Some(block) = blocks.last_mut() {
                block.text.push('\n');
                block.text.push_str(line.trim_end());
            }
            rest.push('\n');
        } else {
            open = false;
            rest.push_str(line);
        }
    }
    if blocks.is_empty() {
        return (text.to_owned(), blocks);
    }
    for block in &mut blocks {
        block.text = block.text.trim().to_owned();
    }
    (rest, blocks)
}

/// `say:`, `Say to opponent: ...`; for whom, and what follows in the line.
fn begins(line: &str) -> Option<(bool, &str)> {
    let (head, words) = line.split_once(':')?;
    let head: Vec<String> = head.split_whitespace().map(str::to_lowercase).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let to_opponent = match head.as_slice() {
        ["say"] | ["say", "to", "all"] => false,
        ["say", "to", "opponent"] => true,
        _ => return None,
    };
    Some((to_opponent, words.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_ends_with_an_empty_line_and_lines_keep_their_numbers() {
        let text =
            "activate REG\nSay: Well met!\nOn to Rome.\n\npass\nsay to opponent:\n  A word in your ear.\n";
        let (rest, said) = taken_out(text);
        assert_eq!(rest, "activate REG\n\n\n\npass\n\n\n");
        let block = |to_opponent, text: &str| Said { to_opponent, text: text.to_owned() };
        let blocks = [block(false, "Well met!\nOn to Rome."), block(true, "A word in your ear.")];
        assert_eq!(said, blocks);
    }

    #[test]
    fn what_only_looks_like_a_block_is_none() {
        for text in ["move A 1 2\n", "# say: x\n", "say it: x\n", "essay: x\n", "say\n: x\n"] {
            assert_eq!(taken_out(text), (text.to_owned(), Vec::new()), "{text}");
        }
        assert_eq!(taken_out("say:").1, [Said { to_opponent: false, text: String::new() }]);
    }
}
