//! The notation of a position at the door: read with its head, refused with its place, described by a
//! schema.

use std::path::Path;
use std::sync::Arc;

use crate::noted;
use tesserarius::bot::skirmish::{fight, play};
use tesserarius::bot::{self, legion as legion_bot};
use tesserarius::effects::Game as _;
use tesserarius::game::{self, AnyPosition as _, Notation, Part, Playable as _};
use tesserarius::gboh::Position;
use tesserarius::legion::setup::Deal;
use tesserarius::legion::{self, Legion};
use tesserarius::scenario::Library;

fn opening(scenario: &str) -> String {
    let library = Library::embedded();
    let game = game::of_scenario(&library, scenario).expect("a game");
    let position = game.opening(&library, scenario, &[].into()).expect("a scenario");
    let said = position.said(&*position);
    Notation { scenario: scenario.into(), options: [].into(), said }.text(game.document())
}

fn read(text: &str) -> Result<Notation, String> {
    let found = Notation::read(text, &Library::embedded());
    found.map(|(notation, _)| notation).map_err(|d| {
        let place = d.place.map_or(String::new(), |place| format!("{}:{}: ", place.line, place.span.start));
        format!("{place}{}", d.message)
    })
}

#[test]
fn every_scenario_has_an_opening_that_is_read_back() {
    let library = Library::embedded();
    for scenario in library.list().into_iter().map(|listed| listed.name) {
        let text = opening(&scenario);
        let notation = read(&text).unwrap_or_else(|fault| panic!("{scenario}: {fault}\n{text}"));
        let game = game::of_scenario(&library, &scenario).expect("a game");
        assert_eq!(notation.text(game.document()), text);
        assert_eq!(read(&notation.json()), Ok(notation), "{scenario}");
    }
}

#[test]
fn a_battle_is_noted_as_it_stands() {
    let set = Library::embedded().load("spqr/skirmish").expect("loads").setup;
    let begun = Position::new(Arc::clone(&set));
    let fought = fight(&set, [&mut bot::random(7), &mut bot::random(8)], 9, 3);
    noted::comes_back(&fought.position, &begun);
    let said = fought.position.said(&begun);
    let notation = Notation { scenario: "spqr/skirmish".into(), options: [].into(), said };
    let document = game::of_book("spqr").expect("a game").document();
    assert_eq!(read(&notation.text(document)), Ok(notation.clone()));
    assert_eq!(read(&notation.json()), Ok(notation));
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    let text = opening("spqr/skirmish");
    let set = Library::embedded().load("spqr/skirmish").expect("loads").setup;
    let code = &set.units[0].code;
    let refused = |more: &str| read(&format!("{text}{more}\n")).expect_err(more);
    let line = text.lines().count() + 1;
    for (more, place, why) in [
        ("unit X99 hits=3".to_owned(), 5, "this battle has no unit `X99`"),
        (format!("unit {code} hits=many"), 6 + code.len(), "`many` stands where a whole number should"),
        (format!("unit {code} at=9999"), 0, "hex 9999, which is not on the map"),
        (format!("unit {code} colour=red"), 6 + code.len(), "there is no `colour` here"),
        (
            format!("unit {code} place=Moon"),
            6 + code.len(),
            "`Moon` is none of Field, Pursuing, Eliminated, Waiting",
        ),
        (format!("unit {code} place=Field(hex=2010"), 6 + code.len() + 11, "nothing closes this bracket"),
        ("weather Rain".to_owned(), 0, "there is no `weather` here"),
    ] {
        let told = refused(&more);
        assert!(told.contains(why), "{more}: {told}");
        if place > 0 {
            assert!(told.starts_with(&format!("{line}:{place}:")), "{more}: {told}");
        }
    }
    assert!(read("").expect_err("empty").contains("begins with its version"));
    assert!(read("position 1\nscenario spqr/nowhere\n").is_err());
    assert!(read("{\"position\":1}").expect_err("no scenario").contains("scenario"));
    assert!(read("{\"position\":1,\"position\":1}").expect_err("twice").contains("twice"));
    // The place is counted in letters: the umlauts before it are one each.
    let twice = read("{\"position\":1,\"\u{fc}\u{fc}\":1,\"position\":1}").expect_err("twice");
    let plain = read("{\"position\":1,\"uu\":1,\"position\":1}").expect_err("twice");
    assert_eq!(twice.split(':').next(), plain.split(':').next());
    // In JSON a number in quotation marks is a word, and no option takes it.
    let quoted = read("{\"position\":1,\"scenario\":\"legion/skirmish\",\"options\":{\"cards\":\"3\"}}");
    assert!(quoted.expect_err("a word").contains("cards"), "the option is named");
}

