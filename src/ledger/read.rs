//! A whole log at once.

use std::collections::BTreeMap;
use std::slice::Chunks;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::player::ChainState;
use super::signature::{self, Claim, check_key};
use super::{Consequence, Entry, Genesis, Kind, Ledger, LedgerError, Mode, Party, Player, Setting, Signed};

/// How signatures of a whole log are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checks {
    /// One by one, strictly: for every log that comes from elsewhere.
    Strict,
    /// In batches, about twice as fast: for one's own archive, every line of
    /// which was checked strictly before it was stored. A batch refuses what
    /// is forged, but may overlook that an author has bent his own signature
    /// by a small-order part.
    Batch,
    /// Not at all: for a log whose signatures were checked before it was stored and whose bytes are known to
    /// be the same still, by a digest that was kept apart from them. Everything else is checked as ever.
    Known,
}

/// Lines in one batch.
const BATCH: usize = 256;

/// Lines in one batch where two cores share them: each is checked a little slower, but neither waits long
/// for the other.
const SHARED_BATCH: usize = 128;

/// A line whose signature has not been checked: its place, and the key that must have signed it.
type Unchecked = (usize, ed25519_dalek::VerifyingKey);

impl Ledger {
    /// Begins a log with its genesis.
    ///
    /// # Errors
    /// When the event is no genesis, its parties do not fit together, or the
    /// signature is wrong.
    pub fn found(signed: Signed) -> Result<Ledger, LedgerError> {
        let ledger = Ledger::begin(signed)?;
        let (key, first) = ledger.founder();
        if !signature::is_valid(&key, first.message(), first.signature()) {
            let by = first.event().by.clone();
            return Err(LedgerError::Signature { by });
        }
        Ok(ledger)
    }

    /// Reads and verifies a whole log, line by line, without LF.
    ///
    /// # Errors
    /// The first line that is wrong, as [`LedgerError::Line`].
    pub fn verify_all<'a>(
        lines: impl IntoIterator<Item = &'a [u8]>,
        checks: Checks,
    ) -> Result<Ledger, LedgerError> {
        let (ledger, claims) = Ledger::read_unchecked(lines, checks)?;
        ledger.check_signatures(&claims, checks)?;
        Ok(ledger)
    }

    /// Reads a whole log as [`Ledger::verify_all`] does, but for its signatures, which whoever calls has
    /// checked: for programs that carry nothing with which signatures are checked.
    ///
    /// # Errors
    /// The first line that is wrong, as [`LedgerError::Line`].
    pub fn read_signed_elsewhere<'a>(
        lines: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Ledger, LedgerError> {
        Ok(Ledger::read_unchecked(lines, Checks::Known)?.0)
    }

    /// Reads and verifies a log, and while a second core checks the signatures, `work` goes through the log
    /// with the rules. Signatures take most of the time that a verified replay takes, and neither needs
    /// anything of the other; with `work` done, this core helps.
    ///
    /// `work` sees a log of which everything else holds. What it gives back counts only when the signatures
    /// hold, too: the outcome is that of [`Ledger::verify_all`] and the work after it.
    ///
    /// # Errors
    /// As [`Ledger::verify_all`]; what `work` has found is then dropped.
    pub fn verify_beside<'a, T>(
        lines: impl IntoIterator<Item = &'a [u8]>,
        checks: Checks,
        work: impl FnOnce(&Ledger) -> T,
    ) -> Result<(Ledger, T), LedgerError> {
        let (ledger, claims) = Ledger::read_unchecked(lines, checks)?;
        let next = AtomicUsize::new(0);
        let check = || ledger.first_forged(claims.chunks(SHARED_BATCH), checks, &next);
        let (wrong, done) = std::thread::scope(|scope| {
            let beside = std::thread::Builder::new().spawn_scoped(scope, check);
            let done = work(&ledger);
            // Who has done his work helps; a system that grants no thread has nobody else.
            let own = check();
            let other = match beside.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(other)) => other,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(_) => None,
            };
            (own.into_iter().chain(other).min(), done)
        });
        ledger.verdict(wrong)?;
        Ok((ledger, done))
    }

    /// Reads a whole log and checks all but the signatures, which it gives back as claims still to be
    /// checked.
    fn read_unchecked<'a>(
        lines: impl IntoIterator<Item = &'a [u8]>,
        checks: Checks,
    ) -> Result<(Ledger, Vec<Unchecked>), LedgerError> {
        let mut lines = lines.into_iter();
        let empty = || LedgerError::strict("is missing", "an archive begins with genesis").at_line(1);
        let first = lines.next().ok_or_else(empty)?;
        let first = Signed::parse(first).map_err(|error| error.at_line(1))?;
        let mut ledger = Ledger::begin(first).map_err(|error| error.at_line(1))?;
        let mut claims = vec![(0, ledger.founder().0)];
        ledger.entries.reserve(lines.size_hint().0);
        for line in lines {
            let number = ledger.entries.len() + 1;
            if let Err(error) = ledger.take_unchecked(line, &mut claims) {
                // An earlier signature may be the deeper cause.
                ledger.check_signatures(&claims, checks)?;
                return Err(error.at_line(number));
            }
        }
        Ok((ledger, claims))
    }

    fn take_unchecked(&mut self, line: &[u8], unchecked: &mut Vec<Unchecked>) -> Result<(), LedgerError> {
        let signed = Signed::parse(line)?;
        let key = self.place(&signed)?.verifying;
        let verdict = match self.judge(&signed) {
            Ok(verdict) => verdict,
            // A forged line is called forged, whatever else is wrong with it.
            Err(_) if !signature::is_valid(&key, signed.message(), signed.signature()) => {
                let by = signed.event().by.clone();
                return Err(LedgerError::Signature { by });
            }
            Err(error) => return Err(error),
        };
        self.apply(signed, verdict);
        unchecked.push((self.entries.len() - 1, key));
        Ok(())
    }

    /// Checks signatures; the first that is wrong is the error.
    fn check_signatures(&self, claims: &[Unchecked], checks: Checks) -> Result<(), LedgerError> {
        let wrong = self.first_forged(claims.chunks(BATCH), checks, &AtomicUsize::new(0));
        self.verdict(wrong)
    }

    /// What it means that this is the first event with a wrong signature, or that there is none.
    fn verdict(&self, wrong: Option<usize>) -> Result<(), LedgerError> {
        let Some(seq) = wrong else { return Ok(()) };
        Err(LedgerError::Signature { by: self.entries[seq].event().by.clone() }.at_line(seq + 1))
    }

    /// Checks signatures, part by part, from the `next` part that nobody has taken yet, and gives the first
    /// event that it finds wrong. Of several who share the parts so, one finds the first of all: each part
    /// is taken in its turn and checked to its end.
    fn first_forged(
        &self,
        parts: Chunks<'_, Unchecked>,
        checks: Checks,
        next: &AtomicUsize,
    ) -> Option<usize> {
        while let Some(part) = parts.clone().nth(next.fetch_add(1, Ordering::Relaxed)) {
            let claim = |(seq, key): &Unchecked| {
                let signed = &self.entries[*seq].signed;
                Claim { key: *key, message: signed.message(), signature: signed.signature() }
            };
            let part_claims: Vec<Claim<'_>> = part.iter().map(claim).collect();
            let wrong = match checks {
                Checks::Strict => signature::first_not_strict(&part_claims),
                Checks::Batch => signature::first_invalid(&part_claims),
                Checks::Known => None,
            };
            if let Some(place) = wrong {
                return Some(part[place].0);
            }
        }
        None
    }

    /// Genesis with all checks but that of its signature.
    pub(super) fn begin(signed: Signed) -> Result<Ledger, LedgerError> {
        let Kind::Genesis(genesis) = &signed.event().kind else {
            let what = format!("{} as the first event", signed.event().kind.name());
            return Err(refused(&what, "a log begins with genesis"));
        };
        let genesis = Genesis::clone(genesis);
        let players = players(&genesis)?;
        let (id, by) = (signed.id(), signed.event().by.clone());
        let Some(founder) = players.iter().find(|player| player.role == by) else {
            return Err(LedgerError::Stranger { by });
        };
        let key = founder.key;
        let sides = players.iter().filter(|player| player.code != 0);
        let to_accept = sides.map(|player| player.role.clone()).filter(|role| *role != by);
        Ok(Ledger {
            to_accept: to_accept.collect(),
            genesis,
            entries: vec![Entry { signed, key, action: None, taken_back: None }],
            by_id: BTreeMap::from([(id, 0)]),
            players,
            actions: Vec::new(),
            seals: BTreeMap::new(),
            proposal: None,
            last_by_side: id,
            delegated: 0,
            default_due: None,
            ended: None,
            healings: Vec::new(),
            opened_at: 0,
        })
    }

    fn founder(&self) -> (ed25519_dalek::VerifyingKey, &Signed) {
        let first = &self.entries[0];
        let founder = self.players.iter().find(|player| player.key == first.key);
        let key = founder.map_or(self.players[0].verifying, |player| player.verifying);
        (key, &first.signed)
    }
}

