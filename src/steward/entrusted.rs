//! Standing orders in the hands of an umpire: kept until their side may sign, sealed, sent to him alone, and
//! opened when the battle is over.
//!
//! ```text
//! standing/pending.json    to be given with this side's next event
//! standing/SEAL.json       what a seal holds: of one's own, or entrusted to this umpire
//! standing/since.json      from which event on standing.txt has been in place, for the sheets in it
//! ```

use serde::{Deserialize, Serialize};

use super::mandate::shown;
use super::storage::Section;
use super::{Seat, StewardError};
use tess_ledger::{At, Digest, Id, Kind, Role, Salt, Signed, Standing, Unseal};
use tess_table::Wait;

/// The paper with what is given next.
const PENDING: &str = "pending.json";

/// Bytes of standing orders at most, so that the event that shows them is not too long.
pub const MOST_TEXT: usize = 24 * 1024;

/// What is given with this side's next event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pending {
    /// Nothing: the earlier ones are withdrawn.
    text: Option<String>,
    /// Nothing: everybody may read them.
    salt: Option<Salt>,
}

/// A line beside the events of a mail: what a seal holds, for its holder alone.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Private {
    unseal: Unseal,
}

/// What a line of a mail says that is no event but opens a seal to its reader.
#[must_use]
pub fn private(line: &[u8]) -> Option<Unseal> {
    serde_json::from_slice::<Private>(line).ok().map(|private| private.unseal)
}

impl Seat {
    /// Gives standing orders into the umpire's hands, or withdraws those he has. They are signed with this
    /// side's next event: while somebody else may write into the log, two events for one place would part
    /// the battle.
    ///
    /// # Errors
    /// When there is no umpire, this seat is no side's, or the text is too long.
    pub fn entrust(&mut self, text: Option<String>, open: bool) -> Result<(), StewardError> {
        let role = self.settings.role.clone();
        if role.is_umpire() {
            return Err(StewardError::refused(
                "an umpire has no standing orders",
                "a side gives them to him",
            ));
        }
        if self.ledger.player(&Role::umpire()).is_none() {
            return Err(StewardError::refused(
                "there is no umpire in this battle who could hold standing orders",
                "put them in place without --give: `tess process` then answers by them at your own seat",
            ));
        }
        if text.as_ref().is_some_and(|t| t.len() > MOST_TEXT) {
            return Err(StewardError::refused(
                format!("the standing orders are longer than {MOST_TEXT} bytes"),
                "leave comments out, or keep them at your own seat, without --give",
            ));
        }
        let salt = (text.is_some() && !open).then(|| Salt(self.entropy.secret()));
        let pending = serde_json::to_vec(&Pending { text, salt }).unwrap_or_default();
        self.storage.put_paper(Section::Standing, PENDING, &pending)
    }

    /// Do standing orders wait to be given with this side's next event?
    #[must_use]
    pub fn gives_standing(&self) -> bool {
        self.storage.paper(Section::Standing, PENDING).is_ok_and(|paper| paper.is_some())
    }

    fn pending(&self) -> Result<Option<Pending>, StewardError> {
        let Some(bytes) = self.storage.paper(Section::Standing, PENDING)? else { return Ok(None) };
        serde_json::from_slice(&bytes).map(Some).map_err(|e| {
            let path = self.storage.path_of(Section::Standing, PENDING);
            StewardError::file(path, e, "take it away and give the standing orders again")
        })
    }

    /// Signs the standing orders that wait to be given, when nobody but this side may write now; `anyway`
    /// right after an event that the others cannot know yet. Cut off anywhere and done again, it signs them
    /// once.
    pub(super) fn give_pending(
        &mut self,
        anyway: bool,
        at: impl FnOnce() -> At,
    ) -> Result<Option<Signed>, StewardError> {
        let Some(pending) = self.pending()? else { return Ok(None) };
        let role = self.settings.role.clone();
        let mine = match self.wait()? {
            Wait::Orders(deed) => deed.side == role.as_str() || anyway,
            Wait::Answer { side, .. } => side == role,
            _ => false,
        };
        if !mine {
            return Ok(None);
        }
        let mut standing = Standing::default();
        match (pending.text, pending.salt) {
            (None, _) => {}
            (Some(text), None) => standing.text = Some(text),
            (Some(value), Some(salt)) => {
                let unseal = Unseal { salt, value };
                standing.seal = Some(unseal.seal());
                self.keep_opening(&unseal)?;
            }
        }
        let held = self.ledger.player(&role).and_then(|player| self.ledger.find(&player.standing?));
        let given = match held.map(|entry| &entry.event().kind) {
            Some(Kind::Standing(now)) => (&now.seal, &now.text) == (&standing.seal, &standing.text),
            _ => standing == Standing::default(),
        };
        let signed = if given { None } else { Some(self.sign(Kind::Standing(standing), at())?) };
        self.storage.drop_paper(Section::Standing, PENDING)?;
        Ok(signed)
    }

