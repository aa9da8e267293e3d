//! What a side may order now, as data of one form for every game: for a list in a terminal, for a program
//! that reads JSON, for a board on which a piece is taken up.

use serde::{Deserialize, Serialize};

/// Everything that a side may order now. Every whole order in it may stand at the head of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Legal {
    /// What is to be decided, a word of the game: `nothing`, `activation`, `orders`, `set-up`, `rally`, ...
    pub now: String,
    /// What the piece is that was asked for, where the game says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Not his turn: this is what he could order if he were activated now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub supposed: bool,
    /// Who gives the orders: the code of a leader or of a Command.
    pub who: Option<String>,
    /// Individual orders that he has left.
    pub left: Option<u8>,
    /// The pieces that may be told something, each with what.
    pub pieces: Vec<LegalPiece>,
    /// Orders that are not one piece's own.
    pub others: Vec<LegalOrder>,
    /// Pieces that owe something before the phase may end.
    pub owing: Vec<String>,
    /// Cards that may be played.
    pub cards: Vec<LegalOrder>,
}

/// What one piece may be told.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LegalPiece {
    /// Its code.
    pub code: String,
    /// How far it may still go, where the game can say so before the way is known: inches.
    pub allowance: Option<String>,
    /// Its orders.
    pub orders: Vec<LegalOrder>,
}

/// One order, or one kind of move.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LegalOrder {
    /// As a sheet has it; of a move that needs a place, what comes before the place.
    pub line: String,
    /// In words that its targets may follow: `fire at`, `move`; empty where the line says it all.
    pub words: String,
    /// The pieces at which it is aimed, or which it sets to work.
    pub targets: Vec<String>,
    /// What it costs of the individual orders, where that is not one.
    pub price: Option<u8>,
    /// The chance that the dice allow it, in percent.
    pub chance: Option<u8>,
    /// Where it may end, each place with a line of its own; `null` for an order that is whole without. On a
    /// field of hexes the places are looked for only when the piece is asked for by its code: else the list
    /// is empty.
    pub ends: Option<Vec<Spot>>,
    /// What else is to be known of it.
    pub note: Option<String>,
}

/// A place where a move may end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The order that leads there, as a sheet has it.
    pub line: String,
    /// A hex, `2214`, or inches from the west and the south edge, `12,8.5`.
    pub at: String,
    /// Which way the piece faces there: a vertex, `NE`, or degrees from the north.
    pub facing: Option<String>,
    /// What the way costs: movement points, or inches.
    pub cost: String,
    /// Cohesion hits that are certain.
    pub hits: u8,
}

impl LegalOrder {
    /// An order that says it all.
    pub(crate) fn line(line: impl Into<String>) -> LegalOrder {
        LegalOrder { line: line.into(), ..LegalOrder::default() }
    }

    /// To be asked about the finer decisions, or about none of them: those of which the side is asked now,
    /// of so many.
    pub(crate) fn asking(now: &[&str], all: usize) -> LegalOrder {
        let note = match now {
            [] => "you are asked about none of the finer decisions (see docs/orders.md)".to_owned(),
            now if now.len() == all => "you are asked about all finer decisions".to_owned(),
            now => format!("of the finer decisions you are asked about {}", now.join(", ")),
        };
        LegalOrder {
            note: Some(note),
            ..LegalOrder::line(if now.len() == all { "ask none" } else { "ask all" })
        }
    }

    /// An order with words for it.
    pub(crate) fn told(line: impl Into<String>, words: impl Into<String>) -> LegalOrder {
        LegalOrder { words: words.into(), ..LegalOrder::line(line) }
    }

    /// Aims it at pieces.
    pub(crate) fn at(mut self, targets: Vec<String>) -> LegalOrder {
        self.targets = targets;
        self
    }

    /// Adds something to be known of it.
    pub(crate) fn note(mut self, note: impl Into<String>) -> LegalOrder {
        self.note = Some(note.into());
        self
    }

    /// Every whole order in it, as a sheet has it.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let own = self.ends.is_none().then_some(self.line.as_str());
        own.into_iter().chain(self.ends.iter().flatten().map(|spot| spot.line.as_str()))
    }
}

impl Legal {
    /// These orders to be decided between, and no piece's own.
    pub(crate) fn of(now: &str, others: Vec<LegalOrder>) -> Legal {
        Legal { now: now.to_owned(), others, ..Legal::default() }
    }

    /// Every whole order in it, as a sheet has it.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let own = self.pieces.iter().flat_map(|piece| &piece.orders);
        own.chain(&self.others).chain(&self.cards).flat_map(LegalOrder::lines)
    }
}
