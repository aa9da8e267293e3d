//! The walls of the house, as far as the compiler does not see them: rooms are listed in the order in which
//! they lean on one another, and log, dice, table and mail know no game.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

pub fn files(dir: &Path, found: &mut Vec<PathBuf>) {
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

/// The rooms in the order of the workspace's dependencies.
pub fn rooms() -> Vec<String> {
    let text = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let shared = text.split("[workspace.dependencies]").nth(1).expect("shared dependencies");
    let lines = shared.lines().map_while(|line| (!line.starts_with('[')).then_some(line));
    lines.filter_map(|line| Some(line.strip_prefix("tess-")?.split_once(' ')?.0.to_owned())).collect()
}

#[test]
fn every_folder_is_a_room_and_every_room_leans_on_those_above_it_only() {
    let rooms = rooms();
    assert!(rooms.len() >= 17, "{rooms:?}");
    for entry in fs::read_dir(root().join("src")).expect("src") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(
            !path.is_dir() || rooms.contains(&name),
            "room {name} has no place in the order of the walls"
        );
    }
    for (place, room) in rooms.iter().enumerate() {
        let path = root().join("src").join(room).join("Cargo.toml");
        let text = fs::read_to_string(&path).expect("a manifest");
        // What only its tests need may stand below it.
        let needs = text.split("[dev-dependencies]").next().unwrap_or_default();
        for line in needs.lines().filter_map(|line| line.strip_prefix("tess-")) {
            let other = line.split(['.', ' ']).next().unwrap_or_default();
            let above = rooms[..place].iter().any(|r| r == other);
            assert!(above, "src/{room}/Cargo.toml: {room} reaches forward into {other}");
        }
    }
}

/// Log, dice, table and mail know no game.
#[test]
fn ledger_dice_table_and_mail_name_no_game() {
    for room in ["ledger", "dice", "effects", "orders", "table", "mail"] {
        let mut found = Vec::new();
        files(&root().join("src").join(room), &mut found);
        assert!(!found.is_empty(), "{room}");
        for path in found {
            let text = fs::read_to_string(&path).expect("source").to_ascii_lowercase();
            for game in ["gboh", "legion and empire", "cataphract", "phalanx"] {
                assert!(!text.contains(game), "{} names {game}", path.display());
            }
        }
    }
}
