//! Leagues from outside: what `tess ladder` says of a folder of archives.

use std::fs;
use std::path::Path;
use std::process::Command;

#[path = "../src/league/tests/made.rs"]
mod made;

use made::{End, battle, player};

fn tess(dir: &Path, args: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(args)
        .current_dir(dir)
        .env("TESS_HOME", dir.join("home"))
        .env("NO_COLOR", "1")
        .output()
        .expect("tess runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// Three battles of three players, one of whom has a hostile name.
fn archives(dir: &Path) {
    let (anna, bert, evil) = (player("Anna", 1), player("Bert", 2), player("<script>\u{1b}[2Jx", 3));
    let made = [
        battle(&anna, &bert, "2026-01-02", End::First, 1),
        battle(&bert, &evil, "2026-01-03", End::Draw, 2),
        battle(&evil, &anna, "2026-02-03", End::Second, 3),
    ];
    fs::create_dir_all(dir).expect("a folder");
    for (n, bytes) in made.iter().enumerate() {
        fs::write(dir.join(format!("{n}.tess")), bytes).expect("written");
    }
}

#[test]
fn a_ladder_is_the_same_again_and_shows_whence_it_comes() {
    let dir = tempfile::tempdir().expect("a folder");
    archives(&dir.path().join("all"));
    let (fine, first, err) = tess(dir.path(), &["ladder", "all"]);
    assert!(fine, "{err}");
    assert!(
        first.contains("spqr: 3 battles, 2026-01-01 to 2026-02-28") && !first.contains('\u{1b}'),
        "{first}"
    );
    let (_, fresh, _) = tess(dir.path(), &["ladder", "all", "--no-cache"]);
    assert_eq!(first, fresh);
    assert_eq!(tess(dir.path(), &["ladder", "all"]).1, fresh, "from what was kept");
    assert!(dir.path().join("home/cache/archives.jsonl").exists());
    let json = tess(dir.path(), &["ladder", "all", "--json"]).1;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let anna = &json["books"][0]["standings"][0];
    assert_eq!((anna["name"].as_str(), anna["won"].as_u64()), (Some("Anna"), Some(2)));
    assert_eq!(anna["steps"][1]["battles"][0]["file"], "2.tess");
    let (fine, why, _) = tess(dir.path(), &["ladder", "all", "--why", "bert"]);
    assert!(fine && why.contains("0.5 of 0.50 expected") && why.contains("1.tess"), "{why}");
    let (fine, _, err) = tess(dir.path(), &["ladder", "all", "--why", "Nobody"]);
    assert!(!fine && err.contains("nobody is called Nobody here") && err.contains("help:"), "{err}");
    fs::write(dir.path().join("all/league.toml"), "forfeit = 3\n").expect("written");
    let (fine, _, err) = tess(dir.path(), &["ladder", "all"]);
    assert!(!fine && err.contains("league.toml") && err.contains("line 1"), "{err}");
}
