//! Whoever does anything that is legal.

use super::{beforehand, cards, sheet};
use crate::chance::Chance;
use tess_effects::Question;
use tess_game::Agent;
use tess_ledger::Role;
use tess_legion::Position;
use tess_legion::command::Directive;
use tess_legion::legal::{at_work, leader_lines, lines_of, whole};

/// A player without a plan.
#[derive(Clone, Debug)]
pub struct Random {
    chance: Chance,
}

/// A player who does anything that is legal, by this seed.
#[must_use]
pub fn random(seed: u64) -> Random {
    Random { chance: Chance::new(seed) }
}

impl Agent<Position> for Random {
    fn answer(&mut self, _position: &Position, _side: &Role, question: &Question) -> Option<String> {
        self.chance.pick(&question.choices).map(|c| c.key.clone())
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        let me = position.set.find_side(side.as_str())?;
        if let Some(sheet) = cards::prepared(&mut self.chance, position, me) {
            return Some(sheet);
        }
        let (mut card, then) = cards::first(&mut self.chance, position, me, 4);
        let Some((command, mut units)) = at_work(position, me) else {
            let orders = beforehand(then.as_ref().unwrap_or(position), me, |_| {
                *self.chance.pick(&Directive::ALL).unwrap_or(&Directive::Hold)
            })?;
            return Some(card.map(|line| line + "\n").unwrap_or_default() + &orders);
        };
        let mut rides = command.filter(|_| self.chance.once_in(3));
        Some(sheet(position, me, |pos| {
            if let Some(line) = card.take() {
                return line;
            }
            if let Some(line) =
                rides.take().and_then(|c| self.chance.pick(&leader_lines(pos, me, c)).cloned())
            {
                return line;
            }
            while !units.is_empty() {
                let at = self.chance.below(units.len());
                let lines = lines_of(pos, me, units[at]);
                let tired = self.chance.once_in(4);
                let line = self.chance.pick(&lines).filter(|_| !tired);
                match line {
                    Some(line) => return line.clone(),
                    None => drop(units.remove(at)),
                }
            }
            // An end that both want would come in the first turn, were it wanted as often as anything else.
            let calm = !self.chance.once_in(12);
            let words: Vec<String> = whole(pos, me).into_iter().filter(|w| !(calm && w == "truce")).collect();
            self.chance.pick(&words).cloned().unwrap_or_else(|| "finish".to_owned())
        }))
    }
}
