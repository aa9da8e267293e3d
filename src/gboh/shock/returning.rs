//! Off-map cavalry that comes back by itself (alexander 10.43A).

use crate::questions::{company, outlook};
use std::collections::BTreeMap;

use crate::events::hit_cause::HitCause;
use crate::events::shock::ShockEvent;
use crate::field::Edge;
use crate::movement::heading::Heading;
use crate::piece::{LeaderId, Side, UnitId};
use crate::position::{Place, Position};
use crate::shock::advance::is_passable;
use crate::shock::pursuit::{facing_towards, is_formed};
use crate::shock::regroup::price;
use crate::{Flow, Happening, Oracle, movement, questions, rout};
use tess_effects::{Question, Rule};
use tess_hex::{Facing, Hex};

const RULE: Rule = Rule("alexander 10.43A");

/// **alexander 10.43A.** At the end of an orders phase of the overall commander his cavalry off the map, and
/// what came back but found no leader yet, rides its allowance towards a leader who may command it.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn come_back(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    let side = pos.leader_spec(leader).side;
    if !is_formed(pos) || pos.overall(side) != Some(leader) {
        return Ok(());
    }
    let riders: Vec<UnitId> = pos
        .unit_ids()
        .filter(|&u| pos.side(u) == side)
        // Who has ridden off in this very phase waits for the next.
        .filter(|&u| !pos.unit(u).done.shocked)
        .filter(|&u| match pos.unit(u).place {
            Place::Pursuing { .. } => true,
            Place::Field { .. } => pos.unit(u).returning && !pos.is_routed(u),
            Place::Eliminated | Place::Waiting => false,
        })
        .collect();
    for rider in riders {
        if let Some(to) = whom(pos, oracle, rider)? {
            ride(pos, oracle, rider, to)?;
        }
    }
    Ok(())
}

/// The leader towards whom it rides, by its player's choice; the nearest to the enemy's edge when nothing is
/// said.
fn whom(pos: &Position, oracle: &mut Oracle<'_>, rider: UnitId) -> Flow<Option<LeaderId>> {
    let spec = pos.spec(rider);
    let edge = spec.side.other();
    let mut able: Vec<LeaderId> = pos
        .leader_ids()
        .filter(|&l| pos.leader_spec(l).side == spec.side && !pos.is_counter(l))
        .filter(|&l| pos.leader(l).hex.is_some() && questions::can_command(pos, l, rider))
        .collect();
    let far = |l: LeaderId| match (pos.leader(l).hex, pos.hex(rider)) {
        (Some(h), Some(at)) => h.distance(at),
        (Some(h), None) => pos.set.field.to_retreat(edge, h),
        _ => u8::MAX,
    };
    able.sort_by_key(|&l| (far(l), l));
    let Some(&first) = able.first() else { return Ok(None) };
    let code = |l: LeaderId| pos.leader_spec(l).code.to_ascii_lowercase();
    let mut question = Question::new(
        "regroup",
        &pos.set.sides[spec.side],
        &spec.code,
        RULE,
        format!("Towards which leader does {} come back?", spec.code),
    );
    for &l in &able {
        question = question.choice(code(l), format!("{}, {} hexes off", pos.leader_spec(l).name, far(l)));
    }
    let key = oracle.ask(question)?;
    Ok(able.into_iter().find(|&l| code(l) == key).or(Some(first)))
}

