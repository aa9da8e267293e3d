//! Where the files of scenarios and charts are found, and their texts.

mod embedded;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::read::{Fault, hint};

pub(crate) use embedded::FILES;

/// Bytes of a file that is read: some hundred times those of the largest of the program.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// Names of files and their SHA-256 in lower-case hex.
pub type Hashes = Vec<(String, String)>;

/// Texts of files by their names below `scenarios/`.
pub type Files = BTreeMap<String, String>;

/// The scenarios and charts of the program, with a directory in front of them when one is given; or the
/// files of one battle alone.
#[derive(Clone, Debug, Default)]
pub struct Library {
    dir: Option<PathBuf>,
    /// What stands in the place of the program's files.
    alone: Option<Arc<Files>>,
}

impl Library {
    /// The files that are part of the program.
    #[must_use]
    pub const fn embedded() -> Library {
        Library { dir: None, alone: None }
    }

    /// A directory with the shape of `scenarios/`: its files stand before those of the program.
    #[must_use]
    pub fn with_dir(path: impl AsRef<Path>) -> Library {
        Library { dir: Some(path.as_ref().to_owned()), alone: None }
    }

    /// These files alone, such as [`Library::needed`] gives: none of the program, and none of a directory.
    #[must_use]
    pub fn of_files(files: Files) -> Library {
        Library { dir: None, alone: Some(Arc::new(files)) }
    }

    /// File and text of a scenario.
    pub(crate) fn source(&self, name: &str) -> Result<(String, String), Vec<Fault>> {
        let file = format!("{name}.toml");
        let known = self.names();
        if !known.iter().any(|k| k == name) {
            let help = hint(name, known.iter().map(String::as_str));
            return Err(vec![Fault::of_file(name, "no such scenario", help)]);
        }
        let text = self.text(&file).map_err(|fault| vec![fault])?;
        Ok((file, text))
    }

    /// The chart sets there are, whole or not.
    pub(crate) fn chart_sets(&self) -> Vec<String> {
        let mut sets: Vec<String> = self
            .files()
            .iter()
            .filter_map(|f| Some(f.strip_prefix("charts/")?.split_once('/')?.0.to_owned()))
            .collect();
        sets.dedup();
        sets
    }

    /// The names to load scenarios by.
    pub(crate) fn names(&self) -> Vec<String> {
        self.files()
            .into_iter()
            .filter(|f| {
                let apart = ["charts/", "legion/lists/", "legion/charts/"];
                !apart.iter().any(|folder| f.starts_with(folder))
            })
            .filter_map(|f| f.strip_suffix(".toml").map(str::to_owned))
            .collect()
    }

    /// The names of all files, each once, in order. What a name may be is decided here: only listed files
    /// are read.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut files: Vec<String> = match &self.alone {
            Some(files) => files.keys().cloned().collect(),
            None => FILES.iter().map(|f| f.0.to_owned()).collect(),
        };
        if let Some(dir) = &self.dir {
            gather(dir, "", 3, &mut files);
        }
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The text of a file.
    pub(crate) fn text(&self, name: &str) -> Result<String, Fault> {
        if let Some(dir) = &self.dir
            && dir.join(name).is_file()
        {
            let size = std::fs::metadata(dir.join(name)).map_or(0, |found| found.len());
            if size > MOST_BYTES {
                let what = format!("it has {size} bytes, more than any scenario or chart");
                return Err(Fault::of_file(name, what, "take the file away"));
            }
            let bytes = std::fs::read(dir.join(name)).map_err(|e| {
                Fault::of_file(name, format!("cannot be read: {e}"), "look at its permissions")
            })?;
            return tess_diagnostic::decoded(&bytes)
                .map(|meant| meant.text)
                .ok_or_else(|| Fault::of_file(name, "is no text", "save it as UTF-8 text"));
        }
        let own = match &self.alone {
            Some(files) => files.get(name).map(String::as_str),
            None => FILES.iter().find(|f| f.0 == name).map(|f| f.1),
        };
        own.map(str::to_owned)
            .ok_or_else(|| Fault::of_file(name, "no such file", "copy the whole chart set, all seven files"))
    }
}

/// SHA-256 in lower-case hex.
pub(crate) fn sha256(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// Adds the `.toml` files below a directory; names that are not plain words are passed over.
fn gather(dir: &Path, before: &str, depth: u8, files: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)) || name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            if depth > 0 {
                gather(&path, &format!("{before}{name}/"), depth - 1, files);
            }
        } else if name.ends_with(".toml") {
            files.push(format!("{before}{name}"));
        }
    }
}
