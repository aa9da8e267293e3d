//! What players and umpires do beside giving orders, and what becomes of mail that is lost, late or too
//! much.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::seats::{
    self, Steady, act, agree, begin, fight, hour, inbox, new_mails, no_deadlines, open, pass, position_of,
    role, settle, wait,
};
use tesserarius::effects::Game;
use tesserarius::gboh::Gboh;
use tesserarius::ledger::{
    At, Consequence, Deadlines, Fork, Id, Kind, Mode, Proposal, Propose, Role, Signed, SigningKey,
};
use tesserarius::mail::{Automatic, Envelope, Letter, Origin, RawMail, armour, parse_address};
use tesserarius::steward::{Agent, Arrival, Deed, Nobody};
use tesserarius::table::Wait;

/// A battle in a folder of its own.
struct Field {
    room: tempfile::TempDir,
    mode: Mode,
}

impl Field {
    fn new(mode: Mode, deadlines: Deadlines) -> Field {
        let room = tempfile::tempdir().expect("a folder");
        begin(room.path(), mode, deadlines);
        Field { room, mode }
    }

    fn dir(&self) -> &Path {
        self.room.path()
    }

    fn settle(&self, at: At) {
        settle(self.dir(), self.mode, at);
        agree(self.dir(), self.mode);
    }

    /// The side that is to act now, and the other.
    fn sides(&self) -> (String, String) {
        let due = wait(self.dir(), "rome").role().expect("somebody is due").to_owned();
        let other = if due == "rome" { "carthage" } else { "rome" };
        (due, other.to_owned())
    }

    fn act(&self, who: &str, deed: Deed, at: At) -> Signed {
        act(self.dir(), who, deed, at).expect("taken")
    }

    fn state(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut seat = open(self.dir(), &role("rome"));
        // settles what the last link has finished
        seat.wait().expect("a wait");
        Gboh::encode(position_of(&seat), &mut bytes);
        bytes
    }

    fn events(&self, who: &str) -> u64 {
        open(self.dir(), &role(who)).ledger().next_seq()
    }

    fn kinds(&self, who: &str) -> Vec<(Role, &'static str)> {
        let seat = open(self.dir(), &role(who));
        seat.ledger().entries().iter().map(|e| (e.event().by.clone(), e.event().kind.name())).collect()
    }

    /// A sheet that the side may send now.
    fn sheet(&self, who: &str) -> String {
        let mut seat = open(self.dir(), &role(who));
        seat.wait().expect("a wait");
        Steady.orders(position_of(&seat), &role(who)).expect("a sheet")
    }

    /// Orders until one of them waits for a link of the umpire; the action.
    fn until_a_link_is_due(&self, at: At) -> Id {
        let umpire = role("umpire");
        for _ in 0..60 {
            for side in ["rome", "carthage"] {
                pass(self.dir(), &role(side), &mut Steady, at);
            }
            let mut seat = open(self.dir(), &umpire);
            for mail in new_mails(self.dir(), &umpire) {
                seat.take_mail(&mail, at).expect("taken");
                let Origin::Maildir(path) = &mail.origin else { panic!("a maildir") };
                inbox(self.dir(), &umpire).mark_seen(path).expect("seen");
            }
            if let Wait::Link { action, .. } = seat.wait().expect("a wait") {
                return action;
            }
            drop(seat);
            pass(self.dir(), &umpire, &mut Nobody, at);
        }
        panic!("no die was due");
    }

    /// Orders until one of them waits for a link of the other side; whose, and the action.
    fn until_a_side_owes_a_link(&self, at: At) -> (Role, Id) {
        for side in ["rome", "carthage"].into_iter().cycle().take(120) {
            let mut seat = open(self.dir(), &role(side));
            for mail in new_mails(self.dir(), &role(side)) {
                seat.take_mail(&mail, at).expect("taken");
                let Origin::Maildir(path) = &mail.origin else { panic!("a maildir") };
                inbox(self.dir(), &role(side)).mark_seen(path).expect("seen");
            }
            match seat.wait().expect("a wait") {
                Wait::Link { opener, action } if opener.as_str() == side => return (opener, action),
                _ => drop(seat),
            }
            pass(self.dir(), &role(side), &mut Steady, at);
        }
        panic!("no die was due");
    }
}

/// Answers and gives no orders.
struct Answers;

impl Agent<tesserarius::gboh::Position> for Answers {
    fn answer(
        &mut self,
        position: &tesserarius::gboh::Position,
        side: &Role,
        question: &tesserarius::effects::Question,
    ) -> Option<String> {
        Steady.answer(position, side, question)
    }

    fn orders(&mut self, _: &tesserarius::gboh::Position, _: &Role) -> Option<String> {
        None
    }
}

