//! Which side somebody is due, so that everybody has both equally often.

use super::Tournament;

/// Which side somebody is due, and how much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Due {
    /// 0 for the first side, 1 for the second; nothing for who has had neither.
    pub side: Option<usize>,
    /// 0 nothing, 1 mild (the sides are even, and the last was the other), 2 strong (one more of the other),
    /// 3 absolute (two more, or the other twice running).
    pub force: u8,
}

impl Due {
    /// May the two not meet, since both must have the same side?
    pub const fn clashes(self, other: Due) -> bool {
        self.force == 3 && other.force == 3 && self.wants_as(other)
    }

    /// Do both want the same side?
    pub const fn wants_as(self, other: Due) -> bool {
        match (self.side, other.side) {
            (Some(one), Some(two)) => one == two,
            _ => false,
        }
    }
}

impl Tournament {
    /// The sides that somebody has had in battles that were fought, by the pairings, first to last.
    pub(super) fn sides_of(&self, player: usize) -> Vec<usize> {
        let fought =
            self.rounds.iter().flat_map(|r| &r.tables).filter(|t| t.was_fought() || t.settled.is_none());
        fought.filter_map(|t| t.players().iter().position(|p| *p == player)).collect()
    }

    pub(super) fn due(&self, player: usize) -> Due {
        let had = self.sides_of(player);
        let Some(last) = had.last().copied() else { return Due::default() };
        let firsts = had.iter().filter(|side| **side == 0).count();
        let seconds = had.len() - firsts;
        let twice = had.len() > 1 && had[had.len() - 2] == last;
        match firsts.abs_diff(seconds) {
            0 if !twice => Due { side: Some(1 - last), force: 1 },
            0 => Due { side: Some(1 - last), force: 3 },
            n => {
                let side = usize::from(firsts > seconds);
                let same = side == 1 - last;
                Due { side: Some(side), force: if n > 1 || (twice && same) { 3 } else { 2 } }
            }
        }
    }

    /// Who of two has the first side: whom more is due; then as in the last round in which theirs differed,
    /// turned about; then whom the higher in the order wants, or what the lot has for this table.
    pub(super) fn seated(&self, higher: usize, lower: usize, lot: bool) -> [usize; 2] {
        let (one, two) = (self.due(higher), self.due(lower));
        let first = |who: usize| if who == higher { [higher, lower] } else { [lower, higher] };
        let with = |who: usize, side: usize| {
            let other = if who == higher { lower } else { higher };
            if side == 0 { first(who) } else { first(other) }
        };
        match (one.side, two.side) {
            (None, None) => {
                if lot {
                    [higher, lower]
                } else {
                    [lower, higher]
                }
            }
            (Some(side), None) => with(higher, side),
            (None, Some(side)) => with(lower, side),
            (Some(a), Some(b)) if a != b => with(higher, a),
            (Some(_), Some(b)) if two.force > one.force => with(lower, b),
            (Some(a), Some(_)) if one.force > two.force => with(higher, a),
            (Some(a), Some(_)) => {
                let (mine, theirs) = (self.sides_of(higher), self.sides_of(lower));
                let differed = mine.iter().rev().zip(theirs.iter().rev()).find(|(a, b)| a != b);
                with(higher, differed.map_or(a, |(last, _)| 1 - last))
            }
        }
    }
}
