//! **legion chariot.lanes.** Drilled foot opens lanes for scythed chariots.

use crate::events::melee::MeleeEvent;
use crate::movement::Charge;
use crate::setup::{Class, Drill};
use crate::state::Position;
use crate::{Flow, Happening, Oracle, morale};
use tess_dice::Die;
use tess_effects::Rule;

/// **legion chariot.lanes.** Drilled heavy foot charged by scythed chariots opens lanes when a die and the
/// hits on it make less than six: the chariots are gone.
pub(super) fn finds_lanes(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<bool> {
    let (chariots, unit) = (charge.attacker, charge.target);
    let troop = pos.troop(unit);
    let heavy =
        troop.class == Class::HeavyInfantry || (troop.class == Class::Auxilia && !pos.unit(unit).loose);
    let drilled = heavy && troop.drill != Drill::Tribal;
    if pos.troop(chariots).class != Class::ScythedChariots || !drilled {
        return Ok(false);
    }
    let die = oracle.roll(Die::D6, "lanes", &pos.code(unit), Rule("chariot.lanes"))?;
    let hits = pos.unit(unit).hits;
    let open = u16::from(die) + hits < 6;
    oracle.tell(|| Happening::Melee(MeleeEvent::Lanes { unit, chariots, die, hits, open }));
    if open {
        // To be charged was its move.
        pos.unit_mut(unit).account.moved = true;
        morale::destroy(pos, chariots, Rule("chariot.lanes"), oracle)?;
    }
    Ok(open)
}
