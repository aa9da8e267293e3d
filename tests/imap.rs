//! A mailbox on a server: what comes, what becomes of it, and what is never touched.

use std::collections::BTreeSet;

use crate::mail_server::imap::Imap;
use tesserarius::mail::imap::{ImapBox, ImapUrl};
use tesserarius::mail::{Inbox, RawMail, limits};

/// What a server of our days can do.
const ALL: &str = "UIDPLUS MOVE IDLE";

fn letter(subject: &str) -> Vec<u8> {
    format!("Subject: {subject}\r\n\r\nx\r\n").into_bytes()
}

fn at(server: &Imap, rest: &str) -> ImapBox {
    let url = format!("imap://me:word@127.0.0.1:{}/{rest}", server.port);
    ImapBox::new(ImapUrl::parse(&url).expect("an address"))
}

/// Takes everything in, as the service does.
fn take(inbox: &mut ImapBox) -> Vec<Vec<u8>> {
    let mails = inbox.fetch(50).expect("mails");
    mails.iter().for_each(|mail| inbox.acknowledge(mail).expect("acknowledged"));
    mails.into_iter().map(|mail| mail.bytes).collect()
}

fn flags(server: &Imap, folder: &str, uid: u32) -> Option<BTreeSet<String>> {
    server.hall().folders.get(folder)?.get(&uid).map(|letter| letter.flags.clone())
}

#[test]
fn what_is_safe_is_marked_taken_away_or_moved_and_nothing_else_is_touched() {
    for (capabilities, then, there, moved) in [
        (ALL, "", true, false),
        (ALL, "?then=delete", false, false),
        (ALL, "?then=move:Done", false, true),
        // a server of an older kind: mail is copied, and what cannot be taken away alone is only marked
        ("UIDPLUS", "?then=move:Done", false, true),
        ("", "?then=move:Done", true, true),
        ("", "?then=delete", true, false),
    ] {
        let server = Imap::start(capabilities);
        let read = server.put("INBOX", &letter("read"), &["\\Seen"]);
        let gone = server.put("INBOX", &letter("another's, to be gone"), &["\\Deleted", "\\Seen"]);
        let elsewhere = server.put("Other", &letter("elsewhere"), &[]);
        let ours = server.put("INBOX", &letter("ours"), &[]);
        assert_eq!(take(&mut at(&server, then)), [letter("ours")], "{capabilities} {then}");
        assert_eq!(take(&mut at(&server, then)).len(), 0, "it comes once: {capabilities} {then}");
        let left = flags(&server, "INBOX", ours);
        assert_eq!(left.is_some(), there, "{capabilities} {then}");
        assert!(left.is_none_or(|flags| flags.contains("\\Seen")));
        let done = server.hall().folders.get("Done").map(|all| all.keys().copied().collect::<Vec<_>>());
        assert_eq!(done, moved.then(|| vec![ours]), "{capabilities} {then}");
        assert_eq!(flags(&server, "INBOX", read).expect("there").len(), 1);
        assert_eq!(flags(&server, "INBOX", gone).expect("there").len(), 2);
        assert_eq!(flags(&server, "Other", elsewhere).expect("there").len(), 0);
    }
}

#[test]
fn mail_of_others_is_left_as_it_is() {
    let server = Imap::start(ALL);
    let mother = server.put("INBOX", &letter("dinner"), &[]);
    let ours = server.put("INBOX", &letter("[tess 5fa2c0ff]"), &[]);
    let mut inbox = at(&server, "?then=delete");
    for mail in inbox.fetch(50).expect("mails") {
        if mail.bytes == letter("dinner") {
            inbox.leave(&mail);
        } else {
            inbox.acknowledge(&mail).expect("acknowledged");
        }
    }
    assert_eq!(flags(&server, "INBOX", mother), Some(BTreeSet::new()), "it is still unread");
    assert_eq!(flags(&server, "INBOX", ours), None);
    assert_eq!(inbox.fetch(50).expect("mails"), [], "what was left does not come again");
}

