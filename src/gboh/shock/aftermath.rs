//! What is left to do when the dust settles: javelins, columns, markers (6.76, 8.17, 10.4).

use crate::events::hit_cause::HitCause;
use crate::events::shock::ShockEvent;
use crate::piece::{Side, UnitId};
use crate::position::{Formation, Place, Position, ShockMark};
use crate::shock::fight::Fight;
use crate::variant::charts::Angle;
use crate::{Flow, Happening, Oracle, questions, rout, skirmish, zone};
use tess_hex::Facing;

/// **spqr 8.17.** Everybody in a combat has shocked; javelins of foot are spent.
pub(crate) fn spend(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &[Fight]) {
    for fight in fights {
        for &unit in fight.attackers.iter().chain(&fight.defenders) {
            pos.unit_mut(unit).done.shocked = true;
            if !fight.over && matches!(pos.unit(unit).place, Place::Field { .. }) {
                skirmish::empty_after_shock(pos, oracle, unit);
            }
        }
    }
}

/// **spqr 6.76.** Units that were shocked in column form line for a hit; one-hex units turn to the vertex
/// that shows most enemies their front.
pub(crate) fn leave_columns(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &[Fight]) -> Flow<()> {
    for fight in fights {
        for &unit in &fight.defenders {
            let Formation::Column { towards, .. } = pos.unit(unit).formation else { continue };
            if !matches!(pos.unit(unit).place, Place::Field { .. }) || pos.is_routed(unit) {
                continue;
            }
            pos.unit_mut(unit).formation = Formation::Line;
            if !pos.spec(unit).two_hex {
                let right = Facing::with_left_front(towards);
                let left = right.turn(-1);
                let seen = |facing: Facing| {
                    let near =
                        pos.hex(unit).map_or_else(Vec::new, |h| pos.enemies_next_to(pos.side(unit), h));
                    near.iter()
                        .filter(|&&e| {
                            pos.hexes(e)
                                .iter()
                                .any(|h| zone::angle_of(pos.hexes(unit), facing, h) == Some(Angle::Front))
                        })
                        .count()
                };
                let facing = if seen(left) > seen(right) { left } else { right };
                pos.turn_in_place(unit, facing);
            }
            if let Some(facing) = pos.facing(unit) {
                oracle.tell(|| Happening::Shock(ShockEvent::LeftColumn { unit, facing }));
            }
            rout::hit(pos, oracle, unit, 1, HitCause::ShockInColumn)?;
            rout::rout_if_broken(pos, oracle, unit, fight.attackers.first().copied())?;
        }
    }
    Ok(())
}

/// Takes the shock markers away.
pub(crate) fn clear(pos: &mut Position, side: Side) {
    // Few have one.
    let marked = pos.touched().filter(|&u| pos.unit(u).shock != ShockMark::None && pos.side(u) == side);
    for unit in marked.collect::<Vec<UnitId>>() {
        pos.unit_mut(unit).shock = ShockMark::None;
    }
}

/// **spqr 8.47 step 3, 10.41, 10.43.** Engaged markers after a combat.
pub(crate) fn engage(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &[Fight]) {
    for fight in fights.iter().filter(|f| !f.over) {
        let stays = |u: &UnitId| fight.holds(pos, *u) && !pos.is_routed(*u) && has_stayed(pos, fight, *u);
        let attackers: Vec<UnitId> = fight.attackers.iter().copied().filter(stays).collect();
        let defenders: Vec<UnitId> = fight.defenders.iter().copied().filter(stays).collect();
        let both = !attackers.is_empty() && !defenders.is_empty();
        for &unit in fight.attackers.iter().chain(&fight.defenders) {
            let stayed = attackers.contains(&unit) || defenders.contains(&unit);
            set_engaged(pos, oracle, unit, both && stayed);
        }
    }
}

/// Where it was, or a phalanx that moved but one of its halves.
fn has_stayed(pos: &Position, fight: &Fight, unit: UnitId) -> bool {
    let Some((_, before)) = fight.places.iter().find(|(u, _)| *u == unit) else { return false };
    let now = pos.hexes(unit);
    *before == now || (now.right.is_some() && now.iter().any(|h| before.contains(h)))
}

pub(crate) fn set_engaged(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, now: bool) {
    if pos.unit(unit).engaged != now {
        pos.unit_mut(unit).engaged = now;
        oracle.tell(|| Happening::Shock(ShockEvent::Engaged { unit, now }));
    }
}

/// **spqr 10.43.** A unit without an engaged enemy in its zone, and in the zone of none, is engaged no
/// longer.
pub(crate) fn release(pos: &mut Position, oracle: &mut Oracle<'_>) {
    let free: Vec<UnitId> =
        pos.unit_ids().filter(|&u| pos.unit(u).engaged && !questions::is_engaged(pos, u)).collect();
    for unit in free {
        set_engaged(pos, oracle, unit, false);
    }
}
