//! Nobody stands where stacking forbids: after each action the units of a hex are one, or two that their book lets
//! stand together, of one side and facing one way; nobody stands in ground that bars him, or half off the map.

use tesserarius::gboh::piece::{Class, UnitSpec, UnitType};
use tesserarius::gboh::position::Place;
use tesserarius::gboh::{Position, UnitId};

pub fn check(pos: &Position) -> Result<(), String> {
    for unit in pos.unit_ids() {
        let Place::Field { .. } = pos.unit(unit).place else { continue };
        let spec = pos.spec(unit);
        let hexes = pos.hexes(unit);
        if hexes.iter().count() != if spec.two_hex { 2 } else { 1 } {
            return Err(format!("{} stands half off the map", spec.code));
        }
        if let Some(hex) = hexes.iter().find(|&h| !pos.set.field.is_open(h)) {
            return Err(format!("{} stands in {hex}, where nobody may", spec.code));
        }
    }
    for hex in pos.set.field.hexes() {
        let here: Vec<UnitId> = pos.stack(hex).units().collect();
        let [one, two] = here.as_slice() else {
            if here.len() > 2 {
                return Err(format!("{hex} holds {} units", here.len()));
            }
            continue;
        };
        let (a, b) = (pos.spec(*one), pos.spec(*two));
        let both = format!("{hex} holds {} and {}", a.code, b.code);
        if a.side != b.side || !may_share(pos, (*one, a), (*two, b)) {
            return Err(both);
        }
        if pos.facing(*one) != pos.facing(*two) {
            return Err(format!("{both}, who face {:?} and {:?}", pos.facing(*one), pos.facing(*two)));
        }
        if pos.is_routed(*one) || pos.is_routed(*two) {
            return Err(format!("{both}, of whom one has routed"));
        }
    }
    Ok(())
}

/// **spqr 6.66, 6.61, 4.85, 9.51, cataphract 11.63.** Roman foot of the line, an engine and its men, phalanxes that the
/// scenario names, the elephant of a leader with foot.
fn may_share(pos: &Position, (one, a): (UnitId, &UnitSpec), (two, b): (UnitId, &UnitSpec)) -> bool {
    let roman = |s: &UnitSpec| {
        matches!(s.class, Class::HA | Class::PR | Class::TR | Class::CO | Class::CE) && s.kind != UnitType::PH
    };
    let own = |u: UnitId| pos.is_leader_elephant(u);
    let deep = &pos.set.special.double_depth;
    if own(one) || own(two) {
        return !a.kind.is_cavalry() && !b.kind.is_cavalry();
    }
    if a.class == Class::SC || b.class == Class::SC {
        return a.shares_with_engine || b.shares_with_engine;
    }
    if a.kind == UnitType::PH && b.kind == UnitType::PH {
        return deep.contains(&one) && deep.contains(&two);
    }
    roman(a) && roman(b)
}
