//! Notes of numbers, lists, and what may be missing.

use std::sync::Arc;

use super::noted::{Misread, Names, Noted, Problem};
use super::schema::Shapes;
use super::tree::Note;
use serde_json::{Value, json};

impl Noted for bool {
    fn note(&self, _: &dyn Names) -> Note {
        Note::Yes(*self)
    }

    fn noted(note: &Note, _: &dyn Names) -> Result<bool, Misread> {
        match note {
            Note::Yes(yes) => Ok(*yes),
            Note::Word(word) if word == "yes" => Ok(true),
            Note::Word(word) if word == "no" => Ok(false),
            other => Err(Misread::expected("yes or no", other)),
        }
    }

    fn shape(_: &mut Shapes) -> Value {
        json!({ "type": "boolean" })
    }
}

/// The number that a note is.
pub(super) fn number(note: &Note) -> Result<i128, Misread> {
    match note {
        Note::Number(number) => Ok(*number),
        Note::Word(word) => word.parse().map_err(|_| Misread::expected("a whole number", note)),
        other => Err(Misread::expected("a whole number", other)),
    }
}

macro_rules! whole {
    ($($kind:ty),*) => {
        $(impl Noted for $kind {
            fn note(&self, _: &dyn Names) -> Note {
                Note::Number((*self).into())
            }

            fn noted(note: &Note, _: &dyn Names) -> Result<$kind, Misread> {
                let found = number(note)?;
                found.try_into().map_err(|_| Misread::here(Problem::TooLarge(found)))
            }

            fn shape(_: &mut Shapes) -> Value {
                json!({ "type": "integer", "minimum": <$kind>::MIN, "maximum": <$kind>::MAX })
            }
        })*
    };
}

whole!(u8, i8, u16, u64, i32);

impl<T: Noted> Noted for Option<T> {
    fn note(&self, names: &dyn Names) -> Note {
        self.as_ref().map_or(Note::None, |thing| thing.note(names))
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<Option<T>, Misread> {
        match note {
            Note::None => Ok(None),
            thing => T::noted(thing, names).map(Some),
        }
    }

    fn shape(shapes: &mut Shapes) -> Value {
        json!({ "anyOf": [{ "type": "null" }, T::shape(shapes)] })
    }
}

fn list<T: Noted>(things: &[T], names: &dyn Names) -> Note {
    Note::List(things.iter().map(|thing| thing.note(names)).collect())
}

fn things<T: Noted>(note: &Note, names: &dyn Names) -> Result<Vec<T>, Misread> {
    let Note::List(list) = note else { return Err(Misread::expected("a list", note)) };
    let one = |(at, note)| T::noted(note, names).map_err(|e: Misread| e.inside(format!("{at}")));
    (1..).zip(list).map(one).collect()
}

impl<T: Noted> Noted for Vec<T> {
    fn note(&self, names: &dyn Names) -> Note {
        list(self, names)
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<Vec<T>, Misread> {
        things(note, names)
    }

    fn shape(shapes: &mut Shapes) -> Value {
        json!({ "type": "array", "items": T::shape(shapes) })
    }
}

impl<T: Noted> Noted for Arc<Vec<T>> {
    fn note(&self, names: &dyn Names) -> Note {
        list(self, names)
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<Arc<Vec<T>>, Misread> {
        things(note, names).map(Arc::new)
    }

    fn shape(shapes: &mut Shapes) -> Value {
        Vec::<T>::shape(shapes)
    }
}

impl<T: Noted> Noted for Arc<[T]> {
    fn note(&self, names: &dyn Names) -> Note {
        list(self, names)
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<Arc<[T]>, Misread> {
        things(note, names).map(Arc::from)
    }

    fn shape(shapes: &mut Shapes) -> Value {
        Vec::<T>::shape(shapes)
    }
}

impl<T: Noted> Noted for [T; 2] {
    fn note(&self, names: &dyn Names) -> Note {
        list(self, names)
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<[T; 2], Misread> {
        let all: Vec<T> = things(note, names)?;
        all.try_into().map_err(|all: Vec<T>| Misread::here(Problem::Many(all.len(), 2)))
    }

    fn shape(shapes: &mut Shapes) -> Value {
        json!({ "type": "array", "items": T::shape(shapes), "minItems": 2, "maxItems": 2 })
    }
}

/// 32 bytes are 64 digits of hex.
impl Noted for [u8; 32] {
    fn note(&self, _: &dyn Names) -> Note {
        Note::Word(self.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn noted(note: &Note, _: &dyn Names) -> Result<[u8; 32], Misread> {
        let wrong = || Misread::expected("64 digits of hex", note);
        let Note::Word(word) = note else { return Err(wrong()) };
        let digit = |b: &u8| (b.is_ascii_digit() || (b'a'..=b'f').contains(b)).then_some(*b);
        let digits: Vec<u8> = word.as_bytes().iter().map(digit).collect::<Option<_>>().ok_or_else(wrong)?;
        let value = |b: u8| if b.is_ascii_digit() { b - b'0' } else { b - b'a' + 10 };
        let bytes: Vec<u8> =
            digits.chunks(2).map(|two| two.iter().fold(0, |n, &d| n << 4 | value(d))).collect();
        if digits.len() != 64 {
            return Err(wrong());
        }
        bytes.try_into().map_err(|_| wrong())
    }

    fn shape(_: &mut Shapes) -> Value {
        json!({ "type": "string", "pattern": "^[0-9a-f]{64}$" })
    }
}

impl<A: Noted, B: Noted> Noted for (A, B) {
    fn note(&self, names: &dyn Names) -> Note {
        Note::List(vec![self.0.note(names), self.1.note(names)])
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<(A, B), Misread> {
        match note {
            Note::List(list) if list.len() == 2 => {
                Ok((A::noted(&list[0], names)?, B::noted(&list[1], names)?))
            }
            other => Err(Misread::expected("a list of two", other)),
        }
    }

    fn shape(shapes: &mut Shapes) -> Value {
        json!({ "type": "array", "prefixItems": [A::shape(shapes), B::shape(shapes)], "minItems": 2, "items": false })
    }
}

impl<A: Noted, B: Noted, C: Noted> Noted for (A, B, C) {
    fn note(&self, names: &dyn Names) -> Note {
        Note::List(vec![self.0.note(names), self.1.note(names), self.2.note(names)])
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<(A, B, C), Misread> {
        match note {
            Note::List(list) if list.len() == 3 => {
                Ok((A::noted(&list[0], names)?, B::noted(&list[1], names)?, C::noted(&list[2], names)?))
            }
            other => Err(Misread::expected("a list of three", other)),
        }
    }

    fn shape(shapes: &mut Shapes) -> Value {
        let three = [A::shape(shapes), B::shape(shapes), C::shape(shapes)];
        json!({ "type": "array", "prefixItems": three, "minItems": 3, "items": false })
    }
}
