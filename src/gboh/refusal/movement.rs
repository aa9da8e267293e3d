//! Why a unit or a leader does not move so.

use crate::piece::{LeaderId, UnitId, UnitType};
use tess_effects::Rule;
use tess_hex::{Facing, Hex};

/// Why there is no such move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmoved {
    /// One of its steps cannot be taken.
    Barred(Box<Barred>),
    /// The unit does not set out.
    Halted(UnitId, NoMove),
    /// It may not end there.
    Stop(UnitId, Hex, NoStop),
    /// It does not reach the hex with so many points.
    Unreached(UnitId, Hex, u8),
    /// It reaches the hex, and cannot face so.
    Facing {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: Hex,
        /// As it should face.
        wanted: Facing,
        /// With these points ...
        points: u8,
        /// ... it faces so.
        found: Facing,
    },
    /// It stands there already.
    Already(UnitId, Hex),
    /// It has run after riders who seemed to flee.
    Drawn(UnitId),
    /// It has withdrawn in its own move, to this hex.
    GaveWay(UnitId, Hex),
    /// It is in no state to go on.
    StandsNoMore(UnitId),
    /// An elephant turns only where it starts.
    TurnsAtStart(UnitId),
    /// It must use its whole allowance, and could go on from there.
    WholeWay(UnitId, Hex),
    /// The leader has spent his points, so many.
    Tired(LeaderId, u8),
    /// The leader is not stacked with the unit.
    NotStacked(LeaderId, UnitId),
    /// He goes with the unit to the end.
    ToTheEnd(LeaderId, UnitId),
    /// The unit does not bring him there.
    NotBrought(LeaderId, UnitId, Hex),
    /// A leader does not move so by himself.
    Leader(LeaderId, NoRide),
}

/// A step that cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barred {
    /// Who.
    pub unit: UnitId,
    /// As what it moves.
    pub kind: UnitType,
    /// Where it stands by then.
    pub hex: Hex,
    /// Its allowance.
    pub allowance: u8,
    /// What it has left of it.
    pub left: u8,
    /// The hexes in front of it, where the step should have led there.
    pub fronts: Vec<Hex>,
    /// What bars the step.
    pub bar: Bar,
}

/// What bars a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bar {
    /// The hex does not lie to the front.
    NotFront(Hex),
    /// For a two-hex unit: this hex may be meant in two ways.
    Ambiguous(Hex),
    /// Off the map, impassable, or a closed side.
    Closed(Hex),
    /// Prohibited ground for the type.
    Prohibited(Hex),
    /// The rampart of a camp, closed to the type but at its gates.
    Rampart(Hex),
    /// Too few points: the step costs so many.
    Points(u8),
    /// An enemy unit stands there.
    Enemy(Hex, UnitId),
    /// A double-depth stack (9.52) or a unit in column (6.77) is in the way.
    Friend(Hex, UnitId, Rule),
    /// A unit in column may not pass through friends.
    InColumn(Hex),
    /// It has entered an enemy zone.
    Stopped,
    /// It began in an enemy zone and may not leave it.
    Pinned,
    /// It began in an enemy zone and may not turn there.
    NoTurn,
    /// It turned in an enemy zone and has to stay.
    MustStay,
    /// Cavalry may not enter an elephant's zone.
    Elephant(Hex, UnitId),
    /// Two-hex units do not turn in place.
    TwoHexTurn,
    /// Only two-hex units do that.
    OnlyTwoHex,
    /// Not at double depth.
    Double,
    /// Facing about is closed in an enemy zone or in rough ground.
    NoReverse,
    /// Not a unit that forms column.
    NoColumn,
    /// Column or line is formed at the end, out of enemy zones.
    ColumnZone,
    /// Already in that formation.
    Formation,
    /// Nothing may follow a change of formation.
    Formed,
    /// It is in column: that manoeuvre is for units in line.
    WhileColumn,
    /// Triarii stand fast.
    Triarii,
    /// Cavalry that has pursued or broken off stays where it is.
    Spent,
    /// Its army has no discipline and forms no column.
    Undisciplined,
    /// More levels than it goes up or down at once, or in a phase.
    Steep(Hex),
    /// A chariot has turned more than one vertex there and goes on.
    Unwieldy(Hex),
    /// No unit, or no book, that forms square.
    NoSquare,
    /// It takes all points, and some are spent.
    NotWhole,
    /// Not in a square, or in one already.
    NotThatShape,
    /// It does not dismount, or not in that direction.
    NoHorses,
    /// An enemy is too near for it, or could shoot at it.
    NotInPeace(UnitId),
    /// A fire order stands among pure manoeuvres.
    NotHere,
    /// It drifts to the right and may not go there.
    Drift(Hex),
    /// Hoplites who could go on, and must.
    GoesOn,
    /// No unit, or no battle, that forms up for the charge.
    NoWedge,
    /// In charge formation already, or not in it.
    WedgeAlready,
    /// Not by a line command.
    WedgeInLine,
    /// Not in an enemy zone.
    WedgeZone,
}

/// Why a unit does not set out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMove {
    /// Not on the map.
    Off,
    /// Routed; it may be rallied by this rule.
    Routed(Rule),
    /// Not the top unit.
    NotTop,
    /// In no stack.
    NoStack,
    /// Engaged.
    Engaged,
    /// Moved in this phase.
    Moved,
    /// Recovered in this phase.
    Recovered,
    /// The top unit of its stack has moved off.
    Stays,
    /// In fire mode.
    Unlimbered,
    /// Archers that have fired.
    Fired,
    /// No step is written.
    NoStep,
}

/// Why a unit may not end in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoStop {
    /// It must face as that unit there, this way.
    FacesAs(UnitId, Facing),
    /// Not with that unit.
    With(UnitId),
    /// Not there.
    Here,
}

/// Why a leader does not move so by himself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRide {
    /// No hex to go to.
    Nowhere,
    /// On an elephant, he does not stack with cavalry in that hex.
    Elephant(Hex),
    /// Not on the map.
    Off,
    /// He does not reach the hex.
    Unreached {
        /// Where to.
        to: Hex,
        /// With what points.
        left: u8,
        /// The rule that keeps him out of enemy zones.
        zones: Rule,
    },
    /// He has entered an enemy zone in that hex.
    Stopped(Hex),
    /// He cannot go from the first to the second.
    Barred(Hex, Hex),
    /// The way to the hex costs more than he has.
    Points {
        /// Where to.
        to: Hex,
        /// What he has.
        left: u8,
        /// What it costs.
        cost: u8,
    },
    /// His move names no hex.
    NoHex,
}
