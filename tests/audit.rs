//! What `tess audit` tells of archives: sound, doctored, forked, late, taken back, and of every game.

use std::path::Path;
use std::process::Command;

use crate::seats::{self, act, archive, begin, copy, fight, hour, no_deadlines, open, role, settle, wait};
use tesserarius::ledger::{Deadlines, Kind, Mode, Outcome, Proposal};
use tesserarius::scenario::Library;
use tesserarius::steward::{Audit, Deed, Luck, Verdict};

fn audit(bytes: &[u8]) -> Audit {
    let audit = Audit::of(bytes, &Library::embedded());
    let page = audit.page();
    assert!(page.lines().all(|line| line.len() <= 78 && line.is_ascii()), "{page}");
    assert!(page.lines().count() <= 66, "more than a page:\n{page}");
    audit
}

/// The row of a page with that name, folded lines joined.
fn row(audit: &Audit, name: &str) -> String {
    let page = audit.page();
    let mut lines = page.lines().skip_while(|line| !line.starts_with(&format!("{name:<12} ")));
    let first = lines.next().unwrap_or_else(|| panic!("no row {name}:\n{page}"));
    let rest = lines.take_while(|line| line.starts_with("             "));
    let all: Vec<&str> = std::iter::once(&first[13..]).chain(rest.map(str::trim)).collect();
    all.join(" ")
}

/// A battle of some events, without deadlines.
fn battle(dir: &Path, mode: Mode) -> Vec<u8> {
    begin(dir, mode, no_deadlines());
    fight(dir, mode, 24);
    archive(dir, &role("rome"))
}

#[test]
fn a_sound_archive_is_valid_and_its_dice_are_counted() {
    let room = tempfile::tempdir().expect("a folder");
    let bytes = battle(room.path(), Mode::Both);
    let audit = audit(&bytes);
    assert!(audit.holds(), "{}", audit.page());
    assert!(row(&audit, "valid").starts_with("yes: all "));
    assert_eq!(row(&audit, "forks"), "none in this archive");
    assert_eq!(row(&audit, "late"), "no deadlines were set");
    let ledger = &audit.verified.as_ref().expect("verified").ledger;
    let claimed: usize = ledger
        .entries()
        .iter()
        .filter_map(|e| match &e.event().kind {
            Kind::Reveal(reveal) => reveal.rolls.as_ref().map(Vec::len),
            _ => None,
        })
        .sum();
    assert!(claimed > 0, "the battle has dice");
    let luck = Luck::of(ledger);
    assert_eq!(luck.kinds.values().map(|tray| tray.thrown()).sum::<u64>(), claimed as u64);
    assert_eq!(luck.all(10).by.values().map(|(n, _)| n).sum::<u64>(), luck.all(10).thrown());
}

#[test]
fn a_bent_line_is_named_and_the_rest_is_told_of_what_is_before_it() {
    let room = tempfile::tempdir().expect("a folder");
    let bytes = battle(room.path(), Mode::Umpire);
    let text = String::from_utf8(bytes).expect("text");
    let at = text.lines().position(|line| line.contains("\"face\":")).expect("dice");
    let bent: String = text
        .lines()
        .enumerate()
        .map(|(i, line)| {
            let line = if i == at { line.replacen("\"face\":", "\"face\":1", 1) } else { line.to_owned() };
            line + "\n"
        })
        .collect();
    let audit = audit(bent.as_bytes());
    assert!(!audit.holds());
    assert_eq!(audit.fault.as_ref().map(|(line, _)| *line), Some(at + 1), "{}", audit.page());
    assert!(row(&audit, "valid").starts_with(&format!("NO: line {} of ", at + 1)));
    assert_eq!(audit.verified.as_ref().expect("the rest").ledger.entries().len(), at);
}

#[test]
fn cut_and_empty_archives_and_what_is_none_are_told_apart() {
    let room = tempfile::tempdir().expect("a folder");
    let bytes = battle(room.path(), Mode::Umpire);
    let lines = bytes.iter().filter(|b| **b == b'\n').count();
    let cut = audit(&bytes[..bytes.len() - 9]);
    assert_eq!(cut.fault.as_ref().map(|(line, _)| *line), Some(lines));
    assert!(row(&cut, "valid").contains("is cut"), "{}", cut.page());
    assert!(audit(b"").page().contains("NO: the archive is empty"));
    let garbage = audit(b"\xff\x00nonsense\nmore\n");
    assert!(!garbage.holds());
    assert!(row(&garbage, "valid").starts_with("NO: line 1 of 2"), "{}", garbage.page());
}

#[test]
fn whoever_signed_twice_is_named() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().join("one");
    battle(&dir, Mode::Umpire);
    let other = room.path().join("two");
    copy(&dir, &other);
    let first = act(&dir, "rome", Deed::Propose(Proposal::Draw, None), hour(50)).expect("signed");
    let second = act(&other, "rome", Deed::Propose(Proposal::Adjourn, None), hour(50)).expect("signed");
    assert_eq!(first.event().seq, second.event().seq);
    let mut bytes = archive(&dir, &role("rome"));
    assert!(audit(&bytes).holds());
    bytes.extend(format!("{}\n", second.line()).bytes());
    let audit = audit(&bytes);
    assert!(!audit.holds());
    assert_eq!(audit.forks.len(), 1);
    assert_eq!(
        row(&audit, "forks"),
        format!("rome signed two events for place {}", first.event().seq),
        "{}",
        audit.page()
    );
}

