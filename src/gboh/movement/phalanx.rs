//! The manoeuvres of two-hex units (6.43 to 6.45).

use crate::events::movement::Leg;
use crate::movement::bar::Bar;
use crate::movement::march::{Body, March};
use crate::movement::step::{Entering, Taken, enter, in_place};
use crate::piece::UnitType;
use crate::position::Position;
use tess_hex::Hex;

/// Hits for each hex entered by a pivot.
const PIVOT_HITS: u8 = 1;

/// **spqr 6.43, 6.44.** One half goes into the centre front hex while the other turns where it stands: the
/// left half makes the unit face one vertex further right, the right half further left. With the standing
/// half in an enemy zone it is a wheel.
pub(crate) fn pivot(pos: &Position, body: &Body, march: &March, left_goes: bool) -> Result<Taken, Bar> {
    if !body.two_hex {
        return Err(Bar::OnlyTwoHex);
    }
    if !march.is_abreast() {
        return Err(Bar::WhileColumn);
    }
    let f = march.facing;
    let hexes = march.hexes(true);
    let (left, right) = (hexes.left.unwrap_or(march.hex), hexes.right.ok_or(Bar::Closed(march.hex))?);
    let (stands, goes, side) =
        if left_goes { (right, left, f.right_front()) } else { (left, right, f.left_front()) };
    let centre = goes.neighbour(side).ok_or(Bar::Closed(goes))?;
    let wheel = wheel_about(pos, body, march, stands, goes)?;
    let (goings, to, facing) = if left_goes {
        ([Some((goes, side)), None], centre, f.turn(1))
    } else {
        ([None, Some((goes, side))], left, f.turn(-1))
    };
    let entering = Entering { goings, to, facing, extra: pivot_hits(pos, body), wheel, last: false };
    let mut gone = enter(pos, body, march, &entering, |_| {
        if wheel.is_some() { Leg::Wheel(centre) } else { Leg::Pivot(centre) }
    });
    if let Ok(taken) = &mut gone {
        taken.march.stopped = pos.in_enemy_zoc(body.side, centre) || pos.in_enemy_zoc(body.side, stands);
    }
    gone
}

/// **spqr 6.43, alexander 6.43.** Hits that a pivot costs on any ground.
pub(crate) fn pivot_hits(pos: &Position, body: &Body) -> u8 {
    let free = pos.set.variant.choices.movement.macedonians_pivot_freely && is_macedonian(pos, body);
    if free { 0 } else { PIVOT_HITS }
}

/// **alexander 6.43.** A phalanx that the scenario calls Macedonian.
fn is_macedonian(pos: &Position, body: &Body) -> bool {
    body.kind == UnitType::PH && pos.spec(body.unit).macedonian
}

/// **spqr 6.44.** A half in no enemy zone may go on while the other half is held by one; the check falls
/// away when only skirmishers hold it. `None`: no half is held, an ordinary pivot.
fn wheel_about(
    pos: &Position,
    body: &Body,
    march: &March,
    stands: Hex,
    goes: Hex,
) -> Result<Option<bool>, Bar> {
    if !pos.in_enemy_zoc(body.side, stands) {
        return Ok(None);
    }
    if body.double {
        return Err(Bar::Double);
    }
    if pos.in_enemy_zoc(body.side, goes) {
        return Err(if march.left { Bar::Stopped } else { Bar::Pinned });
    }
    let by_skirmishers = pos.controllers(body.side, stands).iter().all(|&e| pos.spec(e).kind.is_skirmisher());
    Ok(Some(!by_skirmishers))
}

/// **spqr 6.45.** Faces about in the same hexes for points, not in an enemy zone, not in rough ground.
pub(crate) fn reverse(pos: &Position, body: &Body, march: &March) -> Result<Taken, Bar> {
    if !body.two_hex {
        return Err(Bar::OnlyTwoHex);
    }
    if body.double {
        return Err(Bar::Double);
    }
    if !march.is_abreast() {
        return Err(Bar::WhileColumn);
    }
    if !may_reverse(pos, body, march) {
        return Err(Bar::NoReverse);
    }
    let mp = pos.set.variant.charts.movement.reverse_mp;
    if mp > body.allowance.saturating_sub(march.mp) {
        return Err(Bar::Points(mp));
    }
    let mut after = *march;
    after.mp += mp;
    after.steps += 1;
    after.hex = march.hexes(true).right.unwrap_or(march.hex);
    after.facing = march.facing.opposite();
    after.paid.swap(0, 1);
    Ok(in_place(after, Leg::About(after.facing)))
}

