//! The tables, as checked data. The scenario room reads them from files; no number of a table stands in
//! code.

use std::collections::BTreeMap;

use crate::field::Terrain;
use crate::piece::{Class, Missile, UnitType};

/// Through which side of the defender an attack comes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Angle {
    /// Through a front hex.
    Front,
    /// Through a flank hex.
    Flank,
    /// Through a rear hex.
    Rear,
}

/// Who is superior by weapons (8.72).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weapons {
    /// Neither.
    Even,
    /// Attack superior.
    Attack,
    /// Defence superior.
    Defence,
    /// Defence superior unless the defender has missile capability and is Missile No.
    DefenceWhileArmed,
    /// As [`Weapons::DefenceWhileArmed`], and even when the attacker is a cataphract.
    DefenceWhileArmedNotCataphract,
    /// Attack superior when Indian elephants attack African ones.
    IndianAttack,
}

/// Cohesion hits of the shock results table (8.74).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShockTable {
    /// By die 0 to 9, by column 1 to 13 (index 0 to 12).
    pub attacker: [[u8; 13]; 10],
    /// The defender's hits, by die and column likewise.
    pub defender: [[u8; 13]; 10],
}

/// Kinds of troops that the movement chart tells apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tread {
    /// PH HI.
    Heavy,
    /// LG MI BI LI LP SK.
    Medium,
    /// HC RC LN LC; leaders pay the points.
    Cavalry,
    /// EL.
    Elephant,
    /// CH.
    Chariot,
}

/// What entering costs in points and in hits by tread (`None` = prohibited).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Going {
    /// Movement points.
    pub mp: u8,
    /// Hits for heavy, medium, cavalry, elephant, chariot in turn; `None` = may not enter.
    pub hits: [Option<u8>; 5],
    /// The hits apply to units in column too.
    pub column: bool,
}

/// The movement cost chart (6.27).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovementChart {
    /// Clear ground.
    pub clear: Going,
    /// Woods.
    pub woods: Going,
    /// Broken ground.
    pub broken: Going,
    /// Marsh.
    pub marsh: Going,
    /// Inside a Roman camp (6.24); `None` in a set that knows no camps.
    pub camp: Option<Going>,
    /// Crossing a stream.
    pub stream: Going,
    /// Crossing the rampart of a camp, either way (6.24).
    pub rampart: Option<Going>,
    /// The first level up in an orders phase.
    pub up_one: Going,
    /// Each further level up in the same phase. For heavy infantry a hit per level, for the others one hit.
    pub up_more: Going,
    /// Down.
    pub down: Going,
    /// Points per vertex for most units.
    pub facing_mp: u8,
    /// Points for any facing change of Roman infantry.
    pub roman_facing_mp: u8,
    /// Points per vertex for skirmishers.
    pub skirmisher_facing_mp: u8,
    /// Points for any facing change of skirmishers that may shock.
    pub shock_skirmisher_facing_mp: u8,
    /// Points per vertex for cataphracts.
    pub cataphract_facing_mp: u8,
    /// Points per vertex for elephants.
    pub elephant_facing_mp: u8,
    /// Points per vertex for chariots.
    pub chariot_facing_mp: u8,
    /// Hits per vertex in rough ground, by tread.
    pub rough_facing_hits: [u8; 5],
    /// Points to reverse a phalanx.
    pub reverse_mp: u8,
    /// Points to change into or out of column.
    pub column_mp: u8,
    /// Points added to the allowance in column.
    pub column_bonus: u8,
    /// Points to form double depth.
    pub double_depth_mp: u8,
    /// Points lost after a manipular line extension.
    pub extension_mp: u8,
    /// A leader's allowance.
    pub leader_ma: u8,
    /// Points that a leader pays besides to enter a hex with a combat unit (cataphract 6.64).
    pub leader_joins_mp: u8,
}

