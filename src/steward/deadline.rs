//! When a decision is due.

use chrono::{DateTime, Duration, Utc};

use crate::ledger::{At, Entry, Kind, Ledger, Proposal, Reply};

/// When the decision in hand is due: the hours in genesis after the last event that moved the battle on, or the time
/// that an extension gave; nothing without deadlines and while the battle is adjourned. A proposal or a new key
/// moves nothing on, so nobody can buy time with them.
#[must_use]
pub fn due(ledger: &Ledger) -> Option<String> {
    due_before(ledger, ledger.next_seq()).map(|at| at.to_string())
}

/// The same as it stood just before the event `seq`.
#[must_use]
pub fn due_before(ledger: &Ledger, seq: u64) -> Option<At> {
    let hours = ledger.genesis().deadlines.hours;
    if hours == 0 {
        return None;
    }
    let before = &ledger.entries()[..usize::try_from(seq).ok()?.min(ledger.entries().len())];
    let last = before.iter().rev().find(|entry| moves_on(entry))?;
    match &last.event().kind {
        Kind::Timeout(timeout) => timeout.until,
        Kind::Agree(reply) if is_pause(ledger, reply) => None,
        _ => later(&last.event().at, hours),
    }
}

/// Whether an event begins a new decision, so that the clock runs anew.
#[must_use]
pub fn moves_on(entry: &Entry) -> bool {
    !matches!(
        entry.event().kind,
        Kind::Propose(_) | Kind::Decline(_) | Kind::Standing(_) | Kind::Rekey(_) | Kind::Reanchor(_)
    )
}

/// So many hours after a time.
#[must_use]
pub fn later(at: &At, hours: u32) -> Option<At> {
    let due = time_of(at).checked_add_signed(Duration::hours(i64::from(hours)))?;
    due.format("%Y-%m-%dT%H:%M:%SZ").to_string().parse().ok()
}

/// The time an event's author says it was.
#[must_use]
pub fn time_of(at: &At) -> DateTime<Utc> {
    // the type holds real times only, so this never falls back
    DateTime::parse_from_rfc3339(at.as_str()).map(|t| t.with_timezone(&Utc)).unwrap_or_default()
}

/// Whether both sides have agreed to let the clocks stand.
#[must_use]
pub fn is_pause(ledger: &Ledger, reply: &Reply) -> bool {
    let proposal = ledger.find(&reply.proposal);
    proposal.is_some_and(|e| matches!(&e.event().kind, Kind::Propose(p) if p.what == Proposal::Adjourn))
}
