//! Deadlines that passed, in words.

use tess_ledger::{Consequence, Kind, Ledger, Timeout};
use tess_table::Silence;

/// What reports tell of deadlines that passed, from an event on: whose, and what followed.
pub(super) fn told(ledger: &Ledger, since: u64) -> Vec<String> {
    let said = ledger.entries().iter().filter(|e| e.seq() >= since).filter_map(|e| match &e.event().kind {
        Kind::Timeout(timeout) => Some((e.seq(), e.id(), timeout)),
        _ => None,
    });
    said.map(|(seq, id, timeout)| {
        let Timeout { side, deadline, .. } = timeout;
        let then = match (timeout.then, timeout.until) {
            (Consequence::Forfeit, _) => "has lost the battle by it".to_owned(),
            (Consequence::Extension, until) => format!("has time until {}", until.unwrap_or(*deadline)),
            (Consequence::Default, _) => match decided(ledger, &id) {
                Some(decision) => format!("was silent, so that the umpire decided by default: {decision}"),
                None => "was silent, and the umpire decides by default".to_owned(),
            },
        };
        format!("event {seq}: the decision of {side} was due by {deadline}; {side} {then}")
    })
    .collect()
}

/// What an umpire signed by a `timeout`, if he has.
fn decided(ledger: &Ledger, timeout: &tess_ledger::Id) -> Option<Silence> {
    let mut kinds = ledger.entries().iter().map(|e| &e.event().kind);
    kinds.find(|kind| kind.delegation().is_some_and(|(_, by)| by == timeout)).and_then(Silence::said)
}
