//! Attacks on the log, each played as it was once won (docs/protocol.md, section 9).

use super::api::*;
use super::theatre::*;

/// A battle in which rome has changed its key since event 2, by `rekey` or to a substitute; with the old
/// key, which a thief has.
fn with_a_replaced_key(handover: bool) -> (Theatre, SigningKey) {
    let mut t = Theatre::offered_with(Mode::Direct, |g| g.format = 2).accepted();
    t.say("rome", Kind::Propose(draw())).unwrap();
    let (old, new) = (t.keys[&role("rome")].clone(), key(9));
    let kind = if handover {
        let (name, address) = ("Second".to_owned(), "second@pbem.test".to_owned());
        Kind::Handover(Handover { key: new.public(), name, address, chain: anchor(&chain(&new, 55)) })
    } else {
        Kind::Rekey(Rekey { key: new.public(), proof: new.prove(&t.ledger.game()) })
    };
    t.say("rome", kind).unwrap();
    t.keys.insert(role("rome"), new);
    (t, old)
}

fn draw() -> Propose {
    Propose { what: Proposal::Draw, to: None, note: None, until: None, second: None }
}

#[test]
fn a_proof_that_leaves_the_new_key_out_proves_nothing() {
    for handover in [false, true] {
        let (t, old) = with_a_replaced_key(handover);
        let twins = ["one", "two"].map(|sheet| t.draft("rome", orders(sheet)).sign(&old).unwrap());
        let log: Vec<String> = t.ledger.entries().iter().map(|entry| entry.signed.line()).collect();
        let short = log[..1].to_vec();
        let without = log[..log.len() - 1].to_vec();
        for (lines, title) in [(&short, 1), (&short, 2), (&without, 2), (&log, 2)] {
            let all = lines.iter().cloned().chain(twins.iter().map(Signed::line));
            let file = all.fold(format!("TESSERA FORK {title}\n"), |file, line| file + &line + "\n");
            assert!(Fork::verify(&file).is_err(), "{} lines of the log", lines.len());
        }
    }
}

#[test]
fn what_a_replaced_key_signs_for_an_old_place_is_nothing() {
    for handover in [false, true] {
        let (mut t, old) = with_a_replaced_key(handover);
        let mut twin = t.ledger.entries()[2].event().clone();
        twin.nonce = Nonce([1; 16]);
        let twin = twin.sign(&old).unwrap();
        assert!(matches!(t.ledger.append(twin), Err(LedgerError::Stale { .. })), "handover {handover}");
    }
}

#[test]
fn an_event_is_not_older_than_the_one_before_it() {
    let mut t = Theatre::offered_with(Mode::Direct, |g| g.format = 2).accepted();
    t.after(100);
    t.say("rome", Kind::Propose(draw())).unwrap();
    t.after(0);
    let error = t.say("rome", orders("x")).unwrap_err().to_string();
    assert!(error.contains("older than the one before it"), "{error}");
    t.after(100);
    t.say("rome", orders("x")).unwrap();
    // battles of the first format go on as they began
    let mut t = Theatre::open(Mode::Direct);
    t.after(100);
    t.say("rome", Kind::Propose(draw())).unwrap();
    t.after(0);
    t.say("rome", orders("x")).unwrap();
}

/// Two games whose ids begin with the same four bytes are found in a second; words that say no more would
/// let an umpire stand between two players who compared them.
#[test]
fn games_with_the_same_first_bytes_have_other_words_to_compare() {
    let (one, mut two) = (Id([7; 32]), Id([7; 32]));
    two.0[31] = 8;
    assert_ne!(game_word(&one), game_word(&two));
    assert_eq!(game_word(&one).split('-').count(), 10);
}
