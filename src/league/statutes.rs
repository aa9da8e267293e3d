//! The league's file: what counts, how long a period is, and who is who.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::period::Every;
use super::{How, LeagueError, Period};

/// What `league.toml` says; without one, everything is as in [`Statutes::default`].
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Statutes {
    /// What the league is called.
    pub name: String,
    /// How long a rating period is: `month`, `week`, `year`, or a number of days.
    pub period: Every,
    /// Battles that ended before this day do not count, such as `2026-01-01`.
    pub since: Option<String>,
    /// Nor do those that ended on this day or later.
    pub until: Option<String>,
    /// Fields that count; all when none is named.
    pub scenarios: Vec<String>,
    /// Battles lost by a passed deadline.
    pub forfeits: Counts,
    /// Battles that a side resigned.
    pub resignations: Counts,
    /// Draws that were agreed.
    pub agreed_draws: Counts,
    /// Battles that ended because somebody lost a second chain.
    pub lost_chains: Counts,
    /// Battles in which a bot fought.
    pub bots: Counts,
    /// Endings of addresses that only bots have.
    pub bot_addresses: Vec<String>,
    /// Who has the result of a side that was handed over.
    pub handovers: Handed,
    /// A battle with fewer actions is void.
    pub least_actions: u64,
    /// Only players that are named below.
    pub members_only: bool,
    /// With what a player begins.
    pub start: Start,
    /// Battles that the league has declared void.
    pub void: Vec<Voided>,
    /// Players whom the league knows.
    pub player: Vec<Known>,
}

/// Whether such battles count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// They do.
    Count,
    /// They do not.
    LeaveOut,
}

/// Who has the result of a side that was handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handed {
    /// Who held it at the end.
    Last,
    /// Who began.
    First,
    /// Nobody: the battle is left out.
    Nobody,
}

/// With what a player begins, and how fast ratings follow results (Glicko-2's tau).
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Start {
    /// His rating.
    pub rating: f64,
    /// How unsure it is.
    pub deviation: f64,
    /// How unsteady he is.
    pub volatility: f64,
    /// How far volatility may change: 0.3 to 1.2.
    pub tau: f64,
}

/// A battle that counts for nothing.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voided {
    /// Its game: eight digits or more.
    pub game: String,
    /// Why.
    pub why: String,
}

/// A player whom the league knows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// What he is called here, whatever he calls himself.
    pub name: String,
    /// His keys, in full.
    pub keys: Vec<String>,
    /// Whether he is a bot.
    #[serde(default)]
    pub bot: bool,
}

impl Default for Start {
    fn default() -> Start {
        Start { rating: 1500.0, deviation: 350.0, volatility: 0.06, tau: 0.5 }
    }
}

impl Default for Statutes {
    fn default() -> Statutes {
        Statutes {
            name: String::new(),
            period: Every::Month,
            since: None,
            until: None,
            scenarios: Vec::new(),
            forfeits: Counts::Count,
            resignations: Counts::Count,
            agreed_draws: Counts::Count,
            lost_chains: Counts::LeaveOut,
            bots: Counts::LeaveOut,
            bot_addresses: vec!["@play.invalid".to_owned()],
            handovers: Handed::Last,
            least_actions: 0,
            members_only: false,
            start: Start::default(),
            void: Vec::new(),
            player: Vec::new(),
        }
    }
}

impl Statutes {
    /// Reads a league's file.
    ///
    /// # Errors
    /// When it cannot be read, or says what cannot be; the message names the line.
    pub fn read(path: &Path) -> Result<Statutes, LeagueError> {
        let help = "docs/leagues.md says what a league's file may hold";
        let text = fs::read_to_string(path).map_err(|e| LeagueError::file(path, e, help))?;
        let statutes: Statutes = toml::from_str(&text).map_err(|e| LeagueError::file(path, e, help))?;
        statutes.check().map_err(|what| LeagueError::file(path, what, help))?;
        Ok(statutes)
    }

    fn check(&self) -> Result<(), String> {
        let Start { rating, deviation, volatility, tau } = self.start;
        let sane = (0.0..=10_000.0).contains(&rating)
            && (1.0..=1000.0).contains(&deviation)
            && (0.001..=1.0).contains(&volatility)
            && (0.05..=3.0).contains(&tau);
        if !sane {
            return Err(
                "[start]: rating 0 to 10000, deviation 1 to 1000, volatility 0.001 to 1, tau 0.05 to 3"
                    .to_owned(),
            );
        }
        for day in self.since.iter().chain(&self.until) {
            if Period::day(day).is_none() {
                return Err(format!("`{day}` is no day like 2026-01-31"));
            }
        }
        for void in &self.void {
            let hex = void.game.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
            if !hex || void.game.len() < 8 {
                return Err(format!("[[void]] game `{}`: eight or more of the game's digits", void.game));
            }
        }
        let mut seen: Vec<&str> = Vec::new();
        for player in &self.player {
            for key in &player.keys {
                if key.parse::<tess_ledger::Key>().is_err() {
                    return Err(format!("[[player]] {}: `{key}` is no key of 64 digits", player.name));
                }
                if seen.contains(&key.as_str()) {
                    return Err(format!(
                        "[[player]] {}: the key {}.. stands there twice",
                        player.name,
                        &key[..16]
                    ));
                }
                seen.push(key);
            }
        }
        Ok(())
    }

    /// Whether battles that ended so count.
    #[must_use]
    pub const fn counts(&self, how: How) -> bool {
        let counts = match how {
            How::Field => Counts::Count,
            How::Resigned => self.resignations,
            How::Agreed => self.agreed_draws,
            How::Forfeited => self.forfeits,
            How::ChainsLost => self.lost_chains,
        };
        matches!(counts, Counts::Count)
    }
}
