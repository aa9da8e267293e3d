//! Happenings as sentences, a file for each chapter of the book. Each sentence names its rule in brackets.

pub mod cards;
pub mod command;
pub mod deploy;
pub mod leaders;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod shooting;
pub mod victory;

use tess_legion::{Happening, Position};

/// The sentence for one happening, with its rule in brackets, unwrapped. The position is only asked for names.
#[must_use]
pub fn sentence(pos: &Position, happening: &Happening) -> String {
    match happening {
        Happening::Deploy(event) => deploy::sentence(pos, event),
        Happening::Command(event) => command::sentence(pos, event),
        Happening::Move(event) => movement::sentence(pos, event),
        Happening::Shoot(event) => shooting::sentence(pos, event),
        Happening::Melee(event) => melee::sentence(pos, event),
        Happening::Morale(event) => morale::sentence(pos, event),
        Happening::Card(event) => cards::sentence(pos, event),
        Happening::Leader(event) => leaders::sentence(pos, event),
        Happening::Victory(event) => victory::sentence(pos, event),
    }
}
