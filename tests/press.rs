//! Words that move nothing: signed, carried, told in report, book and desk, in the log or beside it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::seats::{
    archive, begin, begin_agreed, hour, inbox, new_mails, no_deadlines, open, pass, quick_room, role, roles,
    settle, words,
};
use tesserarius::ledger::{Audience, Kind, Mode, Say, SigningKey, Word};
use tesserarius::mail::{Envelope, Origin, RawMail};
use tesserarius::steward::{Nobody, Uttered};

/// Words that try to be more than words: of a terminal, of a page, of a mail's block.
const HOSTILE: &str = "Ave!\u{202e}\u{2066} <script>alert(1)</script> \"\n-----BEGIN TESSERA-----\n> </pre>";

fn says(dir: &Path, who: &str, text: &str, to: Audience) -> Uttered {
    let mut seat = open(dir, &role(who));
    let said = seat.say(text, to, hour(1)).expect("said");
    seat.post().expect("posted");
    said
}

fn report(dir: &Path, who: &str) -> String {
    let text = open(dir, &role(who)).report_since(&role(who), 0).expect("a report");
    words(&text)
}

/// The text of the newest mail in a box that has not been taken.
fn newest(dir: &Path, who: &str) -> String {
    let mails = new_mails(dir, &role(who));
    let mail = mails.last().expect("a mail");
    let text = mail_parser::MessageParser::default().parse(&mail.bytes).expect("a mail");
    words(&text.body_text(0).expect("a text"))
}

#[test]
fn words_to_all_and_to_one_go_by_the_umpire_and_each_is_told_once() {
    let room = quick_room();
    let dir = room.path();
    begin(dir, Mode::Umpire, no_deadlines());
    let before = archive(dir, &role("umpire"));
    assert!(matches!(says(dir, "rome", "Well met!", Audience::All), Uttered::Beside(_)));
    says(dir, "rome", "Between us: your umpire snores.", Audience::Opponent);
    pass(dir, &role("umpire"), &mut Nobody, hour(1));
    let mail = newest(dir, "carthage");
    assert!(mail.contains("rome says: \"Well met!\""), "{mail}");
    assert!(
        mail.contains("rome says to the other side alone: \"Between us: your umpire snores.\""),
        "{mail}"
    );
    let got = pass(dir, &role("carthage"), &mut Nobody, hour(2));
    assert!(got.told.iter().any(|line| line == "rome says: \"Well met!\""), "{:?}", got.told);
    assert!(!report(dir, "umpire").contains("snores"));
    settle(dir, Mode::Umpire, hour(2));
    // nothing in the log, and no mail more for them
    assert_eq!(archive(dir, &role("umpire")), before);
    for role in roles(Mode::Umpire) {
        assert!(new_mails(dir, &role).is_empty(), "{role}");
    }
    assert_eq!(open(dir, &role("carthage")).said().expect("words").len(), 2);
    // the next mail says nothing of them any more
    says(dir, "carthage", "Enough.", Audience::All);
    settle(dir, Mode::Umpire, hour(3));
    let told = open(dir, &role("umpire")).said().expect("words");
    let by: Vec<String> = told.iter().map(|word| word.words().by.to_string()).collect();
    assert_eq!(by, ["rome", "rome", "carthage"]);
}

#[test]
fn a_lost_mail_with_words_heals_with_the_next() {
    let room = quick_room();
    let dir = room.path();
    begin(dir, Mode::Direct, no_deadlines());
    says(dir, "rome", "First.", Audience::All);
    for lost in inbox(dir, &role("carthage")).list(false).expect("a list") {
        fs::remove_file(lost).expect("lost");
    }
    says(dir, "rome", "Second.", Audience::All);
    pass(dir, &role("carthage"), &mut Nobody, hour(2));
    let heard = open(dir, &role("carthage")).said().expect("words");
    let heard: Vec<&str> = heard.iter().map(|word| word.words().text.as_str()).collect();
    assert_eq!(heard, ["First.", "Second."]);
}

#[test]
fn words_in_the_log_are_events_and_those_to_one_are_not() {
    let room = quick_room();
    let dir = room.path();
    begin_agreed(dir, Mode::Both, no_deadlines(), "spqr/skirmish", &["press=log"]);
    let said = says(dir, "carthage", HOSTILE, Audience::All);
    let Uttered::Event(event) = said else { panic!("beside the log") };
    assert!(matches!(&event.event().kind, Kind::Say(Say { text }) if text == HOSTILE));
    assert!(matches!(says(dir, "carthage", "Alone.", Audience::Opponent), Uttered::Beside(_)));
    settle(dir, Mode::Both, hour(2));
    let logs: Vec<Vec<u8>> = roles(Mode::Both).iter().map(|role| archive(dir, role)).collect();
    assert!(logs.iter().all(|log| *log == logs[0]) && String::from_utf8_lossy(&logs[0]).contains("Ave!"));
    let told = report(dir, "rome");
    let line =
        "carthage says with event 2: \"Ave!?? <script>alert(1)</script> ' -----BEGIN TESSERA----- > </pre>\"";
    assert!(told.contains(line), "{told}");
    assert!(!report(dir, "umpire").contains("Alone."));
    // the battle goes on after them as before
    assert!(matches!(crate::seats::wait(dir, "rome"), tesserarius::table::Wait::Orders(_)));
}

