//! `tess balance` from outside: the same page however the battles came about, and nothing is counted twice.

use std::fs;
use std::path::Path;
use std::process::Command;

fn tess(dir: &Path, more: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(["balance", "spqr/skirmish"])
        .args(more)
        .current_dir(dir)
        .env("NO_COLOR", "1")
        .output()
        .expect("tess runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn battles_left_half_way_are_gone_on_with_and_counted_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let (fine, whole, _) = tess(dir.path(), &["--battles", "6", "--threads", "1"]);
    assert!(fine && whole.starts_with("6 battles between two equal sensible bots"), "{whole}");
    assert!(whole.contains("| turns | ") && whole.contains("| Rome: units lost | "), "{whole}");

    let keep = ["--keep", "some.jsonl"];
    assert!(tess(dir.path(), &[&["--battles", "3"], &keep[..]].concat()).0);
    let path = dir.path().join("some.jsonl");
    let mut text = fs::read_to_string(&path).expect("kept");
    assert_eq!(text.lines().count(), 4, "{text}");
    // somebody died in the middle of a line
    text.truncate(text.len() - 20);
    fs::write(&path, &text).expect("written");
    let (fine, again, _) = tess(dir.path(), &[&["--battles", "6"], &keep[..]].concat());
    assert!(fine);
    assert_eq!(again, whole, "side by side, with a break, and one after the other");
    let text = fs::read_to_string(&path).expect("kept");
    assert_eq!(text.lines().count(), 7, "{text}");

    let json = tess(dir.path(), &[&["--battles", "6", "--json"], &keep[..]].concat()).1;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let won = |side: usize| json["won"][side].as_u64().expect("a number");
    let rest = json["drawn"].as_u64().expect("a number") + json["open"].as_u64().expect("a number");
    assert_eq!(won(0) + won(1) + rest, 6);
    assert_eq!(fs::read_to_string(&path).expect("kept"), text, "nothing was fought again");

    let (fine, _, why) = tess(dir.path(), &[&["--turns", "5"], &keep[..]].concat());
    assert!(!fine && why.contains("holds no battles of this field"), "{why}");
}
