//! Everything that changes while a battle is fought.
//!
//! Invariants: a unit on the field stands in the grid in each of its hexes, the top unit of a stack
//! first; a unit that is off the field stands nowhere. [`Position::put`] and [`Position::lift`] keep both.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::piece::{Class, LeaderId, LeaderSpec, LineId, Side, UnitId, UnitSpec, UnitType};
use crate::setup::Setup;
use crate::state::asks::Finer;
use crate::state::parts::{Parts, Unfit};
use crate::state::presence::Presence;
use crate::state::stage::{Course, Marker, Stage};
use crate::state::undo::{StackBefore, UndoLog};
use tess_hex::{Facing, Hex, Hexside};

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the map. The hex is the left half of a two-hex unit; the right half lies at the
    /// facing's right flank.
    Field {
        /// Hex, or left half.
        hex: Hex,
        /// Facing.
        facing: Facing,
    },
    /// Off the map in pursuit, having left by this hex (8.64).
    Pursuing {
        /// Last hex on the map.
        left_by: Hex,
    },
    /// Out of the battle: destroyed or fled.
    Eliminated,
    /// Not yet in the battle.
    Waiting,
}

/// How a unit holds together. A routed unit has no hits (10.22, 10.27).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Morale {
    /// In order, with so many cohesion hits.
    Steady {
        /// Cohesion hits, 0 and up.
        hits: u8,
    },
    /// Routed.
    Routed,
}

/// Missiles left (8.17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Supply {
    /// Any number.
    Full,
    /// One volley.
    Low,
    /// None.
    No,
}

/// Formation of a unit by itself. Double depth and stacks show in the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formation {
    /// In line, the normal one.
    Line,
    /// In column, facing a hexside (6.73); of a two-hex unit the front half is named.
    Column {
        /// The side faced.
        towards: Hexside,
        /// Two-hex units: is the left half (the place's hex) the head?
        head_left: bool,
    },
    /// A two-hex unit in square, its front all round (alexander 9.63).
    Square,
    /// Cavalry in wedge or rhombus (alexander 9.7).
    Charge,
}

/// Shock markers (7.32, 8.41).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShockMark {
    /// None.
    None,
    /// Moved adjacent and must shock, or chose to: checks its quality before.
    MustCheck,
    /// Moved adjacent and may choose to shock (light units, 7.31), with the check.
    MayCheck,
    /// Shocks without moving: no check.
    NoCheck,
}

/// What a unit has done in this orders phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Got a move order, a turn on the spot or harassment included.
    pub moved: bool,
    /// Got a fire order or fired while moving.
    pub fired: bool,
    /// Changed hex or facing so far as to close with the enemy: the momentum of 8.46.
    pub closed: bool,
    /// Reaction facing used in this (enemy) phase (7.15).
    pub refaced: bool,
    /// Just now on its way through a hex in which friends stand: no part of their stack (6.63, 6.68).
    pub passing: bool,
    /// Cohesion hits removed by recovery in this phase, at most 2 (10.16).
    pub recovered: u8,
    /// Withdrew by itself in this (enemy) phase: its line no longer withdraws as one (6.57).
    pub withdrew: bool,
    /// Levels climbed in this phase (6.22).
    pub climbed: u8,
    /// Started this phase in an enemy zone of control.
    pub began_in_zoc: bool,
    /// Shocked, or was shocked, in this phase.
    pub shocked: bool,
    /// Fired while withdrawing (6.55).
    pub fired_in_withdrawal: bool,
    /// Its line was extended in this phase (9.68): it has so much less to move with, and does not withdraw.
    pub extended: bool,
    /// The top unit of its stack has moved off alone: it stays (6.66, 9.52).
    pub stays: bool,
    /// The last unit it fired at while withdrawing (6.55).
    pub withdrew_firing_at: Option<UnitId>,
    /// The last unit it fired at in entry reaction (8.23).
    pub entry_fired_at: Option<UnitId>,
    /// The last unit before which it turned and failed its check: no entry fire at it (alexander 7.16).
    pub flustered_by: Option<UnitId>,
    /// Came into another hex.
    pub shifted: bool,
    /// The hex that it left with the last step of its move; nothing when that step was a turn (8.11).
    pub left: Option<Hex>,
    /// Shots by order; composite bows on foot may have two (cataphract 11.4).
    pub volleys: u8,
    /// Opened its shields in this phase, for one point (cataphract 11.74).
    pub opened_shields: bool,
    /// Hexes entered, of chariots (alexander 9.22).
    pub hexes: u8,
}

