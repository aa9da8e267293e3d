//! What may follow what.

use super::api::*;
use super::theatre::*;

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, LedgerError>, part: &str) {
    let error = result.unwrap_err().told();
    assert!(error.contains(part), "wanted {part:?}, found:\n{error}");
    assert!(error.lines().all(|line| line.len() <= 78), "too wide:\n{error}");
}

const DIE: &[(&str, u8)] = &[("shock:a", 10)];

#[test]
fn nothing_comes_before_accept() {
    let mut t = Theatre::offered(Mode::Umpire);
    refused(t.say("rome", orders("x")), "before the battle is open");
    refused(t.say("umpire", Kind::Accept(Accept { game: t.ledger.game() })), "nobody waits");
    refused(t.say("carthage", Kind::Accept(Accept { game: Id([1; 32]) })), "another game");
    assert_eq!(t.ledger.to_accept(), [role("carthage")]);
    t.say("carthage", Kind::Accept(Accept { game: t.ledger.game() })).unwrap();
    refused(t.say("carthage", Kind::Accept(Accept { game: t.ledger.game() })), "nobody waits");
    t.say("rome", orders("x")).unwrap();
}

#[test]
fn each_mode_has_its_openers() {
    for (mode, openers) in [
        (Mode::Umpire, ["umpire"].as_slice()),
        (Mode::Direct, ["carthage"].as_slice()),
        (Mode::Both, ["carthage", "umpire"].as_slice()),
    ] {
        let mut t = Theatre::open(mode);
        t.say("rome", orders("x")).unwrap();
        let due: Vec<Role> = openers.iter().map(|name| role(name)).collect();
        assert_eq!(t.ledger.expected_openers(&role("rome")), due);
        for opener in openers {
            assert_eq!(t.ledger.next_opener(), Some(&role(opener)));
            let reveal = t.reveal_of(opener, DIE);
            refused(t.say("rome", Kind::Reveal(reveal)), "a link of rome");
            t.reveal(opener, DIE).unwrap();
        }
        assert!(t.ledger.pending().is_none());
        let action = &t.ledger.actions()[0];
        let key = action.roll_key.as_ref().unwrap();
        let last = action.opened.last().unwrap().seq as usize;
        let Kind::Reveal(reveal) = &t.ledger.entries()[last].event().kind else { panic!("a reveal") };
        assert_eq!(key.die(10, "shock:a"), reveal.rolls.as_ref().unwrap()[0].face);
    }
}

#[test]
fn a_link_is_the_next_one_and_for_the_pending_action_only() {
    let mut t = Theatre::open(Mode::Direct);
    let first = t.say("rome", orders("one")).unwrap();
    let good = t.reveal_of("carthage", DIE);
    let mut skip = good.clone();
    skip.index = 2;
    skip.link = Link(t.chains[&role("carthage")].link(2).unwrap());
    refused(t.say("carthage", Kind::Reveal(skip)), "link 1 is the next");
    let mut wrong = good.clone();
    wrong.link.0[0] ^= 1;
    refused(t.say("carthage", Kind::Reveal(wrong)), "does not belong to the chain");
    t.say("carthage", Kind::Reveal(good)).unwrap();
    t.say("rome", orders("two")).unwrap();
    let mut old = t.reveal_of("carthage", DIE);
    old.action = first;
    refused(t.say("carthage", Kind::Reveal(old)), "no link can be opened for");
}

