//! How a battle mends what the post has lost: whoever lacks something shows the end of his log, whoever sees
//! an old end sends what came after it, and who hears nothing writes again after a while.
//!
//! ```text
//! again.json      who is to be written to once more, and from which event on; and how often each was
//! answers.json    the mails that were answered, and how many of each sender today
//! silence.json    how often this seat has written into a silence
//! ```

use std::collections::BTreeMap;

use chrono::Duration;
use serde::{Deserialize, Serialize};

use super::deadline::time_of;
use super::{Seat, StewardError};
use tess_ledger::{At, Role};
use tess_table::Wait;

const AGAIN: &str = "again.json";
const ANSWERS: &str = "answers.json";
const SILENCE: &str = "silence.json";

/// Hours of silence before a seat writes again, each time it does.
const PATIENCE: [i64; 15] = [24, 48, 96, 168, 168, 168, 168, 168, 168, 168, 168, 168, 168, 168, 168];
/// Mails that are remembered as answered.
const REMEMBERED: usize = 512;

/// What is answered, and how often a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply {
    /// Help, or what is wrong with a mail.
    Words,
    /// Events that the sender lacks.
    Events,
}

impl Reply {
    /// Answers a day to one sender.
    const fn most(self) -> u32 {
        match self {
            Reply::Words | Reply::Events => 12,
        }
    }

    fn of(self, (words, events): (u32, u32)) -> u32 {
        match self {
            Reply::Words => words,
            Reply::Events => events,
        }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Answers {
    day: String,
    /// Words and events, by role.
    today: BTreeMap<String, (u32, u32)>,
    /// Hashes of mails, the oldest first.
    mails: Vec<String>,
}

/// Mails beside the turns' own: to those who lack something, or keep silent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Again {
    /// Who is to be written to, and from which event on.
    due: BTreeMap<String, u64>,
    /// How often each was. The number makes every such mail a new one: the same mail is answered once and
    /// never again, and that answer may be lost.
    written: BTreeMap<String, u32>,
}

impl Again {
    /// From which event on a role is to be written to, if it is.
    pub(super) fn due(&self, role: &Role) -> Option<u64> {
        self.due.get(role.as_str()).copied()
    }

