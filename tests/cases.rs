//! Every rule case under `tests/rules/` comes out as it says.

use std::fs;
use std::path::{Path, PathBuf};

use tesserarius::lab::{self, Case};
use tesserarius::scenario::Library;

fn cases(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(dir) else { return };
    let mut entries: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            cases(&path, found);
        } else if path.extension().is_some_and(|e| e == "case") {
            found.push(path);
        }
    }
}

#[test]
fn every_rule_case_comes_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut found = Vec::new();
    cases(&root, &mut found);
    assert!(!found.is_empty(), "there are no cases");
    // `TESS_CASES=8.4` runs only the cases with that in their names.
    if let Ok(part) = std::env::var("TESS_CASES") {
        found.retain(|path| path.to_string_lossy().contains(&part));
    }
    let library = Library::embedded();
    let mut faults = Vec::new();
    for path in &found {
        let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        let text = fs::read_to_string(path).expect("a case");
        match Case::parse(&text).and_then(|case| lab::run(&case, &library)) {
            Ok(verdict) if verdict.passed() => {}
            Ok(verdict) => faults.push(format!("{name}: {verdict}")),
            Err(error) => faults.push(format!("{name}: {error}")),
        }
    }
    println!("{} cases", found.len());
    assert!(faults.is_empty(), "{} of {} cases failed\n\n{}", faults.len(), found.len(), faults.join("\n"));
}
