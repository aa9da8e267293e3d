//! When this seat itself has heard of what begins the deadline in hand.
//!
//! The times in the log are what the authors of its events say. Who has dated his word a hundred hours back
//! would have the deadline of the other pass a hundred hours too early. So whoever claims that a deadline
//! has passed counts from when the event came here, too; it is noted in `heard.json`.

use serde::{Deserialize, Serialize};

use super::{Seat, StewardError, deadline};
use tess_ledger::{At, Entry};

const HEARD: &str = "heard.json";

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Heard {
    /// The event that moved the battle on last.
    id: String,
    /// When it was here first.
    at: Option<At>,
}

impl Seat {
    /// Notes when the event came that began the deadline in hand.
    pub(super) fn note_heard(&mut self, now: At) -> Result<(), StewardError> {
        let Some(last) = self.moved_on().map(|entry| entry.id().to_string()) else { return Ok(()) };
        if self.read_paper::<Heard>(HEARD)?.id == last {
            return Ok(());
        }
        self.write_paper(HEARD, &Heard { id: last, at: Some(now) })
    }

    /// Until when the decision in hand has time by this seat's own count, where that is later than by the
    /// times in the log: the hours of genesis after the event before it came here.
    pub(super) fn due_by_receipt(&self, now: At) -> Result<Option<At>, StewardError> {
        let Some(last) = self.moved_on() else { return Ok(None) };
        let hours = self.ledger.genesis().deadlines.hours;
        let due = deadline::due(&self.ledger);
        // a time that an extension or an agreement names is everybody's
        if due != deadline::later(&last.event().at, hours) || last.event().by == self.settings.role {
            return Ok(due);
        }
        let heard: Heard = self.read_paper(HEARD)?;
        let here = heard.at.filter(|_| heard.id == last.id().to_string()).unwrap_or(now);
        Ok(due.max(deadline::later(&here, hours)))
    }

    /// The event that moved the battle on last.
    fn moved_on(&self) -> Option<&Entry> {
        self.ledger.entries().iter().rev().find(|entry| deadline::moves_on(&self.ledger, entry))
    }
}
