//! The folder of one role in one battle.
//!
//! ```text
//! seat.toml            role, key file, transport
//! archive.tess         the log
//! chain.seed           the chain's secret, and chain.seed.opened beside it; chain-2.seed, ... after `reanchor`
//! standing.txt         standing orders, if there are any
//! standing/            those given to an umpire, or held by this one
//! journal/             every mail taken in, by hash
//! held/                events that wait for earlier ones
//! posted.json          up to which event each party has been written to
//! outbox/ sent/        mails
//! reports/             the reports, by seq
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entropy::Entropy;
use super::look::replay;
use super::mandate::{check, delegation};
use super::{Staged, StewardError};
use crate::ledger::{
    Archive, At, ChainKeeper, Checks, Event, Kind, Ledger, Repair, Role, Signed, SigningKey,
};
use crate::mail::{Outbox, Transport, durable};
use crate::scenario::Library;
use crate::table::Table;

/// The contents of `seat.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The role.
    pub role: Role,
    /// The signing key's file, relative to the seat or absolute.
    pub key: PathBuf,
    /// How mail goes out: `smtp://[user:pass@]host:port`, `maildir:DIR` (with `{user}`), `file:DIR` or `file:`.
    pub transport: String,
    /// Folder with scenarios and charts of one's own, beside those in the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<PathBuf>,
}

/// A seat that is open: the archive is locked, the log verified and replayed.
pub struct Seat<G: Staged> {
    pub(super) dir: PathBuf,
    pub(super) settings: Settings,
    pub(super) key: SigningKey,
    /// The chain that the log names; nothing when its files are lost, which only `void` and `reanchor` mend.
    pub(super) chain: Option<ChainKeeper>,
    pub(super) archive: Archive,
    pub(super) ledger: Ledger,
    pub(super) table: Table<G>,
    pub(super) start: G::Position,
    pub(super) entropy: Entropy,
    /// A folder for mails that a person sends, in place of the transport.
    pub(super) instead: Option<PathBuf>,
    /// Things for the next report.
    pub(super) notices: Vec<String>,
    /// Things for the next report of one reader, which nobody else may see.
    pub(super) private: BTreeMap<Role, Vec<String>>,
    /// What opening the archive had to mend.
    pub repair: Option<Repair>,
}

impl Settings {
    /// Reads `seat.toml`.
    ///
    /// # Errors
    /// When it is missing or not of the form.
    pub fn read(dir: &Path) -> Result<Settings, StewardError> {
        let path = dir.join("seat.toml");
        let text = fs::read_to_string(&path).map_err(|e| {
            StewardError::file(&path, e, "name the folder of a battle, as `tess new` or `tess join` made it")
        })?;
        toml::from_str(&text)
            .map_err(|e| StewardError::file(&path, e, "see docs/cli.md for what stands in it"))
    }

    /// Writes `seat.toml`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), StewardError> {
        let text = toml::to_string(self)
            .map_err(|e| StewardError::file(dir.join("seat.toml"), e, "use plain values"))?;
        Ok(durable::write(dir, "seat.toml", text.as_bytes())?)
    }

    /// The way mail goes out of a seat.
    ///
    /// # Errors
    /// When the setting is none of the forms.
    pub fn transport(&self, dir: &Path) -> Result<Transport, StewardError> {
        let bad = |what: String| {
            StewardError::refused(
                format!("transport `{}`: {what}", self.transport),
                "write smtp://host:port, maildir:DIR or file:DIR in seat.toml",
            )
        };
        match self.transport.split_once(':') {
            Some(("maildir", path)) => Ok(Transport::Maildir(PathBuf::from(path))),
            Some(("file", "")) => Ok(Transport::File(dir.join("to-send"))),
            Some(("file", path)) => Ok(Transport::File(PathBuf::from(path))),
            Some(("smtp" | "smtps", _)) => crate::mail::smtp::SmtpUrl::parse(&self.transport)
                .map(Transport::Smtp)
                .map_err(|e| bad(e.to_string())),
            _ => Err(bad("unknown".to_owned())),
        }
    }
}

impl<G: Staged> Seat<G> {
    /// Opens a seat: locks the archive, mends a cut last line, verifies and replays the log.
    ///
    /// # Errors
    /// When another process has it, a file is missing or damaged, or the log does not hold.
    pub fn open(
        dir: &Path,
        library: &Library,
        passphrase: Option<&str>,
        entropy: Entropy,
    ) -> Result<Seat<G>, StewardError> {
        let settings = Settings::read(dir)?;
        let key = SigningKey::load(&dir.join(&settings.key), passphrase)?;
        let (archive, ledger, repair) = Archive::open(&dir.join("archive.tess"), Checks::Batch)?;
        let chain = chain_of(dir, &ledger, &settings.role)?;
        let (start, table) = replay::<G>(&ledger, library)?;
        Ok(Seat {
            dir: dir.to_owned(),
            settings,
            key,
            chain,
            archive,
            ledger,
            table,
            start,
            entropy,
            instead: None,
            notices: Vec::new(),
            private: BTreeMap::new(),
            repair,
        })
    }

