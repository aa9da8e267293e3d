//! Line of sight (8.14, 4.33) and arcs of fire (8.13).

use crate::field::Terrain;
use crate::piece::{UnitId, UnitType};
use crate::position::{Hexes, Position};
use crate::variant::charts::Angle;
use tess_hex::{Crossing, Hex, crossings};

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eye {
    /// A missile unit that cannot shoot over others.
    Level,
    /// An archer: units nearer to him than to the target do not block.
    Archer,
    /// A leader looking for his line: elephants do not block.
    Leader,
}

/// A straight line between two hexes, clear of what blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// From here.
    pub from: Hex,
    /// To here.
    pub to: Hex,
    /// How far.
    pub range: u8,
}

/// **spqr 8.14.** Does this hex between the ends block? Woods, houses and units do (no leader's elephant
/// alone), unless they lie lower than both ends; ground higher than both ends does.
fn blocks(pos: &Position, from: Hex, to: Hex, hex: Hex, eye: Eye, spared: [Hexes; 2]) -> bool {
    let field = &pos.set.field;
    let (cell, a, b) = (field.cell(hex), field.cell(from).level, field.cell(to).level);
    if cell.level > a.max(b) {
        return true;
    }
    if cell.level < a.min(b) {
        return false;
    }
    if matches!(cell.terrain, Terrain::Woods | Terrain::Village) {
        return true;
    }
    let stack = pos.stack(hex);
    if stack.units().all(|u| pos.is_leader_elephant(u)) || spared.iter().any(|s| s.contains(hex)) {
        return false;
    }
    match eye {
        Eye::Level => true,
        Eye::Archer => from.distance(hex) >= hex.distance(to),
        Eye::Leader => stack.units().any(|u| pos.spec(u).kind != UnitType::EL),
    }
}

/// **spqr 8.14.** Is the line between two hexes clear? Neighbours always see each other; along a hexside
/// both hexes have to be clear. The hexes of firer and target themselves never block.
#[must_use]
pub fn is_clear(pos: &Position, from: Hex, to: Hex, eye: Eye, spared: [Hexes; 2]) -> bool {
    is_clear_over(pos, (from, to), &crossings(from, to), eye, spared)
}

/// **spqr 8.14.** Is the line between two hexes clear, when what lies between them is known?
fn is_clear_over(
    pos: &Position,
    (from, to): (Hex, Hex),
    between: &[Crossing],
    eye: Eye,
    spared: [Hexes; 2],
) -> bool {
    between.iter().all(|&c| match c {
        Crossing::Through(h) => !blocks(pos, from, to, h, eye, spared),
        Crossing::Along(a, b) => {
            !blocks(pos, from, to, a, eye, spared) && !blocks(pos, from, to, b, eye, spared)
        }
    })
}

/// **spqr 4.33, 8.14.** Does a leader see this hex for a line command (elephants do not block)?
#[must_use]
pub fn leader_sees(pos: &Position, from: Hex, to: Hex) -> bool {
    is_clear(pos, from, to, Eye::Leader, [Hexes::NOWHERE; 2])
}

/// **alexander 4.34.** Does a combat unit stand between two hexes, on whatever level? Elephants do not
/// count.
#[must_use]
pub fn unit_between(pos: &Position, from: Hex, to: Hex) -> bool {
    let stands = |h: Hex| pos.stack(h).units().any(|u| pos.spec(u).kind != UnitType::EL);
    crossings(from, to).iter().any(|&c| match c {
        Crossing::Through(h) => h != from && h != to && stands(h),
        Crossing::Along(a, b) => stands(a) || stands(b),
    })
}

/// The first hexes that a line with this between its ends enters beyond the hexes of a unit at its
/// beginning: one, or two along a side.
fn first_hexes(own: Hexes, between: &[Crossing], to: Hex) -> [Option<Hex>; 2] {
    for &c in between {
        match c {
            Crossing::Through(h) if own.contains(h) => {}
            Crossing::Through(h) => return [Some(h), None],
            Crossing::Along(a, b) => {
                return [Some(a).filter(|&h| !own.contains(h)), Some(b).filter(|&h| !own.contains(h))];
            }
        }
    }
    [Some(to), None]
}

/// **spqr 7.11, 8.45.** Through which side of a unit a line from afar comes or goes; between two sides, the
/// better for the unit.
#[must_use]
pub fn angle_along(pos: &Position, unit: UnitId, own: Hex, far: Hex) -> Option<Angle> {
    angle_over(pos, unit, &crossings(own, far), far)
}

/// **spqr 7.11, 8.45.** The side of a unit that a line from afar meets, when what lies between is known.
fn angle_over(pos: &Position, unit: UnitId, between: &[Crossing], far: Hex) -> Option<Angle> {
    let first = first_hexes(pos.hexes(unit), between, far);
    first.into_iter().flatten().filter_map(|h| pos.angle(unit, h)).min()
}

