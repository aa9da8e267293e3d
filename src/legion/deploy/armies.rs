//! Who is still to be put on the table, and who begins.

use crate::events::deploy::DeployEvent;
use crate::refusal::Why;
use crate::refusal::field::{Due, Undeployed};
use crate::setup::CommandId;
use crate::state::{self, LeaderPlace, Place, Position, Preparing, Stage, UnitId};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_dice::Die;
use tess_effects::{Rule, Side};

/// What is being prepared, when it is this.
///
/// # Errors
/// When it is not.
pub(super) fn now(pos: &Position, due: Due) -> Result<(), Refusal> {
    let now = match pos.stage {
        Stage::SetUp(Preparing::Ground) => Some(Due::Ground),
        Stage::SetUp(Preparing::Edge) => Some(Due::Edge),
        Stage::SetUp(Preparing::Deploy { .. }) => Some(Due::Army),
        _ => None,
    };
    if now == Some(due) { Ok(()) } else { Err(refused(Undeployed::NotNow(due))) }
}

fn refused(why: Undeployed) -> Refusal {
    Refusal::new(Rule("setup.points"), Why::Undeployed(why))
}

/// Ends what a side prepares. True when both armies stand.
///
/// # Errors
/// When something is still to be done.
pub fn finish(pos: &mut Position, preparing: Preparing, oracle: &mut Oracle<'_>) -> Flow<bool> {
    match preparing {
        Preparing::Ground => {
            pos.stage = state::first_stage(&pos.set).unwrap_or(Stage::SetUp(Preparing::Edge));
            Ok(false)
        }
        Preparing::Edge => Err(refused(Undeployed::NoEdge).into()),
        Preparing::Deploy { side, last } => {
            let missing = waiting(pos, side);
            if !missing.is_empty() {
                return Err(refused(Undeployed::Waiting(missing)).into());
            }
            oracle.tell(|| Happening::Deploy(DeployEvent::Deployed(side)));
            if !last {
                pos.stage = Stage::SetUp(Preparing::Deploy { side: side.other(), last: true });
            }
            Ok(last)
        }
    }
}

/// Units of a side that have still to be placed; those of a Command that is held back have not.
pub(super) fn units_waiting(pos: &Position, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    let held_back = move |u: UnitId| state::is_hidden(pos, pos.unit(u).command);
    let own = pos.unit_ids().filter(move |&u| pos.side(u) == side && !held_back(u));
    own.filter(|&u| pos.unit(u).place == Place::Waiting)
}

/// Leaders of a side that are still to be put on the table; not those of Commands that are held back.
pub(super) fn leaders_waiting(pos: &Position, side: Side) -> impl Iterator<Item = CommandId> + '_ {
    let own = pos.set.commands_of(side).filter(|&c| !state::is_hidden(pos, c));
    own.filter(|&c| pos.leader(c).place == LeaderPlace::Waiting)
}

/// Units and leaders of a side that have still to be placed, by their codes.
#[must_use]
pub fn waiting(pos: &Position, side: Side) -> Vec<String> {
    let leaders = leaders_waiting(pos, side).map(|c| pos.leader_spec(c).code.clone());
    units_waiting(pos, side).map(|u| pos.code(u)).chain(leaders).collect()
}

/// Does this side put its army on the table now?
#[must_use]
pub fn is_deploying(pos: &Position, side: Side) -> bool {
    matches!(pos.stage, Stage::SetUp(Preparing::Deploy { side: now, .. }) if now == side)
}

/// The armies begin to deploy, this side first.
pub(crate) fn begin(pos: &mut Position, first: Side) {
    pos.stage = Stage::SetUp(Preparing::Deploy { side: first, last: false });
}

/// **legion setup.first.** A die and the rating of the commander in chief for each side: the lowest deploys
/// first. Equal, they roll again.
pub(super) fn roll_for_first(pos: &Position, oracle: &mut Oracle<'_>) -> Flow<Side> {
    let rule = Rule("setup.first");
    loop {
        let mut sums = [0; 2];
        for side in Side::BOTH {
            let rating = chief(pos, side);
            let die = oracle.roll(Die::D6, "set-up", &pos.set.sides[side], rule)?;
            sums[side as usize] = die + rating;
            oracle.tell(|| Happening::Deploy(DeployEvent::Rolled { side, die, rating }));
        }
        if sums[0] != sums[1] {
            let side = if sums[0] < sums[1] { Side::First } else { Side::Second };
            oracle.tell(|| Happening::Deploy(DeployEvent::First(side)));
            return Ok(side);
        }
    }
}

/// The rating of a side's commander in chief; without one that of the best.
fn chief(pos: &Position, side: Side) -> u8 {
    let leaders = || pos.set.commands_of(side).map(|c| pos.leader_spec(c));
    let chief = leaders().find(|l| l.chief).map(|l| l.rating);
    chief.or_else(|| leaders().map(|l| l.rating).max()).unwrap_or(0)
}
