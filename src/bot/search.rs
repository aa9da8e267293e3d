//! A commander who tries sheets out before he gives one: what commanders of many tempers would write, and
//! changes of the best of these, each followed a few actions on with dice of its own.
//!
//! His budget is a number of such trials and never the clock, and all sheets share their dice, so the same
//! seed gives the same sheet on every machine.

use std::collections::BTreeSet;

use crate::chance::Chance;
use crate::skirmish::{Until, play_until};
use tess_effects::{Duty, Question};
use tess_game::{Agent, Fare, Playable, Shape};
use tess_ledger::Role;

/// Trials for each sheet of the first round.
const FIRST: u64 = 6;

/// Sheets that are left after it, with those that are changed from the best of them.
const LEFT: usize = 4;

/// Changes of the best.
const CHANGED: usize = 6;

/// Trials for each sheet of the last round.
const LAST: u64 = 18;

/// Whoever is tried against: the two sides' own commanders from the second action on.
type Follower<P> = fn(u64) -> Box<dyn Agent<P>>;

/// What differs from game to game.
pub(super) struct Craft<G: Playable> {
    /// What might be written, the usual first.
    pub(super) sheets: fn(&G::Position, &Role, u64) -> Vec<String>,
    /// Who goes on after it, and answers.
    pub(super) follower: Follower<G::Position>,
    /// Actions after which a trial ends, when neither side has had enough before.
    pub(super) actions: u32,
    /// What a unit is worth that stands, in hundredths of a point.
    pub(super) weights: fn(&G::Position) -> Vec<i64>,
}

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
}

impl<G: Playable> Agent<G::Position> for Searching<G> {
    fn answer(&mut self, position: &G::Position, side: &Role, question: &Question) -> Option<String> {
        self.usual.answer(position, side, question)
    }

    fn orders(&mut self, position: &G::Position, side: &Role) -> Option<String> {
        self.given += 1;
        let usual = self.usual.orders(position, side)?;
        let mut sheets = vec![usual];
        for sheet in (self.craft.sheets)(position, side, self.seed ^ self.given) {
            if !sheets.contains(&sheet) {
                sheets.push(sheet);
            }
        }
        // somebody who has nothing to choose
        if sheets.len() < 2 && sheets[0].lines().count() < 2 {
            return sheets.pop();
        }
        let mut tried: Vec<Tried> = sheets.into_iter().map(Tried::of).collect();
        self.try_out(position, side, &mut tried, FIRST);
        best_first(&mut tried);
        tried.truncate(LEFT);
        let known: BTreeSet<String> = tried.iter().map(|t| t.sheet.clone()).collect();
        let mut changed: Vec<Tried> =
            self.changes(&tried).into_iter().filter(|s| !known.contains(s)).map(Tried::of).collect();
        self.try_out(position, side, &mut changed, FIRST);
        tried.extend(changed);
        best_first(&mut tried);
        tried.truncate(LEFT);
        self.try_out(position, side, &mut tried, LAST);
        best_first(&mut tried);
        tried.into_iter().next().map(|best| best.sheet)
    }
}

/// A sheet with what its trials came to.
struct Tried {
    sheet: String,
    scores: Vec<i64>,
}

impl Tried {
    fn of(sheet: String) -> Tried {
        Tried { sheet, scores: Vec::new() }
    }

    fn mean(&self) -> i64 {
        let all = self.scores.len() as i64;
        self.scores.iter().sum::<i64>().checked_div(all).unwrap_or(i64::MIN)
    }
}

/// The best first; of equals the usual one.
fn best_first(tried: &mut [Tried]) {
    tried.sort_by_key(|t| std::cmp::Reverse(t.mean()));
}

impl<G: Playable> Searching<G> {
    /// Tries each sheet so often in all.
    fn try_out(&self, position: &G::Position, side: &Role, tried: &mut [Tried], times: u64) {
        for sheet in tried {
            for nth in sheet.scores.len() as u64..times {
                let score = self.trial(position, side, &sheet.sheet, nth);
                sheet.scores.push(score);
            }
        }
    }

    /// What a sheet comes to with the dice of a trial, in millionths of a victory.
    fn trial(&self, position: &G::Position, side: &Role, sheet: &str, nth: u64) -> i64 {
        let seed = (self.seed << 32) ^ (self.given << 8) ^ nth;
        let sides = G::sides(position);
        let own = usize::from(sides[1] == side.as_str());
        let mut first = Begins { sheet: Some(sheet.to_owned()), then: (self.craft.follower)(2 * nth) };
        let mut second = (self.craft.follower)(2 * nth + 1);
        let agents: [&mut dyn Agent<G::Position>; 2] =
            if own == 0 { [&mut first, &mut *second] } else { [&mut *second, &mut first] };
        let until = Until { turns: u16::MAX, actions: self.craft.actions };
        let fought = play_until::<G>((position.clone(), 0), agents, seed, until, None);
        // a sheet that is refused is none
        if fought.actions == 0 {
            return -10_000_000;
        }
        if let Duty::Over(ending) = G::duty(&fought.position) {
            return match ending.winner {
                Some(winner) if winner == sides[own] => 2_000_000,
                Some(_) => -2_000_000,
                None => 0,
            };
        }
        let losses = self.losses(&fought.position);
        losses[1 - own] - losses[own]
    }

    /// What each side has lost or is about to lose, in millionths of what decides the battle.
    fn losses(&self, position: &G::Position) -> [i64; 2] {
        let mut fares: Vec<Fare> = Vec::new();
        G::fares(position, &mut fares);
        let points = G::points(position);
        let mut losses = [0_i64; 2];
        let weights = (self.craft.weights)(position);
        for ((listed, fare), weight) in G::listed(position).iter().zip(&fares).zip(weights) {
            losses[listed.side] += match fare.shape {
                Shape::Running => weight * 70 / 100,
                Shape::Lost => 0,
                Shape::Firm => {
                    weight * i64::from(fare.hits).min(9) * 6 / 100 + weight * i64::from(fare.halves) / 10
                }
            };
        }
        [0, 1].map(|side: usize| {
            // points are given away in one game, and won in the other
            let (now, enough) = match points[side].enough {
                Some(enough) => (points[side].now, enough.max(1)),
                None => (points[1 - side].now, 60),
            };
            (i64::from(now) * 100 + losses[side]) * 10_000 / i64::from(enough)
        })
    }

    /// Sheets that are like the best: some of their lines left out, or of two one part each.
    fn changes(&mut self, best: &[Tried]) -> Vec<String> {
        let mut changed = Vec::new();
        for nth in 0..CHANGED {
            let lines: Vec<&str> = best[nth % 2.min(best.len())].sheet.lines().collect();
            let ends = lines.len().saturating_sub(1);
            if ends < 2 {
                continue;
            }
            let (from, many) = (self.chance.below(ends), 1 + self.chance.below(ends.div_ceil(2)));
            let kept = |at: &usize| !(from..from + many).contains(at) || *at == 0 || *at >= ends;
            let left: String = (0..lines.len()).filter(kept).map(|at| format!("{}\n", lines[at])).collect();
            changed.push(left);
        }
        changed
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
}
