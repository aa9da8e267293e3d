//! A tournament as it stands.

use super::lots::{commitment, lot};
use super::{Bid, Bye, Event, Founded, Score, Seats, SidesBy, System, Versus};
use crate::LeagueError;

/// A tournament as it stands: what follows from all that has happened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tournament {
    /// What was announced.
    pub founded: Option<Founded>,
    /// Who has entered, in that order.
    pub entrants: Vec<Entrant>,
    /// The seed, once it is shown.
    pub seed: Option<String>,
    /// Players in their starting order, once the entries are closed: by rating, then by lot; in a round
    /// robin by lot alone.
    pub order: Vec<usize>,
    /// Rounds that were paired.
    pub rounds: Vec<Round>,
    /// The digest of all lines before the entries were closed.
    entries: String,
}

/// Somebody who has entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// His name.
    pub name: String,
    /// His key.
    pub key: Option<String>,
    /// His rating.
    pub rating: Option<u32>,
    /// Why he left, if he did.
    pub left: Option<String>,
    /// His lot, once it is drawn.
    pub lot: String,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// When it was paired.
    pub at: String,
    /// The field.
    pub scenario: String,
    /// Who meets whom.
    pub tables: Vec<Table>,
    /// Who rests.
    pub byes: Vec<Bye>,
}

/// Two who meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The pairing.
    pub versus: Versus,
    /// Sealed bids, of the two in the pairing's order.
    pub seals: [Option<String>; 2],
    /// Opened bids.
    pub bids: [Option<Bid>; 2],
    /// What came of it.
    pub settled: Option<Settled>,
}

/// What came of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// It was fought, and the archive verifies.
    Fought {
        /// The game.
        game: String,
        /// SHA-256 of the archive.
        sha256: String,
        /// Who won.
        winner: Option<usize>,
        /// By what it ended.
        how: String,
    },
    /// The director has decided.
    Ruled {
        /// What each gets.
        score: [Score; 2],
        /// Why.
        why: String,
    },
}

impl Table {
    /// The two.
    #[must_use]
    pub const fn players(&self) -> [usize; 2] {
        [self.versus.first, self.versus.second]
    }

    /// What each of the two got.
    #[must_use]
    pub fn scores(&self) -> Option<[Score; 2]> {
        Some(match self.settled.as_ref()? {
            Settled::Ruled { score, .. } => *score,
            Settled::Fought { winner: None, .. } => [Score::Half; 2],
            Settled::Fought { winner: Some(winner), .. } => {
                if *winner == self.versus.first {
                    [Score::One, Score::Zero]
                } else {
                    [Score::Zero, Score::One]
                }
            }
        })
    }

    /// Was it fought?
    #[must_use]
    pub const fn was_fought(&self) -> bool {
        matches!(self.settled, Some(Settled::Fought { .. }))
    }

    /// Who has which side, as far as it is known.
    #[must_use]
    pub fn seats(&self) -> Seats {
        Seats::of(self)
    }
}

fn no(what: impl Into<String>, help: &str) -> LeagueError {
    LeagueError::wrong(what, help)
}

impl Tournament {
    /// What was announced.
    ///
    /// # Errors
    /// When nothing was.
    pub fn terms(&self) -> Result<&Founded, LeagueError> {
        self.founded
            .as_ref()
            .ok_or_else(|| no("no tournament is announced", "begin with `tess tournament new`"))
    }

    /// By which digest the lots are drawn.
    pub(super) fn entries_are(&mut self, digest: &str) {
        digest.clone_into(&mut self.entries);
    }

    /// The digest of all lines before the entries were closed.
    #[must_use]
    pub fn entries(&self) -> &str {
        &self.entries
    }

    /// Somebody by the number of his entry.
    #[must_use]
    pub fn entrant(&self, number: usize) -> Option<&Entrant> {
        self.entrants.get(number.checked_sub(1)?)
    }

    /// His name.
    #[must_use]
    pub fn name(&self, number: usize) -> &str {
        self.entrant(number).map_or("?", |e| &e.name)
    }

    /// The number of somebody's entry.
    ///
    /// # Errors
    /// When nobody has that name.
    pub fn called(&self, name: &str) -> Result<usize, LeagueError> {
        let found = self.entrants.iter().position(|e| e.name.to_lowercase() == name.to_lowercase());
        let found =
            found.or_else(|| name.parse::<usize>().ok()?.checked_sub(1).filter(|n| *n < self.entrants.len()));
        found.map(|at| at + 1).ok_or_else(|| {
            no(format!("nobody called {name} has entered"), "say a name, or the number of an entry")
        })
    }

