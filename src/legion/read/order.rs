//! Orders resolved to the pieces of this battle, not yet known to be legal.

use crate::cards::What;
use crate::deploy::{Piece, Spot};
use crate::measure::{Length, Point};
use crate::react::Way;
use crate::setup::{CommandId, GoalId};
use crate::shooting::Mark;
use crate::state::{Directive, Finer, UnitId, Wings};
use crate::written::{Hand, Post, Step};
use tess_orders::Word;

/// One order of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// What a Command is to do this turn. A sheet that is signed does not say what: it is sealed.
    Direct(CommandId, Option<Directive>),
    /// A piece of ground or an obstacle is set out: its kind, its points, its height.
    SetOut(String, Vec<(i32, i32)>, Option<u8>),
    /// The second side takes the north edge, or the south one.
    Edge(bool),
    /// A piece is put on the table.
    Place(Piece, Spot),
    /// Everything that waits is put on the table.
    PlaceAll,
    /// A unit's move, step by step.
    Move(UnitId, Vec<Step>),
    /// A charge: who, whom, and the steps before the last stretch.
    Charge(UnitId, UnitId, Vec<Step>),
    /// A charge at a leader who stands by himself.
    ChargeLeader(UnitId, CommandId, Vec<Step>),
    /// A unit shoots, at no more than so many stands' worth where a number is given.
    Shoot(UnitId, Vec<(Mark, Option<u8>)>),
    /// Light troops move, shoot, and move on.
    Sally(UnitId, Mark, Vec<Step>, Vec<Step>),
    /// A feigned flight.
    Feign(UnitId),
    /// A unit leaves a close combat.
    Leave(UnitId, Way),
    /// Warriors get down from their chariots, into close order or not.
    Dismount(UnitId, bool),
    /// And mount again.
    Remount(UnitId),
    /// A leader rides by these places, by himself.
    Ride(CommandId, Vec<Point>),
    /// A leader joins a unit at this post, or takes another one in it.
    Post(CommandId, UnitId, Post),
    /// A leader leaves his unit.
    Part(CommandId),
    /// Light infantry joins a unit.
    Attach(UnitId, UnitId, Wings),
    /// Light infantry leaves the unit that it is with.
    Release(UnitId),
    /// Detached stands come back to their unit.
    Merge(UnitId, UnitId),
    /// A broken unit tries to rally.
    Rally(UnitId),
    /// The close combats of the Command are fought.
    Fight,
    /// An exchange of lines: who falls back, and who takes its place.
    Relieve(UnitId, UnitId),
    /// So many stands of one end leave a unit.
    Detach(UnitId, u8, Hand),
    /// A side draws so many cards.
    Draw(u8),
    /// A card is played, with the words after its name.
    Card(What, Vec<Word>),
    /// A Command is held back under the card of this number, or in an ambush of the scenario.
    Hide(CommandId, Option<u8>),
    /// A flank march tries to arrive.
    Arrive(CommandId),
    /// The reserve that acts comes over its edge, so far from the west.
    Enter(Length),
    /// A unit loots a town.
    Pillage(UnitId, GoalId),
    /// About these finer decisions the side is asked from now on, or not any more.
    Ask(Vec<Finer>, bool),
    /// The side offers to end the battle.
    Truce,
    /// The units that owe a move do the least of it.
    Rest,
    /// Ends what the side has in hand: the Command's initiative, or its rally phase.
    Finish,
}
