//! The archives of a folder or a store, verified side by side.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use data_encoding::HEXLOWER;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use sha2::{Digest as _, Sha256};

use super::{Kept, LeagueError, Record};
use tess_scenario::Library;

/// Folders within folders that are looked through.
const DEEPEST: usize = 16;
/// Bytes of an archive that is read: many times those of the longest.
const MOST_BYTES: u64 = 256 << 20;

/// An archive that lies somewhere: its name in messages, and how its bytes are had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Paper {
    /// A file.
    File {
        /// Below the folder that was named.
        name: String,
        /// Where it lies.
        path: PathBuf,
    },
    /// Bytes that somebody else has read.
    Bytes {
        /// What they are called.
        name: String,
        /// The archive.
        bytes: Vec<u8>,
    },
}

impl Paper {
    /// Its name in messages.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Paper::File { name, .. } | Paper::Bytes { name, .. } => name,
        }
    }

    /// Its bytes.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn bytes(&self) -> Result<std::borrow::Cow<'_, [u8]>, String> {
        match self {
            Paper::Bytes { bytes, .. } => Ok(bytes.into()),
            Paper::File { path, .. } => {
                let size = fs::metadata(path).map_err(|e| e.to_string())?.len();
                if size > MOST_BYTES {
                    return Err(format!("larger than {} MiB", MOST_BYTES >> 20));
                }
                fs::read(path).map(Into::into).map_err(|e| e.to_string())
            }
        }
    }
}

/// An archive that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sound {
    /// What lies there.
    pub paper: Paper,
    /// The digest of its bytes.
    pub sha256: String,
    /// What it says.
    pub record: Record,
}

/// What was found: archives that hold, and those that do not, with the reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pile {
    /// Those that hold.
    pub sound: Vec<Sound>,
    /// Those that do not, by name.
    pub unsound: Vec<(String, String)>,
}

impl Pile {
    /// The archives in a folder and those below it, by name: all files that end in `.tess`.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn papers(dir: &Path) -> Result<Vec<Paper>, LeagueError> {
        let mut found = Vec::new();
        look(dir, "", DEEPEST, &mut found)?;
        found.sort_by(|a, b| a.name().cmp(b.name()));
        Ok(found)
    }

    /// Verifies them all, side by side. After each that was not kept already, `progress` hears how many
    /// are done of how many.
    ///
    /// # Errors
    /// When what was found cannot be kept.
    pub fn verify(
        papers: Vec<Paper>,
        library: &Library,
        kept: &mut Kept,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Pile, LeagueError> {
        let all = papers.len();
        let (send, receive) = mpsc::channel();
        let known = kept.taken();
        let mut found: Vec<(usize, Result<Read, String>)> = Vec::with_capacity(all);
        let mut written = Ok(());
        std::thread::scope(|scope| {
            let numbered: Vec<(usize, &Paper)> = papers.iter().enumerate().collect();
            let known = &known;
            scope.spawn(move || {
                numbered.par_iter().for_each_with(send, |send, (at, paper)| {
                    // nobody listens any more only when all is lost anyway
                    let _ = send.send((*at, Read::of(paper, library, known)));
                });
            });
            for (at, result) in receive {
                if let (Ok(read), true) = (&result, written.is_ok())
                    && read.fresh
                {
                    written = kept.add(&read.sha256, &read.record);
                }
                let looked_at = result.as_ref().map_or(true, |read| read.fresh);
                found.push((at, result));
                if looked_at {
                    progress(found.len(), all);
                }
            }
        });
        kept.give_back(known);
        written?;
        found.sort_by_key(|(at, _)| *at);
        let mut pile = Pile::default();
        for ((_, result), paper) in found.into_iter().zip(papers) {
            match result {
                Ok(Read { sha256, record, .. }) => pile.sound.push(Sound { paper, sha256, record }),
                Err(why) => pile.unsound.push((paper.name().to_owned(), why)),
            }
        }
        Ok(pile)
    }
}

/// What was read of one archive.
struct Read {
    sha256: String,
    record: Record,
    /// Whether it had to be verified.
    fresh: bool,
}

impl Read {
    fn of(paper: &Paper, library: &Library, known: &BTreeMap<String, Record>) -> Result<Read, String> {
        let bytes = paper.bytes()?;
        let sha256 = HEXLOWER.encode(&Sha256::digest(&bytes));
        if let Some(record) = known.get(&sha256) {
            return Ok(Read { sha256, record: record.clone(), fresh: false });
        }
        let record = Record::of(&bytes, library).map_err(|error| error.told().replace('\n', "; "))?;
        Ok(Read { sha256, record, fresh: true })
    }
}

fn look(dir: &Path, below: &str, depth: usize, found: &mut Vec<Paper>) -> Result<(), LeagueError> {
    let fail = |error: std::io::Error| LeagueError::file(dir, error, "name a folder with archives");
    for entry in fs::read_dir(dir).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let kind = entry.file_type().map_err(fail)?;
        let file = entry.file_name().to_string_lossy().into_owned();
        let name = if below.is_empty() { file.clone() } else { format!("{below}/{file}") };
        // links are not followed: they may lead round in a circle
        if kind.is_dir() && depth > 0 && !file.starts_with('.') {
            look(&entry.path(), &name, depth - 1, found)?;
        } else if kind.is_file() && Path::new(&file).extension().is_some_and(|e| e == "tess") {
            found.push(Paper::File { name, path: entry.path() });
        }
    }
    Ok(())
}
