//! What tournaments hold to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::made::{Battle, End, player};
use super::pile;
use crate::tournament::{
    Bid, Diary, Event, Founded, Score, SidesBy, System, Taken, Tie, Tournament, Trf, Versus, commitment,
};
use crate::{Counted, Statutes};
use tess_ledger::SigningKey;

const AT: &str = "2026-01-01T00:00:00Z";
const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn founded(system: System, rounds: usize) -> Founded {
    Founded {
        name: "The cup".to_owned(),
        system,
        rounds,
        scenarios: vec!["spqr/skirmish".to_owned()],
        sides: SidesBy::Balance,
        bye: Score::One,
        ties: vec![Tie::Buchholz, Tie::SonnebornBerger, Tie::Wins],
        commitment: commitment(SEED),
    }
}

fn key(n: usize) -> String {
    SigningKey::from_secret(&[n as u8; 32]).public().to_string()
}

/// A tournament of so many players in a folder, its entries closed.
fn begun(dir: &Path, founded: Founded, players: usize) -> Diary {
    let mut diary = Diary::found(dir, &Event::Founded(founded), SEED, AT).expect("announced");
    for n in 1..=players {
        let rating = Some(1400 + 7 * (n as u32 % 13));
        diary
            .add(Event::Entered { name: format!("Bot {n}"), key: Some(key(n)), rating }, AT)
            .expect("entered");
    }
    diary.add(Event::Closed { seed: diary.seed().expect("a seed") }, AT).expect("closed");
    diary
}

/// A small generator: the same results on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Plays a round: everybody has a strength, and some battles are drawn.
fn play(diary: &mut Diary, chance: &mut Chance) {
    let (tables, byes) = diary.tournament.pairing().expect("a pairing");
    let round = diary.tournament.rounds.len() + 1;
    diary.add(Event::Paired { round, tables: tables.clone(), byes }, AT).expect("paired");
    for (at, Versus { first, second }) in tables.into_iter().enumerate() {
        let strength = |n: usize| 10 + (n as u64 * 37) % 90;
        let drawn = chance.below(8) == 0;
        let winner =
            if chance.below(strength(first) + strength(second)) < strength(first) { first } else { second };
        let event = Event::Result {
            round,
            table: at + 1,
            game: format!("{round:04}{at:04}"),
            sha256: String::new(),
            winner: (!drawn).then_some(winner),
            how: "on the field".to_owned(),
        };
        diary.add(event, AT).expect("a result");
    }
}

/// Counts the file of a tournament alone, with nothing of the code under test: points, Buchholz and
/// Sonneborn-Berger, in quarters, by name.
fn counted_apart(text: &str) -> BTreeMap<String, [u64; 3]> {
    let (mut names, mut pairs) = (Vec::new(), BTreeMap::new());
    let (mut met, mut points) = (Vec::new(), BTreeMap::<u64, u64>::new());
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let event = &line["event"];
        let number = |value: &serde_json::Value| value.as_u64().expect("a number");
        match event["what"].as_str().expect("a word") {
            "entered" => names.push(event["name"].as_str().expect("a name").to_owned()),
            "paired" => {
                for (at, table) in event["tables"].as_array().expect("tables").iter().enumerate() {
                    let place = (number(&event["round"]), at as u64 + 1);
                    pairs.insert(place, (number(&table["first"]), number(&table["second"])));
                }
                for bye in event["byes"].as_array().expect("byes") {
                    *points.entry(number(&bye["player"])).or_default() += 2;
                    met.push((number(&bye["player"]), None, 2));
                }
            }
            "result" => {
                let (one, two) = pairs[&(number(&event["round"]), number(&event["table"]))];
                let got = match event["winner"].as_u64() {
                    None => (1, 1),
                    Some(winner) if winner == one => (2, 0),
                    Some(_) => (0, 2),
                };
                for (who, other, halves) in [(one, two, got.0), (two, one, got.1)] {
                    *points.entry(who).or_default() += halves;
                    met.push((who, Some(other), halves));
                }
            }
            _ => {}
        }
    }
    let mut out = BTreeMap::new();
    for (at, name) in names.into_iter().enumerate() {
        let me = at as u64 + 1;
        let own = points.get(&me).copied().unwrap_or(0);
        let (mut buchholz, mut berger) = (0, 0);
        for (_, other, halves) in met.iter().filter(|(who, ..)| *who == me) {
            let theirs = other.map_or(own, |other| points.get(&other).copied().unwrap_or(0));
            buchholz += 2 * theirs;
            berger += theirs * halves;
        }
        out.insert(name, [2 * own, buchholz, berger]);
    }
    out
}

