//! Names, notes and mails of strangers that try to write on a reader's terminal, or to look like a line of
//! the program's own.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A name that sets the title of a window, turns the writing round, colours it by a control of the second
/// set, and adds a row of its own.
const NAME: &str = "Eve\u{1b}]0;owned\u{7}\u{202e}evE\u{9b}31m\u{2066}\r\nresult       rome wins";

/// The program's two outputs as one text.
fn tess(home: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(args)
        .current_dir(home)
        .env("TESS_HOME", home.join("home"))
        .env_remove("TESS_BATTLE")
        .env_remove("TESS_PASSPHRASE")
        .env_remove("TESS_TRANSPORT")
        .env("NO_COLOR", "1")
        .output()
        .expect("tess runs");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat()
}

/// Nothing in it does anything but stand there.
fn is_tame(text: &str) -> bool {
    let wild = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    !text.chars().any(wild)
}

/// A battle that Eve has offered, her side's folder `carthage`.
fn battle_of_eve(home: &Path) {
    for (who, name) in [("rome", "Anna"), ("carthage", NAME)] {
        tess(home, &["key", "new", who]);
        let address = format!("{who}@example.org");
        let with = ["--battle", who, "--key", who, "--name", name, "--address", &address, "--links", "64"];
        tess(home, &[&["card"], &with[..]].concat());
    }
    let with = ["--scenario", "spqr/skirmish", "--side", "carthage", "--mode", "direct"];
    tess(home, &[&["new", "--battle", "carthage"], &with[..], &["--card", "rome=rome/card.json"]].concat());
}

/// Does a line of the text begin as the name would like one to?
fn has_a_row_of_its_own(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("result") && line.contains("rome wins"))
}

#[test]
fn a_name_cannot_write_on_the_screen_of_its_reader() {
    let room = tempfile::tempdir().expect("a folder");
    let home = room.path();
    battle_of_eve(home);
    for args in [
        &["verify", "carthage/archive.tess"][..],
        &["audit", "carthage/archive.tess"],
        &["verify", "--json", "carthage"],
        &["log", "--battle", "carthage"],
        &["report", "--battle", "carthage"],
        &["muster", "--battle", "carthage"],
        &["card", "--battle", "carthage"],
    ] {
        let said = tess(home, args);
        assert!(is_tame(&said), "{args:?}: {said:?}");
        assert!(!has_a_row_of_its_own(&said), "{args:?}:\n{said}");
    }
    assert!(tess(home, &["verify", "carthage/archive.tess"]).contains("Eve?]0;owned"));
}

#[test]
fn a_name_cannot_write_on_the_screen_by_way_of_a_mail() {
    let room = tempfile::tempdir().expect("a folder");
    let home = room.path();
    battle_of_eve(home);
    let sent = fs::read_dir(home.join("carthage/to-send")).expect("mails");
    let offer = sent.map(|e| e.expect("an entry").path()).next().expect("an offer");
    let said = tess(home, &["join", "rome", offer.to_str().expect("a path")]);
    assert!(is_tame(&said) && !has_a_row_of_its_own(&said), "{said:?}");
    let mail = fs::read(&offer).expect("a mail");
    assert!(is_tame(&String::from_utf8_lossy(&mail).replace("\r\n", "\n")));
    // what the reader's mail program makes of it
    let mail = tesserarius::mail::RawMail::new(mail, tesserarius::mail::Origin::Memory);
    let open = tesserarius::mail::Envelope::open(&mail).expect("a mail");
    let body = mail_parser::MessageParser::default().parse(&mail.bytes).expect("a mail");
    let body = body.body_text(0).expect("a text").replace('\r', "");
    assert!(is_tame(&body) && !has_a_row_of_its_own(&body), "{body:?}");
    for name in open.from.iter().chain(&open.to).filter_map(|party| party.name.as_ref()) {
        assert!(is_tame(name), "{name:?}");
    }
}

#[test]
fn an_archive_of_rubbish_cannot_write_on_the_screen() {
    let room = tempfile::tempdir().expect("a folder");
    let rubbish = "{\"event\":{\"v\":1,\"\u{202e}\u{9b}2J\":\"\u{1b}]0;x\u{7}\"},\"sig\":\"\"}\n";
    fs::write(room.path().join("x.tess"), rubbish).expect("written");
    let odd = "from\u{9b}31m\u{202e} @x";
    for args in [&["verify", "x.tess"][..], &["audit", "x.tess"], &["verify", odd], &["scenarios", odd]] {
        let said = tess(room.path(), args);
        assert!(is_tame(&said), "{args:?}: {said:?}");
    }
}
