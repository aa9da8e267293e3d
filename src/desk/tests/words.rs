//! Everything that the language of orders can say (docs/orders.md) can be put together by clicks.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::words;

/// The page that shows every order once.
const ORDERS: &str = include_str!("../../../docs/orders.md");

/// The orders of the Great Battles that it shows: what stands in its blocks of orders.
fn battles() -> Vec<String> {
    let blocks = ORDERS.split("```orders\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or_default().lines());
    let bare = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    lines.map(bare).filter(|line| !line.is_empty()).collect()
}

/// Those of Legion and Empire: the first column of its tables of orders and steps, and of cards all columns.
fn legions() -> Vec<String> {
    let part = ORDERS.split("## Legion and Empire").nth(1).expect("the part of the open table");
    let rows = part.lines().filter(|line| line.starts_with("| "));
    let cells = rows.flat_map(|row| {
        let all: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let cards = all.iter().any(|cell| cell.trim_start().starts_with("`card"));
        if cards { all } else { all.into_iter().take(1).collect() }
    });
    let codes = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    codes.map(str::to_owned).filter(|code| !code.starts_with("tess ")).collect()
}

/// Is it read off the field, or a number? Codes, names of lines, hexes, points, lengths, degrees.
fn is_clicked(word: &str) -> bool {
    let is_code = word.chars().any(|c| c.is_ascii_digit()) || word.chars().all(|c| c.is_ascii_uppercase());
    is_code || word == "..." || ["hastati", "phalanx"].contains(&word)
}

/// The words that one may say, verb by verb; and of a step of Legion, which stands in a `move`.
fn known(on_hexes: bool) -> Vec<(String, BTreeSet<String>)> {
    let all = words::of(on_hexes);
    let facings = all["facings"].as_array().cloned().unwrap_or_default();
    let each = all["verbs"].as_array().expect("verbs").iter();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    each.map(|verb| {
        let all = verb["words"].as_array().expect("words").iter().chain(&facings);
        // `pivot left` is one button
        let one = all.flat_map(|word| text(word).split(' ').map(str::to_owned).collect::<Vec<_>>());
        (text(&verb["verb"]), one.collect())
    })
    .collect()
}

fn is_said(line: &str, verbs: &[(String, BTreeSet<String>)]) -> bool {
    let spaced = line.replace(", ", " , ").replace(':', " : ");
    let mut words = spaced.split_whitespace();
    let begins = |verb: &&(String, BTreeSet<String>)| {
        let line = line.to_ascii_lowercase();
        line.strip_prefix(&verb.0).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
    };
    let Some((verb, may)) = verbs.iter().filter(begins).max_by_key(|verb| verb.0.len()) else { return false };
    for _ in verb.split(' ') {
        words.next();
    }
    words.all(|word| is_clicked(word) || may.contains(word) || may.contains(&word.to_lowercase()))
}

#[test]
fn every_order_of_the_great_battles_can_be_clicked_word_by_word() {
    let (lines, verbs) = (battles(), known(true));
    assert!(lines.len() > 80, "{lines:?}");
    let unsaid: Vec<&String> = lines.iter().filter(|line| !is_said(line, &verbs)).collect();
    assert!(unsaid.is_empty(), "{unsaid:#?}");
    for verb in tess_gboh::written::KEYWORDS {
        // other words for the same, and what belongs to standing orders
        let other =
            ["done", "prepare", "attack", "shoot", "endline", "go", "finished", "lapse", "end", "try"];
        assert!(other.contains(&verb) || verbs.iter().any(|(known, _)| known == verb), "{verb}");
    }
}

#[test]
fn every_order_of_legion_can_be_clicked_word_by_word() {
    let (lines, verbs) = (legions(), known(false));
    assert!(lines.len() > 80, "{lines:?}");
    let of = |verb: &str| verbs.iter().find(|(known, _)| known == verb).expect("a verb").1.clone();
    // a step of a move, a word of a card, a formation
    let part: BTreeSet<String> = of("move").into_iter().chain(of("card")).collect();
    let is_part = |line: &str| {
        let spaced = line.replace(',', " ");
        spaced.split_whitespace().all(|word| is_clicked(word) || part.contains(word))
    };
    // what is asked is a button by itself
    let is_asked = |line: &str| line == "caesars-luck";
    let is_known = |line: &&String| is_said(line, &verbs) || is_part(line) || is_asked(line);
    let unsaid: Vec<&String> = lines.iter().filter(|line| !is_known(line)).collect();
    assert!(unsaid.is_empty(), "{unsaid:#?}");
    for verb in tess_legion::written::KEYWORDS {
        assert!(verb == "try" || verbs.iter().any(|(known, _)| known == verb), "{verb}");
    }
}

#[test]
fn the_page_says_of_every_verb_how_it_is_clicked() {
    let page = include_str!("../../../docs/desk.md");
    let part = page.split("### Every order, and how it is clicked").nth(1).expect("the table");
    let part = part.split("\n## ").next().unwrap_or_default();
    let (battles, legions) = part.split_once("| Legion and Empire |").expect("two tables");
    let said = |table: &str| -> BTreeSet<String> {
        let cells = table.lines().filter_map(|row| row.strip_prefix("| ")?.split(" |").next());
        cells
            .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
            .collect()
    };
    let verbs = |on_hexes| -> BTreeSet<String> {
        let all = known(on_hexes).into_iter().map(|(verb, _)| verb);
        all.map(|verb| if verb.starts_with("try ") { "try".to_owned() } else { verb }).collect()
    };
    assert_eq!(said(battles), verbs(true));
    assert_eq!(said(legions), verbs(false));
}