    /// How many rounds there are to be.
    #[must_use]
    pub fn rounds_planned(&self) -> usize {
        let many = self.entrants.len();
        match self.founded.as_ref().map(|f| f.system) {
            Some(System::RoundRobin) => many.next_multiple_of(2).saturating_sub(1),
            Some(System::KnockOut) => many.max(1).next_power_of_two().ilog2() as usize,
            _ => self.founded.as_ref().map_or(0, |f| f.rounds),
        }
    }

    /// Something has happened.
    ///
    /// # Errors
    /// Why it cannot have.
    pub fn apply(&mut self, event: &Event, at: &str) -> Result<(), LeagueError> {
        match event {
            Event::Founded(founded) => self.found(founded),
            Event::Entered { name, key, rating } => self.enter(name, key.as_ref(), *rating),
            Event::Withdrawn { player, why } => {
                let found = player.checked_sub(1).and_then(|at| self.entrants.get_mut(at));
                let entrant =
                    found.ok_or_else(|| no(format!("no entry {player}"), "see `tess tournament show`"))?;
                entrant.left = Some(why.clone());
                Ok(())
            }
            Event::Closed { seed } => self.close(seed),
            Event::Paired { round, tables, byes } => self.pair(*round, tables, byes, at),
            Event::Sealed { round, table, player, seal } => {
                self.table_open(*round, *table)?.seal(*player, seal)
            }
            Event::Opened { round, table, player, bid, salt } => {
                self.table_open(*round, *table)?.open(*player, bid, salt)
            }
            Event::Result { round, table, game, sha256, winner, how } => {
                let twice = self.rounds.iter().flat_map(|r| &r.tables).any(|t| match &t.settled {
                    Some(Settled::Fought { game: known, .. }) => known == game,
                    _ => false,
                });
                if twice {
                    return Err(no("this battle has given a result already", "a battle counts once"));
                }
                let table = self.table_open(*round, *table)?;
                if winner.is_some_and(|winner| !table.players().contains(&winner)) {
                    return Err(no("the winner does not sit at this table", "see the pairings"));
                }
                let (game, sha256, how) = (game.clone(), sha256.clone(), how.clone());
                table.settled = Some(Settled::Fought { game, sha256, winner: *winner, how });
                Ok(())
            }
            Event::Ruled { round, table, score, why } => {
                if score.iter().map(|s| s.halves()).sum::<u32>() > 2 {
                    return Err(no("more than one point for one battle", "write 1 0, 0 1, 1/2 1/2 or 0 0"));
                }
                let table = self.table_open(*round, *table)?;
                table.settled = Some(Settled::Ruled { score: *score, why: why.clone() });
                Ok(())
            }
            Event::Struck { round, table, .. } => self.strike(*round, *table),
        }
    }

    fn found(&mut self, founded: &Founded) -> Result<(), LeagueError> {
        if self.founded.is_some() {
            return Err(no("a tournament is announced once", "begin another in another folder"));
        }
        if founded.scenarios.is_empty() || founded.rounds > 64 {
            return Err(no("no field, or more than 64 rounds", "name a scenario, and fewer rounds"));
        }
        self.founded = Some(founded.clone());
        Ok(())
    }

    fn enter(&mut self, name: &str, key: Option<&String>, rating: Option<u32>) -> Result<(), LeagueError> {
        self.terms()?;
        if name.trim().is_empty() || name.chars().count() > 64 {
            return Err(no("a name of 1 to 64 letters is wanted", "say it shorter"));
        }
        if let Some(key) = key {
            if key.parse::<tess_ledger::Key>().is_err() {
                return Err(no(format!("`{key}` is no key"), "it has 64 digits; his card holds it"));
            }
            if let Some(other) = self.entrants.iter().find(|e| e.key.as_ref() == Some(key) && e.name != name)
            {
                return Err(no(format!("this is the key of {}", other.name), "everybody enters once"));
            }
        }
        if let Some(known) = self.entrants.iter_mut().find(|e| e.name == name) {
            let new = (known.key.is_none() && key.is_some()) || (known.rating.is_none() && rating.is_some());
            if !new {
                return Err(no(format!("{name} has entered already"), "another one needs another name"));
            }
            known.key = known.key.take().or_else(|| key.cloned());
            if self.seed.is_none() {
                known.rating = known.rating.or(rating);
            }
            return Ok(());
        }
        if self.seed.is_some() {
            return Err(no("the entries are closed", "the next tournament"));
        }
        if self.entrants.len() >= 512 {
            return Err(no("512 have entered", "more cannot be paired here"));
        }
        let lot = String::new();
        self.entrants.push(Entrant { name: name.to_owned(), key: key.cloned(), rating, left: None, lot });
        Ok(())
    }

