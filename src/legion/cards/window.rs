//! Cards that are played when something happens: questions to those who may hold them.

use super::now;
use super::play::{is_there, lay};
use crate::events::cards::CardEvent;
use crate::events::deploy::DeployEvent;
use crate::setup::{Card, CommandId};
use crate::state::{Help, Lasting, Morale, Position, UnitId, Used};
use crate::{Flow, Happening, Oracle, deploy};
use tess_effects::{Question, Rule, Side};

const RULE: Rule = Rule("card.deal");

/// What may be chosen in the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Panic(CommandId),
    Stumble(UnitId),
    Centurion(UnitId),
    Optio(UnitId),
    IllFortune(CommandId),
    Frenzy(CommandId),
    Speech(CommandId),
    Volley(UnitId),
    GoodOmens,
    BadOmens,
    Down(u8, CommandId, Help),
}

impl Choice {
    /// The card that has to be shown; none when it lies face down.
    const fn card(self) -> Option<Card> {
        match self {
            Choice::Panic(_) => Some(Card::Panic),
            Choice::Stumble(_) => Some(Card::TreacherousTerrain),
            Choice::Centurion(_) => Some(Card::LegendaryCenturion),
            Choice::Optio(_) => Some(Card::Optio),
            Choice::IllFortune(_) => Some(Card::IllFortune),
            Choice::Frenzy(_) => Some(Card::BattleFrenzy),
            Choice::Speech(_) => Some(Card::RousingSpeech),
            Choice::Volley(_) => Some(Card::DevastatingVolley),
            Choice::GoodOmens => Some(Card::GoodOmens),
            Choice::BadOmens => Some(Card::BadOmens),
            Choice::Down(..) => None,
        }
    }

    /// On what it is played; nothing for what is played on an army.
    fn on(self, pos: &Position) -> String {
        let code = match self {
            Choice::Panic(c) | Choice::Frenzy(c) | Choice::Speech(c) | Choice::Down(_, c, _) => {
                pos.set.command(c).code.clone()
            }
            Choice::IllFortune(c) => pos.leader_spec(c).code.clone(),
            Choice::Stumble(u) | Choice::Centurion(u) | Choice::Optio(u) | Choice::Volley(u) => pos.code(u),
            Choice::GoodOmens | Choice::BadOmens => String::new(),
        };
        code.to_ascii_lowercase()
    }

    /// How it is written as an answer.
    fn key(self, pos: &Position) -> String {
        match self {
            Choice::Down(number, _, what) => format!("{number}-{}-{}", self.on(pos), what.word()),
            Choice::GoodOmens | Choice::BadOmens => self.card().map_or("", |c| c.face().word).to_owned(),
            _ => format!("{}-{}", self.card().map_or("", |c| c.face().word), self.on(pos)),
        }
    }
}

/// **legion card.panic, card.treacherous-terrain, card.ill-fortune, card.modifier.** An enemy Command takes
/// the initiative: whoever holds cards may play some now, one after the other: all that may be played at
/// any time, on anybody on the table. What is offered does not depend on what is held.
pub(crate) fn enemy_acts(pos: &mut Position, command: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let side = pos.set.command(command).side.other();
    while pos.cards.held(side) > 0 {
        let choices = choices(pos, side);
        let code = pos.set.command(command).code.clone();
        let text = format!("{code} has the initiative: do you play a card?");
        let mut question =
            Question::new("cards", &pos.set.sides[side], &code, RULE, text).choice("none", "plays nothing");
        for choice in &choices {
            let key = choice.key(pos);
            question = match choice.card() {
                Some(card) => {
                    let on = choice.on(pos).to_ascii_uppercase();
                    let name = card.face().name;
                    let text = if on.is_empty() { name.to_owned() } else { format!("{name} on {on}") };
                    question.choice_of(key, text, pos.cards.proofs(side, card))
                }
                None => question.choice(key, "face down, for one die more this turn"),
            };
        }
        let question = question.fact("cards.held", pos.cards.held(side)).fact("turn", pos.turn);
        let answer = oracle.ask(question)?;
        let Some(choice) = choices.iter().find(|c| c.key(pos) == answer).copied() else { return Ok(()) };
        carry_out(pos, side, choice, oracle)?;
    }
    Ok(())
}

