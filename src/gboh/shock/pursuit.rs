//! Cavalry pursuit (8.61 to 8.63, alexander 10.41A, 10.42A).

use crate::events::shock::ShockEvent;
use crate::movement::cost::entry;
use crate::movement::heading::Heading;
use crate::movement::march::tread;
use crate::movement::mark::is_fit;
use crate::piece::{Class, Side, UnitId, UnitType};
use crate::position::{Place, Position};
use crate::questions::company;
use crate::questions::targets;
use crate::shock::advance::{is_passable, step};
use crate::shock::fight::{Chase, Exit, Fight, steady};
use crate::shock::phalanx::Way;
use crate::state::stage::Combat;
use crate::variant::shock::Pursuit;
use crate::{Flow, Happening, Oracle, movement, rout};
use tess_effects::{Listed, Matter, Question, Rule};
use tess_hex::{Facing, Hex};

/// Is there pursuit in this battle?
pub(crate) fn is_played(pos: &Position) -> bool {
    matches!(pos.set.pursuit(), Pursuit::ThroughTheLine | Pursuit::AfterTheFugitive)
}

/// **alexander 10.42A.** Is it the pursuit of the fugitive alone?
pub(crate) fn is_formed(pos: &Position) -> bool {
    pos.set.pursuit() == Pursuit::AfterTheFugitive
}

/// **spqr 8.61, 8.62.** The die for pursuit, thrown when all defenders of a combat rout, since it says how
/// far they run; not thrown when one of them certainly has no way out, for then there is no pursuit. In the
/// combat of a pursuit there is no die: the rider follows.
pub(crate) fn throw(pos: &Position, oracle: &mut Oracle<'_>, fight: &mut Fight) -> Flow<()> {
    let all_rout = fight.defenders.iter().all(|&d| !fight.holds(pos, d) || rout::is_broken(pos, d));
    if !is_played(pos) || !all_rout {
        return Ok(());
    }
    let riders: Vec<UnitId> = fight
        .attacking(pos)
        .filter(|&a| pos.spec(a).kind.is_cavalry() && !fight.engaged.contains(&a) && !rout::is_broken(pos, a))
        .collect();
    if is_formed(pos) && nobody_to_follow(pos, fight) || riders.is_empty() {
        return Ok(());
    }
    let no_way = fight
        .gone
        .iter()
        .any(|(u, exit, _)| fight.defenders.contains(u) && matches!(exit, Exit::NoWay | Exit::Collapsed))
        || fight.defending(pos).any(|d| rout::has_no_way(pos, d));
    if no_way {
        return Ok(());
    }
    let rider = pick(pos, oracle, fight, &riders)?;
    let pursues = if fight.pursuit {
        true
    } else {
        let die = oracle.d10("pursuit", &pos.spec(rider).code, Rule("8.62"))?;
        let quality = pos.quality(rider);
        let pursues = die > quality;
        oracle.tell(|| Happening::Shock(ShockEvent::Pursuit { unit: rider, die, quality, pursues }));
        pursues
    };
    fight.chase = Some(Chase { rider, pursues, rides: false });
    Ok(())
}

/// **alexander 10.42A.** Elephants run wild instead, chariots and engines are lost, so is who routs again;
/// the second ride is after horsemen only.
fn nobody_to_follow(pos: &Position, fight: &Fight) -> bool {
    let kind = |d: UnitId| pos.spec(d).kind;
    if fight.pursuit {
        return fight.defenders.iter().any(|&d| !kind(d).is_cavalry());
    }
    let destroyed = |d: UnitId| fight.exit(d) == Some(Exit::Destroyed) || pos.spec(d).class == Class::SC;
    fight.defenders.iter().any(|&d| matches!(kind(d), UnitType::EL | UnitType::CH))
        || fight.defenders.iter().all(|&d| destroyed(d))
}