#[test]
fn claimed_dice_are_made_again() {
    let mut t = Theatre::open(Mode::Direct);
    t.say("rome", orders("one")).unwrap();
    let good = t.reveal_of("carthage", &[("shock:a", 10), ("hits:a", 6)]);
    let change = |f: &dyn Fn(&mut Vec<Roll>)| {
        let mut reveal = good.clone();
        f(reveal.rolls.as_mut().unwrap());
        Kind::Reveal(reveal)
    };
    refused(t.say("carthage", change(&|r| r[1].face = r[1].face % 6 + 1)), "die hits:a");
    refused(t.say("carthage", change(&|r| r[0].sides = 1)), "use 2 or more");
    refused(t.say("carthage", change(&|r| r[0].label = "Shock A".into())), "is not possible");
    refused(t.say("carthage", change(&|r| r[1] = r[0].clone())), "two dice labelled");
    refused(t.say("carthage", change(&|r| r.clear())), "no die needs");
    let mut none = good.clone();
    none.rolls = None;
    refused(t.say("carthage", Kind::Reveal(none)), "without dice");
    t.say("carthage", Kind::Reveal(good)).unwrap();
}

#[test]
fn only_the_last_opener_lists_dice() {
    let mut t = Theatre::open(Mode::Both);
    t.say("rome", orders("one")).unwrap();
    let mut early = t.reveal_of("carthage", DIE);
    assert_eq!(early.rolls, None);
    early.rolls = Some(Vec::new());
    refused(t.say("carthage", Kind::Reveal(early)), "dice before the last link");
    t.reveal("carthage", &[]).unwrap();
    assert!(t.ledger.pending().unwrap().is_half_open());
    refused(t.say("rome", orders("two")), "umpire must open a link first");
    t.reveal("umpire", DIE).unwrap();
    t.say("rome", orders("two")).unwrap();
}

#[test]
fn a_reject_comes_from_the_first_opener_before_any_link() {
    let mut t = Theatre::open(Mode::Both);
    let action = t.say("rome", orders("one")).unwrap();
    let reject = || Kind::Reject(Reject { action, reason: "no such unit".into() });
    refused(t.say("umpire", reject()), "carthage, who opens first");
    t.reveal("carthage", &[]).unwrap();
    refused(t.say("carthage", reject()), "after a link was opened");
    t.reveal("umpire", DIE).unwrap();
    let action = t.say("rome", orders("two")).unwrap();
    t.say("carthage", Kind::Reject(Reject { action, reason: "x".into() })).unwrap();
    assert_eq!(t.ledger.action(&action).unwrap().fate, Fate::Rejected(t.ledger.next_seq() - 1));
    assert!(t.ledger.pending().is_none());
}

#[test]
fn a_lost_chain_voids_once_and_must_be_replaced() {
    let mut t = Theatre::open(Mode::Umpire);
    let action = t.say("rome", orders("one")).unwrap();
    t.say("umpire", Kind::Void(Void { action })).unwrap();
    let action = t.say("rome", orders("again")).unwrap();
    let old = t.reveal_of("umpire", DIE);
    refused(t.say("umpire", Kind::Reveal(old)), "used up or lost");
    let new = chain(&t.keys[&role("umpire")], 77);
    t.say("umpire", Kind::Reanchor(Reanchor { chain: anchor(&new) })).unwrap();
    t.chains.insert(role("umpire"), new);
    // The new chain could have been chosen to fit this action.
    let chosen = t.reveal_of("umpire", DIE);
    refused(t.say("umpire", Kind::Reveal(chosen)), "younger than the action");
    t.say("umpire", Kind::Void(Void { action })).unwrap();
    assert_eq!(t.ledger.ended(), Some(&Ended::ChainsLost(role("umpire"))));
}

#[test]
fn an_umpire_cannot_put_in_events_to_make_a_side_sign_again() {
    let mut t = Theatre::open(Mode::Umpire);
    let new = |t: &Theatre, id| Reanchor { chain: anchor(&chain(&t.keys[&role("umpire")], id)) };
    t.say("umpire", Kind::Reanchor(new(&t, 70))).unwrap();
    let current = chain(&t.keys[&role("umpire")], 70);
    t.chains.insert(role("umpire"), current);
    t.say("rome", orders("one")).unwrap();
    refused(t.say("umpire", Kind::Reanchor(new(&t, 71))), "while a side may act");
    t.reveal("umpire", DIE).unwrap();
    refused(t.say("umpire", Kind::Reanchor(new(&t, 71))), "while a side may act");
    refused(t.say("umpire", Kind::Standing(Standing::default())), "for a side to say");
    refused(t.say("umpire", Kind::Resign(Resign {})), "for a side to say");
    refused(t.say("umpire", orders("mine")), "name for_side");
    for n in 0..13 {
        t.say("rome", orders(&format!("more {n}"))).unwrap();
        t.reveal("umpire", DIE).unwrap();
    }
    t.say("umpire", Kind::Reanchor(new(&t, 71))).unwrap();
}

