//! Everything that happens on the table, one enum for each chapter, for the narrative.
//!
//! An event carries ids and numbers, never sentences: those are the report's.

pub mod cards;
pub mod command;
pub mod deploy;
pub mod game;
pub mod happening;
pub mod leaders;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod shooting;
pub mod victory;

pub use cards::CardEvent;
pub use command::CommandEvent;
pub use deploy::DeployEvent;
pub use game::{Flow, Legion, Oracle, Outcome};
pub use happening::Happening;
pub use leaders::LeaderEvent;
pub use melee::MeleeEvent;
pub use morale::MoraleEvent;
pub use movement::MoveEvent;
pub use shooting::ShootEvent;
pub use victory::VictoryEvent;
