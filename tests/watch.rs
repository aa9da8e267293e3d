//! Spectators: signed on by a mail to the lobby, told at the end of each turn after the delay that the
//! founders have agreed on, and of nothing that is sealed, private or later.

use std::path::Path;

use mail_parser::{MessageParser, MimeHeaders as _};

use crate::seats::served::{Witness, adopt, courier, service};
use crate::seats::{
    Steady, archive, begin_agreed, copy, give_standing, hour, inbox, latest, no_deadlines, open, pass,
    position_of, quick_room, role, roles, settle, words,
};
use tesserarius::ledger::{At, Audience, Checks, Mode, SigningKey};
use tesserarius::mail::{Origin, RawMail};
use tesserarius::scenario::Library;
use tesserarius::server::{Porch, Service, Setting};
use tesserarius::steward::lobby::{FolderKeeper, Host, Lobby, Quotas};
use tesserarius::steward::{Deed, Entropy, Look, deadline};
use tesserarius::table::Wait;

/// A battle of some turns, in the store of an umpire who keeps a lobby.
struct Stand {
    room: tempfile::TempDir,
    service: Service<Witness>,
    sent: usize,
}

/// Both sides fight until a turn has begun, or the battle is over.
fn fight_to(dir: &Path, turn: u16) {
    for n in 1..300 {
        let at = hour(3 * n).max(latest(dir, Mode::Umpire));
        for role in roles(Mode::Umpire) {
            pass(dir, &role, &mut Steady, at);
        }
        let mut seat = open(dir, &role("rome"));
        let done = position_of(&seat).turn >= turn || matches!(seat.wait().expect("a wait"), Wait::Over(_));
        drop(seat);
        if done {
            return settle(dir, Mode::Umpire, at);
        }
    }
    panic!("the battle stands still");
}

/// What has come for somebody: subject, text and all bytes.
struct Mail {
    subject: String,
    text: String,
    bytes: String,
}

fn host(dir: &Path) -> Host {
    Host {
        name: "Umpire".to_owned(),
        address: "umpire@example.org".to_owned(),
        key: dir.join("umpire/key.pem"),
        transport: crate::seats::transport(dir),
        library: None,
        maps: true,
        quotas: Quotas { watched: 2, watchers: 3, ..Quotas::default() },
    }
}

impl Stand {
    fn new(options: &[&str], turns: u16) -> Stand {
        let room = quick_room();
        let dir = room.path();
        begin_agreed(dir, Mode::Umpire, no_deadlines(), "spqr/skirmish", options);
        let mut seat = open(dir, &role("rome"));
        seat.say("Look here, all of you!", Audience::All, hour(0)).expect("said");
        seat.say("This is for you alone.", Audience::Opponent, hour(0)).expect("said");
        seat.post().expect("posted");
        drop(seat);
        give_standing(dir, "rome", "otherwise ask\n");
        fight_to(dir, turns);
        Stand::over(room)
    }

    fn over(room: tempfile::TempDir) -> Stand {
        let dir = room.path();
        let service = service(dir, Setting::default(), Witness::new(hour(700)));
        adopt(service.store(), &dir.join("umpire"));
        let mut stand = Stand { room, service, sent: 0 };
        let key = SigningKey::load(&stand.dir().join("umpire/key.pem"), None).expect("a key");
        let porch = Porch::open(stand.service.store(), host(stand.dir()), key, None).expect("a porch");
        stand.service.keep_lobby(porch);
        stand
    }

    fn dir(&self) -> &Path {
        self.room.path()
    }

    fn log(&self) -> Vec<u8> {
        archive(self.dir(), &role("rome"))
    }

    fn tag(&self) -> String {
        open(self.dir(), &role("rome")).ledger().game().to_string()[..8].to_owned()
    }

