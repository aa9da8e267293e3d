//! Leaders in shock: casualties and charisma (8.44, 4.73, 8.46 step 3).

use crate::events::shock::LeaderEffect;
use crate::movement::duel;
use crate::piece::{LeaderId, Side, UnitId};
use crate::position::{Hexes, Position};
use crate::shock::fight::Fight;
use crate::state::asks::Finer;
use crate::{Flow, Oracle, movement, questions, rout};
use tess_effects::{Listed, Lower, Matter, Rule};

/// **spqr 8.44, 4.73.** A die for each leader stacked with a unit of a combat that goes on; 0 is a casualty.
pub(crate) fn casualties(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &mut Fight) -> Flow<()> {
    let mut involved = stacked(pos, fight.attacking(pos).chain(fight.defending(pos)));
    if pos.set.variant.choices.command.personal_combat {
        let of = |side: Side| -> Vec<LeaderId> {
            involved.iter().copied().filter(|&l| pos.leader_spec(l).side == side).collect()
        };
        let (ours, theirs) = (of(fight.side), of(fight.side.other()));
        if !ours.is_empty() && !theirs.is_empty() {
            // Where both have one, there are no other casualties (alexander 8.34).
            involved.clear();
            if let Some((a, b)) = duel::champions(pos, oracle, &ours, &theirs)? {
                fight.fallen.extend(duel::fight(pos, oracle, a, b)?);
            }
        }
    }
    for leader in involved {
        let charisma = pos.charisma(leader);
        if oracle.d10("leader", &pos.leader_spec(leader).code, Rule("8.44"))? == 0 {
            let killed = rout::leader_casualty(pos, oracle, leader)?;
            let extra = pos.set.variant.choices.shock.killed_leader_extra;
            fight.fallen.push((leader, killed.then_some(charisma.saturating_add(extra) as i8)));
        }
    }
    Ok(())
}

/// **spqr 4.72.** When the shock is over, whoever leads beside an enemy who fought in it may withdraw;
/// beside one who has just advanced he has been asked already.
pub(crate) fn withdraw(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &[Fight]) -> Flow<()> {
    // Mostly there is no leader of the other side about any place where somebody fought.
    let places = || fights.iter().filter(|f| !f.over).flat_map(|f| &f.places);
    let is_led = |&(u, hexes): &(UnitId, Hexes)| {
        let other = pos.side(u).other();
        hexes.iter().any(|h| pos.presence().has_leader_about(other, h))
    };
    if !places().any(is_led) {
        return Ok(());
    }
    for leader in pos.leader_ids() {
        let Some(hex) = pos.leader(leader).hex.filter(|_| !pos.is_counter(leader)) else { continue };
        let enemy = pos
            .enemies_next_to(pos.leader_spec(leader).side, hex)
            .into_iter()
            .find(|&e| !pos.is_routed(e) && places().any(|&place| place == (e, pos.hexes(e))));
        if let Some(enemy) = enemy {
            movement::leader_withdraws(pos, oracle, leader, enemy)?;
        }
    }
    Ok(())
}