/// A unit's changing side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Where.
    pub place: Place,
    /// Cohesion.
    pub morale: Morale,
    /// Formation.
    pub formation: Formation,
    /// Depleted (10.3).
    pub depleted: bool,
    /// Rallied in this turn: no orders until the next (10.28).
    pub rallied: bool,
    /// Missiles.
    pub supply: Supply,
    /// Missiles of an elephant's screen.
    pub screen: Supply,
    /// Moved in an earlier orders phase of this turn (6.13).
    pub moved_before: bool,
    /// This orders phase.
    pub done: Done,
    /// Shock marker.
    pub shock: ShockMark,
    /// Broke off or pursued this turn (8.63).
    pub pursued: bool,
    /// Engaged (10.4, optional).
    pub engaged: bool,
    /// Artillery: in move mode, not fire mode (9.82).
    pub limbered: bool,
    /// Artillery: shots in this turn, own phases (9.85).
    pub shots: u8,
    /// Artillery: shots in this enemy orders phase (9.86).
    pub reaction_shots: u8,
    /// Leaders that tried to rally it this turn, a bit for each [`LeaderId`] (10.28).
    pub rallied_by: u64,
    /// Has dismounted (cataphract 11.1).
    pub dismounted: bool,
    /// Has left the hex where it was set up (cataphract 11.4).
    pub left_setup: bool,
    /// Stands behind closed shields (cataphract 11.7).
    pub shield_wall: bool,
    /// Came back from pursuit and is not yet within a leader's range (alexander 10.43A).
    pub returning: bool,
    /// Out of control (cataphract 11.3).
    pub runaway: Option<Runaway>,
    /// Stands in two hexes, as its printed side says: where it stands is asked more often than anything
    /// else.
    pub(super) two_hex: bool,
}

/// A unit in uncontrolled advance (cataphract 11.31).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Runaway {
    /// Of the line.
    pub line: LineId,
    /// Who lost hold of it.
    pub leader: LeaderId,
    /// The turn in which that was, or in which it last ran.
    pub since: u16,
}

/// Wounds lower a leader's ratings (4.73).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leader {
    /// His hex; `None` when killed, not in play, or off the map.
    pub hex: Option<Hex>,
    /// Killed.
    pub killed: bool,
    /// Taken off every rating but line commands.
    pub wounds: u8,
    /// Finished for this turn (5.15).
    pub finished: bool,
    /// Trumped or bypassed: no momentum this turn (5.44).
    pub no_momentum: bool,
    /// Used his range to enable shocks while in an enemy zone of control (5.26).
    pub enabled_shock: bool,
    /// Movement points spent in this orders phase.
    pub spent: u8,
    /// Stays with this elephant: his own (4.8), or the one that bears an elephant leader's counter (4.92).
    pub elephant: Option<UnitId>,
    /// Orders phases begun this turn in succession (5.14).
    pub phases: u8,
    /// Was in an enemy zone of control at some time of this orders phase (5.31).
    pub was_in_zoc: bool,
    /// His turn came while he stood in an enemy zone of control, and he waits (5.26).
    pub waited: bool,
    /// His overall commander has moved him in this orders phase (4.4).
    pub sent: bool,
    /// Where he stood when this orders phase began (4.33).
    pub began: Option<Hex>,
    /// Was then within the command range of his overall commander (4.33).
    pub in_command: bool,
    /// A proconsul who does not follow a dead overall commander (4.56).
    pub stands_aside: bool,
}

/// The stack in one hex: at most two units, the top one first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stack {
    /// Top unit.
    pub top: Option<UnitId>,
    /// The unit below it.
    pub bottom: Option<UnitId>,
}

impl Stack {
    /// Both units, the top one first.
    #[inline]
    pub fn units(self) -> impl Iterator<Item = UnitId> {
        OneOrTwo(self.top, self.bottom)
    }

    /// Nobody there?
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.top.is_none()
    }

    /// Is this unit in it?
    #[must_use]
    pub fn holds(self, unit: UnitId) -> bool {
        self.top == Some(unit) || self.bottom == Some(unit)
    }
}

/// A stack as the grid keeps it: half as long, for the grid is most of what a copy of a position copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed([u16; 2]);

impl Packed {
    const NOBODY: u16 = u16::MAX;
    const EMPTY: Packed = Packed([Packed::NOBODY; 2]);

    fn alone(unit: UnitId) -> Packed {
        Packed([unit.0, Packed::NOBODY])
    }

    fn of(stack: Stack) -> Packed {
        Packed([stack.top, stack.bottom].map(|u| u.map_or(Packed::NOBODY, |u| u.0)))
    }

    #[inline]
    fn stack(self) -> Stack {
        let [top, bottom] = self.0.map(|u| (u != Packed::NOBODY).then_some(UnitId(u)));
        Stack { top, bottom }
    }
}