    /// The events with which turns ended, each found by reading the log up to there; and their times.
    fn ends(&self) -> Vec<(u64, At)> {
        let log = self.log();
        let all = open(self.dir(), &role("rome")).ledger().next_seq();
        let turn = |to: u64| {
            let look = Look::of(&log, &Library::embedded(), Checks::Batch, Some(to)).expect("a look");
            (look.position().turn(), look.ledger().entries().last().expect("an event").event().at)
        };
        let turns: Vec<(u16, At)> = (0..all).map(turn).collect();
        let ends = (1..all).filter(|at| turns[*at as usize].0 > turns[*at as usize - 1].0);
        ends.map(|at| (at, turns[at as usize].1)).collect()
    }

    fn at(&mut self, at: At) {
        self.service.watch.at = at;
        self.service.round(&mut courier(self.room.path())).expect("a round");
    }

    fn hears(&mut self, from: &str, head: &str, subject: &str, text: &str) {
        self.sent += 1;
        let mail = format!(
            "From: {from}@example.org\r\nTo: umpire@example.org\r\nSubject: {subject}\r\nMessage-ID: <{}@x>\r\n{head}\r\n{text}",
            self.sent
        );
        self.service.enter(&[RawMail::new(mail.into_bytes(), Origin::Memory)]).expect("entered");
        let now = self.service.watch.at;
        self.at(now);
    }

    fn letters(&self, who: &str) -> Vec<Mail> {
        letters(self.dir(), who)
    }

    /// A mail with its sender's words, and the answer.
    fn asks(&mut self, who: &str, text: &str) -> String {
        self.hears(who, "", "hello", "help\r\n");
        let first = self.letters(who).pop().map_or_else(String::new, |mail| mail.subject);
        let subject = if first.is_empty() { format!("[tess lobby {}]", self.words(who)) } else { first };
        if !self.dir().join(format!("words-{who}")).exists() {
            std::fs::write(self.dir().join(format!("words-{who}")), &subject).expect("kept");
        }
        self.hears(who, "", &format!("Re: {subject}"), &format!("{text}\r\n"));
        words(&self.letters(who).pop().expect("an answer").text)
    }

    fn words(&self, who: &str) -> String {
        let subject = std::fs::read_to_string(self.dir().join(format!("words-{who}"))).expect("words");
        let inside = subject.split_once("[tess lobby ").and_then(|(_, rest)| rest.split_once(']'));
        inside.expect("words").0.to_owned()
    }
}

fn letters(dir: &Path, who: &str) -> Vec<Mail> {
    let own = inbox(dir, &role(who));
    let paths = own.list(true).expect("a list");
    let read = paths.iter().map(|path| {
        let mail = own.read(path).expect("a mail");
        std::fs::remove_file(path).expect("taken");
        let parsed = MessageParser::default().parse(&mail.bytes).expect("a mail");
        Mail {
            subject: parsed.subject().unwrap_or_default().to_owned(),
            text: parsed.body_text(0).unwrap_or_default().into_owned(),
            bytes: String::from_utf8_lossy(&mail.bytes).into_owned(),
        }
    });
    read.collect()
}

fn later(at: At, hours: u32) -> At {
    deadline::later(&at, hours).expect("a time")
}

