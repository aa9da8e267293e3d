//! `docs/rulings.md`: each ruling says for which books it holds, and names rules that there are.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const BOOKS: [&str; 3] = ["spqr", "cataphract", "alexander"];

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The numbers that a book has: rules and headings.
fn index(book: &str) -> BTreeSet<String> {
    let rules = read(&format!("tests/rules/index/{book}.tsv"));
    rules.lines().skip(1).filter_map(|line| line.split('\t').next()).map(str::to_owned).collect()
}

/// The rows of a part of the page, without its head, each by its cells.
fn rows(part: &str) -> Vec<Vec<String>> {
    let rows =
        part.lines().filter(|l| l.starts_with("| ") && !l.starts_with("| rule") && !l.starts_with("| ---"));
    rows.map(|l| l.trim().trim_matches('|').split(" | ").map(|c| c.trim().to_owned()).collect()).collect()
}

/// The numbers in a first cell, without what follows them in brackets.
fn numbers(cell: &str) -> Vec<String> {
    let words = cell.split([',', ' ']).map(|w| w.split(['[', '\\']).next().unwrap_or(w));
    words.filter(|w| w.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned).collect()
}

#[test]
fn every_ruling_says_for_which_books_it_holds() {
    let page = read("docs/rulings.md");
    let (great_battles, _) =
        page.split_once("\n## Legion and Empire").expect("the part of Legion and Empire");
    let (shared, own) = great_battles.split_once("\n## Cataphract and Alexander").expect("their own part");
    let known = index("spqr");
    let mut faults = Vec::new();
    for row in rows(shared) {
        let holds: BTreeSet<&str> = match row.get(1).map(String::as_str) {
            Some("all") => BOOKS.into(),
            Some(books) => books.split(", ").collect(),
            None => BTreeSet::new(),
        };
        if row.len() != 5 || holds.is_empty() || holds.iter().any(|b| !BOOKS.contains(b)) {
            faults.push(format!("{row:?}: rule, books, doubt, ruling, why"));
            continue;
        }
        let strange = numbers(&row[0]).into_iter().filter(|n| !known.contains(n));
        faults.extend(strange.map(|n| format!("{n}: not in SPQR")));
    }
    for row in rows(own) {
        let named = BOOKS.iter().any(|b| row[0].starts_with(b));
        if row.len() != 4 || !named {
            faults.push(format!("{row:?}: book and rule, doubt, ruling, why"));
        }
    }
    let mut seen = BTreeSet::new();
    for row in rows(great_battles).into_iter().filter(|row| !seen.insert(row.clone())) {
        faults.push(format!("{row:?}: stands twice"));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
