//! Where in a turn a battle stands.

use crate::measure::Length;
use crate::setup::{CommandId, Deal, Setup};
use tess_effects::Side;

/// **legion card.deal.** How many cards a side is dealt: as many as the rating of its commander-in-chief.
#[must_use]
pub fn due(set: &Setup, side: Side) -> u8 {
    match set.choices.cards {
        Deal::None => 0,
        Deal::Number(n) => n,
        Deal::Rating => {
            let chief = set.commands_of(side).map(|c| &set.command(c).leader).find(|l| l.chief);
            chief.map_or(0, |l| l.rating)
        }
    }
}

/// With what a battle begins: cards are drawn, when there are any.
#[must_use]
pub fn first_stage(set: &Setup) -> Option<Stage> {
    Side::BOTH.into_iter().find(|&s| due(set, s) > 0).map(|side| Stage::Draw { side })
}

/// The sides that have something to prepare before the battle, in order: those with cards, and those of whom
/// the scenario lets a Command lie in ambush.
#[must_use]
pub fn preparing(set: &Setup) -> Vec<Side> {
    let ambush = |side: Side| set.commands_of(side).any(|c| !set.command(c).ambush.is_empty());
    let prepares = |side: &Side| due(set, *side) > 0 || !set.choices.set_up && ambush(*side);
    Side::BOTH.into_iter().filter(prepares).collect()
}

/// Who sets out the terrain; the other chooses his edge.
pub(crate) const HOST: Side = Side::First;

/// What is being done before the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preparing {
    /// The first side sets out the terrain.
    Ground,
    /// The second side chooses its edge.
    Edge,
    /// A side deploys.
    Deploy {
        /// Which.
        side: Side,
        /// The other one stands already.
        last: bool,
    },
}

impl Preparing {
    /// Whose decision it is.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Preparing::Ground => HOST,
            Preparing::Edge => HOST.other(),
            Preparing::Deploy { side, .. } => side,
        }
    }
}

/// What is to be decided next, and by whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A side draws its stratagem cards.
    Draw {
        /// Whose.
        side: Side,
    },
    /// Before the first turn: a side plays the cards that change how the armies are set up.
    Eve {
        /// Whose.
        side: Side,
    },
    /// The battle is being set up by its players.
    SetUp(Preparing),
    /// A side gives each of its Commands an order, face down.
    Orders {
        /// Whose.
        side: Side,
    },
    /// A Command has the initiative.
    Acting(Acting),
    /// A side removes hits and rallies.
    Rally {
        /// Whose.
        side: Side,
    },
    /// The battle is over.
    Over {
        /// Winner; `None` for a draw.
        winner: Option<Side>,
        /// Why it is over.
        why: Why,
    },
}

/// A Command at work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acting {
    /// Which.
    pub command: CommandId,
    /// How far it has got.
    pub step: Segment,
    /// Between which lines it stood when it began, from the south edge (order.redeploy).
    pub band: (Length, Length),
}

/// The segments of a Command's initiative; they are taken in this order, and any of them may be left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Segment {
    /// Shooting before movement, with its morale tests.
    Preliminary,
    /// Movement, formations, charges, and what the enemy does against them.
    Movement,
    /// Shooting after movement, with its morale tests.
    Secondary,
    /// Close combat, with its morale tests.
    Combat,
}

/// Why a battle is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The last turn has been played.
    Time,
    /// More than half of this side's Commands are beaten.
    Majority(Side),
    /// One of this side's Commands is beaten, it has no reserves, and the enemy stands behind its line.
    Through(Side),
    /// Both sides want it.
    Agreed,
}