#[test]
fn a_spectator_is_told_of_each_turn_so_many_hours_later_and_no_more() {
    let mut stand = Stand::new(&["watch=48"], 3);
    let (tag, ends) = (stand.tag(), stand.ends());
    assert!(ends.len() >= 2, "{ends:?}");
    let head = ends[1].1;
    let first = ends[0];
    // before anything may be told
    stand.service.watch.at = first.1;
    let answer = stand.asks("wanda", &format!("watch {tag}"));
    assert!(answer.contains("are told 2 days after the end of each turn"), "{answer}");
    assert!(stand.asks("wanda", "status").contains(&format!("you watch {tag}")));
    let almost: At = later(first.1, 47);
    stand.at(almost);
    assert!(stand.letters("wanda").is_empty());
    stand.at(later(first.1, 48));
    let told = stand.letters("wanda");
    assert_eq!(told.len(), 1);
    // word for word what the public log up to that event gives
    let report = |to: u64, since: u64| {
        let mut look =
            Look::of(&stand.log(), &Library::embedded(), Checks::Strict, Some(to)).expect("a look");
        words(&look.report(&role("spectator"), Some(since)).expect("a report"))
    };
    let text = words(&told[0].text);
    assert!(text.ends_with(&report(first.0, 0)), "{text}\n---\n{}", report(first.0, 0));
    assert!(told[0].subject.contains(&format!("{tag} spqr/skirmish: turn ")), "{}", told[0].subject);
    assert!(text.contains("rome says: \"Look here, all of you!\"") && !text.contains("for you alone"));
    // standing orders that lie under a seal, and that the umpire knows
    assert!(!told[0].bytes.contains("otherwise ask"));
    assert!(!told[0].bytes.contains("BEGIN TESSERA") && text.contains(&format!("(seq {})", first.0)));
    // nothing twice; a second spectator who comes late hears all of it at once
    stand.at(later(first.1, 49));
    assert!(stand.letters("wanda").is_empty());
    stand.service.watch.at = later(first.1, 50);
    stand.asks("otto", &format!("watch {tag}"));
    stand.at(later(first.1, 51));
    let subjects: Vec<String> = stand.letters("otto").into_iter().map(|mail| mail.subject).collect();
    assert!(subjects.len() == 1 && subjects[0].contains("turn 1 has ended"), "{subjects:?}");
    // the next turn waits as long
    stand.at(later(head, 47));
    assert!(stand.letters("wanda").is_empty());
    stand.at(later(head, 49));
    for who in ["wanda", "otto"] {
        let subjects: Vec<String> = stand.letters(who).into_iter().map(|mail| mail.subject).collect();
        assert!(subjects.len() == 1 && subjects[0].contains("turn 2 has ended"), "{who} {subjects:?}");
    }
    stand.at(later(head, 200));
    assert!(stand.letters("wanda").is_empty() && stand.letters("otto").is_empty());
}

#[test]
fn the_battle_book_of_each_turn_comes_to_whoever_wants_it() {
    let mut stand = Stand::new(&["watch=0"], 3);
    let (tag, ends) = (stand.tag(), stand.ends());
    stand.service.watch.at = ends[0].1;
    let answer = stand.asks("wanda", &format!("watch {tag} book"));
    assert!(answer.contains("With each report comes the battle book"), "{answer}");
    let log = stand.log();
    for (seq, at) in &ends[..2] {
        stand.at(later(*at, 1));
        let mail = stand.letters("wanda").pop().expect("a report");
        let parsed = MessageParser::default().parse(mail.bytes.as_bytes()).expect("a mail");
        let file = parsed.attachments().next().expect("a book");
        let name = file.attachment_name().expect("a name");
        assert!(
            name.starts_with(&tag) && Path::new(name).extension().is_some_and(|kind| kind == "html"),
            "{name}"
        );
        let page = String::from_utf8(file.contents().to_vec()).expect("a page");
        let packed = page.split_once("id=\"archive\">").and_then(|(_, rest)| rest.split_once('<'));
        let packed = data_encoding::BASE64.decode(packed.expect("an archive").0.trim().as_bytes());
        let found = miniz_oxide::inflate::decompress_to_vec_zlib(&packed.expect("base64")).expect("zlib");
        // the log up to the end of the turn, and what was said to all
        let lines = usize::try_from(seq + 1).expect("a number");
        let known: Vec<u8> =
            log.split_inclusive(|byte| *byte == b'\n').take(lines).flatten().copied().collect();
        assert_eq!(found, known);
        assert!(page.contains("Look here, all of you!") && !page.contains("for you alone"));
        assert!(words(&mail.text).contains("The battle book so far is enclosed"), "{}", mail.text);
    }
    // and no longer to whoever has enough of it
    stand.asks("wanda", &format!("watch {tag}"));
    stand.asks("otto", &format!("watch {tag}"));
    stand.at(later(ends[1].1, 2));
    let mail = stand.letters("otto").pop().expect("a report");
    assert!(!mail.text.contains("battle book") && !mail.bytes.contains(".html"), "{}", mail.text);
    assert!(stand.letters("wanda").is_empty());
}

