//! Who will win: the battle fought to its end many times from where it stands.

use serde::Serialize;

use super::balance::{BalanceError, capital, percentile};
use super::share::Chance;
use super::together::side_by_side;
use tess_bot::{Bout, Commander, End, Playout};
use tess_diagnostic::{WIDTH, wrap};
use tess_game::AnyPosition;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Outlook {
    /// Battles that are fought.
    pub battles: u64,
    /// Who fights them, on both sides.
    pub commander: Commander,
    /// The seed of their dice and commanders.
    pub seed: u64,
    /// Turns from now on after which one counts as not ended.
    pub turns: u16,
    /// On so many threads; 0 for as many as the machine has cores.
    pub threads: usize,
}

/// What is to be expected of a battle. Chances are in ten-thousandths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// The turn from which on it was fought.
    pub turn: u16,
    /// Battles fought.
    pub battles: u64,
    /// By two equal commanders of this name.
    pub commander: &'static str,
    /// The names of the sides.
    pub sides: [String; 2],
    /// The chance of each to win.
    pub wins: [Chance; 2],
    /// That nobody wins.
    pub drawn: Chance,
    /// That the battle goes on longer than was looked.
    pub open: Chance,
    /// Battles that could not be fought to their end, as what somebody hides stood in the way.
    pub stuck: u64,
    /// Turns left, in 10, 50 and 90 of 100 battles no more than this.
    pub turns: [u16; 3],
    /// What the points are called that decide.
    pub points: &'static str,
    /// Points at the end, of each side, likewise.
    pub ends: [[u64; 3]; 2],
    /// Units lost at the end, of each side, likewise.
    pub lost: [[u64; 3]; 2],
}

/// The places of a spread: 10, 50 and 90 of 100.
const SPREAD: [usize; 3] = [10, 50, 90];

impl Outlook {
    /// Fights the battle to its end from this position, many times. Told on the way: how many are fought.
    ///
    /// # Errors
    /// When there are no threads to be had.
    pub fn forecast(
        &self,
        start: &dyn AnyPosition,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Forecast, BalanceError> {
        let last = start.turn().saturating_add(self.turns);
        let playout = Playout { who: self.commander, turns: last, before: 0, look: None };
        let seeds = (0..self.battles).map(|n| seed_of(self.seed, n)).collect();
        let mut bouts: Vec<Bout> = Vec::new();
        side_by_side(
            seeds,
            self.threads,
            |seed| Some(playout.fight(start, seed)),
            |bout| {
                bouts.push(bout);
                progress(bouts.len() as u64);
                Ok::<(), BalanceError>(())
            },
        )?;
        Ok(Forecast::of(start, self.commander, &bouts))
    }
}

/// The seed of a battle of those of a seed: it is none of another's.
pub(super) fn seed_of(seed: u64, nth: u64) -> u64 {
    (seed & 0x3fff_ffff) << 32 | nth & 0xffff_ffff
}

impl Forecast {
    fn of(start: &dyn AnyPosition, who: Commander, bouts: &[Bout]) -> Forecast {
        let whole: Vec<&Bout> = bouts.iter().filter(|bout| bout.stuck.is_none()).collect();
        let all = whole.len() as u128;
        let chance = |end| Chance::sampled(whole.iter().filter(|bout| bout.end == end).count() as u128, all);
        let spread = |of: &dyn Fn(&Bout) -> u64| {
            let mut numbers: Vec<u64> = whole.iter().map(|bout| of(bout)).collect();
            numbers.sort_unstable();
            SPREAD.map(|place| percentile(&numbers, place).parse().unwrap_or_default())
        };
        let turn = start.turn();
        Forecast {
            turn,
            battles: bouts.len() as u64,
            commander: who.name(),
            sides: start.sides(),
            wins: [chance(End::First), chance(End::Second)],
            drawn: chance(End::Drawn),
            open: chance(End::Open),
            stuck: (bouts.len() - whole.len()) as u64,
            turns: spread(&|b| b.turns.saturating_sub(turn).into()).map(|turns| turns as u16),
            points: start.points_called(),
            ends: [0, 1].map(|side: usize| spread(&|b| b.losses[side].points)),
            lost: [0, 1].map(|side: usize| spread(&|b| b.losses[side].units)),
        }
    }

    /// The page.
    #[must_use]
    pub fn text(&self, seed: u64) -> String {
        let head = format!(
            "{} battles fought on from turn {} by two equal {} bots, with dice of their own (seed {seed}), never \
             those of the battle; in brackets where the chance lies in 95 of 100 cases",
            self.battles, self.turn, self.commander
        );
        let mut out = wrap(&head, WIDTH, "", "  ") + "\n\nchance to win (%)\n";
        for (side, chance) in self.sides.iter().zip(&self.wins) {
            out.push_str(&format!("  {:<24}{}\n", capital(side), chance.text()));
        }
        for (what, chance) in [("nobody", self.drawn), ("not ended by then", self.open)] {
            if chance.share > 0 {
                out.push_str(&format!("  {what:<24}{}\n", chance.text()));
            }
        }
        out.push_str(&format!("\n{:<26}{:>8}{:>8}{:>8}\n", "of 100 battles no more in", "10", "50", "90"));
        let mut row = |what: String, of: [u64; 3]| {
            out.push_str(&format!("  {what:<24}{:>8}{:>8}{:>8}\n", of[0], of[1], of[2]));
        };
        row("turns left".to_owned(), self.turns.map(u64::from));
        for (place, side) in self.sides.iter().enumerate() {
            row(format!("{}: {}", capital(side), self.points), self.ends[place]);
            row(format!("{}: units lost", capital(side)), self.lost[place]);
        }
        if self.stuck > 0 {
            let why = format!(
                "{} battles could not be fought on, as something hidden stood in the way",
                self.stuck
            );
            out.push_str(&(wrap(&why, WIDTH, "", "  ") + "\n"));
        }
        out
    }
}
