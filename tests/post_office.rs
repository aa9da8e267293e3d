//! Two players and an umpire over mail servers: `tess serve` as the operator runs it, stopped and killed in
//! the middle, the players' seats as their programs run them.

#![allow(clippy::disallowed_methods, reason = "who waits for other processes needs a watch")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::mail_server::{self, MailServer, Sink};
use crate::seats::served::{adopt, opened};
use crate::seats::{self, Steady, archive, begin, hour, role};
use tesserarius::game::Seeing;
use tesserarius::ledger::{At, Kind, Mode, Signed};
use tesserarius::mail::{Envelope, Maildir, Origin, RawMail};
use tesserarius::scenario::Library;
use tesserarius::steward::{Entropy, Seat, Settings, deadline, verify};
use tesserarius::table::Wait;

/// Sheets of orders that are fought out.
const SHEETS: usize = 20;

/// The time, as the service has it, too: what lies ahead of a reader's clock waits.
fn now() -> At {
    let past = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a time").as_secs();
    let epoch: At = "1970-01-01T00:00:00Z".parse().expect("a time");
    let whole = deadline::later(&epoch, u32::try_from(past / 3600).expect("small")).expect("a time");
    format!("{}{:02}:{:02}Z", &whole.as_str()[..14], past / 60 % 60, past % 60).parse().expect("a time")
}

/// A battle over a mail server.
struct Theatre {
    dir: PathBuf,
    smtp: u16,
    /// Where the service takes its mail from.
    from: String,
    /// The Maildir of each user.
    mail: PathBuf,
    /// Whose mail goes out by neomutt.
    by_hand: Option<&'static str>,
}

impl Theatre {
    fn tess(&self, args: &[&str]) -> Command {
        let mut tess = Command::new(env!("CARGO_BIN_EXE_tess"));
        tess.args(args).args(["--store"]).arg(self.dir.join("store"));
        tess
    }

    fn serve(&self) -> Child {
        let log = fs::OpenOptions::new().create(true).append(true).open(self.dir.join("serve.log"));
        self.tess(&["serve", "--every", "1"])
            .env("TESS_FROM", &self.from)
            .args(["--to", &format!("smtp://127.0.0.1:{}", self.smtp)])
            .arg("--metrics")
            .arg(self.dir.join("metrics.txt"))
            .stdin(Stdio::null())
            .stderr(log.expect("a log"))
            .spawn()
            .expect("started")
    }

    /// A player reads his mail, decides, and writes; how many events were new to him, and what he waits for.
    fn pass(&self, who: &'static str) -> (usize, Wait) {
        let place = self.dir.join(who);
        let mut own = Settings::read(&place).expect("settings");
        own.transport = format!("smtp://127.0.0.1:{}", self.smtp);
        own.write(&place).expect("written");
        let library = Library::embedded();
        let mut seat = Seat::open(&place, &library, None, Entropy::System).expect("opens");
        let letters = self.dir.join("by-hand");
        if self.by_hand == Some(who) {
            seat.mail_by_hand(&letters);
        }
        // a mail server makes the Maildir with the first mail, and wants it to be its own
        let maildir = Maildir::open(&self.mail.join(who)).ok();
        let paths = maildir.as_ref().map(|m| m.list(false).expect("a list")).unwrap_or_default();
        let read = |path: &PathBuf| maildir.as_ref().expect("a maildir").read(path).expect("a mail");
        let mails: Vec<RawMail> = paths.iter().map(read).collect();
        let mut done = |mail: &RawMail| match (&mail.origin, &maildir) {
            (Origin::Maildir(path), Some(maildir)) => Ok(maildir.mark_seen(path)?),
            _ => Ok(()),
        };
        let pass = seat.pass(&mails, &mut Seeing::new(Steady), &mut now, &mut done).expect("a pass");
        for sent in &pass.sent {
            assert!(sent.result.is_ok(), "{sent:?}");
        }
        let news = pass.news();
        if self.by_hand == Some(who) {
            for sent in pass.sent {
                self.neomutt(who, &letters.join(sent.name));
            }
        }
        (news, pass.wait)
    }

