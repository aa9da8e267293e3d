//! Counts for the operator's monitoring, in the text form of Prometheus.

use std::path::Path;

use tess_disk::{DiskError, durable};

/// Counted since the process began, and how the store stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Mails taken into the journal.
    pub mails_in: u64,
    /// Mails dealt with.
    pub mails_done: u64,
    /// Mails for no battle here.
    pub strays: u64,
    /// Mails set aside.
    pub aside: u64,
    /// Mails put off, since their sender or battle has brought too many.
    pub put_off: u64,
    /// Mails and challenges refused, since their sender has as much as he may have.
    pub over_quota: u64,
    /// Events taken into logs.
    pub events_in: u64,
    /// Events signed here.
    pub events_signed: u64,
    /// Events that were refused.
    pub refused: u64,
    /// Forks found.
    pub forks: u64,
    /// Mails sent.
    pub mails_out: u64,
    /// Tries to send that failed.
    pub failures: u64,
    /// Mails given up.
    pub given_up: u64,
    /// Times that something of the service failed.
    pub troubles: u64,
    /// Battles in the store.
    pub battles: u64,
    /// Mails that wait to be dealt with.
    pub waiting: u64,
    /// Mails that wait to be sent.
    pub outbox: u64,
    /// Time of the last round, in seconds of the epoch.
    pub last_round: i64,
    /// Time of the last one in which nothing of the service itself failed.
    pub last_sound: i64,
}

impl Metrics {
    /// The text.
    #[must_use]
    pub fn text(&self) -> String {
        let counters = [
            ("mails_in", "Mails taken into the journal", self.mails_in),
            ("mails_done", "Mails dealt with", self.mails_done),
            ("mails_stray", "Mails for no battle here", self.strays),
            ("mails_aside", "Mails set aside", self.aside),
            ("mails_put_off", "Mails put off by a rate", self.put_off),
            ("over_quota", "Mails and challenges refused by a quota", self.over_quota),
            ("events_taken", "Events taken into logs", self.events_in),
            ("events_signed", "Events signed here", self.events_signed),
            ("events_refused", "Events refused", self.refused),
            ("forks", "Forks found", self.forks),
            ("mails_sent", "Mails sent", self.mails_out),
            ("send_failures", "Tries to send that failed", self.failures),
            ("mails_given_up", "Mails given up", self.given_up),
            ("troubles", "Failures of the service", self.troubles),
        ];
        let gauges = [
            ("battles", "Battles in the store", self.battles.cast_signed()),
            ("journal_waiting", "Mails that wait to be dealt with", self.waiting.cast_signed()),
            ("outbox_waiting", "Mails that wait to be sent", self.outbox.cast_signed()),
            ("last_round_seconds", "Time of the last round", self.last_round),
            ("last_sound_round_seconds", "Time of the last round without a failure", self.last_sound),
        ];
        let mut out = String::new();
        for (name, help, value) in counters {
            out.push_str(&format!(
                "# HELP tess_{name}_total {help}.\n# TYPE tess_{name}_total counter\ntess_{name}_total {value}\n"
            ));
        }
        for (name, help, value) in gauges {
            out.push_str(&format!(
                "# HELP tess_{name} {help}.\n# TYPE tess_{name} gauge\ntess_{name} {value}\n"
            ));
        }
        out
    }

    /// Writes the text into a file, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), DiskError> {
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        durable::publish(dir, &name, self.text().as_bytes())
    }
}
