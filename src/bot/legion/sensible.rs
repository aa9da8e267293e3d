//! Whoever wants to win: his lines go forward together, shoot, and charge where the dice are on their side.

use super::answer::{answer, unseen};
use super::goal::before;
use super::mood::Mood;
use super::{Pace, beforehand, cards, odds, sheet, way};
use crate::chance::Chance;
use tess_effects::Question;
use tess_game::Agent;
use tess_ledger::Role;
use tess_legion::Side;
use tess_legion::command::Directive;
use tess_legion::leaders;
use tess_legion::legal::{allows, at_work, leader_joins};
use tess_legion::measure::Length;
use tess_legion::movement::{must_charge, owed};
use tess_legion::questions::zone::has_ahead;
use tess_legion::setup::CommandId;
use tess_legion::setup::{Class, Missile};
use tess_legion::shooting::{Mark, may_shoot};
use tess_legion::state::{LeaderPlace, Morale, Position, UnitId};
use tess_legion::state::{Segment, Stage};

/// A player with a plan.
#[derive(Clone, Debug)]
pub struct Sensible {
    chance: Chance,
    pace: Pace,
}

/// A player who fights to win, by this seed.
#[must_use]
pub fn sensible(seed: u64) -> Sensible {
    Sensible { chance: Chance::new(seed), pace: Pace::Thorough }
}

/// The same player in a hurry, who tries only what comes to mind first: for battles that are fought by the
/// thousand.
#[must_use]
pub fn quick(seed: u64) -> Sensible {
    Sensible { chance: Chance::new(seed), pace: Pace::Hurried }
}

impl Agent<Position> for Sensible {
    fn answer(&mut self, position: &Position, side: &Role, question: &Question) -> Option<String> {
        let me = position.set.find_side(side.as_str())?;
        Some(answer(position, me, question))
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        let me = position.set.find_side(side.as_str())?;
        if let Some(sheet) = cards::prepared(&mut self.chance, position, me) {
            return Some(sheet);
        }
        let Some((_, units)) = at_work(position, me) else {
            let (card, then) = cards::first(&mut self.chance, position, me, 3);
            let stands = then.as_ref().unwrap_or(position);
            let orders = beforehand(stands, me, |code| directive(stands, code))?;
            return Some(card.map(|line| line + "\n").unwrap_or_default() + &orders);
        };
        let bold = self.boldness(position);
        let mut turn = Turn { side: me, pace: self.pace, mood: Mood { bold, ..Mood::EVEN }, left: units };
        Some(sheet(position, me, |pos| turn.next(pos)))
    }

    fn answer_unseen(&self, question: &Question) -> Option<String> {
        unseen(question)
    }
}

/// What somebody of this mood writes after these lines, of which those that are illegal are left out.
pub(super) fn sheet_after(pos: &Position, side: Side, lines: &[&str], (pace, mood): (Pace, Mood)) -> String {
    let left = at_work(pos, side).map(|(_, units)| units).unwrap_or_default();
    let bold = mood.bold + i32::from(pos.turn) / 3;
    let mut turn = Turn { side, pace, mood: Mood { bold, ..mood }, left };
    let mut before = lines.iter().filter(|&&line| line != "finish");
    sheet(pos, side, |pos| match before.find(|line| allows(pos, side, line)) {
        Some(line) => (*line).to_owned(),
        None => turn.next(pos),
    })
}

impl Sensible {
    /// How bad the odds may be at which he charges: who has waited long dares more.
    fn boldness(&mut self, pos: &Position) -> i32 {
        i32::from(pos.turn) / 3 + i32::from(self.chance.once_in(3))
    }
}

/// A Command goes at the enemy while half of its units keep some order; else it comes together again.
fn directive(pos: &Position, command: &str) -> Directive {
    let Some(id) = pos.set.find_command(command) else { return Directive::Hold };
    let count = |what: &dyn Fn(UnitId) -> bool| pos.units_of(id).filter(|&u| what(u)).count();
    let all = count(&|_| true);
    let good = count(&|u| pos.unit(u).morale == Morale::Good);
    let broken = count(&|u| pos.unit(u).morale == Morale::Broken);
    let engaged = count(&|u| pos.is_engaged(u));
    let can_attack = count(&|u| !matches!(pos.troop(u).class, Class::Artillery | Class::Baggage));
    let near = pos.units_of(id).filter_map(|u| pos.nearest_enemy(u, pos.stance(u)?)).map(|(_, d)| d).min();
    let safe = near.is_none_or(|d| d > Length::inches(10));
    if can_attack == 0 {
        Directive::Hold
    } else if broken * 2 > all && engaged == 0 || good * 2 < all && safe {
        Directive::Reform
    } else {
        Directive::Advance
    }
}

