//! Answers in words: to a mail that cannot be used, and to orders that nobody has signed. And what a
//! delivery report says.
//!
//! Whatever a header claims, an answer goes only to the address that the log has for a player, at most three
//! times a day (twelve when his mails answer ours), once for each mail, and never to a robot. The last of a day
//! says so.

use super::heal::Reply;
use super::{Arrival, Seat, StewardError, Taken};
use tess_ledger::{At, Role};
use tess_mail::{Automatic, Bounce, Envelope, Letter, RawMail, Silence};
use tess_table::Wait;

/// Lines of a draft that are given back.
const MOST_LINES: usize = 200;

impl Seat {
    /// The other role whose address the mail claims to come from.
    pub(super) fn sender(&self, envelope: &Envelope) -> Option<Role> {
        let [from] = envelope.from.as_slice() else { return None };
        let mut others = self.ledger.players().iter().map(|p| &p.role).filter(|r| **r != self.settings.role);
        others.find(|role| self.is_address_of(role, &from.address)).cloned()
    }

    pub(super) fn is_address_of(&self, role: &Role, address: &str) -> bool {
        self.mailbox(role).is_ok_and(|own| own.email.to_string().eq_ignore_ascii_case(address.trim()))
    }

    /// Why a mail is not answered; one that a program sent may still be sent the events that it lacks.
    pub(super) fn silence_to(&self, envelope: &Envelope, events: bool) -> Result<(), Silence> {
        let own = self.mailbox(&self.settings.role).map(|m| vec![m.email]).unwrap_or_default();
        match envelope.should_answer(&own) {
            Err(Silence::AutoSubmitted) if events => {
                let mut plain = envelope.clone();
                plain.signals.auto_submitted = None;
                plain.should_answer(&own)
            }
            other => other,
        }
    }

    /// Answers a mail in words where there is something to say; the words. `name` is what the mail is
    /// remembered by.
    pub(super) fn answer_in_words(
        &mut self,
        name: &str,
        taken: &Taken,
        envelope: &Envelope,
        now: At,
    ) -> Result<Option<Role>, StewardError> {
        let Some(sender) = self.sender(envelope) else { return Ok(None) };
        let reply = if self.answers_ours(envelope) { Reply::Talk } else { Reply::Words };
        if self.silence_to(envelope, false).is_err() || !self.may_reply(name, &sender, reply, now)? {
            return Ok(None);
        }
        let Some(mut words) = self.words(taken, envelope, &sender)? else { return Ok(None) };
        if self.is_last_reply(&sender, reply, now)? {
            words.push('\n');
            words.push_str(&fold(
                "This is the last answer in words today. Signed mails are dealt with all the same, and answered.",
            ));
        }
        let letter = Letter {
            kind: format!("answer{}-{sender}", taken.mail),
            subject: format!("Re: {}", envelope.subject.trim_start_matches("Re: ")),
            date: super::deadline::time_of(&now),
            in_reply_to: envelope.message_id.clone(),
            automatic: Automatic::Replied,
            report: words,
            ..self.blank(&sender)?
        };
        self.storage.put_mail(&letter.compose()?)?;
        self.replied(name, &sender, reply, now)?;
        Ok(Some(sender))
    }

    /// Does a mail answer one of this battle, whose names nobody knows who has not had one?
    pub(super) fn answers_ours(&self, envelope: &Envelope) -> bool {
        let game = format!("<{}.", &self.ledger.game().to_string()[..16]);
        let mut ids = envelope.in_reply_to.iter().chain(&envelope.references);
        ids.any(|id| format!("<{}", id.as_str().trim_start_matches('<')).starts_with(&game))
    }

