//! Happenings as sentences, a file for each chapter of the book.

pub mod command;
pub mod missile;
pub mod movement;
pub mod rout;
pub mod shock;

use crate::marks;
use tess_gboh::happening::CommandEvent;
use tess_gboh::{Happening, Setup};

/// The sentence for one happening, with its rule in brackets, unwrapped.
#[must_use]
pub fn sentence(set: &Setup, happening: &Happening) -> String {
    let sentence = plain(set, happening);
    match happening {
        // A refusal comes with the numbers of the battle's book.
        Happening::Command(CommandEvent::LeftOut { .. }) => sentence,
        _ => own(set, &sentence),
    }
}

/// A text with the rule numbers of the battle's own book.
pub(super) fn own(set: &Setup, text: &str) -> String {
    let numbering = set.variant.numbering;
    if numbering.pairs.is_empty() { text.to_owned() } else { numbering.text(text) }
}

/// The same with the numbers of SPQR.
pub(super) fn plain(set: &Setup, happening: &Happening) -> String {
    match happening {
        Happening::Command(event) => command::sentence(set, event),
        Happening::Move(event) => movement::sentence(set, event),
        Happening::Fire(event) => missile::sentence(set, event),
        Happening::Shock(event) => shock::sentence(set, event),
        Happening::Rout(event) => rout::sentence(set, event),
        Happening::Ends(Some(side)) => {
            format!("the battle is over: {} wins (11.2)", marks::capital(&set.sides[*side]))
        }
        Happening::Ends(None) => "the battle is over: a draw (11.2)".to_owned(),
    }
}
