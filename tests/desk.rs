//! The desk as it is served: in a real browser a battle founded, looked at, ordered by clicks alone, and
//! proven; and mail that comes while it is open.
//!
//! Where node, chromium or its driver is not to be had, the browser is skipped, and says so loudly.

#![allow(clippy::disallowed_methods, reason = "who waits for a mail needs a watch")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A desk that is served until the test is over.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        // it may have ended by itself
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn tess(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tess"));
    command.current_dir(home).env("TESS_HOME", home.join("home")).env_remove("TESS_BATTLE");
    command
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Starts the program, and gives the address that it says.
fn served(mut command: Command) -> (Served, String) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("tess starts");
    let mut address = String::new();
    let out = child.stdout.take().expect("a pipe");
    let served = Served(child);
    BufReader::new(out).read_line(&mut address).expect("an address");
    (served, address.trim().to_owned())
}

/// Is a browser here, with what drives it? Says so loudly when not.
fn has_browser() -> bool {
    let missing = ["node", "chromium", "chromedriver"].into_iter().find(|program| !is_there(program));
    if let Some(missing) = missing {
        let said = format!("\nSKIPPED: the desk in a browser, as {missing} is not here\n");
        std::io::stderr().write_all(said.as_bytes()).expect("stderr is open");
    }
    missing.is_none()
}

/// A file of tests/vectors/desk.
fn vector(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/desk").join(name)
}

/// Founds a battle and serves its desk: the folder, the desk, its address.
fn founded(play: &[&str]) -> (tempfile::TempDir, Served, String) {
    let room = tempfile::tempdir().expect("a folder");
    let mut command = tess(room.path());
    command.arg("play").args(play).args(["--level", "easy", "--no-browser", "--dir", "battle"]);
    let (served, address) = served(command);
    (room, served, address)
}

/// Runs a script that drives the browser; it must come to its end.
fn driven(script: &str, home: &Path, arguments: &[&str]) {
    let mut node = Command::new("node");
    node.current_dir(home).env("TESS_HOME", home.join("home")).env_remove("TESS_BATTLE");
    let run = node.arg(vector(script)).args(arguments).output().expect("node runs");
    let (said, wrong) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && said.ends_with("done\n"), "{said}\n{wrong}");
}

/// So many sheets of a battle, clicked; then the archive is verified.
fn clicked(scenario: &str, sheets: &str) {
    if !has_browser() {
        return;
    }
    let (room, _served, address) = founded(&[scenario]);
    driven("clicks.mjs", room.path(), &[&address, sheets, "3"]);
    let verified = tess(room.path()).args(["verify", "battle/rome"]).output().expect("tess runs");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

/// How many sheets are clicked: `TESS_CLICKS=1000` is a whole battle.
fn sheets() -> String {
    std::env::var("TESS_CLICKS").unwrap_or_else(|_| "2".to_owned())
}

#[test]
fn a_sheet_is_clicked_and_sent() {
    clicked("spqr/skirmish", &sheets());
}

#[test]
fn a_sheet_on_an_open_table_is_clicked_and_sent() {
    clicked("legion/skirmish", &sheets());
}

#[test]
fn a_whole_orders_phase_of_cannae_is_the_same_clicked_and_written_by_hand() {
    if !has_browser() {
        return;
    }
    let (room, _served, address) = founded(&["spqr/cannae-216bc", "--side", "carthage"]);
    let [orders, line] =
        ["cannae-orders.txt", "cannae-line.txt"].map(|name| vector(name).display().to_string());
    driven("cannae.mjs", room.path(), &[&address, &orders, &line]);
}

#[test]
fn on_an_open_table_one_wheels_rides_and_puts_an_order_together_by_hand() {
    if !has_browser() {
        return;
    }
    let (room, _served, address) = founded(&["legion/skirmish"]);
    driven("gestures.mjs", room.path(), &[&address]);
}

#[test]
fn two_tabs_and_a_terminal_at_one_battle_never_disturb_each_other() {
    if !has_browser() {
        return;
    }
    let (room, _served, address) = founded(&["spqr/skirmish"]);
    driven("tabs.mjs", room.path(), &[&address, env!("CARGO_BIN_EXE_tess"), "battle"]);
}

/// A request as a browser makes it: the reply's head, and what follows as it comes.
fn request(address: &str, method: &str, path: &str, body: &str) -> (String, BufReader<TcpStream>) {
    let (host, secret) = address.trim_start_matches("http://").split_once('/').expect("host and path");
    let mut stream = TcpStream::connect(host).expect("the desk listens");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
    let from = if method == "POST" {
        format!("Origin: http://{host}\r\nContent-Type: application/json\r\n")
    } else {
        String::new()
    };
    let long = body.len();
    let head = format!(
        "{method} /{secret}{path} HTTP/1.1\r\nHost: {host}\r\n{from}Content-Length: {long}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).expect("asked");
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).expect("a reply") > 0, "{head}");
    }
    (head, reader)
}

fn json_of(address: &str, method: &str, path: &str, body: &Value) -> Value {
    let body = if method == "POST" { body.to_string() } else { String::new() };
    let (head, mut reader) = request(address, method, path, &body);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("text");
    assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn mail_is_taken_in_and_told_while_the_desk_is_open() {
    let room = tempfile::tempdir().expect("a folder");
    let home = room.path();
    let mut found = tess(home);
    found.args(["play", "--text", "--dir", "battle"]).stdin(Stdio::null());
    assert!(found.output().expect("tess runs").status.success());
    // without this it is a battle by mail like any other
    std::fs::remove_file(home.join("battle/play.toml")).expect("it was at home");
    let mut command = tess(home);
    command.args([
        "desk",
        "--no-browser",
        "--battle",
        "battle/rome",
        "--from",
        "battle/mail/rome",
        "--every",
        "1",
    ]);
    let (_served, address) = served(command);
    let (head, _) = request(&address, "GET", "", "");
    for header in ["content-security-policy: default-src 'none'", "x-frame-options: DENY", "text/html"] {
        assert!(head.contains(header), "{head}");
    }
    let (head, mut news) = request(&address, "GET", "news", "");
    assert!(head.contains("text/event-stream"), "{head}");
    let version = json_of(&address, "GET", "battle/0/sheet", &Value::Null)["version"].clone();
    let sheet = json_of(&address, "POST", "battle/0/sheet", &json!({ "text": "begin\n", "base": version }));
    let wanted = json!({ "deed": "orders", "version": sheet["version"] });
    let shown = json_of(&address, "POST", "battle/0/preview", &wanted);
    assert_eq!(shown["mail"].as_array().map(Vec::len), Some(1), "{shown}");
    let signed = json_of(&address, "POST", "battle/0/sign", &json!({ "code": shown["code"] }));
    let mut line = String::new();
    while !line.starts_with("data: ") {
        line.clear();
        assert!(news.read_line(&mut line).expect("news") > 0, "the line was closed");
    }
    assert!(line.contains(r#""changed":[0]"#), "{line}");
    // the other side opens its link for the dice, from a terminal
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let mut other = tess(home);
        other.args(["process", "--battle", "battle/carthage", "--maildir", "battle/mail/carthage"]);
        assert!(other.output().expect("tess runs").status.success());
        let now = json_of(&address, "GET", "battle/0/state", &Value::Null);
        if now["head"].as_u64() > signed["event"].as_u64() {
            return;
        }
        assert!(Instant::now() < until, "the mail was never taken in: {now}");
        std::thread::sleep(Duration::from_millis(200));
    }
}
