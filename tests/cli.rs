//! The program from outside: a battle begun in all three modes, and what it says to wrong input.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

struct Table {
    dir: tempfile::TempDir,
}

impl Table {
    fn new() -> Table {
        Table { dir: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn tess(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_tess"))
            .args(args)
            .current_dir(self.dir.path())
            .env("TESS_HOME", self.path("home"))
            .env_remove("TESS_BATTLE")
            .env_remove("TESS_PASSPHRASE")
            .env_remove("TESS_TRANSPORT")
            .env("NO_COLOR", "1")
            .output()
            .expect("tess runs")
    }

    /// Runs what must succeed; its standard output.
    fn ok(&self, args: &[&str]) -> String {
        let output = self.tess(args);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "tess {args:?}\n{text}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        text
    }

    /// Runs what must fail; exit code and standard error.
    fn fails(&self, args: &[&str]) -> (i32, String) {
        let output = self.tess(args);
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn card(&self, who: &str) {
        self.ok(&["key", "new", who]);
        let address = format!("{who}@example.org");
        self.ok(&[
            "card",
            "--battle",
            who,
            "--key",
            who,
            "--name",
            who,
            "--address",
            &address,
            "--links",
            "64",
        ]);
    }

    /// Gives every mail that a seat has written, and nobody has got yet, to the others.
    fn carry(&self, from: &str) {
        let folder = self.path(from).join("to-send");
        let mut mails: Vec<PathBuf> =
            fs::read_dir(&folder).into_iter().flatten().map(|e| e.expect("an entry").path()).collect();
        mails.sort();
        for mail in mails {
            let text = fs::read_to_string(&mail).expect("a mail");
            let to = text.lines().find_map(|l| l.strip_prefix("To: ")).expect("a receiver");
            let who = ["rome", "carthage", "umpire"]
                .into_iter()
                .find(|w| to.contains(&format!("{w}@")))
                .expect("known");
            let offer = mail.to_str().expect("a path");
            if self.path(who).join("seat.toml").exists() {
                self.ok(&["process", "--battle", who, "--maildir", offer]);
            } else {
                self.ok(&["join", who, offer]);
            }
            fs::remove_file(&mail).expect("removed");
        }
    }

    fn carry_all(&self, roles: &[&str]) {
        for _ in 0..6 {
            roles.iter().for_each(|r| self.carry(r));
        }
    }
}

fn a_battle_begins(mode: &str) {
    let t = Table::new();
    let roles: &[&str] =
        if mode == "direct" { &["rome", "carthage"] } else { &["rome", "umpire", "carthage"] };
    roles.iter().for_each(|r| t.card(r));
    let mut args =
        vec!["new", "--battle", "rome", "--scenario", "spqr/skirmish", "--side", "rome", "--mode", mode];
    args.extend(["--card", "carthage=carthage/card.json"]);
    if mode != "direct" {
        args.extend(["--card", "umpire=umpire/card.json"]);
    }
    t.ok(&args);
    t.carry_all(roles);
    let log = t.ok(&["log", "--battle", "rome"]);
    assert!(log.contains("accept"), "{log}");
    // whoever is to begin does
    let side =
        ["rome", "carthage"].into_iter().find(|r| t.ok(&["legal", "--battle", r]).starts_with("begin"));
    let side = side.expect("a side is to begin");
    fs::write(t.path("sheet.txt"), "begin\n").expect("written");
    t.ok(&["check", "--battle", side, "sheet.txt"]);
    t.ok(&["send", "--battle", side, "sheet.txt", "--note", "Well met"]);
    t.carry_all(roles);
    let archives: Vec<Vec<u8>> =
        roles.iter().map(|r| fs::read(t.path(r).join("archive.tess")).expect("an archive")).collect();
    assert!(archives.windows(2).all(|w| w[0] == w[1]), "the archives differ");
    let verified = t.ok(&["verify", "rome/archive.tess"]);
    assert!(verified.contains("the archive holds"), "{verified}");
    let report = t.ok(&["report", "--battle", "rome", "--since", "0"]);
    assert!(report.lines().all(|l| l.len() <= 78));
    let json = t.ok(&["verify", "--json", "rome"]);
    assert!(json.contains("\"holds\":true"), "{json}");
    // a bit changed is found
    let mut bytes = archives[0].clone();
    let place = bytes.len() - 20;
    bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
    fs::write(t.path("bent.tess"), bytes).expect("written");
    assert_eq!(t.fails(&["verify", "bent.tess"]).0, 1);
}

#[test]
fn a_battle_begins_under_an_umpire() {
    a_battle_begins("umpire");
}

#[test]
fn a_battle_begins_between_two() {
    a_battle_begins("direct");
}

#[test]
fn a_battle_begins_with_both_openers() {
    a_battle_begins("both");
}

#[test]
fn wrong_input_is_answered_with_what_would_be_right() {
    let t = Table::new();
    let (code, text) = t.fails(&["report"]);
    assert_eq!(code, 1);
    assert_eq!(
        text,
        "error: no battle is named, and this folder holds no seat.toml\n\
         help: say --battle DIR, or set TESS_BATTLE\n"
    );
    let (code, text) = t.fails(&["key", "show", "nobody"]);
    assert_eq!(code, 1);
    assert!(text.contains("there is no key") && text.contains("tess key new nobody"), "{text}");
    let (code, text) = t.fails(&["verify", "missing.tess"]);
    assert_eq!(code, 1);
    assert!(text.contains("help: name an archive"), "{text}");
    assert_eq!(t.fails(&["map", "--radius", "x"]).0, 2);
    assert_eq!(t.fails(&["frobnicate"]).0, 2);
}

#[test]
fn wrong_sheets_hexes_and_keys_are_refused() {
    let t = Table::new();
    t.card("rome");
    t.card("carthage");
    let found = ["new", "--battle", "rome", "--scenario", "spqr/skirmish", "--side", "rome", "--mode"];
    let (code, text) = t.fails(&[&found[..], &["both", "--card", "carthage=carthage/card.json"]].concat());
    assert_eq!(code, 1);
    assert!(text.starts_with("error: the umpire's card is missing"), "{text}");
    t.ok(&[&found[..], &["direct", "--card", "carthage=carthage/card.json"]].concat());
    let (_, text) = t.fails(&["map", "9999", "--battle", "rome"]);
    assert!(text.starts_with("error: 9999 is no hex of this field\nhelp: write four digits"), "{text}");
    fs::write(t.path("bad.txt"), "mvoe R1 fwd\n").expect("written");
    let (code, text) = t.fails(&["check", "--battle", "rome", "bad.txt"]);
    assert_eq!(code, 1);
    assert!(text.contains("mvoe") && text.contains("1 error"), "{text}");
    let (code, text) = t.fails(&["rekey", "--key", "none", "--battle", "rome"]);
    assert_eq!(code, 1);
    assert!(text.contains("tess key new none"), "{text}");
    // a third person cannot join with the offer
    t.card("dora");
    let offer = first_mail(&t.path("rome/to-send"));
    let (code, text) = t.fails(&["join", "dora", offer.to_str().expect("a path")]);
    assert_eq!(code, 1);
    assert!(text.starts_with("error: the battle offered does not name this key"), "{text}");
}

fn first_mail(folder: &Path) -> PathBuf {
    let mut mails: Vec<PathBuf> =
        fs::read_dir(folder).expect("mails").map(|e| e.expect("one").path()).collect();
    mails.sort();
    mails.remove(0)
}
