//! Battle books in a real browser, opened from a disk: each proves itself, is stepped through to its end by
//! keys, and says nothing on the console; a single flipped bit is refused at its event.
//!
//! A small field of each book and twenty flipped bits by default; `TESS_BOOKS=all` takes every field and two
//! hundred, `TESS_BOOKS=spqr/cannae-216bc` that field; either prints how long the page took.
//! `TESS_ENGINE=FILE` puts the rules for a browser (`.ci/engine`) into each book, which must then bear it
//! out by them; `TESS_TURNS=99` fights each battle to its end. Where chromium or its driver is not to be
//! had, all this is skipped, and says so loudly.

#![allow(clippy::disallowed_methods, reason = "who waits for a browser needs a watch")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use tesserarius::scenario::Library;

use crate::book::{between, demo_with, is_closed, skipped};
use crate::seats;

/// The driver of a browser, until the test is over.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        // it may have ended by itself
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What the page has written to its console since the last look.
#[derive(Debug)]
struct Console;

impl WebDriverCompatibleCommand for Console {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}

/// A browser with one window, and how long one waits for it.
struct Browser {
    client: Client,
    _driver: Driver,
}

const PATIENCE: Duration = Duration::from_secs(120);

impl Browser {
    /// Starts one; nothing where there is none.
    async fn start() -> Option<Browser> {
        let missing = ["chromium", "chromedriver"]
            .into_iter()
            .find(|program| Command::new(program).arg("--version").output().is_err());
        if let Some(missing) = missing {
            skipped(&format!("battle books in a browser, as {missing} is not here"));
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port").port();
        let mut command = Command::new("chromedriver");
        command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        let driver = Driver(command.spawn().expect("the driver starts"));
        let args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900"];
        let wanted =
            json!({ "goog:loggingPrefs": { "browser": "ALL" }, "goog:chromeOptions": { "args": args } });
        let Value::Object(wanted) = wanted else { return None };
        let until = Instant::now() + PATIENCE;
        loop {
            let address = format!("http://127.0.0.1:{port}");
            match ClientBuilder::new(HttpConnector::new())
                .capabilities(wanted.clone())
                .connect(&address)
                .await
            {
                Ok(client) => return Some(Browser { client, _driver: driver }),
                Err(error) => assert!(Instant::now() < until, "no browser: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// What a script gives back.
    async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Opens a page from the disk, and gives what its proof came to once it has come to an end.
    async fn open(&self, page: &Path, place: &str) -> String {
        // another page between, so that the same address with another event is opened anew
        self.client.goto("about:blank").await.expect("an empty page");
        let address = format!("file://{}{place}", page.display());
        self.client.goto(&address).await.unwrap_or_else(|error| panic!("{address}: {error}"));
        let until = Instant::now() + PATIENCE;
        loop {
            if let Value::String(proof) = self.run("return document.body.dataset.proof").await {
                return proof;
            }
            assert!(Instant::now() < until, "{address} never came to the end of its proof");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Presses keys, one after another.
    async fn press(&self, keys: &str) {
        let body = self.client.find(Locator::Css("body")).await.expect("a body");
        body.send_keys(keys).await.expect("keys are pressed");
    }

    /// What it says at the top.
    async fn said(&self) -> String {
        self.run("return document.getElementById('proof').textContent")
            .await
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The event that is shown.
    async fn shown(&self) -> u64 {
        let shown = self.run("return Number(document.getElementById('slider').value)").await;
        shown.as_f64().map_or(u64::MAX, |event| event as u64)
    }

    /// All that has been written to the console.
    async fn console(&self) -> Value {
        self.client.issue_cmd(Console).await.expect("the console")
    }
}

/// Runs what a test does with a browser, if there is one.
fn with_browser<F: Future<Output = ()>>(test: impl FnOnce(Browser) -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        if let Some(browser) = Browser::start().await {
            let client = browser.client.clone();
            test(browser).await;
            client.close().await.expect("the browser closes");
        }
    });
}

fn all() -> bool {
    std::env::var("TESS_BOOKS").is_ok_and(|books| books == "all")
}

/// The fields of which books are made.
fn fields() -> Vec<String> {
    let small = "spqr/skirmish,cataphract/skirmish,alexander/skirmish,legion/skirmish";
    match std::env::var("TESS_BOOKS").as_deref() {
        Ok("all") => Library::embedded().list().into_iter().map(|it| it.name).collect(),
        books => books.unwrap_or(small).split(',').map(str::to_owned).collect(),
    }
}

const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";

/// A book holds, goes through every event by keys to its end, and nothing is written to the console.
async fn plays(browser: &Browser, field: &str) {
    let home = seats::quick_room();
    let engine = std::env::var_os("TESS_ENGINE").map(PathBuf::from);
    let turns = std::env::var("TESS_TURNS").unwrap_or_else(|_| "2".to_owned());
    let book = demo_with(home.path(), field, &turns, engine.as_deref());
    let page = fs::read_to_string(&book).expect("a page");
    is_closed(&page);
    let last = page.matches("<article ").count() as u64 - 1;
    let proof = browser.open(&book, &format!("#e{}", last / 2)).await;
    assert_eq!(proof, "holds", "{field}: {}", browser.said().await);
    let class = browser.run("return document.getElementById('proof').className").await;
    assert_eq!((class, browser.shown().await), (json!("holds"), last / 2), "{field}");
    assert_eq!(browser.said().await.contains("the rules too"), engine.is_some(), "{field}");
    browser.press(HOME).await;
    for from in (0..last).step_by(50) {
        let keys = (last - from).min(50);
        browser.press(&RIGHT.repeat(usize::try_from(keys).expect("few"))).await;
        assert_eq!(browser.shown().await, from + keys, "{field}");
    }
    let pieces = browser.run("return document.querySelectorAll('[data-nth]').length").await;
    assert!(pieces.as_f64().is_some_and(|pieces| pieces > 1.0), "{field}: pieces are drawn");
    assert_eq!(browser.console().await, json!([]), "{field}");
    if std::env::var_os("TESS_BOOKS").is_some() {
        let figures = browser.run(FIGURES).await;
        println!("{field}: {} events, {} KiB, {figures}", last + 1, page.len().div_ceil(1024));
    }
}

/// Milliseconds: to the first picture, of the whole proof and of the rules in it, and of a step at the
/// median, its layout included.
const FIGURES: &str = "const { drawn, proved, rules } = document.body.dataset; const steps = [];
    document.getElementById('first').click();
    for (let event = Number(document.getElementById('slider').max); event > 0; event--) {
        const from = performance.now();
        document.getElementById('next').click();
        document.getElementById('board').getBoundingClientRect();
        steps.push(performance.now() - from);
    }
    steps.sort((one, other) => one - other);
    return { drawn: Number(drawn), proof: proved - drawn, rules: Number(rules ?? 0), step: Math.round(steps[steps.length >> 1] * 10) / 10 };";

#[test]
fn books_prove_themselves_and_are_stepped_through_to_their_end() {
    with_browser(|browser| async move {
        for field in fields() {
            plays(&browser, &field).await;
        }
    });
}

/// Keys on buttons, in the list of pieces and on the slider, an address that is none, a browser without
/// Ed25519.
#[test]
fn a_book_is_played_by_keys_alone_and_says_when_signatures_were_not_checked() {
    with_browser(|browser| async move {
        let home = seats::quick_room();
        let book = demo_with(home.path(), "spqr/skirmish", "1", None);
        assert_eq!(browser.open(&book, "#%").await, "holds", "an address that nobody can read");
        browser.run("document.getElementById('flip').focus()").await;
        let flip = browser.client.find(Locator::Css("#flip")).await.expect("a button");
        flip.send_keys(HOME).await.expect("Home");
        assert_eq!(browser.shown().await, 0, "keys go through the battle on a button, too");
        flip.send_keys(&RIGHT.repeat(3)).await.expect("keys");
        assert_eq!(browser.shown().await, 3);
        let focused = "return [...document.querySelectorAll('[role=row]')].findIndex((row) => row.contains(document.activeElement)) \
            + '/' + [...document.activeElement.parentNode.children].indexOf(document.activeElement)";
        browser.run("document.querySelector('[role=gridcell][tabindex=\"0\"]').focus()").await;
        let cell = browser.client.active_element().await.expect("a cell");
        cell.send_keys("\u{e015}\u{e015}\u{e014}").await.expect("keys");
        assert_eq!(browser.run(focused).await, json!("2/1"), "arrows move between the cells");
        assert_eq!(browser.shown().await, 3, "and not through the battle");
        let cells =
            browser.run("return document.querySelectorAll('[role=gridcell][tabindex=\"0\"]').length").await;
        assert_eq!(cells, json!(1), "one cell is reached by Tab");
        browser.client.active_element().await.expect("a cell").send_keys("\u{e007}").await.expect("Enter");
        let life = browser.run("return document.querySelectorAll('#life li').length").await;
        assert!(life.as_f64().is_some_and(|events| events > 0.0), "Enter shows the life of a piece");
        let ranges = "document.querySelector('[data-leader] circle').dispatchEvent(new MouseEvent('click', { bubbles: true })); \
            return document.querySelectorAll('#ranges path').length";
        assert_eq!(browser.run(ranges).await, json!(1), "a leader who is clicked shows how far he reaches");
        assert_eq!(browser.run(ranges).await, json!(0), "and clicked again no more");
        // as if it knew no Ed25519: what is not checked is never green
        let page = fs::read_to_string(&book).expect("a page");
        let script = between(&page, "<script>", "</script>").to_owned();
        let blind = script.replace("const able = await canSign();", "const able = false;");
        assert_ne!(script, blind);
        let policy = between(&page, "script-src ", ";").to_owned();
        fs::write(&book, page.replace(&script, &blind).replace(&policy, "'unsafe-inline'")).expect("written");
        assert_eq!(browser.open(&book, "").await, "part");
        let class = browser.run("return document.getElementById('proof').className").await;
        assert_eq!(class, json!("part"));
        assert!(browser.said().await.contains("NO SIGNATURE was checked"), "{}", browser.said().await);
    });
}

/// Signatures, links and positions hold, and yet words, points or the engine are others: the rules in the
/// page say so.
#[test]
fn what_the_rules_do_not_bear_out_is_refused_in_a_browser() {
    let Some(engine) = std::env::var_os("TESS_ENGINE").map(PathBuf::from) else {
        return skipped("the rules in the page of a battle, as TESS_ENGINE names no engine");
    };
    with_browser(|browser| async move {
        let home = seats::quick_room();
        let book = demo_with(home.path(), "spqr/skirmish", "1", Some(&engine));
        let page = fs::read_to_string(&book).expect("a page");
        let (before, tale) = page.split_once("<pre class=\"tale\">").expect("a tale");
        let event = between(before.rsplit_once("<article id=\"e").expect("an event").1, "", "\"").to_owned();
        let lie = format!("{before}<pre class=\"tale\">All is well. {tale}");
        let after = between(&page, "\"after\":[[0,0,1,", ",").to_owned();
        let points = page.replacen(&format!("\"after\":[[0,0,1,{after},"), "\"after\":[[0,0,1,77,", 1);
        let broken = with_other(&page, "engine", b"\0asm\x01\0\0\0 and no more");
        for (other, proof, says) in [
            (lie, event.as_str(), "in other words than the page has"),
            (points, "0", "turn, points or losses"),
            (broken, "part", "The rules were NOT checked"),
            (page.clone(), "holds", "the rules too"),
        ] {
            fs::write(&book, other).expect("written");
            let found = browser.open(&book, "").await;
            let said = browser.said().await;
            assert!(found == proof && said.contains(says), "{found}: {said}");
        }
        // every place can be asked, in any order
        let ask = "document.getElementById('first').click(); document.getElementById('last').click(); \
            document.getElementById('back').click(); document.getElementById('legal').click(); \
            document.getElementById('orders').value = 'nonsense'; const may = document.getElementById('answer').textContent; \
            document.getElementById('check').click(); return may + document.getElementById('answer').textContent";
        let answer = browser.run(ask).await.to_string();
        assert!(answer.contains("After event") && answer.contains("error"), "{answer}");
    });
}

/// One number after another, so that two runs flip the same bits.
fn below(state: &mut u64, most: usize) -> usize {
    *state = *state * 48_271 % 2_147_483_647;
    usize::try_from(*state).expect("small") % most
}

/// The data of a page under a name, unpacked.
fn unpacked(page: &str, name: &str) -> Vec<u8> {
    let packed = between(page, &format!("id=\"{name}\">"), "<");
    let bytes = BASE64.decode(packed.as_bytes()).expect("base64");
    miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).expect("zlib")
}

/// The page with other bytes under a name.
fn with_other(page: &str, name: &str, bytes: &[u8]) -> String {
    let packed = between(page, &format!("id=\"{name}\">"), "<");
    page.replace(packed, &BASE64.encode(&miniz_oxide::deflate::compress_to_vec_zlib(bytes, 1)))
}

/// Every second bit is flipped in the archive, the others in the positions that are drawn and signed.
#[test]
fn a_flipped_bit_is_refused_at_its_event_in_a_browser() {
    with_browser(|browser| async move {
        let home = seats::quick_room();
        let book = demo_with(home.path(), "spqr/skirmish", "1", None);
        let page = fs::read_to_string(&book).expect("a page");
        let facts: Value = serde_json::from_str(between(&page, "id=\"facts\">", "</script>")).expect("JSON");
        let number = |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("small");
        let lengths: Vec<usize> = facts["lengths"].as_array().expect("a list").iter().map(number).collect();
        let after: Vec<usize> =
            facts["after"].as_array().expect("a list").iter().map(|it| number(&it[0])).collect();
        let (archive, states) = (unpacked(&page, "archive"), unpacked(&page, "states"));
        let signed: usize = lengths.iter().take(after[after.len() - 2] + 1).sum();
        let mut state = 7;
        for nth in 0..if all() { 200 } else { 20 } {
            let (name, whole, most) =
                if nth % 2 == 0 { ("archive", &archive, archive.len()) } else { ("states", &states, signed) };
            let (at, bit) = (below(&mut state, most), below(&mut state, 8));
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << bit;
            let event = if nth % 2 == 0 {
                archive[..at].iter().filter(|byte| **byte == b'\n').count()
            } else {
                let ends = lengths.iter().scan(0, |sum, length| {
                    *sum += length;
                    Some(*sum)
                });
                let which = ends.take_while(|end| *end <= at).count();
                after.iter().position(|one| *one == which).expect("it is drawn") + 1
            };
            fs::write(&book, with_other(&page, name, &flipped)).expect("written");
            let proof = browser.open(&book, "").await;
            assert_eq!(
                proof,
                event.to_string(),
                "bit {bit} of byte {at} of {name}: {}",
                browser.said().await
            );
            let said = browser.said().await;
            assert!(said.contains("does NOT hold") && said.contains(&format!("at event {event}.")), "{said}");
        }
    });
}
