//! What a lobby keeps, and the keeper that has a folder for it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::super::papers::read_if_there;
use super::super::{Entropy, PRESS, StewardError};
use super::Challenge;
use super::battles::{Standing, battles_in};
use super::watch::{Kept, Turns, Watcher};
use tess_disk::{durable, private_file, private_folder};
use tess_ledger::{At, Id, Kind, LedgerError, Signed};
use tess_mail::{Composed, Outbox, Sent, Transport};
use tess_scenario::Library;

/// What a lobby keeps. Each call is lasting when it returns.
pub trait Keeper {
    /// Thirty-two random bytes, made once, from which words follow that nobody can guess.
    ///
    /// # Errors
    /// When they cannot be read or kept.
    fn secret(&mut self) -> Result<[u8; 32], StewardError>;

    /// The challenges that wait, by id.
    ///
    /// # Errors
    /// When they cannot be read.
    fn challenges(&self) -> Result<Vec<Challenge>, StewardError>;

    /// Keeps a challenge, in place of what was kept of it.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep(&mut self, challenge: &Challenge) -> Result<(), StewardError>;

    /// Forgets a challenge.
    ///
    /// # Errors
    /// When it cannot be taken away.
    fn close(&mut self, id: &str) -> Result<(), StewardError>;

    /// Counts a mail to an address today; false, and not counted, when it has had so many.
    ///
    /// # Errors
    /// When the count cannot be kept.
    fn may_write(&mut self, address: &str, most: u32, now: &At) -> Result<bool, StewardError>;

    /// Have so many mails to an address been counted today?
    ///
    /// # Errors
    /// When the count cannot be read.
    fn has_had(&self, address: &str, most: u32, now: &At) -> Result<bool, StewardError>;

    /// Keeps a mail for sending; one that was kept or sent before is left as it is.
    ///
    /// # Errors
    /// When it cannot be written.
    fn put_mail(&mut self, mail: &Composed) -> Result<(), StewardError>;

    /// The folder in which the seat of a battle is made.
    fn room(&self, challenge: &Challenge) -> PathBuf;

    /// A battle has been founded in its room, and its seat is closed again.
    ///
    /// # Errors
    /// When it cannot be taken over.
    fn founded(&mut self, room: &Path) -> Result<(), StewardError>;

    /// How the battles stand in which an address plays.
    ///
    /// # Errors
    /// When they cannot be read.
    fn battles(&self, address: &str, library: &Library) -> Result<Vec<Standing>, StewardError>;

    /// All who look on.
    ///
    /// # Errors
    /// When they cannot be read.
    fn watchers(&self) -> Result<Vec<Watcher>, StewardError>;

    /// Keeps a spectator, in place of what was kept of him.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_watcher(&mut self, watcher: &Watcher) -> Result<(), StewardError>;

    /// Forgets a spectator.
    ///
    /// # Errors
    /// When it cannot be taken away.
    fn drop_watcher(&mut self, watcher: &Watcher) -> Result<(), StewardError>;

    /// Where the turns of a battle have ended, as far as it was looked at.
    ///
    /// # Errors
    /// When it cannot be read.
    fn turns(&self, game: &Id) -> Result<Turns, StewardError>;

    /// Keeps that.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_turns(&mut self, game: &Id, turns: &Turns) -> Result<(), StewardError>;

    /// How many events the log of a battle has in which the host is the umpire; nothing when it is not here.
    ///
    /// # Errors
    /// When it cannot be read.
    fn events(&self, game: &Id) -> Result<Option<u64>, StewardError>;

    /// The battle in which the host is the umpire and whose game begins with these digits.
    ///
    /// # Errors
    /// When it cannot be read.
    fn kept(&self, digits: &str) -> Result<Option<Kept>, StewardError>;

    /// Keeps the game word of a battle that is founded here, so that it can be found by it.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_word(&mut self, word: &str, game: &Id) -> Result<(), StewardError>;

    /// The battle of a game word that was kept.
    ///
    /// # Errors
    /// When it cannot be read.
    fn of_word(&self, word: &str) -> Result<Option<Id>, StewardError>;

    /// In how many battles that are not over an address plays.
    ///
    /// # Errors
    /// When they cannot be read.
    fn playing(&self, address: &str, library: &Library) -> Result<usize, StewardError> {
        Ok(self.battles(address, library)?.iter().filter(|standing| !standing.over).count())
    }
}

