//! A player has played from two copies of his folder: the battle stops, and with the consent of both it goes
//! on from before that, in every mode, whoever proposes it and whichever of the two logs he has.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::seats::{
    Steady, act, agree, archive, begin, copy, fight, hour, inbox, latest, no_deadlines, open, pass,
    position_of, quick_room, role, roles, settle,
};
use tesserarius::ledger::{Kind, Ledger, Mode, Proposal, Propose, Role};
use tesserarius::mail::RawMail;
use tesserarius::scenario::Library;
use tesserarius::steward::{Agent as _, Audit, Deed, Nobody};
use tesserarius::table::Wait;

/// The folder with the copy.
const COPY: &str = "copy";

/// A battle in which one side has signed orders twice for one place.
struct Forked {
    room: tempfile::TempDir,
    mode: Mode,
    /// Who did, and the other side.
    side: String,
    other: String,
    /// The place of the fork.
    place: u64,
    /// The game's state before it.
    before: Vec<u8>,
}

impl Forked {
    /// With `parted` the first of the two came to nobody before the battle had gone on with the second.
    fn new(mode: Mode, parted: bool) -> Forked {
        let room = quick_room();
        let dir = room.path();
        begin(dir, mode, no_deadlines());
        let is_due = || matches!(open(dir, &role("rome")).wait(), Ok(Wait::Orders(_)));
        let events = (9..60).find(|&events| {
            fight(dir, mode, events);
            is_due()
        });
        assert!(events.is_some(), "nobody is to order");
        let (side, sheet) = due(dir);
        let other = if side == "rome" { "carthage" } else { "rome" }.to_owned();
        copy(&dir.join(&side), &dir.join(COPY));
        let place = ledger(dir, &side).next_seq();
        let before = archive(dir, &role(&side));
        let sends = |who: &str, note: &str| {
            act(dir, who, Deed::Orders(sheet.clone(), Some(note.to_owned())), hour(20)).expect("signed")
        };
        sends(if parted { COPY } else { &side }, "one");
        let first = if parted { Some(hold_back(dir, mode, &side)) } else { None };
        if parted {
            // what the first says is under way
            sends(&side, "two");
            let late = hold_back(dir, mode, &side);
            deliver(dir, first.unwrap_or_default());
            for _ in 0..4 {
                roles(mode).iter().filter(|r| r.as_str() != side).for_each(|r| {
                    pass(dir, r, &mut Nobody, hour(21));
                });
            }
            deliver(dir, late);
        } else {
            settle(dir, mode, hour(21));
            sends(COPY, "two");
        }
        settle(dir, mode, hour(22));
        Forked { mode, side, other, place, before, room }
    }

    fn dir(&self) -> &Path {
        self.room.path()
    }

    /// The copy reads all that has come for its player.
    fn copy_reads(&self) {
        let own = inbox(self.dir(), &role(&self.side));
        let mut all: Vec<RawMail> = Vec::new();
        for seen in [false, true] {
            all.extend(own.list(seen).expect("a list").iter().map(|path| own.read(path).expect("a mail")));
        }
        let mut seat = open(self.dir(), &role(COPY));
        let at = latest(self.dir(), self.mode);
        for _ in 0..2 {
            seat.pass(&all, &mut Nobody, &mut || at, &mut |_| Ok(())).expect("a pass");
        }
    }
}

/// The side that is to give orders, and a sheet for it.
fn due(dir: &Path) -> (String, String) {
    let wait = open(dir, &role("rome")).wait().expect("a wait");
    let Wait::Orders(deed) = wait else { panic!("nobody is to order: {wait:?}") };
    let mut seat = open(dir, &role(&deed.side));
    seat.wait().expect("a wait");
    let sheet = Steady.orders(position_of(&seat), &role(&deed.side)).expect("a sheet");
    (deed.side, sheet)
}

fn ledger(dir: &Path, who: &str) -> Ledger {
    open(dir, &role(who)).ledger().clone()
}

/// Takes what has come for all but one role out of the post.
fn hold_back(dir: &Path, mode: Mode, but: &str) -> Vec<(Role, Vec<u8>)> {
    let mut held = Vec::new();
    for to in roles(mode).into_iter().filter(|r| r.as_str() != but) {
        for path in inbox(dir, &to).list(false).expect("a list") {
            held.push((to.clone(), std::fs::read(&path).expect("a mail")));
            std::fs::remove_file(&path).expect("taken");
        }
    }
    held
}

fn deliver(dir: &Path, mails: Vec<(Role, Vec<u8>)>) {
    for (at, (to, bytes)) in (7000..).zip(mails) {
        inbox(dir, &to).deliver(&bytes, at).expect("delivered");
    }
}

