//! The parts of a position, as they can be written down: what is put together of them is a position of a
//! battle, or is refused.
//!
//! Two pairs of doors lead here: the canonical bytes and the notation of a position are both written of
//! parts, and read to parts.

use std::sync::Arc;

use thiserror::Error;

use super::position::{Leader, Morale, Place, Position, Unit};
use super::setup::Setup;
use super::stage::{Course, Face, LineInProgress, Marker, Mode, Phase, Stage, Troop};
use crate::piece::{LeaderId, LineId, UnitId};
use tess_hex::Hex;

/// Turns, and rout points of leaders, that no battle reaches.
const MOST_TURNS: u16 = 10_000;

/// Hits, shots, hexes and points that no piece reaches.
const MOST_COUNTED: u8 = 99;

/// Why parts are no position of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unfit {
    /// Units and leaders, and how many the battle has.
    #[error("{units} units and {leaders} leaders, where this battle has {of_units} and {of_leaders}")]
    Number {
        /// Units in the parts.
        units: usize,
        /// Leaders in the parts.
        leaders: usize,
        /// Units of the battle.
        of_units: usize,
        /// Leaders of the battle.
        of_leaders: usize,
    },
    /// There is no such unit.
    #[error("unit number {0}, which this battle has not")]
    Unit(u16),
    /// There is no such leader.
    #[error("leader number {0}, whom this battle has not")]
    Leader(u16),
    /// There is no such line.
    #[error("line number {0}, which this battle has not")]
    Line(u16),
    /// There is no such hex.
    #[error("hex {0}, which is not on the map")]
    Hex(Hex),
    /// More than two units in a hex.
    #[error("more than two units in hex {0}")]
    Crowded(Hex),
    /// Nobody says who is below, or somebody who is not there.
    #[error("two units in hex {0}, and nobody says which of them is below")]
    NobodyBelow(Hex),
    /// Below another, where nobody else is.
    #[error("unit number {0} below another, where there is no stack")]
    NoStack(u16),
    /// A turn that no battle reaches.
    #[error("turn {0}, which no battle reaches")]
    Turn(u16),
    /// A unit with hits, shots or hexes that none can have.
    #[error("unit number {0} has hits, shots or hexes that no unit can have")]
    Counted(usize),
    /// A leader with wounds, points or phases that none can have.
    #[error("leader number {0} has wounds, points or phases that no leader can have")]
    Led(usize),
    /// Losses of a side that no battle reaches.
    #[error("rout points or replacements of side {0} that no battle reaches")]
    Lost(usize),
}

/// Everything that a position is made of. What else it knows follows from these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Game turn, from 1.
    pub turn: u16,
    /// Where in the sequence of play.
    pub stage: Stage,
    /// What the sequence of play remembers.
    pub course: Course,
    /// Units by [`UnitId`].
    pub units: Vec<Unit>,
    /// Leaders by [`LeaderId`].
    pub leaders: Vec<Leader>,
    /// Markers of pre-arranged withdrawal.
    pub markers: Vec<Marker>,
    /// Replacement leaders left, by side.
    pub replacements: [u8; 2],
    /// Rout points of leaders killed so far, by side.
    pub fallen: [u16; 2],
    /// The lower unit of every stack, in the order of the hexes.
    pub below: Vec<UnitId>,
}

impl Parts {
    /// Those of a position.
    #[must_use]
    pub fn of(pos: &Position) -> Parts {
        Parts {
            turn: pos.turn,
            stage: pos.stage.clone(),
            course: pos.course,
            units: pos.units.clone(),
            leaders: pos.leaders.clone(),
            markers: pos.markers.clone(),
            replacements: pos.replacements,
            fallen: pos.fallen,
            below: pos.below(),
        }
    }

    /// The position of a battle that has these parts.
    ///
    /// # Errors
    /// What of them cannot be so in this battle.
    pub fn put_together(self, set: Arc<Setup>) -> Result<Position, Unfit> {
        let (units, leaders) = (self.units.len(), self.leaders.len());
        let (of_units, of_leaders) = (set.units.len(), set.leaders.len());
        if (units, leaders) != (of_units, of_leaders) {
            return Err(Unfit::Number { units, leaders, of_units, of_leaders });
        }
        let mut named = Named::default();
        named.all(&self);
        named.are_of(&set)?;
        self.are_bounded()?;
        let below = self.below.clone();
        let mut position = Position::of(set, self);
        position.fill(&below)?;
        Ok(position)
    }
}

