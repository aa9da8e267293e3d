//! Which battles count, in which order.

use std::collections::BTreeMap;

use super::statutes::{Counts, Handed};
use super::{How, LeagueError, Outcome, Paper, Period, Persons, Pile, Record, Sound, Statutes};

/// A battle that counts.
#[derive(Debug, Clone)]
pub struct Fought {
    /// What its archive says.
    pub record: Record,
    /// The archive's name.
    pub file: String,
    /// Who fought, first side first, by their places in [`Persons`].
    pub who: [usize; 2],
    /// Who won, 0 or 1.
    pub winner: Option<usize>,
    /// By what it ended.
    pub how: How,
}

/// A battle, or a file, that does not count.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LeftOut {
    /// The archive's name.
    pub file: String,
    /// The first digits of the game, where it is known.
    pub game: String,
    /// Why it does not count.
    pub why: String,
}

/// A battle that is shown, whether it counts or not: one archive of each game.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The archive.
    pub sound: Sound,
    /// Who fought, first side first; nobody yet on a side that nobody has accepted.
    pub who: [Option<usize>; 2],
    /// Why it does not count, where it does not.
    pub left_out: Option<String>,
}

/// What counts of a pile.
#[derive(Debug, Clone, Default)]
pub struct Counted {
    /// Everybody who fought.
    pub persons: Persons,
    /// Those that count, by the time of their end, then by game.
    pub fought: Vec<Fought>,
    /// Every game of which an archive holds, by the time of its last event, then by game.
    pub shown: Vec<Shown>,
    /// What does not count.
    pub left_out: Vec<LeftOut>,
    /// Battles that are not over.
    pub open: usize,
}

/// Who fought, who won, and how.
struct Decided {
    who: [usize; 2],
    winner: Option<usize>,
    how: How,
}

impl Counted {
    /// Sorts a pile by the league's file.
    #[must_use]
    pub fn of(pile: Pile, statutes: &Statutes) -> Counted {
        let mut counted = Counted { persons: Persons::of(statutes), ..Counted::default() };
        for (file, why) in pile.unsound {
            let why = format!("does not verify: {why}");
            counted.left_out.push(LeftOut { file, game: String::new(), why });
        }
        let mut games = counted.one_of_each(pile.sound);
        games.sort_by(|(a, _), (b, _)| {
            (&a.record.last, &a.record.game).cmp(&(&b.record.last, &b.record.game))
        });
        for (sound, _) in &games {
            for side in &sound.record.sides {
                for holder in &side.holders {
                    counted.persons.meet(holder, statutes);
                }
            }
        }
        for (sound, fork) in games {
            counted.take(sound, fork, statutes);
        }
        counted
    }

    /// Of several archives of a game, the longest; where one is not the beginning of another, somebody has
    /// signed twice, and none counts.
    fn one_of_each(&mut self, sound: Vec<Sound>) -> Vec<(Sound, Option<String>)> {
        let mut games: BTreeMap<String, Vec<Sound>> = BTreeMap::new();
        for sound in sound {
            games.entry(sound.record.game.clone()).or_default().push(sound);
        }
        let mut found = Vec::new();
        for (game, mut archives) in games {
            archives
                .sort_by(|a, b| (b.record.events, a.paper.name()).cmp(&(a.record.events, b.paper.name())));
            let mut rest = archives.into_iter();
            let Some(longest) = rest.next() else { continue };
            let mut fork = None;
            for other in rest {
                if other.sha256 != longest.sha256 && !is_beginning(&other.paper, &longest.paper) {
                    let why = format!(
                        "{} and {} are not the same battle from some event on: somebody has signed twice",
                        longest.paper.name(),
                        other.paper.name()
                    );
                    fork = Some(why.clone());
                    let game = game.get(..8).unwrap_or_default().to_owned();
                    self.left_out.push(LeftOut { file: other.paper.name().to_owned(), game, why });
                }
            }
            found.push((longest, fork));
        }
        found
    }

    fn take(&mut self, sound: Sound, fork: Option<String>, statutes: &Statutes) {
        let record = &sound.record;
        let at = |side: usize, last: bool| {
            let holders = &record.sides[side].holders;
            let holder = if last { holders.last() } else { holders.first() };
            holder.and_then(|h| self.persons.whose(h.keys.first()?))
        };
        let last = statutes.handovers != Handed::First;
        let who = [at(0, last), at(1, last)];
        let verdict = match fork {
            Some(why) => Err(why),
            None => self.verdict(record, who, statutes),
        };
        let file = sound.paper.name().to_owned();
        let left_out = match verdict {
            Ok(Some(Decided { who, winner, how })) => {
                self.fought.push(Fought { record: record.clone(), file, who, winner, how });
                None
            }
            Ok(None) => {
                self.open += 1;
                Some("not over yet".to_owned())
            }
            Err(why) => {
                let game = record.game.get(..8).unwrap_or_default().to_owned();
                self.left_out.push(LeftOut { file, game, why: why.clone() });
                Some(why)
            }
        };
        self.shown.push(Shown { sound, who, left_out });
    }

