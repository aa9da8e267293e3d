//! The rooms of the house lean on one another in one direction only.

use std::fs;
use std::path::{Path, PathBuf};

/// In the order of the walls: a room may name only rooms before it.
const ROOMS: [&str; 17] = [
    "hex",
    "diagnostic",
    "dice",
    "ledger",
    "orders",
    "effects",
    "gboh",
    "legion",
    "scenario",
    "table",
    "report",
    "lab",
    "mail",
    "steward",
    "bot",
    "server",
    "cli",
];

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_room_reaches_forward() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    for (place, room) in ROOMS.iter().enumerate() {
        let mut found = Vec::new();
        files(&root.join(room), &mut found);
        for path in found {
            let text = fs::read_to_string(&path).expect("source");
            for (i, line) in text.lines().enumerate() {
                if line.trim_start().starts_with("//") {
                    continue;
                }
                for later in &ROOMS[place + 1..] {
                    if line.contains(&format!("crate::{later}::"))
                        || line.contains(&format!("use crate::{later};"))
                    {
                        let name = path.strip_prefix(&root).unwrap_or(&path).display();
                        faults.push(format!("src/{name}:{}: {room} reaches forward into {later}", i + 1));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_room_is_in_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(root).expect("src") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(
            !path.is_dir() || ROOMS.contains(&name.as_str()),
            "room {name} has no place in the order of the walls"
        );
    }
}

/// Log, dice, table and mail know no game.
#[test]
fn ledger_dice_table_and_mail_name_no_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in ["ledger", "dice", "effects", "table", "mail"] {
        let mut found = Vec::new();
        files(&root.join(room), &mut found);
        for path in found {
            let text = fs::read_to_string(&path).expect("source").to_ascii_lowercase();
            for game in ["gboh", "legion and empire", "cataphract", "phalanx"] {
                assert!(!text.contains(game), "{} names {game}", path.display());
            }
        }
    }
}
