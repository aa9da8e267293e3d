//! `docs/choices.md` against the program: every order and every window of a question stands there with the
//! rule that gives the choice, and nothing stands there that the program does not know.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tesserarius::gboh::written::{KEYWORDS as GREAT_BATTLES, Prepared};
use tesserarius::legion::written::{KEYWORDS as LEGION, Unprepared};
use tesserarius::orders::standing::Dialect;

/// Words of a sheet by which nothing of a rule is chosen: they say when a sheet stops or what is prepared, or
/// are other words for an order.
const NO_CHOICE: [&str; 12] = [
    "stop",
    "prepare",
    "lapse",
    "try",
    "attack",
    "shoot",
    "endline",
    "go",
    "finished",
    "done",
    "otherwise",
    "fight",
];

/// A row of the page: the rule and the book it is of, and what stands in backticks in its last cell.
struct Row {
    book: String,
    rule: String,
    how: String,
    named: Vec<String>,
}

fn rows(part: &str, book: &str) -> Vec<Row> {
    let cells =
        part.lines().filter(|l| l.starts_with("| ") && !l.starts_with("| rule") && !l.starts_with("| ---"));
    cells
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 3, "{line}");
            let (book, rule) = cells[0].split_once(' ').unwrap_or((book, cells[0]));
            let named = cells[2].split('`').skip(1).step_by(2);
            let named = named.map(|word| word.split(' ').next().unwrap_or(word).to_owned()).collect();
            Row { book: book.into(), rule: rule.into(), how: cells[2].into(), named }
        })
        .collect()
}

fn index(book: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/rules/index/{book}.tsv"));
    let text = fs::read_to_string(path).expect("the index of a book");
    text.lines().skip(1).filter_map(|line| Some(line.split_once('\t')?.0.to_owned())).collect()
}

/// One game's part of the page.
fn hold(part: &str, book: &str, keywords: &[&str], windows: &[&str]) {
    let (asked, left) = part.split_once("### Left to the program").unwrap_or((part, ""));
    let rows = rows(asked, book);
    for row in &rows {
        let Row { book, rule, how, named } = row;
        assert!(index(book).contains(rule), "{book} has no rule {rule}");
        assert!(!named.is_empty(), "{book} {rule}: by which order or question?");
        for word in named {
            let known =
                keywords.contains(&word.as_str()) || windows.contains(&word.as_str()) || word == "tess";
            assert!(known, "{book} {rule}: `{word}` is no order and no window");
        }
        if let Some((_, asked)) = how.split_once("asked: `") {
            let window = asked.split('`').next().unwrap_or_default();
            assert!(windows.contains(&window), "{book} {rule}: nothing is asked by the window `{window}`");
        }
    }
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| row.named.iter().map(String::as_str)).collect();
    for word in keywords.iter().filter(|word| !NO_CHOICE.contains(word)) {
        assert!(named.contains(word), "no rule on the page gives the order `{word}`");
    }
    for window in windows.iter().filter(|window| **window != "any") {
        assert!(named.contains(window), "no rule on the page opens the window `{window}`");
    }
    // What is left to the program has its reason, and does not grow unseen.
    assert!(left.matches("\n| ").count() <= 4, "more is left to the program than was");
}

#[test]
fn every_choice_of_the_books_has_its_order_or_its_question() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/choices.md");
    let page = fs::read_to_string(path).expect("docs/choices.md");
    let (_, games) = page.split_once("## Great Battles of History").expect("a part for Great Battles");
    let (great_battles, legion) =
        games.split_once("## Legion and Empire").expect("a part for Legion and Empire");
    hold(great_battles, "spqr", &GREAT_BATTLES, <Prepared as Dialect>::WINDOWS);
    hold(legion, "legion", &LEGION, <Unprepared as Dialect>::WINDOWS);
}
