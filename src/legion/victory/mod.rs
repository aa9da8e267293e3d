//! Victory: what is won by beating the enemy and by objectives, and when a battle is over.

mod end;
mod goal;
mod pillage;
mod score;
mod seize;
pub mod told;

use serde::Serialize;

use super::position::Position;
use super::setup::CommandId;
use super::side::{BySide, Side};

pub use end::{closes, end, offer};
pub use goal::{Goal, GoalId, GoalKind, GoalState, all, is_for, place, touches};
pub use pillage::{is_busy, next_turn, pillage, surprised};
pub use score::{fallen, leader_lost, loss, points, strength, worth};
pub use seize::rally;

/// What has been settled so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Commands whose worth has gone to the enemy.
    pub fallen: Vec<CommandId>,
    /// Points that each side has by objectives.
    pub gained: BySide<u16>,
    /// Who has offered this turn to end the battle.
    pub offers: BySide<bool>,
}

/// Why a battle is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Why {
    /// The last turn has been played.
    Time,
    /// More than half of this side's Commands are beaten.
    Majority(Side),
    /// One of this side's Commands is beaten, it has no reserves, and the enemy stands behind its line.
    Through(Side),
    /// Both sides want it.
    Agreed,
}

impl Why {
    /// In words, as part of a sentence.
    #[must_use]
    pub fn words(self, pos: &Position) -> String {
        let name = |side: Side| &pos.set.sides[side];
        match self {
            Why::Time => "the last turn is over".to_owned(),
            Why::Majority(side) => format!("more than half of the Commands of {} are beaten", name(side)),
            Why::Through(side) => {
                format!(
                    "{} has lost a Command, has no reserves, and the enemy is behind its line",
                    name(side)
                )
            }
            Why::Agreed => "both sides want an end".to_owned(),
        }
    }
}
