//! The way of a charge: as it is written, or looked for.

use super::charge::springs;
use super::walk::{Walked, Walker};
use crate::Refusal;
use crate::measure::{Base, Point, Stance, TOUCH};
use crate::questions::lasting;
use crate::questions::zone::Block;
use crate::refusal::Why;
use crate::refusal::movement::Unmoved;
use crate::state::{Place, Position, UnitId};
use crate::written::{Hand, Step, Turn};
use tess_effects::Rule;

/// The steepest wheel that is looked for, in degrees.
const STEEPEST: i32 = 60;

/// Who goes for whom.
struct Aim<'a> {
    pos: &'a Position,
    unit: UnitId,
    target: UnitId,
    /// Before its first step.
    fresh: Walker,
}

/// The steps, then straight ahead until it meets somebody, who must be the target.
pub(super) fn along(pos: &Position, unit: UnitId, target: UnitId, steps: &[Step]) -> Result<Walked, Refusal> {
    Aim { pos, unit, target, fresh: Walker::new(pos, unit)? }.along(steps)
}

impl Aim<'_> {
    /// [`along`].
    fn along(&self, steps: &[Step]) -> Result<Walked, Refusal> {
        let &Aim { pos, unit, target, ref fresh } = self;
        let mut walker = fresh.clone();
        walker.goes_for(target);
        for step in steps {
            walker.step(*step)?;
        }
        walker.run_at(target)?;
        let walked = walker.done();
        // charge.contact: no more than a quarter, by turns of stands and wheels together.
        let turned = match (pos.stance(unit), walked.unit.place) {
            (Some(from), Place::Table(to)) => from.heading.to(to.heading).abs(),
            _ => 0,
        };
        if walked.quarters > 1 || turned > 9_000 {
            return Err(Refusal::new(Rule("charge.contact"), Why::Unmoved(unit, Unmoved::Turns)));
        }
        Ok(walked)
    }
}

/// **legion charge.contact.** Straight ahead; or else after the one wheel, in whole degrees, that brings
/// the target most nearly before its middle; or after some way ahead and such a wheel; or after a wheel,
/// some way ahead and another wheel; at one who has been lured also after a turn to one side.
pub(super) fn find(pos: &Position, unit: UnitId, target: UnitId) -> Result<Walked, Refusal> {
    let aim = Aim { pos, unit, target, fresh: Walker::new(pos, unit)? };
    let straight = match aim.along(&[]) {
        Ok(walked) => return Ok(walked),
        Err(refusal) => refusal,
    };
    let rate = pos.base_move(unit).times(lasting::speed(pos, unit));
    if pos.distance(unit, target).is_none_or(|far| far > rate + TOUCH) {
        return Err(straight);
    }
    let wheel = |before: &[Step], tries| wheeled(&aim, before, tries);
    let ahead = |quarters: i32| Step::Advance(rate.0 * quarters / 4);
    let found = wheel(&[], usize::MAX).or_else(|| (1..4).find_map(|part| wheel(&[ahead(part)], 3)));
    let found = found.or_else(|| {
        let first = bends(pos, unit);
        first.iter().find_map(|turn| [1, 2].iter().find_map(|&part| wheel(&[*turn, ahead(part)], 2)))
    });
    let found = found.or_else(|| {
        let turns = [Turn::Left, Turn::Right].into_iter().filter(|_| springs(pos, unit, target));
        turns.map(Step::Turn).find_map(|turn| aim.along(&[turn]).ok())
    });
    found.ok_or(straight)
}

/// Wheels with which a way of several begins.
fn bends(pos: &Position, unit: UnitId) -> Vec<Step> {
    let Some(stance) = pos.stance(unit) else { return Vec::new() };
    let all = [15, -15, 30, -30, 45, -45].map(|degrees| stance.heading.turned(degrees * 100));
    all.map(|to| Step::WheelTo(to.hundredths())).to_vec()
}

/// The steps, one wheel, and straight at the target: of so many wheels, those first that bring it most
/// nearly before the unit's middle.
fn wheeled(aim: &Aim<'_>, before: &[Step], tries: usize) -> Option<Walked> {
    let &Aim { pos, unit, target, ref fresh } = aim;
    let mut walker = fresh.clone();
    before.iter().try_for_each(|step| walker.step(*step)).ok()?;
    let Place::Table(stance) = walker.done().unit.place else { return None };
    let block = Block::of(pos, unit);
    let (own, bases) = ((block.left + block.right) / 2, pos.bases(target));
    let count = bases.len().max(1) as i32;
    let mean = |f: fn(&Base) -> i32| bases.iter().map(f).sum::<i32>() / count;
    let middle = Point { x: mean(|b| b.middle().x), y: mean(|b| b.middle().y) };
    let mut ways: Vec<(i32, Stance)> = Vec::new();
    for degrees in 1..=STEEPEST {
        for hand in [Hand::Left, Hand::Right] {
            let turn = if hand == Hand::Left { -degrees } else { degrees } * 100;
            let pivot = (if hand == Hand::Left { block.left } else { block.right }, block.front);
            let after = stance.swung(pivot, turn);
            if is_before(&block, after, &bases) {
                ways.push(((after.local(middle).0 - own).abs(), after));
            }
        }
    }
    ways.sort_by_key(|(aside, _)| *aside);
    let way = |at: &Stance| [before, &[Step::WheelTo(at.heading.hundredths())]].concat();
    ways.iter().take(tries).find_map(|(_, at)| aim.along(&way(at)).ok())
}

/// Does part of the target lie straight ahead of the block?
fn is_before(block: &Block, at: Stance, target: &[Base]) -> bool {
    let corners = || target.iter().flat_map(|b| b.corners).map(|p| at.local(p));
    let low = corners().map(|p| p.0).min().unwrap_or(i32::MAX);
    let high = corners().map(|p| p.0).max().unwrap_or(i32::MIN);
    corners().any(|p| p.1 > 0) && low <= block.right && high >= block.left
}
