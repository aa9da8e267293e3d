//! The picture of a mail: drawn already, or still to be drawn when the mail leaves.
//!
//! To draw takes longer than everything else that is done for a mail. So whoever writes thousands puts in
//! what the picture shows, in a few hundred bytes, and it is drawn by whoever sends the mail: [`drawn`].

use data_encoding::BASE64;
use lettre::message::header::{ContentDisposition, ContentId, ContentTransferEncoding, ContentType};
use lettre::message::{Body, SinglePart};

/// A picture that the HTML of a mail shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// As PNG.
    Png(Vec<u8>),
    /// What it is to be drawn from; to this room only bytes.
    Later(Vec<u8>),
}

/// Bytes of a mail that shows a picture: one that would make it larger is left out, as the text says all.
pub(super) const MOST_BYTES: usize = 200_000;

/// What a part is called that is not drawn yet; such a mail never leaves.
const LATER: &str = "application/x-tess-undrawn";

/// What stands before the part of a picture. `=_` cannot stand in quoted-printable or base64 (RFC 2045 6.7),
/// so nobody's words are taken for it.
const BEFORE: &[u8] = b"\r\n--=_related-";

/// A picture of nothing: one pixel that shines through, where none can be drawn.
const NOTHING: &[u8] =
    b"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\
    \x08\x04\x00\x00\x00\xb5\x1c\x0c\x02\x00\x00\x00\x0b\x49\x44\x41\x54\x78\xda\x63\x60\x60\x00\x00\
    \x00\x03\x00\x01\x2b\x09\x4d\x84\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

impl Picture {
    /// What stands in its place where it would make the mail too large.
    pub(super) fn left_out() -> Picture {
        Picture::Png(NOTHING.to_vec())
    }

    /// Its part of a mail.
    pub(super) fn part(&self) -> SinglePart {
        let (kind, bytes) = match self {
            Picture::Png(bytes) => ("image/png", bytes),
            Picture::Later(bytes) => (LATER, bytes),
        };
        let body = Body::new_with_encoding(bytes.clone(), ContentTransferEncoding::Base64);
        SinglePart::builder()
            .header(ContentType::parse(kind).unwrap_or(ContentType::TEXT_PLAIN))
            .header(ContentDisposition::inline_with_name("field.png"))
            .header(ContentId::from("<field@tess>".to_owned()))
            .body(body.unwrap_or_else(Body::new))
    }
}

/// A mail as it leaves: with its picture drawn, if it is one that is still to be drawn.
pub fn drawn(mail: Vec<u8>, draw: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>) -> Vec<u8> {
    let Some((from, to, said)) = place(&mail) else { return mail };
    let with = |picture: &[u8]| {
        [&mail[..from], &Picture::Png(picture.to_vec()).part().formatted(), &mail[to..]].concat()
    };
    let shown = draw(&said).map(|picture| with(&picture)).filter(|mail| mail.len() <= MOST_BYTES);
    shown.unwrap_or_else(|| with(NOTHING))
}

/// What the picture of a mail is to be drawn from, if it is one that is still to be drawn.
#[must_use]
pub fn undrawn(mail: &[u8]) -> Option<Vec<u8>> {
    place(mail).map(|(_, _, said)| said)
}

/// Where the part lies that is to be drawn, and what from.
fn place(mail: &[u8]) -> Option<(usize, usize, Vec<u8>)> {
    let head = format!("Content-Type: {LATER}");
    let mut from = 0;
    while let Some(at) = find(&mail[from..], BEFORE) {
        let line = from + at + 2;
        let begin = line + find(&mail[line..], b"\r\n")? + 2;
        if mail[begin..].starts_with(head.as_bytes()) {
            let end = begin + find(&mail[begin..], BEFORE)? + 2;
            let body = begin + find(&mail[begin..end], b"\r\n\r\n")?;
            let text: Vec<u8> =
                mail[body..end].iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
            return Some((begin, end, BASE64.decode(&text).unwrap_or_default()));
        }
        from = begin;
    }
    None
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::tests::letter;
    use crate::{Html, Letter, PICTURE};

    fn with(picture: Option<Picture>) -> Vec<u8> {
        let html = Html::Page(format!("<img src=\"{PICTURE}\">"));
        Letter { html, picture, ..letter() }.compose().expect("a mail").bytes
    }

    #[test]
    fn drawn_when_it_leaves_it_is_the_same_as_drawn_before() {
        let png: Vec<u8> = (0..2000_u32).map(|n| (n * 7 % 251) as u8).collect();
        let later = with(Some(Picture::Later(b"position 1\r\nscenario spqr/zama".to_vec())));
        let mut asked = Vec::new();
        let left = drawn(later.clone(), &mut |said| {
            asked.push(said.to_vec());
            Some(png.clone())
        });
        assert_eq!(asked, [b"position 1\r\nscenario spqr/zama".to_vec()]);
        assert!(left == with(Some(Picture::Png(png))), "{}", String::from_utf8_lossy(&left));
        assert!(drawn(left.clone(), &mut |_| panic!("it is drawn already")) == left);
        let without = with(None);
        assert!(drawn(without.clone(), &mut |_| panic!("there is nothing to draw")) == without);
        // what cannot be drawn leaves nothing behind
        let nothing = drawn(later, &mut |_| None);
        let parsed = mail_parser::MessageParser::default().parse(&nothing).expect("a mail");
        let pictures: Vec<&[u8]> = parsed.attachments().map(|part| part.contents()).collect();
        assert!(pictures.contains(&NOTHING) && !nothing.windows(7).any(|w| w == b"undrawn"));
    }

    #[test]
    fn a_picture_that_makes_a_mail_too_large_is_left_out() {
        let png = |bytes: usize| vec![7; bytes];
        for (bytes, shown) in [(100_000, true), (160_000, false)] {
            let now = with(Some(Picture::Png(png(bytes))));
            let later = drawn(with(Some(Picture::Later(b"said".to_vec()))), &mut |_| Some(png(bytes)));
            assert!(now == later, "{bytes}: {} and {} bytes", now.len(), later.len());
            assert!(now.len() <= MOST_BYTES && (now.len() > bytes) == shown, "{bytes}: {}", now.len());
        }
        // what is too large without a picture shows none, and is sent
        let report = "Rome holds the hill.\n".repeat(12_000);
        let letter =
            Letter { report, html: Html::OfText, picture: Some(Picture::Png(png(9_000))), ..letter() };
        let mail = letter.compose().expect("a mail").bytes;
        assert!(mail.len() > MOST_BYTES && !mail.windows(8).any(|w| w == b"BwcHBwcH"));
    }

    #[test]
    fn nobodys_words_are_taken_for_a_picture() {
        let words =
            format!("--=_related-0123\r\nContent-Type: {LATER}\r\n\r\nAAAA\r\n--=_related-0123--\r\n");
        let letter = Letter { report: words.clone(), html: Html::OfText, ..letter() };
        let mail = letter.compose().expect("a mail").bytes;
        assert!(drawn(mail.clone(), &mut |_| panic!("a note is drawn")) == mail);
    }
}
