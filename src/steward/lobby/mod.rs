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
mod watch;
mod wish;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Entropy, StewardError, deadline};
use tess_disk::{durable, private_folder};
use tess_ledger::{At, SigningKey};
use tess_mail::{Automatic, Enclosed, Envelope, Html, Letter, RawMail, parse_address};
use tess_scenario::Library;

pub use address::counted;
pub use battles::{Standing, battles_in, standing_of};
pub use challenge::{Challenge, Person};
pub use keeper::{FolderKeeper, Keeper};
pub use terms::Terms;
pub use watch::{End, Kept, Turns, Watcher};

/// Challenges a day that one address may make: each is answered, and may become a mail to somebody else.
pub const MOST_A_DAY: u32 = 3;
/// Mails a day to one address about challenges that are under way.
const MOST_KNOWN: u32 = 12;
/// Answers a day to what an address asks, and as many to what it gets wrong.
pub const MOST_ANSWERS: u32 = 12;
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
    /// Battles that one address watches.
    pub watched: usize,
    /// Spectators of one battle.
    pub watchers: usize,
}

impl Default for Quotas {
    fn default() -> Quotas {
        Quotas { challenges: 5, all_challenges: 1000, battles: 20, watched: 20, watchers: 200 }
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
    /// Do the mails of its battles show the field as a picture?
    #[serde(default = "shown")]
    pub maps: bool,
    /// How much there may be at a time.
    #[serde(default)]
    pub quotas: Quotas,
}

const fn shown() -> bool {
    true
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

/// Whose bound a mail falls under: each has one of its own, so that mistakes cost nobody his battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Share {
    /// Challenges.
    Challenges,
    /// What follows from a challenge that is under way.
    UnderWay,
    /// Questions.
    Questions,
    /// What could not be understood or used.
    Mistakes,
}

impl Share {
    /// Mails a day.
    const fn most(self) -> u32 {
        match self {
            Share::Challenges => MOST_A_DAY,
            Share::UnderWay => MOST_KNOWN,
            Share::Questions | Share::Mistakes => MOST_ANSWERS,
        }
    }

    /// Before the address under which it is counted.
    const fn name(self) -> &'static str {
        match self {
            Share::Challenges => "",
            Share::UnderWay => "challenge:",
            Share::Questions => "question:",
            Share::Mistakes => "mistake:",
        }
    }

    /// What is counted.
    const fn word(self) -> &'static str {
        match self {
            Share::Challenges => "challenges",
            Share::UnderWay => "mails about challenges",
            Share::Questions => "answers to questions",
            Share::Mistakes => "answers to mistakes",
        }
    }
}

/// A mail to be written: to whom, about which game or challenge, which step, and the words.
struct Words {
    to: String,
    thread: String,
    step: u64,
    kind: &'static str,
    subject: String,
    text: String,
    /// A file that goes with it.
    enclosed: Option<Enclosed>,
    /// To a spectator: his words and the game, with which a click ends it.
    unsubscribe: Option<(String, String)>,
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
        if envelope.signals.report {
            let gone = self.came_back(&raw.bytes)?;
            if !gone.is_empty() {
                return heard(&format!("no mail reaches the spectator {}", gone.join(", ")));
            }
        }
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
        let (words, share) = self.step(raw, &envelope, &sender, now)?;
        let over_quota = words.iter().any(|letter| letter.kind == OVER_QUOTA);
        let mut done = Vec::new();
        for mut letter in words {
            // a mail counts for whom it reaches
            let most = share.most();
            let whom = format!("{}{}", share.name(), counted(&letter.to));
            if !self.keeper.may_write(&whom, most, &now)? {
                done.push(format!("{} has had {most} {} today", letter.to, share.word()));
                continue;
            }
            if letter.to == sender && self.keeper.has_had(&whom, most, &now)? {
                letter.text.push_str(&texts::last_answer(share));
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

    /// The one short mail of a day to whoever may not have written at all.
    fn welcome(
        &mut self,
        raw: &RawMail,
        secret: &[u8; 32],
        sender: &str,
        now: At,
    ) -> Result<String, StewardError> {
        // who has shown his words today may have lost them since; a forger shall not flood him with them
        let may = if self.keeper.has_had(&met(sender), 1, &now)? {
            self.keeper.may_write(&format!("words:{}", counted(sender)), MOST_WORDS, &now)?
        } else {
            self.may_disturb(sender, now)?
        };
        if !may {
            return Ok(format!("{sender} has had his mail today, and shows no words"));
        }
        self.write(texts::welcome(raw, sender, &address::words_of(secret, sender)), None, now)?;
        Ok(format!("words to {sender}"))
    }

    /// May somebody be written to who has not shown that he wants it? Once a day.
    fn may_disturb(&mut self, address: &str, now: At) -> Result<bool, StewardError> {
        Ok(self.keeper.has_had(&met(address), 1, &now)?
            || self.keeper.may_write(&format!("stranger:{}", counted(address)), 1, &now)?)
    }

    /// What is due without a mail: challenges that lapse, reports to spectators.
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
        heard.extend(self.tell_watchers(now)?);
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
        let host = from.email.domain().to_owned();
        let (mark, unsubscribe) = match &words.unsubscribe {
            None => (format!("{}-{}", words.kind, receiver(&words.to)), None),
            Some((word, tag)) => {
                let mail =
                    format!("mailto:{}?subject=%5Btess%20lobby%20{word}%5D%20unwatch%20{tag}", from.email);
                (watch::mark(word, &words.to), Some(mail))
            }
        };
        let automatic = if in_reply_to.is_some() { Automatic::Replied } else { Automatic::Generated };
        let letter = Letter {
            game: words.thread,
            seq: words.step,
            role: "umpire".to_owned(),
            kind: mark,
            host,
            unsubscribe,
            from,
            to: parse_address(&words.to)?,
            bounce: None,
            subject: words.subject,
            date: deadline::time_of(&now),
            in_reply_to,
            automatic,
            html: Html::OfText,
            picture: None,
            report: words.text,
            enclosed: words.enclosed,
            lines: Vec::new(),
        };
        self.keeper.put_mail(&letter.compose()?)
    }
}
