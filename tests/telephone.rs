//! A player gives orders from a telephone: by a mail to himself, with the word that only his own mail has
//! shown.

use std::path::Path;

use crate::seats::{
    Steady, archive, begin, hour, inbox, library, no_deadlines, open, pass, patiently, position_of, role,
    send_here, settle,
};
use tesserarius::ledger::{Kind, Mode};
use tesserarius::mail::{Envelope, Origin, RawMail};
use tesserarius::steward::{Agent as _, Entropy, Nobody, Seat, Settings};
use tesserarius::table::Wait;

/// A battle in which the side that is to order has a telephone.
struct Field {
    room: tempfile::TempDir,
    side: String,
}

impl Field {
    fn new() -> Field {
        let room = tempfile::tempdir().expect("a folder");
        begin(room.path(), Mode::Umpire, no_deadlines());
        let Wait::Orders(deed) = open(room.path(), &role("rome")).wait().expect("a wait") else {
            panic!("no orders")
        };
        let field = Field { room, side: deed.side };
        field.switch(true);
        field
    }

    fn dir(&self) -> &Path {
        self.room.path()
    }

    fn switch(&self, telephone: bool) {
        let own = send_here(self.dir(), &self.side);
        let own = Settings { telephone, ..own };
        own.write(&self.dir().join(&self.side)).expect("written");
    }

    /// The mails that the player's own program has sent him, the newest last, taken out of his box.
    fn to_himself(&self) -> Vec<(String, String)> {
        let who = role(&self.side);
        let own = inbox(self.dir(), &who);
        let mut found = Vec::new();
        for path in own.list(true).expect("a list") {
            let mail = own.read(&path).expect("a mail");
            let envelope = Envelope::open(&mail).expect("a mail");
            if envelope.from[0].address == format!("{}@example.org", self.side) {
                let text = String::from_utf8_lossy(&mail.bytes).replace("=\r\n", "").replace("\r\n", "\n");
                found.push((envelope.subject, text));
                std::fs::remove_file(&path).expect("taken");
            }
        }
        found
    }

    /// The word in the newest mail that has one.
    fn word(&self) -> Option<String> {
        let mails = self.to_himself();
        mails.iter().rev().find_map(|(_, text)| word_in(text))
    }

    /// A mail from an address comes to the player, who answers what is quoted.
    fn comes(&self, from: &str, text: &str) -> u64 {
        let tag = &open(self.dir(), &role(&self.side)).ledger().game().to_string()[..8];
        let mail = format!(
            "From: {from}\r\nTo: {}@example.org\r\nSubject: Re: [tess {tag}] orders\r\nMessage-ID: <{}@phone.example>\r\n\r\n{}",
            self.side,
            text.len() + usize::from(from.len() as u8),
            text.replace('\n', "\r\n")
        );
        self.hears(&mail)
    }

    /// The place of the next event after the player's program has taken a mail in.
    fn hears(&self, mail: &str) -> u64 {
        send_here(self.dir(), &self.side);
        let place = self.dir().join(&self.side);
        // each word is another one, as it is not where a test draws the same bytes again
        let mut seat = patiently(|| Seat::open(&place, &library(self.dir()), None, Entropy::System));
        let mail = RawMail::new(mail.as_bytes().to_vec(), Origin::Memory);
        let at = hour(5);
        seat.pass(&[mail], &mut Nobody, &mut || at, &mut |_| Ok(())).expect("a pass");
        seat.ledger().next_seq()
    }

    fn sheet(&self) -> String {
        let mut seat = open(self.dir(), &role(&self.side));
        seat.wait().expect("a wait");
        Steady.orders(position_of(&seat), &role(&self.side)).expect("a sheet")
    }

    fn own(&self) -> String {
        format!("{}@example.org", self.side)
    }
}

fn word_in(text: &str) -> Option<String> {
    text.lines().find_map(|line| line.strip_prefix("    word ")).map(str::to_owned)
}

