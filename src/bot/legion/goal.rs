//! Whom a unit is after, where it would like to stand, and how far it is from there.

use super::mood::Mood;
use tess_legion::measure::{Heading, Length, Point, Stance};
use tess_legion::questions::zone::{Block, Zone, has_ahead, zone_against};
use tess_legion::setup::Class;
use tess_legion::state::Morale;
use tess_legion::{Position, Side, UnitId};

const INCH: i32 = 1_000;
/// A line does not run farther ahead of its neighbours than this.
const STEP_AHEAD: i32 = 2 * INCH;
/// The second line keeps so far behind the first.
const INTERVAL: i32 = 3 * INCH;
/// Lights do not go farther ahead of the heavy foot behind them than this.
const SCREEN: i32 = 4 * INCH;
/// How far an enemy on an open flank is felt.
const FELT: Length = Length::inches(10);

/// How far a side has come from its own edge at a place.
pub(super) fn forward(pos: &Position, side: Side, at: Point) -> i32 {
    if side == Side::First { at.y } else { pos.set.table.depth.0 - at.y }
}

/// How little a unit likes to stand where it stands: inches to where it would be, and what threatens it
/// there.
pub(super) fn worth(pos: &Position, unit: UnitId, mood: Mood) -> Option<i32> {
    let stance = pos.stance(unit)?;
    let bad = match pos.troop(unit).class {
        Class::Artillery | Class::Baggage => return None,
        _ if pos.is_light(unit) => skirmishing(pos, unit, stance)?,
        _ => match before(pos, unit, stance) {
            Some(friend) if !pos.troop(unit).class.is_cavalry() => behind(pos, unit, friend)?,
            _ => attacking(pos, unit, stance, mood)?,
        },
    };
    Some(bad + threats(pos, unit, stance) * mood.wary / 100)
}

/// Lights stay where they can shoot and cannot be caught.
fn skirmishing(pos: &Position, unit: UnitId, stance: Stance) -> Option<i32> {
    let (enemy, far) = pos.nearest_enemy(unit, stance)?;
    let own = pos.unit(unit);
    let range = own.stands.iter().map(|s| pos.profile(own, s.troop).range).max().unwrap_or_default();
    let wanted = if pos.unit(unit).morale == Morale::Good { range.0 - 500 } else { 8 * INCH };
    let gap = far.0 - wanted.max(INCH);
    let turned = if looks(pos, stance, enemy) > 9_000 { INCH } else { 0 };
    // Too near is worse than too far.
    Some(if gap < 0 { -2 * gap } else { gap } + turned + 2 * unsupported(pos, unit, stance))
}

/// How far a light unit has gone ahead of the heavy foot that follows it.
fn unsupported(pos: &Position, unit: UnitId, stance: Stance) -> i32 {
    let side = pos.side(unit);
    let line = pos.unit_ids().filter(|&m| pos.side(m) == side && in_line(pos, m));
    let near =
        line.filter_map(|m| pos.stance(m)).filter(|s| (s.anchor.x - stance.anchor.x).abs() < 10 * INCH);
    let Some(first) = near.map(|s| forward(pos, side, s.anchor)).max() else { return 0 };
    (forward(pos, side, stance.anchor) - first - SCREEN).max(0)
}

/// The second line follows the first, and looks where it looks.
fn behind(pos: &Position, unit: UnitId, friend: UnitId) -> Option<i32> {
    let (own, theirs) = (pos.stance(unit)?, pos.stance(friend)?);
    let gap = pos.distance(unit, friend)?.0;
    let aside = theirs.local(own.anchor).0.abs();
    Some((gap - INTERVAL).abs() + aside / 2 + own.heading.to(theirs.heading).abs() / 20)
}

/// Heavy troops go for the enemy whom they can do most to, in line with their neighbours.
fn attacking(pos: &Position, unit: UnitId, stance: Stance, mood: Mood) -> Option<i32> {
    let enemies = pos.enemies(pos.side(unit));
    let (cost, enemy) = enemies.filter_map(|e| Some((price(pos, unit, stance, e)?, e))).min()?;
    let ahead = alone(pos, unit, stance);
    let face = if has_ahead(pos, unit, stance, enemy) { 0 } else { INCH };
    Some(cost + face + 2 * ahead * mood.close / 100 + exposed(pos, unit) * mood.shy / 100)
}

/// The quicker unit keeps out of reach of the slower, so as to be the one that charges.
fn exposed(pos: &Position, unit: UnitId) -> i32 {
    let reaches = |e: UnitId| {
        let rate = pos.base_move(e);
        let ready = pos.is_heavy(e) && !pos.is_engaged(e) && pos.unit(e).morale == Morale::Good;
        ready
            && rate < pos.base_move(unit)
            && pos.is_within(unit, e, rate)
            && pos.stance(e).is_some_and(|s| has_ahead(pos, e, s, unit))
    };
    if pos.enemies(pos.side(unit)).any(reaches) { 3 * INCH } else { 0 }
}

