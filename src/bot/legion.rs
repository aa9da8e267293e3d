//! Players of Legion and Empire: they write only lines that `tess legal` would show them.

use super::chance::Chance;
use crate::effects::Question;
use crate::ledger::Role;
use crate::legion::cards;
use crate::legion::command::Directive;
use crate::legion::legal::{Legal, at_work, attempt, legal, lines_of, whole};
use crate::legion::measure::{Heading, Length};
use crate::legion::movement::owed;
use crate::legion::position::Morale;
use crate::legion::stage::Stage;
use crate::legion::{Position, Side, UnitId};
use crate::steward::Agent;

/// Lines of one sheet at most.
const LONGEST: usize = 40;

/// A player of Legion and Empire.
#[derive(Clone, Debug)]
pub struct Player {
    chance: Chance,
    /// Does he know what he does?
    sensible: bool,
}

/// A player who does anything that is legal, by this seed.
#[must_use]
pub fn random(seed: u64) -> Player {
    Player { chance: Chance::new(seed), sensible: false }
}

/// A player who goes for the enemy: he shoots, charges, and closes up; broken units rally.
#[must_use]
pub fn sensible(seed: u64) -> Player {
    Player { chance: Chance::new(seed), sensible: true }
}

impl Agent<Position> for Player {
    fn answer(&mut self, _position: &Position, _side: &Role, question: &Question) -> Option<String> {
        if self.sensible {
            return Some(question.default.clone());
        }
        self.chance.pick(&question.choices).map(|c| c.key.clone())
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        let me = position.set.find_side(side.as_str())?;
        let lines: Vec<String> = match at_work(position, me) {
            Some((_, units)) => self.work(position, me, units),
            None => match legal(position, me) {
                Legal::Orders(commands) => {
                    let card = self.card(position, me, 4);
                    card.into_iter().chain(commands.iter().map(|c| self.directive(position, c))).collect()
                }
                Legal::Prepare => vec![self.preparation(position, me)],
                _ => return None,
            },
        };
        Some(lines.iter().map(|line| format!("{line}\n")).collect())
    }
}

impl Player {
    /// A line about a card, once in so many times.
    fn card(&mut self, pos: &Position, side: Side, times: usize) -> Option<String> {
        if pos.cards.hands[side].is_empty() || !self.chance.once_in(times) {
            return None;
        }
        let lines = cards::lines(pos, side);
        self.chance.pick(&lines).cloned()
    }

    /// Before the battle: cards are drawn, and perhaps some are played.
    fn preparation(&mut self, pos: &Position, side: Side) -> String {
        if let Stage::Draw { .. } = pos.stage {
            return format!("draw {}", cards::due(&pos.set, side));
        }
        self.card(pos, side, 2).unwrap_or_else(|| "finish".to_owned())
    }

    /// `order C1 advance`.
    fn directive(&mut self, pos: &Position, command: &str) -> String {
        let any = self.chance.pick(&Directive::ALL).copied().unwrap_or(Directive::Hold);
        let order = if self.sensible { sense(pos, command) } else { any };
        format!("order {command} {}", order.word())
    }

    /// Orders one after another on a copy of the position, until a die or a question is due or all is done.
    fn work(&mut self, start: &Position, side: Side, mut units: Vec<UnitId>) -> Vec<String> {
        let (mut pos, mut lines) = (start.clone(), Vec::new());
        while lines.len() < LONGEST {
            let line = match self.card(&pos, side, 12) {
                Some(card) => card,
                None => self.next(&pos, side, &mut units, &lines),
            };
            let Some(done) = attempt(&mut pos, side, &line) else { break };
            let last = !done || line == "finish";
            lines.push(line);
            if last {
                break;
            }
        }
        if lines.is_empty() { vec!["finish".to_owned()] } else { lines }
    }