    /// What there is to say about a mail.
    fn words(
        &mut self,
        taken: &Taken,
        envelope: &Envelope,
        sender: &Role,
    ) -> Result<Option<String>, StewardError> {
        let mut text = String::new();
        if let Some(draft) = &taken.draft {
            text = self.words_to(draft, sender)?;
        }
        let refused: Vec<&str> = taken
            .events
            .iter()
            .filter_map(|a| if let Arrival::Refused(why) = a { Some(why.as_str()) } else { None })
            .collect();
        if !refused.is_empty() || !taken.complaints.is_empty() {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str("Something in your mail could not be used; the rest of it was.\n\n");
            for line in refused.into_iter().chain(taken.complaints.iter().map(String::as_str)) {
                text.push_str(&fold(line));
            }
        }
        if text.is_empty() && self.is_empty_handed(taken, envelope, sender) {
            text = fold(
                "Your mail came, but nothing is in it that is new here: no signed block, and no words of yours above or \
                 below what it quotes.",
            );
            text.push('\n');
            text.push_str(&help());
        }
        if text.is_empty() {
            return Ok(None);
        }
        text.push_str(&format!(
            "\nNothing else has changed. This battle is game {}.\n",
            tess_ledger::short(&self.ledger.game())
        ));
        Ok(Some(text))
    }

    /// Has somebody written by hand, and nothing of his is in the mail? His own signed mail a second time is
    /// no such mail.
    fn is_empty_handed(&self, taken: &Taken, envelope: &Envelope, sender: &Role) -> bool {
        let newest = taken.events.iter().filter_map(|arrival| match arrival {
            Arrival::Known(seq) => usize::try_from(*seq).ok(),
            _ => None,
        });
        let newest = newest.max().and_then(|at| self.ledger.entries().get(at));
        let own = newest.is_some_and(|entry| entry.event().by == *sender);
        self.is_talk(taken, envelope) && !own
    }

    /// What there is to say to words.
    fn words_to(&mut self, draft: &str, sender: &Role) -> Result<String, StewardError> {
        let spoken = super::greeting::spoken(draft);
        let asked = spoken.first().and_then(|line| line.split_whitespace().next()).unwrap_or_default();
        let asked = asked.to_ascii_lowercase();
        match asked.trim_end_matches(['.', '!', '?', ',', ':']) {
            "status" | "report" => {
                let since = self.last_of(sender).map_or(0, |seq| seq + 1);
                self.report_since(sender, since)
            }
            "help" | "" => Ok(help()),
            _ => self.words_to_draft(&spoken.join("\n"), sender),
        }
    }

    /// Orders typed into a mail decide nothing: they go back, to be signed.
    fn words_to_draft(&mut self, draft: &str, sender: &Role) -> Result<String, StewardError> {
        let wait = self.wait()?;
        let unsigned = "Your mail holds no signed block of yours, only words, and words decide nothing: anybody could have \
                        written them.";
        let mut text = fold(unsigned);
        let next = match &wait {
            Wait::Orders(deed) if deed.side == sender.as_str() => self.sheet_to_sign(draft, sender),
            Wait::Answer { side, question, .. } if side == sender => {
                let keys: Vec<&str> = question.choices.iter().map(|c| c.key.as_str()).collect();
                answer_to_sign(&question.id, &keys, draft)
            }
            Wait::Over(_) => fold("The battle is over."),
            _ => fold("It is not your turn; `tess report` shows the field, and what comes next."),
        };
        text.push('\n');
        text.push_str(&next);
        Ok(text)
    }

    /// The sheet of a draft, to sign; or what is wrong with it.
    fn sheet_to_sign(&self, draft: &str, sender: &Role) -> String {
        let sheet = self.start.game().seal_up(draft).map_or_else(|_| draft.to_owned(), |sealed| sealed.sheet);
        match self.table.position().read(sender.as_str(), &sheet) {
            Ok(read) if !read.is_empty() => {
                let mut text = fold(
                    "As orders they can be read. Put the lines between the marks into a file, say `tess check FILE`, \
                     and when it is as you mean it `tess send FILE`.",
                );
                text.push_str("\n---8<---\n");
                let kept = draft.lines().map(str::trim_end).filter(|l| !l.is_empty());
                for line in kept.take(MOST_LINES) {
                    text.push_str(line);
                    text.push('\n');
                }
                text.push_str("--->8---\n");
                text
            }
            Ok(_) => fold("If they were meant as orders: write them into a file and say `tess send FILE`."),
            Err(complaints) => {
                let mut text = fold("As orders they cannot be read:");
                for complaint in complaints.iter().take(12) {
                    text.push_str(&fold(complaint));
                }
                text.push_str(&fold(
                    "Write them into a file; `tess check FILE` says what is wrong before you sign.",
                ));
                text
            }
        }
    }