fn held_to(tournament: &Tournament, dir: &Path) {
    let text = std::fs::read_to_string(dir.join("tournament.jsonl")).expect("a file");
    let apart = counted_apart(&text);
    for place in tournament.table() {
        let [points, buchholz, berger] = apart[&place.name];
        assert_eq!(u64::from(2 * place.halves), points, "{place:?}");
        assert_eq!([place.ties[0], place.ties[1]].map(u64::from), [buchholz, berger], "{place:?}");
    }
    let (again, _) = Diary::replay(&text).expect("it replays");
    assert_eq!(again, *tournament);
}

#[test]
fn sixty_four_bots_in_six_rounds_stand_as_an_independent_count_has_them() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut diary = begun(dir.path(), founded(System::Swiss, 6), 64);
    let mut chance = Chance(7);
    for _ in 0..6 {
        play(&mut diary, &mut chance);
    }
    let tournament = &diary.tournament;
    held_to(tournament, dir.path());
    let mut met = BTreeSet::new();
    for round in &tournament.rounds {
        assert_eq!(round.tables.len(), 32);
        for [a, b] in round.tables.iter().map(|t| t.players()) {
            assert!(met.insert((a.min(b), a.max(b))), "{a} and {b} meet twice");
        }
    }
    for player in 1..=64 {
        let firsts =
            tournament.rounds.iter().flat_map(|r| &r.tables).filter(|t| t.versus.first == player).count();
        assert!((2..=4).contains(&firsts), "{player} has the first side {firsts} times of 6");
    }
    let table = tournament.table();
    assert!(table[0].halves >= 9 && table[63].halves <= 3, "{table:?}");
    assert!(tournament.pairing().expect_err("six are all").to_string().contains("all rounds"));
}

#[test]
fn with_an_odd_number_everybody_rests_once_at_most() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut diary = begun(dir.path(), founded(System::Swiss, 7), 9);
    let mut chance = Chance(3);
    for _ in 0..7 {
        play(&mut diary, &mut chance);
    }
    held_to(&diary.tournament, dir.path());
    let rested: Vec<usize> = diary.tournament.rounds.iter().flat_map(|r| &r.byes).map(|b| b.player).collect();
    assert_eq!(rested.iter().collect::<BTreeSet<_>>().len(), 7, "{rested:?}");
}

#[test]
fn a_round_robin_follows_bergers_tables_and_a_knock_out_its_bracket() {
    use crate::tournament::berger_pairs;
    // FIDE Handbook C.05, annex 1, for six players
    let printed = [
        [[1, 6], [2, 5], [3, 4]],
        [[6, 4], [5, 3], [1, 2]],
        [[2, 6], [3, 1], [4, 5]],
        [[6, 5], [1, 4], [2, 3]],
        [[3, 6], [4, 2], [5, 1]],
    ];
    for (round, pairs) in printed.iter().enumerate() {
        assert_eq!(berger_pairs(6, round), pairs, "round {}", round + 1);
    }
    let dir = tempfile::tempdir().expect("a folder");
    let mut diary = begun(&dir.path().join("all"), founded(System::RoundRobin, 0), 7);
    let mut chance = Chance(1);
    for _ in 0..7 {
        play(&mut diary, &mut chance);
    }
    assert_eq!(diary.tournament.rounds.iter().map(|r| r.tables.len()).sum::<usize>(), 21);

    let mut diary = begun(&dir.path().join("out"), founded(System::KnockOut, 0), 6);
    let order = diary.tournament.order.clone();
    let (tables, byes) = diary.tournament.pairing().expect("a bracket");
    assert_eq!(byes.iter().map(|b| b.player).collect::<Vec<_>>(), [order[0], order[1]]);
    let met: BTreeSet<BTreeSet<usize>> = tables.iter().map(|v| BTreeSet::from([v.first, v.second])).collect();
    assert!(
        met.contains(&BTreeSet::from([order[3], order[4]]))
            && met.contains(&BTreeSet::from([order[2], order[5]]))
    );
    for left in [2, 2, 1] {
        play(&mut diary, &mut chance);
        assert_eq!(diary.tournament.rounds.last().expect("a round").tables.len(), left);
    }
    assert!(diary.tournament.pairing().is_err());
}

