//! Units and leaders out of the battle (4.73, 4.84, 10.24, 11.1).

use crate::events::rout::RoutEvent;
use crate::piece::{Class, LeaderId, Rank, Side, UnitId, UnitType};
use crate::position::{Place, Position};
use crate::variant::charts::Casualty;
use crate::{Flow, Happening, Oracle};
use tess_effects::Rule;

/// Takes a unit out of the battle. Leaders in its hex stay where they are.
pub fn eliminate(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, rule: Rule) {
    pos.lift(unit);
    pos.unit_mut(unit).place = Place::Eliminated;
    oracle.tell(|| Happening::Rout(RoutEvent::Eliminated { unit, rule }));
    for leader in pos.leader_ids() {
        if pos.leader(leader).elephant != Some(unit) {
            continue;
        }
        // A leader goes on without his elephant (4.82); a counter goes with it and may be placed again
        // (4.93).
        pos.leader_mut(leader).elephant = None;
        if pos.is_counter(leader) {
            pos.station(leader, None);
        }
    }
}

/// **spqr 4.73, 4.84.** The second die of a leader casualty and what follows. Returns true when he was
/// killed. A leader whose wounds have used up his initiative is dead too.
///
/// # Errors
/// As [`Oracle::roll`].
pub fn leader_casualty(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<bool> {
    let rule = Rule("4.73");
    let die = oracle.d10("leader-casualty", &pos.leader_spec(leader).code, rule)?;
    let casualty = casualty(pos, leader, die);
    let by_chart = pos.set.variant.charts.leader_casualty.is_some();
    oracle.tell(|| Happening::Rout(RoutEvent::Casualty { leader, die, casualty }));
    strike(pos, oracle, leader, casualty, by_chart, rule)
}

/// **alexander 8.42, 8.45.** The same for who has lost a personal combat by so much. Returns true when he
/// was killed.
///
/// # Errors
/// As [`Oracle::roll`].
pub fn leader_bested(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    found: Casualty,
) -> Flow<bool> {
    let casualty = second_wound(pos, leader, found);
    strike(pos, oracle, leader, casualty, true, Rule("alexander 8.42"))
}

fn strike(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    casualty: Casualty,
    by_chart: bool,
    rule: Rule,
) -> Flow<bool> {
    let now = pos.leader_mut(leader);
    now.finished |= by_chart;
    now.wounds += match casualty {
        Casualty::Finished | Casualty::Killed => 0,
        Casualty::Wounded => 1,
        Casualty::WoundedTwice => 2,
    };
    let spent = !pos.set.variant.choices.command.second_wound_kills && pos.initiative(leader) == 0;
    if casualty != Casualty::Killed && !spent {
        return Ok(false);
    }
    let elephant = pos.own_elephant(leader);
    kill_leader(pos, oracle, leader, rule);
    if let Some(elephant) = elephant {
        let die = oracle.d10("grief", &pos.leader_spec(leader).code, Rule("4.84"))?;
        let rampages = die >= 7;
        oracle.tell(|| Happening::Rout(RoutEvent::Grief { leader, die, rampages }));
        if rampages {
            (pos.set.sequels.rampage)(pos, oracle, elephant, None)?;
        } else {
            eliminate(pos, oracle, elephant, Rule("4.84"));
        }
    }
    Ok(true)
}

/// **spqr 4.73, cataphract 9.14, alexander 8.34.** What the second die means: by the chart, or by his
/// personal combat rating where there is none. A second wound kills in some books.
fn casualty(pos: &Position, leader: LeaderId, die: u8) -> Casualty {
    let found = match &pos.set.variant.charts.leader_casualty {
        Some(chart) => chart[usize::from(die.min(9))],
        None if die > pos.personal_combat(leader) => Casualty::Killed,
        None => Casualty::Wounded,
    };
    second_wound(pos, leader, found)
}

/// **cataphract 9.14, alexander 8.45.** In some books a second wound kills.
fn second_wound(pos: &Position, leader: LeaderId, found: Casualty) -> Casualty {
    let again = pos.leader(leader).wounds > 0 && pos.set.variant.choices.command.second_wound_kills;
    if again && matches!(found, Casualty::Wounded | Casualty::WoundedTwice) {
        Casualty::Killed
    } else {
        found
    }
}

/// Takes a leader out of the battle and counts his rout points.
pub fn kill_leader(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId, rule: Rule) {
    if pos.leader(leader).killed {
        return;
    }
    let side = pos.leader_spec(leader).side;
    pos.fallen[side.index()] += leader_points(pos, leader);
    if pos.leader_spec(leader).is_vital {
        pos.course.bereft.get_or_insert(side);
    }
    pos.station(leader, None);
    let now = pos.leader_mut(leader);
    now.killed = true;
    now.finished = true;
    now.elephant = None;
    oracle.tell(|| Happening::Rout(RoutEvent::LeaderKilled { leader, rule }));
}

/// **spqr 11.1, 8.65.** Rout points that a side has given away: units destroyed or fled, leaders killed.
/// Cavalry that pursues off the map does not count.
#[must_use]
pub fn rout_points(pos: &Position, side: Side) -> u16 {
    let units: u16 = pos
        .unit_ids()
        .filter(|&u| pos.side(u) == side && pos.unit(u).place == Place::Eliminated)
        .map(|u| unit_points(pos, u))
        .sum();
    units + pos.fallen[side.index()]
}

/// **spqr 11.1, cataphract 12.11, alexander 10.52.** What a unit is worth.
#[must_use]
pub fn unit_points(pos: &Position, unit: UnitId) -> u16 {
    let spec = pos.spec(unit);
    let choices = &pos.set.variant.choices.rout;
    let fixed = match (spec.kind, spec.class) {
        (UnitType::SK, _) => {
            Some(if pos.set.special.skirmisher_points { 2 } else { choices.skirmisher_points })
        }
        (UnitType::SKS, _) => choices.shock_skirmisher_points,
        (UnitType::EL, _) => Some(if pos.is_leader_elephant(unit) { 0 } else { 2 }),
        (UnitType::CH, _) => choices.chariot_points,
        (_, Class::SC) => choices.artillery_points,
        _ => None,
    };
    fixed.unwrap_or(u16::from(spec.tq) * if spec.two_hex { 2 } else { 1 })
}

/// **spqr 11.1.** What a leader is worth, by his printed initiative. **Cataphract 12.11, alexander 10.52.**
/// Officers and those who replace the fallen are worth as much as any.
#[must_use]
pub fn leader_points(pos: &Position, leader: LeaderId) -> u16 {
    let spec = pos.leader_spec(leader);
    let initiative = u16::from(spec.initiative);
    if let Some(times) = spec.points_times {
        return u16::from(times) * initiative;
    }
    match spec.rank {
        Rank::Overall | Rank::Subordinate | Rank::Proconsul | Rank::Contingent => 5 * initiative,
        Rank::Tribune | Rank::PraefectSociorum | Rank::PraefectEquitum | Rank::Replacement => {
            u16::from(pos.set.variant.choices.rout.officer_points) * initiative
        }
        Rank::ElephantLeader | Rank::MacedonianContingent => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proving_ground::{ground, leader, setup, u, unit};
    use std::collections::BTreeMap;
    use tess_effects::{Dice, Scripted};
    use tess_hex::Facing;

    fn dice(faces: &[(&str, u8)]) -> Dice {
        Dice::Scripted(Scripted {
            faces: faces.iter().map(|&(l, f)| (l.to_owned(), f)).collect::<BTreeMap<_, _>>(),
            otherwise: None,
        })
    }

    /// spqr 11.1's own number: a phalanx of quality 7 is worth 14.
    #[test]
    fn units_count_by_quality_and_kind_and_pursuers_do_not() {
        let make = |code, kind, tq, at| unit(code, Side::First, kind, (3, tq, 5), at, Facing::E);
        let mut pos = ground(
            vec![
                make("ph", UnitType::PH, 7, 2010),
                make("sk", UnitType::SK, 4, 2210),
                make("el", UnitType::EL, 6, 2310),
                make("rc", UnitType::RC, 5, 2410),
                make("hc", UnitType::HC, 6, 2510),
            ],
            vec![],
        );
        let mut oracle = Oracle::new(dice(&[]), &[]);
        for n in 0..4 {
            eliminate(&mut pos, &mut oracle, u(n), Rule("10.24"));
        }
        pos.lift(u(4));
        pos.unit_mut(u(4)).place = Place::Pursuing { left_by: crate::proving_ground::hex(4010) };
        assert_eq!(rout_points(&pos, Side::First), 14 + 2 + 2 + 5);
        assert_eq!(rout_points(&pos, Side::Second), 0);
    }

    #[test]
    fn a_killed_leader_counts_even_after_he_is_replaced() {
        let mut pos = ground(
            vec![],
            vec![
                leader("han", Side::Second, Rank::Subordinate, 4, 2010),
                leader("tri", Side::Second, Rank::Tribune, 3, 2010),
            ],
        );
        let mut oracle = Oracle::new(dice(&[("leader-casualty:han", 9)]), &[]);
        assert_eq!(leader_casualty(&mut pos, &mut oracle, LeaderId(0)), Ok(true));
        kill_leader(&mut pos, &mut oracle, LeaderId(1), Rule("4.72"));
        pos.leader_mut(LeaderId(1)).killed = false;
        assert_eq!(rout_points(&pos, Side::Second), 23);
    }

    #[test]
    fn wounds_that_use_up_initiative_kill() {
        let mut pos = ground(vec![], vec![leader("tri", Side::First, Rank::Tribune, 3, 2010)]);
        let faces = [("leader-casualty:tri", 8), ("leader-casualty:tri#2", 5), ("leader-casualty:tri#3", 7)];
        let mut oracle = Oracle::new(dice(&faces), &[]);
        assert_eq!(leader_casualty(&mut pos, &mut oracle, LeaderId(0)), Ok(false));
        assert_eq!((pos.initiative(LeaderId(0)), pos.leader(LeaderId(0)).finished), (1, true));
        assert_eq!(leader_casualty(&mut pos, &mut oracle, LeaderId(0)), Ok(false));
        assert_eq!(leader_casualty(&mut pos, &mut oracle, LeaderId(0)), Ok(true));
        assert_eq!(pos.leader(LeaderId(0)).hex, None);
    }

    #[test]
    fn the_elephant_of_a_dead_leader_is_removed_on_a_six() {
        let surus = unit("sur", Side::Second, UnitType::EL, (1, 6, 9), 2010, Facing::W);
        let mut set = setup(vec![surus], vec![leader("hnb", Side::Second, Rank::Overall, 7, 2010)]);
        set.special.leader_elephants = vec![(LeaderId(0), u(0))];
        let mut pos = Position::new(std::sync::Arc::new(set));
        assert_eq!(pos.own_elephant(LeaderId(0)), Some(u(0)));
        let mut oracle = Oracle::new(dice(&[("leader-casualty:hnb", 9), ("grief:hnb", 6)]), &[]);
        assert_eq!(leader_casualty(&mut pos, &mut oracle, LeaderId(0)), Ok(true));
        assert_eq!(oracle.unused_script(), Vec::<String>::new());
        assert_eq!(pos.leader(LeaderId(0)).elephant, None);
        assert_eq!(pos.unit(u(0)).place, Place::Eliminated);
        assert_eq!(rout_points(&pos, Side::Second), 35, "the elephant is worth nothing");
    }
}
