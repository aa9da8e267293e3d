//! Signing by standing orders: a side's own agent by `standing.txt`, an umpire by what he was given.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::mandate::{Brought, sheet_due, uses};
use super::storage::Section;
use super::{Seat, StewardError};
use tess_effects::Question;
use tess_ledger::{Answer, Digest, Id, Kind, Orders, Role};

/// The paper that says since when `standing.txt` has been in place.
const SINCE: &str = "since.json";

/// From which event on a text has been in place as `standing.txt`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Since {
    sha256: Digest,
    seq: u64,
}

/// Would a choice have to show a hidden one, which only its side can?
fn shows(question: &Question, key: &str) -> bool {
    question.showing.as_ref().is_some_and(|showing| showing.at_once || showing.asks_of(key))
}

impl Seat {
    /// Notes something for one reader's next report.
    pub(super) fn tell(&mut self, reader: &Role, text: String) {
        let told = self.private.entry(reader.clone()).or_default();
        if !told.contains(&text) {
            told.push(text);
        }
    }

    /// The answer of this seat's own standing orders.
    pub(super) fn own_answer(&mut self, question: &Question) -> Result<Option<String>, StewardError> {
        let text = self.standing()?;
        let answer = self.table.view().standing_answer(&text, question);
        Ok(self.readable(answer)?.flatten())
    }

    /// The sheet that this seat's own standing orders hold for now.
    pub(super) fn own_sheet(&mut self) -> Result<Option<String>, StewardError> {
        let text = self.standing()?;
        let role = self.settings.role.clone();
        let since = if text.contains('{') { self.in_place_since(&text)? } else { 0 };
        let used = |sheet: &str| {
            let live = self.ledger.entries().iter().filter(|e| e.taken_back.is_none() && e.seq() >= since);
            live.filter(|entry| {
                let event = entry.event();
                matches!(&event.kind, Kind::Orders(orders) if orders.sheet == sheet
                    && orders.for_side.as_ref().unwrap_or(&event.by) == &role)
            })
            .count()
        };
        let brought = sheet_due(self.table.position(), &role, &text, used);
        let Some(brought) = self.readable(brought)? else { return Ok(None) };
        brought.told.into_iter().for_each(|line| self.tell(&role, line));
        Ok(brought.sheet)
    }

    /// Tells this seat's own player what is wrong with his standing orders.
    fn readable<T>(&mut self, read: Result<T, String>) -> Result<Option<T>, StewardError> {
        match read {
            Ok(read) => Ok(Some(read)),
            Err(message) => {
                let role = self.settings.role.clone();
                self.tell(&role, format!("standing orders: {message}"));
                Ok(None)
            }
        }
    }

    /// The event from which on this text has been in place; noted when it is seen first, before any sheet in
    /// it is used.
    fn in_place_since(&mut self, text: &str) -> Result<u64, StewardError> {
        let sha256 = Digest(Sha256::digest(text.as_bytes()).into());
        if let Some(bytes) = self.storage.paper(Section::Standing, SINCE)?
            && let Ok(known) = serde_json::from_slice::<Since>(&bytes)
            && known.sha256 == sha256
        {
            return Ok(known.seq);
        }
        let seq = self.ledger.next_seq();
        let bytes = serde_json::to_vec(&Since { sha256, seq }).unwrap_or_default();
        self.storage.put_paper(Section::Standing, SINCE, &bytes)?;
        Ok(seq)
    }

    /// The answer that this umpire gives at once in a side's name.
    pub(super) fn answer_for(
        &mut self,
        side: &Role,
        question: &Question,
    ) -> Result<Option<Kind>, StewardError> {
        let Some((standing, text)) = self.held(side)? else { return Ok(None) };
        match self.table.view().standing_answer(&text, question) {
            Ok(key) => Ok(key.filter(|key| question.allows(key) && !shows(question, key)).map(|key| {
                Kind::Answer(Answer {
                    for_side: Some(side.clone()),
                    standing: Some(standing),
                    ..Answer::of(question.id.clone(), key)
                })
            })),
            Err(message) => {
                self.tell(side, format!("your standing orders cannot be read: {message}"));
                Ok(None)
            }
        }
    }

    /// The prepared sheet that this umpire brings in a side's name.
    pub(super) fn sheet_for(&mut self, side: &Role) -> Result<Option<Kind>, StewardError> {
        let Some((standing, text)) = self.held(side)? else { return Ok(None) };
        let next = self.ledger.next_seq();
        let used = |sheet: &str| uses(&self.ledger, &standing, sheet, next);
        let brought = sheet_due(self.table.position(), side, &text, used);
        let Brought { sheet, told } = match brought {
            Ok(brought) => brought,
            Err(message) => {
                self.tell(side, format!("your standing orders cannot be read: {message}"));
                return Ok(None);
            }
        };
        told.into_iter().for_each(|line| self.tell(side, line));
        // What has to be sealed only its side can seal.
        let open =
            |sheet: &String| self.start.game().seal_up(sheet).is_ok_and(|sealed| sealed.values.is_empty());
        Ok(sheet.filter(open).map(|sheet| {
            Kind::Orders(Orders {
                for_side: Some(side.clone()),
                standing: Some(standing),
                ..Orders::of(sheet, None)
            })
        }))
    }

    /// The standing orders that this umpire holds for a side that has to decide; nothing when it has been
    /// asked already: then it answers itself, and two answers cannot cross.
    fn held(&mut self, side: &Role) -> Result<Option<(Id, String)>, StewardError> {
        let Some(standing) = self.ledger.player(side).and_then(|player| player.standing) else {
            return Ok(None);
        };
        if self.has_asked(side)? {
            return Ok(None);
        }
        match self.standing_text(&standing)? {
            Some(text) => Ok(Some((standing, text))),
            None => {
                let seq = self.ledger.find(&standing).map_or(0, tess_ledger::Entry::seq);
                self.tell(
                    side,
                    format!(
                        "your standing orders (event {seq}) have come without their text, so you are asked; give them \
                         again with `tess standing FILE --give`"
                    ),
                );
                Ok(None)
            }
        }
    }

    /// Has a side been written to since the decision in hand came up, or brought it up by its own word?
    /// Either way it knows what it has to decide, and may have done so.
    fn has_asked(&self, side: &Role) -> Result<bool, StewardError> {
        let aside = |kind: &Kind| {
            matches!(
                kind,
                Kind::Propose(_)
                    | Kind::Decline(_)
                    | Kind::Standing(_)
                    | Kind::Rekey(_)
                    | Kind::Reanchor(_)
                    | Kind::Say(_)
            )
        };
        let mut entries = self.ledger.entries().iter().rev();
        let came = entries.find(|e| !aside(&e.event().kind));
        if came.is_some_and(|entry| entry.event().by == *side) {
            return Ok(true);
        }
        let came = came.map_or(0, tess_ledger::Entry::seq);
        // 0 is noted of who is to be written to once more, and so has been written to
        Ok(self.posted()?.get(side).is_some_and(|to| *to > came || *to == 0))
    }
}
