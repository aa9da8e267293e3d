//! Standing orders and prepared sheets, from the side that gives them to whoever brings them, through the
//! signed log.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::seats::{
    self, Steady, agree, archive, begin, hour, new_mails, no_deadlines, open, pass, role, roles, settle, wait,
};
use tesserarius::bot::{Duel, STANDING, sensible};
use tesserarius::effects::Question;
use tesserarius::gboh::{Gboh, Position, Side};
use tesserarius::ledger::{Answer, Entry, Kind, Ledger, Mode, Orders, Role, Signed, SigningKey, Standing};
use tesserarius::mail::{Envelope, Origin, RawMail};
use tesserarius::scenario::Library;
use tesserarius::steward::{Agent, Arrival, Deed, Rulings, Seat, Verified, private, verify};
use tesserarius::table::{Table, Wait};

/// Gives orders and answers nothing.
struct OrdersOnly;

impl Agent<Position> for OrdersOnly {
    fn answer(&mut self, _: &Position, _: &Role, _: &Question) -> Option<String> {
        None
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        Steady.orders(position, side)
    }
}

fn judged(dir: &Path, who: &str) -> Verified {
    let verified = verify(&archive(dir, &role(who)), &Library::embedded()).expect("a log that holds");
    assert!(matches!(verified.rules, Rulings::Hold { .. }), "{:?}", verified.rules);
    verified
}

fn entries(dir: &Path, pick: impl Fn(&Entry) -> bool) -> Vec<Kind> {
    let seat = open(dir, &role("rome"));
    seat.ledger().entries().iter().filter(|e| pick(e)).map(|e| e.event().kind.clone()).collect()
}

fn by_umpire(kind: fn(&Kind) -> bool) -> impl Fn(&Entry) -> bool {
    move |entry| entry.event().by.is_umpire() && kind(&entry.event().kind)
}

/// Passes of everybody until the log satisfies.
fn play(dir: &Path, mode: Mode, until: impl Fn(&Ledger) -> bool) {
    for n in 1..150 {
        for who in roles(mode) {
            pass(dir, &who, &mut OrdersOnly, hour(n / 4));
        }
        if until(open(dir, &role("rome")).ledger()) {
            return;
        }
    }
    panic!("it did not come about; waits for {:?}", wait(dir, "rome"));
}

/// Every mail that somebody has ever been sent.
fn mails_of(dir: &Path, who: &str) -> Vec<Envelope> {
    let tree = seats::tree(&dir.join("mail").join(who));
    tree.into_values().filter_map(|bytes| Envelope::open(&RawMail::new(bytes, Origin::Memory)).ok()).collect()
}

fn texts_of(dir: &Path, who: &str) -> String {
    let tree = seats::tree(&dir.join("mail").join(who));
    tree.into_values().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
}

fn an_umpire_answers_by_what_he_holds(mode: Mode) {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin(dir, mode, no_deadlines());
    for side in ["rome", "carthage"] {
        seats::give_standing(dir, side, STANDING);
    }
    let answered = |log: &Ledger| {
        let by = |e: &&Entry| e.event().by.is_umpire() && matches!(e.event().kind, Kind::Answer(_));
        log.entries().iter().filter(by).count()
    };
    play(dir, mode, |log| answered(log) >= 3);
    settle(dir, mode, hour(60));
    agree(dir, mode);
    let seen = judged(dir, "rome");
    assert_eq!((seen.mandates.follow, seen.mandates.sealed), (0, answered(&seen.ledger) as u64));
    // the text went to the umpire, and to nobody else
    let holds = |mails: Vec<Envelope>| mails.iter().any(|m| m.lines.iter().any(|l| private(l).is_some()));
    assert!(holds(mails_of(dir, "umpire")));
    assert!(!holds(mails_of(dir, "rome")) && !holds(mails_of(dir, "carthage")));
    // at the end the seals are opened, and every answer follows from the text
    let due = wait(dir, "rome").role().expect("somebody").to_owned();
    seats::act(dir, &due, Deed::Resign, hour(61)).expect("resigned");
    settle(dir, mode, hour(62));
    agree(dir, mode);
    let told = judged(dir, "carthage");
    assert_eq!((told.mandates.follow, told.mandates.sealed), (answered(&told.ledger) as u64, 0));
    assert_eq!(told.ledger.unopened_seals().count(), 0);
    python_agrees(&archive(dir, &role("umpire")));
}

