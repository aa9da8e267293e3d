//! Light infantry leaves the unit that it is with.

use super::Wings;
use super::attach::{acts, crowd};
use crate::measure::Stance;
use crate::melee;
use crate::movement::told::MoveEvent;
use crate::position::{Place, Position, UnitId};
use crate::side::Side;
use crate::zone::Block;
use crate::{Flow, Refusal};
use crate::{Happening, Oracle};
use tess_effects::Rule;

const RULE: Rule = Rule("melee.light-support");

/// **legion melee.light-support.** `detach V1`: light infantry leaves its host and stands together where it was. It may as long as one of the two Commands
/// has the initiative and none of its stands is in contact with an enemy. What the host has moved it has moved too.
///
/// # Errors
/// When it may not, or has no room to stand by itself.
pub fn release(pos: &mut Position, side: Side, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let code = pos.code(unit);
    let no = |text: String| Refusal::new(RULE, text).at(&code);
    let Some(host) = pos.unit(unit).attached else {
        return Err(no(format!("{code} is attached to nobody")).into());
    };
    if pos.side(unit) != side {
        return Err(no(format!("{code} belongs to the other army")).into());
    }
    acts(pos, (unit, host))?;
    let foes: Vec<UnitId> = pos.engagements.iter().filter_map(|e| e.other(host)).collect();
    let held = |i: usize| foes.iter().any(|&f| melee::is_in_contact(pos, (unit, i), f));
    if (0..pos.unit(unit).stands.len()).any(held) {
        return Err(no(format!("{code} is in contact with the enemy, and stays")).into());
    }
    let mut there = pos.clone();
    let free = let_go(&mut there, unit);
    if !free {
        return Err(no(format!("{code} has no room to stand by itself")).into());
    }
    *pos = there;
    oracle.tell(|| Happening::Move(MoveEvent::Released { unit, host }));
    Ok(())
}

/// A unit is about to go: its light infantry stands by itself.
pub(crate) fn let_all_go(pos: &mut Position, host: UnitId) {
    let with: Vec<UnitId> = pos.attached_to(host).collect();
    for unit in with {
        let_go(pos, unit);
    }
}

/// A unit is attached no more: it stands together behind its host, or on the flank where all of it was; where nobody stands on that
/// place, and says whether there was such a place. Without a host on the table it has none either.
fn let_go(pos: &mut Position, unit: UnitId) -> bool {
    let Some(host) = pos.unit(unit).attached else { return true };
    let moved = pos.unit(host).account.moved;
    let (stance, spots) = (pos.stance(host), spots(pos, host, unit));
    let own = pos.unit_mut(unit);
    own.attached = None;
    own.wings = Wings::default();
    own.account.moved |= moved;
    pos.fall_in(unit);
    if stance.is_none() {
        return false;
    }
    for &spot in &spots {
        pos.unit_mut(unit).place = Place::Table(spot);
        let bases = pos.bases(unit);
        if crowd(pos, unit, &bases).is_none() && bases.iter().all(|b| pos.set.table.holds(b)) {
            return true;
        }
    }
    if let Some(&spot) = spots.first() {
        pos.unit_mut(unit).place = Place::Table(spot);
    }
    false
}

/// Where it may stand by itself: where it was, or behind, left or right of its host.
fn spots(pos: &Position, host: UnitId, unit: UnitId) -> Vec<Stance> {
    let Some(stance) = pos.stance(host) else { return Vec::new() };
    let (block, own) = (Block::of(pos, host), Block::of(pos, unit));
    let half = own.width().0 / 2 + 1;
    let middle = i32::midpoint(block.left, block.right);
    let there = stance.moved(i32::midpoint(own.left, own.right), own.front);
    let rear = stance.moved(middle, block.rear);
    let left = stance.moved(block.left - half, block.front);
    let right = stance.moved(block.right + half, block.front);
    vec![there, rear, left, right]
}
