//! One role in one battle, on the [`Shelf`] that keeps its things.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::entropy::Entropy;
use super::folder::{Folder, chain_in};
use super::look::replay;
use super::mandate::check;
use super::shelf::{Drawer, Shelf};
use super::{StewardError, check_genesis};
use tess_game::{AnyPosition, AnyTable};
use tess_ledger::{At, ChainId, ChainKeeper, Checks, Event, Kind, Ledger, Repair, Role, Signed, SigningKey};
use tess_mail::{Transport, durable};
use tess_scenario::Library;

/// Up to which event each party has been written to.
const POSTED: &str = "posted.json";

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

/// A seat that is open: nobody else has its shelf, the log is verified and replayed.
pub struct Seat {
    pub(super) shelf: Box<dyn Shelf>,
    pub(super) settings: Settings,
    pub(super) key: SigningKey,
    /// The chain that the log names; nothing when its secret is lost, which only `void` and `reanchor` mend.
    pub(super) chain: Option<ChainKeeper>,
    pub(super) ledger: Ledger,
    pub(super) table: Box<dyn AnyTable>,
    pub(super) start: Box<dyn AnyPosition>,
    pub(super) entropy: Entropy,
    /// A folder for mails that a person sends, in place of the transport.
    pub(super) instead: Option<PathBuf>,
    /// The time, for somebody who tries again by the clock what could not be sent.
    pub(super) in_time: Option<i64>,
    /// Things for the next report of one reader, which nobody else may see.
    pub(super) private: BTreeMap<Role, Vec<String>>,
    /// What opening the archive had to mend.
    pub repair: Option<Repair>,
}

impl Settings {
    /// The transport of a seat whose mail stays in its outbox until a store takes it.
    pub const KEEP: &'static str = "keep:";

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
        Ok(durable::write(dir, "seat.toml", self.text()?.as_bytes())?)
    }

    /// What stands in `seat.toml`.
    ///
    /// # Errors
    /// When a value cannot be written.
    pub fn text(&self) -> Result<String, StewardError> {
        toml::to_string(self).map_err(|e| StewardError::file("seat.toml", e, "use plain values"))
    }

    /// The way mail goes out of a seat.
    ///
    /// # Errors
    /// When the setting is none of the forms.
    pub fn transport(&self, dir: &Path) -> Result<Transport, StewardError> {
        match self.transport.as_str() {
            "file:" => Ok(Transport::File(dir.join("to-send"))),
            other => Settings::way_out(other),
        }
    }

    /// The transport that a setting names.
    ///
    /// # Errors
    /// When it is none of the forms.
    pub fn way_out(text: &str) -> Result<Transport, StewardError> {
        let bad = |what: String| {
            StewardError::refused(
                format!("transport `{text}`: {what}"),
                "write smtp://host:port, maildir:DIR or file:DIR",
            )
        };
        match text.split_once(':') {
            _ if text == Settings::KEEP => Ok(Transport::Keep),
            Some(("maildir", path)) => Ok(Transport::Maildir(PathBuf::from(path))),
            Some(("file", path)) if !path.is_empty() => Ok(Transport::File(PathBuf::from(path))),
            Some(("smtp" | "smtps", _)) => {
                tess_mail::smtp::SmtpUrl::parse(text).map(Transport::Smtp).map_err(|e| bad(e.to_string()))
            }
            _ => Err(bad("unknown".to_owned())),
        }
    }
}

impl Seat {
    /// Opens a seat: locks the archive, mends a cut last line, verifies and replays the log.
    ///
    /// # Errors
    /// When another process has it, a file is missing or damaged, or the log does not hold.
    pub fn open(
        dir: &Path,
        library: &Library,
        passphrase: Option<&str>,
        entropy: Entropy,
    ) -> Result<Seat, StewardError> {
        let settings = Settings::read(dir)?;
        let key = SigningKey::load(&dir.join(&settings.key), passphrase)?;
        let (folder, ledger, repair) = Folder::open(dir)?;
        let start = check_genesis(ledger.genesis(), library)?;
        let mut seat = Seat::on(Box::new(folder), ledger, settings, key, start, entropy)?;
        seat.repair = repair;
        Ok(seat)
    }

