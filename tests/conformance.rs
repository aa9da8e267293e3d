//! Which numbered rules of the books have a case: no unknown number is cited, `docs/conformance.md` lists
//! every rule without one, and no book's number ever falls. `TESS_BLESS=1` writes the page anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tesserarius::lab::Case;

/// The books: their folder of cases and their title.
const BOOKS: [(&str, &str); 4] = [
    ("spqr", "SPQR, 4th edition"),
    ("cataphract", "Cataphract, 2nd edition"),
    ("alexander", "Rules of Alexander, version 1.2"),
    ("legion", "Legion and Empire"),
];

/// What a book has.
struct Book {
    name: &'static str,
    title: &'static str,
    /// Its rules in order.
    rules: Vec<String>,
    /// The names of the cases by rule.
    cited: BTreeMap<String, BTreeSet<String>>,
    /// Why a rule has no case.
    waived: BTreeMap<String, String>,
}

fn cases(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            cases(&path, found);
        } else if path.extension().is_some_and(|e| e == "case") {
            found.push(path);
        }
    }
}

/// `4.10` after `4.9`.
fn order(id: &str) -> (u32, u32, String) {
    let (chapter, rest) = id.split_once('.').unwrap_or((id, "0"));
    let digits = rest.trim_end_matches(|c: char| !c.is_ascii_digit());
    let number = digits.parse().unwrap_or(0) * if digits.len() == 1 { 10 } else { 1 };
    (chapter.parse().unwrap_or(0), number, rest.to_owned())
}

/// A book's index, its cases and the reasons on the old page. Complains about numbers that no book has.
fn read(
    root: &Path,
    (name, title): (&'static str, &'static str),
    old: &str,
    unknown: &mut Vec<String>,
) -> Book {
    let index = fs::read_to_string(root.join(format!("tests/rules/index/{name}.tsv"))).expect("the index");
    let kinds: BTreeMap<&str, &str> = index.lines().skip(1).filter_map(|l| l.split_once('\t')).collect();
    let mut found = Vec::new();
    cases(&root.join("tests/rules").join(name), &mut found);
    let mut cited: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in &found {
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let case = Case::parse(&fs::read_to_string(path).expect("a case"));
        for rule in case.unwrap_or_else(|e| panic!("{name}/{file}: {e}")).rules {
            if rule.book != name || !kinds.contains_key(rule.id.as_str()) {
                unknown.push(format!("{name}/{file} cites {} {}", rule.book, rule.id));
            }
            cited.entry(rule.id).or_default().insert(file.clone());
        }
    }
    let waived: BTreeMap<String, String> = old
        .lines()
        .filter_map(|l| l.strip_prefix(&format!("- {name} "))?.split_once(": "))
        .filter(|(id, _)| !cited.contains_key(*id))
        .map(|(id, why)| (id.to_owned(), why.to_owned()))
        .collect();
    // A book without numbers keeps the order of its index.
    let lines = index.lines().skip(1).filter_map(|l| l.split_once('\t'));
    let mut rules: Vec<String> =
        lines.filter(|(_, kind)| *kind == "rule").map(|(id, _)| id.to_owned()).collect();
    if rules.iter().all(|id| id.starts_with(|c: char| c.is_ascii_digit())) {
        rules.sort_by_key(|id| order(id));
    }
    Book { name, title, rules, cited, waived }
}

impl Book {
    fn have(&self) -> usize {
        self.rules.iter().filter(|id| self.cited.contains_key(*id)).count()
    }

    /// `SPQR, 4th edition: 209 of 214`, as it stands on the page.
    fn count(&self) -> String {
        format!("{}: {} of {}", self.title, self.have(), self.rules.len())
    }

    fn table(&self, page: &mut String) {
        let _ = write!(page, "\n## {}\n\n| rule | cases |\n| --- | --- |\n", self.title);
        for id in &self.rules {
            if let Some(names) = self.cited.get(id) {
                let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
                let _ = writeln!(page, "| {id} | {} |", names.join(" "));
            }
        }
        let open = |id: &&String| !self.cited.contains_key(*id) && !self.waived.contains_key(*id);
        let missing: Vec<&String> = self.rules.iter().filter(open).collect();
        page.push_str(if missing.is_empty() { "\nNone is missing.\n" } else { "\nNot yet:\n\n" });
        for id in missing {
            let _ = writeln!(page, "* {id}");
        }
    }
}

/// How many rules the old page says a book had.
fn before(old: &str, title: &str) -> Option<usize> {
    let rest =
        old.lines().find_map(|l| l.trim_start_matches("* ").strip_prefix(title)?.strip_prefix(": "))?;
    rest.split_once(' ')?.0.parse().ok()
}

