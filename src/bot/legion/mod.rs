//! Players of Legion and Empire: they write only lines that `tess legal` would show them, or that the rules
//! have let them try on a copy of the position.

mod answer;
mod cards;
mod change;
mod goal;
mod mood;
mod odds;
mod random;
mod sensible;
mod toll;
mod way;

pub use random::{Random, random};
pub use sensible::{Sensible, quick, sensible};

use self::change::{change, sheets};
pub(crate) use self::toll::losses;
use crate::search::{Budget, Craft, Searching};
use tess_game::Agent;
use tess_legion::Legion;
use tess_legion::command::Directive;
use tess_legion::legal::{Legal, attempt, legal};
use tess_legion::state::{Preparing, Stage};
use tess_legion::{Position, Side};

/// What `hard` spends on a sheet, which is often only a part of what a Command does in its turn.
pub(crate) const BUDGET: Budget =
    Budget { actions: 8, first: 6, kept: 5, rounds: 3, changes: 8, last: 36, lines: 100_000 };

/// A player who tries sheets out before he gives one.
pub(crate) fn hard(seed: u64, budget: Budget) -> Box<dyn Agent<Position>> {
    let follower = |seed| -> Box<dyn Agent<Position>> { Box::new(quick(seed)) };
    let craft = Craft::<Legion> { sheets, change, follower, losses, budget };
    Box::new(Searching::new(craft, Box::new(sensible(seed)), seed))
}

/// How long a commander thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// He tries many ways of each unit, and charges at everybody near.
    Thorough,
    /// He tries a few ways, and a charge at whoever is nearest before a unit.
    Hurried,
}

/// Lines of one sheet at most.
const LONGEST: usize = 40;

/// What a side says before its units may act: how the battle is set up, or what each of its Commands is to
/// do.
fn beforehand(pos: &Position, side: Side, mut order: impl FnMut(&str) -> Directive) -> Option<String> {
    let lines: Vec<String> = match legal(pos, side) {
        // Of two edges one is as good as the other.
        Legal::Prepare(lines) if matches!(pos.stage, Stage::SetUp(Preparing::Edge)) => {
            lines.into_iter().take(1).collect()
        }
        Legal::Prepare(lines) => lines,
        Legal::Orders(commands) => {
            commands.iter().map(|code| format!("order {code} {}", order(code).word())).collect()
        }
        _ => return None,
    };
    Some(lines.iter().map(|line| format!("{line}\n")).collect())
}

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
    use crate::skirmish::{Fought, play};
    use tess_scenario::Library;

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
    fn whoever_does_anything_finds_something_to_order() {
        fought(2, 2, |seed| Box::new(random(seed)));
    }

    /// Whoever may lie in ambush does, and is found there: the program of his side says so, once.
    #[test]
    fn an_ambush_is_laid_and_found() {
        let loaded = Library::embedded().load_legion("legion/trebbia-218bc").expect("loads");
        let (mut rome, mut carthage) = (quick(1), quick(101));
        let begun = Position::new(Arc::clone(&loaded.setup));
        let sheet = carthage.orders(&begun, &"carthage".parse().expect("a role")).expect("a sheet");
        assert!(sheet.starts_with("hide K4 in ") && sheet.ends_with("finish\n"), "{sheet}");
        let mut watch = |_: &str, _: &tess_table::Run<Legion>| ();
        let fought = play::<Legion>(begun, [&mut rome, &mut carthage], 1, 1, Some(&mut watch));
        assert_eq!(fought.stuck, None);
        assert!(fought.position.cards.hidden.is_empty(), "Roman horse has come by its ground");
    }

    #[test]
    fn whoever_thinks_brings_his_line_forward_together() {
        let fought = fought(1, 1, |seed| Box::new(sensible(seed)));
        let at = |code| {
            let unit = fought.position.find_unit(code).expect("a unit");
            fought.position.stance(unit).expect("on the table").anchor.y
        };
        let (left, right) = (at("H1"), at("H2"));
        assert!(left > 9_000 && right > 9_000 && (left - right).abs() < 3_000, "{left}, {right}");
    }
}
