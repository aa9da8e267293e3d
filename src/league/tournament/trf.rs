//! FIDE's tournament report file, TRF16: read and written, column by column.
//!
//! `w` is the first side of the field, `b` the second. What a line holds that is not known here is kept as
//! it stands.

use std::fmt::Write as _;

use super::{Score, Tournament};
use crate::LeagueError;

/// A report: the heading lines by their numbers, and the players.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trf {
    /// Lines but those of players: their number and their text, in order.
    pub heads: Vec<(String, String)>,
    /// Players by their starting rank.
    pub players: Vec<TrfPlayer>,
}

/// A line `001`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrfPlayer {
    /// Starting rank.
    pub number: usize,
    /// `m` or `w`, or nothing.
    pub sex: String,
    /// Such as `gm`.
    pub title: String,
    /// The name, at most 33 letters.
    pub name: String,
    /// The rating.
    pub rating: Option<u32>,
    /// Three letters.
    pub federation: String,
    /// FIDE's number of him.
    pub id: String,
    /// His birthday.
    pub birth: String,
    /// Half points.
    pub halves: u32,
    /// His place.
    pub rank: usize,
    /// His rounds.
    pub games: Vec<TrfGame>,
}

/// A round of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrfGame {
    /// Against whom; nobody in a bye.
    pub against: Option<usize>,
    /// `w`, `b` or `-`.
    pub side: char,
    /// `1`, `=`, `0`, `+`, `-`, `F`, `H`, `U`, `Z` and so on; a blank where there is none yet.
    pub result: char,
}

/// From column to column, counted from 1, without blanks around.
fn columns(line: &[char], from: usize, to: usize) -> String {
    let end = to.min(line.len());
    if from > end { String::new() } else { line[from - 1..end].iter().collect::<String>().trim().to_owned() }
}

/// A name as it fits: no letter that moves what follows, at most 33.
fn fitted(text: &str, most: usize) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(most).collect()
}

impl Trf {
    /// Reads a report.
    ///
    /// # Errors
    /// The line and the columns that are wrong.
    pub fn read(text: &str) -> Result<Trf, LeagueError> {
        let mut trf = Trf::default();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let letters: Vec<char> = line.chars().collect();
            let number = columns(&letters, 1, 3);
            if number == "001" {
                let player = TrfPlayer::read(&letters).map_err(|what| {
                    let help = "docs/leagues.md says which columns hold what";
                    LeagueError::wrong(format!("line {}: {what}", at + 1), help)
                })?;
                if trf.players.iter().any(|known| known.number == player.number) {
                    let what = format!("line {}: number {} stands there twice", at + 1, player.number);
                    return Err(LeagueError::wrong(what, "every player has his own starting rank"));
                }
                trf.players.push(player);
            } else {
                trf.heads.push((number, letters.iter().skip(4).collect::<String>().trim_end().to_owned()));
            }
        }
        Ok(trf)
    }

    /// Writes a report.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::new();
        for (number, text) in &self.heads {
            let _ = writeln!(out, "{}", format!("{number:<3} {}", fitted(text, 400)).trim_end());
        }
        for player in &self.players {
            let _ = writeln!(out, "{}", player.write());
        }
        out
    }
}

impl TrfPlayer {
    fn read(line: &[char]) -> Result<TrfPlayer, String> {
        let number = |from, to, what: &str| -> Result<usize, String> {
            let text = columns(line, from, to);
            text.parse().map_err(|_| format!("columns {from} to {to}: `{text}` is no {what}"))
        };
        let text = columns(line, 81, 84);
        let halves = halves(&text).ok_or_else(|| format!("columns 81 to 84: `{text}` are no points"))?;
        let mut games = Vec::new();
        let mut from = 92;
        while from <= line.len() {
            let who = columns(line, from, from + 3);
            let letter = |at: usize| line.get(at - 1).copied().unwrap_or(' ');
            let against = match who.as_str() {
                "" | "0000" => None,
                _ => Some(number(from, from + 3, "starting rank")?),
            };
            let (side, result) = (letter(from + 5), letter(from + 7).to_ascii_uppercase());
            let fits = matches!(side, 'w' | 'b' | '-' | ' ') && "10=+-WDLHFUZ ".contains(result);
            if !fits {
                return Err(format!("columns {from} to {}: `{side} {result}` is no result", from + 7));
            }
            games.push(TrfGame { against, side, result });
            from += 10;
        }
        let rating = columns(line, 49, 52);
        let rank = columns(line, 86, 89);
        Ok(TrfPlayer {
            number: number(5, 8, "starting rank")?,
            sex: columns(line, 10, 10),
            title: columns(line, 11, 13),
            name: columns(line, 15, 47),
            rating: if rating.is_empty() { None } else { Some(number(49, 52, "rating")? as u32) },
            federation: columns(line, 54, 56),
            id: columns(line, 58, 68),
            birth: columns(line, 70, 79),
            halves,
            rank: if rank.is_empty() { 0 } else { number(86, 89, "rank")? },
            games,
        })
    }

