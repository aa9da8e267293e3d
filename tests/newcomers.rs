//! Two newcomers from their first mail to the end of turn two: one signs up by mail and lets the program
//! take and send his mail, one saves every mail as a file and sends by hand. Each makes ten mistakes that
//! newcomers make. Whatever a person sends or types brings an answer, which says what was wrong and what
//! would be right; and what it says is right is what he does next. Over a mail server in this process
//! always, and over OpenSMTPD and Dovecot where they are installed.

#![allow(clippy::disallowed_methods, reason = "who waits for a mail server needs a watch")]

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use mail_parser::MessageParser;

use crate::mail_server::{DOMAIN, MailServer, Sink};
use tesserarius::bot::sensible;
use tesserarius::game::{Agent as _, AnyPosition};
use tesserarius::gboh::Position;
use tesserarius::ledger::{Checks, Ledger, read_lines};
use tesserarius::mail::Maildir;
use tesserarius::scenario::Library;
use tesserarius::steward::check_genesis;
use tesserarius::table::{Silence, Wait};

/// The post between the newcomers and the umpire.
struct Town {
    dir: PathBuf,
    smtp: u16,
    /// Where the umpire takes his mail from.
    from: String,
    /// The Maildirs of all.
    mail: PathBuf,
    /// Mails sent by persons, and what was typed.
    sent: Cell<u32>,
    said: RefCell<Vec<String>>,
}

/// A mail that somebody has got.
#[derive(Debug, Clone)]
struct Letter {
    subject: String,
    text: String,
    file: PathBuf,
}

fn address(who: &str) -> String {
    format!("{who}@{DOMAIN}")
}

impl Town {
    fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    fn run(&self, args: &[&str]) -> Output {
        let serves = args.first() == Some(&"serve");
        Command::new(env!("CARGO_BIN_EXE_tess"))
            .args(args)
            .current_dir(&self.dir)
            .env("TESS_HOME", self.path("home"))
            .env_remove("TESS_BATTLE")
            .env_remove("TESS_PASSPHRASE")
            .env_remove("TESS_TRANSPORT")
            .env("NO_COLOR", "1")
            .envs(serves.then_some(("TESS_FROM", &self.from)))
            .output()
            .expect("tess runs")
    }

    fn note(&self, who: &str, what: &str, answer: &str) {
        self.said.borrow_mut().push(format!("===== {who}: {what}\n{answer}\n"));
    }

