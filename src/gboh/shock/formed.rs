//! Pursuit by cavalry in charge formation, and the end of the formation (alexander 9.76, 10.41B to 10.46B).

use crate::events::shock::ShockEvent;
use crate::movement::mark::is_fit;
use crate::piece::{LeaderId, UnitId};
use crate::position::{Formation, Place, Position};
use crate::questions::targets;
use crate::shock::breakthrough::breakthrough;
use crate::shock::fight::{Exit, Fight, moved_in};
use crate::shock::pursuit::{follow, starting_hex, whom};
use crate::shock::{advance, aftermath, collapse, leaders, struggle};
use crate::state::stage::Combat;
use crate::variant::shock::Pursuit;
use crate::{Flow, Happening, Oracle, rout};
use tess_effects::{Question, Rule};
use tess_hex::Hex;

const DIE: Rule = Rule("alexander 10.42B");

/// Added to the die (alexander 10.42B).
const EAGER: u8 = 2;

/// **alexander 10.41B to 10.45B.** Defenders of this combat have routed: its cavalry that moved to it in
/// charge formation dices, and who pursues rides at once, attacks whom he meets, and so on until nobody is
/// left to attack.
pub(crate) fn ride(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &mut Fight) -> Flow<()> {
    if pos.set.pursuit() != Pursuit::InFormation {
        return Ok(());
    }
    let riders: Vec<UnitId> = fight.attacking(pos).collect();
    for rider in riders {
        if !may_pursue(pos, fight, rider) {
            continue;
        }
        let fugitives = prey(pos, fight, rider);
        if fugitives.is_empty() {
            continue;
        }
        fight.diced.push(rider);
        let die = oracle.d10("pursuit", &pos.spec(rider).code, DIE)?;
        let quality = pos.quality(rider);
        let pursues = die + EAGER > quality;
        oracle.tell(|| Happening::Shock(ShockEvent::FormedPursuit { unit: rider, die, quality, pursues }));
        if pursues {
            fight.riders.push(rider);
            let Some(prey) = whom(pos, oracle, fight, rider, &fugitives)? else { continue };
            chase(pos, oracle, fight, rider, prey)?;
        }
    }
    Ok(())
}

/// **alexander 10.41B.** Cavalry in formation that moved to the attack, with nobody left in its zone to hold
/// it, once in a combat.
fn may_pursue(pos: &Position, fight: &Fight, rider: UnitId) -> bool {
    pos.in_charge_formation(rider)
        && (fight.pursuit || moved_in(pos, rider))
        && !fight.diced.contains(&rider)
        && !rout::is_broken(pos, rider)
        && pos.in_my_zoc(rider).is_empty()
}

/// **alexander 10.42B.** The routed units that this rider attacked and that were not eliminated, those whom
/// nobody follows yet first.
fn prey(pos: &Position, fight: &Fight, rider: UnitId) -> Vec<UnitId> {
    let fled = |d: UnitId| match fight.exit(d) {
        Some(Exit::OffMap) => true,
        Some(Exit::NoWay | Exit::Destroyed) | None => false,
        Some(_) => matches!(pos.unit(d).place, Place::Field { .. }) && pos.is_routed(d),
    };
    let near = |d: UnitId| starting_hex(pos, fight, rider, d).is_some();
    let mut fugitives: Vec<UnitId> =
        fight.defenders.iter().copied().filter(|&d| fled(d) && near(d)).collect();
    fugitives.sort_by_key(|d| (fight.followed.contains(d), *d));
    fugitives
}

/// **alexander 10.43B, 10.44B.** The ride by the path of the fugitive, to the edge of the map at most, and
/// the attack at its end.
fn chase(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &mut Fight,
    rider: UnitId,
    prey: UnitId,
) -> Flow<()> {
    fight.followed.push(prey);
    let first = starting_hex(pos, fight, rider, prey);
    let off = fight.exit(prey) == Some(Exit::OffMap);
    let way = fight.gone.iter().find(|(u, ..)| *u == prey).map(|(_, _, path)| path.clone());
    let mut way = way.unwrap_or_default();
    // Where it stands nobody rides to; the hex from which it left the map is free.
    if !off {
        way.pop();
    }
    let path = first.into_iter().chain(way).collect();
    let last = pos.hex(prey).filter(|_| !off);
    let staying = who_stays(pos, oracle, rider)?;
    for &(leader, _) in &staying {
        pos.place_leader(leader, None);
    }
    let ridden = follow(pos, oracle, fight, rider, path, last)?;
    for &(leader, hex) in &staying {
        pos.place_leader(leader, Some(hex));
    }
    oracle.tell(|| Happening::Shock(ShockEvent::FormedRide { unit: rider, path: ridden }));
    if fight.holds(pos, rider) { attack(pos, oracle, fight, rider) } else { Ok(()) }
}

/// **alexander 10.42B.** The leaders with a rider who do not tag along, and where they stay.
fn who_stays(pos: &Position, oracle: &mut Oracle<'_>, rider: UnitId) -> Flow<Vec<(LeaderId, Hex)>> {
    let (spec, Some(at)) = (pos.spec(rider), pos.hex(rider)) else { return Ok(Vec::new()) };
    let mut staying = Vec::new();
    for leader in pos.leaders_in(at).filter(|&l| pos.leader_spec(l).side == spec.side && !pos.is_counter(l)) {
        let who = pos.leader_spec(leader);
        let text = format!("{} pursues from {at}: does {} go along?", spec.code, who.name);
        let question = Question::new("leader-follow", &pos.set.sides[spec.side], &who.code, DIE, text)
            .choice("yes", "he rides along")
            .choice("no", format!("he stays in {at}"))
            .naming(&spec.code)
            .at(at)
            .fact("reason", "pursuit")
            .fact("enemies", pos.enemies_next_to(spec.side, at).len());
        if oracle.ask(question)? == "no" {
            staying.push((leader, at));
        }
    }
    Ok(staying)
}

/// **alexander 10.44B.** All enemies in its zone, without checks before it; then perhaps the next ride.
fn attack(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight, rider: UnitId) -> Flow<()> {
    let near = targets(pos, rider);
    if near.is_empty() || !is_fit(pos, rider) {
        return Ok(());
    }
    let combat = Combat { attackers: vec![rider], defenders: near, with: None };
    let (number, Combat { attackers, defenders, .. }) = (fight.number, &combat);
    oracle.tell(|| {
        let (attackers, defenders) = (attackers.clone(), defenders.clone());
        Happening::Shock(ShockEvent::Begins { number, attackers, defenders })
    });
    let mut fights = [Fight::new(pos, number, fight.side, combat, true)];
    leaders::casualties(pos, oracle, &mut fights[0])?;
    struggle::struggle(pos, oracle, &mut fights)?;
    breakthrough(pos, oracle, &fights)?;
    collapse::broken(pos, oracle, &mut fights)?;
    collapse::shaken(pos, oracle, &mut fights)?;
    aftermath::spend(pos, oracle, &fights);
    advance::advance(pos, oracle, &fights[0], false)?;
    aftermath::leave_columns(pos, oracle, &fights)?;
    leave(pos, oracle, &fights);
    leaders::withdraw(pos, oracle, &fights)
}

/// **alexander 9.76.** After a combat nobody who was in it is in charge formation any more.
pub(crate) fn leave(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &[Fight]) {
    for fight in fights {
        for &unit in fight.attackers.iter().chain(&fight.defenders) {
            if pos.in_charge_formation(unit) {
                pos.unit_mut(unit).formation = Formation::Line;
                oracle.tell(|| Happening::Shock(ShockEvent::LeftCharge { unit }));
            }
        }
    }
}