/// **spqr 8.61.** Only one unit pursues, its owner's choice.
fn pick(pos: &Position, oracle: &mut Oracle<'_>, fight: &Fight, riders: &[UnitId]) -> Flow<UnitId> {
    if let [only] = *riders {
        return Ok(only);
    }
    let code = |u: UnitId| pos.spec(u).code.to_ascii_lowercase();
    let mut question = Question::new(
        "pursuer",
        &pos.set.sides[fight.side],
        &code(riders[0]),
        Rule("8.61"),
        "Which of the victorious cavalry checks for pursuit?",
    );
    let mut ranked = riders.to_vec();
    ranked.sort_by_key(|&u| (std::cmp::Reverse(pos.quality(u)), u));
    for &u in &ranked {
        let spec = pos.spec(u);
        question = question.choice(code(u), format!("{} (TQ {}, {} hits)", spec.code, spec.tq, pos.hits(u)));
    }
    let key = oracle.ask(question)?;
    Ok(ranked.iter().copied().find(|&u| code(u) == key).unwrap_or(ranked[0]))
}

/// **spqr 8.61.** Who, in the end, pursues or breaks off: nobody when a defender had no way out or one of
/// them did not rout.
pub(crate) fn settle(pos: &Position, fight: &mut Fight) {
    let Some(chase) = fight.chase else { return };
    let spoiled = fight
        .defenders
        .iter()
        .any(|&d| fight.holds(pos, d) || matches!(fight.exit(d), Some(Exit::NoWay | Exit::Collapsed)));
    fight.chase = if spoiled || !fight.holds(pos, chase.rider) || pos.is_routed(chase.rider) {
        None
    } else {
        Some(Chase { rides: chase.pursues, ..chase })
    };
}

/// **spqr 8.62.** Whom the pursuer follows, of those who fled; by default who went last, and off the map
/// before others. Who fled in the charge, while the combat went on, has been let go.
fn pursued(pos: &Position, oracle: &mut Oracle<'_>, fight: &Fight, rider: UnitId) -> Flow<Option<UnitId>> {
    let off = fight.defenders.iter().copied().filter(|&d| fight.exit(d) == Some(Exit::OffMap));
    let on = fight.gone.iter().rev();
    let on = on.filter(|(u, _, path)| fight.defenders.contains(u) && !path.is_empty()).map(|(u, ..)| *u);
    let mut all: Vec<UnitId> = Vec::new();
    for unit in off.chain(on) {
        if !all.contains(&unit) {
            all.push(unit);
        }
    }
    let let_go = |unit: &UnitId| {
        let stood = fight.places.iter().find(|(u, _)| u == unit);
        stood.is_some_and(|(_, hexes)| hexes.iter().all(|hex| fight.early.contains(&hex)))
    };
    if !all.iter().all(let_go) {
        all.retain(|unit| !let_go(unit));
    }
    whom(pos, oracle, fight, rider, &all)
}

/// **spqr 8.62, alexander 10.42B.** One of several fugitives, as the owner of the pursuer says; by default
/// the first.
pub(crate) fn whom(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    rider: UnitId,
    all: &[UnitId],
) -> Flow<Option<UnitId>> {
    if all.len() < 2 {
        return Ok(all.first().copied());
    }
    let options = Listed {
        of: all.iter().copied(),
        key: |u: &UnitId| pos.spec(*u).code.to_ascii_lowercase(),
        text: |u: &UnitId| match fight.exit(*u) {
            Some(Exit::OffMap) => "off the map".to_owned(),
            _ => pos.hex(*u).map_or_else(String::new, |hex| format!("to {hex}")),
        },
    };
    let subject = &pos.spec(rider).code;
    let matter =
        Matter { window: "pursued", side: &pos.set.sides[pos.side(rider)], subject, rule: Rule("8.62") };
    oracle
        .choose(matter, &options, |matter, _| {
            matter.question(format!("{subject} pursues: whom does it follow?"))
        })
        .map(Some)
}