    /// Types a command that goes well.
    fn ok(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "tess {args:?}\n{text}\n{errors}");
        self.note("", &format!("tess {}", args.join(" ")), &text);
        text + &errors
    }

    /// Types a command that is refused; the answer.
    fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(!output.status.success(), "tess {args:?} goes well:\n{text}");
        self.note("", &format!("tess {} (refused)", args.join(" ")), &text);
        text
    }

    fn story(&self) -> String {
        self.said.borrow().concat()
    }

    /// The files of a Maildir, new and seen.
    fn files(&self, who: &str) -> Vec<PathBuf> {
        let parts = ["new", "cur"].map(|part| self.mail.join(who).join(part));
        let mut found: Vec<PathBuf> = parts
            .iter()
            .filter_map(|p| fs::read_dir(p).ok())
            .flatten()
            .map(|e| e.expect("an entry").path())
            .collect();
        found.sort();
        found
    }

    /// Sends bytes as a mail program does, and waits until they lie in the umpire's box.
    fn post(&self, who: &str, bytes: &[u8]) {
        let before = self.files("game").len();
        let wire = TcpStream::connect(("127.0.0.1", self.smtp)).expect("a mail server");
        let mut out = wire.try_clone().expect("a wire");
        let mut answers = BufReader::new(wire);
        let mut hear = || {
            let mut line = String::new();
            loop {
                line.clear();
                answers.read_line(&mut line).expect("an answer");
                assert!(line.starts_with(['2', '3']), "{line}");
                if line.as_bytes().get(3) != Some(&b'-') {
                    return;
                }
            }
        };
        hear();
        for line in [
            "HELO localhost",
            &format!("MAIL FROM:<{}>", address(who)),
            &format!("RCPT TO:<{}>", address("game")),
            "DATA",
        ] {
            out.write_all(format!("{line}\r\n").as_bytes()).expect("said");
            hear();
        }
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        for line in text.lines() {
            let dot = if line.starts_with('.') { "." } else { "" };
            out.write_all(format!("{dot}{line}\r\n").as_bytes()).expect("said");
        }
        out.write_all(b".\r\n").expect("said");
        hear();
        out.write_all(b"QUIT\r\n").expect("said");
        hear();
        self.until(|| self.files("game").len() > before, "the mail does not come");
    }

    fn until(&self, so: impl Fn() -> bool, why: &str) {
        let begun = Instant::now();
        while !so() {
            assert!(begun.elapsed() < Duration::from_secs(30), "{why}\n{}", self.story());
            sleep(Duration::from_millis(30));
        }
    }

    /// A mail typed by hand.
    fn typed(&self, who: &str, subject: &str, kind: &str, body: &str) -> Vec<u8> {
        let n = self.sent.get() + 1;
        self.sent.set(n);
        format!(
            "From: {}\r\nTo: {}\r\nSubject: {subject}\r\nMessage-ID: <{n}@{who}.test>\r\nMIME-Version: 1.0\r\n\
             Date: Tue, 3 Mar 2026 04:05:06 +0000\r\nContent-Type: {kind}; charset=utf-8\r\n\
             Content-Transfer-Encoding: 8bit\r\n\r\n{body}",
            address(who),
            address("game")
        )
        .into_bytes()
    }

    /// A mail by hand to the umpire, and the one mail that comes of it.
    fn mail(&self, who: &str, subject: &str, body: &str) -> Letter {
        self.put(who, subject, "text/plain", body);
        self.answer(who, body)
    }

    fn put(&self, who: &str, subject: &str, kind: &str, body: &str) {
        self.post(who, &self.typed(who, subject, kind, body));
        self.serve();
    }

    fn answer(&self, who: &str, to: &str) -> Letter {
        let mut all = self.letters(who, 1);
        assert_eq!(all.len(), 1, "{all:#?}\n{}", self.story());
        let letter = all.remove(0);
        self.note(who, to, &format!("--- {}\n{}", letter.subject, letter.text));
        letter
    }

    /// A mail by hand about a battle, and all that comes of it; the mails stay where they are.
    fn asks(&self, who: &str, subject: &str, body: &str) -> String {
        let before = self.files(who);
        self.put(who, subject, "text/plain", body);
        let fresh = || self.files(who).into_iter().filter(|f| !before.contains(f)).collect::<Vec<_>>();
        self.until(|| !fresh().is_empty(), &format!("no answer comes to {who} who wrote {body}"));
        let read = |file: PathBuf| {
            let bytes = fs::read(file).expect("a mail");
            MessageParser::default()
                .parse(&bytes)
                .expect("a mail")
                .body_text(0)
                .expect("a text")
                .replace('\r', "")
        };
        let texts: String = fresh().into_iter().map(read).collect();
        self.note(who, body, &texts);
        texts
    }

    /// The umpire's service has a round.
    fn serve(&self) -> String {
        let to = format!("smtp://127.0.0.1:{}", self.smtp);
        let args = ["serve", "--once", "--store", "store", "--lobby", "lobby", "--to", &to];
        let output = self.run(&args);
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && !log.contains("TROUBLE") && !log.contains("aside"), "{log}");
        log
    }

    /// The mails that have come for somebody since he looked last, so many at least.
    fn letters(&self, who: &str, least: usize) -> Vec<Letter> {
        self.until(|| self.files(who).len() >= least, &format!("no answer comes to {who}"));
        let mut found = Vec::new();
        for file in self.files(who) {
            let kept =
                self.path(&format!("{who}-{}.eml", file.file_name().expect("a name").to_string_lossy()));
            fs::copy(&file, &kept).expect("copied");
            fs::remove_file(&file).expect("gone");
            let bytes = fs::read(&kept).expect("a mail");
            let mail = MessageParser::default().parse(&bytes).expect("a mail");
            let text = mail.body_text(0).expect("a text").replace('\r', "");
            assert!(text.lines().all(|line| line.len() <= 78), "too wide:\n{text}");
            found.push(Letter { subject: mail.subject().unwrap_or_default().to_owned(), text, file: kept });
        }
        found
    }
}