/// A battle at one moment.
#[derive(Debug)]
pub struct Position {
    /// What never changes.
    pub set: Arc<Setup>,
    /// Units by [`UnitId`]; changed by [`Position::unit_mut`], which knows the way back.
    pub(crate) units: Vec<Unit>,
    /// Leaders by [`LeaderId`]. Where they are is changed by [`Position::place_leader`] and
    /// [`Position::station`] only.
    pub leaders: Vec<Leader>,
    /// Game turn, from 1.
    pub turn: u16,
    /// Where in the sequence of play.
    pub stage: Stage,
    /// What the sequence of play remembers from one stage to the next.
    pub course: Course,
    /// Markers of pre-arranged withdrawal, those whose leader has shown a bluff left out (6.82).
    pub markers: Vec<Marker>,
    /// Replacement leaders left, by side index.
    pub replacements: [u8; 2],
    /// Rout points of leaders killed so far, by side index: a replaced leader stays counted (11.1).
    pub fallen: [u16; 2],
    grid: Vec<Packed>,
    /// Who stands where, by side: follows from the grid and the leaders.
    presence: Presence,
    /// Units laid hands on since the orders phase began, a bit for each: see [`Position::touched`].
    touched: Vec<u64>,
    /// The way back to a checkpoint.
    pub(crate) undo: UndoLog,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            set: Arc::clone(&self.set),
            units: self.units.clone(),
            leaders: self.leaders.clone(),
            turn: self.turn,
            stage: self.stage.clone(),
            course: self.course,
            markers: self.markers.clone(),
            replacements: self.replacements,
            fallen: self.fallen,
            grid: self.grid.clone(),
            presence: self.presence.clone(),
            touched: self.touched.clone(),
            undo: UndoLog::default(),
        }
    }
}

impl Unit {
    /// A unit that waits for the battle to begin; some battles know depleted ones.
    fn before_battle(spec: &UnitSpec, known_depletion: bool) -> Unit {
        Unit {
            place: Place::Waiting,
            morale: Morale::Steady { hits: 0 },
            formation: Formation::Line,
            depleted: spec.depleted && known_depletion,
            rallied: false,
            supply: if spec.missile.is_some() { Supply::Full } else { Supply::No },
            screen: if spec.screen { Supply::Full } else { Supply::No },
            moved_before: false,
            done: Done::default(),
            shock: ShockMark::None,
            pursued: false,
            returning: false,
            engaged: false,
            limbered: false,
            shots: 0,
            reaction_shots: 0,
            rallied_by: 0,
            runaway: None,
            dismounted: false,
            left_setup: false,
            shield_wall: false,
            two_hex: spec.two_hex,
        }
    }
}

impl Leader {
    /// A leader where the set-up has him.
    fn before_battle(spec: &LeaderSpec) -> Leader {
        Leader {
            hex: spec.start,
            killed: false,
            wounds: 0,
            finished: false,
            no_momentum: false,
            enabled_shock: false,
            spent: 0,
            elephant: None,
            phases: 0,
            was_in_zoc: false,
            waited: false,
            sent: false,
            began: spec.start,
            in_command: false,
            stands_aside: false,
        }
    }
}

impl Position {
    /// Everybody where the set-up has him, before anything has begun; the start of a battle is
    /// [`Position::new`].
    #[must_use]
    pub(crate) fn unopened(set: Arc<Setup>) -> Position {
        let units = set.units.iter().map(|spec| Unit::before_battle(spec, set.knows_depletion())).collect();
        let leaders = set.leaders.iter().map(Leader::before_battle).collect();
        let grid = vec![Packed::EMPTY; set.field.count()];
        let presence = Presence::nobody(set.field.last_col);
        let touched = vec![0; set.units.len().div_ceil(64)];
        let replacements = set.replacements.0;
        let mut position = Position {
            units,
            leaders,
            turn: 1,
            stage: Stage::start(),
            course: Course::default(),
            markers: Vec::new(),
            replacements,
            fallen: [0; 2],
            grid,
            presence,
            touched,
            set: Arc::clone(&set),
            undo: UndoLog::default(),
        };
        for spec in &set.leaders {
            spec.start.into_iter().for_each(|hex| position.note_leaders(hex));
        }
        for (i, spec) in set.units.iter().enumerate() {
            if let Some((hex, facing)) = spec.start {
                position.put(UnitId(i as u16), hex, facing);
            }
        }
        for &(leader, elephant) in &set.special.leader_elephants {
            position.leader_mut(leader).elephant = Some(elephant);
            position.place_leader(leader, set.leader(leader).start);
        }
        position
    }

