//! The program's own commander of each game.

use crate::blunder::Blundering;
use crate::gboh::random::random;
use crate::gboh::sensible::{STANDING, quick, sensible};
use crate::legion;
use tess_game::{Agent, AnyPosition, Placed, Seeing};
use tess_scenario::Family;

/// A commander of the program's own, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Commander {
    /// Fights a battle that looks like one.
    Sensible,
    /// The same in a hurry: up to about twice as fast, and somewhat weaker.
    Quick,
    /// Does anything that is legal.
    Random,
    /// Fights sensibly now and then, and does anything that is legal else.
    Easy,
    /// Tries sheets out before he gives one.
    Hard,
}

impl Commander {
    /// All of them.
    pub const ALL: [Commander; 5] =
        [Commander::Sensible, Commander::Quick, Commander::Random, Commander::Easy, Commander::Hard];

    /// How he is called: `sensible`, `quick`, `random`, `easy`, `hard`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Commander::Sensible => "sensible",
            Commander::Quick => "quick",
            Commander::Random => "random",
            Commander::Easy => "easy",
            Commander::Hard => "hard",
        }
    }

    /// The one with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Commander> {
        Commander::ALL.into_iter().find(|commander| commander.name() == name)
    }

    /// As he plays Great Battles of History.
    #[must_use]
    pub fn of_great_battles(self, seed: u64) -> Box<dyn Agent<tess_gboh::Position>> {
        match self {
            Commander::Sensible => Box::new(sensible(seed)),
            Commander::Hard => Box::new(crate::gboh::hard(seed, crate::gboh::BUDGET)),
            Commander::Quick => Box::new(quick(seed)),
            Commander::Random => Box::new(random(seed)),
            Commander::Easy => Box::new(Blundering::new(sensible(seed), random(seed), seed)),
        }
    }

    /// As he plays Legion and Empire.
    #[must_use]
    pub fn of_legion(self, seed: u64) -> Box<dyn Agent<tess_legion::Position>> {
        match self {
            Commander::Sensible => Box::new(legion::sensible(seed)),
            Commander::Hard => Box::new(legion::hard(seed, legion::BUDGET)),
            Commander::Quick => Box::new(legion::quick(seed)),
            Commander::Random => Box::new(legion::random(seed)),
            Commander::Easy => Box::new(Blundering::new(legion::sensible(seed), legion::random(seed), seed)),
        }
    }
}

/// Somebody who commands a side of any game, with this seed where two things seem equally good.
#[must_use]
pub fn hire(game: Family, seed: u64) -> Box<dyn Agent<dyn AnyPosition>> {
    hire_as(Commander::Sensible, game, seed)
}

/// The same, of this name.
#[must_use]
pub fn hire_as(who: Commander, game: Family, seed: u64) -> Box<dyn Agent<dyn AnyPosition>> {
    match game {
        Family::Gboh => at_the_door(who.of_great_battles(seed)),
        Family::Legion => at_the_door(who.of_legion(seed)),
    }
}

/// Of any game he sees what is of his own.
fn at_the_door<P: Placed>(agent: Box<dyn Agent<P>>) -> Box<dyn Agent<dyn AnyPosition>> {
    Box::new(Seeing::new(agent))
}

