//! Happenings as sentences, a file for each chapter of the book.

pub mod command;
pub mod missile;
pub mod movement;
pub mod rout;
pub mod shock;
mod teller;

use tess_gboh::{Happening, Setup};

pub use teller::Teller;

/// The sentence for one happening, with its rule in brackets, unwrapped.
#[must_use]
pub fn sentence(set: &Setup, happening: &Happening) -> String {
    told(&mut Teller::new(set), happening)
}

/// The sentence as this teller writes it.
pub fn told(t: &mut Teller<'_>, happening: &Happening) -> String {
    match happening {
        Happening::Command(event) => command::sentence(t, event),
        Happening::Move(event) => movement::sentence(t, event),
        Happening::Fire(event) => missile::sentence(t, event),
        Happening::Shock(event) => shock::sentence(t, event),
        Happening::Rout(event) => rout::sentence(t, event),
        Happening::Ends(winner) => {
            let end = winner.map_or_else(|| "a draw".to_owned(), |side| format!("{} wins", t.side(side)));
            format!("the battle is over: {end} ({})", t.rule(happening.rule()))
        }
    }
}
