//! Which game is played by which book.

use tess_gboh::variant::books::BOOKS;

/// The games that scenarios are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Great Battles of History: the three books on hexes.
    Gboh,
    /// Legion and Empire.
    Legion,
}

/// The books of each game: the one place that says which game a book is.
const GAMES: [(Family, &[&str]); 2] = [(Family::Gboh, &BOOKS), (Family::Legion, &["legion"])];

impl Family {
    /// Every game.
    pub fn all() -> impl Iterator<Item = Family> {
        GAMES.iter().map(|(family, _)| *family)
    }

    /// The game of a book; nothing when no game here is played by it.
    #[must_use]
    pub fn of_book(book: &str) -> Option<Family> {
        GAMES.iter().find(|(_, books)| books.contains(&book)).map(|(family, _)| *family)
    }

    /// Every book that is known.
    #[must_use]
    pub fn books() -> Vec<&'static str> {
        GAMES.iter().flat_map(|(_, books)| books.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Family;

    #[test]
    fn every_book_belongs_to_one_game_and_no_other_word_does() {
        for book in Family::books() {
            assert!(Family::of_book(book).is_some(), "{book}");
        }
        assert_eq!(Family::of_book("legion"), Some(Family::Legion));
        assert_eq!(Family::of_book("cataphract"), Some(Family::Gboh));
        for other in ["", "SPQR", "legions", "gboh"] {
            assert_eq!(Family::of_book(other), None, "{other}");
        }
        assert_eq!(Family::all().count(), 2);
    }
}
