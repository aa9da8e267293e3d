//! Why a line or a contingent is not commanded so, and why it does not extend.

use crate::piece::{LeaderId, LineId, UnitId};
use tess_effects::Rule;
use tess_hex::Hex;

/// Why there is no line command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// None is going on.
    None,
    /// A line of the other army.
    Foreign(LineId),
    /// It has had its command in this phase.
    Had(LineId),
    /// This leader may not command that line.
    Barred(LeaderId, LineId, NoLine),
    /// Nobody of the line can be commanded by him.
    Nobody(LeaderId, LineId, Absent),
    /// Without an overall commander he gives no line commands.
    NoOverall(LeaderId),
    /// His die does not let him.
    Die(LeaderId, NoDie),
    /// The elephant that bears his counter stands not in the line.
    OwnElephant(LeaderId, LineId),
    /// Every elephant of the line has to go, and this one has not.
    ElephantWaits(UnitId),
}

/// Why a leader may not command a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLine {
    /// He has no line commands.
    HasNone,
    /// He has given individual orders.
    Individual,
    /// He has used all of this phase.
    UsedAll,
    /// He commands a contingent.
    Contingent,
    /// In an enemy zone.
    InZone,
    /// The chart names others.
    Chart,
    /// Lines of infantry only.
    Infantry,
    /// Lines of cavalry only.
    Cavalry,
    /// Cavalry of legion and ala together.
    Mixed,
    /// An elephant leader orders elephants.
    Elephants,
}

/// Why nobody of a line is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    /// Not within twice his range.
    TwiceRange,
    /// He did not begin his phase near it.
    Presence,
    /// None can take an order of his.
    Orders,
}

/// What his die for line commands keeps a leader from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoDie {
    /// He gave none in his initial phase.
    NotInitially,
    /// He has failed it in this phase.
    ThisPhase,
    /// He did not win it in his first phase.
    NotWon,
    /// He has failed it.
    Failed,
    /// He has failed it just now, and is finished.
    Finished,
    /// He has failed it just now.
    Now,
}

/// Why a contingent commander is not set to work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contingent {
    /// He is none of this army.
    NotOne(LeaderId),
    /// The option is not played.
    NotPlayed(LeaderId),
    /// The first is no wing commander, to set the other to work.
    NoWing(LeaderId, LeaderId),
    /// Not on the map.
    Off(LeaderId),
    /// Finished.
    Finished(LeaderId),
    /// He has had his command in this phase.
    Had(LeaderId),
    /// The first sets so many to work in a phase, and has.
    Enough(LeaderId, LeaderId),
    /// The second is not within so many hexes of the first.
    Far(LeaderId, LeaderId, u8),
    /// The wing commander has too few orders left.
    OrdersLeft {
        /// He who gives them.
        wing: LeaderId,
        /// How many.
        left: u8,
        /// He who is called.
        called: LeaderId,
        /// What he costs.
        price: u8,
    },
    /// None of his units is in his range.
    Nobody(LeaderId),
    /// He leaves an enemy zone only at the word of the overall commander.
    Held(LeaderId),
}

/// Why a line does not extend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// Not in the course of a line command.
    NoLine,
    /// The line has begun to fire.
    Fires,
    /// The unit is not in the line.
    NotInLine(UnitId),
    /// It may not slide into that hex.
    Slide(UnitId, Hex, NoSlide),
}

/// Why a unit may not slide into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSlide {
    /// It stands in no stack.
    NoStack,
    /// Not on top of a Roman stack.
    NotOnTop,
    /// In column or routed.
    Unformed,
    /// Engaged, which this rule holds.
    Engaged(Rule),
    /// Not a flank hex.
    NoFlank,
    /// Not clear.
    Ground,
    /// Occupied.
    Occupied,
    /// In an enemy zone.
    Watched,
}