#[test]
fn an_umpire_acts_for_a_side_only_under_its_standing_orders() {
    let mut t = Theatre::open(Mode::Umpire);
    let mut body = orders_body("as told");
    body.for_side = Some(role("rome"));
    body.standing = Some(Id([3; 32]));
    refused(t.say("umpire", Kind::Orders(body.clone())), "does not have now");
    let text = |text: &str| Standing { text: Some(text.into()), ..Standing::default() };
    let first = t.say("rome", Kind::Standing(text("hold"))).unwrap();
    body.standing = Some(first);
    refused(t.say("rome", Kind::Orders(body.clone())), "for_side and standing away");
    let ids: Vec<Id> = (0..2)
        .map(|n| {
            let id = t.say("umpire", Kind::Orders(body.clone())).unwrap();
            let action = t.ledger.action(&id).unwrap();
            assert_eq!(action.roll_id.0, delegated_id(&first.0, &first.0, n));
            assert_eq!((&action.side, action.delegated), (&role("rome"), Some(first)));
            action.roll_id
        })
        .collect();
    assert_ne!(ids[0], ids[1]);
    t.say("rome", Kind::Standing(Standing::default())).unwrap();
    refused(t.say("umpire", Kind::Orders(body)), "does not have now");
}

/// An opponent who knows the links of both openers tries many nonces for the last event before an answer
/// that the umpire gives for the other side: in the first format each gives other dice, now they are all the
/// same.
#[test]
fn the_opponent_and_the_umpire_together_choose_no_dice_of_a_delegated_answer() {
    for (format, dice) in [(1, 50), (2, 1)] {
        let found: std::collections::BTreeSet<Id> = (0..50).map(|n| delegated_after(format, n)).collect();
        assert_eq!(found.len(), dice, "format {format}");
    }
}

/// What stands in the dice of the first delegated action, after orders of the opponent with this nonce.
fn delegated_after(format: u32, nonce: u8) -> Id {
    let mut t = Theatre::offered_with(Mode::Both, |genesis| genesis.format = format).accepted();
    let standing = Standing { text: Some("hold".into()), ..Standing::default() };
    let given = t.say("rome", Kind::Standing(standing)).unwrap();
    t.say("rome", orders("pass")).unwrap();
    let mut last = t.draft("carthage", orders("charge"));
    last.nonce = Nonce([nonce; 16]);
    t.ledger.append(t.sign(last)).unwrap();
    t.ledger.next_delegated_id(&given)
}

#[test]
fn what_an_umpire_signs_for_a_side_is_counted_through_the_battle() {
    let mut t = Theatre::offered_with(Mode::Umpire, |genesis| genesis.format = 2).accepted();
    let text = Standing { text: Some("hold".into()), ..Standing::default() };
    let given = t.say("rome", Kind::Standing(text)).unwrap();
    for n in 0..3 {
        let mut body = orders_body("as told");
        (body.for_side, body.standing) = (Some(role("rome")), Some(given));
        let id = t.say("umpire", Kind::Orders(body)).unwrap();
        assert_eq!(t.ledger.action(&id).unwrap().roll_id.0, entrusted_id(&given.0, n));
        t.reveal("umpire", DIE).unwrap();
        t.say("carthage", orders(&format!("on {n}"))).unwrap();
        t.reveal("umpire", DIE).unwrap();
    }
}