    fn write(&self) -> String {
        let rating = self.rating.map(|r| r.to_string()).unwrap_or_default();
        let points = format!("{}.{}", self.halves / 2, self.halves % 2 * 5);
        let mut out = format!(
            "001 {:>4} {:1}{:>3} {:<33} {rating:>4} {:<3} {:>11} {:<10} {points:>4} {:>4}",
            self.number,
            fitted(&self.sex, 1),
            fitted(&self.title, 3),
            fitted(&self.name, 33),
            fitted(&self.federation, 3),
            fitted(&self.id, 11),
            fitted(&self.birth, 10),
            self.rank
        );
        for game in &self.games {
            let who = match (game.against, game.result) {
                (Some(number), _) => format!("{number:>4}"),
                (None, ' ') => "    ".to_owned(),
                (None, _) => "0000".to_owned(),
            };
            let _ = write!(out, "  {who} {} {}", game.side, game.result);
        }
        out.trim_end().to_owned()
    }
}

/// `11.5` in halves.
fn halves(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let half = match part {
        "0" => 0,
        "5" => 1,
        _ => return None,
    };
    Some(whole.parse::<u32>().ok().filter(|n| *n < 1000)? * 2 + half)
}

impl Tournament {
    /// The tournament as a report.
    #[must_use]
    pub fn trf(&self) -> Trf {
        let mut trf = Trf::default();
        let mut head = |number: &str, text: String| trf.heads.push((number.to_owned(), text));
        if let Some(founded) = &self.founded {
            head("012", founded.name.clone());
            let rated = self.entrants.iter().filter(|e| e.rating.is_some()).count();
            head("062", self.entrants.len().to_string());
            head("072", rated.to_string());
            head("092", format!("{:?} of {}", founded.system, founded.scenarios.join(", ")));
            head("XXR", self.rounds_planned().to_string());
        }
        let table = self.table();
        let start = |player: usize| self.order.iter().position(|p| *p == player).map_or(player, |at| at + 1);
        for place in &table {
            let entrant = &self.entrants[place.player - 1];
            let games = (0..self.rounds.len()).map(|round| self.game(round, place.player, &start));
            trf.players.push(TrfPlayer {
                number: start(place.player),
                name: fitted(&entrant.name, 33).trim().to_owned(),
                rating: entrant.rating,
                halves: place.halves,
                rank: place.rank,
                games: games.collect(),
                ..TrfPlayer::default()
            });
        }
        trf.players.sort_by_key(|player| player.number);
        trf
    }

    fn game(&self, round: usize, player: usize, start: &dyn Fn(usize) -> usize) -> TrfGame {
        let round = &self.rounds[round];
        let bye = round.byes.iter().find(|bye| bye.player == player);
        let Some(table) = round.tables.iter().find(|t| t.players().contains(&player)) else {
            let result = match bye.map(|bye| bye.score) {
                Some(Score::One) => 'U',
                Some(Score::Half) => 'H',
                Some(Score::Zero) | None => 'Z',
            };
            return TrfGame { against: None, side: '-', result };
        };
        let place = usize::from(table.versus.second == player);
        let result = match (table.scores().map(|s| s[place]), table.was_fought()) {
            (None, _) => ' ',
            (Some(Score::One), true) => '1',
            (Some(Score::Half), true) => '=',
            (Some(Score::Zero), true) => '0',
            (Some(Score::One), false) => '+',
            (Some(Score::Half), false) => 'D',
            (Some(Score::Zero), false) => '-',
        };
        let side = if place == 0 { 'w' } else { 'b' };
        TrfGame { against: Some(start(table.players()[1 - place])), side, result }
    }
}
