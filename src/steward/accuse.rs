//! What stops a battle: a proof that somebody has signed two events for one place, or one that breaks the
//! rules.
//!
//! ```text
//! fork-SEQ.txt      two signatures of one role for one place: proves itself, see [`Fork`]
//! breach-SEQ.txt    a signed event that log or rules refuse at the place it was made for
//! ```
//!
//! A seat that holds one signs nothing more. It shows it in every report and sends the lines to the others,
//! who then see it with their own eyes.

use super::papers::Papers;
use super::storage::Section;
use super::{Arrival, Seat, StewardError};
use tess_ledger::{Fork, Ledger, Role, Signed, short};

/// Why a battle stands still for good.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accusation {
    /// Of whom.
    pub role: Role,
    /// At which place of the log.
    pub seq: u64,
    /// Where the proof is.
    pub file: String,
    /// In words.
    pub text: String,
    /// The lines that show it to others.
    lines: Vec<Vec<u8>>,
}

const BREACH: &str = "TESSERA BREACH 1";

impl Seat {
    /// What has stopped this battle; nothing while it goes on.
    ///
    /// # Errors
    /// When a proof cannot be read.
    pub fn accusations(&self) -> Result<Vec<Accusation>, StewardError> {
        accusations_in(&*self.storage, &self.ledger)
    }

    /// The lines of all accusations, for the mails to the others.
    pub(super) fn proofs(&self) -> Result<Vec<Vec<u8>>, StewardError> {
        let mut lines: Vec<Vec<u8>> = self.accusations()?.into_iter().flat_map(|a| a.lines).collect();
        lines.extend(self.shown_log()?);
        lines.retain(|line| Signed::parse(line).is_ok_and(|s| self.ledger.find(&s.id()).is_none()));
        Ok(lines)
    }

    /// Keeps the proof of a fork; the name of its file.
    pub(super) fn accuse_of_fork(&mut self, fork: &Fork) -> Result<String, StewardError> {
        let name = format!("fork-{}.txt", fork.seq);
        self.accuse(&name, &fork.export())?;
        Ok(name)
    }

    /// Keeps an event that is properly signed for the next place and yet cannot stand there; the name of its
    /// file.
    pub(super) fn accuse_of_breach(&mut self, signed: &Signed, why: &str) -> Result<String, StewardError> {
        let name = format!("breach-{}.txt", signed.event().seq);
        let why = why.lines().next().unwrap_or_default();
        self.accuse(&name, &format!("{BREACH}\n{why}\n{}\n", signed.line()))?;
        Ok(name)
    }

    /// Writes a proof down, once, and lets everybody have it.
    fn accuse(&mut self, name: &str, proof: &str) -> Result<(), StewardError> {
        if self.storage.paper(Section::Seat, name)?.is_some() {
            return Ok(());
        }
        // first to whom it goes: cut off in between, it is found and kept once more
        let end = self.ledger.next_seq();
        for role in self.partners() {
            self.write_again_from(&role, end)?;
        }
        self.storage.put_paper(Section::Seat, name, proof.as_bytes())
    }

    /// An event has been taken for whose place one was refused before. When it is the same, this program was
    /// mended; when its author has signed another now, that is a fork, and stands in the file that is given
    /// back.
    pub(super) fn absolve(&mut self, seq: u64) -> Result<Option<String>, StewardError> {
        let name = format!("breach-{seq}.txt");
        let Some(bytes) = self.storage.paper(Section::Seat, &name)? else { return Ok(None) };
        let accused = of_breach(name.clone(), &String::from_utf8_lossy(&bytes));
        let lines = accused.into_iter().flat_map(|accused| accused.lines);
        let mut found = None;
        for signed in lines.filter_map(|line| Signed::parse(&line).ok()) {
            if let Arrival::Fork(file) = self.take_event(&signed, &[])? {
                found = Some(file);
            }
        }
        self.storage.drop_paper(Section::Seat, &name)?;
        Ok(found)
    }

    /// Nothing is signed in a battle that has stopped.
    pub(super) fn check_going_on(&self) -> Result<(), StewardError> {
        match self.accusations()?.into_iter().next() {
            None => Ok(()),
            Some(found) => Err(StewardError::refused(
                format!("the battle has stopped: {}", found.text),
                format!("show {} to the other side and to whoever judges between you", found.file),
            )),
        }
    }
}

/// What has stopped the battle of a seat with these papers. A fork that both sides have healed stops nothing
/// any more; its proof stays.
pub(super) fn accusations_in<P: Papers + ?Sized>(
    papers: &P,
    ledger: &Ledger,
) -> Result<Vec<Accusation>, StewardError> {
    let mut names = papers.pages(Section::Seat)?;
    names.retain(|n| n.ends_with(".txt") && (n.starts_with("fork-") || n.starts_with("breach-")));
    let mut found = Vec::new();
    for file in names {
        let bytes = papers.page(Section::Seat, &file)?.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        found.extend(if file.starts_with("fork-") { of_fork(file, &text) } else { of_breach(file, &text) });
    }
    found.retain(|found| !found.file.starts_with("fork-") || !ledger.is_healed(found.seq));
    Ok(found)
}

fn of_fork(file: String, text: &str) -> Option<Accusation> {
    // verified when it was kept; two lines close the file: the one in the log here, and the other
    let (one, two) = Fork::read(text).ok()?;
    let (role, seq) = (one.event().by.clone(), one.event().seq);
    let said = format!(
        "{role} has signed two events for place {seq}, {} and {}; the proof is in {file}: the battle stops here; by \
         `tess propose heal` it goes on from before that, if the other side agrees",
        short(&one.id()),
        short(&two.id())
    );
    let lines = [one, two].map(|signed| signed.line().into_bytes()).to_vec();
    Some(Accusation { role, seq, file, text: said, lines })
}

fn of_breach(file: String, text: &str) -> Option<Accusation> {
    let mut parts = text.lines();
    if parts.next() != Some(BREACH) {
        return None;
    }
    let (why, line) = (parts.next()?, parts.next()?);
    let signed = Signed::parse(line.as_bytes()).ok()?;
    let (role, seq) = (signed.event().by.clone(), signed.event().seq);
    let said = format!(
        "event {seq}, signed by {role}, does not follow from log and rules: {why}; the event is in {file}: the battle \
         stops here"
    );
    Some(Accusation { role, seq, file, text: said, lines: vec![line.as_bytes().to_vec()] })
}
