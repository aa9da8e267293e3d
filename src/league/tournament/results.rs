//! Results come in as archives that verify, and in no other way.

use super::{Event, Seats, Table, Tournament};
use crate::{Outcome, Persons, Record, Sound};

/// What became of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// It gives a result.
    Result(Event),
    /// It has given one already.
    Known,
    /// It gives none, and why.
    Nothing(String),
}

impl Tournament {
    /// What an archive says of a table that waits. `persons` knows who is who.
    #[must_use]
    pub fn take(&self, sound: &Sound, persons: &Persons) -> Taken {
        let record = &sound.record;
        let known = self.rounds.iter().flat_map(|r| &r.tables).any(|t| match &t.settled {
            Some(super::Settled::Fought { game, .. }) => *game == record.game,
            _ => false,
        });
        if known {
            return Taken::Known;
        }
        let whose = |side: usize| {
            let person = persons.whose(record.sides[side].holders.first()?.keys.first()?)?;
            let mine = |key: &String| persons.whose(key) == Some(person);
            let at = self.entrants.iter().position(|e| e.key.as_ref().is_some_and(mine))?;
            Some(at + 1)
        };
        let [Some(one), Some(other)] = [whose(0), whose(1)] else {
            return Taken::Nothing("one of those who fought it has not entered".to_owned());
        };
        let mut why = "the two are not paired, or their table has a result".to_owned();
        for (r, round) in self.rounds.iter().enumerate() {
            for (t, table) in round.tables.iter().enumerate().filter(|(_, t)| t.settled.is_none()) {
                let here = table.players();
                if !here.contains(&one) || !here.contains(&other) {
                    continue;
                }
                match self.judge(record, table, [one, other], &round.scenario, &round.at) {
                    Ok((winner, how)) => {
                        return Taken::Result(Event::Result {
                            round: r + 1,
                            table: t + 1,
                            game: record.game.clone(),
                            sha256: sound.sha256.clone(),
                            winner,
                            how,
                        });
                    }
                    Err(no) => why = format!("round {}, table {}: {no}", r + 1, t + 1),
                }
            }
        }
        Taken::Nothing(why)
    }

    /// Is this the battle that the table was to fight? Who won, and by what it ended.
    fn judge(
        &self,
        record: &Record,
        table: &Table,
        who: [usize; 2],
        scenario: &str,
        paired: &str,
    ) -> Result<(Option<usize>, String), String> {
        let Outcome::Over { winner, how, .. } = &record.outcome else {
            return Err("the battle is not over".to_owned());
        };
        if record.scenario != scenario {
            return Err(format!("it was fought at {}, and the round is at {scenario}", record.scenario));
        }
        if record.began.as_str() < paired {
            return Err(format!("it began on {}, before the round was paired", record.began));
        }
        let bids: Vec<&String> = record.options.iter().filter(|option| option.starts_with("bid-")).collect();
        let (first, bid) = match table.seats() {
            Seats::Waiting => return Err("bids are still to be opened".to_owned()),
            Seats::Paired => (table.versus.first, None),
            Seats::Bought { who: buyer, side, points } => {
                let [one, two] = table.players();
                let other = if buyer == one { two } else { one };
                let at = record.sides.iter().position(|s| s.role == side);
                let at = at.ok_or_else(|| format!("there is no side {side}"))?;
                let gets = &record.sides[1 - at].role;
                let bid = (points > 0).then(|| format!("bid-{gets}={points}"));
                (if at == 0 { buyer } else { other }, bid)
            }
        };
        if who[0] != first {
            return Err(format!("{} was to have the other side", self.name(first)));
        }
        if bids.iter().map(|b| b.as_str()).ne(bid.as_deref()) {
            let wanted = bid.map_or("without a bid".to_owned(), |bid| format!("with --option {bid}"));
            return Err(format!("it was to be founded {wanted}"));
        }
        Ok((winner.map(|side| who[side]), how.word().to_owned()))
    }
}
