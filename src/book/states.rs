//! The battle, event by event: the bytes that were signed, and what came about.

use sha2::{Digest as _, Sha256};

use super::BookError;
use tess_game::{AnyPosition, AnyTable, Part, Shown};
use tess_ledger::{Digest, Ledger};
use tess_table::Wait;

/// What a book knows of a battle after each of its events.
pub(crate) struct States {
    /// All positions one after another, each kept once.
    pub(crate) bytes: Vec<u8>,
    /// How many bytes each of them has.
    pub(crate) lengths: Vec<usize>,
    /// By event.
    pub(crate) after: Vec<After>,
}

/// How the battle stands after an event.
pub(crate) struct After {
    /// Which of the positions.
    pub(crate) state: usize,
    /// What follows the bytes in the digest: nothing, the winner, or `draw`.
    pub(crate) end: String,
    /// The turn.
    pub(crate) turn: u16,
    /// The points of both sides.
    pub(crate) points: [u32; 2],
    /// The units that both sides have lost for good.
    pub(crate) lost: [u32; 2],
    /// What came of the action that this event brought to its end, in words.
    pub(crate) tale: Option<String>,
    /// The event at which what came of it is told, of all that belongs to an action that came to an end.
    pub(crate) told_at: Option<u64>,
    /// The field as text, where a turn begins and at the end.
    pub(crate) field: Option<String>,
    /// The pieces on it as a picture, over the ground of the whole field.
    pub(crate) pieces: Option<String>,
}

/// Goes through the battle once.
///
/// # Errors
/// The first event that the rules do not bear out.
pub(crate) fn states(ledger: &Ledger, opening: &dyn AnyPosition) -> Result<States, BookError> {
    let mut table = opening.begin(false);
    let mut all = States { bytes: Vec::new(), lengths: Vec::new(), after: Vec::new() };
    let (mut shown, mut told) = (None, None);
    let mut last = Vec::new();
    for seq in 0..ledger.next_seq() {
        table.follow_to(ledger, seq + 1)?;
        let digest = table.state(ledger)?;
        let position = table.position();
        let mut bytes = Vec::with_capacity(last.len());
        position.encode(&mut bytes);
        if bytes != last || all.lengths.is_empty() {
            all.bytes.extend_from_slice(&bytes);
            all.lengths.push(bytes.len());
            last = bytes;
        }
        let end = end_of(&last, digest, &mut *table, ledger).ok_or(BookError::Digest(seq))?;
        let position = table.position();
        let turn = position.turn();
        let begins = shown != Some(turn) || seq + 1 == ledger.next_seq();
        shown = Some(turn);
        let action = table.last_action().filter(|&action| told.is_none_or(|told| action > told));
        told = told.max(action);
        all.after.push(After {
            state: all.lengths.len() - 1,
            end,
            turn,
            points: position.points().map(|points| u32::from(points.now)),
            lost: position.lost(),
            tale: action.and_then(|_| table.last_tale()),
            told_at: None,
            field: begins.then(|| position.overview()),
            pieces: if begins { Some(pieces(position)?) } else { None },
        });
        for part in action.into_iter().flat_map(|first| first..=seq) {
            if let Some(after) = usize::try_from(part).ok().and_then(|part| all.after.get_mut(part)) {
                after.told_at = Some(seq);
            }
        }
    }
    Ok(all)
}

/// The pieces as a picture. Nothing in it has a name: the same pieces stand in others on the page.
fn pieces(position: &dyn AnyPosition) -> Result<String, BookError> {
    let part = Part { whole: true, ..Part::default() };
    let svg = position.picture(&part, Shown { pieces: true, ..Shown::default() }, None)?;
    let mut parts = svg.split(" id=\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    parts.filter_map(|part| part.split_once('"')).for_each(|(_, rest)| out.push_str(rest));
    Ok(out)
}

/// What follows the canonical bytes in the digest; nothing when no end makes it.
fn end_of(bytes: &[u8], digest: Digest, table: &mut dyn AnyTable, ledger: &Ledger) -> Option<String> {
    let makes = |end: &str| Sha256::new().chain_update(bytes).chain_update(end).finalize()[..] == digest.0;
    if makes("") {
        return Some(String::new());
    }
    let Ok(Wait::Over(over)) = table.wait(ledger) else { return None };
    let end = over.winner.unwrap_or_else(|| "draw".to_owned());
    makes(&end).then_some(end)
}
