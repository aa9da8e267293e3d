//! What is told of shock combat.

use crate::check::Check;
use crate::events::blow::{Factor, Ground, Hits, Shift, Superiority};
use crate::events::exemption::Exemption;
use crate::piece::{LeaderId, Side, UnitId};
use crate::variant::charts::{Angle, Casualty};
use tess_effects::Rule;
use tess_hex::{Facing, Hex};

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShockEvent {
    /// A unit came adjacent to the enemy and got its marker (7.31, 7.32).
    Marked {
        /// Which.
        unit: UnitId,
        /// It has to shock; else it may.
        must: bool,
    },
    /// A leader's range lets a unit shock without having moved (7.33).
    Enabled {
        /// Which.
        unit: UnitId,
        /// By whom; `None` when its order to fire does (7.33).
        leader: Option<LeaderId>,
    },
    /// Attackers and defenders are combined into one combat (8.42).
    Combined {
        /// Attackers.
        attackers: Vec<UnitId>,
        /// Defenders.
        defenders: Vec<UnitId>,
        /// The player ordered it; else the program, because the attackers must shock.
        ordered: bool,
    },
    /// An enemy whom nobody attacks was added to a combat (8.42).
    Added {
        /// Who must attack it.
        attacker: UnitId,
        /// The enemy.
        defender: UnitId,
    },
    /// Opposing leaders fight in person (alexander 8.41, 8.42).
    Duel {
        /// Of the side that attacks or moved.
        one: LeaderId,
        /// His opponent.
        other: LeaderId,
        /// Their dice.
        dice: [u8; 2],
        /// Die and rating of each.
        totals: [u8; 2],
        /// What befalls the loser.
        outcome: Option<Casualty>,
    },
    /// The resolution of a combat begins.
    Begins {
        /// Its number, from 1.
        number: u8,
        /// Attackers.
        attackers: Vec<UnitId>,
        /// Defenders.
        defenders: Vec<UnitId>,
    },
    /// An infantry unit opens its ranks for an elephant (9.11) or for chariots (alexander 9.23).
    OpensRanks {
        /// The infantry.
        unit: UnitId,
        /// The elephant or chariots.
        elephant: UnitId,
        /// Over how many lines.
        lines: u8,
        /// For elephants or for chariots.
        rule: Rule,
    },
    /// A unit needs no pre-shock check.
    Exempt {
        /// Which.
        unit: UnitId,
        /// Why.
        why: Exemption,
    },
    /// A pre-shock check (8.43).
    Charge {
        /// Whose.
        unit: UnitId,
        /// The numbers.
        check: Check,
        /// What was added to the die, with its reason.
        reasons: Vec<Shift>,
    },
    /// Everybody in a combat would rout (10.15).
    AllBroken {
        /// Its number.
        number: u8,
        /// By how much the worst attacker is beyond its quality, hits of the advance included.
        attackers: i16,
        /// By how much the worst defender is beyond its quality.
        defenders: i16,
        /// Who routs.
        loser: Side,
    },
    /// A unit that would have routed keeps together with one hit less than its quality.
    Steadied {
        /// Which.
        unit: UnitId,
        /// Its hits now.
        hits: u8,
        /// The rule that says so.
        rule: Rule,
    },
    /// The whole arithmetic of one combat (8.45, 8.46).
    Struck(Box<Blow>),
    /// A unit has so many more hits than an enemy that it takes two more (alexander 8.37).
    Breakthrough {
        /// Which.
        unit: UnitId,
        /// Its hits.
        hits: u8,
        /// The enemy.
        by: UnitId,
        /// His.
        theirs: u8,
    },
    /// A unit at one hit less than its quality checked for collapse (8.47).
    Collapse {
        /// Which.
        unit: UnitId,
        /// The numbers.
        check: Check,
        /// It held and lost a hit; else it routs.
        held: bool,
    },
    /// A unit did not advance after the charge: another enemy is in its zone, or it is in one (8.43).
    Stays {
        /// Which.
        unit: UnitId,
    },
    /// The elephant came out behind the infantry that let it through (9.11).
    PassedThru {
        /// The elephant.
        elephant: UnitId,
        /// Where it stands now.
        to: Hex,
        /// For elephants or for chariots.
        rule: Rule,
    },
    /// The check of the infantry that let an elephant through (9.11).
    RanksChecked {
        /// The infantry.
        unit: UnitId,
        /// The numbers.
        check: Check,
        /// The rule that says so.
        rule: Rule,
    },
    /// Victorious cavalry threw for pursuit (8.62).
    Pursuit {
        /// Which.
        unit: UnitId,
        /// The die.
        die: u8,
        /// Held against.
        quality: u8,
        /// It pursues; else it breaks off.
        pursues: bool,
    },
    /// Cavalry that has come up with the fugitive threw for another attack (alexander 10.42A).
    AttacksAgain {
        /// Which.
        unit: UnitId,
        /// The die.
        die: u8,
        /// Held against.
        quality: u8,
        /// It attacks; else it stays.
        attacks: bool,
    },
    /// Off-map cavalry comes back by itself (alexander 10.43A).
    ComesBack {
        /// Which.
        unit: UnitId,
        /// Where it came onto the map, when it was off it.
        entry: Option<Hex>,
        /// Where it stands.
        to: Hex,
        /// The leader towards whom it rides.
        leader: LeaderId,
        /// It has come within his range and is back in play.
        back: bool,
    },
    /// Cavalry rode after the fleeing enemy (8.62).
    Pursued {
        /// Which.
        unit: UnitId,
        /// Over these hexes.
        path: Vec<Hex>,
    },
    /// Pursuing cavalry left the map (8.62, 8.64).
    LeftMap {
        /// Which.
        unit: UnitId,
        /// By this hex.
        by: Hex,
    },
    /// Off-map cavalry came back (8.64).
    Regrouped {
        /// Which.
        unit: UnitId,
        /// Where it came onto the map.
        entry: Hex,
        /// Where it stands.
        to: Hex,
        /// Facing so.
        facing: Facing,
    },
    /// A unit in column that was shocked forms line (6.76).
    LeftColumn {
        /// Which.
        unit: UnitId,
        /// Facing so.
        facing: Facing,
    },
    /// Cavalry in charge formation threw for pursuit (alexander 10.42B).
    FormedPursuit {
        /// Which.
        unit: UnitId,
        /// The die.
        die: u8,
        /// Held against.
        quality: u8,
        /// It pursues; else it advances like others.
        pursues: bool,
    },
    /// It rode after the fleeing enemy (alexander 10.43B).
    FormedRide {
        /// Which.
        unit: UnitId,
        /// Over these hexes.
        path: Vec<Hex>,
    },
    /// Cavalry is no longer in charge formation after a combat (alexander 9.76).
    LeftCharge {
        /// Which.
        unit: UnitId,
    },
    /// A unit became, or ceased to be, engaged (10.4).
    Engaged {
        /// Which.
        unit: UnitId,
        /// It is now.
        now: bool,
    },
    /// An engaged unit stepped back (10.42).
    SteppedBack {
        /// Which.
        unit: UnitId,
        /// To here.
        to: Hex,
    },
}

