//! Rout: who stands, who dies, who runs, and whom they carry along (8.43, 10.2, 6.68).

use crate::check::check;
use crate::events::hit_cause::{CheckCause, HitCause};
use crate::events::rout::RoutEvent;
use crate::piece::{Class, LeaderId, UnitId, UnitType};
use crate::position::{Formation, Hexes, Morale, Place, Position, ShockMark, Supply};
use crate::rout::way::{End, RunLength, Way, find_way};
use crate::rout::{Gone, RoutCause, RoutEnd, discipline, eliminate, ground, hit, rout_if_broken, stand};
use crate::{Flow, Happening, Oracle};
use tess_effects::{Dice, Question, Rule};

/// **spqr 10.2, 9.14, 6.68.** Routs a unit and whoever must go with it; `by` is the enemy that caused it.
/// The roll of those who may stand comes first.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn rout(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    cause: RoutCause,
    by: Option<UnitId>,
) -> Flow<RoutEnd> {
    if stand::stands(pos, oracle, unit, cause)? {
        return Ok(RoutEnd::Stood);
    }
    flee(pos, oracle, unit, by, RunLength::Two, RoutEvent::RUNS)
}

/// **spqr 10.22, 10.24, 10.25.** Is it certain that this unit has no way out if it routs now: without any
/// choice of its owner, over the two hexes of a rout?
#[must_use]
pub fn has_no_way(pos: &Position, unit: UnitId) -> bool {
    let runs = !is_lost(pos, unit) && pos.spec(unit).kind != UnitType::EL;
    let mut oracle = Oracle::new(Dice::Closed, &[]).quiet();
    runs && find_way(pos, &mut oracle, unit, RunLength::Two)
        .is_ok_and(|way| matches!(way.end, End::Stuck | End::Crowded))
}

/// **spqr 10.21, 9.87, alexander 9.22.** Is a unit of this type lost when it routs? Skirmishers run in some
/// books (alexander 10.34).
fn is_lost(pos: &Position, unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    spec.class == Class::SC
        || spec.kind == UnitType::CH
        || spec.kind.is_skirmisher() && !pos.set.variant.choices.rout.skirmishers_run
}