impl MovementChart {
    /// **spqr 6.27.** The row of a terrain; `None` where nobody goes.
    #[must_use]
    pub fn ground(&self, terrain: Terrain) -> Option<&Going> {
        match terrain {
            Terrain::Clear => Some(&self.clear),
            Terrain::Woods => Some(&self.woods),
            Terrain::Broken => Some(&self.broken),
            Terrain::Marsh => Some(&self.marsh),
            Terrain::Camp => self.camp.as_ref(),
            Terrain::Village | Terrain::River | Terrain::Off => None,
        }
    }
}

/// What happens to mover and stationary unit when they share a hex of their own free will (6.69).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Hits to both when passing through.
    pub through_hits: u8,
    /// May it stop there?
    pub may_stop: bool,
    /// Added to all checks while stacked.
    pub check_modifier: u8,
}

/// What a stationary unit suffers from routers (6.69).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trample {
    /// Hits.
    pub hits: u8,
    /// A check as well, hits = die less TQ.
    pub check: bool,
}

/// The stacking charts (6.69).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackingChart {
    /// Units that are none of the following.
    pub basic: Share,
    /// A moving skirmisher.
    pub skirmisher: Share,
    /// Moving velites, same colour.
    pub velites_same: Share,
    /// Moving velites, another colour or no Roman infantry.
    pub velites_other: Share,
    /// Roman infantry, same colour and class.
    pub roman_same_class: Share,
    /// Roman infantry, same colour, another class.
    pub roman_same_colour: Share,
    /// Roman infantry, another colour.
    pub roman_other: Share,
    /// Routers of no special kind: passing through, stopping.
    pub rout_basic: (Trample, Trample),
    /// Routing velites; skirmishers and velites are spared.
    pub rout_velites: (Trample, Trample),
    /// Routing Roman infantry, same colour; stopping spares velites.
    pub rout_roman_same: (Trample, Trample),
    /// Routing Roman infantry, another colour.
    pub rout_roman_other: (Trample, Trample),
}

/// The missile chart (8.71) with its modifiers and supply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissileChart {
    /// Strength by range 1, 2, 3, ... for each row name (`A_foot`, `J_mounted`, `elephant_screen`, ...).
    pub rows: BTreeMap<String, Vec<u8>>,
    /// Target in woods.
    pub in_woods: i8,
    /// Target in a camp, fired at from outside (8.15\[7\]).
    pub in_camp: i8,
    /// Target PH or HI.
    pub at_heavy: i8,
    /// Target PH or HI, adjacent, through its front, by A, S or screen; replaces `at_heavy`.
    pub at_heavy_front: i8,
    /// Target SK.
    pub at_skirmisher: i8,
    /// A, S or mounted firer moves in the phase.
    pub moving: i8,
    /// Firer depleted.
    pub depleted: i8,
    /// Hits scored.
    pub hits: u8,
    /// Hits scored against elephants (not by elephants).
    pub elephant_hits: u8,
    /// Hits scored against chariots.
    pub chariot_hits: u8,
    /// Rows that score two hits when the changed die is half their strength or less (cataphract 8.15).
    pub twofold: Vec<String>,
    /// Target a cataphract, by the missile; absent = 0 (alexander 9.42).
    pub at_cataphract: BTreeMap<Missile, i8>,
    /// What letters on this book's counters mean where they differ: cataphract's B is a simple bow, as A
    /// elsewhere. Artillery is spared.
    pub letters: BTreeMap<Missile, Missile>,
    /// Unmodified rolls of this or more make the unit Missile Low, by class; absent = never runs low.
    pub low_from: BTreeMap<Missile, u8>,
    /// Unmodified rolls of this or more make an elephant screen Missile Low.
    pub screen_low_from: u8,
    /// Out of missiles after the first fire: these unit types.
    pub one_shot: Vec<UnitType>,
    /// Rows of burning missiles: an elephant that they hit rampages at once.
    pub flame: Vec<String>,
}

impl MissileChart {
    /// What the letter on a counter means; artillery shoots bolts in every book.
    #[must_use]
    pub fn meaning(&self, letter: Missile, class: Class) -> Missile {
        if class == Class::SC { letter } else { self.letters.get(&letter).copied().unwrap_or(letter) }
    }

