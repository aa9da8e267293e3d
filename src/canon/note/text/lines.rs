//! Text to notes.

use std::iter::Peekable;
use std::slice::Iter;

use super::super::document::Document;
use super::super::tree::{IS, Note};
use super::lex::{Sign, Token, statements};
use super::{Fault, Unreadable};

/// No position has brackets inside each other as deep as this.
const DEEPEST: u8 = 16;

/// Where the parts of a note stand in its text.
#[derive(Debug, Clone, Default)]
pub struct Placed(Vec<(Vec<String>, usize, usize)>);

impl Placed {
    /// Line and column, from 1, of what is said at the end of this way, or of the last part of it that is
    /// said at all.
    #[must_use]
    pub fn of(&self, path: &[String]) -> (usize, usize) {
        let common = |said: &[String]| said.iter().zip(path).take_while(|(a, b)| a == b).count();
        let best =
            self.0.iter().filter(|(said, ..)| common(said) == said.len()).max_by_key(|(said, ..)| said.len());
        best.map_or((1, 1), |&(_, line, column)| (line, column))
    }

    fn put(&mut self, path: Vec<String>, token: &Token) {
        self.0.push((path, token.line, token.column));
    }
}

/// Reads a text: the parts that it says, and where. All scalars are words, but nothing and yes.
///
/// # Errors
/// Where it is no note.
pub fn read(text: &str, document: &Document) -> Result<(Vec<(String, Note)>, Placed), Unreadable> {
    let mut said: Vec<(String, Note)> = Vec::new();
    let mut placed = Placed::default();
    for tokens in statements(text)? {
        let mut cursor = Cursor { rest: tokens.iter().peekable(), last: tokens.first() };
        let (key, token) = cursor.name()?;
        match document.keyed.iter().find(|keyed| keyed.one == key) {
            Some(keyed) => {
                let (name, token) = cursor.named()?;
                let mut paths = Paths { document, one: keyed.one, placed: &mut placed };
                let way = vec![keyed.many.to_owned(), name.clone()];
                paths.placed.put(way.clone(), &token);
                let mut parts = cursor.assignments(&mut paths, &way)?;
                parts.insert(0, (keyed.one.to_owned(), Note::Word(name)));
                match said.iter_mut().find(|(other, _)| other == keyed.many) {
                    Some((_, Note::List(list))) => list.push(Note::Parts(parts)),
                    _ => said.push((keyed.many.to_owned(), Note::List(vec![Note::Parts(parts)]))),
                }
            }
            None => {
                let way = vec![key.clone()];
                placed.put(way.clone(), &token);
                if said.iter().any(|(other, _)| *other == key) {
                    return Err(token.fault(Fault::Twice));
                }
                let note = if cursor.assigns() {
                    let mut paths = Paths { document, one: "", placed: &mut placed };
                    Note::Parts(cursor.assignments(&mut paths, &way)?)
                } else {
                    let value = cursor.value(0)?;
                    cursor.end()?;
                    value
                };
                said.push((key, note));
            }
        }
    }
    Ok((said, placed))
}

/// What the names of a line stand for.
struct Paths<'a> {
    document: &'a Document,
    one: &'a str,
    placed: &'a mut Placed,
}

impl Token {
    fn fault(&self, what: Fault) -> Unreadable {
        Unreadable { line: self.line, column: self.column, what }
    }
}

/// The tokens of a statement, from the first to the last.
struct Cursor<'a> {
    rest: Peekable<Iter<'a, Token>>,
    /// The last one that was taken.
    last: Option<&'a Token>,
}

