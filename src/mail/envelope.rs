//! A mail opened: who wrote, in which thread, the archive lines in it, and the unsigned draft.

use std::collections::BTreeSet;

use mail_parser::{HeaderValue, Message, MimeHeaders};

use super::address::Address;
use super::answer::{Signals, Silence};
use super::complaint::Complaint;
use super::error::MailError;
use super::message_id::MessageId;
use super::parts::{self, Gathered};
use super::raw::{MailId, RawMail};
use super::{ArchiveLine, armour, complaint, compose, draft, limits};
use tess_diagnostic::tame_line;

/// A name and an address as the header claims them. Nothing is proved by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// Display name.
    pub name: Option<String>,
    /// Address as written; may be anything.
    pub address: String,
}

/// An opened mail. Headers are claims and steer replies only; lines are unverified bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Hash of the raw mail.
    pub id: MailId,
    /// `From`.
    pub from: Vec<Party>,
    /// `To` and `Cc`.
    pub to: Vec<Party>,
    /// `Subject`, decoded, one line.
    pub subject: String,
    /// `Message-ID`, a hint and no key.
    pub message_id: Option<MessageId>,
    /// `In-Reply-To`; ids that could break a header are left out.
    pub in_reply_to: Vec<MessageId>,
    /// `References`, the same.
    pub references: Vec<MessageId>,
    /// What decides whether to answer.
    pub signals: Signals,
    /// Number of different good blocks; the attachment of a block's lines is no new block.
    pub blocks: usize,
    /// Their lines, each once, in order of first appearance.
    pub lines: Vec<ArchiveLine>,
    /// What was broken, and where.
    pub complaints: Vec<Complaint>,
    /// Text typed by hand, without blocks, quotations and signature.
    pub draft: String,
    /// Does its text quote another mail?
    pub quotes: bool,
    /// Attached texts that are no archives, each of at most `limits::MAX_ENCLOSED` bytes: a card, for
    /// example.
    pub enclosed: Vec<String>,
}

impl Envelope {
    /// Opens a mail. Bytes that are no mail but hold a block or raw archive lines (a saved
    /// attachment, a pasted block) are taken as such.
    ///
    /// # Errors
    /// `TooLarge`, `TooManyParts`, `TooDeep`, `Empty`, `NotAMail`, `Parser`: set this mail aside
    /// and go on with the next.
    pub fn open(raw: &RawMail) -> Result<Self, MailError> {
        if raw.bytes.len() > limits::MAX_BYTES {
            return Err(MailError::TooLarge { limit: limits::MAX_BYTES });
        }
        if raw.bytes.trim_ascii().is_empty() {
            return Err(MailError::Empty);
        }
        let (postmark, bytes) = postmark(&raw.bytes);
        if let Some(bare) = bare(raw, bytes) {
            return Ok(bare);
        }
        let safe = limits::admit(bytes)?;
        let mail = parts::parse(&safe)?.ok_or(MailError::NotAMail)?;
        let mut gathered = Gathered::default();
        parts::gather(&mail, 0, &mut gathered)?;
        if gathered.blocks.is_empty() && gathered.complaints.is_empty() {
            // a damaged MIME structure may hide a block from the parser
            let whole = armour::collect(&String::from_utf8_lossy(bytes));
            gathered.blocks = whole.blocks;
        }
        let (draft, gathered) = gathered.into_draft();
        let mut envelope = Self::empty(raw.id);
        envelope.enclosed = gathered.enclosed;
        envelope.read_header(&mail, postmark);
        envelope.blocks = gathered.blocks.len();
        envelope.lines = once(gathered.blocks);
        envelope.complaints = complaint::told(gathered.complaints);
        envelope.draft = draft;
        envelope.quotes = gathered.quotes;
        let nothing = mail.headers().is_empty()
            || (envelope.from.is_empty() && envelope.to.is_empty() && !is_plausible(&mail));
        if nothing && envelope.lines.is_empty() && envelope.complaints.is_empty() {
            return Err(MailError::NotAMail);
        }
        Ok(envelope)
    }

    /// Did a person write it? Our own program marks what it sends.
    #[must_use]
    pub fn is_by_hand(&self) -> bool {
        self.signals.loops.is_empty()
    }

    /// Whether this mail may be answered, see `Signals::may_answer`. The caller answers only to
    /// the registered address of a known player, whatever `From` says.
    ///
    /// # Errors
    /// The first reason for silence.
    pub fn should_answer(&self, own: &[Address]) -> Result<(), Silence> {
        let from: Vec<&str> = self.from.iter().map(|p| p.address.as_str()).collect();
        self.signals.may_answer(&from, own)
    }

    fn empty(id: MailId) -> Self {
        Self {
            id,
            from: Vec::new(),
            to: Vec::new(),
            subject: String::new(),
            message_id: None,
            in_reply_to: Vec::new(),
            references: Vec::new(),
            signals: Signals::default(),
            blocks: 0,
            lines: Vec::new(),
            complaints: Vec::new(),
            draft: String::new(),
            quotes: false,
            enclosed: Vec::new(),
        }
    }