    /// The seat's folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The role.
    #[must_use]
    pub fn role(&self) -> &Role {
        &self.settings.role
    }

    /// The log.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The battle.
    #[must_use]
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// What the battle waits for.
    ///
    /// # Errors
    /// When the rules do not bear out the log.
    pub fn wait(&mut self) -> Result<crate::table::Wait, StewardError> {
        Ok(self.table.wait(&self.ledger)?)
    }

    /// The text of the standing orders; empty when there are none.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub fn standing(&self) -> Result<String, StewardError> {
        let path = self.dir.join("standing.txt");
        match fs::read_to_string(&path) {
            Ok(text) => Ok(text),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
            Err(e) => Err(StewardError::file(&path, e, "mend the file, or take it away")),
        }
    }

    /// Signs an event as this seat's role and takes it into log, table and archive. It is on the disk when this returns.
    ///
    /// # Errors
    /// When log or rules refuse it; then nothing has changed.
    pub(super) fn sign(&mut self, kind: Kind, at: At) -> Result<Signed, StewardError> {
        let state = self.table.state(&self.ledger)?;
        let event = Event {
            game: Some(self.ledger.game()),
            seq: self.ledger.next_seq(),
            prev: Some(self.ledger.head()),
            by: self.settings.role.clone(),
            at,
            nonce: self.entropy.nonce(),
            state: Some(state),
            kind,
        };
        let signed = event.sign(&self.key)?;
        self.admit(signed.clone())?;
        Ok(signed)
    }

    /// Takes an event into log, table and archive, in this order; the archive last, when all checks have passed.
    ///
    /// # Errors
    /// When log or rules refuse it; then nothing has changed.
    pub(super) fn admit(&mut self, signed: Signed) -> Result<(), StewardError> {
        self.check_mandate(&signed)?;
        let line = signed.clone();
        self.ledger.append(signed)?;
        let followed = self.table.follow(&self.ledger).and_then(|()| self.table.wait(&self.ledger).map(drop));
        if let Err(error) = followed {
            self.reload()?;
            return Err(error.into());
        }
        if let Err(error) = self.archive.append(&line) {
            self.reload()?;
            return Err(error.into());
        }
        Ok(())
    }

    /// What an umpire signs in a side's name must follow from its standing orders, as far as they are known here: open
    /// ones to everybody, sealed ones to their side and to the umpire.
    fn check_mandate(&mut self, signed: &Signed) -> Result<(), StewardError> {
        let Some((_, standing)) = delegation(signed.event()) else { return Ok(()) };
        self.ledger.would_append(signed)?;
        let Some(text) = self.standing_text(standing)? else { return Ok(()) };
        Ok(check(&self.ledger, &mut self.table, signed.event(), &text)?)
    }

    /// Goes back to what the archive says.
    fn reload(&mut self) -> Result<(), StewardError> {
        let bytes = fs::read(self.archive.path())
            .map_err(|e| StewardError::file(self.archive.path(), e, "the archive must be readable"))?;
        self.ledger = Ledger::verify_all(crate::ledger::read_lines(&bytes)?, Checks::Batch)?;
        self.table = Table::new(self.start.clone());
        self.table.follow(&self.ledger)?;
        Ok(())
    }

    pub(super) fn outbox(&self) -> Result<Outbox, StewardError> {
        Ok(Outbox::open(&self.dir.join("outbox"))?)
    }

    /// Up to which event (exclusive) each party has been written to.
    pub(super) fn posted(&self) -> Result<BTreeMap<Role, u64>, StewardError> {
        let path = self.dir.join("posted.json");
        match fs::read(&path) {
            Ok(bytes) => {
                let map: BTreeMap<String, u64> = serde_json::from_slice(&bytes).map_err(|e| {
                    StewardError::file(&path, e, "take the file away: everything is then mailed once more")
                })?;
                Ok(map.into_iter().filter_map(|(r, n)| Some((r.parse().ok()?, n))).collect())
            }
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(e) => Err(StewardError::file(&path, e, "the file must be readable")),
        }
    }

    pub(super) fn set_posted(&self, posted: &BTreeMap<Role, u64>) -> Result<(), StewardError> {
        let map: BTreeMap<&str, u64> = posted.iter().map(|(r, n)| (r.as_str(), *n)).collect();
        let bytes = serde_json::to_vec(&map).unwrap_or_default();
        Ok(durable::write(&self.dir, "posted.json", &bytes)?)
    }
}

/// The chain in the folder that the log names as this role's.
pub(super) fn chain_of(
    dir: &Path,
    ledger: &Ledger,
    role: &Role,
) -> Result<Option<ChainKeeper>, StewardError> {
    let Some(player) = ledger.player(role) else {
        return Err(StewardError::refused(
            format!("{role} is no role of this battle"),
            "seat.toml and archive.tess must belong together",
        ));
    };
    for name in durable::names(dir, |n| n.starts_with("chain") && n.ends_with(".seed"))? {
        let chain = ChainKeeper::open(&dir.join(name))?;
        if chain.anchor().id == player.chain.id {
            return Ok(Some(chain));
        }
    }
    Ok(None)
}
