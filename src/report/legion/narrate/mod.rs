//! Happenings as sentences, a file for each chapter of the book. Each sentence names its rule in brackets.

pub mod cards;
pub mod command;
pub mod deploy;
pub mod leaders;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod shooting;
mod teller;
pub mod victory;

use tess_legion::{Happening, Position};

pub use teller::Teller;

/// The sentence for one happening, with its rule in brackets, unwrapped. The position is only asked for
/// names.
#[must_use]
pub fn sentence(pos: &Position, happening: &Happening) -> String {
    told(&mut Teller::new(pos), happening)
}

/// The sentence as this teller writes it.
pub fn told(t: &mut Teller<'_>, happening: &Happening) -> String {
    match happening {
        Happening::Deploy(event) => deploy::sentence(t, event),
        Happening::Command(event) => command::sentence(t, event),
        Happening::Move(event) => movement::sentence(t, event),
        Happening::Shoot(event) => shooting::sentence(t, event),
        Happening::Melee(event) => melee::sentence(t, event),
        Happening::Morale(event) => morale::sentence(t, event),
        Happening::Card(event) => cards::sentence(t, event),
        Happening::Leader(event) => leaders::sentence(t, event),
        Happening::Victory(event) => victory::sentence(t, event),
    }
}
