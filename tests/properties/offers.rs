//! Every offer that the rules make appears as an offer: what the rules take as an order is in the list of
//! what may be ordered, and whoever is come upon is asked what the book lets him choose.

use tesserarius::effects::{Dice, Game as _, Recorded};
use tesserarius::game::AnyPosition as _;
use tesserarius::gboh::events::movement::Leg;
use tesserarius::gboh::events::{FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tesserarius::gboh::piece::Class;
use tesserarius::gboh::position::Place;
use tesserarius::gboh::{Gboh, Happening, Position, UnitId};
use tesserarius::hex::Hex;
use tesserarius::table::{Close, Halt, comes_through, rehearse_with};

use super::watch::Seen;

type Found = Result<(), String>;

/// The orders of one unit, when a leader has just been activated; which, the turn of the watch says.
pub fn orders(seen: &Seen<'_>, turn: usize) -> Found {
    let Some(first) = seen.sheet.lines().next().filter(|l| l.starts_with("activate")) else { return Ok(()) };
    let Ok(lines) = Gboh::read(seen.before, seen.side, first) else { return Ok(()) };
    let run = rehearse_with::<Gboh>(seen.before, seen.side, &lines, Dice::Closed, &[], &[], true);
    if run.halt != Halt::Closed(Close::Whole) {
        return Ok(());
    }
    let pos = run.position;
    let Some(side) = pos.set.find_side(seen.side) else { return Ok(()) };
    let on_field = |u: &UnitId| matches!(pos.unit(*u).place, Place::Field { .. });
    let (mine, theirs): (Vec<UnitId>, Vec<UnitId>) =
        pos.unit_ids().filter(on_field).partition(|&u| pos.side(u) == side);
    let Some(&unit) = mine.get(turn % mine.len().max(1)) else { return Ok(()) };
    let code = &pos.spec(unit).code;
    let listed: Vec<String> = match pos.legal(seen.side, Some(code)) {
        Ok(legal) => legal.lines().map(str::to_owned).collect(),
        Err(fault) => return Err(format!("no list for {code}: {fault:?}")),
    };
    for order in conceivable(&pos, unit, &theirs) {
        let is_listed = listed.iter().any(|line| line == &order || line.starts_with(&format!("{order} ")));
        // what only takes a unit so far that it routs (10.14) need not be offered
        if !is_listed && comes_through::<Gboh>(&pos, seen.side, &order) {
            return Err(format!(
                "after `{first}` `{order}` may be ordered and is not in\n{}",
                listed.join("\n")
            ));
        }
    }
    Ok(())
}

/// All that one might think of ordering a unit to do.
fn conceivable(pos: &Position, unit: UnitId, enemies: &[UnitId]) -> Vec<String> {
    let code = &pos.spec(unit).code;
    let mut all = vec![format!("recover {code}"), format!("rally {code}")];
    let apart = |e: UnitId| pos.hexes(unit).distance(pos.hexes(e)).unwrap_or(u8::MAX);
    for &enemy in enemies.iter().filter(|&&e| apart(e) <= 5) {
        let foe = &pos.spec(enemy).code;
        all.extend([format!("fire {code} at {foe}"), format!("harass {code} at {foe}")]);
        if apart(enemy) == 1 {
            all.push(format!("shock {code} at {foe}"));
        }
    }
    if let Some(hex) = pos.hex(unit).filter(|_| !pos.set.unit(unit).two_hex) {
        all.extend(hex.neighbours().map(|(_, to)| format!("move {code} to {to}")));
    }
    all
}

/// **spqr 7.15, cataphract 7.14, alexander 7.16.** The first move of an action comes next to somebody's
/// flank or rear: he is asked whether he turns. Only he who could: in order, held by nobody else, not yet
/// turned.
pub fn turns(seen: &Seen<'_>) -> Found {
    let pos = seen.before;
    let record = &seen.run.record;
    let first = record
        .iter()
        .position(|e| matches!(e, Recorded::Happened(Happening::Move(MoveEvent::Marched { .. }))));
    let Some(nth) = first else { return Ok(()) };
    let quiet = record[..nth].iter().all(|e| matches!(e, Recorded::Happened(Happening::Command(_))));
    let Recorded::Happened(Happening::Move(MoveEvent::Marched { unit, with: None, from, way, .. })) =
        &record[nth]
    else {
        return Ok(());
    };
    let last = way.iter().rev().find_map(|leg| match leg {
        Leg::To(hex) => Some(*hex),
        _ => None,
    });
    let Some(hex) = last.filter(|_| quiet && !pos.set.unit(*unit).two_hex) else { return Ok(()) };
    let asked = |code: &str| {
        record[nth..].iter().any(|entry| match entry {
            Recorded::Decided(q, _) => q.window == "face" && q.subject.eq_ignore_ascii_case(code),
            _ => false,
        })
    };
    for enemy in pos.unit_ids().filter(|&e| pos.side(e) != pos.side(*unit) && may_turn(pos, e, *unit)) {
        let Some(at) = pos.hex(enemy) else { continue };
        let comes = at.touches(hex) && !at.touches(*from);
        let code = &pos.spec(enemy).code;
        if comes && !touched(seen, nth, *unit, enemy) && !asked(&code.to_ascii_lowercase()) {
            return Err(format!(
                "{} comes next to {code} in {hex}, who is not asked whether he turns",
                pos.spec(*unit).code
            ));
        }
    }
    Ok(())
}

/// Could it turn, if the mover were beside it?
fn may_turn(pos: &Position, unit: UnitId, mover: UnitId) -> bool {
    let (now, spec) = (pos.unit(unit), pos.spec(unit));
    let held = |hex: Hex| {
        let foes = pos.unit_ids().filter(|&f| f != mover && pos.side(f) != pos.side(unit));
        foes.into_iter().any(|f| pos.exerts(f, hex))
    };
    matches!(now.place, Place::Field { .. })
        && !pos.set.unit(unit).two_hex
        && !pos.is_routed(unit)
        && !pos.in_column(unit)
        && !pos.is_leader_elephant(unit)
        && spec.class != Class::SC
        && !now.engaged
        && !now.shield_wall
        && !now.done.refaced
        && !now.done.began_in_zoc
        && pos.partner(unit).is_none()
        && !pos.hexes(unit).iter().any(held)
}

/// Did something else befall one of them first?
fn touched(seen: &Seen<'_>, nth: usize, mover: UnitId, unit: UnitId) -> bool {
    seen.run.record[nth + 1..].iter().any(|entry| match entry {
        Recorded::Happened(Happening::Rout(
            RoutEvent::Routs { unit: who, .. } | RoutEvent::Eliminated { unit: who, .. },
        )) => *who == mover || *who == unit,
        Recorded::Happened(Happening::Move(MoveEvent::Withdrew { unit: who, with, .. })) => {
            *who == unit || *who == mover || *with == Some(unit)
        }
        Recorded::Happened(Happening::Move(MoveEvent::Feigned { unit: who, .. })) => *who == unit,
        _ => false,
    })
}

/// **spqr 8.52, cataphract 9.22, alexander 8.52.** A unit of one hex that has advanced is asked how it
/// faces.
pub fn advances(seen: &Seen<'_>) -> Found {
    for (nth, entry) in seen.run.record.iter().enumerate() {
        let Recorded::Happened(Happening::Move(MoveEvent::Advanced { unit, .. })) = entry else { continue };
        let spec = seen.before.set.unit(*unit);
        let asked = seen.run.record[..nth].iter().any(|entry| match entry {
            Recorded::Decided(q, _) => {
                q.window == "advance-face" && q.subject.eq_ignore_ascii_case(&spec.code)
            }
            _ => false,
        });
        // Who pursues faces the way he rides (8.62), who runs after his tormentors as he runs (cataphract
        // 8.34).
        let rides = seen.run.record[nth..].iter().any(|entry| match entry {
            Recorded::Happened(Happening::Shock(
                ShockEvent::Pursued { unit: who, .. } | ShockEvent::FormedRide { unit: who, .. },
            )) => who == unit,
            _ => false,
        });
        let ran = seen.run.record[..nth].iter().any(|entry| match entry {
            Recorded::Happened(Happening::Fire(FireEvent::Impetuous { unit: who, .. })) => who == unit,
            _ => false,
        });
        if !spec.two_hex && !asked && !rides && !ran {
            return Err(format!("{} advances and is not asked how it faces", spec.code));
        }
    }
    Ok(())
}
