//! Before the battle, when it is not set up by its file: one player sets out the terrain, the other chooses his edge, dice say
//! who deploys first, and the armies come onto the table.

mod ground;
mod place;
mod room;
pub mod told;

use serde::Serialize;

pub(crate) use ground::turn_round;
pub use ground::{Encoded, choose, encoded, set_out};
pub use place::{Piece, Spot, ZONE, fits, place};
pub use room::place_all;
pub(crate) use room::room;

use super::cards;
use super::position::{LeaderPlace, Place, Position, UnitId};
use super::setup::CommandId;
use super::side::Side;
use super::stage::Stage;
use super::{Happening, Oracle};
use crate::{Flow, Refusal};
use tess_dice::Die;
use tess_effects::Rule;
use told::DeployEvent;

/// Who sets out the terrain; the other chooses his edge.
const HOST: Side = Side::First;

/// What is being done before the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Preparing {
    /// The first side sets out the terrain.
    Ground,
    /// The second side chooses its edge.
    Edge,
    /// A side deploys.
    Deploy {
        /// Which.
        side: Side,
        /// The other one stands already.
        last: bool,
    },
}

impl Preparing {
    /// Whose decision it is.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Preparing::Ground => HOST,
            Preparing::Edge => HOST.other(),
            Preparing::Deploy { side, .. } => side,
        }
    }
}

/// A battle that is set up by its players: nobody is on the table.
pub fn clear(pos: &mut Position) {
    pos.turn = 0;
    pos.stage = Stage::SetUp(Preparing::Ground);
    for unit in &mut pos.units {
        unit.place = Place::Waiting;
    }
    for leader in &mut pos.leaders {
        leader.place = LeaderPlace::Waiting;
    }
}

/// What is being prepared, when it is this.
///
/// # Errors
/// When it is not.
fn now(pos: &Position, due: fn(Preparing) -> bool, what: &str) -> Result<(), Refusal> {
    match pos.stage {
        Stage::SetUp(preparing) if due(preparing) => Ok(()),
        _ => Err(Refusal::new(Rule("setup.points"), format!("{what}, and this is not the time"))),
    }
}

/// Ends what a side prepares.
///
/// # Errors
/// When something is still to be done.
pub fn finish(pos: &mut Position, preparing: Preparing, oracle: &mut Oracle<'_>) -> Flow<()> {
    match preparing {
        Preparing::Ground => {
            pos.stage = cards::first_stage(&pos.set).unwrap_or(Stage::SetUp(Preparing::Edge));
            Ok(())
        }
        Preparing::Edge => Err(Refusal::new(Rule("setup.points"), "your edge is still to be chosen")
            .help("edge north, to leave the table as it is; edge south turns it round")
            .into()),
        Preparing::Deploy { side, last } => {
            let missing = waiting(pos, side);
            if let Some(first) = missing.first() {
                let text = format!("not yet on the table: {}", missing.join(", "));
                let help =
                    format!("place {first} at 12,8; or deploy, for all of them as the scenario has them");
                return Err(Refusal::new(Rule("setup.points"), text).at(first).help(help).into());
            }
            oracle.tell(|| Happening::Deploy(DeployEvent::Deployed(side)));
            if last {
                cards::prepare(pos, oracle);
            } else {
                pos.stage = Stage::SetUp(Preparing::Deploy { side: side.other(), last: true });
            }
            Ok(())
        }
    }
}

/// Units of a side that have still to be placed; those of a Command that is held back have not.
fn units_waiting(pos: &Position, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    let held_back = move |u: UnitId| cards::is_hidden(pos, pos.unit(u).command);
    let own = pos.unit_ids().filter(move |&u| pos.side(u) == side && !held_back(u));
    own.filter(|&u| pos.unit(u).place == Place::Waiting)
}

/// The same of leaders.
fn leaders_waiting(pos: &Position, side: Side) -> impl Iterator<Item = CommandId> + '_ {
    let own = pos.set.commands_of(side).filter(|&c| !cards::is_hidden(pos, c));
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

/// **legion setup.first.** A die and the rating of the commander in chief for each side: the lowest deploys first. Equal, they
/// roll again. Superior Scouting may turn it about.
fn roll_for_first(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
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
            let side = cards::scouted(pos, side, oracle)?;
            pos.stage = Stage::SetUp(Preparing::Deploy { side, last: false });
            return Ok(());
        }
    }
}

/// The rating of a side's commander in chief; without one that of the best.
fn chief(pos: &Position, side: Side) -> u8 {
    let leaders = || pos.set.commands_of(side).map(|c| pos.leader_spec(c));
    let chief = leaders().find(|l| l.chief).map(|l| l.rating);
    chief.or_else(|| leaders().map(|l| l.rating).max()).unwrap_or(0)
}