/// A lobby in a folder.
///
/// ```text
/// lobby.toml       the host
/// lobby.secret     from which the words follow
/// challenges/      a file for each
/// written.json     how many mails each address has had today
/// outbox/ sent/    mails
/// battles/         the umpire's seats
/// watchers.json    who looks on
/// turns/           where the turns of their battles have ended
/// game-words.json  the battles by their game words
/// ```
#[derive(Debug)]
pub struct FolderKeeper {
    dir: PathBuf,
}

/// The file that counts them.
const WRITTEN: &str = "written.json";

/// The file with those who look on.
const WATCHERS: &str = "watchers.json";

/// The file with the battles by their game words.
const GAME_WORDS: &str = "game-words.json";

/// Mails of a day, by address.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
struct Written {
    day: String,
    mails: BTreeMap<String, u32>,
}

impl FolderKeeper {
    /// The lobby of a folder.
    ///
    /// # Errors
    /// When its folders cannot be made.
    pub fn open(dir: &Path) -> Result<FolderKeeper, StewardError> {
        for name in ["challenges", "battles"] {
            let path = dir.join(name);
            private_folder::make(&path)
                .map_err(|e| StewardError::file(&path, e, "the folder must be writable"))?;
        }
        Ok(FolderKeeper { dir: dir.to_owned() })
    }

    /// Sends what waits.
    ///
    /// # Errors
    /// When the outbox cannot be read. A mail that could not be sent stays.
    pub fn send(&self, transport: &Transport) -> Result<Vec<Sent>, StewardError> {
        Ok(Outbox::open(&self.dir.join("outbox"))?.flush(transport)?)
    }

    /// The mails of today.
    fn written(&self, now: &At) -> Result<Written, StewardError> {
        let written: Written = match self.read(WRITTEN)? {
            None => Written::default(),
            Some(bytes) => serde_json::from_slice(&bytes)
                .map_err(|e| StewardError::file(self.dir.join(WRITTEN), e, "take the file away"))?,
        };
        let today = &now.as_str()[..10];
        if written.day == today {
            return Ok(written);
        }
        Ok(Written { day: today.to_owned(), mails: BTreeMap::new() })
    }

    /// What a file says; as good as empty when there is none.
    fn json<T: serde::de::DeserializeOwned + Default>(&self, name: &str) -> Result<T, StewardError> {
        let Some(bytes) = self.read(name)? else { return Ok(T::default()) };
        serde_json::from_slice(&bytes)
            .map_err(|e| StewardError::file(self.dir.join(name), e, "mend the file, or take it away"))
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        let path = self.dir.join(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(StewardError::file(&path, e, "the file must be readable")),
        }
    }
}

impl Keeper for FolderKeeper {
    fn secret(&mut self) -> Result<[u8; 32], StewardError> {
        const NAME: &str = "lobby.secret";
        let bad =
            || StewardError::file(self.dir.join(NAME), "it does not hold 64 hex digits", "take it away");
        if let Some(bytes) = self.read(NAME)? {
            let decoded = data_encoding::HEXLOWER.decode(bytes.trim_ascii()).map_err(|_| bad())?;
            return decoded.try_into().map_err(|_| bad());
        }
        let secret = Entropy::System.secret();
        let text = data_encoding::HEXLOWER.encode(&secret) + "\n";
        private_file::create(&self.dir.join(NAME), &text).map_err(LedgerError::from)?;
        Ok(secret)
    }

    fn challenges(&self) -> Result<Vec<Challenge>, StewardError> {
        let folder = self.dir.join("challenges");
        let mut found = Vec::new();
        for name in durable::names(&folder, |n| n.ends_with(".json"))? {
            let Some(bytes) = self.read(&format!("challenges/{name}"))? else { continue };
            found.push(
                serde_json::from_slice(&bytes).map_err(|e| {
                    StewardError::file(folder.join(&name), e, "mend the file, or take it away")
                })?,
            );
        }
        Ok(found)
    }

    fn keep(&mut self, challenge: &Challenge) -> Result<(), StewardError> {
        let bytes = serde_json::to_vec_pretty(challenge).unwrap_or_default();
        Ok(durable::write(&self.dir.join("challenges"), &format!("{}.json", challenge.id), &bytes)?)
    }

