//! The walk over the parts of a mail: every text, HTML page, attachment and nested mail.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mail_parser::{Encoding, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::armour::{self, Harvest};
use super::complaint::{Complaint, MAX_TOLD, Why};
use super::error::MailError;
use super::{ArchiveLine, draft, html, limits, tnef};

/// What the parts of a mail gave.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Different good blocks, in order of first appearance.
    pub blocks: Vec<Vec<ArchiveLine>>,
    seen: BTreeSet<Vec<ArchiveLine>>,
    /// What was broken.
    pub complaints: Vec<Complaint>,
    /// Hand-typed text of the plain parts, without blocks and quotations.
    pub draft: String,
    /// Hand-typed text of the HTML parts, for mail without a plain part.
    html_draft: String,
    /// Does a text of the mail quote another one?
    pub quotes: bool,
    /// Texts that were attached to this very mail and are no archives.
    pub enclosed: Vec<String>,
    /// Parts seen so far, nested ones counted.
    parts: usize,
    saw_plain: bool,
}

impl Gathered {
    fn take(&mut self, harvest: Harvest, place: &str) {
        for block in harvest.blocks {
            if self.seen.insert(block.clone()) {
                self.blocks.push(block);
            }
        }
        for mut complaint in harvest.complaints {
            // what is only counted needs no place, and names can be long
            if self.complaints.len() < MAX_TOLD {
                place.clone_into(&mut complaint.place);
            }
            self.complaints.push(complaint);
        }
    }

    fn complain(&mut self, place: &str, why: Why) {
        self.complaints.push(Complaint { place: place.to_owned(), block: 1, why });
    }

    /// The hand-typed text, from HTML when there was no plain part.
    #[must_use]
    pub fn into_draft(self) -> (String, Self) {
        let draft = if self.saw_plain { self.draft.clone() } else { self.html_draft.clone() };
        (draft, self)
    }
}

/// Parses bytes that `limits::admit` let through. A parser that panics costs this one mail only.
pub fn parse(safe: &[u8]) -> Result<Option<Message<'_>>, MailError> {
    catch_unwind(AssertUnwindSafe(|| MessageParser::default().parse(safe))).map_err(|_| MailError::Parser)
}

/// Gathers from all parts. `depth` is the nesting of this mail, 0 for the outermost.
///
/// # Errors
/// `TooManyParts`, `TooDeep`, counted over nested mails too.
pub fn gather(mail: &Message<'_>, depth: usize, into: &mut Gathered) -> Result<(), MailError> {
    let depths = depths(mail, depth);
    for (part, depth_of) in mail.parts.iter().zip(depths) {
        into.parts += 1;
        if into.parts > limits::MAX_PARTS {
            return Err(MailError::TooManyParts { limit: limits::MAX_PARTS });
        }
        if depth_of > limits::MAX_NESTING {
            return Err(MailError::TooDeep { limit: limits::MAX_NESTING });
        }
        one(part, &mail.raw_message, depth, depth_of, into)?;
    }
    Ok(())
}

/// Nesting of each part: one more than its multipart; a multipart counts itself.
fn depths(mail: &Message<'_>, base: usize) -> Vec<usize> {
    let mut depths = vec![base; mail.parts.len()];
    for (at, part) in mail.parts.iter().enumerate() {
        if let PartType::Multipart(children) = &part.body {
            depths[at] += 1;
            let depth = depths[at];
            for child in children.iter().map(|c| *c as usize) {
                // a parent stands before its children; anything else would be a loop
                if child > at
                    && let Some(slot) = depths.get_mut(child)
                {
                    *slot = depth;
                }
            }
        }
    }
    depths
}

fn one(
    part: &MessagePart<'_>,
    raw: &[u8],
    mail_depth: usize,
    depth: usize,
    into: &mut Gathered,
) -> Result<(), MailError> {
    let name = part.attachment_name().unwrap_or_default().to_owned();
    let lower = name.to_ascii_lowercase();
    let number = into.parts;
    let attached = part.content_disposition().is_some_and(|d| d.is_attachment());
    if mail_depth == 0 && (attached || !name.is_empty()) && !lower.ends_with(".tess") {
        enclose(&part.body, into);
    }
    match &part.body {
        PartType::Multipart(_) => {}
        PartType::Message(_) => into.complain(&format!("part {number}"), Why::Inner),
        PartType::Text(_) | PartType::Html(_) | PartType::Binary(_) | PartType::InlineBinary(_)
            if is_mail(part) || lower.ends_with(".eml") =>
        {
            return nested(part.contents(), depth + 1, number, into);
        }
        PartType::Text(text) if lower.ends_with(".tess") => {
            archive(text.as_bytes(), part, &name, number, into);
        }
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) if lower.ends_with(".tess") => {
            archive(bytes, part, &name, number, into);
        }
        PartType::Text(text) => {
            let meant = unlabelled(part, raw);
            let text = meant.as_deref().unwrap_or(text);
            written(text, part, !attached && mail_depth == 0, number, into);
        }
        PartType::Html(page) => {
            let text = html::text_of(page);
            into.take(armour::collect(&text), &format!("html, part {number}"));
            if !attached && mail_depth == 0 {
                let typed = draft::of_text(&text, false);
                append(&mut into.html_draft, &typed.words);
                into.quotes |= typed.quotes;
            }
        }
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) if tnef::is_winmail(bytes) => {
            winmail(bytes, number, into);
        }
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
            // some programs call every attachment application/octet-stream and lose its name
            if bytes.trim_ascii_start().starts_with(b"{\"event\":") {
                archive(bytes, part, "without name", number, into);
            } else {
                into.take(
                    armour::collect(&String::from_utf8_lossy(bytes)),
                    &format!("attachment, part {number}"),
                );
            }
        }
    }
    Ok(())
}

