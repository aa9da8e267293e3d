//! A challenge, from the first words to the battle.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::super::{Card, deadline};
use super::address::words_of;
use super::{LAPSE_DAYS, Terms};
use tess_ledger::{At, Id, Role};
use tess_mail::MailId;

/// One of the two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The address, in small letters.
    pub address: String,
    /// The words of this address, mailed to it alone.
    pub word: String,
    /// The card, when it has come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
}

/// A challenge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// 32 hex digits.
    pub id: String,
    /// When it came.
    pub made: At,
    /// Who challenges.
    pub challenger: Person,
    /// Who is challenged.
    pub opponent: Person,
    /// What is to be fought.
    pub terms: Terms,
    /// The sides of the scenario.
    pub sides: [Role; 2],
}

/// How far a challenge has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The challenger has not shown that the address is his.
    Unconfirmed,
    /// The opponent has been asked.
    Asked,
    /// Both cards are there.
    Agreed,
}

impl Challenge {
    /// The challenge that a mail makes. Its id follows from the lobby's secret and the mail, so that the
    /// same mail makes the same challenge.
    #[must_use]
    pub fn new(
        secret: &[u8; 32],
        mail: &MailId,
        (from, to): (&str, &str),
        (terms, sides): (Terms, [Role; 2]),
        made: At,
    ) -> Challenge {
        let mac = Sha256::new()
            .chain_update(b"tesserarius lobby\0")
            .chain_update(secret)
            .chain_update(mail.to_string().as_bytes());
        let id = Id(mac.finalize().into());
        let person = |address: &str| Person {
            address: address.to_owned(),
            word: words_of(secret, address),
            card: None,
        };
        Challenge {
            id: id.to_string()[..32].to_owned(),
            made,
            challenger: person(from),
            opponent: person(to),
            terms,
            sides,
        }
    }

    /// How far it has come.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match (&self.challenger.card, &self.opponent.card) {
            (Some(_), Some(_)) => Stage::Agreed,
            (Some(_), None) => Stage::Asked,
            (None, _) => Stage::Unconfirmed,
        }
    }

    /// The last moment at which it can be taken up.
    #[must_use]
    pub fn lapses(&self) -> At {
        let hours = u32::try_from(LAPSE_DAYS * 24).unwrap_or(u32::MAX);
        deadline::later(&self.made, hours).unwrap_or(self.made)
    }

    /// Whether an address has a part in it.
    #[must_use]
    pub fn concerns(&self, address: &str) -> bool {
        self.challenger.address == address || self.opponent.address == address
    }

    /// The opponent's side, when the challenger has chosen his own.
    #[must_use]
    pub fn opponents_side(&self) -> Option<&Role> {
        let own = self.terms.side.as_ref()?;
        self.sides.iter().find(|side| *side != own)
    }

    /// How the subject of a mail names it.
    #[must_use]
    pub fn tag(&self) -> String {
        format!("#{}", self.id.get(..6).unwrap_or_default())
    }

    /// The folder that a player is told to make for his seat.
    #[must_use]
    pub fn folder(&self) -> String {
        let name = self.terms.scenario.rsplit('/').next().unwrap_or("battle");
        format!("{name}-{}", self.id.get(..4).unwrap_or_default())
    }
}
