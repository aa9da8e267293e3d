//! Turning to face an enemy in a close combat that goes on.

use super::{may, square};
use crate::events::movement::MoveEvent;
use crate::measure::TOUCH;
use crate::refusal::Why;
use crate::refusal::movement::{Face, Unmoved};
use crate::setup::Weapon;
use crate::state::{Engagement, Place, Position, UnitId, Zone};
use crate::written::{Step, Turn};
use crate::{Flow, Happening, Oracle, Refusal, drill};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("melee.flank");

/// Is this the way in which a unit in close combat can turn?
pub(super) fn is_facing(pos: &Position, unit: UnitId, steps: &[Step]) -> Option<Turn> {
    match steps {
        [Step::Turn(turn)] if pos.is_engaged(unit) => Some(*turn),
        _ => None,
    }
}

/// **legion melee.flank.** `move H1: turn left`: a unit that was attacked in flank or rear in an earlier
/// turn, and is still in contact, turns to face that enemy and squares off with him. That is its move;
/// units with pikes cannot.
///
/// # Errors
/// Why it cannot.
pub(super) fn face(
    pos: &mut Position,
    side: Side,
    (unit, turn): (UnitId, Turn),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    may::may_act(pos, side, unit)?;
    let enemy = on_that_side(pos, unit, turn)?;
    let no = |why| Err(Refusal::new(RULE, Why::Unmoved(unit, Unmoved::Face(why))).into());
    if pos.troop(unit).weapon == Weapon::Pike {
        return no(Face::Pikes);
    }
    let mut there = pos.clone();
    drill::turn(&mut there, unit, turn)?;
    let stance = square::in_place(&there, unit, enemy).stance;
    there.unit_mut(unit).place = Place::Table(stance);
    let mut foes = pos.engagements.iter().filter_map(|e| e.other(unit));
    let loses = |&foe: &UnitId| there.distance(unit, foe).is_none_or(|far| far > TOUCH);
    if let Some(foe) = foes.find(loses) {
        return no(if foe == enemy { Face::NoRoom(foe) } else { Face::Fights(foe) });
    }
    may::enter(pos, unit)?;
    *pos.unit_mut(unit) = there.unit(unit).clone();
    pos.unit_mut(unit).account.moved = true;
    for at in 0..pos.engagements.len() {
        let Engagement { attacker, defender, .. } = pos.engagements[at];
        if defender == unit {
            pos.engagements[at].side = square::side(pos, attacker, unit);
        }
    }
    oracle.tell(|| Happening::Move(MoveEvent::Faces { unit, enemy, stance }));
    Ok(())
}

/// The enemy who attacked a unit on the side to which it turns, when a round has been fought and another is
/// due.
fn on_that_side(pos: &Position, unit: UnitId, turn: Turn) -> Result<UnitId, Refusal> {
    let no = |why| Err(Refusal::new(RULE, Why::Unmoved(unit, Unmoved::Face(why))));
    let zone = match turn {
        Turn::Left => Zone::Left,
        Turn::Right => Zone::Right,
        Turn::About => Zone::Rear,
    };
    let there = |e: &&Engagement| e.defender == unit && e.side == zone;
    let Some(found) = pos.engagements.iter().find(there) else {
        return no(Face::Nobody(zone));
    };
    if found.fresh || pos.unit(unit).account.fought {
        return no(Face::NextTurn(found.attacker));
    }
    Ok(found.attacker)
}
