//! `tess book`: a battle as one page that plays and proves itself.

use std::path::PathBuf;

use super::{Code, Done, Failure, settings, terminal};
use tess_ledger::{Checks, Ledger, read_lines};
use tess_steward::{archive_bytes, check_genesis};

/// Make one page of a battle, which opens in any browser, plays it, and proves it
///
/// The page needs no network and nothing installed. It checks every signature, link and die in its reader's
/// browser, and that each position it draws is the one that was signed. Nothing that is sealed is in it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess book bagradas/archive.tess -o battle.html")]
pub struct Args {
    /// The archive, or the folder of a seat
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// The page to be written
    #[arg(short, long, value_name = "FILE", default_value = "battle.html")]
    output: PathBuf,
    /// Up to this event, as if the battle had got no further
    #[arg(long, value_name = "SEQ")]
    to: Option<u64>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let whole = archive_bytes(&self.archive)?;
        let bytes = self.cut(&whole)?;
        let ledger = Ledger::verify_all(read_lines(bytes)?, Checks::Strict)?;
        let opening = check_genesis(ledger.genesis(), &settings::library(self.library.as_deref()))?;
        let page = tess_book::book(&ledger, bytes, &*opening)
            .map_err(|error| Failure::new(error.to_string(), "tess verify says more of this archive"))?;
        std::fs::write(&self.output, &page)
            .map_err(|e| Failure::file(&self.output, &e, "name another file with -o"))?;
        let (events, size) = (ledger.next_seq(), page.len().div_ceil(1024));
        terminal::out(&format!("{}: {events} events, {size} KiB\n", self.output.display()))?;
        Ok(Code::Fine)
    }

    /// The lines of the archive that go into the page: whatever was said later is not in it at all.
    fn cut<'a>(&self, whole: &'a [u8]) -> Result<&'a [u8], Failure> {
        let Some(to) = self.to else { return Ok(whole) };
        let ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let ends: Vec<usize> = ends.collect();
        let end = usize::try_from(to).ok().and_then(|to| ends.get(to));
        end.map(|end| &whole[..*end]).ok_or_else(|| {
            let last = ends.len().saturating_sub(1);
            Failure::new(format!("there is no event {to}"), format!("the last one is {last}"))
        })
    }
}
