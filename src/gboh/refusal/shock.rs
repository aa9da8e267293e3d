//! Why a combat is not fought so, and why cavalry does not come back there.

use crate::piece::{LeaderId, UnitId};
use tess_hex::Hex;

/// Why there is no such combat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shock {
    /// Nobody gives orders, for shock to be resolved.
    NotResolved,
    /// Nobody gives orders, for shock to be ordered.
    NotOrdered,
    /// An attacker or a defender is missing.
    OneSided,
    /// The unit cannot attack by shock.
    Unfit(UnitId, Unfit),
    /// No leader gives orders, and it has no marker.
    NoLeader,
    /// That leader may not command it.
    NotHis(LeaderId, UnitId),
    /// It is out of his range.
    TooFar(LeaderId, UnitId),
    /// An engine behind infantry takes no part.
    Covered(UnitId),
    /// It is none of the attackers.
    NoAttacker(UnitId),
    /// A skirmisher never decides beside others.
    LightDecides(UnitId),
    /// The attacker belongs to the other army.
    NotYours(UnitId),
    /// It attacks already.
    Attacks(UnitId),
    /// Triarii who moved wait.
    TriariiWait(UnitId),
    /// The first stands under the second and attacks without it.
    Under(UnitId, UnitId),
    /// The first of a stack attacks without the second.
    Without(UnitId, UnitId),
    /// The defender is of the same army.
    Own(UnitId),
    /// The defender is not on the map.
    Off(UnitId),
    /// The defender is attacked already.
    Attacked(UnitId),
    /// A skirmisher may not attack that one.
    Skirmisher(UnitId, UnitId),
    /// It may not attack that one from there.
    NotFromThere(UnitId, UnitId),
    /// The second is not in the zone of the first, in which those of the list are.
    NotInZone(UnitId, UnitId, Vec<UnitId>),
    /// The first must attack the second too, and nobody else can.
    Left(UnitId, UnitId),
    /// Cavalry does not come back.
    Regroup(Regroup),
}

/// Why a unit cannot attack by shock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// Not on the map.
    Off,
    /// Routed.
    Routed,
    /// In column.
    Column,
    /// In square.
    Square,
    /// The elephant of a leader.
    LeaderElephant,
    /// A skirmisher.
    Skirmisher,
    /// Behind closed shields.
    ShieldWall,
    /// An engine.
    Engine,
    /// An archer.
    Archer,
    /// Pursued or broken off.
    Spent,
}

/// Why cavalry does not come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regroup {
    /// Nobody gives orders.
    NoOrders,
    /// It belongs to the other army.
    NotYours(UnitId),
    /// It is not off the map in pursuit.
    NotOff(UnitId),
    /// The unit or the hex is named twice.
    Twice(UnitId, Hex),
    /// The unit cannot reach the hex.
    Unreached {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Hex,
        /// Where it left the map.
        left_by: Hex,
        /// Its points.
        points: u8,
    },
    /// Nobody is named.
    Nobody,
    /// The hex is no longer free.
    Taken(Hex),
}
