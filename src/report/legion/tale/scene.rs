//! What happens at one place, in facts, and its words.

use super::effect;
use crate::form::list::{listed, plural};
use tess_effects::Rule;
use tess_legion::events::melee::End;
use tess_legion::events::{MeleeEvent, MoraleEvent, MoveEvent, ShootEvent};
use tess_legion::measure::{Length, Stance};
use tess_legion::{Happening, Position, UnitId};

/// Units that are told with their places; of more the roster has them.
const FEW: usize = 3;

/// One or several happenings that are told together.
pub(super) enum Scene<'a> {
    /// Units go somewhere.
    Moves(Vec<(UnitId, Stance)>),
    /// Units are disordered by one rule.
    Disorder(Rule, Vec<UnitId>),
    /// Units are in good order again.
    InOrder(Rule, Vec<UnitId>),
    /// One shoots at another.
    Volley(Pair<'a>, &'a Happening),
    /// One charges another.
    Charge(Pair<'a>, &'a MoveEvent),
    /// Two fight: the dice of each, and how it ended for each.
    Clash(Pair<'a>, Vec<&'a MeleeEvent>),
    /// What becomes of a unit by itself.
    Alone(Vec<&'a MoraleEvent>),
    /// What is told by its own sentence.
    Told(String),
}

/// Two units against each other, and what became of them.
pub(super) struct Pair<'a> {
    one: UnitId,
    other: UnitId,
    effects: Vec<&'a MoraleEvent>,
}

impl<'a> Pair<'a> {
    const fn of(one: UnitId, other: UnitId) -> Pair<'a> {
        Pair { one, other, effects: Vec::new() }
    }

    fn has(&self, unit: UnitId) -> bool {
        self.one == unit || self.other == unit
    }

    /// ` V2 loses a stand and falls back.` for each of them to whom anything happened.
    fn effects(&self, pos: &Position) -> String {
        let of = |unit: UnitId| self.effects.iter().copied().filter(move |e| effect::whose(e) == Some(unit));
        [self.one, self.other]
            .into_iter()
            .filter_map(|unit| effect::told(pos, &of(unit).collect::<Vec<_>>(), true))
            .map(|text| format!(" {text}."))
            .collect()
    }
}