#[test]
fn a_report_of_fides_form_is_read_as_it_was_written_column_by_column() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut diary = begun(dir.path(), founded(System::Swiss, 3), 9);
    let mut chance = Chance(5);
    for _ in 0..3 {
        play(&mut diary, &mut chance);
    }
    let trf = diary.tournament.trf();
    let text = trf.write();
    assert_eq!(Trf::read(&text).expect("it reads"), trf, "{text}");
    assert_eq!(Trf::read(&text).expect("it reads").write(), text);
    let line = text.lines().find(|l| l.starts_with("001    1")).expect("the first");
    let at = |from: usize, to: usize| &line[from - 1..to];
    assert_eq!((at(1, 3), at(5, 8), at(49, 52)), ("001", "   1", "1463"), "{line}");
    let place =
        diary.tournament.table().into_iter().find(|p| p.player == diary.tournament.order[0]).expect("he");
    assert_eq!(at(15, 47).trim(), place.name);
    assert_eq!(at(81, 84), format!("{:>4}", format!("{}.{}", place.halves / 2, place.halves % 2 * 5)));
    assert_eq!(at(86, 89), format!("{:>4}", place.rank));
    assert!(matches!(at(97, 97), "w" | "b") && matches!(at(99, 99), "1" | "=" | "0"), "{line}");
    assert!(at(92, 95).trim().parse::<usize>().is_ok() && line.len() == 119, "{line}");
    let bye = text.lines().find(|l| l.contains("0000 - U")).expect("a bye");
    assert!(matches!(bye.find("0000 - U"), Some(91 | 101 | 111)), "{bye}");
    // a line as FIDE's own document has them
    let theirs = "001    1 m  g Anand, Viswanathan                2786 IND     5000017 1969/12/11  1.5    2     2 w 1     3 b =";
    let read = Trf::read(theirs).expect("it reads");
    assert_eq!((read.players[0].rating, read.players[0].halves), (Some(2786), 3));
    assert_eq!(read.write().trim_end(), theirs);
    let why = Trf::read(&theirs.replace("w 1", "w 7")).expect_err("no result").to_string();
    assert!(why.contains("line 1: columns 92 to 99"), "{why}");
}

#[test]
fn lots_cannot_be_chosen_and_lines_cannot_be_changed() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut diary = begun(dir.path(), founded(System::Swiss, 3), 8);
    play(&mut diary, &mut Chance(5));
    let path = dir.path().join("tournament.jsonl");
    let text = std::fs::read_to_string(&path).expect("a file");
    for (from, to) in
        [("Bot 3", "Bot X"), ("\"winner\":", "\"winner\": "), ("\"seed\":\"00", "\"seed\":\"01")]
    {
        assert!(text.contains(from), "{from}");
        let why = Diary::replay(&text.replacen(from, to, 1)).expect_err("changed").to_string();
        assert!(why.starts_with("line "), "{why}");
    }
    assert!(Diary::replay(&text[..text.len() - 1]).is_err(), "cut");
    let other = Event::Closed { seed: SEED.replace("00", "11") };
    let mut fresh = Diary::found(&dir.path().join("b"), &Event::Founded(founded(System::Swiss, 1)), SEED, AT)
        .expect("announced");
    for n in 1..=2 {
        fresh.add(Event::Entered { name: n.to_string(), key: None, rating: None }, AT).expect("entered");
    }
    assert!(fresh.add(other, AT).expect_err("another seed").to_string().contains("not the seed"));
    let twice = Event::Paired {
        round: 2,
        tables: diary.tournament.rounds[0].tables.iter().map(|t| t.versus).collect(),
        byes: Vec::new(),
    };
    assert!(
        diary
            .add(twice, AT)
            .expect_err("the same again")
            .to_string()
            .contains("not the pairing that follows")
    );
}

#[test]
fn results_come_in_as_archives_of_the_battle_that_was_paired() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut diary = begun(dir.path(), founded(System::Swiss, 1), 4);
    let (tables, byes) = diary.tournament.pairing().expect("a pairing");
    diary.add(Event::Paired { round: 1, tables: tables.clone(), byes }, AT).expect("paired");
    let who = |n: usize| player(&format!("Somebody {n}"), n as u8);
    let Versus { first, second } = tables[0];
    let take = |tournament: &Tournament, battle: &Battle| {
        let counted = Counted::of(pile(vec![battle.bytes()]), &Statutes::default());
        tournament.take(&counted.shown[0].sound, &counted.persons)
    };
    let fought = |a: usize, b: usize, day: &str, end: End, seed: u64| {
        let mut battle = Battle::of(&who(a), &who(b), "spqr/skirmish", day, seed);
        battle.end(end);
        battle
    };
    let nothing = |taken: Taken, word: &str| match taken {
        Taken::Nothing(why) => assert!(why.contains(word), "{why}"),
        other => panic!("{other:?}"),
    };
    let tournament = &diary.tournament;
    nothing(take(tournament, &fought(second, first, "2026-02-01", End::First, 1)), "the other side");
    nothing(
        take(tournament, &fought(first, second, "2025-02-01", End::First, 2)),
        "before the round was paired",
    );
    nothing(take(tournament, &fought(first, second, "2026-02-01", End::Never, 3)), "not over");
    nothing(take(tournament, &fought(first, 99, "2026-02-01", End::First, 4)), "has not entered");
    nothing(take(tournament, &fought(first, tables[1].first, "2026-02-01", End::First, 5)), "not paired");
    let good = fought(first, second, "2026-02-01", End::Second, 6);
    let Taken::Result(event) = take(tournament, &good) else { panic!("a result") };
    assert!(matches!(&event, Event::Result { winner: Some(w), .. } if *w == second), "{event:?}");
    diary.add(event, AT).expect("taken");
    assert_eq!(take(&diary.tournament, &good), Taken::Known);
    let ruled =
        Event::Ruled { round: 1, table: 2, score: [Score::One, Score::Zero], why: "silence".to_owned() };
    diary.add(ruled, AT).expect("ruled");
    let table = diary.tournament.table();
    assert_eq!(table.iter().map(|p| p.halves).sum::<u32>(), 4);
    assert!(diary.tournament.trf().write().lines().any(|l| l.ends_with('+')), "a walk-over");
}

