//! Who may still be activated, who is kept from giving orders, and whose orders phase it is.

use crate::piece::{LeaderId, Rank, UnitType};
use crate::position::{Formation, Position};
use crate::questions::authority::is_overall;
use crate::questions::{authority, reach};
use crate::state::stage::{Phase, Stage};

/// Is he a contingent commander of Macedon?
#[must_use]
pub fn is_contingent_commander(pos: &Position, leader: LeaderId) -> bool {
    pos.leader_spec(leader).rank == Rank::MacedonianContingent
}

/// May he still be activated in this turn: on the map, alive, not finished (5.13)? **Alexander 5.62:**
/// contingent commanders of Macedon never are, not like this.
#[must_use]
pub fn is_inactive(pos: &Position, leader: LeaderId) -> bool {
    let it = pos.leader(leader);
    it.hex.is_some() && !it.killed && !it.finished && !is_contingent_commander(pos, leader)
}

/// **spqr 5.26.** His turn has come while he stood in an enemy zone of control, and he has been freed.
#[must_use]
pub fn is_freed(pos: &Position, leader: LeaderId) -> bool {
    is_inactive(pos, leader) && pos.leader(leader).waited && !stands_in_zoc(pos, leader)
}

/// **spqr 5.26.** Is there a unit in his range that he may let shock an enemy in its zone?
#[must_use]
pub fn can_enable(pos: &Position, leader: LeaderId) -> bool {
    let side = pos.leader_spec(leader).side;
    pos.on_field(side).any(|unit| {
        let spec = pos.spec(unit);
        let barred = spec.kind.is_skirmisher() && spec.kind != UnitType::SKS
            || pos.is_routed(unit)
            || pos.unit(unit).pursued
            || matches!(pos.unit(unit).formation, Formation::Column { .. });
        !barred
            && authority::may_enable(pos, leader, unit)
            && !pos.in_my_zoc(unit).is_empty()
            && reach::in_range(pos, leader, unit)
    })
}

/// Is the leader on the map in an enemy zone of control?
#[must_use]
pub fn stands_in_zoc(pos: &Position, leader: LeaderId) -> bool {
    pos.leader(leader).hex.is_some_and(|hex| pos.in_enemy_zoc(pos.leader_spec(leader).side, hex))
}

/// **spqr 4.24, 5.26.** Is he kept from giving orders: in an enemy zone of control and not the overall
/// commander?
#[must_use]
pub fn is_pinned(pos: &Position, leader: LeaderId) -> bool {
    stands_in_zoc(pos, leader) && !is_overall(pos, leader)
}

/// The orders phase while orders may be given in it.
pub(crate) fn orders(pos: &Position) -> Option<&Phase> {
    match &pos.stage {
        Stage::Orders(phase) => Some(phase),
        _ => None,
    }
}
