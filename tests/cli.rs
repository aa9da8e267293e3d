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

/// What is wrong with the battle itself is said before anybody is asked for cards, and nothing is made.
#[test]
fn a_battle_that_there_is_not_is_not_founded() {
    let t = Table::new();
    for (wrong, says) in [
        (["spqr/skirmsh", "rome", "engaged"], "did you mean `spqr/skirmish`?"),
        (["spqr/skirmish", "rome", "elefants"], "write one of: elephant-command, engaged"),
        (["spqr/skirmish", "carthago", "engaged"], "write --side rome or --side carthage"),
        (["spqr/skirmish", "umpire", "engaged"], "umpire is no side of spqr/skirmish"),
    ] {
        let [scenario, side, option] = wrong;
        let founded = ["new", "--battle", "a", "--scenario", scenario, "--side", side, "--option", option];
        let (_, told) = t.fails(&[&founded[..], &["--mode", "direct", "--name", "Anna"]].concat());
        assert!(told.contains(says), "{told}");
        assert!(!t.path("a").exists(), "{told}");
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
    let odds = t.ok(&["odds", "--battle", side, "sheet.txt", "--runs", "300", "--seed", "7"]);
    assert!(
        odds.starts_with("300 runs with dice of their own (seed 7), never those of the battle"),
        "{odds}"
    );
    assert!(odds.lines().all(|line| line.len() <= 78), "{odds}");
    assert_eq!(odds, t.ok(&["odds", "--battle", side, "sheet.txt", "--runs", "300", "--seed", "7"]));
    let json = t.ok(&["odds", "--battle", side, "sheet.txt", "--runs", "300", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["runs"], 300);
    assert_eq!(json["ends"][0]["chance"]["share"], 10_000);
    fs::write(t.path("wrong.txt"), "finish\n").expect("written");
    let (code, _) = t.fails(&["odds", "--battle", side, "wrong.txt"]);
    assert_eq!(code, 1);
    t.ok(&["send", "--battle", side, "sheet.txt", "--note", "Well met"]);
    t.carry_all(roles);
    let archives: Vec<Vec<u8>> =
        roles.iter().map(|r| fs::read(t.path(r).join("archive.tess")).expect("an archive")).collect();
    assert!(archives.windows(2).all(|w| w[0] == w[1]), "the archives differ");
    let verified = t.ok(&["verify", "rome/archive.tess"]);
    assert!(verified.contains("the archive holds"), "{verified}");
    let report = t.ok(&["report", "--battle", "rome", "--since", "0"]);
    assert!(report.contains("writes with event") && report.contains("\"Well met\""), "{report}");
    assert!(t.ok(&["log", "--battle", "rome"]).contains("(\"Well met\")"));
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
fn a_folder_that_is_taken_is_no_temporary_trouble() {
    let t = between_two();
    let taken = ["--battle", "rome", "--key", "rome", "--name", "R", "--address", "r@example.org"];
    let (code, text) = t.fails(&[&["card"][..], &taken].concat());
    assert!(code == 1 && text.contains("holds a seat already"), "{code}: {text}");
    let found =
        ["new", "--battle", "rome", "--scenario", "spqr/skirmish", "--side", "rome", "--mode", "direct"];
    let (code, text) = t.fails(&[&found[..], &["--card", "carthage=carthage/card.json"]].concat());
    assert!(code == 1 && text.contains("holds a battle already"), "{code}: {text}");
    let (code, text) = t.fails(&["accept", "--battle", "carthage"]);
    assert!(code == 1 && text.contains("nobody waits for"), "{code}: {text}");
    // What the other side is to do is not told as one's own turn, and a mail may be named as it lies there.
    let report = |side: &str| t.ok(&["report", "--battle", side]);
    assert!(!report("rome").contains("your turn") && !report("carthage").contains("your turn"));
    let mail =
        fs::read_dir(t.path("carthage/outbox/sent")).expect("sent").next().expect("one").expect("a mail");
    t.ok(&["process", mail.path().to_str().expect("a path"), "--battle", "rome"]);
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

/// Cards are drawn without anybody's word, in every mode; then whoever prepares first for the battle is
/// asked.
fn cards_draw_themselves(mode: &str) {
    let t = Table::new();
    let roles: &[&str] =
        if mode == "direct" { &["rome", "carthage"] } else { &["rome", "umpire", "carthage"] };
    roles.iter().for_each(|r| t.card(r));
    let mut args = vec!["new", "--battle", "rome", "--scenario", "legion/trebbia-218bc", "--side", "rome"];
    args.extend(["--mode", mode, "--option", "cards=2", "--card", "carthage=carthage/card.json"]);
    if mode != "direct" {
        args.extend(["--card", "umpire=umpire/card.json"]);
    }
    t.ok(&args);
    t.carry_all(roles);
    let archive = fs::read_to_string(t.path("carthage/archive.tess")).expect("an archive");
    let drawn = |by: &str| {
        let by = format!("\"by\":\"{by}\"");
        archive.lines().filter(|l| l.contains("\"sheet\":\"draw 2\\n\"") && l.contains(&by)).count()
    };
    assert_eq!((drawn("rome"), drawn("carthage")), (1, 1), "{mode}");
    let hands = ["rome", "carthage"].map(|side| t.ok(&["report", "--battle", side, "--since", "0"]));
    assert!(hands.iter().all(|report| report.contains("draws 2 cards")), "{}", hands[0]);
    fs::write(t.path("sheet.txt"), "finish\n").expect("written");
    let asked = ["rome", "carthage"]
        .into_iter()
        .find(|r| t.tess(&["check", "--battle", r, "sheet.txt"]).status.success());
    assert!(asked.is_some(), "{}", hands[0]);
}

#[test]
fn cards_draw_themselves_under_an_umpire() {
    cards_draw_themselves("umpire");
}

#[test]
fn cards_draw_themselves_between_two() {
    cards_draw_themselves("direct");
}

#[test]
fn cards_draw_themselves_with_both_openers() {
    cards_draw_themselves("both");
}

fn first_mail(folder: &Path) -> PathBuf {
    let mut mails: Vec<PathBuf> =
        fs::read_dir(folder).expect("mails").map(|e| e.expect("one").path()).collect();
    mails.sort();
    mails.remove(0)
}

/// A direct battle that is open, on both sides.
fn between_two() -> Table {
    let t = Table::new();
    t.card("rome");
    t.card("carthage");
    let found = ["new", "--battle", "rome", "--scenario", "spqr/skirmish", "--side", "rome"];
    t.ok(&[&found[..], &["--mode", "direct", "--card", "carthage=carthage/card.json"]].concat());
    t.carry_all(&["rome", "carthage"]);
    t
}

#[test]
fn a_rule_case_passes_or_fails_in_the_lab() {
    let t = Table::new();
    let case = |hits: u8| {
        format!(
            "rule spqr 10.16\ntitle Recovery\n\nleader REG rome overall initiative 5 at 1510\n\
             leader HAN carthage overall initiative 7 at 3010\n\
             unit H1 LG rome 3/6/5 class HA colour 3 at 1512 E hits 4\n\
             unit P1 PH carthage 10/7/4(5) at 3012 W\nactive REG\n\n\
             orders rome\n  recover H1\nexpect\n  hits H1 {hits}\n"
        )
    };
    fs::create_dir(t.path("cases")).expect("a folder");
    fs::write(t.path("cases/right.case"), case(2)).expect("written");
    let said = t.ok(&["lab", "cases"]);
    assert!(said.contains("1 cases, 0 failed"), "{said}");
    let told = t.ok(&["lab", "--verbose", "cases/right.case"]);
    assert!(told.contains("H1") && told.contains("(10.16)"), "{told}");
    fs::write(t.path("cases/wrong.case"), case(3)).expect("written");
    fs::write(t.path("cases/bent.case"), "rule\nnonsense\n").expect("written");
    let output = t.tess(&["lab", "cases"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("3 cases, 2 failed") && said.contains("wrong.case"), "{said}");
    let output = t.tess(&["lab", "--json", "cases"]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0]["error"].is_string(), "{}", lines[0]);
    assert_eq!((&lines[1]["passed"], &lines[2]["passed"]), (&true.into(), &false.into()));
    assert_eq!(t.fails(&["lab", "nowhere"]).0, 1);
}

#[test]
fn a_battle_is_shown_as_it_stood() {
    let t = between_two();
    let side =
        ["rome", "carthage"].into_iter().find(|r| t.ok(&["legal", "--battle", r]).starts_with("begin"));
    fs::write(t.path("sheet.txt"), "begin\n").expect("written");
    t.ok(&["send", "--battle", side.expect("a side is to begin"), "sheet.txt"]);
    let map = |to: &str| t.ok(&["replay", "rome/archive.tess", "--to", to, "--map"]);
    assert_eq!(map("1"), map("0"), "nothing has moved before the first orders");
    let early = t.ok(&["replay", "rome", "--to", "0"]);
    let late = t.ok(&["replay", "rome"]);
    assert_ne!(early, late);
    assert!(early.lines().chain(late.lines()).all(|l| l.len() <= 78));
    let (code, text) = t.fails(&["replay", "rome", "--to", "99"]);
    assert_eq!(code, 1);
    assert!(text.starts_with("error: there is no event 99\nhelp: the last one is"), "{text}");
    // as the report names it
    assert!(!t.ok(&["map", "0706", "--radius", "3", "--battle", "rome"]).is_empty());
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let t = Table::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = t.ok(&["completions", shell]);
        assert!(["process", "take-back", "handover"].iter().all(|word| text.contains(word)), "{shell}");
    }
    assert_eq!(t.fails(&["completions", "abacus"]).0, 2);
    assert!(t.ok(&["man"]).contains(".TH tess 1"));
    t.ok(&["man", "pages"]);
    for name in ["tess.1", "tess-process.1", "tess-propose-take-back.1"] {
        let page = fs::read_to_string(t.path("pages").join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(page.contains(".SH NAME"), "{name}");
    }
}

#[test]
fn a_locked_key_needs_its_passphrase() {
    let t = Table::new();
    let with = |word: &str, args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tess"))
            .args(args)
            .current_dir(t.dir.path())
            .env("TESS_HOME", t.path("home"))
            .env_remove("TESS_BATTLE")
            .env("TESS_PASSPHRASE", word)
            .env("NO_COLOR", "1")
            .output()
            .expect("tess runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(with("", &["key", "new", "rome", "--encrypt"]).0, Some(1), "an empty one locks nothing");
    assert_eq!(with("alea iacta", &["key", "new", "rome", "--encrypt"]).0, Some(0));
    let file = fs::read_to_string(t.path("home/keys/rome.pem")).expect("a key");
    assert!(file.contains("ENCRYPTED PRIVATE KEY"), "{file}");
    let card =
        ["card", "--battle", "rome", "--key", "rome", "--name", "rome", "--address", "rome@example.org"];
    let card = [&card[..], &["--links", "64"]].concat();
    assert_eq!(with("alea iacta", &card).0, Some(0));
    t.card("carthage");
    let new = ["new", "--battle", "rome", "--scenario", "spqr/skirmish", "--side", "rome"];
    let new = [&new[..], &["--mode", "direct", "--card", "carthage=carthage/card.json"]].concat();
    let (code, said) = with("another", &new);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("passphrase"), "{said}");
    assert_eq!(with("alea iacta", &new).0, Some(0));
    assert_eq!(with("another", &["process", "--battle", "rome"]).0, Some(1));
    assert_eq!(with("alea iacta", &["process", "--battle", "rome"]).0, Some(0));
}

#[test]
fn a_draw_is_proposed_and_agreed_on() {
    let t = between_two();
    let (code, text) = t.fails(&["agree", "--battle", "carthage"]);
    assert_eq!(code, 1);
    assert!(text.contains("nothing has been proposed"), "{text}");
    t.ok(&["propose", "draw", "--battle", "rome"]);
    assert_eq!(t.fails(&["agree", "--battle", "rome"]).0, 1, "nobody agrees with himself");
    t.carry_all(&["rome", "carthage"]);
    let said = t.ok(&["agree", "--battle", "carthage"]);
    assert!(said.contains("the battle is over: a draw"), "{said}");
    t.carry_all(&["rome", "carthage"]);
    assert!(t.ok(&["verify", "rome"]).contains("the archive holds"));
    assert_eq!(
        fs::read(t.path("rome/archive.tess")).expect("one"),
        fs::read(t.path("carthage/archive.tess")).expect("the other")
    );
}

#[test]
fn standing_orders_with_an_error_are_not_put_in_place() {
    let t = between_two();
    fs::write(t.path("bad.txt"), "when withdraw do max\nwhenn withdraw do no\n").expect("written");
    let (code, text) = t.fails(&["standing", "bad.txt", "--battle", "rome"]);
    assert_eq!(code, 1);
    assert!(text.contains("did you mean `when`") && text.contains("2 |"), "{text}");
    assert!(!t.path("rome/standing.txt").exists());
    fs::write(t.path("good.txt"), "when withdraw do max\notherwise ask\n").expect("written");
    let said = t.ok(&["standing", "good.txt", "--battle", "rome"]);
    assert!(said.contains("1 standing orders in place"), "{said}");
    assert_eq!(
        fs::read(t.path("rome/standing.txt")).expect("in place"),
        fs::read(t.path("good.txt")).expect("one")
    );
}

/// A battle under an umpire that is open, and the side that begins, then the other.
fn under_an_umpire() -> (Table, [&'static str; 2]) {
    let t = Table::new();
    let roles = ["rome", "umpire", "carthage"];
    roles.iter().for_each(|r| t.card(r));
    let found =
        ["new", "--battle", "rome", "--scenario", "spqr/skirmish", "--side", "rome", "--mode", "umpire"];
    let cards = ["--card", "carthage=carthage/card.json", "--card", "umpire=umpire/card.json"];
    t.ok(&[&found[..], &cards].concat());
    t.carry_all(&roles);
    let due = |side: &str| t.ok(&["legal", "--battle", side]).starts_with("begin");
    let order = if due("rome") { ["rome", "carthage"] } else { ["carthage", "rome"] };
    (t, order)
}

/// How many events of standing orders a seat knows.
fn given(t: &Table, seat: &str) -> usize {
    t.ok(&["log", "--battle", seat]).matches("standing").count()
}

#[test]
fn standing_orders_go_to_the_umpire_and_are_taken_back() {
    let (t, [first, other]) = under_an_umpire();
    fs::write(t.path("some.txt"), "when withdraw do max\notherwise ask\n").expect("written");
    let said = t.ok(&["standing", "some.txt", "--give", "--battle", first]);
    assert!(said.contains("1 standing orders in place"), "{said}");
    assert!(t.path(first).join("standing.txt").exists());
    t.carry_all(&["rome", "umpire", "carthage"]);
    assert_eq!(given(&t, first), 1);
    for seat in ["umpire", other] {
        assert_eq!(given(&t, seat), 1, "{seat}");
    }
    // Sealed: the enemy's folder holds no word of it.
    let found = fs::read_dir(t.path(other).join("standing")).into_iter().flatten().count();
    assert_eq!(found, 0, "the enemy holds an opening");
    // The same again is no second event; other ones replace them; --open shows them to everybody.
    t.ok(&["standing", "some.txt", "--give", "--open", "--battle", first]);
    assert_eq!(given(&t, first), 2);
    t.ok(&["standing", "some.txt", "--give", "--open", "--battle", first]);
    assert_eq!(given(&t, first), 2, "the same were given twice");
    let said = t.ok(&["standing", "--withdraw", "--battle", first]);
    assert!(said.contains("no standing orders are in place"), "{said}");
    assert!(!t.path(first).join("standing.txt").exists());
    assert_eq!(given(&t, first), 3);
    t.carry_all(&["rome", "umpire", "carthage"]);
    assert_eq!(given(&t, "umpire"), 3);
    assert!(t.ok(&["verify", "umpire"]).contains("the archive holds"));
}

#[test]
fn standing_orders_given_while_the_enemy_is_to_write_wait_for_ones_own_turn() {
    let (t, [first, other]) = under_an_umpire();
    fs::write(t.path("some.txt"), "when withdraw do max\notherwise ask\n").expect("written");
    let output = t.tess(&["standing", "some.txt", "--give", "--battle", other]);
    let remark = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && remark.contains("with your next"), "{remark}");
    t.carry_all(&["rome", "umpire", "carthage"]);
    assert_eq!(given(&t, other), 0);
    // Withdrawn before they were given, they never go out.
    t.ok(&["standing", "--withdraw", "--battle", other]);
    fs::write(t.path("sheet.txt"), "begin\n").expect("written");
    t.ok(&["send", "--battle", first, "sheet.txt"]);
    t.carry_all(&["rome", "umpire", "carthage"]);
    for seat in ["rome", "umpire", "carthage"] {
        assert_eq!(given(&t, seat), 0, "{seat}");
    }
}

#[test]
fn standing_orders_are_given_to_nobody_where_there_is_no_umpire() {
    let t = between_two();
    fs::write(t.path("some.txt"), "when withdraw do max\n").expect("written");
    let (code, text) = t.fails(&["standing", "some.txt", "--give", "--battle", "rome"]);
    assert_eq!(code, 1);
    assert!(text.contains("there is no umpire") && text.contains("without --give"), "{text}");
    assert!(!t.path("rome/standing.txt").exists());
    let (code, text) = t.fails(&["standing", "some.txt", "--open", "--battle", "rome"]);
    assert_eq!(code, 2, "{text}");
    let (code, text) = t.fails(&["standing", "some.txt", "--withdraw", "--battle", "rome"]);
    assert_eq!(code, 2, "{text}");
    // Withdrawing what is not there is no error.
    let said = t.ok(&["standing", "--withdraw", "--battle", "rome"]);
    assert!(said.contains("no standing orders are in place"), "{said}");
}

#[test]
fn a_password_is_neither_taken_from_the_command_line_nor_kept_in_settings() {
    let table = Table::new();
    for args in [
        ["serve", "--store=store", "--to", "smtps://me:s3cret@mail.example.org"],
        ["agent", "--once", "--from", "imaps://me:s3cret@mail.example.org/INBOX"],
    ] {
        let (code, said) = table.fails(&args);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("password-file=FILE") && !said.contains("s3cret"), "{said}");
    }
    table.ok(&["key", "new"]);
    let output = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(["lobby", "lobby", "--name", "Umpire", "--address", "game@example.org"])
        .current_dir(table.dir.path())
        .env("TESS_HOME", table.path("home"))
        .env("TESS_TRANSPORT", "smtps://me:s3cret@mail.example.org")
        .output()
        .expect("tess runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("no place for a password") && !said.contains("s3cret"), "{said}");
    assert!(!table.path("lobby").exists());
}

/// Who has said once who he is says it no more, and mail that he saved by hand is taken in a folder at a
/// time.
#[test]
fn a_player_says_once_who_he_is_and_how_his_mail_goes() {
    let t = Table::new();
    let (code, text) = t.fails(&["setup", "--name", "Anna"]);
    assert_eq!((code, text.contains("add --address")), (1, true), "{text}");
    let (code, text) = t.fails(&["setup", "--name", "Anna", "--address", "no address"]);
    assert_eq!(code, 1, "{text}");
    let (_, text) = t.fails(&["card", "--battle", "rome"]);
    assert!(text.contains("tess key new default"), "{text}");
    let out = t.ok(&["setup", "--name", "Anna", "--address", "rome@example.org"]);
    assert!(out.contains("player.toml") && out.contains("default.pem"), "{out}");
    assert!(t.ok(&["card", "--battle", "rome"]).contains("rome@example.org"));
    t.ok(&["setup", "--transport", "file:"]);
    t.card("carthage");
    let found = ["new", "--battle", "rome", "--scenario", "spqr/skirmish", "--side", "rome"];
    let said = t.ok(&[&found[..], &["--mode", "direct", "--card", "carthage=carthage/card.json"]].concat());
    assert!(said.contains("NOT mailed") && said.contains("carthage@example.org"), "{said}");
    assert!(said.contains("rome/to-send/") && said.contains("attach the file"), "{said}");
    let offer = first_mail(&t.path("rome/to-send"));
    t.ok(&["join", "carthage", offer.to_str().expect("a path")]);
    // several files and a folder, with the same mail twice and one of nobody's
    fs::write(t.path("carthage/to-send/advert.eml"), "Subject: buy\n\nnow\n").expect("written");
    let again = first_mail(&t.path("carthage/to-send"));
    let taken = t.ok(&["process", "carthage/to-send", again.to_str().expect("a path"), "--battle", "rome"]);
    assert!(taken.contains("new events 1"), "{taken}");
}

/// A mail to oneself goes out and comes back, or nothing is written down.
#[test]
fn how_mail_goes_is_tried_with_a_mail_to_oneself() {
    let t = Table::new();
    let at = |name: &str| t.path(name).display().to_string();
    for dir in ["in/cur", "in/new", "in/tmp"] {
        fs::create_dir_all(t.path(dir)).expect("a Maildir");
    }
    let way = format!("maildir:{}", at("in"));
    let who = ["setup", "--name", "Anna", "--address", "anna@example.org"];
    let (code, text) =
        t.fails(&[&who[..], &["--transport", "smtp://127.0.0.1:1", "--from", &at("in")]].concat());
    assert_eq!(code, 75, "{text}");
    assert!(!t.path("home/player.toml").exists(), "what does not work is not kept");
    let (code, text) = t.fails(&[&who[..], &["--transport", &way, "--from", &at("nowhere")]].concat());
    assert_eq!(code, 1, "{text}");
    let output = t.tess(&[&who[..], &["--transport", &way, "--from", &at("in")]].concat());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("has come after"), "{text}");
    let (code, text) = t.fails(&[&who[..], &["--transport", "smtps://a:secret@mail.example.org"]].concat());
    assert!(code != 0 && !text.contains("secret"), "{text}");
}

/// A sheet that stops before its first die is not signed by mistake: an activation would be lost.
#[test]
fn a_sheet_that_stops_at_once_is_not_signed() {
    let t = between_two();
    let sides = ["rome", "carthage"];
    let opens = |what: &str| {
        let found = sides.into_iter().map(|side| (side, t.ok(&["legal", "--battle", side])));
        found.into_iter().find(|(_, legal)| legal.starts_with(what)).expect("a side is to decide")
    };
    fs::write(t.path("sheet.txt"), "begin\n").expect("written");
    t.ok(&["send", "--battle", opens("begin").0, "sheet.txt"]);
    t.carry_all(&sides);
    let (side, legal) = opens("activate");
    let leader = legal.split_whitespace().nth(1).expect("a leader");
    let events = || fs::read(t.path(side).join("archive.tess")).expect("an archive").len();
    let before = events();
    // what may be ordered after it can be planned on, and before it supposed
    fs::write(t.path("plan.txt"), format!("# the first turn\nactivate {leader}\nbegin\n")).expect("written");
    let planned = t.ok(&["legal", "--after", "plan.txt", "--battle", side]);
    assert!(planned.starts_with("after 1 of 2 lines of the sheet"), "{planned}");
    assert!(planned.contains(&format!("{leader}: ")) && planned.contains("orders left"), "{planned}");
    let supposed = t.ok(&["legal", leader, "--battle", side]);
    assert!(supposed.starts_with(&format!("if {leader} were activated now: ")), "{supposed}");
    assert!(planned.lines().chain(supposed.lines()).all(|line| line.len() <= 78));
    let (code, text) = t.fails(&["legal", "--after", "none.txt", "--battle", side]);
    assert!(code != 0 && text.contains("none.txt"), "{text}");
    fs::write(t.path("sheet.txt"), format!("activate {leader}\nbegin\nfinish\n")).expect("written");
    let (code, text) = t.fails(&["send", "--battle", side, "sheet.txt"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("nothing is signed: line 2 is illegal"), "{text}");
    assert!(text.contains("lines 2 to 3") && text.contains("--anyway"), "{text}");
    assert_eq!(events(), before);
    fs::write(t.path("bad.txt"), "begin\n").expect("written");
    let (code, text) = t.fails(&["send", "--battle", side, "bad.txt", "--anyway"]);
    assert_eq!((code, events()), (1, before), "its first order is illegal: {text}");
    let output = t.tess(&["send", "--battle", side, "sheet.txt", "--anyway"]);
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("signed with --anyway"), "{text}");
    assert!(events() > before);
}

/// Text is read in whatever letters an editor or a telephone has saved it, and that is told once.
#[test]
fn a_sheet_is_read_as_it_comes() {
    let t = between_two();
    let sides = ["rome", "carthage"];
    let opens = |what: &str| {
        let found = sides.into_iter().map(|side| (side, t.ok(&["legal", "--battle", side])));
        found.into_iter().find(|(_, legal)| legal.starts_with(what)).expect("a side is to decide")
    };
    fs::write(t.path("sheet.txt"), "begin\n").expect("written");
    t.ok(&["send", "--battle", opens("begin").0, "sheet.txt"]);
    t.carry_all(&sides);
    let (side, legal) = opens("activate");
    let leader = legal.split_whitespace().nth(1).expect("a leader");
    let sheet = format!("# caf\u{e9} \u{2013} \u{201c}on\u{201d}\nactivate\t{leader}\n");
    let wide: String = leader.chars().map(|c| char::from_u32(c as u32 + 0xfee0).expect("a letter")).collect();
    let units = |order: fn(u16) -> [u8; 2]| -> Vec<u8> { sheet.encode_utf16().flat_map(order).collect() };
    let windows = sheet.replace('\u{2013}', "-").replace(['\u{201c}', '\u{201d}'], "\"");
    for (name, bytes, told) in [
        ("utf-8", sheet.clone().into_bytes(), "curled quotes"),
        ("marked", [b"\xef\xbb\xbf", sheet.as_bytes()].concat(), "a byte order mark"),
        ("utf-16", [b"\xff\xfe".to_vec(), units(u16::to_le_bytes)].concat(), "UTF-16"),
        ("utf-16 without mark", units(u16::to_be_bytes), "UTF-16"),
        ("latin-1", windows.chars().map(|c| u8::try_from(u32::from(c)).expect("latin")).collect(), "CP1252"),
        ("wide", sheet.replace(leader, &wide).into_bytes(), "wide letters and digits"),
    ] {
        fs::write(t.path("odd.txt"), bytes).expect("written");
        let output = t.tess(&["check", "odd.txt", "--battle", side]);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && out.contains("carried out"), "{name}\n{out}\n{err}");
        assert_eq!(err.matches(told).count(), 1, "{name}: {err}");
    }
    fs::write(t.path("odd.txt"), b"\0\x01\x02\0\0\0no text").expect("written");
    let (_, text) = t.fails(&["check", "odd.txt", "--battle", side]);
    assert!(text.contains("is no text"), "{text}");
    // what nobody has written by hand is counted and not drawn
    fs::write(t.path("huge.txt"), "moev H31 fwd 2\n".repeat(190_000)).expect("written");
    let (code, text) = t.fails(&["check", "huge.txt", "--battle", side]);
    assert!(code == 1 && text.contains("the first 20 are shown"), "{text:.3000}");
    assert_eq!(text.matches("error").count() - 1, 20, "{text:.3000}");
    assert!(text.len() < 8000, "{} bytes", text.len());
}

/// Every sheet of a battle, checked before it was sent: sheets whose first die is of a shock, or of a rally.
fn looked_at(t: &Table, seed: u32) -> (u32, u32) {
    t.ok(&["demo", "--scenario", "spqr/skirmish", "--dir", "d", "--seed", &seed.to_string()]);
    let log = fs::read_to_string(t.path("d/rome/archive.tess")).expect("an archive");
    let lines: Vec<&str> = log.lines().collect();
    let (mut shocks, mut rallies) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        let event: serde_json::Value = serde_json::from_str(line).expect("an event");
        let event = &event["event"];
        let Some(sheet) = event["body"]["sheet"].as_str().filter(|_| event["kind"] == "orders") else {
            continue;
        };
        let seat = format!("d/{}", event["by"].as_str().expect("a side"));
        fs::write(t.path(&seat).join("archive.tess"), lines[..at].join("\n") + "\n").expect("cut");
        fs::write(t.path("sheet.txt"), sheet).expect("written");
        let output = t.tess(&["check", "sheet.txt", "--battle", &seat]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.lines().all(|line| line.len() <= 78), "{text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.contains("if shock:") {
            assert!(
                words.contains("base column") && words.contains("die 0:") && words.contains("hits:"),
                "{text}"
            );
            shocks += 1;
        }
        if words.contains("if rally:") {
            assert!(
                words.contains("the whole sheet is carried out") || words.contains("is thrown"),
                "{text}"
            );
            rallies += 1;
        }
    }
    (shocks, rallies)
}

/// `check` looks behind the first die: what each face would come to, with column, shifts and hits of a
/// combat, and how far the sheet would then go.
#[test]
fn a_sheet_is_looked_at_behind_its_first_die() {
    let t = Table::new();
    let (mut shocks, mut rallies) = (0, 0);
    // in one battle or the other somebody shocks at once, and somebody rallies
    for seed in 3..12 {
        if shocks > 0 && rallies > 0 {
            break;
        }
        let (more, others) = looked_at(&t, seed);
        (shocks, rallies) = (shocks + more, rallies + others);
    }
    assert!(shocks > 0 && rallies > 0, "{shocks} shocks, {rallies} rallies");
}

/// What cannot be taken back is asked first; what is in force is shown.
#[test]
fn resigning_is_asked_and_standing_orders_are_shown() {
    let t = between_two();
    assert!(t.ok(&["standing", "--battle", "rome"]).contains("every question is put to you"));
    fs::write(t.path("standing.txt"), "otherwise default\n").expect("written");
    t.ok(&["standing", "standing.txt", "--battle", "rome"]);
    let shown = t.ok(&["standing", "--battle", "rome"]);
    assert!(shown.contains("otherwise default") && shown.contains("the umpire holds none"), "{shown}");
    let before = fs::read(t.path("rome/archive.tess")).expect("an archive");
    let (code, text) = t.fails(&["resign", "--battle", "rome"]);
    assert!(code == 1 && text.contains("--yes"), "{text}");
    assert_eq!(fs::read(t.path("rome/archive.tess")).expect("an archive"), before);
    t.ok(&["resign", "--yes", "--battle", "rome"]);
    assert!(t.ok(&["log", "--battle", "rome"]).contains("resign"));
}

/// While a question is open to a side, it is shown the answers, and no orders that would be refused.
#[test]
fn an_open_question_is_shown_with_its_answers() {
    let t = Table::new();
    t.ok(&["demo", "--scenario", "spqr/skirmish", "--dir", "d", "--seed", "1"]);
    let log = fs::read_to_string(t.path("d/rome/archive.tess")).expect("an archive");
    let lines: Vec<&str> = log.lines().collect();
    let sides = ["rome", "carthage"];
    // The umpire has answered by the standing orders of a side: before that the question was open to it.
    let asked = |line: &str| sides.into_iter().find(|s| line.contains(&format!("\"for_side\":\"{s}\"")));
    let answered = |line: &&str| line.contains("\"kind\":\"answer\"");
    let (at, line) =
        lines.iter().enumerate().find(|(_, line)| answered(line)).expect("somebody has answered");
    let by = asked(line).expect("a side");
    let seat = format!("d/{by}");
    fs::write(t.path(&seat).join("archive.tess"), lines[..at].join("\n") + "\n").expect("cut");
    let shown = t.ok(&["legal", "--battle", &seat]);
    assert!(shown.contains("tess answer ") && shown.contains(" (default)"), "{shown}");
    assert!(shown.lines().all(|l| l.len() <= 78));
    assert!(t.ok(&["legal", "--json", "--battle", &seat]).contains("\"now\":\"answer\""));
}
