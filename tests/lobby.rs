//! Signing up by mail, as players and an umpire's machine do it: the program, Maildirs and hand-typed
//! mails.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mail_parser::MessageParser;

/// A town: the umpire's machine, the players' homes, and the post between them.
struct Town {
    dir: tempfile::TempDir,
    sent: std::cell::Cell<u32>,
    /// The words of those who have got theirs.
    words: std::cell::RefCell<std::collections::BTreeMap<String, String>>,
    /// By `tess serve` over a store, or else by `tess process` over folders.
    served: bool,
}

impl Town {
    fn new() -> Town {
        let town = Town {
            dir: tempfile::tempdir().expect("a folder"),
            sent: std::cell::Cell::new(0),
            words: std::cell::RefCell::default(),
            served: false,
        };
        let post = town.transport();
        town.ok(&["key", "new", "game"]);
        let address = ["--address", "game@pbem.test", "--key", "game", "--transport", &post];
        town.ok(&[&["lobby", "lobby", "--name", "Umpire"][..], &address].concat());
        town
    }

    /// A town whose umpire keeps his battles in a store.
    fn served() -> Town {
        Town { served: true, ..Town::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn transport(&self) -> String {
        format!("maildir:{}", self.path("post/{user}").display())
    }

    fn tess(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_tess"))
            .args(args)
            .current_dir(self.dir.path())
            .env("TESS_HOME", self.path("home"))
            .env_remove("TESS_BATTLE")
            .env_remove("TESS_PASSPHRASE")
            .env_remove("TESS_TRANSPORT")
            .env("NO_COLOR", "1")
            .output()
            .expect("tess runs")
    }

    fn ok(&self, args: &[&str]) -> String {
        let output = self.tess(args);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "tess {args:?}\n{text}\n{errors}");
        text
    }

    /// A key and a card; the card's text.
    fn card(&self, who: &str) -> String {
        self.ok(&["key", "new", who]);
        let address = format!("{who}@{who}.test");
        let args =
            ["card", "--battle", who, "--key", who, "--name", who, "--address", &address, "--links", "64"];
        self.ok(&args)
    }

    /// Puts a mail to the umpire's address; nothing looks at it yet.
    fn put(&self, from: &str, head: &str, subject: &str, text: &str) {
        let n = self.sent.get() + 1;
        self.sent.set(n);
        let new = self.path("post/game/new");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(new.with_file_name(part)).expect("a maildir");
        }
        let mail = format!(
            "From: {from}@{from}.test\r\nTo: game@pbem.test\r\nSubject: {subject}\r\nMessage-ID: <{n}@{from}.test>\r\n\
             Date: Tue, 3 Mar 2026 04:05:06 +0000\r\n{head}\r\n{text}"
        );
        fs::write(new.join(format!("1000.{n}.town")), mail).expect("written");
    }