    /// The changing side of a unit.
    #[must_use]
    #[inline]
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }

    /// The changing side of a unit, to change it. Its place is changed by [`Position::put`] and
    /// [`Position::lift`] only.
    #[inline]
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        let index = usize::from(id.0);
        self.undo.note_unit(index, &self.units[index]);
        self.stir(index);
        &mut self.units[index]
    }

    /// Units that have done something in this orders phase or bear a shock marker are among these, in order
    /// of id; of all others [`Unit::done`] is as at the start of a phase far from any enemy.
    pub(crate) fn touched(&self) -> impl Iterator<Item = UnitId> + '_ {
        let (mut words, mut word, mut first) = (self.touched.iter(), 0_u64, 0);
        std::iter::from_fn(move || {
            while word == 0 {
                word = *words.next()?;
                first += 64;
            }
            let id = first - 64 + word.trailing_zeros() as usize;
            word &= word - 1;
            Some(UnitId(id as u16))
        })
    }

    /// A new phase begins: only of these something is to be remembered.
    pub(crate) fn settle_down(&mut self, but: &[UnitId]) {
        self.touched.fill(0);
        for unit in but {
            self.stir(usize::from(unit.0));
        }
    }

    #[inline]
    fn stir(&mut self, index: usize) {
        self.touched[index / 64] |= 1 << (index % 64);
    }

    /// A unit as it was before.
    pub(crate) fn restore(&mut self, index: usize, unit: Unit) {
        self.units[index] = unit;
        self.stir(index);
    }

    /// The printed side of a unit: the counter that stands for it now (cataphract 11.1).
    #[must_use]
    #[inline]
    pub fn spec(&self, id: UnitId) -> &UnitSpec {
        let spec = self.set.unit(id);
        match &spec.dismounted {
            Some(foot) if self.unit(id).dismounted => foot,
            _ => spec,
        }
    }

    /// Does a side want to be asked about one of the finer decisions?
    #[must_use]
    pub fn asks(&self, side: Side, about: Finer) -> bool {
        self.course.asks[side.index()].about(about)
    }

    /// Whose the unit is; who has dismounted is still of his side.
    #[must_use]
    #[inline]
    pub fn side(&self, id: UnitId) -> Side {
        self.set.unit(id).side
    }

    /// The changing side of a leader.
    #[must_use]
    #[inline]
    pub fn leader(&self, id: LeaderId) -> &Leader {
        &self.leaders[usize::from(id.0)]
    }

    /// The changing side of a leader, to change it.
    pub fn leader_mut(&mut self, id: LeaderId) -> &mut Leader {
        &mut self.leaders[usize::from(id.0)]
    }

    /// The printed side of a leader.
    #[must_use]
    #[inline]
    pub fn leader_spec(&self, id: LeaderId) -> &LeaderSpec {
        self.set.leader(id)
    }

    /// Every unit's id.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The units of a side that stand on the map.
    pub fn on_field(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        // Who has dismounted is still of his side.
        let all = self.units.iter().zip(&self.set.units).zip(self.unit_ids());
        all.filter(move |((it, spec), _)| spec.side == side && matches!(it.place, Place::Field { .. }))
            .map(|(_, id)| id)
    }

    /// Every leader's id.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u16).map(LeaderId)
    }

    /// The stack in a hex; empty off the map.
    #[must_use]
    #[inline]
    pub fn stack(&self, hex: Hex) -> Stack {
        self.set.field.slot(hex).map_or_else(Stack::default, |i| self.grid[i].stack())
    }

    /// The stack in a slot of the field.
    #[must_use]
    #[inline]
    pub(crate) fn stack_at(&self, slot: usize) -> Stack {
        self.grid[slot].stack()
    }

    /// Where each side stands, for questions about neighbours.
    #[inline]
    pub(crate) fn presence(&self) -> &Presence {
        &self.presence
    }

    /// Enters a stack in the grid, and what follows from it.
    fn set_stack(&mut self, slot: usize, hex: Hex, stack: Stack) {
        self.undo.note(StackBefore { slot, hex, stack: self.grid[slot] });
        self.enter(slot, hex, stack);
    }

    /// Enters the stack of a unit that comes alone into an empty hex, or leaves one in which it was alone.
    fn set_alone(&mut self, slot: usize, hex: Hex, unit: UnitId, stack: Packed) {
        self.undo.note(StackBefore { slot, hex, stack: self.grid[slot] });
        self.grid[slot] = stack;
        self.presence.change(self.side(unit), hex);
    }

    /// Undoes a change of the grid.
    pub(crate) fn put_back(&mut self, before: StackBefore) {
        self.enter(before.slot, before.hex, before.stack.stack());
    }

    fn enter(&mut self, slot: usize, hex: Hex, stack: Stack) {
        self.grid[slot] = Packed::of(stack);
        let mut holds = [false; 2];
        for unit in stack.units() {
            holds[self.set.unit(unit).side.index()] = true;
        }
        self.presence.note(hex, holds);
    }

    /// Puts a leader down, or takes him off the map, and nobody else with him.
    pub fn station(&mut self, leader: LeaderId, hex: Option<Hex>) {
        let from = std::mem::replace(&mut self.leader_mut(leader).hex, hex);
        if from != hex {
            from.into_iter().chain(hex).for_each(|h| self.note_leaders(h));
        }
    }

    /// Notes of which sides there are leaders in a hex.
    pub(crate) fn note_leaders(&mut self, hex: Hex) {
        let mut are = [false; 2];
        for (leader, spec) in self.leaders.iter().zip(&self.set.leaders) {
            are[spec.side.index()] |= leader.hex == Some(hex);
        }
        self.presence.note_leaders(hex, are);
    }

    /// Is a leader of a side in a hex, the counter of an elephant leader perhaps? Few hexes have one, and
    /// this is the quick way to know.
    #[inline]
    pub(crate) fn has_leader(&self, side: Side, hex: Hex) -> bool {
        let has = self.presence.has_leader(side, hex);
        debug_assert_eq!(
            has,
            self.leader_ids().any(|l| self.leader_spec(l).side == side && self.leader(l).hex == Some(hex)),
            "{hex}"
        );
        has
    }

    /// Leaders in a hex. The counter of an elephant leader is none: it has no purpose but its line command
    /// (4.93).
    pub fn leaders_in(&self, hex: Hex) -> impl Iterator<Item = LeaderId> + '_ {
        let any = Side::BOTH.into_iter().any(|side| self.has_leader(side, hex));
        self.leader_ids()
            .take(if any { self.leaders.len() } else { 0 })
            .filter(move |&l| self.leader(l).hex == Some(hex) && !self.is_counter(l))
    }

    /// **spqr 4.72.** Is a leader on the map with no unit of his side in his hex?
    #[must_use]
    pub fn is_alone(&self, leader: LeaderId) -> bool {
        let side = self.leader_spec(leader).side;
        self.leader(leader).hex.is_some_and(|h| !self.stack(h).units().any(|u| self.side(u) == side))
    }

    /// **spqr 4.72.** Does a leader of the other side stand in a hex by himself?
    #[must_use]
    pub fn is_held_by_leader(&self, side: Side, hex: Hex) -> bool {
        self.has_leader(side.other(), hex)
            && self.leaders_in(hex).any(|l| self.leader_spec(l).side != side && self.is_alone(l))
    }

    /// **spqr 4.93.** Is this the counter of an elephant leader, which goes wherever its elephant goes?
    #[must_use]
    pub fn is_counter(&self, leader: LeaderId) -> bool {
        self.leader_spec(leader).rank == crate::piece::Rank::ElephantLeader
    }

    /// **spqr 4.8.** Is this unit the elephant of a leader?
    #[must_use]
    pub fn is_leader_elephant(&self, unit: UnitId) -> bool {
        self.set.special.leader_elephants.iter().any(|&(_, u)| u == unit)
    }

    /// **spqr 4.82.** The elephant that a leader rides: his own, not the one that bears an elephant leader's
    /// counter.
    #[must_use]
    pub fn own_elephant(&self, leader: LeaderId) -> Option<UnitId> {
        self.leader(leader).elephant.filter(|&u| self.is_leader_elephant(u))
    }

    /// **spqr 4.8.** The elephant of a leader of this side that stands in a hex.
    #[must_use]
    pub fn elephant_of_leader_in(&self, side: Side, hex: Hex) -> Option<UnitId> {
        let mut own = self.set.special.leader_elephants.iter().map(|&(_, u)| u);
        own.find(|&u| self.hex(u) == Some(hex) && self.side(u) == side)
    }

    /// **spqr 4.82, 4.85.** Puts a leader into a hex, or takes him off the map. His own elephant comes with
    /// him; it faces as the unit does that it finds there, else the way it has come.
    pub fn place_leader(&mut self, leader: LeaderId, hex: Option<Hex>) {
        let from = self.leader(leader).hex;
        self.station(leader, hex);
        let Some(elephant) = self.own_elephant(leader) else { return };
        let Some(hex) = hex else { return self.lift(elephant) };
        let here = self.stack(hex).top.filter(|&u| u != elephant).and_then(|u| self.facing(u));
        // Of the two facings that have the way before them the nearer one.
        let came = from.and_then(|f| f.side_towards(hex)).map(|side| {
            let left = Facing::with_left_front(side);
            let now = self.facing(elephant).unwrap_or(left);
            if now.vertices_to(left.turn(-1)) < now.vertices_to(left) { left.turn(-1) } else { left }
        });
        let facing = here.or(came).or(self.facing(elephant)).unwrap_or(Facing::E);
        self.put(elephant, hex, facing);
    }

    /// The hexes a unit stands in: none off the map, one, or two (left half first).
    #[must_use]
    #[inline(always)]
    pub fn hexes(&self, id: UnitId) -> Hexes {
        let unit = self.unit(id);
        match unit.place {
            // Nearly everybody stands in one hex.
            Place::Field { hex, .. } if !unit.two_hex => Hexes::one(hex),
            Place::Field { hex, facing } => Hexes::both(hex, facing),
            _ => Hexes::NOWHERE,
        }
    }

    /// Facing of a unit on the map.
    #[must_use]
    #[inline]
    pub fn facing(&self, id: UnitId) -> Option<Facing> {
        match self.unit(id).place {
            Place::Field { facing, .. } => Some(facing),
            _ => None,
        }
    }

    /// Hex (left half) of a unit on the map.
    #[must_use]
    #[inline]
    pub fn hex(&self, id: UnitId) -> Option<Hex> {
        match self.unit(id).place {
            Place::Field { hex, .. } => Some(hex),
            _ => None,
        }
    }

    /// The other unit of its stack; nobody is stacked with those who are only passing through.
    #[must_use]
    #[inline]
    pub fn partner(&self, id: UnitId) -> Option<UnitId> {
        let stack = self.stack(self.hex(id)?);
        let other = if stack.holds(id) { stack.units().find(|&u| u != id) } else { None };
        other.filter(|&o| self.unit(o).done.passing == self.unit(id).done.passing)
    }

    /// Is it the top (or only) unit in its hex?
    #[must_use]
    #[inline]
    pub fn is_top(&self, id: UnitId) -> bool {
        self.hex(id).is_some_and(|h| self.stack(h).top == Some(id))
    }

    /// Distance in hexes between the nearest halves of two units on the map.
    #[must_use]
    pub fn distance(&self, a: UnitId, b: UnitId) -> Option<u8> {
        self.hexes(a).distance(self.hexes(b))
    }

    /// Puts a unit on the map, below any unit already there (6.66).
    ///
    /// # Panics
    /// Never: hexes off the map and third units are simply not entered in the grid; rules check before.
    pub fn put(&mut self, id: UnitId, hex: Hex, facing: Facing) {
        self.leave_grid(id);
        let unit = self.unit_mut(id);
        if let Place::Field { hex: from, .. } = unit.place
            && from != hex
        {
            unit.left_setup = true;
            unit.done.shifted = true;
        }
        unit.place = Place::Field { hex, facing };
        let two_hex = unit.two_hex;
        for h in Hexes::of(hex, facing, two_hex).iter() {
            if let Some(i) = self.set.field.slot(h) {
                if self.grid[i] == Packed::EMPTY {
                    self.set_alone(i, h, id, Packed::alone(id));
                    continue;
                }
                let own = |unit| self.is_leader_elephant(unit);
                let Stack { top, bottom } = self.grid[i].stack();
                let stack = match top {
                    None => Stack { top: Some(id), bottom },
                    // A leader's elephant stands in the grid only while it is alone in its hex.
                    Some(there) if own(there) => Stack { top: Some(id), bottom },
                    // Infantry stands before the engine with which it shares the hex (cataphract 11.63).
                    Some(there) if bottom.is_none() && self.spec(there).class == Class::SC => {
                        Stack { top: Some(id), bottom: Some(there) }
                    }
                    Some(_) if own(id) || bottom.is_some() => Stack { top, bottom },
                    Some(_) => Stack { top, bottom: Some(id) },
                };
                self.set_stack(i, h, stack);
            }
        }
        self.face_alike(id, hex, facing);
        if self.spec(id).kind == UnitType::EL {
            for leader in self.leader_ids() {
                if self.leader(leader).elephant == Some(id) {
                    self.station(leader, Some(hex));
                }
            }
        }
    }

    /// Turns a unit where it stands without changing the stacking order (one-hex units).
    pub fn turn_in_place(&mut self, id: UnitId, facing: Facing) {
        if let Place::Field { hex, .. } = self.unit(id).place {
            self.unit_mut(id).place = Place::Field { hex, facing };
            self.face_alike(id, hex, facing);
        }
    }

    /// **spqr 4.85.** A leader's elephant faces as the unit does with which it stands.
    #[inline]
    fn face_alike(&mut self, id: UnitId, hex: Hex, facing: Facing) {
        if !self.set.special.leader_elephants.is_empty() {
            self.face_elephant(id, hex, facing);
        }
    }

    /// [`Position::face_alike`] where a leader has an elephant.
    #[inline(never)]
    fn face_elephant(&mut self, id: UnitId, hex: Hex, facing: Facing) {
        for hex in Hexes::of(hex, facing, self.unit(id).two_hex).iter() {
            if let Some(own) = self.elephant_of_leader_in(self.side(id), hex).filter(|&own| own != id) {
                self.unit_mut(own).place = Place::Field { hex, facing };
            }
        }
    }

    /// Takes a unit off the map; it stands at [`Place::Waiting`] until its place is set.
    pub fn lift(&mut self, id: UnitId) {
        self.leave_grid(id);
        self.unit_mut(id).place = Place::Waiting;
    }

    /// Takes a unit out of the grid.
    fn leave_grid(&mut self, id: UnitId) {
        for h in self.hexes(id).iter() {
            if let Some(i) = self.set.field.slot(h) {
                if self.grid[i] == Packed::alone(id) && self.bared(h, id).is_none() {
                    self.set_alone(i, h, id, Packed::EMPTY);
                    continue;
                }
                let mut stack = self.grid[i].stack();
                if stack.bottom == Some(id) {
                    stack.bottom = None;
                } else if stack.top == Some(id) {
                    stack.top = stack.bottom.take();
                    if stack.top.is_none() {
                        stack.top = self.bared(h, id);
                    }
                }
                self.set_stack(i, h, stack);
            }
        }
    }

    /// The elephant of a leader that was covered by a unit, which stands alone in the hex when that has
    /// left.
    fn bared(&self, hex: Hex, left: UnitId) -> Option<UnitId> {
        let own = &self.set.special.leader_elephants;
        own.iter().map(|&(_, u)| u).find(|&u| u != left && self.hex(u) == Some(hex))
    }

    /// Changes the stacking order in a hex (6.66).
    pub fn swap_stack(&mut self, hex: Hex) {
        if let Some(i) = self.set.field.slot(hex) {
            let Stack { top, bottom } = self.grid[i].stack();
            if bottom.is_some() {
                self.set_stack(i, hex, Stack { top: bottom, bottom: top });
            }
        }
    }

    /// Cohesion hits; a routed unit has none.
    #[must_use]
    pub fn hits(&self, id: UnitId) -> u8 {
        match self.unit(id).morale {
            Morale::Steady { hits } => hits,
            Morale::Routed => 0,
        }
    }

    /// Routed?
    #[must_use]
    #[inline]
    pub fn is_routed(&self, id: UnitId) -> bool {
        self.unit(id).morale == Morale::Routed
    }

    /// Troop quality as it stands: 1 when routed (10.27), 2 less in column (6.75), 2 more in an
    /// undisciplined army that has its spirit (cataphract 11.2).
    #[must_use]
    pub fn quality(&self, id: UnitId) -> u8 {
        let unit = self.unit(id);
        let spec = self.spec(id);
        let printed = spec.tq + self.spirit(spec.side);
        match (unit.morale, unit.formation) {
            (Morale::Routed, _) => 1,
            (_, Formation::Column { .. }) => printed.saturating_sub(2),
            _ => printed,
        }
    }

    /// In column?
    #[must_use]
    #[inline]
    pub fn in_column(&self, id: UnitId) -> bool {
        matches!(self.unit(id).formation, Formation::Column { .. })
    }

    /// **alexander 9.7.** In charge formation?
    #[must_use]
    #[inline]
    pub fn in_charge_formation(&self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Charge
    }

    /// **alexander 9.63.** In square?
    #[must_use]
    #[inline]
    pub fn in_square(&self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Square
    }

    /// **spqr 9.51.** Half of a phalanx in double depth: two of them in the same hexes?
    #[must_use]
    #[inline]
    pub fn in_double_depth(&self, id: UnitId) -> bool {
        self.spec(id).two_hex && self.partner(id).is_some_and(|other| self.spec(other).two_hex)
    }

    /// **alexander 9.64.** Size in shock: of a square a quarter, rounded up.
    #[must_use]
    pub fn size(&self, id: UnitId) -> u8 {
        let size = self.spec(id).size;
        if self.in_square(id) { size.div_ceil(4) } else { size }
    }

    /// A leader's initiative with his wounds.
    #[must_use]
    pub fn initiative(&self, id: LeaderId) -> u8 {
        self.leader_spec(id).initiative.saturating_sub(self.leader(id).wounds)
    }

    /// A leader's command range with his wounds.
    #[must_use]
    pub fn command_range(&self, id: LeaderId) -> u8 {
        self.leader_spec(id).range.saturating_sub(self.leader(id).wounds)
    }

    /// A leader's charisma with his wounds.
    #[must_use]
    pub fn charisma(&self, id: LeaderId) -> u8 {
        self.leader_spec(id).charisma.saturating_sub(self.leader(id).wounds)
    }

    /// A leader's personal combat rating with his wounds; 0 where he has none.
    #[must_use]
    pub fn personal_combat(&self, id: LeaderId) -> u8 {
        self.leader_spec(id).personal_combat.unwrap_or(0).saturating_sub(self.leader(id).wounds)
    }

    /// **spqr 4.4, 4.56, 4.75.** The overall commander of a side while he lives; after him a proconsul who
    /// does not stand aside, and nobody else.
    #[must_use]
    pub fn overall(&self, side: Side) -> Option<LeaderId> {
        let lives = |rank| {
            self.leader_ids().find(|&l| {
                let spec = self.leader_spec(l);
                spec.side == side
                    && spec.rank == rank
                    && !self.leader(l).killed
                    && !self.leader(l).stands_aside
            })
        };
        lives(crate::piece::Rank::Overall).or_else(|| lives(crate::piece::Rank::Proconsul))
    }

    /// The lower unit of every stack, in the order of the hexes: the order within a stack is the one thing
    /// about places that the units do not know.
    pub(super) fn below(&self) -> Vec<UnitId> {
        let slots = self.unit_ids().flat_map(|u| self.hexes(u).iter()).filter_map(|h| self.set.field.slot(h));
        let mut stacked: Vec<(usize, u16)> =
            slots.map(|slot| (slot, self.grid[slot].0[1])).filter(|&(_, u)| u != Packed::NOBODY).collect();
        stacked.sort_unstable();
        stacked.dedup();
        stacked.into_iter().map(|(_, unit)| UnitId(unit)).collect()
    }

    /// A battle in which nobody has been put anywhere yet: who is on the map is put into the grid by
    /// [`Position::fill`].
    pub(super) fn of(set: Arc<Setup>, parts: Parts) -> Position {
        let Parts { turn, stage, course, mut units, leaders, markers, replacements, fallen, below: _ } =
            parts;
        for (unit, spec) in units.iter_mut().zip(&set.units) {
            unit.two_hex = spec.two_hex;
        }
        // What each has done in the phase is not looked through: more of them than need be, at most.
        let mut touched = vec![0; set.units.len().div_ceil(64)];
        (0..set.units.len()).for_each(|index| touched[index / 64] |= 1 << (index % 64));
        Position {
            grid: vec![Packed::EMPTY; set.field.count()],
            presence: Presence::nobody(set.field.last_col),
            undo: UndoLog::default(),
            units,
            leaders,
            turn,
            stage,
            course,
            markers,
            replacements,
            fallen,
            touched,
            set,
        }
    }

    /// Fills the empty grid with those who are on the map, of every stack this unit below.
    ///
    /// # Errors
    /// When there is no room for one in its hex, or the lower units are not those of the stacks.
    pub(super) fn fill(&mut self, below: &[UnitId]) -> Result<(), Unfit> {
        let mut there: BTreeMap<usize, (Hex, Vec<UnitId>)> = BTreeMap::new();
        for unit in self.unit_ids() {
            for hex in self.hexes(unit).iter() {
                if let Some(slot) = self.set.field.slot(hex) {
                    there.entry(slot).or_insert((hex, Vec::new())).1.push(unit);
                }
            }
        }
        let mut below = below.iter().copied();
        for (slot, (hex, mut units)) in there {
            // A leader's elephant stands in the grid only while it is alone in its hex.
            if units.iter().any(|&unit| !self.is_leader_elephant(unit)) {
                units.retain(|&unit| !self.is_leader_elephant(unit));
            }
            let stack = match *units.as_slice() {
                [] => continue,
                [top] => Stack { top: Some(top), bottom: None },
                [a, b] => {
                    let bottom = below.next().ok_or(Unfit::NobodyBelow(hex))?;
                    let top = if bottom == a { b } else { a };
                    if ![a, b].contains(&bottom) {
                        return Err(Unfit::NobodyBelow(hex));
                    }
                    Stack { top: Some(top), bottom: Some(bottom) }
                }
                _ => return Err(Unfit::Crowded(hex)),
            };
            self.enter(slot, hex, stack);
        }
        if let Some(unit) = below.next() {
            return Err(Unfit::NoStack(unit.0));
        }
        let hexes: Vec<Hex> = self.leaders.iter().filter_map(|leader| leader.hex).collect();
        hexes.into_iter().for_each(|hex| self.note_leaders(hex));
        Ok(())
    }
}

