//! `tess void`: saying that a chain is lost.

use super::Done;
use super::clock;
use super::office::Office;
use tess_ledger::{Entry, Id};
use tess_steward::StewardError;

/// Say that the link for an action is lost: it becomes void if the other side agrees
///
/// Only when the chain's files are gone for good. Until the other side has agreed (with an umpire's chain
/// both sides), the action stays bound and the clock runs; then go on with `tess reanchor`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess void 41 --battle bagradas
  tess void 41 --store /var/lib/tess/store --game 5fa2c0ff")]
pub struct Args {
    /// The action: its event number, or the first digits of its id
    #[arg(value_name = "ACTION")]
    action: String,
    #[command(flatten)]
    office: Office,
}

impl Args {
    pub fn run(&self) -> Done {
        self.office.sign(|seat| {
            let action = self.find(seat.ledger().entries())?;
            seat.void(action, clock::now())
        })
    }

    /// The action that is meant.
    fn find(&self, entries: &[Entry]) -> Result<Id, StewardError> {
        let found = entries.iter().find(|e| {
            e.event().kind.is_action()
                && (e.seq().to_string() == self.action
                    || (self.action.len() >= 8 && e.id().to_string().starts_with(&self.action)))
        });
        found.map(Entry::id).ok_or_else(|| {
            StewardError::refused(
                format!("{} is no action of this battle", self.action),
                "write its number from `tess log`",
            )
        })
    }
}
