//! The battle book: its proof against the vectors of the protocol (in node), books in a real browser, what a
//! hostile name can do in them, and what of a running battle is in them.
//!
//! Where node or chromium is not to be had, the tests that need them are skipped, and say so loudly.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};
use tesserarius::book::proof_script;
use tesserarius::ledger::{Mode, Role};

use crate::seats;

/// Past the capture of the test harness, so that nobody overlooks it.
pub fn skipped(what: &str) {
    std::io::stderr().write_all(format!("\nSKIPPED: {what}\n").as_bytes()).expect("stderr is open");
}

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn tess(home: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tess"));
    command.args(args).current_dir(home).env("TESS_HOME", home.join("home")).env_remove("TESS_BATTLE");
    command.output().expect("tess runs")
}

/// What a script says that is run in node after the part of the page that proves; nothing without node.
fn in_node(test: &str, arguments: &[&Path]) -> Option<String> {
    if Command::new("node").arg("--version").output().is_err() {
        skipped("the proof of the battle book in node, as node is not here");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("test.js");
    let script =
        format!("\"use strict\";\n{}\n{}", proof_script(), fs::read_to_string(at(test)).expect("a test"));
    fs::write(&file, script).expect("written");
    let output = Command::new("node").arg(&file).args(arguments).output().expect("node runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}", errors.chars().take(2_000).collect::<String>());
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// A battle between the program's own players, and the book of it.
fn demo(home: &Path, scenario: &str, turns: &str) -> PathBuf {
    demo_with(home, scenario, turns, None)
}

/// The same, with the rules for a browser in it.
pub fn demo_with(home: &Path, scenario: &str, turns: &str, engine: Option<&Path>) -> PathBuf {
    let made = tess(home, &["demo", "--dir", "demo", "--scenario", scenario, "--turns", turns]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut args = vec!["book", "demo/umpire", "-o", "battle.html"];
    args.extend(engine.into_iter().flat_map(|path| ["--engine", path.to_str().expect("a name in UTF-8")]));
    let made = tess(home, &args);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    home.join("battle.html")
}

#[test]
fn the_page_makes_what_the_protocol_has() {
    let Some(said) = in_node("tests/vectors/book/protocol.js", &[&at("tests/vectors/protocol.json")]) else {
        return;
    };
    assert_eq!(said.trim(), "every vector holds");
}

#[test]
fn the_page_judges_every_log_on_file_like_the_program() {
    let Some(said) = in_node("tests/vectors/book/judge.js", &[&at("tests/vectors/log")]) else { return };
    let mut wrong = 0;
    for line in said.lines() {
        let (name, found) = line.split_once(' ').expect("a name and what was found");
        let expect =
            fs::read_to_string(at("tests/vectors/log").join(name).with_extension("expect")).expect("a log");
        let want = expect.trim().split(':').next().unwrap_or_default();
        assert_eq!(found, want, "{name}");
        wrong += usize::from(want != "ok");
    }
    assert!(wrong >= 30, "only {wrong} hostile logs");
}

/// Two hundred books of one battle with a single bit flipped in the archive, and as many with one flipped in
/// the positions: each is refused at the event that the bit concerns.
#[test]
fn a_flipped_bit_is_found_at_its_event() {
    let home = seats::quick_room();
    let book = demo(home.path(), "spqr/skirmish", "2");
    let Some(said) = in_node("tests/vectors/book/flips.js", &[&book]) else { return };
    assert_eq!(said.trim(), "the book holds; 200 flips in the archive and 200 in the positions were found");
}

/// The text between two marks, the first time that it stands in a page.
pub fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let rest = page.split_once(from).unwrap_or_else(|| panic!("{from} is not in the page")).1;
    rest.split_once(to).unwrap_or_else(|| panic!("{to} does not follow")).0
}

/// The policy names the one script and the one style that are there, and nothing else may be loaded or run.
pub fn is_closed(page: &str) {
    let policy = between(page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let hash = |text: &str| format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text)));
    let script = hash(between(page, "<script>", "</script>"));
    let style = hash(between(page, "<style>", "</style>"));
    let engine = page.contains("id=\"engine\"");
    let wasm = if engine { " 'wasm-unsafe-eval'" } else { "" };
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; script-src {script}{wasm}; style-src {style}; base-uri 'none'; form-action 'none'"
        )
    );
    assert_eq!(
        page.matches("<script").count(),
        4 + 2 * usize::from(engine),
        "three of data, one of the page"
    );
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("<style").count(), 1);
    let markup =
        page.replace(between(page, "<script>", "</script>"), "").replace("http://www.w3.org/2000/svg", "");
    let tags = markup.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default());
    for tag in tags {
        let loads = ["img", "iframe", "link", "object", "embed", "base", "form"].iter().any(|name| {
            tag.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        });
        // what stands between quotation marks is no name of an attribute
        let names: String = tag.split('"').step_by(2).collect();
        let acts = [" on", " src=", " style="].iter().any(|what| names.contains(what))
            || ["javascript:", "http:", "https:"].iter().any(|what| tag.contains(what));
        assert!(!loads && !acts, "<{tag}>");
    }
}

