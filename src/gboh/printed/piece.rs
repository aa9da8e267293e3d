//! The pieces as printed: units and leaders, their types and ratings.

use serde::{Deserialize, Serialize};

use tess_hex::{Facing, Hex};

pub use tess_effects::{BySide, Side};

/// A combat unit, by its place in the order of battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct UnitId(pub u16);

/// A leader, by his place in the order of battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LeaderId(pub u16);

/// A line of the battle's line command eligibility chart, by its place there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LineId(pub u16);

/// The type of a unit, as the charts know it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum UnitType {
    /// Phalanx.
    PH,
    /// Heavy infantry.
    HI,
    /// Legion infantry.
    LG,
    /// Medium infantry.
    MI,
    /// Barbarian infantry.
    BI,
    /// Light infantry; artillery crews too.
    LI,
    /// Peltasts.
    LP,
    /// Skirmishers.
    SK,
    /// Skirmishers that may shock.
    #[serde(rename = "SK*")]
    SKS,
    /// Heavy cavalry.
    HC,
    /// Roman cavalry.
    RC,
    /// Lancers.
    LN,
    /// Light cavalry.
    LC,
    /// Elephants.
    EL,
    /// Chariots.
    CH,
}

impl UnitType {
    /// In the order of the charts.
    pub const ALL: [UnitType; 15] = {
        use UnitType::*;
        [PH, HI, LG, MI, BI, LI, LP, SK, SKS, HC, RC, LN, LC, EL, CH]
    };

    /// Men on foot, skirmishers among them.
    #[must_use]
    pub const fn is_infantry(self) -> bool {
        use UnitType::*;
        matches!(self, PH | HI | LG | MI | BI | LI | LP | SK | SKS)
    }

    /// Men on horses (no elephants, no chariots).
    #[must_use]
    pub const fn is_cavalry(self) -> bool {
        matches!(self, UnitType::HC | UnitType::RC | UnitType::LN | UnitType::LC)
    }

    /// Skirmishers of either kind.
    #[must_use]
    pub const fn is_skirmisher(self) -> bool {
        matches!(self, UnitType::SK | UnitType::SKS)
    }

    /// The letters printed on the counter.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        use UnitType::*;
        match self {
            PH => "PH",
            HI => "HI",
            LG => "LG",
            MI => "MI",
            BI => "BI",
            LI => "LI",
            LP => "LP",
            SK => "SK",
            SKS => "SK*",
            HC => "HC",
            RC => "RC",
            LN => "LN",
            LC => "LC",
            EL => "EL",
            CH => "CH",
        }
    }
}

/// The class within a type, where a rule speaks of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Class {
    /// None that a rule speaks of.
    #[default]
    Plain,
    /// Hastati.
    HA,
    /// Principes.
    PR,
    /// Triarii.
    TR,
    /// Cohorts of an ala.
    CO,
    /// Extraordinary cohorts.
    CE,
    /// Velites.
    VE,
    /// Hoplites.
    HO,
    /// Artillery that shoots bolts.
    SC,
    /// Cataphracts.
    CAT,
}

impl Class {
    /// The letters printed on the counter; empty for [`Class::Plain`].
    #[must_use]
    pub const fn letters(self) -> &'static str {
        use Class::*;
        match self {
            Plain => "",
            HA => "HA",
            PR => "PR",
            TR => "TR",
            CO => "CO",
            CE => "CE",
            VE => "VE",
            HO => "HO",
            SC => "SC",
            CAT => "CAT",
        }
    }
}

/// What a unit shoots or throws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Missile {
    /// Arrows.
    A,
    /// Stones of slings.
    S,
    /// Javelins.
    J,
    /// Bolts of engines.
    B,
    /// Composite bows.
    C,
    /// Axes and the like, thrown once.
    F,
}

/// A unit as printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnitSpec {
    /// Short name for orders, map and dice, at most 5 of `A-Z a-z 0-9`; unique, case does not count.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Type.
    pub kind: UnitType,
    /// Class.
    pub class: Class,
    /// Size.
    pub size: u8,
    /// Troop quality.
    pub tq: u8,
    /// Movement allowance; of a phalanx the lower one.
    pub ma: u8,
    /// The higher movement allowance of a phalanx, else `ma`.
    pub ma_extended: u8,
    /// What it shoots.
    pub missile: Option<Missile>,
    /// Row of the missile chart, such as `J_foot`; empty without missiles.
    pub missile_row: String,
    /// Elephants: has an archer screen.
    pub screen: bool,
    /// Elephants: of the Indian family.
    pub indian: bool,
    /// Occupies two hexes.
    pub two_hex: bool,
    /// Roman legion colour (legion and its ala share one), 0 = none.
    pub colour: u8,
    /// Belongs to an ala sociorum, not to the legion itself.
    pub ala: bool,
    /// People, for command restrictions: `Numidian`, `Roman`, ...
    pub nation: String,
    /// May share its hex with an engine (cataphract 11.63).
    pub shares_with_engine: bool,
    /// Starts depleted.
    pub depleted: bool,
    /// Enters play at the start at this hex (left half of a two-hex unit), facing so.
    pub start: Option<(Hex, Facing)>,
    /// Knows the feigned retreat (cataphract 6.71).
    pub feigns: bool,
    /// Highest die by which it is not lured after one; `None` = its quality (cataphract 6.74).
    pub bait: Option<u8>,
    /// The counter that takes its place when it dismounts (cataphract 11.1).
    pub dismounted: Option<Box<UnitSpec>>,
    /// Carries the long sword, a boxed S (cataphract 11.5).
    pub sword: bool,
    /// Soldiers by trade, who stop where they are told to (alexander 6.14).
    pub professional: bool,
    /// Of Macedonian people and training (alexander 6.43, 9.23).
    pub macedonian: bool,
}