/// **spqr 8.62, 10.23.** A unit runs its whole allowance instead of two hexes (break-off); a phalanx
/// two hexes all the same, for only the segment itself would eliminate it.
///
/// # Errors
/// As [`rout`].
pub fn rout_full(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<RoutEnd> {
    flee(pos, oracle, unit, None, RunLength::Full, RoutEvent::RUNS_ON)
}

/// **spqr 10.21, 6.68, 9.53.** What becomes of the unit by its type, and of its stack.
pub(crate) fn flee(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    by: Option<UnitId>,
    reach: RunLength,
    rule: Rule,
) -> Flow<RoutEnd> {
    if !matches!(pos.unit(unit).place, Place::Field { .. }) {
        return Ok(RoutEnd::Gone(Gone::NoWay));
    }
    let partner = pos.partner(unit);
    let was_top = pos.is_top(unit);
    let kind = pos.spec(unit).kind;
    let breaks = !pos.is_routed(unit);
    if breaks {
        oracle.tell(|| Happening::Rout(RoutEvent::Routs { unit, by, rule: RoutEvent::BREAKS }));
    }
    let end = if is_lost(pos, unit) {
        let rule = Rule(if kind == UnitType::CH { "alexander 9.22" } else { "10.21" });
        eliminate(pos, oracle, unit, rule);
        RoutEnd::Gone(Gone::ByType)
    } else if kind == UnitType::EL {
        (pos.set.sequels.rampage)(pos, oracle, unit, by)?;
        RoutEnd::Rampaged
    } else {
        run(pos, oracle, unit, reach, rule)?
    };
    if breaks {
        discipline::army_check(pos, oracle, unit)?;
    }
    if let Some(partner) = partner {
        let double_depth = pos.spec(unit).two_hex && pos.spec(partner).two_hex;
        comrade(pos, oracle, partner, was_top || double_depth, by)?;
    }
    Ok(end)
}

/// **spqr 6.68, 9.53.** What a rout does to the other unit of the stack: with the top the bottom routs too,
/// after the bottom the top checks, and routs when it fails. **Alexander 6.98.** It takes the difference in
/// hits, as before shock.
pub fn comrade(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    partner: UnitId,
    goes_too: bool,
    by: Option<UnitId>,
) -> Flow<()> {
    let stays = matches!(pos.unit(partner).place, Place::Field { .. }) && !pos.is_routed(partner);
    if !stays {
        return Ok(());
    }
    if goes_too {
        rout(pos, oracle, partner, RoutCause::Stack, by)?;
    } else {
        let what = CheckCause::Stack;
        let check = check(pos, oracle, partner, "stack", 0, what.rule())?;
        oracle.tell(|| Happening::Rout(RoutEvent::Checked { unit: partner, check, what }));
        if pos.set.variant.choices.rout.top_takes_hits {
            if check.failed() {
                hit(pos, oracle, partner, check.excess, HitCause::ComradeBroke)?;
                rout_if_broken(pos, oracle, partner, by)?;
            }
        } else if check.failed() {
            rout(pos, oracle, partner, RoutCause::Stack, by)?;
        }
    }
    Ok(())
}

/// **spqr 10.22 to 10.27, 4.72.** Runs, marks the unit routed, drives leaders of the enemy from its way, and
/// bills the friends it ran over.
fn run(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    reach: RunLength,
    rule: Rule,
) -> Flow<RoutEnd> {
    let way = find_way(pos, oracle, unit, reach)?;
    run_by(pos, oracle, unit, way, rule)
}

/// **spqr 10.22 to 10.27.** Runs by a way that has been found, with all that follows from it.
pub(crate) fn run_by(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    way: Way,
    rule: Rule,
) -> Flow<RoutEnd> {
    let from = pos.hexes(unit);
    let Way { places, facing, trampled, end } = way;
    let leaders = if end == End::Stands { followers(pos, oracle, unit, from)? } else { Vec::new() };
    mark_routed(pos, unit);
    if let Some(from) = from.left
        && !places.is_empty()
    {
        let path = || places.iter().filter_map(|p| p.left).collect();
        oracle.tell(|| Happening::Rout(RoutEvent::Ran { unit, from, path: path(), rule }));
    }
    (pos.set.sequels.leaders_withdraw_along)(pos, oracle, unit, &places, facing)?;
    match (end, places.last()) {
        (End::Stands, Some(&last)) => {
            if let Some(left) = last.left {
                pos.put(unit, left, facing);
            }
            for (leader, right_half) in leaders {
                let Some(to) = (if right_half { last.right } else { last.left }) else { continue };
                pos.place_leader(leader, Some(to));
                oracle.tell(|| Happening::Rout(RoutEvent::LeaderRan { leader, to }));
            }
        }
        // A full run that had no points for its first step.
        (End::Stands, None) => {}
        (End::OffMap, _) => {
            oracle.tell(|| Happening::Rout(RoutEvent::Fled { unit }));
            eliminate(pos, oracle, unit, RoutEvent::NO_WAY);
        }
        (End::Stuck | End::Crowded, _) => {
            let rule = if end == End::Stuck { RoutEvent::NO_WAY } else { RoutEvent::NO_PLACE };
            oracle.tell(|| Happening::Rout(RoutEvent::NoWay { unit, rule }));
            eliminate(pos, oracle, unit, rule);
        }
    }
    run_over(pos, oracle, unit, &trampled)?;
    Ok(match end {
        // In the memory of the way.
        End::Stands => RoutEnd::Ran(places.into_iter().filter_map(|p| p.left).collect()),
        End::OffMap => RoutEnd::Left(places.into_iter().filter_map(|p| p.left).collect()),
        End::Stuck | End::Crowded => RoutEnd::Gone(Gone::NoWay),
    })
}

/// **spqr 10.27.** Everything that the marker means.
fn mark_routed(pos: &mut Position, unit: UnitId) {
    let empties = pos.spec(unit).missile.is_some() && pos.spec(unit).kind.is_infantry();
    let now = pos.unit_mut(unit);
    now.morale = Morale::Routed;
    now.formation = Formation::Line;
    now.shock = ShockMark::None;
    now.engaged = false;
    now.shield_wall = false;
    if empties {
        now.supply = Supply::No;
    }
}

/// **spqr 10.26.** The leaders in its hexes who go along, each with the half he rides in.
fn followers(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    from: Hexes,
) -> Flow<Vec<(LeaderId, bool)>> {
    let spec = pos.spec(unit);
    let mut going = Vec::new();
    for h in from.iter() {
        for leader in pos.leaders_in(h).filter(|&l| pos.leader_spec(l).side == spec.side) {
            let who = pos.leader_spec(leader);
            let question = Question::new(
                "leader-follow",
                &pos.set.sides[spec.side],
                &who.code,
                Rule("10.26"),
                format!(
                    "{} ({}) routs from {h}: does {} go along?",
                    spec.code,
                    spec.kind.letters(),
                    who.name
                ),
            )
            .choice("yes", "he goes along")
            .choice("no", format!("he stays in {h}"))
            .naming(&spec.code)
            .at(h)
            .fact("reason", "rout")
            .fact("enemies", pos.enemies_next_to(spec.side, h).len());
            if oracle.ask(question)? == "yes" {
                going.push((leader, from.right == Some(h)));
            }
        }
    }
    Ok(going)
}

/// **spqr 6.69, 10.25.** Hits and checks of the friends a runner went over; they may break in their turn.
fn run_over(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    runner: UnitId,
    trampled: &[(UnitId, bool)],
) -> Flow<()> {
    let what = CheckCause::RunOver;
    for &(friend, stopping) in trampled {
        if !matches!(pos.unit(friend).place, Place::Field { .. }) {
            continue;
        }
        let toll = ground::trample(pos, runner, friend, stopping);
        if toll.hits == 0 && !toll.check {
            continue;
        }
        oracle.tell(|| Happening::Rout(RoutEvent::Trampled { unit: friend, by: runner, stopping }));
        hit(pos, oracle, friend, toll.hits, HitCause::RunOver)?;
        let lives = matches!(pos.unit(friend).place, Place::Field { .. });
        // Only the top unit of a stack checks (6.68).
        if toll.check && lives && pos.is_top(friend) {
            let check = check(pos, oracle, friend, "trampled", 0, what.rule())?;
            oracle.tell(|| Happening::Rout(RoutEvent::Checked { unit: friend, check, what }));
            hit(pos, oracle, friend, check.excess, HitCause::RunOverCheck)?;
        }
        rout_if_broken(pos, oracle, friend, None)?;
    }
    Ok(())
}
