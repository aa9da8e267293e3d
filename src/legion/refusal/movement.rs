//! Why a unit does not move, charge, turn or form so.

use crate::formation::Formation;
use crate::measure::{Heading, Length};
use crate::refusal::Refusal;
use crate::setup::{CommandId, GoalId};
use crate::state::{Directive, UnitId, Zone};

/// Why there is no such move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmoved {
    /// Its Command has not the initiative: nobody's has.
    NotNow,
    /// Nobody acts.
    NobodyActs,
    /// It belongs to the other army.
    Foreign,
    /// It belongs to the first Command, and the second has the initiative.
    NotItsTurn(CommandId, CommandId),
    /// Not on the table.
    Off,
    /// After the movement of its Command.
    TooLate,
    /// Busy with pillaging.
    Pillages(GoalId),
    /// It has had its move.
    Moved,
    /// It has fought this turn.
    Fought,
    /// In close combat.
    InCombat,
    /// Attached to that unit.
    Attached(UnitId),
    /// That unit goes with it, and has moved.
    Tired(UnitId),
    /// Engines that cannot be moved.
    Planted,
    /// Baggage.
    Baggage,
    /// Broken, and told to advance.
    BrokenAdvance,
    /// It avenges its leader on that unit.
    Avenges(UnitId),
    /// A warband with that unit before it.
    MustCharge(UnitId),
    /// It leaves none of its stands.
    NoLegion,
    /// It is of the late Empire, and keeps together.
    Whole,
    /// It stays together in that formation.
    Together(Formation),
    /// So many stands, not all of which can leave it.
    Stands(usize),
    /// It does not charge.
    NoCharge(UnitId, NoCharge),
    /// It does not charge that leader.
    NoLeader(CommandId, NoLeader),
    /// A free move, and no charge.
    FreeMove,
    /// It would turn by more than 90 degrees, and charge.
    Turns,
    /// Its order forbids the move.
    Order(Bounds),
    /// No exchange of lines.
    Relief(Relief),
    /// It does not turn in close combat.
    Face(Face),
    /// A step of its way is not allowed.
    Way(Way),
    /// It is not allowed to make that manoeuvre.
    Drill(Unformed),
}

/// Why a unit does not charge another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoCharge {
    /// A friend.
    Friend,
    /// Not on the table.
    Off,
    /// The unit is broken.
    Broken,
    /// It holds, and that one is neither light nor shows a flank.
    Holds,
    /// Not under that order.
    Order(Directive),
    /// It would meet that one first.
    Meets(UnitId),
    /// It does not reach it straight ahead, for that reason.
    Short(Box<Refusal>),
}

/// Why a unit does not charge a leader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLeader {
    /// He is a friend.
    Friend,
    /// He is not on the table.
    Off,
    /// He is with that unit.
    With(UnitId),
    /// That enemy is nearer.
    Nearer(UnitId),
    /// As a unit that stood where he does.
    As(NoCharge),
}

/// What a unit's order forbids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bounds {
    /// It holds, and would go so far.
    Holds(Length),
    /// It holds, and would change its formation.
    Keeps,
    /// It advances: its distance before and after.
    Advances(Length, Length),
    /// It retires: its distance before and after.
    Retires(Length, Length),
    /// It reforms, and would leave the radius of its commander: distances before and after.
    Leaves(CommandId, Length, Length),
    /// It reforms, and does not go towards him.
    NotTowards(CommandId, Length, Length),
    /// It redeploys, and would leave that band.
    Band(Length, Length),
}

/// Why lines are not exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relief {
    /// No Command has the initiative.
    NotNow,
    /// Another Command has it.
    NotInCommand,
    /// After the movement of the Command.
    TooLate,
    /// Under another order.
    Order,
    /// No line of legionaries or auxilia.
    NoLine,
    /// It has moved, or runs.
    Moved,
    /// Held in flank or rear.
    Held,
    /// In no close combat.
    NoCombat,
    /// Not in good order.
    Shaken,
    /// Farther than its base move from that enemy.
    Far(UnitId, Length),
    /// No room behind that line.
    NoRoom(UnitId),
}

/// Why a unit does not turn in close combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Pikes.
    Pikes,
    /// No room to turn to that enemy.
    NoRoom(UnitId),
    /// It fights that one too.
    Fights(UnitId),
    /// Nobody attacks it on that side.
    Nobody(Zone),
    /// To that one, in the next turn.
    NextTurn(UnitId),
}

/// Why a step of a way is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// It marches in column.
    Column,
    /// So far aside in so far ahead.
    Oblique(Length, Length),
    /// Without a length.
    Nothing,
    /// Too few inches to wheel by.
    ShortWheel(Length),
    /// It faces so already.
    Faces(Heading),
    /// An orbis does not wheel.
    Orbis,
    /// It would wheel away from that enemy.
    WheelsAway(UnitId),
    /// It would leave the table.
    LeavesTable,
    /// Farther than it may go.
    TooFar {
        /// What it may go in all.
        all: Length,
        /// What was left for this step.
        left: Length,
        /// Did ground or obstacles cost more than the length of the way?
        dear: bool,
    },
    /// A march stops near the enemy; it has gone so far.
    MarchStops(Length),
    /// It would touch that enemy.
    Touches(UnitId),
    /// It does not pass through that friend.
    Through(UnitId, NoPass),
}

/// Why nobody passes through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPass {
    /// Engines and baggage pass light troops only.
    Train,
    /// Legionaries and auxilia in line only.
    Lines,
    /// Heavy infantry.
    Heavy,
    /// It is on the move.
    Moves,
}

/// Why a manoeuvre is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unformed {
    /// With that enemy before it.
    Before(UnitId),
    /// While it marches.
    Marches,
    /// A second change of facing.
    FacedAlready,
    /// A second change of formation.
    FormedAlready,
    /// In no order for it.
    Shaken,
    /// Turning and forming at once only instead of moving.
    AtOnce,
    /// It has turned and formed.
    BothDone,
    /// Formation and facing at the same time.
    SameTime,
    /// It has ended its move with one.
    Ended,
    /// At the start of its move only.
    AtStart,
    /// Instead of moving.
    Instead,
    /// It has done it instead of moving.
    NoMove,
    /// No room at the table's edge.
    Edge,
    /// No room beside that friend.
    Beside(UnitId),
    /// No room before the enemy.
    Enemy,
}