#[test]
fn names_and_notes_of_players_are_text() {
    let home = seats::quick_room();
    let name = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u{202e}&amp;\u{1b}[31m";
    for who in ["rome", "carthage"] {
        tess(home.path(), &["key", "new", who]);
        let with =
            ["--battle", who, "--key", who, "--name", name, "--address", "a@example.org", "--links", "64"];
        tess(home.path(), &[&["card"], &with[..]].concat());
    }
    let with = ["--scenario", "spqr/skirmish", "--side", "carthage", "--mode", "direct"];
    tess(
        home.path(),
        &[&["new", "--battle", "carthage"], &with[..], &["--card", "rome=rome/card.json"]].concat(),
    );
    let made = tess(home.path(), &["book", "carthage", "-o", "battle.html"]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = fs::read_to_string(home.path().join("battle.html")).expect("a page");
    is_closed(&page);
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"), "it can still be read");
    assert!(!page.contains(['\u{202e}', '\u{1b}']));
}

/// A book up to an event is made of the lines up to it alone, and a seat's secrets are no part of any.
#[test]
fn a_running_battle_is_in_its_book_as_everybody_sees_it() {
    let home = seats::quick_room();
    seats::begin(home.path(), Mode::Umpire, seats::no_deadlines());
    seats::fight(home.path(), Mode::Umpire, 30);
    let archive = seats::archive(home.path(), &Role::umpire());
    let to = 20;
    let cut: Vec<u8> =
        archive.split_inclusive(|byte| *byte == b'\n').take(to + 1).flatten().copied().collect();
    fs::write(home.path().join("cut.tess"), &cut).expect("written");
    let seat = Role::umpire().to_string();
    let to_text = to.to_string();
    for (from, output, more) in
        [(seat.as_str(), "from-seat.html", vec!["--to", &to_text]), ("cut.tess", "from-cut.html", Vec::new())]
    {
        let made = tess(home.path(), &[&["book", from, "-o", output], &more[..]].concat());
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }
    let [one, other] =
        ["from-seat.html", "from-cut.html"].map(|name| fs::read(home.path().join(name)).expect("a page"));
    assert!(one == other, "what was said later, or what the seat knows, makes a difference");
    is_closed(&String::from_utf8(one).expect("text"));
}

/// What a browser makes of a page: its elements once it has settled, and what it wrote to its console.
fn browsed(page: &Path, place: &str) -> Option<(String, Vec<String>)> {
    let profile = tempfile::tempdir().expect("a folder");
    let mut command = Command::new("chromium");
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]);
    command.arg("--virtual-time-budget=60000").arg(format!("--user-data-dir={}", profile.path().display()));
    let Ok(output) = command.arg(format!("file://{}{place}", page.display())).output() else {
        skipped("battle books in a browser, as chromium is not here");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let console = errors.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
    Some((String::from_utf8_lossy(&output.stdout).into_owned(), console))
}

/// A running battle of each book of rules: whatever its seats know that the log does not say yet, keys,
/// chains, hands of cards, is in no book of it, packed or not.
#[test]
fn nothing_that_is_sealed_is_in_a_book_of_a_running_battle() {
    let mut opened_later = 0;
    for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish", "legion/skirmish"] {
        let home = seats::quick_room();
        let made = tess(home.path(), &["demo", "--dir", "demo", "--scenario", scenario, "--turns", "1"]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let seats: Vec<PathBuf> = fs::read_dir(home.path().join("demo"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.join("archive.tess").exists())
            .collect();
        let archive = fs::read(seats[0].join("archive.tess")).expect("an archive");
        let lines: Vec<&[u8]> = archive.split_inclusive(|byte| *byte == b'\n').collect();
        let to = lines.len() / 2;
        fs::write(home.path().join("bare.tess"), lines[..=to].concat()).expect("written");
        // what is opened only later, and what a seat keeps to itself
        let mut secrets = Vec::new();
        for line in &lines[to + 1..] {
            let line: serde_json::Value = serde_json::from_slice(line).expect("JSON");
            let event = &line["event"];
            let unseals = event["body"]["unseal"].as_array().into_iter().flatten();
            let salts = unseals.filter_map(|unseal| unseal["salt"].as_str());
            secrets.extend(salts.chain(event["body"]["link"].as_str()).map(str::to_owned));
        }
        opened_later += secrets.len();
        for seat in &seats {
            let chain: serde_json::Value =
                serde_json::from_slice(&fs::read(seat.join("chain.seed")).unwrap_or_default())
                    .unwrap_or_default();
            let kept = chain.as_object().into_iter().flatten().filter(|(name, _)| *name == "seed");
            secrets.extend(kept.filter_map(|(_, value)| Some(value.as_str()?.to_owned())));
            let key = fs::read_to_string(seat.join("key.pem")).expect("a key");
            secrets.extend(key.lines().filter(|line| !line.starts_with("-----")).map(str::to_owned));
        }
        assert!(secrets.iter().all(|secret| secret.len() > 20), "{secrets:?}");
        let page = |from: &str, more: &[&str]| {
            let made = tess(home.path(), &[&["book", from, "-o", "battle.html"], more].concat());
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            fs::read_to_string(home.path().join("battle.html")).expect("a page")
        };
        let bare = page("bare.tess", &[]);
        for seat in &seats {
            let own = page(seat.to_str().expect("a name"), &["--to", &to.to_string()]);
            assert!(own == bare, "{scenario}: what a seat knows makes a difference");
        }
        let unpacked = ["archive", "states"].map(|name| {
            let packed = BASE64.decode(between(&bare, &format!("id=\"{name}\">"), "<").as_bytes());
            miniz_oxide::inflate::decompress_to_vec_zlib(&packed.expect("base64")).expect("zlib")
        });
        for secret in &secrets {
            let raw = data_encoding::HEXLOWER.decode(secret.as_bytes()).unwrap_or_default();
            let is_in =
                |bytes: &[u8], it: &[u8]| !it.is_empty() && bytes.windows(it.len()).any(|found| found == it);
            let holds = |bytes: &[u8]| is_in(bytes, secret.as_bytes()) || is_in(bytes, &raw);
            assert!(!holds(bare.as_bytes()) && !unpacked.iter().any(|it| holds(it)), "{scenario}: {secret}");
        }
    }
    assert!(opened_later > 0, "nothing was opened later at all");
}

/// A doctored book says so, and where.
#[test]
fn a_doctored_book_is_refused_in_a_browser() {
    let home = seats::quick_room();
    let book = demo(home.path(), "spqr/skirmish", "1");
    let page = fs::read_to_string(&book).expect("a page");
    let packed = between(&page, "id=\"archive\">", "<");
    let bytes = BASE64.decode(packed.as_bytes()).expect("base64");
    let mut archive = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).expect("zlib");
    let line = archive.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(6).expect("seven lines").0;
    archive[line + 200] ^= 1;
    let again = BASE64.encode(&miniz_oxide::deflate::compress_to_vec_zlib(&archive, 6));
    fs::write(&book, page.replace(packed, &again)).expect("written");
    let Some((seen, _)) = browsed(&book, "") else { return };
    assert!(seen.contains("data-proof=\"7\""), "{}", between(&seen, "id=\"proof\"", "</p>"));
    let said = between(&seen, "id=\"proof\"", "</p>");
    assert!(said.contains("does NOT hold") && said.contains("at event 7"), "{said}");
}
