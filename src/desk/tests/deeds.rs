use serde_json::json;

use super::Table;

#[test]
fn nothing_is_signed_without_the_word_that_came_with_what_was_shown() {
    let mut table = Table::founded("spqr/skirmish", None, "Anna");
    let head = table.get("battle/0/state")["head"].clone();
    let sheet = table.write("begin\n");
    let wanted = json!({ "deed": "orders", "version": sheet["version"] });
    // no word, a wrong one, one of an earlier look
    assert_eq!(table.refused("battle/0/sign", &json!({ "code": "" })).0, 409);
    let first = table.post("battle/0/preview", &wanted);
    assert_eq!(first["text"], "begin\n");
    let second = table.post("battle/0/preview", &wanted);
    assert_ne!(first["code"], second["code"]);
    assert_eq!(table.refused("battle/0/sign", &json!({ "code": first["code"] })).0, 409);
    // a wrong word takes the right one away, too
    assert_eq!(table.refused("battle/0/sign", &json!({ "code": second["code"] })).0, 409);
    // the sheet is another one
    let shown = table.post("battle/0/preview", &wanted);
    table.write("begin # now\n");
    let (status, why) = table.refused("battle/0/sign", &json!({ "code": shown["code"] }));
    assert_eq!(status, 409, "{why}");
    assert_eq!(table.refused("battle/0/preview", &wanted).0, 409);
    assert_eq!(table.get("battle/0/state")["head"], head);
    table.send();
    assert_ne!(table.get("battle/0/state")["head"], head);
    assert_eq!(table.get("battle/0/sheet")["text"], "", "a sheet that is sent is done with");
}

#[test]
fn what_is_illegal_is_not_sent_by_mistake() {
    let mut table = Table::founded("spqr/skirmish", None, "Anna");
    let sheet = table.write("finish\n");
    let wanted = json!({ "deed": "orders", "version": sheet["version"] });
    let (status, why) = table.refused("battle/0/preview", &wanted);
    assert!(status == 400 && why.starts_with("line 1 is illegal"), "{why}");
    let sheet = table.write("# nothing\n");
    let (_, why) =
        table.refused("battle/0/preview", &json!({ "deed": "orders", "version": sheet["version"] }));
    assert_eq!(why, "nothing is written yet");
}

#[test]
fn one_proposes_and_resigns_and_the_battle_is_over() {
    let mut table = Table::founded("spqr/skirmish", Some("carthage"), "Anna");
    table.sign(&json!({ "deed": "propose", "what": "draw", "note": "Shall we?" }));
    let events = table.get("battle/0/events");
    let kinds: Vec<_> =
        events.as_array().expect("events").iter().filter_map(|event| event["kind"].as_str()).collect();
    assert_eq!(kinds.last(), Some(&"decline"), "{kinds:?}");
    let bad = json!({ "deed": "propose", "what": "adjourn", "until": "someday" });
    assert_eq!(table.refused("battle/0/preview", &bad).0, 400);
    table.sign(&json!({ "deed": "resign" }));
    let wait = table.get("battle/0/state")["wait"].clone();
    assert_eq!((&wait["kind"], &wait["winner"]), (&json!("over"), &json!("rome")));
}

#[test]
fn a_question_may_be_answered_so_for_ever() {
    let mut table = Table::founded("legion/skirmish", None, "Anna");
    table.write("order C1 advance\n");
    let version = table.get("battle/0/sheet")["version"].clone();
    let shown = table.post("battle/0/preview", &json!({ "deed": "orders", "version": version }));
    assert!(!shown["text"].as_str().expect("a text").contains("advance"), "the order is sealed: {shown}");
    table.post("battle/0/sign", &json!({ "code": shown["code"] }));
    table.rest();
    let wait = table.get("battle/0/state")["wait"].clone();
    let Some(choices) = wait["question"]["choices"].as_array() else {
        // the other side has the initiative by its dice
        return;
    };
    let choice = &choices[0]["key"];
    let id = &wait["question"]["id"];
    let other = json!({ "deed": "answer", "question": "initiative:nobody", "choice": choice });
    assert_eq!(table.refused("battle/0/preview", &other).0, 409);
    table.sign(&json!({ "deed": "answer", "question": id, "choice": choice, "always": true }));
    let standing = table.get("battle/0/")["standing"].as_str().expect("a text").to_owned();
    let line =
        format!("when {} do {}\n", wait["question"]["window"].as_str().unwrap(), choice.as_str().unwrap());
    assert_eq!(standing, line);
    assert_eq!(table.refused("battle/0/standing", &json!({ "text": "when whatever\n" })).0, 400);
    table.post("battle/0/standing", &json!({ "text": "otherwise ask\n" }));
}

#[test]
fn one_says_something_and_it_is_shown_as_text() {
    let mut table = Table::founded("spqr/skirmish", Some("rome"), "Anna");
    let head = table.get("battle/0/state")["head"].clone();
    let text = "<b>Ave</b>\u{202e}\nHanno";
    table.sign(&json!({ "deed": "say", "text": text, "to_opponent": true }));
    let state = table.get("battle/0/state");
    let said = &state["press"]["said"][0];
    assert_eq!((&said["text"], &said["by"]), (&json!("<b>Ave</b>?\nHanno"), &json!("rome")));
    assert_eq!((&said["to"], &state["head"]), (&json!("opponent"), &head));
    assert_eq!(table.refused("battle/0/preview", &json!({ "deed": "say", "text": " " })).0, 400);
}
