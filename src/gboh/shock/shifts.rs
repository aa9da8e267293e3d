//! Column shifts (8.46 step 3, 8.74, 9.41, 10.32).

use crate::events::blow::Shift;
use crate::events::exemption::ShiftCause;
use crate::field::Terrain;
use crate::piece::{Class, UnitId, UnitType};
use crate::position::Position;
use crate::shock::fight::{contacts, moved_in};
use crate::shock::size::{columns, ratio};
use crate::variant::charts::Angle;
use crate::variant::shock::SkirmisherSize;
use tess_hex::Hex;

/// Who fights, as the shifts see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sides<'a> {
    /// All attackers.
    pub attackers: &'a [UnitId],
    /// All defenders.
    pub defenders: &'a [UnitId],
    /// One of the attackers moved adjacent.
    pub moved: bool,
    /// The attack is a pursuit: the attackers moved whatever their markers say.
    pub pursuit: bool,
}

/// Sums the shifts onto a base column and keeps it on the table.
#[must_use]
pub fn column(base: u8, shifts: &[Shift]) -> u8 {
    let sum: i16 = shifts.iter().map(|s| i16::from(s.by)).sum();
    (i16::from(base) + sum).clamp(1, 13) as u8
}

/// Sizes of both sides: stacks and groups add up (6.68, 8.42, 9.53, 9.62); leader elephants defend with 1
/// (4.81); skirmishers may not count beside others (alexander 9.31).
pub(crate) fn sizes(pos: &Position, sides: Sides<'_>) -> (u16, u16) {
    let small = |&u: &UnitId| pos.spec(u).kind.is_skirmisher();
    let aside = pos.set.variant.choices.shock.skirmisher_size == SkirmisherSize::NotBesideOthers;
    let sum = |units: &[UnitId]| {
        let dropped = aside && !units.iter().all(small);
        let counted = units.iter().filter(|u| !(dropped && small(u)));
        counted.map(|&u| u16::from(pos.size(u))).sum::<u16>()
    };
    let (attackers, defenders) = (sum(sides.attackers), sum(sides.defenders));
    if pos.set.special.leader_elephants.is_empty() {
        return (attackers, defenders);
    }
    let side = sides.defenders.first().map(|&d| pos.side(d));
    let riders = pos.leader_ids().filter(|&l| {
        let leader = pos.leader(l);
        pos.own_elephant(l).is_some_and(|own| !sides.defenders.contains(&own))
            && Some(pos.leader_spec(l).side) == side
            && leader.hex.is_some_and(|h| sides.defenders.iter().any(|&d| pos.hexes(d).contains(h)))
    });
    (attackers, defenders + riders.count() as u16)
}

/// **spqr 8.46 step 3.** Every shift that applies to a pair through this side of the defender, in the order
/// of the table.
pub(crate) fn shifts(
    pos: &Position,
    sides: Sides<'_>,
    sizes: (u16, u16),
    (attacker, defender, angle): (UnitId, UnitId, Angle),
) -> Vec<Shift> {
    let mut found = Vec::new();
    // Most pairs have no shift at all.
    let by_size = size(pos, sides, sizes);
    if by_size != 0 {
        found.push(Shift::new(by_size, ShiftCause::Size));
    }
    ground(pos, sides, &mut found);
    let chart = &pos.set.variant.charts.shifts;
    if sides.attackers.iter().any(|&u| pos.unit(u).depleted) {
        found.push(Shift::new(chart.attacker_depleted, ShiftCause::AttackerDepleted));
    }
    if sides.defenders.iter().any(|&u| pos.unit(u).depleted) {
        found.push(Shift::new(chart.defender_depleted, ShiftCause::DefenderDepleted));
    }
    phalanx_defence(pos, sides, (attacker, defender, angle), &mut found);
    let (a, d) = (pos.spec(attacker), pos.spec(defender));
    if a.kind == UnitType::EL && a.indian && d.kind != UnitType::EL {
        found.push(Shift::new(chart.indian_elephants, ShiftCause::IndianElephants));
    }
    let (attacks, defends) = pos.set.variant.choices.shock.cataphract_shifts;
    // Every shock in which any take part; under the option of charge formations they need theirs
    // (alexander 9.42).
    let bare = |u| pos.set.knows_charge_formation() && !pos.in_charge_formation(u);
    let charge = |units: &[UnitId]| units.iter().any(|&u| pos.spec(u).class == Class::CAT && !bare(u));
    if attacks != 0 && charge(sides.attackers) {
        found.push(Shift::new(attacks, ShiftCause::CataphractsAttack));
    }
    if defends != 0 && charge(sides.defenders) {
        found.push(Shift::new(defends, ShiftCause::CataphractsDefend));
    }
    found.retain(|s| s.by != 0);
    found
}

