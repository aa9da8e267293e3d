//! The rules as a page of a battle asks them: event by event, what may be ordered anywhere, what a sheet
//! would do, and what is no battle.

use std::fs;

use serde_json::{Value, json};
use tesserarius::engine::Engine;
use tesserarius::scenario::Library;

use crate::book::demo_with;
use crate::seats;

fn asked(engine: &mut Engine, request: &Value) -> Value {
    serde_json::from_str(&engine.answer(request.to_string().as_bytes())).expect("an answer is JSON")
}

/// The battle of a demonstration, and its archive.
fn battle(scenario: &str) -> (Engine, Vec<u8>) {
    let home = seats::quick_room();
    demo_with(home.path(), scenario, "1", None);
    let archive = fs::read(home.path().join("demo/umpire/archive.tess")).expect("an archive");
    (Engine::open(&archive, &Library::embedded()).expect("a battle"), archive)
}

fn lines(archive: &[u8]) -> Vec<Value> {
    let lines = archive.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect()
}

/// Each event gives the state that the next one signs, and places are asked for in any order.
#[test]
fn a_page_goes_through_a_battle_and_asks_at_any_place() {
    for (scenario, side) in [("spqr/skirmish", "rome"), ("legion/skirmish", "rome")] {
        let (mut engine, archive) = battle(scenario);
        let events = lines(&archive);
        let (mut told, mut fields) = (0, 0);
        for next in 1..=events.len() {
            let step = asked(&mut engine, &json!({ "ask": "step" }));
            if let Some(event) = events.get(next) {
                assert_eq!(step["state"], event["event"]["state"], "{scenario}: before event {next}");
            }
            told += usize::from(step["tale"].is_string());
            fields += usize::from(step["field"].is_string());
        }
        assert!(told > 2 && fields >= 2, "{scenario}: {told} tales, {fields} fields");
        assert_eq!(
            asked(&mut engine, &json!({ "ask": "step" })),
            Value::Null,
            "nothing comes after the last"
        );
        let last = events.len() - 1;
        for event in [last, 3, last / 2] {
            let said =
                asked(&mut engine, &json!({ "ask": "legal", "event": event, "side": side, "piece": "" }));
            assert!(said["text"].as_str().is_some_and(|text| !text.is_empty()), "{scenario}: {said}");
        }
        let sheet = json!({ "ask": "check", "event": 3, "side": side, "sheet": "advance everything" });
        let said = asked(&mut engine, &sheet)["text"].to_string();
        assert!(said.contains("error"), "{said}");
        if scenario == "legion/skirmish" {
            // what is signed there hides its orders
            continue;
        }
        let orders = events.iter().position(|line| line["event"]["kind"] == "orders").expect("orders");
        let given = &events[orders]["event"];
        let sheet = json!({ "ask": "check", "event": orders - 1, "side": given["by"], "sheet": given["body"]["sheet"] });
        let said = asked(&mut engine, &sheet)["text"].to_string();
        assert!(
            said.contains("legal up to") || said.contains("carried out") || said.contains("legal until"),
            "{said}"
        );
    }
}

/// The files of a scenario, as a page gives them.
fn files(scenario: &str) -> Vec<u8> {
    serde_json::to_vec(&Library::embedded().needed(scenario).expect("it loads")).expect("JSON")
}

/// In a page the rules have the files of their battle alone, and those must be the ones that it is bound to.
#[test]
fn a_battle_opens_with_its_own_files_and_no_others() {
    for (scenario, word, other) in [
        ("spqr/skirmish", "rank = \\\"tribune", "rank = \\\"consul"),
        ("legion/skirmish", "last-turn = 8", "last-turn = 9"),
    ] {
        let (_, archive) = battle(scenario);
        let given = files(scenario);
        let (engine, said) = Engine::open_for_page(&archive, &given);
        let mut engine = engine.unwrap_or_else(|| panic!("{scenario}: {said}"));
        assert!(asked(&mut engine, &json!({ "ask": "step" }))["state"].is_string());
        let text = String::from_utf8(given).expect("text");
        assert!(text.contains(word), "{scenario} has no {word}");
        let bent = text.replacen(word, other, 1);
        for wrong in [b"".as_slice(), b"{}", b"[]", bent.as_bytes(), &files("spqr/zama-202bc")] {
            let (engine, said) = Engine::open_for_page(&archive, wrong);
            assert!(engine.is_none() && said.starts_with("{\"error\":"), "{scenario}: {said}");
        }
    }
}

#[test]
fn what_is_no_battle_or_no_request_is_said() {
    let (mut engine, archive) = battle("spqr/skirmish");
    for request in ["", "{}", "[]", "{\"ask\":\"step", "{\"ask\":\"fly\"}"] {
        assert!(engine.answer(request.as_bytes()).starts_with("{\"error\":"), "{request}");
    }
    for wrong in [
        json!({ "ask": "legal", "event": 100_000, "side": "rome", "piece": null }),
        json!({ "ask": "legal", "event": u64::MAX, "side": "rome", "piece": null }),
        json!({ "ask": "legal", "event": 3, "side": "gaul", "piece": null }),
        json!({ "ask": "legal", "event": 3, "side": "rome", "piece": "nobody" }),
    ] {
        assert!(asked(&mut engine, &wrong)["error"].is_string(), "{wrong}");
    }
    let other =
        String::from_utf8(archive.clone()).expect("text").replacen("\"version\":2", "\"version\":1", 1);
    for bytes in [b"".as_slice(), b"\n", b"{}\n", &archive[..archive.len() - 1], other.as_bytes()] {
        let (engine, said) = Engine::open_for_page(bytes, &files("spqr/skirmish"));
        assert!(engine.is_none() && said.starts_with("{\"error\":"), "{said}");
    }
}

/// A page has checked signatures and dice before it asks the engine; the engine looks at the dice, too.
#[test]
fn a_die_that_was_not_thrown_is_refused_at_its_event() {
    let (_, archive) = battle("spqr/skirmish");
    let text = String::from_utf8(archive).expect("text");
    let (at, face) =
        (text.find("\"face\":").expect("a die") + 7, text.split_once("\"face\":").expect("a die").1);
    let event = text[..at].matches('\n').count();
    let other = if face.starts_with('1') { "2" } else { "1" };
    let end = face.find(|letter: char| !letter.is_ascii_digit()).expect("more");
    let bent = format!("{}{other}{}", &text[..at], &face[end..]);
    // the chain of ids shows it at once, or else the rules at that event
    let (engine, said) = Engine::open_for_page(bent.as_bytes(), &files("spqr/skirmish"));
    let Some(mut engine) = engine else {
        assert!(said.contains("error"), "{said}");
        return;
    };
    for _ in 0..event {
        assert!(asked(&mut engine, &json!({ "ask": "step" }))["error"].is_null());
    }
    assert!(asked(&mut engine, &json!({ "ask": "step" }))["error"].is_string());
}
