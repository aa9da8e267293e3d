//! What differs between the three books: charts, numbers and named choices.
//!
//! A rule never asks which book is played; it asks for a number or a choice here. The choices stand by
//! chapter, each named for what it does, each with the rules it comes from: `spqr 8.43` with its
//! counterparts `cataphract 9.13` and `alexander 8.33`.

pub mod books;
pub mod charts;
pub mod command;
pub mod missile;
pub mod movement;
pub mod numbers;
pub mod options;
pub mod rout;
pub mod shock;
mod year;

pub use charts::Charts;
pub use year::Year;

use tess_effects::Numbering;

/// A book's numbers and choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The book, for people and for the log: `spqr`.
    pub book: String,
    /// How the book numbers its rules.
    pub numbering: Numbering,
    /// The tables.
    pub charts: Charts,
    /// The choices.
    pub choices: Choices,
}

impl Variant {
    /// A book's variant with these charts.
    #[must_use]
    pub fn new(book: &str, charts: Charts, choices: Choices) -> Variant {
        Variant { book: book.to_owned(), numbering: books::numbering(book), charts, choices }
    }
}

/// Choices that the books make differently, or leave open (see docs/rulings.md), by chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Command and leaders.
    pub command: command::CommandChoices,
    /// Movement and formations.
    pub movement: movement::MovementChoices,
    /// Missiles and harassment.
    pub missile: missile::MissileChoices,
    /// Shock.
    pub shock: shock::ShockChoices,
    /// Rout, rally and victory.
    pub rout: rout::RoutChoices,
}

impl Choices {
    /// As the fourth edition of SPQR has them.
    #[must_use]
    pub const fn spqr() -> Choices {
        Choices {
            command: command::CommandChoices::spqr(),
            movement: movement::MovementChoices::spqr(),
            missile: missile::MissileChoices::spqr(),
            shock: shock::ShockChoices::spqr(),
            rout: rout::RoutChoices::spqr(),
        }
    }

    /// As the second edition of Cataphract has them.
    #[must_use]
    pub const fn cataphract() -> Choices {
        Choices {
            command: command::CommandChoices::cataphract(),
            movement: movement::MovementChoices::cataphract(),
            missile: missile::MissileChoices::cataphract(),
            shock: shock::ShockChoices::cataphract(),
            rout: rout::RoutChoices::cataphract(),
        }
    }

    /// As the rules of Alexander have them, for battles `before` 280 BC or from that year on.
    #[must_use]
    pub const fn alexander(before: bool) -> Choices {
        Choices {
            command: command::CommandChoices::alexander(before),
            movement: movement::MovementChoices::alexander(before),
            missile: missile::MissileChoices::alexander(before),
            shock: shock::ShockChoices::alexander(before),
            rout: rout::RoutChoices::alexander(before),
        }
    }
}
