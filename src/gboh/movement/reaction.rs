//! What the enemy does when a mover has come adjacent (4.72, 7.15, 7.16, 7.32, 8.21, 9.16).

use crate::check::{Check, check};
use crate::events::hit_cause::HitCause;
use crate::events::movement::MoveEvent;
use crate::movement::step::new_hexes;
use crate::movement::{elephants, facts, leaders, mark, withdraw};
use crate::piece::UnitId;
use crate::position::{Hexes, Place, Position, ShockMark};
use crate::questions::near::{enemies_next_to, leaders_about, touches};
use crate::state::asks::Finer;
use crate::variant::charts::Angle;
use crate::{Flow, Happening, Oracle, missile, rout};
use tess_effects::{Listed, Matter, Question, Rule};
use tess_hex::{Facing, Hex};

/// How a mover came where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coming {
    /// In a move; `shock`: a light unit wants to shock (7.31).
    Move {
        /// The choice.
        shock: bool,
    },
    /// In an advance or pursuit (8.55).
    Advance,
}

/// Everything that follows when a mover has come from `from`; true when somebody left it free to go on.
pub(crate) fn arrive(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    from: Hexes,
    coming: Coming,
) -> Flow<bool> {
    let side = pos.side(mover);
    if !is_beside_anybody(pos, side, pos.hexes(mover)) {
        return Ok(false);
    }
    let mut gave_way = false;
    if coming != Coming::Advance {
        gave_way = elephants::frighten(pos, oracle, mover, from)?;
    }
    leaders::withdraw_from(pos, oracle, mover)?;
    let refaced = reface_all(pos, oracle, mover, from)?;
    if !withdraw::in_order(pos, mover) {
        return Ok(gave_way);
    }
    if let Coming::Move { shock } = coming
        && pos.is_beside_enemy(mover)
    {
        mark(pos, oracle, mover, shock);
    }
    let watchers = missile::zones_entered(pos, mover, from, &refaced);
    if watchers.is_empty() {
        return Ok(gave_way);
    }
    let line =
        if coming == Coming::Advance { None } else { pos.stage.phase_mut().and_then(|p| p.line_mut()) };
    match line {
        Some(line) => line.enters(mover, &watchers),
        None => missile::entry_fire(pos, oracle, mover, &watchers)?,
    }
    Ok(gave_way)
}

/// Is an enemy unit next to the place, or a leader next to it or in it?
fn is_beside_anybody(pos: &Position, side: crate::Side, place: Hexes) -> bool {
    place.iter().any(|h| pos.presence().touches(side.other(), h))
        || leaders_about(pos, side.other(), place).any(|l| !pos.is_counter(l))
}

/// **spqr 7.31, 7.32.** The shock marker, at once; a light unit's owner has said in the order whether it
/// will shock.
pub(crate) fn mark(pos: &mut Position, oracle: &mut Oracle<'_>, mover: UnitId, shock: bool) {
    mark::mark_moved(pos, oracle, mover);
    if shock && pos.unit(mover).shock == ShockMark::MayCheck {
        pos.unit_mut(mover).shock = ShockMark::MustCheck;
    }
}

/// Offers a change of facing to everybody next to whom the mover has just come; returns who turned.
fn reface_all(pos: &mut Position, oracle: &mut Oracle<'_>, mover: UnitId, from: Hexes) -> Flow<Vec<UnitId>> {
    let side = pos.side(mover);
    let mut turned = Vec::new();
    for unit in enemies_next_to(pos, new_hexes(pos.hexes(mover), from), side) {
        let now = pos.hexes(mover);
        let own = pos.hexes(unit);
        let came = new_hexes(now, from).any(|h| touches(own, h));
        if came && may_reface(pos, unit, mover) {
            let turns = if pos.spec(unit).two_hex {
                pos.set.variant.choices.movement.two_hex_reacts && reverse(pos, oracle, unit, mover, from)?
            } else {
                reface(pos, oracle, unit, mover)?
            };
            if turns {
                turned.push(unit);
            }
        }
    }
    Ok(turned)
}

/// **spqr 7.15, 6.77, 10.41.** Once an orders phase; not routed, not engaged, not in column, not in the zone
/// of any enemy but the mover.
fn may_reface(pos: &Position, unit: UnitId, mover: UnitId) -> bool {
    withdraw::in_order(pos, unit)
        && pos.is_top(unit)
        && !pos.unit(unit).done.refaced
        && !pos.is_leader_elephant(unit)
        && !pos.unit(unit).shield_wall
        && !crate::questions::is_engaged(pos, unit)
        && !pos.in_column(unit)
        && pos.spec(unit).class != crate::piece::Class::SC
        && !(pos.unit(unit).done.began_in_zoc && pos.set.variant.choices.movement.held_do_not_react)
        && !pos.hexes(unit).iter().any(|h| pos.in_zoc_of(pos.side(unit), h, |e| e != mover))
}

