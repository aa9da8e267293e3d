//! The one clock.

use tess_ledger::At;
use tess_steward::deadline;

/// The time now, in whole seconds.
#[expect(clippy::disallowed_methods, reason = "this is the one clock")]
pub fn now() -> At {
    let text = chrono::Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string();
    text.parse().unwrap_or_else(|_| epoch())
}

/// A clock for demonstrations, which counts a minute for every event from 2026 on.
#[derive(Debug, Default)]
pub struct Counting {
    minutes: i64,
}

impl Counting {
    /// The next minute.
    pub fn tick(&mut self) -> At {
        self.minutes += 1;
        let at = deadline::time_of(&epoch()) + chrono::Duration::minutes(self.minutes - 1);
        at.format("%Y-%m-%dT%H:%M:%SZ").to_string().parse().unwrap_or_else(|_| epoch())
    }
}

fn epoch() -> At {
    "2026-01-01T00:00:00Z".parse().expect("a time")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counting_clock_counts_minutes() {
        let mut clock = Counting::default();
        assert_eq!(clock.tick().as_str(), "2026-01-01T00:00:00Z");
        assert_eq!(clock.tick().as_str(), "2026-01-01T00:01:00Z");
    }
}