#[test]
fn an_umpire_answers_at_once_by_the_standing_orders_he_holds() {
    an_umpire_answers_by_what_he_holds(Mode::Umpire);
}

#[test]
fn so_he_does_where_both_open_links() {
    an_umpire_answers_by_what_he_holds(Mode::Both);
}

/// `examples/verify.py`, where Python is.
fn python_agrees(archive: &[u8]) {
    let room = tempfile::tempdir().expect("a folder");
    let path = room.path().join("archive.tess");
    fs::write(&path, archive).expect("written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/verify.py");
    let run = |args: &[&std::ffi::OsStr]| std::process::Command::new("python3").args(args).output();
    if !run(&["-c".as_ref(), "import cryptography".as_ref()]).is_ok_and(|probe| probe.status.success()) {
        return;
    }
    let output = run(&["-B".as_ref(), script.as_ref(), path.as_ref()]).expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && !said.contains("have not been opened"), "{said}");
}

/// A duel until a side is asked something with more than one choice.
fn asked(mode: Mode, give: Option<&str>) -> (Duel, Role, Question) {
    let loaded = Library::embedded().load("spqr/skirmish").expect("the skirmish");
    let mut duel = Duel::begin(&loaded, mode, 3).expect("a battle");
    for side in duel.ledger.sides().cloned().collect::<Vec<_>>() {
        give.map(|text| duel.give(&side, text).expect("given"));
    }
    let mut agents: [Box<dyn Agent<Position>>; 2] = [Box::new(sensible(1)), Box::new(sensible(2))];
    loop {
        if let Wait::Answer { side, question, .. } = duel.table.wait(&duel.ledger).expect("a wait")
            && question.choices.len() > 1
        {
            return (duel, side, *question);
        }
        assert!(duel.step(&mut agents).expect("a step"), "nobody was asked");
    }
}

/// The umpire answers a question in a side's name.
fn in_name_of(duel: &mut Duel, side: &Role, question: &Question, key: &str) -> Result<Signed, String> {
    let standing = duel.ledger.player(side).and_then(|p| p.standing).or_else(|| {
        let given = |e: &&Entry| e.event().by == *side && matches!(e.event().kind, Kind::Standing(_));
        duel.ledger.entries().iter().find(given).map(Entry::id)
    });
    let answer = Answer {
        for_side: Some(side.clone()),
        standing: Some(standing.unwrap_or(duel.ledger.head())),
        ..Answer::of(question.id.clone(), key.to_owned())
    };
    duel.say(&Role::umpire(), Kind::Answer(answer)).map_err(|e| e.to_string())
}