/// Somebody's words in a subject.
fn words(subject: &str) -> String {
    let words = subject.split_once("[tess lobby ").and_then(|(_, rest)| rest.split_once(']'));
    words.unwrap_or_else(|| panic!("no words in {subject}")).0.to_owned()
}

#[track_caller]
fn says(text: &str, what: &[&str]) {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for what in what {
        assert!(flat.contains(what), "it does not say `{what}`:\n{text}");
    }
}

/// The first line that an answer gives to be written, whether by itself or in backticks: what the newcomer
/// writes next.
#[track_caller]
fn given(text: &str, start: &str) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = flat.split('`').skip(1).step_by(2).find(|line| line.starts_with(start));
    let alone = || text.lines().map(str::trim).find(|line| line.starts_with(start));
    let line = quoted.or_else(alone);
    line.unwrap_or_else(|| panic!("no line `{start}` is given:\n{text}")).to_owned()
}

/// One campaign; false when its dice ended the battle before turn two was over, or gave one of them too few
/// turns for his mistakes: they are thrown anew in every run.
fn campaign(town: &Town) -> bool {
    sign_up(town);
    enter(town);
    let through = battle(town);
    if let Ok(file) = std::env::var("TESS_STORY") {
        fs::write(file, town.story()).expect("written");
    }
    for who in ["anna", "bodo"] {
        says(&town.ok(&["verify", who]), &["every signature holds", "follows from them"]);
    }
    through
}

/// Up to the word that the battle is founded. Each next line is the one that the answer before has given.
fn sign_up(town: &Town) {
    let letter =
        town.mail("anna", "hello", "Hello umpire,\n\nI would like to play a battle against Bodo.\n\nAnna\n");
    says(&letter.text, &["send it again in answer to this one", "The word `help` brings more"]);
    let tagged = format!("Re: hello [tess lobby {}]", words(&letter.subject));
    let letter = town.mail("anna", &tagged, "I would like to play a battle against Bodo.\n\nAnna\n");
    says(&letter.text, &["`I would like to play a battle against Bodo.` is nothing that can be done here"]);
    given(&letter.text, "challenge ");
    let letter = town.mail("anna", &tagged, "chalenge bodo@example.org\nscenario spqr/skirmish\n");
    says(
        &letter.text,
        &["`chalenge bodo@example.org` is nothing", "Did you mean challenge bodo@example.org"],
    );
    let first = given(&letter.text, "challenge bodo@");
    let letter = town.mail("anna", &tagged, &format!("{first}\nscenario spqr/skirmihs\n"));
    says(&letter.text, &["there is no scenario `spqr/skirmihs` here", "did you mean"]);
    let scenario = given(&letter.text, "scenario ");
    let letter = town.mail("anna", &tagged, &format!("{first}\n{scenario}\nsied rome\n"));
    says(&letter.text, &["`sied rome` is no line of a challenge: did you mean `side rome`?"]);
    let letter = town.mail("anna", &tagged, &format!("{first}\n{scenario}\nside romans\n"));
    says(&letter.text, &["romans is no side of spqr/skirmish"]);
    let side = given(&letter.text, "side r").replace(' ', "&nbsp;");

    // an answer at the top of a quoted mail, from a mail program that writes HTML only
    let html = &format!(
        "<html><body><p>{first}<br>{scenario}<br>{side}<br>hours 0</p>\
         <div><b>From:</b> Umpire<br><b>Sent:</b> Tuesday<br><b>Subject:</b> Re: hello<br>\
         there is no scenario</div></body></html>\n"
    );
    town.put("anna", &tagged, "text/html", html);
    let terms = town.answer("anna", html);
    says(
        &terms.text,
        &["You challenge bodo@example.org", "your side rome", "deadlines none", "tess card --battle"],
    );
    let re = format!("Re: {}", terms.subject);
    let letter = town.mail("anna", &re, "Here is my card!\n\n> Nothing has been sent\n");
    says(&letter.text, &["There is no card in your mail", "tess card --battle", "from { to }"]);
    town.ok(&["key", "new", "anna"]);
    let card = town.ok(&[
        "card",
        "--battle",
        "anna",
        "--key",
        "anna",
        "--name",
        "Anna",
        "--address",
        &address("anna"),
        "--links",
        "64",
    ]);
    town.put(
        "anna",
        &format!("Re: {}", terms.subject),
        "text/plain",
        &format!("{card}\n-- \nAnna\nSent from my iPhone\n"),
    );
    says(&town.answer("anna", "her card").text, &["Your card has come, and bodo@example.org has been asked"]);
    let asked = town.letters("bodo", 1).remove(0);
    town.note("bodo", "is asked", &format!("--- {}\n{}", asked.subject, asked.text));
    let re = format!("Re: {}", asked.subject);
    says(&asked.text, &["anna@example.org challenges you", "tess card --battle", "`decline`"]);
    let letter = town.mail("bodo", &re, "Yes, with pleasure!\n\nBodo\n");
    says(&letter.text, &["There is no card in your mail", "tess card --battle", "`decline`"]);
    town.ok(&["key", "new", "bodo"]);
    let card = town.ok(&[
        "card",
        "--battle",
        "wrong",
        "--key",
        "bodo",
        "--name",
        "Bodo",
        "--address",
        "bodo@elsewhere.org",
        "--links",
        "64",
    ]);
    let letter = town.mail("bodo", &re, &card);
    says(&letter.text, &["it names the address bodo@elsewhere.org, and you write from bodo@example.org"]);
    let card = town.ok(&[
        "card",
        "--battle",
        "bodo",
        "--key",
        "bodo",
        "--name",
        "Bodo",
        "--address",
        &address("bodo"),
        "--links",
        "64",
    ]);
    town.put(
        "bodo",
        &re,
        "text/plain",
        &format!("{card}\nOn Tue, 3 Mar 2026 the umpire wrote:\n> anna challenges you\n"),
    );

    let word = town.letters("bodo", 1).remove(0);
    says(
        &word.text,
        &["The battle is founded, and you play carthage", "as soon as rome has entered", "tess join"],
    );
    town.note("bodo", "the battle is founded", &format!("--- {}\n{}", word.subject, word.text));
}

