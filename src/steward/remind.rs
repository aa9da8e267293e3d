//! Mail that a deadline calls for and no event does: a reminder before it, and word to both sides when it
//! has passed.

use chrono::{DateTime, Utc};

use super::clock::span;
use super::deadline::{due, lead, time_of};
use super::{Seat, StewardError};
use tess_diagnostic::{WIDTH, counted, wrap};
use tess_ledger::{At, Consequence, Mode, Role};
use tess_mail::Letter;

impl Seat {
    /// Writes what the deadline in hand calls for now. Each of these mails is written once, however often it
    /// is asked for: its Message-ID follows from the head of the log.
    pub(super) fn remind(&mut self, now: At) -> Result<(), StewardError> {
        let Some(deadline) = due(&self.ledger) else { return Ok(()) };
        if !self.accusations()?.is_empty() {
            return Ok(());
        }
        let wait = self.wait()?;
        let Some(late) = wait.role().and_then(|name| name.parse::<Role>().ok()) else { return Ok(()) };
        let left = (time_of(&deadline) - time_of(&now)).num_seconds();
        if left > lead(&self.ledger).num_seconds() {
            return Ok(());
        }
        let follows = self.what_follows(&late)?;
        for reader in self.partners() {
            let (kind, text) = match (left >= 0, reader == late) {
                (true, true) => ("remind", self.reminder(&wait, &deadline, left)),
                (true, false) => continue,
                (false, true) => ("late", self.you_are_late(&wait, &deadline)),
                (false, false) => ("overdue", self.he_is_late(&late, &reader, &deadline)),
            };
            self.write_of_time(&reader, kind, text + &follows, time_of(&now))?;
        }
        Ok(())
    }

    fn reminder(&self, wait: &tess_table::Wait, deadline: &At, left: i64) -> String {
        paragraph(&format!("Your decision is due by {deadline}, in {}.", span(left)))
            + &how_to_go_on(wait)
            + &paragraph("If you need longer, propose it before the time is up; your opponent may agree:")
            + &line("tess propose adjourn --until DATE --note \"why\"")
    }

    fn you_are_late(&self, wait: &tess_table::Wait, deadline: &At) -> String {
        paragraph(&format!(
            "Your decision was due by {deadline}. That time has passed; your opponent has been told."
        )) + &how_to_go_on(wait)
            + &paragraph("What comes before somebody has said `tess timeout` still counts.")
    }

    fn he_is_late(&self, late: &Role, reader: &Role, deadline: &At) -> String {
        let mut text = paragraph(&format!("The decision of {late} was due by {deadline}, and has not come."));
        let direct = self.ledger.genesis().mode == Mode::Direct;
        text.push_str(&if direct && !reader.is_umpire() {
            paragraph("To say so in the log:") + &line("tess timeout")
        } else {
            paragraph("The umpire may say so in the log with `tess timeout`; ask him if you wish it. You may as well wait.")
        });
        text
    }

    /// What a timeout would lead to for a role, as genesis has it.
    fn what_follows(&mut self, late: &Role) -> Result<String, StewardError> {
        let terms = self.ledger.genesis().deadlines;
        let then = match terms.then {
            Consequence::Extension => format!(
                "each side gets {} of {}; after those it has lost",
                counted(terms.extensions, "extension"),
                counted(terms.hours, "hour")
            ),
            Consequence::Forfeit => "whoever is timed out has lost".to_owned(),
            Consequence::Default => match self.table.silence(&self.ledger, late, self.ledger.next_seq())? {
                Some(decision) => {
                    format!("if nothing has come, the umpire then decides for {late}: {decision}")
                }
                None => format!("if nothing has come, {late} has lost: nobody else can do what is due now"),
            },
        };
        let head = self.ledger.shown_head();
        Ok(format!("\n{}{head}\n", paragraph(&format!("As both sides agreed, {then}."))))
    }

    fn write_of_time(
        &mut self,
        reader: &Role,
        kind: &str,
        report: String,
        date: DateTime<Utc>,
    ) -> Result<(), StewardError> {
        let subject = match kind {
            "remind" => "your time runs out",
            "late" => "your time is up",
            _ => "your opponent's time is up",
        };
        let tag = tess_ledger::short(&self.ledger.game());
        let letter = Letter {
            subject: format!("[tess {}] {}: {subject}", &tag[..8], self.ledger.genesis().scenario.name),
            seq: self.ledger.next_seq() - 1,
            kind: format!("{kind}{}-{reader}", self.mark()?),
            date,
            report,
            ..self.blank(reader)?
        };
        self.storage.put_mail(&letter.compose()?)?;
        Ok(())
    }
}

impl Seat {
    /// Tells a player that mail from his address was not kept, as it was too much for one day; written once
    /// a day, however often it is asked for.
    ///
    /// # Errors
    /// When the letter cannot be composed or kept.
    pub fn refuse_bytes(&mut self, address: &str, most: u64, now: At) -> Result<(), StewardError> {
        let to = |role: &Role| self.is_address_of(role, address);
        let Some(reader) = self.partners().into_iter().find(to) else { return Ok(()) };
        let (tag, mib) = (tess_ledger::short(&self.ledger.game()), most >> 20);
        let report = paragraph(&format!(
            "A mail from your address was not kept, and nobody has read it: more than {mib} MiB have come from it today \
             (UTC), which is as much as is taken in a day. What comes after midnight (UTC) is taken again; send it once \
             more then."
        )) + &paragraph(
            "If it was not you who sent so much, somebody writes in your name: tell the umpire. Nothing in the battle \
             can be changed that way.",
        );
        let letter = Letter {
            subject: format!("[tess {}] {}: too much mail", &tag[..8], self.ledger.genesis().scenario.name),
            kind: format!("quota-{}-{reader}", &now.as_str()[..10]),
            date: time_of(&now),
            report,
            ..self.blank(&reader)?
        };
        self.storage.put_mail(&letter.compose()?)?;
        Ok(())
    }
}

/// Choices that stand in the line of the command; more stand behind it.
const MOST_IN_LINE: usize = 5;

/// The command that answers a question.
#[must_use]
pub fn how_to_answer(question: &tess_effects::Question) -> String {
    let keys: Vec<&str> = question.choices.iter().map(|c| c.key.as_str()).collect();
    if keys.len() <= MOST_IN_LINE {
        return format!("tess answer {} {}", question.id, keys.join("|"));
    }
    format!("tess answer {} KEY, with one of these for KEY: {}", question.id, keys.join(", "))
}

/// The command that a decision is made with.
fn how_to_go_on(wait: &tess_table::Wait) -> String {
    use tess_table::Wait;
    match wait {
        Wait::Accept(_) => paragraph("The battle waits to be accepted:") + &line("tess join DIR offer.eml"),
        Wait::Orders(_) => {
            paragraph("Orders are awaited:") + &line("tess report") + &line("tess send orders.txt")
        }
        Wait::Answer { question, .. } => paragraph("An answer is awaited:") + &line(&how_to_answer(question)),
        _ => paragraph("Your program's part is awaited, which needs no decision:") + &line("tess process"),
    }
}

fn paragraph(text: &str) -> String {
    wrap(text, WIDTH, "", "") + "\n\n"
}

fn line(text: &str) -> String {
    wrap(text, WIDTH, "    ", "      ") + "\n"
}
