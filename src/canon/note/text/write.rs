//! Notes to text.

use super::super::document::{Document, Keyed};
use super::super::tree::{IS, Note};

/// How wide a line may be.
const WIDTH: usize = 78;

/// Where a line may be broken.
const GAP: char = '\u{1f}';

/// Writes what is said as lines, the longer ones folded.
#[must_use]
pub fn write(said: &[(String, Note)], document: &Document) -> String {
    let mut out = String::new();
    for (key, note) in said {
        match (document.keyed.iter().find(|keyed| keyed.many == key), note) {
            (Some(keyed), Note::List(list)) => {
                list.iter().for_each(|one| fold(&thing(keyed, one, document), &mut out))
            }
            _ => fold(&statement(key, note), &mut out),
        }
    }
    out
}

/// A thing of a list with names.
fn thing(keyed: &Keyed, one: &Note, document: &Document) -> String {
    let Note::Parts(parts) = one else { return keyed.one.to_owned() };
    let mut line = keyed.one.to_owned();
    for (key, note) in parts {
        if key == keyed.one {
            line.push(GAP);
            line.push_str(&value(note));
        } else {
            assignments(key, note, &mut |path, note| {
                let short = document.short.iter().find(|s| s.one == keyed.one && s.path == path);
                line.push(GAP);
                line.push_str(&assignment(short.map_or(path, |s| s.word), note, true));
            });
        }
    }
    line
}

/// A part of the position by itself.
fn statement(key: &str, note: &Note) -> String {
    match note {
        Note::Parts(parts) if note.which().is_none() && !parts.is_empty() => {
            let mut line = key.to_owned();
            for (key, note) in parts {
                assignments(key, note, &mut |path, note| {
                    line.push(GAP);
                    line.push_str(&assignment(path, note, false));
                });
            }
            line
        }
        _ => format!("{key}{GAP}{}", value(note)),
    }
}

/// A part, or the parts of it, each with its way.
fn assignments(path: &str, note: &Note, each: &mut dyn FnMut(&str, &Note)) {
    match note {
        Note::Parts(parts) if note.which().is_none() && !parts.is_empty() => {
            parts.iter().for_each(|(key, note)| assignments(&format!("{path}.{key}"), note, each));
        }
        _ => each(path, note),
    }
}

fn assignment(name: &str, note: &Note, bare: bool) -> String {
    match note {
        Note::Yes(true) if bare => name.to_owned(),
        _ => format!("{name}={}", value(note)),
    }
}

fn value(note: &Note) -> String {
    match note {
        Note::None => "-".into(),
        Note::Yes(yes) => if *yes { "yes" } else { "no" }.into(),
        Note::Number(number) => number.to_string(),
        Note::Word(text) => word(text),
        Note::List(list) => {
            format!("[{}]", list.iter().map(value).collect::<Vec<_>>().join(&GAP.to_string()))
        }
        Note::Parts(parts) => {
            let which = note.which().map_or(String::new(), word);
            let parts = parts.iter().filter(|(key, _)| key != IS);
            let parts: Vec<String> = parts.map(|(key, note)| assignment(key, note, true)).collect();
            format!("{which}({})", parts.join(&GAP.to_string()))
        }
    }
}

/// A word, in quotation marks when it could be taken for something else.
fn word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "._-+:/'*&,;!?".contains(c);
    if !text.is_empty() && text != "-" && text.chars().all(plain) {
        return text.to_owned();
    }
    let inner: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .flat_map(|c| matches!(c, '"' | '\\').then_some('\\').into_iter().chain([c]))
        .collect();
    format!("\"{inner}\"")
}

/// A line, folded where it may be broken.
fn fold(line: &str, out: &mut String) {
    let mut width = 0;
    for (at, piece) in line.split(GAP).enumerate() {
        let long = piece.chars().count();
        if at > 0 && width + 1 + long > WIDTH {
            out.push_str("\n    ");
            width = 4;
        } else if at > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(piece);
        width += long;
    }
    out.push('\n');
}
