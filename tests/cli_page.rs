//! Pages that the program writes itself: docs/cli.md, where a changed flag must change the page, and
//! docs/scenarios/cannae-turn.md, a turn of Cannae as the report tells it.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tesserarius::bot::sensible;
use tesserarius::bot::skirmish::fight_watched;
use tesserarius::effects::{Duty, Game};
use tesserarius::gboh::piece::BySide;
use tesserarius::gboh::rout::rout_points;
use tesserarius::gboh::{Gboh, Happening, Position, Side};
use tesserarius::ledger::Id;
use tesserarius::report::{Context, report};
use tesserarius::scenario::Library;
use tesserarius::table::{Chapter, Close, Halt};

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
sides, dice from a fixed seed), as the report tells it. Somebody who knows the rules should be able to follow it without
the program: at each event what was ordered in a line, then a row for each move, checks and combats with their dice and the
numbers of rules; what comes over and over is explained once, under \"In short\". In a battle by mail each report tells only
what is new to its reader; `tess report --full` gives the sheets as they were sent, every happening a sentence of its own,
and every question with its answer.

The page is made by the program; `TESS_BLESS=1 cargo test --test cli_page` makes it anew.

";

#[test]
fn the_turn_of_cannae_is_as_the_program_tells_it() {
    let loaded = Library::embedded().load("spqr/cannae-216bc").expect("the scenario of the program");
    let (mut punic, mut roman) = (sensible(2 * SEED), sensible(2 * SEED + 1));
    let mut last = Position::new(Arc::clone(&loaded.setup));
    let mut chapters: Vec<Chapter<Happening>> = Vec::new();
    let mut sheets = 0;
    let fought = fight_watched(&loaded.setup, [&mut punic, &mut roman], SEED, TURN, |sheet, run| {
        sheets += 1;
        if last.turn == TURN {
            let Halt::Closed(close) = &run.halt else { panic!("an action that is not over: {:?}", run.halt) };
            chapters.push(Chapter {
                action: Id([0; 32]),
                seq: sheets,
                last: sheets,
                side: whose_turn(&last).parse().expect("a role"),
                sheet: sheet.to_owned(),
                record: run.record.clone(),
                close: Close::clone(close),
            });
        }
        if last.turn <= TURN {
            last = run.position.clone();
        }
    });
    assert_eq!(fought.stuck, None);
    assert!(chapters.len() > 10 && last.turn == TURN + 1, "{} sheets, turn {}", chapters.len(), last.turn);
    let points = BySide(Side::BOTH.map(|side| rout_points(&last, side)));
    let text = report(&Context {
        full: false,
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

/// The side whose orders are due.
fn whose_turn(pos: &Position) -> String {
    match Gboh::duty(pos) {
        Duty::Orders(deed) => deed.side,
        Duty::Over(_) => String::new(),
    }
}
