//! The ways that a unit might take, and the best of them.

use std::sync::Arc;

use super::Pace;
use super::goal::worth;
use super::mood::Mood;
use tess_legion::legal::allows;
use tess_legion::measure::{Heading, Length};
use tess_legion::movement::{Crowd, walk_among};
use tess_legion::written::{Hand, Step, Turn};
use tess_legion::{Position, UnitId};

/// The best move that brings a unit nearer to where it would stand; nothing when it is best to stay.
pub(super) fn best(pos: &Position, unit: UnitId, (pace, mood): (Pace, Mood)) -> Option<String> {
    let now = worth(pos, unit, mood)?;
    let mut found: Vec<(i32, usize, String)> = Vec::new();
    let crowd = Arc::new(Crowd::about(pos, unit));
    for (nth, steps) in ways(pos, unit, pace).into_iter().enumerate() {
        let Ok(walked) = walk_among(pos, unit, &crowd, &steps) else { continue };
        let mut there = pos.clone();
        let toil = if walked.rough { 3_000 } else { 0 } + wheeled(pos, unit, &steps);
        *there.unit_mut(unit) = walked.unit;
        if let Some(then) = worth(&there, unit, mood).map(|w| w + toil)
            && then < now
        {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            found.push((then, nth, format!("move {}: {}", pos.code(unit), steps.join(", "))));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(.., line)| line).find(|line| allows(pos, pos.side(unit), line))
}

/// A line that wheels loses its order of march.
fn wheeled(pos: &Position, unit: UnitId, steps: &[Step]) -> i32 {
    let wheels = steps.iter().any(|s| matches!(s, Step::WheelTo(_)));
    if wheels && pos.is_heavy(unit) && !pos.troop(unit).class.is_cavalry() { 600 } else { 0 }
}

/// Straight, aside, round and back, in several lengths.
fn ways(pos: &Position, unit: UnitId, pace: Pace) -> Vec<Vec<Step>> {
    let rate = pos.base_move(unit).0;
    if pace == Pace::Hurried {
        return few_ways(pos, unit, rate);
    }
    let lengths = [rate, rate * 3 / 4, rate / 2, rate / 4, 1_000];
    let mut ways: Vec<Vec<Step>> = Vec::new();
    ways.extend(lengths.map(|n| vec![Step::Advance(n)]));
    for hand in [Hand::Left, Hand::Right] {
        ways.extend([rate, rate / 2].map(|ahead| vec![Step::Oblique { hand, ahead, by: None }]));
    }
    for turn in turns(pos, unit) {
        ways.push(turn.clone());
        ways.extend([rate * 3 / 4, rate / 2, rate / 4].map(|n| {
            let mut way = turn.clone();
            way.push(Step::Advance(n));
            way
        }));
    }
    ways.extend([rate / 2, rate / 4].map(|n| vec![Step::Back(n)]));
    ways
}

/// Straight on and back, a wheel towards an enemy and on from there.
fn few_ways(pos: &Position, unit: UnitId, rate: i32) -> Vec<Vec<Step>> {
    let mut ways: Vec<Vec<Step>> = [rate, rate / 2, 1_000].map(|n| vec![Step::Advance(n)]).to_vec();
    ways.push(vec![Step::Back(rate / 4)]);
    for turn in turns(pos, unit) {
        let step = Step::Advance(rate / 2);
        ways.extend([turn.clone(), turn.into_iter().chain([step]).collect()]);
    }
    ways
}

/// Wheels towards the nearest enemies, whole or in part, and turns.
fn turns(pos: &Position, unit: UnitId) -> Vec<Vec<Step>> {
    let Some(stance) = pos.stance(unit) else { return Vec::new() };
    let mut near: Vec<(Length, UnitId)> =
        pos.enemies(pos.side(unit)).filter_map(|e| Some((pos.distance(unit, e)?, e))).collect();
    near.sort_unstable();
    let mut to: Vec<i32> = Vec::new();
    for (_, enemy) in near.into_iter().take(2) {
        let Some(there) = pos.stance(enemy) else { continue };
        let off = stance.heading.to(Heading::of(stance.anchor, there.anchor));
        to.extend([off, off / 2, off / 4].into_iter().filter(|o| (200..9_000).contains(&o.abs())));
    }
    to.sort_unstable();
    to.dedup();
    let wheel = |off: i32| vec![Step::WheelTo(stance.heading.turned(off).hundredths())];
    let turn = [Turn::Left, Turn::Right, Turn::About].map(|t| vec![Step::Turn(t)]);
    to.into_iter().map(wheel).chain(turn).collect()
}
