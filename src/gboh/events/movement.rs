//! What is told of movement.

use crate::check::Check;
use crate::piece::{LeaderId, LineId, UnitId};
use tess_effects::Rule;
use tess_hex::{Facing, Hex, Hexside};

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveEvent {
    /// A unit (or stack) went some way; a move with interruptions is told in stretches.
    Marched {
        /// Who.
        unit: UnitId,
        /// The unit below it that went along (6.64).
        with: Option<UnitId>,
        /// Where the stretch began (left half of a two-hex unit).
        from: Hex,
        /// Facing there.
        facing: Facing,
        /// The way, manoeuvre by manoeuvre.
        way: Vec<Leg>,
        /// Points spent in the whole move so far.
        mp: u8,
        /// Points it may spend.
        of: u8,
        /// Part of the way so far lay along a Roman road, at half the points (6.24).
        road: bool,
    },
    /// Passed through or stacked with a friend, at a cost to both (6.63).
    Through {
        /// Who moves.
        unit: UnitId,
        /// Who stands there.
        standing: UnitId,
        /// Hits to each.
        hits: u8,
    },
    /// A phalanx formed double depth (9.51).
    Doubled {
        /// The one in front, on top.
        front: UnitId,
        /// The one behind.
        back: UnitId,
    },
    /// A move ended in a hex where the unit may not stop; it stands where it last could (6.61).
    PutBack {
        /// Who.
        unit: UnitId,
        /// Where it stands now.
        hex: Hex,
    },
    /// A leader has left on the way the unit with which he rode (alexander 4.23).
    GotOff {
        /// Who.
        leader: LeaderId,
        /// Which goes on.
        unit: UnitId,
        /// Where he stays.
        hex: Hex,
    },
    /// The check after a wheel (6.44).
    Wheeled {
        /// Who.
        unit: UnitId,
        /// The check.
        check: Check,
        /// Hits for it.
        hits: u8,
    },
    /// The check for a phalanx's fifth point (6.41).
    FifthPoint {
        /// Who.
        unit: UnitId,
        /// The check.
        check: Check,
        /// Hits for it.
        hits: u8,
    },
    /// A line withdraws as it was arranged beforehand (6.83).
    PreArranged {
        /// Under whom the marker lies.
        leader: LeaderId,
        /// Which line.
        line: LineId,
        /// Its units.
        units: Vec<UnitId>,
        /// Before whom.
        mover: UnitId,
    },
    /// Withdrew in order (6.5).
    Withdrew {
        /// Who.
        unit: UnitId,
        /// The unit below it that went along.
        with: Option<UnitId>,
        /// Before whom.
        mover: UnitId,
        /// From where.
        from: Hex,
        /// Hex by hex (left half of a two-hex unit).
        way: Vec<Hex>,
        /// Points used.
        mp: u8,
    },
    /// Slid out of its stack in reaction (9.67).
    Extended {
        /// Who.
        unit: UnitId,
        /// Where it stands now.
        to: Hex,
    },
    /// Turned after a withdrawal (6.52).
    Turned {
        /// Who.
        unit: UnitId,
        /// Its facing now.
        facing: Facing,
    },
    /// The check of legion infantry after a withdrawal (6.52).
    WithdrawCheck {
        /// Who.
        unit: UnitId,
        /// The check.
        check: Check,
        /// Hits for it.
        hits: u8,
    },
    /// Turned, or a phalanx faced about, in reaction (7.15, 7.16).
    Refaced {
        /// Who.
        unit: UnitId,
        /// On whose account.
        mover: UnitId,
        /// Its facing now.
        facing: Facing,
        /// The check, unless it is exempt.
        check: Option<Check>,
        /// Hits for it.
        hits: u8,
        /// A phalanx has a rule of its own for it.
        phalanx: bool,
    },
    /// Cavalry that cannot withdraw from an elephant beside it (9.16).
    ElephantNear {
        /// The cavalry.
        unit: UnitId,
        /// The elephant.
        elephant: UnitId,
        /// Its check; `None`: it was routed and is gone.
        check: Option<Check>,
        /// Hits for it.
        hits: u8,
    },
    /// A leader moved by himself (4.71, 6.14).
    LeaderMoved {
        /// Who.
        leader: LeaderId,
        /// From where.
        from: Hex,
        /// Hex by hex.
        way: Vec<Hex>,
        /// Points spent in this orders phase.
        spent: u8,
    },
    /// A leader withdrew before the enemy (4.72).
    LeaderWithdrew {
        /// Who.
        leader: LeaderId,
        /// Before whom.
        enemy: UnitId,
        /// Hex by hex.
        way: Vec<Hex>,
    },
    /// The king flees towards his retreat edge, perhaps off the map (alexander 8.46).
    KingFled {
        /// Who.
        leader: LeaderId,
        /// Hex by hex.
        way: Vec<Hex>,
        /// He has left the map for good.
        off: bool,
    },
    /// A leader went with his withdrawing unit (6.65).
    LeaderFollowed {
        /// Who.
        leader: LeaderId,
        /// With whom.
        unit: UnitId,
        /// Where he is now.
        hex: Hex,
    },
    /// Rode away as if in flight (cataphract 6.73).
    Feigned {
        /// Who.
        unit: UnitId,
        /// Before whom.
        mover: UnitId,
        /// From where.
        from: Hex,
        /// Hex by hex.
        way: Vec<Hex>,
    },
    /// Is the enemy lured (cataphract 6.74)?
    Bait {
        /// Who may be.
        mover: UnitId,
        /// The die; `None`: it saw nothing, or nobody could hold it back.
        die: Option<u8>,
        /// Added to it.
        modifier: i8,
        /// The highest die by which it stays.
        rating: u8,
        /// It follows.
        follows: bool,
    },
    /// Ran after riders who seemed to flee (cataphract 6.73).
    Lured {
        /// Who.
        mover: UnitId,
        /// After whom.
        unit: UnitId,
        /// Hex by hex; none when the way is blocked at once.
        way: Vec<Hex>,
    },
    /// The check of who feigned flight, when the enemy has come close (cataphract 6.73).
    Feint {
        /// Who.
        unit: UnitId,
        /// The check.
        check: Check,
    },
    /// Turned, or came up, to strike at the end of a feigned retreat (cataphract 6.73).
    Strikes {
        /// Who.
        unit: UnitId,
        /// Where it stands now.
        hex: Hex,
        /// How it faces.
        facing: Facing,
    },
    /// Moved into ground that combat left empty (8.51 to 8.53).
    Advanced {
        /// Who.
        unit: UnitId,
        /// The unit below it that went along.
        with: Option<UnitId>,
        /// The hex (left half of a two-hex unit).
        to: Hex,
        /// The facing there.
        facing: Facing,
    },
}

