//! Words that move nothing: signed, told in the next report, and kept in the log or beside it, as the
//! founders have agreed (`press` in genesis).
//!
//! Beside the log they are lines of a paper of their own, carried by mails like events. The umpire passes
//! them on; what is for the other side alone he carries too, and his reports do not show it. A mail repeats
//! the last few, so a lost mail heals with the next.

use std::collections::BTreeMap;

use super::papers::{Papers, read_json};
use super::storage::Section;
use super::{Seat, StewardError};
use tess_diagnostic::{plain_ascii, tame_line};
use tess_ledger::{At, Audience, Kind, Ledger, MOST_SAID, Press, Role, Say, Signed, Word};

/// The paper with the words beside the log, a line each.
pub const PRESS: &str = "press.jsonl";

/// Up to which of them each party has been written to.
const POSTED: &str = "press-posted.json";

/// Words that a mail repeats from those before.
const REPEATED: usize = 4;

/// New words in one mail.
const MOST_IN_A_MAIL: usize = 10;

/// Words of one role beside the log: so many, and two more for each event.
const MOST_AT_FIRST: u64 = 50;

/// What was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uttered {
    /// It is an event of the log.
    Event(Box<Signed>),
    /// It stands beside the log.
    Beside(Box<Word>),
}

/// Words that a partner is owed.
#[derive(Debug, Default)]
pub(super) struct Due {
    /// The lines, with some that he has had.
    pub(super) lines: Vec<Vec<u8>>,
    /// What his report says of the new ones.
    pub(super) told: Vec<String>,
    /// Up to which he will have been written to.
    pub(super) upto: usize,
}

impl Seat {
    /// Signs and keeps words. Mail goes out with the next [`Seat::post`].
    ///
    /// # Errors
    /// When the founders want no words, these cannot be said, or this role has said too much.
    pub fn say(&mut self, text: &str, to: Audience, at: At) -> Result<Uttered, StewardError> {
        self.check_not_handed_over()?;
        self.check_no_copy()?;
        let me = self.settings.role.clone();
        if me.is_umpire() && to == Audience::Opponent {
            return Err(StewardError::refused("an umpire has no opponent", "say it to all"));
        }
        let press = self.ledger.genesis().press();
        if press == Press::Log && to == Audience::All && !me.is_umpire() && self.ledger.to_accept().is_empty()
        {
            self.check_going_on()?;
            let text = tess_ledger::may_be_said(text)?;
            return Ok(Uttered::Event(Box::new(self.sign(Kind::Say(Say { text }), at)?)));
        }
        self.check_clock(at)?;
        let said = words_in(&*self.storage)?;
        let nth = said.iter().filter(|word| word.words().by == me).map(|word| word.words().nth + 1).max();
        let word = Word::new(&self.ledger, me, nth.unwrap_or_default(), to, text, at, &self.key)?;
        if let Some(why) = self.take_word(&word)? {
            return Err(StewardError::refused(why, "write a mail of your own"));
        }
        Ok(Uttered::Beside(Box::new(word)))
    }

    /// Takes words in; why not, if they are not taken. Words that are here already are fine.
    pub(super) fn take_word(&mut self, word: &Word) -> Result<Option<String>, StewardError> {
        let words = word.words();
        let refused = |why: &str| Ok(Some(format!("words of {}: {why}", words.by)));
        let said = words_in(&*self.storage)?;
        if said.contains(word) {
            return Ok(None);
        }
        if self.ledger.genesis().press() == Press::No {
            return refused("the founders of this battle want none");
        }
        let Some(player) = self.ledger.player(&words.by) else {
            return refused("nobody of this battle is called so");
        };
        if words.game != self.ledger.game() || !word.is_signed_with(&player.key) {
            return refused("they are not signed by him in this battle");
        }
        if words.by.is_umpire() && words.to == Audience::Opponent {
            return refused("an umpire has no opponent");
        }
        if said.iter().any(|known| (&known.words().by, known.words().nth) == (&words.by, words.nth)) {
            return refused("he has signed other words under the same number");
        }
        if words.nth >= MOST_AT_FIRST + 2 * self.ledger.next_seq() {
            return refused("he has said as much as may be said, until the battle has moved on");
        }
        let mut paper = self.storage.paper(Section::Seat, PRESS)?.unwrap_or_default();
        paper.extend_from_slice(word.line().as_bytes());
        paper.push(b'\n');
        self.storage.put_paper(Section::Seat, PRESS, &paper)?;
        let me = self.settings.role.clone();
        if words.by != me && is_for(word, &me) {
            self.tell(&me, told(word));
        }
        Ok(None)
    }

    /// The words beside the log.
    ///
    /// # Errors
    /// When their paper cannot be read.
    pub fn said(&self) -> Result<Vec<Word>, StewardError> {
        words_in(&*self.storage)
    }