fn winner(wait: Wait) -> Option<String> {
    let Wait::Over(ending) = wait else { panic!("not over: {wait:?}") };
    ending.winner
}

/// Loses all mail that waits for a role.
fn lose_mail(dir: &Path, who: &str) -> usize {
    let mails = inbox(dir, &role(who)).list(false).expect("a list");
    mails.iter().for_each(|mail| fs::remove_file(mail).expect("lost"));
    mails.len()
}

#[test]
fn a_take_back_is_declined_and_then_agreed_on() {
    for mode in [Mode::Umpire, Mode::Direct] {
        let f = Field::new(mode, no_deadlines());
        let (start, to) = (f.state(), f.events("rome") - 1);
        fight(f.dir(), mode, to + 8);
        f.settle(hour(30));
        let later = f.state();
        assert_ne!(later, start);
        f.act("rome", Deed::Propose(Proposal::TakeBack, Some(to)), hour(31));
        f.settle(hour(31));
        let own = act(f.dir(), "rome", Deed::Agree, hour(31)).expect_err("his own proposal");
        assert!(own.contains("not open") || own.contains("other side"), "{own}");
        f.act("carthage", Deed::Decline, hour(32));
        f.settle(hour(32));
        assert_eq!(f.state(), later, "declined, so nothing changes");
        act(f.dir(), "carthage", Deed::Agree, hour(32)).expect_err("nothing is open any more");
        f.act("rome", Deed::Propose(Proposal::TakeBack, Some(to)), hour(33));
        f.settle(hour(33));
        f.act("carthage", Deed::Agree, hour(34));
        f.settle(hour(34));
        assert_eq!(f.state(), start, "{mode:?}: as it was before");
        fight(f.dir(), mode, f.events("rome") + 4);
        agree(f.dir(), mode);
    }
}

#[test]
fn a_draw_is_agreed_on_and_ends_the_battle() {
    let f = Field::new(Mode::Both, no_deadlines());
    f.act("carthage", Deed::Propose(Proposal::Draw, None), hour(1));
    f.settle(hour(1));
    f.act("rome", Deed::Agree, hour(2));
    f.settle(hour(2));
    for who in ["rome", "carthage", "umpire"] {
        assert_eq!(winner(wait(f.dir(), who)), None);
    }
    let late = act(f.dir(), "rome", Deed::Resign, hour(3)).expect_err("it is over");
    assert!(late.contains("end of the battle"), "{late}");
}

#[test]
fn who_resigns_has_lost() {
    let f = Field::new(Mode::Umpire, no_deadlines());
    f.act("rome", Deed::Resign, hour(1));
    f.settle(hour(1));
    assert_eq!(winner(wait(f.dir(), "carthage")).as_deref(), Some("carthage"));
}

#[test]
fn a_new_key_signs_from_then_on_and_the_old_one_no_more() {
    let f = Field::new(Mode::Direct, no_deadlines());
    let place = f.dir().join("rome");
    let new = SigningKey::from_secret(&[9; 32]);
    new.save(&place.join("new.pem"), None).expect("saved");
    let old_settings = fs::read(place.join("seat.toml")).expect("settings");
    let signed = open(f.dir(), &role("rome")).rekey(&new, Path::new("new.pem"), hour(1)).expect("taken");
    assert!(signed.is_some());
    // cut off between the log and seat.toml: said again, only the file is named
    fs::write(place.join("seat.toml"), old_settings).expect("written");
    let refused = act(f.dir(), "rome", Deed::Resign, hour(2)).expect_err("the old key");
    assert!(refused.contains("signature"), "{refused}");
    let again = open(f.dir(), &role("rome")).rekey(&new, Path::new("new.pem"), hour(2)).expect("named");
    assert!(again.is_none());
    f.settle(hour(2));
    fight(f.dir(), f.mode, 10);
    agree(f.dir(), f.mode);
    let seat = open(f.dir(), &role("carthage"));
    assert_eq!(seat.ledger().player(&role("rome")).expect("rome").key, new.public());
}

#[test]
fn a_new_chain_goes_on_where_the_old_one_ended() {
    let f = Field::new(Mode::Direct, no_deadlines());
    // what a crash in the middle of it has left
    fs::write(f.dir().join("rome/chain-2.seed.opened"), "").expect("written");
    for side in ["rome", "carthage"] {
        open(f.dir(), &role(side)).reanchor(64, hour(1)).expect("a new chain");
        f.settle(hour(1));
    }
    assert!(f.dir().join("rome/chain-2.seed").exists());
    fight(f.dir(), f.mode, 24);
    agree(f.dir(), f.mode);
    assert!(f.kinds("rome").iter().any(|(_, kind)| *kind == "reveal"), "no link was opened");
}

