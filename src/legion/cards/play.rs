//! Playing a card: it is shown, does what it does, and is out of the hand.

use super::args::Args;
use super::draw::moment;
use super::{eve, hiding, now};
use crate::events::cards::CardEvent;
use crate::questions::names;
use crate::refusal::Why;
use crate::refusal::cards::{Unlaid, Unplayed};
use crate::setup::{Card, CommandId, Moment};
use crate::state::{Help, Lasting, LeaderPlace, Position, Slot, Used, known};
use crate::written::{Line, Order};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Seal, Side};
use tess_orders::Word;

const DOWN: Rule = Rule("card.modifier");

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A card, openly.
    Face(Card),
    /// The card with this number of the hand, face down.
    Down(u8),
}

/// The seals that a sheet has to open for the cards that it plays.
///
/// # Errors
/// When the side has not got one of them; the text says what it has.
pub fn to_show(
    pos: &Position,
    side: &str,
    lines: &[Line],
    open: &dyn Fn(Seal) -> Option<String>,
) -> Result<Vec<Seal>, String> {
    let mut shown: Vec<Seal> = Vec::new();
    let Some(side) = pos.set.find_side(side) else { return Ok(shown) };
    for line in lines {
        let Order::Card { name, on } = &line.what else { continue };
        let Some(card) = Card::parse(&name.text) else { continue };
        if card == Card::Ambush
            && let Some(place) = hiding::ambush_to_show(pos, side, on)
        {
            shown.push(place);
            continue;
        }
        let holds = |s: &&Slot| open(s.seal).and_then(|n| s.card(&n)) == Some(card);
        let fits = |s: &&Slot| matches!(s.used, Used::Held | Used::Under(_)) && !shown.contains(&s.seal);
        let Some(slot) = pos.cards.hands[side].iter().filter(fits).find(holds) else {
            let text = format!("line {}: you do not hold {}; ", line.number, card.face().name);
            return Err(text + &hand(pos, side, open));
        };
        shown.push(slot.seal);
        shown.extend(hiding::place_to_show(pos, slot));
    }
    Ok(shown)
}

/// The cards that a side still holds, in words.
fn hand(pos: &Position, side: Side, open: &dyn Fn(Seal) -> Option<String>) -> String {
    let held = pos.cards.hands[side].iter().filter(|s| s.used == Used::Held);
    let names: Vec<&str> = held.filter_map(|s| Some(s.card(&open(s.seal)?)?.face().word)).collect();
    match names.as_slice() {
        [] => "you have no cards left".to_owned(),
        names => format!("you hold {}", names.join(", ")),
    }
}

/// **legion card.deal.** Takes a card out of a hand: one whose seal this sheet has opened.
fn take(pos: &mut Position, side: Side, card: Card, oracle: &Oracle<'_>) -> Result<Used, Refusal> {
    let shows = |s: &Slot| oracle.unseal(s.seal).and_then(|n| s.card(&n)) == Some(card);
    let fits = |s: &Slot| match s.used {
        Used::Held => !card.is_hidden(),
        Used::Under(_) => card.is_hidden(),
        _ => false,
    };
    let Some(slot) = pos.cards.hands[side].iter_mut().find(|s| fits(s) && shows(s)) else {
        return Err(Refusal::new(card.rule(), Why::Unplayed(card, Unplayed::NotShown)));
    };
    Ok(std::mem::replace(&mut slot.used, Used::Shown(card)))
}