/// **spqr 8.46 step 3.** Charisma on the die, seen from the attacker: any one leader of each side, and a
/// penalty for each one killed. It is the best where his owner does not want to be asked. A leader who was
/// just hit adds nothing, but for cataphract 9.16, where he adds what a wound leaves him.
pub(crate) fn effects(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> Flow<Vec<LeaderEffect>> {
    let mut found = Vec::new();
    let wounded = pos.set.variant.choices.shock.wounded_inspire;
    let silent = |l: &LeaderId| fight.fallen.iter().any(|(f, by)| f == l && !(wounded && by.is_none()));
    for (side, units, sign) in [(fight.side, attackers, 1), (fight.side.other(), defenders, -1)] {
        let mut able = stacked(pos, units.iter().copied());
        able.retain(|l| pos.leader_spec(*l).side == side && !silent(l) && inspires(pos, *l, units));
        if let Some(leader) = who_inspires(pos, oracle, side, able)?
            && pos.charisma(leader) > 0
        {
            found.push(LeaderEffect { leader, by: sign * pos.charisma(leader) as i8, killed: false });
        }
        found.extend(lost(pos, fight, side).map(|(leader, by)| LeaderEffect {
            leader,
            by: -sign * by,
            killed: true,
        }));
    }
    Ok(found)
}

/// **spqr 8.46 step 3.** Which of a side's leaders counts: its player's choice, by default the one of most
/// charisma.
fn who_inspires(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    side: Side,
    mut able: Vec<LeaderId>,
) -> Flow<Option<LeaderId>> {
    able.sort_by_key(|&l| (std::cmp::Reverse(pos.charisma(l)), l));
    let Some(&best) = able.first() else { return Ok(None) };
    if able.len() < 2 || !pos.asks(side, Finer::Charisma) {
        return Ok(Some(best));
    }
    let options = Listed {
        of: able.iter().copied(),
        key: |l: &LeaderId| Lower(&pos.leader_spec(*l).code),
        text: |l: &LeaderId| format!("{}: {}", pos.leader_spec(*l).name, pos.charisma(*l)),
    };
    let subject = &pos.leader_spec(best).code;
    let matter = Matter { window: "charisma", side: &pos.set.sides[side], subject, rule: Rule("8.46") };
    oracle
        .choose(matter, &options, |matter, _| {
            matter.question("Which leader inspires his men in this combat?")
        })
        .map(Some)
}

/// **cataphract 4.33, 4.5.** Does he stand with one of these units that he may command? Elsewhere he may
/// inspire any.
fn inspires(pos: &Position, leader: LeaderId, units: &[UnitId]) -> bool {
    let with = |u: UnitId| pos.leader(leader).hex.is_some_and(|h| pos.hexes(u).contains(h));
    !pos.set.variant.choices.command.inspires_his_own_only
        || units.iter().any(|&u| with(u) && questions::can_command(pos, leader, u))
}

fn lost<'a>(pos: &'a Position, fight: &'a Fight, side: Side) -> impl Iterator<Item = (LeaderId, i8)> + 'a {
    fight
        .fallen
        .iter()
        .filter(move |(l, _)| pos.leader_spec(*l).side == side)
        .filter_map(|&(l, by)| by.map(|by| (l, by)))
}

/// Leaders in a hex of one of these units, on its side, in order of id.
fn stacked(pos: &Position, units: impl Iterator<Item = UnitId>) -> Vec<LeaderId> {
    let mut found = Vec::new();
    for unit in units {
        let side = pos.side(unit);
        // Few hexes have a leader.
        for hex in pos.hexes(unit).iter().filter(|&h| pos.has_leader(side, h)) {
            found.extend(pos.leaders_in(hex).filter(|&l| pos.leader_spec(l).side == side));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Rank, UnitType};
    use crate::proving_ground::{ground, leader, u, unit};
    use crate::state::stage::Combat;
    use tess_hex::Facing;

    /// spqr-8.46-ex2: Hannibal's charisma 3, Maharbal's 2 when he is killed.
    #[test]
    fn charisma_helps_and_a_killed_leader_costs_two_more() {
        let mut hannibal = leader("Han", Side::First, Rank::Overall, 7, 2010);
        hannibal.charisma = 3;
        let mut maharbal = leader("Mah", Side::First, Rank::Subordinate, 5, 2010);
        maharbal.charisma = 2;
        let pos = ground(
            vec![
                unit("LC1", Side::First, UnitType::LC, (3, 6, 8), 2010, Facing::E),
                unit("HA1", Side::Second, UnitType::LG, (3, 6, 5), 2110, Facing::W),
            ],
            vec![hannibal, maharbal],
        );
        let combat = Combat { attackers: vec![u(0)], defenders: vec![u(1)], with: None };
        let mut fight = Fight::new(&pos, 1, Side::First, combat, false);
        let sum = |fight: &Fight| {
            let mut oracle = Oracle::new(tess_effects::Dice::Closed, &[]);
            let found = effects(&pos, &mut oracle, fight, &fight.attackers, &fight.defenders);
            found.expect("nothing to ask").iter().map(|e| e.by).sum::<i8>()
        };
        assert_eq!(sum(&fight), 3);
        fight.fallen = vec![(LeaderId(0), None), (LeaderId(1), Some(4))];
        assert_eq!(sum(&fight), -4);
        fight.side = Side::Second;
        fight.fallen = vec![];
        (fight.attackers, fight.defenders) = (vec![u(1)], vec![u(0)]);
        assert_eq!(sum(&fight), -3);
    }
}
