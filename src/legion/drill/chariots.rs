//! Warriors get down from their chariots, and mount again.

use crate::events::movement::MoveEvent;
use crate::formation::{Formation, Slot};
use crate::refusal::Why;
use crate::refusal::field::Undrilled;
use crate::setup::Class;
use crate::state::{Morale, Position, Segment, Stage, Stand, UnitId};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Side};

const DISMOUNT: Rule = Rule("chariot.celtic-dismount");

/// **legion chariot.celtic-dismount.** The warriors of Celtic chariots get down, as a change of formation:
/// a base of auxilia for every two stands. In close order two bases are a stand. They may do so in close
/// combat too, or behind horse that is, before it is fought.
///
/// # Errors
/// When they may not.
pub fn dismount(
    pos: &mut Position,
    side: Side,
    (unit, close): (UnitId, bool),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    may(pos, side, unit)?;
    let no = |why| Refusal::new(DISMOUNT, Why::Undrilled(unit, why));
    if pos.troop(unit).class != Class::CelticChariots {
        return Err(no(Undrilled::NoChariots).into());
    }
    let Some(troop) = pos.troop(unit).dismounts else {
        return Err(no(Undrilled::Unlisted).into());
    };
    let chariots = pos.unit(unit).stands.len();
    if pos.unit(unit).morale != Morale::Good {
        return Err(no(Undrilled::Shaken).into());
    }
    let bases = chariots.div_ceil(2);
    if close && bases < 2 {
        return Err(no(Undrilled::SingleBase).into());
    }
    let whole = if close { bases / 2 } else { 0 };
    let halves = bases - 2 * whole;
    let stand = |half| Stand { troop, half, slot: Slot::default() };
    let mut stands = vec![stand(false); whole];
    stands.extend(vec![stand(true); halves]);
    let own = pos.unit_mut(unit);
    own.drivers = chariots as u8;
    own.loose = !close;
    own.stands = stands;
    own.formation = Formation::Line;
    pos.fall_in(unit);
    let (mounted, stands) = (false, pos.unit(unit).stands.len());
    oracle.tell(|| Happening::Move(MoveEvent::Mounts { unit, mounted, stands }));
    Ok(())
}

/// **legion chariot.celtic-dismount.** Warriors on foot mount again, at any time of their Command's
/// initiative.
///
/// # Errors
/// When they may not.
pub fn remount(pos: &mut Position, side: Side, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    may(pos, side, unit)?;
    if pos.unit(unit).drivers == 0 {
        return Err(Refusal::new(DISMOUNT, Why::Undrilled(unit, Undrilled::NobodyWaits)).into());
    }
    mount(pos, unit, oracle);
    Ok(())
}

/// Two chariots for each base, as many as there are.
pub fn mount(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) {
    let bases: usize = pos.unit(unit).stands.iter().map(|s| if s.half { 1 } else { 2 }).sum();
    let chariots = (bases * 2).min(usize::from(pos.unit(unit).drivers));
    let troop = pos.spec(unit).stands[0];
    let stand = Stand { troop, half: false, slot: Slot::default() };
    let own = pos.unit_mut(unit);
    own.drivers = 0;
    own.loose = false;
    own.stands = vec![stand; chariots];
    pos.fall_in(unit);
    let mounted = true;
    oracle.tell(|| Happening::Move(MoveEvent::Mounts { unit, mounted, stands: chariots }));
}

fn may(pos: &Position, side: Side, unit: UnitId) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(DISMOUNT, Why::Undrilled(unit, why)));
    let Stage::Acting(acting) = pos.stage else { return no(Undrilled::MountNotNow) };
    let commands = [unit, pos.host(unit)].map(|u| pos.unit(u).command);
    if pos.side(unit) != side || !commands.contains(&acting.command) {
        return no(Undrilled::NotItsTurn);
    }
    if pos.stance(unit).is_none() {
        return no(Undrilled::Off);
    }
    if acting.step == Segment::Combat {
        return no(Undrilled::TooLate);
    }
    Ok(())
}
