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

#[test]
fn a_director_leads_a_tournament_by_commands() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let (fine, out, err) = tess(dir.path(), &[&["tournament"], args].concat());
        assert!(fine, "{args:?}: {out}{err}");
        out
    };
    let fails = |args: &[&str], word: &str| {
        let (fine, _, err) = tess(dir.path(), &[&["tournament"], args].concat());
        assert!(!fine && err.contains(word) && err.contains("help:"), "{args:?}: {err}");
    };
    run(&["new", "cup", "--name", "The cup", "--system", "round-robin", "--scenario", "spqr/skirmish"]);
    let who: Vec<made::Player> = (1..=4).map(|n| player(&format!("Player {n}"), n)).collect();
    fails(&["pair", "cup"], "the entries are not closed");
    for one in &who {
        run(&["enter", "cup", &one.name, "--key", &one.key.public().to_string()]);
    }
    fails(&["enter", "cup", "Player 1"], "has entered already");
    run(&["close", "cup"]);
    let paired = run(&["pair", "cup"]);
    fs::create_dir(dir.path().join("all")).expect("a folder");
    let tables: Vec<&str> = paired.lines().filter(|l| l.contains(" - Player ")).collect();
    assert_eq!(tables.len(), 2, "{paired}");
    for (n, line) in tables.iter().enumerate() {
        let numbers: Vec<usize> =
            line.split("Player ").skip(1).map(|rest| rest[..1].parse().expect("a number")).collect();
        let bytes = battle(&who[numbers[0] - 1], &who[numbers[1] - 1], "2099-01-01", End::First, n as u64);
        fs::write(dir.path().join(format!("all/{n}.tess")), bytes).expect("written");
    }
    fails(&["pair", "cup"], "2 results of round 1 are missing");
    let taken = run(&["result", "cup", "all"]);
    assert_eq!(taken.matches("1 : 0  (by resignation, ").count(), 2, "{taken}");
    run(&["pair", "cup"]);
    run(&["rule", "cup", "2", "1", "0", "1", "--why", "never answered"]);
    let shown = run(&["show", "cup"]);
    assert!(shown.contains("(ruled: never answered)") && shown.contains("seed:   SHA-256"), "{shown}");
    assert!(run(&["check", "cup", "--archives", "all"]).contains("2 results follow from their archives"));
    assert!(run(&["trf", "cup"]).contains("012 The cup"));
    let json: serde_json::Value = serde_json::from_str(&run(&["show", "cup", "--json"])).expect("JSON");
    assert_eq!(json["table"].as_array().map(Vec::len), Some(4));
    let path = dir.path().join("cup/tournament.jsonl");
    let text = fs::read_to_string(&path).expect("a file").replace("Player 3", "Player X");
    fs::write(&path, text).expect("written");
    fails(&["show", "cup"], "line ");
}