    /// The letter on the counter of a unit with such missiles.
    #[must_use]
    pub fn letter(&self, missile: Missile, class: Class) -> Missile {
        let printed = self.letters.iter().find(|(_, means)| **means == missile && class != Class::SC);
        printed.map_or(missile, |(letter, _)| *letter)
    }

    /// Strength of a row at a range, 1 = adjacent; `None` beyond its reach.
    #[must_use]
    pub fn strength(&self, row: &str, range: u8) -> Option<u8> {
        self.rows.get(row)?.get(usize::from(range).checked_sub(1)?).copied()
    }

    /// The reach of a row in hexes.
    #[must_use]
    pub fn reach(&self, row: &str) -> u8 {
        self.rows.get(row).map_or(0, |r| r.len() as u8)
    }
}

/// What befalls a leader (4.73).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Casualty {
    /// Finished for the turn.
    Finished,
    /// Finished, every rating but line commands one lower.
    Wounded,
    /// Finished, two lower.
    WoundedTwice,
    /// Killed.
    Killed,
}

/// Hits of a rallied unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RallyHits {
    /// By die 0 to 9, for TQ 3 to 5 (and less) and 6 to 9 (10.29).
    Table([[u8; 10]; 2]),
    /// The quality divided by these, rounded down (cataphract 10.27).
    Part {
        /// On foot.
        foot: u8,
        /// Mounted.
        mounted: u8,
    },
}

/// Every table of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// 8.73: base column 1 to 13 by angle, defender, attacker (indices in [`UnitType::ALL`] order); 0 = not
    /// allowed. RC reads HC, LP reads LI; the loader has filled every row and column.
    pub clash: [[[u8; 15]; 15]; 3],
    /// 8.72 by defender, attacker.
    pub superiority: [[Weapons; 15]; 15],
    /// 7.31: types that must shock when they moved adjacent.
    pub must_shock: [bool; 15],
    /// 8.74.
    pub shock: ShockTable,
    /// Column shifts of 8.46 and 9.4, positive = right.
    pub shifts: Shifts,
    /// 6.27.
    pub movement: MovementChart,
    /// 6.69.
    pub stacking: StackingChart,
    /// 8.71.
    pub missile: MissileChart,
    /// 10.29, cataphract 10.27: hits of a rallied unit.
    pub rally: RallyHits,
    /// 10.33: added to the success roll and to the table roll of units depleted before.
    pub rally_depleted: (u8, u8),
    /// 4.73 by die 0 to 9; `None` = the leader's personal combat rating decides (cataphract 9.14).
    pub leader_casualty: Option<[Casualty; 10]>,
    /// Alexander 8.42: what befalls the loser of a personal combat, by the difference from 0 on; the last
    /// for all greater ones. Empty where there is none.
    pub personal_combat: Vec<Option<Casualty>>,
}

/// Column shifts, positive to the right (towards 13, good for the attacker).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shifts {
    /// All defenders in woods or marsh.
    pub defenders_in_cover: i8,
    /// All attackers come across the rampart of the defenders' camp (6.24).
    pub behind_rampart: i8,
    /// Some, not all, defenders higher.
    pub any_defender_higher: i8,
    /// All defenders higher.
    pub all_defenders_higher: i8,
    /// All defenders lower.
    pub all_defenders_lower: i8,
    /// Any attacker depleted.
    pub attacker_depleted: i8,
    /// Any defender depleted.
    pub defender_depleted: i8,
    /// Phalanx defence per covered flank hex.
    pub phalanx_defence: i8,
    /// Phalanx defence per covered flank hex against heavy infantry.
    pub phalanx_defence_vs_heavy: i8,
    /// Indian elephants attack anything but elephants.
    pub indian_elephants: i8,
}

impl Charts {
    /// Base column 1 to 13, or `None` where such an attack is not allowed (8.73).
    #[must_use]
    pub fn clash_column(&self, angle: Angle, defender: UnitType, attacker: UnitType) -> Option<u8> {
        match self.clash[angle as usize][defender as usize][attacker as usize] {
            0 => None,
            column => Some(column),
        }
    }

