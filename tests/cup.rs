//! A tournament of the program's own commanders, fought out by mail through the lobby of an umpire's
//! service: the director pairs by commands, results come in as archives alone, and the table is that of an
//! independent count over those archives.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::seats::served::{Witness, courier, service};
use crate::seats::{inbox, quick_room, role, transport};
use tesserarius::bot::{Commander, hire_as};
use tesserarius::game::{Agent, AnyPosition};
use tesserarius::ledger::{At, Id, Signed, SigningKey};
use tesserarius::mail::{Envelope, MaildirBox, Origin, RawMail};
use tesserarius::scenario::{Family, Library};
use tesserarius::server::{Porch, Service, Setting};
use tesserarius::steward::lobby::{Host, Quotas};
use tesserarius::steward::{Deed, Entropy, Seat, Settings, WayIn, join, make_card};
use tesserarius::table::Wait;

const PLAYERS: usize = 8;
const ROUNDS: usize = 3;

/// One of the players: where his battles lie, and the words of his address.
struct Player {
    name: String,
    home: PathBuf,
    words: String,
    seats: Vec<(Seat, Box<dyn Agent<dyn AnyPosition>>)>,
}

struct Club {
    room: tempfile::TempDir,
    service: Service<Witness>,
    players: Vec<Player>,
    mails: usize,
    day: u32,
}

fn noon(day: u32) -> At {
    format!("2099-01-{day:02}T12:00:00Z").parse().expect("a time")
}

impl Club {
    fn new() -> Club {
        let room = quick_room();
        let dir = room.path();
        fs::create_dir_all(dir.join("umpire")).expect("a folder");
        let key = SigningKey::from_secret(&[99; 32]);
        key.save(&dir.join("umpire/key.pem"), None).expect("saved");
        let host = Host {
            name: "Umpire".to_owned(),
            address: "umpire@example.org".to_owned(),
            key: dir.join("umpire/key.pem"),
            transport: transport(dir),
            library: None,
            maps: false,
            quotas: Quotas::default(),
        };
        let mut service = service(dir, Setting::default(), Witness::new(noon(1)));
        let porch = Porch::open(service.store(), host, key, None).expect("a porch");
        service.keep_lobby(porch);
        let players = (1..=PLAYERS).map(|n| {
            let home = dir.join(format!("p{n}"));
            fs::create_dir_all(&home).expect("a folder");
            let name = format!("p{n}");
            let key = SigningKey::from_secret(&[n as u8; 32]);
            key.save(&home.join("key.pem"), None).expect("saved");
            Player { name, home, words: String::new(), seats: Vec::new() }
        });
        let players = players.collect();
        Club { room, service, players, mails: 0, day: 1 }
    }

    fn dir(&self) -> &Path {
        self.room.path()
    }

    /// A mail typed by a player, to the umpire's service.
    fn types(&mut self, who: usize, subject: &str, text: &str) {
        self.mails += 1;
        let name = &self.players[who].name;
        let mail = format!(
            "From: {name}@example.org\r\nTo: umpire@example.org\r\nSubject: {subject}\r\nMessage-ID: <{}@{name}>\r\n\r\n{text}\r\n",
            self.mails
        );
        self.service.enter(&[RawMail::new(mail.into_bytes(), Origin::Memory)]).expect("entered");
        self.serves();
    }

    /// The service takes in what has come, and sends what is due.
    fn serves(&mut self) {
        self.service.watch.at = noon(self.day);
        let mut own = MaildirBox::new(inbox(self.room.path(), &role("umpire")));
        self.service.take_in(&mut own, usize::MAX).expect("taken in");
        self.service.round(&mut courier(self.room.path())).expect("a round");
    }

    /// The mails that have come for a player since he looked last.
    fn takes(&self, who: usize) -> Vec<RawMail> {
        let own = inbox(self.dir(), &role(&self.players[who].name));
        let paths = own.list(true).expect("a list");
        let read = paths.iter().map(|path| {
            let mail = own.read(path).expect("a mail");
            fs::remove_file(path).expect("taken");
            RawMail::new(mail.bytes.to_vec(), Origin::Memory)
        });
        read.collect()
    }

    /// The subject of the last mail that has come for a player.
    fn subject(&self, who: usize) -> String {
        let mails = self.takes(who);
        let Some(mail) = mails.last() else { panic!("no mail: {:?}", self.service.watch.said) };
        Envelope::open(mail).expect("a mail").subject
    }

    /// A card of a player for a battle.
    fn card(&self, who: usize, battle: &str) -> String {
        let player = &self.players[who];
        let key = SigningKey::from_secret(&[who as u8 + 1; 32]);
        let mut entropy = Entropy::seeded(7, &format!("{} {battle}", player.name));
        let address = format!("{}@example.org", player.name);
        let place = player.home.join(battle);
        fs::create_dir_all(&place).expect("a folder");
        key.save(&place.join("key.pem"), None).expect("saved");
        let card = make_card(&place, &player.name, &address, &key, 256, &mut entropy).expect("a card");
        serde_json::to_string_pretty(&card).expect("JSON").replace('\n', "\r\n")
    }