    /// The next order after those said; units that have nothing more to do are struck off the list.
    fn next(&mut self, pos: &Position, side: Side, units: &mut Vec<UnitId>, said: &[String]) -> String {
        while !units.is_empty() {
            let at = if self.sensible { 0 } else { self.chance.below(units.len()) };
            let lines = lines_of(pos, side, units[at]);
            let line = match self.sensible {
                true => best(pos, units[at], &lines),
                false if self.chance.once_in(4) => None,
                false => self.chance.pick(&lines).cloned(),
            };
            match line {
                Some(line) => return line,
                None => units.remove(at),
            };
        }
        let whole = whole(pos, side);
        // Each of them once in a sheet: to fight where there is nobody to fight is allowed again and again.
        let may = |word: &str| whole.iter().find(|w| *w == word && !said.contains(w)).cloned();
        let rest = may("rest").filter(|_| !owed(pos).is_empty());
        rest.or_else(|| may("fight")).unwrap_or_else(|| "finish".to_owned())
    }
}

/// A Command goes at the enemy while half of its units are in good order; else it comes together again.
fn sense(pos: &Position, command: &str) -> Directive {
    let Some(id) = pos.set.find_command(command) else { return Directive::Hold };
    let good = pos.units_of(id).filter(|&u| pos.unit(u).morale == Morale::Good).count();
    if good * 2 >= pos.units_of(id).count() { Directive::Advance } else { Directive::Reform }
}

/// The best of what a unit may do; nothing when all of it is worse than to stay.
fn best(pos: &Position, unit: UnitId, lines: &[String]) -> Option<String> {
    let begins = |verb: &str| lines.iter().find(|line| line.starts_with(verb)).cloned();
    if let Some(line) = begins("shoot").or_else(|| begins("rally")) {
        return Some(line);
    }
    if pos.unit(unit).morale == Morale::Broken {
        return None;
    }
    let charge = begins("charge").filter(|_| pos.is_heavy(unit) && pos.unit(unit).morale == Morale::Good);
    charge.or_else(|| {
        let now = worth(pos, unit)?;
        let after = |line: &&String| {
            let mut there = pos.clone();
            attempt(&mut there, pos.side(unit), line).filter(|done| *done)?;
            worth(&there, unit)
        };
        let scored = lines.iter().filter(|l| l.starts_with("move")).filter_map(|l| Some((after(&l)?, l)));
        scored.filter(|(worth, _)| *worth < now).min().map(|(_, line)| line.clone())
    })
}

/// How far a unit is from where it would be: before the nearest enemy, lights three inches from him. Less is better.
fn worth(pos: &Position, unit: UnitId) -> Option<i32> {
    let stance = pos.stance(unit)?;
    let (enemy, far) = pos.nearest_enemy(unit, stance)?;
    let there = pos.stance(enemy)?.anchor;
    let off =
        (Heading::of(stance.anchor, there).hundredths() - stance.heading.hundredths()).rem_euclid(36_000);
    let turned = off.min(36_000 - off) / 10;
    let gap = if pos.is_light(unit) { (far.0 - Length::inches(3).0).abs() } else { far.0 };
    Some(gap + turned)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bot::skirmish::play;
    use crate::legion::Legion;
    use crate::scenario::Library;

    const TURNS: u16 = 3;

    fn fought(seed: u64, sensible_ones: bool) -> crate::bot::skirmish::Fought<Position> {
        let loaded = Library::embedded().load_legion("legion/skirmish").expect("loads");
        let player = |seed| if sensible_ones { sensible(seed) } else { random(seed) };
        let (mut a, mut b) = (player(seed), player(seed + 100));
        play::<Legion>(Position::new(Arc::clone(&loaded.setup)), [&mut a, &mut b], seed, TURNS, None)
    }

    #[test]
    fn bots_find_something_to_order_in_every_turn() {
        let fought = fought(2, false);
        assert_eq!(fought.stuck, None);
        assert!(fought.ending.is_some() || fought.position.turn > TURNS, "turn {}", fought.position.turn);
    }

    #[test]
    fn sensible_bots_come_to_grips() {
        let fought = fought(1, true);
        assert_eq!(fought.stuck, None);
        let far = fought.position.unit_ids().filter_map(|u| {
            let stance = fought.position.stance(u)?;
            fought.position.nearest_enemy(u, stance).map(|(_, far)| far)
        });
        assert!(far.min().is_none_or(|far| far < Length::inches(8)), "they have not come near");
    }
}
