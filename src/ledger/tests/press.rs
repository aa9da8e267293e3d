//! Words: in the log where the founders have agreed on that, else signed and beside it.

use std::path::Path;

use super::api::*;
use super::theatre::{Theatre, role};

fn say(text: &str) -> Kind {
    Kind::Say(Say { text: text.to_owned() })
}

fn agreed() -> Theatre {
    let option = |genesis: &mut Genesis| {
        genesis.options.insert("press".to_owned(), Setting::Text("log".to_owned()));
    };
    Theatre::offered_with(Mode::Both, option).accepted()
}

/// The archive of a battle with one more line that does not fit.
fn with_wrong(battle: &Theatre, by: &str, kind: Kind) -> (Vec<u8>, LedgerError) {
    let wrong = battle.sign(battle.draft(by, kind));
    let error = battle.ledger.would_append(&wrong).expect_err("it is refused");
    ([battle.archive(), (wrong.line() + "\n").into_bytes()].concat(), error)
}

/// Set `TESS_BLESS` to write the files of `tests/vectors/log` anew that are about words.
#[test]
fn words_stand_in_the_log_by_agreement_only_and_not_without_end() {
    let mut battle = agreed();
    battle.say("rome", say("Well met,\n<b>Hanno</b> \u{1f418} \u{202e}!")).unwrap();
    for n in 0..7 {
        battle.say("rome", say(&format!("and {n}"))).unwrap();
    }
    let nine = with_wrong(&battle, "rome", say("and more"));
    assert!(nine.1.told().contains("more than 8 words of rome in a row"), "{}", nine.1.told());
    battle.say("carthage", say("You talk a lot.")).unwrap();
    let nine_and_one = with_wrong(&battle, "rome", say("and more"));
    let due = deadline::due(&battle.ledger);
    battle.say("carthage", Kind::Resign(Resign {})).unwrap();
    battle.say("rome", say("Well fought!")).unwrap();
    assert!(battle.ledger.ended().is_some() && due.is_some());
    let umpire = with_wrong(&battle, "umpire", say("Stop it."));
    let blank = with_wrong(&battle, "rome", say(" blank"));
    let control = with_wrong(&battle, "rome", say("a\u{1b}[2J"));
    let long = with_wrong(&battle, "rome", say(&"x".repeat(MOST_SAID + 1)));
    let plain = with_wrong(&Theatre::open(Mode::Both), "rome", say("Well met!"));
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/log"));
    for (name, archive) in [
        ("words", battle.archive()),
        ("words-nine-in-a-row", nine.0),
        ("words-between-words", nine_and_one.0),
        ("words-of-the-umpire", umpire.0),
        ("words-with-blanks", blank.0),
        ("words-with-control", control.0),
        ("words-too-long", long.0),
        ("words-without-agreement", plain.0),
    ] {
        let path = folder.join(format!("{name}.tess"));
        if std::env::var_os("TESS_BLESS").is_some() {
            std::fs::write(&path, &archive).unwrap();
        }
        assert!(std::fs::read(&path).unwrap() == archive, "{name}.tess differs");
    }
}

#[test]
fn words_run_no_clock() {
    let mut battle = agreed();
    let due = deadline::due(&battle.ledger);
    battle.after(5);
    battle.say("rome", say("Wait for me.")).unwrap();
    assert_eq!(deadline::due(&battle.ledger), due);
}

#[test]
fn words_beside_the_log_are_their_authors_to_the_letter() {
    let battle = Theatre::open(Mode::Direct);
    let (rome, key) = (role("rome"), &battle.keys[&role("rome")]);
    let new = |to, text: &str| Word::new(&battle.ledger, rome.clone(), 0, to, text, battle.now, key);
    let word = new(Audience::Opponent, " A truce?\t\"Really\"\r\nYes. ").unwrap();
    assert_eq!(word.words().text, "A truce? \"Really\"\nYes.");
    assert!(battle.ledger.bears_out(&word));
    let line = word.line();
    assert!(Word::parse(line.as_bytes()).is_ok_and(|read| read == word));
    assert!(Word::is_one(line.as_bytes()) && Signed::parse(line.as_bytes()).is_err());
    // whatever is changed is no word any more, or not his
    for at in 0..line.len() {
        for other in [b'0', b'x', b'"', b' '] {
            let mut changed = line.clone().into_bytes();
            if std::mem::replace(&mut changed[at], other) == other {
                continue;
            }
            let taken = Word::parse(&changed).is_ok_and(|word| battle.ledger.bears_out(&word));
            assert!(!taken, "{}", String::from_utf8_lossy(&changed));
        }
    }
    let other = Word::new(&battle.ledger, role("carthage"), 0, Audience::All, "Mine.", battle.now, key);
    assert!(!battle.ledger.bears_out(&other.unwrap()), "signed with another's key");
    for bad in ["", "  \n ", "a\u{7}", &"x\n".repeat(41), &"x".repeat(2001)] {
        assert!(new(Audience::All, bad).is_err(), "{bad:?}");
    }
}
