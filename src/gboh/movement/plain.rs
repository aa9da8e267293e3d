//! The commonest step of all: onto open, level ground where nobody stands and beside which no enemy stands.
//!
//! There is nothing to pay there but the points of clear ground and nothing to meet, which a few looks tell.
//! The rules of [`crate::movement::step`] come to the same, only later; whatever is not as plain as that is
//! left to them.

use crate::movement::cost;
use crate::movement::march::{Body, March};
use crate::movement::step::{Going, may_go};
use crate::piece::{Side, UnitType};
use crate::position::{Formation, Position};
use tess_hex::{Facing, Hex, Hexside};

/// The march after entering the hexes across these sides, to stand at `to`, when that is plain and the
/// points last. `None`: all the rules have to be asked.
pub(crate) fn entered(
    pos: &Position,
    body: &Body,
    march: &March,
    goings: [Option<Going>; 2],
    to: Hex,
    facing: Facing,
) -> Option<March> {
    if body.held || body.spent || may_go(body, march).is_err() || minds_ground(body, march) {
        return None;
    }
    let clear = &pos.set.variant.charts.movement.clear;
    let treads = |tread| clear.hits[tread as usize].is_some();
    if !treads(body.tread) || !body.tread_with.is_none_or(treads) {
        return None;
    }
    let [one, other] = goings;
    let vacant =
        |going: Option<Going>| going.is_none_or(|(from, side)| is_vacant(pos, body.side, from, side));
    if !vacant(one) || !vacant(other) {
        return None;
    }
    // Copied as a whole, which is less work than field by field.
    let mut after = *march;
    (after.hex, after.facing) = (to, facing);
    (after.turned, after.left, after.stopped) = (0, true, false);
    after.spend_halves(clear.mp.saturating_mul(2));
    after.steps += 1;
    (after.mp <= body.allowance).then_some(after)
}

/// The march after a turn by so many vertices of a one-hex unit in line, alone, when nothing but points and
/// the ground count, and the points last. `None`: all the rules have to be asked.
pub(crate) fn turned(pos: &Position, body: &Body, march: &March, vertices: i8) -> Option<March> {
    let line = !body.two_hex && body.with.is_none() && march.formation == Formation::Line;
    let free = !march.formed && !march.stopped && !march.remounted && (march.left || !body.began_in_zoc);
    if !line || !free || minds_ground(body, march) {
        return None;
    }
    let n = vertices.unsigned_abs();
    let (mp, hits) = cost::turning(pos, body.unit, march.hex, n);
    let mut after = *march;
    after.mp += mp;
    after.hits = after.hits.saturating_add(hits);
    after.steps += 1;
    after.turned = after.turned.saturating_add(n);
    after.facing = march.facing.turn(vertices);
    (after.mp <= body.allowance).then_some(after)
}

/// **alexander 7.15, 9.74.** Chariots and cavalry formed for the charge mind how they have turned before.
fn minds_ground(body: &Body, march: &March) -> bool {
    body.kind == UnitType::CH || march.formation == Formation::Charge
}

/// Is the hex across a side plain ground, without a road to gain by, where no unit stands, and none of the
/// enemies of `whose` beside it?
#[inline]
pub(crate) fn is_vacant(pos: &Position, whose: Side, from: Hex, side: Hexside) -> bool {
    let field = &pos.set.field;
    field.slot(from).and_then(|slot| field.plain_across(slot, side)).is_some_and(|near| {
        pos.stack_at(near).is_empty()
            && from.neighbour(side).is_some_and(|hex| !pos.presence().touches(whose.other(), hex))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::step::{Entering, enter_by_rule, step};
    use crate::order::Step;
    use crate::proving_ground::{Chance, rough_field, u};
    use std::sync::Arc;

    /// What the short way says is what the rules say.
    #[test]
    fn a_plain_step_is_the_step_of_the_rules() {
        let (mut chance, mut plain, mut other, mut turns) = (Chance(7), 0, 0, 0);
        for _ in 0..60 {
            let pos = Position::new(Arc::new(rough_field(&mut chance)));
            for _ in 0..120 {
                let id = u(chance.below(14) as u16);
                let body = Body { allowance: chance.below(7) as u8, ..Body::unordered(&pos, id, None) };
                let (hex, facing) = (chance.hex(), Facing::ALL[chance.below(6)]);
                let mut march = March::at(&pos, id, hex, facing);
                march.mp = chance.below(4) as u8;
                march.paid[0][chance.below(3)] = chance.below(2) as u8;
                march.stopped = chance.below(9) == 0;
                let side = [facing.left_front(), facing.right_front()][chance.below(2)];
                let halves = march.hexes(body.two_hex);
                let goings = [halves.left.map(|h| (h, side)), halves.right.map(|h| (h, side))];
                let to = hex.neighbour(side).expect("on the sheet");
                let entering = Entering { goings, to, facing, extra: 0, wheel: None, last: false };
                let by_rule = enter_by_rule(&pos, &body, &march, &entering, |m| {
                    crate::events::movement::Leg::To(m.hex)
                });
                let turn = chance.below(6) as i8 - 2;
                if let Some(after) = turned(&pos, &body, &march, turn) {
                    let taken = step(&pos, &body, &march, Step::Turn(turn), false).expect("open");
                    assert_eq!((taken.march, taken.hits), (after, after.hits));
                    turns += 1;
                }
                let Some(after) = entered(&pos, &body, &march, goings, to, facing) else {
                    other += 1;
                    continue;
                };
                plain += 1;
                let taken = by_rule.expect("what is plain is open");
                assert_eq!(taken.march, after);
                assert_eq!((taken.hits, taken.hits_with, taken.through, taken.moved), (0, 0, 0, true));
                assert!(taken.doubled.is_none() && taken.wheel.is_none());
            }
        }
        assert!(plain > 1000 && other > 1000 && turns > 1000, "{plain} {other} {turns}");
    }
}
