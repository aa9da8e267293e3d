//! Broken units: they run, give up, and frighten their friends.

use super::harm::{self, disengage};
use super::run::{self, Run};
use super::test::rolled;
use super::{let_go, orphan};
use crate::events::morale::{Cause, How, MoraleEvent};
use crate::flight::Slid;
use crate::formation::Formation;
use crate::measure::Length;
use crate::questions::sight;
use crate::setup::{Class, homeward};
use crate::state::{Morale, Place, Position, UnitId, Wings};
use crate::{Flow, Happening, Oracle, flight};
use tess_effects::Rule;

/// Friends look to one another this far.
const IN_SIGHT: Length = Length::inches(18);

/// **legion morale.broken, elephant.broken, formation.orbis.** A unit breaks and flees an evade move, away
/// from its attacker and towards its own edge. Hemmed in, it surrenders. A square stays where it is.
/// Friends who see it test.
pub fn break_unit(pos: &mut Position, id: UnitId, from: Option<UnitId>, oracle: &mut Oracle<'_>) -> Flow<()> {
    if pos.stance(id).is_none() || pos.unit(id).morale == Morale::Broken {
        return Ok(());
    }
    let witnesses = witnesses(pos, id);
    let unit = pos.unit_mut(id);
    unit.morale = Morale::Broken;
    unit.shields = false;
    oracle.tell(|| Happening::Morale(MoraleEvent::Broken(id)));
    if pos.unit(id).formation == Formation::Orbis {
        // formation.orbis: it gives way inwards, and fights on.
        return shaken(pos, id, &witnesses, oracle);
    }
    let foes: Vec<UnitId> = pos.engagements.iter().filter_map(|e| e.other(id)).collect();
    disengage(pos, id);
    flee(pos, id, from.or(foes.first().copied()), oracle)?;
    shaken(pos, id, &witnesses, oracle)
}

/// **legion morale.broken.** A broken unit's flight: straight away from its attacker, or straight home when
/// enemies bar that way, and never nearer to an enemy than the nearest was. Whoever finds both ways barred
/// surrenders.
fn flee(pos: &mut Position, id: UnitId, from: Option<UnitId>, oracle: &mut Oracle<'_>) -> Flow<()> {
    let home = homeward(pos.side(id));
    let away = from.and_then(|f| flight::away_from(pos, id, f)).unwrap_or(home);
    let heading = if away.to(home).abs() <= 9_000 { away } else { home };
    let due = flight::evade_dice(pos, id, (from, heading), oracle)?;
    let ways = [heading, home].map(|heading| Run::off(heading, due, How::Flees));
    let way = way_out(pos, id, ways);
    let gone = run::run(pos, id, way, oracle)?;
    if stopped(&gone, due) && pos.stance(id).is_some() {
        oracle.tell(|| Happening::Morale(MoraleEvent::Surrendered(id)));
        return destroy(pos, id, Rule("morale.broken"), oracle);
    }
    Ok(())
}

/// Has an enemy stopped a flight?
fn stopped(slid: &Slid, due: Length) -> bool {
    slid.met.is_some() && slid.gone < due
}

/// Of the ways that no enemy bars the first on which nobody comes nearer, else that which leads farther
/// before he does; the first way when all are barred. Elephants run on, whoever stands there
/// (elephant.broken).
fn way_out(pos: &mut Position, id: UnitId, ways: [Run; 2]) -> Run {
    let wild = pos.troop(id).class == Class::Elephants;
    let mut best: Option<Run> = None;
    for way in ways {
        if stopped(&run::foreseen(pos, id, &way), way.due) {
            continue;
        }
        let most = if wild { None } else { run::farthest(pos, id, &way) };
        let way = Run { most, ..way };
        if best.is_none_or(|b| b.goes() < way.goes()) {
            best = Some(way);
        }
    }
    best.unwrap_or(ways[0])
}

/// A unit leaves the battle for good. A leader with it stays behind by himself; light infantry with it
/// stands alone.
pub fn destroy(pos: &mut Position, id: UnitId, rule: Rule, oracle: &mut Oracle<'_>) -> Flow<()> {
    let stance = pos.stance(id);
    if matches!(pos.unit(id).place, Place::Gone) {
        return Ok(());
    }
    let was_broken = pos.unit(id).morale == Morale::Broken;
    oracle.tell(|| Happening::Morale(MoraleEvent::Destroyed { unit: id, rule }));
    // Those who test look at where it stood.
    let witnesses = if was_broken { Vec::new() } else { witnesses(pos, id) };
    disengage(pos, id);
    pos.unit_mut(id).attached = None;
    pos.unit_mut(id).wings = Wings::default();
    let_go::let_all_go(pos, id);
    pos.unit_mut(id).place = Place::Gone;
    orphan::orphan(pos, id, (stance, rule), oracle);
    shaken(pos, id, &witnesses, oracle)
}

/// **legion morale.when.** Those who test when a unit breaks: friends within 18 inches who have it before
/// them and in sight, with a Break Value no higher than that of a unit of heavy troops. Elephants care for
/// nobody (elephant.broken).
fn witnesses(pos: &Position, id: UnitId) -> Vec<UnitId> {
    if !pos.is_heavy(id) || pos.is_lone_stand(id) {
        return Vec::new();
    }
    let worth = |u: UnitId| {
        let unit = pos.unit(u);
        let first = unit.stands.first().map_or_else(|| pos.spec(u).stands[0], |s| s.troop);
        let own = unit.stands.iter().map(|s| pos.profile(unit, s.troop).break_value).min();
        own.unwrap_or_else(|| pos.profile(unit, first).break_value)
    };
    let friends = pos.unit_ids().filter(|&f| f != id && pos.side(f) == pos.side(id));
    friends
        .filter(|&f| pos.unit(f).morale != Morale::Broken && pos.troop(f).class != Class::Elephants)
        .filter(|&f| worth(id) >= worth(f))
        .filter(|&f| pos.distance(f, id).is_some_and(|d| d <= IN_SIGHT) && sight::sees_ahead(pos, f, id))
        .collect()
}

/// **legion morale.result.** Who fails goes back half a move in disorder; who fails by twice his value
/// breaks.
fn shaken(pos: &mut Position, id: UnitId, witnesses: &[UnitId], oracle: &mut Oracle<'_>) -> Flow<()> {
    for &friend in witnesses {
        if pos.stance(friend).is_none() || pos.unit(friend).morale == Morale::Broken {
            continue;
        }
        match rolled(pos, friend, Cause::Friends(id), oracle)? {
            (true, _) => {}
            (false, true) => break_unit(pos, friend, None, oracle)?,
            (false, false) => {
                let half = pos.base_move(friend).half();
                harm::disorder(pos, friend, Rule("morale.result"), oracle);
                run::recoil(pos, friend, (None, half), Rule("morale.result"), oracle)?;
            }
        }
    }
    Ok(())
}
