//! Commands that are not on the table: on a flank march, in reserve, or in ambush. Which of them, nobody
//! else knows.

use super::args::Args;
use super::place;
use super::play::free;
use crate::deploy::{self, ZONE};
use crate::events::cards::CardEvent;
use crate::measure::{Base, Heading, Length, Point, Stance};
use crate::questions::names;
use crate::refusal::cards::{Unlaid, Unplayed};
use crate::refusal::{Secret, Why};
use crate::setup::{Card, Class, CommandId, DECK, Ground, Pace, Terrain, homeward};
use crate::state::{
    Acting, Coming, Edge, Hiding, Lasting, Position, Segment, Slot, Stage, UnitId, Used, hiding, is_coming,
    is_hidden,
};
use crate::{Flow, Happening, Oracle, Refusal, flight};
use tess_dice::Die;
use tess_effects::{Question, Rule, Seal, Showing, Side};
use tess_orders::Word;

/// Where a Command may lie: nowhere on the table, or in one of its pieces of ground.
pub const PLACES: [&str; 25] = [
    "off", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11", "t12", "t13", "t14", "t15",
    "t16", "t17", "t18", "t19", "t20", "t21", "t22", "t23", "t24",
];

/// Everything that is ever sealed in this game: the six orders, where a Command lies, and the numbers below
/// 32 that draw cards.
pub const SECRETS: [&str; 63] = [
    "advance", "hold", "retire", "reform", "march", "redeploy", "off", "t1", "t2", "t3", "t4", "t5", "t6",
    "t7", "t8", "t9", "t10", "t11", "t12", "t13", "t14", "t15", "t16", "t17", "t18", "t19", "t20", "t21",
    "t22", "t23", "t24", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14",
    "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
];

/// Stands of a Command in ambush at most.
const AMBUSH_STANDS: usize = 12;

/// Square inches of ground that hides a Command, in square thousandths of an inch.
const AMBUSH_AREA: i128 = 20_000_000;

/// An enemy so near to the ground finds out.
const NEAR: Length = Length::inches(4);

/// **legion card.flank-march, card.ambush, card.hidden-reserves.** When a Command is held back: as its army
/// deploys, or, when the file has deployed it, before the battle.
fn may_hide_now(pos: &Position, side: Side, command: CommandId) -> Result<(), Unlaid> {
    match (pos.set.choices.set_up, pos.stage == (Stage::Eve { side })) {
        (true, _) if !deploy::is_deploying(pos, side) => Err(Unlaid::AsItDeploys(command)),
        (false, false) => Err(Unlaid::BeforeBattle(command)),
        _ => Ok(()),
    }
}

/// **legion card.flank-march, card.ambush, card.hidden-reserves.** `hide C2 with 1`: a Command is not set
/// up. The card lies face down, and where the Command is has been sealed. `hide C2`: the same without a
/// card, for a Command that the scenario lets lie in ambush.
///
/// # Errors
/// When it is not the time, the Command is too large for all three cards, or has neither card nor ambush.
pub fn hide(
    pos: &mut Position,
    side: Side,
    (command, number): (CommandId, Option<u8>),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let rule = Rule(if number.is_some() { "card.hidden-reserves" } else { "card.ambush" });
    let no = |why| Refusal::new(rule, Why::UnlaidCard(side, why));
    match (number, has_ambush(pos, command)) {
        (None, false) => return Err(no(Unlaid::NoAmbush(command)).into()),
        (Some(_), true) => return Err(no(Unlaid::WithoutCard(command)).into()),
        _ => {}
    }
    may_hide_now(pos, side, command).map_err(no)?;
    if pos.set.command(command).side != side {
        return Err(no(Unlaid::HideForeign(command)).into());
    }
    let sets_up = pos.set.choices.set_up;
    if is_hidden(pos, command) {
        return Err(no(Unlaid::Hidden(command)).into());
    }
    if !sets_up && pos.units_of(command).next().is_none() {
        return Err(no(Unlaid::Off(command)).into());
    }
    let large = !place::is_quarter(pos, command) && place::stands(pos, command) > AMBUSH_STANDS;
    if number.is_some() && large {
        return Err(no(Unlaid::TooLarge(command)).into());
    }
    let others = pos.set.commands_of(side).filter(|&c| c != command);
    let stays = |c: CommandId| if sets_up { !is_hidden(pos, c) } else { pos.is_in_play(c) };
    if !others.into_iter().any(stays) {
        return Err(no(Unlaid::All(command)).into());
    }
    let seal = oracle.seal().ok_or_else(|| Refusal::new(rule, Why::Unsealed(Secret::Place(command))))?;
    if let Some(number) = number {
        free(pos, side, number)?.used = Used::Under(command);
    }
    pos.cards.hidden.push(Hiding { command, place: seal, denied: Vec::new(), coming: Coming::Unknown });
    place::lift(pos, command);
    oracle.tell(|| {
        Happening::Card(match number {
            Some(_) => CardEvent::Hidden(command),
            None => CardEvent::Ambushes(command),
        })
    });
    Ok(())
}