#[test]
fn a_lost_chain_makes_the_action_void_when_all_agree_who_would_be_the_worse_for_it() {
    let mode = Mode::Umpire;
    let f = Field::new(mode, no_deadlines());
    let at = hour(5);
    for _ in 0..2 {
        let action = f.until_a_link_is_due(at);
        let Wait::Link { opener, .. } = wait(f.dir(), "rome") else { panic!("a link is due") };
        open(f.dir(), &opener).void(action, at).expect_err("the chain is here");
        lose_chain(&f.dir().join(opener.as_str()));
        let mut seat = open(f.dir(), &opener);
        let said = seat.do_duties(&mut Nobody, &mut || at).expect_err("the chain is lost");
        assert!(said.told().contains("tess void"), "{said}");
        seat.void(action, at).expect("void");
        assert!(seat.do_duties(&mut Nobody, &mut || at).expect("nothing to do").is_empty());
        drop(seat);
        f.settle(at);
        for side in ["rome", "carthage"].into_iter().filter(|side| *side != opener.as_str()) {
            assert!(matches!(wait(f.dir(), side), Wait::Link { .. }), "it is bound until all agree");
            let told = open(f.dir(), &role(side)).proposed().expect("it is asked");
            assert!(told.contains("the chain is lost") && told.contains("`tess agree`"), "{told}");
            f.act(side, Deed::Agree, at);
            assert!(open(f.dir(), &role(side)).proposed().is_none(), "and asked no more");
            f.settle(at);
        }
        assert!(matches!(wait(f.dir(), "rome"), Wait::Orders(_) | Wait::Answer { .. }), "{mode:?}");
        open(f.dir(), &opener).reanchor(64, at).expect("a new chain");
        f.settle(at);
    }
    let agreed = f.kinds("rome").iter().filter(|(_, kind)| *kind == "agree").count();
    assert_eq!(agreed, 4, "{mode:?}");
    fight(f.dir(), mode, 10);
    agree(f.dir(), mode);
}

/// Whoever owes a link gives it before he anchors anew or goes; and who had lost his chain and anchored a
/// new one too early is not stuck, but says that the link is lost.
#[test]
fn a_new_chain_takes_no_link_out_of_the_world() {
    let f = Field::new(Mode::Direct, no_deadlines());
    let at = hour(5);
    let (opener, action) = f.until_a_side_owes_a_link(at);
    let mut seat = open(f.dir(), &opener);
    let said = seat.reanchor(64, at).expect_err("a link is due").told();
    assert!(said.contains("tess process"), "{said}");
    let substitute = seats::card(f.dir(), &role("hanno"));
    let said = seat.hand_over(substitute, at).expect_err("a link is due").told();
    assert!(said.contains("tess process"), "{said}");
    drop(seat);
    lose_chain(&f.dir().join(opener.as_str()));
    let mut seat = open(f.dir(), &opener);
    seat.reanchor(64, at).expect("the old one is gone");
    let said = seat.do_duties(&mut Nobody, &mut || at).expect_err("younger than the action").told();
    assert!(said.contains("tess void"), "{said}");
    seat.void(action, at).expect("void");
    assert!(seat.do_duties(&mut Nobody, &mut || at).expect("it waits").is_empty());
    drop(seat);
    f.settle(at);
    let other = if opener.as_str() == "rome" { "carthage" } else { "rome" };
    f.act(other, Deed::Agree, at);
    f.settle(at);
    assert!(matches!(wait(f.dir(), "rome"), Wait::Orders(_) | Wait::Answer { .. }));
    open(f.dir(), &opener).reanchor(64, at).expect("a new chain");
    f.settle(at);
    fight(f.dir(), f.mode, 10);
    agree(f.dir(), f.mode);
}

/// All files of the chains in a seat are gone.
fn lose_chain(seat: &Path) {
    for file in fs::read_dir(seat).expect("a seat").map(|file| file.expect("a file")) {
        if file.file_name().to_string_lossy().starts_with("chain") {
            fs::remove_file(file.path()).expect("gone");
        }
    }
}