/// The standing orders that he would give to an umpire.
#[must_use]
pub fn standing(game: Family) -> &'static str {
    match game {
        Family::Gboh => STANDING,
        Family::Legion => "otherwise default\n",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::gboh::BUDGET;
    use crate::search::Budget;
    use crate::skirmish::play;
    use tess_effects::Game;
    use tess_game::Playable;
    use tess_gboh::Gboh;
    use tess_legion::Legion;
    use tess_scenario::Library;

    /// Battles of each skirmish, and of each battle of history.
    const MANY: [u64; 2] = [60, 3];

    /// Two of them fight so many battles of so many turns, and nothing that they write is refused.
    fn fights<G: Playable>(
        name: &str,
        begun: &G::Position,
        (battles, turns): (u64, u16),
        player: fn(u64) -> Box<dyn Agent<G::Position>>,
    ) where
        G::Position: Clone,
    {
        for seed in 0..battles {
            let (mut first, mut second) = (player(2 * seed), player(2 * seed + 1));
            let agents: [&mut dyn Agent<G::Position>; 2] = [&mut *first, &mut *second];
            let fought = play::<G>(begun.clone(), agents, seed, turns, None);
            assert_eq!(fought.stuck, None, "{name}, seed {seed}");
            assert!(fought.actions > 0, "{name}, seed {seed}");
        }
    }

    #[test]
    fn whoever_is_in_a_hurry_orders_nothing_that_is_refused() {
        let library = Library::embedded();
        let mut all = 0;
        for listed in library.list() {
            let name = listed.name;
            let small = name.ends_with("/skirmish");
            let few = if small { MANY[0] } else { MANY[1] };
            match library.family(&name).expect("a book") {
                Family::Gboh => {
                    let begun =
                        tess_gboh::Position::new(Arc::clone(&library.load(&name).expect("a field").setup));
                    fights::<Gboh>(&name, &begun, (few, 30), |seed| Box::new(quick(seed)));
                    all += few;
                }
                Family::Legion => {
                    let setup = Arc::clone(&library.load_legion(&name).expect("a field").setup);
                    let (few, turns) = if small { (20, 12) } else { (1, 8) };
                    let begun = tess_legion::Position::new(setup);
                    fights::<Legion>(&name, &begun, (few, turns), |seed| Box::new(legion::quick(seed)));
                    all += few;
                }
            }
        }
        assert!(all > 200, "{all} battles");
    }

    #[test]
    fn who_is_easy_is_beaten() {
        let loaded = Library::embedded().load("spqr/skirmish").expect("a field");
        let begun = tess_gboh::Position::new(loaded.setup);
        let mut won = 0;
        for nth in 0..24 {
            let [mut one, mut two] =
                [Commander::Sensible, Commander::Easy].map(|who| who.of_great_battles(nth));
            let changed = nth % 2 == 1;
            let agents: [&mut dyn Agent<_>; 2] =
                if changed { [&mut *two, &mut *one] } else { [&mut *one, &mut *two] };
            let fought = play::<Gboh>(begun.clone(), agents, nth, 30, None);
            assert_eq!(fought.stuck, None, "seed {nth}");
            let winner = fought.ending.and_then(|ending| ending.winner);
            won += u32::from(winner.as_deref() == Some(Gboh::sides(&begun)[usize::from(changed)].as_str()));
        }
        assert!(won >= 15, "{won} of 24");
    }

    #[test]
    fn who_is_hard_to_beat_fights_the_same_battle_again() {
        let loaded = Library::embedded().load("spqr/skirmish").expect("a field");
        let begun = tess_gboh::Position::new(loaded.setup);
        let fought = || {
            // less than he is given else: debug builds are slow
            let few = Budget { rounds: 1, changes: 4, last: 12, lines: 4_000, ..BUDGET };
            let (mut one, mut two) = (crate::gboh::hard(4, few), Commander::Sensible.of_great_battles(4));
            let mut written = Vec::new();
            let mut watch = |sheet: &str, _: &tess_table::Run<Gboh>| written.push(sheet.to_owned());
            let fought = play::<Gboh>(begun.clone(), [&mut *one, &mut *two], 4, 3, Some(&mut watch));
            assert_eq!(fought.stuck, None);
            written
        };
        let written = fought();
        assert!(written.len() > 4 && written == fought());
    }

    #[test]
    fn commanders_are_found_by_their_names() {
        for commander in Commander::ALL {
            assert_eq!(Commander::find(commander.name()), Some(commander));
        }
        assert_eq!(Commander::find("hasty"), None);
    }
}
