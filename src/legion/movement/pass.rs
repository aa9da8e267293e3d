//! Moving through friends.

use super::ground::disorder;
use super::walk::Walked;
use crate::events::movement::MoveEvent;
use crate::questions::edges;
use crate::questions::passing::{Kind, kind};
use crate::state::{Morale, Position, UnitId, Zone};
use crate::{Happening, Oracle};
use tess_effects::Rule;

/// **legion pass.disorder, pass.through.** What passing has done to either.
pub fn settle(pos: &mut Position, id: UnitId, walked: &Walked, oracle: &mut Oracle<'_>) {
    for &other in &walked.passed {
        oracle.tell(|| Happening::Move(MoveEvent::Passed { unit: id, through: other }));
        let kinds = (kind(pos, id), kind(pos, other));
        if kinds.0 == Kind::LightFoot {
            continue;
        }
        let rule = Rule("pass.disorder");
        let over = edges::entered(pos, other, (id, &walked.trail));
        let from_the_flank = matches!(over, Some(Zone::Left | Zone::Right));
        if kinds.1 == Kind::LightFoot {
            if from_the_flank {
                disorder(pos, other, rule, oracle);
            }
            continue;
        }
        let shaken = |u: UnitId, pos: &Position| pos.unit(u).morale != Morale::Good;
        if shaken(id, pos) {
            disorder(pos, other, rule, oracle);
        } else if shaken(other, pos) {
            disorder(pos, id, rule, oracle);
        }
        match kinds {
            (Kind::Horse | Kind::Chariots, Kind::Elephants) => {
                disorder(pos, id, Rule("pass.through"), oracle)
            }
            (Kind::Elephants, Kind::Horse | Kind::Chariots) => {
                disorder(pos, other, Rule("pass.through"), oracle)
            }
            (Kind::Foot, Kind::Horse | Kind::Chariots | Kind::Elephants | Kind::Train) => {
                disorder(pos, id, Rule("pass.through"), oracle);
            }
            _ => {}
        }
        // It has been passed by then: this disorder spreads to nobody.
        if from_the_flank {
            disorder(pos, other, rule, oracle);
        }
    }
}