/// What nobody may overlook stands in the subject of the mail and in its first lines, in words.
#[test]
fn proposals_and_what_became_of_them_are_in_the_subject_and_at_the_top() {
    for mode in [Mode::Direct, Mode::Umpire] {
        let f = Field::new(mode, no_deadlines());
        fight(f.dir(), mode, 8);
        agree(f.dir(), mode);
        let mails = |who: &str| -> Vec<(String, String)> {
            let found = new_mails(f.dir(), &role(who)).into_iter().map(|mail| {
                let subject = Envelope::open(&mail).expect("a mail").subject;
                let open = mail_parser::MessageParser::default().parse(&mail.bytes).expect("a mail");
                (subject, open.body_text(0).expect("a text").replace('\r', ""))
            });
            found.collect()
        };
        let rounds = |from: u32| {
            for n in from..from + 3 {
                for who in ["umpire", "rome", "carthage"].iter().filter(|who| f.dir().join(who).exists()) {
                    for mail in new_mails(f.dir(), &role(who)) {
                        open(f.dir(), &role(who)).take_mail(&mail, hour(n)).expect("taken");
                    }
                    open(f.dir(), &role(who)).post().expect("posted");
                }
            }
        };
        let told = |who: &str, subject: &str, top: &str| {
            let all = mails(who);
            let (said, text) = all.iter().find(|(said, _)| said.contains(subject)).unwrap_or_else(|| {
                panic!(
                    "{mode:?}: no `{subject}` in {:?}",
                    all.iter().map(|(said, _)| said).collect::<Vec<_>>()
                )
            });
            let head: String = text.lines().take(3).collect::<Vec<_>>().join(" ");
            assert!(head.contains(top), "{said}\n{text:.600}");
        };
        open(f.dir(), &role("rome")).act(Deed::Propose(Proposal::Draw, None), hour(40)).expect("proposed");
        rounds(40);
        told("carthage", "rome proposes a draw", "rome proposes a draw (event");
        told("carthage", "rome proposes a draw", "say `tess agree` or `tess decline`");
        open(f.dir(), &role("carthage")).act(Deed::Decline, hour(44)).expect("declined");
        rounds(44);
        told("rome", "a draw: declined", "carthage declines");
    }
}

#[test]
fn a_substitute_takes_a_side_over() {
    for mode in [Mode::Direct, Mode::Umpire] {
        let f = Field::new(mode, no_deadlines());
        fight(f.dir(), mode, 8);
        let card = seats::card(f.dir(), &role("hanno"));
        open(f.dir(), &role("carthage")).hand_over(card, hour(40)).expect("handed over");
        let gone = act(f.dir(), "carthage", Deed::Resign, hour(41)).expect_err("no longer his");
        assert!(gone.contains("this battle is over for you: hanno") && !gone.contains("signature"), "{gone}");
        pass(f.dir(), &role("carthage"), &mut Nobody, hour(41));
        // the substitute is given the archive
        let bytes = seats::archive(f.dir(), &role("carthage"));
        let log: Vec<Signed> = bytes
            .split(|b| *b == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| Signed::parse(line).expect("an event"))
            .collect();
        seats::enter_with(f.dir(), &role("hanno"), &log);
        fs::remove_dir_all(f.dir().join("carthage")).expect("gone");
        fs::rename(f.dir().join("hanno"), f.dir().join("carthage")).expect("his place");
        // his mail comes to hanno@, which is the only difference
        fs::create_dir_all(f.dir().join("mail")).expect("a folder");
        // How often Carthage has acted, the handover itself counted, as Rome knows it.
        let acted = || {
            let kinds = f.kinds("rome");
            let since = kinds.iter().position(|(_, kind)| *kind == "handover").unwrap_or(kinds.len());
            kinds[since..].iter().filter(|(by, _)| *by == role("carthage")).count()
        };
        for n in 0..60 {
            for who in seats::roles(mode) {
                for mail in new_mails(f.dir(), &role("hanno")) {
                    inbox(f.dir(), &role("carthage")).deliver(&mail.bytes, 1).expect("delivered");
                    let Origin::Maildir(path) = &mail.origin else { panic!("a maildir") };
                    fs::remove_file(path).expect("forwarded");
                }
                pass(f.dir(), &who, &mut Steady, hour(42 + n));
            }
            if acted() > 1 {
                break;
            }
        }
        assert!(acted() > 1, "{mode:?}: the battle stands still after a handover: {:?}", f.kinds("rome"));
    }
}

#[test]
fn a_deadline_is_extended_once_and_then_forfeits() {
    let f = Field::new(Mode::Direct, Deadlines { hours: 24, then: Consequence::Extension, extensions: 1 });
    let (late, other) = f.sides();
    let early = open(f.dir(), &role(&other)).time_out(hour(23)).expect_err("not yet");
    assert!(early.to_string().contains("has time until"), "{early}");
    let own = open(f.dir(), &role(&late)).time_out(hour(25)).expect_err("he is late himself").to_string();
    assert!(own.contains("it is your own decision that is due"), "{own}");
    let first = open(f.dir(), &role(&other)).time_out(hour(25)).expect("late");
    let Kind::Timeout(said) = &first.event().kind else { panic!("a timeout") };
    assert_eq!((said.then, said.until), (Consequence::Extension, Some(hour(49))));
    f.settle(hour(26));
    open(f.dir(), &role(&other)).time_out(hour(48)).expect_err("extended");
    open(f.dir(), &role(&other)).time_out(hour(50)).expect("late again");
    f.settle(hour(51));
    assert_eq!(winner(wait(f.dir(), &late)), Some(other));
}

