//! Objectives: what there is to win on the table besides the enemy's army.

use serde::Serialize;

use crate::measure::{Base, Length, Stance, TOUCH};
use crate::position::{Morale, Position, UnitId};
use crate::side::Side;
use crate::zone::Block;
use tess_effects::Rule;

/// An objective, by its place in [`Setup::goals`](crate::Setup).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct GoalId(pub u16);

/// What an objective is, and so what it gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalKind {
    /// A camp or a supply train to take.
    Baggage,
    /// A flock, or people, to drive off.
    Herd,
    /// A town or villa to loot.
    Pillage,
    /// A place to hold on to, turn by turn.
    Defend,
    /// A place to have at the end.
    Capture,
    /// An outpost to take.
    Stronghold,
}

impl GoalKind {
    /// The rule of such an objective.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule(match self {
            Self::Baggage => "objective.baggage",
            Self::Herd => "objective.herd",
            Self::Pillage => "objective.pillage",
            Self::Defend => "objective.defend",
            Self::Capture => "objective.capture",
            Self::Stronghold => "objective.stronghold",
        })
    }

    /// All of them with their words.
    pub const WORDS: [(&'static str, GoalKind); 6] = [
        ("baggage", GoalKind::Baggage),
        ("herd", GoalKind::Herd),
        ("pillage", GoalKind::Pillage),
        ("defend", GoalKind::Defend),
        ("capture", GoalKind::Capture),
        ("stronghold", GoalKind::Stronghold),
    ];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        GoalKind::WORDS.into_iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }
}

/// An objective as set out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Short name for orders, unique in the battle.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// What it is.
    pub kind: GoalKind,
    /// Where it lies at first; herds wander.
    pub start: Stance,
    /// What it covers from west to east.
    pub width: Length,
    /// What it covers from south to north.
    pub depth: Length,
    /// Whose it is: its enemy wins by taking it, and only its owner by defending it. `None` = both may.
    pub owner: Option<Side>,
}

impl Goal {
    /// The name of the palisade about it.
    #[must_use]
    pub fn fence(&self) -> String {
        format!("palisade of {}", self.name)
    }
}

/// What has become of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GoalState {
    /// Who has it: at first its owner.
    pub holder: Option<Side>,
    /// There is nothing more to win by it.
    pub spent: bool,
    /// A herd: the unit that drives it.
    pub driver: Option<UnitId>,
    /// A herd that has been driven: where it was when its driver was last looked at.
    pub rests: Option<Stance>,
    /// A town: who loots it.
    pub looter: Option<UnitId>,
}

impl GoalState {
    /// As it is set out.
    #[must_use]
    pub fn of(goal: &Goal) -> GoalState {
        GoalState { holder: goal.owner, spent: false, driver: None, rests: None, looter: None }
    }
}

/// All objectives.
pub fn all(pos: &Position) -> impl Iterator<Item = GoalId> + use<> {
    (0..pos.set.goals.len() as u16).map(GoalId)
}

/// May this side win something by it? Defending is for the owner, everything else for his enemy.
#[must_use]
pub fn is_for(goal: &Goal, side: Side) -> bool {
    match goal.kind {
        GoalKind::Defend => goal.owner.is_none_or(|owner| owner == side),
        _ => goal.owner != Some(side),
    }
}

/// Where an objective lies now: a herd goes behind whoever drives it.
#[must_use]
pub fn place(pos: &Position, id: GoalId) -> Base {
    let goal = pos.set.goal(id);
    let state = pos.goal(id);
    let driven = state.driver.and_then(|unit| behind(pos, unit)).or(state.rests);
    Base::new(driven.unwrap_or(goal.start), goal.width, goal.depth)
}

/// The middle of a unit's rear, facing its way.
#[must_use]
pub fn behind(pos: &Position, unit: UnitId) -> Option<Stance> {
    let stance = pos.stance(unit)?;
    let block = Block::of(pos, unit);
    Some(stance.moved((block.left + block.right) / 2, block.rear))
}

/// Does a unit touch an objective?
#[must_use]
pub fn touches(pos: &Position, unit: UnitId, goal: GoalId) -> bool {
    let place = place(pos, goal);
    pos.bases(unit).iter().any(|base| base.distance(&place) <= TOUCH)
}

/// The units of a side that could take an objective: they touch it, and are not broken.
pub fn takers(pos: &Position, side: Side, goal: GoalId) -> impl Iterator<Item = UnitId> + '_ {
    let own = pos.unit_ids().filter(move |&u| pos.side(u) == side && pos.unit(u).morale != Morale::Broken);
    own.filter(move |&u| touches(pos, u, goal))
}
