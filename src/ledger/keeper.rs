//! The secret of a chain, and the journal of what it was opened for.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use super::{Anchor, ChainId, ChainState, Id, Key, LedgerError, Link, Salt};
use tess_dice::Chain;
use tess_disk::private_file;

/// Opens the links of one chain, each once and for one action.
///
/// In files it is two of mode 0600: the seed, never changed; and beside it, with
/// `.opened` appended to its name, a journal with one line `INDEX ACTION` for
/// each link, on the disk before the link leaves this type.
#[derive(Debug)]
pub struct ChainKeeper {
    chain: Chain,
    journal: Box<dyn LinkJournal>,
    path: PathBuf,
    /// The action that link 1, 2, ... was opened for.
    opened: Vec<Id>,
}

/// Where it is written down what a link is opened for, before it leaves the keeper.
pub trait LinkJournal: std::fmt::Debug {
    /// Notes that a link is opened for an action. When this returns, no crash undoes it unless it also
    /// undoes whatever was made with the link.
    ///
    /// # Errors
    /// When it cannot be written; then the link stays closed.
    fn note(&mut self, index: u32, action: &Id) -> Result<(), LedgerError>;
}

/// The journal in a file of its own.
#[derive(Debug)]
struct JournalFile {
    file: File,
    path: PathBuf,
}

/// Lets go of the lock by name: a program that another thread is just starting has a copy of the descriptor
/// until it is its own (fork(2), flock(2)), and would hold it for that long.
impl Drop for JournalFile {
    fn drop(&mut self) {
        // closing lets go of it, too, if only later
        let _ = self.file.unlock();
    }
}

impl LinkJournal for JournalFile {
    fn note(&mut self, index: u32, action: &Id) -> Result<(), LedgerError> {
        let line = format!("{index} {action}\n");
        let written = self.file.write_all(line.as_bytes());
        let written = written.and_then(|()| self.file.sync_all());
        written.map_err(|source| LedgerError::io("write the journal", &self.path, source))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedFile {
    chain: ChainId,
    key: Key,
    links: u32,
    seed: Seed,
}

/// Makes the salts of hidden choices from the secret of a chain.
///
/// `HMAC-SHA256(seed, "TESSERA/H1\0" || game || u64 seq || u32 nth)`: the `nth` seal of the event at `seq`.
/// Whoever holds the seed can make them again; from a salt that was shown nothing follows for any other, nor
/// for the chain.
pub struct Salts {
    chain: ChainId,
    seed: Zeroizing<[u8; 32]>,
}

impl Salts {
    /// The salts of a seed file; its journal is not touched.
    ///
    /// # Errors
    /// When it is missing or damaged, or others may read it.
    pub fn read(path: &Path) -> Result<Salts, LedgerError> {
        Salts::in_text(&private_file::read(path)?, path)
    }

    /// The salts of what stands in a seed file; `path` is where it was kept, for messages.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn in_text(text: &str, path: &Path) -> Result<Salts, LedgerError> {
        let (file, seed) = SeedFile::parse(text, path)?;
        Ok(Salts { chain: file.chain, seed })
    }

    /// Those of a seed that is kept elsewhere.
    pub fn of(chain: ChainId, seed: [u8; 32]) -> Salts {
        Salts { chain, seed: Zeroizing::new(seed) }
    }

    /// The chain whose secret they come from.
    pub fn chain(&self) -> ChainId {
        self.chain
    }

    /// The salt of the `nth` seal, from 0, of the event at `seq`.
    pub fn salt(&self, game: &Id, seq: u64, nth: u32) -> Salt {
        Salt(tess_dice::salt(&self.seed, &game.0, seq, nth))
    }
}

impl SeedFile {
    fn parse(text: &str, path: &Path) -> Result<(SeedFile, Zeroizing<[u8; 32]>), LedgerError> {
        let damaged = |what: &str| bad(path, what, "take it from a copy, or say void");
        let file: SeedFile =
            serde_json::from_str(text.trim_end()).map_err(|_| damaged("this is no seed of a chain"))?;
        let seed = file.seed.bytes().ok_or_else(|| damaged("the seed is damaged"))?;
        Ok((file, seed))
    }
}

/// Thirty-two secret bytes in hex.
#[derive(Serialize, Deserialize)]
struct Seed(String);

impl Drop for Seed {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl Seed {
    fn bytes(&self) -> Option<Zeroizing<[u8; 32]>> {
        let mut bytes = Zeroizing::new([0; 32]);
        let digits = self.0.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        data_encoding::HEXLOWER.decode_mut(digits, bytes.as_mut()).ok()?;
        Some(bytes)
    }
}

impl ChainKeeper {
    /// Makes a new chain of `links` links for the role with that public key,
    /// and its files.
    ///
    /// # Errors
    /// When a file exists already, or `links` is 0 or more than 65536.
    pub fn create(path: &Path, key: Key, links: u32) -> Result<ChainKeeper, LedgerError> {
        let mut seed = Zeroizing::new([0; 32]);
        getrandom::getrandom(seed.as_mut()).map_err(|error| LedgerError::Random(error.to_string()))?;
        ChainKeeper::create_from(path, key, ChainId::random()?, links, &seed)
    }

