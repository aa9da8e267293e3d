//! When a decision is due, and what follows when it has not come: what the events themselves say of it.

use chrono::{DateTime, Duration, Utc};

use super::{At, Consequence, Entry, Kind, Ledger, Proposal, Reply, Role};

/// Seconds by which an event may lie ahead of its reader's clock; what is further ahead waits until that
/// time has come.
pub const AHEAD: i64 = 900;

/// Whether a time lies further ahead of a reader's clock than two clocks differ.
#[must_use]
pub fn is_ahead(at: &At, now: &At) -> bool {
    time_of(at).timestamp() > time_of(now).timestamp() + AHEAD
}

/// When the decision in hand is due: the hours in genesis after the last event that moved the battle on, or
/// the time that an extension gave, and never before a time that both agreed on; nothing without deadlines
/// and while the battle is adjourned without a time, or a fork has been healed and a new chain is owed. A
/// proposal or a new key moves nothing on, so nobody can buy time with them.
#[must_use]
pub fn due(ledger: &Ledger) -> Option<At> {
    if ledger.owes_chain().is_some() {
        return None;
    }
    let last = ledger.entries().iter().rev().find(|entry| moves_on(ledger, entry))?;
    let agreed = ledger.entries().iter().filter_map(|entry| agreed_time(ledger, entry)).max();
    due_after(ledger, last, agreed)
}

/// The deadline of the decision that follows `last`, the last event that moved the battle on, when both have
/// agreed that none falls before `agreed`.
#[must_use]
pub fn due_after(ledger: &Ledger, last: &Entry, agreed: Option<At>) -> Option<At> {
    let hours = ledger.genesis().deadlines.hours;
    if hours == 0 {
        return None;
    }
    match &last.event().kind {
        Kind::Timeout(timeout) => timeout.until.max(agreed),
        Kind::Agree(reply) if is_pause(ledger, reply) => agreed.filter(|_| pause_of(ledger, reply).is_some()),
        _ => later(&last.event().at, hours).max(agreed),
    }
}

/// The time before which no deadline falls from an event on, if it is the agreement to that and still
/// counts.
#[must_use]
pub fn agreed_time(ledger: &Ledger, entry: &Entry) -> Option<At> {
    match &entry.event().kind {
        Kind::Agree(reply) if entry.taken_back.is_none() => pause_of(ledger, reply),
        _ => None,
    }
}

/// The time that an agreed pause names.
fn pause_of(ledger: &Ledger, reply: &Reply) -> Option<At> {
    match &ledger.find(&reply.proposal)?.event().kind {
        Kind::Propose(propose) => propose.until,
        _ => None,
    }
}

/// What follows for a side that lets its deadline pass now, as genesis has it.
#[must_use]
pub fn outcome(ledger: &Ledger, side: &Role) -> Consequence {
    let terms = ledger.genesis().deadlines;
    let granted = ledger.entries().iter().filter(
        |e| matches!(&e.event().kind, Kind::Timeout(t) if t.side == *side && t.then == Consequence::Extension),
    );
    match terms.then {
        Consequence::Extension if granted.count() >= terms.extensions as usize => Consequence::Forfeit,
        then => then,
    }
}

/// Whether an event begins a new decision, so that the clock runs anew.
#[must_use]
pub fn moves_on(ledger: &Ledger, entry: &Entry) -> bool {
    match &entry.event().kind {
        Kind::Propose(_) | Kind::Decline(_) | Kind::Standing(_) | Kind::Rekey(_) | Kind::Say(_) => false,
        // before it nobody could act
        Kind::Reanchor(_) => ledger.is_owed_chain(entry),
        // who has lost his chain does not buy time by saying so
        Kind::Void(_) => ledger.genesis().is_first_format(),
        _ => true,
    }
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

/// Whether both sides have agreed to a pause.
#[must_use]
pub fn is_pause(ledger: &Ledger, reply: &Reply) -> bool {
    let proposal = ledger.find(&reply.proposal);
    proposal.is_some_and(|e| matches!(&e.event().kind, Kind::Propose(p) if p.what == Proposal::Adjourn))
}
