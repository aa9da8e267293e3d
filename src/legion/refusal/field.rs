//! Why a unit or a leader cannot be there, form so, join, ride: what ground, drill and neighbours forbid.

use crate::formation::Formation;
use crate::measure::Length;
use crate::setup::{CommandId, GoalId};
use crate::state::UnitId;

/// Ground that such troops cannot enter, or an obstacle that they cannot cross, by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Barred {
    /// Ground.
    Enter(String),
    /// An obstacle.
    Cross(String),
}

/// Why a unit cannot stand in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misplaced {
    /// Not wholly on the table.
    OffTable,
    /// On that unit.
    On(UnitId),
    /// On ground that it cannot enter.
    Ground(Barred),
    /// On an obstacle of this name.
    Obstacle(String),
}

impl Barred {
    /// In words: whoever reads a scenario complains of it, too.
    #[must_use]
    pub fn told(&self) -> String {
        match self {
            Barred::Enter(name) => format!("it cannot enter {name}"),
            Barred::Cross(name) => format!("it cannot cross {name}"),
        }
    }
}

impl Misplaced {
    /// In words, of the unit with this code: whoever reads a scenario complains of it, too.
    #[must_use]
    pub fn told(&self, code: &str, name: impl Fn(UnitId) -> String) -> String {
        match self {
            Misplaced::OffTable => format!("{code} would not stand wholly on the table"),
            Misplaced::On(other) => format!("{code} would stand on {}", name(*other)),
            Misplaced::Ground(why) => format!("{code}: {}", why.told()),
            Misplaced::Obstacle(name) => format!("{code} would stand on {name}"),
        }
    }
}

/// What can be put on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A unit.
    Unit(UnitId),
    /// The leader of a Command.
    Leader(CommandId),
    /// An objective that has an owner.
    Goal(GoalId),
}

/// What an army prepares before a battle, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Terrain is set out.
    Ground,
    /// The second side chooses its edge.
    Edge,
    /// Armies deploy.
    Army,
}

/// Why nothing is set up so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undeployed {
    /// It is not the time for that.
    NotNow(Due),
    /// The other side deploys first.
    OtherFirst,
    /// The edge is still to be chosen.
    NoEdge,
    /// These are not yet on the table, by their codes.
    Waiting(Vec<String>),
    /// It belongs to the other army.
    Foreign(Piece),
    /// It is held back with its Command.
    HeldBack(Piece, CommandId),
    /// A unit cannot stand there.
    Misplaced(UnitId, Misplaced),
    /// It would not stand wholly on the table.
    OffTable(Piece),
    /// So far from its edge.
    Far(Piece, Length),
    /// An objective that is not the side's to place.
    NotYours(GoalId),
}

/// Why terrain is not set out so. The kind is as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unlaid {
    /// So many pieces lie there.
    Full(usize),
    /// Not all of it on the table.
    OffTable,
    /// Its corners are no outline.
    Outline(&'static str),
    /// An obstacle of one point.
    OnePoint,
    /// No kind of terrain.
    NoKind,
}

/// Why a unit does not turn or form so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undrilled {
    /// It does not turn in this formation.
    Turn(Formation),
    /// Only out of an orbis or a testudo does it form with a new facing.
    NewFacing,
    /// It is in this formation already.
    Already(Formation),
    /// Such troops keep a formation.
    Keeps,
    /// No quincunx.
    NoQuincunx,
    /// No orbis.
    NoOrbis,
    /// No testudo.
    NoTestudo,
    /// No auxilia.
    NoAuxilia,
    /// In skirmish order already, or in close order.
    Order {
        /// In skirmish order.
        loose: bool,
    },
    /// A single base forms no close order.
    SingleBase,
    /// No heavy infantry with large shields.
    NoLargeShields,
    /// Shields are locked in line only.
    NotInLine,
    /// Its shields are locked already, or open.
    Shields {
        /// Locked.
        shut: bool,
    },
    /// Warriors mount and dismount while their Command has the initiative.
    MountNotNow,
    /// Not of that Command.
    NotItsTurn,
    /// Not on the table.
    Off,
    /// The combats have been fought.
    TooLate,
    /// No Celtic chariots.
    NoChariots,
    /// Its list does not say what its warriors are on foot.
    Unlisted,
    /// Not in good order.
    Shaken,
    /// No chariots wait for it.
    NobodyWaits,
}

/// Why a leader does not ride, join or leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unled {
    /// He belongs to the other army.
    Foreign,
    /// No Command has the initiative.
    NotNow,
    /// Another Command has it.
    NotHisTurn,
    /// Movement is over.
    TooLate,
    /// He is not on the table.
    Off,
    /// He has had his move.
    Moved,
    /// He has moved with that unit.
    MovedWith(UnitId),
    /// He fights in the front of that unit.
    InFront(UnitId),
    /// That unit belongs to the other army.
    ForeignUnit(UnitId),
    /// That unit is itself attached.
    AttachedUnit(UnitId),
    /// He is wounded and joins no close combat.
    Wounded,
    /// That unit is not on the table.
    UnitOff(UnitId),
    /// He has that post already.
    SamePost,
    /// He keeps his post until that unit moves.
    KeepsPost(UnitId),
    /// He is with no unit.
    Alone,
    /// He is in the close combat of that unit.
    InCombat(UnitId),
    /// He would leave the table.
    LeavesTable,
    /// So far he can ride.
    TooFar(Length),
    /// Near the enemy he marches no farther.
    NearEnemy,
    /// He would ride into that unit.
    Into(UnitId),
    /// No beast and no chariot goes through that unit.
    Through(UnitId),
}

/// Why a unit does not join another, or leave it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unjoined {
    /// Neither it nor that one has the initiative.
    NeitherActs(UnitId),
    /// The two are not both the side's.
    NotYours(UnitId),
    /// The two are not both on the table.
    Off(UnitId),
    /// Neither light infantry nor auxilia in skirmish order.
    NotLight,
    /// One of the two is attached already.
    Attached(UnitId),
    /// It cannot go with such a unit.
    Unsuited(UnitId),
    /// In close combat, or one of the two broken.
    Unfit,
    /// It goes behind that one only.
    BehindOnly(UnitId),
    /// It has so many stands.
    Stands(usize),
    /// A stand would go so far, and so far is its move.
    TooFar(Length, Length),
    /// An enemy stands in the way.
    Barred,
    /// No room beside that unit.
    NoRoom(UnitId),
    /// No room at the edge of the table.
    NoRoomAtEdge,
    /// It would come into contact with that enemy.
    Contact(UnitId),
    /// That unit has no room for its stands.
    NoRoomFor(UnitId),
    /// It never left that unit.
    NeverLeft(UnitId),
    /// It cannot fall in with that one as it stands.
    NotAsItStands(UnitId),
    /// That one is in close combat, or one of the two broken.
    HostUnfit(UnitId),
    /// Farther from that one than its move.
    Farther(UnitId, Length),
    /// Attached to nobody.
    ToNobody,
    /// It belongs to the other army.
    Foreign,
    /// In contact with the enemy.
    InContact,
    /// No room to stand by itself.
    NoRoomAlone,
}

/// Why a Command gets no such order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unordered {
    /// Not at the start of a turn.
    NotNow,
    /// It belongs to the other army.
    Foreign,
    /// It has nobody on the table.
    Nobody,
    /// It has an order.
    Ordered,
    /// The sheet gives its order away.
    GivenAway,
}
