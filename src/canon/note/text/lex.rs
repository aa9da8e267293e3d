//! The signs and words of the text.

use super::{Fault, Unreadable};

/// A sign or word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sign {
    /// One of `( ) [ ] =`.
    Mark(char),
    /// A word as it stands.
    Bare(String),
    /// A word in quotation marks.
    Quoted(String),
}

/// With its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub sign: Sign,
    pub line: usize,
    pub column: usize,
    /// A blank stands before it, or it begins its line.
    pub apart: bool,
}

/// The statements of a text: each begins at the first column of a line.
pub(super) fn statements(text: &str) -> Result<Vec<Vec<Token>>, Unreadable> {
    let mut all: Vec<Vec<Token>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let tokens = tokens(line, number)?;
        let goes_on = line.starts_with([' ', '\t']);
        match all.last_mut() {
            Some(last) if goes_on => last.extend(tokens),
            _ if tokens.is_empty() => {}
            _ => all.push(tokens),
        }
    }
    Ok(all)
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '(' | ')' | '[' | ']' | '=')
}

fn tokens(text: &str, line: usize) -> Result<Vec<Token>, Unreadable> {
    let mut out = Vec::new();
    let mut rest = text.chars().zip(1..).peekable();
    let mut apart = true;
    while let Some((letter, column)) = rest.next() {
        let sign = match letter {
            _ if letter.is_whitespace() => {
                apart = true;
                continue;
            }
            '#' if apart => break,
            '"' => Sign::Quoted(quoted(&mut rest).ok_or(Unreadable { line, column, what: Fault::Quote })?),
            _ if is_mark(letter) => Sign::Mark(letter),
            _ => {
                let mut word = String::from(letter);
                let goes_on = |letter: char| !letter.is_whitespace() && !is_mark(letter) && letter != '"';
                while let Some((letter, _)) = rest.next_if(|(letter, _)| goes_on(*letter)) {
                    word.push(letter);
                }
                Sign::Bare(word)
            }
        };
        out.push(Token { sign, line, column, apart });
        apart = false;
    }
    Ok(out)
}

/// What stands up to the next quotation mark; `\"` and `\\` stand for themselves.
fn quoted(rest: &mut impl Iterator<Item = (char, usize)>) -> Option<String> {
    let mut word = String::new();
    loop {
        match rest.next()?.0 {
            '"' => return Some(word),
            '\\' => word.push(rest.next()?.0),
            letter => word.push(letter),
        }
    }
}
