//! Personal combat between leaders (alexander 8.4).

use crate::events::shock::ShockEvent;
use crate::piece::LeaderId;
use crate::position::Position;
use crate::{Flow, Happening, Oracle, rout};
use tess_effects::{Listed, Lower, Matter, Rule};

/// Who of these may fight, the best first: leaders without a rating never do (alexander 8.43).
fn able(pos: &Position, leaders: &[LeaderId]) -> Vec<LeaderId> {
    let rated = |l: &LeaderId| pos.leader_spec(*l).personal_combat.is_some();
    let mut able: Vec<LeaderId> = leaders.iter().copied().filter(rated).collect();
    able.sort_by_key(|&l| (std::cmp::Reverse(pos.personal_combat(l)), l));
    able
}

/// **alexander 8.41.** Who fights whom where these leaders of the one side meet those of the other: each
/// player names his man, the one whose turn it is first; by default the best. Nobody where one side has
/// none who may.
pub(crate) fn champions(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    ours: &[LeaderId],
    theirs: &[LeaderId],
) -> Flow<Option<(LeaderId, LeaderId)>> {
    let (ours, theirs) = (able(pos, ours), able(pos, theirs));
    if ours.is_empty() || theirs.is_empty() {
        return Ok(None);
    }
    Ok(Some((named(pos, oracle, &ours)?, named(pos, oracle, &theirs)?)))
}

/// The one of several whom their player names.
fn named(pos: &Position, oracle: &mut Oracle<'_>, able: &[LeaderId]) -> Flow<LeaderId> {
    let best = able[0];
    if able.len() < 2 {
        return Ok(best);
    }
    let options = Listed {
        of: able.iter().copied(),
        key: |l: &LeaderId| Lower(&pos.leader_spec(*l).code),
        text: |l: &LeaderId| format!("{}: {}", pos.leader_spec(*l).name, pos.personal_combat(*l)),
    };
    let spec = pos.leader_spec(best);
    let (side, subject) = (&pos.set.sides[spec.side], &spec.code);
    let matter = Matter { window: "champion", side, subject, rule: Rule("alexander 8.41") };
    oracle.choose(matter, &options, |matter, _| matter.question("Which leader fights in person?"))
}

/// **alexander 8.41, 8.42, 8.45.** Each throws and adds his rating; the difference says what befalls the
/// lower. Returns the leader hit, with the charisma that a killed one costs his side. Who fights has no
/// momentum after it (5.31).
pub(crate) fn fight(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    one: LeaderId,
    other: LeaderId,
) -> Flow<Option<(LeaderId, Option<i8>)>> {
    let rule = Rule("alexander 8.41");
    let mut dice = [0; 2];
    for (die, leader) in dice.iter_mut().zip([one, other]) {
        *die = oracle.d10("duel", &pos.leader_spec(leader).code, rule)?;
    }
    let totals = [dice[0] + pos.personal_combat(one), dice[1] + pos.personal_combat(other)];
    let chart = &pos.set.variant.charts.personal_combat;
    let difference = usize::from(totals[0].abs_diff(totals[1]));
    let outcome = chart.get(difference).or(chart.last()).copied().flatten();
    oracle.tell(|| Happening::Shock(ShockEvent::Duel { one, other, dice, totals, outcome }));
    if let Some(phase) = pos.stage.phase_mut()
        && [one, other].contains(&phase.leader)
    {
        phase.fought = true;
    }
    let Some(casualty) = outcome else { return Ok(None) };
    let loser = if totals[0] < totals[1] { one } else { other };
    let charisma = pos.charisma(loser);
    let extra = pos.set.variant.choices.shock.killed_leader_extra;
    let killed = rout::leader_bested(pos, oracle, loser, casualty)?;
    Ok(Some((loser, killed.then_some(charisma.saturating_add(extra) as i8))))
}

/// **alexander 4.63.** A leader by himself who has come next to an enemy leader by himself fights him at
/// once.
pub fn meet(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    let alone = |l: LeaderId| pos.leader(l).hex.filter(|&h| pos.stack(h).is_empty());
    let Some(hex) = alone(leader).filter(|_| pos.set.variant.choices.command.personal_combat) else {
        return Ok(());
    };
    let side = pos.leader_spec(leader).side;
    let near: Vec<LeaderId> = pos
        .leader_ids()
        .filter(|&l| pos.leader_spec(l).side != side && alone(l).is_some_and(|h| h.touches(hex)))
        .collect();
    if let Some((one, other)) = champions(pos, oracle, &[leader], &near)? {
        fight(pos, oracle, one, other)?;
    }
    Ok(())
}
