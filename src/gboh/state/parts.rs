//! The parts of a position, as they can be written down: what is put together of them is a position of a
//! battle, or is refused.
//!
//! Two pairs of doors lead here: the canonical bytes and the notation of a position are both written of
//! parts, and read to parts.

use std::sync::Arc;

use super::position::{Leader, Place, Position, Unit};
use super::setup::Setup;
use super::stage::{Course, Face, LineInProgress, Marker, Mode, Phase, Stage, Troop};
use crate::piece::{LeaderId, LineId, UnitId};
use tess_hex::Hex;

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
    pub fn put_together(self, set: Arc<Setup>) -> Result<Position, &'static str> {
        if self.units.len() != set.units.len() || self.leaders.len() != set.leaders.len() {
            return Err("not as many units and leaders as the battle has");
        }
        let mut named = Named::default();
        named.all(&self);
        named.are_of(&set)?;
        let below = self.below.clone();
        let mut position = Position::of(set, self);
        position.fill(&below)?;
        Ok(position)
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
    fn are_of(&self, set: &Setup) -> Result<(), &'static str> {
        if self.units.iter().any(|u| usize::from(u.0) >= set.units.len()) {
            return Err("a unit that the battle has not");
        }
        if self.leaders.iter().any(|l| usize::from(l.0) >= set.leaders.len()) {
            return Err("a leader whom the battle has not");
        }
        if self.lines.iter().any(|l| usize::from(l.0) >= set.lines.len()) {
            return Err("a line that the battle has not");
        }
        if self.hexes.iter().any(|&hex| set.field.slot(hex).is_none()) {
            return Err("a hex that is not on the map");
        }
        Ok(())
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
