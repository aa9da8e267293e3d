//! A rampage from its first roll to its end (9.14, 4.84).

use crate::effects::{Flow, Rule};
use crate::gboh::field::Edge;
use crate::gboh::piece::{LeaderId, Side, UnitId};
use crate::gboh::position::{Morale, Place, Position};
use crate::gboh::rout::told::{Beast, Heading, RampageEnd, RoutEvent};
use crate::gboh::variant::charts::Angle;
use crate::gboh::zone::angle_of;
use crate::gboh::{Happening, Oracle, movement, rout};
use crate::hex::{Facing, Hex, Hexside};

const RULE: Rule = Rule("9.14");

/// **spqr 9.14.** A whole rampage, to its end; `by` is the unit that caused it.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn rampage(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    by: Option<UnitId>,
) -> Flow<()> {
    let at = pos.hex(elephant);
    rampage_of(pos, oracle, Beast::Unit(elephant), at, by)
}

/// **spqr 9.14, 4.84.** The same for any elephant, the one of a dead leader too, from the hex it stands in.
///
/// # Errors
/// As [`rampage`].
pub fn rampage_of(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    beast: Beast,
    at: Option<Hex>,
    by: Option<UnitId>,
) -> Flow<()> {
    let Some(mut at) = at else { return Ok(()) };
    if let Beast::Unit(unit) = beast {
        // No zone of control while it rampages, and it cannot be rallied.
        pos.unit_mut(unit).morale = Morale::Routed;
    }
    let cause = by.and_then(|u| pos.hexes(u).iter().min_by_key(|h| h.distance(at)));
    // Elephants struck by this one rampage when it is done: never two at a time.
    let mut later: Vec<UnitId> = Vec::new();
    let mut end = RampageEnd::Spent;
    for nth in 1..=4 {
        let die = oracle.d10("rampage", code(pos, beast), RULE)?;
        let heading = heading(pos, beast, at, die, nth == 1, cause);
        oracle.tell(|| Happening::Rout(RoutEvent::RampageRoll { beast, die, heading }));
        let before = at;
        let over = match heading {
            Heading::End if die > 0 && matches!(beast, Beast::Leader(_)) => Some(RampageEnd::Calmed),
            Heading::End => Some(RampageEnd::Stopped),
            _ => charge(pos, oracle, beast, &mut at, heading, &mut later)?,
        };
        if at != before && over != Some(RampageEnd::OffMap) {
            oracle.tell(|| Happening::Rout(RoutEvent::RampageRan { beast, to: at }));
        }
        if let Some(over) = over {
            end = over;
            break;
        }
        if nearest(pos, beast, at, None).is_none_or(|(_, d)| d >= 8) {
            end = RampageEnd::Alone;
            break;
        }
    }
    oracle.tell(|| Happening::Rout(RoutEvent::RampageOver { beast, end }));
    if let Beast::Unit(unit) = beast
        && matches!(pos.unit(unit).place, Place::Field { .. })
    {
        rout::eliminate(pos, oracle, unit, RULE);
    }
    for unit in later {
        rout::rout_if_broken(pos, oracle, unit, None)?;
    }
    Ok(())
}

fn code(pos: &Position, beast: Beast) -> &str {
    match beast {
        Beast::Unit(u) => &pos.set.unit(u).code,
        Beast::Leader(l) => &pos.set.leader(l).code,
    }
}

fn side_of(pos: &Position, beast: Beast) -> Side {
    match beast {
        Beast::Unit(u) => pos.spec(u).side,
        Beast::Leader(l) => pos.leader_spec(l).side,
    }
}

/// The nearest other unit, of one side or of any, with its distance; ties go to the lowest hex number.
fn nearest(pos: &Position, beast: Beast, at: Hex, of: Option<Side>) -> Option<(UnitId, u8)> {
    Side::BOTH
        .into_iter()
        .filter(|&s| of.is_none_or(|o| o == s))
        .flat_map(|s| pos.on_field(s))
        .filter(|&u| beast != Beast::Unit(u))
        .flat_map(|u| pos.hexes(u).iter().map(move |h| (h.distance(at), h, u)))
        .min()
        .map(|(d, _, u)| (u, d))
}

