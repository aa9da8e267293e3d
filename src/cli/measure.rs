//! `tess measure`: a ruler.

use super::battle::Battle;
use super::{Code, Done, terminal};

/// Measure from one piece or place to another
///
/// Hexes between two pieces or hexes, with the line of sight and the leader's range; on an open table inches
/// between the nearest edges of two pieces, with who stands at whose front, flank or rear, who sees whom,
/// and whether a leader is heard.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  tess measure H31 A12\n  tess measure MAR 12,8.5 --json")]
pub struct Args {
    /// A code, a hex number, or inches from the west and the south edge
    #[arg(value_name = "FROM")]
    from: String,
    /// The other end, written in the same way
    #[arg(value_name = "TO")]
    to: String,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (_, look) = self.battle.look()?;
        let found = look.table().view().measure(&self.from, &self.to)?;
        if self.json {
            terminal::json(&(serde_json::json!(found).to_string() + "\n"))?;
        } else {
            terminal::out(&found.text())?;
        }
        Ok(Code::Fine)
    }
}
