//! Armies without discipline: their spirit, and how they lose it (cataphract 11.2).

use crate::events::rout::RoutEvent;
use crate::piece::{Side, UnitId};
use crate::position::Position;
use crate::rout::rout_if_broken;
use crate::{Flow, Happening, Oracle};
use tess_effects::Rule;

/// **cataphract 11.2.** What the spirit of an undisciplined army adds to the quality of its units.
const SPIRIT: u8 = 2;

impl Position {
    /// **cataphract 11.2.** Is this army undisciplined?
    #[must_use]
    pub fn is_undisciplined(&self, side: Side) -> bool {
        self.set.special.undisciplined[side]
    }

    /// **cataphract 11.2.** Does an undisciplined army still have its spirit?
    #[must_use]
    pub fn has_spirit(&self, side: Side) -> bool {
        self.is_undisciplined(side) && !self.course.spirit_lost[side.index()]
    }

    /// **cataphract 11.2.** What is added to the printed quality of an army's units.
    #[must_use]
    pub fn spirit(&self, side: Side) -> u8 {
        if self.has_spirit(side) { SPIRIT } else { 0 }
    }
}

/// **cataphract 11.2.** The army check after a rout: above the overall commander's initiative the spirit is
/// lost for good, and whoever has too many hits without it routs; in shock when its step is over
/// ([`settle`]).
pub(crate) fn army_check(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<()> {
    let side = pos.side(unit);
    if !pos.has_spirit(side) {
        return Ok(());
    }
    let die = oracle.d10("discipline", &pos.spec(unit).code, Rule("cataphract 11.2"))?;
    let needed = pos.overall(side).map_or(0, |oc| pos.initiative(oc));
    let lost = die > needed;
    oracle.tell(|| Happening::Rout(RoutEvent::ArmyCheck { side, die, needed, lost }));
    pos.course.spirit_lost[side.index()] = lost;
    if lost && !pos.course.in_shock { settle(pos, oracle) } else { Ok(()) }
}

/// **cataphract 11.2.** Routs every unit whose hits its army's spirit alone has borne.
///
/// # Errors
/// As [`crate::rout::rout`].
pub fn settle(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    if !pos.course.spirit_lost.contains(&true) {
        return Ok(());
    }
    for unit in pos.unit_ids() {
        if pos.course.spirit_lost[pos.side(unit).index()] {
            rout_if_broken(pos, oracle, unit, None)?;
        }
    }
    Ok(())
}
