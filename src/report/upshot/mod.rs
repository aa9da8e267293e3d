//! What a stretch of a battle has come to, in facts: the first lines of a report and its subject are made of
//! these, of any game.

mod gboh;
mod words;

use std::collections::BTreeSet;

use super::front::Wing;
use tess_effects::{BySide, Side};

pub use gboh::{touched, upshot};
pub use words::{head, headline};

/// What has changed since a reader's last report.
#[derive(Clone, Debug, Default)]
pub struct Upshot {
    /// The names of the sides.
    pub sides: BySide<String>,
    /// What each has done and suffered.
    pub deeds: BySide<Deeds>,
    /// Who has acted, in the order in which they began.
    pub order: Vec<Side>,
    /// The turn that has begun.
    pub turn: Option<u16>,
    /// Who has momentum, and goes on.
    pub momentum: Option<String>,
    /// What has been won and lost by it.
    pub score: Score,
    /// What a unit does that runs: it routs, or it breaks.
    pub flight: Flight,
}

/// What one side has done, and what has befallen it.
#[derive(Clone, Debug, Default)]
pub struct Deeds {
    /// Its leaders who have acted, by name.
    pub leaders: Vec<String>,
    /// Where it has charged.
    pub charged: BTreeSet<Wing>,
    /// Where it has shot.
    pub shot: BTreeSet<Wing>,
    /// Where it has moved.
    pub moved: BTreeSet<Wing>,
    /// Whom it has tried to trump, and with success.
    pub trumps: Vec<Trump>,
    /// Units that run, by code.
    pub routed: Vec<String>,
    /// Units that are out of the battle.
    pub gone: Vec<String>,
    /// Units that have rallied.
    pub rallied: Vec<String>,
    /// Leaders who are dead or taken, by name.
    pub fallen: Vec<String>,
    /// Units that have taken hits, the lost ones among them.
    pub hurt: BTreeSet<String>,
}

/// A try to act before one's time.
#[derive(Clone, Debug)]
pub struct Trump {
    /// Who tried, by name.
    pub by: String,
    /// Before which enemy; `None` before a friend.
    pub against: Option<String>,
    /// He succeeded.
    pub won: bool,
}

/// What a battle is counted in.
#[derive(Clone, Debug, Default)]
pub enum Score {
    /// In nothing.
    #[default]
    None,
    /// In what each side has given away, against the level at which its army withdraws.
    Rout {
        /// Since the last report.
        given: BySide<u16>,
        /// In all.
        now: BySide<u16>,
        /// The level.
        level: BySide<u16>,
    },
    /// In what each side has won.
    Victory {
        /// Since the last report.
        won: BySide<u16>,
        /// In all.
        now: BySide<u16>,
    },
}

/// What the game calls it when a unit runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Flight {
    /// It routs.
    #[default]
    Routs,
    /// It breaks.
    Breaks,
}

impl Upshot {
    /// A side acts.
    pub fn acts(&mut self, side: Side) -> &mut Deeds {
        if !self.order.contains(&side) {
            self.order.push(side);
        }
        &mut self.deeds[side]
    }

    /// Has nothing happened at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty() && self.turn.is_none() && Side::BOTH.iter().all(|&s| self.deeds[s].is_quiet())
    }
}

impl Deeds {
    /// A unit runs.
    pub fn runs(&mut self, code: &str) {
        self.rallied.retain(|it| it != code);
        note(&mut self.routed, code);
    }

    /// A unit is lost for good.
    pub fn is_gone(&mut self, code: &str) {
        self.rallied.retain(|it| it != code);
        self.routed.retain(|it| it != code);
        note(&mut self.gone, code);
    }

    /// A unit stands again.
    pub fn stands(&mut self, code: &str) {
        if self.routed.iter().any(|it| it == code) {
            self.routed.retain(|it| it != code);
        } else {
            note(&mut self.rallied, code);
        }
    }

    /// A leader has acted.
    pub fn led(&mut self, name: &str) {
        note(&mut self.leaders, name);
    }

    /// Has nothing of note befallen it?
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.routed.is_empty()
            && self.gone.is_empty()
            && self.rallied.is_empty()
            && self.fallen.is_empty()
            && self.hurt.is_empty()
    }
}

/// Each name once.
fn note(names: &mut Vec<String>, name: &str) {
    if !names.iter().any(|it| it == name) {
        names.push(name.to_owned());
    }
}