impl Parts {
    /// Is nothing counted farther than any battle counts? The rules add to these numbers.
    fn are_bounded(&self) -> Result<(), Unfit> {
        let since = self.units.iter().filter_map(|unit| unit.runaway).map(|runaway| runaway.since);
        if let Some(turn) = since.chain([self.turn]).find(|&turn| turn > MOST_TURNS) {
            return Err(Unfit::Turn(turn));
        }
        let over = |counts: &[u8]| counts.iter().any(|&count| count > MOST_COUNTED);
        let too_many = |unit: &Unit| {
            let hits = match unit.morale {
                Morale::Steady { hits } => hits,
                Morale::Routed => 0,
            };
            let done = &unit.done;
            over(&[hits, unit.shots, unit.reaction_shots])
                || over(&[done.recovered, done.climbed, done.volleys, done.hexes])
        };
        if let Some(number) = self.units.iter().position(too_many) {
            return Err(Unfit::Counted(number));
        }
        if let Some(number) = self.leaders.iter().position(|l| over(&[l.wounds, l.spent, l.phases])) {
            return Err(Unfit::Led(number));
        }
        let lost = |&side: &usize| self.fallen[side] > MOST_TURNS || self.replacements[side] > MOST_COUNTED;
        [0, 1].iter().find(|side| lost(side)).map_or(Ok(()), |&side| Err(Unfit::Lost(side)))
    }
}

/// The pieces, lines and hexes that are named anywhere in the parts.
#[derive(Default)]
struct Named {
    units: Vec<UnitId>,
    leaders: Vec<LeaderId>,
    lines: Vec<LineId>,
    hexes: Vec<Hex>,
}

impl Named {
    /// Are there such in the battle?
    fn are_of(&self, set: &Setup) -> Result<(), Unfit> {
        if let Some(unit) = self.units.iter().find(|u| usize::from(u.0) >= set.units.len()) {
            return Err(Unfit::Unit(unit.0));
        }
        if let Some(leader) = self.leaders.iter().find(|l| usize::from(l.0) >= set.leaders.len()) {
            return Err(Unfit::Leader(leader.0));
        }
        if let Some(line) = self.lines.iter().find(|l| usize::from(l.0) >= set.lines.len()) {
            return Err(Unfit::Line(line.0));
        }
        let off = self.hexes.iter().find(|&&hex| set.field.slot(hex).is_none());
        off.map_or(Ok(()), |&hex| Err(Unfit::Hex(hex)))
    }

    fn all(&mut self, parts: &Parts) {
        parts.units.iter().for_each(|unit| self.unit(unit));
        for leader in &parts.leaders {
            self.units.extend(leader.elephant);
            self.hexes.extend(leader.hex);
        }
        for marker in &parts.markers {
            self.leaders.push(marker.leader);
            if let Face::Real { lines, .. } = &marker.face {
                self.lines.extend(lines);
            }
        }
        self.units.extend(&parts.below);
        match &parts.stage {
            Stage::Activation { due, .. } => self.leaders.extend(due),
            Stage::Orders(phase) | Stage::After(phase) => self.phase(phase),
            Stage::TurnStart | Stage::Markers { .. } | Stage::Elite { .. } | Stage::Over { .. } => {}
        }
    }

    fn unit(&mut self, unit: &Unit) {
        if let Place::Field { hex, .. } | Place::Pursuing { left_by: hex } = unit.place {
            self.hexes.push(hex);
        }
        let done = &unit.done;
        self.units
            .extend([done.withdrew_firing_at, done.entry_fired_at, done.flustered_by].into_iter().flatten());
        if let Some(runaway) = unit.runaway {
            self.lines.push(runaway.line);
            self.leaders.push(runaway.leader);
        }
    }

    fn phase(&mut self, phase: &Phase) {
        self.leaders.push(phase.leader);
        self.leaders.extend(&phase.contingents);
        for combat in phase.combats.iter() {
            self.units.extend(combat.attackers.iter().chain(&combat.defenders).copied().chain(combat.with));
        }
        if let Mode::Lines { used, current } = &phase.mode {
            self.lines.extend(used);
            current.iter().for_each(|line| self.line(line));
        }
        phase.contingent.iter().for_each(|line| self.line(line));
    }

    fn line(&mut self, progress: &LineInProgress) {
        match progress.line {
            Troop::Line(line) => self.lines.push(line),
            Troop::Contingent(leader) => self.leaders.push(leader),
        }
        self.units.extend(progress.units.iter().chain(&progress.entered));
    }
}