/// **spqr 8.46 step 2.** Columns for the ratio of these sizes; none where it is ignored.
fn size(pos: &Position, sides: Sides<'_>, (a, d): (u16, u16)) -> i8 {
    // The kinds of troops of a side, a bit for each.
    let bit = |kind: UnitType| 1_u32 << kind as u8;
    let kinds = |units: &[UnitId]| units.iter().fold(0, |kinds, &u| kinds | bit(pos.spec(u).kind));
    let (attackers, defenders) = (kinds(sides.attackers), kinds(sides.defenders));
    let against_others = |beast: u32, these: u32, those: u32| these & beast != 0 && those & !beast != 0;
    let beasts = [UnitType::EL, UnitType::CH].into_iter().map(bit).any(|beast| {
        against_others(beast, attackers, defenders) || against_others(beast, defenders, attackers)
    });
    let light = pos.set.variant.choices.shock.skirmisher_size == SkirmisherSize::VoidsRatio
        && sides.attackers.iter().chain(sides.defenders).any(|&u| pos.spec(u).kind.is_skirmisher());
    if beasts || light {
        return 0;
    }
    columns(ratio(a, d, sides.moved))
}

/// **spqr 8.74.** Cover and height of the defenders. A two-hex unit has the height that is better for the
/// defender.
fn ground(pos: &Position, sides: Sides<'_>, found: &mut Vec<Shift>) {
    let chart = &pos.set.variant.charts.shifts;
    let field = &pos.set.field;
    if is_plain(pos, sides) {
        return;
    }
    let covered = |&d: &UnitId| {
        pos.hexes(d).iter().any(|h| matches!(field.cell(h).terrain, Terrain::Woods | Terrain::Marsh))
    };
    if sides.defenders.iter().all(covered) {
        found.push(Shift::new(chart.defenders_in_cover, ShiftCause::Cover));
    }
    let met = |d: UnitId| sides.attackers.iter().flat_map(move |&a| contacts(pos, a, d));
    // Only the rampart of their own camp: who stands outside has none against those inside.
    let walled = |(from, to): (Hex, Hex)| {
        field.cell(to).terrain == Terrain::Camp
            && from.side_towards(to).is_some_and(|side| field.has_rampart(from, side))
    };
    if sides.defenders.iter().all(|&d| met(d).next().is_some() && met(d).all(walled)) {
        found.push(Shift::new(chart.behind_rampart, ShiftCause::Rampart));
    }
    let level = |h: Hex| field.cell(h).level;
    let higher = |&d: &UnitId| met(d).any(|(from, to)| level(to) > level(from));
    let lower = |&d: &UnitId| {
        let mut all = met(d).peekable();
        all.peek().is_some() && all.all(|(from, to)| level(to) < level(from))
    };
    if sides.defenders.iter().all(higher) {
        found.push(Shift::new(chart.all_defenders_higher, ShiftCause::AllHigher));
    } else if sides.defenders.iter().any(higher) {
        found.push(Shift::new(chart.any_defender_higher, ShiftCause::SomeHigher));
    } else if sides.defenders.iter().all(lower) {
        found.push(Shift::new(chart.all_defenders_lower, ShiftCause::AllLower));
    }
}

