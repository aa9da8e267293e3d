//! Pages that the program writes itself: docs/cli.md, where a changed flag must change the page, and in
//! docs/scenarios/ cannae-turn.md and legion-skirmish-turn.md, turns of battles as the report tells them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tesserarius::bot::skirmish::{fight_watched, play};
use tesserarius::bot::{legion, sensible};
use tesserarius::effects::{Duty, Game};
use tesserarius::gboh::piece::BySide;
use tesserarius::gboh::rout::rout_points;
use tesserarius::gboh::{Gboh, Happening, Position, Refusal, Side};
use tesserarius::ledger::Id;
use tesserarius::legion::Legion;
use tesserarius::report::{self, Context, report};
use tesserarius::scenario::Library;
use tesserarius::table::{Chapter, Close, Halt, Run};

/// Compares a page with what the program writes, or writes it.
fn is_as(file: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("TESS_BLESS").is_some() {
        fs::write(&path, page).expect("docs can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page, "{file} is not what the program says; TESS_BLESS=1 writes it anew");
}

#[test]
fn the_page_of_the_command_line_is_the_programs_own() {
    let page = tesserarius::cli::page();
    is_as("docs/cli.md", &page);
    assert!(page.lines().filter(|l| !l.starts_with('|')).all(|l| l.chars().count() <= 120));
}

/// The seed of the battle on the page, and the turn that it shows.
const SEED: u64 = 7;
const TURN: u16 = 2;

const HEAD: &str = "# A turn of Cannae

The whole second turn of a battle between two of the program's own players (`spqr/cannae-216bc`, the sensible bot on both
sides, dice from a fixed seed), as the report tells it: first what it has come to, then action by action who moved, shot,
charged and gave way on which part of the field, with dice and the numbers of rules in brackets. In a battle by mail each
report tells only what is new to its reader, and left, centre and right are those of his own front.

There are two more voices. `tess report --notation` tells the same in short, with every number of every check and combat, for
whoever checks it; `tess report --full` gives the sheets as they were sent, every happening a sentence of its own, and every
question with its answer. `voice = \"notation\"` in a seat's `seat.toml` makes it the voice of that seat and of its mails.

The page is made by the program; `TESS_BLESS=1 cargo test --test house cli_page` makes it anew.

";

#[test]
fn the_turn_of_cannae_is_as_the_program_tells_it() {
    let loaded = Library::embedded().load("spqr/cannae-216bc").expect("the scenario of the program");
    let (mut punic, mut roman) = (sensible(2 * SEED), sensible(2 * SEED + 1));
    let mut last = Position::new(Arc::clone(&loaded.setup));
    let mut chapters: Vec<Chapter<Happening, Refusal>> = Vec::new();
    let mut sheets = 0;
    let fought = fight_watched(&loaded.setup, [&mut punic, &mut roman], SEED, TURN, |sheet, run| {
        sheets += 1;
        if last.turn == TURN {
            chapters.push(chapter::<Gboh>(&last, (sheets, sheet), run));
        }
        if last.turn <= TURN {
            last = run.position.clone();
        }
    });
    assert_eq!(fought.stuck, None);
    assert!(chapters.len() > 10 && last.turn == TURN + 1, "{} sheets, turn {}", chapters.len(), last.turn);
    let points = BySide(Side::BOTH.map(|side| rout_points(&last, side)));
    let text = report(&Context {
        style: report::Style { whole: true, ..Default::default() },
        notices: &[],
        position: &last,
        chapters: &chapters,
        wait: None,
        head: None,
        links: &[],
        viewer: None,
        deadline: None,
        points,
    });
    assert!(text.lines().all(|l| l.len() <= 78 && l.is_ascii()));
    is_as("docs/scenarios/cannae-turn.md", &format!("{HEAD}```text\n{text}```\n"));
}

/// What the report is to tell of an action, from the position before it.
fn chapter<G: Game>(
    before: &G::Position,
    (seq, sheet): (u64, &str),
    run: &Run<G>,
) -> Chapter<G::Happening, G::Refusal> {
    let Halt::Closed(close) = &run.halt else { panic!("an action that is not over") };
    let Duty::Orders(deed) = G::duty(before) else { panic!("the battle was over") };
    Chapter {
        action: Id([0; 32]),
        seq,
        last: seq,
        side: deed.side.parse().expect("a role"),
        sheet: sheet.to_owned(),
        record: run.record.clone(),
        close: Close::clone(close),
    }
}

/// The seed of the battle on the page of Legion and Empire; it shows the same turn.
const LEGION_SEED: u64 = 1;

const LEGION_HEAD: &str = "# A turn of Legion and Empire

The whole second turn of a battle between two of the program's own players (`legion/skirmish`, the sensible bot on both
sides, dice from a fixed seed), as the report tells it: the orders are given face down and opened together, the Commands
act in the order of their initiative, then both sides rally. What happened is told by place, with dice and the names of
rules ([conformance.md](../conformance.md) lists them) in brackets. In a battle by mail each report tells only what is new to
its reader; `tess report --notation` has a sentence for everything, and `tess report --full` shows the sheets as well.

The page is made by the program; `TESS_BLESS=1 cargo test --test house cli_page` makes it anew.

";

#[test]
fn the_turn_of_legion_and_empire_is_as_the_program_tells_it() {
    let loaded = Library::embedded().load_legion("legion/skirmish").expect("the scenario of the program");
    let (mut a, mut b) = (legion::sensible(2 * LEGION_SEED), legion::sensible(2 * LEGION_SEED + 1));
    let begun = tesserarius::legion::Position::new(Arc::clone(&loaded.setup));
    let mut last = begun.clone();
    let (mut chapters, mut sheets) = (Vec::new(), 0);
    let mut watch = |sheet: &str, run: &Run<Legion>| {
        sheets += 1;
        if last.turn == TURN {
            chapters.push(chapter::<Legion>(&last, (sheets, sheet), run));
        }
        if last.turn <= TURN {
            last = run.position.clone();
        }
    };
    let fought = play::<Legion>(begun, [&mut a, &mut b], LEGION_SEED, TURN, Some(&mut watch));
    assert_eq!(fought.stuck, None);
    assert!(chapters.len() > 5 && last.turn == TURN + 1, "{} sheets, turn {}", chapters.len(), last.turn);
    let text = report::legion::report(&report::legion::Context {
        position: &last,
        chapters: &chapters,
        wait: None,
        head: None,
        links: &[],
        style: report::Style { whole: true, ..Default::default() },
        notices: &[],
        viewer: None,
        deadline: None,
    });
    assert!(text.lines().all(|l| l.len() <= 78 && l.is_ascii()));
    is_as("docs/scenarios/legion-skirmish-turn.md", &format!("{LEGION_HEAD}```text\n{text}```\n"));
}
