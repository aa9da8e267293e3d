//! `tess void`: saying that a chain is lost.

use super::Done;
use super::Failure;
use super::battle::{Battle, Mailing, finish};
use super::clock;

/// Say that the link for an action is lost: the action is void, and once more forfeits
///
/// Only when the chain's files are gone for good; go on with `tess reanchor` then.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess void 41 --battle bagradas")]
pub struct Args {
    /// The action: its event number, or the first digits of its id
    #[arg(value_name = "ACTION")]
    action: String,
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mailing: Mailing,
}

impl Args {
    pub fn run(&self) -> Done {
        let mut seat = self.battle.open()?;
        let entries = seat.ledger().entries();
        let found = entries.iter().find(|e| {
            e.event().kind.is_action()
                && (e.seq().to_string() == self.action
                    || (self.action.len() >= 8 && e.id().to_string().starts_with(&self.action)))
        });
        let Some(action) = found.map(crate::ledger::Entry::id) else {
            return Err(Failure::new(
                format!("{} is no action of this battle", self.action),
                "write its number from `tess log`",
            ));
        };
        let signed = seat.void(action, clock::now())?;
        finish(&mut seat, &self.mailing, Some((signed.event().seq, signed.event().kind.name())))
    }
}
