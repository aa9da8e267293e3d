//! What the ladder holds to.

pub mod made;
mod tournament;

use super::{Counted, Kept, Ladder, Paper, Pile, Statutes};
use made::{Battle, End, battle, player};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use tess_scenario::Library;

fn pile(archives: Vec<Vec<u8>>) -> Pile {
    let papers = archives
        .into_iter()
        .enumerate()
        .map(|(i, bytes)| Paper::Bytes { name: format!("{i}.tess"), bytes })
        .collect();
    Pile::verify(papers, &Library::embedded(), &mut Kept::nothing(), &mut |_, _| {}).expect("a pile")
}

fn statutes(text: &str) -> Statutes {
    toml::from_str(text).expect("a league's file")
}

fn told(archives: Vec<Vec<u8>>, file: &str) -> (String, Counted) {
    let statutes = statutes(file);
    let counted = Counted::of(pile(archives), &statutes);
    (Ladder::of(&counted, &statutes).text(&counted, &statutes), counted)
}

/// Glickman's own example: 1500 +-200 (deviation) beats 1400, loses to 1550 and 1700.
#[test]
fn the_example_of_glickmans_paper_comes_out() {
    let r = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
    let results = [
        (r(1400.0, 30.0), Outcomes::WIN),
        (r(1550.0, 100.0), Outcomes::LOSS),
        (r(1700.0, 300.0), Outcomes::LOSS),
    ];
    let config = Glicko2Config { tau: 0.5, ..Glicko2Config::default() };
    let after = glicko2_rating_period(&r(1500.0, 200.0), &results, &config);
    assert!((after.rating - 1464.06).abs() < 0.05, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.05, "{after:?}");
    assert!((after.volatility - 0.05999).abs() < 0.0001, "{after:?}");
}

#[test]
fn who_wins_climbs_and_every_number_leads_to_its_battles() {
    let (anna, bert, cleo) = (player("Anna", 1), player("Bert", 2), player("Cleo", 3));
    let archives = vec![
        battle(&bert, &cleo, "2026-02-03", End::Draw, 2),
        battle(&anna, &bert, "2026-01-02", End::First, 1),
        battle(&cleo, &anna, "2026-04-09", End::Second, 3),
        battle(&anna, &cleo, "2026-04-09", End::Never, 4),
    ];
    let (text, counted) = told(archives.clone(), "");
    let row = |name: &str| text.lines().position(|l| l.ends_with(name)).unwrap_or_else(|| panic!("{text}"));
    assert!(row("Anna") < row("Bert") && row("Bert") < row("Cleo"), "{text}");
    assert!(text.contains("1 not over yet"), "{text}");
    let ladder = Ladder::of(&counted, &Statutes::default());
    let why = ladder.why(counted.called("anna").expect("she"), &counted);
    assert!(why.contains("1.0 of 0.50 expected, spqr/skirmish as rome against Bert"), "{why}");
    assert!(why.contains("1.tess") && why.contains("2.tess") && !why.contains("0.tess"), "{why}");
    assert_eq!(ladder.books[0].periods.len(), 3);
    let idle = &ladder.books[0].standings.iter().find(|s| s.name == "Bert").expect("he");
    assert!(idle.now.deviation > idle.steps.last().expect("a step").after.deviation, "two months idle");
    let mut turned = archives;
    turned.reverse();
    let again = told(turned, "").0;
    assert_eq!(again.split("Glicko").next(), text.split("Glicko").next(), "in whatever order they lie");
}

#[test]
fn the_leagues_file_says_what_counts() {
    let (anna, bert) = (player("Anna", 1), player("Bert", 2));
    let mut bot = player("Engine", 3);
    bot.name = "Engine".to_owned();
    let archives = || {
        vec![
            battle(&anna, &bert, "2026-01-02", End::First, 1),
            battle(&anna, &bert, "2026-02-02", End::First, 2),
            battle(&anna, &bot, "2026-03-02", End::First, 3),
        ]
    };
    let key = bot.key.public();
    let bots = format!("[[player]]\nname = \"Engine\"\nkeys = [\"{key}\"]\nbot = true\n");
    let (text, counted) = told(archives(), &bots);
    assert!(counted.fought.len() == 2 && text.contains("is a bot, which the league leaves out"), "{text}");
    let (_, counted) = told(archives(), &format!("bots = \"count\"\n{bots}"));
    assert_eq!(counted.fought.len(), 3);
    let (text, counted) = told(archives(), "resignations = \"leave-out\"");
    assert!(counted.fought.is_empty() && text.contains("ended by resignation, which the league"), "{text}");
    let game = counted.shown[0].sound.record.game.clone();
    let (text, counted) = told(archives(), &format!("[[void]]\ngame = \"{game}\"\nwhy = \"wrong map\""));
    assert!(counted.fought.len() == 2 && text.contains("void: wrong map"), "{text}");
    assert_eq!(told(archives(), "least-actions = 1").1.fought.len(), 0);
    assert_eq!(told(archives(), "since = \"2026-02-01\"\nuntil = \"2026-03-01\"").1.fought.len(), 1);
    assert_eq!(told(archives(), "scenarios = [\"spqr/zama-202bc\"]").1.fought.len(), 0);
    assert_eq!(told(archives(), "members-only = true").1.fought.len(), 0);
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("league.toml");
    std::fs::write(&path, "name = \"x\"\nperiods = 3\n").expect("written");
    let why = Statutes::read(&path).expect_err("no such word").to_string();
    assert!(why.contains("line 2") && why.contains("periods"), "{why}");
    std::fs::write(&path, "period = 0\n").expect("written");
    assert!(Statutes::read(&path).expect_err("no days").to_string().contains("1 to 3660 days"));
}