#[test]
fn nobody_watches_what_its_founders_do_not_show_and_the_number_is_bounded() {
    let mut stand = Stand::new(&[], 1);
    let tag = stand.tag();
    let answer = stand.asks("wanda", &format!("watch {tag}"));
    assert!(answer.contains(&format!("there is no battle {tag} here that anybody may watch")), "{answer}");
    let unknown = stand.asks("wanda", "watch 00000000").replace("00000000", &tag);
    assert_eq!(unknown, answer, "whether there is such a battle is not told");
    assert!(stand.asks("wanda", "watch").contains("no battle"));
    assert!(stand.asks("wanda", "watch %%%% ' OR 1").contains("no battle"));

    let mut stand = Stand::new(&["watch=0"], 1);
    let tag = stand.tag();
    for (n, who) in ["a", "b", "c", "d"].into_iter().enumerate() {
        let answer = stand.asks(who, &format!("watch {tag}"));
        assert_eq!(answer.contains("3 others watch this battle already"), n == 3, "{answer}");
    }
}

#[test]
fn a_click_or_a_word_ends_it() {
    let mut stand = Stand::new(&["watch=0"], 2);
    let tag = stand.tag();
    let now = later(stand.ends().last().expect("a turn").1, 1);
    stand.service.watch.at = now;
    stand.asks("wanda", &format!("watch {tag}"));
    stand.at(later(now, 1));
    let told = stand.letters("wanda");
    let mail = told.first().expect("a report");
    // what the mail program makes of the header
    let header = mail.bytes.replace("\r\n ", " ");
    let header = header.lines().find(|line| line.starts_with("List-Unsubscribe:")).expect("the header");
    let mailto =
        header.split_once("<mailto:").and_then(|(_, rest)| rest.split_once('>')).expect("a mailto").0;
    let url = url::Url::parse(&format!("mailto:{mailto}")).expect("a url");
    assert_eq!(url.path(), "umpire@example.org");
    let subject = url.query_pairs().find(|(name, _)| name == "subject").expect("a subject").1.into_owned();
    // in another's hands the click does nothing
    stand.hears("eve", "", &subject, "");
    assert!(stand.asks("wanda", "status").contains("you watch"));
    stand.hears("wanda", "", &subject, "");
    let answer = stand.letters("wanda").pop().expect("an answer");
    assert!(words(&answer.text).contains(&format!("You look on no longer at {tag}")), "{}", answer.text);
    assert!(!stand.asks("wanda", "status").contains("you watch"));
    // by a word in answer to a report
    stand.asks("wanda", &format!("watch {tag}"));
    assert!(stand.asks("wanda", "status").contains("you watch"));
    stand.hears("wanda", "", &format!("Re: {}", mail.subject), "unwatch\r\n\r\n> old\r\n");
    assert!(!stand.asks("wanda", "status").contains("you watch"));
}

