//! Runs `tests/vectors/mail/*.eml`: odd and hostile mails, each with an `X-Expect:` header line
//! that says what must come out of it. `_` stands for a blank and `|` for a line end in `draft=`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tesserarius::mail::{Envelope, MailError, Origin, RawMail, Silence, Why, limits};

/// Vectors that cannot have a header.
const BARE: [(&str, &str); 3] = [
    ("empty", "refused=empty"),
    ("bare-block", "blocks=1 lines=2 complaints=0 answer=no/no-sender"),
    ("bare-archive", "blocks=1 lines=2 complaints=0 answer=no/no-sender"),
];

fn expectation(name: &str, bytes: &[u8]) -> String {
    if let Some((_, expect)) = BARE.iter().find(|(bare, _)| *bare == name) {
        return (*expect).to_owned();
    }
    String::from_utf8_lossy(bytes)
        .lines()
        .find_map(|line| line.strip_prefix("X-Expect: "))
        .unwrap_or_else(|| panic!("{name}: no X-Expect header"))
        .to_owned()
}

fn outcome(bytes: Vec<u8>) -> BTreeMap<&'static str, String> {
    let own = ["game@pbem.example".parse().unwrap()];
    let mut found = BTreeMap::new();
    match Envelope::open(&RawMail::new(bytes, Origin::Memory)) {
        Err(error) => {
            let why = match error {
                MailError::TooLarge { .. } => "size",
                MailError::TooManyParts { .. } => "parts",
                MailError::TooDeep { .. } => "depth",
                MailError::Empty => "empty",
                MailError::NotAMail => "no-mail",
                _ => "other",
            };
            found.insert("refused", why.to_owned());
        }
        Ok(envelope) => {
            let answer = match envelope.should_answer(&own) {
                Ok(()) => "yes",
                Err(Silence::NullReturnPath) => "no/null-return-path",
                Err(Silence::AutoSubmitted) => "no/auto",
                Err(Silence::List) => "no/list",
                Err(Silence::Precedence) => "no/precedence",
                Err(Silence::Report) => "no/report",
                Err(Silence::OwnAddress) => "no/own-address",
                Err(Silence::OwnLoop) => "no/own-loop",
                Err(Silence::Hops) => "no/hops",
                Err(Silence::NoSender) => "no/no-sender",
            };
            for line in &envelope.lines {
                assert!(
                    line.starts_with(b"{\"event\":{\"v\":1,") && line.ends_with(b"==\"}"),
                    "not the bytes that were sent: {}",
                    String::from_utf8_lossy(line)
                );
            }
            found.insert("blocks", envelope.blocks.to_string());
            found.insert("lines", envelope.lines.len().to_string());
            found.insert("complaints", envelope.complaints.len().to_string());
            found.insert("answer", answer.to_owned());
            found.insert("draft", envelope.draft.replace('\n', "|").replace(' ', "_"));
        }
    }
    found
}

#[test]
fn every_odd_mail_gives_what_its_header_says() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/mail");
    let mut names: Vec<String> = fs::read_dir(&dir)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter_map(|n| n.strip_suffix(".eml").map(str::to_owned))
        .collect();
    names.sort();
    assert!(names.len() >= 40, "vectors are missing: {}", names.len());
    let mut wrong = Vec::new();
    for name in &names {
        let mut bytes = fs::read(dir.join(format!("{name}.eml"))).unwrap();
        let expect = expectation(name, &bytes);
        let mut wanted: BTreeMap<&str, &str> =
            expect.split_whitespace().map(|pair| pair.split_once('=').expect("key=value")).collect();
        if let Some(size) = wanted.remove("pad") {
            // a file of a megabyte would only weigh on the repository
            bytes.resize(size.parse().unwrap(), b'\n');
        }
        assert!(!wanted.is_empty(), "{name} expects nothing");
        let found = outcome(bytes);
        for (key, value) in wanted {
            let got = found.get(key).map(String::as_str);
            if got != Some(value) {
                wrong.push(format!("{name}: {key} should be {value}, is {got:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_mail_at_the_limit_of_size_is_read() {
    let mut bytes = b"From: a@b.example\nSubject: x\n\n".to_vec();
    bytes.resize(limits::MAX_BYTES, b'\n');
    assert_eq!(outcome(bytes.clone())["answer"], "yes");
    bytes.push(b'\n');
    assert_eq!(outcome(bytes)["refused"], "size");
}

mod hostile {
    //! No bytes whatever may bring the program down.

    use super::*;
    use proptest::prelude::*;

    fn vectors() -> Vec<Vec<u8>> {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/mail");
        let mut paths: Vec<_> = fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).collect();
        paths.retain(|path| path.is_file());
        paths.sort();
        paths.iter().map(|p| fs::read(p).unwrap()).collect()
    }

    fn open(bytes: Vec<u8>) -> Result<Envelope, MailError> {
        Envelope::open(&RawMail::new(bytes, Origin::Memory))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
            prop_assert!(!matches!(open(bytes), Err(MailError::Parser)));
        }

        #[test]
        fn arbitrary_fields_never_panic(text in "((Content-Type|Con tent-type|From|To|References|Return-Path|List-Id|Subject|Received|Content-Disposition|Content-Transfer-Encoding) ?: ?|multipart/(mixed|digest|report)|message/rfc822|text/html|; boundary=|\"|b|base64|quoted-printable|=\\?utf-8\\?|\\(|\\)|<|>|@|\\n |\\n|\\r\\n|--b|--|é|=|[a-z]{0,5}){0,80}") {
            let opened = open(text.into_bytes());
            prop_assert!(!matches!(opened, Err(MailError::Parser)));
            // the parser must never have opened a nested mail by itself
            if let Ok(envelope) = opened {
                prop_assert!(envelope.complaints.iter().all(|c| c.why != Why::Inner));
            }
        }

        #[test]
        fn mutated_mails_never_panic(
            which in any::<prop::sample::Index>(),
            edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8, 0..200_usize), 1..12),
        ) {
            let vectors = vectors();
            let mut bytes = which.get(&vectors).clone();
            for (at, byte, how, length) in edits {
                if bytes.is_empty() {
                    break;
                }
                let at = at.index(bytes.len());
                let end = (at + length).min(bytes.len());
                match how {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    2 => drop(bytes.drain(at..end)),
                    _ => {
                        let copy = bytes[at..end].to_vec();
                        bytes.splice(at..at, copy);
                    }
                }
            }
            prop_assert!(!matches!(open(bytes), Err(MailError::Parser)));
        }
    }
}