#[test]
fn a_new_key_is_the_same_person_and_a_substitute_is_another_who_must_have_signed() {
    let (anna, bert, cleo) = (player("Anna", 1), player("Bert", 2), player("Cleo", 3));
    let mut renewed = Battle::of(&anna, &bert, "spqr/skirmish", "2026-01-02", 1);
    renewed.rekey(0, &player("", 9).key);
    renewed.end(End::First);
    let mut late = player("Anna B", 9);
    late.name = "Anna B".to_owned();
    let second = battle(&late, &cleo, "2026-01-05", End::First, 2);
    let (text, counted) = told(vec![renewed.bytes(), second], "");
    assert_eq!(counted.persons.iter().count(), 3, "{text}");
    assert!(text.lines().any(|l| l.contains("    2     0    0") && l.ends_with("Anna B")), "{text}");

    // somebody who is named as substitute and never says a word has no part in it
    let mut foisted = Battle::of(&anna, &bert, "spqr/skirmish", "2026-01-02", 1);
    foisted.hand_over(0, &cleo, 77);
    foisted.keys[0] = cleo.key.clone();
    let unsigned = {
        foisted.end(End::First);
        foisted.bytes()
    };
    let (_, counted) = told(vec![unsigned], "");
    assert_eq!(counted.persons.get(counted.fought[0].who[0]).name, "Anna");
    let mut taken = Battle::of(&anna, &bert, "spqr/skirmish", "2026-01-02", 1);
    taken.hand_over(0, &cleo, 77);
    taken.end(End::Second);
    let (_, counted) = told(vec![taken.bytes()], "");
    assert_eq!(counted.persons.get(counted.fought[0].who[0]).name, "Cleo");
    assert_eq!(told(vec![taken.bytes()], "handovers = \"nobody\"").1.fought.len(), 0);
    let (_, counted) = told(vec![taken.bytes()], "handovers = \"first\"");
    assert_eq!(counted.persons.get(counted.fought[0].who[0]).name, "Anna");
}

#[test]
fn what_does_not_hold_is_named_and_a_game_counts_once() {
    let (anna, bert) = (player("Anna", 1), player("Bert", 2));
    let whole = battle(&anna, &bert, "2026-01-02", End::First, 1);
    let mut forged = battle(&anna, &bert, "2026-01-03", End::First, 2);
    let at = forged.len() - 40;
    forged[at] ^= 1;
    let lines: Vec<&[u8]> = whole.split_inclusive(|b| *b == b'\n').collect();
    let short = lines[..2].concat();
    let (text, counted) = told(vec![whole.clone(), forged, short, whole], "");
    assert_eq!(counted.fought.len(), 1, "{text}");
    assert!(text.contains("- 1.tess: does not verify: "), "{text}");
    assert!(!text.contains("signed twice"), "{text}");
    // the same battle with two ends
    let one = battle(&anna, &bert, "2026-01-02", End::First, 1);
    let other = battle(&anna, &bert, "2026-01-02", End::Second, 1);
    let (text, counted) = told(vec![one, other], "");
    assert!(counted.fought.is_empty() && text.contains("signed twice"), "{text}");
}

#[test]
fn what_was_kept_is_a_speed_up_and_nothing_else() {
    let (anna, bert) = (player("Anna", 1), player("Bert", 2));
    let dir = tempfile::tempdir().expect("a folder");
    let cache = dir.path().join("kept.jsonl");
    std::fs::create_dir(dir.path().join("below")).expect("a folder");
    for n in 0..4 {
        let end = if n % 2 == 0 { End::First } else { End::Draw };
        let file = dir.path().join(format!("below/{n}.tess"));
        std::fs::write(file, battle(&anna, &bert, "2026-01-02", end, n)).expect("written");
    }
    let read = |kept: &mut Kept| {
        let papers = Pile::papers(dir.path()).expect("a folder");
        Pile::verify(papers, &Library::embedded(), kept, &mut |_, _| {}).expect("a pile")
    };
    let plain = read(&mut Kept::nothing());
    assert_eq!(plain.sound.len(), 4);
    assert_eq!(read(&mut Kept::open(&cache).expect("kept")), plain);
    // cut off in a line, and once more
    let text = std::fs::read_to_string(&cache).expect("kept");
    assert_eq!(text.lines().count(), 4);
    std::fs::write(&cache, &text[..text.len() - 30]).expect("written");
    assert_eq!(read(&mut Kept::open(&cache).expect("kept")), plain);
    assert_eq!(read(&mut Kept::open(&cache).expect("kept")), plain);
    // what has changed is verified anew
    let file = dir.path().join("below/2.tess");
    let mut bytes = std::fs::read(&file).expect("an archive");
    let at = bytes.len() - 40;
    bytes[at] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    let found = read(&mut Kept::open(&cache).expect("kept"));
    assert_eq!(found.sound.len(), 3);
    assert_eq!(found.unsound[0].0, "below/2.tess");
}
