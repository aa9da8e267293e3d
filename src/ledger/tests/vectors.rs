//! The event vectors, and the hostile files of `tests/vectors/log`.

use std::path::Path;

use serde_json::Value;

use super::api::*;
use super::theatre::small_battle;

fn vector() -> Value {
    let text = include_str!("../../../tests/vectors/protocol.json");
    serde_json::from_str(text).unwrap()
}

fn secret(role: &str) -> SigningKey {
    let text = vector()[role]["secret"].as_str().unwrap().to_owned();
    let digest: Digest = text.parse().unwrap();
    SigningKey::from_secret(&digest.0)
}

#[test]
fn keys_are_those_of_the_vectors() {
    for role in ["umpire", "rome", "carthage"] {
        let want = vector()[role]["key"].as_str().unwrap().to_owned();
        assert_eq!(secret(role).public().to_string(), want);
    }
}

#[test]
fn an_event_has_the_bytes_id_and_signature_of_the_vectors() {
    let all = vector();
    let text = |name: &str| all["event"][name].as_str().unwrap();
    let event = Event::decode(text("E")).unwrap();
    assert_eq!(event.encode().unwrap(), text("E"));
    let signed = event.sign(&secret("rome")).unwrap();
    assert_eq!(signed.id().to_string(), text("id"));
    assert_eq!(signed.line(), text("line"));
    assert!(signed.line().contains(text("sig_by_rome")));
    let read = Signed::parse(text("line").as_bytes()).unwrap();
    assert_eq!(read, signed);
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/log"))
}

/// Set `TESS_BLESS` to write the file anew, then run `make.py` beside it.
#[test]
fn the_small_battle_is_the_one_on_file() {
    let (made, path) = (small_battle().archive(), folder().join("good.tess"));
    if std::env::var_os("TESS_BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    assert!(std::fs::read(&path).unwrap() == made, "good.tess differs");
}

/// Each `NAME.tess` has a `NAME.expect`: `ok`, or the line and a part of the
/// message.
#[test]
fn every_log_on_file_is_taken_or_refused_as_it_says() {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "tess") {
            continue;
        }
        seen += 1;
        let bytes = std::fs::read(&path).unwrap();
        let expect = std::fs::read_to_string(path.with_extension("expect")).unwrap();
        for checks in [Checks::Strict, Checks::Batch] {
            let found = read_lines(&bytes).and_then(|lines| Ledger::verify_all(lines, checks));
            let found = match found {
                Ok(_) => "ok".to_owned(),
                Err(error) => error.told(),
            };
            let (line, part) = expect.trim_end().split_once(": ").unwrap_or(("ok", "ok"));
            let fits = (line == "ok") == (found == "ok")
                && found.contains(part)
                && (line == "ok" || found.starts_with(&format!("archive {line}:\n")));
            assert!(fits, "{}\nwants {expect}\nfound {found}", path.display());
            assert!(found.lines().all(|l| l.chars().count() <= 78), "too wide:\n{found}");
        }
    }
    assert!(seen >= 30, "only {seen} files");
}

#[test]
fn the_page_on_the_ledger_names_every_kind() {
    let page = include_str!("../../../docs/ledger.md");
    for name in Kind::NAMES {
        assert!(page.contains(&format!("`{name}`")), "{name} is missing");
    }
}

#[test]
fn the_word_to_compare_is_that_of_the_vectors() {
    let all = vector();
    let text = |name: &str| all["game_word"][name].as_str().unwrap();
    assert_eq!(game_word(&text("game").parse().unwrap()), text("words"));
}
