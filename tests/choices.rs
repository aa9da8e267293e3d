//! `docs/choices.md` says who chooses, and how: held both ways against the questions that the rules ask and
//! the orders that may be written.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use tesserarius::bot::{Duel, legion, random};
use tesserarius::effects::Question;
use tesserarius::game::{Agent, Offered};
use tesserarius::gboh::written::{KEYWORDS as GREAT_BATTLES, Prepared};
use tesserarius::ledger::{Mode, Role};
use tesserarius::legion::written::{KEYWORDS as LEGION, Unprepared};
use tesserarius::legion::{Legion, Position};
use tesserarius::orders::standing::Dialect;
use tesserarius::scenario::Library;

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The lines of the page that speak of one of the two games.
fn of(game: &str) -> String {
    let page = text("docs/choices.md");
    let parts = page.split("\n## ").skip(1).filter(|part| part.starts_with(game));
    parts.collect::<Vec<_>>().join("\n")
}

/// What is named after a word of the page: the first word within the back quotes that follow it.
fn named(page: &str, after: &str) -> BTreeSet<String> {
    let mark = format!("{after} `");
    let words = page.split(&mark).skip(1).filter_map(|rest| rest.split(['`', ' ']).next());
    words.map(str::to_owned).collect()
}

/// The windows of the questions that a room's rules open, as the source has them.
fn opened(room: &str) -> BTreeSet<String> {
    let mut files: Vec<PathBuf> = Vec::new();
    crate::rooms::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room), &mut files);
    let mut found = BTreeSet::new();
    for path in files.iter().filter(|path| path.file_name().is_none_or(|name| name != "tests.rs")) {
        let text = fs::read_to_string(path).expect("source");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for mark in ["Question::new(", "window: "] {
            let after = text.split(mark).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
            found.extend(after.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        }
    }
    found
}

/// Other words for the same order, and what a sheet says of itself.
const NO_CHOICE: &[&str] =
    &["attack", "shoot", "go", "endline", "finished", "done", "stop", "lapse", "try", "prepare"];

#[test]
fn every_question_that_the_rules_ask_stands_on_the_page_and_no_other() {
    // Its side's seat answers these by itself: there is nothing to decide.
    for (game, room, windows, by_itself) in [
        ("Great Battles", "gboh", <Prepared as Dialect>::WINDOWS, &["open-marker"][..]),
        ("Legion and Empire", "legion", <Unprepared as Dialect>::WINDOWS, &["open-order", "ambush"][..]),
    ] {
        let mut asked = opened(room);
        for window in by_itself {
            assert!(asked.remove(*window), "{game}: {window} is not asked");
        }
        assert!(asked.len() > 8, "{game}: {asked:?}");
        let known: BTreeSet<String> =
            windows.iter().filter(|w| **w != "any").map(|&w| w.to_owned()).collect();
        assert_eq!(known, asked, "{game}: the windows of standing orders, and the questions there are");
        assert_eq!(named(&of(game), "question"), asked, "{game}: the page, and the questions there are");
    }
}

#[test]
fn every_order_stands_on_the_page_and_no_other() {
    let great: (&str, &[&str], &[&str]) = ("Great Battles", &GREAT_BATTLES, NO_CHOICE);
    for (game, verbs, but) in [great, ("Legion and Empire", &LEGION, &["try"])] {
        let known: BTreeSet<String> =
            verbs.iter().filter(|verb| !but.contains(verb)).map(|&verb| verb.to_owned()).collect();
        assert!(known.len() > 20, "{game}: {known:?}");
        assert_eq!(named(&of(game), "order"), known, "{game}: the page, and the orders there are");
    }
}

/// Every choice is its player's, in both games.
#[test]
fn nothing_is_left_to_the_program() {
    let page = text("docs/choices.md");
    assert!(!page.contains("not offered"), "a choice that the program takes");
}

#[test]
fn every_choice_has_a_rule_and_a_way() {
    let index = |book: &str| -> BTreeSet<String> {
        let text = text(&format!("tests/rules/index/{book}.tsv"));
        text.lines().skip(1).filter_map(|line| Some(line.split_once('\t')?.0.to_owned())).collect()
    };
    let great = ["spqr", "cataphract", "alexander"];
    for (game, books, least) in [("Great Battles", &great[..], 90), ("Legion and Empire", &["legion"], 35)] {
        let indices: Vec<BTreeSet<String>> = books.iter().map(|book| index(book)).collect();
        let page = of(game);
        let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
        let mut count = 0;
        for row in rows.filter(|row| !row.starts_with("| spqr ") && !row.starts_with("| rule ")) {
            count += 1;
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            assert_eq!(cells.len(), books.len() + 2, "{row}");
            assert!(cells.iter().all(|cell| !cell.is_empty()), "{row}");
            let mut rules = 0;
            for (cell, known) in cells.iter().zip(&indices).filter(|(cell, _)| **cell != "-") {
                for rule in cell.split(", ") {
                    assert!(known.contains(rule), "{rule} is no rule: {row}");
                    rules += 1;
                }
            }
            assert!(rules > 0, "whose rule is it? {row}");
        }
        assert!(count >= least, "{game}: {count} rows");
    }
}

