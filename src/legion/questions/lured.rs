//! Who has followed a feigned flight.

use crate::state::{Morale, Position, UnitId};

/// **legion skirmish.feigned-flight.** Has this unit run after skirmishers who feigned flight, and not
/// fought since? Until the turn ends its enemies may fall on it.
#[must_use]
pub fn is_lured(pos: &Position, unit: UnitId) -> bool {
    let account = &pos.unit(unit).account;
    account.pursued && !account.fought && pos.unit(unit).morale != Morale::Broken
}
