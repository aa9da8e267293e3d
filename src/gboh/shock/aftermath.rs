//! What is left to do when the dust settles: javelins, columns, markers (6.76, 8.17, 10.4).

use crate::events::hit_cause::HitCause;
use crate::events::shock::ShockEvent;
use crate::piece::{Side, UnitId};
use crate::position::{Formation, Place, Position, ShockMark};
use crate::shock::fight::Fight;
use crate::variant::charts::Angle;
use crate::{Flow, Happening, Oracle, questions, rout, skirmish, zone};
use tess_effects::{Listed, Matter, Rule};
use tess_hex::{Facing, Hexside};

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

/// **spqr 6.76.** Units that were shocked in column form line for a hit; one-hex units turn half a
/// step to the left or right, as their owner says (cataphract 6.46, alexander 6.66).
pub(crate) fn leave_columns(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &[Fight]) -> Flow<()> {
    for fight in fights {
        for &unit in &fight.defenders {
            let Formation::Column { towards, .. } = pos.unit(unit).formation else { continue };
            if !matches!(pos.unit(unit).place, Place::Field { .. }) || pos.is_routed(unit) {
                continue;
            }
            pos.unit_mut(unit).formation = Formation::Line;
            if !pos.spec(unit).two_hex {
                let facing = out_of_column(pos, oracle, unit, towards)?;
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

/// To which side a unit of one hex turns that falls out of column; by default the one with most enemies in
/// front.
fn out_of_column(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, towards: Hexside) -> Flow<Facing> {
    let right = Facing::with_left_front(towards);
    let turns = [("left", right.turn(-1)), ("right", right)];
    let ahead = |facing: Facing| {
        let near = pos.hex(unit).map_or_else(Vec::new, |h| pos.enemies_next_to(pos.side(unit), h));
        let front = |h| zone::angle_of(pos.hexes(unit), facing, h) == Some(Angle::Front);
        near.iter().filter(|&&e| pos.hexes(e).iter().any(front)).count()
    };
    let options = Listed {
        of: turns.into_iter(),
        key: |turn: &(&'static str, Facing)| turn.0,
        text: |turn: &(&'static str, Facing)| format!("faces {}", turn.1),
    };
    let spec = pos.spec(unit);
    let (side, subject) = (&pos.set.sides[spec.side], &spec.code);
    let matter = Matter { window: "column-face", side, subject, rule: Rule("6.76") };
    let chosen = oracle.choose(matter, &options, |matter, _| {
        let default = if ahead(turns[0].1) > ahead(right) { "left" } else { "right" };
        matter.question(format!("{subject} falls out of column: which way does it turn?")).or_else(default)
    })?;
    Ok(chosen.1)
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