    /// As [`ChainKeeper::create`], with a given id and seed.
    ///
    /// # Errors
    /// As there.
    pub fn create_from(
        path: &Path,
        key: Key,
        id: ChainId,
        links: u32,
        seed: &[u8; 32],
    ) -> Result<ChainKeeper, LedgerError> {
        let text = ChainKeeper::seed_text(key, id, links, seed)?;
        // No empty journal may ever come beside a seed that was used.
        if path.exists() {
            return Err(bad(path, "the file exists", "choose another name"));
        }
        // An empty one without its seed is what a crash in between has left.
        let journal = journal_path(path);
        if std::fs::metadata(&journal).is_ok_and(|found| found.len() == 0) {
            std::fs::remove_file(&journal)
                .map_err(|source| LedgerError::io("write the folder", &journal, source))?;
        }
        private_file::create(&journal, "")?;
        private_file::create(path, &text)?;
        ChainKeeper::open(path)
    }

    /// Writes a chain that was kept elsewhere into files: the text of its seed, and what its links were
    /// opened for.
    ///
    /// # Errors
    /// When a file exists already or cannot be written.
    pub fn restore(path: &Path, text: &str, opened: &[Id]) -> Result<(), LedgerError> {
        SeedFile::parse(text, path)?;
        let lines = opened.iter().enumerate().map(|(at, action)| format!("{} {action}\n", at + 1));
        private_file::create(&journal_path(path), &lines.collect::<String>())?;
        Ok(private_file::create(path, text)?)
    }

    /// What stands in the seed file of a new chain.
    ///
    /// # Errors
    /// When `links` is 0 or more than 65536.
    pub fn seed_text(
        key: Key,
        id: ChainId,
        links: u32,
        seed: &[u8; 32],
    ) -> Result<Zeroizing<String>, LedgerError> {
        Chain::new(key.0, id.0, links, seed)?;
        let file = SeedFile { chain: id, key, links, seed: Seed(data_encoding::HEXLOWER.encode(seed)) };
        let mut text = Zeroizing::new(serde_json::to_string(&file).map_err(super::strict::from_json)?);
        text.push('\n');
        Ok(text)
    }

    /// The chain of a seed file's text that is kept elsewhere than in files, with what its journal says so
    /// far: the action that link 1, 2, ... was opened for. `path` is where it is kept, for messages.
    ///
    /// # Errors
    /// When the text is damaged.
    pub fn of(
        text: &str,
        path: &Path,
        opened: Vec<Id>,
        journal: Box<dyn LinkJournal>,
    ) -> Result<ChainKeeper, LedgerError> {
        ChainKeeper::of_ladder(text, &[], path, opened, journal)
    }

    /// As [`ChainKeeper::of`], but quick: from the ladder that [`ChainKeeper::ladder`] gave, if it is this
    /// chain's.
    ///
    /// # Errors
    /// As there.
    pub fn of_ladder(
        text: &str,
        ladder: &[u8],
        path: &Path,
        opened: Vec<Id>,
        journal: Box<dyn LinkJournal>,
    ) -> Result<ChainKeeper, LedgerError> {
        let (file, seed) = SeedFile::parse(text, path)?;
        let (key, id) = (file.key.0, file.chain.0);
        let chain = match Chain::climb(key, id, file.links, &seed, ladder) {
            Some(chain) => chain,
            None => Chain::new(key, id, file.links, &seed)?,
        };
        Ok(ChainKeeper { chain, journal, path: path.to_owned(), opened })
    }

