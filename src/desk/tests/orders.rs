use serde_json::{Value, json};

use super::Table;

/// A skirmish whose first turn has begun: somebody may be activated.
fn begun() -> Table {
    let mut table = Table::founded("spqr/skirmish", None, "Anna");
    table.write("begin\n");
    table.send();
    for _ in 0..40 {
        let wait = table.get("battle/0/state")["wait"].clone();
        assert_eq!(wait["mine"], true, "{wait}");
        if wait["kind"] == "orders" {
            return table;
        }
        let (question, choice) = (&wait["question"]["id"], &wait["question"]["default"]);
        table.sign(&json!({ "deed": "answer", "question": question, "choice": choice }));
    }
    panic!("nothing but questions");
}

/// The first line that a piece may be told so.
fn first<'v>(legal: &'v Value, begins: &str) -> Option<&'v str> {
    legal["others"]
        .as_array()?
        .iter()
        .filter_map(|order| order["line"].as_str())
        .find(|line| line.starts_with(begins))
}

#[test]
fn what_is_clicked_is_a_line_and_the_board_shows_it() {
    let mut table = begun();
    let legal = table.get("battle/0/legal");
    let activate = first(&legal, "activate").expect("a leader").to_owned();
    let before = table.text("battle/0/board");
    let sheet = table.write(&format!("{activate}\n"));
    assert_eq!(sheet["tried"]["complaints"], json!([]));
    assert!(sheet["tried"]["told"][0].as_str().is_some_and(|told| told.contains("is activated")), "{sheet}");
    let legal = table.get("battle/0/legal");
    let piece = legal["pieces"][0]["code"].as_str().expect("a piece").to_owned();
    let own = table.get(&format!("battle/0/legal?piece={piece}"));
    let ends = own["pieces"][0]["orders"][0]["ends"].as_array().expect("places").clone();
    assert!(!ends.is_empty());
    // on the way to some the other side is asked first, and nothing has come of it by then
    let line = ends.iter().rev().filter_map(|spot| spot["line"].as_str()).find(|line| {
        let would = table.get(&format!("battle/0/would?line={}", line.replace(' ', "%20")));
        would["told"].as_array().is_some_and(|told| !told.is_empty())
    });
    let line = line.expect("a way that can be told to its end");
    assert_eq!(table.get("battle/0/sheet")["text"], format!("{activate}\n"), "nothing is written by looking");
    let sheet = table.write(&format!("{activate}\n{line}\n"));
    assert_eq!(sheet["tried"]["refused"], Value::Null, "{sheet}");
    let after = table.text("battle/0/board");
    assert!(after != before && after.contains("class=\"move"), "the move is drawn");
    assert!(!after.contains("<style"), "the page has the style already");
}

#[test]
fn what_is_typed_is_checked_and_what_stands_above_a_mistake_is_shown() {
    let mut table = begun();
    let activate = first(&table.get("battle/0/legal"), "activate").expect("a leader").to_owned();
    let good = table.write(&format!("{activate}\n"));
    let bad = table.write(&format!("{activate}\nmove H1 fwd fx\n"));
    let complaint = &bad["tried"]["complaints"][0];
    assert_eq!(complaint["place"], json!([2, 12, 14]), "{bad}");
    assert_eq!(bad["tried"]["readable"], false);
    assert_eq!(bad["tried"]["told"], good["tried"]["told"]);
    let version = bad["version"].clone();
    let (status, why) = table.refused("battle/0/preview", &json!({ "deed": "orders", "version": version }));
    assert_eq!((status, why.as_str()), (400, "the sheet cannot be read"));
}

