//! What the next report of everybody says about mail and log. Kept until a report has said it.

use std::collections::BTreeMap;

use super::shelf::Drawer;
use super::{Seat, Staged, StewardError};
use crate::ledger::Role;

/// The paper with what has not been told yet.
const NOTES: &str = "notes.json";
/// Notes that a report tells in full.
const MOST: usize = 12;

impl<G: Staged> Seat<G> {
    /// Notes something for the next report of every role that this seat writes to, and of its own player.
    pub(super) fn note(&mut self, text: impl Into<String>) -> Result<(), StewardError> {
        let text = text.into();
        let mut notes = self.notes()?;
        let readers = self.partners().into_iter().chain([self.settings.role.clone()]);
        for reader in readers {
            let list = notes.entry(reader.to_string()).or_default();
            if !list.contains(&text) && list.len() <= MOST {
                list.push(if list.len() == MOST {
                    "more of the same was left out".to_owned()
                } else {
                    text.clone()
                });
            }
        }
        self.set_notes(&notes)
    }

    /// What a reader has not been told yet.
    pub(super) fn notes_for(&self, reader: &Role) -> Result<Vec<String>, StewardError> {
        Ok(self.notes()?.remove(reader.as_str()).unwrap_or_default())
    }

    /// A report has told its reader everything.
    pub(super) fn noted(&mut self, reader: &Role) -> Result<(), StewardError> {
        let mut notes = self.notes()?;
        if notes.remove(reader.as_str()).is_some() {
            self.set_notes(&notes)?;
        }
        Ok(())
    }

    fn notes(&self) -> Result<BTreeMap<String, Vec<String>>, StewardError> {
        self.read_paper(NOTES)
    }

    fn set_notes(&mut self, notes: &BTreeMap<String, Vec<String>>) -> Result<(), StewardError> {
        if notes.is_empty() {
            self.shelf.drop_paper(Drawer::Seat, NOTES)
        } else {
            self.write_paper(NOTES, notes)
        }
    }

    /// A paper of the seat in JSON; what it is when nothing has been written yet.
    pub(super) fn read_paper<T: serde::de::DeserializeOwned + Default>(
        &self,
        name: &str,
    ) -> Result<T, StewardError> {
        let Some(bytes) = self.shelf.paper(Drawer::Seat, name)? else { return Ok(T::default()) };
        serde_json::from_slice(&bytes).map_err(|e| {
            StewardError::file(
                self.shelf.path_of(Drawer::Seat, name),
                e,
                "take the file away: it is made anew",
            )
        })
    }

    /// Writes such a paper.
    pub(super) fn write_paper<T: serde::Serialize>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), StewardError> {
        let bytes = serde_json::to_vec(value).unwrap_or_default();
        self.shelf.put_paper(Drawer::Seat, name, &bytes)
    }
}
