//! The games that are played here, each registered once, and which of them a book or a scenario is for.

use super::door::error::GameError;
use super::door::game::{AnyGame, Of};
use tess_gboh::Gboh;
use tess_legion::Legion;
use tess_scenario::{Family, Fault, Library};

/// The game of a family.
#[must_use]
pub fn of(family: Family) -> &'static dyn AnyGame {
    match family {
        Family::Gboh => Of::<Gboh>::DOOR,
        Family::Legion => Of::<Legion>::DOOR,
    }
}

/// The game that is played by a book.
///
/// # Errors
/// When no game here is; the text names the books that are known.
pub fn of_book(book: &str) -> Result<&'static dyn AnyGame, GameError> {
    let Some(family) = Family::of_book(book) else {
        return Err(GameError::refused(
            format!("no game of this program is played by the book `{book}`"),
            format!("it knows {}; take a release that knows the other", Family::books().join(", ")),
        ));
    };
    Ok(of(family))
}

/// The game of a scenario.
///
/// # Errors
/// When there is none of that name, or its book is missing or unknown.
pub fn of_scenario(library: &Library, name: &str) -> Result<&'static dyn AnyGame, Vec<Fault>> {
    library.family(name).map(of)
}
