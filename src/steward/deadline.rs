//! What a deadline calls for, and when.

use chrono::Duration;

use tess_ledger::Ledger;
pub use tess_ledger::deadline::{
    agreed_time, due, due_after, is_ahead, is_pause, later, moves_on, outcome, time_of,
};

/// How long before a deadline its side is reminded: a quarter of the time, a day at most.
#[must_use]
pub fn lead(ledger: &Ledger) -> Duration {
    Duration::minutes(i64::from(ledger.genesis().deadlines.hours) * 15).min(Duration::days(1))
}

/// When the deadline in hand calls for a mail next: its reminder, or, when that is past, just after it. In
/// seconds of the epoch.
#[must_use]
pub fn calls(ledger: &Ledger, now: i64) -> Option<i64> {
    let due = time_of(&due(ledger)?).timestamp();
    let reminder = due - lead(ledger).num_seconds();
    Some(if reminder > now { reminder } else { due + 1 })
}
