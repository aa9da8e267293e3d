//! Light infantry leaves the unit that it is with.

use super::attach::acts;
use crate::events::movement::MoveEvent;
use crate::morale::let_go;
use crate::questions::contact;
use crate::refusal::Why;
use crate::refusal::field::Unjoined;
use crate::state::{Position, UnitId};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("melee.light-support");

/// **legion melee.light-support.** `detach V1`: light infantry leaves its host and stands together where it
/// was. It may as long as one of the two Commands has the initiative and none of its stands is in contact
/// with an enemy. What the host has moved it has moved too.
///
/// # Errors
/// When it may not, or has no room to stand by itself.
pub fn release(pos: &mut Position, side: Side, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let no = |why| Refusal::new(RULE, Why::Unjoined(unit, why));
    let Some(host) = pos.unit(unit).attached else {
        return Err(no(Unjoined::ToNobody).into());
    };
    if pos.side(unit) != side {
        return Err(no(Unjoined::Foreign).into());
    }
    acts(pos, (unit, host))?;
    let foes: Vec<UnitId> = pos.engagements.iter().filter_map(|e| e.other(host)).collect();
    let held = |i: usize| foes.iter().any(|&f| contact::is_in_contact(pos, (unit, i), f));
    if (0..pos.unit(unit).stands.len()).any(held) {
        return Err(no(Unjoined::InContact).into());
    }
    let mut there = pos.clone();
    let free = let_go(&mut there, unit);
    if !free {
        return Err(no(Unjoined::NoRoomAlone).into());
    }
    *pos = there;
    oracle.tell(|| Happening::Move(MoveEvent::Released { unit, host }));
    Ok(())
}
