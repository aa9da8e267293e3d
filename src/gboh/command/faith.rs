//! The crisis of faith (alexander 5.33).

use crate::effects::Flow;
use crate::gboh::piece::LeaderId;
use crate::gboh::position::Position;
use crate::gboh::{Oracle, movement};

/// **alexander 5.33.** Before 280 BC a die roll of doom of 9: the leader and whoever is near him draw back.
pub(super) fn crisis(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    movement::lose_faith(pos, oracle, leader)
}
