//! What is told of cohesion and rout.

use crate::check::Check;
use crate::events::hit_cause::{CheckCause, HitCause};
use crate::piece::{LeaderId, Side, UnitId};
use crate::variant::charts::Casualty;
use tess_effects::Rule;
use tess_hex::{Facing, Hex, Hexside};

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoutEvent {
    /// A unit takes hits.
    Hits {
        /// Which.
        unit: UnitId,
        /// How many.
        hits: u8,
        /// With these.
        total: u8,
        /// What for.
        why: HitCause,
    },
    /// A phalanx rolled to stand (8.43).
    Stand {
        /// Which.
        unit: UnitId,
        /// The die.
        die: u8,
        /// Added to it.
        modifier: u8,
        /// Held against.
        quality: u8,
        /// It stands.
        stood: bool,
        /// The rule that says so.
        rule: Rule,
    },
    /// An undisciplined army after a rout (cataphract 11.2).
    ArmyCheck {
        /// Whose.
        side: Side,
        /// The die.
        die: u8,
        /// The initiative of its overall commander.
        needed: u8,
        /// It has lost its spirit.
        lost: bool,
    },
    /// A unit breaks.
    Routs {
        /// Which.
        unit: UnitId,
        /// Because of whom.
        by: Option<UnitId>,
        /// The rule that says so.
        rule: Rule,
    },
    /// A routed unit ran.
    Ran {
        /// Which.
        unit: UnitId,
        /// From here.
        from: Hex,
        /// Over these (left halves).
        path: Vec<Hex>,
        /// The rule.
        rule: Rule,
    },
    /// It ran off the map.
    Fled {
        /// Which.
        unit: UnitId,
    },
    /// Friends ran through a unit (6.69).
    Trampled {
        /// Who suffers.
        unit: UnitId,
        /// Who ran.
        by: UnitId,
        /// They would have stopped there.
        stopping: bool,
    },
    /// A check of troop quality made in this chapter.
    Checked {
        /// Who.
        unit: UnitId,
        /// The numbers.
        check: Check,
        /// What for.
        what: CheckCause,
    },
    /// A unit is out of the battle.
    Eliminated {
        /// Which.
        unit: UnitId,
        /// The rule.
        rule: Rule,
    },
    /// A leader went along with a routed unit (10.26).
    LeaderRan {
        /// Who.
        leader: LeaderId,
        /// To here.
        to: Hex,
    },
    /// The second die of a casualty (4.73).
    Casualty {
        /// Who.
        leader: LeaderId,
        /// The die.
        die: u8,
        /// What it means.
        casualty: Casualty,
    },
    /// A leader is dead.
    LeaderKilled {
        /// Who.
        leader: LeaderId,
        /// The rule.
        rule: Rule,
    },
    /// A leader elephant has lost its leader (4.84).
    Grief {
        /// Who was killed.
        leader: LeaderId,
        /// The die.
        die: u8,
        /// It rampages.
        rampages: bool,
    },
    /// Recovery (10.16).
    Recovered {
        /// Who.
        unit: UnitId,
        /// Hits removed.
        hits: u8,
        /// Hits left.
        left: u8,
    },
    /// An attempt to rally (10.28).
    RallyTried {
        /// By whom.
        leader: LeaderId,
        /// Whom.
        unit: UnitId,
        /// The die with its modifier.
        roll: u8,
        /// Needed or less.
        needed: u8,
    },
    /// Rallied (10.28, 10.29).
    Rallied {
        /// Who.
        unit: UnitId,
        /// With so many hits.
        hits: u8,
        /// It is depleted.
        depleted: bool,
    },
    /// Turned after rallying (10.28).
    Turned {
        /// Who.
        unit: UnitId,
        /// To.
        facing: Facing,
    },
    /// A routed unit finds no way out, or no place to stop (10.24, 10.25).
    NoWay {
        /// Who.
        unit: UnitId,
        /// Which of the two.
        rule: Rule,
    },
    /// One direction roll of a rampage (9.14).
    RampageRoll {
        /// Which elephant.
        elephant: UnitId,
        /// The die.
        die: u8,
        /// Where it heads.
        heading: Heading,
    },
    /// A rampaging elephant ran.
    RampageRan {
        /// Which.
        elephant: UnitId,
        /// To here.
        to: Hex,
    },
    /// A leader got out of the way of a rampage, or was crushed.
    Dodged {
        /// Who.
        leader: LeaderId,
        /// To here.
        to: Hex,
    },
    /// A rampage is over.
    RampageOver {
        /// Which elephant.
        elephant: UnitId,
        /// How.
        end: RampageEnd,
    },
}

impl RoutEvent {
    /// A unit breaks by its hits.
    pub const BREAKS: Rule = Rule("10.14");
    /// It runs when it breaks.
    pub const RUNS: Rule = Rule("10.22");
    /// It runs on at the end of the turn, or after an attempt to rally it.
    pub const RUNS_ON: Rule = Rule("10.23");
    /// There is no way out, or it leads off the map.
    pub const NO_WAY: Rule = Rule("10.24");
    /// There is no place to stop among friends.
    pub const NO_PLACE: Rule = Rule("10.25");
    /// A unit recovers hits.
    pub const RECOVERS: Rule = Rule("10.16");
    /// A leader tries to rally a unit, and how it then stands.
    pub const RALLIES: Rule = Rule("10.28");
    /// A routed unit is hit again.
    pub const BROKEN_AGAIN: Rule = Rule("10.27");

    /// The spirit of an undisciplined army.
    pub const SPIRIT: Rule = Rule("cataphract 11.2");

    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Hits { why, .. } => why.rule(),
            Self::Checked { what, .. } => what.rule(),
            Self::Stand { rule, .. }
            | Self::Routs { rule, .. }
            | Self::Ran { rule, .. }
            | Self::Eliminated { rule, .. }
            | Self::LeaderKilled { rule, .. }
            | Self::NoWay { rule, .. } => *rule,
            Self::ArmyCheck { .. } => Self::SPIRIT,
            Self::Fled { .. } => Self::NO_WAY,
            Self::Trampled { .. } => CheckCause::RunOver.rule(),
            Self::LeaderRan { .. } => Rule("10.26"),
            Self::Casualty { .. } => Rule("4.73"),
            Self::Grief { .. } => Rule("4.84"),
            Self::Recovered { .. } => Self::RECOVERS,
            Self::RallyTried { .. } | Self::Turned { .. } => Self::RALLIES,
            Self::Rallied { .. } => Rule("10.29"),
            Self::RampageRoll { .. } | Self::RampageRan { .. } | Self::RampageOver { .. } => Rule("9.14"),
            Self::Dodged { .. } => Rule("4.72"),
        }
    }
}

/// Where a rampaging elephant heads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heading {
    /// Towards the nearest friend.
    Friend(UnitId),
    /// Across this side of each hex.
    Side(Hexside),
    /// Nowhere: the mahout or the die ends it.
    End,
}

/// How a rampage ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RampageEnd {
    /// Off the map.
    OffMap,
    /// By the mahout (7 to 9), or of a leader elephant by 0.
    Stopped,
    /// Far from everybody.
    Alone,
    /// After four rolls.
    Spent,
    /// Killed on the way by something else.
    Killed,
    /// A leader's elephant calmed down and goes on with him.
    Calmed,
    /// A leader's elephant calmed down; without its leader it leaves the battle.
    Masterless,
}
