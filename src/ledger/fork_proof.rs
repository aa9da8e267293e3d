//! Finds a fork and proves it: what the text of a proof must hold.

use super::signature::{self, check_key, check_proof};
use super::{Fork, Id, Key, Kind, Ledger, LedgerError, Role, Signed};

const TITLE: &str = "TESSERA FORK 1";

impl Fork {
    /// The fork that this event makes with one in the log, if it does.
    pub(super) fn find(ledger: &Ledger, other: &Signed) -> Option<Fork> {
        let event = other.event();
        let entry = ledger.entries().get(usize::try_from(event.seq).ok()?)?;
        let place = (event.game, &event.by) == (Some(ledger.game()), &entry.event().by);
        let key = check_key(&entry.key, "").ok()?;
        if !place || !signature::is_valid(&key, other.message(), other.signature()) {
            return None;
        }
        let before = &ledger.entries()[..event.seq as usize];
        let keys = before.iter().filter(|earlier| {
            let own = earlier.event().by == event.by;
            match earlier.event().kind {
                Kind::Genesis(_) => true,
                Kind::Rekey(_) | Kind::Handover(_) => own,
                _ => false,
            }
        });
        let keys: Vec<Signed> = keys.map(|earlier| earlier.signed.clone()).collect();
        Some(proven(&keys, entry.key, &entry.signed, other))
    }

    /// Reads the text of a proof and verifies everything in it.
    ///
    /// # Errors
    /// When the file proves nothing; the line is that of the file.
    pub fn verify(file: &str) -> Result<Fork, LedgerError> {
        let not = |what: &str, line: usize| {
            LedgerError::refused(format!("no proof of a fork: {what}"), "ask for the whole file")
                .at_line(line)
        };
        let body = file.strip_suffix('\n').ok_or_else(|| not("its end is missing", 1))?;
        let mut lines = body.split('\n');
        if lines.next() != Some(TITLE) {
            return Err(not(&format!("it must begin with {TITLE}"), 1));
        }
        let mut signed = Vec::new();
        for (i, line) in lines.enumerate() {
            let parsed = Signed::parse(line.as_bytes()).map_err(|error| error.at_line(i + 2))?;
            signed.push(parsed);
        }
        let last = signed.len() + 1;
        let (Some(second), Some(first)) = (signed.pop(), signed.pop()) else {
            return Err(not("it must hold two events", last));
        };
        let (one, two) = (first.event(), second.event());
        let same = (one.game, one.seq, &one.by) == (two.game, two.seq, &two.by);
        let Some(game) = one.game.filter(|_| same && first.id() != second.id()) else {
            return Err(not("the two are not for one place, game and role", last));
        };
        let role = one.by.clone();
        let key = key_at(&signed, &game, &role, one.seq)?;
        for (event, line) in [(&first, last - 1), (&second, last)] {
            let by = role.clone();
            if !signature::is_valid(&key, event.message(), event.signature()) {
                return Err(LedgerError::Signature { by }.at_line(line));
            }
        }
        Ok(proven(&signed, Key(key.to_bytes()), &first, &second))
    }
}

/// The fork of these two. A proof is a title, the lines that give the role its key, and the two, all as in
/// an archive.
fn proven(keys: &[Signed], key: Key, first: &Signed, second: &Signed) -> Fork {
    let mut proof = format!("{TITLE}\n");
    for line in keys.iter().chain([first, second]) {
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

/// The key that the lines give to the role.
fn key_at(
    lines: &[Signed],
    game: &Id,
    role: &Role,
    seq: u64,
) -> Result<ed25519_dalek::VerifyingKey, LedgerError> {
    let Some((genesis, changes)) = lines.split_first() else {
        let help = "the file must begin with the genesis of the game";
        return Err(LedgerError::refused("no proof of a fork: no genesis", help));
    };
    let ledger = Ledger::found(genesis.clone()).map_err(|error| error.at_line(2))?;
    let mut key = match ledger.player(role) {
        Some(player) if ledger.game() == *game => player.verifying,
        _ => {
            let help = "the genesis of the game must name the role";
            return Err(LedgerError::refused("no proof of a fork: another game", help).at_line(2));
        }
    };
    let mut last = 0;
    for (i, change) in changes.iter().enumerate() {
        let event = change.event();
        let wrong = |what: &str| {
            LedgerError::refused(format!("no proof of a fork: {what}"), "take the log's own lines")
                .at_line(i + 3)
        };
        if event.game != Some(*game) || event.by != *role || event.seq <= last || event.seq >= seq {
            return Err(wrong("a key of another place, game or role"));
        }
        if !signature::is_valid(&key, change.message(), change.signature()) {
            return Err(LedgerError::Signature { by: role.clone() }.at_line(i + 3));
        }
        last = event.seq;
        key = match &event.kind {
            Kind::Rekey(rekey) => {
                let new = check_key(&rekey.key, role.as_str())?;
                check_proof(&new, game, &rekey.proof, role)?;
                new
            }
            Kind::Handover(handover) => check_key(&handover.key, role.as_str())?,
            _ => return Err(wrong("a line that changes no key")),
        };
    }
    Ok(key)
}
