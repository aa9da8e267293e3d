//! A battle as set up: what never changes while it is fought.

use crate::field::Field;
use crate::known::Known;
use crate::piece::{BySide, Class, LeaderId, LeaderSpec, LineId, Side, UnitId, UnitSpec, UnitType};
use crate::state::roster::Roster;
use crate::state::sequel::Sequels;
use crate::variant::Variant;
use crate::variant::rout::Depletion;
use crate::variant::shock::Pursuit;
use tess_hex::Hex;

/// One line of the line command eligibility chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineSpec {
    /// Short name for orders: `hastati`, `left-horse`; lower case, unique within a side.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// The units that may belong to it, in order.
    pub units: Vec<UnitId>,
    /// Units whose two nearest members lie this many hexes apart still hang together: 1 adjacent, 2
    /// one hex between, 3 two hexes between (spqr 4.32).
    pub spacing: u8,
    /// Leaders who may order it, beside the overall commander; empty = whoever may command its units.
    pub leaders: Vec<LeaderId>,
    /// It is whoever stands within half the leader's range, together or not (alexander 4.33).
    pub half_range: bool,
}

/// A man who fights for his army before the battle (cataphract 11.81).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Champion {
    /// Name in full.
    pub name: String,
    /// Added to his dice.
    pub fight: u8,
    /// Hits that he can bear.
    pub stamina: u8,
}

/// What a special rule of the scenario changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// Cavalry pursues (8.6); false at Beneventum.
    pub pursuit: bool,
    /// Roman triarii doctrine (9.7) is in force.
    pub triarii_doctrine: bool,
    /// The side whose subordinates need no range or die for their initial line commands (4.6).
    pub free_line_commands: Option<Side>,
    /// Phalanxes that may form double depth (9.5).
    pub double_depth: Vec<UnitId>,
    /// First turn: every leader may issue line commands (4.33\[3\]).
    pub first_turn_lines: bool,
    /// Last turn, after which the battle is a draw unless somebody has won; `None` = no limit.
    pub last_turn: Option<u16>,
    /// Optional rule 10.4.
    pub engaged: bool,
    /// Pre-arranged withdrawal (6.8) is played.
    pub prearranged: bool,
    /// Optional rule 4.9.
    pub elephant_command: bool,
    /// Leaders who have an elephant of their own, each with its counter (4.8).
    pub leader_elephants: Vec<(LeaderId, UnitId)>,
    /// Armies without discipline (cataphract 11.2, 11.3).
    pub undisciplined: BySide<bool>,
    /// Hexes on a wall or in its towers, from which missiles reach farther downhill (cataphract 8.16) and
    /// engines shoot over walls (alexander 9.53).
    pub wall_tops: Vec<Hex>,
    /// The champions who meet before the battle (cataphract 11.8).
    pub champions: Option<BySide<Champion>>,
    /// Optional rule alexander 10.2.
    pub depletion: bool,
    /// The variant of alexander 10.52: skirmishers count 2 points.
    pub skirmisher_points: bool,
    /// Optional rule alexander 6.14.
    pub inertia: bool,
    /// Optional rule alexander 6.5.
    pub drift: bool,
    /// Optional rule alexander 9.7, and with it pursuit by 10.4 B.
    pub charge_formation: bool,
    /// Armies of Macedon (alexander 9.63, 5.6).
    pub macedonian: BySide<bool>,
    /// Optional rule alexander 5.5, of the earlier battles.
    pub elite_initiative: bool,
    /// Optional rule alexander 5.6.
    pub contingent_commanders: bool,
    /// The option of alexander 4.62.
    pub leaders_through_zones: bool,
}

/// Everything fixed about a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Rules of later chapters for earlier ones.
    pub sequels: Sequels,
    /// Scenario name, such as `spqr/bagradas-255bc`.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Names of the sides, lower case, as roles in the log: `rome`, `carthage`.
    pub sides: BySide<String>,
    /// Army withdrawal levels.
    pub withdrawal: BySide<u16>,
    /// How many replacement leaders a side has.
    pub replacements: BySide<u8>,
    /// The map.
    pub field: Field,
    /// Units by [`UnitId`].
    pub units: Vec<UnitSpec>,
    /// Leaders by [`LeaderId`].
    pub leaders: Vec<LeaderSpec>,
    /// Lines by [`LineId`].
    pub lines: Vec<LineSpec>,
    /// Special rules.
    pub special: Special,
    /// The book's numbers, charts and choices.
    pub variant: Variant,
    /// What a position asks of all this again and again; of a setup that is still being made nobody asks it.
    pub roster: Known<Roster>,
}

