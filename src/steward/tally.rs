//! How many mails a battle took of its players.

use std::collections::BTreeMap;

use tess_game::{AnyTable, Beats};
use tess_ledger::{Kind, Ledger, Role};

/// How many mails a battle took of its players.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Orders and answers that the sides signed themselves: each of them is a mail, unless a side sends several
    /// together.
    pub letters: BTreeMap<Role, u64>,
    /// Decisions that an umpire signed by standing orders.
    pub delegated: u64,
    /// Decisions that an umpire signed by default, for a side that was late.
    pub defaults: u64,
    /// Orders phases begun.
    pub phases: u64,
    /// Trumps tried.
    pub trumps: u64,
}

impl Tally {
    /// Counts what the log alone shows.
    #[must_use]
    pub fn of_log(ledger: &Ledger) -> Tally {
        let mut tally = Tally::default();
        for event in ledger.entries().iter().map(tess_ledger::Entry::event) {
            if !matches!(event.kind, Kind::Orders(_) | Kind::Answer(_)) {
                continue;
            }
            if let Some((_, standing)) = event.kind.delegation() {
                let count =
                    if ledger.is_default(standing) { &mut tally.defaults } else { &mut tally.delegated };
                *count += 1;
            } else {
                *tally.letters.entry(event.by.clone()).or_default() += 1;
            }
        }
        tally
    }

    /// Counts phases and trumps, too, those of the action in hand included.
    #[must_use]
    pub fn of_battle(ledger: &Ledger, table: &dyn AnyTable) -> Tally {
        let Beats { phases, trumps } = table.beats();
        Tally { phases, trumps, ..Tally::of_log(ledger) }
    }

    /// All mails with orders or answers.
    #[must_use]
    pub fn mails(&self) -> u64 {
        self.letters.values().sum()
    }

    /// The mails in words.
    #[must_use]
    pub fn letters_text(&self) -> String {
        let each: Vec<String> = self.letters.iter().map(|(role, n)| format!("{n} of {role}")).collect();
        let mut text = match each.as_slice() {
            [] => "none with orders or answers".to_owned(),
            each => format!("{} with orders or answers: {}", self.mails(), each.join(", ")),
        };
        if self.delegated > 0 {
            text.push_str(&format!("; {} decisions by standing orders the umpire held", self.delegated));
        }
        if self.defaults > 0 {
            let what = if self.defaults == 1 { "decision" } else { "decisions" };
            text.push_str(&format!("; {} {what} by default, for a side that was late", self.defaults));
        }
        text
    }

    /// The mails and what they were for, in words.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}; for {} orders phases and {} trumps", self.letters_text(), self.phases, self.trumps)
    }
}
