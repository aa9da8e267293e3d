//! Markers of pre-arranged withdrawal are laid at the start of a turn (6.82).

use crate::command::turn;
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::marker::{may_place, next_side};
use crate::piece::LeaderId;
use crate::position::Position;
use crate::refusal::Why;
use crate::refusal::turn::{NoMarker, Turn};
use crate::state::stage::{Face, Marker, Stage};
use crate::{Flow, Oracle, Refusal};
use tess_effects::Rule;

/// **spqr 6.82.** Lays markers under leaders, each face down, or none; then the turn goes on.
pub(crate) fn place(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    markers: &[(LeaderId, Option<bool>)],
) -> Flow<()> {
    let no = |why| Refusal::new(Rule("6.82"), Turn::Marker(why));
    let Stage::Markers { side } = pos.stage else { return Err(no(NoMarker::NotNow).into()) };
    let mut leaders: Vec<LeaderId> = Vec::new();
    for &(leader, real) in markers {
        if pos.leader_spec(leader).side != side {
            return Err(no(NoMarker::Foreign(leader)).into());
        }
        if leaders.contains(&leader) {
            return Err(no(NoMarker::Twice(leader)).into());
        }
        if real.is_some() {
            return Err(no(NoMarker::GivenAway(leader)).into());
        }
        may_place(pos, leader)?;
        leaders.push(leader);
    }
    for &leader in &leaders {
        let seal = oracle.seal().ok_or_else(|| Refusal::new(Rule("6.82"), Why::Unsealed))?;
        pos.markers.push(Marker { leader, face: Face::Down(seal) });
    }
    oracle.tell(|| Happening::Command(CommandEvent::MarkersLaid { side, leaders: leaders.clone() }));
    if let Some(side) = next_side(pos, Some(side)) {
        pos.stage = Stage::Markers { side };
        return Ok(());
    }
    pos.stage = Stage::TurnStart;
    turn::lead_off(pos, oracle)
}
