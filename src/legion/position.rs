//! Everything that changes while a battle is fought.

use std::sync::Arc;

use serde::Serialize;

use super::cards::{self, Stratagems};
use super::command::Directive;
use super::deploy;
use super::formation::{Formation, Slot, slots};
use super::leaders;
use super::measure::{Base, Length, Point, Stance};
use super::setup::{CommandId, CommandSpec, LeaderSpec, Setup, SpecId, UnitSpec};
use super::side::Side;
use super::stage::Stage;
use super::support::{self, Wings};
use super::table::Gait;
use super::troop::{Class, Profile, Troop, TroopId};
use super::victory::{GoalId, GoalState, Tally};
use super::zone::Zone;
use tess_effects::Seal;

pub use crate::written::Post;

/// A unit in the battle, by its place in [`Position::units`]; a unit never changes its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct UnitId(pub u16);

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Morale {
    /// In good order.
    Good,
    /// Disordered.
    Disordered,
    /// Broken: they run.
    Broken,
}

/// A stand of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Stand {
    /// What stands on it.
    pub troop: TroopId,
    /// Half a stand: a single base of auxilia.
    pub half: bool,
    /// Where it stands in its unit.
    pub slot: Slot,
}

/// What a unit has done, and owes: one move, one shot, one combat in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unit {
    /// As what it was listed.
    pub of: SpecId,
    /// 0 for the unit itself, 1 and up for what was detached from it: `H1.1`.
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
    /// It has left its place under the order to hold, to drive off light troops: from where, and in which turn.
    pub strayed: Option<(Point, u16)>,
    /// What its men do this turn while they are out of command, by the dice.
    pub own_order: Option<Directive>,
}

/// A unit that has left the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Away {
    /// Over which edge.
    pub edge: Edge,
    /// The turn in which it is back, once the dice have let it.
    pub back: Option<u16>,
}

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
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

/// Two units in close combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Engagement {
    /// Who came into contact.
    pub attacker: UnitId,
    /// With whom.
    pub defender: UnitId,
    /// On which of the defender's sides.
    pub side: Zone,
    /// The impact of the attacker's charge; gone after the first round.
    pub impact: Impact,
    /// No round has been fought yet.
    pub fresh: bool,
}

impl Engagement {
    /// The opponent of one of the two; nobody when the unit is neither.
    #[must_use]
    pub fn other(&self, id: UnitId) -> Option<UnitId> {
        match id {
            _ if id == self.attacker => Some(self.defender),
            _ if id == self.defender => Some(self.attacker),
            _ => None,
        }
    }
}

/// What a charge brings into the first round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Impact {
    /// Nothing: it wheeled, drifted, or came over bad ground at the end, or not far enough.
    None,
    /// The shock of a straight run.
    Shock,
    /// That of a warband.
    Warband,
}

/// What a side has ordered a Command to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Ordered {
    /// Nothing yet.
    Nothing,
    /// An order that lies face down.
    Sealed(Seal),
    /// An order that everybody knows.
    Open(Directive),
}

/// A Command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Command {
    /// Its order of this turn.
    pub ordered: Ordered,
    /// Its initiative this turn.
    pub initiative: i8,
}

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum LeaderPlace {
    /// By himself on the table.
    Alone(Stance),
    /// With a unit.
    With(UnitId, Post),
    /// Not yet on the table.
    Waiting,
    /// Off the table, perhaps to return.
    Away,
    /// Taken prisoner.
    Captured,
    /// Dead.
    Killed,
}

/// A leader; he has the number of the Command that he was listed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Leader {
    /// Where.
    pub place: LeaderPlace,
    /// Turns for which he stays out of combat with a wound.
    pub wounded: u8,
    /// He has moved this turn.
    pub moved: bool,
    /// He has tried to rally a unit in this rally phase.
    pub rallied: bool,
    /// Off the table by himself: the turn in which he is back.
    pub back: Option<u16>,
}

