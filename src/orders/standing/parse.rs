//! Reads standing orders.

use super::super::cursor::{Cursor, Read};
use super::super::gboh::Comparison;
use super::super::nearest;
use super::super::sheet::Sheet;
use super::super::word::{Word, words};
use super::{Choice, LEGION_WINDOWS, Otherwise, Scope, Standing, Test, WINDOWS, When};
use crate::diagnostic::{Diagnostic, Report, Span};

const FORM: &str = "for example: when withdraw type SK if mover.type != SK do max";

impl Standing {
    /// Reads standing orders that have to be whole.
    ///
    /// # Errors
    /// What is wrong with the text, drawn for people.
    pub fn read(text: &str) -> Result<Standing, String> {
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
    pub fn parse(text: &str) -> (Standing, Vec<Diagnostic>) {
        let mut standing = Standing::default();
        let mut complaints = Vec::new();
        let mut otherwise: Option<u32> = None;
        let (plain, blocks) = part(text);
        for (number, line) in (1..).zip(plain) {
            let found = words(line);
            for words in found.split(|w| w.is(";")) {
                let mut cursor = Cursor::new(words, number, &mut complaints);
                let Some(head) = cursor.next() else { continue };
                if head.is("when") {
                    standing.rules.extend(when(&mut cursor, number));
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
        let (sheet, more) = Sheet::parse(&blocks);
        complaints.extend(more);
        complaints.extend(sheet.lines.first().map(|line| {
            Diagnostic::error("an order stands in standing orders by itself")
                .at(line.number, Span::new(0, line.text.len()))
                .help("orders stand between { and } of a prepared sheet: prepare REG {")
        }));
        standing.prepared = sheet.prepared;
        complaints.sort_by_key(|complaint| complaint.place.map(|place| place.line));
        (standing, complaints)
    }
}

/// The lines beside prepared sheets, and a text with nothing but those; both with the numbers that they have.
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

fn when(cursor: &mut Cursor<'_>, number: u32) -> Read<When> {
    let window = cursor.word("the window", FORM)?;
    if !window.is_any(WINDOWS) && !window.is_any(LEGION_WINDOWS) {
        let help = match nearest(&window.text, WINDOWS.iter().chain(LEGION_WINDOWS).copied()) {
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
    cursor.next();
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clean(text: &str) -> Standing {
        let (standing, complaints) = Standing::parse(text);
        assert!(complaints.is_empty(), "{text}: {complaints:?}");
        standing
    }

    #[test]
    fn standing_orders_are_read_and_printed() {
        let text = "\
when withdraw type SK do max
when entry-fire if own.supply = full do yes
when trump if leader >= 6 do no
when leader-withdraw REG do max
when face line hastati if mover.type = SK, LC and side != front do toward 2010
when any class VE if own.hits >= own.tq-2 do ask
otherwise default
";
        let standing = clean(text);
        assert_eq!(standing.to_string(), text);
        assert_eq!(clean("when leader-withdraw leader REG do far"), clean("when leader-withdraw REG do max"));
        assert_eq!(clean("when hits all if a in x,y do z"), clean("when hits if a = x, y do z"));
    }

    #[test]
    fn prepared_sheets_stand_among_them() {
        let text = "when hits do max\nprepare REG {  # later\n lapse if lost P2\n activate REG; try move H31 fwd\n}\n\
                    otherwise default\nprepare HAM { activate HAM }\n";
        let standing = clean(text);
        assert_eq!((standing.rules.len(), standing.prepared.len()), (1, 2));
        assert_eq!((standing.prepared[0].number, standing.prepared[1].number), (2, 7));
        assert_eq!(standing.prepared[0].sheet(), "activate REG\ntry move H31 fwd\n");
        assert_eq!(clean(&standing.to_string()), standing);
        let (_, complaints) = Standing::parse("prepare REG {\n activat REG\n} ; finish\nactivate REG");
        let lines: Vec<u32> = complaints.iter().filter_map(|c| c.place.map(|p| p.line)).collect();
        assert_eq!(lines, [2, 3, 4], "{complaints:?}");
    }

    #[test]
    fn what_is_wrong_is_complained_about() {
        let text = "wen withdraw do max\nwhen withdrow do max\nwhen hits\nwhen hits if a ~ 3 do x\n\
                    otherwise ask\notherwise ask\nwhen hits do\nwhen hits do toward home";
        let (standing, complaints) = Standing::parse(text);
        assert_eq!(standing.rules.len(), 1);
        assert_eq!(complaints.len(), 7, "{complaints:?}");
        assert!(complaints[1].help.as_deref().is_some_and(|h| h.contains("withdraw")));
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_prints_as_it_reads(
            text in "(?s)(when (hits|any|all|,|=){0,2}( (type|leader|H3|if|do|max|and|to|in|a=b|>=|3|,|toward|2010|:)){0,9}\n){0,5}.{0,40}"
        ) {
            let (standing, _) = Standing::parse(&text);
            prop_assert_eq!(Standing::parse(&standing.to_string()).0, standing);
        }
    }
}