/// Each takes the wrong mail first, or the wrong command, and then what the answer names.
fn enter(town: &Town) {
    // anna enters; the mail with the word comes before the offer
    let mails = town.letters("anna", 2);
    let offer = mails.iter().find(|l| l.subject.contains("battle offered")).expect("an offer");
    town.note("anna", "the offer", &format!("--- {}\n{}", offer.subject, &offer.text[..1200]));
    let other = mails.iter().find(|l| !l.subject.contains("battle offered")).expect("a word");
    let smtp = format!("smtp://127.0.0.1:{}", town.smtp);
    let told = town.refused(&["join", "anna", other.file.to_str().expect("a path"), "--transport", &smtp]);
    says(&told, &["no battle is offered in it", "take the mail whose subject says `battle offered`"]);
    town.ok(&["join", "anna", offer.file.to_str().expect("a path"), "--transport", &smtp]);
    town.until(|| town.files("game").iter().any(|f| !f.to_string_lossy().ends_with('S')), "no");
    sleep(Duration::from_millis(300));
    town.serve();
    let mails = town.letters("bodo", 1);
    let offer = mails.iter().find(|l| l.subject.contains("battle offered")).expect("an offer");
    let told = town.refused(&["process", offer.file.to_str().expect("a path"), "--battle", "bodo"]);
    says(&told, &["you have not entered its battle yet", "`tess join bodo offer.eml`"]);
    // he sends without a way out
    let told = town.ok(&["join", "bodo", offer.file.to_str().expect("a path")]);
    says(&told, &["NOT mailed", "bodo/to-send/", "send it as it is", "`tess setup`"]);
    town.ok(&["process", offer.file.to_str().expect("a path"), "--battle", "bodo"]);
    town.by_hand("bodo");
    town.serve();
}

