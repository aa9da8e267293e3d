//! Everything that happens on the table, one enum for each chapter, for the narrative.
//!
//! A happening carries ids and numbers, never sentences: those are the report's.

pub use super::command::told::CommandEvent;
pub use super::deploy::told::DeployEvent;
pub use super::leaders::told::LeaderEvent;
pub use super::melee::told::MeleeEvent;
pub use super::morale::told::MoraleEvent;
pub use super::movement::told::MoveEvent;
pub use super::shooting::told::ShootEvent;
pub use super::victory::told::VictoryEvent;

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// Terrain, edges, deployment.
    Deploy(DeployEvent),
    /// Orders, initiative, the course of the turn.
    Command(CommandEvent),
    /// Movement, formations, passing through, contact.
    Move(MoveEvent),
    /// Shooting.
    Shoot(ShootEvent),
    /// Close combat.
    Melee(MeleeEvent),
    /// Hits, morale, flight.
    Morale(MoraleEvent),
    /// Leaders in danger.
    Leader(LeaderEvent),
    /// Victory points, objectives, the end.
    Victory(VictoryEvent),
}