#[test]
fn a_deadline_under_an_umpire_is_his_to_say() {
    let f = Field::new(Mode::Umpire, Deadlines { hours: 24, then: Consequence::Forfeit, extensions: 0 });
    let (_, other) = f.sides();
    let wrong = open(f.dir(), &role(&other)).time_out(hour(30)).expect_err("the umpire says so").to_string();
    assert!(wrong.contains("it is the umpire's to say"), "{wrong}");
    open(f.dir(), &role("umpire")).time_out(hour(30)).expect("late");
    f.settle(hour(31));
    assert_eq!(winner(wait(f.dir(), "rome")), Some(other));
}

#[test]
fn both_may_agree_that_no_deadline_falls_before_a_time() {
    let f = Field::new(Mode::Both, Deadlines { hours: 48, then: Consequence::Forfeit, extensions: 0 });
    let (due, other) = f.sides();
    let dir = f.dir();
    assert_eq!(open(dir, &role("umpire")).due(), Some(hour(48)));
    let away = Propose {
        what: Proposal::Adjourn,
        to: None,
        note: Some("in the mountains".to_owned()),
        until: Some(hour(200)),
        second: None,
    };
    let past = Propose { until: Some(hour(3)), ..away.clone() };
    assert!(act(dir, &due, Deed::Offer(past), hour(10)).is_err(), "a time that has passed");
    f.act(&due, Deed::Offer(away), hour(10));
    f.settle(hour(10));
    let report = open(dir, &role(&other)).report_since(&role(&other), 0).expect("a report");
    let report = seats::words(&report);
    assert!(
        report.contains("that no deadline falls before 2026-01-09T08:00:00Z (\"in the mountains\")"),
        "{report}"
    );
    assert!(report.contains("say `tess agree` or `tess decline`"), "{report}");
    assert_eq!(open(dir, &role("umpire")).due(), Some(hour(48)), "a proposal alone moves nothing");
    f.act(&other, Deed::Agree, hour(12));
    f.settle(hour(12));
    assert_eq!(open(dir, &role("umpire")).due(), Some(hour(200)));
    // a decision made before that leaves the next its time until then
    let sheet = f.sheet(&due);
    f.act(&due, Deed::Orders(sheet, None), hour(20));
    f.settle(hour(20));
    let next = open(dir, &role("umpire")).due().expect("a deadline");
    assert_eq!(next, hour(200));
    assert!(open(dir, &role("umpire")).claim(hour(199), 0).expect("asked").is_none());
    assert!(open(dir, &role("umpire")).claim(hour(203), 4).expect("asked").is_none(), "within the grace");
    // unless the log waits for the umpire himself
    let (late_side, _) = f.sides();
    assert!(["rome", "carthage"].contains(&late_side.as_str()));
    assert!(open(dir, &role("umpire")).claim(hour(205), 4).expect("asked").is_some());
}

#[test]
fn a_reminder_comes_before_the_deadline_and_word_to_both_after_it_each_once() {
    let f = Field::new(Mode::Umpire, Deadlines { hours: 48, then: Consequence::Forfeit, extensions: 0 });
    let (due, other) = f.sides();
    let subjects = |who: &str| -> Vec<String> {
        let inbox = inbox(f.dir(), &role(who));
        let mails = new_mails(f.dir(), &role(who));
        mails
            .iter()
            .map(|mail| {
                if let Origin::Maildir(path) = &mail.origin {
                    inbox.mark_seen(path).expect("seen");
                }
                Envelope::open(mail).expect("a mail").subject
            })
            // what breaks a silence comes besides
            .filter(|subject| subject.contains(" time "))
            .collect()
    };
    let umpire = role("umpire");
    let news = |at: At| {
        for _ in 0..2 {
            pass(f.dir(), &umpire, &mut Nobody, at);
        }
        [subjects(&due), subjects(&other)]
    };
    let is = |found: &[String], what: &str| found.len() == 1 && found[0].ends_with(what);
    news(hour(1));
    assert_eq!(news(hour(35)), [Vec::<String>::new(), Vec::new()], "a quarter of 48 hours is 12");
    let [his, others] = news(hour(37));
    assert!(is(&his, "your time runs out") && others.is_empty(), "{his:?} {others:?}");
    assert_eq!(news(hour(47)), [Vec::<String>::new(), Vec::new()], "once is enough");
    let [his, others] = news(hour(49));
    assert!(is(&his, "your time is up") && is(&others, "your opponent's time is up"), "{his:?} {others:?}");
    assert_eq!(news(hour(60)), [Vec::<String>::new(), Vec::new()]);
}