/// From the first order to the end of turn two; false when it does not come so far with all mistakes made.
fn battle(town: &Town) -> bool {
    let mut made = BTreeMap::from([("anna", 0), ("bodo", 0)]);
    let mut last = Instant::now();
    let mut sheets = 0;
    loop {
        let mut moved = false;
        for who in ["anna", "bodo"] {
            moved |= town.reads(who);
            let (wait, position, side) = town.now(who);
            if position.turn() > 2 {
                return made.values().all(|&sheets| sheets >= 2);
            }
            if matches!(wait, Wait::Over(_)) {
                return false;
            }
            let pos = position.of::<Position>().expect("a Great Battle");
            let role = side.parse().expect("a role");
            match &wait {
                Wait::Orders(task) if task.side == side => {
                    let n = made[who];
                    made.insert(who, n + 1);
                    (3 * n..3 * n + 3).for_each(|nth| mistake(town, who, nth, pos));
                    let sheet = town.sheet(who, n, pos);
                    fs::write(town.path("sheet.txt"), sheet).expect("written");
                    town.ok(&["check", "sheet.txt", "--battle", who]);
                    town.ok(&["send", "sheet.txt", "--battle", who]);
                    town.by_hand_twice(who, n);
                    sheets += 1;
                    moved = true;
                }
                Wait::Answer { side: asked, question, .. } if asked.as_str() == side => {
                    let key = sensible(7).answer(pos, &role, question).expect("an answer");
                    town.ok(&["answer", &question.id, &key, "--battle", who]);
                    town.by_hand(who);
                    moved = true;
                }
                _ => {}
            }
        }
        town.serve();
        if moved {
            last = Instant::now();
        } else {
            sleep(Duration::from_millis(50));
        }
        assert!(
            last.elapsed() < Duration::from_secs(40),
            "it stands still after {sheets} sheets\n{}",
            town.story()
        );
    }
}

