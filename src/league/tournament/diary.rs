//! The file of a tournament: lines that are only ever added.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::lots::digest;
use super::{Event, Tournament};
use crate::LeagueError;

/// The file in the folder of a tournament.
const FILE: &str = "tournament.jsonl";
/// The seed, until the entries are closed.
const SEED: &str = "seed";

/// A line: the digest of the one before it, when, and what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    prev: String,
    at: String,
    event: Event,
}

/// A tournament with its file.
#[derive(Debug)]
pub struct Diary {
    dir: PathBuf,
    head: String,
    /// What was replayed from it.
    pub tournament: Tournament,
}

impl Diary {
    /// Announces a tournament in a folder that holds none yet, and keeps its seed there for nobody else.
    ///
    /// # Errors
    /// When the folder holds one, or cannot be written.
    pub fn found(dir: &Path, event: &Event, seed: &str, at: &str) -> Result<Diary, LeagueError> {
        let path = dir.join(FILE);
        if path.exists() {
            let what = format!("{} is there already", path.display());
            return Err(LeagueError::wrong(what, "name another folder"));
        }
        let help = "name a folder that can be written";
        tess_disk::private_folder::make(dir).map_err(|e| LeagueError::file(dir, e, help))?;
        tess_disk::private_file::create(&dir.join(SEED), seed)
            .map_err(|e| LeagueError::file(dir, e, help))?;
        let mut diary = Diary { dir: dir.to_owned(), head: digest(""), tournament: Tournament::default() };
        diary.add(event.clone(), at)?;
        Ok(diary)
    }

    /// Reads and replays a tournament.
    ///
    /// # Errors
    /// When there is none, a line does not follow from the one before it, or cannot be; it is named.
    pub fn open(dir: &Path) -> Result<Diary, LeagueError> {
        let path = dir.join(FILE);
        let text = fs::read_to_string(&path).map_err(|e| {
            LeagueError::file(&path, e, "name the folder of a tournament: `tess tournament new`")
        })?;
        let (tournament, head) = Diary::replay(&text).map_err(|error| {
            let what = format!("{}: {error}", path.display());
            LeagueError::wrong(what, error.help())
        })?;
        Ok(Diary { dir: dir.to_owned(), head, tournament })
    }

    /// Replays the text of such a file; also what its last line is called.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn replay(text: &str) -> Result<(Tournament, String), LeagueError> {
        let help = "this is not what the director wrote: ask for the whole file";
        let wrong = |n: usize, what: String| LeagueError::wrong(format!("line {n}: {what}"), help);
        let (mut tournament, mut head) = (Tournament::default(), digest(""));
        for (at, line) in text.split_inclusive('\n').enumerate() {
            let Some(line) = line.strip_suffix('\n') else {
                return Err(wrong(at + 1, "the line has no end".to_owned()));
            };
            let read: Line = serde_json::from_str(line).map_err(|e| wrong(at + 1, e.to_string()))?;
            if read.prev != head {
                return Err(wrong(at + 1, "does not follow the line before it".to_owned()));
            }
            if let Event::Closed { .. } = &read.event {
                tournament.entries_are(&head);
            }
            tournament.apply(&read.event, &read.at).map_err(|e| wrong(at + 1, e.to_string()))?;
            head = digest(line);
        }
        Ok((tournament, head))
    }

    /// Adds what has happened, if it can be.
    ///
    /// # Errors
    /// Why it cannot be, or that the file cannot be written.
    pub fn add(&mut self, event: Event, at: &str) -> Result<(), LeagueError> {
        let mut after = self.tournament.clone();
        if let Event::Closed { .. } = &event {
            after.entries_are(&self.head);
        }
        after.apply(&event, at)?;
        let line = Line { prev: self.head.clone(), at: at.to_owned(), event };
        let path = self.dir.join(FILE);
        let fail = |e: &dyn std::fmt::Display| LeagueError::file(&path, e, "see that it can be written");
        let text = serde_json::to_string(&line).map_err(|e| fail(&e))?;
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(|e| fail(&e))?;
        file.write_all(format!("{text}\n").as_bytes()).map_err(|e| fail(&e))?;
        file.sync_all().map_err(|e| fail(&e))?;
        self.head = digest(&text);
        self.tournament = after;
        Ok(())
    }

    /// The seed that was announced, which only the director has.
    ///
    /// # Errors
    /// When its file is not there.
    pub fn seed(&self) -> Result<String, LeagueError> {
        let path = self.dir.join(SEED);
        let text = tess_disk::private_file::read(&path).map_err(|e| {
            LeagueError::file(&path, e, "only who announced the tournament can close its entries")
        })?;
        Ok(text.trim().to_owned())
    }
}