fn broken(duel: &Duel) -> String {
    let verified = verify(duel.archive().as_bytes(), &Library::embedded()).expect("form and dice hold");
    match verified.rules {
        Rulings::Broken(error) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

fn other_than(question: &Question, key: &str) -> String {
    question.choices.iter().find(|c| c.key != key).expect("another choice").key.clone()
}

#[test]
fn an_umpire_who_answers_otherwise_is_found_out() {
    for mode in [Mode::Umpire, Mode::Both] {
        let (mut duel, side, question) = asked(mode, Some("otherwise default"));
        let other = other_than(&question, &question.default);
        in_name_of(&mut duel, &side, &question, &other).expect("the log alone cannot tell");
        let why = broken(&duel);
        assert!(why.contains("standing orders say") && why.contains(&question.default), "{why}");
    }
}

#[test]
fn an_umpire_does_not_answer_what_is_left_to_the_player() {
    let (mut duel, side, question) = asked(Mode::Umpire, Some("when trump do ask\notherwise ask"));
    in_name_of(&mut duel, &side, &question, &question.default.clone()).expect("the log alone cannot tell");
    assert!(broken(&duel).contains("leave that to the player"));
}

#[test]
fn an_umpire_brings_no_sheet_that_nobody_prepared() {
    let loaded = Library::embedded().load("spqr/skirmish").expect("the skirmish");
    let mut duel = Duel::begin(&loaded, Mode::Umpire, 3).expect("a battle");
    let Wait::Orders(deed) = duel.table.wait(&duel.ledger).expect("a wait") else { panic!("orders are due") };
    let side = role(&deed.side);
    let standing = duel.give(&side, "otherwise default").expect("given").id();
    let sheet = Steady.orders(duel.table.position(), &side).expect("a sheet");
    let orders = Orders { for_side: Some(side), standing: Some(standing), ..Orders::of(sheet, None) };
    duel.say(&Role::umpire(), Kind::Orders(orders)).expect("the log alone cannot tell");
    assert!(broken(&duel).contains("has prepared none"));
}

#[test]
fn nobody_answers_by_standing_orders_that_are_withdrawn_or_were_never_given() {
    let (mut duel, side, question) = asked(Mode::Umpire, None);
    let why = in_name_of(&mut duel, &side, &question, &question.default.clone()).expect_err("never given");
    assert!(why.contains("does not have now"), "{why}");
    duel.give(&side, "otherwise default").expect("given");
    duel.say(&side, Kind::Standing(Standing::default())).expect("withdrawn");
    let why = in_name_of(&mut duel, &side, &question, &question.default.clone()).expect_err("withdrawn");
    assert!(why.contains("does not have now"), "{why}");
}

/// The side itself knows what is under its seal, and takes no answer that does not follow from it.
#[test]
fn a_side_refuses_an_answer_that_its_sealed_orders_do_not_give() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    let mode = Mode::Umpire;
    begin(dir, mode, no_deadlines());
    for side in ["rome", "carthage"] {
        open(dir, &role(side)).entrust(Some("otherwise ask\n".into()), false).expect("entrusted");
    }
    let has_standing =
        |seat: &Seat, side: &Role| seat.ledger().player(side).is_some_and(|p| p.standing.is_some());
    let mut found = None;
    for n in 1..60 {
        for who in roles(mode) {
            pass(dir, &who, &mut OrdersOnly, hour(n));
        }
        let mut seat = open(dir, &role("umpire"));
        if let Wait::Answer { side, question, .. } = seat.wait().expect("a wait") {
            // asked, he sends his standing orders along with the answer that somebody else would give
            if has_standing(&seat, &side) {
                found = Some((side, question));
                break;
            }
            drop(seat);
            settle(dir, mode, hour(n));
        }
    }
    let (side, question) = found.expect("a side that has given standing orders is asked");
    settle(dir, mode, hour(61));
    let umpire = open(dir, &role("umpire"));
    let log = umpire.ledger();
    let setup = Arc::clone(&Library::embedded().load("spqr/skirmish").expect("the skirmish").setup);
    let mut table: Table<Gboh> = Table::new(Position::new(setup));
    table.follow(log).expect("followed");
    let answer = Answer {
        for_side: Some(side.clone()),
        standing: log.player(&side).and_then(|p| p.standing),
        ..Answer::of(question.id.clone(), question.default.clone())
    };
    let state = table.state(log).expect("a state");
    let event = log.draft(Role::umpire(), hour(62), state, Kind::Answer(answer)).expect("a draft");
    let key = SigningKey::load(&dir.join("umpire/key.pem"), None).expect("a key");
    let mail = RawMail::new(event.sign(&key).expect("signed").line().into_bytes(), Origin::Memory);
    let taken = open(dir, &side).take_mail(&mail, hour(62)).expect("taken");
    // the umpire has signed what the seal does not bear out: that is a proof against him
    let [Arrival::Breach(file)] = taken.events.as_slice() else { panic!("{taken:?}") };
    let proof = std::fs::read_to_string(dir.join(side.as_str()).join(file)).expect("a proof");
    assert!(proof.contains("leave that to the player"), "{proof}");
    // his enemy cannot know before the seal is opened
    let enemy = role(if side.as_str() == "rome" { "carthage" } else { "rome" });
    let taken = open(dir, &enemy).take_mail(&mail, hour(62)).expect("taken");
    assert!(matches!(taken.events.as_slice(), [Arrival::New(_)]), "{taken:?}");
}

/// A sheet for each leader of a side, with something before its orders.
fn sheets(side: Side, lapse: &str) -> String {
    let setup = Library::embedded().load("spqr/skirmish").expect("the skirmish").setup.clone();
    let pos = Position::new(setup);
    let own = pos.leader_ids().filter(|&l| pos.leader_spec(l).side == side);
    own.map(|l| {
        let code = &pos.leader_spec(l).code;
        format!("prepare {code} {{\n{lapse}\nactivate {code}\nfinish\n}}\n")
    })
    .collect()
}

fn counted(kinds: &[Kind]) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for kind in kinds {
        if let Kind::Orders(orders) = kind {
            *found.entry(orders.sheet.clone()).or_default() += 1;
        }
    }
    found
}

