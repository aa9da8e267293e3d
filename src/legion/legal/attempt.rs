//! Would a line be carried out?

use crate::cards::{PLACES, may_lie};
use crate::events::Legion;
use crate::state::{self, Hiding, Position, Slot};
use crate::{Refusal, read};
use tess_effects::{Dice, Game, Hidden, Oracle, Side, Stop, Unfit};

/// Would this line be carried out, up to its first die or question?
#[must_use]
pub fn allows(pos: &Position, side: Side, line: &str) -> bool {
    attempt(&mut pos.clone(), side, line).is_some()
}

/// Carries out a line without dice and answers: `Some(true)` when it is done, `Some(false)` when it waits
/// for a die or an answer, nothing when it is not allowed.
#[must_use]
pub fn attempt(pos: &mut Position, side: Side, line: &str) -> Option<bool> {
    tried(pos, side, line).ok()
}

/// Carries out a line without dice and answers: `true` when it is done, `false` when it waits for one of
/// them, or what speaks against it.
pub(super) fn tried(pos: &mut Position, side: Side, line: &str) -> Result<bool, Refusal> {
    let unread = |why: String| Refusal::from(Unfit::Unreadable(why));
    let name = pos.set.sides[side].clone();
    let sealed = read::seal_up(line).map_err(unread)?;
    let lines = Legion::read(pos, &name, &sealed.sheet).map_err(|all| unread(all.join("; ")))?;
    let seals = (0..).zip(&sealed.values).map(|(n, _)| tess_effects::Seal([n; 32])).collect();
    // A card that the side knows it holds is opened by whatever number gives it.
    let numbers = |s: &Slot| state::known(pos, s).and_then(|card| Some((s.seal, s.numbers(card).next()?)));
    // and so is the place of a Command held back; by any ground in which it may lie, where that is not known
    let places = |h: &Hiding| {
        if let Some(place) = state::known_place(pos, h) {
            return Some((h.place, place));
        }
        let lies = |g: &usize| may_lie(pos, h.command, *g) && !h.denied.iter().any(|&d| usize::from(d) == *g);
        let ground = (0..PLACES.len() - 1).find(lies)?;
        Some((h.place, PLACES[ground + 1].to_owned()))
    };
    let own = pos.cards.hidden.iter().filter(|h| pos.set.command(h.command).side == side);
    let shown = pos.cards.hands[side].iter().filter_map(numbers).chain(own.filter_map(places)).collect();
    let hidden = [Hidden { seals, shown }];
    let mut oracle = Oracle::new(Dice::Closed, &[]).with_hidden(&hidden).quiet();
    for line in &lines {
        oracle.next_order();
        match Legion::carry_out(pos, &name, line, &mut oracle) {
            Ok(_) => {}
            Err(Stop::Refused(refusal)) => return Err(*refusal),
            Err(Stop::Dice(_) | Stop::Ask(_)) => return Ok(false),
        }
    }
    if lines.is_empty() { Err(Unfit::Empty.into()) } else { Ok(true) }
}
