//! Harassment and dispersal (8.3, 9.31): up to the target and back without moving the counter.

use crate::events::hit_cause::HitCause;
use crate::events::missile::{FireEvent, Occasion};
use crate::missile::rate::volleys;
use crate::missile::reaction::{Reply, ask};
use crate::missile::shield_wall;
use crate::missile::shot::{Impact, Shot, can_shoot, is_ready, is_worth_it, land, loose, settle, struck};
use crate::order::{Fire, Target};
use crate::piece::{Class, Missile, Side, UnitId, UnitType};
use crate::position::{Place, Position, Supply};
use crate::questions::sight::{Eye, cover, is_clear};
use crate::refusal::missile::{Misfire, NoHarass};
use crate::skirmish::impetuous;
use crate::state::asks::Finer;
use crate::state::danger::harassment_reach;
use crate::state::weapon::Weapon;
use crate::variant::charts::Angle;
use crate::{Flow, Happening, Oracle, Outcome, Refusal, movement, rout};
use tess_effects::{Question, Rule};
use tess_hex::{Facing, Hex, Hexside};

/// A way up to a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approach {
    /// Its hexes; the last one touches the target.
    pub path: Vec<Hex>,
    /// Who may fire at those who come (8.33), in order of id.
    pub reactors: Vec<UnitId>,
}

/// **spqr 8.31, 8.32, 8.34.** May this unit harass that one, and by which way? Of several ways, where the
/// order names none, the one that fewest may answer, then the one at its front, where it has no
/// cause to turn, then the lowest numbers.
///
/// # Errors
/// The reason if not.
pub fn may_harass(pos: &Position, unit: UnitId, target: UnitId) -> Result<Approach, Refusal> {
    let angle = |way: &Approach| way.path.last().and_then(|&hex| pos.angle(target, hex));
    approaches(pos, unit, target)?
        .into_iter()
        .min_by_key(|w| (w.reactors.len(), angle(w), w.path.clone()))
        .ok_or_else(|| no_way(unit, target))
}

/// **spqr 8.32.** The way that the harasser names.
fn by_way(pos: &Position, unit: UnitId, target: UnitId, way: &[Hex]) -> Result<Approach, Refusal> {
    if way.is_empty() {
        return may_harass(pos, unit, target);
    }
    let found = approaches(pos, unit, target)?.into_iter().find(|approach| approach.path == way);
    found.ok_or_else(|| Refusal::new(Rule("8.32"), Misfire::Harass(unit, target, NoHarass::NotThatWay)))
}

fn no_way(unit: UnitId, target: UnitId) -> Refusal {
    Refusal::new(Rule("8.32"), Misfire::Harass(unit, target, NoHarass::NoWay))
}

