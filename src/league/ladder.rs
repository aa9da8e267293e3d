//! The ladder: Glicko-2 (Glickman 2012), each book by itself, always from the first battle anew.
//!
//! All battles of a period are rated with what everybody had when it began. Whoever does not fight in a
//! period keeps his rating, and it gets less sure. The last period is that of the last battle in the book:
//! nobody looks at a clock.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::statutes::Statutes;
use super::{Counted, Fought, Period};

/// Points of a rating to one of Glickman's inner scale.
const SCALE: f64 = 173.7178;

/// The ladders of all books.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ladder {
    /// By book.
    pub books: Vec<BookLadder>,
}

/// The ladder of a book.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BookLadder {
    /// The book.
    pub book: String,
    /// Its periods, without those in which nobody fought.
    pub periods: Vec<Period>,
    /// Everybody, the best first.
    pub standings: Vec<Standing>,
}

/// Where somebody stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// Who, by his place among the persons.
    #[serde(skip)]
    pub who: usize,
    /// The key by which he is called.
    pub key: String,
    /// What he is called.
    pub name: String,
    /// What it came to.
    pub now: Stage,
    /// Battles won.
    pub won: usize,
    /// Drawn.
    pub drawn: usize,
    /// Lost.
    pub lost: usize,
    /// The day of the last one.
    pub last: String,
    /// How it came about, period by period.
    pub steps: Vec<Step>,
}

/// A rating at some time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Stage {
    /// The rating.
    #[serde(serialize_with = "rounded")]
    pub rating: f64,
    /// One standard deviation of it: with 95 of 100 the strength is within two.
    #[serde(serialize_with = "rounded")]
    pub deviation: f64,
    /// How unsteady.
    #[serde(serialize_with = "rounded")]
    pub volatility: f64,
}

/// What a period in which he fought changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The period.
    pub period: Period,
    /// When it began.
    pub before: Stage,
    /// After it.
    pub after: Stage,
    /// The battles that he fought in it.
    pub battles: Vec<Met>,
}

/// A battle, as one of the two sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Met {
    /// The game.
    pub game: String,
    /// The archive.
    pub file: String,
    /// The field.
    pub scenario: String,
    /// When it ended.
    pub ended: String,
    /// By what it ended.
    pub how: &'static str,
    /// His side.
    pub side: String,
    /// Against whom, by his place among the persons.
    #[serde(skip)]
    pub who: usize,
    /// The key by which the other one is called.
    pub against: String,
    /// The other one, when the period began.
    pub other: Stage,
    /// Points that were to be expected of the battle.
    #[serde(serialize_with = "rounded")]
    pub expected: f64,
    /// What it came to: 1, 0.5 or 0.
    pub points: f64,
}

impl From<Glicko2Rating> for Stage {
    fn from(r: Glicko2Rating) -> Stage {
        Stage { rating: r.rating, deviation: r.deviation, volatility: r.volatility }
    }
}

impl From<Stage> for Glicko2Rating {
    fn from(s: Stage) -> Glicko2Rating {
        Glicko2Rating { rating: s.rating, deviation: s.deviation, volatility: s.volatility }
    }
}

impl Ladder {
    /// Rates everybody anew.
    #[must_use]
    pub fn of(counted: &Counted, statutes: &Statutes) -> Ladder {
        let mut books: BTreeMap<&str, Vec<&Fought>> = BTreeMap::new();
        for fought in &counted.fought {
            books.entry(&fought.record.book).or_default().push(fought);
        }
        let rated = |(book, fought): (&str, Vec<&Fought>)| Rater::new(counted, statutes).rate(book, &fought);
        Ladder { books: books.into_iter().map(rated).collect() }
    }
}

struct Rater<'a> {
    counted: &'a Counted,
    statutes: &'a Statutes,
    now: BTreeMap<usize, Stage>,
    steps: BTreeMap<usize, Vec<Step>>,
}