    /// The two players of a table sign up for their battle, the first of them with the first side.
    fn signs_up(&mut self, first: usize, second: usize, battle: &str) {
        for who in [first, second] {
            if self.players[who].words.is_empty() {
                self.types(who, "hello", "help");
                self.players[who].words = self.subject(who);
            }
        }
        // who has written himself today may be asked
        let words = self.players[second].words.clone();
        self.types(second, &words, "status");
        self.takes(second);
        let opponent = &self.players[second].name;
        let terms = format!(
            "challenge {opponent}@example.org\r\nscenario spqr/skirmish\r\nside rome\r\nmode umpire\r\nhours 0"
        );
        let words = self.players[first].words.clone();
        self.types(first, &words, &terms);
        let (subject, card) = (self.subject(first), self.card(first, battle));
        self.types(first, &subject, &card);
        let (subject, card) = (self.subject(second), self.card(second, battle));
        self.types(second, &subject, &card);
    }

    /// A player enters the battle whose offer has come.
    fn enters(&mut self, who: usize, battle: &str, log: &[Signed]) {
        let player = &mut self.players[who];
        let place = player.home.join(battle);
        let way = WayIn {
            key: "key.pem".into(),
            passphrase: None,
            transport: transport(self.room.path()),
            library: None,
            telephone: false,
        };
        let entropy = Entropy::seeded(8, &format!("{} {battle}", player.name));
        drop(join(&place, log, &Library::embedded(), &way, entropy).expect("joined"));
        let own = Settings::read(&place).expect("settings");
        Settings { pictures: false, maps: false, ..own }.write(&place).expect("written");
        let entropy = Entropy::seeded(9, &format!("{} {battle}", player.name));
        let mut seat = Seat::open(&place, &Library::embedded(), None, entropy).expect("opened");
        seat.act(Deed::Accept, noon(self.day)).expect("accepted");
        // some are better than others
        let commander = [Commander::Sensible, Commander::Quick, Commander::Easy][who % 3];
        player.seats.push((seat, hire_as(commander, Family::Gboh, who as u64)));
        self.passes(who, &[], None);
    }

    /// A player's program takes mails in and decides; whether anything happened.
    fn passes(&mut self, who: usize, mails: &[RawMail], game: Option<Id>) -> bool {
        let at = noon(self.day);
        let mut happened = false;
        for (seat, agent) in &mut self.players[who].seats {
            if game.is_some_and(|game| seat.ledger().game() != game) {
                continue;
            }
            let pass = seat.pass(mails, &mut **agent, &mut || at, &mut |_| Ok(())).expect("a pass");
            assert!(pass.sent.iter().all(|sent| sent.result.is_ok()));
            happened |= pass.news() + pass.sent.len() > 0;
        }
        happened
    }

    /// Whatever has come for a player: offers are entered, all else goes to the seat of its battle.
    fn looks(&mut self, who: usize, battle: &str) -> bool {
        let mut happened = false;
        for mail in self.takes(who) {
            let lines = Envelope::open(&mail).expect("a mail").lines;
            let log: Vec<Signed> = lines.iter().filter_map(|line| Signed::parse(line).ok()).collect();
            let Some(first) = log.first() else { continue };
            let game = first.event().game.unwrap_or_else(|| first.id());
            happened = true;
            if self.players[who].seats.iter().any(|(seat, _)| seat.ledger().game() == game) {
                self.passes(who, &[mail], Some(game));
            } else {
                self.enters(who, battle, &log);
            }
        }
        happened
    }

    /// All battles are fought to their end.
    fn fights(&mut self, battle: &str) {
        for _ in 0..400 {
            self.serves();
            let mut happened = false;
            for who in 0..PLAYERS {
                happened |= self.looks(who, battle);
            }
            if !happened {
                break;
            }
        }
        for player in &mut self.players {
            for (seat, _) in &mut player.seats {
                let wait = seat.wait().expect("a wait");
                assert!(matches!(wait, Wait::Over(_)), "{} in {battle}: {wait:?}", player.name);
            }
            player.seats.clear();
        }
    }

