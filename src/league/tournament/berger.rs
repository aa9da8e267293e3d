//! Everybody meets everybody: Berger's tables (FIDE Handbook C.05, annex 1), with numbers drawn by lot.

use super::{Bye, Score, Tournament, Versus};

/// The pairs of a round, from 0, of an even number of players, by their numbers from 1: first and second
/// side.
#[must_use]
pub fn pairs(many: usize, round: usize) -> Vec<[usize; 2]> {
    let cycle = many - 1;
    let own = (round * (many / 2)) % cycle;
    let at = |n: usize| n % cycle + 1;
    let mut pairs = vec![if round.is_multiple_of(2) { [at(own), many] } else { [many, at(own)] }];
    pairs.extend((1..many / 2).map(|k| [at(own + k), at(own + cycle - k)]));
    pairs
}

impl Tournament {
    pub(super) fn berger(&self) -> (Vec<Versus>, Vec<Bye>) {
        let even = self.order.len().next_multiple_of(2);
        let (mut tables, mut byes) = (Vec::new(), Vec::new());
        let here = |n: usize| self.order.get(n - 1).copied();
        for [one, other] in pairs(even, self.rounds.len()) {
            match (here(one), here(other)) {
                (Some(first), Some(second)) => {
                    match [first, second].map(|p| self.entrants[p - 1].left.is_some()) {
                        [false, false] => tables.push(Versus { first, second }),
                        [false, true] => byes.push(Bye { player: first, score: Score::One }),
                        [true, false] => byes.push(Bye { player: second, score: Score::One }),
                        [true, true] => {}
                    }
                }
                (Some(player), None) | (None, Some(player)) => byes.push(Bye { player, score: Score::Zero }),
                (None, None) => {}
            }
        }
        (tables, byes)
    }
}