/// The best side on which the mover's hexes touch the unit, if it faced so.
fn best_angle(pos: &Position, unit: UnitId, mover: UnitId, facing: Facing) -> Option<Angle> {
    let Place::Field { hex, .. } = pos.unit(unit).place else { return None };
    let own = Hexes::of(hex, facing, pos.spec(unit).two_hex);
    pos.hexes(mover).iter().filter_map(|h| crate::zone::angle_of(own, facing, h)).min()
}

/// **spqr 7.15.** One vertex to the left or right. When the mover stands to its front already, only who
/// wants to be is asked.
fn reface(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, mover: UnitId) -> Flow<bool> {
    let Some(facing) = pos.facing(unit) else { return Ok(false) };
    let now = best_angle(pos, unit, mover, facing);
    if now == Some(Angle::Front) && !pos.asks(pos.side(unit), Finer::Face) {
        return Ok(false);
    }
    let exempt = pos.spec(unit).kind.is_cavalry()
        && (pos.set.variant.choices.movement.cavalry_reacts_freely || pos.spec(mover).kind.is_infantry());
    let spec = pos.spec(unit);
    let turns = [("no", None), ("left", Some(facing.turn(-1))), ("right", Some(facing.turn(1)))];
    let options = Listed {
        of: turns.into_iter(),
        key: |turn: &(&'static str, Option<Facing>)| turn.0,
        text: |turn: &(&'static str, Option<Facing>)| match turn.1 {
            Some(to) => format!("faces {to}: {}", price(pos, unit, mover, exempt)),
            None => format!("stays facing {facing}"),
        },
    };
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "face", side, subject: &spec.code, rule: Rule("7.15") };
    let chosen = oracle.choose(matter, &options, |m, _| which_way(pos, unit, mover, now, exempt, m))?;
    let (_, Some(to)) = chosen else { return Ok(false) };
    let members = [Some(unit), pos.partner(unit)];
    for member in members.into_iter().flatten() {
        pos.turn_in_place(member, to);
        pos.unit_mut(member).done.refaced = true;
    }
    pay(pos, oracle, members, mover, to, exempt)?;
    Ok(true)
}

/// What turning costs, in words.
fn price(pos: &Position, unit: UnitId, mover: UnitId, exempt: bool) -> String {
    if exempt {
        return "no check".to_owned();
    }
    let least = match pos.set.variant.choices.movement.reaction_least_hits {
        0 => String::new(),
        n => format!(", at least {n} hit"),
    };
    format!("check{}{least}", signed(paces_apart(pos, unit, mover)))
}

/// From where somebody comes, in a word.
pub(crate) fn approach(angle: Option<Angle>) -> &'static str {
    match angle {
        Some(Angle::Front) => "front",
        Some(Angle::Rear) => "rear",
        _ => "flank",
    }
}

/// The question of 7.15; by default a unit turns where that helps and can hardly break it.
fn which_way(
    pos: &Position,
    unit: UnitId,
    mover: UnitId,
    now: Option<Angle>,
    exempt: bool,
    matter: &Matter<'_>,
) -> Question {
    let choices = &pos.set.variant.choices.movement;
    let modifier = paces_apart(pos, unit, mover);
    let text = format!(
        "{} comes next to {} on its {}. Turn one vertex?",
        facts::named(pos, mover),
        facts::named(pos, unit),
        approach(now)
    );
    let question = facts::about(matter.question(text), pos, unit, mover)
        .fact("approach", approach(now))
        .fact("check", !exempt);
    let safe = exempt
        || i16::from(pos.hits(unit))
            + (9 + i16::from(modifier) - i16::from(pos.quality(unit)))
                .max(choices.reaction_least_hits.into())
            < i16::from(pos.quality(unit));
    let turned = [("left", -1), ("right", 1)];
    let better = turned.into_iter().find(|&(_, by)| {
        pos.facing(unit).is_some_and(|facing| best_angle(pos, unit, mover, facing.turn(by)) < now)
    });
    match better {
        Some((key, _)) if safe => question.or_else(key),
        _ => question,
    }
}

