//! The way straight ahead, which most orders that name a hex come to: no turn, and nothing on it but open ground.

use super::goal::{Goal, Outlook};
use super::march::{Body, March};
use super::plain;
use super::stacking;
use super::step::step;
use crate::gboh::order::Step;
use crate::gboh::piece::Class;
use crate::gboh::position::{Formation, Position};
use crate::hex::{Facing, Hex, Hexside};

/// The steps through the two front sides to the goal, when they lead over plain ground up to the last hex and cost neither
/// hits nor any point more than the hexes do. Of several such ways it is the one that the search would settle: back from the goal,
/// it comes from the lower of two hexes. `None`: it has to be searched for.
pub(super) fn way(pos: &Position, body: &Body, start: &March, goal: &Goal) -> Option<Vec<Step>> {
    let facing = start.facing;
    let here = goal.outlook(start.hex);
    let simple =
        !body.two_hex && start.formation == Formation::Line && pos.spec(body.unit).class != Class::SC;
    let cheap = pos.set.variant.charts.movement.clear.mp.checked_mul(2)? == goal.least;
    if !simple || !cheap || goal.turning(1) == 0 || here.far() == 0 || !here.is_before(facing) {
        return None;
    }
    if goal.facing.is_some_and(|f| f != facing) {
        return None;
    }
    let hexes = back(start.hex, facing, goal.hex, here.far())?;
    let mut march = *start;
    for &(to, side) in &hexes {
        let goings = [Some((march.hex, side)), None];
        march = match plain::entered(pos, body, &march, goings, to, facing) {
            Some(after) => after,
            None if to == goal.hex => step(pos, body, &march, Step::Enter(to), false).ok()?.march,
            None => return None,
        };
    }
    let least = start.halves().checked_add(goal.least.checked_mul(here.far())?)?;
    let found = march.hits == start.hits && march.halves() == least && stacking::may_end(pos, body, &march);
    found.then(|| hexes.into_iter().map(|(to, _)| Step::Enter(to)).collect())
}

/// The hexes of the way, each with the side across which it is entered, found from the goal backwards.
fn back(start: Hex, facing: Facing, goal: Hex, far: u8) -> Option<Vec<(Hex, Hexside)>> {
    let mut hexes = vec![(goal, facing.left_front()); usize::from(far)];
    let mut to = goal;
    for entered in hexes.iter_mut().rev() {
        let mut from: Option<(Hex, Hexside)> = None;
        for side in [facing.left_front(), facing.right_front()] {
            let Some(behind) = to.neighbour(side.opposite()) else { continue };
            let on_the_way = Outlook::between(start, behind).is_before(facing);
            if on_the_way && from.is_none_or(|(other, _)| behind < other) {
                from = Some((behind, side));
            }
        }
        let (behind, side) = from?;
        *entered = (to, side);
        to = behind;
    }
    (to == start).then_some(hexes)
}

#[cfg(test)]
mod tests {
    use super::super::{finder, march::muster};
    use super::*;
    use crate::gboh::proving_ground::{Chance, rough_field, u};
    use std::sync::Arc;

    /// What lies straight ahead is what the search settles.
    #[test]
    fn the_way_straight_ahead_is_the_way_of_the_search() {
        let (mut chance, mut straight, mut other) = (Chance(11), 0, 0);
        for _ in 0..200 {
            let pos = Position::new(Arc::new(rough_field(&mut chance)));
            for n in 0..14 {
                let Ok((body, start)) = muster(&pos, u(n), false, false) else { continue };
                for _ in 0..8 {
                    let facing = [None, Some(start.facing)][chance.below(2)];
                    let goal = Goal::new(&pos, &body, chance.hex(), facing);
                    match way(&pos, &body, &start, &goal) {
                        Some(steps) => {
                            let found = finder::search(&pos, &body, &start, goal);
                            assert_eq!(Ok(steps), found);
                            straight += 1;
                        }
                        None => other += 1,
                    }
                }
            }
        }
        assert!(straight > 100 && other > 100, "{straight} {other}");
    }
}
