//! Orders from a telephone: a player writes them into a mail to himself, with a word that only a mail to him
//! has shown, and his own program signs them.
//!
//! Off unless `telephone` stands in `seat.toml`. A word is 64 random bits as eight short words, for the
//! place in the log at which this side is to decide, and good once; only its hash is kept.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::heal::Reply;
use super::{Deed, Seat, StewardError, Taken};
use tess_diagnostic::{WIDTH, wrap};
use tess_ledger::{At, Audience, Id, Kind, Role, words};
use tess_mail::{Automatic, Envelope, Letter};
use tess_orders::say::taken_out;
use tess_table::{Close, Halt, Wait, hidden_of};

/// The paper with the hash of the word that is out.
const WORD: &str = "telephone.json";

/// A word that is out.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Out {
    /// The place in the log that it is for.
    next: u64,
    /// Its hash; nothing when it has been used.
    hash: Option<Id>,
    /// How many mails have gone to the player: each has a name of its own.
    sent: u64,
}

/// What a mail from a telephone says: its word, and what is to be signed.
struct Said {
    word: Option<String>,
    text: String,
}

impl Seat {
    /// Signs what the player of this seat has mailed to himself with the word that is out; whatever comes of
    /// it, he is told. Anything else than orders and answers is not for this way.
    pub(super) fn by_telephone(
        &mut self,
        taken: &Taken,
        envelope: &Envelope,
        now: At,
    ) -> Result<(), StewardError> {
        let Some(draft) = taken.draft.as_ref().filter(|draft| !draft.is_empty()) else { return Ok(()) };
        let me = self.settings.role.clone();
        let [from] = envelope.from.as_slice() else { return Ok(()) };
        if !self.has_telephone() || !self.is_address_of(&me, &from.address) {
            return Ok(());
        }
        if !self.may_reply(&taken.mail, &me, Reply::Words, now)? {
            return Ok(());
        }
        let said = read(draft);
        let told = match self.use_word(said.word.as_deref()) {
            Err(why) => Err(why),
            Ok(()) => self.sign_all(&said.text, now),
        };
        self.replied(&taken.mail, &me, Reply::Words, now)?;
        let (subject, text) = match told {
            Ok(text) => ("signed", text),
            Err(error) => ("nothing is signed", format!("Nothing is signed: {}", error.told())),
        };
        self.mail_to_self(subject, &text, now)
    }

    /// Mails the player a word when it is his to decide, and none is out for this place.
    pub(super) fn ask_by_telephone(&mut self, now: At) -> Result<(), StewardError> {
        if !self.has_telephone() || !self.accusations()?.is_empty() || !self.is_mine()? {
            return Ok(());
        }
        let out: Out = self.read_paper(WORD)?;
        let next = self.ledger.next_seq();
        if out.next == next && out.hash.is_some() {
            return Ok(());
        }
        let secret = self.entropy.secret();
        let (mut one, mut two) = ([0; 32], [0; 32]);
        one[..4].copy_from_slice(&secret[..4]);
        two[..4].copy_from_slice(&secret[4..8]);
        let word = format!("{}-{}", words(&Id(one)), words(&Id(two)));
        self.write_paper(WORD, &Out { next, hash: Some(self.hash(&word)), sent: out.sent })?;
        let me = self.settings.role.clone();
        let since = self.last_of(&me).map_or(0, |seq| seq + 1);
        let mut text = self.report_since(&me, since)?;
        text.push_str(&format!(
            "\n{}\n    word {word}\n\n{}",
            paragraph(
                "To give orders or the answer from where you read this: reply to this mail, write them above what it \
                 quotes, and this line with them, on a line of its own:"
            ),
            paragraph(
                "Your own program signs them then. The word is good once, and for this decision alone. Show it to nobody."
            )
        ));
        self.mail_to_self("your word", &text, now)
    }

    fn has_telephone(&self) -> bool {
        self.settings.telephone && !self.settings.role.is_umpire()
    }

    /// Is it this side's to give orders, or to answer?
    fn is_mine(&mut self) -> Result<bool, StewardError> {
        let me = self.settings.role.clone();
        Ok(match self.wait()? {
            Wait::Orders(deed) => deed.side == me.as_str(),
            Wait::Answer { side, .. } => side == me,
            _ => false,
        })
    }

    /// What is kept of a word: nobody who reads it can say the word.
    fn hash(&self, word: &str) -> Id {
        let hash = Sha256::new().chain_update(b"tesserarius telephone\0").chain_update(self.ledger.game().0);
        Id(hash.chain_update(word.as_bytes()).finalize().into())
    }

    /// Uses up the word that is out, if it is this one: before anything is made of the mail, so that it is
    /// good once whatever happens.
    fn use_word(&mut self, word: Option<&str>) -> Result<(), StewardError> {
        let help = "copy the line with the word from the last such mail, as it stands there";
        let Some(word) = word else {
            return Err(StewardError::refused("your mail holds no line with the word", help));
        };
        let out: Out = self.read_paper(WORD)?;
        let given = self.hash(word);
        let known = out.hash.filter(|hash| same(&hash.0, &given.0)).is_some();
        if !known {
            return Err(StewardError::refused("the word in your mail is not the one that is out", help));
        }
        if out.next != self.ledger.next_seq() {
            return Err(StewardError::refused(
                "something has happened since the word in your mail was given, and it is not good any more",
                "see the new report; a new word comes when it is for you to decide",
            ));
        }
        self.write_paper(WORD, &Out { hash: None, ..out })
    }

