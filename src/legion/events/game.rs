//! The game by its name for the table: its oracle, and what its rules give back.

use crate::Refusal;

/// The oracle of this game.
pub type Oracle<'a> = tess_effects::Oracle<'a, Legion>;

/// What a rule function of this game gives back.
pub type Flow<T> = tess_effects::Flow<T, Refusal>;

/// How an order of this game ended.
pub type Outcome = tess_effects::Outcome<Refusal>;

/// The game, for the table.
#[derive(Clone, Copy, Debug)]
pub enum Legion {}