    fn close(&mut self, id: &str) -> Result<(), StewardError> {
        let path = self.dir.join("challenges").join(format!("{id}.json"));
        match fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                Err(StewardError::file(&path, e, "the file must be removable"))
            }
            _ => Ok(()),
        }
    }

    fn may_write(&mut self, address: &str, most: u32, now: &At) -> Result<bool, StewardError> {
        let mut written = self.written(now)?;
        let count = written.mails.entry(address.to_owned()).or_default();
        if *count >= most {
            return Ok(false);
        }
        *count += 1;
        durable::write(&self.dir, WRITTEN, &serde_json::to_vec(&written).unwrap_or_default())?;
        Ok(true)
    }

    fn has_had(&self, address: &str, most: u32, now: &At) -> Result<bool, StewardError> {
        Ok(self.written(now)?.mails.get(address).is_some_and(|count| *count >= most))
    }

    fn put_mail(&mut self, mail: &Composed) -> Result<(), StewardError> {
        Outbox::open(&self.dir.join("outbox"))?.put(mail)?;
        Ok(())
    }

    fn room(&self, challenge: &Challenge) -> PathBuf {
        self.dir.join("battles").join(challenge.folder())
    }

    fn founded(&mut self, _room: &Path) -> Result<(), StewardError> {
        Ok(())
    }

    fn watchers(&self) -> Result<Vec<Watcher>, StewardError> {
        self.json(WATCHERS)
    }

    fn keep_watcher(&mut self, watcher: &Watcher) -> Result<(), StewardError> {
        let mut all = self.watchers()?;
        all.retain(|other| (&other.game, &other.address) != (&watcher.game, &watcher.address));
        all.push(watcher.clone());
        Ok(durable::write(&self.dir, WATCHERS, &serde_json::to_vec(&all).unwrap_or_default())?)
    }

    fn drop_watcher(&mut self, watcher: &Watcher) -> Result<(), StewardError> {
        let mut all = self.watchers()?;
        all.retain(|other| (&other.game, &other.address) != (&watcher.game, &watcher.address));
        Ok(durable::write(&self.dir, WATCHERS, &serde_json::to_vec(&all).unwrap_or_default())?)
    }

    fn turns(&self, game: &Id) -> Result<Turns, StewardError> {
        self.json(&format!("turns/{game}.json"))
    }

    fn keep_turns(&mut self, game: &Id, turns: &Turns) -> Result<(), StewardError> {
        let folder = self.dir.join("turns");
        private_folder::make(&folder)
            .map_err(|e| StewardError::file(&folder, e, "the folder must be writable"))?;
        let bytes = serde_json::to_vec(turns).unwrap_or_default();
        Ok(durable::write(&folder, &format!("{game}.json"), &bytes)?)
    }

    fn events(&self, game: &Id) -> Result<Option<u64>, StewardError> {
        let kept = self.kept(&game.to_string())?;
        Ok(kept.map(|kept| kept.archive.iter().filter(|byte| **byte == b'\n').count() as u64))
    }

    fn kept(&self, digits: &str) -> Result<Option<Kept>, StewardError> {
        let folder = self.dir.join("battles");
        let entries = fs::read_dir(&folder)
            .map_err(|e| StewardError::file(&folder, e, "the folder must be readable"))?;
        let mut seats: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        seats.sort_unstable();
        for seat in seats {
            let Some(archive) = read_if_there(&seat.join("archive.tess"))? else { continue };
            let first = archive.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let Ok(first) = Signed::parse(first) else { continue };
            if matches!(first.event().kind, Kind::Genesis(_)) && first.id().to_string().starts_with(digits) {
                let words = read_if_there(&seat.join(PRESS))?.unwrap_or_default();
                return Ok(Some(Kept { game: first.id(), archive, words }));
            }
        }
        Ok(None)
    }

    fn keep_word(&mut self, word: &str, game: &Id) -> Result<(), StewardError> {
        let mut all: BTreeMap<String, Id> = self.json(GAME_WORDS)?;
        all.insert(word.to_owned(), *game);
        Ok(durable::write(&self.dir, GAME_WORDS, &serde_json::to_vec(&all).unwrap_or_default())?)
    }

    fn of_word(&self, word: &str) -> Result<Option<Id>, StewardError> {
        Ok(self.json::<BTreeMap<String, Id>>(GAME_WORDS)?.remove(word))
    }

    fn battles(&self, address: &str, library: &Library) -> Result<Vec<Standing>, StewardError> {
        battles_in(&self.dir.join("battles"), address, library)
    }
}