    fn process(&self) -> String {
        if self.served {
            let post = self.transport();
            let serve = [
                "serve",
                "--once",
                "--store",
                "store",
                "--lobby",
                "lobby",
                "--from",
                "post/game",
                "--to",
                &post,
            ];
            let output = self.tess(&serve);
            let log = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() && !log.contains("TROUBLE") && !log.contains("aside"), "{log}");
            return log;
        }
        self.ok(&["process", "--lobby", "lobby", "--maildir", "post/game"])
    }

    /// A mail by hand, with its sender's words, and what the umpire's machine does then.
    fn mail(&self, from: &str, subject: &str, text: &str) -> String {
        let subject = match subject {
            subject if subject.contains("[tess ") => subject.to_owned(),
            subject => format!("{subject} [tess lobby {}]", self.words(from)),
        };
        self.put(from, "", &subject, text);
        self.process()
    }

    /// The words of somebody's address, as the first mail of his life brings them.
    fn words(&self, who: &str) -> String {
        if let Some(words) = self.words.borrow().get(who) {
            return words.clone();
        }
        self.put(who, "", "hello", "hello\n");
        self.process();
        let (subject, _) = self.letter(who);
        let words = subject.split_once("[tess lobby ").and_then(|(_, rest)| rest.split_once(']'));
        let words = words.expect("words").0.to_owned();
        self.words.borrow_mut().insert(who.to_owned(), words.clone());
        words
    }

    /// The mails that have come for somebody since he looked last: subject, text and file.
    fn letters(&self, who: &str) -> Vec<(String, String, PathBuf)> {
        let mut found = Vec::new();
        let mut files: Vec<PathBuf> = fs::read_dir(self.path(&format!("post/{who}/new")))
            .into_iter()
            .flatten()
            .map(|e| e.expect("an entry").path())
            .collect();
        files.sort();
        for file in files {
            let kept = self.path(&format!("{who}-{}", file.file_name().expect("a name").to_string_lossy()));
            fs::rename(&file, &kept).expect("moved");
            let bytes = fs::read(&kept).expect("a mail");
            let mail = MessageParser::default().parse(&bytes).expect("a mail");
            let text = mail.body_text(0).expect("a text").replace('\r', "");
            assert!(text.lines().all(|line| line.len() <= 78), "too wide:\n{text}");
            found.push((mail.subject().unwrap_or_default().to_owned(), text, kept));
        }
        found
    }

    /// The only mail that has come for somebody.
    fn letter(&self, who: &str) -> (String, String) {
        let mut all = self.letters(who);
        assert_eq!(all.len(), 1, "{all:#?}");
        let (subject, text, _) = all.remove(0);
        (subject, text)
    }

    fn challenges(&self) -> usize {
        fs::read_dir(self.path("lobby/challenges")).expect("a folder").count()
    }

    /// A challenge of anna to bodo that bodo has been asked about; the subject of his mail, and both cards.
    fn challenged(&self, terms: &str) -> (String, [String; 2]) {
        let cards = [self.card("anna"), self.card("bodo")];
        self.mail("anna", "hello", &format!("challenge Bodo@bodo.test\n{terms}\n\nA greeting.\n"));
        assert!(self.letters("bodo").is_empty(), "nobody hears of what is not confirmed");
        let (subject, text) = self.letter("anna");
        assert!(text.contains("Nothing has been sent to bodo@bodo.test yet"), "{text}");
        self.mail("anna", &format!("Re: {subject}"), &cards[0]);
        assert!(self.letter("anna").1.contains("bodo@bodo.test has been asked"));
        let (subject, text) = self.letter("bodo");
        assert!(text.starts_with("anna@anna.test challenges you"), "{text}");
        (subject, cards)
    }

    /// Enters with the offer that has come; its file is given back.
    fn enter(&self, who: &str) -> String {
        let (offers, others): (Vec<_>, Vec<_>) =
            self.letters(who).into_iter().partition(|(subject, ..)| subject.contains("battle offered"));
        assert_eq!(offers.len(), 1, "{others:#?}");
        let (_, text, file) = &offers[0];
        assert!(text.contains("tess join DIR offer.eml"), "{text}");
        fs::copy(file, self.path(&format!("{who}-offer.eml"))).expect("copied");
        self.ok(&["join", who, file.to_str().expect("a path"), "--transport", &self.transport()]);
        text.lines().find(|line| line.starts_with("game ")).expect("a game line").to_owned()
    }
}

#[test]
fn two_players_sign_up_and_begin_without_anybody_doing_anything_for_them() {
    sign_up_and_begin(&Town::new());
}

#[test]
fn a_card_may_be_attached() {
    let town = Town::new();
    let cards = [town.card("anna"), town.card("bodo")];
    town.mail("anna", "hello", "challenge bodo@bodo.test\nscenario spqr/skirmish\n");
    let kinds = ["application/json; name=card.json", "application/octet-stream"];
    for ((who, card), kind) in ["anna", "bodo"].into_iter().zip(&cards).zip(kinds) {
        let (subject, _) = town.letter(who);
        let file = data_encoding::BASE64.encode(card.as_bytes());
        let lines: Vec<&str> =
            file.as_bytes().chunks(76).filter_map(|l| std::str::from_utf8(l).ok()).collect();
        let text = format!(
            "--b\r\nContent-Type: text/plain\r\n\r\nHere it is.\r\n--b\r\nContent-Type: {kind}\r\n\
             Content-Disposition: attachment; filename=card.json\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n--b--\r\n",
            lines.join("\r\n")
        );
        let head = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n";
        town.put(who, head, &format!("Re: {subject}"), &text);
        let told = town.process();
        assert!(told.contains(if who == "anna" { "challenge to bodo" } else { "founded to bodo" }), "{told}");
        town.letters("anna");
    }
    assert_eq!(town.challenges(), 0);
}

