//! `tess position`: a battle as it stands, in the notation of positions.

use std::path::PathBuf;

use super::check::show;
use super::{Code, Done, Failure, settings, terminal};
use tess_game::{AnyGame, Notation};
use tess_ledger::Checks;
use tess_steward::{Look, archive_bytes};

/// Write down the position of a battle, or read one that was written down
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  tess position bagradas --at 41\n  tess position --read seen.txt")]
pub struct Args {
    /// The archive, or the folder of a seat; the current folder when left out
    #[arg(value_name = "ARCHIVE", default_value = ".", hide_default_value = true)]
    archive: PathBuf,
    /// After this event; after the last one when left out
    #[arg(long, value_name = "SEQ")]
    at: Option<u64>,
    /// As JSON, for docs/position.schema.json
    #[arg(long)]
    json: bool,
    /// Read a position from FILE, say what is wrong with it, and draw its map
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at", "archive"])]
    read: Option<PathBuf>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        match &self.read {
            Some(file) => self.show(file),
            None => self.write(),
        }
    }

    fn write(&self) -> Done {
        let bytes = archive_bytes(&self.archive)?;
        let library = settings::library(self.library.as_deref());
        let look = Look::of(&bytes, &library, Checks::Strict, self.at)?;
        let last = look.ledger().next_seq() - 1;
        if self.at.is_some_and(|at| at > last) {
            let what = format!("there is no event {}", self.at.unwrap_or_default());
            return Err(Failure::new(what, format!("the last one is {last}")));
        }
        let notation = look.notation(&library)?;
        self.print(&notation, look.position().game())
    }

    fn show(&self, file: &PathBuf) -> Done {
        let text = std::fs::read_to_string(file).map_err(|e| {
            Failure::new(format!("{} cannot be read: {e}", file.display()), "name a file with a position")
        })?;
        let library = settings::library(self.library.as_deref());
        match Notation::read(&text, &library) {
            Ok((notation, position)) if self.json => self.print(&notation, position.game()),
            Ok((_, position)) => {
                terminal::out(&format!("{}\n{}", position.stand(), position.overview()))?;
                Ok(Code::Fine)
            }
            Err(diagnostic) => {
                show(&text, &[diagnostic]);
                Ok(Code::Bad)
            }
        }
    }

    fn print(&self, notation: &Notation, game: &'static dyn AnyGame) -> Done {
        if self.json {
            terminal::json(&notation.json())?;
        } else {
            terminal::out(&notation.text(game.document()))?;
        }
        Ok(Code::Fine)
    }
}
