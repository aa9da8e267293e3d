//! Mail over TLS: with servers in this process always, with OpenSMTPD and Dovecot where they are installed.

#![allow(clippy::disallowed_methods, reason = "who waits for other processes needs a watch")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::mail_server::tls::{Authority, in_front_of};
use crate::mail_server::{self, MailServer, Sink};
use tesserarius::mail::imap::{ImapBox, ImapUrl};
use tesserarius::mail::smtp::SmtpUrl;
use tesserarius::mail::{Inbox as _, MailError, Maildir, RawMail, Transport};

fn letter(to: &str) -> Vec<u8> {
    format!(
        "From: umpire@example.org\r\nTo: {to}@example.org\r\nMessage-ID: <a.1.r.k@example.org>\r\n\
         Subject: over TLS\r\n\r\nx\r\n"
    )
    .into_bytes()
}

fn send(url: &str) -> Result<(), MailError> {
    Transport::Smtp(SmtpUrl::parse(url).expect("an address")).send(&letter("rome"))
}

fn fetch(url: &str) -> Result<Vec<RawMail>, MailError> {
    ImapBox::new(ImapUrl::parse(url).expect("an address")).fetch(50)
}

fn refused<T: std::fmt::Debug>(what: Result<T, MailError>) -> String {
    let error = what.expect_err("it was believed");
    assert!(!error.is_permanent(), "mail would be given up at once: {error}");
    error.to_string()
}

