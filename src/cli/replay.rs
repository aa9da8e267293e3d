//! `tess replay`: a battle as it stood at an event.

use std::fs;
use std::path::PathBuf;

use super::{Code, Done, Failure, settings, terminal};
use tess_game::{Part, Shown};
use tess_ledger::{Checks, Role};
use tess_steward::{Look, archive_bytes};

/// Show a battle as it stood after an event
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess replay bagradas/archive.tess --to 41 --map")]
pub struct Args {
    /// The archive, or the folder of a seat
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// The event; the last one when left out
    #[arg(long, value_name = "N")]
    to: Option<u64>,
    /// The map alone
    #[arg(long)]
    map: bool,
    /// Write a picture (SVG) into this file instead, with the moves of the last action
    #[arg(long, value_name = "FILE", conflicts_with = "map")]
    svg: Option<PathBuf>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let bytes = archive_bytes(&self.archive)?;
        let library = settings::library(self.library.as_deref());
        let mut look = Look::of(&bytes, &library, Checks::Strict, self.to)?;
        let last = look.ledger().next_seq() - 1;
        if self.to.is_some_and(|to| to > last) {
            return Err(Failure::new(
                format!("there is no event {}", self.to.unwrap_or_default()),
                format!("the last one is {last}"),
            ));
        }
        if let Some(path) = &self.svg {
            let action = look.table().last_action().unwrap_or(last);
            let earlier = Look::of(&bytes, &library, Checks::Strict, Some(action.saturating_sub(1)))?;
            let before = earlier.table().view();
            let picture = look.table().view().picture(&Part::default(), Shown::default(), Some(&*before))?;
            fs::write(path, picture)
                .map_err(|e| Failure::file(path, &e, "name a file that can be written"))?;
            return Ok(Code::Fine);
        }
        let shown = if self.map {
            look.table().view().overview()
        } else {
            let since = look.table().last_action().unwrap_or(last);
            look.report(&Role::umpire(), Some(since))?
        };
        terminal::out(&shown)?;
        Ok(Code::Fine)
    }
}