/// Does everybody stand on clear ground of one level, as in most battles? Then no ground shifts anything.
fn is_plain(pos: &Position, sides: Sides<'_>) -> bool {
    let everybody = sides.attackers.iter().chain(sides.defenders);
    let mut cells = everybody.flat_map(|&u| pos.hexes(u).iter()).map(|h| pos.set.field.cell(h));
    let Some(first) = cells.next() else { return true };
    first.terrain == Terrain::Clear && cells.all(|c| c.terrain == Terrain::Clear && c.level == first.level)
}

/// **spqr 9.41, 9.53.** Phalanx defence: a shift for each covered flank hex, against a moving attack through
/// the front, without a phalanx among the attackers. **Alexander 9.61.** Without one as the unit used.
fn phalanx_defence(
    pos: &Position,
    sides: Sides<'_>,
    (attacker, defender, angle): (UnitId, UnitId, Angle),
    found: &mut Vec<Shift>,
) {
    let is_phalanx = |u: UnitId| pos.spec(u).kind == UnitType::PH;
    let any = pos.set.variant.choices.shock.any_phalanx_breaks_phalanxes;
    let with_phalanx =
        if any { sides.attackers.iter().any(|&a| is_phalanx(a)) } else { is_phalanx(attacker) };
    let applies = is_phalanx(defender)
        && angle == Angle::Front
        && !pos.is_routed(defender)
        && !pos.in_column(defender)
        && (sides.pursuit || moved_in(pos, attacker))
        && !with_phalanx;
    if !applies {
        return;
    }
    let chart = &pos.set.variant.charts.shifts;
    let by = if pos.spec(attacker).kind == UnitType::HI {
        chart.phalanx_defence_vs_heavy
    } else {
        chart.phalanx_defence
    };
    let Some(facing) = pos.facing(defender) else { return };
    let hexes = pos.hexes(defender);
    let flanks = [
        (hexes.left.and_then(|h| h.neighbour(facing.left_flank())), ShiftCause::LeftFlankCovered),
        (
            hexes.right.or(hexes.left).and_then(|h| h.neighbour(facing.right_flank())),
            ShiftCause::RightFlankCovered,
        ),
    ];
    for (flank, why) in flanks {
        if flank.is_some_and(|h| is_covered(pos, defender, h)) {
            found.push(Shift::new(by, why));
        }
    }
}