    /// A delivery report: names the recipient, for the next report to the others.
    pub(super) fn take_bounce(&mut self, raw: &RawMail) -> Result<(), StewardError> {
        let Some(role) = self.bounced(raw) else { return Ok(()) };
        let bounce = Bounce::read(&raw.bytes);
        let address = self.mailbox(&role)?.email;
        let why = bounce.reason.map_or_else(String::new, |reason| format!(" ({reason})"));
        let text = if bounce.delayed {
            format!("a mail to {role} <{address}> is delayed{why}; the mail servers go on trying")
        } else {
            format!(
                "a mail to {role} <{address}> came back{why}; {role} may not know what has happened since: tell him \
                 by another way"
            )
        };
        self.note_to_all_but(&role, &text)
    }

    /// To whom the mail went that a delivery report is about: by the Message-ID of ours that it quotes, or
    /// by the recipient that it names.
    fn bounced(&self, raw: &RawMail) -> Option<Role> {
        let text = String::from_utf8_lossy(&raw.bytes).to_ascii_lowercase();
        let game = self.ledger.game().to_string();
        let named = Bounce::read(&raw.bytes).recipient;
        let quoted = |role: &Role| {
            text.split(&format!("{}.", &game[..16])).skip(1).any(|rest| {
                let id = rest.split(['@', '>', '\n']).next().unwrap_or_default();
                id.ends_with(&format!("-{role}")) && id.contains(&format!(".{}.", self.settings.role))
            })
        };
        let meant = |role: &Role| named.as_ref().is_some_and(|address| self.is_address_of(role, address));
        let partners = self.partners();
        partners.iter().find(|r| quoted(r)).or_else(|| partners.iter().find(|r| meant(r))).cloned()
    }
}

/// The command that gives the answer which somebody has typed; or all that may be answered.
fn answer_to_sign(question: &str, keys: &[&str], draft: &str) -> String {
    let words: Vec<String> = draft
        .split_whitespace()
        .map(|word| word.trim_matches(['.', ',', '!', '`', '"', '\'']).to_ascii_lowercase())
        .collect();
    let mut named = keys.iter().filter(|key| words.contains(&key.to_ascii_lowercase()));
    match (named.next(), named.next()) {
        (Some(key), None) => {
            fold("A question is put to you, and your words can be read as an answer. To give it, say:")
                + &format!("\n    tess answer {question} {key}\n")
        }
        _ => fold(&format!("A question is put to you. Say: tess answer {question} {}", keys.join("|"))),
    }
}

/// What a player can do in a battle.
fn help() -> String {
    let mut text = fold(
        "In a battle only signed mail counts; words in a mail bring this page (`help`) or the report (`status`).",
    );
    text.push('\n');
    for (command, meaning) in [
        ("tess report", "what happened, and whose turn it is"),
        ("tess legal", "what you may do now"),
        ("tess check orders.txt", "whether orders are right"),
        ("tess send orders.txt", "give them"),
        ("tess answer CHOICE", "answer a question of the rules"),
        ("tess propose take-back N", "or draw, or adjourn --until DATE"),
        ("tess agree, tess decline", "answer what your opponent proposes"),
        ("tess handover CARD", "give your side to a substitute"),
        ("tess resign", "give the battle up"),
        ("tess process MAIL", "take in a mail that you have saved"),
    ] {
        text.push_str(&format!("    {command:<28}{meaning}\n"));
    }
    text
}

/// Lines of a mail: folded to its width, with an end.
fn fold(text: &str) -> String {
    let mut folded = String::new();
    for line in text.lines() {
        let plain: String =
            line.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' }).collect();
        let lead: String = plain.chars().take_while(|c| *c == ' ').collect();
        folded.push_str(&tess_diagnostic::wrap(plain.trim(), tess_diagnostic::WIDTH, &lead, &lead));
        folded.push('\n');
    }
    folded
}