impl<'a> Rater<'a> {
    fn new(counted: &'a Counted, statutes: &'a Statutes) -> Rater<'a> {
        Rater { counted, statutes, now: BTreeMap::new(), steps: BTreeMap::new() }
    }

    fn rate(mut self, book: &str, fought: &[&Fought]) -> BookLadder {
        let every = self.statutes.period;
        let mut periods = Vec::new();
        let (mut rest, mut idle) = (fought, 0);
        let mut period = fought.first().map(|f| Period::of(f.day(), every));
        while let (Some(now), false) = (period, rest.is_empty()) {
            let many = rest.iter().take_while(|f| f.day() < now.next).count();
            let (these, others) = rest.split_at(many);
            if many > 0 {
                self.rested(std::mem::take(&mut idle));
                self.step(now, these);
                periods.push(now);
            } else {
                idle += 1;
            }
            rest = others;
            period = Some(now.following(every));
        }
        let mut standings: Vec<Standing> = self.now.keys().map(|who| self.standing(*who)).collect();
        standings.sort_by(|a, b| b.now.rating.total_cmp(&a.now.rating).then_with(|| a.key.cmp(&b.key)));
        BookLadder { book: book.to_owned(), periods, standings }
    }

    /// One period: everybody at once.
    fn step(&mut self, period: Period, fought: &[&Fought]) {
        let start = self.statutes.start;
        let fresh = Stage { rating: start.rating, deviation: start.deviation, volatility: start.volatility };
        for who in fought.iter().flat_map(|f| f.who) {
            self.now.entry(who).or_insert(fresh);
        }
        let before = self.now.clone();
        let config = Glicko2Config { tau: start.tau, ..Glicko2Config::default() };
        for (who, stage) in &before {
            let battles: Vec<Met> = fought.iter().filter_map(|f| self.met(f, *who, &before)).collect();
            let results: Vec<(Glicko2Rating, Outcomes)> =
                battles.iter().map(|met| (met.other.into(), outcome(met.points))).collect();
            let mut after: Stage = glicko2_rating_period(&(*stage).into(), &results, &config).into();
            // nobody is less sure than somebody of whom nothing is known
            after.deviation = after.deviation.min(start.deviation);
            self.now.insert(*who, after);
            if !battles.is_empty() {
                self.steps.entry(*who).or_default().push(Step { period, before: *stage, after, battles });
            }
        }
    }

    /// So many periods in which nobody fought: everybody's rating gets less sure, as after each of them.
    fn rested(&mut self, periods: u32) {
        let most = self.statutes.start.deviation;
        for stage in self.now.values_mut().filter(|_| periods > 0) {
            let unsteady = stage.volatility * SCALE;
            let square = stage.deviation * stage.deviation + f64::from(periods) * unsteady * unsteady;
            stage.deviation = square.sqrt().min(most);
        }
    }

    /// The battle as that person sees it, if he fought in it.
    fn met(&self, fought: &Fought, who: usize, before: &BTreeMap<usize, Stage>) -> Option<Met> {
        let side = fought.who.iter().position(|w| *w == who)?;
        let other = fought.who[1 - side];
        let (mine, theirs) = (before.get(&who)?, before.get(&other)?);
        Some(Met {
            game: fought.record.game.clone(),
            file: fought.file.clone(),
            scenario: fought.record.scenario.clone(),
            ended: fought.record.last.clone(),
            how: fought.how.word(),
            side: fought.record.sides[side].role.clone(),
            who: other,
            against: self.counted.persons.get(other).key.clone(),
            other: *theirs,
            expected: expected(mine, theirs),
            points: f64::from(fought.halves(side)) / 2.0,
        })
    }

    fn standing(&self, who: usize) -> Standing {
        let person = self.counted.persons.get(who);
        let steps = self.steps.get(&who).cloned().unwrap_or_default();
        let mets = || steps.iter().flat_map(|step| &step.battles);
        let count = |fits: &dyn Fn(f64) -> bool| mets().filter(|met| fits(met.points)).count();
        Standing {
            who,
            key: person.key.clone(),
            name: self.counted.persons.shown(who),
            now: self.now[&who],
            won: count(&|points| points > 0.75),
            drawn: count(&|points| (0.25..=0.75).contains(&points)),
            lost: count(&|points| points < 0.25),
            last: mets().last().map(|met| met.ended[..10].to_owned()).unwrap_or_default(),
            steps,
        }
    }
}

fn outcome(points: f64) -> Outcomes {
    if points > 0.75 {
        Outcomes::WIN
    } else if points < 0.25 {
        Outcomes::LOSS
    } else {
        Outcomes::DRAW
    }
}

/// Glickman's E(mu, mu_j, phi_j): what is to be expected against somebody whose strength is so unsure.
fn expected(mine: &Stage, theirs: &Stage) -> f64 {
    let phi = theirs.deviation / SCALE;
    let g = 1.0 / (1.0 + 3.0 * phi * phi / (std::f64::consts::PI * std::f64::consts::PI)).sqrt();
    1.0 / (1.0 + (-g * (mine.rating - theirs.rating) / SCALE).exp())
}

/// To a millionth: the last digits of logarithms may differ from machine to machine.
fn rounded<S: Serializer>(number: &f64, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_f64((number * 1e6).round() / 1e6)
}
