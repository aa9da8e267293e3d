//! Players of Legion and Empire: they write only lines that `tess legal` would show them, or that the rules have let
//! them try on a copy of the position.

mod answer;
mod goal;
mod odds;
mod random;
mod sensible;
mod way;

pub use random::{Random, random};
pub use sensible::{Sensible, sensible};

use crate::legion::legal::attempt;
use crate::legion::{Position, Side};

/// Lines of one sheet at most.
const LONGEST: usize = 40;

/// Orders one after another on a copy of the position, until a die or a question is due or all is done.
fn sheet(start: &Position, side: Side, mut next: impl FnMut(&Position) -> String) -> String {
    let (mut pos, mut lines) = (start.clone(), Vec::new());
    while lines.len() < LONGEST {
        let line = next(&pos);
        let Some(done) = attempt(&mut pos, side, &line) else { break };
        let last = !done || line == "finish";
        lines.push(line);
        if last {
            break;
        }
    }
    if lines.is_empty() {
        lines.push("finish".to_owned());
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bot::skirmish::{Fought, play};
    use crate::legion::Legion;
    use crate::scenario::Library;
    use crate::steward::Agent;

    fn fought(seed: u64, turns: u16, player: fn(u64) -> Box<dyn Agent<Position>>) -> Fought<Position> {
        let loaded = Library::embedded().load_legion("legion/skirmish").expect("loads");
        let (mut a, mut b) = (player(seed), player(seed + 100));
        let begun = Position::new(Arc::clone(&loaded.setup));
        let fought = play::<Legion>(begun, [a.as_mut(), b.as_mut()], seed, turns, None);
        assert_eq!(fought.stuck, None);
        assert!(fought.ending.is_some() || fought.position.turn > turns, "turn {}", fought.position.turn);
        fought
    }

    #[test]
    fn whoever_does_anything_finds_something_to_order_in_every_turn() {
        fought(2, 3, |seed| Box::new(random(seed)));
    }

    #[test]
    fn whoever_thinks_comes_to_grips() {
        let fought = fought(1, 5, |seed| Box::new(sensible(seed)));
        let stands = |u: &crate::legion::position::Unit| u32::from(u.lost.0 + u.lost.1);
        let lost: u32 = fought.position.units.iter().map(stands).sum();
        assert!(lost >= 8, "only {lost} bases were lost in five turns");
    }
}