#[test]
fn two_players_sign_up_with_a_service_that_keeps_all_in_its_store() {
    let town = Town::served();
    sign_up_and_begin(&town);
    let list = town.ok(&["store", "--store", "store", "list"]);
    assert!(list.contains("umpire  spqr/skirmish") && list.contains("0 waiting, 0 given up"), "{list}");
    let left = fs::read_dir(town.path("store/founding")).expect("a folder").count();
    assert_eq!(left, 0, "the folder in which the battle was founded is left");
}

fn sign_up_and_begin(town: &Town) {
    let terms = "scenario spqr/skirmish\nside carthage\nmode both\nhours 48\nwatch 0";
    let (subject, cards) = town.challenged(terms);
    let told =
        town.mail("bodo", &format!("Re: {subject}"), &format!("With pleasure!\n{}\n-- \nBodo", cards[1]));
    assert!(told.contains("founded to bodo@bodo.test"), "{told}");
    assert_eq!(town.challenges(), 0);
    let (_, waits) = town.letter("anna");
    assert!(waits.contains("you play carthage"), "{waits}");
    assert!(waits.contains("as soon as rome has entered"), "{waits}");
    let theirs = town.enter("bodo");
    town.process();
    let ours = town.enter("anna");
    assert_eq!(theirs, ours, "the game word is the same for both");
    town.process();
    let status = town.ok(&["log", "--battle", "bodo"]);
    assert!(status.contains("genesis") && status.contains("accept"), "{status}");
    town.ok(&["process", "--battle", "anna", "--maildir", "post/anna"]);
    town.ok(&["process", "--battle", "bodo", "--maildir", "post/bodo"]);
    let verified = town.ok(&["verify", "bodo"]);
    assert!(verified.contains("2 accept") && verified.contains("mode both"), "{verified}");
    assert_eq!(fs::read(town.path("anna/archive.tess")).ok(), fs::read(town.path("bodo/archive.tess")).ok());
    // words in the battle's own thread bring its help and its report, and change nothing
    let before = fs::read(town.path("bodo/archive.tess")).expect("an archive");
    let offer = fs::read_to_string(town.path("bodo-offer.eml")).expect("the offer");
    let thread = offer.lines().find_map(|l| l.strip_prefix("Subject: ")).expect("a subject");
    town.letters("bodo");
    town.mail("bodo", thread, "help\n");
    assert!(town.letter("bodo").1.contains("tess propose take-back N"));
    town.mail("bodo", thread, "status\n");
    assert!(town.letter("bodo").1.contains("WHAT IS NEXT"));
    assert_eq!(fs::read(town.path("bodo/archive.tess")).expect("an archive"), before);
    // and the status of all says so, too
    town.mail("anna", "how are things", "status\n");
    let (_, text) = town.letter("anna");
    assert!(text.contains("spqr/skirmish, you are carthage") && text.contains("waits for"), "{text}");
    looks_on_by_the_game_word(town, &waits);
}

