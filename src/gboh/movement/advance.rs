//! Into ground that combat left empty (8.51 to 8.53).

use crate::check::check;
use crate::events::hit_cause::HitCause;
use crate::events::movement::MoveEvent;
use crate::movement::march::{Body, tread};
use crate::movement::withdraw::{in_order, place};
use crate::movement::{chariots, cost, phalanx, stacking, step};
use crate::piece::{LeaderId, UnitId};
use crate::position::{Hexes, Position};
use crate::{Flow, Happening, Oracle, rout};
use tess_effects::Rule;
use tess_hex::{Facing, Hex, Hexside};

/// **spqr 8.51 to 8.53, 6.42 to 6.44.** Moves without points; all cohesion hits of the ground, of passing
/// through friends, of a pivot or wheel and of turning in rough ground are paid. Nobody routs here: that is
/// the caller's rule. Returns the hits of the unit itself.
pub fn into(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    to: Hex,
    facing: Facing,
    stack: bool,
) -> Flow<u8> {
    let (Some(from), Some(old)) = (pos.hex(unit), pos.facing(unit)) else { return Ok(0) };
    let with = pos.partner(unit).filter(|&p| stack && pos.spec(p).class != crate::piece::Class::SC);
    let body = Body::unordered(pos, unit, with);
    let before = pos.hexes(unit);
    let after = Hexes::of(to, facing, body.two_hex);
    let leaders = leaders_in(pos, before, body.side, stack);
    let pivots = body.two_hex && old.vertices_to(facing) == 1;
    let stands = before.iter().find(|&h| after.contains(h));
    let wheel = pivots && stands.is_some_and(|h| pos.in_enemy_zoc(body.side, h));
    let by_skirmishers = stands
        .is_some_and(|h| pos.controllers(body.side, h).iter().all(|&e| pos.spec(e).kind.is_skirmisher()));
    let turned = if body.two_hex { 0 } else { old.vertices_to(facing) };
    let goings = goings(before, after);
    let pay = |m| {
        let rough = ground(pos, &body, m, &goings) + cost::turning_hits(pos, m, to, turned);
        let hard = chariots::turning_in_advance(pos, &body, turned);
        // In charge formation twice (alexander 9.74).
        let doubled = if pos.in_charge_formation(m) { rough } else { 0 };
        rough + doubled + hard + if pivots { phalanx::pivot_hits(pos, &body) } else { 0 }
    };
    let mut costs = [Some(unit), with].map(|member| member.map_or(0, pay));
    let mut passed: Vec<(UnitId, u8)> = Vec::new();
    for hex in step::new_hexes(after, before) {
        let hits = stacking::through_hits(pos, &body, hex);
        if hits > 0 {
            passed.extend(stacking::friends(pos, &body, hex).map(|f| (f, hits)));
            costs[0] += hits;
            costs[1] += hits;
        }
    }
    place(pos, &body, to, facing);
    for (leader, right) in leaders {
        pos.place_leader(leader, if right { after.right.or(after.left) } else { after.left });
    }
    oracle.tell(|| Happening::Move(MoveEvent::Advanced { unit, with, to, facing }));
    if from != to {
        costs[0] += beside_elephants(pos, &body, step::new_hexes(after, before));
    }
    for (member, hits) in [Some(unit), with].into_iter().zip(costs) {
        if let Some(m) = member
            && hits > 0
        {
            rout::hit(pos, oracle, m, hits, HitCause::Advance)?;
        }
    }
    for (standing, hits) in passed {
        oracle.tell(|| Happening::Move(MoveEvent::Through { unit, standing, hits }));
        rout::hit(pos, oracle, standing, hits, HitCause::PassedThrough)?;
        rout::rout_if_broken(pos, oracle, standing, None)?;
    }
    if wheel && !by_skirmishers && in_order(pos, unit) {
        costs[0] += wheel_check(pos, oracle, unit)?;
    }
    Ok(costs[0])
}

/// **9.15.** Two hits for horse in each hex beside an elephant. Forced into an elephant's zone it pays as
/// for its flank and rear.
fn beside_elephants(pos: &Position, body: &Body, hexes: impl Iterator<Item = Hex>) -> u8 {
    if !body.kind.is_cavalry() {
        return 0;
    }
    let forced = pos.set.variant.choices.shock.forced_to_elephants_costs;
    let pays = |&hex: &Hex| step::beside_elephant(pos, body, hex).map_or(forced, |hits| hits > 0);
    hexes.filter(pays).map(|_| 2).sum()
}

/// **spqr 6.44.** The check after a wheel: the difference, at least one hit whatever the die.
pub(crate) fn wheel_check(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<u8> {
    let check = check(pos, oracle, unit, "wheel", 0, Rule("6.44"))?;
    let hits = check.excess.max(1);
    oracle.tell(|| Happening::Move(MoveEvent::Wheeled { unit, check, hits }));
    rout::hit(pos, oracle, unit, hits, HitCause::Wheel)?;
    Ok(hits)
}

/// Which half goes across which side: a half that stays does not go.
fn goings(before: Hexes, after: Hexes) -> [Option<(Hex, Hexside)>; 2] {
    let one = |from: Option<Hex>, to: Option<Hex>| {
        let (from, to) = from.zip(to)?;
        from.side_towards(to).map(|side| (from, side))
    };
    [one(before.left, after.left), one(before.right, after.right)]
}

/// Hits of the ground for one member: of a two-hex unit those of the costlier half.
fn ground(pos: &Position, body: &Body, member: UnitId, goings: &[Option<(Hex, Hexside)>; 2]) -> u8 {
    let kind = pos.spec(member).kind;
    let climbed = pos.unit(body.unit).done.climbed;
    goings
        .iter()
        .flatten()
        .filter_map(|&(from, side)| cost::entry(pos, kind, tread(kind), false, from, side, climbed).ok())
        .map(|e| e.total())
        .max()
        .unwrap_or(0)
}

/// Leaders of a side in a place, each with the half (true: the right one).
pub(crate) fn leaders_in(
    pos: &Position,
    place: Hexes,
    side: crate::Side,
    wanted: bool,
) -> Vec<(LeaderId, bool)> {
    if !wanted || !place.iter().any(|h| pos.has_leader(side, h)) {
        return Vec::new();
    }
    pos.leader_ids()
        .filter(|&l| pos.leader_spec(l).side == side && !pos.is_counter(l))
        .filter_map(|l| {
            let hex = pos.leader(l).hex.filter(|&h| place.contains(h))?;
            Some((l, place.right == Some(hex)))
        })
        .collect()
}