/// All ways by which a unit may harass another.
fn approaches(pos: &Position, unit: UnitId, target: UnitId) -> Result<Vec<Approach>, Refusal> {
    is_ready(pos, unit, Weapon::Own)?;
    let (spec, foe) = (pos.spec(unit), pos.spec(target));
    let no = |rule, why| Err(Refusal::new(Rule(rule), Misfire::Harass(unit, target, why)));
    if pos.unit(unit).pursued {
        return no("8.63", NoHarass::Spent);
    }
    let horse = match spec.kind {
        UnitType::LC => true,
        UnitType::SK | UnitType::SKS | UnitType::LI | UnitType::LP
            if pos.set.variant.choices.missile.foot_harasses =>
        {
            false
        }
        _ if !pos.set.variant.choices.missile.foot_harasses => {
            return no("8.31", NoHarass::NotHorse);
        }
        _ => return no("8.31", NoHarass::NotLight),
    };
    if !horse && spec.missile == Some(Missile::A) {
        return no("8.31", NoHarass::Archer);
    }
    let choices = &pos.set.variant.choices.missile;
    if horse && choices.horse_spares_skirmishers && foe.kind.is_skirmisher() {
        return no("8.31", NoHarass::Skirmishers);
    }
    let engaged = crate::questions::is_engaged(pos, target);
    if foe.side == spec.side || pos.hexes(target).left.is_none() || engaged {
        return no("8.33", NoHarass::NoTarget);
    }
    // Cataphracts may be harassed whatever their allowance (alexander 9.42).
    let anybody = horse && (choices.horse_harasses_anybody || foe.class == Class::CAT);
    if !anybody && if horse { foe.ma >= spec.ma } else { foe.ma > spec.ma } {
        return no("8.31", NoHarass::TooFast(spec.ma, foe.ma));
    }
    let reach = harassment_reach(spec.kind);
    let Some(distance) = pos.distance(unit, target).filter(|&d| (2..=reach).contains(&d)) else {
        return no("8.32", NoHarass::Distance(reach));
    };
    if pos.unit_in_zoc(unit) {
        return no("8.32", NoHarass::InZone);
    }
    let keeps_front = choices.harassment_keeps_its_front;
    let eye = if matches!(spec.missile, Some(Missile::A | Missile::C)) { Eye::Archer } else { Eye::Level };
    let spared = [pos.hexes(unit), pos.hexes(target)];
    let sees = !keeps_front
        || pos.hexes(unit).iter().any(|f| {
            pos.hexes(target).iter().any(|t| f.distance(t) == distance && is_clear(pos, f, t, eye, spared))
        });
    if !sees {
        return no("8.32", NoHarass::Unseen);
    }
    let mut ways: Vec<Approach> = Vec::new();
    if let (Some(start), Some(facing)) = (pos.hex(unit), pos.facing(unit)) {
        let mut path = Vec::new();
        explore(pos, unit, target, start, facing, reach, &mut path, &mut ways);
    }
    Ok(ways)
}

/// **spqr 8.32.** All ways through front hexes, not longer than the reach.
#[allow(clippy::too_many_arguments)]
fn explore(
    pos: &Position,
    unit: UnitId,
    target: UnitId,
    at: Hex,
    facing: Facing,
    left: u8,
    path: &mut Vec<Hex>,
    ways: &mut Vec<Approach>,
) {
    if left < 2 {
        return;
    }
    let field = &pos.set.field;
    let side = pos.side(unit);
    let keeps_front = pos.set.variant.choices.missile.harassment_keeps_its_front;
    let minds_slopes = pos.set.variant.choices.missile.harassment_minds_slopes;
    let ahead = [facing.left_front(), facing.right_front()];
    for hexside in Hexside::ALL.into_iter().filter(|s| !keeps_front || ahead.contains(s)) {
        let Some(next) = at.neighbour(hexside).filter(|_| field.can_cross(at, hexside)) else { continue };
        if path.contains(&next) {
            continue;
        }
        let (here, there) = (field.cell(at), field.cell(next));
        let touches = pos.hexes(target).iter().any(|t| t.touches(next));
        if pos.is_rough_for(unit, next)
            || minds_slopes && here.level.abs_diff(there.level) > 1
            || !pos.stack(next).is_empty()
            || !touches && pos.in_enemy_zoc(side, next)
            || pos.spec(unit).kind.is_cavalry() && before_elephants(pos, side, next)
        {
            continue;
        }
        path.push(next);
        if touches {
            ways.push(Approach { path: path.clone(), reactors: reactors(pos, unit, target, path) });
        }
        explore(pos, unit, target, next, facing, left - 1, path, ways);
        path.pop();
    }
}

/// **spqr 8.34, 9.15.** Does an enemy elephant's front lie there? Cavalry does not go through it.
fn before_elephants(pos: &Position, side: Side, hex: Hex) -> bool {
    pos.enemies_next_to(side, hex)
        .into_iter()
        .any(|u| pos.spec(u).kind == UnitType::EL && pos.angle(u, hex) == Some(Angle::Front))
}