#[test]
fn seals_are_given_once_and_opened_once_by_their_side() {
    let mut t = Theatre::open(Mode::Direct);
    let mut body = orders_body("one");
    body.unseal = vec![secret_choice()];
    refused(t.say("rome", Kind::Orders(body.clone())), "opens no seal of rome");
    body.unseal.clear();
    body.seal = vec![secret_choice().seal()];
    t.say("rome", Kind::Orders(body.clone())).unwrap();
    refused(t.say("carthage", Kind::Orders(body.clone())), "was given before");
    body.seal.clear();
    body.unseal = vec![secret_choice()];
    refused(t.say("carthage", Kind::Orders(body.clone())), "opens no seal of carthage");
    assert_eq!(t.ledger.unopened_seals().count(), 1);
    let mut twice = body.clone();
    twice.unseal.push(secret_choice());
    refused(t.say("rome", Kind::Orders(twice)), "opens no seal of rome");
    t.say("rome", Kind::Orders(body.clone())).unwrap();
    refused(t.say("rome", Kind::Orders(body)), "opens no seal of rome");
}

#[test]
fn what_is_taken_back_stays_but_no_longer_counts() {
    let mut t = Theatre::open(Mode::Direct);
    let kept = t.say("rome", orders("one")).unwrap();
    t.reveal("carthage", DIE).unwrap();
    let gone = t.say("rome", orders("two")).unwrap();
    let back = |to| {
        Kind::Propose(Propose {
            what: Proposal::TakeBack,
            to: Some(to),
            note: None,
            until: None,
            second: None,
        })
    };
    refused(t.say("rome", back(2)), "between the action 2 and its dice");
    refused(t.say("rome", back(0)), "choose from 1");
    refused(t.say("rome", back(99)), "choose from 1");
    let proposal = t.say("rome", back(3)).unwrap();
    refused(t.say("rome", Kind::Agree(Reply { proposal })), "not open");
    t.say("carthage", Kind::Agree(Reply { proposal })).unwrap();
    assert!(t.ledger.action(&kept).unwrap().is_live());
    assert!(!t.ledger.action(&gone).unwrap().is_live());
    assert_eq!(t.ledger.entries()[4].taken_back, Some(6));
    assert_eq!(t.ledger.entries()[3].taken_back, None);
    assert_eq!(t.ledger.entries().len(), 7);
    refused(t.say("carthage", Kind::Agree(Reply { proposal })), "not open");
    t.say("rome", orders("other")).unwrap();
}

#[test]
fn a_draw_or_a_forfeit_ends_the_battle() {
    let mut t = Theatre::open(Mode::Umpire);
    let draw =
        Kind::Propose(Propose { what: Proposal::Draw, to: None, note: None, until: None, second: None });
    let proposal = t.say("rome", draw.clone()).unwrap();
    t.say("carthage", Kind::Decline(Reply { proposal })).unwrap();
    assert_eq!(t.ledger.ended(), None);
    let proposal = t.say("rome", draw).unwrap();
    t.say("carthage", Kind::Agree(Reply { proposal })).unwrap();
    assert_eq!(t.ledger.ended(), Some(&Ended::Drawn));
    refused(t.say("rome", orders("x")), "after the end");
}

#[test]
fn a_deadline_has_passed_when_the_times_of_the_events_say_so() {
    let mut t = Theatre::open(Mode::Umpire);
    t.after(72);
    let late = t.late("rome", Consequence::Forfeit);
    let other = "2026-01-04T03:04:05Z".parse().unwrap();
    refused(t.say("rome", Kind::Timeout(t.late("carthage", Consequence::Forfeit))), "the umpire says");
    refused(t.say("umpire", Kind::Timeout(t.late("umpire", Consequence::Forfeit))), "nobody else");
    refused(t.say("umpire", Kind::Timeout(t.late("rome", Consequence::Extension))), "until");
    refused(t.say("umpire", Kind::Timeout(Timeout { deadline: other, ..late.clone() })), "the one that runs");
    let longer = Timeout { until: Some(other), then: Consequence::Extension, ..late.clone() };
    refused(t.say("umpire", Kind::Timeout(longer)), "other hours");
    refused(t.say("umpire", Kind::Timeout(t.late("rome", Consequence::Default))), "by genesis `forfeit`");
    t.after(71);
    refused(t.say("umpire", Kind::Timeout(late.clone())), "has time until 2026-01-05T03:04:05Z");
    t.after(72);
    t.say("umpire", Kind::Timeout(late)).unwrap();
    assert_eq!(t.ledger.ended(), Some(&Ended::Forfeited(role("rome"))));
    let mut never = Theatre::offered_with(Mode::Direct, |g| g.deadlines.hours = 0).accepted();
    never.after(100);
    let late = Timeout { deadline: other, ..never.late("rome", Consequence::Forfeit) };
    refused(never.say("carthage", Kind::Timeout(late)), "no deadline runs");
}

