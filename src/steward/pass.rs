//! One pass: everything that has come, everything that is due, everything that goes out.

use super::storage::Section;
use super::{Agent, Arrival, Seat, StewardError, Taken};
use tess_game::AnyPosition;
use tess_ledger::At;
use tess_mail::{Envelope, RawMail, Sent};
use tess_table::Wait;

/// What a pass did.
#[derive(Debug)]
pub struct Pass {
    /// The mails taken in.
    pub taken: Vec<Taken>,
    /// Events signed here: place and kind.
    pub signed: Vec<(u64, &'static str)>,
    /// Mails sent, or kept with the error.
    pub sent: Vec<Sent>,
    /// What this seat's player should know: who has stopped the battle, mail that came back or counts for
    /// nothing, sheets that lapsed, standing orders that cannot be read.
    pub told: Vec<String>,
    /// What the battle waits for now.
    pub wait: Wait,
}

impl Pass {
    /// How many events were new.
    #[must_use]
    pub fn news(&self) -> usize {
        let arrivals = self.taken.iter().flat_map(|t| &t.events);
        arrivals.filter(|a| matches!(a, Arrival::New(_))).count() + self.signed.len()
    }
}

impl Seat {
    /// One pass over some mails. Run again after a crash anywhere, it goes on where it stopped.
    ///
    /// `done` is called for each mail as soon as it is in the journal and its events are in the archive.
    ///
    /// # Errors
    /// When the seat's own files fail.
    pub fn pass(
        &mut self,
        mails: &[RawMail],
        agent: &mut dyn Agent<dyn AnyPosition>,
        at: &mut dyn FnMut() -> At,
        done: &mut dyn FnMut(&RawMail) -> Result<(), StewardError>,
    ) -> Result<Pass, StewardError> {
        let now = at();
        let take = |seat: &mut Seat| {
            let mut taken = Vec::new();
            for raw in mails {
                taken.push(seat.take_mail(raw, now)?);
                done(raw)?;
            }
            Ok(taken)
        };
        self.pass_after(take, now, agent, at)
    }

    /// One pass over a mail that has been opened already, or over none.
    ///
    /// # Errors
    /// When what the seat is kept in fails.
    pub fn pass_opened(
        &mut self,
        mail: Option<(&RawMail, &Envelope)>,
        agent: &mut dyn Agent<dyn AnyPosition>,
        at: &mut dyn FnMut() -> At,
    ) -> Result<Pass, StewardError> {
        let now = at();
        let take = |seat: &mut Seat| {
            let taken = mail.map(|(raw, envelope)| seat.take_opened(raw, envelope, now)).transpose()?;
            Ok(taken.into_iter().collect())
        };
        self.pass_after(take, now, agent, at)
    }

    /// After a pass, when all mail is taken in so that what came late still counts: says that a deadline has
    /// passed, if it has by so many hours ([`Seat::claim`]), and does what follows from it.
    ///
    /// # Errors
    /// As [`Seat::pass`].
    pub fn claim_after(
        &mut self,
        pass: &mut Pass,
        hours: u32,
        agent: &mut dyn Agent<dyn AnyPosition>,
        at: &mut dyn FnMut() -> At,
    ) -> Result<(), StewardError> {
        let now = at();
        let Some(signed) = self.claim(now, hours)? else { return Ok(()) };
        let more = self.pass_after(|_| Ok(Vec::new()), now, agent, at)?;
        pass.signed.push((signed.event().seq, signed.event().kind.name()));
        pass.signed.extend(more.signed);
        pass.sent.extend(more.sent);
        (pass.told, pass.wait) = (more.told, more.wait);
        Ok(())
    }

    /// Takes mails in and does everything that a pass does besides.
    fn pass_after(
        &mut self,
        take: impl FnOnce(&mut Seat) -> Result<Vec<Taken>, StewardError>,
        now: At,
        agent: &mut dyn Agent<dyn AnyPosition>,
        at: &mut dyn FnMut() -> At,
    ) -> Result<Pass, StewardError> {
        self.clock = Some(now);
        let me = self.settings.role.clone();
        let heard = self.notices_for(&me)?;
        let mut taken = take(self)?;
        let mut come = Taken::default();
        self.take_held(&mut come)?;
        taken.extend((!come.events.is_empty()).then_some(come));
        let signed = self.do_duties(agent, at)?;
        let signed = signed.iter().map(|s| (s.event().seq, s.event().kind.name())).collect();
        self.note_heard(now)?;
        self.break_silence(now)?;
        let mut told: Vec<String> = self.accusations()?.into_iter().map(|found| found.text).collect();
        told.extend(self.signed_elsewhere()?);
        told.extend(self.notices_for(&me)?.into_iter().filter(|text| !heard.contains(text)));
        self.keep_report()?;
        self.remind(now)?;
        told.extend(self.private.get(&me).into_iter().flatten().cloned());
        self.ask_by_telephone(now)?;
        let sent = self.post()?;
        let wait = self.wait()?;
        Ok(Pass { taken, signed, sent, told, wait })
    }

    /// Writes the report of the head into `reports/`, once.
    fn keep_report(&mut self) -> Result<(), StewardError> {
        let name = format!("{:05}.txt", self.ledger.next_seq() - 1);
        let mut reports = self.storage.names(Section::Reports)?;
        reports.retain(|n| n.ends_with(".txt"));
        let reader = self.settings.role.clone();
        if reports.contains(&name) {
            // A pass may have been cut off after the report was written and before its notices were struck
            // out.
            let written = self.storage.paper(Section::Reports, &name)?.unwrap_or_default();
            return self.told_in(&reader, &String::from_utf8_lossy(&written));
        }
        let last = reports.last().and_then(|n| n.trim_end_matches(".txt").parse::<u64>().ok());
        let report = self.report_since(&reader, last.map_or(0, |n| n + 1))?;
        self.storage.put_paper(Section::Reports, &name, report.as_bytes())?;
        self.told(&reader)
    }

    /// A proposal that waits for this role's word, told with what may be said to it.
    #[must_use]
    pub fn proposed(&self) -> Option<String> {
        let (entry, me) = (self.ledger.proposal()?, &self.settings.role);
        let waits = entry.event().by != *me && !me.is_umpire() && !self.ledger.has_consented(entry, me);
        waits.then(|| super::look::proposed(&self.ledger, me)).flatten()
    }
}
