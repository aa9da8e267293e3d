//! What the next report to somebody must say and no event does: kept until it is told.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::papers::{Papers, read_json};
use super::storage::Section;
use super::{Seat, StewardError};
use tess_ledger::Role;
use tess_mail::MailError;

/// The paper with what is to be told, by role.
const NOTICES: &str = "notices.json";
/// Notices that one report tells.
const MOST: usize = 12;

impl Seat {
    /// Keeps something for the next report to a role, across passes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_notice(&mut self, reader: &Role, text: &str) -> Result<(), StewardError> {
        let mut all = self.kept_notices()?;
        let told = all.entry(reader.to_string()).or_default();
        if told.len() > MOST || told.iter().any(|known| known == text) {
            return Ok(());
        }
        let full = told.len() == MOST;
        told.push(if full { "more of the same is left out".to_owned() } else { text.to_owned() });
        self.write_notices(&all)
    }

    /// Keeps something for the next report to everybody this seat writes to, and to its own player.
    pub(super) fn note(&mut self, text: &str) -> Result<(), StewardError> {
        for reader in self.partners().into_iter().chain([self.settings.role.clone()]) {
            self.keep_notice(&reader, text)?;
        }
        Ok(())
    }

    /// Notes for everybody that a mail was refused unread.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn unread(&mut self, why: &MailError) -> Result<(), StewardError> {
        let why = why.to_string();
        self.note(&format!("a mail was set aside unread: {}", why.lines().next().unwrap_or_default()))
    }

    /// Notes for all but him that mail to an address could not be delivered.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn undelivered(&mut self, address: &str, why: &str) -> Result<(), StewardError> {
        let players = self.ledger().players();
        let lost =
            players.iter().find(|p| p.address.to_ascii_lowercase().contains(&address.to_ascii_lowercase()));
        let Some(lost) = lost.map(|p| p.role.clone()) else { return Ok(()) };
        let text = format!("mail to {lost} <{address}> could not be delivered: {why}");
        self.note_to_all_but(&lost, &text)
    }

    /// Keeps something for the next report to everybody but one role.
    pub(super) fn note_to_all_but(&mut self, lost: &Role, text: &str) -> Result<(), StewardError> {
        let me = self.settings.role.clone();
        for reader in self.partners().into_iter().chain([me]).filter(|reader| reader != lost) {
            self.keep_notice(&reader, text)?;
        }
        Ok(())
    }

    /// What is kept for a role's next report.
    pub(super) fn notices_for(&self, reader: &Role) -> Result<Vec<String>, StewardError> {
        notices_in(&*self.storage, reader)
    }

    /// Forgets what a report to a role has said.
    pub(super) fn told(&mut self, reader: &Role) -> Result<(), StewardError> {
        let mut all = self.kept_notices()?;
        if all.remove(reader.as_str()).is_none() {
            return Ok(());
        }
        self.write_notices(&all)
    }

    /// Forgets those notices that stand in a report to a role, wherever its lines break.
    pub(super) fn told_in(&mut self, reader: &Role, report: &str) -> Result<(), StewardError> {
        let mut all = self.kept_notices()?;
        let Some(kept) = all.get_mut(reader.as_str()) else { return Ok(()) };
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (report, before) = (words(report), kept.len());
        kept.retain(|notice| !report.contains(&words(notice)));
        match kept.len() {
            0 => drop(all.remove(reader.as_str())),
            same if same == before => return Ok(()),
            _ => {}
        }
        self.write_notices(&all)
    }

    fn kept_notices(&self) -> Result<BTreeMap<String, Vec<String>>, StewardError> {
        self.read_paper(NOTICES)
    }

    fn write_notices(&mut self, all: &BTreeMap<String, Vec<String>>) -> Result<(), StewardError> {
        if all.is_empty() {
            return self.storage.drop_paper(Section::Seat, NOTICES);
        }
        self.write_paper(NOTICES, all)
    }

    /// A paper of the seat in JSON; as good as empty when it has not been written yet.
    pub(super) fn read_paper<T: DeserializeOwned + Default>(&self, name: &str) -> Result<T, StewardError> {
        read_json(&*self.storage, name)
    }

    /// Writes such a paper.
    pub(super) fn write_paper<T: Serialize>(&mut self, name: &str, value: &T) -> Result<(), StewardError> {
        let bytes = serde_json::to_vec(value).unwrap_or_default();
        self.storage.put_paper(Section::Seat, name, &bytes)
    }
}

/// What is kept for a role's next report in these papers.
pub(super) fn notices_in<P: Papers + ?Sized>(papers: &P, reader: &Role) -> Result<Vec<String>, StewardError> {
    let mut all: BTreeMap<String, Vec<String>> = read_json(papers, NOTICES)?;
    Ok(all.remove(reader.as_str()).unwrap_or_default())
}