    /// Superiority by weapons (8.72).
    #[must_use]
    pub fn weapons(&self, defender: UnitType, attacker: UnitType) -> Weapons {
        self.superiority[defender as usize][attacker as usize]
    }

    /// Must units of this type shock when they moved adjacent (7.31)?
    #[must_use]
    pub fn must_shock(&self, kind: UnitType) -> bool {
        self.must_shock[kind as usize]
    }
}

/// The charts of SPQR for unit tests that do not read files.
#[doc(hidden)]
#[must_use]
#[rustfmt::skip]
pub fn spqr_for_tests() -> Charts {
    use Weapons::{Attack as A, Defence as D, DefenceWhileArmed as M, DefenceWhileArmedNotCataphract as C, Even as E, IndianAttack as I};
    let going = |mp, hits: [i8; 5], column| Going { mp, hits: hits.map(|h| u8::try_from(h).ok()), column };
    let share = |through_hits, may_stop, check_modifier| Share { through_hits, may_stop, check_modifier };
    let trample = |hits, check| Trample { hits, check };
    let rows = [("A_foot", vec![5, 3, 3, 1]), ("A_mounted", vec![5, 3, 1]), ("S", vec![3, 2]), ("S_balearic", vec![5, 3]),
        ("J_foot", vec![5]), ("J_mounted", vec![3]), ("elephant_screen", vec![3]), ("B", vec![7, 5, 5, 3, 2, 1, 0]),
        ("B_flame", vec![7, 5, 4, 2, 1, 0])];
    Charts {
        clash: [
            [
                [7, 6, 5, 5, 5, 4, 4, 0, 1, 5, 5, 4, 3, 6, 8],
                [8, 7, 6, 6, 7, 5, 5, 0, 2, 6, 6, 5, 4, 7, 9],
                [7, 6, 7, 7, 6, 5, 5, 0, 2, 7, 7, 4, 4, 7, 7],
                [9, 8, 8, 7, 8, 6, 6, 0, 3, 7, 7, 6, 5, 9, 10],
                [9, 7, 6, 6, 7, 7, 7, 0, 1, 5, 5, 4, 3, 6, 10],
                [10, 9, 8, 8, 10, 7, 7, 0, 5, 8, 8, 7, 6, 11, 11],
                [10, 9, 8, 8, 10, 7, 7, 0, 5, 8, 8, 7, 6, 11, 11],
                [13, 12, 11, 11, 12, 10, 10, 0, 7, 11, 11, 10, 9, 13, 13],
                [13, 12, 11, 11, 12, 10, 10, 0, 7, 11, 11, 10, 9, 13, 13],
                [9, 8, 7, 7, 7, 6, 6, 0, 3, 7, 7, 6, 5, 11, 11],
                [9, 8, 7, 7, 7, 6, 6, 0, 3, 7, 7, 6, 5, 11, 11],
                [11, 10, 9, 9, 9, 8, 8, 0, 5, 9, 9, 8, 7, 11, 13],
                [11, 10, 10, 9, 10, 8, 8, 0, 5, 9, 9, 8, 7, 13, 13],
                [4, 3, 3, 3, 1, 1, 1, 0, 1, 0, 0, 0, 0, 7, 8],
                [5, 4, 6, 3, 3, 2, 2, 0, 1, 3, 3, 2, 1, 8, 7],
            ],
            [
                [12, 11, 12, 10, 10, 9, 9, 0, 6, 10, 10, 9, 8, 13, 13],
                [11, 10, 11, 10, 9, 8, 8, 0, 5, 9, 9, 8, 7, 13, 13],
                [12, 11, 9, 9, 8, 9, 9, 0, 5, 9, 9, 8, 7, 13, 11],
                [11, 10, 11, 10, 10, 9, 9, 0, 6, 8, 8, 7, 6, 13, 13],
                [11, 11, 12, 10, 10, 9, 9, 0, 5, 10, 10, 9, 8, 13, 13],
                [10, 9, 9, 8, 10, 7, 7, 0, 5, 8, 8, 7, 6, 13, 12],
                [10, 9, 9, 8, 10, 7, 7, 0, 5, 8, 8, 7, 6, 13, 12],
                [13, 12, 12, 11, 13, 10, 10, 0, 7, 11, 11, 10, 9, 13, 13],
                [13, 12, 12, 11, 13, 10, 10, 0, 7, 11, 11, 10, 9, 13, 13],
                [10, 9, 9, 8, 9, 7, 7, 0, 4, 8, 8, 7, 6, 13, 12],
                [10, 9, 9, 8, 9, 7, 7, 0, 4, 8, 8, 7, 6, 13, 12],
                [11, 10, 10, 9, 10, 8, 8, 0, 5, 9, 9, 8, 7, 13, 13],
                [11, 10, 11, 10, 11, 8, 8, 0, 5, 9, 9, 8, 7, 13, 13],
                [9, 8, 8, 7, 5, 6, 6, 0, 3, 7, 7, 6, 5, 7, 11],
                [13, 12, 13, 13, 11, 10, 10, 0, 7, 3, 3, 9, 9, 13, 13],
            ],
            [
                [13, 12, 13, 12, 12, 10, 10, 0, 6, 11, 11, 11, 9, 13, 13],
                [13, 12, 12, 12, 11, 10, 10, 0, 5, 11, 11, 11, 9, 13, 13],
                [13, 12, 11, 11, 10, 11, 11, 0, 5, 10, 10, 10, 9, 13, 13],
                [12, 12, 12, 12, 13, 11, 11, 0, 6, 10, 10, 9, 7, 13, 13],
                [12, 12, 13, 12, 13, 10, 10, 0, 5, 11, 11, 11, 9, 13, 13],
                [12, 11, 12, 10, 12, 9, 9, 0, 5, 10, 10, 8, 6, 13, 13],
                [12, 11, 12, 10, 12, 9, 9, 0, 5, 10, 10, 8, 6, 13, 13],
                [13, 12, 12, 11, 13, 10, 10, 0, 7, 11, 11, 11, 9, 13, 13],
                [13, 12, 12, 11, 13, 10, 10, 0, 7, 11, 11, 11, 9, 13, 13],
                [11, 10, 11, 9, 11, 8, 8, 0, 4, 9, 9, 8, 7, 13, 13],
                [11, 10, 11, 9, 11, 8, 8, 0, 4, 9, 9, 8, 7, 13, 13],
                [12, 11, 11, 10, 11, 9, 9, 0, 5, 10, 10, 9, 8, 13, 13],
                [12, 11, 12, 11, 12, 9, 9, 0, 5, 10, 10, 9, 8, 13, 13],
                [12, 11, 11, 11, 7, 9, 9, 0, 3, 10, 10, 10, 8, 7, 13],
                [13, 12, 13, 13, 13, 10, 10, 0, 7, 3, 3, 9, 9, 13, 13],
            ],
        ],
        superiority: [
            [E, E, E, E, D, D, D, E, D, D, D, D, D, D, E],
            [E, E, A, E, E, E, E, E, D, D, D, D, D, E, E],
            [E, E, E, E, E, D, D, E, D, C, M, E, M, E, E],
            [A, E, A, E, E, E, E, E, D, E, D, E, M, E, E],
            [A, E, A, E, E, D, D, E, D, E, E, E, D, E, E],
            [A, A, A, E, A, E, E, E, E, E, E, E, M, E, E],
            [A, A, A, E, A, E, E, E, E, D, D, D, M, E, E],
            [A, A, A, A, A, A, A, E, E, A, A, A, A, A, A],
            [A, A, A, A, A, A, A, E, E, A, A, A, A, A, A],
            [E, E, E, E, E, E, E, E, D, E, D, E, E, A, A],
            [E, E, E, E, E, E, E, E, D, E, E, E, E, A, A],
            [E, E, E, E, E, E, E, E, D, A, E, E, E, A, A],
            [E, E, E, E, E, E, E, E, E, A, A, A, E, A, A],
            [E, E, E, E, E, E, E, E, E, E, E, E, E, I, E],
            [E, E, E, E, E, E, E, E, E, E, E, E, E, E, E],
        ],
        must_shock: [true, true, true, true, true, false, false, false, false, true, true, true, false, true, true],
        shock: ShockTable {
            attacker: [
                [6, 5, 4, 4, 3, 3, 3, 3, 3, 3, 3, 2, 2],
                [6, 4, 4, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2],
                [5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2],
                [5, 4, 4, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2],
                [5, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 1],
                [4, 4, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1],
                [4, 4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1],
                [4, 4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
                [4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
                [3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1],
            ],
            defender: [
                [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
                [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3],
                [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3],
                [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 4],
                [2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 3],
                [2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 3],
                [2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4],
                [2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4],
                [2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4],
                [2, 2, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4, 6],
            ],
        },
        shifts: Shifts { defenders_in_cover: -1, behind_rampart: -2, any_defender_higher: -1, all_defenders_higher: -2, all_defenders_lower: 1,
            attacker_depleted: -1, defender_depleted: 1, phalanx_defence: -2, phalanx_defence_vs_heavy: -1, indian_elephants: 1 },
        movement: MovementChart {
            clear: going(1, [0, 0, 0, 0, 0], false), woods: going(2, [1, 1, 1, 0, 1], true),
            broken: going(1, [1, 0, 1, 0, 1], true), marsh: going(2, [1, 1, 1, -1, -1], true),
            camp: Some(going(1, [1, 0, 1, 0, 1], true)), rampart: Some(going(1, [1, 1, -1, 1, -1], true)),
            stream: going(0, [1, 0, 0, 0, 0], false), up_one: going(1, [1, 0, 0, 0, 0], false),
            up_more: going(1, [1, 1, 1, 0, 0], true), down: going(0, [1, 0, 0, 0, 0], false),
            facing_mp: 1, roman_facing_mp: 1, skirmisher_facing_mp: 0, elephant_facing_mp: 2, chariot_facing_mp: 2,
            rough_facing_hits: [1, 1, 1, 0, 1], reverse_mp: 3, column_mp: 1, column_bonus: 1, double_depth_mp: 1,
            extension_mp: 2, leader_ma: 9, leader_joins_mp: 0, shock_skirmisher_facing_mp: 0, cataphract_facing_mp: 1,
        },
        stacking: StackingChart {
            basic: share(1, false, 0), skirmisher: share(0, false, 0), velites_same: share(0, false, 0),
            velites_other: share(1, false, 0), roman_same_class: share(0, true, 0), roman_same_colour: share(0, true, 1),
            roman_other: share(1, true, 1), rout_basic: (trample(1, true), trample(1, true)),
            rout_velites: (trample(1, false), trample(1, true)), rout_roman_same: (trample(0, false), trample(1, true)),
            rout_roman_other: (trample(1, false), trample(1, true)),
        },
        missile: MissileChart {
            rows: rows.into_iter().map(|(n, r)| (n.to_owned(), r)).collect(),
            in_woods: 1, in_camp: 2, at_heavy: 1, at_heavy_front: 3, at_skirmisher: 2, moving: 1, depleted: 1, hits: 1, elephant_hits: 2,
            low_from: BTreeMap::from([(Missile::A, 9), (Missile::S, 9), (Missile::J, 7)]), screen_low_from: 9,
            one_shot: vec![UnitType::LG], flame: vec!["B_flame".to_owned()], chariot_hits: 1, twofold: vec![],
            at_cataphract: BTreeMap::new(), letters: BTreeMap::new(),
        },
        rally: RallyHits::Table([[1, 1, 2, 2, 2, 2, 2, 2, 3, 3], [1, 1, 2, 2, 2, 2, 3, 3, 4, 4]]),
        rally_depleted: (1, 2),
        leader_casualty: {
            use Casualty::{Finished as F, Killed, Wounded, WoundedTwice};
            Some([F, F, F, F, F, F, F, Wounded, WoundedTwice, Killed])
        },
        personal_combat: Vec::new(),
    }
}
