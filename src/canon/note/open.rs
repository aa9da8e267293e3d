//! What the lists of a game are made of: the parts of a note taken one by one, and which of several it is.

use super::noted::{Misread, Names, Noted, Problem, shown};
use super::tree::{IS, Note};

/// The parts of a note while they are taken out.
#[derive(Debug)]
pub struct Opened<'a> {
    parts: &'a [(String, Note)],
    asked: Vec<&'static str>,
}

impl<'a> Opened<'a> {
    /// Those of a thing with parts.
    ///
    /// # Errors
    /// When the note has none.
    pub fn parts(note: &'a Note) -> Result<Opened<'a>, Misread> {
        match note {
            Note::Parts(parts) => Ok(Opened { parts, asked: Vec::new() }),
            other => Err(Misread::expected("a thing with parts", other)),
        }
    }

    /// The part of this name.
    ///
    /// # Errors
    /// When it is missing, or not what stands there.
    pub fn take<T: Noted>(&mut self, name: &'static str, names: &dyn Names) -> Result<T, Misread> {
        self.asked.push(name);
        let found = self.parts.iter().find(|(key, _)| key == name);
        let (_, note) = found.ok_or_else(|| Misread::here(Problem::Missing(name)))?;
        T::noted(note, names).map_err(|e| e.inside(name))
    }

    /// No part is left.
    ///
    /// # Errors
    /// When one is.
    pub fn end(self) -> Result<(), Misread> {
        let Opened { parts, asked } = self;
        let left = parts.iter().find(|(key, _)| key != IS && !asked.contains(&key.as_str()));
        left.map_or(
            Ok(()),
            |(key, _)| Err(Misread::here(Problem::NoSuchPart(key.clone(), asked)).inside(key)),
        )
    }
}

/// Which of several a note says, by its number, and its parts.
///
/// # Errors
/// When it is none of them.
pub fn choice<'a>(
    note: &'a Note,
    kind: &'static str,
    of: &[(u8, &'static str)],
    names: &dyn Names,
) -> Result<(u8, Opened<'a>), Misread> {
    let (word, parts): (&str, &[(String, Note)]) = match note {
        Note::Word(word) => (word, &[]),
        Note::Parts(parts) if note.which().is_some() => (note.which().unwrap_or_default(), parts),
        other => return Err(Misread::expected("one of several", other)),
    };
    let called = names.number(kind, word).and_then(|number| u8::try_from(number).ok());
    let number = called.or_else(|| of.iter().find(|(_, name)| *name == word).map(|(number, _)| *number));
    let all =
        || of.iter().map(|&(n, name)| names.name(kind, n.into()).unwrap_or_else(|| name.into())).collect();
    let number = number.ok_or_else(|| Misread::here(Problem::OneOf(all(), shown(&Note::word(word)))))?;
    Ok((number, Opened { parts, asked: Vec::new() }))
}

/// The note of one of several.
#[must_use]
pub fn part(kind: &str, number: u8, name: &str, parts: Vec<(String, Note)>, names: &dyn Names) -> Note {
    let word = Note::Word(names.name(kind, number.into()).unwrap_or_else(|| name.to_owned()));
    if parts.is_empty() {
        return word;
    }
    Note::Parts(std::iter::once((IS.to_owned(), word)).chain(parts).collect())
}

/// The note of what is a number, or one other thing, and nothing else: its name, where it has one.
pub fn numbered<T: Noted>(kind: &str, inner: &T, names: &dyn Names) -> Note {
    match inner.note(names) {
        Note::Number(number) => names.name(kind, number).map_or(Note::Number(number), Note::Word),
        other => other,
    }
}

/// Reads such a thing.
///
/// # Errors
/// When nothing of this kind is called so.
pub fn read_numbered<T: Noted>(kind: &'static str, note: &Note, names: &dyn Names) -> Result<T, Misread> {
    match note {
        Note::Word(word) => match names.number(kind, word) {
            Some(number) => T::noted(&Note::Number(number), names),
            None => T::noted(note, names).map_err(|_| Misread::here(Problem::Unknown(kind, word.clone()))),
        },
        other => T::noted(other, names),
    }
}
