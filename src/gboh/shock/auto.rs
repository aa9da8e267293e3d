//! Combats that nobody ordered but the rules demand (7.31, 8.42, 10.41).

use crate::events::shock::ShockEvent;
use crate::movement::mark::{is_fit, is_here, triarii_wait};
use crate::piece::{Side, UnitId};
use crate::position::{Position, ShockMark};
use crate::questions::{approach, is_engaged, targets, targets_but};
use crate::state::stage::Combat;
use crate::{Happening, Oracle};

/// **spqr 7.31, 8.42.** The combats of the segment: those ordered, those of units that must shock and were
/// not combined, and enemies left over. Units with the fewest enemies go first, so that as many as possible
/// attack; ties by id.
pub(crate) fn complete(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    side: Side,
    ordered: Vec<Combat>,
) -> Vec<Combat> {
    let mut combats: Vec<Combat> = ordered.into_iter().filter_map(|c| still(pos, c)).collect();
    let known = combats.len();
    // Few have a marker: that is looked at before all else.
    let marked = pos.touched().filter(|&u| pos.unit(u).shock != ShockMark::None);
    let mut due: Vec<(usize, UnitId, Vec<UnitId>)> = marked
        .filter(|&u| pos.side(u) == side && is_here(pos, u))
        .filter(|&u| must(pos, u) && !combats.iter().any(|c| c.attackers.contains(&u)))
        .map(|u| (u, targets(pos, u)))
        .filter(|(_, near)| !near.is_empty())
        .map(|(u, near)| (near.len(), u, near))
        .collect();
    due.sort_unstable();
    for (_, unit, near) in due {
        let open: Vec<UnitId> =
            near.iter().copied().filter(|d| !combats.iter().any(|c| c.defenders.contains(d))).collect();
        let with_partner =
            pos.partner(unit).and_then(|p| combats.iter().position(|c| c.attackers.contains(&p)));
        let joins = with_partner.or_else(|| {
            combats.iter().position(|c| open.is_empty() && c.defenders.iter().all(|d| near.contains(d)))
        });
        if let Some(at) = joins {
            let combat = &mut combats[at];
            if combat.defenders.iter().all(|d| near.contains(d)) {
                combat.attackers.push(unit);
                combat.attackers.sort_unstable();
            }
        } else if !open.is_empty() {
            combats.push(Combat { attackers: vec![unit], defenders: open, with: None });
        }
    }
    add_the_rest(pos, oracle, &mut combats);
    for combat in &combats[known..] {
        oracle.tell(|| {
            Happening::Shock(ShockEvent::Combined {
                attackers: combat.attackers.clone(),
                defenders: combat.defenders.clone(),
                ordered: false,
            })
        });
    }
    combats
}

/// Must this unit shock whatever its owner ordered?
fn must(pos: &Position, unit: UnitId) -> bool {
    let marked = match pos.unit(unit).shock {
        ShockMark::MustCheck => true,
        ShockMark::NoCheck => is_engaged(pos, unit),
        ShockMark::None | ShockMark::MayCheck => false,
    };
    marked && is_fit(pos, unit) && !triarii_wait(pos, unit)
}

/// What is left of a combat when some of its units have gone since it was ordered.
fn still(pos: &Position, mut combat: Combat) -> Option<Combat> {
    combat.attackers.retain(|&a| is_fit(pos, a));
    let attackers = &combat.attackers;
    combat.defenders.retain(|&d| attackers.iter().any(|&a| approach(pos, a, d).is_some()));
    let defenders = &combat.defenders;
    // Who attacks alone has been seen to reach whoever is left.
    if combat.attackers.len() > 1 {
        combat.attackers.retain(|&a| defenders.iter().any(|&d| approach(pos, a, d).is_some()));
    }
    (!combat.attackers.is_empty() && !combat.defenders.is_empty()).then_some(combat)
}

/// **spqr 8.42.** Enemies in the zone of an attacker whom nobody attacks join his combat.
fn add_the_rest(pos: &Position, oracle: &mut Oracle<'_>, combats: &mut [Combat]) {
    for at in 0..combats.len() {
        for i in 0..combats[at].attackers.len() {
            let attacker = combats[at].attackers[i];
            let attacked = |d: UnitId| combats.iter().any(|c| c.defenders.contains(&d));
            for defender in targets_but(pos, attacker, attacked) {
                combats[at].defenders.push(defender);
                combats[at].defenders.sort_unstable();
                oracle.tell(|| Happening::Shock(ShockEvent::Added { attacker, defender }));
            }
        }
    }
}
