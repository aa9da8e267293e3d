//! Where something happened, for the windows of a report.

use std::collections::BTreeSet;

use super::narrate;
use crate::effects::Entry;
use crate::gboh::{Happening, Position};
use crate::hex::Hex;
use crate::table::{Chapter, Wait};

/// The hexes of the units, leaders and hexes that the story names (where they are now), and of the subject of the
/// question that waits. The sentences are the source: what they name is what a reader wants to find on the map.
#[must_use]
pub fn places(pos: &Position, chapters: &[Chapter<Happening>], wait: Option<&Wait>) -> BTreeSet<Hex> {
    let mut out = BTreeSet::new();
    for entry in chapters.iter().flat_map(|c| &c.record) {
        match entry {
            // Who is active or has his orders has not moved yet.
            Entry::Happened(Happening::Command(_)) => {}
            Entry::Happened(happening) => named(pos, &narrate::sentence(&pos.set, happening), &mut out),
            Entry::Decided(question, _) => subject(pos, &question.subject, &mut out),
            Entry::Rolled(_) => {}
        }
    }
    if let Some(Wait::Answer { question, .. }) = wait {
        subject(pos, &question.subject, &mut out);
        named(pos, &question.text, &mut out);
    }
    out
}

/// A unit or leader in either case.
fn subject(pos: &Position, code: &str, out: &mut BTreeSet<Hex>) {
    if let Some(unit) = pos.set.find_unit(code) {
        out.extend(pos.hexes(unit).iter());
    } else if let Some(leader) = pos.set.find_leader(code) {
        out.extend(pos.leader(leader).hex);
    }
}

/// The codes as printed, since in small letters they may be English words, and the hex numbers of a sentence.
fn named(pos: &Position, text: &str, out: &mut BTreeSet<Hex>) {
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()) {
        let printed = |code: &str| code == word;
        if pos.set.units.iter().any(|u| printed(&u.code)) || pos.set.leaders.iter().any(|l| printed(&l.code))
        {
            subject(pos, word, out);
        } else if let Ok(hex) = word.parse::<Hex>()
            && pos.set.field.contains(hex)
        {
            out.insert(hex);
        }
    }
}