/// **spqr 8.33, alexander 9.32.** Enemies, or the target alone, that a hex of the way touches in their front
/// or flank and that could fire.
fn reactors(pos: &Position, unit: UnitId, target: UnitId, path: &[Hex]) -> Vec<UnitId> {
    let side = pos.side(unit);
    let all = pos.set.variant.choices.missile.harassment_stirs_others;
    let mut found: Vec<UnitId> = path
        .iter()
        .flat_map(|&h| {
            pos.enemies_next_to(side, h)
                .into_iter()
                .filter(move |&u| matches!(pos.angle(u, h), Some(Angle::Front | Angle::Flank)))
        })
        .filter(|&u| all || u == target)
        .filter(|&u| {
            pos.spec(u).class != crate::piece::Class::SC
                && (can_shoot(pos, u, Weapon::Own) || can_shoot(pos, u, Weapon::Screen))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// **spqr 8.33, 8.34.** Harassment: both sides' fire at range 1 at the same time. Uses the unit's move and
/// fire; a unit that moved in an earlier phase of the turn takes the hit of 6.13.
///
/// # Errors
/// Refused when it may not; as [`Oracle::roll`] and [`Oracle::ask`].
pub fn carry_out_harass(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    order: &Fire,
    way: &[Hex],
) -> Flow<Outcome> {
    let unit = order.unit;
    let no = |why| Err(Refusal::new(Rule("8.31"), why).into());
    let Target::Unit(target) = order.target else {
        return no(Misfire::HarassesUnits(unit));
    };
    let done = pos.unit(unit).done;
    if done.moved || done.fired {
        return no(Misfire::HarassSpent(unit));
    }
    let Approach { path, mut reactors } = by_way(pos, unit, target, way)?;
    let Some(&end) = path.last() else { return Ok(Outcome::Done) };
    let out_of_hand = movement::is_out_of_hand(pos, target);
    let now = pos.unit_mut(unit);
    now.done.moved = true;
    now.done.fired = true;
    oracle.tell(|| Happening::Fire(FireEvent::Harasses { unit, target, reach: end }));
    if pos.spec(target).kind == UnitType::EL && pos.spec(unit).kind.is_cavalry() {
        rout::hit(pos, oracle, unit, 2, HitCause::Elephants)?;
        if rout::rout_if_broken(pos, oracle, unit, Some(target))? {
            return Ok(Outcome::Done);
        }
    }
    let stood = !pos.is_routed(target);
    if turn_to(pos, oracle, target, unit, end)? {
        reactors = self::reactors(pos, unit, target, &path);
    }
    // Whom the turn has routed has run out of reach.
    let fled = stood && (pos.is_routed(target) || pos.hex(target).is_none());
    let own = (!fled).then(|| shot_at(pos, unit, Weapon::Own, target, end, true));
    if let Some(own) = &own {
        shield_wall::offer(pos, oracle, own)?;
    }
    let mut shots: Vec<Shot> = own.into_iter().collect();
    for firer in reactors {
        shots.extend(returned(pos, oracle, firer, unit)?);
    }
    let impacts = all_at_once(pos, oracle, shots)?;
    movement::feign_after_harassing(pos, oracle, unit, target, out_of_hand)?;
    let own = impacts.first().filter(|i| i.shot.unit == unit && i.hits > 0);
    if let Some(Target::Unit(struck)) = own.map(|i| i.shot.target) {
        impetuous::check(pos, oracle, struck, unit)?;
    }
    again(pos, oracle, unit)?;
    Ok(Outcome::Done)
}

/// **8.33.** The entry fire of one who is harassed, or stands by.
fn returned(pos: &mut Position, oracle: &mut Oracle<'_>, firer: UnitId, unit: UnitId) -> Flow<Vec<Shot>> {
    let rule = Rule("8.33");
    let reply = Reply { window: "entry-fire", rule, occasion: Occasion::Entry, range: Some(1) };
    let mut shots = Vec::new();
    let aimed: Vec<(UnitId, Shot)> = [Weapon::Own, Weapon::Screen]
        .into_iter()
        .filter(|&w| can_shoot(pos, firer, w))
        .map(|w| (unit, back(pos, firer, w, unit)))
        .filter(|(_, s)| is_worth_it(pos, s))
        .collect();
    for _ in 0..volleys(pos, firer) {
        let chosen = ask(pos, oracle, firer, &aimed, &reply)?;
        if chosen.is_empty() {
            break;
        }
        pos.unit_mut(firer).done.entry_fired_at = Some(unit);
        shots.extend(chosen);
    }
    Ok(shots)
}

/// Every die before any hit, every hit before any rout.
fn all_at_once(pos: &mut Position, oracle: &mut Oracle<'_>, shots: Vec<Shot>) -> Flow<Vec<Impact>> {
    let mut impacts = Vec::with_capacity(shots.len());
    for shot in shots {
        // The second shot of one unit may find it without arrows (cataphract 11.4).
        if can_shoot(pos, shot.unit, shot.weapon) {
            impacts.push(loose(pos, oracle, shot)?);
        }
    }
    for impact in &impacts {
        land(pos, oracle, impact)?;
    }
    for impact in &impacts {
        settle(pos, oracle, impact)?;
    }
    Ok(impacts)
}

/// The harasser's shot, as if from the end of its way.
fn shot_at(pos: &Position, unit: UnitId, weapon: Weapon, target: UnitId, end: Hex, moving: bool) -> Shot {
    let own = pos.hexes(unit);
    let at = pos.hexes(target).iter().min_by_key(|h| (h.distance(end), cover(pos, own, *h))).unwrap_or(end);
    let (target, angle) = struck(pos, Target::Unit(target), at, end);
    Shot { unit, weapon, target, at, range: 1, angle, extended: false, moving, occasion: Occasion::Harass }
}

/// A shot at the harasser: it comes up with its front to its enemies, and leaders it left behind are safe.
fn back(pos: &Position, firer: UnitId, weapon: Weapon, harasser: UnitId) -> Shot {
    let at = pos.hexes(harasser).iter().next().unwrap_or(Hex::new(0, 0));
    Shot {
        unit: firer,
        weapon,
        target: Target::Unit(harasser),
        at,
        range: 1,
        angle: Some(Angle::Front),
        extended: false,
        moving: false,
        occasion: Occasion::Entry,
    }
}

/// **spqr 6.13.** The hit for moving again in a turn.
fn again(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<()> {
    let spared =
        pos.spec(unit).kind.is_skirmisher() && pos.set.variant.choices.movement.skirmishers_move_again_freely;
    let there = matches!(pos.unit(unit).place, Place::Field { .. }) && !pos.is_routed(unit);
    if pos.unit(unit).moved_before && !spared && there {
        rout::hit(pos, oracle, unit, 1, HitCause::HarassesAgain)?;
        rout::rout_if_broken(pos, oracle, unit, None)?;
    }
    Ok(())
}

/// **spqr 8.33, 7.15, 7.16.** The target may turn one vertex (a phalanx about) towards those who come, with
/// a check that costs a hit at least; cavalry turns free before infantry, **cataphract 7.14** before
/// anybody, and the die counts alone there. Returns whether it turned and
/// still stands.
fn turn_to(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    target: UnitId,
    mover: UnitId,
    end: Hex,
) -> Flow<bool> {
    let Some(facing) = pos.facing(target) else { return Ok(false) };
    let set = std::sync::Arc::clone(&pos.set);
    let (spec, who) = (set.unit(target), set.unit(mover));
    let angle = pos.angle(target, end);
    if pos.is_routed(target)
        || !pos.set.variant.choices.missile.harassment_stirs_others
        || pos.unit(target).shield_wall
        || pos.in_column(target)
        || pos.unit(target).done.refaced
        || pos.unit_in_zoc(target)
        || angle == Some(Angle::Front) && !pos.asks(spec.side, Finer::Face)
        || crate::questions::is_engaged(pos, target)
        || spec.class == crate::piece::Class::SC
        || spec.two_hex && !may_reverse(pos, target, angle)
    {
        return Ok(false);
    }
    let free = spec.kind.is_cavalry()
        && (who.kind.is_infantry() || pos.set.variant.choices.movement.cavalry_reacts_freely);
    let answer = ask_to_turn(pos, oracle, target, mover, end, free)?;
    let stack: Vec<UnitId> = pos.hex(target).map_or_else(Vec::new, |h| pos.stack(h).units().collect());
    match answer.as_str() {
        "left" | "right" => {
            let to = facing.turn(if answer == "left" { -1 } else { 1 });
            for &u in &stack {
                pos.turn_in_place(u, to);
            }
        }
        "reverse" => {
            if let Some(left) = pos.hexes(target).right {
                pos.put(target, left, facing.opposite());
            }
        }
        _ => return Ok(false),
    }
    for &unit in &stack {
        pos.unit_mut(unit).done.refaced = true;
    }
    let (mut roll, mut hits) = (0, 0);
    if !free {
        let modifier = movement::paces_apart(pos, target, mover);
        let check = crate::check::check(pos, oracle, target, "reface", modifier, Rule("7.15"))?;
        (roll, hits) = (check.die as i8 + check.modifier, check.excess.max(1));
    }
    oracle.tell(|| Happening::Fire(FireEvent::Turned { unit: target, roll, hits }));
    turned(pos, oracle, &stack, hits, mover)?;
    Ok(!pos.is_routed(target) && matches!(pos.unit(target).place, Place::Field { .. }))
}

/// The question whether the target turns, and how.
fn ask_to_turn(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    target: UnitId,
    mover: UnitId,
    end: Hex,
    free: bool,
) -> Flow<String> {
    let (spec, who) = (pos.spec(target), pos.spec(mover));
    let angle = pos.angle(target, end);
    let armed = Weapon::Own.supply(pos, target) != Supply::No && spec.missile.is_some();
    let from = movement::approach(angle);
    let mut question = Question::new(
        "face",
        &pos.set.sides[spec.side],
        &spec.code,
        Rule("7.15"),
        format!("{} is harassed from {end} by {}: does it turn?", spec.code, who.code),
    )
    .choice("no", "as it stands");
    let cost = if free { "free" } else { "a check, 1 hit at least" };
    if spec.two_hex {
        question = question.choice("reverse", format!("about, {cost}"));
    } else {
        question = question
            .choice("left", format!("one vertex, {cost}"))
            .choice("right", format!("one vertex, {cost}"));
    }
    let question = question
        .naming(&who.code)
        .at(end)
        .fact("reason", "harass")
        .fact("mover", who.code.to_ascii_lowercase())
        .fact("mover.type", who.kind.letters())
        .fact("side", from)
        .fact("approach", from)
        .fact("own.hits", pos.hits(target))
        .fact("own.armed", if armed { "yes" } else { "no" });
    oracle.ask(question)
}

/// **spqr 7.16, 6.45, 9.52.** May a phalanx face about: one comes from behind, and it stands on easy
/// ground, not at double depth?
fn may_reverse(pos: &Position, phalanx: UnitId, angle: Option<Angle>) -> bool {
    angle == Some(Angle::Rear)
        && pos.partner(phalanx).is_none()
        && !pos.hexes(phalanx).iter().any(|h| pos.is_rough_for(phalanx, h))
}

/// **spqr 7.15, 7.14.** The hits of a turn, of each unit of a stack, and those of turning in rough ground.
fn turned(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    stack: &[UnitId],
    hits: u8,
    mover: UnitId,
) -> Flow<()> {
    for &unit in stack {
        let ground = match pos.hex(unit) {
            Some(hex) if !pos.spec(unit).two_hex => movement::rough_turn(pos, unit, hex),
            _ => 0,
        };
        if hits > 0 {
            rout::hit(pos, oracle, unit, hits, HitCause::TurnsInHaste)?;
        }
        if ground > 0 {
            rout::hit(pos, oracle, unit, ground, HitCause::RoughTurn)?;
        }
    }
    for &unit in stack {
        if !pos.is_routed(unit) {
            rout::rout_if_broken(pos, oracle, unit, Some(mover))?;
        }
    }
    Ok(())
}
