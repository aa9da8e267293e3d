//! Somebody who knows better and often does something else.

use crate::chance::Chance;
use tess_effects::Question;
use tess_game::Agent;
use tess_ledger::Role;

/// Of this many sheets he leaves all but one to somebody worse.
const GOOD_ONE_IN: usize = 3;

/// A commander who leaves most sheets to somebody worse.
#[derive(Clone, Debug)]
pub struct Blundering<A, B> {
    good: A,
    bad: B,
    chance: Chance,
}

impl<A, B> Blundering<A, B> {
    pub(super) fn new(good: A, bad: B, seed: u64) -> Blundering<A, B> {
        Blundering { good, bad, chance: Chance::new(seed) }
    }
}

impl<P, A: Agent<P>, B: Agent<P>> Agent<P> for Blundering<A, B> {
    fn answer(&mut self, position: &P, side: &Role, question: &Question) -> Option<String> {
        self.good.answer(position, side, question)
    }

    fn orders(&mut self, position: &P, side: &Role) -> Option<String> {
        let blunders = !self.chance.once_in(GOOD_ONE_IN);
        let bad = blunders.then(|| self.bad.orders(position, side)).flatten();
        bad.or_else(|| self.good.orders(position, side))
    }
}
