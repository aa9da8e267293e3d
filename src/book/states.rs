//! The battle, event by event: the bytes that were signed, and what came about.

use super::BookError;
use tess_engine::Replay;
use tess_game::{AnyPosition, Part, Shown};
use tess_ledger::Ledger;

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
    let mut replay = Replay::new(opening.begin(false));
    let mut all = States { bytes: Vec::new(), lengths: Vec::new(), after: Vec::new() };
    let mut last = Vec::new();
    while let Some(step) = replay.step(ledger)? {
        if step.bytes != last || all.lengths.is_empty() {
            all.bytes.extend_from_slice(&step.bytes);
            all.lengths.push(step.bytes.len());
            last = step.bytes;
        }
        let (seq, action) = (replay.next() - 1, step.action);
        let pieces = step.field.as_ref().map(|_| pieces(replay.table().position())).transpose()?;
        all.after.push(After {
            state: all.lengths.len() - 1,
            end: step.end,
            turn: step.turn,
            points: step.points,
            lost: step.lost,
            tale: step.tale,
            told_at: None,
            field: step.field,
            pieces,
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
