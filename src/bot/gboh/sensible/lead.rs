//! Where leaders stand: with men whom nobody else leads.

use super::super::plan::Plan;
use super::eye::{foes, nearest};
use tess_gboh::order::{LeaderMove, Order};
use tess_gboh::piece::{LeaderId, UnitId};
use tess_gboh::questions::can_command;
use tess_gboh::{Position, Side};
use tess_hex::Hex;

/// What a unit within two hexes is worth beyond one in range: it can begin a line command.
const CLOSE: i32 = 3;

/// What a unit in range is worth when another leader reaches it too.
const SHARED: i32 = 2;

/// What it is worth when nobody else does.
const ALONE: i32 = 6;

/// Brings the leader to where most of his men are, out of the enemy's reach.
pub(super) fn follow(plan: &mut Plan<'_>, side: Side, leader: LeaderId) -> bool {
    let pos = &plan.now;
    let Some(from) = pos.leader(leader).hex else { return false };
    let post = Post::new(pos, side, leader);
    let reach = pos.set.variant.charts.movement.leader_ma;
    let stays = post.worth(from);
    let mut posts: Vec<(i32, Hex)> = pos
        .on_field(side)
        .filter(|&u| !pos.is_routed(u))
        .filter_map(|u| pos.hex(u))
        .filter(|h| *h != from && h.distance(from) <= reach)
        .map(|h| (post.worth(h), h))
        .filter(|&(worth, _)| worth > stays + 2)
        .collect();
    posts.sort_unstable_by_key(|&(worth, hex)| (-worth, hex));
    posts.dedup();
    let tries: Vec<Hex> = posts.into_iter().take(3).map(|(_, h)| h).collect();
    tries.into_iter().any(|hex| plan.order(&Order::MoveLeader(LeaderMove { leader, path: vec![hex] })))
}

/// What a leader looks at when he looks for a post.
struct Post<'a> {
    pos: &'a Position,
    side: Side,
    foes: Vec<UnitId>,
    range: i32,
    /// Where his men stand, and what each is worth in his range.
    men: Vec<(Hex, i32)>,
}

impl<'a> Post<'a> {
    fn new(pos: &'a Position, side: Side, leader: LeaderId) -> Post<'a> {
        let others: Vec<(LeaderId, Hex)> = pos
            .leader_ids()
            .filter(|&l| l != leader && pos.leader_spec(l).side == side)
            .filter_map(|l| Some((l, pos.leader(l).hex?)))
            .collect();
        let worth = |unit: UnitId, at: Hex| {
            let reached = |&(l, hex): &(LeaderId, Hex)| {
                hex.distance(at) <= pos.command_range(l) && can_command(pos, l, unit)
            };
            if others.iter().any(reached) { SHARED } else { ALONE }
        };
        let men = pos
            .on_field(side)
            .filter(|&u| can_command(pos, leader, u))
            .filter_map(|u| Some((pos.hex(u)?, worth(u, pos.hex(u)?))))
            .collect();
        Post { pos, side, foes: foes(pos, side), range: i32::from(pos.command_range(leader)), men }
    }

    /// Men within two hexes count for line commands, men in range for single orders.
    fn worth(&self, hex: Hex) -> i32 {
        if self.pos.in_enemy_zoc(self.side, hex) {
            return -100;
        }
        let near = if nearest(self.pos, hex, &self.foes) <= 2 { -3 } else { 0 };
        let each = self.men.iter().map(|&(at, worth)| {
            let way = i32::from(hex.distance(at));
            i32::from(way <= 2) * CLOSE + i32::from(way <= self.range) * worth
        });
        near + each.sum::<i32>()
    }
}
