//! `tess standing`: installing standing orders.

use std::path::PathBuf;

use super::battle::Battle;
use super::check::show;
use super::{Code, Done, settings, terminal};
use crate::diagnostic::Severity;
use crate::mail::durable;
use crate::orders::standing::Standing;

/// Check standing orders and put them in place as standing.txt
///
/// From then on `tess process` answers questions by them. They are yours alone: nobody else sees them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess standing standing.txt")]
pub struct Args {
    /// The file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let text = settings::read_text(&self.file, "name a file with standing orders")?;
        let dir = self.battle.dir()?;
        crate::steward::Settings::read(&dir)?;
        let (standing, complaints) = Standing::parse(&text);
        show(&text, &complaints);
        if complaints.iter().any(|c| c.severity == Severity::Error) {
            return Ok(Code::Bad);
        }
        durable::write(&dir, "standing.txt", text.as_bytes())?;
        terminal::out(&format!("{} standing orders in place\n", standing.rules.len()))?;
        Ok(Code::Fine)
    }
}
