//! A whole position as a note: what it is said in, and how little has to be said.

use super::noted::{Misread, Names, Problem};
use super::patch::{between, patched};
use super::tree::Note;
use serde_json::{Map, Value as Schema, json};

/// A list of a position whose things have names: units, leaders.
#[derive(Debug, Clone, Copy)]
pub struct Keyed {
    /// The part of the position that is the list.
    pub many: &'static str,
    /// The word for one of them.
    pub one: &'static str,
    /// What [`Names`] calls their kind.
    pub kind: &'static str,
}

/// A short word for a part that is often said, in text: `at` for `place.hex`.
#[derive(Debug, Clone, Copy)]
pub struct Short {
    /// The word for one thing of the list, see [`Keyed::one`].
    pub one: &'static str,
    /// The short word.
    pub word: &'static str,
    /// The way to the part, its names with dots between them.
    pub path: &'static str,
}

/// How a game's positions are laid out.
#[derive(Debug, Clone, Copy)]
pub struct Document {
    /// The lists whose things have names.
    pub keyed: &'static [Keyed],
    /// The parts that are said also when they are as in the opening.
    pub always: &'static [&'static str],
    /// The short words of the text.
    pub short: &'static [Short],
}

impl Document {
    /// What a position that is said so looks like: its shape and all that have names. Of lists with names,
    /// things begin with theirs.
    #[must_use]
    pub fn schema(&self, position: &Schema, named: &Map<String, Schema>) -> Schema {
        let of = |shape: &Schema| {
            let name = shape.get("$ref").and_then(Schema::as_str).and_then(|way| way.rsplit('/').next());
            name.and_then(|name| named.get(name)).cloned()
        };
        let mut position = of(position).unwrap_or_else(|| position.clone());
        for keyed in self.keyed {
            let Some(list) = position.pointer_mut(&format!("/properties/{}", keyed.many)) else { continue };
            let Some(mut one) = list.get("items").and_then(of) else { continue };
            one["properties"][keyed.one] = json!({ "type": "string" });
            one["required"] = json!([keyed.one]);
            list["items"] = one;
        }
        position
    }

    /// Where a whole position is wrong, with the names of things in lists in the place of their numbers.
    #[must_use]
    pub fn named(&self, mut misread: Misread, names: &dyn Names) -> Misread {
        if let [many, number, ..] = misread.path.as_mut_slice()
            && let Some(keyed) = self.keyed.iter().find(|keyed| keyed.many == many)
            && let Ok(at) = number.parse::<i128>()
            && let Some(name) = names.name(keyed.kind, at - 1)
        {
            *number = name;
        }
        misread
    }

    /// A position, said by what differs from its opening; of things in lists with names, only those that
    /// differ.
    #[must_use]
    pub fn said(&self, opening: &Note, now: &Note, names: &dyn Names) -> Vec<(String, Note)> {
        let (Note::Parts(old), Note::Parts(new)) = (opening, now) else { return Vec::new() };
        let mut said = Vec::new();
        for ((key, before), (_, after)) in old.iter().zip(new) {
            let note = match self.keyed.iter().find(|keyed| keyed.many == key) {
                Some(keyed) => differing(keyed, before, after, names),
                None if self.always.contains(&key.as_str()) => Some(after.clone()),
                None => between(before, after),
            };
            said.extend(note.map(|note| (key.clone(), note)));
        }
        said
    }

    /// The whole position that is said so. A thing in a list that the opening has not stands behind those it
    /// has, in the order in which they are said; `learn` is told its kind, number and name, and may refuse
    /// it.
    ///
    /// # Errors
    /// When there is no such part, or a thing in a list has no name.
    pub fn whole(
        &self,
        opening: &Note,
        said: &[(String, Note)],
        names: &dyn Names,
        learn: &mut dyn FnMut(&'static str, i128, &str) -> Result<(), Misread>,
    ) -> Result<Note, Misread> {
        let Note::Parts(parts) = opening else { return Err(Misread::expected("a position", opening)) };
        let mut parts = parts.clone();
        for (key, note) in said {
            let Some((_, part)) = parts.iter_mut().find(|(other, _)| other == key) else {
                let there = self.keyed.iter().map(|keyed| keyed.many).chain(self.always.iter().copied());
                return Err(Misread::here(Problem::NoSuchPart(key.clone(), there.collect())).inside(key));
            };
            *part = match self.keyed.iter().find(|keyed| keyed.many == key) {
                Some(keyed) => listed(keyed, part, note, names, learn).map_err(|e| e.inside(key))?,
                None => patched(part, note),
            };
        }
        Ok(Note::Parts(parts))
    }
}

/// Those of a list that differ, each with its name.
fn differing(keyed: &Keyed, before: &Note, after: &Note, names: &dyn Names) -> Option<Note> {
    let (Note::List(before), Note::List(after)) = (before, after) else { return None };
    let mut said = Vec::new();
    for (at, now) in after.iter().enumerate() {
        let difference = match before.get(at) {
            Some(then) => between(then, now),
            None => Some(now.clone()),
        };
        let Some(Note::Parts(parts)) = difference else { continue };
        let number = i128::try_from(at).unwrap_or(i128::MAX);
        let name = names.name(keyed.kind, number).unwrap_or_else(|| number.to_string());
        said.push(Note::Parts(
            std::iter::once((keyed.one.to_owned(), Note::Word(name))).chain(parts).collect(),
        ));
    }
    (!said.is_empty()).then_some(Note::List(said))
}

/// The list that is said so.
fn listed(
    keyed: &Keyed,
    opening: &Note,
    said: &Note,
    names: &dyn Names,
    learn: &mut dyn FnMut(&'static str, i128, &str) -> Result<(), Misread>,
) -> Result<Note, Misread> {
    let (Note::List(all), Note::List(said)) = (opening, said) else {
        return Err(Misread::expected("a list of things with names", said));
    };
    let mut all = all.clone();
    for (at, one) in (1..).zip(said) {
        let Note::Parts(parts) = one else {
            return Err(Misread::expected("a thing with parts", one).inside(format!("{at}")));
        };
        // In JSON the parts of a thing have no order.
        let named = parts.iter().position(|(key, note)| key == keyed.one && matches!(note, Note::Word(_)));
        let Some((at_name, Note::Word(name))) = named.map(|n| (n, &parts[n].1)) else {
            return Err(Misread::here(Problem::Missing(keyed.one)).inside(format!("{at}")));
        };
        let others = parts.iter().enumerate().filter(|(n, _)| *n != at_name);
        let patch = Note::Parts(others.map(|(_, part)| part.clone()).collect());
        let there = names.number(keyed.kind, name).and_then(|number| usize::try_from(number).ok());
        match there.and_then(|number| all.get_mut(number)) {
            Some(thing) => *thing = patched(thing, &patch),
            None => {
                let number = i128::try_from(all.len()).unwrap_or(i128::MAX);
                learn(keyed.kind, number, name).map_err(|e| e.inside(name))?;
                all.push(patch);
            }
        }
    }
    Ok(Note::List(all))
}
