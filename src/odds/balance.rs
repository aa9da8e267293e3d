//! Many battles of a field between two equal commanders: who wins, how long it takes, what it costs.

use thiserror::Error;

use super::share::Chance;
use super::together::side_by_side;
use tess_bot::{Bout, End, bout};
use tess_game::GameError;
use tess_scenario::Library;

/// Which battles are fought.
#[derive(Debug, Clone, Copy)]
pub struct Series<'a> {
    /// The files.
    pub library: &'a Library,
    /// The field.
    pub scenario: &'a str,
    /// So many battles, of the seeds from 0 on.
    pub battles: u64,
    /// Turns after which one counts as not ended.
    pub turns: u16,
    /// On so many threads; 0 for as many as the machine has cores.
    pub threads: usize,
}

/// Why battles cannot be counted.
#[derive(Debug, Error)]
pub enum BalanceError {
    /// The field cannot be had.
    #[error(transparent)]
    Game(#[from] GameError),
    /// There are no threads to be had.
    #[error("{0}")]
    Threads(String),
}

impl Series<'_> {
    /// Fights all battles but those whose seeds are done, side by side, and hands each over as it ends.
    ///
    /// # Errors
    /// When the field cannot be had, there are no threads, or nobody takes a battle over.
    pub fn fight<E: From<BalanceError>>(
        &self,
        done: &[Bout],
        take: impl FnMut(Bout) -> Result<(), E>,
    ) -> Result<(), E> {
        let game = tess_game::of_scenario(self.library, self.scenario);
        let game = game.map_err(|faults| BalanceError::Game(faults.into()))?;
        let opening = || game.opening(self.library, self.scenario, &[].into());
        opening().map_err(BalanceError::Game)?;
        let due = (0..self.battles).filter(|seed| done.iter().all(|bout| bout.seed != *seed));
        let fight = |seed| Some(bout(&*opening().ok()?, seed, self.turns));
        side_by_side(due.collect(), self.threads, fight, take)
    }
}

/// What battles came to, counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The names of the sides.
    pub sides: [String; 2],
    /// Battles that each side won.
    pub won: [u64; 2],
    /// Drawn ones.
    pub drawn: u64,
    /// Those that did not end.
    pub open: u64,
    /// Those of them that could not go on.
    pub stuck: u64,
    counts: Vec<Count>,
}

/// A number of each battle.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Count {
    /// What it counts.
    what: String,
    /// In tenths: a mean over the turns of the battle.
    tenths: bool,
    /// Of all battles, sorted.
    all: Vec<u64>,
}

impl Balance {
    /// Counts battles between these sides; the points that decide are called so.
    #[must_use]
    pub fn of(bouts: &[Bout], sides: [String; 2], points: &str) -> Balance {
        let ended = |end: End| bouts.iter().filter(|bout| bout.end == end).count() as u64;
        let mut counts: Vec<Count> = Vec::new();
        let mut row = |what: String, tenths: bool, number: &dyn Fn(&Bout) -> u64| {
            let mut all: Vec<u64> = bouts.iter().map(number).collect();
            // a game without this has no row of it
            if all.iter().any(|&n| n > 0) {
                all.sort_unstable();
                counts.push(Count { what, tenths, all });
            }
        };
        let a_turn = |n: u64, bout: &Bout| (20 * n / u64::from(bout.turns.max(1))).div_ceil(2);
        let mut count = |what: String, number: &dyn Fn(&Bout) -> u64| row(what, false, number);
        count("turns".to_owned(), &|b| b.turns.into());
        count("orders phases".to_owned(), &|b| b.phases);
        count("attempts to trump".to_owned(), &|b| b.trumps);
        count("mails, questions answered by standing orders".to_owned(), &|b| b.sheets);
        count("mails, every question answered by hand".to_owned(), &|b| b.sheets + b.questions);
        row("mails a turn, questions answered by standing orders".to_owned(), true, &|b| a_turn(b.sheets, b));
        row("mails a turn, every question answered by hand".to_owned(), true, &|b| {
            a_turn(b.sheets + b.questions, b)
        });
        let mut count = |what: String, number: &dyn Fn(&Bout) -> u64| row(what, false, number);
        for (place, side) in sides.iter().enumerate() {
            let name = capital(side);
            count(format!("{name}: units lost"), &|b| b.losses[place].units);
            count(format!("{name}: units running at the end"), &|b| b.losses[place].running);
            count(format!("{name}: leaders lost"), &|b| b.losses[place].leaders);
            count(format!("{name}: {points}"), &|b| b.losses[place].points);
        }
        Balance {
            won: [ended(End::First), ended(End::Second)],
            drawn: ended(End::Drawn),
            open: ended(End::Open),
            stuck: bouts.iter().filter(|bout| bout.stuck.is_some()).count() as u64,
            sides,
            counts,
        }
    }