#[test]
fn standing_orders_answer_while_nobody_looks() {
    let f = Field::new(Mode::Umpire, no_deadlines());
    // the side that is asked gives orders, but answers only by its standing orders
    struct Orders;
    impl Agent<tesserarius::gboh::Position> for Orders {
        fn answer(
            &mut self,
            _: &tesserarius::gboh::Position,
            _: &Role,
            _: &tesserarius::effects::Question,
        ) -> Option<String> {
            None
        }
        fn orders(&mut self, position: &tesserarius::gboh::Position, side: &Role) -> Option<String> {
            Steady.orders(position, side)
        }
    }
    let at = hour(3);
    let mut asked = None;
    for _ in 0..60 {
        for who in seats::roles(f.mode) {
            pass(f.dir(), &who, &mut Orders, at);
        }
        if let Wait::Answer { side, question, .. } = wait(f.dir(), "umpire") {
            asked = Some((side, question));
            break;
        }
    }
    let (side, question) = asked.expect("a question came up");
    f.settle(at);
    let events = f.events("umpire");
    fs::write(f.dir().join(side.as_str()).join("standing.txt"), "when nonsense\n").expect("written");
    f.settle(at);
    assert_eq!(f.events("umpire"), events, "what cannot be read decides nothing");
    let text = format!("when {} do {}\notherwise ask\n", question.window, question.default);
    fs::write(f.dir().join(side.as_str()).join("standing.txt"), text).expect("written");
    f.settle(at);
    let seat = open(f.dir(), &role("umpire"));
    let answer = &seat.ledger().entries()[usize::try_from(events).expect("small")];
    let Kind::Answer(said) = &answer.event().kind else { panic!("{:?}", answer.event().kind) };
    assert_eq!((&answer.event().by, &said.question, &said.answer), (&side, &question.id, &question.default));
}

#[test]
fn two_events_for_one_place_are_found_and_proved() {
    let f = Field::new(Mode::Direct, no_deadlines());
    let (side, other) = f.sides();
    let twin = tempfile::tempdir().expect("a folder");
    seats::copy(f.dir(), twin.path());
    let sheet = f.sheet(&side);
    f.act(&side, Deed::Orders(sheet.clone(), None), hour(1));
    let shadow = twin.path();
    act(shadow, &side, Deed::Orders(sheet, Some("I did not say that".into())), hour(1)).expect("signed");
    let mail = new_mails(shadow, &role(&other)).pop().expect("a mail");
    f.settle(hour(2));
    let before = seats::archive(f.dir(), &role(&other));
    inbox(f.dir(), &role(&other)).deliver(&mail.bytes, 5).expect("delivered");
    let pass = pass(f.dir(), &role(&other), &mut Nobody, hour(3));
    let fork = pass.taken[0].events.iter().find_map(|a| match a {
        Arrival::Fork(name) => Some(name.clone()),
        _ => None,
    });
    let proof = f.dir().join(&other).join(fork.expect("found"));
    assert_eq!(seats::archive(f.dir(), &role(&other)), before, "the log stays as it was");
    let text = fs::read_to_string(&proof).expect("a proof");
    assert_eq!(Fork::verify(&text).expect("a proof").role, role(&side));
    let verify = |path: &Path| {
        let tess = Command::new(env!("CARGO_BIN_EXE_tess")).arg("verify").arg(path).output().expect("runs");
        (tess.status.code(), String::from_utf8_lossy(&tess.stdout).into_owned())
    };
    let (code, said) = verify(&proof);
    assert_eq!(code, Some(0));
    assert!(said.contains("the proof holds") && said.contains(&side), "{said}");
    // two times the same event proves nothing
    let mut lines: Vec<&str> = text.lines().collect();
    let last = lines.len() - 1;
    lines[last] = lines[last - 1];
    fs::write(f.dir().join("bent.txt"), lines.join("\n") + "\n").expect("written");
    assert_eq!(verify(&f.dir().join("bent.txt")).0, Some(1));
}

