//! A letter put into a mail: `multipart/mixed { alternative { text, html }, <game8>.tess }`.

use chrono::{DateTime, Datelike, Utc};
use lettre::message::header::{
    ContentDisposition, ContentTransferEncoding, ContentType, HeaderName, HeaderValue,
};
use lettre::message::{Body, Message, MultiPart, SinglePart};
use sha2::{Digest, Sha256};

use super::address::{Address, Mailbox};
use super::error::MailError;
use super::message_id::MessageId;
use super::picture::{self, Picture};
use super::{ArchiveLine, armour, body, limits, page};
use tess_diagnostic::{tame, tame_line};

/// Our loop field; its value is the address that sent the mail.
pub const LOOP_FIELD: &str = "X-Tessera-Loop";
/// Carries the envelope sender from the outbox to the transport, so that a mail is one file.
pub const BOUNCE_FIELD: &str = "X-Tessera-Bounce";
/// What stands between the report and the block.
pub const READING_LINE: &str = "Only the block below counts; the text above is for reading.";

/// Where the HTML of a mail finds its picture.
pub const PICTURE: &str = "cid:field@tess";

/// `Auto-Submitted` of what we send (RFC 3834 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Automatic {
    /// In answer to a mail.
    Replied,
    /// Of the program's own accord: a deadline, a first mail.
    Generated,
}

/// What a mail has beside its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Html {
    /// Nothing: it is text alone.
    None,
    /// The text, as it stands.
    OfText,
    /// The inside of a page that says what the text says.
    Page(String),
}

/// A file that goes with a mail: a page for a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enclosed {
    /// Its name, which ends in `.html`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// All that goes into one mail. The same letter gives the same bytes, always.
#[derive(Debug, Clone)]
pub struct Letter {
    /// Game id in hex, 8 digits at least.
    pub game: String,
    /// Sequence number the mail is about.
    pub seq: u64,
    /// Whom it is for; part of the Message-ID.
    pub role: String,
    /// `report`, `question`, ...; part of the Message-ID.
    pub kind: String,
    /// Host part of the Message-ID; the part after the `@` of `from` will do.
    pub host: String,
    /// Sender.
    pub from: Mailbox,
    /// Receiver.
    pub to: Mailbox,
    /// Envelope sender, `game+b.GAME.ROLE@host`, so that a bounce names its recipient; else `from`.
    pub bounce: Option<Address>,
    /// One line.
    pub subject: String,
    /// `Date`; whole seconds are used.
    pub date: DateTime<Utc>,
    /// Where a mail is to go that ends mails like this one (`List-Unsubscribe`, RFC 2369): a `mailto:`.
    pub unsubscribe: Option<String>,
    /// The mail this answers.
    pub in_reply_to: Option<MessageId>,
    /// Answer or own accord.
    pub automatic: Automatic,
    /// The readable report, lines of at most 78 columns.
    pub report: String,
    /// The same once more, for programs that show HTML.
    pub html: Html,
    /// What the HTML shows as [`PICTURE`].
    pub picture: Option<Picture>,
    /// A file beside it.
    pub enclosed: Option<Enclosed>,
    /// Archive lines to carry; none for help and errors.
    pub lines: Vec<ArchiveLine>,
}

/// A composed mail, ready for the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    /// Its Message-ID.
    pub id: MessageId,
    /// RFC 5322 bytes with CRLF.
    pub bytes: Vec<u8>,
}

impl Letter {
    /// The Message-ID this letter will have.
    ///
    /// # Errors
    /// `MailError::MessageId` when `host` is no host name.
    pub fn message_id(&self) -> Result<MessageId, MailError> {
        MessageId::of_mail(&self.game, self.seq, &self.role, &self.kind, &self.host)
    }

    /// The plain text: report, reading line and block.
    #[must_use]
    pub fn text(&self) -> String {
        // a note in the report may quote a block; only ours may stand in the mail
        let mut text = tame(armour::outside(&self.report).trim_end());
        text.push('\n');
        if !self.lines.is_empty() {
            text.push('\n');
            text.push_str(READING_LINE);
            text.push_str("\n\n");
            text.push_str(&armour::wrap(&self.lines));
        }
        text
    }

