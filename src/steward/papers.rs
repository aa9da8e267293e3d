//! The papers of a seat: read by the seat itself, and by whoever only looks into its folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::StewardError;
use super::shelf::{Drawer, Shelf};
use tess_mail::durable;

/// Papers that are read.
pub(super) trait Papers {
    /// A paper, if it is there.
    fn page(&self, drawer: Drawer, name: &str) -> Result<Option<Vec<u8>>, StewardError>;

    /// The names in a drawer, sorted.
    fn pages(&self, drawer: Drawer) -> Result<Vec<String>, StewardError>;

    /// The path of a paper, for messages.
    fn page_path(&self, drawer: Drawer, name: &str) -> PathBuf;
}

impl<S: Shelf + ?Sized> Papers for S {
    fn page(&self, drawer: Drawer, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        self.paper(drawer, name)
    }

    fn pages(&self, drawer: Drawer) -> Result<Vec<String>, StewardError> {
        self.names(drawer)
    }

    fn page_path(&self, drawer: Drawer, name: &str) -> PathBuf {
        self.path_of(drawer, name)
    }
}

/// The papers in the folder of a seat, which is not locked and not written to.
pub(super) struct Pages<'a>(pub &'a Path);

impl Papers for Pages<'_> {
    fn page(&self, drawer: Drawer, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        read_if_there(&self.page_path(drawer, name))
    }

    fn pages(&self, drawer: Drawer) -> Result<Vec<String>, StewardError> {
        let dir = self.0.join(drawer.name());
        if dir.exists() { Ok(durable::names(&dir, |_| true)?) } else { Ok(Vec::new()) }
    }

    fn page_path(&self, drawer: Drawer, name: &str) -> PathBuf {
        self.0.join(drawer.name()).join(name)
    }
}

/// The bytes of a file, if it is there.
pub(super) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, StewardError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(StewardError::file(path, e, "the file must be readable")),
    }
}

/// A paper of the seat in JSON; as good as empty when it has not been written yet.
pub(super) fn read_json<T, P>(papers: &P, name: &str) -> Result<T, StewardError>
where
    T: DeserializeOwned + Default,
    P: Papers + ?Sized,
{
    let Some(bytes) = papers.page(Drawer::Seat, name)? else { return Ok(T::default()) };
    serde_json::from_slice(&bytes).map_err(|e| {
        let path = papers.page_path(Drawer::Seat, name);
        StewardError::file(path, e, "take the file away: it is made anew")
    })
}