    /// The words that a partner has not been sent; with `again` the last ones in any case.
    pub(super) fn words_due(&self, role: &Role, again: bool) -> Result<Due, StewardError> {
        let said = words_in(&*self.storage)?;
        if said.is_empty() {
            return Ok(Due::default());
        }
        let posted = read_posted(&*self.storage)?.get(role.as_str()).copied().unwrap_or(0).min(said.len());
        let me = &self.settings.role;
        let mine = |word: &Word| {
            if me.is_umpire() { word.words().by != *role } else { word.words().by == *me }
        };
        let new: Vec<usize> = (posted..said.len()).filter(|at| mine(&said[*at])).collect();
        let upto = match new.get(MOST_IN_A_MAIL) {
            Some(next) => *next,
            None => said.len(),
        };
        let new: Vec<usize> = new.into_iter().take(MOST_IN_A_MAIL).collect();
        let most = if again { MOST_IN_A_MAIL } else { REPEATED };
        let before: Vec<usize> = (0..posted).filter(|at| mine(&said[*at])).collect();
        let before = &before[before.len().saturating_sub(most)..];
        let line = |at: &usize| said[*at].line().into_bytes();
        let for_him = new.iter().map(|at| &said[*at]).filter(|word| is_for(word, role));
        Ok(Due {
            lines: before.iter().chain(&new).map(line).collect(),
            told: for_him.map(told).collect(),
            upto,
        })
    }

    /// Has a partner to be written to for words alone?
    pub(super) fn owes_words(&self, role: &Role) -> Result<bool, StewardError> {
        let posted = read_posted(&*self.storage)?.get(role.as_str()).copied().unwrap_or(0);
        let me = &self.settings.role;
        let new = words_in(&*self.storage)?.into_iter().skip(posted);
        let mut authors = new.map(|word| word.words().by.clone());
        Ok(if me.is_umpire() { authors.any(|by| by != *role) } else { authors.any(|by| by == *me) })
    }

    /// Notes up to which word a partner has been written to.
    pub(super) fn set_words_posted(&mut self, role: &Role, upto: usize) -> Result<(), StewardError> {
        let mut posted = read_posted(&*self.storage)?;
        if posted.get(role.as_str()).copied().unwrap_or(0) >= upto {
            return Ok(());
        }
        posted.insert(role.to_string(), upto);
        self.write_paper(POSTED, &posted)
    }
}

/// The words beside the log, in the order in which they came here. A line that is damaged is left out.
pub(super) fn words_in<P: Papers + ?Sized>(papers: &P) -> Result<Vec<Word>, StewardError> {
    let paper = papers.page(Section::Seat, PRESS)?.unwrap_or_default();
    Ok(paper.split(|byte| *byte == b'\n').filter_map(|line| Word::parse(line).ok()).collect())
}

/// The words beside the log that a reader's reports show, his own among them.
pub(super) fn readable<P: Papers + ?Sized>(papers: &P, reader: &Role) -> Result<Vec<Word>, StewardError> {
    Ok(words_in(papers)?.into_iter().filter(|word| is_for(word, reader)).collect())
}

/// What a reader has been told beside the log since an event, by others.
pub(super) fn told_since<P: Papers + ?Sized>(
    papers: &P,
    reader: &Role,
    since: u64,
) -> Result<Vec<String>, StewardError> {
    let words = words_in(papers)?.into_iter();
    let new = words
        .filter(|word| word.words().after >= since && word.words().by != *reader && is_for(word, reader));
    Ok(new.map(|word| told(&word)).collect())
}

/// Does a report to somebody show these words?
fn is_for(word: &Word, reader: &Role) -> bool {
    word.words().to == Audience::All || !reader.is_umpire()
}

/// Words as a report says them.
pub(super) fn told(word: &Word) -> String {
    let words = word.words();
    let to = match words.to {
        Audience::All => "",
        Audience::Opponent => " to the other side alone",
    };
    format!("{} says{to}: {}", words.by, quoted(&words.text))
}

/// What the sides have said in the log since an event.
pub(super) fn said(ledger: &Ledger, since: u64) -> impl Iterator<Item = String> + '_ {
    let new = ledger.entries().iter().filter(move |entry| entry.seq() >= since);
    new.filter_map(|entry| match &entry.event().kind {
        Kind::Say(say) => {
            Some(format!("{} says with event {}: {}", entry.event().by, entry.seq(), quoted(&say.text)))
        }
        _ => None,
    })
}

/// Words of a player, between quotation marks, in which nothing can do more than stand there.
fn quoted(text: &str) -> String {
    let text: String = text.chars().take(MOST_SAID).collect();
    format!("\"{}\"", plain_ascii(&tame_line(&text)).replace('"', "'"))
}

fn read_posted<P: Papers + ?Sized>(papers: &P) -> Result<BTreeMap<String, usize>, StewardError> {
    read_json(papers, POSTED)
}

/// The words of a file beside an archive that are said to all and borne out by its log, in order.
#[must_use]
pub fn words_beside(ledger: &Ledger, bytes: &[u8]) -> Vec<Word> {
    let lines = bytes.split(|byte| *byte == b'\n').filter_map(|line| Word::parse(line).ok());
    lines.filter(|word| word.words().to == Audience::All && ledger.bears_out(word)).collect()
}
