//! Pre-arranged withdrawal (6.8) over a signed log and through mail, in all three modes: the marker is
//! sealed, the seal kept through every restart, opened when the rule says so, and at the end of the battle
//! whatever happens.

use std::fs;
use std::path::Path;
use std::process::Command;

use mail_parser::{MessageParser, MimeHeaders as _};

use crate::seats::{
    self, act, agree, archive, begin_with, hour, inbox, new_mails, no_deadlines, open, pass, role, roles,
    settle, wait,
};
use tesserarius::bot::{Duel, random};
use tesserarius::effects::Question;
use tesserarius::game::{Part, Shown};
use tesserarius::gboh::movement::marker::marker;
use tesserarius::gboh::state::stage::{Face, Stage};
use tesserarius::gboh::{Gboh, LeaderId, Position};
use tesserarius::ledger::{Checks, Kind, Ledger, Mode, Orders, Role, read_lines};
use tesserarius::raster::png;
use tesserarius::scenario::Library;
use tesserarius::steward::{Agent, Deed, Nobody, Rulings, Settings, verify};
use tesserarius::table::{Table, Wait};

const MODES: [Mode; 3] = [Mode::Umpire, Mode::Direct, Mode::Both];

/// The skirmish with a Roman commander able to use the tactic, and Celts three hexes before his hastati.
fn scenario() -> String {
    let mut text = include_str!("../scenarios/spqr/skirmish.toml").to_owned();
    for (old, new) in [
        ("hex = \"0407\"\nrange = 5\ninitiative = 4", "hex = \"0407\"\nrange = 5\ninitiative = 6"),
        ("V1 = \"0706\", V2 = \"0708\"", "V1 = \"0303\", V2 = \"0313\""),
        ("C1 = \"1709\"", "C1 = \"0807\""),
        ("hex = \"0607\"", "hex = \"0306\""),
        ("hex = \"1607\"", "hex = \"1007\""),
        ("[options]\n", "[options]\nprearranged = true\n"),
    ] {
        assert!(text.contains(old), "the skirmish has changed: {old}");
        text = text.replace(old, new);
    }
    text
}

fn library(dir: &Path) {
    fs::create_dir_all(dir.join("library/spqr")).expect("a folder");
    fs::write(dir.join("library/spqr/ambush.toml"), scenario()).expect("written");
}

struct Field {
    room: tempfile::TempDir,
    mode: Mode,
}

impl Field {
    fn new(mode: Mode) -> Field {
        let room = tempfile::tempdir().expect("a folder");
        library(room.path());
        begin_with(room.path(), mode, no_deadlines(), "spqr/ambush");
        for place in roles(mode).iter().map(|role| room.path().join(role.as_str())) {
            let own = Settings { maps: true, ..Settings::read(&place).expect("settings") };
            own.write(&place).expect("written");
        }
        Field { room, mode }
    }

    fn dir(&self) -> &Path {
        self.room.path()
    }

    fn orders(&self, who: &str, sheet: &str) -> Result<Orders, String> {
        let signed = act(self.dir(), who, Deed::Orders(sheet.into(), None), hour(1))?;
        let Kind::Orders(orders) = signed.event().kind.clone() else { panic!("orders") };
        self.settle();
        Ok(orders)
    }

    fn settle(&self) {
        settle(self.dir(), self.mode, hour(2));
        agree(self.dir(), self.mode);
    }

    /// Everybody answers by default and gives no orders, until somebody has to give some, or Rome is asked
    /// for its line.
    fn flow(&self) {
        for _ in 0..200 {
            match wait(self.dir(), "rome") {
                Wait::Orders(_) | Wait::Over(_) => return,
                Wait::Answer { question, .. } if question.window == "prearranged" => return,
                _ => {}
            }
            for role in roles(self.mode) {
                pass(self.dir(), &role, &mut Yielding, hour(3));
            }
        }
        panic!("the battle stands still");
    }

    fn position(&self, who: &str) -> Position {
        let mut seat = open(self.dir(), &role(who));
        seat.wait().expect("a wait");
        seat.table().view().of::<Position>().expect("a Great Battle").clone()
    }

    /// Leaders are passed over until this one is due.
    fn until_due(&self, code: &str) {
        for _ in 0..20 {
            self.flow();
            let pos = self.position("rome");
            let wanted = pos.set.find_leader(code).expect("a leader");
            let Stage::Activation { side, due, .. } = &pos.stage else { panic!("{:?}", pos.stage) };
            if due.contains(&wanted) {
                return;
            }
            let sheet = format!("pass {}", pos.leader_spec(due[0]).code);
            let side = pos.set.sides[*side].clone();
            self.orders(&side, &sheet).expect("passed");
        }
        panic!("{code} never comes");
    }

