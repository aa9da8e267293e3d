//! What differs from game to game where sheets are tried out.

use crate::chance::Chance;
use tess_game::{Agent, Playable};
use tess_ledger::Role;

/// Somebody in the place of each side, by a seed.
type Follower<P> = fn(u64) -> Box<dyn Agent<P>>;

/// What might be written.
type Sheets<P> = fn(&P, &Role, &mut Chance) -> Vec<String>;

/// A change of the first of two sheets, which may borrow from the second; nothing when none comes to mind.
type Change<P> = fn(&P, &Role, [&str; 2], &mut Chance) -> Option<String>;

/// What differs from game to game.
pub(crate) struct Craft<G: Playable> {
    /// What might be written.
    pub(crate) sheets: Sheets<G::Position>,
    /// What is like one of them.
    pub(crate) change: Change<G::Position>,
    /// Who goes on after it, and answers.
    pub(crate) follower: Follower<G::Position>,
    /// What each side has lost or is about to lose, in millionths of what decides the battle.
    pub(crate) losses: fn(&G::Position) -> [i64; 2],
    /// How much is tried.
    pub(crate) budget: Budget,
}

/// How much is tried for one sheet: numbers of trials, and of lines carried out in them, never the clock.
pub(crate) struct Budget {
    /// Actions after which a trial ends, when neither side has had enough before.
    pub(crate) actions: u32,
    /// Trials of each sheet before any is left.
    pub(crate) first: u64,
    /// Sheets that are kept.
    pub(crate) kept: usize,
    /// Times that those are changed.
    pub(crate) rounds: usize,
    /// Changes each time.
    pub(crate) changes: usize,
    /// Trials of those that are kept in the end; of the best two three times as many.
    pub(crate) last: u64,
    /// Lines carried out after which no more is tried, those that are carried out again for a question among
    /// them: a field where much is asked takes as long as others.
    pub(crate) lines: u64,
}