impl UnitSpec {
    /// **cataphract 11.1.** The counter of its men on foot, with this size, quality and allowance: heavy
    /// infantry with the same missiles.
    #[must_use]
    pub fn on_foot(&self, (size, tq, ma): (u8, u8, u8)) -> UnitSpec {
        let row = self.missile.map_or("", |m| usual_row(m, true));
        UnitSpec {
            kind: UnitType::HI,
            class: Class::Plain,
            size,
            tq,
            ma,
            ma_extended: ma,
            missile_row: row.to_owned(),
            dismounted: None,
            ..self.clone()
        }
    }

    /// Roman or ala infantry under the Roman stacking rules (not cavalry).
    #[must_use]
    pub fn is_roman_foot(&self) -> bool {
        self.colour != 0 && self.kind.is_infantry()
    }

    /// Velites.
    #[must_use]
    pub fn is_velites(&self) -> bool {
        self.class == Class::VE
    }

    /// Rides: cavalry, elephants, chariots.
    #[must_use]
    pub fn is_mounted(&self) -> bool {
        !self.kind.is_infantry()
    }
}

/// A leader's place in the army.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Rank {
    /// Overall commander.
    Overall,
    /// Subordinate commander.
    Subordinate,
    /// Proconsul.
    Proconsul,
    /// Tribune of a legion.
    Tribune,
    /// Praefect of allied infantry.
    PraefectSociorum,
    /// Praefect of cavalry.
    PraefectEquitum,
    /// Replacement leader counter.
    Replacement,
    /// Elephant leader marker (optional rule).
    ElephantLeader,
    /// Contingent commander (cataphract 4.5).
    Contingent,
    /// Contingent commander of Macedon, optional (alexander 5.61).
    MacedonianContingent,
}

/// **spqr 4.81, 4.83.** The counter of a leader's elephant: size 1, the movement of a leader, no screen and
/// no missiles.
#[must_use]
pub fn leader_elephant(code: String, leader: &LeaderSpec, tq: u8, indian: bool) -> UnitSpec {
    UnitSpec {
        code,
        name: format!("The elephant of {}", leader.name),
        side: leader.side,
        kind: UnitType::EL,
        class: Class::Plain,
        size: 1,
        tq,
        ma: 9,
        ma_extended: 9,
        two_hex: false,
        missile: None,
        missile_row: String::new(),
        screen: false,
        indian,
        colour: 0,
        ala: false,
        nation: String::new(),
        shares_with_engine: false,
        depleted: false,
        start: None,
        feigns: false,
        bait: None,
        dismounted: None,
        sword: false,
        professional: false,
        macedonian: false,
    }
}

/// Which units a leader may command at all.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CommandLimit {
    /// Only units of these peoples; empty = all.
    #[serde(default)]
    pub nations: Vec<String>,
    /// Only units of these types; empty = all.
    #[serde(default)]
    pub types: Vec<UnitType>,
}

/// A leader as printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LeaderSpec {
    /// Short name for orders and map, at most 5 of `A-Z a-z 0-9`; unique among units and leaders.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Place in the army.
    pub rank: Rank,
    /// Command range in hexes.
    pub range: u8,
    /// Initiative.
    pub initiative: u8,
    /// Lines he may order in one phase.
    pub line_commands: u8,
    /// Strategy, of overall commanders.
    pub strategy: Option<u8>,
    /// Charisma.
    pub charisma: u8,
    /// Personal combat (cataphract 4.1, alexander 4.1).
    pub personal_combat: Option<u8>,
    /// Elite commander.
    pub elite: bool,
    /// Command restriction printed on the counter.
    pub limit: CommandLimit,
    /// Start hex; `None` for one who enters later.
    pub start: Option<Hex>,
    /// Wing commander, who needs no range for his first line commands (alexander 4.53).
    pub wing: bool,
    /// While he is present the other side comes first in ties (alexander 5.12).
    pub yields_ties: bool,
    /// Rout points for each point of his initiative, where it is not the usual number (alexander 10.52).
    pub points_times: Option<u8>,
    /// His death loses the battle at once (alexander 10.52).
    pub is_vital: bool,
    /// Contingent commanders whom he may set to work in a phase: a wing commander of Macedon (alexander
    /// 5.62, 5.64).
    pub contingents: u8,
    /// The units that a contingent commander of Macedon commands, and he alone of his kind (alexander 5.65).
    pub contingent: Vec<UnitId>,
}

/// The usual row of the missile chart for a missile on foot or mounted; a unit's data may name another.
#[must_use]
pub const fn usual_row(missile: Missile, foot: bool) -> &'static str {
    match (missile, foot) {
        (Missile::A, true) => "A_foot",
        (Missile::A, false) => "A_mounted",
        (Missile::S, _) => "S",
        (Missile::J, true) => "J_foot",
        (Missile::J, false) => "J_mounted",
        (Missile::B, _) => "B",
        (Missile::C, true) => "C_foot",
        (Missile::C, false) => "C_mounted",
        (Missile::F, _) => "F",
    }
}
