//! `tess legal`: what may be done now.

use super::battle::Battle;
use super::{Code, Done, terminal};

/// List what your side may do now
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess legal --json")]
pub struct Args {
    /// Only what this unit may do
    #[arg(value_name = "UNIT")]
    unit: Option<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (own, look) = self.battle.look()?;
        let text = look.position().legal(own.role.as_str(), self.unit.as_deref(), self.json)?;
        terminal::out(&text)?;
        Ok(Code::Fine)
    }
}