#[test]
fn so_many_extensions_are_given_and_no_more() {
    let longer = |t: &Theatre| Timeout {
        until: deadline::later(&t.now, 72),
        ..t.late("rome", Consequence::Extension)
    };
    let mut t = Theatre::offered_with(Mode::Umpire, |g| g.deadlines.then = Consequence::Extension).accepted();
    for hours in [72, 145] {
        t.after(hours);
        refused(
            t.say("umpire", Kind::Timeout(t.late("rome", Consequence::Forfeit))),
            "by genesis `extension`",
        );
        t.say("umpire", Kind::Timeout(longer(&t))).unwrap();
    }
    t.after(218);
    refused(t.say("umpire", Kind::Timeout(longer(&t))), "by genesis `forfeit`");
    t.say("umpire", Kind::Timeout(t.late("rome", Consequence::Forfeit))).unwrap();
}

#[test]
fn the_umpire_decides_by_default_where_the_dice_can_be_had() {
    let silent = |g: &mut Genesis| g.deadlines.then = Consequence::Default;
    for mode in [Mode::Direct, Mode::Both] {
        let t = Theatre::offered(mode);
        let mut body = genesis(mode, &t.keys, &t.chains);
        silent(&mut body);
        refused(Ledger::found(t.sign(first_event(body, "rome"))), "only mode umpire");
    }
    let mut t = Theatre::offered_with(Mode::Umpire, silent).accepted();
    t.say("rome", orders("one")).unwrap();
    t.reveal("umpire", DIE).unwrap();
    refused(t.say("umpire", t.default_of("carthage", t.ledger.head())), "does not have now");
    t.after(72);
    let before = t.ledger.next_delegated_id(&Id([1; 32]));
    let timeout = t.say("umpire", Kind::Timeout(t.late("carthage", Consequence::Default))).unwrap();
    assert_eq!(t.ledger.default_due(), Some(&(role("carthage"), timeout)));
    refused(t.say("carthage", orders("two")), "while the default of carthage is due");
    refused(t.say("carthage", t.default_of("carthage", timeout)), "while the default of carthage is due");
    refused(t.say("umpire", t.default_of("rome", timeout)), "while the default of carthage is due");
    refused(t.say("umpire", Kind::Timeout(t.late("carthage", Consequence::Default))), "no deadline runs");
    let mut hides = orders_body("pass Hanno");
    hides.seal = vec![secret_choice().seal()];
    (hides.for_side, hides.standing) = (Some(role("carthage")), Some(timeout));
    refused(t.say("umpire", Kind::Orders(hides)), "hidden choices in a default");
    let id = t.say("umpire", t.default_of("carthage", timeout)).unwrap();
    let action = t.ledger.action(&id).unwrap();
    assert_eq!((&action.side, action.delegated), (&role("carthage"), Some(timeout)));
    let rome = t.ledger.entries().iter().rev().find(|e| e.event().by == role("rome")).unwrap().id();
    assert_eq!(
        action.roll_id.0,
        delegated_id(&t.ledger.game().0, &rome.0, 0),
        "nothing of it is the umpire's"
    );
    assert_ne!(action.roll_id, before);
    t.reveal("umpire", DIE).unwrap();
    refused(t.say("umpire", t.default_of("carthage", timeout)), "does not have now");
    t.say("carthage", orders("two")).unwrap();
}

