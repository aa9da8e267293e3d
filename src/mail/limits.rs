//! What is looked at before the MIME parser sees a mail.

use super::error::MailError;

/// Largest mail that is read, in bytes.
pub const MAX_BYTES: usize = 1024 * 1024;
/// Most MIME parts, those of nested mails counted.
pub const MAX_PARTS: usize = 50;
/// Bytes of an attached text that is looked at.
pub const MAX_ENCLOSED: usize = 16 * 1024;
/// Deepest nesting of multiparts and of mails in mails.
pub const MAX_NESTING: usize = 5;
/// With more `Received` fields than this a mail is taken to be in a loop, and never answered.
pub const MAX_RECEIVED: usize = 25;

/// Checks size, parts and nesting, and gives back the bytes with every `message/...` and `.../digest`
/// content type renamed.
///
/// The parser opens nested mails by itself, as deep as the sender likes, and what is nested some
/// ten thousand deep cannot even be dropped again without exhausting the stack. Renamed, a nested
/// mail is a plain part to it; `parts` opens it under its own count.
///
/// # Errors
/// `TooLarge`, `TooManyParts`, `TooDeep`.
pub fn admit(bytes: &[u8]) -> Result<Vec<u8>, MailError> {
    if bytes.len() > MAX_BYTES {
        return Err(MailError::TooLarge { limit: MAX_BYTES });
    }
    let mut safe = bytes.to_vec();
    let mut boundaries: Vec<Vec<u8>> = Vec::new();
    let mut holders = 0;
    for (from, to) in content_types(bytes) {
        rename(&mut safe[from..to], b"message", b"massage");
        rename(&mut safe[from..to], b"digest", b"dugest");
        if let Some(boundary) = boundary(&bytes[from..to]) {
            boundaries.push(boundary);
        }
        // each multipart may make the parser look through all that follows it, and each delimiter is held
        // against all boundaries
        holders += usize::from(holds_parts(&bytes[from..to]));
        if holders.max(boundaries.len()) > MAX_PARTS {
            return Err(MailError::TooManyParts { limit: MAX_PARTS });
        }
    }
    count(bytes, &boundaries)?;
    Ok(safe)
}

/// The spans of lines that the parser may take for a Content-Type field, with their folded lines.
/// It skips white space and colons before and white space inside a name, so this does too.
fn content_types(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    let mut open = false;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let end = at + line.len();
        if names_content_type(line) {
            spans.push((at, end));
            open = true;
        } else if open && line.first().is_some_and(u8::is_ascii_whitespace) {
            if let Some(last) = spans.last_mut() {
                last.1 = end;
            }
        } else {
            open = false;
        }
        at = end;
    }
    spans
}

fn names_content_type(line: &[u8]) -> bool {
    let mut name = line
        .iter()
        .filter(|b| !b.is_ascii_whitespace())
        .skip_while(|b| **b == b':')
        .map(u8::to_ascii_lowercase);
    b"content-type:".iter().all(|b| name.next() == Some(*b))
}

/// A multipart or a mail, however its parameters are written.
fn holds_parts(span: &[u8]) -> bool {
    let text = String::from_utf8_lossy(span).to_ascii_lowercase();
    text.contains("multipart") || text.contains("message")
}

fn rename(span: &mut [u8], word: &[u8], other: &[u8]) {
    let mut at = 0;
    while at + word.len() <= span.len() {
        if span[at..at + word.len()].eq_ignore_ascii_case(word) {
            span[at..at + word.len()].copy_from_slice(other);
            at += word.len();
        } else {
            at += 1;
        }
    }
}

/// The value of `boundary=`, quoted or not.
fn boundary(span: &[u8]) -> Option<Vec<u8>> {
    let key = b"boundary";
    let at = (0..span.len().saturating_sub(key.len()))
        .find(|&at| span[at..at + key.len()].eq_ignore_ascii_case(key))?;
    let rest = span[at + key.len()..].trim_ascii_start();
    let value = rest.strip_prefix(b"=")?.trim_ascii_start();
    let value = match value.strip_prefix(b"\"") {
        Some(quoted) => quoted.split(|&b| b == b'"').next()?,
        None => value.split(|&b| b.is_ascii_whitespace() || b == b';').next()?,
    };
    (!value.is_empty()).then(|| value.to_vec())
}

