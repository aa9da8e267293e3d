//! Whole battles over a signed log: random bots, three modes, and every replay equal to the first run.
//!
//! `TESS_BATTLES=1000` fights more of them.

use tesserarius::bot::{Duel, random, sensible};
use tesserarius::game::{Agent, Bulletin, Playable as _, Style};
use tesserarius::gboh::{Gboh, Position};
use tesserarius::ledger::{Checks, Ledger, Mode, Role, read_lines};
use tesserarius::report::refusal::Told;
use tesserarius::scenario::Library;
use tesserarius::table::{Table, Wait};

const MODES: [Mode; 3] = [Mode::Umpire, Mode::Direct, Mode::Both];
/// A battle that is not over by then is long enough to have shown what it can.
const LAST_TURN: u16 = 30;

fn battles() -> u64 {
    std::env::var("TESS_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

fn bots(seed: u64) -> [Box<dyn Agent<Position>>; 2] {
    [Box::new(random(2 * seed)), Box::new(random(2 * seed + 1))]
}

/// The log again, from its bytes, through a second table.
fn replay(duel: &mut Duel, name: &str, quiet: bool) {
    let archive = duel.archive();
    let lines = read_lines(archive.as_bytes()).expect("whole lines");
    let checks = if quiet { Checks::Batch } else { Checks::Strict };
    let ledger = Ledger::verify_all(lines, checks).unwrap_or_else(|e| panic!("{name}: {e}"));
    let table: Table<Gboh> = Table::new(duel.begun.clone());
    let mut table = if quiet { table.quiet() } else { table };
    table.follow(&ledger).unwrap_or_else(|e| panic!("{name}: {e}"));
    let state = table.state(&ledger).expect("a state");
    assert_eq!(state, duel.table.state(&duel.ledger).expect("a state"), "{name}: another state");
    assert_eq!(
        table.wait(&ledger).expect("a wait"),
        duel.table.wait(&duel.ledger).expect("a wait"),
        "{name}: waits for something else"
    );
}

#[test]
fn random_battles_end_or_grow_long_and_replay_to_the_same_state() {
    let library = Library::embedded();
    let loaded = library.load("spqr/skirmish").expect("the skirmish");
    let (mut over, mut events) = (0, 0);
    for seed in 0..battles() {
        let mode = MODES[(seed % 3) as usize];
        let name = format!("seed {seed}, {mode:?}");
        let mut duel = Duel::begin(&loaded, mode, seed).unwrap_or_else(|e| panic!("{name}: {e}"));
        duel.fight(&mut bots(seed), LAST_TURN, 3000).unwrap_or_else(|e| panic!("{name}: {e}"));
        let wait = duel.table.wait(&duel.ledger).unwrap_or_else(|e| panic!("{name}: {e}"));
        let ended = matches!(wait, Wait::Over(_));
        assert!(
            ended || duel.table.position().turn > LAST_TURN || duel.ledger.next_seq() >= 3000,
            "{name}: a dead end in turn {}: {wait:?}",
            duel.table.position().turn
        );
        over += u32::from(ended);
        events += duel.ledger.next_seq();
        replay(&mut duel, &name, seed % 2 == 0);
    }
    println!("{over} of {} battles came to an end, {events} events", battles());
}

/// Reports in between change nothing: the same seed gives the same bytes.
#[test]
fn reports_in_between_change_no_byte() {
    let library = Library::embedded();
    let loaded = library.load("spqr/skirmish").expect("the skirmish");
    for (seed, mode) in [(1, Mode::Umpire), (2, Mode::Direct), (3, Mode::Both)] {
        let mut plain = Duel::begin(&loaded, mode, seed).expect("a battle");
        plain.fight(&mut bots(seed), LAST_TURN, 150).expect("fought");
        let mut reported = Duel::begin(&loaded, mode, seed).expect("a battle");
        let mut agents = bots(seed);
        while reported.ledger.next_seq() < 150 {
            if !reported.step(&mut agents).expect("a step") {
                break;
            }
            let text = report(&mut reported);
            assert!(text.lines().all(|l| l.len() <= 78 && l.is_ascii()), "{text}");
        }
        assert!(plain.archive() == reported.archive(), "{mode:?}: the archives differ");
    }
}

fn report(duel: &mut Duel) -> String {
    let wait = duel.table.wait(&duel.ledger).expect("a wait");
    let wait = wait.worded(&Told::<Gboh>(duel.table.position()));
    let reader: Role = duel.ledger.sides().next().expect("a side").clone();
    let mut chapters = duel.table.chapters().to_vec();
    let mut position = duel.table.position().clone();
    if let Some((chapter, view)) = duel.table.in_hand() {
        chapters.push(chapter);
        position = view;
    }
    let last = chapters.len().saturating_sub(2);
    Gboh::report(&Bulletin {
        ledger: &duel.ledger,
        position: &position,
        chapters: &chapters[last..],
        wait: &wait,
        reader: &reader,
        due: None,
        notices: &[],
        style: Style { whole: true, ..Style::default() },
    })
}

/// Sensible bots fight the battles of history to the withdrawal of an army, and the replay ends the same.
#[test]
fn the_fields_come_to_an_end() {
    let library = Library::embedded();
    let fields = ["spqr/bagradas-255bc", "spqr/cannae-216bc", "spqr/zama-202bc"];
    for (seed, (name, mode)) in (1..).zip(fields.into_iter().zip(MODES)) {
        let loaded = library.load(name).expect("the field");
        let mut duel = Duel::begin(&loaded, mode, seed).expect("a battle");
        let mut agents: [Box<dyn Agent<Position>>; 2] =
            [Box::new(sensible(2 * seed)), Box::new(sensible(2 * seed + 1))];
        duel.fight(&mut agents, LAST_TURN, 8000).expect("fought");
        let wait = duel.table.wait(&duel.ledger).expect("a wait");
        assert!(matches!(wait, Wait::Over(_)), "{name}, turn {}: {wait:?}", duel.table.position().turn);
        replay(&mut duel, name, true);
    }
}

/// The skirmishes of the other books: random bots meet no dead end, sensible ones bring them to an end.
#[test]
fn the_other_books_are_played_too() {
    let library = Library::embedded();
    for scenario in ["alexander/skirmish", "cataphract/skirmish"] {
        let loaded = library.load(scenario).expect("a skirmish");
        for seed in 0..battles().min(6) {
            let name = format!("{scenario}, seed {seed}");
            let mut duel = Duel::begin(&loaded, MODES[(seed % 3) as usize], seed).expect("a battle");
            duel.fight(&mut bots(seed), LAST_TURN, 1500).unwrap_or_else(|e| panic!("{name}: {e}"));
            let wait = duel.table.wait(&duel.ledger).unwrap_or_else(|e| panic!("{name}: {e}"));
            let turn = duel.table.position().turn;
            let long = turn > LAST_TURN || duel.ledger.next_seq() >= 1500;
            assert!(long || matches!(wait, Wait::Over(_)), "{name}: a dead end in turn {turn}: {wait:?}");
            replay(&mut duel, &name, seed % 2 == 0);
        }
        let mut duel = Duel::begin(&loaded, Mode::Umpire, 1).expect("a battle");
        let mut agents: [Box<dyn Agent<Position>>; 2] = [Box::new(sensible(1)), Box::new(sensible(2))];
        duel.fight(&mut agents, LAST_TURN, 8000).expect("fought");
        let wait = duel.table.wait(&duel.ledger).expect("a wait");
        assert!(matches!(wait, Wait::Over(_)), "{scenario}: {wait:?}");
    }
}

/// Champions meet, an army without discipline loses its spirit: random bots come through it, and every
/// replay is equal.
#[test]
fn armies_without_discipline_and_champions_are_played() {
    let room = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(room.path().join("cataphract")).expect("a folder");
    let plain = include_str!("../scenarios/cataphract/skirmish.toml");
    assert!(plain.contains("[special]\n"), "the skirmish has changed");
    let wild = "[special]\nundisciplined = [\"persia\", \"byzantium\"]\n";
    let text = plain.replace("[special]\n", wild)
        + "\n[[champion]]\nside = \"byzantium\"\nname = \"Andreas\"\nfight = 4\nstamina = 3\nsource = \"ours\"\n\
           [[champion]]\nside = \"persia\"\nname = \"a rider\"\nfight = 2\nstamina = 4\nsource = \"ours\"\n";
    std::fs::write(room.path().join("cataphract/wild.toml"), text).expect("written");
    let library = Library::with_dir(room.path());
    let loaded = library.load("cataphract/wild").unwrap_or_else(|e| panic!("{e:?}"));
    let mut lost = 0;
    for seed in 0..battles().min(9) {
        let name = format!("seed {seed}");
        let mut duel = Duel::begin(&loaded, MODES[(seed % 3) as usize], seed).expect("a battle");
        let mut agents = if seed < 3 {
            [Box::new(sensible(2 * seed)) as Box<dyn Agent<Position>>, Box::new(sensible(2 * seed + 1))]
        } else {
            bots(seed)
        };
        duel.fight(&mut agents, LAST_TURN, 1500).unwrap_or_else(|e| panic!("{name}: {e}"));
        let course = &duel.table.position().course;
        assert!(course.champion.is_some(), "{name}: no champion has won");
        lost += course.spirit_lost.iter().filter(|l| **l).count();
        replay(&mut duel, &name, seed % 2 == 0);
    }
    assert!(lost > 0, "nobody ever lost his spirit");
}
