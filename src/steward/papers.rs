//! The papers of a seat: read by the seat itself, and by whoever only looks into its folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::StewardError;
use super::storage::{Section, Storage};
use tess_disk::durable;

/// Papers that are read.
pub(super) trait Papers {
    /// A paper, if it is there.
    fn page(&self, section: Section, name: &str) -> Result<Option<Vec<u8>>, StewardError>;

    /// The names in a section, sorted.
    fn pages(&self, section: Section) -> Result<Vec<String>, StewardError>;

    /// The path of a paper, for messages.
    fn page_path(&self, section: Section, name: &str) -> PathBuf;
}

impl<S: Storage + ?Sized> Papers for S {
    fn page(&self, section: Section, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        self.paper(section, name)
    }

    fn pages(&self, section: Section) -> Result<Vec<String>, StewardError> {
        self.names(section)
    }

    fn page_path(&self, section: Section, name: &str) -> PathBuf {
        self.path_of(section, name)
    }
}

/// The papers in the folder of a seat, which is not locked and not written to.
pub(super) struct Pages<'a>(pub &'a Path);

impl Papers for Pages<'_> {
    fn page(&self, section: Section, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        read_if_there(&self.page_path(section, name))
    }

    fn pages(&self, section: Section) -> Result<Vec<String>, StewardError> {
        let dir = self.0.join(section.name());
        if dir.exists() { Ok(durable::names(&dir, |_| true)?) } else { Ok(Vec::new()) }
    }

    fn page_path(&self, section: Section, name: &str) -> PathBuf {
        self.0.join(section.name()).join(name)
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
    let Some(bytes) = papers.page(Section::Seat, name)? else { return Ok(T::default()) };
    serde_json::from_slice(&bytes).map_err(|e| {
        let path = papers.page_path(Section::Seat, name);
        StewardError::file(path, e, "take the file away: it is made anew")
    })
}
