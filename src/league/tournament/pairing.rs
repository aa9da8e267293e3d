//! The next round, as it follows from all before it.

use super::lots::lot;
use super::{Bye, System, Tournament, Versus};
use crate::LeagueError;

impl Tournament {
    /// The next round.
    ///
    /// # Errors
    /// When the entries are not closed, a result is missing, or there is no further round.
    pub fn pairing(&self) -> Result<(Vec<Versus>, Vec<Bye>), LeagueError> {
        let terms = self.terms()?;
        if self.seed.is_none() {
            let help = "close them with `tess tournament close`";
            return Err(LeagueError::wrong("the entries are not closed", help));
        }
        if self.rounds.len() >= self.rounds_planned() {
            return Err(LeagueError::wrong("all rounds have been paired", "show the table"));
        }
        let missing = self.rounds.last().map(|r| r.tables.iter().filter(|t| t.settled.is_none()).count());
        if let Some(n @ 1..) = missing {
            let what = format!("{n} results of round {} are missing", self.rounds.len());
            return Err(LeagueError::wrong(what, "bring the archives with `tess tournament result`"));
        }
        match terms.system {
            System::Swiss => self.swiss(),
            System::RoundRobin => Ok(self.berger()),
            System::KnockOut => Ok(self.bracket()),
        }
    }

    /// Does the lot give the first side to the higher of the first table?
    pub(super) fn first_lot(&self) -> bool {
        let drawn = lot(self.seed.as_deref().unwrap_or_default(), self.entries(), 0);
        drawn.bytes().next().is_some_and(|digit| digit < b'8')
    }

    /// How many half points somebody has.
    #[must_use]
    pub fn halves(&self, player: usize) -> u32 {
        let of_table = |table: &super::Table| {
            let place = table.players().iter().position(|p| *p == player)?;
            Some(table.scores()?[place].halves())
        };
        let fought: u32 = self.rounds.iter().flat_map(|r| &r.tables).filter_map(of_table).sum();
        let rested = self.rounds.iter().flat_map(|r| &r.byes).filter(|bye| bye.player == player);
        fought + rested.map(|bye| bye.score.halves()).sum::<u32>()
    }
}