/// The roles that genesis names, which must fit its mode and differ in key,
/// name and chain.
fn players(genesis: &Genesis) -> Result<Vec<Player>, LedgerError> {
    let parties = &genesis.parties;
    let umpires = usize::from(genesis.mode != Mode::Direct);
    let in_order = |(i, party): (usize, &Party)| party.role.is_umpire() == (i < umpires);
    if parties.len() != umpires + 2 || !parties.iter().enumerate().all(in_order) {
        let who = if umpires == 0 { "two sides" } else { "umpire, then two sides" };
        let what = format!("these parties in mode {}", genesis.mode.as_str());
        return Err(refused(&what, &format!("name {who}")));
    }
    for (i, party) in parties.iter().enumerate() {
        let same = |other: &&Party| {
            other.role == party.role
                || other.key == party.key
                || other.chain.id == party.chain.id
                || other.chain.anchor == party.chain.anchor
        };
        if let Some(other) = parties[..i].iter().find(same) {
            let what = format!("{} and {} with the same role, key or chain", other.role, party.role);
            return Err(refused(&what, "each role has its own"));
        }
    }
    if genesis.deadlines.then == Consequence::Default && genesis.mode != Mode::Umpire {
        let what = format!("deadlines with `default` in mode {}", genesis.mode.as_str());
        return Err(refused(&what, "only mode umpire needs no link of a silent side: write forfeit"));
    }
    let empty_name = |name: &String| name.is_empty();
    if genesis
        .options
        .iter()
        .any(|(name, setting)| empty_name(name) || matches!(setting, Setting::Text(text) if text.is_empty()))
    {
        return Err(refused("an option without name or value", "leave it away"));
    }
    let codes = if umpires == 1 { 0..3 } else { 1..3 };
    codes
        .zip(parties)
        .map(|(code, party)| {
            tess_dice::check_length(party.chain.links)?;
            Ok(Player {
                role: party.role.clone(),
                code,
                key: party.key,
                name: party.name.clone(),
                address: party.address.clone(),
                chain: ChainState::new(&party.chain, party.key, 0),
                voids: 0,
                standing: None,
                verifying: check_key(&party.key, party.role.as_str())?,
            })
        })
        .collect()
}

fn refused(what: &str, help: &str) -> LedgerError {
    super::judge::misplaced(what, help)
}
