//! Mails made to cost their reader time, and what they cost.

use std::fmt::Write as _;
use std::fs;

use crate::{Envelope, Origin, RawMail, limits};

/// Processor time of this thread in milliseconds, on systems that tell.
fn spent() -> Option<u64> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(told.split(' ').next()?.parse::<u64>().ok()? / 1_000_000)
}

/// As large as a mail may be: a head, and a row said again and again.
fn full(head: &str, mut row: impl FnMut(usize) -> String) -> Vec<u8> {
    let mut mail = head.to_owned();
    for at in 0.. {
        let row = row(at);
        if mail.len() + row.len() > limits::MAX_BYTES {
            return mail.into_bytes();
        }
        mail.push_str(&row);
    }
    mail.into_bytes()
}

/// Half of it one row, half of it another.
fn halves(head: &str, first: impl Fn(usize) -> String, second: impl Fn(usize) -> String) -> Vec<u8> {
    let mut mail = head.to_owned();
    let mut at = 0;
    while mail.len() < limits::MAX_BYTES / 2 {
        mail.push_str(&first(at));
        at += 1;
    }
    full(&mail, second)
}

const HEAD: &str = "From: eve@x.example\nTo: u@x.example\nSubject: x\n";

/// A mail in a mail in a mail, each holding the last as its one attachment.
fn nested(inner: &[u8], deep: usize) -> Vec<u8> {
    let mut mail = String::from_utf8(inner.to_vec()).unwrap();
    for _ in 0..deep {
        let room = limits::MAX_BYTES - 200;
        let cut: String = mail.chars().take(room).collect();
        mail = format!("{HEAD}Content-Type: message/rfc822\n\n{cut}");
    }
    mail.into_bytes()
}

/// Quotations that each line of a page has to be marked for.
fn quotations() -> Vec<u8> {
    let head = format!("{HEAD}Content-Type: text/html\n\n{}", "<blockquote>".repeat(50));
    full(&head, |_| "<br>x".into())
}

/// An attachment of rows that are each complained of, under a name as long as they.
fn wrong_rows() -> Vec<u8> {
    let mut head =
        format!("{HEAD}Content-Type: multipart/mixed; boundary=q\n\n--q\nContent-Type: text/plain\n");
    let _ =
        write!(head, "Content-Disposition: attachment; filename=\"{}.tess\"\n\n{{}}\n", "n".repeat(40_0000));
    let mut mail = full(&head, |_| "x\n".into());
    mail.truncate(limits::MAX_BYTES - 20);
    mail.extend_from_slice(b"\n--q--\n");
    mail
}

/// Multiparts whose boundaries the count of parts does not see, and rows that may be their ends.
fn hidden(inside: bool) -> Vec<u8> {
    let mut head = format!("{HEAD}Content-Type: multipart/mixed; boundary*0=a\n\n");
    for at in 0..48 {
        let outer = if inside && at > 0 { at - 1 } else { 99 };
        let outer = if outer == 99 { "a".to_owned() } else { format!("b{outer}") };
        let _ = write!(head, "--{outer}\nContent-Type: multipart/mixed; boundary*0=b{at}\n\n");
    }
    full(&head, |_| "\n--b".into())
}

fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let many = |n: usize| format!("Content-Type: x/y; boundary={n:05}\n");
    let delimiters = halves(&format!("{HEAD}\n"), many, |_| "--\n".to_owned());
    let multi = |at: usize| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n");
    let deep: String = (0..5).map(multi).collect();
    let parts = format!("{HEAD}{}", (0..1).map(multi).collect::<String>());
    let typed = |kind: &str| format!("{HEAD}Content-Type: {kind}\n\n");
    vec![
        ("many boundaries, many delimiters", delimiters.clone()),
        ("the same in a mail in a mail", nested(&delimiters, 4)),
        (
            "fifty multiparts without an end",
            full(
                &format!(
                    "{HEAD}{}",
                    (0..49)
                        .map(|n| format!("Content-Type: multipart/mixed; boundary*0=b{n}\n\n--b{n}\n"))
                        .collect::<String>()
                ),
                |_| "--c\n".into(),
            ),
        ),
        ("deep multiparts, rows of hyphens", full(&format!("{HEAD}{deep}"), |_| "--\n".into())),
        ("nearly a delimiter", full(&parts, |_| "--b".into())),
        ("nearly a delimiter, on lines", full(&parts, |_| "\n--bx".into())),
        ("quotations in HTML", quotations()),
        ("brackets in HTML", full(&typed("text/html"), |_| "<".into())),
        ("open comments in HTML", full(&typed("text/html"), |_| "<!--".into())),
        ("entities in HTML", full(&typed("text/html"), |_| "&amp".into())),
        ("open tags in HTML", full(&typed("text/html"), |_| "<a ".into())),
        ("markers without blocks", full(&typed("text/plain"), |_| "--BEGIN TESSERA--\n".into())),
        ("markers without an end", full(&typed("text/plain"), |_| "BEGIN TESSERA ".into())),
        ("gaps before markers", full(&typed("text/plain"), |_| "> > > > > > > > > TESSERA".into())),
        (
            "little blocks",
            full(&typed("text/plain"), |at| {
                format!(
                    "--BEGIN TESSERA--\n{}\n--END TESSERA--\n",
                    data_encoding::BASE64.encode(format!("{{{at}}}\n").as_bytes())
                )
            }),
        ),
        ("wrong rows of a long name", wrong_rows()),
        ("hidden multiparts beside each other", hidden(false)),
        ("hidden multiparts in each other", hidden(true)),
        ("the same in a mail in a mail", nested(&hidden(false), 3)),
        ("quotations in HTML in a mail in a mail", nested(&quotations(), 4)),
        ("addresses", full("From: eve@x.example\nTo: ", |_| "a@b,".into())),
        ("groups of addresses", full("From: eve@x.example\nTo: ", |_| "a:b;".into())),
        ("comments in an address", full("From: eve@x.example\nTo: ", |_| "(".into())),
        ("quoted names", full("From: eve@x.example\nTo: ", |_| "\"".into())),
        ("angles", full("From: eve@x.example\nTo: ", |_| "<".into())),
        ("encoded words", full("From: eve@x.example\nSubject: ", |_| "=?utf-8?b?QQ==?= ".into())),
        ("encoded words without an end", full("From: eve@x.example\nSubject: ", |_| "=?utf-8?b?".into())),
        (
            "encoded words without an end, folded",
            full("From: eve@x.example\nSubject: ", |_| "=?utf-8?q?a\n ".into()),
        ),
        ("references", full("From: eve@x.example\nReferences: ", |_| "<a@b> ".into())),
        ("many fields", full(HEAD, |at| format!("X{at}: y\n"))),
        ("many dates", full(HEAD, |_| "Date: 1 Jan 2026\n".into())),
        ("fields of ours", full(HEAD, |_| "X-Tessera-Loop: y\n".into())),
        ("parameters", full(&format!("{HEAD}Content-Type: text/plain"), |at| format!("; a{at}=b"))),
        (
            "continued parameters",
            full(&format!("{HEAD}Content-Type: text/plain"), |at| format!("; a*{at}*=utf-8''b")),
        ),
        ("received", full(HEAD, |_| "Received: from a by b; 1 Jan 2026 00:00:00 +0000\n".into())),
        ("received with comments", full(HEAD, |_| "Received: from a (b (c) d) by ((e\n".into())),
        (
            "quoted-printable",
            full(
                &format!("{HEAD}Content-Transfer-Encoding: quoted-printable\nContent-Type: text/plain\n\n"),
                |_| "=".into(),
            ),
        ),
        (
            "base64 of nothing",
            full(&format!("{HEAD}Content-Transfer-Encoding: base64\nContent-Type: text/plain\n\n"), |_| {
                "=-".into()
            }),
        ),
        ("a quotation, attributed", full(&typed("text/plain"), |_| "a@b:\n> x\n".into())),
        ("soft breaks", full(&typed("text/plain; format=flowed"), |_| format!("{} \n", "y".repeat(70)))),
        ("charset", full(&typed("text/plain; charset=utf-7"), |_| "+AGE-".into())),
        ("lines of an archive", full("", |_| "{}\n".into())),
        ("no lines of an archive", full("{}\n", |_| "x\n".into())),
        ("postmarks", full("From a\n", |_| ">From a\n".into())),
        ("winmail", [vec![0x78, 0x9f, 0x3e, 0x22, 0, 0], vec![0; limits::MAX_BYTES - 300]].concat()),
        (
            "fifty full parts",
            full(&parts, |at| {
                if at % 40_000 == 0 {
                    "\n--b0\nContent-Type: text/html\n\n<pre>".into()
                } else {
                    "<br>\n-".into()
                }
            }),
        ),
        ("white space in a field's name", full(HEAD, |_| " ".into())),
        ("colons", full(HEAD, |_| ":".into())),
        ("content types without an end", full(HEAD, |_| "Content-Type:\n ".into())),
    ]
}

/// Milliseconds of the processor that a mail may cost before anybody asks whose it is; a build for tests is
/// some times slower.
const MOST: u64 = if cfg!(debug_assertions) { 1000 } else { 100 };

/// What opening a mail costs: the better of a few tries, since others use the processor's caches too.
fn cost(mail: &[u8]) -> u64 {
    let tries = (0..3).map(|_| {
        let mail = RawMail::new(mail.to_vec(), Origin::Memory);
        let before = spent().unwrap_or_default();
        let opened = Envelope::open(&mail);
        let after = spent().unwrap_or_default();
        drop(opened);
        after - before
    });
    let mut least = u64::MAX;
    for spent in tries {
        least = least.min(spent);
        if least < MOST {
            break;
        }
    }
    least
}

#[test]
fn no_mail_costs_its_reader_more_than_a_tenth_of_a_second() {
    for (name, mail) in bombs() {
        assert!(mail.len() <= limits::MAX_BYTES && mail.len() > limits::MAX_BYTES / 2, "{name}");
        let cost = cost(&mail);
        assert!(cost < MOST, "{name}: {cost} ms");
    }
}
