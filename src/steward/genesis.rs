//! Whether this program can play a battle, and the battle as its log leaves it.

use super::{StewardError, rules};
use tess_game::{AnyPosition, AnyTable};
use tess_ledger::{Genesis, Ledger};
use tess_scenario::Library;

/// Checks that this program can play a genesis.
///
/// # Errors
/// When format or rules are of another number, no game here is played by the book, or a file differs.
pub fn check_genesis(genesis: &Genesis, library: &Library) -> Result<Box<dyn AnyPosition>, StewardError> {
    rules::check(genesis)?;
    Ok(tess_game::of_book(&genesis.rules.id)?.set_up(genesis, library)?)
}

/// The table of a battle that began in this position, as the log leaves it.
///
/// # Errors
/// When the rules do not bear it out.
pub(super) fn replay(ledger: &Ledger, start: &dyn AnyPosition) -> Result<Box<dyn AnyTable>, StewardError> {
    let mut table = start.begin(false);
    table.follow(ledger)?;
    Ok(table)
}
