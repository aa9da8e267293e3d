//! Which numbered rules have a case: no unknown number is cited, and `docs/conformance.md` lists every
//! rule without one. `TESS_BLESS=1` writes the list anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use tesserarius::lab::Case;

const BOOK: &str = "spqr";

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
fn order(id: &str) -> (u32, u32) {
    let (chapter, rest) = id.split_once('.').unwrap_or((id, "0"));
    (chapter.parse().unwrap_or(0), rest.parse().unwrap_or(0) * if rest.len() == 1 { 10 } else { 1 })
}

#[test]
fn every_rule_has_a_case_or_stands_in_the_list() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let index = fs::read_to_string(root.join(format!("tests/rules/index/{BOOK}.tsv"))).expect("the index");
    let kinds: BTreeMap<&str, &str> = index.lines().skip(1).filter_map(|l| l.split_once('\t')).collect();
    let mut found = Vec::new();
    cases(&root.join("tests/rules").join(BOOK), &mut found);
    let mut cited: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut unknown = Vec::new();
    for path in &found {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let case = Case::parse(&fs::read_to_string(path).expect("a case"));
        for rule in case.unwrap_or_else(|e| panic!("{name}: {e}")).rules {
            if rule.book == BOOK && !kinds.contains_key(rule.id.as_str()) {
                unknown.push(format!("{name} cites {BOOK} {}", rule.id));
            }
            cited.entry(rule.id).or_default().push(name.clone());
        }
    }
    assert!(unknown.is_empty(), "no such rule: {}", unknown.join(", "));

    let path = root.join("docs/conformance.md");
    let old = fs::read_to_string(&path).unwrap_or_default();
    let waived: BTreeMap<String, String> = old
        .lines()
        .filter_map(|l| l.strip_prefix("- spqr ")?.split_once(": "))
        .filter(|(id, _)| !cited.contains_key(*id))
        .map(|(id, why)| (id.to_owned(), why.to_owned()))
        .collect();
    let mut rules: Vec<&str> = kinds.iter().filter(|(_, k)| **k == "rule").map(|(id, _)| *id).collect();
    rules.sort_by_key(|id| order(id));
    let missing: BTreeSet<&str> =
        rules.iter().copied().filter(|id| !cited.contains_key(*id) && !waived.contains_key(*id)).collect();
    let have = rules.iter().filter(|id| cited.contains_key(**id)).count();
    let mut page = format!(
        "# Conformance\n\nSPQR, 4th edition: {have} of {} numbered rules have a case under `tests/rules/spqr/`.\n\
         This page is written by `tests/conformance.rs`; only the reasons below are written by hand.\n\n\
         | rule | cases |\n| --- | --- |\n",
        rules.len()
    );
    for id in &rules {
        if let Some(names) = cited.get(*id) {
            let unique: BTreeSet<&String> = names.iter().collect();
            let names: Vec<String> = unique.into_iter().map(|n| format!("`{n}`")).collect();
            let _ = writeln!(page, "| {id} | {} |", names.join(" "));
        }
    }
    page.push_str("\n## Not yet\n\n");
    for id in &missing {
        let _ = writeln!(page, "* {id}");
    }
    page.push_str("\n## Without a case\n\n");
    for (id, why) in &waived {
        let _ = writeln!(page, "- {BOOK} {id}: {why}");
    }
    if std::env::var_os("TESS_BLESS").is_some() {
        fs::write(&path, &page).expect("written");
    }
    assert!(
        old == page || std::env::var_os("TESS_BLESS").is_some(),
        "docs/conformance.md is out of date; run TESS_BLESS=1 cargo test --test conformance"
    );
}