impl<'a> Scene<'a> {
    /// One shoots at another.
    pub(super) const fn volley(unit: UnitId, target: UnitId, volley: &'a Happening) -> Scene<'a> {
        Scene::Volley(Pair::of(unit, target), volley)
    }

    /// One charges another.
    pub(super) const fn charge(unit: UnitId, target: UnitId, charge: &'a MoveEvent) -> Scene<'a> {
        Scene::Charge(Pair::of(unit, target), charge)
    }

    /// Two fight.
    pub(super) fn clash(fights: &'a MeleeEvent) -> Scene<'a> {
        let (one, other) = match fights {
            MeleeEvent::Fights { unit, enemy, .. } => (*unit, *enemy),
            MeleeEvent::Ended { unit, .. } => (*unit, *unit),
            MeleeEvent::Lanes { unit, chariots: other, .. }
            | MeleeEvent::RidesThrough { unit, light: other }
            | MeleeEvent::Meets { unit, enemy: other, .. } => (*unit, *other),
        };
        Scene::Clash(Pair::of(one, other), vec![fights])
    }

    /// Is it told on a line of its own?
    pub(super) const fn is_fight(&self) -> bool {
        matches!(self, Scene::Volley(..) | Scene::Charge(..) | Scene::Clash(..))
    }

    /// Is this unit one of two against each other?
    pub(super) fn has(&self, unit: UnitId) -> bool {
        match self {
            Scene::Volley(pair, _) | Scene::Charge(pair, _) | Scene::Clash(pair, _) => pair.has(unit),
            _ => false,
        }
    }

    /// The charge has come to contact.
    pub(super) fn meets(&self, unit: UnitId, target: UnitId) -> bool {
        matches!(self, Scene::Charge(pair, _) if pair.one == unit && pair.other == target)
    }

    /// The other's dice of the same combat; false when it is another.
    pub(super) fn clash_on(&mut self, unit: UnitId, enemy: UnitId, event: &'a MeleeEvent) -> bool {
        match self {
            Scene::Clash(pair, events) if pair.one == enemy && pair.other == unit && events.len() == 1 => {
                events.push(event);
                true
            }
            _ => false,
        }
    }

    /// How a combat ended for a unit of it; false when it is another.
    pub(super) fn ends(&mut self, unit: UnitId, event: &'a MeleeEvent) -> bool {
        match self {
            Scene::Clash(pair, events) if pair.has(unit) => {
                events.push(event);
                true
            }
            _ => false,
        }
    }

    /// What became of one of them.
    pub(super) fn suffers(&mut self, event: &'a MoraleEvent) {
        if let Scene::Volley(pair, _) | Scene::Charge(pair, _) | Scene::Clash(pair, _) = self {
            pair.effects.push(event);
        }
    }

    /// Goes on with a scene: what could not go on comes back.
    pub(super) fn join(&mut self, next: Scene<'a>) -> Option<Scene<'a>> {
        match (self, next) {
            (Scene::Moves(all), Scene::Moves(more)) => {
                for (unit, to) in more {
                    match all.iter_mut().find(|(it, _)| *it == unit) {
                        Some(known) => known.1 = to,
                        None => all.push((unit, to)),
                    }
                }
            }
            (Scene::Disorder(rule, all), Scene::Disorder(by, more)) if *rule == by => all.extend(more),
            (Scene::InOrder(_, all), Scene::InOrder(_, more)) => all.extend(more),
            (Scene::Alone(all), Scene::Alone(more))
                if all.last().and_then(|e| effect::whose(e))
                    == more.first().and_then(|e| effect::whose(e)) =>
            {
                all.extend(more);
            }
            (_, next) => return Some(next),
        }
        None
    }

    /// The sentences of it.
    pub(super) fn told(&self, pos: &Position) -> String {
        match self {
            Scene::Moves(units) => moves(pos, units),
            Scene::Disorder(rule, units) => {
                format!("{} {} disordered ({rule}).", codes(pos, units), plural(units.len(), "is", "are"))
            }
            Scene::InOrder(rule, units) => {
                let verb = plural(units.len(), "is", "are");
                format!("{} {verb} in good order again ({rule}).", codes(pos, units))
            }
            Scene::Volley(pair, happening) => {
                let Happening::Shoot(event) = happening else { return String::new() };
                volley(pos, event) + &pair.effects(pos)
            }
            Scene::Charge(pair, event) => charge(pos, event) + &pair.effects(pos),
            Scene::Clash(pair, events) => clash(pos, pair, events) + &pair.effects(pos),
            Scene::Alone(events) => {
                effect::told(pos, events, false).map_or_else(String::new, |text| text + ".")
            }
            Scene::Told(text) => format!("{text}."),
        }
    }
}

/// `H1, H2 and V1`.
fn codes(pos: &Position, units: &[UnitId]) -> String {
    listed(&units.iter().map(|&unit| pos.code(unit)).collect::<Vec<_>>())
}

fn moves(pos: &Position, units: &[(UnitId, Stance)]) -> String {
    let who: Vec<UnitId> = units.iter().map(|(unit, _)| *unit).collect();
    if units.len() > FEW {
        return format!("{} move.", codes(pos, &who));
    }
    let tenth = |v: i32| Length((v + 50).div_euclid(100) * 100);
    let each: Vec<String> = units
        .iter()
        .enumerate()
        .map(|(n, (unit, to))| {
            let verb = if n == 0 { " moves" } else { "" };
            format!("{}{verb} to {},{}", pos.code(*unit), tenth(to.anchor.x), tenth(to.anchor.y))
        })
        .collect();
    format!("{}.", listed(&each))
}

/// `dice 6, 6 and 1`.
fn thrown(dice: &[u8]) -> String {
    let each: Vec<String> = dice.iter().map(u8::to_string).collect();
    if each.is_empty() { "no die".to_owned() } else { crate::form::list::count(&each, "die", "dice") }
}

fn hits(n: u16) -> String {
    match n {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        n => format!("{n} hits"),
    }
}

fn volley(pos: &Position, event: &ShootEvent) -> String {
    let ShootEvent::Volley { unit, target, defensive, dice, hits: n, .. } = event else {
        return String::new();
    };
    let answers = if *defensive { " back" } else { "" };
    let (who, whom, rule) = (pos.code(*unit), pos.code(*target), event.rule());
    format!("{who} shoots{answers} at {whom} ({}; {rule}): {}.", thrown(dice), hits(*n))
}

fn charge(pos: &Position, event: &MoveEvent) -> String {
    let MoveEvent::Charges { unit, target, side, .. } = event else { return String::new() };
    format!("{} charges the {} of {} ({}).", pos.code(*unit), side.word(), pos.code(*target), event.rule())
}

/// `R1 fights A2 (dice 6, 5 and 2 against 4 and 1; melee.dice): 3 hits to 1. R1 wins (melee.loser).`
fn clash(pos: &Position, pair: &Pair<'_>, events: &[&MeleeEvent]) -> String {
    let (mut dice, mut dealt, mut ends, mut rule) = (Vec::new(), Vec::new(), Vec::new(), None);
    for event in events {
        match event {
            MeleeEvent::Fights { dice: faces, hits: n, .. } => {
                dice.push(thrown(faces));
                dealt.push(*n);
                rule.get_or_insert(event.rule());
            }
            MeleeEvent::Ended { unit, end, .. } => ends.push((*unit, *end)),
            _ => {}
        }
    }
    let rule = rule.map_or_else(String::new, |rule| format!("; {rule}"));
    let to = match dealt.as_slice() {
        [own, theirs] => format!("{} to {theirs}", hits(*own)),
        [own] => hits(*own),
        _ => String::new(),
    };
    let (one, other) = (pos.code(pair.one), pos.code(pair.other));
    let mut out = format!("{one} fights {other} ({}{rule}): {to}.", dice.join(" against "));
    let won = ends.iter().find(|(_, end)| *end == End::Won);
    let same = ends.iter().find(|(_, end)| matches!(end, End::Tied | End::Locked));
    if let Some((unit, end)) = won {
        out.push_str(&format!(" {} wins ({}).", pos.code(*unit), end.rule()));
    } else if let Some((_, end)) = same {
        let how = if *end == End::Tied { "Neither wins" } else { "They stay locked" };
        out.push_str(&format!(" {how} ({}).", end.rule()));
    }
    out
}
