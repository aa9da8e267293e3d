use tess_bot::Level;
use tess_ledger::{At, Checks, Ledger, Proposal, Role, read_lines};
use tess_scenario::Library;
use tess_steward::{Agent as _, Deed, Look, archive_bytes};
use tess_table::Wait;

use super::{Choice, Home, Terms};

/// A clock that counts seconds.
fn clock() -> impl FnMut() -> At {
    let mut second = 0;
    move || {
        second += 1;
        format!("2026-01-01T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
            .parse()
            .expect("a time")
    }
}

fn skirmish(side: Option<&str>) -> Choice {
    Choice {
        scenario: "spqr/skirmish".to_owned(),
        side: side.map(|side| side.parse().expect("a role")),
        name: "Anna".to_owned(),
        level: Level::Easy,
        options: Default::default(),
        library: None,
    }
}

#[test]
fn a_battle_goes_on_till_it_is_for_the_person_to_decide_and_its_archive_holds() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().join("first");
    let mut at = clock();
    let home = Home::found(&dir, &skirmish(None), &mut at).expect("a battle");
    let mut sheets = 0;
    // the folder may be moved, and is opened anew for every decision
    drop(home);
    let dir = {
        let moved = room.path().join("moved");
        std::fs::rename(&dir, &moved).expect("moved");
        moved
    };
    loop {
        let home = Home::open(&dir).expect("opened");
        let wait = home.settle(&mut at, &mut |_| ()).expect("settled");
        let you = home.terms().you.clone();
        let mut seat = home.take_seat(&you).expect("his seat");
        let mut likes = Level::Easy.hire(seat.table().position().game().family(), 7);
        let deed = match wait {
            Wait::Orders(task) => {
                assert_eq!(task.side, you.as_str());
                sheets += 1;
                let sheet = likes.orders(&*seat.table().view(), &you).expect("orders");
                if sheets > 4 { Deed::Resign } else { Deed::Orders(sheet, None) }
            }
            Wait::Answer { side, question, .. } => {
                assert_eq!(side, you);
                let choice = likes.answer(&*seat.table().view(), &you, &question).expect("an answer");
                Deed::Answer { question: None, choice }
            }
            Wait::Over(_) => break,
            other => panic!("it waits for {other:?}"),
        };
        seat.act(deed, at()).expect("done");
    }
    let [mine, theirs] = ["rome", "carthage"].map(|side| archive_bytes(&dir.join(side)).expect("an archive"));
    assert!(mine == theirs, "both have the same log");
    let ledger = Ledger::verify_all(read_lines(&mine).expect("lines"), Checks::Strict).expect("it holds");
    assert!(ledger.entries().len() > 8, "{}", ledger.entries().len());
}

#[test]
fn a_take_back_is_given_and_a_draw_is_not() {
    let room = tempfile::tempdir().expect("a folder");
    let mut at = clock();
    let home = Home::found(room.path(), &skirmish(Some("carthage")), &mut at).expect("a battle");
    assert_eq!(home.terms().you.as_str(), "carthage");
    home.settle(&mut at, &mut |_| ()).expect("settled");
    for (what, to, reply) in [(Proposal::Draw, None, "decline"), (Proposal::TakeBack, Some(1), "agree")] {
        let mut seat = home.take_seat(&home.terms().you).expect("his seat");
        seat.act(Deed::Propose(what, to), at()).expect("proposed");
        let seq = seat.ledger().next_seq();
        drop(seat);
        home.settle(&mut at, &mut |_| ()).expect("settled");
        let seat = home.take_seat(&home.terms().you).expect("his seat");
        let entry = seat.ledger().entries().iter().find(|e| e.seq() == seq).expect("an answer");
        assert_eq!(entry.event().kind.name(), reply);
    }
}

