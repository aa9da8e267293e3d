//! A unit: its stands, where it is, how its men feel, what it has done.

use super::directive::Directive;
use super::wings::Wings;
use crate::formation::{Formation, Slot, slots};
use crate::measure::{Length, Point, Stance};
use crate::setup::{CommandId, Setup, SpecId, TroopId, UnitSpec};

/// A unit in the battle, by its place in `Position::units`; a unit never changes its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct UnitId(pub u16);

/// From this part on a unit is no part of its listing: it is the stand of its Command's leader, by himself.
pub const LONE_STANDS: u8 = 200;

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the table.
    Table(Stance),
    /// Not yet on the table.
    Waiting,
    /// Off the table, perhaps to return.
    Away,
    /// Out of the battle.
    Gone,
}

/// How the men of a unit feel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Morale {
    /// In good order.
    Good,
    /// Disordered.
    Disordered,
    /// Broken: they run.
    Broken,
}

/// A stand of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stand {
    /// What stands on it.
    pub troop: TroopId,
    /// Half a stand: a single base of auxilia.
    pub half: bool,
    /// Where it stands in its unit.
    pub slot: Slot,
}

/// What a unit has done, and owes: one move, one shot, one combat in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// Moved, by order or in reaction.
    pub moved: bool,
    /// Shot.
    pub shot: bool,
    /// Fought hand to hand.
    pub fought: bool,
    /// Has moved again in reaction, and so will not in the next turn.
    pub debt: bool,
    /// Won a close combat.
    pub won: bool,
    /// Pursued.
    pub pursued: bool,
    /// Hits taken before contact that count for the combat that follows.
    pub pelted: u16,
    /// Dice that its counter-charge brings into the first round.
    pub countered: u8,
    /// Hits taken from shooting.
    pub suffered: u16,
    /// Whether it has tried to rally.
    pub rally: Tried,
}

/// Whether a broken unit has tried to rally this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tried {
    /// Not yet.
    #[default]
    No,
    /// While its Command reformed.
    Reforming,
    /// In the rally phase.
    InPhase,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// As what it was listed.
    pub of: SpecId,
    /// 0 for the unit itself, 1 and up for what was detached from it: `H1.1`; from [`LONE_STANDS`] on the
    /// stand of a leader who was charged by himself, for as long as that lasts.
    pub part: u8,
    /// To which Command it belongs now.
    pub command: CommandId,
    /// Where.
    pub place: Place,
    /// Its shape.
    pub formation: Formation,
    /// Shields locked.
    pub shields: bool,
    /// Auxilia: in skirmish order.
    pub loose: bool,
    /// Its stands, the front ones first.
    pub stands: Vec<Stand>,
    /// Stands that it began with, halves counted as two to a stand: twice their number.
    pub began: u8,
    /// Hits on it.
    pub hits: u16,
    /// Bases lost this turn and before, counted as [`Unit::began`].
    pub lost: (u8, u8),
    /// How its men feel.
    pub morale: Morale,
    /// What it has done this turn.
    pub account: Account,
    /// Light infantry: attached to this unit.
    pub attached: Option<UnitId>,
    /// Its stands beside that unit.
    pub wings: Wings,
    /// Off the table: when and how it may come back.
    pub away: Option<Away>,
    /// Chariot stands that wait for warriors on foot; 0 when they are mounted.
    pub drivers: u8,
    /// It has left its place under the order to hold, to drive off light troops: from where, and in which
    /// turn. Of the stand of a leader: where and when it was destroyed.
    pub strayed: Option<(Point, u16)>,
    /// What its men do this turn while they are out of command, by the dice.
    pub own_order: Option<Directive>,
}

/// A unit that has left the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Away {
    /// Over which edge.
    pub edge: Edge,
    /// The turn in which it is back, once the dice have let it.
    pub back: Option<u16>,
}

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edge {
    /// The first side's.
    South,
    /// The second side's.
    North,
    /// On the left of the first side.
    West,
    /// On its right.
    East,
}

impl Unit {
    /// A unit as its listing has it.
    pub(super) fn listed(set: &Setup, of: SpecId, spec: &UnitSpec) -> Unit {
        let formation = spec.start.map_or(Formation::Line, |s| s.formation);
        let loose = spec.start.is_some_and(|s| s.loose);
        let mut stands = Vec::new();
        for &troop in &spec.stands {
            let half = loose && set.troop(troop).skirmish.is_some();
            for _ in 0..if half { 2 } else { 1 } {
                stands.push(Stand { troop, half, slot: Slot::default() });
            }
        }
        let size = |s: &Stand| {
            let troop = set.troop(s.troop);
            (troop.width, if s.half { troop.depth.half() } else { troop.depth })
        };
        let sizes: Vec<(Length, Length)> = stands.iter().map(size).collect();
        for (stand, slot) in stands.iter_mut().zip(slots(formation, &sizes)) {
            stand.slot = slot;
        }
        Unit {
            of,
            part: 0,
            command: spec.command,
            place: spec.start.map_or(Place::Waiting, |s| Place::Table(s.stance)),
            formation,
            shields: false,
            loose,
            began: spec.stands.len() as u8 * 2,
            stands,
            hits: 0,
            lost: (0, 0),
            morale: Morale::Good,
            account: Account::default(),
            attached: None,
            wings: Wings::default(),
            away: None,
            drivers: 0,
            strayed: None,
            own_order: None,
        }
    }
}