#[test]
fn a_substitute_takes_over_with_his_own_key_and_chain() {
    let mut t = Theatre::open(Mode::Direct);
    let new = key(55);
    let new_chain = chain(&new, 55);
    let handover = Handover {
        key: new.public(),
        name: "Hanno".into(),
        address: "hanno@pbem.test".into(),
        chain: anchor(&new_chain),
    };
    t.say("carthage", Kind::Handover(handover.clone())).unwrap();
    let old = t.draft("carthage", orders("x"));
    refused(t.ledger.append(t.sign(old)), "the signature is not that of carthage");
    t.keys.insert(role("carthage"), new);
    t.chains.insert(role("carthage"), new_chain);
    refused(t.say("carthage", Kind::Handover(handover)), "in use here");
    t.say("rome", orders("x")).unwrap();
    t.reveal("carthage", DIE).unwrap();
    assert_eq!(t.ledger.player(&role("carthage")).unwrap().name, "Hanno");
}

#[test]
fn weak_keys_and_unproven_keys_never_enter() {
    let mut t = Theatre::open(Mode::Direct);
    let mut one = [0; 32];
    one[0] = 1;
    let weak = Rekey { key: Key(one), proof: Proof([0; 64]) };
    refused(t.say("rome", Kind::Rekey(weak)), "weak");
    let unproven = Rekey { key: key(44).public(), proof: key(45).prove(&t.ledger.game()) };
    refused(t.say("rome", Kind::Rekey(unproven)), "has not signed for itself");
    let keys = t.keys.clone();
    let mut body = genesis(Mode::Direct, &keys, &t.chains);
    body.parties[1].key = Key(one);
    refused(Ledger::found(t.sign(first_event(body, "rome"))), "carthage is weak");
}

#[test]
fn parties_fit_the_mode_and_differ() {
    let t = Theatre::offered(Mode::Both);
    let found = |change: &dyn Fn(&mut Genesis)| {
        let mut body = genesis(Mode::Both, &t.keys, &t.chains);
        change(&mut body);
        Ledger::found(t.sign(first_event(body, "rome")))
    };
    found(&|_| ()).unwrap();
    refused(found(&|g| g.parties.swap(0, 1)), "these parties");
    refused(found(&|g| drop(g.parties.pop())), "these parties");
    refused(found(&|g| g.mode = Mode::Direct), "these parties");
    refused(found(&|g| g.parties[2].key = g.parties[1].key), "same role, key or chain");
    refused(found(&|g| g.parties[2].chain.links = 0), "a chain of 0 links");
}

#[test]
fn misplaced_events_are_told_apart() {
    let mut t = Theatre::open(Mode::Direct);
    let next = t.draft("rome", orders("x"));
    let with = |f: &dyn Fn(&mut Event)| {
        let mut event = next.clone();
        f(&mut event);
        t.ledger.would_append(&t.sign(event)).unwrap_err()
    };
    assert!(matches!(with(&|e| e.seq += 2), LedgerError::Gap { seq: 4, next: 2 }));
    assert!(matches!(with(&|e| e.prev = Some(Id([1; 32]))), LedgerError::UnknownPrev { .. }));
    assert!(matches!(with(&|e| e.game = Some(Id([1; 32]))), LedgerError::OtherGame { .. }));
    let mut stranger = next.clone();
    stranger.by = role("gaul");
    let stranger = stranger.sign(&key(66)).unwrap();
    assert!(matches!(t.ledger.append(stranger), Err(LedgerError::Stranger { .. })));
    let forged = next.sign(&key(66)).unwrap();
    assert!(matches!(t.ledger.append(forged), Err(LedgerError::Signature { .. })));
    assert_eq!(t.ledger.next_seq(), 2);
}
