//! Column (6.7).

use crate::events::movement::Leg;
use crate::movement::bar::Bar;
use crate::movement::march::{Body, March};
use crate::movement::stacking;
use crate::movement::step::{Taken, in_place};
use crate::piece::{Class, UnitType};
use crate::position::{Formation, Position};
use tess_hex::Facing;

/// **spqr 6.71, 6.73.** Into column, at the end of a move, outside enemy zones: infantry other than
/// barbarians, skirmishers and stacks. A one-hex unit turns half a step to the side named; of a two-hex unit
/// the half named leads.
pub(crate) fn form(pos: &Position, body: &Body, march: &March, left: bool) -> Result<Taken, Bar> {
    if body.double {
        return Err(Bar::Double);
    }
    if march.formation != Formation::Line {
        return Err(Bar::Formation);
    }
    let spec = pos.spec(body.unit);
    let choices = &pos.set.variant.choices.movement;
    if choices.column_needs_discipline && pos.set.special.undisciplined[body.side] {
        return Err(Bar::Undisciplined);
    }
    let able = match body.kind {
        UnitType::BI => choices.barbarians_form_column,
        UnitType::LP => choices.peltasts_form_column,
        kind => kind.is_infantry() && !kind.is_skirmisher(),
    };
    if !able
        || spec.class == Class::SC
        || body.with.is_some()
        || !march.left && pos.partner(body.unit).is_some()
        || march.hexes(body.two_hex).iter().any(|h| stacking::friends(pos, body, h).next().is_some())
    {
        return Err(Bar::NoColumn);
    }
    let f = march.facing;
    let towards = match (body.two_hex, left) {
        (true, true) => f.left_flank(),
        (true, false) => f.right_flank(),
        (false, true) => f.left_front(),
        (false, false) => f.right_front(),
    };
    let mut after = change(pos, body, march)?;
    after.formation = Formation::Column { towards, head_left: left || !body.two_hex };
    Ok(in_place(after, Leg::Column(towards)))
}

/// **spqr 6.71, 6.73.** Out of column: a two-hex unit as it lies, another half a step to the side named.
pub(crate) fn leave(pos: &Position, body: &Body, march: &March, left: bool) -> Result<Taken, Bar> {
    let Formation::Column { towards, .. } = march.formation else { return Err(Bar::Formation) };
    let mut after = change(pos, body, march)?;
    after.formation = Formation::Line;
    if !body.two_hex {
        after.facing = Facing::with_left_front(if left { towards.turn(-1) } else { towards });
    }
    Ok(in_place(after, Leg::Line(after.facing)))
}

fn change(pos: &Position, body: &Body, march: &March) -> Result<March, Bar> {
    if march.hexes(body.two_hex).iter().any(|h| pos.in_enemy_zoc(body.side, h)) {
        return Err(Bar::ColumnZone);
    }
    let mp = pos.set.variant.charts.movement.column_mp;
    if mp > body.allowance.saturating_sub(march.mp) {
        return Err(Bar::Points(mp));
    }
    let mut after = *march;
    after.mp += mp;
    after.steps += 1;
    after.formed = true;
    Ok(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::march::muster;
    use crate::movement::step::step;
    use crate::order::Step;
    use crate::piece::Side;
    use crate::proving_ground::{ground, hex, u, unit};
    use tess_hex::{Hex, Hexside};

    /// The picture of spqr 6.74, and the allowance of 6.72.
    #[test]
    fn a_phalanx_column_winds_into_a_hex_beside_the_one_ahead_for_nothing_more() {
        let mut pos =
            ground(vec![unit("PH", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E)], vec![]);
        pos.unit_mut(u(0)).formation = Formation::Column { towards: Hexside::N, head_left: true };
        let (body, march) = muster(&pos, u(0), false, false).expect("may move");
        assert_eq!(body.allowance, 6);
        let t = step(&pos, &body, &march, Step::Enter(hex(2109)), false).expect("legal");
        let hexes: Vec<u16> = t.march.hexes(true).iter().map(Hex::number).collect();
        assert_eq!((hexes, t.march.mp, t.hits), (vec![2109, 2010], 1, 0));
        let t = step(&pos, &body, &t.march, Step::Enter(hex(2209)), false).expect("straight on");
        let hexes: Vec<u16> = t.march.hexes(true).iter().map(Hex::number).collect();
        assert_eq!(hexes, [2209, 2109]);
        let line = step(&pos, &body, &t.march, Step::LineLeft, true).expect("legal");
        assert_eq!(line.march.hexes(true), t.march.hexes(true), "it keeps its hexes");
    }

    #[test]
    fn barbarians_and_skirmishers_form_no_column() {
        for (kind, able) in [(UnitType::BI, false), (UnitType::SK, false), (UnitType::MI, true)] {
            let pos = ground(vec![unit("A", Side::First, kind, (4, 5, 5), 2010, Facing::E)], vec![]);
            let (body, march) = muster(&pos, u(0), false, false).expect("may move");
            assert_eq!(step(&pos, &body, &march, Step::ColumnLeft, true).is_ok(), able, "{kind:?}");
        }
    }
}