impl ShockEvent {
    /// Who attacks whom is settled.
    pub const COMBINED: Rule = Rule("8.42");
    /// Checks before shock.
    pub const PRE_SHOCK: Rule = Rule("8.43");
    /// A unit at one hit less than its quality may collapse.
    pub const COLLAPSE: Rule = Rule("8.47");

    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::OpensRanks { rule, .. }
            | Self::Steadied { rule, .. }
            | Self::PassedThru { rule, .. }
            | Self::RanksChecked { rule, .. } => *rule,
            Self::Exempt { why, .. } => why.rule(),
            Self::Marked { .. } => Rule("7.31"),
            Self::Enabled { .. } => Rule("7.33"),
            Self::Combined { .. } | Self::Added { .. } | Self::Begins { .. } => Self::COMBINED,
            Self::Duel { .. } => Rule("alexander 8.42"),
            Self::Charge { .. } | Self::Stays { .. } => Self::PRE_SHOCK,
            Self::AllBroken { .. } => Rule("10.15"),
            Self::Struck(_) => Blow::TABLE,
            Self::Breakthrough { .. } => Rule("alexander 8.37"),
            Self::Collapse { .. } => Self::COLLAPSE,
            Self::Pursuit { .. } | Self::Pursued { .. } | Self::LeftMap { .. } => Rule("8.62"),
            Self::AttacksAgain { .. } => Rule("alexander 10.42A"),
            Self::ComesBack { .. } => Rule("alexander 10.43A"),
            Self::Regrouped { .. } => Rule("8.64"),
            Self::LeftColumn { .. } => Rule("6.76"),
            Self::FormedPursuit { .. } => Rule("alexander 10.42B"),
            Self::FormedRide { .. } => Rule("alexander 10.43B"),
            Self::LeftCharge { .. } => Rule("alexander 9.76"),
            Self::Engaged { now: true, .. } => Rule("10.41"),
            Self::Engaged { now: false, .. } => Rule("10.43"),
            Self::SteppedBack { .. } => Rule("10.42"),
        }
    }
}