impl Setup {
    /// The unit's printed side of the counter.
    #[must_use]
    #[inline]
    pub fn unit(&self, id: UnitId) -> &UnitSpec {
        &self.units[usize::from(id.0)]
    }

    /// The leader's printed side of the counter.
    #[must_use]
    #[inline]
    pub fn leader(&self, id: LeaderId) -> &LeaderSpec {
        &self.leaders[usize::from(id.0)]
    }

    /// The first line of the unit's side to which it belongs and that is such.
    #[must_use]
    pub fn line_of(&self, unit: UnitId, such: impl Fn(&LineSpec) -> bool) -> Option<LineId> {
        let side = self.unit(unit).side;
        let mut lines = self.lines.iter();
        let nth = lines.position(|l| l.side == side && l.units.contains(&unit) && such(l))?;
        Some(LineId(nth as u16))
    }

    /// **spqr 10.3, alexander 10.2.** Are units depleted in this battle?
    #[must_use]
    pub fn knows_depletion(&self) -> bool {
        match self.variant.choices.rout.depletion {
            Depletion::Always => true,
            Depletion::Optional => self.special.depletion,
            Depletion::Never => false,
        }
    }

    /// **alexander 6.14.** Must this unit go as far as it can, once it is ordered to move?
    #[must_use]
    pub fn presses_on(&self, unit: &UnitSpec) -> bool {
        self.special.inertia
            && self.variant.choices.movement.hoplite_habits
            && is_hoplite(unit)
            && !unit.professional
    }

    /// **alexander 6.5.** Does this unit drift to the right when it moves again in a turn?
    #[must_use]
    pub fn drifts(&self, unit: &UnitSpec) -> bool {
        self.special.drift && self.variant.choices.movement.hoplite_habits && is_hoplite(unit) && unit.two_hex
    }

    /// **alexander 9.7.** Does cavalry form up for the charge in this battle?
    #[must_use]
    pub fn knows_charge_formation(&self) -> bool {
        self.special.charge_formation && self.variant.choices.movement.charge_formation
    }

    /// **spqr 9.7, alexander 9.9.** Are triarii held back in this battle?
    #[must_use]
    pub fn holds_triarii(&self) -> bool {
        self.special.triarii_doctrine && self.variant.choices.movement.triarii_doctrine
    }

    /// **spqr 8.6, alexander 10.4.** How cavalry pursues in this battle.
    #[must_use]
    pub fn pursuit(&self) -> Pursuit {
        if self.knows_charge_formation() {
            Pursuit::InFormation
        } else if self.special.pursuit {
            self.variant.choices.shock.pursuit
        } else {
            Pursuit::Never
        }
    }

    /// A line of the chart.
    #[must_use]
    #[inline]
    pub fn line(&self, id: LineId) -> &LineSpec {
        &self.lines[usize::from(id.0)]
    }

    /// A unit by its code, in either case.
    #[must_use]
    pub fn find_unit(&self, code: &str) -> Option<UnitId> {
        let first = code.as_bytes().first()?.to_ascii_lowercase();
        // Most codes differ in length or in the first letter.
        let alike = |own: &str| {
            own.len() == code.len()
                && own.as_bytes()[0].to_ascii_lowercase() == first
                && own.eq_ignore_ascii_case(code)
        };
        self.units.iter().position(|u| alike(&u.code)).map(|i| UnitId(i as u16))
    }

    /// A leader by his code, in either case.
    #[must_use]
    pub fn find_leader(&self, code: &str) -> Option<LeaderId> {
        self.leaders.iter().position(|l| l.code.eq_ignore_ascii_case(code)).map(|i| LeaderId(i as u16))
    }

    /// A line of a side by its code, in either case.
    #[must_use]
    pub fn find_line(&self, side: Side, code: &str) -> Option<LineId> {
        self.lines
            .iter()
            .position(|l| l.side == side && l.code.eq_ignore_ascii_case(code))
            .map(|i| LineId(i as u16))
    }

    /// A side by its name, in either case.
    #[must_use]
    pub fn find_side(&self, name: &str) -> Option<Side> {
        // Mostly it is written as it is here.
        let is = |own: &String| own == name || own.eq_ignore_ascii_case(name);
        Side::BOTH.into_iter().find(|&s| is(&self.sides[s]))
    }
}

/// Heavy infantry of the hoplite class (alexander 6.14).
fn is_hoplite(unit: &UnitSpec) -> bool {
    unit.kind == UnitType::HI && unit.class == Class::HO
}
