//! Folders that a stranger has filled: scenarios and cards made to fill the memory, to take for ever, or to
//! show what lies elsewhere on the disk.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// KiB of memory that the program may ask for, of which it needs a small part.
const MEMORY: u32 = 1_000_000;

/// Runs the program with so much memory, and half a minute of the processor.
fn tess(home: &Path, args: &[&str]) -> Output {
    let limits = format!("ulimit -v {MEMORY}; ulimit -t 60; exec \"$0\" \"$@\"");
    let tess = env!("CARGO_BIN_EXE_tess");
    let mut run = Command::new("sh");
    run.args(["-c", &limits, tess]).args(args).current_dir(home).env("TESS_HOME", home.join("home"));
    run.env_remove("TESS_BATTLE").env("NO_COLOR", "1").stdin(Stdio::null());
    run.output().expect("tess runs")
}

/// It has ended by itself, and said what is wrong.
fn ended(output: &Output) -> String {
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8(said).expect("text");
    assert!(matches!(output.status.code(), Some(0..=2 | 75)), "{:?}: {said}", output.status);
    assert!(said.len() < 1_000_000 && !said.contains("panicked"), "{said:.1000}");
    said
}

/// A scenario with another value for one of its numbers, for each of them.
fn with_other_numbers(text: &str, other: &str) -> Vec<String> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = at + bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let alone = at == 0 || matches!(bytes[at - 1], b' ' | b'[' | b',' | b'"' | b'\n');
        if end > at && alone {
            found.push([&text[..at], other, &text[end..]].concat());
        }
        at = end.max(at + 1);
    }
    found
}

#[test]
fn a_hostile_scenario_fills_no_memory_and_takes_not_for_ever() {
    let room = tempfile::tempdir().expect("a folder");
    for (number, scenario) in ["spqr/skirmish", "legion/skirmish"].into_iter().enumerate() {
        let dir =
            room.path().join(format!("library-{number}/{}", scenario.split('/').next().expect("a book")));
        fs::create_dir_all(&dir).expect("made");
        let text = fs::read_to_string(format!("scenarios/{scenario}.toml")).expect("a scenario");
        let numbers = ["4294967295", "9223372036854775807", "65535", "0", "999999"];
        let all = numbers.iter().flat_map(|other| with_other_numbers(&text, other));
        let mut count = 0;
        for (n, hostile) in all.enumerate() {
            fs::write(dir.join(format!("hostile-{n}.toml")), hostile).expect("written");
            count += 1;
        }
        assert!(count > 50, "{count} scenarios");
        let library = format!("library-{number}");
        let said = ended(&tess(room.path(), &["scenarios", "--library", &library]));
        assert!(said.contains("hostile-1"), "{said:.500}");
    }
}

#[test]
fn a_hostile_library_shows_nothing_else_and_holds_nobody_up() {
    let room = tempfile::tempdir().expect("a folder");
    let home = room.path();
    let dir = home.join("library/spqr");
    fs::create_dir_all(&dir).expect("made");
    fs::create_dir_all(home.join("library/charts/spqr")).expect("made");
    fs::write(home.join("secret"), "the-word-of-the-house\n").expect("written");
    let link = |to: &Path, name: &str| std::os::unix::fs::symlink(to, dir.join(name)).expect("linked");
    link(&home.join("secret"), "secret.toml");
    link(Path::new("/dev/zero"), "zero.toml");
    link(&home.join("library"), "round");
    let pipe = Command::new("mkfifo").arg(dir.join("pipe.toml")).status().expect("mkfifo");
    assert!(pipe.success());
    let large = fs::File::create(dir.join("large.toml")).expect("made");
    large.set_len(20 << 30).expect("a large hole");
    fs::write(dir.join("deep.toml"), format!("a = {}", "[".repeat(500_000))).expect("written");
    fs::write(dir.join("tables.toml"), "[a]\n".repeat(1) + &format!("[{}]\n", ["a"; 50_000].join(".")))
        .expect("written");
    fs::write(dir.join("wild.toml"), "title = \"\u{1b}]0;x\u{7}\u{202e}\"\n").expect("written");
    let said = ended(&tess(home, &["scenarios", "--library", "library"]));
    assert!(crate::seats::words(&said).contains("more than any scenario"), "{said}");
    for name in ["large", "deep", "wild"] {
        assert!(said.contains(&format!("spqr/{name}")), "{said}");
        ended(&tess(home, &["scenarios", "--library", "library", &format!("spqr/{name}")]));
    }
    for name in ["spqr/secret", "../secret", "spqr/../../secret", "spqr/pipe", "spqr/zero", "/etc/passwd"] {
        let said = ended(&tess(home, &["scenarios", "--library", "library", name]));
        assert!(!said.contains("the-word-of-the-house"), "{name}: {said}");
    }
}

#[test]
fn a_hostile_card_is_an_error() {
    let room = tempfile::tempdir().expect("a folder");
    let home = room.path();
    for who in ["rome", "carthage"] {
        ended(&tess(home, &["key", "new", who]));
        let address = format!("{who}@example.org");
        ended(&tess(home, &["card", "--battle", who, "--key", who, "--name", who, "--address", &address]));
    }
    let good = fs::read_to_string(home.join("carthage/card.json")).expect("a card");
    let large = fs::File::create(home.join("large.json")).expect("made");
    large.set_len(20 << 30).expect("a large hole");
    let key = good.find("\"key\"").expect("a key");
    let bad = [
        good.replace("4096", "4294967295"),
        good.replace("4096", "0"),
        good.replace("carthage@example.org", "x\\r\\nBcc: y@z"),
        good.replace("\"carthage\"", &format!("\"{}\"", "n".repeat(900_000))),
        format!("{}\"key\": \"{}\"}}", &good[..key], "0".repeat(64)),
        "{".repeat(900_000),
    ];
    for (n, card) in bad.iter().enumerate() {
        fs::write(home.join(format!("bad-{n}.json")), card).expect("written");
    }
    let files =
        (0..bad.len()).map(|n| format!("bad-{n}.json")).chain(["large.json".to_owned(), "/dev/zero".into()]);
    for (n, file) in files.enumerate() {
        let battle = format!("rome-{n}");
        let from = fs::read_dir(home.join("rome")).expect("a seat").map(|e| e.expect("an entry").path());
        fs::create_dir_all(home.join(&battle)).expect("made");
        for path in from.filter(|path| path.is_file()) {
            fs::copy(&path, home.join(&battle).join(path.file_name().expect("a name"))).expect("copied");
        }
        let card = format!("carthage={file}");
        let args = ["new", "--battle", &battle, "--scenario", "spqr/skirmish", "--side", "rome"];
        ended(&tess(home, &[&args[..], &["--mode", "direct", "--card", &card]].concat()));
    }
}
