//! `docs/legion-reading.md`: every statement of Legion and Empire, where it is done, and its case.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Whose a statement is that is no rule for a program, or how it is done without a function of its own.
const OTHERS: [&str; 5] = ["players", "umpire", "data", "ruling", "no order"];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The rules of the index, in the order of the book.
fn index() -> Vec<String> {
    let index = read("tests/rules/index/legion.tsv");
    index.lines().skip(1).filter_map(|line| line.split('\t').next().map(str::to_owned)).collect()
}

/// A row of the page.
struct Row {
    id: String,
    letter: Option<char>,
    place: String,
    cases: Vec<String>,
}

fn rows() -> Vec<Row> {
    let page = read("docs/legion-reading.md");
    let lines =
        page.lines().filter(|l| l.starts_with("| ") && !l.starts_with("| id ") && !l.starts_with("| --- "));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim().trim_matches('|').split(" | ").map(str::trim).collect();
        let [id, statement, place, cases] = cells[..] else { panic!("not four cells: {line}") };
        assert!(!statement.is_empty(), "{line}");
        let (id, letter) = id.split_once(' ').map_or((id, None), |(id, letter)| (id, letter.chars().next()));
        Row { id: id.to_owned(), letter, place: place.to_owned(), cases: quoted(cases) }
    };
    lines.map(row).collect()
}

/// The words between backquotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Is there such a function in such a file?
fn is_function(file: &str, name: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let text =
        fs::read_to_string(root.join("legion").join(file)).or_else(|_| fs::read_to_string(root.join(file)));
    text.is_ok_and(|text| text.contains(&format!("fn {name}(")) || text.contains(&format!("fn {name}<")))
}

#[test]
fn every_rule_of_the_book_has_its_rows() {
    let rows = rows();
    let known: BTreeSet<String> = index().into_iter().collect();
    let found: BTreeSet<String> = rows.iter().map(|row| row.id.clone()).collect();
    assert!(known.is_subset(&found), "without a row: {:?}", known.difference(&found).collect::<Vec<_>>());
    assert!(found.is_subset(&known), "not in the index: {:?}", found.difference(&known).collect::<Vec<_>>());
    for id in &found {
        let mut letters: Vec<Option<char>> =
            rows.iter().filter(|row| row.id == *id).map(|row| row.letter).collect();
        letters.sort_unstable();
        let wanted: Vec<Option<char>> = match letters.len() {
            1 => vec![None],
            count => ('a'..='z').take(count).map(Some).collect(),
        };
        assert_eq!(letters, wanted, "{id}: a letter for each of several statements");
    }
}

#[test]
fn every_row_says_where_it_is_done_and_names_its_case() {
    let mut faults = Vec::new();
    for row in rows() {
        let name = format!("{} {}", row.id, row.letter.unwrap_or(' '));
        let words = quoted(&row.place);
        let elsewhere = OTHERS.iter().any(|other| row.place.starts_with(other));
        if !elsewhere && (words.is_empty() || !words.len().is_multiple_of(2)) {
            faults.push(format!("{name}: neither file and function nor whose it is: {}", row.place));
        }
        for pair in words.chunks_exact(2).filter(|_| !elsewhere) {
            if !is_function(&pair[0], &pair[1]) {
                faults.push(format!("{name}: no function {} in {}", pair[1], pair[0]));
            }
        }
        if row.cases.is_empty() && !elsewhere {
            faults.push(format!("{name}: no case"));
        }
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/legion");
        faults.extend(
            row.cases.iter().filter(|c| !dir.join(c).exists()).map(|c| format!("{name}: no case {c}")),
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_case_stands_in_a_row() {
    let named: BTreeSet<String> = rows().into_iter().flat_map(|row| row.cases).collect();
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/legion");
    let all = fs::read_dir(dir).expect("the cases");
    let all: Vec<String> =
        all.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    let missing: Vec<&String> = all.iter().filter(|c| !named.contains(*c)).collect();
    assert!(missing.is_empty(), "in no row: {missing:?}");
}
