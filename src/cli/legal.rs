//! `tess legal`: what may be done now.

use super::battle::Battle;
use super::{Code, Done, terminal};

/// List what your side may do now
///
/// With the code of a unit or leader: what it may be told, and every place that it can reach, with what the
/// way costs.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess legal H31 --json")]
pub struct Args {
    /// Only what this unit or leader may do
    #[arg(value_name = "UNIT")]
    unit: Option<String>,
    /// As JSON, the same form for every game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (own, look) = self.battle.look()?;
        let legal = look.position().legal(own.role.as_str(), self.unit.as_deref())?;
        if self.json {
            terminal::json(&(serde_json::json!(legal).to_string() + "\n"))?;
        } else {
            terminal::out(&legal.text())?;
        }
        Ok(Code::Fine)
    }
}
