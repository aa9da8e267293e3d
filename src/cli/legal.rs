//! `tess legal`: what may be done now.

use std::path::{Path, PathBuf};

use super::battle::Battle;
use super::check::{self, Rehearsed, SHEET_HELP};
use super::{Code, Done, settings, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_effects::Question;
use tess_game::Legal;
use tess_ledger::Role;
use tess_steward::Look;
use tess_table::Wait;

/// List what your side may do now
///
/// While a question is put to you, its answers. With the code of a unit or leader: what it may be told, and
/// every place that it can reach, with what the way costs. Of a leader whose turn has not come: what he may
/// order if he is activated now.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  tess legal H31 --json\n  tess legal H31 --after turn3.txt")]
pub struct Args {
    /// Only what this unit or leader may do
    #[arg(value_name = "UNIT")]
    unit: Option<String>,
    /// After this sheet (- for standard input), as far as it goes without a die
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
        if let Some(sheet) = &self.after {
            return self.then(sheet, &own.role, &look);
        }
        let legal = look.position().legal(own.role.as_str(), self.unit.as_deref())?;
        self.list(&legal, "")
    }

    /// What may be done after a sheet, as far as that can be known before its first die.
    fn then(&self, sheet: &Path, role: &Role, look: &Look) -> Done {
        let sheet = settings::read_text(sheet, SHEET_HELP)?;
        if check::has_errors(&sheet, &*look.table().view(), role)? {
            return Ok(Code::Bad);
        }
        let Rehearsed { run, signed } = check::rehearse(&sheet, role, look)?;
        let end = wrap(&format!("After the sheet: {}.", check::ended(&run.halt, &signed)), WIDTH, "", "  ");
        if check::refused(&run.halt).is_some() {
            terminal::err(&(end + "\n"));
            return Ok(Code::Bad);
        }
        let legal = run.position.legal(role.as_str(), self.unit.as_deref())?;
        self.list(&legal, &(end + "\n\n"))
    }

    /// Prints a list, with what goes before it for people.
    fn list(&self, legal: &Legal, before: &str) -> Done {
        if self.json {
            terminal::json(&(serde_json::json!(legal).to_string() + "\n"))?;
        } else {
            terminal::out(&(before.to_owned() + &legal.text()))?;
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