#[test]
fn two_windows_never_disturb_each_other() {
    let mut table = begun();
    let base = table.get("battle/0/sheet")["version"].clone();
    table.post("battle/0/sheet", &json!({ "text": "# mine\n", "base": base }));
    let (status, _) = table.refused("battle/0/sheet", &json!({ "text": "# other\n", "base": base }));
    assert_eq!(status, 409);
    assert_eq!(table.get("battle/0/sheet")["text"], "# mine\n");
    // the terminal beside: its sheet is the same file, and its seat is left alone
    let seat = table.home.seat();
    assert!(table.desk.news().is_some());
    assert!(table.desk.news().is_none());
    std::fs::write(seat.join("draft.txt"), "# from the terminal\n").expect("written");
    assert_eq!(table.desk.news().as_deref(), Some(r#"{"changed":[0]}"#));
    assert_eq!(table.get("battle/0/sheet")["text"], "# from the terminal\n");
}

#[test]
fn one_looks_ahead_and_back() {
    let mut table = begun();
    let measured = table.text("battle/0/measure?from=H1&to=0901");
    assert!(measured.starts_with("H1 to 0901: "), "{measured}");
    assert!(table.text("battle/0/board?zones=1").contains("zone-one"));
    assert!(table.text("battle/0/board?ranges=1").contains("class=\"range\""));
    let events = table.get("battle/0/events");
    assert!(events.as_array().expect("events").len() >= 4);
    assert!(table.get("battle/0/event?at=1")["picture"].as_str().expect("a picture").starts_with("<svg"));
    table.post("battle/0/marks", &json!([{ "at": "0901", "text": "<b>here</b>" }]));
    assert_eq!(table.get("battle/0/")["marks"][0]["text"], "<b>here</b>");
    let long = json!([{ "at": "0901", "text": "x".repeat(600) }]);
    assert_eq!(table.refused("battle/0/marks", &long).0, 400);
    assert!(table.text("battle/0/armies").contains("<table>"));
}

#[test]
fn a_unit_that_is_made_on_the_way_is_told_of() {
    let mut table = Table::founded("legion/skirmish", None, "Anna");
    table.write("order C1 advance\n");
    table.send();
    for _ in 0..20 {
        let wait = table.get("battle/0/state")["wait"].clone();
        if wait["kind"] == "orders" {
            break;
        }
        let (question, choice) = (&wait["question"]["id"], &wait["question"]["default"]);
        table.sign(&json!({ "deed": "answer", "question": question, "choice": choice }));
    }
    let tried = table.write("detach H1 1 left\nmove H1.1: advance 1\n")["tried"].clone();
    assert_eq!(tried["complaints"], json!([]), "{tried}");
}

/// Plays on by the careful answers, and by sheets of nothing, until one may order this.
fn until(table: &mut Table, wanted: &str) {
    for _ in 0..60 {
        let wait = table.get("battle/0/state")["wait"].clone();
        assert_eq!(wait["mine"], true, "{wanted}: {wait}");
        if wait["kind"] == "answer" {
            let (question, choice) = (&wait["question"]["id"], &wait["question"]["default"]);
            table.sign(&json!({ "deed": "answer", "question": question, "choice": choice }));
            continue;
        }
        let legal = table.get("battle/0/legal");
        if first(&legal, wanted).is_some() {
            return;
        }
        let line =
            ["begin", "activate", "elite none", "order C1 advance", "finish"].map(|word| first(&legal, word));
        let line = line.into_iter().flatten().next().expect("something to go on with").to_owned();
        let version = table.write(&format!("{line}\n"))["version"].clone();
        table.sign(&json!({ "deed": "orders", "version": version, "anyway": true }));
    }
    panic!("{wanted} never came");
}

/// How the last line of a sheet may go on.
fn further(table: &mut Table, sheet: &str) -> Vec<String> {
    let tried = table.write(sheet)["tried"].clone();
    assert_eq!(tried["refused"], Value::Null, "{sheet}: {tried}");
    let found = table.get("battle/0/further");
    let orders = found["orders"].as_array().expect("orders").iter();
    orders.filter_map(|order| order["line"].as_str().map(str::to_owned)).collect()
}

/// A piece's orders that begin so, with their places.
fn ways(table: &mut Table, piece: &str) -> Vec<String> {
    let own = table.get(&format!("battle/0/legal?piece={piece}"));
    let orders = own["pieces"][0]["orders"].as_array().cloned().unwrap_or_default();
    let ends = orders.iter().flat_map(|order| order["ends"].as_array().cloned().unwrap_or_default());
    ends.filter_map(|end| end["line"].as_str().map(str::to_owned)).collect()
}

#[test]
fn a_line_goes_on_by_a_click_with_a_rider_a_shot_or_all_of_a_line() {
    let mut table = begun();
    until(&mut table, "activate GAL");
    table.write("activate GAL\n");
    // Gallus stands with P1
    let line = ways(&mut table, "P1").pop().expect("a way");
    let more = further(&mut table, &format!("activate GAL\n{line}\n"));
    assert!(more.contains(&format!("{line} with GAL")), "{line}: {more:?}");
    table.write("activate GAL\n");
    let legal = table.get("battle/0/legal");
    let whole = first(&legal, "line ").expect("a line").to_owned();
    let more = further(&mut table, &format!("activate GAL\n{whole}\n"));
    assert!(more.iter().any(|more| more.starts_with(&format!("{whole}: fwd "))), "{more:?}");
    // what is offered is legal in the place of the line
    for line in more {
        let tried = table.write(&format!("activate GAL\n{line}\n"))["tried"].clone();
        assert_eq!(tried["refused"], Value::Null, "{line}: {tried}");
    }
}

#[test]
fn a_move_on_an_open_table_goes_on_step_by_step() {
    let mut table = Table::founded("legion/skirmish", None, "Anna");
    table.write("order C1 advance\n");
    table.send();
    until(&mut table, "rest");
    let more = further(&mut table, "move H1: advance 1\n");
    for step in ["advance ", "wheel left ", "wheel right ", "oblique left "] {
        let begins = format!("move H1: advance 1, {step}");
        assert!(more.iter().any(|line| line.starts_with(&begins)), "{begins}: {more:?}");
    }
    for line in more {
        let tried = table.write(&format!("{line}\n"))["tried"].clone();
        assert_eq!(tried["refused"], Value::Null, "{line}: {tried}");
    }
    let more = further(&mut table, "detach H1 1 left\n");
    assert!(more.contains(&"detach H1 2 left".to_owned()), "{more:?}");
}
