//! Reads standing orders.

use super::super::cursor::{Cursor, Read};
use super::super::word::{Word, words};
use super::super::{Comparison, nearest};
use super::{Choice, Dialect, Otherwise, Scope, Standing, Test, When};
use tess_diagnostic::{Diagnostic, Report};

const FORM: &str = "for example: when withdraw type SK if mover.type != SK do max";

impl<P: Dialect> Standing<P> {
    /// Reads standing orders that have to be whole.
    ///
    /// # Errors
    /// What is wrong with the text, drawn for people.
    pub fn read(text: &str) -> Result<Standing<P>, String> {
        let (standing, mut complaints) = Standing::parse(text);
        complaints.retain(Diagnostic::is_error);
        if complaints.is_empty() {
            Ok(standing)
        } else {
            Err(Report { source: text, diagnostics: &complaints }.plain())
        }
    }

    /// Reads standing orders. What is not understood is left out and complained about; every line is read.
    #[must_use]
    pub fn parse(text: &str) -> (Standing<P>, Vec<Diagnostic>) {
        let mut standing =
            Standing { rules: Vec::new(), prepared: Vec::new(), otherwise: Otherwise::default() };
        let mut complaints = Vec::new();
        let mut otherwise: Option<u32> = None;
        let (plain, blocks) = part(text);
        for (number, line) in (1..).zip(plain) {
            let found = words(line);
            for words in found.split(|w| w.is(";")) {
                let mut cursor = Cursor::new(words, number, &mut complaints);
                let Some(head) = cursor.advance() else { continue };
                if head.is("when") {
                    standing.rules.extend(when(&mut cursor, number, P::WINDOWS));
                } else if head.is("otherwise") {
                    if let Some(before) = otherwise {
                        let message = format!("`otherwise` is said already in line {before}");
                        cursor.complain::<()>(Some(head), message, "keep one of them");
                    } else if let Some(what) = last(&mut cursor) {
                        (standing.otherwise, otherwise) = (what, Some(number));
                    }
                } else {
                    let message = match nearest(&head.text, ["when", "otherwise", "prepare"]) {
                        Some(near) => format!("`{head}` is no standing order; did you mean `{near}`?"),
                        None => format!("`{head}` is no standing order"),
                    };
                    cursor.complain::<()>(Some(head), message, FORM);
                }
            }
        }
        let (prepared, more) = P::sheets(&blocks);
        complaints.extend(more);
        standing.prepared = prepared;
        complaints.sort_by_key(|complaint| complaint.place.map(|place| place.line));
        (standing, complaints)
    }
}

/// The lines beside prepared sheets, and a text with nothing but those; both with the numbers that they
/// have.
fn part(text: &str) -> (Vec<&str>, String) {
    let (mut plain, mut blocks, mut inside) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        let found = words(line);
        inside |= found.first().is_some_and(|head| head.is("prepare"));
        plain.push(if inside { "" } else { line });
        blocks.push_str(if inside { line } else { "" });
        blocks.push('\n');
        inside &= !found.iter().any(|word| word.is("}"));
    }
    (plain, blocks)
}

fn last(cursor: &mut Cursor<'_>) -> Read<Otherwise> {
    let form = "otherwise ask, or otherwise default";
    cursor.take(&["do"]);
    let what = if cursor.take(&["default"]).is_some() {
        Otherwise::Default
    } else {
        cursor.expect(&["ask", "default"], form)?;
        Otherwise::Ask
    };
    cursor.end(form)?;
    Some(what)
}

fn when(cursor: &mut Cursor<'_>, number: u32, windows: &[&str]) -> Read<When> {
    let window = cursor.word("the window", FORM)?;
    if !window.is_any(windows) {
        let help = match nearest(&window.text, windows.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "windows stand in brackets in each question you are asked".into(),
        };
        cursor.warn(&window, format!("no rule opens a window named `{window}`"), &help);
    }
    let scope = scope(cursor)?;
    let mut tests = Vec::new();
    if cursor.take(&["if"]).is_some() {
        tests.push(test(cursor)?);
        while cursor.take(&["and", "&"]).is_some() {
            tests.push(test(cursor)?);
        }
        if let Some(or) = cursor.take(&["or"]) {
            return cursor.complain(
                Some(or),
                "`or` is not understood".into(),
                "write a `when` line for each, or a list: mover.type in SK, LC",
            );
        }
    }
    cursor.expect(&["do", "if"], FORM)?;
    let choice = choice(cursor)?;
    Some(When { number, window, scope, tests, choice })
}

fn scope(cursor: &mut Cursor<'_>) -> Read<Scope> {
    match cursor.peek() {
        None => Some(Scope::All),
        Some(w) if w.is_any(&["if", "do"]) => Some(Scope::All),
        _ if cursor.take(&["all"]).is_some() => Some(Scope::All),
        _ if cursor.take(&["type"]).is_some() => cursor.word("the type", FORM).map(Scope::Type),
        _ if cursor.take(&["class"]).is_some() => cursor.word("the class", FORM).map(Scope::Class),
        _ if cursor.take(&["line"]).is_some() => cursor.word("the line", FORM).map(Scope::Line),
        _ => {
            cursor.take(&["leader", "unit"]);
            cursor.word("the unit or leader", FORM).map(Scope::One)
        }
    }
}

fn test(cursor: &mut Cursor<'_>) -> Read<Test> {
    let form = "for example: if mover.type in SK, LC and own.supply = full";
    let fact = cursor.word("the fact", form)?;
    let mut values = Vec::new();
    let sign = match cursor.peek() {
        Some(w) if w.is("in") => Comparison::Equal,
        Some(w) => match Comparison::from_word(w) {
            Some(sign) => sign,
            None => return cursor.complain(Some(w), format!("`{w}` compares nothing"), form),
        },
        None => return cursor.complain(None, "the comparison is missing".into(), form),
    };
    cursor.advance();
    values.push(cursor.word("the value", form)?);
    while cursor.take(&[","]).is_some() {
        values.push(cursor.word("the value", form)?);
    }
    Some(Test { fact, sign, values })
}

fn choice(cursor: &mut Cursor<'_>) -> Read<Choice> {
    let form =
        "after `do` comes one of: yes, no, max, min, toward 2010, default, ask, or the key of a choice";
    while cursor.take(&["to"]).is_some() {}
    if cursor.take(&["toward", "towards"]).is_some() {
        let hex = cursor.hex(form)?;
        cursor.end(form)?;
        return Some(Choice::Toward(hex));
    }
    let Some(key) = cursor.rest() else {
        return cursor.complain(None, "the choice is missing".into(), form);
    };
    Some(match key.text.to_ascii_lowercase().as_str() {
        "max" | "far" => Choice::Max,
        "min" | "near" => Choice::Min,
        "default" => Choice::Default,
        "ask" => Choice::Ask,
        _ => Choice::Key(Word { text: key.text, span: key.span }),
    })
}