    /// Makes the mail.
    ///
    /// # Errors
    /// `MailError::Compose` for a game id that is not hex, a date without four-digit year, a line
    /// with LF; `MessageId`; `TooLarge` when a reader of its events would refuse the mail.
    pub fn compose(&self) -> Result<Composed, MailError> {
        let refuse = |what: &str| Err(MailError::Compose(what.to_owned()));
        if self.game.len() < 8 || !self.game.bytes().all(|b| b.is_ascii_hexdigit()) {
            return refuse("the game id must be 8 hex digits or more");
        }
        if !(1970..=9999).contains(&self.date.year()) {
            return refuse("the year of the date must be between 1970 and 9999");
        }
        if self.lines.iter().any(|l| l.contains(&b'\n') || l.is_empty()) {
            return refuse("an archive line must not be empty or hold a line end");
        }
        let id = self.message_id()?;
        let thread = MessageId::of_thread(&self.game)?;
        let parent = self.in_reply_to.as_ref().unwrap_or(&thread);
        let references = match &self.in_reply_to {
            Some(parent) if *parent != thread => format!("{thread} {parent}"),
            _ => thread.to_string(),
        };
        let subject = tame_line(&self.subject);
        let automatic = match self.automatic {
            Automatic::Replied => "auto-replied",
            Automatic::Generated => "auto-generated",
        };
        let bounce = self.bounce.as_ref().unwrap_or(&self.from.email);
        let build = |picture: Option<&Picture>| {
            let mut message = Message::builder()
                .from(named(&self.from))
                .to(named(&self.to))
                .subject(subject.clone())
                .date(self.date.into())
                .message_id(Some(id.to_string()))
                .in_reply_to(parent.to_string())
                .references(references.clone())
                .raw_header(field("Auto-Submitted", automatic))
                .raw_header(field("X-Auto-Response-Suppress", "All"))
                .raw_header(field(LOOP_FIELD, self.from.email.as_ref()))
                .raw_header(field(BOUNCE_FIELD, bounce.as_ref()));
            if let Some(mailto) = &self.unsubscribe {
                message = message.raw_header(field("List-Unsubscribe", &format!("<{}>", tame_line(mailto))));
            }
            let message = message.multipart(self.parts(&id, picture));
            message.map(|message| message.formatted()).map_err(|e| MailError::Compose(e.to_string()))
        };
        let mut bytes = build(self.picture.as_ref())?;
        if bytes.len() > picture::MOST_BYTES && matches!(self.picture, Some(Picture::Png(_))) {
            bytes = build(Some(&Picture::left_out()))?;
        }
        // what carries no events is not read by this program
        if bytes.len() > limits::MAX_BYTES && !(self.lines.is_empty() && self.enclosed.is_some()) {
            return Err(MailError::TooLarge { limit: limits::MAX_BYTES });
        }
        Ok(Composed { id, bytes })
    }

    /// The page of HTML, if there is to be one: report, reading line and block.
    fn page(&self) -> Option<String> {
        let block = match self.lines.as_slice() {
            [] => None,
            lines => Some(armour::wrap(lines)),
        };
        match &self.html {
            Html::None => None,
            Html::OfText => Some(page::of_text(&self.text())),
            Html::Page(inside) => Some(page::page(&tame(&armour::outside(inside)), block.as_deref())),
        }
    }

    fn parts(&self, id: &MessageId, picture: Option<&Picture>) -> MultiPart {
        let part = |kind, text: &str| SinglePart::builder().header(kind).body(body::encode(text));
        let mut alternative = MultiPart::alternative()
            .boundary(boundary("alternative", id))
            .singlepart(part(ContentType::TEXT_PLAIN, &self.text()));
        if let Some(html) = self.page() {
            let html = part(ContentType::TEXT_HTML, &html);
            alternative = match picture {
                None => alternative.singlepart(html),
                Some(picture) => alternative.multipart(related(html, picture, id)),
            };
        }
        if self.lines.is_empty() && self.enclosed.is_none() {
            return alternative;
        }
        let mut mixed = MultiPart::mixed().boundary(boundary("mixed", id)).multipart(alternative);
        if !self.lines.is_empty() {
            let name = format!("{}.tess", self.game[..8].to_ascii_lowercase());
            mixed =
                mixed.singlepart(attached("application/octet-stream", &name, armour::archive(&self.lines)));
        }
        if let Some(file) = &self.enclosed {
            mixed = mixed.singlepart(attached("text/html; charset=utf-8", &file.name, file.bytes.clone()));
        }
        mixed
    }
}