/// One ride: onto the map if need be, as near to the leader as its allowance leads, never next to an enemy.
fn ride(pos: &mut Position, oracle: &mut Oracle<'_>, rider: UnitId, leader: LeaderId) -> Flow<()> {
    let Some(goal) = pos.leader(leader).hex else { return Ok(()) };
    let found = find(pos, rider, goal);
    let open: Vec<Hex> = found.iter().map(|end| end.to).collect();
    let way = Heading { window: "pursuit-path", rule: RULE };
    let Some(to) = way.hex(pos, oracle, rider, &open)? else { return Ok(()) };
    let Some(&Found { entry, hits, .. }) = found.iter().find(|end| end.to == to) else { return Ok(()) };
    let ahead =
        to.neighbours().map(|(_, h)| h).min_by_key(|&h| (h.distance(goal), company(pos, pos.side(rider), h)));
    // Who comes from off the map looks into it.
    let inwards = match pos.set.field.retreat[pos.side(rider).other()] {
        Edge::North => [Facing::SE, Facing::SW],
        Edge::East => [Facing::W; 2],
        Edge::South => [Facing::NE, Facing::NW],
        Edge::West => [Facing::E; 2],
    };
    let inwards = inwards.into_iter().min_by_key(|&f| outlook(pos, pos.side(rider), to, f));
    let now = pos.facing(rider).or(inwards).unwrap_or(Facing::E);
    let first = if to == goal { now } else { facing_towards(to, ahead, now) };
    let open: Vec<Facing> =
        [first].into_iter().chain(Facing::ALL.into_iter().filter(|&f| f != first)).collect();
    let turn = Heading { window: "pursuit-face", rule: RULE };
    let facing = turn.facing(pos, oracle, rider, &open)?.unwrap_or(first);
    let entry = pos.hex(rider).is_none().then_some(entry);
    pos.put(rider, to, facing);
    pos.unit_mut(rider).done.moved = true;
    let back = questions::in_range(pos, leader, rider);
    let it = pos.unit_mut(rider);
    it.returning = !back;
    it.pursued = !back;
    it.moved_before = true;
    oracle.tell(|| Happening::Shock(ShockEvent::ComesBack { unit: rider, entry, to, leader, back }));
    movement::leaders_withdraw(pos, oracle, rider)?;
    if hits > 0 {
        rout::hit(pos, oracle, rider, hits, HitCause::GroundOfReturn)?;
        rout::rout_if_broken(pos, oracle, rider, None)?;
    }
    Ok(())
}

/// The end of a ride.
#[derive(Clone, Copy)]
struct Found {
    to: Hex,
    entry: Hex,
    hits: u8,
}

/// What a hex is worth: how far from the goal, hits, points, rows beside the goal, how it lies, the hex.
/// Less is better.
type Worth = (u8, u8, u8, u8, u128, Hex);

/// The hexes as near to the goal as it can get from where it is, or from a hex of the enemy's retreat edge:
/// those with fewest hits and points first, then those nearest to the goal's row.
fn find(pos: &Position, rider: UnitId, goal: Hex) -> Vec<Found> {
    let field = &pos.set.field;
    let spec = pos.spec(rider);
    let side: Side = spec.side;
    let free = |h: Hex| {
        field.contains(h)
            && pos.stack(h).is_empty()
            && !pos.is_held_by_leader(side, h)
            && is_passable(pos, rider, h)
            && pos.enemies_next_to(side, h).is_empty()
    };
    // (points, hits, hex) still to be gone on from, with the entry.
    let mut open: BTreeMap<(u8, u8, Hex), Hex> = BTreeMap::new();
    if let Some(at) = pos.hex(rider) {
        open.insert((0, 0, at), at);
    } else {
        for entry in field.hexes().filter(|&h| field.to_retreat(side.other(), h) == 1 && free(h)) {
            if let Some((mp, hits)) = price(pos, None, entry).filter(|p| p.0 <= spec.ma) {
                open.insert((mp, hits, entry), entry);
            }
        }
    }
    let mut done: Vec<(Hex, u8)> = Vec::new();
    let mut ends: BTreeMap<Worth, Hex> = BTreeMap::new();
    while let Some(((mp, hits, at), entry)) = open.pop_first() {
        if done.iter().any(|&(h, n)| h == at && n <= hits) {
            continue;
        }
        done.push((at, hits));
        let aside = at.row().abs_diff(goal.row());
        let worth = (at.distance(goal), hits, mp, aside, company(pos, side, at), at);
        ends.entry(worth).or_insert(entry);
        for (s, next) in at.neighbours() {
            if !free(next) || !field.can_cross(at, s) {
                continue;
            }
            if let Some((more, hurt)) = price(pos, Some(at), next)
                && mp + more <= spec.ma
            {
                open.entry((mp + more, hits + hurt, next)).or_insert(entry);
            }
        }
    }
    let least = ends.keys().next().map(|worth| worth.0);
    let mut found: Vec<Found> = Vec::new();
    for ((_, hits, .., to), entry) in ends.into_iter().take_while(|(worth, _)| Some(worth.0) == least) {
        if found.iter().all(|end| end.to != to) {
            found.push(Found { to, entry, hits });
        }
    }
    found
}