#[test]
fn a_fork_under_an_umpire_is_healed_by_both_sides_and_the_battle_goes_on() {
    is_healed_in(Mode::Umpire);
}

#[test]
fn a_fork_between_two_alone_is_healed_by_them_and_the_battle_goes_on() {
    is_healed_in(Mode::Direct);
}

#[test]
fn a_fork_where_umpire_and_opponent_open_is_healed_and_the_battle_goes_on() {
    is_healed_in(Mode::Both);
}

fn is_healed_in(mode: Mode) {
    for (parted, guilty_proposes) in [(false, true), (false, false), (true, true), (true, false)] {
        let f = Forked::new(mode, parted);
        let dir = f.dir();
        let what = format!("{mode:?}, parted {parted}, guilty proposes {guilty_proposes}");
        for who in roles(mode) {
            let seat = open(dir, &who);
            assert!(!seat.accusations().expect("read").is_empty(), "{what}: {who} knows of no fork");
        }
        let stopped = act(dir, &f.other, Deed::Resign, hour(30)).expect_err("the battle has stopped");
        assert!(stopped.contains("the battle has stopped"), "{what}: {stopped}");
        let (by, to) = if guilty_proposes { (&f.side, &f.other) } else { (&f.other, &f.side) };
        act(dir, by, Deed::Heal(Some("two folders".to_owned())), hour(31)).expect("proposed");
        settle_apart(&f, hour(32));
        act(dir, to, Deed::Agree, hour(33)).unwrap_or_else(|error| panic!("{what}: {error}"));
        // before each has a new chain nobody may act
        let early = act(dir, &f.side, Deed::Orders("pass".to_owned(), None), hour(33));
        assert!(early.is_err(), "{what}: {early:?}");
        settle(dir, mode, hour(34));
        agree(dir, mode);
        goes_on(&f, &what);
    }
}

/// As [`settle`], while logs may differ.
fn settle_apart(f: &Forked, at: tesserarius::ledger::At) {
    for _ in 0..4 {
        for who in roles(f.mode) {
            pass(f.dir(), &who, &mut Nobody, at.max(latest(f.dir(), f.mode)));
        }
    }
}

/// After a healing: what was signed since the fork counts for nothing, no link of an old chain is good any
/// more, the copy signs nothing, and the battle goes on in an archive that holds.
fn goes_on(f: &Forked, what: &str) {
    let (dir, mode) = (f.dir(), f.mode);
    let log = ledger(dir, &f.side);
    let agreed = log.healed().map(|(_, agreed, _)| agreed).last().expect("a healing");
    assert!(log.is_healed(f.place) && log.owes_chain().is_none(), "{what}");
    let since = log.entries().iter().filter(|e| e.seq() >= f.place && e.seq() < agreed);
    assert!(since.clone().count() > 0 && since.clone().all(|e| e.taken_back == Some(agreed)), "{what}");
    assert!(
        log.players().iter().all(|player| player.chain.since > agreed && player.chain.last == 0),
        "{what}"
    );
    let whole: Vec<u8> = archive(dir, &role(&f.side));
    assert!(whole.starts_with(&f.before), "{what}: what was before the fork stays");
    f.copy_reads();
    let mut seat = open(dir, &role(COPY));
    if archive(dir, &role(COPY)) == whole {
        let told = seat.act(Deed::Resign, hour(60)).expect_err("a copy").to_string();
        assert!(told.contains("second copy"), "{what}: {told}");
    }
    drop(seat);
    let next = log.next_seq();
    fight(dir, mode, next + 14);
    agree(dir, mode);
    let path = dir.join(&f.side).join("archive.tess");
    let tess = Command::new(env!("CARGO_BIN_EXE_tess")).arg("verify").arg(&path).output().expect("runs");
    let said = String::from_utf8_lossy(&tess.stdout).into_owned();
    assert!(tess.status.success() && said.contains("the archive holds"), "{what}: {said}");
    let audit = Audit::of(&archive(dir, &role(&f.side)), &Library::embedded());
    assert!(audit.holds(), "{what}: {}", audit.page());
    // each link opened since is of a chain that was anchored after both had agreed
    let log = ledger(dir, &f.side);
    let opened = log.entries().iter().filter(|e| e.seq() >= next);
    assert!(opened.filter(|e| matches!(e.event().kind, Kind::Reveal(_))).count() > 0, "{what}");
}

