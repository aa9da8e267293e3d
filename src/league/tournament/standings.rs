//! The table: points, then what decides between equals, by name, then the lot.
//!
//! For Buchholz and Sonneborn-Berger a round that somebody did not fight counts as one against an opponent
//! who has as many points as he has himself (FIDE Handbook C.07, 16.4); other players' points count as they
//! stand.

use serde::Serialize;

use super::{Tie, Tournament};

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The place; equals in everything share none, since the lot decides.
    pub rank: usize,
    /// Whose: the number of his entry.
    pub player: usize,
    /// His name.
    pub name: String,
    /// Half points.
    pub halves: u32,
    /// What decides between equals, in the order of the announcement, each in quarters.
    pub ties: Vec<u32>,
}

/// A round as somebody saw it: against whom, and half points; nobody where it was not fought.
type Met = (Option<usize>, u32);

impl Tournament {
    /// The rounds of a player that have a result.
    fn mets(&self, player: usize) -> Vec<Met> {
        let mut found = Vec::new();
        for round in &self.rounds {
            let table = round.tables.iter().find(|t| t.players().contains(&player));
            let bye = round.byes.iter().find(|bye| bye.player == player);
            match (table, bye) {
                (Some(table), _) => {
                    let Some(scores) = table.scores() else { continue };
                    let place = usize::from(table.versus.second == player);
                    let other = table.players()[1 - place];
                    found.push((table.was_fought().then_some(other), scores[place].halves()));
                }
                (None, Some(bye)) => found.push((None, bye.score.halves())),
                (None, None) => found.push((None, 0)),
            }
        }
        found
    }

    /// The table as it stands.
    #[must_use]
    pub fn table(&self) -> Vec<Place> {
        let ties = self.founded.as_ref().map(|f| f.ties.clone()).unwrap_or_default();
        let players: Vec<usize> =
            if self.order.is_empty() { (1..=self.entrants.len()).collect() } else { self.order.clone() };
        let mut places: Vec<Place> = players
            .iter()
            .map(|player| Place {
                rank: 0,
                player: *player,
                name: self.name(*player).to_owned(),
                halves: self.halves(*player),
                ties: Vec::new(),
            })
            .collect();
        for tie in ties {
            let equals = places.clone();
            for place in &mut places {
                place.ties.push(self.tie(tie, place, &equals));
            }
        }
        let lot = |player: usize| self.entrant(player).map(|e| e.lot.clone());
        places.sort_by(|a, b| {
            (b.halves, &b.ties).cmp(&(a.halves, &a.ties)).then_with(|| lot(a.player).cmp(&lot(b.player)))
        });
        for (at, place) in places.iter_mut().enumerate() {
            place.rank = at + 1;
        }
        places
    }

    /// What decides between equals, in quarters of a point.
    fn tie(&self, tie: Tie, of: &Place, all: &[Place]) -> u32 {
        let mets = self.mets(of.player);
        let points = |who: &Option<usize>| {
            who.and_then(|who| all.iter().find(|p| p.player == who)).map_or(of.halves, |p| p.halves)
        };
        match tie {
            Tie::Wins => 4 * mets.iter().filter(|(who, halves)| who.is_some() && *halves == 2).count() as u32,
            Tie::Buchholz => 2 * mets.iter().map(|(who, _)| points(who)).sum::<u32>(),
            Tie::BuchholzCut1 => {
                let all: Vec<u32> = mets.iter().map(|(who, _)| points(who)).collect();
                2 * (all.iter().sum::<u32>() - all.iter().min().copied().unwrap_or(0))
            }
            Tie::SonnebornBerger => mets.iter().map(|(who, halves)| points(who) * halves).sum(),
            Tie::DirectEncounter => {
                let same = |p: &&Place| {
                    p.halves == of.halves && p.ties == of.ties[..p.ties.len().min(of.ties.len())]
                };
                let equals: Vec<usize> = all.iter().filter(same).map(|p| p.player).collect();
                if equals.iter().any(|one| equals.iter().any(|two| one != two && !self.have_met(*one, *two)))
                {
                    return 0;
                }
                let among = mets.iter().filter(|(who, _)| who.is_some_and(|who| equals.contains(&who)));
                2 * among.map(|(_, halves)| halves).sum::<u32>()
            }
        }
    }
}
