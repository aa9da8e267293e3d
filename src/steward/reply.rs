//! Answers in words: to a mail that cannot be used, and to orders that nobody has signed. And what a
//! delivery report says.
//!
//! Whatever a header claims, an answer goes only to the address that the log has for a player, at most
//! twelve times a day, once for each mail, and never to a robot.

use super::greeting::greets;
use super::heal::Reply;
use super::storage::Section;
use super::{Arrival, Seat, StewardError, Taken};
use tess_diagnostic::{Diagnostic, WIDTH};
use tess_game::Voice;
use tess_ledger::{At, Role};
use tess_mail::{Automatic, Bounce, Envelope, Letter, RawMail, Silence};
use tess_table::Wait;

/// The paper on which it stands how somebody wants to be told of the battle.
fn voice_of(role: &Role) -> String {
    format!("voice-{role}")
}

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

    /// Answers a mail in words where there is something to say; the words.
    pub(super) fn answer_in_words(
        &mut self,
        taken: &Taken,
        envelope: &Envelope,
        now: At,
    ) -> Result<Option<Role>, StewardError> {
        let Some(sender) = self.sender(envelope) else { return Ok(None) };
        if self.silence_to(envelope, false).is_err()
            || !self.may_reply(&taken.mail, &sender, Reply::Words, now)?
        {
            return Ok(None);
        }
        let Some(mut words) = self.words(taken, &sender)? else { return Ok(None) };
        if self.is_last_reply(&sender, Reply::Words, now)? {
            words.push_str(&fold(
                "This is the last answer in words that you get today (UTC). Signed mail is taken as always.",
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
        self.replied(&taken.mail, &sender, Reply::Words, now)?;
        Ok(Some(sender))
    }

    /// What there is to say about a mail.
    fn words(&mut self, taken: &Taken, sender: &Role) -> Result<Option<String>, StewardError> {
        let refused: Vec<&str> = taken
            .events
            .iter()
            .filter_map(|a| if let Arrival::Refused(why) = a { Some(why.as_str()) } else { None })
            .collect();
        let mut text = String::new();
        if !refused.is_empty() || !taken.complaints.is_empty() {
            text.push_str("Something in your mail could not be used; the rest of it was.\n\n");
            for line in refused.into_iter().chain(taken.complaints.iter().map(String::as_str)) {
                text.push_str(&fold(line));
            }
        }
        if let Some(draft) = &taken.draft
            && (text.is_empty() || !draft.is_empty())
        {
            let (draft, said) = tess_orders::say::taken_out(draft);
            let draft = &without_manners(&draft);
            if !said.is_empty() {
                text.push_str(&fold(
                    "Your words under `say:` were not passed on, since nobody has signed them. Say them with `tess say \
                     TEXT`, or put the block into a sheet that you send with `tess send`.",
                ));
            }
            let asked = draft.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
            text.push_str(&match asked.trim_end_matches(['.', '!', '?', ',', ':']) {
                "status" => {
                    let since = self.last_of(sender).map_or(0, |seq| seq + 1);
                    self.told_since(sender, since, true)?.text()
                }
                "help" | "?" => help(),
                "voice" => self.speak(draft, sender)?,
                "" if !said.is_empty() => String::new(),
                "" => self.nothing_in_it()?,
                _ => self.words_to_draft(draft, sender)?,
            });
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

    /// Does what was typed into a mail ask for something: a word of ours, an answer to the open question,
    /// orders that can be read?
    pub(super) fn asks(&mut self, envelope: &Envelope) -> Result<bool, StewardError> {
        let Some(sender) = self.sender(envelope) else { return Ok(false) };
        let draft = without_manners(&envelope.draft);
        let Some(first) = draft.lines().next() else { return Ok(false) };
        let words =
            || first.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()));
        if words()
            .next()
            .is_some_and(|word| ["status", "help", "voice"].contains(&word.to_ascii_lowercase().as_str()))
        {
            return Ok(true);
        }
        Ok(match self.wait()? {
            Wait::Answer { side, question, .. } if side == sender => {
                words().count() <= 3 && words().any(|word| question.named(word).is_some())
            }
            Wait::Orders(deed) if deed.side == sender.as_str() => {
                let read = self.table.position().read(sender.as_str(), &draft);
                read.is_ok_and(|read| !read.is_empty())
            }
            _ => false,
        })
    }

    /// A player says in which voice he wants to be told of the battle.
    fn speak(&mut self, draft: &str, sender: &Role) -> Result<String, StewardError> {
        let wanted = draft.split_whitespace().nth(1).unwrap_or_default().to_ascii_lowercase();
        let wanted = wanted.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let Some(voice) = Voice::named(wanted) else {
            return Ok(fold(
                "Write `voice plain`, `voice notation` or `voice full`: how the mails from here tell you the story.",
            ));
        };
        self.storage.put_paper(Section::Seat, &voice_of(sender), voice.name().as_bytes())?;
        Ok(fold(&format!("From now on the mails from here tell you the story as `{}` does.", voice.name())))
    }

    /// The voice for a reader: the one that he has asked for, else that of the seat.
    pub(super) fn voice_for(&self, reader: &Role) -> Result<Voice, StewardError> {
        let said = self.storage.paper(Section::Seat, &voice_of(reader))?;
        let said = said.and_then(|bytes| Voice::named(&String::from_utf8_lossy(&bytes)));
        Ok(said.unwrap_or(self.settings.voice))
    }

    /// To a mail without a word of its own.
    fn nothing_in_it(&mut self) -> Result<String, StewardError> {
        let what = "There is nothing in your mail but what it quotes, or nothing at all.";
        let whose = match self.wait()?.role() {
            Some(role) => format!(" It is for {role} to decide."),
            None => String::new(),
        };
        Ok(fold(&format!("{what}{whose}")) + "\n" + &help())
    }

    /// Orders typed into a mail decide nothing: they go back, to be signed.
    fn words_to_draft(&mut self, draft: &str, sender: &Role) -> Result<String, StewardError> {
        let wait = self.wait()?;
        let unsigned = "Your mail holds no signed block, only words, and words decide nothing: anybody could have \
                        written them.";
        let mut text = fold(unsigned);
        let next = match &wait {
            Wait::Orders(deed) if deed.side == sender.as_str() => self.sheet_to_sign(draft, sender),
            Wait::Answer { side, question, .. } if side == sender => {
                let said = draft.lines().next().unwrap_or_default().split_whitespace();
                let said = said.map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()));
                match said.filter_map(|word| question.named(word)).next_back() {
                    Some(key) => {
                        fold(&format!(
                            "A question is put to you, and `{key}` is an answer to it. To sign it, say"
                        )) + &format!("\n    tess answer {} {key}\n", question.id)
                    }
                    None => fold(&format!(
                        "A question is put to you. Say: {}",
                        super::remind::how_to_answer(question)
                    )),
                }
            }
            Wait::Over(_) => fold("The battle is over."),
            other => {
                let whose = other.role().map_or_else(String::new, |role| format!(": {role} decides"));
                fold(&format!(
                    "It is not your turn{whose}. `tess report` shows the field, and what comes next."
                ))
            }
        };
        text.push('\n');
        text.push_str(&next);
        Ok(text)
    }

    /// What is wrong with a sheet, as `tess check` says it: with a line that may be ordered now where there
    /// is one.
    fn complaints(&self, sheet: &str, sender: &Role, plain: Vec<String>) -> Vec<String> {
        let helped = |found: &Diagnostic| {
            let at = found.place.map_or(0, |place| usize::try_from(place.line).unwrap_or(0));
            let line: String =
                sheet.lines().nth(at.wrapping_sub(1)).unwrap_or_default().chars().take(WIDTH).collect();
            format!("{found} (`{}`)", line.trim())
        };
        match self.table.position().diagnose(sender.as_str(), sheet) {
            Some(found) if found.iter().any(Diagnostic::is_error) => {
                found.iter().filter(|found| found.is_error()).map(helped).collect()
            }
            _ => plain,
        }
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
                for complaint in self.complaints(&sheet, sender, complaints).iter().take(12) {
                    text.push_str(&fold(complaint));
                }
                text.push_str(&fold(
                    "Write them into a file; `tess check FILE` says what is wrong before you sign, and `tess legal` what may be \
                     ordered now. A mail with the word `help` brings all commands, one with `status` the report.",
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

/// A draft without the greeting over it, and the good wishes and names under it.
fn without_manners(draft: &str) -> String {
    const WISHES: [&str; 13] = [
        "regards",
        "best",
        "best regards",
        "kind regards",
        "cheers",
        "thanks",
        "thank you",
        "yours",
        "yours sincerely",
        "greetings",
        "vale",
        "bye",
        "good luck",
    ];
    let lines: Vec<&str> = draft.lines().collect();
    let begin = lines.iter().take_while(|line| line.trim().is_empty() || greets(line)).count();
    let mut end = lines.len();
    let wished = |line: &str| {
        let bare = line.trim().trim_end_matches([',', '.', '!']).to_ascii_lowercase();
        WISHES.contains(&bare.split(',').next().unwrap_or_default())
    };
    if let Some(at) = lines.iter().rposition(|line| wished(line)).filter(|at| *at >= begin && at + 4 > end) {
        end = at;
    }
    lines.get(begin..end).unwrap_or_default().join("\n").trim().to_owned()
}

/// What a player can do in a battle.
fn help() -> String {
    let mut text = fold(
        "In a battle only signed mail counts; words in a mail bring this page (`help`) or the report (`status`), or say \
         how the mails from here tell the story (`voice plain`, `voice notation`, `voice full`).",
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
