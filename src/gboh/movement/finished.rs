//! A leader who gives no more orders this turn.

use crate::Oracle;
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::piece::LeaderId;
use crate::position::Position;
use tess_effects::Rule;

/// Turns a leader to his finished side.
pub(crate) fn finished(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId, rule: Rule) {
    pos.leader_mut(leader).finished = true;
    oracle.tell(|| Happening::Command(CommandEvent::Finished { leader, rule }));
}