    /// Signs what a mail says: orders or an answer, and words in its blocks.
    fn sign_all(&mut self, text: &str, now: At) -> Result<String, StewardError> {
        let (rest, blocks) = taken_out(text);
        let mut told = if rest.trim().is_empty() && !blocks.is_empty() {
            String::new()
        } else {
            self.sign_draft(rest.trim(), now)?
        };
        for block in blocks {
            let to = if block.to_opponent { Audience::Opponent } else { Audience::All };
            // orders that were signed stay signed
            told.push_str(&match self.say(&block.text, to, now) {
                Ok(_) => format!("Said to {}.\n", to.word()),
                Err(error) => format!("Not said: {}\n", error.told()),
            });
        }
        Ok(told)
    }

    /// Signs orders, or the answer to the open question; what was signed. Orders that would stop before the
    /// first die are not.
    fn sign_draft(&mut self, text: &str, now: At) -> Result<String, StewardError> {
        let me = self.settings.role.clone();
        let deed = match self.wait()? {
            Wait::Answer { side, question, .. } if side == me => {
                let said =
                    text.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_ascii_alphanumeric()));
                let Some(key) = said.filter_map(|word| question.named(word)).next_back() else {
                    let keys: Vec<&str> = question.choices.iter().map(|c| c.key.as_str()).collect();
                    let help = format!("write one of: {}", keys.join(", "));
                    return Err(StewardError::refused(
                        "a question is put to you, and this is no answer to it",
                        help,
                    ));
                };
                Deed::Answer { question: Some(question.id.clone()), choice: key.to_owned() }
            }
            _ => {
                self.would_go(text, &me)?;
                Deed::Orders(text.to_owned(), None)
            }
        };
        let signed = self.act(deed, now)?;
        let event = signed.event();
        let what = match &event.kind {
            Kind::Orders(orders) => orders.sheet.lines().map(|line| format!("    {line}\n")).collect(),
            Kind::Answer(answer) => format!("    {}\n", answer.answer),
            _ => String::new(),
        };
        Ok(format!("Signed for {me} as event {}:\n\n{what}", event.seq))
    }

    /// Can a sheet be given now, and does it go as far as its first die or question?
    fn would_go(&mut self, sheet: &str, me: &Role) -> Result<(), StewardError> {
        let help = "correct it; a new word comes with the next mail";
        let orders = self.vault()?.orders(self.table.position(), sheet, None)?;
        let read = self.table.position().read(me.as_str(), &orders.sheet);
        let read = read.map_err(|all| StewardError::refused(all.join("\n"), help))?;
        if read.is_empty() {
            return Err(StewardError::refused("your mail holds no orders", help));
        }
        match read.halt(&hidden_of(&orders.seal, &orders.unseal)) {
            Halt::Closed(Close::Stopped { line, refusal }) => {
                Err(StewardError::refused(format!("line {line} is illegal: {refusal}"), help))
            }
            Halt::Illegal(refusal, line) => {
                Err(StewardError::refused(format!("line {line} is illegal: {refusal}"), help))
            }
            _ => Ok(()),
        }
    }

    /// A mail to the player of this seat, and nobody else.
    fn mail_to_self(&mut self, subject: &str, report: &str, now: At) -> Result<(), StewardError> {
        let me = self.settings.role.clone();
        let out: Out = self.read_paper(WORD)?;
        self.write_paper(WORD, &Out { sent: out.sent + 1, ..out.clone() })?;
        let tag = tess_ledger::short(&self.ledger.game());
        let letter = Letter {
            subject: format!("[tess {}] {}: {subject}", &tag[..8], self.ledger.genesis().scenario.name),
            seq: self.ledger.next_seq() - 1,
            kind: format!("phone{}-{me}", out.sent),
            date: super::deadline::time_of(&now),
            automatic: Automatic::Generated,
            report: report.to_owned(),
            ..self.blank(&me)?
        };
        self.storage.put_mail(&letter.compose()?)?;
        Ok(())
    }
}

/// The line with the word, and the rest. Telephones write capitals and long dashes on their own.
fn read(draft: &str) -> Said {
    let (mut word, mut text) = (None, String::new());
    for line in draft.lines() {
        let lower = line.trim().to_lowercase();
        let parts: Vec<&str> =
            lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|p| !p.is_empty()).collect();
        match parts.split_first() {
            Some((&"word", rest)) if rest.len() > 1 => word = Some(rest.join("-")),
            _ => text.push_str(&format!("{line}\n")),
        }
    }
    Said { word, text: text.trim().to_owned() }
}

/// Whether two hashes are the same, in the same time whatever they are.
fn same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    one.iter().zip(other).fold(0, |bits, (a, b)| bits | (a ^ b)) == 0
}

fn paragraph(text: &str) -> String {
    wrap(text, WIDTH, "", "") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_a_telephone_writes_it() {
        for draft in [
            "activate REG\nword ax-ba-ce\n",
            "Word Ax\u{2013}ba\u{2014}ce\n\nactivate REG",
            "  WORD: ax ba ce.\nactivate REG",
        ] {
            let said = read(draft);
            assert_eq!(
                (said.word.as_deref(), said.text.as_str()),
                (Some("ax-ba-ce"), "activate REG"),
                "{draft}"
            );
        }
        assert!(read("word\nactivate REG").word.is_none());
    }

    #[test]
    fn a_bit_makes_another_hash() {
        let mut other = [7; 32];
        assert!(same(&[7; 32], &other));
        other[31] ^= 1;
        assert!(!same(&[7; 32], &other));
    }
}
