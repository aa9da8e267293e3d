//! What the player does: shown as it would be signed, and signed only with the word that came with that.
//!
//! A click alone signs nothing: the first asks what would be signed, and gets a word for this and nothing
//! else, once; only with the word it is done, and only while sheet and battle are what they were.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::after::says_something;
use super::battle::{Battle, Work};
use super::hands::Hands;
use super::trouble::Trouble;
use super::{draft, standing};
use tess_diagnostic::straightened;
use tess_ledger::{At, Audience, Proposal, Propose, may_be_said};
use tess_steward::{Deed, Entropy, StewardError, Uttered};
use tess_table::Wait;

/// What the page wants to do.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "deed", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Wanted {
    /// Send the sheet that is written.
    Orders {
        /// Which text.
        version: String,
        /// Words to the other side.
        #[serde(default)]
        note: Option<String>,
        /// Though it stops at an illegal line.
        #[serde(default)]
        anyway: bool,
    },
    /// Answer the open question.
    Answer {
        /// Its id.
        question: String,
        /// The key of a choice.
        choice: String,
        /// And always answer so.
        #[serde(default)]
        always: bool,
    },
    /// Propose something.
    Propose {
        /// What.
        what: Proposal,
        /// The last event that shall still count.
        #[serde(default)]
        to: Option<u64>,
        /// A day until which no deadline falls.
        #[serde(default)]
        until: Option<String>,
        /// Words to the other side.
        #[serde(default)]
        note: Option<String>,
    },
    /// Say something that moves nothing.
    Say {
        /// The words.
        text: String,
        /// To the other side alone.
        #[serde(default)]
        to_opponent: bool,
    },
    /// Agree with what is proposed.
    Agree,
    /// Do not.
    Decline,
    /// Give the battle up.
    Resign,
    /// Enter the battle.
    Accept,
}

/// What is done with the word.
enum Doing {
    /// An event.
    Deed(Deed),
    /// Words.
    Say(String, Audience),
}

/// What was shown, and the word for it.
pub(crate) struct Preview {
    code: String,
    head: u64,
    deed: Doing,
    /// Of orders the version of the sheet.
    version: Option<String>,
    /// A line more for the standing orders.
    standing: Option<String>,
}

/// What the player sees of a deed before it is signed.
#[derive(Default)]
struct Shown {
    title: String,
    /// What is signed.
    text: String,
    /// Of orders how far they go.
    ends: String,
    /// Of orders the version of the sheet.
    version: Option<String>,
    /// A line more for the standing orders.
    standing: Option<String>,
}

/// Letters of words to the other side.
const MOST_LETTERS: usize = 1000;

/// How often a seat is tried to be opened that somebody else has.
const TRIES: u32 = 40;

impl Battle {
    /// Shows what would be signed and mailed.
    pub(crate) fn preview(&mut self, wanted: Wanted) -> Result<Value, Trouble> {
        if self.work() == Work::Busy {
            return Err(Trouble::new("the other side is at it just now", "wait a moment"));
        }
        let Shown { title, text, ends, version, standing } = self.shown(&wanted)?;
        let deed = self.deed(wanted)?;
        let (role, local) = (self.role.clone(), self.home().is_some());
        let ledger = self.look()?.ledger();
        let head = ledger.next_seq();
        let others = ledger.players().iter().filter(|player| player.role != role);
        let to: Vec<String> = others.map(|player| format!("{} <{}>", player.name, player.address)).collect();
        let mut bytes = [0; 16];
        Entropy::System.fill(&mut bytes);
        let code: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let shown = json!({
            "code": code, "title": title, "text": text, "ends": ends, "event": head, "by": role,
            "mail": if local { Vec::new() } else { to }, "standing": standing,
        });
        self.preview = Some(Preview { code, head, deed, version, standing });
        Ok(shown)
    }

    /// What the player sees of a deed.
    fn shown(&mut self, wanted: &Wanted) -> Result<Shown, Trouble> {
        let plain =
            |title: &str, text: String| Ok(Shown { title: title.to_owned(), text, ..Shown::default() });
        match wanted {
            Wanted::Orders { version, anyway, .. } => {
                let signed = self.sheet_to_sign(version, *anyway)?;
                let ends = self.after()?.ends.clone();
                let version = Some(version.clone());
                Ok(Shown { title: "Orders".to_owned(), text: signed, ends, version, standing: None })
            }
            Wanted::Answer { question, choice, always } => {
                let Wait::Answer { question: open, .. } = self.look()?.wait()? else {
                    return Err(Trouble::overtaken("no question is open"));
                };
                if open.id != *question || !open.allows(choice) {
                    return Err(Trouble::overtaken("this is not the question that is open"));
                }
                let what = open.choices.iter().find(|one| one.key == *choice).map_or("", |one| &one.text);
                let standing = always.then(|| standing::line(&open, choice));
                let text = format!("answer {question} {choice}\n{what}");
                Ok(Shown { title: "An answer".to_owned(), text, standing, ..Shown::default() })
            }
            Wanted::Propose { what, to, until, .. } => {
                let to = to.map_or_else(String::new, |to| format!(" to event {to}"));
                let until = until.as_ref().map_or_else(String::new, |until| format!(" until {until}"));
                plain("A proposal", format!("{}{to}{until}", what.word()))
            }
            Wanted::Say { text, to_opponent } => {
                let text = may_be_said(text).map_err(StewardError::from)?;
                plain(if *to_opponent { "You say to your opponent" } else { "You say to all" }, text)
            }
            Wanted::Agree => plain("You agree", "with what is proposed".to_owned()),
            Wanted::Decline => plain("You decline", "what is proposed".to_owned()),
            Wanted::Resign => {
                plain("You resign", "the battle is over, and the other side has won".to_owned())
            }
            Wanted::Accept => plain("You accept", "the battle begins".to_owned()),
        }
    }

