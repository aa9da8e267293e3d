//! Signing up by mail: challenge, answer, cards, and the battle is founded; help and status for whoever
//! asks.
//!
//! A mail typed by hand proves nothing. So whoever writes for the first time gets one short mail a day, with
//! words that go to his address alone and none of those that he wrote; nothing is kept of his mail. With his
//! words in the subject he may ask: for help, for how things stand, or for a challenge, about which nobody
//! hears until he has sent his card. The other side is asked in one short mail, with words of his own. When
//! both cards have come, the umpire founds the battle, and what the two sign from then on is bound by their
//! keys and by nothing here.
//!
//! One mail, one step; the same mail again does nothing again. What is kept goes through a [`Keeper`].

mod address;
mod battles;
mod challenge;
mod founding;
mod keeper;
mod step;
mod terms;
mod texts;
mod wish;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Entropy, StewardError, deadline};
use tess_disk::{durable, private_folder};
use tess_ledger::{At, SigningKey};
use tess_mail::{Automatic, Envelope, Letter, RawMail, parse_address};
use tess_scenario::Library;

pub use address::counted;
pub use battles::{Standing, battles_in, standing_of};
pub use challenge::{Challenge, Person};
pub use keeper::{FolderKeeper, Keeper};
pub use terms::Terms;

/// Answers a day to one address that has shown its words: so many to questions, so many to mistakes, so many
/// to what it does. They are counted apart, so that a mistake takes nothing from a challenge.
pub const MOST_A_DAY: u32 = 12;
/// How often a day an address that has shown its words before gets them once more.
const MOST_WORDS: u32 = 3;
/// Days after which a challenge that nobody took up lapses.
pub const LAPSE_DAYS: i64 = 14;
/// How much there may be of a thing at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Quotas {
    /// Challenges that wait for one address, or of one address.
    pub challenges: usize,
    /// Challenges that wait in all.
    pub all_challenges: usize,
    /// Battles, not over yet, in which one address plays.
    pub battles: usize,
}

impl Default for Quotas {
    fn default() -> Quotas {
        Quotas { challenges: 5, all_challenges: 1000, battles: 20 }
    }
}

/// The contents of `lobby.toml`: who keeps the lobby, and is the umpire of its battles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The umpire's name, as reports show it.
    pub name: String,
    /// The address that players write to.
    pub address: String,
    /// The signing key's file, absolute.
    pub key: PathBuf,
    /// How mail goes out; see [`super::Settings::transport`].
    pub transport: String,
    /// Folder with scenarios and charts of one's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<PathBuf>,
    /// How much there may be at a time.
    #[serde(default)]
    pub quotas: Quotas,
}

impl Host {
    /// Reads `lobby.toml`.
    ///
    /// # Errors
    /// When it is missing or not of the form.
    pub fn read(dir: &Path) -> Result<Host, StewardError> {
        let path = dir.join("lobby.toml");
        let help = "make a lobby with `tess lobby`; see docs/mail.md";
        let text = std::fs::read_to_string(&path).map_err(|e| StewardError::file(&path, e, help))?;
        toml::from_str(&text).map_err(|e| StewardError::file(&path, e, help))
    }

    /// Writes `lobby.toml`, making the folder.
    ///
    /// # Errors
    /// When the address is none, or the file cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), StewardError> {
        parse_address(&self.address)?;
        private_folder::make(dir).map_err(|e| StewardError::file(dir, e, "name a folder to write to"))?;
        let text = toml::to_string(self)
            .map_err(|e| StewardError::file(dir.join("lobby.toml"), e, "use plain values"))?;
        Ok(durable::write(dir, "lobby.toml", text.as_bytes())?)
    }
}

