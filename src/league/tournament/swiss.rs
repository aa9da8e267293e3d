//! Swiss rounds after FIDE's Dutch system (Handbook C.04.3), simplified.
//!
//! Players stand by score, then in the starting order. With an odd number the lowest who has had no bye
//! rests, if the others can then be paired. Then the highest who is not paired yet takes the first he may
//! have: of his own score those of the lower half, top down; then of the upper half, bottom up; then those
//! of the next scores, top down. Whoever wants the other side, or none, comes before those who want his
//! own. He may have whom he has not met, if not both must have the same side, and if all who are left can
//! still be paired (C.04.3's completion test, by a maximum matching). Where that is impossible for all,
//! the sides bind no longer; that nobody meets twice always does.

use super::matching::all_can;
use super::sides::Due;
use super::{Bye, Tournament, Versus};
use crate::LeagueError;

impl Tournament {
    /// Have the two met, or been paired to meet?
    pub(super) fn have_met(&self, one: usize, other: usize) -> bool {
        self.rounds.iter().flat_map(|r| &r.tables).any(|t| {
            let players = t.players();
            players.contains(&one) && players.contains(&other)
        })
    }

    /// Has he had a bye, or won without a battle?
    fn has_rested(&self, player: usize) -> bool {
        self.rounds.iter().flat_map(|r| &r.byes).any(|bye| bye.player == player)
            || self.rounds.iter().flat_map(|r| &r.tables).any(|t| {
                let place = t.players().iter().position(|p| *p == player);
                !t.was_fought()
                    && place.zip(t.scores()).is_some_and(|(place, scores)| scores[place] == super::Score::One)
            })
    }

    pub(super) fn swiss(&self) -> Result<(Vec<Versus>, Vec<Bye>), LeagueError> {
        let halves: Vec<u32> = (1..=self.entrants.len()).map(|p| self.halves(p)).collect();
        let score = |player: usize| halves[player - 1];
        let mut here: Vec<usize> =
            self.order.iter().copied().filter(|p| self.entrants[p - 1].left.is_none()).collect();
        here.sort_by_key(|p| std::cmp::Reverse(score(*p)));
        let players = || 1..=self.entrants.len();
        let met: Vec<Vec<bool>> =
            players().map(|a| players().map(|b| self.have_met(a, b)).collect()).collect();
        let due: Vec<Due> = players().map(|p| self.due(p)).collect();
        let new = |a: usize, b: usize| !met[a - 1][b - 1];
        let strict = |a: usize, b: usize| new(a, b) && !due[a - 1].clashes(due[b - 1]);
        let mut byes = Vec::new();
        if here.len() % 2 == 1 {
            let rests = |may: &dyn Fn(usize, usize) -> bool, again: bool| {
                here.iter().rev().copied().find(|p| {
                    let rest: Vec<usize> = here.iter().copied().filter(|other| other != p).collect();
                    (again || !self.has_rested(*p)) && all_can(&rest, may)
                })
            };
            let player = rests(&strict, false).or_else(|| rests(&new, false)).or_else(|| rests(&new, true));
            let player = player.ok_or_else(stuck)?;
            here.retain(|p| *p != player);
            byes.push(Bye { player, score: self.terms()?.bye });
        }
        let may: &dyn Fn(usize, usize) -> bool = if all_can(&here, &strict) { &strict } else { &new };
        if !all_can(&here, may) {
            return Err(stuck());
        }
        Ok((self.tables_of(here, &score, may), byes))
    }

    fn tables_of(
        &self,
        mut here: Vec<usize>,
        score: &dyn Fn(usize) -> u32,
        may: &dyn Fn(usize, usize) -> bool,
    ) -> Vec<Versus> {
        let mut tables: Vec<Versus> = Vec::new();
        let mut half: Option<(u32, Vec<usize>)> = None;
        while let Some(top) = here.first().copied() {
            // the lower half of his score, as it was when its first player was paired
            if half.as_ref().is_none_or(|(of, _)| *of != score(top)) {
                let same: Vec<usize> = here.iter().copied().filter(|p| score(*p) == score(top)).collect();
                half = Some((score(top), same[same.len() / 2..].to_vec()));
            }
            let lower = half.as_ref().map(|(_, lower)| lower.clone()).unwrap_or_default();
            let taken = self.wished(top, &here, &lower, score).into_iter().find(|other| {
                let rest: Vec<usize> = here.iter().copied().filter(|p| *p != top && p != other).collect();
                may(top, *other) && all_can(&rest, may)
            });
            // all could be paired before, so one of them can be taken
            let Some(other) = taken else { break };
            here.retain(|p| *p != top && *p != other);
            let lot = self.first_lot() ^ (tables.len() % 2 == 1);
            let [first, second] = self.seated(top, other, lot);
            tables.push(Versus { first, second });
        }
        tables
    }

    /// Whom he would have, in that order.
    fn wished(
        &self,
        top: usize,
        here: &[usize],
        lower: &[usize],
        score: &dyn Fn(usize) -> u32,
    ) -> Vec<usize> {
        let due = self.due(top);
        let others = here.iter().copied().filter(|p| *p != top);
        let mut wished: Vec<(u32, u8, bool, usize, usize)> = Vec::new();
        for (place, other) in others.enumerate() {
            let down = score(top).abs_diff(score(other));
            let in_lower = lower.contains(&other);
            let (half, place) = match (down, in_lower) {
                (0, true) => (0, place),
                (0, false) => (1, here.len() - place),
                _ => (2, place),
            };
            wished.push((down, half, due.wants_as(self.due(other)), place, other));
        }
        wished.sort_unstable();
        wished.into_iter().map(|(.., other)| other).collect()
    }
}

fn stuck() -> LeagueError {
    LeagueError::wrong(
        "no pairing is left in which nobody meets the same player again",
        "the tournament has as many rounds as it can have; show the table",
    )
}