/// A mail from one role to the other with the last event alone.
fn last_alone(f: &Field, from: &str, to: &str) -> RawMail {
    let seat = open(f.dir(), &role(from));
    let entry = seat.ledger().entries().last().expect("an event");
    let box_of = |who: &str| parse_address(&format!("{who}@example.org")).expect("an address");
    let letter = Letter {
        game: seat.ledger().game().to_string(),
        seq: entry.seq(),
        role: from.to_owned(),
        kind: "alone".into(),
        host: "example.org".into(),
        from: box_of(from),
        to: box_of(to),
        bounce: None,
        unsubscribe: None,
        enclosed: None,
        subject: "the last event".into(),
        date: Default::default(),
        in_reply_to: None,
        automatic: Automatic::Generated,
        html: tesserarius::mail::Html::OfText,
        picture: None,
        report: String::new(),
        lines: vec![entry.signed.line().into_bytes()],
    };
    RawMail::new(letter.compose().expect("a mail").bytes, Origin::Memory)
}

#[test]
fn an_event_is_held_until_those_before_it_have_come() {
    for mode in [Mode::Direct, Mode::Umpire] {
        let f = Field::new(mode, no_deadlines());
        let to = if mode == Mode::Direct { "carthage" } else { "umpire" };
        f.act("rome", Deed::Propose(Proposal::Adjourn, None), hour(1));
        f.act("rome", Deed::Propose(Proposal::Draw, None), hour(2));
        assert_eq!(lose_mail(f.dir(), to), 2);
        let known = f.events(to);
        let mail = last_alone(&f, "rome", to);
        let taken = open(f.dir(), &role(to)).take_mail(&mail, hour(2)).expect("taken");
        assert_eq!(taken.events, [Arrival::Held(known + 1)]);
        assert_eq!(f.events(to), known);
        let held = |f: &Field| fs::read_dir(f.dir().join(to).join("held")).expect("a folder").count();
        assert_eq!(held(&f), 1);
        // the gap is asked for, and comes
        f.settle(hour(3));
        assert_eq!(f.events(to), known + 2, "{mode:?}");
        assert_eq!(held(&f), 0);
    }
}

/// Beside the event in it a damaged mail may have held what the umpire has answered for this side by his
/// standing orders: a side that decided on the event alone would sign for the same place, and the battle
/// would part for ever.
#[test]
fn a_damaged_mail_is_not_decided_on_while_the_umpire_holds_standing_orders() {
    for entrusted in [false, true] {
        let f = Field::new(Mode::Umpire, no_deadlines());
        let (due, other) = f.sides();
        if entrusted {
            seats::give_standing(f.dir(), &due, "always trump no\n");
            let before = f.events(&due);
            pass(f.dir(), &role(&due), &mut Nobody, hour(1));
            assert_eq!(f.events(&due), before + 1, "the standing orders are given");
        }
        f.settle(hour(1));
        f.act(&other, Deed::Propose(Proposal::Adjourn, None), hour(2));
        pass(f.dir(), &role("umpire"), &mut Nobody, hour(2));
        assert_eq!(lose_mail(f.dir(), &due), 1);
        let known = f.events(&due);
        let block = armour::wrap(&Envelope::open(&last_alone(&f, "umpire", &due)).expect("a mail").lines);
        let robot = "From: umpire@example.org\nAuto-Submitted: auto-generated\n";
        let torn = format!("{robot}\n{block}\n-----BEGIN TESSERA-----\nabc\n");
        let mail = RawMail::new(torn.into_bytes(), Origin::Memory);
        let opened = Envelope::open(&mail).expect("a mail");
        assert!(!opened.complaints.is_empty() && opened.lines.len() == 1);
        let taken = open(f.dir(), &role(&due)).take_mail(&mail, hour(3)).expect("taken");
        let wanted = if entrusted { Arrival::Doubtful(known) } else { Arrival::New(known) };
        assert_eq!(taken.events, [wanted]);
        // a whole mail is asked for, and comes
        f.settle(hour(4));
        assert_eq!(f.events(&due), known + 1);
    }
}

#[test]
fn one_lost_mail_is_healed_by_the_next() {
    for mode in [Mode::Direct, Mode::Both] {
        let f = Field::new(mode, no_deadlines());
        let to = if mode == Mode::Direct { "carthage" } else { "umpire" };
        f.act("rome", Deed::Propose(Proposal::Adjourn, None), hour(1));
        assert_eq!(lose_mail(f.dir(), to), 1);
        let known = f.events(to);
        f.act("rome", Deed::Propose(Proposal::Draw, None), hour(2));
        let pass = pass(f.dir(), &role(to), &mut Nobody, hour(3));
        assert_eq!(pass.taken[0].events.last(), Some(&Arrival::New(known + 1)), "{:?}", pass.taken);
        if mode == Mode::Both {
            // and one of the umpire's to the other side
            assert_eq!(lose_mail(f.dir(), "carthage"), 1);
            f.act("rome", Deed::Propose(Proposal::Adjourn, None), hour(4));
        }
        f.settle(hour(5));
    }
}