#[test]
fn every_rule_has_a_case_or_stands_in_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("docs/conformance.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    let mut unknown = Vec::new();
    let books = BOOKS.map(|book| read(root, book, &old, &mut unknown));
    assert!(unknown.is_empty(), "no such rule in that book: {}", unknown.join(", "));
    for book in &books {
        if let Some(before) = before(&old, book.title) {
            assert!(book.have() >= before, "{}, and it was {before}: a case is gone", book.count());
        }
    }
    let mut page = "# Conformance\n\nHow many numbered rules have a case under `tests/rules/`, book by book. This page is \
         written by\n`tests/conformance.rs`; only the reasons at its end are written by hand.\n\n"
        .to_owned();
    for book in &books {
        let _ = writeln!(page, "* {} (`{}/`)", book.count(), book.name);
    }
    for book in &books {
        book.table(&mut page);
    }
    page.push_str("\n## Without a case\n\n");
    for book in &books {
        for (id, why) in &book.waived {
            let _ = writeln!(page, "- {} {id}: {why}", book.name);
        }
    }
    if std::env::var_os("TESS_BLESS").is_some() {
        fs::write(&path, &page).expect("written");
    }
    assert!(
        old == page || std::env::var_os("TESS_BLESS").is_some(),
        "docs/conformance.md is out of date; run TESS_BLESS=1 cargo test --test house conformance"
    );
}

#[test]
fn every_example_of_legion_and_empire_has_a_case() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/legion-examples.md")).expect("the page");
    let rows: Vec<&str> = page.lines().filter(|l| l.starts_with("| ")).skip(2).collect();
    assert!(rows.len() > 30, "only {} rows", rows.len());
    for row in rows {
        let named: Vec<&str> = row.split('`').filter(|part| part.ends_with(".case")).collect();
        assert!(!named.is_empty(), "no case in the row\n{row}");
        for case in named {
            assert!(root.join("tests/rules/legion").join(case).is_file(), "there is no {case}");
        }
    }
}

/// The literals of a game's sources that are a rule, `8.43`, `alexander 10.42A` or `move.wheel`, as book and
/// rule, with their file.
fn named(dir: &Path, home: &'static str, found: &mut Vec<(String, String, String)>) {
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        // Tables of numbers by book, with tests of their own.
        if path.ends_with("numbers") || path.ends_with("options.rs") {
            continue;
        }
        if path.is_dir() {
            named(&path, home, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let source = fs::read_to_string(&path).expect("source");
            let mut before = "";
            let rules = source.split('"').filter_map(|text| {
                // What is known of a question has dotted names, too: `own.type`.
                if std::mem::replace(&mut before, text).ends_with("fact(") {
                    return None;
                }
                let (book, rule) = text.rsplit_once(' ').unwrap_or((home, text));
                let (chapter, rest) = rule.trim_end_matches(['A', 'B']).split_once('.')?;
                let digits = |part: &str| part.parse::<u8>().is_ok();
                let letters = |part: &str| {
                    !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
                };
                let is_rule = match home {
                    "legion" => letters(chapter) && letters(rest),
                    _ => digits(chapter) && digits(rest),
                };
                (is_rule && BOOKS.iter().any(|(name, _)| *name == book)).then_some((book, rule))
            });
            let file = path.display().to_string();
            found.extend(rules.map(|(book, rule)| (book.to_owned(), rule.to_owned(), file.clone())));
        }
    }
}

#[test]
fn every_rule_that_a_game_names_stands_in_the_index_of_its_book() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    named(&root.join("src/gboh"), "spqr", &mut found);
    let great = found.len();
    named(&root.join("src/legion"), "legion", &mut found);
    assert!(great > 500 && found.len() > great + 200, "only {great} and {} rules", found.len() - great);
    let index = |book: &str| {
        let text = fs::read_to_string(root.join(format!("tests/rules/index/{book}.tsv"))).expect("the index");
        text.lines()
            .filter_map(|line| Some(line.split_once('\t')?.0.to_owned()))
            .collect::<BTreeSet<String>>()
    };
    let indexes: BTreeMap<&str, BTreeSet<String>> =
        BOOKS.iter().map(|(name, _)| (*name, index(name))).collect();
    assert!(indexes["alexander"].contains("10.42A") && !indexes["spqr"].contains("8.99"));
    for (book, rule, file) in found {
        assert!(indexes[book.as_str()].contains(&rule), "{file} names {book} {rule}, which no index has");
    }
}