    /// What the chain is opened with more quickly the next time, as secret as its seed.
    pub fn ladder(&self) -> Zeroizing<Vec<u8>> {
        self.chain.ladder()
    }

    /// Opens the files of a chain. One process at a time can have it.
    ///
    /// # Errors
    /// When a file is missing or damaged, when others may read it, or when
    /// another process has it.
    pub fn open(path: &Path) -> Result<ChainKeeper, LedgerError> {
        let text = private_file::read(path)?;
        let journal_path = journal_path(path);
        private_file::read(&journal_path)?;
        let (file, opened) = open_journal(&journal_path)?;
        let journal = JournalFile { file, path: journal_path.clone() };
        let keeper = ChainKeeper::of(&text, path, opened, Box::new(journal))?;
        Ok(ChainKeeper { path: journal_path, ..keeper })
    }

    /// What genesis, `reanchor` and `handover` publish of the chain.
    pub fn anchor(&self) -> Anchor {
        Anchor { id: ChainId(self.chain.id()), links: self.chain.links(), anchor: Link(self.chain.anchor()) }
    }

    /// The highest index opened.
    pub fn last(&self) -> u32 {
        self.opened.len() as u32
    }

    /// The action that a link was opened for.
    pub fn opened_for(&self, index: u32) -> Option<&Id> {
        self.opened.get(index.checked_sub(1)? as usize)
    }

    /// Opens the next link for that action, after writing down that it does.
    /// Asked again for the same action, it gives the same link again.
    /// `state` is the chain as the log knows it.
    ///
    /// # Errors
    /// When log and journal disagree, so that a link would be used twice;
    /// when the chain is used up or not the one of the log; when the journal
    /// cannot be written.
    pub fn open_link(&mut self, state: &ChainState, action: &Id) -> Result<(u32, Link), LedgerError> {
        let anchor = self.anchor();
        if (state.id, state.links) != (anchor.id, anchor.links) {
            return Err(bad(&self.path, "the log uses another chain", "take that chain's file"));
        }
        let Some(next) = state.next() else {
            return Err(bad(&self.path, "the chain is used up", "anchor a new one"));
        };
        let value = self.chain.link(next).map(Link);
        let value = value.ok_or_else(|| bad(&self.path, "the chain is used up", "see reanchor"))?;
        match self.opened_for(next) {
            Some(earlier) if earlier == action => return Ok((next, value)),
            Some(earlier) => {
                let what = format!("link {next} was opened for {}..", super::short(earlier));
                return Err(bad(&self.path, &what, "send that reveal again, or say void"));
            }
            None => {}
        }
        if self.last() + 1 != next {
            let what = format!("the log is at link {}, the journal at {}", state.last, self.last());
            return Err(bad(&self.path, &what, "take the newest copy of the journal"));
        }
        self.journal.note(next, action)?;
        self.opened.push(*action);
        Ok((next, value))
    }
}

fn journal_path(path: &Path) -> PathBuf {
    path.with_added_extension("opened")
}

/// Reads the journal, and drops a last line that was cut: its link has not
/// left the program.
fn open_journal(path: &Path) -> Result<(File, Vec<Id>), LedgerError> {
    let io = |source| LedgerError::io("read the journal", path, source);
    let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(LedgerError::Taken { path: path.to_owned(), what: "chain" });
        }
        Err(TryLockError::Error(source)) => return Err(io(source)),
    }
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    file.read_to_string(&mut text).map_err(io)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        file.set_len(whole as u64).map_err(io)?;
        file.sync_all().map_err(io)?;
    }
    let mut opened = Vec::new();
    for line in text[..whole].lines() {
        let index = opened.len() + 1;
        let action = line.strip_prefix(&format!("{index} ")).and_then(|id| id.parse().ok());
        let Some(action) = action else {
            let what = format!("line {index} is damaged");
            return Err(bad(path, &what, &format!("it must be {index} and an action id")));
        };
        opened.push(action);
    }
    Ok((file, opened))
}

fn bad(path: &Path, what: &str, help: &str) -> LedgerError {
    LedgerError::File { path: path.to_owned(), what: what.to_owned(), help: help.to_owned() }
}