    /// Sends a mail's block and attachment as a person does: text in the editor, the file attached.
    fn neomutt(&self, who: &str, letter: &Path) {
        let bytes = fs::read(letter).expect("a letter");
        let mail = Envelope::open(&RawMail::new(bytes.clone(), Origin::Memory)).expect("opened");
        let attached = self.dir.join("battle.tess");
        let lines: Vec<u8> = mail.lines.iter().flat_map(|l| [l.as_slice(), b"\n"].concat()).collect();
        fs::write(&attached, lines).expect("written");
        let rc = self.dir.join("neomuttrc");
        let settings = format!(
            "set from=\"{who}@{domain}\"\nset use_from=yes\nset smtp_url=\"smtp://127.0.0.1:{port}/\"\n\
             set ssl_starttls=no\nset ssl_force_tls=no\nset copy=no\nset record=\"\"\nset send_charset=\"utf-8\"\nset text_flowed=yes\n",
            domain = mail_server::DOMAIN,
            port = self.smtp
        );
        fs::write(&rc, settings).expect("written");
        let text = self.dir.join("text.txt");
        fs::write(&text, format!("Well met!\n\nFrom {who}, with orders.\n")).expect("written");
        let sent = Command::new("neomutt")
            .arg("-n")
            .arg("-F")
            .arg(&rc)
            .args(["-s", &mail.subject, "-a"])
            .arg(&attached)
            .args(["--", &format!("umpire@{}", mail_server::DOMAIN)])
            .env("HOME", &self.dir)
            .stdin(fs::File::open(&text).expect("a text"))
            .stdout(Stdio::null())
            .output()
            .expect("neomutt");
        assert!(sent.status.success(), "{}", String::from_utf8_lossy(&sent.stderr));
    }

    fn sheets(&self) -> usize {
        events(&archive(&self.dir, &role("rome")))
            .iter()
            .filter(|kind| matches!(kind, Kind::Orders(_)))
            .count()
    }

    fn log(&self) -> Vec<u8> {
        let store = opened(&self.dir.join("store")).expect("a store");
        store.archive(&store.battles().expect("a list")[0]).expect("an archive")
    }

    /// Plays with the service running, until so many sheets are fought out.
    fn play(&self, sheets: usize) {
        let mut last = Instant::now();
        while self.sheets() < sheets {
            let passes = ["rome", "carthage"].map(|who| self.pass(who));
            if passes.iter().any(|(_, wait)| matches!(wait, Wait::Over(_))) {
                return;
            }
            if passes.iter().any(|(news, _)| *news > 0) {
                last = Instant::now();
            }
            sleep(Duration::from_millis(100));
            assert!(last.elapsed() < Duration::from_secs(120), "stands still:\n{}", self.said());
        }
    }

    fn said(&self) -> String {
        let log = fs::read_to_string(self.dir.join("serve.log")).unwrap_or_default();
        let last: Vec<&str> = log.lines().rev().take(15).collect();
        last.into_iter().rev().collect::<Vec<_>>().join("\n")
    }

    /// The whole campaign: stopped politely, killed, started again.
    fn campaign(&self) {
        let mut service = self.serve();
        self.play(SHEETS / 3);
        let asked = Instant::now();
        end(&service, "TERM");
        assert!(service.wait().expect("ended").success(), "it does not end well:\n{}", self.said());
        assert!(asked.elapsed() < Duration::from_secs(15), "it takes too long to stop");
        assert!(self.said().ends_with("ends"), "{}", self.said());
        // mail comes while nobody serves
        for who in ["rome", "carthage"] {
            self.pass(who);
        }
        service = self.serve();
        self.play(2 * SHEETS / 3);
        service.kill().expect("killed");
        service.wait().expect("ended");
        service = self.serve();
        self.play(SHEETS);
        self.settle();
        end(&service, "INT");
        assert!(service.wait().expect("ended").success());
        let log = self.log();
        assert!(log == archive(&self.dir, &role("rome")), "rome has another log:\n{}", self.said());
        assert!(log == archive(&self.dir, &role("carthage")), "carthage has another log:\n{}", self.said());
        verify(&log, &Library::embedded()).expect("the log holds");
        let metrics = fs::read_to_string(self.dir.join("metrics.txt")).expect("metrics");
        assert!(metrics.contains("tess_battles 1\n"), "{metrics}");
    }

