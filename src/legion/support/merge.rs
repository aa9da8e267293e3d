//! Detached stands come back to their unit.

use crate::events::movement::MoveEvent;
use crate::formation::Formation;
use crate::movement::{enter, may_move};
use crate::questions::places::crowd;
use crate::questions::{posts, terrain};
use crate::refusal::Why;
use crate::refusal::combat::Mark;
use crate::refusal::field::Unjoined;
use crate::state::{LeaderPlace, Morale, Place, Position, Unit, UnitId};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("romans.detach");

/// **legion romans.detach.** `join H1.1 H1`: stands that had left a unit come back to it with their hits
/// and losses, as their move, when it is within their Base Move. It stands in the worse order of the two,
/// and neither moves any more.
///
/// # Errors
/// When they are not of that unit, too far, or one of the two cannot.
pub fn merge(
    pos: &mut Position,
    side: Side,
    (part, unit): (UnitId, UnitId),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    may_move(pos, side, part)?;
    may_merge(pos, part, unit)?;
    let mut there = pos.clone();
    enter(&mut there, part)?;
    let came = there.unit(part).clone();
    for (leader, post) in posts::posts(pos, part) {
        there.leader_mut(leader).place = LeaderPlace::With(unit, post);
    }
    there.unit_mut(part).place = Place::Gone;
    absorb(there.unit_mut(unit), &came);
    let left = there.unit_mut(part);
    (left.stands, left.began, left.hits, left.lost) = (Vec::new(), 0, 0, (0, 0));
    there.fall_in(unit);
    let bases = there.bases(unit);
    let meets = |e: UnitId| there.bases(e).iter().any(|b| bases.iter().any(|o| o.touches(b)));
    let room = bases.iter().all(|b| there.set.table.holds(b)) && crowd(&there, unit, &bases).is_none();
    terrain::under(&there, there.gait(unit), &bases)
        .map_err(|why| Refusal::new(Rule("move.base"), Why::Barred(Mark::Unit(unit), why)))?;
    if !room || there.enemies(side).any(meets) {
        return Err(Refusal::new(RULE, Why::Unjoined(part, Unjoined::NoRoomFor(unit))).into());
    }
    *pos = there;
    oracle.tell(|| Happening::Move(MoveEvent::Merged { unit, part }));
    Ok(())
}

fn may_merge(pos: &Position, part: UnitId, unit: UnitId) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(RULE, Why::Unjoined(part, why)));
    let (own, other) = (pos.unit(part), pos.unit(unit));
    if part == unit || own.of != other.of || pos.stance(unit).is_none() {
        return no(Unjoined::NeverLeft(unit));
    }
    if own.loose != other.loose || matches!(other.formation, Formation::Orbis | Formation::Testudo) {
        return no(Unjoined::NotAsItStands(unit));
    }
    if pos.is_engaged(unit) || other.morale == Morale::Broken || own.morale == Morale::Broken {
        return no(Unjoined::HostUnfit(unit));
    }
    let most = pos.base_move(part);
    match pos.distance(part, unit) {
        Some(far) if far <= most => Ok(()),
        _ => no(Unjoined::Farther(unit, most)),
    }
}

/// A unit takes stands in.
fn absorb(unit: &mut Unit, came: &Unit) {
    unit.stands.extend(&came.stands);
    unit.began += came.began;
    unit.hits += came.hits;
    unit.lost = (unit.lost.0 + came.lost.0, unit.lost.1 + came.lost.1);
    unit.morale = unit.morale.max(came.morale);
    let (account, theirs) = (&mut unit.account, &came.account);
    account.moved = true;
    account.shot |= theirs.shot;
    account.fought |= theirs.fought;
    account.debt |= theirs.debt;
}
