//! What one note says otherwise than another.

use super::tree::{IS, Note};

/// What has to be said so that the first becomes the second; nothing when they are the same.
#[must_use]
pub fn between(from: &Note, to: &Note) -> Option<Note> {
    match (from, to) {
        _ if from == to => None,
        (Note::Parts(old), Note::Parts(new)) if from.which() == to.which() => {
            let is_same_kind = old.len() == new.len() && old.iter().zip(new).all(|(a, b)| a.0 == b.0);
            if !is_same_kind {
                return Some(to.clone());
            }
            let parts = old.iter().zip(new);
            let differing = parts.filter_map(|((_, a), (key, b))| Some((key.clone(), between(a, b)?)));
            Some(Note::Parts(differing.collect()))
        }
        _ => Some(to.clone()),
    }
}

/// A note with what a patch says otherwise.
#[must_use]
pub fn patched(from: &Note, patch: &Note) -> Note {
    let (Note::Parts(old), Note::Parts(new)) = (from, patch) else { return patch.clone() };
    if patch.which().is_some() {
        return patch.clone();
    }
    let mut parts = old.clone();
    for (key, note) in new {
        match parts.iter_mut().find(|(other, _)| other == key && key != IS) {
            Some((_, old)) => *old = patched(old, note),
            None => parts.push((key.clone(), note.clone())),
        }
    }
    Note::Parts(parts)
}