    /// Who fought, who won and how, if the battle counts; nothing when it is not over.
    fn verdict(
        &self,
        record: &Record,
        who: [Option<usize>; 2],
        statutes: &Statutes,
    ) -> Result<Option<Decided>, String> {
        let (winner, how) = match &record.outcome {
            Outcome::Open { accepted: true } => return Ok(None),
            Outcome::Open { accepted: false } => return Err("was not accepted by both".to_owned()),
            Outcome::Over { winner, how, .. } => (*winner, *how),
        };
        let [Some(first), Some(second)] = who else {
            return Err("nobody has signed for one of the sides".to_owned());
        };
        if first == second {
            return Err("one person fought on both sides".to_owned());
        }
        if let Some(void) = statutes.void.iter().find(|void| record.game.starts_with(&void.game)) {
            return Err(format!("void: {}", void.why));
        }
        if record.actions < statutes.least_actions {
            let (n, least) = (record.actions, statutes.least_actions);
            return Err(format!("void: {n} actions, the league wants {least}"));
        }
        if !statutes.scenarios.is_empty() && !statutes.scenarios.contains(&record.scenario) {
            return Err(format!("{} is no field of the league", record.scenario));
        }
        let day = record.last.get(..10).unwrap_or_default();
        if statutes.since.as_deref().is_some_and(|since| day < since)
            || statutes.until.as_deref().is_some_and(|until| day >= until)
        {
            return Err(format!("ended on {day}, which is not in the league's time"));
        }
        if !statutes.counts(how) {
            return Err(format!("ended {}, which the league leaves out", how.word()));
        }
        if statutes.handovers == Handed::Nobody && record.sides.iter().any(|side| side.holders.len() > 1) {
            return Err("a side was handed over, which the league leaves out".to_owned());
        }
        for person in [first, second].map(|at| self.persons.get(at)) {
            if person.bot && statutes.bots == Counts::LeaveOut {
                return Err(format!("{} is a bot, which the league leaves out", person.name));
            }
            if statutes.members_only && !person.member {
                return Err(format!("{} ({}) is not a member", person.name, person.short()));
            }
        }
        Ok(Some(Decided { who: [first, second], winner, how }))
    }

    /// The person of that name, or of a key that begins so.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn called(&self, name: &str) -> Result<usize, LeagueError> {
        let lower = name.to_lowercase();
        let by_key = |key: &String| name.len() >= 8 && key.starts_with(name);
        let fits: Vec<usize> = self
            .persons
            .iter()
            .filter(|(at, p)| {
                p.name.to_lowercase() == lower
                    || self.persons.shown(*at).to_lowercase() == lower
                    || p.keys.iter().any(by_key)
            })
            .map(|(at, _)| at)
            .collect();
        match fits[..] {
            [one] => Ok(one),
            [] => Err(LeagueError::wrong(
                format!("nobody is called {name} here"),
                "say a name as the ladder shows it, or eight digits of a key",
            )),
            _ => {
                let all: Vec<String> = fits.iter().map(|at| self.persons.shown(*at)).collect();
                Err(LeagueError::wrong(
                    format!("{} are called {name}: {}", fits.len(), all.join(", ")),
                    "say the digits of the key that stand behind the name",
                ))
            }
        }
    }
}

/// Whether one archive is the beginning of another.
fn is_beginning(short: &Paper, long: &Paper) -> bool {
    match (short.bytes(), long.bytes()) {
        (Ok(short), Ok(long)) => long.starts_with(&short),
        _ => false,
    }
}

impl Fought {
    /// The period in which it counts.
    #[must_use]
    pub fn day(&self) -> chrono::NaiveDate {
        Period::day(&self.record.last).unwrap_or_default()
    }

    /// What it was worth to the first side, in halves: 2, 1 or 0.
    #[must_use]
    pub const fn halves(&self, side: usize) -> u32 {
        match self.winner {
            None => 1,
            Some(winner) => {
                if winner == side {
                    2
                } else {
                    0
                }
            }
        }
    }
}