/// What a newcomer does wrong before his sheet of this number, and hears about it.
fn mistake(town: &Town, who: &str, n: u32, pos: &Position) {
    let (own, foe) = if who == "anna" { ("rome", "carthage") } else { ("carthage", "rome") };
    let try_sheet = |text: &str| {
        fs::write(town.path("wrong.txt"), text).expect("written");
        town.refused(&["send", "wrong.txt", "--battle", who])
    };
    let code = |side: &str| {
        let unit = pos.unit_ids().find(|&u| pos.set.sides[pos.side(u)] == side && pos.hex(u).is_some());
        pos.set.unit(unit.expect("a unit")).code.clone()
    };
    let thread = town.thread(who);
    match (who, n) {
        // orders typed into an answer to the report, as one writes to a person
        ("anna", 0) => {
            let text = "begin\n\nOn Tue, 3 Mar 2026 the umpire wrote:\n> The battle is offered\n-- \nAnna, Sent from my iPhone\n";
            let told = town.asks("anna", &thread, text);
            says(
                &told,
                &[
                    "words decide nothing",
                    "As orders they can be read",
                    "---8<--- begin --->8---",
                    "tess send",
                ],
            );
            assert!(!told.contains("iPhone"), "{told}");
        }
        ("anna", 2) => {
            says(&town.asks("anna", &thread, "Voice: loud\n"), &["voice plain", "voice notation"]);
            says(&town.asks("anna", &thread, "voice notation\n"), &["as `notation` does"]);
        }
        // a word that is none, and the right one beside it
        ("anna", 3) => {
            says(
                &try_sheet(&format!("mvoe {} 1010\n", code(own))),
                &["`mvoe` is no order; did you mean `move`?"],
            );
            // half an order, in a mail: the answer says as much as `tess check`
            let half = format!("move {}\n", code(own));
            fs::write(town.path("half.txt"), &half).expect("written");
            says(&town.refused(&["check", "half.txt", "--battle", "anna"]), &["its form: move"]);
            says(&town.asks("anna", &thread, &half), &["As orders they cannot be read", "its form: move"]);
        }
        // one of the enemy's units
        ("anna", 4) => says(
            &try_sheet(&format!("move {} 1010\n", code(foe))),
            &[&format!("{} belongs to {foe}", code(foe)), &format!("you command {own}")],
        ),
        // a question put into the orders
        ("anna", 1) => {
            let told = town.asks("anna", &thread, "What may I do now? help please\n");
            says(&told, &["What may I do now?", "the word `help`"]);
        }
        // an address that is somebody else's battle
        ("bodo", 0) => {
            let holiday = town.path("holiday.eml");
            fs::write(&holiday, town.typed("bodo", "Our holidays", "text/plain", "See the photographs!\n"))
                .expect("written");
            let said = town.refused(&["process", holiday.to_str().expect("a path"), "--battle", "bodo"]);
            says(&said, &["Our holidays", "belongs to no battle here", "left as it is"]);
        }
        ("bodo", 1) => says(&try_sheet("finish\n"), &["line 1", "5.28", "tess legal"]),
        ("bodo", 2) => {
            let told = town.asks("bodo", &thread, "status please\n");
            says(&told, &["WHAT IS NEXT"]);
        }
        // orders in wide digits and curled quotes, as a telephone and a word processor write them
        ("bodo", 4) => {
            let text = format!("\u{201c}move {} to \u{ff10}\u{ff10}\u{ff10}\u{ff10}\u{201d}\n", code(own));
            says(&try_sheet(&text), &["read as meant", "curled quotes", "0000"]);
        }
        // a mail of the battle to which he has put nothing but what it quotes
        ("bodo", 5) => {
            let told =
                town.asks("bodo", &thread, "-----Original Message-----\nFrom: Umpire\nSubject: x\n\nold\n");
            says(&told, &["nothing in your mail but what it quotes", "tess send"]);
        }
        // an answer to a question that nobody has put
        ("bodo", 3) => {
            let said = town.refused(&["answer", "withdraw:v1", "no", "--battle", "bodo"]);
            says(&said, &["no question is open", "tess report"]);
            // a folder that is no battle, and one in which somebody else plays
            let said = town.refused(&["report", "--battle", "bdo"]);
            says(&said, &["bdo/seat.toml", "name the folder of a battle"]);
            let said = town.refused(&["report", "--batle", "bodo"]);
            says(&said, &["a similar argument exists: '--battle'"]);
        }
        _ => {}
    }
    if (who, n) == ("anna", 5) {
        // orders in the other's turn
        let said = town.refused(&["send", "wrong.txt", "--battle", "bodo"]);
        says(&said, &["nothing is signed", "it is for rome to decide now", "send it when it is your turn"]);
        let said = town.asks("bodo", &town.thread("bodo"), "finish\n");
        says(&said, &["It is not your turn: rome decides"]);
    }
}

