//! `tess play` in the terminal: from nothing to an archive that verifies, typed as a player types it.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tesserarius::bot::Level;
use tesserarius::play::{Choice, Home};
use tesserarius::steward::Look;
use tesserarius::table::Wait;

/// Plays with these lines typed, and gives back what was shown and what was complained of.
fn play(home: &Path, args: &[&str], typed: &str) -> (String, String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tess"))
        .arg("play")
        .args(args)
        .env("TESS_HOME", home)
        .env_remove("TESS_BATTLE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tess starts");
    child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("typed");
    let out = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&out.stdout), text(&out.stderr), out.status.success())
}

#[track_caller]
fn says(text: &str, words: &[&str]) {
    // lines are folded wherever the folder's name makes them too long
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in words {
        assert!(text.contains(word) || flat.contains(word), "`{word}` is not in:\n{text}");
    }
}

#[test]
fn a_battle_is_typed_left_gone_on_with_and_proven() {
    let room = tempfile::tempdir().expect("a folder");
    let home = room.path();
    let (out, err, fine) =
        play(home, &["--text", "--level", "easy"], "help\nmove V1 0707\nbegin\nbegni\nsend V1\nquit\n");
    assert!(fine, "{err}");
    says(&err, &["a battle is founded in", "spqr/skirmish, you are rome", "(easy)"]);
    // what is wrong is told at once, and not taken
    says(&err, &["[5.2] no leader is giving orders now", "`begni` is no order", "`send` is no order"]);
    says(&out, &["WHAT IS NEXT", "Type orders; `help`", "undo, clear", "legal up to the first die"]);
    says(&err, &["the battle waits"]);

    // the sheet is still there; what is asked on the way, if anything is, is told anyway
    let (out, err, fine) = play(
        home,
        &["--text"],
        "show\nmap V1 --radius 1\nlegal V1\nlegal X9\nsend\nresign\nno\nresign\nyes\n",
    );
    assert!(fine, "{err}");
    says(&out, &["Your sheet so far", "  1  begin", "Do you give the battle up?"]);
    says(&out, &["Turn 1", "the archive holds", "carthage wins: rome resigned", "tess book archive.tess"]);
    says(&err, &["X9"]);

    // it is over, so another one begins; one side and field may be asked for
    let (_, err, _) = play(home, &["--text", "legion/skirmish", "--side", "macedon"], "quit\n");
    says(&err, &["macedon does not fight in legion/skirmish", "say --side"]);
    let (_, err, _) = play(home, &["--text"], "");
    says(&err, &["spqr-skirmish-2", "the battle waits"]);
    let dir = home.join("play/spqr-skirmish-2");
    let named = dir.to_str().expect("a path");
    let (_, err, _) = play(home, &["--text", "--dir", named, "spqr/cannae-216bc"], "");
    says(&err, &["holds another battle: spqr/skirmish"]);
    let (_, err, fine) =
        play(home, &["--text", "--dir", named, "--level", "hard"], "check\nodds\nsend\nquit\n");
    assert!(fine, "{err}");
    says(&err, &["nothing is written yet"]);
    let terms = std::fs::read_to_string(dir.join("play.toml")).expect("terms");
    says(&terms, &["level = \"hard\""]);
}

/// The commander's process, as the desk starts it: he lives as long as somebody holds the other end.
fn commander(dir: &Path, held: bool) -> (serde_json::Value, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(["play", "--commander"])
        .arg(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("tess starts");
    let end = child.stdin.take().filter(|_| held);
    let out = child.wait_with_output().expect("it ends");
    drop(end);
    (serde_json::from_slice(&out.stdout).unwrap_or_default(), out.status.success())
}

#[test]
fn the_commander_decides_in_a_process_of_his_own() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().join("battle");
    // whoever is not there yet is told to the desk, not to a terminal
    let (wrong, fine) = commander(&dir, true);
    assert!(!fine && wrong["what"].as_str().is_some_and(|what| what.contains("battle")), "{wrong}");
    assert!(wrong["help"].is_string(), "{wrong}");

    // Founded and nothing more: whoever begins, the commander comes as far as a decision of the person's
    let choice = Choice {
        scenario: "spqr/skirmish".to_owned(),
        side: Some("carthage".parse().expect("a role")),
        name: "Anna".to_owned(),
        level: Level::Easy,
        options: Default::default(),
        library: None,
    };
    let now = "2026-01-01T00:00:00Z".parse().expect("a time");
    let battle = Home::found(&dir, &choice, &mut || now).expect("a battle");
    let events = || fs::read_to_string(dir.join("carthage/archive.tess")).expect("a log").lines().count();
    let before = events();
    // a desk that is gone takes him with it, and the next one lets him go on
    commander(&dir, false);
    let (told, fine) = commander(&dir, true);
    assert!(fine && told.is_null(), "{told}");
    assert!(events() > before, "{before} events before, {} after", events());
    let wait = Look::at(&battle.seat(), &battle.library()).expect("a seat").wait().expect("a battle");
    assert!(matches!(wait, Wait::Orders(_) | Wait::Answer { .. }), "{wait:?}");
}
