//! What the rules did, held against what the log says.

use super::TableError;
use super::run::Run;
use super::seat::{Hand, Stretch};
use tess_effects::{Game, Rolled};
use tess_ledger::{Kind, Ledger, Reveal};

/// Checks a run of the action in hand: answers used, dice claimed, links due.
pub(super) fn check_run<G: Game, P>(
    ledger: &Ledger,
    hand: &Hand<G>,
    run: &Run<G, P>,
) -> Result<(), TableError> {
    if let Some(unused) = hand.stretches.get(run.deciders.len() + 1) {
        return Err(TableError::turn(
            unused.seq,
            "answers another question than the one asked, or not by one of its choices",
        ));
    }
    for (i, stretch) in hand.stretches.iter().enumerate() {
        if let Some(asked) = i.checked_sub(1).and_then(|n| run.deciders.get(n))
            && asked != stretch.side.as_str()
        {
            return Err(TableError::turn(stretch.seq, format!("answers a question put to {asked}")));
        }
        let Some((seq, reveal)) = reveal_of(ledger, stretch) else { continue };
        let made = run.rolls.iter().filter(|(s, _)| *s == i).map(|(_, r)| r);
        check_dice(seq, reveal, made)?;
        let ends_here = i + 1 == hand.stretches.len();
        let expected = if ends_here { run.halt.stopped_at() } else { None };
        if reveal.stopped_at != expected {
            return Err(TableError::dice(seq, "says wrongly where the sheet stopped"));
        }
    }
    Ok(())
}

/// The `reveal` of a stretch's last opener, and its place.
fn reveal_of<'a>(ledger: &'a Ledger, stretch: &Stretch) -> Option<(u64, &'a Reveal)> {
    let seq = stretch.reveal?;
    match &ledger.entries().get(usize::try_from(seq).ok()?)?.event().kind {
        Kind::Reveal(reveal) => Some((seq, reveal)),
        _ => None,
    }
}

/// The dice of a stretch must be the ones claimed, one for one.
fn check_dice<'a>(
    seq: u64,
    reveal: &Reveal,
    made: impl Iterator<Item = &'a Rolled>,
) -> Result<(), TableError> {
    let mut made = made.peekable();
    if made.peek().is_none() {
        return Err(TableError::dice(seq, "opens a link though no die was due"));
    }
    let mut claimed = reveal.rolls.iter().flatten();
    for rolled in made {
        let same = claimed.next().is_some_and(|c| {
            c.label == rolled.label.text
                && c.sides == rolled.label.die.sides()
                && c.face == rolled.face
                && c.rule == rolled.label.rule.0
        });
        if !same {
            let label = &rolled.label.text;
            return Err(TableError::dice(
                seq,
                format!("the die {label} is not among the dice claimed in its place"),
            ));
        }
    }
    match claimed.next() {
        None => Ok(()),
        Some(extra) => Err(TableError::dice(
            seq,
            format!("claims the die {}, which the rules did not ask for", extra.label),
        )),
    }
}
