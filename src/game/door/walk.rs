//! The narrow door: all that a battle is asked by one who only goes through it and looks what may be ordered
//! there. What is built for a browser leans on this alone, and carries nothing else of a game.

use super::error::GameError;
use super::halted::ended;
use super::legal::Legal;
use super::playable::{Placed, Playable};
use super::sheet::{Written, words};
use tess_diagnostic::{Report, Severity};
use tess_effects::{Dice, Hidden, Question, Seal};
use tess_ledger::{Digest, Ledger, Role};
use tess_table::{Table, TableError, Wait};

/// A battle that is gone through.
pub trait Walk {
    /// Follows the log up to an event, without it, and settles what can be; gives the state's digest.
    ///
    /// # Errors
    /// The first event that the rules do not bear out.
    fn walk_to(&mut self, ledger: &Ledger, end: u64) -> Result<Digest, TableError>;

    /// The canonical bytes of the settled position.
    fn canonical(&self) -> Vec<u8>;

    /// How the battle has ended, if it has: the winner, or `draw`.
    fn won_by(&mut self, ledger: &Ledger) -> Option<String>;

    /// The turn, the points of both sides, and the units that they have lost for good.
    fn counts(&self) -> (u16, [u32; 2], [u32; 2]);

    /// The field as text.
    fn field(&self) -> String;

    /// The place of the `orders` of the last action that came to an end, if it is a later one than this, and
    /// what came of it in words.
    fn told_since(&self, before: Option<u64>) -> Option<(u64, String)>;

    /// Who is asked what.
    ///
    /// # Errors
    /// When the action in hand does not bear out the log.
    fn asked(&mut self, ledger: &Ledger) -> Result<Option<(Role, Box<Question>)>, TableError>;

    /// What a side may order on the field as it is now.
    ///
    /// # Errors
    /// When there is no such side or piece.
    fn may(&self, side: &str, piece: Option<&str>) -> Result<Legal, GameError>;

    /// What a sheet of a side would do there, up to its first die, in words. Whoever asks has nobody's
    /// secrets: what it hides stays hidden.
    fn would(&self, side: &str, sheet: &str) -> String;
}

impl<G: Playable> Walk for Table<G> {
    fn walk_to(&mut self, ledger: &Ledger, end: u64) -> Result<Digest, TableError> {
        Table::follow_to(self, ledger, end)?;
        Table::state(self, ledger)
    }

    fn canonical(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        G::encode(Table::position(self), &mut bytes);
        bytes
    }

    fn won_by(&mut self, ledger: &Ledger) -> Option<String> {
        let Ok(Wait::Over(over)) = Table::wait(self, ledger) else { return None };
        Some(over.winner.unwrap_or_else(|| "draw".to_owned()))
    }

    fn counts(&self) -> (u16, [u32; 2], [u32; 2]) {
        let position = Table::position(self);
        (G::turn(position), G::points(position).map(|points| u32::from(points.now)), G::lost(position))
    }

    fn field(&self) -> String {
        G::overview(Table::position(self))
    }

    fn told_since(&self, before: Option<u64>) -> Option<(u64, String)> {
        let last = self.chapters().last()?;
        let later = before.is_none_or(|before| last.seq > before);
        later.then(|| (last.seq, G::tale(Table::position(self), last)))
    }

    fn asked(&mut self, ledger: &Ledger) -> Result<Option<(Role, Box<Question>)>, TableError> {
        let Wait::Answer { side, question, .. } = Table::wait(self, ledger)? else { return Ok(None) };
        Ok(Some((side, question)))
    }

    fn may(&self, side: &str, piece: Option<&str>) -> Result<Legal, GameError> {
        G::legal(&Table::view(self), side, piece)
    }

    fn would(&self, side: &str, sheet: &str) -> String {
        tried(&Table::view(self), side, sheet)
    }
}

fn tried<P: Placed>(position: &P, side: &str, sheet: &str) -> String {
    let Some(diagnostics) = P::Game::diagnose(position, side, sheet) else {
        return format!("{side} commands no side\n");
    };
    let out = Report { source: sheet, diagnostics: &diagnostics }.plain();
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return out;
    }
    let sealed = match P::Game::seal_up(sheet) {
        Ok(sealed) => sealed,
        Err(complaint) => return out + &complaint + "\n",
    };
    let read = match Written::read(position, side, &sealed.sheet) {
        Ok(read) => read,
        Err(complaints) => return out + &complaints.join("\n") + "\n",
    };
    let seals = (0..).zip(&sealed.values).map(|(nth, _)| Seal([nth; 32])).collect();
    let run = read.run(&Hidden { seals, shown: Vec::new() }, Dice::Closed, false);
    let (told, halt) = words(&run);
    let lines: String = told.iter().map(|sentence| format!("{sentence}\n")).collect();
    out + &lines + &ended(&halt, &sealed.sheet) + "\n"
}
