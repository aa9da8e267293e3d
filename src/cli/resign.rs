//! `tess resign`: giving up.

use std::io::{BufRead, IsTerminal};

use super::battle::Way;
use super::{Done, Failure, terminal};
use tess_steward::Deed;

/// Give the battle up; it ends at once, and cannot be taken back
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess resign --battle bagradas")]
pub struct Args {
    #[command(flatten)]
    way: Way,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Args {
    pub fn run(&self) -> Done {
        if !self.yes && !asked("Give the battle up? It ends at once. Write yes: ")? {
            return Err(Failure::new("not resigned", "say `tess resign --yes`, or answer yes"));
        }
        self.way.act(Deed::Resign)
    }
}

/// Whether whoever sits at the terminal says yes; where nobody does, he does not.
fn asked(what: &str) -> Result<bool, Failure> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Ok(false);
    }
    terminal::err(what);
    let mut line = String::new();
    let read = stdin.lock().read_line(&mut line);
    read.map_err(|e| Failure::new(format!("no answer: {e}"), "say `tess resign --yes`"))?;
    Ok(line.trim().eq_ignore_ascii_case("yes"))
}
