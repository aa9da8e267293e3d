//! The evasion and pursuit dice.

use crate::measure::{Heading, Length, Stance};
use crate::setup::{Class, Pace};
use crate::state::{Morale, Position, UnitId};
use crate::{Flow, Oracle};
use tess_dice::Die;
use tess_effects::Rule;

const RULE: Rule = Rule("evade.dice");

/// On foot: infantry of any kind, auxilia, engines.
fn is_foot(pos: &Position, id: UnitId) -> bool {
    let class = pos.troop(id).class;
    class.is_heavy_infantry() || matches!(class, Class::LightInfantry | Class::Auxilia | Class::Artillery)
}

/// **legion evade.dice.** How many dice a unit throws that runs from another, or after it.
#[must_use]
pub fn count(pos: &Position, id: UnitId, other: Option<UnitId>, heading: Heading) -> u8 {
    if pos.troop(id).class == Class::Elephants && pos.unit(id).morale == Morale::Broken {
        return 3;
    }
    let mut dice: i8 = if pos.base_move(id) <= Length::inches(6) { 1 } else { 2 };
    if let Some(other) = other {
        dice += i8::from(pos.troop(id).class.is_cavalry() && is_foot(pos, other));
        dice += i8::from(pos.is_light(id) && pos.is_heavy(other));
    }
    dice -= i8::from(runs_into_rough(pos, id, heading));
    dice.max(1) as u8
}

/// Does the way lead into difficult ground within six inches?
fn runs_into_rough(pos: &Position, id: UnitId, heading: Heading) -> bool {
    let Some(stance) = pos.stance(id) else { return false };
    let gait = pos.gait(id);
    (1..=6).any(|n| {
        let at = slid(stance, heading, n * 1_000);
        let bases = pos.bases_at(id, at);
        let rough = |g| {
            let effect = pos.set.charts.ground.effect(g, gait);
            effect.pace != Pace::Full || effect.disorders
        };
        bases.iter().any(|b| pos.set.table.under(b).any(|t| rough(t.ground)))
    })
}

/// A stance carried along a heading, facing as before.
pub(super) fn slid(stance: Stance, heading: Heading, far: i32) -> Stance {
    let to = Stance { anchor: stance.anchor, heading }.at(0, far);
    Stance { anchor: to, ..stance }
}

fn throw(pos: &Position, id: UnitId, dice: u8, purpose: &str, oracle: &mut Oracle<'_>) -> Flow<Length> {
    let mut sum = 0;
    for _ in 0..dice {
        sum += i32::from(oracle.roll(Die::D6, purpose, &pos.code(id), RULE)?);
    }
    Ok(Length::inches(sum))
}

/// **legion evade.dice.** How far a unit runs.
pub fn evade_dice(
    pos: &Position,
    id: UnitId,
    (from, heading): (Option<UnitId>, Heading),
    oracle: &mut Oracle<'_>,
) -> Flow<Length> {
    throw(pos, id, count(pos, id, from, heading), "evade", oracle)
}

/// **legion evade.dice, pursuit.move.** How far a unit runs after another.
pub fn pursuit_dice(
    pos: &Position,
    id: UnitId,
    (after, heading): (UnitId, Heading),
    oracle: &mut Oracle<'_>,
) -> Flow<Length> {
    throw(pos, id, count(pos, id, Some(after), heading), "pursue", oracle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::Formation;
    use crate::tests::proving_ground::ELEPHANTS;
    use crate::tests::proving_ground::EQUITES;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::NUMIDIANS;
    use crate::tests::proving_ground::VELITES;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::u;
    use crate::tests::proving_ground::unit;

    #[test]
    fn dice_go_by_base_move_and_by_who_runs_from_whom() {
        let line = Formation::Line;
        let mut pos = ground(vec![
            unit("V1", 0, (VELITES, 2), stance(10, 10, 0), line),
            unit("E1", 0, (EQUITES, 2), stance(20, 10, 0), line),
            unit("L1", 2, (LEGION, 2), stance(10, 20, 180), line),
            unit("N1", 2, (NUMIDIANS, 2), stance(20, 20, 180), line),
            unit("X1", 2, (ELEPHANTS, 2), stance(30, 20, 180), line),
        ]);
        let north = Heading::NORTH;
        assert_eq!(count(&pos, u(0), Some(u(3)), north), 1, "six inches, light from light");
        assert_eq!(count(&pos, u(0), Some(u(2)), north), 2, "light from heavy");
        assert_eq!(count(&pos, u(1), Some(u(3)), north), 2, "eight inches");
        assert_eq!(count(&pos, u(3), Some(u(2)), north), 4, "light cavalry from heavy foot");
        assert_eq!(count(&pos, u(1), Some(u(2)), north), 3, "cavalry after foot");
        pos.unit_mut(u(4)).morale = Morale::Broken;
        assert_eq!(count(&pos, u(4), None, north), 3);
    }
}
