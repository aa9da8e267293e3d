//! A seat's things in a folder, a file for each.
//!
//! ```text
//! seat.toml            role, key file, transport
//! archive.tess         the log
//! chain.seed           the chain's secret, chain.seed.opened beside it; chain-2.seed, ... after `reanchor`
//! standing.txt         standing orders, if there are any
//! standing/            those given to an umpire, or held by this one
//! journal/             every mail taken in, by hash and by the place where the log ended then
//! held/                events that wait for earlier ones
//! posted.json          up to which event each party has been written to
//! outbox/ sent/        mails
//! reports/             the reports, by seq
//! ```

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::StewardError;
use super::papers::read_if_there;
use super::storage::{Section, Storage, WayOut};
use tess_disk::{durable, private_folder};
use tess_ledger::{
    Anchor, Archive, ChainId, ChainKeeper, Checks, Key, Ledger, LedgerError, Repair, Salts, Signed,
};
use tess_mail::{Composed, MessageId, Outbox, Put, RawMail, Sent};

/// The folder of a seat, its archive locked.
pub struct Folder {
    dir: PathBuf,
    archive: Archive,
}

impl Folder {
    /// Opens the folder: shuts it to all but its owner, locks the archive, mends a cut last line, verifies
    /// the log.
    ///
    /// # Errors
    /// When another process has it, or the log does not hold.
    pub fn open(dir: &Path) -> Result<(Folder, Ledger, Option<Repair>), LedgerError> {
        private_folder::close(dir);
        let (archive, ledger, repair) = Archive::open(&dir.join("archive.tess"), Checks::Batch)?;
        Ok((Folder { dir: dir.to_owned(), archive }, ledger, repair))
    }

    /// The folder of a section, made if it is missing.
    fn section(&self, section: &str) -> Result<PathBuf, StewardError> {
        let path = self.dir.join(section);
        private_folder::make(&path)
            .map_err(|e| StewardError::file(&path, e, "the folder must be writable"))?;
        Ok(path)
    }

    fn outbox(&self) -> Result<Outbox, StewardError> {
        Ok(Outbox::open(&self.dir.join("outbox"))?)
    }
}

/// The seed files in a folder.
pub(super) fn seeds(dir: &Path) -> Result<Vec<PathBuf>, StewardError> {
    let names = durable::names(dir, |n| n.starts_with("chain") && n.ends_with(".seed"))?;
    Ok(names.into_iter().map(|name| dir.join(name)).collect())
}

/// The salts of all chains in a folder.
pub(super) fn salts_in(dir: &Path) -> Result<Vec<Salts>, StewardError> {
    seeds(dir)?.iter().map(|path| Ok(Salts::read(path)?)).collect()
}

/// The chain in a folder with that id.
pub(super) fn chain_in(dir: &Path, id: &ChainId) -> Result<Option<ChainKeeper>, StewardError> {
    for path in seeds(dir)? {
        let chain = ChainKeeper::open(&path)?;
        if chain.anchor().id == *id {
            return Ok(Some(chain));
        }
    }
    Ok(None)
}

impl Storage for Folder {
    fn place(&self) -> &Path {
        &self.dir
    }

    fn log(&self) -> Result<Vec<u8>, StewardError> {
        fs::read(self.archive.path())
            .map_err(|e| StewardError::file(self.archive.path(), e, "the archive must be readable"))
    }

    fn append(&mut self, signed: &Signed) -> Result<(), StewardError> {
        Ok(self.archive.append(signed)?)
    }

    fn replace_from(&mut self, signed: &Signed) -> Result<(), StewardError> {
        Ok(self.archive.replace_from(signed)?)
    }

    fn paper(&self, section: Section, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        read_if_there(&self.path_of(section, name))
    }

    fn put_paper(&mut self, section: Section, name: &str, bytes: &[u8]) -> Result<(), StewardError> {
        Ok(durable::write(&self.section(section.name())?, name, bytes)?)
    }

    fn drop_paper(&mut self, section: Section, name: &str) -> Result<(), StewardError> {
        let path = self.path_of(section, name);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != ErrorKind::NotFound => {
                Err(StewardError::file(&path, e, "the file must be removable"))
            }
            _ => Ok(()),
        }
    }

    fn names(&self, section: Section) -> Result<Vec<String>, StewardError> {
        Ok(durable::names(&self.section(section.name())?, |_| true)?)
    }

    fn chain(&self, id: &ChainId) -> Result<Option<ChainKeeper>, StewardError> {
        chain_in(&self.dir, id)
    }

    fn new_chain(
        &mut self,
        key: Key,
        id: ChainId,
        links: u32,
        seed: &[u8; 32],
    ) -> Result<Anchor, StewardError> {
        let free = (2..10_000).map(|n| self.dir.join(format!("chain-{n}.seed"))).find(|path| !path.exists());
        let path = free.ok_or_else(|| StewardError::refused("too many chains", "begin a new battle"))?;
        Ok(ChainKeeper::create_from(&path, key, id, links, seed)?.anchor())
    }

    fn salts(&self) -> Result<Vec<Salts>, StewardError> {
        salts_in(&self.dir)
    }

    /// The name of the file says where the log ended, so that both are there or neither.
    fn keep_mail(&mut self, raw: &RawMail, next: u64) -> Result<u64, StewardError> {
        let (journal, hash) = (self.section("journal")?, format!("{}-", raw.id.short()));
        let kept = durable::names(&journal, |name| name.starts_with(&hash))?;
        let first = kept.iter().find_map(|name| name[hash.len()..].strip_suffix(".eml")?.parse().ok());
        if let Some(first) = first {
            return Ok(first);
        }
        durable::write(&journal, &format!("{hash}{next:08}.eml"), &raw.bytes)?;
        Ok(next)
    }

    fn put_mail(&mut self, mail: &Composed) -> Result<Put, StewardError> {
        Ok(self.outbox()?.put(mail)?)
    }

    fn mail_again(&mut self, id: &MessageId) -> Result<(), StewardError> {
        self.outbox()?.again(id)?;
        Ok(())
    }

    fn send(&mut self, way: &WayOut<'_>) -> Result<Vec<Sent>, StewardError> {
        let (outbox, transport) = (self.outbox()?, way.transport(&self.dir)?);
        Ok(match way {
            WayOut::InTime(_, now) => outbox.flush_due(&transport, *now)?,
            WayOut::Settings(_) | WayOut::ByHand(_) => outbox.flush(&transport)?,
        })
    }
}
