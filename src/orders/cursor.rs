//! Goes through the words of one statement and collects complaints.

use super::nearest;
use super::word::Word;
use tess_diagnostic::{Diagnostic, Span};

/// Something read; `None` after a complaint.
pub type Read<T> = Option<T>;

/// The words of one statement.
pub struct Cursor<'a> {
    words: &'a [Word],
    at: usize,
    line: u32,
    end: Span,
    complaints: &'a mut Vec<Diagnostic>,
}

impl<'a> Cursor<'a> {
    /// The words of a line with this number; complaints go to the list.
    pub fn new(words: &'a [Word], line: u32, complaints: &'a mut Vec<Diagnostic>) -> Cursor<'a> {
        let end = words.last().map_or(0, |w| w.span.end);
        Cursor { words, at: 0, line, end: Span::new(end, end + 1), complaints }
    }

    pub fn peek(&self) -> Option<&'a Word> {
        self.words.get(self.at)
    }

    pub fn peek_after(&self) -> Option<&'a Word> {
        self.words.get(self.at + 1)
    }

    /// The next word, and goes past it.
    pub fn advance(&mut self) -> Option<&'a Word> {
        let word = self.words.get(self.at)?;
        self.at += 1;
        Some(word)
    }

    pub fn is_done(&self) -> bool {
        self.at >= self.words.len()
    }

    /// Takes the next word when it is one of these.
    pub fn take(&mut self, keywords: &[&str]) -> Option<&'a Word> {
        self.peek().filter(|w| w.is_any(keywords)).inspect(|_| self.at += 1)
    }

    /// Takes the words that are left, as written, with single spaces.
    pub fn rest(&mut self) -> Option<Word> {
        let left = &self.words[self.at..];
        self.at = self.words.len();
        let (first, last) = (left.first()?, left.last()?);
        let text = left.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ");
        Some(Word { text, span: first.span.to(last.span) })
    }

    /// Complains about a word, or about the end of the line.
    pub fn complain<T>(&mut self, word: Option<&Word>, message: String, help: &str) -> Read<T> {
        let span = word.map_or(self.end, |w| w.span);
        self.complaints.push(Diagnostic::error(message).at(self.line, span).help(help));
        None
    }

    /// A warning about a word; reading goes on.
    pub fn warn(&mut self, word: &Word, message: String, help: &str) {
        self.complaints.push(Diagnostic::warning(message).at(self.line, word.span).help(help));
    }

    /// The next word, whatever it is: the `what` of an order that looks like `form`.
    pub fn word(&mut self, what: &str, form: &str) -> Read<Word> {
        match self.peek() {
            Some(w) if !w.is_any(&[",", ":", "{", "}", "=", "<", ">", "<=", ">=", "!", "!="]) => {
                self.at += 1;
                Some(w.clone())
            }
            Some(w) => self.complain(Some(w), format!("{what} is missing before `{w}`"), form),
            None => self.complain(None, format!("{what} is missing"), form),
        }
    }

    /// A hex number.
    pub fn hex(&mut self, form: &str) -> Read<Word> {
        match self.peek() {
            Some(w) if w.is_hex() => {
                self.at += 1;
                Some(w.clone())
            }
            Some(w) => self.complain(
                Some(w),
                format!("`{w}` is no hex"),
                "write four digits, column then row, such as 2213",
            ),
            None => self.complain(None, "the hex is missing".into(), form),
        }
    }

    /// One of these keywords must come.
    pub fn expect(&mut self, keywords: &[&str], form: &str) -> Read<()> {
        if self.take(keywords).is_some() {
            return Some(());
        }
        match self.peek() {
            Some(w) => {
                let message = match nearest(&w.text, keywords.iter().copied()) {
                    Some(near) => format!("`{w}` is not understood; did you mean `{near}`?"),
                    None => format!("`{w}` is not understood; `{}` should stand here", keywords[0]),
                };
                self.complain(Some(w), message, form)
            }
            None => self.complain(None, format!("`{}` is missing", keywords[0]), form),
        }
    }

    /// One or more words, with or without commas and `and` between them, up to one of these keywords or the
    /// end.
    pub fn list(&mut self, until: &[&str], what: &str, form: &str) -> Read<Vec<Word>> {
        let mut found = vec![self.word(what, form)?];
        while let Some(w) = self.peek() {
            if w.is_any(until) {
                break;
            }
            if self.take(&[",", "and", "&"]).is_some() {
                continue;
            }
            found.push(self.word(what, form)?);
        }
        Some(found)
    }

    /// One or more words; a second one only after a comma or `and`.
    pub fn commas(&mut self, what: &str, form: &str) -> Read<Vec<Word>> {
        let mut found = vec![self.word(what, form)?];
        while self.take(&[",", "and", "&"]).is_some() {
            found.push(self.word(what, form)?);
        }
        Some(found)
    }

    /// Nothing more may come.
    pub fn end(&mut self, form: &str) -> Read<()> {
        match self.peek() {
            None => Some(()),
            Some(w) => self.complain(Some(w), format!("`{w}` is too much here"), form),
        }
    }
}