    fn tess(&self, args: &[&str]) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_tess"))
            .args(args)
            .current_dir(self.dir())
            .env("TESS_HOME", self.dir().join("home"))
            .env("NO_COLOR", "1")
            .output()
            .expect("tess runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{args:?}: {}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }

    fn shown(&self) -> Value {
        serde_json::from_str(&self.tess(&["tournament", "show", "cup", "--json"])).expect("JSON")
    }

    /// Puts what the store has of each battle into a folder.
    fn publishes(&self) {
        fs::create_dir_all(self.dir().join("all")).expect("a folder");
        let store = self.service.store();
        for battle in store.battles().expect("a list") {
            let archive = store.archive(&battle).expect("an archive");
            fs::write(self.dir().join(format!("all/{}.tess", battle.tag())), archive).expect("written");
        }
    }
}

/// The table as the archives alone have it: half points, and Buchholz and Sonneborn-Berger in quarters, by
/// name. Who has won each says `tess verify`; all else is counted here.
fn counted(club: &Club) -> BTreeMap<String, [u64; 3]> {
    let mut met: Vec<[(String, u64); 2]> = Vec::new();
    for entry in fs::read_dir(club.dir().join("all")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let path = path.to_str().expect("a path");
        let found: Value = serde_json::from_str(&club.tess(&["verify", "--json", path])).expect("JSON");
        assert_eq!(found["holds"], true);
        let text = fs::read_to_string(path).expect("an archive");
        let genesis: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
        let parties = genesis["event"]["body"]["parties"].as_array().expect("parties").clone();
        let winner = found["winner"].as_str();
        let got = |party: &Value| match winner {
            None => 1,
            Some(winner) => 2 * u64::from(party["role"] == winner),
        };
        let [_, one, other] = parties.as_slice() else { panic!("{parties:?}") };
        met.push([one, other].map(|party| (party["name"].as_str().expect("a name").to_owned(), got(party))));
    }
    let mut points: BTreeMap<String, u64> = BTreeMap::new();
    for (name, halves) in met.iter().flatten() {
        *points.entry(name.clone()).or_default() += halves;
    }
    let mut out = BTreeMap::new();
    for (name, own) in &points {
        let mine = met.iter().filter_map(|pair| {
            let at = pair.iter().position(|(who, _)| who == name)?;
            Some((points[&pair[1 - at].0], pair[at].1))
        });
        let (buchholz, berger) =
            mine.fold((0, 0), |(all, won), (theirs, halves)| (all + 2 * theirs, won + theirs * halves));
        out.insert(name.clone(), [*own, buchholz, berger]);
    }
    out
}

#[test]
fn eight_commanders_fight_three_rounds_by_mail_and_the_table_is_that_of_their_archives() {
    let mut club = Club::new();
    let announced = ["--system", "swiss", "--rounds", "3", "--scenario", "spqr/skirmish"];
    let ties = ["--tie", "buchholz", "--tie", "sonneborn-berger", "--tie", "wins"];
    club.tess(&[&["tournament", "new", "cup", "--name", "The cup"], &announced[..], &ties].concat());
    for n in 1..=PLAYERS {
        let key = SigningKey::from_secret(&[n as u8; 32]).public().to_string();
        club.tess(&["tournament", "enter", "cup", &format!("p{n}"), "--key", &key]);
    }
    club.tess(&["tournament", "close", "cup"]);
    let mut pairs: Vec<[String; 2]> = Vec::new();
    for round in 1..=ROUNDS {
        club.tess(&["tournament", "pair", "cup"]);
        club.day = round as u32;
        let shown = club.shown();
        let tables = shown["rounds"][round - 1]["tables"].as_array().expect("tables").clone();
        assert_eq!(tables.len(), PLAYERS / 2);
        let battle = format!("r{round}");
        for table in &tables {
            let name = |side: &str| table[side].as_str().expect("a name").to_owned();
            let at = |name: &str| club.players.iter().position(|p| p.name == name).expect("a player");
            let mut pair = [name("first"), name("second")];
            let (first, second) = (at(&pair[0]), at(&pair[1]));
            club.signs_up(first, second, &battle);
            pair.sort();
            assert!(!pairs.contains(&pair), "{pair:?} have met before");
            pairs.push(pair);
        }
        club.fights(&battle);
        club.publishes();
        let taken = club.tess(&["tournament", "result", "cup", "all"]);
        assert_eq!(club.service.store().battles().expect("a list").len(), 4 * round, "{taken}");
    }
    let apart = counted(&club);
    assert_eq!(apart.values().map(|[halves, ..]| halves).sum::<u64>(), 2 * (PLAYERS / 2 * ROUNDS) as u64);
    let table = club.shown()["table"].as_array().expect("a table").clone();
    let mut order = Vec::new();
    for place in &table {
        let [halves, buchholz, berger] = apart[place["name"].as_str().expect("a name")];
        let found =
            [&place["halves"], &place["ties"][0], &place["ties"][1]].map(|n| n.as_u64().expect("a number"));
        assert_eq!(found, [halves, buchholz, berger], "{place}");
        order.push([halves, buchholz, berger]);
    }
    assert!(order.windows(2).all(|two| two[0] >= two[1]), "{order:?}");
    let checked = club.tess(&["tournament", "check", "cup", "--archives", "all"]);
    assert!(checked.contains("12 results follow from their archives"), "{checked}");
    // nothing of it was by hand: every battle came out of the lobby, and nothing lies about
    let said = club.service.watch.said.iter();
    let bad: Vec<&String> =
        said.filter(|l| l.contains("TROUBLE") || l.contains("set aside") || l.contains("stray")).collect();
    assert!(bad.is_empty(), "{bad:?}");
}