/// The answer to who asks after a silence may be lost too, and that to his second question, and so on.
#[test]
fn who_asks_into_a_silence_is_answered_each_time_he_asks() {
    let f = Field::new(Mode::Umpire, no_deadlines());
    let (umpire, (awaited, other)) = (role("umpire"), f.sides());
    f.act(&awaited, Deed::Propose(Proposal::Adjourn, None), hour(1));
    pass(f.dir(), &umpire, &mut Nobody, hour(1));
    assert_eq!(lose_mail(f.dir(), &other), 1);
    let lacks = f.events(&other);
    for (n, asks) in [30, 90, 200].into_iter().enumerate() {
        pass(f.dir(), &role(&other), &mut Nobody, hour(asks));
        pass(f.dir(), &umpire, &mut Nobody, hour(asks + 1));
        assert_eq!(new_mails(f.dir(), &role(&other)).len(), 1, "question {n} is not answered");
        if asks < 200 {
            lose_mail(f.dir(), &other);
        }
    }
    pass(f.dir(), &role(&other), &mut Nobody, hour(202));
    assert_eq!(f.events(&other), lacks + 1);
}

#[test]
fn much_is_sent_in_mails_of_bounded_size_and_an_old_copy_catches_up() {
    let f = Field::new(Mode::Direct, no_deadlines());
    let old = tempfile::tempdir().expect("a folder");
    seats::copy(&f.dir().join("carthage"), old.path());
    let mut said = 0;
    for n in 1..60 {
        for side in ["rome", "carthage"] {
            let due = matches!(wait(f.dir(), side), Wait::Orders(d) if d.side == side);
            if due && said < 8 {
                let sheet = f.sheet(side);
                f.act(side, Deed::Orders(sheet, Some("much ".repeat(9_000))), hour(n));
                said += 1;
            } else {
                pass(f.dir(), &role(side), &mut Answers, hour(n));
            }
        }
        if said == 8 {
            break;
        }
    }
    f.settle(hour(40));
    let right = seats::archive(f.dir(), &role("rome"));
    assert!(right.len() > 300_000, "{}", right.len());
    // carthage goes back to an old copy, which lacks even what it said itself
    fs::remove_dir_all(f.dir().join("carthage")).expect("lost");
    seats::copy(old.path(), &f.dir().join("carthage"));
    open(f.dir(), &role("rome")).write_again(&role("carthage")).expect("asked");
    pass(f.dir(), &role("rome"), &mut Nobody, hour(41));
    let mails = new_mails(f.dir(), &role("carthage"));
    assert!(mails.len() > 1, "only {}", mails.len());
    for mail in &mails {
        let lines = Envelope::open(mail).expect("a mail").lines;
        let bytes: usize = lines.iter().map(Vec::len).sum();
        assert!(bytes <= 260 * 1024, "{bytes} bytes of lines");
    }
    pass(f.dir(), &role("carthage"), &mut Nobody, hour(42));
    assert!(seats::archive(f.dir(), &role("carthage")) == right, "carthage has not caught up");
    f.settle(hour(43));
}

#[test]
fn an_old_copy_asks_for_what_it_lacks() {
    for mode in [Mode::Direct, Mode::Umpire] {
        let f = Field::new(mode, no_deadlines());
        let old = tempfile::tempdir().expect("a folder");
        seats::copy(&f.dir().join("carthage"), old.path());
        fight(f.dir(), mode, f.events("rome") + 12);
        fs::remove_dir_all(f.dir().join("carthage")).expect("lost");
        seats::copy(old.path(), &f.dir().join("carthage"));
        f.act("rome", Deed::Propose(Proposal::Adjourn, None), hour(50));
        f.settle(hour(51));
    }
}

/// However long a battle lasts, its mails hang side by side on one root: no reader's program nests them.
#[test]
fn the_mails_of_a_battle_do_not_nest() {
    let field = Field::new(Mode::Umpire, no_deadlines());
    fight(field.dir(), field.mode, 40);
    let mut roots: Vec<Vec<String>> = Vec::new();
    for who in ["umpire", "rome", "carthage"] {
        let inbox = inbox(field.dir(), &role(who));
        for path in inbox.list(true).expect("a list") {
            let envelope = Envelope::open(&inbox.read(&path).expect("a mail")).expect("it can be read");
            assert_eq!(envelope.in_reply_to, envelope.references, "{}", envelope.subject);
            roots.push(envelope.references.iter().map(ToString::to_string).collect());
        }
    }
    assert!(roots.len() > 20, "{} mails", roots.len());
    roots.sort();
    roots.dedup();
    assert!(matches!(roots.as_slice(), [one] if one.len() == 1), "{roots:?}");
}