    fn gallus(&self) -> (Position, LeaderId) {
        let pos = self.position("carthage");
        let gal = pos.set.find_leader("GAL").expect("GAL");
        (pos, gal)
    }

    /// The end: everything is open, and both the program and a stranger find it right.
    fn ends_verified(&self, opened: usize) {
        self.settle();
        let bytes = archive(self.dir(), &role("carthage"));
        let verified = verify(&bytes, &seats::library(self.dir())).expect("the log holds");
        assert!(matches!(verified.rules, Rulings::Hold { wait: Wait::Over(_), .. }), "{:?}", verified.rules);
        assert_eq!(verified.ledger.unopened_seals().count(), 0, "everything is open");
        assert_eq!(verified.ledger.seals().len(), opened);
        let file = self.dir().join("battle.tess");
        fs::write(&file, &bytes).expect("written");
        let tess = Command::new(env!("CARGO_BIN_EXE_tess"))
            .args([
                "verify".as_ref(),
                file.as_os_str(),
                "--library".as_ref(),
                self.dir().join("library").as_os_str(),
            ])
            .output()
            .expect("runs");
        let said = String::from_utf8_lossy(&tess.stdout).into_owned();
        assert_eq!(tess.status.code(), Some(0), "{said}");
        assert!(
            said.contains(&format!("{opened} opened, each with what was sealed; 0 not opened")),
            "{said}"
        );
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/verify.py");
        let python =
            Command::new("python3").args(["-B".as_ref(), script.as_os_str(), file.as_os_str()]).output();
        let Ok(python) = python else { return };
        let said = String::from_utf8_lossy(&python.stdout).into_owned();
        if !String::from_utf8_lossy(&python.stderr).contains("needs:") {
            assert!(python.status.success(), "{said}");
            assert_eq!(said.matches("opens what it sealed in event").count(), opened, "{said}");
        }
    }
}

/// Answers by default; orders nothing.
struct Yielding;

impl Agent<Position> for Yielding {
    fn answer(&mut self, _: &Position, _: &Role, question: &Question) -> Option<String> {
        (question.window != "prearranged").then(|| question.default.clone())
    }

    fn orders(&mut self, _: &Position, _: &Role) -> Option<String> {
        None
    }
}

/// No byte of what a side has, nor of the mail to it, holds a word.
fn nowhere(dir: &Path, who: &str, word: &str) {
    let contains = |bytes: &[u8]| bytes.windows(word.len()).any(|w| w == word.as_bytes());
    assert!(!contains(&archive(dir, &role(who))), "the log of {who} says {word}");
    let reports = fs::read_dir(dir.join(who).join("reports")).expect("reports");
    for report in reports {
        let text = fs::read(report.expect("a file").path()).expect("a report");
        assert!(!contains(&text), "a report of {who} says {word}");
    }
    inbox(dir, &role(who));
    assert!(new_mails(dir, &role(who)).iter().all(|m| !contains(&m.bytes)), "a mail to {who} says {word}");
}

/// The last mail to a side shows the field as everybody can draw it from the log, which holds no secrets: as
/// it stands now, also in the middle of an action.
fn shown_alike(dir: &Path, who: &str) {
    let inbox = inbox(dir, &role(who));
    let paths = inbox.list(true).expect("a list");
    let mails: Vec<Vec<u8>> = paths.iter().map(|path| inbox.read(path).expect("a mail").bytes).collect();
    let read = |bytes: &Vec<u8>| MessageParser::default().parse(bytes).expect("a mail").into_owned();
    // they are of the same second: the last is about the last event
    let about = |mail: &mail_parser::Message<'_>| -> u64 {
        let text = mail.body_text(0).expect("a text").into_owned();
        let seq = text.split_once("(seq ").and_then(|(_, rest)| rest.split_once(')'));
        seq.and_then(|(seq, _)| seq.parse().ok()).unwrap_or_default()
    };
    let mail = mails.iter().map(read).max_by_key(about).expect("a mail");
    let picture = mail.parts.iter().find(|part| part.content_id() == Some("field@tess")).expect("a picture");
    let mut seat = open(dir, &role(who));
    seat.wait().expect("a wait");
    let shown = Shown { small: true, ..Shown::default() };
    let own = seat.table().view().picture(&Part::default(), shown, None).expect("a picture");
    assert!(picture.contents() == png(&own, 640).expect("drawn"), "{who} is shown something else");
}