/// **spqr 8.15, 6.24.** What the ground of a hex adds to the die of who fires there from these hexes.
pub(crate) fn cover(pos: &Position, firer: Hexes, at: Hex) -> i8 {
    let chart = &pos.set.variant.charts.missile;
    let ground = |h: Hex| pos.set.field.cell(h).terrain;
    match ground(at) {
        Terrain::Woods => chart.in_woods,
        Terrain::Camp if !firer.iter().any(|h| ground(h) == Terrain::Camp) => chart.in_camp,
        _ => 0,
    }
}

/// **spqr 8.13, 8.14.** The shortest clear line from a unit to a place, through its front or flanks; of
/// lines to both halves of a two-hex unit, as short, the one to the half with less cover.
#[must_use]
pub fn line_of_fire(pos: &Position, unit: UnitId, eye: Eye, target: Hexes) -> Option<Line> {
    let own = pos.hexes(unit);
    let mut best: Option<Line> = None;
    for from in own.iter() {
        for to in target.iter() {
            let line = Line { from, to, range: from.distance(to) };
            let worse = |b: &Line| {
                line.range > b.range
                    || line.range == b.range
                        && (line.to == b.to || cover(pos, own, line.to) >= cover(pos, own, b.to))
            };
            if best.as_ref().is_some_and(worse) {
                continue;
            }
            let between = crossings(from, to);
            if matches!(angle_over(pos, unit, &between, to), Some(Angle::Front | Angle::Flank))
                && is_clear_over(pos, (from, to), &between, eye, [own, target])
            {
                best = Some(line);
            }
        }
    }
    best
}

/// **alexander 9.53.** Does the line between two hexes meet a wall or the rampart of a camp? Along a
/// hexside, by either way.
#[must_use]
pub fn crosses_wall(pos: &Position, from: Hex, to: Hex) -> bool {
    let pair = |c: Crossing| match c {
        Crossing::Through(h) => [Some(h), None],
        Crossing::Along(a, b) => [Some(a), Some(b)],
    };
    let mut here = [Some(from), None];
    for next in crossings(from, to).iter().copied().map(pair).chain([[Some(to), None]]) {
        for (a, b) in here.into_iter().flatten().flat_map(|a| next.into_iter().flatten().map(move |b| (a, b)))
        {
            if let Some(side) = a.side_towards(b)
                && (pos.set.field.is_walled(a, side) || pos.set.field.has_rampart(a, side))
            {
                return true;
            }
        }
        here = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Missile, Side, UnitSpec};
    use crate::proving_ground::{armed, ground, hex, setup, u, unit};
    use tess_hex::Facing;

    fn si(code: &str, at: u16, facing: Facing) -> UnitSpec {
        armed(unit(code, Side::First, UnitType::SK, (1, 4, 6), at, facing), Missile::S, "S")
    }

    #[test]
    fn a_unit_in_between_blocks_all_but_archers_and_these_only_when_it_is_nearer() {
        let pos = ground(vec![si("s", 2010, Facing::E), si("mid", 2011, Facing::E)], vec![]);
        let sees = |eye, to| is_clear(&pos, hex(2010), hex(to), eye, [Hexes::NOWHERE; 2]);
        assert!(!sees(Eye::Level, 2013));
        assert!(sees(Eye::Archer, 2013));
        assert!(!sees(Eye::Archer, 2012), "halfway is not nearer");
        assert!(sees(Eye::Level, 2011), "neighbours are always seen");
    }

    #[test]
    fn high_ground_blocks_and_low_ground_lifts_no_obstacle() {
        let mut set = setup(vec![si("mid", 2011, Facing::E)], vec![]);
        let level = |set: &mut crate::Setup, at: u16, level: i8| {
            if let Some(cell) = set.field.cell_mut(hex(at)) {
                cell.level = level;
            }
        };
        level(&mut set, 2010, 1);
        level(&mut set, 2012, 1);
        level(&mut set, 2211, 1);
        let pos = Position::new(std::sync::Arc::new(set));
        let sees = |a, b| is_clear(&pos, hex(a), hex(b), Eye::Level, [Hexes::NOWHERE; 2]);
        assert!(sees(2010, 2012), "the unit stands lower than both");
        assert!(!sees(2210, 2212), "a hill higher than both");
    }

    #[test]
    fn elephants_do_not_hide_a_line_from_its_leader() {
        let el = unit("el", Side::First, UnitType::EL, (3, 6, 7), 2011, Facing::E);
        let pos = ground(vec![el], vec![]);
        assert!(leader_sees(&pos, hex(2010), hex(2012)));
        assert!(!is_clear(&pos, hex(2010), hex(2012), Eye::Level, [Hexes::NOWHERE; 2]));
    }

    #[test]
    fn nobody_shoots_behind_himself() {
        let pos = ground(vec![si("s", 2010, Facing::E)], vec![]);
        let at = |n| Hexes::one(hex(n));
        assert!(line_of_fire(&pos, u(0), Eye::Level, at(2210)).is_some());
        assert!(line_of_fire(&pos, u(0), Eye::Level, at(2012)).is_some(), "a flank");
        assert!(line_of_fire(&pos, u(0), Eye::Level, at(1810)).is_none());
    }
}