/// Does the scenario let a Command lie in ambush? Whoever sets up his army by hand has no other means than
/// his cards.
#[must_use]
pub fn has_ambush(pos: &Position, command: CommandId) -> bool {
    !pos.set.choices.set_up && !pos.set.command(command).ambush.is_empty()
}

/// Is a Command held back without a card, in an ambush of the scenario?
fn ambushes(pos: &Position, command: CommandId) -> bool {
    has_ambush(pos, command) && is_hidden(pos, command)
}

/// The seal of the place that is opened when a Command in an ambush of the scenario stands up.
pub(super) fn ambush_to_show(pos: &Position, side: Side, words: &[Word]) -> Option<Seal> {
    let command = names::command_of(pos, side, words.first()?).ok()?;
    hiding(pos, command).filter(|_| ambushes(pos, command)).map(|h| h.place)
}

/// The Command that stands up when its side says `card ambush` without a card: one in an ambush of the
/// scenario.
pub(super) fn ambusher(pos: &Position, card: Card, side: Side, words: &[Word]) -> Option<CommandId> {
    let command = names::command_of(pos, side, words.first().filter(|_| card == Card::Ambush)?).ok()?;
    ambushes(pos, command).then_some(command)
}

/// The seal of the place that is opened with a card under which a Command lies.
pub(super) fn place_to_show(pos: &Position, slot: &Slot) -> Option<Seal> {
    let Used::Under(command) = slot.used else { return None };
    hiding(pos, command).map(|h| h.place)
}

/// The card under which a Command lies has been opened.
pub(super) fn reveal(
    pos: &mut Position,
    under: CommandId,
    args: &mut Args<'_>,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let command = args.command(pos, true)?;
    if command != under {
        return Err(args.no(Unplayed::UnderOther(under)).into());
    }
    match args.card {
        Card::Ambush => {
            let facing = args.facing()?;
            args.end()?;
            let place = hiding(pos, command).and_then(|h| oracle.unseal(h.place));
            let denied = |g: usize| {
                hiding(pos, command).is_some_and(|h| h.denied.iter().any(|&d| usize::from(d) == g))
            };
            let lies = |g: &usize| may_lie(pos, command, *g) && !denied(*g);
            let Some(ground) = place.as_deref().and_then(ground_of).filter(lies) else {
                return Err(args.no(Unplayed::NoGround(command)).into());
            };
            spring(pos, command, (ground, facing.unwrap_or(homeward(args.side).about())), oracle);
            pos.cards.in_force.push(Lasting::Ambush(command));
            Ok(())
        }
        Card::HiddenReserves => {
            args.end()?;
            quarter(pos, command, args)?;
            if pos.turn < 2 {
                return Err(args.no(Unplayed::TooEarly).into());
            }
            set(pos, command, Coming::Reserve);
            Ok(())
        }
        _ => {
            let (edge, along) = args.side_edge()?;
            args.end()?;
            quarter(pos, command, args)?;
            if along.0 < 0 || along > pos.set.table.depth {
                return Err(args.no(Unplayed::Deep(pos.set.table.depth)).into());
            }
            set(pos, command, Coming::Flank(edge, along));
            look_for(pos, command, oracle)
        }
    }
}

