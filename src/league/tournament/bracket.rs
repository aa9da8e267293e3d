//! Who loses is out: a bracket by seeds, the first against the last, so that the first two meet in the end.

use super::{Bye, Score, Tournament, Versus};

/// The seeds, from 1, in the order in which they stand in a bracket of so many places, a power of two.
pub(super) fn seeds(places: usize) -> Vec<usize> {
    let mut order = vec![1];
    while order.len() < places {
        let all = order.len() * 2 + 1;
        order = order.into_iter().flat_map(|seed| [seed, all - seed]).collect();
    }
    order
}

impl Tournament {
    /// Those who are still in it, in the order of the bracket; a place is empty where nobody has got there.
    pub(super) fn standing(&self) -> Vec<Option<usize>> {
        let places = self.order.len().next_power_of_two();
        let mut slots: Vec<Option<usize>> =
            seeds(places).into_iter().map(|seed| self.order.get(seed - 1).copied()).collect();
        for round in &self.rounds {
            let on = |pair: &[Option<usize>]| {
                let played = round.tables.iter().find(|t| pair.contains(&Some(t.versus.first)));
                match played {
                    Some(table) => Some(self.goes_on(table)),
                    None => {
                        pair.iter().flatten().copied().find(|p| round.byes.iter().any(|bye| bye.player == *p))
                    }
                }
            };
            slots = slots.chunks(2).map(on).collect();
        }
        slots
    }

    /// Of two who have drawn, the one who stands lower in the starting order goes on.
    fn goes_on(&self, table: &super::Table) -> usize {
        let [first, second] = table.players();
        let place = |player: usize| self.order.iter().position(|p| *p == player);
        match table.scores() {
            Some([one, other]) if one > other => first,
            Some([one, other]) if one < other => second,
            _ => {
                if place(first) > place(second) {
                    first
                } else {
                    second
                }
            }
        }
    }

    pub(super) fn bracket(&self) -> (Vec<Versus>, Vec<Bye>) {
        let (mut tables, mut byes) = (Vec::new(), Vec::new());
        for pair in self.standing().chunks(2) {
            let here: Vec<usize> =
                pair.iter().flatten().copied().filter(|p| self.entrants[p - 1].left.is_none()).collect();
            match here[..] {
                [one, other] => {
                    let lot = self.first_lot() ^ (tables.len() % 2 == 1);
                    let [first, second] = self.seated(one, other, lot);
                    tables.push(Versus { first, second });
                }
                [player] => byes.push(Bye { player, score: Score::One }),
                _ => {}
            }
        }
        (tables, byes)
    }
}
