//! The games that are played here, each registered once, and which of them a book or a scenario is for.

use super::door::error::GameError;
use super::door::game::{AnyGame, Of};
use super::door::playable::Playable;
use super::door::walk::Walk;
use tess_gboh::Gboh;
use tess_ledger::Genesis;
use tess_legion::Legion;
use tess_scenario::{Family, Fault, Library};
use tess_table::Table;

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
    family(book).map(of)
}

fn family(book: &str) -> Result<Family, GameError> {
    Family::of_book(book).ok_or_else(|| {
        GameError::refused(
            format!("no game of this program is played by the book `{book}`"),
            format!("it knows {}; take a release that knows the other", Family::books().join(", ")),
        )
    })
}

/// A battle from its beginning, as often as one wants to go through it; a quiet one keeps no chronicle.
pub type Starts = Box<dyn Fn(bool) -> Box<dyn Walk>>;

/// How a battle begins by the narrow door.
///
/// # Errors
/// When its book is unknown, a file is missing or differs, or an option is unknown.
pub fn starts(genesis: &Genesis, library: &Library) -> Result<Starts, GameError> {
    match family(&genesis.rules.id)? {
        Family::Gboh => begun::<Gboh>(genesis, library),
        Family::Legion => begun::<Legion>(genesis, library),
    }
}

fn begun<G: Playable>(genesis: &Genesis, library: &Library) -> Result<Starts, GameError> {
    let opening = G::set_up(genesis, library)?;
    Ok(Box::new(move |quiet| {
        let table: Table<G> = Table::new(opening.clone());
        Box::new(if quiet { table.quiet() } else { table })
    }))
}

/// The game of a scenario.
///
/// # Errors
/// When there is none of that name, or its book is missing or unknown.
pub fn of_scenario(library: &Library, name: &str) -> Result<&'static dyn AnyGame, Vec<Fault>> {
    library.family(name).map(of)
}
