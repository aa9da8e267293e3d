//! A log carried through the rules one event at a time.

use sha2::{Digest as _, Sha256};

use super::EngineError;
use tess_game::{AnyPosition, AnyTable};
use tess_ledger::{Digest, Ledger};
use tess_table::Wait;

/// A battle that is gone through event by event.
pub struct Replay {
    table: Box<dyn AnyTable>,
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

impl Replay {
    /// A battle that begins here, before its first event.
    #[must_use]
    pub fn new(opening: &dyn AnyPosition) -> Replay {
        Replay { table: opening.begin(false), next: 0, shown: None, told: None }
    }

    /// The same for one who asks for positions only: nothing is told of what happens on the way.
    #[must_use]
    pub fn quiet(opening: &dyn AnyPosition) -> Replay {
        Replay { table: opening.begin(true), next: 0, shown: None, told: None }
    }

    /// The event that comes next.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The position that the log has settled so far.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        self.table.position()
    }

    /// The field as a player would see it now, the action in hand included.
    #[must_use]
    pub fn view(&self) -> Box<dyn AnyPosition> {
        self.table.view()
    }

    /// Who has to do what now.
    ///
    /// # Errors
    /// When the action in hand does not bear out the log.
    pub fn wait(&mut self, ledger: &Ledger) -> Result<Wait, EngineError> {
        Ok(self.table.wait(ledger)?)
    }

    /// Goes on to where the battle stood after an event.
    ///
    /// # Errors
    /// When the rules do not bear the log out as far as that.
    pub fn go_to(&mut self, ledger: &Ledger, event: u64) -> Result<(), EngineError> {
        self.table.follow_to(ledger, event + 1)?;
        self.table.state(ledger)?;
        self.next = event + 1;
        Ok(())
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
        self.table.follow_to(ledger, seq + 1)?;
        self.next = seq + 1;
        let state = self.table.state(ledger)?;
        let mut bytes = Vec::new();
        self.table.position().encode(&mut bytes);
        let end = end_of(&bytes, state, &mut *self.table, ledger).ok_or(EngineError::Digest(seq))?;
        let position = self.table.position();
        let turn = position.turn();
        let begins = self.shown != Some(turn) || seq + 1 == ledger.next_seq();
        self.shown = Some(turn);
        let action = self.table.last_action().filter(|&action| self.told.is_none_or(|told| action > told));
        self.told = self.told.max(action);
        Ok(Some(Step {
            state,
            end,
            turn,
            points: position.points().map(|points| u32::from(points.now)),
            lost: position.lost(),
            action,
            tale: action.and_then(|_| self.table.last_tale()),
            field: begins.then(|| position.overview()),
            bytes,
        }))
    }
}

/// What follows the canonical bytes in the digest; nothing when no end makes it.
fn end_of(bytes: &[u8], digest: Digest, table: &mut dyn AnyTable, ledger: &Ledger) -> Option<String> {
    let makes = |end: &str| Sha256::new().chain_update(bytes).chain_update(end).finalize()[..] == digest.0;
    if makes("") {
        return Some(String::new());
    }
    let Ok(Wait::Over(over)) = table.wait(ledger) else { return None };
    let end = over.winner.unwrap_or_else(|| "draw".to_owned());
    makes(&end).then_some(end)
}