    fn close(&mut self, seed: &str) -> Result<(), LeagueError> {
        let terms = self.terms()?.clone();
        if self.seed.is_some() {
            return Err(no("the entries are closed already", "pair the first round"));
        }
        if commitment(seed) != terms.commitment {
            return Err(no(
                "this is not the seed that was announced",
                "its SHA-256 has to be the commitment",
            ));
        }
        if self.entrants.len() < 2 {
            return Err(no("nobody can play alone", "two have to enter"));
        }
        if terms.system == System::Swiss && terms.rounds >= self.entrants.len().next_multiple_of(2) {
            let (rounds, many) = (terms.rounds, self.entrants.len());
            let what = format!("{many} players cannot play {rounds} rounds without meeting again");
            return Err(no(what, "more entries, or a round robin"));
        }
        for (at, entrant) in self.entrants.iter_mut().enumerate() {
            entrant.lot = lot(seed, &self.entries, at + 1);
        }
        self.seed = Some(seed.to_owned());
        let mut order: Vec<usize> = (1..=self.entrants.len()).collect();
        let rated = terms.system != System::RoundRobin;
        order.sort_by_key(|number| {
            let entrant = &self.entrants[number - 1];
            let rating = entrant.rating.filter(|_| rated).unwrap_or(0);
            (std::cmp::Reverse(rating), entrant.lot.clone())
        });
        self.order = order;
        Ok(())
    }

    /// A round as it was written down has to be the one that follows from all before it.
    fn pair(&mut self, round: usize, tables: &[Versus], byes: &[Bye], at: &str) -> Result<(), LeagueError> {
        let (due_tables, due_byes) = self.pairing()?;
        if round != self.rounds.len() + 1 || due_tables != tables || due_byes != byes {
            return Err(no("this is not the pairing that follows", "pair with `tess tournament pair`"));
        }
        let scenarios = &self.terms()?.scenarios;
        let scenario = scenarios[(round - 1) % scenarios.len()].clone();
        let table = |versus: &Versus| Table {
            versus: *versus,
            seals: [None, None],
            bids: [None, None],
            settled: None,
        };
        let tables = tables.iter().map(table).collect();
        self.rounds.push(Round { at: at.to_owned(), scenario, tables, byes: byes.to_vec() });
        Ok(())
    }

    /// A table without a result.
    fn table_open(&mut self, round: usize, table: usize) -> Result<&mut Table, LeagueError> {
        let found = round.checked_sub(1).and_then(|round| self.rounds.get_mut(round));
        let found = found.and_then(|r| r.tables.get_mut(table.checked_sub(1)?));
        let found = found
            .ok_or_else(|| no(format!("there is no table {table} in round {round}"), "see the pairings"))?;
        if found.settled.is_some() {
            let what = format!("table {table} of round {round} has a result");
            return Err(no(what, "the director can strike it"));
        }
        Ok(found)
    }

    /// Only in the last round that was paired: later ones rest on it.
    fn strike(&mut self, round: usize, table: usize) -> Result<(), LeagueError> {
        if round != self.rounds.len() {
            return Err(no("later rounds were paired by this result", "it has to stand"));
        }
        let found = self.rounds.last_mut().and_then(|r| r.tables.get_mut(table.checked_sub(1)?));
        match found.map(|table| table.settled.take()) {
            Some(Some(_)) => Ok(()),
            _ => Err(no(format!("table {table} of round {round} has no result"), "see the pairings")),
        }
    }

    /// Are sides a matter of bids?
    #[must_use]
    pub fn has_bids(&self) -> bool {
        self.founded.as_ref().is_some_and(|f| f.sides == SidesBy::Bids)
    }
}