/// What it costs a unit to get at an enemy: the way, the turn, and how much he is to be feared from there.
fn price(pos: &Position, unit: UnitId, stance: Stance, enemy: UnitId) -> Option<i32> {
    let (there, class) = (pos.stance(enemy)?, pos.troop(enemy).class);
    let horse = pos.troop(unit).class.is_cavalry();
    let frontal = zone_against(pos, enemy, unit) == Zone::Front;
    let broken = pos.unit(enemy).morale == Morale::Broken;
    // Horse goes round heavy foot: it makes for a place beside the flank that is nearer to it.
    let goal = if horse && frontal && pos.is_heavy(enemy) && !class.is_cavalry() && !broken {
        beside(pos, enemy, there, stance.anchor)
    } else {
        there.anchor
    };
    let way = stance.anchor.distance(goal).0;
    let turned = stance.heading.to(Heading::of(stance.anchor, goal)).abs() / 10;
    let fear = match class {
        Class::Baggage => 6 * INCH,
        Class::Elephants if horse => 8 * INCH,
        _ if pos.is_light(enemy) && !horse => 4 * INCH,
        _ if broken => -4 * INCH,
        _ if horse && class.is_cavalry() => -2 * INCH,
        _ => 0,
    };
    Some(way + turned + fear + if horse && frontal && pos.is_heavy(enemy) { 2 * INCH } else { 0 })
}

/// A place three inches off that flank of an enemy which is nearer.
fn beside(pos: &Position, enemy: UnitId, there: Stance, from: Point) -> Point {
    let block = Block::of(pos, enemy);
    let middle = (block.front + block.rear) / 2;
    let places = [block.left - 3 * INCH, block.right + 3 * INCH].map(|right| there.at(right, middle));
    if places[0].distance(from) <= places[1].distance(from) { places[0] } else { places[1] }
}

/// How far a heavy unit has left its neighbours in the line behind; those of its Command who have yet to
/// move can still come up.
fn alone(pos: &Position, unit: UnitId, stance: Stance) -> i32 {
    let side = pos.side(unit);
    if pos.troop(unit).class.is_cavalry() {
        return 0;
    }
    let mates = pos.unit_ids().filter(|&m| m != unit && pos.side(m) == side && in_line(pos, m));
    let follows = |m: UnitId| pos.unit(m).command == pos.unit(unit).command && !pos.unit(m).account.moved;
    let beside = mates.filter_map(|m| {
        let there = pos.stance(m)?;
        let (right, ahead) = stance.local(there.anchor);
        let near = right.abs() > ahead.abs() && right.abs() < 14 * INCH;
        near.then(|| forward(pos, side, there.anchor) + if follows(m) { pos.base_move(m).0 } else { 0 })
    });
    let Some(slowest) = beside.min() else { return 0 };
    (forward(pos, side, stance.anchor) - slowest - STEP_AHEAD).max(0)
}

/// Heavy foot that still goes with the line.
fn in_line(pos: &Position, unit: UnitId) -> bool {
    pos.stance(unit).is_some()
        && pos.is_heavy(unit)
        && !pos.troop(unit).class.is_cavalry()
        && pos.unit(unit).morale == Morale::Good
        && !pos.is_engaged(unit)
}

/// The friend of heavy foot straight before a unit, between it and the enemy.
pub(super) fn before(pos: &Position, unit: UnitId, stance: Stance) -> Option<UnitId> {
    let side = pos.side(unit);
    let (own, enemy) = (Block::of(pos, unit), pos.nearest_enemy(unit, stance)?.1);
    let screens = |m: &UnitId| {
        let Some(there) = pos.stance(*m) else { return false };
        let (right, ahead) = stance.local(there.anchor);
        let near = pos.distance(unit, *m).is_some_and(|d| d < enemy && d < Length::inches(8));
        let broken = pos.unit(*m).morale == Morale::Broken;
        near && !broken && ahead > 0 && right > own.left - INCH && right < own.right + INCH
    };
    let friends = pos.unit_ids().filter(|&m| m != unit && pos.side(m) == side && pos.is_heavy(m));
    friends.filter(screens).min_by_key(|&m| pos.distance(unit, m))
}

/// Enemies near by who could come at a flank or the rear.
fn threats(pos: &Position, unit: UnitId, stance: Stance) -> i32 {
    if pos.is_light(unit) {
        return 0;
    }
    let near = |e: &UnitId| pos.is_heavy(*e) && pos.is_within(unit, *e, FELT);
    let open = |e: &UnitId| {
        let at_us = pos.stance(*e).is_some_and(|s| has_ahead(pos, *e, s, unit));
        at_us && zone_against(pos, unit, *e) != Zone::Front
    };
    let all = pos.enemies(pos.side(unit)).filter(near).filter(open);
    let turned = |e: UnitId| 2 * INCH + looks(pos, stance, e) / 20;
    all.map(turned).sum()
}

/// How far off an enemy is from where a unit looks, in hundredths of a degree.
fn looks(pos: &Position, stance: Stance, enemy: UnitId) -> i32 {
    pos.stance(enemy).map_or(0, |there| stance.heading.to(Heading::of(stance.anchor, there.anchor)).abs())
}