    /// The sheet as it is signed, if nothing speaks against it.
    fn sheet_to_sign(&mut self, version: &str, anyway: bool) -> Result<String, Trouble> {
        let text = draft::read(&self.dir);
        if draft::version(&text) != version {
            return Err(Trouble::overtaken("the sheet has been changed in another window"));
        }
        if !says_something(&text) {
            return Err(Trouble::new("nothing is written yet", "click on a unit, or type an order"));
        }
        let after = self.after()?;
        let Some(signed) = after.signed.clone() else {
            return Err(Trouble::new("the sheet cannot be read", "mend what is underlined"));
        };
        match &after.refused {
            Some((line, why)) if !anyway => {
                Err(Trouble::new(format!("line {line} is illegal: {why}"), "mend it, or take it out"))
            }
            _ => Ok(signed),
        }
    }

    fn deed(&self, wanted: Wanted) -> Result<Doing, Trouble> {
        let words = |note: Option<String>| match note.filter(|note| !note.trim().is_empty()) {
            Some(note) if note.chars().count() > MOST_LETTERS => {
                Err(Trouble::new("the note is too long", format!("write at most {MOST_LETTERS} letters")))
            }
            note => Ok(note),
        };
        Ok(Doing::Deed(match wanted {
            Wanted::Say { text, to_opponent } => {
                let to = if to_opponent { Audience::Opponent } else { Audience::All };
                return Ok(Doing::Say(text, to));
            }
            Wanted::Orders { note, .. } => {
                Deed::Orders(straightened(&draft::read(&self.dir)).text, words(note)?)
            }
            Wanted::Answer { question, choice, .. } => Deed::Answer { question: Some(question), choice },
            Wanted::Propose { what: Proposal::Heal, note, .. } => Deed::Heal(words(note)?),
            Wanted::Propose { what, to, until, note } => {
                let until = until.filter(|until| !until.is_empty()).map(|day| time(&day)).transpose()?;
                Deed::Offer(Propose { what, to, note: words(note)?, until, second: None })
            }
            Wanted::Agree => Deed::Agree,
            Wanted::Decline => Deed::Decline,
            Wanted::Resign => Deed::Resign,
            Wanted::Accept => Deed::Accept,
        }))
    }

    /// Does what was shown under this word; then mail goes out.
    pub(crate) fn sign(&mut self, code: &str, hands: &Arc<dyn Hands>) -> Result<Value, Trouble> {
        let shown = self.preview.take().filter(|preview| preview.code == code);
        let Some(Preview { head, deed, version, standing, .. }) = shown else {
            return Err(Trouble::overtaken("this is not what was shown last"));
        };
        if self.look()?.ledger().next_seq() != head {
            return Err(Trouble::overtaken("something has happened since this was shown"));
        }
        if version.is_some_and(|version| draft::version(&draft::read(&self.dir)) != version) {
            return Err(Trouble::overtaken("the sheet has been changed since this was shown"));
        }
        let is_sheet = matches!(deed, Doing::Deed(Deed::Orders(..)));
        let signed = self.act(deed, hands)?;
        if is_sheet {
            draft::clear(&self.dir)?;
        }
        if let Some(line) = standing {
            let game = self.look()?.table().position().game();
            standing::add(&self.dir, &line, game)?;
        }
        self.go_on(hands);
        Ok(json!({ "event": signed }))
    }

    /// Signs in the seat; another program may have it for a moment.
    fn act(&self, doing: Doing, hands: &Arc<dyn Hands>) -> Result<Option<u64>, Trouble> {
        let mut tries = 0;
        let mut seat = loop {
            tries += 1;
            match hands.open(&self.dir) {
                Err(trouble) if trouble.status == Trouble::TAKEN && tries < TRIES => {
                    std::thread::sleep(Duration::from_millis(50));
                }
                other => break other?,
            }
        };
        match doing {
            Doing::Deed(deed) => Ok(Some(seat.act(deed, hands.now())?.event().seq)),
            Doing::Say(text, to) => Ok(match seat.say(&text, to, hands.now())? {
                Uttered::Event(signed) => Some(signed.event().seq),
                Uttered::Beside(_) => None,
            }),
        }
    }
}

/// A day, to its end.
fn time(day: &str) -> Result<At, Trouble> {
    format!("{day}T23:59:59Z")
        .parse()
        .map_err(|_| Trouble::new(format!("{day} is no day"), "write a day such as 2026-12-01"))
}