#[test]
fn an_umpire_brings_prepared_sheets_when_their_turn_has_come_and_tells_what_lapsed() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    let mode = Mode::Umpire;
    begin(dir, mode, no_deadlines());
    seats::give_standing(dir, "rome", &format!("{}otherwise default\n", sheets(Side::First, "")));
    let never = sheets(Side::Second, "lapse if turn >= 1");
    seats::give_standing(dir, "carthage", &format!("{never}otherwise default\n"));
    let turn = |log: &Ledger| log.entries().iter().filter(|e| e.event().by.as_str() == "carthage").count();
    play(dir, mode, |log| {
        log.entries().iter().any(by_umpire(|k| matches!(k, Kind::Orders(_)))) && turn(log) > 3
    });
    settle(dir, mode, hour(60));
    agree(dir, mode);
    let brought = entries(dir, by_umpire(|k| matches!(k, Kind::Orders(_))));
    for kind in &brought {
        let Kind::Orders(orders) = kind else { continue };
        assert_eq!(orders.for_side, Some(role("rome")), "carthage's sheets have lapsed");
        assert!(orders.sheet.starts_with("activate ") && orders.sheet.ends_with("\nfinish\n"), "{orders:?}");
    }
    assert!(counted(&brought).values().all(|&n| n == 1), "a sheet is used once: {brought:?}");
    assert!(texts_of(dir, "carthage").contains("has lapsed"), "its owner is told");
    assert!(!texts_of(dir, "rome").contains("has lapsed"), "and nobody else");
    // what was brought follows from the text, as all can see at the end
    let due = wait(dir, "rome").role().expect("somebody").to_owned();
    seats::act(dir, &due, Deed::Resign, hour(61)).expect("resigned");
    settle(dir, mode, hour(62));
    let told = judged(dir, "rome");
    assert_eq!(told.mandates.sealed, 0);
    assert!(told.mandates.follow >= brought.len() as u64);
}

#[test]
fn without_an_umpire_ones_own_seat_brings_them() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    let mode = Mode::Direct;
    begin(dir, mode, no_deadlines());
    let own = open(dir, &role("rome")).entrust(Some("otherwise default".into()), false);
    assert!(own.expect_err("nobody holds them").to_string().contains("there is no umpire"));
    let text = format!("{}otherwise default\n", sheets(Side::First, ""));
    fs::write(dir.join("rome/standing.txt"), &text).expect("written");
    let lapsing = format!("{}otherwise default\n", sheets(Side::Second, "lapse if turn >= 1"));
    fs::write(dir.join("carthage/standing.txt"), lapsing).expect("written");
    let mut told = Vec::new();
    for n in 1..30 {
        for who in roles(mode) {
            let pass = pass(dir, &who, &mut OrdersOnly, hour(n));
            told.extend(pass.told.into_iter().map(|line| (who.clone(), line)));
        }
    }
    settle(dir, mode, hour(60));
    agree(dir, mode);
    let all = counted(&entries(dir, |e| e.event().by.as_str() == "rome"));
    let prepared: Vec<usize> =
        all.iter().filter(|(sheet, _)| text.contains(&format!("\n{sheet}}}"))).map(|(_, n)| *n).collect();
    assert!(!prepared.is_empty() && prepared.iter().all(|&n| n == 1), "{all:?}");
    assert!(told.iter().any(|(who, line)| who.as_str() == "carthage" && line.contains("has lapsed")));
    assert!(told.iter().all(|(who, _)| who.as_str() == "carthage"), "{told:?}");
    let mails = texts_of(dir, "rome");
    assert!(!mails.contains("has lapsed"), "the enemy is not told");
    assert!(new_mails(dir, &role("rome")).is_empty());
    judged(dir, "rome");
}
