//! Sealed bids for a side.
//!
//! Each of the two writes which side he wants and how many rout points that is worth to him; the digests are
//! given first, the bids shown when both are in. Who wants what the other one does not, has it for nothing.
//! Where both want the same, the higher bid has it, and the other side's army holds out so many rout points
//! longer. Equal bids leave the sides as the pairing has them, for nothing.

use serde::Serialize;

use super::Table;
use super::lots::digest;
use crate::LeagueError;

/// Rout points that a side may be worth.
const MOST: u32 = 999;

/// What somebody wants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Bid {
    /// The side.
    pub side: String,
    /// What it is worth to him.
    pub points: u32,
}

/// Who has which side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum Seats {
    /// As the pairing has it.
    Paired,
    /// Bids are still to come.
    Waiting,
    /// Bids have decided.
    Bought {
        /// Who paid, or has what he wanted: a player's number.
        who: usize,
        /// His side.
        side: String,
        /// What the other side's army gets.
        points: u32,
    },
}

impl Bid {
    /// Reads `rome 5`.
    ///
    /// # Errors
    /// When it says something else.
    pub fn read(text: &str) -> Result<Bid, LeagueError> {
        let wrong = || {
            LeagueError::wrong(format!("`{text}` is no bid"), format!("write a side and 0 to {MOST}: rome 5"))
        };
        let (side, points) = text.split_once(' ').ok_or_else(wrong)?;
        let points: u32 = points.parse().ok().filter(|n| *n <= MOST).ok_or_else(wrong)?;
        side.parse::<tess_ledger::Role>().map_err(|_| wrong())?;
        Ok(Bid { side: side.to_owned(), points })
    }

    /// What is given before it is shown.
    #[must_use]
    pub fn seal(text: &str, salt: &str) -> String {
        digest(&format!("{salt} {text}"))
    }
}

impl Table {
    fn place(&self, player: usize) -> Result<usize, LeagueError> {
        let found = self.players().iter().position(|p| *p == player);
        found.ok_or_else(|| LeagueError::wrong("who bids does not sit at this table", "see the pairings"))
    }

    pub(super) fn seal(&mut self, player: usize, seal: &str) -> Result<(), LeagueError> {
        let place = self.place(player)?;
        if seal.len() != 64 || !seal.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(LeagueError::wrong(
                "a sealed bid has 64 digits",
                "make it with `tess tournament seal`",
            ));
        }
        if self.seals[place].is_some() {
            return Err(LeagueError::wrong("his bid is sealed already", "a sealed bid is not changed"));
        }
        self.seals[place] = Some(seal.to_owned());
        Ok(())
    }

    pub(super) fn open(&mut self, player: usize, bid: &str, salt: &str) -> Result<(), LeagueError> {
        let place = self.place(player)?;
        if self.seals.iter().any(Option::is_none) {
            let what = "not both bids are sealed yet";
            return Err(LeagueError::wrong(
                what,
                "a bid is shown when the other one can no longer be changed",
            ));
        }
        let fits = self.seals[place].as_ref() == Some(&Bid::seal(bid, salt));
        if !fits || salt.len() < 16 {
            let help = "the bid and its salt, at least 16 letters, have to be those that were sealed";
            return Err(LeagueError::wrong("this is not what was sealed", help));
        }
        self.bids[place] = Some(Bid::read(bid)?);
        Ok(())
    }
}

impl Seats {
    /// What two bids come to.
    #[must_use]
    pub fn of(table: &Table) -> Seats {
        let (first, second) = match &table.bids {
            [Some(first), Some(second)] => (first, second),
            _ if table.seals.iter().any(Option::is_some) => return Seats::Waiting,
            _ => return Seats::Paired,
        };
        let [one, other] = table.players();
        let bought =
            |who: usize, bid: &Bid, points: u32| Seats::Bought { who, side: bid.side.clone(), points };
        if first.side != second.side {
            bought(one, first, 0)
        } else if first.points > second.points {
            bought(one, first, first.points)
        } else if second.points > first.points {
            bought(other, second, second.points)
        } else {
            Seats::Paired
        }
    }
}
