//! What cards that last change about dice, moves and tests.

use super::hearing::{self, Hearing};
use crate::setup::CommandId;
use crate::state::{Directive, Engagement, Lasting, LeaderPlace, Ordered, Position, UnitId};
use tess_effects::Side;

fn count(pos: &Position, what: Lasting) -> i8 {
    pos.cards.in_force.iter().filter(|&&l| l == what).count() as i8
}

/// **legion card.good-omens, card.bad-omens.** What omens add for a side; those of both kinds undo one
/// another.
#[must_use]
pub fn omens(pos: &Position, side: Side) -> i8 {
    i8::from(pos.cards.has(Lasting::GoodOmens(side))) - i8::from(pos.cards.has(Lasting::BadOmens(side)))
}

/// **legion card.rousing-speech.** One more for a unit that hears a commander who has made a speech this
/// turn.
#[must_use]
pub fn speech(pos: &Position, unit: UnitId) -> i8 {
    let hears = |l: &Lasting| match *l {
        Lasting::Speech(leader) => {
            pos.set.command(leader).side == pos.side(unit) && is_heard(pos, leader, unit)
        }
        _ => false,
    };
    i8::from(pos.cards.in_force.iter().any(hears))
}

/// Does a unit hear this commander, whoever its own is?
fn is_heard(pos: &Position, leader: CommandId, unit: UnitId) -> bool {
    let with = matches!(pos.leader(leader).place, LeaderPlace::With(host, _) if host == unit);
    with || match hearing::hearing(pos, leader) {
        Hearing::Everywhere => true,
        Hearing::OwnUnit => false,
        Hearing::Within(radius) => hearing::distance(pos, leader, unit).is_some_and(|far| far <= radius),
    }
}

/// **legion card.weather, card.modifier.** What cards add to the dice of a unit that shoots.
#[must_use]
pub fn shooting(pos: &Position, unit: UnitId) -> i8 {
    let weather = count(pos, Lasting::Weather(pos.side(unit))).min(1);
    count(pos, Lasting::Shooting(pos.unit(unit).command)) - weather
}

/// **legion card.battle-frenzy, card.aquilifer, card.modifier.** What cards add to the dice of a unit in
/// close combat with an enemy.
#[must_use]
pub fn combat(pos: &Position, unit: UnitId, enemy: UnitId) -> i8 {
    let command = pos.unit(unit).command;
    let charges =
        |e: &Engagement| e.fresh && e.attacker == unit && pos.cards.has(Lasting::Standard(unit, e.defender));
    let met = pos.engagements.iter().any(|e| charges(e) && e.defender == enemy);
    count(pos, Lasting::Frenzy(command)) + count(pos, Lasting::Combat(command)) + i8::from(met)
}

/// **legion card.modifier.** What cards add to the initiative of a Command.
#[must_use]
pub fn initiative(pos: &Position, command: CommandId) -> u8 {
    count(pos, Lasting::Initiative(command)) as u8
}

/// **legion card.legate, card.ambush.** Does a Command have the highest initiative by a card?
#[must_use]
pub fn is_first(pos: &Position, command: CommandId) -> bool {
    let advances = pos.command(command).ordered == Ordered::Open(Directive::Advance);
    pos.cards.has(Lasting::First(command)) || (advances && pos.cards.has(Lasting::Ambush(command)))
}

/// **legion card.quaestor.** How many times its rate a unit moves.
#[must_use]
pub fn speed(pos: &Position, unit: UnitId) -> i32 {
    if pos.cards.has(Lasting::Fast(pos.unit(unit).command)) { 2 } else { 1 }
}

/// **legion card.optio.** Does a unit keep its order whatever happens?
#[must_use]
pub fn is_steady(pos: &Position, unit: UnitId) -> bool {
    pos.cards.has(Lasting::Steady(unit))
}

/// **legion card.devastating-volley.** Do the hits of a unit's shooting count twice?
#[must_use]
pub fn doubles(pos: &Position, unit: UnitId) -> bool {
    pos.cards.has(Lasting::Volley(unit))
}