/// Whoever has been told the game word by one of the players can look on by it.
fn looks_on_by_the_game_word(town: &Town, waits: &str) {
    let word = waits.lines().map(str::trim).find(|line| line.matches('-').count() == 9);
    let word = word.expect("the game word");
    let asks = |text: String| {
        town.mail("wanda", "a word", &text);
        let (_, text) = town.letter("wanda");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let told = asks(format!("watch {word}\n"));
    assert!(told.contains("You look on at the battle") && told.contains("at the end of each turn"), "{told}");
    assert!(told.contains(" book To look on no longer"), "{told}");
    let told = asks(format!("watch {word} book\n"));
    assert!(told.contains("With each report comes the battle book"), "{told}");
    assert!(asks("status\n".to_owned()).contains("you watch"));
    // of a word that is none nothing is ended
    let told = asks(format!("unwatch {}-no\n", word.rsplit_once('-').expect("words").0));
    assert!(told.contains("You look on at no such battle"), "{told}");
    let told = asks(format!("unwatch {}\n", word.replace('-', " ")));
    assert!(told.contains("You look on no longer at"), "{told}");
    assert!(!asks("status\n".to_owned()).contains("you watch"));
}

#[test]
fn a_battle_of_legion_is_founded_too_and_a_free_side_is_the_opponents_choice() {
    let town = Town::new();
    let (subject, cards) = town.challenged("scenario legion/skirmish\nmode umpire");
    let other = town.ok(&["scenarios", "legion/skirmish"]);
    assert!(other.contains("gaul"), "{other}");
    town.mail("bodo", &subject, &format!("side gaul\n{}", cards[1]));
    let told = |who: &str, what: &str| town.letters(who).iter().any(|(_, text, _)| text.contains(what));
    assert!(told("bodo", "you play gaul") && told("anna", "you play rome"));
}

#[test]
fn in_mode_direct_the_cards_are_exchanged_and_the_players_go_on_alone() {
    let town = Town::new();
    let (subject, cards) = town.challenged("scenario spqr/skirmish\nside rome\nmode direct");
    town.mail("bodo", &subject, &cards[1]);
    let (_, text) = town.letter("anna");
    let card = &text[text.find('{').expect("a card")..];
    fs::write(town.path("opponent.json"), card).expect("written");
    assert!(text.contains("--side rome --mode direct --card carthage=opponent.json"), "{text}");
    let founded =
        ["new", "--battle", "anna", "--scenario", "spqr/skirmish", "--side", "rome", "--mode", "direct"];
    town.ok(&[&founded[..], &["--card", "carthage=opponent.json", "--transport", &town.transport()]].concat());
    assert!(town.letters("bodo").iter().any(|(subject, ..)| subject.contains("battle offered")));
}

#[test]
fn only_the_address_that_got_the_words_can_answer() {
    let town = Town::new();
    let (subject, cards) = town.challenged("scenario spqr/skirmish");
    // the words with another sender, the sender with other words, the sender with none
    let dora = town.card("dora");
    let own = town.words("dora");
    town.mail("dora", &subject, &dora);
    assert!(town.letters("dora").is_empty(), "she has had her one mail, and shows no words of hers");
    town.mail("dora", &format!("{subject} {own}"), &dora);
    assert!(town.letter("dora").1.contains("does not say which challenge"));
    town.mail("bodo", "Re: [tess lobby goat-goat-goat-goat] x", &cards[1]);
    assert!(town.letters("bodo").is_empty(), "he has had his one mail, the challenge");
    assert!(!town.path("lobby/battles").read_dir().expect("a folder").any(|_| true), "nothing is founded");
    // a card of somebody else
    town.mail("bodo", &subject, &dora);
    assert!(town.letter("bodo").1.contains("names the address dora@dora.test"));
    assert!(!town.path("lobby/battles").read_dir().expect("a folder").any(|_| true), "nothing is founded");
    // the right one
    town.mail("bodo", &subject, &format!("side rome\n{}", cards[1]));
    assert_eq!(town.path("lobby/battles").read_dir().expect("a folder").count(), 1);
}

#[test]
fn who_declines_is_left_in_peace() {
    let town = Town::new();
    let (subject, cards) = town.challenged("scenario spqr/skirmish");
    town.mail("bodo", &subject, "decline\n");
    let told = town.letter("anna").1.replace('\n', " ");
    assert!(told.contains("was declined by bodo@bodo.test"), "{told}");
    assert_eq!((town.letters("bodo").len(), town.challenges()), (1, 0));
    town.mail("bodo", &subject, &cards[1]);
    assert!(town.letter("bodo").1.contains("does not say which challenge"));
}

#[test]
fn a_bad_challenge_says_what_would_be_right() {
    let town = Town::new();
    for (who, text, said) in [
        ("a", "challenge b@b.test\n", "no scenario is named"),
        ("b", "challenge a@a.test\nscenario spqr/actium\n", "no scenario `spqr/actium`"),
        ("c", "challenge a@a.test\nscenario spqr/skirmish\nside gaul\n", "side rome"),
        ("d", "challenge a@a.test\nscenario spqr/skirmish\noption tanks\n", "tanks"),
        ("e", "challenge e@e.test\nscenario spqr/skirmish\n", "somebody else"),
        ("f", "challenge game@pbem.test\nscenario spqr/skirmish\n", "somebody else"),
        ("g", "challenge Bodo\n", "`challenge Bodo` is nothing"),
        ("h", "move H31 fwd 3\n", "nothing that can be done here"),
        (
            "i",
            "Hello umpire,\nchallenge a@a.test\nsenario spqr/skirmish\n",
            "did you mean `scenario spqr/skirmish`",
        ),
        ("j", "challenge a@a.test\nscenario cannae\n", "did you mean `scenario spqr/cannae-216bc`"),
        ("k", "I challenge a@a.test to fight\n", "challenge a@a.test"),
    ] {
        town.mail(who, "x", text);
        let (_, answer) = town.letter(who);
        let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(answer.contains(said), "{text}\n{answer}");
    }
    assert_eq!(town.challenges(), 0);
}

#[test]
fn nobody_has_more_challenges_or_battles_than_the_quota() {
    for town in [Town::new(), Town::served()] {
        let toml = fs::read_to_string(town.path("lobby/lobby.toml")).expect("a lobby");
        let less = toml
            .replace("\nchallenges = 5\n", "\nchallenges = 1\n")
            .replace("\nbattles = 20\n", "\nbattles = 1\n");
        assert_eq!(less.len() + 1, toml.len(), "{toml}");
        fs::write(town.path("lobby/lobby.toml"), less).expect("written");
        let (subject, cards) = town.challenged("scenario spqr/skirmish");
        let carl = "challenge carl@carl.test\nscenario spqr/skirmish\n";
        town.mail("anna", "more", carl);
        assert!(town.letter("anna").1.contains("1 challenges of yours"), "one waits already");
        town.mail("bodo", &format!("Re: {subject}"), &cards[1]);
        town.letters("anna");
        town.letters("bodo");
        town.mail("anna", "still more", carl);
        let (_, no) = town.letter("anna");
        assert!(no.contains("anna@anna.test plays in 1 battles here"), "{no}");
        town.mail("carl", "me too", "challenge bodo@bodo.test\nscenario spqr/skirmish\n");
        let (_, no) = town.letter("carl");
        assert!(no.contains("bodo@bodo.test plays in 1 battles here"), "{no}");
        // who goes on asking is not answered for ever
        town.mail("anna", "and more", carl);
        assert!(town.letters("anna").is_empty());
    }
}

#[test]
fn questions_and_mistakes_are_answered_twelve_times_a_day_each_and_robots_never() {
    let town = Town::new();
    town.words("anna");
    for n in 0..14 {
        town.mail("anna", &format!("help {n}"), "help\n");
    }
    let answers = town.letters("anna");
    assert_eq!(answers.len(), 12);
    let last = |text: &str| text.contains("This was the last of 12 answers to questions");
    assert_eq!(answers.iter().filter(|(_, text, _)| last(text)).count(), 1, "{answers:#?}");
    for n in 0..14 {
        town.mail("anna", &format!("oh {n}"), "chalenge bodo\n");
    }
    let answers = town.letters("anna");
    assert_eq!(answers.len(), 12, "mistakes are counted by themselves");
    assert!(answers[0].1.contains("Did you mean\n\n    challenge NAME@HOST\n"), "{}", answers[0].1);
    for head in [
        "Auto-Submitted: auto-replied\r\n",
        "List-Id: <x.test>\r\n",
        "Precedence: bulk\r\n",
        "Return-Path: <>\r\n",
    ] {
        town.put("bodo", head, "help", "help\n");
    }
    town.process();
    assert!(town.letters("bodo").is_empty());
    // everything was dealt with, and nothing comes again
    assert_eq!(fs::read_dir(town.path("post/game/new")).expect("a folder").count(), 0);
    town.process();
    assert!(town.letters("anna").is_empty());
}

#[test]
fn who_has_lost_his_words_gets_them_some_times_a_day_and_nobody_is_flooded_by_it() {
    let town = Town::new();
    town.mail("anna", "x", "help\n");
    town.letters("anna");
    for n in 0..20 {
        town.forge("anna@anna.test", &format!("x {n}"), "status\n");
    }
    town.process();
    assert_eq!(town.letters("anna").len(), 3);
}

#[test]
fn the_same_mail_twice_makes_one_challenge_and_one_battle() {
    let town = Town::new();
    let (subject, cards) = town.challenged("scenario spqr/skirmish\nside rome");
    town.put("bodo", "", &subject, &cards[1]);
    let first =
        fs::read_dir(town.path("post/game/new")).expect("a folder").next().expect("a mail").expect("a mail");
    let bytes = fs::read(first.path()).expect("a mail");
    town.process();
    let once = town.letters("bodo").len();
    fs::write(town.path("post/game/new/again"), &bytes).expect("written");
    town.process();
    // the challenge is closed, so the copy has no word any more; nothing is founded twice
    assert_eq!(town.path("lobby/battles").read_dir().expect("a folder").count(), 1);
    assert_eq!(once, 1, "the word that it is founded");
}

#[test]
fn half_a_founding_is_begun_anew() {
    let town = Town::new();
    let (subject, cards) = town.challenged("scenario spqr/skirmish\nside rome");
    town.put("bodo", "", &subject, &cards[1]);
    // a crash has left the folder with a chain and no archive
    let name = town.letters_folder();
    let room = town.path("lobby/battles").join(name);
    fs::create_dir_all(&room).expect("a folder");
    fs::write(room.join("chain.seed"), "half").expect("written");
    let told = town.process();
    assert!(told.contains("founded to"), "{told}");
    assert!(room.join("archive.tess").exists());
}

/// What Eve writes in a victim's name: words that she would like somebody to read.
const PITCH: &str = "BUY-PILLS-AT-EVES";

impl Town {
    /// A mail with whatever sender, as nothing but a forger writes it.
    fn forge(&self, from: &str, subject: &str, text: &str) {
        let n = self.sent.get() + 1;
        self.sent.set(n);
        let new = self.path("post/game/new");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(new.with_file_name(part)).expect("a maildir");
        }
        let mail = format!(
            "From: {PITCH} <{from}>\r\nTo: game@pbem.test\r\nSubject: {subject}\r\n\
             Message-ID: <{PITCH}.{n}@x.test>\r\n\r\n{text}"
        );
        fs::write(new.join(format!("1000.{n}.town")), mail).expect("written");
    }
}

