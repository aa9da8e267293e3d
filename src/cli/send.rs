//! `tess send`: signing and mailing a sheet of orders.

use std::path::PathBuf;

use super::battle::Way;
use super::check::{SHEET_HELP, has_errors};
use super::{Code, Done, Failure, settings};
use tess_steward::Deed;

/// Sign a sheet of orders, keep it, and mail it
///
/// The sheet is checked first: with errors, or an illegal first order, nothing is signed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess send turn3.txt --note \"Well met!\"")]
pub struct Args {
    /// The sheet, or - for standard input
    #[arg(value_name = "SHEET")]
    sheet: PathBuf,
    /// Words to the other side, which the log keeps
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        let sheet = settings::read_text(&self.sheet, SHEET_HELP)?;
        let (own, look) = self.way.battle.look()?;
        if has_errors(&sheet, &*look.table().view(), &own.role)? {
            return Err(Failure::quiet(Code::Bad));
        }
        drop(look);
        self.way.act(Deed::Orders(sheet, self.note.clone()))
    }
}
