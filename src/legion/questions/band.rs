//! The strip of the table on which a Command stands.

use crate::measure::Length;
use crate::setup::CommandId;
use crate::state::{Acting, Position, Segment};

/// The band of the table that a Command covers: from the middle of its southernmost to that of its
/// northernmost stand.
#[must_use]
pub(crate) fn band(pos: &Position, command: CommandId) -> (Length, Length) {
    let ys = || pos.units_of(command).flat_map(|u| pos.bases(u)).map(|b| b.middle().y);
    (Length(ys().min().unwrap_or(0)), Length(ys().max().unwrap_or(pos.set.table.depth.0)))
}

impl Acting {
    /// A Command takes the initiative, or goes on with this step, where it stands now.
    #[must_use]
    pub fn of(pos: &Position, command: CommandId, step: Segment) -> Acting {
        Acting { command, step, band: band(pos, command) }
    }
}
