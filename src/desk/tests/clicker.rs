//! Somebody who clicks on whatever is offered.

use serde_json::{Value, json};

use super::Table;

/// Numbers that look like chance.
struct Luck(u64);

impl Luck {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        all.get(self.below(all.len())).cloned()
    }
}

/// The whole orders among these, as lines.
fn lines(orders: &Value) -> Vec<String> {
    let line = |order: &Value| order["line"].as_str().map(str::to_owned);
    let each = orders.as_array().into_iter().flatten();
    each.flat_map(|order| match order["ends"].as_array() {
        Some(ends) => ends.iter().filter_map(line).collect(),
        None => line(order).into_iter().collect::<Vec<_>>(),
    })
    .collect()
}

/// A line that is offered: of a piece that is clicked, or one that is nobody's own.
fn click(table: &mut Table, luck: &mut Luck) -> Option<String> {
    let legal = table.get("battle/0/legal");
    let pieces = legal["pieces"].as_array().cloned().unwrap_or_default();
    let mut all = lines(&legal["others"]);
    all.retain(|line| !line.starts_with("ask "));
    if let Some(piece) = luck.of(&pieces).filter(|_| luck.below(4) > 0 || all.is_empty()) {
        let code = piece["code"].as_str().expect("a code").to_owned();
        let own = table.get(&format!("battle/0/legal?piece={code}"));
        let orders = own["pieces"].as_array().into_iter().flatten().flat_map(|piece| lines(&piece["orders"]));
        let orders: Vec<String> = orders.collect();
        if let Some(line) = luck.of(&orders) {
            return Some(line);
        }
    }
    luck.of(&all)
}

/// The last line with a word more, as it is offered beside it.
fn further(table: &mut Table, luck: &mut Luck) -> Option<String> {
    let found = table.get("battle/0/further");
    luck.of(&lines(&found["orders"]))
}

/// Is nothing wrong with what is written?
fn is_read(tried: &Value) -> bool {
    tried["complaints"].as_array().is_some_and(|all| all.iter().all(|one| one["severity"] != "error"))
}

/// A sheet of clicks. As long as nothing hangs on dice, what is clicked is legal.
fn sheet(table: &mut Table, luck: &mut Luck) -> bool {
    let mut text = String::new();
    for _ in 0..=luck.below(5) {
        let Some(line) = click(table, luck) else { break };
        let certain = table.get("battle/0/sheet")["tried"]["supposed"] == false;
        let longer = format!("{text}{line}\n");
        let tried = table.write(&longer)["tried"].clone();
        assert!(is_read(&tried), "{longer}: {tried}");
        assert!(!certain || tried["refused"].is_null(), "{longer}: {tried}");
        let before = std::mem::replace(&mut text, longer);
        if let Some(line) = if luck.below(3) == 0 { further(table, luck) } else { None } {
            let longer = format!("{before}{line}\n");
            let tried = table.write(&longer)["tried"].clone();
            assert!(is_read(&tried), "{longer}: {tried}");
            assert!(!certain || tried["refused"].is_null(), "{longer}: {tried}");
            text = longer;
        }
    }
    if text.is_empty() {
        return false;
    }
    // typed at once it is the same board
    let clicked = table.text("battle/0/board");
    table.write("");
    table.write(&text);
    assert!(table.text("battle/0/board") == clicked, "{text}");
    true
}

/// Plays so many decisions of a battle.
fn play(scenario: &str, side: Option<&str>, seed: u64, most: usize) -> usize {
    let (mut table, mut luck) = (Table::founded(scenario, side, "Anna"), Luck(seed));
    for made in 0..most {
        let state = table.get("battle/0/state");
        assert_eq!(state["said"], Value::Null, "{scenario}, {seed}");
        let wait = state["wait"].clone();
        if wait["kind"] == "over" {
            return made;
        }
        assert_eq!(wait["mine"], true, "{wait}");
        if wait["kind"] == "answer" {
            let question = &wait["question"];
            let choices = question["choices"].as_array().expect("choices");
            let choice = luck.of(choices).expect("one at least");
            table.sign(&json!({ "deed": "answer", "question": question["id"], "choice": choice["key"] }));
            continue;
        }
        assert!(
            sheet(&mut table, &mut luck),
            "{scenario}: nothing can be clicked: {}",
            table.get("battle/0/legal")
        );
        let version = table.get("battle/0/sheet")["version"].clone();
        table.sign(&json!({ "deed": "orders", "version": version, "anyway": true }));
    }
    most
}

/// `TESS_CLICKER=200` plays so many whole battles of all books, `TESS_CLICKER=120-160` some of them.
#[test]
fn whatever_is_offered_can_be_clicked_and_what_is_clicked_is_legal() {
    let wanted = std::env::var("TESS_CLICKER").unwrap_or_default();
    let (from, to) = wanted.split_once('-').unwrap_or(("0", &wanted));
    let (Ok(from), Ok(to)) = (from.parse::<u64>(), to.parse::<u64>()) else {
        assert!(play("spqr/skirmish", None, 7, 6) > 0);
        assert!(play("legion/skirmish", Some("gaul"), 8, 6) > 0);
        return;
    };
    let scenarios = ["spqr/skirmish", "legion/skirmish", "cataphract/skirmish", "alexander/skirmish"];
    let mut decisions = 0;
    for battle in from..to {
        let scenario = scenarios[battle as usize % scenarios.len()];
        decisions += play(scenario, None, battle, 400);
        eprintln!("battle {battle}, {scenario}: {decisions} decisions so far");
    }
}