/// **spqr 9.14, the table.** Where a die sends it.
fn heading(pos: &Position, beast: Beast, at: Hex, die: u8, first: bool, cause: Option<Hex>) -> Heading {
    match die {
        0 if matches!(beast, Beast::Leader(_)) => Heading::End,
        0 => match nearest(pos, beast, at, Some(side_of(pos, beast))) {
            Some((unit, _)) => Heading::Friend(unit),
            None => Heading::Side(homeward(pos, beast)),
        },
        // The compass points to a vertex; the sides are counted clockwise from the one right of north.
        1..=6 => Heading::Side(pos.set.field.north.right_front().turn(die as i8 - 1)),
        _ if !first => Heading::End,
        _ => Heading::Side(cause.map_or_else(|| homeward(pos, beast), |c| away(c, at))),
    }
}

/// The side that leads to its own retreat edge, where nobody caused the rampage.
fn homeward(pos: &Position, beast: Beast) -> Hexside {
    match pos.set.field.retreat[side_of(pos, beast)] {
        Edge::North => Hexside::N,
        Edge::East => Hexside::NE,
        Edge::South => Hexside::S,
        Edge::West => Hexside::NW,
    }
}

/// The side that leads straight away from a hex: the one that gains most in three steps, the first clockwise from N.
fn away(from: Hex, at: Hex) -> Hexside {
    if let Some(side) = from.side_towards(at) {
        return side;
    }
    let gain = |side: Hexside| {
        let (mut h, mut sum) = (at, 0u16);
        for _ in 0..3 {
            h = h.neighbour(side).unwrap_or(h);
            sum += u16::from(h.distance(from));
        }
        sum
    };
    let mut best = Hexside::N;
    for side in Hexside::ALL {
        if gain(side) > gain(best) {
            best = side;
        }
    }
    best
}

/// **spqr 9.14.** Three hexes in one direction, or until it strikes somebody.
fn charge(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    beast: Beast,
    at: &mut Hex,
    heading: Heading,
    later: &mut Vec<UnitId>,
) -> Flow<Option<RampageEnd>> {
    for _ in 0..3 {
        if !is_loose(pos, beast) {
            return Ok(Some(RampageEnd::Killed));
        }
        scatter(pos, oracle, beast, *at)?;
        let Some(side) = step_side(pos, *at, heading) else { return Ok(None) };
        let Some(next) = at.neighbour(side).filter(|&h| pos.set.field.contains(h)) else {
            return Ok(Some(RampageEnd::OffMap));
        };
        if !pos.set.field.can_cross(*at, side) {
            return Ok(None);
        }
        dodge(pos, oracle, next, *at);
        if !pos.stack(next).is_empty() {
            strike(pos, oracle, beast, *at, next, later)?;
            return Ok(None);
        }
        *at = next;
        if let Beast::Unit(unit) = beast {
            pos.put(unit, next, Facing::with_left_front(side));
        }
    }
    scatter(pos, oracle, beast, *at)?;
    Ok(if is_loose(pos, beast) { None } else { Some(RampageEnd::Killed) })
}

/// Still there? Routers it set off may have run it over.
fn is_loose(pos: &Position, beast: Beast) -> bool {
    match beast {
        Beast::Unit(u) => matches!(pos.unit(u).place, Place::Field { .. }),
        Beast::Leader(_) => true,
    }
}

/// The side of its next step. Towards a friend it is looked for anew in each hex.
fn step_side(pos: &Position, at: Hex, heading: Heading) -> Option<Hexside> {
    match heading {
        Heading::Side(side) => Some(side),
        Heading::Friend(unit) => {
            let goal = pos.hexes(unit).iter().min_by_key(|h| (h.distance(at), *h))?;
            at.neighbours().min_by_key(|(_, h)| h.distance(goal)).map(|(side, _)| side)
        }
        Heading::End => None,
    }
}

