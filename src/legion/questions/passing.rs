//! **legion pass.through.** Who lets whom through.

use crate::Refusal;
use crate::formation::Formation;
use crate::refusal::Why;
use crate::refusal::movement::{NoPass, Unmoved, Way};
use crate::setup::{Class, Drill};
use crate::state::{Morale, Position, UnitId, Zone};
use tess_effects::Rule;

/// What a unit is, as far as passing goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    LightFoot,
    Horse,
    Chariots,
    Elephants,
    Foot,
    Train,
}

pub(crate) fn kind(pos: &Position, id: UnitId) -> Kind {
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
    let no = |rule, why| {
        let through = Unmoved::Way(Way::Through(other, why));
        Err(Refusal::new(Rule(rule), Why::Unmoved(id, through)))
    };
    let stands = !pos.unit(other).account.moved || pos.is_engaged(other);
    match (kind(pos, id), kind(pos, other)) {
        (Kind::LightFoot, _) | (_, Kind::LightFoot) => Ok(()),
        (Kind::Train, Kind::Horse) if pos.troop(other).class == Class::LightCavalry => Ok(()),
        (Kind::Train, _) => no("pass.through", NoPass::Train),
        (Kind::Foot, Kind::Foot) if is_legionary(pos, id) && is_legionary(pos, other) => {
            if is_line(pos, id) && is_line(pos, other) { Ok(()) } else { no("pass.roman", NoPass::Lines) }
        }
        (_, Kind::Foot) => no("pass.through", NoPass::Heavy),
        (_, Kind::Train) if stands => Ok(()),
        (_, Kind::Train) => no("pass.through", NoPass::Moves),
        (Kind::Foot, _) if stands => Ok(()),
        (Kind::Foot, _) => no("pass.through", NoPass::Moves),
        _ => Ok(()),
    }
}

/// Roman heavy infantry or auxilia.
pub(crate) fn is_legionary(pos: &Position, id: UnitId) -> bool {
    let troop = pos.troop(id);
    troop.drill == Drill::Roman && matches!(troop.class, Class::HeavyInfantry | Class::Auxilia)
}

/// In one of the formations in which lines pass.
pub(crate) fn is_line(pos: &Position, id: UnitId) -> bool {
    matches!(pos.unit(id).formation, Formation::Line | Formation::Double | Formation::Quincunx)
}

/// **legion pass.disorder, pass.through.** Who is disordered when a unit goes through another, and by which
/// rule; `over`: the edge by which it came onto it. Light infantry disorders nobody.
#[must_use]
pub(crate) fn shakes(pos: &Position, id: UnitId, other: UnitId, over: Option<Zone>) -> Vec<(UnitId, Rule)> {
    let (own, theirs) = (kind(pos, id), kind(pos, other));
    let mut found = Vec::new();
    if own == Kind::LightFoot {
        return found;
    }
    let (spreads, passing) = (Rule("pass.disorder"), Rule("pass.through"));
    if theirs != Kind::LightFoot {
        let shaken = |u: UnitId| pos.unit(u).morale != Morale::Good;
        if shaken(id) {
            found.push((other, spreads));
        } else if shaken(other) {
            found.push((id, spreads));
        }
        match (own, theirs) {
            (Kind::Horse | Kind::Chariots, Kind::Elephants) => found.push((id, passing)),
            (Kind::Elephants, Kind::Horse | Kind::Chariots) => found.push((other, passing)),
            (Kind::Foot, Kind::Horse | Kind::Chariots | Kind::Elephants | Kind::Train) => {
                found.push((id, passing));
            }
            _ => {}
        }
    }
    // It has been passed by then: this disorder spreads to nobody.
    if matches!(over, Some(Zone::Left | Zone::Right)) {
        found.push((other, spreads));
    }
    found
}
