//! Moving through friends.

use super::ground::disorder;
use super::told::MoveEvent;
use super::walk::Walked;
use crate::Refusal;
use crate::formation::Formation;
use crate::position::{Morale, Position, UnitId};
use crate::troop::{Class, Drill};
use crate::zone::{Zone, zone_of};
use crate::{Happening, Oracle};
use tess_effects::Rule;

/// What a unit is, as far as passing goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    LightFoot,
    Horse,
    Chariots,
    Elephants,
    Foot,
    Train,
}

fn kind(pos: &Position, id: UnitId) -> Kind {
    match pos.troop(id).class {
        Class::LightInfantry => Kind::LightFoot,
        Class::Auxilia if pos.unit(id).loose => Kind::LightFoot,
        Class::Auxilia | Class::HeavyInfantry | Class::Warband => Kind::Foot,
        Class::HeavyCavalry | Class::LightCavalry => Kind::Horse,
        Class::ScythedChariots | Class::CelticChariots => Kind::Chariots,
        Class::Elephants => Kind::Elephants,
        Class::Artillery | Class::Baggage => Kind::Train,
    }
}

/// **legion pass.through, pass.roman.** May a unit move through another of its side?
///
/// # Errors
/// Why not.
pub fn may_pass(pos: &Position, id: UnitId, other: UnitId) -> Result<(), Refusal> {
    let no = |rule: &'static str, why: &str| {
        let text = format!("{} cannot move through {}: {why}", pos.code(id), pos.code(other));
        Err(Refusal::new(Rule(rule), text).at(pos.code(id)))
    };
    let stands = !pos.unit(other).account.moved;
    match (kind(pos, id), kind(pos, other)) {
        (Kind::LightFoot, _) | (_, Kind::LightFoot) => Ok(()),
        (Kind::Train, _) => no("pass.through", "engines and baggage on the move pass light troops only"),
        (Kind::Foot, Kind::Foot) if is_legionary(pos, id) && is_legionary(pos, other) => {
            if is_line(pos, id) && is_line(pos, other) {
                Ok(())
            } else {
                no("pass.roman", "legionaries and auxilia pass through one another in line only")
            }
        }
        (_, Kind::Foot) => no("pass.through", "heavy infantry lets nobody through but light infantry"),
        (_, Kind::Train) if stands => Ok(()),
        (_, Kind::Train) => no("pass.through", "it is on the move"),
        (Kind::Foot, _) if stands => Ok(()),
        (Kind::Foot, _) => no("pass.through", "it is on the move"),
        _ => Ok(()),
    }
}

/// Roman heavy infantry or auxilia.
pub(super) fn is_legionary(pos: &Position, id: UnitId) -> bool {
    let troop = pos.troop(id);
    troop.drill == Drill::Roman && matches!(troop.class, Class::HeavyInfantry | Class::Auxilia)
}

/// In one of the formations in which lines pass.
pub(super) fn is_line(pos: &Position, id: UnitId) -> bool {
    matches!(pos.unit(id).formation, Formation::Line | Formation::Double | Formation::Quincunx)
}

/// **legion pass.disorder, pass.through.** What passing has done to either.
pub fn settle(pos: &mut Position, id: UnitId, walked: &Walked, oracle: &mut Oracle<'_>) {
    for &other in &walked.passed {
        oracle.tell(|| Happening::Move(MoveEvent::Passed { unit: id, through: other }));
        let kinds = (kind(pos, id), kind(pos, other));
        if matches!(kinds, (Kind::LightFoot, _) | (_, Kind::LightFoot)) {
            continue;
        }
        let rule = Rule("pass.disorder");
        let shaken = |u: UnitId, pos: &Position| pos.unit(u).morale != Morale::Good;
        if shaken(id, pos) {
            disorder(pos, other, rule, oracle);
        } else if shaken(other, pos) {
            disorder(pos, id, rule, oracle);
        }
        match kinds {
            (Kind::Horse | Kind::Chariots, Kind::Elephants) => {
                disorder(pos, id, Rule("pass.through"), oracle)
            }
            (Kind::Elephants, Kind::Horse | Kind::Chariots) => {
                disorder(pos, other, Rule("pass.through"), oracle)
            }
            (Kind::Foot, Kind::Horse | Kind::Chariots | Kind::Elephants | Kind::Train) => {
                disorder(pos, id, Rule("pass.through"), oracle);
            }
            _ => {}
        }
        let began = walked.trail.first().and_then(|s| zone_of(pos, other, s.anchor));
        if matches!(began, Some(Zone::Left | Zone::Right)) {
            disorder(pos, other, rule, oracle);
        }
    }
}