/// The state holds nothing but what the log says: who was told a hand, and who was not, write the same.
#[test]
fn nothing_that_a_side_has_hidden_is_noted() {
    let mut set = Library::embedded().load_legion("legion/trebbia-218bc").expect("loads").setup;
    Arc::make_mut(&mut set).choices.cards = Deal::Number(3);
    let begun = legion::Position::new(set);
    let mut bots = [legion_bot::sensible(1), legion_bot::sensible(2)];
    let [first, second] = &mut bots;
    let dealt = play::<Legion>(begun.clone(), [first, second], 5, 1, None).position;
    let mut told = dealt.clone();
    Legion::confide(&mut told, &Legion::sides(&begun)[0], &|_| Some("7".to_owned()));
    assert!(!told.cards.known.cards.is_empty() && dealt.cards.known.cards.is_empty(), "a hand was told");
    assert_eq!(told.said(&begun), dealt.said(&begun));
    noted::comes_back(&dealt, &begun);
}

#[test]
fn damaged_notations_are_refused_and_never_more() {
    let set = Library::embedded().load("spqr/skirmish").expect("loads").setup;
    let begun = Position::new(Arc::clone(&set));
    let fought = fight(&set, [&mut bot::random(3), &mut bot::random(4)], 5, 2);
    let said = fought.position.said(&begun);
    let notation = Notation { scenario: "spqr/skirmish".into(), options: [].into(), said };
    let document = game::of_book("spqr").expect("a game").document();
    let library = Library::embedded();
    for whole in [notation.text(document), notation.json()] {
        let letters: Vec<char> = whole.chars().collect();
        let step = (letters.len() / 150).max(1);
        for at in (0..letters.len()).step_by(step) {
            for put in ["", "(", ")", "[", "\"", "=", " ", "\n", "-", "9", "\u{e9}", "{"] {
                let damaged: String = letters[..at].iter().collect::<String>()
                    + put
                    + &letters[at + 1..].iter().collect::<String>();
                let _ = Notation::read(&damaged, &library);
            }
        }
    }
}

/// What is read of a damaged text is drawn too, as `tess position --read` does.
#[test]
fn damaged_notations_of_tables_are_refused_or_drawn() {
    let library = Library::embedded();
    let set = library.load_legion("legion/skirmish").expect("loads").setup;
    let begun = legion::Position::new(set);
    let mut bots = [legion_bot::random(3), legion_bot::random(4)];
    let [first, second] = &mut bots;
    let fought = play::<Legion>(begun.clone(), [first, second], 5, 2, None).position;
    let said = fought.said(&begun);
    let notation = Notation { scenario: "legion/skirmish".into(), options: [].into(), said };
    let document = game::of_book("legion").expect("a game").document();
    for whole in [notation.text(document), notation.json()] {
        let letters: Vec<char> = whole.chars().collect();
        let step = (letters.len() / 60).max(1);
        for at in (0..letters.len()).step_by(step) {
            for put in ["", "(", "]", "\"", "=", " ", "-", "99999", "\u{e9}"] {
                let before: String = letters[..at].iter().collect();
                let after: String = letters[at + 1..].iter().collect();
                if let Ok((_, position)) = Notation::read(&format!("{before}{put}{after}"), &library) {
                    let _ = (position.stand(), position.overview());
                }
            }
        }
    }
}

/// The leaves of a JSON document, and its lists, by their paths.
fn leaves(value: &serde_json::Value, path: &str, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(parts) => {
            parts.iter().for_each(|(key, part)| leaves(part, &format!("{path}/{key}"), found));
        }
        serde_json::Value::Array(items) => {
            found.push(path.to_owned());
            (0..).zip(items).for_each(|(n, item): (usize, _)| leaves(item, &format!("{path}/{n}"), found));
        }
        _ => found.push(path.to_owned()),
    }
}

