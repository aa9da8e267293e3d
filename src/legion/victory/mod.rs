//! Victory: what is won by beating the enemy and by objectives, and when a battle is over.

mod end;
mod pillage;
mod seize;

pub use crate::questions::goals::{all, place};
pub use crate::questions::score::{loss, points, strength, worth};
pub use crate::setup::{Goal, GoalId, GoalKind};
pub use end::{closes, end, offer};
pub use pillage::{next_turn, pillage};
pub use seize::rally;