/// **spqr 8.62, 8.63.** The ride. Gives the combat it ends in, if any.
pub(crate) fn pursue(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight) -> Flow<Option<Combat>> {
    let Some(chase) = fight.chase else { return Ok(None) };
    let rider = chase.rider;
    pos.unit_mut(rider).pursued = true;
    if !chase.pursues {
        return Ok(None);
    }
    if fight.pursuit && is_formed(pos) {
        crate::shock::ride::off(pos, oracle, fight, rider)?;
        return Ok(None);
    }
    let prey = pursued(pos, oracle, fight, rider)?;
    if let Some(fled) = prey.filter(|&d| fight.exit(d) == Some(Exit::OffMap)) {
        leave_map(pos, oracle, fight, rider, fled);
        return Ok(None);
    }
    let way = prey.and_then(|prey| {
        fight
            .gone
            .iter()
            .find(|(u, _, path)| *u == prey && !path.is_empty())
            .map(|(u, _, path)| (*u, path.clone()))
    });
    let ridden = match way {
        Some((fled, mut path)) => {
            path.pop();
            let last = pos.hex(fled);
            let first = starting_hex(pos, fight, rider, fled);
            follow(pos, oracle, fight, rider, first.into_iter().chain(path).collect(), last)?
        }
        None => half_allowance(pos, oracle, fight, rider)?,
    };
    oracle.tell(|| Happening::Shock(ShockEvent::Pursued { unit: rider, path: ridden }));
    if fight.pursuit || !fight.holds(pos, rider) {
        return Ok(None);
    }
    if is_formed(pos) {
        return crate::shock::ride::again(pos, oracle, fight, rider);
    }
    let near = targets(pos, rider);
    // It may attack once more although it is marked as having pursued.
    pos.unit_mut(rider).pursued = false;
    let fit = is_fit(pos, rider) && !near.is_empty();
    pos.unit_mut(rider).pursued = true;
    Ok(fit.then(|| Combat { attackers: vec![rider], defenders: near, with: None }))
}

/// The hex the routed unit left that the rider can enter first.
pub(crate) fn starting_hex(pos: &Position, fight: &Fight, rider: UnitId, fled: UnitId) -> Option<Hex> {
    let at = pos.hex(rider)?;
    let stood = fight.places.iter().find(|(u, _)| *u == fled)?.1;
    stood.iter().find(|h| h.touches(at))
}

/// Has the rider come as far as it rides: into an enemy zone, or with an enemy in its own (spqr 8.62);
/// alexander 10.42A: next to a routed enemy instead.
fn is_there(pos: &Position, rider: UnitId) -> bool {
    if pos.unit_in_zoc(rider) || !is_formed(pos) {
        return pos.unit_in_zoc(rider) || !pos.in_my_zoc(rider).is_empty();
    }
    let side = pos.side(rider);
    pos.hexes(rider).iter().any(|h| pos.enemies_next_to(side, h).iter().any(|&e| pos.is_routed(e)))
}

/// Rides these hexes until an enemy zone, an enemy in its own zone, or something in the way stops it.
pub(crate) fn follow(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    rider: UnitId,
    path: Vec<Hex>,
    last: Option<Hex>,
) -> Flow<Vec<Hex>> {
    let mut ridden = Vec::new();
    for (i, &to) in path.iter().enumerate() {
        let ahead = path.get(i + 1).copied().or(last);
        if !ride_into(pos, oracle, fight, rider, to, ahead)? {
            break;
        }
        ridden.push(to);
        if !fight.holds(pos, rider) || is_there(pos, rider) {
            break;
        }
    }
    Ok(ridden)
}

/// Can it ride from here into this hex: nobody stands there, and the ground lets its type through?
fn is_open(pos: &Position, rider: UnitId, at: Hex, to: Hex) -> bool {
    at.side_towards(to).is_some_and(|s| pos.set.field.can_cross(at, s))
        && pos.stack(to).is_empty()
        && is_passable(pos, rider, to)
}

/// One hex of a ride, towards the next; false when something is in the way.
pub(crate) fn ride_into(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    rider: UnitId,
    to: Hex,
    ahead: Option<Hex>,
) -> Flow<bool> {
    let (Some(at), Some(facing)) = (pos.hex(rider), pos.facing(rider)) else { return Ok(false) };
    if !is_open(pos, rider, at, to) {
        return Ok(false);
    }
    let facing = which_facing(pos, oracle, rider, [at, to], ahead, facing)?;
    let from = pos.hexes(rider);
    step(pos, oracle, fight, rider, Way { left: to, facing, wheel: false })?;
    if pos.hex(rider) != Some(to) {
        return Ok(false);
    }
    steady(pos, oracle, rider, Rule("8.51"));
    movement::came_adjacent(pos, oracle, rider, from, false)?;
    Ok(true)
}

/// **spqr 8.62.** How a rider faces that has come so far: with its way on before it, or at the end of it
/// with the hex into which it rode.
fn which_facing(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    rider: UnitId,
    [at, to]: [Hex; 2],
    ahead: Option<Hex>,
    now: Facing,
) -> Flow<Facing> {
    let first = facing_towards(to, ahead, now);
    let before = ahead.and_then(|next| to.side_towards(next)).or_else(|| at.side_towards(to));
    let other = before.map(Facing::with_left_front).into_iter().flat_map(|left| [left, left.turn(-1)]);
    let open: Vec<Facing> = [first].into_iter().chain(other.filter(|&f| f != first)).collect();
    let heading = Heading { window: "pursuit-face", rule: Rule("8.62") };
    Ok(heading.facing(pos, oracle, rider, &open)?.unwrap_or(first))
}

