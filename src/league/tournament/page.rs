//! A tournament as pages for a terminal or a mail.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Place, Score, Seats, Settled, Table, Tournament};
use tess_diagnostic::tame_line;

impl Score {
    /// In figures.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Score::Zero => "0",
            Score::Half => "1/2",
            Score::One => "1",
        }
    }
}

/// Points, with their half.
fn points(halves: u32) -> String {
    format!("{}.{}", halves / 2, halves % 2 * 5)
}

/// What decides between equals.
fn quarters(n: u32) -> String {
    format!("{}.{:02}", n / 4, n % 4 * 25)
}

impl Tournament {
    /// What it is, and how far it has got.
    #[must_use]
    pub fn heading(&self) -> String {
        let Some(founded) = &self.founded else { return String::new() };
        let (done, all) = (self.rounds.len(), self.rounds_planned());
        let system = match founded.system {
            super::System::Swiss => "Swiss",
            super::System::RoundRobin => "round robin",
            super::System::KnockOut => "knock-out",
        };
        let mut out = format!("{}: {system}, {} players", tame_line(&founded.name), self.entrants.len());
        let _ = writeln!(out, ", round {done} of {all}\n  fields: {}", founded.scenarios.join(", "));
        let _ = writeln!(out, "  seed:   SHA-256 {}", founded.commitment);
        match &self.seed {
            Some(seed) => {
                let _ = writeln!(out, "          {seed}\n  lots:   drawn with {}", self.entries());
            }
            None => out.push_str("          shown when the entries are closed\n"),
        }
        out
    }

    /// The table.
    #[must_use]
    pub fn table_text(&self) -> String {
        let ties = self.founded.as_ref().map(|f| f.ties.clone()).unwrap_or_default();
        let mut out = format!("{:>3}  {:<28} {:>6}", "#", "player", "points");
        for tie in &ties {
            let _ = write!(out, "  {:>10}", tie.word().chars().take(10).collect::<String>());
        }
        out.push('\n');
        for Place { rank, player, name, halves, ties, .. } in self.table() {
            let left = self.entrant(player).is_some_and(|e| e.left.is_some());
            let name: String = tame_line(&name).chars().take(if left { 21 } else { 28 }).collect();
            let name = if left { format!("{name} (left)") } else { name };
            let _ = write!(out, "{rank:>3}  {name:<28} {:>6}", points(halves));
            for tie in ties {
                let _ = write!(out, "  {:>10}", quarters(tie));
            }
            out.push('\n');
        }
        out
    }

    /// The pairings of a round, from 1.
    #[must_use]
    pub fn round_text(&self, number: usize) -> String {
        let Some(round) = number.checked_sub(1).and_then(|at| self.rounds.get(at)) else {
            return String::new();
        };
        let mut out = format!("Round {number}, {}, paired {}\n", round.scenario, round.at);
        for (at, table) in round.tables.iter().enumerate() {
            let [first, second] = table.players().map(|p| tame_line(self.name(p)));
            let _ = writeln!(out, "{:>3}  {first} - {second}  {}", at + 1, self.came_of(table));
        }
        for bye in &round.byes {
            let _ = writeln!(out, "  -  {}: rests, {}", tame_line(self.name(bye.player)), bye.score.word());
        }
        out
    }

    fn came_of(&self, table: &Table) -> String {
        let score = |score: [Score; 2]| format!("{} : {}", score[0].word(), score[1].word());
        match (&table.settled, table.scores()) {
            (Some(Settled::Fought { game, how, .. }), Some(scores)) => {
                format!("{}  ({how}, {})", score(scores), game.get(..8).unwrap_or_default())
            }
            (Some(Settled::Ruled { why, .. }), Some(scores)) => {
                format!("{}  (ruled: {})", score(scores), tame_line(why))
            }
            _ => match table.seats() {
                Seats::Paired => "to be fought".to_owned(),
                Seats::Waiting => "bids to be opened".to_owned(),
                Seats::Bought { who, side, points } => {
                    format!(
                        "to be fought; {} has {side}, the other side {points} more",
                        tame_line(self.name(who))
                    )
                }
            },
        }
    }

    /// Everything as data.
    #[must_use]
    pub fn json(&self) -> Value {
        let rounds: Vec<Value> = self.rounds.iter().enumerate().map(|(at, round)| {
            let tables: Vec<Value> = round.tables.iter().map(|table| json!({
                "first": self.name(table.versus.first),
                "second": self.name(table.versus.second),
                "score": table.scores().map(|scores| scores.map(Score::word)),
                "game": match &table.settled {
                    Some(Settled::Fought { game, .. }) => Some(game),
                    _ => None,
                },
                "ruled": match &table.settled {
                    Some(Settled::Ruled { why, .. }) => Some(why),
                    _ => None,
                },
                "seats": table.seats(),
            })).collect();
            let byes: Vec<Value> = round.byes.iter()
                .map(|bye| json!({ "player": self.name(bye.player), "score": bye.score.word() })).collect();
            json!({ "round": at + 1, "paired": round.at, "scenario": round.scenario, "tables": tables, "byes": byes })
        }).collect();
        let ties: Vec<&str> = self.founded.iter().flat_map(|f| f.ties.iter().map(|tie| tie.word())).collect();
        json!({
            "name": self.founded.as_ref().map(|f| &f.name),
            "system": self.founded.as_ref().map(|f| f.system),
            "commitment": self.founded.as_ref().map(|f| &f.commitment),
            "seed": self.seed,
            "entries": self.entries(),
            "players": self.entrants.iter().map(|e| json!({
                "name": e.name, "key": e.key, "rating": e.rating, "left": e.left, "lot": e.lot,
            })).collect::<Vec<_>>(),
            "ties": ties,
            "table": self.table(),
            "rounds": rounds,
        })
    }
}
