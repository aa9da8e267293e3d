//! Everything that changes while a battle is fought.

use super::asks::{Asks, Finer};
use super::command::{Command, Ordered};
use super::engagement::Engagement;
use super::goal::GoalState;
use super::hand::Stratagems;
use super::hiding;
use super::leader::{Leader, LeaderPlace};
use super::stage::{self, Preparing, Stage};
use super::tally::Tally;
use super::unit::{LONE_STANDS, Place, Stand, Unit, UnitId};
use super::units::Units;
use crate::formation::slots;
use crate::measure::{Length, Stance};
use crate::setup::{
    Class, CommandId, CommandSpec, Gait, GoalId, LeaderSpec, Profile, Setup, SpecId, Troop, TroopId, UnitSpec,
};
use std::sync::Arc;
use tess_effects::{BySide, Side};

/// A battle that is set up by its players: nobody is on the table.
pub fn clear(pos: &mut Position) {
    pos.turn = 0;
    pos.stage = Stage::SetUp(Preparing::Ground);
    for unit in pos.units.change_all() {
        unit.place = Place::Waiting;
    }
    for leader in &mut pos.leaders {
        leader.place = LeaderPlace::Waiting;
    }
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
    pub units: Units,
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
    /// About which finer decisions each side is asked.
    pub asks: BySide<Asks>,
}

impl Position {
    /// The battle as its file has it.
    #[must_use]
    pub fn new(set: Arc<Setup>) -> Position {
        let units: Units =
            (0..).zip(&set.units).map(|(n, spec)| Unit::listed(&set, SpecId(n), spec)).collect();
        let leader = |c: &CommandSpec| Leader {
            place: c.leader.start.map_or(LeaderPlace::Waiting, LeaderPlace::Alone),
            wounded: 0,
            moved: false,
            rallied: false,
            back: None,
        };
        let by_hand = set.choices.set_up;
        let mut cards = Stratagems::default();
        let mut eve = stage::first_stage(&set).filter(|_| !by_hand);
        if eve.is_none() && !by_hand {
            let mut sides = stage::preparing(&set).into_iter();
            eve = sides.next().map(|side| Stage::Eve { side });
            cards.eve = sides.collect();
        }
        let mut position = Position {
            turn: u16::from(eve.is_none()),
            stage: eve.unwrap_or(Stage::Orders { side: Side::First }),
            cards,
            commands: vec![Command { ordered: Ordered::Nothing, initiative: 0 }; set.commands.len()],
            leaders: set.commands.iter().map(leader).collect(),
            sequence: Vec::new(),
            engagements: Vec::new(),
            goals: set.goals.iter().map(GoalState::of).collect(),
            tally: Tally::default(),
            asks: BySide::default(),
            units,
            set,
        };
        if by_hand {
            clear(&mut position);
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
        self.units.change(usize::from(id.0))
    }

    /// **legion leader.risk.** Is it the stand of a leader who was charged by himself?
    #[must_use]
    pub fn is_lone_stand(&self, id: UnitId) -> bool {
        self.unit(id).part >= LONE_STANDS
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
        if self.is_lone_stand(id) {
            return self.leader_spec(self.unit(id).command).code.clone();
        }
        if part == 0 { code.clone() } else { format!("{code}.{part}") }
    }

    /// A unit by its code, in either case.
    #[must_use]
    pub fn find_unit(&self, code: &str) -> Option<UnitId> {
        // The stand of a leader is a unit only for as long as he was charged in it.
        let gone = |u: UnitId| self.is_lone_stand(u) && self.unit(u).place == Place::Gone;
        self.unit_ids().find(|&u| self.code(u).eq_ignore_ascii_case(code) && !gone(u))
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

    /// Is a side asked about this finer decision?
    #[must_use]
    pub fn asks(&self, side: Side, finer: Finer) -> bool {
        self.asks[side].about(finer)
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

    /// Has a Command anything to give an order to: a unit or its leader alive, on the table or off it and
    /// perhaps to return?
    #[must_use]
    pub fn is_in_play(&self, command: CommandId) -> bool {
        let away = |unit: &Arc<Unit>| unit.command == command && unit.place == Place::Away;
        self.is_on_table(command)
            || self.leader(command).place == LeaderPlace::Away
            || self.units.iter().any(away)
    }

    /// Has a Command anything on the table, or about to come over its edge: a unit, or its leader alive?
    #[must_use]
    pub fn is_on_table(&self, command: CommandId) -> bool {
        let leader = match self.leader(command).place {
            LeaderPlace::Alone(_) => true,
            LeaderPlace::With(unit, _) => self.stance(unit).is_some(),
            _ => false,
        };
        leader || self.units_of(command).next().is_some() || hiding::is_coming(self, command)
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

    /// Where a unit stands, when it is on the table; light infantry in the frame of the unit to which it is
    /// attached.
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

    /// The enemy units on the table, in order.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids().filter(move |&u| self.side(u) != side && self.stance(u).is_some())
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
}