/// A file of a mail.
fn attached(kind: &str, name: &str, bytes: Vec<u8>) -> SinglePart {
    let body = Body::new_with_encoding(bytes, ContentTransferEncoding::Base64).unwrap_or_else(Body::new);
    SinglePart::builder()
        .header(ContentType::parse(kind).unwrap_or(ContentType::TEXT_PLAIN))
        .header(ContentDisposition::attachment(name))
        .body(body)
}

/// A page with its picture (RFC 2387).
fn related(page: SinglePart, picture: &Picture, id: &MessageId) -> MultiPart {
    MultiPart::related().boundary(boundary("related", id)).singlepart(page).singlepart(picture.part())
}

/// A boundary that follows from the Message-ID; `=_` cannot stand in quoted-printable or base64
/// (RFC 2045 6.7), so no body holds it. Neither boundary begins with the other.
fn boundary(what: &str, id: &MessageId) -> String {
    let digest = Sha256::digest(format!("{what}\0{}", id.as_str()));
    format!("=_{what}-{}", data_encoding::HEXLOWER.encode(&digest[..12]))
}

/// A mailbox whose name does no more to a reader's screen than stand there.
fn named(mailbox: &Mailbox) -> Mailbox {
    Mailbox::new(mailbox.name.as_deref().map(tame_line), mailbox.email.clone())
}