#[test]
fn a_mail_that_comes_back_ends_it_and_one_that_is_late_or_forged_does_not() {
    let mut stand = Stand::new(&["watch=0"], 2);
    let tag = stand.tag();
    let now = later(stand.ends().last().expect("a turn").1, 1);
    stand.service.watch.at = now;
    stand.asks("wanda", &format!("watch {tag}"));
    stand.at(later(now, 1));
    let report = stand.letters("wanda").pop().expect("a report");
    let id = report.bytes.lines().find(|line| line.starts_with("Message-ID:")).expect("an id").to_owned();
    let bounce = |action: &str, id: &str| {
        let head = "MIME-Version: 1.0\r\nAuto-Submitted: auto-replied\r\nContent-Type: multipart/report; \
                    report-type=delivery-status; boundary=b\r\n";
        let text = format!(
            "--b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
             Reporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; wanda@example.org\r\nAction: {action}\r\nStatus: 5.1.1\r\n\
             --b\r\nContent-Type: text/rfc822-headers\r\n\r\n{id}\r\nSubject: x\r\n--b--\r\n"
        );
        (head, text)
    };
    let forged = id.replace("watch-", "watch-0");
    for (action, id, watches) in
        [("delayed", id.as_str(), true), ("failed", forged.as_str(), true), ("failed", id.as_str(), false)]
    {
        let (head, text) = bounce(action, id);
        stand.hears("mailer-daemon", head, "Undelivered Mail Returned to Sender", &text);
        assert_eq!(stand.asks("wanda", "status").contains("you watch"), watches, "{action} {id}");
    }
    assert!(stand.service.watch.said.iter().any(|line| line.contains("no mail reaches the spectator wanda")));
}

#[test]
fn at_the_end_is_at_the_end() {
    let room = quick_room();
    begin_agreed(room.path(), Mode::Umpire, no_deadlines(), "spqr/skirmish", &["watch=end"]);
    fight_to(room.path(), 2);
    // a lobby in a folder, without a store
    let dir = room.path().join("lobby");
    let mut keeper = FolderKeeper::open(&dir).expect("a lobby");
    copy(&room.path().join("umpire"), &dir.join("battles/one"));
    let key = SigningKey::load(&room.path().join("umpire/key.pem"), None).expect("a key");
    let mut lobby = Lobby {
        host: host(room.path()),
        key,
        passphrase: None,
        library: Library::embedded(),
        keeper: &mut keeper,
        entropy: || Entropy::seeded(1, "lobby"),
    };
    let hears = |lobby: &mut Lobby<'_>, subject: &str, text: &str| {
        let mail = format!("From: wanda@example.org\r\nSubject: {subject}\r\n\r\n{text}\r\n");
        lobby.hear(&RawMail::new(mail.into_bytes(), Origin::Memory), hour(600)).expect("heard").done
    };
    let tag = open(room.path(), &role("rome")).ledger().game().to_string()[..8].to_owned();
    hears(&mut lobby, "x", "hello");
    let outbox = || {
        let found = std::fs::read_dir(dir.join("outbox")).expect("an outbox");
        let mut texts: Vec<String> = found
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_file())
            .map(|path| String::from_utf8_lossy(&std::fs::read(path).expect("a file")).into_owned())
            .filter(|text| text.contains("Subject:"))
            .collect();
        texts.sort();
        texts
    };
    let first = outbox().remove(0).replace("\r\n ", " ");
    let subject =
        first.lines().find_map(|line| line.strip_prefix("Subject: ")).expect("a subject").to_owned();
    let done = hears(&mut lobby, &subject, &format!("watch {tag}"));
    assert!(done.contains("watch to wanda@example.org"), "{done} {subject}");
    assert!(lobby.tick(hour(700)).expect("a tick").is_empty(), "the battle goes on");
    crate::seats::act(room.path(), "rome", Deed::Resign, hour(650)).expect("resigned");
    settle(room.path(), Mode::Umpire, hour(651));
    std::fs::copy(room.path().join("umpire/archive.tess"), dir.join("battles/one/archive.tess"))
        .expect("copied");
    let told = lobby.tick(hour(701)).expect("a tick");
    assert!(told.len() == 1 && told[0].done.contains("to the spectator wanda@example.org"), "{told:?}");
    let last = outbox().into_iter().map(|mail| mail.replace("\r\n ", " "));
    let mut last = last;
    let last = last.find(|mail| mail.contains("spqr/skirmish: the battle is over"));
    assert!(last.is_some_and(|mail| mail.contains("List-Unsubscribe: <mailto:")), "a report of the end");
    assert!(lobby.tick(hour(702)).expect("a tick").is_empty(), "and that was all");
}