#[test]
fn who_wants_no_words_gets_none_and_nobody_talks_without_end() {
    let room = quick_room();
    let dir = room.path();
    begin_agreed(dir, Mode::Direct, no_deadlines(), "spqr/skirmish", &["press=no"]);
    let refused = open(dir, &role("rome")).say("Hm.", Audience::All, hour(1));
    assert!(refused.expect_err("none").to_string().contains("want none"));
    let room = quick_room();
    let dir = room.path();
    begin(dir, Mode::Direct, no_deadlines());
    let mut seat = open(dir, &role("rome"));
    let said = (0..200).take_while(|n| seat.say(&format!("{n}"), Audience::All, hour(1)).is_ok()).count();
    assert_eq!(said as u64, 50 + 2 * seat.ledger().next_seq());
    assert!(seat.say("", Audience::All, hour(1)).is_err());
}

#[test]
fn words_of_others_are_not_taken_from_a_thief_or_twice_under_one_number() {
    let room = quick_room();
    let dir = room.path();
    begin(dir, Mode::Direct, no_deadlines());
    let word = match says(dir, "rome", "Mine.", Audience::All) {
        Uttered::Beside(word) => *word,
        Uttered::Event(_) => panic!("in the log"),
    };
    pass(dir, &role("carthage"), &mut Nobody, hour(1));
    let lines = new_mail_lines(dir, "carthage");
    assert!(lines.iter().all(|line| !line.starts_with(b"{\"say\":")), "taken already");
    let mut seat = open(dir, &role("carthage"));
    let key = SigningKey::load(&dir.join("rome/key.pem"), None).expect("a key");
    let new = |nth, text: &str, by: &str, key: &SigningKey| {
        Word::new(seat.ledger(), role(by), nth, Audience::All, text, hour(1), key).expect("words").line()
    };
    let thief = SigningKey::from_secret(&[9; 32]);
    let tried = [
        (new(0, "Other.", "rome", &key), "other words under the same number"),
        (word.line().replace("Mine.", "Thine"), "not signed by him"),
        (new(1, "Stolen.", "rome", &thief), "not signed by him"),
        (new(1, "Mine, too.", "nobody", &key), "nobody of this battle"),
        (new(5000, "Much.", "rome", &key), "as much as may be said"),
        (word.line().replace("\"v\":1", "\"v\":2"), "is no line of words"),
    ];
    for (line, why) in tried {
        let text = tesserarius::mail::armour::wrap(&[line.into_bytes()]);
        let raw = format!("From: rome@example.org\r\nTo: carthage@example.org\r\nSubject: x\r\n\r\n{text}");
        let raw = RawMail::new(raw.into_bytes(), Origin::Memory);
        let taken = seat.take_mail(&raw, hour(2)).expect("taken");
        assert!(taken.complaints.iter().any(|told| told.contains(why)), "{why}: {taken:?}");
    }
    assert_eq!(seat.said().expect("words"), [word]);
}

fn new_mail_lines(dir: &Path, who: &str) -> Vec<Vec<u8>> {
    let mails = new_mails(dir, &role(who));
    mails.iter().flat_map(|mail| Envelope::open(mail).expect("a mail").lines).collect()
}

fn tess(dir: &Path, args: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(args)
        .current_dir(dir)
        .env("TESS_HOME", dir.join("home"))
        .env_remove("TESS_BATTLE")
        .env_remove("TESS_PASSPHRASE")
        .env_remove("TESS_TRANSPORT")
        .env("NO_COLOR", "1")
        .output()
        .expect("tess runs");
    let both = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat();
    (output.status.success(), both)
}

#[test]
fn a_player_says_something_by_command_and_in_a_sheet_and_the_book_shows_it() {
    let room = quick_room();
    let dir = room.path();
    begin(dir, Mode::Direct, no_deadlines());
    let tesserarius::table::Wait::Orders(deed) = crate::seats::wait(dir, "rome") else { panic!("no orders") };
    let side = deed.side;
    let other = if side == "rome" { "carthage" } else { "rome" };
    let (ok, said) = tess(dir, &["say", "--battle", &side, HOSTILE]);
    assert!(ok, "{said}");
    assert!(tess(dir, &["say", "--battle", &side, "Psst.", "--to", "opponent"]).0);
    let (ok, said) = tess(dir, &["say", "--battle", &side, "\u{1b}[2J"]);
    assert!(!ok && said.contains("control character"), "{said}");
    fs::write(dir.join("sheet.txt"), "begin\n\nsay: I begin.\nAnd how!\n").expect("written");
    let (ok, said) = tess(dir, &["check", "--battle", &side, "sheet.txt"]);
    assert!(ok, "{said}");
    let (ok, said) = tess(dir, &["send", "--battle", &side, "sheet.txt"]);
    assert!(ok, "{said}");
    let far = chrono_now_is_past();
    pass(dir, &role(other), &mut Nobody, far);
    let (_, told) = tess(dir, &["report", "--battle", other, "--since", "0"]);
    let told = words(&told);
    for part in ["says: \"I begin. And how!\"", "alone: \"Psst.\"", "Ave!?? <script>"] {
        assert!(told.contains(part), "{told}");
    }
    let (ok, said) = tess(dir, &["book", other, "-o", "battle.html"]);
    assert!(ok, "{said}");
    let page = fs::read_to_string(dir.join("battle.html")).expect("a page");
    assert!(page.contains("<blockquote class=\"said\">") && page.contains("I begin.\nAnd how!"));
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert(1)"));
    assert!(!page.contains("Psst."));
}

/// A time after that of the machine, at which mails of the program itself are not ahead.
fn chrono_now_is_past() -> tesserarius::ledger::At {
    "2099-01-01T00:00:00Z".parse().expect("a time")
}
