//! The morale test.

use crate::events::morale::{Cause, MoraleEvent, Part};
use crate::questions::stands::break_value;
use crate::questions::zone::zone_against;
use crate::questions::{lasting, posts};
use crate::state::{Directive, Morale, Position, UnitId, Zone};
use crate::{Flow, Happening, Oracle};
use tess_dice::Die;

/// **legion morale.value.** The modified Break Value, and what makes it up.
#[must_use]
pub fn value(pos: &Position, id: UnitId, cause: Cause) -> (i8, Vec<(Part, i8)>) {
    let unit = pos.unit(id);
    let mut parts = vec![(Part::Break, break_value(pos, id))];
    let mut add = |part, n: i8| {
        if n != 0 {
            parts.push((part, n));
        }
    };
    add(Part::Friends, i8::from(has_friends_behind(pos, id)));
    add(Part::Won, i8::from(unit.account.won));
    add(Part::Leader, posts::rating(pos, id) as i8);
    let (part, losses) = losses(pos, id);
    add(part, -losses);
    add(Part::Disorder, -i8::from(unit.morale != Morale::Good));
    add(Part::Retire, -i8::from(pos.directive(id) == Directive::Retire));
    add(Part::Faster, i8::from(cause == Cause::Leave(true)));
    add(Part::Omens, lasting::omens(pos, pos.side(id)));
    add(Part::Speech, lasting::speech(pos, id));
    (parts.iter().map(|p| p.1).sum(), parts)
}

/// Friends in good heart to the rear, within one move.
fn has_friends_behind(pos: &Position, id: UnitId) -> bool {
    let side = pos.side(id);
    let near = |f: UnitId| pos.distance(id, f).is_some_and(|d| d <= pos.base_move(id));
    let mut friends = pos.unit_ids().filter(|&f| f != id && pos.side(f) == side);
    friends.any(|f| {
        pos.unit(f).morale != Morale::Broken
            && pos.unit(f).attached != Some(id)
            && near(f)
            && zone_against(pos, id, f) == Zone::Rear
    })
}

/// **legion morale.value, romans.legion-morale.** The worst of: one for each stand lost this turn, one for
/// losses before, two when those are half of the unit; one for losses anywhere in a legion of cohorts.
fn losses(pos: &Position, id: UnitId) -> (Part, i8) {
    let unit = pos.unit(id);
    let (now, before) = unit.lost;
    let now = now.div_ceil(2) as i8;
    let before = match before {
        0 => 0,
        n if n * 2 >= unit.began => 2,
        _ => 1,
    };
    let own = now.max(before);
    let legion = pos.spec(id).legion.as_ref();
    let bled = |o: UnitId| pos.unit(o).lost != (0, 0);
    let same = |o: UnitId| pos.side(o) == pos.side(id) && pos.spec(o).legion.as_ref() == legion;
    if own == 0 && legion.is_some() && pos.unit_ids().any(|o| same(o) && bled(o)) {
        return (Part::Legion, 1);
    }
    (Part::Losses, own)
}

/// **legion morale.roll.** Tests the morale of a unit: 1 always passes and 6 always fails. Men who avenge
/// their leader do not test: they pass.
pub fn test(pos: &Position, id: UnitId, cause: Cause, oracle: &mut Oracle<'_>) -> Flow<bool> {
    Ok(rolled(pos, id, cause, oracle)?.0)
}

/// Tests the morale of a unit: whether it passes, and whether a die that failed reached twice the value.
pub(super) fn rolled(
    pos: &Position,
    id: UnitId,
    cause: Cause,
    oracle: &mut Oracle<'_>,
) -> Flow<(bool, bool)> {
    if posts::avenges(pos, id) {
        return Ok((true, false));
    }
    let (value, parts) = value(pos, id, cause);
    let die = oracle.roll(Die::D6, "morale", &pos.code(id), cause.rule())?;
    let passed = die == 1 || (die != 6 && die as i8 <= value);
    oracle.tell(|| Happening::Morale(MoraleEvent::Tested { unit: id, cause, parts, value, die, passed }));
    Ok((passed, !passed && die as i8 >= value * 2))
}
