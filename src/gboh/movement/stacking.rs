//! Passing through friends and stopping among them (6.6, 9.52, 9.61).

use crate::movement::march::{Body, March};
use crate::piece::{Class, UnitId, UnitSpec};
use crate::position::{Formation, Position};
use crate::variant::charts::Share;
use tess_hex::Hex;

/// **spqr 6.63, 6.69.** The row of the voluntary chart for a mover and one unit standing in a hex. `third`:
/// two units stand there already, or a stack moves; both count as basic, but skirmishers slip through
/// whatever stands there.
pub(crate) fn share(pos: &Position, mover: UnitId, standing: UnitId, third: bool) -> Share {
    let chart = &pos.set.variant.charts.stacking;
    let (m, s) = (pos.spec(mover), pos.spec(standing));
    if may_share_with_engine(m, s) && !third {
        return Share { through_hits: 0, may_stop: true, check_modifier: 0 };
    }
    if m.kind.is_skirmisher() {
        chart.skirmisher
    } else if third {
        chart.basic
    } else if m.is_velites() {
        if s.is_roman_foot() && s.colour == m.colour { chart.velites_same } else { chart.velites_other }
    } else if m.is_roman_foot() && s.is_roman_foot() {
        let row = if m.colour != s.colour {
            chart.roman_other
        } else if m.class != s.class {
            chart.roman_same_colour
        } else {
            chart.roman_same_class
        };
        Share { may_stop: row.may_stop && !s.is_velites() && !pos.is_routed(standing), ..row }
    } else {
        chart.basic
    }
}

/// **cataphract 11.63.** An engine and the infantry that the scenario names may share a hex, whatever their
/// facing.
fn may_share_with_engine(a: &UnitSpec, b: &UnitSpec) -> bool {
    let pair = |engine: &UnitSpec, foot: &UnitSpec| engine.class == Class::SC && foot.shares_with_engine;
    pair(a, b) || pair(b, a)
}

/// Friends in a hex, the movers themselves left out; a leader's elephant does not count (4.85, 6.61).
pub(crate) fn friends(pos: &Position, body: &Body, hex: Hex) -> impl Iterator<Item = UnitId> {
    let (a, b) = (body.unit, body.with);
    pos.stack(hex).units().filter(move |&u| u != a && Some(u) != b && !pos.is_leader_elephant(u))
}

/// Hits for the mover and for each of those standing in a hex that it enters.
pub(crate) fn through_hits(pos: &Position, body: &Body, hex: Hex) -> u8 {
    let mut here = friends(pos, body, hex);
    let (first, second) = (here.next(), here.next());
    let third = body.with.is_some() || second.is_some();
    let hits =
        |standing: Option<UnitId>| standing.map_or(0, |s| share(pos, body.unit, s, third).through_hits);
    hits(first).max(hits(second))
}

/// [`through_hits`] of coming into a hex; `None` where an enemy stands. Most hexes are empty, which is soon
/// told.
#[inline]
pub(crate) fn entry_hits(pos: &Position, body: &Body, hex: Hex) -> Option<u8> {
    let stack = pos.stack(hex);
    if stack.is_empty() {
        return Some(0);
    }
    let friends = stack.units().all(|u| pos.side(u) == body.side);
    friends.then(|| through_hits(pos, body, hex))
}

/// **spqr 6.61, 6.67, 6.69, 9.51, 4.85.** May the move end here: alone, or with one unit that the chart
/// allows and that faces the same way? Columns share no hex (alexander 6.67), as they face no vertex.
/// Cavalry does not end beside the elephant of a leader.
pub(crate) fn may_end(pos: &Position, body: &Body, march: &March) -> bool {
    if !march.left && march.facing_of(pos, body) {
        return true;
    }
    march.hexes(body.two_hex).iter().all(|h| {
        if body.kind.is_cavalry() && pos.elephant_of_leader_in(body.side, h).is_some() {
            return false;
        }
        // Mostly it would stand there alone.
        let stack = pos.stack(h);
        if stack.bottom.is_none() && stack.top.is_none_or(|u| u == body.unit) {
            return true;
        }
        let mut here = friends(pos, body, h);
        match (here.next(), here.next()) {
            (None, _) => true,
            (Some(s), None) => {
                body.with.is_none()
                    && !matches!(march.formation, Formation::Column { .. })
                    && share(pos, body.unit, s, false).may_stop
                    && !pos.in_column(s)
                    && (pos.facing(s) == Some(march.facing)
                        || may_share_with_engine(pos.spec(body.unit), pos.spec(s)))
            }
            _ => false,
        }
    })
}

/// **spqr 9.51.** The front phalanx under which this march ends, when both may form double depth and cover
/// the same hexes.
pub(crate) fn double_with(pos: &Position, body: &Body, march: &March) -> Option<UnitId> {
    if !body.two_hex || body.with.is_some() {
        return None;
    }
    let able = &pos.set.special.double_depth;
    let other = friends(pos, body, march.hex).next()?;
    let fits = pos.hexes(other) == march.hexes(true)
        && pos.facing(other) == Some(march.facing)
        && pos.partner(other).is_none_or(|p| p == body.unit)
        && !pos.is_routed(other)
        && !pos.in_column(other)
        && able.contains(&body.unit)
        && able.contains(&other);
    fits.then_some(other)
}

impl March {
    fn facing_of(&self, pos: &Position, body: &Body) -> bool {
        pos.facing(body.unit) == Some(self.facing)
    }
}
