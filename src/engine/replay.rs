//! A log carried through the rules one event at a time.

use sha2::{Digest as _, Sha256};

use super::EngineError;
use tess_game::Walk;
use tess_ledger::{Digest, Ledger};

/// A battle that is gone through event by event; of a whole table, when more of it is wanted on the way.
pub struct Replay<W: ?Sized = dyn Walk> {
    table: Box<W>,
    next: u64,
    /// The turn of which the field has been shown.
    shown: Option<u16>,
    /// The last action of which has been told.
    told: Option<u64>,
}

/// How a battle stands after an event.
pub struct Step {
    /// The canonical bytes of the position.
    pub bytes: Vec<u8>,
    /// What the next event signs: the digest of the bytes and the end.
    pub state: Digest,
    /// What follows the bytes in the digest: nothing, the winner, or `draw`.
    pub end: String,
    /// The turn.
    pub turn: u16,
    /// The points of both sides.
    pub points: [u32; 2],
    /// The units that both sides have lost for good.
    pub lost: [u32; 2],
    /// The first event of the action that this event brought to its end.
    pub action: Option<u64>,
    /// What came of that action, in words.
    pub tale: Option<String>,
    /// The field as text, where a turn begins and at the end.
    pub field: Option<String>,
}

impl<W: Walk + ?Sized> Replay<W> {
    /// A battle at its beginning, before its first event.
    #[must_use]
    pub fn new(table: Box<W>) -> Replay<W> {
        Replay { table, next: 0, shown: None, told: None }
    }

    /// The event that comes next.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The battle as it stands now.
    #[must_use]
    pub fn table(&self) -> &W {
        &self.table
    }

    /// Goes on to where the battle stood after an event.
    ///
    /// # Errors
    /// When the rules do not bear the log out as far as that.
    pub fn go_to(&mut self, ledger: &Ledger, event: u64) -> Result<&mut W, EngineError> {
        self.table.walk_to(ledger, event + 1)?;
        self.next = event + 1;
        Ok(&mut self.table)
    }

    /// Carries the next event of the log through the rules; nothing when there is none.
    ///
    /// # Errors
    /// When the rules do not bear it out.
    pub fn step(&mut self, ledger: &Ledger) -> Result<Option<Step>, EngineError> {
        let seq = self.next;
        if seq >= ledger.next_seq() {
            return Ok(None);
        }
        let state = self.table.walk_to(ledger, seq + 1)?;
        self.next = seq + 1;
        let bytes = self.table.canonical();
        let end = self.end_of(&bytes, state, ledger).ok_or(EngineError::Digest(seq))?;
        let (turn, points, lost) = self.table.counts();
        let begins = self.shown != Some(turn) || seq + 1 == ledger.next_seq();
        self.shown = Some(turn);
        let (action, tale) = self.table.told_since(self.told).unzip();
        self.told = self.told.max(action);
        let field = begins.then(|| self.table.field());
        Ok(Some(Step { bytes, state, end, turn, points, lost, action, tale, field }))
    }

    /// What follows the canonical bytes in the digest; nothing when no end makes it.
    fn end_of(&mut self, bytes: &[u8], digest: Digest, ledger: &Ledger) -> Option<String> {
        let makes =
            |end: &str| Sha256::new().chain_update(bytes).chain_update(end).finalize()[..] == digest.0;
        if makes("") {
            return Some(String::new());
        }
        self.table.won_by(ledger).filter(|end| makes(end))
    }
}