#[test]
fn with_new_numbers_no_other_mail_is_taken_for_ours() {
    let server = Imap::start(ALL);
    let uid = server.put("INBOX", &letter("ours"), &[]);
    let mut inbox = at(&server, "?then=delete");
    let old: Vec<RawMail> = inbox.fetch(50).expect("mails");
    // the server's folder was made anew: the number is another mail's
    {
        let mut hall = server.hall();
        hall.validity = 2;
        let all = hall.folders.get_mut("INBOX").expect("the folder");
        all.get_mut(&uid).expect("the mail").bytes = letter("another's");
        hall.hang_up = vec!["UID SEARCH".to_owned()];
    }
    assert!(inbox.fetch(50).is_err(), "the wire breaks");
    inbox.acknowledge(&old[0]).expect("nothing to do");
    assert_eq!(flags(&server, "INBOX", uid), Some(BTreeSet::new()), "another's mail was touched");
    inbox.leave(&old[0]);
    assert_eq!(take(&mut inbox), [letter("another's")], "an old number hides a new mail");
}

#[test]
fn a_wire_that_breaks_in_the_middle_costs_no_mail() {
    let server = Imap::start(ALL);
    let all: Vec<Vec<u8>> = (1..=4).map(|n| letter(&n.to_string())).collect();
    for one in &all {
        server.put("INBOX", one, &[]);
    }
    server.hall().hang_up = vec!["UID FETCH 3".to_owned(), "UID STORE 4".to_owned()];
    let mut inbox = at(&server, "");
    assert_eq!(take(&mut inbox), all[..2], "what had come is used");
    let rest = inbox.fetch(50).expect("it goes on");
    assert_eq!(rest.len(), 2);
    inbox.acknowledge(&rest[0]).expect("acknowledged");
    assert!(inbox.acknowledge(&rest[1]).is_err());
    assert_eq!(take(&mut inbox), all[3..], "what was not acknowledged comes again");
    assert_eq!(take(&mut inbox).len(), 0);
}

#[test]
fn a_mail_that_cannot_be_fetched_holds_up_no_other() {
    let server = Imap::start(ALL);
    let bad = server.put("INBOX", &letter("bad"), &[]);
    server.put("INBOX", &letter("good"), &[]);
    server.hall().nonsense.insert(bad);
    let mut inbox = at(&server, "?then=delete");
    let mut failures = Vec::new();
    let got = loop {
        match inbox.fetch(50) {
            Ok(mails) => break mails,
            Err(error) => failures.push(error.to_string()),
        }
        assert!(failures.len() < 10, "it never goes on: {failures:?}");
    };
    assert_eq!(got.len(), 1);
    assert!(failures[0].contains(&format!("mail {bad} cannot be fetched")), "{failures:?}");
    assert_eq!(flags(&server, "INBOX", bad), Some(BTreeSet::new()), "it stays for a person to look at");
}

#[test]
fn a_big_mail_comes_up_to_its_limit_and_is_known_to_be_too_big() {
    let server = Imap::start(ALL);
    let line = [&[b'x'; 76][..], b"\r\n"].concat();
    let big = [letter("big"), line.repeat(20_000)].concat();
    server.put("INBOX", &big, &[]);
    let got = take(&mut at(&server, ""));
    assert!(big.starts_with(&got[0]));
    assert_eq!(got[0].len(), limits::MAX_BYTES + 1, "neither all of it nor too little");
}

#[test]
fn what_a_server_refuses_is_said() {
    let server = Imap::start(ALL);
    let refused = at(&server, "Nowhere").fetch(1).expect_err("no such folder").to_string();
    assert!(refused.contains("the server refuses: there is no such folder"), "{refused}");
    assert!(refused.contains("me:...@127.0.0.1") && !refused.contains("word"), "{refused}");
}