/// Everything that changes during a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// What does not.
    pub set: Arc<Setup>,
    /// Turn, from 1.
    pub turn: u16,
    /// What is to be decided.
    pub stage: Stage,
    /// Units by [`UnitId`].
    pub units: Vec<Unit>,
    /// Commands by [`CommandId`].
    pub commands: Vec<Command>,
    /// Leaders by the number of their Command.
    pub leaders: Vec<Leader>,
    /// Commands that are still to act this turn, in order.
    pub sequence: Vec<CommandId>,
    /// Close combats, in the order in which they came about.
    pub engagements: Vec<Engagement>,
    /// Stratagem cards.
    pub cards: Stratagems,
    /// Objectives by [`GoalId`].
    pub goals: Vec<GoalState>,
    /// What has been won so far.
    pub tally: Tally,
}

impl Position {
    /// The battle as its file has it.
    #[must_use]
    pub fn new(set: Arc<Setup>) -> Position {
        let units: Vec<Unit> =
            (0..).zip(&set.units).map(|(n, spec)| Unit::listed(&set, SpecId(n), spec)).collect();
        let leader = |c: &CommandSpec| Leader {
            place: c.leader.start.map_or(LeaderPlace::Waiting, LeaderPlace::Alone),
            wounded: 0,
            moved: false,
            rallied: false,
            back: None,
        };
        let by_hand = set.choices.set_up;
        let eve = cards::first_stage(&set).filter(|_| !by_hand);
        let mut position = Position {
            turn: u16::from(eve.is_none()),
            stage: eve.unwrap_or(Stage::Orders { side: Side::First }),
            cards: Stratagems::default(),
            commands: vec![Command { ordered: Ordered::Nothing, initiative: 0 }; set.commands.len()],
            leaders: set.commands.iter().map(leader).collect(),
            sequence: Vec::new(),
            engagements: Vec::new(),
            goals: set.goals.iter().map(GoalState::of).collect(),
            tally: Tally::default(),
            units,
            set,
        };
        if by_hand {
            deploy::clear(&mut position);
        }
        position
    }

    /// All units there have ever been.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// A unit.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }

    /// A unit, to change it.
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[usize::from(id.0)]
    }

    /// As what a unit was listed.
    #[must_use]
    pub fn spec(&self, id: UnitId) -> &UnitSpec {
        self.set.unit(self.unit(id).of)
    }

    /// A unit's code: that of its listing, with its part when it was detached.
    #[must_use]
    pub fn code(&self, id: UnitId) -> String {
        let (code, part) = (&self.spec(id).code, self.unit(id).part);
        if part == 0 { code.clone() } else { format!("{code}.{part}") }
    }

    /// A unit by its code, in either case.
    #[must_use]
    pub fn find_unit(&self, code: &str) -> Option<UnitId> {
        self.unit_ids().find(|&u| self.code(u).eq_ignore_ascii_case(code))
    }

    /// Whose a unit is.
    #[must_use]
    pub fn side(&self, id: UnitId) -> Side {
        self.set.command(self.unit(id).command).side
    }

    /// A Command.
    #[must_use]
    pub fn command(&self, id: CommandId) -> &Command {
        &self.commands[usize::from(id.0)]
    }

    /// A Command, to change it.
    pub fn command_mut(&mut self, id: CommandId) -> &mut Command {
        &mut self.commands[usize::from(id.0)]
    }

    /// An objective.
    #[must_use]
    pub fn goal(&self, id: GoalId) -> &GoalState {
        &self.goals[usize::from(id.0)]
    }

    /// An objective, to change it.
    pub fn goal_mut(&mut self, id: GoalId) -> &mut GoalState {
        &mut self.goals[usize::from(id.0)]
    }

    /// The leader of a Command.
    #[must_use]
    pub fn leader(&self, id: CommandId) -> &Leader {
        &self.leaders[usize::from(id.0)]
    }

    /// The leader of a Command, to change him.
    pub fn leader_mut(&mut self, id: CommandId) -> &mut Leader {
        &mut self.leaders[usize::from(id.0)]
    }

    /// As what a leader was listed.
    #[must_use]
    pub fn leader_spec(&self, id: CommandId) -> &LeaderSpec {
        &self.set.command(id).leader
    }

    /// The units of a Command that are on the table.
    pub fn units_of(&self, command: CommandId) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids().filter(move |&u| self.unit(u).command == command && self.stance(u).is_some())
    }

    /// Has a Command anything on the table to give an order to: a unit, or its leader alive?
    #[must_use]
    pub fn is_in_play(&self, command: CommandId) -> bool {
        let leader = match self.leader(command).place {
            LeaderPlace::Alone(_) => true,
            LeaderPlace::With(unit, _) => self.stance(unit).is_some(),
            _ => false,
        };
        leader || self.units_of(command).next().is_some() || cards::is_coming(self, command)
    }

    /// The unit with which a unit goes: itself, or that to which it is attached.
    #[must_use]
    pub fn host(&self, id: UnitId) -> UnitId {
        self.unit(id).attached.unwrap_or(id)
    }

    /// The light infantry attached to a unit.
    pub fn attached_to(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids().filter(move |&u| self.unit(u).attached == Some(id))
    }

    /// A unit with the light infantry attached to it.
    #[must_use]
    pub fn party(&self, id: UnitId) -> Vec<UnitId> {
        std::iter::once(id).chain(self.attached_to(id)).collect()
    }

    /// Where a unit stands, when it is on the table; light infantry in the frame of the unit to which it is attached.
    #[must_use]
    pub fn stance(&self, id: UnitId) -> Option<Stance> {
        match self.unit(self.host(id)).place {
            Place::Table(stance) => Some(stance),
            _ => None,
        }
    }

    /// The kind of troops of a unit's first stand, by which the unit moves.
    #[must_use]
    pub fn troop(&self, id: UnitId) -> &Troop {
        let unit = self.unit(id);
        let first = unit.stands.first().map_or_else(|| self.spec(id).stands[0], |s| s.troop);
        self.set.troop(first)
    }

    /// The numbers of a kind of troops in the order that a unit has taken.
    #[must_use]
    pub fn profile(&self, unit: &Unit, troop: TroopId) -> Profile {
        let troop = self.set.troop(troop);
        troop.skirmish.filter(|_| unit.loose).unwrap_or(troop.close)
    }

    /// Inches that a unit moves in a turn: those of its slowest stand, and of the slowest that goes with it.
    #[must_use]
    pub fn base_move(&self, id: UnitId) -> Length {
        let rate = |u: UnitId| {
            let unit = self.unit(u);
            unit.stands.iter().map(|s| self.profile(unit, s.troop).base_move).min()
        };
        self.party(id).into_iter().filter_map(rate).min().unwrap_or_default()
    }

    /// Light troops: light infantry and cavalry, and auxilia in skirmish order.
    #[must_use]
    pub fn is_light(&self, id: UnitId) -> bool {
        match self.troop(id).class {
            Class::LightInfantry | Class::LightCavalry => true,
            Class::Auxilia => self.unit(id).loose,
            _ => false,
        }
    }

    /// Heavy troops: heavy infantry and cavalry, and auxilia in close order.
    #[must_use]
    pub fn is_heavy(&self, id: UnitId) -> bool {
        match self.troop(id).class {
            Class::HeavyInfantry | Class::Warband | Class::HeavyCavalry => true,
            Class::Auxilia => !self.unit(id).loose,
            _ => false,
        }
    }

    /// How a unit goes.
    #[must_use]
    pub fn gait(&self, id: UnitId) -> Gait {
        self.troop(id).class.gait(self.unit(id).loose)
    }

    /// The size of a stand's base.
    #[must_use]
    pub fn size(&self, stand: &Stand) -> (Length, Length) {
        let troop = self.set.troop(stand.troop);
        (troop.width, if stand.half { troop.depth.half() } else { troop.depth })
    }

    /// The bases of a unit, were it to stand so.
    #[must_use]
    pub fn bases_at(&self, id: UnitId, stance: Stance) -> Vec<Base> {
        let base = |(s, slot): (&Stand, Slot)| {
            let (width, depth) = self.size(s);
            Base::new(slot.seen_from(stance), width, depth)
        };
        self.unit(id).stands.iter().zip(self.slots(id)).map(base).collect()
    }

    /// Where the stands of a unit stand in its frame, or in that of the unit to which it is attached.
    #[must_use]
    pub fn slots(&self, id: UnitId) -> Vec<Slot> {
        let unit = self.unit(id);
        match unit.attached {
            Some(host) => support::places(self, host, id),
            None => unit.stands.iter().map(|s| s.slot).collect(),
        }
    }

    /// The bases of a unit and of all that goes with it, were it to stand so.
    #[must_use]
    pub fn party_at(&self, id: UnitId, stance: Stance) -> Vec<Base> {
        self.party(id).into_iter().flat_map(|u| self.bases_at(u, stance)).collect()
    }

    /// The bases of a unit; none when it is not on the table.
    #[must_use]
    pub fn bases(&self, id: UnitId) -> Vec<Base> {
        self.stance(id).map_or_else(Vec::new, |stance| self.bases_at(id, stance))
    }

    /// The shortest way between two units; `None` when one of them is not on the table.
    #[must_use]
    pub fn distance(&self, one: UnitId, two: UnitId) -> Option<Length> {
        let (one, two) = (self.bases(one), self.bases(two));
        one.iter().flat_map(|a| two.iter().map(|b| a.distance(b))).min()
    }

    /// Is a unit in close combat?
    #[must_use]
    pub fn is_engaged(&self, id: UnitId) -> bool {
        self.engagements.iter().any(|e| e.attacker == id || e.defender == id)
    }

    /// What a unit is to do this turn: the order of its Command, or what its dice say when it is out of command. Light infantry does
    /// what the unit does to which it is attached, and the guard of a killed leader attacks. Before the orders are opened
    /// nobody does anything: it holds.
    #[must_use]
    pub fn directive(&self, id: UnitId) -> Directive {
        let id = self.unit(id).attached.unwrap_or(id);
        if leaders::avenges(self, id) {
            return Directive::Advance;
        }
        let unit = self.unit(id);
        unit.own_order.unwrap_or(match self.command(unit.command).ordered {
            Ordered::Open(order) => order,
            Ordered::Nothing | Ordered::Sealed(_) => Directive::Hold,
        })
    }

    /// The enemy units on the table, in order.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids().filter(move |&u| self.side(u) != side && self.stance(u).is_some())
    }

    /// How far the nearest enemy is from where a unit would stand; `None` without an enemy on the table.
    #[must_use]
    pub fn nearest_enemy(&self, id: UnitId, at: Stance) -> Option<(UnitId, Length)> {
        let own = self.bases_at(id, at);
        let to = |e: UnitId| {
            let theirs = self.bases(e);
            own.iter().flat_map(|a| theirs.iter().map(|b| a.distance(b))).min()
        };
        self.enemies(self.side(id)).filter_map(|e| Some((e, to(e)?))).min_by_key(|&(e, d)| (d, e))
    }

    /// Puts the stands of a unit where its formation wants them. Its anchor stays.
    pub fn fall_in(&mut self, id: UnitId) {
        let sizes: Vec<(Length, Length)> = self.unit(id).stands.iter().map(|s| self.size(s)).collect();
        let unit = self.unit_mut(id);
        let made = slots(unit.formation, &sizes);
        for (stand, slot) in unit.stands.iter_mut().zip(made) {
            stand.slot = slot;
        }
    }

    /// Appends the canonical bytes: equal positions, equal bytes.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let pieces = (&self.units, &self.commands, &self.leaders, &self.goals);
        let table = deploy::encoded(self);
        let tally = (&self.tally, self.cards.encoded());
        let state = (self.turn, &self.stage, pieces, &self.sequence, &self.engagements, tally, table);
        match postcard::to_extend(&state, std::mem::take(out)) {
            Ok(bytes) => *out = bytes,
            Err(error) => unreachable!("a position always encodes: {error}"),
        }
    }
}

impl Unit {
    /// A unit as its listing has it.
    fn listed(set: &Setup, of: SpecId, spec: &UnitSpec) -> Unit {
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