/// The text of a part whose bytes were sent as they are, in letters that it does not name or that it names
/// wrongly.
fn unlabelled(part: &MessagePart<'_>, raw: &[u8]) -> Option<String> {
    let named = part.content_type().and_then(|kind| kind.attribute("charset")).unwrap_or("us-ascii");
    let plain = ["us-ascii", "utf-8"].iter().any(|charset| named.eq_ignore_ascii_case(charset));
    if !plain || part.encoding != Encoding::None {
        return None;
    }
    let bytes = raw.get(part.offset_body as usize..part.offset_end as usize)?;
    let wrong = std::str::from_utf8(bytes).is_err();
    wrong.then(|| tess_diagnostic::decoded(bytes)).flatten().map(|meant| meant.text)
}

/// Takes a text: its blocks, and its words if it is the body of the mail.
fn written(text: &str, part: &MessagePart<'_>, is_body: bool, number: usize, into: &mut Gathered) {
    into.take(armour::collect(text), &format!("text, part {number}"));
    let kind = part.content_type();
    let plain = kind.is_none_or(|c| c.ctype() == "text" && c.subtype().is_some_and(|s| s == "plain"));
    if plain && is_body {
        into.saw_plain = true;
        let flowed =
            kind.is_some_and(|c| c.attribute("format").is_some_and(|f| f.eq_ignore_ascii_case("flowed")));
        let typed = draft::of_text(text, flowed);
        append(&mut into.draft, &typed.words);
        into.quotes |= typed.quotes;
    }
}

/// Keeps an attached text, however its sender's program calls it.
fn enclose(body: &PartType<'_>, into: &mut Gathered) {
    let bytes = match body {
        PartType::Text(text) => text.as_bytes(),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => bytes,
        _ => return,
    };
    if bytes.len() <= limits::MAX_ENCLOSED
        && let Some(meant) = tess_diagnostic::decoded(bytes)
    {
        into.enclosed.push(meant.text);
    }
}

/// `limits::admit` renamed `message` to `massage`.
fn is_mail(part: &MessagePart<'_>) -> bool {
    part.content_type()
        .is_some_and(|c| c.ctype() == "massage" && matches!(c.subtype(), Some("rfc822" | "global")))
}

fn append(draft: &mut String, text: &str) {
    if !draft.is_empty() && !text.is_empty() {
        draft.push('\n');
    }
    draft.push_str(text);
}

/// A `.tess` attachment: raw archive lines, or an armoured block that somebody saved to a file.
fn archive(bytes: &[u8], part: &MessagePart<'_>, name: &str, number: usize, into: &mut Gathered) {
    let place = format!("attachment {name}, part {number}");
    let text = String::from_utf8_lossy(bytes);
    let armoured = armour::collect(&text);
    if armoured != Harvest::default() {
        into.take(armoured, &place);
    } else if part.is_encoding_problem {
        into.complain(&place, Why::Encoding);
    } else {
        into.take(armour::split_archive(bytes), &place);
    }
}

/// What Outlook has wrapped: its text, and each attachment that may hold a block.
fn winmail(bytes: &[u8], number: usize, into: &mut Gathered) {
    let found = tnef::read(bytes);
    if let Some(text) = found.text {
        into.take(armour::collect(&String::from_utf8_lossy(&text)), &format!("winmail text, part {number}"));
    }
    for (name, content) in found.attachments {
        let place = format!("winmail {name}, part {number}");
        if content.trim_ascii_start().starts_with(b"{\"event\":") {
            into.take(armour::split_archive(&content), &place);
        } else {
            into.take(armour::collect(&String::from_utf8_lossy(&content)), &place);
        }
    }
}

fn nested(bytes: &[u8], depth: usize, number: usize, into: &mut Gathered) -> Result<(), MailError> {
    if depth > limits::MAX_NESTING {
        return Err(MailError::TooDeep { limit: limits::MAX_NESTING });
    }
    let safe = limits::admit(bytes)?;
    let place = format!("mail in part {number}");
    match parse(&safe) {
        Ok(Some(mail)) => gather(&mail, depth, into)?,
        Ok(None) => {
            let text = String::from_utf8_lossy(bytes);
            into.take(armour::collect(&text), &place);
        }
        Err(_) => into.complain(&place, Why::Inner),
    }
    Ok(())
}