/// A lobby that is open.
pub struct Lobby<'a> {
    /// Whose it is.
    pub host: Host,
    /// The umpire's key.
    pub key: SigningKey,
    /// The key's passphrase, for the seats that are founded.
    pub passphrase: Option<String>,
    /// The scenarios.
    pub library: Library,
    /// What is kept.
    pub keeper: &'a mut dyn Keeper,
    /// Random bytes for chains and events.
    pub entropy: fn() -> Entropy,
}

/// What became of a mail to the lobby: a line for the operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// First digits of the mail's hash.
    pub mail: String,
    /// What was done.
    pub done: String,
    /// Was something refused because there is as much of it already as may be?
    pub over_quota: bool,
}

/// The kind of a mail that refuses what would be too much.
const OVER_QUOTA: &str = "quota";

/// A mail to be written: to whom, about which game or challenge, which step, and the words.
struct Words {
    to: String,
    thread: String,
    step: u64,
    kind: &'static str,
    subject: String,
    text: String,
}

/// What a mail is counted as; each has a bound of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Account {
    Question,
    Mistake,
    Deed,
}

impl Account {
    /// On which account a letter goes, by its kind.
    fn of(kind: &str) -> Account {
        match kind {
            "help" | "scenarios" | "status" => Account::Question,
            "error" | OVER_QUOTA => Account::Mistake,
            _ => Account::Deed,
        }
    }

    /// Under what the mails to an address are counted.
    fn whom(self, address: &str) -> String {
        let account = match self {
            Account::Question => "question",
            Account::Mistake => "mistake",
            Account::Deed => "challenge",
        };
        format!("{account}:{}", counted(address))
    }

    /// What this account is for, in a sentence.
    const fn named(self) -> &'static str {
        match self {
            Account::Question => "questions",
            Account::Mistake => "mails that cannot be used",
            Account::Deed => "challenges and cards",
        }
    }
}

/// Under what is noted that an address has shown its words today.
fn met(address: &str) -> String {
    format!("met:{}", counted(address))
}

/// A short name for an address, of its own for each, for a Message-ID.
fn receiver(address: &str) -> String {
    use sha2::Digest as _;
    data_encoding::HEXLOWER.encode(&sha2::Sha256::digest(address)[..6])
}

