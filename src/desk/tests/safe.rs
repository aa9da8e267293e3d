use serde_json::{Value, json};

use super::Table;
use crate::gate::HEADERS;
use crate::{Asked, Gate};

#[test]
fn nobody_gets_in_without_the_secret_nor_from_another_page() {
    let mut table = Table::founded("spqr/skirmish", None, "Anna");
    for path in ["", "main.js", "style.css", "battles", "battle/0/", "battle/0/board", "news"] {
        let good = table.asked("GET", path, &Value::Null);
        assert_eq!(table.desk.answer(&good).status, 200, "{path}");
        let bad = |change: &dyn Fn(&mut Asked)| {
            let mut asked = good.clone();
            change(&mut asked);
            asked
        };
        let wrong = [
            // without the secret, with another, with a part of it
            bad(&|asked| asked.target = format!("/{path}")),
            bad(&|asked| asked.target = format!("/{}/{path}", "0".repeat(32))),
            bad(&|asked| asked.target = asked.target.replacen(char::is_alphanumeric, "", 1)),
            // a foreign name that leads to the loopback
            bad(&|asked| asked.host = Some("desk.example.org:4711".to_owned())),
            bad(&|asked| asked.host = Some("127.0.0.1".to_owned())),
            bad(&|asked| asked.host = None),
            // another page in the same browser
            bad(&|asked| asked.origin = Some("https://example.org".to_owned())),
            bad(&|asked| asked.origin = Some("null".to_owned())),
            bad(&|asked| asked.origin = Some("http://127.0.0.1:8080".to_owned())),
            bad(&|asked| asked.site = Some("cross-site".to_owned())),
            bad(&|asked| asked.site = Some("same-site".to_owned())),
            bad(&|asked| asked.method = "PUT".to_owned()),
        ];
        for asked in wrong {
            let given = table.desk.answer(&asked);
            assert!(given.status >= 400, "{asked:?}");
            assert_eq!(given.body, b"nothing here\n", "{asked:?}");
        }
    }
}

#[test]
fn a_link_may_lead_to_the_page_and_to_nothing_else() {
    let mut table = Table::founded("spqr/skirmish", None, "Anna");
    for (path, goal, status) in [
        ("", "document", 200),
        ("", "iframe", 403),
        ("", "script", 403),
        ("main.js", "script", 403),
        ("battles", "document", 403),
        ("battle/0/", "empty", 403),
    ] {
        let mut asked = table.asked("GET", path, &Value::Null);
        (asked.site, asked.goal) = (Some("cross-site".to_owned()), Some(goal.to_owned()));
        assert_eq!(table.desk.answer(&asked).status, status, "{path} {goal}");
    }
}

#[test]
fn a_form_changes_nothing() {
    let mut table = Table::founded("spqr/skirmish", None, "Anna");
    let body = json!({ "text": "begin\n", "base": table.get("battle/0/sheet")["version"] });
    let good = table.asked("POST", "battle/0/sheet", &body);
    for kind in ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"] {
        let asked = Asked { kind: Some(kind.to_owned()), ..good.clone() };
        assert_eq!(table.desk.answer(&asked).status, 415);
    }
    assert_eq!(table.desk.answer(&Asked { origin: None, ..good.clone() }).status, 403);
    assert_eq!(table.desk.answer(&Asked { body: vec![b' '; 300_000], ..good.clone() }).status, 413);
    assert_eq!(table.get("battle/0/sheet")["text"], "");
    assert_eq!(table.desk.answer(&good).status, 200);
    assert_eq!(table.get("battle/0/sheet")["text"], "begin\n");
}

#[test]
fn no_page_may_frame_it_and_no_script_but_its_own_may_run() {
    let header = |name: &str| HEADERS.iter().find(|(other, _)| *other == name).expect("a header").1;
    let policy = header("content-security-policy");
    for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "form-action 'none'"] {
        assert!(policy.contains(rule), "{rule}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(header("x-frame-options"), "DENY");
    assert_eq!(header("cache-control"), "no-store");
    let page = include_str!("../page/desk.html");
    assert!(!page.contains("style=") && !page.contains(" on") && page.matches("<script").count() == 1);
    assert_ne!(Gate::new(1).address(), Gate::new(1).address(), "the secret is new each time");
}

#[test]
fn what_others_wrote_is_text_and_no_key_is_in_any_answer() {
    let name = "<script>alert(1)</script>\u{202e}";
    let mut table = Table::founded("spqr/skirmish", None, name);
    table.write("begin # <script>alert(2)</script>\n");
    let version = table.get("battle/0/sheet")["version"].clone();
    table.sign(&json!({ "deed": "orders", "version": version, "note": "<img src=x onerror=alert(3)>" }));
    let seat = table.home.seat();
    let key = std::fs::read_to_string(seat.join("key.pem")).expect("a key");
    let secret = key.lines().nth(1).expect("its text").to_owned();
    let chain = std::fs::read(seat.join("chain.seed")).expect("a chain");
    let chain = String::from_utf8_lossy(&chain).trim().to_owned();
    for path in [
        "battles",
        "battle/0/",
        "battle/0/story?since=0",
        "battle/0/armies",
        "battle/0/board",
        "battle/0/events",
    ] {
        let text = table.text(path);
        assert!(!text.contains(&secret) && !text.contains(&chain), "{path} shows a key");
        // data is put on the page as text by its script; what is markup already has nothing foreign in it
        if !path.starts_with("battle/0/e") && !path.ends_with('/') && path != "battles" {
            assert!(!text.contains("<script") && !text.contains("<img"), "{path}: {text}");
        }
    }
    let scripts = ["main", "board", "orders", "sheet", "story", "deeds", "element", "server", "ground"];
    for script in scripts {
        let text = table.text(&format!("{script}.js"));
        for bad in
            ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http://", "https://"]
        {
            assert!(!text.replace("http://www.w3.org/2000/svg", "").contains(bad), "{script}.js: {bad}");
        }
    }
}
