//! Which base a store lies in, and who serves it.
//!
//! A store is named by a folder or by the address of a server. A folder holds the file `store.sqlite`; or
//! the file `store.url` with the address of a server, which keeps a password out of the arguments.

use std::cell::Cell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use super::base::Fault;
use super::postgres::Hold;
use super::{Db, Postgres, Sqlite, Store, file, refused, schema};
use tess_disk::{private_file, private_folder};
use tess_steward::StewardError;

/// The file in its folder.
const FILE: &str = "store.sqlite";

/// The address of a server, in a folder.
const ADDRESS: &str = "store.url";

/// Rooms for founding on one machine, at most: one for each worker.
const MOST_ROOMS: u32 = 256;

/// A hold on the whole store, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// The locked file, or none where the server locks.
    _file: Option<File>,
    server: Option<Rc<Postgres>>,
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(server) = &self.server {
            server.let_go();
        }
    }
}

impl std::fmt::Debug for Postgres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.place())
    }
}

/// A folder for founding battles, of one worker alone until it is dropped.
#[derive(Debug)]
pub struct Room {
    /// The folder.
    pub path: PathBuf,
    _lock: Option<File>,
}

/// The address of a server, if a store is named by one.
fn address(place: &Path) -> Option<&str> {
    let text = place.to_str()?;
    ["postgres:", "postgresql:"].iter().any(|scheme| text.starts_with(scheme)).then_some(text)
}

/// Where a store that is named by an address keeps what is no table: in its user's folder for such things.
fn home_of(address: &str) -> Result<PathBuf, StewardError> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|dir| !dir.is_empty()).map(PathBuf::from);
    let home =
        || Some(PathBuf::from(std::env::var_os("HOME").filter(|dir| !dir.is_empty())?).join(".local/state"));
    let Some(state) = state.or_else(home) else {
        return Err(refused(
            "neither XDG_STATE_HOME nor HOME says where this worker may keep its locks",
            format!("name a folder with --store, with the address of the server in its file {ADDRESS}"),
        ));
    };
    Ok(state.join("tess").join(&HEXLOWER.encode(&Sha256::digest(address))[..16]))
}

impl Store {
    /// Is a store in this folder, or is this the address of one?
    #[must_use]
    pub fn is(place: &Path) -> bool {
        address(place).is_some() || place.join(FILE).is_file() || place.join(ADDRESS).is_file()
    }

    /// Opens the store in a folder, or at an address (`postgres://user@host/name`); makes it when there is
    /// none.
    ///
    /// # Errors
    /// When the folder cannot be written, others may read its file, the server does not answer, or it is no
    /// store or of a newer program.
    pub fn open(place: &Path) -> Result<Store, StewardError> {
        if let Some(address) = address(place) {
            let home = home_of(address)?;
            private_folder::make(&home).map_err(|e| file(&home, e, "name a folder that can be written"))?;
            return Store::at_server(address, home);
        }
        private_folder::make(place).map_err(|e| file(place, e, "name a folder that can be written"))?;
        let named = place.join(ADDRESS);
        if named.is_file() {
            only_owner(&named)?;
            let text = fs::read_to_string(&named).map_err(|e| file(&named, e, "it must be readable"))?;
            return Store::at_server(text.trim(), place.to_owned());
        }
        let path = place.join(FILE);
        only_owner(&path)?;
        let base = Sqlite::open(&path).map_err(|e| failed(&path, &e))?;
        schema::prepare_file(&base).map_err(|e| e.told(&path))?;
        let (base, home) = (Rc::new(base), place.to_owned());
        Ok(Store { db: Rc::new(Db { base, server: None, path, home, open: Cell::new(false) }) })
    }

    fn at_server(address: &str, home: PathBuf) -> Result<Store, StewardError> {
        let nameless = Path::new("postgres:");
        let server = Rc::new(Postgres::open(address).map_err(|e| failed(nameless, &e))?);
        let path = PathBuf::from(server.place());
        schema::prepare_server(&server).map_err(|e| e.told(&path))?;
        let base = Rc::<Postgres>::clone(&server);
        Ok(Store { db: Rc::new(Db { base, server: Some(server), path, home, open: Cell::new(false) }) })
    }

    /// Keeps the store for one process alone: none other serves it until the lock is dropped. Taking mail in
    /// needs no lock.
    ///
    /// # Errors
    /// When the lock file cannot be made. `None` when another process serves it.
    pub fn lock(&self) -> Result<Option<Lock>, StewardError> {
        self.held(Hold::Alone)
    }

    /// Keeps the store for serving: in a file for one process alone, on a server beside others.
    ///
    /// # Errors
    /// As [`Store::lock`].
    pub fn serve(&self) -> Result<Option<Lock>, StewardError> {
        self.held(Hold::Shared)
    }

    fn held(&self, how: Hold) -> Result<Option<Lock>, StewardError> {
        if let Some(server) = &self.db.server {
            let got = server.hold(how).map_err(|e| failed(&self.db.path, &e))?;
            return Ok(got.then(|| Lock { _file: None, server: Some(Rc::clone(server)) }));
        }
        let lock = locked(&self.db.home.join("lock"))?;
        Ok(lock.map(|file| Lock { _file: Some(file), server: None }))
    }

    /// A room in which this process founds battles, with what a killed one has left in it.
    pub(crate) fn room(&self) -> Result<Room, StewardError> {
        let made = |path: PathBuf, lock| {
            private_folder::make(&path).map_err(|e| file(&path, e, "the folder must be writable"))?;
            Ok(Room { path, _lock: lock })
        };
        if self.db.server.is_none() {
            return made(self.db.home.join("founding"), None);
        }
        for nth in 1..=MOST_ROOMS {
            let path = self.db.home.join(format!("founding-{nth}"));
            if let Some(lock) = locked(&path.with_extension("lock"))? {
                return made(path, Some(lock));
            }
        }
        Err(refused(format!("{MOST_ROOMS} workers of this store run here already"), "stop some of them"))
    }
}

/// A file that is locked until it is dropped; nothing when another process has it.
fn locked(path: &Path) -> Result<Option<File>, StewardError> {
    let opened =
        private_file::only_owner(&mut OpenOptions::new()).write(true).create(true).truncate(false).open(path);
    let lock = opened.map_err(|e| file(path, e, "the folder must be writable"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(e)) => Err(file(path, e, "the folder must allow locks")),
    }
}

/// A store that cannot be opened.
pub(super) fn failed(path: &Path, fault: &Fault) -> StewardError {
    let what = format!("cannot open the store: {}", fault.what);
    StewardError::Store { path: path.to_owned(), what, passing: fault.passing, clash: fault.clash }
}

/// Makes the file, when there is none, such that only its owner may read it; refuses one that others may
/// read.
#[cfg(unix)]
fn only_owner(path: &Path) -> Result<(), StewardError> {
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
    let opened = fs::OpenOptions::new().append(true).create(true).mode(0o600).open(path);
    let found =
        opened.and_then(|f| f.metadata()).map_err(|e| file(path, e, "the folder must be writable"))?;
    if found.mode() & 0o077 == 0 {
        return Ok(());
    }
    let what = format!("others may read the secrets in it (mode {:03o})", found.mode() & 0o777);
    Err(file(path, what, "chmod 600 it; if others were here, `tess reanchor` each battle"))
}

#[cfg(not(unix))]
fn only_owner(_: &Path) -> Result<(), StewardError> {
    Ok(())
}
