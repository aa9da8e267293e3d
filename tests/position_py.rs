//! `examples/position.py` reads what is signed from the tables of `docs/position.md` alone: they leave
//! nothing out.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tesserarius::bot::skirmish::{fight, play};
use tesserarius::bot::{self, legion as legion_bot};
use tesserarius::effects::{Game, Setting};
use tesserarius::gboh::{Gboh, Position};
use tesserarius::legion::{self, Legion};
use tesserarius::scenario::Library;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// What the reader says of these bytes. Nothing without Python, which is said loudly.
fn read(game: &str, bytes: &[u8]) -> Option<Output> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("position");
    std::fs::write(&file, bytes).expect("written");
    let mut command = Command::new("python3");
    command.arg("-B").arg(at("examples/position.py")).arg(at("docs/position.md")).arg(game).arg(file);
    let output = command.output();
    if output.is_err() {
        eprintln!("SKIPPED: position.py, as python3 is not here");
    }
    output.ok()
}

/// What it shows of a position, after its digest has been held against ours.
fn shown(game: &str, bytes: &[u8]) -> Option<Value> {
    let output = read(game, bytes)?;
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (json, state) = said.trim_end().split_once("\nstate ").expect("a position, then its digest");
    let digest: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(state, digest);
    Some(serde_json::from_str(json).expect("JSON"))
}

/// Where it shows each unit, against where each unit is.
fn stands_there(name: &str, position: &Position) {
    let mut bytes = Vec::new();
    Gboh::encode(position, &mut bytes);
    let Some(seen) = shown("gboh", &bytes) else { return };
    assert_eq!(seen["turn"], position.turn, "{name}");
    assert_eq!(seen["units"].as_array().map(Vec::len), Some(position.unit_ids().count()), "{name}");
    for (id, unit) in position.unit_ids().zip(seen["units"].as_array().expect("units")) {
        let hex = position.hex(id).map(|hex| hex.to_string());
        assert_eq!(unit["place"]["Field"]["hex"].as_str(), hex.as_deref(), "{name}: {id:?}");
        let hits = unit["morale"]["Steady"]["hits"].as_u64().unwrap_or(0);
        assert_eq!(hits, u64::from(position.hits(id)), "{name}: {id:?}");
    }
}

#[test]
fn a_position_of_each_book_is_read_from_the_page_alone() {
    for book in ["spqr", "cataphract", "alexander"] {
        let name = format!("{book}/skirmish");
        let set = Library::embedded().load(&name).expect("loads").setup;
        stands_there(&name, &Position::new(Arc::clone(&set)));
        for turns in [1, 4] {
            let fought = fight(&set, [&mut bot::random(7), &mut bot::random(8)], 9, turns);
            stands_there(&name, &fought.position);
        }
    }
}

/// Where it shows each unit of the table, against where each unit is.
fn stands_on_the_table(name: &str, position: &legion::Position) {
    let mut bytes = Vec::new();
    Legion::encode(position, &mut bytes);
    let Some(seen) = shown("legion", &bytes) else { return };
    assert_eq!(seen["turn"], position.turn, "{name}");
    assert_eq!(seen["units"].as_array().map(Vec::len), Some(position.unit_ids().count()), "{name}");
    for (id, unit) in position.unit_ids().zip(seen["units"].as_array().expect("units")) {
        let there = position.unit(id);
        assert_eq!(unit["stands"].as_array().map(Vec::len), Some(there.stands.len()), "{name}: {id:?}");
        assert_eq!(unit["hits"], there.hits, "{name}: {id:?}");
        if let legion::state::Place::Table(stance) = there.place {
            let anchor = &unit["place"]["Table"]["stance"]["anchor"];
            let seen = (anchor["x"].as_i64(), anchor["y"].as_i64());
            let stands = (Some(stance.anchor.x.into()), Some(stance.anchor.y.into()));
            assert_eq!(seen, stands, "{name}: {id:?}");
        }
    }
    for (side, hand) in position.cards.hands.0.iter().enumerate() {
        assert_eq!(seen["cards"]["hands"][side].as_array().map(Vec::len), Some(hand.len()), "{name}: hands");
    }
}

/// Stands, formations, and a hand of cards that nobody but its owner knows.
#[test]
fn a_table_is_read_from_the_page_alone() {
    let library = Library::embedded();
    let dealt = [("cards".to_owned(), Setting::Text("rating".into()))].into();
    for (name, options) in [("legion/skirmish", [].into()), ("legion/skirmish", dealt)] {
        let begun = legion::Position::new(library.load_legion_with(name, &options).expect("loads").setup);
        stands_on_the_table(name, &begun);
        for turns in [1, 4] {
            let mut bots = [legion_bot::random(3), legion_bot::random(4)];
            let [first, second] = &mut bots;
            let fought = play::<Legion>(begun.clone(), [first, second], 9, turns, None);
            stands_on_the_table(name, &fought.position);
        }
    }
}

#[test]
fn bytes_that_are_no_position_are_not_read() {
    let set = Library::embedded().load("spqr/skirmish").expect("loads").setup;
    let mut bytes = Vec::new();
    Gboh::encode(&Position::new(set), &mut bytes);
    let short = &bytes[..bytes.len() - 1];
    let long = [bytes.as_slice(), &[0]].concat();
    let padded = [&[0x81, 0x00], &bytes[1..]].concat();
    for wrong in [short, &long, &padded] {
        let Some(output) = read("gboh", wrong) else { return };
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    }
}
