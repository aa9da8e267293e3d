//! Who stands near, looked up through the grid.

use std::ops::Deref;

use crate::piece::{LeaderId, Side, UnitId};
use crate::position::{Hexes, Position};
use tess_hex::Hex;

/// Units that may stand within two of two hexes: two in each of 24.
const MOST: usize = 48;

/// Units, each once, in order of id, without memory of their own: they are looked up at every step of every
/// move.
pub(crate) struct Near {
    units: [UnitId; MOST],
    count: usize,
}

impl Near {
    const NOBODY: Near = Near { units: [UnitId(0); MOST], count: 0 };

    /// Enters a unit where it belongs, unless it is there.
    fn add(&mut self, unit: UnitId) {
        let at = self.iter().rposition(|&u| u <= unit).map_or(0, |n| n + 1);
        if self.count == MOST || at > 0 && self.units[at - 1] == unit {
            return;
        }
        self.units.copy_within(at..self.count, at + 1);
        self.units[at] = unit;
        self.count += 1;
    }
}

impl Deref for Near {
    type Target = [UnitId];

    fn deref(&self) -> &[UnitId] {
        &self.units[..self.count]
    }
}

impl IntoIterator for Near {
    type Item = UnitId;
    type IntoIter = std::iter::Take<std::array::IntoIter<UnitId, MOST>>;

    fn into_iter(self) -> Self::IntoIter {
        self.units.into_iter().take(self.count)
    }
}

/// Units within two hexes of any of these, each once, in order of id; `of`: of this side only.
pub(crate) fn within_two(pos: &Position, hexes: Hexes, of: Option<Side>) -> Near {
    let sides: &[Side] = of.as_ref().map_or(&Side::BOTH, std::slice::from_ref);
    gather(pos, hexes, sides, |_| true)
}

/// Those of them of one side with a half that was not within two hexes of any of these before.
pub(crate) fn come_upon(pos: &Position, now: Hexes, before: Option<Hexes>, side: Side) -> Near {
    gather(pos, now, &[side], |hex| before.is_none_or(|b| distance(Hexes::one(hex), b) > 2))
}

/// The enemies of a side who stand next to one of these hexes, each once, in order of id.
pub(crate) fn enemies_next_to(pos: &Position, hexes: impl Iterator<Item = Hex>, side: Side) -> Near {
    let mut found = Near::NOBODY;
    hexes.flat_map(|hex| pos.enemies_around(side, hex)).for_each(|unit| found.add(unit));
    found
}

/// Units of these sides in the hexes within two of these that are wanted.
#[inline]
fn gather(pos: &Position, hexes: Hexes, sides: &[Side], wanted: impl Fn(Hex) -> bool) -> Near {
    let mut found = Near::NOBODY;
    for hex in hexes.iter() {
        for &side in sides {
            pos.presence().each_near(side, hex, |near| {
                if !wanted(near) {
                    return;
                }
                for unit in pos.stack(near).units().filter(|&u| sides.len() > 1 || pos.side(u) == side) {
                    found.add(unit);
                }
            });
        }
    }
    found
}

/// The leaders of a side, counters among them, in a place or beside it.
pub(crate) fn leaders_about(pos: &Position, side: Side, place: Hexes) -> impl Iterator<Item = LeaderId> {
    let any = place.iter().any(|h| pos.presence().has_leader_about(side, h));
    let leaders = if any { &pos.leaders[..] } else { &[] };
    let near = move |hex: Hex| place.iter().any(|h| h.distance(hex) <= 1);
    let found = leaders.iter().enumerate().filter(move |(_, leader)| leader.hex.is_some_and(near));
    found.map(|(n, _)| LeaderId(n as u16)).filter(move |&l| pos.leader_spec(l).side == side)
}

/// Distance between two places, nearest halves; who is off the map is far off.
#[inline]
pub(crate) fn distance(a: Hexes, b: Hexes) -> u8 {
    a.distance(b).unwrap_or(u8::MAX)
}

/// **spqr 6.51.** Does a mover come upon who stands there: is he within two hexes `at` his place now, and
/// was not at the one before? Without one before, at the start of a move: is he exactly two hexes away?
pub(crate) fn comes_near(own: Hexes, at: Hexes, before: Option<Hexes>) -> bool {
    match before {
        // Most who are near now were so before.
        Some(before) => distance(own, before) > 2 && distance(own, at) <= 2,
        None => distance(own, at) == 2,
    }
}

/// Does a hex touch a place?
pub(crate) fn touches(place: Hexes, hex: Hex) -> bool {
    place.iter().any(|h| h.touches(hex))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Rank, UnitType};
    use crate::proving_ground::{ground, hex, leader, unit};
    use tess_hex::Facing;

    #[test]
    fn who_is_near_is_found_as_by_measuring_everybody() {
        let numbers = [2010, 2011, 2110, 2208, 1910, 1809, 2512, 2012, 2310, 2014];
        let units = numbers.iter().enumerate().map(|(n, &number)| {
            let side = if n % 3 == 0 { Side::First } else { Side::Second };
            let kind = if n % 4 == 0 { UnitType::PH } else { UnitType::MI };
            unit(&format!("U{n}"), side, kind, (4, 5, 5), number, Facing::ALL[n % 6])
        });
        let leaders = [2111, 2210, 2613, 1908].map(|n| leader("L", Side::Second, Rank::Overall, 5, n));
        let pos = ground(units.collect(), leaders.to_vec());
        for n in 0..14 * 14 {
            let left = hex((15 + n % 14) * 100 + 4 + n / 14);
            let place = Hexes::of(left, Facing::ALL[usize::from(n % 6)], n % 2 == 0);
            for of in [None, Some(Side::First), Some(Side::Second)] {
                let near = |&u: &UnitId| {
                    let side = pos.side(u);
                    let own = pos.hexes(u);
                    // A hex of its own that is no half of the place, or is not the only one.
                    let beside = |h: Hex| place.iter().any(|p| p != h && p.distance(h) <= 2);
                    of.is_none_or(|s| s == side) && own.iter().any(beside)
                };
                let measured: Vec<UnitId> = pos.unit_ids().filter(near).collect();
                assert_eq!(*within_two(&pos, place, of), *measured, "{place:?}");
            }
            let about: Vec<_> = leaders_about(&pos, Side::Second, place).collect();
            let beside =
                |&l: &LeaderId| pos.leader(l).hex.is_some_and(|h| distance(place, Hexes::one(h)) <= 1);
            assert_eq!(about, pos.leader_ids().filter(beside).collect::<Vec<_>>());
            assert_eq!(leaders_about(&pos, Side::First, place).count(), 0);
        }
    }
}