/// **spqr 7.16.** A phalanx faces about when an enemy has moved into one of its rear hexes; not at double
/// depth (9.52), not in rough ground (6.45).
fn reverse(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    mover: UnitId,
    from: Hexes,
) -> Flow<bool> {
    let (Some(facing), Some(right)) = (pos.facing(unit), pos.hexes(unit).right) else { return Ok(false) };
    let behind = new_hexes(pos.hexes(mover), from).any(|h| pos.angle(unit, h) == Some(Angle::Rear));
    let rough = pos.hexes(unit).iter().any(|h| pos.is_rough_for(unit, h));
    if !behind || rough || pos.in_double_depth(unit) || pos.partner(unit).is_some() {
        return Ok(false);
    }
    let modifier = paces_apart(pos, unit, mover);
    let spec = pos.spec(unit);
    let text = format!("{} comes behind {}. Face about?", facts::named(pos, mover), facts::named(pos, unit));
    let q = Question::new("face", &pos.set.sides[spec.side], &spec.code, Rule("7.16"), text)
        .choice("no", format!("stays facing {facing}"))
        .choice("reverse", format!("faces {}: check{}, at least 1 hit", facing.opposite(), signed(modifier)));
    if oracle.ask(facts::about(q, pos, unit, mover).fact("approach", "rear"))? != "reverse" {
        return Ok(false);
    }
    let to = facing.opposite();
    pos.put(unit, right, to);
    pos.unit_mut(unit).done.refaced = true;
    pay(pos, oracle, [Some(unit), None], mover, to, false)?;
    Ok(true)
}

/// The mover's allowance less the unit's: added to the die (7.15).
pub(crate) fn paces_apart(pos: &Position, unit: UnitId, mover: UnitId) -> i8 {
    if !pos.set.variant.choices.movement.reaction_counts_pace {
        return 0;
    }
    pos.spec(mover).ma as i8 - pos.spec(unit).ma as i8
}

/// **spqr 7.15, 7.14.** The check after turning: the difference in hits, and at least one, whatever the die.
fn pay(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    members: [Option<UnitId>; 2],
    mover: UnitId,
    facing: Facing,
    exempt: bool,
) -> Flow<()> {
    let Some(unit) = members[0] else { return Ok(()) };
    let made: Option<Check> = if exempt {
        None
    } else {
        Some(check(pos, oracle, unit, "reface", paces_apart(pos, unit, mover), Rule("7.15"))?)
    };
    let choices = &pos.set.variant.choices.movement;
    let hits = made.map_or(0, |c| c.excess.max(choices.reaction_least_hits));
    if choices.failed_reaction_bars_fire && made.is_some_and(Check::failed) {
        pos.unit_mut(unit).done.flustered_by = Some(mover);
    }
    let phalanx = pos.spec(unit).two_hex;
    oracle.tell(|| Happening::Move(MoveEvent::Refaced { unit, mover, facing, check: made, hits, phalanx }));
    for member in members.into_iter().flatten() {
        let rough = match pos.hex(member) {
            Some(hex) if !pos.spec(member).two_hex => rough_turn(pos, member, hex),
            _ => 0,
        };
        if hits > 0 {
            rout::hit(pos, oracle, member, hits, HitCause::TurnsBefore)?;
        }
        if rough > 0 {
            rout::hit(pos, oracle, member, rough, HitCause::RoughTurn)?;
        }
    }
    for member in members.into_iter().flatten() {
        if withdraw::in_order(pos, member) {
            rout::rout_if_broken(pos, oracle, member, Some(mover))?;
        }
    }
    Ok(())
}

/// **spqr 7.14.** Hits for one vertex of turning in this hex; in charge formation twice (alexander 9.74).
pub(crate) fn rough_turn(pos: &Position, unit: UnitId, hex: Hex) -> u8 {
    let hits = crate::movement::cost::turning_hits(pos, unit, hex, 1);
    if pos.in_charge_formation(unit) { 2 * hits } else { hits }
}

/// Has the mover come within reach of an enemy at all: the cheap question before all offers.
pub(crate) fn is_near_enemy(pos: &Position, mover: UnitId) -> bool {
    let side = pos.side(mover).other();
    let at = pos.hexes(mover);
    let presence = pos.presence();
    at.iter().any(|h| presence.is_near(side, h) || presence.has_leader_about(side, h))
}

/// ` -1`, ` +2`, or nothing.
fn signed(modifier: i8) -> String {
    if modifier == 0 { String::new() } else { format!(" {modifier:+}") }
}

/// Everything the enemies of `mover` may do once it stands where it stands now, having come from `from`:
/// reaction facing (7.15, 7.16), entry fire (8.21), leaders' withdrawal (4.72). `in_movement` is false for
/// advances and pursuit: then nobody withdraws in order (8.55) and cavalry beside elephants too stays.
///
/// # Errors
/// As the oracle's.
pub fn came_adjacent(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    from: Hexes,
    in_movement: bool,
) -> Flow<()> {
    let coming = if in_movement { Coming::Move { shock: false } } else { Coming::Advance };
    arrive(pos, oracle, mover, from, coming).map(drop)
}