    /// How often a role was written to.
    pub(super) fn written(&self, role: &Role) -> u32 {
        self.written.get(role.as_str()).copied().unwrap_or(0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Silence {
    /// The place that was next.
    next: u64,
    /// How often this seat has written since.
    tries: usize,
    /// When it did last, or began to count.
    since: Option<At>,
}

impl Seat {
    /// Notes that a party is to be written to once more, with everything from the beginning.
    ///
    /// # Errors
    /// When the seat's files fail.
    pub fn write_again(&mut self, role: &Role) -> Result<(), StewardError> {
        self.write_again_from(role, 0)
    }

    /// Notes that a party is to be written to once more, with what came from an event on; with the end of
    /// the log alone when nothing did.
    pub(super) fn write_again_from(&mut self, role: &Role, from: u64) -> Result<(), StewardError> {
        let mut again = self.again()?;
        let noted = again.due.entry(role.to_string()).or_insert(from);
        *noted = from.min(*noted);
        self.write_paper(AGAIN, &again)
    }

    /// Who is to be written to once more, and how often each was.
    pub(super) fn again(&self) -> Result<Again, StewardError> {
        self.read_paper(AGAIN)
    }

    /// A party has been written to once more.
    pub(super) fn written_again(&mut self, role: &Role) -> Result<(), StewardError> {
        let mut again = self.again()?;
        again.due.remove(role.as_str());
        *again.written.entry(role.to_string()).or_default() += 1;
        self.write_paper(AGAIN, &again)
    }

    /// May this mail be answered in this way? Not twice, and not more often than so many times a day and
    /// sender.
    pub(super) fn may_reply(
        &self,
        mail: &str,
        sender: &Role,
        reply: Reply,
        now: At,
    ) -> Result<bool, StewardError> {
        let answers = self.answers(now)?;
        let count = answers.today.get(sender.as_str()).map_or(0, |counts| reply.of(*counts));
        Ok(count < reply.most() && !answers.mails.iter().any(|m| m == mail))
    }

    /// Is there one answer of this kind left today for this sender?
    pub(super) fn is_last_reply(&self, sender: &Role, reply: Reply, now: At) -> Result<bool, StewardError> {
        let answers = self.answers(now)?;
        let count = answers.today.get(sender.as_str()).map_or(0, |counts| reply.of(*counts));
        Ok(count + 1 == reply.most())
    }

    /// A mail has been answered; written down after that was done, which done once more changes nothing.
    pub(super) fn replied(
        &mut self,
        mail: &str,
        sender: &Role,
        reply: Reply,
        now: At,
    ) -> Result<(), StewardError> {
        let mut answers = self.answers(now)?;
        let counts = answers.today.entry(sender.to_string()).or_default();
        match reply {
            Reply::Words => counts.0 += 1,
            Reply::Events => counts.1 += 1,
        }
        answers.mails.push(mail.to_owned());
        let old = answers.mails.len().saturating_sub(REMEMBERED);
        answers.mails.drain(..old);
        self.write_paper(ANSWERS, &answers)
    }

    /// What was answered, with the counts of today.
    fn answers(&self, now: At) -> Result<Answers, StewardError> {
        let mut answers: Answers = self.read_paper(ANSWERS)?;
        let day = &now.as_str()[..10];
        if answers.day != day {
            day.clone_into(&mut answers.day);
            answers.today.clear();
        }
        Ok(answers)
    }

    /// Writes again to whoever keeps silent, at longer and longer intervals: the mail that would have called
    /// for his answer, or the answer itself, may be lost.
    pub(super) fn break_silence(&mut self, now: At) -> Result<(), StewardError> {
        let whom = self.silent()?;
        let next = self.ledger.next_seq();
        let mut silence: Silence = self.read_paper(SILENCE)?;
        if silence.next != next {
            silence = Silence { next, tries: 0, since: None };
        }
        let head = self.ledger.entries().last().map_or(now, |e| e.event().at);
        let since = silence.since.unwrap_or(head);
        if since > now {
            // the head claims a time to come
            return self.write_paper(SILENCE, &Silence { since: Some(now), ..silence });
        }
        let Some(hours) = PATIENCE.get(silence.tries) else { return Ok(()) };
        if whom.is_empty() || time_of(&now) - time_of(&since) < Duration::hours(*hours) {
            return Ok(());
        }
        for role in whom {
            let known = self.last_of(&role).map_or(0, |seq| seq + 1);
            self.write_again_from(&role, known)?;
        }
        self.write_paper(SILENCE, &Silence { next, tries: silence.tries + 1, since: Some(now) })
    }

    /// Those who should have written to this seat, or may not have got what it wrote.
    fn silent(&mut self) -> Result<Vec<Role>, StewardError> {
        let me = self.settings.role.clone();
        let wait = self.wait()?;
        let awaited: Vec<Role> = match &wait {
            Wait::Accept(roles) => roles.clone(),
            Wait::Over(_) => self.ledger.unopened_seals().map(|(_, record)| record.side.clone()).collect(),
            other => other.role().and_then(|name| name.parse().ok()).into_iter().collect(),
        };
        let partners = self.partners();
        if me.is_umpire() {
            // whose turn it is does not matter any more: the other side's word is waited for
            let healer = self.ledger.healing_proposed().map(|(by, _)| by);
            let is_due = |role: &Role| healer.map_or_else(|| awaited.contains(role), |by| by != role);
            return Ok(partners.into_iter().filter(is_due).collect());
        }
        // a side's last word reaches the others by its own mail alone
        let last_is_mine = self.ledger.entries().last().is_some_and(|e| e.event().by == me);
        let waits = !awaited.is_empty() && !awaited.contains(&me);
        Ok(if last_is_mine || waits { partners } else { Vec::new() })
    }
}
