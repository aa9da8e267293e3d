//! What a seat, a store and a lobby keep is for their owner alone, whatever the system's settings are.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::seats::{self, archive, begin, fight, hour, no_deadlines, role, settle};
use tesserarius::ledger::Mode;
use tesserarius::server::Store;

/// Whatever lies in a folder, and the folder, with what others may do to it.
fn open_to_others(dir: &Path) -> Vec<(PathBuf, u32)> {
    let mut found = Vec::new();
    let mut ahead = vec![dir.to_owned()];
    while let Some(path) = ahead.pop() {
        let mode = fs::metadata(&path).expect("there").permissions().mode();
        if path.is_dir() {
            ahead.extend(fs::read_dir(&path).expect("a folder").map(|e| e.expect("an entry").path()));
        }
        if mode & 0o077 != 0 {
            found.push((path, mode & 0o777));
        }
    }
    found
}

fn tess(home: &Path, args: &[&str]) {
    let ran = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(args)
        .current_dir(home)
        .env("TESS_HOME", home.join("home"))
        .env_remove("TESS_BATTLE")
        .env_remove("TESS_TRANSPORT")
        .output()
        .expect("tess runs");
    assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn whatever_a_seat_keeps_is_its_owners_alone() {
    let room = seats::quick_room();
    begin(room.path(), Mode::Umpire, no_deadlines());
    fs::write(room.path().join("standing.txt"), "# nothing yet\n").expect("written");
    tess(room.path(), &["standing", "--battle", "rome", "standing.txt"]);
    tess(room.path(), &["standing", "--battle", "carthage", "--give", "standing.txt"]);
    fight(room.path(), Mode::Umpire, 12);
    settle(room.path(), Mode::Umpire, hour(20));
    for who in ["umpire", "rome", "carthage"] {
        let seat = room.path().join(who);
        assert!(fs::read_dir(&seat).expect("a seat").count() > 5, "{who} keeps something");
        assert_eq!(open_to_others(&seat), [], "{who}");
    }
}

#[test]
fn a_seat_that_an_earlier_release_left_open_is_shut_when_it_is_opened() {
    let room = seats::quick_room();
    begin(room.path(), Mode::Direct, no_deadlines());
    let seat = room.path().join("rome");
    fs::set_permissions(&seat, fs::Permissions::from_mode(0o755)).expect("set");
    drop(seats::open(room.path(), &role("rome")));
    assert_eq!(fs::metadata(&seat).expect("there").permissions().mode() & 0o777, 0o700);
    assert!(!archive(room.path(), &role("rome")).is_empty());
}

#[test]
fn what_the_program_keeps_of_a_battle_that_it_was_told_of_is_its_owners_alone() {
    let room = tempfile::tempdir().expect("a folder");
    let home = room.path();
    for who in ["rome", "carthage", "umpire"] {
        tess(home, &["key", "new", who]);
        let address = format!("{who}@example.org");
        tess(home, &["card", "--battle", who, "--key", who, "--name", who, "--address", &address]);
    }
    let founding = ["new", "--battle", "rome", "--scenario", "spqr/skirmish", "--side", "rome"];
    let cards = ["--card", "carthage=carthage/card.json", "--card", "umpire=umpire/card.json"];
    tess(home, &[&founding[..], &["--mode", "umpire"], &cards].concat());
    let kept = home.join("lobby");
    let host = ["--name", "U", "--address", "umpire@example.org", "--key", "umpire"];
    tess(home, &[&["lobby", "lobby"][..], &host].concat());
    drop(Store::open(&home.join("store")).expect("a store").lock().expect("locked"));
    for place in [home.join("rome"), kept, home.join("store")] {
        assert_eq!(open_to_others(&place), []);
    }
}
