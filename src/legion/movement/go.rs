//! A unit moves by the steps of an order.

use super::charge::must_charge;
use super::walk::{Walked, walk};
use super::{face, ground, limits, may, pass};
use crate::events::movement::MoveEvent;
use crate::questions::posts;
use crate::questions::stands::Aim;
use crate::refusal::Why;
use crate::refusal::movement::Unmoved;
use crate::state::{Position, UnitId, Zone};
use crate::written::Step;
use crate::{Flow, Happening, Oracle, Refusal, cards, morale};
use tess_effects::{Rule, Side};

/// **legion turn.once, move.base.** A unit moves, once in a turn: step by step, within its movement rate
/// and its orders.
///
/// # Errors
/// When it may not move, or one of the steps is not allowed; the word to blame is the unit's or the step's.
pub fn go(pos: &mut Position, side: Side, unit: UnitId, steps: &[Step], oracle: &mut Oracle<'_>) -> Flow<()> {
    if let Some(turn) = face::is_facing(pos, unit, steps) {
        return face::face(pos, side, (unit, turn), oracle);
    }
    let from = may::may_move(pos, side, unit)?;
    if let Some(target) = must_charge(pos, unit) {
        let (rule, why) = if posts::avenges(pos, unit) {
            ("leader.killed", Unmoved::Avenges(target))
        } else {
            ("charge.warband", Unmoved::MustCharge(target))
        };
        return Err(Refusal::new(Rule(rule), Why::Unmoved(unit, why)).into());
    }
    may::enter(pos, unit)?;
    let walked = walk(pos, unit, steps)?;
    limits::holds(pos, unit, from, &walked)?;
    let disperses = walked.unit.loose && !pos.unit(unit).loose;
    settle(pos, unit, &walked, oracle);
    // Auxilia that disperse may have more hits than a base of theirs bears; nobody else loses a stand by
    // moving, whatever hits he has been surprised with (card.surprise-attack).
    if disperses {
        morale::settle(pos, unit, Aim::From(Zone::Front), oracle)?;
    }
    morale::near_elephants(pos, unit, &walked.trail, oracle)?;
    cards::look_about(pos, unit, &walked.trail, oracle)
}

/// Puts a unit where its way has led it, with all that came of the way.
fn settle(pos: &mut Position, unit: UnitId, walked: &Walked, oracle: &mut Oracle<'_>) {
    let from = pos.stance(unit).unwrap_or_default();
    *pos.unit_mut(unit) = walked.unit.clone();
    let to = pos.stance(unit).unwrap_or_default();
    pos.unit_mut(unit).account.moved = true;
    let event = MoveEvent::Moved {
        unit,
        from,
        to,
        formation: walked.unit.formation,
        spent: walked.spent,
        allowance: walked.allowance,
    };
    oracle.tell(|| Happening::Move(event));
    if walked.held_back {
        oracle.tell(|| Happening::Move(MoveEvent::HeldBack(unit)));
    }
    pass::settle(pos, unit, walked, oracle);
    ground::settle(pos, unit, walked, oracle);
}