    /// Opens a seat on a shelf of any kind, with the log that it holds and the position in which the battle began.
    ///
    /// # Errors
    /// When something on it is damaged, or the rules do not bear out the log.
    pub fn on(
        shelf: Box<dyn Shelf>,
        ledger: Ledger,
        settings: Settings,
        key: SigningKey,
        start: Box<dyn AnyPosition>,
        entropy: Entropy,
    ) -> Result<Seat, StewardError> {
        let chain = shelf.chain(&chain_id_of(&ledger, &settings.role)?)?;
        let table = replay(&ledger, &*start)?;
        Ok(Seat {
            shelf,
            settings,
            key,
            chain,
            ledger,
            table,
            start,
            entropy,
            instead: None,
            in_time: None,
            private: BTreeMap::new(),
            repair: None,
        })
    }

    /// The seat's folder, or what stands for it in messages.
    #[must_use]
    pub fn dir(&self) -> &Path {
        self.shelf.place()
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
    pub fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// What the battle waits for.
    ///
    /// # Errors
    /// When the rules do not bear out the log.
    pub fn wait(&mut self) -> Result<tess_table::Wait, StewardError> {
        Ok(self.table.wait(&self.ledger)?)
    }

    /// The text of the standing orders; empty when there are none.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub fn standing(&self) -> Result<String, StewardError> {
        let bytes = self.shelf.paper(Drawer::Seat, "standing.txt")?.unwrap_or_default();
        String::from_utf8(bytes).map_err(|e| {
            let path = self.shelf.path_of(Drawer::Seat, "standing.txt");
            StewardError::file(path, e, "mend the file, or take it away")
        })
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
        if let Err(error) = self.shelf.append(&line) {
            self.reload()?;
            return Err(error);
        }
        Ok(())
    }

    /// What an umpire signs in a side's name must follow from its standing orders, as far as they are known here: open
    /// ones to everybody, sealed ones to their side and to the umpire.
    fn check_mandate(&mut self, signed: &Signed) -> Result<(), StewardError> {
        let Some((_, standing)) = signed.event().kind.delegation() else { return Ok(()) };
        self.ledger.would_append(signed)?;
        let Some(text) = self.standing_text(standing)? else { return Ok(()) };
        Ok(check(&self.ledger, &mut *self.table, signed.event(), &text)?)
    }

    /// Goes back to what the archive says.
    fn reload(&mut self) -> Result<(), StewardError> {
        let bytes = self.shelf.log()?;
        let ledger = Ledger::verify_all(tess_ledger::read_lines(&bytes)?, Checks::Batch)?;
        self.table = replay(&ledger, &*self.start)?;
        self.ledger = ledger;
        Ok(())
    }

    /// Up to which event (exclusive) each party has been written to.
    pub(super) fn posted(&self) -> Result<BTreeMap<Role, u64>, StewardError> {
        let Some(bytes) = self.shelf.paper(Drawer::Seat, POSTED)? else { return Ok(BTreeMap::new()) };
        let map: BTreeMap<String, u64> = serde_json::from_slice(&bytes).map_err(|e| {
            let path = self.shelf.path_of(Drawer::Seat, POSTED);
            StewardError::file(path, e, "take the file away: everything is then mailed once more")
        })?;
        Ok(map.into_iter().filter_map(|(r, n)| Some((r.parse().ok()?, n))).collect())
    }

    pub(super) fn set_posted(&mut self, posted: &BTreeMap<Role, u64>) -> Result<(), StewardError> {
        let map: BTreeMap<&str, u64> = posted.iter().map(|(r, n)| (r.as_str(), *n)).collect();
        let bytes = serde_json::to_vec(&map).unwrap_or_default();
        self.shelf.put_paper(Drawer::Seat, POSTED, &bytes)
    }
}

/// The chain in the folder that the log names as this role's.
pub(super) fn chain_of(
    dir: &Path,
    ledger: &Ledger,
    role: &Role,
) -> Result<Option<ChainKeeper>, StewardError> {
    chain_in(dir, &chain_id_of(ledger, role)?)
}

/// The chain that a log names as a role's.
fn chain_id_of(ledger: &Ledger, role: &Role) -> Result<ChainId, StewardError> {
    let player = ledger.player(role).ok_or_else(|| {
        StewardError::refused(
            format!("{role} is no role of this battle"),
            "seat.toml and archive.tess must belong together",
        )
    })?;
    Ok(player.chain.id)
}
