//! The course of a battle: every action that counts, with the field before it.

use std::collections::BTreeMap;

use super::StewardError;
use super::genesis::check_genesis;
use tess_effects::{Hidden, Seal};
use tess_game::AnyPosition;
use tess_ledger::{Entry, Id, Kind, Ledger, Orders};
use tess_scenario::Library;

/// An action that was carried out and not taken back.
pub struct Move {
    /// Its `orders` event.
    pub id: Id,
    /// The place of its `orders` event.
    pub seq: u64,
    /// Whose.
    pub side: String,
    /// The sheet as signed.
    pub sheet: String,
    /// The hidden choices that come with it.
    pub hidden: Hidden,
    /// What was answered to questions on the way, each with the question's id.
    pub answers: Vec<(String, String)>,
    /// The field before it.
    pub before: Box<dyn AnyPosition>,
    /// What came of it, in words.
    pub tale: String,
}

/// A battle as it went.
pub struct Course {
    /// Its actions.
    pub moves: Vec<Move>,
    /// The field after the last of them.
    pub end: Box<dyn AnyPosition>,
    /// Hidden choices that have been shown at some time.
    pub shown: BTreeMap<Seal, String>,
}

impl Course {
    /// Reads it off a log.
    ///
    /// # Errors
    /// When this program cannot play the battle, or the rules do not bear the log out.
    pub fn of(ledger: &Ledger, library: &Library) -> Result<Course, StewardError> {
        let mut table = check_genesis(ledger.genesis(), library)?.begin(false);
        let mut moves: Vec<Move> = Vec::new();
        let counts = |entry: &&Entry| ledger.action(&entry.id()).is_some_and(tess_ledger::Action::is_live);
        for entry in ledger.entries().iter().filter(counts) {
            match &entry.event().kind {
                Kind::Orders(orders) => {
                    table.follow_to(ledger, entry.seq())?;
                    table.state(ledger)?;
                    tell(moves.last_mut(), table.last_tale());
                    moves.push(begun(entry, orders, table.position().copied()));
                }
                Kind::Answer(answer) => {
                    let given = (answer.question.clone(), answer.answer.clone());
                    moves.last_mut().into_iter().for_each(|last| last.answers.push(given.clone()));
                }
                _ => {}
            }
        }
        table.follow(ledger)?;
        table.state(ledger)?;
        // what waits for a die or an answer has not been carried out
        if moves.last().is_some_and(|last| table.last_action() != Some(last.seq)) {
            moves.pop();
        }
        tell(moves.last_mut(), table.last_tale());
        let shown = ledger.seals().iter();
        let shown = shown.filter_map(|(seal, record)| Some((Seal(seal.0), record.opened.clone()?.1)));
        Ok(Course { moves, end: table.position().copied(), shown: shown.collect() })
    }
}

fn tell(last: Option<&mut Move>, tale: Option<String>) {
    if let (Some(last), Some(tale)) = (last, tale) {
        last.tale = tale;
    }
}

fn begun(entry: &Entry, orders: &Orders, before: Box<dyn AnyPosition>) -> Move {
    Move {
        id: entry.id(),
        seq: entry.seq(),
        side: orders.for_side.as_ref().unwrap_or(&entry.event().by).to_string(),
        sheet: orders.sheet.clone(),
        hidden: Hidden {
            seals: orders.seal.iter().map(|seal| Seal(seal.0)).collect(),
            shown: orders.unseal.iter().map(|shown| (Seal(shown.seal().0), shown.value.clone())).collect(),
        },
        answers: Vec::new(),
        before,
        tale: String::new(),
    }
}