    /// All battles.
    #[must_use]
    pub fn battles(&self) -> u64 {
        self.won.iter().sum::<u64>() + self.drawn + self.open
    }

    /// The share of the battles that a side won, with its interval of 95 %.
    #[must_use]
    pub fn share(&self, side: usize) -> Chance {
        Chance::sampled(self.won[side].into(), self.battles().into())
    }

    /// How it stands, in a line.
    #[must_use]
    pub fn so_far(&self) -> String {
        let [first, second] = [0, 1].map(|side| format!("{} {}", self.sides[side], self.won[side]));
        format!("{first}, {second}, {} drawn", self.drawn)
    }

    /// The page, as those of the fields have it.
    #[must_use]
    pub fn text(&self, command: &str, turns: u16) -> String {
        let each = [0, 1].map(|side| {
            format!("{} won {} ({} %)", capital(&self.sides[side]), self.won[side], self.share(side).text())
        });
        let head = format!(
            "{} battles between two equal sensible bots (`{command}`): {}, {}, {} drawn, {} not ended by turn {turns}, \
             {} of these stuck. In brackets: where the share lies in 95 of 100 cases.",
            self.battles(),
            each[0],
            each[1],
            self.drawn,
            self.open,
            self.stuck
        );
        let mut out = tess_diagnostic::wrap(&head, tess_diagnostic::WIDTH, "", "") + "\n\n";
        out.push_str(
            "| a battle | least | 10% | median | 90% | most |\n| --- | --- | --- | --- | --- | --- |\n",
        );
        for Count { what, tenths, all } in &self.counts {
            let row = [0, 10, 50, 90, 100].map(|p| at(all, p));
            let row = row.map(|n| n.map_or_else(|| "-".to_owned(), |n| decimal(n, *tenths)));
            out.push_str(&format!("| {what} | {} |\n", row.join(" | ")));
        }
        out
    }

    /// As data: shares in ten-thousandths, means over turns in tenths.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let counts = self.counts.iter().map(|Count { what, tenths, all }| {
            let of = |per_cent| at(all, per_cent).unwrap_or_default();
            let unit = if *tenths { "tenths" } else { "ones" };
            serde_json::json!({ "what": what, "unit": unit, "least": of(0), "tenth": of(10), "median": of(50), "ninetieth": of(90), "most": of(100) })
        });
        serde_json::json!({
            "battles": self.battles(),
            "sides": self.sides,
            "won": self.won,
            "shares": [self.share(0), self.share(1)],
            "drawn": self.drawn,
            "open": self.open,
            "stuck": self.stuck,
            "counts": counts.collect::<Vec<_>>(),
        })
    }
}

/// The smallest of sorted numbers that so many in a hundred do not exceed.
fn at(sorted: &[u64], per_cent: usize) -> Option<u64> {
    sorted.get((sorted.len() * per_cent).div_ceil(100).saturating_sub(1)).copied()
}

/// The same as a text.
pub(super) fn percentile(sorted: &[u64], per_cent: usize) -> String {
    at(sorted, per_cent).map_or_else(|| "-".to_owned(), |n| n.to_string())
}

/// A number as people write it, one that counts tenths with its point.
fn decimal(number: u64, tenths: bool) -> String {
    if tenths { format!("{}.{}", number / 10, number % 10) } else { number.to_string() }
}

pub(super) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + letters.as_str())
}
