//! `tess legal`: what may be done now.

use std::path::PathBuf;

use super::battle::Battle;
use super::check::{Foreseen, SHEET_HELP, foresee, has_errors};
use super::{Code, Done, settings, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_effects::Question;
use tess_table::Wait;

/// List what your side may do now
///
/// While a question is put to you, its answers. With the code of a unit or leader: what it may be told, and
/// every place that it can reach, with what the way costs; of a leader whose turn it is not, and of the
/// units that he could set to work, what could be ordered if he were activated now. With `--after`, what
/// could be ordered when a sheet has been carried out, as far as that is known before its first die.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  tess legal H31 --json\n  tess legal XAN\n  tess legal H31 --after turn3.txt"
)]
pub struct Args {
    /// Only what this unit or leader may do
    #[arg(value_name = "UNIT")]
    unit: Option<String>,
    /// As if this sheet had been carried out; - for standard input
    #[arg(long, value_name = "SHEET")]
    after: Option<PathBuf>,
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
        let mut head = String::new();
        let legal = match &self.after {
            None => look.position().legal(own.role.as_str(), self.unit.as_deref())?,
            Some(path) => {
                let sheet = settings::read_orders(path, SHEET_HELP)?;
                if has_errors(&sheet, &*look.table().view(), &own.role)? {
                    return Ok(Code::Bad);
                }
                let Foreseen { position, lines, of, halt } = foresee(&sheet, &own.role, &look)?;
                head = format!("after {lines} of {of} lines of the sheet; it is {halt}");
                head = wrap(&head, WIDTH, "", "  ") + "\n\n";
                position.legal(own.role.as_str(), self.unit.as_deref())?
            }
        };
        if self.json {
            terminal::json(&(serde_json::json!(legal).to_string() + "\n"))?;
        } else {
            terminal::out(&(head + &legal.text()))?;
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