/// Does another phalanx of its side stand in this hex, or hold it with its zone?
fn is_covered(pos: &Position, defender: UnitId, flank: Hex) -> bool {
    let side = pos.side(defender);
    let friend = |p: UnitId| {
        p != defender
            && pos.side(p) == side
            && pos.spec(p).kind == UnitType::PH
            && !pos.is_routed(p)
            && Some(p) != pos.partner(defender)
    };
    pos.stack(flank).units().any(friend)
        || flank
            .neighbours()
            .flat_map(|(_, near)| pos.stack(near).units())
            .any(|p| friend(p) && pos.exerts(p, flank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Side, UnitSpec};
    use crate::position::ShockMark;
    use crate::proving_ground::{ground as field, hex, setup, u, unit};
    use std::sync::Arc;
    use tess_hex::Facing;

    fn one(kind: UnitType, size: u8, at: u16, facing: Facing, side: Side) -> UnitSpec {
        unit(&format!("{}{at}", side.index()), side, kind, (size, 6, 6), at, facing)
    }

    fn sides<'a>(attackers: &'a [UnitId], defenders: &'a [UnitId], moved: bool) -> Sides<'a> {
        Sides { attackers, defenders, moved, pursuit: false }
    }

    /// The shifts of the first unit against this one.
    fn of(pos: &Position, sides: Sides<'_>, defender: UnitId, angle: Angle) -> Vec<Shift> {
        shifts(pos, sides, sizes(pos, sides), (u(0), defender, angle))
    }

    /// spqr-9.41-ex: two legion units in front of a phalanx with phalanxes on both flanks.
    fn legion_and_phalanx() -> Position {
        // Phalanxes face W down a column: left half south, right half north.
        let mut pos = field(
            vec![
                one(UnitType::LG, 3, 2010, Facing::E, Side::First),
                one(UnitType::LG, 3, 2011, Facing::E, Side::First),
                one(UnitType::PH, 10, 2110, Facing::W, Side::Second),
                one(UnitType::PH, 10, 2112, Facing::W, Side::Second),
                one(UnitType::PH, 10, 2108, Facing::W, Side::Second),
            ],
            vec![],
        );
        for n in [0, 1] {
            pos.unit_mut(u(n)).shock = ShockMark::MustCheck;
        }
        pos
    }

    #[test]
    fn a_phalanx_between_phalanxes_shifts_a_moving_attack_four_left() {
        let pos = legion_and_phalanx();
        let (a, d) = ([u(0), u(1)], [u(2)]);
        let got = of(&pos, sides(&a, &d, true), u(2), Angle::Front);
        assert_eq!(got.iter().map(|s| s.by).collect::<Vec<_>>(), [-2, -2], "{got:?}");
        let base = pos.set.variant.charts.clash_column(Angle::Front, UnitType::PH, UnitType::LG);
        assert_eq!(base, Some(5));
        assert_eq!(column(5, &got), 1);
    }

    #[test]
    fn heavy_infantry_is_shifted_one_for_each_flank_and_a_standing_attack_not_at_all() {
        let mut pos = legion_and_phalanx();
        let mut set = (*pos.set).clone();
        set.units[0].kind = UnitType::HI;
        pos.set = Arc::new(set);
        let (a, d) = ([u(0), u(1)], [u(2)]);
        let by = |pos: &Position| -> Vec<i8> {
            of(pos, sides(&a, &d, true), u(2), Angle::Front).iter().map(|s| s.by).collect()
        };
        assert_eq!(by(&pos), [-1, -1]);
        pos.unit_mut(u(0)).shock = ShockMark::NoCheck;
        assert_eq!(by(&pos), [0_i8; 0]);
    }

    #[test]
    fn the_flanks_of_a_phalanx_do_not_help_against_an_attack_from_the_rear() {
        let pos = legion_and_phalanx();
        let (a, d) = ([u(0), u(1)], [u(2)]);
        assert!(of(&pos, sides(&a, &d, true), u(2), Angle::Rear).is_empty());
    }

    #[test]
    fn height_cover_and_depletion_shift() {
        let mut set = setup(
            vec![
                one(UnitType::MI, 4, 2010, Facing::E, Side::First),
                one(UnitType::MI, 4, 2110, Facing::W, Side::Second),
                one(UnitType::MI, 4, 2109, Facing::W, Side::Second),
            ],
            vec![],
        );
        let cell = set.field.cell_mut(hex(2110)).expect("a hex");
        cell.level = 1;
        cell.terrain = Terrain::Woods;
        let mut pos = Position::new(Arc::new(set));
        let (a, one, two) = ([u(0)], [u(1)], [u(1), u(2)]);
        let by = |pos: &Position, d: &[UnitId]| -> Vec<i8> {
            of(pos, sides(&a, d, true), u(1), Angle::Front).iter().map(|s| s.by).collect()
        };
        assert_eq!(by(&pos, &one), [-1, -2]);
        assert_eq!(by(&pos, &two), [-1, -1], "size 4 to 8, and some higher");
        pos.unit_mut(u(0)).depleted = true;
        pos.unit_mut(u(2)).depleted = true;
        assert_eq!(by(&pos, &two), [-1, -1, -1, 1]);
    }

    #[test]
    fn size_counts_neither_for_elephants_against_men_nor_with_skirmishers() {
        for (a, d) in [(UnitType::EL, UnitType::MI), (UnitType::LI, UnitType::SK)] {
            let pos = field(
                vec![one(a, 9, 2010, Facing::E, Side::First), one(d, 1, 2110, Facing::W, Side::Second)],
                vec![],
            );
            let (a, d) = ([u(0)], [u(1)]);
            assert!(of(&pos, sides(&a, &d, true), u(1), Angle::Front).is_empty());
        }
    }

    #[test]
    fn a_column_never_leaves_the_table() {
        assert_eq!(column(2, &[Shift::new(-9, ShiftCause::Size)]), 1);
        assert_eq!(
            column(12, &[Shift::new(i8::MAX, ShiftCause::Size), Shift::new(i8::MAX, ShiftCause::Size)]),
            13
        );
    }
}
