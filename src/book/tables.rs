//! The tables of `docs/position.md`, as the page's decoder takes them.
//!
//! Tests hold those tables and the lists that write a position together, so nothing is said twice here.

use serde_json::{Map, Value, json};

use super::BookError;
use tess_scenario::Family;

const PAGE: &str = include_str!("../../docs/position.md");

/// By name, what each kind of thing in a position of this game is made of: `{"parts": [[name, kind], ...]}`,
/// `{"choice": [[number, name, [[name, kind], ...]], ...]}` or `{"plain": kind}`, where a plain kind is
/// `number`, `signed number`, `hex` or `bytes N`.
///
/// # Errors
/// When the page has no chapter or no table where one should be.
pub(crate) fn tables(family: Family) -> Result<Value, BookError> {
    let title = match family {
        Family::Gboh => "\n## Great Battles of History\n",
        Family::Legion => "\n## Legion and Empire\n",
    };
    let missing = |what: &str| BookError::Tables(format!("{what} is missing"));
    let chapter = PAGE.split_once(title).ok_or_else(|| missing(title.trim()))?.1;
    let chapter = chapter.split("\n## ").next().unwrap_or_default();
    let mut sections = chapter.split("\n### ");
    let mut kinds = Map::new();
    for row in rows(sections.next().unwrap_or_default()) {
        if let [name, what, ..] = &row[..] {
            kinds.insert(name.clone(), piece(what));
        }
    }
    for section in sections {
        let (name, text) = section.split_once('\n').ok_or_else(|| missing(section))?;
        let is_parts = text.lines().any(|line| line.starts_with("| part |"));
        kinds.insert(name.to_owned(), if is_parts { parts(text) } else { choice(text) });
    }
    kinds.get("Parts").ok_or_else(|| missing("Parts"))?;
    Ok(Value::Object(kinds))
}

/// The rows of the first table in a text, each as its cells.
fn rows(text: &str) -> Vec<Vec<String>> {
    let table =
        text.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let inside = line.trim().trim_start_matches('|').trim_end_matches('|');
        inside.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    table.skip(2).map(cells).collect()
}

fn parts(text: &str) -> Value {
    let each = rows(text).into_iter().filter_map(|row| {
        let [name, kind, ..] = &row[..] else { return None };
        Some(json!([name.trim_matches('`'), kind]))
    });
    json!({ "parts": each.collect::<Vec<_>>() })
}

fn choice(text: &str) -> Value {
    let each = rows(text).into_iter().filter_map(|row| {
        let [number, name, parts, ..] = &row[..] else { return None };
        Some(json!([number.parse::<u8>().ok()?, name, named(parts)]))
    });
    json!({ "choice": each.collect::<Vec<_>>() })
}

/// What a cell lists as `` `name` kind (a remark); ... ``.
fn named(cell: &str) -> Vec<Value> {
    let mut depth = 0;
    let plain: String = cell
        .chars()
        .filter(|letter| {
            depth += i32::from(*letter == '(');
            let out = depth == 0;
            depth -= i32::from(*letter == ')');
            out
        })
        .collect();
    let each = plain.split(';').filter_map(|part| {
        let (name, kind) = part.trim().strip_prefix('`')?.split_once('`')?;
        Some(json!([name, kind.trim()]))
    });
    each.collect()
}

/// A piece by its number, or something else that the beginning of the chapter describes in words.
fn piece(what: &str) -> Value {
    let first = what.split_whitespace().next().unwrap_or_default();
    if what.starts_with("signed number") || first.starts_with("number") {
        return json!({ "plain": if first == "signed" { "signed number" } else { "number" } });
    }
    if let Some((count, _)) = what.split_once(" bytes") {
        return json!({ "plain": format!("bytes {count}") });
    }
    if what.contains("four digits") {
        return json!({ "plain": "hex" });
    }
    let each = what.split([',', ':']).filter_map(|one| {
        let (number, name) = one.trim().split_once(' ')?;
        let name: String = name.chars().take_while(char::is_ascii_alphanumeric).collect();
        Some(json!([number.parse::<u8>().ok()?, name, []]))
    });
    json!({ "choice": each.collect::<Vec<_>>() })
}
