//! One role in one battle, with the [`Storage`] that keeps its things.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::StewardError;
use super::entropy::Entropy;
use super::folder::{Folder, chain_in};
use super::genesis::{check_genesis, replay};
use super::mandate::check;
use super::settings::Settings;
use super::storage::{Section, Storage};
use tess_game::{AnyPosition, AnyTable};
use tess_ledger::{At, ChainId, ChainKeeper, Checks, Event, Kind, Ledger, Repair, Role, Signed, SigningKey};
use tess_mail::Picture;
use tess_scenario::Library;

/// Up to which event each party has been written to.
const POSTED: &str = "posted.json";

/// A seat that is open: nobody else holds its storage, the log is verified and replayed.
pub struct Seat {
    pub(super) storage: Box<dyn Storage>,
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
    /// The time of the pass that is under way.
    pub(super) clock: Option<At>,
    /// The picture of the field after an event, which is the same for all readers.
    pub(super) pictured: Option<(tess_ledger::Id, Picture)>,
    /// Things for the next report of one reader, which nobody else may see.
    pub(super) private: BTreeMap<Role, Vec<String>>,
    /// What opening the archive had to mend.
    pub repair: Option<Repair>,
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

    /// Opens a seat over a storage of any kind, with the log that it holds and the position in which the
    /// battle began.
    ///
    /// # Errors
    /// When something on it is damaged, or the rules do not bear out the log.
    pub fn on(
        storage: Box<dyn Storage>,
        ledger: Ledger,
        settings: Settings,
        key: SigningKey,
        start: Box<dyn AnyPosition>,
        entropy: Entropy,
    ) -> Result<Seat, StewardError> {
        let chain = storage.chain(&chain_id_of(&ledger, &settings.role)?)?;
        let table = replay(&ledger, &*start)?;
        Ok(Seat {
            storage,
            settings,
            key,
            chain,
            ledger,
            table,
            start,
            entropy,
            instead: None,
            in_time: None,
            clock: None,
            pictured: None,
            private: BTreeMap::new(),
            repair: None,
        })
    }

    /// The seat's folder, or what stands for it in messages.
    #[must_use]
    pub fn dir(&self) -> &Path {
        self.storage.place()
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
        let bytes = self.storage.paper(Section::Seat, "standing.txt")?.unwrap_or_default();
        String::from_utf8(bytes).map_err(|e| {
            let path = self.storage.path_of(Section::Seat, "standing.txt");
            StewardError::file(path, e, "mend the file, or take it away")
        })
    }

    /// Signs an event as this seat's role and takes it into log, table and archive. It is on the disk when
    /// this returns.
    ///
    /// # Errors
    /// When log or rules refuse it; then nothing has changed.
    pub(super) fn sign(&mut self, kind: Kind, at: At) -> Result<Signed, StewardError> {
        self.check_clock(at)?;
        let state = self.table.state(&self.ledger)?;
        let event = Event {
            game: Some(self.ledger.game()),
            seq: self.ledger.next_seq(),
            prev: Some(self.ledger.head()),
            by: self.settings.role.clone(),
            at: self.not_before_the_head(at),
            nonce: self.entropy.nonce(),
            state: Some(state),
            kind,
        };
        let signed = event.sign(&self.key)?;
        self.admit(signed.clone())?;
        Ok(signed)
    }

    /// Nothing is signed after an event that lies ahead of the clock here: one of the two clocks is wrong,
    /// and all that follows would be dated by it.
    pub(super) fn check_clock(&self, at: At) -> Result<(), StewardError> {
        let head = self.ledger.entries().last().map(|head| head.event());
        let Some(head) = head.filter(|head| super::deadline::is_ahead(&head.at, &at)) else { return Ok(()) };
        Err(StewardError::refused(
            format!("event {} of {} is dated {}, and here it is {at}", head.seq, head.by, head.at),
            format!("set the clock of this machine right, or wait until {}", head.at),
        ))
    }

    /// A time at which an event may be signed: whose clock is a little behind that of the last event's
    /// author writes his.
    pub(super) fn not_before_the_head(&self, at: At) -> At {
        self.ledger.entries().last().map_or(at, |head| head.event().at.max(at))
    }

    /// Takes an event into log, table and archive, in this order; the archive last, when all checks have
    /// passed.
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
        if let Err(error) = self.storage.append(&line) {
            self.reload()?;
            return Err(error);
        }
        // his own word that he goes on with another chain may come back to him by mail
        let own = line.event().by == self.settings.role;
        if own && matches!(line.event().kind, Kind::Reanchor(_)) { self.take_up_chain() } else { Ok(()) }
    }

    /// What an umpire signs in a side's name must follow from its standing orders, as far as they are known
    /// here: open ones to everybody, sealed ones to their side and to the umpire.
    fn check_mandate(&mut self, signed: &Signed) -> Result<(), StewardError> {
        let Some((_, standing)) = signed.event().kind.delegation() else { return Ok(()) };
        self.ledger.would_append(signed)?;
        let Some(text) = self.standing_text(standing)? else { return Ok(()) };
        Ok(check(&self.ledger, &mut *self.table, signed.event(), &text)?)
    }

    /// Goes back to what the archive says.
    fn reload(&mut self) -> Result<(), StewardError> {
        let bytes = self.storage.log()?;
        let ledger = Ledger::verify_all(tess_ledger::read_lines(&bytes)?, Checks::Batch)?;
        self.table = replay(&ledger, &*self.start)?;
        self.ledger = ledger;
        Ok(())
    }

    /// Up to which event (exclusive) each party has been written to.
    pub(super) fn posted(&self) -> Result<BTreeMap<Role, u64>, StewardError> {
        let Some(bytes) = self.storage.paper(Section::Seat, POSTED)? else { return Ok(BTreeMap::new()) };
        let map: BTreeMap<String, u64> = serde_json::from_slice(&bytes).map_err(|e| {
            let path = self.storage.path_of(Section::Seat, POSTED);
            StewardError::file(path, e, "take the file away: everything is then mailed once more")
        })?;
        Ok(map.into_iter().filter_map(|(r, n)| Some((r.parse().ok()?, n))).collect())
    }

    pub(super) fn set_posted(&mut self, posted: &BTreeMap<Role, u64>) -> Result<(), StewardError> {
        let map: BTreeMap<&str, u64> = posted.iter().map(|(r, n)| (r.as_str(), *n)).collect();
        let bytes = serde_json::to_vec(&map).unwrap_or_default();
        self.storage.put_paper(Section::Seat, POSTED, &bytes)
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