/// Walks the delimiter lines, counting parts and the depth of what is open.
fn count(bytes: &[u8], boundaries: &[Vec<u8>]) -> Result<(), MailError> {
    let mut open: Vec<&[u8]> = Vec::new();
    let mut parts = 0;
    for line in bytes.split(|&b| b == b'\n') {
        let Some(rest) = line.strip_prefix(b"--") else {
            continue;
        };
        // the longest boundary wins, where one begins with another
        let Some(boundary) = boundaries.iter().filter(|b| rest.starts_with(b)).max_by_key(|b| b.len()) else {
            continue;
        };
        let depth = open.iter().position(|b| *b == boundary.as_slice());
        if rest[boundary.len()..].starts_with(b"--") {
            open.truncate(depth.unwrap_or(open.len()));
            continue;
        }
        match depth {
            Some(depth) => open.truncate(depth + 1),
            None => open.push(boundary),
        }
        parts += 1;
        if parts > MAX_PARTS {
            return Err(MailError::TooManyParts { limit: MAX_PARTS });
        }
        if open.len() > MAX_NESTING {
            return Err(MailError::TooDeep { limit: MAX_NESTING });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mail_parser::{MessageParser, PartType};

    #[test]
    fn the_parser_never_opens_a_nested_mail_itself() {
        for head in [
            "Content-Type: message/rfc822",
            "content-type : MESSAGE/RFC822; name=x",
            "Con tent-Type:\r\n\tmessage/rfc822",
            ":Content-Type: message/global",
            "Content-Type: (a comment\r\n goes on) message/rfc822",
            "Content-Type: multipart/digest; boundary=b",
            "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64",
        ] {
            let mail =
                format!("From: a@b.example\r\n{head}\r\n\r\n--b\r\n\r\nSubject: x\r\n\r\ny\r\n--b--\r\n");
            let safe = admit(mail.as_bytes()).unwrap();
            let parsed = MessageParser::default().parse(&safe).unwrap();
            assert!(!parsed.parts.iter().any(|p| matches!(p.body, PartType::Message(_))), "{head}");
        }
    }

    #[test]
    fn ten_thousand_nested_mails_never_reach_the_parser() {
        let nested = |n| "Content-Type: message/rfc822\n\n".repeat(n);
        assert!(matches!(admit(nested(30_000).as_bytes()), Err(MailError::TooManyParts { .. })));
        // continued parameters (RFC 2231) hide a boundary from the count of parts
        let hidden = "--x\nContent-Type: multipart/mixed; boundary*0=zz\n\n".repeat(20_000);
        assert!(matches!(admit(hidden.as_bytes()), Err(MailError::TooManyParts { .. })));
        let safe = admit(nested(MAX_PARTS).as_bytes()).unwrap();
        let parsed = MessageParser::default().parse(&safe).unwrap();
        assert_eq!(parsed.parts.len(), 1);
    }

    #[test]
    fn parts_and_depth_are_counted_before_parsing() {
        let head = "Content-Type: multipart/mixed; boundary=\"b b\"\n\n";
        let parts = |n: usize| format!("{head}{}--b b--\n", "--b b\n\nx\n".repeat(n));
        assert!(admit(parts(MAX_PARTS).as_bytes()).is_ok());
        assert!(matches!(admit(parts(MAX_PARTS + 1).as_bytes()), Err(MailError::TooManyParts { .. })));
        let deep = |n: usize| {
            (0..n)
                .map(|i| format!("Content-Type: multipart/mixed; boundary=x{i}y\n\n--x{i}y\n"))
                .collect::<String>()
        };
        assert!(admit(deep(MAX_NESTING).as_bytes()).is_ok());
        assert!(matches!(admit(deep(MAX_NESTING + 1).as_bytes()), Err(MailError::TooDeep { .. })));
        assert!(matches!(admit(&vec![b'x'; MAX_BYTES + 1]), Err(MailError::TooLarge { .. })));
    }
}