#[test]
fn a_real_marker_is_sealed_kept_and_opened_when_its_line_withdraws() {
    for mode in MODES {
        let f = Field::new(mode);
        let Wait::Orders(deed) = wait(f.dir(), "rome") else { panic!("{mode:?}") };
        assert!(deed.side == "rome" && deed.text.contains("prearrange"), "{deed:?}");
        let error = f.orders("rome", "prearrange GAL").expect_err("which side?");
        assert!(error.contains("prearrange GAL yes"), "{error}");
        let error = f.orders("rome", "prearrange GAL yes, GAL no").expect_err("two under one");
        assert!(error.contains("6.82"), "{error}");
        let laid = f.orders("rome", "prearrange GAL yes # truly-mine").expect("laid");
        assert_eq!((laid.sheet.as_str(), laid.seal.len(), laid.unseal.len()), ("prearrange GAL\n", 1, 0));
        nowhere(f.dir(), "carthage", "truly-mine");
        nowhere(f.dir(), "carthage", "prearrange GAL yes");
        shown_alike(f.dir(), "carthage");
        let (pos, gal) = f.gallus();
        assert!(matches!(marker(&pos, gal).map(|m| &m.face), Some(Face::Down(_))), "{mode:?}");
        f.until_due("HAN");
        f.orders("carthage", "activate HAN\nmove C1 0707").expect("the Celts come");
        f.flow();
        let Wait::Answer { side, question, .. } = wait(f.dir(), "rome") else {
            panic!("{mode:?}: not asked")
        };
        assert_eq!((side.as_str(), question.window.as_str()), ("rome", "prearranged"));
        shown_alike(f.dir(), "rome");
        let answer = Deed::Answer { question: None, choice: "yes".into() };
        let signed = act(f.dir(), "rome", answer, hour(4)).expect("withdraws");
        let Kind::Answer(said) = &signed.event().kind else { panic!("an answer") };
        assert_eq!(said.unseal.iter().map(|u| u.value.as_str()).collect::<Vec<_>>(), ["yes"]);
        f.settle();
        f.flow();
        let (pos, gal) = f.gallus();
        assert!(
            matches!(marker(&pos, gal).map(|m| &m.face), Some(Face::Real { used: true, .. })),
            "{mode:?}"
        );
        assert!(pos.leader(gal).finished, "{mode:?}");
        let h2 = pos.set.find_unit("H2").expect("H2");
        assert_ne!(pos.hex(h2).map(|h| h.to_string()).as_deref(), Some("0507"), "{mode:?}: it has withdrawn");
        act(f.dir(), "carthage", Deed::Resign, hour(5)).expect("gives up");
        f.ends_verified(1);
    }
}

#[test]
fn a_bluff_lets_nobody_withdraw_and_comes_to_light_at_the_end() {
    for mode in MODES {
        let f = Field::new(mode);
        let laid = f.orders("rome", "prearrange GAL no").expect("laid");
        assert_eq!((laid.sheet.as_str(), laid.seal.len()), ("prearrange GAL\n", 1));
        f.until_due("HAN");
        f.orders("carthage", "activate HAN\nmove C1 0707\nfinish").expect("the Celts come");
        f.flow();
        assert!(matches!(wait(f.dir(), "carthage"), Wait::Answer { .. }));
        let yes = Deed::Answer { question: None, choice: "yes".into() };
        let error = act(f.dir(), "rome", yes, hour(4)).expect_err("a bluff");
        assert!(error.contains("`no` was sealed"), "{error}");
        let stays = Deed::Answer { question: None, choice: "no".into() };
        act(f.dir(), "rome", stays, hour(4)).expect("stays");
        f.settle();
        f.flow();
        let (pos, gal) = f.gallus();
        assert!(matches!(marker(&pos, gal).map(|m| &m.face), Some(Face::Down(_))), "{mode:?}: still sealed");
        act(f.dir(), "carthage", Deed::Resign, hour(5)).expect("gives up");
        f.settle();
        let seat = open(f.dir(), &role("carthage"));
        let last = seat.ledger().entries().last().expect("events").event();
        let Kind::Standing(said) = &last.kind else { panic!("{mode:?}: {:?}", last.kind) };
        assert_eq!((last.by.as_str(), said.unseal[0].value.as_str()), ("rome", "no"), "{mode:?}");
        drop(seat);
        f.ends_verified(1);
    }
}

#[test]
fn an_activation_opens_the_marker_with_the_orders_themselves() {
    for mode in MODES {
        let f = Field::new(mode);
        fs::write(f.dir().join("rome/standing.txt"), "when prearrange GAL do yes\nwhen prearrange do none\n")
            .expect("written");
        f.settle();
        let (pos, gal) = f.gallus();
        assert!(marker(&pos, gal).is_some(), "{mode:?}: standing orders have laid it");
        fs::remove_file(f.dir().join("rome/standing.txt")).expect("for this turn only");
        f.until_due("GAL");
        let given = f.orders("rome", "activate GAL").expect("activated");
        assert_eq!(given.unseal.iter().map(|u| u.value.as_str()).collect::<Vec<_>>(), ["yes"], "{mode:?}");
        let error = f.orders("rome", "move H1 fwd").expect_err("bound");
        assert!(error.contains("6.83"), "{error}");
        f.orders("rome", "finish").expect("nothing else to do");
        f.flow();
        act(f.dir(), "rome", Deed::Resign, hour(5)).expect("gives up");
        f.ends_verified(1);
    }
}

