//! The lobby of a service: signing up by mail, with everything it keeps in the store.

use std::fs;
use std::path::{Path, PathBuf};

use super::store::values::params;
use super::store::{Battle, Room, Store, TableStorage, file};
use tess_ledger::{At, Id, SigningKey};
use tess_mail::{Composed, RawMail};
use tess_scenario::Library;
use tess_steward::lobby::{
    Challenge, Heard, Host, Keeper, Kept, Lobby, Standing, Turns, Watcher, standing_of,
};
use tess_steward::{Entropy, PRESS, Section, Settings, StewardError, Storage as _, deadline};

/// Seconds of a day.
const DAY: i64 = 24 * 3600;

/// A lobby, its host, and the room in which it founds battles.
pub struct Porch {
    host: Host,
    key: SigningKey,
    passphrase: Option<String>,
    room: Room,
}

impl Porch {
    /// The porch of a store. What a killed process has left in the room for founding is cleared away: it is
    /// in the store, or is founded again.
    ///
    /// # Errors
    /// When the room cannot be made.
    pub fn open(
        store: &Store,
        host: Host,
        key: SigningKey,
        passphrase: Option<String>,
    ) -> Result<Porch, StewardError> {
        let room = store.room()?;
        // mail of a battle being founded waits in its folder, and comes into the store with it
        let porch =
            Porch { host: Host { transport: Settings::KEEP.to_owned(), ..host }, key, passphrase, room };
        for entry in
            fs::read_dir(&porch.room.path).map_err(|e| file(&porch.room.path, e, "it must be readable"))?
        {
            let room = entry.map_err(|e| file(&porch.room.path, e, "it must be readable"))?.path();
            if store.holds(&room)? {
                clear(&room)?;
            }
        }
        Ok(porch)
    }

    /// Deals with a mail that carries no event.
    ///
    /// # Errors
    /// When the store fails; a fault of the mail is answered.
    pub fn hear(&self, store: &Store, raw: &RawMail, now: At) -> Result<(Heard, Vec<PathBuf>), StewardError> {
        self.with(store, |lobby| lobby.hear(raw, now))
    }

    /// What is due without a mail.
    ///
    /// # Errors
    /// When the store fails.
    pub fn tick(&self, store: &Store, now: At) -> Result<Vec<Heard>, StewardError> {
        store.as_one(|| {
            store.hold_lobby()?;
            Ok(self.with(store, |lobby| lobby.tick(now))?.0)
        })
    }

    /// The second value are the folders of battles that are in the store now.
    fn with<T>(
        &self,
        store: &Store,
        work: impl FnOnce(&mut Lobby<'_>) -> Result<T, StewardError>,
    ) -> Result<(T, Vec<PathBuf>), StewardError> {
        let mut keeper = TableKeeper { store, rooms: &self.room.path, founded: Vec::new() };
        let library = self.host.library.as_deref().map_or_else(Library::embedded, Library::with_dir);
        let mut lobby = Lobby {
            host: self.host.clone(),
            key: self.key.clone(),
            passphrase: self.passphrase.clone(),
            library,
            keeper: &mut keeper,
            entropy: || Entropy::System,
        };
        let done = work(&mut lobby)?;
        Ok((done, keeper.founded))
    }
}

impl Porch {
    /// A letter was given up: a spectator whom nothing reaches looks on no longer; the addresses.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) fn lost(&self, store: &Store, id: &str) -> Result<Vec<String>, StewardError> {
        store.as_one(|| {
            store.hold_lobby()?;
            Ok(self.with(store, |lobby| lobby.lost(id))?.0)
        })
    }
}

/// Takes away the folder of a battle that is in the store.
pub(super) fn clear(room: &Path) -> Result<(), StewardError> {
    fs::remove_dir_all(room).map_err(|e| file(room, e, "remove the folder"))
}

/// What a lobby keeps, in the store. All of it is part of the transaction of the mail in hand.
struct TableKeeper<'a> {
    store: &'a Store,
    rooms: &'a Path,
    founded: Vec<PathBuf>,
}

impl TableKeeper<'_> {
    fn thing(&self, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        let sql = "SELECT bytes FROM thing WHERE name = ?1";
        self.store.db().row(sql, params![name], |row| row.get(0))
    }

    fn read<T: serde::de::DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, StewardError> {
        serde_json::from_slice(bytes)
            .map_err(|e| file(self.store.path(), e, "bring the store back from a copy"))
    }

    /// The battle of a game in which the host is the umpire.
    fn umpired(&self, game: &Id) -> Result<Option<Battle>, StewardError> {
        Ok(self.store.battles_of(game)?.into_iter().find(|battle| battle.role.is_umpire()))
    }

    fn put_thing(&self, name: &str, bytes: &[u8]) -> Result<(), StewardError> {
        let sql = "INSERT INTO thing(name, bytes) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes";
        self.store.db().run("keep a challenge", sql, params![name, bytes]).map(drop)
    }
}

