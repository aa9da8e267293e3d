//! Two valid signatures of one role for one place: a proof of foul play.

use super::signature::{self, check_key, check_proof};
use super::{Id, Key, Kind, Ledger, LedgerError, Role, Signed};

const TITLE: &str = "TESSERA FORK 1";

/// A proof that one role signed two different events for the same place of
/// the same game. It convinces anybody, offline: genesis names the role's
/// first key, each `rekey` or `handover` the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fork {
    /// The game.
    pub game: Id,
    /// The place.
    pub seq: u64,
    /// Who signed twice.
    pub role: Role,
    /// Genesis, then every event before the place by which the role got
    /// another key.
    keys: Vec<Signed>,
    first: Signed,
    second: Signed,
}

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
        Some(Fork {
            game: ledger.game(),
            seq: event.seq,
            role: event.by.clone(),
            keys: keys.map(|earlier| earlier.signed.clone()).collect(),
            first: entry.signed.clone(),
            second: other.clone(),
        })
    }

    /// The two ids.
    pub fn ids(&self) -> (Id, Id) {
        (self.first.id(), self.second.id())
    }

    /// The proof as a small text file: a title, the lines that give the role
    /// its key, and the two lines, all as in an archive.
    pub fn export(&self) -> String {
        let lines = self.keys.iter().chain([&self.first, &self.second]);
        let mut text = format!("{TITLE}\n");
        for line in lines {
            text.push_str(&line.line());
            text.push('\n');
        }
        text
    }

    /// Reads such a file and verifies everything in it.
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
        let seq = one.seq;
        Ok(Fork { game, seq, role, keys: signed, first, second })
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

impl std::fmt::Display for Fork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (one, two) = self.ids();
        writeln!(f, "{} has signed two events for seq {}", self.role, self.seq)?;
        writeln!(f, "  game {}", super::short(&self.game))?;
        write!(f, "  {} and {}", super::short(&one), super::short(&two))
    }
}

impl Fork {
    /// The key both are signed with, as the first of the two shows it.
    pub fn key(&self) -> Option<Key> {
        let key = key_at(&self.keys, &self.game, &self.role, self.seq).ok()?;
        Some(Key(key.to_bytes()))
    }
}
