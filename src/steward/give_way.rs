//! A side's own word that crossed the word of its passed deadline.

use super::genesis::replay;
use super::{Seat, StewardError};
use tess_game::AnyTable;
use tess_ledger::{Checks, Kind, Ledger, Signed, read_lines};

/// A log and the battle that it leads to.
type Battle = (Ledger, Box<dyn AnyTable>);

impl Seat {
    /// Two mails cross: this side has signed what it decided, too late, and the umpire (or its opponent,
    /// where there is no umpire) has signed for the same place that its deadline has passed. Nobody takes
    /// the late word into his log. So this side takes it back and the other in, if log and rules bear that
    /// out, and decides again. True when it did.
    ///
    /// A side takes back nothing on which anybody has built: all events from that place on are its own.
    pub(super) fn give_way(&mut self, signed: &Signed) -> Result<bool, StewardError> {
        let (event, me) = (signed.event(), self.settings.role.clone());
        let names_me = matches!(&event.kind, Kind::Timeout(timeout) if timeout.side == me);
        let later = || self.ledger.entries().iter().filter(|entry| entry.seq() >= event.seq);
        if !names_me || event.by == me || later().any(|entry| entry.event().by != me) {
            return Ok(false);
        }
        let Some((ledger, table)) = self.with_last(signed)? else { return Ok(false) };
        let told: Vec<String> = later()
            .map(|entry| {
                format!(
                    "event {} of yours ({}) has crossed the word that your deadline had passed: nobody has taken it, and \
                     it is taken back here",
                    entry.seq(),
                    entry.event().kind.name()
                )
            })
            .collect();
        for text in told {
            self.keep_notice(&me, &text)?;
        }
        let mut posted = self.posted()?;
        posted.values_mut().for_each(|to| *to = (*to).min(event.seq + 1));
        self.set_posted(&posted)?;
        self.storage.replace_from(signed)?;
        (self.ledger, self.table) = (ledger, table);
        Ok(true)
    }

    /// The log with this event in the place of all from its own place on; `None` when log or rules refuse
    /// it.
    fn with_last(&self, signed: &Signed) -> Result<Option<Battle>, StewardError> {
        let (bytes, line) = (self.storage.log()?, signed.line());
        let kept = read_lines(&bytes)?.take(usize::try_from(signed.event().seq).unwrap_or(usize::MAX));
        let Ok(ledger) = Ledger::verify_all(kept.chain([line.as_bytes()]), Checks::Batch) else {
            return Ok(None);
        };
        let Ok(mut table) = replay(&ledger, &*self.start) else { return Ok(None) };
        Ok(table.wait(&ledger).is_ok().then_some((ledger, table)))
    }
}
