//! Why nobody may order that unit or leader so, by individual order or by line.

use crate::piece::{LeaderId, UnitId};
use crate::state::stage::{Group, Troop};
use tess_hex::Hex;

/// Why a leader gives no orders, or none of that kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orders {
    /// No leader is giving orders.
    NoPhase,
    /// The leader whose phase it is can give none.
    Silent(LeaderId, Silence),
    /// A contingent commander's command is at its end.
    ContingentOver(LeaderId),
    /// A contingent commander's command is in progress, which is to move or to fire.
    ContingentOnly(LeaderId),
    /// An elephant leader gives no individual orders.
    NoIndividual(LeaderId),
    /// He commands by lines in this phase.
    ByLines(LeaderId),
    /// Too few individual orders are left.
    OrdersLeft {
        /// Whose.
        leader: LeaderId,
        /// How many.
        left: u8,
        /// What the order takes.
        needs: u8,
    },
}

/// Why a unit gets no order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ordered {
    /// The unit takes none, whoever gives it.
    Unready(UnitId, Unready),
    /// He orders units of another kind in this phase.
    OtherKind(LeaderId, UnitId, Group),
    /// No free path of so many hexes leads to the unit.
    Far(LeaderId, UnitId, u8),
    /// It belongs to the other army than he.
    NotHis(UnitId),
    /// He commands other units only.
    Commands(LeaderId, UnitId, Only),
    /// A double depth phalanx obeys the overall commander.
    DoubleDepth(UnitId),
    /// Elephants obey only who rides with them.
    Elephants(UnitId),
    /// Below another unit in its stack.
    Below(UnitId),
    /// A stack of two classes.
    TwoClasses(UnitId),
    /// Not in the line or contingent under command.
    NotInTroop(UnitId, Troop),
    /// The line has begun to fire.
    TroopFires(Troop),
    /// There is no stack.
    NoStack(Hex),
    /// Not a stack of Roman infantry.
    NotRoman(Hex),
}

/// Why a leader does not move, or go along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Led {
    /// The leader does not stand with the unit that is to carry him.
    NotWith(LeaderId, UnitId),
    /// Only who gives the order rides along.
    NotAlong(LeaderId),
    /// He stays with the elephant that he rides with.
    StaysWithElephant(LeaderId),
    /// He must end near his line.
    NotNear(LeaderId),
    /// The leader is not on the map.
    LeaderOff(LeaderId),
    /// This contingent commander's command is in progress, the leader named is not he.
    CommandGoesOn(LeaderId, LeaderId),
    /// The counter of an elephant leader goes with its elephant.
    WithElephant(LeaderId),
    /// Only the overall commander moves other leaders; the first is not he.
    NotOverall(LeaderId, LeaderId),
    /// The first must leave the enemy zone before he moves the other.
    LeavesZone(LeaderId, LeaderId),
    /// His commander has moved him in this phase.
    Sent(LeaderId),
    /// The leader is out of the range of the other.
    LeaderFar(LeaderId, LeaderId),
    /// He is not replaced, or not so.
    NotReplaced(LeaderId, Unreplaced),
    /// He follows no overall commander.
    DoesNotFollow(LeaderId, Unfollowed),
}

/// Why the elephant of a leader does not turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elephant {
    /// For the elephant of a leader: it belongs to the other army.
    NotHis(UnitId),
    /// The elephant of a leader is not on the map.
    Off(UnitId),
    /// The elephant of a leader does not move by itself.
    Follows(UnitId),
    /// The elephant of a leader faces as the unit with it.
    Faces(UnitId),
}

/// Why there is no order to fire or to harass, and none to an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FireOrder {
    /// It has fired in this phase.
    HasFired(UnitId),
    /// The line moves, and the unit has not.
    HasNotMoved(UnitId),
    /// After the entry fire it can no longer fire.
    CannotFireNow(UnitId),
    /// An engine fires in an orders phase of its own side.
    EngineOutOfPhase(UnitId),
    /// Harassment is directed at a unit.
    HarassesUnits,
    /// Not an engine.
    NoEngine(UnitId),
    /// Engines of this book have no modes.
    NoModes(UnitId),
    /// It is in that mode.
    ThatMode(UnitId),
    /// The engine has moved.
    EngineMoved(UnitId),
}

/// What a marker of pre-arranged withdrawal keeps a leader from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// He has a marker of pre-arranged withdrawal up.
    Withdrawal(LeaderId, Kept),
    /// That marker serves another line than the unit's.
    OtherLine(LeaderId, UnitId),
    /// It waits for its withdrawal and does not move.
    Holds(UnitId),
}

/// Why a shock is not combined, or cavalry not regrouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// Shocks are combined in an orders phase.
    CombinesInPhase,
    /// The attacker belongs to the other army.
    ForeignAttacker(UnitId),
    /// Without an order it needs a leader in range.
    NeedsLeader(UnitId),
    /// It had no order, and the leader cannot command it.
    Unordered(UnitId, LeaderId),
    /// Cavalry comes back by itself in this book.
    ComesBack,
    /// It takes the whole phase of the overall commander.
    WholePhase,
}

/// Why a leader gives no orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// He has fallen.
    Fallen,
    /// He is finished.
    Finished,
    /// An enemy zone holds him.
    InZone,
}

/// Why a unit takes no order of that kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unready {
    /// Not on the map.
    Off,
    /// To be rallied, and not routed.
    Steady,
    /// Routed.
    Routed,
    /// Rallied in this turn.
    Rallied,
    /// The elephant of a leader.
    LeaderElephant,
    /// Engaged.
    Engaged,
    /// Behind closed shields.
    ShieldWall,
    /// Moved in this phase.
    Moved,
    /// Ordered to fire in this phase.
    Fired,
    /// An engine that has fired.
    EngineFired,
}

/// Whom a leader commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Only {
    /// Units of the nations that his counter names.
    Nations,
    /// Units of the types that it names.
    Types,
    /// Infantry of the legions.
    Legions,
    /// Infantry of the alae.
    Alae,
    /// Cavalry of legions and alae.
    Horse,
    /// His contingent.
    Contingent,
    /// Elephants.
    Elephants,
}

/// Why a leader is not replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreplaced {
    /// By the overall commander only.
    ByOverall,
    /// He has not fallen from this army.
    Alive,
    /// An overall commander.
    Overall,
    /// An elephant leader.
    ElephantLeader,
    /// A contingent commander of Macedon.
    Contingent,
    /// Nobody is, in these battles.
    Nobody,
    /// No counter is left.
    NoneLeft,
    /// In that hex stands nobody whom he could command.
    NobodyThere(Hex),
}

/// Why it is not for the player to say whether a leader follows the overall commander (4.56).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfollowed {
    /// No proconsul of this army who lives.
    NoProconsul,
    /// This one has the command already.
    Settled(LeaderId),
}

/// What a leader with an open marker does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// Moves nobody.
    FromMoves,
    /// Orders that line only.
    ToThatLine,
    /// Commands no line.
    FromLines,
    /// Sets nobody to work.
    FromContingents,
}
