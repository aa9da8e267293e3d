//! The dice of close combat.

use crate::events::melee::Part;
use crate::formation::Formation;
use crate::questions::contact::{contacts, overlaps, rows};
use crate::questions::stands::StandRef;
use crate::questions::{lasting, posts};
use crate::setup::{Class, Gait, Ground, Weapon};
use crate::shooting::is_armoured;
use crate::state::{Directive, Engagement, Impact, LeaderPlace, Morale, Position, UnitId, Zone};
use crate::written::Post;
use crate::{Oracle, morale};
use tess_effects::Rule;

/// **legion melee.flank.** Is a unit attacked in its flank or rear by this enemy? An orbis has neither
/// (formation.orbis).
#[must_use]
pub fn is_flanked(pos: &Position, unit: UnitId, enemy: UnitId) -> bool {
    let flank = |e: &Engagement| e.defender == unit && e.attacker == enemy && e.side != Zone::Front;
    pos.unit(unit).formation != Formation::Orbis && pos.engagements.iter().any(flank)
}

fn is_foot(pos: &Position, id: UnitId) -> bool {
    let class = pos.troop(id).class;
    class.is_heavy_infantry() || matches!(class, Class::LightInfantry | Class::Auxilia)
}

fn is_heavy_foot(pos: &Position, id: UnitId) -> bool {
    matches!(pos.gait(id), Gait::HeavyFoot | Gait::Warband)
}

fn weapon(pos: &Position, id: UnitId) -> Weapon {
    pos.troop(id).weapon
}

/// **legion melee.mixed, melee.flank, leader.in-combat.** The Combat Value of a unit against an enemy: the
/// highest of its stands in contact, or that of a leader in its front; none when it is attacked in flank or
/// rear.
fn combat_value(pos: &Position, id: UnitId, enemy: UnitId, fighting: &[StandRef]) -> i8 {
    if is_flanked(pos, id, enemy) {
        return 0;
    }
    let unit = pos.unit(id);
    let own = fighting.iter().filter(|s| s.0 == id).map(|s| unit.stands[s.1].troop);
    let value = own.map(|t| pos.profile(unit, t).combat).max();
    let value = value.or_else(|| unit.stands.iter().map(|s| pos.profile(unit, s.troop).combat).max());
    let leader = posts::posts(pos, id)
        .filter(|p| p.1 == Post::Front)
        .map(|(l, _)| pos.set.troop(pos.leader_spec(l).troop).close.combat);
    value.into_iter().chain(leader).max().unwrap_or(0) as i8
}

/// Is light infantry, or are auxilia in skirmish order, of the same side in contact with a unit?
fn has_light(pos: &Position, id: UnitId) -> bool {
    let bases = pos.bases(id);
    let side = pos.side(id);
    let light = |u: UnitId| pos.gait(u) == Gait::LightFoot && pos.unit(u).morale != Morale::Broken;
    let mut friends = pos.unit_ids().filter(|&u| u != id && pos.side(u) == side && light(u));
    friends.any(|u| pos.bases(u).iter().any(|b| bases.iter().any(|o| o.touches(b))))
}

/// **legion melee.depth.** Is a unit at least one whole row deeper than its enemy? One row of heavy
/// infantry is deeper than one of horse. Nobody is against elephants (elephant.melee).
fn is_deeper(pos: &Position, id: UnitId, enemy: UnitId) -> bool {
    if pos.troop(enemy).class == Class::Elephants {
        return false;
    }
    let (own, theirs) = (rows(pos, id), rows(pos, enemy));
    let front = |r: &Vec<usize>| r.first().copied().unwrap_or(0);
    let whole = front(&own).min(front(&theirs)).max(1);
    let complete = |r: &Vec<usize>| r.iter().filter(|&&n| n >= whole).count();
    let (own, theirs) = (complete(&own), complete(&theirs));
    own > theirs || (own == 1 && theirs == 1 && is_heavy_foot(pos, id) && pos.troop(enemy).class.is_cavalry())
}

