//! What may be done in a side's name while nobody looks.

use tess_effects::Question;
use tess_ledger::Role;

/// A player's helper: answers questions and gives orders where it is told to. An umpire and a player who wants
/// to be asked everything have none.
pub trait Agent<P> {
    /// The answer to a question, or nothing: then the player is asked.
    fn answer(&mut self, position: &P, side: &Role, question: &Question) -> Option<String>;

    /// A sheet of orders, or nothing: then the player is asked.
    fn orders(&mut self, position: &P, side: &Role) -> Option<String>;
}

/// Decides nothing: the player is asked everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl<P> Agent<P> for Nobody {
    fn answer(&mut self, _: &P, _: &Role, _: &Question) -> Option<String> {
        None
    }

    fn orders(&mut self, _: &P, _: &Role) -> Option<String> {
        None
    }
}