/// One combat reckoned out, every number with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blow {
    /// Its number.
    pub number: u8,
    /// Attackers still in it.
    pub attackers: Vec<UnitId>,
    /// Defenders still in it.
    pub defenders: Vec<UnitId>,
    /// The attacker whose type counts (8.45).
    pub attacker: UnitId,
    /// The defender whose type counts (8.45).
    pub defender: UnitId,
    /// Through which side of the defender.
    pub angle: Angle,
    /// Column by type and side (8.73).
    pub base: u8,
    /// Sizes.
    pub sizes: (u16, u16),
    /// Columns shifted, each with its reason; the size ratio among them.
    pub shifts: Vec<Shift>,
    /// Where the shifts lead, 1 to 13.
    pub column: u8,
    /// Who is superior.
    pub superiority: Superiority,
    /// By which rule infantry opens its ranks for such an attacker.
    pub ranks: Rule,
    /// The die.
    pub die: u8,
    /// Added to it: leaders, with their charisma.
    pub leaders: Vec<LeaderEffect>,
    /// The row read, 0 to 9.
    pub row: u8,
    /// Hits of the table (8.74).
    pub table: Hits,
    /// What was done to them in turn.
    pub factors: Vec<(Factor, Hits)>,
    /// Hits in the end.
    pub hits: Hits,
    /// Who takes how many (10.13).
    pub shares: Vec<(UnitId, u8)>,
}

impl Blow {
    /// The column of two types through a side of the defender.
    pub const COLUMN: Rule = Rule("8.45");
    /// Shifts, die, table and what is done to its hits.
    pub const TABLE: Rule = Rule("8.46");
    /// Who takes how many of them.
    pub const SHARES: Rule = Rule("10.13");

    /// The rule by which a factor is applied here.
    #[must_use]
    pub fn factor_rule(&self, factor: Factor) -> Rule {
        match factor {
            Factor::AttackSuperior(3) => Rule("9.53"),
            Factor::AttackSuperior(_) if self.superiority == Superiority::Attack(Ground::Swords) => {
                Rule("cataphract 11.5")
            }
            Factor::AttackSuperior(_) | Factor::DefenceSuperior => Blow::TABLE,
            Factor::PassThru => self.ranks,
            Factor::Skirmishers | Factor::SkirmishersAttack => Rule("9.23"),
            Factor::LightHorse => Rule("9.32"),
        }
    }
}

/// What a leader does to the die (8.46 step 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaderEffect {
    /// Who.
    pub leader: LeaderId,
    /// Added to the die.
    pub by: i8,
    /// He was killed.
    pub killed: bool,
}
