//! The books there are. Nowhere else is a book told by its name.

use crate::variant::numbers::{ALEXANDER, CATAPHRACT, SPQR};
use crate::variant::{Choices, Year};
use tess_effects::Numbering;

/// The books that this program plays.
pub const BOOKS: [&str; 3] = ["alexander", "cataphract", "spqr"];

/// The year from which Alexander's rules are those of the later battles (alexander 1.0).
pub const LATER: Year = Year::bc(280);

/// The year from which infantry knows how to let elephants through (alexander 9.11).
pub const ELEPHANTS_PASS: Year = Year::bc(275);

/// The year from which triarii are not held back (alexander 9.9).
pub const DOCTRINE_ENDS: Year = Year::bc(200);

/// Does the book play earlier and later battles by other rules, so that a year must be given?
#[must_use]
pub fn needs_year(book: &str) -> bool {
    book == ALEXANDER.book
}

/// A book's choices for a battle of that year; `None` for a book that is not here or a year that is missing.
#[must_use]
pub fn choices(book: &str, year: Option<Year>) -> Option<Choices> {
    match book {
        "spqr" => Some(Choices::spqr()),
        "cataphract" => Some(Choices::cataphract()),
        "alexander" => year.map(|y| {
            let mut choices = Choices::alexander(y < LATER);
            choices.shock.elephants_pass = y >= ELEPHANTS_PASS;
            choices.movement.triarii_doctrine = y < DOCTRINE_ENDS;
            choices
        }),
        _ => None,
    }
}

/// How a book numbers its rules.
#[must_use]
pub fn numbering(book: &str) -> Numbering {
    [CATAPHRACT, ALEXANDER].into_iter().find(|n| n.book == book).unwrap_or(SPQR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alexanders_rules_change_in_280() {
        let of = |year| choices("alexander", Some(Year::bc(year)));
        assert_eq!(of(331), of(281));
        assert_eq!((of(275), of(200)), (of(201), of(197)));
        assert_ne!(of(201), of(200));
        assert_eq!((of(280), of(276)), (of(279), of(276)));
        assert_ne!(of(276), of(275));
        assert_ne!(of(281), of(280));
        assert_eq!(choices("alexander", None), None);
        for book in BOOKS {
            assert!(choices(book, Some(LATER)).is_some(), "{book}");
            assert_eq!(numbering(book).book, book);
            assert_eq!(needs_year(book), choices(book, None).is_none(), "{book}");
        }
    }
}
