//! Command range: an unobstructed path of hexes from a leader (4.21).

use std::cmp::Ordering;

use crate::field::Terrain;
use crate::piece::{LeaderId, Side, UnitId};
use crate::position::Position;
use crate::variant::charts::Tread;
use tess_hex::{Hex, Hexside};

/// **spqr 4.21.** Is the unit within the leader's command range: a path no longer than the range, counting
/// the unit's hex and not the leader's, through no hex that is obstructed?
#[must_use]
pub fn in_range(pos: &Position, leader: LeaderId, unit: UnitId) -> bool {
    within(pos, leader, unit, pos.command_range(leader))
}

/// **spqr 4.21.** Is the unit within this range of a leader, which a rule makes of his own?
#[must_use]
pub fn within(pos: &Position, leader: LeaderId, unit: UnitId, range: u8) -> bool {
    let Some(from) = pos.leader(leader).hex else { return false };
    let side = pos.leader_spec(leader).side;
    pos.hexes(unit).iter().any(|to| reaches(pos, side, from, to, range))
}

/// **spqr 4.33, 4.4, 5.51.** The same for a leader and his overall commander.
#[must_use]
pub fn leader_in_range(pos: &Position, commander: LeaderId, other: LeaderId) -> bool {
    let (Some(from), Some(to)) = (pos.leader(commander).hex, pos.leader(other).hex) else { return false };
    reaches(pos, pos.leader_spec(commander).side, from, to, pos.command_range(commander))
}

/// Leads an unobstructed path of at most `range` hexes from one hex to another? The last hex is not looked
/// at: who stands there is the caller's friend.
#[must_use]
pub fn reaches(pos: &Position, side: Side, from: Hex, to: Hex, range: u8) -> bool {
    let distance = from.distance(to);
    if distance > range {
        return false;
    }
    straight(pos, side, from, to) || around(pos, side, from, to, range)
}

/// **spqr 4.21.** Enemy units, enemy zones of control without a friendly unit, and ground that a leader
/// cannot enter obstruct the path. Of a hex and its slot.
fn is_obstructed(pos: &Position, side: Side, slot: usize, hex: Hex) -> bool {
    match pos.stack_at(slot).top {
        Some(unit) => pos.side(unit) != side,
        None => is_closed(pos, slot) || pos.in_enemy_zoc(side, hex),
    }
}

/// **alexander 6.23, 4.21.** Is the slope between two adjacent hexes too steep for leaders, who move like
/// cavalry?
fn is_steep(pos: &Position, from: usize, to: usize) -> bool {
    let level = |slot: usize| pos.set.field.cell_at(slot).level;
    pos.set.variant.choices.movement.steep_slopes && level(from).abs_diff(level(to)) > 1
}

/// Ground closed to leaders, who move like cavalry (6.15).
fn is_closed(pos: &Position, slot: usize) -> bool {
    let chart = &pos.set.variant.charts.movement;
    let terrain = pos.set.field.cell_at(slot).terrain;
    terrain != Terrain::Clear
        && chart.ground(terrain).is_none_or(|going| going.hits[Tread::Cavalry as usize].is_none())
}

/// A walk that comes nearer with each step: nearly every question ends here.
fn straight(pos: &Position, side: Side, from: Hex, to: Hex) -> bool {
    let field = &pos.set.field;
    let (Some(mut here), Some(goal)) = (field.slot(from), field.slot(to)) else { return false };
    let ((from_q, from_r), (to_q, to_r)) = (from.axial(), to.axial());
    let (mut q, mut r) = (to_q - from_q, to_r - from_r);
    while here != goal {
        let step = ways_nearer(q, r).into_iter().find_map(|(way, dq, dr)| {
            let next = field.slot_across(here, way).filter(|&next| !is_steep(pos, here, next))?;
            let (q, r) = (q - dq, r - dr);
            let free = || {
                let hex = Hex::from_axial(to_q - q, to_r - r);
                hex.is_some_and(|hex| !is_obstructed(pos, side, next, hex))
            };
            (next == goal || free()).then_some((next, q, r))
        });
        match step {
            Some(next) => (here, q, r) = next,
            None => return false,
        }
    }
    true
}

/// The sides across which a hex lies nearer to one that is so far off, in axial coordinates, with what each
/// step goes of them. Where there is only one it is named twice.
fn ways_nearer(q: i32, r: i32) -> [(Hexside, i32, i32); 2] {
    use Hexside::{N, NE, NW, S, SE, SW};
    let (n, ne, se) = ((N, 0, -1), (NE, 1, -1), (SE, 1, 0));
    let (s, sw, nw) = ((S, 0, 1), (SW, -1, 1), (NW, -1, 0));
    let or_only = |first, second, both| if both { [first, second] } else { [first, first] };
    match (q + r).cmp(&0) {
        // To the south and east of the line that leads from SW to NE.
        Ordering::Greater if q <= 0 => or_only(s, sw, q < 0),
        Ordering::Greater if r <= 0 => or_only(se, ne, r < 0),
        Ordering::Greater => [se, s],
        Ordering::Less if q >= 0 => or_only(n, ne, q > 0),
        Ordering::Less if r >= 0 => or_only(nw, sw, r > 0),
        Ordering::Less => [nw, n],
        Ordering::Equal => or_only(if q > 0 { ne } else { sw }, sw, false),
    }
}

