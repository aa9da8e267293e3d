//! The crisis of faith (alexander 5.33).

use crate::piece::LeaderId;
use crate::position::Position;
use crate::{Flow, Oracle, movement};

/// **alexander 5.33.** Before 280 BC a die roll of doom of 9: the leader and whoever is near him draw back.
pub(crate) fn crisis(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    movement::lose_faith(pos, oracle, leader)
}