    fn read_header(&mut self, mail: &Message<'_>, postmark: Option<String>) {
        self.from = parties(mail.from());
        self.to = parties(mail.to());
        self.to.extend(parties(mail.cc()));
        self.subject = tame_line(mail.subject().unwrap_or_default());
        self.message_id = mail.message_id().and_then(|id| MessageId::parse(id).ok());
        self.in_reply_to = ids(mail.in_reply_to());
        self.references = ids(mail.references());
        let signals = &mut self.signals;
        signals.return_path = postmark;
        for header in mail.headers() {
            let name = header.name.as_str().to_ascii_lowercase();
            let value = mail
                .raw_message
                .get(header.offset_start as usize..header.offset_end as usize)
                .map(|bytes| String::from_utf8_lossy(bytes).trim().to_ascii_lowercase())
                .unwrap_or_default();
            let first = value.split([';', '(']).next().unwrap_or_default().trim();
            match name.as_str() {
                "return-path" => {
                    let path = value.trim_matches(['<', '>', ' ']);
                    signals.return_path = Some(path.to_owned());
                }
                "auto-submitted" => signals.auto_submitted = Some(first.to_owned()),
                "precedence" => signals.precedence = Some(first.to_owned()),
                "received" => signals.received += 1,
                _ if name == compose::LOOP_FIELD.to_ascii_lowercase() => {
                    signals.loops.push(value);
                }
                _ if name.starts_with("list-") => signals.list.push(name),
                _ => {}
            }
        }
        signals.report = mail
            .content_type()
            .is_some_and(|c| c.ctype() == "multipart" && c.subtype().is_some_and(|s| s == "report"));
    }
}

/// The `From ` line that procmail and mbox put before a mail, and the sender it names.
fn postmark(bytes: &[u8]) -> (Option<String>, &[u8]) {
    let start = bytes.strip_prefix(b">").unwrap_or(bytes);
    if !start.starts_with(b"From ") {
        return (None, bytes);
    }
    let end = start.iter().position(|&b| b == b'\n').map_or(start.len(), |at| at + 1);
    let line = String::from_utf8_lossy(&start[..end]);
    let sender = line.split_whitespace().nth(1).unwrap_or_default();
    let sender = sender.trim_matches(['<', '>']);
    let null = sender.is_empty() || sender.eq_ignore_ascii_case("MAILER-DAEMON");
    let sender = if null { String::new() } else { sender.to_owned() };
    (Some(sender), &start[end..])
}

/// Bytes that are no mail: an archive or a block saved to a file.
fn bare(raw: &RawMail, bytes: &[u8]) -> Option<Envelope> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let text = String::from_utf8_lossy(start);
    let (harvest, place) = if start.starts_with(b"{") {
        (armour::split_archive(start), "archive file")
    } else if text.starts_with("--") || !has_field(&text) {
        (armour::collect(&text), "text file")
    } else {
        return None;
    };
    if harvest == armour::Harvest::default() {
        return None;
    }
    let mut envelope = Envelope::empty(raw.id);
    envelope.lines = harvest.lines();
    envelope.complaints = complaint::told(harvest.complaints);
    for complaint in envelope.complaints.iter_mut().take(complaint::MAX_TOLD) {
        place.clone_into(&mut complaint.place);
    }
    envelope.blocks = harvest.blocks.iter().collect::<BTreeSet<_>>().len();
    if place == "text file" {
        let typed = draft::of_text(&text, false);
        (envelope.draft, envelope.quotes) = (typed.words, typed.quotes);
    }
    Some(envelope)
}

/// The first line is a header field (RFC 5322 2.2).
fn has_field(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.split_once(':').is_some_and(|(name, _)| {
        let name = name.trim_end();
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic())
    })
}

/// Has at least one field that every mail has.
fn is_plausible(mail: &Message<'_>) -> bool {
    mail.date().is_some()
        || mail.message_id().is_some()
        || mail.subject().is_some()
        || mail.header("Received").is_some()
        || mail.header("MIME-Version").is_some()
}

fn once(blocks: Vec<Vec<ArchiveLine>>) -> Vec<ArchiveLine> {
    let mut seen = BTreeSet::new();
    blocks.into_iter().flatten().filter(|line| seen.insert(line.clone())).collect()
}

fn parties(address: Option<&mail_parser::Address<'_>>) -> Vec<Party> {
    address
        .into_iter()
        .flat_map(|a| a.iter())
        .filter_map(|a| {
            Some(Party { name: a.name().map(str::to_owned), address: a.address()?.trim().to_owned() })
        })
        .collect()
}

fn ids(value: &HeaderValue<'_>) -> Vec<MessageId> {
    match value {
        HeaderValue::Text(id) => MessageId::parse(id).into_iter().collect(),
        HeaderValue::TextList(ids) => ids.iter().filter_map(|id| MessageId::parse(id).ok()).collect(),
        _ => Vec::new(),
    }
}