#[test]
fn sides_go_to_the_higher_of_two_sealed_bids() {
    let dir = tempfile::tempdir().expect("a folder");
    let terms = Founded { sides: SidesBy::Bids, ..founded(System::Swiss, 1) };
    let mut diary = begun(dir.path(), terms, 2);
    let (tables, byes) = diary.tournament.pairing().expect("a pairing");
    diary.add(Event::Paired { round: 1, tables: tables.clone(), byes }, AT).expect("paired");
    let Versus { first, second } = tables[0];
    let salt = "0123456789abcdef";
    let seal =
        |player: usize, bid: &str| Event::Sealed { round: 1, table: 1, player, seal: Bid::seal(bid, salt) };
    let open = |player: usize, bid: &str| Event::Opened {
        round: 1,
        table: 1,
        player,
        bid: bid.to_owned(),
        salt: salt.to_owned(),
    };
    let fails = |diary: &mut Diary, event: Event, word: &str| {
        let why = diary.add(event, AT).expect_err("it cannot be").to_string();
        assert!(why.contains(word), "{why}");
    };
    diary.add(seal(first, "rome 3"), AT).expect("sealed");
    fails(&mut diary, open(first, "rome 3"), "not both");
    diary.add(seal(second, "rome 8"), AT).expect("sealed");
    fails(&mut diary, seal(second, "rome 9"), "sealed already");
    fails(&mut diary, open(first, "rome 9"), "not what was sealed");
    diary.add(open(first, "rome 3"), AT).expect("opened");
    diary.add(open(second, "rome 8"), AT).expect("opened");
    assert!(diary.tournament.round_text(1).contains("has rome, the other side 8 more"));
    let who = |n: usize| player(&format!("Somebody {n}"), n as u8);
    let take = |options: &[(&str, i64)]| {
        let mut battle = Battle::with(&who(second), &who(first), "spqr/skirmish", "2026-02-01", 1, options);
        battle.end(End::First);
        let counted = Counted::of(pile(vec![battle.bytes()]), &Statutes::default());
        diary.tournament.take(&counted.shown[0].sound, &counted.persons)
    };
    assert!(matches!(take(&[]), Taken::Nothing(why) if why.contains("--option bid-carthage=8")));
    assert!(matches!(take(&[("bid-carthage", 7)]), Taken::Nothing(_)));
    assert!(matches!(take(&[("bid-carthage", 8)]), Taken::Result(_)));
}

#[test]
fn a_bid_lets_the_other_army_hold_out_longer() {
    use tess_ledger::Setting;
    let library = tess_scenario::Library::embedded();
    let game = tess_game::of_scenario(&library, "spqr/skirmish").expect("a scenario");
    let enough = |bids: &[(&str, Setting)]| {
        let options = bids.iter().map(|(name, setting)| ((*name).to_owned(), setting.clone())).collect();
        let opening = game.opening(&library, "spqr/skirmish", &options)?;
        Ok::<_, tess_game::GameError>(opening.points().map(|points| points.enough.expect("a level")))
    };
    let [rome, carthage] = enough(&[]).expect("a field");
    let bid = enough(&[("bid-carthage", Setting::Number(8))]).expect("a bid");
    assert_eq!(bid, [rome, carthage + 8]);
    for (name, setting) in [
        ("bid-gaul", Setting::Number(8)),
        ("bid-rome", Setting::Number(-1)),
        ("bid-rome", Setting::Switch(true)),
    ] {
        let why = enough(&[(name, setting)]).expect_err("no bid").to_string();
        assert!(why.contains(name), "{why}");
    }
}
