//! The desk in a real browser: a battle founded, looked at, ordered by clicks alone, and proven.
//!
//! Where node, chromium or its driver is not to be had, this is skipped, and says so loudly.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

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

/// So many sheets of a battle, clicked; then the archive is verified.
fn clicked(scenario: &str, sheets: &str) {
    if let Some(missing) = ["node", "chromium", "chromedriver"].into_iter().find(|program| !is_there(program))
    {
        let said = format!("\nSKIPPED: the desk in a browser, as {missing} is not here\n");
        std::io::stderr().write_all(said.as_bytes()).expect("stderr is open");
        return;
    }
    let room = tempfile::tempdir().expect("a folder");
    let args = ["play", scenario, "--level", "easy", "--no-browser", "--dir", "battle"];
    let mut child = tess(room.path()).args(args).stdout(Stdio::piped()).spawn().expect("tess starts");
    let mut address = String::new();
    let out = child.stdout.take().expect("a pipe");
    let _served = Served(child);
    BufReader::new(out).read_line(&mut address).expect("an address");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/desk/clicks.mjs");
    let clicks = Command::new("node").arg(script).args([address.trim(), sheets]).output().expect("node runs");
    let (said, wrong) = (String::from_utf8_lossy(&clicks.stdout), String::from_utf8_lossy(&clicks.stderr));
    assert!(clicks.status.success() && said.ends_with("done\n"), "{said}\n{wrong}");
    let verified = tess(room.path()).args(["verify", "battle/rome"]).output().expect("tess runs");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

#[test]
fn a_sheet_is_clicked_and_sent() {
    clicked("spqr/skirmish", "2");
}

#[test]
fn a_sheet_on_an_open_table_is_clicked_and_sent() {
    clicked("legion/skirmish", "2");
}
