//! What an archive that holds says of its battle: who, where, and what it came to.

use serde::{Deserialize, Serialize};

use tess_ledger::{Ended, Entry, Kind, Ledger, Player, Role, deadline};
use tess_scenario::Library;
use tess_steward::{Rulings, StewardError, verify};
use tess_table::Wait;

/// A battle, as its archive proves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game: the id of its first event.
    pub game: String,
    /// The id of the last event.
    pub head: String,
    /// How many events there are.
    pub events: u64,
    /// The book, such as `spqr`.
    pub book: String,
    /// The field, such as `spqr/skirmish`.
    pub scenario: String,
    /// Who opens links.
    pub mode: String,
    /// Optional rules, in words.
    pub options: Vec<String>,
    /// The time of the first event, as its author says.
    pub began: String,
    /// The time of the last event that moved the battle on.
    pub last: String,
    /// The two sides, in the order of genesis.
    pub sides: [Sided; 2],
    /// Who keeps the links, where somebody does.
    pub umpire: Option<Holder>,
    /// What it came to.
    pub outcome: Outcome,
    /// The turn that it got to.
    pub turn: u16,
    /// Sheets and answers carried out.
    pub actions: u64,
    /// Dice thrown.
    pub dice: u64,
    /// What each side's points stand at, and what they are called.
    pub points: [u16; 2],
    /// The name of the points.
    pub points_called: String,
}

/// One side of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sided {
    /// Its name.
    pub role: String,
    /// Who held it, one after the other. Whoever never signed anything is not among them: nobody is made
    /// a substitute without a word of his own.
    pub holders: Vec<Holder>,
}

/// A person, for as long as he held a role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holder {
    /// What he calls himself.
    pub name: String,
    /// His address.
    pub address: String,
    /// His keys, the first first: each but the first was put in place by the one before it.
    pub keys: Vec<String>,
}

/// What a battle came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Outcome {
    /// It is not over, or was never accepted by both.
    Open {
        /// Whether both have accepted it.
        accepted: bool,
    },
    /// It is over.
    Over {
        /// The side that won, 0 or 1; nobody in a draw.
        winner: Option<usize>,
        /// By what it ended.
        how: How,
        /// Why, in words of the report.
        text: String,
    },
}

/// By what a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// On the field, by the rules.
    Field,
    /// A side resigned.
    Resigned,
    /// Both agreed on a draw.
    Agreed,
    /// A side let its deadline pass.
    Forfeited,
    /// A role lost a second chain.
    ChainsLost,
}

impl How {
    /// In words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            How::Field => "on the field",
            How::Resigned => "by resignation",
            How::Agreed => "by agreement",
            How::Forfeited => "by forfeit",
            How::ChainsLost => "by lost chains",
        }
    }
}

impl Record {
    /// Verifies an archive, the rules included, and reads it.
    ///
    /// # Errors
    /// Why it does not hold, or cannot be judged here.
    pub fn of(archive: &[u8], library: &Library) -> Result<Record, StewardError> {
        let verified = verify(archive, library)?;
        let (wait, actions, turn, points, points_called) = match verified.rules {
            Rulings::Hold { wait, actions, turn, points, points_called, .. } => {
                (wait, actions, turn, points, points_called)
            }
            Rulings::Unknown(error) | Rulings::Broken(error) => return Err(error),
        };
        let ledger = &verified.ledger;
        let genesis = ledger.genesis();
        let mut sides = ledger.sides();
        let (Some(first), Some(second)) = (sides.next(), sides.next()) else {
            return Err(StewardError::refused("a battle without two sides", "ask for the whole archive"));
        };
        let last = ledger.entries().iter().rev().find(|e| deadline::moves_on(ledger, e));
        let first_event = &ledger.entries()[0];
        Ok(Record {
            game: ledger.game().to_string(),
            head: ledger.head().to_string(),
            events: ledger.next_seq(),
            book: genesis.rules.id.clone(),
            scenario: genesis.scenario.name.clone(),
            mode: genesis.mode.as_str().to_owned(),
            options: genesis.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            began: first_event.event().at.to_string(),
            last: last.unwrap_or(first_event).event().at.to_string(),
            sides: [sided(ledger, first), sided(ledger, second)],
            umpire: ledger.player(&Role::umpire()).map(|player| holder_now(ledger, player)),
            outcome: outcome(ledger, &wait, [first.as_str(), second.as_str()]),
            turn,
            actions,
            dice: verified.dice as u64,
            points,
            points_called: points_called.to_owned(),
        })
    }

    /// Is it over?
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.outcome, Outcome::Over { .. })
    }
}

fn outcome(ledger: &Ledger, wait: &Wait, sides: [&str; 2]) -> Outcome {
    let Wait::Over(ending) = wait else {
        return Outcome::Open { accepted: ledger.to_accept().is_empty() };
    };
    if !ledger.to_accept().is_empty() {
        return Outcome::Open { accepted: false };
    }
    let winner = ending.winner.as_deref().and_then(|w| sides.iter().position(|side| *side == w));
    let how = match ledger.ended() {
        None => How::Field,
        Some(Ended::Resigned(_)) => How::Resigned,
        Some(Ended::Drawn) => How::Agreed,
        Some(Ended::Forfeited(_)) => How::Forfeited,
        Some(Ended::ChainsLost(_)) => How::ChainsLost,
    };
    Outcome::Over { winner, how, text: ending.text.clone() }
}

/// Who held a side, from genesis on.
fn sided(ledger: &Ledger, role: &Role) -> Sided {
    let party = ledger.genesis().parties.iter().find(|party| party.role == *role);
    let mut holders: Vec<Holder> = party
        .map(|p| Holder { name: p.name.clone(), address: p.address.clone(), keys: vec![p.key.to_string()] })
        .into_iter()
        .collect();
    for entry in ledger.entries().iter().filter(|entry| entry.event().by == *role) {
        match &entry.event().kind {
            Kind::Rekey(rekey) => {
                if let Some(holder) = holders.last_mut() {
                    holder.keys.push(rekey.key.to_string());
                }
            }
            Kind::Handover(handover) => holders.push(Holder {
                name: handover.name.clone(),
                address: handover.address.clone(),
                keys: vec![handover.key.to_string()],
            }),
            _ => {}
        }
    }
    let signed = |entry: &Entry, holder: &Holder| {
        entry.event().by == *role && holder.keys.contains(&entry.key.to_string())
    };
    holders.retain(|holder| ledger.entries().iter().any(|entry| signed(entry, holder)));
    Sided { role: role.to_string(), holders }
}

fn holder_now(ledger: &Ledger, player: &Player) -> Holder {
    let sided = sided(ledger, &player.role);
    sided.holders.into_iter().next_back().unwrap_or_else(|| Holder {
        name: player.name.clone(),
        address: player.address.clone(),
        keys: vec![player.key.to_string()],
    })
}