fn may_reverse(pos: &Position, body: &Body, march: &March) -> bool {
    let hexes = march.hexes(true);
    hexes.iter().all(|h| !pos.in_enemy_zoc(body.side, h) && !pos.is_rough_for(body.unit, h))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::march::muster;
    use crate::movement::step::step;
    use crate::order::Step;
    use crate::piece::Side;
    use crate::proving_ground::{ground, hex, u, unit};
    use tess_hex::Facing;

    fn phalanx(at: u16, facing: Facing) -> Position {
        ground(vec![unit("PH", Side::First, UnitType::PH, (10, 7, 4), at, facing)], vec![])
    }

    fn after(pos: &Position, s: Step) -> Taken {
        let (body, march) = muster(pos, u(0), false, false).expect("may move");
        step(pos, &body, &march, s, true).expect("legal")
    }

    fn numbers(t: &Taken) -> (Vec<u16>, Facing) {
        (t.march.hexes(true).iter().map(Hex::number).collect(), t.march.facing)
    }

    /// The picture of spqr 6.43.
    #[test]
    fn a_phalanx_pivots_its_left_half_forward_for_one_hit_and_faces_further_right() {
        let pos = phalanx(2010, Facing::E);
        assert_eq!(pos.hexes(u(0)).right, Some(hex(2011)));
        let t = after(&pos, Step::PivotLeftHalf);
        assert_eq!(numbers(&t), (vec![2110, 2011], Facing::SE));
        assert_eq!((t.hits, t.march.mp), (1, 1));
        let t = after(&pos, Step::PivotRightHalf);
        assert_eq!(numbers(&t), (vec![2010, 2110], Facing::NE));
    }

    #[test]
    fn facing_about_keeps_the_hexes_and_costs_three_points() {
        let t = after(&phalanx(2010, Facing::E), Step::Reverse);
        assert_eq!(numbers(&t), (vec![2011, 2010], Facing::W));
        assert_eq!((t.hits, t.march.mp), (0, 3));
    }

    /// The march of spqr 6.56.
    #[test]
    fn forward_left_and_right_move_both_halves() {
        let pos = phalanx(3012, Facing::SE);
        assert_eq!(pos.hexes(u(0)).right, Some(hex(2912)));
        assert_eq!(numbers(&after(&pos, Step::AheadLeft)).0, [3112, 3013]);
        assert_eq!(numbers(&after(&pos, Step::AheadRight)).0, [3013, 2913]);
        assert_eq!(numbers(&after(&pos, Step::Enter(hex(3112)))).0, [3112, 3013]);
        let (body, march) = muster(&pos, u(0), false, false).expect("may move");
        let bar = step(&pos, &body, &march, Step::Enter(hex(3013)), true).expect_err("two meanings");
        assert_eq!(bar, Bar::Ambiguous(hex(3013)));
    }

    #[test]
    fn the_second_half_pays_no_more_for_ground_that_the_first_has_entered() {
        let mut set = crate::proving_ground::setup(
            vec![unit("PH", Side::First, UnitType::PH, (10, 7, 5), 2010, Facing::E)],
            vec![],
        );
        // Left half goes 2010, 2109, 2209; right half 2011, 2110, 2210. Woods in 2109 and 2210.
        for n in [2109, 2210] {
            set.field.cell_mut(hex(n)).expect("on the map").terrain = crate::field::Terrain::Woods;
        }
        let pos = Position::new(std::sync::Arc::new(set));
        let (body, march) = muster(&pos, u(0), false, false).expect("may move");
        let one = step(&pos, &body, &march, Step::AheadLeft, false).expect("legal");
        assert_eq!((one.hits, one.march.mp), (1, 2));
        let two = step(&pos, &body, &one.march, Step::AheadRight, false).expect("legal");
        assert_eq!(numbers(&two).0, [2210, 2211]);
        assert_eq!((two.hits, two.march.mp), (1, 4), "the left half enters woods again");
    }
}