#[test]
fn a_trump_opens_the_marker_by_an_answer_that_nobody_has_to_give() {
    for mode in MODES {
        let f = Field::new(mode);
        f.orders("rome", "prearrange GAL no").expect("laid");
        f.until_due("LAE");
        f.orders("rome", "trump GAL").expect("tried");
        f.flow();
        let seat = open(f.dir(), &role("rome"));
        let opened = seat.ledger().seals().values().next().expect("a seal").opened.clone();
        let tried = seat
            .ledger()
            .entries()
            .iter()
            .rposition(|e| matches!(&e.event().kind, Kind::Orders(o) if o.sheet == "trump GAL"));
        let after = &seat.ledger().entries()[tried.expect("a trump") + 1..];
        let answered = after
            .iter()
            .any(|e| matches!(&e.event().kind, Kind::Answer(a) if a.question == "open-marker:gal"));
        drop(seat);
        let (pos, gal) = f.gallus();
        let active = pos.stage.phase().is_some_and(|p| p.leader == gal);
        assert_eq!(
            (answered, opened.is_some()),
            (active, active),
            "{mode:?}: opened when he is activated, else not"
        );
    }
}

#[test]
fn bots_lay_and_meet_markers_and_every_seal_is_open_in_the_end() {
    let room = tempfile::tempdir().expect("a folder");
    library(room.path());
    let library = Library::with_dir(room.path().join("library"));
    let loaded = library.load("spqr/ambush").expect("the ambush");
    let (mut laid, mut withdrew) = (0, 0);
    for seed in 0..24 {
        let mode = MODES[(seed % 3) as usize];
        let mut duel = Duel::begin(&loaded, mode, seed).expect("a battle");
        let mut bots: [Box<dyn Agent<Position>>; 2] =
            [Box::new(random(2 * seed)), Box::new(random(2 * seed + 1))];
        duel.fight(&mut bots, 4, 250).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        if !matches!(duel.table.wait(&duel.ledger).expect("a wait"), Wait::Over(_)) {
            duel.say(&role("rome"), Kind::Resign(tesserarius::ledger::Resign {})).expect("resigns");
        }
        for _ in 0..2 {
            duel.step(&mut bots).expect("the last word");
        }
        assert_eq!(duel.ledger.unopened_seals().count(), 0, "seed {seed}: seals are left");
        laid += duel.ledger.seals().len();
        withdrew += duel.archive().matches("\"question\":\"prearranged:gal").count();
        let archive = duel.archive();
        let lines = read_lines(archive.as_bytes()).expect("whole lines");
        let ledger = Ledger::verify_all(lines, Checks::Strict).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let mut table: Table<Gboh> = Table::new(duel.begun.clone());
        table.follow(&ledger).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert_eq!(table.state(&ledger).expect("a state"), duel.table.state(&duel.ledger).expect("a state"));
    }
    assert!(laid > 5, "only {laid} markers in 24 battles");
    assert!(withdrew > 0, "nobody was ever asked");
}

#[test]
fn nobody_else_can_open_what_a_side_has_sealed() {
    let f = Field::new(Mode::Direct);
    f.orders("rome", "prearrange GAL yes").expect("laid");
    let seat = open(f.dir(), &role("carthage"));
    let seal = *seat.ledger().seals().keys().next().expect("a seal");
    drop(seat);
    // The other side's chain makes other salts: its program knows as little as its player.
    let rome = fs::read(f.dir().join("rome/chain.seed")).expect("a seed");
    fs::remove_file(f.dir().join("rome/chain.seed")).expect("lost");
    f.until_due("GAL");
    let error = f.orders("rome", "activate GAL");
    assert!(error.is_ok_and(|o| o.unseal.is_empty()), "without its chain it can show nothing: {seal}");
    let Wait::Answer { question, .. } = wait(f.dir(), "rome") else { panic!("asked for it") };
    assert_eq!(question.window, "open-marker");
    fs::write(f.dir().join("rome/chain.seed"), rome).expect("found again");
    let mut mode = fs::metadata(f.dir().join("rome/chain.seed")).expect("there").permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut mode, 0o600);
    fs::set_permissions(f.dir().join("rome/chain.seed"), mode).expect("private");
    for role in roles(f.mode) {
        pass(f.dir(), &role, &mut Nobody, hour(3));
    }
    let (pos, gal) = f.gallus();
    assert!(
        matches!(marker(&pos, gal).map(|m| &m.face), Some(Face::Real { .. })),
        "opened with the chain back"
    );
}