/// At most two things, one after the other. Every rule walks over hexes and stacks all the time, and this is
/// a good deal less work for the machine than a chain of two options.
#[derive(Clone)]
struct OneOrTwo<T>(Option<T>, Option<T>);

impl<T> Iterator for OneOrTwo<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        match self.0.take() {
            None => self.1.take(),
            first => first,
        }
    }
}

/// The one or two hexes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexes {
    /// The hex, or the left half.
    pub left: Option<Hex>,
    /// The right half of a two-hex unit.
    pub right: Option<Hex>,
}

impl Hexes {
    /// Off the map.
    pub const NOWHERE: Hexes = Hexes { left: None, right: None };

    /// One hex, or none.
    #[must_use]
    #[inline]
    pub fn one(hex: impl Into<Option<Hex>>) -> Hexes {
        Hexes { left: hex.into(), right: None }
    }

    /// The hexes of a unit at a place.
    #[must_use]
    #[inline]
    pub fn of(hex: Hex, facing: Facing, two_hex: bool) -> Hexes {
        if two_hex { Hexes::both(hex, facing) } else { Hexes::one(hex) }
    }

    /// Those of a two-hex unit.
    #[inline(never)]
    fn both(hex: Hex, facing: Facing) -> Hexes {
        Hexes { left: Some(hex), right: hex.neighbour(facing.right_flank()) }
    }

    /// Each of them, left first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Hex> + Clone {
        OneOrTwo(self.left, self.right)
    }

    /// Distance in hexes between the nearest of these and of those; none when either are off the map.
    #[must_use]
    #[inline]
    pub fn distance(self, other: Hexes) -> Option<u8> {
        // Nearly everybody stands in one hex.
        if let (Hexes { left: Some(a), right: None }, Hexes { left: Some(b), right: None }) = (self, other) {
            return Some(a.distance(b));
        }
        self.between_halves(other)
    }

    /// [`Hexes::distance`] whatever there is on either side.
    #[inline(never)]
    fn between_halves(self, other: Hexes) -> Option<u8> {
        let halves = [self.left, self.right].into_iter().flatten();
        let nearest = |a: Hex| match (other.left, other.right) {
            (Some(b), Some(c)) => Some(a.distance(b).min(a.distance(c))),
            (Some(b), None) | (None, Some(b)) => Some(a.distance(b)),
            (None, None) => None,
        };
        halves.filter_map(nearest).min()
    }

    /// Is this one of them?
    #[must_use]
    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        self.left == Some(hex) || self.right == Some(hex)
    }
}
