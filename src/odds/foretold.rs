//! What is foretold, as data: for a page, for a program that reads JSON, for a board.

use serde::Serialize;

use super::decide::By;
use super::share::{Chance, Mean};
use super::tally::Tally;
use tess_game::{AnyPosition, Listed, Points, Shape};

/// What a sheet comes to. Chances are in ten-thousandths, means in thousandths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Foretold {
    /// Every face of every die was walked: then there is nothing to be off by.
    pub exact: bool,
    /// Runs with dice; of exact figures, ways that were walked.
    pub runs: u64,
    /// Dice thrown.
    pub dice: Mean,
    /// The pieces of which anything may change.
    pub pieces: Vec<Fated>,
    /// Both sides.
    pub sides: Vec<Sided>,
    /// What the points are called that decide the battle.
    pub points: &'static str,
    /// Where the sheet ends.
    pub ends: Vec<End>,
    /// What comes next.
    pub next: Vec<Next>,
    /// What was asked on the way, and how it was answered.
    pub asked: Vec<Asked>,
    /// The chance that something hidden had to be supposed.
    pub supposed: Chance,
}

/// What becomes of a piece.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fated {
    /// Which.
    #[serde(flatten)]
    pub piece: Listed,
    /// Hits, or wounds of a leader, before.
    pub hits_before: u16,
    /// It ran before.
    pub ran_before: bool,
    /// Half stands lost before.
    pub halves_before: u16,
    /// Hits or wounds then, over the runs in which it holds together.
    pub hits: Mean,
    /// Half stands lost then.
    pub halves: Mean,
    /// It runs then.
    pub running: Chance,
    /// It is out of the battle then.
    pub lost: Chance,
}

/// What becomes of a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sided {
    /// Its name.
    pub name: String,
    /// Its points before.
    pub before: u16,
    /// With so many the battle is decided.
    pub enough: Option<u16>,
    /// Then.
    pub then: Mean,
    /// In 5 of 100 it has no more than this.
    pub low: u16,
    /// In 95 of 100 no more than this.
    pub high: u16,
    /// It has enough then.
    pub reached: Option<Chance>,
}

/// How a sheet ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// It is carried out to its end.
    Whole,
    /// A condition in it holds.
    Halts,
    /// A line of it has become illegal.
    Stops,
    /// It cannot begin.
    Illegal,
    /// It waits.
    Waits,
}

/// Where a sheet ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct End {
    /// How.
    pub how: How,
    /// In which line; 0 where that says nothing.
    pub line: u32,
    /// By which rule; empty where none is concerned.
    pub rule: String,
    /// Why, in words: of the first run that ended so.
    pub why: String,
    /// How often.
    pub chance: Chance,
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Next {
    /// In half a line.
    pub what: String,
    /// How often.
    pub chance: Chance,
}

/// A question that was put.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// To whom.
    pub side: String,
    /// What kind of decision.
    pub window: String,
    /// The rule.
    pub rule: String,
    /// The answer.
    pub answer: String,
    /// Who gave it: `standing orders`, `default`, `supposed`.
    pub by: &'static str,
    /// How often in a run, in thousandths.
    pub times: u64,
}

impl Foretold {
    /// What a tally comes to that weighs so much in all.
    pub(super) fn of(start: &dyn AnyPosition, tally: &Tally, whole: u128, exact: bool) -> Foretold {
        let chance = |weight| match exact {
            true => Chance::exact(weight, whole),
            false => Chance::sampled(weight, whole),
        };
        let mut next: Vec<Next> =
            tally.next.iter().map(|(what, &w)| Next { what: what.clone(), chance: chance(w) }).collect();
        next.sort_by_key(|next| std::cmp::Reverse(next.chance.share));
        let end = |((how, line, rule), (weight, why)): (&super::tally::Stopped, &(u128, String))| End {
            how: *how,
            line: *line,
            rule: rule.clone(),
            why: why.clone(),
            chance: chance(*weight),
        };
        let mut ends: Vec<End> = tally.ends.iter().map(end).collect();
        ends.sort_by_key(|end| std::cmp::Reverse(end.chance.share));
        let times = |weight: u128| ((2 * weight * 1_000 + whole) / (2 * whole).max(1)) as u64;
        let asked = tally.asked.iter().map(|((side, window, rule, answer, by), &weight)| Asked {
            side: side.clone(),
            window: window.clone(),
            rule: rule.clone(),
            answer: answer.clone(),
            by: by.word(),
            times: times(weight),
        });
        Foretold {
            exact,
            runs: tally.runs,
            dice: tally.dice.mean(exact),
            pieces: fated(tally, exact, &chance),
            sides: sided(start, tally, exact, &chance),
            points: start.points_called(),
            ends,
            next,
            asked: asked.collect(),
            supposed: chance(tally.supposed),
        }
    }
}

impl By {
    /// In a word or two.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            By::Standing => "standing orders",
            By::Default => "default",
            By::Supposed => "supposed",
            By::Given => "as in the battle",
        }
    }
}

/// The pieces of which anything changed.
fn fated(tally: &Tally, exact: bool, chance: &dyn Fn(u128) -> Chance) -> Vec<Fated> {
    let all = tally.listed.iter().zip(&tally.fates).zip(&tally.before);
    let changed = all.filter(|((_, fate), _)| fate.changed);
    let fated = changed.map(|((piece, fate), before)| Fated {
        piece: piece.clone(),
        hits_before: before.hits,
        ran_before: before.shape == Shape::Running,
        halves_before: before.halves,
        hits: fate.hits.mean(exact),
        halves: fate.halves.mean(exact),
        running: chance(fate.running),
        lost: chance(fate.lost),
    });
    fated.collect()
}

/// Both sides by their points.
fn sided(start: &dyn AnyPosition, tally: &Tally, exact: bool, chance: &dyn Fn(u128) -> Chance) -> Vec<Sided> {
    let all = start.sides().into_iter().zip(start.points()).zip(&tally.points);
    let sided = all.map(|((name, Points { now, enough }), found)| {
        let mut sum = super::share::Sum::default();
        found.iter().for_each(|(&points, &weight)| sum.add(points.into(), weight));
        let place = |of_100: u128| {
            let mut below = 0;
            let mut places = found.iter().skip_while(|&(_, &weight)| {
                below += weight;
                below * 100 < sum.weight() * of_100
            });
            places.next().map_or(now, |(&points, _)| points)
        };
        let reached = enough.map(|enough| chance(found.range(enough..).map(|(_, weight)| weight).sum()));
        let (low, high) = (place(5), place(95));
        Sided { name, before: now, enough, then: sum.mean(exact), low, high, reached }
    });
    sided.collect()
}