fn quarter(pos: &Position, command: CommandId, args: &Args<'_>) -> Result<(), Refusal> {
    if place::is_quarter(pos, command) {
        return Ok(());
    }
    Err(args.no(Unplayed::TooLarge(command)))
}

fn set(pos: &mut Position, command: CommandId, coming: Coming) {
    for hiding in pos.cards.hidden.iter_mut().filter(|h| h.command == command) {
        hiding.coming = coming;
    }
}

/// **legion card.flank-march.** `arrive C2`: the die for a flank march, in a turn after the one in which
/// its card was shown.
///
/// # Errors
/// When it is not the time, or the Command is on no flank march.
pub fn arrive(pos: &mut Position, side: Side, command: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let rule = Rule("card.flank-march");
    let no = |why| Refusal::new(rule, Why::UnlaidCard(side, why));
    if pos.stage != (Stage::Orders { side }) || pos.set.command(command).side != side {
        return Err(no(Unlaid::ArriveNotNow(command)).into());
    }
    let marches = hiding(pos, command).is_some_and(|h| matches!(h.coming, Coming::Flank(..)));
    if !marches || pos.cards.has(Lasting::Looked(command)) {
        return Err(no(Unlaid::NoMarch(command)).into());
    }
    look_for(pos, command, oracle)
}

/// **legion card.flank-march.** The die: the turn, or less.
fn look_for(pos: &mut Position, command: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let Some(Coming::Flank(edge, along)) = hiding(pos, command).map(|h| h.coming) else { return Ok(()) };
    let code = pos.set.command(command).code.clone();
    pos.cards.in_force.push(Lasting::Looked(command));
    let die = oracle.roll(Die::D6, "arrival", &code, Rule("card.flank-march"))?;
    let turn = pos.turn;
    let there = u16::from(die) <= turn;
    oracle.tell(|| Happening::Card(CardEvent::Comes { command, die, turn, there }));
    if there {
        appear(pos, command, place::on_edge(pos, edge, along), oracle);
    }
    Ok(())
}

/// **legion card.hidden-reserves.** `enter 20`: the reserve that has the initiative comes over its edge, so
/// far from the west.
///
/// # Errors
/// When no reserve acts.
pub fn enter(pos: &mut Position, side: Side, along: Length, oracle: &mut Oracle<'_>) -> Flow<()> {
    let rule = Rule("card.hidden-reserves");
    let no = |why| Refusal::new(rule, Why::UnlaidCard(side, why));
    let Stage::Acting(acting) = pos.stage else { return Err(no(Unlaid::EnterNotNow).into()) };
    if !is_coming(pos, acting.command) {
        return Err(no(Unlaid::NoReserve(acting.command)).into());
    }
    if along.0 < 0 || along > pos.set.table.width {
        return Err(no(Unlaid::Wide(pos.set.table.width)).into());
    }
    let edge = if side == Side::First { Edge::South } else { Edge::North };
    oracle.tell(|| Happening::Card(CardEvent::Enters(acting.command, edge)));
    appear(pos, acting.command, place::on_edge(pos, edge, along), oracle);
    pos.stage = Stage::Acting(Acting::of(pos, acting.command, Segment::Preliminary));
    Ok(())
}

/// A Command comes out of hiding.
fn appear(pos: &mut Position, command: CommandId, middle: Stance, oracle: &mut Oracle<'_>) {
    pos.cards.hidden.retain(|h| h.command != command);
    for unit in place::put(pos, command, middle) {
        oracle.tell(|| Happening::Card(CardEvent::Appears(unit)));
    }
}

/// The number of a piece of ground, from 0, as it is sealed.
#[must_use]
pub fn ground_of(place: &str) -> Option<usize> {
    place.strip_prefix('t')?.parse::<usize>().ok()?.checked_sub(1)
}

/// **legion card.ambush.** The Command stands up in its ground.
fn spring(
    pos: &mut Position,
    command: CommandId,
    (ground, heading): (usize, Heading),
    oracle: &mut Oracle<'_>,
) {
    let middle = middle(&pos.set.table.terrain[ground]);
    appear(pos, command, Stance { anchor: middle, heading }, oracle);
}