impl<'a> Cursor<'a> {
    fn next(&mut self) -> Option<&'a Token> {
        let token = self.rest.next();
        self.last = token.or(self.last);
        token
    }

    fn fault(&self, what: Fault) -> Unreadable {
        self.last.map_or(Unreadable { line: 1, column: 1, what }, |token| token.fault(what))
    }

    /// A bare word.
    fn name(&mut self) -> Result<(String, Token), Unreadable> {
        match self.next() {
            Some(token) => match &token.sign {
                Sign::Bare(word) => Ok((word.clone(), token.clone())),
                Sign::Mark(')' | ']') => Err(token.fault(Fault::Closed)),
                _ => Err(token.fault(Fault::Name)),
            },
            None => Err(self.fault(Fault::Name)),
        }
    }

    /// The name of a piece: a bare word or one in quotation marks.
    fn named(&mut self) -> Result<(String, Token), Unreadable> {
        match self.next() {
            Some(token) => match &token.sign {
                Sign::Bare(word) | Sign::Quoted(word) => Ok((word.clone(), token.clone())),
                Sign::Mark(_) => Err(token.fault(Fault::Name)),
            },
            None => Err(self.fault(Fault::Name)),
        }
    }

    /// Is a name given a value, outside of brackets?
    fn assigns(&self) -> bool {
        let mut depth = 0_usize;
        self.rest.clone().any(|token| {
            match token.sign {
                Sign::Mark('(' | '[') => depth += 1,
                Sign::Mark(')' | ']') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && token.sign == Sign::Mark('=')
        })
    }

    fn end(&mut self) -> Result<(), Unreadable> {
        match self.next() {
            None => Ok(()),
            Some(token) if matches!(token.sign, Sign::Mark(')' | ']')) => Err(token.fault(Fault::Closed)),
            Some(token) => Err(token.fault(Fault::Name)),
        }
    }

    /// Names and values up to the end of the statement.
    fn assignments(
        &mut self,
        paths: &mut Paths<'_>,
        way: &[String],
    ) -> Result<Vec<(String, Note)>, Unreadable> {
        let mut parts = Vec::new();
        while self.rest.peek().is_some() {
            let (name, token) = self.name()?;
            let shorts = paths.document.short.iter();
            let path = shorts
                .clone()
                .find(|s| s.one == paths.one && s.word == name)
                .map_or(name.as_str(), |s| s.path);
            let steps: Vec<&str> = path.split('.').collect();
            if steps.iter().any(|step| step.is_empty()) {
                return Err(token.fault(Fault::Name));
            }
            if steps.len() > usize::from(DEEPEST) {
                return Err(token.fault(Fault::Deep));
            }
            let value = self.assigned(0)?;
            let whole = way.iter().cloned().chain(steps.iter().map(|&step| step.to_owned()));
            paths.placed.put(whole.collect(), &token);
            put(&mut parts, &steps, value).map_err(|what| token.fault(what))?;
        }
        Ok(parts)
    }

    /// What comes after a name: a value after `=`, else yes.
    fn assigned(&mut self, depth: u8) -> Result<Note, Unreadable> {
        let equals = |token: &&&Token| token.sign == Sign::Mark('=');
        if self.rest.peek().filter(equals).is_none() {
            return Ok(Note::Yes(true));
        }
        self.next();
        self.value(depth)
    }

    fn value(&mut self, depth: u8) -> Result<Note, Unreadable> {
        if depth > DEEPEST {
            return Err(self.fault(Fault::Deep));
        }
        let Some(token) = self.next() else { return Err(self.fault(Fault::Value)) };
        match &token.sign {
            Sign::Quoted(word) => Ok(Note::Word(word.clone())),
            Sign::Mark('[') => self.list(token, depth),
            Sign::Mark('(') => Ok(Note::Parts(self.parts(token, depth)?)),
            Sign::Mark(')' | ']') => Err(token.fault(Fault::Closed)),
            Sign::Mark(_) => Err(token.fault(Fault::Value)),
            Sign::Bare(word) => {
                let opens = |next: &&&Token| next.sign == Sign::Mark('(') && !next.apart;
                if self.rest.peek().filter(opens).is_some() {
                    let bracket = self.next().unwrap_or(token);
                    let mut parts = self.parts(bracket, depth)?;
                    parts.insert(0, (IS.to_owned(), Note::Word(word.clone())));
                    return Ok(Note::Parts(parts));
                }
                Ok(if word == "-" { Note::None } else { Note::Word(word.clone()) })
            }
        }
    }

    fn list(&mut self, bracket: &Token, depth: u8) -> Result<Note, Unreadable> {
        let mut list = Vec::new();
        loop {
            match self.rest.peek() {
                None => return Err(bracket.fault(Fault::Open)),
                Some(token) if token.sign == Sign::Mark(']') => {
                    self.next();
                    return Ok(Note::List(list));
                }
                Some(_) => list.push(self.value(depth + 1)?),
            }
        }
    }

    fn parts(&mut self, bracket: &Token, depth: u8) -> Result<Vec<(String, Note)>, Unreadable> {
        let mut parts = Vec::new();
        loop {
            match self.rest.peek() {
                None => return Err(bracket.fault(Fault::Open)),
                Some(token) if token.sign == Sign::Mark(')') => {
                    self.next();
                    return Ok(parts);
                }
                Some(_) => {
                    let (name, token) = self.name()?;
                    let value = self.assigned(depth + 1)?;
                    put(&mut parts, &[name.as_str()], value).map_err(|what| token.fault(what))?;
                }
            }
        }
    }
}

/// Puts a value at the end of a way.
fn put(parts: &mut Vec<(String, Note)>, steps: &[&str], value: Note) -> Result<(), Fault> {
    let Some((first, rest)) = steps.split_first() else { return Err(Fault::Name) };
    let there = parts.iter_mut().find(|(key, _)| key == first);
    match (there, rest.is_empty()) {
        (Some(_), true) => Err(Fault::Twice),
        (Some((_, Note::Parts(inner))), false) => put(inner, rest, value),
        (Some(_), false) => Err(Fault::Twice),
        (None, true) => {
            parts.push(((*first).to_owned(), value));
            Ok(())
        }
        (None, false) => {
            let mut inner = Vec::new();
            put(&mut inner, rest, value)?;
            parts.push(((*first).to_owned(), Note::Parts(inner)));
            Ok(())
        }
    }
}