#[test]
fn orders_from_a_telephone_are_signed_once_with_their_word() {
    let f = Field::new();
    let next = open(f.dir(), &role(&f.side)).ledger().next_seq();
    pass(f.dir(), &role(&f.side), &mut Nobody, hour(4));
    let word = f.word().expect("a word");
    assert_eq!(word.split('-').count(), 8, "{word}");
    pass(f.dir(), &role(&f.side), &mut Nobody, hour(4));
    assert!(f.to_himself().is_empty(), "one word for one decision");
    let sheet = f.sheet();
    // no word, a wrong word, a stranger with the right one, and the program's own mail: nothing
    let wrong = word.chars().rev().collect::<String>();
    assert_eq!(f.comes(&f.own(), &sheet), next);
    assert_eq!(f.comes(&f.own(), &format!("{sheet}\nword {wrong}\n")), next);
    assert_eq!(f.comes("eve@example.org", &format!("{sheet}\nword {word}\n")), next);
    let told = f.to_himself();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told.iter().all(|(subject, text)| subject.contains("nothing is signed") && !text.contains(&word)),
        "{told:?}"
    );
    // a telephone quotes what it answers, and has a signature of its own
    let mail = format!(
        "Word {}\n{sheet}\nSent from my iPhone\n\nOn 1 Jan 2026, at 05:00, {} wrote:\n> the report\n",
        word.replace('-', " "),
        f.own()
    );
    assert_eq!(f.comes(&f.own(), &mail), next + 1);
    let seat = open(f.dir(), &role(&f.side));
    let last = seat.ledger().entries().last().expect("an event").event().clone();
    let Kind::Orders(orders) = &last.kind else { panic!("{last:?}") };
    assert_eq!((last.by.as_str(), orders.sheet.trim()), (f.side.as_str(), sheet.trim()));
    drop(seat);
    assert!(f.to_himself().iter().any(|(subject, _)| subject.contains(": signed")));
    // used up: the same mail, and another with the same word
    assert_eq!(f.comes(&f.own(), &mail), next + 1);
    assert_eq!(f.comes(&f.own(), &format!("{mail} ")), next + 1);
    settle(f.dir(), Mode::Umpire, hour(6));
    // nobody else has ever been shown it, and what is kept holds no word
    for (path, bytes) in crate::seats::tree(f.dir()) {
        let shown = String::from_utf8_lossy(&bytes).contains(&word);
        let own = path.starts_with(&f.side) || path.starts_with(Path::new("mail").join(&f.side));
        assert!(!shown || own, "{}", path.display());
        assert!(!shown || !path.ends_with("telephone.json"), "{}", path.display());
    }
}

#[test]
fn a_word_is_used_up_by_bad_orders_and_void_when_the_battle_has_gone_on() {
    let f = Field::new();
    let next = open(f.dir(), &role(&f.side)).ledger().next_seq();
    pass(f.dir(), &role(&f.side), &mut Nobody, hour(4));
    let first = f.word().expect("a word");
    assert_eq!(f.comes(&f.own(), &format!("activate NOBODY\nword {first}\n")), next);
    let mails = f.to_himself();
    assert!(
        mails.iter().any(|(_, text)| text.contains("Nothing is signed") && text.contains("NOBODY")),
        "{mails:?}"
    );
    let second = mails.iter().find_map(|(_, text)| word_in(text)).expect("a new word");
    assert_ne!(first, second);
    let sheet = f.sheet();
    assert_eq!(f.comes(&f.own(), &format!("{sheet}\nword {first}\n")), next, "used");
    f.to_himself();
    // something happens: the word was for another place
    let other = if f.side == "rome" { "carthage" } else { "rome" };
    let away = tesserarius::steward::Deed::Propose(tesserarius::ledger::Proposal::Adjourn, None);
    crate::seats::act(f.dir(), other, away, hour(5)).expect("proposed");
    pass(f.dir(), &role("umpire"), &mut Nobody, hour(5));
    for mail in crate::seats::new_mails(f.dir(), &role(&f.side)) {
        f.hears(&String::from_utf8_lossy(&mail.bytes));
    }
    let third = f.word().expect("a word for the new place");
    assert!(first != third && second != third);
    let now = open(f.dir(), &role(&f.side)).ledger().next_seq();
    assert_eq!(f.comes(&f.own(), &format!("{sheet}\nword {second}\n")), now, "for another place");
    let then = f.comes(&f.own(), &format!("{sheet}\nword {third}\n"));
    assert_eq!(then, now + 1, "{:?}", f.to_himself());
}

#[test]
fn without_the_setting_there_is_no_word_and_nothing_is_signed() {
    let f = Field::new();
    pass(f.dir(), &role(&f.side), &mut Nobody, hour(4));
    let (word, sheet) = (f.word().expect("a word"), f.sheet());
    f.switch(false);
    let log = archive(f.dir(), &role(&f.side));
    f.comes(&f.own(), &format!("{sheet}\nword {word}\n"));
    assert_eq!(archive(f.dir(), &role(&f.side)), log);
    assert!(f.to_himself().is_empty());
}