#[test]
fn challenges_forged_in_somebodys_name_block_neither_him_nor_others() {
    let town = Town::new();
    for n in 0..8 {
        for opponent in ["bodo", "carl"] {
            let text = format!("challenge {opponent}@{opponent}.test\nscenario spqr/skirmish\nhours {n}\n");
            town.forge("anna@anna.test", "x", &text);
            town.forge(&format!("eve{n}@eve.test"), "x", &text);
        }
    }
    town.process();
    assert_eq!(town.challenges(), 0, "nothing is kept of what anybody can type");
    // she has had one mail, in which her words stand, and can challenge at once
    let (subject, _) = town.letter("anna");
    let words = subject.split_once("[tess lobby ").expect("words").1.split_once(']').expect("words").0;
    town.words.borrow_mut().insert("anna".to_owned(), words.to_owned());
    let (subject, cards) = town.challenged("scenario spqr/skirmish\nside rome");
    assert!(town.mail("bodo", &subject, &cards[1]).contains("founded to bodo"));
}

#[test]
fn what_somebody_has_not_confirmed_blocks_nobody_else() {
    let town = Town::new();
    for who in ["eve", "fred"] {
        for hours in 0..3 {
            let text = format!("challenge bodo@bodo.test\nscenario spqr/skirmish\nhours {hours}\n");
            town.mail(who, "x", &text);
        }
    }
    assert_eq!(town.challenges(), 6);
    town.challenged("scenario spqr/skirmish");
}

