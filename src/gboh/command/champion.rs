//! The champions' fight before a battle (cataphract 11.8).

use crate::events::command::CommandEvent;
use crate::piece::{LeaderId, Side};
use crate::position::Position;
use crate::questions::is_pinned;
use crate::state::stage::Stage;
use crate::{Flow, Happening, Oracle, questions};
use tess_effects::Rule;

/// The turn for which the winner has his advantages (cataphract 11.85).
const TURN: u16 = 1;

impl Position {
    /// **cataphract 11.85.** Taken off the quality checks of the winner's units in the first turn.
    #[must_use]
    pub fn champion_modifier(&self, side: Side) -> i8 {
        if self.turn == TURN && self.course.champion == Some(side) { -1 } else { 0 }
    }
}

/// **cataphract 11.82.** Do champions still have to meet before anything else?
#[must_use]
pub fn is_to_come(pos: &Position) -> bool {
    pos.turn == TURN && pos.set.special.champions.is_some() && pos.course.champion.is_none()
}

/// **cataphract 11.83.** What a round costs the lower of two totals.
#[must_use]
pub const fn wounds(lower: u8, higher: u8) -> u8 {
    if lower == higher {
        0
    } else if lower as u16 * 3 <= higher as u16 {
        3
    } else if lower as u16 * 2 <= higher as u16 {
        2
    } else {
        1
    }
}

/// **cataphract 11.82 to 11.84.** The fight, round by round, until one of them has more hits than stamina.
///
/// # Errors
/// As [`Oracle::roll`].
pub fn challenge(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let Some(champions) = pos.set.special.champions.clone() else { return Ok(()) };
    let rule = Rule("cataphract 11.83");
    let mut hits = [0u8; 2];
    loop {
        let first = oracle.d10("champion", &pos.set.sides[Side::First], rule)? + champions[Side::First].fight;
        let second =
            oracle.d10("champion", &pos.set.sides[Side::Second], rule)? + champions[Side::Second].fight;
        let loser = if first < second { Side::First } else { Side::Second };
        let lost = wounds(first.min(second), first.max(second));
        let taken = &mut hits[loser.index()];
        *taken = taken.saturating_add(lost);
        let sum = *taken;
        let totals = [first, second];
        oracle.tell(|| Happening::Command(CommandEvent::ChampionRound { totals, loser, hits: lost, sum }));
        if sum > champions[loser].stamina {
            let winner = loser.other();
            pos.course.champion = Some(winner);
            pos.course.prize = Some(winner);
            oracle.tell(|| Happening::Command(CommandEvent::ChampionFalls { loser }));
            return Ok(());
        }
    }
}

/// **cataphract 11.85.** The winner's choice of the leader who begins the turn; false when he has had it, or
/// has nobody.
pub(crate) fn offer(pos: &mut Position, oracle: &mut Oracle<'_>) -> bool {
    let Some(side) = pos.course.prize else { return false };
    let due: Vec<LeaderId> = pos
        .leader_ids()
        .filter(|&l| {
            pos.leader_spec(l).side == side
                && questions::is_inactive(pos, l)
                && (!is_pinned(pos, l) || questions::can_enable(pos, l))
        })
        .collect();
    if due.is_empty() {
        pos.course.prize = None;
        return false;
    }
    oracle.tell(|| Happening::Command(CommandEvent::PrizeOffered { side }));
    pos.stage = Stage::Activation { side, due, reactivation: true, trump_tried: true };
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cataphract 11.83: one half and one third of the higher total are limits that count.
    #[test]
    fn a_round_costs_one_two_or_three() {
        for (lower, higher, lost) in
            [(9, 9, 0), (9, 10, 1), (6, 11, 1), (5, 10, 2), (4, 11, 2), (3, 9, 3), (4, 12, 3), (0, 5, 3)]
        {
            assert_eq!(wounds(lower, higher), lost, "{lower} against {higher}");
        }
    }
}