/// A file that only its owner may read.
fn secret(dir: &Path, word: &str) -> PathBuf {
    let path = dir.join("password");
    fs::write(&path, word).expect("written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("its mode");
    path
}

/// Servers in this process, in plain: the ports of SMTP and IMAP.
fn plain(dir: &Path) -> (u16, u16) {
    let imap = mail_server::imap::Imap::start("UIDPLUS MOVE");
    imap.put("INBOX", &letter("umpire"), &[]);
    (Sink::start(dir).port, imap.port)
}

#[test]
fn mail_goes_out_and_comes_in_under_a_certificate_of_ones_own() {
    let room = tempfile::tempdir().expect("a folder");
    let (smtp, imap) = plain(room.path());
    let authority = Authority::new("ours");
    let (ca, paper) = (authority.save(room.path()).display().to_string(), authority.sign("localhost", false));
    let (smtps, imaps) = (in_front_of(smtp, &paper), in_front_of(imap, &paper));
    send(&format!("smtps://localhost:{smtps}?ca={ca}")).expect("sent");
    assert_eq!(
        Maildir::open(&room.path().join("rome")).expect("a maildir").list(false).expect("a list").len(),
        1
    );
    let word = secret(room.path(), "word\n").display().to_string();
    let mails =
        fetch(&format!("imaps://me@localhost:{imaps}?ca={ca}&password-file={word}")).expect("fetched");
    assert_eq!(mails[0].bytes, letter("umpire"));
}

#[test]
fn a_server_that_cannot_show_who_it_is_gets_nothing() {
    let room = tempfile::tempdir().expect("a folder");
    let (smtp, imap) = plain(room.path());
    let (authority, other) = (Authority::new("ours"), Authority::new("theirs"));
    let ca = authority.save(room.path()).display().to_string();
    for (paper, query, why) in [
        (
            authority.sign("mail.example.net", false),
            format!("?ca={ca}"),
            "is for mail.example.net; write that name",
        ),
        (authority.sign("localhost", true), format!("?ca={ca}"), "has expired"),
        (other.sign("localhost", false), format!("?ca={ca}"), "signed by nobody whom this machine trusts"),
        (Authority::new("ours").sign("localhost", false), format!("?ca={ca}"), "signed by nobody whom"),
        (authority.sign("localhost", false), String::new(), "?ca=/path/ca.pem"),
    ] {
        let (smtps, imaps) = (in_front_of(smtp, &paper), in_front_of(imap, &paper));
        let said = refused(send(&format!("smtps://u:word@localhost:{smtps}{query}")));
        assert!(said.contains(why) && !said.contains("word"), "{said}");
        let said = refused(fetch(&format!("imaps://u:word@localhost:{imaps}{query}")));
        assert!(said.contains(why) && !said.contains("word"), "{said}");
    }
    assert!(!room.path().join("rome").exists(), "mail was sent to somebody else");
}

#[test]
fn a_file_without_certificates_is_named() {
    let room = tempfile::tempdir().expect("a folder");
    let file = secret(room.path(), "no certificate\n");
    let (smtp, _) = plain(room.path());
    for (path, why) in [(file, "there is none in it"), (room.path().join("none.pem"), "cannot read")] {
        let said = refused(send(&format!("smtps://localhost:{smtp}?ca={}", path.display())));
        assert!(said.contains(why) && said.contains(&path.display().to_string()), "{said}");
    }
}

#[test]
fn a_server_in_plain_that_is_asked_for_tls_gets_no_mail() {
    let room = tempfile::tempdir().expect("a folder");
    let (smtp, imap) = plain(room.path());
    refused(send(&format!("smtp://localhost:{smtp}?tls=required")));
    let said = refused(fetch(&format!("imap://u:word@localhost:{imap}?tls=required")));
    assert!(said.contains("does not begin TLS"), "{said}");
    assert!(!room.path().join("rome").exists());
}

#[test]
fn opensmtpd_and_dovecot_over_tls() {
    let servers = tempfile::tempdir().expect("a folder");
    let Some(server) = MailServer::start(servers.path(), &["rome", "umpire"]) else { return };
    if !server.submits {
        eprintln!("SKIPPED: the submission server is not installed; apt-get install dovecot-submissiond");
        return;
    }
    let ca = server.ca.display();
    let word = secret(servers.path(), "umpirepw\n").display().to_string();
    for url in [
        format!("smtps://umpire%40example.org@localhost:{}?ca={ca}&password-file={word}", server.smtps),
        format!(
            "smtp://umpire%40example.org@localhost:{}?tls=required&ca={ca}&password-file={word}",
            server.submission
        ),
    ] {
        send(&url).expect("sent");
        let said = refused(send(&url.replace("localhost", "127.0.0.1")));
        assert!(said.contains("localhost"), "its certificate is for another name: {said}");
        let said = refused(send(&url.replace(&format!("ca={ca}&"), "")));
        assert!(said.contains("?ca=/path/ca.pem"), "{said}");
    }
    let wrong = format!("smtps://umpire%40example.org:wrong-word@localhost:{}?ca={ca}", server.smtps);
    let said = send(&wrong).expect_err("a wrong password").to_string();
    assert!(said.contains("535") && !said.contains("wrong-word"), "{said}");
    for url in [
        format!("imaps://rome%40example.org:romepw@localhost:{}?ca={ca}&then=move:Done", server.imaps),
        format!(
            "imap://rome%40example.org:romepw@localhost:{}?tls=required&ca={ca}&then=delete",
            server.imap
        ),
    ] {
        let mut inbox = ImapBox::new(ImapUrl::parse(&url).expect("an address"));
        let mail = one_of(&mut inbox);
        inbox.acknowledge(&mail).expect("acknowledged");
        let said = refused(fetch(&url.replace("localhost", "127.0.0.1")));
        assert!(said.contains("localhost"), "its certificate is for another name: {said}");
    }
    let wrong = format!("imaps://rome%40example.org:wrong-word@localhost:{}?ca={ca}", server.imaps);
    let said = refused(fetch(&wrong));
    assert!(said.contains("the server refuses") && !said.contains("wrong-word"), "{said}");
    let files = |folder: &str| {
        let maildir = Maildir::open(&server.maildir("rome").join(folder)).expect("a maildir");
        maildir.list(true).expect("a list").len()
    };
    assert_eq!((files(""), files(".Done")), (0, 1), "one was moved and one taken away");
}

/// The next mail; the servers may need a moment.
fn one_of(inbox: &mut ImapBox) -> RawMail {
    let begun = Instant::now();
    loop {
        if let Some(mail) = inbox.fetch(1).expect("fetched").pop() {
            return mail;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "no mail comes");
        std::thread::sleep(Duration::from_millis(100));
    }
}
