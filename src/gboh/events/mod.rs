//! Everything that happens on the field, one enum for each chapter, for the narrative.
//!
//! A happening carries ids and numbers, never sentences: those are the report's.

pub mod blow;
pub mod command;
pub mod exemption;
pub mod hit_cause;
pub mod missile;
pub mod movement;
pub mod rout;
pub mod shock;

use crate::piece::Side;
use tess_effects::Rule;

pub use crate::events::command::CommandEvent;
pub use crate::events::missile::FireEvent;
pub use crate::events::movement::MoveEvent;
pub use crate::events::rout::RoutEvent;
pub use crate::events::shock::ShockEvent;

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// Activation, orders, momentum, trumps, the course of the turn (3 to 5, 11).
    Command(CommandEvent),
    /// Movement, facing, withdrawal, stacking (6, 7).
    Move(MoveEvent),
    /// Missile fire and supply (8.1 to 8.3).
    Fire(FireEvent),
    /// Shock, advance, pursuit, pass-thru (7.3, 8.4 to 8.6, 9).
    Shock(ShockEvent),
    /// Hits, checks, rout, rally, recovery, rampage, elimination (4.7, 9.1, 10).
    Rout(RoutEvent),
    /// A player handed the battle over or a side ended it.
    Ends(Option<Side>),
}

impl Happening {
    /// The end of a battle.
    const OVER: Rule = Rule("11.2");

    /// The rule by which it happens, in the numbers of SPQR.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Command(event) => event.rule(),
            Self::Move(event) => event.rule(),
            Self::Fire(event) => event.rule(),
            Self::Shock(event) => event.rule(),
            Self::Rout(event) => event.rule(),
            Self::Ends(_) => Self::OVER,
        }
    }
}
