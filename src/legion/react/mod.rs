//! What the enemy does about a charge.

use super::Oracle;
use super::movement::Charge;
use super::position::Position;
use crate::effects::Flow;

/// What became of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// The target stands: contact is made.
    Stands,
    /// It has been settled otherwise, and everybody stands where he belongs.
    Settled,
}

/// **legion charge.contact.** A charge has been declared; the attacker stands where it stood.
///
/// # Errors
/// When a die or an answer is due.
pub fn charged(_: &mut Position, _: &Charge, _: &mut Oracle<'_>) -> Flow<Reaction> {
    Ok(Reaction::Stands)
}
