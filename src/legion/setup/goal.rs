//! Objectives, as the list of a battle has them.

use crate::measure::{Length, Stance};
use tess_effects::{Rule, Side};

/// An objective, by its place in [`Setup::goals`](crate::Setup).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
