//! `tess log`: the events of a battle.

use super::battle::Battle;
use super::{Code, Done, say, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_ledger::{Entry, short};
use tess_steward::Tally;

/// List the events
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess log --json | jq .event.kind")]
pub struct Args {
    /// One JSON object a line: id, event as signed, and the event that took it back, if any
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (_, look) = self.battle.look()?;
        let mut out = String::new();
        for entry in look.ledger().entries() {
            out.push_str(&if self.json { json(entry) } else { line(entry) });
        }
        if !self.json {
            let tally = Tally::of_battle(look.ledger(), look.table());
            out.push_str(&wrap(&tally.text(), WIDTH, "mails: ", "       "));
            out.push_str(&format!("\n{}\n", look.ledger().shown_head()));
        }
        if self.json {
            terminal::exact(out.as_bytes())?;
        } else {
            terminal::out(&out)?;
        }
        Ok(Code::Fine)
    }
}

fn line(entry: &Entry) -> String {
    let event = entry.event();
    let mut text = format!(
        "{:>5}  {}  {:<9} {:<9} {}",
        event.seq,
        &event.at.as_str()[..16],
        event.by,
        event.kind.name(),
        say::event(&event.kind)
    );
    if let Some(by) = entry.taken_back {
        text.push_str(&format!(" (taken back by {by})"));
    }
    let mut text: String = tess_diagnostic::plain_ascii(&text);
    if text.len() > 78 {
        text.truncate(75);
        text.push_str("...");
    }
    text.trim_end().to_owned() + "\n"
}

/// The event stands as it was signed, so that its id can be made from it.
fn json(entry: &Entry) -> String {
    let back = entry.taken_back.map_or("null".to_owned(), |n| n.to_string());
    format!(
        "{{\"id\":\"{}\",\"short\":\"{}\",\"taken_back\":{back},\"event\":{}}}\n",
        entry.id(),
        short(&entry.id()),
        entry.signed.text()
    )
}
