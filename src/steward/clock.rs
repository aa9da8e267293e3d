//! Who made whom wait, by the times that the events themselves give.

use std::collections::BTreeMap;

use super::deadline::{agreed_time, due_after, is_pause, moves_on, time_of};
use tess_ledger::{At, Entry, Kind, Ledger, Role};

/// How long the battle has waited for each role.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clock {
    /// By role.
    pub roles: BTreeMap<Role, Waited>,
    /// Seconds that the clocks stood still by agreement.
    pub still: i64,
    /// Events that bear an earlier time than the one before: somebody's clock is wrong.
    pub backwards: Vec<u64>,
    /// Events that came after their deadline.
    pub late: Vec<Late>,
}

/// How long the battle has waited for one role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waited {
    /// Seconds in all.
    pub total: i64,
    /// Events that were waited for.
    pub moves: u64,
    /// Seconds of the longest wait.
    pub longest: i64,
    /// The event that ended it.
    pub longest_seq: u64,
}

/// An event that came after its deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Late {
    /// Its place.
    pub seq: u64,
    /// Its author.
    pub by: Role,
    /// What it is.
    pub kind: &'static str,
    /// Seconds after the deadline.
    pub seconds: i64,
}

impl Clock {
    /// Reads the clock off a log.
    #[must_use]
    pub fn of(ledger: &Ledger) -> Clock {
        let mut clock = Clock::default();
        let mut last: Option<(i64, bool)> = None;
        let mut due = None;
        let mut agreed = None;
        for entry in ledger.entries() {
            let event = entry.event();
            let now = time_of(&event.at).timestamp();
            if last.is_some_and(|(before, _)| now < before) {
                clock.backwards.push(event.seq);
            }
            if !moves_on(ledger, entry) {
                continue;
            }
            let paused = matches!(&event.kind, Kind::Agree(reply) if is_pause(ledger, reply));
            if let Some((before, still)) = last.replace((now, paused)) {
                let span = (now - before).max(0);
                if still {
                    clock.still += span;
                } else if let Kind::Timeout(timeout) = &event.kind {
                    clock.roles.entry(timeout.side.clone()).or_default().add(span, event.seq);
                } else if is_awaited(&event.kind) {
                    clock.roles.entry(event.by.clone()).or_default().add(span, event.seq);
                }
            }
            clock.note_late(due, entry, now);
            agreed = agreed.max(agreed_time(ledger, entry));
            due = due_after(ledger, entry, agreed);
        }
        clock
    }

    fn note_late(&mut self, due: Option<At>, entry: &Entry, now: i64) {
        let event = entry.event();
        let Some(due) = due.filter(|_| is_awaited(&event.kind)) else { return };
        let seconds = now - time_of(&due).timestamp();
        if seconds > 0 {
            let (by, kind) = (event.by.clone(), event.kind.name());
            self.late.push(Late { seq: event.seq, by, kind, seconds });
        }
    }

    /// The waits in words; nothing as long as nobody has waited for an hour.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        if self.roles.values().all(|waited| waited.total < 3600) {
            return None;
        }
        let mut parts: Vec<String> =
            self.roles.iter().map(|(role, waited)| format!("{role} {}", waited.text())).collect();
        if self.still > 0 {
            parts.push(format!("the clocks stood still for {}", span(self.still)));
        }
        Some(parts.join("; "))
    }
}

impl Waited {
    fn add(&mut self, seconds: i64, seq: u64) {
        self.total += seconds;
        self.moves += 1;
        if seconds > self.longest {
            (self.longest, self.longest_seq) = (seconds, seq);
        }
    }

    /// The waits in words.
    #[must_use]
    pub fn text(&self) -> String {
        let times = if self.moves == 1 { "once" } else { &format!("{} times", self.moves) };
        let mut text = format!("{} in all, {times}", span(self.total));
        if self.longest > 0 && self.moves > 1 {
            text.push_str(&format!(", longest {} for event {}", span(self.longest), self.longest_seq));
        }
        text
    }
}

/// Whether the battle waited for its author. Nobody waits for the other side's agreement or a resignation;
/// with the word that a deadline has passed ends the wait for the side that was late.
fn is_awaited(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Accept(_)
            | Kind::Orders(_)
            | Kind::Answer(_)
            | Kind::Reveal(_)
            | Kind::Reject(_)
            | Kind::Void(_)
    )
}

/// A length of time in its two largest units.
#[must_use]
pub fn span(seconds: i64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, m) => format!("{m} min"),
        (0, h, 0) => format!("{h} h"),
        (0, h, m) => format!("{h} h {m} min"),
        (d, 0, _) => format!("{d} d"),
        (d, h, _) => format!("{d} d {h} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_told_in_its_two_largest_units() {
        let told = [(59, "59 s"), (3599, "59 min"), (3600, "1 h"), (5400, "1 h 30 min"), (90_000, "1 d 1 h")];
        for (seconds, text) in told {
            assert_eq!(span(seconds), text);
        }
    }
}