/// Plays a card.
///
/// # Errors
/// When it is not the moment, the side has not shown it, or it is played on what it cannot be played on.
pub fn play(
    pos: &mut Position,
    side: Side,
    (what, words): (What, &[Word]),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let card = match what {
        What::Down(number) => return down(pos, side, (number, words), oracle),
        What::Face(card) => card,
    };
    let face = card.face();
    if !moment(pos).is_some_and(|now| face.when.contains(&now)) {
        return Err(Refusal::new(card.rule(), Why::Unplayed(card, Unplayed::NotNow)).into());
    }
    let mut args = Args::new(card, side, words);
    if let Some(command) = hiding::ambusher(pos, card, side, words) {
        oracle.tell(|| Happening::Card(CardEvent::Springs(command)));
        return hiding::reveal(pos, command, &mut args, oracle);
    }
    let was = take(pos, side, card, oracle)?;
    let on: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
    let on = on.join(" ").replace(" , ", ",");
    oracle.tell(|| Happening::Card(CardEvent::Played { side, card, on }));
    match (was, face.when) {
        (Used::Under(command), _) => hiding::reveal(pos, command, &mut args, oracle),
        (_, [Moment::Eve]) => eve::prepare(pos, &mut args, oracle),
        _ => now::act(pos, &mut args, oracle),
    }
}

/// **legion card.modifier.** `card 2 C1 combat`: face down, for one more to something that a Command does
/// this turn.
fn down(pos: &mut Position, side: Side, (number, words): (u8, &[Word]), oracle: &mut Oracle<'_>) -> Flow<()> {
    let no = |why| Refusal::new(DOWN, Why::UnlaidCard(side, why));
    let [command, use_] = words else { return Err(no(Unlaid::NoUse).into()) };
    let command = names::command_of(pos, side, command)?;
    let Some(what) = Help::ALL.into_iter().find(|help| use_.is(help.word())) else {
        return Err(no(Unlaid::NoHelp(use_.text.clone())).into());
    };
    lay(pos, side, (number, command, what), oracle).map_err(Into::into)
}

/// Lays a card face down.
pub(super) fn lay(
    pos: &mut Position,
    side: Side,
    (number, command, what): (u8, CommandId, Help),
    oracle: &mut Oracle<'_>,
) -> Result<(), Refusal> {
    let no = |why| Refusal::new(DOWN, Why::UnlaidCard(side, why));
    if pos.set.command(command).side != side {
        return Err(no(Unlaid::Foreign(command)));
    }
    let fits = match moment(pos) {
        Some(Moment::Orders) => true,
        // In the rally phase all dice that it could help have been thrown.
        Some(Moment::Acting) => what != Help::Initiative,
        _ => false,
    };
    if !fits {
        return Err(no(Unlaid::NotNow(what)));
    }
    free(pos, side, number)?.used = Used::Down;
    pos.cards.in_force.push(match what {
        Help::Initiative => Lasting::Initiative(command),
        Help::Shooting => Lasting::Shooting(command),
        Help::Combat => Lasting::Combat(command),
    });
    oracle.tell(|| Happening::Card(CardEvent::Down { side, command, what }));
    Ok(())
}

/// A card that a side still holds, by its number in the hand.
pub(super) fn free(pos: &mut Position, side: Side, number: u8) -> Result<&mut Slot, Refusal> {
    let slots = (1..).zip(&pos.cards.hands[side]);
    let held: Vec<u8> = slots.filter(|(_, s)| s.used == Used::Held).map(|(n, _)| n).collect();
    let slot = usize::from(number).checked_sub(1).and_then(|i| pos.cards.hands[side].get_mut(i));
    slot.filter(|s| s.used == Used::Held)
        .ok_or_else(|| Refusal::new(DOWN, Why::UnlaidCard(side, Unlaid::NotHeld(number, held))))
}

/// Is a leader alive and on the table?
pub(super) fn is_there(pos: &Position, leader: CommandId) -> bool {
    match pos.leader(leader).place {
        LeaderPlace::Alone(_) => true,
        LeaderPlace::With(unit, _) => pos.stance(unit).is_some(),
        _ => false,
    }
}

/// The cards that a side holds and knows, each with its number and how it is written.
#[must_use]
pub fn own_hand(pos: &Position, side: Side) -> Vec<(u8, Card)> {
    let all = (1..).zip(&pos.cards.hands[side]);
    all.filter(|(_, s)| s.used == Used::Held).filter_map(|(n, s)| Some((n, known(pos, s)?))).collect()
}