impl Lobby<'_> {
    /// Deals with one mail that carries no event.
    ///
    /// # Errors
    /// When what is kept cannot be read or written; a fault of the mail is answered.
    pub fn hear(&mut self, raw: &RawMail, now: At) -> Result<Heard, StewardError> {
        let heard = |done: &str| Ok(Heard { mail: raw.id.short(), done: done.to_owned(), over_quota: false });
        let envelope = match Envelope::open(raw) {
            Ok(envelope) => envelope,
            Err(error) => return heard(&format!("not read: {error}")),
        };
        let own = parse_address(&self.host.address)?.email;
        if let Err(why) = envelope.should_answer(&[own]) {
            return heard(&format!("not answered: {why}"));
        }
        let Some(sender) = envelope.from.first().and_then(|p| parse_address(&p.address).ok()) else {
            return heard("not answered: the sender's address cannot be read");
        };
        let sender = sender.email.to_string().to_ascii_lowercase();
        let secret = self.keeper.secret()?;
        if !self.shows_words(&secret, &envelope, &sender)? {
            return heard(&self.welcome(raw, &secret, &sender, now)?);
        }
        // from now on today he is no stranger
        self.keeper.may_write(&met(&sender), 1, &now)?;
        let words = self.step(raw, &envelope, &sender, now)?;
        let over_quota = words.iter().any(|letter| letter.kind == OVER_QUOTA);
        let mut done = Vec::new();
        for mut letter in words {
            // a mail counts for whom it reaches
            let account = Account::of(letter.kind);
            match self.keeper.may_write(&account.whom(&letter.to), MOST_A_DAY, &now)? {
                None => {
                    done.push(format!("{} has had {MOST_A_DAY} mails of this kind today", letter.to));
                    continue;
                }
                Some(0) => letter.text.push_str(&texts::last_today(account.named())),
                Some(_) => {}
            }
            done.push(format!("{} to {}", letter.kind, letter.to));
            let answers = if letter.to == sender { envelope.message_id.clone() } else { None };
            self.write(letter, answers, now)?;
        }
        Ok(Heard { over_quota, ..heard(&done.join("; "))? })
    }

    /// Does a mail bear the words that only its sender's address has got?
    fn shows_words(
        &self,
        secret: &[u8; 32],
        envelope: &Envelope,
        sender: &str,
    ) -> Result<bool, StewardError> {
        let tried = address::words_in(&envelope.subject, &envelope.draft);
        if tried.is_empty() {
            return Ok(false);
        }
        let own = address::words_of(secret, sender);
        // a challenge of an earlier release has words of its own
        let challenges = self.keeper.challenges()?;
        let people = challenges.iter().flat_map(|c| [&c.challenger, &c.opponent]);
        let mut good = people.filter(|p| p.address == sender).map(|p| &p.word).chain([&own]);
        Ok(good.any(|word| tried.contains(word)))
    }

    /// The one short mail of a day to whoever may not have written at all. Who has shown his words today gets
    /// them some times more, since he may have lost them.
    fn welcome(
        &mut self,
        raw: &RawMail,
        secret: &[u8; 32],
        sender: &str,
        now: At,
    ) -> Result<String, StewardError> {
        let left = if self.keeper.has_written(&met(sender), &now)? {
            self.keeper.may_write(&format!("words:{}", counted(sender)), MOST_WORDS, &now)?
        } else {
            self.may_disturb(sender, now)?.then_some(0)
        };
        let Some(left) = left else {
            return Ok(format!("{sender} has had his mail today, and shows no words"));
        };
        self.write(texts::welcome(raw, sender, &address::words_of(secret, sender), left == 0), None, now)?;
        Ok(format!("words to {sender}"))
    }

    /// May somebody be written to who has not shown that he wants it? Once a day.
    fn may_disturb(&mut self, address: &str, now: At) -> Result<bool, StewardError> {
        Ok(self.keeper.has_written(&met(address), &now)?
            || self.keeper.may_write(&format!("stranger:{}", counted(address)), 1, &now)?.is_some())
    }

    /// What is due without a mail: challenges that lapse.
    ///
    /// # Errors
    /// When what is kept cannot be read or written.
    pub fn tick(&mut self, now: At) -> Result<Vec<Heard>, StewardError> {
        let mut heard = Vec::new();
        for challenge in self.keeper.challenges()? {
            if now <= challenge.lapses() {
                continue;
            }
            for letter in texts::lapsed(&challenge) {
                self.write(letter, None, now)?;
            }
            self.keeper.close(&challenge.id)?;
            heard.push(Heard {
                mail: challenge.id[..8].to_owned(),
                done: "the challenge has lapsed".to_owned(),
                over_quota: false,
            });
        }
        Ok(heard)
    }

    fn write(
        &mut self,
        words: Words,
        in_reply_to: Option<tess_mail::MessageId>,
        now: At,
    ) -> Result<(), StewardError> {
        let mut from = parse_address(&self.host.address)?;
        if from.name.is_none() && self.host.name.is_ascii() {
            from.name = Some(self.host.name.clone());
        }
        let automatic = if in_reply_to.is_some() { Automatic::Replied } else { Automatic::Generated };
        let letter = Letter {
            game: words.thread,
            seq: words.step,
            role: "umpire".to_owned(),
            kind: format!("{}-{}", words.kind, receiver(&words.to)),
            host: from.email.domain().to_owned(),
            from,
            to: parse_address(&words.to)?,
            bounce: None,
            subject: words.subject,
            date: deadline::time_of(&now),
            in_reply_to,
            automatic,
            report: words.text,
            lines: Vec::new(),
        };
        self.keeper.put_mail(&letter.compose()?)
    }
}