/// The middle of a piece of ground's corners.
fn middle(piece: &Terrain) -> Point {
    let corners = piece.outline.corners();
    let count = corners.len().max(1) as i32;
    Point {
        x: corners.iter().map(|p| p.x).sum::<i32>() / count,
        y: corners.iter().map(|p| p.y).sum::<i32>() / count,
    }
}

/// **legion card.ambush.** Could a Command lie in this ground: no more than 12 stands, ground of 20 square
/// inches between the two armies' own, that hides such troops? Woods, villages and hills hide whoever can
/// enter them; rough ground and marsh only light infantry and auxilia.
#[must_use]
pub fn may_lie(pos: &Position, command: CommandId, ground: usize) -> bool {
    if ambushes(pos, command) {
        // the scenario says where
        return pos.set.command(command).ambush.iter().any(|&g| usize::from(g) == ground);
    }
    let Some(piece) = pos.set.table.terrain.get(ground) else { return false };
    let between = (ZONE.0..=pos.set.table.depth.0 - ZONE.0).contains(&middle(piece).y);
    let hides = |unit: UnitId| {
        let barred = pos.set.charts.ground.effect(piece.ground, pos.gait(unit)).pace == Pace::Barred;
        let low = matches!(pos.troop(unit).class, Class::LightInfantry | Class::Auxilia);
        !barred
            && match piece.ground {
                Ground::Woods | Ground::Village | Ground::Hill => true,
                Ground::Rough | Ground::Marsh => low,
                Ground::Water | Ground::Ford => false,
            }
    };
    place::stands(pos, command) <= AMBUSH_STANDS
        && piece.outline.area() >= AMBUSH_AREA
        && between
        && pos.unit_ids().filter(|&u| pos.unit(u).command == command).all(hides)
}

/// **legion card.ambush.** A unit has moved near ground in which enemies might lie: their side's program
/// says at once whether they do.
pub(crate) fn look_about(
    pos: &mut Position,
    unit: UnitId,
    trail: &[Stance],
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    if pos.cards.hidden.is_empty() {
        return Ok(());
    }
    let enemy = pos.side(unit).other();
    for hiding in pos.cards.hidden.clone() {
        if pos.set.command(hiding.command).side != enemy || hiding.coming != Coming::Unknown {
            continue;
        }
        let near: Vec<usize> = (0..pos.set.table.terrain.len().min(PLACES.len() - 1))
            .filter(|&g| !hiding.denied.contains(&(g as u8)) && may_lie(pos, hiding.command, g))
            .filter(|&g| trail.iter().any(|&at| comes_near(pos, &pos.bases_at(unit, at), g)))
            .collect();
        for ground in near {
            if is_found(pos, (&hiding, ground), oracle)? {
                let heading = homeward(enemy).about();
                show(pos, hiding.command);
                spring(pos, hiding.command, (ground, heading), oracle);
                break;
            }
        }
    }
    Ok(())
}

/// Where all units stand, when a Command may lie in ambush.
#[must_use]
pub(crate) fn places_before(pos: &Position) -> Vec<(UnitId, Stance)> {
    let lies = pos.cards.hidden.iter().any(|h| h.coming == Coming::Unknown);
    let all = pos.unit_ids().filter(|_| lies);
    all.filter_map(|u| Some((u, pos.stance(u)?))).collect()
}

/// **legion card.ambush.** Whoever has charged, pursued, evaded or been driven near such ground has moved
/// there as well as he who moves by order.
pub(crate) fn found_on_the_way(
    pos: &mut Position,
    stood: &[(UnitId, Stance)],
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    for &(unit, from) in stood {
        if let Some(to) = pos.stance(unit).filter(|&to| to != from) {
            look_about(pos, unit, &flight::trail(from, to), oracle)?;
        }
    }
    Ok(())
}

fn comes_near(pos: &Position, bases: &[Base], ground: usize) -> bool {
    let outline = &pos.set.table.terrain[ground].outline;
    bases.iter().any(|base| outline.distance(base) <= NEAR)
}