/// What the page of orders says that somebody who says nothing chooses, where it says it in a word.
fn defaults_of_the_page() -> std::collections::BTreeMap<String, &'static str> {
    let page = text("docs/orders.md");
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let window = cells.first()?.strip_prefix('`')?.strip_suffix('`')?;
        let word = match *cells.get(4)? {
            "no" | "stays" => "no",
            "yes" | "goes" => "yes",
            "none" => "none",
            _ => return None,
        };
        Some((window.to_owned(), word))
    });
    rows.collect()
}

#[test]
fn the_default_of_a_question_is_what_the_page_of_orders_says() {
    use tesserarius::bot::{Duel, random};
    use tesserarius::scenario::Library;
    use tesserarius::table::Wait;
    let page = defaults_of_the_page();
    assert!(page.len() > 10, "{page:?}");
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (nth, scenario) in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"].iter().enumerate() {
        let loaded = Library::embedded().load(scenario).expect("a skirmish");
        for seed in 0..4 {
            let mut duel: Duel<tesserarius::gboh::Gboh> =
                Duel::begin(&loaded, tesserarius::ledger::Mode::Umpire, seed + 100 * nth as u64)
                    .expect("a battle");
            let mut bots: [Box<dyn tesserarius::game::Agent<_>>; 2] =
                [Box::new(random(seed)), Box::new(random(seed + 50))];
            for _ in 0..150 {
                if let Wait::Answer { question, .. } = duel.table.wait(&duel.ledger).expect("a sound log")
                    && let Some(word) = page.get(&question.window)
                {
                    assert_eq!(question.default, *word, "{}: {}", question.id, question.text);
                    seen.insert(question.window.clone());
                }
                if !duel.step(&mut bots).expect("a step") {
                    break;
                }
            }
        }
    }
    assert!(seen.len() >= 3, "{seen:?}");
}

/// A player who does anything, and notes the careful default of every question that he is asked.
struct Noting<A>(A, Rc<RefCell<Vec<Question>>>);

impl<P, A: Agent<P>> Agent<P> for Noting<A> {
    fn answer(&mut self, position: &P, side: &Role, question: &Question) -> Option<String> {
        self.1.borrow_mut().push(question.clone());
        self.0.answer(position, side, question)
    }

    fn orders(&mut self, position: &P, side: &Role) -> Option<String> {
        self.0.orders(position, side)
    }
}

/// The questions of some battles between players who do anything.
fn asked() -> Vec<Question> {
    let (library, noted) = (Library::embedded(), Rc::new(RefCell::new(Vec::new())));
    for seed in 0..12 {
        for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"] {
            let loaded = library.load(scenario).expect("a skirmish");
            let mut duel = Duel::begin(&loaded, Mode::Umpire, seed).expect("a battle");
            let bot = |n| Box::new(Noting(random(n), Rc::clone(&noted))) as Box<dyn Agent<_>>;
            duel.fight(&mut [bot(seed), bot(seed + 100)], 6, 600).expect("fought");
        }
        let loaded = library.load_legion("legion/skirmish").expect("a skirmish");
        let begun = Position::new(Arc::clone(&loaded.setup));
        let mut duel: Duel<Legion> =
            Duel::of(&Offered::from(&loaded), begun, Mode::Umpire, seed).expect("a battle");
        let bot = |n| Box::new(Noting(legion::random(n), Rc::clone(&noted))) as Box<dyn Agent<_>>;
        duel.fight(&mut [bot(seed), bot(seed + 100)], 6, 600).expect("fought");
    }
    noted.take()
}

/// The careful defaults of the page, by window.
fn promised() -> Vec<(String, String)> {
    let page = text("docs/orders.md");
    let mut last = String::new();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [window, _, _, _, default, _, order, _] = cells.as_slice() else { return None };
        if !order.starts_with("`when ") {
            return None;
        }
        if *default != "the same" {
            last = (*default).to_owned();
        }
        Some((window.trim_end_matches('`').to_owned(), last.clone()))
    });
    rows.collect()
}

/// Whether the default of a menu is what these words of the page promise; nothing when they promise what
/// only the rules can tell.
fn keeps(promise: &str, question: &Question) -> Option<bool> {
    let (default, first) = (question.default.as_str(), question.choices.first());
    let fact = |name: &str| question.facts.iter().find(|f| f.name == name).map(|f| f.value.as_str());
    Some(match promise {
        "no" | "none" | "yes" => default == promise,
        "as it was" | "stays" => default == "no",
        "goes" => default == "yes",
        "fires with full supply" => (default == "no") == (fact("own.supply") != Some("full")),
        "the first" => first.is_some_and(|first| first.key == default),
        "fire; of a pursuer shock" => default.starts_with("fire") || default.starts_with("shock"),
        _ => return None,
    })
}

#[test]
fn the_careful_default_of_a_menu_is_what_the_page_says() {
    let promised = promised();
    assert!(promised.len() > 45, "{} rows", promised.len());
    let (mut held, mut windows) = (0, BTreeSet::new());
    for question in asked() {
        let Some((window, promise)) = promised.iter().find(|(window, _)| *window == question.window) else {
            continue;
        };
        if let Some(kept) = keeps(promise, &question) {
            assert!(kept, "{window}: the page says `{promise}`\n{question:#?}");
            windows.insert(window);
            held += 1;
        }
    }
    assert!(held > 150 && windows.len() > 6, "{held} questions, {windows:?}");
}
