//! The dice of a volley.

use super::line::{Shot, shot};
use crate::events::shooting::Part;
use crate::formation::Formation;
use crate::questions::zone::zone_against;
use crate::questions::{contact, lasting};
use crate::setup::{Armour, Class, Missile, Shield};
use crate::state::{Morale, Position, UnitId, Zone};

/// A volley that a unit can throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Volley {
    /// Who.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// What makes up the dice.
    pub parts: Vec<(Part, i8)>,
    /// Only half of them are thrown.
    pub halved: bool,
    /// How many dice are thrown.
    pub dice: u8,
    /// From which side of the target.
    pub from: Zone,
}

/// The side of a unit at which shots arrive that come at this one of its block; a testudo or an orbis has a
/// front only.
fn side_of(pos: &Position, target: UnitId, zone: Zone) -> Zone {
    match pos.unit(target).formation {
        Formation::Testudo | Formation::Orbis => Zone::Front,
        _ => zone,
    }
}

/// **legion shoot.dice, shoot.half.** The volley of these stands of a unit at another; `None` when nobody
/// throws a die.
#[must_use]
pub fn volley(pos: &Position, unit: UnitId, places: &[usize], target: UnitId) -> Option<Volley> {
    volley_at(pos, (unit, places), (target, zone_against(pos, target, unit)))
}

/// The volley of these stands of a unit at one side of another.
pub(super) fn volley_at(
    pos: &Position,
    (unit, places): (UnitId, &[usize]),
    (target, zone): (UnitId, Zone),
) -> Option<Volley> {
    let shots: Vec<_> = places.iter().filter_map(|&p| Some((p, shot(pos, unit, p, target)?))).collect();
    let &(first, _) = shots.first()?;
    let own = pos.unit(unit);
    let troop = pos.set.troop(own.stands[first].troop);
    let theirs = pos.troop(target);
    let from = side_of(pos, target, zone);
    let bases = |&(p, _): &(usize, Shot)| {
        let stand = &own.stands[p];
        let kind = pos.set.troop(stand.troop);
        // shoot.auxilia: a whole stand shoots as one, with bows as the two bases that it is.
        if kind.class == Class::Auxilia && !stand.half && kind.missile == Missile::Bow { 2 } else { 1 }
    };
    let mut parts = vec![(Part::Stands, shots.iter().map(bases).sum::<i8>())];
    let mut add = |part, yes: bool, n: i8| {
        if yes {
            parts.push((part, n));
        }
    };
    let engines = troop.class == Class::Artillery;
    let armoured = is_armoured(theirs.armour, from);
    let cataphract = theirs.class == Class::HeavyCavalry && theirs.armour == Armour::Full;
    let open = theirs.shield == Shield::None || matches!(from, Zone::Right | Zone::Rear);
    add(Part::Armour, armoured && troop.missile != Missile::Sling && !engines, -1);
    add(Part::Flank, from != Zone::Front, 1);
    add(Part::Unshielded, open && !cataphract, 1);
    add(Part::Higher, shots.iter().all(|s| s.1.higher), 1);
    add(Part::Pila, matches!(troop.missile, Missile::Pila | Missile::Angon), 1);
    add(Part::Elite, troop.elite, 1);
    add(Part::Engines, engines, 1);
    add(Part::Deep, engines && contact::rows(pos, target).len() > 1, 1);
    let played = lasting::shooting(pos, unit);
    if played != 0 {
        parts.push((Part::Cards, played));
    }
    let sum: i8 = parts.iter().map(|p| p.1).sum();
    let halved = own.morale != Morale::Good || shots.iter().all(|s| s.1.covered);
    let dice = sum.max(0) as u8;
    let dice = if halved { dice.div_ceil(2) } else { dice };
    Some(Volley { unit, target, parts, halved, dice, from })
}

/// **legion armour.half.** Armour all round, or in front only.
#[must_use]
pub const fn is_armoured(armour: Armour, from: Zone) -> bool {
    match armour {
        Armour::Full => true,
        Armour::Half => matches!(from, Zone::Front),
        Armour::None => false,
    }
}