/// Is the Command in this ground? Who denies it and has it there is found out when the seals are opened.
fn is_found(pos: &mut Position, (hiding, ground): (&Hiding, usize), oracle: &mut Oracle<'_>) -> Flow<bool> {
    let spec = pos.set.command(hiding.command);
    let name = &pos.set.table.terrain[ground].name;
    let text = format!("Enemies come near {name}: is {} there?", spec.code);
    let question = Question::new("ambush", &pos.set.sides[spec.side], &spec.code, Rule("card.ambush"), text)
        .choice("nobody", "is not there")
        .choice("found", "is found, and stands up")
        .shows(Showing {
            seal: hiding.place,
            values: vec![PLACES[ground + 1].to_owned()],
            spared: vec!["nobody".to_owned()],
            at_once: true,
        });
    if oracle.ask(question)? == "found" {
        return Ok(true);
    }
    for own in pos.cards.hidden.iter_mut().filter(|h| h.command == hiding.command) {
        own.denied.push(ground as u8);
    }
    Ok(false)
}

/// A Command that has been found was under the card of an ambush: that card is spent.
fn show(pos: &mut Position, command: CommandId) {
    let side = pos.set.command(command).side;
    for slot in &mut pos.cards.hands[side] {
        if slot.used == Used::Under(command) {
            slot.used = Used::Shown(Card::Ambush);
        }
    }
}

/// **legion card.deal, card.modifier.** Does what has been opened so far bear out what was done with cards
/// that nobody saw?
///
/// # Errors
/// Whose cards were not as he played them.
pub fn borne_out(pos: &Position, opened: &dyn Fn(Seal) -> Option<String>) -> Result<(), String> {
    for side in Side::BOTH {
        let name = &pos.set.sides[side];
        for slot in &pos.cards.hands[side] {
            let Some(value) = opened(slot.seal) else { continue };
            let Some(card) = slot.card(&value) else {
                return Err(format!("{name} sealed `{value}` for a card, which is no number below {DECK}"));
            };
            let face = card.face().name;
            match slot.used {
                Used::Shown(shown) if shown != card => {
                    return Err(format!("{name} played {} and held {face}", shown.face().name));
                }
                Used::Under(command) if !lay_rightly(pos, command, card) => {
                    let code = &pos.set.command(command).code;
                    return Err(format!("{name} kept {code} off the table under {face}"));
                }
                _ => {}
            }
        }
    }
    pos.cards.hidden.iter().try_for_each(|h| {
        let place = opened(h.place);
        let ground = place.as_deref().and_then(ground_of);
        if place.is_some() && ambushes(pos, h.command) && !ground.is_some_and(|g| may_lie(pos, h.command, g))
        {
            let spec = pos.set.command(h.command);
            return Err(format!(
                "{} hid {} where the scenario has no ambush",
                pos.set.sides[spec.side], spec.code
            ));
        }
        match ground.and_then(|g| u8::try_from(g).ok()).filter(|g| h.denied.contains(g)) {
            Some(g) => {
                let spec = pos.set.command(h.command);
                let name = &pos.set.table.terrain[usize::from(g)].name;
                Err(format!("{} denied that {} lay in {name}", pos.set.sides[spec.side], spec.code))
            }
            None => Ok(()),
        }
    })
}

/// Was it right to keep a Command off the table under this card?
fn lay_rightly(pos: &Position, command: CommandId, card: Card) -> bool {
    match card {
        Card::Ambush => place::stands(pos, command) <= AMBUSH_STANDS,
        Card::FlankMarch | Card::HiddenReserves => place::is_quarter(pos, command),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Directive;

    #[test]
    fn whatever_is_sealed_is_among_the_secrets() {
        let numbers: Vec<String> = (0..DECK).map(|n| n.to_string()).collect();
        let all = Directive::WORDS.iter().chain(&PLACES).copied().chain(numbers.iter().map(String::as_str));
        assert_eq!(all.collect::<Vec<_>>(), SECRETS);
    }
}
