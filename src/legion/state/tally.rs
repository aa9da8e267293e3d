//! What the sides have won so far.

use crate::setup::CommandId;
use tess_effects::BySide;

/// What has been settled so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Commands whose worth has gone to the enemy.
    pub fallen: Vec<CommandId>,
    /// Points that each side has by objectives.
    pub gained: BySide<u16>,
    /// Who has offered this turn to end the battle.
    pub offers: BySide<bool>,
}