fn choices(pos: &Position, side: Side) -> Vec<Choice> {
    let own = || pos.unit_ids().filter(|&u| pos.side(u) == side && pos.stance(u).is_some());
    let there = |side: Side| pos.set.commands_of(side).filter(|&c| pos.units_of(c).next().is_some());
    let mut found: Vec<Choice> = there(side.other()).map(Choice::Panic).collect();
    found.extend(pos.enemies(side).filter(|&u| now::may_stumble(pos, u)).map(Choice::Stumble));
    found.extend(own().filter(|&u| pos.unit(u).morale == Morale::Broken).map(Choice::Centurion));
    found.extend(own().filter(|&u| pos.unit(u).morale == Morale::Disordered).map(Choice::Optio));
    let enemies = pos.set.commands_of(side.other());
    found.extend(enemies.filter(|&c| now::is_in_danger(pos, c)).map(Choice::IllFortune));
    found.extend(there(side).map(Choice::Frenzy));
    found.extend(pos.set.commands_of(side).filter(|&c| is_there(pos, c)).map(Choice::Speech));
    found.extend(own().filter(|&u| now::may_volley(pos, u)).map(Choice::Volley));
    found.extend([Choice::GoodOmens, Choice::BadOmens]);
    for (number, slot) in (1..).zip(&pos.cards.hands[side]) {
        if slot.used != Used::Held {
            continue;
        }
        for own in there(side) {
            found.extend([Help::Shooting, Help::Combat].map(|what| Choice::Down(number, own, what)));
        }
    }
    found
}

fn carry_out(pos: &mut Position, side: Side, choice: Choice, oracle: &mut Oracle<'_>) -> Flow<()> {
    if let Some(card) = choice.card() {
        pos.cards.spend(side, card, |seal| oracle.unseal(seal));
        let on = choice.on(pos).to_ascii_uppercase();
        oracle.tell(|| Happening::Card(CardEvent::Played { side, card, on }));
    }
    let mut lasts = |what: Lasting| {
        pos.cards.in_force.push(what);
        Ok(())
    };
    match choice {
        Choice::Frenzy(command) => lasts(Lasting::Frenzy(command)),
        Choice::Speech(leader) => lasts(Lasting::Speech(leader)),
        Choice::Volley(unit) => lasts(Lasting::Volley(unit)),
        Choice::GoodOmens => lasts(Lasting::GoodOmens(side)),
        Choice::BadOmens => lasts(Lasting::BadOmens(side.other())),
        Choice::Panic(command) => now::panic(pos, command, oracle),
        Choice::Stumble(unit) => now::treacherous(pos, unit, oracle),
        Choice::Centurion(unit) => now::centurion(pos, (unit, Card::LegendaryCenturion), oracle),
        Choice::Optio(unit) => now::optio(pos, (unit, Card::Optio), oracle),
        Choice::IllFortune(leader) => now::ill_fortune(pos, leader, oracle),
        Choice::Down(number, command, what) => {
            lay(pos, side, (number, command, what), oracle).map_err(Into::into)
        }
    }
}

/// **legion card.superior-scouting.** Edges are chosen, and the dice have said who deploys first: whoever
/// holds cards may still choose the side of the table and make the other deploy first. He who would begin
/// is asked first. Gives the side that deploys first.
pub(crate) fn scouted(pos: &mut Position, first: Side, oracle: &mut Oracle<'_>) -> Flow<Side> {
    let card = Card::SuperiorScouting;
    let mut begins = first;
    for side in [first, first.other()] {
        if pos.cards.held(side) == 0 {
            continue;
        }
        let own = &pos.set.sides[side];
        let who = if begins == side { "You deploy" } else { "The enemy deploys" };
        let text = format!("{who} first: do you play Superior Scouting?");
        let question = Question::new("scouting", own, own, card.rule(), text)
            .choice("no", "it stays so")
            .choice_of("stay", "the enemy deploys first", pos.cards.proofs(side, card))
            .choice_of("swap", "you change edges, and the enemy deploys first", pos.cards.proofs(side, card))
            .fact("deploys-first", &pos.set.sides[begins]);
        let on = oracle.ask(question)?;
        if on == "no" {
            continue;
        }
        pos.cards.spend(side, card, |seal| oracle.unseal(seal));
        if on == "swap" {
            deploy::turn_round(pos);
        }
        begins = side.other();
        oracle.tell(|| Happening::Card(CardEvent::Played { side, card, on }));
        oracle.tell(|| Happening::Deploy(DeployEvent::First(begins)));
    }
    Ok(begins)
}
