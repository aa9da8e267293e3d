//! Two mails cross: two roles have signed for one place, and each had not seen the other's word. Who stands,
//! and who takes his own back (protocol section 6).

use super::{Consequence, Event, Kind, Ledger, LedgerError, Mode, Signed, Timeout};

/// How firmly what begins with an event stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    /// Only its author has spoken.
    Loose,
    /// Another role has spoken after it.
    Answered,
    /// A link has been opened in it.
    Opened,
}

impl Ledger {
    /// Whether what the log has from a place on gives way to these events, which are another's for that
    /// place, and follow each other.
    ///
    /// What a link was opened in never does. Else what was answered stands before what was not; and between
    /// equals the kind decides, then the role.
    #[must_use]
    pub fn gives_way_to(&self, others: &[Signed]) -> bool {
        let Some(first) = others.first().map(Signed::event) else { return false };
        let place = usize::try_from(first.seq).unwrap_or(usize::MAX);
        let own: Vec<&Event> = self.entries().iter().skip(place).map(super::Entry::event).collect();
        let Some((head, rest)) = own.split_first() else { return false };
        if head.by == first.by {
            return false;
        }
        // there is nobody else from whom he could have heard of what he now passes over
        if self.genesis.mode == Mode::Direct && rest.iter().any(|event| event.by == first.by) {
            return false;
        }
        let others: Vec<&Event> = others.iter().map(Signed::event).collect();
        let (ours, theirs) = (bond(&own), bond(&others));
        if ours == Bond::Opened || theirs < ours {
            return false;
        }
        theirs > ours || self.stands_before(first, head)
    }

    /// Of two events for one place by different roles, whether the first stands by its kind and role.
    fn stands_before(&self, one: &Event, other: &Event) -> bool {
        let mode = self.genesis.mode;
        let (of_one, of_other) = (rank(one, other, mode), rank(other, one, mode));
        let code = |event: &Event| self.player(&event.by).map_or(u8::MAX, |player| player.code);
        of_one > of_other || of_one == of_other && code(one) < code(other)
    }

    /// The log as it was before a place.
    ///
    /// # Errors
    /// None, as all of it was checked when it came in.
    pub fn before(&self, place: u64) -> Result<Ledger, LedgerError> {
        let mut entries = self.entries().iter().take(usize::try_from(place).unwrap_or(usize::MAX));
        let Some(genesis) = entries.next() else { return Ok(self.clone()) };
        let mut ledger = Ledger::begin(genesis.signed.clone())?;
        for entry in entries {
            let verdict = ledger.judge(&entry.signed)?;
            ledger.apply(entry.signed.clone(), verdict);
        }
        Ok(ledger)
    }
}

fn bond(events: &[&Event]) -> Bond {
    let by_another = |event: &&Event| event.by != events[0].by;
    if events.iter().any(|event| matches!(event.kind, Kind::Reveal(_))) {
        Bond::Opened
    } else if events.iter().any(by_another) {
        Bond::Answered
    } else {
        Bond::Loose
    }
}

/// The table of protocol section 6.
fn rank(event: &Event, rival: &Event, mode: Mode) -> u8 {
    match &event.kind {
        Kind::Reveal(_) | Kind::Reject(_) => 9,
        Kind::Resign(_) => 8,
        Kind::Orders(_) | Kind::Answer(_) if event.kind.for_side().is_some() => 7,
        Kind::Orders(_) | Kind::Answer(_) => match (mode, lateness(event, rival)) {
            (Mode::Direct, Some(false)) => 6,
            (Mode::Umpire | Mode::Both, Some(true)) => 2,
            _ => 4,
        },
        Kind::Timeout(Timeout { then: Consequence::Forfeit | Consequence::Default, .. }) => 5,
        Kind::Timeout(_) => 3,
        Kind::Agree(_) => 2,
        Kind::Rekey(_) | Kind::Handover(_) | Kind::Reanchor(_) => 1,
        _ => 0,
    }
}

/// Whether a decision is late by its own word, where the other says that its deadline has passed.
fn lateness(event: &Event, rival: &Event) -> Option<bool> {
    match &rival.kind {
        Kind::Timeout(timeout) if timeout.side == event.by => Some(event.at > timeout.deadline),
        _ => None,
    }
}
