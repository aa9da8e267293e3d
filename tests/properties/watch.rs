//! Battles that are watched action by action.

use tesserarius::bot::skirmish::play;
use tesserarius::effects::Duty;
use tesserarius::effects::Game as _;
use tesserarius::game::Agent;
use tesserarius::gboh::{Gboh, Position};
use tesserarius::table::Run;

/// One action as a watcher sees it.
pub struct Seen<'a> {
    pub before: &'a Position,
    pub side: &'a str,
    pub sheet: &'a str,
    pub run: &'a Run<Gboh>,
}

/// Lets two agents fight on from a position until so many turns are over, and shows every action. Why it could not go
/// on, if it could not.
pub fn watch(
    start: Position,
    mut agents: [Box<dyn Agent<Position>>; 2],
    seed: u64,
    turns: u16,
    mut look: impl FnMut(&Seen<'_>),
) -> Option<String> {
    let mut before = start.clone();
    let [first, second] = &mut agents;
    let mut see = |sheet: &str, run: &Run<Gboh>| {
        if let Duty::Orders(deed) = Gboh::duty(&before) {
            look(&Seen { before: &before, side: &deed.side, sheet, run });
        }
        before = run.position.clone();
    };
    let fought = play::<Gboh>(start, [first.as_mut(), second.as_mut()], seed, turns, Some(&mut see));
    fought.stuck
}
