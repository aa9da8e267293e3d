//! Whom a mail is counted for, and which mails are counted for nobody.
//!
//! `From:` proves nothing, so nobody loses a place by it. A mail that brings what a player of a battle has
//! signed, for a place that the log has not got to, is dealt with whatever else has come: that is proved by
//! its signature, which is looked at before the battle is opened. All others wait in shares of an hour: one
//! for each who plays in a battle, one for all strangers to it, one for each sender to no battle. As many
//! as have a place in an hour may wait for it, so whatever waits has its turn in the next; more are set
//! aside.

use super::rate::Rates;
use super::store::values::params;
use super::store::{Battle, Store, TableStorage};
use tess_ledger::{Id, Key, Signed};
use tess_mail::{Envelope, RawMail};
use tess_steward::StewardError;

/// Events of a mail whose signatures are looked at.
const MOST_LOOKED_AT: usize = 8;

/// What a mail is counted for when it moves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Share {
    /// Its name.
    pub name: String,
    /// Who that is, for a person.
    pub whose: String,
    /// Mails of an hour.
    pub most: u32,
}

impl Store {
    /// The shares of a mail for some battles, or for none.
    pub(super) fn shares(
        &self,
        sender: &str,
        battles: &[Battle],
        rates: Rates,
    ) -> Result<Vec<Share>, StewardError> {
        if battles.is_empty() {
            let (name, whose) = (sender.to_owned(), sender.to_owned());
            return Ok(vec![Share { name, whose, most: rates.sender }]);
        }
        let share = |battle: &Battle| {
            let tag = battle.tag();
            Ok(if self.plays(sender, battle.number)? {
                Share { name: format!("{tag} {sender}"), whose: sender.to_owned(), most: rates.sender }
            } else {
                Share { name: format!("{tag} strangers"), whose: tag, most: rates.battle }
            })
        };
        battles.iter().map(share).collect()
    }

    fn plays(&self, address: &str, battle: i64) -> Result<bool, StewardError> {
        let sql = "SELECT 1 FROM player WHERE battle = ?1 AND address = ?2";
        Ok(self.db().row(sql, params![battle, address], |_| Ok(()))?.is_some())
    }

    /// Where a mail stands among those that wait: its rank, and how many of its sender wait before it. It
    /// is not opened for that.
    pub(super) fn place_of(&self, raw: &RawMail, sender: &str) -> Result<(i64, i64), StewardError> {
        let subject = raw.bare_subject();
        let tag = subject.split_once("[tess ").and_then(|(_, rest)| rest.split_once(']'));
        let battles = tag.map_or_else(|| Ok(Vec::new()), |(tag, _)| self.battles_tagged(tag))?;
        let mut rank = if battles.is_empty() { 2 } else { 1 };
        for battle in battles.iter().filter(|battle| battle.begun) {
            if self.plays(sender, battle.number)? {
                rank = 0;
            }
        }
        let sql = "SELECT COUNT(*) FROM journal WHERE state = 'waiting' AND sender = ?1";
        let before: Option<i64> = self.db().row(sql, params![sender], |row| row.get(0))?;
        Ok((rank, before.unwrap_or_default()))
    }

    /// Who has signed something in a mail that the log of a battle has not got yet: the roles, as counted.
    pub(super) fn signers(&self, battle: &Battle, envelope: &Envelope) -> Result<Vec<String>, StewardError> {
        let mut found = Vec::new();
        let events = envelope.lines.iter().filter_map(|line| Signed::parse(line).ok());
        let new = events.filter(|signed| {
            let event = signed.event();
            event.seq >= battle.events && event.game.unwrap_or_else(|| signed.id()) == battle.game
        });
        for signed in new.take(MOST_LOOKED_AT) {
            let role = signed.event().by.to_string();
            if !found.contains(&role)
                && self.key_of(battle, &role)?.is_some_and(|key| signed.is_signed_with(&key))
            {
                found.push(role);
            }
        }
        Ok(found)
    }

    /// The key of a role, without the log being read, once it has been.
    fn key_of(&self, battle: &Battle, role: &str) -> Result<Option<Key>, StewardError> {
        let sql = "SELECT key FROM signer WHERE battle = ?1 AND role = ?2";
        let find = || self.db().row(sql, params![battle.number, role], |row| row.get::<[u8; 32]>(0));
        if let Some(key) = find()? {
            return Ok(Some(Key(key)));
        }
        let sql = "SELECT 1 FROM signer WHERE battle = ?1 LIMIT 1";
        if self.db().row(sql, params![battle.number], |_| Ok(()))?.is_some() {
            return Ok(None);
        }
        // taken in by an earlier release
        let ledger = TableStorage::new(self.db().clone(), battle.number, &battle.tag()).ledger()?;
        self.note_players(battle.number, &ledger)?;
        Ok(find()?.map(Key))
    }

    /// Does a mail bring something signed to a battle here? So it is kept, however much has come in its
    /// sender's name.
    pub(super) fn moves_something(&self, raw: &RawMail) -> Result<bool, StewardError> {
        let Ok(envelope) = Envelope::open(raw) else { return Ok(false) };
        for battle in self.named_in(&envelope)?.0 {
            if !self.signers(&battle, &envelope)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The battles here that a mail's events name, and the games that are not here.
    pub(super) fn named_in(&self, envelope: &Envelope) -> Result<(Vec<Battle>, Vec<Id>), StewardError> {
        let events = envelope.lines.iter().filter_map(|line| Signed::parse(line).ok());
        let mut games: Vec<Id> = events.map(|s| s.event().game.unwrap_or_else(|| s.id())).collect();
        games.sort_unstable();
        games.dedup();
        let (mut battles, mut strange) = (Vec::new(), Vec::new());
        for game in games {
            let found = self.battles_of(&game)?;
            if found.is_empty() {
                strange.push(game);
            }
            battles.extend(found);
        }
        Ok((battles, strange))
    }
}