fn field(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::address::parse_address;
    use crate::{Envelope, Origin, RawMail, Silence};
    use chrono::TimeZone;

    pub(crate) fn letter() -> Letter {
        Letter {
            game: "5fa2c0ffee11223344556677".into(),
            seq: 12,
            role: "Rome".into(),
            kind: "report".into(),
            host: "pbem.example".into(),
            from: parse_address("Tesserarius <game@pbem.example>").unwrap(),
            to: parse_address("\"Scipio, P.\" <scipio@rome.example>").unwrap(),
            bounce: Some("game+b.5fa2c0ff.rome@pbem.example".parse().unwrap()),
            unsubscribe: None,
            enclosed: None,
            subject: "Zama, turn 3: your orders".into(),
            date: Utc.with_ymd_and_hms(2026, 3, 4, 5, 6, 7).unwrap(),
            in_reply_to: Some(MessageId::parse("<abc@rome.example>").unwrap()),
            automatic: Automatic::Replied,
            html: Html::OfText,
            picture: None,
            report: "Turn 3, Rome.\n\nHastati III-a rout (8.47) & run <west>.\n".into(),
            lines: vec![br#"{"event":{"v":1,"seq":12},"sig":"AAAA"}"#.to_vec()],
        }
    }

    fn reopened(mail: &Composed) -> Envelope {
        Envelope::open(&RawMail::new(mail.bytes.clone(), Origin::Memory)).unwrap()
    }

    #[test]
    fn a_whole_mail() {
        let mail = letter().compose().unwrap();
        insta::assert_snapshot!(String::from_utf8(mail.bytes).unwrap());
    }

    #[test]
    fn a_mail_without_events_has_no_block() {
        let mut letter = letter();
        letter.lines.clear();
        letter.in_reply_to = None;
        letter.bounce = None;
        letter.automatic = Automatic::Generated;
        let mail = letter.compose().unwrap();
        insta::assert_snapshot!(String::from_utf8(mail.bytes).unwrap());
    }

    /// The page of HTML in a mail, if there is one.
    fn html_of(mail: &Composed) -> Option<String> {
        let parsed = mail_parser::MessageParser::default().parse(&mail.bytes).expect("a mail");
        let part = parsed.html_part(0)?;
        matches!(part.body, mail_parser::PartType::Html(_)).then(|| parsed.body_html(0).unwrap().into_owned())
    }

    #[test]
    fn a_page_stands_beside_the_text_and_fetches_nothing() {
        let mut letter = letter();
        letter.html = Html::Page("<p class=\"head\">You rout.</p>\n".into());
        let mail = letter.compose().unwrap();
        let html = html_of(&mail).expect("a page");
        assert!(
            html.contains("<p class=\"head\">You rout.</p>") && html.contains("prefers-color-scheme:dark")
        );
        for word in ["http", "src=", "url(", "<link", "<script", "<img", "@import", " on"] {
            assert!(!html.to_ascii_lowercase().contains(word), "{word}: {html}");
        }
        // who reads the page alone has the block all the same
        let text = crate::html::text_of(&html);
        let harvest = armour::collect(&text);
        assert_eq!(harvest.blocks, [letter.lines.clone()], "{text}");
        assert_eq!(reopened(&mail).lines, letter.lines);
    }

    #[test]
    fn without_pictures_a_mail_is_text_alone() {
        let mut letter = letter();
        letter.html = Html::None;
        let mail = letter.compose().unwrap();
        assert_eq!(html_of(&mail), None);
        assert!(!String::from_utf8_lossy(&mail.bytes).contains("text/html"));
        assert_eq!(reopened(&mail).lines, letter.lines);
        letter.lines.clear();
        let mail = letter.compose().unwrap();
        assert!(!String::from_utf8_lossy(&mail.bytes).contains("text/html"));
        assert!(reopened(&mail).draft.starts_with("Turn 3, Rome."));
    }

    #[test]
    fn the_same_letter_gives_the_same_bytes() {
        assert_eq!(letter().compose().unwrap(), letter().compose().unwrap());
    }

    #[test]
    fn a_reader_gets_the_lines_and_the_thread() {
        let mail = letter().compose().unwrap();
        let envelope = reopened(&mail);
        assert_eq!(envelope.lines, letter().lines);
        assert_eq!(envelope.blocks, 1);
        assert_eq!(envelope.complaints, []);
        assert_eq!(envelope.message_id, Some(mail.id));
        assert_eq!(envelope.references.len(), 2);
        assert_eq!(envelope.from[0].address, "game@pbem.example");
        assert_eq!(envelope.to[0].name.as_deref(), Some("Scipio, P."));
        assert_eq!(envelope.should_answer(&[]), Err(Silence::AutoSubmitted));
    }

    #[test]
    fn every_line_is_short_and_no_line_is_dangerous() {
        let mut letter = letter();
        letter.report =
            format!("From the left: \u{e9}\n.\n..\nFrom {}\nlong {}\n", "y".repeat(100), "x ".repeat(600));
        let mail = letter.compose().unwrap();
        let text = String::from_utf8(mail.bytes.clone()).unwrap();
        assert!(text.is_ascii());
        for line in text.split("\r\n") {
            assert!(line.len() <= 78, "{line}");
            assert!(!line.starts_with("From ") && !line.starts_with('.'), "{line}");
            assert!(!line.contains('\n') && !line.contains('\r'));
        }
        assert!(!text.contains("flowed"));
        // what stands above a block of ours is no draft, so the reader gets it without one
        assert_eq!(reopened(&mail).draft, "");
        letter.lines.clear();
        let mail = letter.compose().unwrap();
        assert!(reopened(&mail).draft.starts_with("From the left: \u{e9}\n.\n..\nFrom yyy"));
    }

    #[test]
    fn a_block_in_the_report_is_not_sent_on() {
        let mut letter = letter();
        let alien = armour::wrap(&[b"{\"event\":{},\"sig\":\"alien\"}".to_vec()]);
        letter.report = format!("He wrote:\n{alien}and more\n");
        assert_eq!(reopened(&letter.compose().unwrap()).lines, letter.lines);
    }

    #[test]
    fn a_subject_cannot_add_a_field() {
        let mut letter = letter();
        letter.subject = "x\r\nBcc: spy@spy.example".into();
        let mail = letter.compose().unwrap();
        assert!(!String::from_utf8(mail.bytes).unwrap().contains("\nBcc:"));
    }

    #[test]
    fn what_cannot_be_mailed_is_refused() {
        let refused = |change: fn(&mut Letter)| {
            let mut letter = letter();
            change(&mut letter);
            letter.compose().is_err()
        };
        assert!(refused(|l| l.game = "xyz".into()));
        assert!(refused(|l| l.host = "a b".into()));
        assert!(refused(|l| l.lines = vec![b"a\nb".to_vec()]));
        assert!(refused(|l| l.lines = vec![vec![b'x'; 400_000]]));
        assert!(refused(|l| l.date = DateTime::<Utc>::MIN_UTC));
        assert!(refused(|l| l.date = DateTime::<Utc>::MAX_UTC));
    }
}
