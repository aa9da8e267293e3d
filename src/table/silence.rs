//! What is decided for a side that let its deadline pass where genesis says `default`: nobody chooses it,
//! the rules and the log fix it, and everybody can check it.

use std::collections::BTreeMap;

use super::seat::shown_before;
use super::{Table, TableError, Wait, opens};
use tess_effects::{Game, Showing};
use tess_ledger::{Consequence, Entry, Kind, Ledger, Role, Timeout};

/// The decision of a side that stays silent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Silence {
    /// The sheet that does least.
    Sheet(String),
    /// The choice that the question itself has for one who says nothing.
    Answer {
        /// The question.
        question: String,
        /// The key of the choice.
        choice: String,
    },
}

impl Silence {
    /// What an event decides, if it decides anything.
    pub fn said(kind: &Kind) -> Option<Silence> {
        match kind {
            Kind::Orders(orders) => Some(Silence::Sheet(orders.sheet.clone())),
            Kind::Answer(answer) => {
                Some(Silence::Answer { question: answer.question.clone(), choice: answer.answer.clone() })
            }
            _ => None,
        }
    }
}

impl<G: Game> Table<G> {
    /// What is decided for a side if it stays silent now: the sheet that does least, or the default of the
    /// question that is put to it, of those choices that open no seal which only the side can open. Nothing
    /// when it has not to decide, or only it itself can. `before` is the place of the next event.
    ///
    /// # Errors
    /// When the action in hand does not bear out the log.
    pub fn silence(
        &mut self,
        ledger: &Ledger,
        side: &Role,
        before: u64,
    ) -> Result<Option<Silence>, TableError> {
        Ok(match self.wait(ledger)? {
            Wait::Orders(deed) if deed.side == side.as_str() => {
                let (position, side) = (self.position(), side.as_str());
                let mut sheets = G::default_orders(position, side).into_iter();
                sheets.find(|sheet| opens::<G>(position, side, sheet).is_ok()).map(Silence::Sheet)
            }
            Wait::Answer { side: asked, question, .. } if asked == *side => {
                let shown: BTreeMap<_, _> = shown_before(ledger, before).collect();
                let put = question.put_to(|seal| shown.get(&seal).cloned());
                // Nothing is decided where a seal is only to be shown. To deny what it may hide would be
                // said falsely.
                let denies = |s: &Showing| s.at_once && !s.asks_of(&question.default);
                let has = put.allows(&put.default) && !question.showing.as_ref().is_some_and(denies);
                has.then_some(Silence::Answer { question: put.id, choice: put.default })
            }
            _ => None,
        })
    }

    /// A deadline is said to have passed of the role that the battle waits for, and what follows fits the
    /// rules.
    pub(super) fn check_timeout(
        &mut self,
        ledger: &Ledger,
        seq: u64,
        timeout: &Timeout,
    ) -> Result<(), TableError> {
        let side = &timeout.side;
        let wait = self.wait(ledger)?;
        if wait.role() != Some(side.as_str()) {
            let due = wait.role().unwrap_or("nobody");
            return Err(TableError::turn(seq, format!("is a timeout of {side} when {due} is awaited")));
        }
        if ledger.genesis().deadlines.then != Consequence::Default {
            return Ok(());
        }
        match (timeout.then, self.silence(ledger, side, seq)?.is_some()) {
            (Consequence::Default, false) => {
                Err(TableError::turn(seq, format!("says `default` for {side}, and the rules have none")))
            }
            (Consequence::Forfeit, true) => {
                Err(TableError::turn(seq, format!("says that {side} has lost, and the rules have a default")))
            }
            _ => Ok(()),
        }
    }

    /// What an umpire signs for a side that was late is what the rules have for it, and nothing besides.
    pub(super) fn check_default(&mut self, ledger: &Ledger, entry: &Entry) -> Result<(), TableError> {
        let (seq, kind) = (entry.seq(), &entry.event().kind);
        let Some((side, _)) = kind.delegation().filter(|(_, by)| ledger.is_default(by)) else {
            return Ok(());
        };
        let due = self.silence(ledger, side, seq)?;
        let has_note = matches!(kind, Kind::Orders(orders) if orders.note.is_some());
        if due.is_some() && due == Silence::said(kind) && !has_note {
            return Ok(());
        }
        let due = due.map_or_else(|| "nothing".to_owned(), |due| due.to_string());
        Err(TableError::turn(
            seq,
            format!("decides for {side}, who was late, otherwise than by default: {due}"),
        ))
    }
}

impl std::fmt::Display for Silence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Silence::Sheet(sheet) => {
                let lines: Vec<&str> = sheet.lines().collect();
                write!(f, "`{}`", lines.join("; "))
            }
            Silence::Answer { question, choice } => write!(f, "`{choice}` to {question}"),
        }
    }
}
