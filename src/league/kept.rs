//! What was found in archives before, so that a thousand of them are not verified again each time.
//!
//! A line is the digest of an archive's bytes, the release that verified it, and its record. An archive that
//! has changed has another digest, and one that does not hold is never kept: so what is kept changes how
//! long it takes, and nothing else. Lines are added one by one; a line that was cut off counts for nothing.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{LeagueError, Record};

/// Which program has verified: another release may judge otherwise.
fn release() -> String {
    format!("{} rules {}", env!("CARGO_PKG_VERSION"), tess_steward::RULES)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    release: String,
    sha256: String,
    record: Record,
}

/// Records by the digest of their archive.
#[derive(Debug, Default)]
pub struct Kept {
    found: BTreeMap<String, Record>,
    out: Option<(PathBuf, File)>,
}

impl Kept {
    /// Nothing is kept.
    #[must_use]
    pub fn nothing() -> Kept {
        Kept::default()
    }

    /// Reads what was kept in a file, which is made when it is missing, and goes on writing there.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn open(path: &Path) -> Result<Kept, LeagueError> {
        let help = "name another file with --cache, or say --no-cache";
        let fail = |error: std::io::Error| LeagueError::file(path, error, help);
        if let Some(dir) = path.parent().filter(|dir| !dir.as_os_str().is_empty()) {
            tess_disk::private_folder::make(dir).map_err(fail)?;
        }
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(fail(error)),
        };
        let release = release();
        let mut found = BTreeMap::new();
        for line in bytes.split(|b| *b == b'\n') {
            let Ok(line) = serde_json::from_slice::<Line>(line) else { continue };
            if line.release == release {
                found.insert(line.sha256, line.record);
            }
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        let mut file = tess_disk::private_file::only_owner(&mut options).open(path).map_err(fail)?;
        if bytes.last().is_some_and(|last| *last != b'\n') {
            // somebody died in the middle of a line
            file.write_all(b"\n").map_err(fail)?;
        }
        Ok(Kept { found, out: Some((path.to_owned(), file)) })
    }

    /// What was kept, lent to those who look for it while others are added.
    pub(super) fn taken(&mut self) -> BTreeMap<String, Record> {
        std::mem::take(&mut self.found)
    }

    /// What was lent comes back.
    pub(super) fn give_back(&mut self, found: BTreeMap<String, Record>) {
        self.found.extend(found);
    }

    /// Keeps what was found.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, sha256: &str, record: &Record) -> Result<(), LeagueError> {
        if let Some((path, file)) = &mut self.out {
            let line = Line { release: release(), sha256: sha256.to_owned(), record: record.clone() };
            let help = "name another file with --cache, or say --no-cache";
            let mut text = serde_json::to_string(&line).map_err(|e| LeagueError::file(path, e, help))?;
            text.push('\n');
            file.write_all(text.as_bytes()).map_err(|e| LeagueError::file(path, e, help))?;
        }
        self.found.insert(sha256.to_owned(), record.clone());
        Ok(())
    }
}