#[test]
fn late_moves_stalls_and_timeouts_are_told() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin(dir, Mode::Direct, Deadlines { hours: 48, then: Outcome::Extension, extensions: 1 });
    let due = wait(dir, "rome").role().expect("somebody").to_owned();
    let other = if due == "rome" { "carthage" } else { "rome" };
    // 50 hours of silence, then an extension, and orders 100 hours later
    open(dir, &role(other)).time_out(hour(50)).expect("an extension");
    open(dir, &role(other)).post().expect("posted");
    settle(dir, Mode::Direct, hour(50));
    act(dir, &due, Deed::Orders("begin\n".to_owned(), None), hour(150)).expect("orders");
    let audit = audit(&archive(dir, &role(&due)));
    assert!(audit.holds(), "{}", audit.page());
    assert_eq!(row(&audit, "timeouts"), format!("extension of {due} in event 2"));
    // the extension ended at hour 98
    assert_eq!(row(&audit, "late"), format!("{due} by 2 d 4 h, event 3 (orders)"), "{}", audit.page());
    let waited = audit.clock.roles[&role(&due)];
    assert_eq!((waited.longest, waited.longest_seq), (100 * 3600, 3));
    // an action that needs dice, and a link that comes two days after it
    drop(audit);
    fight_until_a_link_is_due(dir);
}

/// Fights on until an opponent's link is due, opens it two days late, and audits that.
fn fight_until_a_link_is_due(dir: &Path) {
    for n in 0..60 {
        let at = hour(150);
        let before = wait(dir, "rome");
        let tesserarius::table::Wait::Link { opener, .. } = before else {
            for side in ["rome", "carthage"] {
                if matches!(wait(dir, side), tesserarius::table::Wait::Link { .. }) {
                    break;
                }
                seats::pass(dir, &role(side), &mut seats::Steady, at);
            }
            assert!(n < 59, "no link falls due");
            continue;
        };
        let due = format!("the archive ends with a link due from {opener} since");
        let ends = audit(&archive(dir, &role("rome")));
        assert!(row(&ends, "stalls").contains(&due), "{}", ends.page());
        let at = hour(150 + 48);
        settle(dir, Mode::Direct, at);
        let told = row(&audit(&archive(dir, &role("rome"))), "stalls");
        assert!(told.starts_with(&format!("{opener} took 2 d for event")), "{told}");
        return;
    }
}

#[test]
fn what_was_taken_back_is_told_with_the_dice_that_had_been_seen() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    battle(dir, Mode::Umpire);
    let ledger = open(dir, &role("rome")).ledger().clone();
    let thrown = |e: &tesserarius::ledger::Entry| match &e.event().kind {
        Kind::Reveal(reveal) => reveal.rolls.as_ref().map_or(0, Vec::len),
        _ => 0,
    };
    let dice: usize = ledger.entries().iter().map(thrown).sum();
    // everything since the battle was opened
    let to = ledger.entries().iter().rev().find(|e| matches!(e.event().kind, Kind::Accept(_)));
    let to = to.expect("accepted").seq();
    act(dir, "rome", Deed::Propose(Proposal::TakeBack, Some(to)), hour(60)).expect("proposed");
    settle(dir, Mode::Umpire, hour(60));
    act(dir, "carthage", Deed::Agree, hour(61)).expect("agreed");
    settle(dir, Mode::Umpire, hour(61));
    let audit = audit(&archive(dir, &role("umpire")));
    assert!(audit.holds(), "{}", audit.page());
    assert_eq!(audit.take_backs.len(), 1);
    assert_eq!((audit.take_backs[0].to, audit.take_backs[0].dice), (to, dice));
    let told = row(&audit, "take-backs");
    assert!(
        told.contains("proposed by rome") && told.contains(&format!("{dice} dice had been seen")),
        "{told}"
    );
    // dice taken back are still dice that were thrown
    assert_eq!(audit.luck.kinds.values().map(|t| t.thrown()).sum::<u64>(), dice as u64);
}

#[test]
fn every_game_can_be_audited_from_the_command_line() {
    let room = tempfile::tempdir().expect("a folder");
    for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish", "legion/skirmish"] {
        let tess = |args: &[&str]| {
            let run = Command::new(env!("CARGO_BIN_EXE_tess")).args(args).current_dir(room.path()).output();
            let run = run.expect("tess runs");
            (run.status.code(), String::from_utf8_lossy(&run.stdout).into_owned())
        };
        let (code, told) = tess(&["demo", "--scenario", scenario, "--turns", "1", "--dir", "demo"]);
        assert_eq!(code, Some(0), "{told}");
        let (code, page) = tess(&["audit", "demo/umpire/archive.tess"]);
        assert_eq!(code, Some(0), "{page}");
        assert!(page.contains("\nvalid        yes: all ") && page.contains("\nLuck: "), "{page}");
        assert!(page.lines().all(|line| line.len() <= 78), "{page}");
    }
}

#[test]
fn a_verdict_in_words_goes_with_each_chi_square() {
    let words = [Verdict::TooFew, Verdict::TooEven, Verdict::Usual, Verdict::Uneven, Verdict::VeryUneven];
    let said: std::collections::BTreeSet<&str> = words.iter().map(|v| v.sentence()).collect();
    assert_eq!(said.len(), words.len());
}