impl MoveEvent {
    /// A unit turns to the enemy who comes near; a phalanx has a rule of its own.
    pub const TURNS: Rule = Rule("7.15");
    /// A unit withdraws in order.
    pub const WITHDRAWS: Rule = Rule("6.51");
    /// A unit advances into ground that combat left empty.
    pub const ADVANCES: Rule = Rule("8.51");

    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        Rule(match self {
            Self::Refaced { phalanx: false, .. } => return Self::TURNS,
            Self::Marched { .. } => "6.3",
            Self::Through { .. } => "6.63",
            Self::Doubled { .. } => "9.51",
            Self::PutBack { .. } => "6.61",
            Self::GotOff { .. } => "4.23",
            Self::Wheeled { .. } => "6.44",
            Self::FifthPoint { .. } => "6.41",
            Self::PreArranged { .. } => "6.83",
            Self::Withdrew { .. } => return Self::WITHDRAWS,
            Self::Extended { .. } => "9.67",
            Self::Turned { .. } | Self::WithdrawCheck { .. } => "6.52",
            Self::Refaced { phalanx: true, .. } => "7.16",
            Self::ElephantNear { .. } => "9.16",
            Self::LeaderMoved { .. } => "6.14",
            Self::LeaderWithdrew { .. } => "4.72",
            Self::KingFled { .. } => "alexander 8.46",
            Self::LeaderFollowed { .. } => "6.65",
            Self::Feigned { way, .. } if way.is_empty() => "cataphract 8.35",
            Self::Feigned { .. } | Self::Lured { .. } | Self::Feint { .. } | Self::Strikes { .. } => {
                "cataphract 6.73"
            }
            Self::Bait { .. } => "cataphract 6.74",
            Self::Advanced { .. } => return Self::ADVANCES,
        })
    }

    /// Another rule on which it rests.
    #[must_use]
    pub const fn also(&self) -> Option<Rule> {
        match self {
            Self::Marched { road: true, .. } => Some(Rule("6.24")),
            _ => None,
        }
    }
}

/// One manoeuvre of a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// Into a hex.
    To(Hex),
    /// Both halves forward; left and right half.
    Both(Hex, Hex),
    /// One half into the centre front hex while the other stands (6.43).
    Pivot(Hex),
    /// One half into the centre front hex while the other stands in an enemy zone (6.44).
    Wheel(Hex),
    /// Turned where it stands.
    Faced(Facing),
    /// Faced about (6.45).
    About(Facing),
    /// Formed column, facing a side (6.71).
    Column(Hexside),
    /// Turned in column.
    ColumnFaced(Hexside),
    /// Formed line (6.71).
    Line(Facing),
    /// Formed square, or left it (alexander 9.63).
    Square(bool),
    /// Mounted, or dismounted (cataphract 11.1).
    Mounts(bool),
    /// Formed up for the charge, or no longer (alexander 9.73, 9.76).
    Wedge(bool),
}

impl Leg {
    /// The rule of a manoeuvre that not every book has.
    #[must_use]
    pub const fn rule(self) -> Option<Rule> {
        match self {
            Self::Square(_) => Some(Rule("alexander 9.63")),
            Self::Mounts(_) => Some(Rule("cataphract 11.1")),
            Self::Wedge(true) => Some(Rule("alexander 9.73")),
            Self::Wedge(false) => Some(Rule("alexander 9.76")),
            Self::To(_)
            | Self::Both(..)
            | Self::Pivot(_)
            | Self::Wheel(_)
            | Self::Faced(_)
            | Self::About(_)
            | Self::Column(_)
            | Self::ColumnFaced(_)
            | Self::Line(_) => None,
        }
    }
}
