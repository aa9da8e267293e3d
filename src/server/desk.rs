//! A seat, opened from the store.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::store::{Battle, Store, TableStorage, file};
use tess_ledger::{At, Ledger, Role, SigningKey};
use tess_mail::{Envelope, RawMail};
use tess_scenario::Library;
use tess_steward::{
    Entropy, Nobody, Pass, Seat, Section, Settings, Starts, StewardError, Storage as _, brief, check_genesis,
    deadline,
};
use tess_table::Wait;

/// Seconds after which a battle is looked at though nothing has come.
const LOOK_AGAIN: i64 = 24 * 3600;

/// Seconds after which a deadline is looked at again that could not be claimed when its time had come.
const LOOK_SOON: i64 = 600;

/// When the deadline in hand has passed by so many hours, in seconds of the epoch.
fn claimed_at(ledger: &Ledger, hours: u32) -> Option<i64> {
    let at = deadline::later(&deadline::due(ledger)?, hours)?;
    Some(deadline::time_of(&at).timestamp() + 1)
}

/// An open seat of a battle in the store.
pub(super) struct Desk {
    pub(super) seat: Seat,
    /// The version of the battle that it has: if the store has another, somebody else has written.
    pub(super) version: i64,
}

impl Desk {
    /// One pass over a mail, or over none; then a deadline that has passed by so many hours is claimed.
    ///
    /// # Errors
    /// When the store fails, or the log cannot be played.
    pub(super) fn pass(
        &mut self,
        mail: Option<(&RawMail, &Envelope)>,
        claim: Option<u32>,
        now: &mut dyn FnMut() -> At,
    ) -> Result<Pass, StewardError> {
        let mut pass = self.seat.pass_opened(mail, &mut Nobody, now)?;
        if let Some(hours) = claim {
            self.seat.claim_after(&mut pass, hours, &mut Nobody, now)?;
        }
        Ok(pass)
    }

    /// How the battle stands now; `claim` is after how many hours a passed deadline is to be claimed, if it
    /// is.
    ///
    /// # Errors
    /// When the rules do not bear out the log.
    pub(super) fn stand(
        &mut self,
        battle: &Battle,
        now: i64,
        claim: Option<u32>,
    ) -> Result<Battle, StewardError> {
        let wait = self.seat.wait()?;
        let ledger = self.ledger();
        let over = matches!(wait, Wait::Over(_));
        let held = self.seat.waits_until()?;
        let calls = deadline::calls(ledger, now).filter(|due| *due > now && !over);
        let late = wait.role().is_some_and(|role| role != Role::umpire().as_str()) && !over;
        let claim = claim.filter(|_| late).and_then(|hours| claimed_at(ledger, hours));
        // once a day in any case: who keeps silent is written to again
        let look = Some(now + LOOK_AGAIN).filter(|_| !over);
        Ok(Battle {
            events: ledger.next_seq(),
            waits: brief(&wait, &Role::umpire()),
            over,
            begun: !matches!(wait, Wait::Accept(_)),
            due: calls
                .into_iter()
                .chain(held)
                .chain(claim.map(|at| at.max(now + LOOK_SOON)))
                .chain(look)
                .min(),
            ..battle.clone()
        })
    }

    /// The log.
    pub(super) fn ledger(&self) -> &Ledger {
        self.seat.ledger()
    }
}

/// Who knows the passphrase of a key file.
pub type Passphrases = Box<dyn FnMut(&Path) -> Result<Option<String>, StewardError>>;

/// The keys in use, each read once.
pub struct Keys {
    known: BTreeMap<PathBuf, SigningKey>,
    passphrase: Passphrases,
}

impl Keys {
    /// No key yet; passphrases are asked for when they are needed.
    #[must_use]
    pub fn new(passphrase: Passphrases) -> Keys {
        Keys { known: BTreeMap::new(), passphrase }
    }

    fn get(&mut self, path: &Path) -> Result<SigningKey, StewardError> {
        if let Some(key) = self.known.get(path) {
            return Ok(key.clone());
        }
        let passphrase = (self.passphrase)(path)?;
        let key = SigningKey::load(path, passphrase.as_deref())?;
        self.known.insert(path.to_owned(), key.clone());
        Ok(key)
    }
}

impl Store {
    /// Works at the seat of a battle in one transaction, for somebody beside the service: it finds the
    /// battle changed and goes on from there.
    ///
    /// # Errors
    /// Those of the work, after which nothing has changed; when the store fails or the log does not hold.
    pub fn at_seat<T>(
        &self,
        battle: &Battle,
        keys: &mut Keys,
        now: &mut dyn FnMut() -> At,
        work: impl FnOnce(&mut Seat) -> Result<T, StewardError>,
    ) -> Result<T, StewardError> {
        self.as_one(|| {
            let battle = self.wait_for(battle.number)?;
            let Drawn { storage, settings, key, library, ledger } = Drawn::of(self, &battle, keys)?;
            let start = check_genesis(ledger.genesis(), &library)?;
            let seat = Seat::on(Box::new(storage), ledger, settings, key, start, Entropy::System)?;
            let mut desk = Desk { seat, version: battle.version };
            let done = work(&mut desk.seat)?;
            let now = deadline::time_of(&now()).timestamp();
            self.note(&desk.stand(&battle, now, None)?)?;
            self.touch(battle.number)?;
            Ok(done)
        })
    }
}

/// What is drawn out of a store to open a seat.
struct Drawn {
    storage: TableStorage,
    settings: Settings,
    key: SigningKey,
    library: Library,
    ledger: Ledger,
}

impl Drawn {
    fn of(store: &Store, battle: &Battle, keys: &mut Keys) -> Result<Drawn, StewardError> {
        let storage = TableStorage::new(store.db().clone(), battle.number, &battle.tag());
        let settings = settings_of(&storage)?;
        let key = keys.get(&settings.key)?;
        let library = settings.library.as_deref().map_or_else(Library::embedded, Library::with_dir);
        let ledger = storage.ledger()?;
        Ok(Drawn { storage, settings, key, library, ledger })
    }
}

/// What battles share: keys and starting positions, each read once.
pub(super) struct Cache {
    keys: Keys,
    starts: Starts,
}

impl Cache {
    /// With these keys, and no position yet.
    pub fn new(keys: Keys) -> Cache {
        Cache { keys, starts: Starts::default() }
    }

    /// Opens the seat of a battle.
    pub fn open(&mut self, store: &Store, battle: &Battle) -> Result<Desk, StewardError> {
        let Drawn { storage, settings, key, library, ledger } = Drawn::of(store, battle, &mut self.keys)?;
        let start = self.starts.of(ledger.genesis(), &library)?;
        let seat = Seat::on(Box::new(storage), ledger, settings, key, start, Entropy::System)?;
        Ok(Desk { seat, version: battle.version })
    }
}

fn settings_of(storage: &TableStorage) -> Result<Settings, StewardError> {
    let text = storage.paper(Section::Seat, "seat.toml")?.unwrap_or_default();
    let damaged = |e: String| file(&storage.path_of(Section::Seat, "seat.toml"), e, "mend it in the store");
    let text = String::from_utf8(text).map_err(|e| damaged(e.to_string()))?;
    toml::from_str(&text).map_err(|e| damaged(e.to_string()))
}
