//! What a sheet comes to: it is carried out, and both sides go on for a few actions.

use super::craft::Craft;
use super::tried::Tried;
use crate::skirmish::{Until, play_until};
use tess_effects::{Duty, Question};
use tess_game::{Agent, Playable};
use tess_ledger::Role;

/// What victory is worth, in millionths of what decides the battle.
const VICTORY: i64 = 2_000_000;

/// What it costs to have lost what decides the battle, before it is over.
const ENOUGH: i64 = 500_000;

/// Where sheets are tried, and how much still may be.
pub(super) struct Trials<'a, G: Playable> {
    pub(super) craft: &'a Craft<G>,
    pub(super) position: &'a G::Position,
    pub(super) side: &'a Role,
    /// All sheets are tried with the same dice.
    pub(super) seed: u64,
    /// Lines that have been carried out.
    pub(super) lines: u64,
}

impl<G: Playable> Trials<'_, G> {
    /// Has as much been tried as may be?
    pub(super) fn are_over(&self) -> bool {
        self.lines >= self.craft.budget.lines
    }

    /// Tries each sheet so often in all; none oftener than the others when it gets too much.
    pub(super) fn each(&mut self, tried: &mut [Tried], times: u64) {
        for nth in 0..times {
            if self.are_over() {
                return;
            }
            for sheet in tried.iter_mut().filter(|sheet| sheet.scores.len() as u64 == nth) {
                let score = self.one(&sheet.sheet, nth);
                sheet.scores.push(score);
            }
        }
    }

    /// What a sheet comes to with the dice of this number, in millionths of what decides the battle.
    fn one(&mut self, sheet: &str, nth: u64) -> i64 {
        let sides = G::sides(self.position);
        let own = usize::from(sides[1] == self.side.as_str());
        let mut first = Begins { sheet: Some(sheet.to_owned()), then: (self.craft.follower)(2 * nth) };
        let mut second = (self.craft.follower)(2 * nth + 1);
        let agents: [&mut dyn Agent<G::Position>; 2] =
            if own == 0 { [&mut first, &mut *second] } else { [&mut *second, &mut first] };
        let until = Until { turns: u16::MAX, actions: self.craft.budget.actions, look: None };
        let start = (self.position.clone(), 0);
        let fought = play_until::<G>(start, agents, self.seed ^ nth, until, None);
        self.lines += fought.lines;
        // a sheet that is refused is none
        if fought.actions == 0 {
            return -10 * VICTORY;
        }
        if let Duty::Over(ending) = G::duty(&fought.position) {
            return match ending.winner {
                Some(winner) if winner == sides[own] => VICTORY,
                Some(_) => -VICTORY,
                None => 0,
            };
        }
        let losses = (self.craft.losses)(&fought.position);
        let [ours, theirs] = [own, 1 - own].map(|side| match losses[side] {
            enough if enough >= 1_000_000 => enough + ENOUGH,
            lost => lost,
        });
        theirs - ours
    }
}

/// Somebody who begins with a sheet that is given to him.
struct Begins<P> {
    sheet: Option<String>,
    then: Box<dyn Agent<P>>,
}

impl<P> Agent<P> for Begins<P> {
    fn answer(&mut self, position: &P, side: &Role, question: &Question) -> Option<String> {
        self.then.answer(position, side, question)
    }

    fn orders(&mut self, position: &P, side: &Role) -> Option<String> {
        self.sheet.take().or_else(|| self.then.orders(position, side))
    }

    fn answer_unseen(&self, question: &Question) -> Option<String> {
        self.then.answer_unseen(question)
    }
}
