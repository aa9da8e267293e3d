//! Finds a fork and proves it: what the text of a proof must hold.

use super::read::Checks;
use super::signature::{self, check_key};
use super::{Fork, Key, Ledger, LedgerError, Player, Signed};

const TITLE: &str = "TESSERA FORK 2";

impl Fork {
    /// The fork that this event makes with one in the log, if it does. What is signed with a key that its
    /// author has replaced since, by `rekey` or `handover`, makes none: whoever has that key is not the
    /// author any more.
    pub(super) fn find(ledger: &Ledger, other: &Signed) -> Option<Fork> {
        let event = other.event();
        let place = usize::try_from(event.seq).ok()?;
        let entry = ledger.entries().get(place)?;
        let author = ledger.player(&event.by).filter(|player| player.key == entry.key)?;
        let same = (event.game, &event.by) == (Some(ledger.game()), &entry.event().by)
            && is_beside(ledger, entry.event().prev == event.prev);
        let key = check_key(&author.key, "").ok()?;
        if !same || !signature::is_valid(&key, other.message(), other.signature()) {
            return None;
        }
        let before: Vec<&Signed> = ledger.entries()[..place].iter().map(|entry| &entry.signed).collect();
        Some(proven(&before, entry.key, &entry.signed, other))
    }

    /// Reads the text of a proof and verifies everything in it: the log up to the place, as only the whole
    /// of it shows whose key is whose there, and the two events.
    ///
    /// # Errors
    /// When the file proves nothing; the line is that of the file.
    pub fn verify(file: &str) -> Result<Fork, LedgerError> {
        let lines = lines_of(file)?;
        let last = lines.len() + 1;
        let Some((log, [first, second])) = lines.split_last_chunk() else {
            return Err(not("it must hold two events", last));
        };
        let parsed = |line: &str, number| Signed::parse(line.as_bytes()).map_err(|e| e.at_line(number));
        let (first, second) = (parsed(first, last - 1)?, parsed(second, last)?);
        let (one, two) = (first.event(), second.event());
        let same = (one.game, one.seq, &one.by) == (two.game, two.seq, &two.by);
        if !same || one.game.is_none() || first.id() == second.id() {
            return Err(not("the two are not for one place, game and role", last));
        }
        let log = log.iter().map(|line| line.as_bytes());
        let ledger = Ledger::verify_all(log, Checks::Strict).map_err(|error| match error {
            LedgerError::Line { line, source } => source.at_line(line + 1),
            other => other,
        })?;
        let author =
            author_at(&ledger, &first, &second).ok_or_else(|| not("the log before is not whole", last))?;
        for (event, line) in [(&first, last - 1), (&second, last)] {
            let by = author.role.clone();
            if !signature::is_valid(&author.verifying, event.message(), event.signature()) {
                return Err(LedgerError::Signature { by }.at_line(line));
            }
        }
        let before: Vec<&Signed> = ledger.entries().iter().map(|entry| &entry.signed).collect();
        Ok(proven(&before, author.key, &first, &second))
    }

    /// Reads the text of a proof that was verified when it was kept: nothing is verified again.
    ///
    /// # Errors
    /// When it has not the form of one.
    pub fn read(file: &str) -> Result<(Signed, Signed), LedgerError> {
        let lines = lines_of(file)?;
        let [.., first, second] = lines.as_slice() else {
            return Err(not("it must hold two events", lines.len() + 1));
        };
        Ok((Signed::parse(first.as_bytes())?, Signed::parse(second.as_bytes())?))
    }
}

/// Whether two events of one role for one place make a fork: since format 2 only when they follow the same
/// event. Mails cross, and who has given way to another's event goes on after that, at a place where he may
/// have signed before (protocol section 6).
fn is_beside(ledger: &Ledger, same_prev: bool) -> bool {
    same_prev || ledger.genesis().is_first_format()
}

fn not(what: &str, line: usize) -> LedgerError {
    LedgerError::refused(format!("no proof of a fork: {what}"), "ask for the whole file").at_line(line)
}

/// The lines of a proof after its title.
fn lines_of(file: &str) -> Result<Vec<&str>, LedgerError> {
    let body = file.strip_suffix('\n').ok_or_else(|| not("its end is missing", 1))?;
    let mut lines = body.split('\n');
    if lines.next() != Some(TITLE) {
        return Err(not(&format!("it must begin with {TITLE}"), 1));
    }
    Ok(lines.collect())
}

/// Who signs for the role of the two events at their place, if the log ends just before it.
fn author_at<'a>(ledger: &'a Ledger, first: &Signed, second: &Signed) -> Option<&'a Player> {
    let (one, head) = (first.event(), Some(ledger.head()));
    let place = (one.game, one.seq, one.prev) == (Some(ledger.game()), ledger.next_seq(), head);
    let beside = is_beside(ledger, second.event().prev == head);
    ledger.player(&one.by).filter(|_| place && beside)
}

/// The fork of these two. A proof is a title, the log before them, and the two, all as in an archive.
fn proven(before: &[&Signed], key: Key, first: &Signed, second: &Signed) -> Fork {
    let mut proof = format!("{TITLE}\n");
    for line in before.iter().copied().chain([first, second]) {
        proof.push_str(&line.line());
        proof.push('\n');
    }
    let event = first.event();
    Fork {
        // only genesis itself is without its game, and nobody signs that twice
        game: event.game.unwrap_or_else(|| first.id()),
        seq: event.seq,
        role: event.by.clone(),
        key,
        ids: (first.id(), second.id()),
        proof,
    }
}