    /// Until all three have the same log.
    fn settle(&self) {
        let begun = Instant::now();
        loop {
            let all = [self.log(), archive(&self.dir, &role("rome")), archive(&self.dir, &role("carthage"))];
            if all.windows(2).all(|w| w[0] == w[1]) || begun.elapsed() > Duration::from_secs(60) {
                return;
            }
            for who in ["rome", "carthage"] {
                let _ = self.read_only(who);
            }
            sleep(Duration::from_millis(200));
        }
    }

    /// A player reads his mail and decides nothing.
    fn read_only(&self, who: &str) -> bool {
        let tess = Command::new(env!("CARGO_BIN_EXE_tess"))
            .args(["process", "--battle"])
            .arg(self.dir.join(who))
            .arg("--maildir")
            .arg(self.mail.join(who))
            .stdout(Stdio::null())
            .status();
        tess.expect("ran").success()
    }
}

fn events(archive: &[u8]) -> Vec<Kind> {
    let lines = archive.split(|b| *b == b'\n').filter(|l| !l.is_empty());
    lines.map(|line| Signed::parse(line).expect("an event").event().kind.clone()).collect()
}

fn end(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

/// A battle that was offered and accepted, its umpire moved into a store.
fn begun(dir: &Path) {
    begin(dir, Mode::Umpire, seats::no_deadlines());
    adopt(&opened(&dir.join("store")).expect("a store"), &dir.join("umpire"));
}

#[test]
fn twenty_turns_over_a_server_in_this_process() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().to_owned();
    begun(&dir);
    let sink = Sink::start(&dir.join("mail"));
    Maildir::create(&dir.join("mail/umpire")).expect("a maildir");
    let from = dir.join("mail/umpire").display().to_string();
    let mail = dir.join("mail");
    Theatre { dir, smtp: sink.port, from, mail, by_hand: None }.campaign();
}

#[test]
fn twenty_turns_over_opensmtpd_and_dovecot() {
    let servers = tempfile::tempdir().expect("a folder");
    let Some(server) = MailServer::start(servers.path(), &["rome", "carthage", "umpire"]) else { return };
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().to_owned();
    begun(&dir);
    let by_hand = mail_server::is_installed("neomutt").then_some("carthage");
    if by_hand.is_none() {
        eprintln!("SKIPPED: neomutt is not installed; carthage writes by tess");
    }
    let login = format!("umpire%40{}:umpirepw", mail_server::DOMAIN);
    let from = format!("imap://{login}@127.0.0.1:{}/INBOX", server.imap);
    let mail = server.maildir("");
    Theatre { dir, smtp: server.smtp, from, mail, by_hand }.campaign();
}

#[test]
fn a_pipe_takes_mail_in_whether_the_service_runs_or_not() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().to_owned();
    begun(&dir);
    seats::pass(&dir, &role("rome"), &mut Steady, hour(1));
    seats::pass(&dir, &role("carthage"), &mut Steady, hour(1));
    let mail = dir.join("mail");
    let theatre = Theatre { dir: dir.clone(), smtp: 1, from: String::new(), mail, by_hand: None };
    let before = theatre.log().len();
    for raw in seats::new_mails(&dir, &role("umpire")) {
        let file = dir.join("one.eml");
        fs::write(&file, &raw.bytes).expect("written");
        let piped = theatre.tess(&["deliver"]).stdin(fs::File::open(&file).expect("a mail")).status();
        assert!(piped.expect("ran").success());
    }
    assert_eq!(theatre.log().len(), before, "a pipe only keeps mail");
    let to = format!("maildir:{}", dir.join("mail").join("{user}").display());
    let served = theatre.tess(&["serve", "--once", "--to", &to]).stderr(Stdio::null()).status();
    assert!(served.expect("ran").success());
    assert!(theatre.log().len() > before, "the mail was not dealt with");
    // on trouble the mail server has to keep the mail
    fs::write(dir.join("store/store.sqlite"), "no store of ours").expect("written");
    let refused = theatre.tess(&["deliver"]).stdin(Stdio::null()).stderr(Stdio::null()).status();
    assert_eq!(refused.expect("ran").code(), Some(75));
}
