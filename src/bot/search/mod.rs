//! A commander who tries sheets out before he gives one: what commanders of many tempers would write, and
//! in several rounds changes of the best of these, each followed a few actions on with dice of its own.
//!
//! His budget is a number of such trials and never the clock, and all sheets share their dice, so the same
//! seed gives the same sheet on every machine.

mod craft;
mod trial;
mod tried;

pub(crate) use self::craft::{Budget, Craft};

use std::collections::BTreeSet;

use self::trial::Trials;
use self::tried::{Tried, keep};
use crate::chance::Chance;
use tess_effects::Question;
use tess_game::{Agent, Playable};
use tess_ledger::Role;

/// Sheets between which the last trials decide.
const FINAL: usize = 2;

/// A commander who tries sheets out.
pub(super) struct Searching<G: Playable> {
    craft: Craft<G>,
    usual: Box<dyn Agent<G::Position>>,
    chance: Chance,
    given: u64,
    seed: u64,
}

impl<G: Playable> Searching<G> {
    pub(super) fn new(craft: Craft<G>, usual: Box<dyn Agent<G::Position>>, seed: u64) -> Searching<G> {
        Searching { craft, usual, chance: Chance::new(seed), given: 0, seed }
    }

    /// The best sheet that is found.
    fn best(&mut self, position: &G::Position, side: &Role, sheets: Vec<String>) -> Option<String> {
        let budget = &self.craft.budget;
        let seed = (self.seed << 32) ^ (self.given << 16);
        let mut trials = Trials { craft: &self.craft, position, side, seed, lines: 0 };
        let mut known: BTreeSet<String> = sheets.iter().cloned().collect();
        let mut tried: Vec<Tried> = sheets.into_iter().map(Tried::of).collect();
        trials.each(&mut tried, budget.first);
        keep(&mut tried, budget.kept);
        for _ in 0..budget.rounds {
            if trials.are_over() {
                break;
            }
            let mut changed = Vec::new();
            for nth in 0..budget.changes {
                let parents = [nth % tried.len(), self.chance.below(tried.len())];
                let parents = parents.map(|at| tried[at].sheet.as_str());
                let sheet = (self.craft.change)(position, side, parents, &mut self.chance);
                changed.extend(sheet.filter(|sheet| known.insert(sheet.clone())).map(Tried::of));
            }
            trials.each(&mut changed, budget.first);
            tried.extend(changed);
            keep(&mut tried, budget.kept);
            trials.each(&mut tried, 3 * budget.first);
            keep(&mut tried, budget.kept);
        }
        trials.each(&mut tried, budget.last);
        keep(&mut tried, FINAL);
        trials.each(&mut tried, 3 * budget.last);
        keep(&mut tried, 1);
        tried.pop().map(|best| best.sheet)
    }
}

impl<G: Playable> Agent<G::Position> for Searching<G> {
    fn answer(&mut self, position: &G::Position, side: &Role, question: &Question) -> Option<String> {
        self.usual.answer(position, side, question)
    }

    fn orders(&mut self, position: &G::Position, side: &Role) -> Option<String> {
        self.given += 1;
        let usual = self.usual.orders(position, side)?;
        let mut sheets = vec![usual];
        for sheet in (self.craft.sheets)(position, side, &mut self.chance) {
            if !sheets.contains(&sheet) {
                sheets.push(sheet);
            }
        }
        // somebody who has nothing to choose
        if sheets.len() < 2 && sheets[0].lines().count() < 2 {
            return sheets.pop();
        }
        self.best(position, side, sheets)
    }

    fn answer_unseen(&self, question: &Question) -> Option<String> {
        self.usual.answer_unseen(question)
    }
}