/// What both have to say is refused where it does not fit: without a fork, without the other event, with one
/// that is in the log.
#[test]
fn nothing_is_healed_that_is_no_fork() {
    let room = quick_room();
    let dir = room.path();
    begin(dir, Mode::Umpire, no_deadlines());
    let told = act(dir, "rome", Deed::Heal(None), hour(1)).expect_err("no fork");
    assert!(told.contains("no fork"), "{told}");
    let log = ledger(dir, "rome");
    let (to, own) = (Some(log.next_seq() - 1), log.head());
    for second in [None, Some(own)] {
        let propose = Propose { what: Proposal::Heal, to, note: None, until: None, second };
        assert!(act(dir, "rome", Deed::Offer(propose), hour(1)).is_err(), "{second:?}");
    }
}

/// Who agreed to heal a fork in one log is not held to an older word of his in the other, once the battle
/// has gone on.
#[test]
fn an_old_consent_in_the_other_log_takes_nothing_back() {
    let f = Forked::new(Mode::Direct, true);
    let (dir, mode) = (f.dir(), f.mode);
    act(dir, &f.other, Deed::Heal(None), hour(31)).expect("proposed");
    let kept = hold_back(dir, mode, &f.other);
    copy(&dir.join(&f.side), &dir.join("twin"));
    act(dir, &f.side, Deed::Heal(None), hour(31)).expect("proposed");
    pass(dir, &role(&f.other), &mut Nobody, hour(32));
    act(dir, &f.other, Deed::Agree, hour(33)).expect("agreed");
    settle(dir, mode, hour(34));
    fight(dir, mode, ledger(dir, &f.other).next_seq() + 6);
    // now the other copy says yes to what was kept back
    let mails: Vec<RawMail> =
        kept.into_iter().map(|(_, bytes)| RawMail::new(bytes, tesserarius::mail::Origin::Memory)).collect();
    let mut twin = open(dir, &role("twin"));
    let at = latest(dir, mode);
    twin.pass(&mails, &mut Nobody, &mut || at, &mut |_| Ok(())).expect("a pass");
    twin.act(Deed::Agree, at).expect("the old word");
    assert!(twin.ledger().is_healed(f.place));
    twin.post().expect("posted");
    drop(twin);
    let log = archive(dir, &role(&f.other));
    for _ in 0..2 {
        pass(dir, &role(&f.other), &mut Nobody, at);
    }
    assert!(archive(dir, &role(&f.other)).starts_with(&log), "what was played on is taken back");
    assert!(open(dir, &role(&f.other)).accusations().expect("read").is_empty());
}

/// What all mails that have just been posted hold, taken out of the post.
fn taken(dir: &Path, mode: Mode) -> Vec<RawMail> {
    let held = hold_back(dir, mode, "nobody");
    held.into_iter().map(|(_, bytes)| RawMail::new(bytes, tesserarius::mail::Origin::Memory)).collect()
}

fn reads(dir: &Path, who: &str, mails: &[RawMail]) {
    let at = latest(dir, Mode::Umpire).max(hour(33));
    let mut seat = open(dir, &role(who));
    seat.pass(mails, &mut Nobody, &mut || at, &mut |_| Ok(())).expect("a pass");
}

/// Both propose at once, and each agrees to what the other has proposed before anybody else has heard of it:
/// one of the two logs stands everywhere, the umpire does not sign in both in turn, and the battle goes on.
#[test]
fn each_agrees_to_the_others_healing_and_one_of_the_two_stands() {
    // the lower id stands, of whichever side it is: both come up
    let mut lower = BTreeSet::new();
    for note in 0..12 {
        let f = Forked::new(Mode::Umpire, false);
        let dir = f.dir();
        let sides = [&f.side, &f.other];
        let proposed = sides.map(|side| {
            let heal = Deed::Heal(Some(format!("{note}")));
            (act(dir, side, heal, hour(31)).expect("proposed").id(), taken(dir, f.mode))
        });
        if !lower.insert(proposed[0].0 < proposed[1].0) {
            continue;
        }
        // each log as whoever has agreed in it mails it
        let agreed = [1, 0].map(|nth| {
            reads(dir, sides[1 - nth], &proposed[nth].1);
            act(dir, sides[1 - nth], Deed::Agree, hour(33)).expect("agreed");
            [proposed[nth].1.clone(), taken(dir, f.mode)].concat()
        });
        for mails in [&agreed[0], &agreed[1], &agreed[0], &agreed[1]] {
            reads(dir, "umpire", mails);
        }
        settle_apart(&f, hour(34));
        agree(dir, f.mode);
        for who in roles(f.mode) {
            assert!(open(dir, &who).accusations().expect("read").is_empty(), "{who} accuses");
        }
        goes_on(&f, "both at once");
        if lower.len() == 2 {
            return;
        }
    }
    panic!("one order of the two never came up: {lower:?}");
}