    /// Notes what a seal holds.
    fn keep_opening(&mut self, unseal: &Unseal) -> Result<(), StewardError> {
        let bytes = serde_json::to_vec(unseal).unwrap_or_default();
        let name = format!("{}.json", unseal.seal());
        self.storage.put_paper(Section::Standing, &name, &bytes)
    }

    /// What a seal holds, if this seat knows it.
    fn opening(&self, seal: &Digest) -> Result<Option<Unseal>, StewardError> {
        let name = format!("{seal}.json");
        let Some(bytes) = self.storage.paper(Section::Standing, &name)? else { return Ok(None) };
        let path = || self.storage.path_of(Section::Standing, &name);
        let bad = |what: String| StewardError::file(path(), what, "bring the file back from a copy");
        let unseal: Unseal = serde_json::from_slice(&bytes).map_err(|e| bad(e.to_string()))?;
        if unseal.seal() == *seal { Ok(Some(unseal)) } else { Err(bad("it holds another seal".into())) }
    }

    /// Takes in what a mail opens to this seat alone; `false` when no seal of this log is opened by it.
    pub(super) fn take_private(&mut self, unseal: &Unseal) -> Result<bool, StewardError> {
        let known = self.ledger.seals().contains_key(&unseal.seal());
        if known {
            self.keep_opening(unseal)?;
        }
        Ok(known)
    }

    /// The lines for the umpire alone that go with these events: what is under the seals of standing orders.
    pub(super) fn private_lines(&self, from: u64, to: u64) -> Result<Vec<Vec<u8>>, StewardError> {
        let mut lines = Vec::new();
        for entry in self.ledger.entries().iter().filter(|e| (from..to).contains(&e.seq())) {
            if let (true, Kind::Standing(standing)) =
                (entry.event().by == self.settings.role, &entry.event().kind)
                && let Some(seal) = &standing.seal
                && let Some(unseal) = self.opening(seal)?
            {
                lines.push(serde_json::to_vec(&Private { unseal }).unwrap_or_default());
            }
        }
        Ok(lines)
    }

    /// The text of a `standing` event, if this seat may know it.
    pub(super) fn standing_text(&self, standing: &Id) -> Result<Option<String>, StewardError> {
        if let Some(text) = shown(&self.ledger, standing) {
            return Ok(Some(text.to_owned()));
        }
        let Some(Kind::Standing(body)) = self.ledger.find(standing).map(|e| &e.event().kind) else {
            return Ok(None);
        };
        let opening = body.seal.as_ref().map(|seal| self.opening(seal)).transpose()?;
        Ok(opening.flatten().map(|unseal| unseal.value))
    }

    /// Opens this side's seals when the battle is over: hidden choices, then standing orders one by one. The
    /// second side waits for those of the first, so that no two events come to one place.
    pub(super) fn opening_word(&self) -> Result<Option<Kind>, StewardError> {
        let role = &self.settings.role;
        let code = |role: &Role| self.ledger.player(role).map_or(0, |player| player.code);
        let closed = || self.ledger.unopened_seals();
        if role.is_umpire() || closed().any(|(_, record)| code(&record.side) < code(role)) {
            return Ok(None);
        }
        if let Some(kind) = self.last_word()? {
            return Ok(Some(kind));
        }
        for (seal, _) in closed().filter(|(_, record)| record.side == *role) {
            if let Some(unseal) = self.opening(seal)? {
                return Ok(Some(Kind::Standing(Standing { unseal: vec![unseal], ..Standing::default() })));
            }
        }
        Ok(None)
    }
}