#[test]
fn a_stranger_gets_one_short_mail_in_which_no_word_is_the_forgers() {
    let town = Town::new();
    let pitch = format!("{PITCH} ").repeat(200);
    for text in ["help\n", "scenarios\n", &pitch, "status\n", "challenge bodo@bodo.test\nscenario x\n"] {
        for address in ["victim@victim.test", "victim+1@victim.test", "Victim+2+3@victim.test"] {
            town.forge(address, PITCH, text);
        }
    }
    town.process();
    let mut all = town.letters("victim");
    all.extend(town.letters("victim+1"));
    all.extend(town.letters("victim+2+3"));
    assert_eq!(all.len(), 1, "{all:#?}");
    let bytes = fs::read(&all[0].2).expect("a mail");
    assert!(!String::from_utf8_lossy(&bytes).contains("PILLS"));
    assert!(all[0].1.len() < 600 && bytes.len() < 2500, "{} bytes", bytes.len());
}

#[test]
fn whoever_is_challenged_reads_no_word_of_the_challenger_and_no_command_of_his() {
    let town = Town::new();
    town.ok(&["key", "new", "eve"]);
    let address = ["--address", "eve@eve.test", "--links", "64"];
    let card = ["card", "--battle", "eve", "--key", "eve", "--name", PITCH];
    let card = town.ok(&[&card[..], &address].concat());
    town.mail("eve", PITCH, &format!("challenge a`id`$IFS@bodo.test\nscenario spqr/skirmish\n\n{PITCH}\n"));
    let (subject, _) = town.letter("eve");
    town.put("eve", "", &format!("Re: {subject}"), &card);
    // no folder for a Maildir can be named so, and the mail waits
    town.tess(&["process", "--lobby", "lobby", "--maildir", "post/game"]);
    let waiting = fs::read_dir(town.path("lobby/outbox")).expect("a folder");
    let mut files = waiting.map(|e| e.expect("an entry").path()).filter(|path| path.is_file());
    let file = files.find(|path| path.to_string_lossy().contains("challenge")).expect("a challenge");
    let bytes = fs::read(&file).expect("a mail");
    let mail = MessageParser::default().parse(&bytes).expect("a mail");
    let text = mail.body_text(0).expect("a text").replace('\r', "");
    assert!(text.contains("--address 'a`id`$ifs@bodo.test'"), "{text}");
    assert!(!String::from_utf8_lossy(&bytes).contains("PILLS") && !text.contains("PILLS"), "{text}");
    assert!(text.len() < 1200 && bytes.len() < 4000, "{} and {} bytes", text.len(), bytes.len());
}

