//! Everything that happens on the table, one enum for each chapter, for the narrative.
//!
//! A happening carries ids and numbers, never sentences: those are the report's.

use super::cards::CardEvent;
use super::command::CommandEvent;
use super::deploy::DeployEvent;
use super::leaders::LeaderEvent;
use super::melee::MeleeEvent;
use super::morale::MoraleEvent;
use super::movement::MoveEvent;
use super::shooting::ShootEvent;
use super::victory::VictoryEvent;
use tess_effects::Rule;

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
    /// Stratagem cards.
    Card(CardEvent),
    /// Leaders in danger.
    Leader(LeaderEvent),
    /// Victory points, objectives, the end.
    Victory(VictoryEvent),
}

impl Happening {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Deploy(event) => event.rule(),
            Self::Command(event) => event.rule(),
            Self::Move(event) => event.rule(),
            Self::Shoot(event) => event.rule(),
            Self::Melee(event) => event.rule(),
            Self::Morale(event) => event.rule(),
            Self::Card(event) => event.rule(),
            Self::Leader(event) => event.rule(),
            Self::Victory(event) => event.rule(),
        }
    }
}