/// A position in which single values are others, mostly of the same kind and out of all bounds, is refused
/// or drawn.
#[test]
fn positions_out_of_all_bounds_are_refused_or_drawn() {
    let library = Library::embedded();
    let numbers =
        [0, 1, 2, 7, 99, 127, 128, 255, 256, 9999, 65535, 65536, 2_147_483_647, -1, -129, -2_147_483_648_i64];
    let (mut drawn, mut refused) = (0, 0);
    for (scenario, mut state) in [
        ("spqr/skirmish", 1_u64),
        ("cataphract/skirmish", 2),
        ("alexander/skirmish", 3),
        ("legion/skirmish", 4),
    ] {
        let mut next = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as usize) % below
        };
        let whole = touched(scenario, &library);
        let game = game::of_scenario(&library, scenario).expect("a game");
        let sides = game.offered(&library, scenario).expect("a scenario").sides;
        let json: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
        Notation::read(&json.to_string(), &library).map_err(|d| d.message).expect("as it was");
        let mut paths = Vec::new();
        leaves(&json, "", &mut paths);
        let words: Vec<serde_json::Value> =
            paths.iter().filter_map(|p| json.pointer(p)).filter(|v| v.is_string()).cloned().collect();
        for _ in 0..700 {
            let mut changed = json.clone();
            let path = &paths[next(paths.len())];
            let place = changed.pointer_mut(path).expect("a leaf");
            *place = match place {
                serde_json::Value::Number(_) => numbers[next(numbers.len())].into(),
                serde_json::Value::Bool(on) => (!*on).into(),
                serde_json::Value::String(_) => words[next(words.len())].clone(),
                serde_json::Value::Array(items) if next(2) == 0 && !items.is_empty() => {
                    let again = items[next(items.len())].clone();
                    items.push(again);
                    serde_json::Value::Array(items.clone())
                }
                serde_json::Value::Array(_) => serde_json::Value::Array(Vec::new()),
                _ => numbers[next(numbers.len())].into(),
            };
            match Notation::read(&changed.to_string(), &library) {
                Ok((notation, position)) => {
                    drawn += usize::from(!(position.stand() + &position.overview()).is_empty());
                    let _ = position.map(&Part { whole: true, ..Part::default() });
                    for side in &sides {
                        let _ = position.legal(side, None);
                    }
                    let again = Notation::read(&notation.json(), &library).map(|(notation, _)| notation);
                    assert_eq!(again.map_err(|d| d.message), Ok(notation), "{scenario} {path}");
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(drawn > 200 && refused > 200, "{drawn} drawn, {refused} refused");
}

/// Every part of a position that bots have fought to, as JSON.
fn touched(scenario: &str, library: &Library) -> String {
    let said = if scenario.starts_with("legion") {
        let begun = legion::Position::new(library.load_legion(scenario).expect("loads").setup);
        let mut bots = [legion_bot::random(3), legion_bot::random(4)];
        let [first, second] = &mut bots;
        play::<Legion>(begun.clone(), [first, second], 5, 2, None).position.said(&begun)
    } else {
        let set = library.load(scenario).expect("loads").setup;
        let begun = Position::new(Arc::clone(&set));
        fight(&set, [&mut bot::random(3), &mut bot::random(4)], 5, 2).position.said(&begun)
    };
    Notation { scenario: scenario.into(), options: [].into(), said }.json()
}

#[test]
fn the_schema_is_that_of_the_lists() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/position.schema.json");
    let mut made = serde_json::to_string_pretty(&game::schema()).expect("JSON");
    made.push('\n');
    if std::env::var_os("TESS_BLESS").is_some() {
        std::fs::write(&path, &made).expect("written");
    }
    let there = std::fs::read_to_string(&path).expect("docs/position.schema.json");
    assert!(
        there == made,
        "docs/position.schema.json is not what the lists say: TESS_BLESS=1 cargo test --test house position"
    );
    assert!(made.contains("legionUnit") && made.contains("gbohUnit"));
}