/// **spqr 6.51, 6.56.** Whoever is within two hexes may withdraw, of both sides.
fn scatter(pos: &mut Position, oracle: &mut Oracle<'_>, beast: Beast, at: Hex) -> Flow<()> {
    let Beast::Unit(elephant) = beast else { return Ok(()) };
    if nearest(pos, beast, at, None).is_some_and(|(_, d)| d <= 2) {
        movement::offer_withdrawals(pos, oracle, elephant, true)?;
    }
    Ok(())
}

/// **spqr 9.14.** The elephant stops short and the units in the hex take the hits.
fn strike(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    beast: Beast,
    at: Hex,
    next: Hex,
    later: &mut Vec<UnitId>,
) -> Flow<()> {
    let struck: Vec<UnitId> = pos.stack(next).units().collect();
    let by = match beast {
        Beast::Unit(u) => Some(u),
        Beast::Leader(_) => None,
    };
    for &unit in &struck {
        let frontal = match (pos.in_column(unit), pos.facing(unit)) {
            (false, Some(facing)) if pos.spec(unit).class != crate::gboh::piece::Class::SC => {
                angle_of(pos.hexes(unit), facing, at) == Some(Angle::Front)
            }
            _ => pos.angle(unit, at) == Some(Angle::Front),
        };
        let hits = if frontal && !pos.spec(unit).kind.is_cavalry() { 1 } else { 2 };
        rout::hit(pos, oracle, unit, hits, "rampage", RULE)?;
    }
    for unit in struck {
        if pos.spec(unit).kind == crate::gboh::piece::UnitType::EL {
            later.push(unit);
        } else {
            rout::rout_if_broken(pos, oracle, unit, by)?;
        }
    }
    Ok(())
}

/// **spqr 9.14, 4.72.** Leaders in the hex it would enter get away, one to three hexes, or are crushed. Nobody stays to be
/// crushed, so nobody is asked: he takes the farthest hex, best with friends.
fn dodge(pos: &mut Position, oracle: &mut Oracle<'_>, next: Hex, from: Hex) {
    let leaders: Vec<LeaderId> = pos.leaders_in(next).collect();
    for leader in leaders {
        match refuge(pos, leader, next, from) {
            Some(to) => {
                pos.leader_mut(leader).hex = Some(to);
                oracle.tell(|| Happening::Rout(RoutEvent::Dodged { leader, to }));
            }
            None => rout::kill_leader(pos, oracle, leader, RULE),
        }
    }
}

/// **spqr 4.72.** The hex to which a leader gets away: each step farther from the elephant, no enemies, no enemy zone
/// without friends.
fn refuge(pos: &Position, leader: LeaderId, start: Hex, from: Hex) -> Option<Hex> {
    let side = pos.leader_spec(leader).side;
    let mut reached: Vec<Hex> = vec![start];
    let mut ring: Vec<Hex> = vec![start];
    for _ in 0..3 {
        let mut out: Vec<Hex> = Vec::new();
        for &h in &ring {
            for (hexside, to) in h.neighbours() {
                let stack = pos.stack(to);
                let enemy = stack.units().any(|u| pos.spec(u).side != side);
                let free = !pos.in_enemy_zoc(side, to) || !stack.is_empty();
                if to.distance(from) > h.distance(from)
                    && pos.set.field.can_cross(h, hexside)
                    && !enemy
                    && free
                    && !out.contains(&to)
                {
                    out.push(to);
                }
            }
        }
        reached.extend(&out);
        ring = out;
    }
    reached
        .into_iter()
        .filter(|&h| h != start)
        .max_by_key(|&h| (h.distance(from), !pos.stack(h).is_empty(), std::cmp::Reverse(h)))
}
