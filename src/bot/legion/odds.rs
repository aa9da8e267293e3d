//! What a close combat promises, by the dice that both sides would throw.

use tess_legion::melee::{against, is_flanked};
use tess_legion::movement::{declare, foreseen};
use tess_legion::shooting::volley;
use tess_legion::state::Morale;
use tess_legion::{Position, UnitId};

/// What a charge would lead to: dice more than the enemy has, those of the volleys before contact among
/// them, and what an open flank is worth. `None` when the charge is not allowed.
pub(super) fn of_charge(pos: &Position, unit: UnitId, target: UnitId) -> Option<i32> {
    let charge = declare(pos, pos.side(unit), (unit, target), &[]).ok()?;
    let there = foreseen(pos, &charge);
    let foes: Vec<UnitId> = there.engagements.iter().filter_map(|e| e.other(unit)).collect();
    let volleys = |foe| thrown(&there, unit, foe) - thrown(&there, foe, unit);
    Some(foes.iter().map(|&foe| balance(&there, unit, foe) + volleys(foe)).sum())
}

/// The dice that a unit may still throw at another that comes into contact with it.
fn thrown(pos: &Position, unit: UnitId, target: UnitId) -> i32 {
    let own = pos.unit(unit);
    if own.account.shot || own.morale == Morale::Broken {
        return 0;
    }
    let all: Vec<usize> = (0..own.stands.len()).collect();
    volley(pos, unit, &all, target).map_or(0, |v| i32::from(v.dice))
}

/// The dice of one against another in a combat that goes on, less those of the other.
pub(super) fn balance(pos: &Position, unit: UnitId, enemy: UnitId) -> i32 {
    if pos.unit(enemy).morale == Morale::Broken {
        return 8;
    }
    let dice = |a, b| against(pos, a, b).into_iter().map(|(_, n)| i32::from(n)).sum::<i32>().max(0);
    let open = |who, by| if is_flanked(pos, who, by) { 4 } else { 0 };
    dice(unit, enemy) - dice(enemy, unit) + open(enemy, unit) - open(unit, enemy)
}
