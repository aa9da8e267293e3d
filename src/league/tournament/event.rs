//! What is said in the course of a tournament.

use serde::{Deserialize, Serialize};

/// One thing that has happened. Players are called by the number of their entry, from 1; rounds and tables
/// count from 1 too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The tournament is announced.
    Founded(Founded),
    /// Somebody enters; said again with the same name, it adds what was missing.
    Entered {
        /// His name.
        name: String,
        /// His key; without one no archive can be his.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// His rating, by which the starting order is made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<u32>,
    },
    /// Somebody leaves and is paired no more.
    Withdrawn {
        /// Who.
        player: usize,
        /// Why.
        why: String,
    },
    /// Nobody can enter any more, and the seed is shown.
    Closed {
        /// 64 hex digits, whose SHA-256 was announced.
        seed: String,
    },
    /// A round is paired.
    Paired {
        /// Which.
        round: usize,
        /// Who meets whom.
        tables: Vec<Versus>,
        /// Who rests.
        byes: Vec<Bye>,
    },
    /// A sealed bid.
    Sealed {
        /// The round.
        round: usize,
        /// The table.
        table: usize,
        /// Whose.
        player: usize,
        /// SHA-256 of salt, a blank and the bid.
        seal: String,
    },
    /// A bid is opened; only when both are sealed.
    Opened {
        /// The round.
        round: usize,
        /// The table.
        table: usize,
        /// Whose.
        player: usize,
        /// The side, and how many rout points it is worth to him: `rome 5`.
        bid: String,
        /// What was sealed with it.
        salt: String,
    },
    /// A battle has ended, as its archive proves.
    Result {
        /// The round.
        round: usize,
        /// The table.
        table: usize,
        /// The game.
        game: String,
        /// SHA-256 of the archive.
        sha256: String,
        /// Who won.
        winner: Option<usize>,
        /// By what it ended.
        how: String,
    },
    /// The director decides on a battle that was not fought out.
    Ruled {
        /// The round.
        round: usize,
        /// The table.
        table: usize,
        /// What each of the two gets.
        score: [Score; 2],
        /// Why.
        why: String,
    },
    /// The director takes back a result.
    Struck {
        /// The round.
        round: usize,
        /// The table.
        table: usize,
        /// Why.
        why: String,
    },
}

/// What is announced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founded {
    /// The name of the tournament.
    pub name: String,
    /// How it is paired.
    pub system: System,
    /// How many rounds; a round robin and a knock-out know it by themselves.
    pub rounds: usize,
    /// The fields, round by round; then from the first again.
    pub scenarios: Vec<String>,
    /// Who takes which side.
    pub sides: SidesBy,
    /// What a bye is worth.
    pub bye: Score,
    /// What decides between equals, in order; then the lot.
    pub ties: Vec<Tie>,
    /// SHA-256 of the 64 digits of the seed.
    pub commitment: String,
}

/// How a tournament is paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Those of like score meet; nobody is out.
    Swiss,
    /// Everybody meets everybody.
    RoundRobin,
    /// Who loses is out.
    KnockOut,
}

/// Who takes which side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SidesBy {
    /// The pairing, so that everybody has both sides equally often.
    Balance,
    /// Sealed bids; where they say nothing, the pairing.
    Bids,
}

/// Points of one battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Score {
    /// None.
    #[serde(rename = "0")]
    Zero,
    /// Half a point.
    #[serde(rename = "1/2")]
    Half,
    /// One.
    #[serde(rename = "1")]
    One,
}

impl Score {
    /// In halves.
    #[must_use]
    pub const fn halves(self) -> u32 {
        match self {
            Score::Zero => 0,
            Score::Half => 1,
            Score::One => 2,
        }
    }
}

/// What decides between equals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// The points of all opponents.
    Buchholz,
    /// The same without the lowest of them.
    BuchholzCut1,
    /// The points of those beaten, and half of those drawn with.
    SonnebornBerger,
    /// Points among the equals themselves, when all of them have met.
    DirectEncounter,
    /// Battles won on the field.
    Wins,
}

impl Tie {
    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Tie::Buchholz => "Buchholz",
            Tie::BuchholzCut1 => "Buchholz cut 1",
            Tie::SonnebornBerger => "Sonneborn-Berger",
            Tie::DirectEncounter => "direct",
            Tie::Wins => "wins",
        }
    }
}

/// Two who meet: the first has the first side unless bids say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Versus {
    /// The first side.
    pub first: usize,
    /// The second side.
    pub second: usize,
}

/// Somebody who rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bye {
    /// Who.
    pub player: usize,
    /// What it is worth.
    pub score: Score,
}
