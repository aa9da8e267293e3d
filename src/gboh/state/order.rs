//! Orders resolved to the pieces of this battle, not yet known to be legal.

use super::asks::Finer;
use crate::piece::{LeaderId, LineId, UnitId};
use tess_hex::{Facing, Hex};

/// One order of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The first order of a battle that opens with dice: who comes first (3.0, 5.12, 5.53).
    Begin,
    /// Lay markers of pre-arranged withdrawal, real or bluffs, or none (6.82). What is signed does not say
    /// which.
    Prearrange(Vec<(LeaderId, Option<bool>)>),
    /// Use (some leader) or decline (`None`) the elite initiative phase (5.5).
    Elite(Option<LeaderId>),
    /// Activate the leader whose turn it is (5.1).
    Activate(LeaderId),
    /// Try to activate a higher leader instead (5.41).
    Trump(LeaderId),
    /// The leader whose turn it is gives no orders and is finished (5.15).
    Pass(LeaderId),
    /// Begin a line command (4.3).
    Line(LineId),
    /// A contingent commander is set to work (alexander 5.63).
    Contingent(LeaderId),
    /// End the line command: entry fire now (8.21).
    EndLine,
    /// Move a unit, or the stack it stands in (6).
    Move(Move),
    /// Move a leader by himself (4.23).
    MoveLeader(LeaderMove),
    /// Fire without movement (5.22\[2\]).
    Fire(Fire),
    /// Harassment and dispersal (8.3).
    Harass {
        /// Who, and at whom.
        fire: Fire,
        /// The hexes through which the way is traced; none when any will do.
        way: Vec<Hex>,
    },
    /// Remove cohesion hits (10.16).
    Recover(UnitId),
    /// Rally (10.28).
    Rally(UnitId),
    /// Replace an eliminated leader in a hex (4.74).
    Replace(LeaderId, Hex),
    /// A proconsul follows the overall commander if he dies or has died, or does not (4.56).
    Succeed {
        /// Who.
        proconsul: LeaderId,
        /// He does.
        follows: bool,
    },
    /// Change the stacking order in a hex (6.66).
    Restack(Hex),
    /// Regroup off-map cavalry (8.64): each with its hex of entry and facing.
    Regroup(Vec<(UnitId, Hex, Facing)>),
    /// Change an engine's mode (9.82).
    Mode {
        /// The engine.
        unit: UnitId,
        /// To move mode; else to fire mode.
        limber: bool,
    },
    /// Manipular line extension of the line in progress (9.68): each top unit with its new hex.
    Extend(Vec<(UnitId, Hex)>),
    /// Combine attackers and defenders of one shock combat (8.42).
    Shock(ShockOrder),
    /// Resolve all shock of the phase; what must shock and was not combined is combined by the program
    /// (8.4).
    Resolve,
    /// Try for momentum (5.31).
    Momentum,
    /// The leader is finished (5.15).
    Finish,
    /// Be asked about finer decisions from now on, or not any more.
    Ask {
        /// Which.
        about: Vec<Finer>,
        /// Asked; else not any more.
        on: bool,
    },
}

/// A unit's move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Who moves.
    pub unit: UnitId,
    /// The whole stack moves together (6.64).
    pub stack: bool,
    /// Leaders in its hex who go along (4.23).
    pub carry: Vec<LeaderId>,
    /// Of these, who get off on the way, and where (alexander 4.23).
    pub until: Vec<(LeaderId, Hex)>,
    /// What it does, in order; a destination is turned into steps when it is carried out.
    pub way: Way,
    /// A light unit's choice to shock what it came next to (7.31).
    pub shock: bool,
    /// A phalanx may use its higher allowance (6.41).
    pub extended: bool,
}

impl Move {
    /// A unit's move by itself, nobody with it and nothing more.
    #[must_use]
    pub const fn by(unit: UnitId, way: Way) -> Move {
        Move { unit, stack: false, carry: Vec::new(), until: Vec::new(), way, shock: false, extended: false }
    }
}

/// How a move is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// Step by step.
    Steps(Vec<Step>),
    /// To a hex, facing so at the end, by the cheapest legal way: fewest hits, then fewest points.
    To {
        /// Destination (left half of a two-hex unit).
        hex: Hex,
        /// Facing at the end; `None` = as it comes.
        facing: Option<Facing>,
        /// Fire from the destination.
        fire: Option<Fire>,
    },
}

/// One manoeuvre of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Into an adjacent hex to the front. For a two-hex unit the hex that one of its halves enters: the
    /// left front hex goes forward left, the right front hex forward right, the centre hex is ambiguous and
    /// refused.
    Enter(Hex),
    /// Into the left front hex (both halves of a two-hex unit).
    AheadLeft,
    /// Into the right front hex.
    AheadRight,
    /// Turn so many vertices, negative to the left.
    Turn(i8),
    /// Turn to a facing, the shorter way.
    Face(Facing),
    /// Two-hex units: the left half swings into the centre front hex (6.43, 6.44).
    PivotLeftHalf,
    /// Two-hex units: the right half swings into the centre front hex.
    PivotRightHalf,
    /// Two-hex units: face about (6.45).
    Reverse,
    /// Change into column (6.71). For two-hex units: the left half leads, or the right.
    ColumnLeft,
    /// Change into column, turning half right; for two-hex units the right half leads.
    ColumnRight,
    /// Out of column into line, half to the left or as a two-hex unit lies.
    LineLeft,
    /// Out of column, half to the right.
    LineRight,
    /// Fire at a unit while moving (8.11).
    Fire(UnitId),
    /// Form square (alexander 9.63).
    Square,
    /// Leave it.
    Unsquare,
    /// Dismount (cataphract 11.1).
    Dismount,
    /// Mount again.
    Mount,
    /// Cavalry into charge formation (alexander 9.73).
    Wedge,
    /// Out of it (alexander 9.76).
    Unwedge,
}

/// A leader's own move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderMove {
    /// Who.
    pub leader: LeaderId,
    /// Hex by hex, or one destination that need not be adjacent: then the cheapest way.
    pub path: Vec<Hex>,
}

/// A shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fire {
    /// Who fires.
    pub unit: UnitId,
    /// At whom.
    pub target: Target,
}

/// What is shot at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// A leader alone in his hex (8.19).
    Leader(LeaderId),
}

/// Who attacks whom in one combat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShockOrder {
    /// Attackers.
    pub attackers: Vec<UnitId>,
    /// Defenders.
    pub defenders: Vec<UnitId>,
    /// The attacker whose type and side of approach are used (8.45); `None` = the best.
    pub with: Option<UnitId>,
}