/// What a side still has to do in its turn.
struct Turn {
    side: Side,
    pace: Pace,
    mood: Mood,
    /// Units that may still have something to do, in their order.
    left: Vec<UnitId>,
}

impl Turn {
    /// The next line.
    fn next(&mut self, pos: &Position) -> String {
        let line = match pos.stage {
            Stage::Rally { .. } => self.first(pos, |_, unit| Some(format!("rally {}", pos.code(unit)))),
            Stage::Acting(acting) => self.act(pos, acting.command, acting.step),
            Stage::SetUp(_)
            | Stage::Draw { .. }
            | Stage::Eve { .. }
            | Stage::Orders { .. }
            | Stage::Over { .. } => None,
        };
        line.unwrap_or_else(|| "finish".to_owned())
    }

    /// Shots of those who will not come nearer; charges, the best first; exchanges of lines; moves from the
    /// front to the rear; the other shots; combat.
    fn act(&mut self, pos: &Position, command: CommandId, step: Segment) -> Option<String> {
        if step <= Segment::Preliminary
            && let Some(line) = self.first(pos, |_, unit| early_shot(pos, unit))
        {
            return Some(line);
        }
        if step <= Segment::Movement {
            let line = self
                .lead(pos, command)
                .or_else(|| self.charge(pos))
                .or_else(|| self.first(pos, |turn, unit| turn.relief(pos, unit)))
                .or_else(|| self.step(pos));
            if line.is_some() {
                return line;
            }
            if !owed(pos).is_empty() && allows(pos, self.side, "rest") {
                return Some("rest".to_owned());
            }
        }
        let units: Vec<UnitId> = pos.units_of(command).collect();
        let shots = units.into_iter().find_map(|unit| any_shot(pos, unit));
        let fight = || Some("fight".to_owned()).filter(|line| allows(pos, self.side, line));
        shots.or_else(fight)
    }

    /// A leader goes to men of his Command who have lost heart, out of the enemy's way; one who stands by
    /// himself joins heavy troops: men in combat before others, foot before horse.
    fn lead(&self, pos: &Position, command: CommandId) -> Option<String> {
        let alone = match pos.leader(command).place {
            LeaderPlace::Alone(_) => true,
            LeaderPlace::With(unit, _) if !pos.is_engaged(unit) => false,
            _ => return None,
        };
        let lost = |u: UnitId| is_lost(pos, u);
        if !alone && !pos.units_of(command).any(lost) {
            return None;
        }
        let own = |u: UnitId| pos.unit(u).command == command;
        let fit = |u: UnitId| lost(u) || alone && pos.is_heavy(u) && pos.unit(u).morale == Morale::Good;
        let found = leader_joins(pos, self.side, command).into_iter().filter(|&(u, _)| own(u) && fit(u));
        let (_, line) = found.max_by_key(|&(u, _)| {
            (lost(u), pos.is_engaged(u), !pos.troop(u).class.is_cavalry(), std::cmp::Reverse(u))
        })?;
        Some(line)
    }

    /// The first line of a unit that is allowed.
    fn first(&self, pos: &Position, line: impl Fn(&Turn, UnitId) -> Option<String>) -> Option<String> {
        let lines = self.left.iter().filter_map(|&unit| line(self, unit));
        let mut allowed = lines.filter(|line| allows(pos, self.side, line));
        allowed.next()
    }

    /// The charge with the best odds, when they are good enough; a warband's that it owes before all.
    fn charge(&self, pos: &Position) -> Option<String> {
        let mut found: Vec<(i32, String)> = Vec::new();
        for &unit in self.left.iter().filter(|&&u| is_free(pos, u)) {
            let must = must_charge(pos, unit);
            let reach = pos.base_move(unit) + Length::inches(2);
            let near = |e: &UnitId| pos.is_within(unit, *e, reach);
            let mut enemies: Vec<UnitId> = pos.enemies(self.side).filter(near).collect();
            if self.pace == Pace::Hurried {
                enemies.retain(|&e| pos.stance(unit).is_some_and(|at| has_ahead(pos, unit, at, e)));
                enemies.sort_by_cached_key(|&e| pos.distance(unit, e));
                enemies.truncate(1);
            }
            for enemy in enemies {
                let Some(odds) = odds::of_charge(pos, unit, enemy) else { continue };
                let owes = must.is_some();
                if owes || self.dares(pos, (unit, enemy), odds) {
                    let line = format!("charge {} {}", pos.code(unit), pos.code(enemy));
                    found.push((odds + if owes { 20 } else { 0 }, line));
                }
            }
        }
        found.sort_by_key(|(odds, _)| -odds);
        found.into_iter().map(|(_, line)| line).find(|line| allows(pos, self.side, line))
    }

