//! `tess audit`: what an archive alone tells a moderator.

use std::path::PathBuf;

use super::analyse::of_archive;
use super::{Code, Done, settings, terminal};
use tess_steward::{Audit, archive_bytes};

/// Tell a moderator on one page what an archive alone shows
///
/// Valid or not, and where not; forks, late moves, stalls, take-backs, new chains and keys; who made whom
/// wait; luck: for every kind of roll what fair dice tend to and what came, with a chi-square and what it
/// means; where `tess analyse` has kept its figures beside the archive, what luck did to the chances to win,
/// too. Needs no seat, no key and no network. Ends with 1 when the archive does not hold or somebody
/// signed twice.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess audit bagradas/archive.tess")]
pub struct Args {
    /// The archive, or the folder of a seat
    #[arg(value_name = "ARCHIVE")]
    archive: PathBuf,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let bytes = archive_bytes(&self.archive)?;
        let audit = Audit::of(&bytes, &settings::library(self.library.as_deref()));
        terminal::out(&audit.page())?;
        let ledger = audit.verified.as_ref().map(|verified| &verified.ledger);
        if let Some(found) = ledger.and_then(|ledger| of_archive(&self.archive, ledger)) {
            terminal::out(&format!(
                "\nluck that counts ({} actions)\n{}{}",
                found.steps.len(),
                found.how(),
                found.sums_text()
            ))?;
        }
        Ok(if audit.holds() { Code::Fine } else { Code::Bad })
    }
}