/// A copy that has not heard what its player signed in the other finds it in his mail, and signs nothing.
#[test]
fn a_copy_finds_out_by_the_mail_before_it_signs() {
    let room = quick_room();
    let dir = room.path();
    begin(dir, Mode::Umpire, no_deadlines());
    let (side, sheet) = due(dir);
    let other = if side == "rome" { "carthage" } else { "rome" };
    copy(&dir.join(&side), &dir.join(COPY));
    act(dir, &side, Deed::Orders(sheet.clone(), None), hour(1)).expect("signed");
    settle(dir, Mode::Umpire, hour(2));
    act(dir, other, Deed::Propose(Proposal::Adjourn, None), hour(3)).expect("proposed");
    settle(dir, Mode::Umpire, hour(3));
    let home = dir.join("home");
    std::fs::create_dir(&home).expect("a folder");
    let from = dir.join("mail").join(&side);
    std::fs::write(home.join("player.toml"), format!("from = {:?}\n", from.display().to_string()))
        .expect("written");
    std::fs::write(dir.join("sheet.txt"), sheet).expect("written");
    let before = archive(dir, &role(COPY));
    let tess = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(["send", "sheet.txt", "--battle", COPY])
        .current_dir(dir)
        .env("TESS_HOME", &home)
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&tess.stderr).into_owned();
    assert!(!tess.status.success() && said.contains("it may be an old copy"), "{said}");
    assert_eq!(archive(dir, &role(COPY)), before);
}

/// An umpire has brought an old copy of his folder back. As soon as any mail shows something that he has
/// signed since, he is told, and signs nothing, also where the other copy has signed; when the rest has come
/// he goes on.
#[test]
fn an_umpire_with_an_old_copy_signs_nothing_before_he_has_what_he_signed() {
    let room = quick_room();
    let dir = room.path();
    let umpire = role("umpire");
    begin(dir, Mode::Umpire, no_deadlines());
    fight(dir, Mode::Umpire, 9);
    copy(&dir.join("umpire"), &dir.join(COPY));
    let next = ledger(dir, COPY).next_seq();
    fight(dir, Mode::Umpire, next + 12);
    let log = ledger(dir, "rome");
    let since: Vec<_> = log.entries().iter().filter(|e| e.seq() >= next).collect();
    // where the old copy would open a link that the other one has opened
    let due = since.windows(2).position(|two| two[0].event().by != umpire && two[1].event().by == umpire);
    let due = due.expect("a link of the umpire");
    let later = since[due + 2..].iter().find(|e| e.event().by == umpire).expect("a later word of his");
    let mail = |n: usize, lines: &[Vec<u8>]| {
        let block = tesserarius::mail::armour::wrap(lines);
        let text = format!(
            "From: rome@example.org\r\nTo: umpire@example.org\r\nSubject: a mail\r\nMessage-ID: <{n}@rome.test>\r\n\r\n{block}"
        );
        RawMail::new(text.into_bytes(), tesserarius::mail::Origin::Memory)
    };
    let line = |e: &tesserarius::ledger::Entry| e.signed.line().into_bytes();
    let mut first: Vec<Vec<u8>> = since[..=due].iter().map(|e| line(e)).collect();
    first.push(line(later));
    let at = latest(dir, Mode::Umpire);
    let mut seat = open(dir, &role(COPY));
    let told = seat.pass(&[mail(1, &first)], &mut Nobody, &mut || at, &mut |_| Ok(())).expect("a pass");
    assert!(told.signed.is_empty(), "{:?}", told.signed);
    let elsewhere = format!("has signed event {} elsewhere", later.seq());
    assert!(told.told.iter().any(|line| line.contains(&elsewhere)), "{:?}", told.told);
    assert_eq!(seat.ledger().next_seq(), since[due].seq() + 1);
    let refused = seat.act(Deed::Propose(Proposal::Adjourn, None), at).expect_err("an old copy").to_string();
    assert!(refused.contains(&elsewhere), "{refused}");
    // then comes what he has asked for
    let all: Vec<Vec<u8>> = since.iter().map(|e| line(e)).collect();
    let told = seat.pass(&[mail(2, &all)], &mut Nobody, &mut || at, &mut |_| Ok(())).expect("a pass");
    assert!(told.told.iter().all(|line| !line.contains("elsewhere")), "{:?}", told.told);
    drop(seat);
    assert!(archive(dir, &role(COPY)).starts_with(&archive(dir, &role("rome"))));
}