/// **legion melee.dice.** What makes up the dice of a unit against an enemy with whom it is in contact.
#[must_use]
pub fn against(pos: &Position, id: UnitId, enemy: UnitId) -> Vec<(Part, i8)> {
    let fighting = contacts(pos, id, enemy);
    if fighting.is_empty() {
        return Vec::new();
    }
    let mut parts = vec![(Part::Contact, fighting.len() as i8)];
    let mut add = |part, n: i8| {
        if n != 0 {
            parts.push((part, n));
        }
    };
    let unit = pos.unit(id);
    let class = pos.troop(id).class;
    let flanked = is_flanked(pos, id, enemy);
    let good = |u: UnitId| pos.unit(u).morale == Morale::Good;
    let frontal = !is_flanked(pos, enemy, id);
    if !flanked {
        add(Part::Overlap, overlaps(pos, id, enemy) as i8);
    }
    add(Part::Light, i8::from((class.is_cavalry() || class == Class::Elephants) && has_light(pos, id)));
    add(Part::Charge, charge(pos, id, enemy));
    if !flanked && is_foot(pos, id) && is_deeper(pos, id, enemy) {
        let pikes = weapon(pos, id) == Weapon::Pike;
        add(
            Part::Depth,
            if !pikes {
                1
            } else if good(id) {
                2
            } else {
                0
            },
        );
    }
    add(Part::Leader, posts::rating(pos, id) as i8);
    let theirs = contacts(pos, enemy, id);
    let better = combat_value(pos, id, enemy, &fighting) - combat_value(pos, enemy, id, &theirs);
    add(Part::Combat, better.max(0));
    add(Part::Uphill, i8::from(is_above(pos, &fighting, &theirs)));
    let side = side_of_enemy(pos, id, enemy);
    add(Part::Armour, -i8::from(is_armoured(pos.troop(enemy).armour, side)));
    let horse = pos.troop(enemy).class.is_cavalry();
    add(Part::LightFoot, -i8::from(pos.gait(id) == Gait::LightFoot && horse));
    let points = matches!(weapon(pos, enemy), Weapon::Spear | Weapon::Pike) && is_foot(pos, enemy);
    let mounted = class.is_cavalry() || class.is_chariots();
    add(Part::Spears, -i8::from(mounted && points && frontal && good(enemy)));
    let pikes = weapon(pos, enemy) == Weapon::Pike && is_foot(pos, enemy);
    let bare = is_foot(pos, id) && weapon(pos, id) != Weapon::Pike;
    add(Part::Pikes, -i8::from(bare && pikes && frontal && good(enemy)));
    let woods = |s: &StandRef| pos.set.table.under(&pos.bases(s.0)[s.1]).any(|t| t.ground == Ground::Woods);
    let tangled = weapon(pos, id) == Weapon::Pike && is_heavy_foot(pos, id) && fighting.iter().any(woods);
    add(Part::Woods, -i8::from(tangled));
    add(Part::Disorder, -i8::from(unit.morale != Morale::Good));
    add(Part::Cards, lasting::combat(pos, id, enemy));
    parts
}

/// **legion charge.momentum, charge.warband, charge.counter, formation.shield-wall.** What a charge or a
/// counter-charge brings into the first round.
fn charge(pos: &Position, id: UnitId, enemy: UnitId) -> i8 {
    if pos.unit(id).shields {
        return 0;
    }
    let Some(engagement) = pos.engagements.iter().find(|e| e.other(id) == Some(enemy)) else { return 0 };
    if !engagement.fresh {
        return 0;
    }
    if engagement.defender == id {
        return pos.unit(id).account.countered as i8;
    }
    match engagement.impact {
        Impact::None => 0,
        Impact::Shock => 1,
        Impact::Warband => 2,
    }
}

/// On which side of the enemy a unit fights.
fn side_of_enemy(pos: &Position, id: UnitId, enemy: UnitId) -> Zone {
    let here = |e: &&Engagement| e.defender == enemy && e.attacker == id;
    pos.engagements.iter().find(here).map_or(Zone::Front, |e| e.side)
}

/// Do the stands of one side in contact stand higher than those of the other?
fn is_above(pos: &Position, own: &[StandRef], theirs: &[StandRef]) -> bool {
    let height = |all: &[StandRef]| {
        all.iter().map(|s| pos.set.table.height(pos.bases(s.0)[s.1].middle())).max().unwrap_or(0)
    };
    height(own) > height(theirs)
}

/// **legion elephant.melee, chariot.scythed, chariot.celtic-disorder, camel.disorder, order.march.** What
/// disorders a unit by the mere contact with such an enemy, or because it was on the march.
pub fn automatic_disorder(pos: &mut Position, id: UnitId, enemy: UnitId, oracle: &mut Oracle<'_>) {
    let foe = pos.troop(enemy).class;
    let (heavy, horse) = (is_heavy_foot(pos, id), pos.troop(id).class.is_cavalry());
    let camels = pos.party(enemy).iter().any(|&e| pos.troop(e).camels);
    let rule = match foe {
        Class::Elephants if heavy || horse => "elephant.melee",
        Class::ScythedChariots if heavy || horse => "chariot.scythed",
        Class::CelticChariots if heavy => "chariot.celtic-disorder",
        _ if camels && horse && !pos.troop(id).camels => "camel.disorder",
        _ if pos.directive(id) == Directive::March && is_ordered(pos, id) => "order.march",
        _ => return,
    };
    morale::disorder(pos, id, Rule(rule), oracle);
}

/// Is somebody there to give a unit its orders? On the march that is what binds it.
fn is_ordered(pos: &Position, id: UnitId) -> bool {
    !matches!(pos.leader(pos.unit(id).command).place, LeaderPlace::Waiting)
}
