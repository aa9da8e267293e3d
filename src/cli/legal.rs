//! `tess legal`: what may be done now.

use super::battle::Battle;
use super::house::{House, by_game};
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
        by_game!(self.battle.family()?, self.run_as())
    }

    fn run_as<G: House>(&self) -> Done {
        let (own, look) = self.battle.look::<G>()?;
        let text = G::legal(&look.position(), own.role.as_str(), self.unit.as_deref(), self.json)?;
        terminal::out(&text)?;
        Ok(Code::Fine)
    }
}
