//! The tree that a note is.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use std::fmt;

/// The part that says which of several a thing is.
pub(super) const IS: &str = "is";

/// A thing, noted. Parts keep their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Nothing, where something might be.
    None,
    /// Yes or no.
    Yes(bool),
    /// A number.
    Number(i128),
    /// A word: a code, a hex, which of several.
    Word(String),
    /// Several, in order.
    List(Vec<Note>),
    /// Named parts; of one of several, `is` comes first and says which.
    Parts(Vec<(String, Note)>),
}

impl Note {
    /// A word.
    #[must_use]
    pub fn word(word: impl Into<String>) -> Note {
        Note::Word(word.into())
    }

    /// The part of this name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<&Note> {
        match self {
            Note::Parts(parts) => parts.iter().find(|(key, _)| key == name).map(|(_, note)| note),
            _ => None,
        }
    }

    /// Which of several this says that it is.
    #[must_use]
    pub fn which(&self) -> Option<&str> {
        match self.part(IS) {
            Some(Note::Word(word)) => Some(word),
            _ => None,
        }
    }
}

impl Serialize for Note {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Note::None => s.serialize_unit(),
            Note::Yes(yes) => s.serialize_bool(*yes),
            Note::Number(number) => s.serialize_i128(*number),
            Note::Word(word) => s.serialize_str(word),
            Note::List(list) => s.collect_seq(list),
            Note::Parts(parts) => {
                let mut map = s.serialize_map(Some(parts.len()))?;
                for (key, note) in parts {
                    map.serialize_entry(key, note)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Note {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Note, D::Error> {
        d.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Note;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a note: a word, a whole number, yes or no, a list, or named parts")
    }

    fn visit_unit<E: Error>(self) -> Result<Note, E> {
        Ok(Note::None)
    }

    fn visit_bool<E: Error>(self, yes: bool) -> Result<Note, E> {
        Ok(Note::Yes(yes))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Note, E> {
        Ok(Note::Number(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Note, E> {
        Ok(Note::Number(number.into()))
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Note, E> {
        Ok(Note::word(word))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Note, A::Error> {
        let mut list = Vec::new();
        while let Some(note) = seq.next_element()? {
            list.push(note);
        }
        Ok(Note::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Note, A::Error> {
        let mut parts: Vec<(String, Note)> = Vec::new();
        while let Some((key, note)) = map.next_entry()? {
            if parts.iter().any(|(other, _)| *other == key) {
                return Err(A::Error::custom(format!("`{key}` stands there twice")));
            }
            parts.push((key, note));
        }
        Ok(Note::Parts(parts))
    }
}