/// The facing nearest to the present one that has the next hex in front; the present one where there is
/// none.
pub(crate) fn facing_towards(at: Hex, next: Option<Hex>, now: Facing) -> Facing {
    let Some(side) = next.and_then(|n| at.side_towards(n)) else { return now };
    let left = Facing::with_left_front(side);
    let right = left.turn(-1);
    if now.vertices_to(right) < now.vertices_to(left) { right } else { left }
}

/// **spqr 8.62.** All enemies were eliminated: half the allowance, in points, towards their retreat edge.
fn half_allowance(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    rider: UnitId,
) -> Flow<Vec<Hex>> {
    let enemy = fight.side.other();
    let Some(mut at) = pos.hex(rider) else { return Ok(Vec::new()) };
    let field = &pos.set.field;
    let heading = Heading { window: "pursuit-path", rule: Rule("8.62") };
    let points = pos.spec(rider).ma.div_ceil(2);
    let mut path: Vec<Hex> = Vec::new();
    while path.len() < usize::from(points) {
        // first into the hex that the enemy left, then ever nearer to his edge
        let next = |h: &Hex| match path.is_empty() {
            true => fight.ground.contains(h) && pos.stack(*h).is_empty(),
            false => field.is_open(*h) && field.to_retreat(enemy, *h) < field.to_retreat(enemy, at),
        };
        let mut open = nearest(pos, pos.side(rider), at.neighbours().map(|(_, h)| h).filter(next), |h| {
            field.to_retreat(enemy, h)
        });
        if open.iter().any(|&h| is_open(pos, rider, at, h)) {
            open.retain(|&h| is_open(pos, rider, at, h));
        }
        let Some(to) = heading.hex(pos, oracle, rider, &open)? else { break };
        path.push(to);
        at = to;
        // The first is its advance, whatever that costs (8.51).
        if path.len() > 1 && affordable(pos, rider, &path, points) < path.len() {
            path.pop();
            break;
        }
    }
    follow(pos, oracle, fight, rider, path, None)
}

/// Those of some hexes that are nearest, as they lie for a side.
pub(crate) fn nearest(
    pos: &Position,
    side: Side,
    hexes: impl Iterator<Item = Hex>,
    far: impl Fn(Hex) -> u8,
) -> Vec<Hex> {
    let mut all: Vec<Hex> = hexes.collect();
    let least = all.iter().map(|&h| far(h)).min();
    all.retain(|&h| Some(far(h)) == least);
    all.sort_by_cached_key(|&h| company(pos, side, h));
    all
}

/// How many hexes of a way a unit can enter for so many points.
fn affordable(pos: &Position, rider: UnitId, path: &[Hex], points: u8) -> usize {
    let (kind, mut at, mut left, mut climbed) = (pos.spec(rider).kind, pos.hex(rider), points, 0);
    let can = path.iter().take_while(|&&to| {
        let cost = at.and_then(|from| {
            let side = from.side_towards(to)?;
            entry(pos, kind, tread(kind), false, from, side, climbed).ok()
        });
        let paid = cost.and_then(|cost| Some((left.checked_sub(cost.mp)?, climbed + cost.up)));
        let Some(after) = paid else { return false };
        ((left, climbed), at) = (after, Some(to));
        true
    });
    can.count()
}

/// **spqr 8.62, 8.64.** The enemy fled off the map, and the rider after him.
fn leave_map(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight, rider: UnitId, fled: UnitId) {
    // The last hex on its way, or where it stood.
    let path = fight.gone.iter().find(|(u, ..)| *u == fled).and_then(|(_, _, path)| path.last());
    let stood = || fight.places.iter().find(|(u, _)| *u == fled).and_then(|(_, h)| h.left);
    let Some(by) = path.copied().or_else(stood) else { return };
    pos.lift(rider);
    pos.unit_mut(rider).place = Place::Pursuing { left_by: by };
    oracle.tell(|| Happening::Shock(ShockEvent::LeftMap { unit: rider, by }));
}
