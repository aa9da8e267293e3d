//! What happens in this chapter.

use super::dice::Part;
use crate::position::UnitId;
use crate::setup::CommandId;

/// Shooting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShootEvent {
    /// A unit shoots at another.
    Volley {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// In answer, out of its turn.
        defensive: bool,
        /// What makes up the dice.
        parts: Vec<(Part, i8)>,
        /// Only half of them are thrown.
        halved: bool,
        /// The dice.
        dice: Vec<u8>,
        /// Hits.
        hits: u16,
    },
    /// A unit shoots at a leader who stands by himself.
    AtLeader {
        /// Who.
        unit: UnitId,
        /// At whom.
        leader: CommandId,
    },
}
