//! What is different when cavalry pursues only the fugitive (alexander 10.42A).

use crate::events::shock::ShockEvent;
use crate::movement::heading::Heading;
use crate::movement::mark::is_fit;
use crate::piece::{Side, UnitId};
use crate::position::{Place, Position};
use crate::questions::company;
use crate::shock::fight::Fight;
use crate::shock::pursuit::{nearest, ride_into};
use crate::state::stage::Combat;
use crate::{Flow, Happening, Oracle};
use tess_effects::{Question, Rule};
use tess_hex::Hex;

const RULE: Rule = Rule("alexander 10.42A");

/// **alexander 10.42A.** At the end of the ride: with nobody but the fugitive in its zone, and in the zone
/// of nobody, the rider may attack once more if its player wants and the die is not above its quality.
pub(crate) fn again(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    rider: UnitId,
) -> Flow<Option<Combat>> {
    let near = pos.in_my_zoc(rider);
    let &[fugitive] = near.as_slice() else { return Ok(None) };
    if !fight.defenders.contains(&fugitive) || !pos.is_routed(fugitive) || pos.unit_in_zoc(rider) {
        return Ok(None);
    }
    pos.unit_mut(rider).pursued = false;
    let fit = is_fit(pos, rider);
    pos.unit_mut(rider).pursued = true;
    if !fit || !wants(pos, oracle, rider, fugitive)? {
        return Ok(None);
    }
    let die = oracle.d10("again", &pos.spec(rider).code, RULE)?;
    let quality = pos.quality(rider);
    let attacks = die <= quality;
    oracle.tell(|| Happening::Shock(ShockEvent::AttacksAgain { unit: rider, die, quality, attacks }));
    Ok(attacks.then(|| Combat { attackers: vec![rider], defenders: vec![fugitive], with: None }))
}

fn wants(pos: &Position, oracle: &mut Oracle<'_>, rider: UnitId, fugitive: UnitId) -> Flow<bool> {
    let (spec, prey) = (pos.spec(rider), pos.spec(fugitive));
    let question = Question::new(
        "pursue-again",
        &pos.set.sides[spec.side],
        &spec.code,
        RULE,
        format!("{} has come up with {}: does it attack again?", spec.code, prey.code),
    )
    .choice("yes", "if the die is not above its quality")
    .choice("no", "it stays where it is")
    .naming(&prey.code)
    .fact("mover", &prey.code)
    .fact("mover.type", prey.kind.letters())
    .fact("own.hits", pos.hits(rider))
    .fact("own.tq", spec.tq);
    Ok(oracle.ask(question)? == "yes")
}

/// **alexander 10.42A.** Horsemen routed a second time flee off the map by the straight way to their edge,
/// and the rider follows until it is a hex from an enemy zone, or off the map as well.
pub(crate) fn off(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight, rider: UnitId) -> Flow<()> {
    let side = fight.side;
    let fled = fight.places.iter().find(|(u, _)| fight.defenders.contains(u));
    let path = match fled.and_then(|(unit, hexes)| Some((*unit, hexes.left?))) {
        Some((unit, at)) => homeward(pos, oracle, unit, at)?,
        None => Vec::new(),
    };
    let mut ridden: Vec<Hex> = Vec::new();
    let mut leaves = !path.is_empty();
    for (i, &to) in path.iter().enumerate() {
        let stop = pos.hex(rider).is_none_or(|at| is_near_zone(pos, side, at)) || pos.in_enemy_zoc(side, to);
        if stop || !ride_into(pos, oracle, fight, rider, to, path.get(i + 1).copied())? {
            leaves = false;
            break;
        }
        ridden.push(to);
        if !fight.holds(pos, rider) {
            leaves = false;
            break;
        }
    }
    leaves &= pos.hex(rider).is_some_and(|at| !is_near_zone(pos, side, at));
    oracle.tell(|| Happening::Shock(ShockEvent::Pursued { unit: rider, path: ridden }));
    if let Some(by) = pos.hex(rider).filter(|_| leaves) {
        pos.lift(rider);
        pos.unit_mut(rider).place = Place::Pursuing { left_by: by };
        oracle.tell(|| Happening::Shock(ShockEvent::LeftMap { unit: rider, by }));
    }
    Ok(())
}

/// **alexander 10.42A.** The hexes from here to the edge to which this fugitive retreats, the first one
/// included: the straight way, or among equal hexes as its owner says (10.31).
fn homeward(pos: &Position, oracle: &mut Oracle<'_>, fled: UnitId, start: Hex) -> Flow<Vec<Hex>> {
    let (field, side) = (&pos.set.field, pos.side(fled));
    let heading = Heading { window: "rout-path", rule: Rule("alexander 10.42A") };
    let mut path = vec![start];
    let mut at = start;
    while field.to_retreat(side, at) > 1 {
        let nearer = |h: &Hex| field.contains(*h) && field.to_retreat(side, *h) < field.to_retreat(side, at);
        let mut open = nearest(pos, side, at.neighbours().map(|(_, h)| h).filter(nearer), |h| {
            u8::from(!field.is_open(h))
        });
        open.sort_by_key(|h| {
            (h.row().abs_diff(start.row()), h.col().abs_diff(start.col()), company(pos, side, *h))
        });
        let Some(next) = heading.hex(pos, oracle, fled, &open)? else { break };
        path.push(next);
        at = next;
    }
    Ok(path)
}

/// Does an enemy zone reach this hex or one next to it?
fn is_near_zone(pos: &Position, side: Side, at: Hex) -> bool {
    pos.in_enemy_zoc(side, at) || at.neighbours().any(|(_, h)| pos.in_enemy_zoc(side, h))
}