impl Town {
    /// Sends what lies in a seat to be sent by hand.
    fn by_hand(&self, who: &str) -> usize {
        let Ok(files) = fs::read_dir(self.path(&format!("{who}/to-send"))) else { return 0 };
        let mut files: Vec<PathBuf> = files.map(|e| e.expect("an entry").path()).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "eml"));
        files.sort();
        for file in &files {
            self.post(who, &fs::read(file).expect("a mail"));
            fs::remove_file(file).expect("gone");
        }
        files.len()
    }

    /// The same; his second sheet he sends twice, as if nothing had come of it: it is carried out once, and
    /// what comes of it comes in one mail when the dice are there.
    fn by_hand_twice(&self, who: &str, n: u32) {
        let files = fs::read_dir(self.path(&format!("{who}/to-send"))).into_iter().flatten();
        let file =
            files.map(|e| e.expect("an entry").path()).find(|f| f.extension().is_some_and(|e| e == "eml"));
        let twice = file.filter(|_| n == 1).map(|file| fs::read(file).expect("a mail"));
        self.by_hand(who);
        if let Some(bytes) = twice {
            self.post(who, &bytes);
            let log = self.serve();
            self.note(who, "the same mail once more", &log);
        }
    }

    /// Takes the mail that has come; was there any?
    fn reads(&self, who: &str) -> bool {
        if who == "anna" {
            let box_ = self.mail.join("anna");
            if !box_.exists() {
                return false;
            }
            let said = self.ok(&["process", "--battle", "anna", "--maildir", box_.to_str().expect("a path")]);
            return said.contains("mail ");
        }
        let mails = self.letters(who, 0);
        let files: Vec<&str> = mails.iter().map(|l| l.file.to_str().expect("a path")).collect();
        if files.is_empty() {
            return false;
        }
        self.ok(&[&["process", "--battle", who][..], &files].concat());
        self.by_hand(who);
        true
    }

    /// His orders: his first two in turn one as he likes them; then he does as little as he may, so that
    /// nobody wins before turn two is over.
    fn sheet(&self, who: &str, n: u32, pos: &Position) -> String {
        let side = if who == "anna" { "rome" } else { "carthage" };
        if pos.turn < 2 && n < 2 {
            return sensible(u64::from(n)).orders(pos, &side.parse().expect("a role")).expect("orders");
        }
        let bytes = fs::read(self.path(who).join("archive.tess")).expect("an archive");
        let ledger = Ledger::verify_all(read_lines(&bytes).expect("lines"), Checks::Strict).expect("a log");
        let mut table = check_genesis(ledger.genesis(), &Library::embedded()).expect("a battle").begin(true);
        table.follow(&ledger).expect("it follows");
        let silence =
            table.silence(&ledger, &side.parse().expect("a role"), ledger.next_seq()).expect("a default");
        match silence {
            Some(Silence::Sheet(sheet)) => sheet,
            other => panic!("{other:?}"),
        }
    }

    /// The subject of the battle's mails, as somebody answers it.
    fn thread(&self, who: &str) -> String {
        let said = self.ok(&["report", "--battle", who]);
        let game = said.lines().find_map(|l| l.strip_prefix("game ")).expect("a game");
        format!("Re: [tess {}] spqr/skirmish", &game[..8])
    }

    /// How the battle stands for somebody, by his own archive.
    fn now(&self, who: &str) -> (Wait, Box<dyn AnyPosition>, String) {
        let bytes = fs::read(self.path(who).join("archive.tess")).expect("an archive");
        let ledger = Ledger::verify_all(read_lines(&bytes).expect("lines"), Checks::Strict).expect("a log");
        let mut table = check_genesis(ledger.genesis(), &Library::embedded()).expect("a battle").begin(true);
        table.follow(&ledger).expect("it follows");
        let wait = table.wait(&ledger).expect("a wait");
        let side = if who == "anna" { "rome" } else { "carthage" };
        (wait, table.view(), side.to_owned())
    }
}

/// A town with its umpire, whose players' mail goes over this server.
fn town(dir: PathBuf, smtp: u16, from: String, mail: PathBuf) -> Town {
    let town = Town { dir, smtp, from, mail, sent: Cell::new(0), said: RefCell::default() };
    town.ok(&["key", "new", "game"]);
    let to = format!("smtp://127.0.0.1:{smtp}");
    let lobby = ["lobby", "lobby", "--name", "Umpire", "--key", "game", "--transport", &to];
    town.ok(&[&lobby[..], &["--address", &address("game")]].concat());
    town
}

/// How often dice may end a battle early before the test says that it is not the dice.
const BATTLES: usize = 3;

#[test]
fn two_newcomers_reach_turn_three_over_a_server_in_this_process() {
    let through = (0..BATTLES).any(|_| {
        let room = crate::seats::quick_room();
        let dir = room.path().to_owned();
        let sink = Sink::start(&dir.join("mail"));
        Maildir::create(&dir.join("mail/game")).expect("a maildir");
        let from = dir.join("mail/game").display().to_string();
        campaign(&town(dir.clone(), sink.port, from, dir.join("mail")))
    });
    assert!(through, "none of {BATTLES} battles came to the end of turn two");
}

#[test]
fn two_newcomers_reach_turn_three_over_opensmtpd_and_dovecot() {
    let through = (0..BATTLES).any(|_| {
        let servers = tempfile::tempdir().expect("a folder");
        let Some(server) = MailServer::start(servers.path(), &["anna", "bodo", "game"]) else { return true };
        let room = crate::seats::quick_room();
        let from = format!("imap://game%40{DOMAIN}:gamepw@127.0.0.1:{}/INBOX", server.imap);
        campaign(&town(room.path().to_owned(), server.smtp, from, server.maildir("")))
    });
    assert!(through, "none of {BATTLES} battles came to the end of turn two");
}