impl Keeper for TableKeeper<'_> {
    fn secret(&mut self) -> Result<[u8; 32], StewardError> {
        if let Some(bytes) = self.thing("secret")? {
            return bytes.try_into().map_err(|_| {
                file(self.store.path(), "the lobby's secret is damaged", "bring the store back from a copy")
            });
        }
        let secret = Entropy::System.secret();
        self.put_thing("secret", &secret)?;
        Ok(secret)
    }

    fn challenges(&self) -> Result<Vec<Challenge>, StewardError> {
        let sql = "SELECT bytes FROM thing WHERE name LIKE 'challenge/%' ORDER BY name";
        let all: Vec<Vec<u8>> = self.store.db().rows(sql, params![], |row| row.get(0))?;
        all.iter().map(|bytes| self.read(bytes)).collect()
    }

    fn keep(&mut self, challenge: &Challenge) -> Result<(), StewardError> {
        let bytes = serde_json::to_vec(challenge).unwrap_or_default();
        self.put_thing(&format!("challenge/{}", challenge.id), &bytes)
    }

    fn close(&mut self, id: &str) -> Result<(), StewardError> {
        let sql = "DELETE FROM thing WHERE name = ?1";
        self.store.db().run("forget a challenge", sql, params![format!("challenge/{id}")]).map(drop)
    }

    fn may_write(&mut self, address: &str, most: u32, now: &At) -> Result<bool, StewardError> {
        let (who, seconds) = (format!("to {address}"), deadline::time_of(now).timestamp());
        let today = seconds - seconds.rem_euclid(DAY);
        if self.store.full(&who, most, today)?.is_some() {
            return Ok(false);
        }
        self.store.count(&who, today)?;
        Ok(true)
    }

    fn has_had(&self, address: &str, most: u32, now: &At) -> Result<bool, StewardError> {
        let seconds = deadline::time_of(now).timestamp();
        let today = seconds - seconds.rem_euclid(DAY);
        Ok(self.store.full(&format!("to {address}"), most, today)?.is_some())
    }

    fn put_mail(&mut self, mail: &Composed) -> Result<(), StewardError> {
        self.store.db().put_letter(None, mail).map(drop)
    }

    fn room(&self, challenge: &Challenge) -> PathBuf {
        self.rooms.join(challenge.folder())
    }

    fn founded(&mut self, room: &Path) -> Result<(), StewardError> {
        self.store.take(room)?;
        self.founded.push(room.to_owned());
        Ok(())
    }

    fn watchers(&self) -> Result<Vec<Watcher>, StewardError> {
        let sql = "SELECT bytes FROM thing WHERE name LIKE 'watch/%' ORDER BY name";
        let all: Vec<Vec<u8>> = self.store.db().rows(sql, params![], |row| row.get(0))?;
        all.iter().map(|bytes| self.read(bytes)).collect()
    }

    fn keep_watcher(&mut self, watcher: &Watcher) -> Result<(), StewardError> {
        let bytes = serde_json::to_vec(watcher).unwrap_or_default();
        self.put_thing(&format!("watch/{}/{}", watcher.game, watcher.address), &bytes)
    }

    fn drop_watcher(&mut self, watcher: &Watcher) -> Result<(), StewardError> {
        let sql = "DELETE FROM thing WHERE name = ?1";
        let name = format!("watch/{}/{}", watcher.game, watcher.address);
        self.store.db().run("forget a spectator", sql, params![name]).map(drop)
    }

    fn turns(&self, game: &Id) -> Result<Turns, StewardError> {
        let found = self.thing(&format!("turns/{game}"))?;
        found.map_or_else(|| Ok(Turns::default()), |bytes| self.read(&bytes))
    }

    fn keep_turns(&mut self, game: &Id, turns: &Turns) -> Result<(), StewardError> {
        let bytes = serde_json::to_vec(turns).unwrap_or_default();
        self.put_thing(&format!("turns/{game}"), &bytes)
    }

    fn events(&self, game: &Id) -> Result<Option<u64>, StewardError> {
        Ok(self.umpired(game)?.map(|battle| battle.events))
    }

    fn kept(&self, digits: &str) -> Result<Option<Kept>, StewardError> {
        let tagged = self.store.battles_tagged(digits.get(..8).unwrap_or_default())?.into_iter();
        let mut fits =
            tagged.filter(|battle| battle.role.is_umpire() && battle.game.to_string().starts_with(digits));
        let Some(battle) = fits.next() else { return Ok(None) };
        let papers = TableStorage::new(self.store.db().clone(), battle.number, &battle.tag());
        let words = papers.paper(Section::Seat, PRESS)?.unwrap_or_default();
        Ok(Some(Kept { game: battle.game, archive: self.store.archive(&battle)?, words }))
    }

    fn keep_word(&mut self, word: &str, game: &Id) -> Result<(), StewardError> {
        self.put_thing(&format!("game-word/{word}"), &serde_json::to_vec(game).unwrap_or_default())
    }

    fn of_word(&self, word: &str) -> Result<Option<Id>, StewardError> {
        self.thing(&format!("game-word/{word}"))?.map(|bytes| self.read(&bytes)).transpose()
    }

    fn playing(&self, address: &str, _: &Library) -> Result<usize, StewardError> {
        let sql = "SELECT COUNT(DISTINCT battle) FROM player JOIN battle ON battle.number = player.battle
            WHERE address = ?1 AND over = 0";
        let found: Option<i64> = self.store.db().row(sql, params![address], |row| row.get(0))?;
        Ok(usize::try_from(found.unwrap_or_default()).unwrap_or_default())
    }

    fn battles(&self, address: &str, library: &Library) -> Result<Vec<Standing>, StewardError> {
        let sql = "SELECT DISTINCT battle FROM player WHERE address = ?1 ORDER BY battle";
        let numbers: Vec<i64> = self.store.db().rows(sql, params![address], |row| row.get(0))?;
        let mut found = Vec::new();
        for number in numbers {
            let archive = self.store.archive(&self.store.battle(number)?)?;
            // what is wrong with a battle is for its own pass to say
            found.extend(standing_of(&archive, address, library).ok().flatten());
        }
        Ok(found)
    }
}
