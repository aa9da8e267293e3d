//! A text made safe for transport.

use lettre::message::Body;
use lettre::message::header::ContentTransferEncoding;

/// The text as a mail body: 7bit where nothing on the way would touch it, else quoted-printable
/// (RFC 2045 6.7) with `From ` and `.` at line starts encoded too, since mbox writers and careless
/// SMTP clients change those. Trailing blanks are dropped, line ends become CRLF.
#[must_use]
pub fn encode(text: &str) -> Body {
    let lines: Vec<&str> = text.lines().map(|l| l.trim_end_matches([' ', '\t', '\r'])).collect();
    let plain = lines.join("\r\n");
    if lines.iter().all(|line| is_safe(line)) {
        return Body::dangerous_pre_encoded(plain.into_bytes(), ContentTransferEncoding::SevenBit);
    }
    let quoted = Body::new_with_encoding(plain, ContentTransferEncoding::QuotedPrintable)
        .map_or_else(|raw| raw, Body::into_vec);
    let mut safe = Vec::with_capacity(quoted.len() + 64);
    for (at, row) in quoted.split(|&b| b == b'\n').enumerate() {
        if at > 0 {
            safe.push(b'\n');
        }
        guard(row, &mut safe);
    }
    Body::dangerous_pre_encoded(safe, ContentTransferEncoding::QuotedPrintable)
}

/// ASCII, short enough, and nothing that a program on the way likes to change. `--` could be
/// taken for the start of a signature, but is left to readers as it is; of a MIME part only with
/// the `=_` that all our boundaries have, which quoted-printable cannot hold.
fn is_safe(line: &str) -> bool {
    line.len() <= 78
        && line.bytes().all(|b| b == b'\t' || (b' '..=b'~').contains(&b))
        && !line.starts_with("From ")
        && !line.starts_with('.')
        && !line.contains("=_")
}

/// One row of quoted-printable, its first character encoded where it is dangerous, with a soft
/// break where that makes it longer than 76.
fn guard(row: &[u8], out: &mut Vec<u8>) {
    let mut rest = row;
    loop {
        let code: &[u8] = match rest {
            [b'F', b'r', b'o', b'm', b' ', ..] => b"=46",
            [b'.', ..] => b"=2E",
            _ => break,
        };
        out.extend_from_slice(code);
        rest = &rest[1..];
        if rest.len() + 3 <= 76 {
            break;
        }
        out.extend_from_slice(b"=\r\n");
    }
    out.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn encoded(text: &str) -> (String, String) {
        let body = encode(text);
        let encoding = body.encoding().to_string();
        (encoding, String::from_utf8(body.into_vec()).unwrap())
    }

    #[test]
    fn plain_text_stays_7bit() {
        assert_eq!(encoded("a  \nb\t\n\n-- x\n"), ("7bit".into(), "a\r\nb\r\n\r\n-- x".into()));
    }

    #[test]
    fn from_and_dots_at_line_starts_are_encoded() {
        assert_eq!(
            encoded("From the left\n..two\nx From y"),
            ("quoted-printable".into(), "=46rom the left\r\n=2E.two\r\nx From y".into())
        );
        let long = format!("From {}", "x".repeat(200));
        let (_, row) = encoded(&long);
        assert!(row.split("\r\n").all(|l| l.len() <= 76), "{row}");
        assert!(row.split("\r\n").all(|l| !l.starts_with("From ")), "{row}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn a_reader_gets_the_text_back(text in "(From |\\.|[a-z]{1,9} |\u{e9}|=|\\n|x{70}){0,40}") {
            let body = encode(&text);
            let mail = format!(
                "Subject: x\r\nContent-Type: text/plain; charset=utf-8\r\n\
                 Content-Transfer-Encoding: {}\r\n\r\n{}",
                body.encoding(),
                String::from_utf8(body.clone().into_vec()).unwrap()
            );
            let parsed = mail_parser::MessageParser::default().parse(mail.as_bytes()).unwrap();
            let trimmed: Vec<&str> = text.lines().map(|l| l.trim_end()).collect();
            let got = parsed.body_text(0).unwrap_or_default().replace("\r\n", "\n");
            prop_assert_eq!(got, trimmed.join("\n"));
        }
    }
}
