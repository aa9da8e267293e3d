//! Forks are seen, exported and verified again.

use super::api::*;
use super::theatre::{Theatre, orders, role, small_battle};

fn forked() -> (Theatre, Signed, Fork) {
    let mut t = small_battle_without_end();
    let mut twin = t.draft("rome", orders("move"));
    t.say("rome", orders("halt")).unwrap();
    twin.nonce = Nonce([1; 16]);
    let twin = t.sign(twin);
    match t.ledger.append(twin.clone()) {
        Err(LedgerError::Fork(fork)) => (t, twin, *fork),
        other => panic!("{other:?}"),
    }
}

/// Rome has another key than in genesis.
fn small_battle_without_end() -> Theatre {
    let whole = small_battle();
    let mut entries = whole.ledger.entries().iter();
    let mut ledger = Ledger::found(entries.next().unwrap().signed.clone()).unwrap();
    for entry in entries.take_while(|e| !matches!(e.event().kind, Kind::Resign(_))) {
        ledger.append(entry.signed.clone()).unwrap();
    }
    Theatre { ledger, ..whole }
}

#[test]
fn two_events_of_one_role_for_one_place_are_a_fork() {
    let (t, twin, fork) = forked();
    assert_eq!((fork.role.as_str(), fork.seq), ("rome", t.ledger.next_seq() - 1));
    assert_eq!(fork.ids(), (t.ledger.head(), twin.id()));
    assert_eq!(fork.key, t.keys[&role("rome")].public());
    assert!(fork.to_string().contains("rome has signed two events"));
    assert_eq!(Fork::verify(&fork.export()).unwrap(), fork);
}

#[test]
fn a_proof_with_any_line_missing_or_a_changed_bit_proves_nothing() {
    let file = forked().2.export();
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines.len(), forked().1.event().seq as usize + 3);
    for missing in 0..lines.len() {
        let rest = lines.iter().enumerate().filter(|(i, _)| *i != missing);
        let rest: String = rest.map(|(_, line)| format!("{line}\n")).collect();
        assert!(Fork::verify(&rest).is_err(), "without line {missing}");
    }
    for at in (0..file.len()).step_by(7) {
        let mut bytes = file.clone().into_bytes();
        bytes[at] ^= 1;
        let changed = String::from_utf8_lossy(&bytes);
        assert!(Fork::verify(&changed).is_err(), "byte {at}");
    }
}

#[test]
fn the_same_event_twice_is_known_and_no_fork() {
    let (mut t, ..) = forked();
    let again = t.ledger.entries()[3].signed.clone();
    assert!(matches!(t.ledger.append(again), Err(LedgerError::Known { seq: 3 })));
}

#[test]
fn another_author_or_a_forged_twin_is_no_fork() {
    let (mut t, ..) = forked();
    let mut late = t.draft("carthage", orders("late"));
    late.seq -= 1;
    let late = t.sign(late);
    assert!(matches!(t.ledger.append(late), Err(LedgerError::Stale { .. })));
    let mut forged = t.draft("rome", orders("forged"));
    forged.seq -= 1;
    let forged = forged.sign(&t.keys[&role("carthage")]).unwrap();
    assert!(matches!(t.ledger.append(forged), Err(LedgerError::Stale { .. })));
}