#[test]
fn what_cannot_be_founded_is_told() {
    let room = tempfile::tempdir().expect("a folder");
    let mut at = clock();
    let mut told = |dir: &str, choice: &Choice| {
        let error = Home::found(&room.path().join(dir), choice, &mut at).expect_err("refused");
        error.told()
    };
    let side = told("one", &skirmish(Some("gaul")));
    assert!(side.contains("gaul does not fight in spqr/skirmish"), "{side}");
    assert!(side.contains("--side rome or --side carthage"), "{side}");
    let none = told("two", &Choice { scenario: "spqr/nowhere".to_owned(), ..skirmish(None) });
    assert!(none.contains("nowhere"), "{none}");
    std::fs::create_dir_all(room.path().join("full/of")).expect("a folder");
    assert!(told("full", &skirmish(None)).contains("holds something already"));
    assert!(Home::open(&room.path().join("full")).expect_err("none").told().contains("`tess play` made"));
    let bad = "you = \"rome\"\nfoe = \"carthage\"\nlevel = \"brutal\"\n";
    std::fs::write(room.path().join("full/play.toml"), bad).expect("written");
    let level = Terms::read(&room.path().join("full")).expect_err("no level").told();
    assert!(level.contains("easy, normal or hard"), "{level}");
}

#[test]
fn an_option_that_there_is_not_leaves_no_folder_and_names_those_of_the_book() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().join("battle");
    let options = std::iter::once(tess_ledger::Setting::named("flanking").expect("an option")).collect();
    let wrong = Choice { options, ..skirmish(None) };
    let said = Home::found(&dir, &wrong, &mut clock()).expect_err("no such option").to_string();
    assert!(said.contains("no option `flanking`") && said.contains("engaged"), "{said}");
    // depletion is cataphract's, and drift alexander's
    assert!(!said.contains("depletion") && !said.contains("drift"), "{said}");
    assert!(!dir.exists());
    Home::found(&dir, &skirmish(None), &mut clock()).expect("the folder is free");
}

/// Where Mago lies at the Trebia his own side reads, and nobody else: not in a report, not in the position,
/// not in the log.
#[test]
fn an_ambush_is_known_to_its_own_side_alone() {
    let mut read = Vec::new();
    for ground in [1, 2] {
        let room = tempfile::tempdir().expect("a folder");
        let choice = Choice { scenario: "legion/trebbia-218bc".to_owned(), ..skirmish(Some("carthage")) };
        let mut at = clock();
        let home = Home::found(&room.path().join("battle"), &choice, &mut at).expect("a battle");
        home.settle(&mut at, &mut |_| ()).expect("settled");
        let [you, foe] = ["carthage", "rome"].map(|side| side.parse().expect("a role"));
        let mut seat = home.take_seat(&you).expect("a seat");
        let wrong = seat.act(Deed::Orders("hide K4 in 3\nfinish\n".to_owned(), None), at());
        let told = wrong.expect_err("no such ambush").to_string();
        assert!(told.contains("1 (the watercourse) or 2 (thickets by the stream)"), "{told}");
        let sheet = format!("hide K4 in {ground}\nfinish\n");
        let signed = seat.act(Deed::Orders(sheet, None), at()).expect("signed");
        assert!(signed.line().contains(r#""sheet":"hide K4\nfinish\n""#), "{}", signed.line());
        seat.post().expect("posted");
        drop(seat);
        home.settle(&mut at, &mut |_| ()).expect("settled");
        let report = |role: &Role| {
            let seat = room.path().join("battle").join(role.as_str());
            let mut look = Look::own(&seat, role, &Library::embedded()).expect("read");
            look.report(role, Some(2)).expect("a report")
        };
        let (own, theirs) = (report(&you), report(&foe));
        let unfolded = own.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(unfolded.contains(&format!("(ground {ground}), as you alone know")), "{own}");
        assert!(theirs.contains("K4 lies in ambush somewhere"), "{theirs}");
        read.push(theirs);
    }
    assert!(!read.iter().any(|text| text.contains("watercourse") || text.contains("thickets")));
}
