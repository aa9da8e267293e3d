//! `examples/verify.py` agrees with the program: on a battle this test
//! writes, on every log in `tests/vectors/log`, and on flipped bits.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

mod api {
    pub use tesserarius::dice::*;
    pub use tesserarius::ledger::*;
}

#[allow(dead_code)]
#[path = "../src/ledger/tests/theatre.rs"]
mod theatre;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn python(arguments: &[&Path]) -> Output {
    let mut command = Command::new("python3");
    command.arg("-B").args(arguments).output().expect("python3 runs")
}

/// Without Python or its library nothing can be tested, which is said loudly.
fn can_run() -> bool {
    let mut command = Command::new("python3");
    let probe = command.args(["-c", "import cryptography"]).output();
    if probe.is_ok_and(|output| output.status.success()) {
        return true;
    }
    let note = b"\nSKIPPED: verify.py, as python3 with cryptography is not here\n";
    // Written past the capture of the test harness.
    std::io::stderr().write_all(note).expect("stderr is open");
    false
}

#[test]
fn a_battle_written_here_is_right() {
    if !can_run() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.tess");
    let battle = theatre::small_battle();
    std::fs::write(&path, battle.archive()).unwrap();
    let output = python(&[&at("examples/verify.py"), &path]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("right: 15 events, 6 links, 6 dice"), "{said}");
    assert!(said.contains(&format!("head {}", battle.ledger.head())), "{said}");
    assert!(said.contains("Not checked"), "{said}");
}

#[test]
fn every_log_on_file_is_judged_alike() {
    if !can_run() {
        return;
    }
    let entries = std::fs::read_dir(at("tests/vectors/log")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let logs: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "tess")).collect();
    let (driver, verify) = (at("tests/vectors/judge.py"), at("examples/verify.py"));
    let mut arguments: Vec<&Path> = vec![&driver, &verify];
    arguments.extend(logs.iter().map(PathBuf::as_path));
    let output = python(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.lines().count(), logs.len());
    let mut wrong = 0;
    for (path, said) in logs.iter().zip(said.lines()) {
        let expect = std::fs::read_to_string(path.with_extension("expect")).unwrap();
        let want = match expect.split_once(": ") {
            None => "0 right: ".to_owned(),
            Some((line, _)) => format!("1 WRONG in archive {line}:"),
        };
        wrong += usize::from(want.starts_with('1'));
        assert!(said.starts_with(&want), "{}\nwants {want}\nsaid {said}", path.display());
    }
    assert!(wrong >= 30, "only {wrong} hostile files");
    // And as a person would call it.
    let output = python(&[&verify, &at("tests/vectors/log/wrong-die.tess")]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn flipped_bits_are_seen() {
    if !can_run() {
        return;
    }
    let (driver, good) = (at("tests/vectors/flip.py"), at("tests/vectors/log/good.tess"));
    let step = std::env::var("TESS_FLIP_STEP").unwrap_or_else(|_| "7".to_owned());
    let output = python(&[&driver, &at("examples/verify.py"), &good, Path::new(&step)]);
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    let flips: usize = said.trim().parse().unwrap();
    assert!(flips > 2000, "{flips}");
}

/// Logs with a passed deadline, each with the line that does not hold, if one does not.
fn logs_with_deadlines() -> Vec<(&'static str, Vec<u8>, Option<usize>)> {
    use api::{Consequence, Kind, Mode};
    let theatre = |then| {
        let mut t = theatre::Theatre::offered_with(Mode::Umpire, |g| g.deadlines.then = then).accepted();
        t.after(72);
        t
    };
    // What the ledger refuses is put behind the archive by hand.
    let with = |t: &theatre::Theatre, by: &str, kind: Kind| {
        let line = t.sign(t.draft(by, kind)).line() + "\n";
        [t.archive(), line.into_bytes()].concat()
    };
    let late = |t: &theatre::Theatre| Kind::Timeout(t.late("rome", Consequence::Default));
    let t = theatre(Consequence::Default);
    let mut early = theatre(Consequence::Default);
    early.after(71);
    let mut decided = theatre(Consequence::Default);
    let timeout = decided.say("umpire", late(&decided)).unwrap();
    let mut whole = theatre(Consequence::Default);
    whole.say("umpire", late(&whole)).unwrap();
    whole.say("umpire", whole.default_of("rome", timeout)).unwrap();
    whole.reveal("umpire", &[("momentum:hanno", 10)]).unwrap();
    let extended = {
        let mut t = theatre(Consequence::Extension);
        let until = api::deadline::later(&t.now, 72);
        let longer = api::Timeout { until, ..t.late("rome", Consequence::Extension) };
        t.say("umpire", Kind::Timeout(longer)).unwrap();
        t
    };
    vec![
        ("right", whole.archive(), None),
        ("extended", extended.archive(), None),
        ("too early", with(&early, "umpire", late(&early)), Some(3)),
        ("not in genesis", with(&theatre(Consequence::Forfeit), "umpire", late(&t)), Some(3)),
        ("by a side", with(&t, "carthage", late(&t)), Some(3)),
        ("orders by the late side", with(&decided, "rome", theatre::orders("x")), Some(4)),
        ("for the other side", with(&decided, "umpire", decided.default_of("carthage", timeout)), Some(4)),
        ("twice", with(&whole, "umpire", whole.default_of("rome", timeout)), Some(6)),
        ("without a timeout", with(&t, "umpire", t.default_of("rome", timeout)), Some(3)),
    ]
}

#[test]
fn a_passed_deadline_is_judged_alike() {
    let folder = tempfile::tempdir().unwrap();
    for (name, archive, wrong) in logs_with_deadlines() {
        let lines = api::read_lines(&archive).unwrap();
        let found = match api::Ledger::verify_all(lines, api::Checks::Strict) {
            Ok(_) => None,
            Err(api::LedgerError::Line { line, .. }) => Some(line),
            Err(error) => panic!("{name}: {error}"),
        };
        assert_eq!(found, wrong, "{name}");
        if can_run() {
            let path = folder.path().join("battle.tess");
            std::fs::write(&path, &archive).unwrap();
            let output = python(&[&at("examples/verify.py"), &path]);
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let want = wrong.map_or("right: ".to_owned(), |line| format!("WRONG in archive line {line}:"));
            assert!(said.starts_with(&want), "{name}: wants {want}\nsaid {said}");
        }
    }
}
