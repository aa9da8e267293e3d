//! A Command and its order of the turn.

use super::directive::Directive;
use tess_effects::Seal;

/// What a side has ordered a Command to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordered {
    /// Nothing yet.
    Nothing,
    /// An order that lies face down.
    Sealed(Seal),
    /// An order that everybody knows.
    Open(Directive),
}

/// A Command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command {
    /// Its order of this turn.
    pub ordered: Ordered,
    /// Its initiative this turn.
    pub initiative: i8,
}

impl Ordered {
    /// Is it this order, known to everybody?
    #[must_use]
    pub fn is(self, order: Directive) -> bool {
        self == Ordered::Open(order)
    }

    /// What everybody may know of it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ordered::Nothing => "none",
            Ordered::Sealed(_) => "sealed",
            Ordered::Open(order) => order.word(),
        }
    }
}
