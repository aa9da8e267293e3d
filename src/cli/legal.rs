//! `tess legal`: what may be done now.

use super::battle::Battle;
use super::{Code, Done, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_effects::Question;
use tess_table::Wait;

/// List what your side may do now
///
/// While a question is put to you, its answers. With the code of a unit or leader: what it may be told, and
/// every place that it can reach, with what the way costs.
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
        let (own, mut look) = self.battle.look()?;
        if let Wait::Answer { side, question, .. } = look.wait()?
            && side == own.role
        {
            return self.answers(&question);
        }
        let legal = look.position().legal(own.role.as_str(), self.unit.as_deref())?;
        if self.json {
            terminal::json(&(serde_json::json!(legal).to_string() + "\n"))?;
        } else {
            terminal::out(&legal.text())?;
        }
        Ok(Code::Fine)
    }

    /// The answers to the question that is open: no order is taken before it has one.
    fn answers(&self, question: &Question) -> Done {
        if self.json {
            terminal::json(
                &(serde_json::json!({ "now": "answer", "question": question }).to_string() + "\n"),
            )?;
            return Ok(Code::Fine);
        }
        let mut out = wrap(&format!("{} (rule {})", question.text, question.rule), WIDTH, "", "  ") + "\n";
        for choice in &question.choices {
            let usual = if choice.key == question.default { " (default)" } else { "" };
            let head = format!("tess answer {} {}", question.id, choice.key);
            out.push_str(&wrap(&format!("{head}{usual}: {}", choice.text), WIDTH, "  ", "    "));
            out.push('\n');
        }
        terminal::out(&out)?;
        Ok(Code::Fine)
    }
}
