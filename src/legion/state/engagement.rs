//! Two units in close combat.

use super::unit::UnitId;
use super::zone::Zone;

/// Two units in close combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Engagement {
    /// Who came into contact.
    pub attacker: UnitId,
    /// With whom.
    pub defender: UnitId,
    /// On which of the defender's sides.
    pub side: Zone,
    /// The impact of the attacker's charge; gone after the first round.
    pub impact: Impact,
    /// No round has been fought yet.
    pub fresh: bool,
}

impl Engagement {
    /// The opponent of one of the two; nobody when the unit is neither.
    #[must_use]
    pub fn other(&self, id: UnitId) -> Option<UnitId> {
        match id {
            _ if id == self.attacker => Some(self.defender),
            _ if id == self.defender => Some(self.attacker),
            _ => None,
        }
    }
}

/// What a charge brings into the first round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impact {
    /// Nothing: it wheeled, drifted, or came over bad ground at the end, or not far enough.
    None,
    /// The shock of a straight run.
    Shock,
    /// That of a warband.
    Warband,
}