#[test]
fn a_long_line_is_not_quoted_back() {
    let town = Town::new();
    let long = "x".repeat(20_000);
    for text in [
        format!("challenge bodo@bodo.test\nscenario {long}\n"),
        format!("challenge bodo@bodo.test\nscenario spqr/skirmish\nmode {long}\n"),
        format!("{long}\n"),
    ] {
        town.mail("anna", "x", &text);
        let (_, answer) = town.letter("anna");
        assert!(answer.len() < 3000 && !answer.contains(&"x".repeat(200)), "{} bytes", answer.len());
    }
}

#[test]
fn words_are_not_guessed_by_the_thousand() {
    let town = Town::new();
    let (subject, _) = town.challenged("scenario spqr/skirmish");
    let right = subject.split_once("[tess lobby ").expect("words").1.split_once(']').expect("words").0;
    let guesses: String = (0..5000).map(|n| format!("ace-bee-cow-d{}g\n", "o".repeat(n % 9))).collect();
    town.forge("bodo@bodo.test", "x", &format!("decline\n{guesses}{right}\n"));
    town.process();
    assert_eq!(town.challenges(), 1, "it is declined by a guess");
}

impl Town {
    /// The folder in which the battle of the only challenge is founded.
    fn letters_folder(&self) -> String {
        let file =
            fs::read_dir(self.path("lobby/challenges")).expect("a folder").next().expect("one").expect("one");
        let stem = Path::new(&file.file_name()).file_stem().expect("a name").to_string_lossy().into_owned();
        format!("skirmish-{}", &stem[..4])
    }
}
