//! A moderator's audit: what an archive alone tells about a battle and those who fought it.

mod luck;
mod page;

use std::collections::BTreeMap;

use super::{Clock, Verified, verify};
use tess_ledger::{Checks, Fork, Kind, Ledger, LedgerError, Proposal, Role, Signed};
use tess_scenario::Library;

pub use luck::{Luck, Tray, Verdict};

/// A link that took longer than this is a stall, in seconds: opening it needs nobody's decision.
pub const STALL: i64 = 24 * 3600;

/// What was found.
#[derive(Debug)]
pub struct Audit {
    /// The lines of the archive.
    pub lines: usize,
    /// The first line that does not hold, from 1, and why; everything else is said of the lines before it.
    pub fault: Option<(usize, String)>,
    /// Forks that the archive itself proves.
    pub forks: Vec<Fork>,
    /// The log as far as it holds; nothing when not even its first line does.
    pub verified: Option<Verified>,
    /// Who made whom wait.
    pub clock: Clock,
    /// Links that took too long: the event, who opened it, and how many seconds it took.
    pub stalls: Vec<(u64, Role, i64)>,
    /// Take-backs in their order.
    pub take_backs: Vec<TakeBack>,
    /// The dice.
    pub luck: Luck,
}

/// Something taken back by agreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBack {
    /// Who proposed it.
    pub by: Role,
    /// The place of the proposal.
    pub proposed: u64,
    /// The place of the agreement.
    pub agreed: u64,
    /// The last event that still counts.
    pub to: u64,
    /// Dice that had been thrown in what was taken back.
    pub dice: usize,
}

impl Audit {
    /// Audits the bytes of an archive.
    #[must_use]
    pub fn of(bytes: &[u8], library: &Library) -> Audit {
        let lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
        let mut audit = Audit {
            lines: lines.len(),
            fault: first_fault(&lines),
            forks: Vec::new(),
            verified: None,
            clock: Clock::default(),
            stalls: Vec::new(),
            take_backs: Vec::new(),
            luck: Luck::default(),
        };
        let good = audit.fault.as_ref().map_or(lines.len(), |(line, _)| line - 1);
        match verify(&lines[..good].concat(), library) {
            Ok(verified) => audit.read(verified, &lines[good..]),
            Err(error) if audit.fault.is_none() => audit.fault = Some((1, error.told())),
            Err(_) => {}
        }
        audit
    }

    fn read(&mut self, verified: Verified, rest: &[&[u8]]) {
        let ledger = &verified.ledger;
        self.forks = forks(ledger, rest);
        self.clock = Clock::of(ledger);
        self.stalls = stalls(ledger);
        self.take_backs = take_backs(ledger);
        self.luck = Luck::of(ledger);
        self.verified = Some(verified);
    }

    /// Does everything hold, the rules included, and has nobody signed twice?
    #[must_use]
    pub fn holds(&self) -> bool {
        let rules = self.verified.as_ref().is_some_and(|v| matches!(v.rules, super::Rulings::Hold { .. }));
        rules && self.fault.is_none() && self.forks.is_empty()
    }

    /// How many events of each kind there are by whom, of those kinds that a moderator asks about.
    #[must_use]
    pub fn counts(&self, kind: &str) -> BTreeMap<Role, Vec<u64>> {
        let mut found: BTreeMap<Role, Vec<u64>> = BTreeMap::new();
        for entry in self.verified.iter().flat_map(|v| v.ledger.entries()) {
            if entry.event().kind.name() == kind {
                found.entry(entry.event().by.clone()).or_default().push(entry.seq());
            }
        }
        found
    }
}

/// The first line that does not hold, form and ledger considered, and why.
fn first_fault(lines: &[&[u8]]) -> Option<(usize, String)> {
    let whole = lines.iter().take_while(|line| line.ends_with(b"\n"));
    let ends = whole.map(|line| &line[..line.len() - 1]);
    let cut = lines.last().is_some_and(|line| !line.ends_with(b"\n"));
    match Ledger::verify_all(ends, Checks::Strict) {
        Err(LedgerError::Line { line, source }) => Some((line, source.told())),
        Err(error) => Some((1, error.told())),
        Ok(_) if cut => {
            Some((lines.len(), "the line has no end\nhelp: the archive is cut, ask for the whole".to_owned()))
        }
        Ok(_) => None,
    }
}

/// What the lines that do not hold prove against their authors.
fn forks(ledger: &Ledger, rest: &[&[u8]]) -> Vec<Fork> {
    let mut found: Vec<Fork> = Vec::new();
    for line in rest {
        let Ok(signed) = Signed::parse(line.strip_suffix(b"\n").unwrap_or(line)) else { continue };
        if let Err(LedgerError::Fork(fork)) = ledger.would_append(&signed)
            && !found.contains(&fork)
        {
            found.push(*fork);
        }
    }
    found
}

fn stalls(ledger: &Ledger) -> Vec<(u64, Role, i64)> {
    let mut found = Vec::new();
    let mut last = None;
    for entry in ledger.entries().iter().filter(|e| super::deadline::moves_on(ledger, e)) {
        let event = entry.event();
        let now = super::deadline::time_of(&event.at).timestamp();
        let took = last.map_or(0, |before| now - before);
        if matches!(event.kind, Kind::Reveal(_) | Kind::Reject(_) | Kind::Void(_)) && took > STALL {
            found.push((event.seq, event.by.clone(), took));
        }
        last = Some(now);
    }
    found
}

fn take_backs(ledger: &Ledger) -> Vec<TakeBack> {
    let mut found = Vec::new();
    for entry in ledger.entries() {
        let Kind::Agree(reply) = &entry.event().kind else { continue };
        let Some(proposal) = ledger.find(&reply.proposal) else { continue };
        let Kind::Propose(propose) = &proposal.event().kind else { continue };
        let (Proposal::TakeBack | Proposal::Heal, Some(to)) = (propose.what, propose.to) else { continue };
        let gone = ledger.entries().iter().filter(|e| e.taken_back == Some(entry.seq()));
        let dice = gone.filter_map(|e| match &e.event().kind {
            Kind::Reveal(reveal) => reveal.rolls.as_ref().map(Vec::len),
            _ => None,
        });
        found.push(TakeBack {
            by: proposal.event().by.clone(),
            proposed: proposal.seq(),
            agreed: entry.seq(),
            to,
            dice: dice.sum(),
        });
    }
    found
}
