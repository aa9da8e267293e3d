//! What would be so if a leader were activated now, for whoever plans before his turn has come.

use crate::command::activation::activate;
use crate::piece::LeaderId;
use crate::position::Position;
use crate::state::stage::Stage;
use tess_effects::{Dice, Oracle};

/// **spqr 5.12.** The position in which a leader gives orders, had his turn come now: his activation is
/// still before him, and it needs neither a die nor an answer.
#[must_use]
pub fn activated(pos: &Position, leader: LeaderId) -> Option<Position> {
    let it = pos.leader(leader);
    let commands = match &pos.stage {
        Stage::Activation { due, reactivation, .. } if due.contains(&leader) => Some(*reactivation),
        Stage::Activation { .. } | Stage::Orders(_) | Stage::After(_) if !it.finished => Some(false),
        _ => None,
    };
    let reactivation = commands.filter(|_| it.hex.is_some() && !it.killed)?;
    if matches!(&pos.stage, Stage::Orders(phase) | Stage::After(phase) if phase.leader == leader) {
        return None;
    }
    let mut then = pos.clone();
    let side = pos.leader_spec(leader).side;
    then.stage = Stage::Activation { side, due: vec![leader], reactivation, trump_tried: true };
    let mut oracle = Oracle::new(Dice::Closed, &[]).quiet();
    activate(&mut then, &mut oracle, leader).ok()?;
    matches!(&then.stage, Stage::Orders(phase) if phase.leader == leader).then_some(then)
}