/// Breadth first, for paths that have to go round something.
fn around(pos: &Position, side: Side, from: Hex, to: Hex, range: u8) -> bool {
    let field = &pos.set.field;
    let mut seen = vec![false; field.count()];
    let mut edge = vec![from];
    for gone in 0..range {
        let mut next_edge = Vec::new();
        for &here in &edge {
            let Some(at) = field.slot(here) else { continue };
            for (way, next) in here.neighbours() {
                let Some(slot) = field.slot(next) else { continue };
                if seen[slot]
                    || is_steep(pos, at, slot)
                    || !field.can_cross(here, way)
                    || next.distance(to) + gone + 1 > range
                {
                    continue;
                }
                if next == to {
                    return true;
                }
                seen[slot] = true;
                if !is_obstructed(pos, side, slot, next) {
                    next_edge.push(next);
                }
            }
        }
        edge = next_edge;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Rank, UnitType};
    use crate::proving_ground::{ground, hex, leader, u, unit};
    use tess_hex::Facing;

    #[test]
    fn the_units_hex_is_counted_and_the_leaders_is_not() {
        let mut boss = leader("LA", Side::First, Rank::Subordinate, 4, 2010);
        boss.range = 3;
        let pos = ground(
            vec![
                unit("A", Side::First, UnitType::MI, (5, 5, 5), 2013, Facing::E),
                unit("B", Side::First, UnitType::MI, (5, 5, 5), 2014, Facing::E),
            ],
            vec![boss],
        );
        assert!(in_range(&pos, LeaderId(0), u(0)));
        assert!(!in_range(&pos, LeaderId(0), u(1)));
    }

    #[test]
    fn a_zone_of_control_makes_the_path_go_round_unless_a_friend_stands_in_it() {
        let mut boss = leader("LA", Side::First, Rank::Subordinate, 4, 2010);
        boss.range = 2;
        let far = unit("A", Side::First, UnitType::MI, (5, 5, 5), 2012, Facing::E);
        // Facing NW its front hexes are NW and N of it: 2011 lies in its zone.
        let foe = unit("X", Side::Second, UnitType::MI, (5, 5, 5), 2111, Facing::NW);
        let friend = unit("B", Side::First, UnitType::MI, (5, 5, 5), 2011, Facing::E);
        let set = vec![far.clone(), foe.clone()];
        let pos = ground(set, vec![boss.clone()]);
        let barred = pos.in_enemy_zoc(Side::First, hex(2011));
        assert!(barred, "the foe's zone covers 2011");
        assert!(!in_range(&pos, LeaderId(0), u(0)), "no other path of two hexes");
        boss.range = 3;
        let pos = ground(vec![far.clone(), foe.clone()], vec![boss.clone()]);
        assert!(in_range(&pos, LeaderId(0), u(0)), "three hexes go round by the west");
        boss.range = 2;
        let pos = ground(vec![far, foe, friend], vec![boss]);
        assert!(in_range(&pos, LeaderId(0), u(0)), "a friend in the zone opens it");
    }

    #[test]
    fn a_step_comes_nearer_across_these_sides_and_no_others() {
        let from = hex(2020);
        let ((q, r), around) = (from.axial(), |to: Hex| {
            from.neighbours().filter(move |(_, n)| n.distance(to) < from.distance(to))
        });
        for to in
            (12..29_u8).flat_map(|col| (12..29).map(move |row| Hex::new(col, row))).filter(|&to| to != from)
        {
            let (to_q, to_r) = to.axial();
            let mut ways: Vec<(Hexside, Hex)> = ways_nearer(to_q - q, to_r - r)
                .map(|(way, dq, dr)| (way, Hex::from_axial(q + dq, r + dr).expect("a hex")))
                .to_vec();
            ways.sort_unstable_by_key(|&(way, _)| way as u8);
            ways.dedup();
            assert_eq!(ways, around(to).collect::<Vec<_>>(), "{to}");
        }
    }

    #[test]
    fn closed_ground_obstructs() {
        let mut boss = leader("LA", Side::First, Rank::Subordinate, 4, 2010);
        boss.range = 2;
        let far = unit("A", Side::First, UnitType::MI, (5, 5, 5), 2012, Facing::E);
        let mut pos = ground(vec![far], vec![boss]);
        assert!(in_range(&pos, LeaderId(0), u(0)));
        let mut set = (*pos.set).clone();
        set.field.cell_mut(hex(2011)).expect("on the map").terrain = Terrain::Village;
        pos.set = std::sync::Arc::new(set);
        assert!(!in_range(&pos, LeaderId(0), u(0)));
    }
}
