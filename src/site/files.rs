//! Writes only what has changed, each file whole or not at all.
//!
//! A list of what stands in the site, with the digest of what each file was made from, lies in it; it is
//! written last. A file is made anew when that digest is another one or its length is not what it was.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::SiteError;

/// The list of files.
const LIST: &str = ".site.json";

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stands {
    /// The digest of what it was made from.
    made_from: String,
    /// How long it is.
    size: u64,
}

/// The files of a site.
pub(super) struct Files {
    out: PathBuf,
    before: BTreeMap<String, Stands>,
    now: BTreeMap<String, Stands>,
    /// How many were written.
    pub written: usize,
    /// How many have gone.
    pub gone: usize,
}

/// The digest of some bytes.
pub(super) fn digest(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

impl Files {
    /// The files of a site that stands there already, or is to.
    pub fn open(out: &Path) -> Result<Files, SiteError> {
        let list = out.join(LIST);
        let before = match fs::read(&list) {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
            Err(_) => {
                let other = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
                if other {
                    return Err(SiteError::file(out, "holds something else than a site"));
                }
                BTreeMap::new()
            }
        };
        fs::create_dir_all(out).map_err(|e| SiteError::file(out, e))?;
        let mut files = Files { out: out.to_owned(), before, now: BTreeMap::new(), written: 0, gone: 0 };
        // from now on it is a site, however far it gets
        files.note()?;
        Ok(files)
    }

    /// Has a file to be made from this? Else it stands as it should, and stays.
    pub fn is_due(&mut self, path: &str, made_from: &str) -> bool {
        let stands = self.before.get(path).filter(|stands| {
            let size = fs::metadata(self.out.join(path)).map(|found| found.len());
            stands.made_from == made_from && size.is_ok_and(|size| size == stands.size)
        });
        match stands {
            Some(stands) => {
                self.now.insert(path.to_owned(), stands.clone());
                false
            }
            None => true,
        }
    }

    /// Puts a file there, if it is not there already.
    pub fn put(&mut self, path: &str, bytes: &[u8]) -> Result<(), SiteError> {
        let made_from = digest(bytes);
        if self.is_due(path, &made_from) {
            let size = write(&self.out, path, bytes)?;
            self.stands(path, &made_from, size);
        }
        Ok(())
    }

    /// Such a file was written.
    pub fn stands(&mut self, path: &str, made_from: &str, size: u64) {
        self.written += 1;
        self.now.insert(path.to_owned(), Stands { made_from: made_from.to_owned(), size });
    }

    /// The folder.
    pub fn out(&self) -> &Path {
        &self.out
    }

    /// Notes what stands so far, so that who was interrupted goes on from here.
    pub fn note(&mut self) -> Result<(), SiteError> {
        let mut all = self.before.clone();
        all.extend(self.now.clone());
        self.list(&all)
    }

    /// All is written: what is no longer part of the site goes, and the list is as it stands.
    pub fn finish(&mut self) -> Result<(), SiteError> {
        for path in self.before.keys().filter(|path| !self.now.contains_key(*path)) {
            // one that somebody else has taken away is gone as well
            if is_ours(path) && fs::remove_file(self.out.join(path)).is_ok() {
                self.gone += 1;
            }
        }
        let now = self.now.clone();
        if now != self.before { self.list(&now) } else { Ok(()) }
    }

    fn list(&self, all: &BTreeMap<String, Stands>) -> Result<(), SiteError> {
        let text = serde_json::to_vec(all).map_err(|e| SiteError::file(&self.out, e))?;
        write(&self.out, LIST, &text).map(drop)
    }
}

/// Whether a path of the list leads nowhere else.
fn is_ours(path: &str) -> bool {
    !path.starts_with('/') && path.split('/').all(|part| !part.is_empty() && part != ".." && part != ".")
}

/// Writes a file under another name first.
pub(super) fn write(out: &Path, path: &str, bytes: &[u8]) -> Result<u64, SiteError> {
    let whole = out.join(path);
    let fail = |e: std::io::Error| SiteError::file(&whole, e);
    let dir = whole.parent().unwrap_or(out);
    fs::create_dir_all(dir).map_err(fail)?;
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let part = dir.join(format!(".{name}.part"));
    fs::write(&part, bytes).map_err(fail)?;
    fs::rename(&part, &whole).map_err(fail)?;
    Ok(bytes.len() as u64)
}
