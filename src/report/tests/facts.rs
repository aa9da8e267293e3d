//! The report writes words and the rules own their numbers: no sentence has a rule's number written into it.

use std::fs;
use std::path::{Path, PathBuf};

/// The string literals of a source, without its comments and what stands in its tests.
fn literals(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut rest = code.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '/' if rest.peek() == Some(&'/') => while rest.next().is_some_and(|c| c != '\n') {},
            // A quotation mark as a character.
            '\'' if rest.clone().take(2).eq(['"', '\'']) => rest.by_ref().take(2).for_each(drop),
            '"' => {
                let mut text = String::new();
                while let Some(c) = rest.next() {
                    match c {
                        '"' => break,
                        '\\' => text.extend(rest.next()),
                        c => text.push(c),
                    }
                }
                found.push(text);
            }
            _ => {}
        }
    }
    found
}

/// The words of a text that are numbers of rules, `8.43`, or names of them, `move.wheel`.
fn rules(text: &str, names: &[String]) -> Vec<String> {
    // What a format asks for is no number of a rule: `{:<3.3}`.
    let plain: String =
        text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after)).collect();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-');
    let words = words.map(|word| word.trim_matches(['.', '-']));
    let number = |word: &str| {
        word.split_once('.').is_some_and(|(chapter, rule)| {
            chapter.parse::<u8>().is_ok() && rule.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    words.filter(|word| number(word) || names.iter().any(|n| n == word)).map(str::to_owned).collect()
}

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "tests") {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The names by which a book without numbers calls its rules.
fn names() -> Vec<String> {
    let index = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rules/index/legion.tsv");
    let text = fs::read_to_string(index).expect("the index");
    text.lines().skip(1).filter_map(|line| Some(line.split_once('\t')?.0.to_owned())).collect()
}

#[test]
fn a_number_in_a_sentence_is_found() {
    let names = ["move.wheel".to_owned()];
    let source = "// 8.43\nlet quote = '\"'; let x = \"routs (10.14), or \\\"8.22\\\"\"; \"at 2.5.\"; \"(move.wheel)\" #[cfg(test)] \"9.1\"";
    let found: Vec<String> = literals(source).iter().flat_map(|text| rules(text, &names)).collect();
    assert_eq!(found, ["10.14", "8.22", "2.5", "move.wheel"]);
    assert!(rules("1..2 of {:<3.3} H1.", &names).is_empty());
}

#[test]
fn no_sentence_has_the_number_of_a_rule_written_into_it() {
    let mut found = Vec::new();
    sources(Path::new(env!("CARGO_MANIFEST_DIR")), &mut found);
    assert!(found.len() > 30, "{found:?}");
    let names = names();
    for path in found {
        let source = fs::read_to_string(&path).expect("source");
        for text in literals(&source) {
            let written = rules(&text, &names);
            assert!(
                written.is_empty(),
                "{}: {written:?} in `{text}`: an event knows its rule",
                path.display()
            );
        }
    }
}
