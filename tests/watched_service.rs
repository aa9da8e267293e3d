//! The umpire's service as whoever looks after it sees it: counts and health on the loopback, JSON in the
//! log.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The service over an empty store, ended with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tess"));
    command
        .args(["serve", "--store", "store", "--to", "maildir:post/{user}", "--every", "1"])
        .args(args)
        .current_dir(dir)
        .env("TESS_HOME", dir.join("home"))
        .env_remove("TESS_FROM")
        .env_remove("TESS_TRANSPORT")
        .stderr(Stdio::piped());
    command
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port()
}

fn get(port: u16, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n").as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

/// The answer once it fits, as the service needs a moment.
fn soon(port: u16, path: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut last = String::new();
    for _ in 0..100 {
        last = get(port, path).unwrap_or_default();
        if fits(&last) {
            return last;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{last}");
}

#[test]
fn a_keeper_scrapes_counts_asks_for_health_and_reads_json() {
    let room = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(room.path().join("in/new")).expect("a maildir");
    for part in ["cur", "tmp"] {
        std::fs::create_dir_all(room.path().join("in").join(part)).expect("a maildir");
    }
    let odd = "From: x@x.test\r\nSubject: \u{202e}odd\r\nMessage-ID: <1@x>\r\n\r\nhello\r\n";
    std::fs::write(room.path().join("in/new/1.a"), odd).expect("a mail");
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let mut running = Running(
        serve(room.path(), &["--listen", &listen, "--log", "json", "--from", "in"])
            .spawn()
            .expect("tess runs"),
    );
    let health = soon(port, "/health", |answer| answer.contains("200 OK"));
    assert!(health.contains("ok: the last round was"), "{health}");
    let counts = soon(port, "/metrics", |answer| answer.contains("tess_mails_stray_total 1"));
    assert!(
        counts.contains("# TYPE tess_battles gauge") && counts.contains("\ntess_mails_in_total 1\n"),
        "{counts}"
    );
    let lines = BufReader::new(running.0.stderr.take().expect("a pipe")).lines();
    let lines: Vec<serde_json::Value> =
        lines.take(2).map(|line| serde_json::from_str(&line.expect("a line")).expect("JSON")).collect();
    assert_eq!((&lines[0]["level"], &lines[0]["text"]), (&"info".into(), &"begins".into()));
    assert!(lines[1]["mail"].as_str().is_some_and(|name| name.len() == 16), "{}", lines[1]);
    assert_eq!(lines[1]["text"], "stray: no block for a battle in it");
}

#[test]
fn a_window_that_others_could_reach_is_not_opened() {
    let room = tempfile::tempdir().expect("a folder");
    let output = serve(room.path(), &["--once", "--listen", "0.0.0.0:0"]).output().expect("tess runs");
    let said = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!output.status.success() && said.contains("can be reached from elsewhere"), "{said}");
}
