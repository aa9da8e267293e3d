//! Why the turn does not go on so: whose decision it is, activation, trumps, momentum, and markers laid at
//! its start.

use crate::piece::{LeaderId, Side};

/// Why it is not the time for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The battle is over.
    Over,
    /// This side decides now.
    Waits(Side),
    /// The battle has begun.
    Begun,
    /// There is no elite initiative to use.
    NoElite,
    /// The leader for the elite phase belongs to the other army.
    EliteForeign,
    /// He is not there to be activated.
    NotThere(LeaderId),
    /// An enemy zone holds him.
    Held(LeaderId),
    /// Out of range of the overall commander.
    Far(LeaderId),
    /// No orders phase is going on.
    NoPhase,
    /// No orders phase has just ended.
    NotEnded,
    /// Nobody is to be activated.
    NobodyDue,
    /// It is the turn of others.
    NotDue(LeaderId, Vec<LeaderId>),
    /// There is no re-activation to decline.
    NoReactivation,
    /// He may not trump.
    NoTrump(LeaderId, NoTrump),
    /// He has trumped and must act; where that is strict, move a unit or fight.
    MustAct {
        /// Who.
        leader: LeaderId,
        /// Does only a unit in another hex, fire or shock count?
        strict: bool,
    },
    /// He may not try for momentum.
    NoMomentum(LeaderId, NoMomentum),
    /// No marker is laid, or not so.
    Marker(NoMarker),
}

/// Why a leader does not trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTrump {
    /// Nobody is about to be activated.
    NotNow,
    /// Of the other army.
    Foreign,
    /// He commands a contingent.
    Contingent,
    /// The side has had its try.
    Tried,
    /// A leader freed from an enemy zone comes first.
    Freed,
    /// Not there to be activated.
    NotThere,
    /// No higher initiative than who is due.
    NotHigher,
    /// Held in an enemy zone.
    Held,
}

/// Why a leader may not try for momentum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMomentum {
    /// He is finished.
    Finished,
    /// In the elite initiative phase.
    Elite,
    /// Finished and re-activated.
    Reactivated,
    /// An elephant leader.
    ElephantLeader,
    /// He commands a contingent.
    Contingent,
    /// His line command came of the range of the overall commander.
    ByRange,
    /// He has fought in person.
    Fought,
    /// Bypassed, or freed from an enemy zone.
    Bypassed,
    /// He is or was in an enemy zone.
    InZone,
    /// With a pre-arranged withdrawal he has two phases.
    TwoPhases,
    /// He has had three phases.
    ThreePhases,
}

/// Why a marker of pre-arranged withdrawal is not laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMarker {
    /// At the start of a turn only.
    NotNow,
    /// Under a leader of the other army.
    Foreign(LeaderId),
    /// Two under one leader.
    Twice(LeaderId),
    /// The sheet gives away which side is up.
    GivenAway(LeaderId),
    /// The army has no commander of such initiative, for the leader named.
    Army(LeaderId, u8),
    /// He sees no line that could withdraw.
    NoLine(LeaderId),
}