    /// Are these odds good enough for such a unit against such an enemy?
    fn dares(&self, pos: &Position, (unit, enemy): (UnitId, UnitId), odds: i32) -> bool {
        let least = match pos.troop(unit).class {
            Class::Artillery | Class::Baggage => return false,
            Class::ScythedChariots if pos.is_light(enemy) => return false,
            Class::ScythedChariots | Class::Elephants => -3,
            _ if pos.is_light(unit) => 2,
            _ => -self.mood.bold,
        };
        let shaken = if pos.unit(unit).morale == Morale::Good { 0 } else { 2 };
        odds >= least + shaken
    }

    /// A tired line in combat gives way to the one behind it.
    fn relief(&self, pos: &Position, unit: UnitId) -> Option<String> {
        let tired = usize::from(pos.unit(unit).hits) * 2 >= pos.unit(unit).stands.len();
        if !pos.is_engaged(unit) || !(tired || pos.unit(unit).morale == Morale::Disordered) {
            return None;
        }
        let fresh = self.left.iter().filter(|&&s| is_free(pos, s) && pos.unit(s).morale == Morale::Good);
        let line = |second: &UnitId| format!("relieve {} {}", pos.code(unit), pos.code(*second));
        fresh.map(line).find(|line| allows(pos, self.side, line))
    }

    /// The next move, the foremost units first, each once; lights last, when the others have shown where
    /// they go.
    fn step(&mut self, pos: &Position) -> Option<String> {
        let rank = |unit: UnitId| {
            let Some(stance) = pos.stance(unit) else { return (2, 0) };
            let forward = super::goal::forward(pos, self.side, stance.anchor);
            (i32::from(before(pos, unit, stance).is_some()), -forward)
        };
        self.left.sort_by_key(|&unit| (rank(unit), unit));
        while !self.left.is_empty() {
            let unit = self.left.remove(0);
            if !self.mood.stays
                && is_free(pos, unit)
                && let Some(line) = way::best(pos, unit, (self.pace, self.mood))
            {
                return Some(line);
            }
        }
        None
    }
}

/// Has a unit of heavy troops lost heart, with no leader to rally it and no enemy near?
fn is_lost(pos: &Position, unit: UnitId) -> bool {
    let broken = pos.is_heavy(unit) && pos.unit(unit).morale == Morale::Broken;
    let safe = |stance| pos.nearest_enemy(unit, stance).is_none_or(|(_, far)| far > Length::inches(6));
    broken && leaders::with(pos, unit).is_none() && pos.stance(unit).is_some_and(safe)
}

/// May a unit still act as its player likes?
fn is_free(pos: &Position, unit: UnitId) -> bool {
    let now = pos.unit(unit);
    pos.stance(unit).is_some()
        && now.morale != Morale::Broken
        && !now.account.moved
        && now.attached.is_none()
        && !pos.is_engaged(unit)
}

/// Shots before the move, of those who shoot from afar and of those who stay: heavy troops keep what they
/// throw for the charge.
fn early_shot(pos: &Position, unit: UnitId) -> Option<String> {
    let keeps = pos.is_heavy(unit) && matches!(pos.troop(unit).missile, Missile::Pila | Missile::Angon);
    any_shot(pos, unit).filter(|_| !keeps)
}

/// The shot with the most stands.
fn any_shot(pos: &Position, unit: UnitId) -> Option<String> {
    let found = may_shoot(pos, pos.side(unit), unit).ok()?;
    let (mark, _) = found.into_iter().max_by_key(|(mark, stands)| (*stands, std::cmp::Reverse(*mark)))?;
    let name = match mark {
        Mark::Unit(unit) => pos.code(unit),
        Mark::Leader(leader) => pos.leader_spec(leader).code.clone(),
    };
    Some(format!("shoot {} {name}", pos.code(unit)))
}
