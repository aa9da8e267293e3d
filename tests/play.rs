//! `tess play` in the terminal: from nothing to an archive that verifies, typed as a player types it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

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
