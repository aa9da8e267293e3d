//! Foretelling a sheet: exactly where few dice decide, else by many runs.

use super::carry::Carrier;
use super::chance::Seeded;
use super::decide::Policy;
use super::foretold::Foretold;
use super::tally::Tally;
use super::tree::{WHOLE, walk};
use tess_effects::Hidden;
use tess_game::{AnyPosition, AnySheet};

/// Ways of whole sheets up to which a walk is tried, for each way that may be walked: line by line there
/// are far fewer, as many ways lead to the same field.
const FEWER: u128 = 10_000;

/// Runs by which it is guessed how many ways there are.
const SCOUTS: u64 = 100;

/// How much work is put into it.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Runs with dice, where not every face of every die can be walked.
    pub runs: u64,
    /// The dice.
    pub seed: u64,
    /// Ways that are walked at most; with 0 dice are thrown even where exact figures could be had.
    pub ways: u64,
}

impl Effort {
    /// So many runs with the dice of a seed, if there are more than twice as many ways to walk.
    #[must_use]
    pub fn new(runs: u64, seed: u64) -> Effort {
        Effort { runs, seed, ways: runs.saturating_mul(2) }
    }
}

/// What a sheet of a side comes to from this position. Told on the way: how far it has got, of how much.
#[must_use]
pub fn foretell(
    start: &dyn AnyPosition,
    sheet: &dyn AnySheet,
    hidden: Hidden,
    policy: &Policy<'_>,
    effort: Effort,
    progress: &mut dyn FnMut(u64, u64),
) -> Foretold {
    let mut carrier = Carrier::new(sheet, hidden, policy);
    let dice = Seeded::new(effort.seed);
    let mut tally = Tally::new(start);
    let mut ways = 0_u128;
    let scouts = SCOUTS.min(effort.runs);
    for run in 0..scouts {
        ways += once(&mut carrier, dice, run, &mut tally);
    }
    // The mean of these products is the number of ways; where they differ much it is only a guess, so the walk counts.
    if scouts > 0 && ways / u128::from(scouts) <= u128::from(effort.ways) * FEWER {
        let mut tell = |done| progress(done, effort.ways);
        if let Some(exact) = walk(&mut carrier, start, effort.ways, &mut tell) {
            return Foretold::of(start, &exact, WHOLE, true);
        }
        carrier.begin_at(start);
    }
    for run in scouts..effort.runs {
        once(&mut carrier, dice, run, &mut tally);
        progress(run + 1, effort.runs);
    }
    Foretold::of(start, &tally, effort.runs.into(), false)
}

/// One run; so many ways there would be if every run threw the same dice.
fn once(carrier: &mut Carrier<'_>, dice: Seeded, run: u64, tally: &mut Tally) -> u128 {
    let mut ways = 1_u128;
    carrier.carry(&mut |stretch| dice.dice(run, stretch), |position, tried, decisions| {
        let sides = tried.rolls.iter().map(|(_, rolled)| u128::from(rolled.label.die.sides()));
        ways = sides.fold(1, |ways, sides| ways.saturating_mul(sides));
        tally.add(position, tried, decisions, 1);
    });
    // what is too many is too many: the sum of all scouts has to hold
    ways.min(u128::MAX / 1_000)
}
