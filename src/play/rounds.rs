//! Mail to and fro, and what the commander does.

use super::home::Home;
use tess_game::AnyPosition;
use tess_ledger::{At, Kind, Proposal, Role};
use tess_mail::{Maildir, Origin, RawMail};
use tess_steward::{Agent, Deed, Nobody, Seat, StewardError};
use tess_table::Wait;

/// How often mail goes to and fro before something must be wrong: an action has never so many dice and
/// questions.
const MOST_ROUNDS: usize = 100_000;

impl Home {
    /// Lets mail come and go and the commander decide, until it is for the person to decide or the battle is
    /// over. What it is called again and again with is the log's length, for whoever shows progress.
    ///
    /// # Errors
    /// When another process has one of the seats, or their files fail. Done again, it goes on.
    pub fn settle(
        &self,
        at: &mut dyn FnMut() -> At,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Wait, StewardError> {
        let [you, foe] = self.roles();
        let mut person = self.take_seat(you)?;
        let mut other = self.take_seat(foe)?;
        let mut commander = self.commander(&other)?;
        for _ in 0..MOST_ROUNDS {
            let mut news = self.pass(&mut person, &mut Nobody, at)?;
            news += self.pass(&mut other, commander.as_mut(), at)?;
            news += usize::from(answer_proposal(&mut other, at)?);
            progress(person.ledger().entries().len());
            if news == 0 {
                return person.wait();
            }
        }
        Err(StewardError::refused(
            format!("after {MOST_ROUNDS} mails nothing has been decided"),
            "this is a fault of the program; please report it with the folder of the battle",
        ))
    }

    /// Whoever decides for the other side, with a seed that nobody knows.
    fn commander(&self, seat: &Seat) -> Result<Box<dyn Agent<dyn AnyPosition>>, StewardError> {
        let mut seed = [0; 8];
        tess_steward::Entropy::System.fill(&mut seed);
        let family = seat.table().position().game().family();
        Ok(self.terms.level()?.hire(family, u64::from_be_bytes(seed)))
    }

    /// One pass of one of the two; how much was new.
    fn pass(
        &self,
        seat: &mut Seat,
        agent: &mut dyn Agent<dyn AnyPosition>,
        at: &mut dyn FnMut() -> At,
    ) -> Result<usize, StewardError> {
        let inbox = Maildir::create(&self.inbox(&seat.role().clone()))?;
        let mails =
            inbox.list(false)?.iter().map(|path| inbox.read(path)).collect::<Result<Vec<RawMail>, _>>()?;
        let mut done = |mail: &RawMail| -> Result<(), StewardError> {
            if let Origin::Maildir(path) = &mail.origin {
                inbox.mark_seen(path)?;
            }
            Ok(())
        };
        let pass = seat.pass(&mails, agent, at, &mut done)?;
        Ok(pass.news() + pass.sent.len())
    }
}

/// The commander gives a take-back and a pause to whoever asks, and never agrees to a draw.
fn answer_proposal(seat: &mut Seat, at: &mut dyn FnMut() -> At) -> Result<bool, StewardError> {
    let me: Role = seat.role().clone();
    let ledger = seat.ledger();
    let Some(entry) = ledger.proposal() else { return Ok(false) };
    if entry.event().by == me || ledger.has_consented(entry, &me) {
        return Ok(false);
    }
    let deed = match &entry.event().kind {
        Kind::Propose(propose) if propose.what == Proposal::Draw => Deed::Decline,
        _ => Deed::Agree,
    };
    seat.act(deed, at())?;
    Ok(true)
}
